"""What was: any round rebuilt step by step as a person saw it, a player's past rounds, commitments never revealed."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import case, func, select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import game as g
from mississippi_stud.floor import meters as m
from mississippi_stud.floor.write import GamesRead, decoded, decoded_meters
from mississippi_stud.money import Cents
from mississippi_stud.round.state import State
from mississippi_stud.round.view import Role, View, view
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store import log, schema
from mississippi_stud.store.database import Database

STATUSES: Final = ("open", "settled", "void")
PAGE: Final = 10
"""Rounds on a page of a history, unless another number is asked for."""


class Past(NamedTuple):
    """A round in a history: what the table of rounds says of it. Times are microseconds since 1970, UTC."""

    stream: str
    number: int
    player: str
    book: str
    """The content hash of its rule book."""
    status: str
    opened_at: int
    ended_at: int | None
    first_version: int
    last_version: int | None
    commitment: str
    revealed: bool
    wagered_cents: Cents
    net_cents: int
    funds_before_cents: Cents | None = None
    """What the player had when the round began; of rounds of before the floor took it down it is not known."""
    funds_after_cents: Cents | None = None
    """What the player had when it had ended."""

    @property
    def id(self) -> str:
        """The id of the round, which its shuffle is bound to."""
        return g.round_id(self.stream, self.number)


class Happened(NamedTuple):
    """An event of a round, whole, with the game before and after it."""

    record: log.Record
    event: g.Event
    before: g.Game
    game: g.Game


class Step(NamedTuple):
    """A moment of a round as it was shown: what happened, when, by whom, and what the person saw then."""

    version: int
    name: str
    at: int
    actor: str
    event: g.Event
    """What anyone may know of it: its hidden parts are left out."""
    view: View | None
    meters: tuple[m.Event, ...] = ()
    """What the same command did to the meters."""


class Commitments(NamedTuple):
    """How many secrets were committed to, and what became of them."""

    made: int
    revealed: int
    open: int
    """Their rounds are still under way."""
    unrevealed: int
    """Their rounds are over, and the secret was never shown: there should be none."""
    void: int
    """Their rounds had no result. A house that voids what it does not like would show here."""


def split_id(text: str) -> tuple[str, int]:
    """The stream and the number in a round's id, such as ``game:6fb1…#3``."""
    stream, mark, number = text.rpartition("#")
    if not mark or not stream or not number.isascii() or not number.isdecimal() or int(number) < 1:
        raise InputError(f"{text!r} is no round: write its game and number, such as game:6fb1…#3")
    return stream, int(number)


def past(database: Database, stream: str, number: int) -> Past:
    """What the table of rounds says of one round."""
    chosen = select(schema.rounds).where(schema.rounds.c.stream == stream, schema.rounds.c.round == number)
    with database.transaction() as connection:
        row = connection.execute(chosen).first()
    if row is None:
        raise InputError(f"there is no round {g.round_id(stream, number)}")
    return _past(row)


def happened(database: Database, stream: str, number: int) -> Iterator[Happened]:
    """Every event of a round in order, with nothing hidden: for the floor itself, not for showing."""
    found = past(database, stream, number)
    game = g.evolve_game(None, decoded(next(log.read(database, stream, until=1))))
    for record in log.read(database, stream, after=found.first_version - 1, until=found.last_version):
        event, before = decoded(record), game
        game = g.evolve_game(game, event)
        yield Happened(record, event, before, game)


def steps(
    database: Database, stream: str, number: int, role: Role = Role.PLAYER, player: str | None = None
) -> list[Step]:
    """A round, finished or not, step by step as a person in that role saw it; a player is named."""
    books = GamesRead(database)
    return [
        Step(
            version=each.record.version,
            name=each.record.name,
            at=each.record.at,
            actor=each.record.actor,
            event=g.public(each.event),
            view=_seen(books.book(each.game.book), each.game.round, role, player),
            meters=tuple(on_meters(database, each)),
        )
        for each in happened(database, stream, number)
    ]


def on_meters(database: Database, each: Happened) -> Iterator[m.Event]:
    """What the command of an event did to the meters."""
    if isinstance(each.event, g.MetersMoved):
        stream = m.stream_of(each.game.meters)
        for record in log.read(database, stream, after=each.event.after, until=each.event.until):
            yield decoded_meters(record)


