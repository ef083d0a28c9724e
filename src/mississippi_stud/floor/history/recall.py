"""The past from the log: any stream event by event, any round as a person saw it, and who played what when.

Built on the registry of streams; only the rounds and hands of tables are known here by name.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from sqlalchemy import Select, Text, and_, case, cast, exists, func, or_, select, tuple_

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import round_id
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.history.rounds import hands, rounds, seats
from mississippi_stud.floor.streams import Books, MissingStreamError, Streams
from mississippi_stud.money import Cents
from mississippi_stud.round.view import Role
from mississippi_stud.store import log, schema
from mississippi_stud.store.database import Database
from mississippi_stud.table.evolve_round import EnteredRound

STATUSES: Final = ("open", "settled", "void")
Players = str | tuple[str, ...]
"""A player by their id, or by every id under which they have played: a guest may have become part of an account."""
ANY_INCIDENT: Final = "any"
PAGE: Final = 10
"""The default number of rounds on a page of a history."""


class HistorySource(Protocol):
    """Where the past is read from: a `Floor`, or the `States` of a database."""

    @property
    def database(self) -> Database: ...
    @property
    def streams(self) -> Streams: ...
    @property
    def book(self) -> Books: ...


# Any stream.


class Transition(NamedTuple):
    """A whole event, with the state of its stream or round before and after it: not for display."""

    record: log.StoredEvent
    event: Any
    before: Any
    after: Any


class Consequence(NamedTuple):
    """The public part of an event that a command caused in a stream other than its own."""

    stream: str
    version: int
    name: str
    event: Any


class HistoryStep(NamedTuple):
    """One event of a stream as shown to a person: what happened, when, by whom, and what the person then saw."""

    stream: str
    version: int
    name: str
    at: int
    actor: str
    command_id: str
    event: Any
    """The public part of the event, unless the whole was asked for."""
    view: Any
    """What the person saw after it, or the whole state if that was asked for."""
    caused: tuple[Consequence, ...]
    """What its command did to other streams; given only with the command's first event."""


def happened(source: HistorySource, stream: str, after: int = 0, until: int | None = None) -> Iterator[Transition]:
    """Yield the events of a stream after a version, in order, with nothing hidden."""
    kind = source.streams.kind_of(stream)
    state = States(source.database, source.streams).at(stream, after) if after else None
    for record in log.read(source.database, stream, after, until):
        event, before = source.streams.decode(record), state
        state = kind.evolve(before, event)
        yield Transition(record, event, before, state)


def stream(
    source: HistorySource,
    name: str,
    *,
    role: Role = Role.SPECTATOR,
    person: str = "",
    whole: bool = False,
    after: int = 0,
    until: int | None = None,
) -> Iterator[HistoryStep]:
    """Yield the events of any stream as a person in this role saw them; with `whole`, nothing is hidden."""
    kind, command_id, empty = source.streams.kind_of(name), "", True
    for record, event, _, state in happened(source, name, after, until):
        first, command_id, empty = record.command_id != command_id, record.command_id, False
        yield HistoryStep(
            stream=name,
            version=record.version,
            name=record.name,
            at=record.at,
            actor=record.actor,
            command_id=command_id,
            event=event if whole else kind.public(event),
            view=state if whole else kind.views(source.book, state)(role, person),
            caused=tuple(caused(source, command_id, name)) if first else (),
        )
    if empty and not after:
        raise MissingStreamError("stream-missing", stream=name)


def caused(source: HistorySource, command_id: str, own: str) -> Iterator[Consequence]:
    """Yield what a command did to streams other than its own."""
    for record in log.caused(source.database, command_id):
        if record.stream != own:
            public = source.streams.kind_of(record.stream).public(source.streams.decode(record))
            yield Consequence(record.stream, record.version, record.name, public)


def count_by(source: HistorySource, stream: str, actor: str, after: int) -> int:
    """Return how many events of a stream after a version somebody's commands have caused."""
    return log.count_by(source.database, stream, actor, after)


# Rounds.


class PastHand(NamedTuple):
    """A hand of a round: who played it, and its result."""

    position: int
    player: str
    opened_at: int
    """When its first wager was placed."""
    wagered_cents: Cents
    net_cents: int
    """What it won less what it lost at the settlement; excludes a prize that was still to be validated."""
    validated_cents: Cents | None
    """What a pending prize paid later."""
    funds_before_cents: Cents | None
    """The player's balance before the first wager."""
    funds_after_cents: Cents | None
    """The player's balance after the round's latest transfer."""


class PastRound(NamedTuple):
    """A round in a history. Times are microseconds since 1970, UTC."""

    stream: str
    number: int
    book: str
    """The content hash of its rule book."""
    house: str
    status: str
    opened_at: int
    ended_at: int | None
    first_version: int
    last_version: int | None
    commitment: str
    """Empty if real cards were dealt."""
    revealed: bool
    hands: tuple[PastHand, ...] = ()
    """The hands on which a wager was ever placed, by position."""

    @property
    def id(self) -> str:
        """The round's id, which its shuffle is bound to."""
        return round_id(self.stream, self.number)

    def of(self, player: Players | None) -> tuple[PastHand, ...]:
        """Return a player's hands, or all hands."""
        return tuple(hand for hand in self.hands if player is None or hand.player in ids(player))

    def wagered_cents(self, player: Players | None = None) -> Cents:
        """Return what a player, or all players together, wagered in the round."""
        return Cents(sum(hand.wagered_cents for hand in self.of(player)))

    def net_cents(self, player: Players | None = None) -> int:
        """Return what a player, or all players together, won in the round so far; negative for a loss."""
        return sum(hand.net_cents + (hand.validated_cents or 0) for hand in self.of(player))


def ids(player: Players) -> tuple[str, ...]:
    """Return the ids of a player."""
    return (player,) if isinstance(player, str) else player


def split_id(text: str) -> tuple[str, int]:
    """Return the stream and the number in a round's id, such as ``table:6fb1…#3``."""
    name, mark, number = text.rpartition("#")
    if not mark or not name or not number.isascii() or not number.isdecimal() or int(number) < 1:
        raise InputError("round-id", text=text)
    return name, int(number)


def past(source: HistorySource, stream: str, number: int) -> PastRound:
    """Return one round from the projections; `InputError` if there is none."""
    chosen = select(rounds).where(rounds.c.stream == stream, rounds.c.round == number)
    for found in _pasts(source, chosen):
        return found
    raise InputError("round-missing", round=round_id(stream, number))


def seats_of(source: HistorySource, player: str) -> list[str]:
    """Return the tables at which a player has a seat."""
    chosen = select(seats.c.stream).where(seats.c.player == player).distinct().order_by(seats.c.stream)
    with source.database.transaction() as connection:
        return list(connection.scalars(chosen))


def has_played(source: HistorySource, player: str, table: str) -> bool:
    """Return whether a player ever placed a wager at a table."""
    chosen = select(hands.c.round).where(hands.c.stream == table, hands.c.player == player).limit(1)
    with source.database.transaction() as connection:
        return connection.scalar(chosen) is not None


def played_at(source: HistorySource, player: str) -> list[str]:
    """Return the tables at which a player ever placed a wager."""
    chosen = select(hands.c.stream).where(hands.c.player == player).distinct().order_by(hands.c.stream)
    with source.database.transaction() as connection:
        return list(connection.scalars(chosen))


def all_seats(source: HistorySource) -> list[tuple[str, str]]:
    """Return every table at which somebody has a seat, with the player."""
    chosen = select(seats.c.stream, seats.c.player).distinct().order_by(seats.c.stream, seats.c.player)
    with source.database.transaction() as connection:
        return [(row.stream, row.player) for row in connection.execute(chosen)]


def steps(
    source: HistorySource, table: str, number: int, role: Role = Role.PLAYER, person: str = ""
) -> list[HistoryStep]:
    """Return a round, finished or not, step by step as a person in this role saw it; a player must be named."""
    found = past(source, table, number)
    first, last = found.first_version - 1, found.last_version
    return list(stream(source, table, role=role, person=person, after=first, until=last))


