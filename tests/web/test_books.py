"""Tables of all four books, over the API and in the browser; several seats, a blind box, side wagers and a meter."""

from collections.abc import Iterator

import httpx
import pytest

from mississippi_stud.floor import ChangeMeters, Floor, PlaceWagers, Play, Sit, SoloGame, Stand, Wager
from mississippi_stud.jackpot import MeterOffer, OpenMeter
from mississippi_stud.money import Cents
from mississippi_stud.round.commands import Fold
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client, NotProvedError
from mississippi_stud.web.seats import solo_seat
from mississippi_stud.web.shapes import BetBlindRequest, BetRequest
from mississippi_stud.web.shapes import PlayRequest as Playing
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, Visit, flaws, new_floor, serve, too_wide
from tests.web.test_api import refused
from tests.web.test_felt import CUT, IN_EACH, LISTED, SHOWN, SIZES

TWO_PAIR = {  # queens in the hole, treys on the board: in the order in which each table's cards leave the deck
    "nsw": "Qc Qd 3h 3s 9c",
    "maryland": "2c 4d 6h 8s 3h 3s 9c Qc Qd",
    "crown": "Qc Qd 3h 3s 9c",
    "online": "Qc Qd 3h 3s 9c",
}
CURRENCIES = {"nsw": "AUD", "maryland": "USD", "crown": "AUD", "online": "CAD"}
AREAS = {
    "nsw": ["ante"],
    "maryland": ["six-card-bonus", "three-card-bonus", "ante"],
    "crown": ["ante"],
    "online": ["three-card-bonus", "ante"],
}
STREETS = ["third-street", "fourth-street", "fifth-street"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_of_each_book_over_the_api(client: httpx.Client, book: str):
    guest = Client(client, book)
    view = guest.table.view
    assert (guest.table.book, view.currency, view.own) == (book, CURRENCIES[book], (1,))
    assert [area.wager for area in view.areas] == AREAS[book] + STREETS
    assert set(guest.table.labels) == {*AREAS[book], *STREETS}
    wagers = dict.fromkeys(AREAS[book], 500)
    guest.deal(wagers, TWO_PAIR[book])
    assert guest.round.hands[0].hole == (40, 41)
    told = [guest.table.so_far]
    for times in (1, 2, 3):
        guest.bet(times)
        told.append(guest.table.so_far)
    assert told == [
        "a pair of queens",
        "a pair of queens",
        "two pair",
        "",
    ]  # of what is turned, and at last as a result
    assert guest.table.view.made == {1: "two-pair"}
    won = 2 * (5_00 + 5_00 + 10_00 + 15_00)
    sides = {"online": 5_00, "maryland": 5_00 - 5_00}.get(book, 0)  # a pair of treys; nothing in six cards
    assert guest.table.balance_cents == 1_000_00 + won + sides
    assert guest.table.rows[Wager.ANTE] == "two-pair"
    assert guest.table.labels["two-pair"] == "two pair"
    assert [line.net_cents for line in guest.rounds()] == [won + sides]
    assert guest.recall(1).steps[-1].view.round == guest.round
    with pytest.raises(NotProvedError, match="the cards shown do not follow"):
        guest.prove(1)  # the deck was chosen by the test
    client.headers["Accept-Language"] = "fr-CA"
    assert guest.look().labels["two-pair"] == "2 paires"
    guest.deal(wagers)
    guest.bet(1)
    guest.fold()
    guest.prove(2)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_round_of_each_book_in_the_browser(visit, book: str, language: str):
    v = visit(language, f"/?book={book}")
    v.page.wait_for_selector("button.deal")
    spots = [spot.get_attribute("data-wager") for spot in v.page.locator(".spot").all()]
    assert spots == AREAS[book] + STREETS
    assert "undefined" not in v.page.inner_text("body")
    assert v.page.locator(".pays").count() == len(AREAS[book])
    for wager in AREAS[book]:
        v.page.fill(f"#wager-{wager}", "5")
        v.page.locator(f"#wager-{wager}").blur()
    v.script(TWO_PAIR[book])
    v.click("button.deal")
    v.open_street("third-street")
    v.bet(1, 2, 3)
    v.ended()
    five, ten, twenty, thirty = {
        "en": ("+$5.00", "+$10.00", "+$20.00", "+$30.00"),
        "fr": ("+5,00 $", "+10,00 $", "+20,00 $", "+30,00 $"),
    }[language]
    lost = {"en": "-$5.00", "fr": "-5,00 $"}[language]
    expected = {"ante": ten, "third-street": ten, "fourth-street": twenty, "fifth-street": thirty}
    expected |= {
        "online": {"three-card-bonus": five},
        "maryland": {"three-card-bonus": five, "six-card-bonus": lost},
    }.get(book, {})
    assert v.amounts() == expected
    assert v.page.locator(".pays[data-wager=ante] tr.lit").get_attribute("data-hand") == "two-pair"
    assert v.text(".verdict").startswith({"en": "Two pair", "fr": "2 paires"}[language])
    v.page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    shown = v.page.inner_text("body")
    assert "undefined" not in shown
    assert "NaN" not in shown
    assert Axe().run(v.page).violations_count == 0
    v.page.set_viewport_size({"width": 360, "height": 740})
    assert too_wide(v.page) <= 0
    v.page.set_viewport_size({"width": 1280, "height": 900})
    clauses = {a.get_attribute("href").split("/")[2] for a in v.page.locator(".results a.clause").all()}
    assert clauses == {book}
    v.page.click("nav a[href^='/history']")
    v.page.locator(".rounds button").click()
    v.page.wait_for_selector(".steps")
    assert v.text(".verdict").startswith({"en": "Two pair", "fr": "2 paires"}[language])
    v.page.click(".after .prove")  # the deck was chosen by the test: the browser must notice
    v.page.get_by_text({"en": "NOT proved: the cards do not follow", "fr": "NON prouvé"}[language]).wait_for()


ROYAL = {**dict.fromkeys(BOOKS, "As Ks Qs Js Ts"), "maryland": "2c 4d 6h 8s Qs Js Ts As Ks"}

ADVICE = {
    "values": {"fold": "-1", "1": "-1235/1000", "2": "-1235/1000", "3": "12345/1000"},
    "best": "3",
    "why": "3 points and a draw to a flush: betting 3× is worth 12.345 antes more than folding.",
}
"""Advice of the shape that the server gives, with the longest figures."""


def every_state(v: Visit, book: str) -> Iterator[str]:
    """The states of a game with every wager of a book, by name."""
    page = v.page
    page.wait_for_selector("button.deal")
    yield "choosing"
    fields = [str(field.get_attribute("id")) for field in page.locator(".fields input").all()]
    for field in fields:
        page.fill(f"#{field}", "1" if field.endswith(("progressive", "-jackpot")) else "5")
        page.locator(f"#{field}").blur()
    yield "all wagers"
    for cards, bets in ((TWO_PAIR[book], 3), (ROYAL[book], 3), (TWO_PAIR[book], 1)):
        v.script(cards)
        v.click("button.deal")
        for street in STREETS[:bets]:
            v.open_street(street)
            if cards == TWO_PAIR[book]:
                yield street
            v.bet(3)
        if bets < 3:
            v.click(".decide .fold")
        v.ended()
        yield f"ended after {bets}{', royal' if cards == ROYAL[book] else ''}"
        v.click(".new")
        page.wait_for_selector("button.deal")
    page.fill(f"#{fields[0]}", "9000")
    page.locator(f"#{fields[0]}").blur()
    yield "a wrong amount"
    v.wager(ante="100")
    v.script(ROYAL[book])
    v.click("button.deal")
    v.open_street("third-street")
    page.evaluate("told => Object.assign(document.querySelector('ms-game'), { practice: true, advice: told })", ADVICE)
    page.wait_for_selector(".worth.best")
    yield "large wagers, practice"
    v.click(".decide .fold")
    v.ended()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_meter_is_in_sight_beside_three_side_wagers(house: Site, browser, language: str):
    context = browser.new_context(locale=LOCALES[language], reduced_motion="reduce")
    v = Visit(context, house, "/?book=maryland")
    v.page.wait_for_selector("button.deal")
    assert v.page.locator(".fields input").count() == 4
    shown = v.page.locator("aside .meter output").text_content()
    seen = """amount => [...document.querySelectorAll('.said .note, aside .meter output')]
      .filter((each) => each.textContent.includes(amount)).map((each) => each.getBoundingClientRect())
      .filter(({ top, bottom, height }) => height && top >= 0 && bottom <= innerHeight).length"""
    hidden = "(said) => said.scrollHeight - said.clientHeight"
    for width, height in SIZES:
        v.page.set_viewport_size({"width": width, "height": height})
        assert v.page.evaluate(seen, shown) == 1, (width, height)
        assert v.page.locator(".said").evaluate(hidden) <= 1, (width, height)
    assert v.wrong == []
    context.close()


@pytest.mark.parametrize(("language", "sizes"), IN_EACH)
@pytest.mark.parametrize("book", [book for book in BOOKS if book != "online"])  # that one has a test of its own
def test_every_book_fits_every_window(house: Site, browser, book: str, language: str, sizes: list[tuple[int, int]]):
    context = browser.new_context(locale=LOCALES[language], reduced_motion="reduce")
    v = Visit(context, house, f"/?book={book}")
    wrong = []
    for state in every_state(v, book):
        for width, height in sizes:
            v.page.set_viewport_size({"width": width, "height": height})
            found = [
                *flaws(v.page, SHOWN, CUT),
                *([] if "royal" in state else flaws(v.page, LISTED)),
            ]
            wrong += [(state, width, height, each) for each in found]
    assert wrong == []
    assert v.wrong == []
    context.close()


def test_the_ceiling_of_each_book_is_the_servers_figure(visit):
    """Maryland pays $50,000 at most on the main wagers of a hand: 500 to 1 on ten antes of more than $10."""
    v = visit("en", "/?book=maryland")
    v.page.wait_for_selector("button.deal")
    v.wager(ante="10")
    assert v.page.locator(".note").count() == 0
    v.wager(ante="15")
    assert v.text(".note") == "With these wagers, the biggest win would be capped at $50,000.00 (Maryland .12B)."


def test_a_wager_that_needs_another_says_so_before_the_deal(house: Site, browser):
    """Maryland takes a Six Card Bonus only beside a Three Card Bonus (.07F(5)(c))."""
    context = browser.new_context(locale=LOCALES["en"], reduced_motion="reduce")
    v = Visit(context, house, "/?book=maryland")
    v.page.wait_for_selector("button.deal")
    assert v.page.locator(".note:not(.to-meter)").count() == 0
    v.page.click(".spot[data-wager=six-card-bonus] .ring")
    assert v.text(".note:not(.to-meter)") == "Six Card Bonus can only be placed together with Three Card Bonus."
    v.page.click(".spot[data-wager=three-card-bonus] .ring")
    assert v.page.locator(".note:not(.to-meter)").count() == 0
    v.click("button.deal")
    v.open_street("third-street")
    assert v.wrong == []
    context.close()


def test_what_was_refused_can_be_corrected_and_undone(house: Site, browser):
    context = browser.new_context(locale=LOCALES["en"], reduced_motion="reduce")
    v = Visit(context, house, "/?book=maryland")
    v.meant = ("409",)
    v.page.wait_for_selector("button.deal")
    v.page.click(".spot[data-wager=six-card-bonus] .ring")
    v.click("button.deal")
    v.page.get_by_text("can be placed only together with").wait_for()
    assert v.page.get_by_role("button", name="Undo").is_enabled()
    v.page.click(".spot[data-wager=three-card-bonus] .ring")
    assert v.page.locator(".error").count() == 0  # what it says is no longer so
    v.click("button.deal")
    v.open_street("third-street")
    assert v.wrong == []
    context.close()


def test_double_leaves_what_takes_one_amount_alone_and_new_wagers_begin_with_the_ante(house: Site, browser):
    context = browser.new_context(locale=LOCALES["en"], reduced_motion="reduce")
    v = Visit(context, house, "/?book=maryland")
    v.page.wait_for_selector("button.deal")
    v.page.click(".spot[data-wager=progressive] .ring")
    v.page.get_by_role("button", name="Double").click()
    assert [v.page.input_value(f"#wager-{wager}") for wager in ("ante", "progressive")] == ["10.00", "1.00"]
    v.click("button.deal")
    v.open_street("third-street")
    v.click(".decide .fold")
    v.ended()
    v.click(".new")
    v.page.get_by_label("Ante: add $25.00", exact=True).click()
    assert v.page.input_value("#wager-ante") == "35.00"
    v.page.get_by_role("button", name="Clear").click()
    v.page.click(".spot[data-wager=progressive] .ring")
    assert v.page.get_by_role("button", name="Double").is_disabled()  # it would change nothing
    assert v.wrong == []
    context.close()


@pytest.mark.parametrize(("book", "there"), [("online", True), ("crown", False)])
def test_only_the_keys_of_what_a_book_has_are_listed(visit, book: str, there: bool):
    v = visit("en", f"/?book={book}")
    v.page.wait_for_selector("button.deal")
    v.page.click(".bar .help")
    v.page.wait_for_selector("dialog.how[open]")
    assert v.page.locator("dialog.how dt", has_text="M").count() == there
    v.page.keyboard.press("Escape")
    v.page.click(".bar .set")
    v.page.wait_for_selector("dialog.settings[open]")
    assert v.page.locator("[name=key-all]").count() == there
    assert v.page.locator("[name=key-fold]").count() == 1


def test_a_verdict_names_the_bonus_only_if_nothing_was_lost(visit):
    v = visit("fr")
    v.page.wait_for_selector("button.deal")
    for bets, told in ((0, "Bonus 3 cartes : paire 0,00 $"), (1, "Couchée -10,00 $")):
        v.deal("2c 7d 9h 9c 4s", ante="5", bonus="5")
        v.bet(*[2] * bets)
        v.click(".decide .fold")
        v.ended()
        assert v.text(".verdict") == told
        assert "Bonus 3 cartes gagne : paire." in v.text(".message")
        v.click(".new")
        v.page.wait_for_selector("button.deal")


def test_a_refusal_is_told_in_the_currency_of_the_book(client: httpx.Client):
    maryland = Client(client, "maryland")
    problem = refused(409, "outside-limits", maryland.deal, {Wager.ANTE: 1_00})
    assert problem.detail == "The ante is $1.00; this table takes $5.00 to $100.00 (Maryland .07A)."
    problem = refused(409, "not-in-units", maryland.deal, {Wager.ANTE: 7_00})
    assert problem.detail == "The ante goes up in steps of $5.00; $7.00 was offered (Maryland .07A)."


def test_several_seats_and_a_blind_box(visit, site: Site):
    """A table for three under crown's book: the player's own seat large, the box and other seat small, cards unseen."""
    v = visit("en", "/?book=crown")
    v.page.wait_for_selector("button.deal")
    stream = f"table:{v.table['id']}"
    floor = site.floor
    (name,) = floor.table(stream).players
    floor.deposit("bob", 1_000_00)
    floor.send(stream, Sit(position=2, player=name, person=name, nobody_shut_out=True, seats_elsewhere=True))
    floor.send(stream, Sit(position=3, player="bob", person="bob"))
    v.page.wait_for_selector(".others li >> nth=1")
    assert v.text(".others").startswith("Your box 2")
    assert "Seat 3" in v.text(".others")
    commitment = floor.table(stream).committed.commitment
    for position, who in ((2, name), (3, "bob")):
        wagers = PlaceWagers(position=position, wagers={Wager.ANTE: 5_00}, commitment=commitment, person=who)
        floor.send(stream, wagers)
    v.page.wait_for_selector(".others li[data-position='3'] .stake:has-text('$5.00')")
    v.script("a seed of mine")
    v.click("button.deal")
    v.open_street("third-street")
    table = floor.table(stream)
    assert table.seeds == {1: "a seed of mine"}  # its hash was published first
    faces = [card.get_attribute("aria-label") for card in v.page.locator(".card.face").all()]
    assert len(faces) == 2  # the player's own; nobody looks at the box, and the other seat's are private
    assert v.page.locator(".others .card.back").count() == 4
    assert Axe().run(v.page).violations_count == 0
    assert v.page.locator(".community .card.back").count() == 3
    blind = Playing(do=BetBlindRequest(position=2, cents=(5_00, 5_00, 5_00))).of(name)
    floor.send(stream, blind)
    floor.send(stream, Play(do=Fold(position=3), person="bob"))
    v.page.wait_for_selector(".others li[data-position='3'] em:has-text('folded')")
    v.bet(1, 1, 1)  # what the others have done meanwhile does not matter
    v.ended()
    assert v.page.locator(".others li[data-position='2'] .card.face").count() == 2
    assert v.page.locator(".others li[data-position='3'] .card.back").count() == 2
    assert len(v.amounts()) == 4  # by wager; of the seat and of the box
    assert v.page.locator(".results li[data-wager]").count() == 8
    v.page.click(".proof summary")
    v.page.click(".proof .prove")
    v.page.get_by_text("Proved: the cards follow").wait_for()
    assert v.page.locator(".dealt").count() == 0  # what others held and folded is theirs


def test_a_decision_is_not_refused_because_of_somebody_elses(client: httpx.Client, site: Site):
    """Two seats decide on the basis of the same view: both decisions are accepted."""
    guest = Client(client, "crown")
    stream, floor = f"table:{guest.table.id}", site.floor
    floor.deposit("bob", 1_000_00)
    floor.send(stream, Sit(position=3, player="bob", person="bob"))
    commitment = floor.table(stream).committed.commitment
    floor.send(stream, PlaceWagers(position=3, wagers={Wager.ANTE: 5_00}, commitment=commitment, person="bob"))
    guest.look()
    guest.deal({Wager.ANTE: 5_00}, "a seed")
    assert guest.kept[1].seed == "a seed"
    turn = guest.table.view.turn
    floor.send(stream, Play(do=Fold(position=3), turn=turn, person="bob"))
    guest.do(Playing(do=BetRequest(position=1, cents=5_00), turn=turn))
    assert guest.wagers[Wager.THIRD_STREET] == 5_00
    guest.fold()
    guest.prove(1)
    answer = client.get(f"/api/tables/{guest.table.id}/advice")
    assert (answer.status_code, answer.json()["code"]) == (409, "no-advice")


def test_a_table_on_a_meter(tmp_path, browser):
    """Crown's jackpot wager has a price: the page offers it, shows what it pays, and one click wagers it."""
    floor = new_floor(tmp_path)
    floor.open_meters("house", "crown")
    offers = {"crown": {"meters": "house", "tables": {Wager.JACKPOT: "option-1"}, "costs_cents": {Wager.JACKPOT: 5_00}}}
    url, stop = serve(create_app(floor, SECRET, FREELY, offers=offers))
    context = browser.new_context(locale=LOCALES["en"], reduced_motion="reduce")
    v = Visit(context, Site(url, floor), "/?book=crown")
    v.page.wait_for_selector("button.deal")
    stream = f"table:{v.table['id']}"
    meter = OpenMeter(meter="main", offer=MeterOffer(cost_cents=5_00, option="1", seed="10000"), tables=(stream,))
    floor.send("meters:house", ChangeMeters(do=meter), actor="manager")
    v.page.reload()
    v.page.wait_for_selector("button.deal")
    assert [spot.get_attribute("data-wager") for spot in v.page.locator(".spot").all()] == ["jackpot", "ante", *STREETS]
    assert v.text("#wager-jackpot-hint") == "$5.00; meter $50,000"
    v.page.focus("#wager-jackpot")
    v.page.get_by_label("Jackpot wager: add $5.00", exact=True).wait_for()
    assert v.page.locator(".chip").count() == 1
    v.page.click(".spot[data-wager=jackpot] .ring")
    assert v.page.input_value("#wager-jackpot") == "5.00"
    v.deal("2h 9h Jh 4h Kh", ante="5")
    v.bet(1, 1, 1)
    v.ended()
    assert v.amounts()["jackpot"] == "+$495.00"  # 100 for 1
    assert v.page.locator(".pays[data-wager=jackpot] tr.lit").get_attribute("data-hand") == "flush"
    assert v.text(".results li[data-wager=jackpot] .outcome") == "wins 100 for 1"  # the stake is not returned with it
    assert v.text(".results li[data-wager=ante] .outcome") == "wins 6 : 1"
    assert "100% of the meter" in v.text(".pays[data-wager=jackpot]")
    assert "Jackpot wager wins: flush." in v.text(".message")
    v.page.click("#language")
    v.ended()
    assert v.text(".results li[data-wager=jackpot] .outcome") == "gagne 100 pour 1"
    assert v.wrong == []
    context.close()
    stop()


def test_a_table_is_found_again_however_the_house_opens_its_tables_now():
    with Floor.in_memory() as floor:
        seat = solo_seat(floor, "ann", SoloGame("nsw", "nsw", {}), "en")
        first = seat.now()
        other = SoloGame("nsw", "nsw", {"limits": {Wager.ANTE: Bounds(Cents(5_00))}})
        assert solo_seat(floor, "ann", other, "en").now() == first
        floor.send(seat.stream, Stand(position=1, person="ann"))
        again = solo_seat(floor, "ann", other, "en").now()
        assert (again.id, again.view.own, again.balance_cents) == (first.id, (1,), 1_000_00)
