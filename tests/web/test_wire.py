"""Clients that are slow, hold more than they use, or are malicious: raw sockets on `mstud serve`."""

import json
import re
import resource
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.limits import Networks, Settings, Tally, client_name, settings
from mississippi_stud.web.static_files import STATIC_PATH
from tests.web.cast import Caller
from tests.web.child import SECRET
from tests.web.play import play
from tests.web.test_serve import Start, address, start, starting

__all__ = ["start"]

LIMITS = {
    "header-seconds": 1, "body-seconds": 1, "idle-seconds": 1, "answer-seconds": 2,
    "connections": 60, "connections-a-client": 40, "live-views": 5, "live-views-a-client": 4, "live-views-a-person": 3,
    "requests-a-second": 200, "guests-a-minute": 60,
}  # fmt: skip


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server with short timeouts and few connections, and nothing wrong in its log at the end."""
    with starting(tmp_path_factory.mktemp("wire")) as start:
        process = start(*(f"--limit={name}={number}" for name, number in LIMITS.items()))
        yield address(process)
        process.terminate()
        _, logged = process.communicate(timeout=30)
        assert "Traceback" not in logged
        assert not [line for line in logged.splitlines() if json.loads(line)["level"] == "error"]


@contextmanager
def raw(url: str, sent: bytes = b"") -> Iterator[socket.socket]:
    host, _, port = url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(sent)
        yield connection


def rest(connection: socket.socket) -> bytes:
    """Return everything received until the server closes."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def seconds(work: Callable[[], object]) -> float:
    start = time.monotonic()
    work()
    return time.monotonic() - start


def request(method: str = "GET", path: str = "/healthz", headers: str = "", body: bytes = b"") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode() + body


POST = request("POST", "/api/tables", "Content-Type: application/json\r\nContent-Length: 20\r\n")
SLOW = {
    "nothing": (b"", b""),
    "half a line": (b"GET /hea", b""),
    "half a header": (b"GET / HTTP/1.1\r\nHost: local", b""),
    "after a request": (request() + b"GET ", b"HTTP/1.1 200"),
    "idle after a request": (request(), b"HTTP/1.1 200"),
    "half a body": (POST + b'{"book"', b"HTTP/1.1 408"),
    "no body": (POST, b"HTTP/1.1 408"),
    "a promise": (POST.replace(b"Content-Length", b"Expect: 100-continue\r\nContent-Length"), b"HTTP/1.1 100"),
    "half a chunk": (
        request("POST", "/api/tables", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", b"5\r\n{"),
        b"HTTP/1.1 408",
    ),
    "a body for a page": (request("GET", "/rules", "Content-Length: 1000\r\n", b"x"), b"HTTP/1.1 200"),
}


def test_what_is_owed_has_its_time(url: str):
    with ExitStack() as held:
        start = time.monotonic()
        connections = {name: held.enter_context(raw(url, sent)) for name, (sent, _) in SLOW.items()}
        answers = {name: rest(connection) for name, connection in connections.items()}
        assert 0.5 < time.monotonic() - start < 8
    assert [name for name, (_, answer) in SLOW.items() if not answers[name].startswith(answer)] == []


def test_a_server_that_was_late_itself_blames_nobody(start: Start):
    """It stands still until every time is over; whoever goes on as soon as it does is answered, and nobody else."""
    process = start(*(f"--limit={name}-seconds=3" for name in ("header", "body", "idle")))
    url, whole = address(process), POST + b'{"book":"online"   }'
    ways = {"header": whole[:20], "body": whole[:-5], "idle": request(), "silent": b""}
    with ExitStack() as held:
        connections = {name: held.enter_context(raw(url, sent)) for name, sent in ways.items()}
        assert connections["idle"].recv(65536).startswith(b"HTTP/1.1 200")
        process.send_signal(signal.SIGSTOP)
        time.sleep(4)
        process.send_signal(signal.SIGCONT)
        time.sleep(0.5)
        for name in ("header", "body"):
            connections[name].sendall(whole.removeprefix(ways[name]))
            assert connections[name].recv(65536).startswith(b"HTTP/1.1 201"), name
        connections["idle"].sendall(request(headers="Connection: close\r\n"))
        assert b"HTTP/1.1 200" in rest(connections["idle"])
        assert rest(connections["silent"]) == b""


@pytest.mark.parametrize(
    "sent", [b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ", POST + b'{"book":"'], ids=["header", "body"]
)
def test_a_byte_now_and_then_does_not_buy_time(url: str, sent: bytes):
    def trickle() -> None:
        with raw(url, sent) as connection, pytest.raises(ConnectionError):  # noqa: PT012
            for _ in range(80):
                connection.sendall(b"a")
                time.sleep(0.1)

    assert seconds(trickle) < 6


def test_who_goes_in_the_middle_of_a_body_is_no_fault_of_ours(url: str):
    with raw(url, POST + b'{"book"'), raw(url, POST + b'{"book"') as late:
        time.sleep(0.2)
        assert httpx.get(f"{url}/healthz").status_code == 200
        assert rest(late).startswith(b"HTTP/1.1 408")
    time.sleep(0.2)
    told = httpx.get(f"{url}/metrics").text
    assert 'path="/api/tables",status_code="400"' in told
    assert 'status_code="500"' not in told


def test_an_endless_body_ends(url: str):
    """Refused as too large, it is not read for ever."""
    head = request("POST", "/api/tables", "Content-Type: application/json\r\nContent-Length: 1000000000\r\n")
    with raw(url, head) as connection, pytest.raises(ConnectionError):  # noqa: PT012
        start = time.monotonic()
        while time.monotonic() - start < 8:
            connection.sendall(b" " * 4096)
            time.sleep(0.01)


def test_answers_that_nobody_reads_are_not_kept(url: str):
    """The client keeps asking and reads nothing: in the end its connection is closed, not merely held up."""
    with raw(url) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with pytest.raises(ConnectionError):  # noqa: PT012
            while True:
                connection.sendall(request(path="/api/books/maryland/clauses"))


def test_who_holds_many_connections_does_not_stop_the_health_check(url: str):
    with ExitStack() as held:
        many = [held.enter_context(raw(url, b"GET / HTTP/1.1\r\n" if n % 2 else b"")) for n in range(500)]
        assert seconds(lambda: httpx.get(f"{url}/healthz").raise_for_status()) < 5
        many[0].setblocking(True)
        assert rest(many[0]) == b""  # the oldest was dropped first


def test_where_the_system_allows_few_files_there_are_fewer_connections(start: Start):
    """A process never holds as many connections as it may open files: it must still open those of its database."""
    few = (700, 700)
    url = address(start(limit=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few)))
    with ExitStack() as held, httpx.Client(base_url=url) as http:
        for _ in range(800):
            held.enter_context(raw(url, b"GET / HTTP/1.1\r\n"))
        assert http.get("/healthz").status_code == 200
        assert play(Client(http), "1 ante 5; deal").view.playing


def test_live_views_are_counted_by_person_and_client(url: str):
    with httpx.Client(base_url=url) as http, httpx.Client(base_url=url) as other, ExitStack() as held:
        people = [(each, Client(each).table.id) for each in (http, other)]

        def watch(number: int):
            client, table = people[number]
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            path = f"{url.replace('http', 'ws')}/api/live"
            view = held.enter_context(connect(path, additional_headers={"Cookie": cookies}))
            view.send(json.dumps({"do": "subscribe", "topics": {f"table:{table}": ""}}))
            return view

        views = [watch(0) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            watch(0)  # a person may have three
        watch(1)
        with pytest.raises(InvalidStatus):
            watch(1)  # a client may have four
        time.sleep(2.2)  # as long as a header and a body may take
        views[1].send('{"do":"ping"}')
        assert '"pong"' in f"{views[1].recv(30)}{views[1].recv(30)}"
        views[0].close()
        for _ in range(50):
            try:
                assert watch(1).recv(30)
                break
            except InvalidStatus:
                time.sleep(0.1)
        else:
            pytest.fail("the one that has gone is still counted")


def test_pings_whose_answers_nobody_reads_end_the_live_view(url: str):
    """Otherwise the data to send would grow until memory runs out."""
    with httpx.Client(base_url=url) as http:
        Client(http)
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    ping = b"\x89\xfd\0\0\0\0" + b"x" * 125
    with raw(url) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(request("GET", "/api/live", f"{UPGRADE}{KEY}Cookie: {cookies}\r\n"))
        assert b"101" in connection.recv(100)
        with pytest.raises(ConnectionError):  # noqa: PT012
            for _ in range(20_000):
                connection.sendall(ping * 100)


UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
LIVE = "/api/live"
HANDSHAKES = {
    "a body": (request("POST", LIVE, UPGRADE + KEY + "Content-Length: 5\r\n", b"hello"), 400),
    "many headers": (request("GET", LIVE, UPGRADE + KEY + "".join(f"A{n}: b\r\n" for n in range(300))), 400),
    "a long header": (request("GET", LIVE, UPGRADE + KEY + f"A: {'b' * 9_000}\r\n"), 400),
    "no key": (request("GET", LIVE, UPGRADE), 400),
    "another version": (request("GET", LIVE, UPGRADE.replace("13", "99") + KEY), 400),
    "another name": (request("GET", LIVE, UPGRADE + KEY).replace(b"localhost", b"evil.example"), 403),
    "nothing there": (request("GET", "/nothing", UPGRADE + KEY), 403),
    "a page": (request("GET", "/", UPGRADE + KEY), 403),
    "a null": (request("GET", "/api/%00/live", UPGRADE + KEY), 403),
}


@pytest.mark.parametrize("name", HANDSHAKES)
def test_odd_handshakes_are_answered_and_closed(url: str, name: str):
    sent, status = HANDSHAKES[name]
    with raw(url, sent) as connection:
        connection.settimeout(5)
        assert rest(connection).startswith(b"HTTP/1.1 %d " % status)


FRAMES = {
    "not UTF-8": (b"\x81\x82\0\0\0\0\xff\xfe", 1007),
    "not UTF-8, and a farewell": (b"\x81\x82\0\0\0\0\xff\xfe" + b"\x88\x82\0\0\0\0\x03\xe8", 1000),
    "an unknown kind": (b"\x83\x80\0\0\0\0", 1002),
    "without a mask": (b"\x81\x01a", 1002),
    "a length without end": (b"\x81\xff\x7f" + b"\xff" * 7 + b"\0\0\0\0", 1009),
    "a long ping": (b"\x89\xfe\x01\x00\0\0\0\0" + b"x" * 256, 1002),
    "a close that says nothing": (b"\x88\x82\0\0\0\0\x00\x01", 1002),
    "bits that mean nothing": (b"\xf1\x80\0\0\0\0", 1002),
    "a part that nothing began": (b"\x80\x80\0\0\0\0", 1002),
    "a part that nothing ends": (b"\x01\x81\0\0\0\0a" + b"\x00\x80\0\0\0\0", 1009),
    "an empty word, and no farewell": (b"\x81\x80\0\0\0\0", 1008),
}


@pytest.mark.parametrize("name", FRAMES)
def test_odd_frames_end_the_live_view(url: str, name: str):
    sent, code = FRAMES[name]
    with httpx.Client(base_url=url) as http:
        Client(http)
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    with raw(url, request("GET", "/api/live", f"{UPGRADE}{KEY}Cookie: {cookies}\r\n")) as connection:
        assert b" 101 " in connection.recv(100)
        connection.sendall(sent)
        connection.settimeout(5)
        assert b"\x88" in (told := rest(connection))
        assert code.to_bytes(2, "big") in told[told.rindex(b"\x88") :]


def test_words_without_end_make_their_sender_wait(url: str):
    with httpx.Client(base_url=url) as http:
        Client(http)
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    path = f"{url.replace('http', 'ws')}/api/live"
    with connect(path, additional_headers={"Cookie": cookies}) as live:

        def ask() -> None:
            for _ in range(10):
                live.send('{"do":"ping"}')
                assert '"pong"' in str(live.recv(30))

        assert seconds(ask) > 0.4


# Odd requests.

ODD: dict[str, tuple[bytes, int]] = {
    "a null in the path": (request(path="/rules/%00"), 404),
    "a null among the files": (request(path="/static/%00"), 404),
    "a path that is not UTF-8": (request(path="/rules/%ff%fe"), 404),
    "a line in the path": (request(path="/rules/a%0d%0aSet-Cookie:%20a=b"), 404),
    "a query that is not UTF-8": (request(path="/?book=%ff&lang=%00"), 404),
    "a null in the query": (request(path="/rules/online/clause?id=%00"), 404),
    "another site's address": (request(path="http://evil.example/rules"), 404),
    "a star": (request("OPTIONS", "*"), 404),
    "out of the files": (request(path="/static/..%2f..%2fapp.py"), 404),
    "out of the files again": (request(path="/static/../app.py"), 404),
    "a file with a long name": (request(path=f"{STATIC_PATH}/{'x' * 300}"), 404),
    "a long name another way": (request(path=f"//static/{'x' * 300}"), 404),
    "a file in a file": (request(path=f"{STATIC_PATH}/game.js/x"), 404),
    "the folder of the files": (request(path=f"{STATIC_PATH}/"), 404),
    "dots": (request(path="/../../etc/passwd"), 404),
    "an odd method": (request("BREW", "/"), 405),
    "a method on nothing": (request("BREW", "/nothing"), 404),
    "a trace": (request("TRACE", "/"), 405),
    "no HTTP": (b"hello\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400),
    "another name": (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    "another name and port": (b"GET / HTTP/1.1\r\nHost: evil.example:8000\r\n\r\n", 421),
    "a name behind an address": (b"GET / HTTP/1.1\r\nHost: [::1]evil.example\r\n\r\n", 421),
    "a name behind a port": (b"GET / HTTP/1.1\r\nHost: localhost:80@evil.example\r\n\r\n", 421),
    "a name with an end": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n", 421),
    "a port that is none": (b"GET / HTTP/1.1\r\nHost: localhost:99999\r\n\r\n", 421),
    "a port without end": (b"GET / HTTP/1.1\r\nHost: localhost:" + b"9" * 5_000 + b"\r\n\r\n", 421),
    "an IPv4 address in brackets": (b"GET / HTTP/1.1\r\nHost: [127.0.0.1]\r\n\r\n", 421),
    "a port that is none for the health check": (b"GET /healthz HTTP/1.1\r\nHost: localhost:99999\r\n\r\n", 200),
    "no name for the health check": (b"GET /healthz HTTP/1.1\r\nHost: a/b?c#d\r\n\r\n", 200),
    "an address": (b"GET /rules HTTP/1.1\r\nHost: [::1]:8000\r\n\r\n", 200),
    "HTTP/1.0 without a name": (b"GET / HTTP/1.0\r\n\r\n", 421),
    "HTTP/1.0": (b"GET /rules HTTP/1.0\r\nHost: localhost\r\n\r\n", 200),
    "HTTP/1.0 for the health check": (b"GET /healthz HTTP/1.0\r\n\r\n", 200),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 421),
    "two lengths": (request("POST", "/api/tables", "Content-Length: 2\r\nContent-Length: 3\r\n", b"{} "), 400),
    "length and chunks": (
        request("POST", "/api/tables", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"), 400,
    ),
    "a length below nothing": (request("POST", "/api/tables", "Content-Length: -1\r\n"), 400),
    "a length with a sign": (request("POST", "/api/tables", "Content-Length: +2\r\n", b"{}"), 400),
    "odd chunks": (request("POST", "/api/tables", "Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n"), 400),
    "a folded header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c: d\r\n\r\n", 200),
    "a space before the colon": (b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", 400),
    "a null in a header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a\0b\r\n\r\n", 400),
    "a header that is not ASCII": (b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: \xff\xfe\r\n\r\n", 200),
    "languages that are not ASCII": (b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Language: \xff;q=x\r\n\r\n", 200),
    "a header without end": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: " + b"a" * 20_000, 400),
    "headers without end": (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 4_000, 400),
    "a version that is no number": (request(path="/api/tables/x/rounds?limit=1e9"), 400),
    "another upgrade": (request(headers="Connection: Upgrade\r\nUpgrade: h2c\r\n"), 200),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_requests_are_answered(url: str, name: str):
    sent, status = ODD[name]
    with raw(url, sent) as connection:
        answer = rest(connection)
        assert answer.startswith(b"HTTP/1.1 %d " % status), answer[:300]
        assert b"Set-Cookie: a=b" not in answer


DEEP = b'{"id":"abcdefgh","command":' + b'{"a":' * 2_000 + b"1" + b"}" * 2_001
BODIES = {
    "deep": b"[" * 8_000 + b"]" * 8_000,
    "deep in a field": DEEP,
    "not UTF-8": b'{"book":"\xff\xfe"}',
    "a lone surrogate": b'{"book":"\\ud800"}',
    "not UTF-8 at all": "é".encode("utf-16"),
    "twice": b"{}{}",
    "a null": b'{"book":"\\u0000"}',
    "a line feed": b'{"book":"online\\n"}',
    "long number": b'{"book":' + b"9" * 10_000 + b"}",
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", BODIES)
def test_odd_bodies_are_problems_in_the_readers_language(url: str, name: str, language: str):
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    with httpx.Client(base_url=url) as http:
        table = Client(http).table.id
        for path in ("/api/tables", f"/api/tables/{table}/commands"):
            answer = http.post(path, content=BODIES[name], headers=headers)
            assert answer.status_code == 400, answer.text
            assert answer.headers["content-type"].startswith("application/problem+json")
            assert answer.json()["detail"] == {
                "en": "We could not read that: check the address or what was typed, then try again.",
                "fr": "Nous n'avons pas pu lire cet envoi\N{NO-BREAK SPACE}: "
                "vérifiez l'adresse ou ce qui a été tapé, puis réessayez.",
            }[language]  # fmt: skip


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_can_send_is_refused(url: str, kind: str):
    """A foreign page may send forms without permission; it may not send JSON."""
    answer = httpx.post(f"{url}/api/tables", content=b"{}", headers={"Content-Type": kind, "Accept-Language": "fr"})
    assert (answer.status_code, answer.json()["code"]) == (415, "not-json")
    assert answer.json()["detail"] == "Les requêtes doivent être en JSON."


def test_requests_in_one_go_are_answered_one_by_one(url: str):
    with raw(url, request(path="/api/books") + request(path="/healthz") + request(path="/nothing")) as connection:
        answers = rest(connection)
    assert [answers.count(b"HTTP/1.1 %d" % status) for status in (200, 404)] == [2, 1]
    assert answers.index(b'"clauses"') < answers.index(b'"ok"') < answers.index(b"There is no such page")


def test_a_file_that_is_not_there_may_not_be_kept(url: str):
    """Otherwise a browser or a cache would keep a momentary answer for a year."""
    for path in ("/static/nothing.js", "/static/0123456789ab/game.js"):
        answer = httpx.get(url + path)
        assert answer.status_code == 404
        assert "immutable" not in answer.headers.get("cache-control", "")


def test_what_is_ones_own_is_not_kept_by_others(url: str):
    with httpx.Client(base_url=url) as http:
        table = Client(http).table.id
        for path in ("/", "/history", f"/api/tables/{table}", "/nothing"):
            assert http.get(path).headers["cache-control"] == "private, no-cache"


# Logs, rates and who may read the metrics.


def test_unknown_paths_are_logged_and_limited(start: Start):
    process = start("--log=info", "--limit=requests-a-second=5")
    url = address(process)
    with httpx.Client(base_url=url, headers={"Accept-Language": "fr"}) as http:
        answers = [http.get(f"/nothing/{number}%1b[2J") for number in range(30)]
        late = next(answer for answer in answers if answer.status_code == 429)
        assert late.json()["code"] == "too-many-requests"
        assert late.json()["detail"] == "C'était trop rapide\N{NO-BREAK SPACE}: attendez une seconde, puis continuez."
        assert late.headers["retry-after"] == "1"
        assert http.get("/healthz").status_code == 200
    process.terminate()
    _, logged = process.communicate(timeout=30)
    lines = [json.loads(line) for line in logged.splitlines()]
    found = [line for line in lines if line["event"] == "request" and line["path"].startswith("/nothing/")]
    assert len(found) == 30
    assert {line["status"] for line in found} == {404, 429}
    assert found[7]["path"] == "/nothing/7%1b[2J"  # nothing that a terminal would obey


def test_every_metric_is_explained_and_none_that_does_not_exist(start: Start):
    url = address(start())
    with httpx.Client(base_url=url) as http:
        play(Client(http), "1 ante 5; deal; 1 fold")
        http.get("/readyz")
        text = http.get("/metrics").text
    exposed = set(re.findall(r"^# TYPE (\S+) ", text, re.MULTILINE))
    page = Path(__file__).parents[2].joinpath("docs", "reference", "metrics.md").read_text()
    rows = re.findall(r"^\| `(\w+)`[^|]*\| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)
    assert {name for name, _, _ in rows} == exposed
    assert len(rows) == len(exposed) > 15
    values = dict(re.findall(r"^(mstud_\w+) (\S+)$", text, re.MULTILINE))
    assert (values["mstud_ready"], values["mstud_live_views"]) == ("1.0", "0.0")
    assert time.time() - float(values["mstud_anchored_timestamp_seconds"]) < 600
    alerts = set(re.findall(r"\b(?:mstud|process)_\w+", page.partition("## Alerts")[2]))
    assert alerts <= exposed | {f"{name}_total" for name in exposed}


def test_metrics_are_for_the_networks_that_were_named(start: Start, tmp_path: Path):
    inside = address(start())
    other = f"--database=sqlite:///{tmp_path}/other.db"
    outside = address(
        start(other, "--metrics-from=10.0.0.0/8", MSTUD_METRICS_TOKEN="sesame", MSTUD_KEY=f"{tmp_path}/other")
    )
    assert "mstud_requests" in httpx.get(f"{inside}/metrics").text
    said = {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https", "Forwarded": "for=127.0.0.1"}
    for header in (said | {"X-Real-IP": "127.0.0.1", "Via": "1.1 proxy"}).items():
        assert httpx.get(f"{inside}/metrics", headers=[header]).status_code == 404  # through a proxy on this machine
    assert httpx.get(f"{outside}/metrics").json()["detail"] == "There is no such page."
    assert httpx.get(f"{outside}/metrics", headers={"Authorization": "Bearer open"}).status_code == 404
    assert "mstud_requests" in httpx.get(f"{outside}/metrics", headers={"Authorization": "Bearer sesame"}).text


@pytest.mark.parametrize("token", ["", "sesame"])
def test_metrics_are_not_for_strangers_whatever_they_send(token: str):
    """A server without a token has none that somebody could guess, not the empty one either (decision 96)."""
    with Floor.in_memory() as floor, closing(Caller(create_app(floor, SECRET, Settings(metrics_token=token)))) as own:

        def asked(client: str, **headers: str) -> int:
            return own.ask("GET", "/metrics", client=client, **headers).status

        for sent in ("", "Bearer", "Bearer ", "Bearer open", "Basic sesame", "sesame"):
            assert asked("203.0.113.9", authorization=sent) == 404
            assert asked("127.0.0.1", authorization=sent, x_forwarded_for="127.0.0.1") == 404
        assert asked("203.0.113.9") == asked("203.0.113.9", x_forwarded_for="127.0.0.1") == 404
        assert asked("203.0.113.9", authorization="Bearer sesame") == (200 if token else 404)
        assert asked("127.0.0.1") == 200


def test_new_guests_are_limited_and_old_ones_are_not(start: Start):
    url = address(start("--limit=guests-a-minute=2"))
    with httpx.Client(base_url=url) as http:
        Client(http)
        assert httpx.post(f"{url}/api/tables", json={}).status_code == 201
        late = httpx.post(f"{url}/api/tables", json={}, headers={"Accept-Language": "fr"})
        assert (late.status_code, late.json()["code"]) == (429, "too-many-guests")
        assert late.json()["detail"].startswith("Beaucoup de nouveaux joueurs")
        assert Client(http, "crown").table.view.own


# What is counted, and for whom.


def test_a_tally_counts_by_client_and_span():
    tally = Tally(3, seconds=1_000_000_000)
    assert [tally.is_over("a") for _ in range(5)] == [False, False, False, True, True]
    assert not tally.is_over("b")
    assert tally.is_over("b", 3)


def test_what_takes_long_counts_as_ten_requests(start: Start):
    url = address(start("--limit=requests-a-second=9"))
    with httpx.Client(base_url=url) as http:
        assert http.get("/rules").status_code == 200
        for path in ("/diff/nsw/crown", "//diff/nsw/crown", "/api/tables/x/advice/", "/api/tables/x/rounds/1/review"):
            assert http.get(path).status_code == 429


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_a_client_is_its_address_or_its_network(address: str, name: str):
    assert client_name(address) == name


def test_networks_hold_addresses_of_both_kinds():
    networks = Networks(["10.0.0.0/8", "::1"])
    assert "10.1.2.3" in networks
    assert "::ffff:10.1.2.3" in networks
    assert "::1" in networks
    assert not {"11.0.0.1", "", "nonsense", "::2"} & {
        each for each in ("11.0.0.1", "", "nonsense", "::2") if each in networks
    }


@pytest.mark.parametrize("words", [["nonsense=1"], ["connections"], ["connections=0"], ["connections=-1"], ["hosts=1"]])
def test_limits_that_are_none(words: list[str]):
    with pytest.raises(InputError, match="is not a limit: write NAME=NUMBER, where NAME is one of requests-a-second"):
        settings(words)


def test_networks_that_are_none():
    with pytest.raises(InputError, match=r"write an address or a network, such as 10\.0\.0\.7"):
        settings([], proxies=["example.com"])
    assert settings(["connections=7"], proxies=["10.0.0.0/8"]) == Settings(connections=7, proxies=("10.0.0.0/8",))
