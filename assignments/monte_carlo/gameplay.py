"""The core game logic: the rules, one random game, and the choice of a move."""

from dropfour.classroom.monte_carlo import (
    check_winner,
    get_legal_columns,
    get_legal_moves,
    make_move,
    monte_carlo_move,
    random_playout,
    rollout,
    solve_monte_carlo,
)

__all__ = [
    "check_winner",
    "get_legal_columns",
    "get_legal_moves",
    "make_move",
    "monte_carlo_move",
    "random_playout",
    "rollout",
    "solve_monte_carlo",
]
