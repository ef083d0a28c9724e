"""The API: what it answers, what it refuses, and that a refusal changes nothing."""

import asyncio
import json
import secrets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from litestar.exceptions import TooManyRequestsException
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from mississippi_stud.cards import parse
from mississippi_stud.fairness.shuffle import deck
from mississippi_stud.floor import Wager
from mississippi_stud.money import text as dollars
from mississippi_stud.round.state import Phase as RoundPhase
from mississippi_stud.table.state import Turn
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import ApiError, Client
from mississippi_stud.web.guests import COOKIE
from mississippi_stud.web.limits import Settings
from mississippi_stud.web.recall_queue import RecallQueue
from mississippi_stud.web.seats import ROUND_EVENTS_MAX
from mississippi_stud.web.shapes import (
    BetRequest,
    CommitSeedRequest,
    FoldRequest,
    PlaceWagersRequest,
    PlayRequest,
    StandRequest,
)
from tests.clauses import clause
from tests.web.child import SECRET
from tests.web.conftest import Site, new_floor, serve, wagers
from tests.web.play import play


@pytest.fixture
def guest(client: httpx.Client) -> Client:
    return Client(client)


def refused(status: int, code: str, work, *arguments, **named):
    with pytest.raises(ApiError) as caught:
        work(*arguments, **named)
    problem = caught.value.problem
    assert (problem.status, problem.code) == (status, code)
    return problem


def test_a_round_through_the_client(guest: Client):
    assert guest.table.balance_cents == 1_000_00
    assert (guest.table.view.number, guest.table.view.committed, guest.table.view.round) == (0, 1, None)
    guest.deal(wagers(500, 100), "Qc Qd 3h 3s 9c")
    assert [option.command for option in guest.table.view.options] == ["bet", "bet_all", "fold"]
    guest.bet(1)
    assert guest.round.community == (parse("3h")[0], None, None)
    advice = guest.advice()
    assert advice.best == "3"
    guest.bet(2)
    guest.bet(3)
    assert guest.table.view.made == {1: "two-pair"}
    assert guest.table.view.made_by_community == "pair"
    assert guest.table.rows == {Wager.ANTE: "two-pair", Wager.THREE_CARD_BONUS: "pair"}
    assert guest.table.balance_cents == 1_000_00 + 10_00 + 10_00 + 20_00 + 30_00 + 1_00
    assert [line.net_cents for line in guest.rounds()] == [71_00]
    assert guest.recall(1).steps[-1].event == "secret_revealed"
    assert [each.lost == "0" for each in guest.review(1)] == [False, False, True]
    assert {book.id: book.clauses for book in guest.books()} == {
        "nsw": 266,
        "maryland": 355,
        "crown": 312,
        "online": 36,
    }
    assert len(guest.clauses("online")) == 36


@clause("online overview.1", "online notice.2")
def test_every_round_has_a_deck_of_its_own(guest: Client):
    """Each shuffle has a fresh secret, and the deck follows from it alone, whatever was dealt before."""
    seen = set()
    for number in range(1, 5):
        play(guest, "1 ante 1; deal; 1 fold", seed="the same")
        proof = guest.prove(number)
        whole = deck(bytes.fromhex(proof.secret), ("the same",), proof.round_id)
        assert sorted(whole) == list(range(52))
        assert whole[:5] == tuple(parse(proof.cards))
        seen.add((proof.commitment, proof.secret, whole))
    assert len(seen) == 4
    assert len({commitment for commitment, _, _ in seen}) == 4


