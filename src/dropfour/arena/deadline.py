"""How long a game may take at most: after that whoever plays it is not playing any more."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from dropfour.arena.players import game_clock, move_seconds

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment
    from dropfour.arena.tables import Player

_UNLIMITED_MOVE_SECONDS = 3600.0  # of an agent that may think as long as it likes
_STARTS = 3  # of a program in a game, if it is killed
_LINES = 2  # that it must answer each time, and one for each option
_CLOSE_SECONDS = 5.0  # for ending a program
_SLACK = 2.0  # on a busy machine
_SPARE_SECONDS = 30.0  # for starting a worker, and the like


def longest_game_seconds(experiment: Experiment) -> float:
    """No game of the experiment takes longer, unless something stands still."""
    plies = max(rules.playable for _, rules in experiment.rules)
    slowest = max(_move_seconds(experiment, player, plies) for player in experiment.players)
    begin = max(_start_seconds(experiment, player) for player in experiment.players)
    return _SLACK * (plies * slowest + 2 * begin) + _SPARE_SECONDS


def _start_seconds(experiment: Experiment, player: Player) -> float:
    if player.command is None:
        return 0.0
    lines = _LINES + len(player.options)
    return _STARTS * lines * experiment.limits.start_seconds + _CLOSE_SECONDS


def _move_seconds(experiment: Experiment, player: Player, plies: int) -> float:
    """The longest time for a move, on average over a game."""
    limits = experiment.limits
    if (clock := game_clock(player, limits)) is not None:
        longest = clock.seconds / plies + clock.increment
    else:
        longest = move_seconds(player, limits)
    if isinf(longest):
        longest = player.seconds or _UNLIMITED_MOVE_SECONDS
    if player.command is None:
        return longest
    once = _CLOSE_SECONDS if player.talk != "protocol" else 0.0  # it is ended after each move
    return longest + limits.grace_seconds + once
