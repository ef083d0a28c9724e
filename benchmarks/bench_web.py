"""The game in the browser: first page, click to drawn answer, requests per second, each against a peer in the same run.

Requests are counted by wrk, a load generator in C: a client in Python would measure itself.
"""

import itertools
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from litestar import Litestar, get
from litestar.static_files import create_static_files_router

from benchmarks.measure import Result

GAMES = 50
ROUNDS = 12
FIRST_PAGE_BYTES = 60_000
ABOVE_SECONDS = 0.06
"""The bar for the time from a click to the drawn answer, p95, above what the server takes."""
PLAYERS = 8
SECONDS = 3
TABLES = 4
"""The tables of each player, one after the other: a round takes at most 200 changes."""
CHANGES = 150
TURNS = 3


def _port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(url: str) -> None:
    for _ in range(600):
        try:
            httpx.get(url)
        except httpx.HTTPError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"{url} does not answer")


@contextmanager
def _process(*words: str, url: str, **environment: str) -> Iterator[str]:
    process = subprocess.Popen(
        words, env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait(url)
        yield url
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def _ours(folder: Path) -> Iterator[str]:
    """Serve the game as `mstud serve` does, without the request limit, since the load comes from one address."""
    port = _port()
    url = f"http://127.0.0.1:{port}"
    lifted = [f"--limit={name}=1000000" for name in ("requests-a-second", "guests-a-minute")]
    served = ("serve", "--port", str(port), "--database", f"sqlite:///{folder}/floor.db", *lifted)
    with _process(f"{sysconfig.get_path('scripts')}/mstud", *served, url=url, MSTUD_KEY=f"{folder}/key"):
        yield url


@contextmanager
def _bare(folder: Path) -> Iterator[str]:
    """Serve a bare Litestar: one route that answers with a word, and a static page of the same size as ours."""
    port = _port()
    url = f"http://127.0.0.1:{port}"
    with _process(sys.executable, "-m", "benchmarks.bench_web", str(port), str(folder), url=url + "/word"):
        yield url


def _serve(port: str, folder: str) -> None:
    """Run the bare Litestar in its own process."""
    import uvicorn

    @get("/word")
    async def word() -> dict[str, str]:
        return {"word": "word"}

    static = create_static_files_router(path="/page", directories=[folder], html_mode=True)
    app = Litestar([word, static], logging_config=None, openapi_config=None)
    uvicorn.run(app, port=int(port), log_level="error", access_log=False, ws="websockets-sansio")


def _static_page(url: str, folder: Path) -> int:
    """Write a page that loads as much as our first page from as many files and does nothing; return its bytes."""
    page = httpx.get(url).text
    paths = sorted({part.split('"')[0] for part in page.split('="')[1:] if part.startswith("/static/")})
    total = len(page)
    scripts = ""
    for place, path in enumerate(paths):
        content = httpx.get(url + path).content
        total += len(content)
        name = f"{place}.{path.rpartition('.')[2]}"
        folder.joinpath(name).write_text("/*" + "x" * (len(content) - 4) + "*/")
        scripts += (
            f'<script src="{name}"></script>' if name.endswith("js") else f'<link rel="stylesheet" href="{name}">'
        )
    folder.joinpath("index.html").write_text(f"<!doctype html><title>x</title>{scripts}<p id=x>{'x' * len(page)}</p>")
    return total


def _timed(work: Callable[[], object], times: int) -> list[float]:
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return sorted(found)


def _first_page(browser, ours: str, bare: str) -> Result:  # type: ignore[no-untyped-def]
    def usable(url: str, selector: str) -> None:
        context = browser.new_context()
        page = context.new_page()
        page.goto(url, wait_until="commit")
        page.wait_for_selector(selector)
        context.close()

    usable(ours, "button.deal")
    both: list[list[float]] = [[], []]
    for _ in range(7):
        both[0] += _timed(lambda: usable(ours, "button.deal"), 1)
        both[1] += _timed(lambda: usable(f"{bare}/page/", "#x"), 1)
    mine, peer = map(statistics.median, both)
    return Result("first page usable", mine, peer, 0.5, "a static page of the same size")


def _clicks(browser, url: str) -> tuple[list[float], list[float]]:  # type: ignore[no-untyped-def]
    """Return the times from a key press to the drawn answer, and how much of each lay above the server's.

    Both are measured by the browser itself; the server's time is that between a request and the answer's first byte.
    """
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("button.deal")
    found: list[tuple[float, float]] = page.evaluate(
        """async (rounds) => {
          const game = document.querySelector("ms-game"), times = [];
          const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          const asked = () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/commands"));
          const act = async (key) => {
            performance.clearResourceTimings();
            const { version } = game.table, start = performance.now();
            document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            while (game.table.version === version || game.busy !== null) await new Promise((done) => setTimeout(done));
            await game.updateComplete;
            await drawn();
            const whole = performance.now() - start;
            times.push([whole, asked().reduce((rest, each) => rest - (each.responseStart - each.requestStart), whole)]);
          };
          document.matches = () => false;
          for (let round = 0; round < rounds; round++) for (const key of "d1f") await act(key);
          return times;
        }""",
        ROUNDS,
    )
    context.close()
    whole, above = (sorted(each / 1000 for each in times) for times in zip(*found, strict=True))
    return whole, above


@contextmanager
def _games(url: str) -> Iterator[None]:
    """Run fifty games in the background, each with a decision about every second, as people play."""
    from mississippi_stud.rulebooks.vocabulary import Wager
    from mississippi_stud.web.client import Client

    ending = threading.Event()

    def play(number: int) -> None:
        ending.wait(number / GAMES)
        with httpx.Client(base_url=url, timeout=30) as http:
            guest = Client(http)
            while not ending.is_set():
                guest.deal({Wager.ANTE: 100})
                ending.wait(1)
                guest.bet(1)
                ending.wait(1)
                guest.fold()
                ending.wait(1)
                if guest.table.more_money:
                    guest.more_money()

    players = [threading.Thread(target=play, args=(number,), daemon=True) for number in range(GAMES)]
    for player in players:
        player.start()
    time.sleep(2)
    yield
    ending.set()
    for player in players:
        player.join(10)


def _at(times: list[float], share: int) -> float:
    return times[min(len(times) - 1, len(times) * share // 100)]


def _wrk() -> str:
    """Return the path of the load generator, which `make bench` installs."""
    found = shutil.which("wrk")
    if found is None:
        raise RuntimeError("the speed of the web is measured with wrk: install it as root with apt-get install wrk")
    return found


def _rate(url: str, *, cookies: str = "", script: Path | None = None) -> float:
    """Return the requests answered per second, with a connection per player; a wrong answer ends the run."""
    words = [_wrk(), f"-t{PLAYERS}", f"-c{PLAYERS}", f"-d{SECONDS}s", "-H", f"Cookie: {cookies}"]
    words += ["-s", str(script)] if script else []
    told = subprocess.run([*words, url], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in told or "Socket errors" in told:
        raise RuntimeError(f"{url} did not answer as it should:\n{told}")
    found = re.search(r"Requests/sec:\s+([\d.]+)", told)
    assert found, told
    return float(found[1])


PLACE_AND_WITHDRAW = """
local players = {%s}
local count = 0
function setup(thread) count = count + 1; thread:set("number", count) end
function init() sent, placed = 0, false end
function response() placed = not placed end
function request()
  local player = players[(number - 1) * %d + math.floor(sent / %d) + 1]
  sent = sent + 1
  local wagers = placed and '{}' or '{"ante":100}'
  local command = '{"command":"place_wagers","position":1,"ready":false,"wagers":' .. wagers .. '}'
  local body = '{"id":"benchmark-' .. sent .. '","command":' .. command .. '}'
  return wrk.format("POST", player.path, {["Cookie"] = player.cookie, ["Content-Type"] = "application/json"}, body)
end
"""


def _players(url: str, script: Path) -> None:
    """Write a script for wrk in which each thread plays at its own tables: place an ante, withdraw it, and so on."""
    from mississippi_stud.web.client import Client

    lines = []
    for _ in range(PLAYERS * TABLES):
        with httpx.Client(base_url=url) as http:
            guest = Client(http)
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            lines.append(
                f"{{path={json.dumps(f'/api/tables/{guest.table.id}/commands')}, cookie={json.dumps(cookie)}}}"
            )
    script.write_text(PLACE_AND_WITHDRAW % (", ".join(lines), TABLES, CHANGES))


def _requests(ours: str, bare: str, folder: Path) -> Iterator[Result]:
    """Compare requests and durable commands per second with a bare route, in turns, taking the best of each."""
    from mississippi_stud.web.client import Client

    with httpx.Client(base_url=ours) as http:
        path = f"/api/tables/{Client(http).table.id}"
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    rates: dict[str, list[float]] = {"bare": [], "reads": [], "looks": [], "durable": []}
    for turn in range(TURNS):
        script = folder / f"players{turn}.lua"
        _players(ours, script)
        rates["bare"].append(_rate(f"{bare}/word"))
        rates["reads"].append(_rate(f"{ours}/api/books/online/clauses"))
        rates["looks"].append(_rate(ours + path, cookies=cookies))
        rates["durable"].append(_rate(ours, script=script))
    best = {name: max(found) for name, found in rates.items()}
    told = (("a bare Litestar route", "bare"), ("36 clauses read", "reads"), ("looks at a table", "looks"))
    for what, name in (*told, ("durable commands", "durable")):
        print(f"  {what}: {best[name]:.0f} a second by wrk, {PLAYERS} connections")
    peer = "a bare Litestar route"
    yield Result("a request that reads (36 clauses)", 1 / best["reads"], 1 / best["bare"], 0.15, peer)
    yield Result("a look at a table", 1 / best["looks"], 1 / best["bare"], 0.08, peer)
    yield Result("a durable command", 1 / best["durable"], 1 / best["bare"], 0.04, peer)


def _first_page_bytes(url: str) -> int:
    """Return the compressed bytes of the first page over the network, including the scripts that draw the cards."""
    with httpx.Client(base_url=url, headers={"Accept-Encoding": "gzip"}) as client:
        page = client.get("/")
        paths = {part.split('"')[0] for part in page.text.split('="')[1:] if part.startswith("/static/")}
        return sum(answer.num_bytes_downloaded for answer in [page, *map(client.get, sorted(paths))])


FRAMES = """() => new Promise((done) => {
  const times = [];
  const look = (at) => { if (times.push(at) < 120) requestAnimationFrame(look); else done(times); };
  requestAnimationFrame(look);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true }));
})"""


def _frames(browser, url: str) -> None:  # type: ignore[no-untyped-def]
    """Print how long the frames last while all chips travel and the cards are turned one after the other."""
    page = browser.new_page()
    page.goto(url)
    page.click("button.deal")
    page.wait_for_selector(".decide .all")
    page.wait_for_timeout(600)
    times = page.evaluate(FRAMES)
    page.close()
    gaps = sorted(later - earlier for earlier, later in itertools.pairwise(times))
    median, most = gaps[len(gaps) // 2], gaps[len(gaps) * 95 // 100]
    print(f"  travelling chips: a frame every {median:.1f} ms, 95% within {most:.1f} ms")


def run() -> Iterator[Result]:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, _ours(Path(name)) as ours, sync_playwright() as playwright:
        folder = Path(name, "page")
        folder.mkdir()
        _static_page(ours, folder)
        size = _first_page_bytes(ours)
        print(f"  first page: {size / 1000:.1f} KB compressed, of at most {FIRST_PAGE_BYTES // 1000} KB")
        assert size < FIRST_PAGE_BYTES
        chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        _frames(browser, ours)
        with _bare(folder) as bare:
            yield _first_page(browser, ours, bare)
            idle, above_idle = _clicks(browser, ours)
            with _games(ours):
                busy, above_busy = _clicks(browser, ours)
            for told, times, above in (("idle", idle, above_idle), (f"{GAMES} games", busy, above_busy)):
                print(f"  click to drawn answer, {told}: p50 {_at(times, 50):.4f} s, p95 {_at(times, 95):.4f} s")
                bar = "within" if _at(above, 95) < ABOVE_SECONDS else "over"
                print(f"    above the server's time: p95 {_at(above, 95):.4f} s, {bar} the bar of {ABOVE_SECONDS} s")
            yield Result(f"click to answer, p95, {GAMES} games", _at(busy, 95), _at(idle, 95), 0.5, "idle")
            browser.close()
            yield from _requests(ours, bare, Path(name))


if __name__ == "__main__":
    _serve(*sys.argv[1:])
