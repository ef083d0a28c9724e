"""The model of a par sheet: published numbers, counts by independent means, and every figure from counts and pays."""

import json
import subprocess
import sysconfig
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import DECK
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five, three
from mississippi_stud.maths import solver
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.par import ParSheet, ParWager, _quantiles, par_sheet
from mississippi_stud.maths.par_data import par_data
from mississippi_stud.rulebooks.load import BOOKS
from tests.maths.oracle import STANDARD

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


@cache
def sheet(book: str, *options: str) -> ParSheet:
    return par_sheet(book, options)


def wager(book: str, key: str) -> ParWager:
    (found,) = (each for each in sheet(book).wagers if each.key == key)
    return found


def percent(value: Fraction, places: int = 4) -> str:
    return f"{float(value):.{places}%}"


# Published numbers.


@pytest.mark.parametrize("book", BOOKS)
def test_the_main_game_is_the_published_one(book: str):
    main = sheet(book).main
    assert (percent(main.edge), percent(main.element_of_risk, 2)) == ("4.9149%", "1.37%")
    assert f"{float(main.average_wager):.2f}" == "3.59"
    assert sheet(book).card_cost == 0


def test_a_straight_at_5_to_1_and_what_seeing_cards_is_worth():
    other = par_sheet("online", pays=["straight=5"])
    assert percent(other.main.edge) == "3.7591%"
    assert other.options == ("pay.straight=5",)
    seen = {each.seen: each for each in sheet("online").exposures}
    assert percent(seen["3rd"].value) == "54.8660%"
    assert percent(seen["J"].value, 3) == "38.489%"
    assert seen["3rd"].gain == Fraction(19421, 32487)
    assert (seen["1"].kind, seen["1"].value) == ("seen", Fraction(-12391933, 305377800))
    found = {each.seen: float(each.value) for each in other.exposures if each.kind == "sorted"}
    simulated = {"J": 0.397, "JQ": 0.489, "JQK": 0.590, "JQKA": 0.634}  # by their author
    assert found == pytest.approx(simulated, abs=0.0025)


def test_the_bonus_keeps_what_the_trade_press_says():
    assert percent(wager("online", "three-card-bonus-main-100").edge, 2) == "2.14%"
    assert percent(wager("maryland", "three-card-bonus-D-100").edge, 1) == "7.1%"


def test_a_session_beside_the_normal_formula():
    hundred, thousand, most = sheet("online").main.sessions
    assert (hundred.rounds, hundred.quantiles) == (100, (-107, 118))
    assert (thousand.rounds, thousand.quantiles) == (1_000, (-435, 441))
    assert (most.rounds, most.quantiles) == (10_000, (-1882, 1061))
    main = sheet("online").main
    assert main.volatility_index == pytest.approx(1.645 * 9.836641044)
    assert hundred.normal == pytest.approx((-4.914858251 - 161.8127452, -4.914858251 + 161.8127452))


def test_a_meter_breaks_even_where_it_should():
    jackpot = wager("crown", "jackpot-1-100").jackpot
    assert jackpot is not None
    assert jackpot.break_even is not None
    assert jackpot.break_even_together is not None
    assert f"{float(jackpot.break_even) / 100:.2f}" == "242202.53"
    assert f"{float(jackpot.break_even_together) / 100:.2f}" == "201958.95"
    assert jackpot.value_at_seed == -wager("crown", "jackpot-1-100").edge


# Counts by independent means.


def test_no_deal_is_missing_and_every_hand_kept_is_there():
    """Each set of five cards is 60 ordered deals; a hand that the best play never folds is there whole."""
    dealt = Counter({Hand.ROYAL_FLUSH.key: 4, Hand.FOUR_OF_A_KIND.key: 624, Hand.FULL_HOUSE.key: 3744})
    rows: Counter[str] = Counter()
    for row in sheet("online").main.rows:
        rows[row.end] += row.count
    assert rows.total() == 155_937_600 == 1326 * 50 * 49 * 48
    assert rows["royal-flush"] == 60 * dealt["royal-flush"]
    assert all(rows[hand] <= 60 * dealt[hand] for hand in dealt)


