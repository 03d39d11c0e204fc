from base import serve

serve(go=lambda columns: "I would play in the middle.")
