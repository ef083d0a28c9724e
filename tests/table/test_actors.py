"""Who may do what: players for their own positions, the floor its own commands at every table, staff while on duty.

Every command of the union is tried, so a new one cannot be forgotten.
"""

from typing import get_args

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.round import commands as rc
from mississippi_stud.round.state import Bounds, Phase, Setup
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode, Facts, Turn
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.state import Clocks, NoAnswer, NoticeKind, Phrase
from tests.table.hall import DEVICES, EVERY, METHODS, STAFFED, TABLE, Hall, hash_of

BOOKS = list(METHODS)
ON_MISDEAL = {"nsw": "nsw 11.3", "maryland": "maryland .13D", "crown": "crown 11.2.1", "online": "online notice.3"}
LAYOUT = {"nsw": "nsw 2.1", "maryland": "maryland .02A", "crown": "crown 2.1", "online": "online overview.3"}
SEATED = {"nsw": "nsw 2.1", "maryland": "maryland .07C", "crown": "crown 2.1", "online": "online overview.3"}
LIMITS = {Wager.ANTE: Bounds(5_00, 500_00)}

COMMANDS: dict[type, dict[str, object]] = {
    t.OpenTable: {"id": TABLE, "dealing": "shoe"},
    t.ComeOnDuty: {},
    t.GoOffDuty: {},
    t.ReceiveDeck: {"backs": "red"},
    t.Sit: {"position": 3, "player": "ann"},
    t.Stand: {"position": 1},
    t.Vacate: {"position": 1},
    t.Confirm: {"prompt": 1},
    t.Reject: {"prompt": 1, "grounds": "as I please"},
    t.AskFaceUp: {},
    t.Order: {"what": t.OrderKind.SHUFFLE},
    t.OpenRound: {},
    t.CloseBetting: {},
    t.CommitSeed: {"position": 1, "seed_hash": hash_of("ann", 1)},
    t.PlaceWagers: {"position": 1, "wagers": {Wager.ANTE: 10_00}},
    t.Play: {"do": rc.Fold(position=1)},
    t.Void: {"clause": "nsw 11.3", "reason": "as I please"},
    t.TimeUp: {"key": "1/betting"},
    t.CommitAnew: {"reason": "as I please"},
    t.Validate: {"prize": 1},
    t.Determine: {"player": "ann"},
    t.CallWager: {"position": 1, "wager": Wager.ANTE, "cents": 10_00},
    t.ExchangeVoucher: {"player": "ann", "cents": 10_00},
    t.RefuseWager: {"position": 1, "wager": Wager.ANTE, "grounds": "as I please"},
    t.GiveNotice: {"kind": NoticeKind.CLOSE_TABLE},
    t.ChangeLimits: {"limits": LIMITS},
    t.EndKeptMinimum: {},
    t.AgreeLimits: {"player": "ann", "limits": LIMITS},
    t.ChangeDealing: {"dealing": "shoe", "shuffling": Shuffling.BY_HAND},
    t.RecordApproval: {"what": "x", "reference": "y"},
    t.Report: {"incident": Incident.FRAUD, "facts": Facts()},
    t.Rule: {},
    t.OpenDispute: {"player": "ann", "about": "x"},
    t.DecideDispute: {"dispute": 1, "decision": "x"},
    t.AskReview: {"dispute": 1},
    t.ReviewDispute: {"dispute": 1, "decision": "x"},
    t.CloseDispute: {"dispute": 1, "satisfied": True},
    t.CloseTable: {},
    t.ChooseNoAnswer: {"position": 1, "no_answer": NoAnswer.SMALLEST_BET},
    t.ChoosePace: {"position": 1, "pace": 10},
    t.TakeTime: {"position": 1, "turn": Turn(round=1, phase=Phase.BETTING)},
    t.SitOut: {"position": 1},
    t.NoteConnection: {"player": "ann", "connected": False},
    t.MoveDeadlines: {"since": 0, "allowance": 1},
    t.JoinQueue: {"player": "ann"},
    t.LeaveQueue: {"player": "ann"},
    t.SayPhrase: {"position": 1, "phrase": Phrase.THANK_YOU},
    t.TakeBack: {},
    t.ReadCard: {"card": 0},
    t.CorrectWager: {"position": 1, "wager": Wager.ANTE, "cents": 10_00, "grounds": "misread"},
    t.CallSupervisor: {"about": "a fill"},
    t.AnswerCall: {"call": 1},
    t.CloseCall: {"call": 1},
    t.CorrectCard: {"old": 0, "new": 1, "grounds": "misread"},
}
OWN = {
    t.Sit, t.Stand, t.CommitSeed, t.PlaceWagers, t.Play, t.CallWager, t.OpenDispute, t.AskReview, t.ChooseNoAnswer,
    t.ChoosePace, t.TakeTime, t.SitOut, t.JoinQueue, t.LeaveQueue, t.SayPhrase,
}  # fmt: skip
"""The commands that players may give only for themselves; besides these, only `AskFaceUp`, which has no position."""

