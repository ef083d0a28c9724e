"""A console in trouble: killed servers, two consoles, a locked screen, scanners, wrong keys, and calls to the floor."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from mississippi_stud.cards import parse, text
from mississippi_stud.floor import Admission, ChangeMeters, Floor, house_acts, house_tables, houses
from mississippi_stud.floor.consoles import work_at
from mississippi_stud.jackpot import OpenMeter
from mississippi_stud.messages import MINUTE, SECOND
from mississippi_stud.money import MAX_CENTS
from mississippi_stud.person.house_messages import ChangeChips, WithdrawTitle
from mississippi_stud.person.proposals import CONSOLE
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store import log
from mississippi_stud.table import commands as t
from mississippi_stud.table.agenda import DueKind
from mississippi_stud.web.people import COOKIE
from tests.floor.clock import Clock
from tests.floor.desk import RealDesk
from tests.floor.drive import check_all
from tests.passwords import cheap_passwords
from tests.table.hall import OFFERS, TOP
from tests.web.conftest import Site
from tests.web.frames import cards_in
from tests.web.test_account_pages import device, examine
from tests.web.test_console import Keys, opened, staff
from tests.web.test_house_work import PHONE, join, open_as
from tests.web.test_houses import clock, give, people, place, token_of
from tests.web.test_lasting import Child

__all__ = ["clock", "device", "open_as", "people", "place"]

Opener = Callable[..., Page]
ELSEWHERE = {"chips": False, "admission": Admission.LINK}


def seat(place: Site, table: str, *positions: int) -> None:
    for position in positions:
        sitting = t.Sit(by="dealer", position=position, player="")
        house_tables.act_at_table(place.floor, "play", table, "dee", sitting)


def seated_elsewhere(place: Site, table: str, *players: str) -> None:
    """Seat players who have accounts, and let each wager when the round is open."""
    for position, player in enumerate(players, start=1):
        place.floor.deposit(player, 1_000_00)
        place.floor.send(f"table:{table}", t.Sit(position=position, player=player, person=player), actor=player)


def wager_elsewhere(place: Site, table: str, *players: str) -> None:
    for position, player in enumerate(players, start=1):
        wagers = t.PlaceWagers(position=position, person=player, wagers={Wager.ANTE: 10_00})
        place.floor.send(f"table:{table}", wagers, actor=player)


def reading(place: Site, open_as: Opener, book: str = "crown", **how: Any) -> Keys:
    """Return the keys of a dealer whose players are elsewhere and whose first card leaves the shoe now."""
    table = opened(place, book, **ELSEWHERE, **how)
    seated_elsewhere(place, table, "rex", "zed")
    keys = Keys(place, open_as("dee", f"/house/play/table/{table}/console"), table)
    keys.until("open-round")
    keys.step()
    wager_elsewhere(place, table, "rex", "zed")
    keys.until("read")
    return keys


def scan(page: Page, *cards: str) -> None:
    """Let a scanner read cards, faster than people type."""
    page.evaluate(
        """async (codes) => { for (const code of codes) {
            for (const key of ['~', ...code.toUpperCase(), 'Enter'])
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            await new Promise((done) => setTimeout(done, 310));
        } }""",
        list(cards),
    )


def test_cards_are_read_one_by_one_and_the_dealer_sees_backs(open_as: Opener, place: Site):
    keys = reading(place, open_as, positions=2)
    page = keys.page
    expect(page.locator(".said")).to_contain_text("Card 1 of 7: deal it to seat 1, face down, and read it.")
    keys.type("9")
    expect(page.locator(".typed")).to_have_text("A key of the card is entered.")
    keys.type("h2c")
    keys.wait(lambda: keys.state().read == tuple(parse("9h 2c")))
    keys.settled()
    expect(page.locator(".said")).to_contain_text("Card 3 of 7: deal it to seat 1")
    keys.type("9h")
    expect(page.locator("[role=alert]")).to_contain_text("That card is already on the table (Crown 7.3.2)")
    keys.type("7s")
    keys.wait(lambda: len(keys.state().read) == 3)
    keys.settled()
    keys.type("u")
    keys.wait(lambda: len(keys.state().read) == 2)
    keys.settled()
    scan(page, "7d", "8s", "Ts", "Jc", "Qd")
    keys.wait(lambda: len(keys.state().read) == 7)
    keys.settled()
    expect(page.locator(".said")).to_contain_text("All 7 cards are read: the players may see theirs.")
    examine(page)
    shown = page.evaluate("JSON.stringify(document.querySelector('ms-console').board)")
    assert not cards_in(shown), "no card is on the dealer's screen"
    assert keys.state().round.phase is Phase.BETTING
    keys.type(["Enter"])
    keys.wait(lambda: keys.state().round.phase is Phase.THIRD_STREET)
    assert keys.state().round.hands[2].hole == tuple(parse("2c 8s"))


def test_a_scanner_that_is_faster_than_the_server_loses_no_card(open_as: Opener, place: Site):
    keys = reading(place, open_as, positions=3)

    def slow(route: Any) -> None:
        time.sleep(0.5)
        route.continue_()

    keys.page.route("**/commands*", slow)
    scan(keys.page, "9h", "2c", "7d", "8s")
    keys.wait(lambda: keys.state().read == tuple(parse("9h 2c 7d 8s")))
    keys.page.unroute("**/commands*")


def test_enter_does_not_run_ahead_of_what_can_be_read(open_as: Opener, place: Site):
    """Two quick presses do one thing: the second would confirm something that was not on the screen yet."""
    table = opened(place, "crown", positions=4)
    seat(place, table, 1)
    page = open_as("dee", f"/house/play/table/{table}/console")
    keys = Keys(place, page, table)
    keys.until("confirm")
    given: list[Any] = []
    page.on("request", lambda asked: given.append(asked.url) if "/commands" in asked.url else None)
    page.evaluate(
        """() => { for (const _ of [1, 2, 3]) document.querySelector('.duty').dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })) }"""
    )
    page.wait_for_timeout(800)
    assert len(given) == 1


def test_two_consoles_show_the_same_and_a_stale_key_does_nothing_twice(open_as: Opener, place: Site):
    table = opened(place, "crown", positions=5)
    if "don" not in place.floor.state("house:play")[0].members:
        join(place, "don", crown=("dealer",))
    house_tables.act_at_table(place.floor, "play", table, "don", t.ComeOnDuty(by="dealer"))
    seat(place, table, 1, 2)
    path = f"/house/play/table/{table}/console"
    one, other = Keys(place, open_as("dee", path), table), Keys(place, open_as("don", path), table)
    one.until("ask")
    other.settled()
    expect(other.page.locator(".said")).to_contain_text("Ask seat 1.")
    keys = one
    one.page.keyboard.press("2")
    one.wait(lambda: Wager.THIRD_STREET in keys.state().round.hands[1].stakes)
    other.settled()
    expect(other.page.locator(".said")).to_contain_text("Ask seat 2.")
    assert keys.state().round.hands[1].stakes[Wager.THIRD_STREET].cents == 10_00
    other.type("u")
    expect(other.page.locator("[role=alert]")).to_contain_text("Somebody else made the last entry")
    stale = {"command": "play", "by": "dealer", "do": {"command": "bet", "position": 1, "cents": 5_00}}
    answer = httpx.post(
        f"{place.url}/api/houses/play/tables/{table}/commands",
        json={"id": "0" * 32, "command": stale},
        cookies={COOKIE: token_of(place, "don")},
    )
    assert answer.status_code == 409, answer.text
    assert keys.state().round.hands[1].stakes[Wager.THIRD_STREET].cents == 10_00


def test_a_dealer_whose_title_is_withdrawn_in_a_round_is_relieved(open_as: Opener, place: Site):
    table = opened(place, "crown", positions=6)
    if "don" not in place.floor.state("house:play")[0].members:
        join(place, "don", crown=("dealer",))
    join(place, "eli", crown=("dealer",))
    house_tables.act_at_table(place.floor, "play", table, "eli", t.ComeOnDuty(by="dealer"))
    house_tables.act_at_table(place.floor, "play", table, "dee", t.GoOffDuty(by="dealer"))
    for position in (1, 2):
        house_tables.act_at_table(place.floor, "play", table, "eli", t.Sit(by="dealer", position=position, player=""))
    path = f"/house/play/table/{table}/console"
    keys = Keys(place, open_as("eli", path), table)
    keys.until("ask")
    keys.type("f")
    keys.wait(lambda: keys.state().round.hands[1].ending is not None)
    house_acts.change_house(place.floor, "play", WithdrawTitle(by="ann", person="eli", book="crown", title="dealer"))
    keys.page.wait_for_url("**/consoles")
    began = time.monotonic()
    don = open_as("don", path)
    don.press(".come-on", "Enter")
    relief = Keys(place, don, table)
    relief.settled()
    relief.type("u")
    relief.wait(lambda: relief.state().round.hands[1].ending is None)
    relief.settled()
    relief.type("1")
    relief.wait(lambda: Wager.THIRD_STREET in relief.state().round.hands[1].stakes)
    print("relief took", round(time.monotonic() - began, 2), "s with the last entry taken back and another made")


def test_a_console_that_was_left_for_five_minutes_asks_who_is_there_and_the_round_waits(
    open_as: Opener, place: Site, clock: Clock, device: Any
):
    table = opened(place, "crown", positions=7)
    seat(place, table, 1)
    path = f"/house/play/table/{table}/console"
    visit = device("/healthz", "en")
    visit.meant = ("401",)
    visit.context.add_cookies([{"name": COOKIE, "value": token_of(place, "dee"), "url": place.url}])
    visit.page.goto(place.url + path)
    keys = Keys(place, visit.page, table)
    keys.until("ask")
    before = place.floor.state(f"table:{table}")[1]
    clock.now += 5 * MINUTE
    keys.type("1")
    expect(keys.page.locator("h1")).to_have_text("Sign in")
    assert f"to={path}" in keys.page.url.replace("%2F", "/"), "which leads back to the table"
    assert place.floor.state(f"table:{table}")[1] == before, "whoever pressed it may be anybody"
    again = Keys(place, open_as("dee", path), table)
    again.settled()
    expect(again.page.locator(".said")).to_contain_text("Ask seat 1.")
    again.type("1")
    again.wait(lambda: Wager.THIRD_STREET in again.state().round.hands[1].stakes)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_call_reaches_the_map_is_answered_there_and_closed(open_as: Opener, place: Site, clock: Clock, language: str):
    table = opened(place, "crown", positions={"en": 8, "fr": 9}[language])
    dealer = open_as("dee", f"/house/play/table/{table}/console", language, **PHONE)
    keys = Keys(place, dealer, table)
    keys.settled()
    keys.page.wait_for_selector(".duty")
    dealer.press(".call-floor", "Enter")
    dealer.wait_for_selector("dialog.call[open]")
    examine(dealer)
    dealer.keyboard.type("a fill of green chips")
    dealer.keyboard.press("Enter")
    keys.wait(lambda: len(keys.state().calls) == 1)
    expect(dealer.locator(".calls li")).to_contain_text("a fill of green chips")
    clock.now += 90 * SECOND
    chart = open_as("sue", "/house/play/pit", language, **PHONE)
    line = chart.locator(f"[data-table='{table}']")
    expect(line.locator(".floor-call")).to_contain_text("a fill of green chips")
    expect(line).to_have_class("level-4")
    examine(chart)
    desk = open_as("sue", f"/house/play/pit/{table}", language)
    desk.press("form.act-answer-call .acts button", "Enter")
    expect(dealer.locator(".calls li")).to_contain_text(
        {"en": "Sue is on the way.", "fr": "Sue est en route."}[language]
    )
    expect(chart.locator(f"[data-table='{table}']")).not_to_have_class("level-4")
    desk.press("form.act-close-call .acts button", "Enter")
    expect(dealer.locator(".calls")).to_have_count(0)
    assert keys.state().calls == ()


def test_who_has_waited_longest_stands_first_on_the_map(open_as: Opener, place: Site, clock: Clock):
    own = {opened(place, "crown", positions=seats) for seats in (3, 4)}
    chart = open_as("sue", "/house/play/pit")
    chart.wait_for_selector(".map li")

    def listed() -> list[str]:
        """Return the tables in their order, calls of other tests left out."""
        ids = chart.eval_on_selector_all(".map li", "all => all.map((each) => each.dataset.table)")
        return [each for each in ids if each in own]

    later, first = listed()
    for table in (first, later):
        call = t.CallSupervisor(by="dealer", about="a fill")
        house_tables.act_at_table(place.floor, "play", table, "dee", call)
        clock.now += 60 * SECOND
    for table in own:
        expect(chart.locator(f"[data-table='{table}']")).to_have_class("level-4")
    assert listed() == [first, later]


def play_to_showdown(keys: Keys) -> None:
    """Play a round to the moment when the hand is turned, with 3c 4d 5h as community cards."""
    for _ in range(150):
        duty = keys.settled()
        if duty is not None and duty["kind"] == "show-hole":
            return
        if duty is not None and duty["kind"] == "turn":
            turned = keys.state().round.revealed
            keys.type(("3c", "4d", "5h")[turned])
            keys.wait(lambda turned=turned: keys.state().round.revealed > turned)
        else:
            keys.step()
    raise AssertionError("no hand was turned")


def test_the_house_says_what_its_chips_are_and_the_console_names_them(open_as: Opener, place: Site):
    staff(place)
    page = open_as("ann", "/house/play", "en", **PHONE)
    page.wait_for_selector("form.chip-kinds")
    examine(page)
    rows = page.locator("form.chip-kinds tbody tr")
    rows.nth(1).locator("[name=name_en]").fill("cherry")
    rows.nth(1).locator("[name=name_fr]").fill("cerise")
    rows.nth(0).locator("[name=value]").fill("5")
    page.press("form.chip-kinds .main", "Enter")
    expect(page.locator("[role=alert]")).to_contain_text("two chips are worth 500 cents")
    rows.nth(0).locator("[name=value]").fill("")
    rows.nth(7).locator("[name=value]").fill("2.50")
    rows.nth(7).locator("[name=name_en]").fill("snapper")
    rows.nth(7).locator("[name=colour]").fill("#ff00aa")
    page.press("form.chip-kinds .main", "Enter")
    expect(page.locator(".news")).to_have_text("Saved.")
    chips = houses.settings_of(place.floor, "play").chips
    assert [(each.cents, each.name_en) for each in chips[:2]] == [(2_50, "snapper"), (5_00, "cherry")]
    table = opened(place, "nsw", positions=4)
    seat(place, table, 1)
    for language, named in (("en", "× cherry ($5.00)"), ("fr", "× cerise (5,00\u00a0$)")):
        keys = Keys(place, open_as("dee", f"/house/play/table/{table}/console", language), table)
        play_to_showdown(keys)
        keys.type("AsAh")
        expect(keys.page.locator(".pay:not(.all) .now .to-give")).to_contain_text(named)
        expect(keys.page.locator(".pay:not(.all) .now .to-give circle").last).to_have_attribute("fill", "#c62828")
        examine(keys.page)
        keys.type(["Enter"])
        keys.until("open-round")
    house_acts.change_house(place.floor, "play", ChangeChips(by="ann", chips=()))


@pytest.mark.parametrize(
    ("chip", "said"),
    [
        ({"cents": 0, "colour": "#ffffff", "name_en": "x"}, "above zero"),
        ({"cents": -500, "colour": "#ffffff", "name_en": "x"}, "above zero"),
        ({"cents": MAX_CENTS + 1, "colour": "#ffffff", "name_en": "x"}, "above zero"),
        ({"cents": 500, "colour": "red", "name_en": "x"}, "is not a colour"),
        ({"cents": 500, "colour": "#ffffff; x", "name_en": "x"}, "is not a colour"),
        ({"cents": 500, "colour": "#ffffff", "name_en": " "}, "is called"),
        ({"cents": 500, "colour": "#ffffff", "name_en": "x" * 25}, "24 characters"),
        ({"cents": 500, "colour": "#ffffff", "name_en": "a\u0000b"}, "printable"),
    ],
)
def test_chips_that_cannot_be_are_refused_by_the_api(
    people: dict[str, httpx.Client], place: Site, chip: dict[str, Any], said: str
):
    before = houses.settings_of(place.floor, "play").chips
    answer = give(people["ann"], "/commands", command="change_chips", chips=[chip])
    assert answer.status_code in (400, 409, 422)
    assert said in answer.text
    assert houses.settings_of(place.floor, "play").chips == before
    many = [{"cents": n, "colour": "#ffffff", "name_en": str(n)} for n in range(1, 22)]
    assert "at most 20" in give(people["ann"], "/commands", command="change_chips", chips=many).text
    assert give(people["deb"], "/commands", command="change_chips", chips=[]).status_code == 404, "a dealer may not"


def test_the_pace_tells_the_seconds_of_each_phase_to_those_who_deal(open_as: Opener, place: Site, clock: Clock):
    table = opened(place, "nsw", positions=5)
    seat(place, table, 1)
    page = open_as("dee", f"/house/play/table/{table}/console")
    keys = Keys(place, page, table)
    keys.until("take-wagers")
    seconds = iter((30, 20, 10, 5, 15))
    for kind in ("deal", "turn", "turn", "turn", "settle"):
        keys.until(kind)
        clock.now += next(seconds) * SECOND
        keys.step()
    while not keys.state().rounds:
        keys.step()
    keys.settled()
    expect(page.locator(".pace")).to_have_text(
        "On average in the latest rounds: "
        "wagers 30 s, 3rd street 20 s, 4th street 10 s, 5th street 5 s, turning and paying 15 s."
    )
    inspector = place.floor.book(keys.state().book)
    join(place, "ivy", nsw=(next(iter(inspector.staff.officials)),))
    work = work_at(place.floor, "play", table, "ivy")
    assert work is not None
    assert work.pace is None, "an official sees no dealer's pace"


def test_a_supervisor_takes_back_and_corrects_on_their_own_console(open_as: Opener, place: Site):
    table = opened(place, "nsw", positions=6)
    seat(place, table, 1, 2)
    path = f"/house/play/table/{table}/console"
    keys = Keys(place, open_as("dee", path), table)
    keys.until("ask")
    keys.type("f")
    keys.wait(lambda: keys.state().round.hands[1].ending is not None)
    keys.until("ask")
    keys.type("1")
    keys.wait(lambda: Wager.THIRD_STREET in keys.state().round.hands[2].stakes)
    sue = Keys(place, open_as("sue", path), table)
    for nth in range(2):
        sue.settled()
        sue.type("u")
        sue.page.wait_for_selector("dialog.undo[open]")
        if not nth:
            examine(sue.page)
        sue.page.keyboard.type("seat 1 had bet")
        before = place.floor.state(f"table:{table}")[1]
        sue.page.keyboard.press("Enter")
        sue.wait(lambda before=before: place.floor.state(f"table:{table}")[1] != before)
    assert keys.state().round.hands[1].ending is None
    keys.settled()
    keys.type("2")
    keys.wait(lambda: Wager.THIRD_STREET in keys.state().round.hands[1].stakes)
    sue.settled()
    sue.type("w")
    sue.page.wait_for_selector("dialog.correct-wager[open]")
    examine(sue.page)
    sue.type(["ArrowDown", "Tab"])  # 3rd street of seat 1
    sue.page.keyboard.type("15")
    sue.type(["Tab"])
    sue.page.keyboard.type("three chips lie there")
    sue.type(["Enter"])
    sue.wait(lambda: keys.state().round.hands[1].stakes[Wager.THIRD_STREET].cents == 15_00)


def test_a_jackpot_chip_that_was_forgotten_is_entered_from_above_by_keys_and_the_meter_has_it(
    open_as: Opener, place: Site
):
    """crown 13.10: the key W enters what lay there, and takes out what did not."""
    meters = "play.forgotten"
    place.floor.open_meters(meters, "crown")
    table = opened(place, "crown", positions=7, meters=meters)
    opening = OpenMeter(meter="main", offer=OFFERS["crown"], tables=(f"table:{table}",), value_cents=61_234_56)
    place.floor.send(f"meters:{meters}", ChangeMeters(do=opening))
    seat(place, table, 1, 2)
    path = f"/house/play/table/{table}/console"
    keys = Keys(place, open_as("dee", path), table)
    keys.until("ask")

    def value() -> str:
        return str(place.floor.meters(meters).meters["main"].value)

    without = value()
    sue = Keys(place, open_as("sue", path, "fr"), table)
    for amount, staked in (("5", True), ("0", False)):
        sue.settled()
        sue.type("w")
        sue.page.wait_for_selector("dialog.correct-wager[open]")
        lines = sue.page.locator("#correct-which option").all_inner_texts()
        place_of = next(nth for nth, line in enumerate(lines) if "2" in line and "jackpot" in line.lower())
        sue.type(["Home", *["ArrowDown"] * place_of, "Tab"])
        sue.page.keyboard.type(amount)
        sue.type(["Tab"])
        sue.page.keyboard.type("le jeton était sur la case")
        sue.type(["Enter"])
        sue.wait(lambda staked=staked: (Wager.JACKPOT in keys.state().round.hands[2].stakes) is staked)
        assert (value() != without) is staked
        expect(sue.page.locator("dialog.correct-wager[open]")).to_have_count(0)
    sue.settled()
    sue.type("w")
    sue.type(["Home", *["ArrowDown"] * place_of, "Tab", "7", "Tab", "x", "Enter"])
    expect(sue.page.locator("dialog.correct-wager [role=alert]")).to_contain_text("(Crown ")
    assert Wager.JACKPOT not in keys.state().round.hands[2].stakes, "a jackpot wager has its price"


def test_enter_decides_nothing_for_a_player(open_as: Opener, place: Site):
    """Neither a bet nor a concession has the focus: Enter is for what the dealer does."""
    table = opened(place, "nsw", positions=7)
    seat(place, table, 1)
    keys = Keys(place, open_as("dee", f"/house/play/table/{table}/console"), table)
    for kind in ("ask", "show-hole"):
        keys.until(kind)
        before = place.floor.state(f"table:{table}")[1]
        keys.type(["Enter"])
        keys.page.wait_for_timeout(300)
        assert place.floor.state(f"table:{table}")[1] == before, kind


BAD = [
    {"command": "read_card", "by": "dealer", "card": "As"},
    {"command": "read_card", "by": "dealer", "card": 10**30},
    {"command": "read_card", "by": "dealer"},
    {"command": "read_card", "by": "dealer", "card": None},
    {"command": "correct_wager", "by": "dealer", "position": 1, "wager": "ante", "cents": -1, "grounds": "x"},
    {"command": "correct_wager", "by": "dealer", "position": "1", "wager": "nothing", "cents": 1, "grounds": "x"},
    {"command": "call_supervisor", "by": "dealer", "about": "x" * 201},
    {"command": "call_supervisor", "by": "nobody", "about": ""},
    {"command": "answer_call", "by": "dealer", "call": 99},
    {"command": "close_call", "by": "dealer", "call": -1},
    {"command": "take_back", "by": "dealer", "grounds": 5},
    {"command": "take_back", "by": "dealer", "grounds": ["x"]},
    {"command": "read_card", "by": "dealer", "card": True},
]


def test_what_makes_no_sense_is_refused_in_words_and_changes_nothing(place: Site):
    table = opened(place, "crown", positions=9, **ELSEWHERE)
    before = place.floor.state(f"table:{table}")[1]
    http = httpx.Client(base_url=place.url, cookies={COOKIE: token_of(place, "dee")})
    for nth, command in enumerate(BAD):
        body = {"id": f"{nth:032x}", "command": command}
        answer = http.post(f"/api/houses/play/tables/{table}/commands", json=body)
        assert 400 <= answer.status_code < 500, command
        assert answer.json()["detail"], command
        assert place.floor.state(f"table:{table}")[1] == before, command
    http.close()


@contextmanager
def killable(tmp_path: Path, prepare: Callable[[Floor, Site], str]) -> Iterator[tuple[Child, str, str]]:
    """Yield a server with a house whose staff have prepared a table, that table, and a dealer's token."""
    with cheap_passwords():
        floor = Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key")
        floor.send("house:play", houses.opening(floor, by=CONSOLE))
        from mississippi_stud.floor import staff_links
        from mississippi_stud.floor.persons import stream_of
        from mississippi_stud.floor.signin import set_password
        from mississippi_stud.person.credentials import SetSecondFactor

        for person in ("ann", "dee", "sue", "tom"):
            set_password(floor, person, person, "a quiet river at night")
            floor.send(stream_of(person), SetSecondFactor(sealed="x"))
        staff_links.accept(floor, staff_links.invite(floor, "play", "Ann", by=CONSOLE, owner=True).token, "ann")
        here = Site("", floor)
        for person, title in (("dee", "dealer"), ("sue", TOP["crown"]), ("tom", TOP["crown"])):
            link = staff_links.invite(floor, "play", person.title(), by="ann", titles={"crown": (title,)})
            staff_links.accept(floor, link.token, person)
        table = prepare(floor, here)
        token = token_of(here, "dee")
        floor.close()
    child = Child(tmp_path)
    child.start()
    yield child, table, token
    if child.process is not None and child.process.poll() is None:
        child.end(signal.SIGKILL)


