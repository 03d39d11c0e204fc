"""Many games at once: against `Position`, game by game."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import dropfour as d4
from dropfour.batch import Autoreset
from dropfour.game import PLANES
from tests.random_rules import random_rules

AUTORESETS: tuple[Autoreset, ...] = ("off", "next_step", "same_step")


def planes_by_hand(p: d4.Position, rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """The planes, cell by cell from what the position says of itself."""
    own, other = p.setup.discs[p.turn], p.setup.discs[1 - p.turn]
    cells = [c for c in p.rules.cells() if p.rules.kind(c) != "blocked"]
    landing = [next(c for c in cells if c.column == k and c not in p.setup.filled) for k in p.legal]
    board = np.zeros((len(PLANES), rows, columns), np.uint8)
    sets = (own, other, p.setup.bans, landing, cells, p.rules.dead, p.rules.bonus)
    for plane, found in enumerate((*sets, cells if p.banning else ())):
        for column, row in found:
            board[plane, rows - 1 - row, column] = 1
    return board


def check_game(batch: d4.Batch, game: int, p: d4.Position) -> None:
    """What the arrays say of where a game stands."""
    assert batch.position(game) == p
    assert tuple(np.flatnonzero(batch.legal[game])) == p.legal
    assert (batch.turn[game], batch.banning[game]) == (p.turn, p.banning)
    assert batch.planes is not None
    assert (batch.planes[game] == planes_by_hand(p, batch.rows, batch.columns)).all()


def check_end(batch: d4.Batch, game: int, p: d4.Position) -> None:
    """What the arrays say of what a step has come to."""
    winner = p.outcome.winner if p.outcome else None
    assert batch.ended[game] == (p.outcome is not None)
    assert batch.result[game] == (0 if winner is None else 1 - 2 * winner)
    if batch.margin is not None:
        assert batch.margin[game] == p.scores[0] - p.scores[1]


@pytest.mark.parametrize("number", range(24))
def test_a_batch_plays_as_positions_do(number: int) -> None:
    rng = random.Random(number)
    several = number % 4 == 3  # boards of several sizes, padded to one shape
    rules = [random_rules(rng, max_columns=11, max_rows=10) for _ in range(3 if several else 1)]
    autoreset = AUTORESETS[number % 3]
    kind = rng.choice(("uint8", "float32"))
    batch = d4.Batch(
        rules, 9, planes=kind, autoreset=autoreset, threads=1 + number % 2, seed=number
    )
    starts = [d4.Position(rules[i % len(rules)]) for i in range(9)]
    games, rounds = list(starts), [0] * 9
    for game, p in enumerate(games):
        check_game(batch, game, p)

    def restarted(game: int) -> d4.Position:
        rounds[game] += 1
        return d4.Position(rules[(game + rounds[game]) % len(rules)])

    for _ in range(60):
        columns = [rng.choice((*p.legal, *p.legal, -1)) for p in games]
        batch.step(np.array(columns, rng.choice((np.int8, np.int32, np.int64, np.int16))))
        for game, p in enumerate(games):
            if p.outcome and autoreset == "next_step":
                p = restarted(game)
            elif columns[game] >= 0:
                p = p.play(columns[game])
            check_end(batch, game, p)
            if p.outcome and autoreset == "same_step":
                p = restarted(game)
            games[game] = p
            check_game(batch, game, p)
            assert batch.number(game) == game + 2**32 * rounds[game]


def random_stream(seed: int, number: int) -> Any:
    """The core's random numbers (native/core/search/rng.hpp), written once more."""
    mask, golden = 2**64 - 1, 0x9E3779B97F4A7C15

    def mix(x: int) -> int:
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
        x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
        return x ^ x >> 31

    state = mix((mix((seed + golden) & mask) + (number + 1) * golden) & mask) & (mask >> 1) | 1
    while True:
        low, high = state & 0xFFFFFFFF, state >> 32
        state = low * 4294883355 + high
        yield low ^ high


def test_a_game_draws_from_the_stream_of_its_number() -> None:
    batch = d4.Batch("bonus", 70, seed=11, first=5, threads=2)
    columns = np.empty(70, np.int8)
    streams = {game: random_stream(11, batch.number(game)) for game in (0, 69)}
    for _ in range(90):
        wanted = {}
        for game, stream in streams.items():
            legal = np.flatnonzero(batch.legal[game])
            wanted[game] = legal[next(stream) * len(legal) >> 32]
        assert batch.random_columns(columns) is columns
        assert all(columns[game] == wanted[game] for game in streams)
        batch.step(columns)
        for game in streams:
            if batch.ended[game]:
                streams[game] = random_stream(11, batch.number(game))
    assert batch.number(0) % 2**32 == 5
    assert batch.number(0) > 2**32


