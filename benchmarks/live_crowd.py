"""A crowd for a live server: bots who play and watchers who look on, each on a socket of their own.

`python -m benchmarks.live_crowd URL TABLES WATCHERS SECONDS FILE [PIT]` seats six bots at each table and plays, while a
supervisor rules again and again at the staffed table of the file PIT, which everybody there has on a screen. It is as
light as Python allows, since it shares the machine with the server: sockets without a library, a strategy that is a
table, and views that are changed in place. It prints a line of JSON after each stage and reads one before the next.
"""

import asyncio
import base64
import json
import os
import random
import re
import resource
import secrets
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import msgspec

from benchmarks.live_pit import DEALER, FACTS, HOUSE, PLAYERS, REPORT, SUPERVISOR, Pit
from mississippi_stud.fairness import seed_commitment

SEATS = 6
BOOK = "crown"
THINKING = (1.0, 3.0)
AT_ONCE = 16
CHANCE = random.Random(1)  # noqa: S311 - how long a bot thinks is no secret
WARM_UP_SECONDS = 12
RULING_SECONDS = (0.1, 0.5)
"""How long a supervisor waits before the next ruling."""
LOOK_SECONDS = 0.002
_UPGRADE = (
    "GET /api/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n{cookie}\r\n"
)
_POINTS = tuple(2 if rank >= 9 else 1 if rank >= 4 else 0 for rank in range(13))
"""What a card is worth by its rank, deuce first: high cards two, sixes to tens one."""
_NEEDED = (2, 3, 4)
"""The points with which a hand without a pair is played on, by street."""
_VERSION, _SINCE, _HASH = (re.compile(rb'"%s":"?(\w+)' % name) for name in (b"version", b"since", b"hash"))


class Crowd:
    """What all sockets share: the server, and what they found."""

    def __init__(self, url: str) -> None:
        self.address = urlsplit(url)
        self.arrivals: dict[tuple[str, int], int] = {}
        """When the last watcher of a table was shown each version, in microseconds since 1970."""
        self.lags: list[float] = []
        """How long a bot's command waited for its answer, in seconds."""
        self.frames = self.commands = 0
        self.lost: list[str] = []
        self.refused: dict[str, int] = defaultdict(int)
        self.ending = False


class LiveSocket(asyncio.Protocol):
    """A WebSocket without a library, for one topic."""

    def __init__(self, crowd: Crowd, topic: str, cookie: str = "") -> None:
        self.crowd, self.topic, self.cookie = crowd, topic, cookie
        self.hash = b""
        self.shown = asyncio.get_running_loop().create_future()
        self._held = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(_UPGRADE.format(host=self.crowd.address.netloc, key=key, cookie=cookie).encode())  # type: ignore[attr-defined]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.crowd.ending:
            self.crowd.lost.append(f"{self.topic}: {exc}")
            if not self.shown.done():
                self.shown.set_exception(exc or ConnectionError(self.topic))

    def data_received(self, data: bytes) -> None:
        data = self._held + data if self._held else data
        if not self._open:
            head, ended, rest = data.partition(b"\r\n\r\n")
            if not ended:
                self._held = data
                return
            if b" 101 " not in head:
                self.crowd.lost.append(head.decode())
                self.transport.abort()
                return
            assert b"permessage-deflate" not in head, "a crowd cannot inflate"
            self._open, data = True, rest
            self.send({"do": "subscribe", "topics": {self.topic: ""}})
        start, end = 0, len(data)
        while end - start >= 2:
            length, at = data[start + 1], start + 2
            if length > 125:
                wide = 2 if length == 126 else 8
                length, at = int.from_bytes(data[at : at + wide], "big"), at + wide
            if end < at + length:
                break
            opcode, payload, start = data[start] & 15, data[at : at + length], at + length
            if opcode == 1:
                self.frame(payload)
            elif opcode == 9:
                self._write(0x8A, payload)
            elif opcode == 8:
                self.crowd.lost.append(f"{self.topic}: closed {payload!r}")
        self._held = data[start:]

    def _write(self, first: int, payload: bytes) -> None:
        """Send a frame, masked with zeros: the standard asks for a mask, and this one costs nothing."""
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes((first,)) + length + b"\0\0\0\0" + payload)

    def send(self, message: Any) -> None:
        self._write(0x81, msgspec.json.encode(message))

    def frame(self, payload: bytes) -> None:
        """Take a frame: it must be a view, or a change of the view that was shown last."""
        self.crowd.frames += 1
        since, digest = _SINCE.search(payload, 0, 400), _HASH.search(payload, 0, 400)
        assert digest, payload[:400]
        if since is not None and since[1] != self.hash:
            self.crowd.lost.append(f"{self.topic}: a frame is missing")
        self.hash = digest[1]
        if not self.shown.done():
            self.shown.set_result(None)


