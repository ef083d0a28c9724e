"""The shapes of what supervisors see: the map of a house, and one table with all that can be done there."""

from collections.abc import Mapping
from typing import Any

import msgspec

from mississippi_stud.money import Currency
from mississippi_stud.web.house_view import ClauseName
from mississippi_stud.web.shapes import MeterSign, TableNote


class LimitLine(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a wager, in words."""

    name: str
    least: str
    most: str


class PitCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call for somebody above, and who is on their way."""

    number: int
    name: str
    about: str
    since: int
    answered: str


class PitLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table on the map of a house."""

    id: str
    book: str
    name: str
    round: int
    """The number of the round in play; 0 between rounds."""
    phase: str
    seats: int
    taken: int
    asked: tuple[int, ...]
    """The seats that the round waits for."""
    moved_at: int
    """When something last happened there."""
    question: str
    """What a ruling is asked for; empty if none is."""
    asked_at: int
    prompts: int
    prompt: str
    """What has waited longest to be done."""
    prompted_at: int
    rulings: int
    prizes: int
    disputes: int
    calls: tuple[PitCall, ...]
    result: str
    limits: tuple[LimitLine, ...]
    on_duty: tuple[str, ...]
    notes: tuple[TableNote, ...]
    meter: MeterSign | None = None
    stopped: str = ""


class PitMap(msgspec.Struct, frozen=True, kw_only=True):
    """The open tables of a house."""

    tables: tuple[PitLine, ...]


class FieldLine(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a form: where its value goes, its label and, of a choice, the values with their names."""

    into: str
    kind: str
    label: str
    options: tuple[tuple[str, str], ...]
    value: int | str | None
    optional: bool


class ActLine(ClauseName, frozen=True, kw_only=True):
    """Something that can be done, as a form."""

    act: str
    about: str
    title: str
    to: str
    command: Mapping[str, Any]
    fields: tuple[FieldLine, ...]


class ActGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Acts of one kind."""

    name: str
    title: str
    acts: tuple[ActLine, ...]


class EffectLine(ClauseName, frozen=True, kw_only=True):
    """What becomes of a wager."""

    position: int
    player: str
    wager: str
    stake: str
    text: str
    changed: bool


class MeterMove(msgspec.Struct, frozen=True, kw_only=True):
    """What a meter shows before and after."""

    meter: str
    before: str
    after: str


class RulingLine(ClauseName, frozen=True, kw_only=True):
    """A ruling in words, and what it does."""

    text: str
    wagers: tuple[EffectLine, ...] = ()
    meters: tuple[MeterMove, ...] = ()
    duties: tuple[str, ...] = ()
    ends_round: bool = False
    act: ActLine | None = None
    """How it is given, for whoever may."""


class QuestionLine(ClauseName, frozen=True, kw_only=True):
    """What a ruling is asked for."""

    text: str
    facts: str
    decides: str
    since: int
    proposal: RulingLine | None
    choice: RulingLine | None
    """Letting it be, where the book leaves that."""


class PromptLine(ClauseName, frozen=True, kw_only=True):
    """A duty that waits."""

    number: int
    text: str
    since: int
    second: bool
    """Whether it waits for a second person."""
    acts: tuple[ActLine, ...]


class PitSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, with what lies there."""

    position: int
    player: str
    asked: bool
    wagers: tuple[str, ...]
    limits: tuple[str, ...]


class PrizeLine(ClauseName, frozen=True, kw_only=True):
    """A jackpot that waits, with what must be verified first."""

    position: int
    player: str
    pays: str
    amount: str
    steps: tuple[str, ...]
    acts: tuple[ActLine, ...]


class WithheldLine(ClauseName, frozen=True, kw_only=True):
    """Winnings of a player that are set aside."""

    player: str
    amount: str
    acts: tuple[ActLine, ...]


class DealtCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a round, in the order in which it left the deck."""

    card: int | None
    place: str


class DisputeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute that is not closed, with its round card by card once that is over."""

    number: int
    player: str
    round: int
    about: str
    opened_at: int
    decision: str
    review: str
    review_asked: bool
    over: bool
    cards: tuple[DealtCard, ...]
    acts: tuple[ActLine, ...]


class PitTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table with everything that its supervisor needs."""

    id: str
    name: str
    currency: Currency
    line: PitLine
    official: bool
    working: bool
    """Whether whoever looks is on duty there."""
    question: QuestionLine | None
    prompts: tuple[PromptLine, ...]
    rulings: tuple[RulingLine, ...]
    seats: tuple[PitSeat, ...]
    prizes: tuple[PrizeLine, ...]
    withheld: tuple[WithheldLine, ...]
    disputes: tuple[DisputeLine, ...]
    decks: tuple[str, ...]
    groups: tuple[ActGroup, ...]
