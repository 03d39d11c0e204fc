"""Tries a program in many situations and says in plain words what it does wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dropfour._words import counted
from dropfour.agents import agent
from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players import Seat, seat, talk_fault
from dropfour.arena.players.sandbox import bubblewrap_fault
from dropfour.arena.tables import LimitsTable, Player, Sandbox, Talk
from dropfour.cells import column_name
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset_names

GOOD, WRONG, NOTE = "good", "WRONG", "note"
_MOST_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Finding:
    """What happened in one situation; notes are no faults."""

    mark: str
    situation: str
    words: str


def check_player(
    command: Sequence[str], *, talk: Talk = "protocol", seconds: float = 5.0,
    sandbox: Sandbox = "none",
) -> Iterator[Finding]:  # fmt: skip
    """Findings as they come; after a failure to start there are no more."""
    if not 0 < seconds <= _MOST_SECONDS:  # nan is not, either
        raise DropfourError(f"seconds must be over 0 and at most {_MOST_SECONDS}, not {seconds:g}")
    limits = LimitsTable(move_seconds=seconds, start_seconds=max(10.0, seconds), sandbox=sandbox)
    player = Player(name="it", command=_anchored(command), talk=talk, seconds=seconds / 2)
    examiner = _Examiner(player, limits)
    if sandbox != "none" and (fault := bubblewrap_fault()):
        yield Finding(NOTE, "sandbox", f"none, it runs with your rights: {fault}")
    first = examiner.single("empty board", Position(load_rules("classic")))
    yield first
    if first.mark == WRONG:
        return
    yield from examiner.situations()
    yield from examiner.games()


def _anchored(command: Sequence[str]) -> list[str]:
    """Files on a command line are meant from here, wherever the program is started."""
    return [str(Path(word).absolute()) if Path(word).is_file() else word for word in command]


class _Examiner:
    def __init__(self, player: Player, limits: LimitsTable) -> None:
        self._player, self._limits = player, limits

    def situations(self) -> Iterator[Finding]:
        """Positions in which programs go wrong."""
        classic = load_rules("classic")
        full = Position.from_moves("DDDDDD", classic)
        yield self.single("a full column", full)
        win = Position.from_moves("ABABAB", classic)
        yield self.single("a win at once", win, best=0)
        block = Position.from_moves("ABABA", classic)
        yield self.single("a loss to prevent", block, best=0)
        last = _one_cell_left(classic)
        yield self.single("one cell left", last)
        odd = Position.from_text("X/-/-/XXX/-/-/- O", classic)
        yield self.single("more discs of one player", odd)
        second = Position.from_moves("D", classic)
        yield self.jump("positions that do not follow from each other", [win, second, full])
        for name in preset_names():
            yield self.single(f"the game {name}", Position(load_rules(name)))
        for rows, columns in ((1, 1), (4, 4), (12, 12)):
            rules = Rules.grid(rows=rows, columns=columns)
            found = self.single(f"a board of {columns} × {rows}", Position(rules))
            if found.mark == WRONG and self._player.talk == "one-move":
                found = replace(found, mark=NOTE)  # a program may know the one size of its game
            yield found

    def games(self) -> Iterator[Finding]:
        """Whole games on either side, on each preset that it can be told about."""
        for name in preset_names():
            rules = load_rules(name)
            if talk_fault(self._player, name, rules) is None:
                for side in (0, 1):
                    yield self._game(name, rules, side)

    def single(self, situation: str, position: Position, *, best: int | None = None) -> Finding:
        """One move in a position; missing the best one is worth a note."""
        return self.jump(situation, [position], best=best)

    def jump(
        self, situation: str, positions: Sequence[Position], *, best: int | None = None
    ) -> Finding:
        """One move in each position, from the same running program."""
        rules = positions[0].rules
        if fault := talk_fault(self._player, situation, rules):
            words = fault.removeprefix("player 'it' ").removesuffix(f", not board {situation!r}")
            return Finding(NOTE, situation, words)
        words = ""
        try:
            player = self._seated(rules)
            try:
                for position in positions:
                    words = _judged(position, player.choose(position), best)
            finally:
                player.close()
        except PlayerFault as fault:
            return Finding(WRONG, situation, str(fault))
        missed = best is not None and not words.endswith("the best")
        return Finding(NOTE if missed else GOOD, situation, words)

    def _seated(self, rules: Rules) -> Seat:
        folder = os.getcwd()  # noqa: PTH109 - a text is wanted
        return seat(self._player, rules, seed=1, limits=self._limits, folder=folder)

    def _game(self, name: str, rules: Rules, side: int) -> Finding:
        situation = f"a game of {name} as {'first' if side == 0 else 'second'} player"
        other = agent("random", seed=1)
        position = Position(rules)
        try:
            player = self._seated(rules)
            try:
                while position.outcome is None:
                    ours = position.turn == side
                    column = player.choose(position) if ours else other.choose(position)
                    _judged(position, column, None)
                    position = position.play(column)
            finally:
                player.close()
        except PlayerFault as fault:
            return Finding(
                WRONG, situation, f"after {counted(len(position.moves), 'move')}, {fault}"
            )
        outcome = position.outcome
        result = {None: "a draw", side: "won"}.get(outcome.winner, "lost")
        return Finding(GOOD, situation, f"{result} against random moves")


def _judged(position: Position, column: int, best: int | None) -> str:
    if column not in position.legal:
        raise PlayerFault(Cause.ILLEGAL, f"column number {column} in {position.to_text()}")
    words = f"plays {column_name(column)}"
    if best is None:
        return words
    return f"{words}, the best" if column == best else f"{words}, {column_name(best)} is best"


def _one_cell_left(rules: Rules) -> Position:
    """A position that nobody has won, with a single free cell."""
    half = rules.rows // 2
    columns = []
    for column in range(rules.columns):
        pair = "XO" if column // 2 % 2 == 0 else "OX"
        columns.append((pair * half)[: rules.rows])
    columns[-1] = columns[-1][:-1]
    return Position.from_text(f"{'/'.join(columns)} X", rules)
