"""Any tampering with the tables is found and the first bad event is named, on both databases."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import Connection, LargeBinary, Table, delete, insert, select, update

from mississippi_stud.store import Database, StreamPart, audit, log, schema
from mississippi_stud.store.audit import LogError
from mississippi_stud.store.statements import insert_new
from tests.databases import postgres_database
from tests.store.drive import KEYS, append, command, dump, happened, locked, opened, paid, parts

EVENTS, COMMANDS, TRANSFERS = schema.events, schema.commands, schema.transfers
STREAM = "table:1"
Attack = Callable[[Connection], object]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def sound(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Provide a log with every kind of content."""
    with ExitStack() as stack:
        url = f"sqlite:///{tmp_path_factory.mktemp('tamper')}/floor.db"
        if request.param == "postgres":
            url = stack.enter_context(postgres_database(request.getfixturevalue("postgres_server")))
        database = opened(url)
        played(database)
        yield database
        database.close()


def played(database: Database) -> None:
    """Write two players with money, a table with several events per command, and commands that feed a second stream."""
    deposits = ((name, paid("house", f"player:{name}", 1_000_00)) for name in ("ann", "bob"))
    append(database, *(command(f"account:{name}", 0, f"deposit {name}", each) for name, each in deposits))
    wager, prize = paid("player:ann", "round:1", 5_00), paid("round:1", "house", 5_00)
    for number in range(3):
        events = (
            happened(hidden=b'{"secret":"0123456789abcdef"}'),
            happened(wager, paid("player:bob", "round:1", 7)),
            happened(prize),
        )
        part = StreamPart(STREAM, 3 * number, events, b'{"number":%d}' % number, {"turn": number})
        append(database, parts(f"round {number}", part))
    append(database, *(locked(f"feed {number}", "meters:1", moved=(wager,)) for number in range(3)))
    books = ({"hash": sha256(text).hexdigest(), "content": text} for text in (b'{"pays":[1,2,3]}', b"{}"))
    with database.transaction() as connection:
        insert_new(connection, schema.rulebooks, list(books))
    log.put_fact(database, "heartbeat", "1")


TRIGGER = {
    False: ["CREATE TRIGGER gift AFTER INSERT ON balances BEGIN UPDATE balances SET cents = 1; END"],
    True: [
        "CREATE FUNCTION give() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.cents = 1; RETURN NEW; END'",
        "CREATE TRIGGER gift BEFORE INSERT ON balances FOR EACH ROW EXECUTE FUNCTION give()",
    ],
}
"""Keyed by whether the database is PostgreSQL."""


@pytest.fixture
def database(sound: Database) -> Iterator[Database]:
    """Provide a database that is restored after the attack."""
    before = dump(sound)
    yield sound
    with sound.transaction() as connection:
        for table in schema.metadata.sorted_tables:
            connection.execute(delete(table))
            names = [column.name for column in table.columns]
            if before[table.name]:
                connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in before[table.name]])


def attacked(database: Database, attack: Attack) -> str:
    """Return the auditor's message after an attack on a sound log."""
    audit.verify(database)
    with database.transaction() as connection:
        attack(connection)
    with pytest.raises(LogError) as found:
        audit.verify(database)
    assert "\n" not in str(found.value)
    return str(found.value)


def of_stream(version: int, stream: str = STREAM) -> Any:
    return (EVENTS.c.stream == stream) & (EVENTS.c.version == version)


def flipped(value: Any, binary: bool = False) -> Any:
    """Return the value with one bit changed."""
    if value is None:
        return b"x" if binary else 1
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    if isinstance(value, int):
        return value ^ 64
    return ("y" if value[:1] == "x" else "x") + value[1:]


def row_of(table: Table, row: Any) -> Any:
    return [column == row._mapping[column.name] for column in table.primary_key]


