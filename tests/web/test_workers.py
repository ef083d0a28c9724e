"""Two processes on one PostgreSQL: what a person sends twice, through either of them, is done once."""

import os
import secrets
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from mississippi_stud.client import LiveSite
from mississippi_stud.floor import Wager
from mississippi_stud.web.client import Client
from mississippi_stud.web.shapes import BetRequest, Command, CommandRequest, PlaceWagersRequest, PlayRequest
from tests.databases import postgres_database
from tests.web.play import play
from tests.web.test_live import proxied
from tests.web.test_serve import PATIENCE_SECONDS, Start, address, start, starting

__all__ = ["start"]

AT_ONCE = 8
JSON = {"Content-Type": "application/json"}
LIFTED = ("--limit=requests-a-second=10000", "--limit=guests-a-minute=10000")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[str]:
    """Run a server with two processes."""
    with postgres_database(postgres_server) as database, starting(tmp_path_factory.mktemp("workers")) as start:
        yield address(start("--workers=2", "--database", database, *LIFTED))


@pytest.fixture
def guest(url: str) -> Iterator[Client]:
    with httpx.Client(base_url=url) as http:
        yield Client(http)


def at_once(guest: Client, path: str, *bodies: Any) -> list[httpx.Response]:
    """Send each body on a separate connection, so that both processes get some of them."""

    def ask(body: Any) -> httpx.Response:
        with httpx.Client(base_url=guest.http.base_url, cookies=guest.http.cookies, timeout=30) as http:
            http.get("/healthz")
            ready.wait()
            return http.post(f"/api/tables/{guest.table.id}/{path}", content=msgspec.json.encode(body), headers=JSON)

    ready = threading.Barrier(len(bodies))
    with ThreadPoolExecutor(len(bodies)) as pool:
        return list(pool.map(ask, bodies))


def dealing(guest: Client, ante: int) -> Command:
    return PlaceWagersRequest(position=1, wagers={Wager.ANTE: ante}, seed="s", commitment=guest.table.view.commitment)


def lose_until(guest: Client, cents: int) -> None:
    while guest.table.balance_cents >= cents:
        play(guest, "1 ante 50; deal; 1 fold")


def test_more_play_money_is_given_once(guest: Client):
    for _ in range(3):
        lose_until(guest, 100_00)
        answers = at_once(guest, "money", *[{}] * AT_ONCE)
        assert sorted(answer.status_code for answer in answers) == [200, *[409] * (AT_ONCE - 1)]
        assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"enough-money"}
        assert guest.look().balance_cents == 1_000_00


def test_ones_own_parallel_retry_has_the_first_answer(guest: Client):
    for number in range(1, 6):
        body = CommandRequest(id=secrets.token_hex(8), command=dealing(guest, 5_00))
        answers = at_once(guest, "commands", *[body] * AT_ONCE)
        assert [answer.status_code for answer in answers] == [200] * AT_ONCE
        assert len({answer.text for answer in answers}) == 1
        assert guest.look().view.number == number
        play(guest, "1 fold")
        assert guest.table.balance_cents == 1_000_00 - 5_00 * number


def test_the_same_id_with_another_wager_is_refused(guest: Client):
    for _ in range(5):
        name = secrets.token_hex(8)
        bodies = [CommandRequest(id=name, command=dealing(guest, 1_00 * (1 + number % 2))) for number in range(AT_ONCE)]
        before = guest.table.balance_cents
        answers = at_once(guest, "commands", *bodies)
        done = [body.command for body, answer in zip(bodies, answers, strict=True) if answer.status_code == 200]
        assert len({command.wagers[Wager.ANTE] for command in done}) == 1  # type: ignore[union-attr]
        assert len(done) == AT_ONCE // 2
        assert {answer.json()["code"] for answer in answers if answer.status_code != 200} == {"bad-input"}
        assert guest.look().balance_cents == before - done[0].wagers[Wager.ANTE]  # type: ignore[union-attr]
        play(guest, "1 fold")


def test_a_deal_sent_again_after_the_next_round_began_changes_nothing(guest: Client):
    """Its answer was lost; meanwhile another window played on. It is not carried out in the round that is now open."""
    body = CommandRequest(id=secrets.token_hex(8), command=dealing(guest, 5_00))
    assert at_once(guest, "commands", body)[0].status_code == 200
    guest.look()
    play(guest, "1 fold")
    play(guest, "1 ante 7")
    before = guest.look()
    answers = at_once(guest, "commands", *[body] * AT_ONCE)
    assert {answer.status_code for answer in answers} == {200}
    assert guest.look() == before
    late = CommandRequest(
        id=secrets.token_hex(8), command=body.command
    )  # under another id it is another deal, bound to a past one
    assert {answer.status_code for answer in at_once(guest, "commands", late)} == {409}
    assert guest.look() == before


