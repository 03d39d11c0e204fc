"""`dropfour rules list | show GAME | check FILE...`: the games there are, and faults in yours."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dropfour._words import counted
from dropfour.cli.options import seed_number
from dropfour.errors import FormatError, RulesError
from dropfour.game import Position
from dropfour.values import find_value
from dropfour.variants import load_variant, presets

STATUS_FAULTS = 1


class _Report(NamedTuple):
    file: str
    faults: tuple[str, ...]
    warnings: tuple[str, ...]


def main(arguments: Sequence[str]) -> int:
    """Run the command; status 1 means that a checked file has faults."""
    options = _parser().parse_args(arguments)
    if options.action == "list":
        return _list(as_json=options.json)
    if options.action == "show":
        return _show(options.game, seed=options.seed, as_json=options.json)
    return _check(options.files, as_json=options.json)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour rules", description="List, show and check games.", allow_abbrev=False
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="the games that come with dropfour")
    show = actions.add_parser("show", help="a game as TOML, ready to be changed")
    show.add_argument("game", help="the name of a game, or a .toml file")
    show.add_argument("--seed", type=seed_number, help="show the random board of this number")
    check = actions.add_parser("check", help="say everything that is wrong with rules files")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    for action in (listing, show, check):
        action.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser


def _list(*, as_json: bool) -> int:
    variants = presets()
    if as_json:
        entries = [
            {"name": name, "title": variant.title, "random": variant.random is not None}
            for name, variant in variants.items()
        ]
        print(json.dumps(entries, indent=2))
    else:
        width = max(map(len, variants))
        for name, variant in variants.items():
            print(f"{name:<{width}}  {variant.title}")
    return 0


def _show(game: str, *, seed: int | None, as_json: bool) -> int:
    variant = load_variant(game)
    rules = variant.rules if seed is None else variant.draw(seed)
    if as_json:
        print(json.dumps(rules.to_mapping(), indent=2))
        return 0
    if variant.title:
        print(f"# {variant.title}")
    symmetry = "symmetric" if Position(rules)._symmetric else "not symmetric"
    print(f"# {counted(rules.playable, 'cell')} to play, {symmetry}; the goal is {rules.goal}")
    if (proven := find_value(rules)) is not None:
        print(f"# under best play: {proven}")
    for warning in rules.warnings:
        print(f"# warning: {warning}")
    print(rules.to_toml(), end="")
    return 0


def _check(files: Sequence[Path], *, as_json: bool) -> int:
    """Report on every file, one line a finding; an unreadable file is an error of its own."""
    reports = [_report(file) for file in files]
    if as_json:
        print(json.dumps([report._asdict() for report in reports], indent=2))
    else:
        for report in reports:
            for fault in report.faults:
                print(f"{report.file}: {fault}")
            for warning in report.warnings:
                print(f"{report.file}: warning: {warning}")
            if not report.faults:
                print(f"{report.file}: sound")
    return STATUS_FAULTS if any(report.faults for report in reports) else 0


def _report(file: Path) -> _Report:
    try:
        return _Report(str(file), (), load_variant(file).rules.warnings)
    except RulesError as error:
        return _Report(str(file), error.faults, ())
    except FormatError as error:
        return _Report(str(file), (str(error),), ())
