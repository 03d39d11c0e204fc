"""Places in a text: what every reader of a format needs to say where a fault is."""

from __future__ import annotations

from typing import NamedTuple

from dropfour.errors import FormatError

LONGEST_TEXT = 65_536
"""Longest text any reader looks at, in characters: the largest board of any format needs a tenth
of it."""


class TextLine(NamedTuple):
    """One line of a text without its line end, and the index at which it starts."""

    start: int
    text: str

    @property
    def content_start(self) -> int:
        """The index of the first character that is not white space."""
        return self.start + len(self.text) - len(self.text.lstrip())


def error_at(text: str, index: int, fault: str) -> FormatError:
    r"""A `FormatError` that points at `text[index]`, or just past the end of the text.

    >>> print(error_at("6 7\nXO?", 6, "unknown character '?'"))
    line 2, column 3: unknown character '?'
    """
    line_start = text.rfind("\n", 0, index) + 1
    line = text.count("\n", 0, index) + 1
    return FormatError(fault, line=line, column=index - line_start + 1)


def opened(text: str) -> str:
    r"""The text without a byte order mark; `FormatError` if it is longer than `LONGEST_TEXT`.

    >>> opened("\ufeff6 7")
    '6 7'
    """
    text = text[: LONGEST_TEXT + 2].removeprefix("\ufeff")
    if len(text) > LONGEST_TEXT:
        raise error_at(text, LONGEST_TEXT, f"the text is longer than {LONGEST_TEXT} characters")
    return text


def lines(text: str) -> list[TextLine]:
    r"""The lines of a text that ends its lines with LF or CRLF; the last may lack its end.

    >>> lines("ab\r\n\nc\n")
    [TextLine(start=0, text='ab'), TextLine(start=4, text=''), TextLine(start=5, text='c')]
    """
    found: list[TextLine] = []
    start = 0
    for line in text.split("\n"):
        found.append(TextLine(start, line.removesuffix("\r")))
        start += len(line) + 1
    if not found[-1].text:
        found.pop()
    return found
