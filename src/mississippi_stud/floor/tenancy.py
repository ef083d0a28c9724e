"""Which house a table and its meters belong to (decision 194)."""

import re
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.table.state import TableTerms

PREFIX: Final = "house:"
PLAY: Final = "play"
"""The house of the guests: it needs no owner and no setting."""
SOLO: Final = "solo-"
"""How the names of the meters of the guests' own tables begin; no house is called so."""
NAME: Final = re.compile(rf"(?!{SOLO})[a-z0-9][a-z0-9-]{{0,39}}")


def stream_of(name: str) -> str:
    """Return the name of a house's stream."""
    if not NAME.fullmatch(name):
        raise InputError("house-name", name=name)
    return PREFIX + name


def house_of(meters: str) -> str:
    """Return the house that meters belong to: ``club`` and ``club.crown`` are of the club.

    Those of the guests' own tables are of the guests' house.
    """
    return PLAY if not meters or meters.startswith(SOLO) else meters.partition(".")[0]


def house_at(table: TableTerms) -> str:
    """Return the house of a table: the one that it names or, if it names none, that of its meters."""
    return table.house or house_of(table.meters)
