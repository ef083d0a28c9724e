"""Tables with several seats for the history tests: who sits where, what they wager, and how they play a round."""

from collections.abc import Mapping
from typing import Any

from mississippi_stud.cards import Card
from mississippi_stud.fairness.shuffle import seed_commitment
from mississippi_stud.floor import Bet, Floor, Fold, PlaceWagers, Play, Wager
from mississippi_stud.round.commands import BetBlind, Deal
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import Facts
from tests.floor.drive import play, sit

ANTE = {Wager.ANTE: 5_00}


def seats(floor: Floor, book: str, players: Mapping[int, str], **options: Any) -> str:
    """Open an automatic table with these players, each with money and the hash of a first seed."""
    table = floor.open_table(book, positions=max(players), **options)
    for position, player in players.items():
        box = player in floor.table(table).players
        if not box:
            floor.deposit(player, 10_000_00)
        room = {"nobody_shut_out": box, "seats_elsewhere": box}
        sit(floor, table, player, position, seed_hash=seed_commitment(seed(position, 1)), **room)
    return table


def seed(position: int, number: int) -> str:
    """Return the seed that a seat opens in a round."""
    return f"seed {position} of round {number}"


def deal(floor: Floor, table: str, wagers: Mapping[int, Mapping[Wager, int]] | None = None) -> None:
    """Place every seat's wagers with its seed and the hash of its next one; the last of them triggers the deal."""
    now = floor.table(table)
    for position in sorted(now.seats, key=lambda each: not now.seats[each].box):  # the deal waits only for seats
        made = PlaceWagers(
            position=position,
            wagers=ANTE if wagers is None else wagers.get(position, {}),
            seed=seed(position, now.number + 1),
            next_seed_hash=seed_commitment(seed(position, now.number + 2)),
        )
        play(floor, table, made)


def decide(floor: Floor, table: str, folding: tuple[int, ...] = ()) -> None:
    """Play the dealt round to its end: these positions fold, the others bet the amount of the ante."""
    while (state := floor.table(table).round) is not None:
        hand = next(state.waiting())
        do: Any = Bet(position=hand.position, cents=5_00)
        if hand.blind and Wager.THIRD_STREET not in hand.stakes:
            do = BetBlind(position=hand.position, cents=(5_00, 5_00, 5_00))
        elif hand.position in folding:
            do = Fold(position=hand.position)
        play(floor, table, Play(do=do))


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

    def deal(self, wagers: Mapping[Wager, int] = ANTE, seed: str = "", cards: tuple[Card, ...] | None = None) -> None:
        """Deal a round with these wagers on every position; `cards` are real ones, read as they leave the shoe."""
        self.do(t.OpenRound(by="dealer", person="dealer"))
        committed = self.floor.table(self.stream).committed
        seen = committed.commitment if committed else ""
        for position, player in self.people.items():
            self.do(t.PlaceWagers(position=position, wagers=wagers, person=player, commitment=seen, seed=seed))
        self.do(t.CloseBetting(by="dealer", person="dealer"))
        self.dealer(Deal(cards=cards))

    def dealer(self, *steps: Any) -> None:
        """Send these steps of the round as the dealer."""
        for step in steps:
            self.do(t.Play(do=step, by="dealer", person="dealer"))

    def player(self, *steps: Any) -> None:
        """Send these steps of the round as the players at their positions."""
        for step in steps:
            self.do(t.Play(do=step, person=self.people[step.position]))

    def report(self, incident: str, **facts: Any) -> None:
        """Report an incident, and have it ruled on at once."""
        self.do(t.Report(incident=Incident(incident), facts=Facts(**facts), by=BOSS, person=BOSS))
