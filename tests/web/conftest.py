"""The game as people use it: the application on its own floor, and a browser to view it with."""

import random
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import DEFAULT_OPTIONS
from axe_playwright_python.sync_playwright import Axe as AxeInOneLight
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, sync_playwright

from mississippi_stud.floor import Floor, Wager
from mississippi_stud.money import Cents
from mississippi_stud.round.state import Bounds
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.server import configuration
from mississippi_stud.web.shapes import CurrentTable
from tests.decks import scripted_decks
from tests.web.child import FREELY, SECRET

WHOLE = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = ("chromium-headless-shell", *WHOLE)
"""The same engine without the windows, menus and buttons of a browser: a new visitor costs a quarter of the time."""
httpx._config.DEFAULT_TIMEOUT_CONFIG.read = 60  # a busy machine answers late, not wrongly; by itself it is 5 s
LOCALES = {"en": "en-CA", "fr": "fr-CA"}


@dataclass
class Site:
    """A server and its floor."""

    url: str
    floor: Floor


def free_port() -> int:
    """Return a port for a server that is started more than once, outside the range that the system assigns itself."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def serve(app: Any) -> tuple[str, Callable[[], None]]:
    """Serve an application in a thread; return its address and a function that stops it."""
    listening = socket.socket(proto=socket.IPPROTO_TCP)  # named, or asyncio lets each answer wait 40 ms for the last
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(configuration(app, app.state.allowed, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)

    def stop() -> None:
        server.should_exit = True
        thread.join(30)

    return f"http://127.0.0.1:{listening.getsockname()[1]}", stop


def new_floor(folder: Path) -> Floor:
    return Floor.open(f"sqlite:///{folder}/floor.db", folder / "key")


OFFERS: dict[str, dict[str, Any]] = {
    "maryland": {
        "dealing": "automatic",
        "limits": {Wager.ANTE: Bounds(Cents(5_00), Cents(100_00), Cents(5_00))},
        "tables": {Wager.THREE_CARD_BONUS: "D", Wager.SIX_CARD_BONUS: "A"},
    },
    "crown": {"positions": 3},
    "nsw": {},
}
"""How the tests' house opens its guests' tables: with side wagers, with several seats, without meters."""


@pytest.fixture(autouse=True, scope="session")
def decks() -> Iterator[None]:
    """Let a player's seed name the cards."""
    with scripted_decks():
        yield


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, decks: None) -> Iterator[Site]:
    """Serve the application with decks that a player's seed can name."""
    floor = new_floor(tmp_path_factory.mktemp("site"))
    url, stop = serve(create_app(floor, SECRET, FREELY, offers=OFFERS))
    yield Site(url, floor)
    stop()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, decks: None) -> Iterator[Site]:
    """The application as `mstud serve` has it: every book as `floor.solo` offers it."""
    floor = new_floor(tmp_path_factory.mktemp("house"))
    url, stop = serve(create_app(floor, SECRET, FREELY))
    yield Site(url, floor)
    stop()


def wagers(ante: int, bonus: int = 0) -> dict[Wager, int]:
    return {Wager.ANTE: ante, **({Wager.THREE_CARD_BONUS: bonus} if bonus else {})}


def deal(
    guest: Client, ante: int, bonus: int = 0, seed: str | None = None, command_id: str | None = None
) -> CurrentTable:
    """Wager and have the cards dealt at a table of the online book."""
    return guest.deal(wagers(ante, bonus), seed, command_id)


@pytest.fixture
def client(site: Site) -> Iterator[httpx.Client]:
    """Yield an HTTP client without a game yet."""
    with httpx.Client(base_url=site.url, timeout=60) as client:
        yield client


