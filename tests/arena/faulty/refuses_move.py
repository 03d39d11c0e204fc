from base import serve

serve(go=lambda columns: "error I resign")
