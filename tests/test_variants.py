"""Presets, files, inheritance and random boards."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.cells import Cell
from dropfour.errors import DropfourError, FormatError, RulesError
from dropfour.rules import Line, Rules, Shapes, Square
from dropfour.variants import load_rules, load_variant, preset_names
from dropfour.variants.random_board import RandomBoard, SplitMix64
from tests.strategies import rules

CLASSIC = Rules.grid(rows=6, columns=7)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def faults(source: Any, **options: Any) -> list[str]:
    with pytest.raises(RulesError) as caught:
        load_rules(source, **options)
    return list(caught.value.faults)


class TestPresets:
    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("classic", CLASSIC),
            ("irregular", Rules(heights=[7, 6, 6, 5, 7, 6, 7, 5, 7], dead=["D3", "G2"])),
            ("square", Rules.grid(rows=6, columns=7, goal=Square(2))),
            ("forbidden", Rules.grid(rows=6, columns=7, blocked=["C2"])),
            ("bonus", Rules.grid(rows=6, columns=7, bonus=["E3"])),
            ("max", Rules.grid(rows=6, columns=7, ending="full")),
            ("plain", Rules.grid(rows=8, columns=9)),
        ],
    )
    def test_games(self, name: str, expected: Rules) -> None:
        game = load_rules(name)
        assert game == expected
        assert game.name == name
        assert name in preset_names()

    @pytest.mark.parametrize("name", preset_names())
    def test_every_preset_has_a_title_and_no_warning(self, name: str) -> None:
        variant = load_variant(name)
        assert variant.title
        assert variant.rules.warnings == ()

    @pytest.mark.parametrize(
        ("name", "fault"),
        [
            ("clasic", "no game is called 'clasic' (did you mean 'classic'?)"),
            ("SQUARE", "no game is called 'SQUARE' (did you mean 'square'?)"),
            ("chess-960",
             "no game is called 'chess-960' "
             "(there are bonus, classic, forbidden, irregular, max, plain, square)"),
        ],
    )  # fmt: skip
    def test_unknown_names(self, name: str, fault: str) -> None:
        assert faults(name) == [fault]

    @pytest.mark.parametrize("source", [None, 7, b"classic", ["classic"]])
    def test_other_types(self, source: Any) -> None:
        assert "must be a name, a file or a table" in faults(source)[0]

    def test_a_huge_name(self) -> None:
        assert len(faults("x" * 10**6)[0]) < 200


class TestFiles:
    @given(game=rules(max_columns=6, max_rows=6))
    def test_toml_round_trip(self, game: Rules, tmp_path_factory: pytest.TempPathFactory) -> None:
        path = write(tmp_path_factory.mktemp("rules"), "mine.toml", game.to_toml())
        assert load_rules(path) == load_rules(str(path)) == game

    def test_the_name_is_that_of_the_file_unless_it_says_otherwise(self, folder: Path) -> None:
        write(folder, "mine.toml", "rows = 4\ncolumns = 5\n")
        assert load_rules("mine.toml").name == "mine"
        write(folder, "mine.toml", 'rows = 4\ncolumns = 5\nname = "yours"\n')
        assert load_rules("./mine.toml").name == "yours"
        write(folder, f"{'n' * 200}.toml", "rows = 4\ncolumns = 5\n")
        assert load_rules(f"{'n' * 200}.toml").name == ""

    def test_shapes_in_toml(self, folder: Path) -> None:
        path = write(
            folder,
            "corner.toml",
            "rows = 4\ncolumns = 5\n"
            '[goal]\nshapes = [["X.",\n "XX"], """\nXXX\n"""]\nrotate = true',
        )
        assert load_rules(path).goal == Shapes([["X.", "XX"], "XXX"], rotate=True)

    def test_a_byte_order_mark_and_crlf(self, folder: Path) -> None:
        path = folder / "windows.toml"
        path.write_bytes(b"\xef\xbb\xbfrows = 4\r\ncolumns = 5\r\n")
        assert load_rules(path) == Rules.grid(rows=4, columns=5)

    def test_what_is_wrong_with_a_file_names_it(self, folder: Path) -> None:
        write(folder, "bad.toml", "rows = 0\ncolumns = 7\n")
        with pytest.raises(RulesError, match=r"^'bad\.toml': line 1: rows: 0, must be 1 to 32$"):
            load_rules("bad.toml")

    def test_every_fault_of_a_file(self, folder: Path) -> None:
        path = write(
            folder,
            "bad.toml",
            'title = 3\nheights = [4, 0]\nwdth = 7\n[goal]\nline = 0\n[random]\nblocked = "one"\n',
        )
        assert faults(path) == [
            "line 1: title: 3, must be a text",
            "line 3: unknown key 'wdth'",
            "line 2: column 2: height 0, must be 1 to 32",
            "line 5: goal: line length 0, must be 1 to 32",
            "line 7: random: blocked: 'one', must be a whole number from 0 to 1024",
        ]

    @pytest.mark.parametrize(
        ("line", "text"),
        [
            (2, "columns = 7\ngoal = {line = 99}\nrows = 6"),
            (3, "columns = 7\nrows = 6\ngoal.line = 99\ndead = []"),
            (4, 'rows = 6\ncolumns = 7\n[ goal ]\n"line" = 99'),
            (1, 'bonus = ["A1", "Z9"]\nrows = 6\ncolumns = 7'),
            (3, "rows = 6\ncolumns = 7\n'no key of ours' = 1"),
            (5, 'extends = "classic"\nname = """\nrows = 3\n"""\nrows = [3]'),
        ],
    )
    def test_a_fault_names_the_line_of_its_key(self, folder: Path, line: int, text: str) -> None:
        found = faults(write(folder, "bad.toml", text))
        assert [each.partition(":")[0] for each in found if "name" not in each] == [f"line {line}"]

    def test_a_fault_of_what_is_inherited_names_no_line(self, folder: Path) -> None:
        write(folder, "parent.toml", "rows = 6\ncolumns = 0\n")
        path = write(folder, "bad.toml", 'extends = "parent.toml"\nrows = 4\n')
        assert faults(path) == ["columns: 0, must be 1 to 32"]

    @pytest.mark.parametrize(
        ("content", "line", "column"),
        [
            (b"rows = 4\ncolumns = \n", 2, 11),
            (b"rows = 4\n[goal", 2, 6),
            (b"rows = 4\nna\xff = 1", 2, 3),
            (b"\x00\x01\x02", 1, 1),
            (b"rows = 4\nrows = 5\n", 2, 9),
        ],
    )
    def test_bad_toml(self, folder: Path, content: bytes, line: int, column: int) -> None:
        (folder / "bad.toml").write_bytes(content)
        with pytest.raises(FormatError, match=r"in 'bad\.toml'") as caught:
            load_rules("bad.toml")
        assert (caught.value.line, caught.value.column) == (line, column)

    @pytest.mark.parametrize("content", ["a = " + "[" * 100_000, "a = " + "9" * 5000])
    def test_malicious_toml(self, folder: Path, content: str) -> None:
        with pytest.raises(FormatError):
            load_rules(write(folder, "bad.toml", content))

    def test_unreadable_files(self, folder: Path) -> None:
        (folder / "folder.toml").mkdir()
        write(folder, "large.toml", "# " + "x" * (1 << 20))
        for source, reason in [
            ("none.toml", "No such file"),
            ("none/none.toml", "No such file"),
            ("folder.toml", "not a file"),
            ("large.toml", "too large"),
            ("nul\0.toml", "null"),
            ("x" * 100_000 + ".toml", "too long"),
        ]:
            with pytest.raises(DropfourError, match=reason) as caught:
                load_rules(source)
            assert len(str(caught.value)) < 500

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
    def test_a_pipe_is_not_waited_for(self, folder: Path) -> None:
        os.mkfifo(folder / "pipe.toml")
        with pytest.raises(DropfourError, match="not a file"):
            load_rules("pipe.toml")

    @given(content=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
    def test_any_bytes(self, content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
        path = tmp_path_factory.mktemp("rules") / "any.toml"
        path.write_bytes(content)
        with pytest.raises(DropfourError):
            load_rules(path)


class TestInheritance:
    def test_own_fields_over_those_of_a_preset(self, folder: Path) -> None:
        path = write(folder, "mine.toml", 'extends = "max"\nrows = 8\n[goal]\nsquare = 2\n')
        expected = Rules.grid(rows=8, columns=7, ending="full", goal=Square(2))
        assert load_rules(path) == expected
        assert load_rules(path).name == "mine"
        assert load_variant(path).title == ""

    def test_files_beside_the_file(self, folder: Path) -> None:
        (folder / "games").mkdir()
        write(folder, "games/base.toml", 'extends = "classic"\ndead = ["A1"]\n')
        write(folder, "games/mine.toml", 'extends = "base.toml"\nending = "full"\n')
        expected = Rules.grid(rows=6, columns=7, dead=["A1"], ending="full")
        assert load_rules("games/mine.toml") == expected

    def test_one_way_to_give_a_shape_replaces_the_other(self) -> None:
        assert load_rules({"extends": "classic", "heights": [4, 5]}) == Rules(heights=[4, 5])
        grid = load_rules({"extends": "irregular", "rows": 4, "columns": 9})
        assert grid == Rules.grid(rows=4, columns=9, dead=["D3", "G2"])
        assert faults({"extends": "irregular", "rows": 4}) == [
            "the board has no shape: give heights, or rows and columns"
        ]

    def test_an_empty_list_takes_cells_away(self) -> None:
        assert load_rules({"extends": "forbidden", "blocked": []}) == CLASSIC

    def test_random_boards_are_inherited(self) -> None:
        game = load_rules({"extends": "forbidden", "goal": {"line": 5}}, seed=1)
        assert game == Rules.grid(rows=9, columns=10, blocked=["E4"], goal=Line(5))

    @pytest.mark.parametrize(
        ("texts", "fault"),
        [
            ({"a.toml": 'extends = "a.toml"'}, "'a.toml' extends itself in the end"),
            ({"a.toml": 'extends = "./b.toml"', "b.toml": 'extends = "a.toml"'},
             "'a.toml' extends itself in the end"),
            ({"a.toml": 'extends = "clasic"'}, "no game is called 'clasic'"),
            ({"a.toml": "extends = 3"}, "3, must be the name of a game or a file"),
            ({"a.toml": 'extends = "0.toml"',
              **{f"{i}.toml": f'extends = "{i + 1}.toml"' for i in range(50)}},
             "more than 16 steps"),
        ],
    )  # fmt: skip
    def test_faults(self, folder: Path, texts: dict[str, str], fault: str) -> None:
        for name, text in texts.items():
            write(folder, name, text)
        (found,) = faults("a.toml")
        assert found.startswith(f"line 1: extends: {fault}")

    def test_a_missing_parent(self, folder: Path) -> None:
        write(folder, "a.toml", 'extends = "b.toml"')
        with pytest.raises(DropfourError, match=r"b\.toml' cannot be read: No such file"):
            load_rules("a.toml")

    def test_a_mapping_opens_no_files(self, folder: Path) -> None:
        write(folder, "a.toml", 'extends = "classic"')
        assert faults({"extends": "a.toml"})[0].startswith("extends: no game is called 'a.toml'")


class TestRandomBoards:
    def test_generator(self) -> None:
        # The first numbers of the reference implementation (Vigna, splitmix64.c) for seed 1234567.
        generator = SplitMix64(1234567)
        assert [generator.next() for _ in range(3)] == [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
        ]

    @pytest.mark.parametrize(
        ("name", "seed", "rows", "columns", "cell"),
        [
            # Checked by an independent program in C++.
            ("forbidden", 0, 11, 7, "A9"),
            ("forbidden", 1, 9, 10, "E4"),
            ("forbidden", 7, 7, 4, "B6"),
            ("forbidden", 2024, 9, 4, "D3"),
            ("forbidden", 2**64 - 1, 12, 12, "I6"),
            ("bonus", 0, 11, 7, "C4"),
            ("bonus", 7, 7, 4, "A7"),
            ("plain", 7, 7, 4, None),
            ("plain", 2**64 - 1, 12, 12, None),
        ],
    )
    def test_golden(self, name: str, seed: int, rows: int, columns: int, cell: str | None) -> None:
        special = {"blocked" if name == "forbidden" else "bonus": [cell]} if cell else {}
        game = load_rules(name, seed=seed)
        assert game == Rules.grid(rows=rows, columns=columns, **special)  # type: ignore[arg-type]
        assert game.name == f"{name} (seed {seed})"

    def test_every_size_comes_about_equally_often(self) -> None:
        games = [load_variant("bonus").draw(seed) for seed in range(2000)]
        sizes: Counter[str] = Counter()
        for game in games:
            assert len(game.bonus) == 1
            assert not game.blocked
            sizes.update([f"rows {game.rows}", f"columns {game.columns}"])
        assert len(sizes) == 2 * 9
        # 2000 / 9 = 222 expected with a standard deviation of 14: five of them either way.
        assert min(sizes.values()) > 150
        assert max(sizes.values()) < 295

    def test_own_random_boards(self) -> None:
        table = {"heights": [4, 5, 6], "random": {"dead": [1, 3], "blocked": 2, "bonus": 1}}
        counts = set()
        for seed in range(50):
            game = load_rules(table, seed=seed)
            assert game.heights == (4, 5, 6)
            assert (len(game.blocked), len(game.bonus)) == (2, 1)
            counts.add(len(game.dead))
        assert counts == {1, 2, 3}

    def test_every_cell_can_be_drawn(self) -> None:
        board = RandomBoard(blocked=(1, 1))
        base = Rules(heights=[2, 1, 3])
        drawn = {board.draw(base, seed).blocked[0] for seed in range(200)}
        assert drawn == set(base.cells())

    def test_cells_of_the_fixed_board_are_not_taken_over(self) -> None:
        table = {"heights": [4, 4], "dead": ["A1"], "bonus": ["A2"], "random": {"bonus": 1}}
        game = load_rules(table, seed=3)
        assert game.dead == ()
        assert len(game.bonus) == 1
        assert load_rules(table).dead == (Cell(0, 0),)

    def test_no_seed_gives_the_fixed_board(self) -> None:
        assert load_rules("bonus", seed=None) == Rules.grid(rows=6, columns=7, bonus=["E3"])

    def test_a_game_without_random_boards(self) -> None:
        expected = ["seed: 'classic' has no random boards (no [random] table)"]
        assert faults("classic", seed=1) == expected
        assert faults({"heights": [4]}, seed=1)[0].startswith("seed: this game has no random")

    @pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", True, 10**5000], ids=type)
    def test_bad_seeds(self, seed: Any) -> None:
        (fault,) = faults("bonus", seed=seed)
        assert fault.startswith("seed ")
        assert len(fault) < 100

    @pytest.mark.parametrize(
        ("table", "fault"),
        [
            ({"rows": 4}, "rows and columns must be given together"),
            ({"rows": [5, 4], "columns": 4}, "rows: [5, 4], the smallest must come first"),
            ({"rows": [1, 2, 3], "columns": 4},
             "rows: must be a whole number or a pair [smallest, largest]"),
            ({"rows": [0, 4], "columns": 4}, "rows: 0, must be 1 to 32"),
            ({"rows": 4, "columns": 33}, "columns: 33, must be 1 to 32"),
            ({"bonsu": 1}, "unknown key 'bonsu' (did you mean 'bonus'?)"),
            ({"blocked": -1}, "blocked: -1, must be 0 to 1024"),
            ({"blocked": 8}, "8 special cells, too many for a board of 8 cells"),
            ({"rows": [2, 9], "columns": [2, 9], "dead": 3, "bonus": 1},
             "4 special cells, too many for a board of 4 cells"),
            (3, "3, must be a table such as {blocked = 1}"),
        ],
    )  # fmt: skip
    def test_faults_of_the_table(self, table: Any, fault: str) -> None:
        assert faults({"heights": [4, 4], "random": table}) == [f"random: {fault}"]
