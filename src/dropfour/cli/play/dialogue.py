"""`dropfour play --setup`: irregular Connect Four's questions."""

from __future__ import annotations

from dropfour._validation import MAX_SIDE, parse_number
from dropfour._words import counted
from dropfour.agents import AgentSpec, agent_class, parse_agent
from dropfour.cli.play.players import HUMAN, Player, asked_player, player_names
from dropfour.cli.play.terminal import Terminal
from dropfour.errors import DropfourError
from dropfour.notation import IRREGULAR_LIMITS, PLAYERS, BoardLine, parse_board_line
from dropfour.rules import Rules

USUAL_COMPUTER, USUAL_PLAYOUTS = "montecarlo", 500  # this game's own
_LIMITS = IRREGULAR_LIMITS
_EXAMPLE = "7 6 6 5 7 6 7 5 7 D3 G2"


def ask_setup(
    terminal: Terminal, given: tuple[Player | None, Player | None]
) -> tuple[Rules, tuple[Player, Player]]:
    """The rules and the players, less the questions whose answers are given."""
    board = _ask_board(terminal)
    players = (
        given[0] or _ask_player(terminal, PLAYERS[0], HUMAN),
        given[1] or _ask_player(terminal, PLAYERS[1], USUAL_COMPUTER),
    )
    return Rules(heights=board.heights, dead=board.dead, name="irregular"), players


def ask_first(terminal: Terminal, *, games: int) -> str:
    """Who begins: "x", "o", or with several games "alternate"."""
    choices = [*PLAYERS] if games == 1 else [*PLAYERS, "alternate"]
    usual = choices[0] if games == 1 else choices[-1]
    words = f"{', '.join(choices[:-1])} or {choices[-1]}"

    def read(text: str) -> str:
        if (text or usual).lower() not in map(str.lower, choices):
            raise DropfourError(f"type {words}")
        return (text or usual).lower()

    return terminal.ask_until(f"Who starts, {words}? [{usual}] ", read)


def _ask_board(terminal: Terminal) -> BoardLine:
    """The whole board on one line, or columns, heights and dead cells one after the other."""
    span = f"{_LIMITS.fewest_columns} to {_LIMITS.most_columns}"
    terminal.say(
        f"The board: the heights of its columns, then its {_LIMITS.dead_cells} dead cells; "
        f"or just the number\nof columns, {span}."
    )
    line = terminal.ask_until(
        f"Board? [{_EXAMPLE}] ", lambda text: _board_or_columns(text or _EXAMPLE)
    )
    if isinstance(line, BoardLine):
        return line
    heights = terminal.ask_until(
        f"Heights of the {line} columns (one number for each, or one for all): ",
        lambda text: _heights(text, line),
    )
    written = " ".join(map(str, heights))
    return terminal.ask_until(
        f"The {_LIMITS.dead_cells} dead cells (such as D3 G2): ",
        lambda text: parse_board_line(f"{written} {_only_cells(text)}", limits=_LIMITS),
    )


def _ask_player(terminal: Terminal, letter: str, usual: str) -> Player:
    names = ", ".join(player_names())
    player = terminal.ask_until(
        f"Who plays {letter}: {names}? [{usual}] ", lambda text: asked_player(text or usual)
    )
    if player == HUMAN or player.limits or not player.searches:
        return player
    usual, limits = _usual_effort(player)
    return terminal.ask_until(
        f"Effort of {letter}: {limits}? [{usual}] ",
        lambda text: _with_effort(player, text or usual),
    )


def _usual_effort(player: AgentSpec) -> tuple[str, str]:
    """What a player gets whose effort nobody names, and the words that ask for it."""
    if player.heeds("playouts"):
        level = ", level=3" if player.heeds("level") else ""
        return str(USUAL_PLAYOUTS), f"playouts a move{level}, or seconds=1"
    ((name, value),) = agent_class(player.name).default_limit.given().items()
    limits = [s.name for s in agent_class(player.name).settings().values() if s.is_limit]
    return f"{name}={value:g}", f"{', '.join(limits[:-1])} or {limits[-1]}"


def _board_or_columns(text: str) -> BoardLine | int:
    if len(text.split()) != 1:
        return parse_board_line(text, limits=_LIMITS)
    columns = parse_number(text) or 0
    if not _LIMITS.fewest_columns <= columns <= _LIMITS.most_columns:
        span = f"{_LIMITS.fewest_columns} to {_LIMITS.most_columns}"
        raise DropfourError(f"{text[:20]!r}: this game has {span} columns")
    return columns


def _heights(text: str, columns: int) -> tuple[int, ...]:
    for word in text.replace(",", " ").split():
        if parse_number(word) is None:
            allowed = f"whole numbers from 1 to {MAX_SIDE} (the dead cells come next)"
            raise DropfourError(f"{word[:20]!r} is not a height: heights are {allowed}")
    board = parse_board_line(text)
    heights = board.heights * columns if len(board.heights) == 1 else board.heights
    if len(heights) != columns:
        raise DropfourError(f"there are {columns} columns, but {counted(len(heights), 'height')}")
    return heights


def _only_cells(text: str) -> str:
    words = text.replace(",", " ").split()
    if any(not word[0].isalpha() for word in words):
        raise DropfourError("only cells now: a column letter and a row number each, such as D3 G2")
    return " ".join(words)


def _with_effort(player: AgentSpec, text: str) -> AgentSpec:
    if text.isascii() and text.isdigit():
        if not player.heeds("playouts"):
            usual, limits = _usual_effort(player)
            raise DropfourError(f"{text[:20]} what? Type {limits}, such as {usual}")
        text = f"playouts={text}"
    told = parse_agent(f"{player}{',' if player.settings else ':'}{text}").heeded()
    if not told.limits:
        raise DropfourError(f"{text[:40]}: that is no effort")
    return told
