"""The felt as people play on it: chips, cards turned one by one, buttons that keep their places, keys, settings."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Axe, flaws, in_both_lights, too_wide
from tests.web.test_game import stream_of, take

LOSING, TWO_PAIR, ROYAL = "2c 7d 9h Jc 4s", "Qc Qd 3h 3s 9c", "As Ks Qs Js Ts"
SIZES = [(360, 640), (740, 360), (320, 568), (1280, 720), (1920, 1080), (960, 540), (820, 1180)]
"""Phones upright and on their side, the narrowest that reflows, a laptop, a large screen, this at 200%, a tablet."""
LANGUAGES = ["en", "fr"]
NARROW = [size for size in SIZES if min(size) < 400]
IN_EACH = [
    ("fr", NARROW),
    ("en", [size for size in SIZES if size not in NARROW]),
    *(pytest.param(language, SIZES, marks=pytest.mark.campaign) for language in LANGUAGES),
]
"""Languages and the sizes in which a page is looked at: where room is short in the longer of the two."""
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}


def discs(v, wager: str) -> list[int]:
    """The chips on an area, in cents, from the bottom to the top."""
    found = v.page.locator(f".spot[data-wager={wager}] .disc").all()
    return [int(str(disc.get_attribute("class")).rpartition("c")[2]) for disc in found]


def poor(v, site, cents: int) -> None:
    """Lose all but so much elsewhere."""
    (name,) = site.floor.table(stream_of(v)).players
    take(site, name, v.table["balance_cents"] - cents)
    v.page.reload()
    v.page.wait_for_selector(".controls")


# Chips


def test_chips_are_stacked_by_denomination_and_carry_their_numbers(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    for amount, chips in (("46", [2500, 1000, 1000, 100]), ("0.31", [25, 5, 1]), ("12.50", [1000, 100, 100, 25, 25])):
        v.wager(ante=amount)
        assert discs(v, "ante") == chips
        assert v.page.locator(".spot[data-wager=ante] .pile").get_attribute("data-cents") == str(sum(chips))
    assert v.page.locator(".spot[data-wager=ante] .disc text").all_text_contents() == ["10", "1", "1", ".25", ".25"]
    v.deal(TWO_PAIR, ante="50")
    v.click(".decide .all")
    v.ended()
    assert discs(v, "third-street") == [10000, 2500, 2500, 10000, 10000, 10000]  # the stake, and what it won
    v.click(".new")
    v.deal(LOSING)
    v.click(".decide .fold")
    v.ended()
    assert discs(v, "ante") == []  # the house has taken them


def test_whoever_has_won_has_no_smaller_stacks_than_before(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    chips = v.page.locator(".rack .disc")
    begun = chips.count()
    v.deal("Jh Jd 4c 9s 2h", ante="25")
    v.bet(1, 1, 1)
    v.ended()
    assert v.text(".balance") == "$1,100.00"  # a chip of 1,000 and one of 100, if they were not changed
    assert 6 <= begun <= chips.count() <= 10


def test_double_undo_rebet_and_clear(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")

    def lying() -> list[str]:
        return [v.page.input_value(f"#wager-{wager}") for wager in ("ante", "three-card-bonus")]

    def press(name: str) -> None:
        v.page.get_by_role("button", name=name, exact=True).click()

    assert v.page.get_by_role("button", name="Undo").is_disabled()
    v.page.get_by_label("ANTE: add $10.00", exact=True).click()
    v.wager(bonus="5")
    assert lying() == ["15.00", "5.00"]
    press("Double")
    assert lying() == ["30.00", "10.00"]
    assert v.page.get_by_role("button", name="Double").is_disabled()  # the limit is $50.00
    press("Undo")
    press("Undo")
    assert lying() == ["15.00", "0.00"]
    press("Clear")
    assert lying() == ["0.00", "0.00"]
    press("Undo")
    assert lying() == ["15.00", "0.00"]
    v.deal(LOSING, ante="20", bonus="2.50")
    v.click(".decide .fold")
    v.ended()
    v.click(".new")
    v.page.wait_for_selector("button.deal")
    press("Clear")
    assert lying() == ["0.00", "0.00"]
    press("Rebet")  # lays them again, and deals nothing
    assert lying() == ["20.00", "2.50"]
    for key, expected in (
        ("x", ["40.00", "5.00"]),
        ("u", ["20.00", "2.50"]),
        ("c", ["0.00"] * 2),
        ("r", ["20.00", "2.50"]),
    ):
        v.page.keyboard.press(key)
        assert lying() == expected
    assert v.page.locator(".decide").count() == 0


def test_chips_travel_from_the_rack_and_to_and_from_the_house(visit):
    v = visit(**MOVING)
    v.page.wait_for_selector("button.deal")
    v.page.evaluate(
        """() => {
          const { animate } = Element.prototype;
          window.moved = [];
          Element.prototype.animate = function (frames, how) {
            if (frames.some(({ transform }) => transform?.startsWith("translate"))) window.moved.push(this);
            return animate.call(this, frames, how);
          };
        }"""
    )
    moving = "selector => window.moved.filter((each) => each.matches(selector)).length"
    v.page.get_by_label("ANTE: add $10.00", exact=True).click()
    v.page.wait_for_function(moving, arg=".spot[data-wager=ante] .pile")
    assert v.page.evaluate(moving, "*") == 1, "nothing else"
    v.deal(LOSING)
    v.page.keyboard.press("1")
    v.page.wait_for_function(moving, arg=".spot[data-wager=third-street] .pile")
    v.open_street("fourth-street")
    v.page.keyboard.press("f")
    v.page.wait_for_function(moving, arg=".leaving")  # lost chips go to the house
    v.page.wait_for_selector(".leaving", state="detached")
    v.ended()
    v.page.keyboard.press("n")
    v.deal(TWO_PAIR)
    v.page.keyboard.press("m")
    v.page.wait_for_selector(".turning")
    v.page.keyboard.press("Enter")
    v.page.wait_for_function(moving, arg="[data-pile='won ante']")
    v.ended()


# Suspense

TIMES = """() => {
  window.seen = [];
  const look = () => {
    const now = [document.querySelectorAll('.community .card.face').length, Boolean(document.querySelector('.verdict')),
      document.querySelector('.balance').textContent];
    if (String(now) !== String(window.seen.at(-1)?.slice(1))) window.seen.push([performance.now(), ...now]);
    requestAnimationFrame(look);
  };
  look();
}"""


def times_to_the_verdict(v) -> list[Any]:
    """Return what was drawn, and when, once the frame with the verdict has been looked at as well."""
    v.page.wait_for_function("() => window.seen.at(-1)[2]")
    return v.page.evaluate("window.seen")


@pytest.mark.parametrize(("key", "cards"), [("m", TWO_PAIR), ("f", LOSING)])
def test_cards_are_turned_one_after_the_other_and_the_verdict_comes_last(visit, key, cards):
    v = visit(**MOVING)
    v.page.wait_for_selector("button.deal")
    v.deal(cards, ante="5", bonus="5")
    v.page.wait_for_function("() => document.querySelector('.balance').textContent.includes('990.00')")
    v.page.evaluate(TIMES)
    before = v.text(".balance")
    v.page.keyboard.press(key)
    seen = times_to_the_verdict(v)
    turned = {count: at for at, count, verdict, _ in reversed(seen) if not verdict}
    assert sorted(turned) == [0, 1, 2, 3]
    verdict_at = next(at for at, _, verdict, _ in seen if verdict)
    assert turned[1] < turned[2] < turned[3] < verdict_at
    assert 1_500 <= verdict_at - turned[1] <= 6_000  # 600 ms a card; a frame of a busy machine may come late
    balances = {balance for _, _, verdict, balance in seen if not verdict}
    assert len(balances) == (1 if key == "f" else 2)  # the stakes leave it; what was won is not told before
    assert before in balances


@pytest.mark.parametrize("how", ["click", "Enter", "d", "button"])
def test_whoever_does_not_want_to_wait_skips_to_the_end(visit, how):
    v = visit(**MOVING)
    v.page.wait_for_selector("button.deal")
    v.deal(TWO_PAIR, ante="5")
    v.page.keyboard.press("m")
    v.page.wait_for_selector(".turning")
    if how == "click":
        v.page.click(".felt", position={"x": 20, "y": 100})
    elif how == "button":
        v.click(".skip-turn")
    else:
        v.page.keyboard.press(how)
    assert v.page.locator(".verdict").count() == 1
    assert v.page.locator(".community .card.face").count() == 3
    assert v.table["view"]["number"] == 1  # it skips, and deals nothing
    v.page.wait_for_timeout(300)
    v.click(".rebet")
    v.open_street("third-street")


def test_whoever_wants_no_motion_sees_everything_at_once(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.deal(ROYAL, ante="5")
    v.page.evaluate(TIMES)
    v.page.keyboard.press("m")
    assert {count for _, count, _, _ in times_to_the_verdict(v)} == {0, 3}
    assert v.text(".verdict strong") == "+$25,000.00"
    assert v.page.locator(".feast").count() == 0
    assert v.page.evaluate("document.getAnimations().length") == 0


def test_a_bet_can_be_followed_by_the_next_at_once(visit):
    """A street's card is shown with the answer: nothing has to be waited for."""
    v = visit(**MOVING)
    v.page.wait_for_selector("button.deal")
    v.deal(LOSING, ante="5")
    for key, street in (("1", "fourth-street"), ("1", "fifth-street")):
        v.page.keyboard.press(key)
        v.open_street(street)
        assert v.page.locator(".turning").count() == 0
    assert list(v.hand()["wagers_cents"].values()) == [500, 500, 500]


