"""Tries a program in many situations and says in plain words what it does wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from dropfour._words import counted
from dropfour.agents import agent
from dropfour.arena.faults import Disturbed, PlayerFault
from dropfour.arena.players import move, seat, talk_fault
from dropfour.arena.players.clock import Turn
from dropfour.arena.players.sandbox import bubblewrap_fault
from dropfour.arena.players.seat import Seat
from dropfour.arena.tables import Allowances, Player, Sandbox, Talk
from dropfour.cells import column_name
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset_names

GOOD, WRONG, NOTE = "good", "WRONG", "note"
_MOST_SECONDS = 86_400
_ONE_CELL_LEFT = "XOXOXO/XOXOXO/OXOXOX/OXOXOX/XOXOXO/XOXOXO/OXOXO X"


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
    allowed = Allowances(move_seconds=seconds, start_seconds=max(10.0, seconds), sandbox=sandbox)
    player = Player(name="it", command=_anchored(command), talk=talk, seconds=seconds / 2)
    examiner = _Examiner(player, allowed)
    if sandbox != "none" and (fault := bubblewrap_fault()):
        yield Finding(NOTE, "sandbox", f"none, it runs with your rights: {fault}")
    first = examiner.moves("empty board", Position(load_rules("classic")))
    yield first
    if first.mark == WRONG:
        return
    yield from examiner.situations()
    yield from examiner.games()


def _anchored(command: Sequence[str]) -> list[str]:
    """Files on a command line are meant from here, wherever the program is started."""
    return [str(Path(word).absolute()) if Path(word).is_file() else word for word in command]


class _Examiner:
    def __init__(self, player: Player, allowed: Allowances) -> None:
        self._player, self._allowed = player, allowed
        self._turn = Turn(allowed.move_seconds)

    def situations(self) -> Iterator[Finding]:
        """Positions in which programs go wrong."""
        classic = load_rules("classic")
        full = Position.from_moves("DDDDDD", classic)
        yield self.moves("a full column", full)
        win = Position.from_moves("ABABAB", classic)
        yield self.moves("a win at once", win, best=0)
        block = Position.from_moves("ABABA", classic)
        yield self.moves("a loss to prevent", block, best=0)
        last = Position.from_text(_ONE_CELL_LEFT, classic)
        yield self.moves("one cell left", last)
        odd = Position.from_text("X/-/-/XXX/-/-/- O", classic)
        yield self.moves("more discs of one player", odd)
        second = Position.from_moves("D", classic)
        yield self.moves("positions that do not follow from each other", win, second, full)
        for name in preset_names():
            rules = load_rules(name)
            yield self._judged(rules, self.moves(f"the game {name}", Position(rules)))
        for rows, columns in ((1, 1), (4, 4), (12, 12)):
            rules = Rules.grid(rows=rows, columns=columns)
            found = self.moves(f"a board of {columns} × {rows}", Position(rules))
            yield self._judged(rules, found)

    def games(self) -> Iterator[Finding]:
        """Whole games on either side, on each preset that it can be told about."""
        for name in preset_names():
            rules = load_rules(name)
            if talk_fault(self._player, rules) is None:
                for side in (0, 1):
                    yield self._judged(rules, self._game(name, rules, side))

    def _judged(self, rules: Rules, found: Finding) -> Finding:
        """The finding on this board: a one-move program may know the one size of its game."""
        one_size = self._player.talk == "one-move"
        if found.mark == WRONG and one_size and rules.heights != load_rules("classic").heights:
            return replace(found, mark=NOTE)
        return found

    def moves(self, situation: str, *positions: Position, best: int | None = None) -> Finding:
        """One move in each position, from the same running program.

        Missing the best one is worth a note.
        """
        if fault := talk_fault(self._player, positions[0].rules):
            return Finding(NOTE, situation, fault)
        try:
            with closing(self._seated(positions[0].rules)) as player:
                for position in positions:
                    played = move(player, position, self._turn)[1].column
        except (PlayerFault, Disturbed) as error:
            return Finding(WRONG, situation, str(error))
        words = f"plays {column_name(played)}"
        if best is None:
            return Finding(GOOD, situation, words)
        if played == best:
            return Finding(GOOD, situation, f"{words}, the best")
        return Finding(NOTE, situation, f"{words}, {column_name(best)} is best")

    def _seated(self, rules: Rules) -> Seat:
        folder = os.getcwd()  # noqa: PTH109 - a text is wanted
        return seat(self._player, rules, seed=1, allowed=self._allowed, folder=folder)

    def _game(self, name: str, rules: Rules, side: int) -> Finding:
        situation = f"a game of {name} as {'first' if side == 0 else 'second'} player"
        other = agent("random", seed=1)
        position = Position(rules)
        try:
            with closing(self._seated(rules)) as player:
                while position.outcome is None:
                    if position.turn == side:
                        position, _ = move(player, position, self._turn)
                    else:
                        position = position.play(other.choose(position))
        except (PlayerFault, Disturbed) as fault:
            return Finding(
                WRONG, situation, f"after {counted(len(position.moves), 'move')}, {fault}"
            )
        result = {None: "a draw", side: "won"}.get(position.outcome.winner, "lost")
        return Finding(GOOD, situation, f"{result} against random moves")
