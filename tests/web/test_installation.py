"""The game as an app: its manifest and icons, what is shown offline, and that nothing out of date is ever served."""

import base64
import re
import struct
from contextlib import closing

import httpx
import pytest
from playwright.sync_api import Browser

from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.web.static_files import STATIC, STATIC_PATH
from tests.icons import draw
from tests.web.conftest import WHOLE, Axe, Site, chromium, too_wide

FIRST_PAGE_BYTES = 55_000
AT_ONCE = re.compile(r'^(?:import|export) .*?from "\./([a-z-]+\.js)";$', re.MULTILINE)
"""The scripts that a script imports before it runs."""
READY = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
KEPT = """async () => Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))"""
PIXELS = """async ([url, places]) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return places.map(([x, y]) => [...context.getImageData(x * image.width, y * image.height, 1, 1).data]);
}"""
PLACES = [[0.002, 0.002], [0.5, 0.05], [0.5, 0.5], [0.3, 0.6], [0.5, 0.85], [0.9, 0.9]]
GREEN, WHITE, CLEAR = [12, 91, 62, 255], [255, 255, 255, 255], 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_manifest_names_the_app_and_its_icons(client: httpx.Client, language: str):
    page = client.get("/rules", params={"lang": language})
    assert f'<link rel="manifest" href="/manifest.webmanifest?lang={language}">' in page.text
    answer = client.get("/manifest.webmanifest", params={"lang": language})
    assert answer.headers["content-type"].startswith("application/manifest+json")
    app = answer.json()
    assert (app["name"], app["start_url"], app["display"], app["lang"]) == (
        "Mississippi Stud",
        "/",
        "standalone",
        language,
    )
    assert {"en": "with play money", "fr": "argent fictif"}[language] in app["description"]
    sizes = {}
    for icon in app["icons"]:
        file = client.get(icon["src"])
        assert file.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert file.content[:8] == b"\x89PNG\r\n\x1a\n"
            sizes[icon["sizes"], icon["purpose"]] = struct.unpack(">II", file.content[16:24])
    assert sizes == {
        ("192x192", "any"): (192, 192),
        ("512x512", "any"): (512, 512),
        ("512x512", "maskable"): (512, 512),
    }


def test_the_icons_are_drawn_from_the_drawing(visit, browser, tmp_path):
    """A round corner shows what is behind; a maskable icon has none, and keeps its spade within the safe part."""
    v = visit()
    for fresh in draw(browser, tmp_path):
        kept, new = (
            v.page.evaluate(PIXELS, [f"data:image/png;base64,{base64.b64encode(file.read_bytes()).decode()}", PLACES])
            for file in (STATIC / fresh.name, fresh)
        )
        assert kept == new, "draw them anew: python -m tests.icons"
        assert kept[0][3] == (255 if "maskable" in fresh.name else CLEAR)
        assert kept[1:3] == [GREEN, WHITE]


def test_chromium_finds_nothing_that_keeps_it_from_being_installed(site: Site, browser: Browser):
    """Ask the whole Chromium, as what only draws pages installs nothing."""
    whole = chromium(browser.browser_type, WHOLE)
    with closing(whole.new_context(locale="en-CA")) as context:
        page = context.new_page()
        page.goto(site.url)
        page.wait_for_selector("button.deal")
        session = context.new_cdp_session(page)
        told, errors = session.send("Page.getAppManifest"), session.send("Page.getInstallabilityErrors")
    whole.close()
    assert told["errors"] == []
    assert told["url"].endswith("/manifest.webmanifest?lang=en")
    assert {each["errorId"] for each in errors["installabilityErrors"]} == {"in-incognito"}  # as each page of a test is


def test_offline_it_says_what_is_there_and_comes_back_by_itself(visit):
    v = visit("fr")
    v.page.wait_for_selector("button.deal")
    v.page.wait_for_function(READY)
    v.meant = ("ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED")
    v.context.set_offline(True)
    v.page.goto(v.url + "/rules")
    assert v.page.locator("section").evaluate_all("all => all.map(each => each.lang)") == [
        "fr",
        "en",
    ]  # one's own first
    for said in ("The house is out of reach.", "La maison est hors d'atteinte."):
        assert v.page.get_by_role("heading", name=said).is_visible()
    assert (
        v.page.evaluate("getComputedStyle(document.querySelector('.offline')).paddingLeft") != "0px"
    )  # with its style
    assert v.page.evaluate("document.querySelector('h1 img').naturalWidth") > 0
    assert Axe().run(v.page).violations_count == 0
    v.page.set_viewport_size({"width": 320, "height": 568})
    assert too_wide(v.page) <= 0
    v.context.set_offline(False)
    v.page.wait_for_selector(".books")  # the page that was asked for
    assert v.page.url == v.url + "/rules"


def test_the_worker_keeps_nothing_that_could_be_out_of_date(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.page.wait_for_function(READY)
    offline = {"/offline", *(f"{STATIC_PATH}/{name}" for name in ("style.css", "icon.svg", "offline.js"))}
    assert [set(each) for each in v.page.evaluate(KEPT)] == [offline]
    old = """async () => {
      await (await caches.open('offline of yesterday')).put('/old', new Response());
      await (await navigator.serviceWorker.ready).unregister();
    }"""
    v.page.evaluate(old)
    assert len(v.page.evaluate(KEPT)) == 2
    v.page.goto("about:blank")
    v.page.goto(v.url)
    for _ in range(300):  # until the new worker has taken over
        if [set(each) for each in v.page.evaluate(KEPT)] == [offline]:
            break
        v.page.wait_for_timeout(100)
    assert [set(each) for each in v.page.evaluate(KEPT)] == [offline]
    answer = httpx.get(v.url + "/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "no-cache" in answer.headers["cache-control"]
    policy = answer.headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("book", BOOKS)
def test_the_first_page_is_small(client: httpx.Client, book: str, language: str):
    """Everything that is needed before the first wager can be placed, compressed as it is sent."""
    client.headers["Accept-Encoding"] = "gzip"
    page = client.get("/", params={"book": book, "lang": language})
    paths = {part.split('"')[0] for part in page.text.split('="')[1:] if part.startswith("/static/")}
    sizes = {answer.url.path: answer.num_bytes_downloaded for answer in [page, *map(client.get, sorted(paths))]}
    assert sum(sizes.values()) < FIRST_PAGE_BYTES, sizes
    linked = {path.rpartition("/")[2] for path in paths}
    for script in (each for each in linked if each.endswith(".js")):
        assert set(AT_ONCE.findall(STATIC.joinpath(script).read_text())) <= linked, f"{script} loads more at once"
