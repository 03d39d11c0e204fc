"""How often a player throws a proven result away, on positions that the solver knows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import dropfour as d4
from examples.selfplay.search import Array, Evaluate, search

STAGES = {"openings": (0.14, 0.22), "middle": (0.33, 0.5), "late": (0.55, 0.75)}  # of the board
FAR = 2 / 3  # of the board to go under best play: a hard opening


class Questions(NamedTuple):
    """Positions in which some legal columns keep the value and others do not."""

    positions: list[d4.Position]
    keeps: Array  # [position, column]


def questions(rules: d4.Rules, count: int, *, threads: int = 1) -> dict[str, Questions]:
    """Random positions of every stage, of which the solver knows every column."""
    sets = {}
    for stage, (least, most) in STAGES.items():
        plies = round(least * rules.playable), round(most * rules.playable)
        drawn = d4.Batch(rules, count, plies=plies, seed=2**40)  # no game of the training
        labels = d4.label(drawn, nodes=300_000, every_column=True, threads=threads)
        keeps = labels["columns"] == labels["value"][:, None]
        matters = labels["solved"] & (keeps.sum(1) < drawn.legal.sum(1))
        sets[stage] = _chosen(drawn, keeps, matters)
        if stage == "openings":
            far = labels["plies"] > FAR * rules.playable
            sets["hard openings"] = _chosen(drawn, keeps, matters & far)
    return {stage: asked for stage, asked in sets.items() if asked.positions}


def _chosen(drawn: d4.Batch, keeps: Array, mask: Array) -> Questions:
    return Questions([drawn.position(int(game)) for game in np.flatnonzero(mask)], keeps[mask])


def error(asked: Questions, evaluate: Evaluate, simulations: int) -> float:
    """The share of positions in which the chosen column gives the value away."""
    column = search(asked.positions, evaluate, simulations).column
    return float(1 - asked.keeps[np.arange(len(column)), column].mean())
