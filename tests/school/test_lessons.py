"""The lessons that come with the program: each goes to its end, and each marks what it teaches, by its clause."""

from collections import Counter

import pytest

from mississippi_stud.language import LANGUAGES
from mississippi_stud.round import commands as rc
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.scenario import play
from mississippi_stud.school import library
from mississippi_stud.school.judge import play_through
from mississippi_stud.school.marks import Act, ConfirmDuty, Doing, Pay
from mississippi_stud.table import commands as c
from mississippi_stud.table.agenda import DueKind
from mississippi_stud.table.state import Facts
from tests.school.desks import LESSONS, desk_at, marked

DEAL, TURN, SETTLE = (c.Play(do=do) for do in (rc.Deal(), rc.Reveal(), rc.Settle()))


def report(incident: Incident, **facts: object) -> c.Report:
    return c.Report(incident=incident, facts=Facts(**facts))


def test_there_are_ten_with_at_least_three_of_each_live_book():
    books = Counter(each.book for each in library.lessons())
    assert sum(books.values()) == 10
    assert set(books) == {"nsw", "maryland", "crown"}
    assert min(books.values()) == 3


@pytest.mark.parametrize("name", LESSONS)
def test_each_is_written_in_both_languages_and_names_clauses_of_its_book(name: str):
    lesson = library.lesson(name)
    assert lesson.head.clauses
    assert set(lesson.head.clauses) <= set(ledger(lesson.book))
    texts = [lesson.head.title, lesson.head.aim, *lesson.head.happens.values()]
    for text in texts:
        assert set(text) == set(LANGUAGES)
        assert text["en"] != text["fr"]
    scripts = {" ".join(each.line.text.split()) for each in desk_at(name).script}
    assert set(lesson.head.happens) <= scripts, "a sentence for a line that is not there"
    incidents = {each for each in scripts if each.startswith("incident")}
    assert incidents <= set(lesson.head.happens), "an incident is told in words"


@pytest.mark.parametrize("name", LESSONS)
def test_each_can_be_passed_and_ends_as_the_scenario_does(name: str):
    desk = desk_at(name, lambda _: True)
    done = play_through(desk)
    assert desk.expected == ()
    played = play(library.lesson(name).text, rulebook)
    assert desk.table.last_round.results == played.state.results
    assert desk.table.last_round.hands.keys() == played.state.hands.keys()
    assert desk.table.closed is played.life.closed
    assert desk.jackpots.shown() == dict(played.meters)
    assert len(done) >= 20


def kind(wanted: DueKind) -> object:
    return lambda due: due.kind == wanted


def duty(name: str) -> object:
    return lambda due: due.duty == name


def happening(incident: Incident) -> object:
    return lambda due: due.incident is incident


WRONG: list[tuple[str, object, Act, tuple[str, str]]] = [
    # the cut forgotten; seat 1 before seat 2; a pair of jacks paid on the ante alone
    ("nsw-1-a-clean-round", duty("cut"), c.OpenRound(), ("forgotten", "nsw 4.2")),
    ("nsw-1-a-clean-round", duty("cut"), DEAL, ("not-due", "nsw 5.2")),
    ("nsw-1-a-clean-round", kind(DueKind.PAY), Pay(position=1, cents=70_00), ("order", "nsw 10.1")),
    ("nsw-1-a-clean-round", lambda due: due.cents == 70_00, Pay(position=1, cents=10_00), ("amount", "nsw 10.3")),
    ("nsw-1-a-clean-round", kind(DueKind.PAY), SETTLE, ("forgotten", "nsw 10.3")),
    # cards at an empty seat: not reported, or as if somebody had looked
    ("nsw-2-exposed-cards", happening(Incident.STRAY_HAND), TURN, ("not-due", "nsw 7.2.4")),
    (
        "nsw-2-exposed-cards",
        happening(Incident.STRAY_HAND),
        report(Incident.STRAY_HAND, position=4, looked=True),
        ("other-facts", "nsw 11.7"),
    ),
    ("nsw-2-exposed-cards", happening(Incident.COMMUNITY_EXPOSED), TURN, ("not-reported", "nsw 11.6")),
    # somebody stands there to relieve the dealer, who turns a card all the same
    ("nsw-3-relief", kind("go-off-duty"), TURN, ("forgotten", "nsw 1.1 Dealer")),
    (
        "nsw-3-relief",
        happening(Incident.INFORMATION_EXCHANGED),
        report(Incident.CARDS_MISHANDLED, position=1),
        ("other-incident", "nsw 9.8"),
    ),
    # the chips are not compared with the system's number before they go into the container
    (
        "maryland-1-side-wagers",
        duty("match-progressive-automatic"),
        ConfirmDuty(duty="match-progressive-automatic", count=2),
        ("number", "maryland .10A(3)(b)"),
    ),
    ("maryland-1-side-wagers", duty("collect-progressive-automatic"), DEAL, ("forgotten", "maryland .10A(3)(a)")),
    ("maryland-1-side-wagers", kind(DueKind.PAY), Pay(position=1, cents=0), ("amount", "maryland .12E(1)(i)")),
    ("maryland-2-a-card-face-up", happening(Incident.CARD_FACE_UP), DEAL, ("not-reported", "maryland .13A")),
    (
        "maryland-2-a-card-face-up",
        happening(Incident.COMMUNITY_EXPOSED),
        report(Incident.CARD_FACE_UP, cards=1),
        ("other-incident", "maryland .13E"),
    ),
    # a tenth of the cards above the cut is the least
    ("maryland-2-a-card-face-up", duty("cut"), ConfirmDuty(duty="cut", depth=9), ("number", "maryland .05E")),
    # the prize is paid before it is validated: six thousand dollars are the main wagers'
    (
        "maryland-3-the-progressive",
        kind(DueKind.PAY),
        Pay(position=1, cents=9_003_00),
        ("amount", "maryland .12C(1)(b)"),
    ),
    (
        "maryland-3-the-progressive",
        duty("verify-hand"),
        ConfirmDuty(duty="validate-payout"),
        ("forgotten", "maryland .11I(4)(a)"),
    ),
    ("crown-1-blind-boxes", kind(DueKind.PAY), Pay(position=1, cents=0), ("order", "crown 8.1.1")),
    ("crown-1-blind-boxes", kind(DueKind.CLOSE_BETTING), DEAL, ("forgotten", "crown 7.2")),
    (
        "crown-2-a-misdeal",
        happening(Incident.WRONG_HOLE_COUNT),
        report(Incident.WRONG_HOLE_COUNT, position=2, cards=1),
        ("other-facts", "crown 11.2.1"),
    ),
    ("crown-2-a-misdeal", duty("count-deck"), ConfirmDuty(duty="count-deck", count=51), ("number", "crown 11.2.2")),
    # an ante of $600.00 counts to the maximum of $500.00
    ("crown-3-limits", kind(DueKind.PAY), Pay(position=1, cents=2_100_00), ("amount", "crown 6.2.2")),
    ("crown-3-limits", happening(Incident.CANNOT_FUND), TURN, ("not-due", "crown 7.4.5")),
    ("crown-4-jackpot-and-closing", kind(DueKind.PAY), Pay(position=1, cents=26_123_70), ("amount", "crown 10.1.1")),
    (
        "crown-4-jackpot-and-closing",
        duty("count-cards"),
        ConfirmDuty(duty="count-cards", count=51),
        ("number", "crown 3.2"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "until", "act", "mark"), WRONG)
def test_what_is_wrong_is_marked_with_its_clause(name: str, until: object, act: Act, mark: tuple[str, str]):
    desk = desk_at(name, until)
    assert desk.expected, "that moment never comes"
    assert marked(desk, act) == mark


def test_in_every_lesson_something_is_marked():
    assert {name for name, *_ in WRONG} == set(LESSONS)


def test_a_player_with_a_blind_box_who_would_fold_is_told_of():
    desk = desk_at("crown-1-blind-boxes", duty("bet-or-fold"))
    ((happening,),) = ([each for each in desk.happenings if each.refused],)
    assert (happening.line.text, happening.refused.clause) == ("3 fold", "crown 5.10.2(b)")


def test_the_cards_lie_as_the_file_says_and_need_not_be_named():
    desk = desk_at("nsw-1-a-clean-round", kind(DueKind.PAY))
    from mississippi_stud.cards import text

    assert text(desk.table.round.community) == "Th 4c 3d"
    assert text(desk.table.round.hands[1].hole) == "Jh Jd"


def test_whoever_relieves_the_dealer_deals_meanwhile():
    desk = desk_at("nsw-3-relief", kind("come-on-duty"))
    assert not desk.on_duty
    assert desk.table.round.revealed == 1
    first: Doing = desk.expected[0]
    assert first.clause == "nsw 1.1 Dealer"
