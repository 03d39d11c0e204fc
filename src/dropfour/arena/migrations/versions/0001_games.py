"""Experiments and their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "experiment",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_table(
        "game",
        sa.Column("experiment", sa.Integer, sa.ForeignKey("experiment.id"), primary_key=True),
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
