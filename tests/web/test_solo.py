"""The four books as the solo game offers them: every wager of each, its meter, its prizes, and the choice of a book."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.sync.client import connect

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, SoloGame, Wager, open_meter, solo_game
from mississippi_stud.floor.absence import close_quiet
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.solo import CHOICES
from mississippi_stud.messages import DAY
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.store import log
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.guests import GUEST
from mississippi_stud.web.seats import solo_seat
from tests.floor import drive
from tests.floor.drive import check_all
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, Visit, new_floor, serve, too_wide
from tests.web.play import play
from tests.web.test_serve import Start, address, start

__all__ = ["start"]

ON_METER = {"nsw": Wager.JACKPOT, "maryland": Wager.PROGRESSIVE, "crown": Wager.JACKPOT}
SEEDS = {"nsw": 10_000_00, "maryland": 10_000_00, "crown": 50_000_00}
RATES = {"nsw": Fraction(30), "maryland": Fraction(30), "crown": Fraction("27.76")}
"""What a wager of $1.00 brings onto the meter, in cents."""
WAGERS = {
    "nsw": {Wager.ANTE: 5, Wager.JACKPOT: 1, Wager.FIXED_JACKPOT: 2},
    "maryland": {Wager.ANTE: 5, Wager.PROGRESSIVE: 1, Wager.THREE_CARD_BONUS: 2, Wager.SIX_CARD_BONUS: 3},
    "crown": {Wager.ANTE: 5, Wager.JACKPOT: 1},
    "online": {Wager.ANTE: 5, Wager.THREE_CARD_BONUS: 2},
}
"""Every wager of a book, in dollars."""
FLUSH = "2h 9h Jh 4h Kh"
ROYAL = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9s 8s 7s 6s 5s"
BONUS_CARDS = "2c 4d 6h 8c"


def dealt(book: str, cards: str) -> str:
    """The cards of a hand, first two in the hand, in the order in which this house's tables deal them."""
    hole, board = cards.split()[:2], cards.split()[2:]
    return f"{BONUS_CARDS} {' '.join(board + hole)}" if book == "maryland" else cards


@pytest.fixture
def guest(house: Site) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.url) as client:
        yield client


def meter_of(floor: Floor, book: str) -> Fraction:
    return floor.meters(f"solo-{book}").meters["main"].value


def pool_of(floor: Floor, book: str) -> int:
    return log.balance(floor.database, f"pool:solo-{book}/main")


@pytest.mark.parametrize("book", BOOKS)
def test_what_the_house_chose_names_clauses_of_the_book(book: str):
    assert {choice.clause for choice in CHOICES[book]} <= set(ledger(book))


@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_of_each_book_is_offered_and_settled(guest: httpx.Client, house: Site, book: str):
    """A flush of hearts, J 4 K of them on the board: $5 wins 6 to 1 on ante and streets."""
    ann = Client(guest, book)
    sides = [area.wager for area in ann.table.view.areas if area.kind == "side"]
    assert {Wager.ANTE, *sides} == set(WAGERS[book])
    before = meter_of(house.floor, book) if book in ON_METER else None
    wagers = "; ".join(f"1 {wager} {dollars}" for wager, dollars in WAGERS[book].items())
    play(ann, f"{wagers}; deal {dealt(book, FLUSH)}")
    if before is not None:
        assert meter_of(house.floor, book) - before == RATES[book]  # from the deal on
    play(ann, "1 bet 1; 1 bet 1; 1 bet 1")
    won = {result.wager: result.won_cents + result.returned_cents for result in ann.round.results}
    main = 6 * 5_00 + 5_00
    assert won == {
        "nsw": {Wager.JACKPOT: 100_00, Wager.FIXED_JACKPOT: 60 * 2_00 + 2_00},
        "maryland": {Wager.PROGRESSIVE: 40_00, Wager.THREE_CARD_BONUS: 4 * 2_00 + 2_00, Wager.SIX_CARD_BONUS: 0},
        "crown": {Wager.JACKPOT: 100_00},
        "online": {Wager.THREE_CARD_BONUS: 4 * 2_00 + 2_00},
    }[book] | dict.fromkeys((Wager.ANTE, Wager.THIRD_STREET, Wager.FOURTH_STREET, Wager.FIFTH_STREET), main)
    if before is not None:  # what a flush wins is the house's: the meter keeps what came onto it
        assert meter_of(house.floor, book) - before == RATES[book]
    assert not any(result.wager in ("envy-bonus", "bonus-jackpot") for result in ann.round.results)


