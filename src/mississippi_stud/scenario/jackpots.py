"""The meters of a scenario: opened by its head, fed and paid out by its rounds, changed by its `floor` lines."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mississippi_stud.jackpot import commands as j
from mississippi_stud.jackpot import decide, evolve
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.decide import play
from mississippi_stud.jackpot.link import Link
from mississippi_stud.jackpot.state import Change, MeterNotice, Meters, exact
from mississippi_stud.messages import MINUTE
from mississippi_stud.money import Cents, text
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Setup, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.scenario.head import ScenarioError, check_keys, money_of, refusal, sign_of, table_of
from mississippi_stud.scenario.script import ScriptLine

ONE_METER: Final = "main"
ONE_TABLE: Final = "1"
_FLOOR: Final = ("wait", "notice", "add", "remove", "move", "close", "option", "equipment", "correct", "document")


class FloorStep(NamedTuple):
    """The effect of a line about the meters, or why it was refused."""

    line: ScriptLine
    events: tuple[je.Event, ...]
    refused: Refused | None


class Jackpots:
    """The meters of a scenario while it is played."""

    def __init__(self, book: Rulebook, raw: dict[str, Any]) -> None:
        self.book = book
        self.meters = Meters()
        self.events: list[je.Event] = []
        self.now = 0
        heads = {ONE_METER: table_of(raw, "meter")} if "meter" in raw else {}
        for name in table_of(raw, "meters"):
            heads[name] = table_of(table_of(raw, "meters"), name)
        linked = table_of(raw, "tables")
        for name, head in heads.items():
            tables = tuple(table for table, meter in linked.items() if meter == name)
            self._open(name, head, tables or ((ONE_TABLE,) if name == ONE_METER and not linked else ()))
        for table, name in linked.items():
            if name not in heads:
                raise ScenarioError("no-meter-of-table", table=table, value=repr(name))

    def _open(self, name: str, head: dict[str, Any], tables: tuple[str, ...]) -> None:
        value = money_of("meter.value", head.get("value"))
        command = j.OpenMeter(meter=name, offer=read_offer(self.book, head), tables=tables, value_cents=value)
        try:
            self.apply(decide(self.book, self.meters, command))
        except Refused as refused:
            raise refusal(refused, "meter") from None

    def apply(self, events: Iterable[je.Event]) -> None:
        for event in events:
            self.meters = evolve(self.meters, event)
            self.events.append(event)

    def link(self, table: str) -> Link:
        """Return a table's link to the meters while one line is carried out; `take` then applies its events."""
        return Link(self.book, table, lambda: self.meters, self.now)

    def take(self, link: Link) -> None:
        """Apply what a line did to the meters."""
        self.apply(link.events)

    def prizes(self, table: str, number: str) -> list[je.PrizePaid]:
        """Return the prizes of a round's last outcome, in the order of payment."""
        paid: list[je.PrizePaid] = []
        for event in self.events:
            match event:
                case je.OutcomeRecorded(table=at, round=of) if (at, of) == (table, number):
                    paid = []
                case je.PrizePaid(table=at, round=of) if (at, of) == (table, number):
                    paid.append(event)
                case _:
                    pass
        return paid

    def shown(self) -> dict[str, str]:
        """Return the displayed value of every open meter."""
        return {name: text(meter.shown_cents) for name, meter in self.meters.meters.items() if meter.open}

    def floor(self, line: ScriptLine) -> FloorStep:
        """Carry out a line about the meters."""
        try:
            if line.verb == "wait":
                self.now += MINUTE * line.whole(*_words(line, 1))
                return FloorStep(line, (), None)
            commands = (replace(each, at=self.now) for each in self._floor(line))
            after, events = play(self.book, self.meters, *commands)
        except Refused as refused:
            return FloorStep(line, (), refused)
        self.meters = after
        self.events += events
        return FloorStep(line, events, None)

    def _floor(self, line: ScriptLine) -> Iterable[j.Command]:
        match line.verb:
            case "notice":
                return [j.DisplayNotice(notice=notice) for notice in self._notices(line)]
            case "add":
                table, meter, cost = _words(line, 3)
                return [j.AddTable(table=table, meter=meter, cost_cents=money_of(line.where, cost))]
            case "remove":
                return [j.RemoveTable(table=_words(line, 1)[0])]
            case "move":
                table, meter = _words(line, 2)
                return [j.MoveTable(table=table, meter=meter)]
            case "close":
                if not line.words:
                    raise line.error("close-what")
                shares = [word.partition("=") for word in line.words[1:]]
                to = {name: line.whole(share or "1") for name, _, share in shares}
                return [j.CloseMeter(meter=line.words[0], to=to)]
            case "option":
                option, seed = _words(line, 2)
                return [j.ChangeOption(option=option, seed=seed)]
            case "equipment":
                table, how = _words(line, 2)
                if how not in ("works", "fails", "manual"):
                    raise line.error("not-equipment", word=how)
                return [j.SetEquipment(table=table, working=how == "works", manual=how == "manual")]
            case "correct":
                if len(line.words) < 3:
                    raise line.error("correct-what")
                meter, written, *words = line.words
                amount = money_of(line.where, written.removeprefix("-"))
                signed, why = exact(-amount if written.startswith("-") else amount), " ".join(words)
                return [j.CorrectMeter(meter=meter, amount_exact=signed, corrects=meter, by="the scenario", why=why)]
            case _:
                raise line.error("no-floor-line", verb=line.verb, verbs=_FLOOR)

    def _notices(self, line: ScriptLine) -> list[MeterNotice]:
        change, *words = line.words or ("",)
        match change:
            case "add" | "remove" | "move" if len(words) == 2:
                return [MeterNotice(change=Change(change), table=words[0], meter=words[1], at=self.now)]
            case "close" if len(words) == 1:
                tables = [name for name, linked in self.meters.tables.items() if linked.meter == words[0]]
                return [MeterNotice(change=Change.CLOSE, table=name, meter=words[0], at=self.now) for name in tables]
            case "option" if len(words) == 1:
                return [MeterNotice(change=Change.OPTION, option=words[0], at=self.now)]
            case _:
                raise line.error("not-a-notice")


