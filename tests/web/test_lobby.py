"""The lobby, the line for a seat, tables with bots, and the sign: through the API, the live socket and in browsers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from mississippi_stud.client import LiveError, LiveSite
from mississippi_stud.floor import Admission, Clocks, Wager, solo_game
from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import solve
from mississippi_stud.money import Cents
from mississippi_stud.round.state import Bounds
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import NoticeKind
from mississippi_stud.web.app import create_app
from mississippi_stud.web.lobby import lobby_of
from mississippi_stud.web.shapes import LobbyLine, NewTable, SitRequest, Speed
from mississippi_stud.web.standing import open_standing, speed_of
from tests.floor.drive import play, sit
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, Visit, new_floor, serve, too_wide

LIVE = ("nsw", "maryland", "crown")
GAMES = [solo_game(book) for book in (*LIVE, "online")]
QUICK = ("maryland", Speed.QUICK)
PHONE = {"viewport": {"width": 360, "height": 640}}


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory, decks: None) -> Iterator[Site]:
    """A site as `make play` has it."""
    floor = new_floor(tmp_path_factory.mktemp("casino"))
    url, stop = serve(create_app(floor, SECRET, FREELY))
    yield Site(url, floor)
    stop()


@pytest.fixture
def device(casino: Site) -> Iterator[Callable[..., LiveSite]]:
    """Make devices: a stranger's, or another of somebody."""
    with ExitStack() as open_sites:

        def new(of: LiveSite | None = None) -> LiveSite:
            cookies = {cookie.name: cookie.value or "" for cookie in of._jar} if of else None
            return open_sites.enter_context(LiveSite(casino.url, cookies=cookies))

        yield new


def line_of(site: LiveSite, table: str, house: str = "play") -> LobbyLine:
    return next(line for line in site.lobby(house).tables if line.id == table.removeprefix("table:"))


def refusal(act: Callable[[], Any]) -> tuple[str, int]:
    with pytest.raises(LiveError) as caught:
        act()
    return caught.value.problem.code, caught.value.problem.status


# The lobby.


def test_the_guests_house_has_tables_of_every_live_book_and_speed_without_any_setting(tmp_path: Path):
    url, stop = serve(create_app(new_floor(tmp_path), SECRET, FREELY))
    with LiveSite(url) as site:
        tables, again = site.lobby().tables, site.lobby().tables
    stop()
    standing = {(line.book, line.speed) for line in tables}
    assert standing == {(book, speed) for book in LIVE for speed in (Speed.UNTIMED, Speed.NORMAL, Speed.QUICK)}
    assert {line.id for line in again} == {line.id for line in tables}, "opened once"
    for line in tables:
        assert line.sits_down
        assert line.minimum_cents == (25_00 if line.speed is Speed.QUICK else 5_00)
        assert line.free == tuple(range(1, line.positions + 1))
        assert line.edge.exact == str(-solve(read(line.book)[2]).value)
        assert line.edge.command == f"mstud solve {line.book}"
        assert line.edge.clause.startswith(f"{line.book} ")
        assert line.meter is not None
        assert line.meter.wager in {side.wager for side in line.side_wagers}


def test_when_all_seats_of_a_kind_are_taken_by_people_there_is_another_table(tmp_path: Path):
    floor = new_floor(tmp_path)  # one that nobody serves: no bot takes a seat meanwhile
    open_standing(floor, GAMES)
    first = next(line for line in lobby_of(floor, "play", None, "en").tables if (line.book, line.speed) == QUICK)
    for position in first.free:
        sit(floor, f"table:{first.id}", f"person-{position}", position)
    open_standing(floor, GAMES)
    quick = [line for line in lobby_of(floor, "play", None, "en").tables if (line.book, line.speed) == QUICK]
    assert [(line.seated, len(line.free)) for line in quick] == [(6, 0), (0, 6)]
    assert quick[0].id == first.id, "where people are comes first"
    floor.close()


