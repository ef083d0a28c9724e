"""What a supervisor may do at a table now, as data: the command of each act and the fields that complete it.

A page draws these and knows no rule. What a title may not do is not among them; what is refused all the same, since the
moment is wrong, the table itself refuses with its clause. Pure.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from mississippi_stud.jackpot.state import Change, Meters
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.conduct import Moment, Shuffling
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import Power, Wager
from mississippi_stud.table.commands import OrderKind
from mississippi_stud.table.duties import COUNTS, CUTS, STUB_COUNTS
from mississippi_stud.table.incidents import CAUSES, MEASURES, REGISTRY
from mississippi_stud.table.staff import check_above, check_lists, check_power, holder, rank
from mississippi_stud.table.state import DealingMode, Dispute, NoticeKind, PendingPrize, Prompt, Table

_STREETS: Final = ("1", "2", "3")


class ActField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an act: where its value goes in the command, what it is, and its label."""

    into: str
    kind: str
    """text, money, number, choice, yes-no, check, positions, streets, hand or minutes."""
    label: str
    options: tuple[str, ...] = ()
    value: int | str | None = None
    optional: bool = False


class PitAct(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be done: its name, the command, and what somebody must still say."""

    act: str
    group: str = ""
    about: str = ""
    """The title, the wager or the incident that it names."""
    command: Mapping[str, Any]
    fields: tuple[ActField, ...] = ()
    to: str = "table"
    """Where the command goes: to the table, the meters, the switches, or the house's proposals."""
    clause: Clause = ""
    """The clause that lets the title do it, if the book has one."""


def field(into: str, kind: str, label: str, *options: str, value: Any = None, optional: bool = False) -> ActField:
    """Return a field."""
    return ActField(into=into, kind=kind, label=label, options=options, value=value, optional=optional)


def may(book: Rulebook, by: str, power: Power, *, named: bool = False) -> bool:
    """Whether the book gives a title a power."""
    try:
        check_power(book, by, power, named=named)
    except Refused:
        return False
    return True


def above(book: Rulebook, by: str) -> bool:
    """Whether a title is above the dealer's."""
    try:
        check_above(book, by)
    except Refused:
        return False
    return True


def runs(book: Rulebook, by: str) -> bool:
    """Whether a title may run what no book assigns (decision 351)."""
    try:
        check_lists(book, by)
    except Refused:
        return False
    return True


class Acts:
    """What somebody may do at a table under a title, `official` or not; on duty if `working`."""

    def __init__(self, book: Rulebook, table: Table, by: str, *, official: bool, working: bool) -> None:
        self.book, self.table, self.by, self.official, self.working = book, table, by, official, working

    def _act(
        self,
        act: str,
        command: str,
        *fields: ActField,
        group: str = "",
        about: str = "",
        clause: Clause = "",
        **given: Any,
    ) -> PitAct:
        tree = {"command": command, "by": self.by, **given}
        return PitAct(act=act, group=group, about=about, command=tree, fields=fields, clause=clause)

    def _clause(self, power: Power) -> Clause:
        """Return the clause that gives the title a power; nothing where the book is silent."""
        official = self.book.staff.officials.get(self.by) if self.book.staff else None
        if official is not None and power in official.may.value:
            return official.may.clause
        held = holder(self.book, power)
        return "" if held is None else held.clause

    def _may(self, power: Power, *, named: bool = False) -> bool:
        return self.working and may(self.book, self.by, power, named=named)

    # What waits at the table.

    def ruling(self) -> PitAct | None:
        """Return how the open question is ruled on as the book proposes, if the title may."""
        question = self.table.question
        if question is None or not self.working or rank(self.book, self.by) < rank(self.book, question.decides):
            return None
        return self._act("accept", "rule", field("grounds", "text", "grounds-optional", optional=True))

    def letting_be(self) -> PitAct | None:
        """Return how it is let be, if the title may rule; whether the book leaves the choice, the preview says."""
        found = self.ruling()
        return found and self._act("let-be", "rule", field("grounds", "text", "grounds"), waived=True)

    def of_prompt(self, prompt: Prompt) -> Iterator[PitAct]:
        """Yield how a prompt is confirmed or, by a second person, rejected."""
        needed = prompt.by if prompt.done_by is None else prompt.verified_by or prompt.by
        alone = prompt.alone is not None and self.by != prompt.by
        if not self.working or alone or rank(self.book, self.by) < rank(self.book, needed):
            return
        asks = []
        if prompt.duty in COUNTS or prompt.duty.startswith(STUB_COUNTS):
            asks.append(field("count", "number", "count"))
        if prompt.duty in CUTS and self.book.dealing.cut_depth_cards is not None:
            asks.append(field("depth", "number", "depth"))
        yield self._act("confirm", "confirm", *asks, prompt=prompt.number)
        if prompt.done_by is not None:
            yield self._act("reject", "reject", field("grounds", "text", "grounds"), prompt=prompt.number)

    def of_prize(self, prize: PendingPrize) -> Iterator[PitAct]:
        """Yield how a pending prize is validated or rejected."""
        if self._may(Power.VALIDATE_JACKPOT, named=True):
            yield self._act("validate", "validate", prize=prize.number)
            grounds = field("grounds", "text", "grounds")
            yield self._act("reject-prize", "validate", grounds, prize=prize.number, accepted=False)

    def of_withheld(self, player: str) -> Iterator[PitAct]:
        """Yield how an investigation of a player ends."""
        if self._may(Power.DETERMINE_WINNINGS, named=True):
            yield self._act("release", "determine", player=player)
            yield self._act("keep", "determine", field("grounds", "text", "grounds"), player=player, release=False)

    def of_dispute(self, dispute: Dispute) -> Iterator[PitAct]:
        """Yield what comes next in a dispute."""
        text, number = field("decision", "text", "text"), dispute.number
        if not dispute.decision:
            if self._may(Power.DECIDE_DISPUTE):
                decides = self._clause(Power.DECIDE_DISPUTE)
                yield self._act("decide-dispute", "decide_dispute", text, clause=decides, dispute=number)
        elif dispute.review_asked and not dispute.review:
            if self._may(Power.REVIEW_DISPUTE, named=True):
                reviews = self._clause(Power.REVIEW_DISPUTE)
                yield self._act("review-dispute", "review_dispute", text, clause=reviews, dispute=number)
        elif self._may(Power.DECIDE_DISPUTE):
            yield self._act("close-satisfied", "close_dispute", dispute=number, satisfied=True)
            yield self._act("close-dissatisfied", "close_dispute", dispute=number, satisfied=False)

    def of_calls(self) -> Iterator[PitAct]:
        """Yield how the calls for somebody above are answered and closed."""
        if not self.working or not above(self.book, self.by):
            return
        for call in self.table.calls:
            if not call.answered_by:
                yield self._act("answer-call", "answer_call", group="calls", call=call.number)
            yield self._act("close-call", "close_call", group="calls", call=call.number)

    # What can be done at any time.

    def groups(self, meters: Meters | None, switches: Mapping[str, bool], *, corrects: bool) -> Iterator[PitAct]:
        """Yield what can be done besides; `switches` are what can be stopped, and whether it is."""
        yield from self.of_calls()
        if self.working:
            yield self._act("go-off-duty", "go_off_duty", group="people")
            yield from self._orders()
        if self.working and not self.official:
            yield from self._limits()
            yield from self._closing()
            yield from self._cards()
            yield from self._players()
            yield from self._reports()
        if not self.official:
            yield from self._meters(meters, corrects=corrects)
            yield from self._stops(switches)

    def duties(self, titles: tuple[str, ...]) -> Iterator[PitAct]:
        """Yield the titles under which somebody can come on duty."""
        for title in titles:
            yield PitAct(
                act="come-on-duty",
                group="people",
                about=title,
                command={"command": "come_on_duty", "by": title},
            )

    def _limits(self) -> Iterator[PitAct]:
        book, table = self.book, self.table
        for wager in dict.fromkeys((Wager.ANTE, *table.limits)):
            known = table.limits.get(wager, Bounds())
            into, given = f"limits.{wager}", {"limits": {wager.value: {"unit_cents": known.unit_cents}}}
            least = field(f"{into}.minimum_cents", "money", "minimum", value=known.minimum_cents)
            most = field(f"{into}.maximum_cents", "money", "maximum", value=known.maximum_cents, optional=True)
            if self._may(Power.CHANGE_LIMITS):
                if book.notices.raise_minimum_minutes is not None:
                    yield self._act(
                        "raise-notice", "give_notice", least, most, self._when(), group="limits", about=wager.value,
                        clause=book.notices.raise_minimum_minutes.clause, kind=NoticeKind.RAISE_MINIMUM.value, **given,
                    )  # fmt: skip
                yield self._act(
                    "change-limits", "change_limits", least, most, group="limits", about=wager.value,
                    clause=self._clause(Power.CHANGE_LIMITS), **given,
                )  # fmt: skip
                at_once = book.notices.raise_at_once_with_marker
                if at_once is not None and at_once.value:
                    yield self._act(
                        "raise-at-once", "change_limits", least, most, group="limits", about=wager.value,
                        clause=at_once.clause, at_once=True, **given,
                    )  # fmt: skip
            if book.limits.personal_limits.value and table.players:
                who = field("player", "choice", "player", *sorted(table.players))
                yield self._act(
                    "agree-limits", "agree_limits", who, least, most, group="limits", about=wager.value,
                    clause=book.limits.personal_limits.clause, **given,
                )  # fmt: skip
        if self._may(Power.CHANGE_LIMITS) and table.kept:
            kind = NoticeKind.RAISE_KEPT_MINIMUM.value
            yield self._act("raise-kept-notice", "give_notice", self._when(), group="limits", kind=kind)
            yield self._act("end-kept", "end_kept_minimum", group="limits")

    @staticmethod
    def _when() -> ActField:
        return field("due_at", "minutes", "minutes", optional=True)

    def _closing(self) -> Iterator[PitAct]:
        if self._may(Power.CLOSE_TABLE):
            by_time = self.book.notices.close_table_minutes
            if by_time is not None or self.book.notices.close_table_hands is not None:
                kind, fields = NoticeKind.CLOSE_TABLE.value, (self._when(),) if by_time is not None else ()
                said = by_time or self.book.notices.close_table_hands
                clause = "" if said is None else said.clause
                yield self._act("close-notice", "give_notice", *fields, group="closing", clause=clause, kind=kind)
            yield self._act("close-table", "close_table", group="closing", clause=self._clause(Power.CLOSE_TABLE))

    def _orders(self) -> Iterator[PitAct]:
        for order in OrderKind:
            power = Power(order.value)
            if self._may(power, named=True):
                yield self._act(order.value, "order", group="cards", clause=self._clause(power), what=order.value)

    def _cards(self) -> Iterator[PitAct]:
        if self.table.dealt is not DealingMode.PHYSICAL:
            return
        checked = field("prechecked", "check", "prechecked")
        yield self._act("receive-deck", "receive_deck", field("backs", "text", "backs"), checked, group="cards")
        methods = field("dealing", "choice", "dealing", *self.book.dealing.methods, value=self.table.dealing)
        shuffling = field("shuffling", "choice", "shuffling", *Shuffling, value=self.table.shuffling.value)
        counts = field("counts", "check", "counts")
        shuffled = self.book.dealing.methods[self.table.dealing].shuffled_by
        clause = "" if shuffled is None else shuffled.clause
        yield self._act("change-dealing", "change_dealing", methods, shuffling, counts, group="dealing", clause=clause)
        what, reference = field("what", "text", "what"), field("reference", "text", "reference")
        yield self._act("record-approval", "record_approval", what, reference, group="dealing")

    def _players(self) -> Iterator[PitAct]:
        players, seats = sorted(self.table.players), [str(each) for each in sorted(self.table.seats)]
        if not players:
            return
        seat, who = field("position", "number", "seat", *seats), field("player", "choice", "player", *players)
        yield self._act("open-dispute", "open_dispute", who, field("about", "text", "about"), group="players")
        if self._may(Power.REFUSE_WAGER, named=True) and self.table.round is not None:
            hands = self.table.round.hands.values()
            lying = dict.fromkeys(wager.value for hand in hands for wager in hand.stakes)
            wager, grounds = field("wager", "choice", "wager", *lying), field("grounds", "text", "grounds")
            refuses = self._clause(Power.REFUSE_WAGER)
            yield self._act("refuse-wager", "refuse_wager", seat, wager, grounds, group="players", clause=refuses)
        vacated = self.book.positions.vacate_after_rounds
        if vacated is not None:
            yield self._act("vacate", "vacate", seat, group="players", clause=vacated.clause)
        met = field("conditions_met", "check", "conditions", value=1)
        amount = field("cents", "money", "amount")
        yield self._act("exchange-voucher", "exchange_voucher", who, amount, met, group="players")

    def _reports(self) -> Iterator[PitAct]:
        for incident in self.book.incidents:
            spec = REGISTRY[incident]
            if spec.of_cards and self.table.committed is not None:
                continue  # the floor's own deck is never dropped, counted or shown early
            facts = [_fact(each, optional=False) for each in spec.needs]
            facts += [_fact(each, optional=True) for each in spec.may]
            yield self._act("report", "report", *facts, group="report", about=incident.value, incident=incident.value)

    # The meters and the switches.

    def _meters(self, meters: Meters | None, *, corrects: bool) -> Iterator[PitAct]:
        if self.book.jackpot is None or not runs(self.book, self.by):
            return
        table = self.table.id
        if meters is None:
            return
        names = tuple(name for name, meter in meters.meters.items() if meter.open)
        linked = meters.linked(table)
        cost = field("offer.cost_cents", "money", "cost")
        offer = (
            (field("offer.option", "text", "option"), field("offer.seed", "text", "seed"))
            if self.book.jackpot.options
            else (field("offer.seed_cents", "money", "seed-amount"), field("offer.rate", "text", "rate"))
        )
        yield self._meter("open-meter", "open_meter", field("meter", "text", "name"), cost, *offer)
        if not names:
            return
        which = field("meter", "choice", "meter", *names)
        announced = (each.value for each in Change if each is not Change.OPTION)
        changes = field("notice.change", "choice", "change", *announced)
        sign = field("notice.meter", "choice", "meter", *names)
        yield self._meter("meter-notice", "display_notice", changes, sign, notice={"table": table, "at": 0})
        if linked is None:
            price = field("cost_cents", "money", "cost")
            yield self._meter("link-meter", "add_table", which, price, table=table)
        else:
            yield self._meter("unlink-meter", "remove_table", table=table)
            yield self._meter("move-meter", "move_table", which, table=table)
            working, manual = field("working", "check", "working"), field("manual", "check", "manual")
            yield self._meter("meter-equipment", "set_equipment", working, manual, table=table)
        yield self._meter("close-meter", "close_meter", which)
        if corrects:
            yield PitAct(
                act="correct-meter",
                group="meters",
                to="staff",
                command={"command": "propose", "act": {"command": "correct_house_meter", "meters": self.table.meters}},
                fields=(
                    field("act.meter", "choice", "meter", *names),
                    field("act.amount_exact", "text", "correction"),
                    field("act.corrects", "text", "corrects"),
                    field("act.why", "text", "why"),
                ),
            )

    def _meter(self, act: str, command: str, *fields: ActField, **given: Any) -> PitAct:
        tree = {"command": command, **given}
        return PitAct(act=act, group="meters", about=self.by, command=tree, fields=fields, to="meters")

    def _stops(self, switches: Mapping[str, bool]) -> Iterator[PitAct]:
        """Yield what can be stopped or started: `table`, `house`, and each `player:ID`."""
        if not may(self.book, self.by, Power.CLOSE_TABLE):
            return
        why = field("why", "text", "why")
        for target, stopped in switches.items():
            kind, _, name = target.partition(":")
            verb = "start" if stopped else "stop"
            tree = {"kind": kind, "name": name, "stop": not stopped, "title": self.by}
            yield PitAct(act=f"{verb}-{kind}", group="stops", about=name, command=tree, fields=(why,), to="stops")


def _fact(name: str, *, optional: bool) -> ActField:
    """Return the field of a fact of an incident."""
    match name:
        case "position" | "cards":
            return field(f"facts.{name}", "number", name, optional=optional)
        case "positions":
            return field("facts.positions", "positions", name, optional=optional)
        case "street":
            return field("facts.streets", "streets", name, *_STREETS, optional=optional)
        case "card" | "named":
            return field(f"facts.{name}", "hand", name, optional=optional)
        case "measure":
            return field("facts.measure", "choice", name, *(each.value for each in MEASURES), optional=optional)
        case "cause":
            return field("facts.cause", "choice", name, *CAUSES, optional=optional)
        case "looked" | "order":  # what nobody has noticed is not said: the round shows it, or nobody knows
            into = "looked" if name == "looked" else "order_known"
            return field(f"facts.{into}", "yes-no", name, "yes", "no", optional=optional)
        case "only":
            return field("facts.alone", "check", name, optional=optional)
        case "person":
            return field("facts.person", "text", name, optional=optional)
        case _:
            return field(f"facts.{name}", "check", name, optional=optional)


def verification(table: Table, prize: PendingPrize) -> tuple[Prompt, ...]:
    """Return what must be verified before a prize is validated."""
    return tuple(
        prompt for prompt in table.prompts if (prompt.moment, prompt.position) == (Moment.JACKPOT_WON, prize.position)
    )
