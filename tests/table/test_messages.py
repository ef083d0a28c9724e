"""Every command, event and state of a table as JSON, and the public part of each event.

The shapes are read from the types, so a new command or event is tested without adding a line here.
"""

import types
import typing
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import DECK, Card
from mississippi_stud.round import events as r
from mississippi_stud.rulebooks.conduct import Incident, Remedy
from mississippi_stud.table import DealingMode, Facts, evolve, public
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.state import Question, Ruling, Table
from tests.table.hall import EVERY, MOST, NAMES, Hall, Staffed, all_of

QUICK = {
    "phases": [Phase.generate],
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
}
SEALED = {te.RoundCommitted, r.CardsDealt, r.CardsDiscarded, te.RulingAsked, te.IncidentRuled, te.CardRead}
"""Events that are not fully public when they happen."""
WRITTEN = {te.DisputeOpened, te.DisputeDecided, te.DisputeReviewed, te.SupervisorCalled}
"""What people wrote, which may name a card."""
SHOWN = {r.CardRevealed, r.HoleShown, r.BonusShown, r.CardExposed, te.CardCorrected}
"""Events whose cards everybody sees."""


# Values of any type.


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a type, as they occur in commands, events and states."""
    if isinstance(kind, typing.NewType):
        return st.sampled_from(DECK) if kind is Card else values(kind.__supertype__)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*map(values, inner))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return st.lists(values(inner[0]), max_size=2).map(tuple)
        return st.tuples(*map(values, inner))
    if origin in (dict, Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return st.dictionaries(values(inner[0]), values(inner[1]), max_size=2)
    if kind is type(None):
        return st.none()
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return structs(kind)
    return {bool: st.booleans(), int: st.integers(0, 2**53), str: st.text(max_size=6)}[kind]


def structs(kind: type) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{name: st.deferred(lambda n=name: values(hints[n])) for name in kind.__struct_fields__})


def tags(union: Any) -> list[str]:
    return [kind.__struct_config__.tag for kind in get_args(union)]


@pytest.mark.parametrize("union", [t.Command, te.Event], ids=["commands", "events"])
def test_every_name_is_there_once(union: Any):
    assert len(tags(union)) == len(set(tags(union)))
    assert all(tag == tag.lower() and " " not in tag for tag in tags(union))


@pytest.mark.parametrize("union", [t.Command, te.Event], ids=["commands", "events"])
@settings(max_examples=2, **QUICK)
@given(data=st.data())
def test_every_command_and_event_comes_back_from_json(union: Any, data: st.DataObject):
    decoder = msgspec.json.Decoder(union)
    for kind in get_args(union):
        message = data.draw(structs(kind))
        assert decoder.decode(msgspec.json.encode(message)) == message


@settings(max_examples=2, **QUICK)
@given(data=st.data())
def test_any_state_comes_back_from_json(data: st.DataObject):
    table = data.draw(structs(Table))
    assert msgspec.json.decode(msgspec.json.encode(table), type=Table) == table


# What is hidden.


def holds(kind: Any, wanted: Any, seen: frozenset[Any] = frozenset()) -> bool:
    """Whether a value of one type may contain a value of another at any depth."""
    if kind is wanted:
        return True
    if isinstance(kind, typing.NewType) or kind in seen:
        return False
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return any(holds(hint, wanted, seen | {kind}) for hint in get_type_hints(kind).values())
    return any(holds(each, wanted, seen) for each in get_args(kind))


def test_every_event_that_can_hold_a_card_is_sealed_or_shown_to_all():
    assert {kind for kind in get_args(te.Event) if holds(kind, Card)} == SEALED - {te.RoundCommitted} | SHOWN
    secret = {kind.__name__ for kind in get_args(te.Event) if "secret" in kind.__struct_fields__}
    assert secret - {"RoundCommitted"} <= {"SecretRevealed", "CommitmentWithdrawn"}  # they reveal it to all


@settings(max_examples=2, **QUICK)
@given(data=st.data())
def test_the_public_part_of_an_event_is_the_event_or_holds_no_card_and_no_secret(data: st.DataObject):
    for kind in get_args(te.Event):
        event = data.draw(structs(kind))
        told = public(event)
        assert type(told) is kind
        assert public(told) == told
        if kind in WRITTEN:
            about = getattr(told, "dispute", None) if kind is te.DisputeOpened else getattr(told, "call", None)
            assert not (about.about if about is not None else told.decision)
        elif isinstance(event, r.WagerPlaced) and event.stake.secret:
            assert (told.stake.cents, told.stake.counted_cents) == (0, 0)
        elif kind not in SEALED:
            assert told is event
        if kind not in SEALED:
            continue
        assert not list(cards_in(told))
        assert getattr(told, "secret", "") == ""
        for name in ("at", "by", "schema", "number", "commitment"):
            assert getattr(told, name, None) == getattr(event, name, None)


def cards_in(value: Any, kind: Any = None) -> Iterator[int]:
    """Return the cards within a value, found by the types of its fields."""
    if isinstance(value, msgspec.Struct):
        for name, hint in get_type_hints(type(value)).items():
            if holds(hint, Card):
                yield from cards_in(getattr(value, name), hint)
    elif isinstance(value, Mapping):
        yield from (card for each in value.values() for card in cards_in(each, kind))
    elif isinstance(value, tuple):
        yield from (card for each in value for card in cards_in(each, kind))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value


@pytest.mark.parametrize(("book", "dealing"), EVERY)
def test_the_public_part_of_a_deal_is_the_same_for_every_deck(book: str, dealing: str):
    offer = {"tables": {"three-card-bonus": "A", "six-card-bonus": "A"}} if dealing == "automatic" else {}
    told = set()
    for number in range(12):
        hall = Hall(book, dealing, **offer)
        hall.secrets = number * 1000
        hall.sit(*NAMES[: MOST[book]])
        for position in hall.table.seats:
            hall.lines(f"{position} ante 10; {position} ready")
        told.add(msgspec.json.encode(public(all_of(r.CardsDealt, hall.events)[0])))
    assert len(told) == 1


@given(
    st.lists(st.sampled_from(DECK), min_size=2, max_size=2, unique=True).map(tuple), st.binary(min_size=32, max_size=32)
)
def test_the_public_part_tells_nothing_by_its_length(cards: tuple[int, ...], secret: bytes):
    facts = Facts(position=1, card=cards, named=cards[::-1])
    asked = Question(incident=Incident.CARDS_TAKEN, facts=facts, decides="dealer", clause="crown 11.6")
    ruled = Ruling(
        incident=Incident.CARDS_TAKEN, case="x", ruling=Remedy.CARDS_RETURNED, clause="crown 11.6",
        decides="dealer", returned_clause="crown 11.6", facts=facts,
    )  # fmt: skip
    lengths = [
        len(msgspec.json.encode(public(event)))
        for event in (
            r.CardsDiscarded(cards=cards, clause="crown 11.6"),
            te.RulingAsked(at=1, by="dealer", question=asked),
            te.IncidentRuled(at=1, by="dealer", ruled=ruled),
            te.RoundCommitted(at=1, by="floor", number=1, commitment="0" * 64, secret=secret.hex()),
        )
    ]
    empty = Facts(position=1)
    assert lengths == [
        len(msgspec.json.encode(event))
        for event in (
            r.CardsDiscarded(cards=(None, None), clause="crown 11.6"),
            te.RulingAsked(at=1, by="dealer", question=msgspec.structs.replace(asked, facts=empty)),
            te.IncidentRuled(at=1, by="dealer", ruled=msgspec.structs.replace(ruled, facts=empty)),
            te.RoundCommitted(at=1, by="floor", number=1, commitment="0" * 64),
        )
    ]


# Evolving never refuses.


@pytest.mark.parametrize(("book", "dealing"), EVERY)
def test_events_lead_to_a_table_whole_from_json_or_without_what_is_hidden(book: str, dealing: str):
    hall = Hall(book, dealing)
    hall.sit(*NAMES[: MOST[book]])
    for _ in range(2):
        hall.whole_round()
    hall.lines("1 ante 10")
    assert hall.again() == hall.table
    assert msgspec.json.decode(msgspec.json.encode(hall.table), type=Table) == hall.table
    table = None
    for event in hall.events:
        table = evolve(table, public(event))
    assert (table.number, table.seats, table.deadlines) == (hall.table.number, hall.table.seats, hall.table.deadlines)
    assert table.committed.secret == ""


def test_a_table_that_people_run_comes_back_too():
    hall = Staffed("maryland", "automatic", DealingMode.PHYSICAL, positions=2)
    hall.sit("ann", "ben")
    hall.dealt_out()
    hall.do(t.OpenDispute, by="player", person="ann", player="ann", about="the shuffle")
    assert hall.again() == hall.table
    assert msgspec.json.decode(msgspec.json.encode(hall.table), type=Table) == hall.table
