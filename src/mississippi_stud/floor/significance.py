"""What makes an event significant to whoever runs the floor, and what a person altered by it.

Each kind of stream says so of its own events, in `Kind.significant`; `history.occurrences` reads them from the log. The
sentences are in `prose.operation`, by code.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from mississippi_stud.money import Cents

S = TypeVar("S")
E = TypeVar("E")


class Alteration(NamedTuple):
    """What a person changed: why, and the values before and after, by name. The actor is who, unless named."""

    why: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    who: str = ""

    @property
    def differing(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The values that are no longer the same, before and after."""
        names = [name for name in {**self.before, **self.after} if self.before.get(name) != self.after.get(name)]
        return {name: self.before.get(name) for name in names}, {name: self.after.get(name) for name in names}


class Finding(NamedTuple):
    """Why an event is significant: the code of its sentence, the values in it and, if it is one, the alteration."""

    code: str
    params: Mapping[str, Any] = {}
    alteration: Alteration | None = None


@dataclass(frozen=True, kw_only=True)
class Occurrence(Generic[S, E]):
    """An event of the past, with what its kind may need to judge it."""

    event: E
    large_win_cents: Cents
    """What one hand must win in a round for that to be significant."""
    fold: Callable[[], tuple[S | None, S]]
    """Returns the states of the stream before and after the event; that takes time, so it is done only if needed."""
    beside: Callable[[], Sequence[Any]]
    """Returns every event that the same command wrote, in whatever stream."""


Judge = Callable[[Occurrence[Any, Any]], Finding | None]
"""Returns what is significant about an event; None if nothing is."""
