"""The signature of the searches: a change of it is a deliberate commit.

To accept one: `dropfour bench --signature > tests/golden/signature.txt`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dropfour.cli.main import main

GOLDEN = Path(__file__).parent.parent / "golden" / "signature.txt"


def test_the_signature(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--signature"]) == 0
    assert capsys.readouterr().out == GOLDEN.read_text(encoding="utf-8")


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--signature", "--json"]) == 0
    nodes = json.loads(capsys.readouterr().out)
    total = nodes.pop("total")
    assert total == sum(nodes.values())
