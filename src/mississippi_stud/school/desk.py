"""A training table: the script's players, incidents and colleagues in step with what the trainee does.

Lines of the dealer are the trainee's to do, and the table waits there. Everything else happens by itself as soon as the
lines before it are done: wagers, decisions, what other staff do. An incident happens and is told; to report it is the
trainee's (decision 421).
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mississippi_stud.cards import Card
from mississippi_stud.money import Cents
from mississippi_stud.round import commands as rc
from mississippi_stud.round.deal import dealt_when_due
from mississippi_stud.round.dealer import draws
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Outcome, Phase, Result, Setup, State
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.scenario import Scenario, ScenarioError, located, open_round
from mississippi_stud.scenario.head import StackedDeck, read_setup, refusal, table_of, text_of
from mississippi_stud.scenario.jackpots import ONE_TABLE
from mississippi_stud.scenario.script import ScriptLine, incident_of, lines
from mississippi_stud.scenario.staffed_table import StaffedTable
from mississippi_stud.school.marks import COME_ON, GO_OFF, Doing
from mississippi_stud.table import commands as c
from mississippi_stud.table.agenda import DueKind, DueStep, NumberKind, agenda, number_of
from mississippi_stud.table.decide import decide
from mississippi_stud.table.evolve import fold
from mississippi_stud.table.incidents import rule
from mississippi_stud.table.prompts import right_count
from mississippi_stud.table.staff import lowest, staff_clause
from mississippi_stud.table.state import Facts, Prompt, Table

STEPS: Final = {
    "round": (DueKind.OPEN_ROUND,),
    "no-more-bets": (DueKind.CLOSE_BETTING,),
    "deal": (DueKind.CLOSE_BETTING, DueKind.DEAL),
    "reveal": (DueKind.TURN,),
    "settle": (DueKind.SETTLE,),
    "confirm": (),
}
"""The steps of play that lead to each line of the dealer's."""
_WAGERS: Final = ("bet", "blind", "max-all", "place")
DOINGS_MAX: Final = 1000
"""How many things a lesson may ask for, or do by itself without one."""
CUT_CARDS: Final = 26
"""How deep a cut is that nobody is asked about: half a deck."""


class TaughtLine(NamedTuple):
    """A line of the file with its round and that round's deck."""

    round: int
    deck: StackedDeck
    line: ScriptLine


class Happening(NamedTuple):
    """What the trainee is told has happened: a line of the script and, if the book refused it, why."""

    line: ScriptLine
    refused: Refused | None = None


class Owed(NamedTuple):
    """What a seat receives when the round is settled, on top of its stakes."""

    position: int
    cents: Cents
    results: tuple[Result, ...]

    @property
    def clause(self) -> Clause:
        """The clause to look up: of a wager that counts in part, of a prize that waits, or of what pays most."""
        found = (each.found for each in self.results if each.found)
        waits = (each.clause for each in self.results if each.outcome is Outcome.PENDING)
        return next(found, None) or next(waits, None) or max(self.results, key=lambda each: each.won_cents).clause


