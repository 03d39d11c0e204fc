"""What a client gets that asks for something it cannot have: a code, a sentence, no traceback."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import ValidationError

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

STATUS: dict[Code, int] = {
    "bad_request": 422,
    "forbidden": 403,
    "not_found": 404,
    "not_allowed": 405,
    "too_large": 413,
    "busy": 429,
    "internal": 500,
    "stale": 409,
    "not_your_side": 403,
    "illegal": 409,
    "over": 409,
}

_MOST_FAULTS = 20


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
        self.code: Code = code
        self.message = message
        self.faults = list(faults)
        self.retry_after_s = retry_after_s
        self.status = status or STATUS[code]
        self.request = request

    def body(self) -> dict[str, Any]:
        """The `error` of the wire."""
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.faults:
            error["faults"] = self.faults
        if self.retry_after_s is not None:
            error["retry_after_s"] = self.retry_after_s
        if self.request is not None:
            error["request"] = self.request
        return error


def busy(message: str, *, retry_after_s: int = 2) -> Refusal:
    """Too much at once."""
    return Refusal("busy", message, retry_after_s=retry_after_s)


def internal(request: str) -> Refusal:
    """Our fault; `request` is what finds it in the log."""
    return Refusal("internal", "Something went wrong here. It has been noted.", request=request)


def malformed(errors: Sequence[Any]) -> Refusal:
    """Something that is not of the documented form; `errors` as pydantic lists them."""
    faults = [_sentence(error) for error in errors[:_MOST_FAULTS]]
    return Refusal("bad_request", "This is not of the documented form.", faults=faults)


def malformed_message(error: ValidationError) -> Refusal:
    """The same for a WebSocket message."""
    return malformed(error.errors(include_url=False, include_context=False, include_input=False))


def _sentence(error: Any) -> str:
    place = ".".join(str(part)[:40] for part in error["loc"] if part != "body")
    return f"{place}: {error['msg']}" if place else str(error["msg"])
