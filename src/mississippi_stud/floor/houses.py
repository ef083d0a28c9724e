"""Houses as a kind of stream: who is what in a house, links to join and to recover, what a second person approves.

A token of a link is known to nobody but whoever was shown it: the log has its keyed hash alone (decision 177).
"""

import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Column, String, Table, select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import membership, meters, tables
from mississippi_stud.floor.accounts import PLAYER_MAX, Deposit, check_text
from mississippi_stud.floor.editions import book_rows, house_books
from mississippi_stud.floor.findings import OF_HOUSES
from mississippi_stud.floor.history import proof
from mississippi_stud.floor.membership import counting_titles, house_members, memberships
from mississippi_stud.floor.persons import erase, person_of
from mississippi_stud.floor.persons import stream_of as person_stream
from mississippi_stud.floor.signin import check_password, sign_out
from mississippi_stud.floor.signin import recover as sign_in_anew
from mississippi_stud.floor.streams import Context, Kind
from mississippi_stud.floor.tenancy import NAME as NAME
from mississippi_stud.floor.tenancy import PLAY as PLAY
from mississippi_stud.floor.tenancy import PREFIX, house_at
from mississippi_stud.floor.tenancy import house_of as house_of_meters
from mississippi_stud.floor.tenancy import stream_of as stream_of
from mississippi_stud.jackpot.commands import CorrectMeter
from mississippi_stud.jackpot.house_meters import ChangeMeters
from mississippi_stud.money import cents as as_cents
from mississippi_stud.person import house as h
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.care import AdmitPerson
from mississippi_stud.person.house_settings import SETTINGS as SETTINGS
from mississippi_stud.person.person import Person
from mississippi_stud.person.proposals import (
    Act,
    AdmitAgain,
    CorrectHouseMeter,
    EnableMember,
    EraseSomebody,
    ForeignAct,
    GiveMoney,
    Invite,
    Proposal,
    Titles,
)
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store.database import StoreError
from mississippi_stud.store.entries import ProjectionRow
from mississippi_stud.store.schema import projections
from mississippi_stud.table import commands as c

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor
    from mississippi_stud.store.keys import Keys
    from mississippi_stud.store.vault import Vault

_CORRECTION: Final = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,11})?")
"""Cents, as a whole number or a fraction; no power of ten that would take for ever to write out."""
_BADGE: Final = "badge"
_CALLED_MAX: Final = 60
_TOKEN_BYTES: Final = 32

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


def house_of(floor: "Floor", name: str) -> m.House | None:
    """Return a house as it is now; None if nobody has made an owner of it yet."""
    stream = stream_of(name)
    floor.states.refresh([stream])
    known: m.House | None = floor.states.known(stream).state
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


# Links.


class StaffLink(NamedTuple):
    """A link as it is shown once: the token for whoever uses it, and the mark that the log has."""

    token: str
    mark: str


def new_link(keys: "Keys", house: str) -> StaffLink:
    """Return a new token of a house, 256 random bits, and its mark."""
    token = f"{house}.{secrets.token_urlsafe(_TOKEN_BYTES)}"
    return StaffLink(token, mark_of(keys, token))


def mark_of(keys: "Keys", token: str) -> str:
    """Return the keyed hash of a token."""
    return keys.mark(f"link {token}".encode()).hex()


def house_in(token: str) -> str:
    """Return the house that a token is of; `InputError` if it is of none."""
    house, dot, rest = token.partition(".")
    if not dot or not rest or not NAME.fullmatch(house):
        raise InputError("link-unknown")
    return house


def badge(vault: "Vault", link: StaffLink, name: str) -> str:
    """Return the name for an invitation, sealed with a key that is destroyed when the link is used."""
    check_text("badge-text", name, _CALLED_MAX)
    return vault.seal(_holder(link.mark), name.encode(), _BADGE)


def badge_name(vault: "Vault", sealed: str, *, person: str = "", mark: str = "") -> str:
    """Return the name on a badge, of a member or of an invitation; empty if the person was erased."""
    plain = vault.unseal(person or _holder(mark), sealed, _BADGE) if sealed else None
    return "" if plain is None else plain.decode()


def _holder(mark: str) -> str:
    return f"link-{mark[:32]}"


def opening(floor: "Floor", *, by: str) -> m.OpenHouse:
    """Return the command that opens a house with the books that come with the program."""
    return m.OpenHouse(by=by, books={book: floor.keep(rulebook(book)) for book in BOOKS})


def invite(
    floor: "Floor",
    house: str,
    name: str,
    *,
    by: str,
    titles: Titles | None = None,
    why: str = "",
    owner: bool = False,
    proposed: bool = False,
) -> StaffLink:
    """Invite somebody by the name on their badge, or propose it to the owners; return the link to show once."""
    link = new_link(floor.database.keys, house)
    sealed = badge(floor.vault, link, name)
    command = Invite(by=by, why=why, mark=link.mark, called=sealed, owner=owner, titles=titles or {})
    if proposed:
        propose(floor, house, command)
    else:
        floor.send(stream_of(house), command, actor=by)
    return link


def invitation_of(floor: "Floor", token: str) -> tuple[str, m.Invitation]:
    """Return the house and the invitation of a token; `InputError` if it has none, or its time is up."""
    house = house_in(token)
    found = settings_of(floor, house).invitations.get(mark_of(floor.database.keys, token))
    if found is None:
        raise InputError("link-unknown")
    if floor.clock() >= found.expires_at:
        raise InputError("link-expired")
    return house, found


def accept(floor: "Floor", token: str, person: str) -> str:
    """Accept an invitation as a person; return the house. The name on the badge is sealed with their own key."""
    house, found = invitation_of(floor, token)
    mark = mark_of(floor.database.keys, token)
    if person_of(floor, person).guest:
        raise InputError("account-first")
    name = badge_name(floor.vault, found.called, mark=mark)
    called = floor.vault.seal(person, name.encode(), _BADGE) if name else ""
    floor.send(stream_of(house), m.Accept(by=person, mark=mark, called=called), actor=person)
    floor.vault.destroy(_holder(mark))
    return house


def offer_recovery(floor: "Floor", house: str, person: str, *, by: str, why: str) -> StaffLink:
    """Make a recovery link for somebody of the house; return it to show once."""
    check_reach(floor, house, person)
    if person_of(floor, person).guest:
        raise InputError("not-an-account", person=person)
    link = new_link(floor.database.keys, house)
    floor.send(stream_of(house), m.OfferRecovery(by=by, why=why, mark=link.mark, person=person), actor=by)
    return link


def check_reach(floor: "Floor", house: str, person: str) -> None:
    """Refuse what is about people of another house; whoever belongs to none is of the guests' house (decision 191)."""
    if set(houses_of(floor, person) or (PLAY,)) != {house}:
        raise InputError("member-elsewhere", person=person)


def recovery_of(floor: "Floor", token: str) -> tuple[str, m.RecoveryLink]:
    """Return the house and the recovery link of a token; `InputError` if it has none, or its time is up."""
    house = house_in(token)
    found = settings_of(floor, house).recoveries.get(mark_of(floor.database.keys, token))
    if found is None:
        raise InputError("link-unknown")
    if floor.clock() >= found.expires_at:
        raise InputError("link-expired")
    return house, found


def use_recovery(floor: "Floor", token: str) -> str:
    """Use up a recovery link; return the person, who may then set a new password and second factor."""
    house, found = recovery_of(floor, token)
    mark = mark_of(floor.database.keys, token)
    floor.send(stream_of(house), m.Recover(by=found.person, mark=mark), actor=found.person)
    return found.person


def recover(floor: "Floor", token: str, login: str, password: str) -> None:
    """Give the person of a recovery link a name and a password, and end their sessions; a bad one uses up no link."""
    _, found = recovery_of(floor, token)
    check_password(floor, found.person, login, password)
    sign_in_anew(floor, use_recovery(floor, token), login, password)


# Members.


