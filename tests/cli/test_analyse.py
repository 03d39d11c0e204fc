"""`dropfour analyse`: every form of a position, and what is said about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dropfour.game import Position
from dropfour.notation import format_max
from dropfour.replay import record_of
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset_names
from tests.cli.programs import EXAMPLE_BOARD, run

QUICK = ("analyse", "--agent", "uct", "--playouts", "200")
THREAT = "AGAGA"  # X wins in A if O does not block it


def analysed(*arguments: str, stdin: str = "") -> dict[str, object]:
    status, out, err = run("dropfour", *QUICK, "--json", *arguments, stdin=stdin)
    assert (status, err) == (0, "")
    answer: dict[str, object] = json.loads(out)
    return answer


def test_every_column_is_looked_into_beside_a_win(tmp_path: Path) -> None:
    wide = tmp_path / "wide.toml"
    wide.write_text("rows = 7\ncolumns = 8\n")
    found: Any = analysed("AABBCC", "--rules", str(wide))["columns"]
    assert found[3]["exact"]["plies"] == 1
    assert all(column["visits"] or column["exact"] for column in found)


def test_a_column_that_was_not_looked_into_has_no_value(tmp_path: Path) -> None:
    wide = tmp_path / "wide.toml"
    wide.write_text("rows = 7\ncolumns = 8\n")
    little = ("AABBCC", "--rules", str(wide), "--playouts", "2")
    found: Any = analysed(*little)["columns"]
    assert [column["value"] for column in found].count(None) == 8 - 1 - 2
    status, out, _ = run("dropfour", *QUICK, *little)
    assert status == 0
    rows = [line.split() for line in out.partition("column ")[2].splitlines()[1:9]]
    assert sum("–" in row for row in rows) == 8 - 1 - 2


@pytest.mark.parametrize("name", preset_names())
def test_position_moves_and_record_are_the_same_position(name: str, tmp_path: Path) -> None:
    position = Position(load_rules(name)).play("B").play("B").play("C")
    text = position.to_text()
    found = [
        analysed(text, "--rules", name)["position"],
        analysed("BBC", "--rules", name)["position"],
        analysed(record_of(position))["position"],
        analysed("-", "--rules", name, stdin=text + "\n")["position"],
        analysed("-", stdin=record_of(position))["position"],
    ]
    (tmp_path / "game").write_text(record_of(position) + "\r\n")
    found.append(analysed(str(tmp_path / "game"))["position"])
    assert found == [text] * len(found)


def test_the_other_programs_files(tmp_path: Path) -> None:
    board = analysed("-", stdin=EXAMPLE_BOARD)
    assert (board["position"], board["to_move"]) == ("-/X/OO/XXX/OO/X/- X", "X")
    rules = load_rules("max")
    position = Position.from_moves("DDC", rules)
    (tmp_path / "max.txt").write_text(format_max(position.setup, rules))
    answer = analysed(str(tmp_path / "max.txt"))
    assert answer["position"] == position.to_text()
    assert Rules.from_mapping(answer["rules"]) == rules  # type: ignore[arg-type]


def test_the_table_marks_the_move_and_what_is_proven() -> None:
    status, out, err = run("dropfour", *QUICK, THREAT + "G")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert "X to move" in lines
    (best,) = (line for line in lines if line.startswith("A *"))
    assert best.endswith("win in 1")
    assert "best line: A" in lines
    assert lines[-1].endswith((" s", " ms"))


def test_the_numbers_for_programs() -> None:
    answer = analysed(THREAT)
    assert answer["move"] == "A"
    columns = answer["columns"]
    assert isinstance(columns, list)
    assert [c["column"] for c in columns] == list("ABCDEFG")
    assert sum(c["visits"] for c in columns) <= 200
    assert answer["outcome"] is None


def test_the_same_seed_gives_the_same_answer() -> None:
    answers = [analysed("DDC", "--seed", "5") for _ in range(2)]
    for answer in answers:
        del answer["seconds"]
    assert answers[0] == answers[1]


def test_a_finished_game_is_shown_as_such() -> None:
    status, out, _ = run("dropfour", "analyse", "AGAGAGA")
    assert (status, out.splitlines()[-1]) == (0, "X has won")
    answer = analysed("AGAGAGA")
    assert answer["outcome"] == {
        "winner": "X",
        "scores": [1, 0],
        "cells": ["A1", "A2", "A3", "A4"],
    }
    assert "move" not in answer
    full = "X/X/X/X/O O"
    out = run("dropfour", "analyse", "-", "--rules", "max", stdin="1\n1\n").out
    assert out == ""  # no position of that game
    small = '{"rows":1,"columns":5,"ending":"full"};' + f"{full};"
    assert run("dropfour", "analyse", small).out.splitlines()[-1] == "X has won, 1 to 0"


def test_a_ban_to_be_dropped() -> None:
    game = '{"rows":4,"columns":4,"bonus":["B1"]}; B'
    out = run("dropfour", *QUICK, game).out
    assert "X drops a ban" in out.splitlines()
    (line,) = (line for line in out.splitlines() if line.startswith("best line: "))
    assert line.startswith("best line: !")


def test_a_picture(tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    target.write_text("old")
    assert run("dropfour", *QUICK, "DDC", "--svg", str(target)).status == 0
    assert target.read_text().startswith("<svg ")
    assert list(tmp_path.iterdir()) == [target]


def test_a_random_board_by_its_number() -> None:
    answer = analysed("A", "--rules", "forbidden", "--board-seed", "7")
    assert Rules.from_mapping(answer["rules"]) == load_rules("forbidden", seed=7)  # type: ignore[arg-type]


def test_text_of_one_column_and_of_wide_boards() -> None:
    one = '{"rows":4,"columns":1}'
    assert analysed(f"{one}; XO X;")["position"] == "XO X"
    wide = Position(Rules.grid(rows=2, columns=32)).play("X").play("O")
    assert analysed(record_of(wide))["position"] == wide.to_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["DDZ"], "line 1, column 3: unknown column 'Z'"),
        (["DDDDDDD"], "'DDDDDDD': move 7: column D is full"),
        (["classic; DDDDDDD"], "'classic; DDDDDDD': move 7: column D is full"),
        (["X//"], "column B is missing"),
        (["none.txt"], "'none.txt' cannot be read: there is no such file"),
        (["some/where"], "'some/where' cannot be read: there is no such file"),
        (["chess; A"], "no game is called 'chess'"),
        (["square; A", "--rules", "classic"], "another game"),
        (["A", "--rules", "chess"], "no game is called 'chess'"),
        (["A", "--rules", "classic", "--board-seed", "1"], "no random boards"),
        (["A\0B"], "line 1, column 2: unknown column"),
        (["2 2\n\n\nX\n", "--rules", "classic"], "2 rows and 2 columns, the game has 6 rows"),
    ],
)
def test_what_is_no_position(arguments: list[str], words: str) -> None:
    status, out, err = run("dropfour", "analyse", *arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
