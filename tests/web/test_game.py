"""The solo game in the browser, in both languages, with decks that the tests choose."""

import re

import pytest
from playwright.sync_api import Response, expect

from mississippi_stud.floor import Sit
from mississippi_stud.money import text as dollars
from tests.clauses import clause
from tests.floor.drive import play

ROWS = [
    # cards, hand, what 5.00 on the ante wins, and 15.00 on each street
    ("As Ks Qs Js Ts", "royal-flush", "+$2,500.00", "+$7,500.00"),
    ("9h 8h 7h 6h 5h", "straight-flush", "+$500.00", "+$1,500.00"),
    ("8c 8d 8h 8s 2c", "four-of-a-kind", "+$200.00", "+$600.00"),
    ("Kc Kd 4h 4s 4c", "full-house", "+$50.00", "+$150.00"),
    ("2h 9h Jh 4h Kh", "flush", "+$30.00", "+$90.00"),
    ("Ah 2c 3d 4s 5h", "straight", "+$20.00", "+$60.00"),
    ("7c 7d 7h Ks 2c", "three-of-a-kind", "+$15.00", "+$45.00"),
    ("Qc Qd 3h 3s 9c", "two-pair", "+$10.00", "+$30.00"),
    ("Jc Jd 3h 4s 9c", "jacks-or-better", "+$5.00", "+$15.00"),
    ("Tc Td 3h 4s 9c", "pair-of-6s-to-10s", "$0.00", "$0.00"),
]
BONUS = [
    ("2c 7d Ah Kh Qh", "mini-royal", "+$250.00"),
    ("2c 7d 9h 8h Th", "straight-flush", "+$200.00"),
    ("2c 7d 9h 9c 9s", "three-of-a-kind", "+$150.00"),
    ("2c 7d Ah 2d 3s", "straight", "+$30.00"),
    ("2c 7d Kh 4h 9h", "flush", "+$20.00"),
    ("2c 7d 9h 9c 4s", "pair", "+$5.00"),
    ("2c 7d 9h Jc 4s", None, "-$5.00"),
]


@clause("online play.1", "online play.9", "online return.1", "online limits.1")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_newcomer_plays_after_one_click(visit, language):
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    words = {"en": ("DEAL", "FOLD", "MAX BET ALL", "REBET AND DEAL", "NEW GAME", "98.63%"),
             "fr": ("DISTRIBUER", "SE COUCHER", "MISE MAX. TOUS", "MISER DE NOUVEAU ET DISTRIBUER", "NOUVELLE PARTIE",
                    "98,63 %")}[language]  # fmt: skip
    assert v.text("button.deal") == words[0]
    assert words[5] in v.page.locator("#limits").text_content().replace("\xa0", " ")  # before the first wager
    v.click("button.deal")
    v.open_street("third-street")
    assert v.text(".decide .fold") == words[1]
    assert v.text(".decide .all span") == words[2]
    v.bet(1, 1, 1)
    v.ended()
    assert v.text(".rebet span") == words[3]
    assert v.text(".new") == words[4]


