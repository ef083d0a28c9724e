"""The tour of a first round: it explains each moment where it happens, covers no button, plays nothing, and ends."""

import re

import pytest

from mississippi_stud.floor.solo import solo_game
from mississippi_stud.prose.signs import Signs
from mississippi_stud.prose.tour import tour
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from tests.web.conftest import LOCALES, Axe, Visit, flaws
from tests.web.test_books import STREETS
from tests.web.test_felt import DRAWN, LOSING, SHOWN, SIZES, TWO_PAIR

NOTE = """() => {
  const note = document.querySelector('.tour').getBoundingClientRect(), wrong = [];
  const cuts = (box) => box.left < note.right - .5 && box.right > note.left + .5 && box.top < note.bottom - .5
    && box.bottom > note.top + .5;
  if (note.left < 0 || note.top < 0 || note.right > innerWidth + .5 || note.bottom > innerHeight + .5)
    wrong.push('the note is out of sight');
  const kept = `.stage button, .stage input, .slip, .verdict${document.querySelector('.decide') ? ', .card.face' : ''}`;
  for (const each of document.querySelectorAll(kept))
    if (!each.closest('.tour') && cuts(each.getBoundingClientRect())) wrong.push(`covers ${each.className || each.id}`);
  if (cuts(document.querySelector('.marker').getBoundingClientRect())) wrong.push('covers what it speaks of');
  return wrong;
}"""


def newcomer(house, browser, book: str = "online", language: str = "en", **settings) -> Visit:
    context = browser.new_context(**{"locale": LOCALES[language], "reduced_motion": "reduce", **settings})
    v = Visit(context, house, f"/?book={book}", newcomer=True)
    v.page.locator(".tour p", has_text=re.compile(r"\w")).wait_for()
    return v


def leave(v: Visit) -> None:
    v.context.close()
    assert v.wrong == []


def moments(v: Visit, cards: str):
    """A whole round with every step that is explained in it."""

    def steps():
        yield
        while v.page.locator(".tour .next").count():
            before = v.text(".tour small")
            v.page.click(".tour .next")
            if v.page.locator(".tour").count() == 0:
                return
            assert v.text(".tour small") != before
            yield

    yield from steps()
    v.script(cards)
    v.click("button.deal")
    v.page.wait_for_selector(".decide")
    for street in STREETS:
        v.open_street(street)
        yield from steps()
        v.bet(1)
    v.ended()
    yield from steps()


WHERE = [("maryland", "en"), ("maryland", "fr"), ("online", "en"), ("online", "fr"), ("nsw", "fr"), ("crown", "en")]


@pytest.mark.parametrize(("book", "language"), WHERE)
def test_each_step_stands_beside_what_it_speaks_of_and_covers_nothing(house, browser, book, language):
    width, height = SIZES[0]
    v = newcomer(house, browser, book, language, viewport={"width": width, "height": height})
    told: list[str] = []
    for _ in moments(v, TWO_PAIR):
        told.append(v.text(".tour p"))
        for width, height in SIZES if book in ("maryland", "online") else SIZES[:1]:
            v.page.set_viewport_size({"width": width, "height": height})
            v.page.evaluate(DRAWN)
            assert flaws(v.page, NOTE, SHOWN) == [], (told[-1], width, height)
    signs = Signs(rulebook(book), solo_game(book).options, language)
    steps = tour(signs)
    assert len(told) == len(set(told)) == sum(len(steps[each]) for each in ("place", "third-street", "end")) + 3
    assert told[0].startswith(signs.label(signs.wagers[0]))
    assert not [each for each in told if "{" in each]
    assert v.page.locator(".tour").count() == 0  # after its last step
    assert v.table["view"]["number"] == 1
    assert v.hand()["wagers_cents"] == dict.fromkeys(["ante", *STREETS], 5_00)  # what was played, and nothing else
    leave(v)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("book", BOOKS)
