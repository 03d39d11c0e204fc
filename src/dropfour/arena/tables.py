"""The tables of an experiment file: types, ranges and defaults; what is wrong, in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from dropfour._settings import DEPTH, LIMITS, NODES, PLAYOUTS, SECONDS
from dropfour._validation import shown, suggestion

Positive: TypeAlias = Annotated[int, Field(gt=0, le=10**12)]
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=86_400)]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**63)]
Elo: TypeAlias = Annotated[float, Field(ge=-1000, le=1000)]
Talk: TypeAlias = Literal["protocol", "one-move", "standard-input"]
Sandbox: TypeAlias = Literal["auto", "none", "require"]
PlanKind: TypeAlias = Literal[
    "round-robin", "gauntlet", "ordered-pairs", "sequential", "knockout", "swiss"
]
OpeningKind: TypeAlias = Literal["none", "all", "random", "file"]


_TIME = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(?:\+(\d{1,6}(?:\.\d{1,6})?))?", re.ASCII)


class TimeControl(NamedTuple):
    """Seconds for all moves of a game, and how many more for each move that was made."""

    seconds: float
    increment: float


def time_control(text: str) -> TimeControl:
    """The clock of a text such as "60+0.6"; `ValueError` if it is none.

    >>> time_control("60+0.6"), time_control("5")
    (TimeControl(seconds=60.0, increment=0.6), TimeControl(seconds=5.0, increment=0.0))
    """
    found = _TIME.fullmatch(text)
    if found is None or not float(found[1]):
        raise ValueError(f"time: {shown(text)}, must be seconds, or seconds and more for each move")
    return TimeControl(float(found[1]), float(found[2] or 0))


def _checked_time(text: str | None) -> str | None:
    if text is not None:
        time_control(text)
    return text


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError(f"name: {shown(text)} must be one line of ordinary characters")
    return text


Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_one_line)]
Time: TypeAlias = Annotated[str | None, AfterValidator(_checked_time)]
Table = TypeVar("Table", bound=BaseModel)


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Player(_Table):
    """Who plays: an agent of ours with its limits and settings, or somebody's program."""

    name: Name = ""
    agent: str | None = None
    playouts: Annotated[int | None, AfterValidator(PLAYOUTS.check)] = None
    nodes: Annotated[int | None, AfterValidator(NODES.check)] = None
    depth: Annotated[int | None, AfterValidator(DEPTH.check)] = None
    seconds: Annotated[float | None, AfterValidator(SECONDS.check)] = None
    settings: dict[str, Any] = {}
    command: list[str] | None = None
    talk: Talk = "protocol"
    deterministic: bool = False  # whether a program plays alike in like games; agents know it
    options: dict[str, str | int | float | bool] = {}  # told to a program that talks the protocol
    restart: bool = True  # for each game; else one process plays many
    folder: str | None = None  # where a program is started; None: in an empty one of its own
    environment: dict[str, str] = {}  # variables for a program
    move_seconds: Seconds | None = None  # None: the limit of the experiment
    time: Time = None  # a clock for the whole game, "60+0.6"; None: that of the experiment
    memory_mb: Positive | None = None

    @property
    def limits(self) -> dict[str, float]:
        """How much it may think, by name."""
        return {name: v for name in LIMITS if (v := getattr(self, name)) is not None}

    @property
    def effort(self) -> tuple[str, float] | None:
        """The unit and the amount of its thinking, where it has just one limit."""
        limits = self.limits
        return next(iter(limits.items())) if len(limits) == 1 else None


class PlanTable(_Table):
    """Who plays whom, and how often. `games` counts per pairing and board."""

    kind: PlanKind = "round-robin"
    games: Positive = 2
    rounds: Positive | None = None  # swiss; None: as many as find a winner
    heroes: list[str] = []  # gauntlet: those who play everybody else
    elo0: Elo = 0.0  # sequential: the hypotheses, in Elo of the first player over the second
    elo1: Elo = 20.0
    alpha: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    beta: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    model: Literal["logistic", "normalized"] = "logistic"  # of these Elo points
    max_games: Positive = 20_000


