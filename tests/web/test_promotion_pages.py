"""A promotion in real browsers: promoter, scrutineer, patrons and the big screen, in both languages, by keyboard."""

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from mississippi_stud.floor import Floor
from mississippi_stud.floor import promotion_acts as acts
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion.templates import TEMPLATES
from mississippi_stud.web.app import create_app
from tests.floor.cups import FakeTime
from tests.floor.draws import BEGIN, CLOSE, DRAW, PROMOTER, SCRUTINEER, FloorDraw, house_with_scrutineer, offer
from tests.floor.drive import table_of
from tests.floor.test_houses import account
from tests.web.cast import SESSION
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Site, serve
from tests.web.pit_house import token
from tests.web.test_tournament_pages import PHONE, WALL, Device, fit, press

DAY = 24 * 3_600_000_000


@pytest.fixture
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A house with a promoter, a scrutineer and two patrons, and a clock that the tests set."""
    folder, time = tmp_path_factory.mktemp("draws"), FakeTime()
    time.now = BEGIN - 2 * DAY
    floor = Floor.open(f"sqlite:///{folder}/floor.db", folder / "key", clock=time)
    house_with_scrutineer(floor)
    for person in ("ann", "ben"):
        account(floor, person)
    url, stop = serve(create_app(floor, SECRET, FREELY))
    yield Site(url, floor)
    stop()


@pytest.fixture
def device(hall: Site, browser: Browser) -> Iterator[Device]:
    """Open browsers, each of somebody or of nobody; nothing may go wrong in any."""
    contexts, wrong = [], []

    def opened(path: str, person: str = "", language: str = "en", size: dict[str, int] | None = None) -> Page:
        told: Any = {"viewport": size or WALL, "reduced_motion": "reduce", "service_workers": "block"}
        context = browser.new_context(locale=LOCALES[language], timezone_id="UTC", **told)
        contexts.append(context)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        if person:
            context.add_cookies([{"name": SESSION, "value": token(hall.floor, person), "url": hall.url}])
        page = context.new_page()
        page.goto(hall.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def draw(hall: Site, request: pytest.FixtureRequest) -> FloorDraw:
    """A promotion of its own for a test, two days before it begins."""
    return FloorDraw(hall.floor, hall.floor.clock, request.node.name[5:30].replace("_", "-"))  # type: ignore[arg-type]


def again(draw: FloorDraw, site: str, *everybody: tuple[Page, str, str]) -> list[Page]:
    """Sign in again those whose sessions ended as the hours went by, each in their own browser."""
    pages = []
    for old, person, to in everybody:
        context = old.context
        old.close()
        context.add_cookies([{"name": SESSION, "value": token(draw.floor, person), "url": site}])
        pages.append(context.new_page())
        pages[-1].goto(site + page_of(draw, to))
    return pages


def page_of(draw: FloorDraw, page: str = "") -> str:
    return f"/house/play/promotions/{draw.name}{page}"


def test_a_car_is_drawn(draw: FloorDraw, hall: Site, device: Device):
    acts.draft(draw.floor, "play", draw.name, PROMOTER, book="nsw", terms=TEMPLATES["car-draw"], command_id="car")
    promoter, screen = device(page_of(draw, "/promoter"), PROMOTER), device(page_of(draw, "/screen"), language="fr")
    expect(promoter.locator(".lacking li")).to_have_count(3)
    expect(promoter.locator(".lacking")).to_contain_text("when entries close 14.7.6")
    expect(promoter.locator(".do-submit_promotion")).to_have_count(0)
    fit(promoter)
    promoter.click("details.amend summary")
    typed = {"place": "Main floor", "begin": "1970-04-11T00:00", "close": "1970-04-11T02:00", "where": "Stage"}
    for name, text in {**typed, "draw": "1970-04-11T02:30"}.items():
        promoter.fill(f"#terms-{name}", text)
    press(promoter, ".amend button")
    assert (draw.now.terms.begins_at, draw.now.terms.closes_at) == (BEGIN, CLOSE)
    promoter.fill("#scrutineer-person", PROMOTER)
    press(promoter, ".act-nominate_scrutineer button")
    expect(promoter.locator(".error")).to_contain_text("14.2")
    promoter.fill("#scrutineer-person", SCRUTINEER)
    press(promoter, ".act-nominate_scrutineer button")
    press(promoter, ".do-submit_promotion")
    expect(promoter.locator(".life")).to_contain_text("submitted to the Authority")

    sue = device(page_of(draw, "/scrutineer"), SCRUTINEER, "fr", PHONE)
    press(sue, ".act-seal_seed button")
    expect(sue.locator(".own-seed")).to_have_text(
        sue.evaluate(f"JSON.parse(localStorage['draw-seed:play/{draw.name}']).seed")
    )
    fit(sue, screen, promoter)
    draw.at(BEGIN)
    promoter, sue = again(draw, hall.url, (promoter, PROMOTER, "/promoter"), (sue, SCRUTINEER, "/scrutineer"))
    promoter.fill("#entry-player", "ann")
    promoter.fill("#entry-reason", "a coupon")
    press(promoter, ".act-add_entry button")
    for content, told in (("ann,3\nben;x2", "line 2"), ("ann,3\nben", "")):
        file: Any = {"name": "list.csv", "mimeType": "text/csv", "buffer": content.encode()}
        promoter.set_input_files("#import-file", files=[file])
        press(promoter, ".act-import_entries button")
        expect(promoter.locator("[role=alert]")).to_contain_text(told)
    ann, ben = device(page_of(draw), "ann", "fr", PHONE), device(page_of(draw), "ben")
    expect(ann.locator("main")).to_contain_text("Participations\N{NO-BREAK SPACE}: 2, d'un poids total de 4.")
    expect(screen.locator(".screen-tables")).to_have_text("Participations\N{NO-BREAK SPACE}: 3")
    ann.click("details.least summary")
    fit(ann, ben, promoter, screen)

    draw.closed()
    promoter, ann = again(draw, hall.url, (promoter, PROMOTER, "/promoter"), (ann, "ann", ""))
    press(ann, ".do-check_in")
    promoter.fill("#check-in-player", "ben")
    press(promoter, ".act-check_in button")
    expect(screen.locator(".screen-tables")).to_contain_text("2")
    expect(ann.locator(".published")).to_contain_text(draw.now.root)
    draw.at(DRAW)
    house = (promoter, PROMOTER, "/promoter"), (sue, SCRUTINEER, "/scrutineer")
    promoter, sue, ann, ben = again(draw, hall.url, *house, (ann, "ann", ""), (ben, "ben", ""))
    press(sue, ".do-oversee_draw")
    expect(promoter.locator("#due ~ *")).to_contain_text(["draws, by opening the seed", "The scrutineer is there"])
    sue.fill("#open-seed", "x" * 40)
    press(sue, ".act-draw_prizes button")
    expect(sue.locator(".error")).to_contain_text("graine")
    assert draw.now.drawn_at is None
    sue.reload()
    press(sue, ".act-draw_prizes button")
    press(sue, ".check-draw")
    expect(sue.locator(".checked.good")).to_contain_text("Le tirage est prouvé")
    press(sue, ".do-attest_draw")
    press(promoter, ".do-call_winner")
    call = draw.now.call
    assert call is not None
    expect(screen.locator(".screen-call")).to_have_text(call.holder)
    fit(screen, promoter, sue)
    press(promoter, ".do-confirm_presence")
    winner = ann if call.holder == "ann" else ben
    press(winner, ".act-lodge_claim button")
    promoter.check("[name=alternative]")
    promoter.fill("[data-claim='1'] [name=cash]", "10000")
    promoter.fill("[data-claim='1'] [name=crossed-cheque]", "20000.00")
    fit(promoter, winner)
    press(promoter, ".act-pay_claim button")
    expect(winner.locator(".won")).to_contain_text("remis" if winner is ann else "handed over")
    press(promoter, ".do-publish_results")
    press(promoter, ".do-end_promotion")
    press(winner, ".check-draw")
    expect(winner.locator(".checked.good")).to_be_visible()
    fit(screen, ann, ben)


def test_whatever_is_altered_is_found_in_the_browser(draw: FloorDraw, device: Device):
    draw.drafted(offer()).submitted().at(BEGIN).enter("ann", "ben", "cho", "dan", "ann").closed()
    page, files = device(page_of(draw), "ann", size=PHONE), []
    expect(page.locator(".published")).to_contain_text(draw.now.root)
    draw.drawn()
    true = msgspec.to_builtins(acts.draw_file(draw.floor, draw.run))
    page.route("**/draw?*", lambda route: route.fulfill(json=files[-1]))
    one, two, *rest = true["entries"]
    for changed, flaw in (
        ({}, "The draw is proved"),
        ({"commitment": "0" * 64}, "something else was published"),
        ({"entries": [one, [2, "ann", 1], *rest]}, "its entries are not"),
        ({"entries": [one, two]}, "its entries are not"),
        ({"secret": "00" * 32}, "the secret is not"),
        ({"seed": "y" * 40}, "not the seed"),
        ({"drawn": true["drawn"][::-1]}, "draws other entries"),
    ):
        files.append(true | changed)
        press(page, ".check-draw")
        expect(page.locator(".checked")).to_contain_text(flaw)


def test_a_claim_is_refused_and_the_reason_told(draw: FloorDraw, device: Device):
    draw.drafted(offer()).submitted().at(BEGIN).enter("ann", "cho", "dan", "eve", "fay").closed().drawn()
    first = min(draw.now.winners)
    draw.do(c.LodgeClaim(prize=first, claimant="ben", name="Ben", address="1 Road"), by="ben")
    promoter, ben = device(page_of(draw, "/promoter"), PROMOTER, "fr", PHONE), device(page_of(draw), "ben", size=PHONE)
    press(promoter, "[data-claim='1'] .look")
    expect(promoter.locator("[data-claim='1']")).to_contain_text("Ben, 1 Road")
    promoter.click("[data-claim='1'] details summary")
    promoter.fill("[data-claim='1'] [name=reason]", "une autre participation")
    press(promoter, ".act-deny_claim button")
    press(promoter, ".do-inform_claimant")
    expect(ben.locator("main")).to_contain_text("Claim 1 was refused: une autre participation")
    promoter.check(f"[data-winner='{first}'] [name=reached]")
    press(promoter, f"[data-winner='{first}'] .act-note_attempt button")
    expect(promoter.locator(f"[data-winner='{first}']")).to_contain_text("Joint")
    ben.click("details.dispute summary")
    ben.fill("#dispute-about", "the list")
    press(ben, "details.dispute button")
    promoter.fill("[name=decision]", "la liste vaut")
    press(promoter, ".act-decide_promotion_dispute button")
    press(promoter, ".do-advise_of_complaint")
    assert draw.now.disputes[1].advised
    fit(promoter, ben)


def test_a_draft_is_made_in_the_browser_and_is_not_for_patrons(draw: FloorDraw, hall: Site, device: Device):
    owner = device("/house/play/promotions", PROMOTER, "fr", PHONE)
    typed = {"name": draw.name, "title": "Tirage de mai", "place": "Salle 1", "begin": "1970-04-11T00:00"}
    for name, text in {**typed, "close": "1970-04-11T02:00", "draw": "1970-04-11T02:30"}.items():
        owner.fill(f"#draft-{name}", text)
    owner.select_option("#draft-book", "nsw")
    fit(owner)
    press(owner, ".draft button.main")
    expect(owner.locator(".do-submit_promotion")).to_be_visible()
    terms = hall.url + page_of(draw, "/terms")
    assert httpx.get(terms).status_code == 404
    draw.submitted()
    assert "Tirage de mai" in httpx.get(terms).text
    changed = replace(draw.now.terms, title="Tirage de juin")
    draw.do(c.AmendPromotion(terms=changed))
    assert ["Tirage de mai" in httpx.get(f"{terms}?version={number}").text for number in (1, 2)] == [True, False]
    assert httpx.get(f"{terms}?version=3").status_code == 404
    for page in ("/promoter", "/scrutineer"):
        assert httpx.get(hall.url + page_of(draw, page), follow_redirects=False).status_code in (302, 303, 307, 401)
    stranger = device(page_of(draw, "/scrutineer"), "ann")
    expect(stranger.locator("main")).to_contain_text("You are not the scrutineer")


def test_all_terms_are_revised_in_a_form(draw: FloorDraw, device: Device):
    draw.drafted(offer())
    page, other = device(page_of(draw, "/revise"), PROMOTER, "fr", PHONE), device(page_of(draw, "/revise"), PROMOTER)
    prize, save = "#term-prizes-and-their-value-0", "button.save"
    page.select_option(f"{prize}-kind", label="un véhicule")
    expect(page.locator(".lacking li")).to_have_count(4)
    expect(page.locator(".lacking")).to_contain_text("14.7.11.2(iv)")
    for name in ("make", "model", "accessories", "on-road-costs"):
        page.fill(f"{prize}-details-{name}", "voir le hall")
    page.fill(f"{prize}-value-cents", "10000.01")
    page.fill(f"{prize}-liquor-millilitres", "20001")
    page.press(f"{prize}-liquor-millilitres", "Tab")
    expect(page.locator(".lacking")).to_contain_text("14.5.4")
    page.fill(f"{prize}-liquor-millilitres", "20000")
    page.fill("#term-closing-date-and-time", "1970-04-11T02:00:30")
    page.click("#item-where-terms-are-found button.add")
    expect(page.locator("aside strong")).to_be_visible()
    fit(page)
    press(page, save)
    now = draw.now.terms
    assert (now.closes_at, now.prizes[0].kind.value, now.prizes[0].value_cents) == (
        CLOSE + 30_000_000,
        "vehicle",
        10_000_01,
    )
    assert (now.prizes[0].details["make"], now.prizes[0].liquor_millilitres) == ("voir le hall", 20_000)
    other.fill("#term-title", "Another title")
    other.press("#term-title", "Tab")
    other.click(save)
    expect(other.locator(".error")).to_contain_text("omebody has revised the terms meanwhile")
    assert draw.now.terms == now
    other.on("dialog", lambda dialog: dialog.accept())
    other.reload()
    expect(other.locator("#term-closing-date-and-time")).to_have_value("1970-04-11T02:00:30")
    fit(other)


def test_a_voucher_is_exchanged_on_the_page_of_a_table(draw: FloorDraw, hall: Site, device: Device):
    draw.running(offer("voucher-draw")).enter("ann").closed().drawn()
    draw.do(c.LodgeClaim(prize=1, claimant="ann"))
    draw.do(c.PayClaim(claim=1))
    hall.floor.deposit("ann", 100_00)
    table = table_of(hall.floor, "ann", "nsw", house="play").removeprefix("table:")
    page = device(f"/table/{table}", "ann", "fr", PHONE)
    page.evaluate("localStorage.tour = 'over'")
    page.reload()
    page.locator("button.issued").press("Enter")
    expect(page.locator(".tokens")).to_contain_text("50,00")
    expect(page.locator("button.issued")).to_have_count(0)
    assert hall.floor.tokens("ann") == 50_00
    fit(page)


def test_a_screen_of_a_draw_that_is_cut_off_says_so(draw: FloorDraw, device: Device):
    draw.drafted(offer())
    screen = device(page_of(draw, "/screen"), size=PHONE)
    expect(screen.locator(".screen-clock")).to_be_visible()
    screen.context.set_offline(True)
    screen.evaluate("dispatchEvent(new Event('offline'))")
    expect(screen.locator(".cut")).to_be_visible(timeout=15_000)
