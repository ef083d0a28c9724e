"""The commands of a table. Each carries its time and the person who acts; nothing here reads a clock."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from mississippi_stud.cards import Card
from mississippi_stud.messages import CommandBase, stable_name
from mississippi_stud.money import Cents
from mississippi_stud.round.commands import Command as RoundCommand
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table.state import DealingMode, Facts, NoAnswer, NoticeKind, Phrase, TableTerms, Turn

PLAYER: Final = "player"
"""The actor of a player's commands; `person` is the player."""
FLOOR: Final = "floor"
"""The actor of the house's own machinery: it exists in every book and has no title."""


class _Command(CommandBase, frozen=True, kw_only=True):
    """The fields of every command: its time, its actor (a title of the book, a player or the floor), and the person."""

    at: int = 0
    """Microseconds on any clock that never goes back."""
    by: str = PLAYER
    person: str = ""


class OpenTable(TableTerms, frozen=True, kw_only=True, tag=stable_name, tag_field="command"):
    """Open a table for gaming."""

    at: int = 0
    by: str = PLAYER
    person: str = ""
    dealt: DealingMode = DealingMode.PHYSICAL
    shuffling: Shuffling = Shuffling.BY_HAND
    positions: int | None = None


class ComeOnDuty(_Command, frozen=True, kw_only=True):
    """Start work at the table under that title."""


class GoOffDuty(_Command, frozen=True, kw_only=True):
    """Stop work at the table."""


class ReceiveDeck(_Command, frozen=True, kw_only=True):
    """Bring a deck to the table."""

    backs: str
    design: str = "standard"
    prechecked: bool = False


class Sit(_Command, frozen=True, kw_only=True):
    """Take a position for a player, or an additional box."""

    position: int
    player: str
    seed_hash: str = ""
    """The hash of the seed that the player will open in their first round."""
    nobody_shut_out: bool = False
    seats_elsewhere: bool = False
    """For an additional box: nobody is kept from playing, and tables with similar limits have free seats."""
    bot: bool = False
    """Whether the floor itself plays there; it counts only if the floor says so."""


class Stand(_Command, frozen=True, kw_only=True):
    """Give up a player's position."""

    position: int


class JoinQueue(_Command, frozen=True, kw_only=True):
    """Wait in line for a seat."""

    player: str


class LeaveQueue(_Command, frozen=True, kw_only=True):
    """Wait no longer, and give back a seat that is offered."""

    player: str


class Vacate(_Command, frozen=True, kw_only=True):
    """Tell a player who does not wager to give up the seat."""

    position: int


class Confirm(_Command, frozen=True, kw_only=True):
    """Confirm that a prompt is done, with a count or the depth of a cut where the prompt asks for one."""

    prompt: int
    count: int | None = None
    depth: int | None = None
    also: tuple[int, ...] = ()
    """Further prompts that are confirmed with it, in this order; if one is refused, all are (decision 520)."""


class Reject(_Command, frozen=True, kw_only=True):
    """Refuse, as the second person, to confirm what was done: it must be done again."""

    prompt: int
    grounds: str


class AskFaceUp(_Command, frozen=True, kw_only=True):
    """Ask, as a player, for the cards of an idle table to be laid face up."""


class OrderKind(StrEnum):
    """The orders that staff may give at any time."""

    VERIFY_CARDS = "verify-cards"
    SHUFFLE = "order-shuffle"
    SHUFFLE_NOW = "order-shuffle-now"
    """Given because the cards are coming in an abnormal sequence."""
    CUT = "order-cut"
    RECUT = "order-recut"
    BURN = "order-burn"
    CHANGE_CARDS = "change-cards"


class Order(_Command, frozen=True, kw_only=True):
    """Order something done to the cards, as somebody of sufficient rank."""

    what: OrderKind


class OpenRound(_Command, frozen=True, kw_only=True):
    """Open a round: players may place their wagers."""


class CloseBetting(_Command, frozen=True, kw_only=True):
    """Close the betting: no more bets."""

    announced: bool = False
    """Whether it was announced as it was closed, where the book asks for that: the duty is then done (decision 521)."""


class CommitSeed(_Command, frozen=True, kw_only=True):
    """Publish the hash of a seat's next seed before any seat's seed is opened."""

    position: int
    seed_hash: str


