"""What the computer says at the table, in sentences."""

from __future__ import annotations

from dropfour._words import counted
from dropfour.agents import Analysis, ColumnAnalysis
from dropfour.agents.analysis import exact_words
from dropfour.cli.analysis_text import line_names, work_words
from dropfour.game import Position
from dropfour.notation import PLAYERS


def verdict(column: ColumnAnalysis) -> str:
    """What a move is worth to the player who makes it; "" if nothing is known.

    >>> verdict(ColumnAnalysis(column=3, value=0.5, visits=200, wins=140, draws=20, losses=40))
    'wins 70 %, draws 10 %'
    >>> from dropfour import Exact
    >>> verdict(ColumnAnalysis(column=3, value=1.0, exact=Exact(1, plies=5)))
    'has a sure win in 5'
    """
    if column.exact is not None:
        return f"has a sure {exact_words(column.exact)}"
    if column.visits:
        draws = column.draws / column.visits
        return f"wins {_percent(column.win_rate)}" + (
            f", draws {_percent(draws)}" if draws >= 0.005 else ""
        )
    return "" if column.score is None else f"stands at {column.score:+,}"


def seen(analysis: Analysis, position: Position) -> str:
    """What a player saw who moved here: the value of its move, its work, what it expects.

    >>> from dropfour.rules import Rules
    >>> best = ColumnAnalysis(column=3, value=0.4, visits=10, wins=7, losses=3)
    >>> start = Position(Rules.grid(rows=6, columns=7))
    >>> seen(Analysis(move=3, columns={3: best}, line=(3, 2), playouts=10), start)
    'X wins 70 %; 10 playouts, 0 ms; expects D C'
    """
    opinion = verdict(analysis.best)
    parts = [f"{PLAYERS[position.turn]} {opinion}" if opinion else "", work_words(analysis)]
    if len(analysis.line) > 1:
        parts.append(f"expects {_shown(position, analysis.line)}")
    return "; ".join(filter(None, parts))


def advice(analysis: Analysis, position: Position) -> list[str]:
    """What the computer would play and why, a sentence a line."""
    letter = PLAYERS[position.turn]
    drop = "drop the ban in" if position.banning else "play"
    reasons = [f"I would {drop} {analysis.best.name}"]
    if position.play(analysis.move).outcome is not None:
        reasons[0] += ": that ends the game"
    elif text := verdict(analysis.best):
        reasons[0] += f": {letter} {text}"
    others = sorted(
        (c for c in analysis.columns.values() if c.column != analysis.move),
        key=lambda c: c.value,
        reverse=True,
    )
    if others and (text := verdict(others[0])):
        reasons.append(f"next best is {others[0].name}: {letter} {text}")
    if len(analysis.line) > 1:
        reasons.append(f"it could go on {_shown(position, analysis.line)}")
    return [*reasons, f"seen in {work_words(analysis)}"]


def result(position: Position, names: tuple[str, str]) -> str:
    """How a finished game ended, in a sentence."""
    outcome = position.outcome
    assert outcome is not None
    points = position.rules.ending == "full"
    low, high = sorted(outcome.scores)
    if outcome.winner is None:
        return f"Draw {low} : {high}: equal points." if points else "Draw: the board is full."
    letter, name = PLAYERS[outcome.winner], names[outcome.winner]
    who = "You win" if name == "you" else f"{letter} ({name}) wins"
    if points:
        return f"{who} by {counted(high, 'point')} to {low}."
    cells = " ".join(map(str, outcome.cells))
    return f"{who} with {position.rules.goal}: {cells}."


def _shown(position: Position, line: tuple[int, ...], longest: int = 8) -> str:
    return " ".join(line_names(position, line[:longest])) + (" ..." if len(line) > longest else "")


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
