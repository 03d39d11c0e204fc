"""max-connect4, demand by demand: each test has the sentence it answers."""

from __future__ import annotations

import inspect
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.assignments.files import ASSIGNMENTS, imported, run_file

FOLDER = "max_connect4"
FILE = f"{FOLDER}/maxconnect4.py"
program = imported(FILE)
game_file = imported(f"{FOLDER}/MaxConnect4Game.py")
INPUT = (ASSIGNMENTS / FOLDER / "input.txt").read_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the document's input file, in which the program is run."""
    shutil.copy(ASSIGNMENTS / FOLDER / "input.txt", tmp_path)
    return tmp_path


def new_game(*rows: str, turn: int = 1) -> Any:
    padded = ["0000000"] * (6 - len(rows)) + list(rows)
    return game_file.MaxConnect4Game([[int(d) for d in row] for row in padded], turn)


def digits(game: Any) -> list[str]:
    return ["".join(map(str, row)) for row in game.gameBoard]


def test_the_grid() -> None:
    """The game is played on a 6x7 grid, with six rows and seven columns. There are two players."""
    game = game_file.MaxConnect4Game()
    assert (len(game.gameBoard), {len(row) for row in game.gameBoard}) == (6, {7})
    assert game.currentTurn == 1


def test_columns_are_numbered_from_1(folder: Path) -> None:
    """Columns are numbered from left to right, with numbers 1, 2, ..., 7. [...] the move is
    completely determined by specifying the COLUMN where the piece will be placed.
    """
    out = run_file(FILE, "interactive", "none", "human-next", "1", stdin="7\n", folder=folder).out
    assert "\n   1 2 3 4 5 6 7\n" in out
    assert "move 1: Player 1, column 7\n" in out
    assert (folder / "human.txt").read_text().splitlines()[5] == "0000001"


def test_a_full_column_is_rejected(folder: Path) -> None:
    """If all six positions in that column are occupied, then the move is invalid, and the program
    should reject it and force the player to make a valid move.
    """
    full = "1000000\n2000000\n" * 3 + "1\n"
    (folder / "input.txt").write_text(full)
    said = run_file(FILE, "interactive", "input.txt", "human-next", "1", stdin="1\n9\n2\n",
                    folder=folder).out  # fmt: skip
    assert "your column (1-7): Column 1 is full.\nPlayer 1, your column" in said
    assert "move 7: Player 1, column 2\n" in said
    game = new_game(*["1000000"] * 6)
    before = digits(game)
    assert not game.playPiece(0)
    assert digits(game) == before


def test_the_piece_falls_down() -> None:
    """The piece is placed on that column and "falls down", until it reaches the lowest unoccupied
    position in that column.
    """
    game = new_game("0001000", turn=2)
    assert game.playPiece(3)
    assert digits(game)[4:] == ["0002000", "0001000"]


def test_every_game_has_42_moves() -> None:
    """The game is over when all positions are occupied. Obviously, every complete game consists of
    42 moves, and each player makes 21 moves.
    """
    game = game_file.MaxConnect4Game()
    moves = 0
    while columns := program.viable(game.gameBoard):
        game.playPiece(columns[0])
        game.currentTurn = 3 - game.currentTurn
        moves += 1
    cells = [cell for row in game.gameBoard for cell in row]
    assert (moves, cells.count(1), cells.count(2)) == (42, 21, 21)


@pytest.mark.parametrize(
    ("rows", "score"),
    [
        (["1111000"], (1, 0)), (["2222200"], (0, 2)), (["1111111"], (4, 0)),
        (["1000000"] * 4, (1, 0)), (["1000000"] * 6, (3, 0)),
        (["0002000", "0021000", "0212000", "2111000"], (0, 1)),
        (["1000000", "2100000", "1210000", "2221000"], (1, 0)),
        (["1111111"] * 6, (69, 0)), (["1110222"], (0, 0)),
    ],
)  # fmt: skip
def test_the_score(rows: list[str], score: tuple[int, int]) -> None:
    """Consider each quadruple of four consecutive positions on board, either in the horizontal,
    vertical, or each of the two diagonal directions. The red player gets a point for each such
    quadruple where all four positions are occupied by red pieces.
    """
    game = new_game(*rows)
    game.countScore()
    assert (game.player1Score, game.player2Score) == score


