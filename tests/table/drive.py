"""A table in a few words, for tests: it only writes down commands, and remembers what was prompted."""

from collections import Counter

import pytest

from mississippi_stud.jackpot import Event as MeterEvent
from mississippi_stud.jackpot import MeterOffer, Meters, OpenMeter
from mississippi_stud.jackpot import evolve as evolve_meters
from mississippi_stud.jackpot import play as play_meters
from mississippi_stud.jackpot.link import Link
from mississippi_stud.messages import SECOND
from mississippi_stud.money import Transfer
from mississippi_stud.round import Refused
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import Facts, decide, fold, transfers
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.prompts import right_count
from mississippi_stud.table.state import Prompt, Table
from tests.conformance.table import bounds, command
from tests.table.world import World

DEALS = {  # for ann at 1 and ben at 2: nothing, and nothing of a meter
    ("nsw", "shoe"): "9h 2c 7d 8s",
    ("nsw", "shuffler"): "Ts Jc Qd 9h 7d 2c 8s",
    ("maryland", "shoe"): "9h 7d 2c 8s Ts Jc Qd",
    ("maryland", "hand"): "9h 7d 2c 8s Ts Jc Qd",
    ("maryland", "automatic"): "Ts Jc Qd 9h 7d 2c 8s",
    ("crown", "shoe"): "9h 2c 7d 8s Ts Jc Qd",
    ("crown", "shuffler"): "Ts Jc Qd 9h 7d 2c 8s",
}
DEVICES = {
    ("nsw", "shoe"): Shuffling.BY_HAND,
    ("nsw", "shuffler"): Shuffling.AUTOMATIC,
    ("maryland", "shoe"): Shuffling.BY_HAND,
    ("maryland", "hand"): Shuffling.AUTOMATIC,
    ("maryland", "automatic"): Shuffling.AUTOMATIC,
    ("crown", "shoe"): Shuffling.BY_HAND,
    ("crown", "shuffler"): Shuffling.CONTINUOUS,
}
JACKPOTS = {
    "nsw": {
        "signs": {Wager.JACKPOT: {"royal-flush": "100% of the meter", "flush": "30 for 1"}},
        "costs_cents": {Wager.JACKPOT: 500},
    },
    "maryland": {"tables": {Wager.PROGRESSIVE: "main"}, "costs_cents": {Wager.PROGRESSIVE: 500}},
    "crown": {"tables": {Wager.JACKPOT: "option-1"}, "costs_cents": {Wager.JACKPOT: 500}},
}
TABLE = "table:T"
VALUE_CENTS = 61_234_56
TOP = {"nsw": "assistant-gaming-manager", "maryland": "floorperson", "crown": "tg-assistant-casino-manager"}


