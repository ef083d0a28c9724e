"""The API: what it answers, what it refuses, and that a refusal changes nothing."""

import json
import secrets
from collections.abc import Iterator

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from mississippi_stud.cards import parse
from mississippi_stud.fairness.shuffle import Deal, check, deck
from mississippi_stud.floor import Act, Begin, Bet, DealCards, Fold, Place, Wager
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import ApiError, Client
from mississippi_stud.web.guests import COOKIE
from tests.clauses import clause
from tests.web.child import SECRET
from tests.web.conftest import Site, new_floor, serve

ANTE = Act(do=Place(position=1, wager=Wager.ANTE, cents=500))


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
    assert guest.game.balance_cents == 1_000_00
    assert guest.game.view is not None
    guest.deal(500, 100, "Qc Qd 3h 3s 9c")
    assert [option.command for option in guest.game.options] == ["bet", "bet_all", "fold"]
    guest.bet(1)
    assert guest.game.view.community == (5, None, None) or guest.game.view.community[1:] == (None, None)
    advice = guest.advice()
    assert advice.best == "3"
    guest.bet(2)
    guest.bet(3)
    assert (guest.game.made, guest.game.bonus_made) == ("two-pair", "pair")
    assert guest.game.balance_cents == 1_000_00 + 10_00 + 10_00 + 20_00 + 30_00 + 1_00
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


def test_a_deal_by_chance_can_be_proved(guest: Client):
    guest.deal(500, seed="mine")
    commitment = guest.game.commitment
    refused(409, "not-over", guest.proof, 1)
    refused(409, "not-over", guest.review, 1)
    guest.fold()
    proof = guest.proof(1)
    assert proof.commitment == commitment
    check(Deal(proof.round_id, commitment, bytes.fromhex(proof.secret), proof.seed, tuple(parse(proof.cards))))


@clause("online overview.1", "online notice.2")
def test_every_round_has_a_deck_of_its_own(guest: Client):
    """Shuffled anew: a fresh secret each time, and the deck follows from it alone, whatever was dealt before."""
    seen = set()
    for number in range(1, 5):
        guest.deal(100, seed="the same")
        guest.fold()
        proof = guest.proof(number)
        whole = deck(bytes.fromhex(proof.secret), "the same", proof.round_id)
        assert sorted(whole) == list(range(52))
        assert whole[:5] == tuple(parse(proof.cards))
        seen.add((proof.commitment, proof.secret, whole))
    assert len(seen) == 4
    assert len({commitment for commitment, _, _ in seen}) == 4


@clause("online limits.1", "online limits.4", "online overview.4")
def test_refusals_are_problems_with_code_clause_and_parameters(guest: Client, client: httpx.Client):
    before = guest.look()
    problem = refused(409, "outside-limits", guest.deal, 50_01)
    assert problem.clause == "online limits.1"
    assert problem.params["offered"] == 50_01
    assert problem.detail == "The ante is $50.01; this table takes $0.01 to $50.00 (Online limits.1)."
    client.headers["Accept-Language"] = "fr-CA"
    french = refused(409, "outside-limits", guest.deal, 50_00, 50_01)
    assert french.clause == "online limits.4"
    assert "50,01" in french.detail
    assert guest.look().balance_cents == before.balance_cents
    assert guest.game.view.hands[0].wagers_cents == {}  # the ante was taken back with the bonus
    guest.deal(50_00, 50_00)
    problem = refused(409, "wrong-multiple", guest.do, Act(do=Bet(position=1, cents=50_01)))
    assert problem.clause == "online overview.4"
    refused(409, "already-dealt", guest.do, DealCards(seed="again"))
    refused(409, "bets-closed", guest.do, ANTE)
    refused(409, "game-waits", guest.do, Begin())


