"""The HTTP API of the solo game."""

import asyncio
from hashlib import sha256
from typing import Annotated, Any, Final, TypeVar
from weakref import WeakValueDictionary

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State as AppState
from litestar.exceptions import ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Act, Begin, Command, DealCards, Floor, MovedOn, Place, Wager, Withdraw
from mississippi_stud.money import Cents
from mississippi_stud.round.legal import legal
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Phase, State
from mississippi_stud.round.view import Role, view
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.load import BOOKS, content_hash, leaves, rulebook
from mississippi_stud.store import log
from mississippi_stud.store.database import StoreError
from mississippi_stud.web import practice, recall, shapes
from mississippi_stud.web.guests import Guests
from mississippi_stud.web.problems import Complaint, Problem
from mississippi_stud.web.shapes import (
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
    Value,
    Wagered,
)
from mississippi_stud.web.words import language_of

_T = TypeVar("_T")

START_CENTS: Final = Cents(1_000_00)
"""The play money that a guest begins with, and gets again when it is gone."""

MORE_BELOW_CENTS: Final = Cents(100_00)
"""Whoever has less may have another start's worth."""

GameId = Annotated[str, PathParameter(pattern="^[0-9a-f]{32}$", description="The id of a game.")]
Number = Annotated[int, PathParameter(ge=1, le=1_000_000_000, description="The number of a round in its game.")]
BookId = Annotated[str, PathParameter(description="The id of a rule book: nsw, maryland, crown or online.")]
Asking = Request[Any, Any, Any]

_one_at_a_time: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
"""A lock for each game in play: between the look at its version and the command nothing else comes in."""


def _problem(text: str) -> ResponseSpec:
    return ResponseSpec(
        data_container=Problem,
        description=text,
        generate_examples=False,
        media_type="application/problem+json",
    )


_BAD: Final = {400: _problem("It cannot be read."), 429: _problem("Too many requests.")}
_OWN: Final = {**_BAD, 404: _problem("There is no such thing, or it is not yours.")}
_DONE: Final = {
    **_OWN,
    403: _problem("It comes from another site."),
    409: _problem("The rules, or the moment, do not allow it."),
    413: _problem("The body is too large."),
    415: _problem("The body is no JSON."),
    503: _problem("The database is away."),
}
_SENT: Final = {code: said for code, said in _DONE.items() if code != 404}


def floor_of(state: AppState) -> Floor:
    """The floor that the application stands on."""
    floor: Floor = state.floor
    return floor


def guest_of(request: Asking, state: AppState) -> str:
    """The guest that a request comes from; whoever has no game yet is told to open one."""
    guests: Guests = state.guests
    name = guests.known(request)
    if name is None:
        raise Complaint("no-guest", 404)
    return name


def own_game(floor: Floor, name: str, game_id: str) -> str:
    """The stream of a game, if it is this guest's; other people's games are not there for them."""
    stream = f"game:{game_id}"
    try:
        game, _ = floor.games.at_hand(stream)  # who sits down stays
    except StoreError:
        raise
    except InputError:
        game = None
    if game is None or game.player != name:
        raise Complaint("no-game", 404)
    return stream


def now(floor: Floor, stream: str, name: str) -> GameNow:
    """The game as its player sees it."""
    game, version, balance, disabled = floor.look(stream)
    book = floor.book(game.book)
    seen = None if game.round is None else view(book, game.round, Role.PLAYER, name)
    return GameNow(
        id=stream.partition(":")[2],
        version=version,
        book=book.id,
        currency=book.money.currency.value.value,
        balance_cents=balance,
        more_money=balance < MORE_BELOW_CENTS,
        number=game.number,
        commitment=game.commitment,
        view=seen,
        options=legal(book, game.round, 1) if game.round is not None else (),
        playing=game.playing,
        disabled=disabled,
        made=recall.made(seen),
        bonus_made=recall.bonus_made(book, seen),
    )


async def _strict(request: Asking, shape: type[_T]) -> _T:
    """The body once more, to the letter: the framework would take "500" for a number."""
    try:
        return msgspec.json.decode(await request.body(), type=shape)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None


def _named(name: str, command_id: str, part: str = "") -> str:
    """The id of a command in the log: everybody's ids are their own."""
    return sha256(f"{name} {command_id}".encode()).hexdigest()[:48] + part