def test_two_windows_that_come_first_together_have_one_table_and_one_start(url: str):
    with httpx.Client(base_url=url) as http:
        guest, own = Client(http), http.cookies
        for book in ("nsw", "crown", "maryland"):
            with ThreadPoolExecutor(AT_ONCE) as pool:
                bodies = [{"book": book}] * AT_ONCE
                found = list(pool.map(lambda body: httpx.post(f"{url}/api/tables", json=body, cookies=own), bodies))
            assert {answer.status_code for answer in found} == {201}
            assert len({answer.json()["id"] for answer in found}) == 1
        assert guest.look().balance_cents == 1_000_00


def test_the_limit_is_one_for_all_processes(start: Start, postgres_url: str):
    url = address(start("--workers=2", "--database", postgres_url, "--limit=guests-a-minute=10"))
    if time.time() % 60 > 45:  # all within one minute
        time.sleep(61 - time.time() % 60)

    def come(_: int) -> int:
        with closing(HTTPConnection(url.removeprefix("http://"))) as connection:  # each to whichever process accepts it
            connection.request("POST", "/api/tables", "{}", JSON)
            return connection.getresponse().status

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert sorted(pool.map(come, range(40))) == [201] * 10 + [429] * 30


def happens(done: Callable[[], bool]) -> bool:
    """Return whether something happens in the end."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not done() and time.monotonic() < end:
        time.sleep(0.1)
    return done()


def gone(pids: list[int]) -> bool:
    def alive(pid: int) -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
        except OSError:
            return False

    return not any(map(alive, pids))


def listens(port: int) -> bool:
    """Whether somebody new can listen on a port; a process is seen as ended a moment before its last thread is."""
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):
            again.bind(("127.0.0.1", port))
            again.listen()
            return True
    return False


def test_a_killed_supervisor_leaves_no_process_that_holds_the_port(start: Start, postgres_url: str):
    process = start("--workers=2", "--database", postgres_url)
    url = address(process)
    children = list(map(int, Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()))
    assert len(children) >= 2
    with httpx.Client(base_url=url, timeout=PATIENCE_SECONDS) as http:
        Client(http)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE_SECONDS)
        ended = happens(lambda: gone(children))  # a worker that is still starting learns of it when it has
        for child in [] if ended else children:
            os.kill(child, signal.SIGKILL)
        assert ended, "somebody is still there"
    assert happens(lambda: listens(int(url.rpartition(":")[2]))), "the port is still held"


def test_the_guests_of_two_processes_share_one_meter(url: str):
    """Ten come at once, before there is a meter, and wager $1 at 27.76% three times each."""

    def play_on(_number: int) -> int:
        with httpx.Client(base_url=url, timeout=60) as http:
            http.get("/healthz")
            ready.wait()
            guest = Client(http, "crown")
            for _ in range(3):
                play(guest, "1 ante 5; 1 jackpot 1; deal; 1 fold")
            together.wait()
            meter = guest.look().meter
            assert meter is not None
            return meter.shown_cents

    ready, together = threading.Barrier(10), threading.Barrier(10)
    with ThreadPoolExecutor(10) as pool:
        assert set(pool.map(play_on, range(10))) == {50_008_32}  # 30 times 27.76 cents are 832.8


def test_a_live_socket_goes_on_at_the_other_process(start: Start, postgres_url: str):
    """Each process has its own last views: the other one sends the whole view, and takes no command twice."""
    one, two = (address(start("--database", postgres_url, *LIFTED)) for _ in range(2))
    with proxied(one) as proxy, LiveSite(proxy.url) as moving, LiveSite(two) as staying:
        table = moving.open("online")
        staying._jar = moving._jar  # the same person on another device
        second = staying.table(table.topic.removeprefix("table:"))
        table.deal(ante=5_00)
        assert second.wait(lambda view: view.playing) == table.view
        bet = PlayRequest(do=BetRequest(position=1, cents=5_00), turn=table.view.turn)
        version = moving.do(table.topic, bet, "the-same-id")
        proxy.target = two
        proxy.cut()
        assert moving.do(table.topic, bet, "the-same-id") == version
        assert moving.reconnections == 1
        second.wait(lambda view: second.version >= version)
        second.bet(1)
        assert table.wait(lambda view: table.version >= second.version) == second.view
        proxy.target = one
        proxy.cut()
        table.bet(1)
        assert second.wait(lambda view: not view.playing) == table.view
        assert len(table.hand.wagers_cents) == 4
