"""What a pay table may call the hand that cards make. It is all that naming a hand needs of a book."""

from typing import Final, assert_never

from mississippi_stud import hands
from mississippi_stud.cards import Card
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Basis

_FIVE_CARDS: Final = Basis.FIVE_CARDS
"""Looking up a global is faster than a member of an enum."""


def names(book: Rulebook, basis: Basis, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Return the names that a pay table may have for what cards make, the most precise first."""
    if basis is _FIVE_CARDS:
        return (hands.five(*cards).key,)
    match basis:
        case Basis.COMMUNITY_CARDS:
            low = book.hands.ace_low_in_three
            made = hands.three(*cards, ace_low=low is None or low.value)
            if made is hands.ThreeCardHand.MINI_ROYAL:  # paid as a straight flush if the table does not name it
                return (made.key, hands.ThreeCardHand.STRAIGHT_FLUSH.key)
            return (made.key,)
        case Basis.BEST_OF_SIX:
            best = hands.six(*cards)
            if best.super_royal is None:
                return (best.hand.key,)
            return (f"super-royal-of-{hands.SUIT_NAMES[best.super_royal]}", "super-royal", best.hand.key)
        case _:
            assert_never(basis)
