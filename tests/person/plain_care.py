"""Limits as a patient clerk keeps them: a diary of what happened, and every number added up again from its first page.

Shares no code with the package: the independent oracle of `test_limits.py`.
"""

from datetime import UTC, datetime, timedelta

DAY = timedelta(days=1)


def moment(at: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=at)


def period_of(period: str, at: int) -> tuple[int, ...]:
    """Name the period that a time lies in."""
    when = moment(at)
    if period == "day":
        return (when.toordinal(),)
    if period == "week":
        return tuple(when.isocalendar()[:2])
    return (when.year, when.month)


def end_of(period: str, at: int) -> datetime:
    """Find the first midnight of another period."""
    midnight = moment(at).replace(hour=0, minute=0, second=0, microsecond=0)
    while True:
        midnight += DAY
        if period_of(period, int(midnight.timestamp()) * 1_000_000) != period_of(period, at):
            return midnight


class Diary:
    """What happened, in order: each page is a time, what it was, and its particulars."""

    def __init__(self) -> None:
        self.pages: list[tuple] = []

    def write(self, at: int, what: str, *particulars: object) -> None:
        self.pages.append((at, what, *particulars))

    def limits(self) -> dict[tuple[str, str], int]:
        """Every limit in force."""
        found: dict[tuple[str, str], int] = {}
        for _, what, *rest in self.pages:
            if what == "limit":
                kind, period, most = rest
                if most is None:
                    del found[kind, period]
                else:
                    found[kind, period] = most
        return found

    def wanted(self, kind: str, period: str) -> tuple[int | None, datetime] | None:
        """The higher limit that waits to be confirmed, and from when it may be."""
        found = None
        for at, what, *rest in self.pages:
            if what == "wanted" and rest[:2] == [kind, period]:
                found = rest[2], end_of(period, at) + DAY
            elif what == "limit" and rest[:2] == [kind, period]:
                found = None
        return found

    def used(self, kind: str, period: str, now: int) -> int:
        """What the running period has used up of a limit since it was set."""
        running, used, set_ = period_of(period, now), 0, False
        for at, what, *rest in self.pages:
            if what == "limit" and rest[:2] == [kind, period]:
                used, set_ = (used if set_ else 0), rest[2] is not None
            if period_of(period, at) != running or not set_:
                continue
            if what == "ended" and kind == "loss":
                used = max(0, used - rest[2])
            elif what == "ended" and kind == "wager":
                used += rest[1]
            elif what == "deposit" and kind == "deposit":
                used += rest[0]
        return used

    def open(self) -> dict[str, tuple[int, bool]]:
        """The rounds that are not over: what was set aside for each, and whether that was all there was."""
        found = {}
        for _, what, *rest in self.pages:
            if what == "begun":
                found[rest[0]] = rest[1], rest[2]
            elif what == "ended":
                del found[rest[0]]
        return found

    def left(self, kind: str, period: str, now: int, besides: str = "") -> int:
        """What a limit leaves."""
        reserved = 0
        if kind in ("loss", "wager"):
            reserved = sum(cents for table, (cents, _) in self.open().items() if table != besides)
        return max(0, self.limits()[kind, period] - self.used(kind, period, now) - reserved)

    def begins(self, table: str, most: int, held: int, now: int) -> tuple[int, bool] | None:
        """What is set aside for a round and whether it is all there is; None if the round may not begin."""
        others = [capped for name, (_, capped) in self.open().items() if name != table]
        if any(others):
            return None
        limits = [limit for limit in self.limits() if limit[0] in ("loss", "wager")]
        least = min((self.left(*limit, now, besides=table) for limit in limits), default=most)
        if most <= least:
            return most, False
        if not others and held < most and held <= least:
            return held, True
        return None
