"""A dictionary with a maximum size."""

from typing import TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


class BoundedDict(dict[_K, _V]):
    """Keeps the latest entries and drops those stored longest ago. Nothing may depend on what it has dropped.

    >>> kept = BoundedDict(2)
    >>> for name in ("a", "b", "a", "c"):
    ...     kept[name] = name.upper()
    >>> dict(kept)
    {'a': 'A', 'c': 'C'}
    """

    def __init__(self, at_most: int) -> None:
        super().__init__()
        self.at_most = at_most

    def __setitem__(self, key: _K, value: _V) -> None:
        """Store an entry as the latest, and drop the oldest if there is no room."""
        self.pop(key, None)
        super().__setitem__(key, value)
        while len(self) > self.at_most:
            del self[next(iter(self))]
