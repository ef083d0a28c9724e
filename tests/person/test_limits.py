"""Limits of every kind and period against a clerk who adds everything up again, whatever happens in whatever order."""

from collections import Counter

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from mississippi_stud.errors import InputError
from mississippi_stud.person import care as c
from mississippi_stud.person import play
from mississippi_stud.person.care import Care
from mississippi_stud.person.care_messages import ConfirmLimit, LimitKind, SetLimit
from mississippi_stud.person.periods import Period, end_of, start_of
from mississippi_stud.round.refusal import Refused
from tests.person import plain_care
from tests.person.plain_care import Diary, period_of

HOUR = 3_600_000_000
NOON = 1_790_000_000_000_000
MONEY = [LimitKind.LOSS, LimitKind.WAGER, LimitKind.DEPOSIT]


@st.composite
def stories(draw: st.DrawFn) -> list[tuple]:
    """Return a few limits, and then what happens to them: mostly rounds, so that the limits matter."""
    kinds = draw(st.lists(st.sampled_from(MONEY), min_size=1, max_size=3, unique=True))
    names = draw(st.lists(st.tuples(st.sampled_from(kinds), st.sampled_from(Period)), min_size=1, max_size=3))
    amounts = st.integers(0, 40).map(lambda n: n * 10)
    steps: list[tuple] = [("limit", *name, draw(amounts)) for name in names]
    begins = st.tuples(st.just("begin"), st.sampled_from("AB"), st.integers(1, 20).map(lambda n: n * 10), amounts)
    ends = st.tuples(st.just("end"), st.sampled_from("AB"), st.sampled_from([0, 50, 100]), st.integers(-100, 100))
    rare = st.one_of(
        st.tuples(st.just("limit"), st.sampled_from(names), st.none() | amounts).map(
            lambda one: (one[0], *one[1], one[2])
        ),
        st.tuples(st.just("confirm"), st.sampled_from(names)).map(lambda one: (one[0], *one[1])),
        st.tuples(st.just("deposit"), amounts.map(lambda cents: cents + 1)),
    )
    clocks = st.tuples(st.just("clock"), st.sampled_from([-30, -1, 1, 5, 11, 12, 13, 25, 24 * 6, 24 * 8, 24 * 30]))
    return steps + draw(st.lists(st.one_of(begins, ends, begins, ends, rare, clocks), min_size=15, max_size=60))


class Ledger:
    """The care of one person with its accounts, moved by the transfers alone."""

    def __init__(self) -> None:
        self.care = Care()
        self.held: Counter[str] = Counter()

    def add(self, events: tuple[c.Event, ...]) -> None:
        for event in events:
            for moved in c.transfers("ann", self.care, c.evolve(self.care, event)):
                self.held[moved.source] -= moved.cents
                self.held[moved.target] += moved.cents
            self.care = c.evolve(self.care, event)
            for account, cents in self.held.items():
                assert cents >= 0 or account.startswith("house"), account

    def check(self, diary: Diary, now: int) -> None:
        assert {(limit.kind, limit.period): limit.most for limit in self.care.limits.values()} == diary.limits()
        for key, limit in self.care.limits.items():
            current = c.renewed(self.care, now)
            assert current.left(current.limits[key]) == diary.left(limit.kind, limit.period, now)
            assert self.held[f"allowance:ann:{key}"] == self.care.left(limit)
        reserved = {table: (each.cents, each.capped) for table, each in self.care.open.items()}
        assert reserved == diary.open()
        assert sum(self.held.values()) == 0


