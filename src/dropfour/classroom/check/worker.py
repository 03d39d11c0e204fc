"""The process in which a student's file runs: it answers questions, one line each.

Started with the file's name as its argument. Questions come on standard input and answers leave on
standard output, as JSON; both are moved away before the student's code is met, so that whatever it
prints goes nowhere and whatever it reads is empty.
"""

from __future__ import annotations

import builtins
import json
import os
import random
import sys
import traceback
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from dropfour.classroom.check import probes
from dropfour.classroom.check.source import source_code

MOST_VALUES = 20_000  # in one answer
_LONGEST_TEXT = 2000
_DEEPEST = 12


class _AsksForInput(BaseException):
    """Somebody called `input`."""


class _TooMuch(Exception):
    """A value of a size that no answer has."""


def main() -> None:
    """Load the file, say how that went, and answer until the questions end."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)

    # Kept under names of our own: the student's code may change modules.
    dumps, loads, guarded = json.dumps, json.loads, _guarded

    def tell(answer: dict[str, Any]) -> None:
        answers.write(dumps(answer).encode() + b"\n")
        answers.flush()

    tell({})  # ready: from here on the time is the student's
    path = Path(sys.argv[1])
    student = ModuleType("student")
    tell(guarded(path, lambda: _load(path, student), []))
    for line in questions:
        question = loads(line)
        arguments = question["arguments"]
        probe = getattr(probes, question["probe"])
        answer = guarded(path, partial(probe, student, *arguments), arguments)
        tell({**answer, "token": question["token"]})


def _load(path: Path, student: ModuleType) -> list[str]:
    """Run the file as a module; the names of what can be called in it afterwards."""
    builtins.input = _no_input
    sys.argv = [str(path)]
    sys.path.insert(0, str(path.parent))
    sys.modules["student"] = student
    random.seed(0)  # the same file gets the same report
    student.__file__ = str(path)
    code = compile(source_code(path.read_bytes(), path.suffix), str(path), "exec")
    exec(code, student.__dict__)
    names = {name for name, value in vars(student).items() if callable(value)}
    for value in list(vars(student).values()):
        if isinstance(value, type):
            names.update(name for name in dir(value) if not name.startswith("_"))
    return sorted(names)


def _no_input(prompt: object = "", /) -> NoReturn:
    raise _AsksForInput


def _guarded(path: Path, work: Any, arguments: list[Any]) -> dict[str, Any]:
    """What came of some work of the student's code, as an answer."""
    try:
        value = work()
        budget = [MOST_VALUES]
        return {"value": _plain(value, budget), "after": _plain(arguments, budget)}
    except _AsksForInput:
        return {"fault": "it asked for input"}
    except SystemExit:
        return {"fault": "it ended the program (sys.exit)"}
    except _TooMuch:
        return {"fault": "it returned far more than a board or a number"}
    except probes.Refused as refused:
        return {"fault": str(refused)}
    except BaseException as error:  # whatever a student's code raises
        return {"fault": f"it raised {_described(error)}{_line_of(error, path)}"}


def _described(error: BaseException) -> str:
    try:
        words = str(error)
    except Exception:
        words = ""
    return f"{type(error).__name__}: {words[:200]}" if words else type(error).__name__


def _line_of(error: BaseException, path: Path) -> str:
    """The last line of the student's own files that the error has passed, in words."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent == path.parent:
            name = Path(frame.filename).name
            return f" (line {frame.lineno} of {name})"
    return ""


def _plain(value: Any, budget: list[int], depth: int = 0) -> Any:
    """A value as JSON has it: tuples, arrays, sets as lists, anything strange by its class."""
    budget[0] -= 1
    if budget[0] < 0 or depth > _DEEPEST:
        raise _TooMuch
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        value = value.tolist() if getattr(value, "size", 1) <= MOST_VALUES else {}
    if value is None or type(value) in (bool, float):
        return value
    if type(value) is int and value.bit_length() <= 64:
        return value
    if type(value) is str:
        return value[:_LONGEST_TEXT]
    if type(value) in (list, tuple, range, set, frozenset):
        return [_plain(item, budget, depth + 1) for item in value]
    return {"object": type(value).__name__[:60]}


if __name__ == "__main__":
    main()
