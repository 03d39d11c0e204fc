from base import serve

serve(position=lambda text: "thanks")
