"""Irregular Connect Four: the experimenter chooses the board and the players, and plays.

python experiment.py
"""

import sys

from dropfour.classroom.irregular_program import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
