"""Positions and analyses as page and notebook draw them: plain values, ready for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.agents import Analysis, ColumnAnalysis
from dropfour.cells import Cell
from dropfour.game import Position
from dropfour.notation import BAN, PLAYERS, format_moves

_FREE, _BLOCKED = ".", "#"
_MOST_PATTERN_CELLS = 4096  # shown of one player: every four of any 32 × 32 game, and no flood

Patterns: TypeAlias = list[list[tuple[int, int]]]


class Drop(TypedDict):
    cell: tuple[int, int]
    player: int
    ban: bool


class OutcomeShown(TypedDict):
    winner: int | None
    cells: list[tuple[int, int]]
    patterns: tuple[Patterns, Patterns]


class Snapshot(TypedDict):
    """One position: everything needed to draw and play it."""

    ply: int
    moves: str
    text: str
    columns: list[str]
    turn: int
    banning: bool
    legal: list[int]
    landing: list[int | None]
    last: Drop | None
    scores: tuple[int, int]
    scored: Patterns
    outcome: OutcomeShown | None


def snapshot(position: Position) -> Snapshot:
    """The last position alone."""
    moves = position.moves
    last = _drop(position.undo(), moves[-1]) if moves else None
    return _snapshot(position, len(moves), position.moves_text(), _columns(position), last)


def snapshots(position: Position, plies: range) -> Iterator[Snapshot]:
    """Those of these plies, of the positions that led here and this one."""
    history, moves, rules = position.history, position.moves, position.rules
    # Written once for all plies: a board of a thousand cells has a thousand of them.
    words = [
        format_moves([(column, before.banning)], rules)
        for before, column in zip(history, moves, strict=False)
    ]
    widest = format_moves([(rules.columns - 1, False)], rules)
    between = " " if len(widest) > 1 else ""
    columns: list[str] = []
    for ply in range(plies.start, min(plies.stop, len(history))):
        before = history[ply - 1] if ply else None
        last = _drop(before, moves[ply - 1], columns) if before is not None else None
        columns = _with(columns, last) if columns and last else _columns(history[ply])
        yield _snapshot(history[ply], ply, between.join(words[:ply]), columns, last)


def _snapshot(
    position: Position, ply: int, moves: str, columns: list[str], last: Drop | None
) -> Snapshot:
    legal = position.legal
    return {
        "ply": ply,
        "moves": moves,
        "text": _text(position, columns),
        "columns": columns,
        "turn": position.turn,
        "banning": position.banning,
        "legal": list(legal),
        "landing": [
            column.index(_FREE) if number in legal else None
            for number, column in enumerate(columns)
        ],
        "last": last,
        "scores": position.scores,
        "scored": _scored(position, last),
        "outcome": _outcome(position),
    }


def _scored(position: Position, last: Drop | None) -> Patterns:
    """The patterns that the last move made points of."""
    if last is None or last["ban"] or position.rules.ending != "full":
        return []
    return _patterns(position, last["player"], through=Cell(*last["cell"]))


def _outcome(position: Position) -> OutcomeShown | None:
    outcome = position.outcome
    if outcome is None:
        return None
    shown = (_patterns(position, 0), _patterns(position, 1))
    return {"winner": outcome.winner, "cells": list(outcome.cells), "patterns": shown}


def _patterns(position: Position, player: int, through: Cell | None = None) -> Patterns:
    longest = max(map(len, position.rules.goal.patterns))
    most = _MOST_PATTERN_CELLS // longest
    found = position.completed_patterns(player, through=through, most=most)
    return [list(pattern) for pattern in found]


def _columns(position: Position) -> list[str]:
    """Each column bottom up, one character per cell."""
    rules, setup = position.rules, position.setup
    board = [[_FREE] * height for height in rules.heights]
    for cells, mark in (
        (setup.discs[0], PLAYERS[0]),
        (setup.discs[1], PLAYERS[1]),
        (setup.bans, BAN),
        (rules.blocked, _BLOCKED),
    ):
        for column, row in cells:
            board[column][row] = mark
    return ["".join(column) for column in board]


def _text(position: Position, columns: list[str]) -> str:
    """What `position.to_text()` gives, from columns that are there already."""
    filled = (column.replace(_FREE, "").replace(_BLOCKED, "") or "-" for column in columns)
    return f"{'/'.join(filled)} {PLAYERS[position.turn]}{BAN if position.banning else ''}"


def _drop(position: Position, column: int, columns: Sequence[str] = ()) -> Drop:
    """The disc or ban that falls when this column is played; `columns` as they are, if known."""
    row = (columns or _columns(position))[column].index(_FREE)
    return {"cell": (column, row), "player": position.turn, "ban": position.banning}


def _with(columns: list[str], drop: Drop) -> list[str]:
    """The columns after a disc or ban has fallen."""
    column, row = drop["cell"]
    mark = BAN if drop["ban"] else PLAYERS[drop["player"]]
    after = columns.copy()
    after[column] = columns[column][:row] + mark + columns[column][row + 1 :]
    return after


def analysis(position: Position, found: Analysis | None, *, done: bool) -> dict[str, Any]:
    """What a search knows of a position; None for one that found nothing (yet)."""
    if found is None:
        found = Analysis(move=-1, columns={})
        return _report(position, found, done=done) | {"move": None, "line": []}
    return _report(position, found, done=done)


def _report(position: Position, found: Analysis, *, done: bool) -> dict[str, Any]:
    return {
        "done": done,
        "move": found.move,
        "columns": _columns_found(position, found),
        "line": drops(position, found.line or (found.move,)),
        "playouts": found.playouts,
        "nodes": found.nodes,
        "depth": found.depth,
        "seconds": round(found.seconds, 3),
        "source": found.source,
    }


def _columns_found(position: Position, found: Analysis) -> list[dict[str, Any]]:
    """The columns; where the board is its own mirror image, twins are worth the same.

    What is known of either is known of both: a proof, else the mean of all their playouts.
    """
    last = position.rules.columns - 1
    twins = position._symmetric and position.mirrored() == position
    columns = []
    for number, column in found.columns.items():
        mirror = last - number if twins and number != last - number else None
        if mirror is not None:
            column = _as_twin(column, found.columns[mirror], last)
        columns.append(column.as_mapping() | {"mirror": mirror})
    return columns


def _as_twin(column: ColumnAnalysis, twin: ColumnAnalysis, last: int) -> ColumnAnalysis:
    if twin.exact and (column.exact is None or column.exact.plies is None):
        line = tuple(last - each for each in twin.line)
        return replace(column, exact=twin.exact, value=twin.value, line=line)
    visits = column.visits + twin.visits
    if column.exact is not None or not visits:
        return column
    value = (column.value * column.visits + twin.value * twin.visits) / visits
    return replace(column, value=value)


def drops(position: Position, columns: Sequence[int]) -> list[Drop]:
    """What falls where along a line of play, as far as it is legal."""
    line: list[Drop] = []
    for column in columns:
        if column not in position.legal:
            break
        line.append(_drop(position, column))
        position = position.play(column)
    return line
