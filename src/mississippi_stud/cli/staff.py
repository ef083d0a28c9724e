"""`mstud staff`: a house's owners and staff from the machine itself, before a server runs or while it runs.

Whatever is done here is in the log as done by the console.
"""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mississippi_stud.cli.floor import DatabaseUrl, KeyFile, database_at, reading
from mississippi_stud.cli.help import CommandLine
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, speak
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mississippi_stud.floor.staff_links import StaffLink
    from mississippi_stud.person.house_messages import Command, House, Member
    from mississippi_stud.person.proposals import Act
    from mississippi_stud.rulebooks.model import Rulebook
    from mississippi_stud.store import Keys
    from mississippi_stud.store.vault import Vault

app = CommandLine(no_args_is_help=True, callback=speak)

HouseName = Annotated[str, typer.Option("--house")]
Url = Annotated[str, typer.Option("--url")]
Why = Annotated[str, typer.Option("--why")]
TitleNames = Annotated[list[str] | None, typer.Option("--title")]
PersonId = Annotated[str, typer.Argument()]
_URL = "http://127.0.0.1:8000"


class Machine(NamedTuple):
    """How the console reaches a floor: with its keys, its vault and a way to give it a command."""

    keys: "Keys"
    vault: "Vault"
    send: "Callable[[Command], None]"


@contextmanager
def _machine(house: str, database: str | None, key: Path | None) -> Iterator[Machine]:
    """Open the floor, or reach the process that has it open."""
    from mississippi_stud.floor import Floor
    from mississippi_stud.floor.errands import run_errand, send_errand
    from mississippi_stud.floor.home import key_file, vault_url
    from mississippi_stud.floor.houses import stream_of
    from mississippi_stud.store import Keys
    from mississippi_stud.store.database import StoreError
    from mississippi_stud.store.vault import Vault

    stream, path, url = stream_of(house), key_file(key), database_at(database)
    try:
        floor = Floor.open(url, path)
    except StoreError as error:
        if error.code != "database-in-use":
            raise
        with closing(Vault(vault_url(path))) as vault:
            yield Machine(Keys.from_file(path), vault, lambda command: send_errand(vault, url, stream, command))
    else:
        with floor:
            yield Machine(floor.database.keys, floor.vault, lambda command: run_errand(floor, stream, command))


def _titles(given: Sequence[str] | None) -> dict[str, tuple[str, ...]]:
    """Return titles by book, from texts such as crown:dealer."""
    found: dict[str, tuple[str, ...]] = {}
    for text in given or ():
        book, colon, title = text.partition(":")
        if not (book and colon and title):
            raise InputError("title-text", text=text)
        found[book] = (*found.get(book, ()), title)
    return found


# Links.


