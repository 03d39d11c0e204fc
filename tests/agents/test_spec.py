"""An agent in one line of text: read, checked, written, made."""

from __future__ import annotations

import json

import pytest

import dropfour as d4
from dropfour.agents import AgentSpec, agent_class, parse_agent
from dropfour.errors import UnknownSetting, WrongSetting


@pytest.mark.parametrize(
    "text",
    [
        *d4.agent_names(),
        "uct:playouts=200,threads=2",
        "uct:seconds=0.5,exploration=1e-05,keep_tree=false,policy=blocks,seed=-3",
        "montecarlo:policy=weighted,weights=1/2/3,per_candidate=5",
        "auto:level=3,seconds=2",
        "random:seconds=3",  # every agent takes every limit
    ],
)
def test_text_and_back(text: str) -> None:
    spec = parse_agent(text)
    assert str(spec) == text
    assert parse_agent(str(spec)) == spec
    assert spec.make().name == spec.name


def test_spaces_and_case_do_not_matter() -> None:
    assert parse_agent(" UCT : playouts = 20 , plain=True ") == parse_agent(
        "uct:playouts=20,plain=true"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no agent '', only auto, perfect, uct"),
        ("ucct:playouts=1", r"there is no agent 'ucct' \(did you mean 'uct'\?\)"),
        ("uct:", "uct:: '' is no setting; write it as seconds=1"),
        ("uct:playouts=", "'playouts=' is no setting"),
        ("uct:playouts=1,playouts=2", "playouts is given twice"),
        ("uct:explore=1", r"uct has no setting 'explore' \(did you mean 'exploration'\?\)"),
        ("greedy:colour=blue", "greedy has no setting 'colour', only opponent"),
        ("uct:threads=0,plain=1", "threads must be .* not 0; plain must be true or false, not 1"),
        ("uct:plain=true,threads=2", "plain uct has one thread"),
        ("uct:playouts=1/2", "playouts must be a whole number .* not a list"),
        ("uct:playouts=" + "9" * 5000, "playouts must be a whole number .* not inf"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str) -> None:
    with pytest.raises(d4.DropfourError, match=words):
        parse_agent(text)


def test_every_fault_at_once() -> None:
    with pytest.raises(WrongSetting, match=r"seconds must be .*; final must be"):
        d4.agent("uct", seconds=0, final="best")
    with pytest.raises(UnknownSetting, match=r"'colour'.*; uct has no setting 'size'"):
        d4.agent("uct", colour="blue", size=3)
    with pytest.raises(UnknownSetting, match="uct has no setting 'limit'"):
        d4.agent("uct", limit=3)


def test_defaults_give_way_and_go_only_where_they_matter() -> None:
    assert str(parse_agent("uct:seed=1").with_defaults(seed=2, seconds=1)) == "uct:seed=1,seconds=1"
    assert str(parse_agent("greedy").with_defaults(seed=2, seconds=1)) == "greedy"
    assert parse_agent("random:seed=1").make(seed=2).seed == 1
    assert parse_agent("random").make(seed=2).seed == 2


@pytest.mark.parametrize("name", d4.agent_names())
def test_descriptions_are_complete(name: str) -> None:
    cls = agent_class(name)
    assert cls.name == name and cls.title and cls.about.endswith(".")
    for key, setting in cls.settings().items():
        assert setting.name == key and setting.about.endswith(".") and setting.values
        assert setting.default is None or setting.check(setting.default) == setting.default
        assert json.loads(json.dumps(setting.as_mapping()))["name"] == key
    spec = AgentSpec(name)
    assert spec.searches == bool(cls.settings().keys() & {"seconds"}) and not spec.limits


def test_limits_that_an_agent_does_not_heed_are_as_none() -> None:
    assert d4.agent("greedy", seconds=3).limit == d4.Limit()
    assert d4.agent("perfect", depth=3).limit == d4.Limit(seconds=10)
    assert d4.agent("perfect", playouts=30, nodes=50).limit == d4.Limit(nodes=30)
    assert d4.agent("montecarlo", nodes=50).limit == d4.Limit(playouts=50)
    assert d4.agent("uct", nodes=50, playouts=30).limit == d4.Limit(nodes=50, playouts=30)


@pytest.mark.parametrize("word", ["name", "limit", "self"])
def test_words_of_the_code_are_no_settings(word: str) -> None:
    with pytest.raises(d4.DropfourError, match=f"uct has no setting '{word}'"):
        AgentSpec("uct", {word: 5})
