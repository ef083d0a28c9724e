"""The messages of the live socket: what a page may send, and the frames that it gets.

`/api/asyncapi.json` is made from these shapes.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from mississippi_stud.web.delta import PatchStep
from mississippi_stud.web.problems import Problem
from mississippi_stud.web.shapes import END, Command, CommandId, Digest

TOPICS_OWN: Final = 16
"""The topics that every socket has of its own; further ones come from those that a client's sockets share."""
TOPICS_MAX: Final = 32
"""The most topics of one message; a socket may send several."""
MESSAGE_BYTES_MAX: Final = 8192
"""What a page may send at once: the longest call to the floor is 500 characters, each of which JSON may write in 12."""
MESSAGES_A_SECOND: Final = 20
LAG_MAX: Final = 60_000
TopicName = Annotated[
    str,
    Meta(
        max_length=100,
        pattern=f"^[a-z]+(:[0-9a-z-]+(/[0-9a-z-]{{1,32}})?)?{END}",
        description="table:ID, person, meter:HOUSE, lobby:HOUSE, sign:HOUSE/TABLE, console:HOUSE/TABLE, pit:HOUSE, "
        "supervision:HOUSE/TABLE, lesson:HOUSE/LESSON, tournament:HOUSE/NAME or promotion:HOUSE/NAME.",
    ),
]
Version = Annotated[
    int,
    Meta(
        ge=0,
        description="Of the topic's stream; of a topic of several streams, the time in microseconds since 1970.",
    ),
]
Milliseconds = Annotated[int, Meta(ge=0, le=LAG_MAX)]


# What a page sends.


class LiveMessage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """What a page sends."""


class Subscribe(LiveMessage, frozen=True, kw_only=True, tag="subscribe"):
    """Show these topics from now on; each with the hash of the view that the page holds, or nothing.

    A socket shows any number of topics, asked for in several messages: sixteen are its own, and beyond these all
    sockets of a client share what the server allows (its limit `topics-a-client`). One too many is answered with the
    problem `too-many-topics`, and the socket goes on.
    """

    topics: Annotated[dict[TopicName, Digest], Meta(max_length=TOPICS_MAX)]


class Unsubscribe(LiveMessage, frozen=True, kw_only=True, tag="unsubscribe"):
    """Show these topics no longer."""

    topics: Annotated[tuple[TopicName, ...], Meta(max_length=TOPICS_MAX)]


class CommandMessage(LiveMessage, frozen=True, kw_only=True, tag="command"):
    """Do something at a table, exactly once under its id, as by HTTP."""

    id: CommandId
    topic: TopicName
    command: Command


class TournamentMessage(LiveMessage, frozen=True, kw_only=True, tag="tournament"):
    """Do something in the tournament of a topic, exactly once under its id, as by HTTP."""

    id: CommandId
    topic: TopicName
    command: Mapping[str, Any]


class Ping(LiveMessage, frozen=True, kw_only=True, tag="ping"):
    """Ask whether the server is there; with the lag that was measured last."""

    lag_ms: Milliseconds | None = None


Message = Subscribe | Unsubscribe | CommandMessage | TournamentMessage | Ping


# What a page gets.


class LiveFrame(msgspec.Struct, frozen=True, kw_only=True, tag_field="frame"):
    """What a page gets."""


class ViewFrame(LiveFrame, frozen=True, kw_only=True, tag="view"):
    """A topic as a whole."""

    topic: TopicName
    version: Version
    hash: Digest
    """SHA-256 of the view as JSON with sorted keys and no spaces."""
    view: Any


class DeltaFrame(LiveFrame, frozen=True, kw_only=True, tag="delta"):
    """What changed of a topic, as a JSON Patch (RFC 6902), since the view with that hash."""

    topic: TopicName
    version: Version
    since: Digest
    """The hash of the view to which it is applied."""
    hash: Digest
    delta: tuple[PatchStep, ...]


class AcceptedFrame(LiveFrame, frozen=True, kw_only=True, tag="accepted"):
    """A command has taken effect: by that version of its topic, whether now or when it was first sent."""

    id: CommandId
    topic: TopicName
    version: Version


class ProblemFrame(LiveFrame, frozen=True, kw_only=True, tag="problem"):
    """A command was refused, or a topic cannot be shown."""

    topic: TopicName
    id: str = ""
    """That of the command; empty for a subscription."""
    problem: Problem


class Pong(LiveFrame, frozen=True, kw_only=True, tag="pong"):
    """The server is there."""

    at: int
    """The server's time, in microseconds since 1970."""


Frame = ViewFrame | DeltaFrame | AcceptedFrame | ProblemFrame | Pong
