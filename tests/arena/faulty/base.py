"""A sound engine of the protocol, for programs that do one thing wrong."""

import json
import sys


def serve(*, go=None, position=None, rules=None, greet=None, quit=None):
    heights, columns = [6] * 7, ["-"] * 7
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        answer = "ok"
        if word == "dropfour":
            answer = greet(rest) if greet else "ready 1 faulty"
        elif word == "rules":
            table = json.loads(rest)
            heights = table.get("heights") or [table["rows"]] * table["columns"]
            answer = rules(rest) if rules else "ok"
        elif word == "position":
            columns = rest.split()[0].split("/")
            answer = position(rest) if position else "ok"
        elif word == "go":
            free = [i for i, c in enumerate(columns) if len(c.strip("-")) < heights[i]]
            answer = go(columns) if go else f"bestmove {chr(65 + free[0])}"
        elif word == "quit":
            if quit:
                quit()
            return
        if answer is not None:
            print(answer, flush=True)
