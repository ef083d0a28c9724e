"""The shuffle is uniform and provable, and the uniformity test rejects bad shuffles."""

import hashlib
import hmac
from collections.abc import Callable
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clauses import clause

from mississippi_stud.cards import DECK, text
from mississippi_stud.errors import InputError
from mississippi_stud.fairness import DealRecord, check, commitment, deck, new_secret
from mississippi_stud.maths import batch

SECRETS = st.binary(min_size=32, max_size=32)
SEEDS = st.text(st.characters(categories=["L", "N", "P"]), max_size=64)
DECKS = 20_000


@given(SECRETS, SEEDS, st.text(max_size=20))
def test_a_shuffle_is_a_whole_deck(secret: bytes, seed: str, round_id: str):
    assert sorted(deck(secret, (seed,), round_id)) == list(DECK)


def test_a_deck_that_must_never_change():
    """Proofs of past rounds depend on this order forever."""
    assert text(deck(bytes(range(32)), ("ann",), "round-1")[:9]) == "3h 7s 4c Kd Ad 4d Th 6h 9s"
    assert commitment(bytes(32)) == "bf21a0e08219ca8adc25fbe32a993248eef3dc98e33754ab7cc1d80b949eb196"


@given(SECRETS, SEEDS, st.text(st.characters(categories=["L", "N"]), max_size=20))
def test_another_writing_of_it_agrees(secret: bytes, seed: str, round_id: str):
    """The verifier in docs/fairness.md shares no code with ours."""
    numbers, counter = [], 0
    while len(numbers) < 400:
        message = f"mississippi-stud deck 1\0{round_id}\0{seed}\0".encode() + counter.to_bytes(8, "big")
        block = hmac.new(secret, message, hashlib.sha256).digest()
        numbers += [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
        counter += 1
    order = list(range(52))
    for i in range(51, 0, -1):
        while (number := numbers.pop(0)) >= (1 << 32) // (i + 1) * (i + 1):
            pass
        j = number % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert tuple(order) == deck(secret, (seed,), round_id)


def ours(number: int) -> tuple[int, ...]:
    return deck(hashlib.sha256(b"test %d" % number).digest(), ("seed",), "round")


def by_modulo(number: int) -> tuple[int, ...]:
    """Shuffle with the classic flaw: a byte modulo the number of cards left."""
    noise = np.random.default_rng(number).integers(0, 256, 51)
    cards = list(DECK)
    for n, last in enumerate(range(51, 0, -1)):
        chosen = int(noise[n]) % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def off_by_one(number: int) -> tuple[int, ...]:
    """Shuffle with the other classic flaw: a card never stays where it is."""
    chance = np.random.default_rng(number)
    cards = list(DECK)
    for last in range(51, 0, -1):
        chosen = int(chance.integers(0, last))
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def position_surprise(decks: np.ndarray) -> float:
    """Return by how many standard deviations the chi-square of card by place is off, at 51 × 51 degrees of freedom."""
    seen = np.zeros((52, 52))
    for place in range(52):
        seen[place] = np.bincount(decks[:, place], minlength=52)
    expected = len(decks) / 52
    statistic = ((seen - expected) ** 2 / expected).sum() * 51 / 52
    return (statistic - 51 * 51) / sqrt(2 * 51 * 51)


def class_surprise(decks: np.ndarray) -> float:
    """Return by how many standard deviations the hands of the first five cards are off the exact counts."""
    counts = np.bincount(batch.five(decks[:, :5]), minlength=12)
    exact = np.array([1302540, 337920, 422400, 337920, 123552, 54912, 10200 + 5108 + 3744 + 624 + 36 + 4])
    seen = np.array([*counts[:6], counts[6:].sum()])
    expected = exact / comb(52, 5) * len(decks)
    statistic = ((seen - expected) ** 2 / expected).sum()
    return (statistic - 6) / sqrt(12)


def surprise(shuffle: Callable[[int], tuple[int, ...]]) -> float:
    decks = np.array([shuffle(number) for number in range(DECKS)])
    return max(abs(position_surprise(decks)), class_surprise(decks))


@clause("online overview.1", "online notice.2")
def test_every_card_is_as_likely_in_every_place_and_every_hand_as_often_as_it_should_be():
    assert surprise(ours) < 5


@pytest.mark.parametrize("flawed", [by_modulo, off_by_one])
def test_flawed_shuffles_are_caught_by_the_same_test(flawed: Callable[[int], tuple[int, ...]]):
    assert surprise(flawed) > 5


def deal(**changes: object) -> DealRecord:
    secret = bytes(range(32))
    honest = {
        "round_id": "r1",
        "commitment": commitment(secret),
        "secret": secret,
        "seeds": ("ann",),
        "cards": deck(secret, ("ann",), "r1")[:5],
    }
    return DealRecord(**(honest | changes))


def test_an_honest_deal_checks():
    assert check(deal()) is None
    assert check(deal(cards=())) is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"secret": bytes(32)}, "not the one that was committed to"),
        ({"commitment": commitment(bytes(32))}, "not the one that was committed to"),
        ({"seeds": ("ben",)}, "card 1 does not follow"),
        ({"round_id": "r2"}, "card 1 does not follow"),
        ({"cards": (*deal().cards[:4], deal().cards[0])}, "card 5 does not follow"),
        ({"secret": b"short"}, "a secret has 32 bytes; this one has 5"),
        ({"seeds": ("x" * 65,)}, "at most 64 characters"),
        ({"seeds": ("a\nb",)}, "a printable text"),
    ],
)
def test_a_dishonest_deal_does_not(changes: dict[str, object], said: str):
    with pytest.raises(InputError, match=said):
        check(deal(**changes))


def test_secrets_are_fresh():
    assert len({new_secret() for _ in range(1000)}) == 1000
    assert len(new_secret()) == 32