@pytest.mark.parametrize(
    ("table", "column"),
    [(table.name, column.name) for table in schema.metadata.sorted_tables for column in table.columns],
)
def test_a_flipped_bit_in_any_column_of_any_row_is_found(database: Database, table: str, column: str):
    changing = schema.metadata.tables[table]
    binary = isinstance(changing.c[column].type, LargeBinary)
    with database.transaction() as connection:
        rows = connection.execute(select(changing)).all()
    assert len(rows) > 1
    for row in rows:
        if table == "balances" and column == "account" and row.cents < 0:
            continue  # the table itself refuses a negative balance under that name
        value = flipped(row._mapping[column], binary)

        def set_to(value: Any, where: Any, changing: Table = changing) -> Attack:
            return lambda connection: connection.execute(update(changing).where(*where).values({column: value}))

        where = row_of(changing, row)
        assert attacked(database, set_to(value, where))
        moved = [at.left == value if at.left.name == column else at for at in where]
        with database.transaction() as connection:
            set_to(row._mapping[column], moved)(connection)
    audit.verify(database)


@pytest.mark.parametrize("column", ["name", "schema", "at", "actor", "command_id", "payload", "hash"])
@pytest.mark.parametrize("version", [1, 2, 9])
def test_a_flipped_bit_names_its_event(database: Database, column: str, version: int):
    def flip(connection: Connection) -> None:
        before = connection.scalar(select(EVENTS.c[column]).where(of_stream(version)))
        connection.execute(update(EVENTS).where(of_stream(version)).values({column: flipped(before)}))

    assert attacked(database, flip).startswith(f"{STREAM}: event {version} (")


@pytest.mark.parametrize("byte", [0, 15, 16, -1])
def test_a_flipped_bit_in_what_is_sealed_is_found(database: Database, byte: int):
    def flip(connection: Connection) -> None:
        sealed = bytearray(connection.scalar(select(EVENTS.c.sealed).where(of_stream(4))))
        sealed[byte] ^= 1
        connection.execute(update(EVENTS).where(of_stream(4)).values(sealed=bytes(sealed)))

    assert attacked(database, flip) == f"{STREAM}: event 4 (happened) is not what was written"


def test_a_dropped_event_of_a_stream_beside_is_named(database: Database):
    gone = delete(EVENTS).where(of_stream(2, "meters:1"))
    said = attacked(database, lambda connection: connection.execute(gone))
    assert said == "meters:1: event 2 is missing, the next one is 3"


def test_what_is_sealed_cannot_be_put_elsewhere(database: Database):
    def move(connection: Connection) -> None:
        sealed = connection.scalar(select(EVENTS.c.sealed).where(of_stream(1)))
        connection.execute(update(EVENTS).where(of_stream(2)).values(sealed=sealed))

    assert attacked(database, move).startswith(f"{STREAM}: event 2 (")


@pytest.mark.parametrize("version", [1, 2, 5])
def test_a_dropped_event_is_named(database: Database, version: int):
    said = attacked(database, lambda connection: connection.execute(delete(EVENTS).where(of_stream(version))))
    assert said == f"{STREAM}: event {version} is missing, the next one is {version + 1}"


def test_swapped_events_are_found(database: Database):
    def swap(connection: Connection) -> None:
        for before, after in ((3, 1000), (4, 3), (1000, 4)):
            connection.execute(update(EVENTS).where(of_stream(before)).values(version=after))

    assert attacked(database, swap).startswith(f"{STREAM}: event 3 (")


def test_an_event_moved_to_another_stream_is_found(database: Database):
    move = update(EVENTS).where(of_stream(1)).values(stream="a", version=1)
    assert attacked(database, lambda connection: connection.execute(move)).startswith("a: event 1 (")


def test_an_event_put_at_the_end_is_found(database: Database):
    def forge(connection: Connection) -> None:
        last = connection.execute(select(EVENTS).where(of_stream(9))).one()
        connection.execute(insert(EVENTS).values(**{**last._mapping, "version": 10}))

    assert attacked(database, forge) == f"{STREAM}: event 10 (happened) is not what was written"


# Money.


OF_ANN = (TRANSFERS.c.stream == "account:ann") & (TRANSFERS.c.version == 1)


@pytest.mark.parametrize(
    "changes", [{"cents": 1}, {"source": "player:eve"}, {"target": "player:eve"}, {"clause": "online notice.9"}]
)
def test_a_changed_transfer_names_its_event_even_if_the_balances_follow(database: Database, changes: dict[str, Any]):
    def change(connection: Connection) -> None:
        connection.execute(update(TRANSFERS).where(OF_ANN).values(changes))
        follow(connection)

    assert attacked(database, change) == "account:ann: event 1 (happened) is not what was written"


