"""The course assignments' own functions, and textbook algorithms, on plain lists.

Each module is readable on its own, changes nothing it is given, and plays its game in the terminal:
`python -m dropfour.classroom.connect_square`.

    irregular        columns of unequal height, cells that do not count; Monte Carlo that takes wins
    connect_square   2 x 2 squares win; a greedy player with a heuristic
    monte_carlo      Connect Four by random playouts
    random_boards    boards of random size with a forbidden or a bonus cell
    uct              their player: tree search for any game with a handful of methods
    max_connect4     play until the board is full, most fours win; minimax with alpha-beta

`irregular_program` and `monte_carlo_program` are the programs that the assignments describe,
`streams` the random numbers, the same as in the fast code. `check` compares a student's file with
all that.

They double as oracles: given the same seed, the fast code draws the same numbers and must reach
the same totals.
"""
