"""Reads a board from standard input, and prints it after the best move.

python Main.py [--simulations N] [--table] < example.txt
"""

import sys

from dropfour.classroom.monte_carlo_program import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
