"""A staffed table beside the crowd's: people run it, and a supervisor rules there while the others play.

It is opened on the database before the server starts, by the floor itself; who acts there later comes as a browser
does, with the cookie of a session.
"""

from pathlib import Path

import msgspec

from mississippi_stud.floor import Admission, Floor, Wager, house_tables, houses, staff_links
from mississippi_stud.floor.persons import stream_of
from mississippi_stud.floor.signin import begin, set_password
from mississippi_stud.person.credentials import SetSecondFactor, SignInMethod
from mississippi_stud.person.proposals import CONSOLE
from mississippi_stud.round.commands import Place
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.table import commands as c
from mississippi_stud.table.prompts import right_count

HOUSE, BOOK = "play", "crown"
DEALER, SUPERVISOR, MANAGER = STAFF = ("dealer", "tg-higher-duties-dealer", "tg-area-manager")
"""Everybody is called by their title."""
PLAYERS = tuple(f"player-{position}" for position in range(1, 7))
OWNER = "owner"
ANTE_CENTS = 10_00
REPORT = {"command": "report", "by": DEALER, "incident": "wrong-community-count"}
"""Two community cards instead of three, which a supervisor rules on: play goes on (crown 11.3.1)."""
FACTS = {"cards": 2, "order_known": True}


class Pit(msgspec.Struct, frozen=True):
    """The staffed table, and the cookie of everybody there."""

    table: str
    cookies: dict[str, str]


def opened(database: str, key: Path) -> Pit:
    """Open a house with its staff, and a table of it with six players whose wagers are placed."""
    with Floor.open(database, key) as floor:
        floor.send(f"house:{HOUSE}", houses.opening(floor, by=CONSOLE))
        for person in (OWNER, *STAFF, *PLAYERS):
            set_password(floor, person, person, "a quiet river at night")
            floor.send(stream_of(person), SetSecondFactor(sealed="x"))
        owning = staff_links.invite(floor, HOUSE, OWNER, by=CONSOLE, owner=True)
        staff_links.accept(floor, owning.token, OWNER)
        for person in STAFF:
            link = staff_links.invite(floor, HOUSE, person, by=OWNER, titles={BOOK: (person,)})
            staff_links.accept(floor, link.token, person)
        table = _played(floor)
        people = (*STAFF, *PLAYERS)
        sessions = {each: begin(floor, each, "", SignInMethod.PASSWORD, second_factor=True) for each in people}
        return Pit(table, {each: f"mstud_session={session.token}" for each, session in sessions.items()})


def _played(floor: Floor) -> str:
    """Open the table and have everybody place an ante; return its id."""
    limits = {Wager.ANTE: Bounds(minimum_cents=5_00, maximum_cents=500_00, unit_cents=1_00)}
    opening = c.OpenTable(
        id="", book=BOOK, dealing="shoe", by=SUPERVISOR, limits=limits, positions=len(PLAYERS), admission=Admission.LINK
    )
    stream = house_tables.open_table(floor, HOUSE, SUPERVISOR, opening, command_id="the staffed table")
    table = stream.removeprefix("table:")

    def give(title: str, command: c.Command) -> None:
        house_tables.act_at_table(floor, HOUSE, table, title, msgspec.structs.replace(command, by=title))

    give(DEALER, c.ComeOnDuty())
    give(MANAGER, c.ComeOnDuty())
    give(DEALER, c.ReceiveDeck(backs="red"))
    for position, player in enumerate(PLAYERS, 1):
        floor.deposit(player, 1_000_00)
        give(DEALER, c.Sit(position=position, player=player))
    while prompts := floor.table(stream).prompts:
        count = right_count(rulebook(BOOK), floor.table(stream), prompts[0])
        give(DEALER, c.Confirm(prompt=prompts[0].number, count=count, depth=26))
    give(DEALER, c.OpenRound())
    for position in range(1, len(PLAYERS) + 1):
        give(DEALER, c.Play(do=Place(position=position, wager=Wager.ANTE, cents=ANTE_CENTS)))
    return table
