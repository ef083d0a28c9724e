"""The school in a real browser: lessons by keys alone in both languages, what is marked, the report, one's own file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from mississippi_stud.floor import lessons
from mississippi_stud.school.desk import Desk
from mississippi_stud.school.marks import COME_ON, GO_OFF, Doing
from mississippi_stud.table.agenda import DueKind
from tests.web.conftest import Site
from tests.web.test_account_pages import device, examine
from tests.web.test_console import staff
from tests.web.test_house_work import PHONE, open_as
from tests.web.test_houses import clock, people, place

__all__ = ["clock", "device", "open_as", "people", "place"]

Opener = Callable[..., Page]
TOP_LEFT = 26


class Trainee:
    """Somebody at a training table with a keyboard and nothing else."""

    def __init__(self, place: Site, page: Page) -> None:
        self.floor, self.page = place.floor, page
        page.wait_for_selector("ms-lesson .duty")
        self.id = page.url.split("/")[-1]

    @property
    def run(self) -> lessons.LessonRun:
        run = lessons.lesson_at(self.floor, "play", self.id, "dee")
        assert run is not None
        return run

    @property
    def desk(self) -> Desk:
        return self.run.desk

    @property
    def due(self) -> Doing:
        return self.desk.expected[0]

    def settled(self) -> None:
        """Wait until the page shows the lesson as it is now."""
        version = self.floor.state(f"lesson:{self.id}")[1]
        self.page.wait_for_function(
            "v => { const c = document.querySelector('ms-lesson'); return c.version >= v && !c.busy }", arg=version
        )

    def type(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def acts(self, *keys: str) -> None:
        """Type what does something, and wait until it is done or marked."""
        before = self.floor.state(f"lesson:{self.id}")[1]
        self.type(*keys)
        for _ in range(250):
            if self.floor.state(f"lesson:{self.id}")[1] != before:
                break
            self.page.wait_for_timeout(20)
        else:
            raise AssertionError(f"nothing happened: {keys} {self.due}")
        self.settled()

    def pays(self, position: int, dollars: str) -> None:
        self.acts(*str(position), "Tab", *dollars, "Enter")

    def reports(self, incident: str, **facts: str) -> None:
        """Report an incident by keys: the letter of its name until it is chosen, then its facts."""
        self.type("i")
        self.page.wait_for_selector("dialog.incident[open]")
        self.page.focus("#incident-what")
        self.type("Home")
        for _ in range(60):
            if self.page.input_value("#incident-what") == incident:
                break
            self.type("ArrowDown")
        assert self.page.input_value("#incident-what") == incident
        for name, value in facts.items():
            for _ in range(12):
                self.type("Tab")
                if self.page.evaluate("document.activeElement.name") == name:
                    break
            assert self.page.evaluate("document.activeElement.name") == name
            if self.page.evaluate("document.activeElement.tagName") == "SELECT":
                self.type("Home", *["ArrowDown"] * ["", "yes", "no"].index(value))
            else:
                self.type("Control+a", *value)
        for _ in range(12):
            if self.page.evaluate("document.activeElement.type") == "submit":
                break
            self.type("Tab")
        self.acts("Enter")

    def right(self) -> None:
        """Do what is expected."""
        due = self.due
        self.settled()
        match due.kind:
            case DueKind.PAY:
                self.pays(due.position, f"{due.cents // 100}")
            case DueKind.CONFIRM if due.number is not None:
                self.acts(*str(due.number), "Enter")
            case DueKind.CONFIRM if due.duty in ("cut", "recut"):
                self.acts(*str(TOP_LEFT), "Enter")
            case kind if kind in (COME_ON, GO_OFF):
                self.page.focus(".come-on" if kind == COME_ON else ".go-off")
                self.acts("Enter")
            case _:
                self.acts("Enter")

    def until(self, holds: Callable[[Doing], bool]) -> None:
        for _ in range(120):
            if not self.desk.expected or holds(self.due):
                return
            self.right()
        raise AssertionError("it never came to that")


def begun(place: Site, open_as: Opener, name: str, language: str, *, memory: bool = False, **how: Any) -> Trainee:
    """Begin a lesson from the list, by keys."""
    staff(place)
    page = open_as("dee", "/house/play/school", language, **how)
    page.wait_for_selector(f"[data-lesson={name}]")
    page.focus(f"[data-lesson={name}] .{'begin-memory' if memory else 'begin'}")
    page.keyboard.press("Enter")
    return Trainee(place, page)


def money(place: Site) -> Any:
    """Return what the ledger, the statistics and the meters hold."""
    with place.floor.database.transaction() as connection:
        from sqlalchemy import text

        return {
            name: connection.execute(text(f"select count(*) from {name}")).scalar()  # noqa: S608
            for name in ("transfers", "rounds", "balances")
        }


def test_a_lesson_by_keys_alone_to_a_clean_pass(open_as: Opener, place: Site):
    trainee = begun(place, open_as, "nsw-1-a-clean-round", "en")
    page, before = trainee.page, money(place)
    expect(page.locator(".training")).to_have_text("Training: no money moves here, and no round counts.")
    expect(page.locator("h1")).to_have_text("Training: A clean round (NSW)")
    examine(page)
    trainee.until(lambda due: due.kind == DueKind.PAY)
    expect(page.locator(".hands li")).to_have_count(2)
    examine(page)
    trainee.until(lambda _: False)
    expect(page.locator(".report .said")).to_have_text("You have gone through the lesson without a mistake.")
    expect(page.locator(".report .right li")).to_have_count(21)
    examine(page)
    assert money(place) == before
    page.focus(".report .repeat")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith(trainee.id))
    assert Trainee(place, page).run.lesson.acts == ()


def test_a_lesson_by_keys_alone_in_french_with_what_goes_wrong(open_as: Opener, place: Site):
    trainee = begun(place, open_as, "nsw-2-exposed-cards", "fr", **PHONE)
    page = trainee.page
    trainee.until(lambda due: due.happens)
    expect(page.locator(".happens")).to_contain_text("Deux cartes se trouvent devant la place 4")
    examine(page)
    trainee.reports("stray-hand", position="4", looked="yes")
    expect(page.locator("dialog [role=alert]")).to_contain_text("(NSW 11.7)")
    expect(page.locator(".marks li")).to_have_count(1)
    examine(page)
    trainee.reports("stray-hand", position="4", looked="no")
    trainee.until(lambda due: due.happens)
    trainee.acts("Enter")
    expect(page.locator("[role=alert]")).to_contain_text("(NSW 11.6)")
    trainee.reports("community-exposed", street="2")
    trainee.until(lambda due: due.kind == DueKind.PAY)
    trainee.pays(1, "175,50")
    expect(page.locator("[role=alert]")).to_contain_text("175,00")
    trainee.until(lambda _: False)
    expect(page.locator(".report .said")).to_have_text("La leçon est terminée.")
    expect(page.locator(".report .marks li")).to_have_count(3)
    examine(page)
    assert [mark.kind for mark in trainee.run.lesson.marks] == ["other-facts", "not-reported", "amount"]


def recalls(trainee: Trainee) -> None:
    """Choose what is due from everything that a dealer could do, by keys alone, and enter what it asks for."""
    due, page = trainee.due, trainee.page
    trainee.settled()
    wanted = {"duty": due.duty} if due.kind == DueKind.CONFIRM else STEPS[due.kind]
    choices = page.evaluate("document.querySelector('ms-lesson').lesson.choices")
    place = next(n for n, each in enumerate(choices) if wanted.items() <= flat(each["command"]).items())
    page.focus("#choice")
    trainee.type("Home", *["ArrowDown"] * place)
    assert page.evaluate("document.querySelector('#choice').selectedIndex") == place
    if due.kind == DueKind.PAY:
        trainee.type("Tab", *str(due.position), "Tab", *f"{due.cents // 100}")
    elif choices[place]["enters"]:
        trainee.type("Tab", *str(TOP_LEFT if due.number is None else due.number))
    trainee.acts("Enter")


STEPS = {
    DueKind.OPEN_ROUND: {"command": "open_round"},
    DueKind.CLOSE_BETTING: {"command": "close_betting"},
    DueKind.DEAL: {"command": "play", "do": "deal"},
    DueKind.TURN: {"command": "play", "do": "reveal"},
    DueKind.PAY: {"command": "pay"},
    DueKind.SETTLE: {"command": "play", "do": "settle"},
}


def flat(command: dict[str, Any]) -> dict[str, Any]:
    """Return a command with the name of what it plays."""
    return {**command, "do": command["do"]["command"]} if "do" in command else command


def test_a_lesson_from_memory_by_keys_alone(open_as: Opener, place: Site):
    """Nothing tells what is due; the first thing done is wrong and marked, everything else is right."""
    trainee = begun(place, open_as, "nsw-1-a-clean-round", "fr", memory=True, **PHONE)
    page = trainee.page
    assert page.locator(".duty .said").count() == 0, "what is due is not told"
    expect(page.locator("#next")).to_have_text("Que faites-vous maintenant?")
    examine(page)
    expect(page.locator("#choice")).to_be_focused()
    trainee.acts("Enter")  # the first of the alphabet
    expect(page.locator("[role=alert]")).to_contain_text("(NSW ")
    expect(page.locator(".marks li")).to_have_count(1)
    for _ in range(60):
        if not trainee.desk.expected:
            break
        recalls(trainee)
    expect(page.locator(".report .said")).to_have_text("La leçon est terminée.")
    expect(page.locator(".report .marks li")).to_have_count(1)
    expect(page.locator(".report .right li")).to_have_count(20)  # all but the one that was marked
    assert trainee.run.lesson.memory
    examine(page)


def test_a_scenario_file_of_ones_own_is_taught_and_a_bad_one_is_told(open_as: Opener, place: Site, tmp_path: Path):
    staff(place)
    page = open_as("dee", "/house/play/school")
    sound = lessons.library.lesson("nsw-1-a-clean-round").text
    bad = {
        "not-toml": ("rulebook = nsw", "is not valid TOML"),
        "no-book": (sound.replace('rulebook = "nsw"', 'rulebook = "atlantis"'), "atlantis"),
        "no-key": (f"colour = 1\n{sound}", "'colour' is not a key of a scenario file"),
    }
    for name, (text, told) in bad.items():
        (tmp_path / f"{name}.toml").write_text(text)
        page.set_input_files("#own-scenario", tmp_path / f"{name}.toml")
        page.focus(".own-file .main")
        page.keyboard.press("Enter")
        expect(page.locator("[role=alert]")).to_contain_text(told)
        assert page.url.endswith("/school"), "nothing has begun"
    examine(page)
    (tmp_path / "ours.toml").write_text(sound)
    page.set_input_files("#own-scenario", tmp_path / "ours.toml")
    page.focus(".own-file .main")
    page.keyboard.press("Enter")
    trainee = Trainee(place, page)
    assert (trainee.run.lesson.name, trainee.run.lesson.text) == ("ours", sound)
    trainee.right()
    assert trainee.run.lesson.marks == ()
