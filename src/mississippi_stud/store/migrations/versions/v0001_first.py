"""The first schema, written out: what it was must not change when `schema` does."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table of the first schema."""
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
        "rounds",
        sa.Column("stream", sa.String(80), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("book", sa.String(64), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("first_version", sa.BigInteger(), nullable=False),
        sa.Column("last_version", sa.BigInteger(), nullable=True),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("revealed", sa.Integer(), nullable=False),
        sa.Column("wagered_cents", sa.BigInteger(), nullable=False),
        sa.Column("net_cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "round"),
    )
    op.create_index("rounds_of_a_player", "rounds", ["player", "opened_at"])
    op.create_index("rounds_open", "rounds", ["status", "opened_at"])
    op.create_table(
        "facts",
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    """There is nothing before the first schema; the log is never dropped."""
    raise RuntimeError("the first schema cannot be taken back: restore a backup instead")
