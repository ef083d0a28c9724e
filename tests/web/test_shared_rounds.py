"""Rounds that their player shares: anybody with the link sees that round as it ended, and nothing else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import ascii_letters, digits
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from mississippi_stud.cards import parse
from mississippi_stud.floor import DealRecord, Floor, Sit, check_deal
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.seats import PlayerSeat
from mississippi_stud.web.shares import ShareLinks
from tests.floor import drive
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, Visit, new_floor, serve, too_wide
from tests.web.play import play
from tests.web.test_api import refused


@pytest.fixture
def stranger(site: Site) -> Iterator[httpx.Client]:
    """Somebody without a cookie."""
    with httpx.Client(base_url=site.url) as client:
        yield client
        assert not client.cookies  # looking makes nobody a guest


def played(client: httpx.Client, rounds: int = 3) -> Client:
    """A guest who has folded some rounds and holds cards in one more."""
    ann = Client(client)
    for number in range(1, rounds + 1):
        play(ann, f"1 ante 5.0{number}; deal; 1 fold", seed=f"seed of round {number}")
    play(ann, "1 ante 9; deal", seed="seed of the open round")
    return ann


def test_whoever_has_the_link_sees_the_round_as_its_player_saw_it(client: httpx.Client, stranger: httpx.Client):
    ann = played(client)
    link = ann.share(2)
    assert ann.share(2) == link
    own, shown = ann.recall(2), stranger.get(f"/api/shared/{link.id}").json()
    assert [step["event"] for step in shown["steps"]] == [step.event for step in own.steps]
    ended = own.steps[-1].view.round
    assert shown["steps"][-1]["view"]["round"]["hands"][0]["hole"] == list(ended.hands[0].hole)
    assert shown["steps"][-1]["view"]["round"]["community"] == list(ended.community)
    assert (shown["status"], shown["book"], shown["number"]) == ("settled", "online", 2)
    proof = stranger.get(f"/api/shared/{link.id}/proof").json()
    assert proof["seeds"] == {"1": "seed of round 2"}
    secret, cards = bytes.fromhex(proof["secret"]), parse(proof["cards"])
    check_deal(DealRecord(proof["round_id"], shown["commitment"], secret, ("seed of round 2",), cards))


def test_nothing_of_another_round_or_of_the_player_leaks(client: httpx.Client, stranger: httpx.Client, site: Site):
    ann = played(client)
    (name,) = site.floor.table(f"table:{ann.table.id}").players
    link = ann.share(2)
    answers = [
        stranger.get(path).text for path in (f"/api/shared/{link.id}", f"/api/shared/{link.id}/proof", link.path)
    ]
    told = "".join(answers)
    others = [site.floor.table(f"table:{ann.table.id}").committed.secret, name]
    others += [proof.secret for proof in (ann.proof(1), ann.proof(3))]
    others += [line.commitment for line in ann.rounds() if line.number != 2]
    others += [f"seed of round {number}" for number in (1, 3)] + ["seed of the open round", "balance_cents"]
    assert [each for each in others if each in told] == []
    numbers = {step["view"]["number"] for step in json.loads(answers[0])["steps"]}
    assert numbers == {2}
    assert re.findall(r"#(\d+)", answers[1]) == ["2"]


def test_only_its_player_shares_a_round_and_only_when_it_is_over(client: httpx.Client, stranger: httpx.Client):
    ann = played(client, rounds=1)
    refused(409, "not-over", ann.share, 2)
    refused(404, "no-round", ann.share, 3)
    path = f"/api/tables/{ann.table.id}/rounds/1/share"
    assert stranger.post(path).json()["code"] == "no-guest"
    with httpx.Client(base_url=str(stranger.base_url)) as other:
        Client(other)
        assert other.post(path).json()["code"] == "no-table"
    assert stranger.get(f"/api/tables/{ann.table.id}/rounds/1").status_code == 404  # the round itself is still hers


def test_no_other_link_works(client: httpx.Client, stranger: httpx.Client, site: Site):
    ann = played(client)
    link = ann.share(1).id
    name, _, signature = link.partition(".")
    forged = [
        *(link[:-1] + other for other in ascii_letters + digits if other != link[-1]),  # its last bits say nothing
        f"{name[:-1]}2.{signature}",  # another round with this one's signature
        f"{name[:-1]}4.{signature}",  # the open one
        f"{'0' * 32}-1.{signature}",
        f"{name}0.{signature}",
        ShareLinks("another secret").share(seat_of(site.floor, ann), 1).id,
    ]
    for each in forged:
        for path in (f"/api/shared/{each}", f"/api/shared/{each}/proof"):
            answer = stranger.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "no-share"), each
        assert stranger.get(f"/shared/{each}").status_code == 404
    for each in ("x", f"{name}", f"{name}.", f"{link}x", f"{name}.{'é' * 43}"):
        assert stranger.get(f"/api/shared/{each}").status_code in (400, 404), each
        assert stranger.get(f"/shared/{each}").status_code == 404, each


def seat_of(floor: Floor, guest: Client) -> PlayerSeat:
    (name,) = floor.table(f"table:{guest.table.id}").players
    return PlayerSeat(floor, name, guest.table.id, "en")


def test_a_round_with_others_is_not_shared(client: httpx.Client, site: Site):
    """The secret is the whole deck: it would show what they folded."""
    ann, floor = Client(client, "crown"), site.floor
    stream = f"table:{ann.table.id}"
    floor.deposit("bob", 1_000_00)
    floor.send(stream, Sit(position=3, player="bob", person="bob"))
    drive.play(floor, stream, "3 ante 5; 3 ready")
    ann.look()
    play(ann, "1 ante 5; 1 ready", seed="a seed")
    drive.play(floor, stream, "3 fold")
    play(ann, "1 fold")
    assert refused(409, "not-alone", ann.share, 1).detail.startswith("A round in which others played too")


def test_a_link_outlives_its_table_and_the_server(tmp_path: Path):
    links = []
    for number in (1, 2):
        floor = new_floor(tmp_path)
        url, stop = serve(create_app(floor, SECRET, FREELY))
        with httpx.Client(base_url=url) as http:
            if number == 1:
                ann = Client(http)
                play(ann, "1 ante 5; deal; 1 fold")
                links.append(ann.share(1))
            for link in links:
                assert http.get(f"/api/shared/{link.id}").status_code == 200
        stop()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hand_is_shared_and_opened_in_another_browser(visit, browser, site: Site, language: str):
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    v.page.evaluate("localStorage.setItem('seed', 'my own seed')")
    v.deal(ante="5")
    v.bet(1, 1, 1)
    v.ended()
    net = v.text(".verdict strong")
    v.page.goto(v.url + "/history?round=1")
    v.page.click(".after .share")
    link = v.page.get_attribute(".shared a", "href")
    assert Axe().run(v.page).violations_count == 0
    context = browser.new_context(locale=LOCALES[language], reduced_motion="reduce")
    other = Visit(context, site, link.removeprefix(site.url))
    other.page.wait_for_selector(".steps")
    assert other.text(".verdict strong") == net
    other.page.click(".after .prove")
    checked = {"en": "Checked: the cards follow", "fr": "Vérifié : les cartes découlent"}[language]
    other.page.get_by_text(checked).wait_for()
    assert Axe().run(other.page).violations_count == 0
    for _ in range(8):
        other.page.click(".steps .back")
    assert other.page.locator(".card.face").count() == 0
    assert context.cookies() == []
    assert other.page.locator(".share, .judge, .analyse").count() == 0  # before the deal there is nothing to analyse
    other.page.set_viewport_size({"width": 360, "height": 740})
    assert too_wide(other.page) <= 0
    assert other.wrong == []
    context.close()


def test_a_shared_deal_that_does_not_follow_is_told(visit, browser, site: Site):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.deal("As Ks Qs Js Ts")  # the test has chosen the deck
    v.bet(3, 3, 3)
    v.ended()
    v.page.goto(v.url + "/history?round=1")
    v.page.click(".after .share")
    v.page.click(".shared a")
    v.page.wait_for_selector("ms-shared .steps")
    v.page.click(".after .prove")
    v.page.get_by_text("NOT proved: the cards do not follow").wait_for()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_round_just_finished_is_shared_from_the_table(visit, browser, language):
    v = visit(language, permissions=["clipboard-read", "clipboard-write"])
    v.page.wait_for_selector("button.deal")
    v.deal("Qc Qd 3h 3s 9c", ante="5")
    assert v.page.locator(".share").count() == 0  # a round under way is nobody else's business
    v.bet(1, 1, 1)
    v.ended()
    v.page.get_by_role("button", name={"en": "Share this hand", "fr": "Partager cette main"}[language]).click()
    link = str(v.page.get_attribute(".toasts .shared a", "href"))
    assert v.page.evaluate("navigator.clipboard.readText()") == link
    stranger = Visit(browser.new_context(locale=LOCALES["en"]), v.site, link.removeprefix(v.url))
    stranger.page.wait_for_selector(".steps")
    assert stranger.text(".verdict").startswith("Two pair")
    stranger.page.click(".steps .back")
    assert stranger.text(".steps p").endswith("A community card is turned: nine of clubs.")
    assert stranger.wrong == []
    stranger.context.close()
    v.click(".rebet")
    v.open_street("third-street")
    assert v.page.locator(".toasts .shared").count() == 0


@pytest.mark.parametrize("size", [(360, 640), (1280, 720)])
def test_a_shared_hand_is_seen_and_each_of_its_decisions_analysed(visit, size):
    width, height = size
    v = visit(viewport={"width": width, "height": height})
    v.page.wait_for_selector("button.deal")
    v.deal("Ah 6h 9c Kd 2s", ante="5", bonus="5")
    v.bet(3, 1)
    v.click(".decide .fold")
    v.ended()
    v.click(".felt .share")
    v.page.click(".shared a")
    v.page.wait_for_selector("ms-shared .steps")
    cards = [card.bounding_box() for card in v.page.locator(".card").all()]
    assert len(cards) == 5
    assert all(card["width"] > 30 and card["y"] + card["height"] <= height for card in cards)

    def asked() -> dict[str, list[str]]:
        return parse_qs(urlsplit(str(v.page.get_attribute(".analyse", "href"))).query, keep_blank_values=True)

    last = {"book": ["online"], "cards": ["Ah 6h"], "board": ["9c Kd"], "bet.0": ["3"], "bet.1": ["1"]}
    assert asked() == last  # the fold on 5th street, although the last card was turned for the bonus
    while asked() == last:
        v.page.click(".steps .back")
    assert asked() == {"book": ["online"], "cards": ["Ah 6h"], "board": ["9c"], "bet.0": ["3"]}
    v.page.click(".analyse")
    v.page.wait_for_selector("#answer table")
    assert v.page.input_value("[name=board]") == "9c"


def test_what_a_button_below_the_table_finds_comes_into_view(visit):
    v = visit(viewport={"width": 360, "height": 640})
    v.page.wait_for_selector("button.deal")
    v.deal("Ah 6h 9c Kd 2s", ante="5", bonus="5")
    v.bet(1, 1, 1)
    v.ended()
    v.page.goto(v.url + "/history?round=1")
    for button, found in ((".prove", ".proved"), (".share", ".shared"), (".judge", ".review")):
        v.page.click(f".after {button}")
        v.page.wait_for_selector(found)
        v.page.wait_for_function(
            "found => document.querySelector(found).getBoundingClientRect().top < innerHeight - 20", arg=found
        )