def test_the_steps_speak_of_the_wagers_and_buttons_of_the_book(book, language):
    signs = Signs(rulebook(book), solo_game(book).options, language)
    steps = tour(signs)
    said = {moment: " ".join(step.text for step in each) for moment, each in steps.items()}
    assert all(signs.label(wager) in said["place"] for wager in signs.wagers)
    assert signs.labels["deal"] in said["place"]
    assert signs.labels["fold"] in said["third-street"]
    assert signs.labels["jacks-or-better"] in said["third-street"]
    assert signs.labels["push"] in said["push"]
    assert signs.labels["pair-of-6s-to-10s"] in said["lose"]
    assert signs.labels["rebet"] in said["end"]
    assert (steps["third-street"][1].on == "bonus") == (book == "maryland")
    left = {name for text in said.values() for name in re.findall(r"{(\w+)}", text)}
    assert left == {"hand", "pays"}  # which only the page knows


FOLDED = {
    "nsw": "Lost too, if you have placed it: Jackpot wager, Fixed jackpot wager. Now decide.",
    "maryland": (
        "Lost too, if you have placed it: Progressive wager. "
        "Still in play, if you have placed it: Three Card Bonus, Six Card Bonus. Now decide."
    ),
    "crown": "Lost too, if you have placed it: Jackpot wager. Now decide.",
    "online": "Still in play, if you have placed it: 3 Card Bonus. Now decide.",
}


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_folds_is_told_which_side_wagers_are_lost_too(book):
    steps = tour(Signs(rulebook(book), solo_game(book).options, "en"))
    told = steps["third-street"][-1].text
    assert told.partition(" since. ")[2] == FOLDED[book]


ENDED = [
    (TWO_PAIR, 3, "You win! Two pair (2 : 1): paid on the ante"),
    ("Tc Td 3h 4s 9c", 3, "Pair of 6s to 10s: PUSH. Your wagers come back"),
    (LOSING, 3, "Nothing that pays: the ante and the street wagers are lost. The least that wins: jacks or better."),
    (LOSING, 0, "You have folded"),
    (LOSING, 2, "You have folded"),
]


def test_how_it_ended_is_explained_and_the_tour_begins_again_on_request(visit):
    v = visit(newcomer=True)
    v.page.wait_for_selector(".tour")
    for cards, bets, told in ENDED:
        v.deal(cards, ante="5")
        v.bet(*[1] * bets)
        if bets < 3:
            v.click(".decide .fold")
        v.ended()
        assert v.text(".tour p").startswith(told)
        v.page.keyboard.press("?")
        v.page.get_by_role("button", name="Explain a round step by step").click()
        v.page.get_by_text("the wager that every round begins with").wait_for()


def test_it_follows_whoever_plays_on_without_reading_and_is_over_after_the_round(visit):
    v = visit("fr", newcomer=True, viewport={"width": 360, "height": 640})
    v.page.wait_for_selector(".tour")
    v.deal(LOSING)
    assert v.text(".tour small") == "4 sur 11"
    v.page.reload()
    v.open_street("third-street")
    v.page.get_by_text("Vos deux cartes, que personne").wait_for()  # it goes on where the round is
    v.page.keyboard.press("m")
    v.ended()
    v.page.get_by_text("Rien qui paie : la mise").wait_for()
    v.click(".rebet")
    v.open_street("third-street")
    assert v.page.locator(".tour").count() == 0
    v.page.goto(v.url + "/?book=nsw")
    v.page.wait_for_selector("button.deal")
    v.page.wait_for_timeout(200)
    assert v.page.locator(".tour").count() == 0  # nor anywhere else


@pytest.mark.parametrize("how", ["Escape", "button"])
def test_it_can_be_skipped_at_any_step_and_never_comes_again_unless_asked_for(visit, how):
    v = visit(newcomer=True)
    v.page.wait_for_selector(".tour .next")
    assert v.page.evaluate("document.activeElement === document.body")  # it takes no focus
    v.page.click(".tour .next")
    if how == "Escape":
        v.page.keyboard.press("?")
        v.page.keyboard.press("Escape")  # closes the help, and nothing else
        assert v.page.locator(".tour").count() == 1
        v.page.keyboard.press("Escape")
    else:
        v.page.get_by_role("button", name="Skip the tour").focus()
        v.page.keyboard.press("Enter")
    assert v.page.locator(".tour").count() == 0
    assert v.table["view"]["round"] is None or not v.table["view"]["round"]["hands"]
    v.page.reload()
    v.page.wait_for_selector("button.deal")
    v.page.wait_for_timeout(200)
    assert v.page.locator(".tour").count() == 0
    v.deal(LOSING)
    v.click(".decide .fold")
    v.ended()
    v.page.keyboard.press("?")
    v.page.get_by_role("button", name="Explain a round step by step").click()
    assert v.page.locator("dialog[open]").count() == 0
    v.page.get_by_text("the wager that every round begins with").wait_for()
    assert v.table["view"]["number"] == 1  # nothing was dealt for it
    v.deal(LOSING)
    v.page.get_by_text("Your two hole cards").wait_for()


