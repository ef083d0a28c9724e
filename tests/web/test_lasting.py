"""What must not be lost or repeated: closed tabs, two tabs, dead servers, lost networks, double clicks."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.conftest import Site, Visit, free_port

ROOT = Path(__file__).parents[2]


def test_reload_and_closed_tab_continue_the_round(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.deal("Qc Qd 3h 3s 9c", ante="7.50", bonus="2")
    v.bet(2)
    v.open_street("fourth-street")
    before = v.hand()
    v.page.reload()
    v.open_street("fourth-street")
    assert v.hand() == before
    v.page.close()
    v.page = v.open()
    v.open_street("fourth-street")
    assert v.hand() == before
    v.bet(1, 1)
    v.ended()
    assert v.text(".verdict") == "Two pair +$77.00"


def test_the_language_switch_keeps_the_place(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    v.deal("Qc Qd 3h 3s 9c")
    v.bet(1)
    v.open_street("fourth-street")
    before = v.hand()
    v.page.click("#language")
    v.page.wait_for_selector("html[lang=fr] ms-game .decide")
    assert v.hand() == before
    v.page.goto(v.url + "/rules/crown/clause?id=5.5")
    v.page.click("#language")
    v.page.wait_for_selector("html[lang=en]")
    assert v.text("h1") == "Crown 5.5"
    v.page.goto(v.url + "/history?round=1&step=3")
    v.page.wait_for_selector(".steps .on")
    v.page.click(".steps .on")
    v.page.click("#language")
    v.page.wait_for_selector("html[lang=fr] .steps")
    assert v.text(".steps p strong").startswith("Étape 4 sur")


def test_two_tabs_on_one_game(visit):
    v = visit()
    v.page.wait_for_selector("button.deal")
    other = v.open()
    other.wait_for_selector("button.deal")
    v.deal("2c 7d 9h Jc 4s")
    other.wait_for_selector(".spot[data-wager=third-street].open")
    # The other tab decides on an outdated view: nothing is done twice.
    other.evaluate(
        """() => { const element = document.querySelector('ms-game'); element.stop(); element.take = () => {}; }"""
    )
    v.bet(1)
    v.open_street("fourth-street")
    other.evaluate("document.querySelector('ms-game').changed = -1000")
    other.bring_to_front()
    other.locator(".decide .bet").first.click()
    v.meant = ("409",)
    other.wait_for_selector(".error")
    assert "That moment has passed" in other.inner_text(".error")
    assert list(v.hand()["wagers_cents"]) == ["ante", "third-street"]


HASTE = """async (selector) => {
  const game = document.querySelector('ms-game'), { version } = game.table, { fetch } = window;
  const place = document.querySelector(selector).getBoundingClientRect();
  const click = () => document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2)
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  let sent = 0;
  window.fetch = (...request) => { sent += 1; return fetch(...request); };
  game.changed = -1000;  // what is there now has been looked at
  click();
  click();  // before there is an answer
  const same = () => game.table.version === version && !game.fresh;
  while (same() || game.busy !== null) await new Promise((done) => setTimeout(done));
  await game.updateComplete;
  click();  // the moment the answer is drawn, on whatever is drawn there
  window.fetch = fetch;
  return sent;
}"""


def test_double_clicks_do_nothing_twice(visit):
    """Three clicks in one place: two before the first is answered, one as soon as the answer is drawn."""
    v = visit(viewport={"width": 1280, "height": 1000})
    v.page.wait_for_selector("button.deal")
    v.script("2c 7d 9h Jc 4s")
    steps = [("button.deal", "ante"), (".decide .bet", "third-street"), (".decide .bet", "fourth-street")]
    wagers = set[str]()
    for selector, placed in [*steps, (".decide .bet", "fifth-street")]:
        assert v.page.evaluate(HASTE, selector) == 1
        wagers.add(placed)
        assert set(v.hand()["wagers_cents"]) == wagers
    v.ended()
    assert v.page.evaluate(HASTE, ".rebet") == 1
    v.open_street("third-street")
    assert v.table["view"]["number"] == 2
    v.page.keyboard.press("f")
    v.page.keyboard.press("f")
    v.ended()
    assert v.page.evaluate(HASTE, ".new") == 0  # the felt is cleared locally; nothing is asked of the server
    v.page.wait_for_selector("button.deal")
    assert v.table["view"]["number"] == 2
    v.page.evaluate("document.querySelector('ms-game').changed = -1000")
    v.page.dblclick("button.deal")  # and like a mouse
    v.open_street("third-street")
    assert v.table["view"]["number"] == 3


def test_a_lost_network_shows_at_once_and_heals(visit):
    v = visit()
    v.meant = ("ERR_INTERNET_DISCONNECTED",)
    v.page.wait_for_selector("button.deal")
    v.deal("Jc Jd 3h 4s 9c", ante="5")
    v.page.evaluate(
        """() => addEventListener('offline', async () => {
             const game = document.querySelector('ms-game');
             await game.updateComplete;
             game.shownAtOnce = Boolean(game.querySelector('.banner'));
           })"""
    )
    v.context.set_offline(True)
    v.page.wait_for_selector(".banner")
    assert v.page.evaluate("document.querySelector('ms-game').shownAtOnce")
    with v.page.expect_event("requestfailed"):
        v.click(".decide .bet >> nth=2")  # held back, and sent when the network returns
    v.context.set_offline(False)
    v.open_street("fourth-street")
    v.page.wait_for_selector(".banner", state="detached")
    assert v.hand()["wagers_cents"] == {"ante": 500, "third-street": 1500}
    v.bet(1, 1)
    v.ended()


class Child:
    """A server in a separate process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = [
            sys.executable,
            "-m",
            "tests.web.child",
            str(self.port),
            f"{self.folder}/floor.db",
            f"{self.folder}/key",
        ]
        self.process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL)
        for _ in range(600):
            assert self.process.poll() is None, "the server did not start"
            try:
                httpx.get(f"{self.url}/readyz").raise_for_status()
            except httpx.HTTPError:
                time.sleep(0.05)
            else:
                return
        pytest.fail("the server does not answer")

    def end(self, sign: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(sign)
        self.process.wait(20)


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    server = Child(tmp_path)
    server.start()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.end(signal.SIGKILL)


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_a_server_that_is_killed_and_started_again(child: Child, browser, sign, tmp_path):
    context = browser.new_context(locale="en-CA", reduced_motion="reduce")
    v = Visit(context, Site(child.url, None))  # type: ignore[arg-type]
    v.page.wait_for_selector("button.deal")
    v.deal("Jc Jd 3h 4s 9c", ante="5", bonus="1")
    v.bet(2)
    v.open_street("fourth-street")
    before = v.hand()
    child.end(sign)
    v.page.wait_for_selector(".banner")
    v.click(".decide .bet >> nth=0")  # carried out when the server is back
    child.start()
    v.open_street("fifth-street")
    v.page.wait_for_selector(".banner", state="detached")
    after = v.hand()
    assert after["wagers_cents"] == {**before["wagers_cents"], "fourth-street": 500}
    assert after["hole"] == before["hole"]
    v.bet(1)
    v.ended()
    assert v.text(".verdict") == "Jacks or better +$24.00"
    context.close()
