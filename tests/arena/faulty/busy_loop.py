from base import serve


def spin(columns):
    while True:
        pass


serve(go=spin)
