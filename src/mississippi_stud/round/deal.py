"""The order in which cards leave the deck, by dealing method."""

from functools import cache
from typing import Final

import msgspec

from mississippi_stud.cards import DECK, Card
from mississippi_stud.round.events import CardsDealt
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import State, offered
from mississippi_stud.rulebooks.model import Rulebook, RuledValue
from mississippi_stud.rulebooks.vocabulary import DealStep, Wager

_DECK: Final = frozenset(DECK)
_SIX_CARD_BONUS: Final = Wager.SIX_CARD_BONUS
Place = tuple[str, int]
"""Where a card goes: to a hand by position, or to a place among the community, bonus or burnt cards."""


def steps(book: Rulebook, state: State) -> RuledValue[tuple[DealStep, ...]]:
    """Return the steps in which the cards leave the deck, and the clause that prescribes them."""
    return book.dealing.methods[state.setup.dealing].steps


def places(book: Rulebook, state: State) -> tuple[Place, ...]:
    """Return where each card dealt before the first decision goes, in dealing order."""
    return _order_of(book, state).places


class _Order(msgspec.Struct, frozen=True):
    """The order of a deal: where each card goes, and the slice of the dealt cards that lies in each place."""

    places: tuple[Place, ...]
    hole: tuple[tuple[int, slice], ...]
    community: slice
    bonus: slice
    burnt: slice


def _order_of(book: Rulebook, state: State) -> _Order:
    positions = tuple([hand.position for hand in state.live_hands()])
    bonus = offered(book, state.setup, _SIX_CARD_BONUS) is not None
    return _order(steps(book, state).value, positions, bonus, state.setup.burn)


@cache
def _order(by: tuple[DealStep, ...], positions: tuple[int, ...], bonus: bool, burn: bool) -> _Order:
    dealt: dict[DealStep, list[Place]] = {
        DealStep.ONE_TO_EACH: [("hole", position) for position in positions],
        DealStep.TWO_TO_EACH: [("hole", position) for position in positions for _ in range(2)],
        DealStep.THREE_COMMUNITY: [("community", place) for place in range(3)],
        DealStep.FOUR_BONUS: [("bonus", place) for place in range(4)] if bonus else [],
        DealStep.BURN_IF_DIRECTED: [("burnt", 0)] if burn else [],
        DealStep.COMMUNITY_WHEN_DUE: [],
    }
    order = tuple(place for step in by for place in dealt[step])
    hole = [(each, _span([at for at, place in enumerate(order) if place == ("hole", each)])) for each in positions]
    aside = [
        _span([at for at, (name, _) in enumerate(order) if name == each]) for each in ("community", "bonus", "burnt")
    ]
    return _Order(order, tuple(hole), *aside)


def _span(numbers: list[int]) -> slice:
    """Return the slice that selects these cards from a deal: the cards of one place are evenly spaced."""
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    span = slice(numbers[0], numbers[-1] + 1, step) if numbers else slice(0)
    assert list(range(52)[span]) == numbers, "the cards of one place are dealt at one distance"  # noqa: S101
    return span


def dealt_when_due(book: Rulebook, state: State) -> bool:
    """Whether each community card leaves the deck only when it is turned."""
    return DealStep.COMMUNITY_WHEN_DUE in steps(book, state).value


def deal(book: Rulebook, state: State, cards: tuple[Card, ...] | None) -> CardsDealt:
    """Return the event that deals the cards."""
    order = _order_of(book, state)
    if not order.hole:
        raise Refused("no-ante", book.wagers[Wager.ANTE].presence.clause)
    dealt: tuple[Card | None, ...] = (None,) * len(order.places) if cards is None else cards
    if cards is not None:
        _check_cards(book, state, cards, len(order.places))
    return CardsDealt(
        hole={position: dealt[span] for position, span in order.hole},
        community=dealt[order.community] or (None, None, None),
        bonus_cards=dealt[order.bonus],
        burnt=dealt[order.burnt],
    )


def _check_cards(book: Rulebook, state: State, cards: tuple[Card, ...], needed: int) -> None:
    """Raise unless the cards are all different, as many as the deal needs, and none was taken out by a ruling."""
    if not needed == len(cards) == len(_DECK.intersection(cards)):
        raise Refused("wrong-cards", steps(book, state).clause, needed=needed, given=len(cards))
    twice = set(cards).intersection(state.discarded) if state.discarded else None
    if twice:
        raise Refused("card-twice", steps(book, state).clause, card=min(twice))


def known_cards(state: State) -> set[Card]:
    """Return every card that the round knows, wherever it lies."""
    known = {*state.community, *state.bonus_cards, *state.burnt, *state.discarded}
    for hand in state.hands.values():
        known.update(hand.hole)
    return {card for card in known if card is not None}