def test_whoever_has_played_before_is_not_explained_the_game(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.deal(LOSING)
    v.click(".decide .fold")
    v.ended()
    v.click(".rebet")
    v.open_street("third-street")
    fresh = v.context.browser.new_context(locale="en-CA", storage_state={"cookies": v.context.cookies(), "origins": []})
    page = Visit(fresh, v.site, newcomer=True).page
    page.wait_for_selector(".decide")
    page.wait_for_timeout(200)
    assert page.locator(".tour").count() == 0
    fresh.close()


def test_axe_finds_nothing_in_any_moment(house, browser):
    v = newcomer(house, browser, "maryland", "fr", viewport={"width": 360, "height": 640})
    axe, found = Axe(), set()
    for _ in moments(v, TWO_PAIR):
        if (state := str(v.page.get_attribute(".stage form", "class"))) in found:
            continue
        found.add(state)
        for scheme in ("light", "dark"):
            v.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            checked = axe.run(v.page)
            assert checked.violations_count == 0, f"{state}, {scheme}: {checked.generate_report()}"
    assert len(found) == 3
    leave(v)


def test_whoever_plays_by_keyboard_comes_from_the_last_step_to_the_button_it_speaks_of(house, browser):
    v = newcomer(house, browser, "crown")
    v.page.focus(".tour .next")
    while v.page.locator(".tour .next").count():
        v.page.keyboard.press("Enter")
    v.page.wait_for_function("() => document.activeElement.matches('.deal')")
    v.page.keyboard.press("Enter")
    v.open_street("third-street")
    v.page.wait_for_function("() => document.activeElement.matches('.bet')")
    leave(v)


FRAMED = """() => {
  const frame = document.querySelector('.marker').getBoundingClientRect();
  return [...document.querySelectorAll('.spot')].filter(each => {
    const { left, right } = each.getBoundingClientRect();
    return left >= frame.left && right <= frame.right;
  }).map(each => each.dataset.wager);
}"""


def test_every_wager_that_a_step_speaks_of_is_framed_and_a_tip_points_at_nothing_else(house, browser):
    v = newcomer(house, browser, "maryland", viewport={"width": 1280, "height": 720})
    framed = f"names => ({FRAMED})().join() === names"  # it is measured with the next frame
    v.page.wait_for_function(framed, arg="ante")
    assert v.page.locator(".tour .tip").is_visible()
    v.page.click(".tour .next")
    v.page.wait_for_function(framed, arg="six-card-bonus,three-card-bonus,progressive")
    v.page.click(".tour .next")
    v.page.evaluate(DRAWN)
    note, deal = v.page.locator(".tour").bounding_box(), v.page.locator(".deal").bounding_box()
    assert note["y"] + note["height"] < deal["y"] - 30  # fields and chips lie between them
    assert v.page.locator(".tour .tip").is_hidden()
    leave(v)


STRUCK = """() => {
  const frame = document.querySelector('.marker').getBoundingClientRect(), LINE = 2;
  const tip = document.querySelector('.tip').getBoundingClientRect();
  const range = document.createRange();
  return [...document.querySelectorAll('.spot .label')].flatMap((each) => {
    range.selectNodeContents(each);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const inside = left > frame.left && right < frame.right;
    const beside = right < frame.left - LINE || left > frame.right + LINE;
    const under = tip.width && tip.left < right && tip.right > left && tip.top < bottom && tip.bottom > top;
    return (inside && !under) || beside ? [] : [each.textContent];
  });
}"""
"""Names of wagers that the frame, with the line around it, or the tip strikes through."""


@pytest.mark.parametrize(("book", "language"), [("crown", "fr"), ("crown", "en"), ("online", "fr")])
def test_neither_frame_nor_tip_lies_over_the_name_of_a_wager(house, browser, book, language):
    v = newcomer(house, browser, book, language, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    for _ in range(2):
        v.page.evaluate(DRAWN)
        assert flaws(v.page, STRUCK) == []
        v.page.click(".tour .next")
    leave(v)
