"""Fails unless the version is the same everywhere: pyproject, package, top of the changelog."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def first(pattern: str, path: str) -> str:
    match = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    return match[1] if match else f"no version in {path}"


def main() -> int:
    versions = {
        "pyproject.toml": tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
            "version"
        ],
        "src/dropfour/__init__.py": first(r'^__version__ = "([^"]+)"', "src/dropfour/__init__.py"),
        "CHANGELOG.md": first(r"^## (\S+)", "CHANGELOG.md"),
    }
    if len(set(versions.values())) == 1:
        return 0
    for path, version in versions.items():
        print(f"{path}: {version}", file=sys.stderr)
    print("the versions differ", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
