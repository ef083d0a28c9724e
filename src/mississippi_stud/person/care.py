"""The care that a person takes of themselves, and the house of them: limits, breaks, time-outs and exclusions.

`play` says what all this means for a wager. An allowance is what a limit still leaves; the ledger has an account for
each, and every event moves its allowances to what the state says (decision 181). Time never goes back here: if a clock
is set back, it stands still.
"""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.messages import DAY, HOUR, MINUTE
from mississippi_stud.money import Cents, Transfer
from mississippi_stud.person.care_messages import (
    AcknowledgeReality,
    AdmitPerson,
    BreakBegun,
    BreaksSet,
    Command,
    ConfirmLimit,
    DepositCounted,
    Event,
    ExcludePerson,
    ExcludeSelf,
    FeeCounted,
    LimitKind,
    LimitRemoved,
    LimitSet,
    LimitWanted,
    PersonAdmitted,
    PersonExcluded,
    PlayCounted,
    PlayReserved,
    RealityAcknowledged,
    RealityCheckSet,
    SelfExcluded,
    SetBreaks,
    SetLimit,
    SetRealityCheck,
    TimedOut,
    TimeOut,
)
from mississippi_stud.person.house_breaks import Plays, after_break, after_play
from mississippi_stud.person.periods import Period, end_of, start_of
from mississippi_stud.round.refusal import Refused

FOREVER: Final = 2**53 - 1
"""The end of what has none, in microseconds: after the year 2200, and exact in a browser."""
REALITY_MINUTES: Final = (0, 15, 30, 60)
MONEY_MAX_CENTS: Final = 10**12
TIME_MAX_MINUTES: Final = 31 * 24 * 60
GROUNDS_MAX: Final = 500

LIMITS: Final = "care limits"
TIME_OUT: Final = "care time-out"
SELF_EXCLUSION: Final = "care self-exclusion"
BREAK: Final = "care breaks"
HOUSE_BREAK: Final = "care house-breaks"
REALITY: Final = "care reality-check"
FORMER_GUEST: Final = "care former-guest"
ERASURE: Final = "care erasure"


class PersonalLimit(msgspec.Struct, frozen=True, kw_only=True):
    """A limit of a kind in a period, and how much of it is used."""

    kind: LimitKind
    period: Period
    most: int
    """Cents, or minutes for time."""
    since: int
    """When the running period began."""
    used: int = 0
    """Cents, or microseconds for time."""
    wanted: int | None = None
    confirm_from: int = 0
    """From when what is wanted may be confirmed; 0 if nothing is wanted."""

    @property
    def unit(self) -> int:
        """How much of `used` is one of `most`."""
        return MINUTE if self.kind is LimitKind.TIME else 1


class RoundReserve(msgspec.Struct, frozen=True, kw_only=True):
    """What is set aside for a round in which the person plays."""

    round: int
    cents: int
    capped: bool
    house: str = ""
    """The house of the table, if it asks for breaks."""


class Exclusion(msgspec.Struct, frozen=True, kw_only=True):
    """An exclusion by staff."""

    by: str
    person: str
    clause: str
    grounds: str
    at: int


class PlayTime(msgspec.Struct, frozen=True, kw_only=True):
    """How long the person has played, in microseconds."""

    last_at: int = 0
    """When they last began or ended a round."""
    stretch: int = 0
    """Since they last rested."""
    hours: Mapping[int, int] = {}
    """In each of the last 24 hours, by their number since 1970."""
    week: int = 0
    week_since: int = 0


class RealityCheck(msgspec.Struct, frozen=True, kw_only=True):
    """What the next reality check says."""

    minutes: int
    since: int
    played: int = 0
    rounds: int = 0
    net_cents: int = 0

    @property
    def due(self) -> bool:
        """Whether it must be read before the next round."""
        return self.played >= self.minutes * MINUTE