@app.command("new")
def staff_new(
    name: Annotated[str, typer.Argument()],
    house: HouseName = "play",
    url: Url = _URL,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Invite the first owner of a house, or propose a further one to its owners; prints the link once."""
    from mississippi_stud.floor.staff_links import badge, new_link
    from mississippi_stud.language import translator
    from mississippi_stud.person.house_messages import OpenHouse, Propose
    from mississippi_stud.person.proposals import CONSOLE, Invite

    translator(language)
    with _machine(house, database, key) as machine:
        link = new_link(machine.keys, house)
        invitation = Invite(
            by=CONSOLE, why="console", mark=link.mark, called=badge(machine.vault, link, name), owner=True
        )
        machine.send(OpenHouse(by=CONSOLE, books={}))
        proposed = False
        try:
            machine.send(invitation)
        except InputError as error:
            if error.code != "second-person-needed":
                raise
            machine.send(Propose(by=CONSOLE, id=secrets.token_hex(8), act=invitation))
            proposed = True
    _show_link("invitation", link, url, as_json, language, proposed=proposed)


@app.command("invite")
def staff_invite(
    name: Annotated[str, typer.Argument()],
    title: TitleNames = None,
    house: HouseName = "play",
    why: Why = "",
    url: Url = _URL,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Invite a member of staff, with titles or without; prints the link once."""
    from mississippi_stud.floor.staff_links import badge, new_link
    from mississippi_stud.language import translator
    from mississippi_stud.person.proposals import CONSOLE, Invite

    translator(language)
    titles = _titles(title)
    with _machine(house, database, key) as machine:
        link = new_link(machine.keys, house)
        called = badge(machine.vault, link, name)
        machine.send(Invite(by=CONSOLE, why=why, mark=link.mark, called=called, titles=titles))
    _show_link("invitation", link, url, as_json, language)


@app.command("recover")
def staff_recover(
    person: PersonId,
    house: HouseName = "play",
    why: Why = "",
    url: Url = _URL,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Make a link with which somebody who cannot sign in sets a new password; prints it once."""
    from mississippi_stud.floor.staff_links import new_link
    from mississippi_stud.language import translator
    from mississippi_stud.person.house_messages import OfferRecovery
    from mississippi_stud.person.proposals import CONSOLE

    translator(language)
    with _machine(house, database, key) as machine:
        link = new_link(machine.keys, house)
        machine.send(OfferRecovery(by=CONSOLE, why=why, mark=link.mark, person=person))
    _show_link("recovery", link, url, as_json, language)


def _show_link(page: str, link: "StaffLink", url: str, as_json: bool, language: str, *, proposed: bool = False) -> None:
    from mississippi_stud.prose.terminal import say

    address = f"{url.rstrip('/')}/{page}/{link.token}"
    if as_json:
        print_json({"link": address, "proposed": proposed, "by": "console"})
        return
    print_rich(escape(address))
    print_rich(say("link-proposed" if proposed else "link-once", language))


# Members.


@app.command("disable")
def staff_disable(
    person: PersonId,
    house: HouseName = "play",
    why: Why = "",
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Take everything that somebody holds in a house from them, and end their sessions."""
    from mississippi_stud.person.house_messages import DisableMember
    from mississippi_stud.person.proposals import CONSOLE

    _do(house, database, key, as_json, language, DisableMember(by=CONSOLE, person=person, why=why))


@app.command("enable")
def staff_enable(
    person: PersonId,
    house: HouseName = "play",
    why: Why = "",
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Give somebody who was disabled back what they held; for an owner, propose it to the other owners."""
    from mississippi_stud.person.house_messages import Propose
    from mississippi_stud.person.proposals import CONSOLE, EnableMember

    enabling = EnableMember(by=CONSOLE, person=person, why=why or "console")
    try:
        _do(house, database, key, as_json, language, enabling)
    except InputError as error:
        if error.code != "second-person-needed":
            raise
        proposal = Propose(by=CONSOLE, id=secrets.token_hex(8), act=enabling)
        _do(house, database, key, as_json, language, proposal, told="proposed-by-console")


def _do(
    house: str,
    database: str | None,
    key: Path | None,
    as_json: bool,
    language: str,
    *commands: "Command",
    told: str = "done-by-console",
) -> None:
    """Carry out commands, and say under whose name they are in the log."""
    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say

    translator(language)
    with _machine(house, database, key) as machine:
        for command in commands:
            machine.send(command)
    if as_json:
        print_json({"done": [str(command.__struct_config__.tag) for command in commands], "by": "console"})
        return
    print_rich(say(told, language, house=house))


# Lists.


@app.command("titles")
def staff_titles(
    person: Annotated[str | None, typer.Argument()] = None,
    grant: Annotated[list[str] | None, typer.Option("--grant")] = None,
    withdraw: Annotated[list[str] | None, typer.Option("--withdraw")] = None,
    house: HouseName = "play",
    why: Why = "",
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """List the titles of a house's books and who holds them, or grant and withdraw somebody's."""
    from mississippi_stud.person.house_messages import GrantTitle, WithdrawTitle
    from mississippi_stud.person.proposals import CONSOLE

    if person is None:
        if grant or withdraw:
            raise InputError("person-missing")
        _list_titles(house, database, key, as_json, language)
        return
    granted, withdrawn = _titles(grant), _titles(withdraw)
    named = [(WithdrawTitle, withdrawn), (GrantTitle, granted)]
    commands = [
        kind(by=CONSOLE, why=why, person=person, book=book, title=title)
        for kind, titles in named
        for book, each in titles.items()
        for title in each
    ]
    if not commands:
        raise InputError("titles-missing")
    _do(house, database, key, as_json, language, *commands)


class _Reading(NamedTuple):
    """A house as it is now, its books by id, and the vault that knows the names on badges."""

    house: "House"
    books: "dict[str, Rulebook]"
    vault: "Vault"

    def name_of(self, member: "Member") -> str:
        from mississippi_stud.floor.staff_links import badge_name

        return badge_name(self.vault, member.called, person=member.person)


@contextmanager
def _reading(house: str, database: str | None, key: Path | None) -> Iterator[_Reading]:
    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.home import key_file, vault_url
    from mississippi_stud.floor.houses import stream_of
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.store.vault import Vault

    stream = stream_of(house)
    with closing(reading(database, key)) as opened, closing(Vault(vault_url(key_file(key)))) as vault:
        states = States(opened, STREAMS)
        found: House | None = states.known(stream).state
        if found is None:
            raise InputError("no-house")
        yield _Reading(found, {book: states.book(content) for book, content in found.books.items()}, vault)


def _list_titles(house: str, database: str | None, key: Path | None, as_json: bool, language: str) -> None:
    from rich.table import Table

    from mississippi_stud.language import translator

    _ = translator(language)
    rows: list[dict[str, Any]] = []
    with _reading(house, database, key) as read:
        for book, rules in read.books.items():
            named = {**rules.staff.titles, **rules.staff.officials} if rules.staff else {}
            for title, names in named.items():
                held = [each for each in read.house.members.values() if title in each.titles.get(book, ())]
                rows.append(
                    {
                        "book": book,
                        "title": title,
                        "name": {"en": names.en.value, "fr": names.fr.value}[language],
                        "held_by": [each.person for each in held if not each.disabled],
                        "names": [read.name_of(each) for each in held if not each.disabled],
                    }
                )
    if as_json:
        print_json({"titles": rows})
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (_("title"), _("name"), _("held by")):
        table.add_column(heading)
    for row in rows:
        table.add_row(f"{row['book']}:{row['title']}", escape(row["name"]), escape(", ".join(row["names"])))
    print_rich(table)


@app.command("list")
def staff_list(
    house: HouseName = "play",
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """List a house's owners and staff, its open invitations, and what waits for a second person."""
    from mississippi_stud.floor.staff_links import badge_name
    from mississippi_stud.language import translator

    translator(language)
    with _reading(house, database, key) as read:
        members = [
            {
                "person": each.person,
                "name": read.name_of(each),
                "owner": each.owner,
                "titles": each.titles,
                "disabled": each.disabled,
            }
            for each in read.house.members.values()
        ]
        invitations = [
            {
                "name": badge_name(read.vault, each.called, mark=mark),
                "owner": each.owner,
                "titles": each.titles,
                "by": each.by,
                "expires_at": each.expires_at,
            }
            for mark, each in read.house.invitations.items()
        ]
        proposals = [
            {
                "id": each.id,
                "act": str(each.act.__struct_config__.tag),
                "about": _about(read, each.act),
                "by": each.act.by,
                "why": each.act.why,
            }
            for each in read.house.proposals.values()
        ]
    if as_json:
        print_json({"house": house, "members": members, "invitations": invitations, "proposals": proposals})
        return
    _tell_members(members, invitations, proposals, language)


def _about(read: _Reading, act: "Act") -> str:
    """Return whom or what a proposal is about."""
    from mississippi_stud.floor.staff_links import badge_name
    from mississippi_stud.money import Cents, text
    from mississippi_stud.person.proposals import CorrectHouseMeter, GiveMoney, Invite

    if isinstance(act, Invite):
        return badge_name(read.vault, act.called, mark=act.mark)
    if isinstance(act, CorrectHouseMeter):
        return f"{act.meters} {act.meter}"
    return f"{act.person}, {text(Cents(act.cents))}" if isinstance(act, GiveMoney) else act.person


def _tell_members(
    members: list[dict[str, Any]], invitations: list[dict[str, Any]], proposals: list[dict[str, Any]], language: str
) -> None:
    from rich.table import Table

    from mississippi_stud.language import translator
    from mississippi_stud.prose.house_page import ACTS
    from mississippi_stud.prose.terminal import say

    _ = translator(language)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (_("name"), _("person"), _("titles")):
        table.add_column(heading)
    for each in members:
        held = [_("owner")] if each["owner"] else []
        held += [f"{book}:{title}" for book, titles in each["titles"].items() for title in titles]
        held += [_("disabled")] if each["disabled"] else []
        table.add_row(escape(each["name"] or _("erased")), escape(each["person"]), ", ".join(held) or _("no title"))
    print_rich(table)
    for each in invitations:
        print_rich(escape(say("invitation-open", language, name=each["name"], by=each["by"])))
    for each in proposals:
        act = _(ACTS[each["act"]]).format(about=each["about"])
        print_rich(escape(say("proposal-open", language, id=each["id"], act=act, by=each["by"])))
