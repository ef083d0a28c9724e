"""Where each jackpot dollar goes, compared with published counts of poker hands, with an enumeration of a meter's life
rounded up and down, and with simulations of it: none of them shares code with `maths`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil, floor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from mississippi_stud.cards import parse
from mississippi_stud.cli import solve_tables
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.jackpot import prizes
from mississippi_stud.jackpot.state import Fate, Meter, MeterTerms, RegisteredWager, ShownHand
from mississippi_stud.maths import dollars, jackpot_wagers, offers, studies, top_ups
from mississippi_stud.maths.options import parse_choices, read
from mississippi_stud.maths.solver import solve
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks import rulebook
from tests.clauses import clause
from tests.maths import oracle

ALL = 2_598_960
COUNTS = {"royal": 4, "straight-flush": 36, "fours": 624, "full-house": 3744, "flush": 5108, "straight": 10_200,
          "threes": 54_912}  # fmt: skip
SIGN = ("prize.four-of-a-kind=500 for 1", "prize.full-house=100 for 1", "prize.flush=50 for 1")
NSW = ("rate=20%", "seed=10000", "jackpot-cost=2", *SIGN)
MARYLAND = ("rate=15%", "seed=12000")

# Of 155,937,600 ordered deals, not folded by the best play; the campaign below counts them card by card.
PLAYED = {Hand.ROYAL_FLUSH: 240, Hand.STRAIGHT_FLUSH: 1392, Hand.FOUR_OF_A_KIND: 32_496, Hand.FULL_HOUSE: 180_144,
          Hand.FLUSH: 208_248, Hand.STRAIGHT: 361_632, Hand.THREE_OF_A_KIND: 2_441_760}  # fmt: skip


def rows(name: str, *options: str, best: bool = False, lifted: bool = False) -> list[dollars.Dollar]:
    """Return the rows; with `lifted`, under a custom book whose meters never stand below their seed."""
    book, choices, game = read(name, options)
    if lifted:
        never = structs.replace(book.jackpot.never_below_seed, value=True)
        book = structs.replace(book, jackpot=structs.replace(book.jackpot, never_below_seed=never))
    return dollars.by_play(book, choices, solve(game) if best else None)


def fixed(row: dollars.Dollar) -> Fraction:
    return sum(row.fixed.values(), Fraction(0))


# Exact shares, for players who never fold.


@clause("crown table 4", "crown table 5")
def test_tables_4_and_5__the_fixed_prizes_of_who_never_folds():
    one = Fraction(500 * 624 + 150 * 3744 + 100 * 5108, ALL)
    two = Fraction(600 * 624 + 100 * 3744 + 60 * 5108 + 40 * 10_200, ALL)
    assert [fixed(row) for row in rows("crown")] == 7 * [one] + 7 * [two]
    assert [row.reseeding for row in rows("crown")][:2] == [Fraction(10_000 * 4, ALL), Fraction(20_000 * 4, ALL)]


@clause("crown 9.1.1(d)", "crown 9.3.1")
def test_9_3_1__a_seed_is_for_each_dollar_of_the_cost_so_the_shares_are_the_same():
    (one,) = rows("crown", "jackpot-option=2", "seed=40000")
    (five,) = rows("crown", "jackpot-option=2", "seed=200000", "jackpot-cost=5")
    assert (one.rate, one.reseeding, one.topped) == (five.rate, five.reseeding, five.topped)
    assert one.rounding.high == 5 * five.rounding.high == Fraction(4 + Fraction(36, 10), ALL)


@clause("nsw 15.2.9", "nsw 15.2.5.2")
def test_15_2_9__what_the_sign_says():
    (row,) = rows("nsw", *NSW)
    assert fixed(row) == Fraction(500 * 624 + 100 * 3744 + 50 * 5108, ALL)
    assert (row.rate, row.reseeding, row.bonus) == (Fraction(1, 5), Fraction(5000 * 4, ALL), 0)
    assert row.topped == (0, 0), "nothing lifts a meter that was won in part"
    assert row.house.low == 1 - fixed(row) - row.rate - row.reseeding < row.house.high


def test_a_prize_that_is_a_sum_or_beside_the_stake_or_a_part_of_a_cent():
    signs = ("prize.four-of-a-kind=$300", "prize.full-house=5 to 1", "prize.flush=1 for 3")
    (row,) = rows("nsw", "rate=20%", "seed=10000", "jackpot-cost=2", *signs)
    assert fixed(row) == Fraction(150 * 624 + 6 * 3744, ALL) + Fraction(67, 200) * Fraction(5108, ALL)


@clause("maryland .12C(1)", "maryland .12C(3)(a)", "maryland .12C(3)(b)")
def test_12_c__fixed_prizes_rate_and_reset_amount():
    paid = Fraction(300 * 624 + 50 * 3744 + 40 * 5108 + 30 * 10_200 + 9 * 54_912, ALL)
    one, five = rows("maryland", *MARYLAND)
    assert [fixed(one), fixed(five)] == [paid, paid]
    assert [one.reseeding, five.reseeding] == [Fraction(12_000 * 4, ALL), Fraction(2400 * 4, ALL)]
    assert [row.cost_cents for row in (one, five)] == [100, 500]


@clause("maryland .12C(5)")
def test_12_c_5__envy_by_other_players():
    for row in rows("maryland", *MARYLAND, "players=3"):
        assert row.bonus == 3 * Fraction(1000 * 4 + 300 * 36, ALL)


@clause("nsw 15.2.10.2", "nsw 15.2.10.3")
def test_15_2_10__the_bonus_jackpot_less_rounds_with_two_winners():
    """Count every three cards of a suit on the board, and every two pairs of that suit that make straight flushes."""
    straights = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]  # ranks, the ace 12
    twice = Counter(min(theirs) == 8 for mine in straights for theirs in straights
                    if len(mine & theirs) == 3)  # fmt: skip
    deals = 1326 * 1225 * 48 * 47 * 46
    (row,) = rows("nsw", *NSW, "players=2", "bonus.royal-flush=1000", "bonus.straight-flush=200")
    royal, straight = (Fraction(4 * 6 * twice[each], deals) for each in (True, False))
    expected = 1000 * (Fraction(4, ALL) - royal) + 200 * (Fraction(36, ALL) - straight)
    assert row.bonus == 2 * expected / 2
    assert royal > 0


def test_the_hands_of_who_never_folds_are_those_of_any_five_cards():
    found = jackpot_wagers.chances(None)
    hands = [Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH, Hand.FOUR_OF_A_KIND, Hand.FULL_HOUSE, Hand.FLUSH, Hand.STRAIGHT,
             Hand.THREE_OF_A_KIND]  # fmt: skip
    assert [found[hand] * ALL for hand in hands] == list(COUNTS.values())
    assert sum(found.values()) == 1


# Under the best play.


def test_the_fixed_prizes_under_the_best_play():
    found = jackpot_wagers.chances(solve(read("crown")[2]))
    assert {hand: found[hand] * 155_937_600 for hand in PLAYED} == PLAYED
    deals = {hand: Fraction(count, 155_937_600) for hand, count in PLAYED.items()}
    paid = 500 * deals[Hand.FOUR_OF_A_KIND] + 150 * deals[Hand.FULL_HOUSE] + 100 * deals[Hand.FLUSH]
    assert fixed(rows("crown", best=True)[0]) == paid
    for name, options in (("nsw", NSW), ("maryland", MARYLAND)):
        for best, never in zip(rows(name, *options, best=True), rows(name, *options), strict=True):
            assert best.reseeding == never.reseeding  # no royal flush is ever folded
            assert best.players.high < never.players.low


@pytest.mark.campaign
def test_the_hands_of_the_best_play_are_counted_card_by_card():
    counts: Counter = Counter()
    rules = oracle.Rules(oracle.STANDARD)
    ranks = "23456789TJQKA"
    for low, high in combinations(ranks, 2):
        for text, ways in ((f"{high}s {low}s", 4), (f"{high}s {low}h", 12)):
            counts.update({hand: ways * n for hand, n in oracle.hole(rules, parse(text)).finals.items()})
    for rank in ranks:
        counts.update({hand: 6 * n for hand, n in oracle.hole(rules, parse(f"{rank}s {rank}h")).finals.items()})
    assert {hand: counts[hand] for hand in PLAYED} == PLAYED


# What the house adds lies between what a meter rounded down and one rounded up would need.

Happening = tuple[float, Callable[[Fraction], tuple[Fraction, Fraction | None]]]
"""A chance, and a function from a meter to what the house adds and what is left, None if the meter restarts."""


def by_rounding(add: int, seed: int, reset: float, happenings: list[Happening], *, up: bool, least: int) -> float:
    """Return what is added per round if the meter is rounded to whole units after every prize, by plain iteration.

    A meter starts at its seed and never stands below `least`.
    """
    runs_on = sum(chance for chance, happens in happenings if happens(Fraction(seed))[1] is not None)
    top = int(40 / (reset + runs_on)) * add + seed - least
    found = []
    for meter in range(top + 1):
        steps = []
        for chance, happens in happenings:
            added, left = happens(Fraction(least + meter + add))
            kept = None if left is None else max(0, (ceil(left) if up else floor(left)) - least)
            steps.append((chance, float(added), kept))
        found.append(
            (sum(chance * added for chance, added, _ in steps), [(c, k) for c, _, k in steps if k is not None])
        )
    still = [0.0] * (top + add + 1)
    for _ in range(3000):
        before = still[seed - least]
        if not up:
            still[top + 1 :] = [still[top]] * add  # above the top no more is added than at it; otherwise nothing
        for meter in range(top, -1, -1):
            added, goes = found[meter]
            still[meter] = added + (1 - reset - runs_on) * still[meter + add] + sum(c * still[k] for c, k in goes)
        if abs(still[seed - least] - before) < 1e-12 * (1 + before):
            return still[seed - least] * reset
    raise AssertionError("it does not settle")


def topped_up(meter: Fraction, seed: int) -> tuple[Fraction, Fraction]:
    return max(Fraction(0), seed - meter), max(meter, Fraction(seed))


def enumerated(
    add: int, seed: int, reset: float, happenings: list[Happening], lowest: int | None = None
) -> tuple[float, float]:
    low_at = seed if lowest is None else lowest
    least, most = (by_rounding(add, seed, reset, happenings, up=up, least=low_at) for up in (True, False))
    assert most - least < sum(chance for chance, _ in happenings)  # rounding costs at most a unit per prize
    return least * (1 - 1e-9), most * (1 + 1e-9)


@pytest.mark.parametrize(
    ("add", "seed", "reset", "part", "keeps", "close"),
    [
        (20, 2000, 0.03, 0.06, (9, 10), 0.01),
        (7, 2500, 0.02, 0.09, (9, 10), 0.01),
        (30, 300, 0.05, 0.05, (4, 5), 0.05),
        (3, 5000, 0.04, 0.03, (1, 2), 0.01),
        pytest.param(4, 3000, 0.003, 0.006, (9, 10), 0.001, marks=pytest.mark.campaign),
        pytest.param(40, 4000, 0.01, 0.05, (9, 10), 0.01, marks=pytest.mark.campaign),
        pytest.param(9, 30_000, 0.01, 0.05, (9, 10), 0.01, marks=pytest.mark.campaign),
        pytest.param(100, 900, 0.01, 0.05, (9, 10), 0.01, marks=pytest.mark.campaign),
    ],
)
def test_topping_up_lies_between_a_meter_rounded_up_and_one_rounded_down(add, seed, reset, part, keeps, close):
    left = Fraction(*keeps)
    least, most = enumerated(add, seed, reset, [(part, lambda meter: topped_up(left * meter, seed))])
    low, high = top_ups.added_between(add, seed, reset, (top_ups.MeterStep(Fraction(part), left),))
    assert least <= high
    assert low <= most
    assert high - low <= close * high  # chances as small as those of real cards bring them far closer: see below


TENTH = Fraction(1, 10)


def in_turn(meter: Fraction, seed: int, *shares: Fraction) -> tuple[Fraction, Fraction]:
    """Pay prizes one after the other, topping up the meter after each: return what was added and what is left."""
    added = Fraction(0)
    for share in shares:
        more, meter = topped_up(meter - share * meter, seed)
        added += more
    return added, meter


def two_winners(royal: float, straight: float, mixed: float, double: float) -> tuple[dict, dict]:
    """Return how often a player wins, and how often two given players do."""
    top, next_best = Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH
    wins = dict.fromkeys(Hand, Fraction(0)) | {top: Fraction(royal), next_best: Fraction(straight)}
    both = dict.fromkeys(((top, next_best), (next_best, top)), Fraction(mixed)) | {(next_best,) * 2: Fraction(double)}
    return wins, both


@clause("crown 10.3.2(a)", "nsw 15.2.13.2", "maryland .12C(4)")
@pytest.mark.parametrize("name", ["crown", "nsw", "maryland"])
def test_two_winners_in_a_round_and_what_the_house_adds_then(name: str):
    """Chances a thousand times those of the cards, so that rounds with two winners are seen."""
    seed, least, royal, straight = 1500, 160, 0.02, 0.05
    mixed, double = 0.01, 0.02  # for two given players, in this order
    wins, both = two_winners(royal, straight, mixed, double)
    options = {"crown": (), "nsw": (*NSW, f"guaranteed.straight-flush={least}"), "maryland": MARYLAND}[name]
    book, choices, _ = read(name, options)
    offer = offers.offers(book, choices)[0]
    guaranteed = {Hand.STRAIGHT_FLUSH: least} if name == "nsw" else {}
    terms = replace(offer.terms, cost_cents=1, seed_cents=seed, guaranteed_cents=guaranteed)
    topped, minimums = dollars._added(replace(offer, terms=terms, rate=Fraction(10)), dollars.TableModel(2, wins, both))

    def two(meter: Fraction) -> tuple[Fraction, Fraction]:
        each = (meter - seed) * (Fraction(1, 10) + Fraction(9, 100)) / 2 + Fraction(seed, 10)
        return topped_up(meter - 2 * each, seed)

    def guaranteed_two(meter: Fraction) -> tuple[Fraction, Fraction]:
        return 2 * max(Fraction(0), least - Fraction(19, 200) * meter), Fraction(81, 100) * meter

    single = 2 * straight - 2 * mixed - 2 * double
    if name == "crown":
        one: Happening = (single, lambda meter: in_turn(meter, seed, TENTH))
        low, high = enumerated(20, seed, 2 * royal, [one, (double, two)])
        assert low <= 2 * topped.high
        assert 2 * topped.low <= high
        assert topped.high - topped.low < topped.high / 50
    else:
        assert topped == (0, 0), "nothing lifts a meter that was won in part"
    if name == "nsw":
        one = (single, lambda meter: (Fraction(0), Fraction(9, 10) * meter))
        low, high = enumerated(20, seed, 2 * royal, [one, (double, guaranteed_two)], lowest=0)
        assert 0 < low <= 2 * minimums.high
        assert 2 * minimums.low <= high
        assert minimums.high - minimums.low < minimums.high / 50
    else:
        assert minimums == (0, 0)


def test_prizes_in_turn_from_a_meter_that_is_lifted_between_them():
    """A custom book may do this: the meter is topped up to its seed after every prize and never stands below it."""
    seed, royal, straight = 1500, 0.02, 0.05
    mixed, double = 0.01, 0.02
    happenings: list[Happening] = [
        (2 * straight - 2 * mixed - 2 * double, lambda meter: in_turn(meter, seed, TENTH)),
        (double, lambda meter: in_turn(meter, seed, TENTH, TENTH)),
        (mixed, lambda meter: (in_turn(meter, seed, Fraction(1), TENTH)[0] - seed, None)),  # the seed is reseeding
        (mixed, lambda meter: (in_turn(meter, seed, TENTH, Fraction(1))[0] - seed, None)),
    ]
    low, high = enumerated(20, seed, 2 * royal, happenings)
    table = dollars.TableModel(2, *two_winners(royal, straight, mixed, double))
    book, choices, _ = read("maryland", MARYLAND)
    never = structs.replace(book.jackpot.never_below_seed, value=True)
    book = structs.replace(book, jackpot=structs.replace(book.jackpot, never_below_seed=never))
    offer = offers.offers(book, choices)[0]
    terms = replace(offer.terms, cost_cents=1, seed_cents=seed)
    topped, minimums = dollars._added(replace(offer, terms=terms, rate=Fraction(10)), table)
    assert low <= 2 * topped.high
    assert 2 * topped.low <= high
    assert minimums == (0, 0)


@clause("nsw 15.2.13.2")
@pytest.mark.parametrize(("least", "more"), [("950", False), ("950.01", True), ("950.02", True)])
def test_15_2_13_2__a_minimum_costs_the_house_only_above_half_of_two_tenths_of_the_meter(least: str, more: bool):
    """A meter that neither grows nor stands below its seed is at 10,000: two straight flushes take 1,000 and 900."""
    options = ("rate=0%", *NSW[1:], "players=4", f"guaranteed.straight-flush={least}")
    (falls,) = rows("nsw", *options)
    assert falls.guaranteed.low >= 0 < falls.guaranteed.high, "one that is not lifted falls, and costs more"
    (row,) = rows("nsw", *options, lifted=True)
    assert row.guaranteed.high < falls.guaranteed.high
    assert (row.guaranteed.low > 0) is more
    straights = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]  # ranks, the ace 12
    pairs = sum(
        len(mine & theirs) == 3 and 8 not in (min(mine), min(theirs)) for mine in straights for theirs in straights
    )
    chance = Fraction(24 * pairs, 1326 * 1225 * 48 * 47 * 46)  # of two given players
    assert row.guaranteed.low == row.guaranteed.high == 10 * chance * 2 * (Fraction(least) - 950) / (5 * 2)


@clause("nsw 15.2.13.1")
def test_15_2_13_1__a_minimum_for_royal_flushes_is_never_met_by_one_deck():
    plain, guaranteed = (rows("nsw", *NSW, "players=4", *more) for more in ((), ("guaranteed.royal-flush=900000",)))
    assert plain == guaranteed


def test_more_players_share_and_all_else_is_the_same():
    """Per dollar: the same prizes, the same rate and seed; the effect of two winners is small."""
    for name, options in (("crown", ()), ("nsw", NSW), ("maryland", MARYLAND)):
        for one, many in zip(rows(name, *options), rows(name, *options, "players=5"), strict=True):
            assert (one.fixed, one.rate, one.reseeding) == (many.fixed, many.rate, many.reseeding)
            if name == "crown":
                assert 0 < abs(one.topped.middle - many.topped.middle) < one.topped.middle / 20
            else:
                assert one.topped == many.topped == (0, 0)


# Topping up, rounding and what comes off the meter: the history of meters from one royal flush to the next.


def live(cycles: int, rate: Fraction, cost: int, seed: int, chances: tuple[float, float], crown: bool, draw: int):
    """Simulate many lives at once, prize by prize, in millionths of a dollar: the house's additions and the prizes."""
    unit = 10_000  # of a cent
    reset, part = chances
    add = rate * cost * unit
    assert add.denominator == 1
    random = np.random.default_rng(draw)
    meter = np.full(cycles, seed * unit, dtype=np.int64)
    added, won = np.zeros(cycles, dtype=np.int64), np.zeros(cycles, dtype=np.int64)
    running = np.arange(cycles)
    while len(running):
        meter[running] += random.geometric(reset + part, len(running)) * int(add)
        royal = random.random(len(running)) < reset / (reset + part)
        now = meter[running]
        shown = -(-now // (100 * unit)) * 100 * unit if crown else now
        prize = np.where(royal, shown, shown // 10) // unit * unit
        left = now - prize
        gone = np.where(royal | crown, np.maximum(0, seed * unit - left), 0)
        added[running] += gone
        won[running] += prize
        meter[running] = left + gone
        running = running[~royal]
    return added / unit, won / unit


def compare(cycles: int, row: dollars.Dollar, chances: Mapping[Hand, Fraction], draw: int, crown: bool) -> None:
    """Allow five standard errors; a cycle has 1 / reset wagers on average."""
    reset, part = (float(chances[hand]) for hand in (Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH))
    added, won = live(cycles, row.rate, row.cost_cents, row.seed_cents, (reset, part), crown, draw)
    share = reset / row.cost_cents
    beside = row.topped.plus(row.rounding)
    for sample, bounds in ((added - row.seed_cents, beside), (won, row.meter_prizes)):
        error = 5 * float(np.std(sample)) / cycles**0.5 * share
        assert float(bounds.low) - error <= float(np.mean(sample)) * share <= float(bounds.high) + error


@pytest.mark.parametrize("cycles", [20_000, pytest.param(3_000_000, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("best", [False, True])
def test_simulated_meters_agree(cycles: int, best: bool):
    chances = jackpot_wagers.chances(solve(read("crown")[2])) if best else jackpot_wagers.chances(None)
    crown = rows("crown", best=best)
    for number in (0, 6, 13):
        compare(cycles, crown[number], chances, number, crown=True)
    compare(cycles, rows("nsw", *NSW, best=best)[0], chances, 20, crown=False)
    for number, row in enumerate(rows("maryland", *MARYLAND, best=best)):
        compare(cycles, row, chances, 30 + number, crown=False)


STRAIGHT_FLUSH, ROYAL = ("9s 8s", "7s 6s 5s"), ("As Ks", "Qs Js Ts")


@clause("crown 10.2.1", "nsw 15.2.13.2", "maryland .12C(4)")
@pytest.mark.parametrize(("name", "off"), [("crown", (0, 100)), ("nsw", (-1, 0)), ("maryland", (-1, 0))])
@settings(max_examples=60)
@given(above=st.fractions(0, 10**7, max_denominator=10_000))
def test_the_jackpot_rounds_by_no_more_than_the_bounds_say(name: str, off: tuple[int, int], above: Fraction):
    book, seed = rulebook(name), 10_000_00
    more = {"option": "1", "seed": "10000", "table": "option-1"} if name == "crown" else {"table": "main"}
    if name == "nsw":
        more = {"sign": {"royal-flush": "100% of the meter", "straight-flush": "10% of the meter"}}
    terms = MeterTerms(cost_cents=Cents(100), rate="30%", seed_cents=Cents(seed), **more)
    value = seed + above
    meter = Meter(id="m", terms=terms, value_exact=str(value))
    for (hole, board), share in ((STRAIGHT_FLUSH, Fraction(1, 10)), (ROYAL, Fraction(1))):
        shown = ShownHand(position=1, player="a", hole=parse(hole), fate=Fate.PLAYED)
        wager = RegisteredWager(position=1, player="a", cents=Cents(100))
        steps = prizes.reckon(book, meter, (wager,), (shown,), parse(board))
        (paid,) = (step.cents for step in steps if isinstance(step, prizes.Prize))
        added = sum((step.amount for step in steps if isinstance(step, prizes.HouseAddition)), Fraction(0))
        assert off[0] < paid - share * value < off[1] * share or paid == share * value
        lifted = name == "crown" or share == 1
        assert added == (max(0, seed - (value - paid)) if lifted else 0)


# What must hold whatever is chosen.


@settings(max_examples=25, deadline=None)
@given(rate=st.integers(0, 10_000), seed=st.integers(10_000_00, 10**8), cost=st.sampled_from(["1", "5"]))
def test_shares_add_up_and_the_bounds_are_close(rate: int, seed: int, cost: str):
    percent = f"{rate // 100}.{rate % 100:02}%"
    options = (f"rate={percent}", f"seed={seed // 100}.{seed % 100:02}", f"jackpot-cost={cost}", "players=2")
    (row,) = rows("maryland", *options, lifted=True)
    assert row.players.low + row.house.high == row.players.high + row.house.low == 1
    assert 0 <= row.topped.low <= row.topped.high <= Fraction(36, ALL) * row.seed / 10 * (1 + Fraction(1, 10**8))
    assert row.topped.high - row.topped.low <= Fraction(1, 10_000) * row.topped.high + Fraction(1, 10**10)
    assert row.meter_prizes.low >= row.rate + row.reseeding - Fraction(1, 10**6)


def test_a_meter_that_does_not_grow_is_topped_up_after_every_straight_flush():
    row, _ = rows("maryland", "rate=0%", "seed=10000", lifted=True)
    assert row.topped == (Fraction(36 * 1000, ALL), Fraction(36 * 1000, ALL))


def test_the_greater_the_rate_the_less_is_topped_up():
    rates = (1, 5, 10, 20, 40, 100)
    found = [rows("maryland", f"rate={rate}%", "seed=50000", lifted=True)[0].topped for rate in rates]
    assert all(after.high < before.low for before, after in pairwise(found))


# What is shown, and what is refused.


def test_the_answer_says_what_is_exact_and_what_is_not():
    book, choices, game = read("nsw", (*NSW, "players=2", "bonus.royal-flush=1000"))
    found = studies.dollars(book, choices, game)
    (row,) = found["never_fold"]
    assert (row["meter"], row["cost"], row["seed_amount"]) == ("1/5", "2.00", "10000.00")
    assert row["reseeding"] == str(Fraction(5000 * 4, ALL))
    assert Fraction(row["topping_up_from"]) <= Fraction(row["topping_up_to"])
    assert row["topping_up_error_decimal"] < 1e-8
    assert Fraction(row["house_from"]) + Fraction(row["to_players_to"]) == 1
    assert any("numerical" in str(note) for note in found["notes"])
    *_, last = solve_tables.shown(found, "en")
    assert "off by at most" in last


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("online", (), "online has no jackpot"),
        ("nsw", (), r"leaves this to the operator: give for example --option rate=20% --option seed=10000 "
                    r'--option jackpot-cost=1 --option "prize.four-of-a-kind'),
        ("nsw", NSW[1:], r"give for example --option rate=20%$"),
        ("nsw", NSW[:-1], r'give for example --option "prize.flush=50 for 1"$'),
        ("nsw", (*NSW, "prize.straight=5 for 1"), r"does not say what straight pays \(nsw 15.2.8\)"),
        ("nsw", (*NSW, "bonus.flush=5"), r"bonus.flush cannot be chosen \(nsw 15.2.10.2\)"),
        ("nsw", ("rate=100.01%", *NSW[1:]), r"a rate of 100.01% is too high \(nsw 15.2.5.2\): give at most 100%"),
        ("nsw", (*NSW[:3], "prize.flush=1% of the meter", *SIGN[:2]), "one prize of the whole meter and one of a part"),
        ("nsw", (*NSW, "others=never-fold"), "leave others out"),
        ("nsw", (*NSW, "guaranteed.flush=5"), r"flush has no guaranteed minimum \(nsw 15.2.13\)"),
        ("maryland", (*MARYLAND, "guaranteed.straight-flush=5"), "maryland guarantees nothing"),
        ("maryland", ("rate=20%",), r"give for example --option seed=10000$"),
        ("maryland", ("rate=20%", "seed=9999.99"), r"too low \(maryland .12C\(3\)\(b\)\): give at least \$10000.00"),
        ("maryland", (*MARYLAND, "prize.flush=5 for 1"), "prints what its jackpot pays"),
        ("maryland", (*MARYLAND, "bonus.royal-flush=5"), "the book prints the amounts"),
        ("maryland", (*MARYLAND, "jackpot-cost=2"), r"choose one of \$1.00, \$5.00"),
        ("crown", ("rate=20%",), r"prints its increment rates \(crown table 2, crown table 3\)"),
        ("crown", ("seed=10000.01",), r"has no seed of \$10000.01 for a wager of \$1.00 \(crown table 2\)"),
        ("crown", ("jackpot-option=3",), "no jackpot option '3': choose one of 1, 2"),
        ("crown", ("prize.flush=5 for 1",), "prints what its jackpot pays"),
        ("crown", ("bonus.royal-flush=5",), "pays nothing for other players' hands"),
    ],
)  # fmt: skip
def test_what_is_missing_or_not_allowed_is_told(name: str, options: tuple[str, ...], message: str):
    with pytest.raises(InputError, match=message):
        rows(name, *options)


@pytest.mark.parametrize("text", ["rate=20", "rate=0.2", "rate=-1%", "rate=", "rate=a%"])
def test_a_rate_is_a_percentage(text: str):
    with pytest.raises(InputError, match=r"option rate: .* is not a share"):
        parse_choices([text])


def test_the_bounds_of_the_books_are_allowed():
    assert rows("nsw", "rate=100%", *NSW[1:])[0].rate == 1
    assert rows("maryland", "rate=20%", "seed=10000")[0].seed_cents == 10_000_00
