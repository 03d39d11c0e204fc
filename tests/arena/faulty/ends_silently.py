import sys

from base import serve

serve(go=lambda columns: sys.exit(0))
