"""The API of houses: owners' and staff's commands, links to join and to recover, and what staff do at tables."""

import secrets
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Router, get, post
from litestar.exceptions import ValidationException
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from mississippi_stud.floor import Floor, Refused, houses
from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.house_page import ACTS, SETTINGS
from mississippi_stud.prose.names import amount
from mississippi_stud.web.access import Access
from mississippi_stud.web.account import Ask, in_turn
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.people import People
from mississippi_stud.web.problems import Objection

Asking = Request[Any, Any, Any]
Line = Annotated[str, Meta(max_length=200)]
_OWNER: Final = {"access": Access.OWNER}
_STAFF: Final = {"access": Access.STAFF}


class HouseCommand(Ask, frozen=True, kw_only=True):
    """A command of a house or of a table; who gives it is known from the session."""

    command: dict[str, Any]
    id: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{8,64}$(?!\n)")] = ""


class NewInvitation(Ask, frozen=True, kw_only=True):
    """An invitation to be made."""

    name: Line
    titles: Mapping[str, tuple[str, ...]] = {}
    owner: bool = False
    why: Line = ""


class NewRecovery(Ask, frozen=True, kw_only=True):
    """A recovery link to be made."""

    person: Line
    why: Line = ""


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


class TitleName(msgspec.Struct, frozen=True, kw_only=True):
    """A title under a book, and what it is called."""

    book: str
    title: str
    name: str


