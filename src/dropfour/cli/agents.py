"""`dropfour agents [NAME...]`: the computer players there are, and what each can be told."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence

from dropfour._settings import EVALUATION
from dropfour.agents import Agent, agent_class, agent_names, setting_text
from dropfour.evaluation import find_evaluation


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    agents = [agent_class(name) for name in options.names or agent_names()]
    if options.json:
        print(json.dumps([agent.as_mapping() for agent in agents], indent=2))
    else:
        print("\n\n".join("\n".join(_lines(agent)) for agent in agents))
        if any(EVALUATION.name in agent.settings() for agent in agents):
            shipped = find_evaluation(None)
            print(
                "",
                f"evaluation: {shipped.name if shipped else 'none'} comes with dropfour",
                sep="\n",
            )
    return 0


def _lines(agent: type[Agent]) -> Iterator[str]:
    yield f"{agent.name}: {agent.title}"
    yield f"  {agent.about}"
    settings = agent.settings().values()
    given = [f"{s.name}={'…' if s.default is None else setting_text(s.default)}" for s in settings]
    width = max(map(len, given))
    for text, setting in zip(given, settings, strict=True):
        yield f"  {text:<{width}}  {setting.about[:-1]} ({setting.values})."


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour agents",
        description="The computer players, and what each can be told with its default. Every "
        "command takes an agent with its settings: uct:playouts=200,threads=2.",
        allow_abbrev=False,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these (default: all)")
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser
