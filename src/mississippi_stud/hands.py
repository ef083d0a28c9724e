"""Rank hands of five, three or six cards. What a hand pays is elsewhere.

Each rank has a weight, and the sum of the weights of a hand's cards is looked up in a table: no sorting, no counting.
The weights are chosen so that two sets of five ranks with the same sum always make the same hand (decision 1).

`five`, `three` and `six` trust their caller to pass different cards from 0 to 51, as `cards.parse` returns them.
"""

from enum import IntEnum
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, starmap
from typing import Final, NamedTuple

from mississippi_stud.cards import DECK, Card, rank


class _Made(IntEnum):
    """A hand, with its name as pay tables and as people write it."""

    @cached_property
    def key(self) -> str:
        """The name as pay tables write it: ``pair-of-6s-to-10s``."""
        return self.name.lower().replace("_", "-")

    def __str__(self) -> str:
        """The name in words, as scenario files write it: ``pair of 6s to 10s``."""
        return self.key.replace("-", " ")


class Hand(_Made):
    """A five-card hand; a better hand is greater. One pair is split by rank as the pay tables need it."""

    NOTHING = 0
    LOW_PAIR = 1
    PAIR_OF_6S_TO_10S = 2
    JACKS_OR_BETTER = 3
    TWO_PAIR = 4
    THREE_OF_A_KIND = 5
    STRAIGHT = 6
    FLUSH = 7
    FULL_HOUSE = 8
    FOUR_OF_A_KIND = 9
    STRAIGHT_FLUSH = 10
    ROYAL_FLUSH = 11


class ThreeCardHand(_Made):
    """A three-card hand; a better hand is greater. A straight beats a flush, and three of a kind beats both."""

    NOTHING = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6


SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


class SixCards(NamedTuple):
    """The best five-card hand of six cards, and the suit if all six are a Super Royal: A K Q J T 9 of one suit."""

    hand: Hand
    super_royal: int | None


_RANK_WEIGHTS: Final = (0, 1, 6, 26, 105, 332, 828, 2227, 5062, 10990, 18220, 41452, 56952)
WEIGHTS: Final = tuple(_RANK_WEIGHTS[rank(card)] for card in DECK)
"""The weight of each card, which is the weight of its rank."""


_STRAIGHTS: Final = [_RANK_WEIGHTS[low : low + 5] for low in range(9)] + [(*_RANK_WEIGHTS[:4], _RANK_WEIGHTS[12])]
"""The weights of the ranks of each straight, the ace-high one ninth and the ace-low one last."""


def _by_sum() -> list[Hand]:
    """Return the hand for each sum of the weights of five cards that are not all of one suit."""
    table = [Hand.NOTHING] * (4 * _RANK_WEIGHTS[12] + _RANK_WEIGHTS[11] + 1)
    for place, weight in enumerate(_RANK_WEIGHTS):
        others = (*_RANK_WEIGHTS[:place], *_RANK_WEIGHTS[place + 1 :])
        pair = Hand.JACKS_OR_BETTER if place >= 9 else Hand.PAIR_OF_6S_TO_10S if place >= 4 else Hand.LOW_PAIR
        for one, other, more in combinations(others, 3):
            table[2 * weight + one + other + more] = pair
        for one, other in combinations(others, 2):
            table[3 * weight + one + other] = Hand.THREE_OF_A_KIND
            table[2 * (one + other) + weight] = Hand.TWO_PAIR
        for other in others:
            table[3 * weight + 2 * other] = Hand.FULL_HOUSE
            table[4 * weight + other] = Hand.FOUR_OF_A_KIND
    for straight in _STRAIGHTS:
        table[sum(straight)] = Hand.STRAIGHT
    return table


