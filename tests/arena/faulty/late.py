import time

from base import serve


def slowly(columns):
    time.sleep(0.65)
    return "bestmove A"


serve(go=slowly)
