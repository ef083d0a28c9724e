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
from mississippi_stud.round.view import Role, View
from mississippi_stud.round.view import view as round_view
from mississippi_stud.round.wagers import costs_of, limit
from mississippi_stud.rulebooks.hand_names import names
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, STREETS, Basis, Presence, Wager
from mississippi_stud.table.clock import deadlines, due, for_players
from mississippi_stud.table.commands import Play
from mississippi_stud.table.course import Course
from mississippi_stud.table.rounds import PLAYERS, check_way, plays, setup_of
from mississippi_stud.table.state import Admission, DealingMode, NoAnswer, Seat, Table, Turn

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
    seed_hash: str
    seed: str | None
    """The seed that the seat has opened for this round."""
    due_at: int | None = None
    """When the time for the decision that this seat is asked for is up."""
    away_at: int | None = None
    """Since when the player is not connected."""
    sits_out: bool = False
    pace: int = 1
    no_answer: NoAnswer | None = None
    """What the viewer chose to have done without an answer."""
    reserve_seconds: int = 0
    """What is left of the viewer's own reserve of time."""


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as somebody sees it."""

    id: str
    book: str
    """The content hash of the rule book."""
    currency: Currency
    dealt: DealingMode
    admission: Admission
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
    playing: bool
    round: View | None
    """The round that is open or, between rounds, the last one."""
    seats: tuple[SeatView, ...]
    own: tuple[int, ...]
    """The viewer's own positions: the seat, then the boxes."""
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


def view(book: Rulebook, table: Table, role: Role, person: str = "") -> TableView:
    """Return the table as a person in that role sees it; `person` names a player."""
    shown = table.round or table.last_round
    seen = None if shown is None else round_view(book, shown, role, person)
    seats = tuple(_seats(table, person if role is Role.PLAYER else None))
    own = tuple(seat.position for seat in sorted(seats, key=lambda seat: seat.box) if seat.own)
    prospect = table.round or prospective(table)
    return TableView(
        id=table.id,
        book=table.book,
        currency=book.money.currency.value,
        dealt=table.dealt,
        admission=table.admission,
        positions=table.positions,
        number=table.number,
        turn=table.turn,
        commitment=table.committed.commitment if table.committed else "",
        committed=table.committed.number if table.committed else 0,
        due_at=_due_for(table, own),
        playing=table.round is not None,
        round=seen,
        seats=seats,
        own=own,
        deals=() if prospect is None else _deals(book, prospect),
        areas=tuple(_areas(book, prospect, person)),
        multiples=book.streets.multiples.value,
        options=() if prospect is None else tuple(_options(book, table, prospect, own)),
        made={} if seen is None else dict(_made(book, seen)),
        made_by_community=None if seen is None else _name(book, seen, Basis.COMMUNITY_CARDS, seen.community),
    )


def _due_for(table: Table, own: tuple[int, ...]) -> int | None:
    """Return when the time is up for what the viewer is asked for or, if they are not, for what everybody waits for."""
    mine = [at for position in own if (at := due(table, position)) is not None]
    return min(mine or (at for key, at in deadlines(table).items() if for_players(key)), default=None)


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


def _options(book: Rulebook, table: Table, prospect: State, own: tuple[int, ...]) -> Iterator[Option]:
    """Yield what may be done at the viewer's positions and is not blocked by anything at the table."""
    if table.question is not None or (table.round is None and not table.automatic):
        return
    for position in own:
        for option in legal(book, prospect, position) if plays(table, prospect, position) else ():
            kind = _PLAYED.get(option.command)
            before_round = table.round is None and kind is not rc.Place  # a wager opens the round
            if kind is not None and not before_round and _may(book, table, prospect, kind, option):
                yield option


_PLAYED: Final[Mapping[Any, Any]] = {kind.__struct_config__.tag: kind for kind in PLAYERS}


def _may(book: Rulebook, table: Table, state: State, kind: Any, option: Option) -> bool:
    """Whether the table lets a player take an option; amounts are not checked."""
    some = {"position": option.position, "wager": option.wager, "cents": 0}
    do = kind(**{name: some[name] for name in kind.__struct_fields__ if name in some})
    try:
        check_way(Course(book, table, Play(do=do), None, b""), state, do)
    except Refused:
        return False
    return True


def _seats(table: Table, viewer: str | None) -> Iterator[SeatView]:
    for position, seat in sorted(table.seats.items()):
        yield SeatView(
            position=position,
            player=seat.player,
            box=seat.box,
            own=seat.player == viewer,
            ready=seat.ready,
            seed_hash=seat.seed_hash,
            seed=table.seeds.get(position),
            due_at=due(table, position),
            away_at=seat.away_at,
            sits_out=seat.sits_out,
            pace=seat.pace,
            **_of_ones_own(table, seat) if seat.player == viewer else {},
        )


def _of_ones_own(table: Table, seat: Seat) -> dict[str, Any]:
    """Return what only the player of a seat sees of it."""
    reserve = table.clocks.reserve_seconds - seat.reserve_used if table.clocks else 0
    return {"no_answer": seat.no_answer, "reserve_seconds": reserve}


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
