"""What a supervisor is shown before a ruling is exactly what happens when it is given: every row of every live book."""

import pytest
from msgspec.structs import replace

from mississippi_stud.round import Refused
from mississippi_stud.round.state import Outcome
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident, Remedy
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.preview import Preview, preview_question, preview_report
from mississippi_stud.table.state import PromptHold
from tests.table.hall import METER, all_of
from tests.table.mishaps import Mishap
from tests.table.second_reader import Row, rows

ROWS = [pytest.param(row, id=f"{row.book} {row.clause} {row.incident} {row.given} {row.state}") for row in rows()]
BY_CARDS = (Outcome.WIN, Outcome.PUSH, Outcome.LOSE)


def ruled(mishap: Mishap, *, waived: bool = False) -> te.IncidentRuled:
    """Report what went wrong as the dealer, tell whoever must be told, and have it ruled on; return the ruling."""
    events = mishap.give(mishap.command)
    question = mishap.table.question
    if question is not None:
        for prompt in [each for each in mishap.table.prompts if each.blocks is PromptHold.RULING]:
            mishap.confirm(prompt)
        events = mishap.do(t.Rule, by=question.decides, waived=waived, grounds="as seen")
        assert all_of(te.IncidentRuled, events)[0].grounds == "as seen"
    return all_of(te.IncidentRuled, events)[0]


def shown(preview: Preview) -> Preview:
    """Return a preview without the numbers of its prompts, which depend on what was prompted before."""
    return replace(preview, prompts=tuple(replace(each, number=0) for each in preview.prompts))


@pytest.mark.parametrize("row", ROWS)
def test_what_is_shown_before_a_ruling_is_what_it_does(row: Row):
    mishap = Mishap(row)
    before, table, value = dict(mishap.money), mishap.table, mishap.meters.meters[METER].value_exact
    foreseen = preview_report(mishap.book, table, mishap.command, mishap.meters)
    assert (mishap.table, mishap.meters.meters[METER].value_exact) == (table, value), "looking changes nothing"
    mishap.give(mishap.command)
    if mishap.table.question is not None:
        asked = preview_question(mishap.book, mishap.table, mishap.meters, at=mishap.at)
        assert shown(asked).wagers == foreseen.wagers
        assert (asked.ruling, asked.meters) == (foreseen.ruling, foreseen.meters)
    mishap = Mishap(row)
    event = ruled(mishap)
    assert foreseen.ruling == event.ruled
    assert foreseen.ends_round == (table.round is not None and mishap.table.round is None)
    assert {*foreseen.excluded} == {*mishap.table.excluded} - {*table.excluded}
    assert {*foreseen.withheld} == {*mishap.table.withheld} - {*table.withheld}
    late = [each for each in mishap.table.prompts if each.number > table.prompted and each.moment != "told"]
    assert {each.duty for each in foreseen.prompts if each.moment != "told"} == {each.duty for each in late}
    moved = {each.meter: each.after_exact for each in foreseen.meters}
    assert mishap.meters.meters[METER].value_exact == moved.get(METER, value)
    at_once = foreseen.ends_round or table.round is None or table.round.phase == "betting"
    for player in ("ann", "ben"):
        back = sum(each.returned_cents for each in foreseen.wagers if each.player == player) if at_once else 0
        assert mishap.money[f"player:{player}"] - before.get(f"player:{player}", 0) == back
    check_to_the_end(mishap, foreseen)


def check_to_the_end(mishap: Mishap, foreseen: Preview) -> None:
    """Play the round out: what was foreseen of a wager is its result, and the cards decide the others."""
    mishap.play_out()
    state = mishap.table.last_round
    if mishap.situation in ("between", "carried") or state is None or not state.results:
        return
    results = {(each.position, each.wager): each for each in state.results}
    for each in foreseen.wagers:
        result = results.get((each.position, each.wager))
        if result is None:
            assert (each.outcome, each.returned_cents) == (Outcome.VOID, each.cents), "handed back before the cards"
        elif each.outcome is None:
            assert result.outcome in BY_CARDS
            assert state.hands[each.position].stakes[each.wager].counted_cents == each.counted_cents
        else:
            assert (result.outcome, result.returned_cents) == (each.outcome, each.returned_cents)
            assert result.clause == each.clause


@pytest.mark.parametrize("row", ROWS)
def test_letting_be_is_shown_where_the_book_leaves_the_choice_and_nowhere_else(row: Row):
    mishap = Mishap(row)
    report = mishap.command
    report = replace(report, facts=replace(report.facts, waived=True))
    case = next(
        case
        for case in mishap.book.incidents[Incident(row.incident)].values()
        if case.ruling.clause == f"{row.book} {row.clause}" and case.ruling.value == ruled(Mishap(row)).ruled.ruling
    )
    if case.may is None:
        with pytest.raises(Refused) as refused:
            preview_report(mishap.book, mishap.table, report, mishap.meters)
        assert refused.value.code == "must-be-ruled"
        return
    foreseen = preview_report(mishap.book, mishap.table, report, mishap.meters)
    assert foreseen.ruling.ruling is Remedy.LET_BE
    assert foreseen.ruling.clause == case.may.clause
    assert not any(each.changed for each in foreseen.wagers)
    assert (foreseen.meters, foreseen.prompts, foreseen.ends_round) == ((), (), False)


def test_some_rulings_leave_a_choice_and_most_do_not():
    """What the test above would not notice: that no row reaches one of its two branches."""
    books = [rulebook(book) for book in ("nsw", "maryland", "crown")]
    cases = [case for book in books for one in book.incidents.values() for case in one.values()]
    assert 0 < sum(case.may is not None for case in cases) < len(cases)


def test_a_preview_tells_what_returns_what_is_lost_and_what_is_carried():
    """Numbers by hand: antes of 25 and 10, jackpot wagers of 5 each."""
    wanted = {
        ("nsw", "wrong-hole-count", "shoe:dealt"): {(1, "ante"): ("void", 25_00), (2, "jackpot"): ("void", 5_00)},
        ("crown", "card-exposed", "shoe:betting"): {(1, "ante"): ("void", 25_00), (1, "jackpot"): ("carried", 0)},
        ("nsw", "fraud", "shuffler:showdown"): {
            (1, "third-street"): ("forfeit", 0),
            (2, "third-street"): ("void", 10_00),
        },
        ("crown", "street-wager-found", "shoe:over"): {(1, "ante"): (None, 0), (2, "third-street"): (None, 0)},
        ("crown", "cannot-fund", "shoe:one-bet:warned"): {(2, "ante"): ("forfeit", 0), (1, "ante"): (None, 0)},
    }
    for row in rows():
        expected = wanted.get((row.book, row.incident, row.state))
        if expected is None or (row.incident == "fraud" and not row.given):
            continue
        mishap = Mishap(row)
        seen = preview_report(mishap.book, mishap.table, mishap.command, mishap.meters).wagers
        found = {(each.position, str(each.wager)): (each.outcome, each.returned_cents) for each in seen}
        assert {key: found[key] for key in expected} == expected, row
        wanted.pop((row.book, row.incident, row.state))
    assert not wanted


def test_the_excess_of_a_wager_found_too_high_goes_back():
    row = next(each for each in rows() if each.state == "shoe:over")
    mishap = Mishap(row)
    seen = preview_report(mishap.book, mishap.table, mishap.command, mishap.meters).wagers
    street = next(each for each in seen if (each.position, each.wager) == (1, Wager.THIRD_STREET))
    assert (street.cents, street.counted_cents) == (100_00, 75_00)


@pytest.mark.parametrize("state", ["shoe:betting", "shoe:dealt", "shuffler:showdown"])
def test_a_jackpot_wager_that_a_culprit_forfeits_is_the_houses_and_comes_off_the_meter(state: str):
    """nsw 13.5: the game is invalid, so no meter has a part in it, and its pool holds what it shows (`Hall.check`)."""
    row = next(each for each in rows() if each.incident == "fraud" and each.given)._replace(state=state)
    mishap = Mishap(row)
    empty = Mishap(row._replace(state="shoe:between")).meters.meters[METER].value
    stakes = sum(each.cents for each in mishap.state.hands[1].stakes.values())
    ruled(mishap)
    assert mishap.meters.meters[METER].value == empty
    assert -mishap.money["house"] == sum(mishap.money.values()) - mishap.money["house"], "nothing is lost on the way"
    assert mishap.money["player:ann"] == -stakes
    assert mishap.meters.games == {}, "the next round registers its own"
    mishap.confirm_all()
    mishap.betting("1 ante 25;1 jackpot 5")
    mishap.play_out()
