"""The API of houses: owners' and staff's commands, links to join and to recover, and what staff do at tables."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Router, get, post
from litestar.exceptions import ValidationException
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from mississippi_stud.floor import (
    Floor,
    Refused,
    company_options,
    house_acts,
    house_options,
    house_tables,
    houses,
    interventions,
    lobby_tables,
    open_meter,
    options_with_ante,
    staff_links,
)
from mississippi_stud.floor.tenancy import PLAY
from mississippi_stud.prose.house_page import tell_refused
from mississippi_stud.web.access import Access
from mississippi_stud.web.account_shapes import Ask
from mississippi_stud.web.entrance import in_turn
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.house_view import HouseAnswer, HouseReader, StaffAnswer
from mississippi_stud.web.people import People
from mississippi_stud.web.problems import Objection
from mississippi_stud.web.shapes import NewTable
from mississippi_stud.web.standing import CLOCKS

Asking = Request[Any, Any, Any]
Line = Annotated[str, Meta(max_length=200)]
_OWNER: Final = {"access": Access.OWNER}
_STAFF: Final = {"access": Access.STAFF}


class HouseAsk(Ask, frozen=True, kw_only=True):
    """Something to be done in a house, once under its id; who asks for it is known from the session."""

    id: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{8,64}$(?!\n)")] = ""

    def own_id(self, request: Asking) -> str | None:
        """Return the id under which the floor knows it."""
        return house_tables.own_id(person_of(request), self.id)


class HouseCommand(HouseAsk, frozen=True, kw_only=True):
    """A command of a house or of a table."""

    command: Mapping[str, Any] = {}


class NewInvitation(HouseAsk, frozen=True, kw_only=True):
    """An invitation to be made."""

    name: Line
    titles: Mapping[str, tuple[str, ...]] = {}
    owner: bool = False
    why: Line = ""


class NewRecovery(HouseAsk, frozen=True, kw_only=True):
    """A recovery link to be made."""

    person: Line
    why: Line = ""


class NewExclusion(HouseAsk, frozen=True, kw_only=True):
    """An exclusion to be made under a title, by a clause of its book."""

    person: Line = ""
    book: Line = ""
    title: Line = ""
    clause: Line = ""
    grounds: Line = ""


class NewStop(HouseAsk, frozen=True, kw_only=True):
    """Something to be stopped, or allowed again: the house, one of its tables or a player."""

    kind: Line
    name: Line
    stop: bool
    why: Line


class NewPassword(Ask, frozen=True, kw_only=True):
    """What somebody with a recovery link will sign in with."""

    login: Line
    password: Line


class LinkAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A link, shown once."""

    path: str
    expires_at: int
    proposed: bool = False
    """Whether a second person must approve it first."""


class AcceptAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The house that somebody belongs to now, and whether their titles count already."""

    house: str
    owner: bool
    second_factor: bool


class TableAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the house after a command of its staff."""

    id: str
    version: int


def _floor(request: Asking) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


def person_of(request: Asking) -> str:
    """Return who asks."""
    people: People = request.app.state.people
    return people.visitor(request).person or ""


def belongs(request: Asking, house: str) -> bool:
    """Return whether whoever asks is of the people of a house."""
    person = person_of(request)
    return bool(person) and houses.member_of(_floor(request), house, person) is not None


def reader_of(request: Asking, house: str) -> HouseReader:
    """Return what tells whoever asks about a house in their language."""
    return HouseReader(_floor(request), house, person_of(request), language_of(request))


def _read(kinds: Any, data: HouseCommand, by: str) -> Any:
    """Return a command in the name of whoever gives it."""
    try:
        return house_acts.command_of(kinds, data.command, by)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None


def _carry_out(request: Asking, house: str, command: Any, data: HouseCommand) -> str:
    """Carry out a command of a house; return why what it approved was refused.

    What could not be carried out now is not proposed: whoever may propose it learns so at once.
    """
    reader = reader_of(request, house)
    act = getattr(command, "act", None)
    if act is not None and house_acts.name_of(act) in reader.authority.proposes:
        try:
            interventions.check_act(reader.floor, house, act)
        except Refused as refused:
            raise Objection(refused, reader.currency) from None
    return tell_refused(house_acts.carry_out(reader.floor, house, command, data.own_id(request)), reader.language)


# Owners.


@get("/houses/{house:str}", opt=_OWNER, sync_to_thread=True)
def show_house(request: Asking, house: FromPath[str]) -> HouseAnswer:
    """A house with its staff, its links, its proposals and its settings."""
    return reader_of(request, house).for_owner()