def test_one_starting_hand_by_hand():
    """A pair of aces bets 3× to the end; the royal flushes and four of a kind it makes are counted card by card."""
    ends: Counter[Hand] = Counter()
    rest = [card for card in DECK if card not in (48, 49)]
    for board in combinations(rest, 3):
        ends[five(48, 49, *board)] += 6
    value = sum(
        (Fraction(count, 117_600) * (10 * Fraction(*STANDARD[hand]) if hand in STANDARD else -10))
        for hand, count in ends.items()
    )
    plays = {name: (play, count, worth) for name, play, count, worth in sheet("online").plays}
    assert plays["AA"] == ("3", 6, value)
    assert sum(count for _, count, _ in plays.values()) == 1326
    assert Fraction(sum(count * worth for _, count, worth in plays.values()), 1326) == Fraction(-53223, 1082900)


def test_three_cards_counted_one_by_one():
    found = Counter(three(*cards, ace_low=True).key for cards in combinations(DECK, 3))
    whole = Counter({end: count for end, count in found.items() if end != "mini-royal"})
    whole["straight-flush"] += found["mini-royal"]
    for key in ("three-card-bonus-A-100", "three-card-bonus-F-100"):
        rows = Counter({row.end: row.count for row in wager("maryland", key).rows})
        rows["straight-flush"] += rows.pop("mini-royal", 0)
        assert rows == whole


SIX = {
    "straight-flush": 1656, "four-of-a-kind": 14_664, "full-house": 165_984, "flush": 205_792, "straight": 361_620,
    "three-of-a-kind": 732_160, "two-pair": 2_532_816,
}  # fmt: skip
"""The published numbers of the best five of six cards; with the royal flush, 188."""


def test_six_cards():
    tables = [each for each in sheet("maryland").wagers if each.wager == "six-card-bonus"]
    assert len(tables) == 12
    for table in tables:
        rows = {row.end: row.count for row in table.rows}
        assert {end: rows[end] for end in SIX} == SIX
        assert sum(count for end, count in rows.items() if "royal" in end) == 188
        assert table.deals == 20_358_520


# Every figure from counts and pays alone, and from the solver.


@pytest.mark.parametrize("book", BOOKS)
def test_every_figure_follows_from_counts_and_pays(book: str):
    for told in par_data(sheet(book))["wagers"]:
        whole = told["combinations"]
        nets: dict[Fraction, int] = defaultdict(int)
        for row in told["rows"]:
            nets[Fraction(row["net"])] += row["combinations"]
            assert Fraction(row["probability"]) == Fraction(row["combinations"], whole)
            assert Fraction(row["odds"]) * row["combinations"] == whole
            assert Fraction(row["contribution"]) == Fraction(row["net"]) * row["combinations"] / whole
        mean = Fraction(sum(net * count for net, count in nets.items()), whole)
        square = Fraction(sum(net**2 * count for net, count in nets.items()), whole)
        wagered = Fraction(sum(row["wagered"] * row["combinations"] for row in told["rows"]), whole)
        assert (Fraction(told["value"]), Fraction(told["edge"])) == (mean, -mean)
        assert Fraction(told["variance"]) == square - mean**2
        assert told["deviation_decimal"] == pytest.approx(sqrt(square - mean**2))
        assert Fraction(told["average_wager"]) == wagered
        assert Fraction(told["element_of_risk"]) == -mean / wagered
        assert Fraction(told["hit_rate"]) == Fraction(sum(n for net, n in nets.items() if net > 0), whole)


def test_the_main_game_is_the_solvers():
    main, solved = sheet("crown").main, solver.solve(sheet("crown").game)
    assert (main.distribution, main.average_wager) == (solved.distribution, solved.average_wager)
    assert main.distribution.variance == solved.variance


@pytest.mark.parametrize("pay", ["straight=9/2", "flush=7 for 1", "low-pair=push", "straight=lose"])
def test_changed_pays_and_multiples_keep_the_solvers_figures(pay: str):
    found = par_sheet("nsw", ["multiples=1,4", "ties=fold"], [pay])
    solved = solver.solve(found.game)
    assert (found.main.distribution, found.main.average_wager) == (solved.distribution, solved.average_wager)


