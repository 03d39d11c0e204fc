"""The widget: a game on the page's board, its position in sync with Python."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from functools import partial
from threading import RLock, Timer
from typing import Any

import anywidget
from traitlets import Bool, Dict, Instance, Int, List, Unicode, observe

from dropfour import snapshots
from dropfour._bundle import bundle, packaged
from dropfour.agents import Agent, Analysis, agent
from dropfour.agents.auto import LEVELS
from dropfour.agents.spec import AgentSpec, agent_class, agent_names
from dropfour.errors import DropfourError, IllegalMove
from dropfour.game import Position
from dropfour.notebook.searches import Background, Turn

HUMAN = "human"
ANALYSIS_SECONDS = 10.0  # as the page's, unless all is proven before
LINE_SECONDS = 1.0
REPORT_EVERY_S = 0.1


def _position_json(position: Position, _widget: object) -> dict[str, Any]:
    rules = position.rules
    info = {"rules": {"ending": rules.ending}, "goal": str(rules.goal), "board": rules.board}
    return {"info": info, "snapshot": snapshots.snapshot(position)}


def _analysis_json(found: Analysis | None, widget: BoardWidget) -> dict[str, Any] | None:
    """None as well of a position that is no longer on the board."""
    position = widget.position
    if found is None or tuple(found.columns) != position.legal:
        return None
    report = snapshots.analysis(position, found, done=not widget.searching)
    return report | {"of": position.to_text()}


class BoardWidget(anywidget.AnyWidget):
    """A live board; `position` is what it shows: read it, observe it, set it.

    `analysis` is what is known of that position while `analysing`. `thinking` says that the
    computer is, `message` what was wrong with what was pressed last. Whatever is observed may be
    told from another thread than the kernel's own.
    """

    _esm = bundle("notebook/widget.js")
    _css = packaged("web/static/board.css") + packaged("notebook/widget.css")

    position = Instance(Position).tag(sync=True, to_json=_position_json)
    analysis = Instance(Analysis, allow_none=True).tag(sync=True, to_json=_analysis_json)
    analysing = Bool(False).tag(sync=True)
    searching = Bool(False).tag(sync=True)
    thinking = Bool(False).tag(sync=True)
    message = Unicode("").tag(sync=True)
    players = List(Unicode(), default_value=[HUMAN, HUMAN]).tag(sync=True)
    ahead = Int(0).tag(sync=True)  # so many moves can be made again
    _levels = List(Dict()).tag(sync=True)
    _agents = List(Dict()).tag(sync=True)

    def __init__(
        self,
        position: Position,
        *,
        opponent: AgentSpec | Agent | None = None,
        side: int = 0,
        seed: int | None = None,
        analysing: bool = False,
    ) -> None:
        self._lock = RLock()
        self._answer = Background("dropfour-answer")
        self._look = Background("dropfour-analysis")
        self._look_on = Background("dropfour-line")
        self._line: tuple[int, ...] = ()  # the columns that can be played again
        self._opponent: Agent | None = None
        players = [HUMAN, HUMAN]
        if isinstance(opponent, AgentSpec):
            self._opponent = opponent.make(seed=secrets.randbits(53) if seed is None else seed)
        else:
            self._opponent = opponent
        if opponent is not None:
            players[1 - side] = str(opponent) if isinstance(opponent, AgentSpec) else opponent.title
        super().__init__(
            position=position,
            players=players,
            _levels=[
                {"player": f"auto:level={number}", "title": level.title}
                for number, level in enumerate(LEVELS, start=1)
            ],
            _agents=[{"name": name, "title": agent_class(name).title} for name in agent_names()],
        )
        self.on_msg(self._hear)
        self.analysing = analysing

    # ---- What people and programs do with it ---------------------------------------------------

    def play(self, column: int | str) -> None:
        """A move of who is to move; `IllegalMove` says what is wrong with it."""
        with self._lock:
            if self._is_computers(self.position) and self.position.outcome is None:
                raise IllegalMove("it is the computer's turn")
            after = self.position.play(column)
            again = bool(self._line) and self._line[0] == after.moves[-1]
            self._show(after, self._line[1:] if again else ())

    def undo(self) -> None:
        """Takes back to where a person was to move."""
        with self._lock:
            earlier = self.position.history[:-1]
            found = [position for position in earlier if not self._is_computers(position)]
            if not found:
                mine = " of yours" if earlier else ""
                raise IllegalMove(f"there is no move{mine} to take back")
            self._show(found[-1])

    def step(self, moves: int) -> None:
        """So many moves on, or back if it is negative, as far as there are any."""
        with self._lock:
            history = self.position.history
            line = (*self.position.moves, *self._line)
            ply = min(max(len(history) - 1 + moves, 0), len(line))
            if ply < len(history):
                self._show(history[ply], line[ply:])
            else:
                after = self.position.play_columns(line[len(history) - 1 : ply])
                self._show(after, line[ply:])

    def restart(self) -> None:
        """A new game, from where this one began."""
        with self._lock:
            self._show(self.position.history[0])

    def swap(self) -> None:
        """The players change sides."""
        with self._lock:
            self.players = self.players[::-1]
            self._go_on()

    def wait(self, seconds: float | None = None) -> None:
        """Until the computer has moved and the analysis has ended, or the seconds are over."""
        until = None if seconds is None else time.monotonic() + seconds
        while (self.thinking or self.searching) and (until is None or time.monotonic() < until):
            for search in (self._answer, self._look):
                search.wait(None if until is None else max(until - time.monotonic(), 0.0))

    # ---- What is pressed -----------------------------------------------------------------------

    def _hear(self, _widget: object, content: Any, _buffers: object) -> None:
        """A message of the front end: the name of something to do, and what with."""
        deeds: dict[str, Callable[..., None]] = {
            "play": self.play,
            "undo": self.undo,
            "step": self.step,
            "restart": self.restart,
            "swap": self.swap,
            "walk": self._walk,
            "unfold": self._unfold,
        }
        name, *arguments = content if isinstance(content, list) and content else [""]
        try:
            if name in deeds:
                deeds[name](*arguments)
                self.message = ""
        except (DropfourError, TypeError, ValueError) as error:
            self.message = ""  # said again if it is the same
            self.message = str(error)

    def _walk(self, *columns: int) -> None:
        """Along a line of play that the analysis found."""
        if self._opponent is not None:
            raise IllegalMove("this is a game: only your own moves can be played")
        with self._lock:
            self._show(self.position.play_columns(columns))

    def _unfold(self, column: int, *columns: int) -> None:
        """Tells where the discs of a line of play fall; where none is known, once it is found."""
        position = self.position
        after = position.play(column)
        self._tell_line(position, (column, *columns))
        if not columns and after.outcome is None and not self.searching:
            self._look_on.start(partial(self._find_line, position, after))

    def _find_line(self, position: Position, after: Position, turn: Turn) -> None:
        """In a thread: what follows a column that is known by its result only."""
        line = agent("auto", seconds=LINE_SECONDS).analyse(after, control=turn.control).line
        with self._lock:
            if not turn.cancelled:
                self._tell_line(position, (after.moves[-1], *line))

    def _tell_line(self, position: Position, columns: tuple[int, ...]) -> None:
        line = [{"last": drop} for drop in snapshots.drops(position, columns)]
        self.send({"of": position.to_text(), "column": columns[0], "line": line})

    # ---- What follows from that ----------------------------------------------------------------

    def _show(self, position: Position, line: tuple[int, ...] = ()) -> None:
        with self.hold_sync():
            self.position = position  # forgets the line
            self._line = line
            self.ahead = len(line)
            self.message = ""

    @observe("position")
    def _moved(self, _change: object) -> None:
        with self._lock:
            self._line, self.ahead = (), 0
            self._go_on()

    @observe("analysing")
    def _analyse_or_not(self, _change: object) -> None:
        with self._lock:
            self._analyse()

    def _is_computers(self, position: Position) -> bool:
        return self._opponent is not None and self.players[position.turn] != HUMAN

    def _go_on(self) -> None:
        """Has the computer move where it is to, and the analysis follow."""
        position = self.position
        self.thinking = position.outcome is None and self._is_computers(position)
        if self.thinking:
            self._answer.start(partial(self._think, position))
        else:
            self._answer.cancel()
        self._analyse()

    def _think(self, position: Position, turn: Turn) -> None:
        """In a thread: the computer's move."""
        assert self._opponent is not None
        after, fault = position, ""
        try:
            after = position.play(self._opponent.analyse(position, control=turn.control).move)
        except Exception as error:  # anybody's agent may be wrong in any way
            fault = f"the computer found no move: {error or type(error).__name__}"
        with self._lock:
            if turn.cancelled:
                return
            if fault:
                self.thinking, self.message = False, fault
            else:
                self._show(after)

    def _analyse(self) -> None:
        position = self.position
        wanted = self.analysing and position.outcome is None
        self._look_on.cancel()
        with self.hold_sync():
            self.searching = wanted
            self.analysis = None
        if wanted:
            self._look.start(partial(self._look_into, position))
        else:
            self._look.cancel()

    def _look_into(self, position: Position, turn: Turn) -> None:
        """In a thread: all that can be found out of a position in a while."""
        due_s = 0.0

        def tell(found: Analysis, *, done: bool = False) -> None:
            nonlocal due_s
            with self._lock:
                if turn.cancelled or not (done or time.monotonic() >= due_s):
                    return
                due_s = time.monotonic() + REPORT_EVERY_S
                with self.hold_sync():
                    self.searching, self.analysis = not done, found

        timer = Timer(ANALYSIS_SECONDS, turn.control.stop)
        timer.start()
        try:
            searcher = agent("auto", every_column=True)
            tell(searcher.go_on(position, progress=tell, control=turn.control), done=True)
        finally:
            timer.cancel()

    def close(self) -> None:
        """Ends it, and what it is thinking about."""
        for search in (self._answer, self._look, self._look_on):
            search.cancel()
        super().close()

    def __repr__(self) -> str:
        return f"<BoardWidget {self.position.to_text()!r}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """With a picture, for readers that show no widgets."""
        shown = super()._repr_mimebundle_(**kwargs)
        if shown is None:
            return None
        data, metadata = shown
        return {**data, "image/svg+xml": self.position._repr_svg_()}, metadata
