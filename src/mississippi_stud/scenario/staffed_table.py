"""A scenario at a staffed table: `staffed = { … }` in its head brings people, decks and prompts into the script.

Every line then goes through the table, which refuses what a prompt blocks. docs/scenarios.md lists the lines.
"""

from typing import Any, Final

from mississippi_stud.messages import SECOND
from mississippi_stud.round.events import Event as RoundEvent
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds, Setup, State
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.scenario.head import WAGERS, ScenarioError, StackedDeck, check_keys, money_of, table_of, text_of
from mississippi_stud.scenario.jackpots import Jackpots
from mississippi_stud.scenario.plain_table import PlainTable, player_at, sign
from mississippi_stud.scenario.script import ScriptLine
from mississippi_stud.table import commands as t
from mississippi_stud.table.decide import decide
from mississippi_stud.table.evolve import fold
from mississippi_stud.table.prompts import prompt_for, right_count
from mississippi_stud.table.staff import lowest
from mississippi_stud.table.state import NoticeKind, Prompt, Ruling

_KEYS: Final = {
    "staff", "shuffling", "decks", "counts", "prechecked", "positions", "low-limit", "tournament", "approvals",
}  # fmt: skip
VERBS: Final = {
    "at": "at TIME",
    "by": "by TITLE [PERSON]",
    "on-duty": "on-duty TITLE [PERSON]",
    "off-duty": "off-duty TITLE [PERSON]",
    "confirm": "confirm all|DUTY [count=N] [depth=N]",
    "reject": "reject DUTY GROUNDS",
    "round": "round",
    "no-more-bets": "no-more-bets",
    "order": f"order {'|'.join(t.OrderKind)}",
    "notice": f"notice {'|'.join(NoticeKind)} [WAGER MIN MAX] [due=TIME]",
    "limits": "limits WAGER MIN MAX [at-once]",
    "keep-ends": "keep-ends",
    "personal": "personal PLAYER WAGER MIN MAX",
    "sit": "N sit PLAYER [nobody-shut-out] [seats-elsewhere]",
    "stand": "N stand",
    "vacate": "N vacate",
    "validate": "N validate [rejected GROUNDS]",
    "call": "N call WAGER AMOUNT [accompanied] [cash] [converted]",
    "refuse": "N refuse WAGER GROUNDS",
    "voucher": "voucher PLAYER AMOUNT [unmet]",
    "deck": "deck BACKS [prechecked] [design=NAME]",
    "face-up": "face-up",
    "dealing": f"dealing METHOD {'|'.join(Shuffling)} [counts]",
    "approval": "approval WHAT REFERENCE",
    "rule": "rule [waived]",
    "dispute": "dispute PLAYER ABOUT",
    "decide": "decide NUMBER DECISION",
    "ask-review": "ask-review NUMBER",
    "review": "review NUMBER DECISION",
    "end-dispute": "end-dispute NUMBER satisfied|unsatisfied",
    "close": "close",
}
"""The syntax of each line about the table; N is a position."""


