"""What a client gets that asks for something it cannot have: a code, a sentence, no traceback."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NotRequired

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.errors import DropfourError, RulesError

_log = logging.getLogger(__name__)

Code = Literal[
    "bad_request",
    "forbidden",
    "not_found",
    "not_allowed",
    "too_large",
    "busy",
    "internal",
    "stale",
    "not_your_side",
    "illegal",
    "over",
]

_STATUS: dict[Code, int] = {  # of those that HTTP answers
    "bad_request": 422,
    "forbidden": 403,
    "not_found": 404,
    "not_allowed": 405,
    "too_large": 413,
    "busy": 429,
    "internal": 500,
}
_MOST_FAULTS = 20


class ErrorBody(TypedDict):
    code: Code
    message: str
    faults: NotRequired[list[str]]
    retry_after_s: NotRequired[int]
    request: NotRequired[str]


class ErrorAnswer(TypedDict):
    error: ErrorBody


class Refusal(Exception):
    """A request that is not granted, and why, in words."""

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        faults: Sequence[str] = (),
        retry_after_s: int | None = None,
        status: int | None = None,
        request: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status or _STATUS.get(code, 409)
        self.error = ErrorBody(code=code, message=message)
        if faults:
            self.error["faults"] = list(faults)
        if retry_after_s is not None:
            self.error["retry_after_s"] = retry_after_s
        if request is not None:
            self.error["request"] = request


def busy(message: str, *, retry_after_s: int = 2) -> Refusal:
    """Too much at once."""
    return Refusal("busy", message, retry_after_s=retry_after_s)


def unsound(faults: Sequence[str]) -> Refusal:
    """Something of the documented form that makes no sense."""
    return Refusal("bad_request", "; ".join(faults), faults=faults)


def faults_of(error: DropfourError) -> list[str]:
    """What is wrong, one sentence each."""
    return list(error.faults) if isinstance(error, RulesError) else [str(error)]


def refusal_of(error: Exception, *, request: str | None = None) -> Refusal:
    """What a client is told of an error; of our own fault only the id that finds it in the log."""
    match error:
        case Refusal():
            return error
        case DropfourError():
            return unsound(faults_of(error))
        case ValidationError() | RequestValidationError():
            faults = _form_faults(error.errors())
            return Refusal("bad_request", "This is not of the documented form.", faults=faults)
        case HTTPException(status_code=404):
            return Refusal("not_found", "There is nothing here.")
        case HTTPException(status_code=405):
            return Refusal("not_allowed", "Not this method.")
        case HTTPException():
            message = "This request cannot be understood."
            return Refusal("bad_request", message, status=error.status_code)
    request = request or secrets.token_hex(8)
    _log.error("a request failed", exc_info=error, extra={"request": request})
    return Refusal("internal", "Something went wrong here. It has been noted.", request=request)


def _form_faults(errors: Iterable[Any]) -> list[str]:
    """Sentences for what pydantic lists."""
    faults = []
    for error in list(errors)[:_MOST_FAULTS]:
        place = ".".join(str(part)[:40] for part in error["loc"] if part != "body")
        faults.append(f"{place}: {error['msg']}" if place else str(error["msg"]))
    return faults


class Json(JSONResponse):
    """An answer in ASCII: whatever text a client has sent, it can be sent back."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode()


def refusal_response(error: Exception, *, request: str | None = None) -> Json:
    """The HTTP answer to an error."""
    refusal = refusal_of(error, request=request)
    headers = dict(getattr(error, "headers", None) or {})
    if "retry_after_s" in refusal.error:
        headers["Retry-After"] = str(refusal.error["retry_after_s"])
    return Json(ErrorAnswer(error=refusal.error), refusal.status, headers)
