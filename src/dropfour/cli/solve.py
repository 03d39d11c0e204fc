"""`dropfour solve TEXT|FILE|-`: the proven value of a position, and every move that keeps it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from dropfour._settings import NODES, SECONDS, TABLE_MB, THREADS
from dropfour._words import aligned, counted
from dropfour.agents.analysis import exact_mapping, exact_words
from dropfour.cells import column_name
from dropfour.cli.analysis_text import (
    line_names,
    outcome_words,
    position_mapping,
    turn_words,
)
from dropfour.cli.options import add_setting_option
from dropfour.cli.position_source import add_source_options, position_from
from dropfour.errors import DropfourError, Unsolved
from dropfour.game import Position
from dropfour.solver import Solution, solve

STATUS_UNSOLVED = 1
_SETTINGS = (NODES, SECONDS, THREADS, TABLE_MB)


def main(arguments: Sequence[str]) -> int:
    """Run the command; status 1 means that the limit came before the proof."""
    options = _parser().parse_args(arguments)
    position = position_from(options)
    words, found, status = "", {}, 0
    try:
        if position.outcome is not None:
            words = outcome_words(position)
        else:
            solution = _solve(position, options)
            words, found = _words(position, solution), _mapping(position, solution)
    except Unsolved as error:
        words, found, status = str(error), {"unsolved": str(error)}, STATUS_UNSOLVED
    if options.json:
        import json  # slow to import, and not always needed

        print(json.dumps(position_mapping(position) | found, indent=2))
    else:
        print(position, "", words, sep="\n")
    return status


def _solve(position: Position, options: argparse.Namespace) -> Solution:
    asked = {s.name: value for s in _SETTINGS if (value := getattr(options, s.name)) is not None}
    try:
        return solve(
            position,
            weak=options.weak,
            every_column=options.every_column,
            book=options.book,
            **asked,
        )
    except MemoryError:
        raise DropfourError("a table of this size does not fit into memory") from None


def _words(position: Position, solution: Solution) -> str:
    best = " ".join(map(column_name, solution.best))
    lines = [f"{turn_words(position)}: {exact_words(solution.exact)}", f"best: {best}"]
    if solution.line:
        lines.append(f"line: {' '.join(line_names(position, solution.line))}")
    if solution.columns:
        results = [[column_name(c), exact_words(e)] for c, e in solution.columns.items()]
        lines += ["", aligned([["column", "proven"], *results]), ""]
    work = "from the book" if solution.source == "book" else counted(solution.nodes, "node")
    return "\n".join([*lines, work])


def _mapping(position: Position, solution: Solution) -> dict[str, Any]:
    found = {
        **exact_mapping(solution.exact),
        "best": list(map(column_name, solution.best)),
        "line": line_names(position, solution.line),
        "nodes": solution.nodes,
        "source": solution.source,
    }
    if solution.columns:
        found["columns"] = [
            {"column": column_name(c), "number": c, **exact_mapping(exact)}
            for c, exact in solution.columns.items()
        ]
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour solve",
        description="The proven value of a position for the player to move, how long it takes, "
        "every best move, and a line of best play. Exit status 1: not proven within the limit.",
        allow_abbrev=False,
    )
    add_source_options(parser)
    for setting in _SETTINGS:
        add_setting_option(parser, setting)
    parser.add_argument(
        "--weak", action="store_true", help="only win, draw or loss: faster, without a line"
    )
    parser.add_argument(
        "--columns", dest="every_column", action="store_true", help="the result of every column"
    )
    parser.add_argument(
        "--no-book", dest="book", action="store_false", help="by search alone, with all of its line"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser
