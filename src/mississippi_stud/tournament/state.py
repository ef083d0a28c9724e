"""The state of a tournament: its life, its officials, its entrants and the heats of the open session."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from mississippi_stud.money import Cents
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.tournament.programme import PlaySession
from mississippi_stud.tournament.terms import TournamentTerms


class Life(StrEnum):
    """How far a tournament has come."""

    DRAFTED = "drafted"
    ANNOUNCED = "announced"
    """The terms are available and the inspectorate is advised, both before any entry (crown 12.2.2)."""
    ENTRIES_OPEN = "entries-open"
    ENTRIES_CLOSED = "entries-closed"
    BRIEFED = "briefed"
    IN_PLAY = "in-play"
    BETWEEN_SESSIONS = "between-sessions"
    FINISHED = "finished"
    FINAL = "final"
    POSTPONED = "postponed"
    CANCELLED = "cancelled"


BEFORE_PLAY: Final = (Life.DRAFTED, Life.ANNOUNCED, Life.ENTRIES_OPEN, Life.ENTRIES_CLOSED, Life.BRIEFED)
CONDUCTED: Final = (Life.BRIEFED, Life.IN_PLAY, Life.BETWEEN_SESSIONS)
"""While a tournament is conducted: its tables serve nothing else."""
ENDED: Final = (Life.FINAL, Life.CANCELLED)
END: Final = 1_000_000
"""Comes after every hand of a session."""


class EntrantStatus(StrEnum):
    """What has become of somebody who applied."""

    APPLIED = "applied"
    IN = "in"
    OUT = "out"
    WITHDRAWN = "withdrawn"
    TURNED_AWAY = "turned-away"
    RETIRED = "retired"
    DISQUALIFIED = "disqualified"


class FeeKind(StrEnum):
    """What somebody pays for."""

    ENTRY = "entry"
    BUY_IN = "buy-in"
    REBUY = "rebuy"
    ADD_ON = "add-on"
    BUY_BACK = "buy-back"
    SESSION = "session"


class Breach(StrEnum):
    """What a sanction is for."""

    CONDUCT = "conduct"
    LATE = "late-arrival"
    ABSENT = "absence"
    PHONE = "mobile-phones"


class Exit(msgspec.Struct, frozen=True, kw_only=True):
    """When somebody went out, and with what: the later and the more, the better the place."""

    session: int
    hand: int
    """The hand after which they went out; `END` for the end of the session."""
    score: int = 0
    play_offs: tuple[int, ...] = ()


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who applied; `player` is who plays, the entrant or a substitute."""

    name: str
    player: str
    number: int
    """The order of application."""
    status: EntrantStatus = EntrantStatus.APPLIED
    accepted: str = ""
    """The hash of the terms that they accepted."""
    signed: bool = False
    bot: bool = False
    """Whether it is a bot of the house, which wins nothing."""
    employee: bool = False
    approved_by: str = ""
    called: str = ""
    """The name by which the tournament shows them, sealed with their key; empty for their number alone."""
    may_publish: bool = False
    """Whether name and image may be used to advertise (crown 12.5.3(f))."""
    paid_cents: Mapping[FeeKind, Cents] = {}
    purchases: Mapping[FeeKind, int] = {}
    entered_session: int = 0
    """The repechage that they paid for."""
    refunded_cents: Cents = Cents(0)
    chips: int = 0
    aside_chips: int = 0
    """Their chips of the session, while they play off a tie."""
    scores: tuple[int, ...] = ()
    """What each of their heats of the open session came to."""
    play_offs: tuple[int, ...] = ()
    breaches: Mapping[Breach, int] = {}
    missing_hands: int = 0
    """How many hands they still sit out."""
    away: bool = False
    secrets: int = 0
    """Secret wagers made in the open session."""
    drawn: int = 0
    """Their place in the last draw."""
    exit: Exit | None = None
    stands: bool = False
    """Whether the chips of somebody who retired count for the ranking of the session."""

    @property
    def net_cents(self) -> int:
        """What they have paid and not had back."""
        return sum(self.paid_cents.values()) - self.refunded_cents


class SealedWager(msgspec.Struct, frozen=True, kw_only=True):
    """A secret wager: known to its owner alone until the hand is recorded."""

    wager: Wager
    chips: int


