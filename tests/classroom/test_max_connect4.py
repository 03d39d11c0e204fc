"""Max-Connect4: points, files, and a search that pruning does not change."""

from __future__ import annotations

import copy
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dropfour.classroom.max_connect4 import (
    Board,
    Game,
    check_piece_count,
    count_score,
    format_game,
    minimax,
    parse_game,
    play_piece,
    read_game,
    viable,
    write_game,
)
from dropfour.errors import DropfourError
from dropfour.reference import ReferenceGame
from dropfour.rules import Rules

TEXT = "0000000\n0000000\n0000000\n0000000\n0001000\n0002100\n2\n"


def board(*rows: str) -> Board:
    return [[int(digit) for digit in row] for row in rows]


GAME = Game(board(*["0000000"] * 4, "0001000", "0002100"), 2)


# Points


def test_a_full_board_of_one_colour_has_69_points() -> None:
    assert count_score(board(*["1111111"] * 6)) == (69, 0)
    assert count_score(board(*["2222222"] * 6)) == (0, 69)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        (("0000000", "1111122"), (2, 0)),
        (("1", "1", "1", "1", "2"), (1, 0)),
        (("1002", "2112", "1212", "2112"), (0, 1)),
        (("0002", "0021", "0212", "2111"), (0, 1)),
        (("1000", "2100", "1210", "2221"), (1, 0)),
        (("111", "111", "111"), (0, 0)),
    ],
)
def test_count_score(rows: tuple[str, ...], points: tuple[int, int]) -> None:
    assert count_score(board(*rows)) == points


@settings(max_examples=50)
@given(st.integers(1, 6), st.integers(1, 7), st.lists(st.integers(0, 6), max_size=60))
def test_the_points_are_those_of_the_reference(rows: int, columns: int, moves: list[int]) -> None:
    game = ReferenceGame(Rules.grid(rows=rows, columns=columns, ending="full"))
    position = board(*["0" * columns] * rows)
    # Then fill up what is left, so that the reference counts.
    for column in moves + list(range(columns)) * rows:
        if column in game.legal:
            assert column in viable(position)
            position = play_piece(position, column, game.turn + 1)
            game = game.play(column)
    assert game.outcome is not None
    assert viable(position) == []
    assert count_score(position) == game.outcome.scores


# Moves


def test_play_piece_returns_a_new_board() -> None:
    before = copy.deepcopy(GAME.board)
    after = play_piece(GAME.board, 3, 2)
    assert before == GAME.board
    assert after[3] == [0, 0, 0, 2, 0, 0, 0]


@pytest.mark.parametrize("column", [-1, 1, 2])
def test_play_piece_refuses_full_and_unknown_columns(column: int) -> None:
    with pytest.raises(ValueError, match="column"):
        play_piece(board("01", "02"), column, 1)


def test_viable_and_piece_count() -> None:
    assert viable(GAME.board) == [0, 1, 2, 3, 4, 5, 6]
    assert viable(board("102", "212")) == [1]
    assert check_piece_count(GAME.board) == 3
    assert check_piece_count(board("000")) == 0


# Files


@pytest.mark.parametrize(
    "text",
    [TEXT, TEXT.rstrip("\n"), TEXT + "\n\n", TEXT.replace("\n", "\r\n"), TEXT + "\r\n \r\n"],
    ids=["plain", "no final newline", "blank lines", "CRLF", "CRLF and blank lines"],
)
def test_files_are_read_in_every_form(tmp_path: Path, text: str) -> None:
    file = tmp_path / "input.txt"
    file.write_bytes(text.encode())
    assert read_game(file) == GAME


def test_files_are_written_with_lf(tmp_path: Path) -> None:
    file = tmp_path / "output.txt"
    write_game(file, GAME)
    assert file.read_bytes() == TEXT.encode()
    write_game(str(file), Game(GAME.board, 1))
    assert file.read_bytes().endswith(b"\n1\n")
    assert list(tmp_path.iterdir()) == [file]


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "output.txt"
    file.write_text("old")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(DropfourError, match="disk full"):
        write_game(file, GAME)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_game(tmp_path / "nowhere.txt")


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["found 0 in all"]),
        (TEXT.replace("0002100", "000210x"), ["line 6: 'x' is not 0, 1 or 2"]),
        (TEXT.replace("0002100", "000210"), ["line 6: expected 7 digits, found 6"]),
        (TEXT.replace("0002100", "0002100 "), ["line 6: ' '"]),
        (TEXT.replace("0002100\n", ""), ["found 6 in all"]),
        ("0000000\n" + TEXT, ["found 8 in all"]),
        (TEXT[:-2] + "3\n", ["line 7: the player to move is 1 or 2, not '3'"]),
        (TEXT[:-2], ["found 6 in all"]),
        (TEXT.replace("0001000", "0101000"), ["line 5: the piece in column 2"]),
        ("000000a\n00000\n" + TEXT[16:-2] + "x", ["line 1", "line 2", "line 7"]),
    ],
)
def test_bad_files_are_refused_with_every_fault(text: str, faults: list[str]) -> None:
    with pytest.raises(ValueError, match="line") as caught:
        parse_game(text)
    for fault in faults:
        assert fault in str(caught.value)


