"""Keyboard, screen readers, light and dark, small screens, practice, recall and proofs."""

import json
import subprocess
import sysconfig
from fractions import Fraction

import pytest

from tests.web.conftest import Axe, flaws, too_wide

PAGES = ["/", "/history?round=1", "/rules", "/rules/online", "/rules/maryland/clause?id=.12B", "/diff/crown/online"]
PAGES += ["/settings", "/statistics", "/trainer", "/analysis", "/analysis/hand?cards=Ah+6h", "/offline"]


def test_a_round_by_keyboard_alone(visit):
    v = visit()
    page, keys = v.page, v.page.keyboard
    page.wait_for_selector("button.deal")
    v.script("Jc Jd 3h 4s 9c")
    keys.press("?")
    page.wait_for_selector("dialog[open]")
    keys.press("d")  # keys do nothing while the help is open
    assert page.locator(".decide").count() == 0
    keys.press("Escape")
    page.wait_for_selector("dialog", state="hidden")
    keys.press("Tab")
    focused = page.evaluate(
        "getComputedStyle(document.activeElement).outlineStyle + document.activeElement.matches(':focus-visible')"
    )
    assert focused == "solidtrue"
    keys.press("d")
    for key, street in (("1", "third-street"), ("2", "fourth-street"), ("3", "fifth-street")):
        v.open_street(street)
        keys.press(key)
    v.ended()
    assert list(v.amounts().values()) == ["+$5.00", "+$5.00", "+$10.00", "+$15.00"]
    keys.press("n")
    page.wait_for_selector("button.deal")
    keys.press("d")
    v.open_street("third-street")
    keys.press("m")
    v.ended()
    keys.press("d")
    v.open_street("third-street")
    keys.press("f")
    v.ended()
    # With Tab and Enter: focus on a button stays among the buttons when they change.
    page.focus(".rebet")
    keys.press("Enter")
    v.open_street("third-street")
    page.wait_for_function("() => document.activeElement.matches('.bet')")
    keys.press("Enter")
    v.open_street("fourth-street")
    assert v.hand()["wagers_cents"]["third-street"] == 500


LEFT = """() => {
  const seen = window.seen = [];
  document.addEventListener("focusin", ({ target: { classList: [name] } }) =>
    seen.push([name, document.querySelectorAll(".bet").length]));
}"""


def test_a_screen_reader_hears_sentences_the_balance_and_the_button_that_has_the_focus(visit):
    v = visit()
    page, keys = v.page, v.page.keyboard
    page.wait_for_selector("button.deal")
    assert page.locator(".pays td").first.inner_text().split("\n") == ["500 : 1", "500 to 1"]
    assert page.locator(".pays td span").first.get_attribute("aria-hidden") == "true"
    assert page.locator(".field [role=alert]").count() == 0
    assert page.locator(".balance").get_attribute("aria-live") == "off"
    v.script("Jc 8d 3h 4s 9c")
    page.focus(".deal")
    page.evaluate(LEFT)
    keys.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.bet')")
    # It must leave the button before that goes, or a screen reader does not see it come to the next.
    assert page.evaluate("seen") == [["controls", 0], ["main", 3]]
    said = page.text_content(".message").replace("\xa0", " ")
    assert "or fold. " in said
    assert said.strip().endswith("So far: no pair yet.")
    keys.press("f")
    v.ended()
    page.wait_for_function("() => document.querySelector('.said').textContent.includes('Balance: $995.00.')")


TAKEN = """async () => {
  const game = document.querySelector("ms-game"), update = game.update.bind(game), drawn = [];
  const turned = (value) => Array.isArray(value) ? value.map(turned)
    : value === null || typeof value !== "object" ? value
    : Object.fromEntries(Object.entries(value).reverse().map(([key, each]) => [key, turned(each)]));
  game.update = (changed) => { drawn.push(game.table.balance_cents); update(changed); };
  for (const seen of [turned(game.table), { ...game.table, balance_cents: 1 }]) {
    game.take(seen);
    await game.updateComplete;
  }
  return drawn;
}"""


