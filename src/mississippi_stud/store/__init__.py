"""The event log, the ledger and projections, on SQLite or PostgreSQL: it knows streams, not games.

What is acknowledged is kept, what is hidden is sealed.
"""

from mississippi_stud.store.database import Database, OldFormat, StoreError
from mississippi_stud.store.entries import Append, Done, NewEvent, Part
from mississippi_stud.store.keys import Keys
from mississippi_stud.store.log import Record

__all__ = ["Append", "Database", "Done", "Keys", "NewEvent", "OldFormat", "Part", "Record", "StoreError"]