class Watcher(LiveSocket):
    """Somebody who looks on, and notes when they saw which version."""

    def __init__(self, crowd: Crowd, topic: str) -> None:
        super().__init__(crowd, topic)
        self.version = 0

    def frame(self, payload: bytes) -> None:
        now = time.time_ns() // 1000
        super().frame(payload)
        found = _VERSION.search(payload, 0, 400)
        assert found, payload[:400]
        version, arrivals = int(found[1]), self.crowd.arrivals
        for each in range(self.version + 1, version + 1) if self.version else ():
            arrivals[self.topic, each] = max(now, arrivals.get((self.topic, each), 0))
        self.version = version


class Screen(LiveSocket):
    """A screen at the staffed table, and the version that it shows."""

    version = 0

    def frame(self, payload: bytes) -> None:
        super().frame(payload)
        found = _VERSION.search(payload, 0, 400)
        assert found, payload[:400]
        self.version = int(found[1])
        self.seen_at = time.perf_counter()


class Bot(LiveSocket):
    """A player who answers after a while, by a table."""

    def __init__(self, crowd: Crowd, topic: str, cookie: str) -> None:
        super().__init__(crowd, topic, cookie)
        self.view: Any = None
        self.seeds: dict[str, str] = {}
        """Its seeds by the hash that was published."""
        self.asked: Any = None
        """The moment that it is thinking about or has answered; it is the same once somebody has opened the round."""
        self.playing = False
        self._sent: dict[str, float] = {}

    def frame(self, payload: bytes) -> None:
        frame = msgspec.json.decode(payload)
        match frame["frame"]:
            case "view":
                super().frame(payload)
                self.view = frame["view"]
            case "delta":
                super().frame(payload)
                change(self.view, frame["delta"])
            case "accepted":
                self.crowd.lags.append(time.perf_counter() - self._sent.pop(frame["id"]))
                return
            case "problem":
                self.crowd.refused[frame["problem"]["detail"]] += 1
                self.asked = None
        if self.playing:
            self.look()

    def look(self) -> None:
        """Begin to think if it is asked for something."""
        view = self.view["view"]
        if not view["own"]:
            return
        options = {option["command"] for option in view["options"]}
        moment = (view["committed"], view["turn"]["phase"] if "bet" in options else "wagers")
        own = next(seat for seat in view["seats"] if seat["own"])
        waits = "bet" in options or ("place" in options and not own["ready"])
        if waits and moment != self.asked:
            self.asked = moment
            asyncio.get_running_loop().call_later(CHANCE.uniform(*THINKING), self.answer, moment)

    def answer(self, moment: Any) -> None:
        view = self.view["view"]
        if self.crowd.ending or moment != self.asked:
            return
        position = view["own"][0]
        options = [option for option in view["options"] if option["position"] == position]
        if any(option["command"] == "bet" for option in options):
            self.command({"command": "play", "turn": view["turn"], "do": self._decision(view, position)})
        elif any(option["command"] == "place" for option in options):
            ante = next(area["minimum_cents"] for area in view["areas"] if area["kind"] == "ante")
            own, coming = next(seat for seat in view["seats"] if seat["own"]), secrets.token_hex(12)
            seed = self.seeds.get(own["seed_hash"], "")
            self.seeds = {own["seed_hash"]: seed, seed_commitment(coming): coming}
            self.command({
                "command": "place_wagers", "position": position, "wagers": {"ante": ante}, "seed": seed,
                "next_seed_hash": seed_commitment(coming), "commitment": view["commitment"],
            })  # fmt: skip

    def _decision(self, view: Any, position: int) -> Any:
        hand = next(hand for hand in view["round"]["hands"] if hand["position"] == position)
        cards = [card // 4 for card in (*hand["hole"], *view["round"]["community"]) if card is not None]
        points, street = sum(_POINTS[rank] for rank in cards), len(hand["wagers_cents"]) - 1
        if len(set(cards)) < len(cards) or points >= _NEEDED[street]:
            return {"command": "bet", "position": position, "cents": hand["wagers_cents"]["ante"]}
        return {"command": "fold", "position": position}

    def command(self, command: Any) -> None:
        name = secrets.token_hex(8)
        self._sent[name] = time.perf_counter()
        self.crowd.commands += 1
        self.send({"do": "command", "id": name, "topic": self.topic, "command": command})


def change(view: Any, steps: Any) -> None:
    """Change a view in place by a JSON Patch."""
    for step in steps:
        names = [name.replace("~1", "/").replace("~0", "~") for name in step["path"].split("/")[1:]]
        inner = view
        for name in names[:-1]:
            inner = inner[int(name)] if isinstance(inner, list) else inner[name]
        last = int(names[-1]) if isinstance(inner, list) else names[-1]
        if step["op"] == "remove":
            del inner[last]
        else:
            inner[last] = step["value"]


async def ask(crowd: Crowd, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    """Send something by HTTP, or look at something; return the answer, and the guest's cookie."""
    reader, writer = await asyncio.open_connection(crowd.address.hostname, crowd.address.port)
    sent = b"" if body is None else json.dumps(body).encode()
    method = "POST" if sent else "GET"
    head = f"{method} {path} HTTP/1.1\r\nHost: {crowd.address.netloc}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Connection: close\r\nCookie: {cookie}\r\nContent-Length: {len(sent)}\r\n\r\n".encode() + sent)
    answer = await reader.read()
    writer.close()
    headers, _, content = answer.partition(b"\r\n\r\n")
    assert b" 201 " in headers[:20] or b" 200 " in headers[:20], answer
    found = re.search(rb"set-cookie: ([^;]+)", headers, re.IGNORECASE)
    return json.loads(content), found[1].decode() if found else cookie


async def seated(crowd: Crowd, number: int) -> list[tuple[str, str]]:
    """Open a table, and seat six guests there; return its topic with the cookie of each."""
    new = {"book": BOOK, "seats": SEATS, "speed": "normal", "id": f"load-{number:04}"}
    table, cookie = await ask(crowd, "/api/tables", new)
    cookies = [cookie]
    for position in range(2, SEATS + 1):
        _, own = await ask(
            crowd, f"/api/tables/{table['id']}/seats", {"position": position, "id": f"sits-down-{position}"}
        )
        cookies.append(own)
    return [(f"table:{table['id']}", cookie) for cookie in cookies]


class Rulings:
    """A supervisor who rules at the staffed table again and again, and how long every screen took to show it."""

    def __init__(self, crowd: Crowd, pit: Pit) -> None:
        self._crowd, self._pit = crowd, pit
        topics = {DEALER: f"console:{HOUSE}/{pit.table}", SUPERVISOR: f"supervision:{HOUSE}/{pit.table}"}
        own = [*PLAYERS, DEALER, SUPERVISOR]
        self.screens = [Screen(crowd, topics.get(each, f"table:{pit.table}"), pit.cookies[each]) for each in own]
        self.screens.append(Screen(crowd, f"table:{pit.table}"))
        self.seconds: list[float] = []
        """From the key to the last screen."""

    async def run(self) -> None:
        while not self._crowd.ending:
            await self._give(DEALER, {**REPORT, "facts": FACTS})
            began = time.perf_counter()
            shown_at = await self._give(SUPERVISOR, {"command": "rule", "by": SUPERVISOR, "grounds": "as reported"})
            self.seconds.append(shown_at - began)
            path = f"/api/houses/{HOUSE}/pit/{self._pit.table}"
            view, _ = await ask(self._crowd, path, None, self._pit.cookies[SUPERVISOR])
            for prompt in view["prompts"]:
                await self._give(DEALER, {"command": "confirm", "by": DEALER, "prompt": prompt["number"]})
            await asyncio.sleep(CHANCE.uniform(*RULING_SECONDS))

    async def _give(self, person: str, command: Any) -> float:
        """Give a command, and wait until every screen shows what it did; return when the last one did."""
        path = f"/api/houses/{HOUSE}/tables/{self._pit.table}/commands"
        answer, _ = await ask(self._crowd, path, {"command": command}, self._pit.cookies[person])
        while any(screen.version < answer["version"] for screen in self.screens):
            await asyncio.sleep(LOOK_SECONDS)
        return max(screen.seen_at for screen in self.screens)


async def connected(crowd: Crowd, sockets: list[LiveSocket]) -> None:
    """Connect sockets, some at a time, and wait for the first view of each."""
    loop, room = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)

    async def connect(socket: LiveSocket) -> None:
        async with room:
            await loop.create_connection(lambda: socket, crowd.address.hostname, crowd.address.port)
            await socket.shown

    await asyncio.gather(*map(connect, sockets))


