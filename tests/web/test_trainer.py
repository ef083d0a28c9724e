"""The trainer: its API with good and bad input, and its page as people use it."""

import json
import re
import time
from collections.abc import Iterator
from fractions import Fraction

import httpx
import pytest
from playwright.sync_api import expect

from mississippi_stud.cards import parse
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.options import read
from mississippi_stud.web.client import Client
from mississippi_stud.web.past_play import history_of
from mississippi_stud.web.shapes import StandRequest
from tests.web.conftest import Axe, Visit, deal, too_wide

ASKED = {"hole": list(parse("As Td")), "board": list(parse("9c 5h")), "bets": [1, 1]}
"""Four points and no draw: folding and betting 1x are worth the same."""


def post(client: httpx.Client, path: str, **body) -> httpx.Response:
    return client.post(f"/api/trainer/{path}", json=body)


def answer(client: httpx.Client, play: str, **more) -> dict:
    found = post(client, "answers", **{"course": {}, "asked": ASKED, "play": play, **more})
    assert found.status_code == 200, found.text
    return found.json()


def test_a_course(client: httpx.Client):
    found = post(client, "course").json()
    assert (found["situations"], found["currency"]) == (355, "CAD")
    assert post(client, "course", book="nsw").json()["key"] == found["key"], "they pay the same"
    other = post(client, "course", pays=["straight=5"]).json()
    assert other["key"] != found["key"]
    joined = post(client, "course", book="crown", meter_cents=900_000_00, options=["jackpot-cost=5"]).json()
    assert joined["key"] != found["key"]


def test_both_plays_of_a_tie_are_best(client: httpx.Client):
    for play in ("fold", "1"):
        found = answer(client, play)
        assert (found["grade"], found["cost"], found["cost_cents"]) == ("best", "0", 0)
        assert found["best"] == ["fold", "1"]
        assert found["tally"] == "1 0 0"
    wrong = answer(client, "3", tally="7 2 1/4")
    assert (wrong["grade"], wrong["cost"], wrong["cost_cents"], wrong["tally"]) == ("blunder", "3/2", 7_50, "8 3 7/4")
    assert (wrong["rule"], wrong["situation"]) == ("fifth-street/four-points", "5.1+1.AsTs9s5h")
    assert {each["hand"]: each["pays"] for each in wrong["to_come"]} == {
        "jacks-or-better": "1 : 1",
        "pair-of-6s-to-10s": "push",
        "low-pair": "",
        "nothing": "",
    }


def test_the_record_goes_with_the_answer(client: httpx.Client):
    first = answer(client, "1", taken_ms=9000)
    assert first["due"] > time.time() // 60
    again = answer(client, "1", taken_ms=9000, card=first["card"])
    assert again["due"] > first["due"]
    assert answer(client, "2", card=again["card"])["due"] < again["due"]


@pytest.mark.parametrize(
    ("drill", "fits"),
    [
        ({"mode": "repetition"}, lambda asked: True),
        ({"mode": "cost", "street": "fifth-street"}, lambda asked: len(asked["board"]) == 2),
        (
            {"mode": "cost", "rule": "third-street/any-pair"},
            lambda asked: asked["hole"][0] // 4 == asked["hole"][1] // 4,
        ),
        ({"mode": "leaks"}, lambda asked: True),
        ({"mode": "table", "seen": 15}, lambda asked: len(asked["seen"]) == 15),
        ({"mode": "table", "known": ["5th", "5th"]}, lambda asked: list(asked["known"]) == ["5th"]),
    ],
)
def test_a_question_of_every_drill_can_be_answered(client: httpx.Client, drill, fits):
    for book in ("online", "maryland"):
        course = {"book": book, "ante_cents": 10_00}
        found = post(client, "questions", course=course, drill=drill).json()
        assert fits(found["asked"])
        assert [play["cents"] for play in found["plays"]] == [0, 10_00, 20_00, 30_00]
        verdict = answer(client, "fold", course=course, asked=found["asked"])
        asked = found["asked"]
        now = Situation(*(tuple(asked[name]) for name in ("hole", "board", "bets", "seen")), asked["known"])
        exact = advise(read(book, ante="10")[2], now)
        assert verdict["values"] == {"fold": str(exact.fold), **{str(bet): str(exact.bets[bet]) for bet in (1, 2, 3)}}
        assert verdict["rule"] == found["rule"]
        assert verdict["situation"] == found["situation"]