def _seen(book: Rulebook, state: State | None, role: Role, player: str | None) -> View | None:
    return None if state is None else view(book, state, role, player)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which rounds a history is to show; what is left out does not matter."""

    player: str | None = None
    game: str | None = None
    since: int | None = None
    """Opened at this moment or after it."""
    until: int | None = None
    """Opened before this moment."""
    book: str | None = None
    """A book's id or content hash."""
    status: str | None = None
    net_min_cents: int | None = None
    net_max_cents: int | None = None


def history(database: Database, wanted: Wanted, *, limit: int | None = PAGE, offset: int = 0) -> list[Past]:
    """Past rounds and the unfinished ones, the latest first."""
    if offset < 0 or (limit is not None and limit < 0):
        raise InputError("limit and offset are not negative")
    rounds = schema.rounds
    chosen = select(rounds).where(*_conditions(database, wanted))
    ordered = chosen.order_by(rounds.c.opened_at.desc(), rounds.c.stream, rounds.c.round.desc())
    with database.transaction() as connection:
        return [_past(row) for row in connection.execute(ordered.limit(limit).offset(offset))]


def count(database: Database, wanted: Wanted) -> int:
    """How many rounds such a history has."""
    chosen = select(func.count()).select_from(schema.rounds).where(*_conditions(database, wanted))
    with database.transaction() as connection:
        return int(connection.scalar(chosen) or 0)


def _conditions(database: Database, wanted: Wanted) -> Iterator[Any]:
    column = schema.rounds.c
    if wanted.status is not None and wanted.status not in STATUSES:
        raise InputError(f"{wanted.status!r} is no status of a round: choose one of {', '.join(STATUSES)}")
    if wanted.player is not None:
        yield column.player == wanted.player
    if wanted.game is not None:
        yield column.stream == wanted.game
    if wanted.since is not None:
        yield column.opened_at >= wanted.since
    if wanted.until is not None:
        yield column.opened_at < wanted.until
    if wanted.book is not None:
        yield column.book.in_(_hashes(database, wanted.book))
    if wanted.status is not None:
        yield column.status == wanted.status
    if wanted.net_min_cents is not None:
        yield column.net_cents >= wanted.net_min_cents
    if wanted.net_max_cents is not None:
        yield column.net_cents <= wanted.net_max_cents


def book_ids(database: Database) -> dict[str, str]:
    """The id of every rule book that was ever in force here, by content hash."""
    with database.transaction() as connection:
        kept = connection.execute(select(schema.rulebooks)).all()
    return {row.hash: msgspec.json.decode(row.content)["id"] for row in kept}


def _hashes(database: Database, book: str) -> list[str]:
    return [content for content, name in book_ids(database).items() if book in (content, name)]


def commitments(database: Database, player: str | None = None) -> Commitments:
    """How many secrets were committed to, for all or for a player, and what became of them."""
    column = schema.rounds.c

    def counted(*conditions: Any) -> Any:
        whole = conditions[0]
        for each in conditions[1:]:
            whole = whole & each
        return func.coalesce(func.sum(case((whole, 1), else_=0)), 0)

    chosen = select(
        func.count(),
        counted(column.revealed == 1),
        counted(column.revealed == 0, column.status == "open"),
        counted(column.revealed == 0, column.status != "open"),
        counted(column.status == "void"),
    ).select_from(schema.rounds)
    if player is not None:
        chosen = chosen.where(column.player == player)
    with database.transaction() as connection:
        return Commitments(*(int(each) for each in connection.execute(chosen).one()))


def unrevealed(database: Database, player: str | None = None) -> int:
    """How many commitments have not been revealed, their rounds over or not."""
    found = commitments(database, player)
    return found.open + found.unrevealed


def _past(row: Any) -> Past:
    return Past(
        stream=row.stream,
        number=row.round,
        player=row.player,
        book=row.book,
        status=row.status,
        opened_at=row.opened_at,
        ended_at=row.ended_at,
        first_version=row.first_version,
        last_version=row.last_version,
        commitment=row.commitment,
        revealed=bool(row.revealed),
        wagered_cents=Cents(row.wagered_cents),
        net_cents=row.net_cents,
        funds_before_cents=row.funds_before_cents,
        funds_after_cents=row.funds_after_cents,
    )
