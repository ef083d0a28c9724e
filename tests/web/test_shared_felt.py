"""What several people share, as their browsers draw it: the layout of the books, further boxes and tokens."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from mississippi_stud.client import LiveTable
from mississippi_stud.floor import Phrase
from tests.clauses import clause
from tests.web.conftest import LOCALES, Axe, Site, Visit
from tests.web.friends import Friends, id_of

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def visits(house: Site, browser: Browser) -> Iterator[Any]:
    """Open a table with friends under a book, or the page of one; at the end nothing went wrong in any browser."""
    opened: list[Visit] = []

    def visit(book: str, language: str = "en", **settings: Any) -> Visit:
        context = browser.new_context(**{"locale": LOCALES[language], "reduced_motion": "reduce", **settings})
        path = book if book.startswith("/") else f"/friends?book={book}&lang={language}"
        opened.append(Visit(context, house, path))
        page = opened[-1].page
        if path is book:
            return opened[-1]
        page.wait_for_selector("form.friends")
        page.select_option("#seats", "3")
        page.click("form.friends button")
        page.wait_for_selector("button.deal")
        return opened[-1]

    yield visit
    for each in opened:
        each.context.close()
    assert [each.wrong for each in opened if each.wrong] == []


def test_a_box_is_taken_wagered_on_and_played_blind_from_the_page(visits: Any):
    v = visits("crown", **PHONE)
    page = v.page
    v.click("button.take-box >> nth=0")
    page.fill("#box-2-ante", "10")
    page.locator("#box-2-ante").blur()
    assert "Rule 5.10.2(a)" in v.text(".notes")
    assert Axe().run(page).violations_count == 0
    v.click("button.deal")
    page.wait_for_selector(".blind select")
    assert Axe().run(page).violations_count == 0
    page.keyboard.press("1")  # the buttons that this key stands for are not shown now
    page.keyboard.press("f")
    page.wait_for_timeout(300)
    assert list(v.hand()["wagers_cents"]) == ["ante"]
    assert v.hand()["ending"] is None
    page.select_option("#blind-fifth-street", "3000")
    v.click(".place-blind")
    page.wait_for_selector(".decide .bet")
    assert page.locator(".others .card.back").count() == 2
    v.bet(1, 1, 1)
    v.ended()
    box = next(hand for hand in v.table["view"]["round"]["hands"] if hand["position"] == 2)
    assert box["wagers_cents"] == {"ante": 1000, "third-street": 1000, "fourth-street": 1000, "fifth-street": 3000}
    assert page.locator(".results small:has-text('Your box 2')").count() == 4
    boxes = [
        line.locator("small:has-text('Your box 2')").count() for line in page.locator(".results li[data-wager]").all()
    ]
    assert boxes == [0, 0, 0, 0, 1, 1, 1, 1], "one's own seat comes first"
    assert v.text(".rebet small") == "$15.00"  # five on the seat and ten on the box
    v.click("button.leave")
    page.wait_for_selector("button.sit")
    assert v.table["view"]["seats"] == []


SLOWLY = """() => {
  const game = customElements.get("ms-game").prototype, { follow } = game;
  game.follow = async function () { await new Promise((done) => setTimeout(done, 700)); await follow.call(this); };
  game.seats = [];
  const { take } = game;
  game.take = function (seen) { game.seats.push(seen.view.own.length); take.call(this, seen); };
}"""


def test_whoever_has_sat_down_sees_the_table_from_there_and_hears_what_is_said_meanwhile(visits: Any, house: Site):
    """The socket on which nobody watched ends with the answer; what it had still to say would take the seat away."""
    with ExitStack() as open_sites:
        other, *_ = Friends(house, open_sites).table("nsw", 3, players=1)
        page = visits(f"/table/{id_of(other)}", **PHONE).page
        page.wait_for_selector("button.sit")
        page.evaluate(SLOWLY)
        page.click("button.sit >> nth=0")
        page.wait_for_selector("button.deal")
        other.say(Phrase.GOOD_LUCK)
        page.wait_for_function("() => document.querySelector('.message').textContent.includes('Seat 1: Good luck')")
        looks = page.evaluate("() => customElements.get('ms-game').prototype.seats")
        assert looks == sorted(looks), "once there is a seat, no look is without it"


class Won(NamedTuple):
    """What somebody who folds wins by the hands of others, with these cards, and what is told of it."""

    jackpot: str
    seats: int
    cards: str
    prize: str
    rows: list[tuple[str, str]]
    wagering: list[str]
    playing: list[str]


WON = {
    "maryland": Won(
        "progressive", 3, "2c 3c 4c 5c Qh Jh Th Ah Kh 9h 8h 7d 8s", "envy-bonus",
        [("+300,00 $", ".12C(5)(a)(ii)"), ("+1 000,00 $", ".12C(5)(a)(i)")],
        [".07F(3)(b)"], [".07C(1)", ".11A(1)", ".11A(2)", ".11A(3)", ".11A(4)"],
    ),
    "nsw": Won(
        "jackpot", 4, "Ah 9h 2c 3d Kh 8h 2d 3s Qh Jh Th", "bonus-jackpot",
        [("+1 000,00 $", "15.2.10.2"), ("+100,00 $", "15.2.10.2")],
        ["5.6", "6.4", "15.2.2"], ["9.7", "9.8", "9.9"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("book", WON)
def test_what_the_hands_of_others_pay_and_what_they_say_is_seen_and_heard(visits: Any, house: Site, book: str):
    """Envy (maryland) and the bonus jackpot (nsw), on a French phone, whose own hand was folded."""
    jackpot, seats, cards, prize, rows, wagering, playing = WON[book]
    with ExitStack() as open_sites:
        friends = Friends(house, open_sites)
        others = friends.table(book, seats, players=seats - 1)
        v = visits(f"/table/{id_of(others[0])}?lang=fr", "fr", **PHONE)
        page = v.page
        v.click("button.sit")
        page.wait_for_selector("button.deal")
        others[0].say(Phrase.GOOD_LUCK)
        page.wait_for_selector(".others li[data-position='1'] .phrase:has-text('Bonne chance!')")
        page.wait_for_function("() => document.querySelector('.message').textContent.includes('Place 1\u00a0: Bonne')")
        assert told(v) == wagering
        v.click(f".spot[data-wager='{jackpot}']")
        others[0].deal(cards, ante=5_00, **{jackpot: 1_00})
        for other in others[1:]:
            other.deal(ante=5_00, **{jackpot: 1_00})
        assert page.locator(".spot.hollow").count() > 0
        v.click("button.deal")
        if book == "maryland":
            for other in others:
                assert other.asked()
                other.bet(1)
        page.wait_for_selector(".decide .fold")
        assert page.locator(".phrase, .phrases").count() == 0, "nothing is said while cards are hidden"
        assert told(v) == playing
        v.click(".decide .fold")
        friends.together(*(partial(bet_on, other) for other in others))
        v.ended()
        amounts, clauses = (
            page.locator(f".slip .results li[data-wager='{prize}'] {each}").all_text_contents()
            for each in (".amount", ".clause")
        )
        assert [(plain(each), by.removeprefix("Règle ")) for each, by in zip(amounts, clauses, strict=True)] == rows
        assert page.locator(f".everybody li[data-wager='{jackpot}'] .clause").count() >= seats - 1
        page.get_by_role("button", name="Bien joué.").press("Enter")
        others[0].wait(lambda view: view.seats[-1].said is not None)
        page.wait_for_function(
            "() => document.querySelector('.message').textContent.includes('Vous\\u00a0: Bien joué.')"
        )
        page.get_by_role("checkbox", name="Afficher et lire").uncheck()
        others[0].say(Phrase.CONGRATULATIONS)
        others[1].say(Phrase.THANK_YOU)
        page.wait_for_function("() => document.querySelector('ms-game').table.view.seats[1].said")
        assert page.locator(".phrase").count() == 0
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


COVERED = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect(), box = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  };
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const labels = [...document.querySelectorAll(".spot .label")];
  const others = [...document.querySelectorAll(".others li")].filter((each) => box(each).width);
  const low = [...document.querySelectorAll(".row.own .card")]
    .map((each) => Math.round(each.getBoundingClientRect().bottom - felt.bottom)).filter((below) => below > 0);
  return [...labels.flatMap((label) => others.filter((each) => over(box(label), box(each)))
    .map((each) => `${label.textContent} lies over ${each.textContent}`)),
    ...low.map((below) => `a card is cut off by ${below} px`)];
}"""
"""What is covered or cut off: labels over what is told of another seat, and one's own cards below the felt."""
LONGEST = """() => {
  const made = [...document.querySelectorAll(".others .made")];
  made.forEach((each) => { each.textContent = "paire de valets ou mieux"; });
  return made.length;
}"""
"""As if all others had made the hand with the longest name: what they are dealt must not decide."""


