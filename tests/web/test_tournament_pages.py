"""A tournament in real browsers: its Director, two players and the big screen, in both languages, by keyboard."""

import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from mississippi_stud.floor import tournament_acts as acts
from mississippi_stud.tournament.commands import ApplyToEnter, BriefPlayers, CloseEntries
from mississippi_stud.tournament.programme import PlaySession, Programme
from mississippi_stud.tournament.terms import ChipsAtEnd, SecretWagers, TournamentTerms, digest
from mississippi_stud.web.app import create_app
from tests.floor.cups import DIRECTOR, FloorCup, house_with_director, terms
from tests.floor.test_houses import account
from tests.web.cast import SESSION
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, new_floor, serve, too_wide
from tests.web.pit_house import token

PHONE = {"width": 360, "height": 740}
WALL = {"width": 1280, "height": 720}
WORKING = re.compile("…$")
AGREES_NOT = re.compile("I agree no longer|Je n'y consens plus")
Device = Callable[..., Page]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, decks: None) -> Iterator[Site]:
    """A house with a Director and two players with money."""
    floor = new_floor(tmp_path_factory.mktemp("hall"))
    house_with_director(floor)
    for person in ("ann", "ben"):
        account(floor, person)
        floor.deposit(person, 1_000_00)
    url, stop = serve(create_app(floor, SECRET, FREELY))
    yield Site(url, floor)
    stop()


