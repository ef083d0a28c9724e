"""The next step of a dealer who simply follows the book, for callers that have a deck but no dealer.

It does not know where the deck comes from or who closes the bets.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from mississippi_stud.cards import Card
from mississippi_stud.round.commands import Deal, Reveal, Settle
from mississippi_stud.round.deal import dealt_when_due, known_cards, places
from mississippi_stud.round.decide import side_wagers_live
from mississippi_stud.round.state import Phase, State
from mississippi_stud.rulebooks.model import Rulebook

Step = Deal | Reveal | Settle
_REVEAL: Final = Reveal()
_SETTLE: Final = Settle()


def next_step(book: Rulebook, state: State) -> Step | None:
    """Return the dealer's next command, without its cards; None while a player must decide, and before or after play.

    The round does not say when the bets close: the caller closes them, and begins with `Deal()`.
    """
    street = state.street
    if street is None:
        return _SETTLE if state.phase is Phase.SHOWDOWN else None
    live = state.live_hands()
    for hand in live:
        if street not in hand.stakes:
            return None
    return _REVEAL if live or side_wagers_live(book, state) else _SETTLE


def draws(book: Rulebook, state: State, step: Step) -> int:
    """Return how many cards a step takes from the deck; 0 if they are already on the table."""
    match step:
        case Deal():
            return len(places(book, state))
        case Reveal():
            return int(dealt_when_due(book, state) and state.community[state.revealed] is None)
        case Settle():
            return 0
        case _:
            assert_never(step)


def dealt_cards(book: Rulebook, state: State, deck: Sequence[Card], step: Step) -> Step:
    """Return the step with its cards, taken from the deck after those that have already left it."""
    count = draws(book, state, step)
    if not count:
        return step
    gone = known_cards(state)
    cards = tuple(([card for card in deck if card not in gone] if gone else deck)[:count])
    return Deal(cards=cards) if isinstance(step, Deal) else Reveal(card=cards[0])