def test_wins_are_counted_up_and_a_royal_flush_is_celebrated(visit):
    v = visit(**MOVING)
    v.page.wait_for_selector("button.deal")
    for cards, feast in ((TWO_PAIR, 0), (ROYAL, 1)):
        v.deal(cards, ante="5")
        v.page.keyboard.press("m")
        v.page.wait_for_selector(".turning")
        v.page.evaluate(
            """() => { window.sums = []; window.feasts = 0;
               window.watching ??= new MutationObserver((changes) => {
                 for (const { addedNodes } of changes)
                   window.feasts += [...addedNodes].filter((each) => each.matches?.('.feast')).length;
               });
               window.watching.observe(document.querySelector('ms-game'), { childList: true, subtree: true });
               const look = () => {
                 const sum = document.querySelector('.verdict strong')?.textContent;
                 if (sum && sum !== window.sums.at(-1)) window.sums.push(sum);
                 requestAnimationFrame(look); }; look(); }"""
        )
        v.page.keyboard.press("Enter")
        v.page.wait_for_selector(".verdict")
        v.page.wait_for_function("sum => window.sums.at(-1) === sum", arg=["+$100.00", "+$25,000.00"][feast])
        assert v.page.evaluate("window.feasts") == feast
        sums = [float(re.sub(r"[^\d.]", "", each)) for each in v.page.evaluate("window.sums")]
        assert len(sums) > 3
        assert sums == sorted(sums)
        assert sums[-1] == {0: 100.0, 1: 25_000.0}[feast]
        v.page.wait_for_selector(".feast", state="detached")  # it is short
        v.click(".new")
        v.page.wait_for_selector("button.deal")


