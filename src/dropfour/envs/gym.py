"""Gymnasium environments: one game against an agent of ours, and many of them at once."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dropfour._settings import SEED
from dropfour._validation import shown
from dropfour.agents import Agent
from dropfour.agents.spec import AgentSpec, parse_agent
from dropfour.envs.table import RENDER_MODES, Illegal, Observation, Reward, Table, one_of, picture
from dropfour.errors import WrongSetting

ID = "dropfour/Drop-v0"
Side: TypeAlias = Literal[0, 1, "both"]


class _Games:
    """Games of one learner, on side 0, side 1 or both in turn, against one agent in each.

    Without an opponent the learner moves for either side, and is rewarded as the one who moved.
    """

    def __init__(self, table: Table, opponent: str | None, side: object) -> None:
        self.table = table
        if not isinstance(opponent, str | None):
            raise WrongSetting(f"opponent must name an agent, or be None, not {shown(opponent)}")
        self.spec: AgentSpec | None = None if opponent is None else parse_agent(opponent)
        self.side = one_of("side", str(side), ("0", "1", "both"))
        n = len(table.batch)
        self.agents: list[Agent | None] = [None] * n
        self.rounds = np.arange(n)  # the games of a slot change sides, and neighbours differ
        self.seeds: npt.NDArray[Any] = np.arange(n, dtype=np.uint64)
        self.mine = np.zeros(n, np.uint8)
        self.begun = False

    def reset(self, mask: npt.NDArray[np.bool_], seeds: npt.NDArray[Any] | None) -> None:
        """New games, in which the opponent has moved if it is the first to."""
        self.begun = True
        if seeds is not None:
            self.seeds[mask] = seeds[mask]
            self.rounds[mask] = np.flatnonzero(mask)
        self.table.reset(mask, None if seeds is None else self.seeds)
        numbers = self.rounds[mask]
        self.mine[mask] = numbers % 2 if self.side == "both" else int(self.side)
        if self.spec is not None and self.spec.name != "random":
            for game, number in zip(np.flatnonzero(mask), numbers, strict=True):
                seed = (int(self.seeds[game]) * 1_000_003 + int(number)) % 2**63
                self.agents[game] = self.spec.make(seed=seed)
        self.rounds[mask] += 1
        self.answer()

    def step(self, columns: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """The learner's move in every game whose column is not -1, and the answers to it."""
        if not self.begun:
            raise gymnasium.error.ResetNeeded("reset comes before the first step")
        movers = self.table.batch.turn.copy() if self.spec is None else self.mine
        was_over = self.table.ended.copy()
        self.table.step(columns)
        self.answer()
        earned = np.where(movers == 0, self.table.result, -self.table.result)
        return np.where(self.table.ended & ~was_over, earned, 0.0)

    def answer(self) -> None:
        """The opponent's moves until it is the learner's turn everywhere."""
        if self.spec is None:
            return
        batch, ended = self.table.batch, self.table.ended
        while (waiting := (batch.turn != self.mine) & ~ended).any():
            if self.spec.name == "random":
                columns: npt.NDArray[Any] = batch.random_columns(mask=waiting)
            else:
                columns = np.full(len(batch), -1)
                for game in np.flatnonzero(waiting):
                    agent = self.agents[game]
                    assert agent is not None
                    columns[game] = agent.choose(batch.position(int(game)))
            self.table.step(columns)


class DropEnv(gymnasium.Env[Any, Any]):
    """A game of any rules against `opponent`, an agent such as `auto:level=5`.

    `side` is 0 (the learner begins), 1, or "both" in turn. The other settings are those of `Table`.
    After a bonus the learner moves again, to place a ban: `info["banning"]` says so.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        rules: Any = "classic",
        *,
        opponent: str | None = "random",
        side: Side = 0,
        boards: int | None = None,
        plies: int | tuple[int, int] = 0,
        illegal: Illegal = "raise",
        reward: Reward = "result",
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        table = Table(rules, 1, boards=boards, plies=plies, illegal=illegal, reward=reward)
        self._games = _Games(table, opponent, side)
        self.observation_space, self.action_space = table.observation_space, table.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the next game; with a seed the first one of that seed."""
        super().reset(seed=seed)
        if seed is None and not self._games.begun:
            seed = int(self.np_random.integers(2**63))
        seeds = None if seed is None else np.array([SEED.check(seed)], np.uint64)
        self._games.reset(np.array([True]), seeds)
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a column, and the opponent's answer."""
        reward = float(self._games.step(self._games.table.chosen([action]))[0])
        ended = bool(self._games.table.ended[0])
        return self._observation(), reward, ended, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal columns, under the name that stable-baselines' masked agents ask for."""
        mask: npt.NDArray[np.bool_] = self._games.table.observation()["action_mask"][0] != 0
        return mask

    def render(self) -> Any:
        """Prints the board, or returns a text, an SVG or pixels, as `render_mode` says."""
        return picture(self._games.table.position(), self.render_mode)

    def _observation(self) -> Observation:
        """As the learner sees it, also when the opponent has ended the game."""
        table, games = self._games.table, self._games
        side = int(table.batch.turn[0]) if games.spec is None else int(games.mine[0])
        return table.observed_by(side)

    def _info(self) -> dict[str, Any]:
        if self.render_mode == "human":
            self.render()
        batch = self._games.table.batch
        return {"turn": int(batch.turn[0]), "banning": bool(batch.banning[0])}


