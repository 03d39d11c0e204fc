import os
import signal

from base import serve

serve(go=lambda columns: os.kill(os.getpid(), signal.SIGSEGV))
