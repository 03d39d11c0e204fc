"""Databases: what is kept, and what is said when they cannot be used."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from math import isnan
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from dropfour import storage
from dropfour.arena import Experiment, PlayedGame, Results, StorageError
from dropfour.arena.match import play_game
from dropfour.arena.report import summarise
from dropfour.arena.report.page import format_page
from dropfour.arena.results import Thought
from dropfour.arena.storage import Storage
from dropfour.cli.arena.replay import show_game
from dropfour.cli.arena.text import format_text

EXPERIMENT = Experiment.from_mapping(
    {"rules": [{"game": "square"}], "players": [{"agent": "random"}, {"agent": "greedy"}]}
)


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    game = play_game(EXPERIMENT, 0)
    with Storage.open(tmp_path / "games.db") as place:
        key = place.register(EXPERIMENT)
        assert place.add(key, game)
        assert not place.add(key, game)
        assert place.results(EXPERIMENT).games == [game]
    assert sqlite3.connect(tmp_path / "games.db").execute("pragma journal_mode").fetchone() == (
        "wal",
    )


def test_what_players_said_comes_back_too(tmp_path: Path) -> None:
    game = play_game(EXPERIMENT, 0)
    said = (Thought(value=-0.5, depth=3, work=100, line="DDE"),) + (Thought(),) * (game.plies - 1)
    game = replace(game, start="-/-/-/-/-/-/- O", thoughts=said)
    with Storage.open(tmp_path / "games.db") as place:
        place.add(place.register(EXPERIMENT), game)
        assert place.results(EXPERIMENT).games == [game]


def without_thoughts(results: Results) -> list[PlayedGame]:
    return [replace(game, thoughts=()) for game in results]


def to_version_1(connection: sqlite3.Connection) -> None:
    """As the tables were before there were runs, starts and thoughts."""
    connection.execute("drop table run")
    for column in ("start", "thoughts"):
        connection.execute(f"alter table game drop column {column}")
    connection.execute("update experiment set fingerprint = 'of version 1'")
    connection.execute("update schema_version set version = 1")


def test_a_database_of_version_1(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    before = EXPERIMENT.run(database=str(place))
    with sqlite3.connect(place) as connection:
        to_version_1(connection)
    assert EXPERIMENT.run(database=str(place)).games == without_thoughts(before)


def test_a_postgresql_database_of_version_1(postgresql: str) -> None:
    players = [{"agent": "random"}, {"agent": "greedy"}]
    experiment = Experiment.from_mapping({"rules": [{"game": "classic"}], "players": players})
    before = experiment.run(database=postgresql)
    with Storage.open(postgresql) as place, place._engine.begin() as connection:
        connection.exec_driver_sql("drop table run")
        for column in ("start", "thoughts"):
            connection.exec_driver_sql(f"alter table game drop column {column}")
        connection.exec_driver_sql("update experiment set fingerprint = 'version 1, ' || id")
        connection.exec_driver_sql("update schema_version set version = 1 where name = 'arena'")
    again = experiment.run(database=postgresql)
    assert [game.moves for game in again] == [game.moves for game in before]


def test_a_database_from_before_versions_were_kept(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    before = EXPERIMENT.run(database=str(place))
    with sqlite3.connect(place) as connection:
        to_version_1(connection)
        connection.execute("drop table schema_version")
        connection.execute("create table alembic_version (version_num)")
    assert EXPERIMENT.run(database=str(place)).games == without_thoughts(before)


def test_a_database_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    def stop(_: object, __: object, statement: str, *___: object) -> None:
        if "CREATE TABLE game" in statement:
            raise KeyboardInterrupt

    event.listen(sa.Engine, "after_cursor_execute", stop)
    try:
        with pytest.raises(KeyboardInterrupt):
            Storage.open(tmp_path / "games.db")
    finally:
        event.remove(sa.Engine, "after_cursor_execute", stop)
    with Storage.open(tmp_path / "games.db"):
        pass


def refused(place: Path | str) -> str:
    with pytest.raises(StorageError) as error:
        EXPERIMENT.run(database=str(place))
    return str(error.value)


def test_what_is_no_database(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("these are my notes, not games; " * 100)
    assert "not a database" in refused(text)
    assert text.read_text().startswith("these are my notes")
    assert "is a folder" in refused(tmp_path)
    assert "cannot be opened" in refused(tmp_path / "no" / "folder" / "games.db")
    assert "only SQLite and PostgreSQL" in refused("oracle://host/games")
    assert "cannot be read" in refused("://")


def test_a_database_of_somebody_else_or_of_the_future(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    with sqlite3.connect(place) as connection:
        connection.execute("create table game (x)")
    assert "another program" in refused(place)
    other = tmp_path / "new.db"
    EXPERIMENT.run(database=str(other))
    with sqlite3.connect(other) as connection:
        connection.execute("update schema_version set version = 9999")
    assert "newer dropfour" in refused(other)


def test_a_damaged_database(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    EXPERIMENT.run(database=str(place))
    content = bytearray(place.read_bytes())
    content[100:] = os.urandom(len(content) - 100)
    place.write_bytes(bytes(content))
    for extra in tmp_path.glob("games.db-*"):
        extra.unlink()
    assert any(word in refused(place) for word in ("damaged", "not a database"))


def test_a_locked_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "_BUSY_SECONDS", 0.1)
    place = tmp_path / "games.db"
    EXPERIMENT.run(database=str(place))
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute("begin exclusive")
    assert "locked" in refused(place)
    connection.close()
    assert len(EXPERIMENT.run(database=str(place))) == 2


def test_a_full_disk_loses_no_finished_game(tmp_path: Path) -> None:
    content = {
        "rules": [{"game": "square"}],
        "players": [{"agent": "random"}, {"agent": "greedy"}],
        "plan": {"games": 400},
    }
    experiment, place = Experiment.from_mapping(content), tmp_path / "games.db"

    def smaller(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("pragma max_page_count = 12")

    event.listen(sa.Engine, "connect", smaller)
    try:
        with pytest.raises(StorageError, match="the disk is full"):
            experiment.run(database=str(place))
    finally:
        event.remove(sa.Engine, "connect", smaller)
    with Storage.open(place) as opened:
        kept = opened.results(experiment)
    assert 5 < len(kept) < 400
    results = experiment.run(database=str(place))
    assert results.complete
    assert [results.games[game.number] for game in kept] == kept.games


def test_a_read_only_database(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    EXPERIMENT.run(database=str(place))
    url = f"sqlite:///file:{place}?mode=ro&uri=true"
    assert "read-only" in refused(url)


def test_a_long_name(postgresql: str, tmp_path: Path) -> None:
    content = {"rules": [{"game": "square"}], "players": [{"agent": "random"}, {"agent": "greedy"}]}
    name = "long " * 40
    one = Experiment.from_mapping(content, name=name)
    two = Experiment.from_mapping(content | {"seed": 1}, name=name)
    for place in (postgresql, str(tmp_path / "games.db")):
        one.run(database=place)
        with Storage.open(place) as opened:
            assert opened.other_versions(two) == 2


def test_postgresql(postgresql: str) -> None:
    expected = EXPERIMENT.run()
    results = EXPERIMENT.run(database=postgresql, workers=2)
    assert [(g.moves, g.winner) for g in results] == [(g.moves, g.winner) for g in expected]
    again = EXPERIMENT.run(database=postgresql)
    assert again.games == results.games
    with pytest.raises(StorageError, match="no_such"):
        Storage.open(postgresql.replace("/tests_", "/no_such_"))


@pytest.mark.parametrize(
    "times", ["", "[", "null", "{}", "[1, 2", '["a"]', "[[]]", "[1]", "[" * 100_000, "\x00"]
)
def test_damaged_times_lose_the_times_and_not_the_game(times: str, tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    before = EXPERIMENT.run(database=str(place))
    with sqlite3.connect(place) as connection:
        connection.execute(
            "update game set times_ms = ?, thoughts = ? where number = 0", [times] * 2
        )
    damaged = EXPERIMENT.run(database=str(place))
    game = damaged.games[0]
    assert all(map(isnan, game.times_ms))
    assert game.opening_plies == 0
    assert game.moves == before.games[0].moves
    assert damaged.games[1] == before.games[1]
    assert "greedy" in format_text(summarise(damaged))
    page = format_page(damaged, summarise(damaged))
    assert "NaN" not in page.split('id="data"')[1].split("</script>")[0]
    show_game(damaged, game)


def test_damaged_moves_are_one_line_of_words(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    EXPERIMENT.run(database=str(place))
    with sqlite3.connect(place) as connection:
        connection.execute("update game set opening = 'Ω?'")
    with Storage.open(place) as opened, pytest.raises(StorageError, match="is damaged"):
        opened.results(EXPERIMENT)


def test_a_report_of_a_database_that_nobody_can_write(tmp_path: Path) -> None:
    """Its folder is read-only as well, it is of an older version, and some of it is in the log."""
    folder = tmp_path / "folder"
    folder.mkdir()
    place = folder / "games.db"
    before = EXPERIMENT.run(database=str(place))
    keeper = sqlite3.connect(place)
    to_version_1(keeper)
    keeper.commit()  # into the log; the connection that stays open keeps it there
    shutil.copytree(folder, tmp_path / "copy")
    keeper.close()
    copy = tmp_path / "copy"
    for file in copy.iterdir():
        file.chmod(0o444)
    copy.chmod(0o555)
    script = (
        "import os, sys\n"
        "from dropfour.arena.storage import Storage\n"
        "from tests.arena.test_storage import EXPERIMENT\n"
        "os.chdir(sys.argv[1])\n"
        "if os.getuid() == 0: os.setgroups([]); os.setuid(65534)\n"  # root may write anywhere
        "with Storage.to_read('games.db') as place:\n"
        "    print([game.moves for game in place.results(EXPERIMENT)])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(copy)],
        capture_output=True, text=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    copy.chmod(0o755)
    assert done.stdout.strip() == str([game.moves for game in before]), done.stderr