@clause("online limits.1", "online limits.4", "online overview.4")
def test_refusals_are_problems_with_code_clause_and_parameters(guest: Client, client: httpx.Client):
    before = guest.look()
    problem = refused(409, "outside-limits", play, guest, "1 ante 50.01; deal")
    assert problem.clause == "online limits.1"
    assert problem.params["offered"] == 50_01
    assert problem.detail == "The ante is $50.01; this table takes $0.01 to $50.00 (Online limits.1)."
    client.headers["Accept-Language"] = "fr-CA"
    french = refused(409, "outside-limits", play, guest, "1 ante 50; 1 three-card-bonus 50.01; deal")
    assert french.clause == "online limits.4"
    assert "50,01" in french.detail
    client.headers["Accept-Language"] = "en"
    assert guest.look() == before  # the ante was not placed either: it is one command
    play(guest, "1 ante 50; 1 three-card-bonus 50; deal")
    problem = refused(409, "wrong-multiple", play, guest, "1 place 50.01")
    assert problem.clause == "online overview.4"
    for again in (wagers(50_00), wagers(50_00, 50_00)):  # nor with the same wagers and a different seed
        late = PlaceWagersRequest(position=1, wagers=again, seed="again", commitment=guest.table.view.commitment)
        refused(409, "bets-closed", guest.do, late)
    refused(409, "nobody-there", play, guest, "2 fold")


def test_not_enough_money_and_more_of_it(guest: Client):
    assert refused(409, "enough-money", guest.more_money).detail.startswith("You still have $1,000.00")
    assert refused(
        409, "insufficient-funds", play, Client(guest.http, "nsw"), "1 ante 1000.01; deal"
    ).clause.startswith("nsw")
    left = guest.table.balance_cents
    while left >= 100_00:
        play(guest, "1 ante 50; 1 three-card-bonus 50; deal 2c 7d 9h Jc 4s")
        play(guest, "1 max-all" if left >= 550_00 else "1 fold")
        left = guest.table.balance_cents
    assert guest.table.more_money
    assert guest.more_money().balance_cents == 1_000_00
    refused(409, "enough-money", guest.more_money)


def test_commands_repeated_under_their_id_have_one_effect(guest: Client):
    dealing = PlaceWagersRequest(
        position=1, wagers=wagers(500, 100), seed="2c 7d 9h Jc 4s", commitment=guest.table.view.commitment
    )
    dealt = guest.do(dealing, "the-deal-1")
    assert guest.do(dealing, "the-deal-1") == dealt
    bet = PlayRequest(do=BetRequest(position=1, cents=500), turn=dealt.view.turn)
    once = guest.do(bet, "the-bet-1")
    assert guest.do(bet, "the-bet-1") == once
    refused(409, "bad-input", guest.do, PlayRequest(do=FoldRequest(position=1)), "the-bet-1")
    guest.http.headers["Accept-Language"] = "fr"
    problem = refused(409, "bad-input", guest.do, PlayRequest(do=FoldRequest(position=1)), "the-bet-1")
    assert "a déjà servi pour une autre commande" in problem.detail
    del guest.http.headers["Accept-Language"]
    assert guest.do(dealing, "the-deal-1") == once
    assert list(guest.wagers) == ["ante", "three-card-bonus", "third-street"]


def test_a_round_is_not_changed_without_end(guest: Client):
    """Recalling a round reads everything that happened in it: that stays short, and the round can be ended."""
    done = []

    def change() -> None:
        for number in range(ROUND_EVENTS_MAX):
            placing = PlaceWagersRequest(position=1, wagers=wagers(500 + number % 2, 0), ready=False)
            guest.do(placing, f"change-{number}")
            done.append((placing, f"change-{number}"))

    refused(409, "too-many-changes", change)
    digest = "0" * 64
    refused(409, "too-many-changes", guest.do, CommitSeedRequest(position=1, seed_hash=digest))
    refused(409, "too-many-changes", guest.do, StandRequest(position=1))
    before = guest.table.version
    assert guest.do(*done[-1]).version == before
    assert len(guest.recall(1).steps) < ROUND_EVENTS_MAX + 10
    play(guest, "1 ante 5; deal 2c 7d 9h Jc 4s")
    refused(409, "too-many-changes", guest.do, CommitSeedRequest(position=1, seed_hash=digest))
    play(guest, "1 fold")
    assert guest.do(CommitSeedRequest(position=1, seed_hash=digest)).version > before