class PlaceWagers(_Command, frozen=True, kw_only=True):
    """Make the wagers on a position exactly these, and say whether the player is ready for the cards.

    A command that names a round applies to that round only. At an automatic table it opens the round if none is open,
    and the cards are dealt as soon as every seat is ready.
    """

    position: int
    round: int = 0
    wagers: Mapping[Wager, int] = {}
    tokens_cents: Mapping[Wager, int] = {}
    """How much of each is in promotional tokens."""
    seed: str = ""
    """The player's contribution to the shuffle."""
    next_seed_hash: str = ""
    """The hash of the seed for the round after this one."""
    commitment: str = ""
    """The house's commitment as the player saw it."""
    ready: bool = True


class ChooseNoAnswer(_Command, frozen=True, kw_only=True):
    """Choose, before the cards, what is done if the player does not decide in time."""

    position: int
    no_answer: NoAnswer


class ChoosePace(_Command, frozen=True, kw_only=True):
    """Choose how many times as long as others the player has, for people who need more time."""

    position: int
    pace: int


class TakeTime(_Command, frozen=True, kw_only=True):
    """Take some of the player's reserve for the decision of that turn."""

    position: int
    turn: Turn


class SitOut(_Command, frozen=True, kw_only=True):
    """Have no cards from the next round on, or have them again; the seat is kept as long as the book allows."""

    position: int
    out: bool = True


class SayPhrase(_Command, frozen=True, kw_only=True):
    """Say a set phrase to the table, while no card is hidden."""

    position: int
    phrase: Phrase


class NoteConnection(_Command, frozen=True, kw_only=True):
    """Note, as the floor, that a player has lost the connection or has it again."""

    player: str
    connected: bool


class MoveDeadlines(_Command, frozen=True, kw_only=True):
    """Move the players' deadlines, as the floor, by how long nobody could reach the table and by some more."""

    since: int
    allowance: int
    """What they get on top, to come back, in microseconds."""


class Play(_Command, frozen=True, kw_only=True):
    """Give a command of the round; one that names a turn applies to that turn only."""

    do: RoundCommand
    turn: Turn | None = None


class ReadCard(_Command, frozen=True, kw_only=True):
    """Read a card as it leaves the shoe, where the players are elsewhere."""

    card: Card


class TakeBack(_Command, frozen=True, kw_only=True):
    """Take back the last entry in the round, as whoever made it, or with grounds as somebody of sufficient rank."""

    grounds: str = ""


class CorrectCard(_Command, frozen=True, kw_only=True):
    """Correct a card that was entered wrongly, as somebody of sufficient rank; the log keeps the old one."""

    old: Card
    new: Card
    grounds: str


class CorrectWager(_Command, frozen=True, kw_only=True):
    """Correct the amount of a wager that was entered wrongly, as somebody of sufficient rank; the log keeps the old."""

    position: int
    wager: Wager
    cents: int
    grounds: str


class Void(_Command, frozen=True, kw_only=True):
    """End the round without a result and return its wagers: after a malfunction, or if it lay unfinished too long."""

    clause: Clause
    reason: str
    number: int = 0
    """The only round to void; 0 for whichever is open."""


class CommitAnew(_Command, frozen=True, kw_only=True):
    """After a restored backup, void the open round and renew all commitments: secrets and seeds may be known."""

    reason: str


class TimeUp(_Command, frozen=True, kw_only=True):
    """Carry out a deadline that has passed; one that no longer exists changes nothing."""

    key: str
    funded: bool = True
    """Whether the player can pay for the bet that they chose to have made without an answer."""


class Validate(_Command, frozen=True, kw_only=True):
    """Validate or reject a pending prize, as somebody of sufficient rank."""

    prize: int
    accepted: bool = True
    grounds: str = ""


class Determine(_Command, frozen=True, kw_only=True):
    """End the investigation of a player: release what was withheld, or keep it on recorded grounds."""

    player: str
    release: bool = True
    grounds: str = ""


class CallWager(_Command, frozen=True, kw_only=True):
    """Call out a wager instead of placing it."""

    position: int
    wager: Wager
    cents: int
    accompanied: bool = False
    """Whether chips, cash, vouchers or tokens were handed over with it."""
    cash: bool = False
    converted: bool = False
    """Whether these were converted to chips and placed at once."""


