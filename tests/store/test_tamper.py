"""Whatever is done to the tables behind our back is found, and the first bad event is named. On both databases."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, delete, insert, select, update

from mississippi_stud.floor import Begin, Floor, write
from mississippi_stud.store import Database, Keys, audit, schema
from mississippi_stud.store.audit import Anchor, LogError
from mississippi_stud.store.entries import GENESIS, chained
from tests.databases import postgres_database
from tests.floor.drive import ANTE, DEAL, JACKPOT, JACKPOT_ROUND, METERS, ROUND, dump, linked, opened, seated

EVENTS, COMMANDS, TRANSFERS = schema.events, schema.commands, schema.transfers
Attack = Callable[[Connection, str], object]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def sound(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """Two players with some rounds behind them and one under way."""
    with ExitStack() as stack:
        url = f"sqlite:///{tmp_path_factory.mktemp('tamper')}/floor.db"
        if request.param == "postgres":
            url = stack.enter_context(postgres_database(request.getfixturevalue("postgres_server")))
        patched = stack.enter_context(pytest.MonkeyPatch.context())
        patched.setattr(write, "SNAPSHOT_EVERY", 7)
        floor = stack.enter_context(opened(url))
        played(floor)
        floor.disable("on his own wish", player="bob")
        yield floor


def played(floor: Floor) -> None:
    for player in ("ann", "bob"):
        game = seated(floor, player)
        for command in (*ROUND, *ROUND, Begin(), ANTE):
            floor.send(game, command)
    game = linked(floor, "kim")
    for command in (*JACKPOT_ROUND, Begin(), ANTE, JACKPOT, DEAL):
        floor.send(game, command)


@pytest.fixture
def floor(sound: Floor) -> Iterator[Floor]:
    """A floor that is sound again after the attack."""
    before = dump(sound.database)
    yield sound
    with sound.database.transaction() as connection:
        for table in schema.metadata.sorted_tables:
            connection.execute(delete(table))
            names = [column.name for column in table.columns]
            if before[table.name]:
                connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in before[table.name]])


def game_of(database: Database) -> str:
    """Ann's game."""
    with database.transaction() as connection:
        return str(connection.scalar(select(schema.rounds.c.stream).where(schema.rounds.c.player == "ann")))


def attacked(floor: Floor, attack: Attack) -> str:
    """What the auditor says after an attack on a game that was sound before it."""
    audit.verify(floor.database)
    game = game_of(floor.database)
    with floor.database.transaction() as connection:
        attack(connection, game)
    with pytest.raises(LogError) as found:
        audit.verify(floor.database)
    assert "\n" not in str(found.value)
    return str(found.value).replace(game, "GAME")


def event(game: str, version: int) -> Any:
    return (EVENTS.c.stream == game) & (EVENTS.c.version == version)


def flipped(value: Any) -> Any:
    """The same with one bit changed."""
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    if isinstance(value, int):
        return value ^ 1
    return ("y" if value[:1] == "x" else "x") + value[1:]


FLIPPED = ["name", "schema", "at", "actor", "command_id", "payload", "hash"]


@pytest.mark.parametrize("column", FLIPPED)
@pytest.mark.parametrize("version", [1, 2, 9])
def test_a_flipped_bit_is_found_and_its_event_named(floor: Floor, column: str, version: int):
    def flip(connection: Connection, game: str) -> None:
        before = connection.scalar(select(EVENTS.c[column]).where(event(game, version)))
        connection.execute(update(EVENTS).where(event(game, version)).values({column: flipped(before)}))

    assert attacked(floor, flip).startswith(f"GAME: event {version} (")


@pytest.mark.parametrize("byte", [0, 15, 16, -1])
def test_a_flipped_bit_in_what_is_sealed_is_found(floor: Floor, byte: int):
    def flip(connection: Connection, game: str) -> None:
        sealed = bytearray(connection.scalar(select(EVENTS.c.sealed).where(event(game, 2))))
        sealed[byte] ^= 1
        connection.execute(update(EVENTS).where(event(game, 2)).values(sealed=bytes(sealed)))

    assert attacked(floor, flip) == "GAME: event 2 (round_committed) is not what was written"