class Care(msgspec.Struct, frozen=True, kw_only=True):
    """What keeps a person from playing too much."""

    at: int = 0
    limits: Mapping[str, PersonalLimit] = {}
    """By `key_of`."""
    open: Mapping[str, RoundReserve] = {}
    """The rounds in which the person plays, by table."""
    out_until: int = 0
    """Microseconds since 1970."""
    self_excluded_until: int = 0
    exclusions: Mapping[str, Exclusion] = {}
    """Those by staff, by house; the empty name is of every house."""
    breaks_until: int = 0
    """Until when the person wants breaks; `FOREVER` without an end."""
    house_breaks: bool = False
    """Whether the house wants the person to have breaks."""
    break_until: int = 0
    houses: Plays = {}
    """What was lately played at the tables of houses that ask for breaks."""
    time: PlayTime = PlayTime()
    reality: RealityCheck | None = None
    former: bool = False
    """Whether this was a guest who is part of an account now: nobody plays as them."""
    erased: bool = False
    """Whether the person was erased: nobody plays as them either."""

    @property
    def active(self) -> bool:
        """Whether anything has to be asked or counted when the person plays."""
        own = self.limits or self.open or self.barred or self.breaks or self.break_until or self.reality
        return bool(own) or any(each.break_until > self.at for each in self.houses.values())

    @property
    def barred(self) -> bool:
        """Whether there are tables at which the person may not even sit."""
        return bool(self.barred_everywhere or self.exclusions)

    @property
    def barred_everywhere(self) -> bool:
        """Whether the person may not sit at any table, whatever staff say."""
        return bool(self.former or self.erased or self.out_until or self.self_excluded_until)

    @property
    def breaks(self) -> bool:
        """Whether the person has breaks."""
        return bool(self.breaks_until) or self.house_breaks

    def exclusion_at(self, house: str) -> Exclusion | None:
        """Return the exclusion by staff that holds in a house: its own, or one from every house (decision 195)."""
        return self.exclusions.get(house) or self.exclusions.get("")

    def barred_at(self, house: str) -> bool:
        """Whether the person may not even sit at a table of a house."""
        return bool(self.barred_everywhere or self.exclusion_at(house))

    def left(self, limit: PersonalLimit, besides: str = "") -> int:
        """Return what a limit leaves after what is used and set aside, except for the round at the table `besides`."""
        reserved = 0
        if limit.kind in (LimitKind.LOSS, LimitKind.WAGER):
            reserved = sum(each.cents for table, each in self.open.items() if table != besides)
        return max(0, limit.most * limit.unit - limit.used - reserved) // limit.unit


def key_of(kind: LimitKind, period: Period) -> str:
    """Return the name of a limit: ``loss-day``."""
    return f"{kind}-{period}"


# Commands.


def decide(care: Care, command: Command, at: int) -> tuple[Event, ...]:
    """Return the events of a command; what protects is never shortened.

    A choice is recorded even if it was made before: forgotten, it could come back after another one (decision 511).
    """
    at = max(at, care.at)
    care = renewed(care, at)
    match command:
        case SetLimit():
            return _set_limit(care, command, at)
        case ConfirmLimit():
            return (_confirmed(care, command, at),)
        case TimeOut(until=until):
            if not max(at, care.out_until) < until <= FOREVER:
                raise InputError("time-out-shorter")
            return (TimedOut(until=until, at=at),)
        case ExcludeSelf(until=until):
            end = FOREVER if until is None else until
            if not at + DAY <= end <= FOREVER:
                raise InputError("exclusion-too-short")
            if end <= care.self_excluded_until:
                raise InputError("exclusion-shorter")
            return (SelfExcluded(until=until, at=at),)
        case ExcludePerson(by=by, person=person, clause=clause, grounds=grounds, house=house):
            _check_grounds(grounds)
            return (PersonExcluded(by=by, person=person, clause=clause, grounds=grounds, house=house, at=at),)
        case AdmitPerson(by=by, person=person, grounds=grounds, house=house):
            _check_grounds(grounds)
            if house not in care.exclusions:
                raise InputError("person-not-excluded")
            return (PersonAdmitted(by=by, person=person, grounds=grounds, house=house, at=at),)
        case SetBreaks():
            return _set_breaks(care, command, at)
        case SetRealityCheck(minutes=minutes):
            if minutes not in REALITY_MINUTES:
                raise InputError("reality-minutes")
            return (RealityCheckSet(minutes=minutes, at=at),)
        case AcknowledgeReality():
            return (RealityAcknowledged(at=at),)
        case _:
            assert_never(command)


def _check_grounds(grounds: str) -> None:
    if not 0 < len(grounds) <= GROUNDS_MAX or not grounds.isprintable():
        raise InputError("reason-text", most=GROUNDS_MAX)