class StaffedTable(PlainTable):
    """A table that people run: its current state, the time, and who acts."""

    def __init__(self, book: Rulebook, staffed: dict[str, Any], setup: Setup, name: str) -> None:
        check_keys("staffed", staffed, _KEYS)
        super().__init__(book, fold(decide(book, None, _opening(book, staffed, setup, name))), lowest(book))
        for each in staffed.get("staff", []):
            title, _, person = str(each).partition(" ")
            if each != self.by:
                self.do(t.ComeOnDuty(at=0, by=title, person=person))
        for backs in staffed.get("decks", ["red"]):
            prechecked = bool(staffed.get("prechecked", False))
            self.do(t.ReceiveDeck(at=0, by=self.by, backs=str(backs), prechecked=prechecked))
        for position, player in setup.seats:
            sits = t.Sit(by=self.by, position=position, player=player, nobody_shut_out=True, seats_elsewhere=True)
            self.do(sits)

    def asked(self, deck: StackedDeck, line: ScriptLine) -> tuple[t.Command | None, int]:
        """Return the command of a line and how many cards it takes; None if the line gives no command."""
        if line.verb in ("at", "by"):
            self._set(line)
            return None, 0
        return (self._about_table(line), 0) if line.verb in VERBS else super().asked(deck, line)

    def open_round(self) -> State:
        """Return the open round."""
        if self.table.round is None:
            raise Refused("not-open", self.book.wagers[Wager.ANTE].presence.clause)
        return self.table.round

    def _set(self, line: ScriptLine) -> None:
        if line.verb == "by":
            self.by, self.person = self._who(line)
            return
        word = line.words[0] if len(line.words) == 1 else ""
        moment = _moment(line, word)
        if moment < self.now:
            raise line.error("time-goes-back", time=word)
        self.now = moment

    def _who(self, line: ScriptLine) -> tuple[str, str]:
        """Return the title of somebody who works or inspects at the table, and the person if the line names one."""
        staff = self.book.staff
        titles = (*staff.titles, *staff.officials) if staff else ()
        title, *person = line.words or ("",)
        if title not in titles:
            raise line.error("not-a-title", title=title, titles=titles)
        if len(person) > 1:
            raise line.error("person-one-word", text=line.text, usage=VERBS[line.verb])
        return title, person[0] if person else ""

    def step(
        self, deck: StackedDeck, line: ScriptLine, jackpots: Jackpots
    ) -> tuple[tuple[RoundEvent, ...], Ruling | None]:
        """Carry out a line of the script, and return its events of the round and its ruling."""
        if line.verb == "confirm" and line.words == ("all",):
            self._confirm_all(jackpots)
            return (), None
        return super().step(deck, line, jackpots)

    def _confirm_all(self, jackpots: Jackpots) -> None:
        """Confirm every waiting prompt in order, by the right person and with the right count; a cut is 26 cards deep.

        Prompts for somebody who is not on duty keep waiting.
        """
        while waiting := [each for each in self.prompts if self._can_be_done(each)]:
            prompt = waiting[0]
            by = _confirmer(prompt)
            count = right_count(self.book, self.table, prompt)
            link = jackpots.link(self.table.id)
            self.do(t.Confirm(at=self.now, by=by, prompt=prompt.number, count=count, depth=26), link)
            jackpots.take(link)

    def _can_be_done(self, prompt: Prompt) -> bool:
        on_duty = {title for _, title in self.table.on_duty}
        return prompt.dispute is None and prompt.moment != "stub-wrong" and _confirmer(prompt) in on_duty

    def _about_table(self, line: ScriptLine) -> t.Command:
        """Return the command of a line about the table."""
        table = self.table
        staff = self.actor
        if line.position is not None:
            return self._at_position(line, line.position, staff)
        match line.verb, *line.words:
            case [("on-duty" | "off-duty") as verb, *_]:
                title, person = self._who(line)
                kind = t.ComeOnDuty if verb == "on-duty" else t.GoOffDuty
                return kind(at=self.now, by=title, person=person)
            case ["confirm", duty, *more]:
                numbers = _flags(line, more, "count=", "depth=")
                given: dict[str, Any] = {key: line.whole(value, f"{key}=") for key, value in numbers.items()}
                return t.Confirm(**staff, prompt=prompt_for(self.book, table, duty, self.by), **given)
            case ["reject", duty, *grounds]:
                return t.Reject(**staff, prompt=prompt_for(self.book, table, duty, self.by), grounds=" ".join(grounds))
            case ["round"]:
                return t.OpenRound(**staff)
            case ["no-more-bets"]:
                return t.CloseBetting(**staff)
            case ["order", what] if what in set(t.OrderKind):
                return t.Order(**staff, what=t.OrderKind(what))
            case ["deck", backs, *more]:
                flags = _flags(line, more, "prechecked", "design=")
                design = flags.get("design") or "standard"
                return t.ReceiveDeck(**staff, backs=backs, prechecked="prechecked" in flags, design=design)
            case ["face-up"]:
                return t.AskFaceUp(at=self.now)
            case ["dealing", dealing, shuffling, *more] if shuffling in set(Shuffling):
                counts = "counts" in _flags(line, more, "counts")
                return t.ChangeDealing(**staff, dealing=dealing, shuffling=Shuffling(shuffling), counts=counts)
            case ["approval", what, reference]:
                return t.RecordApproval(**staff, what=what, reference=reference)
            case ["voucher", player, amount, *more]:
                met = "unmet" not in _flags(line, more, "unmet")
                return t.ExchangeVoucher(**staff, player=player, cents=money_of(line.where, amount), conditions_met=met)
            case ["rule", *more]:
                return t.Rule(**staff, waived="waived" in _flags(line, more, "waived"))
            case ["close"]:
                return t.CloseTable(**staff)
            case _:
                return self._limit_or_dispute(line, staff)

    def _at_position(self, line: ScriptLine, position: int, staff: dict[str, Any]) -> t.Command:
        player: dict[str, Any] = {"at": self.now, "person": player_at(self.table, position), "position": position}
        match line.verb, *line.words:
            case ["sit", name, *more]:
                flags = _flags(line, more, "nobody-shut-out", "seats-elsewhere")
                alone, seats = "nobody-shut-out" in flags, "seats-elsewhere" in flags
                who = staff if flags else {"at": self.now, "person": name}  # the staff say whether there is room
                return t.Sit(**who, position=position, player=name, nobody_shut_out=alone, seats_elsewhere=seats)
            case ["validate", *rest] if not rest or (rest[0] == "rejected" and rest[1:]):
                waits = next((each.number for each in self.table.pending if each.position == position), 0)
                return t.Validate(**staff, prize=waits, accepted=not rest, grounds=" ".join(rest[1:]))
            case ["stand"]:
                return t.Stand(**player)
            case ["vacate"]:
                return t.Vacate(**staff, position=position)
            case ["call", wager, amount, *more] if wager in WAGERS:
                said: dict[str, Any] = dict.fromkeys(_flags(line, more, "accompanied", "cash", "converted"), True)
                return t.CallWager(**player, wager=Wager(wager), cents=money_of(line.where, amount), **said)
            case ["refuse", wager, *grounds] if wager in WAGERS:
                return t.RefuseWager(**staff, position=position, wager=Wager(wager), grounds=" ".join(grounds))
            case _:
                raise _unread(line)

    def _limit_or_dispute(self, line: ScriptLine, staff: dict[str, Any]) -> t.Command:
        match line.verb, *line.words:
            case ["notice", kind, *more] if kind in set(NoticeKind):
                due = _flags(line, [word for word in more if "=" in word], "due=").get("due")
                limits = _limits(line, [word for word in more if "=" not in word])
                when = _moment(line, due) if due else None
                return t.GiveNotice(**staff, kind=NoticeKind(kind), limits=limits, due_at=when)
            case ["limits", *more]:
                bounds = _limits(line, [word for word in more if word != "at-once"])
                return t.ChangeLimits(**staff, limits=bounds, at_once="at-once" in more)
            case ["keep-ends"]:
                return t.EndKeptMinimum(**staff)
            case ["personal", name, *more] if more:
                return t.AgreeLimits(**staff, player=name, limits=_limits(line, more))
            case ["dispute", name, *about] if about:
                return t.OpenDispute(at=self.now, person=name, player=name, about=" ".join(about))
            case ["decide", number, *words] if number.isdigit() and words:
                return t.DecideDispute(**staff, dispute=int(number), decision=" ".join(words))
            case ["ask-review", number] if number.isdigit():
                disputes = self.disputes.get(int(number))
                return t.AskReview(at=self.now, person=disputes.player if disputes else "", dispute=int(number))
            case ["review", number, *words] if number.isdigit() and words:
                return t.ReviewDispute(**staff, dispute=int(number), decision=" ".join(words))
            case ["end-dispute", number, ("satisfied" | "unsatisfied") as how] if number.isdigit():
                return t.CloseDispute(**staff, dispute=int(number), satisfied=how == "satisfied")
            case _:
                raise _unread(line)