def _dealing(floor: Floor, here: Site) -> str:
    """Open a table whose players are elsewhere, and begin the deal."""
    table = opened(here, "crown", **ELSEWHERE)
    house_tables.act_at_table(floor, "play", table, "dee", t.ReceiveDeck(by="dealer", backs="red"))
    seated_elsewhere(here, table, "rex", "zed")
    _confirm(floor, table)
    house_tables.act_at_table(floor, "play", table, "dee", t.OpenRound(by="dealer"))
    wager_elsewhere(here, table, "rex", "zed")
    house_tables.act_at_table(floor, "play", table, "dee", t.CloseBetting(by="dealer"))
    _confirm(floor, table)
    assert floor.table(f"table:{table}").round.phase is Phase.BETTING
    return table


def _showdown(floor: Floor, here: Site) -> str:
    """Open a table where two play with chips, and play until their cards are to be turned."""
    table = opened(here, "crown")
    seat(here, table, 1, 2)
    desk = RealDesk(floor, f"table:{table}")
    while not floor.table(desk.stream).round or floor.table(desk.stream).round.phase is not Phase.SHOWDOWN:
        desk.step()
    while any(due.kind is not DueKind.SHOW_HOLE for person in desk.people for due in desk.due(person)[:1]):
        desk.step()
    return table


