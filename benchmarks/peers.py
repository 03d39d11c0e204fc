"""Programs that we did not write, or long ago, as benchmarks and tests ask them."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import dropfour as d4
from dropfour.cells import column_number

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


class EngineProgram:
    """A program that speaks docs/engine-protocol.md: an earlier version of ours, say."""

    def __init__(self, command: str, rules: d4.Rules, *, seconds: float) -> None:
        self._seconds = seconds
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._ask(f"rules {json.dumps(rules.to_mapping())}", "ok")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate("quit\n")

    def choose(self, position: d4.Position) -> int:
        """Its column, after so many seconds."""
        self._ask(f"position {position.to_text()}", "ok")
        return column_number(self._ask(f"go seconds {self._seconds}", "bestmove ").split()[1])

    def _ask(self, line: str, wanted: str) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        if not answer.startswith(wanted):
            self._process.kill()
            raise RuntimeError(f"the engine answers {line!r} with {answer!r}")
        return answer


class FairyStockfish:
    """Fairy-Stockfish at 7 × 6, on one thread: a program of its own (GPL), asked by UCI."""

    _GAME = Path(__file__).with_name("fairy_stockfish.ini")

    def __init__(self, *, seconds: float, table_mb: int = 64) -> None:
        program = self.program()
        if program is None:
            raise FileNotFoundError("Fairy-Stockfish is not installed")
        self._seconds = seconds
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._say("uci")
        self.name = self._answer("id name ")
        self._answer("uciok")
        for option, value in {
            "VariantPath": self._GAME,
            "UCI_Variant": "connect-four",
            "Threads": 1,
            "Hash": table_mb,
        }.items():
            self._say(f"setoption name {option} value {value}")

    @staticmethod
    def program() -> str | None:
        """Where it is: FAIRY_STOCKFISH says it, or it is installed; None if it is nowhere."""
        places = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games"
        return shutil.which(os.environ.get("FAIRY_STOCKFISH", "fairy-stockfish"), path=places)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._say("quit")
        self._process.communicate()

    def new_game(self) -> None:
        """Forgets what it has found out."""
        self._say("ucinewgame")

    def choose(self, position: d4.Position) -> int:
        """Its column, after so many seconds; it is told the whole game."""
        self._say(f"position startpos moves {' '.join(_drops(position))}")
        self._say(f"go movetime {round(1000 * self._seconds)}")
        return ord(self._answer("bestmove P@")[0]) - ord("a")

    def perft(self, depth: int) -> int:
        """How many sequences of moves it counts from the empty board."""
        self._say("position startpos")
        self._say(f"go perft {depth}")
        return int(self._answer("Nodes searched: "))

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")

    def _answer(self, start: str) -> str:
        """The rest of the next line that starts so."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(start):
                return line[len(start) :].strip()
        raise RuntimeError(f"Fairy-Stockfish ended before it said {start!r}")


def _drops(position: d4.Position) -> Iterator[str]:
    """The moves so far as UCI has them: a piece, and the cell it is dropped on."""
    filled = [0] * len(position.rules.heights)
    for column in position.moves:
        filled[column] += 1
        yield f"P@{chr(ord('a') + column)}{filled[column]}"
