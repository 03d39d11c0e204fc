import random


def get_legal_moves(board):
    return [c for c in range(len(board[0])) if board[0][c] == " "]


def make_move(board, col, player):
    """Plays on the board itself, as the pseudocode does."""
    for row in reversed(board):
        if row[col] == " ":
            row[col] = player
            return


def check_winner(board):
    rows, cols = len(board), len(board[0])
    for r in range(rows):
        for c in range(cols):
            if board[r][c] == " ":
                continue
            for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                if not (0 <= r + 3 * dr < rows and 0 <= c + 3 * dc < cols):
                    continue
                if all(board[r + i * dr][c + i * dc] == board[r][c] for i in range(4)):
                    return board[r][c]
    return None


def other(player):
    return "X" if player == "O" else "O"


def rollout(board, player):
    while check_winner(board) is None and get_legal_moves(board):
        make_move(board, random.choice(get_legal_moves(board)), player)
        player = other(player)
    return check_winner(board) or "draw"


def solve_monte_carlo(board, player, num_simulations=10_000):
    center = len(board[0]) // 2
    wins = {}
    for col in get_legal_moves(board):
        wins[col] = 0
        for _ in range(num_simulations):
            copied = [row[:] for row in board]
            make_move(copied, col, player)
            if rollout(copied, other(player)) == player:
                wins[col] += 1
    return max(wins, key=lambda col: (wins[col], -abs(col - center)))
