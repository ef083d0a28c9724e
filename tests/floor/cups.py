"""Tournaments on a floor in tests: a house with a Director, its tables, and entrants who play by themselves."""

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from random import Random
from typing import Any

from msgspec.structs import replace
from sqlalchemy import select

from mississippi_stud.floor import Floor, houses, staff_links
from mississippi_stud.floor import tournament_acts as acts
from mississippi_stud.floor.clock import tick
from mississippi_stud.floor.persons import stream_of as person_stream
from mississippi_stud.floor.tournaments import chip_account, stream_of
from mississippi_stud.messages import MINUTE, SECOND
from mississippi_stud.person.credentials import SetSecondFactor
from mississippi_stud.person.proposals import CONSOLE
from mississippi_stud.round.commands import Bet, Fold
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store import log, schema
from mississippi_stud.table.commands import PlaceWagers, Play
from mississippi_stud.tournament import Contest
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament.programme import Field
from mississippi_stud.tournament.state import EntrantStatus, FeeKind, Heat, Life
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import BuyBack, TournamentTerms, digest
from tests.floor.test_houses import account

DIRECTOR = "dora"
START = 1_000 * MINUTE


class FakeTime:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100 * MINUTE

    def __call__(self) -> int:
        return self.now

    def sleep(self, seconds: int) -> None:
        self.now += seconds * SECOND


def house_with_director(floor: Floor) -> None:
    """Open the house with an owner who directs tournaments."""
    floor.send("house:play", houses.opening(floor, by=CONSOLE))
    account(floor, DIRECTOR)
    floor.send(person_stream(DIRECTOR), SetSecondFactor(sealed="x"))
    link = staff_links.invite(floor, "play", "Dora", by=CONSOLE, owner=True)
    staff_links.accept(floor, link.token, DIRECTOR)


def terms(template: str = "shoot-out", **changes: Any) -> TournamentTerms:
    """Return whole terms of a format, whose sessions begin at START and a minute apart."""
    ready = TEMPLATES[template]
    when = tuple(START + number * MINUTE for number in range(len(ready.programme.sessions)))
    return replace(ready, **{"title": "Spring Cup", "location": "Room 1", "when": when, **changes})


