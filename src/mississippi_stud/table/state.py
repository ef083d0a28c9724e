"""What a table knows at any moment: who sits and who works there, its cards, its limits, and what waits to be done."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.money import Cents
from mississippi_stud.round.state import Bounds, Phase, State
from mississippi_stud.rulebooks.conduct import DeckFate, Incident, Moment, Remedy, Shuffling
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Wager


class DealingMode(StrEnum):
    """How a table is dealt."""

    AUTOMATIC = "automatic"
    """The floor shuffles and deals by itself: no staff, no deck, no prompts."""
    DEALER = "dealer"
    """A person runs the table with the floor's deck."""
    PHYSICAL = "physical"
    """A person deals real cards, which become known when they are exposed."""


_AUTOMATIC: Final = DealingMode.AUTOMATIC
"""Asked for with every command; in Python 3.11 a name is found faster than a member of an enum."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The moment that a decision is for; what somebody else did meanwhile does not matter to it."""

    round: int
    phase: Phase


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """How many seconds a table gives for the wagers and for each decision."""

    betting_seconds: int
    decision_seconds: int


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """The secret that the house is bound to for a round."""

    number: int
    commitment: str
    secret: str


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """When something happens by itself, and by which clause where a book says so."""

    due_at: int
    clause: Clause = ""


class PendingPrize(msgspec.Struct, frozen=True, kw_only=True):
    """A prize of the meter that somebody must validate before it is paid; the meter holds it for the winner."""

    number: int
    round: int
    position: int
    player: str
    pays: str
    cents: Cents
    meter: str
    from_house: bool = False
    """Whether the house pays it, and not the meter."""
    reset_exact: str = "0"
    """What the house added to the meter after it, in cents: a fraction."""
    clause: Clause
    """The clause that asks for the validation."""
    prize_clause: Clause
    """The clause by which it is paid."""


class WithheldWinnings(msgspec.Struct, frozen=True, kw_only=True):
    """Winnings that are set aside until an investigation has ended."""

    round: int
    position: int
    player: str
    cents: Cents
    meter: str = ""
    """The meter that they are a prize of; empty where the house pays."""
    reset_exact: str = "0"
    """What the house added to the meter after it, in cents: a fraction."""
    clause: Clause


class PromptHold(StrEnum):
    """What is refused until a prompt is confirmed."""

    DEAL = "deal"
    NEXT_CARD = "next-card"
    NEXT_ROUND = "next-round"
    RULING = "ruling"
    CHANGE_OF_DEALING = "change-of-dealing"
    CLOSING = "closing"
    END_OF_DISPUTE = "end-of-dispute"
    NOTHING = "nothing"
    """Play goes on meanwhile; when its moment has passed it is no longer asked."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a person must do now, and confirm."""

    number: int
    duty: str
    moment: str
    """When it arose: a `Moment`, `told` or `deck` for what a ruling asks."""
    by: str
    verified_by: str | None = None
    alone: Clause | None = None
    player_first: bool = False
    """Whether it waits until a player has come."""
    blocks: PromptHold
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
    """Rounds in a row without a wager while every other position was in use."""
    kept: Mapping[Wager, Bounds] = {}
    """The limits that the player keeps, under a marker, since the minimum was raised."""
    personal: Mapping[Wager, Bounds] = {}
    ready: bool = False
    """Whether the player waits for the cards."""
    seed_hash: str = ""
    """The hash of the seed that the player opens in the coming round."""
    next_seed_hash: str = ""
    """The same for the round after it."""


