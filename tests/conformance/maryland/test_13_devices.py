"""maryland .05C, .08J, .09G, .10G, .11A, .13: rulings that need a device, a wrong count or a breach that there was."""

import pytest
from tests.clauses import clause
from tests.table.drive import Drive, opened

from mississippi_stud.round import Refused
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t

CONTINUOUS = {"shuffling": Shuffling.CONTINUOUS, "approvals": (("reshuffling-device", "2014-17"),)}


def refused(drive: Drive, incident: str, **facts: object) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        drive.report(incident, **facts)
    return refusal.value.code, refusal.value.clause


def dealt(dealing: str, wagers: str = "1 ante 25;2 ante 10", **opening: object) -> Drive:
    drive = opened("maryland", dealing, **opening)
    drive.betting(wagers)
    drive.deal()
    return drive


@clause("maryland .13F")
@pytest.mark.parametrize(
    ("dealing", "opening", "there"),
    [
        ("shoe", {"shuffling": Shuffling.BY_HAND}, False),
        ("automatic", {"shuffling": Shuffling.BY_HAND}, False),
        ("shoe", {"shuffling": Shuffling.AUTOMATIC}, True),
        ("hand", {}, True),
        ("automatic", CONTINUOUS, True),
    ],
)
def test_13f__cards_are_reshuffled_only_if_a_shuffling_device_is_in_use(dealing: str, opening: dict, there: bool):
    drive = opened("maryland", dealing, **opening)
    if not there:
        assert refused(drive, "shuffler-jams") == ("no-shuffler", "maryland .13F")
        assert drive.duties() == []
        return
    for _ in range(2):  # and a second time
        drive.report("shuffler-jams")
        assert drive.duties() == ["reshuffle"]
        drive.confirm_all()


@clause("maryland .13G", "maryland .10A(1)")
@pytest.mark.parametrize("dealing", ["shoe", "hand", "automatic"])
def test_13g__only_an_automated_shoe_voids_the_round_and_its_cards_are_taken_out(dealing: str):
    drive = dealt(dealing)
    drive.confirm_all()
    drive.lines("1 bet 25;2 bet 10;reveal")
    if dealing != "automatic":
        assert refused(drive, "shoe-jams") == ("no-automated-shoe", "maryland .13G")
        assert drive.table.round is not None
        return
    drive.report("shoe-jams")
    assert drive.table.last_round.phase == "void"
    assert (drive.money["player:ann"], drive.money["player:ben"]) == (0, 0)
    waiting = [each.duty for each in drive.table.prompts if each.moment == "deck"]
    assert waiting == ["empty-device", "reshuffle"]
    reshuffle = drive.prompt("reshuffle").number
    assert drive.refused(t.Confirm, prompt=reshuffle) == ("prompt-before", "maryland .13G")
    drive.confirm_all()


@clause("maryland .13G")
def test_13g__before_anybody_has_wagered_there_is_no_round_to_void():
    drive = opened("maryland", "automatic")
    assert refused(drive, "shoe-jams")[0] == "not-now"
    drive.do(t.OpenRound)
    assert refused(drive, "shoe-jams")[0] == "not-now"


@clause("maryland .13H")
def test_13h__without_a_device_nothing_is_covered_and_one_that_is_out_cannot_fail_again():
    assert refused(opened("maryland", "shoe"), "device-unusable") == ("no-device", "maryland .13H")
    drive = opened("maryland", "hand")
    drive.report("device-unusable")
    for incident, facts in (("device-unusable", {}), ("shuffler-jams", {}), ("device-count", {"cards": 51})):
        assert refused(drive, incident, **facts)[0].startswith("no-")
    assert drive.duties() == ["cover-or-mark"]
    drive.betting()
    with pytest.raises(Refused, match="device-out"):
        drive.deal()


@clause("maryland .05C")
@pytest.mark.parametrize(("cards", "removed"), [(51, True), (52, False), (53, True)])
def test_05c__a_wrong_count_of_a_device_that_counts_removes_the_deck(cards: int, removed: bool):
    drive = opened("maryland", "hand", counts=True)
    if removed:
        drive.report("device-count", cards=cards)
        assert drive.duties() == ["remove-deck"]
    else:
        assert refused(drive, "device-count", cards=cards) == ("no-ruling", "maryland .05C")


