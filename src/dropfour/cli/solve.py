"""`dropfour solve TEXT|FILE|-`: the proven value of a position, and every move that keeps it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import dropfour
from dropfour._words import counted
from dropfour.agents import Exact
from dropfour.cells import column_name
from dropfour.cli.analysis_text import exact_words, outcome_words, position_mapping
from dropfour.cli.options import count, duration
from dropfour.cli.source import add_source_options, position_from
from dropfour.game import Position
from dropfour.notation import PLAYERS

STATUS_UNSOLVED = 1


def main(arguments: Sequence[str]) -> int:
    """Run the command; status 1 means that the limit came before the proof."""
    options = _parser().parse_args(arguments)
    position = position_from(options)
    limits = {name: getattr(options, name) for name in ("nodes", "seconds")}
    limits = {name: limit for name, limit in limits.items() if limit is not None}
    solution, unsolved = None, None
    if position.outcome is None:
        api: Any = dropfour
        try:
            solution = api.solve(position, **limits)
        except api.Unsolved as error:
            unsolved = str(error)
    if options.json:
        import json  # slow to import, and not always needed

        found = {"unsolved": unsolved} if unsolved else _mapping(solution)
        print(json.dumps(position_mapping(position) | found, indent=2))
    else:
        print(position, "", unsolved or _words(position, solution), sep="\n")
    return STATUS_UNSOLVED if unsolved else 0


def _words(position: Position, solution: Any) -> str:
    if position.outcome is not None:
        return outcome_words(position.outcome, points=position.rules.ending == "full")
    exact = Exact(solution.value, solution.plies, solution.margin)
    best = " ".join(map(column_name, solution.best))
    return "\n".join(
        [
            f"{PLAYERS[position.turn]} to move: {exact_words(exact)}",
            f"best: {best}",
            counted(solution.nodes, "node"),
        ]
    )


def _mapping(solution: Any) -> dict[str, Any]:
    if solution is None:
        return {}
    return {
        "value": solution.value,
        "plies": solution.plies,
        "margin": solution.margin,
        "best": list(map(column_name, solution.best)),
        "nodes": solution.nodes,
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour solve",
        description="The proven value of a position for the player to move, how long it takes, "
        "and every best move. Exit status 1: not proven within the limit.",
        allow_abbrev=False,
    )
    add_source_options(parser)
    parser.add_argument("--nodes", type=count, metavar="N", help="at most N positions searched")
    parser.add_argument("--seconds", type=duration, metavar="S", help="at most S seconds")
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser
