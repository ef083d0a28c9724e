"""Every duty that the live books ask for is shown on the supervisor's page with its clause, and confirmed there.

What a second person must confirm is rejected first. The tables are those of `tests/table/evenings.py`.
"""

from functools import cache

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from mississippi_stud.prose.names import cite
from mississippi_stud.prose.prompts import instruct
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import Prompt
from tests.table.evenings import evenings
from tests.table.hall import TOP
from tests.table.mishaps import Recorded
from tests.web.pit_house import HouseTable, plain
from tests.web.test_pit import Pit, clock, pit
from tests.web.test_pit_incidents import Supervise, supervise

__all__ = ["clock", "pit", "supervise"]

Asked = tuple[str, str, str]
"""A book, a duty and the clause that asks for it."""
ABSENT = {("nsw", "marker-at-the-seat", "nsw 6.5.1.3")}
"""What cannot arise under the book alone: nobody has several boxes there (nsw 5.4)."""


@cache
def tables() -> tuple[tuple[Recorded, frozenset[Asked]], ...]:
    """Return the tables that bring duties which none before them did, with those duties."""
    seen: set[Asked] = set()
    chosen = []
    for table in evenings():
        asked = {(table.book.id, each.duty, each.clause) for each in table.prompted} - seen
        seen |= asked
        if asked:
            chosen.append((table, frozenset(asked)))
    return tuple(chosen)


def test_the_tables_bring_every_duty_of_the_live_books():
    asked = {
        (book, duty, how.by.clause)
        for book in TOP
        for duties in rulebook(book).duties.values()
        for duty, how in duties.items()
    }
    assert asked - {each for _, brought in tables() for each in brought} == ABSENT


class Supervisor:
    """Somebody of the highest title at a table, with its page before them."""

    def __init__(self, page: Page, own: HouseTable) -> None:
        self.page, self.own = page, own

    def line(self, prompt: Prompt) -> None:
        """See that a duty is on the page, with its clause."""
        line = self.page.locator(f"[data-prompt='{prompt.number}']")
        expect(line).to_contain_text(f"{instruct(rulebook(self.own.book), prompt)} {cite(prompt.clause)}")

    def press(self, act: str, prompt: Prompt, **typed: object) -> None:
        """Fill in the form of a duty and press its button."""
        form = self.page.locator(f"[data-prompt='{prompt.number}'] .act-{act}")
        for name, value in typed.items():
            if form.locator(f"[name='{name}']").count():
                form.locator(f"[name='{name}']").fill(str(value))
        form.locator("button").click()

    def reject(self, prompt: Prompt) -> None:
        """Reject what was done, as the second person: it waits to be done again."""
        self.press("reject", prompt, grounds="a corner is bent")
        expect(self.page.locator(f"[data-prompt='{prompt.number}'] .act-reject")).to_have_count(0)
        assert self.waiting(prompt.number).done_by is None

    def confirm(self, prompt: Prompt, command: t.Confirm) -> None:
        """Confirm a duty, which is gone then."""
        self.press("confirm", prompt, count=command.count, depth=command.depth)
        expect(self.page.locator(f"[data-prompt='{prompt.number}']")).to_have_count(0)
        assert prompt.number not in {each.number for each in self.own.table.prompts}

    def waiting(self, number: int) -> Prompt:
        return next(each for each in self.own.table.prompts if each.number == number)


def prompt_of(own: HouseTable, command: t.Command) -> Prompt | None:
    """Return the duty that a command confirms."""
    if not isinstance(command, t.Confirm):
        return None
    return next(each for each in own.table.prompts if each.number == command.prompt)


@pytest.mark.parametrize("place", range(len(tables())))
def test_a_duty_is_shown_with_its_clause_confirmed_and_rejected_through_the_page(
    pit: Pit, supervise: Supervise, place: int
):
    table, asked = tables()[place]
    own, left = HouseTable(table.book.id, pit.caller, pit.site.floor, pit.cookies), set(asked)
    person: Supervisor | None = None
    for command in table.given:
        prompt = prompt_of(own, command)
        first = prompt is not None and prompt.verified_by is not None and prompt.done_by is None
        if prompt is None or first or (own.book, prompt.duty, prompt.clause) not in left:
            assert own.give(command).status in (200, 201), command
            continue
        person = person or Supervisor(supervise(TOP[own.book], own.id), own)
        person.line(prompt)
        left.remove((own.book, prompt.duty, prompt.clause))
        if prompt.alone is not None:
            expect(person.page.locator(f"[data-prompt='{prompt.number}'] .act")).to_have_count(0)
            assert own.give(command).status == 200, "the dealer alone confirms it"
            continue
        if prompt.done_by is not None:
            person.reject(prompt)
            assert own.give(replace(command, by="dealer")).status == 200, "it is done once more"
        else:
            expect(person.page.locator(f"[data-prompt='{prompt.number}'] .act-reject")).to_have_count(0)
        person.confirm(prompt, command)
    for prompt in own.table.prompts:  # the cards are looked for, and what is found is reported
        if (own.book, prompt.duty, prompt.clause) in left:
            person = person or Supervisor(supervise(TOP[own.book], own.id), own)
            person.line(prompt)
            person.press("confirm", prompt)
            expect(person.page.locator("[role=alert]")).to_contain_text(f"({cite(prompt.clause)})")
            left.remove((own.book, prompt.duty, prompt.clause))
    assert not left
    assert plain(own.table) == plain(table.table)