def pit_of(path: str) -> Pit:
    with open(path, "rb") as file:
        return msgspec.json.decode(file.read(), type=Pit)


def used_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def tell(**told: Any) -> None:
    print(json.dumps(told), flush=True)
    sys.stdin.readline()


def spread(topics: list[str], watchers: int) -> Iterator[str]:
    for number in range(watchers):
        yield topics[number % len(topics)]


async def run(url: str, tables: int, watchers: int, seconds: float, path: str, *pit: str) -> None:
    crowd, room = Crowd(url), asyncio.Semaphore(AT_ONCE)
    rulings = [Rulings(crowd, pit_of(each)) for each in pit]

    async def seat(number: int) -> list[tuple[str, str]]:
        async with room:
            return await seated(crowd, number)

    seats = await asyncio.gather(*(seat(number) for number in range(tables)))
    bots = [Bot(crowd, topic, cookie) for table in seats for topic, cookie in table]
    await connected(crowd, [*bots, *(screen for each in rulings for screen in each.screens)])
    tell(seated=len(bots))
    await connected(crowd, [Watcher(crowd, topic) for topic in spread([table[0][0] for table in seats], watchers)])
    tell(watching=watchers)
    for bot in bots:
        bot.playing = True
        asyncio.get_running_loop().call_later(CHANCE.uniform(0, WARM_UP_SECONDS / 2), bot.look)
    ruling = [asyncio.create_task(each.run()) for each in rulings]
    await asyncio.sleep(WARM_UP_SECONDS)
    tell(warmed_up=True)
    crowd.arrivals.clear()
    for each in rulings:
        each.seconds.clear()
    crowd.lags.clear()
    crowd.frames = crowd.commands = 0
    began, used, since = time.perf_counter(), used_seconds(), time.time_ns() // 1000
    await asyncio.sleep(seconds)
    whole, until = time.perf_counter() - began, time.time_ns() // 1000
    told = {
        "cpu": (used_seconds() - used) / whole,
        "seconds": whole,
        "since": since,
        "until": until,
        "frames": crowd.frames,
        "commands": crowd.commands,
        "lost": crowd.lost,
        "refused": crowd.refused,
        "lags": sorted(crowd.lags),
        "rulings": sorted(seconds for each in rulings for seconds in each.seconds),
    }
    for task in ruling:
        task.cancel()
    await asyncio.sleep(1)
    with open(path, "wb") as file:
        file.write(msgspec.json.encode([[*key, at] for key, at in crowd.arrivals.items()]))
    tell(**told)
    crowd.ending = True


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), *sys.argv[5:]))
