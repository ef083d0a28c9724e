"""Real decks of 52 cards kept in parallel with a table: people move the cards, and the table must know where each is.

The world tracks every card by its identity; the table often knows only how many there are.
"""

from collections import Counter

from mississippi_stud.cards import DECK, Card
from mississippi_stud.round import events as r
from mississippi_stud.round.deal import dealt_when_due, places
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS
from mississippi_stud.table import events as te
from mississippi_stud.table import whereabouts
from mississippi_stud.table.state import Table

# a deck that wins no meter prize: even ranks come first, so that no straight is made
EVEN = [card for card in DECK if (card // 4) % 2 == 0]
ODD = [card for card in DECK if (card // 4) % 2 == 1]


class Physical:
    """A deck: its pile, top first, where the pile lies, and the cards that are out of it."""

    def __init__(self, backs: str) -> None:
        self.backs, self.lies, self.shuffled = backs, "apart", False
        self.pile: list[Card] = list(DECK)
        self.out: dict[Card, tuple[str, int | None]] = {}
        self.lost: list[Card] = []

    def take(self, card: Card, place: str, position: int | None = None) -> None:
        self.pile.remove(card)
        self.out[card] = (place, position)

    def gather(self, lies: str) -> None:
        self.pile += self.out
        self.out = {}
        self.lies = lies

    def places(self) -> Counter[tuple[str, int | None]]:
        found: Counter[tuple[str, int | None]] = Counter(self.out.values())
        found[self.lies, None] += len(self.pile)
        found["missing", None] += len(self.lost)
        return +found


class World:
    """The decks at the table and the removed ones; `order` is how the next shuffle leaves the even cards."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.decks: list[Physical] = []
        self.gone: list[Physical] = []
        self.order: list[Card] = list(EVEN)
        self.holes: dict[Card, int] = {}
        """The position that each card was dealt to."""

    def follow(self, before: Table | None, event: te.Event) -> None:
        match event:
            case te.DeckReceived(deck=deck):
                self.decks.append(Physical(deck.backs))
            case te.DeckRemoved(backs=backs):
                self._remove([deck for deck in self.decks if deck.backs == backs])
            case te.TableClosed():
                self._remove(list(self.decks))
            case te.DeckShuffled(backs=backs):
                deck = self._deck(backs)
                deck.pile = [card for card in (*self.order, *ODD) if card in deck.pile]
                deck.lies, deck.shuffled = "ready", True
            case te.DecksAlternated():
                self.decks.append(self.decks.pop(0))
            case te.StubRacked():
                self.decks[0].lies = "rack"
            case te.CardsSpread() | te.DealingChanged():
                for deck in self.decks:
                    deck.lies = "apart"
            case te.DeckCounted(backs=backs, short=short):
                self._counted(self._deck(backs), max(short, 0))
            case _ if isinstance(event, r.Event) and self.decks and before is not None:
                self._round(before, event)
            case _:
                pass

    def _deck(self, backs: str) -> Physical:
        return next(deck for deck in self.decks if deck.backs == backs)

    def _remove(self, decks: list[Physical]) -> None:
        for deck in decks:
            assert not deck.out, "a deck is taken away with all its cards"
            deck.lies = "removed"
            self.decks.remove(deck)
            self.gone.append(deck)

    def _counted(self, deck: Physical, missing: int) -> None:
        while len(deck.lost) < missing:
            deck.lost.append(deck.pile.pop())
        while len(deck.lost) > missing:
            deck.pile.append(deck.lost.pop())

    def _round(self, before: Table, event: r.Event) -> None:
        deck, state = self.decks[0], before.round
        match event:
            case r.CardsDealt():
                assert deck.shuffled, "no shuffle is skipped"
                assert deck.lies == "ready"
                assert not deck.lost
                told = {place: list(cards) for place, cards in event.hole.items()}
                named = {"community": event.community, "bonus": event.bonus_cards, "burnt": event.burnt}
                for place, number in places(self.book, state):
                    card = deck.pile[0]
                    said = told[number].pop(0) if place == "hole" else named[place][number]
                    assert said in (None, card)
                    if place == "hole":
                        deck.take(card, "hole", number)
                    else:
                        deck.take(card, "rack" if place == "burnt" else place, None)
                deck.shuffled = False
            case r.CardRevealed(place=place, card=card) if dealt_when_due(self.book, state):
                if place not in state.exposed:
                    deck.take(card, "community")
                assert deck.out[card] == ("community", None)
            case r.CardRevealed(card=card):
                assert deck.out[card] == ("community", None)
            case r.CardExposed(cards=cards) if dealt_when_due(self.book, state):
                for card in cards:
                    if card in deck.pile:
                        deck.take(card, "community")
            case r.CardsDiscarded(cards=cards):
                for card in cards:
                    deck.take(deck.pile[0] if card is None else card, "rack")
            case r.HandEnded(position=position, ending=ending):
                side = any(wager not in MAIN_WAGERS for wager in state.hands[position].stakes)
                if not (self.book.id == "maryland" and ending == "folded" and side):
                    self._move(position, ("rack", None))
            case r.HandRestored(position=position):
                for card in self.hole(position):
                    deck.out[card] = ("hole", position)
            case r.RoundSettled() | r.RoundVoided():
                deck.gather("rack")
                deck.shuffled = False
            case _:
                pass
        if isinstance(event, r.CardsDealt):
            self.holes = {card: position for card, (place, position) in deck.out.items() if place == "hole"}

    def _move(self, position: int, to: tuple[str, int | None]) -> None:
        for card in self.hole(position):
            self.decks[0].out[card] = to

    # What people at the table could say.

    def hole(self, position: int) -> tuple[Card, ...]:
        """Return the cards that were dealt to a position."""
        return tuple(card for card, at in self.holes.items() if at == position)

    def community(self, place: int) -> Card:
        """Return a community card on the layout."""
        lying = [card for card, (where, _) in self.decks[0].out.items() if where == "community"]
        return lying[place]

    def check(self, table: Table) -> None:
        """Check that the table knows where all 52 cards of every deck are."""
        told, known_of = whereabouts(self.book, table), (*self.decks, *self.gone[-4:])
        assert [deck.backs for deck, _ in told] == [deck.backs for deck in known_of]
        for (_, cards), deck in zip(told, known_of, strict=True):
            own = [each for each in cards if each.place != "foreign"]
            assert len(own) == 52 == len({*deck.pile, *deck.out, *deck.lost})
            assert Counter((each.place, each.position) for each in own) == deck.places()
            known = {each.card: (each.place, each.position) for each in own if each.card is not None}
            assert known == {card: deck.out.get(card) for card in known}
            assert len(known) == sum(each.card is not None for each in own)
