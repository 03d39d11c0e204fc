"""`dropfour analyse TEXT|FILE|-`: what an agent thinks of a position, column by column."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from dropfour._settings import LIMITS
from dropfour.agents import Analysis
from dropfour.cli.analysis_text import (
    analysis_mapping,
    line_names,
    outcome_words,
    position_mapping,
    table,
    turn_words,
    work_words,
)
from dropfour.cli.options import add_agent_options, add_setting_option, agent_from
from dropfour.cli.position_source import add_source_options, position_from
from dropfour.files import write_whole
from dropfour.game import Position


def main(arguments: Sequence[str]) -> int:
    """Run the command; a finished game is shown as such."""
    options = _parser().parse_args(arguments)
    position = position_from(options)
    thinker = agent_from(options, options.agent.with_defaults(every_column=True))
    analysis = None if position.outcome else thinker.analyse(position)
    if options.svg is not None:
        write_whole(options.svg, position._repr_svg_() + "\n")
    if options.json:
        import json  # slow to import, and not always needed

        found = {} if analysis is None else analysis_mapping(position, analysis)
        print(json.dumps(position_mapping(position) | found, indent=2))
    else:
        print("\n".join(_lines(position, analysis)))
    return 0


def _lines(position: Position, analysis: Analysis | None) -> list[str]:
    lines = [str(position), ""]
    if analysis is None:
        return [*lines, outcome_words(position)]
    return [
        *lines,
        turn_words(position),
        "",
        table(analysis),
        "",
        f"best line: {' '.join(line_names(position, analysis.line or (analysis.move,)))}",
        work_words(analysis),
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour analyse",
        description="What an agent thinks of a position, column by column. Values are for the "
        "player to move, from -1 (lost) to +1 (won).",
        allow_abbrev=False,
    )
    add_source_options(parser)
    add_agent_options(parser, default="auto")
    for limit in LIMITS.values():
        add_setting_option(parser, limit)
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    parser.add_argument("--svg", metavar="FILE", help="also draw the position")
    return parser
