"""A house whose staff are called by their titles, and tables of it that are played through the API."""

from secrets import token_hex
from typing import Any

import msgspec

from mississippi_stud.floor import ChangeMeters, Floor, houses, staff_links
from mississippi_stud.floor.persons import stream_of
from mississippi_stud.floor.signin import begin, set_password
from mississippi_stud.jackpot import OpenMeter
from mississippi_stud.person.credentials import SetSecondFactor, SignInMethod
from mississippi_stud.person.proposals import CONSOLE
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import Table
from mississippi_stud.table import commands as t
from tests.table.hall import METER, OFFERS, VALUE_CENTS
from tests.web.cast import SESSION, Caller, Reply

LIVE = ("nsw", "maryland", "crown")
PLAYERS = ("ann", "ben", "cyd")
"""Those who play at every table, each under an id of the table: what is ruled on somebody may hold elsewhere too."""
TIMES = ("at", "since", "opened_at", "given_at", "arrived_at", "due_at")
OWN = ("id", "book", "house", "meters", "on_duty")
"""What a table on a floor has otherwise than one in a test."""


def open_house(floor: Floor) -> dict[str, dict[str, str]]:
    """Open the house with an owner, ann, and somebody for every title of the live books; return their cookies."""
    floor.send("house:play", houses.opening(floor, by=CONSOLE))
    titles: dict[str, dict[str, tuple[str, ...]]] = {}
    for book in LIVE:
        staff = rulebook(book).staff
        assert staff is not None
        for title in (*staff.titles, *staff.officials):
            titles.setdefault(title, {})[book] = (title,)
    for person in ("boss", *titles):
        set_password(floor, person, person, "a quiet river at night")
        floor.send(stream_of(person), SetSecondFactor(sealed="x"))
    staff_links.accept(floor, staff_links.invite(floor, "play", "Boss", by=CONSOLE, owner=True).token, "boss")
    for person, held in titles.items():
        link = staff_links.invite(floor, "play", person.title(), by="boss", titles=held)
        staff_links.accept(floor, link.token, person)
    return {person: {SESSION: token(floor, person)} for person in ("boss", *titles)}


def token(floor: Floor, person: str) -> str:
    """Sign somebody in with a second factor."""
    return begin(floor, person, "a browser", SignInMethod.PASSWORD, second_factor=True).token


class HouseTable:
    """A table of the house that its staff run through the API: each command by whoever has the title."""

    def __init__(self, book: str, caller: Caller, floor: Floor, cookies: dict[str, dict[str, str]]) -> None:
        self.book, self.caller, self.floor, self.cookies = book, caller, floor, cookies
        self.id = ""

    @property
    def stream(self) -> str:
        return f"table:{self.id}"

    @property
    def table(self) -> Table:
        return self.floor.table(self.stream)

    def give(self, command: t.Command) -> Reply:
        """Give a command as the person whose title it is under; the first opens the table, on a meter of its own."""
        if isinstance(command, t.OpenTable):
            return self._open(command)
        written = msgspec.json.encode(command)
        for player in PLAYERS:
            written = written.replace(f'"{player}"'.encode(), f'"{player}-{self.id[:6]}"'.encode())
        return self.send(command.by, f"/tables/{self.id}/commands", {"command": msgspec.json.decode(written)})

    def send(self, person: str, path: str, body: Any) -> Reply:
        return self.caller.ask("POST", f"/api/houses/play{path}", self.cookies[person], body)

    def look(self, person: str, language: str = "en") -> dict[str, Any]:
        """Return the table as a supervisor sees it."""
        reply = self.caller.ask("GET", f"/api/houses/play/pit/{self.id}?lang={language}", self.cookies[person])
        assert reply.status == 200, reply
        return reply.problem

    def act(self, person: str, act: dict[str, Any], **fields: Any) -> Reply:
        """Do what an act says, with the values of its fields."""
        command = {**act["command"], **fields}
        if act["to"] == "meters":
            return self.send(person, f"/pit/{self.id}/meters", {"title": act["about"], "command": command})
        if act["to"] == "stops":
            return self.send(person, f"/pit/{self.id}/stops", command)
        return self.send(person, f"/tables/{self.id}/commands", {"command": command})

    def _open(self, command: t.OpenTable) -> Reply:
        staff, book = command.by, self.book
        meters = f"play.{token_hex(4)}" if command.meters else ""
        if meters:  # of the table alone: in crown each meter of a house has a cost of its own
            self.floor.open_meters(meters, book)
        tree = msgspec.to_builtins(msgspec.structs.replace(command, book=book, meters=meters, id=""), str_keys=True)
        reply = self.send(staff, "/tables", {"command": tree})
        assert reply.status == 201, reply
        self.id = reply.problem["id"]
        for player in PLAYERS:
            self.floor.deposit(f"{player}-{self.id[:6]}", 1_000_000_00)
        if meters:
            opening = OpenMeter(meter=METER, offer=OFFERS[book], tables=(self.stream,), value_cents=VALUE_CENTS)
            self.floor.send(f"meters:{meters}", ChangeMeters(do=opening))
        return reply


def plain(table: Table) -> Any:
    """Return a table without times and names, to be compared with one on another floor."""
    written = msgspec.json.encode(table).decode()
    for player in PLAYERS:
        written = written.replace(f'"{player}-{table.id[6:12]}"', f'"{player}"')
    return _bare(msgspec.json.decode(written))


def _bare(tree: Any) -> Any:
    if isinstance(tree, dict):
        kept = {key: value for key, value in tree.items() if key not in (*TIMES, *OWN)}
        return {key: "METER" if key == "meter" and value else _bare(value) for key, value in kept.items()}
    return [_bare(each) for each in tree] if isinstance(tree, list) else tree
