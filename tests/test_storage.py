"""Databases of either kind: what makes them, and what becomes of older ones."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from dropfour.arena.storage import SCHEMA as ARENA
from dropfour.errors import StorageError
from dropfour.storage import Schema, open_engine, transaction
from dropfour.web.storage import SCHEMA as PAGE


def things(*names: str) -> sa.MetaData:
    """One table with these columns."""
    metadata = sa.MetaData()
    sa.Table("things", metadata, *(sa.Column(name, sa.Integer) for name in names))
    return metadata


def second(connection: sa.Connection) -> None:
    connection.execute(sa.text("alter table things add column size integer default 7"))


def third(connection: sa.Connection) -> None:
    connection.execute(sa.text("update things set size = size + 1"))


ONE = Schema("tests", things("id"))
THREE = Schema("tests", things("id", "size"), (second, third))
ROWS = sa.text("select * from things")


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "things.db")
    url: str = request.getfixturevalue("postgresql")
    return url


def test_older_tables_are_brought_up_to_date_once(place: str) -> None:
    with transaction(open_engine(place, ONE)) as connection:
        connection.execute(sa.text("insert into things (id) values (1)"))
    for _ in range(2):
        with transaction(open_engine(place, THREE)) as connection:
            assert connection.execute(ROWS).all() == [(1, 8)]
    with pytest.raises(StorageError, match="newer dropfour"):
        open_engine(place, ONE)


def test_new_tables_need_no_upgrade(place: str) -> None:
    with transaction(open_engine(place, THREE)) as connection:
        assert connection.execute(ROWS).keys() == ["id", "size"]
        assert connection.execute(ROWS).all() == []


def test_an_upgrade_that_fails_changes_nothing(place: str) -> None:
    def failing(connection: sa.Connection) -> None:
        connection.execute(sa.text("select * from nowhere"))

    open_engine(place, ONE).dispose()
    with pytest.raises(StorageError, match="nowhere"):
        open_engine(place, Schema("tests", things("id", "size"), (second, failing)))
    with transaction(open_engine(place, ONE)) as connection:
        assert connection.execute(ROWS).keys() == ["id"]


def test_the_arena_and_the_page_may_share_a_database(place: str) -> None:
    for schema in (ARENA, PAGE, ARENA):
        with transaction(open_engine(place, schema)) as connection:
            for table in schema.tables.sorted_tables:
                connection.execute(sa.select(table)).all()


def test_tables_of_another_program_are_left_alone(place: str) -> None:
    open_engine(place, Schema("others", things("colour"))).dispose()
    with pytest.raises(StorageError, match="belongs to another program"):
        open_engine(place, ONE)
