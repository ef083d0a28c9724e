"""Converts a deal to its cards in the order they left the deck, and back. Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mississippi_stud.cards import Card
from mississippi_stud.fairness.shuffle import DealRecord, deck
from mississippi_stud.round import events as e
from mississippi_stud.round.deal import dealt_when_due, places
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.model import Rulebook


class DrawnCard(NamedTuple):
    """A card that left the deck, and the cards that rulings had removed from the round by then."""

    card: Card
    discarded: tuple[Card | None, ...] = ()


def deck_order(book: Rulebook, before: State, dealt: e.CardsDealt) -> tuple[Card | None, ...]:
    """Return the cards of a deal in the order they left the deck."""
    piles: dict[tuple[str, int], list[Card | None]] = {}
    for position, held in dealt.hole.items():
        piles["hole", position] = list(held)
    for name, cards in (("community", dealt.community), ("bonus", dealt.bonus_cards), ("burnt", dealt.burnt)):
        for place, card in enumerate(cards):
            piles[name, place] = [card]
    return tuple(piles[place].pop(0) for place in places(book, before))


def deal_of(book: Rulebook, before: State, cards: Sequence[Card | None]) -> e.CardsDealt:
    """Return the deal of these cards, given in deck order; `ValueError` if there are too many or too few."""
    piles: dict[str, dict[int, list[Card | None]]] = {"hole": {}, "community": {}, "bonus": {}, "burnt": {}}
    for (name, number), card in zip(places(book, before), cards, strict=True):
        piles[name].setdefault(number, []).append(card)
    community, bonus, burnt = (
        tuple(card for _, held in sorted(piles[name].items()) for card in held)
        for name in ("community", "bonus", "burnt")
    )
    return e.CardsDealt(
        hole={position: tuple(held) for position, held in piles["hole"].items()},
        community=community or (None, None, None),
        bonus_cards=bonus,
        burnt=burnt,
    )


def leaving(book: Rulebook, before: State | None, event: object) -> Iterable[DrawnCard]:
    """Yield the cards that leave the deck in an event of a round, in order; `before` is the round before it."""
    if before is None:
        return
    if isinstance(event, e.CardsDealt):
        for card in deck_order(book, before, event):
            if card is not None:
                yield DrawnCard(card, before.discarded)
    elif isinstance(event, e.CardRevealed) and dealt_when_due(book, before):
        yield DrawnCard(event.card, before.discarded)


def deal_from(
    round_id: str, commitment: str, secret: bytes, seeds: tuple[str, ...], left: Iterable[DrawnCard]
) -> DealRecord:  # fmt: skip
    """Return the record for `fairness.check` to prove: these cards left the deck one after another.

    A card that a ruling had removed from the round before its turn also left the deck, in its place.
    """
    order, cards = deck(secret, seeds, round_id), list[Card]()
    for card, discarded in left:
        while len(cards) < len(order) and order[len(cards)] != card and order[len(cards)] in discarded:
            cards.append(order[len(cards)])
        cards.append(card)
    return DealRecord(round_id, commitment, secret, seeds, tuple(cards))