def test_what_the_page_shows_already_is_not_drawn_again(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.deal("Jc 8d 3h 4s 9c", ante="5")
    assert v.page.evaluate(TAKEN) == [1]
    arrived = """game => {
      game.sent = { ante: 5 };
      game.take({ ...game.table, version: game.table.version + 1 });
      return game.sent;
    }"""
    assert v.page.locator("ms-game").evaluate(arrived) == {}, "the socket's news and what was sent are drawn together"


def advised(*arguments: str) -> dict:
    mstud = f"{sysconfig.get_path('scripts')}/mstud"
    done = subprocess.run([mstud, "advise", *arguments, "--json"], capture_output=True, check=True, text=True)
    return json.loads(done.stdout)


def test_practice_shows_what_mstud_advise_says_and_what_was_lost(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.page.get_by_label("Practice").check()
    v.deal("Ah 6h 9c Kd 2s", ante="5")
    v.page.wait_for_selector(".worth.best")
    expected = advised("Ah 6h")
    advice = v.page.evaluate("document.querySelector('ms-game').advice")
    assert {**advice["values"], "best": advice["best"], "reason": advice["reason"]} == expected
    shown = [v.text(f".decide .bet >> nth={place} >> .worth") for place in range(3)]
    assert shown == [
        ("★ best " if expected["best"] == str(times) else "") + f"{float(Fraction(expected[str(times)])):+.3f}"
        for times in (1, 2, 3)
    ]
    assert v.text(".decide .fold .worth") == "-1.000"
    why = "3 points and a draw to a flush: betting 1× is worth 0.932 antes more than folding."
    assert v.text(".why") == f"★ {why} Points: a jack or higher counts 2, a 6 to a 10 counts 1."
    v.bet(3)
    v.page.wait_for_selector(".worth.best")
    second = advised("Ah 6h", "--board", "9c", "--bets", "3")
    advice = v.page.evaluate("document.querySelector('ms-game').advice")
    assert {**advice["values"], "best": advice["best"], "reason": advice["reason"]} == second
    v.click(".decide .fold")
    v.page.wait_for_selector(".review")
    lost = Fraction(expected[expected["best"]]) - Fraction(expected["3"])
    lines = [" ".join(line.inner_text().split()) for line in v.page.locator(".review li").all()]
    assert lines[0].startswith(f"3rd street: 3× cost {float(lost):.3f} antes compared with the best play, 1×.")
    more = Fraction(second[second["best"]]) - Fraction(second["fold"])
    assert more > 0
    assert f"4th street: folding cost {float(more):.3f} antes" in lines[1]
    v.page.get_by_label("Practice").uncheck()
    assert v.page.locator(".review").count() == 0


def test_practice_in_french(visit):
    v = visit("fr")
    v.page.wait_for_selector("button.deal")
    v.page.get_by_label("Entraînement").check()
    v.deal("2c 7d 9c Kd 2s", ante="5")
    v.page.wait_for_selector(".worth.best")
    assert v.text(".decide .fold .worth") == "★ le meilleur -1,000"
    assert v.text(".why").startswith("★ 1 point et aucun tirage : la meilleure mise coûte 0,")
    v.click(".decide .fold")
    v.page.wait_for_selector(".review")
    assert "Chaque décision était la meilleure." in v.text(".review")


def test_history_recalls_every_step_and_proves_the_deal(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.page.evaluate("localStorage.setItem('seed', 'my own seed')")
    v.deal(ante="5")
    v.bet(1, 1, 1)
    v.ended()
    net = v.text(".verdict strong")
    v.page.click(".proof summary")
    v.page.click(".proof .prove")
    v.page.get_by_text("Proved: the cards follow").wait_for()
    v.click(".rebet")
    v.open_street("third-street")
    v.page.goto(v.url + "/history")
    v.page.wait_for_selector(".rounds")
    lines = [" ".join(each.inner_text().split()) for each in v.page.locator(".rounds button").all()]
    assert lines[0].startswith("Round 2")
    assert lines[0].endswith("under way wagered $5.00")
    assert net in lines[1]
    v.page.locator(".rounds button").nth(1).click()
    v.page.wait_for_selector(".steps")
    assert v.text(".verdict strong") == net
    steps = int(v.text(".steps p strong").split(" of ")[1])
    turned = []
    for _ in range(steps - 1):
        v.page.click(".steps .back")
        turned.append(v.page.locator(".card.face").count())
    assert turned == sorted(turned, reverse=True)
    assert turned[-1] == 0
    assert set(turned) == {0, 2, 3, 4, 5}
    assert v.text(".steps p").endswith("The wagers are placed.")
    assert steps == 9  # wagers, deal, three times a wager and a card, settlement
    v.page.check(".every")
    assert v.text(".steps p").endswith("of 13 A wager is placed.")  # with the opening, a deadline, seed and secret
    while not v.page.is_disabled(".steps .back"):
        v.page.click(".steps .back")
    assert v.text(".steps p").endswith("Wagers, please.")
    v.page.uncheck(".every")
    assert v.text(".steps p").startswith("Step 1 of 9")
    v.page.click(".after .prove")
    v.page.get_by_text("Proved: the cards follow").wait_for()
    v.page.click(".after .judge")
    v.page.wait_for_selector(".review li")
    v.page.locator(".rounds button").nth(0).click()  # the unfinished one, without what is still hidden
    v.page.wait_for_selector(".after a.main")
    assert v.page.locator(".card.back").count() == 3
    v.page.click(".after a.main")
    v.open_street("third-street")


def test_a_deal_that_does_not_follow_from_the_secret_is_not_proved(visit):
    """With a deck chosen by the test, the house has cheated; the browser notices."""
    v = visit("fr")
    v.page.wait_for_selector("button.deal")
    v.deal("As Ks Qs Js Ts")
    v.bet(3, 3, 3)
    v.ended()
    v.page.click(".proof summary")
    v.page.click(".proof .prove")
    v.page.get_by_text("NON prouvé").wait_for()


def test_whoever_folds_alone_can_see_what_would_have_come(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.deal("2c 7d 9h Jc 4s")
    v.click(".decide .fold")
    v.ended()
    assert v.page.locator(".card.back").count() == 3
    v.page.click(".proof summary")
    v.page.click(".proof .prove")
    v.page.wait_for_selector(".dealt")
    cards = "Two of clubs, seven of diamonds, nine of hearts, jack of clubs, four of spades"
    assert v.text(".dealt dd") == cards


def test_dark_and_light_by_the_system_and_by_choice(visit):
    v = visit(color_scheme="dark")
    v.page.wait_for_selector("button.deal")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = v.page.evaluate(background)
    v.page.click("#theme")
    light = v.page.evaluate(background)
    assert dark != light
    v.page.goto(v.url + "/rules")
    assert v.page.evaluate(background) == light  # kept, on every page, from the first moment
    v.page.click("#theme")
    assert v.page.evaluate(background) == dark
    v.page.goto(v.url + "/analysis/sessions")
    drawn = "() => [...document.querySelectorAll('.picture')].map((each) => each.complete && each.currentSrc)"
    for theme in ("dark", "light"):  # the pictures are drawn anew for the other light
        v.page.wait_for_function(f"theme => ({drawn})().every((each) => each && each.includes(theme))", arg=theme)
        assert len(v.page.evaluate(drawn)) == 2
        v.page.click("#theme")


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("fr", "dark")])
def test_axe_finds_nothing_on_any_page(visit, language, scheme):
    v = visit(language, color_scheme=scheme, viewport={"width": 1280, "height": 900})
    v.page.wait_for_selector("button.deal")
    axe = Axe()

    def check(what: str) -> None:
        found = axe.run(v.page)
        assert found.violations_count == 0, f"{what}: {found.generate_report()}"

    v.page.locator("aside details").evaluate_all("all => all.forEach(each => each.open = true)")
    v.wager(ante="50.01", bonus="x")
    check("wagers")
    v.page.evaluate("localStorage.setItem('practice', 'on')")
    v.page.reload()
    v.page.wait_for_selector("button.deal")
    v.deal("Qc Qd 3h 3s 9c", ante="5", bonus="5")
    v.page.wait_for_selector(".worth.best")
    check("decision")
    v.page.keyboard.press("?")
    check("help")
    v.page.keyboard.press("Escape")
    v.bet(1, 1, 3)
    v.page.wait_for_selector(".review")
    v.page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    check("results")
    for path in PAGES[1:]:
        v.page.goto(v.url + path)
        if path.startswith("/history"):
            v.page.wait_for_selector(".steps")
        check(path)
    v.page.goto(v.url + "/history")
    v.page.wait_for_selector(".rounds")
    check("the list of rounds")
    v.meant = ("404",)
    v.page.goto(v.url + "/nothing")
    check("an error")


def test_nothing_moves_for_whoever_wants_no_motion(visit):
    v = visit(reduced_motion="no-preference")
    v.page.wait_for_selector("button.deal")
    v.deal("2c 7d 9h Jc 4s")
    motion = "selector => getComputedStyle(document.querySelector(selector)).animationName"
    assert v.page.evaluate(motion, ".card.face") == "deal"
    v.bet(1)
    v.open_street("fourth-street")
    assert v.page.evaluate(motion, ".card.face") == "turn"
    v.page.emulate_media(reduced_motion="reduce")
    v.bet(1)
    v.open_street("fifth-street")
    assert v.page.evaluate(motion, ".card.face") == "none"
    v.page.wait_for_function("() => document.getAnimations().length === 0")  # what began before may end
    v.bet(1)
    v.ended()
    assert v.page.evaluate("document.getAnimations().length") == 0


def test_what_fails_in_a_browser_is_noticed(visit):
    """A test of the tests: a request that fails counts, one dropped by leaving the page does not."""
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.page.route("**/api/books", lambda route: route.abort("connectionrefused"))
    with v.page.expect_event("requestfailed"):
        v.page.evaluate("fetch('/api/books').catch(() => {})")
    with v.page.expect_response("**/api/nothing"):
        v.page.evaluate("fetch('/api/nothing')")
    assert any("ERR_CONNECTION_REFUSED" in each for each in v.wrong)
    assert any("404" in each for each in v.wrong)
    v.meant = ("ERR_CONNECTION_REFUSED", "404")
    v.page.route("**/api/books/online", lambda _route: None)  # never answered
    v.page.evaluate("() => { fetch('/api/books/online').catch(() => {}) }")
    v.page.goto(v.url + "/rules")
    assert v.wrong == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_wider_than_a_small_phone_or_a_zoomed_page(visit, language):
    v = visit(language, viewport={"width": 360, "height": 740})
    v.page.wait_for_selector("button.deal")
    v.page.wait_for_selector("button.deal")
    assert too_wide(v.page) <= 0
    v.deal("As Ks Qs Js Ts", ante="50", bonus="50")
    assert too_wide(v.page) <= 0
    assert v.page.locator(".decide .fold").bounding_box()["y"] < 740 - 44  # decided without scrolling
    v.bet(3, 3, 3)
    v.ended()
    assert too_wide(v.page) <= 0
    for path in PAGES[1:]:
        v.page.goto(v.url + path)
        if path.startswith("/history"):
            v.page.wait_for_selector(".steps")
        assert too_wide(v.page) <= 0, path
    v.page.set_viewport_size({"width": 640, "height": 450})  # 1280 by 900 at 200%
    v.page.goto(v.url + "/")
    v.page.wait_for_selector(".again")
    assert too_wide(v.page) <= 0


REFLOWED = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const wrong = wide > 0 ? [`the page is ${wide} too wide`] : [];
  for (const each of document.querySelectorAll('.stage button, .stage input, dialog[open] *, .tour *')) {
    const { left, right, width } = each.getBoundingClientRect();
    if (width && getComputedStyle(each).position !== 'absolute' && (left < -.5 || right > innerWidth + .5))
      wrong.push(`out of sight: ${each.tagName} ${each.className}`);
  }
  return wrong;
}"""


CHOICES = """() => [...document.querySelectorAll('main select')].filter((each) => {
  const whole = each.parentNode.appendChild(each.cloneNode(true));
  whole.style.cssText = 'position: absolute; width: max-content; max-width: none;';
  const cut = each.checkVisibility() && whole.offsetWidth > each.offsetWidth + 1;
  whole.remove();
  return cut;
}).map((each) => `a choice is cut off: ${each.name}`)"""
"""Lists in which the longest choice is not seen whole."""
AWAITED = {"/history?round=1": ".steps", "/history": ".filters", "/lobby": ".filters", "/friends": "form.friends"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_reflows_at_four_hundred_percent(visit, language):
    """1280 by 1024 at 400%: one column, which is scrolled in one direction only."""
    v = visit(language, newcomer=True, viewport={"width": 320, "height": 256})
    page = v.page
    page.wait_for_selector(".tour .next")
    assert flaws(page, REFLOWED) == []
    page.click(".tour .leave")
    for opened in (".set", ".help"):
        page.click(f".bar {opened}")
        assert flaws(page, REFLOWED) == [], opened
        page.keyboard.press("Escape")
    v.deal("Qc Qd 3h 3s 9c", ante="50", bonus="50")
    for times in (1, 2, 3):
        assert flaws(page, REFLOWED) == []
        v.bet(times)
        if times < 3:  # which card was turned is read above the buttons, without scrolling to the table
            page.locator(".decide .fold").scroll_into_view_if_needed()
            assert page.locator(".message").is_visible()
            assert -1 < page.locator(".message").bounding_box()["y"] < 256
    v.ended()
    assert flaws(page, REFLOWED) == []
    for path in [*PAGES[1:], "/history", "/lobby", "/friends"]:
        page.goto(v.url + path)
        if path in AWAITED:
            page.wait_for_selector(AWAITED[path])
        assert flaws(page, REFLOWED, CHOICES) == [], path


BROKEN = """() => [...document.querySelectorAll('.pick span')]
  .flatMap(({ childNodes }) => [...childNodes].filter((each) => each.nodeType === Node.TEXT_NODE))
  .flatMap((text) => [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map(([word]) => word))"""
"""Words of the settings that are broken in two."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [320, 360])
def test_no_word_of_the_settings_is_broken(visit, language, width):
    v = visit(language, viewport={"width": width, "height": 640}, has_touch=True, is_mobile=True)
    v.page.click(".bar .set")
    v.page.wait_for_selector("dialog.settings[open] .pick")
    assert flaws(v.page, BROKEN) == []
    v.page.goto(v.url + "/settings")
    v.page.wait_for_selector(".preferences .pick")
    assert flaws(v.page, BROKEN) == []
