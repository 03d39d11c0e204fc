"""The plots of a report, drawn by altair and turned into SVG: no script is needed to see them."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

import altair as alt

from dropfour.arena.report.summary import PlayerSummary, Summary, Tally

_WIDTH, _HEIGHT = 420, 240
_PERCENT = ".0%"
_BLUE = "#4477cc"
_COLOURS = [_BLUE, "#dd8833", "#339977", "#bb5599", "#aa9922", "#55aacc", "#cc5544", "#8877cc"]
"""Seen on white and on black alike, and told apart by those who do not see red and green."""

_LEGEND = alt.Legend(orient="bottom", columns=3, labelLimit=140)


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture with a name for files and a title for people."""

    name: str
    title: str
    svg: str


def plots(summary: Summary) -> list[Plot]:
    """All plots for which there is something to show."""
    charts: list[tuple[str, str, Any]] = [("elo", "Elo with 95 % intervals", _elo(summary))]
    kinds = _kinds(summary)
    for (kind, unit), players in kinds.items():
        name = "effort" if len(kinds) == 1 else f"effort-{len(charts)}"
        charts.append((name, f"{kind}: share of points by {unit}", _effort(players, unit)))
    charts.append(("side", "Share of points by side", _side(summary)))
    if len(summary.boards) > 1:
        charts.append(("board", "Share of points by board", _board(summary)))
    charts.append(("length", "Lengths of games", _length(summary)))
    return [Plot(name, title, _svg(chart, title)) for name, title, chart in charts]


def _kinds(summary: Summary) -> dict[tuple[str, str], list[PlayerSummary]]:
    """Players who differ in nothing but how much they may think, by kind and unit."""
    kinds: dict[tuple[str, str], list[PlayerSummary]] = {}
    for player in summary.players:
        if player.effort is not None and player.tally.games:
            kinds.setdefault((player.kind, player.effort[0]), []).append(player)
    return {key: players for key, players in kinds.items() if len(players) > 1}


def _svg(chart: Any, title: str) -> str:
    import vl_convert

    styled = chart.properties(width=_WIDTH, height=_HEIGHT, title=title).configure(
        background="white", font="sans-serif", range={"category": _COLOURS}
    )
    svg: str = vl_convert.vegalite_to_svg(styled.to_json(validate=False), vl_version=_vega_lite())
    return svg


def _vega_lite() -> str:
    major, minor = alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2]
    return f"{major}.{minor}"


def _chart(rows: list[dict[str, Any]]) -> Any:
    return alt.Chart(alt.InlineData(values=rows))


def _row(player: str, tally: Tally, **more: object) -> dict[str, Any]:
    low, high = tally.interval
    return {"player": player, "share": tally.share, "low": low, "high": high, **more}


def _with_bars(rows: list[dict[str, Any]], **channels: Any) -> Any:
    """The share of points of each row and its interval, along the axis that is left."""
    base = _chart(rows).encode(**channels)
    axis = alt.Axis(format=_PERCENT)
    title, scale = "share of points", alt.Scale(zero=False)
    points, bars = base.mark_point(filled=True, size=60), base.mark_rule(strokeWidth=2)
    if "x" in channels:
        return bars.encode(y=alt.Y("low:Q", axis=axis), y2="high:Q") + points.encode(
            y=alt.Y("share:Q", title=title, scale=scale)
        )
    return bars.encode(x=alt.X("low:Q", axis=axis), x2="high:Q") + points.encode(
        x=alt.X("share:Q", title=title, scale=scale)
    )


def _elo(summary: Summary) -> Any:
    """An interval without one of its ends reaches the edge."""
    ratings = summary.ratings.players
    ends = [end for r in ratings for end in (r.elo, r.low, r.high) if isfinite(end)]
    room = max(50.0, (max(ends) - min(ends)) / 10)
    edges = min(ends) - room, max(ends) + room
    rows: list[dict[str, Any]] = [
        {
            "player": summary.players[i].name,
            "elo": ratings[i].elo,
            "low": max(ratings[i].low, edges[0]),
            "high": min(ratings[i].high, edges[1]),
        }
        for i in summary.order
    ]
    base = _chart(rows).encode(y=alt.Y("player:N", sort=None, title=None))
    scale = alt.Scale(domain=edges, nice=False)
    points = base.mark_point(filled=True, size=60, color=_BLUE).encode(
        x=alt.X("elo:Q", title="Elo", scale=scale)
    )
    bars = base.mark_rule(color=_BLUE, strokeWidth=2).encode(
        x=alt.X("low:Q", scale=scale), x2="high:Q"
    )
    return bars + points


def _effort(players: list[PlayerSummary], unit: str) -> Any:
    rows = [
        _row(player.name, player.tally, effort=player.effort[1])
        for player in players
        if player.effort is not None
    ]
    efforts = sorted({row["effort"] for row in rows})
    axis = alt.Axis(values=efforts, format="~s")
    x = alt.X("effort:Q", scale=alt.Scale(type="log", padding=20), axis=axis, title=unit)
    line = _chart(rows).mark_line(opacity=0.4, color=_BLUE).encode(x=x, y="share:Q")
    return _with_bars(rows, x=x, color=alt.value(_BLUE)) + line


def _side(summary: Summary) -> Any:
    rows = [
        _row(player.name, tally, side=side)
        for player in summary.ranked
        for side, tally in (("first", player.as_first), ("second", player.as_second))
        if tally.games
    ]
    return _with_bars(
        rows,
        y=alt.Y("player:N", title=None, sort=None),
        color=alt.Color("side:N", title="moves", legend=_LEGEND),
        yOffset="side:N",
    )


def _board(summary: Summary) -> Any:
    rows = [
        _row(player.name, player.by_board[board], board=board)
        for player in summary.ranked
        for board in summary.boards
        if player.by_board[board].games
    ]
    return _with_bars(
        rows,
        y=alt.Y("board:N", title=None, sort=None),
        color=alt.Color("player:N", sort=None, title=None, legend=_LEGEND),
        yOffset=alt.YOffset("player:N", sort=None),
    )


def _length(summary: Summary) -> Any:
    rows = [
        {"board": board, "plies": plies, "games": games}
        for board, counts in summary.lengths.items()
        for plies, games in counts.items()
    ]
    return (
        _chart(rows)
        .mark_bar()
        .encode(
            x=alt.X("plies:Q", title="plies", bin=alt.Bin(maxbins=30)),
            y=alt.Y("sum(games):Q", title="games"),
            color=alt.Color("board:N", sort=None, title=None, legend=_LEGEND),
        )
    )
