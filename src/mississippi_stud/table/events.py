"""The events of a table, and how much of each is public at once. A round at the table has events of its own."""

from collections.abc import Mapping

from msgspec.structs import replace

from mississippi_stud.cards import Card
from mississippi_stud.messages import EventBase, stable_name
from mississippi_stud.money import Cents
from mississippi_stud.round.events import CardsDealt, CardsDiscarded, WagerPlaced
from mississippi_stud.round.events import Event as RoundEvent
from mississippi_stud.round.state import Bounds, Stake
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import state as s


class _Event(EventBase, frozen=True):
    """The fields of every event of a table: its time and its actor."""

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
    """The deck in play went into the device, and the other deck came into play."""


class StubCounted(_Event, frozen=True, kw_only=True):
    count: int


class StubRacked(_Event, frozen=True, kw_only=True):
    """The cards left over after the deal went into the rack."""


class DeckCounted(_Event, frozen=True, kw_only=True):
    """The cards of a deck were counted; `short` is the number missing, negative if there were too many."""

    backs: str
    short: int


class CardsSpread(_Event, frozen=True, kw_only=True):
    """The cards were spread on the table because nobody is playing."""

    clause: Clause


class FaceUpAsked(_Event, frozen=True, kw_only=True):
    """A player asked for the cards of an idle table to be laid face up."""


class Seated(_Event, frozen=True, kw_only=True):
    position: int
    player: str
    box: bool
    seed_hash: str = ""
    bot: bool = False


class SeatLeft(_Event, frozen=True, kw_only=True):
    position: int
    clause: Clause = ""


class PhraseSaid(_Event, frozen=True, kw_only=True):
    """A player said a set phrase."""

    position: int
    phrase: s.Phrase


class QueueJoined(_Event, frozen=True, kw_only=True):
    """Somebody waits in line for a seat."""

    player: str


class SeatOffered(_Event, frozen=True, kw_only=True):
    """A seat is kept for somebody in line until a time, or longer than was said at first."""

    player: str
    offer: int
    due_at: int


class QueueLeft(_Event, frozen=True, kw_only=True):
    """Somebody waits no longer; `lapsed`: they did not answer an offer in time."""

    player: str
    lapsed: bool = False


class EntryBegun(_Event, frozen=True, kw_only=True):
    """Somebody enters what happened on the layout; until something follows from it, they may take it back."""

    person: str


class EntryTakenBack(_Event, frozen=True, kw_only=True):
    """The last entry was taken back: the round is as it was before. Somebody above has grounds and a clause for it."""

    person: str
    grounds: str = ""
    clause: Clause = ""


class CardRead(_Event, frozen=True, kw_only=True):
    """A card was read as it left the shoe; nobody sees it before it is dealt."""

    person: str
    card: Card | None


class ReadTakenBack(_Event, frozen=True, kw_only=True):
    """The card that was read last was read wrongly: it is read anew."""

    person: str


class WagerCorrected(_Event, frozen=True, kw_only=True):
    """The amount of a wager that had been entered wrongly was corrected: these are the wagers of the hand now."""

    person: str
    position: int
    wager: Wager
    old_cents: Cents
    stakes: Mapping[Wager, Stake]
    grounds: str
    clause: Clause


class CardCorrected(_Event, frozen=True, kw_only=True):
    """A card that had been entered wrongly was corrected."""

    person: str
    old: Card
    new: Card
    grounds: str
    clause: Clause


class Prompted(_Event, frozen=True, kw_only=True):
    prompt: s.Prompt


class PromptDone(_Event, frozen=True, kw_only=True):
    """One person did what a prompt asks; a second must still confirm it."""

    prompt: int
    person: str


class PromptRejected(_Event, frozen=True, kw_only=True):
    """The second person did not confirm a prompt: it must be done again."""

    prompt: int
    person: str
    grounds: str


class PromptConfirmed(_Event, frozen=True, kw_only=True):
    prompt: int
    person: str = ""


class PromptDropped(_Event, frozen=True, kw_only=True):
    """A prompt was dropped because a ruling or the end of the round made it pointless."""

    prompt: int


class BurnOrdered(_Event, frozen=True, kw_only=True):
    clause: Clause


class BettingClosed(_Event, frozen=True, kw_only=True):
    clause: Clause


class SeatReady(_Event, frozen=True, kw_only=True):
    """A player became ready for the cards, or is no longer ready."""

    position: int
    ready: bool


