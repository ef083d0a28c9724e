"""What is asked of the floor: a command with its names checked, on its way to the writer, and its answer."""

from concurrent.futures import Future
from typing import Final, NamedTuple

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor import game as g
from mississippi_stud.floor import meters as m
from mississippi_stud.floor.write import check_stream
from mississippi_stud.money import Transfer
from mississippi_stud.store.entries import Append

FLOOR: Final = "floor"
"""The stream of what is decided for the whole floor."""
STOP: Final = "disabled"
"""How the facts begin that say that new rounds are stopped."""


class Answer(NamedTuple):
    """A command was carried out, now or before: the stream is, or was then, at this version."""

    stream: str
    version: int


class Switch(msgspec.Struct, frozen=True, kw_only=True, tag="switch", tag_field="command"):
    """Stop new rounds, everywhere or for one player or game; without a reason, let them begin again."""

    target: str
    reason: str | None


class MovedOn(InputError):  # noqa: N818 - what happened, not a fault of the program
    """The stream has grown since whoever gave the command last saw it."""


Asked = g.Command | m.Command | Transfer | Switch


class Job(NamedTuple):
    stream: str
    command: Asked
    command_id: str
    actor: str
    body: bytes
    """The hash of what was asked, to know a repeated command from another under the same id."""
    seen: int | None
    """The version of the stream on which the command was thought out, if it must be no other."""
    future: "Future[Answer]"

    def append(self, after: int, at: int) -> Append:
        """What the command adds, still without events."""
        return Append(self.stream, after, (), self.command_id, self.body, self.actor, at)


def check_seen(job: Job, version: int) -> None:
    if job.seen is not None and job.seen != version:
        raise MovedOn(f"{job.stream} is at version {version}, not at {job.seen} any more: look again")


def switch(player: str | None, game: str | None) -> str:
    """The fact that says that new rounds are stopped, everywhere or of one player or game."""
    if player is not None and game is not None:
        raise InputError("name a player or a game, not both")
    if player is not None:
        return f"{STOP} player:{player}"
    return STOP if game is None else f"{STOP} {game}"


def targets(player: str, stream: str) -> tuple[str, str, str]:
    """The facts that stop new rounds in a game of a player: everywhere, of the player, of the game."""
    return STOP, switch(player, None), switch(None, stream)


def check_names(stream: str, command: Asked, command_id: str, actor: str) -> None:
    """Names that every database can keep."""
    names = {"stream": (stream, 80), "command id": (command_id, 64), "actor": (actor, 80)}
    if isinstance(command, g.OpenGame):
        names["player"] = (command.player, 64)
    if isinstance(command, Switch):
        names["target"] = (command.target, 120)
        names["reason"] = ("-" if command.reason is None else command.reason, 200)
    for what, (name, characters) in names.items():
        if not 0 < len(name) <= characters or not name.isprintable():
            raise InputError(f"a {what} is a printable text of 1 to {characters} characters")
    if isinstance(command, m.Command):
        kind, _, house = stream.partition(":")
        if kind != "meters" or not 0 < len(house) <= m.NAME_MAX or "/" in house:
            raise InputError(f"{stream!r} are no meters: write meters: and 1 to {m.NAME_MAX} characters, without /")
    elif not isinstance(command, Transfer | Switch):
        check_stream(stream)
