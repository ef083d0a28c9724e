"""What happened at a table, and what of it is public at once. What happens in its rounds are the round's own events."""

from collections.abc import Mapping

from msgspec.structs import replace

from mississippi_stud.messages import EventBase, stable_name
from mississippi_stud.money import Cents
from mississippi_stud.round.events import CardsDealt, CardsDiscarded
from mississippi_stud.round.events import Event as RoundEvent
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import state as s


class _Event(EventBase, frozen=True):
    """What all events of a table share: when, and by whom."""

    at: int
    by: str


class TableOpened(s.TableTerms, frozen=True, kw_only=True, omit_defaults=True, tag=stable_name, tag_field="event"):
    """The table was opened, by a person of that title or by the floor."""

    schema: int = 1
    at: int
    by: str
    person: str = ""
    dealt: s.DealingMode
    shuffling: Shuffling
    positions: int


class DutyBegun(_Event, frozen=True, kw_only=True):
    person: str


class DutyEnded(_Event, frozen=True, kw_only=True):
    person: str


class DeckReceived(_Event, frozen=True, kw_only=True):
    deck: s.Deck


class DeckRemoved(_Event, frozen=True, kw_only=True):
    backs: str
    clause: Clause


class DeckShuffled(_Event, frozen=True, kw_only=True):
    backs: str


class DeckCut(_Event, frozen=True, kw_only=True):
    backs: str
    depth: int | None = None


class DecksAlternated(_Event, frozen=True, kw_only=True):
    """The deck in play went to the device and the other came into play."""


class StubCounted(_Event, frozen=True, kw_only=True):
    count: int


class StubRacked(_Event, frozen=True, kw_only=True):
    """The cards left over after the deal went into the rack."""


class DeckCounted(_Event, frozen=True, kw_only=True):
    """The cards of a deck were counted; `short` is how many were missing, below zero how many too many."""

    backs: str
    short: int


class CardsSpread(_Event, frozen=True, kw_only=True):
    """Nobody plays: the cards lie on the table."""

    clause: Clause


class FaceUpAsked(_Event, frozen=True, kw_only=True):
    """A player asked that they lie face up."""


class Seated(_Event, frozen=True, kw_only=True):
    position: int
    player: str
    box: bool
    seed_hash: str = ""


class SeatLeft(_Event, frozen=True, kw_only=True):
    position: int
    clause: Clause = ""


class Prompted(_Event, frozen=True, kw_only=True):
    prompt: s.Prompt


class PromptDone(_Event, frozen=True, kw_only=True):
    """Done by one, where a second person must still confirm."""

    prompt: int
    person: str


class PromptRejected(_Event, frozen=True, kw_only=True):
    """The second person did not confirm it: it is to be done again."""

    prompt: int
    person: str
    grounds: str


class PromptConfirmed(_Event, frozen=True, kw_only=True):
    prompt: int
    person: str = ""


class PromptDropped(_Event, frozen=True, kw_only=True):
    """A ruling or the end of the round made it pointless."""

    prompt: int


class BurnOrdered(_Event, frozen=True, kw_only=True):
    clause: Clause


class BettingClosed(_Event, frozen=True, kw_only=True):
    clause: Clause


class SeatReady(_Event, frozen=True, kw_only=True):
    """A seat waits for the cards, or not any more."""

    position: int
    ready: bool


class RoundCommitted(_Event, frozen=True, kw_only=True):
    """The house is bound to a secret for the coming round. The secret itself is sealed until it is revealed."""

    number: int
    commitment: str
    secret: str = ""


class SeedCommitted(_Event, frozen=True, kw_only=True):
    """The hash of a seat's seed; `coming`: for the coming round, else for the one after it."""

    position: int
    seed_hash: str
    coming: bool


class SeedOpened(_Event, frozen=True, kw_only=True):
    """A seat's seed, mixed into the shuffle."""

    position: int
    seed: str


class SecretRevealed(_Event, frozen=True, kw_only=True):
    """The round has ended, and anyone can check its deal."""

    number: int
    secret: str
    seeds: Mapping[int, str] = {}
    """The seeds that counted, by position; one that never came is empty."""
    voided: str = ""
    """Why the round had no result, where somebody said so."""


class CommitmentWithdrawn(_Event, frozen=True, kw_only=True):
    """The house shows the secret of a round that never began: it will not be used."""

    number: int
    secret: str
    reason: str


class DeadlineSet(_Event, frozen=True, kw_only=True):
    """Something happens by itself at this time, unless it is done before."""

    key: str
    due_at: int
    clause: Clause = ""


class DeadlineEnded(_Event, frozen=True, kw_only=True):
    """It was done, or its time has come."""

    key: str


class PrizePending(_Event, frozen=True, kw_only=True):
    """A prize of the meter waits for its validation."""

    prize: s.PendingPrize


class PrizeValidated(_Event, frozen=True, kw_only=True):
    """A pending prize was validated and paid."""

    prize: int
    person: str
    clause: Clause


class PrizeRejected(_Event, frozen=True, kw_only=True):
    """A pending prize was not validated: it is on its meter again."""

    prize: int
    person: str
    grounds: str
    clause: Clause
    taken_exact: str = "0"
    """What the house took back of what it had added to the meter for it, in cents: a fraction."""


class WinningsWithheld(_Event, frozen=True, kw_only=True):
    """Winnings are set aside until an investigation has ended."""

    winnings: s.WithheldWinnings