def test_a_count_of_outs(client: httpx.Client):
    found = post(client, "counts", course={}, asked=ASKED, target="paid", count=9).json()
    assert (found["right"], found["count"], found["unseen"]) == (True, 9, 48)
    assert [(line["hand"], len(line["cards"]), line["pays"]) for line in found["lines"]] == [
        ("jacks-or-better", 3, "1 : 1"),
        ("pair-of-6s-to-10s", 6, "push"),
    ]
    assert found["lines"][0]["cards"] == list(parse("Ac Ad Ah"))
    wrong = post(client, "counts", course={}, asked={**ASKED, "seen": list(parse("Ac 9d"))}, count=9).json()
    assert (wrong["right"], wrong["count"], wrong["unseen"]) == (False, 2, 46)
    asked = post(client, "questions", course={}, drill={"mode": "outs", "seen": 4, "target": "paid"}).json()["asked"]
    assert (len(asked["board"]), len(asked["seen"])) == (2, 4)


def test_what_is_due_is_asked(client: httpx.Client):
    name = "4.3.AsAhKs"
    found = post(client, "questions", course={}, drill={}, due={name: 1, "3..AsAh": 2}).json()
    assert found["situation"] == name


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("course", {"book": "nowhere"}, "no such rule book"),
        ("course", {"pays": ["straight"]}, "straight"),
        ("course", {"options": ["players=3"]}, "single player"),
        ("course", {"options": ["three-card-bonus=10"], "ante_cents": 2500_00}, "which cards are the player's"),
        ("course", {"ante_cents": 0}, "$0.00 is not an ante to learn with: give $0.01 to $10,000.00"),
        ("course", {"ante_cents": 10_000_01}, "$10,000.01 is not an ante to learn with"),
        ("course", {"more": 1}, ""),
        ("questions", {"course": {}, "drill": {"mode": "luck"}}, "'luck' is not a drill"),
        ("questions", {"course": {}, "drill": {"seen": 16}}, "0 to 15"),
        ("questions", {"course": {}, "drill": {}, "tallies": {"third-street/any-pair": "x"}}, "not a tally"),
        ("questions", {"course": {}, "drill": {}, "tallies": {"luck": "1 0 0"}}, "strategy card"),
        ("answers", {"course": {}, "asked": ASKED, "play": "4"}, "not a play"),
        ("answers", {"course": {}, "asked": ASKED, "play": "1", "card": "{}"}, "not a card of the schedule"),
        ("answers", {"course": {}, "asked": ASKED, "play": "1", "tally": "1 2 3"}, "not a tally"),
        ("answers", {"course": {}, "asked": {**ASKED, "bets": [1]}, "play": "1"}, ""),
        ("answers", {"course": {}, "asked": {**ASKED, "bets": [1, 5]}, "play": "1"}, ""),
        ("answers", {"course": {}, "asked": {**ASKED, "seen": ASKED["hole"]}, "play": "1"}, "a deck has one of each"),
        ("answers", {"course": {}, "asked": {**ASKED, "hole": [52, 1]}, "play": "1"}, ""),
        ("counts", {"course": {}, "asked": {**ASKED, "board": [], "bets": []}, "count": 1}, "one card to come"),
        ("counts", {"course": {}, "asked": ASKED, "count": -1}, ""),
        ("counts", {"course": {}, "asked": ASKED, "count": 53}, ""),
        ("counts", {"course": {}, "asked": ASKED, "count": 1, "target": "luck"}, ""),
        ("counts", {"course": {}, "asked": {**ASKED, "seen": ASKED["hole"]}, "count": 1}, "a deck has one of each"),
        ("report", {"tallies": {"luck": "1 0 0"}}, "strategy card"),
    ],
)
def test_what_cannot_be_meant_is_refused(client: httpx.Client, path, body, says):
    found = post(client, path, **body)
    assert found.status_code in (400, 404, 409), found.text
    assert says in found.json()["detail"]


