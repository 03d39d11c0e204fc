"""The page's files: a fixed list, read when the server starts; a request only picks from it."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse

STATIC = Path(__file__).parent / "static"

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class StaticFiles:
    """The files of a folder by their names in it."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix in _TYPES
        }

    def answer(self, name: str, request: Request) -> Response:
        """The file of this name, 304 for who has it already, or 404."""
        path = self._files.get(name)
        if path is None or not path.is_file():
            raise HTTPException(404)
        file = FileResponse(path, media_type=_TYPES[path.suffix], stat_result=path.stat())
        known = request.headers.get("if-none-match", "")
        if file.headers["etag"] in (tag.strip().removeprefix("W/") for tag in known.split(",")):
            return NotModifiedResponse(file.headers)
        return file
