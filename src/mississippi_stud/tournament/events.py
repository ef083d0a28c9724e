"""The events of a tournament. Each has a stable name, its time and the clause by which it happened."""

from collections.abc import Mapping

from msgspec.structs import replace

from mississippi_stud.messages import EventBase
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.tournament.heats import HandResult
from mississippi_stud.tournament.purse import Award, PoolReckoning
from mississippi_stud.tournament.state import Breach, Entrant, EntrantStatus, FeeKind, Life, SealedWager
from mississippi_stud.tournament.terms import Sanction, TournamentTerms


class _Event(EventBase, frozen=True, kw_only=True):
    """The fields of every event."""

    at: int
    by: str
    clause: Clause
    act: int = 0
    """The number of the act of the Director's to which it belongs, if that can be taken back."""


class _OfEntrant(_Event, frozen=True, kw_only=True):
    """The base of the events about one entrant."""

    name: str


class TournamentDrafted(_Event, frozen=True, kw_only=True):
    """A tournament was begun."""

    id: str
    terms: TournamentTerms
    book: str = ""
    """The content hash of the rule book whose game is played."""
    chapter: str = ""
    """That of the rule book whose chapter on tournaments governs it."""


class TermsRevised(_Event, frozen=True, kw_only=True):
    """The terms were written anew: they must be made available and told to the inspectorate again."""

    terms: TournamentTerms


class StepTaken(_Event, frozen=True, kw_only=True):
    """Something that comes before a tournament was done."""

    step: str


class LifeChanged(_Event, frozen=True, kw_only=True):
    """The tournament went on to another part of its life."""

    life: Life
    why: str = ""


class OfficialAppointed(_Event, frozen=True, kw_only=True):
    """The Director or a deputy was appointed."""

    person: str
    deputy: bool


class OfficialDismissed(_Event, frozen=True, kw_only=True):
    """The appointment of a deputy ended."""

    person: str


class ChargeTaken(_Event, frozen=True, kw_only=True):
    """The Director or a deputy came."""


class ChargeLeft(_Event, frozen=True, kw_only=True):
    """The Director or a deputy went."""


class TablesDesignated(_Event, frozen=True, kw_only=True):
    """These are the tables of the tournament."""

    tables: tuple[str, ...]


class DrawCommitted(_Event, frozen=True, kw_only=True):
    """The house committed to its next draw. Its secret is sealed until the draw."""

    commitment: str
    secret: bytes = b""


class DrawWithdrawn(_Event, frozen=True, kw_only=True):
    """The house withdrew its commitment to a draw that was never made, and showed the secret."""

    commitment: str
    secret: bytes


class SessionMoved(_Event, frozen=True, kw_only=True):
    """A session begins at another time."""

    session: int
    starts_at: int


class SessionSkipped(_Event, frozen=True, kw_only=True):
    """A repechage is left out."""

    session: int


class PracticeOpened(_Event, frozen=True, kw_only=True):
    """Everybody is to practise so many hands, in these groups: entrants by position."""

    hands: int
    groups: Mapping[int, Mapping[int, str]]


class PracticeClosed(_Event, frozen=True, kw_only=True):
    """The Director ended the practice."""


class PracticeSeated(_Event, frozen=True, kw_only=True):
    """A group practises at a table."""

    practice: int
    table: str


class PracticePlayed(_Event, frozen=True, kw_only=True):
    """Hands were practised, by a group where one is named."""

    hands: int
    practice: int = 0


class PracticeLeft(_Event, frozen=True, kw_only=True):
    """A group left its table with hands still to practise."""

    practice: int


class EntryMade(_Event, frozen=True, kw_only=True):
    """Somebody applied."""

    entrant: Entrant


class StatusChanged(_OfEntrant, frozen=True, kw_only=True):
    """Somebody was admitted, turned away, disqualified, or left."""

    status: EntrantStatus
    chips: int = 0
    """What they had, which was taken out of play."""
    stands: bool = False
    """Whether it counts for the ranking of the session."""


class SubstituteNominated(_OfEntrant, frozen=True, kw_only=True):
    """Somebody else plays for the entrant."""

    player: str


class FeePaid(_OfEntrant, frozen=True, kw_only=True):
    """Somebody paid, and received chips where they buy chips."""

    kind: FeeKind
    cents: Cents
    chips: int = 0


class FeeRefunded(_OfEntrant, frozen=True, kw_only=True):
    """Somebody had money back."""

    cents: Cents


class BreachNoted(_OfEntrant, frozen=True, kw_only=True):
    """A breach was sanctioned by the terms; `chips` is what it cost."""

    breach: Breach
    sanction: Sanction
    grounds: str
    chips: int = 0


class ReturnNoted(_OfEntrant, frozen=True, kw_only=True):
    """Somebody who was absent is back."""


class TournamentDisputeRaised(_OfEntrant, frozen=True, kw_only=True):
    """A dispute came before the Director."""

    dispute: int
    about: str


