"""The Max-Connect4 program, interactive or one move: the assignment's file maxconnect4.py.

`dropfour`'s own `maxconnect4` is the same program with the fast search.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from dropfour._validation import parse_number, shown
from dropfour.classroom.max_connect4.board import (
    COLUMNS,
    ROWS,
    other_player,
    play_piece,
    read_game,
    viable,
)
from dropfour.classroom.max_connect4.game import MaxConnect4Game
from dropfour.classroom.max_connect4.search import minimax
from dropfour.classroom.terminal import INPUT_ENDED, run_program
from dropfour.cli.exit_status import complain
from dropfour.errors import DropfourError
from dropfour.files import label

USAGE = """\
usage: python maxconnect4.py interactive [input_file] [computer-next/human-next] [depth]
       python maxconnect4.py one-move [input_file] [output_file] [depth]"""
WRONG_ARGUMENTS = 2
COMPUTER_FILE, HUMAN_FILE = "computer.txt", "human.txt"
MODES = ("computer-next", "human-next")


def possible(Gold: MaxConnect4Game, attr: int) -> MaxConnect4Game:
    """The game one move deeper, the player to move having dropped a piece into column `attr`.

    Its score is counted, so that it shows whether the move made a point. Raises `ValueError` if
    the column takes no piece.

    >>> game = MaxConnect4Game([[0, 0, 0, 0, 0], [1, 1, 1, 0, 2]])
    >>> [possible(game, column).player1Score for column in viable(game.gameBoard)]
    [0, 0, 0, 1, 0]
    """
    after = MaxConnect4Game(
        play_piece(Gold.gameBoard, attr, Gold.currentTurn), other_player(Gold.currentTurn)
    )
    after.nodeDepth = Gold.nodeDepth + 1
    return after


def mover(GameC: MaxConnect4Game, nxt: int) -> None:
    """After a move: `nxt` is to move; write the board to the game's file, and print it."""
    GameC.currentTurn = nxt
    GameC.printGameBoardtoFile()
    GameC.printGameBoard()


def declarewinner(currentGame: MaxConnect4Game) -> None:
    """Print who has won on a full board.

    >>> declarewinner(MaxConnect4Game([[1, 1, 1, 1]]))
    BOARD FULL
    Game over. Player 1 wins, 1 to 0.
    """
    first, second = currentGame.countScore()
    result = "A draw" if first == second else f"Player {1 if first > second else 2} wins"
    print("BOARD FULL")
    print(f"Game over. {result}, {max(first, second)} to {min(first, second)}.", flush=True)


def oneMoveGame(currentGame: MaxConnect4Game, depth: int) -> None:
    """One move of the computer, from the game as it stands to its file; none on a full board."""
    print("MaxConnect-4 game\n\nGame state before move:")
    currentGame.printGameBoard()
    if viable(currentGame.gameBoard):
        _play(currentGame, _decision(currentGame, depth), then="\nGame state after move:")
    if not viable(currentGame.gameBoard):
        declarewinner(currentGame)


def interactiveGame(currentGame: MaxConnect4Game, depth: int) -> None:
    """Play on until the board is full: `currentGame.computer` by search, the other one is asked."""
    print("MaxConnect-4 game\n")
    currentGame.printGameBoard()
    while viable(currentGame.gameBoard):
        if currentGame.currentTurn == currentGame.computer:
            column, currentGame.gameFile = _decision(currentGame, depth), COMPUTER_FILE
        else:
            try:
                column, currentGame.gameFile = _ask(currentGame), HUMAN_FILE
            except EOFError:
                print(f"\n{INPUT_ENDED}")
                return
        _play(currentGame, column, then="")
    declarewinner(currentGame)


def main(arguments: Sequence[str]) -> int:
    """Run the assignment's two command lines; status 1 is a bad file, 2 are wrong arguments."""
    return run_program("maxconnect4", lambda: _run(list(arguments)), refused=1)


def _run(arguments: list[str]) -> int:
    fault = _wrong(arguments)
    if fault:
        print(USAGE, file=sys.stderr)
        return complain("maxconnect4", fault, status=WRONG_ARGUMENTS)
    mode, source, target, depth = arguments
    currentGame = _game_from(source, missing_is_empty=mode == "interactive")
    # Deeper than the board has cells is no deeper; and a depth of many digits is such a one.
    ahead = min(parse_number(depth.lstrip("0")) or ROWS * COLUMNS, ROWS * COLUMNS)
    if mode == "one-move":
        currentGame.gameFile = target
        oneMoveGame(currentGame, ahead)
    else:
        if target == "human-next":
            currentGame.computer = other_player(currentGame.currentTurn)
        interactiveGame(currentGame, ahead)
    return 0


def _wrong(arguments: list[str]) -> str:
    """What is wrong with the arguments, in words; nothing if they are right."""
    if arguments and arguments[0] not in ("interactive", "one-move"):
        return f"the mode is interactive or one-move, not {shown(arguments[0])}"
    if len(arguments) != 4:
        return f"4 arguments are needed, not {len(arguments)}"
    mode, _, target, depth = arguments
    if mode == "interactive" and target not in MODES:
        return f"the next player is {' or '.join(MODES)}, not {shown(target)}"
    if not (depth.isascii() and depth.isdigit() and depth.strip("0")):
        return f"depth is a whole number of at least 1, not {shown(depth)}"
    return ""


def _game_from(path: str, *, missing_is_empty: bool) -> MaxConnect4Game:
    try:
        game = read_game(path)
    except FileNotFoundError as error:
        if missing_is_empty:
            return MaxConnect4Game()
        raise DropfourError(f"{label(path)} cannot be read: {error.strerror}") from error
    except OSError as error:
        raise DropfourError(f"{label(path)} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise DropfourError(f"{label(path)}: {error}") from error
    return MaxConnect4Game(game.board, game.turn)


def _decision(game: MaxConnect4Game, depth: int) -> int:
    return minimax(game.gameBoard, game.currentTurn, depth).decide()


def _play(game: MaxConnect4Game, column: int, *, then: str) -> None:
    game.playPiece(column)
    print(f"move {game.checkPieceCount()}: Player {game.currentTurn}, column {column + 1}")
    print(then)
    mover(game, other_player(game.currentTurn))


def _ask(game: MaxConnect4Game) -> int:
    """The column that the human plays, asked for until it can be played."""
    columns = len(game.gameBoard[0])
    while True:
        answer = input(f"Player {game.currentTurn}, your column (1-{columns}): ").strip()
        number = parse_number(answer) or 0
        if not 1 <= number <= columns:
            print(f"{shown(answer)} is no column: type a number from 1 to {columns}.")
        elif number - 1 not in viable(game.gameBoard):
            print(f"Column {number} is full.")
        else:
            return number - 1
