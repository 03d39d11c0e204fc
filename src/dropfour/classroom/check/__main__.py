"""`python -m dropfour.classroom.check FILE`: what differs from the assignment, in plain words."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import indent

from dropfour._settings import SECONDS
from dropfour._validation import suggestion
from dropfour._words import counted, printable
from dropfour.classroom.check import (
    connect_square,
    irregular,
    max_connect4,
    monte_carlo,
    random_boards,
)
from dropfour.classroom.check.case import PROGRAM, Answer, Assignment, Case, Difference
from dropfour.classroom.check.process import Student
from dropfour.classroom.check.source import Names, defined_names
from dropfour.classroom.terminal import run_program
from dropfour.cli.options import reader, seed_number
from dropfour.errors import DropfourError
from dropfour.files import faults_in, label

ASSIGNMENTS: dict[str, Assignment] = {
    module.ASSIGNMENT.name: module.ASSIGNMENT
    for module in (irregular, connect_square, monte_carlo, random_boards, max_connect4)
}
DIFFERS = 1
NOTHING = {"object": "nothing"}  # a value that is never right: to be told what would be
CALL_SECONDS = 10.0
SHOWN = 3  # differences of one function that are spelled out
PATIENCE = 3  # a function's cases may take so many times the limit of one call, all together


@dataclass
class Result:
    """What was found about one function."""

    function: str
    asked: int = 0
    differing: int = 0
    shown: dict[str, tuple[Case, Difference]] = field(default_factory=dict)  # by rule
    left_out: int = 0
    seconds: float = 0.0
    ended: bool = False  # it hung or died: it is not asked again

    def add(self, case: Case, difference: Difference | None) -> None:
        """Count a case; of each rule the first difference is kept for the report."""
        self.asked += 1
        if difference is not None:
            self.differing += 1
            self.shown.setdefault(difference.rule or case.rule, (case, difference))


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a file; status 0: all as expected, 1: something differs, 2: it cannot be checked."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    return run_program("check", lambda: _run(given))


def _run(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m dropfour.classroom.check",
        description="Compare a student's file with the assignment it answers. The file is run, in "
        "a process of its own: check only what you would run.",
        epilog="exit status: 0 as expected, 1 something differs, 2 it could not be checked",
        allow_abbrev=False,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a Python file or a notebook")
    parser.add_argument("--assignment", choices=ASSIGNMENTS, help="if its names do not say which")
    parser.add_argument(
        "--seconds", type=reader(SECONDS), default=CALL_SECONDS, metavar="S",
        help=f"the time of one call (default: {CALL_SECONDS:g})",
    )  # fmt: skip
    parser.add_argument("--seed", type=seed_number, default=0, metavar="N",
                        help="other random positions")  # fmt: skip
    options = parser.parse_args(arguments)
    names = defined_names(options.file)
    with faults_in(label(options.file)):
        assignment = ASSIGNMENTS[options.assignment] if options.assignment else _recognised(names)
    print(f"{label(options.file)}: {assignment.title}", end="\n\n", flush=True)
    with Student(options.file, seconds=options.seconds) as student:
        return _checked(student, assignment, Random(options.seed))


def _recognised(names: Names) -> Assignment:
    """The assignment of which a file has most of the names; methods count where nothing else does.

    A game that somebody has written as a class may well have a method `drop` or `winner`.
    """
    likely = _likely(names.outermost) or _likely(names.methods)
    if not likely:
        raise DropfourError(
            "it defines none of the names that the assignments have; "
            f"say which it is with --assignment {'|'.join(ASSIGNMENTS)}"
        )
    if len(likely) > 1:
        raise DropfourError(f"it may be {' or '.join(likely)}: say which with --assignment")
    return ASSIGNMENTS[likely[0]]


def _likely(names: set[str]) -> list[str]:
    """The assignments of which these are most of the names; none where not one is."""
    counts = {
        name: max(len(found) for found in assignment.found_in(names))
        for name, assignment in ASSIGNMENTS.items()
    }
    most = max(counts.values())
    return [name for name, count in counts.items() if count == most > 0]


def _checked(student: Student, assignment: Assignment, rng: Random) -> int:
    loaded = student.load()
    if loaded.fault:
        print("The file cannot be imported:", printable(loaded.fault) + ".")
        print("What is run only as a program belongs under  if __name__ == '__main__':")
        return DIFFERS
    names = {name for name in loaded.value if isinstance(name, str)}
    found = assignment.found_in(names)
    number = max(range(len(found)), key=lambda i: len(found[i]))
    missing = [name for name in assignment.files[number] if name not in found[number]]
    there = {function for functions in found for function in functions}
    results: dict[str, Result] = {}
    for case in assignment.cases(rng):
        if (case.needs or case.function) in there:
            _ask(student, case, results.setdefault(case.function, Result(case.function)))
    width = max(map(len, [*results, *missing, ""]))
    for name in missing:
        print(f"{name:<{width}}  is not there{suggestion(name, sorted(names))}")
    for result in results.values():
        print(*_told(result, width), sep="\n")
    wrong = len(missing) + sum(bool(result.differing) for result in results.values())
    checked = counted(len(results) + len(missing), "function")
    verdict = f"{wrong} not as expected" if wrong else "all as expected"
    left_out = sum(result.left_out for result in results.values())
    unasked = f"; {counted(left_out, 'case')} left out" if left_out else ""
    print(f"\n{checked}, {verdict}{unasked}.")
    return DIFFERS if wrong else 0


def _ask(student: Student, case: Case, result: Result) -> None:
    if result.ended or result.seconds > PATIENCE * student.seconds:
        result.left_out += 1
        return
    began = time.monotonic()
    if case.probe == PROGRAM:
        answer, files = student.run(*case.arguments)
        answer = answer if answer.fault else Answer([answer.value, files])
    else:
        answer = student.ask(case.probe, case.arguments)
        result.ended = not student.running
    result.seconds += time.monotonic() - began
    result.add(case, _difference(case, answer))


def _difference(case: Case, answer: Answer) -> Difference | None:
    if not answer.fault:
        return case.judge(answer)
    wanted = case.judge(Answer(NOTHING, case.arguments))
    return Difference(wanted.expected if wanted else "an answer", answer.fault)


def _told(result: Result, width: int) -> Iterator[str]:
    """The lines of a report about one function."""
    cases = counted(result.asked, "case")
    if not result.differing:
        yield f"{result.function:<{width}}  {cases}, all as expected"
    else:
        yield f"{result.function:<{width}}  differs in {result.differing} of {cases}"
    for rule, (case, difference) in islice(result.shown.items(), SHOWN):
        yield f"  {rule}"
        yield f"    {case.call}"
        yield indent(case.position, "        ")
        for word, text in (("expected", difference.expected), ("came", difference.came)):
            first, *rest = text.split("\n")
            yield f"      {word:<8}  {printable(first)}"
            yield from (f"                {printable(line)}" for line in rest)
    if result.left_out:
        yield f"  {counted(result.left_out, 'case')} left out: it takes too long, or has ended."


if __name__ == "__main__":
    sys.exit(main())
