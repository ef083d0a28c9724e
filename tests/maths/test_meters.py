"""Jackpot wagers: values by meter, sharing, Envy and bonus, the joint optimum and where each dollar goes."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations

import msgspec
import pytest

from mississippi_stud.cards import parse
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five
from mississippi_stud.jackpot import prizes, state
from mississippi_stud.maths import dollars, jackpot_wagers, joint_play, studies, top_ups
from mississippi_stud.maths.classes import class_of
from mississippi_stud.maths.options import Choices, read
from mississippi_stud.maths.sharing import both_win, stays
from mississippi_stud.maths.solver import solve
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from tests.clauses import clause
from tests.maths import oracle

ROYAL, STRAIGHT = Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH
SIGN = ("prize.four-of-a-kind=500 for 1", "prize.full-house=100 for 1", "prize.flush=50 for 1")
NSW = (*SIGN, "seed=10000")
CAMPAIGN = pytest.mark.campaign


def set_up(name: str, *options: str, ante: str = "5"):
    book, choices, game = read(name, options, (), ante)
    terms = jackpot_wagers.terms(book, choices)
    return game, terms, jackpot_wagers.worth(game, terms, choices)


@clause("crown table 4")
def test_table_4__the_value_by_hand_under_the_best_main_play():
    game, _, worth = set_up("crown")
    solved = solve(game)
    chance = {hand: solved.hand_probability(hand) for hand in Hand}
    fixed = 500 * chance[Hand.FOUR_OF_A_KIND] + 150 * chance[Hand.FULL_HOUSE] + 100 * chance[Hand.FLUSH]
    for meter in (10_000, 25_000, 300_000):
        expected = fixed + meter * chance[ROYAL] + Fraction(meter, 10) * chance[STRAIGHT] - 1
        assert worth.value(Fraction(meter * 100)) == expected * 100


@clause("crown 10.2.1")
@pytest.mark.parametrize(("cents", "dollars_shown"), [(10_000_00, 10_000), (10_000_01, 10_001), (9_999_99, 10_000)])
def test_10_2_1__prizes_use_the_meter_rounded_up_to_the_dollar(cents: int, dollars_shown: int):
    _, terms, _ = set_up("crown")
    assert terms.prize(ROYAL, Fraction(cents)) == dollars_shown * 100
    assert terms.prize(STRAIGHT, Fraction(cents)) == dollars_shown * 10


@clause("maryland .12C(1)")
def test_12_c_1__prizes_are_for_1_and_by_the_meter():
    _, terms, _ = set_up("maryland", "jackpot-cost=5")
    prizes = [terms.prize(hand, Fraction(20_000_00)) for hand in reversed(Hand)][:7]
    assert prizes == [20_000_00, 2_000_00, 300 * 500, 50 * 500, 40 * 500, 30 * 500, 9 * 500]


@clause("maryland .12C(5)")
@pytest.mark.parametrize(("cost", "royal", "straight"), [("1", 1000, 300), ("5", 5000, 1500)])
def test_12_c_5__envy_for_each_other_player(cost: str, royal: int, straight: int):
    game, _, worth = set_up("maryland", f"jackpot-cost={cost}")
    solved = solve(game)
    one = royal * solved.hand_probability(ROYAL) + straight * solved.hand_probability(STRAIGHT)
    assert [worth.bonus(others) for others in (0, 1, 5)] == [0, one * 100, 5 * one * 100]
    _, _, never = set_up("maryland", f"jackpot-cost={cost}", "others=never-fold")
    assert never.bonus(1) == Fraction(royal * 4 + straight * 36, 2_598_960) * 100


@clause("nsw 15.2.10.3")
def test_15_2_10_3__a_winner_gets_no_bonus_jackpot():
    _, _, worth = set_up("nsw", *SIGN, "bonus.royal-flush=1000", "bonus.straight-flush=200")
    solved = worth.mine
    both = both_win(solved, solved)
    lost = 1000 * both[STRAIGHT, ROYAL] + 200 * (both[ROYAL, STRAIGHT] + both[STRAIGHT, STRAIGHT])
    full = 1000 * solved.hand_probability(ROYAL) + 200 * solved.hand_probability(STRAIGHT)
    assert worth.bonus(3) == 3 * (full - lost) * 100
    assert 0 < lost < full / 1000


def test_two_winners_are_counted_by_brute_force():
    """Every board of three cards of a suit, every two pairs of that suit."""
    counts: Counter = Counter()
    spades = range(3, 52, 4)
    for board in combinations(spades, 3):
        rest = [card for card in spades if card not in board]
        winners = [(pair, hand) for pair in combinations(rest, 2) if (hand := five(*board, *pair)) >= STRAIGHT]
        for mine, my_hand in winners:
            for theirs, their_hand in winners:
                if not set(mine) & set(theirs):
                    counts[my_hand, their_hand] += 6 * 4
        assert len(winners) <= 3
    deals = 1326 * 1225 * 48 * 47 * 46
    assert both_win(None, None) == {pair: Fraction(count, deals) for pair, count in counts.items()}


def test_who_stays_with_a_straight_flush_is_as_likely_as_the_solver_says():
    """Every straight and royal flush in spades, every two of its cards as the player's, every order of the rest."""
    solved = solve(read("online")[2])
    counts: Counter = Counter()
    for held in combinations(range(3, 52, 4), 5):
        hand = five(*held)
        if hand >= STRAIGHT:
            for hole in combinations(held, 2):
                rest = [card for card in held if card not in hole]
                counts[hand] += 4 * sum(stays(solved, hole, board) for board in permutations(rest))
    for hand in (ROYAL, STRAIGHT):
        assert solved.hand_probability(hand) == Fraction(counts[hand], 155_937_600)


