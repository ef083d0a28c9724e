"""crown 3: the deck, its counts and changes, and the poker hands."""

from itertools import pairwise

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import CUT, HDD, METER, arrived, crown, round_of
from tests.script import go, refused, results
from tests.table.hall import Pit, opened

from mississippi_stud.cards import parse
from mississippi_stud.hands import Hand, five
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.table import commands as t


@clause("crown 3.1")
def test_3_1__one_deck_of_52_without_jokers_has_one_of_each_card():
    dealing = rulebook("crown").dealing
    assert (dealing.cards.value, dealing.jokers.value) == (52, False)
    state = go("crown", crown(), "1 ante 10; deal; 1 place 10; reveal 2c; 1 place 10")
    assert refused("crown", state, "reveal 2c")[0] == "card-twice"
    state = go("crown", state, "reveal 3c; 1 place 10; reveal 4c")
    assert refused("crown", state, "1 show 4c 5c")[0] == "card-twice"
    assert results(go("crown", state, "1 show 5c 6c; settle"))["ante"] == ("win", "1000.00", "10.00")


@clause("crown 3.1.1")
@pytest.mark.parametrize(
    ("dealing", "shuffling", "two"),
    [
        ("shoe", Shuffling.BY_HAND, False),
        ("shoe", Shuffling.AUTOMATIC, True),
        ("shuffler", Shuffling.CONTINUOUS, True),
    ],
)
def test_3_1_1__two_decks_of_two_colours_take_turns_where_a_machine_shuffles(
    dealing: str, shuffling: Shuffling, two: bool
):
    drive = opened("crown", dealing, shuffling=shuffling)
    if not two:
        assert drive.refused(t.ReceiveDeck, backs="blue") == ("one-deck-by-hand", "crown 3.1.1")
        return
    assert drive.refused(t.ReceiveDeck, backs="red") == ("same-backs", "crown 3.1.1")
    drive.do(t.ReceiveDeck, backs="blue")
    assert drive.refused(t.ReceiveDeck, backs="green") == ("too-many-decks", "crown 3.1.1")
    seen = []
    for _ in range(3):
        seen.append(drive.table.decks[0].backs)
        drive.whole_round()
    assert seen == ["red", "blue", "red"]


@clause("crown 3.2", "crown 4.1.1", "crown 4.1.2", "crown 4.2.1", "crown 2.4", "crown 7.1")
def test_3_2__with_a_shoe_cards_are_checked_shuffled_and_cut():
    assert arrived("shoe").since(0) == ["check-cards 3.2", "shuffle 4.1.1", *CUT]


ONE_JACKPOT = "1 ante 25;1 jackpot 5;2 ante 10"
STREET = "1 place 25;2 place 10;reveal"


def counted(drive: Pit, count: int) -> None:
    drive.do(t.Order, by=HDD, what=t.OrderKind.VERIFY_CARDS)
    drive.do(t.Confirm, prompt=drive.prompt("count-cards").number, count=count)


@clause("crown 3.3", "crown 11.8", "crown 11.12")
@pytest.mark.parametrize("streets", [0, 1, 2, 3])
@pytest.mark.parametrize(("count", "void"), [(51, True), (52, False), (53, True)])
def test_3_3__a_count_in_a_round_that_does_not_find_52_voids_it(streets: int, count: int, void: bool):
    drive = opened("crown", "shoe", meter=METER)
    drive.betting(ONE_JACKPOT)
    drive.deal()
    for _ in range(streets):
        drive.lines(STREET)
    counted(drive, count)
    assert (drive.table.round is None) is void
    if not void:
        assert drive.table.rulings == ()
        drive.finish()
        return
    assert (drive.table.rulings[-1].incident, drive.table.rulings[-1].clause) == ("deck-incomplete", "crown 11.8")
    assert (drive.money["player:ann"], drive.money["player:ben"]) == (-5_00, 0)  # the jackpot wager waits
    assert drive.table.carried_cents == {1: 5_00}
    assert "replace-deck" in drive.duties()


@clause("crown 3.3")
def test_3_3__while_the_count_is_outstanding_no_card_is_turned():
    drive = opened("crown", "shoe")
    drive.betting()
    drive.deal()
    drive.lines("1 place 25;2 place 10")
    drive.do(t.Order, by=HDD, what=t.OrderKind.VERIFY_CARDS)
    assert drive.line_refused("reveal") == ("prompt-waits", "crown 3.3")
    drive.do(t.Confirm, prompt=drive.prompt("count-cards").number, count=52)
    drive.lines("reveal")


@clause("crown 3.3", "crown 11.2.2(b)")
@pytest.mark.parametrize("betting", [False, True])
def test_3_3__before_a_card_is_dealt_there_is_no_round_to_void_and_the_deck_is_replaced(betting: bool):
    drive = opened("crown", "shoe")
    if betting:
        drive.do(t.OpenRound)
        drive.lines("1 ante 25;2 ante 10")
    counted(drive, 51)
    assert (drive.table.round is not None) is betting
    assert drive.table.rulings == ()
    assert "box-seal-and-replace" in drive.duties()


