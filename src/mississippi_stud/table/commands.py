"""What can be asked of a table. Time and the person who acts come with the command; nothing here has a clock."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from mississippi_stud.messages import CommandBase, stable_name
from mississippi_stud.money import Cents
from mississippi_stud.round.commands import Command as RoundCommand
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table.state import DealingMode, Facts, NoticeKind, TableTerms, Turn

PLAYER: Final = "player"
"""Who acts where a player does; the person is the player."""
FLOOR: Final = "floor"
"""Who acts where the house's own machinery does: an actor of every book that has no title."""


class _Command(CommandBase, frozen=True, kw_only=True):
    """What all commands share: when, by whom (a title of the book, a player or the floor), and which person."""

    at: int = 0
    """Microseconds, on any clock that only goes forward."""
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
    """The person who acts begins to work at the table, with that title."""


class GoOffDuty(_Command, frozen=True, kw_only=True):
    """The person who acts leaves."""


class ReceiveDeck(_Command, frozen=True, kw_only=True):
    """A deck comes to the table."""

    backs: str
    design: str = "standard"
    prechecked: bool = False


class Sit(_Command, frozen=True, kw_only=True):
    """A player takes a position, or one more box."""

    position: int
    player: str
    seed_hash: str = ""
    """The hash of the seed that the player opens in the first round."""
    nobody_shut_out: bool = False
    seats_elsewhere: bool = False
    """For one more box: that nobody is kept from playing, and that tables with like limits have seats."""


class Stand(_Command, frozen=True, kw_only=True):
    """A player gives a position up."""

    position: int


class Vacate(_Command, frozen=True, kw_only=True):
    """A player who does not wager is told to give up the seat."""

    position: int


class Confirm(_Command, frozen=True, kw_only=True):
    """A prompt is done. A count or the depth of a cut goes with it where one is asked for."""

    prompt: int
    count: int | None = None
    depth: int | None = None


class Reject(_Command, frozen=True, kw_only=True):
    """The second person does not confirm what was done: it is to be done again."""

    prompt: int
    grounds: str


class AskFaceUp(_Command, frozen=True, kw_only=True):
    """A player asks that the cards of an idle table lie face up."""


class OrderKind(StrEnum):
    """What staff may order at any time."""

    VERIFY_CARDS = "verify-cards"
    SHUFFLE = "order-shuffle"
    SHUFFLE_NOW = "order-shuffle-now"
    """The cards come in an abnormal sequence."""
    CUT = "order-cut"
    RECUT = "order-recut"
    BURN = "order-burn"
    CHANGE_CARDS = "change-cards"


class Order(_Command, frozen=True, kw_only=True):
    """Somebody of sufficient rank orders something done to the cards."""

    what: OrderKind


class OpenRound(_Command, frozen=True, kw_only=True):
    """Players may place their wagers."""


class CloseBetting(_Command, frozen=True, kw_only=True):
    """No more bets."""


class CommitSeed(_Command, frozen=True, kw_only=True):
    """Publish the hash of a seat's next seed, before anybody's is opened."""

    position: int
    seed_hash: str


class PlaceWagers(_Command, frozen=True, kw_only=True):
    """Make the wagers on a position exactly these, and say whether the cards may come.

    A command that names its round is for that one only. At an automatic table it opens the round if none is open; when
    every seat is ready the cards are dealt at once.
    """

    position: int
    round: int = 0
    wagers: Mapping[Wager, int] = {}
    seed: str = ""
    """The player's own part in the shuffle."""
    next_seed_hash: str = ""
    """The hash of the seed for the round after this one."""
    commitment: str = ""
    """The house's commitment that the player saw."""
    ready: bool = True


class Play(_Command, frozen=True, kw_only=True):
    """A command of the round; one that names its turn is for that moment only."""

    do: RoundCommand
    turn: Turn | None = None


class Void(_Command, frozen=True, kw_only=True):
    """End the round without a result and return its wagers: a malfunction, or a round that lay too long."""

    clause: Clause
    reason: str
    number: int = 0
    """The round that is meant, if no other must be touched; 0: the one that is open."""


class CommitAnew(_Command, frozen=True, kw_only=True):
    """A backup was restored, so secrets and seeds may be known: void what is open, and bind house and seats anew."""

    reason: str