@pytest.mark.parametrize(
    ("name", "options", "royal", "beside_royal", "straights"),
    [
        pytest.param(
            "crown", (), Fraction(10, 11), Fraction(1, 11), None, marks=clause("crown table 6", "crown table 7")
        ),
        pytest.param("nsw", SIGN, Fraction(9, 10), Fraction(1, 10), Fraction(19, 200), marks=clause("nsw 15.2.14")),
        ("maryland", (), Fraction(19, 20), None, Fraction(19, 200)),
    ],
)
def test_how_two_winners_share(name: str, options: tuple, royal: Fraction, beside_royal, straights):
    _, terms, _ = set_up(name, *options)
    meter = Fraction(50_000_00)
    assert terms.shared_prize(ROYAL, STRAIGHT, meter) == royal * meter
    if beside_royal is not None:
        assert terms.shared_prize(STRAIGHT, ROYAL, meter) == beside_royal * meter
    else:  # maryland: a tenth of the meter, or of the reset amount if the royal flush is paid first
        assert terms.shared_prize(STRAIGHT, ROYAL, meter) == (5_000_00 + 1_000_00) // 2
    if straights is not None:
        assert terms.shared_prize(STRAIGHT, STRAIGHT, meter) == straights * meter
    else:  # crown: (j - r) (1/10 + 9/100) / 2 + r/10
        assert terms.shared_prize(STRAIGHT, STRAIGHT, meter) == Fraction(40_000_00 * 19, 200) + 1_000_00


def test_the_value_by_meter_is_a_line_and_pieces_of_lines():
    book, choices, game = read("crown", (), (), "5")
    found = studies.meter(book, choices, game, 25_000_00)["by_meter"]
    at, slope = Fraction(found["at_nothing"]), Fraction(found["per_dollar"])
    assert at + slope * 25_000 == set_up("crown")[2].value(Fraction(25_000_00)) / 100
    for before, after in pairwise(found["joint"]):
        assert (before["to"], before["value_at_to"]) == (after["from"], after["value_at_from"])


