"""The supervisor's pages in a real browser, and what they show and refuse through the API."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mississippi_stud.floor import ChangeMeters, Floor
from mississippi_stud.jackpot.commands import CorrectMeter
from mississippi_stud.web.app import create_app
from mississippi_stud.web.people import COOKIE
from tests.floor.clock import Clock
from tests.passwords import cheap_passwords
from tests.table.hall import TOP
from tests.table.mishaps import JackpotWon, Mishap, Recorded
from tests.table.second_reader import Row, rows
from tests.web.cast import Caller
from tests.web.child import FREELY, SECRET
from tests.web.conftest import Site, Visit, serve
from tests.web.pit_house import HouseTable, open_house, token
from tests.web.test_account_pages import device, examine

__all__ = ["device"]

MINUTE = 60_000_000


class Pit:
    """A site with the house, its people and the tables that a test opens."""

    def __init__(self, site: Site, caller: Caller, cookies: dict[str, dict[str, str]], clock: Clock) -> None:
        self.site, self.caller, self.cookies, self.clock = site, caller, cookies, clock

    def table(self, mishap: Recorded) -> HouseTable:
        """Open a table of the house and bring it into the situation of a mishap."""
        own = HouseTable(mishap.book.id, self.caller, self.site.floor, self.cookies)
        for command in mishap.given:
            assert own.give(command).status in (200, 201), command
        return own


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def pit(clock: Clock) -> Iterator[Pit]:
    with cheap_passwords():
        floor = Floor.in_memory(clock)
        app = create_app(floor, SECRET, FREELY)
        caller, cookies = Caller(app), open_house(floor)
        url, stop = serve(app)
        yield Pit(Site(url, floor), caller, cookies, clock)
        caller.close()
        stop()


@pytest.fixture
def place(pit: Pit) -> Site:
    return pit.site


@pytest.fixture
def open_as(pit: Pit, device: Any) -> Any:
    """Open a page as somebody of the house, on a device of their own."""

    def opened(person: str, path: str, language: str = "en", **how: Any) -> Page:
        v: Visit = device("/healthz", language, **how)
        v.meant = ("409", "403", "404")
        token = next(iter(pit.cookies[person].values()))
        v.context.add_cookies([{"name": COOKIE, "value": token, "url": pit.site.url}])  # type: ignore[list-item]
        v.page.goto(v.url + path)
        return v.page

    return opened


def row(book: str, incident: str, state: str, given: str = "") -> Row:
    """Return a row of the second reader's table."""
    fits = (each for each in rows() if (each.book, each.incident, each.state) == (book, incident, state))
    return next(each for each in fits if given in each.given)


# Access.


def test_whoever_only_deals_has_no_pit_and_an_official_changes_nothing(pit: Pit):
    own = pit.table(Mishap(row("nsw", "wrong-hole-count", "shoe:dealt")))
    for path in (f"{kind}/play/pit{table}" for kind in ("/api/houses", "/house") for table in ("", f"/{own.id}")):
        for person, status in (("dealer", 404), ("boss", 404), ("gaming-supervisor", 200), ("inspector", 200)):
            assert pit.caller.ask("GET", path, pit.cookies[person]).status == status, (path, person)
        assert pit.caller.ask("GET", path).status == 401
    assert pit.caller.ask("GET", f"/api/houses/play/pit/{own.id}", pit.cookies["floorperson"]).status == 404, (
        "not theirs"
    )
    seen = own.look("inspector")
    assert (seen["official"], [each["name"] for each in seen["groups"]]) == (True, ["people"])
    (duty,) = seen["groups"][0]["acts"]
    assert own.act("inspector", duty).status == 200
    acts = {act["act"] for group in own.look("inspector")["groups"] for act in group["acts"]}
    assert acts == {"go-off-duty", "verify-cards"}, "nsw 3.8, and nothing else"


def test_whoever_was_away_signs_in_when_they_open_a_table_and_not_when_they_rule(pit: Pit):
    own = pit.table(Mishap(row("nsw", "wrong-hole-count", "shoe:dealt")))
    pit.clock.now += 5 * MINUTE
    for path, status in (("", 200), (f"/{own.id}", 401)):
        reply = pit.caller.ask("GET", f"/house/play/pit{path}", pit.cookies["gaming-supervisor"])
        assert reply.status == status, "the map may be watched all evening"
    pit.cookies.update(open_again(pit))
    assert pit.caller.ask("GET", f"/house/play/pit/{own.id}", pit.cookies["gaming-supervisor"]).status == 200


def test_what_a_title_may_not_do_is_not_offered_and_refused_with_its_clause_if_sent(pit: Pit):
    own = pit.table(Mishap(row("crown", "wrong-hole-count", "shoe:dealt")))
    high, low = TOP["crown"], "tg-higher-duties-dealer"
    offered = {who: {act["act"] for group in own.look(who)["groups"] for act in group["acts"]} for who in (high, low)}
    assert {"close-table", "change-limits", "stop-table"} <= offered[high]
    assert offered[low] < offered[high]
    for group in own.look(high)["groups"]:
        for act in group["acts"]:
            if act["act"] in offered[high] - offered[low] and act["to"] == "table":
                refused = own.act(low, {**act, "command": {**act["command"], "by": low}}, limits={}, backs="x")
                assert refused.status == 403, act
                assert refused.problem["clause"].startswith("crown "), act


def test_a_stop_from_the_pit_holds_and_needs_the_power_to_close(pit: Pit):
    pit.table(Mishap(row("crown", "shuffler-jams", "shuffler:between")))  # a table of another book
    own = pit.table(Mishap(row("nsw", "rule-broken", "shoe:between", "measure=exclude")))
    stop = {"title": "gaming-supervisor", "kind": "table", "name": own.id, "stop": True, "why": "a spill"}
    refused = own.send("dealer", f"/pit/{own.id}/stops", {**stop, "title": "dealer"})
    assert refused.status == 404
    assert own.send("gaming-supervisor", f"/pit/{own.id}/stops", {**stop, "title": TOP["nsw"]}).status == 403, (
        "not held"
    )
    assert own.send("gaming-supervisor", f"/pit/{own.id}/stops", {**stop, "name": "0" * 32}).status == 409
    seen = own.send("gaming-supervisor", f"/pit/{own.id}/stops", stop)
    assert (seen.status, seen.problem["line"]["stopped"]) == (200, "a spill")
    opening = own.send("dealer", f"/tables/{own.id}/commands", {"command": {"command": "open_round", "by": "dealer"}})
    assert (opening.status, opening.problem["code"]) == (409, "gaming-disabled")
    house = {**stop, "kind": "house", "name": "play"}
    refused = own.send("gaming-supervisor", f"/pit/{own.id}/stops", house)
    assert (refused.status, refused.problem["code"]) == (403, "rank-too-low"), "other books' tables are not theirs"
    seen = own.send("gaming-supervisor", f"/pit/{own.id}/stops", {**stop, "stop": False})
    assert seen.problem["line"]["stopped"] == ""


def test_the_meter_is_run_by_whoever_may_close_tables_and_set_limits(pit: Pit):
    own, boss = pit.table(Mishap(row("crown", "shuffler-jams", "shuffler:between"))), TOP["crown"]
    acts = {act["act"]: act for group in own.look(boss)["groups"] for act in group["acts"]}
    assert {"open-meter", "meter-notice", "unlink-meter", "move-meter", "close-meter", "correct-meter"} <= set(acts)
    refused = own.act(boss, acts["unlink-meter"])
    assert (refused.status, refused.problem["clause"]) == (409, "crown 9.1.1(h)"), "it must be announced first"
    notice = {"change": "remove", "meter": "main", "table": own.stream, "at": 0}
    assert own.act(boss, acts["meter-notice"], notice=notice).status == 200
    pit.clock.now += 19 * MINUTE
    pit.cookies.update(open_again(pit))
    assert own.act(boss, acts["unlink-meter"]).status == 409
    pit.clock.now += MINUTE
    assert own.act(boss, acts["unlink-meter"]).status == 200
    assert own.look(boss)["line"]["meter"] is None
    again = {act["act"] for group in own.look(boss)["groups"] for act in group["acts"]}
    assert ("link-meter" in again, "unlink-meter" in again) == (True, False)
    closing = {"title": "dealer", "command": acts["close-meter"]["command"]}
    assert own.send("dealer", f"/pit/{own.id}/meters", closing).status == 404


def open_again(pit: Pit) -> dict[str, dict[str, str]]:
    """Sign everybody in anew: a console asks again after five minutes."""
    return {person: {next(iter(held)): token(pit.site.floor, person)} for person, held in pit.cookies.items()}


def test_the_map_shows_what_waits_and_since_when(pit: Pit):
    mishap = Mishap(row("crown", "game-disrupted", "shoe:fourth"))
    own = pit.table(mishap)
    before = pit.clock.now
    assert own.give(mishap.command).status == 200
    board = pit.caller.ask("GET", "/api/houses/play/pit", pit.cookies[TOP["crown"]]).problem
    (line,) = [each for each in board["tables"] if each["id"] == own.id]
    assert line["question"] == "an outside event disrupts the game"
    assert line["asked_at"] >= before
    assert (line["taken"], line["round"], line["result"]) == (2, 1, "$0.00")
    assert line["meter"]["shown_cents"] > 0
    french = pit.caller.ask("GET", "/api/houses/play/pit?lang=fr", pit.cookies[TOP["crown"]]).problem
    (line,) = [each for each in french["tables"] if each["id"] == own.id]
    assert line["question"] == "un événement extérieur perturbe le jeu"


