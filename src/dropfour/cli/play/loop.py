"""One game at the terminal, from wherever it stands to its end or until the player leaves."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from dropfour._words import counted
from dropfour.agents import Agent, AgentSpec, Analysis
from dropfour.cells import column_name
from dropfour.cli.analysis_text import table
from dropfour.cli.play.board_view import DISC_STYLES, Scene
from dropfour.cli.play.players import adviser
from dropfour.cli.play.prompt import Order, help_text, prompt_text, read_order, undo_count
from dropfour.cli.play.saved_games import (
    SavedGame,
    forget,
    forget_old,
    keep,
    load_from,
    save_as,
)
from dropfour.cli.play.terminal import Terminal
from dropfour.cli.play.thinking import think
from dropfour.cli.play.words import advice, result, seen
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.notation import PLAYERS
from dropfour.replay import record_of


class _Left(Exception):
    """The player has had enough for now."""


class GameLoop:
    """Asks people, lets computers think, shows what happens, and keeps the game if given a file."""

    def __init__(self, game: SavedGame, *, terminal: Terminal, file: Path | None) -> None:
        self._game = game
        self._terminal = terminal
        self._file = file
        # They live as long as the game, so they may remember what they found.
        self._agents: dict[int, Agent] = {}  # by the side they play
        self._adviser: Agent | None = None
        self._advice: Analysis | None = None  # about this position

    def run(self) -> bool:
        """Play on; False if the player left: Ctrl-C and the end of input keep it for later."""
        try:
            while self._position.outcome is None:
                player = self._game.players[self._position.turn]
                if isinstance(player, AgentSpec):
                    self._computer_turn(player)
                else:
                    self._human_turn()
        except (_Left, EOFError, KeyboardInterrupt) as left:
            if not isinstance(left, _Left):
                self._terminal.say("")  # the cursor stands behind the question
            self._leave()
            return False
        except DropfourError:  # a computer that cannot go on
            self._leave()
            raise
        self._finish()
        return True

    # ---- turns

    @property
    def _position(self) -> Position:
        return self._game.position

    def _human_turn(self) -> None:
        self._draw()
        question = prompt_text(self._position)
        while True:
            try:
                order = read_order(self._terminal.ask(question), self._position)
                if self._obey(order):
                    return
            except DropfourError as error:
                self._terminal.say(str(error), style="bold")

    def _computer_turn(self, player: AgentSpec) -> None:
        position = self._position
        letter = PLAYERS[position.turn]
        if position.turn not in self._agents:
            self._agents[position.turn] = player.make(seed=self._game.seed)
        analysis = think(
            self._agents[position.turn],
            position,
            console=self._terminal.console,
            who=f"{letter} ({player.name})",
            scene=Scene(position, self._game.names),
        )
        self._move(analysis.move)
        does = "drops a ban in" if position.banning else "plays"
        line = Text().append(letter, DISC_STYLES[letter])
        line.append(f" {does} {column_name(analysis.move)}")
        if text := seen(analysis, position):
            line.append(f"   {text}", "dim")
        self._terminal.console.print(line)

    def _move(self, column: int) -> None:
        self._put(self._game.at(self._position.play(column)))

    def _put(self, game: SavedGame) -> None:
        """Go on with this, and keep it saved."""
        self._game = game
        self._advice = None
        self._keep()

    def _keep(self) -> None:
        if self._file is None:
            return
        try:
            keep(self._file, self._game)
        except DropfourError as error:
            self._terminal.say(f"The game is not being saved: {error}", style="bold")
            self._file = None

    # ---- orders

    def _obey(self, order: Order) -> bool:
        """Do what was typed; whether the turn is over and the board must be drawn again."""
        if order.command == "play":
            self._move(order.column)
            return True
        if order.command in ("undo", "load"):
            if order.command == "undo":
                self._put(self._game.at(self._taken_back(undo_count(order.argument))))
            else:
                self._load(_path(order.argument))
            return True
        if order.command == "quit":
            raise _Left
        actions: dict[str, Callable[[], None]] = {
            "help": lambda: self._terminal.say(help_text()),
            "board": self._draw,
            "moves": self._show_moves,
            "hint": self._show_hint,
            "table": lambda: self._terminal.say(table(self._opinion())),
            "save": lambda: self._save(_path(order.argument)),
        }
        actions[order.command]()
        return False

    def _taken_back(self, count: int) -> Position:
        """The position before the last `count` moves of people; computers' moves go with them."""
        position = self._position
        for _ in range(count):
            position = position.undo()
            while isinstance(self._game.players[position.turn], AgentSpec):
                position = position.undo()
        return position

    def _opinion(self) -> Analysis:
        """What the computer thinks of the position, found out once."""
        if self._adviser is None:
            self._adviser = adviser(self._game.players, self._game.seed)
        if self._advice is None:
            who = self._adviser.name
            self._advice = think(
                self._adviser, self._position, console=self._terminal.console, who=who
            )
        return self._advice

    def _show_hint(self) -> None:
        for sentence in advice(self._opinion(), self._position):
            self._terminal.say(f"  {sentence}")

    def _show_moves(self) -> None:
        self._terminal.say(self._position.moves_text() or "no move has been made")
        self._record()

    def _save(self, path: Path) -> None:
        save_as(path, self._game)
        self._terminal.say(f"Saved. Go on with: dropfour play --load {shlex.quote(str(path))}")

    def _load(self, path: Path) -> None:
        self._put(load_from(path, players=self._game.players, seed=self._game.seed))
        self._agents.clear()
        self._adviser = None
        self._terminal.say(f"Loaded {path}: {counted(len(self._position.moves), 'move')} played")

    # ---- what is shown

    def _draw(self) -> None:
        self._terminal.say("")
        self._terminal.console.print(Scene(self._position, self._game.names))

    def _record(self) -> None:
        self._terminal.say(f"Record: {record_of(self._position)}")

    def _finish(self) -> None:
        self._draw()
        self._terminal.say(result(self._position, self._game.names), style="bold")
        self._record()
        if self._file is not None:
            forget(self._file)

    def _leave(self) -> None:
        if not self._position.moves:
            if self._file is not None:
                forget(self._file)
            self._terminal.say("Bye. No move was made, so there is nothing to save.")
            return
        self._keep()  # it may have been loaded from another file, without a move since
        if self._file is not None:
            forget_old(self._file.parent)
            self._terminal.say("The game is saved. Go on with: dropfour play --resume")
        else:
            self._terminal.say(
                "Bye. This was the game; dropfour play --load FILE reads it from a file:"
            )
            self._record()


def _path(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError as error:  # ~nobody
        raise DropfourError(str(error)) from None
