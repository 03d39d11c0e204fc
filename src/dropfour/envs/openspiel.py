"""A game of OpenSpiel: `pyspiel.load_game("dropfour(rules=square)")`.

`rules` is a preset or a TOML file, `seed` (0 or more) draws a random board of it, and `points=true`
pays the margin instead of +1, 0 or -1 where points are counted. A ban is a move of the same player.
"""

from __future__ import annotations

import builtins
from types import FunctionType
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from dropfour.cells import column_name
from dropfour.errors import WrongSetting
from dropfour.game import PLANES, Position
from dropfour.rules import Rules
from dropfour.variants import load_rules

NAME = "dropfour"
_DEFAULTS = {"rules": "classic", "seed": -1, "points": False}
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="dropfour",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class DropGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game of one set of rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        told = {**_DEFAULTS, **(params or {})}
        seed = int(told["seed"])
        self.rules = load_rules(str(told["rules"]), seed=seed if seed >= 0 else None)
        self.points = bool(told["points"])
        if self.points and self.rules.ending != "full":
            raise WrongSetting("points: these rules count none (their ending is not 'full')")
        places = len(self.rules.goal.patterns) * self.rules.playable  # no one has more points
        most = float(places if self.points else 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.columns,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.rules.playable,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self, state: None = None) -> DropState:
        return DropState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlaneObserver(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class DropState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position of it."""

    def __init__(self, game: DropGame) -> None:
        super().__init__(game)
        self.position = Position(game.rules)
        self._points = game.points

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.position.turn

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return "xo"[player] + column_name(action)

    def is_terminal(self) -> bool:
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None:
            return [0.0, 0.0]
        worth = {0: 1.0, 1: -1.0, None: 0.0}[outcome.winner]
        if self._points:
            worth = float(outcome.scores[0] - outcome.scores[1])
        return [worth, -worth]

    def __str__(self) -> str:
        return str(self.position)


class PlaneObserver:
    """The planes of `Position.planes`, as the player sees them."""

    def __init__(self, rules: Rules, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        shape = (len(PLANES), rules.rows, rules.columns)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: DropState, player: int) -> None:
        planes = self.dict["observation"]
        planes[:] = state.position.planes("float32")
        if player != state.position.turn:
            planes[[0, 1]] = planes[[1, 0]]

    def string_from(self, state: DropState, player: int) -> str:
        return state.position.to_text()


def register() -> None:
    """Makes it known to `pyspiel.load_game`.

    OpenSpiel holds what makes a game until after the end of Python. It gets a function that knows
    nothing, for the class would keep this module, and all that it has, from being cleared; and one
    that holds itself, for there is no Python left to free it.
    """
    if NAME not in pyspiel.registered_names():
        make = FunctionType(_make.__code__, {"__builtins__": builtins})
        vars(make)["itself"] = make
        pyspiel.register_game(_TYPE, make)


def _make(params):  # type: ignore[no-untyped-def]  # its globals are gone: no name may be needed
    from dropfour.envs.openspiel import DropGame

    return DropGame(params)