class Desk(StaffedTable):
    """A training table: its current state, how far the script is, and what the trainee is expected to do."""

    def __init__(self, scenario: Scenario, *, staffed: bool = True) -> None:
        book, rounds = scenario.book, scenario.rounds
        _check_one_table(rounds)
        self.scenario, self.jackpots = scenario, scenario.jackpots
        try:
            setup = open_round(book, self.jackpots.link(ONE_TABLE).setup(read_setup(book, rounds[0]))).setup
            self.script = tuple(_taught(rounds))
            super().__init__(book, table_of(rounds[0], "staffed"), setup, ONE_TABLE)
        except ScenarioError as error:
            raise located(scenario.text, error) from None
        except Refused as refused:
            raise located(scenario.text, refusal(refused, "staffed")) from None
        if not staffed:
            self.table = _as_written(self.table, setup)
        self.trainee = lowest(book)
        self.begun = len(rounds) if staffed else 0
        """The last round of the file that needs no line to be opened: with staff, a line says so."""
        self.waived = False
        """Whether nothing is to be done about what was reported last."""
        self.at_line = 0
        self.happenings: list[Happening] = []
        self.paid: tuple[int, ...] = ()
        """The seats that the trainee has paid in this round."""
        self._go_on()

    @property
    def line(self) -> TaughtLine | None:
        """The line that waits for the trainee; None once the lesson is over."""
        return self.script[self.at_line] if self.at_line < len(self.script) else None

    # What the script does by itself.

    def _go_on(self) -> None:
        """Carry out the lines up to one that the trainee has to do."""
        for _ in range(DOINGS_MAX):
            if self.line is None or self.expected:
                return
            if self._waits(self.line) and self._others():
                continue
            taught, self.at_line = self.line, self.at_line + 1
            if not self._waits(taught) or taught.line.verb == "incident":
                self._happen(taught)
        raise ScenarioError("lesson-endless", where=self.line.line.where if self.line else "")

    def _happen(self, taught: TaughtLine) -> None:
        before = self.table.number
        try:
            self.step(taught.deck, taught.line, self.jackpots)
        except Refused as refused:
            if taught.line.position is not None:
                self.happenings.append(Happening(taught.line, refused))
            return
        self._new_round(before)
        head = self.scenario.lesson
        if head is not None and " ".join(taught.line.text.split()) in head.happens:
            self.happenings.append(Happening(taught.line))

    def _waits(self, taught: TaughtLine) -> bool:
        """Whether a line is the trainee's to do, or cannot come before something that is."""
        line = taught.line
        if line.verb in ("on-duty", "off-duty"):
            return line.words == (self.trainee,)
        if line.position is not None:
            return self._opens(taught) and line.verb in (*_WAGERS, *self.book.wagers)
        return (self.by, self.person) == (self.trainee, "") and line.verb in (*STEPS, "incident")

    def _opens(self, taught: TaughtLine) -> bool:
        """Whether a round has to be opened before a line of a file without staff, which has no line for that."""
        return self.table.round is None and self.begun < taught.round

    def _others(self) -> bool:
        """Let somebody else at the table do what only they may; return whether there was something."""
        for person, title in self.table.on_duty:
            own = [each for each in agenda(self.book, self.table, title, person, self.now) if not each.by]
            for each in own if (person, title) != ("", self.trainee) else ():
                if each.kind in (DueKind.CONFIRM, DueKind.RULE) and each.command is not None:
                    self._linked(self._numbered(each.command, each.prompt, title, person))
                    return True
        return False

    def _numbered(self, command: c.Command, prompt: Prompt | None, title: str, person: str) -> c.Command:
        who: dict[str, Any] = {"at": self.now, "by": title, "person": person}
        if not isinstance(command, c.Confirm) or prompt is None:
            return c.Rule(**who, waived=self.waived)
        return c.Confirm(**who, prompt=prompt.number, count=right_count(self.book, self.table, prompt), depth=CUT_CARDS)

    def _linked(self, command: c.Command) -> None:
        """Carry out a command with its effects on the meters."""
        link = self.jackpots.link(self.table.id)
        self.do(command, link)
        self.jackpots.take(link)

    def _new_round(self, before: int) -> None:
        """Forget what was paid and told in the round before."""
        if self.table.number != before:
            self.paid, self.happenings = (), []
            self.begun = max(self.begun, self.line.round if self.line else 0)

    # What the trainee is expected to do.

    @property
    def on_duty(self) -> bool:
        """Whether the trainee is on duty."""
        return ("", self.trainee) in self.table.on_duty

    @property
    def agenda(self) -> tuple[DueStep, ...]:
        """What is due for the trainee as at any table; the cards lie as the file says and are not entered.

        Each duty is confirmed by itself, so that it can be marked.
        """
        due = agenda(self.book, self.table, self.trainee, "", self.now) if self.on_duty else ()
        return tuple(_unread(each, self.trainee) for each in due if not each.also)

    @property
    def expected(self) -> tuple[Doing, ...]:
        """What the trainee should do now, the first thing first; nothing if the lesson is over."""
        if self.line is None or not self._waits(self.line):
            return ()
        line = self.line.line
        match line.verb:
            case "on-duty" | "off-duty":
                kind = COME_ON if line.verb == "on-duty" else GO_OFF
                able = self.on_duty is (kind == GO_OFF)
                return (Doing(kind=kind, clause=staff_clause(self.book, self.trainee)),) if able else ()
            case "incident":
                return tuple(self._report())
            case _:
                opens = (DueKind.OPEN_ROUND,) if self._opens(self.line) else ()
                return tuple(self._due((*opens, *STEPS.get(line.verb, ())), line))

    def _report(self) -> Iterator[Doing]:
        """Yield the report of what has just happened, if the book knows it and it can have happened."""
        reported = self.reported()
        if reported is None:
            return
        incident, facts = reported.incident, reported.facts
        try:
            decide(self.book, self.table, reported, link=self.jackpots.link(self.table.id))
            clause = rule(self.book, self.table.round, incident, facts).clause
        except Refused:
            return
        yield Doing(kind=DueKind.REPORT, clause=clause, incident=incident, facts=facts, position=facts.position)

    def reported(self) -> c.Report | None:
        """Return the report of the incident at which the script waits, if it waits at one."""
        if self.line is None or self.line.line.verb != "incident":
            return None
        incident, facts = incident_of(self.book, self.table.round, self.line.deck, self.line.line)
        return c.Report(at=self.now, by=self.trainee, incident=incident, facts=facts)

    def _due(self, kinds: tuple[DueKind, ...], line: ScriptLine) -> Iterator[Doing]:
        """Yield the prompts that wait for the trainee, then the step of play that the line is about."""
        named = line.words[0] if line.verb == "confirm" and line.words else "all"
        own = [each for each in self.agenda if not each.by]
        for each in own:
            if each.kind is DueKind.CONFIRM and each.prompt is not None and named in ("all", each.prompt.duty):
                yield Doing(
                    kind=each.kind, clause=each.clause, prompt=each.prompt, duty=each.prompt.duty,
                    position=each.position, number=self.count_of(each.prompt),
                )  # fmt: skip
        for each in own:
            if line.verb == "settle" and each.kind in (DueKind.SETTLE, DueKind.TURN):
                yield from self._settlement()
            elif each.kind in kinds:  # the announcement of no more bets is what closes them
                yield Doing(kind=each.kind, clause=each.further[0] if each.further else each.clause)

    def _settlement(self) -> Iterator[Doing]:
        """Yield the seats to be paid, then the settlement; where all have folded, it needs no further card."""
        settle = c.Play(at=self.now, by=self.trainee, do=rc.Settle())
        try:
            decide(self.book, self.table, settle, link=self.jackpots.link(self.table.id))
        except Refused:
            return
        yield from self._owed()
        yield Doing(kind=DueKind.SETTLE, clause=clause_of_order(self.book))

    def count_of(self, prompt: Prompt) -> int | None:
        """Return the number that the trainee finds when a prompt asks to count: the script's or the right one."""
        if number_of(self.book, prompt) is not NumberKind.COUNT:
            return None
        line = self.line.line if self.line else None
        words = line.words if line is not None and line.verb == "confirm" and line.words[:1] == (prompt.duty,) else ()
        written = next((word.removeprefix("count=") for word in words if word.startswith("count=")), "")
        return int(written) if written.isdigit() else right_count(self.book, self.table, prompt)

    def _owed(self) -> Iterator[Doing]:
        """Yield the seats that are still to be paid or collected from, in the book's order."""
        for owed in self.owed():
            if owed.position not in self.paid:
                yield Doing(kind=DueKind.PAY, clause=owed.clause, position=owed.position, cents=owed.cents)

    def owed(self) -> tuple[Owed, ...]:
        """Return what each seat receives if the round is settled now, in the book's order."""
        settle = c.Play(at=self.now, by=self.trainee, do=rc.Settle())
        try:
            events = decide(self.book, self.table, settle, link=self.jackpots.link(self.table.id))
        except Refused:
            return ()
        state = fold(events, self.table).last_round
        return () if state is None else tuple(_owed_at(state, position) for position in state.order)

    @property
    def turned(self) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """The hands that lie turned on the layout once they are to be settled, and under 0 the bonus cards."""
        state = self.table.round
        if state is None or state.phase is not Phase.SHOWDOWN:
            return ()
        shown = {owed.position: state.hands[owed.position].hole for owed in self.owed()}
        if state.bonus_cards:
            shown[0] = state.bonus_cards
        return tuple((place, tuple(card for card in shown[place] if card is not None)) for place in sorted(shown))

    # What the trainee does.

    def carry_out(self, command: c.Command) -> None:
        """Carry out what the trainee does, with the cards that the file says; a refusal propagates."""
        before = self.table.number
        if isinstance(command, c.Report):
            self.waived = command.facts.waived
        command, taken = self.with_cards(command)
        self._linked(command)
        if taken and self.line is not None:
            self.line.deck.take(taken)
        self._new_round(before)
        self._passed(command)
        self._go_on()

    def pay(self, position: int) -> None:
        """Note that the trainee has paid a seat."""
        self.paid = (*self.paid, position)

    def with_cards(self, command: c.Command) -> tuple[c.Command, int]:
        """Return a command with the cards that come next in the file, and how many they are."""
        if not isinstance(command, c.Play) or not isinstance(command.do, rc.Deal | rc.Reveal) or self.line is None:
            return command, 0
        state, step = self.open_round(), command.do
        if isinstance(step, rc.Deal):
            count = draws(self.book, state, step) if state.phase is Phase.BETTING else 0
        else:  # as in any scenario: a card that was exposed too early is still named where it is due
            count = int(dealt_when_due(self.book, state))
        cards = self.line.deck.next(count, self.line.line.error) if count else ()
        do = rc.Deal(cards=cards) if isinstance(step, rc.Deal) else rc.Reveal(card=cards[0] if cards else None)
        return replace(command, do=do), count

    def _passed(self, command: c.Command) -> None:
        """Go past the line that the trainee has just done."""
        match self.line.line.verb if self.line else "", command:
            case (
                ("incident", c.Report())
                | ("deal", c.Play(do=rc.Deal()))
                | ("reveal", c.Play(do=rc.Reveal()))
                | ("settle", c.Play(do=rc.Settle()))
                | ("round", c.OpenRound())
                | ("no-more-bets", c.CloseBetting())
                | ("on-duty", c.ComeOnDuty())
                | ("off-duty", c.GoOffDuty())
            ):
                self.at_line += 1
            case _:
                pass


