"""The event log, the ledger and the projections, on SQLite or PostgreSQL. The store knows streams, not games.

Whatever it acknowledges is durable; whatever is hidden is sealed.
"""

from mississippi_stud.store.database import Database, OldFormat, StoreError
from mississippi_stud.store.entries import Append, NewEvent, StreamPart, Success
from mississippi_stud.store.keys import Keys
from mississippi_stud.store.log import StoredEvent

__all__ = ["Append", "Database", "Keys", "NewEvent", "OldFormat", "StoreError", "StoredEvent", "StreamPart", "Success"]
