from base import serve

serve(greet=lambda version: "Welcome!\nready 1 faulty")
