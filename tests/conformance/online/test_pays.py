"""online, « Gains »: what hands pay."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("online pays.main")
def test_pays_main__ante_and_streets():
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


@clause("online pays.main")
def test_pays_main__to_the_cent():
    assert rulebook("online").money.uneven_payment.value == "up-to-the-cent"


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
