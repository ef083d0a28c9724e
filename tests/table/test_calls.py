"""Calls for somebody above: made, answered and closed, whatever else waits at the table."""

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.table import Facts, public
from mississippi_stud.table import commands as t
from mississippi_stud.table.agenda import DueKind
from tests.table.hall import TOP
from tests.table.test_agenda import Desk, until

DEALER = {"by": "dealer", "person": "dee"}
DON = {"by": "dealer", "person": "don"}


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_a_call_is_made_answered_and_closed(book: str):
    desk, sue = Desk(book, "shoe", "chips"), {"by": TOP[book], "person": "sue"}
    desk.at += 1_000
    (event,) = desk.do(t.CallSupervisor, **DEALER, about=" a fill of green chips ")
    (call,) = desk.table.calls
    assert (call.number, call.by, call.person, call.since) == (1, "dealer", "dee", desk.at)
    assert call.about == "a fill of green chips"
    assert public(event).call.about == "", "it may say what nobody else may know"
    assert desk.refused(t.CallSupervisor, **DEALER)[0] == "called-already"
    desk.do(t.ComeOnDuty, **DON)
    assert desk.refused(t.AnswerCall, **DEALER, call=1)[0] == "rank-too-low"
    assert desk.refused(t.CloseCall, **DON, call=1)[0] == "rank-too-low", "another's call"
    assert desk.refused(t.AnswerCall, **sue, call=2)[0] == "no-such-call"
    desk.at += 1_000
    desk.do(t.AnswerCall, **sue, call=1)
    assert (desk.table.calls[0].answered_by, desk.table.calls[0].answered_at) == ("sue", desk.at)
    assert desk.refused(t.AnswerCall, by=TOP[book], person="tom", call=1)[0] == "call-answered"
    desk.do(t.CloseCall, **sue, call=1)
    assert desk.table.calls == ()
    assert desk.refused(t.CloseCall, **sue, call=1)[0] == "no-such-call"
    desk.do(t.CallSupervisor, **DEALER)
    assert desk.table.calls[0].number == 2
    desk.do(t.CloseCall, **DEALER, call=2)
    assert desk.again() == desk.table


def test_a_call_is_made_while_a_ruling_waits_and_stops_nothing():
    desk = Desk("crown", "shoe", "chips")
    until(desk, DueKind.ASK)
    due = desk.due("dee")
    desk.do(t.CallSupervisor, **DEALER, about="a player is unwell")
    assert desk.due("dee") == due
    facts = Facts(position=1, measure="exclude")
    desk.do(t.Report, **DEALER, incident=Incident.RULE_BROKEN, facts=facts)
    desk.do(t.ComeOnDuty, **DON)
    desk.do(t.CallSupervisor, **DON)
    assert [each.person for each in desk.table.calls] == ["dee", "don"]


def test_players_do_not_call_and_nobody_tells_a_story():
    desk = Desk("crown", "shoe", "elsewhere")
    assert desk.refused(t.CallSupervisor, by=t.PLAYER, person="player 1")[0] == "not-a-players"
    with pytest.raises(InputError, match="200 characters"):
        desk.do(t.CallSupervisor, **DEALER, about="x" * 201)
