"""The shapes of the API of tournaments."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from mississippi_stud.floor.tournament_acts import ContestView, TournamentOption, TournamentTerms
from mississippi_stud.money import Currency
from mississippi_stud.web.account_shapes import Ask
from mississippi_stud.web.shapes import END, CommandId

TournamentName = Annotated[
    str, Meta(pattern=f"^[a-z0-9][a-z0-9-]{{0,27}}{END}", description="The name of a tournament.")
]


class NewTournament(Ask, frozen=True, kw_only=True):
    """A tournament to be drafted: its terms whole, or those of a template with what is changed of them."""

    name: TournamentName
    book: Annotated[str, Meta(max_length=40)]
    template: Annotated[str, Meta(max_length=40)] = ""
    terms: Mapping[str, Any] = {}
    id: CommandId


class TournamentAct(Ask, frozen=True, kw_only=True):
    """A command in a tournament; who gives it is known from the session."""

    command: Mapping[str, Any]
    id: CommandId


class TermsProposal(Ask, frozen=True, kw_only=True):
    """Terms that somebody is writing."""

    terms: Mapping[str, Any]
    id: CommandId = ""


class TournamentTables(Ask, frozen=True, kw_only=True):
    """How many tables to open and designate."""

    count: Annotated[int, Meta(ge=1, le=200)]
    id: CommandId


class TournamentEntryLine(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in the list of its house."""

    name: str
    title: str
    life: str
    starts_at: int
    entrants: int


class TournamentList(msgspec.Struct, frozen=True, kw_only=True):
    """The tournaments of a house, those that begin last first."""

    house: str
    tournaments: tuple[TournamentEntryLine, ...]
    drafts: bool
    """Whether the viewer belongs to the house, and may draft one under a title that may."""


class TermsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a tournament as data."""

    title: str
    version: int
    digest: str
    """The hash by which an entrant accepts them."""
    terms: TournamentTerms
    missing: tuple[tuple[str, str], ...]
    """What the book asks for and they lack: each item with its clause."""
    faults: tuple[tuple[str, str], ...]
    """What they say that cannot be carried out: a code for each, with the clause of the item."""


class TournamentDisputeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute, for whoever brought it, the officials and the inspectorate."""

    number: int
    by: str
    about: str
    decision: str
    """The Director's, which is final (crown 12.5.3(h)); empty as long as it has not fallen."""


class OwnStanding(msgspec.Struct, frozen=True, kw_only=True):
    """Where an entrant stands, and what is needed to go on."""

    name: str
    status: str
    table: str
    """The id of the table where they play or practise; empty if they do neither now."""
    practises: bool
    """Whether they practise there (crown 12.3.2): nothing of it counts."""
    heat: int
    position: int
    place: int
    """In the session, the first being 1; 0 before they played in it."""
    score: int
    """Chips, in hundredths."""
    goes_on: int | None
    """How many go on where they play, at the table or of all; None in the last session."""
    needs: int
    """How many more chips than now would take the last place that goes on, others staying as they are."""
    next_cull: int
    """The next elimination hand; 0 if none comes."""
    cull_needs: int
    """How many more chips than now would keep them above those who go out then, others staying as they are."""
    paid_cents: int
    accepted: bool
    """Whether they accepted the terms that are in force."""
    breaches: Mapping[str, int]
    """How many breaches of each kind officials have noted."""
    missing_hands: int
    """How many hands they still sit out as a sanction."""
    away: bool
    """Whether they are noted as absent, and sit out until an official notes their return."""
    disputes: tuple[TournamentDisputeLine, ...]
    """Those that they brought before the Director."""


class TournamentSight(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as somebody sees it: the big screen shows it to nobody in particular."""

    house: str
    name: str
    book: str
    currency: Currency
    version: int
    view: ContestView
    when: tuple[int, ...]
    """When each session begins."""
    sessions: tuple[Mapping[str, Any], ...]
    """The programme as the terms have it."""
    tables: Mapping[str, int]
    """The tables on which a heat is being played, by id, with its number."""
    free_tables: tuple[str, ...]
    next_cull: int
    """The next elimination hand of the session that is played; 0 if none comes."""
    own: OwnStanding | None
    official: str
    """What the viewer is in it: `director`, `deputy` or nothing."""


class TournamentNames(msgspec.Struct, frozen=True, kw_only=True):
    """What entrants and officials are called."""

    names: Mapping[str, str]
    """By id; whoever gave no name, or was erased, is known by the number of their entry."""


class OptionsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the viewer may do now."""

    options: tuple[TournamentOption, ...]


class EntrantLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant, for the officials and the inspectorate."""

    name: str
    player: str
    number: int
    status: str
    paid_cents: int
    refunded_cents: int
    employee: bool
    approved_by: str
    signed: bool
    breaches: Mapping[str, int]
    missing_hands: int
    away: bool


class TournamentHandLine(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that the viewer played for chips, in hundredths, or missed."""

    session: int
    heat: int
    play_off: bool
    hand: int
    """The number of the hand in its heat."""
    round: str
    at: int
    wagers: Mapping[str, int]
    wagered: int
    net: int
    """What they won or, below zero, lost."""
    missed: bool
    """Whether they were not there and lost the compulsory wager."""


class TournamentHands(msgspec.Struct, frozen=True, kw_only=True):
    """The viewer's own hands in a tournament, in their order: no money, and no part of the statistics of play."""

    version: int
    hands: tuple[TournamentHandLine, ...]


class TournamentActLine(msgspec.Struct, frozen=True, kw_only=True):
    """An act of the Director or a deputy, which `undo_act` takes back as long as nothing has built upon it."""

    number: int
    by: str
    at: int
    event: str
    """The name of its event: `breach_noted`, `heat_ended`, `life_changed` and so on."""
    name: str
    heat: int
    life: str | None
    """To which part of the tournament's life it led, if to one."""
    built_on: str
    """The name of the event that has built upon it; empty while it can be taken back."""


class TournamentRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What the officials and the inspectorate see besides."""

    version: int
    life: str
    director: str
    deputies: tuple[str, ...]
    present: tuple[str, ...]
    steps: tuple[str, ...]
    entrants: tuple[EntrantLine, ...]
    disputes: tuple[TournamentDisputeLine, ...]
    acts: tuple[TournamentActLine, ...]
    """The latest acts of officials that can be taken back or could be, the latest last."""


class TournamentPrizeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A prize with its arithmetic."""

    name: str
    first: int
    last: int
    parts: int
    of_parts: int
    group_cents: int
    cents: int


class TournamentResults(msgspec.Struct, frozen=True, kw_only=True):
    """The places, and once they are declared the prizes."""

    version: int
    ranking: tuple[tuple[str, ...], ...]
    final: bool
    pool_cents: int
    prizes: tuple[TournamentPrizeLine, ...]
    redeemed_cents: Mapping[str, int]
    """What chips were redeemed for besides, where the terms redeem them (crown 12.4.3(c))."""