def _set_limit(care: Care, command: SetLimit, at: int) -> tuple[Event, ...]:
    kind, period, most = command.kind, command.period, command.most
    bound = TIME_MAX_MINUTES if kind is LimitKind.TIME else MONEY_MAX_CENTS
    if most is not None and not 0 <= most <= bound:
        raise InputError("limit-range", most=bound)
    known = care.limits.get(key_of(kind, period))
    if known is None and most is None:
        raise InputError("limit-missing")
    if most is not None and (known is None or most <= known.most):
        return (LimitSet(kind=kind, period=period, most=most, at=at),)
    wanted_already = known is not None and known.confirm_from and most == known.wanted
    confirm_from = known.confirm_from if known is not None and wanted_already else end_of(period, at) + DAY
    return (LimitWanted(kind=kind, period=period, most=most, confirm_from=confirm_from, at=at),)


def _confirmed(care: Care, command: ConfirmLimit, at: int) -> LimitSet | LimitRemoved:
    kind, period = command.kind, command.period
    known = care.limits.get(key_of(kind, period))
    if known is None or not known.confirm_from:
        raise InputError("limit-nothing-wanted")
    if at < known.confirm_from:
        raise Refused("limit-too-soon", LIMITS, until=known.confirm_from)
    if known.wanted is None:
        return LimitRemoved(kind=kind, period=period, at=at)
    return LimitSet(kind=kind, period=period, most=known.wanted, at=at)


def _set_breaks(care: Care, command: SetBreaks, at: int) -> tuple[Event, ...]:
    if command.by_house:
        return (BreaksSet(until=FOREVER if command.on else 0, by_house=True, at=at),)
    if command.on:
        return (BreaksSet(until=FOREVER, by_house=False, at=at),)
    until = end_of(Period.WEEK, at) + DAY if care.breaks_until == FOREVER else care.breaks_until
    return (BreaksSet(until=until, by_house=False, at=at),)


# Events.


def evolve(care: Care, event: Event) -> Care:
    """Return the care after an event."""
    care = renewed(care, event.at)
    match event:
        case LimitSet(kind=kind, period=period, most=most):
            known = care.limits.get(key_of(kind, period))
            known = known or PersonalLimit(kind=kind, period=period, most=most, since=start_of(period, care.at))
            return _with_limit(care, replace(known, most=most, wanted=None, confirm_from=0))
        case LimitWanted(kind=kind, period=period, most=most, confirm_from=confirm_from):
            known = care.limits[key_of(kind, period)]
            return _with_limit(care, replace(known, wanted=most, confirm_from=confirm_from))
        case LimitRemoved(kind=kind, period=period):
            key = key_of(kind, period)
            return replace(care, limits={name: limit for name, limit in care.limits.items() if name != key})
        case TimedOut(until=until):
            return replace(care, out_until=until)
        case SelfExcluded(until=until):
            return replace(care, self_excluded_until=FOREVER if until is None else until)
        case PersonExcluded(by=by, person=person, clause=clause, grounds=grounds, house=house, at=at):
            exclusion = Exclusion(by=by, person=person, clause=clause, grounds=grounds, at=at)
            return replace(care, exclusions={**care.exclusions, house: exclusion})
        case PersonAdmitted(house=house):
            others = {name: each for name, each in care.exclusions.items() if name != house}
            return replace(care, exclusions=others)
        case BreaksSet(until=until, by_house=by_house):
            return replace(care, house_breaks=bool(until)) if by_house else replace(care, breaks_until=until)
        case BreakBegun(until=until, house=house):
            if house:
                return replace(care, houses=after_break(care.houses, house, until))
            return replace(care, break_until=until)
        case RealityCheckSet(minutes=minutes):
            if care.reality and care.reality.minutes == minutes:
                return care  # what was chosen already goes on, and is not counted from now
            return replace(care, reality=RealityCheck(minutes=minutes, since=care.at) if minutes else None)
        case RealityAcknowledged():
            reality = care.reality and RealityCheck(minutes=care.reality.minutes, since=care.at)
            return replace(care, reality=reality)
        case PlayReserved():
            return _reserved(care, event)
        case PlayCounted():
            return _counted(care, event)
        case FeeCounted(cents=cents):
            return _used(care, {LimitKind.LOSS: cents, LimitKind.WAGER: cents})
        case DepositCounted(cents=cents):
            return _used(care, {LimitKind.DEPOSIT: cents})
        case _:
            assert_never(event)


