"""Side wagers of simulated rounds against the engine, the meters' own log, and exact counts."""

from collections import Counter
from fractions import Fraction
from random import Random

import msgspec
import numpy as np
import pytest

from mississippi_stud.cards import parse, text
from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.jackpot import DocumentPrizes, OpenMeter
from mississippi_stud.maths.game import STREETS
from mississippi_stud.maths.options import read
from mississippi_stud.maths.simulation import engine, kernel, parts, run, seats, sides, twin
from mississippi_stud.maths.simulation.deal import DealtRound
from mississippi_stud.maths.simulation.engine import EngineDriver
from mississippi_stud.maths.strategy_file import parse_strategy
from tests.jackpot.floor import OFFERS, Floor

SIGNS = {
    "crown": ("jackpot-option=1", "seed=50000"),
    "maryland": ("rate=20%", "seed=10000"),
    "nsw": (
        "rate=25%", "seed=10000", "prize.four-of-a-kind=500 for 1", "prize.full-house=50 for 1", "prize.flush=30 for 1",
        "guaranteed.royal-flush=8000", "guaranteed.straight-flush=900", "bonus.royal-flush=500",
        "bonus.straight-flush=100",
    ),
}  # fmt: skip
METERED = {"crown": "jackpot=5", "maryland": "progressive=5", "nsw": "jackpot=5"}
TABLED = [
    ("maryland", 1, ("three-card-bonus/B=5",)),
    ("maryland", 3, ("three-card-bonus=5", "six-card-bonus/A=5")),
    ("maryland", 6, ("three-card-bonus/D=5", "six-card-bonus/B=5")),
    ("online", 1, ("three-card-bonus=5",)),
]


def ready(book: str, count: int, wagers: tuple[str, ...], strategy: str = "optimal") -> run.Simulation:
    terms = parts.RunTerms(
        book=book, rounds=1, seed=7, seats=count, strategy=strategy, sides=wagers, options=SIGNS.get(book, ())
    )
    return terms.simulation()


def replay(book: str, count: int, wagers: tuple[str, ...], indices: list[int]) -> None:
    """Play rounds by the engine and compare each wager of seat 1 with what is counted for that round alone."""
    simulated = ready(book, count, wagers)
    the_book, choices, game = read(book, SIGNS.get(book, ()))
    driver = EngineDriver(the_book, game, "optimal", count, sides.parse_sides(the_book, wagers, choices))
    assert simulated.sides is not None
    for index, played in zip(indices, driver.replays(7, indices), strict=True):
        ends, counts = simulated.sides.count(7, index, 1)
        told = simulated.sides.plain(counts, 7, [(index, index + 1)])
        assert {name: Fraction(each["net_cents"]) for name, each in told.items()} == played.side_cents[0], index
        assert np.array_equal(ends, kernel.counts(simulated.tables, 7, index, 1, count))
        names = [simulated.tables.endings[int(np.flatnonzero(row)[0])].name for row in ends]
        assert names == [each.name for each in played.endings], index


@pytest.mark.parametrize(("book", "count", "wagers"), TABLED)
def test_side_wagers_are_what_the_engine_pays(book: str, count: int, wagers: tuple[str, ...]):
    replay(book, count, wagers, Random(book).sample(range(10**9), 60))  # noqa: S311


@pytest.mark.campaign
@pytest.mark.parametrize(("book", "count", "wagers"), TABLED)
@pytest.mark.parametrize("part", range(20))
def test_a_hundred_thousand_side_wagers_are_what_the_engine_pays(
    book: str, count: int, wagers: tuple[str, ...], part: int
):
    replay(book, count, wagers, Random(part).sample(range(2**60), 5_000))  # noqa: S311


@pytest.mark.parametrize("seats_count", [1, 4, 9])
def test_the_kernel_deals_the_cards_of_the_bonus_too(seats_count: int):
    tables = seats.machine(read("maryland")[2], bonus=True)
    found = kernel.counts(tables, 5, 1001, 5000, seats_count)
    assert np.array_equal(found, twin.counts(tables, 5, 1001, 5000, seats_count))
    cards = seats.deals(5, np.arange(300, dtype=np.uint64), seats_count, bonus=True)
    assert cards.shape[1] == 2 * seats_count + 7
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()