@pytest.mark.parametrize("seats", [5, 7])
def test_on_a_french_phone_no_label_lies_over_another_seat_and_no_card_is_cut_off(visits: Any, house: Site, seats: int):
    """Others lie in one row or two, and a wager of nsw has a name of three lines."""
    with ExitStack() as open_sites:
        friends = Friends(house, open_sites)
        others = friends.table("nsw", seats, players=seats - 1)
        v = visits(f"/table/{id_of(others[0])}?lang=fr", "fr", **PHONE)
        v.click("button.sit")
        v.page.wait_for_selector("button.deal")
        for other in others:
            other.deal(ante=5_00)
        v.click("button.deal")
        v.page.wait_for_selector(".decide .fold")
        assert v.page.evaluate(COVERED) == []
        v.click(".decide .fold")
        friends.together(*(partial(bet_on, other) for other in others))
        v.ended()
        assert v.page.evaluate(COVERED) == []
        assert v.page.evaluate(LONGEST) == seats - 1
        assert v.page.evaluate(COVERED) == []


def plain(text: str) -> str:
    """Return a text with ordinary spaces."""
    return " ".join(text.split())


def bet_on(table: LiveTable) -> None:
    """Make the smallest bets to the end of the round."""
    while table.asked():
        table.bet(1)


