"""What a table knows at any moment: who sits and who works there, its cards, its limits, and what waits to be done."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.money import Cents
from mississippi_stud.round.state import Bounds, State
from mississippi_stud.rulebooks.conduct import DeckFate, Incident, Moment, Ruling, Shuffling
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.words import Wager


class Blocks(StrEnum):
    """What is refused until a prompt is confirmed."""

    DEAL = "deal"
    NEXT_CARD = "next-card"
    NEXT_ROUND = "next-round"
    RULING = "ruling"
    CHANGE_OF_DEALING = "change-of-dealing"
    CLOSING = "closing"
    END_OF_DISPUTE = "end-of-dispute"


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a person must do now, and confirm."""

    number: int
    duty: str
    moment: str
    """When it arose: a `Moment`, `told` or `deck` for what a ruling asks."""
    by: str
    verified_by: str | None = None
    alone: Clause | None = None
    blocks: Blocks
    clause: Clause
    deck: str | None = None
    position: int | None = None
    dispute: int | None = None
    then: Moment | None = None
    done_by: str | None = None
    """The person who did it, while a second one must still confirm."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A position that somebody has taken; a box is one at which its player does not sit."""

    position: int
    player: str
    box: bool = False
    sat_out: int = 0
    """Rounds in a row without a wager."""
    kept: Mapping[Wager, Bounds] = {}
    """The limits that the player keeps, under a marker, since the minimum was raised."""
    personal: Mapping[Wager, Bounds] = {}


class Lies(StrEnum):
    """Where the cards of a deck lie together that no round has dealt."""

    APART = "apart"
    """On the table: as they came, or spread."""
    READY = "ready"
    """Shuffled, in the shoe, the device or the dealer's hand."""
    RACK = "rack"


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck at the table, by the colour of its backs."""

    backs: str
    design: str = "standard"
    arrived_at: int
    prechecked: bool = False
    shuffled: int = 0
    """How often it was shuffled at this table."""
    cut: bool = False
    lies: Lies = Lies.APART
    short: int = 0
    """How many cards the last count did not find; below zero, how many it found too many."""


class NoticeKind(StrEnum):
    """What people are told of beforehand."""

    RAISE_MINIMUM = "raise-minimum"
    RAISE_KEPT_MINIMUM = "raise-kept-minimum"
    CLOSE_TABLE = "close-table"
    MOVE_METER = "move-meter"
    CLOSE_METER = "close-meter"


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A sign at the table that says what will change and when."""

    kind: NoticeKind
    given_at: int
    due_at: int | None = None
    rounds: int = 0
    """Rounds played when it was given."""
    limits: Mapping[Wager, Bounds] = {}
    clause: Clause


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What people saw of an incident. Which of it matters is said in the registry of incidents."""

    position: int | None = None
    positions: tuple[int, ...] = ()
    person: str = ""
    """Somebody who does not sit at the table."""
    cards: int | None = None
    streets: tuple[int, ...] = ()
    card: tuple[Card, ...] = ()
    looked: bool | None = None
    order_known: bool | None = None
    named: tuple[Card, ...] = ()
    alone: bool = False
    misdealt: bool = False
    forfeit: bool = False
    measure: str = ""
    cause: str = ""


class Ruled(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling, for the record."""

    incident: Incident
    case: str
    ruling: Ruling
    clause: Clause
    decides: str
    told: tuple[str, ...] = ()
    told_clause: Clause = ""
    deck: DeckFate | None = None
    deck_clause: Clause = ""
    returned_clause: Clause
    """The clause by which wagers go back, where they do."""
    facts: Facts


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """An incident that waits for somebody of sufficient rank to rule on it."""

    incident: Incident
    facts: Facts
    decides: str
    clause: Clause


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute or complaint, from the first word to the last."""

    number: int
    player: str
    about: str
    opened_at: int
    round: State | None = None
    """The round that it is about, card by card."""
    decision: str = ""
    decided_by: str = ""
    review_asked: bool = False
    review: str = ""
    reviewed_by: str = ""
    closed: bool = False
    satisfied: bool | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a moment."""

    dealing: str
    shuffling: Shuffling
    counts: bool = False
    """Whether the device counts the cards after every shuffle."""
    positions: int
    low_limit: bool = False
    tournament: bool = False
    limits: Mapping[Wager, Bounds] = {}
    tables: Mapping[Wager, str] = {}
    signs: Mapping[Wager, Mapping[str, str]] = {}
    costs_cents: Mapping[Wager, Cents] = {}
    max_payout_cents: Cents | None = None
    chips_cents: tuple[Cents, ...] = ()
    meter: str = ""
    """The meter that the table's jackpot wagers go to."""
    opened_at: int
    closed: bool = False
    closing: bool = False
    """Whether play has ended and only the last count is awaited."""
    idle: bool = True
    """Whether nobody sits there."""
    vacated: bool = False
    """Whether everybody has left who sat there."""
    on_duty: tuple[tuple[str, str], ...] = ()
    """Person and title."""
    seats: Mapping[int, Seat] = {}
    decks: tuple[Deck, ...] = ()
    """The deck in play is the first."""
    removed: tuple[Deck, ...] = ()
    """Decks that were taken away."""
    face_up: bool = False
    """Whether a player asked that the cards of the idle table lie face up."""
    device_works: bool = True
    covered: bool = False
    burn: bool = False
    betting_closed: bool = False
    prompts: tuple[Prompt, ...] = ()
    prompted: int = 0
    """How many prompts there have been: their numbers."""
    notices: tuple[Notice, ...] = ()
    rounds: int = 0
    """Rounds settled."""
    uncounted: int = 0
    """Rounds dealt since the stub was last counted."""
    round: State | None = None
    last_round: State | None = None
    warned: tuple[tuple[str, str], ...] = ()
    carried_cents: Mapping[int, Cents] = {}
    question: Question | None = None
    rulings: tuple[Ruled, ...] = ()
    excluded: tuple[str, ...] = ()
    excluded_from_casino: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    separated: tuple[tuple[str, ...], ...] = ()
    play_first: tuple[int, ...] = ()
    english_only: bool = False
    disputes: tuple[Dispute, ...] = ()
    approvals: tuple[tuple[str, str], ...] = ()
    """What was approved, and the reference of the approval."""

    @property
    def players(self) -> set[str]:
        """Everybody who has a position."""
        return {seat.player for seat in self.seats.values()}
