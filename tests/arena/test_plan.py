"""Which games are played: no repeats, tournaments in stages, openings of all kinds."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dropfour.agents import parse_agent
from dropfour.arena import Experiment, PlayedGame
from dropfour.arena.match import play_game
from dropfour.arena.openings import Opening
from dropfour.arena.stages import StagedPlan

ALIKE = [{"agent": "greedy"}, {"agent": "alphabeta", "depth": 2}]
RANDOM = [{"name": f"player {i}", "agent": "random"} for i in range(16)]


def experiment(**content: Any) -> Experiment:
    table: dict[str, Any] = {"rules": [{"game": "square"}], "players": ALIKE}
    return Experiment.from_mapping(table | content)


@pytest.mark.parametrize(
    ("agent", "alike"),
    [
        ("greedy", True),
        ("random", False),
        ("random:seed=1", True),
        ("alphabeta:depth=3", True),
        ("alphabeta:depth=3,seconds=1", False),
        ("alphabeta", False),  # it thinks for a second
        ("montecarlo", False),
        ("montecarlo:seed=1,threads=2", True),
        ("uct:playouts=100", False),
        ("uct:playouts=100,seed=1", True),
        ("uct:playouts=100,seed=1,threads=2", False),
        ("perfect:nodes=1000", True),
        ("perfect", False),
        ("auto:level=2,seed=4", True),
        ("auto:level=2,seed=4,seconds=1", False),
    ],
)
def test_an_agent_knows_whether_it_plays_alike(agent: str, alike: bool) -> None:
    assert parse_agent(agent).deterministic is alike


@pytest.mark.parametrize(
    ("plan", "planned", "repeats"),
    [
        ({"games": 6000}, 2, 5998),
        ({"kind": "sequential", "max_games": 6000}, 2, 5998),
        ({"kind": "ordered-pairs", "games": 50}, 4, 196),
        ({"kind": "gauntlet", "heroes": ["greedy"], "games": 4}, 2, 2),
        ({"kind": "knockout", "games": 4}, 2, 2),
        ({"kind": "swiss", "games": 4}, 2, 2),
    ],
)
def test_repeats_are_planned_away(plan: dict[str, Any], planned: int, repeats: int) -> None:
    test = experiment(plan=plan)
    assert (len(test.plan), test.plan.repeats) == (planned, repeats)
    results = test.run()
    assert results.complete
    assert len(results) == len(results.counted) == planned


def test_only_what_would_be_the_same_game_is_left_out() -> None:
    openings = {"kind": "random", "plies": 2}
    plan = experiment(openings=openings, plan={"games": 400}).plan
    assert 2 * 40 < len(plan) <= 2 * 49  # as many as there are positions
    assert len(plan) + plan.repeats == 400
    starts = [game.opening for game in plan]
    assert len(set(starts)) == len(plan) / 2
    mixed = experiment(players=[*ALIKE, {"agent": "random"}], plan={"games": 10}).plan
    assert (len(mixed), mixed.repeats) == (22, 8)
    assert experiment(players=RANDOM[:2], plan={"games": 400}).plan.repeats == 0


def test_a_huge_plan_is_no_work() -> None:
    many = {"games": 10**12}
    assert len(experiment(plan=many).plan) == 2
    assert len(experiment(players=RANDOM[:2], plan=many).plan) == 10**12


def test_what_workers_are_sent_is_small() -> None:
    openings = {"kind": "random", "plies": 10}
    test = experiment(openings=openings, plan={"games": 2000})
    sent = len(pickle.dumps(test))
    assert len(test.plan) > 1900
    assert len(pickle.dumps(test)) < sent + 500


def test_a_program_is_as_deterministic_as_the_experiment_says() -> None:
    program = {"command": ["program"]}
    plan = {"games": 10}
    assert len(experiment(players=[ALIKE[0], program], plan=plan).plan) == 10
    declared = [ALIKE[0], program | {"deterministic": True}]
    assert len(experiment(players=declared, plan=plan).plan) == 2


def test_a_clock_makes_agents_vary() -> None:
    assert len(experiment(plan={"games": 10}, limits={"time": "60+1"}).plan) == 10


def test_games_that_were_played_count_even_as_repeats(tmp_path: Path) -> None:
    """Found in a database from before, they are not dropped."""
    test = experiment(players=RANDOM[:2], plan={"games": 6})
    games = [replace(play_game(test, 0), number=number, pair=number // 2) for number in range(6)]
    results = type(test.run())(test, games)
    assert len(results.counted) == 6


def test_more_rounds_of_a_deterministic_pairing_go_on() -> None:
    openings = {"kind": "all", "plies": 1}
    few, many = (experiment(openings=openings, plan={"games": n}).plan for n in (4, 100))
    assert (len(few), len(many)) == (4, 14)
    assert list(many.upcoming([])) == list(range(14))


def beaten(plan: StagedPlan, *, strongest_last: bool) -> list[list[tuple[int, int | None, int]]]:
    """Plays a tournament in which one of two always wins; who met whom, and who was ahead."""
    games: list[PlayedGame] = []
    while numbers := list(plan.upcoming(games)):
        for number in numbers:
            game = plan[number]
            best = max(game.first, game.second) if strongest_last else min(game.first, game.second)
            games.append(won(plan, number, winner=int(best == game.second)))
    return [[(m.one, m.other, m.leader) for m in stage] for stage in plan.stages(games)]


def won(plan: StagedPlan, number: int, *, winner: int | None) -> PlayedGame:
    game = plan[number]
    first, second = (f"player {i}" for i in (game.first, game.second))
    return PlayedGame(
        number=number, pair=game.pair, board="square", first=first, second=second, opening="",
        moves="", winner=winner, ending="board",
    )  # fmt: skip


def staged(kind: str, players: int, **plan: Any) -> StagedPlan:
    found = experiment(players=RANDOM[:players], plan={"kind": kind, **plan}).plan
    assert isinstance(found, StagedPlan)
    return found


@pytest.mark.parametrize("players", range(2, 14))
def test_a_knockout_has_one_winner(players: int) -> None:
    for last in (True, False):
        stages = beaten(staged("knockout", players), strongest_last=last)
        assert [m[2] for m in stages[-1]] == [players - 1 if last else 0]
        matches = [m for stage in stages for m in stage if m[1] is not None]
        assert len(matches) == players - 1
        for before, after in pairwise(stages):
            through = {m[2] for m in before}
            assert {p for m in after for p in m[:2] if p is not None} == through


def test_seeds_meet_as_late_as_they_can() -> None:
    stages = beaten(staged("knockout", 8), strongest_last=False)
    assert {frozenset(m[:2]) for m in stages[0]} == {frozenset((i, 7 - i)) for i in range(4)}
    assert {frozenset(m[:2]) for m in stages[2]} == {frozenset((0, 1))}


def test_an_even_match_goes_on_until_somebody_leads() -> None:
    plan = staged("knockout", 2, games=4)
    drawn = [won(plan, number, winner=None) for number in plan.upcoming([])]
    assert len(drawn) == 4
    assert list(plan.upcoming(drawn)) == [4, 5]
    decided = [*drawn, won(plan, 4, winner=1), won(plan, 5, winner=None)]
    assert list(plan.upcoming(decided)) == []
    assert plan.stages(decided)[-1][0].leader == 1
    for number in range(4, 8):
        assert number in plan.upcoming(drawn)
        drawn.append(won(plan, number, winner=None))
    assert list(plan.upcoming(drawn)) == []
    assert plan.stages(drawn)[-1][0].leader == 0


@pytest.mark.parametrize("players", [2, 3, 6, 7, 16])
def test_swiss_pairs_like_scores_and_nobody_twice(players: int) -> None:
    stages = beaten(staged("swiss", players), strongest_last=True)
    met = [frozenset(m[:2]) for stage in stages for m in stage]
    assert len(set(met)) == len(met)
    for stage in stages:
        assert sorted(p for m in stage for p in m[:2] if p is not None) == list(range(players))
    if players == 16:
        assert len(stages) == 4
        good = {frozenset((15, other)) for other in range(8, 15)}
        assert good & {frozenset(m[:2]) for m in stages[3]}  # the best meets a good one


def test_swiss_finds_all_rounds_of_everybody_against_everybody() -> None:
    stages = beaten(staged("swiss", 6, rounds=5), strongest_last=True)
    assert len({frozenset(m[:2]) for stage in stages for m in stage}) == 15


@pytest.mark.parametrize("kind", ["knockout", "swiss"])
def test_a_tournament_is_the_same_however_it_is_run(kind: str, tmp_path: Path) -> None:
    content: dict[str, Any] = {
        "players": RANDOM[:5],
        "rules": [{"game": "square"}, {"game": "classic"}],
        "plan": {"kind": kind, "games": 2},
        "openings": {"kind": "random", "plies": 2},
    }

    def table(games: list[PlayedGame]) -> list[tuple[object, ...]]:
        return [(g.number, g.board, g.first, g.second, g.moves, g.winner) for g in games]

    expected = experiment(**content).run()
    assert expected.complete
    place = str(tmp_path / "games.db")

    class Enough(Exception):
        pass

    def stop(status: Any) -> None:
        if status.new:
            raise Enough

    while True:
        try:
            results = experiment(**content).run(database=place, progress=stop)
            break
        except Enough:
            continue
    assert table(results.games) == table(expected.games)
    assert table(experiment(**content).run(workers=2).games) == table(expected.games)


def test_openings_from_positions() -> None:
    lines = ["-/-/-/X/-/-/- O", "-/-/-/XO/-/-/- X; DE", "AB"]
    test = experiment(
        rules=[{"game": "classic"}], openings={"kind": "file", "lines": lines}, plan={"games": 6}
    )
    assert [game.opening for game in test.plan][::2] == [
        Opening((), "-/-/-/X/-/-/- O"),
        Opening((3, 4), "-/-/-/XO/-/-/- X"),
        Opening((0, 1)),
    ]
    results = test.run()
    for game, planned in zip(results, test.plan, strict=True):
        history = results.position(game).history
        begun = planned.opening.position(test.rules[0][1])
        assert history[game.opening_plies] == begun
        assert game.start == planned.opening.start
        assert len(game.times_ms) == game.plies - len(planned.opening.moves)


def test_a_random_order_of_openings_comes_from_its_seed() -> None:
    def order(**openings: Any) -> list[Opening]:
        plan = experiment(openings={"kind": "all", "plies": 2, **openings}, plan={"games": 98}).plan
        return [game.opening for game in plan][::2]

    given, one, two = order(), order(order="random"), order(order="random", seed=1)
    assert given != one != two != given
    assert sorted(given) == sorted(one) == sorted(two)
    assert one == order(order="random", seed=0)