class WinningsReleased(_Event, frozen=True, kw_only=True):
    """An investigation has ended, and everything that was withheld from the player is paid."""

    player: str
    person: str
    clause: Clause


class WinningsKept(_Event, frozen=True, kw_only=True):
    """An investigation has ended, and the house keeps what was withheld; prizes are on their meters again."""

    player: str
    person: str
    grounds: str
    clause: Clause
    taken_exact: Mapping[int, str] = {}
    """By round, what the house took back of what it had added to the meter for its prizes, in cents: fractions."""


class WagerRefused(_Event, frozen=True, kw_only=True):
    position: int
    wager: Wager
    grounds: str
    clause: Clause


class VoucherExchanged(_Event, frozen=True, kw_only=True):
    player: str
    cents: Cents
    clause: Clause


class NoticeGiven(_Event, frozen=True, kw_only=True):
    notice: s.Notice


class LimitsChanged(_Event, frozen=True, kw_only=True):
    limits: Mapping[Wager, Bounds]
    kept_by: tuple[int, ...] = ()
    kept: Mapping[Wager, Bounds] = {}
    clause: Clause


class KeptMinimumEnded(_Event, frozen=True, kw_only=True):
    """The minimum that players kept has risen, to what they keep from now on or to the table's own."""

    clause: Clause
    kept: Mapping[str, Mapping[Wager, Bounds]] = {}
    """What is still kept under a marker, by player."""


class LimitsAgreed(_Event, frozen=True, kw_only=True):
    player: str
    limits: Mapping[Wager, Bounds]
    clause: Clause


class DealingChanged(_Event, frozen=True, kw_only=True):
    dealing: str
    shuffling: Shuffling
    counts: bool


class DeviceCovered(_Event, frozen=True, kw_only=True):
    clause: Clause


class ApprovalRecorded(_Event, frozen=True, kw_only=True):
    what: str
    reference: str


class RulingAsked(_Event, frozen=True, kw_only=True):
    question: s.Question


class IncidentRuled(_Event, frozen=True, kw_only=True):
    ruled: s.Ruling


class CarriedReturned(_Event, frozen=True, kw_only=True):
    """A carried jackpot wager goes back to a player who leaves (crown 11.12.1)."""

    position: int
    player: str
    cents: Cents
    clause: Clause


class DisputeOpened(_Event, frozen=True, kw_only=True):
    dispute: s.Dispute


class DisputeDecided(_Event, frozen=True, kw_only=True):
    dispute: int
    decision: str
    clause: Clause
    person: str = ""


class ReviewAsked(_Event, frozen=True, kw_only=True):
    dispute: int


class DisputeReviewed(_Event, frozen=True, kw_only=True):
    dispute: int
    decision: str
    clause: Clause
    person: str = ""


class DisputeClosed(_Event, frozen=True, kw_only=True):
    dispute: int
    satisfied: bool


class ClosingBegun(_Event, frozen=True, kw_only=True):
    """No more rounds: what closing asks for is under way."""


class TableClosed(_Event, frozen=True, kw_only=True):
    clause: Clause


OfSeeds = SeatReady | RoundCommitted | SeedCommitted | SeedOpened | SecretRevealed | CommitmentWithdrawn
OfDeadlines = DeadlineSet | DeadlineEnded
OfPrompts = Prompted | PromptDone | PromptRejected | PromptConfirmed | PromptDropped
OfPeople = DutyBegun | DutyEnded | Seated | SeatLeft | FaceUpAsked
OfCards = (
    DeckReceived | DeckRemoved | DeckShuffled | DeckCut | DecksAlternated | DeckCounted | StubCounted | StubRacked
    | CardsSpread | DealingChanged | DeviceCovered
)  # fmt: skip
OfWagers = BurnOrdered | BettingClosed | WagerRefused | VoucherExchanged | CarriedReturned
OfPrizes = PrizePending | PrizeValidated | PrizeRejected
OfWinnings = WinningsWithheld | WinningsReleased | WinningsKept
OfLimits = LimitsChanged | KeptMinimumEnded | LimitsAgreed
OfRulings = RulingAsked | IncidentRuled
OfDisputes = DisputeOpened | DisputeDecided | ReviewAsked | DisputeReviewed | DisputeClosed
OfTable = TableOpened | NoticeGiven | ApprovalRecorded | ClosingBegun | TableClosed
Event = (
    OfSeeds | OfDeadlines | OfPrompts | OfPeople | OfCards | OfWagers | OfPrizes | OfWinnings | OfLimits | OfRulings
    | OfDisputes | OfTable | RoundEvent
)  # fmt: skip


def public(event: Event) -> Event:
    """The event without what is sealed until it is shown; the event itself where nothing is hidden."""
    match event:
        case RoundCommitted():
            return replace(event, secret="")
        case CardsDealt():
            return replace(
                event,
                hole={position: (None,) * len(held) for position, held in event.hole.items()},
                community=(None,) * len(event.community),
                bonus_cards=(None,) * len(event.bonus_cards),
                burnt=(None,) * len(event.burnt),
            )
        case CardsDiscarded(cards=cards):
            return replace(event, cards=(None,) * len(cards))
        case RulingAsked(question=question):
            return replace(event, question=replace(question, facts=_hidden(question.facts)))
        case IncidentRuled(ruled=ruled):
            return replace(event, ruled=replace(ruled, facts=_hidden(ruled.facts)))
        case _:
            return event


def _hidden(facts: s.Facts) -> s.Facts:
    """What people saw of an incident, without the cards that they named: not everybody has seen those."""
    return replace(facts, card=(), named=())
