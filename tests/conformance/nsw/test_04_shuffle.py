"""nsw 4: the shuffle and cut."""

import pytest
from tests.clauses import clause
from tests.conformance.nsw.tables import CUT, arrived, settled_by_hand
from tests.table.drive import Drive, opened

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.table import commands as t

OF_A_HAND = ["hand-by-hand 10.4", "prove-cards 10.2"]


@clause("nsw 4.1", "nsw 4.4.2")
@pytest.mark.parametrize(
    ("dealing", "shuffling", "said"),
    [
        ("shoe", Shuffling.AUTOMATIC, "nsw 4.1"),
        ("shuffler", Shuffling.BY_HAND, "nsw 4.4.2"),
        ("shuffler", Shuffling.CONTINUOUS, "nsw 4.4.2"),
    ],
)
def test_4_1_and_4_4_2__how_cards_may_be_shuffled(dealing: str, shuffling: Shuffling, said: str):
    with pytest.raises(Exception, match="not-shuffled-so") as refusal:
        Drive("nsw", dealing, shuffling=shuffling)
    assert refusal.value.clause == said


@clause("nsw 4.1.2", "nsw 4.2", "nsw 4.4.2", "nsw 9.4", "nsw 9.6", "nsw 10.2", "nsw 10.4")
def test_4_1_2__after_a_round_with_a_fold():
    drive = opened("nsw", "shoe")
    before = len(drive.prompted)
    drive.betting()
    drive.deal()
    drive.lines("1 fold")
    assert drive.prompted[-1].position == 1
    drive.lines("2 bet 10")
    assert drive.line_refused("reveal Ac") == ("prompt-waits", "nsw 9.4")
    drive.finish()
    drive.confirm_all()
    folded = ["cards-passed-face-down 9.4", "spread-and-discard 9.6"]
    said = [*folded, *OF_A_HAND, "shuffle 4.1.2", *CUT]
    assert drive.since(before) == said


@clause("nsw 4.1.2")
def test_4_1_2__no_shuffle_is_skipped():
    assert rulebook("nsw").dealing.shuffled_every_round.value is True
    drive = opened("nsw", "shoe")
    drive.whole_round()
    settled_by_hand(drive)
    drive.do(t.OpenRound)
    drive.lines("1 ante 25")
    assert drive.line_refused("deal 9h 2c") == ("prompt-waits", "nsw 4.1.2")
    assert drive.refused(t.Confirm, prompt=999) == ("no-such-prompt", "nsw 1.1 Dealer")


@clause("nsw 4.1.3")
@pytest.mark.parametrize(
    ("dealing", "said"),
    [("shoe", ["shuffle 4.1.3", *CUT]), ("shuffler", ["shuffle 4.1.3", "load-device-to-shuffle 4.4.2"])],
)
def test_4_1_3__after_the_table_stood_empty(dealing: str, said: list[str]):
    drive = opened("nsw", dealing)
    drive.whole_round()
    drive.confirm_all()
    before = len(drive.prompted)
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.do(t.Sit, position=3, player="cyd")
    drive.confirm_all()
    assert drive.since(before) == said


@clause("nsw 4.2.1")
def test_4_2_1__dropped_cards_are_verified_by_a_supervisor():
    drive = opened("nsw", "shoe")
    drive.report("cards-dropped", by="dealer")
    assert drive.refused(t.OpenRound) == ("ruling-waits", "nsw 4.2.1")
    drive.do(t.Rule, by="gaming-supervisor")
    assert drive.since(len(drive.prompted) - 1) == ["count-deck 4.2.1"]
    count = drive.prompt("count-deck").number
    drive.do(t.Confirm, prompt=count, count=52)
    assert drive.refused(t.Confirm, prompt=count, count=52) == ("rank-too-low", "nsw 4.2.1")
    drive.do(t.Confirm, by="gaming-supervisor", prompt=count, count=52)
    assert drive.duties() == []


