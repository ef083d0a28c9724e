"""Publishes a list by one hash, to which it can be held: a Merkle tree as in RFC 9162, grown leaf by leaf. Pure.

Leaves and nodes are hashed apart, so that no list can pass for another. A `Frontier` is all that is needed to add
a leaf and to tell the root: one hash for each complete subtree, however long the list is.

>>> frontier = ()
>>> for number, text in enumerate((b"ann", b"ben", b"cho")):
...     frontier = grown(frontier, number, text)
>>> root_of(frontier) == root([b"ann", b"ben", b"cho"])
True
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

Frontier = tuple[bytes, ...]
"""The hashes of the complete subtrees of a list, the largest first."""
_LEAF: Final = b"\0"
_NODE: Final = b"\1"


def grown(frontier: Frontier, size: int, data: bytes) -> Frontier:
    """Return the frontier of a list of `size` leaves after one more."""
    subtree = sha256(_LEAF + data).digest()
    while size & 1:  # a complete subtree of the same size stands to the left: the two become one
        *rest, left = frontier
        frontier, subtree, size = tuple(rest), _node(left, subtree), size >> 1
    return (*frontier, subtree)


def root_of(frontier: Frontier) -> bytes:
    """Return the root of a list by its frontier; the root of nothing is the hash of nothing."""
    if not frontier:
        return sha256().digest()
    *rest, found = frontier
    for left in reversed(rest):
        found = _node(left, found)
    return found


def root(leaves: Iterable[bytes]) -> bytes:
    """Return the root of a whole list."""
    levels = _levels(leaves)
    return levels[-1][0] if levels[-1] else root_of(())


def path(leaves: Iterable[bytes], place: int) -> tuple[bytes, ...]:
    """Return the hashes that prove a leaf, by its place in the list from 0, from the leaf up to the root."""
    found = []
    for level in _levels(leaves)[:-1]:
        if place ^ 1 < len(level):  # the last of an odd number goes up alone
            found.append(level[place ^ 1])
        place >>= 1
    return tuple(found)


def proves(root: bytes, size: int, place: int, data: bytes, path: Iterable[bytes]) -> bool:
    """Whether a path proves that a leaf stands at a place of the list of that size and root.

    >>> names = [b"ann", b"ben", b"cho"]
    >>> proves(root(names), 3, 2, b"cho", path(names, 2)), proves(root(names), 3, 1, b"cho", path(names, 2))
    (True, False)
    """
    if not 0 <= place < size:
        return False
    found, last, given = sha256(_LEAF + data).digest(), size - 1, iter(path)
    while last:
        if place & 1 or place < last:
            sibling = next(given, None)
            if sibling is None:
                return False
            found = _node(sibling, found) if place & 1 else _node(found, sibling)
        place, last = place >> 1, last >> 1
    return found == root and next(given, None) is None


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


def _levels(leaves: Iterable[bytes]) -> list[list[bytes]]:
    """Return the hashes of every level of the tree, from the leaves to the root."""
    levels = [[sha256(_LEAF + each).digest() for each in leaves]]
    while len(levels[-1]) > 1:
        level = levels[-1]
        above = [sha256(_NODE + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=False)]
        levels.append(above + level[-1:] if len(level) & 1 else above)
    return levels
