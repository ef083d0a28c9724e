"""The shapes of the API: its requests and its answers."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from mississippi_stud import floor
from mississippi_stud.floor import DealingMode, NoAnswer, Phrase, TableView, Turn, Wager
from mississippi_stud.floor.care import CareView
from mississippi_stud.money import Cents, Currency

END: Final = r"$(?!\n)"
"""The end of a text; `$` alone also matches before a final line feed."""
CommandId = Annotated[
    str, Meta(min_length=8, max_length=64, pattern=rf"^[0-9A-Za-z_-]+{END}", description="An id of the sender's own.")
]
WagerCents = Annotated[int, Meta(ge=0, le=1_000_000_000_00, description="An amount in cents.")]
Position = Annotated[int, Meta(ge=1, le=100, description="A betting position.")]
Seed = Annotated[str, Meta(max_length=64, pattern=f"^[ -~]*{END}", description="The player's own part in the shuffle.")]
Digest = Annotated[str, Meta(pattern=f"^([0-9a-f]{{64}})?{END}", description="A SHA-256, in hexadecimal.")]
Complained = Annotated[
    str, Meta(min_length=3, max_length=500, pattern=r"^[^\x00-\x09\x0b-\x1f\x7f]+$", description="What it is about.")
]
BookName = Annotated[str, Meta(pattern=f"^[0-9A-Za-z-]{{1,40}}{END}", description="The id of a rule book.")]


class MeterSign(msgspec.Struct, frozen=True, kw_only=True):
    """The meter of a table's jackpot wager as it is displayed."""

    wager: Wager
    name: str
    """What the wager is called, in the reader's language."""
    currency: Currency
    shown_cents: int
    seed_cents: int
    """What the meter starts from."""
    rate: str
    """The part of every such wager that goes onto it."""
    house: str
    """Whose meter it is."""
    meter: str
    """Its name in that house."""


class TableNote(msgspec.Struct, frozen=True, kw_only=True):
    """What is told at a table while it matters, in the reader's language."""

    text: str
    clause: str
    due_at: int | None = None
    """The time that stands in the text as ``{time}``, in microseconds since 1970."""
    sign: bool = False
    """Whether a sign says so that comes and goes, of which people are told as soon as it stands there."""


class TableSight(msgspec.Struct, frozen=True, kw_only=True):
    """A table as somebody sees it: nothing decides it but the table's log, the viewer and their language."""

    id: str
    house: str
    """The house that the table is of."""
    operator: str
    """The name that is printed on the felt: that of the house or, at guests' tables, of the game."""
    book: str
    view: TableView
    labels: Mapping[str, str]
    """What the areas, the results and the hands of the view are called, in the reader's language."""
    rows: Mapping[Wager, str]
    """The row of its pay table that each wager of the player's seat was paid or pushed by."""
    so_far: str = ""
    """What the player's cards and the cards turned make so far, in the reader's language."""
    notes: tuple[TableNote, ...] = ()
    """What the signs that come and go say, and what the players are told now."""


class CurrentTable(TableSight, frozen=True, kw_only=True):
    """A table as one of its players sees it now, with what concerns them besides."""

    version: int
    balance_cents: int
    """Their money; at the table of a tournament, what is left of their chips there, in hundredths of a chip."""
    more_money: bool
    """Whether more play money is available."""
    tokens_cents: int
    """The promotional tokens that they have."""
    disabled: str | None
    """Why no round can begin."""
    meter: MeterSign | None = None
    """The meter of the jackpot wager, where the table has one."""
    care: CareView | None = None
    """What the player has set for themselves, or the house for them; None for nothing."""
    secrets_left: int = 0
    """How many secret wagers they may still make in the session of a tournament."""


class VoucherOffer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A voucher that a player would exchange: the promotion that issued it, and its number there."""

    promotion: Annotated[str, Meta(max_length=80)]
    voucher: Annotated[int, Meta(ge=1)]


class TableVoucher(VoucherOffer, frozen=True, kw_only=True):
    """A voucher of a promotion that a player holds."""

    cents: Cents
    conditions: str
    here: bool
    """Whether they can exchange it themselves at this table; otherwise staff do."""


class SeatSight(msgspec.Struct, frozen=True, kw_only=True):
    """What concerns a player at one of their tables, besides the table."""

    version: int
    """That of the table which the player's money is as of: a page shows the money with that table, not before it."""
    disabled: str | None
    """Why no round can begin."""
    stack_cents: int | None = None
    """What is left of their chips at the table of a tournament, in hundredths of a chip; None where money is played
    for.
    """
    secrets_left: int = 0
    """How many secret wagers they may still make in the session of a tournament."""


