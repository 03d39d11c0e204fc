"""The report for a terminal: plain text, aligned."""

from __future__ import annotations

from collections.abc import Iterator

from dropfour._words import aligned, counted
from dropfour.arena.report.summary import Summary, Tally

_FAULTS_SHOWN = 20


def format_text(summary: Summary) -> str:
    """The whole report."""
    return "\n\n".join(_sections(summary)) + "\n"


def _sections(summary: Summary) -> Iterator[str]:
    yield _head(summary)
    yield format_cross(summary)
    yield "Elo (95 % interval)\n" + format_standings(summary)
    if summary.sequential is not None:
        yield format_sequential(summary)
    yield _boards(summary)
    yield _notes(summary)
    if summary.faults:
        yield _faults(summary)


def _head(summary: Summary) -> str:
    state = "" if summary.complete else f" of {summary.planned}, to be continued"
    title = f": {summary.title}" if summary.title else ""
    return f"{summary.name}{title}\n{counted(summary.played, 'game')}{state}"


def format_cross(summary: Summary) -> str:
    """The crosstable: wins-draws-losses and the share of points of the row's player."""
    names = [player.name for player in summary.players]
    heading = "first \\ second" if summary.ordered else "wins-draws-losses"
    rows = [[heading, *names, "all", "share"]]
    for player in summary.players:
        cells = [_cell(summary.cross[player.name][other]) for other in names]
        rows.append([player.name, *cells, str(player.tally), f"{player.tally.share:.1%}"])
    table = aligned(rows)
    if not summary.ordered:
        return table
    note = "The player of the row moved first. A player's games against itself are not in all."
    return f"{table}\n{note}"


def _cell(tally: Tally) -> str:
    return str(tally) if tally.games else ""


def format_standings(summary: Summary) -> str:
    """Players by strength, with error bars."""
    ratings = summary.ratings
    order = summary.order
    digits = len(str(len(order)))
    heading = f"{'':{digits}}  player"
    rows = [[heading, "Elo", "±", "games", "share", "95 %", "> next", "ms/move"]]
    for place, i in enumerate(order):
        player, rating = summary.players[i], ratings.players[i]
        low, high = player.tally.interval
        following = order[place + 1] if place + 1 < len(order) else None
        better = "" if following is None else f"{ratings.superiority[i][following]:.1%}"
        rows.append(
            [
                f"{place + 1:<{digits}}  {player.name}", f"{rating.elo:+.0f}",
                f"{(rating.high - rating.low) / 2:.0f}", str(player.tally.games),
                f"{player.tally.share:.1%}", f"{low:.1%} to {high:.1%}", better,
                f"{player.move_ms_median:.3g}",
            ]
        )  # fmt: skip
    first = ratings.first_move
    lines = [
        aligned(rows),
        f"First move: {first.elo:+.0f} ± {(first.high - first.low) / 2:.0f} Elo. "
        f"Draws between equals: {ratings.draw_rate:.1%}.",
    ]
    if ratings.held:
        lines.append("Somebody won or lost everything: a prior of 400 Elo holds the ratings.")
    return "\n".join(lines)


def format_sequential(summary: Summary) -> str:
    """Where the sequential test stands."""
    state = summary.sequential
    assert state is not None
    verdict = {"H1": "H1 accepted", "H0": "H0 accepted"}.get(state.decision, "not decided yet")
    pairs = " ".join(map(str, state.counts))
    return (
        f"Sequential test: {verdict}; log-likelihood ratio {state.llr:.2f} "
        f"({state.lower:.2f} to {state.upper:.2f})\n"
        f"Pairs of games that brought {summary.players[0].name} 0, ½, 1, 1½, 2 points: {pairs}"
    )


def _boards(summary: Summary) -> str:
    rows = [["share by board", *(player.name for player in summary.players), "first player"]]
    for board, first in summary.boards.items():
        shares = [
            f"{tally.share:.1%}" if (tally := player.by_board[board]).games else ""
            for player in summary.players
        ]
        rows.append([board, *shares, f"{first.share:.1%}" if first.games else ""])
    sides = [f"{p.as_first.share:.1%} / {p.as_second.share:.1%}" for p in summary.players]
    rows.append(["as first / second", *sides, f"{summary.first_tally.share:.1%}"])
    return aligned(rows)


def _notes(summary: Summary) -> str:
    notes = [
        f"Games last {summary.mean_plies:.1f} plies on average; "
        f"players thought for {summary.seconds:.1f} s in all."
    ]
    if summary.duplicates:
        notes.append(f"Repeat an earlier game and are not counted: {summary.duplicates}.")
    if summary.adjudicated:
        notes.append(f"Ended when their result was proven: {summary.adjudicated}.")
    if summary.void:
        notes.append(f"Could not be played and are not counted: {summary.void}.")
    return "\n".join(notes)


def _faults(summary: Summary) -> str:
    lines = ["Faults"]
    for player in summary.players:
        lines += [f"  {player.name}: {cause}, {n} ×" for cause, n in player.faults.items()]
    lines += [f"  game {fault.number}: {fault}" for fault in summary.faults[:_FAULTS_SHOWN]]
    if len(summary.faults) > _FAULTS_SHOWN:
        lines.append(f"  and {len(summary.faults) - _FAULTS_SHOWN} more")
    return "\n".join(lines)
