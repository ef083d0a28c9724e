"""The lines of a scenario as keys: a dealer at the console and those above at their pages, with nothing but keyboards.

A line that the book refuses is one that the console does not offer; where it can be typed all the same, it is, and the
refusal is read.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from playwright.sync_api import Page, expect

from mississippi_stud.cards import Card, text
from mississippi_stud.floor import ChangeMeters, Floor, house_tables
from mississippi_stud.jackpot import OpenMeter
from mississippi_stud.messages import SECOND
from mississippi_stud.round import events as r
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.scenario import Playthrough, ScriptStep
from mississippi_stud.scenario.head import WAGERS, money_of
from mississippi_stud.scenario.plain_table import sign
from mississippi_stud.scenario.script import ScriptLine
from mississippi_stud.table import DealingMode, Facts, Table
from mississippi_stud.table.prompts import prompt_for, right_count
from mississippi_stud.table.staff import lowest
from mississippi_stud.table.state import Prompt
from tests.floor.clock import Clock

HOUSE: Final = "play"
DOWN, TAB, ENTER = "ArrowDown", "Tab", "Enter"
TABS_MAX: Final = 200
_ONLY: Final = {"order": "order_known", "only": "alone", "street": "streets"}
"""How a field of an incident is called among the facts, where that is another word."""


UNTURNED: Final = (".hole[", ".community[", ".burnt[")
OF_FLOORS: Final = (".chips", ".meter")
"""What a table with chips has on a floor, where the house says which meter it is linked to."""


def confirmer(prompt: Prompt) -> str:
    """Return the title that confirms a prompt now."""
    return prompt.verified_by if prompt.done_by and prompt.verified_by else prompt.by


class Evening:
    """A scenario at a table of the house: each person has a console, and those above have the page of the table."""

    def __init__(
        self, floor: Floor, clock: Clock, book: Rulebook, played: Playthrough, open_as: Callable[[str, str], Page]
    ) -> None:
        self.floor, self.clock, self.book, self.played, self.open_as = floor, clock, book, played, open_as
        self.by = lowest(book)
        self.began = clock.now
        self.pages: dict[tuple[str, str], Page] = {}
        self.keys = 0
        self.offered = 0
        """How many lines that the book refuses could not even be typed."""

    # The table.

    def open(self, terms: dict[str, Any], offer: Any, value_cents: int) -> None:
        """Open the table as its dealer, with a meter of its own; the staff come on duty by keys."""
        meters = f"{HOUSE}.{self.book.id}"
        self.floor.open_meters(meters, self.book.id)
        opening = house_tables.OpenTable(
            book=self.book.id, by=self.by, dealt=DealingMode.PHYSICAL, chips=True, meters=meters, **terms
        )
        self.stream = house_tables.open_table(self.floor, HOUSE, self.by, opening, command_id=self.book.id)
        self.id = self.stream.removeprefix("table:")
        meter = OpenMeter(meter="main", offer=offer, tables=(self.stream,), value_cents=value_cents)
        self.floor.send(f"meters:{meters}", ChangeMeters(do=meter))

    @property
    def table(self) -> Table:
        return self.floor.table(self.stream)

    def player(self, name: str) -> str:
        """Return the account of a player of the scenario."""
        return f"{name}-{self.id[:6]}"

    # Keys.

    def page(self, kind: str, person: str = "") -> Page:
        """Return the console of somebody, or the page of the table that they supervise, once it shows the table."""
        person = person or self.by
        if (kind, person) not in self.pages:
            path = f"table/{self.id}/console" if kind == "console" else f"pit/{self.id}"
            self.pages[kind, person] = self.open_as(person, f"/house/{HOUSE}/{path}")
        page = self.pages[kind, person]
        page.bring_to_front()
        version = self.floor.state(self.stream)[1]
        if kind == "console":
            page.wait_for_selector("ms-console .duty")
            page.wait_for_function(
                "v => { const c = document.querySelector('ms-console'); return c.version >= v && !c.busy }", arg=version
            )
        else:
            page.wait_for_selector("ms-pit-table section")
            page.wait_for_function("() => !document.querySelector('ms-pit-table').busy")
        return page

    def press(self, page: Page, *keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)
            self.keys += 1

    def write(self, page: Page, written: str) -> None:
        """Type a text over what stands in the field that has the focus."""
        self.press(page, "ControlOrMeta+a")
        page.keyboard.type(written)
        self.keys += len(written)

    def tab_to(self, page: Page, selector: str) -> None:
        """Press Tab until something has the focus."""
        page.wait_for_selector(selector, state="attached")
        for _ in range(TABS_MAX):
            if page.evaluate("css => document.activeElement?.matches(css) ?? false", selector):
                return
            self.press(page, TAB)
        raise AssertionError(f"no key leads to {selector}")

    def pick(self, page: Page, place: int) -> None:
        """Choose an option of the list that has the focus by its place."""
        self.press(page, "Home", *[DOWN] * place)

    def changed(self, page: Page, act: Callable[[], None]) -> None:
        """Do something that must change the table."""
        before = self.floor.state(self.stream)[1]
        act()
        for _ in range(250):
            if self.floor.state(self.stream)[1] != before:
                return
            page.wait_for_timeout(20)
        said = page.locator("[role=alert]").all_inner_texts()
        raise AssertionError(f"nothing happened: {said}, {page.evaluate('document.activeElement.outerHTML')[:300]}")

    def duty(self, page: Page) -> dict[str, Any]:
        found = page.evaluate("document.querySelector('ms-console').duty ?? null")
        assert found is not None, "nothing is due"
        return dict(found)

    def turn_to(self, page: Page, kind: str, position: int | None = None) -> None:
        """Turn to something that is due, if something else is shown first."""
        for _ in range(20):
            duty = self.duty(page)
            if duty["kind"] == kind and position in (None, duty["position"]):
                return
            if duty["kind"] == "receive-deck":  # where letters are a colour
                self.tab_to(page, ".also, .turn-to")
                self.press(page, ENTER)
            else:
                self.press(page, "g")
        raise AssertionError(f"{kind} is not due")

    def dialog(self, page: Page, key: str, name: str) -> None:
        self.press(page, key)
        page.wait_for_selector(f"dialog.{name}[open]")

    # People.

    def come_on_duty(self, title: str) -> None:
        page = self.page("console", title)
        self.tab_to(page, ".come-on")
        self.changed(page, lambda: self.press(page, ENTER))

    def receive(self, backs: str, *, prechecked: bool = False) -> None:
        page = self.page("console")
        self.turn_to(page, "receive-deck")
        self.tab_to(page, "#backs")
        self.write(page, backs)
        if prechecked:
            self.tab_to(page, "[name=prechecked]")
            self.press(page, " ")
            self.tab_to(page, ".duty form .main")
        self.changed(page, lambda: self.press(page, ENTER))

    def sit(self, position: int, name: str) -> None:
        page = self.page("console")
        free = [each for each in range(1, self.table.positions + 1) if each not in self.table.seats]
        self.dialog(page, "v", "sit")
        self.pick(page, free.index(position))
        players = list(dict.fromkeys(seat.player for seat in self.table.seats.values()))
        if self.player(name) in players:  # a further box
            self.tab_to(page, "#sit-whose")
            self.pick(page, 1 + players.index(self.player(name)))
            self.tab_to(page, "dialog.sit .main")
        else:
            self.press(page, TAB)
            self.write(page, self.player(name))
        self.changed(page, lambda: self.press(page, ENTER))

    # Prompts.

    def confirm_all(self) -> None:
        while waiting := [each for each in self.table.prompts if self._can_be_done(each)]:
            count = right_count(self.book, self.table, waiting[0])
            self.confirm(waiting[0], confirmer(waiting[0]), count, 26, together=True)

    def _can_be_done(self, prompt: Prompt) -> bool:
        on_duty = {title for _, title in self.table.on_duty}
        return prompt.dispute is None and prompt.moment != "stub-wrong" and confirmer(prompt) in on_duty

    def confirm(
        self, prompt: Prompt, title: str, count: int | None, depth: int | None, *, together: bool = False
    ) -> None:
        """Confirm a prompt on somebody's console by Enter, with all that goes with it or by itself."""
        page = self.page("console", title)
        for _ in range(20):
            duty = self.duty(page)
            command = duty["command"] or {}
            if command.get("prompt") == prompt.number and (together or not command.get("also")):
                break
            self.press(page, "g")
        else:
            own = page.evaluate("document.querySelector('ms-console').board.due")
            raise AssertionError(f"{title} cannot confirm {prompt}: {own}")
        if duty["enters"]:
            self.tab_to(page, "#number")
            self.write(page, str(count if duty["enters"] == "count" else depth))
        self.changed(page, lambda: self.press(page, ENTER))

    # A round.

    def wagers(self, position: int, amounts: dict[str, str]) -> None:
        page = self.page("console")
        self.turn_to(page, "take-wagers", position)
        for wager, amount in amounts.items():
            self.tab_to(page, f"#wager-{wager}")
            self.write(page, amount)
        self.changed(page, lambda: self.press(page, ENTER))

    def asked(self, position: int) -> Page:
        """Return the console once it asks a seat."""
        page = self.page("console")
        self.turn_to(page, "ask")
        for _ in range(10):
            if self.duty(page)["position"] == position:
                return page
            self.press(page, "ArrowRight")
        raise AssertionError(f"seat {position} is not asked")

    def type_card(self, page: Page, *cards: Card) -> None:
        self.changed(page, lambda: self.press(page, *text(cards).replace(" ", "")))

    def reveal(self, step: ScriptStep) -> None:
        page = self.page("console")
        (card,) = (event.card for event in step.events if isinstance(event, r.CardRevealed))
        self.turn_to(page, "turn")
        if self.duty(page)["cards"]:
            self.type_card(page, card)
        else:  # it has been named already
            self.changed(page, lambda: self.press(page, ENTER))

    def settle(self, step: ScriptStep) -> None:
        """Turn and enter each hand that is still in the round, go on to the next seat, and settle."""
        while (duty := self.duty(self.page("console")))["kind"] in ("show-hole", "show-bonus"):
            page = self.page("console")
            hand = step.state.hands[duty["position"]].hole if duty["position"] else step.state.bonus_cards
            self.type_card(page, *hand)
            page.wait_for_function("() => !document.querySelector('ms-console').busy")
        page = self.page("console")
        if page.evaluate("document.querySelector('ms-console').paying != null"):
            self.press(page, ENTER)  # the last seat is paid
        self.turn_to(page, "settle")
        self.changed(page, lambda: self.press(page, ENTER))

    def incident(self, name: str, facts: Facts) -> None:
        page = self.page("console", self.by)
        self.dialog(page, "i", "incident")
        choices = page.evaluate("document.querySelector('ms-console').board.incidents")
        place = next(at for at, each in enumerate(choices) if each["incident"] == name)
        self.pick(page, place)
        for fact in (*choices[place]["needs"], *choices[place]["may"]):
            value = getattr(facts, _ONLY.get(fact, fact))
            if value in (None, (), "", False) and not (fact == "looked" and value is False):
                continue
            self.tab_to(page, f"dialog.incident [name={fact}]")
            if fact in ("measure", "cause", "looked"):
                shown = page.evaluate("[...document.activeElement.options].map(({ value }) => value)")
                self.pick(page, shown.index({True: "yes", False: "no"}.get(value, value)))
            elif value is True:
                self.press(page, " ")
            else:
                self.write(page, _written(fact, value))
        self.tab_to(page, "dialog.incident .main")
        self.changed(page, lambda: self.press(page, ENTER))

    # What those above do on the page of the table.

    def act(self, name: str, about: str = "", **fields: str) -> None:
        page = self.page("pit")
        page.wait_for_function(
            "([act, about]) => document.querySelector('ms-pit-table').seen.groups.some(({ acts }) => "
            "acts.some((each) => each.act === act && (!about || each.about === about)))",
            arg=[name, about],
        )
        groups = page.evaluate("document.querySelector('ms-pit-table').seen.groups")
        group = next(each for each in groups if any(_is(act, name, about) for act in each["acts"]))
        place = next(at for at, each in enumerate(group["acts"]) if _is(each, name, about))
        if len(group["acts"]) > 3:
            self.tab_to(page, f"#choose-{group['name']}")
            self.pick(page, place)
        form = f"section[aria-labelledby=group-{group['name']}] form.act-{name}"
        for into, value in fields.items():
            self.tab_to(page, f"{form} [name='{into}']")
            self.write(page, value)
        self.tab_to(page, f"{form} .acts button")
        self.changed(page, lambda: self.press(page, ENTER))

    def dispute_act(self, name: str, written: str = "") -> None:
        page = self.page("pit")
        page.wait_for_selector(f"form.act-{name}")
        if written:
            self.tab_to(page, f"form.act-{name} input")
            self.write(page, written)
        self.tab_to(page, f"form.act-{name} .acts button")
        self.changed(page, lambda: self.press(page, ENTER))

    # Lines.

    def play(self) -> None:
        """Play every line of the scenario."""
        for one in (*self.played.earlier, self.played):
            steps = list(one.steps)
            while steps:
                step = steps.pop(0)
                if step.refused is not None:
                    self._refused(step)
                elif step.line.verb in WAGERS:
                    self._wagers(step, steps)
                else:
                    self.line(step)

    def _wagers(self, first: ScriptStep, steps: list[ScriptStep]) -> None:
        """Enter the wagers of a seat together, as the dealer does."""
        together = [first]
        while steps and steps[0].line.verb in WAGERS and steps[0].line.position == first.line.position:
            together.append(steps.pop(0))
        amounts = {}
        for each in (each for each in together if each.refused is None):
            placed = next(event for event in each.events if isinstance(event, r.WagerPlaced))
            amounts[str(placed.wager)] = f"{placed.stake.cents / 100:g}"
        assert first.line.position is not None
        self.wagers(first.line.position, amounts)

    def _refused(self, step: ScriptStep) -> None:
        """Type a line that the book refuses, where that is possible, and read why; otherwise nobody can type it."""
        line, before = step.line, self.floor.state(self.stream)[1]
        match line.verb, *line.words:
            case ["confirm", duty, count] if count.startswith("depth="):
                page = self.page("console")
                assert self.duty(page)["command"]["prompt"] == prompt_for(self.book, self.table, duty, self.by)
                self.tab_to(page, "#number")
                self.write(page, count.partition("=")[2])
                self.press(page, ENTER)
                expect(page.locator("[role=alert]")).to_contain_text("(")
            case _:
                self.offered += 1
        assert self.floor.state(self.stream)[1] == before

    def line(self, step: ScriptStep) -> None:
        line = step.line
        console = ENTER if line.verb in ("round", "deal", "rule") else "n" if line.verb == "no-more-bets" else ""
        if console:
            page = self.page("console", self.by)
            kind = {"round": "open-round", "deal": "deal", "rule": "rule"}.get(line.verb)
            waits = kind == "deal" and self.duty(page)["kind"] == "take-wagers"
            if kind and not waits:
                self.turn_to(page, kind)
            self.changed(page, lambda: self.press(page, "n" if waits else console))
            return
        match line.verb, *line.words:
            case ["by", title, *_]:
                self.by = title
            case ["at", moment]:
                self._wait_until(moment)
            case ["confirm", "all"]:
                self.confirm_all()
            case ["confirm", "no-more-bets"]:
                assert "no-more-bets" not in {each.duty for each in self.table.prompts}, "the key N has announced it"
            case ["confirm", duty, *more]:
                self._confirm(duty, dict(word.split("=") for word in more))
            case ["reveal"]:
                self.reveal(step)
            case ["settle"]:
                self.settle(step)
            case ["incident", name, *_]:
                told = step.ruled or step.question
                assert told is not None
                self.incident(name, self._as_seen(step, told.facts))
            case _ if line.position is not None:
                self._at_seat(line, line.position)
            case _:
                self._about_table(line)

    @staticmethod
    def _as_seen(step: ScriptStep, facts: Facts) -> Facts:
        """Return the facts with the community card that everybody sees now, which the scenario knows from the deck."""
        seen = tuple(step.state.community[place] for place in facts.streets)
        return facts if facts.card or None in seen else msgspec.structs.replace(facts, card=seen)

    def _confirm(self, duty: str, given: dict[str, str]) -> None:
        number = prompt_for(self.book, self.table, duty, self.by)
        prompt = next(each for each in self.table.prompts if each.number == number)
        count = int(given["count"]) if "count" in given else right_count(self.book, self.table, prompt)
        self.confirm(prompt, self.by, count, int(given.get("depth", 26)))

    def _at_seat(self, line: ScriptLine, position: int) -> None:
        match line.verb, *line.words:
            case ["bet", times]:
                page = self.asked(position)
                self.changed(page, lambda: self.press(page, times))
            case [("fold" | "retract") as verb]:
                page = self.asked(position)
                self.changed(page, lambda: self.press(page, verb[0]))
            case ["blind", *times]:
                page = self.asked(position)
                self.dialog(page, "b", "blind")
                for each in times:
                    self.pick(page, int(each) - 1)
                    self.press(page, TAB)
                self.changed(page, lambda: self.press(page, ENTER))
            case ["stand"]:
                page = self.page("console")
                self.tab_to(page, f".stand[aria-label$=' {position}']")
                self.changed(page, lambda: self.press(page, ENTER))
            case ["sit", name]:
                self.sit(position, name)
            case _:
                raise NotImplementedError(line.text)

    def _about_table(self, line: ScriptLine) -> None:
        match line.verb, *line.words:
            case ["deck", backs, *more]:
                self.receive(backs, prechecked="prechecked" in more)
            case ["face-up"]:
                page = self.page("console")
                self.tab_to(page, ".also-face-up")
                self.changed(page, lambda: self.press(page, ENTER))
            case ["dispute", name, *about]:
                page = self.page("console")
                self.dialog(page, "p", "dispute")
                seats = [seat.player for seat in self.table.seats.values()]
                self.pick(page, seats.index(self.player(name)))
                self.press(page, TAB)
                self.write(page, " ".join(about))
                self.changed(page, lambda: self.press(page, ENTER))
            case ["order", what]:
                self.act(what)
            case ["notice", "close-table"]:
                self.act("close-notice")
            case ["limits", wager, least, most, "at-once"]:
                into = f"limits.{wager}"
                self.act("raise-at-once", wager, **{f"{into}.minimum_cents": least, f"{into}.maximum_cents": most})
            case ["decide", _, *words]:
                self.dispute_act("decide-dispute", " ".join(words))
            case ["end-dispute", _, how]:
                self.dispute_act("close-satisfied" if how == "satisfied" else "close-dissatisfied")
            case ["close"] if self.by == lowest(self.book):
                page = self.page("console")
                self.tab_to(page, ".close-table")
                self.changed(page, lambda: self.press(page, ENTER))
            case ["close"]:
                self.act("close-table")
            case _:
                raise NotImplementedError(line.text)

    def _wait_until(self, moment: str) -> None:
        """Let time pass; whoever was idle for so long signs in anew."""
        seconds = 0
        for part in moment.split(":"):
            seconds = seconds * 60 + int(part)
        self.clock.now = self.began + seconds * SECOND
        for page in self.pages.values():
            page.close()
        self.pages = {}


