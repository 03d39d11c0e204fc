from correct import *


def check_winner(board):
    rows, cols = len(board), len(board[0])
    for r in range(rows):
        for c in range(cols):
            for dr, dc in [(0, 1), (1, 0), (1, 1)]:
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(
                    a < rows and b < cols and board[a][b] == board[r][c] != " " for a, b in cells
                ):
                    return board[r][c]
    return None
