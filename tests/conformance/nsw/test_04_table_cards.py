"""nsw 2 to 4 and 12: decks and devices, each step confirmed by a person."""

import pytest
from msgspec.structs import replace
from tests.clauses import clause
from tests.table.drive import Drive, opened

from mississippi_stud.jackpot import MeterOffer
from mississippi_stud.jackpot.events import GameCancelled
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.model import RuledValue
from mississippi_stud.table import commands as t

CUT = ["cut 4.2", "cutting-card 4.2", "cut-into-shoe 4.2"]
"""What comes after every shuffle where a shoe is used."""
OF_A_HAND = ["hand-by-hand 10.4", "prove-cards 10.2"]


def arrived(dealing: str, **deck: object) -> Drive:
    drive = Drive("nsw", dealing)
    drive.do(t.ReceiveDeck, backs="red", **deck)
    drive.sit("ann", "ben")
    drive.confirm_all()
    return drive


def settled_by_hand(drive: Drive) -> None:
    """The hands of the round have been turned, paid and racked."""
    while waiting := [each for each in drive.table.prompts if each.moment == "hand-settled"]:
        drive.confirm(waiting[0])


@clause("nsw 3.4", "nsw 3.5", "nsw 4.1", "nsw 4.1.1", "nsw 4.2", "nsw 3.6", "nsw 4.4.1", "nsw 4.4.2")
def test_3_4__with_a_shoe_cards_are_checked_shuffled_and_cut():
    assert arrived("shoe").since(0) == ["check-cards 3.4", "shuffle 4.1.1", *CUT]


@clause("nsw 3.4", "nsw 3.5")
def test_3_5__cards_checked_ahead_were_kept_secure():
    assert arrived("shoe", prechecked=True).since(0) == ["cards-kept-secure 3.5", "shuffle 4.1.1", *CUT]


@clause("nsw 3.4", "nsw 4.1.1", "nsw 4.2", "nsw 4.4.1", "nsw 4.4.2", "nsw 4.4.3", "nsw 4.4.4")
def test_4_4__with_a_device_cards_are_shuffled_by_hand_first_and_never_cut():
    drive = arrived("shuffler")
    assert drive.since(0) == ["check-cards 3.4", "shuffle-by-hand-first 4.4.1", "load-device-to-shuffle 4.4.2"]
    assert drive.table.decks[0].shuffled == 1


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


@clause("nsw 4.1.2", "nsw 4.4.2")
def test_4_4_2__after_a_round_the_device_shuffles():
    drive = opened("nsw", "shuffler")
    before = len(drive.prompted)
    drive.whole_round()
    drive.confirm_all()
    assert drive.since(before) == [*OF_A_HAND, *OF_A_HAND, "load-device-to-shuffle 4.4.2"]
    assert drive.table.decks[0].shuffled == 2


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


@clause("nsw 4.1.2")
def test_4_1_2__no_shuffle_is_skipped():
    drive = opened("nsw", "shoe")
    drive.whole_round()
    settled_by_hand(drive)
    drive.do(t.OpenRound)
    drive.lines("1 ante 25")
    assert drive.line_refused("deal 9h 2c") == ("prompt-waits", "nsw 4.1.2")
    assert drive.refused(t.Confirm, prompt=999) == ("no-such-prompt", "nsw 1.1 Dealer")