class FloorCup:
    """A tournament on a floor: what its Director and its entrants do, and what must hold after every act."""

    def __init__(self, floor: Floor, time: FakeTime, name: str = "cup", seed: int = 1) -> None:
        self.floor, self.time, self.name, self.chance = floor, time, name, Random(seed)  # noqa: S311
        self.stream = stream_of("play", name)

    @property
    def now(self) -> Contest:
        contest: Contest = self.floor.state(self.stream)[0]
        return contest

    def do(self, command: c.Command, by: str = DIRECTOR, command_id: str | None = None) -> Contest:
        acts.give(self.floor, "play", self.name, by, command, command_id=command_id)
        return self.now

    def drafted(self, told: TournamentTerms, book: str = "crown") -> "FloorCup":
        acts.draft(self.floor, "play", self.name, DIRECTOR, book=book, terms=told, command_id=f"{self.name} draft")
        return self

    def opened(self) -> "FloorCup":
        self.do(c.MakeTermsAvailable(), command_id=f"{self.name} available")
        self.do(c.AppointDirector(person=DIRECTOR), command_id=f"{self.name} director")
        self.do(c.OpenEntries(commitment=""), command_id=f"{self.name} open")
        self.do(c.TakeCharge(), command_id=f"{self.name} charge")
        return self

    def enter(self, *names: str) -> "FloorCup":
        accepts = digest(self.now.terms)
        for name in names:
            self.floor.deposit(name, 1_000_00, command_id=f"money {name}")
            self.do(c.ApplyToEnter(name=name, accepts=accepts, signed=True), by=name, command_id=f"enters {name}")
        return self

    def begun(self, tables: int = 1) -> "FloorCup":
        acts.designate(self.floor, "play", self.name, DIRECTOR, tables, command_id=f"{self.name} tables")
        self.do(c.CloseEntries(), command_id="close")
        self.do(c.BriefPlayers(understood=tuple(self.now.entrants)), command_id="brief")
        self.time.now = max(self.time.now, START)
        self.tick()
        self.tick()
        return self

    def tick(self) -> list[str]:
        return tick(self.floor)

    # The entrants play.

    def play_session(self, choose: "Callable[[FloorCup, Heat, int], int] | None" = None) -> None:
        """Let everybody play until no heat is left to be played."""
        while any(not heat.over for heat in self.now.heats.values()):
            moved = [self.act(heat, choose) for heat in list(self.now.heats.values()) if heat.running]
            if not any(moved):
                self.time.sleep(9)
                self.tick()
            self.check()
            self.after_turn()

    def after_turn(self) -> None:
        """Do nothing: a child that is to be killed says here how far it has come."""

    def act(self, heat: Heat, choose: "Callable[[FloorCup, Heat, int], int] | None" = None) -> bool:
        """Let whoever is asked at the table of a heat act; return whether somebody did."""
        table = self.floor.table(heat.table)
        state = table.round
        if state is None:
            return False
        done = False
        if state.phase is Phase.BETTING:
            for position, seat in table.seats.items():
                if not seat.ready and not seat.sits_out and self.floor.table(heat.table).round is not None:
                    self._ante(heat.table, position, seat.player)
                    done = True
            return done
        view = self.floor.view(heat.table, Role.PLAYER, "")[0]
        for seat in view.seats:
            if seat.asked:
                times = (choose or _at_random)(self, heat, seat.position)
                self._decide(heat, seat.position, seat.player, times)
                done = True
        return done

    def _ante(self, table: str, position: int, player: str) -> None:
        view = self.floor.view(table, Role.PLAYER, player)[0]
        ante = min(self.now.terms.wager.minimum_chips, self.now.entrants[player].chips)
        wagers = PlaceWagers(
            position=position, wagers={Wager.ANTE: ante}, commitment=view.commitment, person=player, round=view.number
        )
        self.floor.send(table, wagers)

    def _decide(self, heat: Heat, position: int, player: str, times: int) -> None:
        table = self.floor.table(heat.table)
        assert table.round is not None
        ante = table.round.hands[position].stakes[Wager.ANTE].cents
        left = self.now.entrants[heat.seats[position]].chips
        left -= sum(stake.cents for stake in table.round.hands[position].stakes.values())
        do = Bet(position=position, cents=times * ante) if 0 < times * ante <= left else Fold(position=position)
        self.floor.send(heat.table, Play(do=do, turn=table.turn, person=player))

    def come_back(self, most: int = 8) -> None:
        """Let some of those who are out pay for the repechage or buy back in, where the terms offer that."""
        contest = self.now
        sessions = contest.terms.programme.sessions
        again = sessions[contest.following - 1]
        kind = FeeKind.SESSION if again.field is Field.OUT else FeeKind.BUY_BACK
        if not again.entry_cents and not isinstance(contest.terms.buying_back_in, BuyBack):
            return
        for entrant in list(contest.with_status(EntrantStatus.OUT))[:most]:
            with suppress(Refused):
                self.do(c.BuyChips(name=entrant.name, kind=kind), by=entrant.player)

    # What must hold.

    def check(self) -> None:
        """Check that the ledger holds the chips that the tournament says, and no more."""
        contest, held = self.now, balances(self.floor)
        total = 0
        for name, entrant in contest.entrants.items():
            for kind, chips in (("stack", entrant.chips), ("aside", entrant.aside_chips)):
                assert held.get(chip_account(contest, f"{kind}:{name}"), 0) == chips, (kind, name)
                total += chips
        assert held.get(chip_account(contest, "bank"), 0) == -total
        assert sum(held.values()) == 0


def balances(floor: Floor) -> dict[str, int]:
    """Return the balance of every account."""
    with floor.database.transaction() as connection:
        return {row.account: row.cents for row in connection.execute(select(schema.balances))}


def _at_random(cup: FloorCup, heat: Heat, position: int) -> int:
    return cup.chance.choice((0, 0, 1, 1, 3))


def finished(cup: FloorCup) -> FloorCup:
    """Play every session to its end and declare the results."""
    while cup.now.life is not Life.FINISHED:
        if cup.now.life is Life.BETWEEN_SESSIONS:
            cup.come_back()
            cup.time.sleep(60)
            cup.tick()
            cup.tick()
        cup.play_session()
        if any(heat.play_off for heat in cup.now.heats.values()) or cup.now.turn >= cup.now.play_session.heats:
            cup.do(c.EndSession())
        cup.tick()
        cup.tick()
    cup.do(c.DeclareResults())
    cup.check()
    return cup


def command_name(text: str) -> str:
    return sha256(text.encode()).hexdigest()


__all__ = ["DIRECTOR", "START", "FakeTime", "FloorCup", "balances", "finished", "house_with_director", "log", "terms"]
