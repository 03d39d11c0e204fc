"""Random boards: UCT on a game of ours, and where it is there the student's own game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from dropfour.classroom import random_boards as ours
from dropfour.classroom.check.case import (
    Answer,
    Assignment,
    Case,
    Difference,
    Judge,
    described,
    equals,
    grid,
    one_of,
    rows_of,
    unchanged,
)

RANDOM_GAMES = 20
SIMULATIONS = 1000  # for a search that can be told
SECONDS = 1.0  # for one that can be told only that
SEARCHES = ("UCTSEARCH", "uct_search")
_show = partial(grid, empty=ours.EMPTY)


def cases(rng: Random) -> Iterator[Case]:
    """The search where its answer is beyond doubt; the game move by move."""
    yield from _search_cases()
    yield from _landing_cases(rng)
    yield from _winner_cases()
    yield from _game_cases(rng)


def _search_cases() -> Iterator[Case]:
    wins = "A move that wins at once is found."
    yield _search(rows_of("     ", "BB   ", "AAA B"), 0, wins, [3])
    yield _search(rows_of(*["      "] * 2, "B     ", "B A   ", "B AA A"), 1, wins, [0])
    stops = "A move that lets the opponent win at once is not played."
    yield _search(rows_of("     ", "A    ", "A B  ", "A BB "), 1, stops, [0])
    trap = "The opponent is expected to play what is best for the opponent."
    yield _search(rows_of("      ", "A     ", "A     ", "A BB  "), 1, trap, [0])
    around = "A forbidden cell takes no piece: the next one lands above it."
    yield _search(rows_of("     ", "BAAA ", "ABBBX", "BAABA"), 0, around, [4])
    bonus = (
        "After a bonus the same player moves twice: the reward's sign turns with the player, "
        "not with the ply."
    )
    for turn, me, you in ((1, "B", "A"), (0, "A", "B")):
        rows = ("      ", f"  {you}{you}  ", f"{you} {me}{me}* ")
        yield _search(rows_of(*rows), turn, bonus, [4])


def _landing_cases(rng: Random) -> Iterator[Case]:
    rule = "A piece falls to the lowest available position; a forbidden cell is passed by."
    for rows, column in (
        ((" ", " ", " ", " ", "X", " "), 0),
        ((" ", " ", " ", " ", "X", "A"), 0),
        ((" ", " ", " ", " ", " ", "X"), 0),
        (("X", "A", "B", "A"), 0),
        (("  ", "* ", "AB"), 0),
        (("#", "A"), 0),
    ):
        yield _landing(rows_of(*rows), column, rule)
    for board, _ in _random_games(rng):
        yield _landing(board, rng.randrange(len(board[0])), rule)


def _winner_cases() -> Iterator[Case]:
    for rule, rows in (
        ("Four or more in a line win.", ("     ", "AAAAA")),
        ("Four or more in a line win.", ("   B", "  BA", " BAA", "BAAX")),
        ("Four or more in a line win.", ("B   ", "AB  ", "AAB ", "XAAB")),
        ("Four or more in a line win.", ("A", "A", "A", "A", "X")),
        ("A ban counts for nobody.", ("     ", "AA#AA")),
        ("Bans and forbidden cells are no line.", ("XXXX", "####")),
        ("Three are no line.", ("    ", "BBBA")),
    ):
        board = rows_of(*rows)
        judge = unchanged(board, _show, equals(ours.check_winner(board)))
        arguments = ["check_winner", board, [0, 1]]
        yield Case("check_winner", "check_winner(board)", _show(board), rule, "check_winner",
                   arguments, judge)  # fmt: skip


def _game_cases(rng: Random) -> Iterator[Case]:
    ban = "Who lands on the bonus cell drops a ban at once, and then the turn passes."
    won = "A piece on the bonus cell that wins ends the game: there is no ban."
    yield _game(rows_of("    ", "    ", "  * "), [2, 2, 0], ban)
    yield _game(rows_of("    ", "    ", "  * "), [2], ban)
    yield _game(rows_of("     ", "     ", "AAA* "), [3], won)
    for board, columns in _random_games(rng):
        yield _game(board, columns, ban)


def _search(board: ours.Board, turn: int, rule: str, columns: list[int]) -> Case:
    def judge(answer: Answer) -> Difference | None:
        if not isinstance(answer.value, list) or len(answer.value) != 2:
            return Difference("a column", described(answer.value, repr))
        column, same = answer.value
        if same is not True:
            return Difference("the position it is given stays as it was", "it was changed")
        return one_of(columns)(Answer(column))

    call = f"UCTSEARCH(s0), {ours.PIECES[turn]} to move"
    return Case(
        SEARCHES[0],
        call,
        _show(board),
        rule,
        "search",
        [list(SEARCHES), {"simulations": SIMULATIONS, "seconds": SECONDS}, [board, turn, False]],
        judge,
    )


def _landing(board: ours.Board, column: int, rule: str) -> Case:
    judge = unchanged(board, _show, equals(ours.landing_row(board, column)))
    call = f"landing_row(board, {column})"
    arguments = ["landing_row", board, column]
    return Case("landing_row", call, _show(board), rule, "call", arguments, judge)


def _game(board: ours.Board, columns: list[int], rule: str) -> Case:
    game = ours.RandomBoardGame(board)
    for column in columns:
        game = game.play(column)
    winner = game.outcome.winner if game.outcome else None
    expected = [game.turn, game.banning, list(game.legal), game.outcome is not None, winner]
    call = f"RandomBoardGame(board), then play({'), play('.join(map(str, columns))})"
    return Case("RandomBoardGame", call, _show(board), rule, "play_out",
                ["RandomBoardGame", board, columns], _same_game(expected))  # fmt: skip


def _same_game(expected: list[object]) -> Judge:
    """Turn and ban matter only while the game goes on."""

    def words(state: list[object]) -> str:
        turn, banning, legal, over, winner = state
        if over:
            return "a draw" if winner is None else f"player {winner} has won"
        return f"turn {turn}, {'a ban' if banning else 'a piece'} next, legal {legal}"

    def judge(answer: Answer) -> Difference | None:
        expected_words = words(expected)
        came = described(answer.value, words)
        return None if came == expected_words else Difference(expected_words, came)

    return judge


def _random_games(rng: Random) -> Iterator[tuple[ours.Board, list[int]]]:
    for number in range(RANDOM_GAMES):
        board = ours.random_board(("plain", "forbidden", "bonus")[number % 3], rng.randrange(10**6))
        game, columns = ours.RandomBoardGame(board), []
        for _ in range(rng.randrange(len(board) * len(board[0]))):
            if game.legal:
                columns.append(rng.choice(game.legal))
                game = game.play(columns[-1])
        yield board, columns


ASSIGNMENT = Assignment(
    "random_boards",
    "Random boards, with UCT",
    files=((SEARCHES[0],), ("landing_row", "check_winner", "RandomBoardGame")),
    cases=cases,
    spellings={SEARCHES[0]: SEARCHES[1:]},
)
