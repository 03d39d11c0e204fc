"""A PettingZoo environment: two agents in turn, `player_0` and `player_1`.

Who has landed on a bonus cell moves again, to place a ban: `agent_selection` then names the same
agent twice. Do not count on agents to alternate.
"""

from __future__ import annotations

from typing import Any, ClassVar

from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.env_registry.registration import aec_registry
from pettingzoo.env_registry.registration import register as register_env
from pettingzoo.utils import wrappers

from dropfour.envs.table import RENDER_MODES, Illegal, Observation, Reward, Table, one_of, picture

ID = "dropfour/drop-v0"


def env(**settings: Any) -> Any:
    """The environment in PettingZoo's own wrappers, which check the order of calls."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(DropAEC(**settings)))


class DropAEC(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo says no types
    """A game of any rules between two agents; the settings are those of `Table`."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "drop_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Any = "classic",
        *,
        boards: int | None = None,
        plies: int | tuple[int, int] = 0,
        illegal: Illegal = "raise",
        reward: Reward = "result",
        render_mode: str | None = None,
    ) -> None:
        given = {"boards": boards, "plies": plies, "illegal": illegal, "reward": reward}
        EzPickle.__init__(self, rules, render_mode=render_mode, **given)
        super().__init__()
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self._table = Table(rules, 1, boards=boards, plies=plies, illegal=illegal, reward=reward)
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._table.observation_space)
        self.action_spaces = {
            a: spaces.Discrete(self._table.batch.columns) for a in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the next game; with a seed the first one of that seed."""
        self._table.reset(seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._pass_turn()

    def step(self, action: int | None) -> None:
        """Plays a column for `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._table.step(self._table.chosen([-1 if action is None else action]))
        if self._table.ended[0]:
            result = float(self._table.result[0])
            self.rewards = dict(zip(self.possible_agents, (result, -result), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._pass_turn()
        self._accumulate_rewards()

    def _pass_turn(self) -> None:
        turn, banning = int(self._table.batch.turn[0]), bool(self._table.batch.banning[0])
        self.agent_selection = self.possible_agents[turn]
        for agent in self.agents:
            self.infos[agent] = {"banning": banning and agent == self.agent_selection}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The game as this agent sees it; it may move only when it is its turn."""
        return self._table.observed_by(self.possible_agents.index(agent))

    def render(self) -> Any:
        """Prints the board, or returns a text, an SVG or pixels, as `render_mode` says."""
        return picture(self._table.position(), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def register() -> None:
    """Makes it known to `pettingzoo.make`."""
    if ID not in aec_registry:
        register_env("aec", ID, "dropfour.envs.aec:env")