@pytest.fixture
def dying(tmp_path: Path) -> Iterator[tuple[Child, str, str]]:
    """A server to be killed in the middle of a deal."""
    with killable(tmp_path, _dealing) as found:
        yield found


def test_a_server_killed_while_seats_are_paid_pays_each_once(browser: Any, tmp_path: Path):
    """Real cards and chips: the page has the payment all the same, and goes on with the next seat."""
    with killable(tmp_path, _showdown) as (child, table, token):
        context = browser.new_context(locale="en-CA", reduced_motion="reduce")
        context.add_cookies([{"name": COOKIE, "value": token, "url": child.url}])
        page = context.new_page()
        page.goto(f"{child.url}/house/play/table/{table}/console")
        said, paid = page.locator(".said"), page.locator(".pay:not(.all) > .now")
        for position, hole, key in ((2, "2s3c", "Enter"), (1, "3d3h", "")):
            expect(said).to_contain_text(f"seat {position}")
            page.keyboard.type(hole)
            expect(paid).to_have_attribute("data-position", str(position))
            child.end(signal.SIGKILL)
            page.wait_for_selector(".banner")
            expect(paid).to_have_attribute("data-position", str(position))
            if key:
                page.keyboard.press(key)
                expect(paid).to_have_count(0)
            child.start()
            page.wait_for_selector(".banner", state="detached", timeout=20_000)
        page.keyboard.press("Enter")
        expect(paid).to_have_count(0)
        child.end(signal.SIGKILL)
        page.wait_for_selector(".banner")
        page.keyboard.press("Enter")  # settles as soon as there is an answer
        child.start()
        expect(page.locator(".pay.all > li")).to_have_count(2)
        page.wait_for_selector(".banner", state="detached", timeout=20_000)
        context.close()
        child.end(signal.SIGTERM)
    floor = Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key")
    state = floor.table(f"table:{table}")
    assert state.rounds == 1
    for position in (1, 2):
        won = sum(each.won_cents for each in state.last_round.results if each.position == position)
        held = log.balance(floor.database, f"house:chips:{state.last_round.hands[position].player}")
        assert held == won > 0, "their wagers are theirs again, and each win is paid once"
    check_all(floor, tables=[f"table:{table}"])
    floor.close()


