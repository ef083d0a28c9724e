"""Judge what a trainee does: it is what should be done, or it is marked, with its clause, and changes nothing."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mississippi_stud.round import commands as rc
from mississippi_stud.round.refusal import Refused
from mississippi_stud.scenario import ScenarioError
from mississippi_stud.scenario.head import refusal
from mississippi_stud.school.desk import CUT_CARDS, DOINGS_MAX, Desk, clause_of_order, facts_of
from mississippi_stud.school.marks import (
    COME_ON,
    GO_OFF,
    OTHER,
    Act,
    AskHelp,
    ConfirmDuty,
    Doing,
    Mark,
    MarkKind,
    Pay,
)
from mississippi_stud.table import commands as c
from mississippi_stud.table.agenda import DueKind, NumberKind, number_of
from mississippi_stud.table.decide import decide
from mississippi_stud.table.prompts import prompt_for
from mississippi_stud.table.state import Facts

_FIRST = ("prompt-waits", "prompt-before", "no-more-bets-first", "player-first")
"""Refusals that say that something else comes first."""


class Judgement(NamedTuple):
    """What somebody did right, or what was marked instead."""

    done: Doing | None
    mark: Mark | None


def judge(desk: Desk, act: Act) -> Judgement:
    """Carry out an act at a training table if it is right; otherwise mark it and change nothing."""
    due = desk.expected
    if not due:
        raise Refused("lesson-over", clause_of_order(desk.book))
    match act:
        case AskHelp():
            return _marked(desk, MarkKind.HELPED, due[0].clause)
        case Pay():
            return _pay(desk, act)
        case c.Report():
            return _report(desk, act)
        case c.Confirm() | ConfirmDuty():
            return _confirm(desk, act)
        case _:
            return _step(desk, act)


def left(desk: Desk) -> Mark | None:
    """Return the mark of somebody who leaves a lesson before it is over."""
    return _marked(desk, MarkKind.LEFT, desk.expected[0].clause).mark if desk.expected else None


def _marked(desk: Desk, kind: MarkKind, clause: str, done: Doing | None = None, due: Doing | None = None) -> Judgement:
    taught = desk.line
    where = {"round": taught.round, "line": taught.line.number} if taught is not None else {}
    return Judgement(None, Mark(kind=kind, clause=clause, due=due or desk.expected[0], done=done, **where))


def _trial(desk: Desk, act: c.Command) -> Refused | None:
    """Return why the table itself would refuse something; None if it would not."""
    try:
        with suppress(ScenarioError):  # a card that the file does not name, because it is never dealt there
            act = desk.with_cards(act)[0]
        decide(desk.book, desk.table, act, link=desk.jackpots.link(desk.table.id))
    except Refused as refused:
        return refused
    return None


def _out_of_turn(desk: Desk, done: Doing, refused: Refused | None) -> Judgement:
    """Mark what was done while something else was due: that was forgotten, or this is not done now at all."""
    first = desk.expected[0]
    if refused is not None and refused.code not in _FIRST:
        return _marked(desk, MarkKind.NOT_DUE, refused.clause, done)
    if first.happens:
        return _marked(desk, MarkKind.NOT_REPORTED, first.clause, done)
    return _marked(desk, MarkKind.FORGOTTEN, first.clause, done)


# Payments.


def _pay(desk: Desk, act: Pay) -> Judgement:
    due = desk.expected[0]
    done = Doing(kind=DueKind.PAY, clause=clause_of_order(desk.book), position=act.position, cents=act.cents)
    if due.kind != DueKind.PAY:
        return _out_of_turn(desk, done, None)
    if act.position != due.position:
        return _marked(desk, MarkKind.ORDER, done.clause, done)
    if act.cents != due.cents:
        return _marked(desk, MarkKind.AMOUNT, due.clause, done)
    desk.pay(act.position)
    return Judgement(due, None)


# Incidents.


def _report(desk: Desk, act: c.Report) -> Judgement:
    due = desk.expected[0]
    refused = _trial(desk, c.Report(at=desk.now, by=desk.trainee, incident=act.incident, facts=act.facts))
    clause = refused.clause if refused else due.clause
    done = Doing(
        kind=DueKind.REPORT, clause=clause, incident=act.incident, facts=act.facts, position=act.facts.position
    )  # fmt: skip
    expected = desk.reported()
    if not due.happens or expected is None:
        return _marked(desk, MarkKind.NO_INCIDENT, due.clause, done)
    if act.incident is not expected.incident:
        return _marked(desk, MarkKind.OTHER_INCIDENT, due.clause, done)
    if facts_of(act.facts) != facts_of(expected.facts):
        return _marked(desk, MarkKind.OTHER_FACTS, due.clause, done)
    desk.carry_out(expected)
    return Judgement(due, None)


# Duties.


def _confirm(desk: Desk, act: c.Confirm | ConfirmDuty) -> Judgement:
    """Judge that a duty is confirmed: those whose turn has come may be confirmed at any time."""
    try:
        number = act.prompt if isinstance(act, c.Confirm) else prompt_for(desk.book, desk.table, act.duty, desk.trainee)
    except Refused as refused:
        duty = act.duty if isinstance(act, ConfirmDuty) else ""
        return _marked(desk, MarkKind.NOT_DUE, refused.clause, Doing(kind=OTHER, clause=refused.clause, duty=duty))
    command = c.Confirm(at=desk.now, by=desk.trainee, prompt=number, count=act.count, depth=act.depth)
    own = (each.prompt for each in desk.agenda if each.kind is DueKind.CONFIRM and not each.by)
    prompt = next((each for each in own if each is not None and each.number == number), None)
    if prompt is None:
        return _early(desk, command)
    right = desk.count_of(prompt)
    due = Doing(kind=DueKind.CONFIRM, clause=prompt.clause, prompt=prompt, duty=prompt.duty, number=right)
    why = _trial(desk, command)
    if why is not None or (right is not None and act.count != right):
        entered = act.depth if number_of(desk.book, prompt) is NumberKind.DEPTH else act.count
        clause = why.clause if why is not None else prompt.clause
        return _marked(desk, MarkKind.NUMBER, clause, replace(due, number=entered), due)
    desk.carry_out(command)
    return Judgement(due, None)


def _early(desk: Desk, command: c.Confirm) -> Judgement:
    """Mark a duty whose turn has not come, or that is somebody else's."""
    why = _trial(desk, command) or Refused("no-such-prompt", desk.expected[0].clause)
    prompt = next((each for each in desk.table.prompts if each.number == command.prompt), None)
    done = Doing(kind=DueKind.CONFIRM, clause=why.clause, prompt=prompt, duty=prompt.duty if prompt else "")
    return _out_of_turn(desk, done, why)


