def landing_row(board, column):
    for row in range(len(board) - 1, -1, -1):
        if board[row][column] in (" ", "*", "X"):
            return row
    return None


def check_winner(board):
    for player, piece in enumerate("AB"):
        for r in range(len(board)):
            for c in range(len(board[0])):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(r + i * dr, c + i * dc) for i in range(4)]
                    if all(
                        a < len(board) and 0 <= b < len(board[0]) and board[a][b] == piece
                        for a, b in cells
                    ):
                        return player
    return None
