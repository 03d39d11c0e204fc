"""The text formats: one file each, over `Setup`, the plain content of a board.

Every reader takes text of any kind and either returns a sound value or raises `FormatError` with
the line and column of the first fault; texts over `LONGEST_TEXT` characters are refused unread.
"""

from dropfour.notation._text import LONGEST_TEXT
from dropfour.notation.board_line import (
    IRREGULAR_LIMITS,
    BoardLimits,
    BoardLine,
    parse_board_line,
)
from dropfour.notation.grid_text import (
    Grid,
    GridForm,
    format_grid,
    format_grid_board,
    is_grid,
    parse_grid,
)
from dropfour.notation.max_file import format_max, is_max, parse_max
from dropfour.notation.move_text import format_moves, parse_moves
from dropfour.notation.picture_text import EMPTY_MARKS, cell_mark, format_picture
from dropfour.notation.position_text import format_position, parse_position
from dropfour.notation.setup import BAN, PLAYERS, Setup, doubts, faults, validate

__all__ = [
    "BAN",
    "EMPTY_MARKS",
    "IRREGULAR_LIMITS",
    "LONGEST_TEXT",
    "PLAYERS",
    "BoardLimits",
    "BoardLine",
    "Grid",
    "GridForm",
    "Setup",
    "cell_mark",
    "doubts",
    "faults",
    "format_grid",
    "format_grid_board",
    "format_max",
    "format_moves",
    "format_picture",
    "format_position",
    "is_grid",
    "is_max",
    "parse_board_line",
    "parse_grid",
    "parse_max",
    "parse_moves",
    "parse_position",
    "validate",
]
