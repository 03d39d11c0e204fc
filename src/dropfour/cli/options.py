"""Options that several programs share: numbers with bounds, and which agent thinks how long."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from dropfour._settings import LIMITS, SEED, THREADS, AnySetting, Whole
from dropfour._validation import shown
from dropfour.agents import Agent, AgentSpec, agent, agent_class, agent_names, parse_agent
from dropfour.errors import DropfourError


def reader(setting: AnySetting) -> Callable[[str], Any]:
    """Reads a number that this setting may be.

    >>> reader(THREADS)("2"), reader(THREADS)("10_000")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: '10_000' is not a whole number from 1 to 1024
    """

    def read(text: str) -> Any:
        try:
            return setting.check(_number(text))
        except ValueError:  # no number, or not one it may be
            raise argparse.ArgumentTypeError(f"{shown(text)} is not {setting.values}") from None

    return read


def whole(low: int, high: int) -> Callable[[str], int]:
    """Reads whole numbers from `low` to `high`.

    >>> whole(0, 9)("x")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 'x' is not a whole number from 0 to 9
    """
    return reader(Whole("", 0, low=low, high=high))


seed_number = whole(0, 2**64 - 1)


def agent_text(text: str) -> AgentSpec:
    """An agent and its settings, `uct:playouts=200`, all of which matter to it."""
    try:
        return parse_agent(text).heeded()
    except DropfourError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_setting_option(parser: argparse.ArgumentParser, setting: AnySetting) -> None:
    """An option for a setting, told as the setting describes itself; None where it is not given."""
    default = "" if setting.default is None else f" (default: {setting.default})"
    read = seed_number if setting is SEED else reader(setting)
    option = f"--{setting.name.replace('_', '-')}"
    parser.add_argument(option, type=read, metavar="N", help=f"{setting.about}{default}")


def add_agent_options(parser: argparse.ArgumentParser, *, default: str) -> None:
    """`--agent`, `--seed` and `--threads`."""
    names = ", ".join(agent_names())
    parser.add_argument(
        "--agent", type=agent_text, default=default, metavar="AGENT",
        help=f"who thinks: {names} (default: {default}); settings follow a colon, "
        "uct:playouts=200,threads=2",
    )  # fmt: skip
    add_setting_option(parser, SEED)
    add_setting_option(parser, THREADS)


def agent_from(options: argparse.Namespace, spec: AgentSpec, **told: Any) -> Agent:
    """The agent as its text, the options and `told` have it; none of them may speak twice.

    An option that makes no difference to it is a `DropfourError`.
    """
    for name in (*LIMITS, SEED.name, THREADS.name):
        if (value := getattr(options, name, None)) is not None:
            if not spec.heeds(name):
                raise DropfourError(f"--{name}: {agent_class(spec.name).lacks(name)}")
            told[name] = value
    if twice := [name for name in told if name in spec.settings]:
        raise DropfourError(f"{options.agent}: {twice[0]} is given twice, here and by itself")
    return agent(spec.name, **spec.settings, **told)


def _number(text: str) -> float:
    if text.isascii() and text.isdigit():
        return int(text)
    return float(text)
