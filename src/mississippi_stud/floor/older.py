"""Events that an earlier program wrote, turned into today's on reading. The log itself is never rewritten.

Whoever changes the shape of an event raises its `schema` and adds here, under the old name and number, what turns the
old JSON into the next: it sets `event` and `schema` anew. There are none yet: the log begins with this format.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

Older = Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]
"""By name and schema number, what turns an event of that shape into one of the next."""

TABLES: Final[Older] = {}
METERS: Final[Older] = {}
ACCOUNTS: Final[Older] = {}
FLOOR: Final[Older] = {}


def today(older: Older, text: bytes) -> bytes:
    """An event's JSON in today's shape, by as many steps as that takes."""
    tree = msgspec.json.decode(text)
    while (step := older.get((tree["event"], tree.get("schema", 1)))) is not None:
        tree = step(tree)
    return msgspec.json.encode(tree)
