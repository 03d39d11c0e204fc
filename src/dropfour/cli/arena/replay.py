"""A stored game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dropfour.arena.replay import positions
from dropfour.cells import column_name
from dropfour.notation import PLAYERS
from dropfour.replay import record_of

if TYPE_CHECKING:
    from dropfour.arena import Experiment, GameRecord


def show_game(experiment: Experiment, game: GameRecord, *, last_only: bool = False) -> None:
    """Every position of a game, and how it ended."""
    line = positions(experiment, game)
    print(f"Game {game.number} on {game.board}: {game.first} (X) against {game.second} (O)")
    untimed = len(line) - 1 - len(game.times_ms)
    for number, position in enumerate(line):
        if last_only and number < len(line) - 1:
            continue
        if number:
            before = line[number - 1]
            what = "a ban on " if before.banning else ""
            ms = game.times_ms[number - 1 - untimed] if number > untimed else None
            took = "opening" if ms is None else f"{ms:g} ms"
            move = f"{what}{column_name(position.moves[-1])}"
            print(f"\n{number}. {PLAYERS[before.turn]} plays {move} ({took})")
        print(position)
    print(f"\n{ending(game)}\n{record_of(line[-1])}")


def fault_words(game: GameRecord) -> str:
    """Who did what wrong in a game; "" if nobody did."""
    if game.fault_side is None:
        return ""
    detail = f" ({game.detail})" if game.detail else ""
    return f"{(game.first, game.second)[game.fault_side]} {game.cause}{detail}"


def ending(game: GameRecord) -> str:
    """How the game ended, in one sentence.

    >>> from dropfour.arena import GameRecord
    >>> ending(GameRecord(number=0, pair=0, board="b", first="a", second="b", opening="",
    ...                   moves="", winner=1, ending="fault", fault_side=0, cause="crashed"))
    'b wins: a crashed'
    """
    names = game.first, game.second
    if game.ending == "void":
        return f"void: {game.detail}"
    result = "a draw" if game.winner is None else f"{names[game.winner]} wins"
    if fault := fault_words(game):
        return f"{result}: {fault}"
    return f"{result} (proven)" if game.ending == "adjudicated" else result
