"""Care where it counts: limits, breaks and exclusions in the commit of the wager, the seat and the deposit."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Admission, Floor
from mississippi_stud.floor.care import CareView, LimitView, care_of, leave_seats
from mississippi_stud.floor.clock import Clock as FloorClock
from mississippi_stud.floor.history.rounds import hands, rounds
from mississippi_stud.floor.persons import erase, person_of, stream_of
from mississippi_stud.floor.solo import solo_game
from mississippi_stud.person import care as c
from mississippi_stud.person.care_messages import LimitKind, SetBreaks, SetLimit, SetRealityCheck
from mississippi_stud.person.periods import Period
from mississippi_stud.person.play import finish
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.store import backup, log
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import Facts
from tests.decks import scripted_decks
from tests.floor.clock import DAY, NOON, Clock
from tests.floor.drive import KEYS, chance_of, check_all, linked, next_command, opened, play, seated, sit, table_of
from tests.floor.several import BOSS, Staffed, deal, decide, seats

MINUTE = 60 * 1_000_000
HOUR = 60 * MINUTE
LOSES = "2c 7d 9h Js 4c 3d 5h"
"""Two hole cards and a board that pay nothing."""
WINS = "Ac Ad 9h Js 4c 3d 5h"
"""A pair of aces: every wager pays even money."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(clock: Clock) -> Iterator[Floor]:
    with scripted_decks(), Floor.in_memory(clock) as floor:
        yield floor
        leave_seats(floor)
        check_all(floor)


def limit(floor: Floor, kind: LimitKind, most: int | None, period: Period = Period.DAY, person: str = "ann") -> None:
    floor.send(stream_of(person), SetLimit(kind=kind, period=period, most=most))


def view_of(floor: Floor, kind: LimitKind, period: Period = Period.DAY, person: str = "ann") -> LimitView:
    return next(each for each in care_of(floor, person).limits if (each.kind, each.period) == (kind, period))


def refusal(floor: Floor, table: str, script: str) -> Refused:
    with pytest.raises(Refused) as found:
        play(floor, table, script)
    return found.value


def held(floor: Floor, account: str) -> int:
    return log.balance(floor.database, account)


# A message that comes again (decision 511).

ALREADY = {
    "reality check": (SetRealityCheck(minutes=15), SetRealityCheck(minutes=60)),
    "no reality check": (SetRealityCheck(minutes=0), SetRealityCheck(minutes=30)),
    "limit": (
        SetLimit(kind=LimitKind.LOSS, period=Period.DAY, most=100_00),
        SetLimit(kind=LimitKind.LOSS, period=Period.DAY, most=50_00),
    ),
    "higher limit": (
        SetLimit(kind=LimitKind.LOSS, period=Period.DAY, most=500_00),
        SetLimit(kind=LimitKind.LOSS, period=Period.DAY, most=100_00),
    ),
    "breaks": (SetBreaks(on=True), SetBreaks(on=False)),
    "no breaks": (SetBreaks(on=False), SetBreaks(on=True)),
}
"""What somebody chooses although it is so already, and what they choose after it."""


@pytest.mark.parametrize(("same", "other"), ALREADY.values(), ids=ALREADY)
def test_a_choice_that_was_so_already_changes_nothing_and_cannot_come_back(floor, clock, same, other):
    stream = stream_of("ann")
    limit(floor, LimitKind.LOSS, 100_00)
    floor.send(stream, same)
    before = care_of(floor, "ann")
    clock.now += 10 * MINUTE
    floor.send(stream, same, command_id="says-it")
    assert care_of(floor, "ann") == before, "what was chosen already goes on as it was"
    floor.send(stream, other)
    after = care_of(floor, "ann")
    assert after != before
    floor.send(stream, same, command_id="says-it")
    assert care_of(floor, "ann") == after


def test_a_repeated_wish_for_a_higher_limit_neither_shortens_nor_lengthens_the_wait(floor, clock):
    limit(floor, LimitKind.LOSS, 100_00)
    limit(floor, LimitKind.LOSS, 200_00)
    wanted = view_of(floor, LimitKind.LOSS)
    clock.now += DAY
    limit(floor, LimitKind.LOSS, 200_00)
    assert (view_of(floor, LimitKind.LOSS).wanted, view_of(floor, LimitKind.LOSS).confirm_from) == (
        wanted.wanted,
        wanted.confirm_from,
    )


# Limits on what is lost and wagered.


@pytest.mark.parametrize("kind", [LimitKind.LOSS, LimitKind.WAGER])
@pytest.mark.parametrize(("most", "taken"), [(49_99, False), (50_00, True), (50_01, True)])
def test_a_round_begins_if_the_allowance_covers_the_most_that_it_can_cost(floor, kind, most, taken):
    table = seated(floor)
    limit(floor, kind, most)
    if taken:  # $5.00, and three times as much on each of three streets
        play(floor, table, "1 ante 5; deal")
        assert view_of(floor, kind).left == most - 50_00
        assert held(floor, f"allowance:ann:{kind}-day") == most - 50_00
        play(floor, table, "1 max-all")
        assert not care_of(floor, "ann").playing
    else:
        refused = refusal(floor, table, "1 ante 5; deal")
        assert (refused.code, refused.clause) == (f"{kind}-limit", "care limits")
        assert (refused.params["left"], refused.params["cost"]) == (49_99, 50_00)
        assert floor.table(table).round is None


def test_what_a_round_did_not_use_comes_back_and_a_win_gives_back_what_was_lost(floor):
    table = seated(floor)
    limit(floor, LimitKind.LOSS, 100_00)
    limit(floor, LimitKind.WAGER, 200_00)
    play(floor, table, f"1 ante 5; deal {LOSES}")
    play(floor, table, "1 bet 2; 1 fold")
    assert (view_of(floor, LimitKind.LOSS).left, view_of(floor, LimitKind.WAGER).left) == (85_00, 185_00)
    play(floor, table, f"1 ante 5; deal {WINS}")
    play(floor, table, "1 bet 1; 1 bet 1; 1 bet 1")
    assert floor.balance("ann") == 1_000_00 - 15_00 + 20_00
    assert (view_of(floor, LimitKind.LOSS).left, view_of(floor, LimitKind.WAGER).left) == (100_00, 165_00)


def test_a_side_wager_added_or_taken_back_before_the_cards_changes_what_is_set_aside(floor):
    table = seated(floor)
    limit(floor, LimitKind.LOSS, 52_00)
    play(floor, table, "1 ante 5")
    assert view_of(floor, LimitKind.LOSS).left == 2_00
    play(floor, table, "1 ante 5; 1 three-card-bonus 2")
    assert view_of(floor, LimitKind.LOSS).left == 0
    refused = refusal(floor, table, "1 ante 5; 1 three-card-bonus 3")
    assert (refused.params["left"], refused.params["cost"]) == (52_00, 53_00)
    play(floor, table, "1 withdraw three-card-bonus; 1 withdraw ante")
    assert (view_of(floor, LimitKind.LOSS).left, care_of(floor, "ann").playing) == (52_00, False)
    play(floor, table, "1 ante 5; deal; 1 fold")
    assert view_of(floor, LimitKind.LOSS).left == 47_00


@pytest.mark.parametrize("script", ["1 ante 5", "1 ante 5; deal", "1 ante 5; deal; 1 bet 3"])
def test_a_void_round_costs_nothing(floor, script):
    table = seated(floor)
    limit(floor, LimitKind.LOSS, 60_00)
    limit(floor, LimitKind.WAGER, 60_00)
    play(floor, table, script)
    floor.void(table, "malfunction")
    assert (view_of(floor, LimitKind.LOSS).left, view_of(floor, LimitKind.WAGER).left) == (60_00, 60_00)


def test_streets_never_refuse_and_a_limit_set_in_a_round_is_for_the_next_one(floor):
    table = seated(floor)
    play(floor, table, f"1 ante 5; deal {LOSES}")
    limit(floor, LimitKind.LOSS, 1_00)
    play(floor, table, "1 bet 3; 1 bet 3; 1 bet 3")
    assert view_of(floor, LimitKind.LOSS).left == 1_00  # that round began before
    assert refusal(floor, table, "1 ante 5; deal").code == "loss-limit"


def test_a_limit_lowered_in_a_round_lets_it_finish(floor):
    table = seated(floor)
    limit(floor, LimitKind.LOSS, 50_00)
    play(floor, table, f"1 ante 5; deal {LOSES}")
    limit(floor, LimitKind.LOSS, 10_00)
    play(floor, table, "1 bet 3; 1 bet 3; 1 bet 3")
    assert view_of(floor, LimitKind.LOSS).left == 0
    assert held(floor, "allowance:ann:loss-day") == 0