@clause("nsw 4.3", "nsw 4.2")
@pytest.mark.parametrize("by", ["gaming-supervisor", "assistant-gaming-manager", "inspector"])
def test_4_3__nobody_but_the_dealer_cuts(by: str):
    assert rulebook("nsw").dealing.methods["shoe"].cut.value == "by-dealer"
    drive = Drive("nsw", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    if by == "inspector":
        drive.do(t.ComeOnDuty, by=by)
    for duty in ("check-cards", "shuffle"):
        drive.confirm(drive.prompt(duty))
    assert drive.refused(t.Confirm, by=by, prompt=drive.prompt("cut").number) == ("nobody-else", "nsw 4.3")
    drive.confirm(drive.prompt("cut"))
    assert drive.table.decks[0].cut


@clause("nsw 3.4", "nsw 4.1.1", "nsw 4.2", "nsw 4.4.1", "nsw 4.4.2", "nsw 4.4.3", "nsw 4.4.4")
def test_4_4__with_a_device_cards_are_shuffled_by_hand_first_and_never_cut():
    assert rulebook("nsw").dealing.methods["shuffler"].cut.value == "never"
    drive = arrived("shuffler")
    assert drive.since(0) == ["check-cards 3.4", "shuffle-by-hand-first 4.4.1", "load-device-to-shuffle 4.4.2"]
    assert drive.table.decks[0].shuffled == 1


@clause("nsw 4.1.2", "nsw 4.4.2")
def test_4_4_2__after_a_round_the_device_shuffles():
    drive = opened("nsw", "shuffler")
    before = len(drive.prompted)
    drive.whole_round()
    drive.confirm_all()
    assert drive.since(before) == [*OF_A_HAND, *OF_A_HAND, "load-device-to-shuffle 4.4.2"]
    assert drive.table.decks[0].shuffled == 2


@clause("nsw 4.4.2", "nsw 3.6", "nsw 4.4.5")
@pytest.mark.parametrize(
    ("ordered", "moment"),
    [(t.OrderKind.SHUFFLE, "shuffle-ordered"), (t.OrderKind.CUT, "cut-ordered"), (None, "play-resumes")],
)
def test_4_4_2__whatever_was_done_by_hand_the_dealer_loads_the_device_and_it_shuffles(
    ordered: t.OrderKind | None, moment: str
):
    """None: the table stood empty."""
    assert rulebook("nsw").duties[moment]["load-device-to-shuffle"].methods.value == ("shuffler",)
    drive = opened("nsw", "shuffler")
    if ordered is None:
        for position in (1, 2):
            drive.do(t.Stand, position=position)
        drive.do(t.Sit, position=3, player="cyd")
    else:
        drive.do(t.Order, by="gaming-supervisor", what=ordered)
    while drive.table.prompts[0].duty != "load-device-to-shuffle":
        drive.confirm(drive.table.prompts[0])
    [load] = drive.table.prompts
    before, prompted = drive.table.decks[0].shuffled, len(drive.prompted)
    assert (load.by, load.clause, load.then) == ("dealer", "nsw 4.4.2", "shuffled")
    drive.confirm(load)
    assert drive.table.decks[0].shuffled == before + 1
    assert drive.since(prompted) == []


@clause("nsw 4.4.5", "nsw 4.1")
@pytest.mark.parametrize(
    ("dealing", "said"),
    [
        ("shuffler", ["shuffle-before-device 4.4.5", "load-device-to-shuffle 4.4.2"]),
        ("shoe", ["shuffle 4.1", *CUT]),
    ],
)
def test_4_4_5__a_supervisor_who_is_not_satisfied_orders_a_shuffle(dealing: str, said: list[str]):
    assert rulebook("nsw").staff.powers["order-shuffle"].value == "gaming-supervisor"
    drive = opened("nsw", dealing)
    before = len(drive.prompted)
    assert drive.refused(t.Order, what=t.OrderKind.SHUFFLE) == ("rank-too-low", "nsw 4.4.5")
    drive.do(t.Order, by="gaming-supervisor", what=t.OrderKind.SHUFFLE)
    drive.confirm_all()
    assert drive.since(before) == said
    assert drive.table.decks[0].shuffled == 2


@clause("nsw 4.4.5", "nsw 4.4.2", "nsw 4.3", "nsw 3.6")
def test_4_4_5__a_cut_before_the_device_is_ordered_too_and_only_the_dealer_cuts():
    drive = opened("nsw", "shuffler")
    before = len(drive.prompted)
    assert drive.refused(t.Order, what=t.OrderKind.CUT) == ("rank-too-low", "nsw 4.4.5")
    drive.do(t.Order, by="gaming-supervisor", what=t.OrderKind.CUT)
    cut = drive.prompt("cut-before-device").number
    assert drive.refused(t.Confirm, by="gaming-supervisor", prompt=cut) == ("nobody-else", "nsw 4.3")
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;2 ante 10")
    drive.do(t.Confirm, prompt=cut)
    assert drive.line_refused("deal Ts Jc Qd 9h 7d 2c 8s") == ("prompt-waits", "nsw 4.4.2")
    drive.confirm_all()
    drive.deal()
    assert drive.refused(t.Order, by="gaming-supervisor", what=t.OrderKind.CUT) == ("round-open", "nsw 4.4.5")
    assert drive.since(before) == ["cut-before-device 4.4.5", "load-device-to-shuffle 4.4.2"]


@clause("nsw 4.4.5", "nsw 4.2")
def test_4_4_5__at_a_shoe_there_is_no_such_cut():
    drive = opened("nsw", "shoe")
    assert drive.refused(t.Order, by="gaming-supervisor", what=t.OrderKind.CUT) == ("nothing-to-cut", "nsw 4.4.5")
