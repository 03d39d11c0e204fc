"""The tables of the database; alembic brings older ones up to date."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from dropfour.arena.faults import StorageError

HEAD = "0001"
"""The revision that this program writes: the newest file in migrations/versions."""

LONGEST_NAME = 60
"""Of an experiment: what is longer is cut. The whole name is in the content."""

_VERSION_TABLE = "alembic_version"

metadata = sa.MetaData()

experiment = sa.Table(
    "experiment",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(LONGEST_NAME), nullable=False),
    sa.Column("content", sa.Text, nullable=False),
)

game = sa.Table(
    "game",
    metadata,
    sa.Column("experiment", sa.ForeignKey("experiment.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("pair", sa.Integer, nullable=False),
    sa.Column("board", sa.Text, nullable=False),
    sa.Column("first", sa.Text, nullable=False),
    sa.Column("second", sa.Text, nullable=False),
    sa.Column("opening", sa.Text, nullable=False),
    sa.Column("moves", sa.Text, nullable=False),
    sa.Column("winner", sa.Integer),
    sa.Column("ending", sa.String(20), nullable=False),
    sa.Column("fault_side", sa.Integer),
    sa.Column("cause", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Column("first_score", sa.Integer, nullable=False),
    sa.Column("second_score", sa.Integer, nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("times_ms", sa.Text, nullable=False),
    sa.Column("first_ms", sa.Float, nullable=False),
    sa.Column("second_ms", sa.Float, nullable=False),
)


def upgrade(engine: sa.Engine, label: str) -> None:
    """Make the tables, or bring them to `HEAD`; `StorageError` for what is not ours or newer."""
    with engine.connect() as connection:
        names = set(sa.inspect(connection).get_table_names())
        revision = None
        if _VERSION_TABLE in names:
            revision = connection.execute(
                sa.text(f"SELECT version_num FROM {_VERSION_TABLE}")
            ).scalar()
    if revision == HEAD:
        return
    if revision is None and names & {experiment.name, game.name}:
        raise StorageError(f"{label}: this database belongs to another program")
    if revision is not None and revision > HEAD:
        raise StorageError(f"{label}: this database was written by a newer dropfour")
    _run_alembic(engine)


def _run_alembic(engine: sa.Engine) -> None:
    from alembic import command  # slow to import, and needed once per database
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":  # the driver begins none before CREATE TABLE
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
