"""What a person may see of a table. No card leaves the table in any other way.

A page can draw this without knowing any rules: it has the areas of the layout in order, what the viewer may do now, and
what each hand made.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.money import Cents, Currency
from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.deal import Place, dealt_when_due, places
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.legal import Option, legal
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase, Stake, State, offered
from mississippi_stud.round.view import Role, View, with_own_cards
from mississippi_stud.round.view import view as round_view
from mississippi_stud.round.wagers import costs_of, limit
from mississippi_stud.rulebooks.hand_names import names
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, STREETS, Basis, Presence, Wager
from mississippi_stud.table.clock import asked_at, dues, outage_seconds, play_due
from mississippi_stud.table.commands import Play
from mississippi_stud.table.course import Course
from mississippi_stud.table.people import vacancies
from mississippi_stud.table.phrases import may_talk
from mississippi_stud.table.queue import place_of
from mississippi_stud.table.rounds import PLAYERS, awaited, check_way, plays, setup_of
from mississippi_stud.table.signs import CLOSED, Sign, passing_signs
from mississippi_stud.table.state import Admission, DealingMode, NoAnswer, SaidPhrase, Table, Turn

_LAYOUT = (*(wager for wager in reversed(Wager) if wager not in MAIN_WAGERS), *MAIN_WAGERS)
"""The wager areas in front of a player, from the edge to the middle of the table."""


class AreaKind(StrEnum):
    """What an area of the layout is for."""

    ANTE = "ante"
    STREET = "street"
    SIDE = "side"


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """A wager area of the layout, and the amounts that it takes."""

    wager: Wager
    kind: AreaKind
    minimum_cents: Cents | None = None
    maximum_cents: Cents | None = None
    unit_cents: Cents | None = None
    choices_cents: tuple[Cents, ...] = ()
    """The only amounts that it takes, if the wager has a fixed price."""
    needs: tuple[Wager, ...] = ()
    """The wagers that must be placed before this one."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A position that somebody has taken."""

    position: int
    player: str
    box: bool
    own: bool
    """Whether it is the viewer's own."""
    ready: bool
    asked: bool
    """Whether the round waits for its wagers or its decision."""
    seed_hash: str
    seed: str | None
    """The seed that the seat has opened for this round."""
    acknowledged: bool = False
    """Whether the table has accepted a jackpot wager at this position in the open round or, after it, the last one."""
    due_at: int | None = None
    """When the time for the decision that this seat is asked for is up."""
    away_at: int | None = None
    """Since when the player is not connected."""
    sits_out: bool = False
    bot: bool = False
    """Whether the house's own machinery plays there."""
    said: SaidPhrase | None = None
    """The last thing that the player said, as long as no card is hidden."""
    pace: int = 1
    no_answer: NoAnswer | None = None
    """What the viewer chose to have done without an answer."""
    reserve_seconds: int = 0
    """What is left of the viewer's own reserve of time."""


