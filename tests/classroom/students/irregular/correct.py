import random


def new_board(heights, dead):
    rows = max(heights)
    board = [[" " if r <= h else "#" for h in heights] for r in range(rows, 0, -1)]
    for cell in dead:
        board[rows - int(cell[1:])][ord(cell[0]) - 65] = "."
    return board


def landing(board, column):
    for r in reversed(range(len(board))):
        if board[r][column] in " .":
            return r


def legal_columns(board):
    return [c for c in range(len(board[0])) if landing(board, c) is not None]


def drop(board, column, player):
    new = [row[:] for row in board]
    r = landing(board, column)
    new[r][column] = player if new[r][column] == " " else player.lower()
    return new


def winner(board):
    for player in "XO":
        for r in range(len(board)):
            for c in range(len(board[0])):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(r + i * dr, c + i * dc) for i in range(4)]
                    if all(
                        a < len(board) and 0 <= b < len(board[0]) and board[a][b] == player
                        for a, b in cells
                    ):
                        return player
    return None


def wins_at_once(board, player):
    return [c for c in legal_columns(board) if winner(drop(board, c, player)) == player]


def trial(board, player):
    while winner(board) is None and legal_columns(board):
        wins = wins_at_once(board, player)
        board = drop(board, random.choice(wins or legal_columns(board)), player)
        player = "O" if player == "X" else "X"
    return winner(board)


def computer_move(board, player, trials):
    wins = wins_at_once(board, player)
    if wins:
        return wins[0]
    other = "O" if player == "X" else "X"
    columns = legal_columns(board)
    ratio = {}
    for c in columns:
        n = trials // len(columns) // 4 + 1
        ratio[c] = sum(trial(drop(board, c, player), other) == player for _ in range(n)) / n
    return max(columns, key=ratio.get)
