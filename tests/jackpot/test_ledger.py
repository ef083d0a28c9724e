"""A year of random play on eight tables and three meters, kept twice: by the package and by a bookkeeper of its own."""

from fractions import Fraction
from random import Random

import pytest

from mississippi_stud.jackpot import Carry, DocumentPrizes, Offer, OpenMeter
from tests.jackpot.floor import SUPERVISOR, Floor, paid
from tests.jackpot.plain_ledger import RATES, Meter

RIGGED = ["Ah Kh Qh Jh Th 9h 8h 7h 6h", "5d 4d 3d 2d Ad 6d 7d 8d 9d", "9s 9d 9h 9c Ks Kd Kh Kc", "2c 3c 5c 9c Jc Qc 8c"]
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
TABLES = "ABCDEFGH"


def deal(random: Random, players: int) -> tuple[list[list[str]], list[str]]:
    """Hole cards and the board; often from a few cards that make great hands."""
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
    """Both bookkeepers, told the same."""

    def __init__(self, book: str, seed: int) -> None:
        self.book, self.random = book, Random(seed)  # noqa: S311
        self.ours = Floor(book)
        self.theirs: dict[str, Meter] = {}
        self.waiting: dict[str, tuple[int, ...]] = {}
        self.of_table = {table: f"m{number % 3}" for number, table in enumerate(TABLES)}
        option, row = self.random.choice(list(RATES))
        for number in range(3):
            self._open(f"m{number}", number, option, row)
        self.rounds = 0

    def _open(self, name: str, number: int, option: str, row: int) -> None:
        tables = tuple(table for table, meter in self.of_table.items() if meter == name)
        cost = [1, 5, 5][number] if self.book == "maryland" else [1, 2, 5][number]
        rate = f"{self.random.randint(0, 100)}.{self.random.randint(0, 99):02}" if self.random.random() < 0.9 else "100"
        rate = min(rate, "100", key=Fraction)
        seed = row * cost if self.book == "crown" else self.random.choice([10_000, 12_345])
        value = seed + self.random.randint(0, 5_000_00) / Fraction(100)
        offers = {
            "crown": Offer(cost_cents=cost * 100, option=option, seed=str(row)),
            "maryland": Offer(cost_cents=cost * 100, seed_cents=seed * 100, rate=f"{rate}%"),
            "nsw": Offer(
                cost_cents=cost * 100,
                seed_cents=seed * 100,
                rate=f"{rate}%",
                pays={"four-of-a-kind": "500 for 1", "full-house": "50 for 1", "flush": "30 for 1"},
                guaranteed_cents={"straight-flush": 1_100_00, "royal-flush": 1_100_00},
                bonus_cents={"royal-flush": 500_00, "straight-flush": 100_00},
            ),
        }
        offer = offers[self.book]
        self.ours.do(OpenMeter(meter=name, offer=offer, tables=tables, value_cents=int(value * 100)))
        if self.book == "crown":
            rate = RATES[option, row]
        kind = f"crown {option}" if self.book == "crown" else self.book
        bonus = {"royal": 500, "sf": 100}
        self.theirs[name] = Meter(kind, cost, Fraction(seed), rate, value, guaranteed=1_100, bonus=bonus)

    def play(self) -> None:
        """One round at some table."""
        self.rounds += 1
        table, number, random = self.random.choice(TABLES), str(self.rounds), self.random
        players = random.randint(1, 6)
        wagered = {p for p in range(1, players + 1) if random.random() < 0.8}
        meter = self.theirs[self.of_table[table]]
        waited = set(self.waiting.pop(table, ()))
        meter.wagers(len(wagered) - len(waited))
        meter.floor()
        self.ours.do(self.ours.register(*sorted(wagered), table=table, number=number))
        if not wagered:
            return
        if random.random() < 0.03:
            self.ours.do(Carry(table=table, clause=f"{self.book} misdeal"))
            if self.book == "crown":
                self.waiting[table] = tuple(wagered)
            else:
                meter.taken_back(len(wagered))
            return
        self._settle(table, number, meter, players, wagered)

    def _settle(self, table: str, number: str, meter: Meter, players: int, wagered: set[int]) -> None:
        holes, board = deal(self.random, players)
        hands: dict[int, list[str] | str] = {}
        for position, hole in enumerate(holes, start=1):
            back = "carried" if self.book == "crown" else "returned"
            hands[position] = self.random.choices([hole, "folded", "lost", back], [60, 30, 5, 2])[0]
        kept = {p for p in wagered if hands[p] not in ("carried", "returned")}
        if self.book == "crown":
            self.waiting[table] = tuple(p for p in wagered if hands[p] == "carried")
        meter.wagers(-sum(hands[p] == "returned" for p in wagered))
        meter.floor()
        expected = meter.outcome(hands, board, kept)
        told = {p: hand if isinstance(hand, str) else " ".join(hand) for p, hand in hands.items()}
        outcome = self.ours.record(told, " ".join(board), table=table, number=number, by=SUPERVISOR[self.book])
        got = paid(self.ours.do(outcome))
        assert sorted((p, amount) for p, _, amount in got) == sorted((p, amount) for p, _, amount in expected)
        if table in self.ours.meters.undocumented:
            self.ours.do(DocumentPrizes(table=table))

    def check(self) -> None:
        """Both hold the same, to the fraction; the pools hold it rounded up."""
        for name, meter in self.theirs.items():
            ours = self.ours.meters.meters[name]
            assert self.ours.value(name) == meter.value
            assert meter.value == meter.from_house + meter.increments - meter.paid
            assert ours.value == Fraction(ours.house_exact) + Fraction(ours.contributed_exact) - ours.prizes_cents
            assert 0 <= self.ours.pool(name) - ours.value < 1
            assert meter.value >= meter.seed


@pytest.mark.parametrize("book", ["crown", "maryland", "nsw"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_week_of_play_ends_equal_to_the_fraction(book: str, seed: int):
    year = Year(book, seed)
    for round_number in range(800):
        year.play()
        if round_number % 100 == 0:
            year.check()
    year.check()


@pytest.mark.campaign
@pytest.mark.parametrize("book", ["crown", "maryland", "nsw"])
def test_a_year_of_play_ends_equal_to_the_fraction(book: str):
    """Eight tables, a round an hour at each, day and night for a year."""
    year = Year(book, 365)
    for _ in range(8 * 24 * 365):
        year.play()
    year.check()
