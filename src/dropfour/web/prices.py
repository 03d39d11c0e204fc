"""What a request costs its client, in cells of positions drawn, paid before the work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Request

from dropfour.rules import Rules
from dropfour.variants import Variant
from dropfour.web.positions import read_rules
from dropfour.web.rates import Rate, client_key
from dropfour.web.settings import Allowances
from dropfour.web.wire import MOST_MOVES

_MOVES_AS_DEAR_AS_A_DRAWING = 25
_CELLS_AS_DEAR_AS_RULES = 12_000  # the dearest take 3 ms to check
_CELLS_AS_DEAR_AS_A_CHARACTER = 4  # 64 KiB of moves take 34 ms to read, of TOML 45 ms


class Drawing:
    """What one client may have drawn now; a `Refusal` says when it has to wait."""

    def __init__(self, rate: Rate, allowed: Allowances, client: str) -> None:
        self._rate = rate
        self._allowed = allowed
        self._client = client

    def pay(self, rules: Rules, moves: int, drawn: int = 1) -> None:
        """For playing some moves on this board, and drawing so many positions."""
        played = min(moves, rules.playable) / _MOVES_AS_DEAR_AS_A_DRAWING
        self.pay_for((drawn + played) * sum(rules.heights))

    def read_rules(self, asked: Mapping[str, Any], text: str = "") -> Variant:
        """The rules of a request, paid for with a text that will be read by them.

        What is wrong with them is raised as by `read_rules`. Presets are known, and cost little.
        """
        known = asked.keys() == {"preset"} and not text
        characters = len(text) + len(str(asked))
        price = _CELLS_AS_DEAR_AS_A_CHARACTER * characters
        self.pay_for(price if known else price + _CELLS_AS_DEAR_AS_RULES)
        return read_rules(asked)

    def pay_for(self, cells: float) -> None:
        """For what takes as long as drawing so many cells."""
        self._rate.take(self._client, "That is much at once. Try again in a moment.", cells)

    def page(self, rules: Rules, moves: int, first: int, last: int | None) -> range:
        """The plies from `first` to `last`, as many as fit into an answer, paid for."""
        most = max(1, self._allowed.cells_an_answer // sum(rules.heights))
        wanted = MOST_MOVES if last is None else last
        page = range(first, 1 + min(first + most - 1, wanted, moves))
        self.pay(rules, moves, len(page))
        return page


def _of_request(request: Request) -> Drawing:
    state = request.app.state
    return Drawing(state.drawing, state.games.allowed, client_key(request))


Draws = Annotated[Drawing, Depends(_of_request)]
