"""Deals that can be proved, and houses that lie: what was stored before the deal is compared with what is said after.

The server is real; its answers are altered on the way, as a dishonest one would.
"""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mississippi_stud.cards import text
from mississippi_stud.fairness.shuffle import commitment, deck
from mississippi_stud.web.client import Client, NotProvedError
from tests.web.conftest import Site
from tests.web.play import play
from tests.web.test_api import refused

OTHER_SECRET = bytes(range(32))
PROVED = "Proved: the cards follow"
NOT_KEPT = "Not proved here: this browser kept no record of this round from before the deal."
COMMITMENT = "the secret is not the one that the house had committed to."
SEED = "the seed is not the one that this browser sent."
CARDS = "the cards do not follow from the secret and the seed."
Proof = dict[str, Any]


def with_secret(proof: Proof) -> Proof:
    """Replace the secret completely: with its commitment and the cards that follow from it."""
    cards = text(deck(OTHER_SECRET, tuple(proof["seeds"].values()), proof["round_id"])[:5])
    return proof | {"secret": OTHER_SECRET.hex(), "commitment": commitment(OTHER_SECRET), "cards": cards}


def with_seed(proof: Proof) -> Proof:
    """Replace the seed, with the cards that follow from it."""
    cards = text(deck(bytes.fromhex(proof["secret"]), ("another",), proof["round_id"])[:5])
    return proof | {"seeds": {"1": "another"}, "cards": cards}


LIES: dict[str, tuple[Callable[[Proof], Proof], str]] = {
    "another secret": (with_secret, COMMITMENT),
    "another commitment": (lambda proof: proof | {"commitment": "0" * 64}, COMMITMENT),
    "a secret that cannot be read": (lambda proof: proof | {"secret": "secret"}, COMMITMENT),
    "no secret": (lambda proof: proof | {"secret": ""}, COMMITMENT),
    "another seed": (with_seed, SEED),
    "no seed": (lambda proof: proof | {"seeds": {}}, SEED),
    "one more seed": (lambda proof: proof | {"seeds": {**proof["seeds"], "2": "theirs"}}, CARDS),
    "other cards": (lambda proof: proof | {"cards": "2c 3c 4c 5c 6c"}, CARDS),
    "another round": (lambda proof: proof | {"round_id": f"table:{'0' * 32}#1"}, CARDS),
}


class Liar(httpx.BaseTransport):
    """A transport to the server that alters answers."""

    def __init__(self) -> None:
        self.true = httpx.HTTPTransport()
        self.lies: list[tuple[str, Callable[[Proof], Proof]]] = []

    def close(self) -> None:
        self.true.close()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self.true.handle_request(request)
        answer.read()
        for part, lie in self.lies:
            if part in request.url.path:
                kept = {name: value for name, value in answer.headers.items() if name == "content-type"}
                answer = httpx.Response(answer.status_code, headers=kept, json=lie(json.loads(answer.content)))
        return answer


@pytest.fixture
def liar(site: Site):
    way = Liar()
    with httpx.Client(base_url=site.url, transport=way) as http:
        yield way, Client(http)


def played(guest: Client) -> None:
    play(guest, "1 ante 5; deal; 1 bet 1; 1 fold", seed="mine")


def test_a_deal_by_chance_is_proved_by_the_client(liar):
    _, guest = liar
    shown = guest.table.view
    assert (shown.committed, len(shown.commitment)) == (1, 64)  # before the first wager
    play(guest, "1 ante 5; deal", seed="mine")
    assert guest.table.view.commitment == shown.commitment
    refused(409, "not-over", guest.proof, 1)
    refused(409, "not-over", guest.review, 1)
    play(guest, "1 fold")
    assert guest.prove(1).seeds == {1: "mine"}
    assert guest.table.view.committed == 2  # and the next commitment is there before the next wager
    assert guest.table.view.commitment not in ("", shown.commitment)
    play(guest, "1 ante 5; deal; 1 fold")
    assert guest.prove(2).seeds[1] != ""  # a random seed if none is given


@pytest.mark.parametrize("name", LIES)
def test_the_client_notices_a_proof_that_lies(liar, name: str):
    way, guest = liar
    played(guest)
    way.lies.append(("/proof", LIES[name][0]))
    with pytest.raises(NotProvedError):
        guest.prove(1)
    way.lies.clear()
    guest.prove(1)


def other_commitment(seen: Proof) -> Proof:
    """Commit to another secret, as if it had always been so."""
    return seen | {"view": seen["view"] | {"commitment": commitment(OTHER_SECRET)}}


def other_hole(seen: Proof) -> Proof:
    """Change the cards in the player's hand."""
    for hand in (seen["view"]["round"] or {"hands": []})["hands"]:
        hand["hole"] = [card and card ^ 1 for card in hand["hole"]]
    return seen


def other_order(seen: Proof) -> Proof:
    """Put the community cards first."""
    deals = seen["view"]["deals"]
    return seen | {"view": seen["view"] | {"deals": [*deals[2:], *deals[:2]]}}


