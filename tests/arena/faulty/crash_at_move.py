from base import serve

serve(go=lambda columns: 1 // 0)