UNSUITED: Final = _by_sum()
"""The hand for each sum of five weights, if the five cards are not all of one suit."""
SUITED: Final = (
    {sum(ranks): Hand.FLUSH for ranks in combinations(_RANK_WEIGHTS, 5)}
    | {sum(straight): Hand.STRAIGHT_FLUSH for straight in _STRAIGHTS}
    | {sum(_STRAIGHTS[8]): Hand.ROYAL_FLUSH}
)
"""The hand for each sum of five weights, if the five cards are all of one suit."""


def five(a: Card, b: Card, c: Card, d: Card, e: Card) -> Hand:
    """Return the hand that five different cards make.

    >>> from mississippi_stud.cards import parse
    >>> five(*parse("5s 4s 3s 2s As")), five(*parse("Kd Ah 2c 3c 4c"))
    (<Hand.STRAIGHT_FLUSH: 10>, <Hand.NOTHING: 0>)
    """
    if (a ^ b) & 3 or (a ^ c) & 3 or (a ^ d) & 3 or (a ^ e) & 3:  # two suits differ, most often the first two
        return UNSUITED[WEIGHTS[a] + WEIGHTS[b] + WEIGHTS[c] + WEIGHTS[d] + WEIGHTS[e]]
    return SUITED[WEIGHTS[a] + WEIGHTS[b] + WEIGHTS[c] + WEIGHTS[d] + WEIGHTS[e]]


_SUPER_ROYALS: Final = {frozenset(DECK[28 + colour :: 4]): colour for colour in range(4)}


def six(a: Card, b: Card, c: Card, d: Card, e: Card, f: Card) -> SixCards:
    """Return the best five-card hand of six different cards, and the suit if the six are a Super Royal.

    >>> from mississippi_stud.cards import parse
    >>> six(*parse("Ad Kd Qd Jd Td 9d"))
    SixCards(hand=<Hand.ROYAL_FLUSH: 11>, super_royal=1)
    """
    best = max(starmap(five, combinations((a, b, c, d, e, f), 5)))
    return SixCards(best, _SUPER_ROYALS.get(frozenset((a, b, c, d, e, f))))


_THREE_STRAIGHTS: Final = {tuple(range(low, low + 3)) for low in range(11)}
_ACE_LOW: Final = (0, 1, 12)


def _three(ranks: tuple[int, ...], suited: bool, ace_low: bool) -> ThreeCardHand:
    straight = ranks in _THREE_STRAIGHTS or (ace_low and ranks == _ACE_LOW)
    if suited and ranks == (10, 11, 12):
        return ThreeCardHand.MINI_ROYAL
    if straight:
        return ThreeCardHand.STRAIGHT_FLUSH if suited else ThreeCardHand.STRAIGHT
    if suited:
        return ThreeCardHand.FLUSH
    return (ThreeCardHand.THREE_OF_A_KIND, ThreeCardHand.PAIR, ThreeCardHand.NOTHING)[len(set(ranks)) - 1]


@cache
def three_by_sum(suited: bool, ace_low: bool) -> dict[int, ThreeCardHand]:
    """Return the three-card hand for each sum of three weights; `ace_low`: A 2 3 is a straight."""
    return {
        sum(map(_RANK_WEIGHTS.__getitem__, ranks)): _three(ranks, suited, ace_low)
        for ranks in combinations_with_replacement(range(13), 3)
    }


def three(a: Card, b: Card, c: Card, *, ace_low: bool) -> ThreeCardHand:
    """Return the hand that three different cards make; the rule book sets `ace_low`, whether A 2 3 is a straight.

    >>> from mississippi_stud.cards import parse
    >>> three(*parse("Ah 2h 3h"), ace_low=True), three(*parse("Ah 2h 3h"), ace_low=False)
    (<ThreeCardHand.STRAIGHT_FLUSH: 5>, <ThreeCardHand.FLUSH: 2>)
    """
    suited = not ((a ^ b) & 3 or (a ^ c) & 3)
    return three_by_sum(suited, ace_low)[WEIGHTS[a] + WEIGHTS[b] + WEIGHTS[c]]
