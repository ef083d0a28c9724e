"""A house in a real browser: an owner invites, somebody accepts, sets a second factor and holds a title."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from mississippi_stud.floor import houses
from mississippi_stud.person.house_messages import DisableMember
from mississippi_stud.person.proposals import CONSOLE, Invite
from tests.floor.clock import Clock
from tests.web.conftest import Site, Visit
from tests.web.test_account_pages import PASSWORD, clock, code_now, device, place, sign_in

__all__ = ["clock", "device", "place"]

MINUTE = 60_000_000


def first_owner(place: Site, house: str) -> str:
    """Return the path of the link that makes the first owner of a house."""
    place.floor.send(houses.stream_of(house), houses.opening(place.floor, by=CONSOLE))
    return f"/invitation/{houses.invite(place.floor, house, 'Ann', by=CONSOLE, owner=True).token}"


def join(page: Page, login: str) -> None:
    """Make an account from an invitation, and accept it."""
    page.click("main a[href^='/account']")
    page.fill("#login", login)
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    page.click("ms-invitation .accept")
    page.wait_for_selector("ms-invitation a[href='/account']")


def secure(page: Page, clock: Clock) -> str:
    """Set up a second factor; return its secret."""
    page.click("ms-invitation a[href='/account']")
    page.click(".set-up")
    secret = page.inner_text(".secret")
    clock.now += MINUTE
    page.fill("#code", code_now(secret, clock))
    page.press("#code", "Enter")
    page.wait_for_selector(".codes")
    return secret


def owner(device: Any, place: Site, clock: Clock, house: str, language: str = "en", **how: Any) -> Visit:
    """Return a device on which the first owner of a house looks at it."""
    v = device(first_owner(place, house), language, **how)
    join(v.page, f"owner of {house}")
    secure(v.page, clock)
    v.page.goto(f"{v.url}/house/{house}")
    v.page.wait_for_selector("ms-house .invite")
    return v


def new_member(device: Any, v: Visit, clock: Clock, login: str, *titles: str) -> Visit:
    """Have an owner invite somebody, who accepts on a device of their own; return that device."""
    page = v.page
    page.fill(".invite #name", login.title())
    for title in titles:
        page.check(f".invite [value='{title}']")
    page.click(".invite button.main")
    link = page.inner_text(".shown .link")
    assert page.evaluate("document.activeElement.className") == "shown"
    page.click(".shown .had")
    assert page.locator(".shown").count() == 0
    assert link not in page.content(), "it is shown once"
    other = device(link.removeprefix(v.url))
    join(other.page, login)
    return other


def person_of(place: Site, house: str, name: str) -> str:
    members = houses.settings_of(place.floor, house).members.values()
    return next(
        each.person for each in members if houses.badge_name(place.floor.vault, each.called, person=each.person) == name
    )


def test_from_an_invitation_to_a_title_and_back(device, place: Site, clock: Clock):
    v = owner(device, place, clock, "east")
    page = v.page
    deb = new_member(device, v, clock, "deb", "crown:dealer")
    who = person_of(place, "east", "Deb")
    assert houses.titles_of(place.floor, "east", who) == {}, "no second factor yet"
    page.reload()
    line = page.locator(".people li", has_text="Deb")
    expect(line.first).to_contain_text("has no second factor yet")
    secure(deb.page, clock)
    assert houses.titles_of(place.floor, "east", who) == {"crown": {"dealer"}}
    deb.meant = ("404",)
    deb.page.goto(f"{v.url}/house/east")
    assert deb.page.locator("ms-house").count() == 0, "a dealer is no owner"

    page.reload()
    page.fill("#why", "promoted")
    page.select_option(f"#grant-{who}", "crown:tg-area-manager")
    page.click("button.grant")
    page.get_by_text("Done.").wait_for()
    assert houses.titles_of(place.floor, "east", who) == {"crown": {"dealer", "tg-area-manager"}}
    page.click("button[aria-label='Withdraw: dealer (crown), Deb']")
    expect(page.locator("button[aria-label='Withdraw: dealer (crown), Deb']")).to_have_count(0)
    page.click("button[aria-label='Disable: Deb']")
    page.wait_for_selector("button[aria-label='Enable: Deb']")
    assert houses.titles_of(place.floor, "east", who) == {}
    deb.page.goto(f"{v.url}/account")
    expect(deb.page.locator("h1")).to_have_text("Make an account")


def test_a_second_owner_approves_and_money_is_given(device, place: Site, clock: Clock):
    v = owner(device, place, clock, "play")
    page = v.page
    link = houses.new_link(place.floor.database.keys, "play")
    called = houses.badge(place.floor.vault, link, "Bob")
    act = Invite(by=CONSOLE, why="more", mark=link.mark, called=called, owner=True)
    houses.propose(place.floor, "play", act)
    page.reload()
    expect(page.locator("#proposals ~ ul")).to_contain_text("Invite a further owner: Bob")
    page.click(".approve")
    page.get_by_text("Nothing waits for a second person.").wait_for()
    bob = device(f"/invitation/{link.token}")
    join(bob.page, "bob")
    secure(bob.page, clock)

    page.fill("#money-person", "pat")
    page.fill("#money-amount", "25.00")
    page.fill("#money-why", "a lost chip")
    page.click(".money button")
    page.get_by_text("Somebody else must approve what you propose.").wait_for()
    assert page.locator(".approve").count() == 0
    bob.page.goto(f"{v.url}/house/play")
    expect(bob.page.locator("#proposals ~ ul")).to_contain_text("Give a player money: pat, $25.00")
    bob.page.click(".approve")
    bob.page.get_by_text("Nothing waits for a second person.").wait_for()
    assert place.floor.balance("pat") == 25_00

    person = person_of(place, "play", "Bob")
    houses.change_house(place.floor, "play", DisableMember(by=CONSOLE, person=person))
    bob.meant = ("401",)
    bob.page.reload()
    expect(bob.page.locator("h1")).to_have_text("Sign in")


def test_settings_are_saved_within_their_bounds(device, place: Site, clock: Clock):
    page = owner(device, place, clock, "north").page
    page.fill("#setting-idle_minutes", "10")
    page.click("button[aria-label='Save: Minutes idle']")
    page.get_by_text("Saved.").wait_for()
    page.fill("#setting-name_en", "The Long Table")
    page.press("#setting-name_en", "Enter")
    page.wait_for_function("() => document.querySelector('.news').textContent === 'Saved.'")
    page.reload()
    expect(page.locator("h1")).to_have_text("The house The Long Table")
    expect(page.locator("#setting-idle_minutes")).to_have_value("10")
    page.fill("#setting-idle_minutes", "31")
    page.press("#setting-idle_minutes", "Enter")
    assert page.evaluate("document.querySelector('#setting-idle_minutes').validity.rangeOverflow")
    assert houses.settings_of(place.floor, "north").amount("idle_minutes") == 10


def test_a_lost_password_is_set_anew_with_a_link_that_works_once(device, place: Site, clock: Clock):
    v = owner(device, place, clock, "south")
    sam = new_member(device, v, clock, "sam", "crown:dealer")
    secure(sam.page, clock)
    v.page.reload()
    v.page.click("button[aria-label='Recovery link: Sam']")
    link = v.page.inner_text(".shown .link")
    page = sam.page
    page.goto(link)
    page.fill("#login", "sam")
    page.fill("#password", "another quiet river")
    page.press("#password", "Enter")
    page.click("ms-recovery a")
    sign_in(page, "sam", "another quiet river")
    page.wait_for_selector("ms-game .felt")
    assert houses.titles_of(place.floor, "south", person_of(place, "south", "Sam")) == {}, "no second factor any more"
    sam.meant = ("409",)
    page.goto(link)
    expect(page.locator("main")).to_contain_text("this link is not valid")


@pytest.mark.parametrize(("language", "scheme", "width"), [("en", "light", 1280), ("fr", "dark", 320)])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_small_phone(
    device, place: Site, clock: Clock, language: str, scheme: str, width: int, tmp_path: Path
):
    house = f"axe-{language}"
    how = {"color_scheme": scheme, "viewport": {"width": width, "height": 640}}
    path, axe = first_owner(place, house), Axe()
    v = device(path, language, **how)
    page = v.page

    def examine(name: str) -> None:
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=tmp_path / f"{name}-{language}.png", full_page=True)

    examine("invitation")
    join(page, f"axe {language}")
    examine("accepted")
    secure(page, clock)
    page.goto(f"{v.url}/house/{house}")
    page.fill(".invite #name", "Deb")
    page.check(".invite [value='nsw:inspector']")
    page.click(".invite button.main")
    page.wait_for_selector(".shown")
    page.fill(".invite #name", "Bob")
    page.check(".invite [name=owner]")
    page.fill(".invite #reason", "x")
    page.click(".invite button.main")
    page.wait_for_selector(".decline")
    examine("house")
    person = next(iter(houses.settings_of(place.floor, house).members))
    link = houses.offer_recovery(place.floor, house, person, by=CONSOLE, why="x")
    page.goto(f"{v.url}/recovery/{link.token}")
    page.wait_for_selector("ms-recovery form")
    examine("recovery")
