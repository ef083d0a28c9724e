"""Between games, meters and the log: events into rows, and streams into games and meters again."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

import msgspec
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import game as g
from mississippi_stud.floor import meters as m
from mississippi_stud.money import Transfer
from mississippi_stud.round import events as e
from mississippi_stud.round.transfers import net_cents, transfers
from mississippi_stud.rulebooks.kept import kept_book
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store import log, schema
from mississippi_stud.store.database import Database, StoreError
from mississippi_stud.store.entries import Append, Beside, NewEvent, RoundRow
from mississippi_stud.store.latest import Latest

SNAPSHOT_EVERY: Final = 100
"""Events between two snapshots of a stream."""

_EVENTS: Final[msgspec.json.Decoder[g.Event]] = msgspec.json.Decoder(g.Event)
_GAMES: Final = msgspec.json.Decoder(g.Game)
_METERS_EVENTS: Final[msgspec.json.Decoder[m.Event]] = msgspec.json.Decoder(m.Event)
_HOUSES: Final = msgspec.json.Decoder(m.House)
KEPT_MAX: Final = 2_000
"""Streams of which the state is kept at hand: those that were used last."""
_S = TypeVar("_S")


def appended(book: Rulebook, game: g.Game | None, append: Append, events: tuple[g.Event, ...]) -> Append:
    """What a command adds to the log: its events with the money they move, and what the table of rounds says."""
    rows: list[NewEvent] = []
    rounds: dict[int, dict[str, Any]] = {}
    funds: dict[int, tuple[tuple[str, str], ...]] = {}
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
        column = _FUNDS.get(type(event))
        if column is not None:
            funds[game.number] = ((column, f"player:{game.player}"),)
    return append._replace(
        events=tuple(rows),
        rounds=tuple(RoundRow(number, values, funds.get(number, ())) for number, values in rounds.items()),
        snapshot=_snapshot(append.after, version, game),
        state=game,
    )


_FUNDS: Final[dict[type, str]] = {
    g.RoundCommitted: "funds_before_cents",
    g.SecretRevealed: "funds_after_cents",
}
"""When the table of rounds takes down what the player has."""


def _snapshot(after: int, version: int, state: Any) -> bytes | None:
    return msgspec.json.encode(state) if version // SNAPSHOT_EVERY > after // SNAPSHOT_EVERY else None


def beside(name: str, house: m.House | None, after: int, events: Iterable[m.Event]) -> tuple[Beside, m.House]:
    """What a command adds to the meters of a house: its events with the money they move."""
    rows: list[NewEvent] = []
    for event in events:
        before, house = house, m.evolve_meters(house, event)
        moved = m.moved(name, before, house, event)
        rows.append(
            NewEvent(str(event.__struct_config__.tag), event.schema, msgspec.json.encode(event), None, moved)
        )  # fmt: skip
    assert house is not None, "a command does something"  # noqa: S101
    version = after + len(rows)
    return Beside(m.stream_of(name), after, tuple(rows), _snapshot(after, version, house)), house


def _moved(book: Rulebook, stream: str, game: g.Game | None, event: g.Event) -> tuple[Transfer, ...]:
    """The transfers of an event: the round's own account is named after its stream, the pool's after its house."""
    if game is None or game.round is None or not isinstance(event, e.Event):
        return ()
    own = {"round": f"round:{stream}"}
    meter = game.round.setup.meter
    if meter:
        own[f"pool:{meter}"] = m.account(game.meters, meter)
    return tuple(m.renamed(each, own) for each in transfers(book, game.round, event))


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


class _Read(Generic[_S]):
    """States as the log tells them, the latest kept at hand; what another process appended is read when needed."""

    def __init__(
        self,
        database: Database,
        evolve: Callable[[_S | None, log.Record], _S],
        kept: msgspec.json.Decoder[_S],
        at_most: int,
    ) -> None:
        self.database = database
        self._evolve = evolve
        self._decoder = kept
        self._lock = threading.RLock()
        self._states: Latest[str, tuple[_S, int]] = Latest(at_most)
        self._versions: Latest[str, int] = Latest(at_most)

    def version(self, stream: str) -> int:
        """How many events a stream has."""
        self.look([stream])
        return self.version_at_hand(stream)

    def look(self, streams: Sequence[str]) -> None:
        """See what other processes appended to these streams; on SQLite there are none."""
        if self.database.postgres and streams:
            self.saw(log.versions(self.database, streams))

    def saw(self, versions: Mapping[str, int]) -> None:
        """Streams were seen at these versions: read on where that is more than we know."""
        with self._lock:
            for stream, version in versions.items():
                self._versions[stream] = version
                if stream in self._states and self._states[stream][1] < version:
                    self._catch_up(stream)

    def at_hand(self, stream: str) -> tuple[_S, int]:
        """The state and its version as we last saw them."""
        found = self.found(stream)
        if found is None:
            kind, _, _ = stream.partition(":")
            raise InputError(f"there is no game {stream}" if kind == "game" else f"there are no meters {stream}")
        return found

    def found(self, stream: str) -> tuple[_S, int] | None:
        """The same, or nothing if there is no such stream."""
        with self._lock:
            if stream not in self._states:
                self._catch_up(stream)
            return self._states.get(stream)

    def version_at_hand(self, stream: str) -> int:
        """How many events a stream had when we last looked."""
        with self._lock:
            if stream not in self._versions:
                self._versions[stream] = log.version(self.database, stream)
            return self._versions[stream]

    def read_on(self, state: _S | None, stream: str, version: int) -> tuple[_S | None, int]:
        """What the log adds to a state of this version."""
        for record in log.read(self.database, stream, after=version):
            state, version = self._evolve(state, record), record.version
        return state, version

    def _catch_up(self, stream: str) -> None:
        state, version = self.read_on(*self._from(stream))
        if state is not None:
            self._states[stream] = state, version

    def _from(self, stream: str) -> tuple[_S | None, str, int]:
        """What we know, or what the last snapshot has; one that cannot be read counts for nothing: the log has all."""
        if stream in self._states:
            state, version = self._states[stream]
            return state, stream, version
        try:
            kept = log.snapshot(self.database, stream)
            return (None, stream, 0) if kept is None else (self._decoder.decode(kept[1]), stream, kept[0])
        except StoreError:
            raise
        except (InputError, msgspec.DecodeError):
            return None, stream, 0

    def advance(self, stream: str, state: _S | None, version: int) -> None:
        """Take over what was just appended."""
        with self._lock:
            self._versions[stream] = version
            if state is not None:
                self._states[stream] = state, version

    def forget(self, stream: str) -> None:
        """What we thought we knew of a stream may be wrong: read it anew."""
        with self._lock:
            self._states.pop(stream, None)
            self._versions.pop(stream, None)

    def forget_all(self) -> None:
        """The same of every stream."""
        with self._lock:
            self._states.clear()
            self._versions.clear()


class GamesRead(_Read[g.Game]):
    """The games, and the rule books that they are played under."""

    def __init__(self, database: Database, at_most: int = KEPT_MAX) -> None:
        super().__init__(database, lambda game, record: g.evolve_game(game, decoded(record)), _GAMES, at_most)
        self.book = lru_cache(maxsize=64)(self._book)

    def now(self, stream: str) -> tuple[g.Game, int]:
        """The game and its version."""
        check_stream(stream)
        self.look([stream])
        return self.at_hand(stream)

    def _book(self, content: str) -> Rulebook:
        with self.database.transaction() as connection:
            found = connection.scalar(select(schema.rulebooks.c.content).where(schema.rulebooks.c.hash == content))
        if found is None:
            raise InputError(f"no rule book is kept under {content}")
        return kept_book(msgspec.json.decode(found))


class MetersRead(_Read[m.House]):
    """The meters, by the name of their house."""

    def __init__(self, database: Database, at_most: int = KEPT_MAX) -> None:
        evolve = lambda house, record: m.evolve_meters(house, decoded_meters(record))  # noqa: E731
        super().__init__(database, evolve, _HOUSES, at_most)

    def now(self, name: str) -> tuple[m.House, int]:
        """The meters of a house and the version of their stream."""
        stream = m.stream_of(name)
        self.look([stream])
        return self.at_hand(stream)


def decoded(record: log.Record) -> g.Event:
    """The event of a record of a game, whole."""
    return _EVENTS.decode(record.hidden or record.payload)


def decoded_meters(record: log.Record) -> m.Event:
    """The event of a record of meters."""
    return _METERS_EVENTS.decode(record.payload)
