"""Play a scenario file: a written round with the order of its deck, and every wager, decision and mishap.

Pure: it takes the text and a function that loads a rule book, and returns what happened. The format is a contract,
described in docs/scenarios.md.
"""

import tomllib
from collections.abc import Callable, Generator, Mapping
from typing import Any, Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import round_id
from mississippi_stud.money import Cents
from mississippi_stud.round.commands import Open
from mississippi_stud.round.decide import decide
from mississippi_stud.round.events import Event
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Setup, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.scenario.head import (
    ScenarioError,
    StackedDeck,
    check_keys,
    located,
    read_setup,
    refusal,
    table_of,
    text_of,
)
from mississippi_stud.scenario.jackpots import ONE_TABLE, FloorStep, Jackpots, after_round
from mississippi_stud.scenario.lesson_head import LessonHead, lesson_head
from mississippi_stud.scenario.plain_table import PlainTable, without_staff
from mississippi_stud.scenario.script import ScriptLine, lines
from mississippi_stud.scenario.staffed_table import StaffedTable
from mississippi_stud.table.state import Dispute, Prompt, Question, Ruling, Table

__all__ = [
    "LessonHead", "Playthrough", "Scenario", "ScenarioError", "ScriptStep", "head_of", "located", "open_round", "play",
    "read", "read_toml",
]  # fmt: skip

_KEYS: Final = {
    "rulebook", "dealing", "cards", "players", "limits", "personal-limits", "warned", "options", "meter", "meters",
    "tables", "script", "rounds", "staffed", "lesson",
}  # fmt: skip
_ROUND_KEYS: Final = {"table", "floor", "cards", "players", "dealing", "limits", "warned", "script"}


class ScriptStep(NamedTuple):
    """The effect of a line of the script: its events and the state after it, or why it was refused."""

    line: ScriptLine
    events: tuple[Event, ...]
    state: State
    refused: Refused | None
    ruled: Ruling | None = None
    """The ruling, if the line is an incident."""
    prompts: tuple[Prompt, ...] = ()
    """The prompts of the line that are not done yet, if the scenario is staffed."""
    question: Question | None = None
    """The ruling that is pending since the line."""


class Playthrough(NamedTuple):
    """A scenario, played."""

    book: Rulebook
    opened: State
    steps: tuple[ScriptStep, ...]
    jackpots: Jackpots
    meters: Mapping[str, str]
    """What every meter shows after the round."""
    table: str
    number: str
    """The number of the round in the file."""
    floor: tuple[FloorStep, ...]
    """The lines about the meters that came before the round."""
    life: Table
    """The table after the round."""
    at_table: PlainTable
    prompts: tuple[Prompt, ...]
    """The prompts that were waiting at the table before the first line."""
    disputes: tuple[Dispute, ...]
    """Every dispute at the table so far, including the closed ones."""
    withheld: Mapping[int, Cents]
    """How much of its winnings a position of the round has not received: withheld, or kept by the house since."""
    earlier: tuple["Playthrough", ...] = ()
    """The rounds that ended before this one, if the file has several."""

    @property
    def staffed(self) -> bool:
        """Whether people run the table."""
        return not self.life.automatic

    @property
    def round_id(self) -> str:
        """The name by which the meters know the round."""
        return round_id(self.life.id, self.life.number)

    @property
    def state(self) -> State:
        """The round after the last line."""
        return self.steps[-1].state if self.steps else self.opened


class Scenario(NamedTuple):
    """A scenario file, read but not played."""

    text: str
    book: Rulebook
    rounds: list[dict[str, Any]]
    """Each merged with the common head."""
    jackpots: Jackpots
    lesson: LessonHead | None


def read_toml(text: str) -> dict[str, Any]:
    """Parse the TOML of a scenario; raise `ScenarioError` if it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        end = f"at line {len(text.splitlines())}, the end"
        raise ScenarioError("scenario-not-toml", error=str(error).replace("at end of document", end)) from None


def head_of(text: str) -> LessonHead | None:
    """Return what a scenario says that it teaches; None if it does not."""
    return lesson_head(read_toml(text))


def read(text: str, raw: dict[str, Any], rulebook: Callable[[str], Rulebook]) -> Scenario:
    """Read the scenario in `text`, whose TOML is `raw`; raise `ScenarioError` if it cannot be read."""
    try:
        check_keys("", raw, _KEYS)
        book = _book(rulebook, text_of(raw, "rulebook"))
        return Scenario(text, book, _rounds(raw), Jackpots(book, raw), lesson_head(raw))
    except ScenarioError as error:
        raise located(text, error) from None


def play(text: str, rulebook: Callable[[str], Rulebook]) -> Playthrough:
    """Play the scenario in `text`; raise `ScenarioError` if it cannot be read."""
    scenario = read(text, read_toml(text), rulebook)
    played = _in_turn(scenario.book, scenario.jackpots, text, scenario.rounds)
    return played[-1]._replace(earlier=tuple(played[:-1]))


def _rounds(raw: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rounds of the file, each merged with the common head."""
    if "rounds" not in raw:
        return [raw]
    if "script" in raw:
        raise ScenarioError("script-beside-rounds")
    rounds, head = raw["rounds"], {key: value for key, value in raw.items() if key != "rounds"}
    if not isinstance(rounds, list) or not rounds or not all(isinstance(each, dict) for each in rounds):
        raise ScenarioError("not-rounds")
    seen = set()
    for each in rounds:
        check_keys("[[rounds]]", each, _ROUND_KEYS)
        said = sorted({"players", "dealing", "limits", "warned"} & set(each))
        if "staffed" in raw and said and each.get("table") in seen:
            raise ScenarioError("staffed-round-key", key=said[0])
        seen.add(each.get("table"))
    return [{**head, **each} for each in rounds]


