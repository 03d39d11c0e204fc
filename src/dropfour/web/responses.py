"""Answers as JSON, in ASCII: whatever text a client has sent, it can be sent back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from dropfour.web.refusals import Refusal


class Json(Response):
    """A plain value as JSON."""

    media_type = "application/json"

    def __init__(
        self, value: Any, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(json.dumps(value, separators=(",", ":")), status, headers)


def refusal_response(refusal: Refusal, headers: Mapping[str, str] | None = None) -> Json:
    """A refusal as an HTTP answer."""
    fields = dict(headers or {})
    if refusal.retry_after_s is not None:
        fields["Retry-After"] = str(refusal.retry_after_s)
    return Json({"error": refusal.body()}, refusal.status, fields)
