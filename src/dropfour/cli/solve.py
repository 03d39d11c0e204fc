"""`dropfour solve TEXT|FILE|-`: the proven value of a position, and every move that keeps it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import dropfour
from dropfour._words import counted
from dropfour.agents import Exact
from dropfour.cells import column_name
from dropfour.cli.analysis_text import (
    aligned,
    exact_words,
    line_names,
    outcome_words,
    position_mapping,
)
from dropfour.cli.options import add_threads_option, count, duration, table_size
from dropfour.cli.source import add_source_options, position_from
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.notation import PLAYERS

STATUS_UNSOLVED = 1


def main(arguments: Sequence[str]) -> int:
    """Run the command; status 1 means that the limit came before the proof."""
    options = _parser().parse_args(arguments)
    position = position_from(options)
    asked = {
        name: value
        for name in ("nodes", "seconds", "threads", "table_mb", "weak", "every_column")
        if (value := getattr(options, name))  # a limit is never 0
    }
    solution, unsolved = None, None
    if position.outcome is None:
        api: Any = dropfour
        try:
            solution = api.solve(position, **asked)
        except api.Unsolved as error:
            unsolved = str(error)
        except MemoryError:
            raise DropfourError("a table of this size does not fit into memory") from None
    if options.json:
        import json  # slow to import, and not always needed

        found = {"unsolved": unsolved} if unsolved else _mapping(position, solution)
        print(json.dumps(position_mapping(position) | found, indent=2))
    else:
        print(position, "", unsolved or _words(position, solution), sep="\n")
    return STATUS_UNSOLVED if unsolved else 0


def _words(position: Position, solution: Any) -> str:
    if position.outcome is not None:
        return outcome_words(position.outcome, points=position.rules.ending == "full")
    exact = Exact(solution.value, solution.plies, solution.margin)
    best = " ".join(map(column_name, solution.best))
    lines = [f"{PLAYERS[position.turn]} to move: {exact_words(exact)}", f"best: {best}"]
    if solution.line:
        lines.append(f"line: {' '.join(line_names(position, solution.line))}")
    if solution.columns:
        results = [[column_name(c), exact_words(e)] for c, e in solution.columns.items()]
        lines += ["", aligned([["column", "proven"], *results]), ""]
    return "\n".join([*lines, counted(solution.nodes, "node")])


def _mapping(position: Position, solution: Any) -> dict[str, Any]:
    if solution is None:
        return {}
    found = {
        **_exact_mapping(solution),
        "best": list(map(column_name, solution.best)),
        "line": line_names(position, solution.line),
        "nodes": solution.nodes,
    }
    if solution.columns:
        found["columns"] = [
            {"column": column_name(c), "number": c, **_exact_mapping(exact)}
            for c, exact in solution.columns.items()
        ]
    return found


def _exact_mapping(exact: Any) -> dict[str, Any]:
    return {"value": exact.value, "plies": exact.plies, "margin": exact.margin}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour solve",
        description="The proven value of a position for the player to move, how long it takes, "
        "every best move, and a line of best play. Exit status 1: not proven within the limit.",
        allow_abbrev=False,
    )
    add_source_options(parser)
    parser.add_argument("--nodes", type=count, metavar="N", help="at most N positions searched")
    parser.add_argument("--seconds", type=duration, metavar="S", help="at most S seconds")
    add_threads_option(parser)
    parser.add_argument(
        "--table-mb",
        type=table_size,
        metavar="N",
        help="at most so much memory for what is proven (default: 64)",
    )
    parser.add_argument(
        "--weak", action="store_true", help="only win, draw or loss: faster, without a line"
    )
    parser.add_argument(
        "--columns", dest="every_column", action="store_true", help="the result of every column"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser
