"""A small typed client for the API, for programs and tests; it needs httpx, which the package itself does not."""

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Final, NamedTuple, Self, TypeVar

import msgspec

from mississippi_stud.cards import parse
from mississippi_stud.errors import InputError
from mississippi_stud.floor import DealRecord, View, Wager, check_deal, deck, seed_commitment
from mississippi_stud.web.problems import Problem
from mississippi_stud.web.shapes import (
    AdviceAnswer,
    BetAllRequest,
    BetRequest,
    BookLine,
    ClauseLine,
    Command,
    CommandRequest,
    CommitSeedRequest,
    CurrentTable,
    Decision,
    FoldRequest,
    NewTable,
    PlaceWagersRequest,
    PlayRequest,
    ProofAnswer,
    RoundLine,
    RoundSteps,
    ShareLink,
)

if TYPE_CHECKING:
    import httpx

_T = TypeVar("_T")
_JSON: Final = {"Content-Type": "application/json"}


class ApiError(Exception):
    """The server answered with a problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


class NotProvedError(InputError):
    """The server's account of a deal differs from what it committed to earlier, or the cards do not follow from it."""


class RoundEvidence(NamedTuple):
    """What the client knows about a round from before its cards were dealt; the server can no longer change it."""

    commitment: str
    """The first commitment shown for this round."""
    deals: tuple[tuple[str, int], ...]
    """The destination of each card, in the order in which they leave the deck."""
    seed: str | None = None
    """The guest's own seed; None if this client did not have the cards dealt."""


class Client:
    """One guest and their own table under a book.

    `http` is an `httpx.Client` whose base URL is the server's; its cookies say who the guest is.
    """

    def __init__(self, http: "httpx.Client", book: str = "online") -> None:
        self.http = http
        self.kept: dict[int, RoundEvidence] = {}
        """By the number of the round."""
        self.shown: dict[int, dict[tuple[str, int, int], set[int]]] = {}
        """Every card ever shown in a round, by position."""
        self.table = self._took(self._send("POST", "/api/tables", NewTable(book), CurrentTable))

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
        return f"/api/tables/{self.table.id}"

    @property
    def position(self) -> int:
        """The guest's own seat."""
        return self.table.view.own[0]

    @property
    def round(self) -> View:
        """The open round, or the last one."""
        assert self.table.view.round is not None, "no round has been opened yet"  # noqa: S101
        return self.table.view.round

    @property
    def wagers(self) -> dict[Wager, int]:
        """The guest's own wagers in the current round."""
        return next(dict(hand.wagers_cents) for hand in self.round.hands if hand.position == self.position)

    def _took(self, table: CurrentTable) -> CurrentTable:
        self.table, view = table, table.view
        self.kept.setdefault(view.committed, RoundEvidence(view.commitment, view.deals))
        for place, card in _shown(view.round) if view.round is not None else ():
            self.shown.setdefault(view.number, {}).setdefault(place, set()).add(card)
        return table

    def look(self) -> CurrentTable:
        """Fetch the table as it is now."""
        return self._took(self._send("GET", self._path, None, CurrentTable))

    def do(self, command: Command, command_id: str | None = None) -> CurrentTable:
        """Carry out a command, under a given id if it may have to be sent again."""
        asked = CommandRequest(id=command_id or secrets.token_hex(12), command=command)
        return self._took(self._send("POST", f"{self._path}/commands", asked, CurrentTable))

    def deal(self, wagers: Mapping[Wager, int], seed: str | None = None, command_id: str | None = None) -> CurrentTable:
        """Place the wagers and have the cards dealt; commitment and seed are stored before anything is sent."""
        seed = self._published(secrets.token_hex(12) if seed is None else seed)
        view = self.table.view
        self.kept[view.committed] = self.kept[view.committed]._replace(seed=seed, deals=view.deals)
        command = PlaceWagersRequest(position=self.position, wagers=dict(wagers), seed=seed, commitment=view.commitment)
        return self.do(command, command_id)

    def _published(self, seed: str) -> str:
        """Return the seed if it may be revealed, else "": at a table for several, its hash is published first."""
        if self.table.view.positions == 1:
            return seed
        digest = seed_commitment(seed)
        seats = self.do(CommitSeedRequest(position=self.position, seed_hash=digest)).view.seats
        return seed if any(seat.position == self.position and seat.seed_hash == digest for seat in seats) else ""

    def prove(self, number: int) -> ProofAnswer:
        """Return the proof of a round's deal, checked against what was stored before it.

        Raises `NotProvedError` if the two differ, or if nothing was stored.
        """
        proof, kept = self.proof(number), self.kept.get(number)
        if kept is None or kept.seed is None:
            raise NotProvedError("proof-nothing-kept", round=number)
        if proof.commitment != kept.commitment:
            raise NotProvedError("proof-commitment", round=number)
        if proof.seeds.get(self.position) != kept.seed:
            raise NotProvedError("proof-seed", round=number)
        if proof.round_id != f"table:{self.table.id}#{number}":
            raise NotProvedError("proof-other-round", round=number)
        seeds = tuple(seed for _, seed in sorted(proof.seeds.items()))
        try:
            secret = bytes.fromhex(proof.secret)
            check_deal(DealRecord(proof.round_id, kept.commitment, secret, seeds, parse(proof.cards)))
        except InputError as error:
            raise NotProvedError(error.code, **error.params) from None
        except ValueError as error:
            raise NotProvedError("proof-unreadable", round=number, error=error) from None
        dealt = Counter[tuple[str, int]]()
        going = (place for place in kept.deals if place[0] != "hole" or place[1] in proof.seeds)
        for place, card in zip(going, deck(secret, seeds, proof.round_id), strict=False):
            if not self.shown.get(number, {}).get((*place, dealt[place]), set()) <= {card}:
                raise NotProvedError("proof-cards", round=number)
            dealt[place] += 1
        return proof

    def bet(self, times: int) -> CurrentTable:
        """Bet a multiple of the ante on the open street."""
        return self.do(
            PlayRequest(
                do=BetRequest(position=self.position, cents=times * self.wagers[Wager.ANTE]), turn=self.table.view.turn
            )
        )

    def bet_all(self) -> CurrentTable:
        """Bet the most on every street that is left."""
        return self.do(PlayRequest(do=BetAllRequest(position=self.position), turn=self.table.view.turn))

    def fold(self) -> CurrentTable:
        """Give up the hand."""
        return self.do(PlayRequest(do=FoldRequest(position=self.position), turn=self.table.view.turn))

    def more_money(self) -> CurrentTable:
        """Ask for more play money, when little is left."""
        return self._took(self._send("POST", f"{self._path}/money", None, CurrentTable))

    def advice(self) -> AdviceAnswer:
        """Return the value of each choice now."""
        return self._send("GET", f"{self._path}/advice", None, AdviceAnswer)

    def rounds(self, limit: int = 50, before: int | None = None) -> list[RoundLine]:
        """Return the last rounds first."""
        more = "" if before is None else f"&before={before}"
        return self._send("GET", f"{self._path}/rounds?limit={limit}{more}", None, list[RoundLine])

    def history(self, **wanted: str | int) -> list[RoundLine]:
        """The guest's last rounds first, at all tables; `book`, `result`, `since`, `until`, `limit`."""
        asked = "&".join(f"{name}={value}" for name, value in wanted.items())
        return self._send("GET", f"/api/rounds?{asked}", None, list[RoundLine])

    def share(self, number: int) -> ShareLink:
        """The link by which anybody sees a round that is over."""
        return self._send("POST", f"{self._path}/rounds/{number}/share", None, ShareLink)

    def recall(self, number: int) -> RoundSteps:
        """Return a round, step by step."""
        return self._send("GET", f"{self._path}/rounds/{number}", None, RoundSteps)

    def proof(self, number: int) -> ProofAnswer:
        """Return what the server offers as proof of the deal of a finished round; `prove` checks it."""
        return self._send("GET", f"{self._path}/rounds/{number}/proof", None, ProofAnswer)

    def review(self, number: int) -> list[Decision]:
        """Return what the decisions of a round lost."""
        return self._send("GET", f"{self._path}/rounds/{number}/review", None, list[Decision])

    def books(self) -> list[BookLine]:
        """Return the rule books."""
        return self._send("GET", "/api/books", None, list[BookLine])

    def clauses(self, book: str) -> list[ClauseLine]:
        """Return the clauses of a book."""
        return self._send("GET", f"/api/books/{book}/clauses", None, list[ClauseLine])


def _shown(state: View) -> Iterator[tuple[tuple[str, int, int], int]]:
    """Yield every card that a round shows, by position."""
    places = {("hole", hand.position): hand.hole for hand in state.hands}
    places |= {("community", place): (card,) for place, card in enumerate(state.community)}
    places |= {("bonus", place): (card,) for place, card in enumerate(state.bonus_cards)}
    for (name, place), cards in places.items():
        yield from (((name, place, nth), card) for nth, card in enumerate(cards) if card is not None)
