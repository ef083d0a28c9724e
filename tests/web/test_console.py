"""The console of a table: a dealer by keys alone runs whole rounds of every live book; who sees which console."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from mississippi_stud.cards import DECK, text
from mississippi_stud.floor import Admission, DealingMode, Wager, house_tables
from mississippi_stud.floor.consoles import work_at
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.signin import sign_out
from mississippi_stud.money import Cents
from mississippi_stud.round.deal import known_cards
from mississippi_stud.round.state import Bounds
from mississippi_stud.store import log
from mississippi_stud.table import commands as t
from mississippi_stud.table.prompts import right_count
from mississippi_stud.web import topics
from mississippi_stud.web.people import COOKIE
from mississippi_stud.web.pit_view import TableReader
from tests.floor.clock import Clock
from tests.table.hall import TOP
from tests.table.script import commands
from tests.web.conftest import Site
from tests.web.frames import cards_in
from tests.web.test_account_pages import device, examine
from tests.web.test_house_work import PHONE, join, open_as
from tests.web.test_houses import clock, give, people, place, token_of

__all__ = ["clock", "device", "open_as", "people", "place"]

LIVE = ("nsw", "maryland", "crown")
Opener = Callable[..., Page]


def staff(place: Site) -> None:
    """Let Dee deal and Sue and Tom watch over every live book."""
    if work_at(place.floor, "play", "0" * 32, "dee") is None and "dee" not in _members(place):
        join(place, "dee", **dict.fromkeys(LIVE, ("dealer",)))
        for person in ("sue", "tom"):
            join(place, person, **{book: (TOP[book],) for book in LIVE})


def _members(place: Site) -> dict[str, Any]:
    return dict(place.floor.state("house:play")[0].members)


def opened(place: Site, book: str, **terms: Any) -> str:
    """Open a table as Dee, with Sue and Tom on duty; return its id."""
    staff(place)
    limits = {Wager.ANTE: Bounds(Cents(5_00), Cents(500_00))}
    terms = {"dealing": "shoe", "positions": 3, "dealt": DealingMode.PHYSICAL, "chips": True, "limits": limits, **terms}
    opening = house_tables.OpenTable(book=book, by="dealer", **terms)
    stream = house_tables.open_table(place.floor, "play", "dee", opening, command_id=uuid4().hex)
    table = stream.removeprefix("table:")
    for person in ("sue", "tom"):
        house_tables.act_at_table(place.floor, "play", table, person, t.ComeOnDuty(by=TOP[book]))
    return table


class Keys:
    """A dealer who has a keyboard and nothing else."""

    def __init__(self, place: Site, page: Page, table: str) -> None:
        self.floor, self.page, self.table = place.floor, page, table
        self.card_keys = 0

    def state(self) -> Any:
        return self.floor.table(f"table:{self.table}")

    def settled(self) -> dict[str, Any] | None:
        """Return what the console shows as due, once it shows the table as it is now."""
        version = self.floor.state(f"table:{self.table}")[1]
        self.page.wait_for_function(
            "v => { const c = document.querySelector('ms-console'); return c.version >= v && !c.busy }", arg=version
        )
        return self.page.evaluate("document.querySelector('ms-console').duty ?? null")

    def others(self) -> bool:
        """Let the people above do what is theirs; return whether there was something."""
        book = self.floor.book(self.state().book)
        for person in ("sue", "tom"):
            work = work_at(self.floor, "play", self.table, person)
            for due in work.due:
                if isinstance(due.command, t.Rule):
                    house_tables.act_at_table(self.floor, "play", self.table, person, due.command)
                    return True
                if due.prompt is not None and due.command is not None:
                    count = right_count(book, self.state(), due.prompt)
                    confirm = t.Confirm(by=TOP[book.id], prompt=due.prompt.number, count=count, depth=26)
                    house_tables.act_at_table(self.floor, "play", self.table, person, confirm)
                    return True
        return False

    def type(self, keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def cards(self, count: int) -> str:
        """Return the keys of cards that lie nowhere."""
        known = known_cards(self.state().round) | set(self.state().read)
        free = [card for card in DECK if card not in known][:count]
        return text(free).replace(" ", "")

    def step(self, decision: str = "1") -> str:
        """Press what the next duty needs; return its kind."""
        duty = self.settled()
        if duty is None:
            assert self.others(), "nobody has anything to do"
            return "waits"
        match duty["kind"]:
            case "seat":
                self.page.keyboard.press("Enter")
                self.page.wait_for_selector("dialog.sit[open]")
                self.type(["Tab", "Enter"])
            case "ask":
                self.type(decision)
            case "read" | "turn" | "show-hole" | "show-bonus" if duty["cards"]:
                keys = self.cards(duty["cards"])
                self.card_keys += len(keys)
                self.type(keys)
            case "confirm" if duty["enters"]:
                prompt = next(each for each in self.state().prompts if each.number == duty["command"]["prompt"])
                book = self.floor.book(self.state().book)
                number = right_count(book, self.state(), prompt) if duty["enters"] == "count" else 26
                self.type([*str(number), "Enter"])
            case _:
                self.type(["Enter"])
        before = self.floor.state(f"table:{self.table}")[1]
        for _ in range(100):
            if self.floor.state(f"table:{self.table}")[1] != before:
                break
            self.page.wait_for_timeout(20)
            if self.settled() != duty:
                break
        return str(duty["kind"])

    def wait(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        for _ in range(250):
            if holds():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("it never came to that")

    def until(self, kind: str) -> None:
        for _ in range(120):
            duty = self.settled()
            if duty is not None and duty["kind"] == kind:
                return
            self.step()
        raise AssertionError(f"{kind} never came")


def test_the_cards_of_six_seats_are_thirty_keys(open_as: Opener, place: Site):
    table = opened(place, "crown", positions=6)
    for position in range(1, 7):
        seat = t.Sit(by="dealer", position=position, player="")
        house_tables.act_at_table(place.floor, "play", table, "dee", seat)
    keys = Keys(place, open_as("dee", f"/house/play/table/{table}/console", "en"), table)
    for _ in range(150):
        if keys.state().rounds:
            break
        keys.step()
    assert keys.state().rounds == 1
    assert len(keys.state().last_round.hands) == 6
    assert keys.card_keys == 30


@pytest.mark.parametrize(("book", "language"), [("nsw", "en"), ("maryland", "fr"), ("crown", "en")])
def test_a_dealer_by_keys_alone_runs_a_round_with_walk_ins(open_as: Opener, place: Site, book: str, language: str):
    table = opened(place, book)
    page = open_as("dee", f"/house/play/table/{table}/console", language)
    keys = Keys(place, page, table)
    keys.until("seat")
    keys.step()
    keys.page.wait_for_function("() => document.querySelectorAll('.seats strong').length === 1")
    keys.type(["v"])
    page.wait_for_selector("dialog.sit[open]")
    expect(page.locator("#sit-position")).to_be_focused()
    keys.type(["Enter"])  # on the list
    expect(page.locator(".seats strong")).to_have_count(2)
    done = []
    for _ in range(150):
        if keys.state().rounds:
            break
        done.append(keys.step())
    assert keys.state().rounds == 1, done
    assert keys.card_keys == 2 * (3 + 2 * 2), "two keys a card"
    examine(page)
    last = keys.state().last_round
    players = [hand.player for hand in last.hands.values()]
    net = {each: log.balance(place.floor.database, f"house:chips:{each}") for each in players}
    assert all(each.startswith("walk-in:") for each in players)
    above = TableReader(place.floor, "play", table, "sue", language).sight()
    called = {"en": ["Player 1", "Player 2"], "fr": ["Joueur 1", "Joueur 2"]}[language]
    assert [seat.player for seat in above.seats] == called, "no id of nobody's account"
    options = {
        name for group in above.groups for act in group.acts for field in act.fields for _, name in field.options
    }
    assert set(called) <= options
    assert not any("walk-in:" in name for name in options)
    paid = page.evaluate("document.querySelector('ms-console').board.payments")
    assert [each["position"] for each in paid] == [2, 1], "from the dealer's right"
    for each in paid:
        lost = sum(line["won_cents"] == line["returned_cents"] == 0 for line in each["lines"]) * 5_00
        assert net[players[each["position"] - 1]] == each["won_cents"] - lost
        given = sum(chip["cents"] * chip["count"] for chip in each["chips"]) + each["left_cents"]
        assert given == each["won_cents"]


def test_a_wrong_key_is_taken_back_and_a_held_key_acts_once(open_as: Opener, place: Site):
    table = opened(place, "crown", positions=4)
    for position in (1, 2):
        seat = t.Sit(by="dealer", position=position, player="")
        house_tables.act_at_table(place.floor, "play", table, "dee", seat)
    page = open_as("dee", f"/house/play/table/{table}/console", "en", **PHONE)
    keys = Keys(place, page, table)
    keys.until("ask")
    keys.type("i")
    dialog = page.locator("dialog.incident[open]")
    assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth"), "nothing is cut off on a phone"
    assert dialog.locator(".error").count() == 0, "nothing is wrong yet"
    keys.type(["Escape"])
    before = place.floor.state(f"table:{table}")[1]
    for early in ("n", "b", "5"):  # the bets are closed, there is no blind box, and no card is wanted
        keys.type(early)
        expect(page.locator("[role=alert]")).to_have_text(re.compile(r"^Not now\. What is due: .+ \(Crown 7\.4\.4\)$"))
    page.evaluate(
        "for (const repeat of [true, true]) document.body.dispatchEvent("
        "new KeyboardEvent('keydown', { key: 'f', repeat, bubbles: true, cancelable: true }))"
    )
    page.wait_for_timeout(200)
    assert place.floor.state(f"table:{table}")[1] == before, "a key that repeats does nothing"
    keys.type("f")
    keys.wait(lambda: keys.state().round.hands[1].ending == "folded")
    keys.settled()
    keys.type("u")
    expect(page.locator(".news")).to_have_text("Taken back.")
    assert keys.state().round.hands[1].ending is None
    keys.type("u")
    expect(page.locator("[role=alert]")).to_contain_text("(Crown 8.1.1)")
    examine(page)
    keys.until("turn")
    card = keys.cards(1)
    keys.type(card[0])
    expect(page.locator(".typed")).to_contain_text(card[0])
    keys.type(["Backspace"])
    keys.type(card)
    keys.until("ask")
    for _ in range(2):
        keys.step()
    keys.until("turn")
    keys.type(card)
    expect(page.locator("[role=alert]")).to_contain_text("That card is already on the table (Crown 7.3.2)")


def test_an_answer_that_is_lost_takes_back_one_entry_and_not_two(open_as: Opener, place: Site):
    """The console sends a command under its id until there is an answer; typed again it would be another one."""
    table = opened(place, "crown", positions=4)
    for position in (1, 2, 3):
        house_tables.act_at_table(place.floor, "play", table, "dee", t.Sit(by="dealer", position=position, player=""))
    page = open_as("dee", f"/house/play/table/{table}/console")
    keys = Keys(place, page, table)
    keys.until("ask")
    for position in (1, 2):
        keys.type("f")
        keys.wait(lambda position=position: keys.state().round.hands[position].ending == "folded")
        keys.settled()
    lost = []

    def lose(route: Route) -> None:
        kept = ("content-type", "cookie", "origin")
        headers = {name: value for name, value in route.request.all_headers().items() if name in kept}
        lost.append(httpx.post(route.request.url, content=route.request.post_data, headers=headers).status_code)
        route.abort("connectionreset")

    page.route(f"**/tables/{table}/commands?*", lose, times=1)
    keys.type("u")
    expect(page.locator(".news")).to_have_text("Taken back.")
    assert lost == [200]
    assert [keys.state().round.hands[position].ending for position in (1, 2)] == ["folded", None]


def test_a_seat_is_paid_before_the_next_thing_is_done(open_as: Opener, place: Site):
    """Enter is meant for what is shown: the payment of the last seat, and not what settles the round."""
    table = opened(place, "crown", positions=2)
    house_tables.act_at_table(place.floor, "play", table, "dee", t.Sit(by="dealer", position=1, player=""))
    page = open_as("dee", f"/house/play/table/{table}/console", "fr")
    keys = Keys(place, page, table)
    keys.until("show-hole")
    expect(page.locator(".typed")).to_contain_text("C♣ D♦ H♥ S♠")
    keys.step()
    expect(page.locator(".next-seat")).to_be_focused()
    keys.type(["Enter"])
    expect(page.locator(".next-seat")).to_have_count(0)
    assert keys.state().round is not None
    expect(page.locator(".duty .main")).to_be_focused()
    keys.type(["Enter"])
    keys.wait(lambda: keys.state().round is None)


def test_an_incident_is_reported_by_name_and_its_ruling_is_shown(open_as: Opener, place: Site):
    table = opened(place, "crown", positions=5)
    house_tables.act_at_table(place.floor, "play", table, "dee", t.Sit(by="dealer", position=1, player=""))
    page = open_as("dee", f"/house/play/table/{table}/console", "fr")
    keys = Keys(place, page, table)
    keys.until("ask")
    keys.type("i")
    page.wait_for_selector("dialog.incident[open]")
    examine(page)
    page.select_option("#incident-what", "wrong-hole-count")
    page.fill("#fact-position", "1")
    page.fill("#fact-cards", "3")
    page.press("#fact-cards", "Enter")
    keys.settled()
    expect(page.locator(".waits")).to_contain_text("Tranchez")
    while keys.state().question is not None:
        keys.step()
    expect(page.locator("#ruled ~ ul li")).to_contain_text("(Crown 11.")


def test_a_dealer_is_relieved_in_the_middle_of_a_round(open_as: Opener, place: Site):
    table = opened(place, "crown", positions=6)
    if "don" not in _members(place):
        join(place, "don", crown=("dealer",))
    house_tables.act_at_table(place.floor, "play", table, "dee", t.Sit(by="dealer", position=1, player=""))
    page = open_as("dee", f"/house/play/table/{table}/console")
    keys = Keys(place, page, table)
    keys.until("ask")
    other = open_as("don", f"/house/play/table/{table}/console")
    other.press(".come-on", "Enter")
    expect(other.locator(".said")).to_contain_text("Ask seat 1.")
    page.click(".go-off")
    expect(page.locator(".come-on")).to_be_visible()
    relief = Keys(place, other, table)
    relief.type("1")
    relief.until("turn")
    other.click(".hand-over")
    expect(other.locator("h1")).to_have_text("Sign in")
    assert other.url.endswith(f"/sign-in?to=%2Fhouse%2Fplay%2Ftable%2F{table}%2Fconsole")
    assert all(person != "don" for person, _ in keys.state().on_duty)


@pytest.mark.parametrize(("ends", "positions"), [("away", 9), ("everywhere", 7)])
def test_a_console_that_nobody_uses_shows_nothing_new_and_asks_who_is_there(
    open_as: Opener, place: Site, clock: Clock, ends: str, positions: int
):
    """GLI-19 C.6.5: after five minutes; and at once if the dealer's sessions were ended elsewhere."""
    table, before = opened(place, "crown", positions=positions), clock.now
    page = open_as("dee", f"/house/play/table/{table}/console")
    page.wait_for_selector("ms-console .duty")
    try:
        if ends == "away":
            clock.now += 5 * 60 * 1_000_000
        else:
            sign_out(place.floor, "dee")
        house_tables.act_at_table(place.floor, "play", table, "sue", t.Sit(by=TOP["crown"], position=4, player=""))
        page.wait_for_url(f"**/sign-in?to=/house/play/table/{table}/console")
        expect(page.locator("h1")).to_have_text("Sign in")
    finally:
        clock.now = before


