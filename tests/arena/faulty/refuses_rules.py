from base import serve

serve(rules=lambda text: "error I only play chess")