@clause("online pays.main", "online rank5.1", "online play.6", "online play.7", "online push.1")
def test_every_row_of_the_pay_table_is_paid_and_lit(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    for cards, hand, ante, street in ROWS:
        v.deal(cards, ante="5")
        v.bet(3, 3, 3)
        v.ended()
        expected = {"ante": ante, **dict.fromkeys(("third-street", "fourth-street", "fifth-street"), street)}
        assert v.amounts() == expected, hand
        assert v.page.locator(".pays[data-wager=ante] tr.lit").get_attribute("data-hand") == hand
        outcome = "PUSH" if hand == "pair-of-6s-to-10s" else "wins"
        assert v.text(".results li[data-wager=ante] .outcome").startswith(outcome)
        v.click(".new")
        v.page.wait_for_selector("button.deal")


@clause("online pays.bonus", "online rank3.1", "online rank.3", "online play.8")
def test_every_row_of_the_bonus_is_paid_and_lit_even_after_a_fold(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    for cards, hand, bonus in BONUS:
        v.deal(cards, ante="5", bonus="5")
        v.click(".decide .fold")
        v.ended()
        assert v.amounts() == {"ante": "-$5.00", "three-card-bonus": bonus}, hand
        assert v.text(".verdict").startswith("3 Card Bonus: " if hand else "Folded")
        assert ("3 Card Bonus wins: " in v.text(".message")) == (hand is not None)
        lit = v.page.locator(".pays[data-wager=three-card-bonus] tr.lit")
        assert (lit.get_attribute("data-hand") if lit.count() else None) == hand
        assert v.page.locator(".pays[data-wager=ante] tr.lit").count() == 0
        v.click(".new")
        v.page.wait_for_selector("button.deal")


@clause("online play.3", "online play.4", "online play.5", "online overview.2", "online overview.5")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_folds_losses_and_all_in(visit, language):
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    five = {"en": "-$5.00", "fr": "-5,00 $"}[language]
    streets = ["third-street", "fourth-street", "fifth-street"]
    for place, street in enumerate(streets):
        v.deal("2c 7d 9h Jc 4s", ante="5", bonus="0")
        v.bet(*[1] * place)
        v.open_street(street)
        assert v.page.locator(".decide .all").count() == (0 if street == "fifth-street" else 1)
        v.click(".decide .fold")
        v.ended()
        assert v.amounts() == dict.fromkeys(["ante", *streets[:place]], five)
        v.click(".new")
        v.page.wait_for_selector("button.deal")
    v.deal("2c 7d 9h Jc 4s")
    v.bet(1, 1, 1)
    v.ended()
    assert v.amounts() == dict.fromkeys(["ante", *streets], five)
    won = {"en": ("+$5.00", "+$15.00"), "fr": ("+5,00 $", "+15,00 $")}[language]
    for bets in ((), (1,)):
        v.click(".new")
        v.page.wait_for_selector("button.deal")
        v.deal("Jc Jd 3h 4s 9c")
        v.bet(*bets)
        v.click(".decide .all")
        v.ended()
        first = won[0] if bets else won[1]
        assert v.amounts() == dict(zip(["ante", *streets], [won[0], first, won[1], won[1]], strict=True))


@clause("online notice.1", "online limits.2", "online limits.3")
def test_the_cap_of_the_game_is_shown_before_and_after_it_bites(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.wager(ante="49.90")
    assert v.page.locator(".note").count() == 0
    v.wager(ante="49.91")
    assert "$250,000.00" in v.text(".note")
    v.deal("As Ks Qs Js Ts", ante="50")
    v.click(".decide .all")
    v.ended()
    assert v.amounts() == {
        "ante": "+$25,000.00",
        "third-street": "+$75,000.00",
        "fourth-street": "+$75,000.00",
        "fifth-street": "+$74,500.00",
    }
    v.page.click(".results li[data-wager=fifth-street] summary")
    told = v.text(".results li[data-wager=fifth-street] .sum")
    assert "$150.00 × 500 = $75,000.00" in told
    assert "limited by notice.1: $500.00 less" in told
    assert v.text(".verdict strong") == "+$249,500.00"


@clause("online pays.main", "online play.9")
@pytest.mark.parametrize(
    ("language", "told", "link"),
    [
        ("en", "$5.00 × 2 = $10.00 $5.00 is returned Rule pays.main", "pays.main"),
        ("fr", "5,00 $ × 2 = 10,00 $ montant rendu : 5,00 $ Règle pays.main", "pays.main"),
    ],
)
def test_results_with_clause_and_arithmetic_and_the_way_on(visit, language, told, link):
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    v.deal("Qc Qd 3h 3s 9c", ante="5", bonus="2,50" if language == "fr" else "2.50")
    v.bet(1, 2, 3)
    v.ended()
    v.page.click(".results li[data-wager=ante] summary")
    assert v.text(".results li[data-wager=ante] .sum") == told
    v.click(".rebet")
    v.open_street("third-street")
    assert v.hand()["wagers_cents"] == {"ante": 500, "three-card-bonus": 250}
    v.click(".decide .fold")
    v.ended()
    v.page.click(".results li[data-wager=ante] summary")
    v.page.click(".results li[data-wager=ante] a.clause")
    v.page.wait_for_selector("h1")
    assert v.text("h1") == "Online play.3"


@clause("online limits.1", "online limits.4")
def test_an_amount_that_is_being_typed_survives_news_of_the_table(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.page.fill("#wager-ante", "49.91")
    v.page.evaluate(
        "() => { const game = document.querySelector('ms-game'); game.requestUpdate(); return game.updateComplete; }"
    )
    assert v.page.input_value("#wager-ante") == "49.91"
    v.page.locator("#wager-ante").blur()
    assert "$250,000.00" in v.text(".note")


def test_chips_typed_amounts_and_limits(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.page.get_by_role("button", name="Clear").click()
    for amount in ("$25.00", "$10.00", "$1.00", "$5.00", "$5.00"):
        v.page.get_by_label(f"ANTE: add {amount}", exact=True).click()
    assert v.page.input_value("#wager-ante") == "46.00"
    assert v.page.get_by_label("ANTE: add $5.00", exact=True).is_disabled()
    assert v.text("#wager-ante-hint") == "at most $50.00"
    for which, field in (("ante", "#wager-ante"), ("bonus", "#wager-three-card-bonus")):
        for much in ("99999999999", "50.01"):
            v.wager(**{which: much})
            assert v.text(f"{field}-fault") == "That is more than the limit of $50.00.", much
        v.click("button.deal")
        assert v.page.locator(".decide").count() == 0
        assert "#" + v.page.evaluate("document.activeElement.id") == field
        for bad in ("5.001", "-5", "abc", "1e3", "5.5.5"):
            v.wager(**{which: bad})
            assert v.text(f"{field}-fault") == "Please type an amount, such as 5 or 12.50.", bad
        v.wager(**{which: "50.00"})
        assert v.page.locator(f"{field}-fault").count() == 0
    for _ in range(2):  # a tap on the felt lays the chip that was used last, and none over the limit
        v.wager(bonus="45")
        v.page.click(".spot[data-wager=three-card-bonus] .ring")
        assert v.page.input_value("#wager-three-card-bonus") == "50.00"
        v.page.click(".spot[data-wager=three-card-bonus] .ring")
        assert v.page.input_value("#wager-three-card-bonus") == "50.00"
        v.page.click(".spot[data-wager=third-street] .ring")
    v.wager(ante="$12,50", bonus="0")
    assert v.page.input_value("#wager-ante") == "12.50"
    v.wager(ante="0")
    v.click("button.deal")
    assert v.text("#wager-ante-fault") == "Please place an ante first."
    v.deal(ante="50.00", bonus="50.00")
    assert v.text(".spot[data-wager=ante] .stake") == "$50.00"


def test_done_on_a_phones_keyboard_takes_the_amount_and_does_not_deal(visit):
    v = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    v.page.wait_for_selector("button.deal")
    v.page.tap("#wager-ante")
    v.page.keyboard.type("7.5")
    v.page.keyboard.press("Enter")
    v.page.wait_for_function("document.querySelector('.spot[data-wager=ante] .stake').textContent === '$7.50'")
    assert v.page.locator(".decide").count() == 0
    v.page.tap("button.deal")
    v.open_street("third-street")
    v.bet(3)  # five chips, the most that lie in one stack, leave the name of their spot to be read
    v.open_street("fourth-street")
    assert v.page.evaluate(
        """() => ['.pile', '.label'].map((part) => document.querySelector(`[data-wager=third-street] ${part}`))
            .map((part) => part.getBoundingClientRect()).reduce((pile, label) => pile.top >= label.bottom - 2)"""
    )


@clause("online pays.main")
@pytest.mark.parametrize(
    ("language", "cards", "told"),
    [
        ("en", "5c 5d 9h Jc 2s", "You have: a pair of fives, which pays nothing."),
        ("fr", "5c 5d 9h Jc 2s", "Vous avez : une paire de cinq, qui ne paie rien."),
        ("fr", "9c 9d 5h Jc 2s", "Vous avez : une paire de neuf, qui rend les mises principales."),
        ("en", "Kc Kd 5h Jc 2s", "You have: a pair of kings."),
    ],
)
def test_a_pair_is_told_by_its_rank_and_by_what_it_brings(visit, language, cards, told):
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    goal = {"en": "a pair of jacks or better wins.", "fr": "une paire de valets ou mieux gagne."}
    assert goal[language] in v.text(".message")
    v.deal(cards)
    v.bet(1, 1, 1)
    v.ended()
    assert told in v.text(".message")
    v.page.click(".slip li[data-wager=ante] summary")
    loses = {"en": "Low pair, which pays nothing", "fr": "Petite paire, qui ne paie rien"}[language]
    assert (loses in v.text(".slip li[data-wager=ante]")) == ("pays nothing" in told or "ne paie rien" in told)


def test_not_enough_balance_and_more_play_money(visit, site):
    v = visit()
    v.page.wait_for_selector("button.deal")
    (name,) = site.floor.table(stream_of(v)).players
    take(site, name, 988_00)
    v.page.reload()
    v.page.wait_for_selector(".broke")
    expect(v.page.locator(".balance")).to_have_text("$12.00")
    v.wager(ante="12.01")
    assert v.text("#wager-ante-fault") == "You have only $12.00."
    v.deal("2c 7d 9h Jc 4s", ante="10")
    for bet in v.page.locator(".decide .bet").all():
        expect(bet).to_be_disabled()  # the balance comes just after the table
    assert v.page.locator(".decide .all").is_disabled()
    v.page.keyboard.press("1")  # nothing happens
    v.page.click(".broke button")
    v.page.wait_for_selector(".decide .bet:not(:disabled)")
    assert v.text(".balance") == "$1,000.00"
    v.bet(1)
    v.open_street("fourth-street")
    assert v.page.locator(".broke").count() == 0


def stream_of(v) -> str:
    return f"table:{v.table['id']}"


def take(site, name: str, cents: int) -> None:
    """Lose money elsewhere."""
    stream = site.floor.open_table("nsw")
    site.floor.send(stream, Sit(position=1, player=name, person=name))
    play(site.floor, stream, f"1 ante {dollars(cents)}; deal; 1 fold")


CARD_WORDS = {
    "en": (
        "Your cards",
        "ace of spades",
        "ten of diamonds",
        "card face down",
        "Your cards: ace of spades, ten of diamonds.",
    ),
    "fr": (
        "Vos cartes",
        "as de pique",
        "dix de carreau",
        "carte face cachée",
        "Vos cartes : as de pique, dix de carreau.",
    ),
}


def test_whoever_comes_back_after_a_round_is_told_how_it_ended(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.deal("Jh Jd 4c 9s 2h", ante="5")
    v.bet(1, 1, 1)
    v.ended()
    v.page.reload()
    v.ended()
    assert v.text(".message").startswith("You have: a pair of jacks. You win $20.00.")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_cards_in_words_in_four_colours_and_told_as_a_dealer_would(visit, language):
    own, ace, ten, down, told = CARD_WORDS[language]
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    v.deal("As Td 9h Jc 4s")
    cards = v.page.get_by_role("group", name=own).get_by_role("img")
    assert [card.get_attribute("aria-label") for card in cards.all()] == [ace, ten]
    assert v.page.get_by_role("img", name=down).count() == 3
    assert told in v.text(".message")
    v.bet(1, 1)
    v.open_street("fifth-street")
    colours = v.page.eval_on_selector_all(".card.face", "cards => cards.map(card => getComputedStyle(card).color)")
    assert len(set(colours)) == 4
    assert {"en": "Turned: jack of clubs.", "fr": "Carte révélée : valet de trèfle."}[language] in v.text(".message")


def test_hidden_cards_are_nowhere_before_they_are_turned(visit, site):
    v = visit()
    v.page.wait_for_selector("button.deal")
    stream = stream_of(v)
    answers: list[Response] = []
    v.page.on("response", lambda answer: answers.append(answer) if "/api/" in answer.url else None)
    # A random deck from the house: the seed names nothing.
    v.deal()
    for street in ("fourth-street", "fifth-street", None):
        for path in ("", "/rounds", "/rounds/1", "/advice"):  # everything else that can be asked about the round
            v.page.evaluate("path => fetch(path).then((answer) => answer.text())", f"/api/tables/{v.table['id']}{path}")
        state = v.page.evaluate(STATE)
        seen = " ".join([state, v.page.content(), *(answer.text() for answer in answers), *v.received])
        assert all(answer.ok for answer in answers)
        assert '"steps":' in seen
        hidden = hidden_cards(site, stream)
        assert hidden
        assert len(visible(v)) == 5 - len(hidden)
        secret = site.floor.table(stream).committed.secret
        assert secret not in seen
        for view in re.findall(r'"community":\[([^\]]*)\]', seen):
            assert not set(hidden) & {int(card) for card in view.split(",") if card != "null"}
        v.bet(1)
        if street:
            v.open_street(street)
    v.ended()
    assert hidden_cards(site, stream) == []


STATE = """() => {
  const element = document.querySelector('ms-game');
  const own = Object.fromEntries(Object.getOwnPropertyNames(element).map(name => [name, element[name]]));
  const seen = new WeakSet();
  const plain = (_, value) => {
    if (value instanceof Node || typeof value === 'function') return undefined;
    if (typeof value === 'object' && value !== null) { if (seen.has(value)) return undefined; seen.add(value); }
    return typeof value === 'bigint' ? String(value) : value;
  };
  return JSON.stringify([own, {...localStorage}, {...sessionStorage}], plain);
}"""


def hidden_cards(site, stream: str) -> list[int]:
    table = site.floor.table(stream)
    state = table.round or table.last_round
    return [int(card) for card in state.community[state.revealed :]]


def visible(v) -> list[str]:
    return [str(card.get_attribute("aria-label")) for card in v.page.locator(".card.face").all()]