@pytest.mark.parametrize("seats_count", [1, 4, 9])
@pytest.mark.parametrize("ace_low", [False, True])
def test_the_kernel_is_its_twin_on_board_and_six_cards(seats_count: int, ace_low: bool):
    tables = seats.machine(read("maryland")[2], bonus=True)
    found = kernel.play(tables, 5, 1001, 20_000, seats_count, ace_low)
    theirs = twin.play(tables, 5, np.arange(1001, 21_001, dtype=np.uint64), seats_count, ace_low)
    assert all(np.array_equal(ours, each) for ours, each in zip(found, theirs, strict=True))


def test_the_kernel_knows_every_best_of_six_cards():
    """Royal flushes with and without the nine, of one suit or not: rarer than any run that a test can play."""
    from mississippi_stud.maths import kernels
    from mississippi_stud.maths.simulation import machine_code_rounds

    dealt = ["As Ks Qs Js Ts 9s", "9h Th Jh Qh Kh Ah", "As Ks Qs Js Ts 9h", "Ad Kd Qd Jd Td 8d", "5c 4c 3c 2c Ac 6c",
             "Ah 2h 3h 4h 5h 5s", "Kd 9d 7d 4d 2d 3c", "2c 2d 2h 3c 3d 3h", "Js Jd 8c 6h 4s 2d"]  # fmt: skip
    cards = np.array([parse(each) for each in dealt], dtype=np.uint8)
    board = np.full((len(cards), 3), 0, dtype=np.uint8)
    rows = np.column_stack((board, cards)).T.copy()
    weights, table, suited = kernels.five_tables()
    made = np.empty(len(cards), dtype=np.uint8)
    machine_code_rounds._sixes(rows, np.uint64(0), weights, table, np.uint64(suited), made)
    assert made.tolist() == twin._six(rows.T, 0).tolist()
    super_royals = [len(Hand) + 3, len(Hand) + 2]
    assert made.tolist()[:4] == [*super_royals, Hand.ROYAL_FLUSH, Hand.ROYAL_FLUSH]


@pytest.mark.parametrize("book", ["crown", "maryland", "nsw"])
@pytest.mark.parametrize("strategy", ["never-fold", "optimal"])
def test_a_meter_lives_by_its_own_rules(book: str, strategy: str):
    """The telling rounds of a run, and some others, given to the meter's own commands one by one."""
    simulated = ready(book, 5, (METERED[book],), strategy)
    assert simulated.sides is not None
    offer = simulated.sides.sides.offer
    assert offer is not None
    events = simulated.sides.count(7, 0, 200_000)[1].events
    assert 3 < len(events) < 200
    numbers = sorted({*events, *range(50), *range(100_000, 100_050)})
    life = simulated.sides.life(offer, events, 7, [(number, number + 1) for number in numbers])

    floor = Floor(book, OpenMeter(meter="main", offer=OFFERS[book], tables=("A",)))
    drawn = np.array(numbers, dtype=np.uint64)
    cards = seats.deals(7, drawn, 5)
    ended = seats.ended(simulated.sides.machine, cards, 7, drawn, 5)
    won: Counter[int] = Counter()
    for number, row, ends in zip(numbers, cards.tolist(), ended.tolist(), strict=True):
        names = [simulated.tables.endings[at].name for at in ends]
        hands = {at: "folded" if names[at - 1] in STREETS else text(row[1 + 2 * at : 3 + 2 * at]) for at in range(1, 6)}
        fixed = {
            at: offer.terms.prize(Hand[name.upper().replace("-", "_")], Fraction(0))
            for at, name in enumerate(names, start=1)
            if name not in STREETS and not offer.terms.share(Hand[name.upper().replace("-", "_")])
        }
        for position, _, dollars in floor.round(hands, text(row[:3]), number=str(number)):
            won[position] += 100 * dollars
        won.subtract(fixed)
        if "A" in floor.meters.undocumented:
            floor.do(DocumentPrizes(table="A", by="x"))
    assert life.value == 100 * floor.value()
    mine = Counter({at: sum(cents for _, cents in life.of_seat(at)) for at in range(1, 6)})
    assert +won == +mine


@pytest.mark.parametrize("strategy", ["optimal", "never-fold"])
def test_a_fixed_jackpot_pays_for_the_hands_that_the_engine_makes(strategy: str):
    """At 40 for 1 a flush and 9 for 1 three of a kind, with nothing for a fold; the exact value follows by hand."""
    signs = ("prize.flush=40 for 1", "prize.three-of-a-kind=9 for 1")
    terms = parts.RunTerms(
        book="nsw", rounds=200_000, seed=7, strategy=strategy, sides=("fixed-jackpot=5",), options=signs
    )
    found = terms.simulation().simulate(terms.rounds, terms.seed).plain()
    told = found["side_wagers"]["fixed-jackpot"]
    flushes, threes = (found["counts"][name] for name in ("flush", "three-of-a-kind"))
    assert Fraction(told["net_cents"]) == 500 * (40 * flushes + 9 * threes - 200_000)
    chances = {name: Fraction(chance) for name, chance in found["exact"].items()}
    assert Fraction(told["exact_mean"]) == 40 * chances["flush"] + 9 * chances["three-of-a-kind"] - 1
    assert strategy == "optimal" or chances["flush"] == Fraction(5108, 2_598_960)
    assert abs(told["z_decimal"]) < 5
    the_book, choices, game = read("nsw", signs)
    driver = EngineDriver(the_book, game, strategy, 1, sides.parse_sides(the_book, terms.sides, choices))
    made = Counter(driver.replay(7, index).endings[0].name for index in range(150))
    first = msgspec.structs.replace(terms, rounds=150).simulation().simulate(150, 7)
    assert +made == +Counter(first.counts)


def test_parts_of_a_run_with_side_wagers_are_the_run(tmp_path):
    terms = parts.RunTerms(
        book="maryland",
        rounds=90_000,
        seed=3,
        seats=6,
        strategy="never-fold",
        sides=("three-card-bonus=5", "six-card-bonus=5", "progressive=1"),
        options=SIGNS["maryland"],
    )
    whole = terms.simulation().simulate(terms.rounds, terms.seed)
    for part in (2, 3, 1):
        parts.play(terms, part, 3, tmp_path, workers=2)
    assert parts.merge(tmp_path).run == whole
    told = whole.plain()["side_wagers"]
    assert sum(told["progressive"]["counts"].values()) == 90_000
    for name in ("three-card-bonus", "six-card-bonus"):
        assert abs(told[name]["z_decimal"]) < 5
        assert sum(told[name]["counts"].values()) == 90_000


def test_a_cap_counts_the_bonus_too(monkeypatch: pytest.MonkeyPatch):
    """Online pays at most $250,000 for main wagers and bonus together: what the engine cuts from a royal flush."""
    written = "AKs = 3\nAs Ks Qs = 3\nAs Ks Qs Js = 3\n"
    terms = parts.RunTerms(
        book="online", rounds=1, seed=7, ante="50", strategy="x", strategy_text=written, sides=("three-card-bonus=50",)
    )
    simulated = terms.simulation()
    assert simulated.sides is not None
    nothing = simulated.sides.plain(simulated.sides.count(7, 0, 1000)[1], 7, [(0, 1000)])
    assert "shared_cap_cents" not in nothing
    community, hole = parse("Qs Js Ts"), parse("As Ks")
    monkeypatch.setattr(engine, "deals", lambda *_, **__: iter([DealtRound(community, (hole,), ())]))
    the_book, choices, game = read("online", (), (), "50")
    asked = parse_strategy(written, game)
    played = EngineDriver(the_book, game, asked, 1, sides.parse_sides(the_book, terms.sides, choices)).replay(7, 0)
    (royal,) = (
        at for at, end in enumerate(simulated.tables.endings) if (end.name, end.bets) == ("royal-flush", (3, 3, 3))
    )
    counts = simulated.sides.nothing()
    counts.by_board[0][royal * len(ThreeCardHand) + ThreeCardHand.STRAIGHT_FLUSH] = 1
    told = simulated.sides.plain(counts, 7, [(0, 1)])
    uncut = simulated.tables.endings[royal].net * 50_00 + Fraction(told["three-card-bonus"]["net_cents"])
    paid = played.endings[0].net * 50_00 + sum(played.side_cents[0].values())
    assert Fraction(told["shared_cap_cents"]) == uncut - paid > 0