@pytest.fixture
def device(hall: Site, browser: Browser) -> Iterator[Device]:
    """Open browsers, each of somebody or of nobody; nothing may go wrong in any."""
    contexts, wrong = [], []

    def opened(path: str, person: str = "", language: str = "en", size: dict[str, int] | None = None) -> Page:
        context = browser.new_context(locale=LOCALES[language], viewport=size or WALL, reduced_motion="reduce")
        contexts.append(context)
        if person:
            context.add_cookies([{"name": SESSION, "value": token(hall.floor, person), "url": hall.url}])
        context.add_init_script("localStorage.tour ??= 'over'")
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(hall.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def short(hall: Site, **changes: Any) -> TournamentTerms:
    """Return the terms of a tournament of two hands whose hour has come."""
    return terms(
        "shoot-out",
        rounds_and_sessions=Programme(sessions=(PlaySession(name="final", hands=2),)),
        when=(hall.floor.clock(),),
        **changes,
    )


def fit(*pages: Page) -> None:
    """Check that pages fit their windows, and that axe finds nothing wrong with them."""
    for page in pages:
        assert too_wide(page) == 0
        assert [each["id"] for each in Axe().run(page).response["violations"]] == []


def press(page: Page, selector: str) -> None:
    """Press a button by keyboard alone, and wait until the page has had its answer."""
    page.locator(selector).first.focus()
    enter(page)


def enter(page: Page) -> None:
    """Press Enter where the focus is, and wait until the page has had its answer."""
    page.keyboard.press("Enter")
    expect(page.locator("p.news")).not_to_have_text(WORKING)


def play_hand(tables: tuple[Page, ...], cup: FloorCup, hand: int) -> None:
    """Everybody antes and, when asked, folds."""
    for table in tables:
        table.locator(".deal:not(:disabled)").click()
    while max(heat.hand for heat in cup.now.heats.values()) < hand:
        for table in tables:
            asked = table.locator(".acts .fold:not(:disabled)")
            if asked.count():
                asked.click()
        tables[0].wait_for_timeout(100)


def test_a_director_two_players_and_the_big_screen(hall: Site, device: Device):
    path, cup = "/house/play/tournaments/cup", FloorCup(hall.floor, None, "cup")  # type: ignore[arg-type]
    told = short(hall, signature_required=True, chips_at_the_end=ChipsAtEnd(cents_each=1))
    acts.draft(hall.floor, "play", "cup", DIRECTOR, book="crown", terms=told, command_id="draft")
    director = device(f"{path}/director", DIRECTOR)
    ann, ben = device(path, "ann"), device(path, "ben", "fr", PHONE)
    screen = device(f"{path}/screen", language="fr")

    press(director, ".do-make_terms_available")
    director.fill(".due [name=person]", DIRECTOR)
    enter(director)
    press(director, ".due .do-open_entries")
    press(director, ".due .do-take_charge")
    director.locator("details:has(.act-move_session) summary").click()
    press(director, ".act-move_session button")
    expect(director.locator(".error")).to_contain_text("12.4.1(b)")
    expect(ann.locator(".hash")).to_contain_text(digest(told))
    expect(ben.locator(".costs")).to_have_text(
        "L'inscription coûte 100,00\N{NO-BREAK SPACE}$ (frais d'inscription 50,00\N{NO-BREAK SPACE}$"
        " + cave 50,00\N{NO-BREAK SPACE}$) 12.4.1(a)(ii)"
    )
    ben.fill("[name=called]", "Benoît Éthier")
    for player in (ann, ben):
        player.check("[name=accepts]")
        player.check("[name=signed]")
        press(player, "button.apply")
        expect(player.locator("#own")).to_be_visible()
    expect(ben.locator("#own")).to_have_text("Votre situation")
    expect(director.locator("[data-entrant]")).to_contain_text(["1. Player 1", "2. Benoît Éthier"])
    fit(director, ann, ben)

    press(director, ".due .designate button")
    press(director, ".due .do-close_entries")
    press(director, ".due .do-brief_players")
    tables = tuple(device(each.locator("a.main[href^='/table/']").get_attribute("href") or "", name) for each, name in
                   ((ann, "ann"), (ben, "ben")))  # fmt: skip
    expect(screen.locator(".screen-hand")).to_have_text("Coup 1 sur 2")
    play_hand(tables, cup, 1)
    expect(screen.locator(".screen-hand")).to_have_text("Coup 2 sur 2")
    expect(screen.locator(".held").first).to_have_text("975")
    fit(screen)

    director.locator("[data-entrant=ann] .discipline").click()
    expect(director.locator(".ladder")).to_have_text("By the terms it brings: a warning")
    director.fill("[data-entrant=ann] [name=grounds]", "spoke to the table")
    press(director, ".act-note_breach button")
    expect(director.locator("[data-entrant=ann]")).to_contain_text("breaches: conduct 1")
    expect(ann.locator("#own ~ *").filter(has_text="Noted against you: conduct 1.")).to_be_visible()
    press(director, "[data-act] .do-undo_act")
    expect(director.locator("[data-entrant=ann]")).not_to_contain_text("breaches")
    for player in (ann, ben):
        press(player, ".agree")
        expect(player.locator(".agree")).to_have_text(AGREES_NOT)
    expect(director.locator(".heats")).to_contain_text("Agree to end early: Player 1, Benoît Éthier")
    press(director, ".do-decline_conclusion")
    ben.locator("details.hands summary").click()
    expect(ben.locator("details.hands tbody tr")).to_have_text(["finale 1 25 -25"], use_inner_text=True)
    fit(director, ann, ben)
    ben.locator("details.dispute summary").click()
    ben.fill("details.dispute [name=about]", "la donne")
    enter(ben)
    play_hand(tables, cup, 2)
    press(director, ".due .do-end_session")
    expect(director.locator(".due .do-declare_results")).to_have_count(0)  # disputes come first
    director.fill(".act-decide_tournament_dispute [name=decision]", "the deal stands")
    enter(director)
    expect(director.locator(".act-decide_tournament_dispute")).to_have_count(0)
    expect(ben.locator(".own-disputes")).to_contain_text(["12.5.3(h) Vous pouvez faire examiner une plainte"])
    expect(ann.locator(".own-disputes")).to_have_count(0)
    press(director, ".due .do-declare_results")
    expect(screen.locator(".screen-left")).to_have_text("Gagnant\N{NO-BREAK SPACE}: Joueur 1, Benoît Éthier")
    ann.click("#own ~ * .button.main[href$='/results'], section .button.main[href$='/results']")
    expect(ann.locator("main")).to_contain_text(
        "80 of 80 parts of $100.00 make $100.00, shared by 2; besides, chips redeemed for $9.50"
    )
    fit(ann, director, screen)


def test_a_secret_wager_is_made_at_the_table_and_the_others_learn_only_that_it_was(hall: Site, device: Device):
    cup = FloorCup(hall.floor, None, "veil")  # type: ignore[arg-type]
    cup.drafted(short(hall, secret_wagers=SecretWagers(each_session=1, method="card"))).opened().enter("ann", "ben")
    acts.designate(hall.floor, "play", "veil", DIRECTOR, 1, command_id="veil tables")
    cup.do(CloseEntries(), command_id="veil close")
    cup.do(BriefPlayers(understood=("ann", "ben")), command_id="veil brief")
    link = device("/house/play/tournaments/veil", "ann").locator("a.main[href^='/table/']")
    there = [device(link.get_attribute("href") or "", name) for name in ("ann", "ben")]
    for page in there:
        page.locator(".deal:not(:disabled)").click()
    fold = ".acts .fold:not(:disabled)"
    while not (asked := [page for page in there if page.locator(fold).count()]):
        there[0].wait_for_timeout(50)
    (first,), (other,) = asked, [page for page in there if page not in asked]
    expect(first.locator(".purse .balance")).to_have_text("975")
    first.check(".secret input")
    fit(first)
    first.locator("button.bet").last.click()
    expect(other.locator(".message")).to_contain_text("makes a secret wager on 3rd Street")
    expect(other.locator(".others .stake").first).to_contain_text("25 + ?")
    expect(first.locator(".purse .balance")).to_have_text("900")
    assert "75" not in other.locator(".felt").inner_text()
    other.locator(fold).click()
    expect(first.locator(fold)).to_be_visible()
    expect(first.locator(".secret")).to_have_count(0)
    watcher = device(link.get_attribute("href") or "")
    expect(watcher.locator(".controls .note").first).to_have_text("You are watching. The tournament gives the seats.")
    for page in (first, watcher):
        expect(page.locator(".leave, .sit, .wait, .invite, .to-friends")).to_have_count(0)


def test_a_screen_that_is_cut_off_says_so_within_five_seconds(hall: Site, device: Device):
    acts.draft(hall.floor, "play", "cut", DIRECTOR, book="crown", terms=short(hall), command_id="draft cut")
    screen = device("/house/play/tournaments/cut/screen")
    expect(screen.locator(".screen-clock")).to_be_visible()
    screen.context.set_offline(True)
    screen.evaluate("dispatchEvent(new Event('offline'))")
    expect(screen.locator(".cut")).to_be_visible(timeout=15_000)


def test_a_draft_lacks_what_it_says_and_is_not_for_patrons(hall: Site, device: Device):
    told = replace(short(hall), location="", privacy=False)
    acts.draft(hall.floor, "play", "draft", DIRECTOR, book="nsw", terms=told, command_id="draft two")
    director = device("/house/play/tournaments/draft/director", DIRECTOR, "fr", PHONE)
    expect(director.locator(".due .call li")).to_have_count(2)
    expect(director.locator(".do-make_terms_available")).to_have_count(0)
    fit(director)
    path = f"{hall.url}/house/play/tournaments/draft"
    assert httpx.get(f"{path}/terms").status_code == 404
    assert httpx.get(f"{path}/director", follow_redirects=False).status_code in (303, 307, 401, 302)


def test_results_are_files_with_a_hash_that_follows_from_their_content(hall: Site):
    acts.draft(hall.floor, "play", "files", DIRECTOR, book="crown", terms=short(hall), command_id="draft files")
    path = f"{hall.url}/house/play/tournaments/files/results"
    page = httpx.get(path).text
    for form in ("csv", "json"):
        file = httpx.get(f"{path}?form={form}")
        assert sha256(file.content).hexdigest() in page
        assert file.headers["content-disposition"] == f'attachment; filename="play-files.{form}"'
    assert json.loads(file.content)["terms"] == digest(acts.tournament_at(hall.floor, "play", "files").contest.terms)


def test_whoever_belongs_to_the_house_drafts_one_in_the_browser(hall: Site, device: Device):
    owner = device("/house/play/tournaments", DIRECTOR, "fr", PHONE)
    fit(owner)
    typed = {"name": "coupe", "title": "Coupe d'hiver", "location": "Salle 1", "where": "au guichet"}
    for name, text in typed.items():
        owner.fill(f"#draft-{name}", text)
    owner.select_option("#draft-template", "heats-and-final")
    owner.fill("#start-0", "2030-01-02T19:00")
    owner.fill("#start-1", "2030-01-03T19:00")
    press(owner, ".draft button.main")
    expect(owner.locator(".do-make_terms_available")).to_be_visible()
    contest = acts.tournament_at(hall.floor, "play", "coupe").contest
    assert contest.terms.title == "Coupe d'hiver"
    assert len(contest.terms.when) == 2

    owner.click(".due ~ * a[href$='/revise'], .links a[href$='/revise']")
    state = owner.locator(".terms-state")
    expect(state).to_contain_text("Les conditions sont complètes.")
    owner.fill("#term-location", "")
    owner.select_option("#term-fees-and-buy-ins", label="ne s'applique pas")
    owner.uncheck("#term-privacy")
    expect(state.locator("li")).to_contain_text(["12.4.1(a)(iv)", "12.5.3(e)"])
    fit(owner)
    owner.fill("#term-location", "Salle 2")
    owner.check("#term-privacy")
    hands = owner.locator("#term-rounds-and-sessions-sessions-0-hands")
    hands.fill("")
    hands.press("Tab")
    expect(state.locator("li")).to_have_text(
        ["une séance dure un nombre de coups ou de minutes, l'un des deux 12.4.3(a)(i)"]
    )
    hands.fill("12")
    hands.press("Tab")
    expect(state.locator("li")).to_have_count(0)
    press(owner, ".save")
    expect(state).to_contain_text("En vigueur\N{NO-BREAK SPACE}: version 2")
    revised = acts.tournament_at(hall.floor, "play", "coupe").contest.terms
    assert (revised.location, revised.fees_and_buy_ins) == ("Salle 2", "not-applicable")
    assert revised.programme.sessions[0].hands == 12
    expect(state).to_contain_text(digest(revised))


def test_a_large_field_is_searched_and_paged_and_goes_round_on_the_big_screen(hall: Site, device: Device):
    people = [f"player{number:02}" for number in range(1, 47)]
    cup = FloorCup(hall.floor, None, "large")  # type: ignore[arg-type]
    cup.drafted(short(hall)).opened()
    for number, name in enumerate(people, start=1):
        account(hall.floor, name)
        hall.floor.deposit(name, 200_00)
        entry = ApplyToEnter(name=name, accepts=digest(cup.now.terms))
        acts.give(hall.floor, "play", "large", name, entry, called="Zoé Côté" if number == 46 else "")
    acts.designate(hall.floor, "play", "large", DIRECTOR, 8, command_id="large tables")
    cup.do(CloseEntries(), command_id="large close")
    cup.do(BriefPlayers(understood=tuple(people)), command_id="large brief")
    director = device("/house/play/tournaments/large/director", DIRECTOR)
    expect(director.locator("[data-entrant]")).to_have_count(20)
    director.fill("#find-people", "zoe cote")
    expect(director.locator("[data-entrant]")).to_have_text([re.compile("46. Zoé Côté")])
    director.fill("#find-people", "nobody of that name")
    expect(director.locator(".paged:has(#find-people) [role=status]")).to_have_text("none found")
    player = device("/house/play/tournaments/large", people[-1], "fr", PHONE)
    expect(player.locator("tr.own")).to_contain_text("Zoé Côté")
    shown = player.locator(".paged:has(#find-places) [role=status]")
    expect(shown).to_have_text("26 à 46 sur 46")
    press(player, ".paged:has(#find-places) .pageBack")
    expect(shown).to_have_text("1 à 25 sur 46")
    screen = device("/house/play/tournaments/large/screen")
    expect(screen.locator(".leaders li")).to_have_count(10)
    hold = screen.locator(".screen-range button")
    hold.focus()
    screen.keyboard.press("Enter")
    expect(hold).to_have_attribute("aria-pressed", "true")
    fit(director, player, screen)
    results = httpx.get(f"{hall.url}/house/play/tournaments/large/results?find=zoe").text
    assert "Zoé Côté" in results
    assert "Player 45" not in results
