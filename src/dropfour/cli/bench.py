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

# A name, moves from the start: each takes well below a second.
_PRESET_POSITIONS = (
    ("classic", "DDDDDDCCE"),
    ("classic", "ABCDEFGGFEDC"),
    ("classic", "DCDCCDEEFFAABB"),
    ("irregular", "DDDDEEEFFFGGHHAAIIBBCC"),
    ("square", "DDDDEECCBB"),
    ("forbidden", "DDDDCCEEFFBBAACC"),
    ("bonus", "DDDDCCEEFFBBAAGGDD"),
    ("max", "DDDDDDCCCCCCEEEEEEAAAAAA"),
)
_GRIDS = (
    ("5 x 5", Rules.grid(rows=5, columns=5)),
    ("6 x 4", Rules.grid(rows=4, columns=6)),
    ("4 x 4, most fours", Rules.grid(rows=4, columns=4, ending="full")),
    ("5 x 3, ban at C2", Rules.grid(rows=3, columns=5, bonus=["C2"])),
)


def signature() -> dict[str, int]:
    """Nodes by position, and their total."""
    positions = {name: Position(rules) for name, rules in _GRIDS}
    for name, moves in _PRESET_POSITIONS:
        positions[f"{name} {moves}"] = _playable_part(moves, load_rules(name))
    nodes = {name: solve(position, details=False).nodes for name, position in positions.items()}
    return nodes | {"total": sum(nodes.values())}


def _playable_part(moves: str, rules: Rules) -> Position:
    """The position after these columns, as far as they can be played (bans among them)."""
    position = Position(rules)
    for name in moves:
        if ord(name) - ord("A") in position.legal:
            position = position.play(name)
    return position


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
