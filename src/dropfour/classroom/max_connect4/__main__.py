"""`python -m dropfour.classroom.max_connect4`: the program; without arguments, you begin."""

import sys

from dropfour.classroom.max_connect4.program import main

sys.exit(main(sys.argv[1:] or ["interactive", "input.txt", "human-next", "4"]))
