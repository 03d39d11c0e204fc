"""Options that several programs share: numbers with bounds, and which agent thinks how long."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Any

import dropfour._settings
from dropfour._settings import MOST, SECONDS, TABLE_MB, THREADS
from dropfour._validation import shown
from dropfour.agents import Agent, agent, agent_names

LIMITS = tuple(dropfour._settings.LIMITS)


def count(text: str) -> int:
    """A whole number from 1.

    >>> count("1000"), count("10_000")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: '10_000' is not a whole number from 1 to 1000000000000
    """
    return whole(1, MOST)(text)


def whole(low: int, high: int) -> Callable[[str], int]:
    """Reads whole numbers from `low` to `high`.

    >>> whole(0, 9)("x")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 'x' is not a whole number from 0 to 9
    """

    def read(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) <= len(str(high))
        if not digits or not low <= int(text) <= high:
            fault = f"{shown(text)} is not a whole number from {low} to {high}"
            raise argparse.ArgumentTypeError(fault)
        return int(text)

    return read


def duration(text: str) -> float:
    """A number of seconds over 0.

    >>> duration("0.5"), duration("nan")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 'nan' is not a number of seconds over 0
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of seconds over 0")
    if seconds > SECONDS.high:
        raise argparse.ArgumentTypeError(f"{shown(text)} seconds are more than {SECONDS.high:.0f}")
    return seconds


def seed_number(text: str) -> int:
    """A seed: a whole number of 64 bits.

    >>> seed_number("7")
    7
    """
    return whole(0, 2**64 - 1)(text)


def threads_number(text: str) -> int:
    """A number of threads.

    >>> threads_number("2")
    2
    """
    if count(text) > THREADS.high:
        raise argparse.ArgumentTypeError(f"{shown(text)} threads are more than {THREADS.high}")
    return int(text)


def table_size(text: str) -> int:
    """The megabytes of a table.

    >>> table_size("64")
    64
    """
    return whole(1, TABLE_MB.high)(text)


def agent_name(text: str) -> str:
    """The name of an agent there is."""
    if text not in agent_names():
        fault = f"there is no agent {shown(text)}, only {', '.join(agent_names())}"
        raise argparse.ArgumentTypeError(fault)
    return text


def add_agent_options(parser: argparse.ArgumentParser, *, default: str) -> None:
    """`--agent`, `--seed` and `--threads`."""
    names = ", ".join(agent_names())
    parser.add_argument(
        "--agent", type=agent_name, default=default, metavar="NAME",
        help=f"who thinks: {names} (default: {default})",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=seed_number, default=0, metavar="N", help="number of the random stream"
    )
    add_threads_option(parser)


def add_threads_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads", type=threads_number, default=1, metavar="N", help="cores to use (default: 1)"
    )


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """`--playouts`, `--nodes`, `--depth` and `--seconds`."""
    parser.add_argument("--playouts", type=count, metavar="N", help="at most N random games")
    parser.add_argument("--nodes", type=count, metavar="N", help="at most N positions searched")
    parser.add_argument("--depth", type=count, metavar="N", help="at most N plies ahead")
    parser.add_argument("--seconds", type=duration, metavar="S", help="at most S seconds")


def agent_from(options: argparse.Namespace, **settings: Any) -> Agent:
    """The agent that the options ask for, within the limits that they give."""
    limits = {name: getattr(options, name, None) for name in LIMITS}
    return agent(options.agent, seed=options.seed, threads=options.threads, **(limits | settings))
