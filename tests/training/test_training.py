"""A miniature of the whole: games, labels, a network that learns, its file and its measure."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from dropfour import _native
from training import train as training
from training.__main__ import main
from training.arrays import NUMPY
from training.examples import Examples, joined, load_examples
from training.network import NAMES
from training.train import Recipe, Trained, read_trained, train

RECIPE = Recipe(epochs=4, batch=256, rate=0.01)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few hundred labelled positions of small games."""
    folder = tmp_path_factory.mktemp("training") / "data"
    small = folder.parent / "small.toml"
    small.write_text("rows = 4\ncolumns = 5\n[goal]\nline = 3\n")
    points = folder.parent / "points.toml"
    points.write_text('extends = "small.toml"\nending = "full"\n')
    options = ["--games", "200", "--rules", str(small), "--rules", str(points), "--processes", "1"]
    assert main(["generate", str(folder), *options, "--player", "greedy"]) == 0
    judge = ["--judge", "uct:playouts=50", "--solver-nodes", "200", "--processes", "1"]
    assert main(["label", str(folder), *judge]) == 0
    return folder


@pytest.fixture(scope="module")
def examples(data: Path) -> Examples:
    return load_examples([data], processes=1)


def test_the_whole_in_miniature(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    net, weights = tmp_path / "net.npz", tmp_path / "weights.bin"
    options = ["--device", "numpy", "--epochs", "8", "--batch", "128", "--rate", "0.01"]
    command = ["train", str(net), str(data), *options]
    assert main(command) == 0
    said = capsys.readouterr().out.splitlines()
    told = [line for line in said if line.startswith("epoch")]
    losses = [float(line.split("loss ")[1].split()[0]) for line in told]
    assert len(losses) == 8
    assert losses[-1] < losses[0] - 0.02

    assert main(["export", str(net), str(weights), str(data)]) == 0
    about = json.loads(weights.with_suffix(".json").read_text())
    content = weights.read_bytes()
    assert about["sha256"] == hashlib.sha256(content).hexdigest()
    assert about["bytes"] == len(content)
    assert about["training"]["command"].endswith(" ".join(command[1:]))
    assert about["training"]["recipe"]["rate"] == 0.01
    assert about["data"]["data"]["labels"]["settings"]["judge"].startswith("uct:playouts=50")
    assert about["integers against floats"]["mean"] < 0.02
    assert about["held out"]["right_signs"] > 0.6
    assert abs(about["held out"]["value_loss"] - losses[-1]) < 0.1
    _native.Evaluation(content)

    assert main(["measure", str(weights), str(data), "--questions", "4"]) == 0
    said_of_it = capsys.readouterr().out
    assert "4 hard positions" in said_of_it
    assert "| line 3, points |" in said_of_it


def test_training_goes_on_where_it_was_left(
    examples: Examples, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned, held_out = (examples.where(c) for c in (~examples.held_out, examples.held_out))
    whole = train(learned, held_out, RECIPE, NUMPY, path=tmp_path / "whole.npz")

    class Interrupted(Exception):
        pass

    written = training.write_trained

    def interrupt(path: Path, state: Trained) -> None:
        written(path, state)
        if state.epoch == 2:
            raise Interrupted

    monkeypatch.setattr(training, "write_trained", interrupt)
    path = tmp_path / "cut.npz"
    with pytest.raises(Interrupted):
        train(learned, held_out, RECIPE, NUMPY, path=path)
    assert read_trained(path).epoch == 2
    train(learned, held_out, RECIPE, NUMPY, path=path)
    cut = read_trained(path)
    assert cut.epoch == whole.epoch == RECIPE.epochs
    for name in NAMES:
        np.testing.assert_array_equal(
            getattr(cut.parameters, name), getattr(whole.parameters, name)
        )


def test_all_positions_of_a_game_are_held_out_or_none(examples: Examples) -> None:
    held_out, learned = (examples.where(c) for c in (examples.held_out, ~examples.held_out))
    assert len(held_out) + len(learned) == len(examples) > 500
    assert 0 < len(held_out) < len(examples) / 20
    assert not set(held_out.game) & set(learned.game)
    together = joined([held_out, learned])
    last = len(together) - 1
    ids = together.ids[together.starts[last] : together.starts[last + 1]]
    np.testing.assert_array_equal(ids, learned.ids[learned.starts[-2] :])


def test_what_is_no_network_or_no_data_is_said(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "net.npz"
    wrong.write_bytes(b"PK\3\4 nonsense")
    weights = tmp_path / "weights.bin"
    for command, words in (
        (["export", str(wrong), str(weights), str(data)], "no network in training"),
        (["train", str(wrong), str(data), "--device", "numpy"], "no network in training"),
        (["train", str(tmp_path / "new"), str(tmp_path)], "no labelled positions"),
        (["measure", str(wrong)], "no weights file"),
        (["label", str(tmp_path)], "has no games"),
        (["generate", str(wrong)], "cannot be made"),
        (["generate", str(tmp_path), "--rules", "chess"], "no game is called 'chess'"),
        (["generate", str(tmp_path), "--player", "random", "--evaluation", "x"], "none of random"),
        (["measure", str(tmp_path / "none")], "cannot be read"),
    ):
        assert main(command) == 2
        error = capsys.readouterr().err
        assert words in error
        assert len(error.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.npz"]
