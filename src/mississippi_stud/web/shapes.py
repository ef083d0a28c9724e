"""The shapes of the API: its requests and its answers."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from mississippi_stud import floor
from mississippi_stud.floor import DealingMode, NoAnswer, Notice, TableView, Turn, Wager
from mississippi_stud.floor.care import CareView
from mississippi_stud.money import Currency

END: Final = r"$(?!\n)"
"""The end of a text; `$` alone also matches before a final line feed."""
CommandId = Annotated[
    str, Meta(min_length=8, max_length=64, pattern=rf"^[0-9A-Za-z_-]+{END}", description="An id of the sender's own.")
]
WagerCents = Annotated[int, Meta(ge=0, le=1_000_000_000_00, description="An amount in cents.")]
Position = Annotated[int, Meta(ge=1, le=100, description="A betting position.")]
Seed = Annotated[str, Meta(max_length=64, pattern=f"^[ -~]*{END}", description="The player's own part in the shuffle.")]
Digest = Annotated[str, Meta(pattern=f"^([0-9a-f]{{64}})?{END}", description="A SHA-256, in hexadecimal.")]
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


class TableSight(msgspec.Struct, frozen=True, kw_only=True):
    """A table as somebody sees it: nothing decides it but the table's log, the viewer and their language."""

    id: str
    house: str
    """The house that the table is of."""
    book: str
    view: TableView
    labels: Mapping[str, str]
    """What the areas, the results and the hands of the view are called, in the reader's language."""
    rows: Mapping[Wager, str]
    """The row of its pay table that each wager of the player's seat was paid or pushed by."""
    so_far: str = ""
    """What the player's cards and the cards turned make so far, in the reader's language."""


class CurrentTable(TableSight, frozen=True, kw_only=True):
    """A table as one of its players sees it now, with what concerns them besides."""

    version: int
    balance_cents: int
    more_money: bool
    """Whether more play money is available."""
    disabled: str | None
    """Why no round can begin."""
    meter: MeterSign | None = None
    """The meter of the jackpot wager, where the table has one."""
    care: CareView | None = None
    """What the player has set for themselves, or the house for them; None for nothing."""


class SeatSight(msgspec.Struct, frozen=True, kw_only=True):
    """What concerns a player at one of their tables, besides the table."""

    version: int
    """That of the table which the player's money is as of: a page shows the money with that table, not before it."""
    disabled: str | None
    """Why no round can begin."""


class PersonSight(msgspec.Struct, frozen=True, kw_only=True):
    """What concerns a player wherever they sit."""

    balance_cents: int
    more_money: bool
    """Whether more play money is available."""
    seats: Mapping[str, SeatSight]
    """The seats they have, by the id of the table."""
    care: CareView | None = None
    """What the player has set for themselves, or any house for them; None for nothing."""


class MeterBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The meters of a house, by name."""

    meters: Mapping[str, MeterSign]


class LobbyLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a house as the lobby lists it."""

    id: str
    book: str
    currency: Currency
    dealt: DealingMode
    positions: int
    seated: int
    playing: bool
    rounds: int
    minimum_cents: int | None
    """The least ante; None where the table has not said it yet."""
    maximum_cents: int | None


class LobbyBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The open tables of a house."""

    tables: tuple[LobbyLine, ...]


class TableSign(msgspec.Struct, frozen=True, kw_only=True):
    """What the sign of a table shows to anybody: the felt as a watcher sees it, and the notices."""

    table: TableSight
    notices: tuple[Notice, ...]
    closed: bool


class Speed(StrEnum):
    """How much time the players of a table have."""

    UNTIMED = "untimed"
    SLOW = "slow"
    NORMAL = "normal"
    QUICK = "quick"


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a table of one's own: for oneself, or with more seats for those who are given its link."""

    book: BookName = "online"
    seats: Position = 1
    speed: Speed = Speed.UNTIMED
    id: CommandId = "the-first"
    """A table with several seats is opened once under it."""


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a seat at a table whose link one was given."""

    position: Position
    id: CommandId


class DecisionRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"):
    """What a player can decide in a round, by the name of the round's own command."""

    position: Position


class BetRequest(DecisionRequest, frozen=True, kw_only=True, tag="bet"):
    """Place the open street's wager."""

    cents: WagerCents


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
        elif isinstance(self, SitRequest):
            asked["player"] = player
        return _command(self)(**asked, person=player)


def _command(request: DecisionRequest | PlayerCommand) -> Any:
    """Return the table's or the round's own class for a request."""
    return getattr(floor, type(request).__name__.removesuffix("Request"))


class PlaceWagersRequest(PlayerCommand, frozen=True, kw_only=True, tag="place_wagers"):
    """Make the wagers on a position exactly these; when every seat is ready, the cards are dealt at once."""

    position: Position
    wagers: dict[Wager, WagerCents]
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