class LineSight(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's place in line at a table."""

    name: str
    """The rule book of the table, as it is cited."""
    place: int
    due_at: int | None
    """Until when a seat is kept for them; None before they are offered one."""
    seat: int | None
    """A position that they may take now."""


class PersonSight(msgspec.Struct, frozen=True, kw_only=True):
    """What concerns a player wherever they sit."""

    balance_cents: int
    more_money: bool
    """Whether more play money is available."""
    tokens_cents: int
    """The promotional tokens that they have."""
    seats: Mapping[str, SeatSight]
    """The seats they have, by the id of the table."""
    lines: Mapping[str, LineSight] = {}
    """Where they wait for a seat, by the id of the table."""
    care: CareView | None = None
    """What the player has set for themselves, or any house for them; None for nothing."""


class MeterBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The meters of a house, by name."""

    meters: Mapping[str, MeterSign]


class Speed(StrEnum):
    """How much time the players of a table have."""

    UNTIMED = "untimed"
    SLOW = "slow"
    NORMAL = "normal"
    QUICK = "quick"


class LobbyWager(msgspec.Struct, frozen=True, kw_only=True):
    """A side wager that a table takes."""

    wager: Wager
    name: str
    """What it is called, in the reader's language."""


class HouseEdge(msgspec.Struct, frozen=True, kw_only=True):
    """What the house keeps of an ante in the long run if its player plays best, and where that comes from."""

    share: str
    """As a percentage, in the reader's language."""
    exact: str
    """The same as a fraction of the ante."""
    clause: str
    """The clause of the pay table."""
    command: str
    """What works it out."""


class LobbyLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a house as the lobby lists it."""

    id: str
    book: str
    name: str
    """What the book is called in short."""
    title: str
    """What the book is called, in the reader's language."""
    currency: Currency
    dealt: DealingMode
    sits_down: bool
    """Whether whoever comes may watch and sit down by themselves."""
    positions: int
    seated: int
    """How many people have a seat; bots are counted apart."""
    bots: int
    free: tuple[int, ...]
    """The positions that the viewer may take now."""
    waiting: int
    """How many wait in line."""
    playing: bool
    rounds: int
    rounds_an_hour: int
    """How many rounds began there in the last hour."""
    speed: Speed
    minimum_cents: int
    """The least ante."""
    maximum_cents: int | None
    """The highest ante; None where there is none."""
    side_wagers: tuple[LobbyWager, ...]
    edge: HouseEdge
    meter: MeterSign | None = None
    seat: int | None = None
    """Where the viewer sits."""
    place: int | None = None
    """The viewer's place in line."""
    due_at: int | None = None
    """Until when a seat is kept for the viewer."""


class LobbyBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The open tables of a house."""

    tables: tuple[LobbyLine, ...]


class WallText(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence on a sign, and its clause."""

    text: str
    clause: str


class WallNotice(WallText, frozen=True, kw_only=True):
    """A notice on a sign: what will change, when, or after how many hands."""

    due_at: int | None = None
    hands: int | None = None


class WallBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A pay table on a sign: what the wager costs, and what each hand pays, in the reader's language."""

    wager: str
    """The wager, or what a wager wins by the hands of others."""
    name: str
    price: str
    clause: str
    rows: tuple[tuple[str, str], ...]


class TableSign(msgspec.Struct, frozen=True, kw_only=True):
    """What the sign of a table shows to anybody: the felt as a watcher sees it, and what the book has displayed."""

    table: TableSight
    title: str
    """What the book is called, in the reader's language."""
    notices: tuple[WallNotice, ...]
    lines: tuple[WallText, ...]
    """Limits, both minimums while two are in force, the maximum payout, markers, what a street takes."""
    conduct: tuple[WallText, ...]
    """What is asked of the people at the table."""
    boards: tuple[WallBoard, ...]
    meter: MeterSign | None
    closed: bool


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a table of one's own: for oneself, or with more seats for those who are given its link."""

    book: BookName = "online"
    seats: Position = 1
    speed: Speed = Speed.UNTIMED
    minimum_cents: WagerCents = 0
    """The least ante; 0 for the house's own limit, which is all that some books allow."""
    maximum_cents: WagerCents = 0
    """The highest ante; 0 for the house's own limit."""
    bots: Annotated[int, Meta(ge=0, le=99, description="How many seats bots fill until people want them.")] = 0
    listed: bool = False
    """Whether the lobby lists it, and anybody may sit down."""
    id: CommandId = "the-first"
    """A table with several seats is opened once under it."""


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a seat at a table whose link one was given."""

    position: Position
    id: CommandId


class QueueRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to wait in line for a seat, or no longer."""

    id: CommandId
    waits: bool = True


class DecisionRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"):
    """What a player can decide in a round, by the name of the round's own command."""

    position: Position


class BetRequest(DecisionRequest, frozen=True, kw_only=True, tag="bet"):
    """Place the open street's wager."""

    cents: WagerCents
    tokens_cents: WagerCents = 0
    """How much of it is in promotional tokens."""
    secret: bool = False
    """Whether it is a secret wager of a tournament, which nobody else sees before the round is over."""


class BetBlindRequest(DecisionRequest, frozen=True, kw_only=True, tag="bet_blind"):
    """Place the street wagers of a blind box."""

    cents: Annotated[tuple[WagerCents, ...], Meta(min_length=3, max_length=3)]


class BetAllRequest(DecisionRequest, frozen=True, kw_only=True, tag="bet_all"):
    """Place the highest multiple on every street that is left."""


class FoldRequest(DecisionRequest, frozen=True, kw_only=True, tag="fold"):
    """Give up the hand."""


class PlayerCommand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"):
    """What a player can ask of a table; neither the player nor the time is theirs to state."""

    def of(self, player: str) -> Any:
        """Return the table's command by that player."""
        asked = msgspec.structs.asdict(self)
        if isinstance(self, PlayRequest):
            asked["do"] = _command(self.do)(**msgspec.structs.asdict(self.do))
        elif isinstance(self, SitRequest | OpenDisputeRequest):
            asked["player"] = player
        return _command(self)(**asked, person=player)


def _command(request: DecisionRequest | PlayerCommand) -> Any:
    """Return the table's or the round's own class for a request."""
    return getattr(floor, type(request).__name__.removesuffix("Request"))


class PlaceWagersRequest(PlayerCommand, frozen=True, kw_only=True, tag="place_wagers"):
    """Make the wagers on a position exactly these; when every seat is ready, the cards are dealt at once."""

    position: Position
    wagers: dict[Wager, WagerCents]
    tokens_cents: dict[Wager, WagerCents] = {}
    """How much of each is in promotional tokens."""
    seed: Seed = ""
    next_seed_hash: Digest = ""
    commitment: Digest = ""
    """The house's commitment that the player saw."""
    ready: bool = True


class PlayRequest(PlayerCommand, frozen=True, kw_only=True, tag="play"):
    """A decision; one that names its turn is for that moment only."""

    do: BetRequest | BetBlindRequest | BetAllRequest | FoldRequest
    turn: Turn | None = None


class SitRequest(PlayerCommand, frozen=True, kw_only=True, tag="sit"):
    """Take a position."""

    position: Position
    seed_hash: Digest = ""


class StandRequest(PlayerCommand, frozen=True, kw_only=True, tag="stand"):
    """Give up a position."""

    position: Position


class CommitSeedRequest(PlayerCommand, frozen=True, kw_only=True, tag="commit_seed"):
    """Publish the hash of the next seed before anybody's is opened."""

    position: Position
    seed_hash: Digest


class ChooseNoAnswerRequest(PlayerCommand, frozen=True, kw_only=True, tag="choose_no_answer"):
    """Choose, before the cards, what is done if one does not decide in time."""

    position: Position
    no_answer: NoAnswer


class ChoosePaceRequest(PlayerCommand, frozen=True, kw_only=True, tag="choose_pace"):
    """Choose how many times as long as others one has."""

    position: Position
    pace: Annotated[int, Meta(ge=1, le=100)]


class TakeTimeRequest(PlayerCommand, frozen=True, kw_only=True, tag="take_time"):
    """Take some of one's reserve of time for the decision of that turn."""

    position: Position
    turn: Turn


class SitOutRequest(PlayerCommand, frozen=True, kw_only=True, tag="sit_out"):
    """Have no cards from the next round on, or have them again."""

    position: Position
    out: bool = True


class SayPhraseRequest(PlayerCommand, frozen=True, kw_only=True, tag="say_phrase"):
    """Say a set phrase to the table; each reader has it in their own language."""

    position: Position
    phrase: Phrase


class OpenDisputeRequest(PlayerCommand, frozen=True, kw_only=True, tag="open_dispute"):
    """Call the floor about the round that is open or, between rounds, the last one."""

    about: Complained


class AskReviewRequest(PlayerCommand, frozen=True, kw_only=True, tag="ask_review"):
    """Ask for a review of the first decision on a dispute of one's own."""

    dispute: Annotated[int, Meta(ge=1, le=1_000_000_000)]


Command = (
    PlaceWagersRequest
    | PlayRequest
    | SitRequest
    | StandRequest
    | CommitSeedRequest
    | ChooseNoAnswerRequest
    | ChoosePaceRequest
    | TakeTimeRequest
    | SitOutRequest
    | SayPhraseRequest
    | OpenDisputeRequest
    | AskReviewRequest
)


class CommandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command with an id chosen by the sender: sent again under the same id, it takes effect once."""

    id: CommandId
    command: Command


class AdviceAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The exact value of each choice in antes, the best one, and why."""

    values: Mapping[str, str]
    """The value of "fold" and of each multiple of the ante."""
    best: str
    reason: str
    why: str
    """The reason in the reader's language."""
    points: str
    """How points are counted, where the reason speaks of them; else empty."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a past round, compared with the best one."""

    street: str
    played: str
    best: str
    lost: str
    """How much less than the best it was worth, in antes, exactly."""
    advice: AdviceAnswer


class PlayVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a play would cost now; not which play would be better."""

    grade: str
    cost: str
    """In antes, exactly."""
    cost_cents: int


class BookLine(msgspec.Struct, frozen=True, kw_only=True):
    """A rule book in a list."""

    id: str
    title: str
    version: str
    language: str
    clauses: int
    hash: str


class ClauseLine(msgspec.Struct, frozen=True, kw_only=True):
    """A clause: what it says and how it is handled."""

    id: str
    en: str
    fr: str
    handling: str


class BookValue(msgspec.Struct, frozen=True, kw_only=True):
    """A value of a rule book with its clause."""

    path: str
    value: str
    clause: str


class RoundResult(StrEnum):
    """How a round went for its player."""

    ANY = "any"
    WON = "won"
    LOST = "lost"
    EVEN = "even"
    VOID = "void"
    OPEN = "open"


class RoundLine(msgspec.Struct, frozen=True, kw_only=True):
    """A round in a list, as it went for the player."""

    table: str
    number: int
    book: str
    currency: Currency
    status: str
    opened_at: int
    """Microseconds since 1970."""
    wagered_cents: int
    net_cents: int
    commitment: str


class RoundStep(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a round, as it was shown."""

    event: str
    version: int
    """The version of the table that it led to."""
    position: int | None
    """The seat that it concerns, if it is one."""
    at: int
    technical: bool
    """Whether it is part of the record only: a player would not call it a step."""
    view: TableView


class RoundSteps(msgspec.Struct, frozen=True, kw_only=True):
    """A round, step by step."""

    table: str
    number: int
    book: str
    status: str
    commitment: str
    labels: Mapping[str, str]
    rows: Mapping[Wager, str]
    steps: tuple[RoundStep, ...]
    reason: str
    """Why it has no result, in the reader's language; empty for any other round."""


class CallLine(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence about a dispute, with the clause that it rests on, if there is one."""

    text: str
    clause: str = ""


class DisputeStanding(StrEnum):
    """How a dispute stands."""

    OPEN = "open"
    DECIDED = "decided"
    REVIEW = "review"
    REVIEWED = "reviewed"
    CLOSED = "closed"


class DisputeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute of one's own: what was said, what is kept as evidence, how it stands, and what comes next."""

    reference: str
    """What to quote when one speaks of it."""
    table: str
    number: int
    round: int
    opened_at: int
    """Microseconds since 1970."""
    about: str
    version: int
    """The version of the table at which it was opened; nothing that had happened until then can be changed."""
    hash: Digest
    """SHA-256 of what the player was shown at that version, as the frames of the live socket carry it."""
    standing: DisputeStanding
    decision: str
    """The first decision; empty until there is one."""
    review: str
    clauses: tuple[str, ...]
    """By which it was decided and reviewed."""
    follows: tuple[CallLine, ...]
    """What is kept, who answers by the book and where to turn after that, in the reader's language."""


class ShareLink(msgspec.Struct, frozen=True, kw_only=True):
    """What a shared round is found under."""

    id: str
    path: str
    """Of the page that shows it."""


class ProofAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The proof of a deal; anyone can check it against what they stored beforehand, and the browser does."""

    round_id: str
    commitment: str
    secret: str
    seeds: Mapping[int, str]
    """The seeds of the seats that wagered, by position; empty for one that never came."""
    cards: str
    """The cards that left the deck, in order."""
