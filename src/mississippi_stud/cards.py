"""Cards: ints from 0 to 51 with a text form such as ``"As"``. Hands, games and shuffling are elsewhere.

A card is four times its rank (2 is 0, the ace is 12) plus its suit (clubs, diamonds, hearts, spades are 0 to 3).

>>> parse("As 10d 2♣")
(51, 33, 0)
>>> text(parse("As 10d 2♣"))
'As Td 2c'
"""

from collections.abc import Iterable
from typing import Final, NewType

from mississippi_stud.errors import InputError

Card = NewType("Card", int)
"""An int from 0 to 51."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SYMBOLS: Final = "♣♦♥♠"
DECK: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(52))
"""The 52 cards, from the two of clubs to the ace of spades."""

_TEXTS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_SUIT_OF: Final = {name: number for names in (SUITS, SYMBOLS, "♧♢♡♤") for number, name in enumerate(names)}
_RANK_OF: Final = {rank: number for number, rank in enumerate(RANKS)} | {"10": 8}


class CardError(InputError):
    """Raised for a text that is not a card, or for cards that cannot be in one deck."""


def rank(card: Card) -> int:
    """Return the rank of a card, from 0 for a two to 12 for an ace."""
    return card >> 2


def suit(card: Card) -> int:
    """Return the suit of a card: 0, 1, 2 or 3 for clubs, diamonds, hearts or spades."""
    return card & 3


def parse_card(token: str) -> Card:
    """Return the card that `token` names: ``As``, ``td``, ``10d``, ``Q♥``.

    >>> parse_card("1s")
    Traceback (most recent call last):
    mississippi_stud.cards.CardError: '1s' is not a card: write a rank (2 to 9, T or 10, J, Q, K, A) and a suit \
(c, d, h, s or ♣ ♦ ♥ ♠), such as As or 10d
    """
    bare = token.removesuffix("\N{VARIATION SELECTOR-16}").removesuffix("\N{VARIATION SELECTOR-15}")
    number = _RANK_OF.get(bare[:-1].upper())
    colour = _SUIT_OF.get(bare[-1:].lower())
    if number is None or colour is None:
        raise CardError("not-a-card", card=token)
    return Card(4 * number + colour)


def parse(line: str) -> tuple[Card, ...]:
    """Return the cards of a line, separated by white space or commas; no card may occur twice.

    >>> parse("As Kd as")
    Traceback (most recent call last):
    mississippi_stud.cards.CardError: As is named twice, as card 1 and as card 3: a deck has one of each card
    """
    found: dict[Card, int] = {}
    for place, token in enumerate(line.replace(",", " ").split(), start=1):
        try:
            card = parse_card(token)
        except CardError as error:
            raise CardError("bad-card", place=place, error=error) from None
        if card in found:
            raise CardError("card-twice", card=_TEXTS[card], first=found[card], second=place)
        found[card] = place
    return tuple(found)


def text(cards: Iterable[Card]) -> str:
    """Return the cards as text that `parse` reads: ``"As Td 2c"``."""
    return " ".join(_TEXTS[card] for card in cards)


def symbols(cards: Iterable[Card]) -> str:
    """Return the cards with suit symbols, for people: ``"A♠ 10♦ 2♣"``."""
    return " ".join(_TEXTS[card][0].replace("T", "10") + SYMBOLS[suit(card)] for card in cards)