@pytest.mark.parametrize(
    ("book", "cards", "prize", "left"),
    [
        ("nsw", ROYAL, 10_000_30, 10_000_00),  # all of $10,000.30; then the seed
        ("maryland", ROYAL, 10_000_30, 10_000_00),
        ("crown", ROYAL, 50_001_00, 50_000_00),  # $50,000.2776, rounded up to the dollar
        ("nsw", STRAIGHT_FLUSH, 1_000_03, 9_000_27),  # a tenth; nothing says that the house fills it up
        ("maryland", STRAIGHT_FLUSH, 1_000_03, 9_000_27),
        ("crown", STRAIGHT_FLUSH, 5_000_10, 50_000_00),  # a tenth of $50,001; never below the seed
    ],
)
def test_a_prize_of_the_meter_is_paid_in_the_commit_that_settles(book, cards, prize, left, tmp_path: Path):
    """And the next jackpot wager is taken at once: nobody has to validate or document it first."""
    with new_floor(tmp_path) as floor:
        seat = solo_seat(floor, "ann", solo_game(book), "en")
        before = floor.balance("ann")
        wagers = f"1 ante 5; 1 {ON_METER[book]} 1"
        drive.play(floor, seat.stream, f"{wagers}; deal {dealt(book, cards)}; 1 bet 1; 1 bet 1; 1 bet 1")
        (paid,) = [each for each in floor.table(seat.stream).last_round.results if each.wager == ON_METER[book]]
        assert (paid.outcome, paid.won_cents) == ("win", prize)
        main = {ROYAL: 500, STRAIGHT_FLUSH: 100}[cards] * 4 * 5_00
        assert floor.balance("ann") - before == main + prize - 1_00
        assert (meter_of(floor, book), pool_of(floor, book)) == (left, left)
        *_, last = log.read(floor.database, f"meters:solo-{book}")
        assert last.at == recall.past(floor, seat.stream, 1).ended_at
        drive.play(floor, seat.stream, f"{wagers}; deal {dealt(book, FLUSH)}")
        assert meter_of(floor, book) == left + RATES[book]
        check_all(floor)


