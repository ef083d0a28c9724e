"""A guest's seat at a table, as the API has it: what is seen from there, and what is done."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from mississippi_stud.cards import rank
from mississippi_stud.floor import (
    BY_FLOOR,
    Answer,
    ExchangeVoucher,
    Floor,
    FundsLeftError,
    LimitKind,
    MeterTerms,
    MissingStreamError,
    Refused,
    Sit,
    SoloGame,
    Table,
    TableView,
    Wager,
    houses,
    newcomer_view,
    open_meter,
)
from mississippi_stud.floor.care import care_of
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.promotion_acts import vouchers_of
from mississippi_stud.floor.tenancy import PLAY, house_at
from mississippi_stud.money import Cents
from mississippi_stud.prose.holdings import so_far
from mississippi_stud.prose.names import amount, percent
from mississippi_stud.prose.reasons import tell_stop
from mississippi_stud.prose.signs import labels, odds, rows
from mississippi_stud.prose.table_notes import NoteLine, notes
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.web.problems import Complaint, Objection
from mississippi_stud.web.relay import Relay
from mississippi_stud.web.shapes import (
    AskReviewRequest,
    Command,
    CurrentTable,
    MeterSign,
    OpenDisputeRequest,
    PlaceWagersRequest,
    PlayRequest,
    TableNote,
    TableVoucher,
    VoucherOffer,
)

START_CENTS: Final = Cents(1_000_00)
"""The play money that a guest starts with, and can get again."""

MORE_BELOW_CENTS: Final = Cents(100_00)
"""A player with less than this may have more play money."""

VOUCHER_CENTS: Final = Cents(25_00)
"""The voucher for promotional tokens that a player finds at a table."""

ROUND_EVENTS_MAX: Final = 200
"""The most events of a round that a player may cause before their changes are refused: recalling it reads them all."""


OPERATOR: Final = "Mississippi Stud"
"""What is printed on the felt at the tables of guests, which are no casino's."""


def places_of(person: str) -> str:
    """Return the name under which it is told that somebody has taken a seat, or joined a line, at a further table."""
    return f"places:{person}"


class FoundTable(NamedTuple):
    """What never changes of a table."""

    stream: str
    book: Rulebook
    content: str
    """The content hash of the book."""
    house: str
    seated: bool
    """Whether they sat there when it was found."""


