import signal
import time

from base import serve

signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
serve(quit=lambda: time.sleep(60))