LISTEN = """window.played = []; window.AudioContext = class extends AudioContext {
  createOscillator() { window.played.push('tone'); return super.createOscillator(); }
  createBufferSource() { window.played.push('noise'); return super.createBufferSource(); }
};"""


def test_sound_is_off_until_asked_for_and_then_kept(visit):
    v = visit()
    v.context.add_init_script(LISTEN)
    v.page.reload()
    v.page.wait_for_selector("button.deal")
    v.deal(TWO_PAIR)
    v.page.keyboard.press("m")
    v.ended()
    assert v.page.evaluate("window.played") == []
    v.page.get_by_role("button", name="Settings").click()
    v.page.get_by_label("Sound").check()
    v.page.wait_for_function("() => window.played.includes('tone')")
    v.page.reload()
    v.page.wait_for_selector(".again")
    assert v.page.evaluate("window.played") == []
    v.page.keyboard.press("d")
    v.open_street("third-street")
    v.page.wait_for_function("() => window.played.includes('noise')")  # cards
    v.page.get_by_role("button", name="Settings").click()
    v.page.get_by_label("Sound").uncheck()
    v.page.keyboard.press("Escape")
    v.page.evaluate("window.played.length = 0")
    v.page.keyboard.press("f")
    v.ended()
    assert v.page.evaluate("window.played") == []


# Places

