"""The commands of a tournament. Each carries its time and who gives it; nothing here reads a clock."""

from mississippi_stud.messages import CommandBase
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.tournament.designation import Candidate
from mississippi_stud.tournament.heats import HandResult
from mississippi_stud.tournament.state import Breach, FeeKind
from mississippi_stud.tournament.terms import TournamentTerms


class _Command(CommandBase, frozen=True, kw_only=True):
    """The fields of every command."""

    at: int = 0
    by: str = ""


class _OfEntrant(_Command, frozen=True, kw_only=True):
    """The base of the commands about one entrant."""

    name: str


# The house.


class DraftTournament(_Command, frozen=True, kw_only=True):
    """Begin a tournament with a draft of its terms."""

    id: str
    terms: TournamentTerms
    book: str = ""
    """The content hash of the rule book whose game is played."""
    chapter: str = ""
    """That of the rule book whose chapter on tournaments governs it."""


class ReviseTerms(_Command, frozen=True, kw_only=True):
    """Write the terms anew."""

    terms: TournamentTerms
    revises: str = ""
    """The hash of the terms that were before whoever wrote these; empty for whatever they are."""


class MakeTermsAvailable(_Command, frozen=True, kw_only=True):
    """Make the terms available to patrons."""


class AdviseInspectorate(_Command, frozen=True, kw_only=True):
    """Advise the inspectorate of the tournament as the terms are now."""


class AppointDirector(_Command, frozen=True, kw_only=True):
    """Appoint the Tournament Director."""

    person: str


class DesignateTables(_Command, frozen=True, kw_only=True):
    """Designate the tables of the tournament."""

    tables: tuple[Candidate, ...]


class ReleaseTable(_Command, frozen=True, kw_only=True):
    """Give a table back that no heat needs any more."""

    table: str


class OpenEntries(_Command, frozen=True, kw_only=True):
    """Begin to take entries; the house commits to the first draw."""

    commitment: str


class CancelTournament(_Command, frozen=True, kw_only=True):
    """Call the tournament off."""

    why: str


class RenewDraw(_Command, frozen=True, kw_only=True):
    """Withdraw a commitment whose secret may be known, and make another one."""

    commitment: str


# The Director and the deputies.


class AppointDeputy(_Command, frozen=True, kw_only=True):
    """Appoint a deputy, as the Director."""

    person: str


class DismissDeputy(_Command, frozen=True, kw_only=True):
    """End the appointment of a deputy, as the Director."""

    person: str


class TakeCharge(_Command, frozen=True, kw_only=True):
    """Be present as the Director or a deputy."""


class StepAway(_Command, frozen=True, kw_only=True):
    """Be present no longer."""


class AdmitEntrant(_OfEntrant, frozen=True, kw_only=True):
    """Accept an application that is subject to selection."""


class TurnAway(_OfEntrant, frozen=True, kw_only=True):
    """Refuse an application."""


class FillWithBots(_Command, frozen=True, kw_only=True):
    """Enter bots of the house, where the terms have places for them."""

    count: int


class CloseEntries(_Command, frozen=True, kw_only=True):
    """Take no more entries."""


class BriefPlayers(_Command, frozen=True, kw_only=True):
    """Explain the terms to the players; `understood` are those of whom the Director is satisfied."""

    understood: tuple[str, ...]


class PractiseHands(_Command, frozen=True, kw_only=True):
    """Let the players practise so many hands at the tables: it touches nothing."""

    hands: int


class EndPractice(_Command, frozen=True, kw_only=True):
    """End the practice before all its hands."""


class SeatPractice(_Command, frozen=True, kw_only=True):
    """Let a group practise at a table."""

    practice: int
    table: str


class MoveSession(_Command, frozen=True, kw_only=True):
    """Change when a session begins."""

    session: int
    starts_at: int


class PostponeTournament(_Command, frozen=True, kw_only=True):
    """Interrupt the tournament, to be resumed later."""

    why: str


class ResumeTournament(_Command, frozen=True, kw_only=True):
    """Go on with a postponed tournament."""


class SkipSession(_Command, frozen=True, kw_only=True):
    """Leave out a repechage that the terms leave to the Director."""

    session: int


class DrawSeats(_Command, frozen=True, kw_only=True):
    """Draw the players of the next session, or of their next heats, into heats."""

    secret: bytes
    commitment: str
    """What the house commits to for the draw after this one."""


class BeginHeat(_Command, frozen=True, kw_only=True):
    """Begin a heat at a table."""

    heat: int
    table: str


class BalanceTables(_Command, frozen=True, kw_only=True):
    """Break a table that is not needed any more, or move a player from the fullest one."""

    secret: bytes
    commitment: str
    """What the house commits to for the draw after this one."""


class ConcludeHeat(_Command, frozen=True, kw_only=True):
    """End a heat before its last hand (crown 12.5.3(d))."""

    heat: int


