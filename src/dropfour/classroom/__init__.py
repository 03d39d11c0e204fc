"""The course assignments' own functions, and textbook algorithms, on plain lists.

Each module is readable on its own and changes nothing it is given:

    connect_square   2 x 2 squares win; a greedy player with a heuristic
    monte_carlo      Connect Four by random playouts
    uct              tree search for any game with a handful of methods
    max_connect4     play until the board is full, most fours win; minimax with alpha-beta
    streams          the random numbers, the same as in the fast code

They double as oracles: given the same seed, the fast code draws the same numbers and must reach
the same totals.
"""
