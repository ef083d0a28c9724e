"""The store: the log and the ledger on SQLite and PostgreSQL."""
