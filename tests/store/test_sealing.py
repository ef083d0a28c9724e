"""The length of sealed data reveals nothing: it is the same whatever the hidden part is."""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from mississippi_stud.cards import DECK
from mississippi_stud.errors import InputError
from mississippi_stud.store import Database, NewEvent, StreamPart, Success, log, schema
from mississippi_stud.store.entries import Refusal
from tests.store.drive import KEYS, append, chance_of, command, parts


@pytest.fixture
def database() -> Iterator[Database]:
    opened = Database("sqlite://", KEYS)
    yield opened
    opened.close()


def deal(seats: int, cards: list[int] | None) -> bytes:
    """Return a deal to some seats and the community as JSON; without cards, its public part."""
    places = [[seat, number] for seat in range(1, seats + 1) for number in (1, 2)] + [
        [0, number] for number in (1, 2, 3)
    ]
    return msgspec.json.encode({"type": "cards_dealt", "places": places, "cards": cards and cards[: len(places)]})


@pytest.mark.parametrize("seats", range(1, 10))
def test_sealed_deals_are_of_one_length_for_every_deck(database: Database, seats: int):
    low, high = sorted(map(int, DECK)), sorted(map(int, DECK), reverse=True)
    decks = [low, high, *(chance_of(number).sample(low, len(low)) for number in range(50))]
    assert len({len(deal(seats, each)) for each in decks}) > 1, "in the clear their lengths differ"
    events = tuple(NewEvent("cards_dealt", 1, deal(seats, None), deal(seats, each)) for each in decks)
    assert append(database, parts("1", StreamPart("a", 0, events))) == [Success((len(decks),))]
    with database.transaction() as connection:
        sealed = connection.scalars(select(schema.events.c.sealed)).all()
    assert len(set(map(len, sealed))) == 1
    assert len(set(sealed)) == len(decks)
    assert [record.hidden for record in log.read(database, "a")] == [deal(seats, each) for each in decks]


@given(st.binary(max_size=600), st.text(max_size=150), st.text(max_size=150))
def test_the_length_of_a_sealed_event_follows_from_its_public_part_alone(payload: bytes, one: str, other: str):
    sealed = [KEYS.seal_event("a", 1, payload, msgspec.json.encode(text)[:192]) for text in (one, other)]
    assert len(sealed[0]) == len(sealed[1]) == (len(payload) + 192 + 255) // 256 * 256 + 16


@given(st.integers(0, 5000), st.integers(1, 99))
def test_what_is_sealed_is_what_comes_out(size: int, version: int):
    plain = msgspec.json.encode("x" * size)
    assert KEYS.unseal_event("a", version, KEYS.seal_event("a", version, plain, plain)) == plain
    assert KEYS.unseal_snapshot("a", version, KEYS.seal_snapshot("a", version, plain)) == plain


def test_snapshots_are_of_a_few_lengths():
    lengths = {len(KEYS.seal_snapshot("a", 1, b"x" * size)) - 16 for size in range(1, 3000)}
    assert lengths == {1024, 2048, 3072}


def test_what_is_sealed_belongs_to_its_place():
    sealed = KEYS.seal_event("a", 1, b"{}", b"{}")
    assert KEYS.unseal_event("a", 1, sealed) == b"{}"
    for stream, version in (("b", 1), ("a", 2)):
        with pytest.raises(InputError):
            KEYS.unseal_event(stream, version, sealed)
    with pytest.raises(InputError):
        KEYS.unseal_snapshot("a", 1, sealed)


@pytest.mark.parametrize(("size", "fits"), [(256, True), (257, False)])
def test_what_does_not_fit_is_a_fault_of_its_command_alone(database: Database, size: int, fits: bool):
    """The public part allows a multiple of 256 bytes; anything longer would give itself away."""
    secret = NewEvent("happened", 1, b"{}", b"x" * size)
    outcome, stood = append(database, parts("1", StreamPart("a", 0, (secret,))), command("b", 0, "2"))
    assert stood == Success((1,))
    if fits:
        assert outcome == Success((1,))
    else:
        assert isinstance(outcome, Refusal)
        assert str(outcome.error) == "the hidden part of event 1 of a has 257 bytes, and room for 256"
