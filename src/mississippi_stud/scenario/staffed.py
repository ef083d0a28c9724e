"""A scenario at a staffed table: `staffed = { … }` in its head brings people, decks and prompts into the script.

Every line then goes through the table, which refuses what a prompt stands before. docs/tables.md lists the lines.
"""

from typing import Any, Final

from mississippi_stud.jackpot.events import Event as MeterEvent
from mississippi_stud.money import MoneyError
from mississippi_stud.money import parse as parse_money
from mississippi_stud.round.events import Event as RoundEvent
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Bounds, Setup, State
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.model import Rulebook, Wager
from mississippi_stud.scenario.head import WAGERS, Deck, ScenarioError, check_keys
from mississippi_stud.scenario.incidents import read
from mississippi_stud.scenario.meters import Jackpots
from mississippi_stud.scenario.script import Line, command
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.course import PLAYER
from mississippi_stud.table.decide import decide
from mississippi_stud.table.evolve import fold
from mississippi_stud.table.incidents import lowest
from mississippi_stud.table.state import NoticeKind, Ruled, Table

_KEYS: Final = {"staff", "shuffling", "decks", "counts", "prechecked", "positions", "low-limit", "tournament"}
_VERBS: Final = (
    "at", "by", "confirm", "round", "no-more-bets", "order", "notice", "limits", "sit", "stand", "vacate", "deck",
    "dealing", "rule", "close", "dispute", "decide", "ask-review", "review", "end-dispute", "keep-ends", "incident",
)  # fmt: skip

_NOTHING: tuple[MeterEvent, ...] = ()