def test_parity_does_not_matter() -> None:
    assert parse_game("1111\n2\n", rows=1, columns=4) == Game([[1, 1, 1, 1]], 2)


boards = st.lists(st.lists(st.integers(1, 2), max_size=6), min_size=7, max_size=7).map(
    lambda columns: [
        [column[height] if height < len(column) else 0 for column in columns]
        for height in range(5, -1, -1)
    ]
)


@given(boards, st.integers(1, 2))
def test_files_round_trip(position: Board, turn: int) -> None:
    game = Game(position, turn)
    assert parse_game(format_game(game)) == game


# Search


def test_evaluate_counts_points_and_hopes() -> None:
    def value(*rows: str, turn: int = 1) -> int:
        return minimax(board("0"), turn, 1).evaluate(board(*rows))

    assert value("0000") == 0
    assert value("1000") == 1
    assert value("1100") == 4
    assert value("1110") == 16
    assert value("1111") == 64
    assert value("1112") == 0
    assert value("2220") == -16
    assert value("2220", turn=2) == 16
    assert value("11111") == 128
    assert value("1111", "2212") == 64


def plain_minimax(position: Board, player: int, depth: int) -> int:
    """The textbook move, without pruning: the first column of the best value."""
    evaluate = minimax(position, player, depth).evaluate

    def value(position: Board, to_move: int, depth: int) -> int:
        columns = viable(position)
        if depth == 0 or not columns:
            return evaluate(position)
        best = max if to_move == player else min
        return best(
            value(play_piece(position, column, to_move), 3 - to_move, depth - 1)
            for column in columns
        )

    values = {
        column: value(play_piece(position, column, player), 3 - player, depth - 1)
        for column in viable(position)
    }
    return min(values, key=lambda column: (-values[column], column))


small_boards = st.tuples(st.integers(2, 4), st.integers(3, 5)).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(1, 2), max_size=size[0]), min_size=size[1], max_size=size[1]
    ).map(
        lambda columns: [
            [column[height] if height < len(column) else 0 for column in columns]
            for height in range(size[0] - 1, -1, -1)
        ]
    )
)


@settings(max_examples=80)
@given(small_boards, st.integers(1, 2), st.integers(1, 4))
def test_alpha_beta_plays_what_plain_minimax_plays(position: Board, turn: int, depth: int) -> None:
    if not viable(position):
        return
    before = copy.deepcopy(position)
    assert minimax(position, turn, depth).decide() == plain_minimax(position, turn, depth)
    assert position == before


@settings(max_examples=15)
@given(boards, st.integers(1, 2), st.integers(1, 3))
def test_alpha_beta_on_the_usual_board(position: Board, turn: int, depth: int) -> None:
    if viable(position):
        assert minimax(position, turn, depth).decide() == plain_minimax(position, turn, depth)


def test_ties_go_to_the_lowest_column() -> None:
    assert minimax(board("000", "000"), 1, 4).decide() == 0
    assert minimax(board("200", "100"), 1, 4).decide() == 1


def test_depth_one_takes_the_point_and_depth_two_stops_one() -> None:
    position = board(*["0000000"] * 4, "0000000", "1110000")
    assert minimax(position, 1, 1).decide() == 3
    assert minimax(position, 2, 2).decide() == 3


def test_the_pruning_saves_work(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    evaluate = minimax.evaluate

    def counted(self: minimax, gstate: Board) -> int:
        nonlocal calls
        calls += 1
        return evaluate(self, gstate)

    monkeypatch.setattr(minimax, "evaluate", counted)
    minimax(GAME.board, 2, 4).decide()
    assert 0 < calls < 7**4 / 2


def test_wrong_searches_are_refused() -> None:
    with pytest.raises(ValueError, match="depth"):
        minimax(GAME.board, 1, 0)
    with pytest.raises(ValueError, match="full"):
        minimax(board("12"), 1, 3).decide()