@pytest.mark.parametrize("column", FLIPPED)
def test_a_flipped_bit_on_the_meters_is_found(floor: Floor, column: str):
    def flip(connection: Connection, _: str) -> None:
        before = connection.scalar(select(EVENTS.c[column]).where(event(METERS, 4)))
        connection.execute(update(EVENTS).where(event(METERS, 4)).values({column: flipped(before)}))

    assert attacked(floor, flip).startswith(f"{METERS}: event 4 (")


def test_a_dropped_event_of_the_meters_is_named(floor: Floor):
    said = attacked(floor, lambda connection, _: connection.execute(delete(EVENTS).where(event(METERS, 4))))
    assert said == f"{METERS}: event 4 is missing, the next one is 5"


def test_what_is_sealed_cannot_be_taken_away_or_put_elsewhere(floor: Floor):
    def move(connection: Connection, game: str) -> None:
        sealed = connection.scalar(select(EVENTS.c.sealed).where(event(game, 2)))
        connection.execute(update(EVENTS).where(event(game, 3)).values(sealed=sealed))

    assert attacked(floor, move).startswith("GAME: event 3 (")


@pytest.mark.parametrize("version", [1, 2, 5])
def test_a_dropped_event_is_named(floor: Floor, version: int):
    said = attacked(floor, lambda connection, game: connection.execute(delete(EVENTS).where(event(game, version))))
    assert said == f"GAME: event {version} is missing, the next one is {version + 1}"


def test_swapped_events_are_found(floor: Floor):
    def swap(connection: Connection, game: str) -> None:
        for before, after in ((3, 1000), (4, 3), (1000, 4)):
            connection.execute(update(EVENTS).where(event(game, before)).values(version=after))

    assert attacked(floor, swap).startswith("GAME: event 3 (")


def test_an_event_moved_to_another_stream_is_found(floor: Floor):
    def move(connection: Connection, game: str) -> None:
        connection.execute(update(EVENTS).where(event(game, 1)).values(stream="game:0", version=1))

    assert attacked(floor, move).startswith("game:0: event 1 (")


def test_an_event_put_at_the_end_is_found(floor: Floor):
    def forge(connection: Connection, game: str) -> None:
        last = connection.execute(
            select(EVENTS).where(EVENTS.c.stream == game).order_by(EVENTS.c.version.desc())
        ).first()
        assert last is not None
        connection.execute(insert(EVENTS).values(**{**last._mapping, "version": last.version + 1}))

    assert "is not what was written" in attacked(floor, forge)


def first(connection: Connection, table: Any) -> Any:
    return connection.execute(select(table).order_by(*table.primary_key)).first()


def of_first_transfer(connection: Connection) -> Any:
    row = first(connection, TRANSFERS)
    return (
        (TRANSFERS.c.stream == row.stream) & (TRANSFERS.c.version == row.version) & (TRANSFERS.c.number == row.number)
    )


@pytest.mark.parametrize(
    "changes", [{"cents": 1}, {"source": "player:eve"}, {"target": "player:eve"}, {"clause": "online notice.9"}]
)
def test_a_changed_transfer_names_its_event_even_if_the_balances_follow(floor: Floor, changes: dict[str, Any]):
    def change(connection: Connection, _: str) -> None:
        connection.execute(update(TRANSFERS).where(of_first_transfer(connection)).values(changes))
        follow(connection)

    assert attacked(floor, change) == "account:ann: event 1 (money_moved) is not what was written"


def follow(connection: Connection) -> None:
    """Make the balances what the transfers say, as an attacker would."""
    held: dict[str, int] = {}
    for row in connection.execute(select(TRANSFERS)):
        held[row.source] = held.get(row.source, 0) - row.cents
        held[row.target] = held.get(row.target, 0) + row.cents
    connection.execute(delete(schema.balances))
    for account, cents in held.items():
        if cents >= 0 or account.startswith("house"):
            connection.execute(insert(schema.balances).values(account=account, cents=cents))


