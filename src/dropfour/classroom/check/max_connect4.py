"""Max-Connect4: the game object, the search where its answer is certain, and the program."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dropfour.classroom import max_connect4 as ours
from dropfour.classroom.check.case import (
    PROGRAM,
    Answer,
    Assignment,
    Case,
    Difference,
    equals,
    grid,
    one_of,
    random_stacks,
    unchanged,
)
from dropfour.game import Position
from dropfour.notation import parse_max
from dropfour.solver import Solver
from dropfour.variants import load_rules

RANDOM_BOARDS = 30
SEARCHES = 10
PROGRAM_RUNS = 4
UNTOUCHED = "nothing has been written here\n"
FREE_CELLS = (3, 6)  # of the positions to search: so few that every program gets to the end

_POINT = "Every quadruple of one player's pieces is a point, overlapping ones each."


def cases(rng: Random) -> Iterator[Case]:
    """Boards that tell the usual mistakes apart, random ones, and ends of games."""
    boards = [
        random_stacks(rng, ours.ROWS, ours.COLUMNS, ours.PLAYERS, ours.EMPTY)
        for _ in range(RANDOM_BOARDS)
    ]
    yield from _score_cases(boards)
    for board in boards:
        yield _count(board)
        yield _viable(board)
        columns = ours.viable(board)
        if columns:
            turn, column = rng.choice(ours.PLAYERS), rng.choice(columns)
            lowest = "The piece falls to the lowest unoccupied position in the column."
            after = ours.play_piece(board, column, turn)
            yield _piece(board, turn, column, after, lowest)
        if len(columns) < ours.COLUMNS:
            full = next(c for c in range(ours.COLUMNS) if c not in columns)
            yield _piece(board, 1, full, board, "A piece into a full column is rejected.")
    yield from _search_cases(rng)


def _score_cases(boards: list[ours.Board]) -> Iterator[Case]:
    for rule, rows in (
        (_POINT, ["1111000"]),
        ("Five in a row are two quadruples.", ["1111100"]),
        ("Seven in a row are four quadruples.", ["2222222"]),
        (_POINT, ["2000000"] * 4),
        (_POINT, ["1000000", "2100000", "1210000", "2221000"]),
        (_POINT, ["0001000", "0012000", "0121000", "1222000"]),
        (_POINT, ["0000001", "0000012", "0000121", "0001222"]),
        ("Three are no quadruple.", ["1110222"]),
        ("Empty positions are nobody's quadruple.", ["0000000"]),
        ("A board of one colour has 69 quadruples.", ["1111111"] * 6),
    ):
        padded = ["0" * ours.COLUMNS] * (ours.ROWS - len(rows)) + rows
        yield _score([[int(digit) for digit in row] for row in padded], rule)
    for board in boards:
        yield _score(board, _POINT)


def _search_cases(rng: Random) -> Iterator[Case]:
    rule = "A search to the end of the game finds the move with the best result."
    ends = list(_ends_of_games(rng))
    for end in ends:
        yield _decide(*end, rule)
    early = [[0] * ours.COLUMNS for _ in range(ours.ROWS)]
    form = "One-move writes the position after its move, with the other player to move."
    for turn in ours.PLAYERS:
        yield _one_move(early, turn, ours.viable(early), "2", form)
    for board, turn, best in ends[:PROGRAM_RUNS]:
        yield _one_move(board, turn, best, str(_free(board)), rule)
    full = [[1, 2] * (ours.COLUMNS // 2) + [1] for _ in range(ours.ROWS)]
    yield _one_move(full, 1, [], "3", "A full board has no move: the output file is left alone.")


def _score(board: ours.Board, rule: str) -> Case:
    judge = equals(list(ours.count_score(board)), lambda s: f"player 1: {s[0]}, player 2: {s[1]}")
    return Case("countScore", "countScore()", grid(board), rule, "count_score", [board], judge)


def _count(board: ours.Board) -> Case:
    judge = equals(ours.check_piece_count(board))
    rule = "It counts the pieces on the board."
    return Case("checkPieceCount", "checkPieceCount()", grid(board), rule, "piece_count", [board],
                judge)  # fmt: skip


def _viable(board: ours.Board) -> Case:
    judge = unchanged(board, grid, equals(ours.viable(board)))
    rule = "The viable columns are those that are not full, counted from 0."
    return Case("viable", "viable(board)", grid(board), rule, "call", ["viable", board], judge)


def _piece(board: ours.Board, turn: int, column: int, after: ours.Board, rule: str) -> Case:
    call = f"playPiece({column}), player {turn} to move"
    return Case("playPiece", call, grid(board), rule, "play_piece", [board, turn, column],
                equals(after, grid))  # fmt: skip


def _decide(board: ours.Board, turn: int, best: list[int], rule: str) -> Case:
    depth = _free(board)
    call = f"minimax with depth {depth}, player {turn} to move: decide()"
    return Case("minimax", call, grid(board), rule, "decide", [board, turn, depth], one_of(best))


def _one_move(board: ours.Board, turn: int, best: list[int], depth: str, rule: str) -> Case:
    """Run the program; the output must be the position after one of the best moves."""
    wanted = {
        ours.format_game(ours.Game(ours.play_piece(board, column, turn), ours.other_player(turn)))
        for column in best
    } or {UNTOUCHED}

    def judge(answer: Answer) -> Difference | None:
        status, files = answer.value if isinstance(answer.value, list) else (None, {})
        written = files.get("output.txt", "").replace("\r\n", "\n").rstrip("\n")
        if written in {text.rstrip("\n") for text in wanted}:
            return None
        came = f"output.txt, exit status {status}:\n{written[:200] or '(empty)'}"
        if not best:
            return Difference("output.txt as it was", came)
        column = " or ".join(str(c + 1) for c in best)
        where = "any column" if len(best) == ours.COLUMNS else f"column {column}, counted from 1"
        return Difference(f"a piece in {where}; player {3 - turn} to move", came)

    source = ours.format_game(ours.Game(board, turn))
    return Case(
        "one-move",
        f"python FILE one-move input.txt output.txt {depth}",
        source.rstrip("\n"),
        rule,
        PROGRAM,
        [
            ["one-move", "input.txt", "output.txt", depth],
            {"input.txt": source, "output.txt": UNTOUCHED},
        ],
        judge,
        needs="oneMoveGame",
    )


def _free(board: ours.Board) -> int:
    return sum(row.count(ours.EMPTY) for row in board)


def _ends_of_games(rng: Random) -> Iterator[tuple[ours.Board, int, list[int]]]:
    """Positions near the end where some moves win and others do not; with the best columns.

    A program may look for the most points or just for a win: all that has the best result is right.
    """
    rules = load_rules("max")
    solver = Solver(rules)
    found = 0
    while found < SEARCHES:
        board = [[ours.EMPTY] * ours.COLUMNS for _ in range(ours.ROWS)]
        turn = 1
        for _ in range(ours.ROWS * ours.COLUMNS - rng.randint(*FREE_CELLS)):
            board = ours.play_piece(board, rng.choice(ours.viable(board)), turn)
            turn = ours.other_player(turn)
        text = ours.format_game(ours.Game(board, turn))
        values = solver.score_columns(Position.from_setup(parse_max(text, rules), rules))
        top = max(exact.value for exact in values.values())
        best = [column for column, exact in values.items() if exact.value == top]
        if len(best) < len(values):
            found += 1
            yield board, turn, best


ASSIGNMENT = Assignment(
    "max_connect4",
    "Max-Connect4",
    files=(
        (
            "viable",
            "possible",
            "minimax",
            "mover",
            "oneMoveGame",
            "interactiveGame",
            "declarewinner",
        ),
        ("printGameBoardtoFile", "playPiece", "countScore", "checkPieceCount", "printGameBoard"),
    ),
    cases=cases,
)