def test_a_seat_that_a_newcomer_may_take_from_somebody_who_abstains_is_free_in_the_lobby(casino: Site):
    """Crown 13.8: after three rounds, once everybody else sits; the table's page and the lobby give one answer."""
    floor = casino.floor
    table = floor.open_table("crown", positions=2, house="palace", admission=Admission.LOBBY)
    for position in (1, 2):
        sit(floor, table, f"abstainer-{position}", position)
    floor.deposit("abstainer-1", 1_000_00)
    for _ in range(3):
        assert [line.free for line in lobby_of(floor, "palace", None, "en").tables if line.id in table] == [()]
        play(floor, table, "1 ante 10; 1 ready; 2 ready; 1 fold")
    assert [line.free for line in lobby_of(floor, "palace", "eve", "en").tables if line.id in table] == [(2,)]
    assert floor.view(table, person="eve")[0].vacant == (2,)


def test_the_lobby_is_live_and_lists_what_its_opener_lists(device: Callable[..., LiveSite]):
    watcher, host = device(), device()
    watcher.subscribe("lobby:play")
    hidden = host.company("crown", 3)
    table = host.company("crown", 2, "slow", listed=True)

    def shown() -> dict[str, Any]:
        return {line["id"]: line for line in watcher.views["lobby:play"].view["tables"]}

    watcher.wait(lambda: table.sight.id in shown() and shown()[table.sight.id]["seated"] == 1)
    assert hidden.sight.id not in shown()
    assert shown()[table.sight.id]["seat"] is None
    assert line_of(host, table.sight.id).seat == 1
    table.stand()
    watcher.wait(lambda: shown()[table.sight.id]["seated"] == 0)


def test_the_lobby_of_a_house_has_its_own_tables_and_players_sit_down_there(
    casino: Site, device: Callable[..., LiveSite]
):
    table = casino.floor.open_table("nsw", positions=2, house="palace", admission=Admission.LOBBY)
    guest = device()
    line = line_of(guest, table, "palace")
    assert (line.book, line.sits_down) == ("nsw", True)
    assert guest.join(line.id).position == 1
    assert line.id not in {each.id for each in guest.lobby().tables}
    assert guest.lobby("nowhere").tables == ()
    staffed = casino.floor.open_table("nsw", positions=2, house="palace")
    assert staffed.removeprefix("table:") not in {each.id for each in guest.lobby("palace").tables}


def test_clocks_that_no_speed_has_are_told_as_the_nearest():
    speeds = {seconds: speed_of(Clocks(betting_seconds=5, decision_seconds=seconds)) for seconds in (1, 14, 16, 30, 90)}
    assert speeds == {1: Speed.QUICK, 14: Speed.QUICK, 16: Speed.NORMAL, 30: Speed.NORMAL, 90: Speed.SLOW}


# A table of one's own.


def test_a_table_of_ones_own_takes_limits_and_refuses_those_that_cross(device: Callable[..., LiveSite]):
    host = device()
    asked = {"book": "nsw", "seats": 2, "minimum_cents": 10_00, "maximum_cents": 50_00, "id": "a-table-of-mine"}
    found = host._table("", NewTable(**asked))
    (ante,) = (area for area in found.view.areas if area.wager is Wager.ANTE)
    assert (ante.minimum_cents, ante.maximum_cents) == (10_00, 50_00)
    crossed = NewTable(**{**asked, "minimum_cents": 60_00, "id": "another-of-mine"})
    assert refusal(lambda: host._table("", crossed)) == ("limits-crossed", 409)


def test_bots_play_with_somebody_who_is_alone(casino: Site, device: Callable[..., LiveSite]):
    table = device().company("crown", 3, bots=2)
    table.wait(lambda view: len(view.seats) == 3)
    assert [seat.bot for seat in table.view.seats] == [False, True, True]
    table.deal(ante=5_00)
    while table.asked():
        table.bet(1)
    table.wait(lambda view: not view.playing)
    state = casino.floor.table(table.topic).last_round
    assert state is not None
    assert {result.position for result in state.results} == {1, 2, 3}