def test_most_points_win(capsys: pytest.CaptureFixture[str]) -> None:
    """The player with the most points wins the game."""
    for rows, words in (
        (["1111222", "2221112"] * 3, "Player 1 wins"),
        (["2222111", "1112221"] * 3, "Player 2 wins"),
        (["1112221", "2221112"] * 3, "A draw"),
    ):
        program.declarewinner(new_game(*rows))
        assert words in capsys.readouterr().out


def test_interactive_as_it_stands(folder: Path) -> None:
    """python maxconnect4.py interactive [input_file] [computer-next/human-next] [depth]"""
    for name in ("maxconnect4.py", "MaxConnect4Game.py"):
        shutil.copy(ASSIGNMENTS / FOLDER / name, folder)
    status, out, err = run_file(
        str(folder / "maxconnect4.py"),
        "interactive",
        "input.txt",
        "computer-next",
        "5",
        stdin="4\n",
    )
    assert (status, err) == (0, "")
    assert out.index("move 4: Player 2") < out.index("Player 1, your column (1-7): ")
    assert (folder / "computer.txt").read_text().endswith("\n1\n")
    human = run_file(FILE, "interactive", "input.txt", "human-next", "2", folder=folder).out
    assert "Player 2, your column (1-7): " in human


def test_one_move_as_it_stands(folder: Path) -> None:
    """python maxconnect4.py one-move [input_file] [output_file] [depth]: the program reads the
    current state of the game from an input file, makes a single move, and writes the resulting
    state to an output file.
    """
    status, out, err = run_file(FILE, "one-move", "input.txt", "output.txt", "5", folder=folder)
    assert (status, err) == (0, "")
    assert "Game state before move:" in out and "Game state after move:" in out
    after = (folder / "output.txt").read_text()
    assert after.splitlines()[6] == "1"
    assert sum(digit != "0" for digit in after[:-2]) - after[:-2].count("\n") == 4


def test_programs_play_each_other(folder: Path) -> None:
    """The one-move mode can be used to make programs play against each other."""
    (folder / "a.txt").write_text("1200000\n" + "1212121\n2121212\n" * 2 + "2121212\n1\n")
    names = ["a.txt", "b.txt"]
    for number in range(5):
        source, target = names[number % 2], names[1 - number % 2]
        status, out, _ = run_file(FILE, "one-move", source, target, "2", folder=folder)
        assert status == 0
        assert (folder / target).read_text().splitlines()[6] == "21"[number % 2]
    assert "BOARD FULL\nGame over. " in out
    full = run_file(FILE, "one-move", "b.txt", "c.txt", "2", folder=folder)
    assert full.status == 0 and "BOARD FULL" in full.out
    assert not (folder / "c.txt").exists()


@pytest.mark.parametrize(
    ("module", "name", "parameters"),
    [
        (program, "viable", ["board"]),
        (program, "possible", ["Gold", "attr"]),
        (program.minimax, "decide", ["self"]),
        (program.minimax, "mini", ["self", "gstate", "alpha", "beta"]),
        (program.minimax, "maximum", ["self", "gstate", "alpha", "beta"]),
        (program.minimax, "evaluate", ["self", "gstate"]),
        (program, "mover", ["GameC", "nxt"]),
        (program, "oneMoveGame", ["currentGame", "depth"]),
        (program, "interactiveGame", ["currentGame", "depth"]),
        (program, "declarewinner", ["currentGame"]),
    ],
)
def test_the_functions_of_maxconnect4(module: Any, name: str, parameters: list[str]) -> None:
    """File2: maxconnect4.py. Function Name: viable(board), possible(Gold,attr), class minimax,
    decide(self), mini(self,gstate,alpha,beta), maximum(self,gstate,alpha,beta),
    evaluate(self,gstate), mover(GameC,nxt), oneMoveGame(currentGame,depth),
    interactiveGame(currentGame,depth), declarewinner(currentGame)
    """
    assert list(inspect.signature(getattr(module, name)).parameters) == parameters


