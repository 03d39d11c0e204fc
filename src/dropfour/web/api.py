"""`/api/...`: JSON over HTTP, stateless but for games."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Depends, Path, Request
from starlette.concurrency import run_in_threadpool

from dropfour import render
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.web import players, wire
from dropfour.web.games import GameService
from dropfour.web.positions import (
    NamedRules,
    faults_of,
    presets,
    read_position,
    read_rules,
)
from dropfour.web.rates import Rate, address_key
from dropfour.web.responses import Json
from dropfour.web.settings import Limits
from dropfour.web.snapshots import snapshot, snapshots

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": wire.ErrorAnswer, "description": description}
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
_NOT_FOUND: dict[int | str, dict[str, Any]] = {
    404: {"model": wire.ErrorAnswer, "description": "No such game"}
}
_FORMATS: dict[str, tuple[str, str]] = {  # the end of the file's name, and its type
    "svg": (".svg", "image/svg+xml"),
    "text": (".txt", "text/plain"),
    "picture": (".board.txt", "text/plain"),
    "moves": (".moves.txt", "text/plain"),
    "toml": (".toml", "application/toml"),
    "json": (".json", "application/json"),
}


def api_router(*, games: Callable[[], GameService], limits: Limits) -> APIRouter:
    """The routes; `games` gives the service once the app has started."""
    requests = Rate(per_second=limits.requests_per_second, at_once=limits.requests_at_once)
    creations = Rate(per_second=limits.games_per_second, at_once=limits.games_at_once)

    async def admit(request: Request) -> None:
        requests.take(_address(request), "Too many requests. Try again in a moment.")

    router = APIRouter(prefix="/api", responses=_ERRORS, dependencies=[Depends(admit)])
    _add_lookups(router, limits)
    _add_games(router, games, creations)
    return router


def _add_lookups(router: APIRouter, limits: Limits) -> None:
    @router.get("/variants", response_model=wire.Variants)
    def variants() -> Json:
        """The games that come with dropfour, best known first."""
        cards = [
            {
                "name": name,
                "random": variant.random is not None,
                **NamedRules(variant.rules, variant.title).info(),
            }
            for name, variant in presets().items()
        ]
        return Json({"variants": cards})

    @router.get("/agents", response_model=wire.Agents)
    def agents() -> Json:
        """Computer players, their levels, and how long they may think."""
        return Json(players.describe(limits.search))

    @router.post("/rules/check", response_model=wire.RulesChecked)
    def check_rules(body: wire.RulesAsked) -> Json:
        """Rules once checked, or everything that is wrong with them."""
        try:
            return Json({"faults": [], "info": read_rules(body.rules).info()})
        except DropfourError as error:
            return Json({"faults": faults_of(error), "info": None})

    @router.post("/position", response_model=wire.PositionChecked)
    def position(body: wire.PositionAsked) -> Json:
        """A position, or each that led to it from ply `from` on."""
        info = None
        try:
            named = read_rules(body.rules)
            info = named.info()
            last = read_position(named.rules, body.start, body.moves)
        except DropfourError as error:
            return Json({"faults": faults_of(error), "info": info, "snapshots": None})
        shown = [snapshot(last)] if body.from_ply is None else [*snapshots(last, body.from_ply)]
        return Json({"faults": [], "info": info, "snapshots": shown})

    @router.post("/export", response_model=wire.Exported)
    def export(body: wire.ExportAsked) -> Json:
        """A position, its moves or its rules as a file."""
        rules, last = _where(body)
        ending, kind = _FORMATS[body.format]
        name = "".join(c for c in rules.rules.name if c.isalnum() or c in "-_") or "game"
        return Json({"name": name + ending, "type": kind, "content": _content(last, body.format)})


def _add_games(router: APIRouter, games: Callable[[], GameService], creations: Rate) -> None:
    @router.post("/games", response_model=wire.GameMade, status_code=201)
    async def create(body: wire.NewGame, request: Request) -> Json:
        """A new game, with a token for each side."""
        rules, position = await run_in_threadpool(_where, body)
        creations.take(_address(request), "Too many new games. Try again in a moment.")
        live, tokens = await games().create(rules, position, body.players)
        return Json({"id": live.record.id, "tokens": tokens, "game": live.plain()}, 201)

    @router.get("/games/{game}", response_model=wire.Game, responses=_NOT_FOUND)
    async def show(game: str = Path(max_length=100)) -> Json:
        """A game as it stands."""
        return Json((await games().get(game)).plain())


def _address(request: Request) -> str:
    return address_key(request.client.host if request.client else "")


def _where(body: wire.Where) -> tuple[NamedRules, Position]:
    named = read_rules(body.rules)
    return named, read_position(named.rules, body.start, body.moves)


def _content(position: Position, form: str) -> str:
    match form:
        case "svg":
            outcome = position.outcome
            cells = outcome.cells if outcome else ()
            last = position.last_cell
            return render.svg(position.rules, position.setup, last=last, highlight=cells)
        case "text":
            return position.to_text() + "\n"
        case "picture":
            return str(position) + "\n"
        case "moves":
            return position.moves_text() + "\n"
        case "toml":
            return position.rules.to_toml()
        case _:
            whole = {
                "rules": position.rules.to_mapping(),
                "start": position.history[0].to_text(),
                "moves": position.moves_text(),
                "position": position.to_text(),
            }
            return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
