"""Take the pictures of the documentation from the real pages: `make pictures`, or `python -m docs.pictures NAME …`.

The server, its database and the browser are real; only the decks are stacked, so that a picture shows a given hand. A
picture without cards shows a deal that can be verified. To add a picture, add a line to `PICTURES`.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pyotp
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from tests.decks import scripted_decks
from tests.floor.cups import FakeTime, FloorCup, house_with_director, terms
from tests.floor.test_houses import account
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Site, Visit, chromium, new_floor, serve

from mississippi_stud.floor import Floor, houses, staff_links
from mississippi_stud.floor import tournament_acts as acts
from mississippi_stud.messages import MINUTE
from mississippi_stud.person.proposals import CONSOLE
from mississippi_stud.tournament.commands import ApplyToEnter
from mississippi_stud.tournament.programme import Cull, PlaySession, Pool, Programme
from mississippi_stud.tournament.terms import digest
from mississippi_stud.web import logs
from mississippi_stud.web.app import create_app

FOLDER: Final = Path(__file__).parent / "screenshots"
DESKTOP: Final = (1280, 720)
PHONE: Final = (360, 640)
QUEENS: Final = "Qh Qd Qc 7s 7d"
ROUND: Final = ("deal", "bet 3", "bet 3", "bet 3", "wait .again")


@dataclass(frozen=True)
class Picture:
    """A page as a person sees it after some steps; the file has the language as a suffix, unless that is English."""

    name: str
    path: str = "/"
    size: tuple[int, int] = DESKTOP
    light: str = "light"
    cards: str = ""
    steps: tuple[str, ...] = ()
    newcomer: bool = False
    """Whether the first round is explained."""


PICTURES: Final = (
    Picture("table", cards=QUEENS, steps=ROUND),
    Picture("start"),
    Picture("decision", cards="Ah 6h 9c Kd 2s", steps=("deal",)),
    Picture("phone", size=PHONE, light="dark", cards=QUEENS, steps=("deal", "bet 3")),
    Picture("phone-crown", "/?book=crown", size=PHONE),
    Picture("dark", "/?book=nsw", light="dark", cards="Kh Qh Jh Th Ah", steps=("deal", "bet 3")),
    Picture("history", steps=("deal", "fold", "wait .again", "open /history", "click .rounds button", "click .prove")),
    Picture("shared", cards=QUEENS, steps=(*ROUND, "click .felt .share", "click .shared a", "wait .steps")),
    Picture("settings", "/settings", light="dark"),
    Picture("rules", "/rules/crown", light="dark"),
    Picture("tour", newcomer=True, steps=("wait .tour",)),
    Picture("statistics", cards=QUEENS, steps=(*ROUND, "open /statistics", "wait main img")),
    Picture("trainer", "/trainer", steps=("wait main button",)),
    Picture("analysis", "/analysis/chart?street=3", light="dark"),
    Picture("what-if", "/analysis/what-if?pay.straight=5", steps=("wait main table",)),
    Picture("lobby", "/lobby", steps=("wait .line",)),
    Picture(
        "company",
        "/friends?book=crown",
        steps=("choose #bots 3", "click form.friends .main", "wait button.deal", "wait .others", "deal"),
    ),
    Picture("account", "/account", steps=("join",)),
    Picture("second-factor", "/account", size=PHONE, light="dark", steps=("join", "click .set-up", "wait .qr")),
    Picture("care", "/care", steps=("limit loss 200", "limit time 90", "scroll .limits")),
    Picture("house", "/account", steps=("join", "own", "wait ms-house .invite")),
    Picture("big-screen", steps=("contest", "open /house/play/tournaments/cup/screen", "wait .screen-hand")),
)
BET: Final = "click .decide .bet >> nth=2"
FILM: Final = (("wait .deal", 1.2), ("click .deal", 2.6), (BET, 2.2), (BET, 2.2), (BET, 5.0))
"""The steps of the moving picture, each with the seconds until the next."""
FILM_SIZE: Final = (960, 600)


NAMES: Final = iter(("ann", "anne", "bea", "béa", "claire", "clara"))
"""Whose accounts are made: a name has one account."""


class Sitter:
    """Somebody whose browser is photographed."""

    def __init__(self, browser: Browser, site: Site, language: str, picture: Picture, motion: str = "reduce") -> None:
        width, height = picture.size
        settings: dict[str, Any] = {
            "locale": LOCALES[language],
            "color_scheme": picture.light,
            "reduced_motion": motion,
        }
        context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=2 if width < 600 else 1, **settings
        )
        self.language = language
        self.visit = Visit(context, site, picture.path, newcomer=picture.newcomer)
        self.page: Page = self.visit.page
        self.page.evaluate("cards => localStorage.setItem('seed', cards || 'a picture')", picture.cards)

    def do(self, step: str) -> None:
        """Take one step."""
        verb, _, what = step.partition(" ")
        match verb:
            case "deal":
                self.visit.click("button.deal")
                self.visit.open_street("third-street")
            case "bet":
                self.visit.bet(int(what))
            case "fold":
                self.visit.click(".fold")
            case "wait":
                self.page.wait_for_selector(what)
            case "click":
                self.page.click(what)
            case "choose":
                selector, value = what.split()
                self.page.select_option(selector, value)
            case "open":
                self.page.goto(self.visit.url + what)
            case "join":
                self.page.fill("#login", next(NAMES))
                self.page.fill("#password", "a quiet river at night")
                self.page.press("#password", "Enter")
                self.page.wait_for_selector(".sign-out")
            case "limit":
                kind, most = what.split()
                self.page.fill(f"#most-{kind}", most)
                self.page.press(f"#most-{kind}", "Enter")
                self.page.wait_for_selector(f"[data-kind={kind}] .own")
            case "scroll":
                self.page.locator(what).evaluate("found => found.scrollIntoView()")
            case "own":
                self.own()
            case "contest":
                contest(self.visit.site.floor)
            case _:
                raise ValueError(step)

    def own(self) -> None:
        """Become the first owner of a house of one's own, with a second factor, and open its page."""
        floor, house, page = self.visit.site.floor, f"club-{self.language}", self.page
        floor.send(houses.stream_of(house), houses.opening(floor, by=CONSOLE))
        page.goto(
            f"{self.visit.url}/invitation/{staff_links.invite(floor, house, 'Ann', by=CONSOLE, owner=True).token}"
        )
        page.click("ms-invitation .accept")
        page.click("ms-invitation a[href='/account']")
        page.click(".set-up")
        page.fill("#code", pyotp.TOTP(page.inner_text(".secret")).now())
        page.press("#code", "Enter")
        page.wait_for_selector(".codes")
        page.goto(f"{self.visit.url}/house/{house}")

    def leave(self) -> None:
        self.visit.context.close()
        assert self.visit.wrong == [], self.visit.wrong


