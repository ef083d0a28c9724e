"""Every clause that people meet is on the pages that its ledger entry names, in the right role and state."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from mississippi_stud.language import LANGUAGES
from mississippi_stud.prose.names import cite
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.ledger import ADDRESSES, MET, Surface, ledger, surfaces
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.table import commands as t
from tests.conformance.felt import Felt
from tests.table.hall import TOP
from tests.table.mishaps import Recorded
from tests.web.cast import GUEST
from tests.web.pit_house import LIVE, HouseTable
from tests.web.test_pit import Pit, clock, pit
from tests.web.test_pit_incidents import Supervise, supervise
from tests.web.test_pit_prompts import tables

__all__ = ["clock", "pit", "supervise"]

PARAMETERS = {"BOOK": "{book:str}", "HOUSE": "{house:str}", "TABLE": "{table_id:str}"}
DRAWN = {
    "nsw 2.2.1.1": "Ante",
    "nsw 2.2.1.2": "3rd Street",
    "nsw 2.2.1.3": "4th Street",
    "nsw 2.2.1.4": "5th Street",
    "maryland .02B(3)": "3rd Street 4th Street 5th Street",
    "maryland .02B(1)": "play",
}
"""What must stand on a layout, besides the clause itself."""
POSTED = {
    "nsw 15.2.11": ("Royal flush", "$500.00"),
    "maryland .02B(7)": ("Royal flush", "500 : 1", "Each street: 1, 2 or 3 times the ante"),
    "crown 9.1.1(k)": ("$61,234.56",),
    "crown 9.1.1(l)": ("$61,234.56",),
}
"""What must stand on a sign by a clause whose words are not printed there."""


def met(surface: Surface, book: str) -> list[str]:
    """Return the clauses of a book that people meet on a page."""
    return [clause for clause in ledger(book) if surface in surfaces(rulebook(book), clause)]


def words_of(body: bytes) -> str:
    return " ".join(unescape(re.sub(r"<script.*?</script>|<[^>]+>", " ", body.decode(), flags=re.S)).split())


def read(pit: Pit, path: str, person: str = "", language: str = "en") -> str:
    """Return the words of a page as somebody is sent it."""
    query = "&" if "?" in path else "?"
    cookies = pit.cookies[person] if person else {}
    reply = pit.caller.ask("GET", f"{path}{query}lang={language}", cookies, accept="text/html")
    assert reply.status == 200, (path, reply.status)
    return words_of(reply.body)


def own_table(pit: Pit, book: str) -> HouseTable:
    """Open a table of the house, with a deck, a meter and two players."""
    return pit.table(Recorded(book, "shoe"))


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_that_is_shown_asked_or_recorded_names_its_pages(book: str):
    for clause, entry in ledger(book).items():
        assert bool(surfaces(rulebook(book), clause)) == (entry.handled in MET), clause


def test_every_page_that_is_named_is_one_of_the_site(pit: Pit):
    routes = {route.path_format for route in pit.caller.app.routes}
    for addresses in ADDRESSES.values():
        for address in addresses:
            path = address.partition("?")[0]
            for name, parameter in PARAMETERS.items():
                path = path.replace(name, parameter.replace(":str", ""))
            assert path in routes, address


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_only_to_be_read_is_in_the_rules_and_their_copy(pit: Pit, book: str, language: str):
    for path in (f"/rules/{book}", f"/rules/{book}/printed"):
        page = read(pit, path, language=language)
        for clause in met(Surface.RULES, book):
            entry = ledger(book)[clause]
            if not entry.inherited_from:
                assert " ".join(entry.summary(language).split()) in page, (path, clause)


# At a table.


@pytest.fixture
def played(pit: Pit, browser: Browser) -> Iterator[Any]:
    """Open tables with friends; return each with the page of the first of them."""
    contexts = []

    def opened(book: str) -> tuple[Felt, Page]:
        felt = Felt(pit.caller, pit.site.floor, book, 3)
        context = browser.new_context(locale="en-CA", reduced_motion="reduce")
        contexts.append(context)
        context.add_init_script("localStorage.tour ??= 'over'")
        context.add_cookies([{"name": GUEST, "value": felt.cookies[0][GUEST], "url": pit.site.url}])
        page = context.new_page()
        page.goto(f"{pit.site.url}/table/{felt.id}")
        page.wait_for_selector("ms-game .felt")
        return felt, page

    yield opened
    for each in contexts:
        each.close()


@pytest.mark.parametrize("book", LIVE)
def test_players_read_at_their_table_what_they_must_know_there(pit: Pit, played: Any, book: str):
    felt, page = played(book)
    wanted = set(met(Surface.TABLE, book))
    conduct = {clause for clause in wanted if not ledger(book)[clause].told}
    for deal in (False, True):
        if deal:
            felt.deal(ante=5_00)
        told = {each for each in wanted if each in felt.notes}
        for clause in told:
            expect(page.locator("main")).to_contain_text(ledger(book)[clause].en)
        wanted -= told
    for clause in conduct:
        link = page.locator(f"#conduct a[href='/rules/{book}/clause?id={clause.partition(' ')[2]}']")
        expect(link).to_have_count(1)
    assert wanted == conduct


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_of_the_online_game_are_explained_where_they_stand(pit: Pit, language: str):
    (clause,) = met(Surface.TABLE, "online")
    assert f"{ledger('online')[clause].summary(language)} return.3" in read(pit, "/?book=online", language=language)


# Signs and layouts.


@pytest.mark.parametrize("book", LIVE)
def test_the_sign_of_a_table_says_what_the_book_wants_posted(pit: Pit, browser: Browser, book: str):
    own = own_table(pit, book)
    page = browser.new_page(locale="en-CA", reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    page.goto(f"{pit.site.url}/house/play/sign/{own.id}")
    page.wait_for_selector("ms-sign header")
    wall = " ".join(page.locator("main").inner_text().split())
    page.close()
    printed = read(pit, f"/house/play/printed/signs/{own.id}", TOP[book])
    for clause in met(Surface.SIGN, book):
        for text in POSTED.get(clause, (cite(clause),)):
            assert text in wall, clause
            if not text.startswith("$61"):  # what moves from minute to minute is not printed
                assert text in printed, clause


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", LIVE)
def test_the_layout_of_a_table_has_what_the_book_wants_on_it(pit: Pit, book: str, language: str):
    own = own_table(pit, book)
    printed = read(pit, f"/house/play/printed/layouts/{own.id}", "dealer", language)
    for clause in met(Surface.LAYOUT, book):
        entry = ledger(book)[clause]
        said = " ".join(f"{entry.summary(language)} {cite(clause, language)}".split())
        assert entry.inherited_from or said in printed, clause
        if language == "en":
            assert DRAWN.get(clause, "") in printed, clause
    drawing = pit.caller.ask("GET", f"/house/play/printed/layouts/{own.id}?lang={language}", pit.cookies["dealer"])
    areas = re.findall(r'<g class="area">.*?</g>', drawing.body.decode())
    borne = [" ".join(re.findall(r">([^<]+)</text>", area)) for area in areas]
    seats = own.table.positions
    assert len(borne) % seats == 0
    assert borne[: len(borne) // seats] * seats == borne, "every position has the same areas"
    assert {"Ante", "3rd Street", "4th Street", "5th Street"} <= set(borne), "as the felt bears them"
    assert min(int(size) for size in re.findall(r'font-size="(\d+)"', "".join(areas))) >= 9, "it can be read"


# People at work.


@pytest.mark.parametrize("book", LIVE)
def test_every_clause_that_asks_somebody_to_do_something_is_opened_on_their_page(book: str):
    opened = {clause for _, asked in tables() for _, _, clause in asked}
    for clause in met(Surface.DUTIES, book):
        assert (ledger(book)[clause].inherited_from or clause) in opened, clause


@pytest.mark.parametrize("book", LIVE)
def test_what_a_clause_lets_a_supervisor_do_is_on_their_page_with_it(pit: Pit, supervise: Supervise, book: str):
    own = own_table(pit, book)
    opens = t.OpenDispute(by="dealer", player="ann", about="the count")
    assert own.give(opens).status == 200
    page = supervise(TOP[book], own.id)
    verified = {clause for _, asked in tables() for _, duty, clause in asked if duty == "inspect-cards"}
    wanted = set(met(Surface.SUPERVISION, book)) - {"maryland .03A"} - verified
    for group in own.look(TOP[book])["groups"]:
        for place, act in enumerate(group["acts"]):
            if act["clause"] in wanted:
                if len(group["acts"]) > 3:
                    page.locator(f"#choose-{group['name']}").select_option(str(place))
                form = page.locator(f"section:has(#group-{group['name']}) .act-{act['act']}").first
                expect(form).to_contain_text(cite(act["clause"]))
                wanted.remove(act["clause"])
    if decides := wanted & {"nsw 13.12", "crown 13.10"}:
        expect(page.locator("#disputes ~ ul .act-decide-dispute")).to_contain_text(cite(*decides))
        wanted -= decides
    assert not wanted
    expect(page.locator("section:has(#group-cards)")).to_contain_text("red, standard")
    if book == "maryland":  # .03A: one deck, unless a shuffler allows two
        bring = page.locator(".act-receive-deck")
        page.locator("#choose-cards").select_option(label="Bring a deck")
        bring.locator("[name=backs]").fill("blue")
        bring.locator("button").click()
        expect(page.locator("[role=alert]")).to_contain_text("(Maryland .03B)")
