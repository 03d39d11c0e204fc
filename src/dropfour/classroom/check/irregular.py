"""Irregular Connect Four, with the names that `dropfour.classroom.irregular` gives it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dropfour.cells import column_name
from dropfour.classroom import irregular as ours
from dropfour.classroom.check.case import (
    Answer,
    Assignment,
    Case,
    Difference,
    Judge,
    described,
    equals,
    one_of,
    rows_of,
    unchanged,
)

RANDOM_GAMES = 12
TRIALS = 300
TIMES = 40  # random games that must all end alike

_HEIGHTS, _DEAD = [7, 6, 6, 5, 7, 6, 7, 5, 7], ["D3", "G2"]


def cases(rng: Random) -> Iterator[Case]:
    """Boards that tell the usual mistakes apart, then positions of random games."""
    yield from _new_board(rng)
    games = [position for _ in range(RANDOM_GAMES) for position in _random_game(rng)]
    for board, player, column in games:
        yield _legal(board, "A column is full when no cell of it is free.")
        yield _drop(board, column, player, "A disc falls to the lowest free cell of its column.")
        after = ours.drop(board, column, player)
        yield _winner(after, "Four in an uninterrupted line win, in every direction.")
    yield from _drop_cases()
    yield from _winner_cases()
    yield from _trial_cases()
    yield from _computer_cases()


def _new_board(rng: Random) -> Iterator[Case]:
    each = "Every column has a height of its own."
    count = "There may be any number of columns from six to eleven."
    star = "The two cells that do not count exist, wherever they are."
    for heights, dead, rule in (
        (_HEIGHTS, _DEAD, each),
        ([6] * 7, ["A1", "G6"], star),
        ([4, 5, 6, 7, 8, 9], ["F9", "A4"], each),
        ([5] * 11, ["K1", "B2"], count),
    ):
        yield _new(heights, dead, rule)
    for _ in range(10):
        heights = [rng.randint(4, 9) for _ in range(rng.randint(6, 11))]
        places = [(c, r) for c, height in enumerate(heights) for r in range(height)]
        dead = [f"{column_name(c)}{r + 1}" for c, r in rng.sample(places, 2)]
        yield _new(heights, dead, each)


def _drop_cases() -> Iterator[Case]:
    dead = "A cell that does not count takes a disc all the same: it is written small, x or o."
    board = ours.new_board(_HEIGHTS, _DEAD)
    for column, player in ((6, "X"), (6, "O"), (3, "X"), (3, "O"), (3, "X")):
        yield _drop(board, column, player, dead)
        board = ours.drop(board, column, player)
    short = rows_of(" ###", "O#X#", "XOXO")
    yield _legal(short, "Where a column is short, there is nothing to play on above it.")


def _winner_cases() -> Iterator[Case]:
    dead = "A line that passes through a cell that does not count is no line."
    line = "Four in an uninterrupted line win, vertically, horizontally or diagonally."
    for rule, rows in (
        (line, ("       ", "XXXX OO")),
        (line, ("   ", "O  ", "O  ", "O X", "OXX")),
        (line, ("   X", "  XO", " XOO", "XOXO")),
        (line, ("O   ", "XO  ", "XXO ", "OXXO")),
        (dead, ("       ", "XXxX OO")),
        (dead, ("   X", "  xO", " XOO", "XOXO")),
        (dead, ("   ", "O  ", "o  ", "O X", "OXX")),
        ("Four that count beside a cell that does not are a line.", ("       ", "xXXXXoO")),
        ("Missing cells are nobody's.", ("####   ", "XOXO   ")),
        ("Three are no line.", ("       ", "XXXOOO ")),
    ):
        yield _winner(rows_of(*rows), rule)


def _trial_cases() -> Iterator[Case]:
    at_once = "In a trial whoever is to move plays a move that wins at once, if there is one."
    for player, rows in (
        ("O", ("         ", "         ", "XXX   OOO", "OXOXXOXOX")),
        ("X", ("         ", "         ", "XXX   OOO", "OXOXXOXOX")),
        ("O", ("O      ", "OX     ", "OX   X ")),
        ("X", ("X#     ", "XO     ", "XO   O ")),
    ):
        board = [[" "] * len(rows[0]), *rows_of(*rows)]
        yield _trial(board, player, player, at_once)
    yield _trial(rows_of("#X##", "oXOx"), "O", None, "A trial of a full grid is a draw.")
    yield _trial(
        rows_of("    ", "OOOO"), "X", "O", "A trial of a game that is over has its winner."
    )
    # X can only fill cells that do not matter; then O wins at once, whatever X does.
    lost = rows_of("         ", "OOO X OOO")
    yield _trial(lost, "X", "O", at_once)


def _computer_cases() -> Iterator[Case]:
    wins = "The computer plays a move that wins at once, if there is one."
    stops = "In the trials the opponent wins at once, too: a move that allows it wins no trial."
    for player in "XO":
        me, you = player, ours.opponent(player)
        win = rows_of("       ", "       ", f"{you}      ", f"{you}{you} {me}{me}{me} ")
        yield _computer(win, player, wins)
        stop = rows_of("       ", "       ", f"{you}     #", f"{you}     #", f"{you}{me}    {me}")
        yield _computer(stop, player, stops)


def _new(heights: list[int], dead: list[str], rule: str) -> Case:
    expected = ours.new_board(heights, dead)
    call = f"new_board({heights}, {dead})"
    judge = equals(expected, _show)
    return Case("new_board", call, "", rule, "call", ["new_board", heights, dead], judge)


def _legal(board: ours.Board, rule: str) -> Case:
    judge = unchanged(board, _show, equals(ours.legal_columns(board)))
    arguments = ["legal_columns", board]
    return Case(
        "legal_columns", "legal_columns(board)", _show(board), rule, "call", arguments, judge
    )


def _drop(board: ours.Board, column: int, player: str, rule: str) -> Case:
    judge = unchanged(board, _show, equals(ours.drop(board, column, player), _show))
    call = f"drop(board, {column}, {player!r})"
    return Case("drop", call, _show(board), rule, "call", ["drop", board, column, player], judge)


def _winner(board: ours.Board, rule: str) -> Case:
    judge = unchanged(board, _show, equals(ours.winner(board)))
    return Case("winner", "winner(board)", _show(board), rule, "call", ["winner", board], judge)


def _trial(board: ours.Board, player: str, winner: str | None, rule: str) -> Case:
    call = f"trial(board, {player!r}), {TIMES} times"
    arguments = ["trial", TIMES, board, player]
    return Case("trial", call, _show(board), rule, "tally", arguments, _all_won_by(winner))


def _all_won_by(winner: str | None) -> Judge:
    expected = [TIMES * (winner == side) for side in "XO"]

    def judge(answer: Answer) -> Difference | None:
        if answer.value == expected:
            return None
        came = described(answer.value, lambda wins: f"X won {wins[0]}, O won {wins[1]} of them")
        return Difference(f"{winner or 'nobody'} wins every time", came)

    return judge


def _computer(board: ours.Board, player: str, rule: str) -> Case:
    winning = ours.winning_columns([list(row) for row in board], player)
    if winning:
        columns = winning
    else:
        replies = {c: ours.drop(board, c, player) for c in ours.legal_columns(board)}
        them = ours.opponent(player)
        columns = [c for c, after in replies.items() if not ours.winning_columns(after, them)]
    judge = unchanged(board, _show, one_of(columns), at=2)
    call = f"computer_move(board, {player!r}, {TRIALS})"
    arguments = ["computer_move", TRIALS, board, player]
    return Case("computer_move", call, _show(board), rule, "solve", arguments, judge)


def _random_game(rng: Random) -> Iterator[tuple[ours.Board, str, int]]:
    """Some positions of a random game, each with a player and a column that can be played."""
    heights = [rng.randint(4, 7) for _ in range(rng.randint(6, 11))]
    places = [(c, r) for c, height in enumerate(heights) for r in range(height)]
    dead = [f"{column_name(c)}{r + 1}" for c, r in rng.sample(places, 2)]
    board, player = ours.new_board(heights, dead), "X"
    while (columns := ours.legal_columns(board)) and ours.winner(board) is None:
        column = rng.choice(columns)
        if rng.random() < 0.25:
            yield board, player, column
        board, player = ours.drop(board, column, player), ours.opponent(player)


def _show(board: ours.Board) -> str:
    return "\n".join("".join(row) + "|" for row in board)


ASSIGNMENT = Assignment(
    "irregular",
    "Irregular Connect Four",
    files=(("new_board", "legal_columns", "drop", "winner", "trial", "computer_move"),),
    cases=cases,
)