def follow(connection: Connection) -> None:
    """Adjust the balances to match the transfers, as an attacker would."""
    held: dict[str, int] = {}
    for row in connection.execute(select(TRANSFERS)):
        held[row.source] = held.get(row.source, 0) - row.cents
        held[row.target] = held.get(row.target, 0) + row.cents
    connection.execute(delete(schema.balances))
    for account, cents in held.items():
        if cents >= 0 or account.startswith("house"):
            connection.execute(insert(schema.balances).values(account=account, cents=cents))


def test_a_dropped_transfer_is_found(database: Database):
    def drop(connection: Connection) -> None:
        connection.execute(delete(TRANSFERS).where(OF_ANN))
        follow(connection)

    assert attacked(database, drop) == "account:ann: event 1 (happened) is not what was written"


@pytest.mark.parametrize(("version", "said"), [(1, "event 1 (happened) is not"), (99, "event 99, which is not there")])
def test_a_transfer_from_nowhere_is_found(database: Database, version: int, said: str):
    def forge(connection: Connection) -> None:
        row = {"stream": "account:ann", "version": version, "number": 5, "source": "house", "target": "player:eve"}
        held = {"source_cents": -100, "target_cents": 100}
        connection.execute(insert(TRANSFERS).values(**row, **held, cents=100, clause="online notice.9"))
        follow(connection)

    assert said in attacked(database, forge)


def test_transfers_numbered_otherwise_are_found(database: Database):
    renumber = update(TRANSFERS).where(OF_ANN).values(number=7)
    said = attacked(database, lambda connection: connection.execute(renumber))
    assert said == "account:ann: what accounts held after event 1 is not what was signed"


@pytest.mark.parametrize("column", ["source_cents", "target_cents"])
@pytest.mark.parametrize("cents", [1, -1, 0, 99_999_99, 2**63 - 1, -(2**63)])
def test_what_an_account_is_said_to_have_held_is_checked(database: Database, column: str, cents: int):
    lie = update(TRANSFERS).where(OF_ANN).values({column: cents})
    said = attacked(database, lambda connection: connection.execute(lie))
    assert said == "account:ann: what accounts held after event 1 is not what was signed"


def test_two_lies_about_what_an_account_held_do_not_hide_each_other(database: Database):
    def lie(connection: Connection) -> None:
        richer = TRANSFERS.c.source_cents + 500
        connection.execute(
            update(TRANSFERS)
            .where(TRANSFERS.c.source == "player:ann", TRANSFERS.c.version > 1)
            .values(source_cents=richer)
        )

    assert attacked(database, lie).endswith(" is not what was signed")


def test_a_changed_balance_is_found(database: Database):
    def change(connection: Connection) -> None:
        richer = schema.balances.c.cents + 1
        connection.execute(
            update(schema.balances).where(schema.balances.c.account == "player:ann").values(cents=richer)
        )

    assert attacked(database, change) == "player:ann holds 97001 cents, but its transfers make 97000"


def test_a_balance_from_nowhere_or_gone_is_found(database: Database):
    new = insert(schema.balances).values(account="player:eve", cents=1)
    assert "player:eve holds 1 cents" in attacked(database, lambda connection: connection.execute(new))
    with database.transaction() as connection:
        connection.execute(delete(schema.balances).where(schema.balances.c.account.in_(["player:eve", "player:bob"])))
    with pytest.raises(LogError, match="player:bob holds 0 cents"):
        audit.verify(database)


# Commands, and what is stored alongside the log.


@pytest.mark.parametrize("column", ["id", "stream", "body", "version"])
def test_a_changed_command_is_found(database: Database, column: str):
    def change(connection: Connection) -> None:
        row = connection.execute(select(COMMANDS).where(COMMANDS.c.id == "round 0")).one()
        value = flipped(row._mapping[column])
        connection.execute(update(COMMANDS).where(COMMANDS.c.id == row.id).values({column: value}))

    said = attacked(database, change)
    if column == "stream":
        assert ": the command " in said
    else:
        assert said.startswith(f"{STREAM}: the command" if column == "version" else f"{STREAM}: event 1 (happened)")


