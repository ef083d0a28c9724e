"""The shapes of the trainer's requests and answers."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from mississippi_stud.money import Currency
from mississippi_stud.trainer.outs import OutsTarget
from mississippi_stud.web.shapes import BookName

_Option = Annotated[str, Meta(max_length=80)]
_Count = Annotated[int, Meta(ge=0, le=1_000_000)]
_Name = Annotated[str, Meta(max_length=60)]
CardNumber = Annotated[int, Meta(ge=0, le=51)]


class CourseRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game to learn: a book with its options and changed pays, as for `mstud solve`, the ante and the meter."""

    book: BookName = "online"
    options: Annotated[tuple[_Option, ...], Meta(max_length=20)] = ()
    pays: Annotated[tuple[_Option, ...], Meta(max_length=12)] = ()
    ante_cents: Annotated[int, Meta(ge=0, le=10**15)] = 5_00
    meter_cents: Annotated[int, Meta(ge=0, le=10**15)] = 0
    """0: no jackpot wager."""


class CourseAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to learn of a game."""

    key: str
    """Games with the same key are learnt together."""
    situations: int
    currency: Currency
    labels: Mapping[str, str]


class DrillRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to be asked."""

    mode: Annotated[str, Meta(max_length=20)] = "repetition"
    street: _Name = ""
    rule: _Name = ""
    seen: _Count = 0
    known: Annotated[tuple[_Name, ...], Meta(max_length=3)] = ()
    target: OutsTarget = OutsTarget.JACKS
    """What counts as an out, for a drill of outs."""


class QuestionRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for the next question; the record is the learner's own."""

    course: CourseRequest
    drill: DrillRequest
    due: Annotated[dict[str, int], Meta(max_length=1000)] = {}
    """When each situation that was asked is due, by id, in minutes since 1970."""
    tallies: Annotated[dict[str, Annotated[str, Meta(max_length=200)]], Meta(max_length=40)] = {}
    """By rule of the strategy card: answers, errors, cost."""


class AskedHand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards and wagers that a question is about."""

    hole: Annotated[tuple[CardNumber, ...], Meta(min_length=2, max_length=2)]
    board: Annotated[tuple[CardNumber, ...], Meta(max_length=2)] = ()
    bets: Annotated[tuple[Annotated[int, Meta(ge=1, le=100)], ...], Meta(max_length=2)] = ()
    seen: Annotated[tuple[CardNumber, ...], Meta(max_length=15)] = ()
    known: Annotated[dict[_Name, CardNumber], Meta(max_length=3)] = {}


class OfferedPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A play to choose."""

    play: str
    cents: int
    """What it puts on the table."""


class DrillQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question, with the table to draw."""

    asked: AskedHand
    situation: str
    """The id of the situation; empty for a deal at a table."""
    rule: str
    """The rule of the strategy card, for the record; the page shows it after the answer."""
    plays: tuple[OfferedPlay, ...]
    view: Mapping[str, Any]
    """What the felt needs of a table's view."""


class AnswerRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer to a question, with what the learner's record has of it so far."""

    course: CourseRequest
    asked: AskedHand
    play: Annotated[str, Meta(max_length=8)]
    taken_ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 0
    card: Annotated[str, Meta(max_length=400)] = ""
    tally: Annotated[str, Meta(max_length=200)] = ""


class StillToCome(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that can still come: its chance and what it pays."""

    hand: str
    name: str
    chance: str
    pays: str


class VerdictAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer was worth, and the learner's record after it."""

    grade: str
    played: str
    best: tuple[str, ...]
    """Every play that was right."""
    cost: str
    """In antes, exactly."""
    cost_cents: int
    values: Mapping[str, str]
    why: str
    points: str
    """How points are counted, where the reason speaks of them; else empty."""
    to_come: tuple[StillToCome, ...]
    rule: str
    situation: str
    share: int
    """How much of all there is to learn this situation is, in millionths; 0 for a deal at a table."""
    card: str
    due: int
    tally: str


class CountRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many of the unseen cards somebody counts as outs, with one card to come."""

    course: CourseRequest
    asked: AskedHand
    target: OutsTarget = OutsTarget.JACKS
    count: Annotated[int, Meta(ge=0, le=52)]


class OutsLine(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that make one hand, and what it pays."""

    hand: str
    name: str
    cards: tuple[CardNumber, ...]
    pays: str


class CountVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """How many outs there were, and which."""

    right: bool
    count: int
    unseen: int
    """All cards that can still come."""
    lines: tuple[OutsLine, ...]


class ReportRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a report of leaks."""

    book: BookName = "online"
    tallies: Annotated[dict[str, Annotated[str, Meta(max_length=200)]], Meta(max_length=40)] = {}


class LeakLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule of the strategy card has cost; rates in thousandths."""

    rule: str
    answers: int
    errors: int
    rate: int
    low: int
    high: int
    cost: str
    """In antes, exactly."""


class ShadowRound(msgspec.Struct, frozen=True, kw_only=True):
    """A past round: what the main wagers won, and what the shadow player won with the same cards."""

    table: str
    number: int
    net_cents: int
    shadow_cents: int


class ReportAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Leaks from drills and from past rounds, and the shadow player."""

    currency: Currency
    drills: tuple[LeakLine, ...]
    history: tuple[LeakLine, ...]
    rounds: tuple[ShadowRound, ...]
    """The latest first."""


STRICT: Final = (
    CourseRequest, DrillRequest, QuestionRequest, AskedHand, AnswerRequest, CountRequest, ReportRequest,
)  # fmt: skip
"""The shapes that take no further fields."""
