"""A small typed client of the API, for programs and tests; it needs httpx, which the package itself does not."""

import secrets
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self, TypeVar

import msgspec

from mississippi_stud.floor import Begin, Bet, BetAll, DealCards, Fold
from mississippi_stud.web.problems import Problem
from mississippi_stud.web.shapes import (
    Act,
    Advice,
    Asked,
    BookLine,
    ClauseLine,
    Decision,
    GameNow,
    NewGame,
    Proof,
    RoundLine,
    RoundSteps,
    Wagered,
)

if TYPE_CHECKING:
    import httpx

_T = TypeVar("_T")
_JSON: Final = {"Content-Type": "application/json"}


class ApiError(Exception):
    """The server's answer was a problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


class Client:
    """One guest and their solo game.

    `http` is an `httpx.Client` whose base URL is the server's; its cookies say who the guest is.
    """

    def __init__(self, http: "httpx.Client") -> None:
        self.http = http
        self.game = self._send("POST", "/api/games", NewGame(), GameNow)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()

    def _send(self, method: str, path: str, body: msgspec.Struct | None, answer: type[_T]) -> _T:
        content = None if body is None else msgspec.json.encode(body)
        response = self.http.request(method, path, content=content, headers=_JSON)
        if response.is_error:
            raise ApiError(msgspec.json.decode(response.content, type=Problem))
        return msgspec.json.decode(response.content, type=answer)

    @property
    def _path(self) -> str:
        return f"/api/games/{self.game.id}"

    def _took(self, game: GameNow) -> GameNow:
        self.game = game
        return game

    def look(self) -> GameNow:
        """The game as it is now."""
        return self._took(self._send("GET", self._path, None, GameNow))

    def do(self, command: Begin | DealCards | Act, command_id: str | None = None, version: int = 0) -> GameNow:
        """Carry out a command, under an id of one's own if it may have to be sent again."""
        asked = Asked(id=command_id or secrets.token_hex(12), command=command, version=version)
        return self._took(self._send("POST", f"{self._path}/commands", asked, GameNow))

    def deal(self, ante_cents: int, bonus_cents: int = 0, seed: str = "", command_id: str | None = None) -> GameNow:
        """Wager and have the cards dealt."""
        wagered = Wagered(
            id=command_id or secrets.token_hex(12), ante_cents=ante_cents, bonus_cents=bonus_cents, seed=seed
        )
        return self._took(self._send("POST", f"{self._path}/deal", wagered, GameNow))

    def bet(self, times: int) -> GameNow:
        """Bet a multiple of the ante on the open street."""
        assert self.game.view is not None  # noqa: S101
        ante = next(cents for wager, cents in self.game.view.hands[0].wagers_cents.items() if wager == "ante")
        return self.do(Act(do=Bet(position=1, cents=times * ante)))

    def bet_all(self) -> GameNow:
        """Bet the most on every street that is left."""
        return self.do(Act(do=BetAll(position=1)))

    def fold(self) -> GameNow:
        """Give up the hand."""
        return self.do(Act(do=Fold(position=1)))

    def more_money(self) -> GameNow:
        """More play money, when little is left."""
        return self._took(self._send("POST", f"{self._path}/money", None, GameNow))

    def advice(self) -> Advice:
        """What each choice is worth now."""
        return self._send("GET", f"{self._path}/advice", None, Advice)

    def rounds(self, limit: int = 50, before: int | None = None) -> list[RoundLine]:
        """The last rounds first."""
        more = "" if before is None else f"&before={before}"
        return self._send("GET", f"{self._path}/rounds?limit={limit}{more}", None, list[RoundLine])

    def recall(self, number: int) -> RoundSteps:
        """A round, step by step."""
        return self._send("GET", f"{self._path}/rounds/{number}", None, RoundSteps)

    def proof(self, number: int) -> Proof:
        """What proves the deal of a round that has ended."""
        return self._send("GET", f"{self._path}/rounds/{number}/proof", None, Proof)

    def review(self, number: int) -> list[Decision]:
        """What the decisions of a round have lost."""
        return self._send("GET", f"{self._path}/rounds/{number}/review", None, list[Decision])

    def books(self) -> list[BookLine]:
        """The rule books."""
        return self._send("GET", "/api/books", None, list[BookLine])

    def clauses(self, book: str) -> list[ClauseLine]:
        """The clauses of a book."""
        return self._send("GET", f"/api/books/{book}/clauses", None, list[ClauseLine])