def _opening(book: Rulebook, staffed: dict[str, Any], setup: Setup, name: str) -> t.OpenTable:
    allowed = book.dealing.methods[setup.dealing].shuffled_by
    first = allowed.value[0] if allowed else Shuffling.BY_HAND
    shuffling = str(staffed.get("shuffling", first))
    approvals = table_of(staffed, "approvals")
    if shuffling not in set(Shuffling):
        raise ScenarioError("no-shuffling", value=shuffling, ways=tuple(Shuffling))
    return t.OpenTable(
        by=lowest(book),
        id=name,
        dealing=setup.dealing,
        shuffling=Shuffling(shuffling),
        counts=bool(staffed.get("counts", False)),
        positions=staffed.get("positions"),
        low_limit=bool(staffed.get("low-limit", False)),
        tournament=bool(staffed.get("tournament", False)),
        **sign(setup),
        approvals=tuple((what, text_of(approvals, what)) for what in approvals),
    )


def _confirmer(prompt: Prompt) -> str:
    """Return the title that must confirm a prompt now."""
    return prompt.verified_by if prompt.done_by and prompt.verified_by else prompt.by


def _unread(line: ScriptLine) -> ScenarioError:
    return line.error("line-unread", text=line.text, usage=VERBS[line.verb])


def _flags(line: ScriptLine, words: list[str], *known: str) -> dict[str, str]:
    """Return the optional words of a line; one that is known with `=` carries a value."""
    found = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key + equals not in known or bool(equals) != bool(value):
            raise _unread(line)
        found[key] = value
    return found


def _moment(line: ScriptLine, written: str) -> int:
    """Parse a time of the evening into microseconds: minutes and seconds, or hours, minutes and seconds."""
    parts = written.split(":")
    if not all(part.isascii() and part.isdigit() for part in parts) or len(parts) > 3:
        raise line.error("not-a-time", text=written)
    seconds = 0
    for part in parts:
        seconds = seconds * 60 + int(part)
    return seconds * SECOND


def _limits(line: ScriptLine, words: list[str]) -> dict[Wager, Bounds]:
    """Parse the limits in a line: a wager, its minimum and its maximum."""
    if not words:
        return {}
    name, *amounts = words
    if name not in WAGERS or len(amounts) != 2:
        raise line.error("not-limits")
    return {Wager(name): Bounds(*(money_of(line.where, each) for each in amounts))}
