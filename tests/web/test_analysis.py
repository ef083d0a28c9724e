"""The analysis pages: their figures over HTTP, their charts and forms in the browser, and who is not helped."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from html import unescape

import httpx
import pytest

from mississippi_stud.cards import parse
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.jackpot_wagers import joined
from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import solve
from mississippi_stud.prose.analysis import decimal, fraction
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.web import strategy_card
from mississippi_stud.web.client import Client
from mississippi_stud.web.shapes import StandRequest
from tests.web.conftest import Axe, Site, Visit, flaws, too_wide

PATHS = ["", "/card", "/what-if?pay.straight=5", "/hand?cards=Ah+6h&board=9c", "/sessions", "/side-wagers"]


ALIKE = ":is(.situations, .kinds) tbody tr:nth-child(n + 9)"
"""Rows of the charts that are like those before them; axe would take long over all of them."""


def text_of(page: str) -> str:
    """Return the words of a page, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.replace("<wbr>", ""))).split())


@pytest.fixture
def look(client: httpx.Client) -> Callable[..., str]:
    """Open an analysis page and return its words."""

    def looked(path: str, status: int = 200, language: str = "en", **fields: str) -> str:
        answer = client.get(f"/analysis{path}", params={"lang": language, **fields}, headers={"accept": "text/html"})
        assert answer.status_code == status, text_of(answer.text)
        return text_of(answer.text)

    return looked


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("path", ["", "/chart", "/card", "/what-if", "/hand", "/sessions", "/side-wagers"])
def test_every_page_of_every_book_in_both_languages(look, book: str, path: str):
    for language, words in {"en": "Strategy card", "fr": "Carte de stratégie"}.items():
        assert words in look(path, book=book, language=language)


def test_a_figure_has_its_fraction_its_clause_and_its_command(look):
    said = look("", book="online")
    figure = (
        "house edge, of the ante 4.9149% exact 53223/1082900 clause pays.main , overview.4 command mstud solve online"
    )
    assert figure in said
    assert "element of risk, of all that is wagered 1.3691%" in said
    assert "average wager of a round, in antes 3.5898 exact 74757/20825" in said
    assert "avantage de la maison, sur la mise initiale 4,9149 %" in look("", language="fr")


def test_the_chart_of_each_street(client: httpx.Client):
    pages = {street: client.get("/analysis/chart", params={"street": street}).text for street in (3, 4, 5)}
    counts = {street: page.count('<tr id="s') for street, page in pages.items()}
    assert counts == {3: 169, 4: 264, 5: 325}
    assert {street: page.count('<a href="#s') for street, page in pages.items()} == counts
    jacks = text_of(next(line for line in pages[3].splitlines() if '<th scope="row">JJ<' in line))
    assert jacks == "JJ 3× 15.6082 3824/245 0.4525% 1/221 2× 1.5608 1912/1225 why"
    for street in ("2", "6", "x"):
        answer = client.get("/analysis/chart", params={"street": street}, headers={"accept": "text/html"})
        assert answer.status_code == 400
        assert f"'{street}' is not a street: choose 3, 4 or 5." in text_of(answer.text)
    assert '<tr id="s' in client.get("/analysis/chart", params={"street": ""}).text
    assert client.get("/analysis/chart", params={"book": "nowhere"}).status_code == 404


def test_the_chart_of_a_game_with_changed_terms(client: httpx.Client, look):
    terms = {"book": "crown", "meter": "60000"}
    plain, changed = (client.get("/analysis/chart", params=asked).text for asked in ({"book": "crown"}, terms))
    plays = [
        text_of(next(line for line in page.splitlines() if '<th scope="row">54s<' in line)).split()[1]
        for page in (plain, changed)
    ]
    assert plays == ["fold", "1×"]  # a meter of $60,000 makes 5 4 suited worth playing
    assert 'href="/analysis/chart?book=crown&amp;meter=60000&amp;street=4"' in changed
    assert "mstud solve crown --ante 5 --meter 60000" in text_of(changed)
    assert "'x' is not a pay" in look("/chart", 400, **{"pay.flush": "x"})


# What if.


def test_a_straight_at_5_to_1_solves_the_whole_game_again(look):
    said = look("/what-if", **{"pay.straight": "5"})
    assert "house edge, of the ante 3.7591%" in said
    assert "mstud solve online --pay straight=5 --ante 5" in said
    assert "No play changes." not in said
    assert "No play changes." in look("/what-if", **{"pay.straight": "4"})  # as the book has it


def test_multiples_that_no_book_has(look, client: httpx.Client):
    said = look("/what-if", **{f"multiple.{each}": "1" for each in (1, 5)})
    assert "mstud solve online --option multiples=1,5 --ante 5" in said
    value = solve(read("online", ["multiples=1,5"], (), "5")[2]).value
    assert f"value of a round to the player, in antes {decimal(value, 'en', 6)} exact {fraction(value)}" in said
    assert "After a wager that the book does not allow there is nothing to compare." in said
    assert "nothing to compare" not in look("/what-if", **{"multiple.1": "1", "multiple.3": "1"})
    chart = client.get("/analysis/chart", params={"multiple.1": "1", "multiple.5": "1", "street": "4"}).text
    assert '<span class="most">5×</span>' in chart
    hand = re.search(r'href="(/analysis/hand[?][^"]*bet.0=5)"', chart)
    assert hand is not None
    assert "--bets 5 --book online --option multiples=1,5 --ante 5" in text_of(client.get(unescape(hand[1])).text)


def test_each_term_has_its_clause(look):
    crown = look("/what-if", book="crown")
    assert "None: as the book has it. Clause 5.5" in crown
    assert "Empty: as the book has it. Clause 8.2" in crown
    assert "Empty: without it. Clause 5.9 Option 1 2 Clause table 2 , table 3" in crown
    assert "Cost of the jackpot wager, in dollars Clause 9.2.3" in crown
    assert "limits.2 , notice.1 , limits.3" in look("/what-if", book="online")
    assert "Empty: as the book has it. This book has none." in look("/what-if", book="nsw")
    assert "exact 53223/1082900 clause pays.main , overview.4 , limits.2 , notice.1 , limits.3 command" in look(
        "/what-if"
    )


def test_the_option_and_the_cost_of_a_jackpot_wager(look):
    said = look("/what-if", book="crown", meter="60000", **{"jackpot-option": "2", "jackpot-cost": "2"})
    assert "mstud solve crown --option jackpot-option=2 --option jackpot-cost=2 --ante 5 --meter 60000" in said
    book, choices, game = read("crown", ["jackpot-option=2", "jackpot-cost=2"], (), "5")
    value = solve(joined(book, choices, game, 60_000_00)).value
    assert f"value of a round to the player, in antes {decimal(value, 'en', 6)} exact {fraction(value)}" in said
    assert "jackpot-cost" not in look("/what-if", book="crown", **{"jackpot-cost": "2"})  # nothing without a meter
    envy = look("/what-if", book="maryland", meter="60000", **{"jackpot-cost": "5"})
    assert "--option jackpot-cost=5" in envy
    assert "cannot cost $2.00 (maryland .12C(5))" in look(
        "/what-if", 400, book="maryland", meter="60000", **{"jackpot-cost": "2"}
    )


def test_multiples_cap_and_meter_change_the_solution(look):
    said = look("/what-if", book="crown", ante="25", cap="5000", **{"multiple.1": "1", "multiple.3": "1"})
    assert "mstud solve crown --option multiples=1,3 --option maximum-payout=5000 --ante 25" in said
    assert "house edge, of the ante 9.3584%" in said
    said = look("/what-if", book="crown", meter="60000")
    assert "mstud solve crown --ante 5 --meter 60000" in said
    assert "house edge, of the ante 13.0503%" in said
    said = look("/what-if", **{"pay.royal-flush": "5", "pay.flush": "6.5"})
    assert "--pay royal-flush=5 --pay flush=13/2" in said
    assert "The royal flush pays less than the straight flush" in said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"pay.straight": "abc"}, "'abc' is not a pay"),
        ({"pay.straight": "-2"}, "'-2' is not a pay"),
        ({"pay.straight": "1e9"}, "'1e9' is not a pay"),
        ({"pay.straight": "1000000"}, "'1000000' is not a pay: write what each unit wins, at most 999999"),
        ({"pay.unicorn": "5"}, "There is no hand 'unicorn': choose one of royal-flush"),
        ({"multiple.6": "1"}, "6 antes is not a street wager here: choose one of 1, 2, 3, 4, 5"),
        ({"ante": "five"}, "Ante, in dollars: 'five' is not an amount"),
        ({"ante": "0"}, "Ante, in dollars: '0' is too little"),
        ({"cap": "-5"}, "Cap on everything a hand is paid, in dollars: '-5' is not an amount"),
        ({"meter": "x", "book": "crown"}, "Meter of the jackpot, in dollars: 'x' is not an amount"),
        (
            {"meter": "1", "jackpot-cost": "0", "book": "crown"},
            "Cost of the jackpot wager, in dollars: '0' is too little",
        ),
        ({"meter": "1000", "book": "online"}, "has no jackpot"),
        ({"cap": "9" * 301}, "at most 300 characters"),
    ],
)
def test_what_makes_no_sense_is_said_above_the_form(look, fields: dict[str, str], said: str):
    found = look("/what-if", 400, **fields)
    assert said in found
    assert "The solution" not in found
    assert "Solve As the book has it" in found


def test_bounds_of_a_pay(look):
    for net, pay in {"-1": "lose", "0": "push", "999999": "999999"}.items():
        assert f"--pay straight={pay} " in look("/what-if", **{"pay.straight": net})


# One hand.


def test_one_hand_with_cards_seen(look):
    now = Situation(parse("Qh 5h"), parse("9c"), (2,), parse("Qd Qs"))
    advice = advise(read("crown", (), (), "5")[2], now)
    said = look("/hand", book="crown", cards="Qh 5h", board="9c", seen="Qd Qs", **{"bet.0": "2"})
    for value in (advice.fold, *advice.bets.values()):
        assert str(value).replace("-", "−") in said
    assert "mstud advise 'Qh 5h' --board 9c --bets 2 --seen 'Qd Qs' --book crown --ante 5" in said
    assert "all together" in said
    assert str(47 * 46) in said  # ways: two cards to come of 52 less five


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cards": "Ah"}, "A player holds two cards, not 1."),
        ({"cards": "Ah Ah"}, "Ah is named twice"),
        ({"cards": "Ah 1x"}, "'1x' is not a card"),
        ({"cards": "Ah 6h", "board": "6h"}, "6h is in your cards and in the board"),
        ({"cards": "Ah 6h", "board": "2c", "seen": "2c"}, "2c is in the board and in the cards seen"),
        ({"cards": "Ah 6h", "board": "2c 3c 4c"}, "there is nothing left to decide"),
        ({"cards": "Ah 6h", "board": "2c", "bet.0": "7"}, "7 antes is not a street wager here"),
        ({"cards": "Ah 6h", "board": "2c", "bet.0": "x"}, "'x' is not a whole number"),
    ],
)
def test_cards_that_cannot_be(look, fields: dict[str, str], said: str):
    assert said.lower() in look("/hand", 400, **fields).lower()


def test_fields_are_named_in_the_language_of_the_page(look):
    said = look("/hand", 400, "fr", cards="Ah 6h", board="6h")
    assert "vos cartes" in said.partition("6h")[2]
    assert "--board" not in said


# Sessions, the card, side wagers.


def test_a_session(look):
    said = look("/sessions", rounds="100", bankroll="100")
    assert re.search(r"ahead after the last round 39.11% exact \d{700,}/\d{700,} clause pays.main , overview.4", said)
    assert said.count("command mstud risk online --rounds 100 --bankroll 100") == 9  # seven figures and two tables
    assert "expected result, in antes −4.915 exact −53223/10829" in said
    assert "the bankroll is lost at the end of some round 10.44%" in said
    assert "1% 5% 25% 50% 75% 95% 99% −138 −107 −57 −17 28 118 366" in said


def test_a_session_beyond_the_exact_ones(look):
    said = look("/sessions", rounds="101", bankroll="100")
    assert "ahead after the last round 39.10% decimal 0.391047668 numerical, right to nine decimals clause" in said
    assert "mstud risk online --rounds 101 --bankroll 100" in said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rounds": "0"}, "1 to 10000 rounds, not 0"),
        ({"rounds": "10001"}, "1 to 10000 rounds, not 10001"),
        ({"rounds": "-1"}, "'-1' is not a whole number"),
        ({"bankroll": "0"}, "The bankroll must be more than nothing."),
        ({"bankroll": "1000000"}, "'1000000' is not a whole number"),
    ],
)
def test_a_session_that_cannot_be(look, fields: dict[str, str], said: str):
    assert said in look("/sessions", 400, **fields)


def test_the_pictures_of_a_session_speak_the_language(client: httpx.Client):
    for picture, words in {"sum": "résultat de la séance", "bands": "parties jouées"}.items():
        answer = client.get("/analysis/sessions.svg", params={"picture": picture, "lang": "fr"})
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert words in answer.text
    assert client.get("/analysis/sessions.svg", params={"rounds": 0}).status_code == 409


@pytest.mark.parametrize("picture", ["sum", "bands"])
def test_the_pictures_of_a_session_are_drawn_for_the_light_and_the_width_of_the_page(
    client: httpx.Client, picture: str
):
    def drawn(**how: str) -> str:
        return client.get("/analysis/sessions.svg", params={"picture": picture, **how}).text

    light, dark, narrow = drawn(), drawn(theme="dark"), drawn(size="narrow")
    assert ("#fffdf8" in light, "#1f1b16" in light) == (True, True)
    assert ("#fffdf8" in dark, "#1d2023" in dark, "#f1ece1" in dark) == (False, True, True)
    width = [int(re.search(r'<svg[^>]* width="(\d+)', each)[1]) for each in (light, narrow)]
    assert width[1] < 360 < width[0]
    for wrong in ({"theme": "pink"}, {"size": "huge"}):
        assert client.get("/analysis/sessions.svg", params=wrong).status_code == 400


@pytest.mark.parametrize("paper", strategy_card.PAPERS)
def test_the_strategy_card_as_a_pdf(client: httpx.Client, paper: str):
    made = [client.get("/analysis/card.pdf", params={"lang": lang, "paper": paper}) for lang in ("en", "fr")]
    for answer in made:
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
        assert b"LiberationSans-Bold" in answer.content
    assert made[0].content != made[1].content
    width, height = strategy_card.PAPERS[paper]
    box = re.search(rb"/MediaBox\s*\[([^\]]+)\]", made[0].content)
    assert box is not None
    assert [round(Fraction(side)) for side in box[1].decode().split()] == [0, 0, width, height]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_card_fits_its_paper(language: str):
    drawn = strategy_card.svg(language, "Mississippi Stud", "pocket")
    lines = [float(y) for y in re.findall(r'<text x="\d+" y="([\d.]+)"', drawn)]
    assert max(lines) < 298 - 10
    assert max(map(len, re.findall(r">([^<]+)</text>", drawn))) <= 62
    said = text_of(drawn).replace("\N{NO-BREAK SPACE}", " ")
    assert {"en": "no gap and 5 6 7 or better", "fr": "aucun trou et 5 6 7 ou mieux"}[language] in said


def test_a_paper_that_there_is_not(client: httpx.Client):
    assert "choose one of a4, letter, pocket" in client.get("/analysis/card.pdf", params={"paper": "a5"}).text


def test_side_wagers_and_their_break_even(look):
    said = look("/side-wagers", book="crown")
    assert "meter at which it breaks even, in dollars 242,202.53" in said
    assert "the same if both are played best together 201,958.95" in said
    assert "mstud solve crown --side jackpot --meter 242202" in said
    assert "2.1357% exact 118/5525" in look("/side-wagers", book="online")
    assert "Not counted, because only the sign says what they pay:" in look("/side-wagers", book="nsw")


# Whom the pages do not help, and how much they do at once.


def test_nobody_is_helped_at_a_table_with_others(client: httpx.Client, look):
    assert "Overview" in look("")
    guest = Client(client, "crown")  # a table with three seats
    assert "leave it, then come back" in look("", 409), "a seat is enough, before the first round"
    guest.deal({"ante": 500}, "2c 7d 9h Jc 4s")
    for path in ("", "/chart", "/card", "/what-if", "/hand", "/sessions", "/side-wagers"):
        assert "leave it, then come back" in look(path, 409)
    assert client.get("/analysis/card.pdf").status_code == 409
    guest.fold()
    assert "quittez-la, puis revenez" in look("", 409, "fr"), "and between rounds"
    guest.do(StandRequest(position=guest.position))
    assert "Overview" in look("")


def test_a_round_of_ones_own_is_no_obstacle(client: httpx.Client, look):
    Client(client, "online").deal({"ante": 500}, "2c 7d 9h Jc 4s")
    assert "Overview" in look("")


def test_one_person_cannot_occupy_the_server(site: Site):
    def ask(bankroll: int) -> int:
        asked = {"rounds": "2000", "bankroll": str(bankroll)}
        return httpx.get(f"{site.url}/analysis/sessions", params=asked, timeout=120).status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(ask, range(501, 509)))
    assert statuses[0] == 200
    assert statuses[-1] == 429


# In the browser.


@pytest.fixture
def visitor(site: Site, browser) -> Callable[..., Visit]:
    """Open an analysis page as somebody would; at the end nothing must have gone wrong in their browser."""
    visits: list[Visit] = []

    def opened(path: str, language: str = "en", **settings) -> Visit:
        locale = {"en": "en-CA", "fr": "fr-CA"}[language]
        visits.append(Visit(browser.new_context(locale=locale, **settings), site, f"/analysis{path}"))
        return visits[-1]

    yield opened
    for each in visits:
        each.context.close()
    assert [each.wrong for each in visits if each.wrong] == []


def test_the_arrow_keys_walk_the_chart(visitor):
    v = visitor("/chart")
    page, keys = v.page, v.page.keyboard
    page.locator(".squares a").first.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "End"):
        keys.press(key)
    assert page.evaluate("document.activeElement.querySelector('b').textContent") == "A2s"
    assert v.text("#detail").startswith("Hand A2s Best play 1× Value in antes −0.5913 −1159/1960")
    keys.press("Home")
    keys.press("ArrowRight")
    assert "AKs" in v.text("#detail")
    assert page.locator('.squares a[tabindex="0"]').count() == 1
    address = page.evaluate("location.hash")
    page.locator(".squares a", has_text="JJ").click()
    assert "15.6082 3824/245" in v.text("#detail")
    page.goto(page.url.partition("#")[0] + address)  # the chosen square is in the address
    page.reload()
    page.wait_for_function("() => document.activeElement.closest('.squares') !== null")
    assert "AKs" in v.text("#detail")


def test_the_solution_follows_a_control(visitor):
    v = visitor("/what-if?book=crown")
    page = v.page
    page.locator("#pay-straight").fill("5")
    page.wait_for_function("() => document.getElementById('answer').textContent.includes('3.7591%')")
    assert page.url.endswith("/analysis/what-if?book=crown&pay.straight=5")
    page.locator('[data-for="pay-straight"]').focus()
    page.keyboard.press("ArrowLeft")  # the slider has followed the number, and the number follows the slider
    page.wait_for_function("() => !location.search.includes('straight')")
    assert page.locator("#pay-straight").input_value() == "4"
    page.get_by_label("2×").uncheck()
    page.wait_for_function("() => location.search.includes('multiple.1=1&multiple.3=1')")
    page.get_by_label("4×").check()
    page.wait_for_function("() => location.search.includes('multiple.3=1&multiple.4=1')")
    page.get_by_label("4×").uncheck()
    page.locator('[data-for="term-meter"]').focus()
    page.keyboard.press("ArrowRight")  # from no meter to the first step of its slider, and back to none
    page.wait_for_function("() => location.search.includes('meter=1000')")
    page.get_by_label("option").select_option("2")
    page.wait_for_function("() => location.search.includes('jackpot-option=2')")
    page.locator('[data-for="term-meter"]').focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => !location.search.includes('meter')")
    assert page.locator("#term-meter").input_value() == ""
    v.meant = ("400",)
    page.locator("[name=ante]").fill("x")
    page.wait_for_selector(".fault")
    page.locator("[name=ante]").fill("10")
    page.wait_for_selector(".fault", state="detached")
    page.reload()
    assert page.locator("[name=ante]").input_value() == "10"
    assert not page.get_by_label("2×").is_checked()


def test_on_a_phone_the_edge_stays_in_sight_while_the_terms_change(visitor):
    page = visitor("/what-if?book=crown", "fr", viewport={"width": 360, "height": 640}).page
    page.locator("#pay-straight").fill("5")
    page.wait_for_function("() => document.getElementById('edge').textContent.includes('3,7591')")
    inside = "({ top, bottom }) => top >= 0 && bottom <= innerHeight"
    for field in ("#pay-royal-flush", "#pay-nothing", "#term-cap"):
        page.locator(field).focus()
        assert page.evaluate(f"({inside})(document.getElementById('edge').getBoundingClientRect())"), field
        gap = page.evaluate(
            "name => document.getElementById('edge').getBoundingClientRect().top"
            " - document.querySelector(name).getBoundingClientRect().bottom",
            field,
        )
        assert gap >= 0, f"{field} lies under the edge"


def test_without_an_answer_no_figures_of_other_terms_are_left(visitor):
    v = visitor("/what-if?book=crown")
    v.meant = ("ERR_INTERNET_DISCONNECTED", "error occurred when fetching the script")  # the latter is offline.js
    v.context.set_offline(True)
    v.page.locator("#pay-straight").fill("5")
    v.page.wait_for_selector(".fault")
    assert v.text("#answer") == "The server does not answer: check your connection and try again."
    assert v.page.locator("#edge").inner_text() == ""
    v.context.set_offline(False)
    v.page.locator("#pay-straight").fill("6")
    v.page.wait_for_selector("#answer .numbers")
    assert v.page.locator(".fault").count() == 0


CUT = """() => [...document.querySelectorAll('.scroll:not(:has(.situations))')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.ariaLabel)"""
"""Tables that are wider than their window, the long list below a chart aside."""


@pytest.mark.parametrize("path", ["?book=nsw", *(f"/side-wagers?book={book}" for book in BOOKS), *PATHS[1:-1]])
def test_on_a_phone_no_table_is_cut_off(visitor, path: str):
    page = visitor(path, "fr", viewport={"width": 360, "height": 640}).page
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = each.matches('.ways'); })")
    assert page.locator(".scroll, .strategy").count()
    assert flaws(page, CUT) == []


def test_cards_are_chosen_by_a_tap(visitor):
    v = visitor("/hand")
    page = v.page
    for card in ("Ah", "6h", "9c"):
        page.locator(f'[data-card="{card}"]').click()
    page.wait_for_function("() => location.search.includes('board=9c')")
    page.wait_for_selector("#answer h2")
    assert "4 points and no draw" in v.text("#answer")
    assert page.locator('[data-card="Ah"]').get_attribute("aria-pressed") == "true"
    page.locator('[data-card="9c"]').click()  # taken back
    page.wait_for_function("() => !location.search.includes('board')")
    page.locator("[name=seen]").focus()
    page.locator('[data-card="2c"]').click()
    page.wait_for_function("() => location.search.includes('seen=2c')")


def test_only_the_card_is_printed(visitor):
    page = visitor("/card").page
    page.emulate_media(media="print")
    for hidden in ("header", "footer", ".tabs", ".actions"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator(".strategy").is_visible()


@pytest.mark.parametrize(
    ("language", "scheme", "paths"),
    [("en", "light", [*PATHS, "/chart?street=5"]), ("fr", "dark", [*PATHS, "/chart"])],
    ids=["en", "fr"],
)
def test_axe_finds_nothing_and_nothing_is_wider_than_a_small_phone(visitor, language, scheme, paths):
    v = visitor("", language, color_scheme=scheme, viewport={"width": 320, "height": 568})
    axe = Axe()
    for path in paths:
        v.page.goto(f"{v.url}/analysis{path}")
        v.page.locator("details").evaluate_all("all => all.slice(0, 12).forEach(each => each.open = true)")
        found = axe.run(v.page, context={"include": ["html"], "exclude": [ALIKE]})
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"
        wide = too_wide(v.page)
        assert wide <= 0, path


HALVES = """() => [...document.querySelectorAll('.exact')].flatMap((each) => [...each.childNodes]).filter((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
}).map((each) => each.data)"""
"""Numbers of fractions that stand on two lines."""


def test_a_fraction_is_broken_at_its_stroke_where_there_is_room(visitor):
    v = visitor("/what-if?book=nsw", viewport={"width": 1280, "height": 800})
    assert v.page.locator(".exact").count() > 10
    assert flaws(v.page, HALVES) == []
