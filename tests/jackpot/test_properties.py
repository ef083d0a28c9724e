"""Whatever happens to any number of meters and tables, in any order, not a fraction of a cent is lost."""

from fractions import Fraction
from math import ceil

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.jackpot import (
    AddTable,
    CancelGame,
    Carry,
    ChangeOption,
    CloseMeter,
    Command,
    CorrectMeter,
    DocumentPrizes,
    Event,
    MeterOffer,
    Meters,
    MoveTable,
    OpenMeter,
    ReceiveValue,
    RemoveTable,
    RetractWagers,
    fold,
)
from mississippi_stud.jackpot.events import OutcomeRecorded
from mississippi_stud.money import balances
from mississippi_stud.prose.meters import life
from mississippi_stud.round import Refused
from mississippi_stud.rulebooks.ledger import ledger
from tests.jackpot.floor import COMMUNITY, LOW_STRAIGHT_FLUSH, NOTHING, ROYAL, SUPERVISOR, Floor, notice

METERS = ("m0", "m1", "m2")
TABLES = ("A", "B", "C", "D")
HANDS = (
    {1: ROYAL, 2: LOW_STRAIGHT_FLUSH, 3: "folded"},
    {1: LOW_STRAIGHT_FLUSH, 2: "folded", 3: NOTHING},
    {1: "returned", 2: ROYAL, 3: NOTHING},
    {1: NOTHING, 2: "carried", 3: "folded"},
    {1: "lost", 2: NOTHING, 3: "folded"},
)
COSTS = {"crown": (1_00, 2_00, 5_00), "maryland": (1_00, 5_00, 5_00), "nsw": (1_00, 2_00, 3_33)}
RATES = ("0%", "12.345%", "33.33%", "99.99%", "100%")

THROW = st.tuples(
    st.integers(0, 17), st.sampled_from(METERS), st.sampled_from(TABLES), st.sampled_from(METERS), st.integers(0, 999)
)


def offer(book: str, name: str, number: int) -> MeterOffer:
    cost = COSTS[book][METERS.index(name)]
    if book == "crown":
        return MeterOffer(cost_cents=cost, option="1", seed="10000")
    seed = 10_000_00 + number if book == "maryland" else number
    return MeterOffer(cost_cents=cost, seed_cents=seed, rate=RATES[number % 5])


def command(casino: Floor, throw: tuple, now: int) -> list[Command]:
    """Return the commands of a throw of the dice, many of which are refused."""
    book = casino.book.id
    kind, meter, table, other, number = throw
    match kind:
        case 0 | 1:
            return [OpenMeter(meter=meter, offer=offer(book, meter, number), tables=(table,), at=now)]
        case 2:
            cost = COSTS[book][METERS.index(meter)]
            sign = notice("add", table=table, meter=meter, at=now)
            return [sign, AddTable(table=table, meter=meter, cost_cents=cost, at=now + 1200)]
        case 3:
            linked = casino.meters.tables.get(table)
            sign = notice("remove", table=table, meter=linked.meter if linked else meter, at=now)
            return [sign, RemoveTable(table=table, at=now + 1200)]
        case 4:
            return [
                notice("move", table=table, meter=meter, at=now),
                MoveTable(table=table, meter=meter, at=now + 1200),
            ]
        case 5:
            tables = [name for name, linked in casino.meters.tables.items() if linked.meter == meter]
            signs = [notice("close", table=name, meter=meter, at=now) for name in tables]
            to = dict.fromkeys({other, METERS[number % 3]} - {meter}, 1 + number % 7)
            return [
                *signs,
                CloseMeter(meter=meter, to=to, to_other_games={"x": 3} if number % 2 else {}, at=now + 1200),
            ]
        case 6:
            amount = Fraction(number - 300, 7)
            return [CorrectMeter(meter=meter, amount_exact=str(amount), corrects="c", by="s", why="w", at=now)]
        case 7:
            return [ReceiveValue(meter=meter, cents=number + 1, source="x", at=now)]
        case 8:
            sign = notice("option", option="2", at=now)
            return [sign, ChangeOption(option="2", seed=("10000", "20000")[number % 2], at=now + 1200)]
        case 9:
            return [CancelGame(table=table, clause=f"{book} x", at=now)]
        case 10:
            return [Carry(table=table, at=now)]
        case 11:
            return [RetractWagers(table=table, positions=(1 + number % 3,), at=now)]
        case 12:
            return [DocumentPrizes(table=table, at=now)]
        case 13 | 14 | 15 if table in casino.meters.tables:
            positions = ((1, 2, 3), (1, 2), (2,), ())[number % 4]
            return [casino.register(*positions, table=table, number="r", at=now)]
        case _:
            hands = HANDS[number % len(HANDS)]
            return [casino.record(hands, COMMUNITY, table=table, number="r", at=now, by=SUPERVISOR[book])]