class ExchangeVoucher(_Command, frozen=True, kw_only=True):
    """Exchange a promotional voucher for tokens of the same value."""

    player: str
    cents: Cents
    conditions_met: bool = True
    promotion: str = ""
    """The promotion that issued it; empty for what the house gives a guest to try."""
    voucher: int = 0
    """Its number there."""


class RefuseWager(_Command, frozen=True, kw_only=True):
    """Refuse a wager on reasonable grounds before the first card."""

    position: int
    wager: Wager
    grounds: str


class GiveNotice(_Command, frozen=True, kw_only=True):
    """Put up a sign that says what will change and when."""

    kind: NoticeKind
    due_at: int | None = None
    limits: Mapping[Wager, Bounds] = {}


class ChangeLimits(_Command, frozen=True, kw_only=True):
    """Change the limits of the table. With `at_once`, those already seated keep the old minimum."""

    limits: Mapping[Wager, Bounds]
    at_once: bool = False


class EndKeptMinimum(_Command, frozen=True, kw_only=True):
    """Make players who kept an earlier minimum play at the table's own."""


class AgreeLimits(_Command, frozen=True, kw_only=True):
    """Agree personal limits with a player."""

    player: str
    limits: Mapping[Wager, Bounds]


class ChangeDealing(_Command, frozen=True, kw_only=True):
    """Change how the table is dealt or shuffled, or its device."""

    dealing: str
    shuffling: Shuffling
    counts: bool = False


class RecordApproval(_Command, frozen=True, kw_only=True):
    """Record an approval by the regulator."""

    what: str
    reference: str


class Report(_Command, frozen=True, kw_only=True):
    """Report an incident. It is ruled on at once if the reporter ranks high enough; otherwise a ruling is requested."""

    incident: Incident
    facts: Facts = Facts()


class Rule(_Command, frozen=True, kw_only=True):
    """Rule on a reported incident, as somebody of sufficient rank."""

    waived: bool = False
    """Whether nothing is done, where the book leaves the choice."""
    grounds: str = ""
    """Why it is decided so, for the log."""


class OpenDispute(_Command, frozen=True, kw_only=True):
    """Open a player's dispute or complaint."""

    player: str
    about: str


class DecideDispute(_Command, frozen=True, kw_only=True):
    """Record the first decision on a dispute."""

    dispute: int
    decision: str


class AskReview(_Command, frozen=True, kw_only=True):
    """Ask for a review of the decision, as the player."""

    dispute: int


class ReviewDispute(_Command, frozen=True, kw_only=True):
    """Record the review of a dispute."""

    dispute: int
    decision: str


class CloseDispute(_Command, frozen=True, kw_only=True):
    """Close a dispute; a dissatisfied player has been told where to turn."""

    dispute: int
    satisfied: bool


class CallSupervisor(_Command, frozen=True, kw_only=True):
    """Call somebody above to the table, whatever for."""

    about: str = ""


class AnswerCall(_Command, frozen=True, kw_only=True):
    """Answer a call, as somebody above the dealer: they are on their way."""

    call: int


class CloseCall(_Command, frozen=True, kw_only=True):
    """Close a call: it has been seen to."""

    call: int


class CloseTable(_Command, frozen=True, kw_only=True):
    """Close the table."""


Command = (
    OpenTable | ComeOnDuty | GoOffDuty | ReceiveDeck | Sit | Stand | Vacate | Confirm | Reject | AskFaceUp | Order
    | OpenRound | CloseBetting | CommitSeed | PlaceWagers | Play | Void | TimeUp | Validate | Determine | CallWager
    | ExchangeVoucher | RefuseWager | GiveNotice | ChangeLimits | EndKeptMinimum | AgreeLimits | ChangeDealing
    | RecordApproval | Report | Rule | OpenDispute | DecideDispute | AskReview | ReviewDispute | CloseDispute
    | CloseTable | CommitAnew | ChooseNoAnswer | ChoosePace | TakeTime | SitOut | NoteConnection | MoveDeadlines
    | JoinQueue | LeaveQueue | SayPhrase | TakeBack | CorrectCard
    | CorrectWager | ReadCard | CallSupervisor | AnswerCall | CloseCall
)  # fmt: skip
FLOOR_COMMANDS: Final = (TimeUp, Void, CommitAnew, NoteConnection, MoveDeadlines)
"""The commands that only the floor may give, even at a table that people run."""
