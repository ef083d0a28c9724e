"""What a server allows to each client and to all of them together, and how it counts (decision 131)."""

import secrets
import time
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from multiprocessing import get_context
from typing import Final

import msgspec

from mississippi_stud.errors import InputError

LOOPBACK: Final = ("127.0.0.0/8", "::1")
_CELLS: Final = 1 << 16
_HALF: Final = (1 << 32) - 1
_ADDRESS_MAX: Final = 64
_PREFIX: Final = 64
"""The part of an IPv6 address that identifies its owner; a client chooses the rest."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a server allows and whom it trusts; the numbers are set by `mstud serve --limit NAME=NUMBER`."""

    requests_a_second: int = 50
    guests_a_minute: int = 60
    """New guests from one client; each one stays in the log for ever."""
    header_seconds: int = 10
    body_seconds: int = 10
    answer_seconds: int = 30
    """How long a client may leave an answer unread."""
    idle_seconds: int = 20
    connections: int = 1000
    """Of all clients together, per process; likewise live views."""
    connections_a_client: int = 256
    live_views: int = 1000
    live_views_a_client: int = 256
    live_views_a_person: int = 16
    topics: int = 16_000
    """Shown beyond those that every live view has of its own; of all clients together, per process."""
    topics_a_client: int = 4096
    away_seconds: int = 5
    """A player at a table of several is shown as away after this long without a live view."""
    table_days: int = 90
    """A guest's table is closed after this long without a visit."""
    proxies: tuple[str, ...] = ()
    """Proxies whose word on the client's address and scheme is trusted."""
    hosts: tuple[str, ...] = ()
    """The names that the server answers to, besides addresses and localhost; "*" for all."""
    metrics_from: tuple[str, ...] = LOOPBACK
    metrics_token: str = ""


DEFAULT: Final = Settings()


def settings(numbers: Iterable[str], **others: Sequence[str] | str) -> Settings:
    """Parse settings such as "connections=500"; networks and names come by field."""
    names = {
        field.name.replace("_", "-"): field.name for field in msgspec.structs.fields(Settings) if field.type is int
    }
    chosen: dict[str, object] = {}
    for word in numbers:
        name, _, number = word.partition("=")
        if name not in names or not number.isascii() or not number.isdecimal() or not 0 < int(number) <= _HALF:
            raise InputError("limit-bad", text=word, names=names)
        chosen[names[name]] = int(number)
    given = {name: tuple(value) if not isinstance(value, str) else value for name, value in others.items()}
    made = msgspec.convert(chosen | given, Settings)
    for networks in (made.proxies, made.metrics_from):
        Networks(networks)
    return made


class Networks:
    """A set of addresses and networks."""

    def __init__(self, named: Iterable[str]) -> None:
        try:
            self._networks = tuple(ip_network(each) for each in named)
        except ValueError as error:
            raise InputError("network-bad", error=error) from None

    def __contains__(self, address: str) -> bool:
        found = address_of(address)
        return found is not None and any(found in network for network in self._networks)


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address, taking the IPv4 address inside it if there is one; None if the text is not an address."""
    return _address(text) if len(text) <= _ADDRESS_MAX else None  # keep nothing that a client made up


@lru_cache(4096)
def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def client_name(address: str) -> str:
    """Return the name under which a client is counted: its address, or the network of its IPv6 address."""
    found = address_of(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, _PREFIX), strict=False))
    return str(found or address)


class TopicPool:
    """The topics that the live views of a process show beyond their own, by client (decision 510)."""

    def __init__(self, allowed: Settings) -> None:
        self.topics_a_client = allowed.topics_a_client
        self._topics = allowed.topics
        self._taken = Counter[str]()

    def take(self, client: str) -> bool:
        """Take room for one more topic of a client; return whether there was any."""
        if self._taken[client] >= self.topics_a_client or self._taken.total() >= self._topics:
            return False
        self._taken[client] += 1
        return True

    def give_back(self, client: str) -> None:
        """Make room again."""
        self._taken[client] -= 1
        if not self._taken[client]:
            del self._taken[client]


class Tally:
    """How often each client has come in the current span of time, shared between processes if there are several.

    A cell holds the span and its count. Clients share a cell only by chance, because nobody knows the key of the hash.
    Nothing is locked: two processes that count one client in the same microsecond may count once.
    """

    def __init__(self, most: int, seconds: int = 1, *, shared: bool = False) -> None:
        self._most = most
        self._span_ns = seconds * 1_000_000_000
        self._key = secrets.token_bytes(16)
        self._cells = get_context("spawn").RawArray("Q", _CELLS) if shared else array("Q", bytes(8 * _CELLS))

    def is_over(self, client: str, weight: int = 1) -> bool:
        """Count a client once more, or `weight` times, and return whether it has exceeded its limit."""
        digest = blake2b(client.encode(errors="replace"), key=self._key, digest_size=4).digest()
        cell = int.from_bytes(digest, "big") % _CELLS
        span, held = time.time_ns() // self._span_ns & _HALF, self._cells[cell]
        count = (held & _HALF) + weight if held >> 32 == span else weight
        self._cells[cell] = span << 32 | min(count, _HALF)
        return count > self._most


class Tallies:
    """The tallies of each client; `shared` between several processes."""

    def __init__(self, allowed: Settings, *, shared: bool = False) -> None:
        self.requests = Tally(allowed.requests_a_second, shared=shared)
        self.files = Tally(10 * allowed.requests_a_second, shared=shared)
        """Static files: a page needs a dozen of them."""
        self.guests = Tally(allowed.guests_a_minute, 60, shared=shared)