def test_the_value_by_meter_beside_others():
    """New South Wales with a minimum: the line under the main game's best play bends where the minimum ends."""
    options = (*NSW, "guaranteed.straight-flush=4000", "bonus.straight-flush=200", "players=3")
    book, choices, game = read("nsw", options, (), "5")
    _, _, worth = set_up("nsw", *options)
    rows = studies.meter(book, choices, game, 25_000_00)["by_other_players"]
    assert [len(row["by_meter"]["main_game"]) for row in rows] == [1, 2, 2, 2]
    for others, row in enumerate(rows):
        for piece in row["by_meter"]["main_game"]:
            for end in ("from", "to"):
                value = worth.value(Fraction(piece[end]) * 100, others) / 100
                assert Fraction(piece[f"value_at_{end}"]) == value
        for before, after in pairwise(row["by_meter"]["joint"]):
            assert (before["to"], before["value_at_to"]) == (after["from"], after["value_at_from"])
            assert Fraction(before["value_at_from"]) <= Fraction(before["value_at_to"])


@pytest.mark.parametrize("name", ["crown", "maryland"])
def test_the_break_even_meter_is_where_the_value_is_nothing(name: str):
    _, _, worth = set_up(name)
    for others in (0, 1, 4):
        even = worth.break_even(others)
        assert even is not None
        assert worth.unrounded.value(even, others) == 0


@pytest.mark.parametrize(
    ("cards", "meter"), [("5s 4s", 45_000), ("5s 4s", 46_000), ("As Ks", 300_000), ("9c 9d", 20_000)]
)
def test_brute_force_agrees_on_the_joint_game(cards: str, meter: int):
    game, terms, _ = set_up("crown")
    prizes = {
        ROYAL: meter * 100,
        STRAIGHT: meter * 10,
        Hand.FOUR_OF_A_KIND: 500_00,
        Hand.FULL_HOUSE: 150_00,
        Hand.FLUSH: 100_00,
    }
    rules = oracle.Rules(oracle.STANDARD, ante=500, jackpot_cost=100, jackpot_prizes=prizes)
    played = oracle.hole(rules, parse(cards))
    solved = solve(jackpot_wagers.with_jackpot(game, terms, Fraction(meter * 100)))
    number = class_of(parse(cards))
    assert solved.starting_value(number) * 117_600 == Fraction(played.value, 500)
    assert int(played.plays[()]) == int(solved.plays[0][0, number])


def test_the_joint_optimum_changes_exactly_at_its_steps():
    game, terms, _ = set_up("crown")
    found = joint_play.joint(game, terms, Fraction(0), Fraction(500_000_00))
    steps = found.steps()
    assert steps[0][0] == 45_575_00
    assert [(change.before, change.after, change.plain()["example"]) for change in steps[0][1]] == [
        ("fold", "1", "5s 4s")
    ]
    for meter, changed in steps:
        below, above = (solve(jackpot_wagers.with_jackpot(game, found.wager, meter + by)) for by in (-1, 1))
        for change in changed:
            number = class_of(change.example)
            assert change.street == 0
            assert below.play_name(int(below.plays[0][0, number])) == change.before
            assert above.play_name(int(above.plays[0][0, number])) == change.after


def test_the_pieces_are_the_value_everywhere():
    game, terms, _ = set_up("maryland")
    found = joint_play.joint(game, terms, Fraction(0), Fraction(400_000_00))
    for piece in found.pieces:
        for meter in (piece.low, (piece.low * 2 + piece.high) / 3, piece.high):
            assert found.value(meter) == piece.line.at(meter)
    slopes = [piece.line.slope for piece in found.pieces]
    assert slopes == sorted(set(slopes))


def test_playing_both_together_is_never_worse():
    game, terms, worth = set_up("crown")
    found = joint_play.joint(game, terms, Fraction(0), Fraction(500_000_00))
    even = found.break_even()
    assert even is not None
    assert found.value(even) == found.plain.value
    assert even < worth.break_even()
    for meter in (0, 50_000_00, 300_000_00):
        assert found.value(Fraction(meter)) >= found.plain.value + worth.unrounded.value(Fraction(meter)) / 500
    beside = joint_play.joint(
        game, terms, Fraction(0), Fraction(500_000_00), jackpot_wagers.OtherPlayers(3, worth.theirs)
    )
    assert beside.break_even() > even  # at crown, others only share


def test_envy_lowers_the_joint_break_even():
    game, terms, worth = set_up("maryland")
    alone, beside = (
        joint_play.joint(
            game, terms, Fraction(0), Fraction(400_000_00), jackpot_wagers.OtherPlayers(others, worth.theirs)
        )
        for others in (0, 5)
    )
    assert beside.break_even() < alone.break_even()


