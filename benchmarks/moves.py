"""Claims: playing from Python is at least 2 ×, perft at least 30 × as fast as OpenSpiel.

OpenSpiel is driven from Python (its `child` and `apply_action`) and, for perft, also from C++:
the wheel has no perft, so the random rollouts of its C++ MCTS show how many moves a second it
makes without Python in the way.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel

import dropfour as d4
from benchmarks.games import random_moves
from benchmarks.measure import seconds, show

PERFT_DEPTH = 9
PYTHON_PERFT_DEPTH = 7  # what Python finishes in a moment
ROLLOUTS = 40_000


def random_games(number: int) -> list[tuple[int, ...]]:
    rng, rules = random.Random(1), d4.load_rules("classic")
    return [random_moves(rules, rules.playable, rng).moves for _ in range(number)]


def playing() -> None:
    games = random_games(1000)
    moves = sum(map(len, games))
    rules, theirs = d4.load_rules("classic"), pyspiel.load_game("connect_four")

    def ours_play() -> None:
        for game in games:
            p = d4.Position(rules)
            for column in game:
                p = p.play(column)

    def ours_whole() -> None:
        for game in games:
            p, ply = d4.Position(rules), 0
            while p.outcome is None:
                p.legal  # noqa: B018 - a player looks at the legal moves
                p, ply = p.play(game[ply]), ply + 1

    def theirs_child() -> None:
        for game in games:
            s = theirs.new_initial_state()
            for column in game:
                s = s.child(column)

    def theirs_apply() -> None:
        for game in games:
            s = theirs.new_initial_state()
            for column in game:
                s.apply_action(column)

    def theirs_whole() -> None:
        for game in games:
            s, ply = theirs.new_initial_state(), 0
            while not s.is_terminal():
                s.legal_actions()
                s, ply = s.child(game[ply]), ply + 1

    rates = {f.__name__: moves / seconds(f) for f in (ours_play, theirs_child, theirs_apply)}
    whole = moves / seconds(ours_whole), moves / seconds(theirs_whole)
    ours = rates["ours_play"]
    show(
        "Moves a second from Python, 7 × 6",
        ("what", "dropfour", "OpenSpiel", "ratio"),
        [
            (
                "new position",
                f"{ours:,.0f}",
                f"{rates['theirs_child']:,.0f}",
                f"{ours / rates['theirs_child']:.1f}",
            ),
            (
                "new position; theirs in place",
                f"{ours:,.0f}",
                f"{rates['theirs_apply']:,.0f}",
                f"{ours / rates['theirs_apply']:.1f}",
            ),
            (
                "legal moves, over?, new position",
                f"{whole[0]:,.0f}",
                f"{whole[1]:,.0f}",
                f"{whole[0] / whole[1]:.1f}",
            ),
        ],
    )


def their_perft(state: Any, depth: int) -> int:
    if depth == 1:
        return len(state.legal_actions())
    return sum(their_perft(state.child(a), depth - 1) for a in state.legal_actions())


def perft() -> None:
    start = d4.Position(d4.load_rules("classic"))
    leaves = d4.perft(start, PERFT_DEPTH)
    # Moves made to count the leaves: those at the last depth are counted, not made.
    made = sum(d4.perft(start, depth) for depth in range(1, PERFT_DEPTH))
    ours = seconds(lambda: d4.perft(start, PERFT_DEPTH))

    game = pyspiel.load_game("connect_four")
    their_leaves = d4.perft(start, PYTHON_PERFT_DEPTH)
    state = game.new_initial_state()
    assert their_perft(state, PYTHON_PERFT_DEPTH) == their_leaves
    python = seconds(lambda: their_perft(state, PYTHON_PERFT_DEPTH), repeats=2)
    python *= leaves / their_leaves

    # C++: two descents of the MCTS bot, each with many rollouts; the tree costs nothing.
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS // 2, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 100, False, 1, False)
    mean_length = sum(map(len, random_games(2000))) / 2000
    rate = ROLLOUTS * mean_length / seconds(lambda: bot.step(state), repeats=2)
    show(
        f"Perft to depth {PERFT_DEPTH}, 7 × 6 ({leaves:,} leaves)",
        ("what", "seconds", "ratio to dropfour"),
        [
            ("dropfour", f"{ours:.3f}", "1"),
            ("OpenSpiel from Python (scaled)", f"{python:.2f}", f"{python / ours:.0f}"),
            (
                "OpenSpiel from C++ (moves a second of its rollouts)",
                f"{made / rate:.2f}",
                f"{made / rate / ours:.0f}",
            ),
        ],
    )


def main() -> None:
    playing()
    perft()


if __name__ == "__main__":
    main()
