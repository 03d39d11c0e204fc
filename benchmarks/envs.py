"""Claims: on 7 × 6 and two cores 100 M random steps a second, 15 M with planes; beyond all peers.

Every candidate runs in a process of its own, plays uniformly random legal columns and begins the
next game when one has ended. Those that are not installed are left out with a word: PettingZoo and
OpenSpiel come with the test extra, `pip install pgx "jax[cpu]" envpool` brings the others (or have
them elsewhere and say where by PYTHONPATH). `python -m benchmarks.envs NAME` runs one alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.measure import show

REPEATS = 5
SECONDS = 0.4  # of each repeat
GAMES = 65_536  # at once, where there may be many


def rate(step: Callable[[], object], moves: int = 1) -> float:
    """Moves a second of the best repeat: the one that was disturbed least."""
    step()
    best = 0.0
    for _ in range(REPEATS):
        began, steps = time.perf_counter(), 0
        while (gone := time.perf_counter() - began) < SECONDS:
            step()
            steps += moves
        best = max(best, steps / gone)
    return best


def batch(*, threads: int, planes: str | None = None, rules: str = "classic", **more: Any) -> float:
    import dropfour as d4

    games = d4.Batch(rules, GAMES, threads=threads, planes=planes, seed=1, **more)
    columns = np.empty(GAMES, np.int8)

    def step() -> None:
        games.random_columns(columns)
        games.step(columns)

    for _ in range(50):  # games of all ages
        step()
    return rate(step, GAMES)


def gymnasium_vector() -> float:
    from dropfour.envs.gym import DropVectorEnv

    games = DropVectorEnv(GAMES, opponent=None, autoreset_mode="NextStep", threads=2)
    games.reset(seed=1)
    table = games._games.table

    def step() -> None:
        games.step(table.batch.random_columns())

    return rate(step, GAMES)


def aec(env: Any) -> float:
    """An environment of PettingZoo, by its own loop."""
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def step() -> None:
        seen, _, ended, _, _ = env.last()
        if ended:
            env.reset()
            seen = env.last()[0]
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))

    return rate(step)


def our_aec() -> float:
    from dropfour.envs.aec import env

    return aec(env())


def pettingzoo_connect_four() -> float:
    from pettingzoo.classic import connect_four_v3

    return aec(connect_four_v3.env())


def openspiel(name: str, *, observe: bool) -> float:
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    draws = iter(np.random.default_rng(1).random(10**7).tolist())

    def step() -> None:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        legal = state.legal_actions()
        state.apply_action(legal[int(next(draws) * len(legal))])
        if observe and not state.is_terminal():
            state.observation_tensor()

    return rate(step)


def our_openspiel() -> float:
    import dropfour.envs

    assert dropfour.envs
    return openspiel("dropfour", observe=False)


def pgx(games: int = 4096) -> float:
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make("connect_four")
    move = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, draw, begin = jax.random.split(key, 3)
        scores = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        columns = jax.random.categorical(draw, scores)
        return (move(state, columns, jax.random.split(begin, games)), key), ()

    steps = 32
    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    keys = jax.random.split(jax.random.PRNGKey(1), games)
    carry = (jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(2))

    def step() -> None:
        nonlocal carry
        carry = run(carry)
        carry[0].observation.block_until_ready()

    return rate(step, games * steps)


def envpool(games: int = 1024) -> float:
    import envpool as library

    env = library.make_gymnasium("ConnectFour-v1", num_envs=games, num_threads=2)
    mask = env.reset()[1]["legal_action_mask"]
    noise = np.random.default_rng(1).random((64, games, 7), np.float32) + 1
    count = iter(range(10**9))

    def step() -> None:
        nonlocal mask
        columns = (noise[next(count) % 64] * mask).argmax(axis=1).astype(np.int32)
        mask = env.step(columns)[4]["legal_action_mask"]

    return rate(step, games)


CANDIDATES: dict[str, tuple[str, Callable[[], float]]] = {
    "one": ("dropfour.Batch, one thread", lambda: batch(threads=1)),
    "two": ("dropfour.Batch, two threads", lambda: batch(threads=2)),
    "planes": (
        "dropfour.Batch, two threads, planes of bytes",
        lambda: batch(threads=2, planes="uint8"),
    ),
    "floats": (
        "dropfour.Batch, two threads, planes of floats",
        lambda: batch(threads=2, planes="float32"),
    ),
    "boards": (
        "dropfour.Batch, two threads, 100 random boards",
        lambda: batch(threads=2, rules="forbidden", boards=100),
    ),
    "vector": ("dropfour in Gymnasium, many at once, with planes", gymnasium_vector),
    "pgx": ("pgx, jitted, with planes", pgx),
    "envpool": ("EnvPool, two threads, with observations", envpool),
    "openspiel": ("OpenSpiel", lambda: openspiel("connect_four", observe=False)),
    "openspiel-planes": (
        "OpenSpiel, with observations",
        lambda: openspiel("connect_four", observe=True),
    ),
    "our-openspiel": ("dropfour in OpenSpiel", our_openspiel),
    "pettingzoo": ("PettingZoo's connect_four", pettingzoo_connect_four),
    "our-aec": ("dropfour in PettingZoo", our_aec),
}


def measured(name: str) -> str:
    """The rate of a candidate in a process of its own, or why there is none."""
    command = [sys.executable, "-m", "benchmarks.envs", name]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        words = run.stderr.strip().splitlines()[-1:] or ["it failed"]
        return f"left out: {words[0][:80]}"
    return f"{json.loads(run.stdout.splitlines()[-1]):,.0f}"


def main() -> None:
    if len(sys.argv) == 2 and sys.argv[1] in CANDIDATES:
        print(json.dumps(CANDIDATES[sys.argv[1]][1]()))
        return
    rows = [(title, measured(name)) for name, (title, _) in CANDIDATES.items()]
    show("Random steps a second, 7 × 6", ("who", "steps a second"), rows)


if __name__ == "__main__":
    main()
