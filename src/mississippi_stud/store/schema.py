"""The tables. Nothing in `events`, `commands` and `transfers` is ever changed or deleted."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

BALANCE_MAX_CENTS = 2**62

events = Table(
    "events",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(60), nullable=False),
    Column("schema", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # microseconds since 1970, UTC
    Column("actor", String(80), nullable=False),
    Column("command_id", String(64), nullable=False),
    Column("payload", LargeBinary, nullable=False),  # what is public, as JSON
    Column("sealed", LargeBinary),  # what is not, encrypted
    Column("hash", LargeBinary, nullable=False),  # over all of this and the hash of the event before in the stream
)

commands = Table(
    "commands",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("stream", String(80), nullable=False),
    Column("body", LargeBinary, nullable=False),  # SHA-256 of what was asked
    Column("version", BigInteger, nullable=False),  # of the stream after it
)

transfers = Table(
    "transfers",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("source", String(120), nullable=False, index=True),
    Column("target", String(120), nullable=False, index=True),
    Column("cents", BigInteger, nullable=False),
    Column("clause", Text, nullable=False),
    CheckConstraint("cents > 0", name="transfers_move_money"),
)

balances = Table(
    "balances",
    metadata,
    Column("account", String(120), primary_key=True),
    Column("cents", BigInteger, nullable=False),
    CheckConstraint("cents >= 0 OR account LIKE 'house%'", name="balances_not_negative"),
    # SQLite would turn an overflow into a float.
    CheckConstraint(f"cents BETWEEN {-BALANCE_MAX_CENTS} AND {BALANCE_MAX_CENTS}", name="balances_not_endless"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
)

rulebooks = Table(
    "rulebooks",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

rounds = Table(
    "rounds",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("player", String(80), nullable=False),
    Column("book", String(64), nullable=False),  # the content hash of the rule book that it is played under
    Column("status", String(20), nullable=False),  # open, settled, void
    Column("opened_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("first_version", BigInteger, nullable=False),
    Column("last_version", BigInteger),
    Column("commitment", String(64), nullable=False),
    Column("revealed", Integer, nullable=False),
    Column("wagered_cents", BigInteger, nullable=False),
    Column("net_cents", BigInteger, nullable=False),
    Column("funds_before_cents", BigInteger),  # what the player had when it began; unknown before schema 0002
    Column("funds_after_cents", BigInteger),  # and when it had ended
    Index("rounds_of_a_player", "player", "opened_at"),
    Index("rounds_open", "status", "opened_at"),
)

facts = Table("facts", metadata, Column("name", String(120), primary_key=True), Column("value", Text, nullable=False))
