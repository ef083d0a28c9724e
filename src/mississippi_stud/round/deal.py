"""The order in which cards leave the deck, by dealing method."""

from collections.abc import Iterator
from functools import cache
from typing import Final, assert_never

from mississippi_stud.cards import DECK, Card
from mississippi_stud.round.events import CardsDealt
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import State, offered
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.words import DealStep, Wager

_DECK: Final = frozenset(DECK)
Place = tuple[str, int]
"""Where a card goes: to a hand by position, or to a place among the community, bonus or burnt cards."""


def places(book: Rulebook, state: State) -> tuple[Place, ...]:
    """Where each card goes that is dealt before the first decision, in the order in which they leave the deck."""
    steps = book.dealing.methods[state.setup.dealing].steps.value
    positions = tuple([hand.position for hand in state.live_hands()])
    bonus = offered(book, state.setup, Wager.SIX_CARD_BONUS) is not None
    return _order(steps, positions, bonus, state.setup.burn)


@cache
def _order(steps: tuple[DealStep, ...], positions: tuple[int, ...], bonus: bool, burn: bool) -> tuple[Place, ...]:
    return tuple(place for step in steps for place in _step(step, positions, bonus, burn))


def _step(step: DealStep, positions: tuple[int, ...], bonus: bool, burn: bool) -> Iterator[Place]:
    match step:
        case DealStep.ONE_TO_EACH:
            yield from (("hole", position) for position in positions)
        case DealStep.TWO_TO_EACH:
            yield from (("hole", position) for position in positions for _ in range(2))
        case DealStep.THREE_COMMUNITY:
            yield from (("community", place) for place in range(3))
        case DealStep.FOUR_BONUS:
            if bonus:
                yield from (("bonus", place) for place in range(4))
        case DealStep.BURN_IF_DIRECTED:
            if burn:
                yield ("burnt", 0)
        case DealStep.COMMUNITY_WHEN_DUE:
            pass
        case _:
            assert_never(step)


def dealt_when_due(book: Rulebook, state: State) -> bool:
    """Whether each community card leaves the deck only when it is turned."""
    return DealStep.COMMUNITY_WHEN_DUE in book.dealing.methods[state.setup.dealing].steps.value


def deal(book: Rulebook, state: State, cards: tuple[Card, ...] | None) -> CardsDealt:
    """The cards on the table after the deal."""
    order = places(book, state)
    if cards is not None and not len(order) == len(cards) == len(_DECK.intersection(cards)):
        clause = book.dealing.methods[state.setup.dealing].steps.clause
        raise Refused("wrong-cards", clause, needed=len(order), given=len(cards))
    if cards is not None and not set(state.discarded).isdisjoint(cards):
        clause = book.dealing.methods[state.setup.dealing].steps.clause
        raise Refused("card-twice", clause, card=min(set(cards) & set(state.discarded)))
    hole: dict[int, tuple[Card | None, ...]] = {}
    spots: dict[str, tuple[Card | None, ...]] = {"community": (), "bonus": (), "burnt": ()}
    for (name, place), card in zip(order, cards or (None,) * len(order), strict=True):
        if name == "hole":
            hole[place] = (*hole.get(place, ()), card)
        else:
            spots[name] = (*spots[name], card)
    return CardsDealt(
        hole=hole,
        community=spots["community"] or (None, None, None),
        bonus_cards=spots["bonus"],
        burnt=spots["burnt"],
    )


def known_cards(state: State) -> set[Card]:
    """Every card that the round knows, wherever it lies."""
    held = (card for hand in state.hands.values() for card in hand.hole)
    aside = (*state.bonus_cards, *state.burnt, *state.discarded)
    return {card for card in (*held, *state.community, *aside) if card is not None}