def test_not_enough_money_and_more_of_it(guest: Client, site: Site):
    assert refused(409, "enough-money", guest.more_money).detail.startswith("You still have $1,000.00")
    for _ in range(3):
        guest.deal(50_00, 50_00, "2c 7d 9h Jc 4s")
        guest.bet_all()
        if guest.game.balance_cents < 100_00:
            break
        if guest.game.balance_cents < 550_00:
            refused(409, "insufficient-funds", guest.deal, 50_00, guest.game.balance_cents)
            break
    left = guest.game.balance_cents
    while left >= 100_00:
        guest.deal(min(50_00, left), min(50_00, left - 50_00), "2c 7d 9h Jc 4s")
        guest.fold()
        left = guest.game.balance_cents
    assert guest.game.more_money
    assert guest.more_money().balance_cents == left + 1_000_00
    refused(409, "enough-money", guest.more_money)


def test_commands_repeated_under_their_id_have_one_effect(guest: Client):
    guest.deal(500, 100, "2c 7d 9h Jc 4s", command_id="the-deal-1")
    dealt = guest.game
    assert guest.deal(500, 100, "2c 7d 9h Jc 4s", command_id="the-deal-1") == dealt
    bet = Act(do=Bet(position=1, cents=500))
    once = guest.do(bet, "the-bet-1", dealt.version)
    assert guest.do(bet, "the-bet-1", dealt.version) == once
    refused(409, "bad-input", guest.do, Act(do=Fold(position=1)), "the-bet-1")
    refused(409, "moved-on", guest.do, bet, "the-bet-2", dealt.version)
    assert guest.deal(500, 100, "2c 7d 9h Jc 4s", command_id="the-deal-1") == once
    assert list(guest.game.view.hands[0].wagers_cents) == ["ante", "three-card-bonus", "third-street"]


def test_other_peoples_games_are_not_there(guest: Client, site: Site):
    with httpx.Client(base_url=site.url) as stranger:
        other = Client(stranger)
        assert other.game.id != guest.game.id
        own, other.game = other.game, guest.game
        for work in (other.look, other.advice, other.rounds, other.fold, other.more_money):
            refused(404, "no-game", work)
        refused(404, "no-game", other.recall, 1)
        refused(404, "no-game", other.proof, 1)
        refused(404, "no-game", other.deal, 500)
        other.game = own
        refused(404, "no-round", other.recall, 7)
    with httpx.Client(base_url=site.url) as nobody:
        answer = nobody.get(f"/api/games/{guest.game.id}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-guest")
    guest.deal(500)  # nothing of theirs came through
    assert guest.game.number == 1


@pytest.mark.parametrize("cookie", ["forged", "Imd1ZXN0LTAi.AAAA", '"guest-0"', "", "x" * 4000])
def test_forged_cookies_are_ignored(guest: Client, site: Site, cookie: str):
    with httpx.Client(base_url=site.url, cookies={COOKIE: cookie}) as forger:
        assert forger.get(f"/api/games/{guest.game.id}").status_code == 404
        assert Client(forger).game.id != guest.game.id


