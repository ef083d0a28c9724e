"""Cards that are read one by one as they leave the shoe, where the players are elsewhere."""

import msgspec
import pytest

from mississippi_stud.cards import parse
from mississippi_stud.messages import HOUR
from mississippi_stud.round import commands as rc
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import Facts, public, whereabouts
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.agenda import DueKind
from tests.table.hall import STAFFED, TOP
from tests.table.test_agenda import Desk, until

DEALER = {"by": "dealer", "person": "dee"}


def shoe(book: str = "crown", dealing: str = "shoe") -> Desk:
    """Return a table whose players are elsewhere, where the first card leaves the shoe now."""
    desk = Desk(book, dealing, "elsewhere")
    until(desk, DueKind.OPEN_ROUND)
    desk.step()
    desk.lines("1 ante 10; 2 ante 10")
    until(desk, DueKind.READ)
    return desk


def read(desk: Desk, cards: str) -> None:
    for card in parse(cards):
        desk.do(t.ReadCard, **DEALER, card=card)


def test_each_card_goes_where_the_book_deals_it():
    """Crown deals each player a card and then a second one, and three community cards (crown 7.3.2)."""
    desk, places = shoe(), []
    for card in parse("9h 2c 7d 8s Ts Jc Qd"):
        due = desk.due("dee")[0]
        places.append((due.place, due.position, due.nth, due.of))
        assert (due.kind, due.clause, due.cards) == (DueKind.READ, "crown 7.3.2", 1)
        desk.do(t.ReadCard, **DEALER, card=card)
    assert places == [
        ("hole", 1, 1, 7), ("hole", 2, 2, 7), ("hole", 1, 3, 7), ("hole", 2, 4, 7),
        ("community", None, 5, 7), ("community", None, 6, 7), ("community", None, 7, 7),
    ]  # fmt: skip
    due = desk.due("dee")[0]
    assert (due.kind, due.of) == (DueKind.DEAL, 7)
    desk.give(msgspec.structs.replace(due.command, at=desk.at, person="dee"))
    assert desk.state.hands[1].hole == tuple(parse("9h 7d"))
    assert desk.state.hands[2].hole == tuple(parse("2c 8s"))
    assert desk.state.community == tuple(parse("Ts Jc Qd"))
    assert desk.table.read == ()


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_a_card_that_lies_elsewhere_is_refused_at_once_and_a_wrong_one_is_read_anew(book: str, dealing: str):
    desk = shoe(book, dealing)
    read(desk, "9h 2c")
    for card, code in ((parse("9h")[0], "card-twice"), (52, "no-card"), (-1, "no-card")):
        assert desk.refused(t.ReadCard, **DEALER, card=card)[0] == code
    desk.do(t.ComeOnDuty, by="dealer", person="don")
    desk.do(t.TakeBack, by="dealer", person="don")
    assert desk.table.read == tuple(parse("9h"))
    read(desk, "2d 2c")
    assert desk.again() == desk.table
    desk.rounds(1)


def test_the_deal_waits_for_the_last_card_and_the_last_card_can_be_taken_back():
    desk = shoe()
    read(desk, "9h 2c 7d 8s Ts Jc")
    assert desk.refused(t.Play, **DEALER, do=rc.Deal())[0] == "not-all-read"
    whole = rc.Deal(cards=tuple(parse("9h 2c 7d 8s Ts Jc Qd")))
    read(desk, "Qd")
    assert desk.refused(t.Play, **DEALER, do=whole)[0] == "not-all-read", "what was read is dealt, and nothing else"
    assert desk.refused(t.ReadCard, **DEALER, card=parse("2h")[0])[0] == "all-read"
    desk.do(t.TakeBack, **DEALER)
    read(desk, "Qh")
    desk.do(t.Play, **DEALER, do=rc.Deal())
    assert desk.state.community[2] == parse("Qh")[0]
    assert desk.refused(t.TakeBack, **DEALER)[0] == "nothing-to-take-back", "the players have seen their cards"
    assert desk.refused(t.ReadCard, **DEALER, card=parse("2h")[0])[0] == "already-dealt"


def test_wagers_stand_from_the_first_card_on():
    desk = shoe("nsw")
    read(desk, "9h")
    player = {"by": t.PLAYER, "person": "player 1"}
    assert desk.refused(t.PlaceWagers, **player, position=1, wagers={Wager.ANTE: 25_00})[0] == "bets-closed"
    assert desk.refused(t.Play, **player, do=rc.Withdraw(position=1, wager=Wager.ANTE))[0] == "bets-closed"
    assert desk.refused(t.Play, **player, do=rc.Leave(position=1))[0] == "bets-closed"
    assert desk.due("dee")[0].nth == 2


def test_nobody_changes_the_deck_or_its_order_between_two_cards():
    desk = shoe()
    read(desk, "9h 2c")
    who = {"by": TOP["crown"], "person": "sue"}
    for what in (t.OrderKind.BURN, t.OrderKind.CHANGE_CARDS, t.OrderKind.SHUFFLE):
        assert desk.refused(t.Order, **who, what=what)[0] == "round-open"
    facts = Facts(cards=1)
    assert desk.refused(t.Report, **who, incident=Incident.DECK_INCOMPLETE, facts=facts)[0] == "more-cards-lie"


def test_a_deck_whose_time_is_up_between_two_cards_is_dealt_to_the_end():
    """Maryland .03C(2) changes cards after eight hours: that cannot stop a deal whose first card is out."""
    desk = shoe("maryland")
    read(desk, "9h")
    desk.at += 9 * HOUR
    assert desk.due("dee")[0].kind is DueKind.READ
    desk.rounds(1)


@pytest.mark.parametrize(
    ("book", "incident", "facts", "clause"),
    [
        ("nsw", "foreign-card", Facts(), "nsw 11.9.2"),
        ("maryland", "wrong-hole-count", Facts(position=1, cards=3), "maryland .13D"),
        ("crown", "deck-incomplete", Facts(cards=51), "crown 11.8"),
    ],
)
def test_a_misdeal_between_two_cards_ends_the_round_and_forgets_what_was_read(
    book: str, incident: str, facts: Facts, clause: str
):
    desk = shoe(book)
    read(desk, "9h 2c")
    desk.do(t.Report, by=TOP[book], person="sue", incident=Incident(incident), facts=facts)
    assert desk.table.rulings[-1].clause == clause
    assert desk.table.round is None
    assert desk.table.last_round.phase is Phase.VOID
    assert desk.table.read == ()


def test_what_is_read_is_public_only_as_a_number_of_cards():
    desk = shoe()
    (event,) = desk.do(t.ReadCard, **DEALER, card=parse("9h")[0])
    assert public(event) == te.CardRead(at=event.at, by="dealer", person="dee", card=None)
    ((_, cards),) = whereabouts(desk.book, desk.table)
    assert [(each.place, each.position) for each in cards if each.card is not None] == [("hole", 1)]
    assert len(cards) == 52


def test_cards_are_read_only_where_they_are_real_and_the_players_are_elsewhere():
    card = parse("9h")[0]
    for way, code in (("chips", "cards-when-turned"), ("dealer", "floors-deck")):
        desk = Desk("crown", "shoe", way)
        until(desk, DueKind.DEAL)
        assert desk.refused(t.ReadCard, **DEALER, card=card)[0] == code
    desk = Desk("crown", "shoe", "elsewhere")
    assert desk.refused(t.ReadCard, **DEALER, card=card)[0] == "not-open"
    until(desk, DueKind.OPEN_ROUND)
    desk.step()
    assert desk.refused(t.ReadCard, **DEALER, card=card)[0] == "no-ante"
