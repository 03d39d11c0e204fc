"""Pictures of a board: plain text for terminals, SVG for everything else."""

from dropfour.notation.picture_text import format_picture as picture
from dropfour.render.board_svg import svg

__all__ = ["picture", "svg"]
