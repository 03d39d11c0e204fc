import os
import time

from base import serve


def breed(columns):
    for _ in range(60):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    time.sleep(60)


serve(go=breed)
