"""The `maxconnect4` program: Max-Connect4, play in the terminal, or one move from file to file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from dropfour._settings import SECONDS
from dropfour._validation import parse_number, shown
from dropfour.agents import Agent, agent_class
from dropfour.cli.exit_status import abandon_output, exit_status_of
from dropfour.cli.options import agent_from, agent_text, reader
from dropfour.errors import DropfourError
from dropfour.files import faults_in, label, read_lines, read_text, write_whole
from dropfour.game import Position
from dropfour.notation import format_max, parse_max
from dropfour.variants import load_rules

USAGE = """\
maxconnect4 interactive INPUT computer-next|human-next DEPTH [--agent AGENT] [--seconds S]
       maxconnect4 one-move INPUT OUTPUT DEPTH [--agent AGENT] [--seconds S]"""
ABOUT = """\
Max-Connect4: play until the board is full; every four in a row is a point, most points win.

interactive  play against the computer; a missing INPUT is the empty board. The computer saves the
             position after its moves as computer.txt, after yours as human.txt
one-move     read INPUT, make one move, write OUTPUT: how two programs play each other
DEPTH        how many moves the computer looks ahead, at least 1 (1: only its own)"""

STATUS_FAILED = 1  # a file that cannot be read or written
COMPUTER_FILE, HUMAN_FILE = "computer.txt", "human.txt"
MODES = ("computer-next", "human-next")
_LONGEST_ANSWER = 1000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; status 1 is a file that cannot be used, 2 are wrong arguments."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    return exit_status_of("maxconnect4", lambda: _run(given), refused=STATUS_FAILED)


def _run(arguments: Sequence[str]) -> int:
    parser = _parser()
    if arguments[:1] in (["-h"], ["--help"]):
        parser.parse_args(arguments[:1])
    # The first four are never options, whatever they look like: "-1" is a (wrong) depth.
    placed, options = arguments[:4], parser.parse_args(arguments[4:])
    if placed and placed[0] not in ("interactive", "one-move"):
        parser.error(f"the mode is interactive or one-move, not {shown(placed[0])}")
    if len(placed) < 4:
        parser.error(f"4 arguments are needed, not {len(placed)}")
    command, source, target, depth = placed
    if command == "interactive" and target not in MODES:
        parser.error(f"the next player is {' or '.join(MODES)}, not {shown(target)}")
    if not (depth.isascii() and depth.isdigit() and depth.strip("0")):
        parser.error(f"DEPTH is a whole number of at least 1, not {shown(depth)}")
    ahead = min(int(depth.lstrip("0")[:9]), load_rules("max").playable)
    heeds_depth = "depth" in agent_class(options.agent.name).settings()
    try:
        player = agent_from(options, options.agent, **({"depth": ahead} if heeds_depth else {}))
    except DropfourError as error:
        parser.error(str(error))
    if command == "one-move":
        return _one_move(source, target, player)
    return _interactive(source, player, computer_next=target == MODES[0])


def _parser() -> argparse.ArgumentParser:
    """The parser of what follows the first four arguments."""
    parser = argparse.ArgumentParser(
        prog="maxconnect4",
        usage=USAGE,
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--agent", type=agent_text, default="alphabeta:evaluation=none",
        help="who thinks for the computer (default: %(default)s); DEPTH is for those who have one",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=reader(SECONDS), metavar="S", help="at most this long for a move"
    )
    return parser


def _one_move(source: str, target: str, player: Agent) -> int:
    position = _read(source)
    _say("MaxConnect-4 game", "", "Game state before move:", *_board(position))
    if position.outcome is not None:
        _say(*_end(position))
        return 0
    column = player.choose(position)
    after = position.play(column)
    write_whole(target, format_max(after.setup, after.rules))
    _say(_move(position, column), "", "Game state after move:", *_board(after))
    if after.outcome is not None:
        _say(*_end(after))
    return 0


def _interactive(source: str, player: Agent, *, computer_next: bool) -> int:
    try:
        position = _read(source)
    except DropfourError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        position = Position(load_rules("max"))
    computer = position.turn if computer_next else 1 - position.turn
    print("MaxConnect-4 game", "", *_board(position), sep="\n", flush=True)
    answers = (
        iter(()) if sys.stdin is None else read_lines(sys.stdin.buffer, longest=_LONGEST_ANSWER)
    )
    while position.outcome is None:
        by_computer = position.turn == computer
        column = player.choose(position) if by_computer else _ask(position, answers)
        if column is None:
            print("\nThe input has ended before the game.")
            return 0
        after = position.play(column)
        file = COMPUTER_FILE if by_computer else HUMAN_FILE
        write_whole(file, format_max(after.setup, after.rules))
        print(_move(position, column), "", *_board(after), sep="\n", flush=True)
        position = after
    print(*_end(position), sep="\n")
    return 0


def _read(path: str) -> Position:
    rules = load_rules("max")
    text = read_text(path, pipes=True)
    with faults_in(label(path)):
        return Position.from_setup(parse_max(text, rules), rules)


def _ask(position: Position, answers: Iterator[str]) -> int | None:
    """The column that the human plays, asked for until it can be played; None at the end."""
    columns = position.rules.columns
    while True:
        print(f"Player {position.turn + 1}, your column (1-{columns}): ", end="", flush=True)
        if (answer := next(answers, None)) is None:
            return None
        number = parse_number(answer) or 0
        if not 1 <= number <= columns:
            print(f"{shown(answer)} is no column: type a number from 1 to {columns}.")
        elif number - 1 not in position.legal:
            print(f"Column {number} is full.")
        else:
            return number - 1


def _board(position: Position) -> list[str]:
    """The board as the assignment's own program prints it, with its column numbers and score."""
    rows = format_max(position.setup, position.rules).splitlines()[:-1]
    edge = " " + "-" * (2 * len(rows[0]) + 3)
    numbers = " ".join(str(column + 1) for column in range(len(rows[0])))
    first, second = position.scores
    return [
        edge,
        *(f" | {' '.join(row)} |" for row in rows),
        edge,
        f"   {numbers}",
        f"Score: Player 1 = {first}, Player 2 = {second}",
        "",
    ]


def _move(before: Position, column: int) -> str:
    number = len(before.setup.filled) + 1
    return f"move {number}: Player {before.turn + 1}, column {column + 1}"


def _end(position: Position) -> list[str]:
    outcome = position.outcome
    assert outcome is not None
    mine = outcome.winner or 0
    score = f"{outcome.scores[mine]} to {outcome.scores[1 - mine]}"
    result = "A draw" if outcome.winner is None else f"Player {outcome.winner + 1} wins"
    return ["BOARD FULL", f"Game over. {result}, {score}."]


def _say(*lines: str) -> None:
    """Print; when nobody reads, go on without: the move is what the other program waits for."""
    try:
        print(*lines, sep="\n", flush=True)
    except BrokenPipeError:
        abandon_output()


if __name__ == "__main__":
    sys.exit(main())
