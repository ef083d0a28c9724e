"""Commits that carry many commands (decisions 280 and 281), and reads that take one statement each (decision 284)."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, func, select, text

from mississippi_stud.floor import Floor, Refused, houses, writer
from mississippi_stud.floor.accounts import Deposit
from mississippi_stud.money import Cents
from mississippi_stud.store import log, schema
from tests.floor.drive import asked_of, check_all, command_of, opened, play, seated, submit

BET, FOLD = "1 ante 5; deal", "1 fold"
_END_OTHERS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid <> pg_backend_pid() AND datname = current_database()"
)
PLAYERS = tuple(f"player{number}" for number in range(6))


@contextmanager
def held_up(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold up a commit until all that is sent meanwhile has been queued."""
    waits, go_on = threading.Event(), threading.Event()
    carry_out: Callable[..., Any] = writer.Writer._carry_out

    def hold(*given: Any) -> Any:
        waits.set()
        assert go_on.wait(30)
        return carry_out(*given)

    with monkeypatch.context() as holding:
        holding.setattr(writer.Writer, "_carry_out", hold)
        first = floor.submit("account:first", Deposit(cents=Cents(1_00)), actor="house")
        assert waits.wait(30)
    yield
    go_on.set()
    first.result(30)


def commits(floor: Floor) -> int:
    with floor.database.transaction() as connection:
        return int(connection.execute(select(func.count()).select_from(schema.commits)).scalar_one())


def test_what_comes_during_a_commit_shares_the_next_and_fails_alone(database_url: str, monkeypatch: pytest.MonkeyPatch):
    with opened(database_url) as floor:
        tables = {player: seated(floor, player) for player in PLAYERS}
        poor, late = seated(floor, "poor", cents=1_00), seated(floor, "late")
        play(floor, late, BET)
        passed = command_of(floor, late, FOLD)
        play(floor, late, FOLD)
        before = commits(floor)
        with held_up(floor, monkeypatch):
            bets = {player: submit(floor, table, BET, f"{player} bets") for player, table in tables.items()}
            short = submit(floor, poor, BET)
            refused = floor.submit(late, passed)
        assert {bet.result(30).stream for bet in bets.values()} == set(tables.values())
        for answer, code in ((short, "insufficient-funds"), (refused, "not-open")):
            error = answer.exception(30)
            assert isinstance(error, Refused)
            assert error.code == code
        assert commits(floor) - before == 2, "the one that was held up, and one for all others"
        assert {floor.balance(player) for player in PLAYERS} == {995_00}
        assert (floor.balance("poor"), floor.table(poor).round) == (1_00, None)
        check_all(floor)


@pytest.mark.parametrize(("took", "rest"), [(0.004, 0.004), (0.01, 0.01), (1, 0.01)])
def test_the_writer_rests_as_long_as_a_commit_of_several_took_and_whoever_is_alone_waits_for_nobody(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, took: float, rest: float
):
    waited: list[float] = []
    now, carry_out = [0.0], writer.Writer._carry_out

    def carried_out(self: writer.Writer, jobs: list[Any]) -> list[Any]:
        now[0] += took
        return carry_out(self, jobs)

    monkeypatch.setattr(writer.Writer, "_carry_out", carried_out)
    monkeypatch.setattr(writer, "sleep", waited.append)
    monkeypatch.setattr(writer, "monotonic", lambda: now[0])
    with opened(sqlite_url) as floor:
        tables = [seated(floor, player) for player in PLAYERS]
        for table in tables:
            play(floor, table, BET)
        assert set(waited) == {0}
        with held_up(floor, monkeypatch):
            folds = [submit(floor, table, FOLD) for table in tables]
        for fold in folds:
            fold.result(30)
        waited.clear()
        play(floor, tables[0], BET)
        assert waited[0] == pytest.approx(rest)


