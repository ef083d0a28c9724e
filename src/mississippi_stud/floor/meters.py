"""A house's meters as a kind of stream: connects `jackpot.house_meters` to the floor (decision 36)."""

from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.floor.findings import OF_METERS
from mississippi_stud.floor.history import proof
from mississippi_stud.floor.streams import Context, Kind, MissingStreamError
from mississippi_stud.jackpot import house_meters as h
from mississippi_stud.rulebooks.model import Rulebook

PREFIX: Final = "meters:"


def stream_of(name: str) -> str:
    """Return the name of the stream that holds a house's meters."""
    return PREFIX + name


def house_at(context: Context, name: str, book: Rulebook) -> h.HouseMeters:
    """Return a house's meters, locked; `InputError` if there are none or they run under another rule book."""
    house: h.HouseMeters | None = context.need(stream_of(name))
    if house is None:
        raise MissingStreamError("meters-missing", stream=stream_of(name))
    theirs = context.book(house.book).id
    if theirs != book.id:
        raise InputError("meters-other-book", theirs=theirs, ours=book.id)
    return house


def _decide(
    context: Context, stream: str, house: h.HouseMeters | None, command: h.Command
) -> dict[str, tuple[h.Event, ...]]:
    name = stream.removeprefix(PREFIX)
    if len(name) > h.NAME_MAX or "/" in name:
        raise InputError("meters-name", most=h.NAME_MAX)
    if not isinstance(command, h.OpenMeters):
        if house is None:
            raise MissingStreamError("meters-missing", stream=stream)
        return {stream: h.decide(context.book(house.book), house, command, context.at)}
    book = context.book(command.book)
    if house is not None:
        house_at(context, name, book)
    return {stream: h.decide(book, house, command, context.at)}


METERS: Final[Kind[h.HouseMeters, h.Command, h.Event]] = Kind(
    prefix=PREFIX,
    commands=h.Command,
    events=h.Event,
    state=h.HouseMeters,
    decide=_decide,
    evolve=h.evolve,
    transfers=lambda _, stream, house, event: h.transfers(stream.removeprefix(PREFIX), house, event),
    deadlines=lambda books, house: h.deadlines(books(house.book), house),
    time_up=lambda key: h.AnnounceDue(notice=key),
    audit=proof.audit_meters,
    locked=True,
    significant=OF_METERS,
)
