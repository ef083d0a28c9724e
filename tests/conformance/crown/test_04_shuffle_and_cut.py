"""crown 4: the shuffle and the cut."""

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import CUT, HDD, arrived
from tests.table.hall import opened

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t


@clause("crown 4.1.1(a)", "crown 7.2", "crown 7.4.2", "crown 7.4.2(c)", "crown 8.1.1(d)")
def test_4_1_1_a__a_round_with_a_fold():
    assert rulebook("crown").dealing.shuffled_every_round.value is True
    drive = opened("crown", "shoe")
    before = len(drive.prompted)
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;2 ante 10")
    assert drive.line_refused("deal 9h 2c 7d 8s Ts Jc Qd") == ("no-more-bets-first", "crown 7.2")
    drive.do(t.CloseBetting)
    drive.confirm_all()
    drive.deal()
    drive.lines("1 fold;2 place 10")
    assert drive.line_refused("reveal") == ("prompt-waits", "crown 7.4.2")
    drive.finish()
    assert drive.refused(t.OpenRound) == ("prompt-waits", "crown 8.1.1(d)")
    drive.confirm_all()
    fold = ["cards-beside-ante 7.4.2", "spread-and-discard 7.4.2(c)"]
    said = ["no-more-bets 7.2", "bet-or-fold 7.4.1", *fold, "count-each-hand 8.1.1(d)", "shuffle 4.1.1(a)", *CUT]
    assert drive.since(before) == said


@clause("crown 4.1.1(b)")
@pytest.mark.parametrize("dealt", [False, True])
def test_4_1_1_b__an_abnormal_sequence_is_shuffled_at_once(dealt: bool):
    drive = opened("crown", "shoe")
    drive.betting()
    if dealt:
        drive.deal()
        drive.lines("1 place 25;2 place 10")
    before = len(drive.prompted)
    assert drive.refused(t.Order, what=t.OrderKind.SHUFFLE_NOW) == ("rank-too-low", "crown 4.1.1(b)")
    drive.do(t.Order, by=HDD, what=t.OrderKind.SHUFFLE_NOW)
    assert drive.since(before) == ["shuffle-at-once 4.1.1(b)"]
    stopped = "reveal" if dealt else "deal 9h 2c 7d 8s Ts Jc Qd"
    assert drive.line_refused(stopped) == ("prompt-waits", "crown 4.1.1(b)")
    drive.confirm_all()
    assert drive.since(before) == ["shuffle-at-once 4.1.1(b)", *CUT]
    drive.lines(stopped)


@clause("crown 4.1.1(c)")
def test_4_1_1_c__a_shuffle_on_a_higher_duties_dealers_word():
    drive = opened("crown", "shoe")
    before = len(drive.prompted)
    assert drive.refused(t.Order, what=t.OrderKind.SHUFFLE) == ("rank-too-low", "crown 4.1.1(c)")
    drive.do(t.Order, by=HDD, what=t.OrderKind.SHUFFLE)
    drive.confirm_all()
    assert drive.since(before) == ["shuffle 4.1.1(c)", *CUT]


@clause("crown 3.2", "crown 4.1.2")
def test_4_1_2__cards_checked_ahead_were_kept_secure():
    assert arrived("shoe", prechecked=True).since(0) == ["cards-kept-secure 4.1.2", "shuffle 4.1.1", *CUT]


@pytest.mark.parametrize(
    ("method", "cut"),
    [
        pytest.param("shoe", "by-dealer", marks=clause("crown 4.2.1")),
        pytest.param("shuffler", "never", marks=clause("crown 4.2.2")),
    ],
)
def test_4_2__the_dealer_cuts_for_a_shoe_and_nobody_for_a_shuffler(method: str, cut: str):
    assert rulebook("crown").dealing.methods[method].cut.value == cut


@clause("crown 4.2.1", "crown 4.2.2", "crown 2.4", "crown 3.2", "crown 4.1.1")
def test_4_2_2__from_a_continuous_shuffler_nothing_is_cut():
    assert arrived("shuffler").since(0) == ["check-cards 3.2", "shuffle 4.1.1"]