class DisputeView(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute of the viewer's own that is not closed."""

    number: int
    round: int
    """The number of the round that it is about."""
    decided: bool
    """Whether there is a first decision."""
    review_asked: bool
    reviewed: bool


class QueueView(msgspec.Struct, frozen=True, kw_only=True):
    """The line for a seat, as somebody sees it."""

    waiting: int = 0
    """How many are in line."""
    place: int | None = None
    """The viewer's own place, the first being 1."""
    due_at: int | None = None
    """Until when a seat is kept for the viewer."""


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as somebody sees it."""

    id: str
    book: str
    """The content hash of the rule book."""
    currency: Currency
    dealt: DealingMode
    admission: Admission
    contest: str
    """The stream of the tournament whose chips are played for here; empty where it is money."""
    positions: int
    number: int
    """The round that is open or, between rounds, the last one; 0 before the first."""
    turn: Turn | None
    """The turn that a decision made now is for."""
    commitment: str
    """The house's commitment to the deck of the open round or, between rounds, of the next one."""
    committed: int
    """The number of the round that the commitment is for."""
    due_at: int | None
    """When the time for the current moment is up."""
    outage_seconds: int
    """How much more time everybody has for it because the table could not be reached."""
    playing: bool
    round: View | None
    """The round that is open or, between rounds, the last one."""
    seats: tuple[SeatView, ...]
    own: tuple[int, ...]
    """The viewer's own positions: the seat, then the boxes."""
    vacant: tuple[int, ...]
    """The positions that the viewer may take now: a seat or, for a player who has one, a further box."""
    signs: tuple[Sign, ...]
    """The signs that come and go: both minimums while two are in force, notices, markers."""
    queue: QueueView
    deals: tuple[Place, ...]
    """Where each card of the open or the next round goes, in dealing order."""
    areas: tuple[Area, ...]
    multiples: tuple[int, ...]
    """How many times the ante a street wager may be."""
    options: tuple[Option, ...]
    """What the viewer may do now."""
    made: Mapping[int, str]
    """What each hand that was turned up made, by position, as pay tables name it."""
    made_by_community: str | None
    """What the community cards make by themselves, once all of them are turned."""
    disputes: tuple[DisputeView, ...] = ()
    talks: bool = False
    """Whether the viewer may say a phrase now."""

    @property
    def closed(self) -> bool:
        """Whether nobody plays there any more."""
        return any(sign.kind == CLOSED for sign in self.signs)


class Felt:
    """A table as everybody sees it, worked out once for all who look, each of whom sees their own things besides.

    Whatever it does not know to be the viewer's own is shown as to somebody without a name (decision 282).
    """

    def __init__(self, book: Rulebook, table: Table) -> None:
        self._book = book
        self._table = table
        self._shown = table.round or table.last_round
        self._prospect = table.round or prospective(table)
        self._everybodys = self._seen_by_all()

    def seen_by(self, role: Role, person: str = "") -> TableView:
        """Return the table as a person in that role sees it; `person` names a player."""
        seen, table = self._everybodys, self._table
        if not person:
            return seen
        queue = queue_view(table, person) if table.queue else seen.queue
        seen = msgspec.structs.replace(seen, vacant=tuple(vacancies(self._book, table, person)), queue=queue)
        if role is Role.PLAYER:
            seen = self._with_own(seen, person)
        state = self._prospect or (None if seen.round is None else self._shown)
        if state is None or person in state.setup.personal or person in state.setup.kept:
            return msgspec.structs.replace(seen, areas=tuple(_areas(self._book, state, person)))
        return seen

    def _seen_by_all(self) -> TableView:
        book, table, prospect = self._book, self._table, self._prospect
        seen = None if self._shown is None else round_view(book, self._shown, Role.SPECTATOR)
        return TableView(
            id=table.id,
            book=table.book,
            currency=book.money.currency.value,
            dealt=table.dealt,
            admission=table.admission,
            contest=table.contest,
            positions=table.positions,
            number=table.number,
            turn=table.turn,
            commitment=table.committed.commitment if table.committed else "",
            committed=table.committed.number if table.committed else 0,
            due_at=play_due(table),
            outage_seconds=outage_seconds(table),
            playing=table.round is not None,
            round=seen,
            seats=tuple(_seats(book, table)),
            own=(),
            vacant=tuple(vacancies(book, table, "")),
            signs=passing_signs(book, table),
            queue=queue_view(table, ""),
            deals=() if prospect is None else _deals(book, prospect),
            areas=tuple(_areas(book, prospect or self._shown, "")),
            multiples=book.streets.multiples.value,
            options=(),
            made={} if seen is None else dict(_made(book, seen)),
            made_by_community=None if seen is None else _name(book, seen, Basis.COMMUNITY_CARDS, seen.community),
        )

    def _with_own(self, seen: TableView, player: str) -> TableView:
        """Return what a player sees who may have a seat, a hand or a dispute there."""
        book, table, prospect = self._book, self._table, self._prospect
        seats = tuple(_own_seat(table, seat) if seat.player == player else seat for seat in seen.seats)
        own = tuple(seat.position for seat in sorted(seats, key=lambda seat: seat.box) if seat.own)
        own_due = [seat.due_at for seat in seats if seat.own and seat.due_at is not None]
        if table.round is None and _is_new(table, player):
            seen = msgspec.structs.replace(seen, round=None, made={}, made_by_community=None)
        elif self._shown is not None and seen.round is not None:
            played = with_own_cards(book, self._shown, seen.round, player)
            seen = msgspec.structs.replace(seen, round=played, made=dict(_made(book, played)))
        return msgspec.structs.replace(
            seen,
            seats=seats,
            own=own,
            due_at=min(own_due, default=seen.due_at),
            options=() if prospect is None else tuple(options_at(book, table, prospect, own)),
            disputes=tuple(_disputes(table, player)),
            talks=bool(own) and table.positions > 1 and may_talk(table),
        )


def view(book: Rulebook, table: Table, role: Role, person: str = "") -> TableView:
    """Return the table as a person in that role sees it; `person` names a player."""
    return Felt(book, table).seen_by(role, person)


def _is_new(table: Table, person: str) -> bool:
    """Whether a player has taken a seat since the last round, where another's hand may lie."""
    played = table.last_round.hands.values() if table.last_round else ()
    return person in table.players and all(hand.player != person for hand in played)


def _disputes(table: Table, player: str) -> Iterator[DisputeView]:
    for each in table.disputes:
        if each.player == player:
            yield DisputeView(
                number=each.number,
                round=each.round,
                decided=bool(each.decision),
                review_asked=each.review_asked,
                reviewed=bool(each.review),
            )


def queue_view(table: Table, person: str) -> QueueView:
    """Return the line for a seat as a person sees it."""
    own = place_of(table, person) if person else None
    return QueueView(
        waiting=len(table.queue),
        place=table.queue.index(own) + 1 if own else None,
        due_at=own.due_at if own and own.offer else None,
    )


def seen_apart(table: Table) -> frozenset[str]:
    """Return who does not see a table as every watcher does: whoever has something of their own there, or had."""
    named = {*table.players, *table.excluded, *table.excluded_from_casino, *(place.player for place in table.queue)}
    named |= {*(each.player for each in table.disputes), *(person for person, _ in table.on_duty)}
    named.update(*table.separated)
    for state in (table.round, table.last_round):
        if state is not None:
            named |= {*(hand.player for hand in state.hands.values()), *state.setup.personal, *state.setup.kept}
    return frozenset(named)


def prospective(table: Table) -> State | None:
    """Return the round that would be opened now, to see what may be wagered; None if nobody is seated."""
    if not table.seats or table.closing or table.closed:
        return None
    setup = setup_of(table)
    last = table.last_round.setup if table.meters and table.last_round else None
    if last is not None and last.meter:  # what the meter offered in the last round
        setup = msgspec.structs.replace(
            setup, tables=last.tables, signs=last.signs, costs_cents=last.costs_cents, meter=last.meter
        )
    return evolve(None, r.RoundOpened(setup=setup))


def options_at(book: Rulebook, table: Table, prospect: State, own: tuple[int, ...]) -> Iterator[Option]:
    """Yield what may be done at these positions in a round and is not blocked by anything at the table."""
    if table.question is not None or (table.round is None and not table.automatic):
        return
    course = Course(book, table, _ASKED, None, b"")
    for position in own:
        for option in legal(book, prospect, position) if plays(table, prospect, position) else ():
            kind = _PLAYED.get(option.command)
            before_round = table.round is None and kind is not rc.Place  # a wager opens the round
            if kind is not None and not before_round and _may(course, prospect, kind, option):
                yield option


_PLAYED: Final[Mapping[Any, Any]] = {kind.__struct_config__.tag: kind for kind in PLAYERS}
_ASKED: Final = Play(do=rc.Deal())
"""What a player asks to do, whatever it is: by whom it is, and when, is the same for all of it."""


def _may(course: Course, state: State, kind: Any, option: Option) -> bool:
    """Whether the table lets a player take an option; amounts are not checked."""
    some = {"position": option.position, "wager": option.wager, "cents": 0}
    try:
        check_way(course, state, kind(**{name: some[name] for name in kind.__struct_fields__ if name in some}))
    except Refused:
        return False
    return True


def _asked(book: Rulebook, table: Table) -> tuple[int, ...]:
    """Return the positions that an open round waits for."""
    state = table.round
    if state is None or table.question is not None:
        return ()
    if state.phase is not Phase.BETTING:
        return asked_at(book, state, table.order)
    return tuple(
        position
        for position, seat in table.seats.items()
        if awaited(seat) and not (seat.ready or seat.box or table.betting_closed) and plays(table, state, position)
    )


def _seats(book: Rulebook, table: Table) -> Iterator[SeatView]:
    """Yield the positions that are taken, as everybody sees them."""
    asked, times, talk = _asked(book, table), dues(table), may_talk(table)
    shown, wager = table.round or table.last_round, book.jackpot.wager.value if book.jackpot else None
    staked = {hand.position for hand in shown.hands.values() if wager in hand.stakes} if shown else set[int]()
    for position, seat in sorted(table.seats.items()):
        yield SeatView(
            position=position,
            player=seat.player,
            box=seat.box,
            own=False,
            ready=seat.ready,
            asked=position in asked,
            seed_hash=seat.seed_hash,
            seed=table.seeds.get(position),
            acknowledged=position in staked,
            due_at=times.get(position),
            away_at=seat.away_at,
            sits_out=seat.sits_out,
            bot=seat.bot,
            said=seat.said[-1] if talk and seat.said and seat.said[-1].after == table.over else None,
            pace=seat.pace,
        )


def _own_seat(table: Table, seen: SeatView) -> SeatView:
    """Return a seat as its player sees it."""
    seat = table.seats[seen.position]
    reserve = table.clocks.reserve_seconds - seat.reserve_used if table.clocks else 0
    return msgspec.structs.replace(seen, own=True, no_answer=seat.no_answer, reserve_seconds=reserve)


def _deals(book: Rulebook, state: State) -> tuple[Place, ...]:
    """Return where all cards of a round go: to the hands with an ante or, while bets are open, to every seat."""
    placed = state.hands.items() if state.phase is not Phase.BETTING else ()
    dealt = {position: hand for position, hand in placed if Wager.ANTE in hand.stakes}
    ante = {Wager.ANTE: Stake(Cents(0), Cents(0))}
    hands = {
        position: msgspec.structs.replace(hand, ending=None, stakes={**hand.stakes, **ante})
        for position, hand in (dealt or state.hands).items()
    }
    order = places(book, msgspec.structs.replace(state, hands=hands))
    if not dealt_when_due(book, state):
        return order
    return (*order, *(("community", place) for place in range(book.dealing.community_cards.value)))


def _areas(book: Rulebook, state: State | None, person: str) -> Iterator[Area]:
    if state is None:
        return
    for wager in _LAYOUT:
        if wager in STREETS:
            yield Area(wager=wager, kind=AreaKind.STREET)
            continue
        rule = offered(book, state.setup, wager)
        if rule is None:
            continue
        bounds = limit(book, state.setup, person, wager)
        costs = costs_of(state.setup, rule, wager)
        yield Area(
            wager=wager,
            kind=AreaKind.ANTE if rule.presence.value is Presence.REQUIRED else AreaKind.SIDE,
            minimum_cents=Cents(bounds.minimum_cents),
            maximum_cents=None if bounds.maximum_cents is None else Cents(bounds.maximum_cents),
            unit_cents=None if bounds.unit_cents is None else Cents(bounds.unit_cents),
            choices_cents=costs.value if costs else (),
            needs=rule.needs.value if rule.needs else (),
        )


def _made(book: Rulebook, seen: View) -> Iterator[tuple[int, str]]:
    """Yield the position of each hand turned up at the end, and the name of what it made."""
    for hand in seen.hands:
        cards = hand.hole + seen.community
        if hand.hole and hand.ending is None and (name := _name(book, seen, Basis.FIVE_CARDS, cards)):
            yield hand.position, name


def _name(book: Rulebook, seen: View, basis: Basis, cards: tuple[Card | None, ...]) -> str | None:
    """Return the name of what cards make once the round is settled, if all of them are turned."""
    known = tuple(card for card in cards if card is not None)
    return names(book, basis, known)[0] if seen.phase is Phase.SETTLED and len(known) == len(cards) else None
