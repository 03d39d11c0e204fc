"""The API against its own description: schemathesis makes requests, right ones and wrong ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from dropfour.agents import spec
from dropfour.variants import preset_names
from dropfour.web.app import create_app
from dropfour.web.server import configured, listen
from dropfour.web.settings import Allowances, Settings
from tests.web import stand_ins

EXAMPLES = 25  # an operation; 1000 were clean on 2026-11-15
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
UNLIMITED = Allowances(
    requests_at_once=10**6, games_at_once=10**6, games_per_second=1e6, requests_per_second=1e6
)


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """A server in a thread of this process, and its address."""
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(configured(settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    before = dict(spec._CLASSES)
    spec._CLASSES.clear()
    spec._CLASSES.update(stand_ins.CLASSES)
    with served(Settings(allowed=UNLIMITED)) as address:
        yield address
    spec._CLASSES.clear()
    spec._CLASSES.update(before)


RULES: dict[str, Any] = {  # so that not all that is made up is wrong
    "anyOf": [
        {
            "type": "object",
            "properties": {
                "preset": {"enum": list(preset_names())},
                "seed": {"type": "integer", "minimum": 0, "maximum": 1000},
            },
            "required": ["preset"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "rows": {"type": "integer", "minimum": 1, "maximum": 32},
                "columns": {"type": "integer", "minimum": 1, "maximum": 32},
                "goal": {
                    "type": "object",
                    "properties": {"line": {"type": "integer", "minimum": 1, "maximum": 32}},
                    "additionalProperties": False,
                },
                "ending": {"enum": ["first", "full"]},
            },
            "required": ["rows", "columns"],
        },
        {"type": "object", "properties": {"toml": {"type": "string"}}, "required": ["toml"]},
        {"type": "object"},
    ]
}


def guided(description: dict[str, Any]) -> dict[str, Any]:
    """The description with more said of rules, which any table could be."""
    description = deepcopy(description)
    for form in description["components"]["schemas"].values():
        if "rules" in form.get("properties", {}) and form.get("additionalProperties") is False:
            form["properties"]["rules"] |= RULES
    return description


DESCRIPTION = create_app(Settings()).openapi()
schema = schemathesis.openapi.from_dict(guided(DESCRIPTION))
REFUSED = [str(status) for status in (400, 403, 404, 405, 413, 422)]
schema.config.checks.negative_data_rejection.expected_statuses = REFUSED


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_does_what_its_description_says(case: Any, address: str) -> None:
    case.call_and_validate(base_url=address, checks=CHECKS)


def test_the_description_is_served(address: str) -> None:
    served_schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    assert served_schema.raw_schema == DESCRIPTION
