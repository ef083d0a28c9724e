"""crown 10, in play: the fixed prizes of a jackpot wager. Prizes of the meter come with the meters."""

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import round_of, with_jackpot
from tests.conformance.table import cents, clauses, go, refused, results

from mississippi_stud.money import text
from mississippi_stud.round import Settle, play
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.rulebooks import rulebook

QUADS, FULL_HOUSE, FLUSH = "2c 2d 2h 2s 3c", "2c 2d 2h 3s 3c", "2h 7h 9h Jh Kh"
STRAIGHT, TRIPS = "5c 6d 7h 8s 9c", "9c 9d 9h 3s 4c"


@clause("crown 10.1.2")
@pytest.mark.parametrize("cost", ["1.00", "2.50", "5.00"])
@pytest.mark.parametrize(
    ("option", "cards", "each_dollar"),
    [
        (1, QUADS, 500),
        (1, FULL_HOUSE, 150),
        (1, FLUSH, 100),
        (1, STRAIGHT, None),
        (1, TRIPS, None),
        (2, QUADS, 600),
        (2, FULL_HOUSE, 100),
        (2, FLUSH, 60),
        (2, STRAIGHT, 40),
        (2, TRIPS, None),
    ],
)
def test_10_1_2__prizes_for_each_dollar_in_place_of_the_stake(
    option: int, cards: str, each_dollar: int | None, cost: str
):
    state = round_of(cards, setup=with_jackpot(option=option, cost=cost), before=f"1 jackpot {cost}")
    if each_dollar is None:
        assert results(state)["jackpot"] == ("lose", "0.00", "0.00")
    else:
        assert results(state)["jackpot"] == ("win", text(each_dollar * cents(cost)), "0.00")
        assert clauses(state)["jackpot"] == "crown 10.1.2"


@clause("crown 10.1.1")
@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize("cards", ["Ah Kh Qh Jh Th", "Ah 2h 3h 4h 5h"])
def test_10_1_1__royal_and_straight_flushes_are_not_paid_without_their_share_of_the_meter(option: int, cards: str):
    script = f"1 ante 10; 1 jackpot 5; deal {cards}; 1 bet 10; reveal; 1 bet 10; reveal; 1 bet 10; reveal"
    state = go("crown", with_jackpot(option=option), script)
    assert refused("crown", state, "settle") == ("meter-prize", "crown 10.1.1")


@clause("crown 10.1.1")
@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize(
    ("cards", "pays"), [("Ah Kh Qh Jh Th", "100% of the meter"), ("Ah 2h 3h 4h 5h", "10% of the meter")]
)
def test_10_1_1__with_it_they_are_paid_in_place_of_the_stake(option: int, cards: str, pays: str):
    script = f"1 ante 10; 1 jackpot 5; deal {cards}; 1 bet 10; reveal; 1 bet 10; reveal; 1 bet 10; reveal"
    prize = MeterPrize(position=1, wager="jackpot", pays=pays, won_cents=6123_70, clause="crown 10.1.1")
    state = play(rulebook("crown"), Settle(prizes=(prize,)), state=go("crown", with_jackpot(option=option), script))
    assert results(state)["jackpot"] == ("win", "6123.70", "0.00")
    assert [result.pays for result in state.results if result.wager == "jackpot"] == [pays]
