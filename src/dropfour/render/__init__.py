"""The SVG picture of a board; its picture as text is a format (`notation.picture_text`)."""

from dropfour.render.board_svg import svg

__all__ = ["svg"]
