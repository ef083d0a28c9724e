"""Care: the page and its API, and the reality check, the time-out and the exclusion at the table."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from mississippi_stud.floor import Floor, houses
from mississippi_stud.person.care_messages import ExcludePerson
from mississippi_stud.person.house_messages import ChangeSetting
from mississippi_stud.person.proposals import CONSOLE
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import ApiError, Client
from tests.floor.clock import Clock
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, Visit, deal, serve, too_wide

MINUTE = 60 * 1_000_000
DAY = 24 * 60 * MINUTE
PHONE, DESK = {"width": 360, "height": 640}, {"width": 1280, "height": 720}


class CaredSite(Site):
    """A site whose clock a test moves; it begins each test at noon of a day after the last one's."""

    clock: Clock

    def begin(self) -> None:
        self.clock.now += 3 * DAY - self.clock.now % DAY + DAY // 2


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, decks: None) -> Iterator[CaredSite]:
    folder, clock = tmp_path_factory.mktemp("care"), Clock(time.time_ns() // 1000)
    floor = Floor.open(f"sqlite:///{folder}/floor.db", folder / "key", clock)
    url, stop = serve(create_app(floor, SECRET, FREELY))
    found = CaredSite(url, floor)
    found.clock = clock
    yield found
    stop()


@pytest.fixture
def site(served: CaredSite) -> CaredSite:  # takes the place of the others' site, for `visit` too
    served.begin()
    return served


def ask(http: httpx.Client, command: str, command_id: str = "", **fields: object) -> httpx.Response:
    """Send a command about one's own care."""
    body = {"id": command_id or f"id-{time.monotonic_ns()}", "command": {"command": command, **fields}}
    return http.post("/api/care/commands", json=body)


def limit_of(http: httpx.Client, kind: str) -> dict[str, Any]:
    """Return the only limit of a kind."""
    (found,) = (each for each in http.get("/api/care").json()["care"]["limits"] if each["kind"] == kind)
    return found


# The API.


def test_a_stranger_has_no_care_and_becomes_a_guest_by_setting_a_limit(client: httpx.Client):
    found = client.get("/api/care").json()
    assert (found["care"]["limits"], found["care"]["reality"], [each["rounds"] for each in found["played"]]) == (
        [], None, [0, 0, 0],
    )  # fmt: skip
    assert ask(client, "set_limit", kind="loss", period="day", most=30_00).status_code == 200
    assert limit_of(client, "loss")["left"] == 30_00
    with Client(client) as guest:
        assert guest.table.care.limits[0].most == 30_00
        with pytest.raises(ApiError) as refused:
            deal(guest, 5_00)  # up to ten antes
        assert refused.value.problem.code == "loss-limit"
        assert "leaves $30.00 for today" in refused.value.problem.detail
        assert refused.value.problem.detail.endswith("(our rule on limits).")
        deal(guest, 3_00)


def test_a_command_is_carried_out_once_under_its_id(client: httpx.Client):
    first = ask(client, "set_limit", "the-same-id", kind="loss", period="day", most=30_00)
    assert ask(client, "set_limit", kind="loss", period="day", most=20_00).status_code == 200
    again = ask(client, "set_limit", "the-same-id", kind="loss", period="day", most=30_00)
    assert (first.status_code, again.status_code) == (200, 200)
    assert limit_of(client, "loss") | {"wanted": None} == limit_of(client, "loss")  # the old one is not a wish
    assert limit_of(client, "loss")["most"] == 20_00
    assert ask(client, "set_limit", "the-same-id", kind="loss", period="day", most=10_00).status_code == 409


@pytest.mark.parametrize(
    ("period", "wait"),
    [("day", DAY // 2 + DAY), ("week", None), ("month", None)],
)
def test_a_higher_limit_is_confirmed_after_the_period_and_a_day_and_not_before(
    site: CaredSite, client: httpx.Client, period: str, wait: int | None
):
    ask(client, "set_limit", kind="wager", period=period, most=100_00)
    ask(client, "set_limit", kind="wager", period=period, most=200_00)
    wanted = limit_of(client, "wager")
    assert (wanted["most"], wanted["wanted"]) == (100_00, 200_00)
    assert wanted["confirm_from"] == wanted["renews_at"] + DAY
    assert wait is None or wanted["confirm_from"] == site.clock.now + wait
    site.clock.now = wanted["confirm_from"] - 1
    early = ask(client, "confirm_limit", kind="wager", period=period)
    assert (early.status_code, early.json()["code"]) == (409, "limit-too-soon")
    site.clock.now += 1
    assert ask(client, "confirm_limit", kind="wager", period=period).status_code == 200
    assert limit_of(client, "wager")["most"] == 200_00
    assert ask(client, "confirm_limit", kind="wager", period=period).status_code == 409  # once


@pytest.mark.parametrize(
    "command",
    [
        {"command": "set_limit", "kind": "loss", "period": "day", "most": 1.5},
        {"command": "set_limit", "kind": "loss", "period": "year", "most": 1},
        {"command": "set_breaks", "on": False, "by_house": True},
        {"command": "exclude_person", "by": "dealer", "book": "", "clause": "nsw 13.3.2", "grounds": "x"},
        {"command": "admit_person", "by": "dealer", "book": "", "grounds": "x"},
        {"command": "time_out", "until": 0},
        {"command": "exclude_self", "until": None},
    ],
)
def test_nobody_can_ask_for_what_is_not_theirs(client: httpx.Client, command: dict[str, Any]):
    assert client.post("/api/care/commands", json={"id": "an-id-of-mine", "command": command}).status_code == 400


@pytest.mark.parametrize("most", [-1, 10**12 + 1, 2**70])
def test_a_limit_has_bounds(client: httpx.Client, most: int):
    assert ask(client, "set_limit", kind="loss", period="day", most=most).status_code == 409


@pytest.mark.parametrize(("language", "word"), [("en", "exclude me"), ("fr", "excluez-moi")])
def test_an_exclusion_needs_its_word(client: httpx.Client, language: str, word: str):
    def exclude(word: str) -> httpx.Response:
        command = {"command": "exclude_self", "until": None, "word": word}
        return client.post(
            f"/api/care/commands?lang={language}", json={"id": f"id-{len(word)}-of-mine", "command": command}
        )

    refused = exclude("yes, do it")
    assert (refused.status_code, refused.json()["code"]) == (409, "exclude-word")
    assert word in refused.json()["detail"]
    assert exclude(f" {word.upper()} ").status_code == 200
    assert client.post("/api/tables", json={}).json()["code"] == "self-excluded"


@pytest.mark.parametrize(
    ("limit", "first"), [(0, 0), (1, 1), (999_99, 999_99), (1_000_00, 1_000_00), (5_000_00, 1_000_00)]
)
def test_play_money_goes_as_far_as_the_limit_on_deposits(client: httpx.Client, limit: int, first: int):
    ask(client, "set_limit", kind="deposit", period="day", most=limit)
    with Client(client) as guest:
        assert guest.table.balance_cents == first
        answer = client.post(f"/api/tables/{guest.table.id}/money", json={})
        more = min(limit - first, 1_000_00 - first)
        if first >= 100_00:
            assert answer.json()["code"] == "enough-money"
        elif more:
            assert answer.json()["balance_cents"] == first + more
        else:
            assert answer.json()["code"] == "deposit-limit"


def test_what_was_played_is_told_by_day_week_and_month(site: CaredSite, client: httpx.Client):
    site.clock.now += DAY - (site.clock.now // DAY + 3) % 7 * DAY + 7 * DAY  # a Tuesday
    with Client(client) as guest:
        for days in (0, 1):
            site.clock.now += days * DAY
            deal(guest, 5_00, seed="2c 7d 9h Ts Kc")
            site.clock.now += 2 * MINUTE
            guest.fold()
            site.clock.now += 4 * MINUTE
            deal(guest, 5_00, seed="Jc Jd 3h 4s 9c")
            site.clock.now += MINUTE
            guest.bet_all()
        deal(guest, 5_00)  # still open: not counted
        spans = {each["period"]: each for each in client.get("/api/care").json()["played"]}
        told = {
            name: (each["minutes"], each["rounds"], each["wagered_cents"], each["net_cents"])
            for name, each in spans.items()
        }
        assert told["day"] == (7, 2, 55_00, 45_00)
        assert told["week"] == (14, 4, 110_00, 90_00)


# The pages.


def check_axe(page: Any) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


Visiting = Callable[..., Visit]


def set_limit(page: Any, kind: str, amount: str) -> None:
    page.fill(f"#most-{kind}", amount)
    page.press(f"#most-{kind}", "Enter")
    page.wait_for_selector(f"[data-kind={kind}] .own")


def fold(v: Visit) -> None:
    v.click(".decide .fold")
    v.page.wait_for_selector(".again")


@pytest.mark.parametrize(("language", "size", "link", "left"), [
    ("en", DESK, "Limits", "$200.00 left of $200.00 a day"),
    ("fr", PHONE, "Limites", "Il reste 200,00 $ sur 200,00 $ par jour"),
])  # fmt: skip
def test_a_limit_by_keyboard_two_clicks_from_the_table(
    visit: Visiting, language: str, size: dict[str, int], link: str, left: str
):
    v = visit(language, viewport=size)
    page, keys = v.page, v.page.keyboard
    v.page.wait_for_selector("button.deal")
    if size is PHONE:
        page.focus("button.menu")
        keys.press("Enter")
    page.get_by_role("link", name=link, exact=True).focus()
    keys.press("Enter")
    page.wait_for_selector("#most-loss")
    page.focus("#most-loss")
    keys.type("much")
    keys.press("Enter")
    page.wait_for_selector("#wrong-loss:not(:empty)")
    assert page.evaluate("document.activeElement.id") == "most-loss"
    assert page.get_attribute("#most-loss", "aria-invalid") == "true"
    keys.press("Control+A")
    keys.type("200,00" if language == "fr" else "$200.00")
    keys.press("Enter")
    page.wait_for_selector("[data-kind=loss] progress")
    assert left in v.text("[data-kind=loss] .own").replace("\u00a0", " ")
    assert page.get_attribute("[data-kind=loss] progress", "value") == "20000"
    assert too_wide(page) <= 0
    check_axe(page)


def test_the_focus_stays_where_something_was_chosen_or_pressed(visit: Visiting):
    v = visit()
    page, keys = v.page, v.page.keyboard
    page.goto(f"{v.url}/care")
    page.wait_for_selector("#minutes")
    page.focus("#minutes")
    keys.press("ArrowDown")
    expect(page.locator(".news")).to_have_text("Done.")
    expect(page.locator("#minutes")).to_be_focused()
    page.focus("#most-wager")
    keys.type("100")
    for key in ("Tab", "Tab", "Enter"):
        keys.press(key)
    expect(page.locator(".news")).to_have_text("The limit is in force.")
    expect(page.locator("[data-kind=wager] form button")).to_be_focused()
    page.focus("[data-kind=wager] .remove")
    keys.press("Enter")
    page.wait_for_selector("[data-kind=wager] .keep")
    expect(page.locator("[data-kind=wager]")).to_be_focused()  # what was pressed means something else now


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_raise_is_shown_with_its_date_and_confirmed_then(site: CaredSite, visit: Visiting, language: str):
    v = visit(language)
    v.page.goto(f"{v.url}/care")
    v.page.wait_for_selector("#most-wager")
    set_limit(v.page, "wager", "100")
    v.page.fill("#most-wager", "300")
    v.page.press("#most-wager", "Enter")
    v.page.wait_for_selector(".asked")
    assert "300" in v.text(".asked")
    assert v.page.is_disabled(".confirm")
    site.clock.now += 36 * 60 * MINUTE - 1
    v.page.reload()
    v.page.wait_for_selector(".asked")
    assert v.page.is_disabled(".confirm")
    site.clock.now += 1
    v.page.reload()
    v.page.click(".confirm:not(:disabled)")
    v.page.wait_for_selector(".asked", state="detached")
    assert "300" in v.text("[data-kind=wager] .own")


def test_a_limit_set_in_the_middle_of_a_round_holds_from_the_next_one_on_every_device(visit: Visiting, browser: Any):
    v = visit()
    v.meant = ("409",)
    v.deal("Jc Jd 3h 4s 9c", ante="5")
    other = v.open("/care")
    other.wait_for_selector("#most-wager")
    set_limit(other, "wager", "40")
    v.bet(3, 3)
    set_limit(other, "loss", "1")
    v.bet(3)
    v.ended()
    assert v.amounts()["fifth-street"] == "+$15.00"
    v.click(".rebet")
    v.page.wait_for_selector(".error")
    assert "leaves $40.00 for today" in v.text(".error")
    assert "renewed on" in v.text(".error")
    context = browser.new_context(
        locale=LOCALES["en"], reduced_motion="reduce", storage_state=v.context.storage_state()
    )
    device = Visit(context, v.site)
    device.meant = ("409",)
    device.page.wait_for_selector(".rebet, .deal")
    device.click(".rebet, .deal")
    device.page.wait_for_selector(".error")
    assert "our rule on limits" in device.text(".error")
    context.close()
    assert device.wrong == []


@pytest.mark.parametrize(("language", "size", "said"), [
    ("en", DESK, ["You have played for 15 mins.", "Rounds: 4.", "You have lost $20.00."]),
    ("fr", PHONE, ["Temps de jeu : 15 min.", "Parties : 4.", "Vous avez perdu 20,00 $."]),
])  # fmt: skip
def test_a_reality_check_waits_for_the_end_of_the_round_and_is_not_skipped(
    site: CaredSite, visit: Visiting, language: str, size: dict[str, int], said: list[str]
):
    v = visit(language, viewport=size)
    other = v.open("/care")
    other.wait_for_selector("#minutes")
    other.select_option("#minutes", "15")
    other.wait_for_selector(".news:not(:empty)")
    v.deal("2c 7d 9h Ts Kc", ante="5")
    for _ in range(3):
        site.clock.now += 4 * MINUTE
        fold(v)
        v.click(".rebet")
        v.open_street("third-street")
    second = v.open()
    second.wait_for_selector(".decide .fold")
    site.clock.now += 3 * MINUTE  # due now, in the middle of a round
    v.page.reload()
    v.page.wait_for_selector(".decide .fold")
    assert v.page.locator("dialog.reality").count() == 0
    fold(v)
    v.page.wait_for_selector("dialog.reality[open]")
    assert [each.replace("\u00a0", " ") for each in v.page.locator("#reality-told p").all_inner_texts()] == said
    second.wait_for_selector("dialog.reality[open]")
    for key in ("Escape", "Escape", "d", "n", "Enter"):
        v.page.keyboard.press(key)
    assert v.page.locator("dialog.reality[open]").count() == 1
    assert v.page.evaluate("document.activeElement.id") == "reality-title"
    check_axe(v.page)
    v.page.keyboard.press("Tab")
    assert v.page.evaluate("document.activeElement.matches('.go-on')")
    v.page.keyboard.press("Enter")
    v.page.wait_for_selector("dialog.reality", state="detached")
    second.wait_for_selector("dialog.reality", state="detached")
    v.click(".rebet")
    v.open_street("third-street")


def test_a_break_from_the_reality_check_keeps_the_result_then_takes_the_place_of_the_table(
    site: CaredSite, visit: Visiting
):
    v = visit(viewport=PHONE)
    v.meant = ("409",)
    other = v.open("/care")
    other.wait_for_selector("#minutes")
    other.select_option("#minutes", "15")
    other.wait_for_selector(".news:not(:empty)")
    v.deal("2c 7d 9h Ts Kc", ante="5")
    for _ in range(3):
        site.clock.now += 4 * MINUTE
        fold(v)
        v.click(".rebet")
        v.open_street("third-street")
    site.clock.now += 4 * MINUTE
    fold(v)
    v.page.click(".take-break")
    v.page.wait_for_selector(".kept")
    assert "Folded" in v.text(".verdict")
    v.click(".acts .go")
    v.page.wait_for_selector(".barred")
    assert v.page.evaluate("document.activeElement.id") == "barred"
    assert v.page.locator(".deal, .rebet").count() == 0
    check_axe(v.page)
    site.clock.now += 15 * MINUTE - 1
    v.page.reload()
    v.page.wait_for_selector(".barred")
    site.clock.now += 1
    v.page.reload()
    v.page.wait_for_selector(".deal, .rebet")


@pytest.mark.parametrize(("form", "choice", "length", "most"), [
    (".time-out", ("#out", "hour1"), 60 * MINUTE, 61 * MINUTE),
    (".exclusion", ("#exclude", "day1"), 24 * 60 * MINUTE, 24 * 60 * MINUTE + 2 * MINUTE),
])  # fmt: skip
def test_how_long_it_lasts_counts_from_the_choice_and_not_from_when_the_page_was_opened(
    site: CaredSite, visit: Visiting, form: str, choice: tuple[str, str], length: int, most: int
):
    v = visit()
    v.page.goto(f"{v.url}/care")
    v.page.wait_for_selector(choice[0])
    site.clock.now += 50 * MINUTE  # they read, and think about it
    v.page.select_option(*choice)
    if form == ".exclusion":
        v.page.fill("#word", "exclude me")
    v.page.click(f"{form} button")
    v.page.wait_for_selector(".barred")
    care = v.page.request.get(f"{v.url}/api/care").json()["care"]
    until = care["out_until"] or care["excluded"][0]["until"]
    assert length <= until - site.clock.now <= most


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_exclusion_in_the_middle_of_a_round_lets_it_end(site: CaredSite, visit: Visiting, language: str):
    v = visit(language, viewport=PHONE)
    v.meant = ("409", "404")
    v.deal("Jc Jd 3h 4s 9c", ante="5")
    other = v.open("/care")
    other.fill("#word", "no")
    other.click(".exclusion button")
    other.wait_for_selector(".error")
    assert v.page.locator(".barred").count() == 0
    other.fill("#word", {"en": "exclude me", "fr": "excluez-moi"}[language])
    other.select_option("#exclude", "forever")
    other.click(".exclusion button")
    other.wait_for_selector(".barred")
    check_axe(other)
    assert too_wide(other) <= 0
    assert other.locator(".news").bounding_box()["y"] >= 0  # where they are
    v.bet(3, 3, 3)
    v.ended()
    assert len(v.amounts()) == 4
    v.click(".acts .go")
    v.page.wait_for_selector(".barred")
    again = v.open()
    again.wait_for_selector(".barred")
    told = {"en": "You cannot play here any more.", "fr": "Vous ne pouvez plus jouer ici."}[language]
    assert told in again.inner_text(".barred")


@pytest.fixture
def breaks(site: CaredSite) -> Iterator[None]:
    """Have the guests' house ask for a break of a quarter of an hour after five minutes of play."""
    stream = houses.stream_of(houses.PLAY)
    site.floor.send(stream, houses.opening(site.floor, by=CONSOLE))
    site.floor.send(stream, ChangeSetting(by=CONSOLE, name="break_after_minutes", value=5))
    yield
    site.floor.send(stream, ChangeSetting(by=CONSOLE, name="break_after_minutes", value=0))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.usefixtures("breaks")
def test_a_break_that_the_house_asks_for_is_announced_and_takes_the_place_of_the_table(
    site: CaredSite, visit: Visiting, language: str
):
    v = visit(language, viewport=PHONE)
    v.meant = ("409",)
    v.deal("2c 7d 9h Ts Kc", ante="5")
    own = v.open("/care")
    own.wait_for_selector("[data-house=play]")
    told = {
        "en": "The house “play” asks everybody at its tables for a break of 15 mins after 5 mins of play.",
        "fr": "À ses tables, la maison « play » demande à chacun un repos de 15 min après 5 min de jeu.",
    }[language]
    plays_on = {"en": "If you play on now, yours begins on", "fr": "Si vous continuez à jouer, le vôtre commence le"}
    said = own.inner_text("[data-house=play]").replace("\u202f", " ").replace("\u00a0", " ")
    assert said.startswith(f"{told} {plays_on[language]}")
    check_axe(own)
    site.clock.now += 5 * MINUTE
    assert v.page.locator(".barred, .kept").count() == 0, "nothing lies over a decision"
    fold(v)
    v.page.wait_for_selector(".kept")
    v.click(".acts .go")
    v.page.wait_for_selector(".barred")
    assert told in v.text(".barred").replace("\u202f", " ").replace("\u00a0", " ")
    check_axe(v.page)
    assert too_wide(v.page) <= 0
    own.reload()
    own.wait_for_selector("[data-house=play]")
    assert own.locator(".barred").count() == 0, "the tables of other houses are open to them"
    site.clock.now += 15 * MINUTE - 1
    v.page.reload()
    v.page.wait_for_selector(".barred")
    site.clock.now += 1
    v.page.reload()
    v.page.wait_for_selector(".deal, .rebet")


def test_whoever_staff_have_excluded_is_told_the_clause(site: CaredSite, visit: Visiting):
    v = visit(path="/?book=nsw")
    v.page.wait_for_selector("button.deal")
    ruled = {"by": "gaming-supervisor", "person": "sue", "book": v.table["view"]["book"], "grounds": "a device"}
    (player,) = (seat["player"] for seat in v.table["view"]["seats"])
    site.floor.send(f"person:{player}", ExcludePerson(clause="nsw 13.3.3", **ruled))
    v.page.wait_for_selector(".barred")  # without a reload: the live view tells it
    assert "clause NSW 13.3.3" in v.text(".barred"), "with its book: it holds at the tables of the others too"


def test_the_settings_panel_leads_to_care_and_the_rules_can_be_printed(visit: Visiting):
    v = visit(path="/?book=nsw")
    v.page.wait_for_selector("button.deal")
    v.page.click("button.set")
    v.page.click("dialog.settings a[href='/care']")
    v.page.wait_for_selector("#most-loss")
    v.page.go_back()
    v.page.click("#conduct summary")
    v.page.click("#conduct a[href='/rules/nsw']")
    v.page.evaluate("window.print = () => { window.printed = true }")
    v.page.click("#print")
    assert v.page.evaluate("window.printed")
    v.page.emulate_media(media="print")
    assert not v.page.is_visible("header")
    assert v.page.is_visible("[id='13-14']")
