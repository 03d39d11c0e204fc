"""Scripts with their imports in one are what Node makes of the modules themselves."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import dropfour
from dropfour._bundle import bundle

# What a module exports, functions and objects as their source: the same in both forms.
EXPORTS = """
const whole = (value) => typeof value === "function" ? String(value) : JSON.stringify(value);
const all = await import(process.argv[1]);
console.log(JSON.stringify(Object.keys(all).sort().map((name) => [name, whole(all[name])])));
"""


def exports(node: str, module: Path) -> list[list[str]]:
    command = [node, "--input-type=module", "-e", EXPORTS, module.as_uri()]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert said.returncode == 0, said.stderr
    found: list[list[str]] = json.loads(said.stdout)
    return found


@pytest.mark.parametrize("script", ["board.js", "analysisview.js", "state.js"])
def test_a_bundle_exports_what_its_module_does(script: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("for want of Node (apt-get install nodejs)")
    text = bundle(f"web/static/{script}")
    assert 'from "' not in text
    (tmp_path / "bundle.mjs").write_text(text, encoding="utf-8")
    module = Path(dropfour.__file__).parent / "web/static" / script
    assert exports(node, tmp_path / "bundle.mjs") == exports(node, module)
