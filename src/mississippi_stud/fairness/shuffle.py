"""Derives the order of a deck from a secret and the players' seeds, and proves it. Pure.

Before the wagers the house publishes `commitment(secret)`. At a table with several seats each seat then publishes
`seed_commitment(seed)`, so nobody can choose a seed after seeing another's. The round's deck is
`deck(secret, seeds, round_id)`, with the seeds of the seats that wagered, in order of position. When the round has
ended the house reveals the secret, and anyone can `check` that it is the one committed to and that the deck follows
from it. docs/fairness.md describes the method independently of Python.
"""

from hashlib import sha256
from hmac import compare_digest, new
from itertools import count
from struct import unpack
from typing import Final, NamedTuple

from mississippi_stud.cards import DECK, Card
from mississippi_stud.errors import InputError

SECRET_BYTES: Final = 32
SEED_CHARACTERS_MAX: Final = 64
_PURPOSE: Final = b"mississippi-stud deck 1"
_LIMITS: Final = (0, 0, *(2**32 - 2**32 % left for left in range(2, 53)))
"""The largest multiple of each number of cards left that 32-bit words reach; the last card needs no choice."""
_SEED: Final = b"mississippi-stud seed 1"


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret, published before the wagers: it binds the house and reveals nothing."""
    _check_secret(secret)
    return sha256(_PURPOSE + b"\0" + secret).hexdigest()


def seed_commitment(seed: str) -> str:
    """Return the hash of a seat's next seed, published before any seat's seed is opened."""
    check_seed(seed)
    return sha256(_SEED + b"\0" + seed.encode()).hexdigest()


def round_id(table: str, number: int) -> str:
    """Return a round's id, which its shuffle is bound to.

    >>> round_id("table:6fb1", 3)
    'table:6fb1#3'
    """
    return f"{table}#{number}"


def deck(secret: bytes, seeds: tuple[str, ...], round_id: str) -> tuple[Card, ...]:
    """Return the 52 cards in the order they leave the deck."""
    _check_secret(secret)
    for seed in seeds:
        check_seed(seed)
    message = b"\0".join((_PURPOSE, round_id.encode(), *(seed.encode() for seed in seeds), b""))
    cards, left, keyed = list(DECK), len(DECK), new(secret, message, "sha256")
    for counter in count():  # HMAC-SHA-256 in counter mode: eight 32-bit words to a block
        block = keyed.copy()
        block.update(counter.to_bytes(8, "big"))
        for word in unpack(">8I", block.digest()):
            if word < _LIMITS[left]:  # a word above the largest multiple would favour some cards
                chosen = word % left
                left -= 1
                cards[left], cards[chosen] = cards[chosen], cards[left]
        if left == 1:
            return tuple(cards)
    raise AssertionError("the counter never ends")


def _check_secret(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise InputError("secret-length", needed=SECRET_BYTES, given=len(secret))


def check_seed(seed: str) -> None:
    """Raise `InputError` unless a player's seed is a short printable text."""
    if len(seed) > SEED_CHARACTERS_MAX or not seed.isprintable():
        raise InputError("not-a-seed", most=SEED_CHARACTERS_MAX)


class DealRecord(NamedTuple):
    """A past deal: what was published before it, and what was revealed after it."""

    round_id: str
    commitment: str
    secret: bytes
    seeds: tuple[str, ...]
    """The seeds of the seats that wagered, in order of position; a seed that never came is empty."""
    cards: tuple[Card, ...]
    """The cards that left the deck, in order."""


def check(deal: DealRecord) -> None:
    """Raise `InputError` unless the secret is the one committed to and the cards follow from it."""
    if not compare_digest(commitment(deal.secret), deal.commitment):
        raise InputError("other-secret", round=deal.round_id)
    expected = deck(deal.secret, deal.seeds, deal.round_id)[: len(deal.cards)]
    if expected != deal.cards:
        place = next(n for n, pair in enumerate(zip(expected, deal.cards, strict=True), start=1) if pair[0] != pair[1])
        raise InputError("other-card", round=deal.round_id, place=place)
