"""Max-Connect4: play until the board is full; every four in a row is a point, most points win.

`board` has boards as lists, points and files, `search` minimax with alpha-beta, `game` the game
that its moves change, and `program` the two modes, under the names that the assignment has.
"""

from dropfour.classroom.max_connect4.board import (
    COLUMNS,
    EMPTY,
    PLAYERS,
    ROWS,
    Board,
    Game,
    check_piece_count,
    count_score,
    format_game,
    other_player,
    parse_game,
    play_piece,
    read_game,
    viable,
    write_game,
)
from dropfour.classroom.max_connect4.game import (
    MaxConnect4Game,
    checkPieceCount,
    countScore,
    playPiece,
    printGameBoard,
    printGameBoardtoFile,
)
from dropfour.classroom.max_connect4.program import (
    declarewinner,
    interactiveGame,
    main,
    mover,
    oneMoveGame,
    possible,
)
from dropfour.classroom.max_connect4.search import minimax

__all__ = [
    "COLUMNS",
    "EMPTY",
    "PLAYERS",
    "ROWS",
    "Board",
    "Game",
    "MaxConnect4Game",
    "checkPieceCount",
    "check_piece_count",
    "countScore",
    "count_score",
    "declarewinner",
    "format_game",
    "interactiveGame",
    "main",
    "minimax",
    "mover",
    "oneMoveGame",
    "other_player",
    "parse_game",
    "playPiece",
    "play_piece",
    "possible",
    "printGameBoard",
    "printGameBoardtoFile",
    "read_game",
    "viable",
    "write_game",
]