@given(st.dictionaries(st.integers(-3, 4_000), st.integers(1, 50), min_size=1, max_size=4), st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_lowering_a_great_prize_moves_no_quantile(weights: dict[int, int], rounds: int):
    whole = sum(weights.values())
    one = Distribution((net, Fraction(weight, whole)) for net, weight in weights.items())
    after = one.repeat(rounds)
    near = [part for part in (Fraction(1, 20), Fraction(19, 20)) if min(abs(s - part) for s in after._sums[1]) < 1e-9]
    if not near:
        assert _quantiles(one, rounds) == (after.quantile(Fraction(1, 20)), after.quantile(Fraction(19, 20)))


# What only a sign says.


def test_a_wager_without_prizes_says_what_is_missing():
    missing = dict(sheet("nsw").without_value)
    assert {each.value: fault.code for each, fault in missing.items()} == {
        "jackpot": "operator-chooses",
        "fixed-jackpot": "prizes-on-sign",
    }
    sign = ("seed=10000", "rate=20%", "jackpot-cost=1", "prize.four-of-a-kind=300 for 1", "prize.full-house=50 for 1",
            "prize.flush=40 for 1")  # fmt: skip
    told = sheet("nsw", *sign)
    assert [each.wager for each in told.wagers] == ["main-game", "jackpot", "fixed-jackpot"]
    assert (told.without_value, len(told.dollars), told.dollars_fault) == ((), 1, None)
    assert {row.end: row.per_unit for row in told.wagers[1].rows} == {
        "royal-flush": 9_999, "straight-flush": 999, "four-of-a-kind": 299, "full-house": 49, "flush": 39,
        "no-prize": -1,
    }  # fmt: skip


def test_every_option_of_a_jackpot_is_there():
    assert [(each.table, each.stake_cents) for each in sheet("crown").wagers if each.jackpot] == [
        ("1", 100),
        ("2", 100),
    ]
    assert [each.stake_cents for each in sheet("maryland").wagers if each.jackpot] == [100, 500]
    assert [each.table for each in sheet("crown", "jackpot-option=2").wagers if each.jackpot] == ["2"]
    assert len(sheet("crown").dollars) == 14
    keys = [each.key for each in sheet("maryland").wagers]
    assert len(keys) == len(set(keys)) == 21


def test_the_wagers_of_one_kind_stand_together_in_the_books_order():
    for name in ("maryland", "crown"):
        kinds = [each.wager for each in sheet(name).wagers]
        together = list(dict.fromkeys(kinds))
        assert kinds == sorted(kinds, key=together.index)
        assert together[1:] == [str(each) for each in sheet(name).book.wagers if str(each) in together]


def test_caps():
    (line,) = sheet("maryland").caps
    assert (line.cap.cents, line.binds_above, line.costs_above) == (50_000_00, 10_00, 12_50)
    assert {each.cap.name for each in sheet("online").caps} == {
        "ante", "third-street", "fourth-street", "fifth-street", "game",
    }  # fmt: skip
    assert (sheet("crown").caps, len(sheet("crown", "maximum-payout=20000").caps)) == ((), 1)


def test_bad_input_is_refused():
    with pytest.raises(InputError, match="there is no rule book"):
        par_sheet("nevada")
    with pytest.raises(InputError, match="is not an option"):
        par_sheet("online", ["straight"])


# Demands, hashes and the command.


@pytest.mark.parametrize("book", BOOKS)
def test_each_wager_answers_every_demand(book: str):
    told = par_data(sheet(book))
    for each in told["wagers"]:
        cells = [str(one["cell"]).removeprefix(f"{each['key']}/") for one in told["demands"] if one["cell"]]
        own = sorted(cell for cell in cells if cell.count("/") == 1)
        assert own == ["ends/odds", "ends/pays", "ends/pays", "figures/edge", "figures/edge"]
    assert [one["demand"] for one in told["demands"] if one["cell"] is None] == ["developer"]


def test_the_command_tells_all_of_it_with_hashes():
    done = subprocess.run([MSTUD, "par", "crown", "--json"], capture_output=True, check=True, timeout=60)
    told = json.loads(done.stdout)
    assert told["book_hash"] == sheet("crown").hashes["book"]
    assert len(told["program_hash"]) == 64
    assert {**told} == {"program": told["program"], "program_hash": told["program_hash"], **par_data(sheet("crown"))}


def test_the_hashes_know_what_they_are_of():
    same, other = par_sheet("online", ["ties=bet", "multiples=1,2,3"]), par_sheet("online", ["ties=fold"])
    assert same.hashes == par_sheet("online", ["multiples=1,2,3", "ties=bet"]).hashes
    assert same.hashes["options"] != other.hashes["options"]
    assert same.hashes["book"] == other.hashes["book"] != sheet("crown").hashes["book"]