class Drive:
    """A table, what was prompted at it, and every event and transfer."""

    follows = False
    """Whether real cards are dealt beside it: then a deal gives the world's."""

    def __init__(self, book: str, dealing: str, *, meter: MeterOffer | None = None, **opening: object) -> None:
        self.book, self.dealing = rulebook(book), dealing
        self.meters: Meters | None = None
        self.on_meters: list[MeterEvent] = []
        if meter is not None:
            self.meters, _ = play_meters(
                self.book, Meters(), OpenMeter(meter="main", offer=meter, tables=(TABLE,), value_cents=VALUE_CENTS)
            )
        self.table: Table | None = None
        self.prompted: list[Prompt] = []
        self.events: list[te.Event] = []
        self.moved: list[Transfer] = []
        self.money: Counter[str] = Counter()
        self.refusals: list[Refused] = []
        self.world = World(self.book)
        self.at = 0
        opening.setdefault("shuffling", DEVICES[book, dealing])
        opening.setdefault("limits", {Wager.ANTE: bounds("5", "500")})
        self.do(t.OpenTable, id=TABLE, dealing=dealing, **opening)
        for title in self.book.staff.titles:
            if title != "dealer":
                self.do(t.ComeOnDuty, by=title)

    def do(self, kind: type, /, *, by: str = "dealer", at: int | None = None, **fields: object) -> list[te.Event]:
        self.at = self.at if at is None else at * SECOND
        if "due_at" in fields:
            fields["due_at"] *= SECOND
        link = Link(self.book, TABLE, lambda: self.meters, self.at) if self.meters is not None else None
        events = decide(self.book, self.table, kind(at=self.at, by=by, **fields), link=link)
        for each in link.events if link is not None else ():
            self.meters = evolve_meters(self.meters, each)
            self.on_meters.append(each)
        for event in events:
            if isinstance(event, te.Prompted):
                self.prompted.append(event.prompt)
            if self.table is not None:
                moved = transfers(self.book, self.table, event)
                self.moved += moved
                for each in moved:
                    self.money[each.source] -= each.cents
                    self.money[each.target] += each.cents
            if self.follows:
                self.world.follow(self.table, event)
            self.table = fold((event,), self.table)
        self.events += events
        return list(events)

    def refused(self, kind: type, /, **fields: object) -> tuple[str, str]:
        """The code and the clause by which a command is refused; nothing changes."""
        before = self.table
        with pytest.raises(Refused) as refusal:
            self.do(kind, **fields)
        assert self.table is before
        return refusal.value.code, refusal.value.clause

    def lines(self, script: str, **how: object) -> None:
        for line in script.split(";"):
            if line.strip():
                self.do(t.Play, do=command(line.strip()), **how)

    def line_refused(self, line: str, **how: object) -> tuple[str, str]:
        return self.refused(t.Play, do=command(line), **how)

    def sit(self, *players: str) -> None:
        for position, player in enumerate(players, start=1):
            self.do(t.Sit, position=position, player=player)

    def confirm(self, prompt: Prompt, **given: object) -> None:
        """The dealer does it; what a second person must verify is verified by the highest there is."""
        by = TOP[self.book.id] if prompt.done_by else "dealer"
        given.setdefault("count", right_count(self.book, self.table, prompt))
        given.setdefault("depth", 26)
        self.do(t.Confirm, by=by, prompt=prompt.number, **given)

    def confirm_all(self) -> list[Prompt]:
        """Confirm whatever waits, in order, until nothing does."""
        seen = len(self.prompted)
        while waiting := [each for each in self.table.prompts if each.dispute is None]:
            assert len(self.prompted) < seen + 200, "prompts without end"
            self.confirm(waiting[0])
        return self.prompted[seen:]

    def prompt(self, duty: str) -> Prompt:
        return next(each for each in self.table.prompts if each.duty == duty)

    def duties(self) -> list[str]:
        return [each.duty for each in self.table.prompts]

    def since(self, number: int) -> list[str]:
        """What was prompted since, each as `duty clause`."""
        return [f"{each.duty} {each.clause.split(' ', 1)[1]}" for each in self.prompted[number:]]

    def betting(self, antes: str = "1 ante 25;2 ante 10") -> None:
        """A round in which the wagers lie and betting is closed where the book asks for it."""
        self.confirm_all()
        self.do(t.OpenRound)
        self.lines(antes)
        if "betting-closes" in self.book.duties:
            self.do(t.CloseBetting)
        self.confirm_all()

    def deal(self) -> None:
        self.lines(f"deal {DEALS[self.book.id, self.dealing]}")

    def reveal(self) -> None:
        state = self.table.round
        unknown = state.community[state.revealed] is None
        self.lines(f"reveal {('Ac', '5h', '3c')[state.revealed]}" if unknown else "reveal")

    def finish(self) -> None:
        """Everybody bets once the ante on every street, then all is settled."""
        while self.table.round is not None:
            state = self.table.round
            for hand in list(state.waiting()):
                self.lines(f"{hand.position} bet {hand.ante_cents // 100}")
            self.confirm_all()
            if self.table.round.street is None or not any(self.table.round.live_hands()):
                self.lines("settle")
            else:
                self.reveal()

    def whole_round(self, antes: str = "1 ante 25;2 ante 10") -> None:
        self.betting(antes)
        self.deal()
        self.finish()

    def report(self, incident: str, *, by: str = "", **facts: object) -> list[te.Event]:
        by = by or TOP[self.book.id]
        return self.do(t.Report, by=by, incident=Incident(incident), facts=Facts(**facts))


class Watched(Drive):
    """A table at which real cards are dealt."""

    follows = True


def opened(book: str, dealing: str, kind: type[Drive] = Drive, **opening: object) -> Drive:
    """A table with a deck, ann at 1 and ben at 2, and everything done that had to be."""
    drive = kind(book, dealing, **opening)
    drive.do(t.ReceiveDeck, backs="red")
    drive.sit("ann", "ben")
    drive.confirm_all()
    return drive


def all_of(kind: type, events: list[te.Event]) -> list[te.Event]:
    return [event for event in events if isinstance(event, kind)]