def _as_written(table: Table, setup: Setup) -> Table:
    """Return the table of a file without staff as its head has it: who was warned, personal limits, a burn card."""
    seats = {
        position: replace(seat, personal=setup.personal.get(seat.player, {})) for position, seat in table.seats.items()
    }
    return replace(table, warned=setup.warned, burn=setup.burn, seats=seats)


def _owed_at(state: State, position: int) -> Owed:
    results = tuple(each for each in state.results if each.position == position)
    cents = sum(each.won_cents for each in results if each.outcome is not Outcome.PENDING)
    return Owed(position, Cents(cents), results)


def _taught(rounds: list[dict[str, Any]]) -> Iterator[TaughtLine]:
    for number, raw in enumerate(rounds, start=1):
        deck = StackedDeck(raw)
        for line in lines(text_of(raw, "script")):
            if line.verb == "forfeit":
                raise line.error("lesson-forfeit")
            yield TaughtLine(number, deck, line)


def _unread(step: DueStep, trainee: str) -> DueStep:
    """Return the deal in place of a card that would be read first."""
    if step.kind is not DueKind.READ:
        return step
    return DueStep(kind=DueKind.DEAL, clause=step.clause, command=c.Play(by=trainee, do=rc.Deal()))


def _check_one_table(rounds: list[dict[str, Any]]) -> None:
    """Refuse a file with several tables, or with lines about the meters: a trainee sits at one table."""
    for raw in rounds:
        for key in ("table", "floor", "tables", "meters"):
            if key in raw:
                raise ScenarioError("lesson-one-table", key=key)


def facts_of(facts: Facts) -> dict[str, Any]:
    """Return the facts of a report that are compared: a card that lies there need not be named."""
    return {
        "position": facts.position,
        "positions": tuple(sorted(facts.positions)),
        "cards": facts.cards,
        "streets": tuple(sorted(facts.streets)),
        **{name: bool(getattr(facts, name)) for name in ("looked", "order_known", "alone", "misdealt", "forfeit")},
        **{name: getattr(facts, name) for name in ("measure", "cause", "person", "waived", "named")},
    }


def clause_of_order(book: Rulebook) -> Clause:
    """Return the clause that says in which order hands are settled."""
    return book.play.settlement_order.clause