def test_a_round_costs_no_more_than_the_player_holds(floor):
    table = seated(floor, cents=20_00)
    limit(floor, LimitKind.LOSS, 20_00)
    play(floor, table, f"1 ante 5; deal {LOSES}")
    assert view_of(floor, LimitKind.LOSS).left == 0
    with pytest.raises(Refused) as found:  # with more money, more could be lost
        floor.deposit("ann", 100_00)
    assert found.value.code == "round-before"
    other = table_of(floor, "ann")
    assert refusal(floor, other, "1 ante 5; deal").code == "round-before"
    play(floor, table, "1 bet 3")
    with pytest.raises(Refused):
        play(floor, table, "1 bet 1")
    play(floor, table, "1 fold")
    assert floor.balance("ann") == 0
    floor.deposit("ann", 100_00)


def test_an_allowance_below_what_the_player_holds_does_not_cover_the_round(floor):
    table = seated(floor, cents=20_00)
    limit(floor, LimitKind.LOSS, 19_99)
    refused = refusal(floor, table, "1 ante 5; deal")
    assert (refused.params["left"], refused.params["cost"]) == (19_99, 20_00)


def test_two_tables_share_the_allowance_and_the_last_dollar_is_taken_once(floor):
    tables = [seated(floor, command_id="one"), seated(floor, command_id="two")]
    limit(floor, LimitKind.LOSS, 99_99)
    codes: list[str] = []
    together = threading.Barrier(2)

    def ante(table: str) -> None:
        together.wait()
        try:
            play(floor, table, "1 ante 5; deal")
            codes.append("taken")
        except Refused as refused:
            codes.append(refused.code)

    threads = [threading.Thread(target=ante, args=(table,)) for table in tables]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(codes) == ["loss-limit", "taken"]
    assert view_of(floor, LimitKind.LOSS).left == 49_99


def test_nine_players_with_limits_and_a_box_settle_together(floor):
    table = seats(floor, "nsw", {position: f"player {position}" for position in range(1, 10)}, **solo("nsw"))
    for position in range(1, 10):
        limit(floor, LimitKind.LOSS, 200_00, person=f"player {position}")
        floor.send(stream_of(f"player {position}"), c.SetRealityCheck(minutes=15))
    deal(floor, table)
    assert view_of(floor, LimitKind.LOSS, person="player 9").left == 150_00
    decide(floor, table, folding=(1, 2, 3))
    for position in range(1, 10):
        person = f"player {position}"
        lost = 10_000_00 - floor.balance(person)
        assert view_of(floor, LimitKind.LOSS, person=person).left == min(200_00, 200_00 - lost)
        assert care_of(floor, person).reality.rounds == 1
        assert care_of(floor, person).reality.net_cents == -lost


def solo(book: str) -> dict:
    """Return the options of a solo game's table, without its meter."""
    return {name: value for name, value in solo_game(book).options.items() if name in ("limits",)}


def test_a_seat_and_a_box_of_one_player_count_together(floor):
    table = seats(floor, "crown", {1: "ann", 2: "ann"})
    limit(floor, LimitKind.LOSS, 99_99)
    play(floor, table, "1 ante 5")
    assert refusal(floor, table, "2 ante 5").params["left"] == 99_99


