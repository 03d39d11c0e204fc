"""One game at the terminal, from wherever it stands to its end or until the player leaves."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dropfour._words import counted
from dropfour.agents import Agent, Analysis
from dropfour.cells import column_name
from dropfour.cli.analysis_text import table
from dropfour.cli.play.board_view import DISC_STYLES, BoardView, Scene, legend
from dropfour.cli.play.prompt import Order, help_text, prompt_text, read_order, undo_count
from dropfour.cli.play.session import Session, Shelf, load_from, save_as
from dropfour.cli.play.thinking import think
from dropfour.cli.play.words import advice, result, seen
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.notation import PLAYERS
from dropfour.replay import record_of

Ask = Callable[[str], str]
"""Shows a question and returns the line typed; `EOFError` at the end of input."""

_ADVISER = -1
"""The seat of the agent that gives hints: it sits beside the board."""


class _Left(Exception):
    """The player has had enough for now."""


class End(Enum):
    FINISHED = auto()
    LEFT = auto()


class GameLoop:
    """Asks people, lets computers think, shows what happens, and keeps the game on the shelf."""

    def __init__(
        self,
        session: Session,
        *,
        console: Console,
        ask: Ask,
        shelf: Shelf | None,
        file: Path | None = None,
    ) -> None:
        self.session = session
        self._console = console
        self._ask = ask
        self._shelf = shelf
        self._file = file or (shelf.new_file() if shelf else None)
        self._saved = file is not None
        self._agents: dict[int, Agent] = {}  # by the seat of the player
        self._advice: tuple[Position, Analysis] | None = None

    def run(self) -> End:
        """Play on; Ctrl-C and the end of input leave the game for later."""
        try:
            while self._position.outcome is None:
                if self.session.players[self._position.turn].is_human:
                    self._human_turn()
                else:
                    self._computer_turn()
        except (_Left, EOFError, KeyboardInterrupt) as left:
            if not isinstance(left, _Left):
                self._say("")  # the cursor stands behind the question
            self._leave()
            return End.LEFT
        except DropfourError:  # a computer that cannot go on
            self._leave()
            raise
        self._finish()
        return End.FINISHED

    # ---- turns

    @property
    def _position(self) -> Position:
        return self.session.position

    def _human_turn(self) -> None:
        self._draw()
        question = prompt_text(self._position)
        while True:
            try:
                order = read_order(self._ask(question), self._position)
                if self._obey(order):
                    return
            except DropfourError as error:
                self._say(str(error), style="bold")

    def _computer_turn(self) -> None:
        position = self._position
        letter, player = PLAYERS[position.turn], self.session.players[position.turn]
        scene = Scene(position, self.session.names)
        analysis = think(
            self._agent(position.turn),
            position,
            console=self._console,
            who=f"{letter} ({player.name})",
            scene=scene,
            scene_height=BoardView(position).height() + len(legend(position, self.session.names)),
        )
        self._move(analysis.move)
        does = "drops a ban in" if position.banning else "plays"
        line = Text().append(letter, DISC_STYLES[letter])
        line.append(f" {does} {column_name(analysis.move)}")
        if text := seen(analysis, position.turn):
            line.append(f"   {text}", "dim")
        self._console.print(line)

    def _move(self, column: int) -> None:
        self._put(self.session.at(self._position.play(column)))

    def _put(self, session: Session) -> None:
        """Go on with this, and keep it on the shelf."""
        self.session = session
        self._advice = None
        if self._shelf is None or self._file is None:
            return
        try:
            self._shelf.keep(self._file, session)
            self._saved = True
        except DropfourError as error:
            self._say(f"The game is not being saved: {error}", style="bold")
            self._shelf, self._saved = None, False

    def _agent(self, seat: int) -> Agent:
        """The agent of a seat; it lives as long as the game, so it may remember what it found."""
        if seat not in self._agents:
            self._agents[seat] = self.session.players[seat].agent(self.session.seed)
        return self._agents[seat]

    def _adviser(self) -> Agent:
        """Who gives hints: the computer that plays, where one plays."""
        players = self.session.players
        if _ADVISER not in self._agents:
            player = next((p for p in players if not p.is_human), players[0])
            self._agents[_ADVISER] = player.adviser(self.session.seed)
        return self._agents[_ADVISER]

    # ---- orders

    def _obey(self, order: Order) -> bool:
        """Do what was typed; whether the turn is over and the board must be drawn again."""
        if order.command == "play":
            self._move(order.column)
            return True
        if order.command in ("undo", "load"):
            if order.command == "undo":
                self._put(self.session.at(self._taken_back(undo_count(order.argument))))
            else:
                self._load(_path(order.argument))
            return True
        if order.command == "quit":
            raise _Left
        actions: dict[str, Callable[[], None]] = {
            "help": lambda: self._say(help_text()),
            "board": self._draw,
            "moves": self._show_moves,
            "hint": self._show_hint,
            "table": lambda: self._say(table(self._opinion())),
            "save": lambda: self._save(_path(order.argument)),
        }
        actions[order.command]()
        return False

    def _taken_back(self, count: int) -> Position:
        """The position before the last `count` moves of people; computers' moves go with them."""
        position = self._position
        for _ in range(count):
            position = position.undo()
            while not self.session.players[position.turn].is_human:
                position = position.undo()
        return position

    def _opinion(self) -> Analysis:
        """What the computer thinks of the position, found out once."""
        if self._advice is None or self._advice[0] is not self._position:
            agent = self._adviser()
            analysis = think(agent, self._position, console=self._console, who=agent.name)
            self._advice = (self._position, analysis)
        return self._advice[1]

    def _show_hint(self) -> None:
        for sentence in advice(self._opinion(), self._position):
            self._say(f"  {sentence}")

    def _show_moves(self) -> None:
        self._say(self._position.moves_text() or "no move has been made")
        self._record()

    def _save(self, path: Path) -> None:
        save_as(path, self.session)
        self._say(f"Saved. Go on with: dropfour play --load {shlex.quote(str(path))}")

    def _load(self, path: Path) -> None:
        session = self.session
        self._put(load_from(path, players=session.players, seed=session.seed))
        self._agents.clear()
        self._say(f"Loaded {path}: {counted(len(self._position.moves), 'move')} played")

    # ---- what is shown

    def _draw(self) -> None:
        self._say("")
        self._console.print(Scene(self._position, self.session.names))

    def _record(self) -> None:
        self._say(f"Record: {record_of(self._position)}")

    def _finish(self) -> None:
        self._draw()
        self._say(result(self._position, self.session.names), style="bold")
        self._record()
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def _leave(self) -> None:
        if not self._position.moves:
            if self._file is not None and self._saved:
                self._file.unlink(missing_ok=True)
            self._say("Bye. No move was made, so there is nothing to save.")
            return
        if not self._saved:
            self._put(self.session)  # it was loaded from a file, and no move has been made since
        if self._saved:
            if self._shelf is not None:
                self._shelf.forget_old()
            self._say("The game is saved. Go on with: dropfour play --resume")
        else:
            self._say("Bye. This was the game; dropfour play --load FILE reads it from a file:")
            self._record()

    def _say(self, text: str, *, style: str = "") -> None:
        """A line, however long: terminals wrap it, and it can be copied whole."""
        self._console.print(Text(text), style=style, soft_wrap=True)


def _path(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError as error:  # ~nobody
        raise DropfourError(str(error)) from None
