"""`dropfour move`: a board on standard input, the board after the best move on standard output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from dropfour._settings import PLAYOUTS, SECONDS
from dropfour.agents import Agent, Analysis
from dropfour.agents.montecarlo import PER_CANDIDATE
from dropfour.cli.analysis_text import analysis_mapping, outcome_mapping, outcome_words
from dropfour.cli.options import add_agent_options, add_setting_option, agent_from, reader
from dropfour.errors import DropfourError
from dropfour.files import STANDARD_INPUT, faults_in, read_standard_input
from dropfour.game import Position
from dropfour.notation import PLAYERS, Grid, format_grid_board, parse_grid
from dropfour.rules import Rules

_PER_CANDIDATE = "montecarlo"


def main(arguments: Sequence[str]) -> int:
    """Read a board, move, and write the board in the form it came in."""
    options = _parser().parse_args(arguments)
    thinker = _thinker(options)
    if sys.stdin is not None and sys.stdin.isatty():
        print("The board: rows of X, O and dots, who is to move, Ctrl-D.", file=sys.stderr)
    text = read_standard_input()
    with faults_in(STANDARD_INPUT):
        grid = parse_grid(text)
        rules = Rules.grid(rows=grid.rows, columns=grid.columns)
        position = Position.from_setup(grid.setup, rules)
    analysis = None if position.outcome else thinker.analyse(position)
    if options.table and analysis is not None:
        print(analysis.as_table(), file=sys.stderr)
    if options.json:
        _print_json(position, analysis, grid)
    else:
        print(_answer(position, analysis, grid))
    return 0


def _thinker(options: argparse.Namespace) -> Agent:
    spec, count = options.agent, "playouts"
    if spec.name == _PER_CANDIDATE:
        spec, count = spec.with_defaults(policy="uniform", win_at_once=False), "per_candidate"
    if options.table or options.json:
        spec = spec.with_defaults(every_column=True)
    if options.simulations is None:
        return agent_from(options, spec)
    if not spec.heeds(count):
        raise DropfourError(f"--simulations: {spec.name} plays no random games")
    return agent_from(options, spec, **{count: options.simulations})


def _answer(position: Position, analysis: Analysis | None, grid: Grid) -> str:
    if analysis is None:
        return format_grid_board(grid) + outcome_words(position)
    after = position.play(analysis.move)
    player = PLAYERS[position.turn]
    board = format_grid_board(replace(grid, setup=after.setup))
    return f"{board}{player} plays column {analysis.move}"


def _print_json(position: Position, analysis: Analysis | None, grid: Grid) -> None:
    import json  # slow to import, and not always needed

    after = position if analysis is None else position.play(analysis.move)
    plain = replace(grid, setup=after.setup, form=replace(grid.form, framed=False, index=None))
    answer = {
        "player": PLAYERS[position.turn],
        "column": None if analysis is None else analysis.move,
        "board": format_grid_board(plain).splitlines(),
        "outcome": None if after.outcome is None else outcome_mapping(after.outcome),
        "analysis": None if analysis is None else analysis_mapping(position, analysis),
    }
    print(json.dumps(answer, indent=2))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour move",
        description="Read a board from standard input (ROWS COLUMNS, the rows, the player to move; "
        "or rows between bars, or rows of X, O and dots), and print the board after the best move.",
        allow_abbrev=False,
    )
    add_agent_options(parser, default=_PER_CANDIDATE)
    parser.add_argument(
        "--simulations", type=reader(PLAYOUTS), metavar="N",
        help=f"random games for each candidate move (default: {PER_CANDIDATE}); "
        f"with another agent that plays any, in all",
    )  # fmt: skip
    add_setting_option(parser, SECONDS)
    parser.add_argument(
        "--table", action="store_true", help="what every column is worth, to standard error"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser
