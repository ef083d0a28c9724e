"""Deadlines take effect once, from one process, whatever happens; malfunctions; stopping and starting gaming."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import ChangeMeters, Clock, Floor, Sit, Void, Wager
from mississippi_stud.floor import clock as clocks
from mississippi_stud.floor.clock import HEARTBEAT, move_after_outage, tick
from mississippi_stud.jackpot import DisplayNotice, MeterNotice, MoveTable
from mississippi_stud.jackpot.house_meters import AnnounceDue
from mississippi_stud.jackpot.state import Change
from mississippi_stud.messages import SECOND
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import audit, log
from mississippi_stud.table import deadlines
from mississippi_stud.table.commands import ChooseNoAnswer, TimeUp
from mississippi_stud.table.state import Clocks, NoAnswer
from tests.clauses import clause
from tests.floor.clock import DAY, NOON, opened, table
from tests.floor.clock import Clock as Hands
from tests.floor.drive import HOUSE, METERS, check_all, linked, play, rounds_of, sit

HALF = SECOND // 2
"""How long after a deadline of players it is carried out."""


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def floor(database_url: str, key_file: Path, clock: Hands) -> Iterator[Floor]:
    with opened(database_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


def statuses(floor: Floor, stream: str) -> list[str]:
    return [each.status for each in rounds_of(floor, stream)]


def events(floor: Floor, stream: str) -> list[tuple[str, str, dict]]:
    """Return the name, actor and content of each event."""
    return [(each.name, each.actor, msgspec.json.decode(each.payload)) for each in log.read(floor.database, stream)]


def until(happened: Callable[[], bool], seconds: int = 20) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)


# Rounds left open too long.


@clause("online notice.4")
@pytest.mark.parametrize(
    ("waited", "cancelled"), [(30 * DAY - 1, False), (30 * DAY, False), (30 * DAY + 1, True), (365 * DAY, True)]
)
def test_a_round_open_for_more_than_30_days_is_cancelled_and_its_wagers_go_back(
    floor: Floor, clock: Hands, waited: int, cancelled: bool
):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    assert floor.balance("ann") == 1_000_00 - 5_00 - 2_00 - 5_00
    clock.now = NOON + waited
    assert tick(floor) == ([f"{stream} 1/open"] if cancelled else [])
    assert floor.balance("ann") == (1_000_00 if cancelled else 988_00)
    assert (floor.table(stream).round is None) is cancelled


@clause("online notice.4")
def test_a_cancelled_round_is_marked_with_its_clause_and_reveals_its_secret(floor: Floor, clock: Hands):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    clock.now += 31 * DAY
    tick(floor)
    happened = {name: (actor, said) for name, actor, said in events(floor, stream)}
    actor, voided = happened["round_voided"]
    assert (voided["clause"], actor) == ("online notice.4", "clock")
    assert {result["outcome"] for result in voided["results"]} == {"void"}
    assert "unfinished" in happened["secret_revealed"][1]["voided"]
    assert [(each.status, each.revealed) for each in rounds_of(floor, stream)] == [("void", 1)]
    play(floor, stream, "1 ante 5; deal; 1 fold")
    assert statuses(floor, stream) == ["void", "settled"]
    assert check_all(floor)


@clause("online notice.4")
def test_only_what_lay_too_long_is_cancelled_and_only_once(floor: Floor, clock: Hands):
    old, young, ended = (table(floor) for _ in range(3))
    play(floor, old, "1 ante 5")
    play(floor, ended, "1 ante 5; deal; 1 fold")
    clock.now += 20 * DAY
    play(floor, young, "1 ante 5")
    clock.now += 10 * DAY + 1
    assert tick(floor) == [f"{old} 1/open"]
    assert tick(floor) == []
    version = log.version(floor.database, old)
    clock.now += 20 * DAY
    assert tick(floor) == [f"{young} 1/open"]
    assert log.version(floor.database, old) == version
    assert floor.balance("ann") == 995_00


def test_books_that_know_no_cancellation_leave_their_rounds(floor: Floor, clock: Hands):
    stream = table(floor, book="crown")
    play(floor, stream, "1 ante 5")
    clock.now += 1_000 * DAY
    assert tick(floor) == []
    assert floor.table(stream).round is not None


# Deadlines that fire late, twice, early or out of place.


def test_a_round_that_began_meanwhile_is_not_touched(floor: Floor, clock: Hands):
    """The round that was due ended between the tick and the command, and its player has begun another."""
    stream = table(floor)
    play(floor, stream, "1 ante 5")
    clock.now += 31 * DAY
    (found,) = log.due(floor.database, clock.now)
    floor.void(stream, "by hand")
    play(floor, stream, "1 ante 5")
    before = log.version(floor.database, stream)
    late = TimeUp(key=found.key, by="floor")
    assert floor.send(stream, late, actor="clock").version == before
    assert floor.table(stream).number == 2
    assert log.version(floor.database, stream) == before


def test_a_firing_that_comes_twice_early_or_for_nothing_changes_nothing(floor: Floor, clock: Hands):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    before = log.version(floor.database, stream)
    for key in ("1/open", "2/open", "nonsense", ""):
        assert floor.send(stream, TimeUp(key=key, by="floor"), actor="clock").version == before
    clock.now += 31 * DAY
    assert tick(floor) == [f"{stream} 1/open"]
    done = log.version(floor.database, stream)
    for _ in range(3):
        assert floor.send(stream, TimeUp(key="1/open", by="floor"), actor="clock").version == done
    assert check_all(floor)


def test_what_was_due_while_nobody_was_there_is_done_after_a_restart(database_url: str, key_file: Path, clock: Hands):
    with opened(database_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        stream = table(floor)
        play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    clock.now += 31 * DAY
    with opened(database_url, key_file, clock) as floor:
        assert floor.table(stream).round is not None
        assert tick(floor) == [f"{stream} 1/open"]
        assert floor.balance("ann") == 1_000_00


def test_what_cannot_be_done_is_told_once_and_tried_again(
    floor: Floor, clock: Hands, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    stream, other = table(floor), table(floor)
    for each in (stream, other):
        play(floor, each, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    clock.now += 31 * DAY
    honest, told = floor.submit, set()

    def refuses(name: str, *given: object, **options: object) -> object:
        if name != stream:
            return honest(name, *given, **options)  # type: ignore[arg-type]
        sent = honest(other, TimeUp(key="none", by="floor"))
        sent.result()
        sent._exception = Refused("for-a-test", "online notice.4")
        return sent

    monkeypatch.setattr(floor, "submit", refuses)
    assert tick(floor, told) == [f"{other} 1/open"]
    assert tick(floor, told) == []
    assert caplog.text.count("was due and cannot be done") == 1
    monkeypatch.undo()
    assert tick(floor, told) == [f"{stream} 1/open"]
    assert not tick(floor, told)
    assert not told


# Deadlines of a table with clocks.


def test_a_table_with_clocks_deals_and_folds_by_itself(floor: Floor, clock: Hands):
    """Nobody is ready and nobody decides: wagering closes, the cards are dealt, and the hand is folded."""
    stream = floor.open_table("crown", clocks=Clocks(betting_seconds=20, decision_seconds=15))
    sit(floor, stream, "ann")
    play(floor, stream, "1 ante 5")
    clock.now += 20 * SECOND + HALF - 1
    assert tick(floor) == []
    clock.now += 1
    assert tick(floor) == [f"{stream} 1/betting"]
    assert floor.table(stream).round.street is Wager.THIRD_STREET
    clock.now += 15 * SECOND + HALF
    assert tick(floor) == [f"{stream} 1/third-street"]
    assert statuses(floor, stream) == ["settled"]
    assert not log.due(floor.database, clock.now + DAY)
    assert floor.balance("ann") == 995_00
    assert check_all(floor)


def third_street(floor: Floor) -> str:
    """Deal a hand at a table where twenty seconds are given to wager and fifteen to decide."""
    stream = floor.open_table("crown", clocks=Clocks(betting_seconds=20, decision_seconds=15))
    sit(floor, stream, "ann")
    play(floor, stream, "1 ante 5; 1 ready")
    return stream


def test_what_was_sent_in_time_still_counts_half_a_second_late(floor: Floor, clock: Hands):
    stream = third_street(floor)
    clock.now += 15 * SECOND + HALF - 1
    assert tick(floor) == []
    play(floor, stream, "1 bet 1")
    clock.now += 1
    assert tick(floor) == []
    assert floor.table(stream).round.street is Wager.FOURTH_STREET


def test_who_cannot_pay_for_the_bet_that_they_chose_folds(floor: Floor, clock: Hands):
    stream = floor.open_table("crown", clocks=Clocks(betting_seconds=20, decision_seconds=15))
    floor.deposit("ben", 7_00)
    sit(floor, stream, "ben")
    choice = ChooseNoAnswer(position=1, no_answer=NoAnswer.SMALLEST_BET, person="ben")
    floor.send(stream, choice)
    play(floor, stream, "1 ante 5; 1 ready")
    clock.now += 15 * SECOND + HALF
    assert tick(floor) == [f"{stream} 1/third-street/1"]
    assert statuses(floor, stream) == ["settled"]
    assert floor.balance("ben") == 2_00
    assert tick(floor) == []


def test_an_outage_moves_what_players_must_do_by_its_length_and_ten_seconds(
    database_url: str, key_file: Path, clock: Hands
):
    with opened(database_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        stream = third_street(floor)
        due = deadlines(floor.table(stream))
        tick(floor)
    clock.now += 60 * SECOND
    for _ in range(2):  # the second start, right after, moves nothing
        with opened(database_url, key_file, clock) as floor:
            move_after_outage(floor)
            assert tick(floor) == []
            assert deadlines(floor.table(stream)) == {key: at + 70 * SECOND for key, at in due.items()}
    with opened(database_url, key_file, clock) as floor:
        clock.now += 25 * SECOND + HALF
        assert tick(floor) == [f"{stream} 1/third-street"]
        assert check_all(floor)


def test_a_move_after_an_outage_that_is_repeated_later_moves_nothing_more(floor: Floor, clock: Hands):
    """Whoever died after moving some tables, and before the next tick, begins again, and more time has passed."""
    first = third_street(floor)
    tick(floor)
    due = deadlines(floor.table(first))
    clock.now += 60 * SECOND
    assert move_after_outage(floor) == 1
    clock.now += 7 * SECOND
    assert move_after_outage(floor) == 0
    assert deadlines(floor.table(first)) == {key: at + 70 * SECOND for key, at in due.items()}
    assert tick(floor) == []


def test_a_pause_of_less_than_five_seconds_is_no_outage(floor: Floor, clock: Hands):
    stream = third_street(floor)
    due = deadlines(floor.table(stream))
    for pause, moved in ((5 * SECOND - 1, 0), (5 * SECOND, 1)):
        tick(floor)
        clock.now += pause
        assert move_after_outage(floor) == moved
    assert deadlines(floor.table(stream)) == {key: at + 15 * SECOND for key, at in due.items()}


# Who holds the clock.


def test_the_thread_does_it_by_itself_and_its_heart_beats(floor: Floor, clock: Hands):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    clock.now += 31 * DAY
    with Clock(floor):
        until(lambda: floor.table(stream).round is None)
        assert log.fact(floor.database, HEARTBEAT) == str(clock.now)
        clock.now += 1_000_000
        until(lambda: log.fact(floor.database, HEARTBEAT) == str(clock.now))
    assert floor.balance("ann") == 1_000_00


def test_the_thread_outlives_a_failure(floor: Floor, clock: Hands, monkeypatch: pytest.MonkeyPatch):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    clock.now += 31 * DAY
    honest, failed = log.due, []

    def fails_once(*asked: object) -> object:
        if not failed:
            failed.append(True)
            raise RuntimeError
        return honest(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "due", fails_once)
    with Clock(floor, every_seconds=0):
        until(lambda: floor.table(stream).round is None)
    assert failed


def test_while_another_process_holds_the_clock_nothing_is_done_here(
    postgres_url: str, key_file: Path, clock: Hands, monkeypatch: pytest.MonkeyPatch
):
    beats: list[Floor] = []
    honest = clocks.tick
    monkeypatch.setattr(clocks, "tick", lambda floor, told: (beats.append(floor), honest(floor, told)))
    with opened(postgres_url, key_file, clock) as floor, opened(postgres_url, key_file, clock) as other:
        with Clock(other):
            until(lambda: bool(beats))
            with Clock(floor, every_seconds=0):
                time.sleep(1)
                assert set(map(id, beats)) == {id(other)}
        with Clock(floor, every_seconds=0):
            until(lambda: beats[-1] is floor)


def test_a_holder_whose_connection_is_cut_lets_another_take_over(postgres_url: str, key_file: Path, clock: Hands):
    with opened(postgres_url, key_file, clock) as floor, Clock(floor) as one:
        until(lambda: one._session is not None)
        before = one._session
        with floor.database.transaction() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
            )
        until(lambda: one._session not in (None, before))
        assert one.held()


def test_a_holder_that_says_nothing_is_cut_off_by_the_database(
    postgres_url: str, key_file: Path, clock: Hands, monkeypatch: pytest.MonkeyPatch
):
    """A process that hangs, or whose machine is gone, keeps the lock for only a few seconds."""
    monkeypatch.setattr(clocks, "_IDLE_SECONDS", 1)
    with opened(postgres_url, key_file, clock) as floor:
        hangs = Clock(floor, every_seconds=3600)
        until(lambda: hangs._session is not None)
        began = time.monotonic()
        with Clock(floor, every_seconds=0) as other:
            until(lambda: other._session is not None)
        assert time.monotonic() - began < 10
        hangs.close()


def _hold(url: str, key: Path, now: int, told: object) -> None:
    """Hold the clock and play on forever."""
    with opened(url, key, Hands(now)) as floor, Clock(floor) as clock:
        until(lambda: clock._session is not None)
        told.put(os.getpid())
        time.sleep(600)


def test_another_process_takes_over_within_seconds_when_the_holder_is_killed(
    postgres_url: str, key_file: Path, clock: Hands
):
    spawn = multiprocessing.get_context("spawn")
    with opened(postgres_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        streams = [table(floor) for _ in range(3)]
        for stream in streams:
            play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
        told = spawn.Queue()
        holder = spawn.Process(target=_hold, args=(postgres_url, key_file, NOON, told))
        holder.start()
        pid = told.get(timeout=60)
        clock.now += 31 * DAY
        with Clock(floor, stands_seconds=0) as mine:
            time.sleep(1.5)
            assert mine._session is None, "the other holds it"
            assert floor.table(streams[0]).round is not None, "and its own clock says that nothing is due"
            os.kill(pid, signal.SIGKILL)
            killed = time.monotonic()
            until(lambda: all(floor.table(stream).round is None for stream in streams))
            assert time.monotonic() - killed < 5
        holder.join()
        assert floor.balance("ann") == 1_000_00
        for stream in streams:
            assert [name for name, _, _ in events(floor, stream)].count("round_voided") == 1
        assert check_all(floor)


def _tick(url: str, key: Path, now: int, start: object, told: object) -> None:
    with opened(url, key, Hands(now)) as floor:
        start.wait()
        told.put(tick(floor))


def test_several_processes_that_fire_at_once_do_it_once(postgres_url: str, key_file: Path, clock: Hands):
    """As if each believed that it held the clock."""
    with opened(postgres_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        streams = [table(floor) for _ in range(5)]
        for stream in streams:
            play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
        spawn = multiprocessing.get_context("spawn")
        start, told = spawn.Barrier(3), spawn.Queue()
        others = [
            spawn.Process(target=_tick, args=(postgres_url, key_file, NOON + 31 * DAY, start, told)) for _ in range(3)
        ]
        for other in others:
            other.start()
        answers = [told.get(timeout=60) for _ in others]
        for other in others:
            other.join()
        assert set().union(*answers) == {f"{stream} 1/open" for stream in streams}
        assert floor.balance("ann") == 1_000_00
        for stream in streams:
            assert [name for name, _, _ in events(floor, stream)].count("round_voided") == 1
        assert check_all(floor)


# Notices about meters.

MINUTE = 60 * 1_000_000


def notice(floor: Floor, change: Change, **what: str) -> None:
    shown = DisplayNotice(notice=MeterNotice(change=change, at=0, **what))
    floor.send(METERS, ChangeMeters(do=shown), actor="manager")


def announced(floor: Floor) -> list[tuple[str, str]]:
    """Return what was announced as due, and by which clause."""
    said = [content for name, _, content in events(floor, METERS) if name == "notice_due"]
    return [(each["notice"]["change"], each["clause"]) for each in said]


@pytest.mark.parametrize(("waited", "due"), [(20 * MINUTE - 1, 0), (20 * MINUTE, 1), (20 * MINUTE + DAY, 1)])
@pytest.mark.parametrize(
    ("change", "what", "ruled"),
    [
        pytest.param(Change.MOVE, {"meter": "low"}, "crown 9.1.1(h)", marks=clause("crown 9.1.1(h)")),
        pytest.param(Change.CLOSE, {"meter": "main"}, "crown 9.1.1(i)", marks=clause("crown 9.1.1(i)")),
        pytest.param(Change.OPTION, {"option": "2"}, "crown 9.1.1(g)", marks=clause("crown 9.1.1(g)")),
    ],
)
def test_a_notice_about_meters_is_announced_once_when_its_20_minutes_are_over(
    sqlite_url: str, key_file: Path, clock: Hands, waited: int, due: int, change: Change, what: dict, ruled: str
):
    with opened(sqlite_url, key_file, clock) as floor:
        stream = linked(floor)
        notice(floor, change, **what, **({} if change is Change.OPTION else {"table": stream}))
        clock.now += waited
        assert len(tick(floor)) == due
    with opened(sqlite_url, key_file, clock) as floor:
        assert tick(floor) == []
        assert announced(floor) == [(change, ruled)] * due
        assert check_all(floor)


def test_a_notice_whose_change_was_made_is_not_due_and_a_later_one_is_due_anew(floor: Floor, clock: Hands):
    stream = linked(floor)
    for meter, other in (("low", "main"), ("main", "low")):
        notice(floor, Change.MOVE, table=stream, meter=meter)
        clock.now += 20 * MINUTE
        assert tick(floor) == [f"{METERS} move/{stream}/{meter}/"]
        floor.send(METERS, ChangeMeters(do=MoveTable(table=stream, meter=meter)), actor="manager")
        clock.now += DAY
        assert tick(floor) == []
        assert other not in {floor.meters(HOUSE).tables[stream].meter}
    assert announced(floor) == [("move", "crown 9.1.1(h)")] * 2


def test_two_processes_announce_a_notice_once(postgres_url: str, key_file: Path, clock: Hands):
    with opened(postgres_url, key_file, clock) as floor, opened(postgres_url, key_file, clock) as other:
        notice(floor, Change.MOVE, table=linked(floor), meter="low")
        clock.now += 20 * MINUTE
        (due,) = log.due(other.database, clock.now)
        assert tick(floor) == [f"{METERS} {due.key}"]
        before = log.version(other.database, METERS)
        assert other.send(METERS, AnnounceDue(notice=due.key), actor="clock").version == before
        assert tick(other) == []
        assert len(announced(other)) == 1


# Malfunctions.


@clause("online notice.3")
@pytest.mark.parametrize("script", ["1 ante 5", "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1"])
def test_a_malfunction_voids_the_round_returns_every_wager_and_is_recorded(floor: Floor, script: str):
    stream = table(floor)
    play(floor, stream, script)
    floor.void(stream, "the display failed", actor="supervisor bob")
    assert floor.balance("ann") == 1_000_00
    happened = {name: (actor, said) for name, actor, said in events(floor, stream)}
    actor, voided = happened["round_voided"]
    assert (voided["clause"], actor) == ("online notice.3", "supervisor bob")
    assert all((result["outcome"], result["won_cents"]) == ("void", 0) for result in voided["results"])
    assert all(result["clause"] == "online notice.3" for result in voided["results"])
    assert happened["secret_revealed"][1]["voided"] == "the display failed"
    assert statuses(floor, stream) == ["void"]
    assert audit.verify(floor.database)


@clause("online notice.3")
def test_a_round_that_has_ended_is_not_voided(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 bet 1; 1 bet 2; 1 bet 3")
    before = floor.balance("ann")
    with pytest.raises(Refused, match="not-open"):
        floor.void(stream, "too late")
    play(floor, stream, "1 ante 5")
    with pytest.raises(Refused, match="round-over"):
        floor.send(stream, Void(clause="online notice.3", reason="of another round", number=7, by="floor"))
    assert floor.balance("ann") == before - 5_00


@pytest.mark.parametrize("named", ["", "crown 11.2.1", "online notice.5", "because"])
def test_a_round_is_voided_by_a_clause_of_its_book_that_voids(floor: Floor, named: str):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    with pytest.raises(InputError, match=r"online does not void a round by .*: name one of .*online notice\.3"):
        floor.send(stream, Void(clause=named, reason="as I please", by="floor"))
    with pytest.raises(Refused, match="not-a-players"):
        floor.send(stream, Void(clause="online notice.3", reason="as I please", person="ann"))
    assert floor.table(stream).round is not None


def test_this_dealer_sees_every_wager_at_once(floor: Floor):
    """Only at tables with human dealers can a wager outside its limits go unnoticed."""
    stream = table(floor, book="crown")
    play(floor, stream, "1 ante 5")
    with pytest.raises(Refused, match="seen-at-once"):
        play(floor, stream, "1 ante 5 unnoticed")


# Stopping and starting.


def test_all_gaming_is_stopped_and_rounds_under_way_finish(floor: Floor):
    stream, other = table(floor), table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    floor.disable("maintenance at noon")
    assert floor.disabled() == floor.disabled(player="ann") == "maintenance at noon"
    play(floor, stream, "1 fold")
    for stopped in (stream, other):
        with pytest.raises(Refused, match="maintenance at noon"):
            play(floor, stopped, "1 ante 5; deal")
    with pytest.raises(Refused, match="gaming-disabled"):
        table(floor)
    floor.enable("all is well")
    assert floor.disabled() is None
    play(floor, stream, "1 ante 5; deal; 1 fold")


def test_wagers_that_lie_when_gaming_is_stopped_may_be_changed_and_played(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5")
    floor.disable("the regulator asks")
    floor.disable("the regulator asks again")
    play(floor, stream, "1 ante 10; deal; 1 fold")
    assert floor.balance("ann") == 990_00
    with pytest.raises(Refused, match="the regulator asks again"):
        play(floor, stream, "1 ante 5; deal")
    assert check_all(floor)


def test_at_a_table_of_several_only_who_is_stopped_waits(floor: Floor):
    """Others at the table play on; an excluded player can neither join the round they opened nor sit down again."""
    stream = floor.open_table("crown", positions=3)
    floor.deposit("bob", 100_00)
    for position, player in ((1, "ann"), (2, "bob")):
        sit(floor, stream, player, position)
    floor.disable("excluded himself", player="bob")
    play(floor, stream, "1 ante 5")
    with pytest.raises(Refused, match="excluded himself"):
        play(floor, stream, "2 ante 5; 2 ready")
    with pytest.raises(Refused, match="excluded himself"):
        floor.send(stream, Sit(position=3, player="bob", person="bob", nobody_shut_out=True, seats_elsewhere=True))
    play(floor, stream, "2 ready; 1 ready; 1 fold")
    assert statuses(floor, stream) == ["settled"]
    assert check_all(floor)


def test_one_player_is_stopped_and_others_play(floor: Floor):
    floor.deposit("bob", 100_00)
    stream, others = table(floor), table(floor, "bob")
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    floor.disable("excluded herself", player="ann")
    play(floor, others, "1 ante 5; deal; 1 fold")
    play(floor, stream, "1 fold")
    with pytest.raises(Refused, match="excluded herself"):
        play(floor, stream, "1 ante 5; deal")
    with pytest.raises(Refused, match="excluded herself"):
        table(floor)
    assert (floor.disabled(), floor.disabled(player="ann"), floor.disabled(player="bob")) == (
        None,
        "excluded herself",
        None,
    )
    floor.enable("all is well", player="ann")
    play(floor, stream, "1 ante 5; deal; 1 fold")


def test_one_table_is_stopped_and_its_player_plays_at_another(floor: Floor):
    stream, other = table(floor), table(floor)
    floor.disable("under inspection", table=stream)
    with pytest.raises(Refused, match="under inspection"):
        play(floor, stream, "1 ante 5; deal")
    play(floor, other, "1 ante 5; deal; 1 fold")
    floor.enable("all is well", table=stream)
    play(floor, stream, "1 ante 5; deal; 1 fold")


def test_a_stop_outlives_a_restart_and_the_log_says_who_and_why(database_url: str, key_file: Path):
    with opened(database_url, key_file) as floor:
        floor.deposit("ann", 100_00)
        stream = table(floor)
        floor.disable("first", actor="supervisor bob")
        floor.disable("second", actor="supervisor eve")
    with opened(database_url, key_file) as floor:
        assert floor.disabled() == "second"
        with pytest.raises(Refused, match="second"):
            play(floor, stream, "1 ante 5; deal")
        floor.enable("all is well", actor="supervisor bob")
        floor.enable("all is well", actor="supervisor bob")
        told = [(each.name, each.actor, each.payload) for each in log.read(floor.database, "floor")]
        assert [each[:2] for each in told] == [
            ("gaming_disabled", "supervisor bob"),
            ("gaming_disabled", "supervisor eve"),
            ("gaming_enabled", "supervisor bob"),
            ("gaming_enabled", "supervisor bob"),
        ]
        assert b'"reason":"first"' in told[0][2]
        audit.verify(floor.database)
    with pytest.raises(InputError, match="name one of a player, a table or a house"):
        floor.disable("both", player="ann", table=stream)


def test_a_stop_says_why(floor: Floor):
    with pytest.raises(InputError, match="a reason must be 1 to 200 printable characters"):
        floor.disable("")
    assert floor.disabled() is None


def test_a_look_shows_the_stop_that_holds_for_the_table_and_its_player(floor: Floor):
    """The widest comes first; a stop on another player or another table does not show."""
    stream, other = table(floor), table(floor, "bob")

    def shown() -> tuple[str | None, str | None]:
        return floor.look(stream, "ann").disabled, floor.look(other, "bob").disabled

    assert shown() == (None, None)
    floor.disable("under inspection", table=other)
    floor.disable("excluded himself", player="bob")
    assert shown() == (None, "excluded himself")
    floor.disable("maintenance")
    assert shown() == ("maintenance", "maintenance")
    floor.enable("all is well")
    floor.enable("all is well", player="bob")
    assert shown() == (None, "under inspection")


def test_a_finished_round_pays_while_gaming_is_stopped(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    floor.disable("fire alarm")
    play(floor, stream, "1 max-all")
    assert statuses(floor, stream) == ["settled"]