SHOWN = """() => {
  const wrong = [], name = (each) => each.className || each.id;
  const within = ({ left, top, right, bottom }) =>
    left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5;
  const inside = (each) => within(each.getBoundingClientRect());
  const fits = (each, slack) =>
    each.scrollWidth <= each.clientWidth + 1 && each.scrollHeight <= each.clientHeight + slack;
  const root = document.scrollingElement, stage = document.querySelector('.stage');
  if (root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth} wide`);
  if (root.scrollTop) wrong.push(`scrolled by ${root.scrollTop}`);
  if (!inside(stage) || stage.scrollHeight > stage.clientHeight) wrong.push('the play area does not fit');
  for (const each of stage.querySelectorAll('button:not(:disabled), input')) {
    if (!inside(each)) wrong.push(`out of sight: ${name(each)}`);
    if (!fits(each, 2)) wrong.push(`cut off: ${name(each)}`);
  }
  const felt = document.querySelector('.felt');
  if (!fits(felt, 1)) wrong.push('the felt overflows');
  for (const each of felt.querySelectorAll('.card, .ring'))
    if (!inside(each)) wrong.push(`out of sight: ${name(each)}`);
  return wrong;
}"""
LISTED = """() => {
  const slip = document.querySelector('.slip');
  return slip && slip.scrollHeight > slip.clientHeight + 1 ? ['the results do not fit'] : [];
}"""
"""Whether every wager's result is in sight; the amounts of a royal flush may have to be scrolled to."""
CUT = """() => {
  const drawn = (each) => each.textContent.trim() && getComputedStyle(each).visibility === 'visible';
  const find = (selector) => [...document.querySelectorAll(selector)].filter(drawn);
  const text = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  };
  const amounts = find('.spot .came, .spot .stake').map((each) => [each.textContent, text(each)]);
  const cross = ([, one], [, other]) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return [
    ...find('.spot .label, .field label, .field .hint').filter((each) => each.scrollWidth > each.clientWidth + 1)
      .map((each) => `cut off: ${each.textContent}`),
    ...amounts.flatMap((one, place) => amounts.slice(place + 1).filter((other) => cross(one, other))
      .map((other) => `${one[0]} runs into ${other[0]}`)),
  ];
}"""
"""Names that are cut off, and amounts on the felt that run into each other."""
FIXED = [".bet", ".bet + .bet", ".bet + .bet + .bet", ".fold", ".all", ".go", ".felt", ".controls", ".bar"]
PLACES = """fixed => Object.fromEntries(fixed
  .map(selector => [selector, document.querySelector(`.stage ${selector}`)?.getBoundingClientRect()])
  .filter(([, box]) => box)
  .map(([selector, box]) => [selector, [box.x, box.y, box.width, box.height].map(Math.round)]))"""
ERROR = "The ante is $50.01; this table takes $0.01 to $50.00 (Online limits.1)."


def states(v, site) -> Iterator[str]:
    """Every state of the game, one after the other, by name."""
    v.page.wait_for_selector("button.deal")
    yield "choosing"
    v.wager(ante="50.01")
    yield "a wrong amount"
    v.wager(ante="50", bonus="50")
    yield "a cap"
    for practice in (False, True):
        if practice:
            v.page.locator(".bar [type=checkbox]").check()
        v.deal(TWO_PAIR, ante="5", bonus="5")
        for street in ("third-street", "fourth-street", "fifth-street"):
            v.open_street(street)
            if practice:
                v.page.wait_for_selector(".worth.best")
            yield f"{street}, practice {practice}"
            v.bet(3)
        v.ended()
        yield f"ended, practice {practice}"
        v.click(".new")
        v.page.wait_for_selector("button.deal")
    v.deal(ROYAL, ante="50", bonus="50")
    v.page.wait_for_selector(".worth.best")
    yield "large wagers"
    v.click(".decide .all")
    v.ended()
    yield "a royal flush"
    v.click(".felt .share")
    v.page.wait_for_selector(".toasts .shared")
    yield "shared"
    poor(v, site, 10_00)
    v.page.wait_for_selector(".broke")
    yield "ended, broke"
    v.click(".new")
    v.page.wait_for_selector("button.deal")
    yield "choosing, broke"
    v.click(".tool.clear")
    v.deal(LOSING, ante="10")
    v.page.wait_for_selector(".broke")
    v.page.wait_for_selector(".worth.best")
    yield "deciding, broke"
    v.click(".decide .fold")
    v.ended()
    yield "nothing left"
    v.page.evaluate("told => { document.querySelector('ms-game').error = told }", ERROR)
    yield "an error"


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize(("language", "sizes"), IN_EACH)
def test_everything_to_play_with_fits_and_keeps_its_place(visit, site, language, sizes):
    """One game, looked at in every state on every screen."""
    v = visit(language)
    screens: dict[tuple[int, int], dict[str, list[int]]] = {size: {} for size in [*sizes, (412, 700), (1366, 657)]}
    for state in states(v, site):
        for (width, height), known in screens.items():
            v.page.set_viewport_size({"width": width, "height": height})
            v.page.evaluate(DRAWN)
            assert flaws(v.page, SHOWN, CUT) == [], (state, width)
            assert "royal" in state or flaws(v.page, LISTED) == [], (state, width)
            places, other = v.page.evaluate(in_both_lights(PLACES), FIXED)
            assert places == other, (state, width)
            moved = {name: box for name, box in places.items() if known.setdefault(name, box) != box}
            assert moved == {}, (state, width)
    for known in screens.values():
        x, y, w, h = known[".fold"]
        for other in (".all", ".go"):
            left, top, wide, high = known[other]
            assert left >= x + w or x >= left + wide or top >= y + h or y >= top + high, f"FOLD is where {other} was"
        assert set(known) == set(FIXED)


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("fr", "dark")])
def test_axe_finds_nothing_in_any_state(visit, site, language, scheme):
    v = visit(language, color_scheme=scheme, viewport={"width": 360, "height": 640})
    axe = Axe()
    for state in states(v, site):
        found = axe.run(v.page)
        assert found.violations_count == 0, f"{state}: {found.generate_report()}"
    v.page.click(".broke button")
    v.page.wait_for_selector(".broke", state="detached")
    v.click(".new")
    v.page.wait_for_selector("button.deal")
    v.deal(LOSING, ante="5")
    v.bet(1, 1, 1)
    v.ended()
    found = axe.run(v.page)
    assert found.violations_count == 0, f"lost: {found.generate_report()}"
    for dialog in (".set", ".help"):
        v.page.click(f".bar {dialog}")
        found = axe.run(v.page)
        assert found.violations_count == 0, f"{dialog}: {found.generate_report()}"
        v.page.keyboard.press("Escape")
    v.page.click(".menu")
    found = axe.run(v.page)
    assert found.violations_count == 0, f"the menu: {found.generate_report()}"
    v.page.keyboard.press("Escape")
    v.page.evaluate("localStorage.settings = JSON.stringify({ coach: 'warn' })")
    v.page.reload()
    v.click(".new")
    v.deal(LOSING, ante="5")
    v.click(".decide .bet >> nth=2")
    v.page.wait_for_selector("dialog.doubt[open]")
    found = axe.run(v.page)
    assert found.violations_count == 0, f"a warning: {found.generate_report()}"


