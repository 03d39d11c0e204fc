"""The plots of a report, drawn by altair and turned into SVG: no script is needed to see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import altair as alt

from dropfour.arena.report.summary import Summary, Tally

_WIDTH, _HEIGHT = 420, 240
_PERCENT = ".0%"


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture with a name for files and a title for people."""

    name: str
    title: str
    svg: str


def plots(summary: Summary) -> list[Plot]:
    """All plots for which there is something to show."""
    charts: list[tuple[str, str, Any]] = [("elo", "Elo with 95 % intervals", _elo(summary))]
    if sum(player.effort is not None for player in summary.players) > 1:
        charts.append(("effort", "Share of points by effort", _effort(summary)))
    charts.append(("side", "Share of points by side", _side(summary)))
    if len(summary.boards) > 1:
        charts.append(("board", "Share of points by board", _board(summary)))
    charts.append(("length", "Lengths of games", _length(summary)))
    return [Plot(name, title, _svg(chart, title)) for name, title, chart in charts]


def _svg(chart: Any, title: str) -> str:
    import vl_convert

    styled = chart.properties(width=_WIDTH, height=_HEIGHT, title=title).configure(
        background="white", font="sans-serif"
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


def _with_bars(rows: list[dict[str, Any]], x: Any, **channels: Any) -> Any:
    base = _chart(rows).encode(x=x, **channels)
    y = alt.Y("share:Q", title="share of points", scale=alt.Scale(zero=False))
    bars = base.mark_rule().encode(y=alt.Y("low:Q", axis=alt.Axis(format=_PERCENT)), y2="high:Q")
    return bars + base.mark_point(filled=True, size=60).encode(y=y)


def _elo(summary: Summary) -> Any:
    rows: list[dict[str, Any]] = [
        {"player": player.name, "elo": r.elo, "low": r.low, "high": r.high}
        for player, r in zip(summary.players, summary.ratings.players, strict=True)
        if r.high - r.low < float("inf")
    ]
    order = [str(row["player"]) for row in sorted(rows, key=lambda row: -row["elo"])]
    base = _chart(rows).encode(y=alt.Y("player:N", sort=order, title=None))
    points = base.mark_point(filled=True, size=60).encode(x=alt.X("elo:Q", title="Elo"))
    return base.mark_rule().encode(x="low:Q", x2="high:Q") + points


def _effort(summary: Summary) -> Any:
    rows = [
        _row(player.name, player.tally, effort=player.effort[1], unit=player.effort[0])
        for player in summary.players
        if player.effort is not None
    ]
    efforts = sorted({row["effort"] for row in rows})
    axis = alt.Axis(values=efforts, format="~s")
    x = alt.X("effort:Q", scale=alt.Scale(type="log"), axis=axis, title="effort")
    units = {row["unit"] for row in rows}
    colour = {} if len(units) == 1 else {"color": alt.Color("unit:N", title=None)}
    chart = _with_bars(rows, x, **colour)
    return chart + _chart(rows).mark_line(opacity=0.4).encode(x=x, y="share:Q", **colour)


def _side(summary: Summary) -> Any:
    rows = [
        _row(player.name, tally, side=side)
        for player in summary.players
        for side, tally in (("first", player.as_first), ("second", player.as_second))
        if tally.games
    ]
    return _with_bars(
        rows,
        alt.X("player:N", title=None, sort=None),
        color=alt.Color("side:N", title="moves"),
        xOffset="side:N",
    )


def _board(summary: Summary) -> Any:
    rows = [
        _row(player.name, player.by_board[board], board=board)
        for player in summary.players
        for board in summary.boards
        if player.by_board[board].games
    ]
    return _with_bars(
        rows,
        alt.X("board:N", title=None, sort=None),
        color=alt.Color("player:N", sort=None),
        xOffset=alt.XOffset("player:N", sort=None),
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
            color=alt.Color("board:N", sort=None, title=None),
        )
    )
