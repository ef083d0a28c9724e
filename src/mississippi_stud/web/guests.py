"""Guests: whoever comes is somebody, known again by a signed cookie; nothing is asked of them."""

import secrets
from typing import Any, Final

from itsdangerous import BadSignature, URLSafeTimedSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

COOKIE: Final = "mstud_guest"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""Its name where the site has TLS: browsers take it from this very host alone, and over TLS alone."""
GUEST: Final = "guest-"
"""How the names of guests begin."""
YEAR_SECONDS: Final = 365 * 24 * 3600

Connection = ASGIConnection[Any, Any, Any, Any]


def is_secure(connection: Connection) -> bool:
    """Whether the other side speaks TLS, to us or to a proxy whom we trust."""
    return connection.scope["scheme"] in ("https", "wss")


class Guests:
    """Gives out guests' names and knows them again for a year after they came last."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="mississippi-stud guest")

    def known(self, connection: Connection) -> str | None:
        """The guest that a request comes from, if its cookie is ours; over TLS the plain one says nothing."""
        cookie = connection.cookies.get(SECURE_COOKIE if is_secure(connection) else COOKIE)
        if cookie is None:
            return None
        try:
            name = self._signer.loads(cookie, max_age=YEAR_SECONDS)
        except BadSignature:
            return None
        return name if isinstance(name, str) else None

    def new(self) -> str:
        """A name for a new guest."""
        return f"{GUEST}{secrets.token_hex(8)}"

    def cookie(self, name: str, connection: Connection) -> Cookie:
        """The cookie by which a guest is known again."""
        secure = is_secure(connection)
        return Cookie(
            key=SECURE_COOKIE if secure else COOKIE,
            value=str(self._signer.dumps(name)),
            max_age=YEAR_SECONDS,
            httponly=True,
            samesite="strict",
            secure=secure,
        )
