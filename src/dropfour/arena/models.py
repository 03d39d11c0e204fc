"""The tables of an experiment file, as pydantic reads them: types, ranges and defaults only."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Positive: TypeAlias = Annotated[int, Field(gt=0, le=10**12)]
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=86_400)]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**63)]
Elo: TypeAlias = Annotated[float, Field(ge=-1000, le=1000)]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]
Talk: TypeAlias = Literal["protocol", "one-move", "standard-input"]
Sandbox: TypeAlias = Literal["auto", "none", "require"]
PlanKind: TypeAlias = Literal["round-robin", "gauntlet", "ordered-pairs", "sequential"]
OpeningKind: TypeAlias = Literal["none", "all", "random", "file"]

EFFORTS = ("playouts", "nodes", "depth", "seconds")


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class PlayerTable(_Table):
    """A player: an agent of ours with its effort and settings, or somebody's program."""

    name: Name | None = None
    agent: str | None = None
    playouts: Positive | None = None
    nodes: Positive | None = None
    depth: Positive | None = None
    seconds: Seconds | None = None
    settings: dict[str, Any] = {}
    command: list[str] | None = None
    talk: Talk = "protocol"
    move_seconds: Seconds | None = None  # None: the limit of the experiment
    memory_mb: Positive | None = None

    @property
    def efforts(self) -> dict[str, float]:
        """How much it may think, by name."""
        return {name: v for name in EFFORTS if (v := getattr(self, name)) is not None}


class PlanTable(_Table):
    """Who plays whom, and how often. `games` counts per pairing and board."""

    kind: PlanKind = "round-robin"
    games: Positive = 2
    heroes: list[str] = []  # gauntlet: those who play everybody else
    elo0: Elo = 0.0  # sequential: the hypotheses, in Elo of the first player over the second
    elo1: Elo = 20.0
    alpha: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    beta: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    max_games: Positive = 20_000


class OpeningsTable(_Table):
    """Where games start. Each opening is played twice, with sides swapped."""

    kind: OpeningKind = "none"
    plies: Positive = 2
    seed: Seed = 0
    file: str | None = None
    lines: list[str] = []  # the content of `file`; or moves given right here


class LimitsTable(_Table):
    """What a program may take before it loses the game."""

    move_seconds: Seconds = 10.0
    start_seconds: Seconds = 10.0
    grace_seconds: Annotated[float, Field(ge=0, le=60)] = 0.5  # a late answer, but an answer
    memory_mb: Positive = 1024
    output_kb: Positive = 256  # for one answer, and for all of standard error
    processes: Positive = 16
    file_mb: Positive = 64  # the largest file it may write
    sandbox: Sandbox = "none"


class ExperimentTable(_Table):
    """A whole experiment file; each part of it is a table of its own and read by itself."""

    name: Name | None = None
    title: str = ""
    seed: Seed = 0
    adjudicate: bool = False
    rules: list[Any] = []
    players: list[Any] = []
    plan: dict[str, Any] = {}
    openings: dict[str, Any] = {}
    limits: dict[str, Any] = {}
