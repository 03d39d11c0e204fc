import sys

from base import serve


def pour(columns):
    while True:
        sys.stdout.write("x" * 65536)


serve(go=pour)
