"""Tables of an experiment file: what pydantic makes of them, and what is wrong in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from dropfour._validation import shown, suggestion

Table = TypeVar("Table", bound=BaseModel)

_WANTED = {
    "int_type": "a whole number",
    "float_type": "a number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "finite_number": "a finite number",
    "greater_than": "over {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than": "under {lt}",
    "less_than_equal": "at most {le}",
    "literal_error": "{expected}",
    "string_too_short": "a text of one character at least",
    "string_too_long": "a text of at most {max_length} characters",
}


class Reading(NamedTuple, Generic[Table]):
    """A table without the keys that have faults, and those keys."""

    table: Table
    wrong: frozenset[str]


def read_table(
    model: type[Table], content: object, faults: list[str], *, place: str = ""
) -> Reading[Table]:
    """The table of some content; whatever is wrong is a fault and left out.

    So what is right can still be checked, and all faults are told at once. Every key of the
    model must have a default.
    """
    if not isinstance(content, Mapping):
        faults.append(f"{place}: {shown(content)}, must be a table")
        return Reading(model(), frozenset(model.model_fields))
    try:
        return Reading(model.model_validate(dict(content)), frozenset())
    except ValidationError as error:
        findings = error.errors(include_url=False)
    faults += [_in_words(finding, place, model) for finding in findings]
    wrong = frozenset(str(finding["loc"][0]) for finding in findings)
    kept = {key: value for key, value in content.items() if str(key) not in wrong}
    return Reading(model.model_validate(kept), wrong)


def _in_words(finding: Any, place: str, model: type[BaseModel]) -> str:
    """A finding of pydantic's as one sentence, places in lists counted from 1."""
    path = [str(part + 1) if isinstance(part, int) else str(part) for part in finding["loc"]]
    where = " ".join(filter(None, [place, *path]))
    if finding["type"] == "extra_forbidden":
        return f"{where}: unknown key{suggestion(path[-1], model.model_fields)}"
    if finding["type"] not in _WANTED:
        return f"{where}: {finding['msg']}"
    bounds = {name: _bound(value) for name, value in finding.get("ctx", {}).items()}
    wanted = _WANTED[finding["type"]].format(**bounds)
    return f"{where}: {shown(finding['input'])}, must be {wanted}"


def _bound(value: object) -> object:
    if isinstance(value, int | float):
        return f"{int(value) if value == int(value) else value:,}"
    return value
