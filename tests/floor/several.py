"""Tables with several seats for the history tests: who sits where, what they wager, and how they play a round."""

from collections.abc import Mapping
from typing import Any

from mississippi_stud.floor import Floor
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import Facts
from tests.floor.drive import play, sit
from tests.table.script import commands, hash_of


def seats(floor: Floor, book: str, players: Mapping[int, str], **options: Any) -> str:
    """Open an automatic table with these players, each with money and the hash of a first seed."""
    table = floor.open_table(book, positions=max(players), **options)
    for position, player in players.items():
        box = player in floor.table(table).players
        if not box:
            floor.deposit(player, 10_000_00)
        room = {"nobody_shut_out": box, "seats_elsewhere": box}
        sit(floor, table, player, position, seed_hash=hash_of(player, 1), **room)
    return table


def deal(floor: Floor, table: str) -> None:
    """Have every position ante $5.00, and the cards dealt."""
    play(floor, table, "; ".join([*(f"{position} ante 5" for position in floor.table(table).seats), "deal"]))


def decide(floor: Floor, table: str, folding: tuple[int, ...] = ()) -> None:
    """Play the dealt round to its end: these positions fold, the others bet the amount of the ante."""
    while (state := floor.table(table).round) is not None:
        hand = next(state.waiting())
        decision = "fold" if hand.position in folding else "bet 1"
        play(floor, table, f"{hand.position} {'blind 1 1 1' if hand.blind else decision}")


BOSS = "tg-assistant-casino-manager"
PEOPLE = {1: "ann", 2: "bob", 3: "ann"}


class Staffed:
    """A Crown table run by staff, with Ann at a seat and a box and Bob at another seat; every duty is done at once."""

    def __init__(self, floor: Floor, dealt: str, people: Mapping[int, str] = PEOPLE, **options: Any) -> None:
        self.floor = floor
        self.people = people
        positions = 4 if len(people) > 1 else 1
        self.stream = floor.open_table("crown", positions=positions, dealt=dealt, **options)
        for title in ("dealer", BOSS):
            self.do(t.ComeOnDuty(by=title, person=title))
        for position, player in people.items():
            floor.deposit(player, 10_000_00)
            room = {"nobody_shut_out": position == 3, "seats_elsewhere": position == 3}
            self.do(t.Sit(position=position, player=player, by="dealer", person="dealer", **room))
        if dealt == "physical":
            self.do(t.ReceiveDeck(backs="red", prechecked=True, by="dealer", person="dealer"))

    def do(self, command: Any) -> None:
        """Send a command, then carry out the duties it prompts, except validating a prize: the test does that."""
        self.floor.send(self.stream, command)
        while prompts := [each for each in self.floor.table(self.stream).prompts if each.duty != "validate-payout"]:
            prompt = prompts[0]
            for title in filter(None, (prompt.by, prompt.verified_by)):
                if (title, title) not in self.floor.table(self.stream).on_duty:
                    self.floor.send(self.stream, t.ComeOnDuty(by=title, person=title))
                if prompt.number in {each.number for each in self.floor.table(self.stream).prompts}:
                    self.floor.send(self.stream, t.Confirm(by=title, person=title, prompt=prompt.number, count=52))

    def lines(self, script: str, **how: Any) -> None:
        """Carry out the lines of a script, with the duties that each prompts."""
        book = self.floor.book(self.floor.table(self.stream).book)
        for command in commands(book, lambda: self.floor.table(self.stream), script, **how):
            self.do(command)

    def report(self, incident: str, **facts: Any) -> None:
        """Report an incident, and have it ruled on at once."""
        self.do(t.Report(incident=Incident(incident), facts=Facts(**facts), by=BOSS, person=BOSS))
