"""An engine plays a game against itself: a client of docs/engine-protocol.md in 20 lines.

Without arguments the engine is dropfour's: python engine_client.py dropfour engine --agent uct
"""

import subprocess
import sys

command = sys.argv[1:] or ["dropfour", "engine", "--agent", "uct"]


def ask(line: str) -> str:
    assert engine.stdin and engine.stdout
    engine.stdin.write(line + "\n")
    engine.stdin.flush()
    return engine.stdout.readline().strip()


with subprocess.Popen(command, stdin=-1, stdout=-1, text=True) as engine:
    print(ask("dropfour 1"))
    moves = ""
    while ask(f"position moves {moves}") == "ok":
        answer = ask("go playouts 1000").split()
        if answer[0] != "bestmove":
            break
        moves += answer[1]
        print(" ".join(answer[:4]))
    print(moves + ":", " ".join(answer))
