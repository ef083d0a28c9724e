"""A hostile environment: a database that forgets or is moved, stray notifications, a clock that is set wrongly."""

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, clock
from mississippi_stud.floor.accounts import FundsLeftError
from mississippi_stud.floor.clock import HEARTBEAT
from mississippi_stud.floor.history import recall
from mississippi_stud.store import Database, StoreError, Success, audit, log
from mississippi_stud.store.location import WITHOUT_FSYNC
from tests.databases import postgres_database
from tests.floor.clock import DAY, NOON, Clock, opened, table
from tests.floor.drive import command_of, play
from tests.floor.test_clock import until
from tests.store.drive import KEYS, append, command

psycopg = pytest.importorskip("psycopg")


# A database that forgets what it acknowledged.


def test_a_postgresql_that_acknowledges_before_it_writes_is_told_to_write_first(postgres_url: str):
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    database = Database(postgres_url, KEYS)
    with database.transaction() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    database.close()


def test_a_postgresql_that_waits_for_more_than_its_own_disk_is_left_so(postgres_url: str):
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {connection.info.dbname} SET synchronous_commit = remote_apply")
    database = Database(postgres_url, KEYS)
    with database.transaction() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "remote_apply"
    database.close()


def test_a_postgresql_without_fsync_is_refused_unless_somebody_says_that_it_may_forget(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    Database(postgres_url, KEYS).close()
    monkeypatch.delenv(WITHOUT_FSYNC)
    with pytest.raises(StoreError, match=f"fsync is off, so a crash would lose .* set {WITHOUT_FSYNC}=1"):
        Database(postgres_url, KEYS)


# A database that is moved away or replaced.


@pytest.mark.parametrize("beside", ["", "-wal", ".lock"])
@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_acknowledged_into_a_file_that_was_taken_away(
    tmp_path: Path, key_file: Path, beside: str, replaced: bool
):
    path = tmp_path / "floor.db"
    floor = opened(f"sqlite:///{path}", key_file)
    floor.deposit("ann", 5_00)
    taken = Path(f"{path}{beside}")
    taken.rename(tmp_path / "elsewhere")
    if replaced:
        taken.write_bytes((tmp_path / "elsewhere").read_bytes())
    for _ in range(2):
        with pytest.raises(StoreError, match=f"{taken} was moved away or replaced: nothing is acknowledged"):
            floor.deposit("ann", 7_00)
    with pytest.raises(StoreError, match="was moved away"):
        floor.database.check_writable()
    (tmp_path / "elsewhere").replace(taken)
    floor.deposit("ann", 11_00)
    assert floor.balance("ann") == 16_00
    floor.close()


def test_a_postgresql_database_that_is_replaced_under_the_server_is_noticed(postgres_server: str):
    with postgres_database(postgres_server) as url:
        database = Database(url, KEYS)
        append(database, command("a", 0, "1"))
        with psycopg.connect(postgres_server, autocommit=True) as connection:
            name = database.url.database
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
            connection.execute(f"CREATE DATABASE {name}_copy TEMPLATE {name}")
            connection.execute(f"ALTER DATABASE {name} RENAME TO {name}_first")
            connection.execute(f"ALTER DATABASE {name}_copy RENAME TO {name}")
        for _ in range(2):
            with pytest.raises(StoreError, match=r"the database that answers is not the one that was opened|away"):
                append(database, command("a", 1, "2"))
        with pytest.raises(StoreError, match="the database that answers is not the one that was opened"):
            append(database, command("a", 1, "2"))
        database.close()
        again = Database(url, KEYS)
        assert append(again, command("a", 1, "2")) == [Success((2,))]
        again.close()
        with psycopg.connect(postgres_server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name}_first")


# Stray notifications.


STRANGE = ("", " ", "nonsense", "table:1 ", "table:1 x", "table:1 -1", "table:1 ٣", "x " + "9" * 400, "table:1 1.5")


def test_strange_notices_do_not_end_the_listener(postgres_url: str, key_file: Path):
    with opened(postgres_url, key_file) as ours, opened(postgres_url, key_file) as theirs:
        theirs.deposit("ann", 1_000_00)
        stream, told = table(theirs), list[int]()
        stop = ours.watch(stream, told.append)
        for payload in STRANGE:
            with psycopg.connect(postgres_url, autocommit=True) as connection:
                connection.execute("SELECT pg_notify('mississippi_stud', %s)", (payload,))
            play(theirs, stream, "1 ante 5; deal; 1 fold")
            until = time.monotonic() + 10
            while time.monotonic() < until and (not told or told[-1] != theirs.state(stream)[1]):
                time.sleep(0.01)
            assert told[-1] == theirs.state(stream)[1]
        stop()


# A clock that is set wrongly.


@pytest.fixture
def floor(sqlite_url: str, key_file: Path) -> Iterator[Floor]:
    with opened(sqlite_url, key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


def set_to(floor: Floor, now: int) -> None:
    floor.clock.now = now  # type: ignore[attr-defined]


def looked_at(floor: Floor, stands_seconds: int, seconds: float = 0.3) -> None:
    """Run the floor's clock for a while."""
    with clock.Clock(floor, every_seconds=0, stands_seconds=stands_seconds):
        time.sleep(seconds)


def test_a_clock_that_jumps_voids_nothing_until_it_has_stood(floor: Floor, caplog: pytest.LogCaptureFixture):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    looked_at(floor, 600)
    set_to(floor, NOON + 32 * DAY)
    with caplog.at_level(logging.WARNING):
        looked_at(floor, 600)
    assert caplog.text.count("the clock did not tick for 2764800 s, or was set wrongly") == 1
    assert floor.table(stream).round is not None
    set_to(floor, NOON)
    looked_at(floor, 600)
    play(floor, stream, "1 fold")


def test_a_gap_that_has_stood_is_believed(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    looked_at(floor, 600)
    set_to(floor, NOON + 32 * DAY)
    looked_at(floor, 0)
    assert floor.table(stream).round is None
    assert log.fact(floor.database, HEARTBEAT) == str(NOON + 32 * DAY)


def test_a_clock_that_goes_back_leaves_histories_in_order(sqlite_url: str, key_file: Path):
    """After a restart on a machine whose clock was set back, time goes on from the log's latest."""
    with Floor.open(sqlite_url, key_file) as floor:
        floor.deposit("ann", 1_000_00)
        stream = table(floor)
        for _ in range(3):
            play(floor, stream, "1 ante 5; deal; 1 fold")
        ahead = floor.database.now() + DAY
        log.append(floor.database, [command("account:bob", 0, "far ahead")._replace(at=ahead)])
    with Floor.open(sqlite_url, key_file) as floor:
        for _ in range(3):
            play(floor, stream, "1 ante 5; deal; 1 fold")
        past = recall.history(floor, recall.RoundFilter())
        assert [each.number for each in past] == [6, 5, 4, 3, 2, 1]
        assert past[0].opened_at > ahead > past[3].opened_at


def test_a_time_that_was_not_signed_is_not_gone_on_from(sqlite_url: str, key_file: Path):
    """A flipped bit would move everything after it into another century, for good."""
    with Floor.open(sqlite_url, key_file) as floor:
        floor.deposit("ann", 1_000_00)
        play(floor, table(floor), "1 ante 5; deal; 1 fold")
    with Floor.open(sqlite_url, key_file) as floor:
        floor.deposit("bob", 5_00)
        with floor.database.transaction() as connection:
            connection.exec_driver_sql("UPDATE commits SET at = at + 9007199254740992 WHERE number = 2")
    with pytest.raises(StoreError, match=r"commit 2 of \w+ is not what was signed"):
        Floor.open(sqlite_url, key_file)


# Automatic anchors.


def test_the_log_is_anchored_at_the_start_and_the_end_and_by_the_clock(floor: Floor, key_file: Path, sqlite_url: str):
    assert floor.anchors is not None
    path = key_file.with_name("key.anchors")
    assert floor.anchors.path == path
    looked_at(floor, 0)
    assert len(list(floor.anchors.kept())) == 1
    floor.deposit("ann", 1)
    floor.close()
    kept = list(floor.anchors.kept())
    assert len(kept) == 2
    with opened(sqlite_url, key_file) as again:
        assert audit.verify(again.database, *kept) == 2


def test_a_new_log_is_anchored_as_soon_as_it_has_something(sqlite_url: str, key_file: Path):
    """Not an hour later: until then an older copy of it would go unnoticed."""
    anchors = key_file.with_name("key.anchors")
    with Floor.open(sqlite_url, key_file) as floor, clock.Clock(floor, every_seconds=0):
        until(lambda: log.fact(floor.database, HEARTBEAT) is not None)  # it has ticked, with nothing to sign yet
        assert not anchors.exists()
        floor.deposit("ann", 1_000_00)
        until(anchors.exists)


def test_anchors_are_kept_where_somebody_says(
    sqlite_url: str, key_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("MSTUD_ANCHORS", str(tmp_path / "away" / "anchors"))
    with opened(sqlite_url, key_file) as floor:
        floor.deposit("ann", 1)
    assert (tmp_path / "away" / "anchors").is_file()


# Top-ups for players who are short of money.


def test_it_is_given_to_whoever_holds_less_and_only_then(floor: Floor):
    with pytest.raises(FundsLeftError, match="there is enough money left"):
        floor.top_up("ann", 2_000_00, below_cents=1_000_00)
    floor.top_up("ann", 2_000_00, below_cents=1_000_01)
    assert floor.balance("ann") == 2_000_00
    first = floor.top_up("bob", 5_00, below_cents=5_00, command_id="once")
    assert floor.top_up("bob", 5_00, below_cents=5_00, command_id="once") == first
    with pytest.raises(InputError, match="was used before for another command"):
        floor.top_up("bob", 6_00, below_cents=6_00, command_id="once")
    assert floor.balance("bob") == 5_00


@pytest.mark.parametrize("workers", [1, 2])
def test_many_who_ask_at_once_are_given_it_once(postgres_url: str, key_file: Path, workers: int):
    """Two workers, many windows: the balance that counts is the one when the money is written."""
    floors = [opened(postgres_url, key_file) for _ in range(workers)]
    for number in range(5):
        given, refused = list[object](), list[object]()

        def ask(floor: Floor, player: str, given: list[object] = given, refused: list[object] = refused) -> None:
            try:
                given.append(floor.top_up(player, 1_000_00, below_cents=100_00))
            except FundsLeftError as error:
                refused.append(error)

        threads = [threading.Thread(target=ask, args=(floors[n % workers], f"p{number}")) for n in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert (len(given), len(refused)) == (1, 7)
        assert floors[0].balance(f"p{number}") == 1_000_00
    assert audit.verify(floors[0].database) == 5
    for each in floors:
        each.close()


def test_money_that_comes_meanwhile_is_seen(postgres_url: str, key_file: Path):
    """Deposits race with top-ups: a player who has enough by then gets nothing."""
    with opened(postgres_url, key_file) as ours, opened(postgres_url, key_file) as theirs:

        def deposit() -> None:
            for _ in range(20):
                theirs.deposit("ann", 3_00)

        other = threading.Thread(target=deposit)
        other.start()
        for _ in range(20):
            try:
                ours.top_up("ann", 50_00, below_cents=49_00)
            except FundsLeftError:
                break
        other.join()
        assert 60_00 <= ours.balance("ann") <= 50_00 + 20 * 3_00
        audit.verify(ours.database)


def test_ones_own_parallel_retry_at_two_workers_has_the_first_answer(postgres_url: str, key_file: Path):
    with opened(postgres_url, key_file) as ours, opened(postgres_url, key_file) as theirs:
        ours.deposit("ann", 1_000_00)
        stream = table(ours)
        for number in range(10):
            play(ours, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
            last = command_of(ours, stream, "1 fold")
            futures = [floor.submit(stream, last, command_id=f"fold {number}") for floor in (ours, theirs) * 3]
            answers = {future.result(30) for future in futures}
            assert len(answers) == 1
            with pytest.raises(InputError, match="was used before for another command"):
                play(theirs, stream, "2 fold", f"fold {number}")
        assert recall.count(ours, recall.RoundFilter()) == 10
