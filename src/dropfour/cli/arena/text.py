"""The report for a terminal: plain text, aligned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from dropfour._words import aligned, counted
from dropfour.arena.report.summary import Summary, Tally
from dropfour.arena.report.words import (
    about_held,
    difference,
    elo,
    elo_interval,
    likelihood,
    percent,
    share,
    share_interval,
)

_GAMES_SHOWN = 10  # of those with the same fault
_SHORTEST_NAME = 8


def format_text(summary: Summary) -> str:
    """The whole report."""
    return "\n\n".join(_sections(summary)) + "\n"


def _sections(summary: Summary) -> Iterator[str]:
    yield _head(summary)
    yield format_cross(summary)
    yield "Elo (95 % interval)\n" + format_standings(summary)
    if summary.sequential is not None:
        yield format_sequential(summary)
    if summary.stages:
        yield _stages(summary)
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
    names = [player.name for player in summary.ranked]
    heading = "first \\ second" if summary.ordered else "wins-draws-losses"
    rows = [[heading, *names, "all", "share"]]
    for player in summary.ranked:
        cells = [_cell(summary.cross[player.name][other]) for other in names]
        rows.append([player.name, *cells, str(player.tally), share(player.tally)])
    table = aligned(rows)
    if not summary.ordered:
        return table
    note = "The player of the row moved first. A player's games against itself are not in all."
    return f"{table}\n{note}"


def _cell(tally: Tally) -> str:
    return str(tally) if tally.games else ""


def format_standings(summary: Summary, *, width: int | None = None) -> str:
    """Players by strength, with 95 % intervals of ratings and shares.

    Within a width names are cut, and the times are left out.
    """
    ratings, order = summary.ratings, summary.order
    rows = [["Elo", "95 %", "games", "share", "95 %", "> next", "ms/move"]]
    for i, following in zip_longest(order, order[1:]):
        player, rating = summary.players[i], ratings.players[i]
        if not player.tally.games:
            rows.append(["", "", "0", "", "", "", ""])
            continue
        better = "" if following is None else likelihood(ratings.superiority[i][following])
        rows.append(
            [
                elo(rating.elo), elo_interval(rating), str(player.tally.games),
                share(player.tally), share_interval(player.tally), better,
                f"{player.move_ms_median:.3g}",
            ]
        )  # fmt: skip
    names = [summary.players[i].name for i in order]
    digits = len(str(len(names)))
    if width is not None:
        rows = [row[:-1] for row in rows]
        taken = max(map(len, aligned([["", *row] for row in rows]).split("\n"))) + digits + 2
        names = [_cut(name, max(_SHORTEST_NAME, width - taken)) for name in names]
    firsts = [f"{'':{digits}}  player"]
    firsts += [f"{place:<{digits}}  {name}" for place, name in enumerate(names, start=1)]
    table = aligned([[first, *row] for first, row in zip(firsts, rows, strict=True)])
    return "\n".join([table, *_about_ratings(summary)])


def _cut(name: str, length: int) -> str:
    return name if len(name) <= length else f"{name[: length - 1]}…"


def _about_ratings(summary: Summary) -> Iterator[str]:
    first, move = summary.first_tally, summary.first_move
    if not first.games:
        return
    yield (
        f"First players: {share(first)} ({share_interval(first)}), "
        f"{elo(move.elo)} Elo ({elo_interval(move)}). "
        f"Draws: {percent(first.draws / max(1, first.games))}."
    )
    if better := difference(summary):
        yield better
    if held := about_held(summary.ratings):
        yield held


def format_sequential(summary: Summary) -> str:
    """Where the sequential test stands."""
    state = summary.sequential
    assert state is not None
    verdict = {"H1": "H1 accepted", "H0": "H0 accepted"}.get(state.decision, "not decided yet")
    name = summary.players[0].name
    lines = [
        f"Sequential test: {verdict}; log-likelihood ratio {state.llr:.2f} "
        f"({state.lower:.2f} to {state.upper:.2f})",
        f"H0: {state.elo0:g}, H1: {state.elo1:g} Elo of {name} ({state.model})",
        f"Pairs of games that brought it 0, ½, 1, 1½, 2 points: {' '.join(map(str, state.counts))}",
    ]
    if any(state.alone):
        lines.append(f"Games alone that brought 0, ½, 1: {' '.join(map(str, state.alone))}")
    return "\n".join(lines)


def _stages(summary: Summary) -> str:
    lines = []
    for number, stage in enumerate(summary.stages, start=1):
        lines.append(f"Round {number}")
        for match in stage:
            if match.other is None:
                lines.append(f"  {match.one}: no opponent")
                continue
            points = " : ".join(f"{points:g}" for points in match.points)
            ahead = f" → {match.ahead}" if match.ahead else ""
            lines.append(f"  {match.one} – {match.other}  {points}{ahead}")
    return "\n".join(lines)


def _boards(summary: Summary) -> str:
    rows = [["share by board", *(player.name for player in summary.ranked), "first player"]]
    for board, first in summary.boards.items():
        shares = [share(player.by_board[board]) for player in summary.ranked]
        rows.append([board, *shares, share(first)])
    sides = [f"{share(p.as_first)} / {share(p.as_second)}" for p in summary.ranked]
    rows.append(["as first / second", *sides, share(summary.first_tally)])
    return aligned(rows)


def _notes(summary: Summary) -> str:
    notes = [
        f"Games last {summary.mean_plies:.1f} plies on average; "
        f"players thought for {summary.seconds:.1f} s in all."
    ]
    if summary.adjudicated:
        notes.append(f"Ended before their end on the board: {summary.adjudicated}.")
    if summary.void:
        notes.append(f"Could not be played and are not counted: {summary.void}.")
    return "\n".join(notes)


def _faults(summary: Summary) -> str:
    lines = ["Faults"]
    for group in summary.fault_groups:
        games = ", ".join(map(str, group.games[:_GAMES_SHOWN]))
        more = ", …" if len(group.games) > _GAMES_SHOWN else ""
        detail = f" ({group.detail})" if group.detail else ""
        lines.append(f"  {group.player} {group.cause}{detail}, {len(group.games)} ×")
        lines.append(f"    {'games' if len(group.games) > 1 else 'game'} {games}{more}")
    return "\n".join(lines)
