"""Draws the picture of the README: `python tools/readme_board.py`."""

from __future__ import annotations

from pathlib import Path

import dropfour as d4

MOVES = "EEDDFFECEGGGHC"


def main() -> None:
    position = d4.Position.from_moves(MOVES, d4.load_rules("irregular"))
    target = Path(__file__).parent.parent / "docs" / "board.svg"
    target.write_text(position._repr_svg_() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
