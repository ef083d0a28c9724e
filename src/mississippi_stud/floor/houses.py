"""Houses as a kind of stream, and who is what in a house.

What people do there is in `house_acts`, `house_tables`, `approvals` and `staff_links`.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Column, String, Table

from mississippi_stud.errors import InputError
from mississippi_stud.floor import membership
from mississippi_stud.floor.accounts import PLAYER_MAX, check_text
from mississippi_stud.floor.editions import book_rows, house_books
from mississippi_stud.floor.findings import OF_HOUSES
from mississippi_stud.floor.history import proof
from mississippi_stud.floor.membership import counting_titles, house_members, memberships
from mississippi_stud.floor.persons import person_of
from mississippi_stud.floor.persons import stream_of as person_stream
from mississippi_stud.floor.streams import Context, Kind
from mississippi_stud.floor.tenancy import NAME as NAME
from mississippi_stud.floor.tenancy import PLAY as PLAY
from mississippi_stud.floor.tenancy import PREFIX
from mississippi_stud.floor.tenancy import house_of as house_of_meters
from mississippi_stud.floor.tenancy import stream_of as stream_of
from mississippi_stud.jackpot.commands import CorrectMeter
from mississippi_stud.jackpot.house_meters import ChangeMeters
from mississippi_stud.money import cents as as_cents
from mississippi_stud.person import house as h
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.house_chips import Chip as Chip
from mississippi_stud.person.house_settings import SETTINGS as SETTINGS
from mississippi_stud.person.person import Person
from mississippi_stud.person.proposals import (
    Act,
    CorrectHouseMeter,
    GiveMoney,
    Titles,
)
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from mississippi_stud.store.entries import ProjectionRow
from mississippi_stud.store.schema import projections

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

_CORRECTION: Final = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,11})?")
"""Cents, as a whole number or a fraction; no power of ten that would take for ever to write out."""

house_proposals = Table(
    "house_proposals",
    projections,
    Column("house", String(40), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("act", String(40), nullable=False),
    Column("by", String(64), nullable=False),
    Column("second", String(64), nullable=False),  # who approved or declined it
    Column("status", String(20), nullable=False),  # open, approved, done, refused, declined, lapsed
)


# The kind.


def _decide(context: Context, stream: str, house: m.House | None, command: m.Command) -> dict[str, tuple[m.Event, ...]]:
    name = stream.removeprefix(PREFIX)
    stream_of(name)
    if house is not None:
        house = _without_erased(context, house)
    _check(context, name, command)
    if isinstance(command, m.Propose):
        _check(context, name, command.act)
    return {stream: h.decide(house, command, context.at, context.book)}


def _without_erased(context: Context, house: m.House) -> m.House:
    """Return the house as if whoever was erased had been disabled: nobody can act for them any more."""
    gone = [each for each in house.members.values() if not each.disabled and _person(context, each.person).erased]
    return replace(house, members={**house.members, **{each.person: replace(each, disabled=True) for each in gone}})


def _person(context: Context, person: str) -> Person:
    return context.glance(person_stream(person)) or Person()


def _check(context: Context, name: str, command: m.Command | Act) -> None:
    """Raise `InputError` for what a house cannot know of itself: accounts, other houses' meters, amounts."""
    match command:
        case m.Accept(by=by):
            check_text("player-text", by, PLAYER_MAX)
            if _person(context, by).guest:
                raise InputError("account-first")
        case CorrectHouseMeter(meters=named):
            if house_of_meters(named) != name:
                raise InputError("meters-elsewhere", meters=named)
            correction_of(command)
        case GiveMoney(cents=cents):
            if as_cents(cents) == 0:
                raise InputError("empty-transfer")
        case _:
            return


def _rows(
    stream: str, before: m.House | None, after: m.House, event: m.Event, version: int, at: int
) -> Iterator[ProjectionRow]:
    name = stream.removeprefix(PREFIX)
    if isinstance(event, m.MemberEvent):
        member = event.after
        titles = msgspec.json.encode(member.titles).decode()
        values = {"owner": int(member.owner), "titles": titles, "disabled": int(member.disabled)}
        yield ProjectionRow(house_members.name, {"house": name, "person": member.person}, values)
        return
    yield from book_rows(name, event, at)
    proposal, values = _proposal_row(event)
    if proposal:
        yield ProjectionRow(house_proposals.name, {"house": name, "id": proposal}, values)


def _proposal_row(event: m.Event) -> tuple[str, dict[str, Any]]:
    """Return the proposal that an event is about, and what changes in its row."""
    match event:
        case m.ProposalMade(proposal=made):
            act = str(made.act.__struct_config__.tag)
            return made.id, {"act": act, "by": made.act.by, "second": "", "status": "open"}
        case m.ProposalApproved(id=proposal, by=by, follows=follows):
            return proposal, {"second": by, "status": "approved" if follows else "done"}
        case m.ProposalConcluded(id=proposal, refused=refused):
            return proposal, {"status": "refused" if refused else "done"}
        case m.ProposalEnded(id=proposal, by=by):
            return proposal, {"second": by, "status": "declined" if by else "lapsed"}
        case _:
            return "", {}


