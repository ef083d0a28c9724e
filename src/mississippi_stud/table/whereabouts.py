"""Where every card of every deck is: in the shoe or device, on the layout, in the rack, removed, or missing.

It is derived from the state (decision 80). `reconstruct` lists how the cards of a round left the deck, to help decide a
dispute.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from mississippi_stud.cards import Card
from mississippi_stud.round.deal import dealt_when_due, places
from mississippi_stud.round.state import Ending, Phase, PlayerHand, State
from mississippi_stud.rulebooks.conduct import DutyCondition, Moment
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS
from mississippi_stud.table.state import Deck, Table


class CardPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A card, known or not, and its place."""

    card: Card | None = None
    place: str
    """hole, community, bonus, burnt or discarded; or a `DeckPlace`; or removed, missing or foreign."""
    position: int | None = None


def whereabouts(book: Rulebook, table: Table) -> tuple[tuple[Deck, tuple[CardPlace, ...]], ...]:
    """Return every deck that came to the table with the place of each of its cards, the deck in play first."""
    out = {0: (*dealt(book, table.round), *_read(book, table, table.round))} if table.round is not None else {}
    here = ((deck, _of(book, deck, deck.lies, out.get(nth, ()))) for nth, deck in enumerate(table.decks))
    gone = ((deck, _of(book, deck, "removed", ())) for deck in table.removed)
    return (*here, *gone)


def _read(book: Rulebook, table: Table, state: State) -> Iterator[CardPlace]:
    """Yield the cards that have been read as they left the shoe, and are not dealt yet."""
    for card, (place, number) in zip(table.read, places(book, state), strict=False):
        lies = "rack" if place == "burnt" else place
        yield CardPlace(card=card, place=lies, position=number if place == "hole" else None)


def _of(book: Rulebook, deck: Deck, place: str, out: tuple[CardPlace, ...]) -> tuple[CardPlace, ...]:
    """Return the cards that a round dealt, the undealt ones, and those that a count found missing or too many."""
    missing, foreign = max(deck.short, 0), max(-deck.short, 0)
    together = book.dealing.cards.value - missing - len(out)
    rest = [place] * together + ["missing"] * missing + ["foreign"] * foreign
    return (*out, *(CardPlace(place=name) for name in rest))


def dealt(book: Rulebook, state: State) -> tuple[CardPlace, ...]:
    """Return the cards that have left the deck in a round, and where they lie now."""
    return tuple(_dealt(book, state))


def left(book: Rulebook, state: State) -> int:
    """Return how many cards of a full deck have not left it in a round."""
    return book.dealing.cards.value - len(dealt(book, state))


def spare(book: Rulebook, state: State) -> int:
    """Return how many more cards can leave the deck by mistake before the round cannot be dealt to its end."""
    due = 0
    if state.phase is Phase.BETTING:
        due = len(places(book, state))
    if dealt_when_due(book, state):
        due += sum(not _out(book, state, place) for place in range(book.dealing.community_cards.value))
    return left(book, state) - due


def _dealt(book: Rulebook, state: State) -> Iterator[CardPlace]:
    for hand in state.hands.values():
        for card in hand.hole:
            if hand.live or _stays(book, hand):
                yield CardPlace(card=card, place="hole", position=hand.position)
            else:
                yield CardPlace(card=card, place="rack")
    for place, card in enumerate(state.community):
        if state.phase is not Phase.BETTING and _out(book, state, place):
            yield CardPlace(card=card, place="community")
    yield from (CardPlace(card=card, place="bonus") for card in state.bonus_cards)
    yield from (CardPlace(card=card, place="rack") for card in (*state.burnt, *state.discarded))


def _out(book: Rulebook, state: State, place: int) -> bool:
    """Whether a community card has left the deck."""
    return not dealt_when_due(book, state) or place < state.revealed or place in state.exposed


def _stays(book: Rulebook, hand: PlayerHand) -> bool:
    """Whether the cards of a folded hand stay on the layout, for a side wager (maryland .11B(3))."""
    asked = (duty.when.value for duty in book.duties.get(Moment.FOLD, {}).values() if duty.when)
    waits = any(DutyCondition.SIDE_WAGER in conditions for conditions in asked)
    return waits and hand.ending is Ending.FOLDED and any(wager not in MAIN_WAGERS for wager in hand.stakes)


# The order in which cards left the deck.


def reconstruct(book: Rulebook, state: State) -> tuple[CardPlace, ...]:
    """Return the cards of a round in the order in which they left the deck; those that a ruling took out come last."""
    return (*_left_deck(book, state), *(CardPlace(card=card, place="discarded") for card in state.discarded))


def _left_deck(book: Rulebook, state: State) -> Iterator[CardPlace]:
    hole = {position: iter(hand.hole) for position, hand in state.hands.items()}
    aside = {"community": state.community, "bonus": state.bonus_cards, "burnt": state.burnt}
    for name, number in places(book, _as_dealt(state)):
        if name == "hole":
            yield CardPlace(card=next(hole[number]), place=name, position=number)
        else:
            yield CardPlace(card=aside[name][number], place=name)
    if dealt_when_due(book, state):
        yield from (CardPlace(card=card, place="community") for card in state.community[: state.revealed])


def _as_dealt(state: State) -> State:
    """Return the round as it was when the cards were dealt, with every hand that has cards live."""
    hands = {position: replace(hand, ending=None) for position, hand in state.hands.items() if hand.hole}
    return replace(state, hands=hands)
