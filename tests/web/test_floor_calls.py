"""Calling the floor: a dispute with the round as evidence, seen by whoever opened it alone, answered by the book."""

from typing import Any

import pytest

from mississippi_stud.floor.history.disputes import disputes_of
from mississippi_stud.store import log
from mississippi_stud.table import commands as t
from mississippi_stud.table.disputes import OPEN_MAX
from mississippi_stud.web.delta import canonical, view_hash
from mississippi_stud.web.topics import Viewer, table_at
from tests.web.test_company import TimedTable, timed

__all__ = ["timed"]
ABOUT = "I hold the ace of spades and was not paid"


def call(table: TimedTable, position: int = 1, about: str = ABOUT) -> Any:
    """Call the floor from a seat; return the answer."""
    table._sent += 1
    body = {"id": f"command-{table._sent}", "command": {"command": "open_dispute", "about": about}}
    return table.caller.ask("POST", f"{table.path}/commands", table.cookies[position], body)


def ask_review(table: TimedTable, position: int, dispute: int) -> Any:
    table._sent += 1
    body = {"id": f"command-{table._sent}", "command": {"command": "ask_review", "dispute": dispute}}
    return table.caller.ask("POST", f"{table.path}/commands", table.cookies[position], body)


def dispute(table: TimedTable, position: int = 1, number: int = 1) -> Any:
    return table.caller.ask("GET", f"{table.path}/disputes/{number}", table.cookies[position])


def stream_of(table: TimedTable) -> str:
    return f"table:{table.path.rpartition('/')[2]}"


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_a_call_is_recorded_with_the_round_and_has_a_reference(timed: TimedTable, book: str):
    timed.open(book, 2)
    timed.deal()
    told = call(timed)
    assert told.status == 200, told.problem
    assert told.problem["view"]["disputes"] == [
        {"number": 1, "round": 1, "decided": False, "review_asked": False, "reviewed": False}
    ]
    found = dispute(timed).problem
    table_id = stream_of(timed).removeprefix("table:")
    assert (found["reference"], found["round"], found["about"], found["standing"]) == (
        f"{table_id[:8]}-1",
        1,
        ABOUT,
        "open",
    )
    clauses = {"nsw": ["13.12", "13.13"], "maryland": [".11J"], "crown": ["13.9", "13.10", "13.11"]}[book]
    assert sorted({line["clause"].partition(" ")[2] for line in found["follows"] if line["clause"]}) == sorted(clauses)
    assert "nobody from the house" in found["follows"][1]["text"]


def test_the_evidence_is_what_was_shown_then_whatever_follows(timed: TimedTable):
    timed.open("crown", 2)
    timed.deal()
    version = call(timed).problem["version"]
    name = timed.view(1)["seats"][0]["player"]
    shown = table_at(Viewer(timed.floor, name, "en"), stream_of(timed).removeprefix("table:"), version)
    for _ in range(2):
        timed.wait(21)
    found = dispute(timed).problem
    assert (found["version"], found["hash"]) == (version, view_hash(canonical(shown)))
    assert timed.view(1)["playing"] is False, "play goes on, and the evidence is the same"


def test_nobody_else_sees_what_was_said(timed: TimedTable):
    timed.open("crown", 2)
    timed.deal()
    call(timed)
    assert timed.view(2)["disputes"] == []
    other = dispute(timed, position=2)
    assert (other.status, other.problem["code"]) == (404, "no-dispute")
    assert dispute(timed, number=2).status == 404
    assert timed.caller.ask("GET", f"{timed.path}/disputes/1", {}).status == 404
    opened = [each for each in log.read(timed.floor.database, stream_of(timed)) if each.name == "dispute_opened"]
    assert len(opened) == 1
    assert ABOUT.encode() not in opened[0].payload, "it may name a card that nobody else has seen"
    while timed.view(1)["playing"]:
        timed.wait(21)
    steps = timed.caller.ask("GET", f"{timed.path}/rounds/1", timed.cookies[2])
    assert ABOUT not in str(steps.problem)


def test_one_call_a_round_and_not_without_end(timed: TimedTable):
    timed.open("nsw", 2)
    for number in range(1, OPEN_MAX + 1):
        timed.deal()
        assert call(timed).status == 200
        again = call(timed)
        assert (again.problem["code"], again.problem["clause"]) == ("disputed-already", "nsw 13.12")
        assert again.problem["params"] == {"dispute": number}
        while timed.view(1)["playing"]:
            timed.wait(21)
    timed.deal()
    assert call(timed).problem["code"] == "too-many-disputes"
    assert call(timed, position=2).status == 200


@pytest.mark.parametrize("about", ["", "no", "x" * 501, "a\x00bcd"])
def test_what_it_is_about_is_a_short_text(timed: TimedTable, about: str):
    timed.open("crown", 2)
    assert call(timed, about=about).status == 400


def test_a_decision_a_review_and_the_end_are_shown_to_the_player(timed: TimedTable):
    timed.open("nsw", 2)
    timed.deal()
    call(timed)
    stream, floor = stream_of(timed), timed.floor
    sue, max_ = {"by": "gaming-supervisor", "person": "sue"}, {"by": "assistant-gaming-manager", "person": "max"}
    for staff in (sue, max_):
        floor.send(stream, t.ComeOnDuty(**staff), actor=staff["person"])
    assert ask_review(timed, 1, 1).problem["code"] == "not-decided"
    floor.send(stream, t.DecideDispute(dispute=1, decision="The ante was 5.", **sue), actor="sue")
    assert timed.view(1)["disputes"][0]["decided"] is True
    assert (dispute(timed).problem["standing"], dispute(timed).problem["decision"]) == ("decided", "The ante was 5.")
    assert ask_review(timed, 2, 1).problem["code"] == "not-yours"
    assert ask_review(timed, 1, 1).status == 200
    assert dispute(timed).problem["standing"] == "review"
    floor.send(stream, t.ReviewDispute(dispute=1, decision="So it was.", **max_), actor="max")
    assert dispute(timed).problem["standing"] == "reviewed"
    floor.send(stream, t.CloseDispute(dispute=1, satisfied=True, **sue), actor="sue")
    assert timed.view(1)["disputes"] == [], "the table forgets it"
    found = dispute(timed).problem
    assert (found["standing"], found["review"], found["clauses"]) == ("closed", "So it was.", ["nsw 13.12"] * 2)
    name = timed.view(1)["seats"][0]["player"]
    assert [past.dispute.closed for past in disputes_of(floor, stream, name)] == [True]


def test_the_page_of_a_call_in_both_languages(timed: TimedTable):
    timed.open("crown", 2)
    timed.deal()
    call(timed, about="<b>my</b> chips")
    page = timed.path.removeprefix("/api/tables/")
    for language, said in (("en", "Waiting for an answer"), ("fr", "En attente d\u2019une réponse")):
        shown = timed.caller.ask("GET", f"/table/{page}/disputes/1?lang={language}", timed.cookies[1])
        assert shown.status == 200
        assert said.replace("\u2019", "'") in shown.body.decode().replace("&#39;", "'")
        assert "&lt;b&gt;my&lt;/b&gt; chips" in shown.body.decode()
    assert timed.caller.ask("GET", f"/table/{page}/disputes/1", timed.cookies[2]).status == 404
