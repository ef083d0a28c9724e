"""Guests: every visitor gets a name and is recognised by a signed cookie; nothing is asked of them."""

import secrets
import time
from functools import lru_cache
from typing import Any, Final

from itsdangerous import BadSignature, URLSafeTimedSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

COOKIE: Final = "mstud_guest"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""The cookie's name if the site has TLS: browsers accept it only from this host, and only over TLS."""
GUEST: Final = "guest-"
"""The prefix of guests' names."""
YEAR_SECONDS: Final = 365 * 24 * 3600
VERIFIED_MAX: Final = 10_000

Connection = ASGIConnection[Any, Any, Any, Any]


def is_secure(connection: Connection) -> bool:
    """Return whether the client uses TLS, to us or to a trusted proxy."""
    return connection.scope["scheme"] in ("https", "wss")


class Guests:
    """Issues guests' names and recognises them for a year after their last visit."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="mississippi-stud guest")
        self._verified = lru_cache(VERIFIED_MAX)(self._verify)
        """The same for cookies that came before: a socket is asked for its own again and again."""

    def known(self, connection: Connection) -> str | None:
        """Return the guest that a request comes from, if its cookie is ours; over TLS the plain cookie is ignored."""
        cookie = connection.cookies.get(SECURE_COOKIE if is_secure(connection) else COOKIE)
        if cookie is None:
            return None
        try:
            name, until = self._verified(cookie)
        except BadSignature:
            return None
        return name if isinstance(name, str) and time.time() <= until else None

    def _verify(self, cookie: str) -> tuple[Any, int]:
        """Return what a cookie of ours says, and until when it does, in seconds since 1970."""
        name, signed_at = self._signer.loads(cookie, max_age=YEAR_SECONDS, return_timestamp=True)
        return name, int(signed_at.timestamp()) + YEAR_SECONDS

    def new(self) -> str:
        """Return a name for a new guest."""
        return f"{GUEST}{secrets.token_hex(8)}"

    def cookie(self, name: str, connection: Connection) -> Cookie:
        """Return the cookie by which a guest is recognised."""
        secure = is_secure(connection)
        return Cookie(
            key=SECURE_COOKIE if secure else COOKIE,
            value=str(self._signer.dumps(name)),
            max_age=YEAR_SECONDS,
            httponly=True,
            samesite="strict",
            secure=secure,
        )