@pytest.fixture
def guest(client: httpx.Client) -> Iterator[Client]:
    with Client(client) as found:
        yield found


def test_the_report_of_past_rounds_and_the_shadow(client: httpx.Client, guest: Client, site):
    deal(guest, 5_00, seed="7s 2h 7d 7c 7h")  # the shadow folds: -5
    guest.bet(1)
    guest.bet(3)
    guest.bet(3)
    deal(guest, 10_00, seed="As Ah 2c 3d 4h")  # folded aces: the shadow wins 10 antes
    guest.fold()
    deal(guest, 5_00, bonus=5_00, seed="As Td 9c 5h 2d")  # a tie at the end, where the shadow bets: no mistake
    guest.bet(1)
    guest.bet(1)
    guest.fold()
    deal(guest, 5_00, seed="Jc Jd 3h 4s 9c")  # still open: not counted
    found = post(client, "report", tallies={"third-street/any-pair": "10 1 1/2"}).json()
    assert [(each["number"], each["net_cents"], each["shadow_cents"]) for each in found["rounds"]] == [
        (3, -15_00, -20_00),
        (2, -10_00, 100_00),
        (1, 1_600_00, -5_00),
    ]
    lines = {line["rule"]: line for line in found["history"]}
    game = read("online", ante="5")[2]
    aces, seven = advise(game, Situation(parse("As Ah"))), advise(game, Situation(parse("7s 2h")))
    assert Fraction(lines["third-street/any-pair"]["cost"]) == aces.bets[3] - aces.fold
    assert Fraction(lines["third-street/fold-the-rest"]["cost"]) == seven.fold - seven.bets[1]
    assert lines["fifth-street/four-points"] | {"low": 0, "high": 0} == {
        "rule": "fifth-street/four-points", "answers": 1, "errors": 0, "rate": 0, "low": 0, "high": 0, "cost": "0",
    }  # fmt: skip
    assert next(line["rule"] for line in found["history"]) == "third-street/any-pair"
    assert found["drills"] == [
        {
            "rule": "third-street/any-pair",
            "answers": 10,
            "errors": 1,
            "rate": 100,
            "low": 18,
            "high": 404,
            "cost": "1/2",
        }
    ]
    assert post(client, "report", book="nsw").json()["rounds"] == []


def test_no_aid_at_a_table_with_others(client: httpx.Client):
    assert post(client, "course").status_code == 200
    with Client(client, "crown") as guest:
        assert post(client, "course").status_code == 409
        guest.deal({"ante": 5_00}, "a seed of mine")
        count = ("counts", {"course": {}, "asked": ASKED, "count": 3})
        for path, body in (("course", {}), ("questions", {"course": {}, "drill": {}}), count, ("report", {})):
            found = post(client, path, **body)
            assert (found.status_code, found.json()["code"]) == (409, "no-aid")
        guest.fold()
        assert post(client, "course").status_code == 409
        guest.do(StandRequest(position=guest.position))
        assert post(client, "course").status_code == 200


def test_rounds_of_nobody(site):
    assert history_of(site.floor, "guest-nobody", "online") == ({}, [])


# The page.


@pytest.fixture
def train(site, browser) -> Iterator:
    visits: list[Visit] = []

    def opened(locale: str = "en-CA", path: str = "/trainer", **settings) -> Visit:
        context = browser.new_context(**{"locale": locale, "reduced_motion": "reduce", **settings})
        visits.append(Visit(context, site, path))
        visits[-1].page.wait_for_selector("ms-trainer .modes")
        return visits[-1]

    yield opened
    for each in visits:
        each.context.close()
    assert [each.wrong for each in visits if each.wrong] == []


