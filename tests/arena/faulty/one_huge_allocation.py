from base import serve

serve(go=lambda columns: bytearray(1 << 40))
