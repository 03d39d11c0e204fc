"""What a message makes of a game, if who sent it may ask for it. Nothing here waits or is kept.

`seq` counts the changes that a move must know of: moves, players, the result. Names, invitations
and what one side asks of the other leave it alone, so that no move is refused for them.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.web import wire
from dropfour.web.clocks import new_clock, turned
from dropfour.web.players import HUMAN, checked
from dropfour.web.refusals import Refusal
from dropfour.web.settings import Allowances
from dropfour.web.storage import Proposal, Result, StoredGame

SIDES = frozenset({0, 1})


class State(NamedTuple):
    """A game and the position after its moves; `new` is a rematch that begins with it."""

    stored: StoredGame
    position: Position
    new: StoredGame | None = None

    @property
    def over(self) -> bool:
        return self.stored.result is not None or self.position.outcome is not None


def people(stored: StoredGame) -> frozenset[int]:
    """The sides that people play; with none, both, whoever lets the computers move."""
    return frozenset(s for s, player in enumerate(stored.players) if player == HUMAN) or SIDES


def edited(
    game: State, sides: frozenset[int], message: wire.InGame, *, allowed: Allowances, now_s: float
) -> State:
    """The game after a change asked for by one who holds these sides."""
    match message:
        case wire.Move(column=column):
            check_turn(game, sides, human=True)
            return played(game, column, now_s=now_s)
        case wire.ChangeMoves(moves=moves):
            if not people(game.stored) <= sides:
                raise Refusal("not_your_side", "Ask the other side first.")
            return _with_moves(game, moves, now_s=now_s)
        case wire.ChangePlayers(players=players):
            _check_owns(sides, "change the players")
            stored = game.stored._replace(players=checked(players, allowed), asked=None)
            if stored.players != [HUMAN, HUMAN]:  # a friend would wait for our computer to move
                stored = stored._replace(invited=None)
            return _touched(game._replace(stored=stored), now_s=now_s)
        case wire.Resign(side=side):
            _check_person(game, sides, side)
            _check_going_on(game)
            return ended(game, {"winner": 1 - side, "reason": "resigned"}, now_s=now_s)
        case wire.Ask():
            return _asked(game, sides, message, now_s=now_s)
        case wire.Answer():
            return _answered(game, sides, message, now_s=now_s)
        case wire.Name(side=side, name=name):
            _check_person(game, sides, side)
            names = _with(game.stored.names, side, tidy(name))
            return game._replace(stored=game.stored._replace(names=names))
        case wire.Invite(side=side, key=key):
            return _invited(game, sides, side, key, now_s=now_s)
        case wire.Uninvite():
            _check_owns(sides, "withdraw the invitation")
            return game._replace(stored=game.stored._replace(invited=None))
    raise AssertionError(message)


# ---- Moves, players and the end -----------------------------------------------------------------


def check_turn(game: State, sides: frozenset[int], *, human: bool) -> None:
    """Whether who holds these sides may let a human, or a computer, move now."""
    _check_going_on(game)
    turn = game.position.turn
    if turn not in sides:
        raise Refusal("not_your_side", "This side is not yours to move.")
    if game.stored.invited and game.stored.invited["side"] == turn:
        raise Refusal("not_your_side", "Your friend is to move, and has yet to open the link.")
    if human != (game.stored.players[turn] == HUMAN):
        who = "the computer" if human else "a person"
        raise Refusal("illegal", f"Here {who} is to move.")


def played(game: State, column: int, *, now_s: float) -> State:
    """The game after a disc or a ban into a column, for the side to move."""
    by = game.position.turn
    try:
        position = game.position.play(column)
    except DropfourError as error:
        raise _illegal(error) from None
    asked = game.stored.asked
    if asked and not (asked["kind"] == "draw" and asked["side"] == by):
        asked = None  # to play on declines; who offers a draw may do so with a move
    stored = game.stored._replace(moves=list(position.moves), asked=asked)
    return _touched(State(stored, position), now_s=now_s, moved=by)


def ended(game: State, result: Result, *, now_s: float) -> State:
    """The game with an end that is not on the board."""
    stored = game.stored._replace(result=result, asked=None, invited=None)
    return _touched(game._replace(stored=stored), now_s=now_s)


def _with_moves(game: State, moves: list[int], *, now_s: float) -> State:
    if game.stored.result is not None:
        raise Refusal("over", "The game is over.")
    try:
        position = game.position.history[0].play_columns(moves)
    except DropfourError as error:
        raise _illegal(error) from None
    return _touched(State(game.stored._replace(moves=moves, asked=None), position), now_s=now_s)


def _touched(game: State, *, now_s: float, moved: int | None = None) -> State:
    """A change that moves must know of; the clock goes on with who is to move, if a person."""
    stored, position, _ = game
    clock = stored.clock
    if clock:
        thinks = not game.over and stored.players[position.turn] == HUMAN
        clock = turned(clock, to=position.turn if thinks else None, moved=moved, now_s=now_s)
    return game._replace(stored=stored._replace(seq=stored.seq + 1, clock=clock))


# ---- What one side asks of the other ------------------------------------------------------------


def _asked(game: State, sides: frozenset[int], message: wire.Ask, *, now_s: float) -> State:
    """Done at once if everybody wants it, else a question to the other side."""
    mine = people(game.stored) & sides
    if not mine:
        raise Refusal("not_your_side", "You are watching this game.")
    moves = message.moves if message.kind == "moves" else None
    # Made on the next revision, which no other question has.
    number = game.stored.revision + 1
    asked: Proposal = {"number": number, "side": min(mine), "kind": message.kind, "moves": moves}
    done = _agreed(game, asked, now_s=now_s)  # refuses what cannot be
    before = game.stored.asked
    if before and (before["kind"], before["moves"]) == (asked["kind"], asked["moves"]):
        mine |= {before["side"]}
    if people(game.stored) <= mine:
        return done
    return game._replace(stored=game.stored._replace(asked=asked))


def _answered(game: State, sides: frozenset[int], message: wire.Answer, *, now_s: float) -> State:
    asked = game.stored.asked
    mine = people(game.stored) & sides
    if not mine:
        raise Refusal("not_your_side", "You are watching this game.")
    if asked is None or asked["number"] != message.number:
        raise Refusal("stale", "Nobody asks for this any more.")
    if not message.agree:  # declined, or taken back by who asked
        return game._replace(stored=game.stored._replace(asked=None))
    if not people(game.stored) <= mine | {asked["side"]}:
        raise Refusal("not_your_side", "It is the other side who must agree.")
    return _agreed(game, asked, now_s=now_s)


def _agreed(game: State, asked: Proposal, *, now_s: float) -> State:
    """The game once everybody wants this."""
    if asked["kind"] == "moves":
        return _with_moves(game, asked["moves"] or [], now_s=now_s)
    if asked["kind"] == "draw":
        _check_going_on(game)
        if people(game.stored) != SIDES or len(game.stored.moves) == 0:
            raise Refusal("illegal", "There is nothing to agree on yet.")
        return ended(game, {"winner": None, "reason": "agreed"}, now_s=now_s)
    if not game.over:
        raise Refusal("illegal", "The game is not over.")
    if game.stored.rematch:
        raise Refusal("illegal", "The rematch has begun.")
    new = _rematch(game.stored, now_s=now_s)
    return game._replace(stored=game.stored._replace(asked=None, rematch=new.id), new=new)


def _rematch(stored: StoredGame, *, now_s: float) -> StoredGame:
    """The game once more with the sides changed; who held one holds the other with its token."""
    clock = stored.clock
    return StoredGame(
        id=new_id(),
        seq=0,
        revision=0,
        rules=stored.rules,
        title=stored.title,
        start=stored.start,
        players=stored.players[::-1],
        names=stored.names[::-1],
        moves=[],
        asked=None,
        result=None,
        clock=clock and new_clock(clock["initial_s"], clock["increment_s"]),
        invited=None,
        rematch=None,
        token_hashes=stored.token_hashes[::-1],
        changed_s=now_s,
    )


# ---- Seats --------------------------------------------------------------------------------------


def _invited(game: State, sides: frozenset[int], side: int, key: str, *, now_s: float) -> State:
    """A side waits for who has the key; a computer that played it leaves."""
    _check_owns(sides, "invite somebody")
    _check_going_on(game)
    players = _with(game.stored.players, side, HUMAN)
    invited = game.stored._replace(
        players=players, invited={"side": side, "key_hash": token_hash(key)}
    )
    if players == game.stored.players:
        return game._replace(stored=invited)
    return _touched(game._replace(stored=invited), now_s=now_s)


def claimed(game: State, key: str, token: str) -> State:
    """The seat of an invitation handed over: its token is now this one, and no other."""
    stored = game.stored
    if token_hash(token) in stored.token_hashes:
        return game  # another tab of the guest was quicker
    if not stored.invited or stored.invited["key_hash"] != token_hash(key):
        raise Refusal("not_your_side", "This invitation was withdrawn, or somebody has used it.")
    side = stored.invited["side"]
    hashes = _with(stored.token_hashes, side, token_hash(token))
    names = _with(stored.names, side, "")
    return game._replace(stored=stored._replace(token_hashes=hashes, names=names, invited=None))


def tidy(name: str) -> str:
    r"""A name in one line, without what cannot be seen or turns the text around it.

    >>> tidy("  Ada\u202e  L.\x00\n")
    'Ada L.'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def token_hash(token: str) -> str:
    """What is kept of a token or a key."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_id() -> str:
    """The id of a new game, which nobody guesses."""
    return secrets.token_urlsafe(12)


# ---- Refusals -----------------------------------------------------------------------------------


def _check_going_on(game: State) -> None:
    if game.over:
        raise Refusal("over", "The game is over.")


def _check_owns(sides: frozenset[int], what: str) -> None:
    if sides != SIDES:
        raise Refusal("not_your_side", f"Only who holds both sides can {what}.")


def _check_person(game: State, sides: frozenset[int], side: int) -> None:
    if side not in sides or game.stored.players[side] != HUMAN:
        raise Refusal("not_your_side", "This side is not yours.")


def _illegal(error: DropfourError) -> Refusal:
    text = str(error)
    return Refusal("illegal", f"{text[:1].upper()}{text[1:]}.")


def _with(values: list[str], side: int, value: str) -> list[str]:
    return [value if each == side else old for each, old in enumerate(values)]