# The line.


def test_a_place_is_kept_on_every_device_and_a_seat_is_offered_and_taken(casino: Site, device: Callable[..., LiveSite]):
    host = device().company("crown", 2)
    other = device().join(host.link)
    eve, fay = device(), device()
    assert eve.queue(host.link).view.queue.place == 1
    assert fay.queue(host.link).view.queue.place == 2
    second = device(eve)
    assert second.queue(host.link).view.queue.place == 1
    assert refusal(lambda: second.join(host.link, 2)) == ("position-taken", 409)
    other.stand()
    assert refusal(lambda: fay.join(host.link, 2)) == ("seat-offered", 409)
    seen = second.look(host.link).view
    assert (seen.queue.place, seen.vacant) == (1, (2,))
    assert seen.queue.due_at is not None
    assert second.join(host.link).position == 2
    assert fay.queue(host.link, waits=False).view.queue.waiting == 0
    assert casino.floor.table(host.topic).queue == ()


def test_a_person_is_told_of_places_that_they_take_while_they_are_looked_at(device: Callable[..., LiveSite]):
    """Their own topic, open on some page, follows each table from the moment when they join its line or sit down."""
    host, eve = device().company("crown", 2), device()
    eve.company("crown", 2).stand()  # somebody by now
    eve.subscribe("person")
    device().join(host.link)

    def own() -> dict[str, Any]:
        return eve.views["person"].view

    device(eve).queue(host.link)
    eve.wait(lambda: own()["lines"].get(host.sight.id, {}).get("place") == 1)
    assert own()["lines"][host.sight.id]["due_at"] is None
    host.stand()
    eve.wait(lambda: own()["lines"][host.sight.id]["due_at"] is not None)
    assert own()["lines"][host.sight.id]["seat"] == 1
    assert own()["lines"][host.sight.id]["name"] == "Crown"
    device(eve).join(host.link)
    eve.wait(lambda: host.sight.id in own()["seats"] and not own()["lines"])


def test_there_is_no_line_where_one_may_not_look(device: Callable[..., LiveSite]):
    own = device().open("crown")
    assert refusal(lambda: device().queue(own.sight.id))[1] == 404
    assert refusal(lambda: device().queue("0" * 32))[1] == 404
    host = device().company("crown", 2)
    assert refusal(lambda: host.site.queue(host.link)) == ("seated-already", 409)
    assert refusal(lambda: host.do(SitRequest(position=1)))[1] == 409


# The sign.


def sign(site: LiveSite, table: str, house: str = "play") -> Any:
    topic = f"sign:{house}/{table.removeprefix('table:')}"
    site.subscribe(topic)
    return site.views[topic].view


@pytest.mark.parametrize(("book", "minutes"), [("nsw", 20), ("crown", 20)])
def test_the_sign_has_limits_prices_and_notices(casino: Site, device: Callable[..., LiveSite], book: str, minutes: int):
    host = device().company(book, 2)
    site, floor = device(), casino.floor
    seen = sign(site, host.sight.id)
    ante, *_ = seen["lines"]
    assert ante["text"] == "Ante: $5.00 – $500.00"
    jackpot = next(board for board in seen["boards"] if board["wager"] == "jackpot")
    assert jackpot["price"] == "$1.00"
    assert ["Royal flush", "100% of the meter"] in jackpot["rows"]
    assert (seen["notices"], seen["closed"]) == ([], False)
    limits = {Wager.ANTE: Bounds(Cents(10_00), Cents(500_00), Cents(1_00))}
    floor.send(host.topic, t.GiveNotice(kind=NoticeKind.RAISE_MINIMUM, limits=limits, by=t.FLOOR), actor="house")
    topic = f"sign:play/{host.sight.id}"
    site.wait(lambda: site.views[topic].view["notices"])
    (notice,) = site.views[topic].view["notices"]
    assert notice["text"] == "The minimum will rise. Ante: $10.00 – $500.00"
    assert notice["due_at"] - floor.clock() <= minutes * 60 * 1_000_000