ENTRANTS: Final = ("Ann", "Bea", "Clara", "Dan", "Eve", "Finn", "Gus", "Hugo", "Iris", "Jo", "Kim", "Léa")


class RealTime(FakeTime):
    """The time as it is, where a test would set it."""

    def sleep(self, seconds: int) -> None:
        """Wait."""
        time.sleep(seconds)


def contest(floor: Floor) -> None:
    """Have the first hands of a tournament played, once for all pictures of it."""
    cup = FloorCup(floor, RealTime(), "cup")
    if acts.tournaments_of(floor, "play"):
        return
    house_with_director(floor)
    culls = (Cull(after_hand=8), Cull(after_hand=16))
    heats = PlaySession(name="heats", hands=20, best=2, of=Pool.TABLE, culls=culls)
    programme = Programme(sessions=(heats, PlaySession(name="final", hands=25)))
    hour = floor.clock()
    cup.drafted(terms("heats-and-final", rounds_and_sessions=programme, when=(hour, hour + 24 * 60 * MINUTE))).opened()
    for name in ENTRANTS:
        account(floor, name.lower())
        floor.deposit(name.lower(), 1_000_00)
        entry = ApplyToEnter(name=name.lower(), accepts=digest(cup.now.terms))
        acts.give(floor, "play", "cup", name.lower(), entry, called=name)
    cup.begun(tables=2)
    while min(heat.hand for heat in cup.now.heats.values()) < 3:
        acted = [cup.act(heat) for heat in cup.now.heats.values() if heat.running]
        if not any(acted):
            cup.time.sleep(1)
            cup.tick()


def named(name: str, language: str, folder: Path = FOLDER) -> Path:
    """Return the file of a picture in one language."""
    return folder / (f"{name}.webp" if language == "en" else f"{name}.{language}.webp")


def take(browser: Browser, site: Site, picture: Picture, language: str, folder: Path = FOLDER) -> Path:
    """Take one picture in one language; return its file."""
    sitter = Sitter(browser, site, language, picture)
    for step in picture.steps:
        sitter.do(step)
    sitter.page.wait_for_load_state("networkidle")
    sitter.page.mouse.move(0, 0)
    file = named(picture.name, language, folder)
    Image.open(BytesIO(sitter.page.screenshot())).save(file, quality=88, method=6)
    sitter.leave()
    return file


def film(browser: Browser, site: Site, language: str) -> None:
    """Film a whole round, in real time."""
    sitter = Sitter(browser, site, language, Picture("round", size=FILM_SIZE, cards=QUEENS), "no-preference")
    shots: list[tuple[float, bytes]] = []
    for step, seconds in FILM:
        sitter.do(step)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            shots.append((time.monotonic(), sitter.page.screenshot(type="jpeg", quality=95)))
    ended = time.monotonic()
    sitter.leave()
    times = [at for at, _ in shots]
    durations = [round(1000 * (after - at)) for at, after in zip(times, [*times[1:], ended], strict=True)]
    first, *rest = (Image.open(BytesIO(shot)).convert("RGB") for _, shot in shots)
    file = named("round", language)
    first.save(file, save_all=True, append_images=rest, duration=durations, loop=0, quality=70, method=4)


@contextmanager
def house() -> Iterator[Site]:
    """Serve the game as `mstud serve` does, with a database that is thrown away."""
    with tempfile.TemporaryDirectory() as folder, scripted_decks():
        floor = new_floor(Path(folder))
        url, stop = serve(create_app(floor, SECRET, FREELY))
        yield Site(url.replace("127.0.0.1", "localhost"), floor)  # passkeys need a name
        stop()


def main(names: list[str]) -> None:
    """Take the named pictures, or all."""
    known = {"round", *(picture.name for picture in PICTURES)}
    if unknown := set(names) - known:
        sys.exit(f"there is no picture {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}")
    FOLDER.mkdir(exist_ok=True)
    logs.set_up("warning")
    with house() as site, sync_playwright() as playwright:
        browser = chromium(playwright.chromium)
        if not names or "round" in names:
            for language in LOCALES:
                film(browser, site, language)
        for picture in PICTURES:
            if not names or picture.name in names:
                for language in LOCALES:
                    take(browser, site, picture, language)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
