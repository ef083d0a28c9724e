"""The tables. Nothing in `events`, `commands` and `transfers` is ever changed or deleted.

`metadata` is the log and what belongs to it, created by migrations; `projections` can be rebuilt from the log at any
time and has no migrations.
"""

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()
projections = MetaData()

FORMAT: Final = "mississippi-stud log 1"
"""The format of the log, as recorded in the facts."""
BALANCE_MAX_CENTS: Final = 2**62

events = Table(
    "events",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(60), nullable=False),
    Column("schema", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # microseconds since 1970, UTC
    Column("actor", String(80), nullable=False),
    Column("command_id", String(64), nullable=False, index=True),
    Column("payload", LargeBinary, nullable=False),  # the public part, as JSON
    Column("sealed", LargeBinary),  # the rest, encrypted; its length follows from the payload's
    Column("hash", LargeBinary, nullable=False),  # over all of this and the previous event's hash
)

commands = Table(
    "commands",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("stream", String(80), nullable=False),
    Column("body", LargeBinary, nullable=False),  # a keyed hash of the command
    Column("version", BigInteger, nullable=False),  # the stream's version after it
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
    Column("source_cents", BigInteger, nullable=False),  # the source's balance after it
    Column("target_cents", BigInteger, nullable=False),  # the target's balance after it
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

commits = Table(
    "commits",
    metadata,
    Column("writer", String(32), primary_key=True),  # names a chain of commits
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False, index=True),  # time of its latest event
    Column("content", LargeBinary, nullable=False),  # JSON: the heads of the streams that grew
    Column("hash", LargeBinary, nullable=False),  # over all of this and the chain's previous hash
    Column("signature", LargeBinary, nullable=False),  # Ed25519, over the hash
)

facts = Table(
    "facts",
    metadata,
    Column("name", String(120), primary_key=True),
    Column("value", Text, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)

deadlines = Table(
    "deadlines",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("due_at", BigInteger, nullable=False),  # microseconds since 1970, UTC
    Index("deadlines_due", "due_at"),
)
