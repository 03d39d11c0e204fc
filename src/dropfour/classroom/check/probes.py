"""What the worker can be asked to do with a student's module; the arguments are plain data."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

from dropfour.classroom.random_boards import RandomBoardGame


class Refused(Exception):
    """The student's code cannot be asked this, and why."""


def call(student: ModuleType, name: str, *arguments: Any) -> Any:
    """Call a function; the arguments that it may change are those of the question."""
    return _fitting(_function(student, name), name, len(arguments))(*arguments)


def make_move(student: ModuleType, name: str, board: Any, column: int, player: str) -> Any:
    """The board after a move, whether it is returned or the given one is changed."""
    function = _fitting(_function(student, name), name, 3)
    returned = function(board, column, player)
    return returned if isinstance(returned, list | tuple) else board


def check_winner(student: ModuleType, name: str, board: Any, players: list[Any]) -> Any:
    """The winner as one of `players`, or None; a function of board and player is asked for each."""
    function = _function(student, name)
    if _accepts(function, 1):
        winner = function(board)
        return winner if winner in players and not isinstance(winner, bool) else None
    won = [player for player in players if _fitting(function, name, 2)(board, player)]
    return won[0] if len(won) == 1 else won or None


def tally(student: ModuleType, name: str, times: int, board: Any, player: str) -> list[int]:
    """How many of many random games X and O have won."""
    function = _fitting(_function(student, name), name, 2)
    winners = [function(copy.deepcopy(board), player) for _ in range(times)]
    return [sum(winner == side for winner in winners) for side in ("X", "O")]


def solve(student: ModuleType, name: str, simulations: int, board: Any, player: str) -> Any:
    """The column chosen; a function that takes no number of simulations uses its own."""
    function = _function(student, name)
    if _accepts(function, 3):
        chosen = function(board, player, simulations)
    else:
        chosen = _fitting(function, name, 2)(board, player)
    return chosen[0] if isinstance(chosen, tuple) and chosen else chosen


def search(
    student: ModuleType, names: list[str], limits: dict[str, float], state: list[Any]
) -> Any:
    """The column that a tree search chooses, and whether the state is as it was.

    The search is told the first of the limits that it has a name for.
    """
    name = next(name for name in names if hasattr(student, name))
    function = _function(student, name)
    game = RandomBoardGame(*state)
    settings = inspect.signature(function).parameters
    told = [name for name in limits if name in settings][:1]
    column = function(game, **{name: limits[name] for name in told})
    return [column, [game.board, game.turn, game.banning] == state]


def play_out(student: ModuleType, name: str, board: Any, columns: list[int]) -> Any:
    """What a game of random boards looks like after some moves."""
    game = _function(student, name)(board)
    for column in columns:
        game = game.play(column)
    outcome = game.outcome
    return [
        game.turn, bool(game.banning), list(game.legal),
        outcome is not None, None if outcome is None else outcome.winner,
    ]  # fmt: skip


def count_score(student: ModuleType, board: Any) -> Any:
    """The points of both players."""
    game = _max_game(student, board, 1)
    returned = game.countScore()
    if isinstance(returned, tuple | list) and len(returned) == 2:
        return list(returned)
    return [_attribute(game, "player1Score"), _attribute(game, "player2Score")]


def piece_count(student: ModuleType, board: Any) -> Any:
    """The number of pieces."""
    game = _max_game(student, board, 1)
    returned = game.checkPieceCount()
    return _attribute(game, "pieceCount") if returned is None else returned


def play_piece(student: ModuleType, board: Any, turn: int, column: int) -> Any:
    """The board after a piece."""
    game = _max_game(student, board, turn)
    game.playPiece(column)
    return _attribute(game, "gameBoard")


def decide(student: ModuleType, board: Any, turn: int, depth: int) -> Any:
    """The column that `minimax` decides on."""
    search = _function(student, "minimax")
    if _accepts(search, 3):
        return search(board, turn, depth).decide()
    game = _max_game(student, board, turn)
    game.checkPieceCount()
    return _fitting(search, "minimax", 2)(game, depth).decide()


def _function(student: ModuleType, name: str) -> Callable[..., Any]:
    found = getattr(student, name, None)
    if not callable(found):
        raise Refused(f"{name} is not there")
    return found  # type: ignore[no-any-return]  # whatever it is, it can be called


def _max_game(student: ModuleType, board: Any, turn: int) -> Any:
    """A game object of the student's class, which is known by its functions, at a position."""
    for found in vars(student).values():
        if isinstance(found, type) and hasattr(found, "playPiece") and hasattr(found, "countScore"):
            game = _fitting(found, found.__name__, 0)()
            _attribute(game, "gameBoard")
            _attribute(game, "currentTurn")
            game.gameBoard, game.currentTurn = board, turn
            return game
    raise Refused("there is no class with the functions playPiece and countScore")


def _attribute(game: Any, name: str) -> Any:
    if not hasattr(game, name):
        raise Refused(f"a game, {type(game).__name__}(), has no {name}")
    return getattr(game, name)


def _accepts(function: Callable[..., Any], count: int) -> bool:
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # it does not say what it takes
        return True
    return True


def _fitting(function: Callable[..., Any], name: str, count: int) -> Callable[..., Any]:
    if not _accepts(function, count):
        takes = f"{name}{inspect.signature(function)}"
        arguments = "no arguments" if count == 0 else f"{count} argument{'s' * (count > 1)}"
        raise Refused(f"it cannot be called with {arguments}: it is {takes[:200]}")
    return function