class PlayerSeat:
    """Somebody's place at a table: their seat, or where they watch from if they were given its link."""

    def __init__(self, floor: Floor, name: str | None, table_id: str, language: str, told: int = 0) -> None:
        self.floor = floor
        self._name = name
        self.table_id = table_id
        self.language = language
        self._told = told
        """The version of the table that they were last shown, by a process that follows it; 0 to ask the database."""

    @cached_property
    def name(self) -> str:
        """The guest; a visitor without a table is told to open one."""
        if self._name is None:
            raise Complaint("no-guest", 404)
        return self._name

    @cached_property
    def _found(self) -> FoundTable:
        with suppress(MissingStreamError):
            table: Table = self.floor.state(self.place, self._told)[0]
            seated = self._name in table.players
            if seated or table.admission.is_open:
                return FoundTable(self.place, self.floor.book(table.book), table.book, table.meters, seated)
        raise self._stranger()

    def _stranger(self) -> Complaint:
        return Complaint("no-guest" if self._name is None else "no-table", 404)

    @property
    def place(self) -> str:
        """The stream of the table that was named, whether or not it is there and theirs."""
        return f"table:{self.table_id}"

    @property
    def stream(self) -> str:
        """The stream of the table at which they sit; other people's tables are not there for them."""
        if not self._found.seated:
            raise self._stranger()
        return self._found.stream

    @property
    def seen(self) -> str:
        """The stream of the table, where they sit or may watch."""
        return self._found.stream

    @property
    def book(self) -> Rulebook:
        """The rule book of the table."""
        return self._found.book

    def now(self) -> CurrentTable:
        """The table as they see it, and what concerns them besides."""
        name = self._name or ""
        view, version, balance, disabled, cared, stack = self.floor.look(self.seen, name)
        house = house_at(self.floor.table(self.seen))
        return CurrentTable(
            version=version,
            balance_cents=balance if stack is None else stack.cents,
            more_money=stack is None and balance < MORE_BELOW_CENTS,
            tokens_cents=self.floor.tokens(name) if name else 0,
            disabled=None if disabled is None else tell_stop(disabled, self.language),
            meter=self.meter(),
            care=care_of(self.floor, name, house) if cared else None,
            secrets_left=0 if stack is None else stack.secrets_left,
            **sight_of(self.table_id, house, self.book, view, self.language),
        )

    async def soon(self) -> CurrentTable:
        """The same, in a thread only if the database must be asked."""
        at_once = self.floor.looks_at_once(self.place, self._name or "")
        return self.now() if at_once else await asyncio.to_thread(self.now)

    @property
    def house(self) -> str:
        """The house of the table's meter; empty where it has none."""
        return self._found.house

    def meter(self) -> MeterSign | None:
        """What the meter of the table shows now."""
        if not self.house or self.book.jackpot is None:
            return None
        linked = self.floor.meters(self.house).linked(self.seen)
        return None if linked is None else meter_signs(self.floor, self.house, self.language)[linked.meter]

    def terms(self) -> MeterTerms | None:
        """The terms of the meter of the table; None where it has none."""
        meters = self.floor.meters(self.house) if self.house else None
        linked = meters.linked(self.seen) if meters else None
        return meters.meters[linked.meter].terms if meters and linked else None

    async def do(self, command: Command, command_id: str, relay: Relay) -> CurrentTable:
        """Carry out a command under an id that is unique to the player; return the table after it.

        No thread waits for the disk, so a commit carries as many commands as have come (decision 576).
        """
        with objecting(self.book):
            if self.is_at_hand(command):
                answer = self.submit(command, command_id)
            else:
                answer = await asyncio.to_thread(self.submit, command, command_id)
            await relay.result(answer)
        return await self.soon()

    def submit(self, command: Command, command_id: str) -> Future[Answer]:
        """Submit a command under an id that is unique to the player; the future has its answer, or the refusal."""
        stream = self.seen if isinstance(command, AskReviewRequest) else self.stream  # also of somebody who has left
        named = sha256(f"{self.name} {command_id}".encode()).hexdigest()[:48]
        self._check_length(command, named)
        return self.floor.submit(stream, command.of(self.name), command_id=named, actor=self.name)

    def is_at_hand(self, command: Command) -> bool:
        """Whether a command can be submitted without asking the database."""
        return self.floor.holds(self.place, self._told) and not self._counts(command)

    def _counts(self, command: Command) -> bool:
        """Whether a command is one of those that a player may make only so many times in a round."""
        if isinstance(command, PlayRequest | OpenDisputeRequest | AskReviewRequest):
            return False
        table = self.floor.state(self.place, self._told)[0]
        if table.round is None:
            return False
        if isinstance(command, PlaceWagersRequest) and command.ready:
            seat = table.seats.get(command.position)
            return seat is not None and seat.ready
        return True

    def _check_length(self, command: Command, command_id: str) -> None:
        """Refuse yet another change by a player who has made very many in the round; others may still make theirs.

        Commands that end the round, and repeated ones, are always accepted.
        """
        if not self._counts(command):
            return
        table, version = self.floor.state(self.stream, self._told)
        began = _began(self.floor, self.stream, table.number)
        if version - began < ROUND_EVENTS_MAX or any(recall.caused(self.floor, command_id, "")):
            return
        if recall.count_by(self.floor, self.stream, self.name, began) >= ROUND_EVENTS_MAX:
            raise Complaint("too-many-changes", 409)

    @property
    def takes_tokens(self) -> bool:
        """Whether the book has vouchers exchanged for promotional tokens."""
        rule = self.book.money.vouchers
        return rule is not None and rule.value

    def exchange_voucher(self) -> CurrentTable:
        """Exchange the voucher that every player finds at a table for promotional tokens, once, if the book does.

        Promotions issue vouchers of their own; this one lets guests try tokens, and other houses have none (decision
        597).
        """
        if not self._is_guests:
            raise Complaint("voucher-none", 404)
        stream, named = self.stream, sha256(f"{self.name} voucher {self.table_id}".encode()).hexdigest()[:48]
        if any(recall.caused(self.floor, named, "")):
            raise Complaint("voucher-used", 409)
        exchange = ExchangeVoucher(player=self.name, cents=VOUCHER_CENTS, conditions_met=True, by=BY_FLOOR)
        with objecting(self.book):
            self.floor.send(stream, exchange, command_id=named, actor=self.name)
        return self.now()

    @property
    def tries_tokens(self) -> bool:
        """Whether the floor gives whoever sits here a voucher to try tokens."""
        return self.takes_tokens and self._is_guests

    @property
    def _is_guests(self) -> bool:
        return house_at(self.floor.table(self.seen)) == PLAY

    def vouchers(self) -> list[TableVoucher]:
        """Return the vouchers of the house's promotions that they may still exchange, here or elsewhere."""
        if self._name is None or not self.takes_tokens:
            return []
        table = self.floor.table(self.seen)
        return [
            TableVoucher(
                promotion=promotion,
                voucher=each.number,
                cents=each.cents,
                conditions=each.conditions,
                here=table.automatic and not each.conditions,
            )
            for promotion, each in vouchers_of(self.floor, house_at(table), self._name)
        ]

    def exchange_issued(self, offered: VoucherOffer) -> CurrentTable:
        """Exchange a voucher that a promotion issued; staff exchange what has conditions, and all at their tables."""
        named = sha256(f"{self.name} {offered.promotion} {offered.voucher}".encode()).hexdigest()[:48]
        if any(recall.caused(self.floor, named, "")):
            return self.now()
        wanted = (offered.promotion, offered.voucher)
        found = next((each for each in self.vouchers() if (each.promotion, each.voucher) == wanted), None)
        if found is None:
            raise Complaint("voucher-none", 404)
        if not found.here:
            raise Complaint("voucher-by-staff", 409)
        exchange = ExchangeVoucher(
            player=self.name, cents=found.cents, promotion=found.promotion, voucher=found.voucher, by=BY_FLOOR
        )
        with objecting(self.book):
            self.floor.send(self.stream, exchange, command_id=named, actor=self.name)
        return self.now()

    def more_money(self) -> CurrentTable:
        """Give a player with little left as much play money as at the start."""
        most = self.floor.balance(self.name) + (deposit_left(self.floor, self.name) or START_CENTS)
        try:
            with objecting(self.book):
                self.floor.top_up(self.name, min(START_CENTS, Cents(most)), below_cents=MORE_BELOW_CENTS)
        except FundsLeftError:
            told = {"balance": self.floor.balance(self.name), "below": MORE_BELOW_CENTS}
            currency = self.book.money.currency.value
            shown = {name: amount(cents, currency, self.language) for name, cents in told.items()}
            raise Complaint("enough-money", 409, **shown) from None
        return self.now()