def renewed(care: Care, at: int) -> Care:
    """Return the care at a time: every limit in its running period, and without what has ended."""
    at = max(at, care.at)
    limits = {key: _renewed_limit(limit, at) for key, limit in care.limits.items()}
    over = {
        name: 0
        for name in ("out_until", "self_excluded_until", "breaks_until", "break_until")
        if 0 < getattr(care, name) <= at
    }
    return replace(care, at=at, limits=limits, **over)


def _renewed_limit(limit: PersonalLimit, at: int) -> PersonalLimit:
    since = start_of(limit.period, at)
    return limit if since == limit.since else replace(limit, since=since, used=0)


def _with_limit(care: Care, limit: PersonalLimit) -> Care:
    return replace(care, limits={**care.limits, key_of(limit.kind, limit.period): limit})


def _used(care: Care, amounts: Mapping[LimitKind, int]) -> Care:
    """Add to what is used of each limit; a win gives back of a loss limit what is used, and no more."""
    limits = {
        key: replace(limit, used=max(0, limit.used + amounts.get(limit.kind, 0))) for key, limit in care.limits.items()
    }
    return replace(care, limits=limits)


def _reserved(care: Care, event: PlayReserved) -> Care:
    others = {table: each for table, each in care.open.items() if table != event.table}
    own = RoundReserve(round=event.round, cents=event.cents, capped=event.capped, house=event.house)
    if event.rested:
        care = _rested(care)
    if event.house:
        there = after_play(care.houses, event.house, event.house_played, care.at, rested=event.house_rested)
        care = replace(care, houses=there)
    return replace(_played(care, event.played), open={**others, event.table: own} if event.cents else others)


def _rested(care: Care) -> Care:
    reality = care.reality
    if reality is not None and not reality.due:
        reality = RealityCheck(minutes=reality.minutes, since=care.at)
    return replace(care, time=replace(care.time, stretch=0), reality=reality)


def _counted(care: Care, event: PlayCounted) -> Care:
    care = replace(
        _played(care, event.played),
        open={table: each for table, each in care.open.items() if table != event.table},
    )
    if event.house:
        care = replace(care, houses=after_play(care.houses, event.house, event.house_played, care.at))
    if care.reality is not None:
        reality = care.reality
        rounds, net = reality.rounds + 1, reality.net_cents + event.net_cents
        care = replace(care, reality=replace(reality, rounds=rounds, net_cents=net))
    return _used(care, {LimitKind.LOSS: -event.net_cents, LimitKind.WAGER: event.wagered_cents})


def _played(care: Care, played: int) -> Care:
    """Count time of play up to now."""
    time, at = care.time, care.at
    hour, week = at // HOUR, start_of(Period.WEEK, at)
    hours = {each: count for each, count in time.hours.items() if each > hour - 24}
    if played:
        hours[hour] = hours.get(hour, 0) + played
    in_week = (time.week if week == time.week_since else 0) + played
    time = PlayTime(last_at=at, stretch=time.stretch + played, hours=hours, week=in_week, week_since=week)
    reality = care.reality and replace(care.reality, played=care.reality.played + played)
    return _used(replace(care, time=time, reality=reality), {LimitKind.TIME: played})


# The ledger.


def transfers(person: str, before: Care, after: Care) -> Iterator[Transfer]:
    """Move every allowance to what it is after an event, from or to the person's own counter-account of the house."""
    was, now = accounts(person, before), accounts(person, after)
    counter = f"house:care:{person}"
    for account in {**was, **now}:
        change = now.get(account, 0) - was.get(account, 0)
        if change:
            ends = (counter, account) if change > 0 else (account, counter)
            yield Transfer(source=ends[0], target=ends[1], cents=Cents(abs(change)), clause=LIMITS)


def accounts(person: str, care: Care) -> dict[str, int]:
    """Return what each account of a person's care holds: one for each limit on money, and the two that say at a glance
    whether anything has to be asked before they play and whether they may sit at a table."""
    held = {
        f"allowance:{person}:{key}": care.left(limit)
        for key, limit in care.limits.items()
        if limit.kind is not LimitKind.TIME
    }
    return {**held, care_account(person): int(care.active), barred_account(person): int(care.barred)}


def care_account(person: str) -> str:
    """Return the account that holds a cent while anything has to be asked or counted when the person plays."""
    return f"care:{person}"


def barred_account(person: str) -> str:
    """Return the account that holds a cent while the person is, or lately was, kept from playing."""
    return f"barred:{person}"