@pytest.mark.parametrize("book", ON_METER)
@given(rounds=st.lists(st.tuples(st.sampled_from(["ann", "bob", "cyd"]), st.booleans()), max_size=25))
@settings(max_examples=15, deadline=None)
def test_the_meter_is_its_seed_and_the_rate_of_every_wager_exactly(book: str, rounds: list[tuple[str, bool]]):
    """Whoever wagers, at whatever table: n jackpot wagers of $1 are n times 30 cents, or n times 27.76 at Crown."""
    with Floor.in_memory() as floor:
        tables = {name: solo_seat(floor, name, solo_game(book), "en").stream for name in ("ann", "bob", "cyd")}
        for name, jackpot in rounds:
            side = f"1 {ON_METER[book]} 1;" if jackpot else ""
            drive.play(floor, tables[name], f"1 ante 5; {side} deal; 1 fold")
        count = sum(jackpot for _, jackpot in rounds)
        assert meter_of(floor, book) == SEEDS[book] + count * RATES[book]
        assert pool_of(floor, book) == -(-(SEEDS[book] + count * RATES[book]) // 1)


def test_100_wagers_at_crown_are_27_dollars_and_76_cents_to_the_last_part():
    with Floor.in_memory() as floor:
        table = solo_seat(floor, "ann", solo_game("crown"), "en").stream
        for number in range(1, 101):
            drive.play(floor, table, "1 ante 5; 1 jackpot 1; deal; 1 fold")
            if number == 7:
                assert meter_of(floor, "crown") == Fraction("5000194.32")
        assert meter_of(floor, "crown") == 50_027_76


@pytest.mark.parametrize("book", ON_METER)
def test_a_round_that_absence_ends_takes_its_wager_off_the_meter(book: str):
    days = [1_000]
    with Floor.in_memory(lambda: days[0] * DAY) as floor:
        seat = solo_seat(floor, "guest-1", solo_game(book), "en")
        drive.play(floor, seat.stream, f"1 ante 5; 1 {ON_METER[book]} 1; deal")
        assert meter_of(floor, book) == SEEDS[book] + RATES[book]
        days[0] += 91
        assert list(close_quiet(floor, GUEST, 90)) == [seat.stream]
        assert (meter_of(floor, book), floor.balance("guest-1")) == (SEEDS[book], 1_000_00)
        assert floor.meters(f"solo-{book}").games == {}
        check_all(floor)


def test_a_table_from_before_there_were_meters_gives_way_to_one_on_the_meter():
    with Floor.in_memory() as floor:
        old = solo_seat(floor, "ann", SoloGame("crown", "crown", {}), "en")
        drive.play(floor, old.stream, "1 ante 5; deal")
        assert solo_seat(floor, "ann", solo_game("crown"), "en").stream == old.stream  # a round is open there
        drive.play(floor, old.stream, "1 fold")
        new = solo_seat(floor, "ann", solo_game("crown"), "en")
        assert new.stream != old.stream
        assert new.now().meter.shown_cents == 50_000_00
        assert new.now().balance_cents == 1_000_00 - 5_00


def test_a_meter_that_many_ask_for_is_opened_once():
    with Floor.in_memory() as floor:
        for _ in range(3):
            open_meter(floor, solo_game("crown"))
        assert log.version(floor.database, "meters:solo-crown") == 2


def test_the_live_view_tells_of_the_meter_that_somebody_else_moves(guest: httpx.Client, house: Site):
    ann, bob = Client(guest, "crown"), Client(httpx.Client(base_url=house.url), "crown")
    meter = ann.table.meter
    assert (meter.wager, meter.name, meter.currency, meter.seed_cents, meter.rate) == (
        Wager.JACKPOT, "Jackpot wager", "AUD", 50_000_00, "27.76%",
    )  # fmt: skip
    cookies = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    path = f"{house.url}/api/live".replace("http", "ws", 1)
    with connect(path, additional_headers={"Cookie": cookies}) as live:
        live.send(json.dumps({"do": "subscribe", "topics": {f"meter:{meter.house}": ""}}))
        assert json.loads(live.recv(10))["view"]["meters"][meter.meter]["shown_cents"] == meter.shown_cents
        play(bob, "1 ante 5; 1 jackpot 1; deal")
        news = json.loads(live.recv(10))
        play(bob, "1 fold")
    assert [change["path"] for change in news["delta"]] == [f"/meters/{meter.meter}/shown_cents"]
    assert news["delta"][0]["value"] == meter_of(house.floor, "crown") // 1
    assert bob.table.meter.shown_cents == ann.look().meter.shown_cents
    bob.http.close()


BEHIND = """() => {
  const box = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  };
  const cards = [...document.querySelectorAll('.felt .card')].map((each) => each.getBoundingClientRect());
  const cross = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return [...document.querySelectorAll('.spot .label')]
    .filter((each) => cards.some((card) => cross(box(each), card))).map((each) => each.textContent);
}"""
"""The names of wagers on the felt that a card covers."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_round_with_every_wager_in_the_browser(house: Site, browser, book: str, language: str):
    context = browser.new_context(locale=LOCALES[language], reduced_motion="reduce")
    v = Visit(context, house)
    v.page.wait_for_selector("button.deal")
    v.page.click(f".choose a[href='/?book={book}']")  # one tap
    v.page.wait_for_selector(f".choose a[href='/?book={book}'][aria-current]")
    v.page.wait_for_selector("button.deal")
    assert v.page.locator(".meter").count() == (1 if book in ON_METER else 0)
    assert v.page.locator(".pays").count() == len(WAGERS[book])
    for wager, dollars in WAGERS[book].items():
        v.page.fill(f"#wager-{wager}", str(dollars))
        v.page.locator(f"#wager-{wager}").blur()
    before = v.text(".meter output") if book in ON_METER else ""
    v.script(dealt(book, FLUSH))
    v.click("button.deal")
    v.open_street("third-street")
    if before:
        v.page.wait_for_function("old => document.querySelector('.meter output').textContent !== old", arg=before)
    v.bet(1, 1, 1)
    v.ended()
    assert set(WAGERS[book]) <= set(v.amounts())
    v.page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    shown = v.page.inner_text("body")
    assert "undefined" not in shown
    assert "Envy" not in shown
    validated = {"en": "a prize is paid at once", "fr": "un lot est payé sur-le-champ"}[language]
    assert (validated in shown) == (book in ("maryland", "crown"))
    assert Axe().run(v.page).violations_count == 0
    v.page.set_viewport_size({"width": 360, "height": 640})
    assert too_wide(v.page) <= 0
    assert v.page.evaluate(BEHIND) == []
    v.page.goto(house.url + "/statistics")
    v.page.goto(house.url)  # whoever comes back finds the book that they played
    assert v.page.get_attribute(".choose [aria-current]", "href") == f"/?book={book}"
    v.page.wait_for_selector(".again")
    assert v.wrong == []
    context.close()


def test_a_book_that_is_no_longer_offered_gives_way_to_the_first_table(guest: httpx.Client):
    assert guest.get("/?book=palace").status_code == 404
    page = guest.get("/", headers={"Cookie": "mstud_book=palace"}).text
    assert set(re.findall(r'href="/\?book=(\w+)"[^>]*aria-current="page"', page)) == {"online"}


def test_the_trainer_teaches_the_book_that_was_played_last(guest: httpx.Client):
    for cookie, book in (("mstud_book=maryland", "maryland"), ("mstud_book=palace", "online")):
        assert f'"book":"{book}"' in guest.get("/trainer", headers={"Cookie": cookie}).text.replace(": ", ":")


def test_the_meter_is_seen_to_grow_by_somebody_elses_wager(house: Site, browser, guest: httpx.Client):
    context = browser.new_context(locale=LOCALES["en"])
    v = Visit(context, house, "/?book=nsw")
    v.page.wait_for_selector(".meter output")
    before = v.text(".meter output")
    assert v.text(".meter small") == "It starts from $10,000.00 and grows by 30% of every such wager at all tables."
    bob = Client(guest, "nsw")
    play(bob, "1 ante 5; 1 jackpot 1; deal; 1 fold")
    v.page.wait_for_function("old => document.querySelector('.meter output').textContent !== old", arg=before)
    cents = [int(text.replace("$", "").replace(",", "").replace(".", "")) for text in (before, v.text(".meter output"))]
    assert cents[1] - cents[0] == 30
    assert v.wrong == []
    context.close()


CUSTOM = """
id = "{id}"
title = "The Palace's rules"
version = "1"
date = "2026-01-01"
language = "en"
extends = "crown"

[clauses]
1 = {{ en = "Five cards of one suit pay 7 to 1." }}

[wagers.ante.tables.main.pays]
flush = {{ value = "7 to 1", clause = "1" }}
"""


@pytest.fixture
def palace(tmp_path: Path) -> str:
    file = tmp_path / "palace.toml"
    file.write_text(CUSTOM.format(id="palace"))
    return str(file)


def test_a_custom_book_is_chosen_and_played_with_a_meter_of_its_own(tmp_path: Path, palace: str):
    floor = new_floor(tmp_path)
    url, stop = serve(create_app(floor, SECRET, FREELY, books=(palace,)))
    with httpx.Client(base_url=url) as http:
        assert [line.id for line in Client(http).books()] == ["nsw", "maryland", "crown", "online", "palace"]
        page = http.get("/?book=palace").text
        assert '<a href="/?book=palace" title="The Palace&#39;s rules" aria-current="page">Palace</a>' in page
        ann = Client(http, "palace")
        play(ann, f"1 ante 5; 1 jackpot 1; deal {FLUSH}; 1 bet 1; 1 bet 1; 1 bet 1", book=palace)
        won = {result.wager: (result.won_cents, result.clause) for result in ann.round.results}
        assert won[Wager.ANTE] == (35_00, "palace 1")
        assert meter_of(floor, "palace") == Fraction("5000027.76")
        assert "7 to 1" in http.get("/rules/palace/clause?id=1").text
        assert http.get("/diff/crown/palace").status_code == 200
        assert http.get("/api/books/palace/clauses").json()[0]["en"] == "Five cards of one suit pay 7 to 1."
        assert http.post("/api/tables", json={"book": "castle"}).json()["code"] == "no-book"
    stop()


def test_mstud_serve_takes_custom_books(start: Start, palace: str):
    url = address(start("--book", palace))
    assert [line["id"] for line in httpx.get(f"{url}/api/books").json()] == [*BOOKS, "palace"]
    refused = start("--book", "nowhere.toml")
    assert (refused.wait(60), refused.stderr.read().count("\n")) == (2, 1)


@pytest.mark.parametrize("name", ["two words", "é", "x" * 36])
def test_a_custom_book_needs_an_id_that_can_be_linked_to(tmp_path: Path, name: str):
    file = tmp_path / "palace.toml"
    file.write_text(CUSTOM.format(id=name))
    with pytest.raises(InputError, match="letters, digits and"):
        solo_game(str(file))


def test_two_custom_books_of_one_id_are_refused(palace: str):
    with Floor.in_memory() as floor, pytest.raises(InputError, match="'palace' is already served"):
        create_app(floor, SECRET, FREELY, books=(palace, palace))
