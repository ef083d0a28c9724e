"""Guests: whoever comes is somebody, known again by a signed cookie; nothing is asked of them."""

import secrets
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

COOKIE: Final = "mstud_guest"
YEAR_SECONDS: Final = 365 * 24 * 3600


class Guests:
    """Gives out guests' names and knows them again."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="mississippi-stud guest")

    def known(self, connection: ASGIConnection) -> str | None:  # type: ignore[type-arg]
        """The guest that a request comes from, if its cookie is ours."""
        cookie = connection.cookies.get(COOKIE)
        if cookie is None:
            return None
        try:
            name = self._signer.loads(cookie)
        except BadSignature:
            return None
        return name if isinstance(name, str) else None

    def new(self) -> str:
        """A name for a new guest."""
        return f"guest-{secrets.token_hex(8)}"

    def cookie(self, name: str, *, secure: bool) -> Cookie:
        """The cookie by which a guest is known again."""
        return Cookie(
            key=COOKIE,
            value=str(self._signer.dumps(name)),
            max_age=YEAR_SECONDS,
            httponly=True,
            samesite="strict",
            secure=secure,
        )
