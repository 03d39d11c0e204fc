import time

from base import serve

serve(go=lambda columns: time.sleep(60))
