"""`dropfour bench --signature`: numbers that change only when a search does.

Work counts of fixed positions. A change that is meant to leave what the searches do alone leaves
these numbers alone, on every machine; one that is not says so by a change of the golden file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from dropfour.agents.spec import parse_agent
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
# On all of these positions.
_AGENTS = (
    "alphabeta:depth=6",
    "alphabeta:depth=6,evaluation=none",
    "alphabeta:depth=4,every_column=true,evaluation=none",
    "uct:playouts=500",
    "uct:playouts=500,policy=blocks",
    "uct:playouts=500,policy=uniform",
    "uct:playouts=500,policy=wins",
    "uct:playouts=500,plain=true",
    "montecarlo:playouts=700",
    "montecarlo:playouts=700,policy=wins,allocation=ucb1",
    "montecarlo:playouts=700,policy=weighted,allocation=halving",
)


def signature() -> dict[str, int]:
    """The solver's nodes by position, the work of each agent on all of them, and the total."""
    positions = {name: Position(rules) for name, rules in _GRIDS}
    for name, moves in _POSITIONS:
        positions[f"{name} {moves}"] = Position.from_moves(moves, load_rules(name))
    work = {
        name: solve(position, details=False, book=False).nodes
        for name, position in positions.items()
    }
    for agent in _AGENTS:
        work[agent] = sum(_work(agent, position) for position in positions.values())
    return work | {"total": sum(work.values())}


def _work(agent: str, position: Position) -> int:
    """The nodes of an agent, and how many of its playouts the mover won."""
    analysis = parse_agent(agent).make().analyse(position)
    return analysis.nodes + sum(column.wins for column in analysis.columns.values())


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    work = signature()
    if options.json:
        print(json.dumps(work, indent=2))
    else:
        print("".join(f"{count:>10} {name}\n" for name, count in work.items()), end="")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour bench",
        description="Work counts of fixed positions; the same on every machine.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--signature", action="store_true", required=True, help="print the work counts"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser
