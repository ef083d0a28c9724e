"""Trends in dealt hands: what lay before one seat of each round, against exact chances that no player can change.

Played hands depend on what players decide: who folds shows nothing. So only dealt cards are counted, of the lowest
position that was dealt in, whether or not it was played to its end: its two cards and the three community cards are
five cards of a shuffled deck, and rounds are independent of each other. A count is then binomial, and its tails are
exact (decision 361). Whether rounds were voided evenly is asked given how many there were (hypergeometric tails).

Whoever looks often finds something: every probability is corrected for all looks of one report (Holm, 1979).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Context, Decimal, localcontext
from enum import StrEnum
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from mississippi_stud.cards import DECK, Card, rank
from mississippi_stud.hands import Hand, five

_DIGITS: Final = Context(prec=50)
_DEALS: Final = comb(52, 5)
_PAIR: Final = comb(4, 2) * comb(12, 3) * 4**3
"""The hands with one pair of a given rank."""
_STRAIGHTS: Final = 10
_MADE: Final = {
    Hand.ROYAL_FLUSH: 4,
    Hand.STRAIGHT_FLUSH: 4 * (_STRAIGHTS - 1),
    Hand.FOUR_OF_A_KIND: 13 * 48,
    Hand.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
    Hand.FLUSH: 4 * comb(13, 5) - 4 * _STRAIGHTS,
    Hand.STRAIGHT: _STRAIGHTS * 4**5 - 4 * _STRAIGHTS,
    Hand.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
    Hand.TWO_PAIR: comb(13, 2) * comb(4, 2) ** 2 * 44,
    Hand.JACKS_OR_BETTER: 4 * _PAIR,
    Hand.PAIR_OF_6S_TO_10S: 5 * _PAIR,
    Hand.LOW_PAIR: 4 * _PAIR,
}
CHANCES: Final = {
    **{hand: Fraction(count, _DEALS) for hand, count in _MADE.items()},
    Hand.NOTHING: 1 - Fraction(sum(_MADE.values()), _DEALS),
}
"""The chance of each hand of five cards of a shuffled deck."""
_WITH_RANK: Final = 1 - Fraction(comb(48, 5), _DEALS)
_WITH_CARD: Final = Fraction(5, 52)
_PAYING: Final = Hand.PAIR_OF_6S_TO_10S
"""The least hand that does not lose."""
GROUPS_MAX: Final = 40
ROUNDS_MIN: Final = 20
"""Tables and dealers with fewer rounds are not looked at: a look that cannot find anything costs the others."""
ALARM: Final = Fraction(1, 100)
"""A corrected probability of at most this is worth asking about."""


class DealtHand(NamedTuple):
    """The five cards before the lowest position of a round, where it was dealt and by whom, and whether it was void."""

    table: str
    dealer: str
    cards: tuple[Card, Card, Card, Card, Card]
    void: bool = False


class TrendSubject(StrEnum):
    """Whose rounds are looked at."""

    HOUSE = "house"
    TABLE = "table"
    DEALER = "dealer"


class TrendKind(StrEnum):
    """What is counted."""

    HAND = "hand"
    RANK = "rank"
    CARD = "card"
    VOIDS = "voids"
    VOID_HANDS = "void-hands"


class Trend(NamedTuple):
    """One look: a count beside what was to be expected, and how probable something so far off is."""

    subject: TrendSubject
    name: str
    """The table or the dealer; empty for the house."""
    kind: TrendKind
    key: str
    """The hand, the rank or the card; empty for voids."""
    rounds: int
    observed: int
    expected: Fraction
    chance: Fraction
    """Of a count at least so far off on either side: twice the smaller tail, at most 1."""
    corrected: Fraction = Fraction(1)
    """That chance, corrected for all looks."""

    @property
    def alarming(self) -> bool:
        """Whether it is worth asking about."""
        return self.corrected <= ALARM


def trends(hands: Sequence[DealtHand]) -> list[Trend]:
    """Return every look at these rounds, the most improbable first."""
    looks = [*_house(hands)]
    for subject, named in ((TrendSubject.TABLE, "table"), (TrendSubject.DEALER, "dealer")):
        groups: defaultdict[str, list[DealtHand]] = defaultdict(list)
        for each in hands:
            groups[getattr(each, named)].append(each)
        largest = sorted((name for name in groups if name), key=lambda name: (-len(groups[name]), name))[:GROUPS_MAX]
        for name in largest:
            if len(groups[name]) >= ROUNDS_MIN:
                looks += _group(subject, name, groups[name], hands)
    return corrected(looks)


def _house(hands: Sequence[DealtHand]) -> Iterator[Trend]:
    if not hands:
        return
    yield from _hands_and_ranks(TrendSubject.HOUSE, "", hands)
    seen = Counter(card for each in hands for card in each.cards)
    for card in DECK:
        yield _look(TrendSubject.HOUSE, "", TrendKind.CARD, str(card), len(hands), seen[card], _WITH_CARD)
    voids = sum(each.void for each in hands)
    paying = [each for each in hands if five(*each.cards) >= _PAYING]
    both = sum(each.void for each in paying)
    if voids:
        yield _share(TrendSubject.HOUSE, "", TrendKind.VOID_HANDS, len(hands), len(paying), voids, both)


def _group(subject: TrendSubject, name: str, own: Sequence[DealtHand], every: Sequence[DealtHand]) -> Iterator[Trend]:
    yield from _hands_and_ranks(subject, name, own)
    voids = sum(each.void for each in every)
    if voids and len(own) < len(every):
        yield _share(subject, name, TrendKind.VOIDS, len(every), voids, len(own), sum(each.void for each in own))


def _hands_and_ranks(subject: TrendSubject, name: str, hands: Sequence[DealtHand]) -> Iterator[Trend]:
    made = Counter(five(*each.cards) for each in hands)
    for hand, chance in CHANCES.items():
        yield _look(subject, name, TrendKind.HAND, hand.key, len(hands), made[hand], chance)
    ranks = Counter(number for each in hands for number in {rank(card) for card in each.cards})
    for number in range(13):
        yield _look(subject, name, TrendKind.RANK, str(number), len(hands), ranks[number], _WITH_RANK)


def _look(
    subject: TrendSubject, name: str, kind: TrendKind, key: str, rounds: int, seen: int, chance: Fraction
) -> Trend:
    from mississippi_stud.maths.practice import binomial_tails  # with NumPy, for which no server need wait

    tails = binomial_tails(rounds, seen, chance)
    return Trend(subject, name, kind, key, rounds, seen, rounds * chance, min(2 * min(tails), Fraction(1)))


def _share(subject: TrendSubject, name: str, kind: TrendKind, every: int, marked: int, drawn: int, seen: int) -> Trend:
    """Look at how many of the marked are among the drawn, given how many there are of each."""
    tails = hypergeometric_tails(every, marked, drawn, seen)
    expected = Fraction(marked * drawn, every)
    return Trend(subject, name, kind, "", drawn, seen, expected, min(2 * min(tails), Fraction(1)))


def hypergeometric_tails(every: int, marked: int, drawn: int, seen: int) -> tuple[Fraction, Fraction]:
    """Return the chances of at most and of at least so many marked ones among those drawn.

    >>> [str(tail.limit_denominator(1000)) for tail in hypergeometric_tails(10, 4, 3, 2)]
    ['29/30', '1/3']
    """
    least, most = max(0, drawn + marked - every), min(drawn, marked)
    below = here = above = Decimal(0)
    with localcontext(_DIGITS):
        weight = Decimal(1)
        for count in range(least, most + 1):
            if count < seen:
                below += weight
            elif count == seen:
                here = weight
            else:
                above += weight
            after = (count + 1) * (every - marked - drawn + count + 1)
            weight = weight * (marked - count) * (drawn - count) / (after or 1)
        whole = below + here + above
        return Fraction((below + here) / whole), Fraction((here + above) / whole)


def corrected(looks: Iterable[Trend]) -> list[Trend]:
    """Return the looks with their chances corrected for all of them, the most improbable first (Holm)."""
    ordered = sorted(looks, key=lambda look: look.chance)
    found, least = [], Fraction(0)
    for place, look in enumerate(ordered):
        least = max(least, min((len(ordered) - place) * look.chance, Fraction(1)))
        found.append(look._replace(corrected=least))
    return found
