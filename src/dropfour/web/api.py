"""`/api/...`: JSON over HTTP, stateless but for games."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, Path, Request
from starlette.concurrency import run_in_threadpool
from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.notation import doubts
from dropfour.replay import record_of
from dropfour.rules import SPECIAL_KINDS
from dropfour.snapshots import Snapshot, snapshot, snapshots
from dropfour.variants import Variant, presets
from dropfour.web import players, wire
from dropfour.web.addresses import reachable_at
from dropfour.web.games import Games
from dropfour.web.livegame import GameShown
from dropfour.web.positions import (
    RulesInfo,
    read_anything,
    read_position,
    rules_info,
    shortest,
)
from dropfour.web.prices import Drawing, Draws
from dropfour.web.rates import client_key
from dropfour.web.refusals import ErrorAnswer, Json, faults_of
from dropfour.web.settings import Settings

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": description}
    for status, description in {
        400: "Not JSON",
        403: "Foreign Origin or Host, or no access token",
        408: "The body took too long",
        413: "The body is too large",
        422: "Not of the documented form, or not sound",
        429: "Too much at once",
        500: "Our fault",
    }.items()
}


_CELLS_AS_DEAR_AS_A_CODE = 100_000  # a long one takes 25 ms


def _whole(position: Position) -> str:
    whole = {
        "rules": position.rules.to_mapping(),
        "start": position.history[0].to_text(),
        "moves": position.moves_text(),
        "position": position.to_text(),
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


# The end of the file's name, its type, and what is in it.
_FORMATS: dict[str, tuple[str, str, Callable[[Position], str]]] = {
    "svg": (".svg", "image/svg+xml", Position._repr_svg_),
    "text": (".txt", "text/plain", lambda position: f"{position.to_text()}\n"),
    "picture": (".board.txt", "text/plain", lambda position: f"{position}\n"),
    "record": (".record.txt", "text/plain", lambda position: f"{record_of(position)}\n"),
    "moves": (".moves.txt", "text/plain", lambda position: f"{position.moves_text()}\n"),
    "toml": (".toml", "application/toml", lambda position: position.rules.to_toml()),
    "json": (".json", "application/json", _whole),
}


class PresetShown(RulesInfo):
    name: str
    random: bool


class PresetsShown(TypedDict):
    variants: list[PresetShown]


class RulesChecked(TypedDict):
    faults: list[str]
    info: RulesInfo | None


class PositionChecked(RulesChecked):
    moves: list[int] | None
    snapshots: list[Snapshot] | None
    warnings: list[str]


class WhereShown(TypedDict):
    """A position as requests say it."""

    rules: dict[str, Any]
    start: str | None
    moves: str


class TextRead(TypedDict):
    faults: list[str]
    where: WhereShown | None


class Exported(TypedDict):
    name: str
    type: str
    content: str


class AddressesShown(TypedDict):
    remote: bool
    addresses: list[str]
    token: str | None


class CodeShown(TypedDict):
    rows: list[str]


class GameMade(TypedDict):
    id: str
    tokens: list[str]
    game: GameShown


def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


router = APIRouter(prefix="/api", responses=_ERRORS, default_response_class=Json)
TheGames = Annotated[Games, Depends(_games)]


@router.get("/variants")
def variants() -> PresetsShown:
    """The games that come with dropfour, those with the fewest special cells first."""

    def specials(variant: Variant) -> int:
        return sum(len(getattr(variant.rules, kind)) for kind in SPECIAL_KINDS)

    shown: list[PresetShown] = [
        {
            "name": name,
            "random": variant.random is not None,
            **rules_info(variant.rules, variant.title),
        }
        for name, variant in sorted(presets().items(), key=lambda item: specials(item[1]))
    ]
    return {"variants": shown}


@router.get("/agents")
def agents(games: TheGames) -> players.AgentsShown:
    """Computer players, and what each of them can be told."""
    return players.offered(games.allowed)


@router.post("/rules/check")
def check_rules(body: wire.RulesAsked, draws: Draws) -> RulesChecked:
    """Rules once checked, or everything that is wrong with them."""
    try:
        variant = draws.read_rules(body.rules)
    except DropfourError as error:
        return {"faults": faults_of(error), "info": None}
    return {"faults": [], "info": rules_info(variant.rules, variant.title)}


@router.post("/position")
def position(body: wire.PositionAsked, draws: Draws) -> PositionChecked:
    """A position, or those that led to it from ply `from` to ply `to`, as many as fit a page."""
    info = None
    try:
        variant = draws.read_rules(body.rules)
        info = rules_info(variant.rules, variant.title)
        first, moves = body.from_ply, len(body.moves)
        if first is None:
            draws.pay(variant.rules, moves)
        else:
            page = draws.page(variant.rules, moves, first, body.to_ply)
        last = read_position(variant.rules, body.start, body.moves)
    except DropfourError as error:
        faults = faults_of(error)
        return {"faults": faults, "info": info, "moves": None, "snapshots": None, "warnings": []}
    return {
        "faults": [],
        "info": info,
        "moves": list(last.moves),
        "snapshots": [snapshot(last)] if first is None else [*snapshots(last, page)],
        "warnings": list(doubts(last.history[0].setup, variant.rules)),
    }


@router.post("/read")
def read(body: wire.TextAsked, draws: Draws) -> TextRead:
    """The position of a text of any form: moves, records, saved games, boards, rules."""
    try:
        last = read_anything(body.text, draws.read_rules(body.rules, body.text).rules)
    except DropfourError as error:
        return {"faults": faults_of(error), "where": None}
    first = last.history[0]
    start = None if first == Position(last.rules) else first.to_text()
    where: WhereShown = {
        "rules": shortest(last.rules),
        "start": start,
        "moves": last.moves_text(),
    }
    return {"faults": [], "where": where}


@router.post("/export")
def export(body: wire.ExportAsked, draws: Draws) -> Exported:
    """A position, its moves or its rules as a file."""
    variant, last = _where(body, draws)
    ending, kind, write = _FORMATS[body.format]
    name = "".join(c for c in variant.rules.name if c.isalnum() or c in "-_") or "game"
    return {"name": name + ending, "type": kind, "content": write(last)}


@router.post("/games", status_code=201)
async def create(body: wire.NewGame, request: Request, games: TheGames, draws: Draws) -> GameMade:
    """A new game, with a token for each side."""
    variant, position = await run_in_threadpool(_where, body, draws)
    live, tokens = await games.create(client_key(request), variant, position, body)
    return {"id": live.stored.id, "tokens": tokens, "game": live.shown()}


@router.get("/games/{game}", responses={404: {"model": ErrorAnswer, "description": "No such game"}})
async def show(
    games: TheGames, draws: Draws, game: Annotated[str, Path(max_length=100)]
) -> GameShown:
    """A game as it stands."""
    live = await games.get(game)
    draws.pay(live.state.position.rules, len(live.stored.moves))
    return live.shown()


@router.delete(
    "/games/{game}",
    status_code=204,
    responses={404: {"model": ErrorAnswer, "description": "No such game"}},
)
async def delete(
    body: wire.Tokens, games: TheGames, game: Annotated[str, Path(max_length=100)]
) -> None:
    """Drops a game for one who has the tokens of all people in it."""
    await games.delete(game, body.tokens)


@router.get("/addresses")
def addresses(request: Request) -> AddressesShown:
    """Where other machines reach this server, the likeliest first, and the token they need."""
    settings: Settings = request.app.state.settings
    _, port = request.scope["server"]
    found = reachable_at(settings.hosts, port) if settings.remote else []
    return {"remote": settings.remote, "addresses": found, "token": settings.access_token}


@router.post("/code")
def code(body: wire.CodeAsked, draws: Draws) -> CodeShown:
    """An address as a QR code: rows of 1 (dark) and 0, without the margin of four."""
    draws.pay_for(_CELLS_AS_DEAR_AS_A_CODE)
    matrix = segno.make_qr(body.text, error="m").matrix
    return {"rows": ["".join("1" if dark else "0" for dark in row) for row in matrix]}


def _where(body: wire.Where, draws: Drawing) -> tuple[Variant, Position]:
    variant = draws.read_rules(body.rules)
    draws.pay(variant.rules, len(body.moves))
    return variant, read_position(variant.rules, body.start, body.moves)