def sight_of(table_id: str, house: str, book: Rulebook, view: TableView, language: str) -> dict[str, Any]:
    """Return the fields of a `TableSight`."""
    return {
        "id": table_id,
        "house": house,
        "operator": OPERATOR if house == PLAY else house,
        "book": book.id,
        "view": view,
        "labels": labels_of(book, view, language),
        "rows": rows_of(book, view),
        "so_far": so_far_of(view, language),
        "notes": tuple(map(note_of, notes(book, view, language))),
    }


@lru_cache(1024)
def note_of(line: NoteLine) -> TableNote:
    """Return a line as a page shows it: the same object again, so that nobody looks for changes in it."""
    return TableNote(**line._asdict())


def meter_signs(floor: Floor, house: str, language: str) -> dict[str, MeterSign]:
    """Return what the meters of a house show now, by name."""
    running = floor.house_meters(house)[0]
    book = floor.book(running.book)
    if book.jackpot is None:
        return {}
    wager = book.jackpot.wager.value
    name = _called(book, running.book, language)[wager]
    return {
        meter.id: MeterSign(
            wager=wager,
            name=name[:1].upper() + name[1:],
            currency=book.money.currency.value,
            shown_cents=meter.shown_cents,
            seed_cents=meter.terms.seed_cents,
            rate=percent(meter.terms.share, language),
            house=house,
            meter=meter.id,
        )
        for meter in running.meters.meters.values()
    }


_known: dict[tuple[str, str], Mapping[str, str]] = {}
"""What things are called, by the content hash of the book and the language."""


def _called(book: Rulebook, content: str, language: str) -> Mapping[str, str]:
    """What things are called at tables under a book, which is kept under that content hash."""
    key = (content, language)
    if key not in _known:
        _known[key] = labels(book, language)
    return _known[key]


def labels_of(book: Rulebook, view: TableView, language: str, also: Iterable[str] = ()) -> Mapping[str, str]:
    """What the things are called that a view shows: its areas, results and hands, and what these pay; and others."""
    called = _called(book, view.book, language)
    if not (also or view.made or (view.round and view.round.results)):
        return _areas_called(view.book, language, tuple([area.wager for area in view.areas]))
    shown = {area.wager.value for area in view.areas} | set(view.made.values()) | set(rows_of(book, view).values())
    results = view.round.results if view.round else ()
    shown |= {result.wager for result in results}
    paid = {result.pays: odds(result.pays, language) for result in results if result.pays}
    return {name: called.get(name, name) for name in sorted(shown.union(also))} | paid


@lru_cache(1024)
def _areas_called(content: str, language: str, wagers: tuple[Wager, ...]) -> Mapping[str, str]:
    """What areas are called at tables under a book whose names were asked for before."""
    called = _known[content, language]
    return {name: called.get(name, name) for name in sorted(wager.value for wager in wagers)}


