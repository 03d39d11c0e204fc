"""What an analysis says, in words and as a table."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from dropfour._words import counted
from dropfour.agents import Analysis, ColumnAnalysis, Exact
from dropfour.cells import column_name
from dropfour.game import Position
from dropfour.notation import PLAYERS


def verdict(column: ColumnAnalysis) -> str:
    """What a move is worth to the player who makes it; "" if nothing is known.

    >>> verdict(ColumnAnalysis(column=3, value=0.5, visits=200, wins=140, draws=20, losses=40))
    'wins 70 %, draws 10 %'
    >>> verdict(ColumnAnalysis(column=3, value=1.0, exact=Exact(1, plies=5)))
    'wins for sure, in 5 moves'
    """
    if column.exact is not None:
        return proven(column.exact)
    if column.visits:
        draws = column.draws / column.visits
        return f"wins {_percent(column.win_rate)}" + (
            f", draws {_percent(draws)}" if draws >= 0.005 else ""
        )
    return "" if column.score is None else f"stands at {column.score:+,}"


def proven(exact: Exact) -> str:
    """A proven result in words, for the player to move.

    >>> proven(Exact(-1, plies=1)), proven(Exact(0)), proven(Exact(1, plies=9, margin=2))
    ('loses for sure, in 1 move', 'draws for sure', 'wins for sure by 2 points, in 9 moves')
    """
    result = f"{('draws', 'wins', 'loses')[exact.value]} for sure"
    if exact.margin:
        result += f" by {counted(abs(exact.margin), 'point')}"
    return result if exact.plies is None else f"{result}, in {counted(exact.plies, 'move')}"


def work(analysis: Analysis) -> str:
    """The work behind an analysis and how long it took.

    >>> work(Analysis(move=0, columns={}, playouts=12345, seconds=0.5))
    '12,345 simulations, 0.5 s'
    """
    parts = []
    if analysis.playouts:
        parts.append(counted(analysis.playouts, "simulation"))
    elif analysis.nodes:
        parts.append(counted(analysis.nodes, "position"))
    if analysis.depth and not analysis.playouts:
        parts.append(f"depth {analysis.depth}")
    if analysis.seconds >= 0.0005:
        seconds = analysis.seconds
        parts.append(f"{seconds:.1f} s" if seconds >= 0.095 else f"{1000 * seconds:.0f} ms")
    return ", ".join(parts)


def seen(analysis: Analysis, player: int) -> str:
    """What a player saw when it moved: the value of its move, its work, what it expects.

    >>> best = ColumnAnalysis(column=3, value=0.4, visits=10, wins=7, losses=3)
    >>> seen(Analysis(move=3, columns={3: best}, line=(3, 2), playouts=10), 1)
    'O wins 70 %; 10 simulations; expects D C'
    """
    opinion = verdict(analysis.best)
    parts = [f"{PLAYERS[player]} {opinion}" if opinion else "", work(analysis)]
    if len(analysis.line) > 1:
        parts.append(f"expects {_columns(analysis.line)}")
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
        reasons.append(f"it could go on {_columns(analysis.line)}")
    if text := work(analysis):
        reasons.append(f"seen in {text}")
    return reasons


def analysis_table(analysis: Analysis) -> Table:
    """Every column the computer looked at; parts that it does not know are left out."""
    rows = list(analysis.columns.values())
    scores = {c.column: f"{c.score:+,}" for c in rows if c.score is not None and c.exact is None}
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("Column")
    if any(c.visits for c in rows):
        for heading in ("Simulations", "Wins", "Draws", "Losses", "Win rate"):
            table.add_column(heading, justify="right")
    if scores:
        table.add_column("Score", justify="right")
    if any(c.exact is not None for c in rows):
        table.add_column("Proven")
    table.add_column("Choice")
    for c in rows:
        cells = [c.name]
        if any(row.visits for row in rows):
            cells += [f"{n:,}" for n in (c.visits, c.wins, c.draws, c.losses)]
            cells.append(f"{c.win_rate:.1%}" if c.visits else "-")
        if scores:
            cells.append(scores.get(c.column, "-"))
        if any(row.exact is not None for row in rows):
            cells.append("" if c.exact is None else proven(c.exact))
        chosen = c.column == analysis.move
        cells.append("<-" if chosen else "")
        table.add_row(*map(Text, cells), style="bold" if chosen else "")
    return table


def result(position: Position, names: tuple[str, str]) -> str:
    """How a finished game ended, in a sentence."""
    outcome = position.outcome
    assert outcome is not None
    points = f" {outcome.scores[0]} : {outcome.scores[1]}" if counts_points(position) else ""
    if outcome.winner is None:
        return f"Draw{points}: " + ("equal points." if points else "the board is full.")
    letter, name = PLAYERS[outcome.winner], names[outcome.winner]
    who = "You win" if name == "you" else f"{letter} ({name}) wins"
    if points:
        high, low = sorted(outcome.scores, reverse=True)
        return f"{who} by {counted(high, 'point')} to {low}."
    cells = " ".join(map(str, outcome.cells))
    return f"{who} with {position.rules.goal}: {cells}."


def counts_points(position: Position) -> bool:
    """Whether the game is decided by points on a full board."""
    return position.rules.ending == "full"


def _columns(line: tuple[int, ...], longest: int = 8) -> str:
    shown = " ".join(map(column_name, line[:longest]))
    return shown + (" ..." if len(line) > longest else "")


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