def test_starts_are_taken_in_turn_and_random_moves_come_before_them() -> None:
    rules = d4.load_rules("classic")
    starts = [d4.Position.from_moves(text, rules) for text in ("D", "DD", "AAA")]
    batch = d4.Batch(starts=starts, n=4)
    assert [batch.position(i) for i in range(4)] == [*starts, starts[0]]
    batch.reset([True, False, False, False])
    assert batch.position(0) == starts[1]
    assert batch.position(3) == starts[0]

    later = d4.Batch(rules, 200, plies=(3, 5), seed=2)
    discs = [len(later.position(i).setup.filled) for i in range(200)]
    assert {*discs} == {3, 4, 5}
    tiny = d4.Rules.grid(rows=1, columns=3)
    assert len(d4.Batch(tiny, 1, plies=9).position(0).setup.filled) == 2  # not to the end


def test_random_boards_of_one_family_share_a_shape() -> None:
    batch = d4.Batch("forbidden", 40, boards=20, planes="uint8")
    drawn = [d4.load_rules("forbidden", seed=seed) for seed in range(20)]
    assert (batch.rows, batch.columns) == (
        max(rules.rows for rules in drawn),
        max(rules.columns for rules in drawn),
    )
    assert [batch.position(i).rules for i in range(40)] == drawn * 2
    for game, rules in enumerate(drawn):  # in as many words as its own board takes
        position = batch.position(game)
        assert position == d4.Position(rules)
        assert d4.agent("greedy").choose(position) == d4.agent("greedy").choose(d4.Position(rules))


def test_seeds_begin_again_and_one_for_each_slot() -> None:
    batch = d4.Batch("classic", 8, seed=3, plies=4)
    before = [batch.position(i) for i in range(8)]
    batch.reset()
    assert [batch.position(i) for i in range(8)] != before
    batch.reset(seed=3)
    assert [batch.position(i) for i in range(8)] == before
    batch.reset(seed=[3] * 7 + [4])
    assert [batch.position(i) for i in range(7)] == before[:7]
    assert batch.position(7) != before[7]


def test_an_illegal_column_is_refused_before_anything_changes() -> None:
    batch = d4.Batch(d4.Rules.grid(rows=1, columns=4), 3, planes="uint8")
    batch.step([0, 1, 2])
    assert batch.planes is not None
    before = batch.planes.copy()
    for column, why in ((1, "column B is full"), (4, "no column E"), (-2, "no column")):
        with pytest.raises(d4.IllegalMove, match=f"game 1: .*{why}"):
            batch.step([1, column, 3])
    with pytest.raises(d4.IllegalMove, match="game 0"):
        batch.step(np.array([2**40, 0, 0]))
    assert (batch.planes == before).all()
    off = d4.Batch(d4.Rules.grid(rows=1, columns=1), 1, autoreset="off")
    off.step([0])
    with pytest.raises(d4.IllegalMove, match="game 0: the game is over"):
        off.step([0])
    off.step([-1])
    assert off.ended[0]


def test_arrays_of_the_caller_are_written_into() -> None:
    planes, ended = np.ones((5, 8, 6, 7), np.float32), np.ones(5, np.uint8)
    batch = d4.Batch("classic", 5, out={"planes": planes, "ended": ended})
    assert batch.planes is planes
    assert not ended.any()
    assert planes[:, 4].all()
    batch.step(range(5))
    assert planes[:, 1].sum() == 5


def test_columns_may_lie_in_an_array_that_the_step_writes_into() -> None:
    n = 300
    planes = np.zeros((n, 8, 6, 7), np.uint8)
    batch, apart = d4.Batch("classic", n, out={"planes": planes}), d4.Batch("classic", n)
    columns = planes.reshape(-1)[:n].view(np.int8)
    for _ in range(30):
        apart.random_columns(columns)
        given = columns.copy()
        batch.step(columns)
        apart.step(given)
        assert (batch.legal == apart.legal).all()
        assert (batch.result == apart.result).all()


def test_columns_of_any_whole_type_are_read_as_what_they_are() -> None:
    odd = np.frombuffer(bytes(33), np.uint8)[1:].view(np.int64)  # not aligned
    for zeros in (odd, np.zeros(8, np.int32)[::2], np.zeros(4, ">i8"), np.zeros(4, np.uint16)):
        batch = d4.Batch("classic", 4)
        batch.step(zeros)
        assert batch.turn.tolist() == [1] * 4
    with pytest.raises(d4.IllegalMove):  # not -1, which leaves a game as it is
        d4.Batch("classic", 1).step(np.array([2**64 - 1], np.uint64))


