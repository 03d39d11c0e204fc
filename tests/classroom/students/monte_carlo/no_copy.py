from correct import *


def solve_monte_carlo(board, player, num_simulations=10_000):
    wins = {}
    for col in get_legal_moves(board):
        wins[col] = 0
        for _ in range(num_simulations):
            copied = list(board)
            make_move(copied, col, player)
            wins[col] += rollout([row[:] for row in copied], other(player)) == player
    return max(wins, key=lambda col: (wins[col], -abs(col - len(board[0]) // 2)))
