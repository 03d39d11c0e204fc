"""Options that make no difference are refused in words, by every command."""

from __future__ import annotations

import shlex

import pytest

from tests.cli.programs import EXAMPLE_BOARD, run

NO_RANDOM_BOARDS = "'classic' has no random boards"
REFUSED = {
    "analyse DDC --agent greedy --playouts 9": "--playouts: greedy has no setting 'playouts'",
    "analyse DDC --agent greedy --threads 2": "--threads: greedy has no setting 'threads'",
    "analyse DDC --agent perfect --seed 1": "--seed: perfect has no setting 'seed'",
    "analyse DDC --agent perfect --depth 4": "--depth: perfect has no setting 'depth'",
    "analyse DDC --agent alphabeta --playouts 9": "--playouts: alphabeta has no setting",
    "analyse DDC --agent uct --depth 4": "--depth: uct has no setting 'depth'",
    "analyse DDC --agent montecarlo --nodes 9": "--nodes: montecarlo has no setting 'nodes'",
    "analyse DDC --agent random --seconds 1": "--seconds: random has no setting 'seconds'",
    "analyse DDC --depth 4": "--depth: auto has no setting 'depth'",
    "analyse DDC --agent uct:depth=4": "uct has no setting 'depth', only playouts, nodes",
    "analyse DDC --agent perfect:seed=1": "perfect has no setting 'seed'",
    "analyse DDC --agent auto:level=3 --playouts 9": "only seconds may bound it",
    "analyse DDC --board-seed 3": NO_RANDOM_BOARDS,
    "analyse 'classic; DDC' --rules square": "another game than --rules says",
    "analyse 'classic; DDC' --rules forbidden --board-seed 3": "another game than --rules says",
    "solve DDC --board-seed 3": NO_RANDOM_BOARDS,
    "solve 'classic; DDC' --rules square": "another game than --rules says",
    "solve DDC --depth 4": "unrecognized arguments: --depth",
    "solve DDC --seed 4": "unrecognized arguments: --seed",
    "move --agent greedy --simulations 9": "--simulations: greedy plays no random games",
    "move --agent perfect --simulations 9": "--simulations: perfect plays no random games",
    "move --agent random --seconds 1": "--seconds: random has no setting 'seconds'",
    "move --agent greedy --seed 1": "--seed: greedy has no setting 'seed'",
    "move --agent alphabeta:threads=2": "alphabeta has no setting 'threads'",
    "move --depth 4": "unrecognized arguments: --depth",
    "engine --agent perfect --seed 1": "--seed: perfect has no setting 'seed'",
    "engine --agent alphabeta --threads 2": "--threads: alphabeta has no setting 'threads'",
    "engine --agent greedy:playouts=5": "greedy has no setting 'playouts'",
    "rules show classic --seed 3": NO_RANDOM_BOARDS,
    "rules list classic": "unrecognized arguments: classic",
    "agents nobody": "there is no agent 'nobody'",
    "bench": "the following arguments are required: --signature",
    "web --allow-remote": "--allow-remote: 127.0.0.1 is reached from this machine only",
    "web --host localhost --allow-remote": "--allow-remote: localhost is reached from this",
    "web --token ''": "--token: at least 16 characters, or it is guessed",
    "web --token sesame": "--token: at least 16 characters, or it is guessed",
    "arena run x.toml --workers 2 --dask local:2": "--workers: with --dask the cluster has its own",
    "arena run x.toml --no-report --output x.html": "--output: there is no page to write",
    "arena report x.toml --json --csv": "not allowed with argument --json",
    "arena check x.toml --db x.db": "unrecognized arguments: --db",
    "maxconnect4 one-move in.txt out.txt 3 --agent greedy --seconds 1": "no setting 'seconds'",
    "maxconnect4 one-move in.txt out.txt 3 --agent alphabeta:depth=4": "depth is given twice",
}
"""What each command is told for nothing, or twice, and what it says; for `play` and its many
situations see test_play_script.py."""


@pytest.mark.parametrize("command", REFUSED)
def test_an_option_that_does_not_apply_is_refused_in_words(command: str) -> None:
    status, out, err = run("dropfour", *shlex.split(command), stdin=EXAMPLE_BOARD)
    assert (status, out) == (2, "")
    assert REFUSED[command] in err.replace("\n", " ")