def _is(act: dict[str, Any], name: str, about: str) -> bool:
    return act["act"] == name and about in ("", act["about"])


def _written(fact: str, value: Any) -> str:
    """Return a fact as somebody types it."""
    match fact:
        case "street":
            return " ".join(str(place + 1) for place in value)
        case "card" | "named":
            return text(value)
        case "positions":
            return " ".join(map(str, value))
        case _:
            return str(value)


def unlike(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Yield where two tables differ, but for cards that nobody has turned: only the second knows them."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            yield from unlike(one.get(key), other.get(key), f"{path}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (first, second) in enumerate(zip(one, other, strict=True)):
            yield from unlike(first, second, f"{path}[{place}]")
    elif one != other and not (one is None and any(part in path for part in UNTURNED)) and path not in OF_FLOORS:
        yield f"{path}: {one!r} is not {other!r}"


def money(text_: str) -> int:
    """Return dollars as cents."""
    return int(money_of("", text_))


def terms_of(played: Playthrough) -> dict[str, Any]:
    """Return the terms of the table that a scenario opens."""
    first = (*played.earlier, played)[0]
    table = first.life
    return {
        **sign(first.opened.setup),
        "meter": "",
        "dealing": table.dealing,
        "shuffling": table.shuffling,
        "positions": table.positions,
    }


def known(table: Table) -> Any:
    """Return a table as a tree."""
    return msgspec.to_builtins(table, str_keys=True)