def test_somebody_above_corrects_a_card_on_their_own_console(open_as: Opener, place: Site):
    table = opened(place, "crown", positions=8)
    house_tables.act_at_table(place.floor, "play", table, "dee", t.Sit(by="dealer", position=1, player=""))
    page = open_as("dee", f"/house/play/table/{table}/console")
    keys = Keys(place, page, table)
    keys.until("turn")
    keys.step()
    old, (new, *_) = (
        keys.state().round.community[0],
        [card for card in DECK if card not in keys.state().round.community],
    )
    for person, told in (("dee", "(Crown 13.10)"), ("sue", "Corrected. The log keeps the old card.")):
        console = open_as(person, f"/house/play/table/{table}/console")
        console.wait_for_selector("ms-console .duty")
        Keys(place, console, table).settled()
        console.keyboard.press("x")
        for name, value in (("old", text([old])), ("card", text([new])), ("grounds", "misread")):
            console.fill(f"#correct-{name}", value)
        console.press("#correct-grounds", "Enter")
        expect(console.locator(".news, [role=alert]").filter(has_text=told).first).to_be_visible()
    assert keys.state().round.community[0] == new


def test_a_table_is_opened_from_the_list_of_consoles(open_as: Opener, place: Site):
    staff(place)
    page = open_as("dee", "/house/play/consoles", "fr", **PHONE)
    page.wait_for_selector("form.open-staffed")
    examine(page)
    for _ in range(2):  # the first runs the meters of the book in the house, the second finds them
        page.goto(f"{place.url}/house/play/consoles")
        page.wait_for_selector("form.open-staffed")
        page.select_option("#open-as", "crown:dealer")
        page.select_option("#open-how", "chips")
        page.press("form.open-staffed button", "Enter")
        page.wait_for_selector("ms-console .duty")
        table = page.url.split("/")[-2]
        assert place.floor.table(f"table:{table}").chips
        assert place.floor.table(f"table:{table}").meters == "play.crown"
    assert place.floor.meters("play.crown").meters == {}, "somebody above opens and links each"
    page.goto(f"{place.url}/house/play/cards")
    expect(page.locator(".codes li")).to_have_count(52)
    examine(page)


