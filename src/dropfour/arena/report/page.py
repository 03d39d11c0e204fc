"""The report as one HTML page that needs nothing else: no network, no other file."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from jinja2 import Environment

from dropfour.arena.report.plots import plots
from dropfour.arena.report.summary import Summary
from dropfour.arena.results import PlayedGame, Results
from dropfour.game import Position
from dropfour.notation import BAN, PLAYERS


def format_page(results: Results, summary: Summary) -> str:
    """The page, with tables, plots and every game for replay."""
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["percent"] = lambda share: f"{share:.1%}"
    template = environment.from_string(_text("arena/report/page.html"))
    script, *imported = _with_imports("arena/report/page.js").items()
    return template.render(
        summary=summary,
        plots=plots(summary),
        style=_text("web/static/board.css") + _text("arena/report/page.css"),
        modules=_json({"imports": {name: _address(text) for name, text in imported}}),
        script=script[1],
        data=_json(_replay_data(results)),
    )


@cache
def _text(path: str) -> str:
    return (files("dropfour") / path).read_text(encoding="utf-8")


def _with_imports(path: str) -> dict[str, str]:
    """A JavaScript module and all that it imports, each by its file name.

    A module without an address of its own has no neighbours: it imports by plain names, which
    the page's import map finds.
    """
    text = re.sub(r'from "[./\w]*/(\w+\.js)"', r'from "\1"', _text(path))
    modules = {path.rpartition("/")[2]: text}
    for name in re.findall(r'from "(\w+\.js)"', text):
        modules |= _with_imports(f"web/static/{name}")
    return modules


def _address(script: str) -> str:
    return f"data:text/javascript;base64,{b64encode(script.encode()).decode()}"


def _json(data: Any) -> str:
    """JSON that can stand inside a script element, whatever names people choose."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _replay_data(results: Results) -> dict[str, Any]:
    boards = [name for name, _ in results.experiment.rules]
    names = [player.name for player in results.experiment.players]
    return {
        "players": names,
        "boards": [{"name": name, **rules.board} for name, rules in results.experiment.rules],
        "games": [_game(results, game, boards, names) for game in results],
    }


def _game(results: Results, game: PlayedGame, boards: list[str], names: list[str]) -> list[Any]:
    """Number, board, players, winner, opening plies, drops such as "X3,0", note."""
    note = f"{game.cause}: {game.detail}" if game.cause else game.detail
    if game.ending == "adjudicated":
        note = "ended when its result was proven"
    return [
        game.number,
        boards.index(game.board),
        names.index(game.first),
        names.index(game.second),
        "" if game.winner is None else PLAYERS[game.winner],
        game.opening_plies,
        " ".join(_drops(results.position(game))),
        note,
    ]


def _drops(position: Position) -> Iterator[str]:
    """The discs and bans that led to a position, such as "X3,0" and "!4,1"."""
    for before, after in pairwise(position.history):
        assert after.last_cell is not None
        column, row = after.last_cell
        yield f"{BAN if before.banning else PLAYERS[before.turn]}{column},{row}"
