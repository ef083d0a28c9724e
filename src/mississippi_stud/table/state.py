"""The state of a table: its players and staff, its cards, its limits, and what is waiting to be done."""

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
    """A person deals real cards, which the table learns when they are exposed."""


class Admission(StrEnum):
    """Who may look at a table and sit down there, as far as its house does not say otherwise."""

    SEATED = "seated"
    """Only those who are seated already."""
    LINK = "link"
    """Whoever was given its link."""
    LOBBY = "lobby"
    """Anybody: the lobby of its house lists it."""

    @property
    def is_open(self) -> bool:
        """Whether others than those who are seated may look, wait and sit down."""
        return self is not Admission.SEATED


_AUTOMATIC: Final = DealingMode.AUTOMATIC
"""Read on every command; in Python 3.11 looking up a global is faster than looking up a member of an enum."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The moment that a decision is for; it stays valid whatever others do in the meantime."""

    round: int
    phase: Phase


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """How many seconds a table allows for the wagers and for each decision, and on top of that."""

    betting_seconds: int
    decision_seconds: int
    side_seconds: int = 5
    """The least that is left for side wagers after a seat's ante."""
    reserve_seconds: int = 60
    """What a player may take on top as long as they sit there, …"""
    press_seconds: int = 15
    """… so much at a time."""
    lost_seconds: int = 20
    """On top, once a round, for a player whose connection was lost."""
    between_seconds: int = 0
    """How long after a round the next one opens by itself; 0 if a wager opens it."""


class NoAnswer(StrEnum):
    """What is done for a player who does not decide in time; it never depends on the cards."""

    FOLD = "fold"
    SMALLEST_BET = "smallest-bet"


class ExtraTime(StrEnum):
    """Why a deadline was moved."""

    RESERVE = "reserve"
    CONNECTION = "connection"
    SIDE_WAGERS = "side-wagers"
    OUTAGE = "outage"


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """The secret that the house has committed to for a round."""

    number: int
    commitment: str
    secret: str


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """When something happens automatically, and the clause where a book requires it."""

    due_at: int
    clause: Clause = ""
    outage: int = 0
    """How much of the time, in microseconds, makes up for an outage."""


class PendingPrize(msgspec.Struct, frozen=True, kw_only=True):
    """A prize of the meter that must be validated before it is paid; the meter holds it for the winner."""

    number: int
    round: int
    position: int
    player: str
    pays: str
    cents: Cents
    meter: str
    from_house: bool = False
    """Whether the house pays it rather than the meter."""
    reset_exact: str = "0"
    """What the house added to the meter after it, in cents: a fraction."""
    clause: Clause
    """The clause that requires the validation."""
    prize_clause: Clause
    """The clause by which it is paid."""


class WithheldWinnings(msgspec.Struct, frozen=True, kw_only=True):
    """Winnings that are set aside until an investigation ends."""

    round: int
    position: int
    player: str
    cents: Cents
    meter: str = ""
    """The meter whose prize they are; empty if the house pays."""
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
    """Play continues; the prompt is dropped when its moment has passed."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a person must do now and confirm."""

    number: int
    duty: str
    moment: str
    """When it arose: a `Moment`, or `told` or `deck` if a ruling asked for it."""
    by: str
    verified_by: str | None = None
    alone: Clause | None = None
    player_first: bool = False
    """Whether it waits for a player to arrive first."""
    blocks: PromptHold
    clause: Clause
    deck: str | None = None
    position: int | None = None
    dispute: int | None = None
    then: Moment | None = None
    done_by: str | None = None
    """The person who did it, while a second person must still confirm it."""
    since: int = 0
    """When it arose."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A position that somebody has taken; a box is one where its player does not sit."""

    position: int
    player: str
    box: bool = False
    sat_out: int = 0
    """Rounds in a row without a wager while every other position was in use."""
    kept: Mapping[Wager, Bounds] = {}
    """The limits that the player has kept, under a marker, since the minimum was raised."""
    personal: Mapping[Wager, Bounds] = {}
    ready: bool = False
    """Whether the player is ready for the cards."""
    seed_hash: str = ""
    """The hash of the seed that the player will open in the next round."""
    next_seed_hash: str = ""
    """The hash of the seed for the round after the next."""
    no_answer: NoAnswer = NoAnswer.FOLD
    pace: int = 1
    """How many times as long as others the player has for a decision."""
    reserve_used: int = 0
    """The seconds of the reserve that the player has taken."""
    away_at: int | None = None
    """Since when the player is not connected."""
    lost_in: int = 0
    """The last round in which a lost connection gave the player more time."""
    side_in: int = 0
    """The last round in which the time to wager was kept open for the seat's side wagers."""
    sits_out: bool = False
    """Whether the player wants no cards for now: nobody waits for them."""
    bot: bool = False
    """Whether the floor itself plays there, until somebody wants the seat."""
    said: tuple["SaidPhrase", ...] = ()
    """The last phrase, and those of the minute before it."""

    def said_since(self, at: int) -> tuple["SaidPhrase", ...]:
        """Return the phrases since a time."""
        return tuple(each for each in self.said if each.at > at)