# In a browser.


def test_the_map_follows_a_meter_that_moves_while_its_tables_stand_still(pit: Pit, open_as: Any):
    own = pit.table(Mishap(row("crown", "shuffler-jams", "shuffler:between")))
    page = open_as(TOP["crown"], "/house/play/pit")
    card = page.locator(f"[data-table='{own.id}'] dl")
    expect(card).to_contain_text("$61,234.56")
    correction = CorrectMeter(meter="main", amount_exact="100", by="boss", corrects="round 3", why="misread")
    pit.site.floor.send(f"meters:{own.table.meters}", ChangeMeters(do=correction), actor="boss")
    expect(card).to_contain_text("$61,235.56")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_supervisor_rules_an_incident_that_a_dealer_reported(pit: Pit, open_as: Any, language: str):
    mishap = Mishap(row("nsw", "fraud", "shuffler:showdown", "forfeit=yes"))
    own = pit.table(mishap)
    page = open_as("gaming-supervisor", "/house/play/pit", language)
    card = page.locator(f"[data-table='{own.id}']")
    expect(card).to_be_visible()
    assert own.give(mishap.command).status == 200, "the dealer reports"
    expect(card).to_have_class("level-4")
    examine(page)
    card.locator("h2 a").press("Enter")
    page.wait_for_selector(".question")
    ruling = page.locator(".question .ruling").first
    assert ruling.locator("tr.changed").count() == 10
    text = " ".join(ruling.inner_text().split())
    assert {"en": "$10.00 goes back to the player", "fr": "10,00 $ retourne au joueur"}[language] in text
    assert "NSW 13.5" in text
    examine(page)
    if language == "fr":  # where the book leaves the choice, with a reason
        page.locator(".act-let-be input").fill("la personne s'est trompée")
        page.locator(".act-let-be button").press("Enter")
        expect(page.locator(".news")).to_have_text("C'est fait.")
        page.wait_for_selector(".question", state="detached")
        assert own.table.round is not None
        assert own.table.rulings[-1].ruling == "let-be"
        return
    page.locator(".act-accept button").press("Enter")
    expect(page.locator(".news")).to_have_text("Done.")
    page.wait_for_selector(".question", state="detached")
    assert own.table.round is None