@post("/houses/{house:str}/commands", opt=_OWNER, status_code=200, sync_to_thread=True)
def command_house(request: Asking, house: FromPath[str], data: JSONBody[HouseCommand]) -> HouseAnswer:
    """Grant, withdraw, disable, enable, change a setting or a book, propose, approve or decline."""
    refused = _carry_out(request, house, _read(house_acts.OwnersCommand, data, person_of(request)), data)
    return reader_of(request, house).for_owner(refused)


@post("/houses/{house:str}/invitations", opt=_OWNER, status_code=201, sync_to_thread=True)
def make_invitation(request: Asking, house: FromPath[str], data: JSONBody[NewInvitation]) -> LinkAnswer:
    """Invite somebody; a further owner is proposed to the other owners. The link is in no later answer."""
    floor, by = _floor(request), person_of(request)
    hours = houses.settings_of(floor, house).amount("invitation_hours")
    link = staff_links.invite(
        floor, house, data.name, by=by, titles=data.titles, why=data.why, owner=data.owner, proposed=data.owner,
        command_id=data.own_id(request),
    )  # fmt: skip
    expires = floor.clock() + hours * 3_600_000_000
    return LinkAnswer(path=f"/invitation/{link.token}", expires_at=expires, proposed=data.owner)


@post("/houses/{house:str}/recoveries", opt=_OWNER, status_code=201, sync_to_thread=True)
def make_recovery(request: Asking, house: FromPath[str], data: JSONBody[NewRecovery]) -> LinkAnswer:
    """Make a recovery link, as an owner."""
    return _recovery(request, house, data)


def _recovery(request: Asking, house: str, data: NewRecovery) -> LinkAnswer:
    floor = _floor(request)
    minutes = houses.settings_of(floor, house).amount("recovery_minutes")
    link = staff_links.offer_recovery(
        floor, house, data.person, by=person_of(request), why=data.why, command_id=data.own_id(request)
    )
    return LinkAnswer(path=f"/recovery/{link.token}", expires_at=floor.clock() + minutes * 60_000_000)


@post("/houses/{house:str}/stops", opt=_OWNER, status_code=200, sync_to_thread=True)
def stop_gaming(request: Asking, house: FromPath[str], data: JSONBody[NewStop]) -> HouseAnswer:
    """Stop new rounds of the house, of one of its tables or of a player, or allow them again."""
    reader = reader_of(request, house)
    interventions.switch(
        reader.floor, house, data.kind, data.name, stop=data.stop, by=reader.person, why=data.why.strip(),
        command_id=data.own_id(request),
    )  # fmt: skip
    return reader.for_owner()


# Staff.


@get("/houses/{house:str}/staff", opt={"access": Access.MEMBER}, sync_to_thread=True)
def show_staff(request: Asking, house: FromPath[str]) -> StaffAnswer:
    """What somebody of the house is there, what waits for them, and what they may propose."""
    return reader_of(request, house).for_staff()


@post("/houses/{house:str}/staff/commands", opt=_STAFF, status_code=200, sync_to_thread=True)
def command_as_staff(request: Asking, house: FromPath[str], data: JSONBody[HouseCommand]) -> StaffAnswer:
    """Propose, approve or decline, as somebody with a title."""
    refused = _carry_out(request, house, _read(house_acts.StaffCommand, data, person_of(request)), data)
    return reader_of(request, house).for_staff(refused)


@post("/houses/{house:str}/staff/exclusions", opt=_STAFF, status_code=200, sync_to_thread=True)
def exclude_player(request: Asking, house: FromPath[str], data: JSONBody[NewExclusion]) -> StaffAnswer:
    """Exclude a player at once, by a clause of the book that gives the title that power."""
    reader = reader_of(request, house)
    try:
        interventions.exclude(
            reader.floor,
            house,
            data.person,
            by=reader.person,
            book=data.book,
            title=data.title,
            clause=data.clause,
            grounds=data.grounds,
            command_id=data.own_id(request),
        )
    except Refused as refused:
        raise Objection(refused, reader.currency) from None
    return reader.for_staff()


@post("/houses/{house:str}/staff/recoveries", opt=_STAFF, status_code=201, sync_to_thread=True)
def make_recovery_as_staff(request: Asking, house: FromPath[str], data: JSONBody[NewRecovery]) -> LinkAnswer:
    """Make a recovery link for somebody below oneself, as the book's ranks allow."""
    return _recovery(request, house, data)


@post("/houses/{house:str}/tables", opt=_STAFF, status_code=201, sync_to_thread=True)
def open_house_table(request: Asking, house: FromPath[str], data: JSONBody[HouseCommand]) -> TableAnswer:
    """Open a table of the house with an `open_table` command, whose book is an id."""
    floor, person = _floor(request), person_of(request)
    with _objecting(request, house):
        house_tables.check_held(floor, house, person, str(data.command.get("book", "")), _title(data))
        opening = _read(house_tables.OpenTable, HouseCommand(command={"id": "", **data.command}), _title(data))
        stream = house_tables.open_table(floor, house, person, opening, command_id=data.id or secrets.token_hex(16))
    return TableAnswer(id=stream.removeprefix("table:"), version=floor.state(stream)[1])


