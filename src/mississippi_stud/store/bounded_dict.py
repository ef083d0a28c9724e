"""A dictionary that stays small."""

from typing import TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


class BoundedDict(dict[_K, _V]):
    """What was put in last; what was put in longest ago makes room. Nothing may depend on what it has forgotten.

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
        """Put something in, as the latest."""
        self.pop(key, None)
        super().__setitem__(key, value)
        while len(self) > self.at_most:
            del self[next(iter(self))]
