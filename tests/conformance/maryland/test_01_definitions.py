"""maryland .01: what the words mean."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import MAIN, bonuses, maryland, pays, played
from tests.jackpot.floor import LOW_STRAIGHT_FLUSH, NOTHING, ROYAL, floor
from tests.script import go, refused, results

from mississippi_stud.hands import Hand
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks import rulebook


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("third-street", marks=clause("maryland .01B(10)")),
        pytest.param("fourth-street", marks=clause("maryland .01B(7)")),
        pytest.param("fifth-street", marks=clause("maryland .01B(5)")),
    ],
)
def test_01b__each_street_wager_is_an_additional_wager(street: str):
    assert rulebook("maryland").wagers[street].presence.value == "to-continue"


FOLLOWED = {
    "third-street": "",
    "fourth-street": "1 place 25; reveal",
    "fifth-street": "1 place 25; reveal; 1 place 25; reveal",
}


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("third-street", marks=clause("maryland .01B(1)", "maryland .01B(10)")),
        pytest.param("fourth-street", marks=clause("maryland .01B(1)", "maryland .01B(7)")),
        pytest.param("fifth-street", marks=clause("maryland .01B(1)", "maryland .01B(5)")),
    ],
)
@pytest.mark.parametrize("amount", ["25.00", "50.00", "75.00"])
def test_01b__a_bet_wager_is_one_two_or_three_times_the_ante(street: str, amount: str):
    state = go("maryland", maryland(), f"1 ante 25; deal Ah Kd Qs 7c 2h; {FOLLOWED[street]}; 1 place {amount}")
    assert state.hands[1].stakes[street].cents == int(amount[:2]) * 100


@pytest.mark.parametrize(
    ("street", "says"),
    [
        pytest.param("third-street", "maryland .11B(1)(a)", marks=clause("maryland .01B(10)", "maryland .11B(1)(a)")),
        pytest.param("fourth-street", "maryland .11D", marks=clause("maryland .01B(7)", "maryland .11D")),
        pytest.param("fifth-street", "maryland .11F", marks=clause("maryland .01B(5)", "maryland .11F")),
    ],
)
@pytest.mark.parametrize("amount", ["24.99", "25.01", "37.50", "49.99", "50.01", "74.99", "75.01", "100.00"])
def test_01b__a_bet_wager_of_any_other_amount_is_refused(street: str, says: str, amount: str):
    state = go("maryland", maryland(), f"1 ante 25; deal Ah Kd Qs 7c 2h; {FOLLOWED[street]}")
    assert refused("maryland", state, f"1 place {amount}") == ("wrong-multiple", says)


@clause("maryland .01B(2)")
def test_01b_2__all_players_use_the_same_community_cards():
    state = go("maryland", maryland("ann ben"), "1 ante 5; 2 ante 5; deal As 3d 9d 9h Ah 3s 9c")
    for _ in range(3):
        state = go("maryland", state, "1 place 5; 2 place 5; reveal")
    state = go("maryland", state, "settle")
    assert (pays(state, 1)["ante"], pays(state, 2)["ante"]) == ("2 to 1", "3 to 1")


@clause("maryland .01B(4)")
@pytest.mark.parametrize("hole", [ROYAL, LOW_STRAIGHT_FLUSH, "2h 3h"])
def test_01b_4__the_hand_of_somebody_without_the_wager_counts_a_folded_one_does_not(hole: str):
    casino = floor("maryland")
    envy = {ROYAL: [(2, "envy-bonus", 5_000)], LOW_STRAIGHT_FLUSH: [(2, "envy-bonus", 1_500)]}
    assert casino.round({1: hole, 2: NOTHING}, wagers=(2,)) == envy.get(hole, [])
    assert casino.round({1: "folded", 2: NOTHING}, wagers=(1, 2), number="2") == []


@clause("maryland .01B(6)")
@pytest.mark.parametrize("bets", [0, 1, 2])
def test_01b_6__whoever_makes_no_bet_wager_withdraws_from_the_round(bets: int):
    state = go(
        "maryland", maryland(), "1 ante 5; deal As Ad Ah Ac 9c; " + "1 place 5; reveal; " * bets + "1 fold; settle"
    )
    assert [results(state)[wager] for wager in MAIN[: bets + 1]] == [("lose", "0.00", "0.00")] * (bets + 1)
    assert net_cents(state, 1) == -500 * (bets + 1)


@clause("maryland .01B(6)")
def test_01b_6__nobody_folds_once_the_5th_street_wager_is_made():
    assert rulebook("maryland").wagers["fifth-street"].on_fold.value == "lost"
    state = go("maryland", maryland(), "1 ante 5; deal As Kd 2h 7c 9c; " + "1 place 5; reveal; " * 2 + "1 place 5")
    assert refused("maryland", state, "1 fold") == ("already-placed", "maryland .02B(2)")
    state = go("maryland", state, "reveal")
    assert refused("maryland", state, "1 fold") == ("no-street-open", "maryland .07F(2)")


@clause("maryland .01B(8)")
def test_01b_8__a_progressive_payout_hand_is_three_of_a_kind_or_better_of_five_cards():
    book = rulebook("maryland")
    assert book.wagers["progressive"].basis.value == "five-cards"
    assert book.jackpot.qualifying.value == (
        Hand.ROYAL_FLUSH,
        Hand.STRAIGHT_FLUSH,
        Hand.FOUR_OF_A_KIND,
        Hand.FULL_HOUSE,
        Hand.FLUSH,
        Hand.STRAIGHT,
        Hand.THREE_OF_A_KIND,
    )


@clause("maryland .01B(8)")
@pytest.mark.parametrize(
    ("hole", "community", "paid"),
    [
        ("9s 9h", "9d 4c 2s", ("win", "45.00", "0.00")),
        ("9s 4h", "9d 4c 2s", ("lose", "0.00", "0.00")),
        ("As Ah", "9d 4c 2s", ("lose", "0.00", "0.00")),
        ("Ts Th", "9d 4c 2s", ("lose", "0.00", "0.00")),
        ("5s 5h", "9d 4c 2s", ("lose", "0.00", "0.00")),
        ("As Kh", "9d 4c 2s", ("lose", "0.00", "0.00")),
    ],
)
def test_01b_8__the_progressive_wins_from_three_of_a_kind_upwards(
    hole: str, community: str, paid: tuple[str, str, str]
):
    state = played(hole, community, "progressive 5", bonus="3c 7d Jc Kc")
    assert results(state)["progressive"] == paid


@clause("maryland .01B(8)")
def test_01b_8__the_bonus_cards_are_no_part_of_a_progressive_payout_hand():
    state = played("9s 9h", "Kd 4c 2s", "progressive 5", "three-card-bonus 5", "six-card-bonus 5", bonus="9d 9c Jc Kc")
    assert results(state)["progressive"] == ("lose", "0.00", "0.00")
    assert results(state)["six-card-bonus"] == ("win", "250.00", "5.00")


@clause("maryland .01B(9)")
def test_01b_9__a_push_neither_pays_nor_collects():
    state = played("8s 8h", "Kd 4c 2s", setup=bonuses(), bets=(1, 2, 3))
    assert [results(state)[wager] for wager in MAIN] == [
        ("push", "0.00", "10.00"),
        ("push", "0.00", "10.00"),
        ("push", "0.00", "20.00"),
        ("push", "0.00", "30.00"),
    ]
    assert net_cents(state, 1) == 0