def test_a_fixed_jackpot_is_a_jackpot_without_a_meter():
    book, choices, game = read("nsw", ("prize.flush=100 for 1", "prize.royal-flush=$5000"), (), "5")
    terms = jackpot_wagers.terms(book, choices, Wager.FIXED_JACKPOT)
    worth = jackpot_wagers.worth(game, terms, choices)
    solved = solve(game)
    expected = 5000_00 * solved.hand_probability(ROYAL) + 100_00 * solved.hand_probability(Hand.FLUSH) - 100
    assert worth.value(Fraction(0)) == expected
    assert worth.break_even() is None


@clause("crown table 2", "crown table 3")
def test_tables_2_and_3__every_option_and_seed_returns_the_same_to_players_who_never_fold():
    """The printed rates make up for the seeds: 88.87% within their own rounding, which confirms our reading."""
    rows = dollars.by_play(rulebook("crown"), Choices(), None)
    rates = [
        3406,
        3251,
        3094,
        2936,
        2776,
        2612,
        2350,
        3102,
        2947,
        2790,
        2632,
        2470,
        2302,
        2028,
    ]  # hundredths of a percent
    assert [row.rate * 10_000 for row in rows] == rates
    assert [row.seed for row in rows] == 2 * [10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 75_000]
    for row in rows:
        assert float(row.players.middle) == pytest.approx(0.8887, abs=0.0001)


def test_under_optimal_play_less_comes_back():
    rows = dollars.by_play(rulebook("crown"), Choices(), solve(read("crown")[2]))
    assert all(0.73 < row.players.middle < 0.77 for row in rows)
    first = rows[0].plain()
    assert first["meter"] == "1703/5000"
    assert first["reseeding"] == str(Fraction(10_000, 649_740))
    assert first["house_decimal"] + first["to_players_decimal"] == pytest.approx(1)


def test_topping_up_agrees_with_a_simulation():
    """Simulate a small meter wager by wager, with large chances to keep it quick."""
    import random

    rate, seed, reset, part, share = 0.3, 100.0, 0.002, 0.02, 0.1
    chance = random.Random(7)  # noqa: S311
    meter, added, rounds = seed, 0.0, 1_500_000
    for _ in range(rounds):
        meter += rate
        draw = chance.random()
        if draw < reset:
            meter = seed
        elif draw < reset + part:
            meter *= 1 - share
            if meter < seed:
                added += seed - meter
                meter = seed
    low, high = top_ups.added_between(rate, seed, reset, (top_ups.MeterStep(Fraction(part), Fraction(1 - share)),))
    assert (low + high) / 2 == pytest.approx(added / rounds, rel=0.02)


@pytest.mark.parametrize(
    ("name", "options", "ante", "message"),
    [
        ("online", (), "5", "online has no jackpot"),
        (
            "maryland",
            ("jackpot-cost=2",),
            "5",
            r"cannot cost \$2.00 \(maryland .12C\(5\)\): choose one of \$1.00, \$5.00",
        ),
        ("crown", ("jackpot-option=3",), "5", "no jackpot option '3': choose one of 1, 2"),
        ("maryland", ("jackpot-option=1",), "5", "maryland has no jackpot options"),
        ("crown", ("bonus.royal-flush=5",), "5", "pays nothing for other players' hands"),
        ("crown", (), None, "give --ante"),
    ],
)
def test_what_cannot_be_joined_is_told(name: str, options: tuple[str, ...], ante: str | None, message: str):
    book, choices, game = read(name, options, (), ante)
    with pytest.raises(InputError, match=message):
        jackpot_wagers.joined(book, choices, game, 10_000_00)


def test_a_fixed_jackpot_needs_its_sign():
    book, choices, _ = read("nsw")
    with pytest.raises(InputError, match="the sign says what the fixed-jackpot pays"):
        jackpot_wagers.terms(book, choices, Wager.FIXED_JACKPOT)
    with pytest.raises(InputError, match="prints no increment rates"):
        dollars.by_play(book, choices, None)
    with pytest.raises(InputError, match="crown has no fixed-jackpot"):
        jackpot_wagers.terms(rulebook("crown"), choices, Wager.FIXED_JACKPOT)


