"""maryland .03: cards and decks."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import AFTER_SHUFFLE, OPENING, arrived
from tests.table.hall import DEALS, opened

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.table import Facts
from mississippi_stud.table import commands as t


@clause("maryland .03A")
def test_03a__one_deck_without_a_shuffler():
    drive = opened("maryland", "shoe")
    assert [deck.backs for deck in drive.table.decks] == ["red"]
    assert drive.refused(t.ReceiveDeck, backs="blue")[0] == "one-deck-by-hand"


@clause("maryland .03B", "maryland .03B(1)", "maryland .03B(2)", "maryland .03B(3)", "maryland .04E")
def test_03b__two_decks_only_with_a_shuffler_of_one_design_and_two_colours():
    decks = {name: method.decks.value for name, method in rulebook("maryland").dealing.methods.items()}
    assert decks == {"shoe": 2, "hand": 2, "automatic": 2}
    hand = opened("maryland", "shoe")
    assert hand.refused(t.ReceiveDeck, backs="blue") == ("one-deck-by-hand", "maryland .03B")
    drive = arrived("hand")
    assert drive.refused(t.ReceiveDeck, backs="red") == ("same-backs", "maryland .03B(2)")
    assert drive.refused(t.ReceiveDeck, backs="blue", design="other")[0] == "other-design"
    before = len(drive.prompted)
    drive.do(t.ReceiveDeck, backs="blue")
    drive.confirm_all()
    two = ["same-design .03B(1)", "backs-differ .03B(2)"]
    second = [OPENING[0], *two, *OPENING[1:6], "each-deck-alike .04E", OPENING[6]]
    assert drive.since(before) == [*second, *AFTER_SHUFFLE["hand"], "other-deck-in-device .03B(3)"]
    assert drive.refused(t.ReceiveDeck, backs="green") == ("too-many-decks", "maryland .03B")
    approved = (("reshuffling-device", "2014-17"),)
    both = arrived("automatic", "red", "blue", shuffling=Shuffling.CONTINUOUS, approvals=approved)
    assert [deck.backs for deck in both.table.decks] == ["red", "blue"]
    ready = arrived("hand", "red", "blue", prechecked=True)
    assert not [said for said in ready.since(0) if ".04" in said]


@clause("maryland .03B(4)", "maryland .03B(5)")
def test_03b_4__the_decks_take_turns_and_the_rack_holds_one():
    drive = arrived("automatic", "red", "blue")
    seen = []
    for _ in range(4):
        seen.append(drive.table.decks[0].backs)
        drive.whole_round()
    assert seen == ["red", "blue", "red", "blue"]
    assert "one-deck-in-rack .03B(5)" in drive.since(0)


HOUR = 3600 * 1_000_000


@clause("maryland .03C", "maryland .03C(1)", "maryland .03C(2)")
@pytest.mark.parametrize(
    ("dealing", "hours", "said"), [("hand", 4, ".03C(1)"), ("shoe", 8, ".03C(2)"), ("automatic", 8, ".03C(2)")]
)
def test_03c__a_deck_is_changed_after_4_or_8_hours(dealing: str, hours: int, said: str):
    drive = opened("maryland", dealing)
    drive.at = hours * HOUR - 1
    drive.whole_round()
    drive.betting()
    deal = f"deal {DEALS['maryland', dealing]}"
    for late in (hours * HOUR, hours * HOUR + 1):
        drive.at = late
        assert drive.line_refused(deal) == ("deck-too-old", f"maryland {said}")
    assert drive.refused(t.Order, what=t.OrderKind.CHANGE_CARDS) == ("rank-too-low", "maryland .03C")
    drive.do(t.Order, by="floorperson", what=t.OrderKind.CHANGE_CARDS)
    found = {"incident": Incident.CARD_FACE_UP, "facts": Facts(cards=1)}
    assert drive.refused(t.Report, **found) == ("no-deck", "maryland .13A"), "no card can lie face up in it"
    drive.do(t.ReceiveDeck, backs="blue")
    drive.confirm_all()
    drive.deal()
    assert [deck.backs for deck in drive.table.removed] == ["red"]
