"""The options of `dropfour play`, and who plays what where none are given."""

from __future__ import annotations

import argparse
import os
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from platformdirs import user_state_path

from dropfour._words import counted
from dropfour.agents import AgentSpec, agent_names
from dropfour.cli.options import seed_number, whole
from dropfour.cli.play.board_options import (
    Boards,
    add_board_options,
    boards_from_options,
    given_board,
)
from dropfour.cli.play.dialogue import ask_first, ask_setup
from dropfour.cli.play.loop import GameLoop
from dropfour.cli.play.matches import play_match
from dropfour.cli.play.players import HUMAN, Player, asked_player, strongest
from dropfour.cli.play.saved_games import SUFFIX, SavedGame, load_from, newest
from dropfour.cli.play.terminal import Terminal
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.notation import Setup
from dropfour.rules import Rules
from dropfour.variants import Variant, preset_names

_QUICK_MOVE_S = 0.1
_QUICK_GAME_S = 5.0
"""How long computers think among themselves where nobody says: a move, and a game at most."""

_EPILOG = """\
players:
  human, or a computer with settings after a colon:
    uct   uct:seconds=1,seed=3   montecarlo:playouts=500   alphabeta:depth=6   auto:level=4
  playouts, nodes, depth, seconds and level say how hard it thinks. X is you and O the best
  computer unless you say otherwise. Without a terminal two computers play.

examples:
  dropfour play                                          you against the computer
  dropfour play --x uct:seconds=1 --o human irregular    the computer begins
  dropfour play --x human --o human max                  two people
  dropfour play --x uct --o montecarlo --games 10        computers, a summary at the end
  dropfour play --rows 9 --columns 11 --blocked C4 --bonus E2
  dropfour play --heights "7 6 6 5 7 6 7 5 7" --dead "D3 G2"
  dropfour play --random --games 3                       three boards of any size, one by one
  dropfour play --random forbidden --seed 3              random board 3 with a forbidden cell
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise DropfourError(f"{message} (dropfour play --help says more)")


def main(arguments: Sequence[str]) -> int:
    """Play; status 0 at the end of the game and for a player who leaves."""
    options = _parser().parse_args(arguments)
    terminal = Terminal()
    try:
        if options.resume or options.load is not None:
            return _go_on(options, terminal)
        return _begin(options, terminal)
    except (EOFError, KeyboardInterrupt):  # during the questions of --setup
        terminal.say("\nBye.")
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="dropfour play",
        description="Play in the terminal: type a column letter, or help.",
        epilog=_EPILOG + f"\ncomputers: {', '.join(agent_names())}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    games = ", ".join(preset_names())
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"{games}, or a .toml file")
    parser.add_argument("--x", metavar="PLAYER", help="who plays X")
    parser.add_argument("--o", metavar="PLAYER", help="who plays O")
    parser.add_argument(
        "--first",
        choices=("x", "o", "alternate"),
        help="who begins: x, or with several games alternate, unless you say otherwise",
    )
    parser.add_argument(
        "--games", type=whole(1, 10**9), default=1, metavar="N", help="play N games"
    )
    parser.add_argument(
        "--seed",
        type=seed_number,
        metavar="N",
        help="number of the chances and, for a game with random boards, of its board",
    )
    parser.add_argument("--setup", action="store_true", help="ask for board and players")
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished game")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    add_board_options(parser)
    return parser


def _given_players(options: argparse.Namespace) -> tuple[Player | None, Player | None]:
    x, o = (None if text is None else asked_player(text) for text in (options.x, options.o))
    return x, o


def _both_players(
    given: tuple[Player | None, Player | None], *, people: bool
) -> tuple[Player, Player]:
    """Who plays where nobody is named: a person if there are people, against one a computer."""
    x, o = given
    someone = HUMAN if people else strongest()
    if x is None:
        x = strongest() if o == HUMAN else someone
    if o is None:
        o = strongest() if x == HUMAN else someone
    return x, o


def _quick(agent: AgentSpec, cells: int) -> AgentSpec:
    """The agent with a time limit that keeps a game short, unless it has limits of its own."""
    seconds = round(min(_QUICK_MOVE_S, _QUICK_GAME_S / cells), 4)
    return agent if agent.limits else agent.with_defaults(seconds=seconds)


def _begin(options: argparse.Namespace, terminal: Terminal) -> int:
    """A new game, or several."""
    if options.first == "alternate" and options.games == 1:
        raise DropfourError("--first alternate: there is only one game; --games says how many")
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    given = _given_players(options)
    first = options.first or ("alternate" if options.games > 1 else "x")
    if options.setup:
        for name in given_board(options):
            what = options.game if name == "game" else f"--{name}"
            raise DropfourError(f"{what}: --setup asks for the board")
        rules, players = ask_setup(terminal, given)
        boards = Boards(Variant(rules, "", None), {}, None)
        first = options.first or ask_first(terminal, games=options.games)
    else:
        boards = boards_from_options(options, seed=seed)
        boards.rules(options.games - 1)  # what is wrong with the last is told before the first
        players = _both_players(given, people=terminal.attached)
    if boards.seed is None:
        _refuse_idle_seed(options, players)
    x, o = players
    computers = None
    if isinstance(x, AgentSpec) and isinstance(o, AgentSpec):
        computers = (x, o)
        if not terminal.attached or options.games > 1:
            cells = boards.most_cells
            players = computers = (_quick(x, cells), _quick(o, cells))

    def start(number: int) -> Position:
        """Where a game begins; a board that is not the last game's is introduced."""
        rules = boards.rules(number)
        if number == 0 or rules != boards.rules(number - 1):
            _introduce(rules, players, seed + number, terminal)
        turn = number % 2 if first == "alternate" else int(first == "o")
        return Position.from_setup(Setup(turn=turn), rules)

    if computers and options.games > 1:
        play_match(computers, options.games, start, seed=seed, terminal=terminal)
        return 0
    for number in range(options.games):
        game = SavedGame(start(number), players, seed + number)
        file = None if computers and not terminal.attached else _new_file()
        if not GameLoop(game, terminal=terminal, file=file).run():
            break
    return 0


