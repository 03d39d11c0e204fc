import time

from base import serve


def eat(columns):
    kept = []
    while len(kept) < 4000:
        kept.append(bytearray(1 << 20))
        time.sleep(0.0005)


serve(go=eat)