def rows_of(book: Rulebook, view: TableView) -> dict[Wager, str]:
    """The row of its pay table that each wager of the viewer's seat was paid or pushed by."""
    return rows(book, view.round, view.own[0]) if view.round and view.round.results and view.own else {}


def so_far_of(view: TableView, language: str) -> str:
    """What the viewer's cards and the cards turned make; of a whole hand its pair alone, which its name leaves open."""
    state, own = view.round, view.own[0] if view.own else None
    hand = next((hand for hand in state.hands if hand.position == own), None) if state else None
    if state is None or hand is None or hand.ending or not hand.hole or None in hand.hole:
        return ""
    cards = tuple([card for card in (*hand.hole, *state.community) if card is not None])
    if None in state.community:
        return so_far(cards, language) if view.playing else ""
    return so_far(cards, language) if len({rank(card) for card in cards}) == len(cards) - 1 else ""


@lru_cache(1024)
def _began(floor: Floor, stream: str, number: int) -> int:
    """Return the version of a table at which a round began, which never changes."""
    return recall.past(floor, stream, number).first_version


@contextmanager
def objecting(book: Rulebook) -> Iterator[None]:
    """State a refusal in the currency of the book."""
    try:
        yield
    except Refused as refused:
        raise Objection(refused, book.money.currency.value) from None


def deposit_left(floor: Floor, name: str) -> Cents:
    """Return what a person's limits on deposits leave; all that may be had at once if they have none."""
    limits = [limit for limit in care_of(floor, name).limits if limit.kind is LimitKind.DEPOSIT]
    return Cents(min((limit.left for limit in limits), default=START_CENTS))


def give_first_money(floor: Floor, name: str) -> None:
    """Give a newcomer the play money to begin with, or as much of it as their own limit allows."""
    with suppress(MissingStreamError):
        floor.state(f"account:{name}")
        return
    if first := min(START_CENTS, deposit_left(floor, name)):
        floor.deposit(name, first, command_id=f"{name} start")


def solo_table_id(name: str, book: str, number: int) -> str:
    """Return the id of a table that a guest has for themselves: the first of a book, or a later one."""
    return sha256(f"{name} solo {book} {number}".encode()).hexdigest()[:32]


def solo_seat(floor: Floor, name: str, game: SoloGame, language: str, number: int = 1) -> PlayerSeat:
    """The seat at the one table of a game which a guest has for themselves, with play money to begin with.

    If that was closed meanwhile, or is from before there was a meter, it is the next one.
    """
    book = game.book
    table_id = solo_table_id(name, book, number)
    stream = f"table:{table_id}"
    with objecting(rulebook(game.source)):
        try:
            table, version = floor.state(stream)
        except MissingStreamError:
            open_meter(floor, game)
            opening = {"positions": 1, "actor": name, **game.options}
            floor.open_table(game.source, id=table_id, command_id=f"{name} opens {book} {number}", **opening)
            table, version = floor.state(stream)
        if _is_over(table, game):
            return solo_seat(floor, name, game, language, number + 1)
        if name not in table.players:
            give_first_money(floor, name)
            sitting = Sit(position=1, player=name, person=name)
            floor.send(stream, sitting, command_id=f"{name} sits {book} {number} {version}", actor=name)
    return PlayerSeat(floor, name, table_id, language)


def _is_over(table: Table, game: SoloGame) -> bool:
    """Whether a guest's table of a game was closed, or is from before there was a meter."""
    return table.closed or (game.meter is not None and not table.meters and table.round is None)


def first_look(floor: Floor, name: str | None, game: SoloGame, language: str) -> CurrentTable | None:
    """Return what a page can show of a guest's table of a game before it is asked for; nothing is opened.

    A stranger is shown the table that they will get, which has no id yet; decision 475. None where it must be asked.
    """
    if name is None:
        return _newcomer(floor, game, language)
    table_id = solo_table_id(name, game.book, 1)
    with suppress(MissingStreamError):
        table = floor.state(f"table:{table_id}")[0]
        if name in table.players and not _is_over(table, game):
            found = PlayerSeat(floor, name, table_id, language).now()
            return found if found.care is None else None
    return None


def _newcomer(floor: Floor, game: SoloGame, language: str) -> CurrentTable | None:
    if not houses.guests_may(floor, "guests_play") or floor.disabled(house=PLAY):
        return None
    view, meter = newcomer_view(game), None
    if game.meter is not None:
        try:
            (meter,) = meter_signs(floor, game.house, language).values()
        except MissingStreamError:  # nobody has opened it yet
            return None
    sight = sight_of("", PLAY, rulebook(game.source), view, language)
    return CurrentTable(
        version=0, balance_cents=START_CENTS, more_money=False, tokens_cents=0, disabled=None, meter=meter, **sight
    )
