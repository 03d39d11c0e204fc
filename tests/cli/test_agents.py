"""`dropfour agents`: every player with every setting."""

from __future__ import annotations

import json

import dropfour as d4
from dropfour.agents import agent_class
from dropfour.evaluation import open_evaluation, shipped_file
from tests.cli.programs import run


def test_every_agent_and_setting_is_listed() -> None:
    status, out, err = run("dropfour", "agents")
    assert (status, err) == (0, "")
    parts = {part.partition(":")[0]: part for part in out.split("\n\n")}
    shipped = parts.pop("evaluation")
    assert open_evaluation(shipped_file()).name in shipped
    assert tuple(parts) == d4.agent_names()
    for name, part in parts.items():
        for setting in agent_class(name).settings().values():
            assert f"\n  {setting.name}=" in part
            assert setting.values in part
    assert "seconds=3.0" in parts["uct"] and "seconds" not in parts["random"]


def test_json() -> None:
    status, out, _ = run("dropfour", "agents", "uct", "greedy", "--json")
    assert status == 0
    uct, greedy = json.loads(out)
    assert (uct["name"], greedy["name"]) == ("uct", "greedy")
    final = next(setting for setting in uct["settings"] if setting["name"] == "final")
    assert (final["kind"], final["words"], final["default"]) == (
        "word",
        ["visits", "value"],
        "visits",
    )
    assert [setting["name"] for setting in greedy["settings"]] == ["opponent"]


def test_an_agent_there_is_not() -> None:
    assert run("dropfour", "agents", "alphago") == (
        2,
        "",
        "dropfour: there is no agent 'alphago' (did you mean 'alphabeta'?)\n",
    )