def test_axe_finds_nothing_while_cards_are_turned(visit):
    v = visit(**MOVING)
    v.page.wait_for_selector("button.deal")
    v.deal(TWO_PAIR)
    v.page.evaluate(
        "document.querySelector('ms-game').skip = () => {}"
    )  # the last card has been turned, and no verdict comes
    v.page.keyboard.press("m")
    v.page.wait_for_selector(".turning")
    assert Axe().run(v.page).violations_count == 0


# Presses

KEYS: dict[str, dict[str, Any]] = {
    "Enter": {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"},
    " ": {"key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": " "},
    "d": {"key": "d", "code": "KeyD", "windowsVirtualKeyCode": 68, "text": "d"},
    "1": {"key": "1", "code": "Digit1", "windowsVirtualKeyCode": 49, "text": "1"},
}


def hold(v, key: str, times: int = 40) -> None:
    """Hold a key down for longer than anything takes, as a keyboard sends it, and let it go."""
    session = v.context.new_cdp_session(v.page)
    session.send("Input.dispatchKeyEvent", {"type": "keyDown", **KEYS[key]})
    for _ in range(times):
        v.page.wait_for_timeout(33)
        session.send("Input.dispatchKeyEvent", {"type": "keyDown", "autoRepeat": True, **KEYS[key]})
    session.send("Input.dispatchKeyEvent", {"type": "keyUp", **KEYS[key]})


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("key", list(KEYS))
def test_a_key_that_is_held_down_acts_once(visit, key, motion):
    v = visit(reduced_motion=motion)
    v.page.wait_for_selector("button.deal")
    v.script(LOSING)
    if key in ("Enter", " "):
        v.page.focus("button.deal")
    if key == "1":
        v.page.keyboard.press("d")
        v.open_street("third-street")
    hold(v, key)
    street = "fourth-street" if key == "1" else "third-street"
    v.open_street(street)
    assert v.table["view"]["number"] == 1
    assert list(v.hand()["wagers_cents"]) == ["ante", *(["third-street"] if key == "1" else [])]
    if key == "Enter":  # and in a field, where it deals
        v.page.keyboard.press("f")
        v.ended()
        v.page.keyboard.press("n")
        v.page.focus("#wager-ante")
        hold(v, key)
        v.open_street("third-street")
        assert v.table["view"]["number"] == 2
        assert list(v.hand()["wagers_cents"]) == ["ante"]


def test_a_press_that_began_before_the_buttons_changed_does_nothing(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.deal(LOSING)
    box = v.page.locator(".decide .bet").first.bounding_box()
    v.page.wait_for_timeout(300)
    v.page.mouse.move(box["x"] + 20, box["y"] + 20)
    v.page.mouse.down()
    v.page.keyboard.press("2")
    v.open_street("fourth-street")
    v.page.wait_for_timeout(400)  # somebody who holds the button down for long
    v.page.mouse.up()
    v.page.wait_for_timeout(300)
    v.open_street("fourth-street")
    assert list(v.hand()["wagers_cents"]) == ["ante", "third-street"]
    v.page.mouse.down()
    v.page.mouse.up()
    v.open_street("fifth-street")


def test_keys_can_be_changed_and_switched_off_and_are_kept(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.page.get_by_role("button", name="Settings").click()
    field = v.page.locator("[name=key-fold]")
    field.fill("d")  # taken: it deals
    field.blur()
    assert field.input_value() == "F"
    expect(v.page.locator("dialog.settings .fault")).to_have_text(
        "The key D is taken: DEAL / REBET AND DEAL. Choose another one, or change that one first."
    )
    field.fill("q")
    field.blur()
    expect(v.page.locator("dialog.settings .fault")).to_have_count(0)
    v.page.keyboard.press("Escape")
    v.deal(LOSING)
    v.page.keyboard.press("f")
    v.page.wait_for_timeout(200)
    assert v.page.locator(".decide").count() == 1
    v.page.reload()
    v.open_street("third-street")
    v.page.keyboard.press("q")
    v.ended()
    v.page.keyboard.press("?")
    assert "Q FOLD" in v.text("dialog.how")
    v.page.keyboard.press("?")
    v.page.get_by_role("button", name="Settings").click()
    v.page.get_by_label("Play with single keys").uncheck()
    v.page.keyboard.press("Escape")
    v.page.reload()
    v.page.wait_for_selector(".again")
    for key in ("d", "n", "?", "q"):
        v.page.keyboard.press(key)
    v.page.wait_for_timeout(200)
    assert v.page.locator(".again").count() == 1
    assert v.page.locator("dialog[open]").count() == 0
    v.page.focus(".rebet")
    v.page.keyboard.press("Enter")  # what has the focus can still be pressed
    v.open_street("third-street")
    v.page.get_by_role("button", name="Settings").click()
    v.page.get_by_label("Play with single keys").check()
    v.page.get_by_role("button", name="The usual keys").click()
    v.page.keyboard.press("Escape")
    v.page.locator("h1").evaluate("() => document.activeElement.blur()")
    v.page.keyboard.press("f")
    v.ended()


def test_speed_deck_practice_and_light_are_chosen_in_one_panel_and_kept(visit):
    v = visit("fr", **MOVING)
    v.page.wait_for_selector("button.deal")
    v.page.get_by_role("button", name="Réglages").click()
    v.page.get_by_label("Vitesse des cartes").select_option("none")
    v.page.get_by_label("Couleurs des enseignes").select_option("two")
    v.page.get_by_role("combobox", name="Sombre ou clair").select_option("dark")
    v.page.get_by_label("Montrer ce que vaut chaque choix").check()
    v.page.get_by_role("button", name="Fermer").click()
    assert v.page.locator(".bar [type=checkbox]").is_checked()
    v.page.reload()
    v.page.wait_for_selector("button.deal")
    assert v.page.evaluate("document.documentElement.dataset.theme") == "dark"
    v.deal("As Td 9h Jc 4s", ante="5")
    v.page.wait_for_selector(".worth.best")
    v.page.keyboard.press("m")
    v.ended()
    assert v.page.locator(".turning").count() == 0
    colours = v.page.eval_on_selector_all(".card.face", "cards => cards.map(card => getComputedStyle(card).color)")
    assert len(set(colours)) == 2


def test_faces_felt_clock_and_language_are_chosen_and_shown(visit):
    v = visit(viewport={"width": 320, "height": 568})
    page = v.page
    page.wait_for_selector("button.deal")
    v.deal("As Td 9h Jc 4s", ante="5")
    size = "document.querySelector('.own .rank').getBoundingClientRect().height"
    felt = "getComputedStyle(document.querySelector('.table'), '::before').backgroundImage"
    usual, green = page.evaluate(size), page.evaluate(felt)
    assert page.locator(".clock").count() == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Faces of the cards").select_option("large")
    assert page.evaluate(size) > 1.5 * usual
    seen = {green}
    for colour in ("blue", "red", "purple"):
        page.get_by_label("Colour of the felt").select_option(colour)
        seen.add(page.evaluate(felt))
    assert len(seen) == 4
    page.get_by_label("Show how long you have been playing").check()
    page.keyboard.press("Escape")
    assert v.text(".clock") == "Playing for 0 mins"
    assert flaws(page, SHOWN) == []
    page.evaluate("sessionStorage.setItem('playing since', Date.now() - 83 * 60000)")
    page.get_by_text("1 hr 23 mins").wait_for()
    assert flaws(page, SHOWN) == []
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("fr")  # in the middle of the round
    v.open_street("third-street")
    assert page.evaluate("document.documentElement.lang") == "fr"
    assert page.evaluate(size) > 1.5 * usual
    assert v.text(".clock") == "Vous jouez depuis 1 h 23 min"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_clock_is_not_cut_off_after_hours(visit, language):
    v = visit(language)
    v.page.evaluate("localStorage.settings = JSON.stringify({ clock: true })")
    v.page.evaluate("sessionStorage['playing since'] = Date.now() - 659 * 60000")
    v.page.reload()
    v.page.wait_for_selector("button.deal")
    assert "59" in v.text(".clock")
    cut = "(line) => line.scrollWidth - line.clientWidth"
    for width, height in SIZES:
        v.page.set_viewport_size({"width": width, "height": height})
        assert v.page.locator(".purse .small").evaluate(cut) <= 0, (width, height)


def test_the_settings_are_reached_from_every_page(visit):
    v = visit("fr", viewport={"width": 320, "height": 568})
    v.page.goto(v.url + "/rules")
    v.page.get_by_role("button", name="Pages").click()
    v.page.get_by_role("link", name="Réglages").click()
    v.page.wait_for_selector("[name=felt]")
    assert too_wide(v.page) <= 0
    for scheme in ("light", "dark"):
        v.page.locator("[name=theme]").select_option(scheme)
        found = Axe().run(v.page)
        assert found.violations_count == 0, found.generate_report()
    v.page.locator("[name=felt]").select_option("blue")
    v.page.locator("[name=practise]").check()
    v.page.locator("[name=shortcuts]").uncheck()
    v.page.goto(v.url)
    v.page.wait_for_selector("button.deal")
    looks = v.page.evaluate("({ ...document.documentElement.dataset })")
    assert (looks["felt"], looks["theme"]) == ("blue", "dark")
    assert v.page.locator(".bar [type=checkbox]").is_checked()
    v.page.keyboard.press("d")
    v.page.wait_for_timeout(200)
    assert v.page.locator(".decide").count() == 0


# What helps

HELP_TOP = "document.querySelector('dialog.how').scrollTop"


def test_the_help_opens_at_its_beginning_and_leads_to_the_pay_tables(visit):
    v = visit("fr", viewport={"width": 360, "height": 640})
    v.page.wait_for_selector("button.deal")
    for panel in ("how", "settings"):  # the way out is in sight, and a tap beside the panel is another
        v.page.evaluate(f"document.querySelector('ms-game').open('{panel}')")
        box = v.page.locator("dialog[open] .after .main").bounding_box()
        assert box["y"] + box["height"] < 640
        edge = v.page.locator("dialog[open]").bounding_box()
        v.page.mouse.click(edge["x"] + 4, edge["y"] + 4)  # its own margin is not beside it
        assert v.page.locator("dialog[open]:not([closedby])").count() == 1, "closed by us, in any browser"
        v.page.mouse.click(180, 636)
        v.page.wait_for_selector("dialog[open]", state="detached")
    v.page.click(".bar .help")
    assert v.page.evaluate("document.querySelector('dialog.how').scrollHeight") > 640
    assert v.page.evaluate(HELP_TOP) == 0
    v.page.mouse.move(180, 300)
    for _ in range(5):
        v.page.mouse.wheel(0, 600)
    v.page.wait_for_function(f"() => {HELP_TOP} > 0")
    assert v.page.evaluate("scrollY") == 0  # the page behind it stays
    v.page.get_by_role("button", name="Tableaux des gains").click()
    assert v.page.locator("dialog[open]").count() == 0
    box = v.page.locator(".board").bounding_box()
    assert -1 < box["y"] < 320


def test_the_pay_tables_stand_beside_the_table_where_there_is_room(visit):
    v = visit(viewport={"width": 1280, "height": 720})
    v.page.wait_for_selector("button.deal")
    v.page.click(".bar .help")
    assert v.page.locator(".to-pays").is_hidden()
    assert v.page.locator(".pays").first.is_visible()


def test_practice_tells_after_the_round_how_good_it_was_and_leads_to_why(visit):
    v = visit(viewport={"width": 360, "height": 640})
    v.page.wait_for_selector("button.deal")
    v.page.locator(".bar [type=checkbox]").check()
    v.deal("Ah 6h 9c Kd 2s", ante="5")
    v.bet(3)
    v.click(".decide .fold")
    v.page.wait_for_selector(".review")
    assert v.text(".said .note") == "Best decisions: 0 of 2. See why"
    v.page.click(".said .note a")
    seen = (
        "() => { const { y } = document.querySelector('#review').getBoundingClientRect(); return y > -1 && y < 640; }"
    )
    v.page.wait_for_function(seen)


def test_the_note_about_a_link_can_be_closed(visit):
    v = visit(viewport={"width": 360, "height": 640})
    v.page.wait_for_selector("button.deal")
    v.deal(LOSING)
    v.click(".decide .fold")
    v.ended()
    v.click(".felt .share")
    v.page.get_by_role("status").get_by_role("button", name="Close").click()
    assert v.page.locator(".shared").count() == 0


# What is heard


def spots(v) -> list[str]:
    lines = v.page.get_by_role("list", name=re.compile("Wagers|Mises")).get_by_role("listitem").locator(".sr").all()
    return [" ".join((line.text_content() or "").split()) for line in lines]


HEARD = {
    "en": (
        "3 Card Bonus: $5.00 | ANTE: $5.00 | 3rd street: yours to decide | 4th street: nothing | 5th street: nothing",
        "3 Card Bonus: $5.00, wins $5.00 | ANTE: $5.00, wins $10.00 | 3rd street: $15.00, wins $30.00",
        "Your cards: queen of clubs, queen of diamonds; on the board: three of hearts. So far: a pair of queens.",
        "ANTE: $5.00, loses $5.00",
    ),
    "fr": (
        "Bonus 3 cartes : 5,00 $ | MISE INITIALE : 5,00 $ | Troisième tour : à vous de décider"
        " | Quatrième tour : rien | Cinquième tour : rien",
        "Bonus 3 cartes : 5,00 $, gagne 5,00 $ | MISE INITIALE : 5,00 $, gagne 10,00 $"
        " | Troisième tour : 15,00 $, gagne 30,00 $",
        "Vos cartes : dame de trèfle, dame de carreau; sur la table : trois de cœur."
        " Pour l'instant : une paire de dames.",
        "MISE INITIALE : 5,00 $, perd 5,00 $",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_spot_and_the_hand_are_told_street_by_street(visit, language):
    laid, came, holding, lost = HEARD[language]
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    v.deal(TWO_PAIR, ante="5", bonus="5")
    assert " | ".join(spots(v)) == laid
    v.bet(3)
    v.open_street("fourth-street")
    assert holding in " ".join((v.page.text_content(".message[role=status]") or "").split())
    assert holding.endswith(v.text(".so-far"))  # and on the felt
    v.bet(3, 3)
    v.ended()
    assert " | ".join(spots(v)[:3]) == came
    v.click(".new")
    v.deal(LOSING, ante="5", bonus="0")
    v.click(".decide .fold")
    v.ended()
    assert spots(v)[1] == lost


@pytest.mark.parametrize("language", LANGUAGES)
def test_money_that_runs_out_and_money_that_is_gone(visit, site, language):
    out, gone = {
        "en": ("Your play money is running out.", "Your play money is gone."),
        "fr": ("Votre argent fictif s'épuise.", "Vous n'avez plus d'argent fictif."),
    }[language]
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    assert v.page.locator(".broke").count() == 0
    poor(v, site, 10_00)
    assert v.text(".broke p") == out
    v.deal(LOSING, ante="10")
    assert v.text(".broke p") == gone  # no street can be paid for
    v.click(".decide .fold")
    v.ended()
    assert v.text(".broke p") == gone
    assert gone in (v.page.text_content(".message[role=status]") or "")
    v.page.click(".broke button")
    v.page.wait_for_selector(".broke", state="detached")


def test_the_beginners_help_has_no_clauses_and_the_results_have_them(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    assert v.page.locator("#how .clause, dialog.how .clause").count() == 0
    assert v.page.locator("#how li").count() > 3
    v.deal(LOSING)
    v.click(".decide .fold")
    v.ended()
    v.page.click(".results li[data-wager=ante] summary")
    assert v.page.locator(".results li[data-wager=ante] a.clause").is_visible()
