"""The state of a table does not grow with its history: it is as large after thousands of rounds as after a few."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

import msgspec
import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.round import Refused
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode, Facts, decide, evolve
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import Clocks, NoticeKind, Table
from tests.table.hall import METHODS, MOST, NAMES, TOP, Hall, Staffed, hash_of
from tests.table.script import commands

DIGITS = 200
"""How many bytes counters may grow by in thousands of rounds: a digit here and there."""


LAST_ROUND = 20_000
"""How many bytes the last round may take, whatever happened in it."""


def size(table: Table) -> int:
    """Return the size of a table without its last round, of which it keeps only one."""
    assert len(msgspec.json.encode(table.last_round)) < LAST_ROUND
    return len(msgspec.json.encode(msgspec.structs.replace(table, last_round=None)))


class Automatic:
    """A bare automatic table, for speed."""

    def __init__(self, book: str, players: int, seed: int) -> None:
        hall = Hall(book, positions=players, clocks=Clocks(betting_seconds=20, decision_seconds=20))
        self.book, self.table, self.players = hall.book, hall.table, players
        self.chance = Random(seed)  # noqa: S311
        self.commands = 0

    def do(self, command: t.Command) -> None:
        self.commands += 1
        secret = self.commands.to_bytes(32, "big")
        for event in decide(self.book, self.table, command, secret=secret):
            self.table = evolve(self.table, event)

    def lines(self, script: str) -> None:
        for command in commands(self.book, lambda: self.table, script):
            self.do(command)

    def sit(self) -> None:
        for position in range(1, self.players + 1):
            if position not in self.table.seats:
                name = f"{NAMES[position - 1]} {self.chance.randrange(1_000_000):06}"
                seed_hash = hash_of(name, self.table.number + 1)
                self.do(t.Sit(person=name, position=position, player=name, seed_hash=seed_hash))

    def round(self) -> None:
        """Replace a player, and play a round in which most fold, some play on, and some do not decide in time."""
        if self.table.seats and self.chance.random() < 0.2:
            position = self.chance.choice(list(self.table.seats))
            self.do(t.Stand(person=self.table.seats[position].player, position=position))
        self.sit()
        self.lines("; ".join([*(f"{position} ante 10" for position in self.table.seats), "deal"]))
        while (state := self.table.round) is not None:
            hand = next(state.waiting())
            roll = self.chance.random()
            if roll < 0.1:
                key = next(key for key in self.table.deadlines if not key.endswith("/open"))
                self.do(t.TimeUp(by="floor", key=key, at=self.table.deadlines[key].due_at))
                continue
            self.lines(f"{hand.position} {'bet 1' if roll > 0.6 else 'fold'}")


def grows(step: Callable[[], object], now: Callable[[], Table], first: int, last: int) -> int:
    """Return how much larger the largest state of the last steps is than the largest of the first steps."""
    sizes = []
    for _ in range(last):
        step()
        sizes.append(size(now()))
    return max(sizes[-first:]) - max(sizes[:first])


@pytest.mark.parametrize(("book", "rounds"), [("nsw", 3_000), ("maryland", 600), ("crown", 600), ("online", 600)])
def test_thousands_of_rounds_leave_nothing_behind(book: str, rounds: int):
    table = Automatic(book, min(3, MOST[book]), 7)
    assert grows(table.round, lambda: table.table, rounds // 5, rounds) <= DIGITS
    assert table.table.number == table.table.rounds == rounds


@pytest.mark.campaign
@pytest.mark.parametrize("book", METHODS)
def test_thousands_of_rounds_at_a_full_table_leave_nothing_behind(book: str):
    table = Automatic(book, MOST[book], 11)
    assert grows(table.round, lambda: table.table, 600, 3_000) <= DIGITS


class Evening:
    """A table that people run, where everything that can go wrong does so again and again."""

    def __init__(self, book: str, dealt: DealingMode) -> None:
        self.hall = Staffed(book, "shoe", dealt, positions=3, limits={Wager.ANTE: Bounds(5_00, 500_00)})
        for title in self.hall.book.staff.titles:
            if title not in ("dealer", TOP[book]):
                self.hall.do(t.ComeOnDuty, by=title, person=title)
        self.top = {"by": TOP[book], "person": "sue"}
        self.hall.sit("ann", "ben")
        self.nth = 0

    def maybe(self, what: type, /, **fields: object) -> None:
        """Carry out a command, if it is allowed."""
        with suppress(Refused, InputError):
            self.hall.do(what, **fields)

    def step(self) -> None:
        """Play a round with an incident, a complete dispute, and whatever else an evening brings."""
        hall, self.nth = self.hall, self.nth + 1
        hall.at += 1_000_000
        self.disputes()
        self.rounds()
        guest = f"guest {self.nth:06}"
        for incident, facts in (
            (Incident.RULE_BROKEN, Facts(person="zed", measure="exclude-from-casino")),
            (Incident.RULE_BROKEN, Facts(person="zed", measure="exclude")),
            (Incident.COLLUSION_SUSPECTED, Facts(positions=(1, 2), measure="separate")),
            (Incident.COLLUSION_SUSPECTED, Facts(positions=(1, 2), measure="english-only")),
            (Incident.FRAUD, Facts()),
        ):
            self.maybe(t.Report, **self.top, incident=incident, facts=facts)
        hall.confirm_all()
        self.maybe(t.RecordApproval, **self.top, what="reshuffling-device", reference="A 1")
        self.maybe(t.Order, **self.top, what=t.OrderKind.CHANGE_CARDS)
        self.maybe(t.ReceiveDeck, by="dealer", person="dee", backs="red" if self.nth % 2 else "blue")
        self.maybe(t.ChangeDealing, **self.top, dealing="shoe", shuffling=Shuffling.BY_HAND)
        self.maybe(t.GiveNotice, **self.top, kind=NoticeKind.CLOSE_TABLE)
        self.maybe(t.GiveNotice, **self.top, kind=NoticeKind.RAISE_MINIMUM, limits={Wager.ANTE: Bounds(10_00)})
        self.maybe(t.AgreeLimits, **self.top, player="ann", limits={Wager.ANTE: Bounds(5_00 + self.nth % 7, 500_00)})
        self.maybe(t.ComeOnDuty, by="dealer", person=guest)
        self.maybe(t.GoOffDuty, by="dealer", person=guest)
        self.maybe(t.Sit, by="player", person=guest, position=3, player=guest)
        self.maybe(t.Stand, by="player", person=guest, position=3)
        hall.confirm_all()

    def disputes(self) -> None:
        hall = self.hall
        hall.do(t.OpenDispute, by="player", person="ann", player="ann", about="the shuffle")
        number = hall.table.disputed
        hall.do(t.DecideDispute, **self.top, dispute=number, decision="it stands")
        self.maybe(t.AskReview, by="player", person="ann", dispute=number)
        self.maybe(t.ReviewDispute, by=self.top["by"], person="tom", dispute=number, decision="it stands")
        hall.confirm_all()
        hall.do(t.CloseDispute, **self.top, dispute=number, satisfied=True)

    def rounds(self) -> None:
        """Play one round to its end, and one that is disrupted."""
        hall = self.hall
        for disrupted in (False, True):
            hall.confirm_all()
            if hall.table.dealt is DealingMode.PHYSICAL and not hall.table.decks:
                return
            hall.dealer(t.OpenRound)
            for position in hall.table.seats:
                with suppress(Refused, InputError):
                    hall.lines(f"{position} ante 10; {position} ready")
            if not hall.state.live_hands():
                hall.do(t.Void, clause=hall.book.wagers[Wager.ANTE].on_misdeal.clause, reason="nobody plays")
                continue
            if "betting-closes" in hall.book.duties:
                hall.dealer(t.CloseBetting)
            hall.confirm_all()
            hall.lines("deal")
            hall.confirm_all()
            if disrupted:
                facts = Facts(cause="fire")
                self.maybe(t.Report, **self.top, incident=Incident.GAME_DISRUPTED, facts=facts)
                if hall.table.round is not None:
                    clause = hall.book.wagers[Wager.ANTE].on_misdeal.clause
                    hall.do(t.Void, clause=clause, reason="a malfunction")
                continue
            hall.street(*hall.table.seats)
            hall.confirm_all()
            hall.lines("settle")


@pytest.mark.parametrize("dealt", [DealingMode.DEALER, DealingMode.PHYSICAL])
@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_incidents_disputes_decks_and_notices_leave_nothing_behind(book: str, dealt: DealingMode):
    evening = Evening(book, dealt)
    assert grows(evening.step, lambda: evening.hall.table, 10, 60) <= DIGITS
    assert evening.hall.table.disputes == ()
    assert evening.hall.table.disputed == 60
    assert evening.hall.table.rounds >= 10
