"""A guest who signs in to an account they had already brings rounds and winnings along, and leaves no care behind."""

import re
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from playwright.sync_api import Browser

from mississippi_stud.floor import Floor, LimitKind, Period
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.persons import person_of, stream_of
from mississippi_stud.money import Cents
from mississippi_stud.person import care
from mississippi_stud.person.former_guest import GUESTS_MAX, BringGuest
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.guests import COOKIE as GUEST
from mississippi_stud.web.people import COOKIE
from tests.floor.clock import Clock
from tests.passwords import cheap_passwords
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, serve, too_wide
from tests.web.play import play

PASSWORD = "a quiet river at night"
STAKE = 1_000_00
WON = 400_00
WIN = "1 ante 5; deal Ah Kh Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1"
DAY = 24 * 3600 * 1_000_000


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def place(clock: Clock) -> Iterator[Site]:
    with cheap_passwords():
        floor = Floor.in_memory(clock)
        url, stop = serve(create_app(floor, SECRET, FREELY))
        yield Site(url, floor)
        stop()


class Somebody:
    """A browser in which somebody has played as a guest, and then signed in to an account that they had already."""

    def __init__(self, place: Site, login: str, script: str = "") -> None:
        self.floor = place.floor
        with httpx.Client(base_url=place.url) as first:
            answer = first.post("/api/account", json={"login": login, "password": PASSWORD})
            assert answer.status_code == 201
            self.account = first.post("/api/tables", json={}).json()["view"]["seats"][0]["player"]
        self.http = httpx.Client(base_url=place.url)
        client = Client(self.http)
        if script:
            play(client, script)
        self.table = client.table.id
        self.guest = client.table.view.seats[0].player
        self.cookie = self.http.cookies[GUEST]
        self.enter(login)

    def enter(self, login: str) -> None:
        asked = {"login": login, "password": PASSWORD}
        assert self.http.post("/api/account/sign-in", json=asked).status_code == 200

    def bring(self) -> httpx.Response:
        return self.http.post("/api/account/guest")

    @property
    def held(self) -> tuple[int, int]:
        """What the account and the guest hold."""
        return self.floor.balance(self.account), self.floor.balance(self.guest)


@pytest.fixture
def somebody(place: Site, request: pytest.FixtureRequest) -> Iterator[Somebody]:
    found = Somebody(place, request.node.name[:60], getattr(request, "param", ""))
    yield found
    found.http.close()


plays = pytest.mark.parametrize("somebody", [WIN], indirect=True, ids=[""])


@plays
def test_rounds_and_winnings_come_along_and_the_first_stake_goes_back(place: Site, somebody: Somebody):
    before = somebody.held
    won = before[1] - STAKE
    assert won > 0, "a royal flush wins"
    assert somebody.http.get("/api/rounds").json() == []
    shown = somebody.http.get("/api/account").json()["guest"]
    assert shown == {"won": f"${won // 100:,}.00", "back": "$1,000.00"}
    answer = somebody.bring()
    assert answer.status_code == 200, answer.text
    assert answer.json()["guest"] is None
    assert somebody.held == (before[0] + won, 0)
    verify_streams(somebody.floor.database, somebody.floor.streams)  # the ledger adds up, and every hash holds


@plays
def test_the_account_looks_back_at_the_guests_rounds_in_every_way(somebody: Somebody):
    http, round_of = somebody.http, f"/api/tables/{somebody.table}/rounds/1"
    for path in ("", "/proof", "/review"):
        assert http.get(round_of + path).status_code == 404, "not before"
    assert somebody.bring().status_code == 200
    (line,) = http.get("/api/rounds").json()
    assert (line["table"], line["number"], line["net_cents"] > 0) == (somebody.table, 1, True)
    steps = http.get(round_of).json()["steps"]
    assert steps[-1]["view"]["own"] == [1], "as the guest saw it, with their own cards"
    assert http.get(f"{round_of}/proof").json()["cards"].startswith("Ah Kh")
    assert len(http.get(f"{round_of}/review").json()) == 3
    assert http.post(f"{round_of}/share").status_code == 200
    assert http.get("/api/statistics").json()["rounds"] == 1
    assert somebody.guest in http.get("/api/rounds.csv").text
    assert "royal" in http.get("/api/rounds.json").text
    played = {each["period"]: each for each in http.get("/api/care").json()["played"]}
    assert played["day"]["rounds"] == 1
    assert http.get("/api/account/data.json").json()["guests"] == [somebody.guest]
    assert http.post(f"/api/tables/{somebody.table}/commands", json={}).status_code in (400, 404), "looking is all"
    own = http.post("/api/tables", json={}).json()["id"]
    play(Client(http), "1 ante 5; deal; 1 fold")
    assert http.get(f"/api/tables/{own}/rounds/1").status_code == 200, "and the account's own rounds are still its own"


def test_nobody_is_the_guest_any_more(place: Site, somebody: Somebody):
    assert somebody.bring().status_code == 200
    assert GUEST not in somebody.http.cookies
    with httpx.Client(base_url=place.url, cookies={GUEST: somebody.cookie}) as thief:
        assert thief.get(f"/api/tables/{somebody.table}").status_code == 404
        assert thief.post("/api/tables", json={}).json()["view"]["seats"][0]["player"] != somebody.guest
    somebody.http.post("/api/account/sign-out")
    assert dict(somebody.http.cookies) == {}
    assert somebody.bring().status_code == 401


