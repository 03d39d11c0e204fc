"""The one-line record: what it says, and what is said about a wrong one."""

from __future__ import annotations

import pytest

from dropfour.errors import FormatError
from dropfour.notation import Record, format_record, is_record, parse_record


@pytest.mark.parametrize(
    "record",
    [
        Record("classic"),
        Record("classic", "DDEC"),
        Record("bonus", "D E !C", start="-/-/-/-/-/-/- O"),
        Record({"rows": 4, "columns": 5, "name": "a; b"}, "ABBC"),
        Record({"heights": [4, 3], "goal": {"line": 2}}, "", start="X/- O"),
    ],
)
def test_a_record_is_one_line_that_reads_back(record: Record) -> None:
    text = format_record(record)
    assert "\n" not in text
    assert is_record(text)
    assert parse_record(text) == record


@pytest.mark.parametrize("text", ["classic;DDEC", "  classic ;  DDEC \r\n", "\ufeffclassic; DDEC"])
def test_blanks_and_line_ends_do_not_matter(text: str) -> None:
    assert parse_record(text) == Record("classic", "DDEC")


def test_comments_and_blank_lines_are_passed_over() -> None:
    assert parse_record("# x: human; o: uct\n\n  # note\nclassic; DD\n") == Record("classic", "DD")


@pytest.mark.parametrize(
    ("text", "line", "column", "fault"),
    [
        ("", 1, 1, "no record"),
        ("# only a note\n", 2, 1, "no record"),
        ("classic DDEC", 1, 9, "expected ';' after the rules"),
        ("classic", 1, 8, "expected ';' after the rules"),
        ("; DDEC", 1, 1, "expected the name of a game"),
        ("../x; DDEC", 1, 1, "expected the name of a game"),
        ("classic; a; b; c", 1, 14, "too many ';'"),
        ("classic; D\nclassic; E", 2, 1, "a second record"),
        ('# x\n{"rows": 4,}; A', 2, 12, "rules: "),
        ('{"rows": 1.5}; A', 1, 1, "only short whole numbers"),
        ('{"rows": NaN}; A', 1, 1, "only short whole numbers"),
        ('{"rows": ' + "9" * 5000 + "}; A", 1, 1, "only short whole numbers"),
        ('{"rows": ' + "[" * 50000, 1, 1, "too deeply nested"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, line: int, column: int, fault: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_record(text)
    assert caught.value.fault.startswith(fault) or fault in caught.value.fault
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("text", ["DDEC", "X/-/- O", "| | |X|", "# a; b", ""])
def test_other_texts_are_no_records(text: str) -> None:
    assert not is_record(text)