class TimeUp(_Command, frozen=True, kw_only=True):
    """A deadline has passed. One that is not there any more changes nothing."""

    key: str


class Validate(_Command, frozen=True, kw_only=True):
    """Somebody of sufficient rank validates a pending prize, or does not."""

    prize: int
    accepted: bool = True
    grounds: str = ""


class Determine(_Command, frozen=True, kw_only=True):
    """An investigation of a player has ended: what was withheld is released, or kept on grounds that are recorded."""

    player: str
    release: bool = True
    grounds: str = ""


class CallWager(_Command, frozen=True, kw_only=True):
    """A wager is called out instead of placed."""

    position: int
    wager: Wager
    cents: int
    accompanied: bool = False
    """Whether chips, cash, vouchers or tokens go with it."""
    cash: bool = False
    converted: bool = False
    """Whether those were turned into chips and placed at once."""


class ExchangeVoucher(_Command, frozen=True, kw_only=True):
    """A promotional voucher is exchanged for tokens of the same value."""

    player: str
    cents: Cents
    conditions_met: bool = True


class RefuseWager(_Command, frozen=True, kw_only=True):
    """A wager is refused, on reasonable grounds, before the first card."""

    position: int
    wager: Wager
    grounds: str


class GiveNotice(_Command, frozen=True, kw_only=True):
    """A sign says what will change and when."""

    kind: NoticeKind
    due_at: int | None = None
    limits: Mapping[Wager, Bounds] = {}


class ChangeLimits(_Command, frozen=True, kw_only=True):
    """The limits of the table change. `at_once`: those who sit there keep the old minimum."""

    limits: Mapping[Wager, Bounds]
    at_once: bool = False


class EndKeptMinimum(_Command, frozen=True, kw_only=True):
    """Those who kept an earlier minimum play at the table's now."""


class AgreeLimits(_Command, frozen=True, kw_only=True):
    """Limits of their own are agreed with a player."""

    player: str
    limits: Mapping[Wager, Bounds]


class ChangeDealing(_Command, frozen=True, kw_only=True):
    """Another way of dealing or shuffling, or another device."""

    dealing: str
    shuffling: Shuffling
    counts: bool = False


class RecordApproval(_Command, frozen=True, kw_only=True):
    """An approval of the regulator is on file."""

    what: str
    reference: str


class Report(_Command, frozen=True, kw_only=True):
    """Something went wrong. Whoever ranks high enough rules at once; otherwise the ruling is asked for."""

    incident: Incident
    facts: Facts = Facts()


class Rule(_Command, frozen=True, kw_only=True):
    """Somebody of sufficient rank rules on what was reported."""

    waived: bool = False
    """Whether it is let be, where the book leaves the choice."""


class OpenDispute(_Command, frozen=True, kw_only=True):
    """A player disputes or complains."""

    player: str
    about: str


class DecideDispute(_Command, frozen=True, kw_only=True):
    """The first decision."""

    dispute: int
    decision: str


class AskReview(_Command, frozen=True, kw_only=True):
    """The player asks that the decision be reviewed."""

    dispute: int


class ReviewDispute(_Command, frozen=True, kw_only=True):
    """The review."""

    dispute: int
    decision: str


class CloseDispute(_Command, frozen=True, kw_only=True):
    """The dispute ends; whoever is not satisfied has been told where to turn."""

    dispute: int
    satisfied: bool


class CloseTable(_Command, frozen=True, kw_only=True):
    """The table closes."""


Command = (
    OpenTable | ComeOnDuty | GoOffDuty | ReceiveDeck | Sit | Stand | Vacate | Confirm | Reject | AskFaceUp | Order
    | OpenRound | CloseBetting | CommitSeed | PlaceWagers | Play | Void | TimeUp | Validate | Determine | CallWager
    | ExchangeVoucher | RefuseWager | GiveNotice | ChangeLimits | EndKeptMinimum | AgreeLimits | ChangeDealing
    | RecordApproval | Report | Rule | OpenDispute | DecideDispute | AskReview | ReviewDispute | CloseDispute
    | CloseTable | CommitAnew
)  # fmt: skip