class Heat(msgspec.Struct, frozen=True, kw_only=True):
    """Some players of a session at one table."""

    number: int
    seats: Mapping[int, str]
    """Entrants by position."""
    play_off: bool = False
    table: str = ""
    began_at: int | None = None
    hand: int = 0
    """The hands that have been recorded."""
    last_round: str = ""
    owed: int = 0
    """How many go out as soon as the tie between the lowest is broken."""
    over: bool = False
    former: tuple[str, ...] = ()
    """Who has sat there in the session and sits there no longer, because tables were balanced."""
    firsts: Mapping[str, int] = {}
    """How often those at the table had bet first when it was balanced last."""
    seated_at_hand: int = 0
    """After which hand that was."""
    agreed: tuple[str, ...] = ()
    """Who agrees since the last hand that it ends early."""
    sealed: Mapping[str, SealedWager] = {}
    """The secret wagers of the hand that is being played, by entrant."""

    @property
    def players(self) -> frozenset[str]:
        """Everybody who has sat there."""
        return frozenset((*self.seats.values(), *self.former))

    @property
    def running(self) -> bool:
        """Whether it is being played."""
        return self.began_at is not None and not self.over


class TournamentDispute(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute, and the Director's decision once it has fallen."""

    number: int
    by: str
    about: str
    decision: str = ""


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a tournament had come before an act."""

    life: Life
    resumes: Life
    postponed_at: int
    steps: tuple[str, ...]
    skipped: tuple[int, ...]


class DirectorAct(msgspec.Struct, frozen=True, kw_only=True):
    """An act of the Director's or a deputy's, with all that it changed as it was before."""

    number: int
    by: str
    at: int
    event: str
    """The name of its first event, or of the one by which the tournament went on to another part of its life."""
    name: str = ""
    heat: int = 0
    life: Life | None = None
    """That part of its life."""
    built_on: str = ""
    """The name of the event that has built upon it: it stays, and what was before is forgotten."""
    built_act: int = 0
    """The number of the act that has built upon it, as long as that may be taken back."""
    entrants: Mapping[str, Entrant] = {}
    heats: Mapping[int, Heat] = {}
    progress: Progress | None = None


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament: built from events alone."""

    id: str
    terms: TournamentTerms
    book: str = ""
    """The content hash of the rule book whose game is played."""
    chapter: str = ""
    """That of the rule book whose chapter on tournaments governs it."""
    version: int = 1
    """How often the terms were written."""
    life: Life = Life.DRAFTED
    resumes: Life = Life.DRAFTED
    """Where a postponed tournament goes on."""
    at: int = 0
    steps: tuple[str, ...] = ()
    """What was done of all that comes before a tournament, by the names of the book."""
    director: str = ""
    deputies: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    absent_since: int = 0
    """Since when neither the Director nor a deputy is present, if nobody is."""
    postponed_at: int = 0
    """When it was postponed last."""
    tables: tuple[str, ...] = ()
    commitment: str = ""
    """What the house has committed to for the next draw."""
    secret: bytes = b""
    """What opens it, where the house keeps it here."""
    entrants: Mapping[str, Entrant] = {}
    session: int = 0
    """The number of the session that is played or was played last."""
    turn: int = 0
    """Which heat of each player it is."""
    heats: Mapping[int, Heat] = {}
    """The heats of the open session."""
    skipped: tuple[int, ...] = ()
    """Repechages that the Director left out."""
    disputes: Mapping[int, TournamentDispute] = {}
    acts: Mapping[int, DirectorAct] = {}
    """The latest acts of the Director and the deputies that can be taken back, or could be before."""
    acted: int = 0
    """The number of the latest of them."""
    practice: Mapping[int, Heat] = {}
    """The groups that practise or wait for a table to do so."""
    practice_each: int = 0
    """How many hands each of them practises; 0 once that has been ended."""
    practice_hands: int = 0
    ranking: tuple[tuple[str, ...], ...] = ()
    """The places of the tournament once it is finished: equal ones together."""

    @property
    def officials(self) -> tuple[str, ...]:
        """The Director and the deputies."""
        return (*((self.director,) if self.director else ()), *self.deputies)

    @property
    def play_session(self) -> PlaySession:
        """The session that is played or was played last."""
        return self.terms.programme.sessions[self.session - 1]

    @property
    def following(self) -> int:
        """The number of the session that comes next; one more than there are, if none does."""
        return next(
            number
            for number in range(self.session + 1, len(self.terms.programme.sessions) + 2)
            if number not in self.skipped
        )

    def with_status(self, *statuses: EntrantStatus) -> Iterator[Entrant]:
        """Yield the entrants with one of these statuses, in the order of their applications."""
        return (each for each in self.entrants.values() if each.status in statuses)

    def active(self, heat: Heat) -> tuple[str, ...]:
        """Return the entrants of a heat who have neither gone out in this session nor left."""
        able = (EntrantStatus.IN, EntrantStatus.OUT)
        entrants = (self.entrants[name] for _, name in sorted(heat.seats.items()))
        there = (each for each in entrants if each.status in able)
        return tuple(each.name for each in there if each.exit is None or each.exit.session != self.session)

    def heat_of(self, name: str) -> Heat | None:
        """Return the heat that somebody plays or will play next."""
        return next((heat for heat in self.heats.values() if not heat.over and name in heat.seats.values()), None)