def test_a_supervisor_raises_a_minimum_with_notice_on_a_phone(pit: Pit, open_as: Any):
    own = pit.table(Mishap(row("crown", "rule-broken", "shoe:between", "measure=exclude")))
    boss = TOP["crown"]
    page = open_as(boss, f"/house/play/pit/{own.id}", viewport={"width": 360, "height": 640})
    form = page.locator(".act-raise-notice")
    form.locator("input").nth(0).fill("10")
    form.locator("button").click()
    expect(page.locator("#notices ~ ul ms-countdown")).to_be_visible()
    form = page.locator(".act-change-limits")
    form.locator("input").nth(0).fill("10")
    form.locator("button").click()
    expect(page.locator("[role=alert]")).to_contain_text("(Crown ")
    examine(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    widths = page.locator(".act .field input:not([type=checkbox])").evaluate_all(
        "all => all.map((one) => one.offsetWidth)"
    )
    assert min(widths) > 250, "fields stand below each other"
    pit.clock.now += 30 * MINUTE
    pit.cookies.update(open_again(pit))
    change = {"command": {"command": "change_limits", "by": boss}, "to": "table"}
    assert own.act(boss, change, limits={"ante": {"minimum_cents": 10_00, "maximum_cents": 500_00}}).status == 200
    assert own.table.limits["ante"].minimum_cents == 10_00


def test_a_supervisor_validates_a_jackpot_once_it_is_verified(pit: Pit, open_as: Any):
    """maryland .11I(4)(c): the hand and the light are verified first, and the payout is validated by another person."""
    own = pit.table(JackpotWon())
    (prize,) = own.table.pending
    held = pit.site.floor.balance(prize.player)
    page = open_as("floorperson", f"/house/play/pit/{own.id}")
    expect(page.locator("#prizes ~ ul")).to_contain_text("Maryland .11I(4)(c)")
    expect(page.locator("#prizes ~ ul")).to_contain_text("Verify that the hand wins the progressive")
    page.locator(".act-validate button").press("Enter")
    expect(page.locator("[role=alert]")).to_contain_text("(Maryland .11I(4)")
    assert own.table.pending == (prize,), "not before it is verified"
    examine(page)
    for duty in ("verify-hand", "verify-light"):
        number = next(each.number for each in own.table.prompts if each.duty == duty)
        confirm = {"command": "confirm", "by": "dealer", "prompt": number}
        assert own.send("dealer", f"/tables/{own.id}/commands", {"command": confirm}).status == 200
    expect(page.locator("#prizes ~ ul")).not_to_contain_text("Verify that the hand wins the progressive")
    page.locator(".act-validate button").press("Enter")
    expect(page.locator("#prizes")).to_have_count(0)
    assert own.table.pending == ()
    assert pit.site.floor.balance(prize.player) - held == prize.cents
    assert own.table.result_cents < -prize.cents


def test_a_button_keeps_to_its_duty_and_a_choice_to_its_act_when_something_before_them_goes(pit: Pit, open_as: Any):
    """Whoever is about to press a button presses that one, not one that has come to stand in its place."""
    own = pit.table(JackpotWon())
    page = open_as("floorperson", f"/house/play/pit/{own.id}")
    numbers = {each.duty: each.number for each in own.table.prompts}
    button = page.locator(f"[data-prompt='{numbers['verify-light']}'] .act-confirm button").element_handle()
    page.locator("#choose-report").select_option(label="a card lies face up in the shoe or deck")
    page.locator(".act-report input").first.fill("2")
    confirm = {"command": "confirm", "by": "dealer", "prompt": numbers["verify-hand"]}
    assert own.send("dealer", f"/tables/{own.id}/commands", {"command": confirm}).status == 200
    expect(page.locator(f"[data-prompt='{numbers['verify-hand']}']")).to_have_count(0)
    assert button.evaluate("each => each.closest('[data-prompt]')?.dataset.prompt") == str(numbers["verify-light"])
    button.click()
    expect(page.locator(f"[data-prompt='{numbers['verify-light']}']")).to_have_count(0)
    assert {each.duty for each in own.table.prompts} >= {"validate-payout"}
    expect(page.locator(".act-report input").first).to_have_value("2")


def test_a_dispute_is_decided_with_the_round_card_by_card(pit: Pit, open_as: Any):
    played = Mishap(row("nsw", "fraud", "shuffler:showdown", "forfeit=yes"))
    played.play_out()
    own = pit.table(played)
    page = open_as("gaming-supervisor", f"/house/play/pit/{own.id}", "fr")
    form = page.locator(".act-open-dispute")
    form.locator("select").select_option(f"ann-{own.id[:6]}")
    form.locator("input").fill("j'avais misé trois fois")
    form.locator("input").press("Enter")
    dispute = page.locator("#disputes ~ ul > li")
    expect(dispute).to_contain_text("j'avais misé trois fois")
    dispute.locator("summary").press("Enter")
    assert dispute.locator(".cards li").count() == 7, "two hands and three community cards"
    assert "place 2" in dispute.locator(".cards").inner_text()
    examine(page)
    dispute.locator(".act-decide-dispute input").fill("la mise compte comme elle est posée")
    dispute.locator(".act-decide-dispute input").press("Enter")
    expect(dispute).to_contain_text("la mise compte comme elle est posée")
    (known,) = own.table.disputes
    assert (known.decided_by, known.decision) == ("gaming-supervisor", "la mise compte comme elle est posée")
    refused = own.send(
        "dealer",
        f"/tables/{own.id}/commands",
        {"command": {"command": "decide_dispute", "by": "dealer", "dispute": 1, "decision": "no"}},
    )
    assert (refused.status, refused.problem["clause"]) == (403, "nsw 13.12")


def test_what_an_incident_would_lead_to_is_shown_and_changes_nothing(pit: Pit, open_as: Any):
    own = pit.table(Mishap(row("nsw", "wrong-hole-count", "shoe:dealt")))
    before = own.table
    page = open_as("gaming-supervisor", f"/house/play/pit/{own.id}")
    page.locator("#choose-report").select_option(label="a player has the wrong number of cards")
    form = page.locator(".act-report")
    form.locator("input").nth(0).fill("1")
    form.locator("input").nth(1).fill("3")
    form.locator(".preview").press("Enter")
    expect(page.locator(".foreseen")).to_contain_text("$25.00 goes back to the player")
    assert own.table == before
    form.locator("input").nth(1).fill("2")
    form.locator(".preview").press("Enter")
    expect(page.locator("[role=alert]")).to_contain_text("(NSW 11.1)")
    form.locator("input").nth(1).fill("3")
    form.locator("button").first.press("Enter")
    expect(page.locator("#rulings ~ ul")).to_contain_text("misdeal")
    assert own.table.round is None