@post(
    "/houses/{house:str}/tables/{table_id:str}/commands",
    opt={**_STAFF, "console": True},
    status_code=200,
    sync_to_thread=True,
)
def command_house_table(
    request: Asking, house: FromPath[str], table_id: FromPath[str], data: JSONBody[HouseCommand]
) -> TableAnswer:
    """Give any command of a table, under a title that one holds under the table's book; its rules decide the rest."""
    floor, person = _floor(request), person_of(request)
    try:
        with houses.one_moment(floor, house, person, f"table:{table_id}"):
            house_tables.check_may(floor, house, table_id, person, data.command)
            command = _read(house_tables.TableCommand, data, _title(data))
            version = house_tables.act_at_table(floor, house, table_id, person, command, data.id)
    except Refused as refused:
        book = floor.book(floor.table(f"table:{table_id}").book)
        raise Objection(refused, book.money.currency.value) from None
    return TableAnswer(id=table_id, version=version)


@post("/houses/{house:str}/lobby-tables", opt={"access": Access.MEMBER}, status_code=201, sync_to_thread=True)
def open_for_lobby(request: Asking, house: FromPath[str], data: JSONBody[NewTable]) -> TableAnswer:
    """Open a table that the lobby lists and that deals by itself, as an owner or under a title that may."""
    floor, person, game = _floor(request), person_of(request), request.app.state.games.get(data.book)
    with _objecting(request, house):
        lobby_tables.title_for(floor, house, person, data.book)
        if house == PLAY and game is not None:  # the guests' tables of a book are one group on one meter
            open_meter(floor, game)
        usual = company_options(game) if house == PLAY and game is not None else _house_options(floor, house, data.book)
        options = options_with_ante(usual, data.minimum_cents, data.maximum_cents)
        options |= {"positions": data.seats, "clocks": CLOCKS[data.speed], "bots": min(data.bots, data.seats - 1)}
        stream = lobby_tables.open_for_lobby(floor, house, person, data.book, options, command_id=data.id)
    return TableAnswer(id=stream.removeprefix("table:"), version=floor.state(stream)[1])


@post("/houses/{house:str}/lobby-tables/{table_id:str}/close", opt={"access": Access.MEMBER}, sync_to_thread=True)
def close_for_lobby(request: Asking, house: FromPath[str], table_id: FromPath[str]) -> TableAnswer:
    """Close such a table: at once if nobody sits there, otherwise after the notice that the book asks for."""
    with _objecting(request, house):
        lobby_tables.close_for_lobby(_floor(request), house, person_of(request), table_id)
    return TableAnswer(id=table_id, version=_floor(request).state(f"table:{table_id}")[1])


def _house_options(floor: Floor, house: str, book: str) -> dict[str, Any]:
    return house_options(floor.book(houses.settings_of(floor, house).books[book]))


@contextmanager
def _objecting(request: Asking, house: str) -> Iterator[None]:
    """Tell a refusal by the book, with its amounts in the currency of the house."""
    try:
        yield
    except Refused as refused:
        raise Objection(refused, reader_of(request, house).currency) from None


def _title(data: HouseCommand) -> str:
    """Return the title under which a command of a table is given."""
    return str(data.command.get("by", ""))


# Links.


@post("/invitations/{token:str}", opt={"access": Access.ACCOUNT}, status_code=200, sync_to_thread=True)
def accept_invitation(request: Asking, token: FromPath[str]) -> AcceptAnswer:
    """Accept an invitation."""
    floor, person = _floor(request), person_of(request)
    house = staff_links.accept(floor, token, person)
    member = houses.member_of(floor, house, person)
    factor = houses.has_second_factor(floor, person)
    return AcceptAnswer(house=house, owner=member is not None and member.owner, second_factor=factor)


@post("/recoveries/{token:str}", opt={"access": Access.ANYBODY}, status_code=200)
async def recover_account(request: Asking, token: FromPath[str], data: JSONBody[NewPassword]) -> dict[str, str]:
    """Set a new password with a recovery link; all sessions end."""
    await in_turn(request, lambda: staff_links.recover(_floor(request), token, data.login, data.password))
    return {}


routes = Router(
    path="/api",
    include_in_schema=False,
    route_handlers=[
        show_house,
        command_house,
        make_invitation,
        make_recovery,
        stop_gaming,
        show_staff,
        command_as_staff,
        exclude_player,
        make_recovery_as_staff,
        open_house_table,
        command_house_table,
        open_for_lobby,
        close_for_lobby,
        accept_invitation,
        recover_account,
    ],
)
