"""What the training has come to: matches in the arena, a table and a plot."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import dropfour as d4
from examples.selfplay.exact import error, questions
from examples.selfplay.network import Network

OPPONENTS = ("random", "greedy", *(f"auto:level={level}" for level in (1, 3, 5, 7)))
EARLIER = 4  # times fewer games for the networks before the last
ROOT = Path(__file__).parents[2]
Row = dict[str, Any]


def exact_errors(
    folder: Path, *, count: int, simulations: int, workers: int, device: str = "cpu"
) -> list[Row]:
    """For every network of the folder: how often it throws a proven value away, at each stage."""
    rows: list[Row] = []
    asked = None
    for path in sorted(folder.glob("*.npz")):
        network, told = Network.load(path, device)
        asked = asked or questions(d4.load_rules(told["rules"]), count, threads=workers)
        for stage, positions in asked.items():
            for looked in (0, simulations):
                wrong = error(positions, network.evaluate, looked)
                rows.append(
                    {"seconds": told["seconds"], "simulations": looked, "stage": stage}
                    | {"positions": len(positions.positions), "error": wrong}
                )
    return rows


def matches(folder: Path, *, games: int, simulations: int, workers: int) -> list[Row]:
    """For every network of the folder: its share of points against each opponent, by the arena.

    Those before the last play fewer games.
    """
    from dropfour.arena import Experiment
    from dropfour.arena.report.summary import summarise

    rows: list[Row] = []
    paths = sorted(folder.glob("*.npz"))
    for path in paths:
        print(f"\r{path.name} plays matches ", end="", flush=True)
        told = Network.load(path)[1]
        count = games if path == paths[-1] else max(2, games // EARLIER // 2 * 2)
        command = [sys.executable, "-m", "examples.selfplay.player", str(path.resolve())]
        learner = {
            "name": "learner",
            "command": [*command, str(simulations)],
            "folder": str(ROOT),
            "restart": False,
        }
        experiment = Experiment.from_mapping(
            {
                "rules": [told["rules"]],
                "players": [learner, *({"agent": name} for name in OPPONENTS)],
                "plan": {"kind": "gauntlet", "heroes": ["learner"], "games": count},
                "openings": {"kind": "random", "plies": 2},
                "limits": {"move_seconds": 60, "start_seconds": 60, "memory_mb": 4096},
            }
        )
        cross = summarise(experiment.run(workers=workers)).cross["learner"]
        for opponent, tally in cross.items():
            if not tally.games:
                continue  # itself
            low, high = tally.interval
            rows.append(
                {"seconds": told["seconds"], "opponent": opponent, "games": tally.games}
                | {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}
                | {"share": tally.share, "low": low, "high": high}
            )
    print()
    return rows


def draw(path: Path, played: list[Row], errors: list[Row]) -> None:
    """The share of points against each opponent, and the exact errors, over the training's time."""
    import altair as alt

    x = alt.X("minutes:Q", title="minutes of training")
    for row in played + errors:
        row["minutes"] = row["seconds"] / 60
    base = alt.Chart(alt.InlineData(values=played)).encode(
        x=x, color=alt.Color("opponent:N", sort=None)
    )
    percent = alt.Axis(format="%")
    share = alt.Y("share:Q", title="share of points", axis=percent, scale=alt.Scale(domain=[0, 1]))
    strength = base.mark_line(point=True).encode(y=share) + base.mark_rule(opacity=0.4).encode(
        y="low:Q", y2="high:Q"
    )
    searched = [row for row in errors if row["simulations"]]
    wrong = (
        alt.Chart(alt.InlineData(values=searched))
        .mark_line(point=True)
        .encode(
            x=x,
            y=alt.Y("error:Q", title="proven values thrown away", axis=percent),
            color=alt.Color("stage:N", sort=None),
        )
    )
    chart = alt.hconcat(strength, wrong).resolve_scale(color="independent")
    chart.configure(background="white").save(path)


def table(folder: Path, played: list[Row], errors: list[Row]) -> str:
    """The last network's figures in words, all of them in `results.json`."""
    (folder / "results.json").write_text(
        json.dumps({"matches": played, "errors": errors}, indent=1)
    )
    last = max(row["seconds"] for row in played + errors)
    lines = [f"after {last / 60:.1f} minutes of training"]
    for row in played:
        if row["seconds"] == last:
            games = f"{row['wins']} won, {row['draws']} drawn, {row['losses']} lost"
            span = f"{row['low']:.1%} to {row['high']:.1%}"
            lines.append(f"  against {row['opponent']:14} {row['share']:6.1%} ({span}; {games})")
    for row in errors:
        if row["seconds"] == last:
            how = f"with {row['simulations']} simulations" if row["simulations"] else "at a glance"
            what = f"of {row['positions']} {row['stage']}"
            lines.append(f"  throws {row['error']:6.1%} {what} away {how}")
    return "\n".join(lines)