def check(casino: Floor) -> None:
    """Check the invariants."""
    never_below = casino.book.jackpot.never_below_seed.value
    gained = balances(casino.moved)
    for name, meter in casino.meters.meters.items():
        put_in = Fraction(meter.house_exact) + Fraction(meter.contributed_exact) + Fraction(meter.moved_exact)
        assert meter.value == put_in - meter.prizes_cents, "a fraction was lost"
        assert sum(map(Fraction, meter.gave_exact.values())) == Fraction(meter.contributed_exact)
        assert gained[f"pool:{name}"] == ceil(meter.value) == meter.pool_cents, "the pool does not hold its meter"
        if meter.open:
            assert not never_below or meter.value >= meter.terms.seed_cents, "below the seed"
        else:
            assert meter.value == 0
    assert sum(gained.values()) == 0
    assert set(casino.meters.games) <= set(casino.meters.tables)
    assert all(casino.meters.meters[linked.meter].open for linked in casino.meters.tables.values())


@pytest.mark.parametrize("book", ["crown", "maryland", "nsw"])
@settings(max_examples=30)
@given(throws=st.lists(THROW, min_size=5, max_size=40))
def test_whatever_happens_value_is_seeds_and_contributions_less_prizes(book: str, throws: list[tuple]):
    casino, now, clauses = Floor(book), 0, set()
    for throw in throws:
        now += 2000
        before = casino.meters
        try:
            for each in command(casino, throw, now):
                before = casino.meters
                casino.do(each)
        except Refused as refused:
            clauses.add(refused.clause)
            assert casino.meters == before
        check(casino)
    assert clauses <= set(ledger(book)), "every refusal names a clause of the book"
    assert fold(casino.events) == casino.meters
    for event in casino.events:
        raw = msgspec.json.encode(event)
        assert msgspec.json.decode(raw, type=Event) == event
    assert msgspec.json.decode(msgspec.json.encode(casino.meters), type=Meters) == casino.meters
    for entry in (*life(casino.book, casino.events), *life(casino.book, casino.events, "fr")):
        assert entry.words
        assert entry.clause
    recorded = [event for event in casino.events if isinstance(event, OutcomeRecorded)]
    assert [event.at for event in recorded] == sorted(event.at for event in recorded)


COMMANDS = {
    "open_meter", "display_notice", "add_table", "remove_table", "move_table", "set_equipment", "register",
    "cancel_game", "cancel_mistake", "retract_wagers", "carry", "record_outcome", "document_prizes", "close_meter",
    "receive_value", "change_option", "correct_meter", "return_prize",
}  # fmt: skip
EVENTS = {
    "meter_opened", "notice_displayed", "table_added", "table_removed", "table_moved", "equipment_set",
    "game_registered", "game_cancelled", "wagers_returned", "game_carried", "game_continued", "outcome_recorded",
    "prize_paid", "house_added", "prizes_documented", "meter_closed", "value_received", "option_changed",
    "meter_corrected", "prize_returned",
}  # fmt: skip


def test_the_names_of_commands_and_events_are_stable():
    assert {each.__struct_config__.tag for each in Command.__args__} == COMMANDS
    assert {each.__struct_config__.tag for each in Event.__args__} == EVENTS
