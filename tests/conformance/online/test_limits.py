"""online, « Limites »: the most that is wagered and won."""

import pytest
from tests.clauses import clause
from tests.conformance.online.tables import GAME, MAIN, played
from tests.script import bounds, go, refused, refused_setup, results

from mississippi_stud.money import Odds
from mississippi_stud.round import Setup, legal
from mississippi_stud.rulebooks import rulebook


@clause("online limits.1")
@pytest.mark.parametrize("ante", ["0.01", "49.99", "50.00"])
def test_limits_1__an_ante_of_up_to_50_dollars_to_the_cent(ante: str):
    assert results(played("Jc Jd", "Qh 4s 9c", ante=ante)) == dict.fromkeys(MAIN, ("win", ante, ante))


@clause("online limits.1")
@pytest.mark.parametrize("ante", ["50.01", "100"])
def test_limits_1__not_a_cent_more_seen_or_not(ante: str):
    assert refused("online", GAME, f"1 ante {ante}") == ("outside-limits", "online limits.1")
    assert refused("online", GAME, f"1 ante {ante} unnoticed") == ("seen-at-once", "online limits.1")


@clause("online limits.1")
def test_limits_1__a_site_may_ask_for_less_but_not_allow_more():
    limits = rulebook("online").limits
    assert {limits.below_minimum.value, limits.above_maximum.value, limits.wrong_multiple.value} == {"refused"}
    assert limits.multiples_of_minimum.value is False
    site = Setup(dealing="electronic", seats=((1, "ann"),), limits={"ante": bounds("1", "20", "0.50")})
    for ante in ("1", "1.50", "20"):
        assert "ante" in go("online", site, f"1 ante {ante}").hands[1].stakes
    for ante in ("0.99", "20.01"):
        assert refused("online", site, f"1 ante {ante}") == ("outside-limits", "online limits.1")
        assert refused("online", site, f"1 ante {ante} unnoticed") == ("seen-at-once", "online limits.1")
    assert refused("online", site, "1 ante 1.25") == ("not-in-units", "online limits.1")
    assert refused("online", site, "1 ante 1.25 unnoticed") == ("seen-at-once", "online limits.1")
    more = Setup(dealing="electronic", seats=((1, "ann"),), limits={"ante": bounds("1", "100")})
    assert refused("online", more, "1 ante 50.01") == ("outside-limits", "online limits.1")


@clause("online limits.1")
def test_limits_1__from_the_balance_alone_and_for_every_player_alike():
    book = rulebook("online")
    assert (book.money.currency.value, book.money.instruments.value) == ("CAD", ("account-balance",))
    assert (book.money.oral_wagers.value, book.limits.personal_limits.value) == ("refused", False)
    assert refused("online", GAME, "1 ante 10 tokens") == ("no-tokens", "online limits.1")
    personal = {"ann": {"ante": bounds("1", "40")}}
    setup = Setup(dealing="electronic", seats=((1, "ann"),), personal=personal)
    assert refused_setup("online", setup) == ("no-personal-limits", "online limits.1")


@clause("online limits.1", "online limits.4")
def test_limits_1_and_4__the_bounds_are_offered():
    wagers = rulebook("online").wagers
    assert [wagers[name].maximum_cents.value for name in ("ante", "three-card-bonus")] == [50_00, 50_00]
    state = go("online", GAME)
    (ante,) = legal(rulebook("online"), state, 1)[:1]
    assert (ante.wager, ante.minimum_cents, ante.maximum_cents) == ("ante", 1, 50_00)
    bonus = next(
        each for each in legal(rulebook("online"), go("online", state, "1 ante 1"), 1) if each.command == "place"
    )
    assert (bonus.wager, bonus.minimum_cents, bonus.maximum_cents) == ("three-card-bonus", 1, 50_00)


@pytest.mark.parametrize(
    ("wager", "cents", "stake", "best"),
    [
        pytest.param("ante", 25_050_00, 50_00, "500 to 1", marks=clause("online limits.2")),
        pytest.param("third-street", 75_150_00, 150_00, "500 to 1", marks=clause("online limits.3")),
        pytest.param("fourth-street", 75_150_00, 150_00, "500 to 1", marks=clause("online limits.3")),
        pytest.param("fifth-street", 75_150_00, 150_00, "500 to 1", marks=clause("online limits.3")),
        pytest.param("three-card-bonus", 2_550_00, 50_00, "50 to 1", marks=clause("online limits.5")),
    ],
)
def test_limits_2_3_5__the_most_a_wager_wins_is_the_best_hand_at_the_highest_stake_and_the_stake(
    wager: str, cents: int, stake: int, best: str
):
    cap = rulebook("online").caps[wager]
    assert cap.wagers.value == (wager,)
    assert (cap.amount.value, cap.bounds.value, cap.cents.value) == ("as-printed", "won-and-returned", cents)
    assert sum(Odds.parse(best).pay(stake)) == cents


@clause("online limits.2")
@pytest.mark.parametrize(("ante", "won"), [("49.99", "24995.00"), ("50.00", "25000.00")])
def test_limits_2__the_ante_pays_25_050_at_most(ante: str, won: str):
    state = played("Ah Kh", "Qh Jh Th", ante=ante)
    assert results(state)["ante"] == ("win", won, ante)  # with the stake: 25,044.99 and 25,050.00
    assert all(result.cut_cents == 0 for result in state.results)


@clause("online limits.3")
@pytest.mark.parametrize("street", [1, 2, 3])
def test_limits_3__a_street_pays_75_150_at_most(street: int):
    bets = ["50", "50", "50"]
    bets[street - 1] = "150"
    state = played("Ah Kh", "Qh Jh Th", *bets, ante="50")
    assert results(state)[MAIN[street]] == ("win", "75000.00", "150.00")
    assert all(result.cut_cents == 0 for result in state.results)


@clause("online limits.4")
@pytest.mark.parametrize("bonus", ["0.01", "49.99", "50.00"])
def test_limits_4__a_bonus_of_up_to_50_dollars_to_the_cent(bonus: str):
    assert results(played("7d 4s", "2h 2s Ah", bonus=bonus))["three-card-bonus"] == ("win", bonus, bonus)


@clause("online limits.4")
def test_limits_4__not_a_cent_more():
    state = go("online", GAME, "1 ante 10")
    assert refused("online", state, "1 three-card-bonus 50.01") == ("outside-limits", "online limits.4")


@clause("online limits.5")
@pytest.mark.parametrize(("bonus", "won"), [("49.99", "2499.50"), ("50.00", "2500.00")])
def test_limits_5__the_bonus_pays_2_550_at_most(bonus: str, won: str):
    assert results(played("7d 4s", "Ah Kh Qh", bonus=bonus))["three-card-bonus"] == ("win", won, bonus)
