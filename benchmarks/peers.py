"""Programs we did not write, as benchmarks and tests ask them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import dropfour as d4

# bitbully is under the AGPL: a program of its own that answers every line of moves with JSON.
_BITBULLY = """
import json, sys, time
from bitbully import bitbully_core
solver = bitbully_core.BitBullyCore({book})
for line in sys.stdin:
    board = bitbully_core.BoardCore()
    for column in json.loads(line):
        assert board.play(column)
    print(json.dumps({answer}(board)), flush=True)
"""
_BITBULLY_COLUMNS = "(lambda board: [int(score) for score in solver.scoreMoves(board)])"
_BITBULLY_ALONE = """(lambda board: (
    solver.resetTranspositionTable(), solver.resetNodeCounter(), began := time.process_time(),
    int(solver.mtdf(board, 0)), solver.getNodeCounter(), time.process_time() - began)[3:])"""
_BITBULLY_BOOK = (
    "__import__('pathlib').Path(__import__('bitbully_databases').BitBullyDatabases"
    ".get_database_path('12-ply-dist'))"
)
_BITBULLY_FULL = -1000  # the score of a full column


def bitbully_columns(
    positions: Sequence[d4.Position], *, book: bool = False
) -> list[dict[int, int]]:
    """The exact score of every legal column of positions of 7 × 6, in bitbully's count.

    By search, or with its own book of twelve plies.
    """
    answers = _ask_bitbully(_BITBULLY_COLUMNS, positions, _BITBULLY_BOOK if book else "")
    return [{c: s for c, s in enumerate(row) if s > _BITBULLY_FULL} for row in answers]


def bitbully_alone(positions: Sequence[d4.Position]) -> list[tuple[int, int, float]]:
    """The score, nodes and seconds of processor time of each, its table emptied before."""
    return [(row[0], row[1], row[2]) for row in _ask_bitbully(_BITBULLY_ALONE, positions)]


def bitbully_score(exact: d4.Exact, left: int) -> int:
    """A result in bitbully's count, a player's own discs: a win with the last but n is n // 2 + 1.

    `left` are the cells free before the move.
    """
    return exact.value * ((left - (exact.plies or 0)) // 2 + 1)


def _ask_bitbully(answer: str, positions: Sequence[d4.Position], book: str = "") -> list[Any]:
    asked = "".join(json.dumps(p.moves) + "\n" for p in positions)
    program = [sys.executable, "-c", _BITBULLY.format(answer=answer, book=book)]
    run = subprocess.run(program, input=asked, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr)
    return [json.loads(line) for line in run.stdout.splitlines()]


def openspiel_bot(playouts: int, seed: int, *, exploration: float = 1.4) -> Any:
    """OpenSpiel's C++ tree search with its own random rollouts."""
    import pyspiel  # only here: bitbully is asked without it

    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    game = pyspiel.load_game("connect_four")
    return pyspiel.MCTSBot(game, rollouts, exploration, playouts, 1000, True, seed, False)


def openspiel_chooser(playouts: int, seed: int) -> Callable[[d4.Position], int]:
    """The same bot as somebody who chooses columns of our positions."""
    import pyspiel

    bot, game = openspiel_bot(playouts, seed), pyspiel.load_game("connect_four")

    def choose(position: d4.Position) -> int:
        state: Any = game.new_initial_state()
        for column in position.moves:
            state.apply_action(column)
        return int(bot.step(state))

    return choose
