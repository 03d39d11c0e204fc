"""Standard-input programs: a board in, the board after the move and the move's name out."""

from __future__ import annotations

import re

from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players.clock import MoveClock
from dropfour.arena.players.once import OnceSeat, answer_of
from dropfour.arena.players.process import Guarded
from dropfour.arena.players.seat import Choice
from dropfour.errors import FormatError
from dropfour.game import Position
from dropfour.notation import PLAYERS, Grid, format_grid, parse_grid

_MOVE = re.compile(r"plays column (\d{1,4})\s*$")


class StandardInputSeat(OnceSeat):
    """Starts the program once per move."""

    def _run(self, position: Position, clock: MoveClock) -> Choice:
        def take(answer: str) -> int:
            return _column(answer, position)

        rules = position.rules
        board = format_grid(Grid(rules.rows, rules.columns, position.setup)).encode()
        program = Guarded(self._player, allowed=self._allowed, folder=self._folder, log=self._log)
        return answer_of(program, board, take, clock)


def _column(answer: str, position: Position) -> int:
    """The move that the answer names, if its board agrees."""
    lines = answer.rstrip("\n").split("\n")
    found = _MOVE.search(lines[-1].rstrip("\r"))
    if found is None:
        raise PlayerFault(Cause.RUBBISH, f"{lines[-1][:60]!r} names no move")
    column = int(found[1])
    if column not in position.legal:
        return column  # the caller says what is wrong with it
    other = PLAYERS[1 - position.turn]
    rules = position.rules
    board = "\n".join([f"{rules.rows} {rules.columns}", *lines[:-1], other])
    try:
        after = parse_grid(board)
    except FormatError as error:
        raise PlayerFault(Cause.RUBBISH, f"its board cannot be read: {error}") from None
    expected = position.play(column).setup.discs
    if after.setup.discs != expected:
        if after.setup.discs == position.setup.discs:
            raise PlayerFault(Cause.RUBBISH, "its board lacks the move")
        raise PlayerFault(Cause.ILLEGAL, "its board is not the old one with the named move")
    return column
