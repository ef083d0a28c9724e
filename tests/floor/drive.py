"""Drives floors in tests: legal play from a seed, stacked decks, and checks of all that must always hold."""

from collections.abc import Callable
from concurrent.futures import Future
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import event, select

from mississippi_stud.fairness.shuffle import deck
from mississippi_stud.floor import STREAMS, Answer, ChangeMeters, Floor, Sit
from mississippi_stud.floor.history.rounds import hands, rounds
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.hands import Hand, five
from mississippi_stud.jackpot import MeterOffer, OpenMeter
from mississippi_stud.money import text as dollars
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store import Database, Keys, audit, log, schema
from mississippi_stud.table import DealingMode, Table
from mississippi_stud.table.commands import FLOOR, Command
from mississippi_stud.table.state import Clocks
from tests.table.script import commands, only

KEYS = Keys(bytes(range(32)))
ROUND = ("1 ante 5; deal", "1 fold")
"""A round in its two commands, for tests that send each on its own."""
JACKPOT_ROUND = ("1 ante 5; 1 jackpot 5; deal", "1 fold")

SIX_SEATS = (
    *(f"{position} ante 5; {position} ready" for position in range(1, 7)),
    *(f"{position} {'fold' if position == 3 else 'bet 1'}" for position in range(1, 7)),
    *(
        f"{position} {'fold' if position == 6 and street else 'bet 1'}"
        for street in range(2)
        for position in (1, 2, 4, 5, 6)
    ),
)
"""A round of six seats in its commands: the last of the betting deals, and the last of all settles."""


def chance_of(seed: object = None) -> Random:
    """Return a random generator for a test: repeatable with a seed, different each time without one."""
    return Random(seed if seed is None else str(seed))  # noqa: S311


def opened(url: str, **options: Any) -> Floor:
    """Open a floor on a database, with a key that the test knows."""
    return Floor(Database(url, KEYS, STREAMS.tables), **options)


def sit(floor: Floor, table: str, player: str, position: int = 1, **options: Any) -> Answer:
    """Seat a player at a position."""
    sitting = Sit(position=position, player=player, person=player, **options)
    return floor.send(table, sitting, command_id=sha256(f"{table} {position} {player}".encode()).hexdigest())


def seated(floor: Floor, player: str = "ann", cents: int = 1_000_00, **options: Any) -> str:
    """Seat a player with money at their own online table; return the table."""
    floor.deposit(player, cents)
    return table_of(floor, player, **options)


def six_seats(floor: Floor, name: str = "") -> str:
    """Seat six players with money at a Crown table with clocks; return the table."""
    clocks = Clocks(betting_seconds=20, decision_seconds=20)
    table = floor.open_table("crown", positions=6, clocks=clocks, command_id=f"six seats {name}")
    for position in range(1, 7):
        player = f"six{position}{name}"
        floor.deposit(player, 1_000_00)
        sit(floor, table, player, position)
    return table


def table_of(floor: Floor, player: str, book: str = "online", **options: Any) -> str:
    """Open a table with one seat, taken by this player."""
    table = floor.open_table(book, **options)
    sit(floor, table, player)
    return table


def command_of(floor: Floor, table: str, script: str, **how: Any) -> Command:
    """Return the command of a script that has only one, to be sent twice, late or elsewhere."""
    now = floor.table(table)
    return only(floor.book(now.book), now, script, **how)


def play(floor: Floor, table: str, script: str, command_id: str | None = None, **how: Any) -> Answer:
    """Carry out the lines of a script, as `tests/table/script.py` reads them; return the last answer."""
    book = floor.book(floor.table(table).book)
    for command in commands(book, lambda: floor.table(table), script, **how):
        answer = floor.send(table, command, command_id=command_id)
    return answer


def submit(floor: Floor, table: str, script: str, command_id: str | None = None, **how: Any) -> "Future[Answer]":
    """Submit the command of a script that has only one, without waiting."""
    return floor.submit(table, command_of(floor, table, script, **how), command_id=command_id)


HOUSE = "crown"
"""The house whose meters the tests' Crown tables are linked to."""
METERS = f"meters:{HOUSE}"
ON_METERS = (Wager.JACKPOT, Wager.PROGRESSIVE)