def test_a_jackpot_wager_carried_from_a_void_round_counts_once(floor):
    table = linked(floor)
    limit(floor, LimitKind.LOSS, 100_00)
    limit(floor, LimitKind.WAGER, 100_00)
    play(floor, table, f"1 ante 5; 1 jackpot 5; deal {LOSES}")
    play(floor, table, "1 cannot-fund", by="floor")
    assert floor.table(table).carried_cents == {1: 5_00}
    assert (view_of(floor, LimitKind.LOSS).left, view_of(floor, LimitKind.WAGER).left) == (100_00, 100_00)
    play(floor, table, "1 ante 5; deal")
    assert (view_of(floor, LimitKind.LOSS).left, view_of(floor, LimitKind.WAGER).left) == (45_00, 45_00)
    play(floor, table, "1 fold")
    assert floor.balance("ann") == 1_000_00 - 10_00
    assert (view_of(floor, LimitKind.LOSS).left, view_of(floor, LimitKind.WAGER).left) == (90_00, 90_00)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_played_at_two_tables_no_day_costs_more_than_its_limit(floor, clock, seed):
    chance = chance_of(seed)
    tables = [seated(floor, command_id="one"), table_of(floor, "ann", command_id="two")]
    limit(floor, LimitKind.LOSS, 150_00)
    limit(floor, LimitKind.WAGER, 400_00)
    refused = 0
    for _ in range(120):
        table = chance.choice(tables)
        try:
            floor.send(table, next_command(chance, floor.table(table)))
        except Refused as error:
            refused += error.clause == "care limits"
        clock.now += chance.choice((0, MINUTE, HOUR))
        assert min(held(floor, f"allowance:ann:{name}-day") for name in ("loss", "wager")) >= 0
    for table in tables:
        if floor.table(table).round is not None:
            floor.void(table, "malfunction")
    assert refused
    assert not person_of(floor, "ann").care.open
    lost, wagered = Counter(), Counter()
    with floor.database.transaction() as connection:
        joined = select(hands.c.net_cents, hands.c.wagered_cents, rounds.c.ended_at, rounds.c.status).join(
            rounds, (rounds.c.stream == hands.c.stream) & (rounds.c.round == hands.c.round)
        )
        for row in connection.execute(joined):
            lost[row.ended_at // DAY] -= row.net_cents
            wagered[row.ended_at // DAY] += row.wagered_cents if row.status == "settled" else 0
    assert max(lost.values()) <= 150_00  # who has won on every day has lost less than nothing
    assert 0 < max(wagered.values()) <= 400_00
    used = 400_00 - view_of(floor, LimitKind.WAGER).left
    assert used == wagered[clock.now // DAY]


# Periods, higher limits, and a clock that moves.


def test_the_period_ends_in_the_middle_of_a_round(floor, clock):
    table = seated(floor)
    limit(floor, LimitKind.LOSS, 60_00)
    play(floor, table, f"1 ante 5; deal {LOSES}; 1 fold")
    assert view_of(floor, LimitKind.LOSS).left == 55_00
    play(floor, table, f"1 ante 5; deal {LOSES}")
    clock.now += DAY
    assert view_of(floor, LimitKind.LOSS).left == 10_00  # a new day, and $50.00 still set aside
    play(floor, table, "1 bet 1; 1 fold")
    assert view_of(floor, LimitKind.LOSS).left == 50_00
    clock.now -= 3 * DAY  # set back: the day does not come again
    play(floor, table, f"1 ante 5; deal {LOSES}; 1 fold")
    assert view_of(floor, LimitKind.LOSS).left == 45_00


def test_lower_at_once_higher_after_the_period_and_a_day_and_a_second_confirmation(floor, clock):
    confirm = c.ConfirmLimit(kind=LimitKind.WAGER, period=Period.WEEK)
    limit(floor, LimitKind.WAGER, 100_00, Period.WEEK)
    with pytest.raises(InputError):
        floor.send(stream_of("ann"), confirm)
    limit(floor, LimitKind.WAGER, 90_00, Period.WEEK)
    assert view_of(floor, LimitKind.WAGER, Period.WEEK).most == 90_00
    limit(floor, LimitKind.WAGER, 100_00, Period.WEEK)
    seen = view_of(floor, LimitKind.WAGER, Period.WEEK)
    assert (seen.most, seen.wanted) == (90_00, 100_00)
    assert seen.confirm_from == 1_790_640_000_000_000  # Tuesday, 29 September 2026: Monday's midnight and a day
    clock.now = seen.confirm_from - 1
    with pytest.raises(Refused) as found:
        floor.send(stream_of("ann"), confirm)
    assert (found.value.code, found.value.params["until"]) == ("limit-too-soon", seen.confirm_from)
    clock.now = seen.confirm_from
    floor.send(stream_of("ann"), confirm)
    assert view_of(floor, LimitKind.WAGER, Period.WEEK).most == 100_00
    limit(floor, LimitKind.WAGER, None, Period.WEEK)
    assert view_of(floor, LimitKind.WAGER, Period.WEEK).most == 100_00  # to remove it is to raise it
    clock.now += 9 * DAY
    floor.send(stream_of("ann"), confirm)
    assert care_of(floor, "ann").limits == ()
    assert held(floor, "care:ann") == 0


def test_a_wish_for_more_is_dropped_when_the_limit_is_set_again(floor):
    limit(floor, LimitKind.LOSS, 100_00)
    limit(floor, LimitKind.LOSS, 500_00)
    limit(floor, LimitKind.LOSS, 100_00)
    assert (view_of(floor, LimitKind.LOSS).wanted, view_of(floor, LimitKind.LOSS).confirm_from) == (None, 0)


@pytest.mark.parametrize("most", [-1, 10**12 + 1])
def test_a_limit_that_is_no_amount(floor, most):
    with pytest.raises(InputError):
        limit(floor, LimitKind.LOSS, most)


# Deposits.


@pytest.mark.parametrize(("cents", "taken"), [(99_99, True), (100_00, True), (100_01, False)])
def test_a_deposit_draws_on_its_allowance(floor, clock, cents, taken):
    limit(floor, LimitKind.DEPOSIT, 100_00)
    if not taken:
        with pytest.raises(Refused) as found:
            floor.deposit("ann", cents)
        assert (found.value.code, found.value.params["left"]) == ("deposit-limit", 100_00)
        assert floor.balance("ann") == 0
        return
    floor.deposit("ann", cents, command_id="once")
    floor.deposit("ann", cents, command_id="once")
    assert view_of(floor, LimitKind.DEPOSIT).left == 100_00 - cents
    with pytest.raises(Refused):
        floor.top_up("ann", 500_00, below_cents=500_00)
    clock.now += DAY
    floor.top_up("ann", cents + 100_00, below_cents=500_00)
    assert view_of(floor, LimitKind.DEPOSIT).left == 0


# Time, breaks and the reality check.


def rounds_until(floor: Floor, clock: Clock, table: str, minutes: int, step: int = 5) -> None:
    """Play a round every few minutes."""
    for _ in range(0, minutes, step):
        play(floor, table, f"1 ante 5; deal {LOSES}; 1 fold")
        clock.now += step * MINUTE


def test_time_is_counted_between_wagers_at_gaps_of_five_minutes(floor, clock):
    table = seated(floor)
    limit(floor, LimitKind.TIME, 20)
    rounds_until(floor, clock, table, 15)  # at 0, 5 and 10 minutes
    assert view_of(floor, LimitKind.TIME).left == 10
    clock.now += 1  # five minutes and a microsecond
    play(floor, table, f"1 ante 5; deal {LOSES}")
    assert view_of(floor, LimitKind.TIME).left == 10
    clock.now += HOUR  # an hour over one decision counts five minutes
    play(floor, table, "1 fold")
    assert view_of(floor, LimitKind.TIME).left == 5
    clock.now += 5 * MINUTE - 1
    play(floor, table, "1 ante 5; deal; 1 fold")
    assert view_of(floor, LimitKind.TIME).left == 0
    clock.now += 1
    play(floor, table, f"1 ante 5; deal {LOSES}; 1 fold")  # a microsecond was left
    refused = refusal(floor, table, "1 ante 5; deal")
    assert (refused.code, refused.params["minutes"]) == ("time-limit", 20)
    clock.now += DAY
    play(floor, table, "1 ante 5; deal; 1 fold")


def test_time_that_runs_out_in_a_round_lets_it_finish(floor, clock):
    table = seated(floor)
    limit(floor, LimitKind.TIME, 1)
    play(floor, table, f"1 ante 5; deal {LOSES}")
    clock.now += 4 * MINUTE
    play(floor, table, "1 bet 1; 1 bet 1; 1 bet 1")
    assert refusal(floor, table, "1 ante 5; deal").code == "time-limit"


@pytest.mark.parametrize("by_house", [False, True])
def test_a_break_of_fifteen_minutes_after_three_hours(floor, clock, by_house):
    table = seated(floor)
    floor.send(stream_of("ann"), c.SetBreaks(on=True, by_house=by_house))
    rounds_until(floor, clock, table, 180)
    assert care_of(floor, "ann").break_until == 0
    play(floor, table, f"1 ante 5; deal {LOSES}; 1 fold")  # the last of three hours
    until = clock.now + 15 * MINUTE
    assert care_of(floor, "ann").break_until == until
    clock.now = until - 1
    refused = refusal(floor, table, "1 ante 5; deal")
    assert (refused.code, refused.params["until"]) == ("on-break", until)
    clock.now = until
    rounds_until(floor, clock, table, 20)
    assert care_of(floor, "ann").break_until == 0
    floor.send(stream_of("ann"), c.SetBreaks(on=False))
    assert care_of(floor, "ann").breaks  # not before the week is over, and never those of the house
    clock.now += 8 * DAY
    assert care_of(floor, "ann").breaks == by_house


def test_a_break_of_a_day_after_twelve_hours_and_of_the_rest_of_the_week_after_thirty_six():
    care = c.Care(breaks_until=c.FOREVER)
    monday = 1_790_553_600_000_000
    at, breaks = monday, []
    while at < monday + 7 * DAY:
        if care.break_until > at:
            breaks.append((at, care.break_until))
            at = care.break_until
        care = c.evolve(care, c.PlayReserved(table="A", round=1, cents=1, played=5 * MINUTE, at=at))
        at += 5 * MINUTE
        for event in finish(care, "A", 0, 0, at):
            care = c.evolve(care, event)
    assert DAY in {until - began for began, until in breaks}
    assert breaks[-1][1] == monday + 7 * DAY


@pytest.mark.parametrize("minutes", [15, 30, 60])
def test_a_reality_check_comes_between_rounds_and_waits_to_be_read(floor, clock, minutes):
    table = seated(floor)
    floor.send(stream_of("ann"), c.SetRealityCheck(minutes=minutes))
    rounds_until(floor, clock, table, minutes)
    play(floor, table, f"1 ante 5; deal {LOSES}")  # due now, in the middle of a round
    assert care_of(floor, "ann").reality.due
    play(floor, table, "1 bet 1; 1 fold")
    refused = refusal(floor, table, "1 ante 5; deal")
    assert (refused.code, refused.clause) == ("reality-due", "care reality-check")
    seen = care_of(floor, "ann").reality
    assert (seen.played_minutes, seen.rounds) == (minutes, minutes // 5 + 1)
    assert seen.net_cents == -(minutes // 5 * 5_00 + 10_00)
    floor.send(stream_of("ann"), c.AcknowledgeReality())
    play(floor, table, "1 ante 5; deal; 1 fold")
    assert not care_of(floor, "ann").reality.due


def test_a_reality_check_at_other_intervals_is_refused(floor):
    with pytest.raises(InputError):
        floor.send(stream_of("ann"), c.SetRealityCheck(minutes=20))


# Time-outs and exclusions.


def test_a_time_out_holds_until_its_time_and_is_never_shortened(floor, clock):
    table = seated(floor)
    floor.send(stream_of("ann"), c.TimeOut(until=NOON + HOUR))
    for until in (NOON + HOUR, NOON + 1):
        with pytest.raises(InputError):
            floor.send(stream_of("ann"), c.TimeOut(until=until))
    clock.now = NOON + HOUR - 1
    refused = refusal(floor, table, "1 ante 5; deal")
    assert (refused.code, refused.params["until"]) == ("timed-out", NOON + HOUR)
    with pytest.raises(Refused):
        sit(floor, floor.open_table("online"), "ann")
    with pytest.raises(Refused):
        floor.deposit("ann", 1_00)
    clock.now = NOON + HOUR
    play(floor, table, "1 ante 5; deal; 1 fold")
    assert held(floor, "care:ann") == 0  # nothing is asked any more


@pytest.mark.parametrize(("length", "taken"), [(DAY - 1, False), (DAY, True), (None, True)])
def test_a_self_exclusion_lasts_a_day_or_longer_or_for_ever(floor, clock, length, taken):
    until = None if length is None else NOON + length
    if not taken:
        with pytest.raises(InputError):
            floor.send(stream_of("ann"), c.ExcludeSelf(until=until))
        return
    table = seated(floor)
    floor.send(stream_of("ann"), c.ExcludeSelf(until=until))
    with pytest.raises(InputError):
        floor.send(stream_of("ann"), c.ExcludeSelf(until=NOON + DAY))
    assert refusal(floor, table, "1 ante 5; deal").code == ("self-excluded" if until is None else "self-excluded-until")
    clock.now += 3650 * DAY
    if until is None:
        assert refusal(floor, table, "1 ante 5; deal").code == "self-excluded"
    else:
        play(floor, table, "1 ante 5; deal; 1 fold")


def test_an_exclusion_in_a_round_lets_it_finish_and_then_the_seats_are_left(floor):
    table, other = seated(floor, command_id="one"), table_of(floor, "ann", command_id="two")
    play(floor, table, f"1 ante 5; deal {LOSES}")
    floor.send(stream_of("ann"), c.ExcludeSelf(until=None))
    assert leave_seats(floor) == [other]
    assert leave_seats(floor) == []
    play(floor, table, "1 bet 3; 1 bet 3; 1 bet 3")
    assert floor.balance("ann") == 1_000_00 - 50_00
    assert leave_seats(floor) == [table]
    assert floor.table(table).seats == floor.table(other).seats == {}
    with pytest.raises(Refused) as found:
        floor.send(table, t.Sit(position=1, player="ann", person="ann"))
    assert found.value.clause == "care self-exclusion"


@pytest.mark.parametrize(
    ("barring", "code"),
    [(c.ExcludeSelf(until=None), "self-excluded"), (c.TimeOut(until=NOON + HOUR), "timed-out"), (None, "")],
)
def test_whoever_may_not_play_is_given_nothing_by_a_promotion_either(floor, barring, code):
    """They still sit there, because their round is not over."""
    table = seated(floor, book="nsw")
    play(floor, table, "1 ante 25; deal")
    if barring is not None:
        floor.send(stream_of("ann"), barring)
    exchange = t.ExchangeVoucher(player="ann", cents=25_00, conditions_met=True, by=t.FLOOR)
    if code:
        with pytest.raises(Refused) as found:
            floor.send(table, exchange)
        assert found.value.code == code
        assert floor.tokens("ann") == 0
    else:
        floor.send(table, exchange)
        assert floor.tokens("ann") == 25_00


def test_whoever_is_erased_leaves_their_seat_when_the_round_is_over_and_their_place_in_line_at_once(floor):
    table = seated(floor, command_id="one")
    full = seats(floor, "nsw", {1: "gus"}, admission=Admission.LOBBY)
    floor.send(full, t.JoinQueue(player="ann", person="ann"), actor="ann")
    play(floor, table, f"1 ante 5; deal {LOSES}")
    erase(floor, "ann", by="ann", reason="asked")
    assert leave_seats(floor) == [full], "nobody leaves a seat in the middle of a round"
    assert floor.table(full).queue == ()
    play(floor, table, "1 fold")
    assert leave_seats(floor) == [table]
    assert floor.table(table).seats == {}
    for act in (lambda: sit(floor, floor.open_table("online"), "ann"), lambda: floor.deposit("ann", 1_00)):
        with pytest.raises(Refused) as found:
            act()
        assert (found.value.code, found.value.clause) == ("person-gone", "care erasure")


def test_the_floors_clock_ends_the_seats_of_whoever_may_not_play(floor):
    table = seated(floor)
    floor.send(stream_of("ann"), c.ExcludeSelf(until=None))
    with FloorClock(floor):
        for _ in range(400):
            if not floor.table(table).seats:
                break
            time.sleep(0.05)
    assert floor.table(table).seats == {}


def test_wagers_cannot_be_added_after_an_exclusion_and_can_be_taken_back(floor):
    table = seated(floor)
    play(floor, table, "1 ante 5")
    floor.send(stream_of("ann"), c.ExcludeSelf(until=None))
    assert refusal(floor, table, "1 ante 5; 1 three-card-bonus 5").code == "self-excluded"
    play(floor, table, "1 withdraw ante")
    assert floor.balance("ann") == 1_000_00


def exclude(floor: Floor, book: str, by: str, clause: str, person: str = "ann") -> None:
    table = floor.open_table(book)
    content = floor.table(table).book
    floor.send(
        stream_of(person), c.ExcludePerson(by=by, person="boss", book=content, clause=clause, grounds="a device")
    )


@pytest.mark.parametrize(
    ("book", "by", "clause"),
    [
        ("nsw", "gaming-supervisor", "nsw 13.3.2"),
        ("nsw", "gaming-supervisor", "nsw 13.3.3"),
        ("crown", "tg-assistant-casino-manager", "crown 13.2.2"),
    ],
)
def test_staff_exclude_by_the_book_from_the_whole_house(floor, book, by, clause):
    table = seated(floor)
    exclude(floor, book, by, clause)
    refused = refusal(floor, table, "1 ante 5; deal")
    assert (refused.code, refused.clause) == ("excluded", clause)
    assert care_of(floor, "ann").excluded[0].clause == clause
    assert leave_seats(floor) == [table]
    content = floor.table(floor.open_table(book)).book
    floor.send(stream_of("ann"), c.AdmitPerson(by=by, person="boss", book=content, grounds="cleared"))
    sit(floor, floor.open_table("online"), "ann")


@pytest.mark.parametrize(
    ("book", "by", "clause", "error"),
    [
        ("nsw", "dealer", "nsw 13.3.2", Refused),
        ("crown", "dealer", "crown 13.2.2", Refused),
        ("nsw", "gaming-supervisor", "nsw 13.1", InputError),
        ("nsw", "gaming-supervisor", "crown 13.2.2", InputError),
        ("online", "dealer", "online play.1", Refused),
    ],
)
def test_nobody_is_excluded_without_the_power_and_its_clause(floor, book, by, clause, error):
    with pytest.raises(error):
        exclude(floor, book, by, clause)
    assert care_of(floor, "ann").excluded == ()


def test_a_ruling_at_a_table_excludes_from_every_other_table_in_the_same_commit(floor):
    staffed = Staffed(floor, "dealer")
    other = table_of(floor, "ann")
    facts = Facts(position=1, measure="exclude")
    staffed.do(t.Report(incident=Incident.RULE_BROKEN, facts=facts, by=BOSS, person=BOSS))
    refused = refusal(floor, other, "1 ante 5; deal")
    assert (refused.code, refused.clause) == ("excluded", "crown 13.2.2")
    (record,) = log.read(floor.database, stream_of("ann"))
    assert record.name == "person_excluded"
    assert {each.stream for each in log.caused(floor.database, record.command_id)} == {staffed.stream, "person:ann"}
    assert set(leave_seats(floor)) == {staffed.stream, other}
    assert floor.table(staffed.stream).players == {"bob"}


def test_to_erase_a_person_does_not_lift_an_exclusion_or_a_limit(floor):
    limit(floor, LimitKind.LOSS, 1_00)
    floor.send(stream_of("ann"), c.ExcludeSelf(until=None))
    erase(floor, "ann", by="ann", reason="asked")
    table = floor.open_table("online")
    with pytest.raises(Refused) as found:
        sit(floor, table, "ann")
    assert found.value.code == "self-excluded"
    assert view_of(floor, LimitKind.LOSS).most == 1_00
    with pytest.raises(InputError):
        floor.send(stream_of("ann"), c.ExcludeSelf(until=NOON + DAY))


# Restarts, backups, other processes.


def test_a_restart_in_the_middle_of_a_round_keeps_what_is_set_aside(database_url):
    clock = Clock()
    with scripted_decks():
        with opened(database_url, clock=clock) as floor:
            table = seated(floor)
            limit(floor, LimitKind.LOSS, 60_00)
            play(floor, table, f"1 ante 5; deal {LOSES}")
        with opened(database_url, clock=clock) as floor:
            assert view_of(floor, LimitKind.LOSS).left == 10_00
            floor.send(stream_of("ann"), c.TimeOut(until=NOON + HOUR))
        with opened(database_url, clock=clock) as floor:
            play(floor, table, "1 fold")
            assert view_of(floor, LimitKind.LOSS).left == 55_00
            assert leave_seats(floor) == [table]
            check_all(floor)


def test_a_restored_backup_keeps_the_care_and_frees_what_was_set_aside_for_its_round(tmp_path: Path, sqlite_url: str):
    with opened(sqlite_url, clock=Clock()) as floor:
        table = seated(floor)
        limit(floor, LimitKind.LOSS, 60_00)
        play(floor, table, "1 ante 5; deal")
        floor.send(stream_of("ann"), c.TimeOut(until=NOON + HOUR))
        floor.backup(tmp_path / "saved")
    backup.restore(tmp_path / "saved", f"sqlite:///{tmp_path}/again.db", KEYS)
    with opened(f"sqlite:///{tmp_path}/again.db", clock=Clock()) as again:
        assert care_of(again, "ann") == CareView(
            limits=care_of(again, "ann").limits, out_until=NOON + HOUR, excluded=(), breaks=False, breaks_until=0,
            break_until=0, house_breaks=(), reality=None, playing=False,
        )  # fmt: skip
        assert view_of(again, LimitKind.LOSS).left == 60_00
        assert refusal(again, table, "1 ante 5; deal").code == "timed-out"
        check_all(again)


def test_two_floors_on_one_database_take_the_last_dollar_once(postgres_url: str):
    clock = Clock()
    with opened(postgres_url, clock=clock) as one, opened(postgres_url, clock=clock) as two:
        tables = [seated(one, command_id="one"), table_of(one, "ann", command_id="two")]
        limit(one, LimitKind.LOSS, 120_00)
        taken: list[str] = []
        together = threading.Barrier(2)

        def ante(floor: Floor, table: str) -> None:
            for _ in range(6):
                together.wait()
                try:
                    play(floor, table, "1 ante 5; deal")
                    play(floor, table, "1 fold")
                    taken.append(table)
                except Refused as refused:
                    taken.append(refused.code)

        threads = [threading.Thread(target=ante, args=each) for each in zip((one, two), tables, strict=True)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        lost = 1_000_00 - one.balance("ann")
        assert set(taken) <= {*tables, "loss-limit"}
        assert lost == 5_00 * sum(each in tables for each in taken)
        assert view_of(two, LimitKind.LOSS).left == 120_00 - lost >= 45_00
        assert person_of(one, "ann").care == person_of(two, "ann").care
        assert not care_of(two, "ann").playing
        check_all(one)


def test_a_limit_set_by_another_process_counts_for_the_next_wager(postgres_url: str):
    clock = Clock()
    with opened(postgres_url, clock=clock) as one, opened(postgres_url, clock=clock) as two:
        table = seated(one)
        play(one, table, "1 ante 5; deal; 1 fold")
        limit(two, LimitKind.LOSS, 1_00)
        assert refusal(one, table, "1 ante 5; deal").code == "loss-limit"
        two.send(stream_of("ann"), c.ExcludeSelf(until=None))
        assert refusal(one, table, "1 ante 5; deal").code == "self-excluded"
        assert leave_seats(one) == [table]
        assert leave_seats(two) == []
