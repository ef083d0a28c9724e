"""Forged results, changed rows and flipped bits are found, even if the forger has the key."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, LargeBinary, String, Table, Text, delete, select, update

from mississippi_stud.floor import STREAMS, Admission, Floor, JoinQueue
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.tournament_acts import draft
from mississippi_stud.money import Cents
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store import Database, Keys, StoreError, audit, log, schema
from mississippi_stud.store.audit import LogError
from mississippi_stud.store.commits import Signer
from mississippi_stud.store.entries import GENESIS, chained
from mississippi_stud.tournament.terms import TournamentTerms
from tests.campaign.part import Part
from tests.floor.clock import Clock, opened, table
from tests.floor.draws import drawn_from
from tests.floor.drive import METERS, linked, play
from tests.floor.several import deal, decide, seats
from tests.floor.test_houses import join, open_house
from tests.floor.test_lessons import begun
from tests.store.drive import chance_of

EVENTS, TRANSFERS = schema.events, schema.transfers
CHANGES = 400
FLIPS = 150


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """Return a database with everything that a floor stores: its file, its key, and a table with a settled round."""
    folder = tmp_path_factory.mktemp("forgery")
    path, key = folder / "floor.db", folder / "key"
    with opened(f"sqlite:///{path}", key, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        stream = table(floor)
        play(floor, stream, "1 ante 5; deal; 1 bet 1; 1 bet 2; 1 bet 3")
        play(floor, stream, "1 ante 5; deal; 1 fold")
        play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
        several = seats(floor, "nsw", {1: "bob", 2: "cat"})
        deal(floor, several)
        decide(floor, several, (2,))
        play(floor, linked(floor, "dan"), "1 ante 5; 1 jackpot 5; deal; 1 fold")
        open_house(floor, "gus", "hal")
        join(floor, "kim", by="gus", crown=("dealer",))
        begun(floor, person="kim")
        draft(floor, "play", "cup", "gus", book="crown", terms=TournamentTerms(title="Cup"), command_id="drafts a cup")
        drawn_from(floor, "gus")
        listed = seats(floor, "nsw", {1: "ian"}, admission=Admission.LOBBY)
        floor.send(listed, JoinQueue(player="joy", person="joy"), actor="joy")
        floor.disable("cleaning", player="eve")
        for number in range(30):
            floor.deposit("fay", 1 + number)
        log.put_fact(floor.database, "clock", "1790000000000000")
        with floor.database.transaction() as connection:
            assert connection.scalar(select(schema.commits.c.number).limit(1)) == 1
    return path, key, stream


@pytest.fixture
def floor(played: tuple[Path, Path, str], tmp_path: Path) -> Iterator[Floor]:
    path, key, _ = played
    shutil.copy(path, tmp_path / "floor.db")
    with Floor(Database(f"sqlite:///{tmp_path}/floor.db", Keys.from_file(key), STREAMS.tables), Clock()) as floor:
        yield floor


def verify(database: Database) -> None:
    audit.verify(database)
    verify_streams(database, STREAMS)


# Forged results, with every hash and every signature recomputed.


def rewritten(database: Database, connection: Connection, stream: str, name: str, change: Callable[[Any], Any]) -> None:
    """Rewrite an event as somebody with the key can: sealed, with the money that it moves."""
    kind, state, books = STREAMS.kind_of(stream), None, States(database, STREAMS).book
    for record in list(log.read(database, stream)):
        event = STREAMS.decode(record)
        if record.name == name:
            event = change(event)
            new = STREAMS.encode(event, kind)
            sealed = None
            if new.hidden is not None:
                sealed = database.keys.seal_event(stream, record.version, new.payload, new.hidden)
            here = (EVENTS.c.stream == stream) & (EVENTS.c.version == record.version)
            connection.execute(update(EVENTS).where(here).values(payload=new.payload, sealed=sealed))
            connection.execute(
                delete(TRANSFERS).where(TRANSFERS.c.stream == stream, TRANSFERS.c.version == record.version)
            )
            for number, each in enumerate(kind.transfers(books, stream, state, event)):
                values = {"source": each.source, "target": each.target, "cents": each.cents, "clause": each.clause}
                place = {"stream": stream, "version": record.version, "number": number}
                connection.execute(TRANSFERS.insert().values(**place, **values, source_cents=0, target_cents=0))
        state = kind.evolve(state, event)


def made_anew(database: Database, connection: Connection) -> None:
    """Recompute all that follows from the events: balances (in some order of the transfers), hashes, signatures."""
    held: dict[str, int] = {}
    order = select(TRANSFERS, EVENTS.c.at).join(
        EVENTS, (EVENTS.c.stream == TRANSFERS.c.stream) & (EVENTS.c.version == TRANSFERS.c.version)
    )
    for row in connection.execute(order.order_by(TRANSFERS.c.stream, TRANSFERS.c.version, TRANSFERS.c.number)).all():
        held[row.source] = held.get(row.source, 0) - row.cents
        held[row.target] = held.get(row.target, 0) + row.cents
        here = [TRANSFERS.c[name] == row._mapping[name] for name in ("stream", "version", "number")]
        after = {"source_cents": held[row.source], "target_cents": held[row.target]}
        connection.execute(update(TRANSFERS).where(*here).values(after))
    connection.execute(delete(schema.balances))
    connection.execute(schema.balances.insert(), [{"account": name, "cents": cents} for name, cents in held.items()])
    heads: dict[str, tuple[int, bytes]] = {}
    moved_after: dict[str, list[tuple[int, int, int, int]]] = {}
    for row in connection.execute(select(EVENTS).order_by(EVENTS.c.stream, EVENTS.c.version)).all():
        body = connection.scalar(select(schema.commands.c.body).where(schema.commands.c.id == row.command_id))
        mine = (TRANSFERS.c.stream == row.stream) & (TRANSFERS.c.version == row.version)
        paid = connection.execute(select(TRANSFERS).where(mine).order_by(TRANSFERS.c.number)).all()
        moved = [(each.source, each.target, each.cents, each.clause) for each in paid]
        new = chained(heads.get(row.stream, (0, GENESIS))[1], row._mapping, body or b"", moved)
        heads[row.stream] = row.version, new
        moved_after.setdefault(row.stream, []).extend(
            (each.version, each.number, each.source_cents, each.target_cents) for each in paid
        )
        here = (EVENTS.c.stream == row.stream) & (EVENTS.c.version == row.version)
        connection.execute(update(EVENTS).where(here).values(hash=new))
    connection.execute(delete(schema.commits))
    with Signer(database.keys, lambda: database.id).signing() as sign:
        sign(connection, 1, heads, moved_after)


def forged(floor: Floor, stream: str, name: str, change: Callable[[Any], Any]) -> str:
    """Return the auditor's message about a forgery in which every hash and every signature is right."""
    with floor.database.transaction() as connection:
        rewritten(floor.database, connection, stream, name, change)
        made_anew(floor.database, connection)
    floor.states.forget()
    floor.rebuild()
    audit.verify(floor.database)
    with pytest.raises(LogError) as found:
        verify_streams(floor.database, STREAMS)
    return str(found.value)