def run_house(floor: Floor) -> None:
    """Open the meters of the house, under Crown's rule book; repeating it has no effect."""
    floor.open_meters(HOUSE, "crown", command_id="open the house")


def open_crown(floor: Floor, *tables: str) -> None:
    """Open two option 1 meters, seeded with 10,000 times the wager: main ($5) with these tables, low ($1) with none."""
    for name, cents, linked_tables in (("main", 5_00, tables), ("low", 1_00, ())):
        opening = OpenMeter(
            meter=name, offer=MeterOffer(cost_cents=cents, option="1", seed="10000"), tables=linked_tables
        )  # type: ignore[arg-type]
        floor.send(METERS, ChangeMeters(do=opening), command_id=f"open {name}", actor="manager")


def crown_table(floor: Floor, player: str, name: str) -> str:
    """Return a table that can be linked to the meters, with its player; opened on first use."""
    return table_of(floor, player, "crown", meters=HOUSE, command_id=name)


def linked(floor: Floor, player: str = "ann", cents: int = 1_000_00) -> str:
    """Seat a player with money at a Crown table on the $5 meter; return the table."""
    floor.deposit(player, cents)
    run_house(floor)
    table = crown_table(floor, player, f"table of {player}")
    open_crown(floor, table)
    return table


def lucky_seed(secret: bytes, round_id: str) -> str:
    """Find a seed that the real shuffle turns into a straight flush: possible only if one knows the secret."""
    seeds = (f"lucky {number}" for number in count())
    return next(seed for seed in seeds if five(*deck(secret, (seed,), round_id)[:5]) >= Hand.STRAIGHT_FLUSH)


def next_command(chance: Random, table: Table, position: int = 1) -> Command:
    """Return a command that is allowed now at the only seat of an automatic table."""
    book = rulebook("crown" if table.meters else "online")
    seed = f"seed{chance.randrange(1000)}"
    by, script = _next_line(chance, table, position)
    return only(book, table, script, by=by, seed=seed)


def _next_line(chance: Random, table: Table, position: int) -> tuple[str, str]:
    """Return a line or the lines about a position's wagers, and who says so if it is not the player."""
    state = table.round
    if state is not None and chance.random() < 0.02:
        return "", f"void {'crown 11.2.1' if table.meters else 'online notice.3'}"
    if state is None or state.phase is Phase.BETTING:
        return "", _wagers(chance, table, position)
    if table.meters and chance.random() < 0.1:
        return FLOOR, f"{position} cannot-fund"
    weights = (8, 2, 0) if table.meters else (8, 3, int(state.phase is Phase.THIRD_STREET))
    bet = f"bet {chance.randint(1, 3)}"
    return "", f"{position} {chance.choices((bet, 'fold', 'max-all'), weights)[0]}"


def _wagers(chance: Random, table: Table, position: int) -> str:
    """Return wagers as changed or withdrawn before the deal."""
    lying = {} if table.round is None else table.round.hands[position].stakes
    carried = any(stake.carried for stake in lying.values())
    taken_back = [f"{position} withdraw {wager}" for wager in lying if wager is not Wager.ANTE]
    if lying and not carried and chance.random() < 0.1:
        return "; ".join([*taken_back, f"{position} withdraw ante"])
    ante = lying[Wager.ANTE].cents if len(lying) > 1 else chance.choice((5_00, 10_00, 25_00))
    script = [f"{position} ante {dollars(ante)}"]
    known = table.round or table.last_round
    cost = None if known is None else known.setup.costs_cents.get(Wager.JACKPOT)
    if cost is not None and position not in table.carried_cents and not carried:
        script += [f"{position} jackpot"] if chance.random() < 0.7 else taken_back
    ready = chance.random() < (0.5 if known is None and table.meters else 0.8)
    return "; ".join([*script, "deal"] if ready else script)


def secrets_from(chance: Random) -> Callable[[], bytes]:
    """Return a source of round secrets for a repeatable run."""
    return lambda: chance.randbytes(32)


