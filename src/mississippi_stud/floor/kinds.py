"""The kinds of streams that this floor has. A new one is one more entry here."""

from typing import Final

from mississippi_stud.floor.accounts import ACCOUNTS, SWITCHES
from mississippi_stud.floor.meters import METERS
from mississippi_stud.floor.streams import Streams
from mississippi_stud.floor.tables import TABLES

STREAMS: Final = Streams((TABLES, METERS, ACCOUNTS, SWITCHES))
