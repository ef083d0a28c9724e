"""The registry: a kind of stream that exists only here gets everything the floor does, with no code elsewhere."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, select, update

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, decider
from mississippi_stud.floor.clock import tick
from mississippi_stud.floor.history import export, recall
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.floor.streams import NEEDED_MAX, Kind, Streams
from mississippi_stud.messages import EventBase
from mississippi_stud.store import Database, audit, backup, log, schema
from mississippi_stud.store.audit import LogError
from mississippi_stud.store.entries import Append, NewEvent, StreamPart
from tests.floor import samples
from tests.floor.clock import Clock
from tests.floor.counters import MOST, WITH_COUNTERS, Count, Counted, Counter, Rest, Spread, counts, opened
from tests.floor.drive import KEYS, dump, replayed
from tests.floor.samples import event_types, sample

MINE = "counter:mine"
SECRET = "nobody may know this yet"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(database_url: str, clock: Clock) -> Iterator[Floor]:
    with opened(database_url, clock=clock) as one:
        one.deposit("ann", 1_00)
        yield one


def count(floor: Floor, by: int = 5, stream: str = MINE, **options: Any) -> int:
    named = {name: options.pop(name) for name in ("hidden", "player", "tally") if name in options}
    return floor.send(stream, Count(by=by, **named), **options).version


def rows(floor: Floor) -> list[tuple[Any, ...]]:
    return dump(floor.database)["counts"]


# Commands, money, a second stream.


def test_a_command_is_decided_once_and_answered_for_ever(floor: Floor):
    first = count(floor, command_id="once")
    assert count(floor, command_id="once") == first == 1
    assert floor.state(MINE) == (Counter(number=1, total=5, idle_at=floor.clock() + 10_000_000), 1)
    assert floor.state("tally:all")[0].total == 5
    with pytest.raises(InputError, match="was used before for another command"):
        count(floor, 6, command_id="once")
    with pytest.raises(InputError, match="Count is not a command for account:ann"):
        count(floor, stream="account:ann")
    assert floor.balance("ann") == 95


def test_money_that_is_not_there_is_told_and_nothing_is_counted(floor: Floor):
    with pytest.raises(InputError, match="the account does not hold that much"):
        count(floor, player="bob")
    assert log.streams(floor.database) == ["account:ann"]


def test_the_second_stream_is_locked_while_a_command_is_decided(postgres_url: str):
    """Counters in two processes share a tally: it never exceeds its maximum, and nobody is refused too early."""
    with opened(postgres_url) as one, opened(postgres_url) as two:
        one.deposit("ann", 10_00)
        said: list[str] = []

        def busy(floor: Floor, name: str) -> None:
            for _ in range(30):
                try:
                    floor.send(f"counter:{name}", Count(by=3))
                    said.append("ok")
                except InputError as error:
                    said.append(str(error))

        threads = [threading.Thread(target=busy, args=each) for each in ((one, "a"), (two, "b"), (one, "c"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert said.count("ok") == MOST // 3
        assert set(said) == {"ok", "tally:all: the tally is at 99, and takes 100"}
        assert two.state("tally:all")[0].total == 99
        assert verify_streams(one.database, WITH_COUNTERS).streams["counter:"] == 3


@pytest.mark.parametrize("streams", [2, 7, NEEDED_MAX - 1])
def test_a_command_may_need_several_streams(floor: Floor, streams: int):
    floor.send(MINE, Spread(tallies=streams), command_id="spread")
    assert [floor.state(f"tally:{number}")[0].total for number in range(streams)] == [1] * streams
    assert len(log.caused(floor.database, "spread")) == streams + 1


def test_a_command_that_needs_too_many_is_refused(floor: Floor):
    with pytest.raises(InputError, match="needs more than 16 streams"):
        floor.send(MINE, Spread(tallies=NEEDED_MAX))
    assert floor.state("account:ann")[1] == 1


def test_a_command_that_changes_nothing_is_answered(floor: Floor):
    count(floor)
    assert count(floor, 0, command_id="nothing") == 1
    assert log.version(floor.database, MINE) == 1


# What is sealed.


def test_what_is_hidden_is_sealed_and_shown_to_who_may_see_it(floor: Floor):
    count(floor, hidden=SECRET)
    assert floor.state(MINE)[0].hidden == SECRET
    assert floor.view(MINE, person="ann")[0].hidden == SECRET
    assert floor.view(MINE, person="bob")[0].hidden == "?"
    stored = repr(dump(floor.database))
    assert SECRET not in stored
    assert next(log.read(floor.database, MINE)).hidden is not None


def test_the_length_of_what_is_sealed_does_not_depend_on_what_it_is(floor: Floor):
    for secret in ("a", "b" * 40, "c" * 80):
        count(floor, 1, hidden=secret)
    with floor.database.transaction() as connection:
        sealed = connection.scalars(select(schema.events.c.sealed).where(schema.events.c.stream == MINE)).all()
    assert len({len(each) for each in sealed}) == 1


def test_a_snapshot_is_kept_only_while_nothing_in_the_state_is_unseen(
    database_url: str, monkeypatch: pytest.MonkeyPatch, clock: Clock
):
    monkeypatch.setattr(decider, "SNAPSHOT_EVERY", 3)
    with opened(database_url, clock=clock) as floor:
        floor.deposit("ann", 1_00)
        for _ in range(4):
            count(floor, 1, hidden="x")
        assert log.snapshot(floor.database, MINE) is None
        clock.now += 60_000_000
        tick(floor)
        kept = log.snapshot(floor.database, MINE)
        assert kept is not None
        assert kept[0] == 5
        count(floor)
    with opened(database_url, clock=clock) as floor:
        assert floor.state(MINE) == replayed(floor, MINE)


# Projections.


def test_a_projection_is_rebuilt_equal_to_the_letter(floor: Floor):
    for by in (5, 7, 9):
        count(floor, by)
    count(floor, 1, "counter:other", player="ann")
    before = dump(floor.database)
    assert [row[:3] + row[4:] for row in before["counts"]] == [
        (MINE, 1, 5, 5), (MINE, 2, 12, 12), (MINE, 3, 21, 21), ("counter:other", 1, 1, 1)
    ]  # fmt: skip
    with floor.database.transaction() as connection:
        connection.execute(delete(counts).where(counts.c.number == 2))
        connection.execute(update(counts).values(total=0))
        connection.execute(delete(schema.deadlines))
    floor.rebuild()
    assert dump(floor.database) == before


def test_a_projection_that_is_missing_or_of_another_shape_is_made_anew_on_opening(database_url: str):
    with opened(database_url) as floor:
        floor.deposit("ann", 1_00)
        count(floor)
        before = dump(floor.database)
        with floor.database.transaction() as connection:
            connection.exec_driver_sql("DROP TABLE counts")
            connection.execute(update(schema.facts).where(schema.facts.c.name.like("projection h%")).values(value="-"))
    with opened(database_url) as floor:
        assert dump(floor.database) == before
        count(floor)


# The clock, watchers and history.


def test_its_deadline_is_kept_by_the_clock(floor: Floor, clock: Clock):
    count(floor)
    clock.now += 9_999_999
    assert tick(floor) == []
    clock.now += 1
    assert tick(floor) == [f"{MINE} 1/idle"]
    assert (floor.state(MINE)[0].total, log.balance(floor.database, MINE)) == (0, 0)
    assert tick(floor) == []
    for _ in range(2):
        assert floor.send(MINE, Rest(key="1/idle")).version == 2
    count(floor)
    assert floor.send(MINE, Rest(key="1/idle")).version == 3, "an old key does not end a new count"


def test_whoever_watches_it_is_told(floor: Floor):
    told: list[tuple[str, int]] = []
    for stream in (MINE, "tally:all"):
        floor.watch(stream, lambda version, stream=stream: told.append((stream, version)))
    count(floor)
    count(floor, 1, "counter:other")
    assert set(told) == {(MINE, 1), ("tally:all", 1), ("tally:all", 2)}


def test_it_is_recalled_and_exported(floor: Floor):
    count(floor, hidden=SECRET, actor="ann")
    first, *_ = recall.stream(floor, MINE, person="bob")
    assert (first.name, first.actor, first.event.hidden, first.view.hidden) == ("counted", "ann", "", "?")
    assert [(each.stream, each.event.by) for each in first.caused] == [("tally:all", 5)]
    whole, *_ = recall.stream(floor, MINE, whole=True)
    assert whole.event.hidden == SECRET
    lines = list(export.stream_lines(floor, MINE))
    assert lines
    assert SECRET not in "".join(lines)


def test_a_backup_has_it_and_it_goes_on(floor: Floor, tmp_path: Path):
    count(floor, hidden=SECRET)
    before = dump(floor.database)
    floor.backup(tmp_path / "kept")
    backup.restore(tmp_path / "kept", f"sqlite:///{tmp_path}/again.db", KEYS)
    with opened(f"sqlite:///{tmp_path}/again.db", clock=floor.clock) as again:
        now = dump(again.database)
        for name in now.keys() - {"facts"}:
            new = set(now[name]) - set(before[name])
            assert set(before[name]) <= set(now[name])
            assert len(new) == (1 if name in ("events", "commands", "commits") else 0), "the record of the restore"
        assert again.state(MINE) == floor.state(MINE)
        count(again)
        assert verify_streams(again.database, WITH_COUNTERS).rows["counts"] == 2


def test_it_is_verified_with_an_audit_of_its_own(floor: Floor):
    count(floor, 50)
    assert audit.verify(floor.database) == 3
    assert verify_streams(floor.database, WITH_COUNTERS).streams["counter:"] == 1
    with floor.database.transaction() as connection:
        connection.execute(update(counts).values(total=51))
    with pytest.raises(LogError, match="counts"):
        verify_streams(floor.database, WITH_COUNTERS)
    floor.rebuild()
    floor.deposit("ann", 1_00)
    count(floor, 50)
    with pytest.raises(LogError, match="somebody counted to 100"):
        verify_streams(floor.database, WITH_COUNTERS)


# Events written by earlier versions.


def nested(event: EventBase) -> dict[str, Any]:
    """Return an event as written by a version that kept all fields in a separate body."""
    tree = msgspec.json.decode(msgspec.json.encode(event))
    return {"event": tree.pop("event"), "schema": 0, "body": {**tree, "schema": 1}}


def unnested(tree: dict[str, Any]) -> dict[str, Any]:
    return {"event": tree["event"], **tree["body"]}


EVERY = [(kind, event) for kind in WITH_COUNTERS for event in event_types(kind)]


@pytest.fixture(scope="module")
def older_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('older')}/floor.db", KEYS, WITH_COUNTERS.tables)
    yield database
    database.close()


@pytest.mark.parametrize(("kind", "event"), EVERY, ids=[f"{kind.prefix}{event.__name__}" for kind, event in EVERY])
def test_an_older_event_of_every_kind_is_read_as_todays(
    older_log: Database, kind: Kind[Any, Any, Any], event: type[EventBase]
):
    planted, name = sample(event), str(event.__struct_config__.tag)
    old = nested(planted)
    hidden = msgspec.json.encode(old) if kind.public(planted) is not planted else None
    new = NewEvent(name, 0, msgspec.json.encode(nested(kind.public(planted))), hidden)
    stream = f"{kind.prefix}{name}" if kind.prefix.endswith(":") else kind.prefix
    version = log.version(older_log, stream)
    command = Append(
        (StreamPart(stream, version, (new,)),), f"{kind.prefix} {name}", bytes(32), "an earlier program", 1
    )
    log.append(older_log, [command])
    (record,) = log.read(older_log, stream, after=version)
    reads = Streams([kind._replace(older={(name, 0): unnested})])
    assert reads.decode(record) == planted
    with pytest.raises(msgspec.ValidationError):
        WITH_COUNTERS.decode(record)


@pytest.mark.parametrize(("prefix", "name", "number", "tree"), samples.kept())
def test_every_event_that_was_ever_written_can_be_read(prefix: str, name: str, number: int, tree: Any):
    """With all its content, if it has the current schema; `samples` says what to do if this fails."""
    stream = f"{prefix}1" if prefix.endswith(":") else prefix
    event = STREAMS.decode(log.StoredEvent(stream, 1, name, number, 0, "x", "x", msgspec.json.encode(tree), None))
    if (prefix, name, number) in {each[:3] for each in samples.today()}:
        assert within(tree, msgspec.json.decode(msgspec.json.encode(event)))


def within(old: Any, new: Any) -> bool:
    """Whether one JSON tree contains everything in another."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and within(inner, new[key]) for key, inner in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(within(*each) for each in zip(old, new, strict=True))
    return old == new