class DropVectorEnv(VectorEnv[Any, Any, Any]):
    """Many such games at once over one `Batch`."""

    def __init__(
        self,
        num_envs: int = 1,
        rules: Any = "classic",
        *,
        opponent: str | None = "random",
        side: Side = 0,
        boards: int | None = None,
        plies: int | tuple[int, int] = 0,
        illegal: Illegal = "raise",
        reward: Reward = "result",
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        table = Table(
            rules,
            num_envs,
            boards=boards,
            plies=plies,
            illegal=illegal,
            reward=reward,
            threads=threads,
        )
        self._games = _Games(table, opponent, side)
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**DropEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = table.observation_space
        self.single_action_space = table.action_space
        self.observation_space = batch_space(table.observation_space, num_envs)
        self.action_space = batch_space(table.action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the next games; with `options["reset_mask"]` in those slots only.

        A seed s is s, s + 1, ... for the slots, as in Gymnasium.
        """
        mask = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"])
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
                raise WrongSetting(f"reset_mask must be {self.num_envs} truth values, some true")
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None and not self._games.begun:
            seed = self.np_random.integers(2**63, size=self.num_envs).tolist()
        seeds = self._seeds(seed)
        self._games.reset(mask, seeds)
        return self._observation(), self._infos()

    def _seeds(self, seed: int | list[int | None] | None) -> npt.NDArray[Any] | None:
        if seed is None:
            return None
        if isinstance(seed, list):
            each = [None if one is None else SEED.check(one) for one in seed]
        else:
            each = [SEED.check(SEED.check(seed) + i) for i in range(self.num_envs)]
        if len(each) != self.num_envs:
            raise WrongSetting(f"seed must be one number, or {self.num_envs} of them")
        return np.array(
            [old if new is None else new for old, new in zip(self._games.seeds, each, strict=True)],
            np.uint64,
        )

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Plays a column in every game, and the opponent's answers."""
        table = self._games.table
        columns = table.chosen(actions)
        begun = np.zeros(self.num_envs, np.bool_)
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and table.ended.any():
            begun = table.ended.copy()
            columns[begun] = -1
            table.check(columns)  # before anything changes
            self._games.reset(begun, None)
        rewards = self._games.step(columns)
        terminated = table.ended & ~begun
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and terminated.any():
            seen = self._observation()
            final = np.full(self.num_envs, None, object)
            for game in np.flatnonzero(terminated):
                final[game] = {name: array[game] for name, array in seen.items()}
            infos = {"final_obs": final, "_final_obs": terminated.copy()}
            infos |= {"final_info": self._infos(), "_final_info": terminated.copy()}
            self._games.reset(terminated, None)
        cut = np.zeros(self.num_envs, np.bool_)
        return self._observation(), rewards, terminated, cut, infos | self._infos()

    def render(self) -> tuple[Any, ...] | None:
        """A picture of every game, as `render_mode` says."""
        table = self._games.table
        return tuple(picture(table.position(i), self.render_mode) for i in range(self.num_envs))

    def _observation(self) -> Observation:
        table, games = self._games.table, self._games
        seen = {name: array.copy() for name, array in table.observation().items()}
        if games.spec is not None:
            away = table.batch.turn != games.mine  # the opponent has ended the game
            seen["observation"][away, :2] = seen["observation"][away, 1::-1]
            seen["action_mask"][away] = 0
        return seen

    def _infos(self) -> dict[str, Any]:
        batch, all_of_them = self._games.table.batch, np.ones(self.num_envs, np.bool_)
        infos = {"turn": batch.turn.copy(), "banning": batch.banning.copy()}
        return infos | {f"_{name}": all_of_them for name in infos}


def register() -> None:
    """Makes both known to `gymnasium.make` and `gymnasium.make_vec`."""
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="dropfour.envs.gym:DropEnv",
            vector_entry_point="dropfour.envs.gym:DropVectorEnv",
        )