def _in_turn(book: Rulebook, jackpots: Jackpots, text: str, rounds: list[dict[str, Any]]) -> list[Playthrough]:
    """Play the rounds; return them in the order in which they end: as written, except for `meanwhile` (decision 39)."""
    ended: list[Playthrough] = []
    waiting = {at: _round(book, jackpots, text, raw, str(at), ended) for at, raw in enumerate(rounds, start=1)}
    left: list[int] = []
    """The rounds that were interrupted for another, the latest last."""
    now = 1
    while waiting:
        try:
            line = next(waiting[now])
        except StopIteration as end:
            ended.append(end.value)
            del waiting[now]
            now = left.pop() if left else next(iter(waiting), 0)
            continue
        other = next((at for at in waiting if line.words == (rounds[at - 1].get("table", ONE_TABLE),)), now)
        if other == now:
            raise line.error("no-other-table", line=line.text)
        left = left[: left.index(other)] if other in left else [*left, now]
        now = other
    return ended


def _round(
    book: Rulebook, jackpots: Jackpots, text: str, raw: dict[str, Any], number: str, before: list[Playthrough]
) -> Generator[ScriptLine, None, Playthrough]:
    """Play one round of the file after its `floor` lines about the meters; yield at each `meanwhile`."""
    floor = tuple(jackpots.floor(line) for line in lines(text_of(raw, "floor"))) if "floor" in raw else ()
    try:
        name = text_of(raw, "table") if "table" in raw else ONE_TABLE
        earlier = next((each for each in reversed(before) if each.table == name), None)
        setup = read_setup(book, raw)
        if earlier is not None:
            setup = after_round(earlier.state, setup, earlier.life.carried_cents)
        deck = StackedDeck(raw)
        opened = open_round(book, jackpots.link(name).setup(setup))
        script = text_of(raw, "script")
        if "staffed" not in raw:
            life = without_staff(book, opened, name, int(number), earlier.life if earlier else None)
            table = PlainTable(book, life)
        elif earlier is not None:
            table, opened = earlier.at_table, earlier.state
        else:
            table = staff(book, raw, opened.setup, name)
    except ScenarioError as error:
        raise located(text, error) from None
    steps: list[ScriptStep] = []
    state, waiting = opened, table.prompts
    for line in list(lines(script)):
        if line.verb == "meanwhile":
            steps.append(ScriptStep(line, (), state, None))
            yield line
        else:
            steps.append(_step(table, state, deck, line, jackpots))
        state = steps[-1].state
    return Playthrough(
        book,
        opened,
        tuple(steps),
        jackpots,
        meters=jackpots.shown(),
        table=name,
        number=number,
        floor=floor,
        life=table.table,
        at_table=table,
        prompts=waiting,
        disputes=tuple(table.disputes.values()),
        withheld=_withheld(table),
    )


def _withheld(table: PlainTable) -> dict[int, Cents]:
    """Return how much of the last round's winnings its players have not received, by position."""
    held: dict[int, Cents] = {}
    for each in table.withheld:
        if each.round == table.table.number:
            held[each.position] = Cents(held.get(each.position, 0) + each.cents)
    return held


def staff(book: Rulebook, raw: dict[str, Any], setup: Setup, name: str) -> StaffedTable:
    """Return the staffed table that the head describes."""
    try:
        return StaffedTable(book, table_of(raw, "staffed"), setup, name)
    except Refused as refused:
        raise refusal(refused, "staffed") from None


def _book(rulebook: Callable[[str], Rulebook], name: str) -> Rulebook:
    try:
        return rulebook(name)
    except InputError as error:
        raise ScenarioError("at-place", where="rulebook", error=error) from None


def open_round(book: Rulebook, setup: Setup) -> State:
    """Return a round opened as the head describes it; raise `ScenarioError` if the book does not allow that."""
    try:
        return evolve(None, decide(book, None, Open(setup=setup))[0])
    except Refused as refused:
        raise refusal(refused) from None


def _step(table: PlainTable, state: State, deck: StackedDeck, line: ScriptLine, jackpots: Jackpots) -> ScriptStep:
    """Carry out a line at the table."""
    known, asked = {prompt.number for prompt in table.prompts}, table.question
    try:
        events, ruled = table.step(deck, line, jackpots)
    except Refused as refused:
        return ScriptStep(line, (), state, refused)
    new = tuple(prompt for prompt in table.prompts if prompt.number not in known)
    question = table.question if table.question is not asked else None
    return ScriptStep(line, events, table.state(state), None, ruled, new, question)
