"""An `Analysis` for people, as a table, and for programs, as plain numbers and texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dropfour._words import aligned, counted
from dropfour.agents import Analysis
from dropfour.agents.analysis import exact_mapping, exact_words
from dropfour.cells import column_name
from dropfour.game import Outcome, Position
from dropfour.notation import BAN, PLAYERS


def line_names(position: Position, line: Iterable[int]) -> list[str]:
    """The names of a line of moves from a position on; a ban has a "!" before its column.

    >>> from dropfour.rules import Rules
    >>> line_names(Position(Rules.grid(rows=4, columns=4, bonus=["B1"])), [1, 0, 2])
    ['B', '!A', 'C']
    """
    names = []
    for column in line:
        if column not in position.legal:
            break
        names.append((BAN if position.banning else "") + column_name(column))
        position = position.play(column)
    return names


def turn_words(position: Position) -> str:
    """Who is to do what: `X to move`, `O drops a ban`."""
    return f"{PLAYERS[position.turn]} {'drops a ban' if position.banning else 'to move'}"


def outcome_words(position: Position) -> str:
    """How a finished game ended: `X has won`, `Draw`, with the points where they count.

    >>> from dropfour.rules import Rules
    >>> outcome_words(Position.from_moves("AABB", Rules.grid(rows=2, columns=2, ending="full")))
    'Draw, 0 to 0'
    """
    outcome = position.outcome
    assert outcome is not None
    words = "Draw" if outcome.winner is None else f"{PLAYERS[outcome.winner]} has won"
    if position.rules.ending == "full":
        mine = outcome.winner or 0
        words += f", {outcome.scores[mine]} to {outcome.scores[1 - mine]}"
    return words


def table(analysis: Analysis) -> str:
    """Every column and what the agent thinks of it; what it has no numbers for is left out.

    >>> from dropfour.agents import ColumnAnalysis
    >>> tried = ColumnAnalysis(column=0, value=0.5, visits=4, wins=3, losses=1)
    >>> print(table(Analysis(move=0, columns={0: tried})))
    column   value  visits  wins  draws  losses
    A *     +0.500       4     3      0       1
    """
    columns = list(analysis.columns.values())
    parts = {
        "column": [c.name + " *" * (c.column == analysis.move) for c in columns],
        "value": [f"{c.value + 0.0:+.3f}" if c.known else "–" for c in columns],
    }
    if any(c.visits for c in columns):
        for name in ("visits", "wins", "draws", "losses"):
            parts[name] = [f"{getattr(c, name):,}" for c in columns]
    if any(c.score is not None for c in columns):
        parts["score"] = ["" if c.score is None or c.exact else f"{c.score:+,}" for c in columns]
    if any(c.exact for c in columns):
        parts["proven"] = [exact_words(c.exact) if c.exact else "" for c in columns]
    return aligned([list(parts), *zip(*parts.values(), strict=True)])


def work_words(analysis: Analysis) -> str:
    """How much was done, and how long it took.

    >>> work_words(Analysis(move=0, columns={}, nodes=1200, depth=4, seconds=0.25))
    '1,200 nodes, depth 4, 0.25 s'
    """
    if analysis.source == "book":
        parts = ["from the book"]
    elif analysis.playouts:
        parts = [counted(analysis.playouts, "playout")]
    else:
        parts = [counted(analysis.nodes, "node")] if analysis.nodes else []
        parts += [f"depth {analysis.depth}"] if analysis.depth else []
    parts += [f"evaluation {analysis.evaluation}"] if analysis.evaluation else []
    ms = 1000 * analysis.seconds
    return ", ".join([*parts, f"{ms:.0f} ms" if ms < 100 else f"{ms / 1000:.2f} s"])


def position_mapping(position: Position) -> dict[str, Any]:
    """A position as JSON has it."""
    outcome = position.outcome
    return {
        "rules": position.rules.to_mapping(),
        "position": position.to_text(),
        "to_move": PLAYERS[position.turn],
        "banning": position.banning,
        "outcome": None if outcome is None else outcome_mapping(outcome),
    }


def outcome_mapping(outcome: Outcome) -> dict[str, Any]:
    winner = None if outcome.winner is None else PLAYERS[outcome.winner]
    return {
        "winner": winner,
        "scores": list(outcome.scores),
        "cells": list(map(str, outcome.cells)),
    }


def analysis_mapping(position: Position, analysis: Analysis) -> dict[str, Any]:
    """An analysis as JSON has it; values are for the player to move."""
    return {
        "move": column_name(analysis.move),
        "value": analysis.value if analysis.best.known else None,
        "exact": exact_mapping(analysis.exact) if analysis.exact else None,
        "line": line_names(position, analysis.line),
        "columns": [
            c.as_mapping()
            | {"column": c.name, "number": c.column, "line": line_names(position, c.line)}
            for c in analysis.columns.values()
        ],
        "playouts": analysis.playouts,
        "nodes": analysis.nodes,
        "depth": analysis.depth,
        "source": analysis.source,
        "evaluation": analysis.evaluation,
        "seconds": round(analysis.seconds, 6),
    }