# With other players.

BEST = oracle.Rules(oracle.STANDARD, (1, 3))


@cache
def kept_by(pair: tuple[int, int]) -> oracle.Played:
    return oracle.hole(BEST, pair)


def stayed(pair: tuple[int, int], board: tuple[int, ...]) -> bool:
    """Return whether a player with those two cards who plays the main game best is in at the end, by brute force."""
    rest = [card for card in range(52) if card not in pair]
    seen = [rest.index(card) for card in board]
    bets: tuple[int, ...] = ()
    for street in range(3):
        bet = int(kept_by(pair).plays[bets][tuple(seen[:street])])
        if bet == 0:
            return False
        bets += (bet,)
    return True


@pytest.mark.parametrize(
    ("name", "options", "cards", "meter", "two", "beside_royal", "royal", "missed"),
    [
        pytest.param("crown", (), "5s 4s", 60_000, 5750, None, None, {}, marks=clause("crown 10.3.2(a)")),
        pytest.param("nsw", (*NSW, "guaranteed.straight-flush=9000", "bonus.straight-flush=700"), "6s 5s", 80_000, 9000,
                     None, None, {STRAIGHT: 700}, marks=[clause("nsw 15.2.13.2", "nsw 15.2.10.3"), CAMPAIGN]),
        pytest.param("nsw", (*NSW, "guaranteed.straight-flush=7599"), "6s 5s", 80_000, 7600, None, None, {},
                     marks=[clause("nsw 15.2.13.2"), CAMPAIGN]),
        pytest.param("crown", (), "As Ks", 60_000, None, None, Fraction(600_000, 11), {},
                     marks=[clause("crown 10.3.1(a)"), CAMPAIGN]),
        pytest.param("crown", (), "9s 8s", 60_000, 5750, Fraction(60_000, 11), None, {},
                     marks=[clause("crown 10.3.1(b)", "crown 10.3.2(a)"), CAMPAIGN]),
        pytest.param("maryland", (), "9s 8s", 50_000, 4750, 3000, 47_500, {},
                     marks=[clause("maryland .12C(4)"), CAMPAIGN]),
    ],
)  # fmt: skip
def test_brute_force_agrees_on_the_joint_game_beside_others(
    name, options, cards, meter, two, beside_royal, royal, missed
):
    """Every two cards that another player may hold, with every board; shared as the book says, in dollars."""
    others, hole = 4, parse(cards)
    shared = {(STRAIGHT, STRAIGHT): two, (STRAIGHT, ROYAL): beside_royal, (ROYAL, STRAIGHT): royal}
    alone = {ROYAL: meter * 100, STRAIGHT: meter * 10}
    found: dict = {}

    def beside(board: tuple[int, ...], hand: Hand) -> Fraction:
        if hand < STRAIGHT:
            return Fraction(0)
        if board not in found:
            rest = [card for card in range(52) if card not in (*hole, *board)]
            less = Fraction(0)
            for pair in combinations(rest, 2):
                other = five(*pair, *board)
                if other >= STRAIGHT and stayed(pair, board):
                    less += alone[hand] - 100 * shared[hand, other] + 100 * missed.get(other, 0)
            found[board] = -others * less / 1081
        return found[board]

    game, terms, worth = set_up(name, *options, "multiples=1,3")
    prizes = {hand: int(terms.prize(hand, Fraction(meter * 100))) for hand in Hand}
    assert {hand: prizes[hand] for hand in alone} == alone
    rules = oracle.Rules(oracle.STANDARD, (1, 3), ante=500, jackpot_cost=100, jackpot_prizes=prizes)
    bets, fold = oracle.situation(rules, hole, beside=beside)
    table = jackpot_wagers.OtherPlayers(others, worth.theirs)
    solved = solve(jackpot_wagers.with_jackpot(game, terms, Fraction(meter * 100), table), cards=table.cards)
    assert solved.starting_value(class_of(hole)) == Fraction(max(fold, *bets.values()), 500)
    without = solve(jackpot_wagers.with_jackpot(game, terms, Fraction(meter * 100)))
    assert solved.starting_value(class_of(hole)) != without.starting_value(class_of(hole))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("crown", ()),
        ("maryland", ("others=never-fold",)),
        ("nsw", (*NSW, "bonus.royal-flush=1000", "bonus.straight-flush=200", "guaranteed.straight-flush=4000")),
    ],
)
def test_counts_of_deals_and_of_pairs_of_players_agree(name: str, options: tuple[str, ...]):
    """The value of the wager by two ways of counting the sharers: deal by deal, and pair by pair."""
    game, terms, worth = set_up(name, *options)
    plain = solve(game)
    for others in (1, 3, 8):
        table = jackpot_wagers.OtherPlayers(others, worth.theirs)
        for meter in (Fraction(5_000_00), Fraction(40_000_00), Fraction(44_444_44), Fraction(900_000_00)):
            beside = jackpot_wagers.with_jackpot(game, terms, meter, table)
            deals = solve(game, cards=table.cards).ends.sum(axis=0).tolist()
            ends = (*Hand, *table.cards.ends)
            prizes = sum(beside.jackpot_net(end) * count for end, count in zip(ends, deals, strict=True)) / 155_937_600
            folded = sum(map(plain.fold_probability, range(3))) * Fraction(terms.cost_cents, 500)
            bonus = terms.bonus(others, table.wins, table.among) / 500
            assert prizes - folded + bonus == worth.value(meter, others) / 500