class MemberLine(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who belongs to the house."""

    person: str
    name: str
    owner: bool
    titles: tuple[TitleName, ...]
    disabled: bool
    second_factor: bool
    you: bool


class InvitationLine(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation that is open."""

    mark: str
    name: str
    owner: bool
    titles: tuple[TitleName, ...]
    by: str
    expires_at: int


class ProposalLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for a second person."""

    id: str
    said: str
    by: str
    why: str
    lapses_at: int
    own: bool


class SettingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A setting, what it means and what it may be."""

    name: str
    label: str
    about: str
    value: int | str
    least: int
    most: int
    choices: tuple[int | str, ...]


class HouseAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A house as an owner sees it."""

    house: str
    members: tuple[MemberLine, ...]
    invitations: tuple[InvitationLine, ...]
    proposals: tuple[ProposalLine, ...]
    settings: tuple[SettingLine, ...]
    titles: tuple[TitleName, ...]
    """Every title that can be granted."""
    books: dict[str, str]
    tables: dict[str, str]
    refused: str = ""
    """Why what was just approved could not be carried out."""


class AcceptAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The house that somebody belongs to now, and whether their titles count already."""

    house: str
    owner: bool
    second_factor: bool


class TableAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the house after a command of its staff."""

    id: str
    version: int


# What an owner sees.


class _Reader:
    """Tells an owner of a house about it in their language."""

    def __init__(self, floor: Floor, house: str, person: str, language: str) -> None:
        self.floor, self.name, self.person, self.language = floor, house, person, language
        self.house = houses.settings_of(floor, house)
        self._ = translator(language)

    def called(self, person: str) -> str:
        """Return the name on somebody's badge."""
        member = self.house.members.get(person)
        if member is None:
            return person
        return houses.badge_name(self.floor.vault, member.called, person=person) or self._("erased person")

    def titles(self, held: Any) -> Iterator[TitleName]:
        """Yield titles with what they are called."""
        for (book, title), name in houses.title_names(self.floor, self.name, held, self.language):
            yield TitleName(book=book, title=title, name=name)

    def every_title(self) -> Iterator[TitleName]:
        """Yield every title of the house's books."""
        for book, content in self.house.books.items():
            staff = self.floor.book(content).staff
            yield from self.titles({book: (*staff.titles, *staff.officials)} if staff else {})

    def members(self) -> Iterator[MemberLine]:
        for each in self.house.members.values():
            yield MemberLine(
                person=each.person,
                name=self.called(each.person),
                owner=each.owner,
                titles=tuple(self.titles(each.titles)),
                disabled=each.disabled,
                second_factor=houses.has_second_factor(self.floor, each.person),
                you=each.person == self.person,
            )

    def invitations(self) -> Iterator[InvitationLine]:
        for mark, each in self.house.invitations.items():
            yield InvitationLine(
                mark=mark,
                name=houses.badge_name(self.floor.vault, each.called, mark=mark),
                owner=each.owner,
                titles=tuple(self.titles(each.titles)),
                by=self.called(each.by),
                expires_at=each.expires_at,
            )

    def proposals(self) -> Iterator[ProposalLine]:
        for each in self.house.proposals.values():
            act = each.act
            yield ProposalLine(
                id=each.id,
                said=self._(ACTS[houses.name_of(act)]).format(about=self.about(act)),
                by=self.called(act.by),
                why=act.why,
                lapses_at=each.lapses_at,
                own=act.by == self.person,
            )

    def about(self, act: Any) -> str:
        """Return whom or what an act is about."""
        currency = Currency(str(self.house.setting("currency")) or Currency.CAD)
        given = getattr(act, "cents", None)
        named = [houses.badge_name(self.floor.vault, act.called, mark=act.mark)] if hasattr(act, "called") else []
        named += [self.called(act.person)] if hasattr(act, "person") else []
        named += [amount(given, currency, self.language)] if given is not None else []
        named += [act.meters, act.meter, f"{act.amount_exact} ¢"] if hasattr(act, "meter") else []
        return ", ".join(named)

    def settings(self) -> Iterator[SettingLine]:
        for name, rule in houses.SETTINGS.items():
            label, about = SETTINGS[name]
            yield SettingLine(
                name=name, label=self._(label), about=self._(about), value=self.house.setting(name),
                least=rule.least, most=rule.most, choices=rule.choices,
            )  # fmt: skip

    def answer(self, refused: str = "") -> HouseAnswer:
        """Return all of it."""
        return HouseAnswer(
            house=self.name,
            members=tuple(self.members()),
            invitations=tuple(self.invitations()),
            proposals=tuple(self.proposals()),
            settings=tuple(self.settings()),
            titles=tuple(self.every_title()),
            books=dict(self.house.books),
            tables=dict(self.house.tables),
            refused=refused,
        )


def _floor(request: Asking) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


def _person(request: Asking) -> str:
    people: People = request.app.state.people
    return people.visitor(request).person or ""


def _reader(request: Asking, house: str) -> _Reader:
    return _Reader(_floor(request), house, _person(request), language_of(request))


def _read(kinds: Any, data: HouseCommand, by: str) -> Any:
    """Return a command in the name of whoever gives it."""
    try:
        return houses.command_of(kinds, data.command, by)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None


def _carry_out(request: Asking, house: str, command: Any) -> str:
    """Carry out a command of a house; return why what it approved was refused."""
    return houses.carry_out(_floor(request), house, command)


# Owners.


@get("/houses/{house:str}", opt=_OWNER, sync_to_thread=True)
def show_house(request: Asking, house: FromPath[str]) -> HouseAnswer:
    """A house with its staff, its links, its proposals and its settings."""
    return _reader(request, house).answer()


@post("/houses/{house:str}/commands", opt=_OWNER, status_code=200, sync_to_thread=True)
def command_house(request: Asking, house: FromPath[str], data: JSONBody[HouseCommand]) -> HouseAnswer:
    """Grant, withdraw, disable, enable, change a setting or a book, propose, approve or decline."""
    refused = _carry_out(request, house, _read(houses.OwnersCommand, data, _person(request)))
    return _reader(request, house).answer(refused)


@post("/houses/{house:str}/invitations", opt=_OWNER, status_code=201, sync_to_thread=True)
def make_invitation(request: Asking, house: FromPath[str], data: JSONBody[NewInvitation]) -> LinkAnswer:
    """Invite somebody; a further owner is proposed to the other owners. The link is in no later answer."""
    floor, by = _floor(request), _person(request)
    hours = houses.settings_of(floor, house).amount("invitation_hours")
    link = houses.invite(
        floor, house, data.name, by=by, titles=data.titles, why=data.why, owner=data.owner, proposed=data.owner
    )
    expires = floor.clock() + hours * 3_600_000_000
    return LinkAnswer(path=f"/invitation/{link.token}", expires_at=expires, proposed=data.owner)


@post("/houses/{house:str}/recoveries", opt=_OWNER, status_code=201, sync_to_thread=True)
def make_recovery(request: Asking, house: FromPath[str], data: JSONBody[NewRecovery]) -> LinkAnswer:
    """Make a recovery link, as an owner."""
    return _recovery(request, house, data)


def _recovery(request: Asking, house: str, data: NewRecovery) -> LinkAnswer:
    floor = _floor(request)
    minutes = houses.settings_of(floor, house).amount("recovery_minutes")
    link = houses.offer_recovery(floor, house, data.person, by=_person(request), why=data.why)
    return LinkAnswer(path=f"/recovery/{link.token}", expires_at=floor.clock() + minutes * 60_000_000)


# Staff.


@get("/houses/{house:str}/staff/proposals", opt=_STAFF, sync_to_thread=True)
def show_proposals(request: Asking, house: FromPath[str]) -> list[ProposalLine]:
    """What waits for a second person."""
    return list(_reader(request, house).proposals())


@post("/houses/{house:str}/staff/commands", opt=_STAFF, status_code=200, sync_to_thread=True)
def command_as_staff(request: Asking, house: FromPath[str], data: JSONBody[HouseCommand]) -> list[ProposalLine]:
    """Propose, approve or decline, as somebody with a title."""
    _carry_out(request, house, _read(houses.StaffCommand, data, _person(request)))
    return list(_reader(request, house).proposals())


@post("/houses/{house:str}/staff/recoveries", opt=_STAFF, status_code=201, sync_to_thread=True)
def make_recovery_as_staff(request: Asking, house: FromPath[str], data: JSONBody[NewRecovery]) -> LinkAnswer:
    """Make a recovery link for somebody below oneself, as the book's ranks allow."""
    return _recovery(request, house, data)


@post("/houses/{house:str}/tables", opt=_STAFF, status_code=201, sync_to_thread=True)
def open_house_table(request: Asking, house: FromPath[str], data: JSONBody[HouseCommand]) -> TableAnswer:
    """Open a table of the house with an `open_table` command, whose book is an id."""
    floor, person = _floor(request), _person(request)
    opening = _read(houses.OpenTable, HouseCommand(command={"id": "", **data.command}), _title(data))
    stream = houses.open_table(floor, house, person, opening, command_id=data.id or secrets.token_hex(16))
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
    floor = _floor(request)
    command = _read(houses.TableCommand, data, _title(data))
    try:
        version = houses.act_at_table(floor, house, table_id, _person(request), command, data.id or None)
    except Refused as refused:
        book = floor.book(floor.table(f"table:{table_id}").book)
        raise Objection(refused, book.money.currency.value) from None
    return TableAnswer(id=table_id, version=version)


def _title(data: HouseCommand) -> str:
    """Return the title under which a command of a table is given."""
    return str(data.command.get("by", ""))


# Links.


@post("/invitations/{token:str}", opt={"access": Access.ACCOUNT}, status_code=200, sync_to_thread=True)
def accept_invitation(request: Asking, token: FromPath[str]) -> AcceptAnswer:
    """Accept an invitation."""
    floor, person = _floor(request), _person(request)
    house = houses.accept(floor, token, person)
    member = houses.member_of(floor, house, person)
    factor = houses.has_second_factor(floor, person)
    return AcceptAnswer(house=house, owner=member is not None and member.owner, second_factor=factor)


@post("/recoveries/{token:str}", opt={"access": Access.ANYBODY}, status_code=200)
async def recover_account(request: Asking, token: FromPath[str], data: JSONBody[NewPassword]) -> dict[str, str]:
    """Set a new password with a recovery link; all sessions end."""
    await in_turn(request, lambda: houses.recover(_floor(request), token, data.login, data.password))
    return {}


routes = Router(
    path="/api",
    include_in_schema=False,
    route_handlers=[
        show_house,
        command_house,
        make_invitation,
        make_recovery,
        show_proposals,
        command_as_staff,
        make_recovery_as_staff,
        open_house_table,
        command_house_table,
        accept_invitation,
        recover_account,
    ],
)
