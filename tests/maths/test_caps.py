"""Caps: where they begin, what they cost, which plays they change; at, just below and just above every bound."""

from dataclasses import replace
from fractions import Fraction

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths import caps, setup
from mississippi_stud.maths.solver import solve
from mississippi_stud.rulebooks import rulebook
from tests.clauses import clause
from tests.maths import oracle
from tests.maths.test_solver import book_game, check_hole

MOST = (3, 3, 3)


def royal(game_name: str, ante: str, *options: str) -> Fraction:
    """What a royal flush with 3x on every street wins, in dollars."""
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
    """At the greatest ante the bounds of single wagers are just reached; a better table meets them."""
    game = replace(book_game(pays=("royal-flush=600",), ante="50"), limits=book_game(ante="50").limits[:4])
    assert game.net(MOST, Hand.ROYAL_FLUSH) * 50 == 25_050 + 3 * 75_150 - 500
    assert not game.total_decides()
    assert book_game(ante="50").total_decides()


def test_any_book_can_be_studied_with_a_cap():
    assert royal("nsw", "10", "maximum-payout=20000") == 20_000
    assert royal("online", "10", "maximum-payout=20000") == 20_000


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


def test_which_plays_a_cap_changes():
    (row,) = caps.cap_costs(book_game("maryland"), [25_00])
    assert row.cost == Fraction(109, 35700)
    (change,) = row.changed
    assert change.plain() == {
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
    assert solve(setup.read("crown", ante="1000")[2]).value == solve(book_game("crown")).value