def first_won(event: Any, cents: int) -> Any:
    if not event.results:
        return event
    first, *rest = event.results
    return msgspec.structs.replace(event, results=(msgspec.structs.replace(first, won_cents=cents), *rest))


def test_an_untouched_log_that_is_signed_anew_is_good(floor: Floor, played: tuple[Path, Path, str]):
    with floor.database.transaction() as connection:
        rewritten(floor.database, connection, played[2], "round_settled", lambda event: event)
        made_anew(floor.database, connection)
    floor.rebuild()
    verify(floor.database)


def test_a_win_of_a_million_is_found(floor: Floor, played: tuple[Path, Path, str]):
    said = forged(floor, played[2], "round_settled", lambda event: first_won(event, 1_000_000_00))
    assert said == f"{played[2]}: round 1: round settled is not what the rules make of it"


@pytest.mark.parametrize("field", ["order", "warnings"])
def test_another_order_or_warning_is_found(floor: Floor, played: tuple[Path, Path, str], field: str):
    value = () if field == "order" else (("ann", "of nothing"),)
    said = forged(floor, played[2], "round_settled", lambda event: msgspec.structs.replace(event, **{field: value}))
    assert "is not what the rules make of it" in said


def test_cards_that_win_more_are_found(floor: Floor, played: tuple[Path, Path, str]):
    def royal(event: Any) -> Any:
        return msgspec.structs.replace(event, community=(48, 44, 40))

    said = forged(floor, played[2], "cards_dealt", royal)
    assert "does not follow from the secret" in said or "is not what the rules make of it" in said


