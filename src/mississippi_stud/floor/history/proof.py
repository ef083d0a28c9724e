"""Proofs from the log: a past deal follows from its commitment; a meter holds its contributions less its prizes.

`audit_table` and `audit_meters` are the checks that these kinds of stream add to `mstud verify log`.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, NamedTuple, Protocol

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import DealRecord, check, commitment, round_id, seed_commitment
from mississippi_stud.floor.history.deals import DrawnCard, deal_from, leaving
from mississippi_stud.floor.history.recall import HistorySource, PastRound, Transition, moments, past
from mississippi_stud.floor.history.reconstruction import check_event, check_prizes, check_recorded
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.house_meters import Event as MetersEvent
from mississippi_stud.jackpot.house_meters import HouseMeters, account
from mississippi_stud.jackpot.state import Meter
from mississippi_stud.jackpot.state import PrizeSource as PaidBy
from mississippi_stud.round import events as r
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store import log
from mississippi_stud.store.audit import LogError
from mississippi_stud.table import events as e
from mississippi_stud.table.seeds import counted_seeds
from mississippi_stud.table.state import Table


class Reader(HistorySource, Protocol):
    """What an audit reads from: every event of its stream goes by once, already checked."""

    def happened(self, stream: str) -> Iterator[Transition]:
        """Return the stream's events from first to last."""


class Proof(NamedTuple):
    """A past deal that was proved: the round, its rule book, and everything that the proof rests on."""

    past: PastRound
    book: str
    deal: DealRecord
    seeds: Mapping[int, str]
    """The seeds that counted, by position."""


class _Dealing:
    """Collects, event by event, what a table's events say about the deal of one round."""

    def __init__(self) -> None:
        self.bound: e.RoundCommitted | None = None
        self.shown: e.SecretRevealed | None = None
        self.seeds: dict[int, str] = {}
        self.left: list[DrawnCard] = []

    def add(self, book: Rulebook, before: State | None, event: Any) -> None:
        """Take in one more event; `before` is the round before it."""
        match event:
            case e.RoundCommitted():
                self.bound = event
            case e.SeedOpened(position=position, seed=seed):
                self.seeds[position] = seed
            case e.SecretRevealed():
                self.shown = event
            case _:
                self.left += leaving(book, before, event)

    def deal(self, name: str) -> tuple[DealRecord, Mapping[int, str]]:
        """Return the deal and the seeds that counted; `LogError` if what was published and revealed differ."""
        bound, shown = self.bound, self.shown
        if shown is None:
            raise InputError("proof-round-open", round=name)
        if bound is None:
            raise LogError("proof-uncommitted", round=name)
        if (bound.number, bound.secret) != (shown.number, shown.secret):
            raise LogError("proof-secret", round=name)
        if any(seed != self.seeds.get(position, "") for position, seed in shown.seeds.items()):
            raise LogError("proof-seeds", round=name)
        seeds = tuple(seed for _, seed in sorted(shown.seeds.items()))
        return deal_from(name, bound.commitment, bytes.fromhex(shown.secret), seeds, self.left), shown.seeds


def prove(source: HistorySource, stream: str, number: int) -> Proof:
    """Prove a past deal; `LogError` if it does not follow from what was published, `InputError` if still open."""
    found = past(source, stream, number)
    if not found.commitment:
        raise InputError("proof-real-cards", round=found.id)
    book, dealing = source.book(found.book), _Dealing()
    earlier = past(source, stream, number - 1).last_version or 0 if number > 1 else 0
    for _, event, before, _ in moments(source, found, earlier):
        dealing.add(book, before, event)
    deal, seeds = dealing.deal(found.id)
    if deal.commitment != found.commitment:
        raise LogError("proof-projection", round=found.id)
    _check(deal)
    return Proof(found, book.id, deal, seeds)


def _check(deal: DealRecord) -> None:
    try:
        check(deal)
    except InputError as error:
        raise LogError(error.code, **error.params) from None


# Tables.


def audit_table(reader: Reader, stream: str) -> None:
    """Prove every deal of a table, decide every round again, and check that its meters agree about its commands."""
    dealing, table, ruled = _Dealing(), None, ""
    for record, event, before, after in reader.happened(stream):
        table = after
        if isinstance(event, e.IncidentRuled):
            ruled = record.command_id  # this command's events follow from the ruling
        elif before is not None and record.command_id != ruled:
            _check_again(reader, stream, record, event, before)
        match event:
            case e.RoundCommitted():
                _check_bound(stream, before, event)
                dealing = _Dealing()
            case e.SeedOpened() if before.positions > 1:
                if before.seats[event.position].seed_hash != seed_commitment(event.seed):
                    raise LogError("seed-hash", stream=stream, version=record.version, position=event.position)
            case r.CardsDealt() | r.RoundSettled() if _on_meters(reader, before):
                registers = isinstance(event, r.CardsDealt)
                _check_same(reader, stream, f"meters:{before.meters}", record.command_id, registers=registers)
            case e.CommitmentWithdrawn():
                _check_withdrawn(stream, before, event)
                dealing = _Dealing()
            case _:
                pass
        dealing.add(reader.book(after.book), None if before is None else before.round, event)
        if isinstance(event, e.SecretRevealed):
            _check(dealing.deal(round_id(stream, event.number))[0])
    if table is not None and table.round is not None and table.committed is not None:
        seeds = tuple(counted_seeds(table, table.round).values())
        name, bound = round_id(stream, table.number), table.committed
        _check(deal_from(name, bound.commitment, bytes.fromhex(bound.secret), seeds, dealing.left))


