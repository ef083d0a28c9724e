"""nsw 4: the shuffle and cut."""

import pytest
from tests.clauses import clause
from tests.conformance.nsw.tables import CUT, arrived, settled_by_hand
from tests.table.hall import Pit, opened

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
        Pit("nsw", dealing, shuffling=shuffling)
    assert refusal.value.clause == said


@clause("nsw 4.1.2", "nsw 4.2", "nsw 4.4.2", "nsw 9.4", "nsw 9.6", "nsw 10.2", "nsw 10.4")
def test_4_1_2__after_a_round_with_a_fold():
    pit = opened("nsw", "shoe")
    before = len(pit.prompted)
    pit.betting()
    pit.deal()
    pit.lines("1 fold")
    assert pit.prompted[-1].position == 1
    pit.lines("2 bet 1")
    assert pit.line_refused("reveal Ac") == ("prompt-waits", "nsw 9.4")
    pit.finish()
    pit.confirm_all()
    folded = ["cards-passed-face-down 9.4", "spread-and-discard 9.6"]
    said = [*folded, *OF_A_HAND, "shuffle 4.1.2", *CUT]
    assert pit.since(before) == said


@clause("nsw 4.1.2")
def test_4_1_2__no_shuffle_is_skipped():
    assert rulebook("nsw").dealing.shuffled_every_round.value is True
    pit = opened("nsw", "shoe")
    pit.whole_round()
    settled_by_hand(pit)
    pit.do(t.OpenRound)
    pit.lines("1 ante 25")
    assert pit.line_refused("deal 9h 2c") == ("prompt-waits", "nsw 4.1.2")
    assert pit.refused(t.Confirm, prompt=999) == ("no-such-prompt", "nsw 1.1 Dealer")


@clause("nsw 4.1.3")
@pytest.mark.parametrize(
    ("dealing", "said"),
    [("shoe", ["shuffle 4.1.3", *CUT]), ("shuffler", ["shuffle 4.1.3", "load-device-to-shuffle 4.4.2"])],
)
def test_4_1_3__after_the_table_stood_empty(dealing: str, said: list[str]):
    pit = opened("nsw", dealing)
    pit.whole_round()
    pit.confirm_all()
    before = len(pit.prompted)
    for position in (1, 2):
        pit.do(t.Stand, position=position)
    pit.do(t.Sit, position=3, player="cyd")
    pit.confirm_all()
    assert pit.since(before) == said


@clause("nsw 4.2.1")
def test_4_2_1__dropped_cards_are_verified_by_a_supervisor():
    pit = opened("nsw", "shoe")
    pit.report("cards-dropped", by="dealer")
    assert pit.refused(t.OpenRound) == ("ruling-waits", "nsw 4.2.1")
    pit.do(t.Rule, by="gaming-supervisor")
    assert pit.since(len(pit.prompted) - 1) == ["count-deck 4.2.1"]
    count = pit.prompt("count-deck").number
    pit.do(t.Confirm, prompt=count, count=52)
    assert pit.refused(t.Confirm, prompt=count, count=52) == ("rank-too-low", "nsw 4.2.1")
    pit.do(t.Confirm, by="gaming-supervisor", prompt=count, count=52)
    assert pit.duties() == []


@clause("nsw 4.3", "nsw 4.2")
@pytest.mark.parametrize("by", ["gaming-supervisor", "assistant-gaming-manager", "inspector"])
def test_4_3__nobody_but_the_dealer_cuts(by: str):
    assert rulebook("nsw").dealing.methods["shoe"].cut.value == "by-dealer"
    pit = Pit("nsw", "shoe")
    pit.do(t.ReceiveDeck, backs="red")
    if by == "inspector":
        pit.do(t.ComeOnDuty, by=by)
    for duty in ("check-cards", "shuffle"):
        pit.confirm(pit.prompt(duty))
    assert pit.refused(t.Confirm, by=by, prompt=pit.prompt("cut").number) == ("nobody-else", "nsw 4.3")
    pit.confirm(pit.prompt("cut"))
    assert pit.table.decks[0].cut