@settings(max_examples=120, phases=[Phase.explicit, Phase.generate])
@given(stories())
def test_any_sequence_of_limits_wagers_results_and_clock_moves(steps):
    ledger, diary, clock, now = Ledger(), Diary(), NOON, NOON
    most_at_begin: dict[str, dict] = {}
    counted: Counter = Counter()
    bound: dict = {}
    for what, *how in steps:
        now = max(ledger.care.at, clock)
        if what == "clock":
            clock += how[0] * HOUR
        elif what == "limit":
            _limit(ledger, diary, clock, now, *how)
        elif what == "confirm":
            _confirm(ledger, diary, clock, now, *how)
        elif what == "deposit":
            expected = not any(capped for _, capped in diary.open().values()) and all(
                how[0] <= diary.left(*each, now) for each in diary.limits() if each[0] == "deposit"
            )
            if expected:
                ledger.add(play.deposit("ann", ledger.care, how[0], clock))
                diary.write(now, "deposit", *how)
            else:
                with pytest.raises(Refused, match=r"deposit-limit|round-before"):
                    play.deposit("ann", ledger.care, how[0], clock)
        elif what == "begin":
            table, most, more = how
            held = (diary.open().get(table) or (0,))[0] + more + 1
            known = diary.open().get(table)
            if known and most < known[0]:
                continue
            expected = diary.begins(table, most, held, now)
            stakes = play.Stakes(table=table, house="play", round=1, most_cents=most, held_cents=held, adds=True)
            if expected is None:
                with pytest.raises(Refused, match=r"loss-limit|wager-limit|round-before"):
                    play.begin("ann", ledger.care, stakes, clock)
            elif events := play.begin("ann", ledger.care, stakes, clock):
                ledger.add(events)
                diary.write(now, "begun", table, *expected)
                most_at_begin[table] = diary.limits()
        elif how[0] in diary.open():
            table, wagered_part, net_part = how
            cents = diary.open()[table][0]
            wagered, net = cents * wagered_part // 100, cents * net_part // 100
            net = max(net, -wagered)
            ledger.add(play.finish(ledger.care, table, wagered, net, clock))
            diary.write(now, "ended", table, wagered, net)
            for (kind, period), most in most_at_begin[table].items():
                key = kind, period, period_of(period, now)
                counted[key] += wagered if kind == "wager" else -net
                bound[key] = max(bound.get(key, 0), most)
                if kind != "deposit":
                    assert counted[key] <= bound[key], "more than the limit"
        ledger.check(diary, now)
    for table in tuple(diary.open()):
        ledger.add(play.finish(ledger.care, table, 0, 0, clock))
        diary.write(max(now, clock), "ended", table, 0, 0)
    assert not ledger.care.open
    ledger.check(diary, max(now, clock))


def _limit(ledger: Ledger, diary: Diary, clock: int, now: int, kind: LimitKind, period: Period, most: int | None):
    known, wanted = diary.limits().get((kind, period)), diary.wanted(kind, period)
    command = SetLimit(kind=kind, period=period, most=most)
    if known is None and most is None:
        with pytest.raises(InputError, match="there is no such limit"):
            c.decide(ledger.care, command, clock)
        return
    ledger.add(c.decide(ledger.care, command, clock))
    if most is not None and (known is None or most < known or (most == known and wanted)):
        diary.write(now, "limit", kind, period, most)
    elif most != known and (wanted is None or wanted[0] != most):
        diary.write(now, "wanted", kind, period, most)


def _confirm(ledger: Ledger, diary: Diary, clock: int, now: int, kind: LimitKind, period: Period):
    wanted = diary.wanted(kind, period)
    command = ConfirmLimit(kind=kind, period=period)
    if wanted is None:
        with pytest.raises(InputError, match="no higher limit"):
            c.decide(ledger.care, command, clock)
    elif plain_care.moment(now) < wanted[1]:
        with pytest.raises(Refused, match="limit-too-soon"):
            c.decide(ledger.care, command, clock)
    else:
        ledger.add(c.decide(ledger.care, command, clock))
        diary.write(now, "limit", kind, period, wanted[0])


@given(st.integers(0, 4_000_000_000_000_000), st.sampled_from(Period))
def test_a_period_begins_and_ends_where_the_calendar_says(at, period):
    first, after = start_of(period, at), end_of(period, at)
    assert first <= at < after
    assert plain_care.moment(after) == plain_care.end_of(period, at)
    assert period_of(period, first) == period_of(period, at) == period_of(period, after - 1)
    assert period_of(period, first - 1) != period_of(period, at) if first else True
    assert (first % (24 * HOUR), after % (24 * HOUR)) == (0, 0)