def test_one_of_every_event_is_kept():
    written = {each[:3] for each in samples.today()}
    assert written <= {each[:3] for each in samples.kept()}, "run `python -m tests.floor.samples`"


def test_an_event_goes_through_as_many_steps_as_it_takes():
    steps = {
        ("added", 1): lambda tree: {**tree, "event": "added", "schema": 2, "player": "ann"},
        ("added", 2): lambda tree: {"event": "counted", "idle_at": 0, "by": tree["n"], "player": tree["player"]},
    }  # fmt: skip
    (kind,) = (kind for kind in WITH_COUNTERS if kind.prefix == "counter:")
    record = log.StoredEvent(MINE, 1, "added", 1, 0, "x", "x", b'{"event":"added","schema":1,"n":7}', None)
    assert Streams([kind._replace(older=steps)]).decode(record) == Counted(by=7, player="ann", idle_at=0)


def test_an_older_stream_goes_on_after_it_was_read(database_url: str):
    """The floor folds what an earlier version wrote, and appends current events to it."""
    (kind,) = (kind for kind in WITH_COUNTERS if kind.prefix == "counter:")
    reads = Streams(
        [*(each for each in WITH_COUNTERS if each is not kind), kind._replace(older={("counted", 0): unnested})]
    )
    old = Counted(by=4, player="ann", hidden="an old secret", idle_at=0)
    new = NewEvent(
        "counted",
        0,
        msgspec.json.encode(nested(Counted(by=4, player="ann", idle_at=0))),
        msgspec.json.encode(nested(old)),
    )
    with Floor(Database(database_url, KEYS, reads.tables), streams=reads) as floor:
        floor.deposit("ann", 1_00)
        log.append(
            floor.database, [Append((StreamPart(MINE, 0, (new,)),), "older", bytes(32), "an earlier program", 1)]
        )
        floor.states.forget()
        assert count(floor) == 2
        assert floor.state(MINE)[0].total == 9
        assert floor.state(MINE)[0].hidden == "an old secret"


def test_the_registry_knows_every_stream_by_its_name():
    prefixes = ["table:", "meters:", "account:", "floor", "person:", "house:", "operation", "lesson:", "tournament:"]
    prefixes.append("promotion:")
    assert [kind.prefix for kind in STREAMS] == prefixes
    for name in (
        "",
        "table",
        "table:",
        "tables:x",
        "floor:",
        "floor:x",
        "counter:mine",
        "table:\n",
        "table:" + "x" * 75,
    ):
        with pytest.raises(InputError, match="is not the name of a stream"):
            STREAMS.kind_of(name)
    assert STREAMS.kind_of("table:" + "x" * 74).prefix == "table:"
