"""maryland .13: irregularities."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import ALL_SIDE, accounts, bonuses, dealt, report_refused
from tests.jackpot.floor import floor
from tests.script import go
from tests.table.hall import opened
from tests.table.second_reader import Row, check, of

from mississippi_stud.jackpot import Carry, RegisteredWager
from mississippi_stud.round import Refused
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table import signs


@clause("maryland .13D")
@pytest.mark.parametrize("bets", [0, 1, 2, 3])
def test_13d__a_misdeal_returns_every_wager(bets: int):
    assert rulebook("maryland").staff.powers["rule-irregularity"].value == "dealer"
    streets = "1 place 20; reveal; " * bets
    script = f"{ALL_SIDE}; deal Ad Kd Qd Jd 5s 5h 5c Td 9d; {streets} void maryland .13D"
    state = go("maryland", bonuses(), script)
    assert {each.outcome.value for each in state.results} == {"void"}
    assert (net_cents(state, 1), accounts(bonuses(), script)) == (0, {})


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
        assert report_refused(drive, "wrong-bonus-count", cards=cards) == ("count-is-right", "maryland .13D")


@clause("maryland .13D")
@pytest.mark.parametrize("dealing", ["shoe", "hand", "automatic"])
def test_13d__where_no_bonus_cards_are_dealt_none_can_be_wrong(dealing: str):
    assert report_refused(dealt(dealing), "wrong-bonus-count", cards=3) == ("bonus-not-dealt", "maryland .13D")


@clause("maryland .13D")
def test_13d__a_misdeal_returns_the_progressive_wager():
    casino = floor("maryland")
    casino.do(casino.register(1, 2), Carry(table="A"))
    assert casino.value() == 10_000
    assert casino.meters.games == {}
    wrong = casino.register(wagers=(RegisteredWager(position=1, player="ann", cents=1_00),))
    assert casino.refused(wrong)[0] == "wrong-cost"


CONTINUOUS = {"shuffling": Shuffling.CONTINUOUS, "approvals": (("reshuffling-device", "2014-17"),)}


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
        assert report_refused(drive, "shuffler-jams") == ("no-shuffler", "maryland .13F")
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
    drive.lines("1 place 25;2 place 10;reveal")
    if dealing != "automatic":
        assert report_refused(drive, "shoe-jams") == ("no-automated-shoe", "maryland .13G")
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
    assert report_refused(drive, "shoe-jams")[0] == "not-now"
    drive.do(t.OpenRound)
    assert report_refused(drive, "shoe-jams")[0] == "not-now"


@clause("maryland .13H")
def test_13h__a_device_out_of_use_is_covered_before_another_way_is_used():
    drive = opened("maryland", "automatic")
    drive.report("device-unusable")
    change = {"dealing": "shoe", "shuffling": Shuffling.BY_HAND}
    assert drive.refused(t.ChangeDealing, **change) == ("prompt-waits", "maryland .13H")
    drive.confirm_all()
    assert drive.table.covered
    assert "out-of-order" in {sign.kind for sign in signs(drive.book, drive.table)}
    drive.do(t.ChangeDealing, **change)
    drive.dealing = "shoe"
    drive.whole_round()


@clause("maryland .13H")
def test_13h__without_a_device_nothing_is_covered_and_one_that_is_out_cannot_fail_again():
    assert report_refused(opened("maryland", "shoe"), "device-unusable") == ("no-device", "maryland .13H")
    drive = opened("maryland", "hand")
    drive.report("device-unusable")
    for incident, facts in (("device-unusable", {}), ("shuffler-jams", {}), ("device-count", {"cards": 51})):
        assert report_refused(drive, incident, **facts)[0].startswith("no-")
    assert drive.duties() == ["cover-or-mark"]
    drive.betting()
    with pytest.raises(Refused, match="device-out"):
        drive.deal()


@pytest.mark.parametrize("row", of("maryland"))
def test_13__the_ruling_is_that_of_the_second_reader(row: Row):
    check(row)
