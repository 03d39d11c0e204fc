"""An experiment in words: what will be played, and how long that takes roughly."""

from __future__ import annotations

import time
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING

from dropfour._words import counted
from dropfour.arena.deadline import longest_game_seconds
from dropfour.arena.executors import Pool, open_pool
from dropfour.arena.match import play_game
from dropfour.arena.openings import every_opening
from dropfour.arena.players.sandbox import bubblewrap_fault

if TYPE_CHECKING:
    from dropfour.arena import Experiment

_SAMPLES = 8
_MOST_LOOKED_AT = 10_000  # games of the plan
_SAMPLE_SECONDS = 5.0

_KINDS = {
    "round-robin": "everybody against everybody",
    "gauntlet": "each hero against all others",
    "ordered-pairs": "all ordered pairs, everybody against itself too",
    "sequential": "a sequential test",
    "knockout": "knockout, who loses a match is out",
    "swiss": "Swiss, players of like scores meet",
}


def explain(experiment: Experiment, *, measure: bool) -> str:
    """Several lines; with `measure` some games are played to see how long they take."""
    table, plan = experiment.plan_table, experiment.plan
    lines = [f"{experiment.name}{': ' if experiment.title else ''}{experiment.title}"]
    lines.append(f"boards: {', '.join(name for name, _ in experiment.rules)}")
    lines += [
        f"warning: {name}: {warning}"
        for name, rules in experiment.rules
        for warning in rules.warnings
    ]
    lines.append(f"players: {', '.join(player.name for player in experiment.players)}")
    lines.append(f"plan: {_KINDS[table.kind]}")
    if plan.sequential:
        lines.append(
            f"games: at most {len(plan):,}; it ends when {table.elo0:g} or {table.elo1:g} Elo is "
            f"accepted (errors {table.alpha:.1%} and {table.beta:.1%})"
        )
    else:
        factors = (
            counted(plan.pairings, "match" if plan.staged else "pairing", "matches" * plan.staged),
            counted(len(experiment.rules), "board"),
            counted(table.games, "game"),
        )
        lines.append(f"games: {' × '.join(factors)} = {len(plan) + plan.repeats:,}")
    if plan.repeats:
        lines.append(repeats(experiment))
    lines += _openings(experiment)
    if any(player.command for player in experiment.players):
        lines.append(_sandbox(experiment))
    if measure:
        lines += _measured(experiment)
    return "\n".join(lines)


def repeats(experiment: Experiment) -> str:
    """What is left out of the plan, and what would bring more games that say something."""
    plan = experiment.plan
    games = counted(len(plan) + plan.repeats, "game")
    return (
        f"{plan.repeats:,} of {games} would be repeats: give openings or a seed "
        "(both players play alike in like games, so these are left out)"
    )


def _openings(experiment: Experiment) -> list[str]:
    """What the openings are, and how many of them are played where there is a number of them."""
    table, rounds = experiment.openings, experiment.plan.rounds
    plies = counted(table.plies, "ply", "plies")
    if table.kind == "none":
        return ["openings: none, from the empty board"]
    if table.kind == "random":
        each = f"{rounds:,} for each pairing and board"
        return [f"openings: random ones of {plies}, with sides swapped; {each}"]
    what = f"all of {plies}" if table.kind == "all" else "given ones"
    boards: dict[int, list[str]] = {}
    for name, rules in experiment.rules:
        boards.setdefault(len(every_opening(table, rules) or ()), []).append(name)
    lines = [f"openings: {what}, with sides swapped"]
    for count, names in boards.items():
        lines.append(f"  {', '.join(names)}: {_share(count, rounds)}")
    return lines


def _share(count: int, rounds: int) -> str:
    """How many of so many openings a number of rounds plays.

    >>> _share(49, 10), _share(1, 1), _share(4, 6)
    ('49, only the first 10 are played', '1, all are played', '4, they start over, 6 are played')
    """
    if rounds < count:
        return f"{count:,}, only the first {rounds:,} are played"
    if rounds == count:
        return f"{count:,}, all are played"
    return f"{count:,}, they start over, {rounds:,} are played"


def _sandbox(experiment: Experiment) -> str:
    if experiment.limits.sandbox == "none":
        return "programs: no sandbox, they run with your rights"
    fault = bubblewrap_fault()
    if fault is None:
        return "programs: in a bubblewrap sandbox, without network and with private files"
    return f"programs: NO sandbox, they run with your rights: {fault}"


def _measured(experiment: Experiment) -> list[str]:
    """Some games: how long all of them will take, and what players do wrong in them."""
    plan = experiment.plan
    warnings: dict[str, None] = {}
    began, played = time.perf_counter(), 0
    step = max(1, min(len(plan), _MOST_LOOKED_AT) // _SAMPLES)
    with open_pool(workers=1, here=not experiment.has_programs) as pool:
        for number in islice(plan.upcoming(()), 0, _SAMPLES * step, step):
            played += 1
            warnings |= dict.fromkeys(_warnings(experiment, pool, number))
            if time.perf_counter() - began > _SAMPLE_SECONDS:
                break
    seconds = (time.perf_counter() - began) / played * len(plan)
    about = "at most about" if plan.sequential else "about"
    took = f"time: {about} {words_for(seconds)} of one worker, by {counted(played, 'game')}"
    return [*warnings, took]


def _warnings(experiment: Experiment, pool: Pool, number: int) -> list[str]:
    """What is wrong with a game, played where a program cannot harm us."""
    game = pool.submit(play_game, experiment, number)
    try:
        fault = game.result(longest_game_seconds(experiment)).fault
    except (BrokenProcessPool, TimeoutError):
        pool.renew()
        return [f"warning: a worker dies of game {number}"]
    return [f"warning: {fault}"] if fault else []


def words_for(seconds: float) -> str:
    """A duration in words.

    >>> words_for(4000), words_for(3599), words_for(7190)
    ('1 h 7 min', '1 h 0 min', '2 h 0 min')
    """
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