class RoundCommitted(_Event, frozen=True, kw_only=True):
    """The house committed to a secret for the next round. The secret stays sealed until it is revealed."""

    number: int
    commitment: str
    secret: str = ""


class SeedCommitted(_Event, frozen=True, kw_only=True):
    """The hash of a seat's seed was published, for the next round if `coming`, otherwise for the one after it."""

    position: int
    seed_hash: str
    coming: bool


class SeedOpened(_Event, frozen=True, kw_only=True):
    """A seat's seed was opened, to be mixed into the shuffle."""

    position: int
    seed: str


class SecretRevealed(_Event, frozen=True, kw_only=True):
    """The round has ended, and its secret was revealed so that anyone can check the deal."""

    number: int
    secret: str
    seeds: Mapping[int, str] = {}
    """The seeds that counted, by position; empty for a seed that was never opened."""
    voided: str = ""
    """Why the round had no result, if a reason was given."""


class CommitmentWithdrawn(_Event, frozen=True, kw_only=True):
    """The house revealed the secret of a round that never began; it will not be used."""

    number: int
    secret: str
    reason: str


class DeadlineSet(_Event, frozen=True, kw_only=True):
    """A deadline was set: something happens automatically at this time unless it is done before."""

    key: str
    due_at: int
    clause: Clause = ""


class DeadlineMoved(_Event, frozen=True, kw_only=True):
    """A deadline was put off, for everybody or for one seat; it is never brought forward."""

    key: str
    due_at: int
    why: s.ExtraTime
    position: int | None = None
    seconds: int = 0
    """What was taken from the seat's reserve."""


class NoAnswerChosen(_Event, frozen=True, kw_only=True):
    """A player chose what is done if they do not decide in time."""

    position: int
    no_answer: s.NoAnswer


class PaceChosen(_Event, frozen=True, kw_only=True):
    """A player has so many times as long as others."""

    position: int
    pace: int


class SeatSatOut(_Event, frozen=True, kw_only=True):
    """A player has no cards from the next round on, or has them again."""

    position: int
    out: bool


class ConnectionNoted(_Event, frozen=True, kw_only=True):
    """A player lost the connection or has it again, at all their positions."""

    player: str
    connected: bool


class DeadlineEnded(_Event, frozen=True, kw_only=True):
    """A deadline is over: what it waited for was done, or its time came."""

    key: str


class PrizePending(_Event, frozen=True, kw_only=True):
    """A prize of the meter is waiting to be validated."""

    prize: s.PendingPrize


class PrizeValidated(_Event, frozen=True, kw_only=True):
    """A pending prize was validated and paid."""

    prize: int
    person: str
    clause: Clause


class PrizeRejected(_Event, frozen=True, kw_only=True):
    """A pending prize was rejected and went back onto its meter."""

    prize: int
    person: str
    grounds: str
    clause: Clause
    taken_exact: str = "0"
    """How much the house took back of what it had added to the meter for the prize, as a fraction in cents."""


class WinningsWithheld(_Event, frozen=True, kw_only=True):
    """Winnings were set aside until an investigation ends."""

    winnings: s.WithheldWinnings


class WinningsReleased(_Event, frozen=True, kw_only=True):
    """An investigation ended, and everything withheld from the player was paid."""

    player: str
    person: str
    clause: Clause


class WinningsKept(_Event, frozen=True, kw_only=True):
    """An investigation ended, and the house kept what was withheld; prizes went back onto their meters."""

    player: str
    person: str
    grounds: str
    clause: Clause
    taken_exact: Mapping[int, str] = {}
    """How much the house took back of what it had added to the meter for each round's prizes, as fractions in cents."""


class WagerRefused(_Event, frozen=True, kw_only=True):
    position: int
    wager: Wager
    grounds: str
    clause: Clause


class VoucherExchanged(_Event, frozen=True, kw_only=True):
    player: str
    cents: Cents
    clause: Clause
    promotion: str = ""
    """The promotion that issued it, which holds its value; empty for what the house gives."""
    voucher: int = 0


class NoticeGiven(_Event, frozen=True, kw_only=True):
    notice: s.Notice


class TurnsOrdered(_Event, frozen=True, kw_only=True):
    """A tournament said in which order the positions bet from the next round on."""

    order: tuple[int, ...]
    clause: Clause