ROUND: dict[type, dict[str, object]] = {
    rc.Open: {"setup": Setup(dealing="shoe", seats=((1, "ann"),))},
    rc.Place: {"position": 1, "wager": Wager.ANTE, "cents": 10_00},
    rc.Withdraw: {"position": 1, "wager": Wager.ANTE},
    rc.Deal: {"cards": tuple(parse("As Ks"))},
    rc.Bet: {"position": 1, "cents": 10_00},
    rc.BetAll: {"position": 1},
    rc.BetBlind: {"position": 1, "cents": (10_00, 10_00, 10_00)},
    rc.Fold: {"position": 1},
    rc.Concede: {"position": 1},
    rc.Leave: {"position": 1},
    rc.CannotFund: {"position": 1},
    rc.Forfeit: {"position": 1},
    rc.Retract: {"position": 1},
    rc.Reveal: {},
    rc.ShowHole: {"position": 1, "cards": tuple(parse("As Ks"))},
    rc.ShowBonus: {"cards": tuple(parse("As Ks Qs Js"))},
    rc.Settle: {},
    rc.VoidRound: {"clause": "nsw 11.3"},
}
TABLES = [
    (book, dealt) for book in BOOKS for dealt in DealingMode if book != "online" or dealt is DealingMode.AUTOMATIC
]
OWN_IN_ROUND = {
    rc.Place, rc.Withdraw, rc.Bet, rc.BetAll, rc.BetBlind, rc.Fold, rc.Concede, rc.Leave, rc.Retract,
}  # fmt: skip


def table_of_two(book: str, dealt: DealingMode = DealingMode.AUTOMATIC) -> Hall:
    """Open a round with ann at 1, ben at 2 if there is such a position, and an open dispute of ann's."""
    hall = Hall(book, dealt=dealt, positions=1 if book == "online" else 3)
    hall.seat(1, "ann")
    if book != "online":
        hall.seat(2, "ben")
    hall.do(t.OpenDispute, by="player", person="ann", player="ann", about="the light")
    if dealt is DealingMode.AUTOMATIC:
        hall.lines("1 ante 10")
    return hall


def test_every_command_is_tried():
    assert set(COMMANDS) == set(get_args(t.Command))
    assert set(ROUND) == set(get_args(rc.Command))


def test_what_concerns_a_position_or_a_player_names_one():
    named = {kind for kind in COMMANDS if {"position", "player", "dispute"} & set(kind.__struct_fields__)}
    staffs = {
        t.Vacate, t.RefuseWager, t.ExchangeVoucher, t.AgreeLimits, t.DecideDispute, t.ReviewDispute, t.CloseDispute,
        t.Determine, t.NoteConnection, t.CorrectWager,
    }  # fmt: skip
    assert named - staffs == OWN - {t.Play}
    assert {kind for kind in ROUND if "position" in kind.__struct_fields__} > OWN_IN_ROUND


@pytest.mark.parametrize(("book", "dealt"), TABLES)
def test_a_players_command_is_for_that_person_alone(book: str, dealt: DealingMode):
    hall = table_of_two(book, dealt)
    for kind, fields in COMMANDS.items():
        expected = ("not-a-players", LAYOUT[book])
        if kind in OWN:
            expected = ("not-yours", SEATED[book])
        elif kind is t.OpenTable:
            expected = ("already-open", LAYOUT[book])
        for person in ("ben", "", "zed", "Ann", "ann "):
            found = hall.refused(kind, by="player", person=person, **fields)
            assert found == expected or (kind is t.AskFaceUp and found[0] == "nothing-spread")


@pytest.mark.parametrize(("book", "dealt"), TABLES)
def test_what_staff_and_the_floor_do_never_comes_from_a_player_for_their_own_place_either(
    book: str, dealt: DealingMode
):
    hall = table_of_two(book, dealt)
    for kind in set(COMMANDS) - OWN - {t.OpenTable, t.AskFaceUp}:
        assert hall.refused(kind, by="player", person="ann", **COMMANDS[kind]) == ("not-a-players", LAYOUT[book])


@pytest.mark.parametrize(("book", "dealt"), TABLES)
def test_a_player_plays_their_own_hand_alone_and_never_deals(book: str, dealt: DealingMode):
    hall = table_of_two(book, dealt)
    for kind, fields in ROUND.items():
        do = kind(**fields)
        expected = ("not-yours", SEATED[book]) if kind in OWN_IN_ROUND else ("not-a-players", LAYOUT[book])
        assert hall.refused(t.Play, by="player", person="ben", do=do) == expected
        if kind not in OWN_IN_ROUND:
            assert hall.refused(t.Play, by="player", person="ann", do=do) == expected


