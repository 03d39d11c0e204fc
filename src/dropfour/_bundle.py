"""Files of the package as text: style sheets, and scripts with all that they import in one."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(
    r'^import (?:\* as (?P<all>\w+)|(?P<some>\{[^}]*\})) from "(?P<path>.+)";$', re.M
)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (?P<name>[$\w]+))", re.M)


@cache
def packaged(path: str) -> str:
    """The text of a file of the package."""
    return (files("dropfour") / path).read_text(encoding="utf-8")


def bundle(path: str) -> str:
    """A script and all that it imports as one ES module, which needs no address and no server.

    Every other module becomes the object of its exports. They may not import each other in a
    circle, and what they export does not change.

    >>> both = bundle("web/static/goal.js")  # it imports dom.js
    >>> "import" in both, "createElementNS" in both, "export function goalPicture" in both
    (False, True, True)
    """
    done: dict[str, str] = {}  # the modules before, by path
    script = _without_imports(path, done)
    return "\n".join([*done.values(), script])


def _without_imports(path: str, done: dict[str, str]) -> str:
    """The text of a module that finds in constants what it imports; adds those to `done`."""

    def constant(found: re.Match[str]) -> str:
        other = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
        if other not in done:
            text = _without_imports(other, done)
            names = ", ".join(match["name"] for match in _EXPORT.finditer(text))
            body = _EXPORT.sub("", text)
            done[other] = f"const {_name(other)} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"
        wanted = found["all"] or found["some"].replace(" as ", ": ")
        return f"const {wanted} = {_name(other)};"

    return _IMPORT.sub(constant, packaged(path))


def _name(path: str) -> str:
    return "module_" + re.sub(r"\W", "_", path.removesuffix(".js"))
