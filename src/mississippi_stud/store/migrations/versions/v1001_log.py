"""The log, written out: what it was must not change when `schema` does.

Revisions 0001 and 0002 were those of an earlier format, which this one does not continue.
"""

import sqlalchemy as sa
from alembic import op

revision = "1001"
down_revision = None


def upgrade() -> None:
    """Make every table of the log."""
    _log()
    _ledger()
    _beside_the_log()


def _log() -> None:
    op.create_table(
        "events",
        sa.Column("stream", sa.String(80), nullable=False),
        sa.Column("version", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("schema", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=True),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "version"),
    )
    op.create_index("ix_events_command_id", "events", ["command_id"])
    op.create_table(
        "commands",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("stream", sa.String(80), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def _ledger() -> None:
    op.create_table(
        "transfers",
        sa.Column("stream", sa.String(80), nullable=False),
        sa.Column("version", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("source", sa.String(120), nullable=False),
        sa.Column("target", sa.String(120), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("source_cents", sa.BigInteger(), nullable=False),
        sa.Column("target_cents", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("cents > 0", name="transfers_move_money"),
        sa.PrimaryKeyConstraint("stream", "version", "number"),
    )
    op.create_index("ix_transfers_source", "transfers", ["source"])
    op.create_index("ix_transfers_target", "transfers", ["target"])
    op.create_table(
        "balances",
        sa.Column("account", sa.String(120), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("cents >= 0 OR account LIKE 'house%'", name="balances_not_negative"),
        sa.CheckConstraint(f"cents BETWEEN {-(2**62)} AND {2**62}", name="balances_not_endless"),
        sa.PrimaryKeyConstraint("account"),
    )


def _beside_the_log() -> None:
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(80), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream"),
    )
    op.create_table(
        "rulebooks",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
