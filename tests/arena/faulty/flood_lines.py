from base import serve


def pour(columns):
    while True:
        print("bestmove A")


serve(go=pour)
