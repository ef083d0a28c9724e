"""The periods that limits run in: the day, the week from Monday and the month, in UTC (decision 182)."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class Period(StrEnum):
    """How long a limit runs before it is renewed."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


def start_of(period: Period, at: int) -> int:
    """Return when the period that a time lies in began, in microseconds since 1970."""
    return (_first_day(period, at) - _EPOCH) // _MICROSECOND


def end_of(period: Period, at: int) -> int:
    """Return when the period that a time lies in ends and the next one begins."""
    first = _first_day(period, at)
    if period is Period.MONTH:
        after = (first + timedelta(days=31)).replace(day=1)
    else:
        after = first + timedelta(days=1 if period is Period.DAY else 7)
    return (after - _EPOCH) // _MICROSECOND


def _first_day(period: Period, at: int) -> datetime:
    day = (_EPOCH + timedelta(microseconds=at)).replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case Period.DAY:
            return day
        case Period.WEEK:
            return day - timedelta(days=day.weekday())
        case Period.MONTH:
            return day.replace(day=1)
