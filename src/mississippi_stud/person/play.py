"""What a person's care means for their play: whether a round may begin, what is set aside for it, what it counted.

Nothing is refused in the middle of a round. When it begins, the most that it can cost is set aside from the person's
allowances; what falls due while it is played takes effect when it is over (decision 183).
"""

from typing import Final, NamedTuple

from mississippi_stud.messages import DAY, HOUR, MINUTE
from mississippi_stud.person import care as c
from mississippi_stud.person import care_messages as m
from mississippi_stud.person.care import Care
from mississippi_stud.person.care_messages import LimitKind
from mississippi_stud.person.house_breaks import HouseBreaks, HousePlay
from mississippi_stud.person.periods import Period, end_of
from mississippi_stud.round.refusal import Refused

GAP: Final = 5 * MINUTE
"""The longest time between two moments of play that counts whole."""
REST: Final = 15 * MINUTE
"""Whoever has not played for so long has rested."""
STRETCH: Final = 3 * HOUR
"""After so long without a rest a break of `REST` is due."""
DAY_MAX: Final = 12 * HOUR
"""After so long in 24 hours a break of a day is due."""
WEEK_MAX: Final = 36 * HOUR
"""After so long in a week the rest of it is a break."""


class Stakes(NamedTuple):
    """A person's play in a round that has not been dealt yet."""

    table: str
    house: str
    """The house of the table."""
    round: int
    most_cents: int
    """The most that it can still cost, with all that lies on the layout."""
    held_cents: int
    """All that the person could wager: what lies on the layout and what they hold besides."""
    adds: bool
    """Whether a wager was added, and not only taken back."""
    breaks: HouseBreaks | None = None
    """The breaks that the house asks for."""


def begin(person: str, care: Care, stakes: Stakes, at: int) -> tuple[m.Event, ...]:
    """Set aside the most that a round can cost, or raise `Refused` if the person may not play or play for so much."""
    at = max(at, care.at)
    care = c.renewed(care, at)
    known = care.open.get(stakes.table)
    if stakes.adds:
        check_admission(person, care, at, stakes.house)
        if known is None:
            _check_rested(care, at, stakes)
    cents, capped = _cost(care, stakes)
    if stakes.adds:
        _check_limits(care, stakes.table, cents, at)
    house = stakes.house if stakes.breaks else known.house if known else ""
    own = c.RoundReserve(round=stakes.round, cents=cents, capped=capped, house=house)
    if known == own or (known is None and not cents):
        return ()
    rested = known is None and at - care.time.last_at >= REST and not care.open
    there, playing = care.houses.get(house, HousePlay()), _plays_at(care, house)
    house_rested = stakes.breaks is not None and not playing and there.rested(stakes.breaks, at)
    return (
        m.PlayReserved(
            table=stakes.table,
            round=stakes.round,
            cents=cents,
            capped=capped,
            played=_since(care.time.last_at, at, playing=bool(care.open)),
            rested=rested,
            house=house,
            house_played=_since(there.last_at, at, playing=playing) if house and not house_rested else 0,
            house_rested=house_rested,
            at=at,
        ),
    )


def finish(
    care: Care, table: str, wagered_cents: int, net_cents: int, at: int, breaks: HouseBreaks | None = None
) -> tuple[m.Event, ...]:
    """Count a round that has ended; one that began before the person had any care does not count.

    `breaks` are those that the house of the table asks for now.
    """
    if table not in care.open:
        return ()
    at, house = max(at, care.at), care.open[table].house
    counted = m.PlayCounted(
        table=table,
        wagered_cents=wagered_cents,
        net_cents=net_cents,
        played=_since(care.time.last_at, at, playing=True),
        house=house,
        house_played=_since(care.houses.get(house, HousePlay()).last_at, at, playing=True) if house else 0,
        at=at,
    )
    after = c.evolve(care, counted)
    begun: list[m.Event] = []
    until = _break_until(after, at) if after.breaks else 0
    if until > after.break_until:
        begun.append(m.BreakBegun(until=until, at=at))
    if house and breaks and after.houses[house].stretch >= breaks.after:
        begun.append(m.BreakBegun(until=max(at + breaks.rest, after.houses[house].break_until), house=house, at=at))
    return (counted, *begun)


def deposit(person: str, care: Care, cents: int, at: int) -> tuple[m.Event, ...]:
    """Count a deposit, or raise `Refused` if the person is excluded or has no allowance for it."""
    at = max(at, care.at)
    care = c.renewed(care, at)
    check_admission(person, care, at)
    if any(each.capped for each in care.open.values()):
        raise Refused("round-before", c.LIMITS)
    for limit in care.limits.values():
        left = care.left(limit)
        if limit.kind is LimitKind.DEPOSIT and cents > left:
            until = end_of(limit.period, at)
            raise Refused("deposit-limit", c.LIMITS, period=limit.period, offered=cents, left=left, until=until)
    limited = any(limit.kind is LimitKind.DEPOSIT for limit in care.limits.values())
    return (m.DepositCounted(cents=cents, at=at),) if limited else ()