@clause("nsw 3.4", "nsw 4.1.1", "nsw 4.2", "nsw 4.4.1", "nsw 4.4.2", "nsw 4.4.3", "nsw 4.4.4")
def test_4_4__with_a_device_cards_are_shuffled_by_hand_first_and_never_cut():
    assert rulebook("nsw").dealing.methods["shuffler"].cut.value == "never"
    pit = arrived("shuffler")
    assert pit.since(0) == ["check-cards 3.4", "shuffle-by-hand-first 4.4.1", "load-device-to-shuffle 4.4.2"]
    assert pit.table.decks[0].shuffled == 1


@clause("nsw 4.1.2", "nsw 4.4.2")
def test_4_4_2__after_a_round_the_device_shuffles():
    pit = opened("nsw", "shuffler")
    before = len(pit.prompted)
    pit.whole_round()
    pit.confirm_all()
    assert pit.since(before) == [*OF_A_HAND, *OF_A_HAND, "load-device-to-shuffle 4.4.2"]
    assert pit.table.decks[0].shuffled == 2


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
    pit = opened("nsw", "shuffler")
    if ordered is None:
        for position in (1, 2):
            pit.do(t.Stand, position=position)
        pit.do(t.Sit, position=3, player="cyd")
    else:
        pit.do(t.Order, by="gaming-supervisor", what=ordered)
    while pit.table.prompts[0].duty != "load-device-to-shuffle":
        pit.confirm(pit.table.prompts[0])
    [load] = pit.table.prompts
    before, prompted = pit.table.decks[0].shuffled, len(pit.prompted)
    assert (load.by, load.clause, load.then) == ("dealer", "nsw 4.4.2", "shuffled")
    pit.confirm(load)
    assert pit.table.decks[0].shuffled == before + 1
    assert pit.since(prompted) == []


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
    pit = opened("nsw", dealing)
    before = len(pit.prompted)
    assert pit.refused(t.Order, what=t.OrderKind.SHUFFLE) == ("rank-too-low", "nsw 4.4.5")
    pit.do(t.Order, by="gaming-supervisor", what=t.OrderKind.SHUFFLE)
    pit.confirm_all()
    assert pit.since(before) == said
    assert pit.table.decks[0].shuffled == 2


@clause("nsw 4.4.5", "nsw 4.4.2", "nsw 4.3", "nsw 3.6")
def test_4_4_5__a_cut_before_the_device_is_ordered_too_and_only_the_dealer_cuts():
    pit = opened("nsw", "shuffler")
    before = len(pit.prompted)
    assert pit.refused(t.Order, what=t.OrderKind.CUT) == ("rank-too-low", "nsw 4.4.5")
    pit.do(t.Order, by="gaming-supervisor", what=t.OrderKind.CUT)
    cut = pit.prompt("cut-before-device").number
    assert pit.refused(t.Confirm, by="gaming-supervisor", prompt=cut) == ("nobody-else", "nsw 4.3")
    pit.do(t.OpenRound)
    pit.lines("1 ante 25;2 ante 10")
    pit.do(t.Confirm, prompt=cut)
    assert pit.line_refused("deal Ts Jc Qd 9h 7d 2c 8s") == ("prompt-waits", "nsw 4.4.2")
    pit.confirm_all()
    pit.deal()
    assert pit.refused(t.Order, by="gaming-supervisor", what=t.OrderKind.CUT) == ("round-open", "nsw 4.4.5")
    assert pit.since(before) == ["cut-before-device 4.4.5", "load-device-to-shuffle 4.4.2"]


@clause("nsw 4.4.5", "nsw 4.2")
def test_4_4_5__at_a_shoe_there_is_no_such_cut():
    pit = opened("nsw", "shoe")
    assert pit.refused(t.Order, by="gaming-supervisor", what=t.OrderKind.CUT) == ("nothing-to-cut", "nsw 4.4.5")
