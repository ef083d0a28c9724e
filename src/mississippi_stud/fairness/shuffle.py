"""From a secret and the players' seeds to the order of a deck, and the proof of it. Pure.

Before the wagers the house publishes `commitment(secret)`; at a table of several every seat then publishes
`seed_commitment(seed)`, so that nobody can choose a seed after seeing another's; the deck of the round is
`deck(secret, seeds, round_id)`, with the seeds of the seats that wagered in order of position. When the round has ended
the house reveals the secret, and anyone can `check` that it is the one committed to and that the deck follows from it.
docs/fairness.md writes the same down for any language.
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
"""The last whole multiple of each number of cards among 32-bit words; the last card has only one place."""
_SEED: Final = b"mississippi-stud seed 1"


def commitment(secret: bytes) -> str:
    """What is published of a secret before the wagers: its SHA-256, which tells nothing of it and binds to it."""
    _check_secret(secret)
    return sha256(_PURPOSE + b"\0" + secret).hexdigest()


def seed_commitment(seed: str) -> str:
    """What a seat publishes of its next seed before anybody's is opened."""
    check_seed(seed)
    return sha256(_SEED + b"\0" + seed.encode()).hexdigest()


def round_id(table: str, number: int) -> str:
    """The id of a round, which its shuffle is bound to.

    >>> round_id("table:6fb1", 3)
    'table:6fb1#3'
    """
    return f"{table}#{number}"


def deck(secret: bytes, seeds: tuple[str, ...], round_id: str) -> tuple[Card, ...]:
    """The 52 cards in the order in which they leave the deck."""
    _check_secret(secret)
    for seed in seeds:
        check_seed(seed)
    message = b"\0".join((_PURPOSE, round_id.encode(), *(seed.encode() for seed in seeds), b""))
    cards, left, keyed = list(DECK), len(DECK), new(secret, message, "sha256")
    for counter in count():  # HMAC-SHA-256 in counter mode gives 32-bit words, eight to a block
        block = keyed.copy()
        block.update(counter.to_bytes(8, "big"))
        for word in unpack(">8I", block.digest()):
            if word < _LIMITS[left]:  # above the last whole multiple of what is left not every card would be as likely
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
    """A player's seed is a short printable text."""
    if len(seed) > SEED_CHARACTERS_MAX or not seed.isprintable():
        raise InputError("not-a-seed", most=SEED_CHARACTERS_MAX)


class DealRecord(NamedTuple):
    """What is known of a past deal: what was published before it, and what was revealed after it."""

    round_id: str
    commitment: str
    secret: bytes
    seeds: tuple[str, ...]
    """Of the seats that wagered, in order of position; one that never came is empty."""
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