def test_players_do_what_is_theirs():
    hall = table_of_two("crown")
    own = {"by": "player", "person": "ann"}
    hall.do(t.CommitSeed, **own, position=1, seed_hash=hash_of("ann", 9))
    hall.do(t.Play, **own, do=rc.Withdraw(position=1, wager=Wager.ANTE))
    hall.do(t.Play, **own, do=rc.Place(position=1, wager=Wager.ANTE, cents=10_00))
    called = {"position": 2, "wager": Wager.ANTE, "cents": 10_00, "accompanied": True, "converted": True}
    hall.do(t.CallWager, by="player", person="ben", **called)
    hall.wager(1, seed="")
    hall.lines("2 ante 10; 2 ready; 1 fold")


def test_a_review_is_asked_for_by_whoever_disputes():
    hall = table_of_two("nsw")
    hall.do(t.DecideDispute, dispute=1, decision="no")
    assert hall.refused(t.AskReview, by="player", person="ben", dispute=1) == ("not-yours", "nsw 2.1")
    asked = hall.do(t.AskReview, by="player", person="ann", dispute=1)
    assert [type(each) for each in asked] == [te.ReviewAsked]


def test_a_box_is_its_players_own_and_nobody_elses():
    hall = Hall("crown", positions=3)
    hall.seat(1, "ann")
    hall.seat(2, "ben")
    hall.seat(3, "ann", nobody_shut_out=True, seats_elsewhere=True)
    assert hall.table.seats[3].box
    assert hall.refused(t.PlaceWagers, **{**hall.wagers(3), "person": "ben"}) == ("not-yours", "crown 2.1")
    hall.lines("3 ante 10")
    for position in (2, 1):
        hall.lines(f"{position} ante 10; {position} ready")
    blind = rc.BetBlind(position=3, cents=(10_00, 10_00, 10_00))
    assert hall.refused(t.Play, by="player", person="ben", do=blind) == ("not-yours", "crown 2.1")
    hall.lines("3 blind 1 1 1")
    assert hall.state.hands[3].stakes[Wager.FIFTH_STREET].cents == 10_00


def test_a_player_cannot_slip_a_wager_past_the_limits_or_claim_to_be_short_of_money():
    for book, dealt in (("crown", DealingMode.AUTOMATIC), ("crown", DealingMode.DEALER), ("nsw", DealingMode.PHYSICAL)):
        hall = Hall(
            book, dealt=dealt, positions=1, by="floor" if dealt is DealingMode.AUTOMATIC else "dealer", limits=LIMITS
        )
        hall.seat(1, "ann")
        staff = {"by": "floor"} if dealt is DealingMode.AUTOMATIC else {"by": "dealer"}
        hall.do(t.OpenRound, **staff)
        over = rc.Place(position=1, wager=Wager.ANTE, cents=500_01, unnoticed=True)
        under = rc.Place(position=1, wager=Wager.ANTE, cents=4_99, unnoticed=True)
        clause = {"crown": "crown 6.2.2", "nsw": "nsw 6.3"}[book]
        for do in (over, under):
            assert hall.refused(t.Play, by="player", person="ann", do=do) == ("seen-at-once", clause)
        for line in ("1 ante 5", "1 withdraw ante", "1 ante 500", "1 withdraw ante"):
            hall.lines(line, by="player", person="ann")
        if dealt is DealingMode.PHYSICAL:
            hall.do(t.Play, **staff, do=over)
        else:
            assert hall.refused(t.Play, **staff, do=over) == ("seen-at-once", clause)
    hall = table_of_two("crown")
    hall.lines("1 ante 10; 1 ready; 2 ante 10; 2 ready")
    short = rc.CannotFund(position=1)
    assert hall.refused(t.Play, by="player", person="ann", do=short) == ("not-a-players", "crown 2.1")
    hall.do(t.Play, do=short)  # the floor knows what the account holds
    assert hall.state.hands[1].ending == "void"


@pytest.mark.parametrize("dealt", [DealingMode.DEALER, DealingMode.PHYSICAL])
@pytest.mark.parametrize(
    ("book", "clause"), [("nsw", "nsw 1.1 Dealer"), ("maryland", "maryland .04A"), ("crown", "crown 1.1 Dealer")]
)
def test_at_a_table_that_people_run_the_floor_keeps_the_time_and_voids(book: str, clause: str, dealt: DealingMode):
    hall = table_of_two(book, dealt)
    for kind, fields in COMMANDS.items():
        if kind in (t.TimeUp, t.CommitAnew, t.NoteConnection, t.MoveDeadlines):
            assert all(event.by == "floor" for event in hall.do(kind, **fields))
            continue
        code = {t.Void: "not-open", t.OpenTable: "already-open"}.get(kind, "not-on-duty")
        found = hall.refused(kind, **fields)
        assert found[0] == code
        assert found[1] == clause or code != "not-on-duty"