class DeckPlace(StrEnum):
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
    """Whether it came inspected and shuffled, and has neither been played with nor lain spread since."""
    shuffled: int = 0
    """How often it was shuffled at this table."""
    cut: bool = False
    lies: DeckPlace = DeckPlace.APART
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
    waived: bool = False
    """That the one who decides lets it be, where the book says that they may act."""


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling, for the record."""

    incident: Incident
    case: str
    ruling: Remedy
    clause: Clause
    decides: str
    told: tuple[str, ...] = ()
    told_clause: Clause = ""
    deck: DeckFate | None = None
    deck_clause: Clause = ""
    deck_verified_by: str | None = None
    asks: str = ""
    """The duty that it brings the dealer."""
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
    round: int = 0
    """The number of the round that it is about."""
    decision: str = ""
    decided_by: str = ""
    review_asked: bool = False
    review: str = ""
    reviewed_by: str = ""
    closed: bool = False
    satisfied: bool | None = None


class TableTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is opened with: asked for, recorded, and from then on known of the table."""

    id: str = ""
    """The name of its stream, which its rounds and its shuffles are named after."""
    book: str = ""
    """The content hash of its rule book."""
    dealing: str
    counts: bool = False
    """Whether the device counts the cards after every shuffle."""
    low_limit: bool = False
    tournament: bool = False
    limits: Mapping[Wager, Bounds] = {}
    tables: Mapping[Wager, str] = {}
    signs: Mapping[Wager, Mapping[str, str]] = {}
    costs_cents: Mapping[Wager, Cents] = {}
    max_payout_cents: Cents | None = None
    chips_cents: tuple[Cents, ...] = ()
    meters: str = ""
    """The house of meters that the table may be linked to."""
    meter: str = ""
    """The meter that the table's jackpot wagers go to, where no house of meters says so."""
    clocks: Clocks | None = None
    approvals: tuple[tuple[str, str], ...] = ()
    """What was approved, and the reference of the approval."""


class Table(TableTerms, frozen=True, kw_only=True):
    """A table at a moment. Of what is over it keeps only what still matters; the log has the rest."""

    dealt: DealingMode = DealingMode.PHYSICAL
    shuffling: Shuffling
    positions: int
    opened_at: int
    closed: bool = False
    closing: bool = False
    """Whether play has ended and only the last count is awaited."""
    vacated: bool = False
    """Whether everybody has left who sat there."""
    on_duty: tuple[tuple[str, str], ...] = ()
    """Person and title."""
    seats: Mapping[int, Seat] = {}
    decks: tuple[Deck, ...] = ()
    """The deck in play is the first."""
    removed: tuple[Deck, ...] = ()
    """Decks that were taken away, the latest last."""
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
    number: int = 0
    """Rounds begun."""
    rounds: int = 0
    """Rounds settled."""
    committed: Commitment | None = None
    """The secret of the coming round or, while one is open, of that one."""
    seeds: Mapping[int, str] = {}
    """The seeds that were opened for it, by position."""
    deadlines: Mapping[str, Deadline] = {}
    pending: tuple[PendingPrize, ...] = ()
    prized: int = 0
    """How many prizes have been pending: their numbers."""
    uncounted: int = 0
    """Rounds dealt since the stub was last counted."""
    round: State | None = None
    last_round: State | None = None
    warned: tuple[tuple[str, str], ...] = ()
    carried_cents: Mapping[int, Cents] = {}
    question: Question | None = None
    rulings: tuple[Ruling, ...] = ()
    """Those of the round that is open, or of the last one."""
    excluded: Mapping[str, Clause] = {}
    """Who is excluded from the game, and by which clause."""
    excluded_from_casino: tuple[str, ...] = ()
    withheld: Mapping[str, Clause] = {}
    """Whose winnings are withheld until an investigation has ended, and by which clause."""
    aside: tuple[WithheldWinnings, ...] = ()
    """What was withheld and is not determined yet."""
    separated: tuple[tuple[str, ...], ...] = ()
    separated_clause: Clause = ""
    play_first: tuple[int, ...] = ()
    play_first_clause: Clause = ""
    device_clause: Clause = ""
    """The clause by which the device is out of order."""
    english_only: bool = False
    disputes: tuple[Dispute, ...] = ()
    """Those that are not closed."""
    disputed: int = 0
    """How many disputes there have been: their numbers."""

    @property
    def automatic(self) -> bool:
        """Whether the floor deals by itself."""
        return self.dealt is _AUTOMATIC

    @property
    def idle(self) -> bool:
        """Whether nobody sits there."""
        return not self.seats

    @property
    def players(self) -> set[str]:
        """Everybody who has a position."""
        return {seat.player for seat in self.seats.values()}

    @property
    def kept(self) -> dict[str, Mapping[Wager, Bounds]]:
        """The minimums that players keep under a marker."""
        return {seat.player: seat.kept for seat in self.seats.values() if seat.kept}

    @property
    def turn(self) -> Turn | None:
        """The moment that a decision now is for."""
        return None if self.round is None else Turn(round=self.number, phase=self.round.phase)
