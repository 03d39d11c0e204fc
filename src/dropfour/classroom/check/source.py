"""A student's file before it is run: its text, and the names it defines."""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dropfour.errors import DropfourError
from dropfour.files import decoded, faults_in, label, read_bytes

NOTEBOOK = ".ipynb"


def source_code(content: bytes, suffix: str) -> str:
    """The Python text of a file, or of a notebook's code cells without their magic lines.

    `DropfourError` if it is neither.
    """
    text = decoded(content)
    if suffix.lower() != NOTEBOOK:
        return text
    try:
        cells = json.loads(text)["cells"]
        code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        joined = ["".join(source) if isinstance(source, list) else source for source in code]
        lines = "\n".join(joined).split("\n")
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise DropfourError("this is no notebook") from error
    return "\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in lines)


class Names(NamedTuple):
    """What a file defines or imports at its outermost level, and the methods of its classes."""

    outermost: set[str]
    methods: set[str]


def defined_names(path: Path) -> Names:
    """The names in a file; nothing of it is run.

    `from other import *` counts with what a file `other.py` beside it defines. `DropfourError` if
    the file is not there, no text, or no Python.
    """
    name = label(path)
    content = read_bytes(path)
    with faults_in(name):
        tree = _parsed(source_code(content, path.suffix))
    methods = {
        part.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for part in node.body
        if isinstance(part, ast.FunctionDef)
    }
    return Names(set(_names(tree, path.parent, depth=0)), methods)


def _parsed(code: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a student's "\\d" is no fault
            return ast.parse(code)
    except SyntaxError as error:
        where = f"line {error.lineno}: " if error.lineno else ""
        raise DropfourError(f"this is no Python: {where}{error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:  # NUL bytes; a thousand brackets
        raise DropfourError("this is no Python") from error


def _names(tree: ast.Module, folder: Path, *, depth: int) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                if alias.name == "*" and isinstance(node, ast.ImportFrom):
                    yield from _starred(folder / f"{node.module}.py", depth=depth + 1)
                else:
                    yield alias.asname or alias.name


def _starred(path: Path, *, depth: int) -> Iterator[str]:
    if depth <= 4:
        try:
            tree = _parsed(source_code(read_bytes(path), path.suffix))
        except DropfourError:  # not beside it, or unreadable: the import itself will say so
            return
        yield from _names(tree, path.parent, depth=depth)
