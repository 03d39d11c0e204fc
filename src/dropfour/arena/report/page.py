"""The report as one HTML page that needs nothing else: no network, no other file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite, isinf, isnan
from typing import Any

from jinja2 import Environment

from dropfour._bundle import bundle, packaged
from dropfour.arena.report import words
from dropfour.arena.report.plots import plots
from dropfour.arena.report.settings import settings_of
from dropfour.arena.report.summary import PlayerSummary, Summary
from dropfour.arena.results import VOID, PlayedGame, Results, Thought
from dropfour.arena.stats import Rating
from dropfour.game import Position
from dropfour.notation import BAN, PLAYERS

_LONGEST_LINE = 12  # characters of a line of play


@dataclass(frozen=True, slots=True)
class Bar:
    """A player's rating on a common scale, in percent of its width."""

    player: PlayerSummary
    rating: Rating
    zero: float
    at: float
    left: float
    width: float
    open_left: bool
    open_right: bool


def format_page(results: Results, summary: Summary) -> str:
    """The page, with tables, plots and every game for replay."""
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    for name in ("percent", "likelihood", "share", "share_interval", "elo", "elo_interval"):
        environment.filters[name] = getattr(words, name)
    template = environment.from_string(packaged("arena/report/page.html"))
    return template.render(
        summary=summary,
        bars=_bars(summary),
        plots=[plot for plot in plots(summary) if plot.name != "elo"],  # the bars show that
        difference=words.difference(summary),
        held=words.about_held(summary.ratings),
        settings=settings_of(results.experiment),
        style=packaged("web/static/board.css") + packaged("arena/report/page.css"),
        script=bundle("arena/report/page.js"),
        data=_json(_replay_data(results)),
    )


def _bars(summary: Summary) -> list[Bar]:
    """An interval without an end goes to the edge of the scale."""
    ratings = summary.ratings.players
    ends = [0.0, *(end for r in ratings for end in (r.elo, r.low, r.high) if isfinite(end))]
    room = max(20.0, (max(ends) - min(ends)) / 20)
    low, high = min(ends) - room, max(ends) + room

    def place(elo: float) -> float:
        return round(100 * (min(max(elo, low), high) - low) / (high - low), 2)

    return [
        Bar(
            player=summary.players[i],
            rating=ratings[i],
            zero=place(0.0),
            at=place(ratings[i].elo),
            left=place(ratings[i].low),
            width=round(place(ratings[i].high) - place(ratings[i].low), 2),
            open_left=isinf(ratings[i].low),
            open_right=isinf(ratings[i].high),
        )
        for i in summary.order
        if summary.players[i].tally.games
    ]


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
        "boards": [
            {"name": name, "rules": rules.to_mapping(), **rules.board}
            for name, rules in results.experiment.rules
        ],
        "games": [_game(results, game, boards, names) for game in results],
    }


def _game(results: Results, game: PlayedGame, boards: list[str], names: list[str]) -> list[Any]:
    """As the script reads it; drops such as "X3,0", times in milliseconds, thoughts as lists."""
    position = results.position(game)
    outcome = position.outcome
    return [
        game.number,
        boards.index(game.board),
        names.index(game.first),
        names.index(game.second),
        "" if game.winner is None else PLAYERS[game.winner],
        {"text": game.start, "drops": " ".join(_lying(position.history[0]))},
        game.opening_plies,
        game.moves,
        " ".join(_drops(position)),
        list(outcome.cells) if outcome else [],
        [None if isnan(ms) else ms for ms in game.times_ms],
        [_thought(thought) for thought in game.thoughts],
        _note(game),
    ]


def _note(game: PlayedGame) -> str:
    """Why it ended, where not on the board."""
    if game.ending == VOID:
        return f"not counted: {game.detail}"
    if game.ending == "adjudicated":
        return game.detail or "ended when its result was proven"
    return f"{game.cause}: {game.detail}" if game.cause else game.detail


def _thought(thought: Thought) -> list[Any]:
    line = (
        thought.line if len(thought.line) <= _LONGEST_LINE else f"{thought.line[:_LONGEST_LINE]}…"
    )
    return [thought.value, thought.depth, thought.work, line]


def _lying(position: Position) -> Iterator[str]:
    """The discs and bans of a position, as drops."""
    setup = position.setup
    for letter, cells in zip((*PLAYERS, BAN), (*setup.discs, setup.bans), strict=True):
        yield from (f"{letter}{column},{row}" for column, row in sorted(cells))


def _drops(position: Position) -> Iterator[str]:
    """The discs and bans that led to a position, such as "X3,0" and "!4,1"."""
    history, rules = position.history, position.rules
    taken = {*history[0].setup.filled, *rules.blocked}
    free = [
        iter([row for row in range(height) if (column, row) not in taken])
        for column, height in enumerate(rules.heights)
    ]
    for before, column in zip(history, position.moves, strict=False):
        letter = BAN if before.banning else PLAYERS[before.turn]
        yield f"{letter}{column},{next(free[column])}"  # on the lowest free cell
