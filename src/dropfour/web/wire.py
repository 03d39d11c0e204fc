"""What clients may send, as docs/web-api.md describes it; checked here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

LONGEST_TEXT = 16_384
MOST_MOVES = 1024  # every move fills a cell, and no board has more
SHORTEST_SECRET = 16  # of those that a client makes up

Column = Annotated[int, Field(ge=0, le=31, strict=True)]
Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
Token = Annotated[str, StringConstraints(max_length=100)]
TokenList = Annotated[list[Token], Field(max_length=4)]
Secret = Annotated[str, StringConstraints(min_length=SHORTEST_SECRET, max_length=100)]
Side = Annotated[int, Field(ge=0, le=1, strict=True)]
PersonName = Annotated[str, StringConstraints(max_length=40)]
Seconds = Annotated[float, Field(ge=0, le=3 * 3600)]
GameId = Annotated[str, StringConstraints(max_length=100)]
MessageId = Annotated[int, Field(ge=0, le=2**53, strict=True)]
Seq = Annotated[int, Field(ge=0, le=2**53, strict=True)]
Ply = Annotated[int, Field(ge=0, le=MOST_MOVES, strict=True)]
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
    from_ply: Ply | None = Field(default=None, alias="from")
    to_ply: Ply | None = Field(default=None, alias="to")


class TextAsked(RulesAsked):
    """Whatever was pasted; the rules are those of texts that say none of their own."""

    text: Text


class ExportAsked(Where):
    format: Literal["svg", "text", "picture", "moves", "record", "toml", "json"]


class ClockAsked(Request):
    """So much time for each side, and so much more with each move."""

    initial_s: Annotated[Seconds, Field(gt=0)]
    increment_s: Seconds = 0.0


class NewGame(Where):
    players: Players
    clock: ClockAsked | None = None


class Tokens(Request):
    tokens: TokenList = Field(default_factory=list)


class CodeAsked(Request):
    text: Annotated[str, StringConstraints(max_length=500, pattern=r"^[!-~]+$")] = Field(
        description="An address."
    )


# ---- WebSocket messages -------------------------------------------------------------------------


class Message(Request):
    id: MessageId | None = None


class Ping(Message):
    type: Literal["ping"]


class Join(Message):
    type: Literal["join"]
    game: GameId
    tokens: TokenList = Field(default_factory=list)
    key: Token | None = None  # of an invitation; its seat then goes to the first token


class Leave(Message):
    type: Literal["leave"]
    game: GameId


class InGame(Message):
    """A message that changes a game one has joined."""

    game: GameId


class Change(InGame):
    """One that is made on the state that `seq` counts."""

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


class Ask(Change):
    """A question to the other side; `moves` are those that the game shall have."""

    type: Literal["ask"]
    kind: Literal["moves", "draw", "rematch"]
    moves: MoveList | None = None


class Answer(InGame):
    type: Literal["answer"]
    number: Seq
    agree: Annotated[bool, Field(strict=True)]


class Resign(InGame):
    type: Literal["resign"]
    side: Side


class Name(InGame):
    type: Literal["name"]
    side: Side
    name: PersonName


class Invite(InGame):
    type: Literal["invite"]
    side: Side
    key: Secret


class Uninvite(InGame):
    type: Literal["uninvite"]


class Analyse(Where):
    type: Literal["analyse"]
    id: MessageId
    agent: AgentText = "auto"
    endless: bool = Field(default=False, strict=True)


class Stop(Message):
    type: Literal["stop"]


ClientMessage = Annotated[
    Ping
    | Join
    | Leave
    | Move
    | Go
    | ChangeMoves
    | ChangePlayers
    | Ask
    | Answer
    | Resign
    | Name
    | Invite
    | Uninvite
    | Analyse
    | Stop,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
