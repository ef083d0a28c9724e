"""nsw 10: settlement."""

import pytest
from tests.clauses import clause

from mississippi_stud.cards import parse
from mississippi_stud.hands import five
from mississippi_stud.rulebooks import rulebook


@clause("nsw 10.1")
def test_10_1__from_the_dealers_right_on_the_five_cards():
    book = rulebook("nsw")
    assert book.play.settlement_order.value == "from-dealers-right"
    assert book.wagers["ante"].basis.value == "five-cards"


@clause("nsw 10.3")
def test_10_3__the_payout_table():
    (table,) = rulebook("nsw").wagers["ante"].tables.values()
    assert table.offered.value is True
    assert {hand: str(pay.value) for hand, pay in table.pays.items()} == {
        "royal-flush": "500 to 1",
        "straight-flush": "100 to 1",
        "four-of-a-kind": "40 to 1",
        "full-house": "10 to 1",
        "flush": "6 to 1",
        "straight": "4 to 1",
        "three-of-a-kind": "3 to 1",
        "two-pair": "2 to 1",
        "jacks-or-better": "1 to 1",
        "pair-of-6s-to-10s": "push",
    }


@clause("nsw 10.3")
@pytest.mark.parametrize("wager", ["ante", "third-street", "fourth-street", "fifth-street"])
def test_10_3__ante_and_streets_each_go_by_the_hand_and_stand_off_with_it(wager: str):
    rule = rulebook("nsw").wagers[wager]
    assert (rule.basis.value, rule.on_push.value) == ("five-cards", "returned")


@clause("nsw 10.3")
@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("2c 2d Ah Ks Qd", None),
        ("5c 5d Ah Ks Qd", None),
        ("6c 6d Ah Ks Qd", "push"),
        ("Tc Td Ah Ks Qd", "push"),
        ("Jc Jd Ah Ks Qd", "1 to 1"),
        ("Ac Kd Qh Js 9d", None),
    ],
)
def test_10_3__pairs_of_2s_to_5s_lose(cards: str, pays: str | None):
    table = rulebook("nsw").wagers["ante"].tables["main"].pays
    row = table.get(str(five(*parse(cards))).replace(" ", "-"))
    assert (str(row.value) if row else None) == pays


@clause("nsw 10.3")
def test_10_3__what_does_not_divide_is_rounded_up_to_the_cent():
    assert rulebook("nsw").money.uneven_payment.value == "up-to-the-cent"


@clause("nsw 10.5")
def test_10_5__a_player_may_concede():
    assert rulebook("nsw").play.concede.value is True
