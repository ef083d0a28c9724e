"""Draws people by lot from a secret that the house committed to before it knew whom it would draw. Pure.

The house publishes `lot_commitment(secret)`; the order is `lot(secret, draw, names)`, where `draw` names the occasion
and the names are sorted first, so that the order in which they are given changes nothing.
"""

from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest, new
from itertools import count
from struct import unpack
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import SECRET_BYTES

_PURPOSE: Final = b"mississippi-stud lot 1"


def lot_commitment(secret: bytes) -> str:
    """Return the hash that binds the house to a secret for a draw."""
    if len(secret) != SECRET_BYTES:
        raise InputError("secret-length", needed=SECRET_BYTES, given=len(secret))
    return sha256(_PURPOSE + b"\0" + secret).hexdigest()


def opens(secret: bytes, commitment: str) -> bool:
    """Whether a secret is the one that was committed to."""
    return compare_digest(lot_commitment(secret), commitment)


def lot(secret: bytes, draw: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names in the order in which they are drawn.

    >>> lot(bytes(32), "spring/1/1", ["ann", "ben", "cho"]) == lot(bytes(32), "spring/1/1", ["cho", "ben", "ann"])
    True
    """
    lot_commitment(secret)  # raises for a secret of another length
    drawn = sorted(set(names))
    left, keyed = len(drawn), new(secret, b"\0".join((_PURPOSE, draw.encode(), b"")), "sha256")
    for counter in count():  # HMAC-SHA-256 in counter mode: eight 32-bit words to a block
        if left < 2:
            return tuple(drawn)
        block = keyed.copy()
        block.update(counter.to_bytes(8, "big"))
        for word in unpack(">8I", block.digest()):
            if left >= 2 and word < 2**32 - 2**32 % left:  # a word above the largest multiple would favour some
                chosen = word % left
                left -= 1
                drawn[left], drawn[chosen] = drawn[chosen], drawn[left]
    raise AssertionError("the counter never ends")