@post("/games", status_code=201, summary="Open a game", responses=_SENT)
async def open_game(request: Asking, state: AppState, data: JSONBody[NewGame]) -> Response[GameNow]:
    """Open a game for the guest, with play money; the first one makes the guest. Asked again, it is the same game."""
    guests: Guests = state.guests
    data = await _strict(request, NewGame)
    name = guests.known(request) or guests.new()
    floor = floor_of(state)

    def opened() -> GameNow:
        stream = floor.open_game(name, data.book, command_id=f"{name} solo")
        floor.deposit(name, START_CENTS, command_id=f"{name} start")
        if floor.game(stream).round is None:
            floor.send(stream, Begin(), command_id=f"{name} first", actor=name)
        return now(floor, stream, name)

    found = await asyncio.to_thread(opened)
    return Response(found, status_code=201, cookies=[guests.cookie(name, secure=request.url.scheme == "https")])


@get("/games/{game_id:str}", summary="A game as its player sees it", responses=_OWN)
async def show_game(request: Asking, state: AppState, game_id: GameId) -> GameNow:
    """The version, the view, what may be done now, the balance."""
    name, floor = guest_of(request, state), floor_of(state)
    return await asyncio.to_thread(lambda: now(floor, own_game(floor, name, game_id), name))


@post("/games/{game_id:str}/commands", status_code=200, summary="Do something in a game", responses=_DONE)
async def command_game(request: Asking, state: AppState, game_id: GameId, data: JSONBody[Asked]) -> GameNow:
    """Carry out a command; the answer is the game after it."""
    name, floor = guest_of(request, state), floor_of(state)
    data = await _strict(request, Asked)
    command_id = _named(name, data.id)
    command = Act(do=data.command.do) if isinstance(data.command, shapes.Act) else data.command

    def done() -> GameNow:
        stream = own_game(floor, name, game_id)
        try:
            floor.send(stream, command, command_id=command_id, actor=name, seen=data.version or None)
        except MovedOn:
            raise Complaint("moved-on", 409) from None
        return now(floor, stream, name)

    async with _one_at_a_time.setdefault(game_id, asyncio.Lock()):
        return await asyncio.to_thread(done)


@post("/games/{game_id:str}/deal", status_code=200, summary="Wager and deal", responses=_DONE)
async def deal_game(request: Asking, state: AppState, game_id: GameId, data: JSONBody[Wagered]) -> GameNow:
    """Begin a round if none is open, place the wagers and deal; if a wager is refused, none is left on the table."""
    name, floor = guest_of(request, state), floor_of(state)
    data = await _strict(request, Wagered)

    def done() -> GameNow:
        stream = own_game(floor, name, game_id)
        try:
            _wager_and_deal(floor, stream, name, data)
        except MovedOn:
            raise Complaint("moved-on", 409) from None
        return now(floor, stream, name)

    async with _one_at_a_time.setdefault(game_id, asyncio.Lock()):
        return await asyncio.to_thread(done)


def _wager_and_deal(floor: Floor, stream: str, name: str, data: Wagered) -> None:
    begun, dealt = _named(name, data.id, ".begun"), _named(name, data.id, ".deal")
    known = log.known_commands(floor.database, [begun, dealt])
    if dealt in known:
        return
    game, version = floor.games.now(stream)
    again = begun in known  # the database went away in the middle, and is back
    if not game.playing if again else data.version not in (0, version):
        raise Complaint("moved-on", 409)
    placed = _stakes(game.round) if game.playing else {}
    book = floor.book(game.book)
    wanted = {Wager.ANTE: data.ante_cents, Wager.THREE_CARD_BONUS: data.bonus_cents}
    if floor.balance(name) + sum(placed.values()) < sum(wanted.values()):
        raise Refused("insufficient-funds", book.limits.cannot_fund.clause)
    first = iter(() if again else (begun,))

    def send(command: Command, command_id: str | None = None) -> None:
        nonlocal version
        named = command_id or next(first, None)
        version = floor.send(stream, command, command_id=named, actor=name, seen=version).version

    if not game.playing:
        send(Begin())
    for wager in reversed(list(placed)):
        if placed[wager] != wanted[wager]:
            send(Act(do=Withdraw(position=1, wager=wager)))
            del placed[wager]
    try:
        for wager, amount in wanted.items():
            if wager not in placed and (amount or wager is Wager.ANTE):
                send(Act(do=Place(position=1, wager=wager, cents=amount)))
                placed[wager] = Cents(amount)
    except Refused:
        for wager in reversed(list(placed)):
            send(Act(do=Withdraw(position=1, wager=wager)))
        raise
    send(DealCards(seed=data.seed), dealt)


def _stakes(state: State | None) -> dict[Wager, Cents]:
    if state is None or state.phase is not Phase.BETTING:
        return {}
    return {wager: stake.cents for wager, stake in state.hands[1].stakes.items()}


