"""A compact casino floor for the tests of meters: it only gives commands and reads results."""

from fractions import Fraction

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.jackpot import (
    Change,
    Command,
    DisplayNotice,
    Event,
    Fate,
    MeterNotice,
    MeterOffer,
    Meters,
    OpenMeter,
    RecordOutcome,
    Register,
    RegisteredWager,
    ShownHand,
    play,
    transfers,
)
from mississippi_stud.jackpot.events import GameCancelled, HouseAdded, OutcomeRecorded, PrizePaid
from mississippi_stud.jackpot.evolve import evolve
from mississippi_stud.money import Transfer, balances
from mississippi_stud.round import Refused
from mississippi_stud.rulebooks import rulebook

# Hands that make what their name says with the cards of COMMUNITY; all are possible at once.
COMMUNITY = "Qh Jh Th"
ROYAL, LOW_STRAIGHT_FLUSH, HIGH_STRAIGHT_FLUSH, FLUSH, NOTHING = "Ah Kh", "9h 8h", "Kh 9h", "2h 3h", "2c 4d"

CROWN = MeterOffer(cost_cents=5_00, option="1", seed="10000")
MARYLAND = MeterOffer(cost_cents=5_00, seed_cents=10_000_00, rate="20%")
NSW = MeterOffer(
    cost_cents=5_00,
    seed_cents=10_000_00,
    rate="25%",
    pays={"four-of-a-kind": "500 for 1", "full-house": "50 for 1", "flush": "30 for 1"},
    guaranteed_cents={"royal-flush": 8_000_00, "straight-flush": 900_00},
    bonus_cents={"royal-flush": 500_00, "straight-flush": 100_00},
)
OFFERS = {"crown": CROWN, "maryland": MARYLAND, "nsw": NSW}
SUPERVISOR = {"crown": "tg-assistant-casino-manager", "maryland": "floorperson", "nsw": ""}


class Floor:
    """The meters of a book, all their events, and all money that moved, including the players'."""

    def __init__(self, book: str, *commands: Command) -> None:
        self.book = rulebook(book)
        self.meters = Meters()
        self.events: list[Event] = []
        self.moved: list[Transfer] = []
        self.do(*commands)

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Carry out the commands and return their events."""
        _, events = play(self.book, self.meters, *commands)
        for event in events:
            self.moved += transfers(self.meters, event)
            self.moved += self._players(event)
            self.meters = evolve(self.meters, event)
        self.events += events
        return events

    def _players(self, event: Event) -> list[Transfer]:
        """Return what the rounds move: whole wagers into the pool when they are settled, and meter prizes out of it."""
        match event:
            case OutcomeRecorded(meter=meter, table=table, carried=carried):
                came = sum(w.cents for w in self.meters.games[table].wagers if w not in carried)
                return [Transfer(source="round", target=f"pool:{meter}", cents=came, clause="x")] if came else []
            case PrizePaid(meter=meter, prize=prize) if prize.source == "meter" and prize.cents:
                return [Transfer(source=f"pool:{meter}", target="player", cents=prize.cents, clause="x")]
        return []

    def refused(self, *commands: Command) -> tuple[str, str]:
        """Return the code and the clause of the last command's refusal; check that nothing changes."""
        self.do(*commands[:-1])
        before = self.meters
        with pytest.raises(Refused) as refusal:
            self.do(commands[-1])
        assert self.meters == before
        return refusal.value.code, refusal.value.clause

    def value(self, meter: str = "main") -> Fraction:
        """Return a meter's exact value in dollars."""
        return self.meters.meters[meter].value / 100

    def pool(self, meter: str = "main") -> int:
        """Return what the transfers left in a pool, in cents."""
        return balances(self.moved)[f"pool:{meter}"]

    def register(self, *positions: int, table: str = "A", number: str = "1", at: int = 0, **more: object) -> Register:
        """Return the command that registers wagers of these positions, at the table's cost."""
        linked = self.meters.tables.get(table)
        meter = self.meters.meters[linked.meter] if linked else self.meters.meters["main"]
        cents = linked.cost_cents if linked else meter.terms.cost_cents
        wagers = tuple(RegisteredWager(position=each, player=f"p{each}", cents=cents) for each in positions)
        given = {"wagers": wagers, "pay_table": meter.terms.table, "sign": meter.terms.sign} | more
        return Register(table=table, round=number, at=at, **given)

    def record(
        self,
        hands: dict[int, str],
        community: str = COMMUNITY,
        table: str = "A",
        number: str = "1",
        at: int = 0,
        **more: object,
    ) -> RecordOutcome:
        """Return the command that records an outcome; a hand is given as its hole cards, or as what happened to it."""
        shown = tuple(_shown(position, cards) for position, cards in hands.items())
        given = {"by": SUPERVISOR[self.book.id]} | more
        return RecordOutcome(table=table, round=number, hands=shown, community=parse(community), at=at, **given)

    def round(self, hands: dict[int, str], community: str = COMMUNITY, wagers: tuple[int, ...] | None = None, **where):
        """Play a whole round, by default with wagers of all positions; return what was paid, in dollars."""
        positions = tuple(hands) if wagers is None else wagers
        self.do(self.register(*positions, **where))
        return paid(self.do(self.record(hands, community, **where)))


def _shown(position: int, cards: str) -> ShownHand:
    if cards in {fate.value for fate in Fate}:
        return ShownHand(position=position, player=f"p{position}", fate=Fate(cards))
    return ShownHand(position=position, player=f"p{position}", hole=parse(cards), fate=Fate.PLAYED)


def paid(events: tuple[Event, ...]) -> list[tuple[int, str, Fraction]]:
    """Return the position, wager and dollars of every prize, in the order of payment."""
    prizes = (event.prize for event in events if isinstance(event, PrizePaid))
    return [(prize.position, prize.wager, Fraction(prize.cents, 100)) for prize in prizes]


def added(events: tuple[Event, ...]) -> list[tuple[str, Fraction, str]]:
    """Return the reason, the dollars and the clause of every addition by the house."""
    return [
        (event.why.value, Fraction(event.amount_exact) / 100, event.clause)
        for event in events
        if isinstance(event, HouseAdded)
    ]


def cancelled(events: tuple[Event, ...]) -> list[tuple[tuple[int, ...], str]]:
    """Return the positions that got their wagers back and the clause, for every cancelled game."""
    return [
        (tuple(wager.position for wager in event.returned), event.clause)
        for event in events
        if isinstance(event, GameCancelled)
    ]


def floor(book: str, value: str | None = None, tables: tuple[str, ...] = ("A",), **offer: object) -> Floor:
    """Return a floor with one meter, `main`."""
    from msgspec.structs import replace

    from mississippi_stud.money import parse as money

    cents = None if value is None else money(value)
    return Floor(book, OpenMeter(meter="main", offer=replace(OFFERS[book], **offer), tables=tables, value_cents=cents))


def notice(change: str, at: int = 0, **about: str) -> DisplayNotice:
    """Return the command that puts up a sign."""
    return DisplayNotice(notice=MeterNotice(change=Change(change), at=at, **about), at=at)
