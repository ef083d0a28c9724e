"""Draws of weighted entries: exact chances, one published list, and a verifier that nothing escapes."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate, permutations
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.fairness import merkle
from mississippi_stud.fairness.draw import (
    WEIGHT_MAX,
    DrawEntry,
    DrawRecord,
    check_draw,
    draw_commitment,
    entries_root,
    ranking,
    sealed,
)

SEED = "a seed that nobody can guess at all"
SETS = [(1, 1, 1), (1, 2, 3), (5, 1, 1, 1), (1, 10, 100), (7, 7, 1, 2), (1, 1, 1, 1, 1)]
ENTRIES = st.lists(
    st.tuples(st.text(min_size=1, max_size=8), st.integers(1, 10**6)), min_size=1, max_size=40
).map(lambda told: tuple(DrawEntry(number, *each) for number, each in enumerate(told, start=1)))  # fmt: skip


def entries_of(weights: tuple[int, ...]) -> tuple[DrawEntry, ...]:
    return tuple(DrawEntry(number, f"p{number}", weight) for number, weight in enumerate(weights, start=1))


# The list.


@given(st.lists(st.binary(max_size=12), max_size=70))
def test_a_list_grown_leaf_by_leaf_has_the_root_of_the_whole(leaves: list[bytes]):
    frontier: merkle.Frontier = ()
    for size, leaf in enumerate(leaves):
        frontier = merkle.grown(frontier, size, leaf)
    assert merkle.root_of(frontier) == merkle.root(leaves) == by_definition(leaves)
    assert len(frontier) == len(leaves).bit_count()


def by_definition(leaves: list[bytes]) -> bytes:
    """The tree of RFC 9162 as it defines it, by recursion."""
    if len(leaves) < 2:
        return hashlib.sha256(b"\0" + leaves[0] if leaves else b"").digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    left, right = by_definition(leaves[:split]), by_definition(leaves[split:])
    return hashlib.sha256(b"\1" + left + right).digest()


def test_roots_that_must_never_change():
    """The roots of the empty tree and of the first leaves of the test vectors of Certificate Transparency."""
    assert merkle.root([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert merkle.root([b""]).hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert merkle.root([b"", b"\0"]).hex() == "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"


@given(st.lists(st.binary(max_size=6), min_size=1, max_size=40, unique=True), st.data())
def test_a_leaf_is_proved_in_its_place_and_nowhere_else(leaves: list[bytes], data: st.DataObject):
    place = data.draw(st.integers(0, len(leaves) - 1))
    root, path = merkle.root(leaves), merkle.path(leaves, place)
    assert merkle.proves(root, len(leaves), place, leaves[place], path)
    assert not merkle.proves(root, len(leaves), place, leaves[place] + b"x", path)
    assert not merkle.proves(root, len(leaves), place, leaves[place], (*path, bytes(32)))
    assert not merkle.proves(root, len(leaves), len(leaves), leaves[place], path)
    other = data.draw(st.integers(0, len(leaves) - 1))
    assert merkle.proves(root, len(leaves), other, leaves[place], path) == (other == place)


# The order.


def test_an_order_that_must_never_change():
    """Proofs of past draws depend on this order for ever."""
    order = ranking(bytes(range(32)), "spring", "root", SEED, entries_of((3, 1, 4, 1, 5, 9, 2, 6)))
    assert [entry.number for entry in order] == [8, 5, 6, 3, 7, 2, 1, 4]
    assert draw_commitment(bytes(32)) == "2b7949bbdceef155ccd731503cabca9d34fe285bd9f1dc058b80631e6f9c1e3f"


@given(ENTRIES, st.binary(min_size=32, max_size=32))
def test_another_writing_of_it_agrees(entries: tuple[DrawEntry, ...], secret: bytes):
    """The verifier in docs/promotions.md shares no code with ours."""
    root = entries_root(entries)
    ours = [entry.number for entry in ranking(secret, "spring", root, SEED, entries)]
    assert ours == list(plainly(secret, "spring", root, SEED, entries))
    assert sorted(ours) == [entry.number for entry in entries]


def plainly(secret: bytes, draw: str, root: str, seed: str, entries: tuple[DrawEntry, ...]) -> Iterator[int]:
    message = f"mississippi-stud draw 1\0{draw}\0{root}\0{seed}\0".encode()
    counter, words = 0, []
    left, spans = list(entries), list(entries)
    while left:
        if 2 * sum(each.weight for each in left) <= sum(each.weight for each in spans):
            spans = list(left)
        total = sum(each.weight for each in spans)
        if not words:
            block = hmac.new(secret, message + counter.to_bytes(8, "big"), hashlib.sha256).digest()
            words, counter = [int.from_bytes(block[i : i + 8], "big") for i in range(0, 32, 8)], counter + 1
        word = words.pop(0)
        if word >= 2**64 // total * total:
            continue
        found = next(each for each, end in zip(spans, accumulate(each.weight for each in spans), strict=True)
                     if word % total < end)  # fmt: skip
        if found in left:
            left.remove(found)
            yield found.number


def exact(weights: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """Return the chance of every order, by the definition of drawing without replacement."""
    chances = {}
    for order in permutations(range(1, len(weights) + 1)):
        chance, left = Fraction(1), sum(weights)
        for number in order:
            chance *= Fraction(weights[number - 1], left)
            left -= weights[number - 1]
        chances[order] = chance
    assert sum(chances.values()) == 1
    return chances


Drawing = Callable[[int, tuple[int, ...]], tuple[int, ...]]


def ours(number: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    secret = hashlib.sha256(b"test %d" % number).digest()
    return tuple(entry.number for entry in ranking(secret, "d", "r", SEED, entries_of(weights)))


def by_scaled_numbers(number: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    """Sort by a random number times the weight: plausible, and wrong."""
    chance = Random(number)  # noqa: S311 - only picks cases
    keys = {place: chance.random() * weight for place, weight in enumerate(weights, start=1)}
    return tuple(sorted(keys, key=keys.__getitem__, reverse=True))


def by_small_modulo(number: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    """Draw with four bits modulo the weight that is left."""
    chance, left, order = Random(number), dict(enumerate(weights, start=1)), []  # noqa: S311 - only picks cases
    while left:
        at = chance.getrandbits(4) % sum(left.values())
        for place, weight in list(left.items()):
            if at < weight:
                order.append(place)
                del left[place]
                break
            at -= weight
    return tuple(order)


def surprise(drawing: Drawing, weights: tuple[int, ...], draws: int) -> float:
    """Return by how many standard deviations the chi-square of all orders is off."""
    seen = Counter(drawing(number, weights) for number in range(draws))
    rare, statistic, groups = [Fraction(0), 0], 0.0, 0
    for order, chance in exact(weights).items():
        if chance * draws < 10:  # too few to be judged alone
            rare = [rare[0] + chance, rare[1] + seen[order]]
            continue
        expected = float(chance * draws)
        statistic, groups = statistic + (seen[order] - expected) ** 2 / expected, groups + 1
    if rare[0] * draws >= 10:
        expected = float(rare[0] * draws)
        statistic, groups = statistic + (rare[1] - expected) ** 2 / expected, groups + 1
    return (statistic - (groups - 1)) / sqrt(2 * max(groups - 1, 1))


@pytest.mark.parametrize("weights", SETS)
def test_every_order_is_as_likely_as_its_weights_make_it(weights: tuple[int, ...]):
    assert surprise(ours, weights, 3_000) < 5


@pytest.mark.campaign
@pytest.mark.parametrize("weights", SETS)
def test_a_million_draws_agree_with_the_exact_chances(weights: tuple[int, ...]):
    assert surprise(ours, weights, 1_000_000) < 5


@pytest.mark.parametrize("flawed", [by_scaled_numbers, by_small_modulo])
def test_flawed_draws_are_caught_by_the_same_test(flawed: Drawing):
    assert max(surprise(flawed, weights, 3_000) for weights in SETS) > 5


# The verifier.


def record(chance: Random) -> DrawRecord:
    """Return an honest record of a draw."""
    weights = tuple(chance.choice((1, 1, 2, 5, 50)) for _ in range(chance.randint(1, 40)))
    entries = tuple(DrawEntry(number, f"p{chance.randint(1, 9)}", each) for number, each in enumerate(weights, start=1))
    secret, root = chance.randbytes(32), entries_root(entries)
    order = ranking(secret, "spring", root, SEED, entries)
    return DrawRecord(
        draw="spring",
        root=root,
        commitment=draw_commitment(secret),
        seed_commitment=sealed(SEED),
        secret=secret.hex(),
        seed=SEED,
        entries=entries,
        drawn=tuple(entry.number for entry in order)[:10],
    )


def alterations(honest: DrawRecord, chance: Random) -> dict[str, tuple[DrawEntry, ...]]:
    """Return lists of entries that were altered after closing, renumbered so that they look whole."""
    entries = list(honest.entries)
    at = chance.randrange(len(entries))
    one = entries[at]
    changed = {
        "added": [*entries, DrawEntry(0, "zoe", 1)],
        "inserted": [*entries[:at], DrawEntry(0, "zoe", 1), *entries[at:]],
        "removed": entries[:at] + entries[at + 1 :],
        "doubled": [*entries[:at], one, *entries[at:]],
        "weighed anew": [*entries[:at], DrawEntry(0, one.holder, one.weight + 1), *entries[at + 1 :]],
        "given away": [*entries[:at], DrawEntry(0, "zoe", one.weight), *entries[at + 1 :]],
    }
    return {
        name: tuple(DrawEntry(number, each.holder, each.weight) for number, each in enumerate(told, start=1))
        for name, told in changed.items()
    }


def redrawn(honest: DrawRecord, entries: tuple[DrawEntry, ...]) -> DrawRecord:
    """Return what a house would show that altered the entries and drew anew among them."""
    root = entries_root(entries)
    order = ranking(bytes.fromhex(honest.secret), honest.draw, root, honest.seed, entries)
    drawn = tuple(entry.number for entry in order)[: len(honest.drawn)]
    return replace(honest, root=root, entries=entries, drawn=drawn)


def try_alterations(tries: int) -> None:
    chance, made = Random(14), 0  # noqa: S311 - only picks cases
    while made < tries:
        honest = record(chance)
        check_draw(honest, honest.root)
        for name, entries in alterations(honest, chance).items():
            made += 1
            for told in (replace(honest, entries=entries), redrawn(honest, entries)):
                with pytest.raises(InputError) as found:
                    check_draw(told, honest.root)
                assert found.value.code in ("other-entries", "other-published-root"), name
            if entries:
                check_draw(redrawn(honest, entries))  # without the root that was published nobody could tell


def test_an_entry_added_removed_doubled_or_weighed_anew_is_found():
    try_alterations(600)


@pytest.mark.campaign
def test_an_altered_entry_is_found_in_10_000_tries():
    try_alterations(10_000)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"secret": "00" * 32}, "other-draw-secret"),
        ({"secret": "no"}, "other-draw-secret"),
        ({"seed": SEED + "!"}, "other-draw-seed"),
        ({"draw": "summer"}, "other-drawn"),
        ({"root": "00" * 32}, "other-entries"),
        ({"drawn": (2, 1)}, "other-drawn"),
        ({"drawn": (1, 1, 1, 1, 1, 1)}, "other-drawn"),
        ({"entries": (DrawEntry(2, "p1"), DrawEntry(1, "p2"))}, "entry-out-of-order"),
        ({"entries": (DrawEntry(1, "p1", 0),)}, "entry-out-of-order"),
    ],
)
def test_whatever_else_is_altered_is_found_and_named(changes: dict[str, object], code: str):
    honest = record(Random(3))  # noqa: S311 - only picks cases
    changes = {"drawn": honest.drawn[::-1], **changes} if changes.get("drawn") == (2, 1) else changes
    with pytest.raises(InputError) as found:
        check_draw(replace(honest, **changes))
    assert found.value.code == code
    assert "{" not in str(found.value)


def test_what_cannot_be_drawn_is_refused():
    heavy = (DrawEntry(1, "ann", WEIGHT_MAX), DrawEntry(2, "ben", 1))
    with pytest.raises(InputError, match="together they weigh"):
        list(ranking(bytes(32), "d", "r", SEED, heavy))
    assert [entry.number for entry in ranking(bytes(32), "d", "r", SEED, heavy[:1])] == [1]
    assert list(ranking(bytes(32), "d", "r", SEED, ())) == []
    with pytest.raises(InputError, match="32 to 128 characters"):
        sealed("too short")
    with pytest.raises(InputError, match="32 bytes"):
        draw_commitment(b"")
