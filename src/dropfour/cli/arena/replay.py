"""A stored game in the terminal."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from dropfour.arena.results import VOID
from dropfour.cells import column_name
from dropfour.notation import PLAYERS
from dropfour.replay import record_of

if TYPE_CHECKING:
    from dropfour.arena import PlayedGame, Results


def show_game(results: Results, game: PlayedGame, *, last_only: bool = False) -> None:
    """Every position of a game, and how it ended."""
    last = results.position(game)
    print(f"Game {game.number} on {game.board}: {game.first} (X) against {game.second} (O)")
    if not last_only:
        print(last.history[0])
    for number, (before, after) in enumerate(pairwise(last.history), start=1):
        if last_only and after is not last:
            continue
        index = number - 1 - game.opening_plies
        took = "opening" if index < 0 else _remarks(game, index)
        what = "a ban on " if before.banning else ""
        move = f"{what}{column_name(after.moves[-1])}"
        print(f"\n{number}. {PLAYERS[before.turn]} plays {move} ({took})\n{after}")
    print(f"\n{ending(game)}\n{record_of(last)}")


def _remarks(game: PlayedGame, index: int) -> str:
    """How long a move took, and what its player said about it."""
    words = [f"{game.times_ms[index]:g} ms"]
    if game.thoughts:
        thought = game.thoughts[index]
        words += [f"value {thought.value:+.2f}"] if thought.value is not None else []
        words += [f"depth {thought.depth}"] if thought.depth is not None else []
        words += [f"work {thought.work:,}"] if thought.work is not None else []
        words += [f"line {thought.line}"] if thought.line else []
    return ", ".join(words)


def ending(game: PlayedGame) -> str:
    """How the game ended, in one sentence.

    >>> from dropfour.arena import PlayedGame
    >>> ending(PlayedGame(number=0, pair=0, board="b", first="a", second="b", opening="",
    ...                   moves="", winner=1, ending="fault", fault_side=0, cause="crashed"))
    'b wins: a crashed'
    """
    if game.ending == VOID:
        return f"void: {game.detail}"
    result = "a draw" if game.winner is None else f"{game.players[game.winner]} wins"
    if game.fault:
        return f"{result}: {game.fault}"
    return f"{result} ({game.detail or 'proven'})" if game.ending == "adjudicated" else result