def test_a_wager_that_counts_for_more_than_it_is_is_found(floor: Floor, played: tuple[Path, Path, str]):
    def doubled(event: Any) -> Any:
        stake = msgspec.structs.replace(event.stake, counted_cents=event.stake.counted_cents * 2)
        return msgspec.structs.replace(event, stake=stake)

    assert "wager placed is not what the rules make of it" in forged(floor, played[2], "wager_placed", doubled)


def test_a_setup_that_the_table_has_not_is_found(floor: Floor, played: tuple[Path, Path, str]):
    def richer(event: Any) -> Any:
        return msgspec.structs.replace(event, setup=msgspec.structs.replace(event.setup, max_payout_cents=1))

    assert "round opened is not allowed" in forged(floor, played[2], "round_opened", richer)


def test_another_setup_that_the_book_would_allow_is_found(floor: Floor, played: tuple[Path, Path, str]):
    def lower(event: Any) -> Any:
        limits = {Wager.ANTE: Bounds(minimum_cents=Cents(1_00), maximum_cents=Cents(500_00))}
        return msgspec.structs.replace(event, setup=msgspec.structs.replace(event.setup, limits=limits))

    assert "round opened is not what the rules make of it" in forged(floor, played[2], "round_opened", lower)


def test_a_prize_that_the_cards_do_not_win_is_found(floor: Floor):
    def more(event: Any) -> Any:
        hands = tuple(msgspec.structs.replace(each, hole=(51, 50)) for each in event.hands)
        return msgspec.structs.replace(event, hands=hands)

    said = forged(floor, METERS, "outcome_recorded", more)
    assert "are not what its cards win" in said or "was told other cards" in said


# Changed rows.


def other(chance: Random, column: Any, value: Any, values: list[Any]) -> Any:
    """Return another value for a column: one from another row, nearly the same, or something quite different."""
    rows = [each for each in values if each != value and each is not None]
    if rows and chance.random() < 0.4:
        return chance.choice(rows)
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 1 << chance.randrange(40)))
    if isinstance(column.type, LargeBinary):
        changed = bytearray(value or b"\0" * 16)
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        return bytes(changed)
    if isinstance(column.type, String | Text) and value:
        place = chance.randrange(len(value))
        return value[:place] + chance.choice("abcdef0123456789") + value[place + 1 :]
    return 1 if value is None else None


class _Undone(Exception):  # noqa: N818 - ends a trial
    pass


def changed_unnoticed(floor: Floor, chance: Random, times: int) -> list[str]:
    """Change so many rows, each verified and undone; return the changes that nobody noticed."""
    database, missed = floor.database, list[str]()
    tables: list[Table] = [*schema.metadata.sorted_tables, *database.projections.values()]
    with database.transaction() as connection:
        rows = {table: connection.execute(select(table)).all() for table in tables}
    assert all(rows[table] for table in tables if table is not schema.snapshots)
    verify(database)
    tried = 0
    while tried < times:
        table = chance.choice([each for each in tables if rows[each]])
        row, column = chance.choice(rows[table]), chance.choice(list(table.columns))
        value = row._mapping[column.name]
        new = other(chance, column, value, [each._mapping[column.name] for each in rows[table]])
        if new == value or (new is None and not column.nullable):
            continue
        where = [each == row._mapping[each.name] for each in table.primary_key]
        try:
            with database.transaction() as connection:
                try:
                    connection.execute(update(table).where(*where).values({column.name: new}))
                except Exception as refused:
                    raise _Undone from refused
                tried += 1
                try:
                    verify(database)
                    missed.append(f"{table.name}.{column.name} of {where}: {value!r} became {new!r}")
                except LogError:
                    pass
                raise _Undone
        except _Undone:
            pass
    verify(database)
    return missed