@clause("crown 3.3")
def test_3_3__a_count_at_any_moment():
    drive = opened("crown", "shoe")
    assert drive.refused(t.Order, what=t.OrderKind.VERIFY_CARDS) == ("rank-too-low", "crown 3.3")
    drive.do(t.Order, by=HDD, what=t.OrderKind.VERIFY_CARDS)
    assert (drive.prompt("count-cards").clause, drive.prompt("count-cards").blocks) == ("crown 3.3", "deal")
    drive.confirm_all()


@clause("crown 3.4")
def test_3_4__cards_are_changed_after_a_round():
    drive = opened("crown", "shoe")
    assert drive.refused(t.Order, what=t.OrderKind.CHANGE_CARDS) == ("rank-too-low", "crown 3.4")
    drive.do(t.Order, by=HDD, what=t.OrderKind.CHANGE_CARDS)
    assert drive.table.decks == ()
    before = len(drive.prompted)
    drive.do(t.ReceiveDeck, backs="blue")
    drive.confirm_all()
    assert drive.since(before) == ["check-cards 3.2", "shuffle 4.1.1", *CUT]


@clause("crown 3.5")
@pytest.mark.parametrize("ranks", ["AKQJT", "5432A", "KJ952"])
def test_3_5__all_suits_have_the_same_rank(ranks: str):
    in_suits = {five(*parse(" ".join(rank + suit for rank in ranks))) for suit in "cdhs"}
    assert len(in_suits) == 1


HIGH_TO_LOW = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]


@clause("crown 3.5.1")
def test_3_5_1__ranks_run_from_ace_to_two():
    for top in range(9):
        a, b, c, d, e = HIGH_TO_LOW[top : top + 5]
        assert five(*parse(f"{a}c {b}d {c}h {d}s {e}c")) == Hand.STRAIGHT


@clause("crown 3.5.1")
@pytest.mark.parametrize(
    ("ranks", "others", "hand"),
    [
        ("AKQJ", "2h 7s 9c", "jacks or better"),
        ("T9876", "2h 3s Kc", "pair of 6s to 10s"),
        ("5432", "7h 9s Kc", "low pair"),
    ],
)
def test_3_5_1__pairs_from_aces_down_to_twos(ranks: str, others: str, hand: str):
    assert {str(five(*parse(f"{rank}c {rank}d {others}"))) for rank in ranks} == {hand}


@clause("crown 3.5.1", "crown 3.6.1(e)", "crown 3.6.1(a)")
@pytest.mark.parametrize("cards", ["Kc Ad 2h 3s 4c", "Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c", "Ac Kd Qh Js 9c"])
def test_3_5_1__an_ace_in_the_middle_makes_nothing(cards: str):
    assert five(*parse(cards)) == Hand.NOTHING
    assert set(results(round_of(cards)).values()) == {("lose", "0.00", "0.00")}


@clause("crown 3.6.1")
def test_3_6_1__the_order_of_hands():
    assert [str(hand) for hand in rulebook("crown").hands.five_cards.value] == [
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "three of a kind",
        "two pair",
        "jacks or better",
        "pair of 6s to 10s",
    ]


# The examples that the clauses print, lowest first.
EXAMPLES = [
    "Qc Td 6h 4s 2c",
    "Tc Td Kh 6s 3c",
    "7c 7d 4h 4s Jc",
    "Qc Qd Qh 8s 3c",
    "5c 4d 3h 2s Ac",
    "Kd Jd 9d 5d 2d",
    "Kc Kd Kh Js Jc",
    "Ac Ad Ah As 7c",
    "5h 4h 3h 2h Ah",
    "As Ks Qs Js Ts",
]


@clause("crown 3.6.1")
def test_3_6_1__each_example_beats_the_one_before():
    made = [five(*parse(cards)) for cards in EXAMPLES]
    assert all(lower < higher for lower, higher in pairwise(made))