@clause("nsw 4.3", "nsw 4.2")
@pytest.mark.parametrize("by", ["gaming-supervisor", "assistant-gaming-manager", "inspector"])
def test_4_3__nobody_but_the_dealer_cuts(by: str):
    drive = Drive("nsw", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    if by == "inspector":
        drive.do(t.ComeOnDuty, by=by)
    for duty in ("check-cards", "shuffle"):
        drive.confirm(drive.prompt(duty))
    assert drive.refused(t.Confirm, by=by, prompt=drive.prompt("cut").number) == ("nobody-else", "nsw 4.3")
    drive.confirm(drive.prompt("cut"))
    assert drive.table.decks[0].cut


@clause("nsw 3.4")
def test_3_4__a_casino_supervisor_may_check_the_cards_and_nothing_goes_before_it():
    drive = Drive("nsw", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    assert drive.refused(t.Confirm, prompt=drive.prompt("shuffle").number) == ("prompt-before", "nsw 3.4")
    drive.do(t.Confirm, by="gaming-supervisor", prompt=drive.prompt("check-cards").number)
    assert drive.duties() == ["shuffle"]


@clause("nsw 2.3.1", "nsw 3.2.1", "nsw 3.2.2")
def test_3_2__a_second_deck_only_in_a_device_and_with_other_backs():
    shoe, device = opened("nsw", "shoe"), opened("nsw", "shuffler")
    assert shoe.refused(t.ReceiveDeck, backs="blue") == ("too-many-decks", "nsw 2.3.1")
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
    drive = opened("nsw", "shoe")
    shoe = replace(drive.book.dealing.methods["shoe"], decks=RuledValue(2, "nsw 2.3.1"))
    drive.book = replace(drive.book, dealing=replace(drive.book.dealing, methods={"shoe": shoe}))
    assert drive.refused(t.ReceiveDeck, backs="blue") == ("one-deck-by-hand", "nsw 3.2.1")


@clause("nsw 3.2.1")
def test_3_2_1__the_deck_that_waits_does_not_hold_the_other_up():
    drive = opened("nsw", "shuffler")
    drive.do(t.ReceiveDeck, backs="blue")
    drive.confirm_all()
    drive.whole_round()
    settled_by_hand(drive)
    assert [prompt.deck for prompt in drive.table.prompts] == ["red"]
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;2 ante 10")
    drive.deal()
    assert drive.table.round.phase == "third-street"


@clause("nsw 4.1", "nsw 4.4.2")
@pytest.mark.parametrize(
    ("dealing", "shuffling", "said"),
    [
        ("shoe", Shuffling.AUTOMATIC, "nsw 4.1"),
        ("shuffler", Shuffling.BY_HAND, "nsw 4.4.2"),
        ("shuffler", Shuffling.CONTINUOUS, "nsw 4.4.2"),
    ],
)
def test_4__how_cards_may_be_shuffled(dealing: str, shuffling: Shuffling, said: str):
    with pytest.raises(Exception, match="not-shuffled-so") as refusal:
        Drive("nsw", dealing, shuffling=shuffling)
    assert refusal.value.clause == said


@clause("nsw 3.7")
def test_3_7__a_supervisor_may_change_the_cards_after_a_round():
    drive = opened("nsw", "shoe")
    assert drive.refused(t.Order, what=t.OrderKind.CHANGE_CARDS) == ("rank-too-low", "nsw 3.7")
    drive.betting()
    drive.deal()
    assert drive.refused(t.Order, by="gaming-supervisor", what=t.OrderKind.CHANGE_CARDS) == ("round-open", "nsw 3.7")
    drive.finish()
    settled_by_hand(drive)
    drive.do(t.Order, by="gaming-supervisor", what=t.OrderKind.CHANGE_CARDS)
    assert drive.table.decks == ()
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;2 ante 10")
    assert drive.line_refused("deal 9h 2c 7d 8s") == ("no-deck", "nsw 3.1")
    drive.do(t.ReceiveDeck, backs="blue")
    assert drive.duties() == ["check-cards", "shuffle"]


@clause("nsw 3.8")
@pytest.mark.parametrize("by", ["gaming-supervisor", "inspector"])
def test_3_8__the_dealer_counts_when_told(by: str):
    drive = opened("nsw", "shoe")
    assert drive.refused(t.Order, what=t.OrderKind.VERIFY_CARDS) == ("rank-too-low", "nsw 3.8")
    if by == "inspector":
        refusal = drive.refused(t.Order, by=by, what=t.OrderKind.VERIFY_CARDS)
        assert refusal == ("not-on-duty", "nsw 1.1 Inspector")
        drive.do(t.ComeOnDuty, by=by)
        assert drive.refused(t.Order, by=by, what=t.OrderKind.CHANGE_CARDS) == ("rank-too-low", "nsw 3.7")
        assert drive.refused(t.CloseTable, by=by) == ("rank-too-low", "nsw 13.8")
    drive.do(t.Order, by=by, what=t.OrderKind.VERIFY_CARDS)
    count = drive.prompt("count-cards")
    assert (count.by, count.clause) == ("dealer", "nsw 3.8")
    assert drive.refused(t.Confirm, prompt=count.number) == ("count-missing", "nsw 3.8")
    drive.confirm(count, count=52)
    assert (drive.duties(), drive.table.rulings) == ([], ())


@clause("nsw 3.8", "nsw 11.9.1", "nsw 11.9.2")
@pytest.mark.parametrize("count", [51, 53])
@pytest.mark.parametrize("cards_out", [False, True])
def test_3_8__at_any_time__a_count_that_is_wrong_is_ruled_on(count: int, cards_out: bool):
    drive = opened("nsw", "shoe")
    drive.whole_round()
    if cards_out:
        drive.betting()
        drive.deal()
    drive.do(t.Order, by="gaming-supervisor", what=t.OrderKind.VERIFY_CARDS)
    drive.confirm(drive.prompt("count-cards"), count=count)
    assert drive.table.rulings[-1].clause == ("nsw 11.9.2" if cards_out else "nsw 11.9.1")
    assert drive.table.last_round.phase == ("void" if cards_out else "settled")
    assert drive.table.rounds == 1, "finished rounds stand"


@clause("nsw 4.4.5", "nsw 4.1")
@pytest.mark.parametrize(
    ("dealing", "said"),
    [
        ("shuffler", ["shuffle-before-device 4.4.5", "load-device-to-shuffle 4.4.2"]),
        ("shoe", ["shuffle 4.1", *CUT]),
    ],
)
def test_4_4_5__a_supervisor_who_is_not_satisfied_orders_a_shuffle(dealing: str, said: list[str]):
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


@clause("nsw 4.4.2", "nsw 3.6")
@pytest.mark.parametrize("ordered", [t.OrderKind.SHUFFLE, t.OrderKind.CUT, None])
def test_4_4_2__whatever_was_done_by_hand_the_dealer_loads_the_device_and_it_shuffles(ordered: t.OrderKind | None):
    """None: the table stood empty."""
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


@clause("nsw 4.4.2", "nsw 4.4.5")
@pytest.mark.parametrize("moment", ["play-resumes", "shuffle-ordered", "cut-ordered"])
def test_4_4_2__only_where_there_is_a_device(moment: str):
    assert rulebook("nsw").duties[moment]["load-device-to-shuffle"].methods.value == ("shuffler",)


@clause("nsw 4.4.5", "nsw 4.2")
def test_4_4_5__at_a_shoe_there_is_no_such_cut():
    drive = opened("nsw", "shoe")
    assert drive.refused(t.Order, by="gaming-supervisor", what=t.OrderKind.CUT) == ("nothing-to-cut", "nsw 4.4.5")


@clause("nsw 6.6.2", "nsw 6.6.1")
def test_6_6__low_limits_only_from_a_device_and_never_in_tournaments():
    with pytest.raises(Exception, match="low-limit-shuffler") as refusal:
        Drive("nsw", "shoe", low_limit=True)
    assert refusal.value.clause == "nsw 6.6.2"
    with pytest.raises(Exception, match="low-limit-tournament") as refusal:
        Drive("nsw", "shuffler", low_limit=True, tournament=True)
    assert refusal.value.clause == "nsw 6.6.1"
    assert Drive("nsw", "shuffler", low_limit=True).table.low_limit
    assert Drive("nsw", "shoe", tournament=True).table.tournament


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


@clause("nsw 12.1")
def test_12_1__a_jam_means_a_new_shuffle():
    drive = opened("nsw", "shuffler")
    drive.report("shuffler-jams")
    asked = [(each.duty, each.clause, each.blocks) for each in drive.table.prompts]
    assert asked == [("reshuffle", "nsw 12.1", "deal")]
    drive.confirm_all()
    assert drive.table.decks[0].shuffled == 2


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


@clause("nsw 12.1", "nsw 12.2.1", "nsw 12.2.2")
@pytest.mark.parametrize("incident", ["shuffler-jams", "device-fails"])
def test_12__a_table_with_a_shoe_has_no_shuffling_device(incident: str):
    drive = opened("nsw", "shoe")
    drive.betting()
    for _ in range(2):
        refusal = drive.refused(t.Report, by="gaming-supervisor", incident=Incident(incident))
        assert refusal[1].startswith("nsw 12.")
        if drive.table.round.phase == "betting":
            drive.deal()
    assert drive.table.round.phase == "third-street"


@clause("nsw 11.9.3", "nsw 11.9.4")
def test_11_9__the_deck_is_checked_and_surveillance_and_an_inspector_are_told():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    drive.report("foreign-card")
    asked = [(each.duty, each.clause) for each in drive.table.prompts]
    assert ("check-deck", "nsw 11.9.3") in asked
    assert ("tell-surveillance", "nsw 11.9.4") in asked
    assert ("tell-inspector", "nsw 11.9.4") in asked
    number = drive.prompt("check-deck").number
    assert drive.refused(t.Confirm, prompt=number, count=51) == ("count-wrong", "nsw 11.9.3")


@clause("nsw 15.3.1")
def test_15_3_1__jackpot_wagers_of_a_misdeal_are_cancelled_and_returned():
    from mississippi_stud.rulebooks.vocabulary import Wager

    offer = MeterOffer(cost_cents=500, seed_cents=10_000_00, rate="25%", pays={"flush": "30 for 1"})
    drive = opened("nsw", "shoe", meter=offer)
    before = drive.meters.meters["main"].value
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10")
    drive.deal()
    assert drive.meters.meters["main"].value == before + 125
    drive.report("wrong-hole-count", position=1, cards=3)
    back = [each for each in drive.table.last_round.results if each.wager == Wager.JACKPOT]
    assert [(each.position, each.outcome, each.returned_cents, each.clause) for each in back] == [
        (1, "void", 500, "nsw 15.3.1")
    ]
    cancelled = drive.on_meters[-1]
    assert isinstance(cancelled, GameCancelled)
    assert ([each.position for each in cancelled.returned], cancelled.clause) == ([1], "nsw 15.3.1")
    assert (drive.meters.meters["main"].value, drive.table.carried_cents) == (before, {})


@clause("nsw 10.5")
def test_10_5__a_conceded_hand_is_announced_and_its_cards_checked():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    for card in ("Ac", "5h", "3c"):
        drive.lines(f"1 bet 25;2 bet 10;reveal {card}")
    before = len(drive.prompted)
    drive.lines("1 concede")
    assert drive.since(before) == ["announce-and-check 10.5"]
    assert drive.line_refused("settle") == ("prompt-waits", "nsw 10.5")
    drive.confirm_all()
