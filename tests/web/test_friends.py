"""A table with friends, as people see it: six browsers of six kinds at one table, and a watcher."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route

from mississippi_stud.client import LiveSite
from mississippi_stud.floor import BY_FLOOR
from mississippi_stud.messages import SECOND
from mississippi_stud.table.commands import MoveDeadlines
from tests.floor.drive import check_all
from tests.web.conftest import Axe, Visit

Visits = Callable[..., Visit]
PEOPLE: list[tuple[str, dict[str, Any]]] = [
    ("en", {"viewport": {"width": 1280, "height": 720}}),
    ("fr", {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}),
    ("en", {"viewport": {"width": 740, "height": 360}, "color_scheme": "dark"}),
    ("fr", {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "no-preference"}),
    ("en", {"viewport": {"width": 320, "height": 640}}),
    ("fr", {"viewport": {"width": 1024, "height": 768}, "color_scheme": "dark"}),
]
"""Six people, each with a language, a size or a light of their own; the last plays by keyboard."""


def new_table(visit: Visits, book: str, speed: str = "untimed", seats: int = 6) -> Visit:
    """Open a table with friends from the page for it."""
    v = visit("en", f"/?book={book}", **PEOPLE[0][1])
    v.page.get_by_role("link", name="Play with friends").click()
    v.page.wait_for_selector("form.friends")
    assert v.page.input_value("#book") == book
    v.page.select_option("#seats", str(seats))
    v.page.select_option("#speed", speed)
    v.page.get_by_role("button", name="Open the table").click()
    v.page.wait_for_selector("button.deal")
    return v


def join(visit: Visits, path: str, person: int) -> Visit:
    """Come by the link and take the first free seat."""
    language, settings = PEOPLE[person]
    v = visit(language, path, **settings)
    v.click("button.sit >> nth=0")
    v.page.wait_for_selector("button.deal")
    return v


def path_of(v: Visit) -> str:
    return v.page.url.removeprefix(v.url)


def decide(v: Visit, street: str) -> None:
    """Make the smallest bet, once it is asked for, and wait until it lies there."""
    v.page.wait_for_selector(".decide .bet:not(:disabled)")
    v.open_street(street)
    v.click(".decide .bet >> nth=0")
    v.page.wait_for_function(f"() => !document.querySelector('.spot[data-wager={street}].open, .decide .bet')")


def lose_answer(v: Visit, path: str) -> None:
    """Lose the first answer to a request, with its cookie, after the server has carried it out."""

    def lose(route: Route) -> None:
        kept = ("content-type", "cookie", "origin")
        headers = {name: value for name, value in route.request.all_headers().items() if name in kept}
        assert httpx.post(route.request.url, content=route.request.post_data, headers=headers).is_success
        route.abort("connectionreset")

    v.page.route(f"**{path}?*", lose, times=1)


@pytest.mark.parametrize("lost", ["/api/guest", "/seats"])
def test_a_stranger_whose_answer_is_lost_leaves_nobody_in_a_seat(visit: Visits, site: Any, lost: str):
    first = new_table(visit, "crown")
    v = visit("en", path_of(first))
    v.meant = ("ERR_CONNECTION_RESET",)
    lose_answer(v, lost)
    v.click("button.sit >> nth=0")
    v.page.wait_for_selector("button.deal")
    table = site.floor.table(f"table:{v.table['id']}")
    assert sorted(table.seats) == [1, 2]
    assert v.table["view"]["own"] == [2]


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_six_browsers_play_a_round_at_one_table(visit: Visits, site: Any, book: str):
    first = new_table(visit, book)
    path = path_of(first)
    people = [first, *(join(visit, path, person) for person in range(1, 6))]
    for v in people[:-1]:
        v.click("button.deal")
    keyboard = people[-1].page.keyboard
    keyboard.press("d")
    for street in ("third-street", "fourth-street", "fifth-street"):
        for v in people[:-1]:
            decide(v, street)
        people[-1].page.wait_for_selector(".decide .bet")
        keyboard.press("1")
    for number, v in enumerate(people, start=1):
        v.ended()
        view = v.table["view"]
        assert view["own"] == [number]
        assert {result["position"] for result in view["round"]["results"]} == set(range(1, 7))
        assert v.page.locator(".slip .results .total").count() == 1
        assert v.page.locator(".everybody .results .total").count() == 5
        assert v.page.locator(".everybody .results li[data-wager] .clause").count() >= 20
        assert v.page.locator(".others li").count() == 5
    assert len({str(v.table["view"]["round"]["community"]) for v in people}) == 1
    check_all(site.floor)


def test_whoever_did_not_answer_in_time_is_told_so(visit: Visits):
    """What the clock did for a player is not told as if they had done it themselves."""
    v = new_table(visit, "crown", "quick", seats=2)
    v.click("button.deal")
    v.page.wait_for_selector(".decide .bet")
    v.page.wait_for_selector(".slip .results", timeout=20_000)
    assert "Your time ran out. You fold. You lose $5.00." in v.page.locator("main").inner_text()


def test_a_watcher_sees_no_card_of_anybody_and_sits_down_for_the_next_round(visit: Visits):
    first = new_table(visit, "crown", seats=3)
    second = join(visit, path_of(first), 1)
    watcher = visit("en", path_of(first), **PEOPLE[0][1])
    for v in (first, second):
        v.click("button.deal")
    for v in (first, second):
        v.page.wait_for_selector(".decide .bet")
    watcher.page.wait_for_selector(".others .card.back")
    assert watcher.page.locator(".others li").count() == 2
    assert watcher.page.locator(".card.face, .spots, .balance:visible").count() == 0
    assert Axe().run(watcher.page).violations_count == 0
    own = {tuple(v.hand()["hole"]) for v in (first, second)}
    assert all(None in hand["hole"] for hand in watcher.table["view"]["round"]["hands"])
    assert len(own) == 2
    watcher.click("button.sit >> nth=0")
    watcher.page.wait_for_selector(".note:has-text('You play from the next round on.')")
    second.click(".fold")
    first.page.wait_for_function("() => document.querySelector('.message').textContent.includes('Seat 2 folds.')")
    first.click(".fold")
    watcher.page.wait_for_selector("button.deal")
    assert watcher.table["view"]["own"] == [3]
    assert watcher.text(".balance") == "$1,000.00"


def test_ones_own_choices_time_sitting_out_and_leaving(visit: Visits):
    first = new_table(visit, "nsw", "slow", seats=2)
    page = first.page
    assert page.get_attribute(".invitation", "href") == page.url
    assert page.get_attribute(".invite img", "src").startswith("data:image/svg+xml")
    assert page.locator(".bar .switch").count() == 0, "no aid at a table with others"
    second = join(visit, path_of(first), 1)
    page.select_option("#noAnswer", "smallest-bet")
    page.wait_for_function("() => document.querySelector('ms-game').table.view.seats[0].no_answer === 'smallest-bet'")
    page.select_option("#pace", "2")
    page.wait_for_function("() => document.querySelector('ms-game').table.view.seats[0].pace === 2")
    for v in (first, second):
        v.click("button.deal")
    page.wait_for_selector(".decide .reserve")
    before = first.table["view"]["due_at"]
    first.click(".reserve")
    page.wait_for_function(f"() => document.querySelector('ms-game').table.view.due_at === {before + 15_000_000}")
    assert first.text(".reserve") == "15 s more (45 s in reserve)"
    assert int(first.text("ms-countdown .left").removesuffix(" s").split()[0]) > 0
    assert Axe().run(page).violations_count == 0
    assert Axe().run(second.page).violations_count == 0
    for v in (first, second):
        v.click(".fold")
    first.ended()
    page.get_by_role("button", name="Sit out").click()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector(".again .rebet")
    page.get_by_role("button", name="Leave the table").click()
    page.wait_for_selector("button.sit")
    second.page.wait_for_function("() => document.querySelectorAll('.others li').length === 0")
    page.goto(first.url + "/friends?lang=fr")
    page.wait_for_selector("form.friends")
    assert Axe().run(page).violations_count == 0


def test_the_time_that_somebody_needs_is_theirs_at_every_table(visit: Visits):
    """Chosen once, in the settings of the page or at a table; nobody asks for it at a table without a clock."""
    pace = "() => document.querySelector('ms-game').table?.view.seats.find(({ own }) => own)?.pace"
    v = visit("fr", "/", **PEOPLE[1][1])
    v.page.goto(v.url + "/settings")
    v.page.select_option("select[name=pace]", "10")
    assert v.text("label:has(select[name=pace])").startswith("Votre temps aux tables à plusieurs")
    for speed, wanted in (("untimed", 1), ("normal", 10)):
        first = new_table(visit, "crown", speed, seats=2)
        v.page.goto(path := v.url + path_of(first))
        v.click("button.sit >> nth=0")
        v.page.wait_for_selector("button.deal")
        v.page.wait_for_function(f"{pace} === {wanted}")
        v.page.reload()
        v.page.wait_for_function(f"{pace} === {wanted}")
        assert [seat["pace"] for seat in first.table["view"]["seats"]] == [1, wanted]
    v.page.select_option("#pace", "2")
    v.page.wait_for_function(f"{pace} === 2")
    v.page.goto(v.url + "/settings")
    assert v.page.input_value("select[name=pace]") == "2"
    v.page.goto(path)
    v.click("button.set")
    v.page.select_option("dialog.settings select[name=pace]", "1")
    v.page.wait_for_function(f"{pace} === 1")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The server was away for a while: everybody has 40 s more."),
        ("fr", "Le serveur a été absent un moment : chacun a 40 s de plus."),
    ],
)
def test_everybody_is_told_of_the_time_that_an_outage_has_cost(visit: Visits, site: Any, language: str, told: str):
    first = new_table(visit, "crown", "normal", seats=2)
    second = visit(language, path_of(first), **PEOPLE[1][1])
    second.click("button.sit >> nth=0")
    second.page.wait_for_selector("button.deal")
    for v in (first, second):
        v.click("button.deal")
    second.page.wait_for_selector(".decide .bet:not(:disabled)")
    due = second.table["view"]["due_at"]
    moved = MoveDeadlines(since=site.floor.clock() - 30 * SECOND, allowance=10 * SECOND, by=BY_FLOOR)
    site.floor.send(f"table:{path_of(first).rpartition('/')[2]}", moved)
    second.page.wait_for_function("() => document.querySelector('ms-game').table.view.outage_seconds")
    assert abs(second.table["view"]["due_at"] - due - 40 * SECOND) < 2 * SECOND
    assert second.text(".message").startswith(told), "where they look, and spoken"
    assert second.page.locator("p.note", has_text=told).count() == 0
    second.page.reload()
    second.page.wait_for_selector(".decide .bet:not(:disabled)")
    assert second.text("p.note >> nth=0") == told, "also to whoever comes back later"
    assert Axe().run(second.page).violations_count == 0
    for v in (first, second):
        v.click(".fold")
    second.ended()
    assert second.page.get_by_text(told).count() == 0


def hears(v: Visit, key: str) -> str:
    """Press a key and return what is told then."""
    v.page.bring_to_front()
    v.page.evaluate("document.querySelector('ms-game').told = ''")
    v.page.keyboard.press(key)
    v.page.wait_for_function("() => document.querySelector('ms-game').told")
    return v.text(".message").strip("\u200b")


def test_what_a_seat_sees_hears_and_can_prove(visit: Visits):
    first = new_table(visit, "maryland", seats=2)
    second, page = join(visit, path_of(first), 1), first.page
    table = path_of(first).rpartition("/")[2]
    page.wait_for_function(
        "() => document.querySelector('ms-game').table.view.seats.every(({ seed_hash }) => seed_hash)"
    )
    # Chips are hollow until the table has them.
    assert page.locator(".spot.hollow[data-wager=ante]").count() == 1
    assert hears(first, "s").startswith("Chosen, not yet on the table: Ante: $5.00.")
    first.click("button.deal")
    page.wait_for_selector(".spot[data-wager=ante]:not(.hollow)")
    assert first.text(".note.turn") == "Still to place wagers: Seat 2."
    second.click("button.deal")
    page.wait_for_selector(".decide .bet")
    assert first.text(".note.turn") == "It is your turn."
    second.page.wait_for_selector(".others .asked")
    assert second.text(".note.turn") == "Décision attendue : Place 1."
    held: list[Any] = []
    page.route("**/commands?*", lambda route: held.append(route))
    first.click(".decide .bet >> nth=1")
    page.wait_for_selector(".spot.hollow[data-wager=third-street]")
    assert "third-street" not in first.hand()["wagers_cents"]
    held[0].continue_()
    page.unroute("**/commands?*")
    page.wait_for_selector(".spot[data-wager=third-street]:not(.hollow):not(.open)")
    assert first.text(".message").startswith("You bet $10.00 on 3rd Street."), "and not how one could bet"
    second.page.wait_for_function("() => document.querySelector('.message').textContent.includes('ou couchez-vous')")
    # What is told on request, and to nobody else.
    held_cards = hears(first, "h")
    assert held_cards.startswith("Your cards: ")
    assert hears(first, "b") == "No community card has been turned."
    assert hears(first, "s") == "Ante: $5.00, 3rd Street: $10.00. At stake: $15.00. Balance: $985.00."
    assert hears(first, "t") == "No clock is running."
    assert hears(first, "o") == "Seat 2, $5.00, decides."
    assert hears(first, "j") == "This table has no meter."
    # The floor is called, and the round is the evidence.
    first.click("button.floor")
    assert Axe().run(page).violations_count == 0
    page.fill("#about", "The second card was not mine.")
    page.click("dialog.call .main")
    page.wait_for_selector(".called:has-text('Recorded under the reference')")
    page.keyboard.press("Escape")
    # Every seat's results, and its part in the shuffle.
    second.click(".fold")
    page.wait_for_selector(".decide .bet")
    second.page.wait_for_function("() => document.activeElement.matches('.controls')")  # while the other decides
    first.click(".fold")
    first.ended()
    second.page.wait_for_function("() => document.activeElement.matches('.rebet')")
    assert page.locator(".everybody section").count() == 1
    assert page.locator(".everybody li[data-wager=ante] .clause").count() == 1
    page.evaluate("document.querySelector('details.proof').open = true")
    page.click(".prove")
    page.wait_for_selector(".parts [data-position='2'].good")
    assert first.text(".proved").startswith("Proved: ")
    assert page.locator(".parts .own").count() == 1
    second.page.evaluate(
        """(name) => {
        const kept = JSON.parse(localStorage[name]);
        localStorage[name] = JSON.stringify({ ...kept, hashes: { ...kept.hashes, 1: '0'.repeat(64) } });
    }""",
        f"{table}#1",
    )
    second.page.evaluate("document.querySelector('details.proof').open = true")
    second.page.click(".prove")
    second.page.wait_for_selector(".parts [data-position='1'].wrong")
    assert second.text(".proved").startswith("NON prouvé")
    # The page of the call, and the round again from one's own seat, as it was shown.
    page.goto(f"{first.url}/table/{table}/disputes/1")
    assert "The second card was not mine." in first.text("article")
    assert Axe().run(page).violations_count == 0
    page.get_by_role("link", name="The round, step by step").click()
    page.wait_for_selector(".shown-proof")
    view = page.evaluate("document.querySelector('ms-history').shown.steps.at(-1).view")
    assert [hand["hole"] for hand in view["round"]["hands"] if hand["position"] == 2] == [[None, None]]
    assert page.locator(".share").count() == 0
    page.click(".shown-proof summary")
    page.get_by_role("button", name="Check every view").click()
    page.wait_for_selector(".views:has-text('Proved: ')")
    frames = page.evaluate("(name) => JSON.parse(localStorage[name])", f"{table}#1!")
    version = page.evaluate("document.querySelector('ms-history').shown.steps.at(-1).version")
    kept = next(frame for number, frame in frames.items() if int(number) >= version).partition(" ")[2]
    page.fill(".shown-proof input", "0" * 64)
    page.click(".shown-proof form button")
    page.wait_for_selector(".views:has-text('NOT')")
    if str(version) in frames:
        page.fill(".shown-proof input", kept)
        page.click(".shown-proof form button")
        page.wait_for_selector(".views:has-text('Proved: ')")
    assert Axe().run(page).violations_count == 0


def test_a_link_to_no_table_says_so(visit: Visits, client: Any):
    answer = client.get(f"/table/{'0' * 32}", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert client.get("/table/nonsense", headers={"Accept": "text/html"}).status_code in (400, 404)


@pytest.mark.parametrize(("language", "told"), [("en", "Balance: $1,020.00."), ("fr", "Solde : 1 020,00 $.")])
def test_the_balance_that_is_told_is_that_after_the_round_whoever_ends_it(
    visit: Visits, site: Any, language: str, told: str
):
    """The money comes a moment after the table: nobody hears a balance without what they have just won."""
    with LiveSite(site.url) as other:
        host = other.company("crown", 2)
        v = visit(language, f"/table/{host.topic.removeprefix('table:')}", **PEOPLE[0][1])
        v.click("button.sit >> nth=0")
        v.page.wait_for_selector("button.deal")
        v.page.evaluate(
            """() => { window.heard = new Set(); new MutationObserver(() => {
              for (const { textContent } of document.querySelectorAll(".said [role=status]"))
                if (/Balance|Solde/.test(textContent)) window.heard.add(textContent.replaceAll(/\\s/g, " ").trim());
            }).observe(document.querySelector("ms-game"), { subtree: true, childList: true, characterData: true }); }"""
        )
        host.deal(seed="2c Kh 3d Ks 7c 9d Jh", ante=5_00)  # first: later its seed would count from the next round on
        v.click("button.deal")
        for street in ("third-street", "fourth-street", "fifth-street"):
            decide(v, street)
            host.asked()
            host.bet(1)
        v.ended()
        v.page.wait_for_function("() => window.heard.size")
        v.page.wait_for_function("() => /1.020/.test(document.querySelector('.balance').textContent)")
        heard = v.page.evaluate("[...window.heard]")
    assert heard
    assert all(each.endswith(told) for each in heard), heard
