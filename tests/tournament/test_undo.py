"""What the Director entered is taken back as if it had never been, until something has been built upon it."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from mississippi_stud.messages import MINUTE
from mississippi_stud.prose.tournament_refusals import ACTS
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.designation import Candidate
from mississippi_stud.tournament.state import Breach, Contest, EntrantStatus
from mississippi_stud.tournament.terms import ChipsAtEnd, EntryMethod, Refunds
from mississippi_stud.tournament.undo import KEPT, UNDOABLE
from tests.tournament.hall import START, Cup, terms


def plain(contest: Contest) -> Contest:
    """Return a tournament without what only undoing knows."""
    return replace(contest, acts={}, acted=0, at=0)


def selecting() -> Cup:
    cup = Cup(terms(method_of_entry=EntryMethod.SELECTION, selection_criteria="members")).opened()
    cup.do(c.TakeCharge)
    return cup.enter("ann ben cho")


def disqualified_with_refund() -> Cup:
    return Cup(terms(refunds=Refunds(disqualified_percent=40))).begun()


def of_repechage() -> Cup:
    cup = Cup(terms("repechage", repechage="director")).begun()
    cup.hands(20, ann=9_000, ben=5_000, cho=0)
    cup.do(c.EndSession)
    return cup


def with_return() -> Cup:
    cup = Cup().begun()
    cup.do(c.NoteBreach, name="ann", breach=Breach.ABSENT, grounds="not there")
    return cup


def postponed() -> Cup:
    cup = Cup().begun()
    cup.do(c.PostponeTournament, why="fire")
    return cup


def agreed() -> Cup:
    cup = Cup(terms(chips_at_the_end=ChipsAtEnd(cents_each=1))).begun()
    cup.hand(ann=5_000, ben=0, cho=0)
    for name in ("ann", "ben", "cho"):
        cup.do(c.AgreeToConclude, by=name, name=name)
    return cup


def closing() -> Cup:
    cup = selecting()
    for name in ("ann", "ben"):
        cup.do(c.AdmitEntrant, name=name)
    return cup


CASES: dict[str, tuple[Callable[[], Cup], type, dict[str, object]]] = {
    "admitted": (selecting, c.AdmitEntrant, {"name": "ann"}),
    "turned away": (selecting, c.TurnAway, {"name": "ben"}),
    "turned away, and paid back": (lambda: Cup().closed(), c.TurnAway, {"name": "ben"}),
    "entries closed": (closing, c.CloseEntries, {}),
    "briefed": (lambda: Cup().closed(), c.BriefPlayers, {"understood": ("ann", "ben", "cho")}),
    "repechage left out": (of_repechage, c.SkipSession, {"session": 2}),
    "postponed": (lambda: Cup().begun(), c.PostponeTournament, {"why": "fire"}),
    "resumed": (postponed, c.ResumeTournament, {}),
    "ended early": (agreed, c.ConcludeHeat, {"heat": 1}),
    "hands missed": (lambda: Cup().begun(), c.NoteBreach, {"name": "ann", "breach": Breach.LATE, "grounds": "late"}),
    "absent": (lambda: Cup().begun(), c.NoteBreach, {"name": "ann", "breach": Breach.ABSENT, "grounds": "not there"}),
    "back": (with_return, c.NoteReturn, {"name": "ann"}),
    "disqualified": (disqualified_with_refund, c.DisqualifyPlayer, {"name": "ann", "ground": "cheating"}),
}


@pytest.mark.parametrize("case", CASES)
def test_an_act_that_is_taken_back_has_never_been(case: str):
    begin, kind, fields = CASES[case]
    cup = begin()
    cup.at += 1
    before = plain(cup.now)
    cup.do(kind, **fields)
    assert plain(cup.now) != before
    number = max(cup.now.acts)
    (undone,) = cup.do(c.UndoAct, act=number)
    assert undone.clause == "crown 12.5.3(g)"
    assert plain(cup.now) == before
    assert cup.refused(c.UndoAct, act=number) == ("no-such-act", "crown 12.5.3(g)")
    cup.do(kind, **fields)  # and can be done anew
    assert cup.now.acted == number + 1


def test_every_command_that_can_be_taken_back_is_tried():
    assert {kind for _, kind, _ in CASES.values()} == set(UNDOABLE)


def test_a_fine_that_was_the_second_breach_is_taken_back_alone_and_then_the_first():
    cup = Cup().begun()
    bank = cup.stacks()["ann"]
    shouts = {"name": "ann", "breach": Breach.CONDUCT, "grounds": "shouted"}
    cup.do(c.NoteBreach, **shouts)
    cup.do(c.NoteBreach, **shouts)
    assert cup.stacks()["ann"] == bank - 10_000
    second = cup.now.acted
    assert cup.refused(c.UndoAct, act=second - 1)[0] == "act-built-upon"
    cup.do(c.UndoAct, act=second)
    assert cup.stacks()["ann"] == bank
    cup.do(c.UndoAct, act=second - 1)
    assert cup.now.entrants["ann"].breaches == {}


@pytest.mark.parametrize("name", ["ann", "dan"])
def test_a_sanction_stands_from_the_next_hand_of_that_heat_on(name: str):
    cup = Cup(terms("heats-and-final")).begun("ann ben cho dan eve fay gus hal", "t1 t2")
    cup.do(c.NoteBreach, name=name, breach=Breach.LATE, grounds="late")
    act, own = cup.now.acted, cup.now.heat_of(name)
    assert own is not None
    other = next(each.number for each in cup.now.heats.values() if each.number != own.number)
    cup.hand(other)
    assert not cup.now.acts[act].built_on, "what happens elsewhere builds upon nothing here"
    cup.hand(own.number)
    assert cup.refused(c.UndoAct, act=act) == ("act-built-upon", "crown 12.5.3(g)")
    assert cup.now.acts[act].built_on == "hand_recorded"
    assert not cup.now.acts[act].entrants, "what was before is forgotten"


@pytest.mark.parametrize(
    "built",
    [
        lambda cup: cup.do(c.BriefPlayers, understood=("ann", "ben")),
        lambda cup: cup.do(c.PostponeTournament, why="fire"),
        lambda cup: cup.do(c.MoveSession, session=1, starts_at=START + 60_000_000),
    ],
)
def test_the_close_of_entries_stands_once_something_rests_on_it(built: Callable[[Cup], object]):
    cup = Cup().closed("ann ben")
    number = cup.now.acted
    built(cup)
    assert cup.refused(c.UndoAct, act=number)[0] == "act-built-upon"


def test_a_heat_that_ended_stands_once_another_begins_at_its_table_or_the_session_ends():
    for then in ("another heat", "the end", "the table is given back"):
        cup = Cup(terms("heats-and-final", chips_at_the_end=ChipsAtEnd(cents_each=1)))
        cup.begun("ann ben cho dan eve fay gus", "t1" if then == "another heat" else "t1 t2")
        for name in cup.now.heats[1].seats.values():
            cup.do(c.AgreeToConclude, by=name, name=name)
        cup.do(c.ConcludeHeat, heat=1)
        if then == "another heat":
            cup.begin()
        elif then == "the end":
            cup.hands(20, 2)
            cup.do(c.EndSession)
        else:
            cup.do(c.ReleaseTable, table="t1")
        assert cup.refused(c.UndoAct, act=cup.now.acted)[0] == "act-built-upon", then


def test_an_end_of_a_postponement_stands_once_a_heat_has_begun_whose_hands_would_have_no_end():
    cup = Cup(terms("heats-and-final")).begun("ann ben cho dan eve fay gus", "t1")
    began = cup.at
    cup.at += MINUTE
    cup.do(c.PostponeTournament, why="fire")
    cup.at += MINUTE
    cup.do(c.ResumeTournament)
    resumed = cup.now.acted
    cup.hand(1)
    cup.do(c.UndoAct, act=resumed)
    cup.hand(1, began_at=began)  # by what began before the fire
    cup.do(c.ResumeTournament)
    cup.do(c.DesignateTables, tables=(Candidate(table="t2"),))
    cup.begin()
    assert cup.refused(c.UndoAct, act=cup.now.acted) == ("act-built-upon", "crown 12.5.3(g)")


def test_only_officials_who_are_present_take_something_back():
    cup = with_return()
    act = cup.now.acted
    assert cup.refused(c.UndoAct, by="ann", act=act)[0] == "not-an-official"
    cup.do(c.StepAway)
    assert cup.refused(c.UndoAct, act=act)[0] == "director-absent"


def test_what_is_no_act_of_an_official_cannot_be_taken_back():
    cup = Cup().begun()
    before = cup.now.acted
    cup.do(c.RaiseDispute, by="ann", name="ann", about="the clock")
    cup.do(c.DecideTournamentDispute, dispute=1, decision="no")
    cup.hands(30)
    cup.do(c.EndSession)
    assert cup.now.acted == before


def test_acts_are_kept_for_a_while():
    cup = Cup().begun()
    for _ in range(KEPT + 5):
        cup.do(c.NoteBreach, name="ann", breach=Breach.LATE, grounds="late")
    assert sorted(cup.now.acts) == list(range(cup.now.acted - KEPT + 1, cup.now.acted + 1))
    assert cup.refused(c.UndoAct, act=1)[0] == "no-such-act"


def test_a_dispute_about_a_sanction_does_not_keep_it_from_being_taken_back():
    cup = Cup().begun()
    cup.do(c.DisqualifyPlayer, name="ann", ground="abuse")
    cup.do(c.RaiseDispute, by="ben", name="ben", about="ann did nothing")
    cup.do(c.UndoAct, act=cup.now.acted)
    assert cup.now.entrants["ann"].status is EntrantStatus.IN


def test_whatever_can_build_upon_an_act_has_a_name_for_people():
    names = {str(each.__struct_config__.tag) for each in e.Event.__args__}  # type: ignore[attr-defined]
    never = {
        "act_undone", "charge_left", "charge_taken", "draw_committed", "draw_withdrawn", "entry_made",
        "official_appointed", "official_dismissed", "practice_closed", "practice_left", "practice_opened",
        "practice_played", "practice_seated", "tournament_drafted", "tournament_dispute_raised",
        "tournament_dispute_decided",
    }  # fmt: skip
    assert names - never == ACTS.keys() - {"act_undone"}
