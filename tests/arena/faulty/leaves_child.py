import os
import time

from base import serve

if os.fork() == 0:
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)
    os.dup2(1, 2)
    time.sleep(60)
    os._exit(0)
serve(quit=lambda: os._exit(0))  # at once
