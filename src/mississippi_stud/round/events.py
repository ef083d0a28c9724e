"""The events of a round. Each has a stable name and a schema number, and round-trips as JSON."""

from mississippi_stud.cards import Card
from mississippi_stud.messages import EventBase
from mississippi_stud.round.state import Ending, Result, Setup, Stake
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Wager


class RoundEventBase(EventBase, frozen=True, kw_only=True):
    """The base of the events of a round, and of no others: one `isinstance` check is faster than one for each class."""


class RoundOpened(RoundEventBase, frozen=True, kw_only=True):
    """A round began."""

    setup: Setup


class WagerPlaced(RoundEventBase, frozen=True, kw_only=True):
    """A wager was placed on the layout."""

    position: int
    wager: Wager
    stake: Stake


class WagerWithdrawn(RoundEventBase, frozen=True, kw_only=True):
    """A wager was withdrawn."""

    position: int
    wager: Wager
    stake: Stake


class CardsDealt(RoundEventBase, frozen=True, kw_only=True):
    """The betting was closed and the cards were dealt, known or not."""

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
    """Community cards were exposed too early; everybody has seen them, and play goes on."""

    places: tuple[int, ...]
    cards: tuple[Card, ...]
    clause: Clause


class CardsDiscarded(RoundEventBase, frozen=True, kw_only=True):
    """A ruling took cards out of the round."""

    cards: tuple[Card | None, ...]
    clause: Clause


class HandRestored(RoundEventBase, frozen=True, kw_only=True):
    """A hand that was taken by mistake was put back in play."""

    position: int
    clause: Clause


class SeatMoved(RoundEventBase, frozen=True, kw_only=True):
    """The hand that a player saw now counts as the one at the seat, and the other as blind."""

    player: str
    position: int
    clause: Clause


class RetractionOffered(RoundEventBase, frozen=True, kw_only=True):
    """Players may take back all their wagers until the next card."""

    positions: tuple[int, ...]
    clause: Clause


class BonusShown(RoundEventBase, frozen=True, kw_only=True):
    """The Six Card Bonus cards, not known before, were turned."""

    cards: tuple[Card, Card, Card, Card]


class RoundSettled(RoundEventBase, frozen=True, kw_only=True):
    """The round was settled: every wager has its result."""

    results: tuple[Result, ...]
    order: tuple[int, ...]
    warnings: tuple[tuple[str, str], ...] = ()


class RoundVoided(RoundEventBase, frozen=True, kw_only=True):
    """The round was void: it has no result, and wagers were returned as the book says."""

    clause: Clause
    results: tuple[Result, ...]


Event = (
    RoundOpened | WagerPlaced | WagerWithdrawn | CardsDealt | HandEnded | CardRevealed | HoleShown | BonusShown
    | CardExposed | CardsDiscarded | HandRestored | SeatMoved | RetractionOffered | RoundSettled | RoundVoided
)  # fmt: skip
