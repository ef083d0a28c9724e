"""The console of a table that people run: what whoever works there sees of it, and what is due for them.

They see no more than the felt shows: a card that is not turned has a back here too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from mississippi_stud.floor import Floor, TableView
from mississippi_stud.floor.consoles import (
    DealingMode,
    DueKind,
    DueStep,
    NumberKind,
    Option,
    Result,
    TableWork,
    called,
    chips_for,
)
from mississippi_stud.language import translator
from mississippi_stud.money import Cents
from mississippi_stud.prose.console import PACE, PLACES, tell_due, tell_ruling
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.prompts import backs_of, name_of
from mississippi_stud.prose.rulings import INCIDENTS
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.web.house_view import ClauseName, HouseReader
from mississippi_stud.web.seats import labels_of, sight_of
from mississippi_stud.web.shapes import TableSight

_TABLE = "table:"


class DueLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is due, as a sentence, and the command that does it."""

    kind: DueKind
    said: str
    cite: ClauseName
    further: tuple[ClauseName, ...]
    """The other clauses that ask for it."""
    waits: bool
    """Whether somebody else does it."""
    command: Mapping[str, Any] | None
    position: int | None
    enters: NumberKind | None
    cards: int
    options: tuple[Option, ...]


class ChipCount(msgspec.Struct, frozen=True, kw_only=True):
    """So many chips of a value; one whose value the house does not know has neither name nor colour."""

    cents: Cents
    count: int
    name: str
    colour: str


class PhasePace(msgspec.Struct, frozen=True, kw_only=True):
    """How many seconds a phase of a round takes."""

    name: str
    seconds: int


class PaceLine(msgspec.Struct, frozen=True, kw_only=True):
    """The pace of a table."""

    rounds_an_hour: int
    phases: tuple[PhasePace, ...]


class TableCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call for somebody above."""

    number: int
    about: str
    since: int
    name: str
    """Who called."""
    own: bool
    answered: str
    """Who is on their way; empty if nobody is."""


class StakeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A wager whose amount can be corrected."""

    position: int
    wager: str
    cents: Cents