def after_round(state: State, setup: Setup, stayed: Mapping[int, Cents]) -> Setup:
    """Return the next round's setup: who was warned, and those `stayed` jackpot wagers whose players still play."""
    seats, before = dict(setup.seats), dict(state.setup.seats)
    carried = {position: cents for position, cents in stayed.items() if seats.get(position) == before.get(position)}
    warned = (*setup.warned, *state.setup.warned, *state.warnings)
    return replace(setup, carried_cents=carried, warned=tuple(dict.fromkeys(warned)))


def _words(line: ScriptLine, count: int) -> tuple[str, ...]:
    words = " ".join(line.words)
    if len(line.words) != count == 1:
        raise line.error("takes-one", verb=line.verb, words=words)
    if len(line.words) != count:
        raise line.error("takes-words", verb=line.verb, count=count, words=words)
    return line.words


_HANDS: Final = {"royal-guaranteed": "royal-flush", "straight-flush-guaranteed": "straight-flush"}


def read_offer(book: Rulebook, head: dict[str, Any]) -> j.MeterOffer:
    """Return what the head of a scenario chose for a meter; the meters check whether the book allows it."""
    jackpot = book.jackpot
    cost = money_of("meter.wager", head.get("wager"))
    if jackpot is not None and jackpot.options:
        check_keys("meter", head, {"wager", "value", "option", "seed"})
        return j.MeterOffer(cost_cents=cost, option=str(head.get("option")), seed=str(head.get("seed")))
    rate = str(head.get("rate"))
    if jackpot is not None and jackpot.minimum_reset_cents:
        check_keys("meter", head, {"wager", "value", "reset", "rate"})
        return j.MeterOffer(cost_cents=cost, rate=rate, seed_cents=money_of("meter.reset", head.get("reset")))
    check_keys("meter", head, {"wager", "value", "seed", "rate", *_HANDS, "pays", "bonus"})
    seed = head.get("seed", "0")
    return j.MeterOffer(
        cost_cents=cost,
        rate=rate,
        seed_cents=money_of("meter.seed", str(seed) if type(seed) is int else seed),
        guaranteed_cents={hand: money_of(f"meter.{key}", head[key]) for key, hand in _HANDS.items() if key in head},
        pays=sign_of("meter.pays", table_of(head, "pays")),
        bonus_cents={hand: money_of("meter.bonus", prize) for hand, prize in table_of(head, "bonus").items()},
    )