def test_few_look_back_at_once_and_a_person_waits_for_little():
    """Recall is slow at a table with a long past: a client that keeps asking does not hold up the others."""
    people = ("one", "other")
    looking, now, most = RecallQueue(), 0, 0

    def look(number: int) -> int:
        nonlocal now, most
        now += 1
        most = max(most, now)
        time.sleep(0.05)
        now -= 1
        return number

    async def all_at_once() -> None:
        numbers = range(RecallQueue.of_a_person + 2)
        asked = [looking.at(who, partial(look, number)) for who in people for number in numbers]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        half = len(answers) // 2
        for own in (answers[:half], answers[half:]):
            assert own[:-2] == list(range(RecallQueue.of_a_person))
            assert all(isinstance(each, TooManyRequestsException) for each in own[-2:])

    async def twice() -> None:
        await all_at_once()
        await all_at_once()  # nobody is waiting any more

    with ThreadPoolExecutor(1) as elsewhere:  # a browser may have a loop of its own in this thread
        elsewhere.submit(asyncio.run, twice()).result()
    assert most == RecallQueue.at_once


def test_a_decision_is_for_its_turn_only(guest: Client):
    """A late decision is refused because its moment has passed, never because something else has happened."""
    play(guest, "1 ante 5; deal 2c 7d 9h Jc 4s")
    third = guest.table.view.turn
    assert third == Turn(round=1, phase=RoundPhase.THIRD_STREET)
    play(guest, "1 bet 1")
    problem = refused(409, "turn-passed", guest.do, PlayRequest(do=BetRequest(position=1, cents=500), turn=third))
    assert problem.detail.startswith("That moment has passed: look again, then decide")
    assert guest.look().view.turn == Turn(round=1, phase=RoundPhase.FOURTH_STREET)
    play(guest, "1 bet 1; 1 fold; 1 ante 5; deal 2c 7d 9h Jc 4s")
    refused(
        409, "turn-passed", guest.do, PlayRequest(do=BetRequest(position=1, cents=500), turn=third)
    )  # of the round before


def test_other_peoples_tables_are_not_there(guest: Client, site: Site):
    with httpx.Client(base_url=site.url) as stranger:
        other = Client(stranger)
        assert other.table.id != guest.table.id
        own, other.table = other.table, guest.table
        for work in (other.look, other.advice, other.rounds, other.fold, other.more_money):
            refused(404, "no-table", work)
        refused(404, "no-table", other.recall, 1)
        refused(404, "no-table", other.proof, 1)
        refused(404, "no-table", play, other, "1 ante 5; deal")
        other.table = own
        refused(404, "no-round", other.recall, 7)
    with httpx.Client(base_url=site.url) as nobody:
        answer = nobody.get(f"/api/tables/{guest.table.id}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-guest")
    play(guest, "1 ante 5; deal")  # none of their commands came through
    assert guest.table.view.number == 1


def test_a_guest_has_one_table_of_each_book(guest: Client):
    nsw = Client(guest.http, "nsw")
    assert nsw.table.id != guest.table.id
    assert (nsw.table.book, nsw.table.view.currency) == ("nsw", "AUD")
    assert Client(guest.http, "nsw").table == nsw.table
    assert Client(guest.http).table.id == guest.table.id
    assert nsw.table.balance_cents == 1_000_00  # one purse of play money


@pytest.mark.parametrize("cookie", ["forged", "Imd1ZXN0LTAi.AAAA", '"guest-0"', "", "x" * 4000])
def test_forged_cookies_are_ignored(guest: Client, site: Site, cookie: str):
    with httpx.Client(base_url=site.url, cookies={COOKIE: cookie}) as forger:
        assert forger.get(f"/api/tables/{guest.table.id}").status_code == 404
        assert Client(forger).table.id != guest.table.id


