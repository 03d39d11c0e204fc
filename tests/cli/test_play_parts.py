"""The parts of `dropfour play` by themselves: players, pictures of boards, saved games."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from dropfour import Exact
from dropfour.agents import Analysis, ColumnAnalysis
from dropfour.cli.analysis_text import table
from dropfour.cli.play.board_view import Scene
from dropfour.cli.play.players import HUMAN, adviser, parse_player, player_names, strongest
from dropfour.cli.play.prompt import COMMANDS, read_order
from dropfour.cli.play.saved_games import SavedGame, forget_old, keep, newest, save_as
from dropfour.cli.play.words import advice
from dropfour.errors import DropfourError
from dropfour.files import write_whole
from dropfour.game import Position
from dropfour.rules import Rules
from dropfour.variants import load_rules
from tests.strategies import rules as some_rules

PEOPLE = (HUMAN, HUMAN)


def _drawn(position: Position, width: int) -> list[str]:
    page = io.StringIO()
    Console(file=page, width=width, color_system=None).print(Scene(position, ("you", "random")))
    return page.getvalue().splitlines()


@pytest.mark.parametrize(
    "text", ["human", "random", "random:seed=7", "random:playouts=5,threads=2"]
)
def test_a_player_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_player(text)) == text


def test_somebody_always_plays() -> None:
    assert strongest().make().choose(Position(Rules.grid(rows=1, columns=1))) == 0


def test_no_column_is_called_like_a_command() -> None:
    assert min(map(len, COMMANDS)) > 2, "columns have one letter or two"


@given(st.text(max_size=30))
@settings(max_examples=300)
def test_any_line_is_an_order_or_explained_in_one_line(line: str) -> None:
    start = Position(Rules.grid(rows=2, columns=28))
    try:
        order = read_order(line, start)
    except DropfourError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert order.command in COMMANDS or 0 <= order.column < 28


def test_a_board_reads_as_drawn() -> None:
    rules = Rules(heights=[3, 2, 3], dead=["C1"], blocked=["A2"], goal=load_rules("square").goal)
    assert _drawn(Position.from_moves("CAB", rules), 60) == [
        "3 |   | # |   |   X  you",
        "2 | % |   |   |   O  random  <- to move",
        "1 | O |(X)| x |   ( ) last move: B1",
        "    A   B   C     .  dead: a disc (x, o) never counts",
        "                  %  blocked: takes no disc",
        "                  #  not part of the board",
    ]


def test_a_row_of_winning_cells_is_bracketed_as_one_where_cells_are_narrow() -> None:
    won = Position.from_moves("A A B B C C D", Rules.grid(rows=2, columns=30))
    drawn = _drawn(won, 80)
    assert drawn[1].startswith("1 [X|X|X|X] | ")
    assert drawn[2:4] == [
        "   A B C D E F G H I J K L M N O P Q R S T U V W X Y Z A A A A",
        "                                                       A B C D",
    ]


@given(some_rules(max_columns=32, max_rows=32), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_every_board_fits_into_80_columns(rules: Rules, rng: Random) -> None:
    position = Position(rules)
    for _ in range(rng.randrange(30)):
        if position.outcome is None:
            position = position.play(rng.choice(position.legal))
    assert max(map(len, _drawn(position, 80))) <= 80
    assert max(line.cell_len for line in Scene(position, ("X", "O")).board(40)) <= 40
    assert all(line == line.rstrip() for line in _drawn(position, 80))


def test_a_saved_game_reads_back(tmp_path: Path) -> None:
    players = (parse_player("random:seed=3"), HUMAN)
    game = SavedGame(Position.from_moves("DDE", load_rules("classic")), players, seed=11)
    save_as(tmp_path / "game", game)
    text = (tmp_path / "game").read_text()
    again = SavedGame.from_text(text, players=PEOPLE, seed=0)
    assert (again.position, again.players, again.seed) == (game.position, players, 11)


def test_a_bare_record_leaves_the_players_as_they_are() -> None:
    game = SavedGame.from_text("classic; DD", players=PEOPLE, seed=5)
    assert (game.players, game.seed) == (PEOPLE, 5)


def test_a_full_disk_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "game"
    write_whole(path, "old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DropfourError, match="No space left on device"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_old_games_are_forgotten_in_the_end(tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    game = SavedGame(Position(load_rules("classic")).play(0), PEOPLE, seed=0)
    for number in range(30):
        keep(folder / f"{number:02}.game", game)
        os.utime(folder / f"{number:02}.game", (number, number))
    forget_old(folder)
    assert len(list(folder.iterdir())) == 20
    assert newest(folder).name == "29.game"


@pytest.mark.parametrize("name", player_names())
def test_everybody_can_be_asked_for_advice(name: str) -> None:
    settings = "" if name in ("random", "greedy", "human") else ":playouts=200"
    position = Position.from_moves("DD", load_rules("classic"))
    analysis = adviser((HUMAN, parse_player(name + settings)), seed=1).analyse(position)
    assert set(analysis.columns) == set(position.legal)
    assert advice(analysis, position)[0].startswith("I would play ")
    assert len(table(analysis).splitlines()) == 1 + len(position.legal)


def test_scores_of_proven_columns_are_left_out() -> None:
    columns = {
        0: ColumnAnalysis(column=0, value=1.0, score=999_999_999, exact=Exact(1, plies=1)),
        1: ColumnAnalysis(column=1, value=0.1, score=-7),
    }
    assert table(Analysis(move=0, columns=columns)).splitlines() == [
        "column   value  score    proven",
        "A *     +1.000         win in 1",
        "B       +0.100     -7          ".rstrip(),
    ]
