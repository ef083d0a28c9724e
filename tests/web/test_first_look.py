"""What a page brings of its table, so that the table is there before it is asked for (decision 475)."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from mississippi_stud.floor import Wager, open_meter, solo_game
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.store import log
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.guests import COOKIE
from mississippi_stud.web.static_files import STATIC_PATH
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Site, Visit, new_floor, serve

ROYAL = "As Ks Qs Js Ts"


def words_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="words">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def brought(client: httpx.Client, book: str = "online") -> Any:
    """Return the table that a page brings."""
    return words_of(client.get(f"/?book={book}").text)["now"]


@pytest.fixture
def stranger(house: Site) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.url) as client:
        yield client


@pytest.mark.parametrize("book", BOOKS)
def test_a_strangers_page_brings_the_table_that_they_get(stranger: httpx.Client, house: Site, book: str):
    open_meter(house.floor, solo_game(book))
    before = log.streams(house.floor.database)
    seen = brought(stranger, book)
    assert log.streams(house.floor.database) == before, "whoever looks opens nothing"
    assert COOKIE not in stranger.cookies
    opened = stranger.post("/api/tables", json={"book": book}).json()
    assert (seen["id"], seen["version"], seen["view"]["commitment"]) == ("", 0, "")
    for each in (seen, opened):
        del each["id"], each["version"], each["view"]["seats"][0]["player"]
        del each["view"]["id"], each["view"]["commitment"], each["view"]["committed"]
    assert seen == opened


def test_a_guests_page_brings_their_own_table_as_it_is(stranger: httpx.Client):
    guest = Client(stranger)
    for command in (lambda: guest.deal({Wager.ANTE: 5_00}, ROYAL), lambda: guest.bet(3), guest.fold):
        command()
        assert brought(stranger) == stranger.get(f"/api/tables/{guest.table.id}").json()
    assert brought(stranger, "crown") is None, "a table that they have not opened yet is asked for"


def test_where_nobody_can_be_sure_the_table_is_asked_for(tmp_path: Path):
    floor = new_floor(tmp_path)
    url, stop = serve(create_app(floor, SECRET, FREELY))
    with httpx.Client(base_url=url) as stranger:
        assert brought(stranger)["balance_cents"] == 1_000_00
        assert brought(stranger, "crown") is None, "nobody has opened its meter yet"
        floor.disable("a storm")
        assert brought(stranger) is None
        floor.enable("it is over")
        assert brought(stranger) is not None
    stop()


def test_every_script_of_the_first_page_is_named_in_it(stranger: httpx.Client):
    """None is found out about only when another one has come."""
    page = stranger.get("/").text
    named = set(re.findall(rf"{STATIC_PATH}/([a-z-]+\.js)\"", page))
    sources = [stranger.get(f"{STATIC_PATH}/{name}").text for name in named]
    imported = {each for source in sources for each in re.findall(r'^import .* from "\./(.*)"', source, re.MULTILINE)}
    assert named
    assert imported <= named


class Newcomer(Visit):
    """A newcomer whose request for a table is held until the test lets it through."""

    def __init__(self, context: BrowserContext, site: Site) -> None:
        self.held: list[Route] = []
        context.route("**/api/tables?lang=en", self.hold)
        super().__init__(context, site, newcomer=True)

    def hold(self, route: Route) -> None:
        self.held.append(route)

    def let_through(self) -> None:
        while not self.held:
            self.page.wait_for_timeout(10)
        self.held.pop().continue_()
        self.page.wait_for_function("() => document.querySelector('ms-game').table.id")


@pytest.fixture
def newcomer(house: Site, browser: Browser) -> Iterator[Newcomer]:
    context = browser.new_context(locale=LOCALES["en"], reduced_motion="reduce")
    visit = Newcomer(context, house)
    yield visit
    context.close()
    assert visit.wrong == []


def test_a_newcomer_lays_chips_and_deals_before_their_table_is_open(newcomer: Newcomer):
    page = newcomer.page
    page.wait_for_selector("button.deal")
    page.evaluate("cards => { localStorage.seed = cards }", ROYAL)
    page.click("[data-chip='2500']")
    expect(page.locator("#wager-ante")).to_have_value("30.00")
    expect(page.locator(".balance")).to_have_text("$1,000.00")
    page.dblclick("button.deal")
    expect(page.locator(".spot.hollow[data-wager=ante]")).to_have_count(1)
    newcomer.let_through()
    page.wait_for_selector(".decide .bet")
    expect(page.locator(".balance")).to_have_text("$970.00")
    assert page.evaluate("document.querySelector('ms-game').table.view.number") == 1, "it was dealt once"


SHIFTS = """() => {
  window.moved = [];
  new PerformanceObserver((list) => moved.push(...list.getEntries())).observe({ type: 'layout-shift' });
}"""


def test_nothing_moves_when_the_table_is_open(newcomer: Newcomer):
    page = newcomer.page
    page.wait_for_selector("button.deal")
    page.evaluate("() => { localStorage.tour = 'over' }")  # its note comes and goes
    page.evaluate(SHIFTS)
    told = page.inner_text(".message")
    newcomer.let_through()
    page.wait_for_timeout(300)
    assert page.inner_text(".message") == told
    assert page.evaluate("moved.length") == 0


BARS = """window.bars = [];
new MutationObserver(() => {
  const bar = document.querySelector('.controls');
  if (bar) bars.push(bar.className);
}).observe(document, { childList: true, subtree: true });"""


def test_a_page_that_one_goes_back_to_shows_no_old_table(house: Site, browser: Browser):
    context = browser.new_context(locale=LOCALES["en"], reduced_motion="reduce")
    visit = Visit(context, house, newcomer=True)
    page = visit.page
    page.click("button.deal")
    page.wait_for_selector(".decide .bet")
    page.goto(house.url + "/rules")
    context.add_init_script(BARS)
    page.go_back()
    page.wait_for_selector(".decide .bet")
    assert set(page.evaluate("bars")) == {"controls decide"}
    assert visit.wrong == []
    context.close()


def test_whoever_follows_a_link_from_elsewhere_finds_their_own_table(house: Site, browser: Browser):
    """Their cookie does not come with it, so the page takes them for a stranger."""
    context = browser.new_context(locale=LOCALES["en"], reduced_motion="reduce")
    visit = Visit(context, house, newcomer=True)
    page = visit.page
    page.click("button.deal")
    page.wait_for_selector(".decide .bet")
    context.add_init_script(BARS)
    page.goto(f"data:text/html,<a href='{house.url}/'>a game</a>")
    page.click("a")
    page.wait_for_selector(".decide .bet")
    assert set(page.evaluate("bars")) == {"controls decide"}
    assert visit.wrong == []
    context.close()