def test_every_changed_row_is_found(floor: Floor):
    """Only a value that reads the same may go unnoticed."""
    assert changed_unnoticed(floor, chance_of("rows"), CHANGES) == []


@pytest.mark.campaign
def test_changed_rows_are_found(floor: Floor, part: Part):
    assert changed_unnoticed(floor, chance_of(f"rows {part}"), part.size) == []
    part.count("a value in a row", part.size)


def test_every_row_that_is_taken_out_is_found(floor: Floor):
    """Except snapshots, which can be thrown away, and the facts of the last tick, the vault and the projections."""
    database, missed = floor.database, list[str]()
    for each in (*schema.metadata.sorted_tables, *database.projections.values()):
        with database.transaction() as connection:
            rows = connection.execute(select(each)).all()
        for row in chance_of(each.name).sample(rows, min(8, len(rows))):
            where = [key == row._mapping[key.name] for key in each.primary_key]
            try:
                with database.transaction() as connection:
                    connection.execute(delete(each).where(*where))
                    try:
                        verify(database)
                        missed.append(f"{each.name} {row[0]}")
                    except LogError:
                        pass
                    raise _Undone
            except _Undone:
                pass
    harmless = {"facts clock", "facts vault"} | {f"snapshots {stream}" for stream in log.streams(database)}
    harmless |= {f"facts projection {name}" for name in database.projections}
    assert set(missed) <= harmless


# Flipped bits in the file.


def content(path: Path, keys: Keys) -> Any:
    """Return everything that can be read from a database."""
    database = Database(f"sqlite:///{path}", keys, STREAMS.tables, reading=True)
    try:
        tables = [*schema.metadata.sorted_tables, *database.projections.values()]
        with database.transaction() as connection:
            return {table.name: sorted(map(repr, connection.execute(select(table)).all())) for table in tables}
    finally:
        database.close()


def test_a_damaged_schema_that_cannot_be_quoted_is_told_as_damage(played: tuple[Path, Path, str], tmp_path: Path):
    path, key, _ = played
    keys, damaged = Keys.from_file(key), tmp_path / "floor.db"
    whole = path.read_bytes()
    assert b"CREATE TABLE alembic_version" in whole
    damaged.write_bytes(whole.replace(b"CREATE TABLE alembic_version", b"CREATE \xd4ABLE alembic_version"))
    with pytest.raises(StoreError):
        verify(Database(f"sqlite:///{damaged}", keys, STREAMS.tables, reading=True))


def flipped_unnoticed(path: Path, key: Path, chance: Random, times: int) -> tuple[int, list[int]]:
    """Flip so many bits of the file, one at a time; return how many were found, and those that harm unnoticed."""
    keys = Keys.from_file(key)
    whole, good = path.read_bytes(), content(path, keys)
    damaged, found, missed = path.with_name("damaged.db"), 0, list[int]()
    for _ in range(times):
        place, bit = chance.randrange(len(whole)), chance.randrange(8)
        damaged.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
        try:
            database = Database(f"sqlite:///{damaged}", keys, STREAMS.tables, reading=True)
            try:
                verify(database)
            finally:
                database.close()
        except (LogError, StoreError):
            found += 1
            continue
        if content(damaged, keys) != good:
            missed.append(place)
    return found, missed


def test_every_harmful_flipped_bit_is_found(played: tuple[Path, Path, str]):
    found, missed = flipped_unnoticed(*played[:2], chance_of("bits"), FLIPS)
    assert missed == []
    assert found > FLIPS // 4, "most of the file means something"


@pytest.mark.campaign
def test_flipped_bits_are_found(played: tuple[Path, Path, str], part: Part):
    found, missed = flipped_unnoticed(*played[:2], chance_of(f"bits {part}"), part.size)
    assert missed == []
    part.count("a bit of the file, found", found)
    part.count("a bit of the file that changes nothing", part.size - found)