HOUSES: Final[Kind[m.House, m.Command, m.Event]] = Kind(
    prefix=PREFIX,
    commands=m.Command,
    events=m.Event,
    state=m.House,
    decide=_decide,
    evolve=h.evolve,
    rows=_rows,
    audit=proof.audit_house,
    tables=(house_members, house_proposals, house_books),
    deadlines=lambda _, house: h.deadlines(house),
    time_up=lambda key: m.Lapse(key=key),
    locked=True,
    significant=OF_HOUSES,
)


# Queries.


def one_moment(floor: "Floor", house: str, person: str, *streams: str) -> AbstractContextManager[None]:
    """Within it, this thread asks the database once about somebody in a house, and about these streams."""
    return floor.states.one_moment(stream_of(house), person_stream(person), *streams)


def house_of(floor: "Floor", name: str) -> m.House | None:
    """Return a house as it is now; None if nobody has made an owner of it yet."""
    known: m.House | None = floor.states.current(stream_of(name)).state
    return known


def settings_of(floor: "Floor", name: str = PLAY) -> m.House:
    """Return a house for the sake of its settings; one that nobody has made an owner of has all by default."""
    return house_of(floor, name) or m.House()


def guests_may(floor: "Floor", setting: str) -> bool:
    """Whether the house of the guests allows them something."""
    return settings_of(floor).setting(setting) == "yes"


def member_of(floor: "Floor", name: str, person: str) -> m.Member | None:
    """Return what somebody is in a house; None if they are nothing, were disabled or erased, or have no account."""
    house = house_of(floor, name) if NAME.fullmatch(name) else None
    member = house.members.get(person) if house else None
    if member is None or member.disabled:
        return None
    known = person_of(floor, person)
    return None if known.erased or known.guest else member


def titles_of(floor: "Floor", house: str, person: str) -> Mapping[str, frozenset[str]]:
    """Return the titles that count in a house now, by the id of their book: none before a second factor was set."""
    known, who = settings_of(floor, house) if NAME.fullmatch(house) else None, person_of(floor, person)
    books = known.books if known else {}
    return {book: titles for book in books if (titles := counting_titles(known, who, person, book))}


def is_owner(floor: "Floor", house: str, person: str) -> bool:
    """Whether somebody is an owner of a house now."""
    member = member_of(floor, house, person)
    return member is not None and member.owner


def title_names(floor: "Floor", house: str, held: Titles, language: str) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield titles, each as its book and itself, with what the book calls it."""
    books = settings_of(floor, house).books
    for book, titles in held.items():
        staff = floor.book(books[book]).staff if book in books else None
        for title in titles:
            known = {**staff.titles, **staff.officials}.get(title) if staff else None
            name = title if known is None else (known.fr if language == "fr" else known.en).value
            yield (book, title), name


def is_official(floor: "Floor", house: str, person: str) -> bool:
    """Whether somebody is an official of one of a house's books now."""
    books = settings_of(floor, house).books
    for book, titles in titles_of(floor, house, person).items():
        staff = floor.book(books[book]).staff
        if staff is not None and titles & set(staff.officials):
            return True
    return False


def has_second_factor(floor: "Floor", person: str) -> bool:
    """Whether somebody has set a second factor, or a passkey, which is two in one."""
    return membership.has_second_factor(person_of(floor, person))


def houses_of(floor: "Floor", person: str) -> list[str]:
    """Return the houses that somebody belongs to now."""
    return [house for house in memberships(floor, person) if member_of(floor, house, person) is not None]


def check_reach(floor: "Floor", house: str, person: str) -> None:
    """Refuse what is about people of another house; whoever belongs to none is of the guests' house (decision 191)."""
    if set(houses_of(floor, person) or (PLAY,)) != {house}:
        raise InputError("member-elsewhere", person=person)


def opening(floor: "Floor", *, by: str) -> m.OpenHouse:
    """Return the command that opens a house with the books that come with the program."""
    return m.OpenHouse(by=by, books={book: floor.keep(rulebook(book)) for book in BOOKS})


def correction_of(act: CorrectHouseMeter) -> ChangeMeters:
    """Return the command that corrects a meter as it was proposed; `InputError` for an amount that is none."""
    if not _CORRECTION.fullmatch(act.amount_exact):
        raise InputError("correction-amount")
    return ChangeMeters(
        do=CorrectMeter(meter=act.meter, amount_exact=act.amount_exact, corrects=act.corrects, by=act.by, why=act.why)
    )
