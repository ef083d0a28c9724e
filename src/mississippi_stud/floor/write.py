"""Between games and the log: events into rows, and streams into games again."""

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import game as g
from mississippi_stud.money import Transfer
from mississippi_stud.round import events as e
from mississippi_stud.round.transfers import net_cents, transfers
from mississippi_stud.rulebooks.load import from_plain
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store import log, schema
from mississippi_stud.store.database import Database, StoreError
from mississippi_stud.store.log import Append, NewEvent, RoundRow

SNAPSHOT_EVERY: Final = 100
"""Events between two snapshots of a stream."""

_EVENTS: Final[msgspec.json.Decoder[g.Event]] = msgspec.json.Decoder(g.Event)
_GAMES: Final = msgspec.json.Decoder(g.Game)


def appended(book: Rulebook, game: g.Game | None, append: Append, events: tuple[g.Event, ...]) -> tuple[Append, g.Game]:
    """What a command adds to the log: its events with the money they move, and what the table of rounds says."""
    rows: list[NewEvent] = []
    rounds: dict[int, dict[str, Any]] = {}
    version = append.after
    for event in events:
        version += 1
        moved = _moved(book, append.stream, game, event)
        game = g.evolve_game(game, event)
        hidden = msgspec.json.encode(event) if isinstance(event, g.HIDDEN) else None
        name = str(event.__struct_config__.tag)
        rows.append(NewEvent(name, event.schema, msgspec.json.encode(g.public(event)), hidden, moved))
        changes = round_changes(game, event, version, append.at)
        if changes:
            rounds.setdefault(game.number, {}).update(changes)
    snapshot = None
    if version // SNAPSHOT_EVERY > append.after // SNAPSHOT_EVERY:
        snapshot = msgspec.json.encode(game)
    assert game is not None  # noqa: S101
    whole = append._replace(
        events=tuple(rows),
        rounds=tuple(RoundRow(number, values) for number, values in rounds.items()),
        snapshot=snapshot,
    )
    return whole, game


def _moved(book: Rulebook, stream: str, game: g.Game | None, event: g.Event) -> tuple[Transfer, ...]:
    """The transfers of an event, with the round's own account named after its stream."""
    if game is None or game.round is None or not isinstance(event, e.Event):
        return ()
    own = {"round": f"round:{stream}"}
    return tuple(
        replace(each, source=own.get(each.source, each.source), target=own.get(each.target, each.target))
        for each in transfers(book, game.round, event)
    )


def round_changes(game: g.Game, event: g.Event, version: int, at: int) -> dict[str, Any]:
    """What the table of rounds says anew after an event; `game` is the one after it."""
    match event:
        case g.RoundCommitted():
            return {
                "player": game.player,
                "book": game.book,
                "status": "open",
                "opened_at": at,
                "first_version": version,
                "commitment": event.commitment,
                "revealed": 0,
                "wagered_cents": 0,
                "net_cents": 0,
            }
        case e.RoundSettled() | e.RoundVoided():
            state = game.round
            assert state is not None  # noqa: S101
            return {
                "status": "settled" if isinstance(event, e.RoundSettled) else "void",
                "ended_at": at,
                "wagered_cents": sum(stake.cents for hand in state.hands.values() for stake in hand.stakes.values()),
                "net_cents": sum(net_cents(state, position) for position in state.hands),
            }
        case g.SecretRevealed():
            return {"revealed": 1, "last_version": version}
        case _:
            return {}


def check_stream(stream: str) -> None:
    """Only streams of games hold games; every database can keep the names of those."""
    if not stream.startswith("game:") or not stream.isprintable():
        raise InputError(f"{stream!r} is no game: a game's name begins with game:")


class GamesRead:
    """The games as the log tells them, kept at hand; what another process appended is read when it is needed."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._lock = threading.RLock()
        self._games: dict[str, tuple[g.Game, int]] = {}
        self._versions: dict[str, int] = {}
        self.book = lru_cache(maxsize=64)(self._book)

    def now(self, stream: str) -> tuple[g.Game, int]:
        """The game and its version."""
        check_stream(stream)
        self.look([stream])
        return self.at_hand(stream)

    def version(self, stream: str) -> int:
        """How many events a stream has."""
        self.look([stream])
        return self.version_at_hand(stream)

    def look(self, streams: Sequence[str]) -> None:
        """See what other processes appended to these streams; on SQLite there are none."""
        if not self.database.postgres:
            return
        versions = log.versions(self.database, streams)
        with self._lock:
            self._versions |= versions
            for stream in streams:
                if stream in self._games and self._games[stream][1] < versions[stream]:
                    self._catch_up(stream)

    def at_hand(self, stream: str) -> tuple[g.Game, int]:
        """The game and its version as we last saw them."""
        with self._lock:
            if stream not in self._games:
                self._catch_up(stream)
            if stream not in self._games:
                raise InputError(f"there is no game {stream}")
            return self._games[stream]

    def version_at_hand(self, stream: str) -> int:
        """How many events a stream had when we last looked."""
        with self._lock:
            if stream not in self._versions:
                self._versions[stream] = log.version(self.database, stream)
            return self._versions[stream]

    def _catch_up(self, stream: str) -> None:
        game, version = self._games.get(stream) or self._kept(stream)
        for record in log.read(self.database, stream, after=version):
            game = g.evolve_game(game, decoded(record))
            version = record.version
        if game is not None:
            self._games[stream] = game, version

    def _kept(self, stream: str) -> tuple[g.Game | None, int]:
        """The game as the last snapshot has it; one that cannot be read counts for nothing, the log has it all."""
        try:
            kept = log.snapshot(self.database, stream)
            return (None, 0) if kept is None else (_GAMES.decode(kept[1]), kept[0])
        except StoreError:
            raise
        except (InputError, msgspec.DecodeError):
            return None, 0

    def advance(self, stream: str, game: g.Game | None, version: int) -> None:
        """Take over what was just appended."""
        with self._lock:
            self._versions[stream] = version
            if game is not None:
                self._games[stream] = game, version

    def forget(self, stream: str) -> None:
        """What we thought we knew of a stream may be wrong: read it anew."""
        with self._lock:
            self._games.pop(stream, None)
            self._versions.pop(stream, None)

    def _book(self, content: str) -> Rulebook:
        with self.database.transaction() as connection:
            found = connection.scalar(select(schema.rulebooks.c.content).where(schema.rulebooks.c.hash == content))
        if found is None:
            raise InputError(f"no rule book is kept under {content}")
        return from_plain(msgspec.json.decode(found))


def decoded(record: log.Record) -> g.Event:
    """The event of a record, whole."""
    return _EVENTS.decode(record.hidden or record.payload)