class Staffed:
    """The table of a scenario: what it is now, what time it is, and who acts."""

    def __init__(self, book: Rulebook, staffed: Any, setup: Setup) -> None:
        if not isinstance(staffed, dict):
            raise ScenarioError(f"staffed = {staffed!r}: a table is expected, such as staffed = {{ … }}")
        check_keys("staffed", staffed, _KEYS)
        self.book, self.now, self.by = book, 0, lowest(book)
        self.table: Table | None = None
        self.do(self._opening(staffed, setup))
        for title in staffed.get("staff", []):
            if title != self.by:
                self.do(t.ComeOnDuty(at=0, by=str(title)))
        for backs in staffed.get("decks", ["red"]):
            prechecked = bool(staffed.get("prechecked", False))
            self.do(t.ReceiveDeck(at=0, by=self.by, backs=str(backs), prechecked=prechecked))
        for position, player in setup.seats:
            self.do(
                t.Sit(at=0, by=PLAYER, position=position, player=player, nobody_shut_out=True, seats_elsewhere=True)
            )

    def _opening(self, staffed: dict[str, Any], setup: Setup) -> t.OpenTable:
        allowed = self.book.dealing.methods[setup.dealing].shuffled_by
        first = allowed.value[0] if allowed else Shuffling.BY_HAND
        shuffling = str(staffed.get("shuffling", first))
        if shuffling not in set(Shuffling):
            raise ScenarioError(f"staffed: shuffling = {shuffling!r}; there are {', '.join(Shuffling)}")
        return t.OpenTable(
            at=0,
            by=self.by,
            dealing=setup.dealing,
            shuffling=Shuffling(shuffling),
            counts=bool(staffed.get("counts", False)),
            positions=staffed.get("positions"),
            low_limit=bool(staffed.get("low-limit", False)),
            tournament=bool(staffed.get("tournament", False)),
            limits=setup.limits,
            tables=setup.tables,
            signs=setup.signs,
            costs_cents=setup.costs_cents,
            max_payout_cents=setup.max_payout_cents,
            chips_cents=setup.chips_cents,
        )

    def do(self, asked: t.Command) -> tuple[te.Event, ...]:
        """Carry a command out, or let its refusal rise."""
        events = decide(self.book, self.table, asked)
        self.table = fold(events, self.table)
        return events

    def step(
        self, deck: Deck, line: Line, jackpots: Jackpots, place: tuple[str, str]
    ) -> tuple[tuple[RoundEvent, ...], Ruled | None]:
        """What a line of the script does."""
        table = self.table
        if table is None:
            raise line.error("the table is not open")
        if line.verb in ("at", "by"):
            self._set(line)
            return (), None
        if line.verb == "confirm" and line.words == ("all",):
            return self._confirm_all(line, table), None
        cards, meter_events = 0, _NOTHING
        if line.verb in _VERBS:
            asked = self._asked(line, table, deck)
        else:
            state = table.round
            if state is None:
                raise Refused("not-open", self.book.positions.maximum.clause)
            do, cards = command(self.book, state, deck, line)
            do, meter_events = jackpots.asked(state, do, place)
            asked = t.Play(at=self.now, by=PLAYER if line.position else self.by, do=do)
        events = self.do(asked)
        deck.take(cards)
        ruled = next((event.ruled for event in events if isinstance(event, te.IncidentRuled)), None)
        happened = tuple(event.happened for event in events if isinstance(event, te.RoundMoved))
        jackpots.apply(meter_events)
        if table.round is not None:
            jackpots.follow(table.round, happened, place)
        return happened, ruled

    def state(self, before: State) -> State:
        """The round to be shown: the one that is open, else the last."""
        if self.table is None:
            return before
        return self.table.round or self.table.last_round or before

    def _set(self, line: Line) -> None:
        word = line.words[0] if len(line.words) == 1 else ""
        if line.verb == "by":
            titles = self.book.staff.titles if self.book.staff else {}
            if word not in titles:
                raise line.error(f"{word!r} is no title; there are {', '.join(titles)}")
            self.by = word
            return
        parts = word.split(":")
        if not all(part.isascii() and part.isdigit() for part in parts) or len(parts) > 3:
            raise line.error(f"{word!r} is no time: write minutes and seconds, as 20:00, or 4:00:00")
        seconds = 0
        for part in parts:
            seconds = seconds * 60 + int(part)
        if seconds < self.now:
            raise line.error(f"{word} is before the time of an earlier line")
        self.now = seconds

    def _confirm_all(self, line: Line, table: Table) -> tuple[RoundEvent, ...]:
        """Everything that waits and takes no count, in order, by whom it takes; a cut goes in 26 cards."""
        while True:
            waiting = [each for each in table.prompts if each.dispute is None and each.moment != "stub-wrong"]
            if not waiting:
                return ()
            prompt = waiting[0]
            by = prompt.verified_by if prompt.done_by and prompt.verified_by else prompt.by
            count = self.book.dealing.cards.value if not prompt.duty.startswith("count-stub") else _stub(self, table)
            self.do(t.Confirm(at=self.now, by=by, prompt=prompt.number, count=count, depth=26))
            if self.table is None:
                raise line.error("the table is not open")
            table = self.table

    def _asked(self, line: Line, table: Table, deck: Deck) -> t.Command:
        """The command that a line about the table gives."""
        at, by, words = self.now, self.by, line.words
        match line.verb, *words:
            case ["confirm", duty, *more]:
                return self._confirm(line, table, duty, more)
            case ["round"]:
                return t.OpenRound(at=at, by=by)
            case ["no-more-bets"]:
                return t.CloseBetting(at=at, by=by)
            case ["order", what] if what in set(t.Ordered):
                return t.Order(at=at, by=by, what=t.Ordered(what))
            case ["notice", kind, *more] if kind in set(NoticeKind):
                return t.GiveNotice(at=at, by=by, kind=NoticeKind(kind), limits=_limits(line, more))
            case ["limits", *more]:
                once = "at-once" in more
                bounds = _limits(line, [word for word in more if word != "at-once"])
                return t.ChangeLimits(at=at, by=by, limits=bounds, at_once=once)
            case ["keep-ends"]:
                return t.EndKeptMinimum(at=at, by=by)
            case ["sit", player] if line.position:
                return t.Sit(at=at, by=PLAYER, position=line.position, player=player)
            case ["stand"] if line.position:
                return t.Stand(at=at, by=PLAYER, position=line.position)
            case ["vacate"] if line.position:
                return t.Vacate(at=at, by=by, position=line.position)
            case ["deck", backs, *more]:
                return t.ReceiveDeck(at=at, by=by, backs=backs, prechecked="prechecked" in more)
            case ["dealing", dealing, shuffling] if shuffling in set(Shuffling):
                return t.ChangeDealing(at=at, by=by, dealing=dealing, shuffling=Shuffling(shuffling))
            case ["rule"]:
                return t.Rule(at=at, by=by)
            case ["close"]:
                return t.CloseTable(at=at, by=by)
            case ["incident", *_]:
                incident, facts = read(self.book, table.round, deck, line)
                return t.Report(at=at, by=by, incident=incident, facts=facts)
            case _:
                return self._dispute(line)

    def _dispute(self, line: Line) -> t.Command:
        at, by = self.now, self.by
        match line.verb, *line.words:
            case ["dispute", player, *about]:
                return t.OpenDispute(at=at, by=PLAYER, player=player, about=" ".join(about))
            case ["decide", number, *words] if number.isdigit():
                return t.DecideDispute(at=at, by=by, dispute=int(number), decision=" ".join(words))
            case ["ask-review", number] if number.isdigit():
                return t.AskReview(at=at, by=PLAYER, dispute=int(number))
            case ["review", number, *words] if number.isdigit():
                return t.ReviewDispute(at=at, by=by, dispute=int(number), decision=" ".join(words))
            case ["end-dispute", number, ("satisfied" | "unsatisfied") as how] if number.isdigit():
                return t.CloseDispute(at=at, by=by, dispute=int(number), satisfied=how == "satisfied")
            case _:
                raise line.error(f"{line.text!r} cannot be read")

    def _confirm(self, line: Line, table: Table, duty: str, more: list[str]) -> t.Confirm:
        numbers = dict(word.split("=", 1) for word in more if "=" in word)
        if not set(numbers) <= {"count", "depth"} or not all(value.isdigit() for value in numbers.values()):
            raise line.error("confirm takes a duty, and count=… or depth=… where one is asked for")
        found = next((prompt.number for prompt in table.prompts if prompt.duty == duty), 0)
        given = {key: int(value) for key, value in numbers.items()}
        return t.Confirm(
            at=self.now,
            by=self.by,
            prompt=found,
            count=given.get("count"),
            depth=given.get("depth"),
        )


def _stub(staffed: Staffed, table: Table) -> int:
    from mississippi_stud.table.decks import stub_size

    return stub_size(staffed.book, table)


def _limits(line: Line, words: list[str]) -> dict[Wager, Bounds]:
    """Limits as a line writes them: a wager, its minimum and its maximum."""
    if not words:
        return {}
    name, *amounts = words
    if name not in WAGERS or len(amounts) != 2:
        raise line.error("limits are written as a wager, its minimum and its maximum: ante 5.00 500.00")
    try:
        return {Wager(name): Bounds(*(parse_money(each) for each in amounts))}
    except MoneyError as error:
        raise line.error(str(error)) from None
