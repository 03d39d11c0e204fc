"""Structured logs: one JSON object a line, on standard error."""

from __future__ import annotations

import logging
import sys

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter


def json_lines() -> logging.Formatter:
    """A record with its `extra` fields as one line of JSON."""
    return JsonFormatter(
        ("levelname", "name", "message"),
        timestamp="time",
        rename_fields={"levelname": "level", "name": "logger", "exc_info": "traceback"},
        reserved_attrs=[*RESERVED_ATTRS, "color_message"],  # uvicorn's, with escape codes
    )


def configure_logs(level: str) -> None:
    """Sends this program's log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(json_lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
