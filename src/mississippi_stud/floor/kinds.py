"""The kinds of stream on this floor. To add one, add an entry here."""

from typing import Final

from mississippi_stud.floor.accounts import ACCOUNTS, SWITCHES
from mississippi_stud.floor.houses import HOUSES
from mississippi_stud.floor.lessons import LESSONS
from mississippi_stud.floor.meters import METERS
from mississippi_stud.floor.operation import OPERATIONS
from mississippi_stud.floor.persons import PERSONS
from mississippi_stud.floor.promotions import PROMOTIONS
from mississippi_stud.floor.streams import Streams
from mississippi_stud.floor.tables import TABLES
from mississippi_stud.floor.tournaments import TOURNAMENTS

STREAMS: Final = Streams(
    (TABLES, METERS, ACCOUNTS, SWITCHES, PERSONS, HOUSES, OPERATIONS, LESSONS, TOURNAMENTS, PROMOTIONS)
)
