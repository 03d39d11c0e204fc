"""What clients may send, as docs/web-api.md describes it; checked here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

LONGEST_TEXT = 16_384
MOST_MOVES = 1024  # every move fills a cell, and no board has more

Column = Annotated[int, Field(ge=0, le=31, strict=True)]
Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
Token = Annotated[str, StringConstraints(max_length=100)]
GameId = Annotated[str, StringConstraints(max_length=100)]
MessageId = Annotated[int, Field(ge=0, le=2**53, strict=True)]
Seq = Annotated[int, Field(ge=0, le=2**53, strict=True)]
MoveList = Annotated[list[Column], Field(max_length=MOST_MOVES)]
AgentText = Annotated[str, StringConstraints(max_length=200)]
Players = tuple[AgentText, AgentText]


class Request(BaseModel):
    """What a client may send: nothing but what is written here."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, str_strip_whitespace=False)


class RulesAsked(Request):
    rules: dict[str, Any] = Field(
        description="A table as in TOML, or {preset}, {preset, seed}, {toml}.",
        examples=[{"preset": "classic"}, {"rows": 4, "columns": 5, "goal": {"square": 2}}],
    )


class Where(RulesAsked):
    """A position: rules, a start and moves."""

    start: Text | None = None
    moves: MoveList | Text = Field(default_factory=list)


class PositionAsked(Where):
    from_ply: Annotated[int, Field(ge=0, le=MOST_MOVES, strict=True)] | None = Field(
        default=None, alias="from"
    )


class ExportAsked(Where):
    format: Literal["svg", "text", "picture", "moves", "toml", "json"]


class NewGame(Where):
    players: Players


# ---- WebSocket messages -------------------------------------------------------------------------


class Message(Request):
    id: MessageId | None = None


class Ping(Message):
    type: Literal["ping"]


class Join(Message):
    type: Literal["join"]
    game: GameId
    tokens: Annotated[list[Token], Field(max_length=2)] = Field(default_factory=list)


class Leave(Message):
    type: Literal["leave"]
    game: GameId


class Change(Message):
    """A message that changes a game, made on the state that `seq` counts."""

    game: GameId
    seq: Seq


class Move(Change):
    type: Literal["move"]
    column: Column


class Go(Change):
    type: Literal["go"]


class ChangeMoves(Change):
    type: Literal["line"]
    moves: MoveList


class ChangePlayers(Change):
    type: Literal["players"]
    players: Players


class Analyse(Where):
    type: Literal["analyse"]
    id: MessageId
    agent: AgentText = "auto"


class Stop(Message):
    type: Literal["stop"]


ClientMessage = Annotated[
    Ping | Join | Leave | Move | Go | ChangeMoves | ChangePlayers | Analyse | Stop,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