def state(v: Visit, what: str):
    return v.page.evaluate(f"document.querySelector('ms-trainer').{what}")


def test_an_answer_by_keyboard_alone(train):
    v = train()
    page, keys = v.page, v.page.keyboard
    page.wait_for_selector(".decide")
    first = state(v, "question")
    assert page.locator(".grade").count() == 0, "nothing is given away before the answer"
    assert page.evaluate("document.activeElement === document.body"), "the page is read from its top"
    keys.press("Enter")  # answers nothing
    keys.press("3")
    page.wait_for_selector(".grade")
    verdict = state(v, "verdict")
    assert verdict["played"] == "3"
    assert v.text(".grade strong").lower() == {"close": "almost"}.get(verdict["grade"], verdict["grade"])
    assert page.evaluate("document.activeElement.textContent.trim()") == "Next"
    keys.press("f")  # the question is answered already
    assert state(v, "session.answers") == 1
    keys.press("Enter")
    page.wait_for_selector(".decide")
    assert page.evaluate("document.activeElement.className") == "asked", "the button that was pressed is gone"
    assert state(v, "question") != first
    page.focus(".modes [data-mode=leaks]")
    keys.press("Enter")
    page.wait_for_selector(".modes [data-mode=leaks][aria-pressed=true]")
    page.wait_for_function("() => !document.querySelector('ms-trainer').busy")
    assert page.evaluate("document.activeElement.dataset.mode") == "leaks", "whoever chooses may go on choosing"
    kept = json.loads(page.evaluate("localStorage.trainer"))
    assert list(kept["tallies"]) == [verdict["rule"]]
    assert list(next(iter(kept["courses"].values()))) == [first["situation"]]


def test_a_key_that_is_held_down_acts_once(train):
    v = train()
    v.page.wait_for_selector(".decide")
    v.page.keyboard.down("f")
    v.page.wait_for_selector(".grade")
    for _ in range(4):
        v.page.keyboard.down("f")
    v.page.keyboard.up("f")
    v.page.keyboard.down("Enter")
    for _ in range(6):
        v.page.keyboard.down("Enter")
    v.page.keyboard.up("Enter")
    v.page.wait_for_selector(".decide")
    assert state(v, "session.answers") == 1


def test_a_tie_is_told_as_one(train):
    v = train("fr-CA")
    v.page.wait_for_selector(".decide")
    v.page.evaluate(
        "asked => { const it = document.querySelector('ms-trainer'); it.question = { ...it.question, asked }; }",
        {**ASKED, "seen": [], "known": {}},
    )
    v.page.keyboard.press("f")
    expect(v.page.locator(".grade")).to_contain_text("Se coucher est juste; 1× l'aurait été aussi.")
    assert v.page.locator(".worths .best").count() == 2


def test_the_report_is_whole_on_a_phone(train):
    v = train("fr-CA", viewport={"width": 360, "height": 640})
    v.page.wait_for_selector(".decide")
    v.page.keyboard.press("1")
    v.page.wait_for_selector(".grade")
    v.page.click("[data-mode=report]")
    v.page.wait_for_selector(".leaks tbody tr")
    assert re.fullmatch(r"[01] sur 1", v.text(".leaks tbody td:nth-child(3)"))
    cut = v.page.locator(".scroll").evaluate_all("all => all.map(each => each.scrollWidth - each.clientWidth)")
    assert cut
    assert max(cut) <= 1