class DeclineConclusion(_Command, frozen=True, kw_only=True):
    """Have a heat played on although all its players agree to end it: the Director may end it, and need not."""

    heat: int


class EndSession(_Command, frozen=True, kw_only=True):
    """End the session: rank its players, or have those who are tied play off."""

    secret: bytes = b""
    """Opens the commitment, if wild cards are drawn."""
    commitment: str = ""


class NoteBreach(_OfEntrant, frozen=True, kw_only=True):
    """Apply what the terms say of a late arrival, an absence, a telephone or another breach."""

    breach: Breach
    grounds: str


class NoteReturn(_OfEntrant, frozen=True, kw_only=True):
    """Note that somebody who was absent is back."""


class DisqualifyPlayer(_OfEntrant, frozen=True, kw_only=True):
    """Disqualify a player, on a ground that the terms name."""

    ground: str


class DecideTournamentDispute(_Command, frozen=True, kw_only=True):
    """Decide a dispute: the decision is final."""

    dispute: int
    decision: str


class UndoAct(_Command, frozen=True, kw_only=True):
    """Take back an act of the Director's or a deputy's upon which nothing has been built."""

    act: int


class DeclareResults(_Command, frozen=True, kw_only=True):
    """Declare the places and pay the prizes."""


# The players.


class ApplyToEnter(_OfEntrant, frozen=True, kw_only=True):
    """Apply to enter, and accept the terms by their hash."""

    accepts: str
    signed: bool = False
    entitled: bool = True
    """Whether they may enter and remain in the casino and gamble."""
    employee: bool = False
    approved_by: str = ""
    """Who approved beforehand that an employee plays: the office that the terms name."""
    may_publish: bool = False
    called: str = ""
    """The name by which the tournament shows them, sealed with their key; empty for their number alone."""


class WithdrawEntry(_OfEntrant, frozen=True, kw_only=True):
    """Withdraw before play."""


class NominateSubstitute(_OfEntrant, frozen=True, kw_only=True):
    """Name somebody who plays instead."""

    player: str
    entitled: bool = True
    """Whether they may enter and remain in the casino and gamble."""
    employee: bool = False


class BuyChips(_OfEntrant, frozen=True, kw_only=True):
    """Buy chips or a way back: a rebuy, an add-on, a buy-back, or a place in a repechage."""

    kind: FeeKind


class RetirePlayer(_OfEntrant, frozen=True, kw_only=True):
    """Leave the tournament for good."""


class RaiseDispute(_OfEntrant, frozen=True, kw_only=True):
    """Bring a dispute before the Director."""

    about: str


class AgreeToConclude(_OfEntrant, frozen=True, kw_only=True):
    """Agree that one's heat ends before its last hand (crown 12.5.3(d)(ii)), or agree no longer."""

    agrees: bool = True


class SealWager(_OfEntrant, frozen=True, kw_only=True):
    """Make the wager of a street of the hand that is being played in secret."""

    wager: Wager
    chips: int


# The tables.


class RecordHand(_Command, frozen=True, kw_only=True):
    """Record a round that was settled at the table of a heat."""

    heat: int
    round: str
    began_at: int
    results: tuple[HandResult, ...]


class RecordPractice(_Command, frozen=True, kw_only=True):
    """Note that a group has practised a hand."""

    practice: int


class LeavePractice(_Command, frozen=True, kw_only=True):
    """Have a group leave its table although it has hands left to practise."""

    practice: int


class DropHand(_Command, frozen=True, kw_only=True):
    """Note that a round at the table of a heat had no result: the hand is played again."""

    heat: int


HouseCommand = (
    DraftTournament | ReviseTerms | MakeTermsAvailable | AdviseInspectorate | AppointDirector | DesignateTables
    | ReleaseTable | OpenEntries | CancelTournament | RenewDraw
)  # fmt: skip
DirectorCommand = (
    AppointDeputy | DismissDeputy | TakeCharge | StepAway | AdmitEntrant | TurnAway | FillWithBots
    | CloseEntries | BriefPlayers
    | PractiseHands | EndPractice | SeatPractice
    | MoveSession | PostponeTournament | ResumeTournament | SkipSession | DrawSeats | BeginHeat
    | BalanceTables | ConcludeHeat | DeclineConclusion | EndSession | NoteBreach | NoteReturn | DisqualifyPlayer
    | DecideTournamentDispute | DeclareResults | UndoAct
)  # fmt: skip
EntrantCommand = (
    ApplyToEnter | WithdrawEntry | NominateSubstitute | BuyChips | RetirePlayer | RaiseDispute | AgreeToConclude
    | SealWager
)  # fmt: skip


class TournamentDue(_Command, frozen=True, kw_only=True):
    """Do what is due by its key, as the floor: begin a heat, draw a session whose hour has come, end one in time."""

    key: str


RecordCommand = RecordHand | DropHand | RecordPractice | LeavePractice
Command = HouseCommand | DirectorCommand | EntrantCommand | RecordCommand
StreamCommand = Command | TournamentDue