def test_the_cookie_is_signed_and_out_of_reach(client: httpx.Client):
    answer = client.post("/api/tables", json={})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    value = client.cookies[COOKIE]
    # Not the last character, some of whose bits carry no information.
    flipped = value[:-9] + ("A" if value[-9] != "A" else "B") + value[-8:]
    changed = httpx.post(f"{client.base_url}/api/tables", json={}, cookies={COOKIE: flipped})
    assert changed.json()["id"] != answer.json()["id"]


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_other_sites_are_refused_and_nothing_changes(guest: Client, client: httpx.Client, headers):
    before = guest.look()
    body = sent(guest)
    for path, told in (("commands", body), ("money", {})):
        answer = client.post(f"/api/tables/{guest.table.id}/{path}", json=told, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign")
    assert client.post("/api/tables", json={}, headers=headers).status_code == 403
    assert guest.look() == before
    own = client.post(
        f"/api/tables/{guest.table.id}/commands", json=body, headers={"Origin": str(client.base_url).rstrip("/")}
    )
    assert own.status_code == 200


def sent(guest: Client, **changed: object) -> dict:
    """Return what a page sends to deal."""
    wagered = {"command": "place_wagers", "position": 1, "wagers": {"ante": 500}, "seed": "", **changed}
    return {"id": secrets.token_hex(8), "command": {"commitment": guest.table.view.commitment, **wagered}}


PLACE = b'"command": "place_wagers", "position": 1, '
BAD = [
    b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe",
    b'{"id": 7, "command": {%b"wagers": {}}}', b'{"id": "short", "command": {%b"wagers": {}}}',
    b'{"id": "long enough", "command": {%b"wagers": {}}}', b'{"id": "abcdefgh"}',
    b'{"id": "abcdefgh", "command": {%b}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": "500"}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 5.5}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": true}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": null}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": -500}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 1e400}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 99999999999999999999999999}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": NaN}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"nonsense": 500}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}, "unknown": 1}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}}, "version": 1}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}, "seed": "' + b"x" * 65 + b'"}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}, "seed": "\\u0007"}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}, "commitment": "abc"}}',
    b'{"id": "abcdefgh\\n", "command": {%b"wagers": {"ante": 500}}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}, "seed": "mine\\n"}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}, "commitment": "\\n"}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}, "person": "ann"}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}, "by": "floor"}}',
    b'{"id": "abcdefgh", "command": {%b"wagers": {"ante": 500}, "at": 1}}',
]  # fmt: skip


@pytest.mark.parametrize("body", BAD, ids=lambda body: repr(body[:90]))
def test_what_cannot_be_read_is_refused_and_changes_nothing(guest: Client, client: httpx.Client, body: bytes):
    before = guest.look()
    answer = client.post(
        f"/api/tables/{guest.table.id}/commands",
        content=body.replace(b"%b", PLACE),
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code == 400, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.json()["detail"]
    assert guest.look() == before


HUGE = [0, 1, 5001, 10**9, 10**13]


@pytest.mark.parametrize("cents", HUGE)
def test_amounts_out_of_bounds(guest: Client, cents: int):
    before = guest.look()
    if cents == 1:
        assert play(guest, "1 ante 0.01; deal").balance_cents == before.balance_cents - 1
        return
    with pytest.raises(ApiError) as caught:
        play(guest, f"1 ante {dollars(cents)}; deal")
    assert caught.value.problem.status == (400 if cents > 10**12 else 409)
    assert guest.look().balance_cents == before.balance_cents


@pytest.mark.parametrize(
    "command",
    [
        {"command": "void", "clause": "online notice.3", "reason": "mine"},
        {"command": "open_table", "dealing": "electronic", "book": "y"},
        {"command": "time_up", "key": "1/open"},
        {"command": "close_table"},
        {"command": "sit", "position": 2, "player": "somebody else"},
        {"command": "play", "do": {"command": "deal", "cards": [1, 2, 3, 4, 5]}},
        {"command": "play", "do": {"command": "reveal"}},
        {"command": "play", "do": {"command": "settle"}},
        {"command": "play", "do": {"command": "place", "position": 1, "wager": "ante", "cents": 500}},
        {"command": "play", "do": {"command": "bet", "position": "1", "cents": 500}},
        {"command": "play", "do": {"command": "bet", "position": 1, "cents": 500, "unnoticed": True}},
        {"command": "play", "do": {"command": "bet_blind", "position": 1, "cents": [500, 500]}},
        {"command": "play", "do": {"command": "cannot_fund", "position": 1}},
        {"command": "play", "do": {"command": "fold", "position": 1}, "by": "floor"},
        {"command": "nonsense"},
        {},
        None,
    ],
    ids=str,
)
def test_commands_that_no_player_has(guest: Client, client: httpx.Client, command):
    before = guest.look()
    answer = client.post(f"/api/tables/{guest.table.id}/commands", json={"id": "abcdefgh", "command": command})
    assert answer.status_code == 400
    assert guest.look() == before


def test_bodies_over_16_kb(guest: Client, client: httpx.Client):
    body = json.dumps(sent(guest, seed="x" * 17_000))
    answer = client.post(
        f"/api/tables/{guest.table.id}/commands", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 413
    assert answer.json()["detail"] == "That request is too large."
    answer = client.post(
        f"/api/tables/{guest.table.id}/commands",
        content=iter([body.encode()]),  # chunked: its length is not sent
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code == 413


def test_methods_paths_and_types(client: httpx.Client):
    assert client.delete("/api/tables").status_code == 405
    assert client.get("/api/tables/xyz").status_code in (400, 404)
    assert client.get("/api/books/nowhere").json()["code"] == "no-book"
    assert client.get("/api/books/nowhere/clauses").status_code == 404
    assert len(client.get("/api/books/online").json()) > 100
    assert client.post("/api/tables", content=b"x=1", headers={"Content-Type": "text/plain"}).status_code in (400, 415)
    assert client.get("/language/fr?to=https://evil.example", follow_redirects=False).status_code == 404
    assert client.get("/language/fr?to=//evil.example", follow_redirects=False).status_code == 404
    assert client.get("/language/xx").status_code == 404
    assert client.post("/api/tables", json={"book": "nowhere"}).json()["code"] == "no-book"
    assert client.post("/api/tables", json={"book": "no/where"}).status_code == 400
    assert client.get("/?book=nowhere").status_code == 404
    assert client.get("/language/fr?to=/rules", follow_redirects=False).headers["location"] == "/rules"


def test_strict_headers_everywhere(client: httpx.Client):
    for path in ("/", "/api/books", "/nothing", "/rules"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers


def test_the_first_page_is_small(client: httpx.Client):
    page = client.get("/", headers={"Accept-Encoding": "gzip"})
    paths = {part.split('"')[0] for part in page.text.split('="')[1:] if part.startswith("/static/")}
    total = sum(int(answer.num_bytes_downloaded) for answer in [page, *(client.get(path) for path in sorted(paths))])
    assert len(paths) >= 7
    assert total < 150_000
    assert "immutable" in client.get(min(paths)).headers["cache-control"]


# The live view.


def socket(client: httpx.Client, origin: str | None = None):
    url = str(client.base_url).replace("http", "ws").rstrip("/")
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return connect(f"{url}/api/live", additional_headers={"Cookie": cookies}, origin=origin)


@pytest.mark.parametrize(
    ("word", "code", "reason"),
    [
        ("ping", 1008, "unreadable"),
        ('{"do":"dance"}', 1008, "unreadable"),
        ('{"do":"ping","more":1}', 1008, "unreadable"),
        ('{"do":"subscribe","topics":{"TABLE":""}}', 1008, "unreadable"),
        ("[" * 1500, 1008, "unreadable"),
        ("x" * 9000, 1009, ""),
        ("", 1008, "unreadable"),
        (b"ping", 1008, "unreadable"),
        (["pi", "ng"], 1009, "message-in-parts"),
    ],
    ids=["no JSON", "unknown", "one field more", "no topic", "deep", "long", "empty", "bytes", "parts"],
)
def test_the_live_socket_does_not_listen_to_much(guest: Client, client: httpx.Client, word, code: int, reason: str):
    with socket(client) as live:
        live.send(word)
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code
        assert not reason or closed.value.rcvd.reason == reason
    assert guest.look().version == guest.table.version


def test_the_live_socket_is_refused_to_other_sites(guest: Client, client: httpx.Client):
    with socket(client, origin=str(client.base_url).rstrip("/")) as live:
        live.send('{"do":"ping","lag_ms":12}')
        assert json.loads(live.recv(30))["frame"] == "pong"
    with pytest.raises(InvalidStatus) as caught, socket(client, origin="https://evil.example"):
        pass
    assert caught.value.response.status_code == 403


# Health and limits.


@pytest.fixture
def slow(tmp_path) -> Iterator[Site]:
    floor = new_floor(tmp_path)
    url, stop = serve(create_app(floor, SECRET, Settings(requests_a_second=1)))
    yield Site(url, floor)
    stop()


def test_health_readiness_and_metrics(site: Site):
    with httpx.Client(base_url=site.url) as client:
        assert client.get("/healthz").json()["status"] == "ok"
        assert client.get("/readyz").json() == {"status": "ready"}
        guest = Client(client)
        metrics = client.get("/metrics").text
        assert "mstud_requests_total" in metrics
        assert guest.table.id not in metrics


def test_too_many_requests(slow: Site):
    with httpx.Client(base_url=slow.url, headers={"Accept-Language": "fr"}) as client:
        answers = [client.get("/api/books/online/clauses") for _ in range(20)]
        late = [answer for answer in answers if answer.status_code == 429]
        assert late
        assert late[0].json()["code"] == "too-many-requests"
        assert late[0].json()["detail"] == "C'était trop rapide : attendez une seconde, puis continuez."
        assert client.get("/healthz").status_code == 200


# What the schema promises.


def test_the_schema_is_openapi_3_1(client: httpx.Client):
    schema = client.get("/api/schema/openapi.json").json()
    assert schema["openapi"].startswith("3.1")
    assert "/api/tables/{table_id}/commands" in schema["paths"]
    trainer = {path for path in schema["paths"] if path.startswith("/api/trainer/")}
    assert trainer == {f"/api/trainer/{name}" for name in ("course", "questions", "answers", "counts", "report")}
    assert not any(path in schema["paths"] for path in ("/", "/rules", "/metrics", "/healthz"))


def test_schemathesis_finds_nothing(site: Site):
    with httpx.Client(base_url=site.url) as own:
        guest = Client(own)
        schema = schemathesis.openapi.from_url(f"{site.url}/api/schema/openapi.json")
        for operation in schema.get_all_operations():
            examine(operation.ok(), own.cookies[COOKIE], guest.table.id)


def examine(operation, cookie: str, table: str) -> None:
    import hypothesis

    @hypothesis.given(case=operation.as_strategy())
    @settings(
        max_examples=12, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None
    )
    def ask(case) -> None:
        case.cookies = {COOKIE: cookie}
        if "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table
        case.body = whole(case.body)
        case.call_and_validate()

    ask()


def whole(body):
    """JSON Schema calls 5.0 an integer; here it is not, and not an amount of money."""
    if isinstance(body, dict):
        return {key: whole(value) for key, value in body.items()}
    if isinstance(body, list):
        return [whole(value) for value in body]
    return int(body) if isinstance(body, float) and body.is_integer() else body
