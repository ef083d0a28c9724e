"""What a hand makes before all its cards are turned, in words."""

from collections import Counter
from functools import lru_cache
from typing import Final

from mississippi_stud.cards import Card, rank
from mississippi_stud.hands import Hand
from mississippi_stud.language import translator

PAIRS: Final = (
    "a pair of twos",
    "a pair of threes",
    "a pair of fours",
    "a pair of fives",
    "a pair of sixes",
    "a pair of sevens",
    "a pair of eights",
    "a pair of nines",
    "a pair of tens",
    "a pair of jacks",
    "a pair of queens",
    "a pair of kings",
    "a pair of aces",
)
"""By rank."""
NOTHING_YET: Final = "no pair yet"
_EQUAL: Final = {(4,): Hand.FOUR_OF_A_KIND, (3,): Hand.THREE_OF_A_KIND, (2, 2): Hand.TWO_PAIR}


@lru_cache(1024)
def so_far(cards: tuple[Card, ...], language: str) -> str:
    """Return what two to four cards of a five-card hand make: fewer than five can only be of equal rank.

    >>> from mississippi_stud.cards import parse
    >>> [so_far(parse(cards), "en") for cards in ("Jc Jd", "Jc Jd 4s 4h", "Ah 5h 9h Th")]
    ['a pair of jacks', 'two pair', 'no pair yet']
    """
    equal = {place: count for place, count in Counter(map(rank, cards)).items() if count > 1}
    shape = tuple(sorted(equal.values(), reverse=True))
    text = PAIRS[next(iter(equal))] if shape == (2,) else str(_EQUAL[shape]) if shape else NOTHING_YET
    return translator(language)(text)
