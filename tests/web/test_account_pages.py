"""Accounts in a real browser: a guest becomes one and loses nothing, on a second device too."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pyotp
import pytest
from playwright.sync_api import Browser, Page, expect

from mississippi_stud.floor import Floor
from mississippi_stud.web.app import create_app
from tests.floor.clock import Clock
from tests.passwords import cheap_passwords
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, Visit, serve, too_wide

MINUTE = 60_000_000
AWAY = "You have been away for a while, signed in long ago or were signed out elsewhere: sign in again."
PASSWORD = "a quiet river at night"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def place(clock: Clock, decks: None) -> Iterator[Site]:
    """A site with a host name, as passkeys need it, and a clock that is set by hand."""
    with cheap_passwords():
        floor = Floor.in_memory(clock)
        url, stop = serve(create_app(floor, SECRET, FREELY))
        yield Site(url.replace("127.0.0.1", "localhost"), floor)
        stop()


@pytest.fixture
def device(place: Site, browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Open the site on a device of somebody's; at the end nothing must have gone wrong in their browser."""
    visits: list[Visit] = []

    def opened(path: str, language: str = "en", **settings: Any) -> Visit:
        context = browser.new_context(**{"locale": LOCALES[language], "reduced_motion": "reduce", **settings})
        visits.append(Visit(context, place, path))
        return visits[-1]

    yield opened
    for each in visits:
        each.context.close()
    assert [each.wrong for each in visits if each.wrong] == []


def authenticator(v: Visit) -> tuple[Any, str]:
    """Give a browser an authenticator; return the session that rules it, and its id."""
    session = v.context.new_cdp_session(v.page)
    session.send("WebAuthn.enable")
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]