def test_the_steps_and_the_break_even_beside_others_are_exact():
    game, terms, worth = set_up("crown")
    table = jackpot_wagers.OtherPlayers(5, worth.theirs)
    found = joint_play.joint(game, terms, Fraction(0), Fraction(300_000_00), table)
    alone = [meter for meter, _ in joint_play.joint(game, terms, Fraction(0), Fraction(300_000_00)).steps()]
    steps = found.steps()
    assert all(any(0 <= meter - near < 20_00 for near in alone) for meter, _ in steps)
    assert [meter for meter, _ in steps if meter in alone] == alone[1:]  # where nobody else can share: 5 3, 4 2 and 5 2
    for meter, changed in steps:
        below, above = (
            solve(jackpot_wagers.with_jackpot(game, found.wager, meter + by, table), cards=table.cards)
            for by in (Fraction(-1, 100), Fraction(1, 100))
        )
        for change in changed:
            number = class_of(change.example)
            plays = [each.play_name(int(each.plays[0][0, number])) for each in (below, above)]
            assert plays == [change.before, change.after]
    even = found.break_even()
    assert even is not None
    assert found.value(even) == found.plain.value


def test_pieces_bend_where_a_minimum_ends():
    """Under 4,000 / 0.095 two straight flushes get the minimum, above it their share."""
    game, terms, worth = set_up("nsw", *NSW, "guaranteed.straight-flush=4000")
    table = jackpot_wagers.OtherPlayers(6, worth.theirs)
    found = joint_play.joint(game, terms, Fraction(0), Fraction(300_000_00), table)
    assert terms.bends() == [Fraction(4_000_00 * 200, 19)]
    assert Fraction(4_000_00 * 200, 19) in [piece.low for piece in found.pieces]
    for piece in found.pieces:
        for meter in (piece.low, (piece.low * 2 + piece.high) / 3, piece.high):
            assert found.value(meter) == found.at(piece, meter)
    values = [found.at(piece, at) for piece in found.pieces for at in (piece.low, piece.high)]
    assert values == sorted(values)


@clause("nsw 15.2.13.2")
@pytest.mark.parametrize(("meter", "won"), [(42_105_26, 4_000_00), (42_105_27, Fraction(42_105_27 * 19, 200))])
def test_15_2_13_2__each_of_two_straight_flushes_gets_the_minimum_or_the_share(meter: int, won: Fraction):
    _, terms, _ = set_up("nsw", *SIGN, "guaranteed.straight-flush=4000")
    assert terms.shared_prize(STRAIGHT, STRAIGHT, Fraction(meter)) == won
    assert terms.shared_prize(STRAIGHT, ROYAL, Fraction(meter)) == Fraction(meter, 10)


