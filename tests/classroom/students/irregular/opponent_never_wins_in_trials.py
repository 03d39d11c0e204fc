from correct import *


def plain_trial(board, player):
    while winner(board) is None and legal_columns(board):
        board = drop(board, random.choice(legal_columns(board)), player)
        player = "O" if player == "X" else "X"
    return winner(board)


def computer_move(board, player, trials):
    """Trials that the opponent wins are not counted as lost."""
    wins = wins_at_once(board, player)
    if wins:
        return wins[0]
    other = "O" if player == "X" else "X"
    not_lost = {
        c: sum(plain_trial(drop(board, c, player), other) != "?" for _ in range(5))
        for c in legal_columns(board)
    }
    return max(not_lost, key=lambda c: (not_lost[c], -abs(c - len(board[0]) // 2)))
