"""When a situation is asked again, by FSRS; what comes new is what costs most: frequency times cost.

A card of FSRS is kept as its own JSON, which whoever learns keeps (decision 160). Fuzz is off: the same answers at the
same times give the same schedule.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from fsrs import Card as ReviewCard
from fsrs import Rating, Scheduler

from mississippi_stud.errors import InputError
from mississippi_stud.trainer.grades import Grade
from mississippi_stud.trainer.situations import Chance, MetSituation, weighted

SCHEDULER: Final = Scheduler(enable_fuzzing=False)
QUICK: Final = timedelta(seconds=3)
"""A right answer within this time was easy."""
CARD_CHARACTERS_MAX: Final = 400
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MINUTE: Final = timedelta(minutes=1)


class ScheduledCard(NamedTuple):
    """A situation's card after an answer."""

    card: str
    """FSRS's own JSON."""
    due: int
    """When it is asked again, in minutes since 1970."""


def minutes(moment: datetime) -> int:
    """Return a moment in whole minutes since 1970."""
    return (moment - _EPOCH) // _MINUTE


def rating(given: Grade, taken: timedelta) -> Rating:
    """Return what an answer says about the memory: a close miss was hard to recall, any other was forgotten."""
    match given:
        case Grade.BEST:
            return Rating.Easy if taken <= QUICK else Rating.Good
        case Grade.CLOSE:
            return Rating.Hard
        case _:
            return Rating.Again


def review(card: str, given: Grade, taken: timedelta, now: datetime) -> ScheduledCard:
    """Return a situation's card after an answer; an empty card is a situation's first."""
    try:
        before = _parsed(card) if card else ReviewCard(card_id=1, due=now)
        if before.last_review is not None and before.last_review > now:
            raise InputError("not-a-review-card")
        after, _ = SCHEDULER.review_card(before, rating(given, taken), now)
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError, AssertionError):
        raise InputError("not-a-review-card") from None
    return ScheduledCard(after.to_json(), minutes(after.due))


def _parsed(card: str) -> ReviewCard:
    if len(card) > CARD_CHARACTERS_MAX:
        raise InputError("not-a-review-card")
    return ReviewCard.from_json(card)


def choose(
    situations: Sequence[MetSituation], due: Mapping[str, int], now: datetime, chance: Chance
) -> MetSituation:  # fmt: skip
    """Return what to ask next: what is longest due; otherwise something new, likelier the more it can cost.

    When nothing is due and everything has been asked, it is what will be due first.
    """
    asked = sorted((each for each in situations if each.id in due), key=lambda each: due[each.id])
    if asked and due[asked[0].id] <= minutes(now):
        return asked[0]
    new = [each for each in situations if each.id not in due]
    return by_stake(new, chance) if new else asked[0]


def by_stake(situations: Sequence[MetSituation], chance: Chance) -> MetSituation:
    """Return a random situation, likelier the more there is to learn."""
    return situations[weighted([each.weight for each in situations], chance)]
