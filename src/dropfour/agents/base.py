"""What every agent is: settings in, an `Analysis` of a position out."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, TypeAlias

from dropfour import _native
from dropfour._native import Control
from dropfour._settings import LIMITS, SEED, THREADS, AnySetting, Limit, Setting
from dropfour._validation import shown, suggestion
from dropfour.agents.analysis import Analysis, from_report
from dropfour.errors import IllegalMove, UnknownSetting, WrongSetting
from dropfour.game import Position

OnAnalysis: TypeAlias = Callable[[Analysis], None]
Found: TypeAlias = _native.Report | Analysis
OnReport: TypeAlias = Callable[[Found], None]


class Agent(ABC):
    """A player: `analyse` says what it thinks of a position, `choose` only its move.

    The same settings, seed and count limits give the same answer on every machine. `stop` may
    be called from another thread: a running analysis then returns what it has.

    Its settings are the limits, `seed` and `threads`, which every agent takes, and those that its
    class has as attributes. A limit that it does not heed is as none.
    """

    name: ClassVar[str]
    title: ClassVar[str]  # as people are offered it
    about: ClassVar[str]  # how it plays, in one sentence
    heeds: ClassVar[tuple[str, ...]] = ()  # those that matter to it of what every agent takes
    default_limit: ClassVar[Limit] = Limit()  # where none is given
    threads_change_it: ClassVar[bool] = False  # whether more of them may change an answer
    independent: bool = False  # whether the playouts of a column depend on no others

    seed = SEED
    threads = THREADS

    def __init__(self, *, limit: Limit | None = None, **settings: Any) -> None:
        self.check(settings)
        limits = {name: settings.pop(name) for name in LIMITS if name in settings}
        for name, value in settings.items():
            setattr(self, name, value)
        self.limit = self._heeded(replace(limit or Limit(), **limits))
        self._control = Control()  # of the last analysis

    @classmethod
    def all_settings(cls) -> dict[str, AnySetting]:
        """What it can be told, whether it heeds it or not."""
        classes = reversed(cls.__mro__)
        own = {n: s for c in classes for n, s in vars(c).items() if isinstance(s, Setting)}
        limits = {n: replace(s, default=getattr(cls.default_limit, n)) for n, s in LIMITS.items()}
        return limits | own

    @classmethod
    def settings(cls) -> dict[str, AnySetting]:
        """What makes a difference to it."""
        unheeded = {*LIMITS, "seed", "threads"} - set(cls.heeds)
        return {n: s for n, s in cls.all_settings().items() if n not in unheeded}

    @classmethod
    def as_mapping(cls) -> dict[str, Any]:
        """Its description as plain data, for other programs."""
        settings = [setting.as_mapping() for setting in cls.settings().values()]
        return {"name": cls.name, "title": cls.title, "about": cls.about, "settings": settings}

    @classmethod
    def check(cls, given: Mapping[str, Any]) -> None:
        """`UnknownSetting` or `WrongSetting` that names every fault."""
        known = cls.all_settings()
        faults = []
        for name, value in given.items():
            if name not in known:
                faults.append(cls.lacks(name))
                continue
            try:
                known[name].check(value)
            except WrongSetting as error:
                faults.append(str(error))
        if faults:
            unknown = given.keys() - known.keys()
            raise (UnknownSetting if unknown else WrongSetting)("; ".join(faults))

    @classmethod
    def lacks(cls, name: object) -> str:
        """The words for a setting that it does not have, or that makes no difference to it."""
        known = ", ".join(cls.settings())
        hint = suggestion(name, cls.settings()) or (f", only {known}" if known else "")
        return f"{cls.name} has no setting {shown(name)}{hint}"

    def _heeded(self, limit: Limit) -> Limit:
        """The limits that bound this search; of nodes and playouts it may count but one."""
        given = {name: value for name, value in limit.given().items() if name in self.heeds}
        counted = {"playouts", "nodes"} & set(self.heeds)
        if len(counted) == 1 and limit.count is not None:
            given[counted.pop()] = limit.count
        return Limit(**given) if given else self.default_limit

    @property
    def deterministic(self) -> bool:
        """Whether the same seed brings the same answers: no clock has a say in them."""
        return self.limit.seconds is None and not (self.threads_change_it and self.threads > 1)

    def analyse(
        self,
        position: Position,
        *,
        progress: OnAnalysis | None = None,
        control: Control | None = None,
    ) -> Analysis:
        """Thinks within the limit; `progress` is called with what is known, now and then.

        `control.stop()` ends it at once, from any thread, even before it has begun.
        """
        return self._run(self._search, position, progress, control)

    def go_on(
        self,
        position: Position,
        *,
        progress: OnAnalysis | None = None,
        control: Control | None = None,
    ) -> Analysis:
        """Thinks without a limit, on from where it was stopped here, until every column is proven.

        One that cannot use more than its limit analyses once more.
        """
        return self.analyse(position, progress=progress, control=control)

    def forget(self) -> None:  # noqa: B027, for most keep nothing
        """Gives back the memory of what it knows from one analysis to the next."""

    def choose(self, position: Position) -> int:
        """The 0-based column it plays."""
        return self.analyse(position).move

    def stop(self) -> None:
        """Ends a running analysis at once; without one, does nothing."""
        self._control.stop()

    def _run(
        self,
        search: Callable[[Position, Control, OnReport | None], Found],
        position: Position,
        progress: OnAnalysis | None,
        control: Control | None,
    ) -> Analysis:
        if position.outcome is not None:
            raise IllegalMove("the game is over")
        began = time.perf_counter()

        def read(found: Found) -> Analysis:
            seconds = time.perf_counter() - began
            if isinstance(found, Analysis):
                return replace(found, seconds=seconds)
            return from_report(found, seconds=seconds, independent=self.independent)

        def report(found: Found) -> None:
            assert progress is not None
            progress(read(found))

        self._control = control or Control()
        return read(search(position, self._control, report if progress else None))

    @abstractmethod
    def _search(self, position: Position, control: Control, progress: OnReport | None) -> Found:
        """Runs the search, a native one as a rule; it polls `control` and honours `self.limit`."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.limit} seed={self.seed} threads={self.threads}>"