# Steps of play.


def _step(desk: Desk, act: c.Command) -> Judgement:
    """Judge a step of play, or anything else that a console can send."""
    due, kind = desk.expected[0], _kind(act)
    command = _own(desk, act)
    if kind == due.kind:
        desk.carry_out(command)
        return Judgement(due, None)
    refused = _trial(desk, command)
    done = Doing(kind=kind, clause=refused.clause if refused else due.clause)
    return _out_of_turn(desk, done, refused)


def _kind(act: c.Command) -> str:
    match act:
        case c.OpenRound():
            return DueKind.OPEN_ROUND
        case c.CloseBetting():
            return DueKind.CLOSE_BETTING
        case c.Play(do=rc.Deal()):
            return DueKind.DEAL
        case c.Play(do=rc.Reveal()):
            return DueKind.TURN
        case c.Play(do=rc.Settle()):
            return DueKind.SETTLE
        case c.ComeOnDuty():
            return COME_ON
        case c.GoOffDuty():
            return GO_OFF
        case _:
            return OTHER


def _own(desk: Desk, act: c.Command) -> c.Command:
    """Return a command as the trainee gives it, without cards of their own."""
    match act:
        case c.Play(do=(rc.Deal() | rc.Reveal() | rc.Settle()) as do):
            return c.Play(at=desk.now, by=desk.trainee, do=type(do)())
        case _:
            return replace(act, at=desk.now, by=desk.trainee, person="")


# What would be right.


def answer(desk: Desk, due: Doing) -> Act:
    """Return the act that does what is expected."""
    who: dict[str, Any] = {"at": desk.now, "by": desk.trainee}
    match due.kind:
        case DueKind.REPORT if due.incident is not None:
            return c.Report(**who, incident=due.incident, facts=due.facts or Facts())
        case DueKind.CONFIRM if due.prompt is not None:
            return c.Confirm(**who, prompt=due.prompt.number, count=due.number, depth=CUT_CARDS)
        case DueKind.PAY:
            return Pay(position=due.position or 0, cents=due.cents or 0)
        case _:
            return _STEPS[due.kind](**who)


_STEPS: Final[Mapping[str, Callable[..., Act]]] = {
    DueKind.OPEN_ROUND: c.OpenRound,
    DueKind.CLOSE_BETTING: partial(c.CloseBetting, announced=True),
    DueKind.DEAL: partial(c.Play, do=rc.Deal()),
    DueKind.TURN: partial(c.Play, do=rc.Reveal()),
    DueKind.SETTLE: partial(c.Play, do=rc.Settle()),
    COME_ON: c.ComeOnDuty,
    GO_OFF: c.GoOffDuty,
}


def play_through(desk: Desk) -> tuple[Doing, ...]:
    """Do all that is expected, and return it; raise `ScenarioError` if the file cannot be taught to its end."""
    done: list[Doing] = []
    while desk.expected:
        where = desk.line.line.where if desk.line else ""
        try:
            judgement = judge(desk, answer(desk, desk.expected[0]))
        except Refused as refused:
            raise refusal(refused, str(where)) from None
        if judgement.done is None or len(done) >= DOINGS_MAX:
            raise ScenarioError("lesson-endless", where=where)
        done.append(judgement.done)
    return tuple(done)