def test_the_record_is_kept_downloaded_uploaded_and_erased(train, tmp_path):
    v = train(accept_downloads=True)
    v.page.wait_for_selector(".decide")
    v.page.keyboard.press("1")
    v.page.wait_for_selector(".grade")
    v.page.reload()
    v.page.click("[data-mode=report]")
    v.page.wait_for_selector(".leaks tbody tr")
    told = [part.inner_text() for part in v.page.locator(".reports section > p:last-child:not([role])").all()]
    assert told == ["Nothing yet: play some rounds first."] * 2  # of past rounds, and of the shadow
    with v.page.expect_download() as download:
        v.page.click("a[download]")
    file = tmp_path / "record.json"
    download.value.save_as(file)
    for _ in range(2):
        v.page.click(".record .fold")
    expect(v.page.locator(".record [role=status]")).to_have_text("The record has been erased.")
    expect(v.page.locator(".leaks")).to_have_count(0)
    tmp_path.joinpath("other.json").write_text('{"version": 1, "courses": [], "tallies": {}}')
    v.page.set_input_files("[type=file]", tmp_path / "other.json")
    expect(v.page.locator(".record [role=status]")).to_have_text("That file is not a record of this trainer.")
    v.page.set_input_files("[type=file]", file)
    v.page.wait_for_selector(".leaks tbody tr")
    assert v.page.evaluate("localStorage.trainer") == file.read_text()


def test_quick_fire_runs_against_the_clock(train):
    v = train(path="/trainer?mode=quick")
    v.page.clock.install()
    v.page.click(".on")
    v.page.wait_for_selector(".decide")
    for count in range(1, 4):
        v.page.wait_for_function("() => !document.querySelector('ms-trainer').busy")
        v.page.keyboard.press("1")
        v.page.wait_for_function(f"() => document.querySelector('ms-trainer').session.answers === {count}")
    v.page.wait_for_function("() => !document.querySelector('ms-trainer').busy")
    expect(v.page.locator(".past")).to_contain_text("The hand before:")
    judged = v.page.evaluate("document.querySelector('ms-trainer').last.cards.length")
    assert v.page.locator(".past .card.face").count() == judged >= 2, (
        "the verdict is not taken for the hand on the felt"
    )
    sides = v.page.locator(".past").evaluate(
        "note => [note, note.lastElementChild].map((each) => getComputedStyle(each).display)"
    )
    assert sides == ["flex", "flex"], "the cards stand beside the words, not in a column of the history"
    v.page.clock.run_for(61_000)
    expect(v.page.locator(".outcome")).to_contain_text("of 3. Longest streak:")
    assert v.page.locator(".decide").count() == 0


HELD = """() => {
  const { fetch } = window, held = new Promise((go) => { window.go = go; });
  window.fetch = async (path, ...rest) => { if (path.includes("/course")) await held; return fetch(path, ...rest); };
}"""


def test_nobody_can_start_before_the_game_has_come(train):
    v = train(path="/trainer?mode=quick")
    v.context.add_init_script(f"({HELD})()")
    v.page.reload()
    expect(v.page.locator(".on")).to_be_disabled()
    v.page.evaluate("go()")
    v.page.click(".on")
    v.page.wait_for_selector(".decide")


def test_every_mode_in_one_tap_and_clean(train):
    for locale, scheme in (("en-CA", "light"), ("fr-CA", "dark")):
        v = train(locale, viewport={"width": 360, "height": 640}, color_scheme=scheme)
        v.page.wait_for_selector(".decide")
        for mode in ("street", "rule", "leaks", "table", "known", "outs", "quick", "report", "repetition"):
            v.page.click(f"[data-mode={mode}]")
            v.page.wait_for_selector({"report": ".shadow", "quick": ".on", "outs": ".tell"}.get(mode, ".decide"))
            v.page.wait_for_function("() => !document.querySelector('ms-trainer').busy")
            assert too_wide(v.page) <= 0, mode
            if mode == "outs":
                v.page.fill("#count", "48")
                v.page.keyboard.press("Enter")
                v.page.wait_for_selector(".grade")
            if mode == "known":
                v.page.keyboard.press("1")
                v.page.wait_for_selector(".grade")
                v.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            assert Axe().run(v.page).response["violations"] == [], mode