class TournamentDisputeDecided(_Event, frozen=True, kw_only=True):
    """A dispute was decided."""

    dispute: int
    decision: str


class SeatsDrawn(_Event, frozen=True, kw_only=True):
    """The players of a session were drawn into heats."""

    session: int
    turn: int
    secret: bytes
    heats: Mapping[int, Mapping[int, str]]
    """Entrants by position, by the number of their heat."""
    order: tuple[str, ...]
    """The order in which they were drawn."""


class HeatBegun(_Event, frozen=True, kw_only=True):
    """A heat began at a table: `returned` chips were taken in, and then everybody received `issued`."""

    heat: int
    table: str
    returned: Mapping[str, int]
    issued: Mapping[str, int]


class PlayersMoved(_Event, frozen=True, kw_only=True):
    """Tables were balanced: players of a heat moved, all of them if its table was broken."""

    heat: int
    breaks: bool
    moves: Mapping[str, tuple[int, int]]
    """The heat and the position where each of them sits now."""
    order: tuple[str, ...]
    """The order in which the players of the heat were drawn."""
    secret: bytes


class WagerSealed(_OfEntrant, frozen=True, kw_only=True):
    """A secret wager was made. What it holds is sealed until the hand is recorded."""

    heat: int
    sealed: SealedWager


class HandRecorded(_Event, frozen=True, kw_only=True):
    """A hand was recorded: what everybody wagered and won, and what those lost who were away."""

    heat: int
    round: str
    results: tuple[HandResult, ...]
    lost: Mapping[str, int]
    """The compulsory wagers of those who did not play."""


class HandDropped(_Event, frozen=True, kw_only=True):
    """A round had no result: secret wagers are returned to those who made them, and the hand is played again."""

    heat: int


class PlayersEliminated(_Event, frozen=True, kw_only=True):
    """Players of a heat went out after a hand, and their chips with them."""

    heat: int
    hand: int
    chips: Mapping[str, int]


class CullOwed(_Event, frozen=True, kw_only=True):
    """The lowest were equal: so many go out when a later hand has decided between them."""

    heat: int
    count: int


class HeatEnded(_Event, frozen=True, kw_only=True):
    """A heat is over; `scores` is what its players finished with, and `returned` what a play-off gave them."""

    heat: int
    scores: Mapping[str, int]
    early: bool = False


class ConclusionAgreed(_OfEntrant, frozen=True, kw_only=True):
    """A player agreed that the heat ends early, or agreed no longer; it lapses with the next hand."""

    heat: int
    agrees: bool


class ConclusionDeclined(_Event, frozen=True, kw_only=True):
    """The Director has a heat played on although its players agreed to end it."""

    heat: int


class ActUndone(_Event, frozen=True, kw_only=True):
    """An act of the Director's was taken back: what it changed is as it was before."""

    undone: int


class PlayOffCalled(_Event, frozen=True, kw_only=True):
    """Players with equal scores play further hands, at as many tables as they need."""

    players: tuple[str, ...]
    seats: int = 0
    """How many play at a table; 0 for all of them at one."""


class SessionEnded(_Event, frozen=True, kw_only=True):
    """A session was ranked: equal ones stand together."""

    session: int
    ranking: tuple[tuple[str, ...], ...]
    on: tuple[str, ...]
    wild: tuple[str, ...] = ()
    secret: bytes = b""


class ResultsDeclared(_Event, frozen=True, kw_only=True):
    """The places are final, and the prizes are paid."""

    ranking: tuple[tuple[str, ...], ...]
    pool: PoolReckoning
    awards: tuple[Award, ...]
    redeemed_cents: Mapping[str, Cents] = {}
    """What chips were redeemed for, by entrant."""


Event = (
    TournamentDrafted | TermsRevised | StepTaken | LifeChanged | OfficialAppointed | OfficialDismissed
    | ChargeTaken | ChargeLeft | TablesDesignated | DrawCommitted | DrawWithdrawn | SessionMoved | SessionSkipped
    | PracticeOpened | PracticeClosed | PracticeSeated | PracticePlayed | PracticeLeft
    | EntryMade | StatusChanged | SubstituteNominated | FeePaid | FeeRefunded | BreachNoted
    | ReturnNoted | TournamentDisputeRaised | TournamentDisputeDecided | SeatsDrawn | HeatBegun | PlayersMoved
    | WagerSealed
    | HandRecorded | HandDropped | PlayersEliminated | CullOwed | HeatEnded | ConclusionAgreed | ConclusionDeclined
    | ActUndone | PlayOffCalled | SessionEnded | ResultsDeclared
)  # fmt: skip


def public(event: Event) -> Event:
    """Return an event without what is still secret: the next draw, and what a sealed wager holds."""
    match event:
        case DrawCommitted():
            return replace(event, secret=b"")
        case WagerSealed(sealed=sealed):
            return replace(event, sealed=replace(sealed, chips=0))
        case _:
            return event
