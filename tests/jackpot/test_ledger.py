"""A year of random play on eight tables and three meters, booked by the package and by an independent bookkeeper."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from mississippi_stud.jackpot import (
    AddTable,
    CancelGame,
    CancelMistake,
    Carry,
    ChangeOption,
    CloseMeter,
    Command,
    CorrectMeter,
    DocumentPrizes,
    Event,
    MeterOffer,
    MoveTable,
    OpenMeter,
    ReceiveValue,
    RemoveTable,
    RetractWagers,
)
from tests.jackpot.floor import SUPERVISOR, Floor, notice, paid
from tests.jackpot.plain_ledger import RATES, Meter

RIGGED = ["Ah Kh Qh Jh Th 9h 8h 7h 6h", "5d 4d 3d 2d Ad 6d 7d 8d 9d", "9s 9d 9h 9c Ks Kd Kh Kc", "2c 3c 5c 9c Jc Qc 8c"]
TWO_WINNERS = [("Qh Jh Th", "Ah Kh 9h 8h"), ("8h 9h Th", "6h 7h Jh Qh"), ("Qs Js Ts", "9s 8s As Ks")]
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
TABLES = "ABCDEFGH"
COSTS = {"crown": (1, 2, 5), "maryland": (1, 5, 5), "nsw": (1, 2, 5)}


def deal(random: Random, players: int) -> tuple[list[list[str]], list[str]]:
    """Return hole cards and the board, often from a few cards that make great hands, sometimes two at once."""
    if random.random() < 0.04:
        board, first = (each.split() for each in random.choice(TWO_WINNERS))
        rest = [card for card in DECK if card not in board and card not in first]
        random.shuffle(rest)
        dealt = [*first, *rest]
        return [dealt[2 * player : 2 * player + 2] for player in range(players)], board
    cards = random.choice(RIGGED).split() if random.random() < 0.3 else []
    random.shuffle(cards)
    board, cards = cards[:3], cards[3:]
    rest = [card for card in DECK if card not in cards and card not in board]
    random.shuffle(rest)
    while len(board) < 3:
        board.append(rest.pop())
    holes = [[cards.pop() if cards else rest.pop() for _ in range(2)] for _ in range(players)]
    return holes, board


class Year:
    """Both bookkeepers, given the same. A round comes every 450 seconds: at eight tables, one an hour at each."""

    def __init__(self, book: str, seed: int) -> None:
        self.book, self.random = book, Random(seed)  # noqa: S311
        self.ours = Floor(book)
        self.theirs: dict[str, Meter] = {}
        self.waiting: dict[str, tuple[int, ...]] = {}
        self.of_table = {table: f"m{number % 3}" for number, table in enumerate(TABLES)}
        self.option, self.row = self.random.choice(list(RATES))
        self.rounds = self.now = self.opened = 0
        self.seen: Counter[str] = Counter()
        for number in range(3):
            self._open(f"m{number}", COSTS[book][number])

    def _open(self, name: str, cost: int) -> None:
        self.opened += 1
        tables = tuple(table for table, meter in self.of_table.items() if meter == name)
        rate = f"{self.random.randint(0, 100)}.{self.random.randint(0, 99):02}" if self.random.random() < 0.9 else "100"
        rate = min(rate, "100", key=Fraction)
        seed = self.row * cost if self.book == "crown" else self.random.choice([10_000, 12_345])
        value = seed + self.random.randint(0, 5_000_00) / Fraction(100)
        offers = {
            "crown": MeterOffer(cost_cents=cost * 100, option=self.option, seed=str(self.row)),
            "maryland": MeterOffer(cost_cents=cost * 100, seed_cents=seed * 100, rate=f"{rate}%"),
            "nsw": MeterOffer(
                cost_cents=cost * 100,
                seed_cents=seed * 100,
                rate=f"{rate}%",
                pays={"four-of-a-kind": "500 for 1", "full-house": "50 for 1", "flush": "30 for 1"},
                guaranteed_cents={"straight-flush": 1_100_00, "royal-flush": 1_100_00},
                bonus_cents={"royal-flush": 500_00, "straight-flush": 100_00},
            ),
        }
        offer = offers[self.book]
        self._do(OpenMeter(meter=name, offer=offer, tables=tables, value_cents=int(value * 100), at=self.now))
        if self.book == "crown":
            rate = RATES[self.option, self.row]
        kind = f"crown {self.option}" if self.book == "crown" else self.book
        bonus = {"royal": 500, "sf": 100}
        self.theirs[name] = Meter(kind, cost, Fraction(seed), rate, value, guaranteed=1_100, bonus=bonus)

    def _do(self, *commands: Command) -> tuple[Event, ...]:
        self.seen.update(type(command).__name__ for command in commands)
        return self.ours.do(*commands)

    # What is done to meters between rounds.

    def _announced(self, *signs: dict[str, str]) -> int:
        """Put up signs and return the time when the changes that they announce may be made."""
        self._do(*(notice(at=self.now, **sign) for sign in signs))
        self.now += 20 * 60_000_000
        return self.now

    def happen(self) -> None:
        """Occasionally make something other than a round happen."""
        (what,) = self.random.choices([None, *HAPPENINGS], [300, *HAPPENINGS.values()])
        if what is not None:
            getattr(self, f"_{what}")()

    def _idle(self) -> list[str]:
        return [table for table in TABLES if not self.waiting.get(table)]

    def _move(self) -> None:
        table, name = self.random.choice(self._idle()), self.random.choice(list(self.theirs))
        if self.of_table[table] != name:
            at = self._announced({"change": "move", "table": table, "meter": name})
            self._do(MoveTable(table=table, meter=name, at=at))
            self.of_table[table] = name

    def _leave_and_come_back(self) -> None:
        table, name = self.random.choice(self._idle()), self.random.choice(list(self.theirs))
        at = self._announced({"change": "remove", "table": table, "meter": self.of_table[table]})
        self._do(RemoveTable(table=table, at=at))
        at = self._announced({"change": "add", "table": table, "meter": name})
        self._do(AddTable(table=table, meter=name, cost_cents=self.theirs[name].cost * 100, at=at))
        self.of_table[table] = name

    def _close(self) -> None:
        """Close a meter into the two others, and sometimes another game's too; a new meter takes its tables."""
        name, *others = self.random.sample(list(self.theirs), 3)
        tables = [table for table in TABLES if self.of_table[table] == name]
        if set(tables) - set(self._idle()):
            return
        shares = {other: self.random.randint(1, 9) for other in others}
        elsewhere = {"pai-gow": self.random.randint(1, 9)} if self.random.random() < 0.5 else {}
        at = self._announced(*({"change": "close", "table": table, "meter": name} for table in tables))
        self._do(CloseMeter(meter=name, to=shares, to_other_games=elsewhere, at=at))
        closed = self.theirs.pop(name)
        closed.closes([(self.theirs[other], share) for other, share in shares.items()], sum(elsewhere.values()))
        assert self.ours.meters.meters[name].value == 0
        assert self.ours.pool(name) == 0
        fresh = f"m{self.opened}"
        self.of_table |= dict.fromkeys(tables, fresh)
        self._open(fresh, closed.cost)

    def _receive(self) -> None:
        name, cents = self.random.choice(list(self.theirs)), self.random.randint(1, 100_00)
        self._do(ReceiveValue(meter=name, cents=cents, source="pai-gow", at=self.now))
        self.theirs[name].comes(Fraction(cents, 100))

    def _correct(self) -> None:
        name = self.random.choice(list(self.theirs))
        cents = Fraction(self.random.randint(-200_00, 500_00), self.random.choice([1, 2, 7]))
        if cents and self.theirs[name].value + cents / 100 >= self.theirs[name].seed:
            said = {"corrects": "a count", "by": "supervisor", "why": "counted again"}
            self._do(CorrectMeter(meter=name, amount_exact=str(cents), **said, at=self.now))
            self.theirs[name].put_right(cents / 100)

    def _option(self) -> None:
        """Change Crown's meters to another option; the other books have none."""
        option, row = self.random.choice(list(RATES))
        if self.book != "crown" or option == self.option or len(self._idle()) < len(TABLES):
            return
        at = self._announced({"change": "option", "option": option})
        self._do(ChangeOption(option=option, seed=str(row), at=at))
        self.option, self.row = option, row
        for meter in self.theirs.values():
            meter.goes_over(f"crown {option}", Fraction(row * meter.cost), RATES[option, row])

    # A round.

    def play(self) -> None:
        """Let other things happen, then play one round at some table."""
        self.happen()
        self.rounds += 1
        self.now += 450
        table, number, random = self.random.choice(TABLES), str(self.rounds), self.random
        players = random.randint(1, 6)
        wagered = {p for p in range(1, players + 1) if random.random() < 0.8}
        meter = self.theirs[self.of_table[table]]
        waited = set(self.waiting.pop(table, ()))
        self.seen["carried wagers"] += len(waited & wagered)
        self.seen["carried wagers given back"] += len(waited - wagered)
        meter.wagers(len(wagered) - len(waited))
        meter.floor()
        self._do(self.ours.register(*sorted(wagered), table=table, number=number, at=self.now))
        if not wagered or self._without_result(table, meter, wagered):
            return
        self._settle(table, number, meter, players, wagered)

    def _without_result(self, table: str, meter: Meter, wagered: set[int]) -> bool:
        """Sometimes void the round, cancel the game or retract wagers; return whether it has no result."""
        chance = self.random.random()
        if chance < 0.03:
            self._do(Carry(table=table, at=self.now))
            if self.book == "crown":
                self.waiting[table] = tuple(wagered)
            else:
                meter.taken_back(len(wagered))
        elif chance < 0.04:
            self._do(CancelGame(table=table, clause=f"{self.book} void", at=self.now))
            meter.taken_back(len(wagered))
        elif chance < 0.05 and self.book == "crown":
            self._do(CancelMistake(table=table, by="tg-higher-duties-dealer", at=self.now))
            meter.taken_back(len(wagered))
        elif chance < 0.06 and self.book == "crown":
            gone = self.random.choice(sorted(wagered))
            self._do(RetractWagers(table=table, positions=(gone,), at=self.now))
            meter.taken_back(1)
            wagered.discard(gone)
            return not wagered
        else:
            return False
        return True

    def _settle(self, table: str, number: str, meter: Meter, players: int, wagered: set[int]) -> None:
        holes, board = deal(self.random, players)
        hands: dict[int, list[str] | str] = {}
        for position, hole in enumerate(holes, start=1):
            back = "carried" if self.book == "crown" else "returned"
            hands[position] = self.random.choices([hole, "folded", "lost", back], [60, 30, 5, 2])[0]
        kept = {p for p in wagered if hands[p] not in ("carried", "returned")}
        if self.book == "crown":
            self.waiting[table] = tuple(p for p in wagered if hands[p] == "carried")
        returned = sum(hands[p] == "returned" for p in wagered)
        self.seen["returned wagers"] += returned
        meter.wagers(-returned)
        meter.floor()
        expected = meter.outcome(hands, board, kept)
        told = {p: hand if isinstance(hand, str) else " ".join(hand) for p, hand in hands.items()}
        by = SUPERVISOR[self.book]
        got = paid(self._do(self.ours.record(told, " ".join(board), table=table, number=number, by=by, at=self.now)))
        assert sorted((p, amount) for p, _, amount in got) == sorted((p, amount) for p, _, amount in expected)
        self.seen.update(kind for _, kind, _ in expected)
        self.seen["several prizes of the meter"] += sum(kind == "meter" for _, kind, _ in expected) > 1
        if table in self.ours.meters.undocumented:
            self._do(DocumentPrizes(table=table, at=self.now))

    def check(self) -> None:
        """Check that both hold exactly the same, and that the pools hold it rounded up."""
        for name, meter in self.theirs.items():
            ours = self.ours.meters.meters[name]
            assert self.ours.value(name) == meter.value
            assert meter.value == meter.from_house + meter.increments + meter.moved - meter.paid
            kept = Fraction(ours.house_exact) + Fraction(ours.contributed_exact) + Fraction(ours.moved_exact)
            assert ours.value == kept - ours.prizes_cents
            assert 0 <= self.ours.pool(name) - ours.value < 1
            assert meter.value >= (meter.seed if meter.book.startswith("crown") else 0)