def test_outs_are_counted_by_keyboard(train):
    v = train(path="/trainer?mode=outs")
    page, keys = v.page, v.page.keyboard
    page.wait_for_selector(".tell")
    page.select_option("[name=target]", "paid")
    page.wait_for_function(
        "() => document.querySelector('ms-trainer').question && !document.querySelector('ms-trainer').busy"
    )
    page.evaluate(
        "asked => { const it = document.querySelector('ms-trainer'); it.question = { ...it.question, asked }; }",
        {**ASKED, "seen": [], "known": {}},
    )
    expect(page.locator(".tell label")).to_have_text(
        "How many of the 48 unseen cards give you a hand that does not lose?"
    )
    page.locator("#count").focus()
    keys.press("Enter")  # nothing is told yet
    keys.type("8")
    keys.press("Enter")
    expect(page.locator(".grade")).to_have_text("There are 9 of 48 cards; you counted 8.")
    assert page.locator(".outs .card").count() == 9
    assert state(v, "session") | {"longest": 0} == {
        "right": 0, "answers": 1, "cost": 0, "cents": 0, "streak": 0, "longest": 0,
    }  # fmt: skip
    assert page.evaluate("document.activeElement.textContent.trim()") == "Next"
    keys.press("Enter")
    page.wait_for_selector(".tell")
    assert page.evaluate("document.activeElement.id") == "count"
    assert page.evaluate("localStorage.trainer ?? ''") == "", "a count is no part of the record"


def test_several_streets_are_known(train):
    v = train(path="/trainer?mode=known")
    v.page.wait_for_selector(".decide")
    assert list(state(v, "question")["asked"]["known"]) == ["3rd"]
    v.page.check("[name='5th']")
    v.page.wait_for_function(
        "() => Object.keys(document.querySelector('ms-trainer').question?.asked.known ?? {}).includes('5th')"
    )
    v.page.uncheck("[name='3rd']")
    v.page.check("[name='4th']")
    v.page.wait_for_function(
        "() => !document.querySelector('ms-trainer').busy && document.querySelector('ms-trainer').question"
    )
    assert state(v, "drill")["known"] == ["4th", "5th"]
    v.page.keyboard.press("1")
    v.page.wait_for_selector(".grade")


def test_who_changes_their_mind_gets_what_they_chose_last(train):
    v = train()
    v.page.wait_for_selector(".decide")
    held = []
    v.page.route("**/api/trainer/questions*", lambda route: held.append(route))
    v.page.click("[data-mode=street]")
    v.page.click("[data-mode=report]")  # before the question is there
    while not held:
        v.page.wait_for_timeout(50)
    held[0].continue_()
    v.page.unroute("**/api/trainer/questions*")
    v.page.wait_for_selector(".shadow")
    v.page.click("[data-mode=known]")
    v.page.wait_for_selector(".decide")
    assert len(held) == 1


def test_another_game(train):
    v = train()
    v.page.wait_for_selector(".decide")
    v.page.click(".game summary")
    v.page.fill("[name=stake]", "10")
    v.page.fill("[name=pays]", "straight=5")
    v.page.click(".game .main")
    v.page.wait_for_function("() => document.querySelector('ms-trainer').question?.plays[1].cents === 1000")
    v.page.fill("[name=pays]", "straight=much")
    v.meant = ("409",)
    v.page.click(".game .main")
    expect(v.page.locator(".error")).to_contain_text("straight")
    for stake, says in {
        "ten": "Please type an amount",
        "-5": "Please type an amount",
        "0": "$0.00 is not an ante",
    }.items():
        v.page.fill("[name=stake]", stake)
        v.page.click(".game .main")
        expect(v.page.locator(".error")).to_contain_text(says)
    v.page.click(".decide .bet >> nth=0")  # the game of before goes on
    v.page.click(".controls .on")
    v.page.wait_for_function("() => document.querySelector('ms-trainer').question?.plays[1].cents === 1000")
    assert v.page.locator(".error").count() == 0


# The coach of the solo game.


