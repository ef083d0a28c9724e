"""crown 3.3 and 11.15 at a whole table: the cards are counted at any time, and a round with 51 or 53 is void."""

import pytest
from tests.clauses import clause
from tests.table.drive import Drive, opened

from mississippi_stud.jackpot import MeterOffer
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.table import commands as t

HDD = "tg-higher-duties-dealer"
METER = MeterOffer(cost_cents=5_00, option="1", seed="10000")
WAGERS = "1 ante 25;1 jackpot 5;2 ante 10"
STREET = "1 bet 25;2 bet 10;reveal"


def counted(drive: Drive, count: int) -> None:
    drive.do(t.Order, by=HDD, what=t.OrderKind.VERIFY_CARDS)
    drive.do(t.Confirm, prompt=drive.prompt("count-cards").number, count=count)


@clause("crown 3.3", "crown 11.8", "crown 11.12")
@pytest.mark.parametrize("streets", [0, 1, 2, 3])
@pytest.mark.parametrize(("count", "void"), [(51, True), (52, False), (53, True)])
def test_3_3__a_count_in_a_round_that_does_not_find_52_voids_it(streets: int, count: int, void: bool):
    drive = opened("crown", "shoe", meter=METER)
    drive.betting(WAGERS)
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
    drive.lines("1 bet 25;2 bet 10")
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
def test_3_3__a_dealer_alone_does_not_order_a_count():
    drive = opened("crown", "shoe")
    assert drive.refused(t.Order, what=t.OrderKind.VERIFY_CARDS) == ("rank-too-low", "crown 3.3")


@clause("crown 11.15", "crown 11.8")
@pytest.mark.parametrize(("count", "void"), [(51, True), (52, False), (53, True)])
def test_11_15__the_machine_does_not_verify_the_number_and_the_dealer_counts(count: int, void: bool):
    drive = opened("crown", "shuffler")
    drive.betting()
    drive.deal()
    drive.lines("1 bet 25;2 bet 10")
    drive.report("device-count", by="dealer")
    assert drive.line_refused("reveal") == ("prompt-waits", "crown 11.15")
    drive.do(t.Confirm, prompt=drive.prompt("count-cards").number, count=count)
    assert (drive.table.round is None) is void
    if void:
        assert drive.table.rulings[-1].clause == "crown 11.15"
    else:
        drive.finish()


@clause("crown 11.15")
def test_11_15__without_a_machine_nothing_fails_to_verify():
    drive = opened("crown", "shoe", shuffling=Shuffling.BY_HAND)
    drive.betting()
    drive.deal()
    with pytest.raises(Exception, match="no-counting-device"):
        drive.report("device-count", by="dealer")