@pytest.mark.parametrize("name", ["crown", "nsw", "maryland"])
@pytest.mark.parametrize("meter", [10_000_00, 40_000_00, 61_234_56])
def test_two_winners_share_as_the_jackpot_pays_them(name: str, meter: int):
    """The same two hands paid by the meter itself, in both orders of seats; it truncates a share to the cent."""
    options = {"nsw": (*NSW, "guaranteed.straight-flush=3000")}.get(name, ())
    _, terms, _ = set_up(name, *options)
    more = {
        "crown": {"option": "1", "seed": "10000", "table": "option-1"},
        "maryland": {"table": "main"},
        "nsw": {
            "sign": {"royal-flush": "100% of the meter", "straight-flush": "10% of the meter"},
            "guaranteed_cents": {"straight-flush": Cents(3000_00)},
        },
    }[name]
    paid_by = state.MeterTerms(cost_cents=Cents(100), rate="30%", seed_cents=Cents(10_000_00), **more)
    holder = state.Meter(id="m", terms=paid_by, value_exact=str(meter))
    for board, mine, theirs in (
        ("7s 6s 5s", "9s 8s", "4s 3s"),
        ("Qs Js Ts", "As Ks", "9s 8s"),
        ("Qs Js Ts", "9s 8s", "As Ks"),
    ):
        wagers = tuple(state.RegisteredWager(position=at, player=str(at), cents=Cents(100)) for at in (1, 2))
        paid = []
        for order in ((mine, theirs), (theirs, mine)):
            hands = tuple(
                state.ShownHand(position=at, player=str(at), hole=parse(hole), fate=state.Fate.PLAYED)
                for at, hole in enumerate(order, start=1)
            )
            steps = prizes.reckon(rulebook(name), holder, wagers, hands, parse(board))
            won = {
                step.position: step.cents
                for step in steps
                if isinstance(step, prizes.Prize) and step.wager == terms.wager
            }
            paid.append(won[1 + order.index(mine)])
        expected = terms.shared_prize(
            five(*parse(f"{mine} {board}")), five(*parse(f"{theirs} {board}")), Fraction(meter)
        )
        assert abs(expected - Fraction(sum(paid), 2)) < 1


@clause("nsw 15.2.10.2")
def test_15_2_10_2__a_bonus_for_each_hand_or_under_the_other_reading_for_the_best_alone():
    _, terms, worth = set_up("nsw", *NSW, "bonus.royal-flush=1000", "bonus.straight-flush=200", "others=never-fold")
    assert terms.rules is not None
    assert terms.rules.bonus is not None
    once = msgspec.structs.replace(terms.rules.bonus.each_hand, value=False)
    rules = msgspec.structs.replace(terms.rules, bonus=msgspec.structs.replace(terms.rules.bonus, each_hand=once))
    other = jackpot_wagers.Worth(replace(terms, rules=rules), worth.mine, None)
    both = both_win(None, None)
    lost = 200_00 * (both[ROYAL, STRAIGHT] + both[STRAIGHT, ROYAL] + both[STRAIGHT, STRAIGHT])
    assert [worth.bonus(others) - other.bonus(others) for others in (0, 1, 2, 4)] == [0, 0, lost, 6 * lost]


def test_a_wager_that_is_worth_making_at_any_meter():
    game, terms, worth = set_up("nsw", *NSW, "bonus.royal-flush=1000000", "others=never-fold")
    assert worth.value(Fraction(0), 6) > 0
    assert worth.break_even(6) == 0
    table = jackpot_wagers.OtherPlayers(6, None)
    assert joint_play.joint(game, terms, Fraction(0), Fraction(10_000_00), table).break_even() == 0


def test_what_the_sign_did_not_say_is_told():
    book, choices, game = read("nsw", ["seed=10000", "prize.flush=50 for 1"], (), "5")
    last = str(studies.meter(book, choices, game, 20_000_00)["notes"][-1])
    assert "four-of-a-kind, full-house: counted as nothing" in last
    assert "counted as nothing" not in str(studies.meter(*read("crown", (), (), "5"), 20_000_00)["notes"][-1])