def chromium(engine: BrowserType, programs: tuple[str, ...] = CHROMIUM) -> Browser:
    """Start Debian's Chromium."""
    found = next(filter(None, map(shutil.which, programs)), None)
    if found is None:
        pytest.fail("the browser tests need Chromium: `make test` installs it, or apt-get install chromium")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
    return engine.launch(executable_path=found, args=flags)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start a browser, once for all tests of a worker."""
    with sync_playwright() as playwright:
        opened = chromium(playwright.chromium)
        yield opened
        opened.close()


_SWITCH = """() => {
  const root = document.documentElement, chosen = root.dataset.theme;
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  return () => { if (chosen) root.dataset.theme = chosen; else delete root.dataset.theme; };
}"""
"""Shows a page in the other light, as its reader may choose it; returns what goes back."""


def in_both_lights(measure: str) -> str:
    """Return a script that measures in the light of the page and in the other; it returns both results."""
    return f"""(told) => {{
      const here = ({measure})(told), back = ({_SWITCH})(), other = ({measure})(told);
      back();
      return [here, other];
    }}"""


def flaws(page: Page, *measures: str) -> list[str]:
    """Return what scripts find wrong with a page, in either light."""
    listed = " ".join(f"...({measure})()," for measure in measures)
    here, other = page.evaluate(in_both_lights(f"() => [{listed}]"))
    return [*here, *(f"in the other light: {each}" for each in other)]


def too_wide(page: Page) -> int:
    """Return by how many pixels a page is wider than its window, in the light in which it is worse."""
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return max(page.evaluate(in_both_lights(wide)))


class Axe(AxeInOneLight):
    """axe, and whatever of it depends on the light, the contrast, in the other light too."""

    def run(self, page: Page, context: Any = None, options: Any = DEFAULT_OPTIONS) -> AxeResults:
        found = super().run(page, context, options)
        asked = self._format_script_args(context, {**options, "runOnly": ["color-contrast"]})
        other = page.evaluate(
            f"async () => {{ const back = ({_SWITCH})(), found = await axe.run({asked}); back(); return found; }}"
        )
        found.response["violations"] += other["violations"]
        return found


LEFT = ("net::ERR_ABORTED", "closed before the connection is established")
"""What the browser reports about a request or a socket that it dropped because somebody left the page."""


class Visit:
    """Somebody's browser: everything that went wrong in it, and every byte it received."""

    def __init__(self, context: BrowserContext, site: Site, path: str = "/", *, newcomer: bool = False) -> None:
        self.context = context
        self.site = site
        self.url = site.url
        self.said: list[str] = []
        self.received: list[str] = []
        self.meant: tuple[str, ...] = ()
        """Errors that the test causes on purpose, as parts of their messages."""
        context.set_default_timeout(30_000)
        context.on("page", self._watch)
        if not newcomer:  # somebody who has seen the tour of a first round
            context.add_init_script("try { localStorage.tour ??= 'over' } catch { /* no page yet */ }")
        self.page = self.open(path)

    def open(self, path: str = "/") -> Page:
        """Open another tab of the same person."""
        page = self.context.new_page()
        page.goto(self.url + path)
        return page

    @property
    def wrong(self) -> list[str]:
        """Return unexpected errors."""
        return [each for each in self.said if not any(part in each for part in LEFT + self.meant)]

    def _watch(self, page: Page) -> None:
        page.on("console", lambda said: self.said.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("requestfailed", self._failed)
        page.on("request", self._asked)
        page.on("response", self._answered)
        page.on("websocket", lambda s: s.on("framereceived", lambda frame: self.received.append(str(frame))))

    def _failed(self, request: Any) -> None:
        self.said.append(f"failed: {request.url}: {request.failure}")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.said.append(f"another host: {request.url}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self.said.append(f"{response.status}: {response.url}")

    @property
    def table(self) -> Any:
        """Return what the page knows about its table."""
        return self.page.evaluate("document.querySelector('ms-game').table")

    def hand(self, page: Page | None = None) -> Any:
        """Return the player's own hand, as the page has it."""
        view = (page or self.page).evaluate("document.querySelector('ms-game').table.view")
        return next(hand for hand in view["round"]["hands"] if hand["position"] == view["own"][0])

    # Actions of a person.

    def script(self, cards: str) -> None:
        """Set the cards of the next rounds."""
        self.page.evaluate("cards => localStorage.setItem('seed', cards)", cards)

    def wager(self, ante: str = "", bonus: str = "") -> None:
        for wager, amount in (("ante", ante), ("three-card-bonus", bonus)):
            if amount:
                self.page.fill(f"#wager-{wager}", amount)
                self.page.locator(f"#wager-{wager}").blur()

    def click(self, selector: str) -> None:
        """Click like a person who has looked first, so that something just drawn is not clicked by mistake."""
        self.page.bring_to_front()  # a tab behind another draws only once a second, and a click waits for two frames
        self.page.wait_for_selector(selector)
        self.page.evaluate("document.querySelector('ms-game').changed = -1000")
        self.page.click(selector)

    def deal(self, cards: str = "", ante: str = "", bonus: str = "") -> None:
        if cards:
            self.script(cards)
        self.wager(ante, bonus)
        self.click("button.deal")
        self.open_street("third-street")

    def open_street(self, street: str) -> None:
        self.page.wait_for_selector(f".spot[data-wager={street}].open")

    def bet(self, *multiples: int) -> None:
        for times in multiples:
            street = self.page.get_attribute(".spot.open", "data-wager")
            self.click(f".decide .bet >> nth={times - 1}")
            self.page.wait_for_selector(f".spot[data-wager={street}]:not(.open)")

    def ended(self) -> None:
        self.page.wait_for_selector(".again")

    def text(self, selector: str) -> str:
        return " ".join(self.page.inner_text(selector).split())

    def amounts(self) -> dict[str, str]:
        """Return the result of each wager, as the list of results shows it."""
        return {
            str(line.get_attribute("data-wager")): " ".join(line.locator(".amount").inner_text().split())
            for line in self.page.locator(".results li[data-wager]").all()
        }


@pytest.fixture
def visit(site: Site, browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Open the site as a new person would; at the end nothing must have gone wrong in their browser."""
    visits: list[Visit] = []

    def opened(language: str = "en", path: str = "/", *, newcomer: bool = False, **settings: Any) -> Visit:
        context = browser.new_context(**{"locale": LOCALES[language], "reduced_motion": "reduce", **settings})
        visits.append(Visit(context, site, path, newcomer=newcomer))
        visits[-1].page.wait_for_selector("ms-game .felt")
        return visits[-1]

    yield opened
    for each in visits:
        each.context.close()
    assert [each.wrong for each in visits if each.wrong] == []
