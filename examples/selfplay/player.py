"""A trained network as a program for the arena: docs/engine-protocol.md.

python -m examples.selfplay.player WEIGHTS.npz SIMULATIONS
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import torch

import dropfour as d4
from dropfour.cells import column_name
from examples.selfplay.network import Network
from examples.selfplay.search import search


def main(path: str, simulations: int) -> None:
    torch.set_num_threads(1)
    network, told = Network.load(Path(path))
    rules = d4.load_rules(told["rules"])
    position = d4.Position(rules)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return
        answer = "ok"
        try:
            if word == "dropfour":
                answer = "ready 1 selfplay"
            elif word == "rules":
                if d4.load_rules(json.loads(rest)) != rules:
                    answer = "error it has learned another game"
            elif word == "position":
                position = d4.Position.from_text(rest, rules)
            elif word == "go":
                found = search([position], network.evaluate, simulations)
                answer = f"bestmove {column_name(int(found.column[0]))} value {found.value[0]:.4f}"
            else:
                answer = "error unknown command"
        except d4.DropfourError as error:
            answer = f"error {error}"
        if word and word != "stop":
            print(answer, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