def test_no_sign_of_what_is_not_shown_to_anybody(device: Callable[..., LiveSite]):
    own, listed = device().open("crown").sight.id, device().lobby("play").tables[0].id
    device().subscribe(f"sign:play/{listed}")
    for topic in (f"sign:play/{own}", f"sign:palace/{own}", f"sign:palace/{listed}", f"sign:play/{'0' * 32}"):
        assert refusal(lambda topic=topic: device().subscribe(topic)) == ("no-topic", 404)


# In browsers.


@pytest.fixture
def look(casino: Site, browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Open a page of the casino as somebody new; at the end nothing must have gone wrong in their browser."""
    visits: list[Visit] = []

    def opened(language: str, path: str, wait: str, **settings: Any) -> Visit:
        context = browser.new_context(**{"locale": LOCALES[language], "reduced_motion": "reduce", **settings})
        visits.append(Visit(context, casino, path, newcomer=True))
        visits[-1].page.wait_for_selector(wait)
        return visits[-1]

    yield opened
    for each in visits:
        each.context.close()
    assert [each.wrong for each in visits if each.wrong] == []


def fits(v: Visit) -> bool:
    return too_wide(v.page) <= 0


def test_two_newcomers_and_a_bot_from_the_form_to_the_line_and_back_in_the_lobby(look: Callable[..., Visit]):
    host = look("en", "/friends?book=crown", "form.friends")
    assert Axe().run(host.page).violations_count == 0
    host.page.select_option("#seats", "2")
    host.page.select_option("#bots", "1")
    host.page.fill("#least", "10")
    host.page.check("[name=listed]")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_selector(".others li:has-text('Bot 2')")
    host.click("button.deal")
    host.page.wait_for_selector(".decide .fold")
    table = host.page.url.rpartition("/")[2]
    guest = look("fr", "/lobby?book=crown&most=1000", f".line[data-table='{table}'] .wait", **PHONE)
    assert fits(guest)
    assert Axe().run(guest.page).violations_count == 0
    assert guest.page.locator(".line").count() == guest.page.locator(".line h2:has-text('Crown')").count()
    before = guest.open("/rules")
    guest.page.click(f".line[data-table='{table}'] .wait")
    guest.page.wait_for_selector(f".line[data-table='{table}'] .leave-line")
    second, after = guest.open(f"/table/{table}"), guest.open("/trainer")
    second.wait_for_selector("button.leave-line")
    assert "numéro 1 sur 1" in second.inner_text(".info .note")
    host.click(".decide .fold")
    host.page.wait_for_selector(".everybody h2:has-text('Bot 2')")  # by the name that stands on the felt
    second.wait_for_selector("button.sit")
    for page in (guest.page, before, after):
        page.wait_for_selector(".offer .accept")
        assert "Une place vous attend" in page.inner_text(".offer [role=alert]")
        assert page.title().startswith("●")
        assert too_wide(page) <= 0
    assert second.locator(".offer").count() == 0, "its own seats are there to be taken"
    assert Axe().run(after).violations_count == 0
    after.get_by_role("button", name="Prendre la place").press("Enter")
    after.wait_for_selector("button.deal")
    second.wait_for_selector("button.deal")
    for page in (guest.page, before):
        page.wait_for_selector(".offer", state="detached")
    guest.page.goto(after.url)
    guest.page.wait_for_selector("button.deal")
    assert guest.table["view"]["own"] == [2]
    assert guest.table["view"]["round"] is None, "the bot's last hand is not theirs"
    host.page.wait_for_selector(".others li:has-text('Seat 2')")


def test_filters_stand_in_the_address_and_come_back_from_it(look: Callable[..., Visit]):
    v = look("en", "/lobby", ".line")
    v.page.select_option("#speed", "quick")
    v.page.select_option("#book", "nsw")
    v.page.check("[name=free]")
    assert v.page.evaluate("location.search") == "?book=nsw&speed=quick&free=1"
    shown = v.page.locator(".line").count()
    assert 0 < shown < v.page.evaluate("document.querySelector('ms-lobby').board.tables.length")
    v.page.reload()
    v.page.wait_for_selector(".line")
    assert v.page.locator(".line").count() == shown
    assert v.page.input_value("#speed") == "quick"
    v.page.locator(".line .button.main").first.click()
    v.page.wait_for_selector("button.sit")
    v.page.set_viewport_size({"width": 360, "height": 640})
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight).length"
    assert v.page.locator("button.sit").evaluate_all(cut) == 0, "every seat can be read"


def test_the_sign_fits_its_screen_counts_down_and_says_when_it_is_cut_off(
    look: Callable[..., Visit], casino: Site, device: Callable[..., LiveSite]
):
    host = device().company("crown", 2)
    path = f"/house/play/sign/{host.sight.id}"
    v = look("fr", path, ".wall-meter output", viewport={"width": 1920, "height": 1080})
    v.meant = ("WebSocket connection", "ERR_INTERNET_DISCONNECTED")
    assert fits(v)
    assert v.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert Axe().run(v.page).violations_count == 0
    casino.floor.send(host.topic, t.GiveNotice(kind=NoticeKind.CLOSE_TABLE, by=t.FLOOR), actor="house")
    v.page.wait_for_selector(".wall-notices li .time")
    v.context.set_offline(True)
    v.page.wait_for_selector(".cut")
    v.context.set_offline(False)
    v.page.wait_for_selector(".cut", state="detached")
    small = look("en", path, ".wall-meter output", **PHONE)
    assert fits(small)


def test_on_a_phone_a_seat_that_is_offered_and_the_way_out_of_the_line_do_not_lie_over_each_other(
    look: Callable[..., Visit], device: Callable[..., LiveSite]
):
    host = device().company("crown", 2)
    second = device().join(host.link)
    v = look("fr", f"/table/{host.sight.id}", "button.wait", **PHONE)
    v.click("button.wait")
    v.page.wait_for_selector("button.leave-line")
    second.stand()
    v.page.wait_for_selector("button.sit")
    seat, leave = (v.page.locator(f"button.{name}").bounding_box() for name in ("sit", "leave-line"))
    assert seat["y"] + seat["height"] <= leave["y"], (seat, leave)
    v.click("button.sit")
    v.page.wait_for_selector("button.deal")
    assert v.table["view"]["own"] == [2]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_every_line_of_a_sign_is_on_the_screen_even_with_a_notice_and_cut_off(
    look: Callable[..., Visit], casino: Site, device: Callable[..., LiveSite], book: str, language: str
):
    """Nobody scrolls a wall. In Maryland a table closes without a notice."""
    host = device().company(book, 2)
    if book != "maryland":
        casino.floor.send(host.topic, t.GiveNotice(kind=NoticeKind.CLOSE_TABLE, by=t.FLOOR), actor="house")
    path = f"/house/play/sign/{host.sight.id}"
    v = look(language, path, ".wall-meter output", viewport={"width": 1280, "height": 720})
    assert v.page.locator(".wall-notices li").count() == (book != "maryland")
    v.meant = ("WebSocket connection", "ERR_INTERNET_DISCONNECTED")
    v.context.set_offline(True)
    v.page.wait_for_selector(".cut")
    for width, height in ((1280, 720), (1366, 768), (1920, 1080)):
        v.page.set_viewport_size({"width": width, "height": height})
        v.page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
        assert fits(v)
        lines = v.page.locator(".wall-boards tr, .wall-conduct li, .wall-meter")
        assert lines.evaluate_all("all => all.every((line) => line.getBoundingClientRect().bottom <= innerHeight)")


@pytest.mark.parametrize(
    ("language", "notice", "last", "closed"),
    [
        (
            "en",
            "This table closes. Rounds still to be played: {}.",
            "See all tables",
            "This table is closed. Your money stays yours.",
        ),
        (
            "fr",
            "Cette table ferme. Parties qui restent à jouer : {}.",
            "Voir toutes les tables",
            "Cette table est fermée. Votre argent reste le vôtre.",
        ),
    ],
)
def test_players_are_told_that_their_table_closes_and_nothing_is_left_to_press_then(
    look: Callable[..., Visit],
    casino: Site,
    device: Callable[..., LiveSite],
    language: str,
    notice: str,
    last: str,
    closed: str,
):
    """Crown 13.7 has three hands played after the sign is put up, here while a player decides."""
    host = device().company("crown", 2, listed=True)
    v = look(language, f"/table/{host.sight.id}", "button.sit", **PHONE)
    v.click("button.sit >> nth=0")
    v.page.wait_for_selector("button.deal")
    for number in range(3):
        host.deal(ante=10_00)
        v.click("button.deal, .rebet")
        host.wait(lambda _: host.deciding)
        v.page.wait_for_selector(".decide .fold")
        if not number:
            casino.floor.send(host.topic, t.GiveNotice(kind=NoticeKind.CLOSE_TABLE, by=t.FLOOR), actor="house")
            v.page.wait_for_function("() => document.querySelector('ms-game').table.view.signs.length")
            assert v.text(".message").startswith(notice.format(3)), "where they look, and spoken"
            v.page.wait_for_selector(".decide .fold")
        host.fold()
        v.click(".fold")
        v.ended() if number < 2 else v.page.wait_for_selector(".controls.closed")
        assert v.text(".message").startswith(notice.format(2 - number) if number < 2 else closed)
    assert host.wait(lambda view: not view.playing).closed
    for act in (lambda: host.deal(ante=10_00), lambda: device().join(host.link)):
        assert refusal(act) == ("table-closed", 409), "no program waits for what never comes"
    for each in range(2):
        assert [note for note in v.page.locator(".notes li").all_inner_texts() if not note.startswith(closed)] == []
        assert v.page.locator(".acts a, .acts button, .company button").all_inner_texts() == [last], each
        expect(v.page.locator(".acts a")).to_be_in_viewport(ratio=1)
        expect(v.page.locator(".acts p")).to_be_in_viewport(ratio=1)
        expect(v.page.locator(".to-friends")).to_have_count(0)
        assert Axe().run(v.page).violations_count == 0
        assert fits(v)
        v.page.reload()
        v.page.wait_for_selector(".controls.closed")
    assert host.topic.removeprefix("table:") not in {line.id for line in device().lobby().tables}
    watcher = look(language, f"/table/{host.sight.id}", ".controls.closed")
    watcher.page.get_by_role("link", name=last).last.click()
    watcher.page.wait_for_selector("ms-lobby")


def test_the_odometer_never_shows_more_than_the_meter(look: Callable[..., Visit], device: Callable[..., LiveSite]):
    host = device().company("crown", 2)
    v = look("en", f"/house/play/sign/{host.sight.id}", "ms-odometer output", reduced_motion="no-preference")
    shown = v.page.evaluate(
        """async () => {
          const meter = document.querySelector("ms-odometer"), seen = [];
          meter.cents = 100_00;
          await meter.updateComplete;
          meter.cents = 250_00;
          while (meter.shown !== 250_00) { await new Promise(requestAnimationFrame); seen.push(meter.shown); }
          meter.cents = 90_00;
          await meter.updateComplete;
          return [Math.max(...seen), Math.min(...seen), meter.shown];
        }"""
    )
    assert shown[0] == 250_00
    assert shown[1] >= 100_00
    assert shown[2] == 90_00
