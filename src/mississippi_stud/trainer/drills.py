"""Drills: which situation is asked next and with which cards; and what can still come.

A drill asks for situations of the best play: by street, by rule of the strategy card, by one's own leaks, by what is
due for repetition. Or it deals cards at a table, where other players' cards are seen or a community card is known
before its time: such deals are situations of their own, valued exactly by `maths.advice`. Or it asks how many of the
unseen cards would help.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Final

from mississippi_stud.cards import DECK
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths.advice import Situation
from mississippi_stud.maths.game import STREETS
from mississippi_stud.maths.solver import STREET_CARDS
from mississippi_stud.trainer.leaks import RULES, RuleTally
from mississippi_stud.trainer.outs import OutsTarget, outs, unseen
from mississippi_stud.trainer.schedule import by_stake, choose
from mississippi_stud.trainer.situations import Chance, MetSituation, Syllabus, rule_of, shuffled, weighted

SEEN_MAX: Final = 15
"""The most cards of other players that a drill shows."""
_FINE: Final = 10**9


class DrillMode(StrEnum):
    """How a drill chooses what it asks."""

    REPETITION = "repetition"
    """What is due, then what costs most."""
    COST = "cost"
    """At random by frequency times cost: also the mode against the clock."""
    LEAKS = "leaks"
    """By what one's own answers have lost."""
    TABLE = "table"
    """Cards dealt at a table, with others' cards seen or a street known."""
    OUTS = "outs"
    """How many of the unseen cards help, with one card to come: `outs`."""


@dataclass(frozen=True)
class Drill:
    """What somebody wants to be asked; a street or a rule left empty does not filter."""

    mode: DrillMode = DrillMode.REPETITION
    street: str = ""
    rule: str = ""
    """A rule of the strategy card with its street, as in `leaks.RULES`."""
    seen: int = 0
    """How many cards of other players are seen."""
    known: tuple[str, ...] = ()
    """The community cards that are known before they are due: 3rd, 4th, 5th."""
    target: OutsTarget = OutsTarget.JACKS
    """What counts as an out."""


@dataclass(frozen=True)
class LearnerRecord:
    """What somebody's own record says about them."""

    due: Mapping[str, int] = field(default_factory=dict)
    """When each situation that was asked is due, by id, in minutes since 1970."""
    tallies: Mapping[str, RuleTally] = field(default_factory=dict)
    """By rule of the strategy card."""


@dataclass(frozen=True)
class Exercise:
    """A question: cards, wagers, and the situation of the best play that they are, if they are one."""

    now: Situation
    rule: str
    id: str = ""


def check(drill: Drill) -> None:
    """Raise `InputError` unless there is such a drill."""
    if drill.street and drill.street not in STREETS:
        raise InputError("no-drill-street", street=drill.street, streets=STREETS)
    if drill.rule and drill.rule not in RULES:
        raise InputError("no-card-rule", rule=drill.rule)
    if not 0 <= drill.seen <= SEEN_MAX:
        raise InputError("too-many-seen", seen=drill.seen, most=SEEN_MAX)
    for street in drill.known:
        if street not in STREET_CARDS:
            raise InputError("no-drill-street", street=street, streets=STREET_CARDS)


def exercise(course: Syllabus, drill: Drill, record: LearnerRecord, now: datetime, chance: Chance) -> Exercise:
    """Return the next question of a drill."""
    check(drill)
    found = [each for each in course.situations if _fits(each, drill)]
    if not found:
        raise InputError("nothing-to-drill")
    if drill.mode is DrillMode.OUTS:
        found = [each for each in found if _open(course, each, drill.target)]
    if drill.mode in (DrillMode.TABLE, DrillMode.OUTS):
        return _at_table(course, found, drill, chance)
    chosen = _chosen(found, drill.mode, record, now, chance)
    return Exercise(course.deal(chosen, chance), named(chosen), chosen.id)


def _chosen(
    situations: Sequence[MetSituation], mode: DrillMode, record: LearnerRecord, now: datetime, chance: Chance
) -> MetSituation:
    if mode is DrillMode.REPETITION:
        return choose(situations, record.due, now, chance)
    return _by_leak(situations, record.tallies, chance) if mode is DrillMode.LEAKS else by_stake(situations, chance)


def named(situation: MetSituation) -> str:
    """Return the rule of the strategy card for a situation, with its street."""
    return f"{STREETS[situation.street]}/{situation.rule}"


def _fits(situation: MetSituation, drill: Drill) -> bool:
    return drill.street in ("", STREETS[situation.street]) and drill.rule in ("", named(situation))


def _by_leak(situations: Sequence[MetSituation], tallies: Mapping[str, RuleTally], chance: Chance) -> MetSituation:
    """Return a situation of a rule that has cost something, likelier the more it has; any if none has."""
    costs = {rule: int(tally.cost * _FINE) for rule, tally in tallies.items()}
    rules = [rule for rule in {named(each): None for each in situations} if costs.get(rule)]
    if rules:
        chosen = rules[weighted([costs[rule] for rule in rules], chance)]
        situations = [each for each in situations if named(each) == chosen]
    return by_stake(situations, chance)


def _at_table(course: Syllabus, situations: Sequence[MetSituation], drill: Drill, chance: Chance) -> Exercise:
    """Deal cards as often as the best play meets them, then those that are seen or known, from the rest of the deck."""
    ahead = max(map(STREET_CARDS.index, drill.known), default=2)
    found = [each for each in situations if each.street <= ahead]
    if not found:
        raise InputError("nothing-to-drill")
    chosen = found[weighted([1 + int(each.probability * _FINE) for each in found], chance)]
    now = course.deal(chosen, chance)
    rest = shuffled(tuple(card for card in DECK if card not in (*now.hole, *now.board)), chance)
    due = [street for street in drill.known if STREET_CARDS.index(street) >= chosen.street]
    seen = rest[len(due) : len(due) + drill.seen]
    return Exercise(replace(now, seen=seen, known=dict(zip(due, rest, strict=False))), named(chosen))


def _open(course: Syllabus, situation: MetSituation, target: OutsTarget) -> bool:
    """Return whether one card is to come and decides: not every card is an out already."""
    if situation.street != len(STREETS) - 1:
        return False
    now = Situation(situation.cards[:2], situation.cards[2:], situation.bets)
    return sum(map(len, outs(course.game, now, target).values())) < len(unseen(now))


def asked(course: Syllabus, now: Situation) -> Exercise:
    """Return the exercise that these cards and wagers are, to grade an answer to it."""
    street, raised = len(now.board), course.game.multiples[-1] in now.bets
    rule = f"{STREETS[street]}/{rule_of(street, (*now.hole, *now.board), raised)}"
    met = None if now.seen or now.known else course.find(now.hole, now.board, now.bets)
    return Exercise(now, rule, met.id if met else "")


def outcomes(now: Situation) -> dict[Hand, Fraction]:
    """Return the chance of each hand that can still come if the player stays to the end, the best first."""
    held = (*now.hole, *now.board, *(now.known or {}).values())
    made = Counter(five(*held, *rest) for rest in combinations(unseen(now), 5 - len(held)))
    return {hand: Fraction(made[hand], made.total()) for hand in sorted(made, reverse=True)}