def replayed(floor: Floor, stream: str) -> tuple[Any, int]:
    """Fold a stream from the whole log, without snapshots or the cache."""
    state, version = None, 0
    for record in log.read(floor.database, stream):
        state, version = floor.streams.kind_of(stream).evolve(state, floor.streams.decode(record)), record.version
    return state, version


def dump(database: Database, *, projections: bool = True) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table, in order."""
    tables = [*schema.metadata.sorted_tables, *(database.projections.values() if projections else ())]
    with database.transaction() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in tables
        }


def digest(database: Database) -> str:
    """Return a hash over every row of every table except those that name the database itself."""
    rows = {name: rows for name, rows in dump(database).items() if name not in ("facts", "commits")}
    return sha256(repr(rows).encode()).hexdigest()


def asked_of(database: Database) -> list[str]:
    """Return a list that grows with every statement that is sent to a database from now on."""
    asked: list[str] = []
    for engine in {database.engine, database._reader}:
        event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    return asked


def check_all(floor: Floor, *, tables: list[str] | None = None) -> int:
    """Check all that must always hold: the chains, the money, every stream against the log, and its rounds."""
    seen = audit.verify(floor.database)
    verify_streams(floor.database, floor.streams)
    with floor.database.transaction() as connection:
        played = connection.execute(select(rounds)).all()
        held = {row.account: row.cents for row in connection.execute(select(schema.balances))}
    assert sum(held.values()) == 0, "money came from nowhere, or went there"
    streams = log.streams(floor.database) if tables is None else [*tables, *log.streams(floor.database, "meters:")]
    for stream in streams:
        state, version = replayed(floor, stream)
        while floor.state(stream)[1] > version:  # somebody acted between the two reads
            state, version = replayed(floor, stream)
        assert floor.state(stream) == (state, version), f"{stream} is not what its log tells"
        if isinstance(state, Table):
            check_table(state, [row for row in played if row.stream == stream], held)
        elif stream.startswith("meters:"):
            check_meters(floor, state)
    return seen


def check_meters(floor: Floor, house: Any) -> None:
    """Check that a house's meters hold the wagers that are on the tables."""
    for name, game in house.meters.games.items():
        table = floor.table(name)
        if not game.carried:
            assert table.round is not None
            lying = {(hand.position, stake.cents) for hand in table.round.hands.values()
                     for wager, stake in hand.stakes.items() if wager in ON_METERS}  # fmt: skip
            assert {(each.position, each.cents) for each in game.wagers} == lying


def check_table(table: Table, played: list[Any], held: dict[str, int]) -> None:
    """Check that at most one round of a table is open and that exactly the round's account holds its stakes."""
    assert sorted(row.round for row in played) == list(range(1, table.number + 1))
    still_open = [row.round for row in played if row.status == "open"]
    assert still_open == ([table.number] if table.round else []), f"{table.id}: open rounds {still_open}"
    staked = sum(table.carried_cents.values())
    if table.round is not None:
        staked += sum(stake.cents for hand in table.round.hands.values() for stake in hand.stakes.values())
    assert held.get(f"round:{table.id}", 0) == staked, f"{table.id}: the round's account is not what lies on the layout"
    secret = table.dealt is not DealingMode.PHYSICAL  # real cards come from no shuffle of ours
    assert all(row.revealed == (secret and row.status != "open") for row in played)


def hand_of(floor: Floor, stream: str, number: int, position: int = 1) -> Any:
    """Return a hand from the projection."""
    chosen = select(hands).where(hands.c.stream == stream, hands.c.round == number, hands.c.position == position)
    with floor.database.transaction() as connection:
        return connection.execute(chosen).one()


def rounds_of(floor: Floor, stream: str) -> list[Any]:
    """Return a table's rounds from the projection, in order."""
    with floor.database.transaction() as connection:
        return list(connection.execute(select(rounds).where(rounds.c.stream == stream).order_by(rounds.c.round)))


def key_in(folder: Path) -> Path:
    """Write the key file of `KEYS` and return its path."""
    path = folder / "key"
    path.touch(0o600)
    path.write_text(bytes(range(32)).hex())
    path.chmod(0o600)
    return path
