"""nsw 12: shuffling devices that fail."""

import pytest
from tests.clauses import clause
from tests.table.hall import opened

from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.table import commands as t


@clause("nsw 12.1")
def test_12_1__a_jam_means_a_new_shuffle():
    pit = opened("nsw", "shuffler")
    pit.report("shuffler-jams")
    asked = [(each.duty, each.clause, each.blocks) for each in pit.table.prompts]
    assert asked == [("reshuffle", "nsw 12.1", "deal")]
    pit.confirm_all()
    assert pit.table.decks[0].shuffled == 2


@clause("nsw 12.1", "nsw 12.2.1", "nsw 12.2.2")
@pytest.mark.parametrize("incident", ["shuffler-jams", "device-fails"])
def test_12_1_and_12_2__a_table_with_a_shoe_has_no_shuffling_device(incident: str):
    pit = opened("nsw", "shoe")
    pit.betting()
    for _ in range(2):
        refusal = pit.refused(t.Report, by="gaming-supervisor", incident=Incident(incident))
        assert refusal[1].startswith("nsw 12.")
        if pit.table.round.phase == "betting":
            pit.deal()
    assert pit.table.round.phase == "third-street"


@clause("nsw 12.2.1", "nsw 12.2.2", "nsw 12.2.3")
def test_12_2__a_device_that_fails_voids_the_round_and_play_goes_on_with_another_and_new_cards():
    pit = opened("nsw", "shuffler")
    pit.whole_round()
    finished = pit.table.last_round
    pit.betting()
    pit.deal()
    pit.report("device-fails")
    assert pit.table.last_round.phase == "void"
    assert finished.phase == "settled"
    assert pit.table.rounds == 1
    pit.confirm_all()
    assert pit.table.decks == ()
    pit.do(t.ReceiveDeck, backs="blue")
    pit.confirm_all()
    pit.do(t.OpenRound)
    pit.lines("1 ante 25;2 ante 10")
    assert pit.line_refused("deal Ts Jc Qd 9h 7d 2c 8s") == ("device-out", "nsw 12.2.3")
    pit.do(t.ChangeDealing, dealing="shoe", shuffling=Shuffling.BY_HAND)
    pit.dealing = "shoe"
    pit.confirm_all()
    pit.deal()
    pit.finish()
    assert pit.table.rounds == 2


@clause("nsw 12.2", "nsw 12.2.2", "nsw 12.2.3")
def test_12_2__before_a_card_is_dealt_there_is_nothing_to_void_and_the_wagers_are_played_from_a_shoe():
    pit = opened("nsw", "shuffler")
    pit.betting()
    pit.report("device-fails")
    assert (pit.table.rulings[-1].ruling, pit.table.rulings[-1].clause) == ("rounds-stand", "nsw 12.2.2")
    assert pit.table.round.hands[1].ante_cents == 25_00
    pit.confirm_all()
    pit.do(t.ChangeDealing, dealing="shoe", shuffling=Shuffling.BY_HAND)
    pit.do(t.ReceiveDeck, backs="blue")
    pit.confirm_all()
    pit.dealing = "shoe"
    pit.deal()
    assert (pit.table.round.setup.dealing, pit.table.round.community) == ("shoe", (None, None, None))
    pit.finish()
    assert pit.table.rounds == 1


@clause("nsw 12.2")
def test_12_2__a_device_that_works_is_not_changed_while_wagers_lie_there():
    pit = opened("nsw", "shuffler")
    pit.betting()
    to_shoe = {"dealing": "shoe", "shuffling": Shuffling.BY_HAND}
    assert pit.refused(t.ChangeDealing, **to_shoe) == ("round-open", "nsw 7.3")


@clause("nsw 12.2.3")
@pytest.mark.parametrize("cards_out", [False, True])
def test_12_2_3__both_decks_of_the_device_are_replaced(cards_out: bool):
    pit = opened("nsw", "shuffler")
    pit.do(t.ReceiveDeck, backs="blue")
    pit.betting()
    if cards_out:
        pit.deal()
    pit.report("device-fails")
    assert {(each.duty, each.deck, each.clause) for each in pit.table.prompts if each.moment == "deck"} == {
        ("replace-deck", "red", "nsw 12.2.3"),
        ("replace-deck", "blue", "nsw 12.2.3"),
    }
    pit.confirm_all()
    assert pit.table.decks == ()