class LimitsChanged(_Event, frozen=True, kw_only=True):
    limits: Mapping[Wager, Bounds]
    kept_by: tuple[int, ...] = ()
    kept: Mapping[Wager, Bounds] = {}
    clause: Clause


class KeptMinimumEnded(_Event, frozen=True, kw_only=True):
    """The earlier minimum of some players was raised, to a new one that they keep or to the table's own."""

    clause: Clause
    kept: Mapping[str, Mapping[Wager, Bounds]] = {}
    """The limits that players still keep under a marker, by player."""


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
    grounds: str = ""
    """Why it was decided so, as far as somebody said."""


class CarriedReturned(_Event, frozen=True, kw_only=True):
    """A carried jackpot wager was returned to a player who leaves (crown 11.12.1)."""

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


class SupervisorCalled(_Event, frozen=True, kw_only=True):
    call: s.SupervisorCall


class CallAnswered(_Event, frozen=True, kw_only=True):
    call: int
    person: str


class CallClosed(_Event, frozen=True, kw_only=True):
    call: int
    person: str


class ClosingBegun(_Event, frozen=True, kw_only=True):
    """The table is closing: there are no more rounds, and the closing duties are under way."""


class TableClosed(_Event, frozen=True, kw_only=True):
    clause: Clause


OfSeeds = SeatReady | RoundCommitted | SeedCommitted | SeedOpened | SecretRevealed | CommitmentWithdrawn
OfDeadlines = DeadlineSet | DeadlineMoved | DeadlineEnded
OfAttendance = NoAnswerChosen | PaceChosen | SeatSatOut | ConnectionNoted | PhraseSaid
OfPrompts = Prompted | PromptDone | PromptRejected | PromptConfirmed | PromptDropped
OfPeople = DutyBegun | DutyEnded | Seated | SeatLeft | FaceUpAsked
OfQueue = QueueJoined | SeatOffered | QueueLeft
OfCards = (
    DeckReceived | DeckRemoved | DeckShuffled | DeckCut | DecksAlternated | DeckCounted | StubCounted | StubRacked
    | CardsSpread | DealingChanged | DeviceCovered
)  # fmt: skip
OfWagers = TurnsOrdered | BurnOrdered | BettingClosed | WagerRefused | VoucherExchanged | CarriedReturned
OfPrizes = PrizePending | PrizeValidated | PrizeRejected
OfWinnings = WinningsWithheld | WinningsReleased | WinningsKept
OfLimits = LimitsChanged | KeptMinimumEnded | LimitsAgreed
OfEntries = EntryBegun | EntryTakenBack | CardCorrected | WagerCorrected | CardRead | ReadTakenBack
OfCalls = SupervisorCalled | CallAnswered | CallClosed
OfRulings = RulingAsked | IncidentRuled
OfDisputes = DisputeOpened | DisputeDecided | ReviewAsked | DisputeReviewed | DisputeClosed
OfTable = TableOpened | NoticeGiven | ApprovalRecorded | ClosingBegun | TableClosed
Event = (
    OfSeeds | OfDeadlines | OfAttendance | OfPrompts | OfPeople | OfQueue | OfCards | OfWagers | OfPrizes | OfWinnings
    | OfLimits | OfEntries | OfCalls | OfRulings | OfDisputes | OfTable | RoundEvent
)  # fmt: skip


def public(event: Event) -> Event:
    """Return the event without what is still sealed, or the event itself if it hides nothing."""
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
        case CardRead():
            return replace(event, card=None)
        case WagerPlaced(stake=stake) if stake.secret:
            return replace(event, stake=Stake(Cents(0), Cents(0), secret=True))
        case SupervisorCalled(call=call):
            return replace(event, call=replace(call, about=""))
        case CardsDiscarded(cards=cards):
            return replace(event, cards=(None,) * len(cards))
        case RulingAsked(question=question):
            return replace(event, question=replace(question, facts=_hidden(question.facts)))
        case IncidentRuled(ruled=ruled):
            return replace(event, ruled=replace(ruled, facts=_hidden(ruled.facts)), grounds="")
        case DisputeOpened(dispute=dispute):
            return replace(event, dispute=replace(dispute, about=""))
        case DisputeDecided() | DisputeReviewed():
            return replace(event, decision="")
        case _:
            return event


def _hidden(facts: s.Facts) -> s.Facts:
    """Return the facts of an incident without the cards that they name, which not everybody has seen."""
    return replace(facts, card=(), named=())