def code_now(secret: str, clock: Clock, seconds: int = 0) -> str:
    return pyotp.TOTP(secret).at(clock.now // 1_000_000 + seconds)


def open_account(page: Page, login: str) -> None:
    page.fill("#login", login)
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    page.wait_for_selector("ms-account .sign-out")


def sign_in(page: Page, login: str, password: str = PASSWORD, code: str = "") -> None:
    page.wait_for_selector("ms-sign-in form")
    page.fill("#login", login)
    page.fill("#password", password)
    page.fill("#code", code)
    page.press("#code", "Enter")


def examine(page: Page) -> None:
    """See that axe finds nothing, and that nothing is wider than the window."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert too_wide(page) <= 0


def account_by_passkey(v: Visit) -> None:
    """Make an account by passkey alone."""
    cdp, key = authenticator(v)
    v.page.goto(f"{v.url}/sign-in")
    v.page.click("a[href^='/account'] >> nth=-1")
    v.page.click("ms-new-account .passkey")
    v.page.wait_for_selector("ms-account .sign-out")
    assert len(cdp.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]) == 1
    assert v.page.get_by_text("Signed in with a passkey").is_visible()


def recovery_codes(page: Page, clock: Clock) -> list[str]:
    """Set up a second factor; return its recovery codes, which are copied and downloaded as well."""
    page.focus(".set-up")
    for keys in (("Enter",), ("Tab", "Tab", "Enter"), ("Enter",)):  # begun, given up, begun again, by keys alone
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator("#code" if len(keys) == 1 else ".set-up")).to_be_focused()
    secret = page.inner_text(".secret")
    assert page.evaluate("document.querySelector('.qr').naturalWidth") > 100
    page.keyboard.type(code_now(secret, clock))
    page.keyboard.press("Enter")
    page.wait_for_selector(".codes")
    assert page.evaluate("document.activeElement.className") == "codes"
    codes = page.locator(".codes code").all_inner_texts()
    assert len(codes) == 10
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click(".codes .copy")
    expect(page.locator("[role=status].news")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "\n".join(codes)
    with page.expect_download() as download:
        page.click(".codes .download")
    expect(page.locator("[role=status].news")).to_have_text("The file with your recovery codes has been downloaded.")
    assert download.value.path().read_text().split()[-10:] == codes
    page.click(".codes .done")
    page.get_by_text("On. Unused recovery codes: 10.").wait_for()
    assert page.evaluate("document.activeElement.id") == "second-factor-title"
    return codes


def test_a_guest_becomes_an_account_and_finds_everything_on_a_second_device(device, place: Site, clock: Clock):
    v = device("/")
    page = v.page
    v.page.wait_for_selector("ms-game .felt")
    v.deal("Qc Qd 3h 3s 9c", ante="5")
    v.bet(1, 1, 1)
    v.ended()
    table, balance = v.table["id"], v.table["balance_cents"]
    assert balance == 1_000_00 + 40_00
    page.goto(f"{v.url}/settings")
    page.select_option("[name=felt]", "blue")
    account_by_passkey(v)
    page.fill("#login", "Ann")  # and a password besides, with a second factor
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    page.get_by_text("Signed in as Ann").wait_for()
    codes = recovery_codes(page, clock)
    page.click(".sign-out")
    page.wait_for_url("**/sign-in")
    page.click("ms-sign-in .passkey")
    page.wait_for_selector("ms-game .felt")
    page.wait_for_function("() => document.querySelector('ms-game').table")
    assert (v.table["id"], v.table["balance_cents"]) == (table, balance)

    clock.now += MINUTE
    other = device("/sign-in")
    other.meant = ("401",)
    sign_in(other.page, "ann", code="")
    expect(other.page.locator(".error")).to_contain_text("That does not match")
    sign_in(other.page, "ann", code=codes[0])
    other.page.wait_for_selector("ms-game .felt")
    other.page.wait_for_function("() => document.querySelector('ms-game').table")
    assert (other.table["id"], other.table["balance_cents"]) == (table, balance)
    assert other.page.get_attribute("html", "data-felt") == "blue"
    other.page.goto(f"{v.url}/history")
    expect(other.page.locator("ms-history")).to_contain_text("40")
    other.page.goto(f"{v.url}/settings")
    with other.page.expect_response("**/api/account/preferences"):
        other.page.select_option("[name=felt]", "red")
    page.goto(f"{v.url}/settings")  # the last to choose wins, wherever it was
    assert page.get_attribute("html", "data-felt") == "red"
    assert page.input_value("[name=felt]") == "red"


def test_a_copied_passkey_is_refused_and_its_owner_is_told(device, place: Site):
    v = device("/account")
    v.meant = ("401",)
    cdp, key = authenticator(v)
    v.page.click("ms-new-account .passkey")
    v.page.wait_for_selector("ms-account .sign-out")
    (held,) = cdp.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]
    v.page.click(".sign-out")
    v.page.wait_for_url("**/sign-in")
    v.page.click("ms-sign-in .passkey")
    v.page.wait_for_selector("ms-game .felt")
    cdp.send("WebAuthn.removeCredential", {"authenticatorId": key, "credentialId": held["credentialId"]})
    cdp.send(
        "WebAuthn.addCredential", {"authenticatorId": key, "credential": held}
    )  # the copy still counts from before
    thief = v.open("/sign-in")
    thief_cdp = v.context.new_cdp_session(thief)
    thief_cdp.send("WebAuthn.enable")
    own = thief_cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
    thief_cdp.send("WebAuthn.addCredential", {"authenticatorId": own, "credential": held})
    thief.click("ms-sign-in .passkey")
    expect(thief.locator(".error")).to_contain_text("That does not match")
    v.page.goto(f"{v.url}/account")  # whoever is inside stays inside
    expect(v.page.locator(".cloned")).to_have_text("It has been copied and is not accepted any more: remove it.")


def test_three_failures_lock_and_fifteen_minutes_open_again(device, clock: Clock):
    v = device("/account")
    v.meant = ("401",)
    open_account(v.page, "locked")
    other = device("/sign-in?to=/history")
    other.meant = ("401",)
    for password in ("wrong", "wrong", "wrong", PASSWORD):
        sign_in(other.page, "locked", password)
        expect(other.page.locator(".news")).to_have_text("")
        expect(other.page.locator(".error")).to_have_text(
            "That does not match: check the name, the password and the code, or try again in 15 minutes."
        )
    clock.now += 15 * MINUTE
    sign_in(other.page, "locked")
    other.page.wait_for_url("**/history")


def test_whoever_was_away_signs_in_again_and_is_back_at_the_table(device, clock: Clock):
    v = device("/account")
    v.meant = ("401", "404", "WebSocket")
    open_account(v.page, "away")
    v.page.goto(f"{v.url}/?book=crown")
    v.page.wait_for_function("() => document.querySelector('ms-game').table")
    table = v.table["id"]
    clock.now += 30 * MINUTE
    v.page.reload()
    v.page.wait_for_url("**/sign-in?to=*")
    expect(v.page.locator(".news")).to_have_text(AWAY)
    sign_in(v.page, "away")
    v.page.wait_for_url("**/?book=crown")
    v.page.wait_for_function("() => document.querySelector('ms-game').table")
    assert v.table["id"] == table


def test_whoever_was_away_and_follows_a_link_is_told_why_they_sign_in_again(device, clock: Clock):
    v = device("/account")
    v.meant = ("401", "WebSocket")
    open_account(v.page, "a reader")
    clock.now += 30 * MINUTE
    for path in ("/history", "/account"):  # and nobody is offered a new account instead of their own
        v.page.goto(v.url + path)
        expect(v.page.locator("h1")).to_have_text("Sign in")
        expect(v.page.locator(".news")).to_have_text(AWAY)
    v.page.click("ms-sign-in a[href^='/account']")
    expect(v.page.locator("h1")).to_have_text("Make an account")


ELSEWHERE = ("//127.0.0.1:1/", "/\\127.0.0.1:1/", "/\t/127.0.0.1:1/", "/\n\\127.0.0.1:1/", "//[", "javascript:alert(1)")


@pytest.mark.parametrize("foreign", ELSEWHERE)
def test_nobody_is_led_to_another_site(device, foreign: str):
    """A browser leaves tabs and ends of lines out of an address, and then it begins with two slashes."""
    v = device(f"/account?{urlencode({'to': foreign})}")
    open_account(v.page, f"led to {foreign!r}")
    assert v.page.url == f"{v.url}/account"
    v.page.click(".sign-out")
    v.page.wait_for_url("**/sign-in")
    v.page.goto(f"{v.url}/sign-in?{urlencode({'to': foreign})}")
    sign_in(v.page, f"led to {foreign!r}")
    v.page.wait_for_selector("ms-game")
    assert v.page.url == f"{v.url}/"


def test_an_invitation_is_not_lost_on_the_way_from_signing_in_to_a_new_account_and_back(device):
    v = device("/sign-in?to=/history%3Fbook%3Dcrown")
    v.page.click("ms-sign-in a[href^='/account']")
    v.page.click("ms-new-account a[href^='/sign-in']")
    v.page.click("ms-sign-in a[href^='/account']")
    v.page.fill("#login", "a newcomer")
    v.page.fill("#password", PASSWORD)
    v.page.press("#password", "Enter")
    v.page.wait_for_url("**/history?book=crown")


def test_erasing_oneself_in_french_on_a_phone(device, place: Site):
    v = device("/account", "fr", viewport={"width": 360, "height": 640})
    v.meant = ("409", "401")
    open_account(v.page, "éphémère")
    for title in ("#personal-title", "#erase-title"):
        v.page.click(title)
    v.page.fill("#name", "Anne Exemple")
    v.page.press("#name", "Enter")
    expect(v.page.locator(".news")).to_have_text("C'est enregistré.")
    assert v.page.input_value("#name") == "Anne Exemple"
    v.page.fill("#word", "non")
    v.page.press("#word", "Enter")
    expect(v.page.locator(".error")).to_be_in_viewport()  # the form is far below it
    expect(v.page.locator(".error")).to_have_text("Rien n'a été effacé\u00a0: tapez exactement le mot effacer.")
    v.page.fill("#word", "effacer")
    v.page.press("#word", "Enter")
    v.page.wait_for_url("**/sign-in")
    sign_in(v.page, "éphémère")
    expect(v.page.locator(".error")).to_contain_text("Cela ne correspond pas")


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("fr", "dark")])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_small_phone(device, clock: Clock, language: str, scheme: str):
    v = device("/sign-in", language, color_scheme=scheme, viewport={"width": 320, "height": 640})
    v.page.wait_for_selector("ms-sign-in form")
    examine(v.page)
    v.page.goto(f"{v.url}/account")
    v.page.wait_for_selector("ms-new-account form")
    examine(v.page)
    open_account(v.page, f"axe {language}")
    v.page.click(".set-up")
    v.page.wait_for_selector(".qr")
    examine(v.page)
    v.page.fill("#code", code_now(v.page.inner_text(".secret"), clock))
    v.page.press("#code", "Enter")
    v.page.wait_for_selector(".off:not(:disabled)")
    examine(v.page)


def test_at_an_address_passkeys_are_not_offered_and_the_page_says_so(place: Site, browser: Browser):
    page = browser.new_page()
    page.goto(place.url.replace("localhost", "127.0.0.1") + "/sign-in")
    page.wait_for_selector("ms-sign-in form")
    assert page.locator(".passkey").count() == 0
    assert page.get_by_text("Passkeys are not available at this address").is_visible()
    page.context.close()
