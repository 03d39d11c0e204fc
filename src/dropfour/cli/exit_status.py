"""How a program ends: every failure is one line on standard error and an exit status."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Callable

from dropfour.errors import DropfourError

STATUS_REFUSED = 2
STATUS_INTERRUPTED = 130  # what a shell reports for a program that Ctrl-C ended


def exit_status_of(program: str, work: Callable[[], int], *, refused: int = STATUS_REFUSED) -> int:
    """Run a program's work and return its exit status; nothing but a bug ends in a traceback.

    A `DropfourError`, and output that cannot be written, are one line and the status `refused`. A
    reader that has seen enough of our output is no failure: that is status 0. A warning is one line
    too, and the work goes on.
    """
    if sys.stderr is None:  # closed by whoever started us; `print` would turn to standard output
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open as long as we are
    if sys.stdout is None:
        return complain(program, "standard output is closed", status=refused)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without × shows ?, and goes on
    try:
        status = _ended(program, work, refused)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        abandon_output()
        return 0
    except OSError as error:  # files have named themselves in a DropfourError: this is the output
        abandon_output()
        fault = f"standard output cannot be written: {error.strerror or error}"
        return complain(program, fault, status=refused)
    except KeyboardInterrupt:
        abandon_output()
        return STATUS_INTERRUPTED


def complain(program: str, fault: object, *, status: int = STATUS_REFUSED) -> int:
    """Say what is wrong, in one line on standard error, and hand the status back."""
    print(f"{program}:", " ".join(str(fault).splitlines()), file=sys.stderr)
    return status


def abandon_output() -> None:
    """Whatever is still to be written to standard output goes nowhere, and fails nowhere."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):  # not a real file, such as a test's
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _ended(program: str, work: Callable[[], int], refused: int) -> int:
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda text, *_: print(f"{program}: {text}", file=sys.stderr)
            return work()
    except SystemExit as ended:  # how argparse ends
        return int(ended.code or 0)
    except DropfourError as error:
        return complain(program, error, status=refused)
