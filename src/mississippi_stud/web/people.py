"""People: who a request comes from, a guest by the signed cookie or somebody who has signed in by their session."""

from typing import Final, NamedTuple

from mississippi_stud.floor import Floor
from mississippi_stud.web.guests import Connection, Guests

_VISITOR: Final = "visitor"


class Visitor(NamedTuple):
    """Who a request comes from; `person` is None for somebody who has no table yet."""

    person: str | None
    signed_in: bool = False
    second_factor: bool = False
    """Whether this session began with a passkey, or with a code besides the password."""
    session: str = ""
    """The id of the session, which is no secret; empty for a guest."""


class People:
    """Recognises visitors, once a request."""

    def __init__(self, floor: Floor, guests: Guests) -> None:
        self._floor = floor
        self.guests = guests

    def visitor(self, connection: Connection) -> Visitor:
        """Return who a request comes from."""
        held = connection.scope["state"]
        if _VISITOR not in held:
            held[_VISITOR] = self._recognise(connection)
        visitor: Visitor = held[_VISITOR]
        return visitor

    def known(self, connection: Connection) -> str | None:
        """Return the id of the person that a request comes from, guest or account."""
        return self.visitor(connection).person

    def _recognise(self, connection: Connection) -> Visitor:
        return Visitor(self.guests.known(connection))
