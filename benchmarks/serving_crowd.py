"""Players over HTTP for a server: each has a connection kept alive, a table alone, and plays whole rounds.

`python -m benchmarks.serving_crowd KIND URL PLAYERS SECONDS` prints a line of JSON. It plays as light as Python
allows, since it shares the machine with the server; its own processor time is told.
"""

import asyncio
import itertools
import json
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import msgspec
import uvloop

ANTE_CENTS = 1_00
BOOK = "online"
PAR_SHEET = "/analysis/what-if?book=crown&pay.straight="
"""A whole solution, which is worked out anew for each pay."""
PAUSE_SECONDS = 0.02
"""How long whoever is alone waits between two requests."""
Answered = tuple[bytes, bytes]
"""The head and the body of an answer."""


class Connection(asyncio.Protocol):
    """A connection that is kept, for one request at a time."""

    def __init__(self) -> None:
        self._held = b""
        self._answer: asyncio.Future[Answered] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc or ConnectionError("the server has closed a connection"))

    def data_received(self, data: bytes) -> None:
        self._held += data
        head, ended, body = self._held.partition(b"\r\n\r\n")
        if not ended or self._answer is None:
            return
        _, _, after = head.lower().partition(b"content-length: ")
        assert after, head
        if len(body) >= int(after.partition(b"\r\n")[0]):
            self._held = b""
            self._answer.set_result((head, body))

    async def ask(self, request: bytes) -> Answered:
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer


class Player:
    """Somebody at a table of their own."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url)
        self._cookie = ""
        self._sent = 0
        self.table: Any = None

    async def come(self) -> "Player":
        """Open a connection."""
        host, port = self._address.hostname, self._address.port
        _, self._connection = await asyncio.get_running_loop().create_connection(Connection, host, port)
        return self

    async def ask(self, path: str, body: Any = None) -> bytes:
        """Send something, or look at something; return the answer."""
        sent = b"" if body is None else msgspec.json.encode(body)
        kind = f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n" if sent else ""
        first = f"{'POST' if sent else 'GET'} {path} HTTP/1.1\r\nHost: {self._address.netloc}\r\n"
        head, answer = await self._connection.ask(f"{first}Cookie: {self._cookie}\r\n{kind}\r\n".encode() + sent)
        if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
            raise RuntimeError(f"{path} {body}: {head.decode()} {answer.decode()}")
        for line in head.split(b"\r\n"):
            name, _, value = line.partition(b": ")
            if name.lower() == b"set-cookie":
                self._cookie = value.partition(b";")[0].decode()
        return answer

    async def sit(self) -> "Player":
        """Open a table."""
        await self.come()
        self.table = msgspec.json.decode(await self.ask("/api/tables", {"book": BOOK}))
        return self

    async def act(self) -> None:
        """Do the next thing of a round: place an ante and have the cards dealt, or bet it again on a street."""
        view, do = self.table["view"], {}
        self._sent += 1
        if self.table["more_money"]:
            self.table = msgspec.json.decode(await self.ask(f"/api/tables/{self.table['id']}/money", {}))
        if any(option["command"] == "bet" for option in view["options"]):
            bet = {"command": "bet", "position": 1, "cents": ANTE_CENTS}
            do = {"command": "play", "turn": view["turn"], "do": bet}
        else:
            do = {"command": "place_wagers", "position": 1, "wagers": {"ante": ANTE_CENTS}, "seed": f"{self._sent}"}
            do["commitment"] = view["commitment"]
        sent = {"id": f"benchmark-{self._sent}", "command": do}
        self.table = msgspec.json.decode(await self.ask(f"/api/tables/{self.table['id']}/commands", sent))

    async def look(self) -> None:
        await self.ask(f"/api/tables/{self.table['id']}")


async def _seated(url: str, players: int) -> list[Player]:
    room = asyncio.Semaphore(8)

    async def sit() -> Player:
        async with room:
            return await Player(url).sit()

    return list(await asyncio.gather(*(sit() for _ in range(players))))


async def _again_and_again(work: Callable[[], Awaitable[object]], until: float, times: list[float]) -> None:
    """Do something until a time, and note how long it took each time."""
    while (began := time.perf_counter()) < until:
        await work()
        times.append(time.perf_counter() - began)


async def _once_a_second(player: Player, at: float, until: float, times: list[float]) -> None:
    while at < until:
        await asyncio.sleep(at - time.perf_counter())
        began = time.perf_counter()
        await player.act()
        times.append(time.perf_counter() - began)
        at = max(at + 1, time.perf_counter())


async def _alone(work: Callable[[], Awaitable[object]], seconds: float) -> list[float]:
    """Do something again and again with a pause between; return how long it took."""
    until, times = time.perf_counter() + seconds, list[float]()
    while (began := time.perf_counter()) < until:
        await work()
        times.append(time.perf_counter() - began)
        await asyncio.sleep(PAUSE_SECONDS)
    return times


async def word(url: str, players: int, seconds: float) -> Any:
    """Ask a bare route for its word from many connections at once."""
    connections = [await Player(url).come() for _ in range(players)]
    times: list[float] = []
    with _measured(times, seconds) as told:
        until = time.perf_counter() + seconds
        await asyncio.gather(*(_again_and_again(lambda own=own: own.ask("/word"), until, times) for own in connections))
    return told


async def word_alone(url: str, _players: int, seconds: float) -> Any:
    """Ask a bare route for its word from time to time."""
    own = await Player(url).come()
    return {"times": sorted(await _alone(lambda: own.ask("/word"), seconds))}


async def bets(url: str, players: int, seconds: float) -> Any:
    """Play as fast as the server answers."""
    seated = await _seated(url, players)
    tell({"seated": players})
    times: list[float] = []
    with _measured(times, seconds) as told:
        until = time.perf_counter() + seconds
        await asyncio.gather(*(_again_and_again(own.act, until, times) for own in seated))
    return told


async def paced(url: str, players: int, seconds: float) -> Any:
    """Play alone, and then with others who all act once a second."""
    first = await Player(url).sit()
    alone = await _alone(first.act, seconds / 2)
    seated, times = await _seated(url, players), list[float]()
    with _measured(times, seconds) as told:
        began = time.perf_counter()
        acting = (
            _once_a_second(own, began + number / players, began + seconds, times) for number, own in enumerate(seated)
        )
        await asyncio.gather(*acting)
    return told | {"alone": sorted(alone)}


async def looks(url: str, _players: int, seconds: float) -> Any:
    """Look at a table alone, and then while others are advised, read a par sheet and take their rounds home."""
    own, learner, saver, reader = [await Player(url).sit() for _ in range(4)]
    for each in (learner, saver):
        for _ in range(40):
            await each.act()
    while not any(option["command"] == "bet" for option in learner.table["view"]["options"]):
        await learner.act()
    alone, found, pays = await _alone(own.look, seconds), {}, itertools.count(5)
    others = {
        "advice": lambda: learner.ask(f"/api/tables/{learner.table['id']}/advice"),
        "a par sheet": lambda: reader.ask(f"{PAR_SHEET}{next(pays)}"),
        "an export": lambda: saver.ask("/api/rounds.json"),
    }
    for name, work in others.items():
        await work()
        times: list[float] = []
        other = asyncio.create_task(_again_and_again(work, time.perf_counter() + seconds, times))
        found[name] = sorted(await _alone(own.look, seconds))
        await other
        found[f"{name}, times"] = len(times)
    return {"alone": sorted(alone), "others": found}


@contextmanager
def _measured(times: list[float], seconds: float) -> Iterator[dict[str, Any]]:
    told: dict[str, Any] = {}
    tell({"begins": True})
    used, began = _used(), time.perf_counter()
    yield told
    whole = time.perf_counter() - began
    told |= {"times": sorted(times), "seconds": whole, "rate": len(times) / whole, "cpu": (_used() - used) / whole}


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def tell(what: Any) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    kinds = {"word": word, "word_alone": word_alone, "bets": bets, "paced": paced, "looks": looks}
    kind, where, count, long = sys.argv[1:]
    tell(uvloop.run(kinds[kind](where, int(count), float(long))))