def moments(source: HistorySource, found: PastRound, after: int | None = None) -> Iterator[Transition]:
    """Yield a round's events (from its start or after a version), each with the round before and after it.

    The table around the round is not rebuilt, which makes this fast.
    """
    first = found.first_version - 1 if after is None else after
    course = EnteredRound()
    for record in log.read(source.database, found.stream, first, found.last_version):
        event, before = source.streams.decode(record), course.state
        course = course.after(event)
        yield Transition(record, event, before, course.state)


class RoundFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which rounds a history shows; a field left out does not filter."""

    player: Players | None = None
    """Rounds in which this player has a hand."""
    table: str | None = None
    house: str | None = None
    since: int | None = None
    """Opened at this time or later."""
    until: int | None = None
    """Opened before this time."""
    book: str | None = None
    """A rule book's id or content hash."""
    status: str | None = None
    net_min_cents: int | None = None
    """The least that the player or, if none is named, all players together won in the round."""
    net_max_cents: int | None = None
    clause: str | None = None
    """Money moved by this clause in the round, or a ruling in it names it."""
    incident: str | None = None
    """Such an incident was ruled on in the round; `ANY_INCIDENT` for one of any kind."""


def history(
    source: HistorySource, wanted: RoundFilter, *, limit: int | None = PAGE, offset: int = 0
) -> list[PastRound]:
    """Return the rounds that match, finished or not, latest first."""
    if offset < 0 or (limit is not None and limit < 0):
        raise InputError("page-negative")
    latest = rounds.c.opened_at.desc(), rounds.c.stream, rounds.c.round.desc()
    chosen = select(rounds).where(*_conditions(source, wanted)).order_by(*latest)
    return list(_pasts(source, chosen.limit(limit).offset(offset)))


def count(source: HistorySource, wanted: RoundFilter) -> int:
    """Return how many rounds match."""
    chosen = select(func.count()).select_from(rounds).where(*_conditions(source, wanted))
    with source.database.transaction() as connection:
        return int(connection.scalar(chosen) or 0)


def _pasts(source: HistorySource, chosen: Select[Any]) -> Iterator[PastRound]:
    """Yield the chosen rounds with their hands, read in one query so that both are from the same moment.

    The columns of the two tables are, in order, the fields of `PastRound` and, after the key, those of `PastHand`.
    """
    these, wide = chosen.subquery(), len(rounds.c)
    same = and_(hands.c.stream == these.c.stream, hands.c.round == these.c.round)
    order = (these.c.opened_at.desc(), these.c.stream, these.c.round.desc(), hands.c.position)
    with source.database.transaction() as connection:
        rows = connection.execute(select(these, hands).outerjoin(hands, same).order_by(*order)).all()
    for (*told, revealed), group in groupby(rows, key=lambda row: tuple(row[:wide])):
        played = (row[wide + 2 :] for row in group)
        yield PastRound._make((*told, bool(revealed), tuple(PastHand(*hand) for hand in played if hand[0] is not None)))


def _conditions(source: HistorySource, wanted: RoundFilter) -> Iterator[Any]:
    column = rounds.c
    if wanted.status is not None and wanted.status not in STATUSES:
        raise InputError("round-status", status=wanted.status, statuses=STATUSES)
    if wanted.table is not None:
        yield column.stream == wanted.table
    if wanted.house is not None:
        yield column.house == wanted.house
    if wanted.since is not None:
        yield column.opened_at >= wanted.since
    if wanted.until is not None:
        yield column.opened_at < wanted.until
    if wanted.book is not None:
        yield column.book.in_(_hashes(source.database, wanted.book))
    if wanted.status is not None:
        yield column.status == wanted.status
    least, most = wanted.net_min_cents, wanted.net_max_cents
    if wanted.player is not None or least is not None or most is not None:
        yield _played(wanted.player, least, most)
    if wanted.incident is not None:
        yield _ruled_on(source, incident=wanted.incident)
    if wanted.clause is not None:
        yield or_(_paid_by(wanted.clause), _ruled_on(source, clause=wanted.clause))