@pytest.mark.parametrize(
    ("lie", "moment"),
    [(other_commitment, "fold"), (other_order, "look"), (other_hole, "deal")],
    ids=["commitment", "order", "cards"],
)
def test_the_client_notices_that_it_was_shown_something_else_once(liar, lie: Callable[[Proof], Proof], moment: str):
    way, guest = liar
    play(guest, "1 ante 5; deal", seed="mine")
    for step, script in {"fold": "1 fold", "look": "", "deal": "1 ante 5; deal"}.items():
        way.lies[:] = [("/tables/", lie)] if step == moment else []
        play(guest, script, seed="mine") if script else guest.look()
    way.lies.clear()
    guest.look()
    play(guest, "1 fold")
    with pytest.raises(NotProvedError):
        guest.prove(2)
    guest.prove(1)


def test_a_round_that_another_program_had_dealt_is_not_proved(liar):
    _, guest = liar
    other = Client(guest.http)  # the same guest, who stores nothing of what this one does
    played(guest)
    with pytest.raises(NotProvedError, match="nothing was kept"):
        other.prove(1)
    guest.prove(1)


def test_a_void_round_is_proved_too(liar, site: Site):
    _, guest = liar
    play(guest, "1 ante 5; deal", seed="mine")
    site.floor.void(f"table:{guest.table.id}", "a malfunction")
    assert guest.look().balance_cents == 1_000_00
    guest.prove(1)


# In the browser.


def told(v) -> str:
    """Return what the page says about the proof, once it is checked."""
    v.page.click(".prove")
    v.page.wait_for_function("() => !['', 'Checking …'].includes(document.querySelector('.proved').textContent)")
    return v.text(".proved")


def answering(lie: Callable[[Proof], Proof]):
    def answer(route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json=lie(response.json()))

    return answer


@pytest.fixture
def player(visit):
    """Return somebody who has played a round with their own seed."""
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.script("my own seed")
    v.deal(ante="5")
    v.click(".decide .fold")
    v.ended()
    v.page.click(".proof summary")
    return v


def test_the_browser_notices_a_proof_that_lies(player):
    assert told(player).startswith(PROVED)
    for name, (lie, why) in LIES.items():
        player.page.route("**/proof?*", answering(lie))
        assert told(player) == f"NOT proved: {why}", name
        player.page.unroute("**/proof?*")
    assert told(player).startswith(PROVED)
    player.page.goto(player.url + "/history?round=1")
    player.page.wait_for_selector(".after .prove")
    for name, (lie, why) in LIES.items():
        player.page.route("**/proof?*", answering(lie))
        assert told(player) == f"NOT proved: {why}", name
        player.page.unroute("**/proof?*")
    assert told(player).startswith(PROVED)


def test_the_browser_says_that_it_kept_nothing(player, browser):
    """Another browser of the same guest knows only what the house says now."""
    kept = player.page.evaluate("Object.keys(localStorage).filter((name) => name.endsWith('#1'))")
    assert len(kept) == 1
    player.page.evaluate("name => localStorage.removeItem(name)", kept[0])
    assert told(player) == NOT_KEPT
    player.page.goto(player.url + "/history?round=1")
    player.page.wait_for_selector(".after .prove")
    assert told(player) == NOT_KEPT


LOOKS = "**/api/tables/*/commands?*"


def test_the_browser_notices_other_cards_than_it_was_shown(player):
    player.page.route(LOOKS, answering(other_hole))
    player.page.evaluate("document.querySelector('ms-game').stop()")
    player.click(".rebet")
    player.open_street("third-street")
    player.page.unroute(LOOKS)
    player.click(".decide .fold")
    player.ended()
    assert told(player) == f"NOT proved: {CARDS}"
    player.page.goto(player.url + "/history?round=2")  # where the house now shows the right ones
    player.page.wait_for_selector(".after .prove")
    assert told(player) == f"NOT proved: {CARDS}"


def test_the_browser_notices_that_the_commitment_was_changed(player):
    """The first commitment shown for a round counts, whatever is said later."""
    stored = "document.querySelector('ms-game').table"
    name = player.page.evaluate(f"{stored}.id + '#' + {stored}.view.committed")
    first = player.page.evaluate("name => JSON.parse(localStorage.getItem(name)).commitment", name)
    assert first == player.page.evaluate(f"{stored}.view.commitment")
    lie = {"commitment": commitment(OTHER_SECRET)}
    player.page.evaluate("([name, lie]) => localStorage.setItem(name, JSON.stringify(lie))", [name, lie])
    player.click(".rebet")
    player.open_street("third-street")
    player.click(".decide .fold")
    player.ended()
    assert told(player) == f"NOT proved: {COMMITMENT}"


def test_what_is_kept_is_kept_before_it_is_sent(player):
    """When the wagers leave the browser, commitment, seed and order of the deal are already on its disk."""
    moments: list[Any] = []
    read = "Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.endsWith('#2')))"

    def look(route) -> None:
        body = route.request.post_data_json["command"]
        kept = [json.loads(value) for value in player.page.evaluate(read).values()]
        moments.append((body, kept))
        route.continue_()

    player.page.route(LOOKS, look)
    player.click(".rebet")
    player.open_street("third-street")
    player.page.unroute(LOOKS)
    ((body, (kept,)),) = moments
    assert (body["commitment"], body["seed"]) == (kept["commitment"], kept["seed"])
    assert body["seed"] == "my own seed"
    assert kept["deals"] == [["hole", 1], ["hole", 1], ["community", 0], ["community", 1], ["community", 2]]
