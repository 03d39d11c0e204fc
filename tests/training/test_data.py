"""The data of training: rules of all sorts, games by number, labels."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import dropfour as d4
from dropfour.agents import parse_agent
from training.__main__ import main
from training.blocks import GAMES_PER_BLOCK, blocks_done, read_block
from training.games import GAMES, PLAYERS, Game, is_useful, play_game
from training.labels import LABELS, Label, Labeller, margin_now
from training.rules import FIRST_UNSEEN, KINDS, Draws, draw_rules, kind_of, unseen_rules

LABELLER = Labeller(20_000, parse_agent("uct:playouts=200"), parse_agent("alphabeta:depth=2"))


@pytest.fixture
def quick(tmp_path: Path) -> list[str]:
    """Options of games that take no time, of two sorts."""
    lines = "rows = 4\ncolumns = 4\n[goal]\nline = 3\n"
    (tmp_path / "small.toml").write_text(lines)
    (tmp_path / "points.toml").write_text('extends = "small.toml"\nending = "full"\n')
    rules = (f"--rules={tmp_path}/{name}.toml" for name in ("small", "points"))
    return ["--player", "random", *rules]


def test_rules_are_of_every_sort() -> None:
    drawn = [draw_rules(Draws(number)) for number in range(600)]
    assert all(rules.fitting for rules in drawn)
    assert all(4 <= rules.columns <= 14 and rules.rows <= 14 for rules in drawn)
    kinds = Counter(map(kind_of, drawn))
    assert kinds.keys() <= set(KINDS)
    assert len(kinds) >= 15
    assert (
        0.4 < sum(n for kind, n in kinds.items() if kind.startswith("line 4")) / len(drawn) < 0.75
    )
    assert 0.1 < sum(rules.ending == "full" for rules in drawn) / len(drawn) < 0.35
    assert 0.1 < sum(bool(rules.bonus) for rules in drawn) / len(drawn) < 0.35
    assert any(len(rules.dead) + len(rules.blocked) > rules.playable // 6 for rules in drawn)
    assert d4.load_rules("irregular") in drawn
    again = [draw_rules(Draws(number)) for number in range(600)]
    assert again == drawn


def test_rules_of_tests_are_kept_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len({unseen_rules(number) for number in range(50)}) == 50
    assert main(["generate", str(tmp_path), "--first", str(FIRST_UNSEEN - 99)]) == 2
    assert "for tests alone" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_games_follow_from_their_number() -> None:
    players = [parse_agent(text) for text in PLAYERS]
    games = [play_game(number, draw_rules, players) for number in range(12)]
    assert [Game.from_row(game.to_row()) for game in games] == games
    assert play_game(7, draw_rules, players) == games[7]
    assert sum(len(game.plies) for game in games) > 4 * len(games)
    for game in games:
        assert d4.Position.from_moves(game.moves, game.rules).outcome is not None
        assert all(map(is_useful, game.positions()))


def test_a_won_position_is_of_no_use() -> None:
    classic = d4.load_rules("classic")
    assert not is_useful(d4.Position.from_moves("AGAGAG", classic))  # A wins
    assert is_useful(d4.Position.from_moves("AGAGA", classic))  # A must be answered
    assert is_useful(d4.Position.from_moves("AGAGAG", d4.load_rules("max")))  # one point of many


def test_the_same_data_by_any_number_of_processes_and_after_an_interruption(
    tmp_path: Path, quick: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    def files(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}

    def make(folder: Path, *options: str, games: int = 2 * GAMES_PER_BLOCK) -> None:
        generate = ["generate", str(folder), "--games", str(games), *quick, *options]
        label = ["label", str(folder), "--solver-nodes", "20", "--judge", "uct:playouts=20",
                 "--finisher", "greedy", *options]  # fmt: skip
        assert main(generate) == 0
        assert main(label) == 0

    one, two, cut = (tmp_path / name for name in ("one", "two", "cut"))
    make(one, "--processes", "1")
    make(two, "--processes", "2")
    assert len(files(one)) == 4
    assert files(two) == files(one)

    make(cut, "--processes", "1", games=1)  # a block at least
    assert blocks_done(cut, GAMES) == blocks_done(cut, LABELS) == [0]
    untouched = (cut / "labels-0000000.jsonl").stat().st_mtime_ns
    make(cut, "--processes", "1")
    assert files(cut) == files(one)
    assert (cut / "labels-0000000.jsonl").stat().st_mtime_ns == untouched
    capsys.readouterr()
    make(cut, "--processes", "1")
    assert capsys.readouterr().out == "nothing is left to do\n" * 2

    assert main(["generate", str(cut), "--player", "greedy"]) == 2
    assert "take another folder" in capsys.readouterr().err


def test_no_block_is_begun_after_the_last_second(tmp_path: Path, quick: list[str]) -> None:
    options = ["--games", "100000", "--seconds", "0.001", "--processes", "1"]
    assert main(["generate", str(tmp_path / "data"), *options, *quick]) == 0
    assert len(blocks_done(tmp_path / "data", GAMES)) <= 1


def test_labels_are_the_truth_where_they_say_so() -> None:
    rng, labelled = random.Random(1), Counter[bool]()
    for number in range(150):
        rules = draw_rules(Draws(number))
        position = d4.Position(rules)
        while position.outcome is None and rules.playable - len(position.moves) > 11:
            position = position.play(rng.choice(position.legal))
        if position.outcome is not None:
            continue
        truth = d4.solve(position, book=False)
        for nodes in (1, 10**6):
            label = LABELLER._replace(solver_nodes=nodes).label(position)
            labelled[label.exact] += 1
            assert -1 <= label.value <= 1
            assert (label.rest is not None) == (rules.ending == "full")
            if label.exact:
                assert label.value == truth.value
            if label.exact and label.rest is not None:
                assert label.rest + margin_now(position, position.turn) == truth.margin
            assert label.exact or nodes == 1
    assert labelled[True] > 50 and labelled[False] > 5


def test_what_is_proven_bounds_what_is_searched() -> None:
    """Half a proof is used too: a judge who hopes where there is no hope is corrected."""
    slanted = d4.Shapes(["X..\n.X.\n..X"], mirror=True)  # of even rows, the second player's, too
    rules = d4.Rules.grid(rows=6, columns=7, goal=slanted)  # so the first player cannot win
    start = d4.Position(rules)
    hopeful = LABELLER._replace(solver_nodes=10, judge=parse_agent("uct:playouts=200,policy=wins"))
    assert hopeful.judge.make().analyse(start).value > 0
    assert hopeful.label(start) == Label(0, exact=False, rest=None)


def test_a_damaged_file_is_named(
    tmp_path: Path, quick: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", str(tmp_path), "--games", "1", *quick, "--processes", "1"]) == 0
    damaged = tmp_path / "games-0000000.jsonl"
    damaged.write_text(damaged.read_text()[:-20])
    for processes in ("1", "2"):
        assert main(["label", str(tmp_path), "--processes", processes]) == 2
        assert capsys.readouterr().err.startswith(f"training: {damaged} is damaged")
    assert blocks_done(tmp_path, LABELS) == []


def test_a_label_is_read_as_it_was_written(tmp_path: Path, quick: list[str]) -> None:
    assert main(["generate", str(tmp_path), "--games", "1", *quick, "--processes", "1"]) == 0
    options = ["--judge", "uct:playouts=20", "--solver-nodes", "1", "--processes", "1"]
    assert main(["label", str(tmp_path), *options]) == 0
    games, labels = (read_block(tmp_path, step, 0) for step in (GAMES, LABELS))
    assert [game["number"] for game in games] == [row["number"] for row in labels]
    for game, row in zip(games, labels, strict=True):
        found = [Label(*label) for label in row["labels"]]
        assert len(found) == len(game["plies"])
        points = game["rules"]["ending"] == "full"
        assert all((label.rest is not None) == points for label in found)