def test_a_dropped_transfer_is_found(floor: Floor):
    def drop(connection: Connection, _: str) -> None:
        connection.execute(delete(TRANSFERS).where(of_first_transfer(connection)))
        follow(connection)

    assert attacked(floor, drop) == "account:ann: event 1 (money_moved) is not what was written"


@pytest.mark.parametrize(
    ("version", "said"), [(1, "event 1 (money_moved) is not"), (99, "event 99, which is not there")]
)
def test_a_transfer_from_nowhere_is_found(floor: Floor, version: int, said: str):
    def forge(connection: Connection, _: str) -> None:
        row = {"stream": "account:ann", "version": version, "number": 5, "source": "house", "target": "player:eve"}
        connection.execute(insert(TRANSFERS).values(**row, cents=100, clause="online notice.9"))
        follow(connection)

    assert said in attacked(floor, forge)


def test_a_changed_balance_is_found(floor: Floor):
    def change(connection: Connection, _: str) -> None:
        richer = schema.balances.c.cents + 1
        connection.execute(
            update(schema.balances).where(schema.balances.c.account == "player:ann").values(cents=richer)
        )

    assert attacked(floor, change) == "player:ann holds 98501 cents, and its transfers make 98500"


def test_a_balance_from_nowhere_or_gone_is_found(floor: Floor):
    new = insert(schema.balances).values(account="player:eve", cents=1)
    assert "player:eve holds 1 cents" in attacked(floor, lambda connection, _: connection.execute(new))
    with floor.database.transaction() as connection:
        connection.execute(delete(schema.balances).where(schema.balances.c.account.in_(["player:eve", "player:bob"])))
    with pytest.raises(LogError, match="player:bob holds 0 cents"):
        audit.verify(floor.database)


@pytest.mark.parametrize("column", ["id", "stream", "body", "version"])
def test_a_changed_command_is_found(floor: Floor, column: str):
    def change(connection: Connection, game: str) -> None:
        row = connection.execute(select(COMMANDS).where(COMMANDS.c.stream == game).order_by(COMMANDS.c.version)).first()
        assert row is not None
        value = flipped(row._mapping[column])
        connection.execute(update(COMMANDS).where(COMMANDS.c.id == row.id).values({column: value}))

    said = attacked(floor, change)
    if column == "stream":
        assert ": the command " in said
    else:
        assert said.startswith("GAME: the command" if column == "version" else "GAME: event 1 (game_opened)")


def test_a_dropped_command_names_the_event_that_misses_it(floor: Floor):
    def drop(connection: Connection, game: str) -> None:
        connection.execute(delete(COMMANDS).where((COMMANDS.c.stream == game) & (COMMANDS.c.version == 1)))

    assert attacked(floor, drop) == "GAME: event 1 (game_opened) is not what was written"


def test_a_command_from_nowhere_is_found(floor: Floor):
    row = {"id": "forged", "body": bytes(32), "version": 1}
    said = attacked(floor, lambda connection, game: connection.execute(insert(COMMANDS).values(**row, stream=game)))
    assert said.startswith("GAME: the command forged is not what was written")


def test_a_changed_rule_book_is_found(floor: Floor):
    def change(connection: Connection, _: str) -> None:
        content = connection.scalar(select(schema.rulebooks.c.content))
        assert content is not None
        connection.execute(update(schema.rulebooks).values(content=content.replace(b"[1,2,3]", b"[1,2,9]")))

    assert "rule book" in attacked(floor, change)


@pytest.mark.parametrize("reason", ["the regulator asks", None])
def test_gaming_that_was_stopped_or_started_behind_the_log_is_found(floor: Floor, reason: str | None):
    def switch(connection: Connection, _: str) -> None:
        connection.execute(delete(schema.facts).where(schema.facts.c.name == "disabled player:bob"))
        if reason:
            connection.execute(insert(schema.facts).values(name="disabled", value=reason))

    assert attacked(floor, switch).startswith("disabled")


def test_a_snapshot_of_what_never_was_is_found(floor: Floor):
    def change(connection: Connection, game: str) -> None:
        connection.execute(update(schema.snapshots).where(schema.snapshots.c.stream == game).values(version=999))

    assert attacked(floor, change) == "GAME: a snapshot knows event 999, and the log ends before it"


