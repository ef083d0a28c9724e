"""What staff and owners do on the house's pages, in a real browser, with those whom it concerns looking on."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from mississippi_stud.floor import house_acts, staff_links
from mississippi_stud.floor.persons import person_of, stream_of
from mississippi_stud.floor.signin import set_password
from mississippi_stud.person.credentials import SetSecondFactor
from mississippi_stud.person.house_messages import GrantTitle, WithdrawTitle
from mississippi_stud.web.people import COOKIE
from tests.web.conftest import Site, Visit
from tests.web.test_account_pages import device, examine
from tests.web.test_house_pages import type_into
from tests.web.test_houses import BOSS, clock, give, people, place, token_of

__all__ = ["clock", "device", "people", "place"]

PHONE = {"viewport": {"width": 360, "height": 640}}
Opener = Callable[..., Page]


@pytest.fixture
def open_as(place: Site, device: Any) -> Opener:
    """Open a page as somebody who is signed in; every error that they are shown is meant."""

    def opened(person: str, path: str = "/house/play", language: str = "en", **how: Any) -> Page:
        v: Visit = device("/healthz", language, **how)
        v.meant = ("409", "403", "404", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_RESET")
        cookie = {"name": COOKIE, "value": token_of(place, person), "url": place.url}
        v.context.add_cookies([cookie])  # type: ignore[list-item]
        v.page.goto(v.url + path)
        return v.page

    return opened


def join(place: Site, person: str, **titles: tuple[str, ...]) -> None:
    """Let somebody with an account and a second factor join the house."""
    set_password(place.floor, person, person, "a quiet river at night")
    place.floor.send(stream_of(person), SetSecondFactor(sealed="x"))
    staff_links.accept(
        place.floor, staff_links.invite(place.floor, "play", person.title(), by="ann", titles=titles).token, person
    )


def test_a_meter_is_corrected_by_two_of_the_staff(open_as: Opener, place: Site, people: dict[str, httpx.Client]):
    join(place, "zoe", crown=("dealer", BOSS))
    assert people["pat"].post("/api/tables", json={"book": "crown"}).status_code == 201, "which opens its meter"
    first = place.floor.meters("solo-crown").meters["main"].value
    max_, zoe, deb = open_as("max"), open_as("zoe", language="fr", **PHONE), open_as("deb")
    max_.wait_for_selector("form.meter")
    type_into(max_, "meter", amount="-0.125", corrects="round 3", why="misread")
    expect(max_.locator("[role=alert]")).to_contain_text("(Crown 9.")  # not below its seed
    assert max_.input_value("#meter-corrects") == "round 3", "nothing that was typed is lost"
    type_into(max_, "meter", amount="12.125")
    expect(max_.locator(".news")).to_have_text("Proposed: it waits for a second person.")
    expect(max_.locator("#proposals ~ ul")).to_contain_text("Somebody else must approve what you propose.")
    assert max_.locator(".approve").count() == 0
    examine(max_)
    deb.reload()
    expect(deb.locator("#proposals ~ p")).to_have_text("Nothing waits for a second person.")
    assert deb.locator("form, .approve").count() == 0, "a dealer may not"

    zoe.reload()
    expect(zoe.locator(".change")).to_have_text("maintenant50\u00a0000,00\u00a0$après50\u00a0012,125\u00a0$")
    for command in (WithdrawTitle, GrantTitle):  # while she looks at it
        house_acts.change_house(place.floor, "play", command(by="ann", person="zoe", book="crown", title=BOSS))
        if command is WithdrawTitle:
            zoe.press(".approve", "Enter")
            expect(zoe.locator("[role=alert]")).to_have_text("vos titres ne vous le permettent pas (GLI-19 2.9.5)")
            examine(zoe)
    assert place.floor.meters("solo-crown").meters["main"].value == first
    zoe.fill("[id^=proposal-]", "vu")
    zoe.press(".approve", "Enter")
    expect(zoe.locator("#proposals ~ p")).to_have_text("Rien n'attend une deuxième personne.")
    assert place.floor.meters("solo-crown").meters["main"].value == first + Fraction(1212_5, 10)
    max_.reload()
    expect(max_.locator("#meter-meter option")).to_have_text("solo-crown, main ($50,012.125)")


def test_money_is_given_and_somebody_is_erased_with_a_second_person(open_as: Opener, place: Site):
    join(place, "eve")
    max_, ann, eve = open_as("max", language="fr", **PHONE), open_as("ann"), open_as("eve")
    eve.get_by_text("You hold no title yet").wait_for()
    max_.wait_for_selector("form.money")
    held = place.floor.balance("pat")
    type_into(max_, "money", person="tap", amount="25,00", why="un jeton perdu")
    expect(max_.locator("[role=alert]")).to_contain_text("tap")
    type_into(max_, "money", person="pat", amount="25,001")
    assert max_.evaluate("document.querySelector('#money-amount').validity.patternMismatch")
    type_into(max_, "money", amount="25,00")
    max_.wait_for_selector(".change")
    type_into(max_, "erase", person="max", why="demandé")
    expect(max_.locator("[role=alert]")).to_contain_text("personne ne peut")  # for oneself
    type_into(max_, "erase", person="eve")
    expect(max_.locator(".change")).to_have_count(2)
    examine(max_)
    assert person_of(place.floor, "eve").erased is False
    assert place.floor.balance("pat") == held

    ann.reload()
    ann.press(".approve[aria-label*='money']", "Enter")
    expect(ann.locator(".news")).to_have_text("Approved.")
    assert place.floor.balance("pat") == held + 25_00
    ann.press(".approve[aria-label*='Erase']", "Enter")
    ann.get_by_text("Nothing waits for a second person.").wait_for()
    assert person_of(place.floor, "eve").erased is True
    expect(ann.locator(".people")).to_contain_text("erased person")
    eve.reload()
    expect(eve.locator("h1")).to_have_text("Sign in")
    type_into(max_, "erase", person="eve", why="encore")
    expect(max_.locator("[role=alert]")).to_contain_text("effacée")


def test_a_stop_is_told_at_the_table_at_once_and_the_round_is_played_out(
    open_as: Opener, place: Site, people: dict[str, httpx.Client]
):
    pat, ann, deb = open_as("pat", "/?book=crown", "fr", **PHONE), open_as("ann", **PHONE), open_as("deb")
    banner = pat.locator(".toasts .banner")
    pat.click("button.deal")
    pat.wait_for_selector(".decide")
    ann.wait_for_selector("form.stop-house")
    type_into(ann, "stop-house", why="une alarme")
    expect(ann.locator(".news")).to_have_text("Stopped.")
    assert ann.locator("form.stop-house").count() == 0
    examine(ann)
    expect(banner).to_have_text(
        "Aucune nouvelle partie ne peut commencer ici pour l'instant\u00a0: une alarme. Une partie en cours est jouée"
        " jusqu'au bout, et votre argent reste à vous. Le personnel de la maison peut vous en dire plus."
    )
    examine(pat)
    pat.click(".decide .fold")
    pat.wait_for_selector(".again")
    expect(pat.locator("button.rebet")).to_be_disabled()
    newcomer = open_as("bob", "/")  # who has no table yet
    expect(newcomer.locator(".message")).to_contain_text("No new round can begin now: une alarme")
    pat.context.set_offline(True)
    type_into(ann, "start-house-play", why="over")
    ann.get_by_text("Nothing is stopped.").wait_for()
    pat.context.set_offline(False)
    expect(banner).to_have_count(0)
    expect(pat.locator("button.rebet")).to_be_enabled()

    opening = {"command": "open_table", "book": "crown", "dealing": "shoe", "dealt": "dealer", "positions": 2}
    table = give(people["deb"], "/tables", "a-table-to-stop", **opening, by="dealer").json()["id"]
    at = f"/tables/{table}/commands"
    assert give(people["deb"], at, command="sit", position=1, player="pat", by="dealer").status_code == 200
    ann.reload()
    ann.wait_for_selector("form.stop-table")
    type_into(ann, "stop-table", why="a broken shoe")
    ann.wait_for_selector("form.start")
    deb.reload()
    expect(deb.locator(".people")).to_contain_text("no new round can begin: a broken shoe")
    refused = give(people["deb"], at, command="open_round", by="dealer")
    assert (refused.status_code, refused.json()["code"]) == (409, "gaming-disabled")
    expect(banner).to_have_count(0)  # another table goes on
    type_into(ann, f"start-table-{table}", why="mended")
    ann.get_by_text("Nothing is stopped.").wait_for()
    deb.reload()
    deb.get_by_text("no round is in play").wait_for()
    assert "no new round can begin" not in deb.inner_text("main")


def test_staff_make_a_recovery_link_for_whoever_is_below_them(open_as: Opener, place: Site):
    join(place, "kim", crown=("dealer",))
    max_ = open_as("max", **PHONE)
    max_.wait_for_selector("form.recover")
    type_into(max_, "recover", person="ann", why="lost")
    expect(max_.locator("[role=alert]")).to_have_text(
        "ann is an owner: their recovery link is made on the machine, with `mstud staff recover ann`"
    )
    type_into(max_, "recover", person="kim")
    link = max_.inner_text(".shown .link")
    assert max_.evaluate("document.activeElement.className") == "shown"
    max_.context.grant_permissions(["clipboard-read", "clipboard-write"])
    max_.click(".shown .copy")
    expect(max_.locator(".news")).to_have_text("Copied.")
    assert max_.evaluate("navigator.clipboard.readText()") == link
    examine(max_)
    max_.press(".shown .had", "Enter")
    assert link not in max_.content()

    page = open_as("kim", link.removeprefix(place.url))
    page.fill("#login", "kim")
    page.fill("#password", "another quiet river")
    page.press("#password", "Enter")
    page.get_by_text("all your sessions have ended").wait_for()
    page.goto(link)
    expect(page.locator("h1")).to_have_text("This link does not work")
    expect(page).to_have_title("This link does not work – Mississippi Stud")
    expect(page.locator("main")).to_contain_text("it was used, withdrawn or never made")
    page.goto(f"{place.url}/house/play")
    expect(page.locator("h1")).to_have_text("Sign in")


@pytest.mark.parametrize(("language", "heading"), [("en", "Sign in"), ("fr", "Se connecter")])
def test_whoever_has_not_proved_a_second_factor_is_asked_and_sees_nothing(
    device: Any, place: Site, language: str, heading: str
):
    v: Visit = device("/healthz", language)
    cookie = {"name": COOKIE, "value": token_of(place, "max", second_factor=False), "url": place.url}
    v.context.add_cookies([cookie])  # type: ignore[list-item]
    v.page.goto(f"{place.url}/house/play")
    assert v.page.url == f"{place.url}/sign-in?to=/house/play"
    expect(v.page.locator("h1")).to_have_text(heading)
