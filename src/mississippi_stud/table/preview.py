"""What a ruling will do, before it is given: the real command is decided on the real table, and the two are compared.

There is no second implementation of any rule here (decision 350): whoever decides is taken to be on duty already and
told of everything, the command is carried out on that table, and what lies there before and afterwards is compared.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

import msgspec
from msgspec.structs import replace

from mississippi_stud.jackpot.link import Link
from mississippi_stud.jackpot.state import Exact, Meters
from mississippi_stud.money import Cents
from mississippi_stud.round import events as r
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.settle import foregone
from mississippi_stud.round.state import Outcome, Result, Stake, State
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.decide import decide
from mississippi_stud.table.evolve import fold
from mississippi_stud.table.incidents import rule
from mississippi_stud.table.state import Prompt, PromptHold, Ruling, Table

_OF_CARDS: Final = (r.CardRevealed, r.HoleShown, r.BonusShown, r.RoundSettled)
"""What a table that deals by itself goes on with after a ruling: nobody learns a card, or who wins, from a preview."""


class WagerEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of one wager on the layout, or carried from a void round."""

    position: int
    player: str
    wager: Wager
    cents: Cents
    counted_cents: Cents
    """How much of it is paid or collected as long as it is in play."""
    outcome: Outcome | None = None
    """None while the cards decide it."""
    returned_cents: Cents = Cents(0)
    clause: Clause = ""
    """The clause of the outcome."""
    changed: bool = False
    """Whether the ruling makes the difference."""


class MeterEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What a meter shows before and after."""

    meter: str
    before_exact: Exact
    after_exact: Exact


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that the book proposes, and all that follows from it."""

    ruling: Ruling
    wagers: tuple[WagerEffect, ...]
    meters: tuple[MeterEffect, ...]
    """The meters that it changes."""
    prompts: tuple[Prompt, ...]
    """What it asks people to do."""
    ends_round: bool
    excluded: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    """Whose winnings are set aside from now on."""


def preview_question(
    book: Rulebook, table: Table, meters: Meters | None = None, *, waived: bool = False, at: int = 0
) -> Preview:
    """Return what the ruling on the open question will do; `Refused` if the book does not leave that choice."""
    question = table.question
    if question is None:
        raise Refused("nothing-asked", book.wagers[Wager.ANTE].on_misdeal.clause)
    command = c.Rule(at=at, by=question.decides, waived=waived)
    return _preview(book, table, command, question.decides, meters)


def preview_report(book: Rulebook, table: Table, report: c.Report, meters: Meters | None = None) -> Preview:
    """Return what an incident will lead to if it is reported and ruled on as the book proposes."""
    decides = rule(book, table.round, report.incident, report.facts).decides
    return _preview(book, table, replace(report, by=decides, person=""), decides, meters)


def _preview(book: Rulebook, table: Table, command: c.Report | c.Rule, decides: str, meters: Meters | None) -> Preview:
    told = tuple(prompt for prompt in table.prompts if prompt.blocks is not PromptHold.RULING)
    before = replace(table, on_duty=(*table.on_duty, ("", decides)), prompts=told)
    link = None if meters is None else Link(book, table.id, lambda: meters, command.at)
    happened = decide(book, before, command, link=link)
    events = tuple(takewhile(lambda event: not isinstance(event, _OF_CARDS), happened))
    ruled = next((event.ruled for event in events if isinstance(event, e.IncidentRuled)), None)
    if ruled is None:  # nothing is ruled before the cards have been counted
        raise Refused("count-missing", table.prompts[-1].clause if table.prompts else book.dealing.cards.clause)
    after = fold(events, before)
    known = {prompt.number for prompt in before.prompts}
    told_all = link is not None and len(events) == len(happened)
    return Preview(
        ruling=ruled,
        wagers=(*_effects(book, before, after, ruled), *_carried(book, before, after, ruled)),
        meters=tuple(_moved(meters, link.meters)) if told_all and link is not None and meters is not None else (),
        prompts=tuple(prompt for prompt in after.prompts if prompt.number not in known),
        ends_round=before.round is not None and after.round is None,
        excluded=tuple(sorted({*after.excluded} - {*before.excluded})),
        withheld=tuple(sorted({*after.withheld} - {*before.withheld})),
    )


def _moved(before: Meters, after: Meters) -> Iterator[MeterEffect]:
    for name, meter in before.meters.items():
        now = after.meters[name].value_exact
        if meter.value_exact != now:
            yield MeterEffect(meter=name, before_exact=meter.value_exact, after_exact=now)


def _effects(book: Rulebook, before: Table, after: Table, ruled: Ruling) -> Iterator[WagerEffect]:
    """Yield what becomes of every wager on the layout, seat by seat."""
    state, then = before.round, after.round or after.last_round
    if state is None or then is None:
        return
    for position, hand in sorted(state.hands.items()):
        for wager in (each for each in Wager if each in hand.stakes):
            stake = then.hands[position].stakes.get(wager)
            was, now = _result(book, state, position, wager), _result(book, then, position, wager)
            if stake is None:  # it is handed back before the cards
                cents = hand.stakes[wager].cents
                now = Result(
                    position=position, wager=wager, outcome=Outcome.VOID, returned_cents=cents, clause=ruled.clause
                )
            yield _effect(hand.player, wager, stake or hand.stakes[wager], now, was, position)


def _effect(
    player: str, wager: Wager, stake: Stake, now: Result | None, was: Result | None, position: int
) -> WagerEffect:
    seen = WagerEffect(
        position=position,
        player=player,
        wager=wager,
        cents=stake.cents,
        counted_cents=stake.counted_cents,
        changed=(now and now.outcome) != (was and was.outcome),
    )
    if now is None:
        return seen
    return replace(seen, outcome=now.outcome, returned_cents=now.returned_cents, clause=now.clause)


def _result(book: Rulebook, state: State, position: int, wager: Wager) -> Result | None:
    """Return the result of a wager in an open or an ended round; None while the cards decide it."""
    for result in state.results:
        if (result.position, result.wager) == (position, wager):
            return result
    return foregone(book, state, position, wager) if wager in state.hands[position].stakes else None


def _carried(book: Rulebook, before: Table, after: Table, ruled: Ruling) -> Iterator[WagerEffect]:
    """Yield what becomes of the jackpot wagers that were carried from a void round and lie in no hand yet."""
    if book.jackpot is None:
        return
    for position, cents in sorted(before.carried_cents.items()):
        stays = position in after.carried_cents
        yield WagerEffect(
            position=position,
            player=before.seats[position].player if position in before.seats else "",
            wager=book.jackpot.wager.value,
            cents=cents,
            counted_cents=cents,
            outcome=Outcome.CARRIED if stays else Outcome.VOID,
            returned_cents=Cents(0) if stays else cents,
            clause=book.wagers[book.jackpot.wager.value].on_misdeal.clause if stays else ruled.clause,
            changed=not stays,
        )
