"""Draws weighted entries without replacement: nobody can choose the outcome, and anybody can check it. Pure.

Before the entries are known the house publishes `draw_commitment(secret)`, and the scrutineer `sealed(seed)`; or a
public value is named that nobody knows yet. When entries close, the root of their list is published. The order of
all entries then follows. The numbers are HMAC-SHA-256 in counter mode under the secret, of the draw, the root and the
seed. The weights of the entries lie one after another, in the order of the list; the entry in whose span a number falls
is drawn, unless it was drawn before. Once half of the weight is out, the spans of those left are laid anew.
docs/promotions.md describes the method independently of Python; why it is this one: decision 562.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from hashlib import sha256
from hmac import compare_digest, new
from itertools import accumulate, count, islice
from struct import unpack
from typing import Final

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.merkle import root
from mississippi_stud.fairness.shuffle import SECRET_BYTES

_PURPOSE: Final = b"mississippi-stud draw 1"
_SEALED: Final = b"mississippi-stud draw seed 1"
SEED_CHARACTERS: Final = (32, 128)
"""The least and the most: a seed that can be guessed is not sealed."""
WEIGHT_MAX: Final = 2**63
"""What all weights together must not exceed."""
_WORDS: Final = 2**64


class DrawEntry(msgspec.Struct, frozen=True, array_like=True):
    """An entry in a draw: its number in the order of receipt, whose it is, and its weight."""

    number: int
    holder: str
    weight: int = 1

    @property
    def leaf(self) -> bytes:
        """What its leaf in the tree of all entries is made of."""
        return self.number.to_bytes(8, "big") + self.weight.to_bytes(8, "big") + self.holder.encode()


class DrawRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A past draw: what was published before it, what was opened at it, and the entries it drew first."""

    draw: str
    root: str
    """The root of all entries, published when entries closed."""
    commitment: str
    """The house's, published before the first entry."""
    seed_commitment: str = ""
    """The scrutineer's, published before entries closed; empty where a public value takes the place of the seed."""
    secret: str
    seed: str
    """The scrutineer's seed, or the public value."""
    entries: tuple[DrawEntry, ...]
    drawn: tuple[int, ...]
    """The numbers of the entries that were drawn, in order."""


def draw_commitment(secret: bytes) -> str:
    """Return the hash that binds the house to a secret for a draw of entries."""
    if len(secret) != SECRET_BYTES:
        raise InputError("secret-length", needed=SECRET_BYTES, given=len(secret))
    return sha256(_PURPOSE + b"\0" + secret).hexdigest()


def sealed(seed: str) -> str:
    """Return the hash by which a scrutineer seals a seed."""
    least, most = SEED_CHARACTERS
    if not least <= len(seed) <= most or not seed.isprintable():
        raise InputError("not-a-draw-seed", least=least, most=most)
    return sha256(_SEALED + b"\0" + seed.encode()).hexdigest()


def entries_root(entries: Iterable[DrawEntry]) -> str:
    """Return the root of a list of entries, in hexadecimal."""
    return root(entry.leaf for entry in entries).hex()


def ranking(secret: bytes, draw: str, root: str, seed: str, entries: tuple[DrawEntry, ...]) -> Iterator[DrawEntry]:
    """Yield the entries in the order in which they are drawn, each with a chance in proportion to its weight.

    >>> three = (DrawEntry(1, "ann", 1), DrawEntry(2, "ben", 5), DrawEntry(3, "cho", 1))
    >>> [each.holder for each in ranking(bytes(32), "spring", entries_root(three), "", three)]
    ['ben', 'cho', 'ann']
    """
    draw_commitment(secret)  # raises for a secret of another length
    message = b"\0".join((_PURPOSE, draw.encode(), root.encode(), seed.encode(), b""))
    return _drawn(_numbers(secret, message), entries)


def _drawn(numbers: Iterator[int], entries: tuple[DrawEntry, ...]) -> Iterator[DrawEntry]:
    weights = [entry.weight for entry in entries]
    if any(weight < 1 for weight in weights) or sum(weights) > WEIGHT_MAX:
        raise InputError("draw-weights", most=WEIGHT_MAX)
    while entries:
        ends = list(accumulate(weights))  # the spans of the entries, one after another
        whole, gone, out = ends[-1], 0, bytearray(len(entries))
        limit = _WORDS - _WORDS % whole  # a number above the largest multiple would favour some
        while 2 * gone < whole:
            number = next(numbers)
            if number >= limit:
                continue
            place = bisect_right(ends, number % whole)
            if not out[place]:  # the span of an entry that is out counts for nothing: the next number is taken
                out[place] = 1
                gone += weights[place]
                yield entries[place]
        left = [place for place, drawn in enumerate(out) if not drawn]
        entries, weights = tuple(entries[place] for place in left), [weights[place] for place in left]


def _numbers(secret: bytes, message: bytes) -> Iterator[int]:
    """Yield 64-bit numbers without end: HMAC-SHA-256 in counter mode, four to a block."""
    keyed = new(secret, message, "sha256")
    for counter in count():
        block = keyed.copy()
        block.update(counter.to_bytes(8, "big"))
        yield from unpack(">4Q", block.digest())


def check_draw(record: DrawRecord, published_root: str = "") -> None:
    """Raise `InputError` unless what was opened is what was committed to, and the draw follows from it.

    `published_root` is the root as somebody noted it when entries closed: without it the record's own is believed.
    """
    if published_root and not compare_digest(published_root, record.root):
        raise InputError("other-published-root", draw=record.draw)
    for place, entry in enumerate(record.entries, start=1):
        if entry.number != place or not 1 <= entry.weight <= WEIGHT_MAX:
            raise InputError("entry-out-of-order", draw=record.draw, place=place)
    if not compare_digest(entries_root(record.entries), record.root):
        raise InputError("other-entries", draw=record.draw)
    secret = _bytes(record)
    if not compare_digest(draw_commitment(secret), record.commitment):
        raise InputError("other-draw-secret", draw=record.draw)
    if record.seed_commitment and not compare_digest(sealed(record.seed), record.seed_commitment):
        raise InputError("other-draw-seed", draw=record.draw)
    order = ranking(secret, record.draw, record.root, record.seed, record.entries)
    expected = tuple(each.number for each in islice(order, len(record.drawn)))
    if expected != record.drawn:
        pairs = enumerate(zip(expected, record.drawn, strict=False), start=1)
        place = next((place for place, (one, other) in pairs if one != other), len(expected) + 1)
        raise InputError("other-drawn", draw=record.draw, place=place)


def _bytes(record: DrawRecord) -> bytes:
    try:
        return bytes.fromhex(record.secret)
    except ValueError:
        raise InputError("other-draw-secret", draw=record.draw) from None
