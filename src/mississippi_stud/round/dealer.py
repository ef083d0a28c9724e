"""What a dealer does next who deals by the book alone, for whoever has a deck but no dealer.

Knows neither where the deck comes from nor who closes the bets.
"""

from collections.abc import Sequence
from itertools import islice
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
    """The dealer's next command, without its cards; None while somebody must decide, or before or after the play.

    When the bets close is not for the round to say: whoever closes them begins with `Deal()`.
    """
    street = state.street
    if street is None:
        return _SETTLE if state.phase is Phase.SHOWDOWN else None
    live = state.live_hands()
    for hand in live:
        if street not in hand.stakes:
            return None
    return _REVEAL if live or side_wagers_live(book, state) else _SETTLE


def dealt_cards(book: Rulebook, state: State, deck: Sequence[Card], step: Step) -> Step:
    """The step with the cards that it takes from the top of the deck, after those that have left it already."""
    match step:
        case Deal():
            return Deal(cards=_top(state, deck, len(places(book, state))))
        case Reveal() if dealt_when_due(book, state) and state.community[state.revealed] is None:
            return Reveal(card=_top(state, deck, 1)[0])
        case Reveal() | Settle():
            return step
        case _:
            assert_never(step)


def _top(state: State, deck: Sequence[Card], count: int) -> tuple[Card, ...]:
    gone = known_cards(state)
    return tuple(islice((card for card in deck if card not in gone), count))
