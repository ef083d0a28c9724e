"""Caps: where they begin, what they cost, which plays they change; at, just below and just above every limit."""

from dataclasses import replace
from fractions import Fraction

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.maths import caps
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.game import End
from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import solve
from mississippi_stud.rulebooks import rulebook
from tests.clauses import clause
from tests.maths import oracle
from tests.maths.test_solver import book_game, check_hole, game_of

MOST = (3, 3, 3)


def royal(game_name: str, ante: str, *options: str) -> Fraction:
    """Return what a royal flush with 3x on every street wins, in dollars."""
    game = book_game(game_name, *options, ante=ante)
    assert game.ante_cents
    return game.net(MOST, Hand.ROYAL_FLUSH) * game.ante_cents / 100


@clause("maryland .12B(1)")
@pytest.mark.parametrize(("ante", "won"), [("9.99", 49_950), ("10.00", 50_000), ("10.01", 50_000), ("500", 50_000)])
def test_12_b_1__a_hand_wins_at_most_50000(ante: str, won: int):
    assert royal("maryland", ante) == won


@clause("maryland .12B(2)")
@pytest.mark.parametrize(
    ("minimum", "won"), [("9.99", 50_000), ("10.00", 50_000), ("10.01", 50_050), ("25", 125_000), ("50", 250_000)]
)
def test_12_b_2__or_what_the_minimum_ante_can_win_if_that_is_more(minimum: str, won: int):
    assert royal("maryland", "100", f"minimum-ante={minimum}") == won


@clause("crown 8.2")
@pytest.mark.parametrize(("ante", "won"), [("4.00", 20_000), ("4.01", 20_000), ("3.99", 19_950)])
def test_8_2__the_sign_bounds_what_a_hand_wins(ante: str, won: int):
    assert royal("crown", ante, "maximum-payout=20000") == won
    assert royal("crown", ante) == Fraction(ante) * 5000


@clause("online notice.1")
@pytest.mark.parametrize(("ante", "paid"), [("49.90", 249_999), ("49.91", 250_000), ("50.00", 250_000)])
def test_notice_1__a_game_pays_at_most_250000_stakes_included(ante: str, paid: int):
    assert royal("online", ante) + 10 * Fraction(ante) == paid


@clause("online limits.2", "online limits.3")
def test_limits_2_and_3__each_wager_is_bounded_with_its_stake():
    """At the greatest ante the limits of single wagers are just reached; a better table reaches them."""
    game = replace(book_game(pays=("royal-flush=600",), ante="50"), limits=book_game(ante="50").limits[:4])
    assert game.net(MOST, Hand.ROYAL_FLUSH) * 50 == 25_050 + 3 * 75_150 - 500
    assert not game.total_decides()
    assert book_game(ante="50").total_decides()


def test_any_book_can_be_studied_with_a_cap():
    assert royal("nsw", "10", "maximum-payout=20000") == 20_000
    assert royal("online", "10", "maximum-payout=20000") == 20_000


@clause("online limits.1")
@pytest.mark.parametrize(("ante", "told"), [("49.99", 0), ("50", 0), ("50.01", 1)])
def test_limits_1__an_ante_that_the_book_does_not_take_is_solved_with_a_warning(ante: str, told: int):
    found = list(map(str, book_game("online", ante=ante).warnings()))
    assert (
        found == ["the book takes an ante of at most $50.00 (online limits.1); this one is solved all the same"] * told
    )


def test_a_cap_counts_only_with_an_ante():
    assert book_game("maryland").net(MOST, Hand.ROYAL_FLUSH) == 5000


def test_where_caps_begin():
    maryland, online = book_game("maryland"), book_game("online")
    assert caps.binds_above(maryland, maryland.limits[0]) == 10_00
    assert caps.costs_above(maryland, maryland.limits[0]) == 12_50  # the best play wagers 8 antes at most on a royal
    assert caps.binds_above(online, online.limits[-1]) == Fraction(250_000_00, 5010)


@pytest.mark.parametrize(("ante", "costs"), [(12_49, False), (12_50, False), (12_51, True)])
def test_maryland_costs_from_12_50(ante: int, costs: bool):
    (row,) = caps.cap_costs(book_game("maryland"), [ante])
    assert (row.cost > 0) is costs


def test_online_costs_the_best_player_nothing():
    book, game = rulebook("online"), book_game("online")
    rows = caps.cap_costs(game, caps.telling_antes(book, game))
    assert [row.ante_cents for row in rows][-1] == 50_00
    assert all(row.cost == 0 and not row.changed for row in rows)


BONUS = {ThreeCardHand.MINI_ROYAL: 51, ThreeCardHand.STRAIGHT_FLUSH: 41, ThreeCardHand.THREE_OF_A_KIND: 31,
         ThreeCardHand.STRAIGHT: 7, ThreeCardHand.FLUSH: 5, ThreeCardHand.PAIR: 2}  # fmt: skip