def _go_on(options: argparse.Namespace, terminal: Terminal) -> int:
    """The last unfinished game, or one from a file; players named now replace those in it."""
    asked = {name: value for name in ("setup", "first") if (value := getattr(options, name))}
    for name in given_board(options) | asked:
        what = options.game if name == "game" else f"--{name}"
        raise DropfourError(f"{what}: a game that goes on stays as it is")
    if options.games > 1:
        raise DropfourError("--games: only one game can go on")
    if options.resume and options.load is not None:
        raise DropfourError("either --resume or --load, not both")
    path = newest(_unfinished_games()) if options.resume else options.load
    given = _given_players(options)
    players = _both_players(given, people=terminal.attached)
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    game = load_from(path, players=players, seed=seed)
    x, o = given
    game = replace(game, players=(x or game.players[0], o or game.players[1]))
    _refuse_idle_seed(options, game.players)
    if options.seed is not None:
        game = replace(game, seed=options.seed)
    _introduce(game.position.rules, game.players, game.seed, terminal)
    GameLoop(game, terminal=terminal, file=path if options.resume else _new_file()).run()
    return 0


def _refuse_idle_seed(options: argparse.Namespace, players: tuple[Player, Player]) -> None:
    chances = (p.settings.get("seed") is None and p.heeds("seed") for p in players if p != HUMAN)
    if options.seed is not None and not any(chances):
        raise DropfourError("--seed: nothing is left to chance in this game")


def _unfinished_games() -> Path:
    return user_state_path("dropfour")


def _new_file() -> Path:
    """Where a game that begins is kept; nothing is there yet."""
    return _unfinished_games() / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}{SUFFIX}"


def _introduce(rules: Rules, players: tuple[Player, Player], seed: int, terminal: Terminal) -> None:
    name = rules.name or "your game"
    size = f"{counted(rules.columns, 'column')}, {counted(rules.rows, 'row')}"
    aim = "is a point, until the board is full" if rules.ending == "full" else "wins"
    chances = "" if players == (HUMAN, HUMAN) else f" (seed {seed})"
    terminal.say(f"{name}: {size}; {rules.goal} {aim}{chances}")
    for warning in rules.warnings:
        terminal.say(f"Note: {warning}.")
