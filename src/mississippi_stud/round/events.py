"""What happened in a round. Each event has a stable name and a schema number, and round-trips as JSON."""

from mississippi_stud.cards import Card
from mississippi_stud.messages import EventBase
from mississippi_stud.round.state import Ending, Result, Setup, Stake
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Wager


class RoundEventBase(EventBase, frozen=True, kw_only=True):
    """What the events of a round are and no others: to ask for it is faster than to ask for each of them."""


class RoundOpened(RoundEventBase, frozen=True, kw_only=True):
    """A round began."""

    setup: Setup


class WagerPlaced(RoundEventBase, frozen=True, kw_only=True):
    """A wager lies on the layout."""

    position: int
    wager: Wager
    stake: Stake


class WagerWithdrawn(RoundEventBase, frozen=True, kw_only=True):
    """A wager was taken back."""

    position: int
    wager: Wager
    stake: Stake


class CardsDealt(RoundEventBase, frozen=True, kw_only=True):
    """No more bets; the cards lie on the table, known or not."""

    hole: dict[int, tuple[Card | None, ...]]
    community: tuple[Card | None, ...]
    bonus_cards: tuple[Card | None, ...] = ()
    burnt: tuple[Card | None, ...] = ()


class HandEnded(RoundEventBase, frozen=True, kw_only=True):
    """A hand left the round."""

    position: int
    ending: Ending
    on: Wager | None
    clause: Clause


class CardRevealed(RoundEventBase, frozen=True, kw_only=True):
    """A community card was turned."""

    place: int
    card: Card


class HoleShown(RoundEventBase, frozen=True, kw_only=True):
    """A hand whose cards were not known was turned."""

    position: int
    cards: tuple[Card, Card]


class CardExposed(RoundEventBase, frozen=True, kw_only=True):
    """Community cards were shown before their time, and play goes on: everybody has seen them."""

    places: tuple[int, ...]
    cards: tuple[Card, ...]
    clause: Clause


class CardsDiscarded(RoundEventBase, frozen=True, kw_only=True):
    """A ruling took cards out of the round."""

    cards: tuple[Card | None, ...]
    clause: Clause


class HandRestored(RoundEventBase, frozen=True, kw_only=True):
    """A hand that was taken by mistake is in play again."""

    position: int
    clause: Clause


class SeatMoved(RoundEventBase, frozen=True, kw_only=True):
    """The hand that a player saw counts as the one at the seat; the other is blind."""

    player: str
    position: int
    clause: Clause


class RetractionOffered(RoundEventBase, frozen=True, kw_only=True):
    """Players may take all their wagers back, until the next card."""

    positions: tuple[int, ...]
    clause: Clause


class BonusShown(RoundEventBase, frozen=True, kw_only=True):
    """The Six Card Bonus cards, which were not known, were turned."""

    cards: tuple[Card, Card, Card, Card]


class RoundSettled(RoundEventBase, frozen=True, kw_only=True):
    """Every wager has its result."""

    results: tuple[Result, ...]
    order: tuple[int, ...]
    warnings: tuple[tuple[str, str], ...] = ()


class RoundVoided(RoundEventBase, frozen=True, kw_only=True):
    """The round has no result; what goes back went back."""

    clause: Clause
    results: tuple[Result, ...]


Event = (
    RoundOpened | WagerPlaced | WagerWithdrawn | CardsDealt | HandEnded | CardRevealed | HoleShown | BonusShown
    | CardExposed | CardsDiscarded | HandRestored | SeatMoved | RetractionOffered | RoundSettled | RoundVoided
)  # fmt: skip