def test_a_scanner_never_types_into_a_field_and_no_card_is_read_twice(open_as: Opener, place: Site):
    table = opened(place, "crown", positions=7)
    page = open_as("dee", f"/house/play/table/{table}/console")
    page.wait_for_selector("ms-console .duty")
    own = "[...document.scripts].find(({ src }) => src.endsWith('/console.js')).src"
    script = page.evaluate(own).replace("/console.js", "/wedge.js")
    read = """async ([script, keys]) => {
        const { wedge } = await import(script), reader = wedge();
        return keys.map(([key, at]) => reader.read(key, at));
    }"""

    def reads(*keys: tuple[str, int]) -> list[str]:
        return list(page.evaluate(read, [script, keys]))

    code = [("~", 0), ("A", 50), ("S", 100), ("Enter", 150)]
    assert reads(*code) == ["hold", "hold", "hold", "As"]
    late = [("~", 0), ("A", 51), ("S", 100), ("Enter", 150)]
    assert reads(*late) == ["hold", "pass", "pass", "pass"], "people type slower"
    soon = [(key, at + 449) for key, at in code]
    assert reads(*code, *[(key, at - 300) for key, at in soon])[-1] == "hold", "within 300 ms it is the same card"
    assert reads(*code, *[(key, at + 450) for key, at in code])[-1] == "As"
    assert reads(("~", 0), ("A", 10), ("X", 20), ("Enter", 30))[-1] == "hold", "what is no card is nothing"
    assert reads(("A", 0), ("S", 10)) == ["pass", "pass"], "without the prefix they are keys"

    field = page.locator("#backs")
    field.fill("")
    for key in "~As":
        page.keyboard.press(key)
    assert field.input_value() == ""


