"""The statistics: worked out again from the log by other means, and as people see them."""

import re
from collections import Counter
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import httpx
import msgspec
import pytest

from mississippi_stud.floor import Floor, Wager
from mississippi_stud.floor.history import export
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.maths.balance_chart import ChartPoint
from mississippi_stud.maths.options import Choices, main_game
from mississippi_stud.maths.solver import solve
from mississippi_stud.money import Currency
from mississippi_stud.prose.statistics import decimals, gist, place_in, share
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.statistics import BREAK_MICROSECONDS, StatisticsAnswer
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, Visit, serve, too_wide

KINGS, NOTHING, PUSH, TRIPS = "Kc Kd 3h 5s 9c", "2c 4d 7h 9s Jc", "6c 6d 3h 9s Jc", "8c 8d 8h 2s Jc"
MAIN = ("ante", "third-street", "fourth-street", "fifth-street")


def figures(http: httpx.Client, query: str = "span=all") -> StatisticsAnswer:
    response = http.get(f"/api/statistics?{query}")
    assert response.status_code == 200, response.text
    return msgspec.json.decode(response.content, type=StatisticsAnswer)


def play(guest: Client, wagers: dict[Wager, int], cards: str | None, *plays: int) -> None:
    """Play a round: a multiple on each street, 0 for a fold."""
    guest.deal(wagers, cards)
    for multiple in plays:
        guest.bet(multiple) if multiple else guest.fold()


def playful(http: httpx.Client) -> list[Client]:
    """Play rounds of three books in two currencies, with and without side wagers, to all kinds of ends."""
    online, nsw, crown = (Client(http, book) for book in ("online", "nsw", "crown"))
    bonus = {Wager.THREE_CARD_BONUS: 2_00}
    play(online, {Wager.ANTE: 5_00}, KINGS, 3, 3, 3)
    play(online, {Wager.ANTE: 10_00} | bonus, NOTHING, 0)
    play(online, {Wager.ANTE: 5_00} | bonus, TRIPS, 1, 2, 3)
    play(online, {Wager.ANTE: 5_00}, NOTHING, 1, 0)
    play(online, {Wager.ANTE: 2_50}, PUSH, 3, 3, 3)
    play(nsw, {Wager.ANTE: 5_00, Wager.JACKPOT: 1_00}, TRIPS, 1, 1, 0)
    play(nsw, {Wager.ANTE: 15_00, Wager.FIXED_JACKPOT: 3_00}, KINGS, 1, 1, 1)
    play(crown, {Wager.ANTE: 5_00}, NOTHING, 3, 3, 3)
    online.deal({Wager.ANTE: 5_00}, KINGS)  # under way: it does not count
    return [online, nsw, crown]


def quantile(sums: dict[int, Fraction], level: Fraction) -> int:
    chances = accumulate(sums[cents] for cents in sorted(sums))
    return next(cents for cents, below in zip(sorted(sums), chances, strict=True) if below >= level)


def convolved(antes: list[tuple[str, int]], top: int) -> dict[int, Fraction]:
    """The chances of every sum that matters for amounts up to `top`, by convolution in fractions."""
    sums = {0: Fraction(1)}
    for book, ante in antes:
        further: dict[int, Fraction] = {}
        for net, chance in solve(main_game(rulebook(book), Choices(), {}, ante)).distribution.items():
            for total, own in sums.items():
                cents = total + int(net * ante)
                if cents <= top:
                    further[cents] = further.get(cents, Fraction(0)) + own * chance
        sums = further
    return sums


def test_every_figure_follows_from_the_log(house: Site):
    """The records of the export, the review of each round and a convolution in fractions say the same."""
    with httpx.Client(base_url=house.url) as http:
        guests = playful(http)
        found = figures(http)
        name = guests[0].table.view.seats[0].player
        settled = list(export.records(house.floor, RoundFilter(player=name, status="settled"), name))[::-1]
        reviews = [
            (record, decision)
            for guest in guests
            for record in settled
            if record.table == f"table:{guest.table.id}"
            for decision in guest.review(record.hand)
        ]
    assert found.rounds == len(settled) == 8
    assert found.decisions == len(reviews) == 21
    assert found.unjudged == 0, "a wager on the meter is judged too"
    assert found.best_decisions == sum(decision.lost == "0" for _, decision in reviews)
    assert Fraction(found.lost_antes) == sum(Fraction(decision.lost) for _, decision in reviews)
    assert 0 < found.best_decisions < found.decisions
    assert found.folded == {"third-street": 1, "fourth-street": 1, "fifth-street": 1}
    assert found.best_hand == "three-of-a-kind"
    assert [money.currency for money in found.money] == [Currency.CAD, Currency.AUD]
    for money in found.money:
        own = [record for record in settled if record.currency == money.currency]
        staked, back = Counter[str](), Counter[str]()
        for record in own:
            staked.update(record.wagers_cents["1"])
            for result in record.results:
                back[result.wager] += result.won_cents + result.returned_cents
        assert money.total.rounds == len(own)
        assert money.total.wagered_cents == staked.total()
        assert money.total.net_cents == sum(record.net_cents["1"] for record in own)
        assert money.main.wagered_cents == sum(staked[wager] for wager in MAIN)
        assert money.main.returned_cents == sum(back[wager] for wager in MAIN)
        assert set(money.sides) == set(staked) - set(MAIN)
        for side, each in money.sides.items():
            assert (each.wagered_cents, each.returned_cents) == (staked[side], back[side])
            assert each.net_cents == each.returned_cents - each.wagered_cents
        antes = [(record.book, record.wagers_cents["1"]["ante"]) for record in own]
        lost = sum(
            Fraction(decision.lost) * record.wagers_cents["1"]["ante"]
            for record, decision in reviews
            if record.currency == money.currency
        )
        assert Fraction(money.lost_cents) == lost
        assert [point.rounds for point in money.curve] == list(range(1, len(own) + 1))
        assert money.curve[-1].net_cents == money.main.net_cents
        sums = convolved(antes, 2_000_00)
        last = money.curve[-1]
        band = (last.quantile_05_cents, last.quantile_25_cents, last.quantile_75_cents, last.quantile_95_cents)
        assert band == tuple(quantile(sums, Fraction(each, 100)) for each in (5, 25, 75, 95))
        values = {book: solve(main_game(rulebook(book), Choices(), {})).value for book, _ in antes}
        assert Fraction(last.mean_cents) == sum(values[book] * ante for book, ante in antes)
    assert found.money[0].sides["three-card-bonus"].rounds == 2
    assert {side: each.rounds for side, each in found.money[1].sides.items()} == {"jackpot": 1, "fixed-jackpot": 1}


def test_a_session_ends_with_a_break_and_a_book_is_chosen(tmp_path: Path):
    now = [1_000_000_000_000_000]
    floor = Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key", lambda: now[0])
    url, stop = serve(create_app(floor, SECRET, FREELY))
    with httpx.Client(base_url=url) as http, httpx.Client(base_url=url) as other:
        ann = Client(http)
        play(ann, {Wager.ANTE: 5_00}, None, 0)
        now[0] += BREAK_MICROSECONDS  # just not too long
        play(ann, {Wager.ANTE: 5_00}, None, 0)
        assert figures(http, "span=session").rounds == figures(http).rounds == 2
        now[0] += BREAK_MICROSECONDS + 60_000_000
        assert figures(http, "span=session").rounds == 2  # the last session, until another round has ended
        play(ann, {Wager.ANTE: 10_00}, None, 0)
        session = figures(http, "span=session")
        assert (session.rounds, session.money[0].total.net_cents) == (1, -10_00)
        assert session.since is not None
        assert session.until == now[0]
        assert figures(http).money[0].total.net_cents == -20_00
        play(Client(http, "nsw"), {Wager.ANTE: 5_00}, None, 0)
        assert figures(http, "span=session").rounds == 2
        assert figures(http, "span=all&book=nsw").money[0].total.net_cents == -5_00
        assert figures(http, "span=all&book=crown").rounds == 0
        assert figures(other).rounds == 0  # a stranger's
        Client(other)
        assert figures(other).money == ()
        assert http.get("/api/statistics?span=never").status_code == 400
    stop()


def test_rounds_beside_others_count_and_are_not_judged(client: httpx.Client):
    """At a table with more seats the adviser is silent, so nothing there counts as a decision."""
    crown = Client(client, "crown")
    assert crown.table.view.positions == 3
    crown.deal({Wager.ANTE: 5_00})
    crown.fold()
    found = figures(client)
    assert (found.rounds, found.decisions, found.lost_antes, found.best_hand) == (1, 0, "0", "")
    assert found.folded["third-street"] == 1
    assert found.money[0].main.net_cents == -5_00


@pytest.mark.parametrize(("theme", "size", "ink"), [("light", "wide", "#1f1b16"), ("dark", "narrow", "#f1ece1")])
def test_the_picture_is_drawn_in_the_readers_language_and_light(client: httpx.Client, theme: str, size: str, ink: str):
    ann = Client(client)
    play(ann, {Wager.ANTE: 5_00}, KINGS, 3, 3, 3)
    path = f"/statistics/balance.svg?span=all&currency=CAD&theme={theme}&size={size}"
    for language, words in (("en", "your result"), ("fr", "votre résultat")):
        drawn = client.get(f"{path}&lang={language}", timeout=60)  # the first one loads what draws
        assert (drawn.status_code, drawn.headers["content-type"].split(";")[0]) == (200, "image/svg+xml")
        assert words in drawn.text
        assert ink in drawn.text
        assert len(re.findall(">1<", drawn.text)) == 1, "a round is not halved"
    for wrong, status in (("currency=AUD", 404), ("currency=EUR", 400), ("currency=CAD&theme=pink", 400)):
        assert client.get(f"/statistics/balance.svg?{wrong}").status_code == status
    assert client.get("/statistics?book=nothing").status_code == 404


def test_the_page_in_the_browser(browser, site: Site):
    with httpx.Client(base_url=site.url) as http:
        ann = Client(http)
        for cards in (KINGS, NOTHING, TRIPS):
            play(ann, {Wager.ANTE: 5_00, Wager.THREE_CARD_BONUS: 1_00}, cards, 1, 1, 1)
        cookie = next(iter(http.cookies.jar))
    for language, heading, net, tile in (
        ("en", "Statistics", "$20.00", "$57.00 wagered $63.00"),
        ("fr", "Statistiques", "20,00\u00a0$", "57,00 $ misé : 63,00 $"),
    ):
        context = browser.new_context(locale=LOCALES[language], viewport={"width": 320, "height": 640})
        context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": site.url}])
        v = Visit(context, site, "/statistics?span=session")
        assert v.page.inner_text("h1") == heading
        v.page.wait_for_function("() => document.querySelector('figure img').naturalWidth > 100")
        assert too_wide(v.page) <= 0
        assert v.text(".figures .net dd") == tile
        assert Axe().run(v.page).violations_count == 0
        shown = v.page.get_attribute("figure img", "alt")
        assert not re.search(r"\d/\d", v.page.inner_text("main"))
        for exact in v.page.locator("details.exact").all():
            exact.locator("summary").click()
            assert re.search(r"\d{4,}/\d+", exact.inner_text())
        assert v.page.locator("details.exact[open]").count() == 2
        assert too_wide(v.page) <= 0
        v.page.click("details:not(.exact) summary")
        assert net in [cell.inner_text() for cell in v.page.locator("details tbody tr >> nth=0").locator("td").all()]
        dark = v.page.evaluate("document.querySelector('figure img').currentSrc")
        v.page.click("#theme")
        v.page.wait_for_function("was => document.querySelector('figure img').currentSrc !== was", arg=dark)
        assert Axe().run(v.page).violations_count == 0
        v.page.select_option("select[name=span]", "all")
        v.page.wait_for_url("**/statistics?span=all&book=")
        assert v.page.get_attribute("figure img", "alt") == shown
        v.page.select_option("select[name=book]", "nsw")
        v.page.wait_for_selector("text=/No rounds like that|Aucune partie/")
        assert v.wrong == []
        context.close()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_what_was_won_stands_on_one_line(visit, language: str, width: int):
    v = visit(language, viewport={"width": width, "height": 720})
    v.page.wait_for_selector("button.deal")
    v.deal("As Ks Qs Js Ts", ante="5")
    v.click(".decide .all")
    v.ended()
    v.page.goto(f"{v.url}/?book=maryland")  # two currencies: the figures stand closer
    v.deal()
    v.click(".decide .fold")
    v.ended()
    v.page.goto(f"{v.url}/statistics")
    lines = """dd => {
      const range = document.createRange();
      range.selectNodeContents(dd.firstChild);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }"""
    won, lost = v.page.locator(".figures .net dd").all()
    assert "25" in won.inner_text()
    assert (won.evaluate(lines), lost.evaluate(lines)) == (1, 1)
    if width >= 360:  # the sums of a usual session are whole
        usual = v.page.locator("section:has-text('Maryland') .scroll:visible, .scroll:visible").last
        assert usual.evaluate("each => each.scrollWidth - each.clientWidth") <= 1


POINT = ChartPoint(12, 0, -2_95, (-120_00, -65_00, 35_00, 180_00))


@pytest.mark.parametrize(
    ("cents", "place"),
    [
        (-120_01, "below"), (-120_00, "low"), (-65_01, "low"), (-65_00, "middle"), (35_00, "middle"), (35_01, "high"),
        (180_00, "high"), (180_01, "above"),
    ],
)  # fmt: skip
def test_where_a_result_lies(cents: int, place: str):
    assert place_in(POINT._replace(balance=cents)) == place


def test_figures_as_people_write_them():
    assert (share(2, 3, "en"), share(1, 1, "fr")) == ("66.7%", "100,0\u00a0%")
    assert (decimals(Fraction(1, 3), 3, "en"), decimals(Fraction(4001, 2), 2, "fr")) == ("0.333", "2\u00a0000,50")
    assert gist(POINT, Currency.CAD, "en") == (
        "Rounds: 12. Result of the main game: $0.00. With the same antes, the best play averages -$2.95; half of its "
        "results lie between -$65.00 and $35.00, nine in ten between -$120.00 and $180.00. That is in the middle half "
        "of what the best play brings."
    )
