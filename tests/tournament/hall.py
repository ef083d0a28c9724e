"""A tournament for tests: announced, entered and played by commands; its chips and its money are checked each time."""

from typing import Any

from msgspec.structs import replace

from mississippi_stud.fairness.lot import lot_commitment
from mississippi_stud.messages import DAY, MINUTE
from mississippi_stud.money import Currency, balances
from mississippi_stud.prose.refusals import explain
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament.chapter import rules_of
from mississippi_stud.tournament.decide import decide
from mississippi_stud.tournament.designation import Candidate
from mississippi_stud.tournament.evolve import evolve
from mississippi_stud.tournament.heats import HandResult, playing
from mississippi_stud.tournament.state import Contest
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import TournamentTerms, digest
from mississippi_stud.tournament.transfers import BANK, account, chip_moves, transfers

START = 10 * DAY
DIRECTOR = "dora"


def secret(number: int) -> bytes:
    """Return the house's secret for its nth draw."""
    return number.to_bytes(32, "big")


def terms(template: str = "shoot-out", **changes: Any) -> TournamentTerms:
    """Return whole terms of a format: the first session begins at START, each later one a day after the one before."""
    ready = TEMPLATES[template]
    sessions = ready.programme.sessions
    when = tuple(START + number * DAY for number in range(len(sessions)))
    ready = replace(ready, title="Spring Cup", location="Room 1", when=when)
    return replace(ready, **changes)


class Cup:
    """A tournament and everything that happened in it."""

    def __init__(self, told: TournamentTerms | None = None, book: str = "crown") -> None:
        self.rules = rules_of(rulebook(book), rulebook("crown"))
        self.contest: Contest | None = None
        self.events: list[Any] = []
        self.money: list[Any] = []
        self.chips: list[Any] = []
        self.at = 0
        self.draws = 0
        self.rounds = 0
        self.do(c.DraftTournament, id="cup", terms=told or terms())

    @property
    def now(self) -> Contest:
        assert self.contest is not None
        return self.contest

    def do(self, kind: Any, /, *, by: str = DIRECTOR, **fields: Any) -> tuple[Any, ...]:
        """Carry a command out and return its events; check that no chip and no cent is made or lost."""
        events = decide(self.rules, self.contest, kind(at=self.at, by=by, **fields))
        for event in events:
            if self.contest is not None:
                self.money += transfers(self.contest, event)
                self.chips += chip_moves(self.contest, event)
            self.contest = evolve(self.contest, event)
            self.events.append(event)
            self.check()
        return events

    def check(self) -> None:
        held, stacks = balances(self.money), balances(self.chips)
        assert sum(held.values()) == sum(stacks.values()) == 0
        assert held[account(self.now)] >= 0
        for name, entrant in self.now.entrants.items():
            assert entrant.chips == stacks[f"stack:{name}"] >= 0, name
            assert entrant.aside_chips == stacks[f"aside:{name}"] >= 0, name
        total = sum(each.chips + each.aside_chips for each in self.now.entrants.values())
        assert total == -stacks[BANK]

    def refused(self, kind: Any, /, **fields: Any) -> tuple[str, str]:
        """Return the code and the clause of a command that is refused, and changes nothing."""
        before = self.contest
        try:
            self.do(kind, **fields)
        except Refused as refused:
            assert self.contest is before
            told = {language: explain(refused, Currency.AUD, language) for language in ("en", "fr")}
            assert told["en"] != told["fr"]
            return refused.code, refused.clause
        raise AssertionError(f"{kind.__name__} was not refused")

    # The usual course.

    def announced(self) -> "Cup":
        self.do(c.MakeTermsAvailable)
        self.do(c.AdviseInspectorate)
        return self

    def opened(self) -> "Cup":
        self.announced()
        self.do(c.AppointDirector, person=DIRECTOR)
        self.do(c.OpenEntries, commitment=lot_commitment(secret(0)))
        return self

    def enter(self, names: str, **facts: Any) -> "Cup":
        for name in names.split():
            self.do(c.ApplyToEnter, by=name, name=name, accepts=digest(self.now.terms), **{"signed": True, **facts})
        return self

    def closed(self, names: str = "ann ben cho", tables: str = "t1") -> "Cup":
        self.opened().enter(names)
        self.do(c.TakeCharge)
        self.do(c.DesignateTables, tables=tuple(Candidate(table=each) for each in tables.split()))
        self.do(c.CloseEntries)
        return self

    def briefed(self, names: str = "ann ben cho", tables: str = "t1") -> "Cup":
        self.closed(names, tables)
        self.do(c.BriefPlayers, understood=tuple(self.now.entrants))
        return self

    def drawn(self, names: str = "ann ben cho", tables: str = "t1") -> "Cup":
        self.briefed(names, tables)
        self.at = START
        return self.draw()

    def draw(self) -> "Cup":
        self.do(c.DrawSeats, secret=secret(self.draws), commitment=lot_commitment(secret(self.draws + 1)))
        self.draws += 1
        return self

    def begun(self, names: str = "ann ben cho", tables: str = "t1") -> "Cup":
        self.drawn(names, tables)
        return self.begin()

    def begin(self) -> "Cup":
        """Begin as many waiting heats as there are free tables."""
        free = [table for table in self.now.tables if table not in self.busy()]
        waiting = [heat.number for heat in self.now.heats.values() if not heat.over and not heat.running]
        for number, table in zip(waiting, free, strict=False):
            self.do(c.BeginHeat, heat=number, table=table)
        return self

    def busy(self) -> set[str]:
        return {heat.table for heat in self.now.heats.values() if heat.running}

    def hand(self, heat: int = 1, wagered: int = 2_500, began_at: int | None = None, **nets: int) -> tuple[Any, ...]:
        """Record a hand: everybody who can play wagers the minimum, and loses it unless the net is named."""
        self.rounds += 1
        able = playing(self.now, self.now.heats[heat]).values()
        results = tuple(
            HandResult(
                name=name, wagered=max(wagered, -nets.get(name, -wagered)), net=nets.get(name, -wagered),
                wagers={"ante": wagered},
            )
            for name in able
        )  # fmt: skip
        began = self.at if began_at is None else began_at
        return self.do(c.RecordHand, by="floor", heat=heat, round=f"t#{self.rounds}", began_at=began, results=results)

    def hands(self, count: int, heat: int = 1, **nets: int) -> "Cup":
        for _ in range(count):
            self.hand(heat, **nets)
        return self

    def wait(self, minutes: int) -> "Cup":
        self.at += minutes * MINUTE
        return self

    def stacks(self) -> dict[str, int]:
        return {name: entrant.chips for name, entrant in self.now.entrants.items()}