class PaymentLine(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of one wager."""

    wager: str
    name: str
    outcome: str
    won_cents: int
    returned_cents: int
    cite: ClauseName


class SeatPayment(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat is paid, and the chips to give for what it has won; the stakes that it keeps lie there already."""

    position: int
    won_cents: int
    lines: tuple[PaymentLine, ...]
    chips: tuple[ChipCount, ...]
    left_cents: int
    """What no chip of the table can pay."""


class DeckLine(msgspec.Struct, frozen=True, kw_only=True):
    """A deck, and how many of its cards lie where."""

    backs: str
    places: tuple[tuple[str, int], ...]


class DutyLine(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on duty at the table."""

    name: str
    title: str
    own: bool


class TitleChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A title under which the viewer may come on duty, or is."""

    title: str
    name: str
    on_duty: bool


class IncidentChoice(msgspec.Struct, frozen=True, kw_only=True):
    """An incident that may be reported, and the facts that it takes."""

    incident: str
    name: str
    needs: tuple[str, ...]
    may: tuple[str, ...]


class TableRuling(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling of the open round, or of the last."""

    said: str
    cite: ClauseName


class ConsoleBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A table as somebody sees it who works there."""

    table: TableSight
    chips: bool
    reads: bool
    """Whether the cards are read as they leave the shoe, because the players are elsewhere."""
    closed: bool
    title: str
    """The title under which the viewer is on duty; empty if they are not."""
    titles: tuple[TitleChoice, ...]
    due: tuple[DueLine, ...]
    payments: tuple[SeatPayment, ...]
    decks: tuple[DeckLine, ...]
    on_duty: tuple[DutyLine, ...]
    incidents: tuple[IncidentChoice, ...]
    rulings: tuple[TableRuling, ...]
    calls: tuple[TableCall, ...]
    pace: PaceLine | None
    """For whoever deals and those above them, and for nobody else."""
    closes: bool
    """Whether the viewer could close the table now, with nobody there."""
    corrects: bool
    """Whether the viewer may correct what others have entered."""
    stakes: tuple[StakeLine, ...]
    """The wagers whose amounts the viewer may correct."""


def board_of(floor: Floor, house: str, work: TableWork, person: str, language: str) -> ConsoleBoard:
    """Return the console of a table for somebody who works there, or may."""
    book, table, view = work.book, work.table, work.view
    reader = HouseReader(floor, house, person, language)
    return ConsoleBoard(
        table=TableSight(**sight_of(table.id.removeprefix(_TABLE), house, book, view, language)),
        chips=table.chips,
        reads=table.dealt is DealingMode.PHYSICAL and not table.chips,
        closed=table.closed,
        title=work.title,
        titles=tuple(
            TitleChoice(title=each, name=title_name(book, each, language), on_duty=(person, each) in table.on_duty)
            for each in work.titles
        ),
        due=tuple(_due(work, language)),
        payments=tuple(_payments(work, view, language)),
        decks=tuple(_decks(work, language)),
        on_duty=tuple(
            DutyLine(name=reader.called(each), title=title_name(book, title, language), own=each == person)
            for each, title in table.on_duty
        ),
        incidents=tuple(_incidents(work, language)) if work.title else (),
        rulings=tuple(
            TableRuling(said=tell_ruling(each, language), cite=cited(each.clause, language)) for each in table.rulings
        ),
        calls=tuple(_calls(work, reader, person)),
        pace=_pace(work, language),
        closes=work.closes,
        corrects=work.corrects,
        stakes=tuple(_stakes(work)),
    )


def _calls(work: TableWork, reader: HouseReader, person: str) -> Iterator[TableCall]:
    for call in work.table.calls:
        yield TableCall(
            number=call.number,
            about=call.about,
            since=call.since,
            name=reader.called(call.person),
            own=(call.person, call.by) == (person, work.title),
            answered=reader.called(call.answered_by) if call.answered_by else "",
        )


def _pace(work: TableWork, language: str) -> PaceLine | None:
    if work.pace is None:
        return None
    _ = translator(language)
    phases = (PhasePace(name=_(PACE[each]), seconds=taken) for each, taken in work.pace.seconds.items())
    return PaceLine(rounds_an_hour=work.pace.rounds_an_hour, phases=tuple(phases))


def _stakes(work: TableWork) -> Iterator[StakeLine]:
    for position, wager, cents in work.stakes:
        yield StakeLine(position=position, wager=wager, cents=cents)


def title_name(book: Rulebook, title: str, language: str) -> str:
    """Return what a title is called, with a capital."""
    return capital(name_of(called(book, title), language))


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def cited(clause: str, language: str) -> ClauseName:
    """Return a clause with what it is called."""
    return ClauseName(clause=clause, cited=cite(clause, language).strip())


def _due(work: TableWork, language: str) -> Iterator[DueLine]:
    question = work.table.question
    what = translator(language)(INCIDENTS[question.incident]) if question else ""
    for due in work.due:
        yield DueLine(
            kind=due.kind,
            said=tell_due(work.book, due, language, what),
            cite=cited(due.clause, language),
            further=tuple(cited(each, language) for each in due.further),
            waits=bool(due.by),
            command=_command(due),
            position=due.position,
            enters=due.enters,
            cards=due.cards,
            options=due.options,
        )


def _command(due: DueStep) -> Mapping[str, Any] | None:
    """Return the command of something due as the API takes it, without who gives it and when."""
    if due.command is None:
        return None
    command: dict[str, Any] = msgspec.to_builtins(due.command)
    return {name: value for name, value in command.items() if name not in ("at", "person")}


def _payments(work: TableWork, view: TableView, language: str) -> Iterator[SeatPayment]:
    wagers = {str(result.wager) for _, results in work.payments for result in results}
    labels = labels_of(work.book, view, language, wagers) if wagers else {}
    for position, results in work.payments:
        won = sum(each.won_cents for each in results)
        given = chips_for(won, work.chips_cents)
        yield SeatPayment(
            position=position,
            won_cents=won,
            lines=tuple(_payment(each, labels, language) for each in results),
            chips=tuple(_chips(work, value, count, language) for value, count in given),
            left_cents=won - sum(value * count for value, count in given),
        )


def _chips(work: TableWork, value: Cents, count: int, language: str) -> ChipCount:
    chip = work.chips.get(value)
    name = "" if chip is None else (chip.name_fr if language == "fr" else "") or chip.name_en
    return ChipCount(cents=value, count=count, name=name, colour=chip.colour if chip else "")


def _payment(result: Result, labels: Mapping[str, str], language: str) -> PaymentLine:
    return PaymentLine(
        wager=result.wager,
        name=capital(labels.get(result.wager, result.wager)),
        outcome=result.outcome,
        won_cents=result.won_cents,
        returned_cents=result.returned_cents,
        cite=cited(result.clause, language),
    )


def _decks(work: TableWork, language: str) -> Iterator[DeckLine]:
    _ = translator(language)
    for deck, cards in work.decks:
        lying = Counter(card.place for card in cards)
        yield DeckLine(
            backs=backs_of(deck.backs, language),
            places=tuple((_(PLACES[place]), count) for place, count in lying.items()),
        )


def _incidents(work: TableWork, language: str) -> Iterator[IncidentChoice]:
    """Yield what the book rules on and may happen where the table is dealt as it is."""
    _ = translator(language)
    for incident, spec in work.incidents.items():
        yield IncidentChoice(incident=incident, name=capital(_(INCIDENTS[incident])), needs=spec.needs, may=spec.may)