@post("/games/{game_id:str}/money", status_code=200, summary="More play money", responses=_DONE)
async def more_money(request: Asking, state: AppState, game_id: GameId) -> GameNow:
    """Another start's worth of play money, for whoever has little left."""
    name, floor = guest_of(request, state), floor_of(state)

    def given() -> GameNow:
        stream = own_game(floor, name, game_id)
        balance = floor.balance(name)
        if balance >= MORE_BELOW_CENTS:
            raise Complaint("enough-money", 409, balance=balance, below=MORE_BELOW_CENTS)
        once = f"money {game_id[:16]} {floor.games.version(f'account:{name}')}"
        floor.deposit(name, START_CENTS, command_id=once)
        return now(floor, stream, name)

    async with _one_at_a_time.setdefault(game_id, asyncio.Lock()):
        return await asyncio.to_thread(given)


@get("/games/{game_id:str}/rounds", summary="The rounds of a game", responses=_OWN)
async def list_rounds(
    request: Asking,
    state: AppState,
    game_id: GameId,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    before: Annotated[int | None, QueryParameter(ge=1, le=1_000_000_000)] = None,
) -> list[RoundLine]:
    """The last rounds first."""
    name, floor = guest_of(request, state), floor_of(state)
    return await asyncio.to_thread(lambda: recall.rounds_of(floor, own_game(floor, name, game_id), limit, before))


@get("/games/{game_id:str}/rounds/{number:int}", summary="A round, step by step", responses=_OWN)
async def show_round(request: Asking, state: AppState, game_id: GameId, number: Number) -> RoundSteps:
    """Every step of a round as it was shown."""
    name, floor = guest_of(request, state), floor_of(state)
    return await asyncio.to_thread(lambda: recall.recalled(floor, own_game(floor, name, game_id), number, name))


@get(
    "/games/{game_id:str}/rounds/{number:int}/proof",
    summary="What proves a deal",
    responses={**_OWN, 409: _problem("The round is not over.")},
)
async def show_proof(request: Asking, state: AppState, game_id: GameId, number: Number) -> Proof:
    """The commitment, the secret, the seed and the cards of a round that has ended."""
    name, floor = guest_of(request, state), floor_of(state)
    return await asyncio.to_thread(lambda: recall.proof_of(floor, own_game(floor, name, game_id), number))


@get(
    "/games/{game_id:str}/rounds/{number:int}/review",
    summary="What the decisions of a round have lost",
    responses={**_OWN, 409: _problem("The round is not over.")},
)
async def show_review(request: Asking, state: AppState, game_id: GameId, number: Number) -> list[Decision]:
    """Each decision of a round that is over, beside the best one."""
    name, floor, language = guest_of(request, state), floor_of(state), language_of(request)
    return await asyncio.to_thread(lambda: practice.review(floor, own_game(floor, name, game_id), number, language))


@get(
    "/games/{game_id:str}/advice",
    summary="What each choice is worth",
    responses={**_OWN, 409: _problem("There is nothing to decide.")},
)
async def show_advice(request: Asking, state: AppState, game_id: GameId) -> Advice:
    """The exact value of fold and of each bet in antes, the best of them, and why: for practice."""
    name, floor, language = guest_of(request, state), floor_of(state), language_of(request)
    return await asyncio.to_thread(lambda: practice.advice_now(floor, own_game(floor, name, game_id), language))


@get("/books", summary="The rule books", responses=_BAD)
async def list_books() -> list[BookLine]:
    """The four books."""
    return [
        BookLine(
            id=book.id,
            title=book.title,
            version=book.version,
            language=book.language,
            clauses=len(ledger(book.id)),
            hash=content_hash(book),
        )
        for book in map(rulebook, BOOKS)
    ]


def known_book(book: str) -> None:
    """Object to a book that there is not."""
    if book not in BOOKS:
        raise Complaint("no-book", 404, books=", ".join(BOOKS))


@get("/books/{book:str}/clauses", summary="The clauses of a rule book", responses=_OWN)
async def list_clauses(book: BookId) -> list[ClauseLine]:
    """Every clause of a book with its summary and how it is handled."""
    known_book(book)
    return [
        ClauseLine(id=name.partition(" ")[2], en=entry.en, fr=entry.fr, handling=entry.handled.value)
        for name, entry in ledger(book).items()
    ]


@get("/books/{book:str}", summary="The values of a rule book", responses=_OWN)
async def show_book(book: BookId) -> list[Value]:
    """Every value of a book with its clause."""
    known_book(book)
    return [Value(path=leaf.path, value=str(leaf.shown), clause=leaf.ruled.clause) for leaf in leaves(rulebook(book))]


routes = Router(
    path="/api",
    route_handlers=[
        open_game,
        show_game,
        command_game,
        deal_game,
        more_money,
        list_rounds,
        show_round,
        show_proof,
        show_review,
        show_advice,
        list_books,
        show_book,
        list_clauses,
    ],
)