@clause("online notice.1", "online limits.5", "online pays.bonus")
def test_notice_1__the_bonus_counts_too_but_costs_the_best_player_nothing():
    """$49.391217… times 5,010 and a bonus of $2,550 are $250,000; the best play has at most eight antes on a royal."""
    book, game = rulebook("online"), book_game("online", "three-card-bonus=50")
    assert game.bonus_cents == {hand: 50_00 * times for hand, times in BONUS.items()}
    assert caps.binds_above(game, game.limits[-1]) == Fraction(250_000_00 - 2_550_00, 5010)
    assert caps.costs_above(game, game.limits[-1]) == Fraction(250_000_00 - 2_550_00, 4008)
    rows = caps.cap_costs(game, caps.telling_antes(book, game))
    assert [row.ante_cents for row in rows][-3:] == [49_39, 49_40, 50_00]
    assert all(row.cost == 0 and not row.changed for row in rows)
    assert [replace(game, ante_cents=ante).crowded() for ante in (49_39, 49_40)] == [set(), {Hand.ROYAL_FLUSH}]


@clause("online notice.1")
@pytest.mark.parametrize(("ante", "board", "paid"), [("49.39", 2550, 249_993_90), ("49.40", 2550, 250_000_00),
                                                     ("49.40", 2050, 249_544_00), ("50", 250, 250_000_00)])  # fmt: skip
def test_notice_1__ten_antes_a_royal_flush_and_a_bonus_together(ante: str, board: int, paid: int):
    """With 3x on every street; AKQ, KQJ or cards that pay nothing on the board, $50 on the bonus."""
    hand = {2550: ThreeCardHand.MINI_ROYAL, 2050: ThreeCardHand.STRAIGHT_FLUSH, 250: ThreeCardHand.FLUSH}[board]
    game = book_game("online", "three-card-bonus=50", ante=ante)
    net = game.net(MOST, End(Hand.ROYAL_FLUSH, board=hand)) * int(Fraction(ante) * 100)
    assert net + int(Fraction(ante) * 100) * 10 + board * 100 == paid


def rich(odds: int, cap: int, ante: int = 50_00) -> oracle.Rules:
    """Return a richer game with one cap on everything and a bonus of $50."""
    table = oracle.STANDARD | {Hand.ROYAL_FLUSH: (odds, 1), Hand.STRAIGHT_FLUSH: (odds - 100, 1)}
    return oracle.Rules(table, ante=ante, paid_cap=cap, bonus={hand: 50_00 * times for hand, times in BONUS.items()})


@pytest.mark.parametrize("cards", ["As Ks", "Js Ts", "Qs Ts", pytest.param("9s 8s", marks=pytest.mark.campaign)])
def test_brute_force_agrees_where_a_bonus_takes_from_the_main_game(cards: str):
    for rules in (rich(1000, 250_000_00), rich(1000, 20_000_00)):
        check_hole(rules, parse(cards))


def test_a_bonus_beside_the_ante_changes_plays_by_how_the_cards_lie():
    game = game_of(rich(1000, 250_000_00))
    (beside,) = caps.cap_costs(game, [50_00])
    (alone,) = caps.cap_costs(replace(game, bonus_cents={}), [50_00])
    assert beside.cost > alone.cost > 0
    changed = {change.plain()["example"]: change for change in beside.changed if change.apart}
    assert changed.keys() - {change.plain()["example"] for change in alone.changed}
    for change in list(changed.values())[:4]:
        now = Situation(change.example[:2], change.example[2:], change.bets)
        capped, free = advise(game, now), advise(replace(game, limits=()), now)
        assert (free.best, capped.best) == (change.before, change.after)
        bets, fold = oracle.situation(rich(1000, 250_000_00), now.hole, now.board, now.bets)
        assert capped.bets == {bet: value / 50_00 for bet, value in bets.items()}
        assert capped.fold == fold / 50_00


@pytest.mark.parametrize(
    ("name", "option", "message"),
    [
        ("maryland", "three-card-bonus=5", "no cap of maryland counts main wagers and three-card-bonus together"),
        ("nsw", "three-card-bonus=5", "no cap of nsw counts"),
        ("online", "three-card-bonus=50.01", r"at most \$50.00 \(online limits.4\)"),
        ("online", "three-card-bonus=0", "at least one cent"),
    ],
)
def test_a_bonus_that_no_cap_counts_is_told(name: str, option: str, message: str):
    with pytest.raises(InputError, match=message):
        book_game(name, option)


def test_which_plays_a_cap_changes():
    (row,) = caps.cap_costs(book_game("maryland"), [25_00])
    assert row.cost == Fraction(109, 35700)
    (change,) = row.changed
    assert change.plain() | {"cards": str(change.plain()["cards"])} == {
        "street": "fourth-street",
        "bets": [1],
        "example": "As Ks Ts",
        "cards": "5 points and a draw to a royal flush",
        "before": "3",
        "after": "1",
        "probability": "3/5525",
        "probability_decimal": 3 / 5525,
    }


def test_the_cost_grows_with_the_ante():
    rows = caps.cap_costs(book_game("crown", "maximum-payout=20000"), [2_00, 10_00, 50_00, 250_00, 1000_00])
    costs = [row.cost for row in rows]
    assert costs == sorted(costs)
    assert costs[0] == 0 < costs[-1]


@pytest.mark.parametrize("cards", ["As Ks", "6s 5s", "2c 2d"])
def test_brute_force_agrees_with_marylands_cap(cards: str):
    check_hole(oracle.Rules(oracle.STANDARD, ante=100_00, won_cap=50_000_00), parse(cards))


def test_a_book_without_caps_is_told():
    with pytest.raises(InputError, match="limits no payment"):
        caps.cap_costs(book_game("nsw"), [100])
    assert solve(read("crown", ante="1000")[2]).value == solve(book_game("crown")).value
