"""What is not yet public, sealed so that its length tells nothing: padded by what anybody may know, then encrypted."""

from typing import Final

from mississippi_stud.store.keys import Keys

_STEP: Final = 256
_ROOM: Final = 192
"""How much longer than its public part the hidden part of an event may be."""
_SNAPSHOT_STEP: Final = 1024


def seal_event(keys: Keys, stream: str, version: int, payload: bytes, hidden: bytes) -> bytes:
    """The hidden part of an event, bound to its place; the length depends on the public part alone."""
    size = -(-(len(payload) + _ROOM) // _STEP) * _STEP
    if len(hidden) > size:
        raise ValueError(f"the hidden part of event {version} of {stream} has {len(hidden)} bytes, and room for {size}")
    return keys.seal(hidden.ljust(size), f"event {stream} {version}".encode())


def unseal_event(keys: Keys, stream: str, version: int, sealed: bytes) -> bytes:
    """The hidden part of an event as it was before sealing."""
    return keys.unseal(sealed, f"event {stream} {version}".encode()).rstrip(b" ")


def seal_snapshot(keys: Keys, stream: str, version: int, state: bytes) -> bytes:
    """A state, sealed, so that a long stream opens at once; it can always be thrown away."""
    size = -(-len(state) // _SNAPSHOT_STEP) * _SNAPSHOT_STEP
    return keys.seal(state.ljust(size), f"snapshot {stream} {version}".encode())


def unseal_snapshot(keys: Keys, stream: str, version: int, sealed: bytes) -> bytes:
    """A state as it was before sealing."""
    return keys.unseal(sealed, f"snapshot {stream} {version}".encode()).rstrip(b" ")