def _check_again(reader: Reader, stream: str, record: log.StoredEvent, event: e.Event, before: Table) -> None:
    """Decide an event of a round again, given what its command did to the meters."""
    if not isinstance(event, r.Event | e.CarriedReturned):
        return
    book, caused = reader.book(before.book), list[Any]()
    if before.meters and isinstance(event, r.RoundSettled):
        meters = f"meters:{before.meters}"
        told = (each for each in log.caused(reader.database, record.command_id) if each.stream == meters)
        caused = [reader.streams.decode(each) for each in told]
        check_recorded(book, stream, before, caused)
    check_event(book, stream, before, event, caused)


def _check_withdrawn(stream: str, table: Table, event: e.CommitmentWithdrawn) -> None:
    """Check that a secret revealed unused is the one committed to, for a round that had not begun."""
    bound = table.committed
    if bound is None or (bound.number, bound.secret) != (event.number, event.secret) or table.round is not None:
        raise LogError("withdrawn-other", round=round_id(stream, event.number))


def _check_bound(stream: str, table: Table, event: e.RoundCommitted) -> None:
    """Check that the house commits only once to a round, and to the secret that it keeps."""
    name = round_id(stream, event.number)
    if table.committed is not None or event.number != table.number + 1:
        raise LogError("committed-twice", round=name)
    if commitment(bytes.fromhex(event.secret)) != event.commitment:
        raise LogError("committed-other", round=name)


def _on_meters(reader: Reader, table: Table) -> bool:
    """Whether a jackpot wager on the table is linked to a house's meter."""
    state, jackpot = table.round, reader.book(table.book).jackpot
    if not table.meters or state is None or jackpot is None or not state.setup.meter:
        return False
    return any(jackpot.wager.value in hand.stakes for hand in state.hands.values())


def _check_same(reader: HistorySource, table: str, meters: str, command_id: str, *, registers: bool = True) -> None:
    """Check that what a command did to a table matches what it did to the meters: one took what the other gave.

    `registers`: the command must have affected the meters; a settlement need not if all jackpot wagers were returned.
    """
    if log.asked_of(reader.database, command_id) not in (table, None):  # the store finds a missing command
        raise LogError("command-redirected", table=table, id=command_id)
    told: dict[str, list[Any]] = {table: [], meters: []}
    for record in log.caused(reader.database, command_id):
        if record.stream in told:
            told[record.stream].append(reader.streams.decode(record))
    prizes = (event.prize for event in told[meters] if isinstance(event, je.PrizePaid))
    given = sum(prize.cents for prize in prizes if prize.source is PaidBy.METER)
    taken = sum(_to_player(event) for event in told[table])
    if not told[table] or given != taken or (registers and not told[meters]):
        raise LogError("meters-disagree", table=table, meters=meters, id=command_id)


def _to_player(event: e.Event) -> int:
    """Return what an event pays a player from a meter, or sets aside until it is validated."""
    match event:
        case r.RoundSettled(results=results):
            return sum(each.won_cents for each in results if each.of_meter)
        case e.PrizePending(prize=prize):
            return prize.cents
        case _:
            return 0


# Meters.

_OF_A_TABLE: Final = (je.GameRegistered, je.GameCancelled, je.WagersReturned, je.GameContinued, je.OutcomeRecorded)
"""Meter events that only a table's own command can cause."""


def audit_meters(reader: Reader, stream: str) -> None:
    """Check that the meters add up, that their pools hold their values, and that the tables agree about commands."""
    house: HouseMeters | None = None
    for command_id, group in groupby(reader.happened(stream), key=lambda each: each.record.command_id):
        events = list(group)
        for number, each in enumerate(events):
            if isinstance(each.event, je.OutcomeRecorded):
                book, rest = reader.book(each.before.book), [later.event for later in events[number:]]
                check_prizes(book, stream, each.before.meters, rest)
        for table in sorted(_tables(each.event for each in events)):
            _check_same(reader, table, stream, command_id)
        house = events[-1].after
    for meter in house.meters.meters.values() if house else ():
        _check_meter(reader, stream, meter)


def audit_house(reader: Reader, stream: str) -> None:
    """Check that every rule book which a house ever had is kept."""
    for each in reader.happened(stream):
        for content in each.after.books.values():
            reader.book(content)


def _tables(events: Iterable[MetersEvent]) -> set[str]:
    """Return the floor's tables whose rounds these events belong to."""
    return {each.table for each in events if isinstance(each, _OF_A_TABLE) and each.table.startswith("table:")}


def _check_meter(reader: HistorySource, stream: str, meter: Meter) -> None:
    """Check that a meter's value is its contributions less its prizes, and that its pool holds that, rounded up."""
    gave = sum(map(Fraction, meter.gave_exact.values()), Fraction(0))
    given = Fraction(meter.house_exact) + gave + Fraction(meter.moved_exact)
    if gave != Fraction(meter.contributed_exact) or given - meter.prizes_cents != meter.value:
        raise LogError("meter-sum", stream=stream, meter=meter.id)
    pool = account(stream.partition(":")[2], meter.id)
    held = log.stored_balance(reader.database, pool)
    if held != meter.pool_cents:
        raise LogError("meter-pool", stream=stream, meter=meter.id, value=meter.value, pool=pool, held=held)