def change_house(floor: "Floor", house: str, command: Any, *, command_id: str | None = None) -> None:
    """Carry out a command; whoever was disabled is signed out, and who has lost a title is relieved at the tables."""
    if isinstance(command, m.Propose):
        _check_act(floor, house, command.act)
    floor.send(stream_of(house), command, command_id=command_id, actor=command.by)
    if isinstance(command, m.DisableMember):
        sign_out(floor, command.person)
    relieve(floor, house)


def adopt_book(floor: "Floor", house: str, rules: Rulebook, *, by: str, why: str) -> None:
    """Keep a rule book whole, and put it in force for new tables; those that are open keep theirs."""
    change_house(floor, house, m.ChangeBook(by=by, why=why, book=rules.id, content=floor.keep(rules)))


OwnersCommand = (
    m.Revoke | m.GrantTitle | m.WithdrawTitle | m.WithdrawOwnership | m.DisableMember | m.ChangeSetting | m.ChangeBook
    | EnableMember | m.Propose | m.Approve | m.Decline
)  # fmt: skip
"""What owners do on the page of their house."""
StaffCommand = m.Propose | m.Approve | m.Decline
"""What somebody with a title does besides the commands of tables."""
TableCommand = c.Command
OpenTable = c.OpenTable


def command_of(kinds: Any, tree: Mapping[str, Any], by: str) -> Any:
    """Return a command of these kinds from JSON, in the name of `by`; `ValidationError` if it is none."""
    act = {**tree["act"], "by": by} if isinstance(tree.get("act"), dict) else None
    return msgspec.convert({**tree, "by": by, **({"act": act} if act else {})}, kinds)


def carry_out(floor: "Floor", house: str, command: Any) -> str:
    """Carry out a command of a house; return why something that it approved was refused in its own stream."""
    if isinstance(command, m.Approve):
        return approve(floor, house, command.id, by=command.by, why=command.why)
    change_house(floor, house, command)
    return ""


def name_of(act: Act) -> str:
    """Return the stable name of something that was proposed."""
    return str(act.__struct_config__.tag)


def relieve(floor: "Floor", house: str) -> int:
    """Take everybody off duty who has lost the title that they work under; return how many there were."""
    count = 0
    for stream, book in settings_of(floor, house).tables.items():
        for person, title in floor.table(stream).on_duty:
            if title not in titles_of(floor, house, person).get(book, ()):
                with suppress(Refused):  # they have gone already
                    floor.send(stream, c.GoOffDuty(by=title, person=person), actor=m.FLOOR)
                    count += 1
    return count


# Tables.


def open_table(floor: "Floor", house: str, person: str, opening: c.OpenTable, *, command_id: str) -> str:
    """Open a table in a house as somebody with a title under its book; return its stream."""
    content = settings_of(floor, house).books.get(opening.book)
    if content is None:
        raise InputError("book-not-in-house", book=opening.book, books=tuple(settings_of(floor, house).books))
    check_held(floor, house, person, opening.book, opening.by)
    name = sha256(f"{house} {command_id}".encode()).hexdigest()[:32]
    stream = tables.PREFIX + name
    command = replace(opening, id=stream, book=content, house=house, person=person)
    floor.send(stream, command, command_id=f"{name} opens", actor=person)
    return stream


def act_at_table(
    floor: "Floor", house: str, table_id: str, person: str, command: c.Command, command_id: str | None = None
) -> int:
    """Give a command at a table of the house under a title that the person really holds; return the new version."""
    stream = tables.PREFIX + table_id
    try:
        table = floor.table(stream)
    except InputError:
        raise InputError("table-not-in-house", house=house) from None
    if house_at(table) != house or house_of(floor, house) is None:
        raise InputError("table-not-in-house", house=house)
    check_held(floor, house, person, floor.book(table.book).id, command.by)
    if isinstance(command, c.OpenTable):
        raise InputError("command-misplaced", command=type(command).__name__, stream=stream)
    own = command_id and sha256(f"{person} {command_id}".encode()).hexdigest()  # nobody can use up anybody else's
    return floor.send(stream, replace(command, person=person), command_id=own, actor=person).version


def check_held(floor: "Floor", house: str, person: str, book: str, title: str) -> None:
    """Refuse a title that is not held, before anything else is said; the act's own commit checks it again."""
    if title not in titles_of(floor, house, person).get(book, ()):
        raise InputError("no-title", book=book)


# What a second person approves.


def propose(floor: "Floor", house: str, act: Act) -> str:
    """Propose something that needs a second person; return the proposal's id."""
    name = secrets.token_hex(8)
    _check_act(floor, house, act)
    floor.send(stream_of(house), m.Propose(by=act.by, id=name, act=act), actor=act.by)
    return name


def _check_act(floor: "Floor", house: str, act: Act) -> None:
    """Refuse an act on a person of another house."""
    if isinstance(act, GiveMoney | EraseSomebody):
        check_reach(floor, house, act.person)


def approve(floor: "Floor", house: str, proposal: str, *, by: str, why: str = "") -> str:
    """Approve a proposal and see it carried out; return why it was refused in its own stream, or nothing."""
    floor.send(stream_of(house), m.Approve(by=by, why=why, id=proposal), actor=by)
    approved = settings_of(floor, house).approved.get(proposal)
    relieve(floor, house)
    return "" if approved is None else _follow(floor, house, approved)


def resume(floor: "Floor") -> int:
    """Carry out what was approved before a crash, and relieve whoever lost a title; return how many acts there were."""
    if house_proposals.name not in floor.database.projections:
        return 0
    table = house_proposals.c
    with floor.database.transaction() as connection:
        found = connection.execute(select(table.house, table.id).where(table.status == "approved")).all()
        houses = list(connection.scalars(select(house_members.c.house).distinct()))
    for house, proposal in found:
        approved = settings_of(floor, house).approved.get(proposal)
        if approved is not None:
            _follow(floor, house, approved)
    for house in houses:
        relieve(floor, house)
    return len(found)


def _follow(floor: "Floor", house: str, approved: Proposal) -> str:
    """Carry out what was approved as one idempotent command to another stream, and record how that ended."""
    act, refused = approved.act, ""
    command_id = sha256(f"{house} {approved.id}".encode()).hexdigest()
    try:
        if isinstance(act, EraseSomebody):
            erase(floor, act.person, by=act.by, reason=act.why)
        elif isinstance(act, ForeignAct):
            stream, command = _errand(floor, house, act)
            floor.send(stream, command, command_id=command_id, actor=act.by)
    except StoreError:
        raise
    except (Refused, InputError) as error:
        refused = error.code
    concluded = m.Conclude(by=m.FLOOR, id=approved.id, refused=refused)
    floor.send(stream_of(house), concluded, command_id=command_id[:60] + " end", actor=m.FLOOR)
    return refused


def correction_of(act: CorrectHouseMeter) -> ChangeMeters:
    """Return the command that corrects a meter as it was proposed; `InputError` for an amount that is none."""
    if not _CORRECTION.fullmatch(act.amount_exact):
        raise InputError("correction-amount")
    return ChangeMeters(
        do=CorrectMeter(meter=act.meter, amount_exact=act.amount_exact, corrects=act.corrects, by=act.by, why=act.why)
    )


def _errand(floor: "Floor", name: str, act: CorrectHouseMeter | GiveMoney | AdmitAgain) -> tuple[str, Any]:
    """Return what an approved act is in its own stream."""
    match act:
        case CorrectHouseMeter():
            return meters.stream_of(act.meters), correction_of(act)
        case GiveMoney():
            return f"account:{act.person}", Deposit(cents=as_cents(act.cents))
        case AdmitAgain():
            content = settings_of(floor, name).books.get(act.book, "")
            own = name if name in person_of(floor, act.person).care.exclusions else ""
            if not own:  # it keeps them from every house: only their own may lift it
                check_reach(floor, name, act.person)
            admits = AdmitPerson(by=act.title, person=act.by, book=content, grounds=act.why, house=own)
            return person_stream(act.person), admits
