"""Every incident of every live book, reported and ruled on through the supervisor's page, ends as at the pure table."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from mississippi_stud.cards import text
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.rulings import INCIDENTS
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table.commands import Rule
from mississippi_stud.table.state import Facts, PromptHold
from mississippi_stud.web.people import COOKIE
from tests.table.mishaps import Mishap
from tests.table.second_reader import Row, rows
from tests.web.conftest import Visit
from tests.web.pit_house import plain
from tests.web.test_pit import Pit, clock, pit

__all__ = ["clock", "pit"]

Supervise = Callable[[str, str], Page]
MARKED = ("misdealt", "forfeit", "alone")
"""The facts that are a box to tick."""
ANSWERED = ("looked", "order_known")
"""Those that are answered by yes or no, or not at all."""


def cases() -> Iterator[Any]:
    """Yield the rows as parameters: the first of every incident of every book, the others for a campaign."""
    seen: set[tuple[str, str]] = set()
    for row in rows():
        marks = [pytest.mark.campaign] if (row.book, row.incident) in seen else []
        seen.add((row.book, row.incident))
        yield pytest.param(row, id=f"{row.book} {row.clause} {row.incident} {row.given} {row.state}", marks=marks)


@pytest.fixture(scope="module")
def supervise(pit: Pit, browser: Browser) -> Iterator[Supervise]:
    """Open the page of a table as a supervisor, who keeps their browser from table to table."""
    visits: dict[str, Visit] = {}

    def opened(person: str, table_id: str) -> Page:
        if person not in visits:
            context = browser.new_context(locale="en-CA", reduced_motion="reduce")
            token = next(iter(pit.cookies[person].values()))
            context.add_cookies([{"name": COOKIE, "value": token, "url": pit.site.url}])
            visits[person] = Visit(context, pit.site, "/healthz")
            visits[person].meant = ("409", "403")
        page = visits[person].page
        page.goto(f"{pit.site.url}/house/play/pit/{table_id}")
        return page

    yield opened
    for each in visits.values():
        each.context.close()
    assert [each.wrong for each in visits.values() if each.wrong] == []


def fill(form: Locator, facts: Facts) -> None:
    """Write facts into the form of an incident, as somebody types them."""
    typed = {
        "position": facts.position,
        "cards": facts.cards,
        "positions": " ".join(map(str, facts.positions)),
        "streets": " ".join(str(each + 1) for each in facts.streets),
        "card": text(facts.card),
        "named": text(facts.named),
    }
    for name, value in typed.items():
        if value not in (None, ""):
            form.locator(f"[name='facts.{name}']").fill(str(value))
    for name, chosen in {"measure": facts.measure, "cause": facts.cause}.items():
        if chosen:
            form.locator(f"[name='facts.{name}']").select_option(chosen)
    for name in ANSWERED:
        if (answer := getattr(facts, name)) is not None:
            form.locator(f"[name='facts.{name}']").select_option("yes" if answer else "no")
    for name in MARKED:
        if getattr(facts, name):
            form.locator(f"[name='facts.{name}']").check()


@pytest.mark.parametrize("row", list(cases()))
def test_an_incident_is_reported_ruled_on_and_applied_through_the_page(pit: Pit, supervise: Supervise, row: Row):
    mishap = Mishap(row)
    own = pit.table(mishap)
    staff = rulebook(row.book).staff
    assert staff is not None
    reporter = list(staff.titles)[1]
    reported = replace(mishap.command, by=reporter)
    page = supervise(reporter, own.id)
    page.locator("#choose-report").select_option(label=INCIDENTS[row.incident])
    form = page.locator(".act-report")
    fill(form, reported.facts)
    form.locator("button").first.click()
    expect(page.locator(".news")).to_have_text("Done.")
    mishap.give(reported)
    assert plain(own.table) == plain(mishap.table)
    question = mishap.table.question
    assert (question is not None) == (row.decides not in list(staff.titles)[:2])
    if question is not None:
        for prompt in [each for each in mishap.table.prompts if each.blocks is PromptHold.RULING]:
            mishap.confirm(prompt)
            assert own.give(mishap.given[-1]).status == 200
        page = supervise(question.decides, own.id)
        ruling = page.locator(".question .ruling").first
        expect(ruling).to_contain_text(f"{row.ruling} {cite(question.clause)}")
        page.locator(".act-accept input").fill("as reported")
        page.locator(".act-accept button").click()
        expect(page.locator(".news")).to_have_text("Done.")
        mishap.do(Rule, by=question.decides, grounds="as reported")
    assert plain(own.table) == plain(mishap.table)
    assert own.table.rulings[-1].clause == f"{row.book} {row.clause}"
    line = page.locator("#rulings ~ ul li").last
    expect(line).to_have_text(f"{INCIDENTS[row.incident]}: {row.ruling} {cite(own.table.rulings[-1].clause)}")