@pytest.mark.parametrize(
    ("book", "language", "dealt"),
    [
        ("nsw", "fr", DealingMode.DEALER),
        ("maryland", "en", DealingMode.DEALER),
        ("crown", "fr", DealingMode.DEALER),
        ("crown", "en", DealingMode.PHYSICAL),
    ],
)
def test_a_dealer_sees_backs_where_the_players_are_elsewhere(
    place: Site, device: Any, book: str, language: str, dealt: DealingMode
):
    """A player in another browser wagers and decides; the dealer turns the cards, and no frame has a hand.

    Where the cards are real, the dealer's console reads them as they leave the shoe, and shows how many.
    """
    table = opened(place, book, dealt=dealt, chips=False, admission=Admission.LINK)
    place.floor.deposit("pat", 1_000_00)
    visits = {}
    for person, path in (("dee", f"/house/play/table/{table}/console"), ("pat", f"/table/{table}")):
        visits[person] = device("/healthz", language)
        cookie = {"name": COOKIE, "value": token_of(place, person), "url": place.url}
        visits[person].context.add_cookies([cookie])
        visits[person].page.goto(place.url + path)
    pat, keys = visits["pat"], Keys(place, visits["dee"].page, table)
    expect(keys.page.locator(".waits")).to_contain_text({"en": "Nobody has sat", "fr": "Personne ne s'est"}[language])
    pat.page.click(".sit button, button.sit >> nth=0")
    keys.wait(lambda: bool(keys.state().seats))
    keys.until("open-round")
    keys.step()
    pat.click("button.deal")
    keys.page.bring_to_front()
    for _ in range(40):
        if keys.state().rounds:
            break
        duty = keys.settled()
        if duty is None and keys.state().round is not None and any(keys.state().round.waiting()):
            pat.click(".decide .bet >> nth=0")
            keys.wait(lambda: not any(keys.state().round.waiting()))
            keys.page.bring_to_front()
        elif duty is None:
            keys.others()
        else:
            keys.step()
    assert keys.state().rounds == 1
    hole = keys.state().last_round.hands[1].hole
    seen = [frame for frame in visits["dee"].received if "console:" in frame]
    ended = recall.past(place.floor, f"table:{table}", 1).last_version
    while_playing = [frame for frame in seen if msgspec.json.decode(frame)["version"] < ended]
    assert len(while_playing) > 3
    assert not [frame for frame in while_playing if cards_in(frame) & set(hole)]
    assert [frame for frame in seen if cards_in(frame) >= set(hole)], "at the end they are turned"


