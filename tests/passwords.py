"""Passwords that cost little to check: what they cost for real is tested once, and would make the tests slow."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from argon2 import PasswordHasher

from mississippi_stud.floor import signin

_CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@contextmanager
def cheap_passwords() -> Iterator[None]:
    """Hash passwords with as little work as Argon2 allows, the one that nobody knows too."""
    with patch.object(signin, "_hasher", lambda: _CHEAP), patch.object(signin, "_DUMMY", _CHEAP.hash("nobody's")):
        yield
