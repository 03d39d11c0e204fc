"""An engine that plays any game at random: all of docs/engine-protocol.md in 20 lines."""

import json
import random
import sys

names = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "AB", "AC", "AD", "AE", "AF"]
heights, blocked, columns = [6] * 7, [""], ["-"] * 7
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "rules":
        rules = json.loads(rest)
        heights = rules.get("heights") or [rules["rows"]] * rules["columns"]
        blocked = [cell.rstrip("0123456789") for cell in rules.get("blocked", [])]
        columns = ["-"] * len(heights)
    elif word == "quit":
        break
    columns = rest.split()[0].split("/") if word == "position" else columns
    room = [heights[i] - blocked.count(names[i]) - len(c.strip("-")) for i, c in enumerate(columns)]
    best = "bestmove " + random.choice([n for n, r in zip(names, room, strict=False) if r] or ["-"])
    answers = {"dropfour": "ready 1 tiny", "rules": "ok", "position": "ok", "go": best}
    if word and word != "stop":
        print(answers.get(word, f"error unknown command {word!r}"), flush=True)
