"""online, « Gains »: what hands pay."""

import pytest
from tests.clauses import clause
from tests.conformance.online.tables import BONUS, MAIN, played
from tests.script import results

from mississippi_stud.rulebooks import rulebook


@clause("online pays.main")
def test_pays_main__ante_and_streets():
    assert rulebook("online").money.uneven_payment.value == "up-to-the-cent"
    (table,) = rulebook("online").wagers["ante"].tables.values()
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


@clause("online play.7", "online pays.main")
@pytest.mark.parametrize(
    ("hole", "community", "outcome", "won"),
    [
        ("Ah Kh", "Qh Jh Th", "win", "5000.00"),
        ("9h Kh", "Qh Jh Th", "win", "1000.00"),
        ("Ah 2h", "3h 4h 5h", "win", "1000.00"),  # never royal
        ("9h 9s", "9c 9d Th", "win", "400.00"),
        ("9h 9s", "9c Td Th", "win", "100.00"),
        ("Ah Kh", "Qh Jh 9h", "win", "60.00"),
        ("Kh Ah", "2h 3h 4h", "win", "60.00"),
        ("Ah Kh", "Qh Jh Tc", "win", "40.00"),
        ("Ah 2h", "3h 4h 5c", "win", "40.00"),
        ("9h 9s", "9c Td Ah", "win", "30.00"),
        ("9h 9s", "Tc Td Ah", "win", "20.00"),
        ("Jh Js", "Tc 9d Ah", "win", "10.00"),
        ("Th Ts", "Jc 9d Ah", "push", "0.00"),
        ("6h 6s", "Jc 9d Ah", "push", "0.00"),
        ("5h 5s", "Jc 9d Ah", "lose", "0.00"),
        ("Kc Ad", "2h 3s 4c", "lose", "0.00"),
        ("Ah Kh", "Qh Jh 9c", "lose", "0.00"),
    ],
)
def test_pays_main__ante_and_streets_go_by_five_cards(hole: str, community: str, outcome: str, won: str):
    back = "0.00" if outcome == "lose" else "10.00"
    assert results(played(hole, community)) == dict.fromkeys(MAIN, (outcome, won, back))


@clause("online pays.bonus")
def test_pays_bonus__the_3_card_bonus():
    (table,) = rulebook("online").wagers["three-card-bonus"].tables.values()
    assert table.offered.value is True
    assert {hand: str(pay.value) for hand, pay in table.pays.items()} == {
        "mini-royal": "50 to 1",
        "straight-flush": "40 to 1",
        "three-of-a-kind": "30 to 1",
        "straight": "6 to 1",
        "flush": "4 to 1",
        "pair": "1 to 1",
    }


@clause("online play.7", "online pays.bonus")
@pytest.mark.parametrize(("community", "outcome", "won"), BONUS)
def test_pays_bonus__the_bonus_goes_by_the_three_community_cards(community: str, outcome: str, won: str):
    back = "0.00" if outcome == "lose" else "10.00"
    assert results(played("7d 4s", community, bonus="10"))["three-card-bonus"] == (outcome, won, back)