def test_a_dropped_command_names_the_event_that_misses_it(database: Database):
    drop = delete(COMMANDS).where(COMMANDS.c.id == "round 0")
    said = attacked(database, lambda connection: connection.execute(drop))
    assert said == f"{STREAM}: event 1 (happened) is not what was written"


def test_a_command_from_nowhere_is_found(database: Database):
    row = {"id": "forged", "stream": STREAM, "body": bytes(32), "version": 1}
    said = attacked(database, lambda connection: connection.execute(insert(COMMANDS).values(row)))
    assert said.startswith(f"{STREAM}: the command forged is not what was written")


def test_a_changed_rule_book_is_found(database: Database):
    change = update(schema.rulebooks).values(content=b'{"pays":[1,2,9]}')
    assert "rule book" in attacked(database, lambda connection: connection.execute(change))


def test_a_snapshot_of_what_never_was_is_found(database: Database):
    change = update(schema.snapshots).where(schema.snapshots.c.stream == STREAM).values(version=999)
    said = attacked(database, lambda connection: connection.execute(change))
    assert said == f"{STREAM}: a snapshot names event 999, but the log ends before it"


def test_a_snapshot_of_another_moment_is_found(database: Database):
    change = update(schema.snapshots).where(schema.snapshots.c.stream == STREAM).values(version=3)
    said = attacked(database, lambda connection: connection.execute(change))
    assert said == f"{STREAM}: the snapshot of event 3 is not what was written"


@pytest.mark.parametrize("name", ["key", "format"])
def test_facts_that_name_another_key_or_format_are_found(database: Database, name: str):
    change = update(schema.facts).where(schema.facts.c.name == name).values(value="another")
    said = attacked(database, lambda connection: connection.execute(change))
    assert said.startswith(f"the facts say that the {name} is another, but it is ")


def test_a_trigger_that_is_not_ours_is_found(database_url: str):
    """It would act in our name at a moment of the attacker's choosing."""
    with closing(Database(database_url, KEYS)) as database:
        audit.verify(database)
        with database.transaction() as connection:
            for statement in TRIGGER[database.postgres]:
                connection.exec_driver_sql(statement)
        with pytest.raises(audit.LogError, match="gift acts on balances when that is written, and is not ours"):
            audit.verify(database)


def test_a_rule_of_postgresql_that_is_not_ours_is_found(postgres_url: str):
    with closing(Database(postgres_url, KEYS)) as database:
        with database.transaction() as connection:
            connection.exec_driver_sql("CREATE RULE none AS ON INSERT TO deadlines DO INSTEAD NOTHING")
        with pytest.raises(audit.LogError, match="none acts on deadlines when that is written, and is not ours"):
            audit.verify(database)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("balances DROP CONSTRAINT balances_not_negative", "balances is not as we made it"),
        ("commands DROP CONSTRAINT commands_pkey", "commands is not as we made it"),
        ("events ALTER COLUMN name TYPE char(40)", "events is not as we made it"),
        ("events ALTER COLUMN at DROP NOT NULL", "events is not as we made it"),
        ("events ADD COLUMN more text", "events is not as we made it"),
        ("events ADD UNIQUE (at)", "events is not as we made it"),
        ("events ENABLE ROW LEVEL SECURITY", "policies may hide rows of events"),
        ("transfers SET UNLOGGED", "a crash would empty transfers"),
    ],
)
def test_a_table_of_postgresql_that_allows_or_forgets_more_is_found(postgres_url: str, change: str, said: str):
    with closing(Database(postgres_url, KEYS)) as database:
        audit.verify(database)
        with database.transaction() as connection:
            connection.exec_driver_sql(f"ALTER TABLE {change}")
        with pytest.raises(audit.LogError, match=said):
            audit.verify(database)


def test_an_index_that_is_not_ours_is_found(sqlite_url: str):
    """A unique one could keep everybody from playing."""
    with closing(Database(sqlite_url, KEYS)) as database:
        with database.transaction() as connection:
            connection.exec_driver_sql("CREATE UNIQUE INDEX once ON commits (writer)")
        with pytest.raises(audit.LogError, match="once is not as we made it"):
            audit.verify(database)


def test_projections_are_not_the_auditors_business(database: Database):
    with database.transaction() as connection:
        connection.execute(delete(schema.deadlines))
    assert audit.verify(database)
