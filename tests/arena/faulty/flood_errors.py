import sys

from base import serve


def pour(columns):
    while True:
        sys.stderr.write("warning " * 8192)


serve(go=pour)
