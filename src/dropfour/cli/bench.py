"""`dropfour bench --signature`: numbers that change only when a search does.

Node counts of fixed positions. A change of the solver that is meant to leave its tree alone leaves
these numbers alone, on every machine; one that is not says so by a change of the golden file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from dropfour.game import Position
from dropfour.rules import Rules
from dropfour.solver import solve
from dropfour.variants import load_rules

# A game and moves from its start, found at random: each takes well below a second.
_POSITIONS = (
    ("classic", "GAGCDBABEF"),
    ("classic", "BBDCFGDFFDBEDB"),
    ("classic", "FCCFDDFDFGEGDBGAAG"),
    ("irregular", "IIBHHCDFCHGHGDFAEDBDIEFBICBGBH"),
    ("irregular", "HEEGHIHHGAEDCBBICCFDIICCFEAFDEFAII"),
    ("bonus", "FDCDCDDFFEGCCABACDGD"),
    ("bonus", "ECAFADBBCAECADGFDDAGGDBF"),
    ("max", "FCBBFECBAEDGBFDBBEACEA"),
    ("max", "AADFBECCCBBFEDBFBGDGEEEB"),
    ("square", "GEEEDEBEGD"),
)
_GRIDS = (
    ("5 x 5", Rules.grid(rows=5, columns=5)),
    ("6 x 4", Rules.grid(rows=4, columns=6)),
    ("4 x 4, most fours", Rules.grid(rows=4, columns=4, ending="full")),
    ("5 x 4, bonus at C2", Rules.grid(rows=4, columns=5, bonus=["C2"])),
    ("5 x 4, blocked at C2", Rules.grid(rows=4, columns=5, blocked=["C2"])),
)


def signature() -> dict[str, int]:
    """Nodes by position, and their total."""
    positions = {name: Position(rules) for name, rules in _GRIDS}
    for name, moves in _POSITIONS:
        positions[f"{name} {moves}"] = Position.from_moves(moves, load_rules(name))
    nodes = {name: solve(position, details=False).nodes for name, position in positions.items()}
    return nodes | {"total": sum(nodes.values())}


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    nodes = signature()
    if options.json:
        print(json.dumps(nodes, indent=2))
    else:
        print(format_signature(nodes), end="")
    return 0


def format_signature(nodes: dict[str, int]) -> str:
    """One line a position, as in the golden file."""
    return "".join(f"{count:>10} {name}\n" for name, count in nodes.items())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour bench",
        description="Work counts of fixed positions; the same on every machine.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--signature", action="store_true", required=True, help="print the node counts"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser
