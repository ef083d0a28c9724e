"""A house whose open tables are all of one book: whoever may close them stops the whole house, and starts it again."""

from typing import Any

import pytest
from playwright.sync_api import expect

from mississippi_stud.floor import interventions
from tests.table.hall import TOP
from tests.web.test_account_pages import device, examine
from tests.web.test_pit import Pit, clock, open_as, pit, place
from tests.web.test_pit_acts import PHONE, desk

__all__ = ["clock", "device", "open_as", "pit", "place"]


@pytest.mark.parametrize("how", [{}, {"viewport": PHONE}], ids=["desktop", "phone"])
def test_a_supervisor_stops_the_whole_house_and_starts_it_again(pit: Pit, open_as: Any, how: dict[str, Any]):
    d = desk(pit, open_as, "crown", **how)
    board = open_as(TOP["crown"], "/house/play/pit", "fr", **how)
    d.does("stops", "stop-house", "play", why="a fire alarm")
    assert [(each.kind, each.reason) for each in interventions.stops_of(pit.site.floor, "play")] == [
        ("house", "a fire alarm")
    ]
    expect(d.page.locator(".call").first).to_contain_text("a fire alarm")
    expect(board.locator(f"[data-table='{d.own.id}'] .call")).to_contain_text("a fire alarm")
    examine(board)
    opens = {"command": "open_round", "by": "dealer"}
    refused = d.own.send("dealer", f"/tables/{d.own.id}/commands", {"command": opens})
    assert (refused.status, refused.problem["code"]) == (409, "gaming-disabled")
    d.does("stops", "start-house", "play", why="a false alarm")
    assert interventions.stops_of(pit.site.floor, "play") == []
    expect(board.locator(f"[data-table='{d.own.id}'] .call")).to_have_count(0)
    assert d.own.send("dealer", f"/tables/{d.own.id}/commands", {"command": opens}).status == 200