HAPPENINGS = {"move": 5, "leave_and_come_back": 3, "close": 3, "receive": 2, "correct": 5, "option": 3}
"""What happens between rounds, and how often."""


@pytest.mark.parametrize("book", ["crown", "maryland", "nsw"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_few_days_of_play_end_equal_to_the_fraction(book: str, seed: int):
    """Eight hundred rounds: eight tables for a hundred hours."""
    year = Year(book, seed)
    for round_number in range(800):
        year.play()
        if round_number % 100 == 0:
            year.check()
    year.check()


EVERYWHERE = {
    "meter", "lesser", "several prizes of the meter", "MoveTable", "RemoveTable", "AddTable", "CloseMeter",
    "ReceiveValue", "CorrectMeter", "CancelGame", "Carry",
}  # fmt: skip
OWN = {
    "crown": {"carried wagers", "carried wagers given back", "RetractWagers", "CancelMistake", "ChangeOption"},
    "maryland": {"other", "returned wagers", "DocumentPrizes"},
    "nsw": {"other", "returned wagers"},
}


@pytest.mark.campaign
@pytest.mark.parametrize("book", ["crown", "maryland", "nsw"])
def test_a_year_of_play_ends_equal_to_the_fraction(book: str):
    """Eight tables, a round an hour at each, day and night for a year: 70,080 rounds and all that happens between."""
    year = Year(book, 365)
    for number in range(8 * 24 * 365):
        year.play()
        if number % 7_008 == 0:
            year.check()
    year.check()
    rare = {what: year.seen[what] for what in EVERYWHERE | OWN[book] if year.seen[what] < 100}
    assert not rare, "too seldom to prove anything"