def test_the_functions_of_the_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File1: MaxConnect4Game.py. printGameBoardtoFile: Writes the current state of the board to the
    appropriate file. playPiece: places the piece at the selected column. countScore: counts the
    total score of the board. checkPieceCount: checks the number of pieces present in the current
    board. printGameBoard: Prints the current state of the board on the screen.
    """
    game = new_game("1110222")
    assert game_file.playPiece(game, 3)
    assert game_file.countScore(game) == (1, 0)
    assert game_file.checkPieceCount(game) == 7
    game_file.printGameBoard(game)
    assert " | 1 1 1 1 2 2 2 |\n" in capsys.readouterr().out
    game.gameFile = folder / "board.txt"
    game_file.printGameBoardtoFile(game)
    assert (folder / "board.txt").read_text() == "0000000\n" * 5 + "1111222\n1\n"


def test_viable_and_possible() -> None:
    """Checks for all viable columns [...] checks if any of the viable/available columns fetch the
    player a score, assigns a depth value and starts filling up the positions.
    """
    game = new_game("1110000")
    assert program.viable(game.gameBoard) == [0, 1, 2, 3, 4, 5, 6]
    assert program.viable(new_game(*["1000000"] * 6).gameBoard) == [1, 2, 3, 4, 5, 6]
    scores = [program.possible(game, column).player1Score for column in range(7)]
    assert scores == [0, 0, 0, 1, 0, 0, 0]
    after = program.possible(program.possible(game, 3), 0)
    assert (after.nodeDepth, after.currentTurn, after.pieceCount) == (2, 1, 5)
    assert digits(game)[5] == "1110000"


def test_the_search() -> None:
    """class minimax - implements the minimax algorithm [...] Decides at which position the AI will
    play [...] to select the minimum value in the successors [...] the maximum value [...]
    evaluation function of the program
    """
    position = new_game("0020000", "1110002", turn=2).gameBoard
    search = program.minimax(position, 2, 3)
    assert search.decide() == 3  # it stops the point
    infinite = float("inf")
    values = {}
    for column in program.viable(position):
        after = program.possible(new_game("0020000", "1110002", turn=2), column).gameBoard
        values[column] = search.mini(after, -infinite, infinite)
    assert max(values.values()) == values[3] == search.maximum(position, -infinite, infinite)
    for column in program.viable(position):
        after = program.possible(new_game("0020000", "1110002", turn=2), column)
        replies = [
            search.maximum(program.possible(after, reply).gameBoard, -infinite, infinite)
            for reply in program.viable(after.gameBoard)
        ]
        assert values[column] == min(replies)
    assert search.evaluate(position) == -program.minimax(position, 1, 3).evaluate(position)


def test_mover(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After each move, it prints the board and writes the boards state to the file."""
    game = new_game("1110000")
    game.gameFile = folder / "computer.txt"
    program.mover(game, 2)
    assert " | 1 1 1 0 0 0 0 |\n" in capsys.readouterr().out
    assert (folder / "computer.txt").read_text().endswith("1110000\n2\n")


def test_the_winner_is_printed_after_the_board_is_full(folder: Path) -> None:
    """Prints the winner after the board is full."""
    (folder / "input.txt").write_text("0111111\n" + "2121212\n1212121\n" * 2 + "1212121\n2\n")
    out = run_file(FILE, "interactive", "input.txt", "human-next", "1", stdin="1\n",
                   folder=folder).out  # fmt: skip
    assert out.splitlines()[-2] == "BOARD FULL"
    assert out.splitlines()[-1].startswith("Game over. Player 1 wins, ")
