"""nsw 3: the cards."""

import pytest
from msgspec.structs import replace
from tests.clauses import clause
from tests.conformance.nsw.tables import CUT, alone, arrived, settled_by_hand
from tests.script import results
from tests.table.hall import Pit, opened

from mississippi_stud.cards import DECK, parse, rank
from mississippi_stud.hands import five
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.model import RuledValue
from mississippi_stud.table import commands as t


@clause("nsw 3.1")
def test_3_1__52_cards_without_jokers():
    dealing = rulebook("nsw").dealing
    assert (dealing.cards.value, dealing.jokers.value) == (52, False)
    assert len(DECK) == 52


@clause("nsw 3.2.1", "nsw 3.2.2")
def test_3_2__a_second_deck_only_in_a_device_and_with_other_backs():
    assert rulebook("nsw").dealing.methods["shuffler"].decks.value == 2
    assert rulebook("nsw").dealing.alternating_backs_differ.value is True
    device = opened("nsw", "shuffler")
    assert device.refused(t.ReceiveDeck, backs="red") == ("same-backs", "nsw 3.2.2")
    device.do(t.ReceiveDeck, backs="blue")
    assert device.refused(t.ReceiveDeck, backs="green") == ("too-many-decks", "nsw 3.2.1")
    device.confirm_all()
    seen = []
    for _ in range(4):
        seen.append(device.table.decks[0].backs)
        device.whole_round()
    assert seen == ["red", "blue", "red", "blue"]


@clause("nsw 3.2.1")
def test_3_2_1__cards_shuffled_by_hand_are_one_deck_even_where_a_shoe_might_hold_two():
    pit = opened("nsw", "shoe")
    shoe = replace(pit.book.dealing.methods["shoe"], decks=RuledValue(2, "nsw 2.3.1"))
    pit.book = replace(pit.book, dealing=replace(pit.book.dealing, methods={"shoe": shoe}))
    assert pit.refused(t.ReceiveDeck, backs="blue") == ("one-deck-by-hand", "nsw 3.2.1")


@clause("nsw 3.2.1")
def test_3_2_1__the_deck_that_waits_does_not_hold_the_other_up():
    pit = opened("nsw", "shuffler")
    pit.do(t.ReceiveDeck, backs="blue")
    pit.confirm_all()
    pit.whole_round()
    settled_by_hand(pit)
    assert [prompt.deck for prompt in pit.table.prompts] == ["red"]
    pit.do(t.OpenRound)
    pit.lines("1 ante 25;2 ante 10")
    pit.deal()
    assert pit.table.round.phase == "third-street"


@clause("nsw 3.3")
@pytest.mark.parametrize("suit", "cdhs")
def test_3_3__from_the_ace_down_to_the_2_in_every_suit(suit: str):
    ranks = [rank(*parse(f"{value}{suit}")) for value in "AKQJT98765432"]
    assert ranks == sorted(set(ranks), reverse=True)


@clause("nsw 3.3")
@pytest.mark.parametrize("suits", ["cdhss", "dhscc", "hscdd", "scdhh"])
@pytest.mark.parametrize(
    ("values", "hand"),
    [
        ("T J Q K A", "straight"),
        ("9 T J Q K", "straight"),
        ("2 3 4 5 6", "straight"),
        ("A 2 3 4 5", "straight"),
        ("K A 2 3 4", "nothing"),
        ("Q K A 2 3", "nothing"),
        ("J Q K A 2", "nothing"),
    ],
)
def test_3_3__an_ace_ends_a_straight_high_or_low_and_never_stands_inside(values: str, suits: str, hand: str):
    cards = " ".join(value + suit for value, suit in zip(values.split(), suits, strict=True))
    assert str(five(*parse(cards))) == hand


@clause("nsw 3.3")
@pytest.mark.parametrize("suits", ["cdhss", "dhscc", "hscdd", "scdhh"])
@pytest.mark.parametrize(
    ("values", "outcome", "won"),
    [
        ("T J Q K A", "win", "40.00"),
        ("A 2 3 4 5", "win", "40.00"),
        ("K A 2 3 4", "lose", "0.00"),
        ("J Q K A 2", "lose", "0.00"),
        ("J J 2 3 4", "win", "10.00"),
        ("T T A K Q", "push", "0.00"),
        ("6 6 A K Q", "push", "0.00"),
        ("5 5 A K Q", "lose", "0.00"),
    ],
)
def test_3_3__the_ranks_and_not_the_suits_decide_a_round(values: str, suits: str, outcome: str, won: str):
    assert rulebook("nsw").hands.ace_low_in_five.value is True
    cards = [value + suit for value, suit in zip(values.split(), suits, strict=True)]
    state = alone(" ".join(cards[:2]), " ".join(cards[2:]))
    assert results(state)["ante"][:2] == (outcome, won)


