"""Two kinds of stream that exist only in tests: counters, and the tallies that they need.

A counter has sealed events, money, a projection and a deadline; what it counts is also added to its tally, which is
locked while that is decided. The floor's own code does not know them.
"""

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec
from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor
from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.floor.streams import Books, Context, Kind, Streams
from mississippi_stud.messages import SECOND, CommandBase, EventBase
from mississippi_stud.money import Cents, Transfer
from mississippi_stud.round.view import Role
from mississippi_stud.store import Database
from mississippi_stud.store.audit import LogError
from mississippi_stud.store.entries import HeldBalance, ProjectionRow
from tests.floor.drive import KEYS

IDLE_SECONDS = 10
MOST = 100
"""The maximum total of a tally."""


class Count(CommandBase, frozen=True, kw_only=True):
    """Count on by `by`, with something hidden that nobody may know yet."""

    by: int
    player: str = "ann"
    hidden: str = ""
    tally: str = "all"


class Spread(CommandBase, frozen=True, kw_only=True):
    """Add one to several tallies at once."""

    tallies: int


class Rest(CommandBase, frozen=True, kw_only=True):
    """Start again from zero after nothing was counted for a while."""

    key: str


class Counted(EventBase, frozen=True, kw_only=True):
    by: int
    player: str
    hidden: str = ""
    idle_at: int


class Rested(EventBase, frozen=True, kw_only=True):
    counted: int


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    number: int = 0
    total: int = 0
    hidden: str = ""
    idle_at: int = 0


class Tallied(EventBase, frozen=True, kw_only=True):
    by: int


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    total: int = 0


counts = Table(
    "counts",
    MetaData(),
    Column("stream", String(80), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("total", Integer, nullable=False),
    Column("counted_at", BigInteger, nullable=False),
    Column("held_cents", BigInteger),
)


def decide(
    context: Context, stream: str, counter: Counter | None, command: Count | Spread | Rest
) -> Mapping[str, tuple[EventBase, ...]]:
    now = counter or Counter()
    match command:
        case Rest():
            due = now.total and context.at >= now.idle_at and command.key == key_of(now)
            return {stream: (Rested(counted=now.total),) if due else ()}
        case Spread(tallies=tallies):
            for number in range(tallies):
                context.need(f"tally:{number}")
            return {
                stream: (Counted(by=tallies, player="ann", idle_at=context.at + IDLE_SECONDS * SECOND),),
                **{f"tally:{number}": (Tallied(by=1),) for number in range(tallies)},
            }
        case Count(by=by):
            if by == 0:
                return {}
            name = f"tally:{command.tally}"
            tally: Tally = context.need(name) or Tally()
            if tally.total + by > MOST:
                raise InputError("in-file", file=name, error=f"the tally is at {tally.total}, and takes {MOST}")
            idle_at = context.at + IDLE_SECONDS * SECOND
            counted = Counted(by=by, player=command.player, hidden=command.hidden, idle_at=idle_at)
            return {stream: (counted,), name: (Tallied(by=by),)}


def evolve(counter: Counter | None, event: Counted | Rested) -> Counter:
    now = counter or Counter()
    if isinstance(event, Rested):
        return Counter(number=now.number)
    return Counter(
        number=now.number + 1, total=now.total + event.by, hidden=now.hidden + event.hidden, idle_at=event.idle_at
    )


def key_of(counter: Counter) -> str:
    return f"{counter.number}/idle"


def public(event: Counted | Rested) -> Counted | Rested:
    return msgspec.structs.replace(event, hidden="") if isinstance(event, Counted) and event.hidden else event


def transfers(_: Books, stream: str, counter: Counter | None, event: Counted | Rested) -> tuple[Transfer, ...]:
    if isinstance(event, Rested):
        return (Transfer(source=stream, target="house", cents=Cents(event.counted), clause="test 2"),)
    return (Transfer(source=f"player:{event.player}", target=stream, cents=Cents(event.by), clause="test 1"),)


def rows(
    stream: str, before: Counter | None, after: Counter, event: Counted | Rested, version: int, at: int
) -> Iterator[ProjectionRow]:
    if isinstance(event, Counted):
        key = {"stream": stream, "number": after.number}
        yield ProjectionRow("counts", key, {"total": after.total, "counted_at": at, "held_cents": HeldBalance(stream)})


def audit(reader: object, stream: str) -> None:
    counted = 0
    for happened in reader.happened(stream):  # type: ignore[attr-defined]
        counted = counted + happened.event.by if isinstance(happened.event, Counted) else 0
    if counted >= MOST:
        raise LogError("in-file", file=stream, error=f"somebody counted to {counted}")


def view(counter: Counter, role: Role, person: str) -> Counter:
    return counter if person == "ann" else msgspec.structs.replace(counter, hidden="?" * bool(counter.hidden))


COUNTERS: Kind[Counter, Count | Spread | Rest, Counted | Rested] = Kind(
    prefix="counter:",
    commands=Count | Spread | Rest,
    events=Counted | Rested,
    state=Counter,
    decide=decide,
    evolve=evolve,
    public=public,
    transfers=transfers,
    rows=rows,
    tables=(counts,),
    deadlines=lambda _, counter: {key_of(counter): counter.idle_at} if counter.total else {},
    time_up=lambda key: Rest(key=key),
    at_rest=lambda counter: not counter.hidden,
    views=lambda _books, counter: partial(view, counter),
    audit=audit,
)
TALLIES: Kind[Tally, Count, Tallied] = Kind(
    prefix="tally:",
    commands=(),
    events=Tallied,
    state=Tally,
    decide=lambda *_: {},
    evolve=lambda tally, event: Tally(total=(tally or Tally()).total + event.by),
)
WITH_COUNTERS = Streams((*STREAMS, COUNTERS, TALLIES))


def opened(url: str, **options: object) -> Floor:
    """Open a floor that also has counters."""
    return Floor(Database(url, KEYS, WITH_COUNTERS.tables), streams=WITH_COUNTERS, **options)  # type: ignore[arg-type]