@clause("maryland .05C")
@pytest.mark.parametrize("opening", [{"shuffling": Shuffling.BY_HAND}, {"shuffling": Shuffling.AUTOMATIC}])
def test_05c__without_a_device_that_counts_there_is_no_such_count(opening: dict):
    drive = opened("maryland", "shoe", **opening)
    assert refused(drive, "device-count", cards=51) == ("no-counting-device", "maryland .05C")


@clause("maryland .13D")
@pytest.mark.parametrize(("cards", "void"), [(3, True), (4, False), (5, True)])
def test_13d__a_wrong_number_of_bonus_cards_is_a_misdeal_and_four_are_right(cards: int, void: bool):
    tables = {Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}
    drive = opened("maryland", "automatic", tables=tables)
    drive.betting("1 ante 25")
    drive.lines("deal 2s 5s 8c Jd Ts Jc Qd 9h 7d")
    if void:
        drive.report("wrong-bonus-count", cards=cards)
        assert (drive.table.last_round.phase, drive.money["player:ann"]) == ("void", 0)
    else:
        assert refused(drive, "wrong-bonus-count", cards=cards) == ("count-is-right", "maryland .13D")


@clause("maryland .13D")
@pytest.mark.parametrize("dealing", ["shoe", "hand", "automatic"])
def test_13d__where_no_bonus_cards_are_dealt_none_can_be_wrong(dealing: str):
    assert refused(dealt(dealing), "wrong-bonus-count", cards=3) == ("bonus-not-dealt", "maryland .13D")


@pytest.mark.parametrize(
    ("dealing", "misdealt", "otherwise"),
    [
        pytest.param("shoe", ".08J(1)", ".08J(2)", marks=clause("maryland .08J(1)", "maryland .08J(2)")),
        pytest.param("hand", ".09F", ".09G", marks=clause("maryland .09F", "maryland .09G")),
        pytest.param("automatic", ".10F", ".10G", marks=clause("maryland .10F", "maryland .10G")),
    ],
)
def test_08j__a_count_of_52_voids_only_a_misdeal_and_any_other_takes_the_deck_away(dealing, misdealt, otherwise):
    drive = dealt(dealing)
    right = {"misdealt": False, "cards": 52}
    assert refused(drive, "stub-count-wrong", **right) == ("no-ruling", f"maryland {misdealt}")
    drive.report("stub-count-wrong", misdealt=True, cards=52)
    assert drive.table.rulings[-1].clause == f"maryland {misdealt}"
    assert "remove-deck" not in drive.duties()
    for cards, wrongly in ((51, False), (53, False), (51, True)):
        other = dealt(dealing)
        other.report("stub-count-wrong", misdealt=wrongly, cards=cards)
        assert other.table.rulings[-1].clause == f"maryland {otherwise}"
        assert "remove-deck" in other.duties()
        assert other.money["player:ann"] == other.money["player:ben"] == 0


@clause("maryland .11A(2)", "maryland .11A(3)", "maryland .11A(4)", "maryland .11A(5)")
@pytest.mark.parametrize("revealed", [0, 1, 2, 3])
def test_11a__touching_and_hiding_cards_forfeits_to_the_end_telling_only_before_the_last_card(revealed: int):
    for incident in ("information-exchanged", "cards-mishandled"):
        drive = dealt("shoe")
        drive.confirm_all()
        for _ in range(revealed):
            drive.lines("1 bet 25;2 bet 10;reveal")
        if incident == "information-exchanged" and revealed == 3:
            assert refused(drive, incident, position=1) == ("nothing-to-tell", "maryland .11A(4)")
            continue
        drive.report(incident, position=1)
        assert drive.table.rulings[-1].clause == "maryland .11A(5)"
        assert (drive.table.round.hands[1].ending, drive.table.round.hands[2].ending) == ("forfeited", None)


@clause("maryland .11A(2)", "maryland .11A(3)")
def test_11a__before_the_cards_are_dealt_there_are_none_to_touch_or_hide():
    drive = opened("maryland", "shoe")
    drive.betting()
    assert refused(drive, "cards-mishandled", position=1)[0] == "not-now"
