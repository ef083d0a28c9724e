"""Six devices at one table, each on a network of its own: what they send arrives in any order, late or twice.

A device acts on the view that it holds, which may be old. Time passes meanwhile, and connections come and go. After
every command: whoever is refused had acted before, was away, or was too late by the clock, and never because of what
somebody else did; no decision is taken twice; the money adds up; and no deadline is brought forward.
"""

from collections import Counter
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.round import Refused
from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager
from mississippi_stud.table import Table, deadlines, for_players
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.clock import asked_at
from mississippi_stud.table.state import Clocks
from mississippi_stud.table.view import options_at, prospective
from tests.floor.drive import chance_of
from tests.table.hall import NAMES, Hall

SEATS = 6
BOOKS = ("nsw", "maryland", "crown")
SECOND = 1_000_000
PATIENCE = 400
"""The steps after which a round that is still open is left to the clock."""


class Seen(NamedTuple):
    """A table as it was looked at, with how often the player had acted by then, and the clock for anybody."""

    table: Table
    acted: int = 0
    clocked: int = 0


class Sent(NamedTuple):
    """A command under way, made on what its player had seen."""

    command: t.Command
    position: int
    seen: Seen


class Devices:
    """The devices of a table, and what is under way between them and it."""

    def __init__(self, seed: int) -> None:
        self.chance: Random = chance_of(seed)
        clocks = Clocks(betting_seconds=20, decision_seconds=20)
        self.hall = Hall(self.chance.choice(BOOKS), positions=SEATS, clocks=clocks)
        self.hall.sit(*NAMES[:SEATS])
        self.held: dict[int, Seen] = dict.fromkeys(range(1, SEATS + 1), Seen(self.hall.table))
        self.asked: dict[int, tuple[Table, str]] = {}
        """The view of each device that was last searched for something to do, and what it asks for."""
        self.under_way: list[Sent] = []
        self.acted: Counter[int] = Counter()
        self.clocked = 0
        self.decided: Counter[tuple[int, Wager, int]] = Counter()
        self.met: Counter[str] = Counter()
        """What has happened, so that a test can see that it did."""

    def play(self, rounds: int) -> None:
        """Play so many rounds, each in an order of its own."""
        for _ in range(rounds):
            number, steps = self.hall.table.number, 0
            while self.hall.table.number == number or self.hall.table.round is not None:
                steps += 1
                if steps > PATIENCE:
                    self.pass_time(30)
                self.step()
            self.met["round"] += 1
            self.hall.events.clear()
            self.hall.moved.clear()
            self.decided.clear()

    def step(self) -> None:
        """Let one thing happen, whatever it is; a device with nothing to send looks."""
        position, kind = 1 + int(self.chance.random() * SEATS), self.chance.random()
        if kind < 0.05:
            self.pass_time(self.chance.choice((0, 1, 5, 12)))
        elif kind < 0.08:
            self.turn_line(position)
        elif kind < 0.45 and self.under_way:
            self.arrive()
        elif kind < 0.75 and self.wants(position):
            self.send(position)
        else:
            self.held[position] = Seen(self.hall.table, self.acted[position], self.clocked)

    def wants(self, position: int) -> str:
        """Return what a device sends; it waits for an answer and a new view, but another tab of its player does not."""
        table, acted, _ = self.held[position]
        waits = acted != self.acted[position] or any(sent.position == position for sent in self.under_way)
        if waits and self.chance.random() < 0.9:
            return ""
        if self.asked.get(position, (None, ""))[0] is not table:
            self.asked[position] = (table, self.asked_at(table, position))
        return self.asked[position][1]

    def turn_line(self, position: int) -> None:
        """Cut a device off, or bring it back."""
        away = self.hall.table.seats[position].away_at is not None
        self.give(t.NoteConnection(player=NAMES[position - 1], connected=away, by="floor"))
        self.acted[position] += 1
        self.met["line lost" if not away else "line back"] += 1

    def asked_at(self, table: Table, position: int) -> str:
        """Return which command the view of a seat asks for, if any."""
        prospect = table.round or prospective(table)
        assert prospect is not None
        if prospect.phase is not Phase.BETTING and position not in asked_at(self.hall.book, prospect):
            return ""
        offered = {option.command for option in options_at(self.hall.book, table, prospect, (position,))}
        return "bet" if "bet" in offered else "place" if "place" in offered and not table.seats[position].ready else ""

    def send(self, position: int) -> None:
        """Send what the held view asks for."""
        seen = self.held[position].table
        if self.asked[position][1] == "bet":
            assert seen.round is not None
            ante = seen.round.hands[position].stakes[Wager.ANTE].cents
            bets = self.chance.random() < 0.8
            do: rc.Command = rc.Bet(position=position, cents=ante) if bets else rc.Fold(position=position)
            command: t.Command = t.Play(do=do, turn=seen.turn, by="player", person=NAMES[position - 1])
        else:
            now, self.hall.table = self.hall.table, seen  # it knows no other table than the one it saw
            command = t.PlaceWagers(**self.hall.wagers(position))  # type: ignore[arg-type]
            self.hall.table = now
        self.under_way.append(Sent(command, position, self.held[position]))

    def arrive(self) -> None:
        """Let a command arrive, and perhaps once more later."""
        place = self.chance.randrange(len(self.under_way))
        sent = self.under_way[place] if self.chance.random() < 0.1 else self.under_way.pop(place)
        before, position = self.hall.table, sent.position
        absent = any(table.seats[position].away_at is not None for table in (sent.seen.table, before))
        excused = absent or sent.seen[1:] != (self.acted[position], self.clocked)
        refused = self.refused(sent)
        assert excused or not refused, f"{sent.command} was refused ({refused}) for what somebody else did"
        assert not refused or self.hall.table is before
        self.acted[position] += not refused
        self.met["refused" if refused else "accepted"] += 1

    def refused(self, sent: Sent) -> str:
        """Give a command that has arrived to the table; return why it is refused, or nothing."""
        try:
            self.give(sent.command)
        except (Refused, InputError) as error:
            return str(error)
        return ""

    def pass_time(self, seconds: int) -> None:
        """Let time pass; the clock asks for every deadline, due or not, and for some that are over."""
        self.hall.at += seconds * SECOND
        for key, due_at in (*deadlines(self.hall.table).items(), ("1/betting", 0)):
            open_still = key in deadlines(self.hall.table)
            events = self.give(t.TimeUp(key=key, by="floor"))
            assert not events or (open_still and self.hall.at >= due_at), f"{key} was carried out too early or twice"
            self.clocked += bool(events)
            self.met["time up"] += bool(events)

    def give(self, command: t.Command) -> list[te.Event]:
        """Give a command to the table, whose money the hall checks, and check the rest."""
        before = self.hall.table
        events = self.hall.give(replace(command, at=self.hall.at))
        for event in events:
            self.count(event)
        after = deadlines(self.hall.table)
        for key, due_at in deadlines(before).items():
            if for_players(key) and key in after:
                assert after[key] >= due_at, f"{key} is due earlier than it was"
        return events

    def count(self, event: te.Event) -> None:
        """Count the decisions of a round."""
        match event:
            case r.WagerPlaced(position=position, wager=wager) if wager in STREETS:
                key = (self.hall.table.number, wager, position)
            case r.HandEnded(position=position, on=wager) if wager is not None:
                key = (self.hall.table.number, wager, position)
            case _:
                return
        self.decided[key] += 1
        assert self.decided[key] == 1, f"{key} was decided twice"