def test_a_guest_is_brought_once_and_by_the_cookie_alone(place: Site, somebody: Somebody):
    """Neither a second account with a copy of the cookie nor the same one again gets anything."""
    assert somebody.bring().status_code == 200
    held = somebody.held
    other = Somebody(place, "with a copy")
    session = other.http.cookies[COOKIE]
    with httpx.Client(base_url=place.url, cookies={COOKIE: session, GUEST: somebody.cookie}) as copy:
        assert copy.post("/api/account/guest").status_code == 409
    with httpx.Client(base_url=place.url, cookies={COOKIE: session, GUEST: somebody.guest}) as forged:
        assert forged.post("/api/account/guest").status_code == 409
    assert (somebody.held, other.floor.balance(other.account)) == (held, STAKE)
    other.http.close()


def test_a_guest_who_lost_brings_rounds_and_no_money(place: Site):
    loser = Somebody(place, "loser", "1 ante 5; deal; 1 fold")
    assert loser.bring().status_code == 200
    assert loser.held == (STAKE, 0)
    assert len(loser.http.get("/api/rounds").json()) == 1
    loser.http.close()


def test_an_open_round_is_finished_first(place: Site):
    open_round = Somebody(place, "in the middle", "1 ante 5; deal")
    answer = open_round.bring()
    assert answer.status_code == 409
    assert answer.json()["clause"].startswith("online ")
    assert "sign out, finish that round, and bring the guest in afterwards" in answer.json()["detail"]
    assert open_round.held == (STAKE, STAKE - 5_00)
    open_round.http.close()


LIMIT = care.SetLimit(kind=LimitKind.LOSS, period=Period.WEEK, most=100_00)


@pytest.mark.parametrize(
    "asked",
    [
        LIMIT,
        care.SetRealityCheck(minutes=30),
        care.SetBreaks(on=True),
        care.ExcludeSelf(until=None),
        care.TimeOut(until=2**52),
    ],
    ids=lambda asked: type(asked).__name__,
)
def test_care_of_the_guest_is_never_left_behind(somebody: Somebody, asked: object):
    """Whoever has limited or excluded themselves as a guest does not carry chips out of it."""
    somebody.floor.send(stream_of(somebody.guest), asked, actor=somebody.guest)
    answer = somebody.bring()
    assert (answer.status_code, answer.json()["code"], answer.json()["clause"]) == (
        409,
        "guest-care",
        "care former-guest",
    )
    assert somebody.held == (STAKE, STAKE)
    assert person_of(somebody.floor, somebody.account).guests == ()


def test_a_time_out_that_is_over_keeps_nobody(somebody: Somebody, clock: Clock):
    somebody.floor.send(stream_of(somebody.guest), care.TimeOut(until=clock.now + 60_000_000), actor=somebody.guest)
    assert somebody.bring().status_code == 409
    clock.now += 60_000_000
    assert somebody.bring().status_code == 200


@pytest.mark.parametrize(("most", "status"), [(WON - 1, 409), (WON, 200)])
def test_what_comes_along_is_a_deposit_of_the_account(somebody: Somebody, most: int, status: int):
    """A limit on deposits is not got round by winning as a guest."""
    floor = somebody.floor
    floor.deposit(somebody.guest, WON)
    limit = care.SetLimit(kind=LimitKind.DEPOSIT, period=Period.DAY, most=most)
    floor.send(stream_of(somebody.account), limit, actor=somebody.account)
    answer = somebody.bring()
    assert answer.status_code == status, answer.text
    if status == 200:
        assert somebody.held == (STAKE + WON, 0)
        (view,) = somebody.http.get("/api/care").json()["care"]["limits"]
        assert view["left"] == 0
    else:
        assert answer.json()["code"] == "deposit-limit"
        assert somebody.held == (STAKE, STAKE + WON)


def test_nothing_is_brought_into_an_account_that_excluded_itself(somebody: Somebody):
    floor = somebody.floor
    floor.send(stream_of(somebody.account), care.ExcludeSelf(until=None), actor=somebody.account)
    answer = somebody.bring()
    assert (answer.status_code, answer.json()["code"]) == (409, "self-excluded")
    assert somebody.held == (STAKE, STAKE)


def test_an_account_has_at_most_twenty_guests(somebody: Somebody):
    floor = somebody.floor
    for number in range(GUESTS_MAX):
        bring = BringGuest(guest=f"g{number}", stake_cents=Cents(0), held_cents=Cents(0))
        floor.send(stream_of(somebody.account), bring, actor=somebody.account)
    answer = somebody.bring()
    assert answer.status_code == 409
    assert str(GUESTS_MAX) in answer.json()["detail"]


@pytest.mark.parametrize(("language", "told"), [("en", "are in this account now"), ("fr", "maintenant dans ce compte")])
def test_on_the_page_of_the_account_one_press_brings_the_guest_in(
    place: Site, browser: Browser, language: str, told: str
):
    somebody = Somebody(place, f"on the page in {language}", WIN)
    won = somebody.held[1] - STAKE
    context = browser.new_context(locale=LOCALES[language], viewport={"width": 360, "height": 640})
    with closing(context):
        context.add_cookies(
            [{"name": name, "value": value, "url": place.url} for name, value in somebody.http.cookies.items()]
        )
        page = context.new_page()
        page.goto(f"{place.url}/account?lang={language}")
        page.wait_for_selector("#guest-title")
        assert str(won // 100) in re.sub(r"[\s,]", "", page.inner_text("section[aria-labelledby=guest-title]"))
        assert too_wide(page) <= 0
        assert Axe().run(page).response["violations"] == []
        page.focus("button.bring")
        page.keyboard.press("Enter")
        page.wait_for_selector("#guest-title", state="detached")
        assert told in page.inner_text("ms-account [role=status]")
    assert somebody.held == (STAKE + won, 0)
    somebody.http.close()
