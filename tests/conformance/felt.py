"""The felt of a table for several people as its page has it, without a browser: for the clauses about the layout."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

from tests.web.cast import GUEST, Caller

from mississippi_stud.floor import Floor
from mississippi_stud.web.app import create_app
from mississippi_stud.web.limits import DEFAULT


class Felt:
    """A table that two people share, as the first of them sees it."""

    def __init__(self, caller: Caller, floor: Floor, book: str, seats: int) -> None:
        self.caller, self.floor, self.sent = caller, floor, 0
        self.cookies: list[dict[str, str]] = []
        self.path = "/api/tables"
        self._enter(self.path, {"book": book, "seats": seats, "id": "the-table-1"})
        self._enter(f"{self.path}/seats", {"position": 2, "id": "the-second-seat"})

    def _enter(self, path: str, body: dict[str, Any]) -> None:
        reply = self.caller.ask("POST", path, {}, body)
        assert reply.status == 201, reply
        self.cookies.append({GUEST: reply.headers["set-cookie"].partition("=")[2].partition(";")[0]})
        self.id = reply.problem["id"]
        self.path = f"/api/tables/{self.id}"

    def do(self, command: str, position: int = 1, **fields: Any) -> dict[str, Any]:
        """Give a command as one of the two."""
        self.sent += 1
        body = {"id": f"command-{self.sent}", "command": {"command": command, "position": position, **fields}}
        reply = self.caller.ask("POST", f"{self.path}/commands", self.cookies[position - 1], body)
        assert reply.status == 200, reply
        return reply.problem

    def deal(self, **wagers: int) -> None:
        """Wager the same at both seats; the cards are dealt."""
        for position in (1, 2):
            commitment = self.seen["view"]["commitment"]
            self.do("place_wagers", position, wagers=wagers, commitment=commitment)

    def fold(self) -> None:
        """Fold at the first seat."""
        self.sent += 1
        decision = {"command": "play", "do": {"command": "fold", "position": 1}}
        body = {"id": f"command-{self.sent}", "command": decision}
        assert self.caller.ask("POST", f"{self.path}/commands", self.cookies[0], body).status == 200

    @property
    def seen(self) -> dict[str, Any]:
        return dict(self.caller.ask("GET", self.path, self.cookies[0]).problem)

    @property
    def areas(self) -> list[str]:
        """The inscriptions of the wager areas, in order."""
        seen = self.seen
        return [_capital(seen["labels"][area["wager"]]) for area in seen["view"]["areas"]]

    @property
    def streets(self) -> list[str]:
        """The inscriptions of the areas for community cards, which are those of the streets' wagers."""
        seen = self.seen
        return [_capital(seen["labels"][each["wager"]]) for each in seen["view"]["areas"] if each["kind"] == "street"]

    @property
    def notes(self) -> dict[str, str]:
        """What is told now, by clause."""
        return {note["clause"]: note["text"] for note in self.seen["notes"]}

    @property
    def page(self) -> str:
        """The words of the page, with what stands beside the felt."""
        reply = self.caller.ask("GET", f"/table/{self.id}", self.cookies[0], accept="text/html")
        assert reply.status == 200
        return " ".join(unescape(re.sub(r"<script.*?</script>|<[^>]+>", " ", reply.body.decode(), flags=re.S)).split())

    @property
    def words(self) -> dict[str, Any]:
        """What the page's scripts are given."""
        reply = self.caller.ask("GET", f"/table/{self.id}", self.cookies[0], accept="text/html")
        found = re.search(r'id="words">(.*?)</script>', reply.body.decode(), flags=re.S)
        assert found is not None
        return dict(json.loads(found[1]))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@contextmanager
def felt(book: str, seats: int = 3) -> Iterator[Felt]:
    """Open a table with friends on a site of its own."""
    with Floor.in_memory() as floor:
        caller = Caller(create_app(floor, "a secret of the tests", DEFAULT))
        try:
            yield Felt(caller, floor, book, seats)
        finally:
            caller.close()