@pytest.mark.parametrize("dealt", [DealingMode.DEALER, DealingMode.PHYSICAL])
def test_no_frame_of_a_console_has_a_card_that_is_not_turned(place: Site, dealt: DealingMode):
    table = opened(place, "crown", dealt=dealt, chips=False, positions=1, admission=Admission.LINK)
    stream, floor = f"table:{table}", place.floor
    book = floor.book(floor.table(stream).book)
    floor.deposit("pat", 1_000_00)
    floor.send(stream, t.Sit(position=1, player="pat", person="pat"), actor="pat")
    if dealt is DealingMode.PHYSICAL:
        house_tables.act_at_table(floor, "play", table, "dee", t.ReceiveDeck(by="dealer", backs="red"))
    seen, hidden = 0, set[int]()
    deal = "deal 9h 2c Ts Jc Qd" if dealt is DealingMode.PHYSICAL else "deal"
    script = f"round; 1 ante 10; 1 ready; no-more-bets; {deal}; 1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1; reveal"
    for line in (*script.split("; "), "settle"):
        while (now := floor.table(stream)).prompts:
            prompt = now.prompts[0]
            person, title = ("sue", TOP["crown"]) if prompt.done_by or prompt.by != "dealer" else ("dee", "dealer")
            confirm = t.Confirm(by=title, prompt=prompt.number, count=right_count(book, now, prompt), depth=26)
            house_tables.act_at_table(floor, "play", table, person, confirm)
        for command in commands(book, lambda: floor.table(stream), line):
            floor.send(stream, command, actor=command.person)
        state = floor.table(stream).round
        turned = set(state.community[: state.revealed]) if state else set(DECK)
        hidden |= set(known_cards(state)) - turned if state else set()
        for person, language in (("dee", "en"), ("sue", "fr")):
            view = topics.look(topics.Viewer(floor, person, language), f"console:play/{table}").view
            found = cards_in(msgspec.json.encode(view).decode())
            assert found <= turned, (line, person)
            seen += len(found)
    assert floor.table(stream).rounds == 1
    assert len(hidden) == 5
    assert seen > 10


def test_only_those_with_a_title_under_the_book_see_a_console(people: dict[str, httpx.Client], place: Site):
    table = opened(place, "maryland", positions=2)
    path = f"/house/play/table/{table}/console"
    wanted = {"ann": 404, "bob": 404, "pat": 404, "deb": 404, "max": 404, "ian": 404}
    assert {person: people[person].get(path).status_code for person in wanted} == wanted, "titles of another book"
    assert httpx.get(place.url + path, headers={"accept": "application/json"}).status_code == 401
    assert give(people["deb"], f"/tables/{table}/commands", command="take_back", by="dealer").status_code >= 400
