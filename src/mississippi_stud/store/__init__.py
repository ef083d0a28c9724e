"""The event log and the ledger, on SQLite or PostgreSQL: what is acknowledged is kept, what is hidden is sealed."""

from mississippi_stud.store.database import Database, Funds, StoreError
from mississippi_stud.store.entries import Append, Conflict, Done, NewEvent, Repeated
from mississippi_stud.store.keys import Keys
from mississippi_stud.store.log import Record

__all__ = ["Append", "Conflict", "Database", "Done", "Funds", "Keys", "NewEvent", "Record", "Repeated", "StoreError"]
