"""The pages of an inspection in a real browser: both languages, phone and desktop, by keyboard alone, and on paper."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mississippi_stud import __version__
from mississippi_stud.floor import Admission
from mississippi_stud.table import commands as c
from tests.floor.drive import play, sit
from tests.web.conftest import Site
from tests.web.test_account_pages import device, examine
from tests.web.test_house_work import PHONE, Opener, open_as
from tests.web.test_houses import clock, people, place

__all__ = ["clock", "device", "open_as", "people", "place"]
INSPECTION = "/house/play/inspection"


@pytest.fixture(scope="module")
def played(place: Site) -> str:
    """A table of three seats with a settled round, a call to the floor, and a round under way."""
    floor = place.floor
    table = floor.open_table("crown", positions=3, admission=Admission.LINK)
    for position in (1, 2, 3):
        floor.deposit(f"p{position}", 1_000_00)
        sit(floor, table, f"p{position}", position)
    wagers = "; ".join(f"{position} ante 10; {position} ready" for position in (1, 2, 3))
    play(floor, table, f"{wagers}; 1 bet 3; 2 fold; 3 bet 1; 1 bet 1; 3 bet 1; 1 bet 1; 3 bet 1")
    floor.send(table, c.OpenDispute(player="p1", about="I held a pair of jacks", person="p1"))
    play(floor, table, wagers)
    return table.removeprefix("table:")


def parts(page: Page) -> list[str]:
    """Return the addresses of the parts of the inspection."""
    return page.eval_on_selector_all(".parts a", "links => links.map((link) => link.getAttribute('href'))")


@pytest.mark.parametrize(("language", "how"), [("en", {}), ("fr", PHONE)])
def test_every_part_is_for_everybody(open_as: Opener, played: str, language: str, how: dict[str, Any]):
    page = open_as("ian", INSPECTION, language, **how)
    found = parts(page)
    assert len(found) == 7
    rounds = [f"{INSPECTION}/rounds/{played}/1?eyes=seat-1", f"{INSPECTION}/rounds/{played}/2"]
    printed = [f"/house/play/printed/{path}" for path in (f"payouts/{played}/1/1", f"disputes/{played}/1")]
    for path in (*found, *rounds, *printed, "/rules/nsw/printed"):
        page.goto(page.url.partition("/house")[0].partition("/rules")[0] + path)
        assert page.locator("h1").count() == 1, path
        assert all(text.endswith(__version__) for text in page.locator("body > footer").all_inner_texts()), path
        rows = page.locator(".listing tr").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
        assert max(rows, default=0) < 160, f"{path}: no column is so narrow that every word has its own line"
        examine(page)


def test_an_inspector_finds_a_round_and_sees_it_through_a_seats_eyes_by_keyboard(open_as: Opener, played: str):
    page = open_as("ian", INSPECTION)
    page.focus("#player")
    page.keyboard.type("p1")
    page.keyboard.press("Enter")
    link = page.locator(f"a[href$='{played}/1']")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Round 1")
    assert page.locator("#seen ~ .scroll tbody .one-card:not(:has(.sr))").count() >= 4, "shown at the end"
    page.focus("#eyes")
    page.keyboard.type("seat 2")
    page.focus("#step")
    dealt = page.locator("#step option", has_text="cards are dealt").get_attribute("value")
    page.select_option("#step", dealt)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**eyes=seat-2**")
    faces = page.locator("#seen ~ .scroll tbody tr").nth(1).locator(".one-card:not(:has(.sr))")
    expect(faces).to_have_count(2)
    assert page.locator("#seen ~ .scroll tbody .one-card:not(:has(.sr))").count() == 2, "its own cards alone"
    assert page.locator(".hashes code").count() == 2


def test_the_floor_is_examined_and_an_anchor_brought_back(open_as: Opener, played: str, tmp_path: Path):
    page = open_as("ian", f"{INSPECTION}/integrity")
    page.focus("#begin")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text("Everything is as it should be.", timeout=60_000)
    expect(page.locator("#examined .good")).to_have_count(2)
    expect(page.locator("#part-program")).to_contain_text("nothing to compare with")
    examine(page)
    with page.expect_download() as download:
        page.click("a[download]")
    kept = tmp_path / "anchor.json"
    download.value.save_as(kept)
    assert json.loads(kept.read_text())["signature"]
    page.set_input_files("#file", kept)
    expect(page.locator("#anchor")).not_to_have_value("")
    page.locator("form button").press("Enter")
    expect(page.locator("#back ~ [role=status]")).to_contain_text("The log still holds everything")
    examine(page)


def test_what_was_read_is_marked(open_as: Opener, played: str):
    page = open_as("ian", f"{INSPECTION}/inbox")
    assert page.locator("tr.new").count() > 0
    page.focus("#mark")
    page.keyboard.press("Enter")
    expect(page.locator("#marked")).to_have_text("Everything up to now is marked as read.")
    expect(page.locator("tr.new")).to_have_count(0)
    page.reload()
    assert page.locator("tr.new").count() == 0
    expect(page.locator("#marks ~ ul")).to_contain_text("Ian had read everything up to")


def test_on_paper_a_form_is_black_on_white_and_has_room_to_sign(open_as: Opener, played: str):
    page = open_as("ian", f"/house/play/printed/payouts/{played}/1/1", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    signature = page.locator(".signature").first
    assert signature.evaluate("each => parseFloat(getComputedStyle(each).marginTop)") >= 24
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF-")
