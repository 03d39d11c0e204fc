import copy


def add_coin(board, coin, column):
    new = copy.deepcopy(board)
    row = len(new) - 1
    while new[row][column] != 0:
        row -= 1
    new[row][column] = coin
    return new


def squares(board):
    for r in range(len(board) - 1):
        for c in range(len(board[0]) - 1):
            yield board[r][c], board[r][c + 1], board[r + 1][c], board[r + 1][c + 1]


def is_winner(board, coin):
    return (coin,) * 4 in squares(board)


def heuristic(board, coin):
    value = 0
    for square in squares(board):
        own = square.count(coin)
        if own and own + square.count(0) == 4:
            value += 10 ** (own - 1)
    return value


def ai_move(board, coin):
    best = None
    for column in range(len(board[0])):
        if board[0][column] == 0:
            new = add_coin(board, coin, column)
            if best is None or heuristic(new, coin) > heuristic(best, coin):
                best = new
    return best
