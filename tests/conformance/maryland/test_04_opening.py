"""maryland .04: opening a table."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import AFTER_SHUFFLE, CUT, OPENING, arrived, methods
from tests.table.hall import Pit

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.table import commands as t


@clause("maryland .04A", "maryland .04B", "maryland .04C(1)", "maryland .04C(2)", "maryland .04C(3)", "maryland .04D")
@clause("maryland .05A(1)", "maryland .05A", "maryland .04E")
@clause("maryland .03B(1)", "maryland .03B(2)", "maryland .03B(3)")
@pytest.mark.parametrize(
    "dealing",
    methods(
        (".05E", ".05E(1)", ".05E(2)", ".05D(2)", ".08B"), (".05D(1)", ".09A(2)", ".09A(1)"), (".05D(1)", ".10A(1)")
    ),
)
def test_04__a_deck_is_inspected_spread_washed_stacked_shuffled(dealing: str):
    assert arrived(dealing).since(0) == OPENING + AFTER_SHUFFLE[dealing]


@clause("maryland .04A", "maryland .05F")
def test_04a__the_dealer_inspects_and_a_floorperson_verifies():
    staff = rulebook("maryland").staff
    titles = {name: (title.rank.value, title.en.value, title.fr.value) for name, title in staff.titles.items()}
    assert titles == {
        "dealer": (1, "dealer", "croupier"),
        "floorperson": (2, "floorperson", "chef de table"),
        "pit-manager": (3, "pit manager", "chef de section"),
        "shift-manager": (4, "shift manager", "responsable de quart"),
    }
    assert staff.powers["verify-inspection"].value == "floorperson"


@clause("maryland .04A")
def test_04a__a_floorperson_confirms_the_dealers_inspection():
    drive = Pit("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    number = drive.prompt("inspect-cards").number
    drive.do(t.Confirm, prompt=number)
    assert drive.refused(t.Confirm, prompt=number) == ("rank-too-low", "maryland .04A")
    assert drive.prompt("inspect-cards").done_by == "dealer"
    drive.do(t.Confirm, by="floorperson", prompt=number)
    assert "inspect-cards" not in drive.duties()


@clause("maryland .04A")
def test_04a__the_second_person_is_another_one():
    drive = Pit("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    number = drive.prompt("inspect-cards").number
    drive.do(t.Confirm, by="floorperson", prompt=number)
    assert drive.refused(t.Confirm, by="floorperson", prompt=number) == ("second-person", "maryland .04A")


@clause("maryland .04A")
def test_04a__a_floorperson_who_is_not_satisfied_has_it_done_again():
    drive = Pit("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    number = drive.prompt("inspect-cards").number
    no = {"prompt": number, "grounds": "a corner is bent"}
    assert drive.refused(t.Reject, by="floorperson", **no) == ("nothing-to-reject", "maryland .04A")
    drive.do(t.Confirm, prompt=number)
    assert drive.refused(t.Reject, **no) == ("rank-too-low", "maryland .04A")
    assert drive.refused(t.Reject, by="floorperson", prompt=number, grounds="") == ("no-grounds", "maryland .04A")
    drive.do(t.Reject, by="floorperson", **no)
    assert drive.prompt("inspect-cards").done_by is None
    assert drive.refused(t.Confirm, by="dealer", prompt=number + 1)[0] == "prompt-before"


@clause("maryland .04B", "maryland .04C", "maryland .04C(1)")
def test_04c__the_cards_lie_face_up_until_the_first_player_has_come():
    drive = Pit("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    for duty in ("inspect-cards", "inspect-cards", "spread-for-first-player"):
        drive.confirm(drive.prompt(duty))
    turn = drive.prompt("turn-face-down").number
    assert drive.refused(t.Confirm, prompt=turn) == ("player-first", "maryland .04C(1)")
    drive.sit("ann")
    drive.do(t.Confirm, prompt=turn)
    assert drive.duties()[0] == "wash"


@clause("maryland .04A", "maryland .04B", "maryland .04C(1)", "maryland .04C(2)", "maryland .04C(3)", "maryland .04D")
@clause("maryland .04F", "maryland .05A(1)", "maryland .05D(2)")
def test_04f__a_deck_that_comes_inspected_and_reshuffled_goes_to_the_cut():
    by_hand = ["reshuffled-goes-to-the-cut .05D(2)", *CUT, "load-shoe .08B"]
    assert arrived("shoe", prechecked=True).since(0) == by_hand
    machine = arrived("shoe", prechecked=True, shuffling=Shuffling.AUTOMATIC)
    assert machine.since(0) == by_hand
    before = len(machine.prompted)
    machine.whole_round()
    machine.confirm_all()
    assert "cut .05E" not in machine.since(before)
