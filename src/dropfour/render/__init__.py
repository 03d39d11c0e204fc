"""The picture of a board as SVG or pixels; as text it is a format (`notation.picture_text`)."""

from dropfour.render.board_rgb import rgb
from dropfour.render.board_svg import svg

__all__ = ["rgb", "svg"]
