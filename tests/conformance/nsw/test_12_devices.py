"""nsw 12: shuffling devices that fail."""

import pytest
from tests.clauses import clause
from tests.table.drive import opened

from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.table import commands as t


@clause("nsw 12.1")
def test_12_1__a_jam_means_a_new_shuffle():
    drive = opened("nsw", "shuffler")
    drive.report("shuffler-jams")
    asked = [(each.duty, each.clause, each.blocks) for each in drive.table.prompts]
    assert asked == [("reshuffle", "nsw 12.1", "deal")]
    drive.confirm_all()
    assert drive.table.decks[0].shuffled == 2


@clause("nsw 12.1", "nsw 12.2.1", "nsw 12.2.2")
@pytest.mark.parametrize("incident", ["shuffler-jams", "device-fails"])
def test_12_1_and_12_2__a_table_with_a_shoe_has_no_shuffling_device(incident: str):
    drive = opened("nsw", "shoe")
    drive.betting()
    for _ in range(2):
        refusal = drive.refused(t.Report, by="gaming-supervisor", incident=Incident(incident))
        assert refusal[1].startswith("nsw 12.")
        if drive.table.round.phase == "betting":
            drive.deal()
    assert drive.table.round.phase == "third-street"


@clause("nsw 12.2.1", "nsw 12.2.2", "nsw 12.2.3")
def test_12_2__a_device_that_fails_voids_the_round_and_play_goes_on_with_another_and_new_cards():
    drive = opened("nsw", "shuffler")
    drive.whole_round()
    finished = drive.table.last_round
    drive.betting()
    drive.deal()
    drive.report("device-fails")
    assert drive.table.last_round.phase == "void"
    assert finished.phase == "settled"
    assert drive.table.rounds == 1
    drive.confirm_all()
    assert drive.table.decks == ()
    drive.do(t.ReceiveDeck, backs="blue")
    drive.confirm_all()
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;2 ante 10")
    assert drive.line_refused("deal Ts Jc Qd 9h 7d 2c 8s") == ("device-out", "nsw 12.2.3")
    drive.do(t.ChangeDealing, dealing="shoe", shuffling=Shuffling.BY_HAND)
    drive.dealing = "shoe"
    drive.confirm_all()
    drive.deal()
    drive.finish()
    assert drive.table.rounds == 2


@clause("nsw 12.2", "nsw 12.2.2", "nsw 12.2.3")
def test_12_2__before_a_card_is_dealt_there_is_nothing_to_void_and_the_wagers_are_played_from_a_shoe():
    drive = opened("nsw", "shuffler")
    drive.betting()
    drive.report("device-fails")
    assert (drive.table.rulings[-1].ruling, drive.table.rulings[-1].clause) == ("rounds-stand", "nsw 12.2.2")
    assert drive.table.round.hands[1].ante_cents == 25_00
    drive.confirm_all()
    drive.do(t.ChangeDealing, dealing="shoe", shuffling=Shuffling.BY_HAND)
    drive.do(t.ReceiveDeck, backs="blue")
    drive.confirm_all()
    drive.dealing = "shoe"
    drive.deal()
    assert (drive.table.round.setup.dealing, drive.table.round.community) == ("shoe", (None, None, None))
    drive.finish()
    assert drive.table.rounds == 1


@clause("nsw 12.2")
def test_12_2__a_device_that_works_is_not_changed_while_wagers_lie_there():
    drive = opened("nsw", "shuffler")
    drive.betting()
    to_shoe = {"dealing": "shoe", "shuffling": Shuffling.BY_HAND}
    assert drive.refused(t.ChangeDealing, **to_shoe) == ("round-open", "nsw 7.3")


@clause("nsw 12.2.3")
@pytest.mark.parametrize("cards_out", [False, True])
def test_12_2_3__both_decks_of_the_device_are_replaced(cards_out: bool):
    drive = opened("nsw", "shuffler")
    drive.do(t.ReceiveDeck, backs="blue")
    drive.betting()
    if cards_out:
        drive.deal()
    drive.report("device-fails")
    assert {(each.duty, each.deck, each.clause) for each in drive.table.prompts if each.moment == "deck"} == {
        ("replace-deck", "red", "nsw 12.2.3"),
        ("replace-deck", "blue", "nsw 12.2.3"),
    }
    drive.confirm_all()
    assert drive.table.decks == ()
