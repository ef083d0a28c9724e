"""crown 1.2, 2 to 7, 11 and 13: cards, people, notices and incidents at a whole table."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.conformance.table import bounds
from tests.table.drive import TABLE, Drive, opened

from mississippi_stud.cards import parse
from mississippi_stud.jackpot import MeterOffer
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.commands import DisplayNotice, RemoveTable
from mississippi_stud.jackpot.decide import play as play_meters
from mississippi_stud.jackpot.state import Change, MeterNotice
from mississippi_stud.messages import MINUTE
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import Facts, signs
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import NoticeKind

HDD, AM, ACM = "tg-higher-duties-dealer", "tg-area-manager", "tg-assistant-casino-manager"
JACKPOT = {"tables": {Wager.JACKPOT: "option-1"}, "costs_cents": {Wager.JACKPOT: 500}}
METER = MeterOffer(cost_cents=5_00, option="1", seed="10000")
WAGERS = "1 ante 25;1 jackpot 5;2 ante 10;2 jackpot 5"
CUT = ["cut 4.2.1", "cutting-card 2.4"]


def arrived(dealing: str, **deck: object) -> Drive:
    drive = Drive("crown", dealing)
    drive.do(t.ReceiveDeck, backs="red", **deck)
    drive.sit("ann", "ben")
    drive.confirm_all()
    return drive


def dealt(wagers: str = WAGERS, dealing: str = "shoe", meter: MeterOffer | None = None) -> Drive:
    drive = opened("crown", dealing, meter=meter, **({} if meter else JACKPOT))
    drive.betting(wagers)
    drive.deal()
    return drive


def blind() -> Drive:
    drive = opened("crown", "shoe", **JACKPOT)
    drive.do(t.Sit, position=3, player="ann", nobody_shut_out=True, seats_elsewhere=True)
    drive.betting(f"{WAGERS};3 ante 10;3 jackpot 5")
    drive.lines("deal 9h 2c 4d 7d 8s 5s Ts Jc Qd")
    return drive


# The cards.


@clause("crown 3.2", "crown 4.1.1", "crown 4.1.2", "crown 4.2.1", "crown 2.4", "crown 7.1")
def test_3_2__with_a_shoe_cards_are_checked_shuffled_and_cut():
    assert arrived("shoe").since(0) == ["check-cards 3.2", "shuffle 4.1.1", *CUT]


@clause("crown 3.2", "crown 4.1.2")
def test_4_1_2__cards_checked_ahead_were_kept_secure():
    assert arrived("shoe", prechecked=True).since(0) == ["cards-kept-secure 4.1.2", "shuffle 4.1.1", *CUT]


@clause("crown 4.2.1", "crown 4.2.2", "crown 2.4", "crown 3.2", "crown 4.1.1")
def test_4_2_2__from_a_continuous_shuffler_nothing_is_cut():
    assert arrived("shuffler").since(0) == ["check-cards 3.2", "shuffle 4.1.1"]


@clause("crown 4.1.1(a)", "crown 7.2", "crown 7.4.2", "crown 7.4.2(c)", "crown 8.1.1(d)")
def test_4_1_1a__a_round_with_a_fold():
    drive = opened("crown", "shoe")
    before = len(drive.prompted)
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;2 ante 10")
    assert drive.line_refused("deal 9h 2c 7d 8s Ts Jc Qd") == ("no-more-bets-first", "crown 7.2")
    drive.do(t.CloseBetting)
    drive.confirm_all()
    drive.deal()
    drive.lines("1 fold;2 bet 10")
    assert drive.line_refused("reveal") == ("prompt-waits", "crown 7.4.2")
    drive.finish()
    assert drive.refused(t.OpenRound) == ("prompt-waits", "crown 8.1.1(d)")
    drive.confirm_all()
    fold = ["cards-beside-ante 7.4.2", "spread-and-discard 7.4.2(c)"]
    said = ["no-more-bets 7.2", "bet-or-fold 7.4.1", *fold, "count-each-hand 8.1.1(d)", "shuffle 4.1.1(a)", *CUT]
    assert drive.since(before) == said


@clause("crown 2.3", "crown 4.1.3")
@pytest.mark.parametrize(
    ("dealing", "shuffling", "said"),
    [
        ("shoe", Shuffling.CONTINUOUS, "crown 4.1.3"),
        ("shuffler", Shuffling.BY_HAND, "crown 2.3"),
        ("shuffler", Shuffling.AUTOMATIC, "crown 2.3"),
        ("shoe", Shuffling.BY_HAND, None),
        ("shoe", Shuffling.AUTOMATIC, None),
        ("shuffler", Shuffling.CONTINUOUS, None),
    ],
)
def test_2_3__a_manual_shoe_or_a_continuous_shuffler(dealing: str, shuffling: Shuffling, said: str | None):
    if said is None:
        Drive("crown", dealing, shuffling=shuffling)
        return
    with pytest.raises(Exception, match="not-shuffled-so") as refusal:
        Drive("crown", dealing, shuffling=shuffling)
    assert refusal.value.clause == said


@clause("crown 3.1.1")
@pytest.mark.parametrize(
    ("dealing", "shuffling", "two"),
    [
        ("shoe", Shuffling.BY_HAND, False),
        ("shoe", Shuffling.AUTOMATIC, True),
        ("shuffler", Shuffling.CONTINUOUS, True),
    ],
)
def test_3_1_1__two_decks_of_two_colours_take_turns_where_a_machine_shuffles(
    dealing: str, shuffling: Shuffling, two: bool
):
    drive = opened("crown", dealing, shuffling=shuffling)
    if not two:
        assert drive.refused(t.ReceiveDeck, backs="blue") == ("one-deck-by-hand", "crown 3.1.1")
        return
    assert drive.refused(t.ReceiveDeck, backs="red") == ("same-backs", "crown 3.1.1")
    drive.do(t.ReceiveDeck, backs="blue")
    assert drive.refused(t.ReceiveDeck, backs="green") == ("too-many-decks", "crown 3.1.1")
    seen = []
    for _ in range(3):
        seen.append(drive.table.decks[0].backs)
        drive.whole_round()
    assert seen == ["red", "blue", "red"]


@clause("crown 3.3")
def test_3_3__a_count_at_any_moment():
    drive = opened("crown", "shoe")
    assert drive.refused(t.Order, what=t.OrderKind.VERIFY_CARDS) == ("rank-too-low", "crown 3.3")
    drive.do(t.Order, by=HDD, what=t.OrderKind.VERIFY_CARDS)
    assert (drive.prompt("count-cards").clause, drive.prompt("count-cards").blocks) == ("crown 3.3", "deal")
    drive.confirm_all()


@clause("crown 3.4")
def test_3_4__cards_are_changed_after_a_round():
    drive = opened("crown", "shoe")
    assert drive.refused(t.Order, what=t.OrderKind.CHANGE_CARDS) == ("rank-too-low", "crown 3.4")
    drive.do(t.Order, by=HDD, what=t.OrderKind.CHANGE_CARDS)
    assert drive.table.decks == ()
    before = len(drive.prompted)
    drive.do(t.ReceiveDeck, backs="blue")
    drive.confirm_all()
    assert drive.since(before) == ["check-cards 3.2", "shuffle 4.1.1", *CUT]


@clause("crown 4.1.1(b)")
@pytest.mark.parametrize("dealt", [False, True])
def test_4_1_1b__an_abnormal_sequence_is_shuffled_at_once(dealt: bool):
    drive = opened("crown", "shoe")
    drive.betting()
    if dealt:
        drive.deal()
        drive.lines("1 bet 25;2 bet 10")
    before = len(drive.prompted)
    assert drive.refused(t.Order, what=t.OrderKind.SHUFFLE_NOW) == ("rank-too-low", "crown 4.1.1(b)")
    drive.do(t.Order, by=HDD, what=t.OrderKind.SHUFFLE_NOW)
    assert drive.since(before) == ["shuffle-at-once 4.1.1(b)"]
    stopped = "reveal" if dealt else "deal 9h 2c 7d 8s Ts Jc Qd"
    assert drive.line_refused(stopped) == ("prompt-waits", "crown 4.1.1(b)")
    drive.confirm_all()
    assert drive.since(before) == ["shuffle-at-once 4.1.1(b)", *CUT]
    drive.lines(stopped)


@clause("crown 9.1.1(h)", "crown 9.1.1(i)")
@pytest.mark.parametrize(("kind", "said"), [(NoticeKind.MOVE_METER, "9.1.1(h)"), (NoticeKind.CLOSE_METER, "9.1.1(i)")])
def test_9_1_1__a_sign_about_a_meter_names_a_time_20_minutes_ahead(kind: NoticeKind, said: str):
    drive = opened("crown", "shoe")
    soon = drive.refused(t.GiveNotice, at=100, kind=kind, due_at=100 + 19 * 60 + 59)
    assert soon == ("notice-time-too-soon", f"crown {said}")
    for due in (100 + 20 * 60, 100 + 20 * 60 + 1):
        drive.do(t.GiveNotice, at=100, kind=kind, due_at=due)
        shown = [sign for sign in signs(drive.book, drive.table) if sign.kind == kind]
        assert [(sign.due_at, sign.clause) for sign in shown] == [(due * 1_000_000, f"crown {said}")]


@clause("crown 11.3.1(b)")
def test_11_3_1__a_deck_that_gave_too_much_before_the_deal_still_has_the_cards_of_the_round():
    drive = opened("crown", "shoe")
    drive.betting()  # two players: the round needs seven cards of 52
    wrong = {"incident": Incident.WRONG_COMMUNITY_COUNT, "by": AM}
    code, _ = drive.refused(t.Report, facts=Facts(cards=3 + 46, order_known=True), **wrong)
    assert code == "not-so-many"
    drive.report("wrong-community-count", cards=3 + 45, order_known=True)
    drive.confirm_all()
    drive.deal()
    code, _ = drive.refused(t.Report, facts=Facts(cards=3 + 1, order_known=True), **wrong)
    assert code == "not-so-many"


@clause("crown 11.3.1(b)", "crown 11.5", "crown 11.8")
def test_11__what_is_said_of_the_cards_must_be_possible():
    drive = opened("crown", "shoe")
    drive.betting()
    drive.deal()  # 9h 2c 7d 8s to the players, Ts Jc Qd: seven cards are out, 45 are left
    named = {"incident": Incident.STRAY_HAND, "by": HDD}
    card, three = Facts(position=5, looked=True, card=parse("9h")), Facts(position=5, card=parse("3c 3d 3h"))
    assert drive.refused(t.Report, facts=card, **named) == ("card-twice", "crown 11.5")
    assert drive.refused(t.Report, facts=three, **named) == ("too-many-named", "crown 11.5")
    excess = {"incident": Incident.WRONG_COMMUNITY_COUNT, "by": AM}
    many = Facts(cards=3 + 46, order_known=True)
    assert drive.refused(t.Report, facts=many, **excess) == ("not-so-many", "crown 11.3.1(a)")
    few = {"incident": Incident.DECK_INCOMPLETE, "facts": Facts(cards=6)}
    assert drive.refused(t.Report, by=AM, **few) == ("more-cards-lie", "crown 11.8")
    drive.report("deck-incomplete", cards=7)
    assert drive.table.decks[0].short == 45


@clause("crown 13.2.2")
def test_13_2_2__the_book_speaks_of_players_not_of_onlookers():
    drive = opened("crown", "shoe")
    out = {"incident": Incident.RULE_BROKEN, "facts": Facts(person="zed", measure="exclude")}
    assert drive.refused(t.Report, by=ACM, **out) == ("no-ruling", "crown 13.2.1")


@clause("crown 4.1.1(c)")
def test_4_1_1c__a_shuffle_on_a_higher_duties_dealers_word():
    drive = opened("crown", "shoe")
    before = len(drive.prompted)
    assert drive.refused(t.Order, what=t.OrderKind.SHUFFLE) == ("rank-too-low", "crown 4.1.1(c)")
    drive.do(t.Order, by=HDD, what=t.OrderKind.SHUFFLE)
    drive.confirm_all()
    assert drive.since(before) == ["shuffle 4.1.1(c)", *CUT]


@clause("crown 7.3.1(a)")
def test_7_3_1a__an_assistant_casino_manager_may_have_a_card_burnt():
    drive = opened("crown", "shoe")
    for by in ("dealer", HDD, AM):
        assert drive.refused(t.Order, by=by, what=t.OrderKind.BURN) == ("rank-too-low", "crown 7.3.1(a)")
    drive.do(t.Order, by=ACM, what=t.OrderKind.BURN)
    drive.betting()
    drive.lines("deal 9h 2c 7d 8s 3d Ts Jc Qd")
    assert drive.table.round.burnt == parse("3d")


@clause("crown 1.2")
def test_1_2__a_higher_rank_does_the_dealers_work():
    drive = Drive("crown", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    for by, duty in ((HDD, "check-cards"), (AM, "shuffle"), (ACM, "cut")):
        drive.do(t.Confirm, by=by, prompt=drive.prompt(duty).number)
    assert drive.table.decks[0].cut


@clause("crown 11.14")
def test_11_14__a_jam_means_a_new_shuffle():
    drive = opened("crown", "shuffler")
    drive.report("shuffler-jams")
    assert [(each.duty, each.clause) for each in drive.table.prompts] == [("reshuffle", "crown 11.14")]


# People, limits and notices.


@clause("crown 5.10.1")
@pytest.mark.parametrize(("shut_out", "seats"), [(False, False), (True, False), (False, True)])
def test_5_10_1__more_boxes_only_if_nobody_is_shut_out_and_seats_suffice(shut_out: bool, seats: bool):
    drive = opened("crown", "shoe")
    ask = {"position": 3, "player": "ann"}
    said = drive.refused(t.Sit, nobody_shut_out=shut_out, seats_elsewhere=seats, **ask)
    assert said == ("no-room-for-boxes", "crown 5.10.1")
    drive.do(t.Sit, nobody_shut_out=True, seats_elsewhere=True, **ask)
    assert drive.table.seats[3].box


@clause("crown 6.1")
@pytest.mark.parametrize("at", [20 * 60, 20 * 60 + 1])
def test_6_1__a_higher_minimum_needs_20_minutes_and_never_comes_at_once(at: int):
    drive, ten = opened("crown", "shoe"), {Wager.ANTE: bounds("10", "500")}
    assert drive.refused(t.ChangeLimits, limits=ten) == ("notice-missing", "crown 6.1")
    assert drive.refused(t.ChangeLimits, limits=ten, at_once=True) == ("notice-missing", "crown 6.1")
    drive.do(t.GiveNotice, at=0, kind=NoticeKind.RAISE_MINIMUM, limits=ten)
    assert drive.refused(t.ChangeLimits, at=19 * 60 + 59, limits=ten) == ("sign-not-due", "crown 6.1")
    drive.do(t.ChangeLimits, at=at, limits=ten)
    shown = [(sign.kind, sign.limits, sign.clause) for sign in signs(drive.book, drive.table)]
    assert ("limits", ten, "crown 6.1") in shown


@clause("crown 6.3")
def test_6_3__personal_limits_stand_under_a_marker():
    drive = opened("crown", "shoe")
    before = len(drive.prompted)
    drive.do(t.AgreeLimits, by=AM, player="ann", limits={Wager.ANTE: bounds("1", "1000")})
    assert drive.since(before) == ["place-marker 6.3"]
    assert [sign.position for sign in signs(drive.book, drive.table) if sign.kind == "marker"] == [1]
    drive.confirm_all()
    drive.do(t.OpenRound)
    drive.lines("1 ante 1")
    assert drive.line_refused("2 ante 4.99") == ("outside-limits", "crown 6.1")
    drive.lines("1 withdraw ante")
    before = len(drive.prompted)
    drive.do(t.Stand, position=1)
    assert drive.since(before) == ["remove-marker 6.3"]
    drive.confirm_all()


@clause("crown 6.2.1")
def test_6_2_1__the_warning_is_carried_to_later_rounds():
    drive = opened("crown", "shoe")
    drive.whole_round("1 ante 4 unnoticed;2 ante 10")
    assert drive.table.warned == (("ann", "under-minimum"),)
    assert drive.table.last_round.results[1].returned_cents == 0
    drive.whole_round("1 ante 4 unnoticed;2 ante 10")
    antes = [each for each in drive.table.last_round.results if each.position == 1 and each.wager == "ante"]
    assert [(str(each.outcome), each.returned_cents) for each in antes] == [("void", 400)]


@clause("crown 5.3")
@pytest.mark.parametrize(
    ("accompanied", "converted", "good"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_5_3__a_called_wager_counts_only_if_converted_at_once(accompanied: bool, converted: bool, good: bool):
    drive = opened("crown", "shoe")
    drive.do(t.OpenRound)
    call = {"position": 1, "wager": Wager.ANTE, "cents": 2500, "accompanied": accompanied, "converted": converted}
    if good:
        drive.do(t.CallWager, **call)
        assert drive.table.round.hands[1].ante_cents == 2500
    else:
        assert drive.refused(t.CallWager, **call) == ("not-called", "crown 5.3")


@clause("crown 13.7", "crown 3.2")
def test_13_7__three_hands_notice_before_closing_and_a_count_at_the_end():
    drive = opened("crown", "shoe")
    drive.whole_round()
    assert drive.refused(t.CloseTable) == ("rank-too-low", "crown 13.7")
    assert drive.refused(t.CloseTable, by=HDD) == ("hands-notice-missing", "crown 13.7")
    drive.do(t.GiveNotice, by=HDD, kind=NoticeKind.CLOSE_TABLE)
    for left in (3, 2, 1):
        assert [sign.hands for sign in signs(drive.book, drive.table) if sign.kind == "close-table"] == [left]
        assert drive.refused(t.CloseTable, by=HDD) == ("hands-not-played", "crown 13.7")
        drive.whole_round()
    drive.confirm_all()
    drive.do(t.CloseTable, by=HDD)
    assert (drive.table.closed, drive.prompted[-1].duty, drive.prompted[-1].clause) == (
        False,
        "count-cards",
        "crown 3.2",
    )
    assert drive.refused(t.CloseTable, by=HDD) == ("prompt-waits", "crown 3.2")
    drive.confirm_all()
    drive.do(t.CloseTable, by=HDD)
    assert drive.table.closed


@clause("crown 13.8")
@pytest.mark.parametrize(("rounds", "positions", "goes"), [(2, 2, False), (3, 2, True), (4, 2, True), (3, 3, False)])
def test_13_8__three_rounds_without_a_wager_at_a_full_table(rounds: int, positions: int, goes: bool):
    drive = opened("crown", "shuffler", positions=positions)
    for _ in range(rounds):
        drive.betting("1 ante 25")
        drive.lines("deal Ts Jc Qd 9h 7d")
        drive.finish()
    if goes:
        drive.do(t.Vacate, position=2)
        assert set(drive.table.seats) == {1}
    else:
        assert drive.refused(t.Vacate, position=2) == ("may-stay", "crown 13.8")


# What goes wrong.


@clause("crown 11.2", "crown 11.2.1", "crown 11.2.2", "crown 11.2.2(a)", "crown 11.2.2(b)")
@pytest.mark.parametrize(
    ("count", "then"), [(52, ["shuffle-after-count 11.2.2(a)", *CUT]), (51, ["box-seal-and-replace 11.2.2(b)"])]
)
def test_11_2__the_dealer_tells_and_an_area_manager_rules_and_the_deck_is_counted(count: int, then: list[str]):
    drive = dealt()
    drive.report("wrong-hole-count", by="dealer", position=1, cards=1)
    assert drive.line_refused("1 bet 25") == ("ruling-waits", "crown 11.2.1")
    assert drive.refused(t.Rule, by=AM) == ("prompt-waits", "crown 11.2")
    drive.confirm(drive.prompt(f"tell-{HDD}"))
    assert drive.refused(t.Rule, by=HDD) == ("rank-too-low", "crown 11.2.1")
    drive.do(t.Rule, by=AM)
    assert drive.table.last_round.phase == "void"
    before = len(drive.prompted)
    assert (drive.prompt("count-deck").clause, drive.duties()) == ("crown 11.2.2", ["count-deck"])
    drive.confirm(drive.prompt("count-deck"), count=count)
    drive.confirm_all()
    assert drive.since(before) == then
    assert bool(drive.table.decks) is (count == 52)


@clause("crown 11.3")
def test_11_3__the_area_manager_is_told_too():
    drive = dealt()
    drive.report("wrong-community-count", by="dealer", cards=4, order_known=True)
    assert drive.table.question.decides == HDD
    drive.do(t.Rule, by=HDD)
    assert drive.prompt(f"tell-{AM}").clause == "crown 11.3"


@clause("crown 11.3.1(b)")
@pytest.mark.parametrize(("cards", "excess"), [(4, 1), (5, 2)])
def test_11_3_1b__the_excess_is_out_and_every_card_is_accounted_for(cards: int, excess: int):
    drive = dealt()
    drive.report("wrong-community-count", cards=cards, order_known=True)
    assert drive.table.round.discarded == (None,) * excess


@clause("crown 11.7")
def test_11_7__a_card_shown_by_mistake_stays_public():
    from mississippi_stud.round import view
    from mississippi_stud.round.view import Role

    drive = dealt()
    drive.lines("1 bet 25")
    drive.report("community-exposed", streets=(1,))
    assert view(drive.book, drive.table.round, Role.SPECTATOR).community == (None, *parse("Jc"), None)
    drive.lines("2 fold")
    drive.finish()
    assert drive.table.last_round.phase == "settled"


@clause("crown 11.5", "crown 11.5.1")
def test_11_5__after_a_stray_hand_players_may_retract_and_jackpots_are_registered_anew():
    drive = dealt(meter=METER)
    drive.report("stray-hand", position=5, looked=True)
    from mississippi_stud.round import Retract

    seen = len(drive.on_meters)
    drive.do(t.Play, do=Retract(position=2))
    cancelled, again = drive.on_meters[seen:]
    assert isinstance(cancelled, je.GameCancelled)
    assert ([each.position for each in cancelled.returned], cancelled.clause) == ([2], "crown 11.5.1")
    assert isinstance(again, je.GameRegistered)
    assert ([each.position for each in again.wagers], again.round) == ([1], cancelled.round)
    drive.finish()
    back = [(each.returned_cents, each.clause) for each in drive.table.last_round.results if each.position == 2]
    assert back == [(1000, "crown 11.5"), (500, "crown 11.5.1")]


@clause("crown 11.5")
def test_11_5__without_such_a_ruling_nothing_is_retracted_and_the_next_card_ends_the_option():
    from mississippi_stud.round import Retract

    drive = dealt()
    assert drive.refused(t.Play, do=Retract(position=1)) == ("no-retraction", "crown 11.5")
    drive.report("stray-hand", position=5, looked=True)
    drive.lines("1 bet 25;2 bet 10;reveal")
    assert drive.refused(t.Play, do=Retract(position=1)) == ("no-retraction", "crown 11.5")


@clause("crown 11.6.1", "crown 11.6.3")
def test_11_6_1__cards_taken_and_noted_as_a_fold_come_back():
    drive = dealt()
    drive.lines("2 fold;1 fold")
    drive.report("cards-taken", position=1, named=parse("7d 9h"))
    assert (drive.table.rulings[-1].clause, drive.table.round.hands[1].ending) == ("crown 11.6.1", None)


@clause("crown 11.6.1", "crown 11.6.2", "crown 11.6.3")
def test_11_6_1__cards_that_do_not_lie_on_top_stay_though_they_are_named():
    drive = dealt()
    drive.lines("1 fold;2 fold")
    drive.report("cards-taken", position=1, named=parse("7d 9h"))
    assert drive.table.rulings[-1].clause == "crown 11.6.2"
    drive.finish()
    back = [each.returned_cents for each in drive.table.last_round.results if each.position == 1]
    assert back == [2500, 500]


@clause("crown 11.6.2")
@pytest.mark.parametrize("said", [True, False])
@pytest.mark.parametrize(
    ("before", "alone"), [("", True), ("1 fold", True), ("2 fold", False), ("2 fold;1 fold", False)]
)
def test_11_6_2__whether_cards_are_alone_in_the_rack_is_known_and_not_asked(before: str, alone: bool, said: bool):
    drive = dealt()
    drive.lines(before)
    drive.report("cards-taken", position=1, alone=said)
    assert drive.table.rulings[-1].ruling == ("lone-cards-returned" if alone else "cards-stay")
    assert drive.table.round.hands[1].live is alone


@clause("crown 11.6.2")
def test_11_6_2__cards_that_came_back_lie_no_longer_in_the_rack():
    drive = dealt()
    for position in (1, 2):
        drive.report("cards-taken", position=position)
        assert drive.table.rulings[-1].ruling == "lone-cards-returned"


@clause("crown 11.6.2", "crown 11.6.3")
@pytest.mark.parametrize("named", ["9h 7c", "9h", ""])
def test_11_6_2__cards_named_wrongly_stay_and_every_wager_goes_back(named: str):
    drive = dealt()
    drive.lines("1 bet 25;2 fold")
    drive.confirm_all()
    drive.lines("reveal")
    drive.report("cards-taken", position=1, named=parse(named) if named else ())
    drive.finish()
    back = {str(each.wager): each.returned_cents for each in drive.table.last_round.results if each.position == 1}
    assert back == {"ante": 2500, "third-street": 2500, "jackpot": 500}


@clause("crown 11.9")
def test_11_9__the_second_time_the_wagers_are_forfeited():
    drive = dealt()
    drive.report("cannot-fund", position=2)
    drive.finish()
    assert drive.table.warned == (("ben", "cannot-fund"),)
    assert drive.table.carried_cents == {2: 500}
    drive.betting("1 ante 25;2 ante 10")
    drive.deal()
    drive.report("cannot-fund", position=2)
    drive.finish()
    ante = next(each for each in drive.table.last_round.results if (each.position, each.wager) == (2, "ante"))
    assert str(ante.outcome) == "forfeit"


@clause("crown 11.11.1")
def test_11_11_1__the_one_hand_seen_counts_as_the_seats():
    drive = blind()
    drive.report("blind-hand-viewed", by="dealer", positions=(3,))
    drive.do(t.Rule, by=HDD)
    hands = drive.table.round.hands
    assert (hands[1].blind, hands[3].blind) == (True, False)
    drive.lines("3 fold;1 blind 25 25 25")
    drive.finish()
    assert drive.table.last_round.phase == "settled"


@clause("crown 11.11.2", "crown 11.11.2(a)")
def test_11_11_2__others_seen_are_void_and_the_other_players_may_retract():
    drive = blind()
    drive.report("blind-hand-viewed", positions=(1, 3))
    assert drive.table.round.hands[3].ending == "misdealt"
    assert drive.table.round.may_retract == (2,)
    drive.finish()
    assert drive.table.warned == ()
    assert drive.table.carried_cents == {3: 500}


@clause("crown 11.12", "crown 11.1")
def test_11_12__after_a_misdeal_jackpot_wagers_play_in_the_next_round_and_cost_nothing_again():
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    assert isinstance(drive.on_meters[-1], je.GameCarried)
    assert drive.table.carried_cents == {1: 500, 2: 500}
    moved = len(drive.moved)
    drive.betting("1 ante 25;2 ante 10")
    assert [(each.source, each.cents) for each in drive.moved[moved:]] == [("player:ann", 2500), ("player:ben", 1000)]
    assert drive.table.round.hands[1].stakes[Wager.JACKPOT].carried
    assert drive.table.carried_cents == {}


@clause("crown 11.12.1")
@pytest.mark.parametrize("leaving", ["jackpot-leave", "stand"])
def test_11_12_1__a_player_who_leaves_gets_the_jackpot_wager_back(leaving: str):
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    with_both = drive.meters.meters["main"].value
    if leaving == "stand":
        drive.do(t.Stand, position=1)
    else:
        drive.report("jackpot-leave", position=1)
    left = drive.on_meters[-1]
    assert isinstance(left, je.WagersReturned)
    assert ([each.position for each in left.returned], left.clause) == ([1], "crown 11.12.1")
    assert [each.position for each in drive.meters.games[TABLE].wagers] == [2]
    assert with_both - drive.meters.meters["main"].value == Fraction("170.3")  # 34.06% of 5 dollars, in cents
    last = drive.moved[-1]
    assert (last.source, last.target, last.cents) == ("round", "player:ann", 500)
    with pytest.raises(Exception, match="not-carried"):
        drive.report("jackpot-leave", position=1)


@clause("crown 11.12.1", "crown 9.1.1(h)")
def test_11_12_1__a_table_whose_players_have_all_left_can_be_taken_off_the_meter():
    drive = dealt(meter=METER)
    before = drive.meters.meters["main"].value - Fraction("340.6")  # 34.06% of two wagers of 5 dollars, in cents
    drive.report("card-exposed")
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    assert (drive.table.carried_cents, drive.meters.games, drive.money["round"]) == ({}, {}, 0)
    assert drive.meters.meters["main"].value == before
    notice = MeterNotice(change=Change.REMOVE, table=TABLE, meter="main", at=drive.at)
    after, _ = play_meters(
        drive.book,
        drive.meters,
        DisplayNotice(notice=notice, at=drive.at),
        RemoveTable(table=TABLE, at=drive.at + 20 * MINUTE),
    )
    assert TABLE not in after.tables


@clause("crown 11.12.1")
def test_11_12_1__who_leaves_while_the_next_wagers_are_placed_does_not_hold_up_the_deal():
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    drive.confirm_all()
    drive.do(t.OpenRound)
    drive.lines("2 ante 10")
    drive.do(t.Stand, position=1)
    drive.do(t.CloseBetting)
    drive.confirm_all()
    drive.lines("deal 9h 2c Ts Jc Qd")
    assert [each.position for each in drive.meters.games[TABLE].wagers] == [2]


@clause("crown 11.12.2")
def test_11_12_2__a_new_player_joins_after_the_game_is_cancelled():
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    drive.do(t.Sit, position=3, player="cyd")
    drive.report("jackpot-join", position=3)
    assert drive.table.rulings[-1].clause == "crown 11.12.2"
    seen = len(drive.on_meters)
    drive.betting("1 ante 25;2 ante 10;3 ante 10;3 jackpot 5")
    drive.lines("deal 9h 2c 3d 7d 8s 4s Ts Jc Qd")
    cancelled, again = drive.on_meters[seen:]
    assert isinstance(cancelled, je.GameCancelled)
    assert (cancelled.returned, cancelled.clause) == ((), "crown 11.12.2")
    assert isinstance(again, je.GameRegistered)
    assert [each.position for each in again.wagers] == [1, 2, 3]


@clause("crown 11.13")
def test_11_13__a_jackpot_game_started_by_mistake_is_cancelled():
    drive = opened("crown", "shoe", **JACKPOT)
    drive.report("jackpot-started-by-mistake", by="dealer")
    drive.do(t.Rule, by=HDD)
    assert (drive.table.rulings[-1].ruling, drive.table.rulings[-1].clause) == ("jackpot-cancelled", "crown 11.13")


@clause("crown 11.13")
def test_11_13__carried_wagers_of_a_game_started_by_mistake_go_back_and_off_the_meter():
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    drive.report("jackpot-started-by-mistake", by=HDD)
    assert (drive.table.carried_cents, dict(drive.meters.games)) == ({}, {})
    back = [(each.source, each.target, each.cents, each.clause) for each in drive.moved[-2:]]
    assert back == [("round", f"player:{name}", 500, "crown 11.13") for name in ("ann", "ben")]


@clause("crown 13.2.2")
def test_13_2_2__an_excluded_player_does_not_come_back():
    drive = opened("crown", "shoe")
    drive.report("rule-broken", position=1, measure="exclude")
    drive.do(t.Stand, position=1)
    assert drive.refused(t.Sit, position=1, player="ann") == ("excluded", "crown 13.2.2")


@clause("crown 13.2.3")
def test_13_2_3__winnings_under_suspicion_are_set_aside():
    drive = opened("crown", "shoe")
    drive.report("rule-broken", position=1, measure="withhold")
    drive.betting()
    drive.lines("deal Th 2c Td 8s Ts Jc Qd")
    drive.finish()
    won = [(each.target, each.cents) for each in drive.moved if each.source == "house"]
    assert won == [("withheld:ann", 7500)] * 4


@clause("crown 11.10.1", "crown 11.10.2")
@pytest.mark.parametrize(
    ("found", "ruling"), [("24", "counts-with-warning"), ("25", None), ("75", None), ("76", "excess-returned")]
)
def test_11_10__a_street_wager_of_a_permitted_size_is_no_irregularity(found: str, ruling: str | None):
    drive = dealt()
    drive.lines(f"1 bet {found}{' unnoticed' if ruling else ''}")
    facts = {"incident": Incident.STREET_WAGER_FOUND, "facts": Facts(position=1, streets=(0,))}
    if ruling is None:
        assert drive.refused(t.Report, by=ACM, **facts) == ("no-ruling", "crown 11.10.1")
    else:
        drive.do(t.Report, by=ACM, **facts)
        assert drive.table.rulings[-1].ruling == ruling


@clause("crown 13.2.1", "crown 13.2.2", "crown 13.2.3")
def test_13_2__no_other_measure_is_taken():
    drive = opened("crown", "shoe")
    facts = Facts(position=1, measure="english-only")
    broken = {"incident": Incident.RULE_BROKEN, "facts": facts}
    assert drive.refused(t.Report, by=ACM, **broken) == ("no-ruling", "crown 13.2.1")


@clause("crown 13.9", "crown 13.10")
def test_13_9__an_area_manager_decides_and_the_complainant_hears_of_the_inspector():
    drive = opened("crown", "shoe")
    drive.whole_round()
    drive.do(t.OpenDispute, by="player", person="ann", player="ann", about="the count")
    assert drive.refused(t.DecideDispute, by=HDD, dispute=1, decision="stands") == ("rank-too-low", "crown 13.10")
    drive.do(t.DecideDispute, by=AM, dispute=1, decision="stands")
    assert drive.refused(t.AskReview, by="player", person="ann", dispute=1) == ("no-review", "crown 13.10")
    close = {"by": AM, "dispute": 1, "satisfied": False}
    assert drive.refused(t.CloseDispute, **close) == ("prompt-waits", "crown 13.9")
    advise = {"prompt": drive.prompt("advise-of-inspector").number}
    assert drive.refused(t.Confirm, by=HDD, **advise) == ("rank-too-low", "crown 13.9")
    drive.do(t.Confirm, by=AM, **advise)
    (closed,) = drive.do(t.CloseDispute, **close)
    assert (closed.dispute, closed.satisfied) == (1, False)
    assert drive.table.disputes == ()
    assert drive.refused(t.CloseDispute, **close) == ("dispute-closed", "crown 13.10")


@clause("crown 13.3", "crown 13.4")
@pytest.mark.parametrize("by", ["dealer", HDD])
def test_13_3__a_higher_duties_dealer_may_cancel_the_outcome_and_all_is_refunded(by: str):
    drive = dealt()
    drive.report("game-disrupted", by=by, cause="riot")
    if by == "dealer":
        drive.do(t.Rule, by=HDD)
    back = [each.returned_cents for each in drive.table.last_round.results]
    assert back == [1000, 500, 2500, 500]
    assert drive.table.carried_cents == {}


@clause("crown 7.4.1(a)")
def test_7_4_1a__whoever_talks_may_lose_ante_and_streets():
    drive = dealt()
    drive.report("information-exchanged", by="dealer", position=1)
    drive.do(t.Rule, by=HDD)
    assert drive.table.round.hands[1].ending == "forfeited"
