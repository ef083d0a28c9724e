"""maryland .05: shuffling and cutting."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import AFTER_SHUFFLE, CUT, METHODS, OPENING, arrived, report_refused
from tests.table.hall import Pit, opened

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.table import commands as t


@clause("maryland .05A(3)")
def test_05a_3__a_floorperson_may_order_a_shuffle():
    drive = opened("maryland", "hand")
    before = len(drive.prompted)
    assert drive.refused(t.Order, what=t.OrderKind.SHUFFLE) == ("rank-too-low", "maryland .05A(3)")
    drive.do(t.Order, by="floorperson", what=t.OrderKind.SHUFFLE)
    drive.confirm_all()
    assert drive.since(before) == ["shuffle .05A(3)", *AFTER_SHUFFLE["hand"]]


@clause("maryland .05C")
def test_05c__a_device_that_counts_saves_the_count():
    drive = opened("maryland", "hand", counts=True)
    for _ in range(6):
        drive.whole_round()
    assert not [said for said in drive.since(0) if said.startswith("count-stub")]
    drive.report("device-count", cards=51)
    drive.confirm(drive.prompt("remove-deck"))
    assert drive.table.decks == ()
    with pytest.raises(Exception, match="no-ruling"):
        drive.report("device-count", cards=52)


@clause("maryland .05C")
@pytest.mark.parametrize(("cards", "removed"), [(51, True), (52, False), (53, True)])
def test_05c__a_wrong_count_of_a_device_that_counts_removes_the_deck(cards: int, removed: bool):
    drive = opened("maryland", "hand", counts=True)
    if removed:
        drive.report("device-count", cards=cards)
        assert drive.duties() == ["remove-deck"]
    else:
        assert report_refused(drive, "device-count", cards=cards) == ("no-ruling", "maryland .05C")


@clause("maryland .05C")
@pytest.mark.parametrize("opening", [{"shuffling": Shuffling.BY_HAND}, {"shuffling": Shuffling.AUTOMATIC}])
def test_05c__without_a_device_that_counts_there_is_no_such_count(opening: dict):
    drive = opened("maryland", "shoe", **opening)
    assert report_refused(drive, "device-count", cards=51) == ("no-counting-device", "maryland .05C")


@clause("maryland .05C(1)")
def test_05c_1__a_deck_has_52_cards():
    assert rulebook("maryland").dealing.cards.value == 52


@clause("maryland .05D(1)")
@pytest.mark.parametrize("method", ["shoe", "automatic"])
def test_05d_1__cards_shuffled_by_a_machine_are_not_cut(method: str):
    assert rulebook("maryland").dealing.methods[method].cut.value == "unless-machine-shuffled"


@clause("maryland .05D(1)", "maryland .05D(2)", "maryland .05E(2)", "maryland .05I", "maryland .05H")
def test_05d_2__a_deck_that_came_shuffled_is_cut_unless_a_device_reshuffles_it():
    ready = "reshuffled-goes-to-the-cut .05D(2)"
    assert arrived("automatic", prechecked=True).since(0) == [ready, *CUT, "load-automatic-shoe .10A(1)"]
    approved = (("reshuffling-device", "2014-17"),)
    drive = arrived("automatic", prechecked=True, shuffling=Shuffling.CONTINUOUS, approvals=approved)
    assert drive.since(0) == ["reshuffled-goes-to-the-device .05I", "load-automatic-shoe .10A(1)"]
    assert drive.refused(t.Order, by="floorperson", what=t.OrderKind.RECUT) == ("nothing-to-recut", "maryland .05F")


@clause("maryland .05E")
@pytest.mark.parametrize(
    ("depth", "good"), [(None, False), (9, False), (10, True), (11, True), (51, True), (52, False)]
)
def test_05e__the_cover_card_goes_at_least_ten_cards_in(depth: int | None, good: bool):
    drive = Pit("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    drive.sit("ann")
    while drive.duties() and drive.duties()[0] != "cut":
        drive.confirm(drive.table.prompts[0])
    cut = drive.prompt("cut").number
    if good:
        drive.do(t.Confirm, prompt=cut, depth=depth)
        assert drive.table.decks[0].cut
    else:
        assert drive.refused(t.Confirm, prompt=cut, depth=depth) == ("cut-too-shallow", "maryland .05E")


@clause("maryland .05F")
def test_05f__a_new_cut_only_between_the_cut_and_the_first_card():
    drive = opened("maryland", "shoe")
    assert drive.refused(t.Order, what=t.OrderKind.RECUT) == ("rank-too-low", "maryland .05F")
    drive.do(t.Order, by="floorperson", what=t.OrderKind.RECUT)
    recut = drive.prompt("recut").number
    assert drive.refused(t.Confirm, prompt=recut, depth=9) == ("cut-too-shallow", "maryland .05E")
    drive.confirm_all()
    drive.betting()
    drive.deal()
    assert drive.refused(t.Order, by="floorperson", what=t.OrderKind.RECUT) == ("nothing-to-recut", "maryland .05F")


@clause("maryland .05F", "maryland .05A(3)")
@pytest.mark.parametrize("title", ["floorperson", "pit-manager", "shift-manager"])
def test_05f__a_floorperson_or_anybody_above_may_order_it(title: str):
    drive = opened("maryland", "shoe")
    drive.do(t.Order, by=title, what=t.OrderKind.RECUT)
    drive.do(t.Order, by=title, what=t.OrderKind.SHUFFLE)
    assert drive.duties() == ["recut", "shuffle"]


@clause("maryland .05G(1)", "maryland .05G(2)", "maryland .05G(3)")
def test_05g__when_nobody_plays_the_cards_are_spread_and_made_ready_anew():
    drive = opened("maryland", "hand")
    drive.whole_round()
    drive.confirm_all()
    before = len(drive.prompted)
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.confirm_all()
    drive.do(t.Sit, position=1, player="cyd")
    drive.confirm_all()
    idle = ["empty-shoe-and-rack .05G(1)", "spread-face-down .05G(2)", "prepare-anew .05G(3)"]
    assert drive.since(before) == [*idle, *OPENING, *AFTER_SHUFFLE["hand"]]


@clause("maryland .05G(2)", "maryland .05G(3)")
@pytest.mark.parametrize("spread", [False, True], ids=["before they are spread", "when they lie face down"])
def test_05g_2__a_player_may_have_the_cards_of_an_idle_table_spread_face_up(spread: bool):
    drive = opened("maryland", "shoe")
    assert drive.refused(t.AskFaceUp) == ("nothing-spread", "maryland .05G(2)")
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    if spread:
        drive.confirm_all()
    before = len(drive.prompted)
    drive.do(t.AskFaceUp, by="player")
    assert drive.since(before) == ["spread-face-up .05G(2)"]
    assert "spread-face-down" not in drive.duties()
    assert drive.refused(t.AskFaceUp, by="player") == ("nothing-spread", "maryland .05G(2)")
    drive.confirm_all()
    assert drive.table.decks[0].lies == "apart"
    drive.do(t.Sit, position=1, player="cyd")
    assert drive.duties() == ["prepare-anew"], "nothing is dealt from cards that were spread"


@clause("maryland .05G(1)", "maryland .05G(2)", "maryland .05G(3)")
def test_05g_3__cards_are_not_prepared_before_they_have_been_spread():
    drive = opened("maryland", "shoe")
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.do(t.Sit, position=1, player="cyd")
    anew = drive.prompt("prepare-anew").number
    for duty, said in (("empty-shoe-and-rack", ".05G(1)"), ("spread-face-down", ".05G(2)")):
        assert drive.refused(t.Confirm, prompt=anew) == ("prompt-before", f"maryland {said}")
        drive.confirm(drive.prompt(duty))
    drive.do(t.Confirm, prompt=anew)
    drive.confirm_all()
    assert drive.table.decks[0].lies == "ready"


@clause("maryland .05G(3)", "maryland .04F", "maryland .05A(1)", "maryland .05A(2)")
@pytest.mark.parametrize("played", [True, False], ids=["after a round", "after lying spread"])
@pytest.mark.parametrize("dealing", METHODS)
def test_05g_3__a_deck_that_came_prechecked_is_prepared_as_any_other(dealing: str, played: bool):
    drive = arrived(dealing, prechecked=True)
    if played:
        before = len(drive.prompted)
        drive.whole_round()
        drive.confirm_all()
        assert ["shuffle .05A(2)", *AFTER_SHUFFLE[dealing]] == drive.since(before)[-1 - len(AFTER_SHUFFLE[dealing]) :]
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.do(t.AskFaceUp, by="player")
    drive.confirm_all()
    before = len(drive.prompted)
    drive.do(t.Sit, position=1, player="cyd")
    drive.confirm_all()
    assert drive.since(before) == ["prepare-anew .05G(3)", *OPENING, *AFTER_SHUFFLE[dealing]]


@clause("maryland .05G(3)", "maryland .04E")
def test_05g_3__both_decks_of_an_idle_table_are_prepared_anew():
    drive = arrived("hand", "red", "blue")
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.confirm_all()
    assert [deck.lies for deck in drive.table.decks] == ["apart", "apart"]
    drive.do(t.Sit, position=1, player="cyd")
    assert [(each.duty, each.deck) for each in drive.table.prompts] == [
        ("prepare-anew", "red"),
        ("prepare-anew", "blue"),
    ]
    drive.confirm_all()
    assert [deck.lies for deck in drive.table.decks] == ["ready", "ready"]


@clause("maryland .05H", "maryland .05I", "maryland .05B", "maryland .05A", "maryland .05D(1)")
def test_05h__a_device_that_reshuffles_and_counts_needs_its_approval_and_no_cut():
    with pytest.raises(Exception, match="not-approved") as refusal:
        Pit("maryland", "automatic", shuffling=Shuffling.CONTINUOUS)
    assert refusal.value.clause == "maryland .05H"
    approved = (("reshuffling-device", "2014-17"),)
    drive = arrived("automatic", shuffling=Shuffling.CONTINUOUS, approvals=approved)
    assert drive.since(0) == [*OPENING, "load-automatic-shoe .10A(1)"]
    for _ in range(6):
        drive.whole_round()
    assert not [said for said in drive.since(0) if said.startswith("count-stub")]
    with pytest.raises(Exception, match="not-shuffled-so") as refusal:
        Pit("maryland", "shoe", shuffling=Shuffling.CONTINUOUS)
    assert refusal.value.clause == "maryland .05A"
    Pit("maryland", "shoe", shuffling=Shuffling.AUTOMATIC)
    Pit("maryland", "automatic", shuffling=Shuffling.BY_HAND)