def _confirm(floor: Floor, table: str) -> None:
    from mississippi_stud.table.prompts import right_count

    stream = f"table:{table}"
    book = floor.book(floor.table(stream).book)
    while prompts := floor.table(stream).prompts:
        prompt = prompts[0]
        person, title = ("sue", TOP["crown"]) if prompt.done_by or prompt.by != "dealer" else ("dee", "dealer")
        count = right_count(book, floor.table(stream), prompt)
        confirm = t.Confirm(by=title, prompt=prompt.number, count=count, depth=26)
        house_tables.act_at_table(floor, "play", table, person, confirm)


def test_a_server_killed_between_two_cards_has_lost_none(dying: tuple[Child, str, str], browser: Any, tmp_path: Path):
    child, table, token = dying
    context = browser.new_context(locale="en-CA", reduced_motion="reduce")
    context.add_cookies([{"name": COOKIE, "value": token, "url": child.url}])
    page = context.new_page()
    page.goto(f"{child.url}/house/play/table/{table}/console")
    said = page.locator(".said")
    expect(said).to_contain_text("Card 1 of 7")
    page.keyboard.type("9h")
    expect(said).to_contain_text("Card 2 of 7")
    page.keyboard.type("2c")
    expect(said).to_contain_text("Card 3 of 7")
    child.end(signal.SIGKILL)
    page.wait_for_selector(".banner")
    page.keyboard.type("7d")  # it is sent until there is an answer
    page.keyboard.type("u8sTs")  # what is typed into a page that says that nobody hears it is for nobody
    child.start()
    page.wait_for_selector(".banner", state="detached", timeout=20_000)
    expect(page.locator("[role=alert]")).to_have_text("")
    expect(said).to_contain_text("Card 4 of 7")
    page.keyboard.type("2c")
    expect(page.locator("[role=alert]")).to_contain_text("already on the table")
    for nth, card in enumerate(("8s", "Ts", "Jc"), start=5):
        page.keyboard.type(card)
        expect(said).to_contain_text(f"Card {nth} of 7")
    page.keyboard.type("Qd")
    expect(said).to_contain_text("All 7 cards are read")
    page.keyboard.press("Enter")
    expect(page.locator(".waits")).to_contain_text("Seat 1 decides.")
    context.close()
    child.end(signal.SIGTERM)
    floor = Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key")
    state = floor.table(f"table:{table}").round
    assert text(state.hands[1].hole) == "9h 7d"
    assert text(state.community) == "Ts Jc Qd"
    floor.close()
