"""What the environments share: games of a batch as observations, rewards and pictures."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from dropfour._validation import shown
from dropfour.batch import Batch
from dropfour.errors import IllegalMove, WrongSetting
from dropfour.game import PLANES, Position
from dropfour.render import rgb

Illegal: TypeAlias = Literal["raise", "lose"]
Reward: TypeAlias = Literal["result", "margin"]
Observation: TypeAlias = dict[str, npt.NDArray[Any]]
_PASS = np.iinfo(np.int64).min  # a learner's -1
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


class Table:
    """Some games that somebody else resets and steps, as learners see them.

    An observation is a table of `observation`, the planes of `Batch`, and `action_mask`, the legal
    columns. Rewards are given at the end of a game: +1, 0 or -1, or with `reward="margin"` the
    points ahead. An illegal column raises `IllegalMove`, or with `illegal="lose"` loses the game.
    """

    def __init__(
        self,
        rules: Any,
        n: int,
        *,
        boards: int | None,
        plies: int | tuple[int, int],
        illegal: str,
        reward: str,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        self.batch = Batch(
            rules,
            n,
            boards=boards,
            plies=plies,
            planes="uint8",
            autoreset="off",
            seed=seed,
            threads=threads,
        )
        self.loses = one_of("illegal", illegal, Illegal) == "lose"
        points = one_of("reward", reward, Reward) == "margin"
        if points and self.batch.margin is None:
            raise WrongSetting("reward: margin needs rules with ending 'full'")
        self.points = points
        shape = (len(PLANES), self.batch.rows, self.batch.columns)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.batch.columns,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.batch.columns)
        self.ended = np.zeros(n, np.bool_)  # also by an illegal column
        self.result = np.zeros(n)  # what the first player is rewarded with; the second with minus

    def reset(self, mask: npt.ArrayLike | None = None, seed: npt.ArrayLike | None = None) -> None:
        self.batch.reset(mask, seed=seed)
        chosen = slice(None) if mask is None else np.asarray(mask)
        self.ended[chosen] = self.batch.ended[chosen]
        self.result[chosen] = 0

    def chosen(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """The columns of learners, who may not pass: -1 is as illegal as any other."""
        columns = self.batch._whole(actions).astype(np.int64)
        columns[columns == -1] = _PASS
        return columns

    def check(self, columns: npt.NDArray[Any]) -> None:
        """`IllegalMove` if `step` would raise it."""
        moving = columns != -1
        if (late := moving & self.ended).any():
            raise IllegalMove(f"game {int(late.argmax())}: the game is over")
        if not self.loses and (foul := self._fouls(columns)).any():
            game = int(foul.argmax())
            column = -1 if columns[game] == _PASS else int(columns[game])
            raise IllegalMove(f"game {game}: {self.position(game)._why_not(column)}")

    def _fouls(self, columns: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        inside = np.clip(columns, 0, self.batch.columns - 1)
        legal = self.batch.legal[np.arange(len(columns)), inside] & (inside == columns)
        fouls: npt.NDArray[np.bool_] = (columns != -1) & ~legal
        return fouls

    def step(self, columns: npt.NDArray[Any]) -> None:
        """Plays in the games whose column is not -1; a game that is over has none."""
        moving = columns != -1
        if (moving & self.ended).any():
            self.check(columns)
        if self.loses:
            foul = self._fouls(columns)
            self.result[foul] = np.where(self.batch.turn[foul] == 0, -1, 1)
            self.ended |= foul
            columns, moving = np.where(foul, -1, columns), moving & ~foul
        try:
            self.batch.step(columns)
        except IllegalMove:
            self.check(columns)  # in better words
            raise
        over = self.batch.ended & moving
        worth = self.batch.margin if self.points else self.batch.result
        assert worth is not None  # checked when the table was laid
        self.result[over] = worth[over]
        self.ended |= over

    def observation(self) -> Observation:
        """All games as their movers see them; not a copy."""
        assert self.batch.planes is not None
        legal = self.batch.legal.view(np.int8) * ~self.ended[:, None]
        return {"observation": self.batch.planes, "action_mask": legal}

    def observed_by(self, side: int, game: int = 0) -> Observation:
        """A game as one of its players sees it, whose turn it need not be."""
        seen = {name: array[game].copy() for name, array in self.observation().items()}
        if self.batch.turn[game] != side:
            seen["observation"][[0, 1]] = seen["observation"][[1, 0]]
            seen["action_mask"][:] = 0
        return seen

    def position(self, game: int = 0) -> Position:
        return self.batch.position(game)


def picture(position: Position, mode: str | None) -> Any:
    """The position as `mode` says: printed, as a text, an SVG or an array of pixels."""
    if mode == "human":
        print(position, end="\n\n")
    if mode == "ansi":
        return str(position)
    if mode == "svg":
        return position._repr_svg_()
    return rgb(position.rules, position.setup) if mode == "rgb_array" else None


def one_of(name: str, value: object, choices: Any) -> Any:
    """The value, if it is among the choices of a `Literal`, or of some texts."""
    known = get_args(choices) or choices
    if value not in known:
        raise WrongSetting(f"{name} must be one of {', '.join(known)}, not {shown(value)}")
    return value