class OpeningsTable(_Table):
    """Where games start. Each opening is played twice, with sides swapped."""

    kind: OpeningKind = "none"
    plies: Positive = 2
    order: Literal["given", "random"] = "given"  # of all of them, or of those in the file
    seed: Seed = 0
    file: str | None = None
    lines: list[str] = []  # the content of `file`; or openings given right here


class Allowances(_Table):
    """What a program may take before it loses the game.

    New keys are None by default and then left out of the experiment's fingerprint.
    """

    move_seconds: Seconds = 10.0
    time: Time = None  # a clock for the whole game instead, also for agents: "60+0.6"
    start_seconds: Seconds = 10.0
    grace_seconds: Annotated[float, Field(ge=0, le=60)] = 0.5  # a late answer, but an answer
    memory_mb: Positive = 1024
    output_kb: Positive = 256  # for one answer, and for all of standard error
    processes: Positive = 16
    file_mb: Positive = 64  # the largest file it may write
    sandbox: Sandbox = "none"


class Adjudication(_Table):
    """When a game ends before its end on the board. Values are those that players say."""

    proven: bool = False  # the exact solver has proven the result
    win_value: Annotated[float | None, Field(gt=0, le=1)] = None  # both say so, one for itself
    win_moves: Positive = 3  # of each player, one after the other
    draw_value: Annotated[float | None, Field(ge=0, lt=1)] = None  # both say no more, either way
    draw_moves: Positive = 5
    draw_after: Annotated[int, Field(ge=0, le=10**6)] = 0  # plies
    length: Positive | None = None  # plies: then a draw, or a win by points where points count


class ExperimentTable(_Table):
    """A whole experiment file; each part of it is a table of its own and read by itself."""

    name: Name | None = None
    title: str = ""
    seed: Seed = 0
    adjudicate: bool | dict[str, Any] = False
    rules: list[Any] = []
    players: list[Any] = []
    plan: dict[str, Any] = {}
    openings: dict[str, Any] = {}
    limits: dict[str, Any] = {}


class Reading(NamedTuple, Generic[Table]):
    """A table without the keys that have faults, and those keys."""

    table: Table
    wrong: frozenset[str]


def read_table(
    model: type[Table], content: object, faults: list[str], *, place: str = ""
) -> Reading[Table]:
    """The table of some content; whatever is wrong is a fault and left out.

    So what is right can still be checked, and all faults are told at once. Every key of the
    model must have a default.
    """
    if not isinstance(content, Mapping):
        faults.append(f"{place}: {shown(content)}, must be a table")
        return Reading(model(), frozenset(model.model_fields))
    try:
        return Reading(model.model_validate(dict(content)), frozenset())
    except ValidationError as error:
        findings = error.errors(include_url=False)
    faults += [_in_words(finding, place, model) for finding in findings]
    wrong = frozenset(str(finding["loc"][0]) for finding in findings)
    kept = {key: value for key, value in content.items() if str(key) not in wrong}
    return Reading(model.model_validate(kept), wrong)


def _in_words(finding: Any, place: str, model: type[BaseModel]) -> str:
    """A finding of pydantic's as one sentence, places in lists counted from 1."""
    path = [str(part + 1) if isinstance(part, int) else str(part) for part in finding["loc"]]
    where = " ".join(filter(None, [place, *path]))
    if finding["type"] == "extra_forbidden":
        return f"{where}: unknown key{suggestion(path[-1], model.model_fields)}"
    if finding["type"] == "value_error":  # our own words
        return f"{place}: {finding['ctx']['error']}" if place else str(finding["ctx"]["error"])
    wanted = re.sub(r"^\w+ should", "must", finding["msg"]).replace("valid dictionary", "table")
    return f"{where}: {shown(finding['input'])}, {wanted}"
