from correct import *


def new_board(heights, dead):
    rows = heights[0]
    board = [[" "] * len(heights) for _ in range(rows)]
    for cell in dead:
        board[rows - int(cell[1:])][ord(cell[0]) - 65] = "."
    return board