@clause("nsw 3.4", "nsw 3.5", "nsw 4.1", "nsw 4.1.1", "nsw 4.2", "nsw 3.6", "nsw 4.4.1", "nsw 4.4.2")
def test_3_4__with_a_shoe_cards_are_checked_shuffled_and_cut():
    assert arrived("shoe").since(0) == ["check-cards 3.4", "shuffle 4.1.1", *CUT]


@clause("nsw 3.4")
def test_3_4__a_casino_supervisor_may_check_the_cards_and_nothing_goes_before_it():
    pit = Pit("nsw", "shoe")
    pit.do(t.ReceiveDeck, backs="red")
    assert pit.refused(t.Confirm, prompt=pit.prompt("shuffle").number) == ("prompt-before", "nsw 3.4")
    pit.do(t.Confirm, by="gaming-supervisor", prompt=pit.prompt("check-cards").number)
    assert pit.duties() == ["shuffle"]


@clause("nsw 3.4", "nsw 3.5")
def test_3_5__cards_checked_ahead_were_kept_secure():
    assert arrived("shoe", prechecked=True).since(0) == ["cards-kept-secure 3.5", "shuffle 4.1.1", *CUT]


@clause("nsw 3.7")
def test_3_7__a_supervisor_may_change_the_cards_after_a_round():
    assert rulebook("nsw").staff.powers["change-cards"].value == "gaming-supervisor"
    pit = opened("nsw", "shoe")
    assert pit.refused(t.Order, what=t.OrderKind.CHANGE_CARDS) == ("rank-too-low", "nsw 3.7")
    pit.betting()
    pit.deal()
    assert pit.refused(t.Order, by="gaming-supervisor", what=t.OrderKind.CHANGE_CARDS) == ("round-open", "nsw 3.7")
    pit.finish()
    settled_by_hand(pit)
    pit.do(t.Order, by="gaming-supervisor", what=t.OrderKind.CHANGE_CARDS)
    assert pit.table.decks == ()
    pit.do(t.OpenRound)
    pit.lines("1 ante 25;2 ante 10")
    assert pit.line_refused("deal 9h 2c 7d 8s") == ("no-deck", "nsw 3.1")
    pit.do(t.ReceiveDeck, backs="blue")
    assert pit.duties() == ["check-cards", "shuffle"]


@clause("nsw 3.8")
@pytest.mark.parametrize("by", ["gaming-supervisor", "inspector"])
def test_3_8__the_dealer_counts_when_told(by: str):
    assert rulebook("nsw").staff.powers["verify-cards"].value == "gaming-supervisor"
    pit = opened("nsw", "shoe")
    assert pit.refused(t.Order, what=t.OrderKind.VERIFY_CARDS) == ("rank-too-low", "nsw 3.8")
    if by == "inspector":
        refusal = pit.refused(t.Order, by=by, what=t.OrderKind.VERIFY_CARDS)
        assert refusal == ("not-on-duty", "nsw 1.1 Inspector")
        pit.do(t.ComeOnDuty, by=by)
        assert pit.refused(t.Order, by=by, what=t.OrderKind.CHANGE_CARDS) == ("rank-too-low", "nsw 3.7")
        assert pit.refused(t.CloseTable, by=by) == ("rank-too-low", "nsw 13.8")
    pit.do(t.Order, by=by, what=t.OrderKind.VERIFY_CARDS)
    count = pit.prompt("count-cards")
    assert (count.by, count.clause) == ("dealer", "nsw 3.8")
    assert pit.refused(t.Confirm, prompt=count.number) == ("count-missing", "nsw 3.8")
    pit.confirm(count, count=52)
    assert (pit.duties(), pit.table.rulings) == ([], ())


@clause("nsw 3.8", "nsw 11.9.1", "nsw 11.9.2")
@pytest.mark.parametrize("count", [51, 53])
@pytest.mark.parametrize("cards_out", [False, True])
def test_3_8__at_any_time__a_count_that_is_wrong_is_ruled_on(count: int, cards_out: bool):
    pit = opened("nsw", "shoe")
    pit.whole_round()
    if cards_out:
        pit.betting()
        pit.deal()
    pit.do(t.Order, by="gaming-supervisor", what=t.OrderKind.VERIFY_CARDS)
    pit.confirm(pit.prompt("count-cards"), count=count)
    assert pit.table.rulings[-1].clause == ("nsw 11.9.2" if cards_out else "nsw 11.9.1")
    assert pit.table.last_round.phase == ("void" if cards_out else "settled")
    assert pit.table.rounds == 1, "finished rounds stand"
