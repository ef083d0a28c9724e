"""Compact drivers for a table with people: they give commands and check the invariants.

`Hall` is dealt by the floor, `Staffed` by people with names, `Pit` by people with titles, from a real deck.

Every command brings its own secret. After each one the accounts add up to zero, every pool holds what its meter shows,
and the events lead to the same table after a round trip through JSON.
"""

from collections import Counter
from hashlib import sha256
from math import ceil

import msgspec
import pytest
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.jackpot import Event as MeterEvent
from mississippi_stud.jackpot import MeterOffer, Meters, OpenMeter
from mississippi_stud.jackpot import decide as decide_meters
from mississippi_stud.jackpot import evolve as evolve_meters
from mississippi_stud.jackpot import transfers as meter_transfers
from mississippi_stud.jackpot.link import Link
from mississippi_stud.messages import SECOND
from mississippi_stud.money import Transfer
from mississippi_stud.round import Refused
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode, Facts, decide, fold, transfers
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.prompts import right_count
from mississippi_stud.table.state import Prompt, Table
from tests.script import bounds
from tests.table.script import commands, hash_of, seed_of

DEALS = {  # for ann at 1 and ben at 2: hands that make nothing and win no meter prize
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
TOP = {"nsw": "assistant-gaming-manager", "maryland": "floorperson", "crown": "tg-assistant-casino-manager"}
VALUE_CENTS = 61_234_56
"""What the meter of a pit shows at the start."""
METHODS = {
    "nsw": ("shoe", "shuffler"),
    "maryland": ("shoe", "hand", "automatic"),
    "crown": ("shoe", "shuffler"),
    "online": ("electronic",),
}
EVERY = [(book, dealing) for book, methods in METHODS.items() for dealing in methods]
STAFFED = [(book, dealing) for book, dealing in EVERY if book != "online"]
MOST = {"nsw": 9, "maryland": 6, "crown": 9, "online": 1}
NAMES = ("ann", "ben", "cyd", "dan", "eve", "fay", "gus", "hal", "ivy")
TABLE = "table:T"
METER = "main"
OFFERS = {
    "crown": MeterOffer(cost_cents=5_00, option="1", seed="10000"),
    "maryland": MeterOffer(cost_cents=5_00, seed_cents=10_000_00, rate="20%"),
    "nsw": MeterOffer(
        cost_cents=5_00,
        seed_cents=10_000_00,
        rate="25%",
        pays={"flush": "30 for 1"},
        bonus_cents={"royal-flush": 500_00, "straight-flush": 100_00},
    ),
}
JACKPOT = {"nsw": Wager.JACKPOT, "maryland": Wager.PROGRESSIVE, "crown": Wager.JACKPOT}
EVENT = msgspec.json.Decoder(te.Event)
PLAYERS = ("player", "tokens", "withheld", "round")
"""The accounts whose money is the players', or lies for them on the layout."""


class Hall:
    """A table, its meters, every event and every account."""

    def __init__(
        self,
        book: str,
        dealing: str = "",
        *,
        dealt: DealingMode = DealingMode.AUTOMATIC,
        positions: int | None = None,
        meter: MeterOffer | None = None,
        value_cents: int | None = None,
        **opening: object,
    ) -> None:
        self.book = rulebook(book)
        self.dealing = dealing or METHODS[book][0]
        self.table: Table | None = None
        self.meters: Meters | None = None
        self.events: list[te.Event] = []
        self.on_meters: list[MeterEvent] = []
        self.money: Counter[str] = Counter()
        self.moved: list[Transfer] = []
        self.secrets = 0
        self.at = 0
        if meter is not None:
            opened = OpenMeter(meter=METER, offer=meter, tables=(TABLE,), value_cents=value_cents)
            self.meters = Meters()
            for event in decide_meters(self.book, self.meters, opened):
                self.on_meter(event)
        opening.setdefault("meters", "house" if meter is not None else "")
        self.do(
            t.OpenTable, id=TABLE, dealt=dealt, dealing=self.dealing, positions=positions or MOST[book], **opening
        )  # fmt: skip

    def secret(self) -> bytes:
        """The secret of the last command."""
        return sha256(f"secret {self.secrets}".encode()).digest()

    def do(self, kind: type, /, *, by: str = "floor", person: str = "", **fields: object) -> list[te.Event]:
        """Carry out a command and return its events."""
        return self.give(kind(at=self.at, by=by, person=person, **fields))

    def give(self, command: t.Command) -> list[te.Event]:
        """Give a command to the table and return its events."""
        self.secrets += 1
        link = self.link()
        events = decide(self.book, self.table, command, link=link, secret=self.secret())
        for each in link.events if link is not None else ():
            self.on_meter(each)
        for event in events:
            if self.table is not None:
                self._move(transfers(self.book, self.table, event))
            self.follow(event)
            self.table = fold((event,), self.table)
        self.events += events
        self.check()
        return list(events)

    def follow(self, event: te.Event) -> None:
        """Hook: called for each event before it is applied to the table."""

    def link(self) -> Link | None:
        """Return the table's link to its meters for one command."""
        return Link(self.book, TABLE, lambda: self.meters, self.at) if self.meters is not None else None

    def on_meter(self, event: MeterEvent) -> None:
        """Apply an event of the meters."""
        self._move(meter_transfers(self.meters, event))
        self.meters = evolve_meters(self.meters, event)
        self.on_meters.append(event)

    def _move(self, moved: tuple[Transfer, ...]) -> None:
        for each in moved:
            assert each.cents > 0
            self.money[each.source] -= each.cents
            self.money[each.target] += each.cents
        self.moved += moved

    def check(self) -> None:
        """Check what must hold after every command."""
        assert sum(self.money.values()) == 0
        state = self.table.round
        assert self.money["round"] == lying(state) + sum(self.table.carried_cents.values())
        vouchers = sum(each.cents for each in self.moved if each.source == "house" and each.target[:6] == "tokens")
        held = sum(cents for name, cents in self.money.items() if name.split(":")[0] in PLAYERS)
        assert held + self.table.result_cents == vouchers, "what the players do not have, the table has taken"
        waiting = Counter({f"pending:{each.player}": 0 for each in self.table.pending})
        for each in self.table.pending:
            waiting[f"pending:{each.player}"] += each.cents
        held = {name: cents for name, cents in self.money.items() if name.startswith("pending:") and cents}
        assert held == {name: cents for name, cents in waiting.items() if cents}
        for meter in self.meters.meters.values() if self.meters is not None else ():
            assert self.money[f"pool:{meter.id}"] == ceil(meter.value)

    def again(self) -> Table:
        """Return the table folded from the events after a round trip through JSON."""
        return fold(EVENT.decode(msgspec.json.encode(event)) for event in self.events)

    def refused(self, kind: type, /, **fields: object) -> tuple[str, str]:
        """Return the code and the clause of a command's refusal; check that nothing changes."""
        before = self.table
        with pytest.raises(Refused) as refusal:
            self.do(kind, **fields)
        assert self.table is before
        return refusal.value.code, refusal.value.clause

    def wrong(self, kind: type, /, **fields: object) -> str:
        """Return the message of a command's input error, which no rule book covers; check that nothing changes."""
        before = self.table
        with pytest.raises(InputError) as error:
            self.do(kind, **fields)
        assert self.table is before
        return str(error.value)

    def report(self, incident: Incident, *, by: str = "floor", **facts: object) -> list[te.Event]:
        """Report an incident and return the events of its ruling."""
        events = self.do(t.Report, by=by, incident=incident, facts=Facts(**facts))
        return events if self.table.question is None else self.do(t.Rule, by=by)

    # Players.

    @property
    def commitment(self) -> str:
        """The house's published commitment."""
        return self.table.committed.commitment if self.table.committed is not None else ""

    @property
    def state(self) -> State:
        """The open round."""
        assert self.table.round is not None
        return self.table.round

    def sit(self, *players: str) -> None:
        """Seat players from position 1 on, each with the hash of their first seed."""
        for position, player in enumerate(players, start=1):
            self.seat(position, player)

    def seat(self, position: int, player: str, **fields: object) -> list[te.Event]:
        fields.setdefault("seed_hash", hash_of(player, self.table.number + 1))
        return self.do(t.Sit, by="player", person=player, position=position, player=player, **fields)

    def stand(self, position: int) -> list[te.Event]:
        return self.do(t.Stand, by="player", person=self.table.seats[position].player, position=position)

    def wager(self, position: int, cents: int = 10_00, **fields: object) -> list[te.Event]:
        """Place an ante (0 for no wager), with the player's seed and the hash of the next; ready by default."""
        return self.do(t.PlaceWagers, **self.wagers(position, cents, **fields))

    def wagers(self, position: int, cents: int = 10_00, **fields: object) -> dict[str, object]:
        """Return the fields of the command that `wager` gives."""
        player = self.table.seats[position].player
        number = self.table.number + (self.table.round is None)
        fields.setdefault("wagers", {Wager.ANTE: cents} if cents else {})
        fields.setdefault("seed", seed_of(player, number) if self.opens(position, number) else "")
        fields.setdefault("next_seed_hash", hash_of(player, number + 1))
        fields.setdefault("commitment", self.commitment)
        return {"by": "player", "person": player, "position": position, **fields}

    def opens(self, position: int, number: int) -> bool:
        """Whether the seat may open its seed for that round."""
        seat = self.table.seats[position]
        return self.table.positions == 1 or seat.seed_hash == hash_of(seat.player, number)

    def lines(self, script: str, by: str = "", **how: object) -> list[te.Event]:
        """Carry out the lines of a script, as `tests/table/script.py` reads them, and return their events."""
        events = []
        for command in commands(self.book, lambda: self.table, script, by=by, **how):
            turn = {"turn": self.table.turn} if isinstance(command, t.Play) and command.by == t.PLAYER else {}
            events += self.give(replace(command, at=self.at, **turn))
        return events

    def line_refused(self, script: str, **how: object) -> tuple[str, str]:
        """Return the code and the clause by which a line is refused; check that nothing changes."""
        before = self.table
        with pytest.raises(Refused) as refusal:
            self.lines(script, **how)
        assert self.table is before
        return refusal.value.code, refusal.value.clause

    def street(self, *folds: int) -> None:
        """Have everybody who must decide on the open street bet once the ante, or fold."""
        phase = self.state.phase
        while self.table.round is not None and self.state.phase is phase and any(self.state.waiting()):
            hand = next(self.state.waiting())
            decision = "fold" if hand.position in folds else "blind 1 1 1" if hand.blind else "bet 1"
            self.lines(f"{hand.position} {decision}")

    def finish(self) -> None:
        """Have everybody at an automatic table bet to the end."""
        while self.table.round is not None:
            self.street()

    def whole_round(self, *positions: int) -> None:
        """Play a round: these positions wager and bet to the end, the others sit out."""
        antes = [f"{position} ante 10" for position in positions or self.table.seats]
        self.lines("; ".join([*antes, "deal"]))
        self.finish()


class Staffed(Hall):
    """A table with a dealer and, where needed, a supervisor."""

    def __init__(self, book: str, dealing: str, dealt: DealingMode, **opening: object) -> None:
        device = DEVICES[book, dealing]
        super().__init__(book, dealing, dealt=dealt, by="dealer", person="dee", shuffling=device, **opening)
        for person in ("sue", "tom"):
            self.do(t.ComeOnDuty, by=TOP[book], person=person)
        if dealt is DealingMode.PHYSICAL:
            self.dealer(t.ReceiveDeck, backs="red")

    def dealer(self, kind: type, /, **fields: object) -> list[te.Event]:
        return self.do(kind, by="dealer", person="dee", **fields)

    def confirm_all(self) -> list[str]:
        """Confirm every waiting prompt in order, and return their duties."""
        done = []
        while self.table.prompts:
            prompt = self.table.prompts[0]
            high = prompt.done_by or prompt.by != "dealer"
            person = ("tom" if prompt.done_by == "sue" else "sue") if high else "dee"
            who = {"by": TOP[self.book.id] if high else "dealer", "person": person}
            count = right_count(self.book, self.table, prompt)
            self.do(t.Confirm, **who, prompt=prompt.number, count=count, depth=26)
            done.append(prompt.duty)
        return done

    def betting(self, *sides: str) -> None:
        """Have everybody place an ante and these side wagers, and close the betting."""
        self.confirm_all()
        self.lines("round")
        for position in self.table.seats:
            self.lines("; ".join(f"{position} {each}" for each in ("ante 10", *sides, "ready")))
        if "betting-closes" in self.book.duties:
            assert self.line_refused("deal")[0] == "no-more-bets-first"
            self.lines("no-more-bets")

    def dealt_out(self, cards: str = "", *sides: str) -> None:
        """Have everybody wager, close the betting and deal the cards."""
        self.betting(*sides)
        self.confirm_all()
        self.lines(f"deal {cards}")
        self.confirm_all()


class Pit(Hall):
    """A table where people deal real cards, on duty by title; by default the dealer acts.

    Lines are by the dealer too unless they say otherwise; times are in seconds.
    """

    def __init__(self, book: str, dealing: str, *, meter: MeterOffer | None = None, **opening: object) -> None:
        self.prompted: list[Prompt] = []
        opening.setdefault("shuffling", DEVICES[book, dealing])
        opening.setdefault("limits", {Wager.ANTE: bounds("5", "500")})
        opening.setdefault("positions", rulebook(book).positions.default.value)
        opening.setdefault("meters", "")
        opening |= {"dealt": DealingMode.PHYSICAL, "by": "dealer"}
        super().__init__(book, dealing, meter=meter, value_cents=VALUE_CENTS if meter else None, **opening)
        for title in self.book.staff.titles:
            if title != "dealer":
                self.do(t.ComeOnDuty, by=title)

    def do(self, kind: type, /, *, by: str = "dealer", at: int | None = None, **fields: object) -> list[te.Event]:
        self.at = self.at if at is None else at * SECOND
        if "due_at" in fields:
            fields["due_at"] *= SECOND
        return super().do(kind, by=by, **fields)

    def follow(self, event: te.Event) -> None:
        if isinstance(event, te.Prompted):
            self.prompted.append(event.prompt)

    def lines(self, script: str, by: str = "dealer", **how: object) -> list[te.Event]:
        return super().lines(script, by, **how)

    def sit(self, *players: str) -> None:
        for position, player in enumerate(players, start=1):
            self.do(t.Sit, position=position, player=player)

    def confirm(self, prompt: Prompt, **given: object) -> None:
        """Confirm a prompt as the dealer, and where it must be verified also as the highest-ranking title."""
        by = TOP[self.book.id] if prompt.done_by else "dealer"
        given.setdefault("count", right_count(self.book, self.table, prompt))
        given.setdefault("depth", 26)
        self.do(t.Confirm, by=by, prompt=prompt.number, **given)

    def confirm_all(self) -> list[Prompt]:
        """Confirm waiting prompts in order until none is left."""
        seen = len(self.prompted)
        while waiting := [each for each in self.table.prompts if each.dispute is None]:
            assert len(self.prompted) < seen + 200, "prompts without end"
            self.confirm(waiting[0])
        return self.prompted[seen:]

    def prompt(self, duty: str) -> Prompt:
        """Return the waiting prompt for a duty."""
        return next(each for each in self.table.prompts if each.duty == duty)

    def duties(self) -> list[str]:
        """Return the duties of the waiting prompts."""
        return [each.duty for each in self.table.prompts]

    def since(self, number: int) -> list[str]:
        """Return the prompts since the given number of them, each as `duty clause`."""
        return [f"{each.duty} {each.clause.split(' ', 1)[1]}" for each in self.prompted[number:]]

    def betting(self, antes: str = "1 ante 25;2 ante 10") -> None:
        """Open a round, place the wagers, and close the betting if the book requires it."""
        self.confirm_all()
        self.do(t.OpenRound)
        self.lines(antes)
        if "betting-closes" in self.book.duties:
            self.do(t.CloseBetting)
        self.confirm_all()

    def deal(self) -> None:
        """Deal hands that make nothing to ann and ben."""
        self.lines(f"deal {DEALS[self.book.id, self.dealing]}")

    def reveal(self) -> None:
        """Reveal the next community card, and name it if it is not known yet."""
        unknown = self.state.community[self.state.revealed] is None
        self.lines(f"reveal {('Ac', '5h', '3c')[self.state.revealed]}" if unknown else "reveal")

    def finish(self) -> None:
        """Have everybody bet once the ante on every street, then settle."""
        while self.table.round is not None:
            for hand in list(self.state.waiting()):
                self.lines(f"{hand.position} bet 1")
            self.confirm_all()
            if self.state.street is None or not any(self.state.live_hands()):
                self.lines("settle")
            else:
                self.reveal()

    def whole_round(self, antes: str = "1 ante 25;2 ante 10") -> None:
        self.betting(antes)
        self.deal()
        self.finish()

    def report(self, incident: str, *, by: str = "", **facts: object) -> list[te.Event]:
        """Report an incident; the book determines who rules on it."""
        return self.do(t.Report, by=by or TOP[self.book.id], incident=Incident(incident), facts=Facts(**facts))


def opened(book: str, dealing: str, kind: type[Pit] = Pit, **opening: object) -> Pit:
    """Open a table with a deck, ann at 1 and ben at 2, and confirm all its prompts."""
    pit = kind(book, dealing, **opening)
    pit.do(t.ReceiveDeck, backs="red")
    pit.sit("ann", "ben")
    pit.confirm_all()
    return pit


def lying(state: State | None) -> int:
    """Return the total of the wagers on the layout."""
    return sum(stake.cents for hand in state.hands.values() for stake in hand.stakes.values()) if state else 0


def all_of(kind: type, events: list[te.Event]) -> list[te.Event]:
    return [event for event in events if isinstance(event, kind)]