def pay_fee(person: str, care: Care, tournament: str, house: str, cents: int, at: int) -> tuple[m.Event, ...]:
    """Count what somebody pays for a tournament, or raise `Refused` if they may not take part or a limit is reached.

    Below zero it is what comes back to them, which is never refused.
    """
    at = max(at, care.at)
    care = c.renewed(care, at)
    if cents > 0:
        check_admission(person, care, at, house)
        _check_fee(care, cents, at)
    limited = any(limit.kind in (LimitKind.LOSS, LimitKind.WAGER) for limit in care.limits.values())
    return (m.FeeCounted(tournament=tournament, cents=cents, at=at),) if limited and cents else ()


def check_admission(person: str, care: Care, at: int, house: str = "") -> None:
    """Raise `Refused` for somebody who may not take part in anything: a seat, a wager, a tournament, a promotion.

    Without a house only what keeps them from every house counts.
    """
    care = c.renewed(care, at)
    if care.former:
        raise Refused("guest-left", c.FORMER_GUEST)
    exclusion = care.exclusion_at(house)
    if exclusion is not None:
        raise Refused("excluded", exclusion.clause, player=person)
    if care.self_excluded_until == c.FOREVER:
        raise Refused("self-excluded", c.SELF_EXCLUSION)
    if care.self_excluded_until:
        raise Refused("self-excluded-until", c.SELF_EXCLUSION, until=care.self_excluded_until)
    if care.out_until:
        raise Refused("timed-out", c.TIME_OUT, until=care.out_until)
    if care.erased:
        raise Refused("person-gone", c.ERASURE)


def _check_rested(care: Care, at: int, stakes: Stakes) -> None:
    """Raise `Refused` for what keeps the next round from beginning but lets the person sit."""
    there = care.houses.get(stakes.house, HousePlay()).break_until if stakes.breaks else 0
    if there > max(at, care.break_until):
        raise Refused("on-house-break", c.HOUSE_BREAK, house=stakes.house, until=there)
    if care.break_until > at:
        raise Refused("on-break", c.BREAK, until=care.break_until)
    for limit in care.limits.values():
        if limit.kind is LimitKind.TIME and limit.used >= limit.most * limit.unit:
            until = end_of(limit.period, at)
            raise Refused("time-limit", c.LIMITS, period=limit.period, minutes=limit.most, until=until)
    if care.reality is not None and care.reality.due:
        raise Refused("reality-due", c.REALITY, minutes=care.reality.minutes)


def _check_limits(care: Care, table: str, cents: int, at: int) -> None:
    for limit in care.limits.values():
        if limit.kind in (LimitKind.LOSS, LimitKind.WAGER) and cents > (left := care.left(limit, besides=table)):
            until = end_of(limit.period, at)
            code = f"{limit.kind}-limit"
            raise Refused(code, c.LIMITS, period=limit.period, cost=cents, left=left, until=until)


def _check_fee(care: Care, cents: int, at: int) -> None:
    """Raise `Refused` for a fee that is more than a limit of loss or of wagers leaves."""
    for limit in care.limits.values():
        if limit.kind in (LimitKind.LOSS, LimitKind.WAGER) and cents > (left := care.left(limit)):
            until = end_of(limit.period, at)
            raise Refused("fee-limit", c.LIMITS, period=limit.period, cost=cents, left=left, until=until)


def _cost(care: Care, stakes: Stakes) -> tuple[int, bool]:
    """Return what is set aside for a round, and whether it is less than the round could cost.

    It is no more than the person holds, if their allowances do not cover more and no other round of theirs can bring
    them money meanwhile; until it is over they can neither deposit nor begin another round.
    """
    others = [each for table, each in care.open.items() if table != stakes.table]
    if stakes.adds and any(each.capped for each in others):
        raise Refused("round-before", c.LIMITS)
    limits = [limit for limit in care.limits.values() if limit.kind in (LimitKind.LOSS, LimitKind.WAGER)]
    covered = all(stakes.most_cents <= care.left(limit, besides=stakes.table) for limit in limits)
    if covered or others or stakes.held_cents >= stakes.most_cents:
        return stakes.most_cents, False
    return stakes.held_cents, True


def _plays_at(care: Care, house: str) -> bool:
    """Whether a round of the person is open at a table of a house that asks for breaks."""
    return any(each.house == house for each in care.open.values())


def _since(last_at: int, at: int, *, playing: bool) -> int:
    """Return how much play counts since the last moment of it: a gap up to `GAP`, and `GAP` of a long round."""
    gap = at - last_at
    return gap if gap <= GAP else GAP if playing else 0


def _break_until(care: Care, at: int) -> int:
    """Return until when a break is due now; 0 for none."""
    due = [0]
    if care.time.stretch >= STRETCH:
        due.append(at + REST)
    if sum(care.time.hours.values()) >= DAY_MAX:
        due.append(at + DAY)
    if care.time.week >= WEEK_MAX:
        due.append(end_of(Period.WEEK, at))
    return max(due)