# What the tables alone cannot show, an anchor kept elsewhere does.


def only_with(floor: Floor, kept: Anchor, attack: Attack) -> str:
    """What the auditor says with the anchor of an attack that leaves everything in itself sound."""
    assert audit.verify(floor.database, kept)
    game = game_of(floor.database)
    with floor.database.transaction() as connection:
        attack(connection, game)
        follow(connection)
    assert audit.verify(floor.database), "nothing shows without the anchor"
    with pytest.raises(LogError) as found:
        audit.verify(floor.database, kept)
    return str(found.value).replace(game, "GAME")


def cut(connection: Connection, game: str, until: int) -> None:
    """Cut a stream's tail, and everything that belongs to it."""
    for table in (EVENTS, TRANSFERS, COMMANDS, schema.snapshots):
        connection.execute(delete(table).where((table.c.stream == game) & (table.c.version > until)))


def last_version(floor: Floor) -> int:
    return max(head.version for head in audit.heads(floor.database) if head.stream == game_of(floor.database))


def test_a_cut_tail_is_found_with_an_anchor(floor: Floor):
    last = last_version(floor)
    said = only_with(floor, audit.anchor(floor.database, 1), lambda connection, game: cut(connection, game, last - 1))
    assert said == f"GAME: the anchor knows event {last}, and the log ends before it"


def test_a_stream_gone_altogether_is_found_with_an_anchor(floor: Floor):
    last = last_version(floor)
    said = only_with(floor, audit.anchor(floor.database, 1), lambda connection, game: cut(connection, game, 0))
    assert said == f"GAME: the anchor knows event {last}, and the log ends before it"


def recompute(connection: Connection, game: str) -> None:
    """Change an event and recompute every hash after it."""
    connection.execute(update(EVENTS).where(event(game, 1)).values(actor="somebody else"))
    before = GENESIS
    for row in connection.execute(select(EVENTS).where(EVENTS.c.stream == game).order_by(EVENTS.c.version)).all():
        body = connection.scalar(select(COMMANDS.c.body).where(COMMANDS.c.id == row.command_id)) or b""
        of_event = (TRANSFERS.c.stream == game) & (TRANSFERS.c.version == row.version)
        columns = (TRANSFERS.c.source, TRANSFERS.c.target, TRANSFERS.c.cents, TRANSFERS.c.clause)
        moved = [
            tuple(each) for each in connection.execute(select(*columns).where(of_event).order_by(TRANSFERS.c.number))
        ]
        before = chained(before, row._mapping, body, moved)
        connection.execute(update(EVENTS).where(event(game, row.version)).values(hash=before))


def test_a_recomputed_chain_is_found_with_an_anchor(floor: Floor):
    last = last_version(floor)
    said = only_with(floor, audit.anchor(floor.database, 1), recompute)
    assert said == f"GAME: event {last} is not the one that the anchor knows"


def test_an_anchor_stays_good_while_the_log_grows(database_url: str):
    with opened(database_url) as floor:
        played(floor)
        kept = audit.anchor(floor.database, 1)
        for command in ROUND[2:]:
            floor.send(game_of(floor.database), command)
        assert audit.verify(floor.database, kept)
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Anchor) == kept


def test_an_anchor_that_was_changed_or_is_anothers_is_refused(floor: Floor):
    kept = audit.anchor(floor.database, 1)
    replace = msgspec.structs.replace
    for bad in (
        replace(kept, at=2),
        replace(kept, heads=kept.heads[1:]),
        replace(kept, signature="00" * 64),
        replace(kept, signature="no number"),
    ):
        with pytest.raises(LogError, match="signature is not good"):
            audit.verify(floor.database, bad)
    other = Keys(bytes(32))
    unsigned = Anchor(1, kept.heads, other.public.hex(), "")
    forged = replace(unsigned, signature=other.sign(unsigned.message()).hex())
    with pytest.raises(LogError, match="another key"):
        audit.verify(floor.database, forged)
