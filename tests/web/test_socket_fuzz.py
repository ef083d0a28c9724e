"""Random and damaged frames over the live socket: each is answered or ends it, and nothing that is not theirs changes.

The server waits after each message of a socket (`PAUSE_SECONDS`); here it does not, for millions are sent.
"""

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import structlog

from mississippi_stud.store import log
from mississippi_stud.web import live_view
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from tests.campaign.part import Part
from tests.floor.drive import chance_of, check_all, play
from tests.web.conftest import FREELY, SECRET, Site, new_floor, serve
from tests.web.test_wire import KEY, LIVE, UPGRADE, raw, request, rest

FEW, SILENT_SECONDS = 400, 0.3
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
ENDINGS = {1000, 1002, 1003, 1007, 1008, 1009}
"""The codes with which a socket may end; not 1011, the error of a server."""
MESSAGES = ("view", "delta", "accepted", "problem", "pong")


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Serve the application, with nothing wrong in its log at the end."""
    monkeypatch.setattr(live_view, "PAUSE_SECONDS", 0)
    with structlog.testing.capture_logs() as logged, closing(new_floor(tmp_path)) as floor:
        url, stop = serve(create_app(floor, SECRET, FREELY))
        yield Site(url, floor)
        stop()
    assert not [line for line in logged if line["log_level"] in ("error", "critical")]


class Assault:
    """Somebody with a table of their own, who sends whatever they like about somebody else's."""

    def __init__(self, site: Site, chance: Random) -> None:
        self.site, self.chance = site, chance
        self.cookies, self.own = self._guest()
        _, self.theirs = self._guest()
        play(site.floor, f"table:{self.theirs}", "1 ante 5; deal")
        self.before = self._versions()
        dealt = site.floor.table(f"table:{self.theirs}")
        assert dealt.round is not None
        assert dealt.committed is not None
        self.hidden = dealt.committed.secret

    def _guest(self) -> tuple[str, str]:
        with httpx.Client(base_url=self.site.url) as http:
            table = Client(http).table.id
            return "; ".join(f"{name}={value}" for name, value in http.cookies.items()), table

    def _versions(self) -> int:
        return log.version(self.site.floor.database, f"table:{self.theirs}")

    def storm(self) -> int:
        """Send a few messages that can be read and, at the end, a frame that is damaged; return how many."""
        good = [frame(TEXT, self.message().encode()) for _ in range(self.chance.randrange(7))]
        headers = f"{UPGRADE}{KEY}Cookie: {self.cookies}\r\n"
        with raw(self.site.url, request("GET", LIVE, headers)) as connection:
            connection.settimeout(20)
            assert b" 101 " in answered(connection)
            connection.sendall(b"".join([*good, self.damaged(), frame(CLOSE, struct.pack("!H", 1000))]))
            self.judge(told_until_silent(connection))
        return len(good) + 1

    def judge(self, told: bytes) -> None:
        """Raise if the server failed, or told what is not the sender's."""
        assert self.hidden.encode() not in told
        for kind, content in frames(told):
            if kind == TEXT:
                assert json.loads(content)["frame"] in MESSAGES, content[:300]
            elif kind == CLOSE and content:
                assert struct.unpack("!H", content[:2])[0] in ENDINGS, content

    def check(self) -> None:
        """Check that nothing has changed for anybody else, and that the server still serves."""
        assert self._versions() == self.before
        check_all(self.site.floor, tables=[f"table:{self.theirs}"])
        assert httpx.get(f"{self.site.url}/readyz").status_code == 200

    # What is sent.

    def message(self) -> str:
        """Return a message of a shape that the server reads, about anything."""
        chance = self.chance
        named = (*TOPICS, f"table:{self.own}", f"table:{self.theirs}", f"sign:play/{self.theirs}")
        topic = chance.choice(named)
        wild: list[dict[str, Any]] = [
            {"do": "ping", "lag_ms": chance.choice((0, 1, 60_000, None))},
            {"do": "subscribe", "topics": {topic: chance.choice(("", "0" * 64, "f" * 16))}},
            {"do": "unsubscribe", "topics": [topic]},
            {"do": "tournament", "id": self.name(), "topic": topic, "command": {"command": "take_charge"}},
            {"do": "command", "id": self.name(), "topic": topic, "command": self.command()},
        ]
        return json.dumps(chance.choice(wild))

    def name(self) -> str:
        return f"command-{self.chance.randrange(50)}"

    def command(self) -> dict[str, Any]:
        """Return a command that a player may give, rarely at the right moment."""
        chance, position = self.chance, self.chance.randint(1, 7)
        turn = {"round": chance.randrange(3), "phase": chance.choice(("third-street", "fifth-street", "betting"))}
        return chance.choice((
            {"command": "play", "do": {"command": "fold", "position": position}, "turn": turn},
            {"command": "play", "do": {"command": "bet", "position": position, "cents": chance.choice((0, 500))}},
            {"command": "place_wagers", "position": position, "wagers": {"ante": chance.choice((1, 500, 2**53))}},
            {"command": "sit", "position": position},
            {"command": "stand", "position": position},
            {"command": "sit_out", "position": position, "out": chance.random() < 0.5},
        ))  # fmt: skip

    def damaged(self) -> bytes:
        """Return a frame with something wrong: in the text, in the JSON or in the frame."""
        chance, content = self.chance, bytearray(self.message().encode())
        roll = chance.randrange(8)
        if roll < 3:  # bytes changed, dropped or doubled
            for _ in range(chance.randint(1, 4)):
                at = chance.randrange(len(content))
                content[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
                content += b"}" * (not content)
            return frame(TEXT, bytes(content))
        if roll == 3:
            return frame(TEXT, json.dumps(chance.choice(WILD)).encode())
        if roll == 4:
            return frame(TEXT, b"[" * chance.randrange(8_000))
        if roll == 5:
            return frame(chance.randrange(16), chance.randbytes(chance.choice((0, 1, 2, 125, 126, 9_000))))
        whole = bytearray(frame(TEXT, bytes(content)))
        if roll == 6:  # the head
            whole[chance.randrange(2)] ^= 1 << chance.randrange(8)
            return bytes(whole)
        return chance.randbytes(chance.randint(1, 60))


TOPICS = ("person", "lobby:play", "meter:play", "console:play/1", "pit:play", "lesson:play/x", "x:y")
WILD: list[Any] = [
    None,
    1,
    "x",
    [],
    {},
    {"do": "nothing"},
    {"do": ["ping"]},
    {"do": "ping", "lag_ms": -1},
    {"do": "ping", "lag_ms": 1e400},
    {"do": "subscribe", "topics": [1]},
    {"do": "subscribe", "topics": {"table:" + "0" * 200: ""}},
    {"do": "subscribe", "topics": {f"table:{number}": "" for number in range(40)}},
    {"do": "command", "id": "", "topic": "person", "command": {}},
]


def frame(kind: int, content: bytes) -> bytes:
    """Return a frame as a client sends it, with a mask that changes nothing."""
    size = len(content)
    head = bytes([128 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([128 | kind]) + head + bytes(4) + content


def answered(connection: socket.socket) -> bytes:
    """Return the head of the answer to a handshake, without what comes after."""
    told = b""
    while not told.endswith(b"\r\n\r\n") and (byte := connection.recv(1)):
        told += byte
    return told


def told_until_silent(connection: socket.socket) -> bytes:
    """Return what a server sends until it closes; one that waits for the rest of a frame learns that none comes."""
    connection.settimeout(SILENT_SECONDS)
    told = b""
    with suppress(TimeoutError, ConnectionResetError):
        while part := connection.recv(65536):
            told += part
        return told
    with suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(20)
        told += rest(connection)
    return told


def frames(told: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the frames that a server sent, with their kinds; the last may be cut."""
    at = 0
    while at + 2 <= len(told):
        kind, size = told[at] & 15, told[at + 1] & 127
        at += 2
        if size >= 126:
            long = 2 if size == 126 else 8
            size = int.from_bytes(told[at : at + long], "big")
            at += long
        if at + size <= len(told):
            yield kind, told[at : at + size]
        at += size


def test_a_few_random_frames(quick: Site):
    assault, sent = Assault(quick, chance_of("frames")), 0
    while sent < FEW:
        sent += assault.storm()
    assault.check()


def test_an_error_of_the_server_and_a_leak_are_noticed(quick: Site):
    assault = Assault(quick, chance_of("noticed"))
    with pytest.raises(AssertionError):
        assault.judge(b"\x88\x02" + struct.pack("!H", 1011))
    with pytest.raises(AssertionError):
        assault.judge(b"\x81\x02{}" + assault.hidden.encode())
    play(quick.floor, f"table:{assault.theirs}", "1 fold")
    with pytest.raises(AssertionError):
        assault.check()


@pytest.mark.campaign
def test_random_frames(quick: Site, part: Part):
    assault = Assault(quick, chance_of(f"frames {part}"))
    while part.left:
        part.count(number=assault.storm())
    assault.check()