class Phrase(StrEnum):
    """What players can say to each other."""

    HELLO = "hello"
    GOOD_LUCK = "good-luck"
    WELL_PLAYED = "well-played"
    CONGRATULATIONS = "congratulations"
    BAD_LUCK = "bad-luck"
    THANK_YOU = "thank-you"
    BACK_SOON = "back-soon"
    GOODBYE = "goodbye"


class SaidPhrase(msgspec.Struct, frozen=True, kw_only=True):
    """A phrase, and when it was said."""

    phrase: Phrase
    at: int
    after: int = 0
    """The number of the last round that was over by then: once another is over, it is not shown any more."""


class QueuePlace(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's place in the line for a seat; it is theirs whatever device they use."""

    player: str
    offer: int = 0
    """The number of the offer of a seat that they have; 0 while they have none."""
    due_at: int = 0
    """When that offer lapses."""


WALK_IN: Final = "walk-in:"
"""How the ids of players begin who have no account: they sit at a table with chips, and have no screen."""


def is_walk_in(player: str) -> bool:
    """Whether a player has no account."""
    return player.startswith(WALK_IN)


BOT: Final = "bot-"
"""How the ids of the house's own players begin, which the floor seats."""


def is_bot(player: str) -> bool:
    """Whether a player is a bot of the house."""
    return player.startswith(BOT)


class DeckPlace(StrEnum):
    """Where the undealt cards of a deck lie."""

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
    """Whether it arrived inspected and shuffled, and has been neither played nor spread since."""
    shuffled: int = 0
    """How many times it has been shuffled at this table."""
    cut: bool = False
    lies: DeckPlace = DeckPlace.APART
    short: int = 0
    """How many cards were missing at the last count; negative if there were too many."""


class NoticeKind(StrEnum):
    """The changes that a notice announces."""

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
    """How many rounds had been played when it was given."""
    limits: Mapping[Wager, Bounds] = {}
    clause: Clause


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What people report about an incident. The registry of incidents says which facts matter."""

    position: int | None = None
    positions: tuple[int, ...] = ()
    person: str = ""
    """A person who is not seated at the table."""
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
    """Whether the person who decides does nothing, where the book says only that they may act."""


class SupervisorCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call for somebody above, from the table until it is closed."""

    number: int
    by: str
    """The title of whoever called."""
    person: str = ""
    about: str = ""
    since: int
    answered_by: str = ""
    """Who is on their way, or there."""
    answered_at: int | None = None


class RoundEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the dealer entered at a table with chips: the round as it was before."""

    person: str
    before: State
    prompted: int
    """The number of the latest prompt before it."""


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
    """The duty that it gives the dealer."""
    returned_clause: Clause
    """The clause by which wagers are returned, if any are."""
    facts: Facts


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """An incident that is waiting for somebody of sufficient rank to rule on it."""

    incident: Incident
    facts: Facts
    decides: str
    clause: Clause
    since: int = 0
    """When it was asked."""


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute or complaint, from its opening to its close."""

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
    """The terms on which a table is opened: fields of the command, of its event, and of the table from then on."""

    id: str = ""
    """The name of its stream, after which its rounds and shuffles are named."""
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
    chips: bool = False
    """Whether the players sit at the table and wager with its chips, which the dealer enters for them."""
    house: str = ""
    """The house that the table belongs to; empty at a table that was opened before tables named theirs."""
    meters: str = ""
    """The house of meters that the table may be linked to."""
    meter: str = ""
    """The meter that the table's jackpot wagers go to, if no house of meters says so."""
    clocks: Clocks | None = None
    admission: Admission = Admission.SEATED
    bots: int = 0
    """How many seats the floor fills with bots as long as people are there and want no more of them."""
    approvals: tuple[tuple[str, str], ...] = ()
    """What was approved, and the reference of the approval."""
    contest: str = ""
    """The stream of the tournament that the table is designated for: it is played with tournament chips alone."""


class Table(TableTerms, frozen=True, kw_only=True):
    """The current state of a table. It keeps only what still matters of the past; the log has the rest."""

    dealt: DealingMode = DealingMode.PHYSICAL
    shuffling: Shuffling
    positions: int
    opened_at: int
    closed: bool = False
    closing: bool = False
    """Whether play has ended and only the final count is outstanding."""
    vacated: bool = False
    """Whether everybody who was seated has left."""
    on_duty: tuple[tuple[str, str], ...] = ()
    """The person and the title of each member of staff."""
    seats: Mapping[int, Seat] = {}
    queue: tuple[QueuePlace, ...] = ()
    """Those who wait for a seat, the first in line first."""
    offers: int = 0
    """The number of the latest offer of a seat."""
    walk_ins: int = 0
    """The number of the latest player who sat down without a name."""
    decks: tuple[Deck, ...] = ()
    """The decks at the table, the deck in play first."""
    removed: tuple[Deck, ...] = ()
    """The removed decks, the latest last."""
    face_up: bool = False
    """Whether a player asked for the cards of the idle table to be laid face up."""
    device_works: bool = True
    covered: bool = False
    burn: bool = False
    betting_closed: bool = False
    prompts: tuple[Prompt, ...] = ()
    prompted: int = 0
    """The number of the latest prompt."""
    notices: tuple[Notice, ...] = ()
    number: int = 0
    """Rounds begun."""
    rounds: int = 0
    """Rounds settled."""
    committed: Commitment | None = None
    """The secret of the open round or, between rounds, of the next one."""
    seeds: Mapping[int, str] = {}
    """The seeds that were opened for that round, by position."""
    deadlines: Mapping[str, Deadline] = {}
    pending: tuple[PendingPrize, ...] = ()
    prized: int = 0
    """The number of the latest pending prize."""
    uncounted: int = 0
    """Rounds dealt since the stub was last counted."""
    round: State | None = None
    last_round: State | None = None
    entry: RoundEntry | None = None
    """The last entry in the open round, as long as whoever made it may take it back."""
    entries: tuple[RoundEntry, ...] = ()
    """The entries in the open round that somebody above may take back, the latest last."""
    read: tuple[Card, ...] = ()
    """The cards that have left the shoe and are not dealt yet, where they are read one by one."""
    warned: tuple[tuple[str, str], ...] = ()
    carried_cents: Mapping[int, Cents] = {}
    question: Question | None = None
    rulings: tuple[Ruling, ...] = ()
    """The rulings in the open round, or in the last one."""
    excluded: Mapping[str, Clause] = {}
    """Who is excluded from the game, and by which clause."""
    excluded_from_casino: tuple[str, ...] = ()
    withheld: Mapping[str, Clause] = {}
    """Whose winnings are withheld until an investigation ends, and by which clause."""
    aside: tuple[WithheldWinnings, ...] = ()
    """The winnings that were withheld and have been neither released nor kept."""
    separated: tuple[tuple[str, ...], ...] = ()
    separated_clause: Clause = ""
    play_first: tuple[int, ...] = ()
    play_first_clause: Clause = ""
    order: tuple[int, ...] = ()
    """The order in which a tournament has the positions bet; empty for that of the book."""
    order_clause: Clause = ""
    device_clause: Clause = ""
    """The clause by which the device is out of order."""
    english_only: bool = False
    disputes: tuple[Dispute, ...] = ()
    """The disputes that are not closed."""
    disputed: int = 0
    """The number of the latest dispute."""
    calls: tuple[SupervisorCall, ...] = ()
    """The calls for somebody above that are not closed."""
    calls_made: int = 0
    """The number of the latest call."""
    result_cents: int = 0
    """What the players have lost here, less what they have won; jackpot wagers and prizes are among it."""

    @property
    def automatic(self) -> bool:
        """Whether the floor deals by itself."""
        return self.dealt is _AUTOMATIC

    @property
    def idle(self) -> bool:
        """Whether nobody is seated."""
        return not self.seats

    @property
    def over(self) -> int:
        """The number of the last round that is over."""
        return self.number - (self.round is not None)

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
