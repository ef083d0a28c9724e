"""A house in a real browser: an owner invites, somebody accepts, sets a second factor and holds a title."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mississippi_stud.floor import Wager, approvals, house_acts, houses, staff_links
from mississippi_stud.floor.accounts import Deposit
from mississippi_stud.floor.persons import person_of as known
from mississippi_stud.money import Cents
from mississippi_stud.person.house_messages import DisableMember
from mississippi_stud.person.proposals import CONSOLE, Invite
from mississippi_stud.prose.own_book import own_book
from tests.floor.clock import Clock
from tests.web.conftest import Site, Visit
from tests.web.test_account_pages import PASSWORD, clock, code_now, device, examine, place, sign_in

__all__ = ["clock", "device", "place"]

MINUTE = 60_000_000
BOSS = "tg-assistant-casino-manager"


def first_owner(place: Site, house: str) -> str:
    """Return the path of the link that makes the first owner of a house."""
    place.floor.send(houses.stream_of(house), houses.opening(place.floor, by=CONSOLE))
    return f"/invitation/{staff_links.invite(place.floor, house, 'Ann', by=CONSOLE, owner=True).token}"


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
        each.person
        for each in members
        if staff_links.badge_name(place.floor.vault, each.called, person=each.person) == name
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
    deb.page.goto(f"{v.url}/house/east")
    deb.page.get_by_role("heading", name="dealer (crown)").wait_for()
    assert deb.page.locator("ms-house, form").count() == 0, "a dealer is no owner, and may propose nothing"

    page.reload()
    page.click("summary[aria-label='Change: Deb']")
    page.fill(f"#member-{who}-why", "promoted")
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
    expect(deb.page.locator("h1")).to_have_text("Sign in")


def test_a_second_owner_approves_and_money_is_given(device, place: Site, clock: Clock):
    v = owner(device, place, clock, "play")
    page = v.page
    link = staff_links.new_link(place.floor.database.keys, "play")
    called = staff_links.badge(place.floor.vault, link, "Bob")
    act = Invite(by=CONSOLE, why="more", mark=link.mark, called=called, owner=True)
    approvals.propose(place.floor, "play", act)
    page.reload()
    expect(page.locator("#proposals ~ ul")).to_contain_text("Invite a further owner: Bob")
    page.click(".approve")
    page.get_by_text("Nothing waits for a second person.").wait_for()
    bob = device(f"/invitation/{link.token}")
    join(bob.page, "bob")
    secure(bob.page, clock)

    place.floor.send("account:pat", Deposit(cents=Cents(1_00)))
    page.fill("#money-person", "pat")
    page.fill("#money-amount", "25.00")
    page.fill("#money-why", "a lost chip")
    page.click(".money button")
    page.get_by_text("Somebody else must approve what you propose.").wait_for()
    assert page.locator(".approve").count() == 0
    bob.page.goto(f"{v.url}/house/play")
    expect(bob.page.locator("#proposals ~ ul")).to_contain_text("Give a player money: pat, $25.00")
    expect(bob.page.locator(".change")).to_have_text("nowbalance $1.00afterwardsbalance $26.00")
    bob.page.click(".approve")
    bob.page.get_by_text("Nothing waits for a second person.").wait_for()
    assert place.floor.balance("pat") == 26_00

    person = person_of(place, "play", "Bob")
    house_acts.change_house(place.floor, "play", DisableMember(by=CONSOLE, person=person))
    bob.meant = ("401",)
    bob.page.reload()
    expect(bob.page.locator("h1")).to_have_text("Sign in")


def test_settings_are_saved_within_their_bounds(device, place: Site, clock: Clock):
    v = owner(device, place, clock, "north")
    page = v.page
    page.select_option("#lobby-book", "nsw")
    page.fill("#lobby-least", "10")
    page.select_option("#lobby-seats", "4")
    page.press("#lobby-speed", "Enter")
    page.get_by_role("button", name="Open the table").press("Enter")
    page.get_by_text("The table is open, and stands in the lobby.").wait_for()
    (stream,) = houses.settings_of(place.floor, "north").tables
    table = place.floor.table(stream)
    assert (table.positions, table.limits[Wager.ANTE].minimum_cents, table.house) == (4, 10_00, "north")
    guest = device("/house/north/lobby")
    expect(guest.page.locator(".line")).to_have_count(1)
    page.click("summary[aria-label^='Change: Table']")
    page.click("button.close-table")
    page.get_by_text("No table is open.").wait_for()
    expect(guest.page.locator(".line")).to_have_count(0)
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
    v.page.click("summary[aria-label='Change: Sam']")
    v.page.click("button[aria-label='Recovery link: Sam']")
    link = v.page.inner_text(".shown .link")
    page = sam.page
    page.goto(link)
    page.fill("#login", "sam")
    page.fill("#password", "another quiet river")
    page.press("#password", "Enter")
    page.click("ms-recovery a")
    sign_in(page, "sam", "another quiet river")
    page.wait_for_selector("ms-account .set-up")  # on the way to the house: a new second factor comes first
    expect(page.locator("[role=status] strong")).to_contain_text("set up a second factor")
    assert houses.titles_of(place.floor, "south", person_of(place, "south", "Sam")) == {}, "no second factor any more"
    sam.meant = ("409",)
    page.goto(link)
    expect(page.locator("main")).to_contain_text("this link is not valid")


def test_an_owner_makes_a_recovery_link_by_an_id_and_makes_it_worthless(device, place: Site, clock: Clock):
    v = owner(device, place, clock, "quay")
    page = v.page
    new_member(device, v, clock, "pat")
    person, links = person_of(place, "quay", "Pat"), []
    page.reload()
    for why in ("lost the phone", "sent to the wrong address"):
        page.fill("#recover-person", person)
        page.fill("#recover-why", why)
        page.press("#recover-why", "Enter")
        links.append(page.inner_text(".shown .link"))
        page.click(".shown .had")
    lines = page.locator("#recover ~ ul > li")
    expect(lines).to_have_count(1)  # the newest link is the one that works
    expect(lines).to_contain_text("Pat")
    other = device("/rules")
    other.meant = ("409",)
    other.page.goto(links[0])
    expect(other.page.locator("h1")).to_have_text("This link does not work")
    other.page.goto(links[1])
    expect(other.page.locator("h1")).to_have_text("A new password")
    lines.locator("summary").click()
    page.click("button[aria-label='Make worthless: Pat']")
    expect(lines).to_have_count(0)
    other.page.reload()
    expect(other.page.locator("h1")).to_have_text("This link does not work")


def test_an_invitation_tells_that_it_waits_or_came_too_late(device, place: Site, clock: Clock):
    late = first_owner(place, "isle")
    other = device(f"/invitation/{staff_links.invite(place.floor, 'isle', 'Bob', by=CONSOLE, owner=True).token}")
    ann = device(late)
    join(ann.page, "ann of the isle")
    other.meant = ("409",)
    other.page.click("main a[href^='/account']")
    other.page.fill("#login", "bob of the isle")
    other.page.fill("#password", PASSWORD)
    other.page.press("#password", "Enter")
    other.page.click("ms-invitation .accept")
    expect(other.page.locator(".error")).to_contain_text("the house has got an owner since this link was made")
    waiting = staff_links.invite(place.floor, "isle", "Bob", by=CONSOLE, owner=True, why="more", proposed=True)
    other.page.goto(f"{other.url}/invitation/{waiting.token}")
    expect(other.page.locator("h1")).to_have_text("This link does not work yet")


@pytest.mark.parametrize(("language", "scheme", "width"), [("en", "light", 1280), ("fr", "dark", 320)])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_small_phone(
    device, place: Site, clock: Clock, language: str, scheme: str, width: int
):
    house = f"axe-{language}"
    v = device(first_owner(place, house), language, color_scheme=scheme, viewport={"width": width, "height": 640})
    page = v.page
    examine(page)
    join(page, f"axe {language}")
    examine(page)
    secure(page, clock)
    page.goto(f"{v.url}/house/{house}")
    page.fill(".invite #name", "Deb")
    page.check(".invite [value='nsw:inspector']")
    page.click(".invite button.main")
    page.wait_for_selector(".shown")
    page.fill(".invite #name", "Bob")
    page.check(".invite [name=owner]")
    page.fill("#invite-why", "x")
    page.click(".invite button.main")
    page.wait_for_selector(".decline")
    examine(page)
    for path, ready in (
        ("/books", "ms-house-books button"),
        ("/operation", "main h1"),
        ("/lobby", "ms-lobby .count"),
    ):
        page.goto(f"{v.url}/house/{house}{path}")
        page.locator(ready).first.wait_for()
        examine(page)
    person = next(iter(houses.settings_of(place.floor, house).members))
    link = staff_links.offer_recovery(place.floor, house, person, by=CONSOLE, why="x")
    page.goto(f"{v.url}/recovery/{link.token}")
    page.wait_for_selector("ms-recovery form")
    examine(page)


def staff(device: Any, place: Site, clock: Clock, house: str, language: str, **how: Any) -> tuple[Visit, str]:
    """Return the device of a manager who has set up the second factor that the house asked for, and its secret."""
    link = staff_links.invite(place.floor, house, "Max", by=CONSOLE, titles={"crown": (BOSS,)})
    v = device(f"/invitation/{link.token}", language, **how)
    page = v.page
    join(page, f"max {language}")
    page.goto(f"{v.url}/house/{house}")
    expect(page.locator("[role=status] strong")).to_be_visible()  # led to the account: no second factor yet
    page.click(".set-up")
    secret = page.inner_text(".secret")
    clock.now += MINUTE
    page.fill("#code", code_now(secret, clock))
    page.press("#code", "Enter")
    page.click(".codes .done")
    expect(page.locator("#factor-first")).to_have_count(0)
    page.click(f"a[href='/house/{house}']")
    page.wait_for_selector("form.exclude")
    return v, secret


def type_into(page: Page, form: str, **fields: str) -> None:
    """Fill in a form by keyboard, and send it."""
    for name, value in fields.items():
        page.focus(f"#{form}-{name}")
        page.keyboard.press("Control+a")
        page.keyboard.type(value)
    page.keyboard.press("Enter")


def exclude_and_admit(page: Page, boss: Page, place: Site, house: str, who: str, language: str) -> None:
    """Exclude somebody by a clause, and propose to admit them again, which an owner approves."""
    type_into(page, "exclude", person=who, grounds="devices")
    expect(page.locator(".news")).to_have_text({"en": "Excluded.", "fr": "Exclusion faite."}[language])
    excluded = known(place.floor, who).care.exclusion_at(house)
    assert excluded is not None
    assert (excluded.by, excluded.clause, excluded.grounds) == (BOSS, "crown 13.2.2", "devices")
    type_into(page, "admit", person=who, why="heard")
    page.wait_for_selector(".change")
    assert page.locator(".approve").count() == 0, "nobody approves what they propose"
    examine(page)
    boss.reload()
    expect(boss.locator(".change")).to_have_text("nowexcluded by Crown 13.2.2: devicesafterwardsmay play")
    boss.press(".approve", "Enter")
    boss.get_by_text("Nothing waits for a second person.").wait_for()
    assert known(place.floor, who).care.exclusion_at(house) is None


def lock_out_and_return(page: Page, clock: Clock, login: str, secret: str) -> None:
    """Sign in with a wrong password until even the right one does not help, and again once that is over."""
    for _ in range(3):
        sign_in(page, login, "a wrong password")
        page.wait_for_selector(".error")
    clock.now += MINUTE
    sign_in(page, login, PASSWORD, code_now(secret, clock))
    page.wait_for_selector(".error")
    examine(page)
    clock.now += 16 * MINUTE
    sign_in(page, login, PASSWORD, code_now(secret, clock))
    page.wait_for_selector("ms-house-staff form.exclude")  # led to the house


@pytest.mark.parametrize(("language", "scheme", "width"), [("en", "dark", 1280), ("fr", "light", 360)])
def test_staff_work_on_their_page_by_keyboard(
    device, place: Site, clock: Clock, language: str, scheme: str, width: int
):
    """Be refused, exclude by a clause, propose to admit again, which another approves; then a lock-out, and back."""
    house, player = f"staff-{language}", f"pat-{language}"
    v = owner(device, place, clock, house)
    how = {"color_scheme": scheme, "viewport": {"width": width, "height": 640}}
    manager, secret = staff(device, place, clock, house, language, **how)
    page = manager.page
    examine(page)
    manager.meant = ("401", "409")
    type_into(page, "exclude", person=player, grounds="devices")  # nobody has that id
    expect(page.locator("[role=alert]")).to_contain_text(player)
    examine(page)
    deb = device(f"/invitation/{staff_links.invite(place.floor, house, 'Deb', by=CONSOLE).token}", language)
    join(deb.page, f"deb {language}")
    exclude_and_admit(page, v.page, place, house, person_of(place, house, "Deb"), language)
    page.goto(f"{v.url}/account")
    page.click(".sign-out")
    lock_out_and_return(page, clock, f"max {language}", secret)
    assert page.url == f"{v.url}/house/{house}"


def test_an_owner_stops_a_player_and_starts_them_again(device, place: Site, clock: Clock):
    v = owner(device, place, clock, "west")
    page = v.page
    new_member(device, v, clock, "eve")
    who = person_of(place, "west", "Eve")
    page.reload()
    page.fill("#stop-player-name", who)
    page.fill("#stop-player-why", "a fight")
    page.press("#stop-player-why", "Enter")
    page.wait_for_selector("form.start")
    assert place.floor.disabled(player=who) == "a fight"
    examine(page)
    page.fill("form.start [name=why]", "calm")
    page.press("form.start [name=why]", "Enter")
    page.get_by_text("Nothing is stopped.").wait_for()
    assert place.floor.disabled(player=who) is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_owner_checks_a_custom_book_mends_it_and_puts_it_in_force(
    device, place: Site, clock: Clock, language: str, tmp_path: Path
):
    house = f"books-{language}"
    v = owner(device, place, clock, house, language, viewport={"width": 360, "height": 640})
    page = v.page
    page.click(f"a[href='/house/{house}/books']")
    page.wait_for_selector("ms-house-books .in-force")
    assert page.locator(".people > li").count() == 4

    examine(page)
    sound = own_book("my-casino", "crown", "2026-11-15", language)
    faulty = tmp_path / "my-casino.toml"
    faulty.write_text(sound + "\n[positions]\nmaximum = 99\nmimimum = 2\n")
    page.set_input_files("#file", faulty)
    expect(page.locator("#text")).to_have_value(faulty.read_text())
    v.meant = ("409",)
    page.focus(".check")
    page.keyboard.press("Enter")
    page.wait_for_selector(".faults li")
    assert page.locator(".faults li").count() == 3
    expect(page.locator("[role=alert]")).to_contain_text("my-casino.toml")
    assert page.evaluate("document.activeElement.className") == "shown faults"
    examine(page)

    page.fill("#text", sound)
    page.fill("#why", "a trial")
    page.press("#why", "Enter")
    page.wait_for_selector(".checked")
    assert "my-casino" not in houses.settings_of(place.floor, house).books, "checked is not in force"
    examine(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    line = page.locator(".people > li", has_text="my-casino")
    expect(line).to_contain_text({"en": "in force", "fr": "en vigueur"}[language])
    assert "my-casino" in houses.settings_of(place.floor, house).books
    examine(page)
    line.locator("summary").press("Enter")
    line.locator(".remove").press("Enter")
    line.locator(".adopt").wait_for()
    assert "my-casino" not in houses.settings_of(place.floor, house).books

    page.set_input_files("#file", {"name": "x.toml", "mimeType": "", "buffer": b"\xff\xfe"})
    said = {"en": "The file is not text in UTF-8.", "fr": "Le fichier n'est pas du texte en UTF-8."}[language]
    expect(page.locator("[role=alert]")).to_have_text(said)
    page.set_input_files("#file", {"name": "x.toml", "mimeType": "", "buffer": b"#" * (64 * 1024 + 1)})
    expect(page.locator("[role=alert]")).to_contain_text("64")