def test_what_the_staff_does_goes_before_what_others_have_sent(sqlite_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(writer, "BATCH_MAX", 2)
    with opened(sqlite_url) as floor:
        with held_up(floor, monkeypatch):
            done: list[str] = []
            for account, first in (("ann", False), ("ben", False), ("cat", False), ("dan", True), ("eve", True)):
                deposit = floor.submit(f"account:{account}", Deposit(cents=Cents(1_00)), actor="house", first=first)
                deposit.add_done_callback(lambda _, name=account: done.append(name))  # type: ignore[misc]
        floor.send("account:fay", Deposit(cents=Cents(1_00)), actor="house")
    assert done == ["dan", "eve", "ann", "ben", "cat"]


def test_a_single_read_is_one_statement_outside_any_transaction(postgres_url: str):
    with opened(postgres_url) as floor:
        table = seated(floor)
        alone: list[bool] = []

        def note(_connection: Any, cursor: Any, *_: Any) -> None:
            alone.append(cursor.connection.autocommit)

        event.listen(floor.database._reader, "before_cursor_execute", note)
        said = asked_of(floor.database)
        for read in (lambda: floor.look(table, "ann"), lambda: floor.balance("ann"), lambda: floor.state(table)):
            said.clear()
            alone.clear()
            read()
            assert (len(said), alone) == (1, [True])
        said.clear()
        with floor.database.transaction():  # in one, it sees what that has done
            floor.balance("ann")
        assert len(said) == 1
        assert alone == [True], "the reader's own connections were not asked again"


def test_a_single_read_on_a_connection_that_has_gone_is_tried_on_another(postgres_url: str):
    with opened(postgres_url) as floor:
        floor.deposit("ann", 5_00)
        assert floor.balance("ann") == 5_00
        with floor.database.engine.begin() as connection:
            assert connection.execute(_END_OTHERS).all()
        assert floor.balance("ann") == 5_00


def test_in_one_moment_a_stream_is_asked_about_once_and_afterwards_anew(postgres_url: str):
    with opened(postgres_url) as ours, opened(postgres_url) as theirs:
        ours._listener.close()  # type: ignore[union-attr]
        table = seated(theirs, "ann")
        before = ours.state(table)[1]
        asked = asked_of(ours.database)
        with ours.states.one_moment(table, "account:zoe"):
            assert len(asked) == 1
            play(theirs, table, BET)
            with ours.states.one_moment("account:zoe"):
                assert ours.state(table)[1] == ours.states.current(table).version == before
            assert ours.states.current("account:zoe").version == 0
            assert len(asked) == 1
            ours.deposit("zoe", 1_00)
            assert ours.states.current("account:zoe").version == 1, "what one has done oneself is known"
        assert ours.state(table)[1] == theirs.state(table)[1] > before


def test_a_place_in_a_house_takes_one_query(postgres_url: str):
    with opened(postgres_url) as floor:
        houses.settings_of(floor, "club")
        asked = asked_of(floor.database)
        with houses.one_moment(floor, "club", "ann"):
            assert houses.member_of(floor, "club", "ann") is None
            assert not any(houses.titles_of(floor, "club", "ann").values())
            assert not houses.has_second_factor(floor, "ann")
        assert len(asked) == 1


def test_what_another_process_has_appended_to_many_streams_is_read_at_once(postgres_url: str):
    with opened(postgres_url) as ours, opened(postgres_url) as theirs:
        ours._listener.close()  # type: ignore[union-attr]  # it would read them itself, as they come
        tables = [seated(theirs, player) for player in PLAYERS]
        for table in tables:
            ours.state(table)
        for table in tables:
            play(theirs, table, BET)
        versions = log.versions(theirs.database, tables)
        said = asked_of(ours.database)
        ours.states.saw(versions)
        assert len(said) == 1
        assert {table: ours.states.last_seen(table)[1] for table in tables} == versions
        said.clear()
        heads = [log.head(ours.database, None, table, versions[table]) for table in tables]  # type: ignore[arg-type]
        assert [version for version, _ in heads] == list(versions.values())
        assert said == [], "the hash of each last event is remembered with it"
        play(ours, tables[0], FOLD)
        check_all(theirs)


def test_a_command_that_was_decided_too_early_reads_on_and_does_not_begin_anew(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    with opened(postgres_url) as ours, opened(postgres_url) as theirs:
        ours._listener.close()  # type: ignore[union-attr]
        table = seated(theirs)
        bet = command_of(ours, table, BET)
        play(theirs, table, f"{BET}; {FOLD}")
        refresh, skipped = ours._writer._refresh, iter((True,))
        monkeypatch.setattr(ours._writer, "_refresh", lambda jobs: next(skipped, None) or refresh(jobs))
        forgotten: list[str] = []
        monkeypatch.setattr(ours.states, "forget", lambda *streams: forgotten.extend(streams))
        answer = ours.submit(table, bet, command_id="decided twice")
        assert isinstance(answer.exception(30), Refused), "there is a new commitment by now"
        assert next(skipped, "used") == "used"
        assert forgotten == []
        play(ours, table, BET)
        assert log.version(theirs.database, table) == ours.state(table)[1]