def told(v: Visit) -> list[str]:
    """Return the clauses of what is told at the table now."""
    return [each.removeprefix("Règle ") for each in v.page.locator(".notes .clause").all_text_contents()]


@clause("nsw 2.2.2", "nsw 2.2.3")
def test_the_felt_is_laid_out_as_the_book_has_it_and_tokens_lie_on_it(visits: Any):
    v = visits("nsw", viewport={"width": 1280, "height": 720})
    page = v.page
    spots = [" ".join(each.split()) for each in page.locator(".spot .label").all_text_contents()]
    assert [spot.replace("\u00ad", "") for spot in spots][-4:] == ["Ante", "3rd Street", "4th Street", "5th Street"]
    places = [each.strip() for each in page.locator(".community .under").all_text_contents()]
    assert places == ["3rd Street", "4th Street", "5th Street"]
    round_areas = page.evaluate(
        "[...document.querySelectorAll('.spot .ring')].map((each) => getComputedStyle(each).borderRadius)"
    )
    assert set(round_areas) == {"50%"}, "circles (nsw 2.2.3)"
    tray, community, own = (page.locator(each).bounding_box()["y"] for each in (".tray", ".community", ".row.own"))
    assert tray < community < own, "the community cards lie before the tray"
    v.click("button.voucher")
    page.wait_for_selector(".tokens input:checked")
    before = v.table["balance_cents"]
    v.click("button.deal")
    page.wait_for_selector(".decide .bet")
    assert (v.table["balance_cents"], v.table["tokens_cents"]) == (before, 2000)
    v.bet(1)
    page.wait_for_function("() => document.querySelector('ms-game').table.tokens_cents === 1500")
    assert Axe().run(page).violations_count == 0
