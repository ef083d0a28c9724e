"""What a player had before and after each round; of rounds played earlier it is not known."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Two columns more."""
    op.add_column("rounds", sa.Column("funds_before_cents", sa.BigInteger(), nullable=True))
    op.add_column("rounds", sa.Column("funds_after_cents", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Two columns less."""
    op.drop_column("rounds", "funds_after_cents")
    op.drop_column("rounds", "funds_before_cents")