def test_games_are_looked_at_while_another_thread_plays() -> None:
    """A position has the rules of the board that it is on, whichever game has just begun there."""
    rules = [d4.Rules.grid(rows=2, columns=2), d4.Rules.grid(rows=3, columns=4)]
    batch = d4.Batch(rules, 64)
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            batch.step(batch.random_columns())

    player = threading.Thread(target=play)
    player.start()
    try:
        for i in range(5000):
            position = batch.position(i % 64)
            assert d4.Position.from_text(position.to_text(), position.rules) == position
    finally:
        stop.set()
        player.join()


_SHARED = np.zeros(1, np.uint8)
WRONG: list[dict[str, Any]] = [
    {"n": 0},
    {"n": 2**30},
    {"n": "5"},
    {"planes": "int64"},
    {"autoreset": "maybe"},
    {"plies": -1},
    {"plies": (3, 1)},
    {"seed": 0.5},
    {"threads": 0},
    {"boards": 3},  # classic has no random boards
    {"rules": []},
    {"rules": None},
    {"starts": [3], "rules": None},
    {"starts": d4.Position(d4.load_rules("classic")), "rules": None},
    {"starts": [d4.Position.from_moves("AABBCCD", d4.load_rules("classic"))], "rules": None},
    {"starts": []},
    {"out": {"wins": np.zeros(1)}},
    {"out": {"ended": np.zeros(2, np.uint8)}},
    {"out": {"ended": np.zeros(1)}},
    {"out": {"legal": np.zeros((7, 1), "?").T[:, ::-1]}},
    {"out": {"planes": np.zeros(1)}},
    {"out": {"turn": _SHARED, "banning": _SHARED}},
    {"out": ["turn"]},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_makes_no_sense_is_refused_in_words(wrong: dict[str, Any]) -> None:
    with pytest.raises(d4.DropfourError):
        d4.Batch(**{"rules": "classic", **wrong})


def test_wrong_columns_masks_and_seeds_are_refused_in_words() -> None:
    batch = d4.Batch("classic", 2)
    wrong: list[Any] = [[1], [1, 2, 3], 3, [[1, 2]], [0.0, 1.0], "AB", [True, False], None]
    wrong.append([[1], [2, 3]])
    for columns in wrong:
        with pytest.raises(d4.DropfourError):
            batch.step(columns)
    with pytest.raises(d4.DropfourError):
        batch.random_columns(np.empty(2, np.float64))
    with pytest.raises(d4.DropfourError):
        batch.random_columns(np.empty(4, np.int64)[::2])
    fixed = np.zeros(2, np.int64)
    fixed.flags.writeable = False
    with pytest.raises(d4.DropfourError):
        batch.random_columns(fixed)
    with pytest.raises(d4.DropfourError):
        batch.position(0).planes("int64")  # type: ignore[arg-type]  # what is refused
    with pytest.raises(d4.DropfourError):
        batch.reset([True])
    with pytest.raises(d4.DropfourError):
        batch.random_columns(mask=[True])
    for seed in (2**64, 0.5, [1, 2, 3]):
        with pytest.raises(d4.DropfourError):
            batch.reset(seed=seed)
    for game in (-1, 2):
        for ask in (batch.position, batch.number):
            with pytest.raises(IndexError, match=f"no game {game}, only 0 to 1"):
                ask(game)


def test_without_numpy_everything_but_arrays_works() -> None:
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "import dropfour as d4\n"
        "p = d4.Position(d4.load_rules('classic'))\n"
        "for ask in (p.planes, lambda: d4.Batch('classic', 4)):\n"
        "    try: ask()\n"
        "    except d4.DropfourError as error: print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stdout.splitlines() == ["arrays need numpy: pip install 'dropfour[envs]'"] * 2
    lean = "import sys, dropfour; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", lean]).returncode == 0


def test_a_batch_with_threads_survives_a_fork() -> None:
    program = (
        "import os, dropfour as d4\n"
        "batch = d4.Batch('classic', 500, threads=2)\n"
        "batch.step(batch.random_columns())\n"
        "if child := os.fork():\n"
        "    batch.step(batch.random_columns())\n"
        "    raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
        "batch.step(batch.random_columns())\n"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=120).returncode == 0
