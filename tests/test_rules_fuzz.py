"""Rubbish in every field: the answer is valid rules or a `RulesError`, never anything else."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dropfour.errors import RulesError
from dropfour.rules import Line, Rules, Shapes, Square
from tests.strategies import rules

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5),
    st.binary(max_size=3),
    st.sampled_from(["A1", "B2", "ZZ99", "first", "full", "X", "X.\nXX", 10**4000]),
)  # fmt: skip
WORDS = st.sampled_from(
    ["name", "heights", "rows", "columns", "dead", "blocked", "bonus", "goal", "ending",
     "line", "square", "shapes", "rotate", "mirror"],
)  # fmt: skip
RUBBISH = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner),
        st.dictionaries(st.one_of(WORDS, SCALARS), inner, max_size=4),
    ),
    max_leaves=12,
)


@given(st.dictionaries(WORDS, RUBBISH))
def test_a_mapping_is_valid_or_a_rules_error(mapping: dict[str, Any]) -> None:
    try:
        game = Rules.from_mapping(mapping)
    except RulesError as error:
        assert error.faults
    else:
        assert Rules.from_mapping(game.to_mapping()) == game


@given(rules(max_columns=4, max_rows=4), WORDS, RUBBISH)
def test_one_wrong_field(game: Rules, key: str, value: Any) -> None:
    try:
        Rules.from_mapping({**game.to_mapping(), key: value})
    except RulesError as error:
        assert error.faults


@given(
    st.fixed_dictionaries({"heights": RUBBISH | st.just([4, 4])}).flatmap(
        lambda start: st.dictionaries(
            st.sampled_from(["dead", "blocked", "bonus", "goal", "ending", "name"]), RUBBISH
        ).map(lambda more: start | more)
    )
)
def test_the_constructor(settings: dict[str, Any]) -> None:
    try:
        hash(Rules(**settings))
    except RulesError as error:
        assert error.faults


@given(RUBBISH, RUBBISH)
def test_goals(value: Any, option: Any) -> None:
    for goal in (Line, Square, Shapes, lambda v: Shapes(v, rotate=option, mirror=option)):
        try:
            hash(goal(value))
        except RulesError as error:
            assert error.faults