def _paid_by(clause: str) -> Any:
    """Return a condition: money moved by this clause in the round."""
    moved = schema.transfers.c
    within = moved.version.between(rounds.c.first_version, func.coalesce(rounds.c.last_version, moved.version))
    return exists().where(moved.stream == rounds.c.stream, within, moved.clause == clause)


def _ruled_on(source: HistorySource, *, incident: str = ANY_INCIDENT, clause: str = "") -> Any:
    """Return a condition: a ruling on such an incident, or one that names this clause, was made in the round.

    What a ruling says is in its event, as JSON without spaces, and is looked for there.
    """
    event = schema.events.c
    written = func.convert_from(event.payload, "UTF8") if source.database.postgres else cast(event.payload, Text)
    within = event.version.between(rounds.c.first_version, func.coalesce(rounds.c.last_version, event.version))
    found = exists().where(event.stream == rounds.c.stream, within, event.name == "incident_ruled")
    if incident != ANY_INCIDENT:
        found = found.where(written.contains(f'"incident":"{incident}"', autoescape=True))
    if clause:
        found = found.where(written.contains(f'"{clause}"', autoescape=True))
    return found


def _played(player: Players | None, least: int | None = None, most: int | None = None) -> Any:
    """Return a condition: the round has hands of this player, or of anybody, that won `least` to `most` in total."""
    chosen = select(hands.c.stream, hands.c.round).group_by(hands.c.stream, hands.c.round)
    if player is not None:
        chosen = chosen.where(hands.c.player.in_(ids(player)))
    net = func.sum(hands.c.net_cents + func.coalesce(hands.c.validated_cents, 0))
    if least is not None:
        chosen = chosen.having(net >= least)
    if most is not None:
        chosen = chosen.having(net <= most)
    return tuple_(rounds.c.stream, rounds.c.round).in_(chosen)


def _hashes(database: Database, book: str) -> list[str]:
    """Return the content hashes of all stored editions of a rule book, named by its id or by one such hash."""
    with database.transaction() as connection:
        kept = connection.execute(select(schema.rulebooks)).all()
    return [row.hash for row in kept if book in (row.hash, msgspec.json.decode(row.content)["id"])]


# Commitments.


class Commitments(NamedTuple):
    """How many secrets the house committed to for rounds that have begun, and what became of them."""

    made: int
    revealed: int
    open: int
    """Their rounds are still under way."""
    unrevealed: int
    """Their rounds are over but the secret was never revealed: there should be none."""
    void: int
    """Their rounds had no result. A house that voids rounds it does not like would show up here."""
    withdrawn: int = 0
    """Their rounds never began: the secret was revealed unused."""


def commitments(source: HistorySource, player: str | None = None) -> Commitments:
    """Count the secrets the house committed to, in all rounds or a player's, and what became of them."""
    column = rounds.c

    def counted(*conditions: Any) -> Any:
        return func.coalesce(func.sum(case((and_(*conditions), 1), else_=0)), 0)

    chosen = select(
        func.count(),
        counted(column.revealed == 1),
        counted(column.revealed == 0, column.status == "open"),
        counted(column.revealed == 0, column.status != "open"),
        counted(column.status == "void"),
    ).where(column.commitment != "")
    if player is not None:
        chosen = chosen.where(_played(player))
    with source.database.transaction() as connection:
        return Commitments(*(int(each) for each in connection.execute(chosen).one()))


def withdrawn(source: HistorySource) -> int:
    """Count the commitments revealed unused because their rounds never began. Scans the whole log."""
    name = schema.events.c.name == "commitment_withdrawn"
    with source.database.transaction() as connection:
        return int(connection.scalar(select(func.count()).select_from(schema.events).where(name)) or 0)


def unrevealed(source: HistorySource, player: str | None = None) -> int:
    """Count the commitments not revealed yet, whether or not their rounds are over."""
    found = commitments(source, player)
    return found.open + found.unrevealed