def test_the_cookie_is_signed_and_out_of_reach(client: httpx.Client):
    answer = client.post("/api/games", json={})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    value = client.cookies[COOKIE]
    # Not the last character, of which some bits say nothing.
    flipped = value[:-9] + ("A" if value[-9] != "A" else "B") + value[-8:]
    changed = httpx.post(f"{client.base_url}/api/games", json={}, cookies={COOKIE: flipped})
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
    body = {"id": secrets.token_hex(8), "ante_cents": 500}
    for path, sent in (
        ("deal", body),
        ("commands", {"id": body["id"], "command": {"command": "begin"}}),
        ("money", {}),
    ):
        answer = client.post(f"/api/games/{guest.game.id}/{path}", json=sent, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign")
    assert guest.look() == before
    own = client.post(
        f"/api/games/{guest.game.id}/deal", json=body, headers={"Origin": str(client.base_url).rstrip("/")}
    )
    assert own.status_code == 200


BAD = [
    b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe",
    b'{"id": 7, "ante_cents": 500}', b'{"id": "short", "ante_cents": 500}',
    b'{"id": "long enough", "ante_cents": 500}', b'{"id": "abcdefgh"}', b'{"id": "abcdefgh", "ante_cents": "500"}',
    b'{"id": "abcdefgh", "ante_cents": 5.5}', b'{"id": "abcdefgh", "ante_cents": true}',
    b'{"id": "abcdefgh", "ante_cents": null}', b'{"id": "abcdefgh", "ante_cents": -500}',
    b'{"id": "abcdefgh", "ante_cents": 1e400}', b'{"id": "abcdefgh", "ante_cents": 99999999999999999999999999}',
    b'{"id": "abcdefgh", "ante_cents": 500, "unknown": 1}', b'{"id": "abcdefgh", "ante_cents": NaN}',
    b'{"id": "abcdefgh", "ante_cents": 500, "seed": "' + b"x" * 65 + b'"}',
    b'{"id": "abcdefgh", "ante_cents": 500, "seed": "\\u0007"}',
]  # fmt: skip


@pytest.mark.parametrize("body", BAD, ids=lambda body: repr(body[:50]))
def test_what_cannot_be_read_is_refused_and_changes_nothing(guest: Client, client: httpx.Client, body: bytes):
    before = guest.look()
    answer = client.post(f"/api/games/{guest.game.id}/deal", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.json()["detail"]
    assert guest.look() == before


HUGE = [0, 1, 5001, 10**9, 10**13]


@pytest.mark.parametrize("cents", HUGE)
def test_amounts_out_of_bounds(guest: Client, cents: int):
    before = guest.look()
    if cents == 1:
        assert guest.deal(1).balance_cents == before.balance_cents - 1
        return
    with pytest.raises(ApiError) as caught:
        guest.deal(cents)
    assert caught.value.problem.status == (400 if cents > 10**12 else 409)
    assert guest.look().balance_cents == before.balance_cents


@pytest.mark.parametrize(
    "command",
    [
        {"command": "void_game", "clause": "online notice.3", "reason": "mine"},
        {"command": "open_game", "player": "x", "book": "y"},
        {"command": "act", "do": {"command": "deal", "cards": [1, 2, 3, 4, 5]}},
        {"command": "act", "do": {"command": "settle"}},
        {"command": "act", "do": {"command": "place", "position": "1", "wager": "ante", "cents": 500}},
        {"command": "act", "do": {"command": "place", "position": 1, "wager": "nonsense", "cents": 500}},
        {"command": "act", "do": {"command": "bet_blind", "position": 1, "cents": [500, 500, 500]}},
        {"command": "act", "do": {"command": "cannot_fund", "position": 1}},
        {"command": "nonsense"},
        {},
        None,
    ],
    ids=str,
)
def test_commands_that_no_player_has(guest: Client, client: httpx.Client, command):
    before = guest.look()
    answer = client.post(f"/api/games/{guest.game.id}/commands", json={"id": "abcdefgh", "command": command})
    assert answer.status_code == 400
    assert guest.look() == before


def test_bodies_over_16_kb(guest: Client, client: httpx.Client):
    body = json.dumps({"id": "abcdefgh", "ante_cents": 500, "seed": "x" * 17_000})
    answer = client.post(f"/api/games/{guest.game.id}/deal", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["detail"] == "That is too much at once."
    answer = client.post(
        f"/api/games/{guest.game.id}/deal",
        content=iter([body.encode()]),  # chunked: its length is not told
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code == 413


def test_methods_paths_and_types(client: httpx.Client):
    assert client.delete("/api/games").status_code == 405
    assert client.get("/api/games/xyz").status_code in (400, 404)
    assert client.get("/api/books/nowhere").json()["code"] == "no-book"
    assert client.get("/api/books/nowhere/clauses").status_code == 404
    assert len(client.get("/api/books/online").json()) > 100
    assert client.post("/api/games", content=b"x=1", headers={"Content-Type": "text/plain"}).status_code in (400, 415)
    assert client.get("/language/fr?to=https://evil.example", follow_redirects=False).status_code == 404
    assert client.get("/language/fr?to=//evil.example", follow_redirects=False).status_code == 404
    assert client.get("/language/xx").status_code == 404
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


def socket(client: httpx.Client, game: str, version: int = 0, origin: str | None = None):
    url = str(client.base_url).replace("http", "ws").rstrip("/")
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return connect(
        f"{url}/api/games/{game}/live?version={version}", additional_headers={"Cookie": cookies}, origin=origin
    )


def test_the_live_view_and_its_resumption(guest: Client, client: httpx.Client):
    with socket(client, guest.game.id) as live:
        first = json.loads(live.recv(30))
        assert first["version"] == guest.game.version
        guest.deal(500, 0, "2c 7d 9h Jc 4s")
        while json.loads(live.recv(30))["version"] < guest.game.version:
            pass
        live.send("ping")
        assert live.recv(30) == "pong"
    with socket(client, guest.game.id, guest.game.version) as live:
        with pytest.raises(TimeoutError):
            live.recv(0.3)  # nothing new since then
        guest.fold()
        assert json.loads(live.recv(30))["version"] == guest.game.version
    with socket(client, guest.game.id, guest.game.version - 3) as live:
        assert json.loads(live.recv(30))["version"] == guest.game.version


@pytest.mark.parametrize("word", ["x" * 65, "x" * 2000, "", b"ping"], ids=["long", "longer", "empty", "bytes"])
def test_the_live_view_does_not_listen_to_much(guest: Client, client: httpx.Client, word):
    with socket(client, guest.game.id) as live:
        assert live.recv(30)
        live.send("x" * 64)
        live.send("ping")
        assert live.recv(30) == "pong"
        live.send(word)
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    assert guest.look().version == guest.game.version


def test_the_live_view_is_refused_to_others(guest: Client, client: httpx.Client, site: Site):
    own = str(client.base_url).rstrip("/")
    with socket(client, guest.game.id, origin=own) as live:
        assert live.recv(30)
    with httpx.Client(base_url=site.url) as stranger:
        Client(stranger)
        for who, origin in ((client, "https://evil.example"), (stranger, None)):
            with pytest.raises(InvalidStatus) as caught, socket(who, guest.game.id, origin=origin):
                pass
            assert caught.value.response.status_code == 403


# Health and limits.


@pytest.fixture
def slow(tmp_path) -> Iterator[Site]:
    floor = new_floor(tmp_path)
    url, stop = serve(create_app(floor, SECRET, requests_a_second=1))
    yield Site(url, floor)
    stop()


def test_health_readiness_and_metrics(site: Site):
    with httpx.Client(base_url=site.url) as client:
        assert client.get("/healthz").json()["status"] == "ok"
        assert client.get("/readyz").json() == {"status": "ready"}
        game = Client(client)
        metrics = client.get("/metrics").text
        assert "mstud_requests_total" in metrics
        assert game.game.id not in metrics


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
    assert "/api/games/{game_id}/deal" in schema["paths"]
    assert not any(path in schema["paths"] for path in ("/", "/rules", "/metrics", "/healthz"))


def test_schemathesis_finds_nothing(site: Site):
    with httpx.Client(base_url=site.url) as own:
        guest = Client(own)
        schema = schemathesis.openapi.from_url(f"{site.url}/api/schema/openapi.json")
        for operation in schema.get_all_operations():
            examine(operation.ok(), own.cookies[COOKIE], guest.game.id)


def examine(operation, cookie: str, game: str) -> None:
    import hypothesis

    @hypothesis.given(case=operation.as_strategy())
    @settings(
        max_examples=12, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None
    )
    def ask(case) -> None:
        case.cookies = {COOKIE: cookie}
        if "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = game
        case.body = whole(case.body)
        case.call_and_validate()

    ask()


def whole(body):
    """JSON Schema calls 5.0 an integer; here it is none, and no money."""
    if isinstance(body, dict):
        return {key: whole(value) for key, value in body.items()}
    return int(body) if isinstance(body, float) and body.is_integer() else body