@pytest.mark.parametrize("dealt", list(DealingMode))
@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_staff_act_while_they_are_on_duty(book: str, dealt: DealingMode):
    hall = table_of_two(book, dealt)
    dealer = {"by": "dealer", "person": "dee"}

    def nobody(**who: str) -> None:
        for kind in set(COMMANDS) - {t.ComeOnDuty}:
            expected = "already-open" if kind is t.OpenTable else "not-on-duty"
            assert hall.refused(kind, **who, **COMMANDS[kind])[0] == expected

    nobody(**dealer)
    hall.do(t.ComeOnDuty, **dealer)
    assert hall.table.on_duty == (("dee", "dealer"),)
    assert hall.refused(t.ComeOnDuty, **dealer)[0] == "on-duty-already"
    nobody(by="dealer", person="don")
    nobody(by=list(hall.book.staff.titles)[-1], person="dee")
    hall.do(t.GoOffDuty, **dealer)
    nobody(**dealer)


@pytest.mark.parametrize("book", BOOKS)
def test_a_title_that_the_book_does_not_know_is_nobodys(book: str):
    hall = table_of_two(book)
    for kind, fields in COMMANDS.items():
        expected = {t.OpenTable: "already-open", t.ComeOnDuty: "no-such-title"}.get(kind, "not-on-duty")
        for by in ("pit-boss", "", "Floor", "players"):
            assert hall.refused(kind, by=by, person="x", **fields)[0] == expected


@pytest.mark.parametrize("dealt", list(DealingMode))
@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_staff_of_any_rank_neither_keep_the_time_nor_void_without_a_ruling(book: str, dealt: DealingMode):
    hall = Hall(book, dealt=dealt, positions=2, clocks=Clocks(betting_seconds=20, decision_seconds=20))
    hall.sit("ann")
    for title in hall.book.staff.titles:
        hall.do(t.ComeOnDuty, by=title, person=title)
    if dealt is DealingMode.AUTOMATIC:
        hall.lines("1 ante 10")
    else:
        hall.do(t.OpenRound, by="dealer", person="dealer")
    hall.at = 20_000_000
    for title, named in hall.book.staff.titles.items():
        for kind, fields in (
            (t.Void, {"clause": ON_MISDEAL[book], "reason": "x"}),
            (t.TimeUp, {"key": "1/betting"}),
            (t.CommitAnew, {"reason": "x"}),
        ):
            assert hall.refused(kind, by=title, person=title, **fields) == ("no-such-power", named.en.clause)
    hall.do(t.Void, clause=ON_MISDEAL[book], reason="a malfunction")
    assert hall.table.round is None


@pytest.mark.parametrize(("book", "dealing"), EVERY)
def test_the_floor_opens_tables_of_every_book_and_a_player_none(book: str, dealing: str):
    assert Hall(book, dealing).table.on_duty == ()
    hall = Hall.__new__(Hall)
    hall.__dict__.update(Hall(book, dealing).__dict__)
    hall.table = None
    for by in ("player", "", "pit-boss"):
        code, _ = hall.refused(t.OpenTable, by=by, person="ann", id=TABLE, dealt=DealingMode.AUTOMATIC, dealing=dealing)
        assert code == "no-such-title"


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_staff_open_their_table_and_are_on_duty_there(book: str, dealing: str):
    device = DEVICES[book, dealing]
    hall = Hall(book, dealing, dealt=DealingMode.PHYSICAL, by="dealer", person="dee", shuffling=device)
    assert hall.table.on_duty == (("dee", "dealer"),)


def test_a_turn_that_has_passed_is_nobodys():
    hall = table_of_two("crown")
    hall.lines("2 ante 10; 2 ready; 1 ante 10; 1 ready")
    own = {"by": "player", "person": "ann", "do": rc.Bet(position=1, cents=10_00)}
    for number, phase in ((1, Phase.BETTING), (1, Phase.FOURTH_STREET), (2, Phase.THIRD_STREET), (0, Phase.BETTING)):
        turn = Turn(round=number, phase=phase)
        assert hall.refused(t.Play, **own, turn=turn) == ("turn-passed", "crown 8.1.1")
    stale = hall.table.turn
    hall.lines("2 bet 1")  # what somebody else does in the meantime does not matter
    hall.do(t.Play, **own, turn=stale)
    assert hall.refused(t.Play, **own, turn=stale) == ("turn-passed", "crown 8.1.1")
