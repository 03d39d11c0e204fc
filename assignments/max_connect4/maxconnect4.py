"""Max-Connect4: the search, and the two modes.

python maxconnect4.py interactive [input_file] [computer-next/human-next] [depth]
python maxconnect4.py one-move [input_file] [output_file] [depth]
"""

import sys

from dropfour.classroom.max_connect4 import (
    declarewinner,
    interactiveGame,
    main,
    minimax,
    mover,
    oneMoveGame,
    possible,
    viable,
)

__all__ = [
    "declarewinner",
    "interactiveGame",
    "minimax",
    "mover",
    "oneMoveGame",
    "possible",
    "viable",
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
