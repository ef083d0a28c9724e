"""The log's tables, written out: a past revision must not change when `schema` does (decision 56).

Revisions 0001 and 0002 belonged to an earlier format, which this one does not continue.
"""

from alembic import op

revision = "1001"
down_revision = None

TABLES = """
CREATE TABLE events (
  stream VARCHAR(80) NOT NULL, version BIGINT NOT NULL, name VARCHAR(60) NOT NULL, schema INTEGER NOT NULL,
  at BIGINT NOT NULL, actor VARCHAR(80) NOT NULL, command_id VARCHAR(64) NOT NULL,
  payload BYTES NOT NULL, sealed BYTES, hash BYTES NOT NULL, PRIMARY KEY (stream, version));
CREATE INDEX ix_events_command_id ON events (command_id);
CREATE TABLE commands (
  id VARCHAR(64) NOT NULL, stream VARCHAR(80) NOT NULL, body BYTES NOT NULL, version BIGINT NOT NULL,
  PRIMARY KEY (id));
CREATE TABLE transfers (
  stream VARCHAR(80) NOT NULL, version BIGINT NOT NULL, number INTEGER NOT NULL,
  source VARCHAR(120) NOT NULL, target VARCHAR(120) NOT NULL, cents BIGINT NOT NULL, clause TEXT NOT NULL,
  source_cents BIGINT NOT NULL, target_cents BIGINT NOT NULL, PRIMARY KEY (stream, version, number),
  CONSTRAINT transfers_move_money CHECK (cents > 0));
CREATE INDEX ix_transfers_source ON transfers (source);
CREATE INDEX ix_transfers_target ON transfers (target);
CREATE TABLE balances (
  account VARCHAR(120) NOT NULL, cents BIGINT NOT NULL, PRIMARY KEY (account),
  CONSTRAINT balances_not_negative CHECK (cents >= 0 OR account LIKE 'house%'),
  CONSTRAINT balances_not_endless CHECK (cents BETWEEN -4611686018427387904 AND 4611686018427387904));
CREATE TABLE snapshots (
  stream VARCHAR(80) NOT NULL, version BIGINT NOT NULL, sealed BYTES NOT NULL, PRIMARY KEY (stream));
CREATE TABLE rulebooks (hash VARCHAR(64) NOT NULL, content BYTES NOT NULL, PRIMARY KEY (hash));
CREATE TABLE commits (
  writer VARCHAR(32) NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, content BYTES NOT NULL,
  hash BYTES NOT NULL, signature BYTES NOT NULL, PRIMARY KEY (writer, number));
CREATE INDEX ix_commits_at ON commits (at);
CREATE TABLE facts (
  name VARCHAR(120) NOT NULL, value TEXT NOT NULL, signature BYTES NOT NULL, PRIMARY KEY (name))
"""


def upgrade() -> None:
    """Create every table of the log."""
    data = "BYTEA" if op.get_bind().dialect.name == "postgresql" else "BLOB"
    for statement in TABLES.replace("BYTES", data).split(";"):
        op.execute(statement)
