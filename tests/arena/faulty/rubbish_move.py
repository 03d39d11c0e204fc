from base import serve

serve(go=lambda columns: "bestmove 4")