def test_a_verdict_says_what_a_play_costs_and_not_what_would_be_better(client: httpx.Client, guest: Client):
    deal(guest, 5_00, seed="As Ah 2c 3d 4h")
    path = f"/api/tables/{guest.table.id}/verdict"
    aces = advise(read("online", ante="5")[2], Situation(parse("As Ah")))
    found = client.get(path, params={"play": "1"}).json()
    lost = aces.bets[3] - aces.bets[1]
    assert found == {"grade": "blunder", "cost": str(lost), "cost_cents": round(500 * lost)}
    assert client.get(path, params={"play": "3"}).json() == {"grade": "best", "cost": "0", "cost_cents": 0}
    for play, status in (("4", 409), ("0", 400), ("luck", 400), ("", 400)):
        assert client.get(path, params={"play": play}).status_code == status
    guest.fold()
    assert client.get(path, params={"play": "1"}).json()["code"] == "nothing-to-decide"


def test_no_verdict_at_a_table_with_others(client: httpx.Client):
    with Client(client, "crown") as guest:
        guest.deal({"ante": 5_00}, "a seed of mine")
        found = client.get(f"/api/tables/{guest.table.id}/verdict", params={"play": "fold"})
        assert (found.status_code, found.json()["code"]) == (409, "no-advice")


def coach(v: Visit, how: str) -> None:
    v.page.click(".set")
    v.page.select_option("dialog.settings [name=coach]", how)
    v.page.click("dialog.settings form button")


def test_a_warning_before_a_bad_play(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    coach(v, "warn")
    v.deal("Jc Jd 3h 4s 9c", ante="5")
    v.page.keyboard.press("f")
    expect(v.page.locator("dialog.doubt p")).to_have_text("It costs $83.04 more than the best play.")
    assert "3×" not in v.text("dialog.doubt"), "the answer is not given away"
    assert Axe().run(v.page).response["violations"] == []
    v.page.keyboard.press("Enter")  # think again
    v.page.wait_for_selector("dialog.doubt", state="hidden")
    v.open_street("third-street")
    v.bet(3)  # the best play needs no question
    v.click(".decide .bet >> nth=0")
    v.page.wait_for_selector("dialog.doubt[open]")
    v.page.click(".anyway")
    v.open_street("fifth-street")
    assert v.hand()["wagers_cents"]["fourth-street"] == 5_00
    v.page.keyboard.press("f")
    v.page.wait_for_selector("dialog.doubt[open]")
    v.page.keyboard.press("Escape")
    v.bet(3)
    v.ended()


OVER = """() => {
  const box = (each) => each.getBoundingClientRect(), doubt = box(document.querySelector("dialog.doubt"));
  const apart = (one, other) => one.right <= other.left || one.bottom <= other.top;
  const faces = [...document.querySelectorAll(".card.face")].map(box);
  return faces.some((card) => !apart(card, doubt) && !apart(doubt, card));
}"""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_is_to_think_again_sees_the_cards(visit, language):
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    coach(v, "warn")
    v.deal("Jc Jd 3h 4s 9c", ante="5")
    v.bet(3)
    for width, height in ((360, 640), (320, 568), (740, 360), (960, 540), (1280, 720), (1920, 1080)):
        v.page.set_viewport_size({"width": width, "height": height})
        v.page.keyboard.press("f")
        v.page.wait_for_selector("dialog.doubt[open]")
        assert not v.page.evaluate(OVER), (width, height)
        v.page.keyboard.press("Escape")


def test_a_grade_after_each_decision_and_a_review_after_the_round(visit):
    v = visit("fr")
    v.page.wait_for_selector("button.deal")
    coach(v, "each")
    v.deal("Jc Jd 3h 4s 9c", ante="5")
    assert v.page.locator(".graded, .worth").count() == 0, "nothing before the decision"
    v.bet(3)
    expect(v.page.locator(".graded")).to_have_text("Optimal : 3×.")
    v.bet(1)
    expect(v.page.locator(".graded")).to_contain_text("a coûté")
    v.bet(3)
    v.ended()
    assert v.page.locator(".review").count() == 0
    coach(v, "round")
    v.click(".rebet")
    v.open_street("third-street")
    assert v.page.locator(".graded, .worth, .review").count() == 0
    v.click(".decide .fold")
    v.page.wait_for_selector(".review .bad")