@pytest.mark.parametrize(
    ("cards", "hand", "outcome", "won"),
    [
        pytest.param("Qc Td 6h 4s 2c", "nothing", "lose", "0.00", marks=clause("crown 3.6.1(a)")),
        pytest.param("Ac Kd Qh Js 9c", "nothing", "lose", "0.00", marks=clause("crown 3.6.1(a)")),
        pytest.param("Ac Ad 2h 3s 4c", "jacks or better", "win", "10.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("Jc Jd Kh 6s 3c", "jacks or better", "win", "10.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("Jc Jd 2h 3s 4c", "jacks or better", "win", "10.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("Tc Td Kh 6s 3c", "pair of 6s to 10s", "push", "0.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("Tc Td 2h 3s 4c", "pair of 6s to 10s", "push", "0.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("6c 6d Kh Ts 3c", "pair of 6s to 10s", "push", "0.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("6c 6d 2h 3s 4c", "pair of 6s to 10s", "push", "0.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("5c 5d Kh Ts 3c", "low pair", "lose", "0.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("5c 5d 2h 3s 4c", "low pair", "lose", "0.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("2c 2d Ah Ks Qc", "low pair", "lose", "0.00", marks=clause("crown 3.6.1(b)")),
        pytest.param("7c 7d 4h 4s Jc", "two pair", "win", "20.00", marks=clause("crown 3.6.1(c)")),
        pytest.param("3c 3d 2h 2s 4c", "two pair", "win", "20.00", marks=clause("crown 3.6.1(c)")),
        pytest.param("2c 2d 3h 3s 4c", "two pair", "win", "20.00", marks=clause("crown 3.6.1(c)")),
        pytest.param("Qc Qd Qh 8s 3c", "three of a kind", "win", "30.00", marks=clause("crown 3.6.1(d)")),
        pytest.param("2c 2d 2h 4s 3c", "three of a kind", "win", "30.00", marks=clause("crown 3.6.1(d)")),
        pytest.param("2c 2d 2h 3s 4c", "three of a kind", "win", "30.00", marks=clause("crown 3.6.1(d)")),
        pytest.param("5c 4d 3h 2s Ac", "straight", "win", "40.00", marks=clause("crown 3.6.1(e)")),
        pytest.param("Ac Kd Qh Js Tc", "straight", "win", "40.00", marks=clause("crown 3.6.1(e)")),
        pytest.param("As Ks Qs Js Tc", "straight", "win", "40.00", marks=clause("crown 3.6.1(e)")),
        pytest.param("Ah 2c 3d 4s 5h", "straight", "win", "40.00", marks=clause("crown 3.6.1(e)")),
        pytest.param("Ah Kc Qd Js Th", "straight", "win", "40.00", marks=clause("crown 3.6.1(e)")),
        pytest.param("Kd Jd 9d 5d 2d", "flush", "win", "60.00", marks=clause("crown 3.6.1(f)")),
        pytest.param("Ad Kd Qd Jd 9d", "flush", "win", "60.00", marks=clause("crown 3.6.1(f)")),
        pytest.param("Kd Ad 2d 3d 4d", "flush", "win", "60.00", marks=clause("crown 3.6.1(f)")),
        pytest.param("Kh Ah 2h 3h 4h", "flush", "win", "60.00", marks=clause("crown 3.6.1(f)")),
        pytest.param("Kc Kd Kh Js Jc", "full house", "win", "100.00", marks=clause("crown 3.6.1(g)")),
        pytest.param("Jc Jd Jh Ks Kc", "full house", "win", "100.00", marks=clause("crown 3.6.1(g)")),
        pytest.param("2c 2d 2h 3s 3c", "full house", "win", "100.00", marks=clause("crown 3.6.1(g)")),
        pytest.param("Ac Ad Ah As 7c", "four of a kind", "win", "400.00", marks=clause("crown 3.6.1(h)")),
        pytest.param("2c 2d 2h 2s 3c", "four of a kind", "win", "400.00", marks=clause("crown 3.6.1(h)")),
        pytest.param("5h 4h 3h 2h Ah", "straight flush", "win", "1000.00", marks=clause("crown 3.6.1(i)")),
        pytest.param("Kh Qh Jh Th 9h", "straight flush", "win", "1000.00", marks=clause("crown 3.6.1(i)")),
        pytest.param("As Ks Qs Js Ts", "royal flush", "win", "5000.00", marks=clause("crown 3.6.1(j)")),
        pytest.param("Ad Kd Qd Jd Td", "royal flush", "win", "5000.00", marks=clause("crown 3.6.1(j)")),
        pytest.param("Ah Kh Qh Jh Th", "royal flush", "win", "5000.00", marks=clause("crown 3.6.1(j)")),
        pytest.param("Tc Jc Qc Kc Ac", "royal flush", "win", "5000.00", marks=clause("crown 3.6.1(j)", "crown 3.5")),
    ],
)
def test_3_6_1__each_hand_and_what_it_wins_on_an_ante_of_ten_dollars(cards: str, hand: str, outcome: str, won: str):
    assert str(five(*parse(cards))) == hand
    assert results(round_of(cards))["ante"] == (outcome, won, "0.00" if outcome == "lose" else "10.00")


@clause("crown 3.6.1")
@pytest.mark.parametrize("cards", ["9h 9c 2d 3s 4h", "9h 2d 9c 3s 4h", "2d 3s 9h 9c 4h", "2d 3s 4h 9h 9c"])
def test_3_6_1__it_does_not_matter_where_the_cards_of_a_hand_lie(cards: str):
    assert results(round_of(cards))["ante"] == ("push", "0.00", "10.00")


@clause("crown 3.6.1(e)")
def test_3_6_1_e__an_ace_may_count_low():
    assert rulebook("crown").hands.ace_low_in_five.value is True
