"""The signs that must be displayed at a table, as data for a page to show; every sign names its clause."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from mississippi_stud.round.settle import pays
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import Power, Wager
from mississippi_stud.table.rounds import setup_of
from mississippi_stud.table.staff import power_clause
from mississippi_stud.table.state import Table

CLOSED: Final = "closed"


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """A sign that people at the table can read."""

    kind: str
    clause: Clause
    position: int | None = None
    limits: Mapping[Wager, Bounds] = {}
    pays: Mapping[str, str] = {}
    wager: Wager | None = None
    cents: int | None = None
    due_at: int | None = None
    hands: int | None = None
    """How many hands remain to be played before the change."""


def signs(book: Rulebook, table: Table) -> tuple[Sign, ...]:
    """Return the signs that the table displays now."""
    standing = (*_limits(book, table), *_kept_limits(book, table), *_maximum_payout(book, table), *_pays(book, table))
    return (*standing, *_notices(book, table), *_markers(book, table))


def passing_signs(book: Rulebook, table: Table) -> tuple[Sign, ...]:
    """Return the signs that come and go while people play: both limits while two are in force, notices, markers.

    At a table that is closed the only one says so.
    """
    if table.closed:
        return (Sign(kind=CLOSED, clause=power_clause(book, Power.CLOSE_TABLE)),)
    kept = tuple(_kept_limits(book, table))
    raised = {wager: table.limits[wager] for sign in kept for wager in sign.limits if wager in table.limits}
    both = (*kept, *(replace(sign, limits=raised) for sign in _limits(book, table))) if kept else ()
    return (*both, *_notices(book, table), *_markers(book, table))


def _limits(book: Rulebook, table: Table) -> Iterator[Sign]:
    clause = book.limits.multiples_of_minimum.clause
    yield Sign(kind="limits", clause=clause, limits=table.limits)


def _maximum_payout(book: Rulebook, table: Table) -> Iterator[Sign]:
    if table.max_payout_cents is not None:
        for cap in book.caps.values():
            yield Sign(kind="maximum-payout", clause=cap.amount.clause, cents=table.max_payout_cents)


def _kept_limits(book: Rulebook, table: Table) -> Iterator[Sign]:
    """Yield the limits of before as long as some players keep them."""
    both = book.notices.both_minimums_shown
    kept = {wager: bounds for seat in table.seats.values() for wager, bounds in seat.kept.items()}
    if kept and both is not None and both.value:
        yield Sign(kind="kept-limits", clause=both.clause, limits=kept)


def _pays(book: Rulebook, table: Table) -> Iterator[Sign]:
    setup = setup_of(table)
    for wager in (Wager.ANTE, *sorted({*table.tables, *table.signs}, key=list(Wager).index)):
        rows = pays(book, setup, wager)
        first = next(iter(rows.values()))
        shown = {hand: str(row.value) for hand, row in rows.items()}
        yield Sign(kind="pays", clause=first.clause, wager=wager, pays=shown, cents=table.costs_cents.get(wager))


def _notices(book: Rulebook, table: Table) -> Iterator[Sign]:
    hands = book.notices.close_table_hands
    for notice in table.notices:
        left = None
        if notice.kind == "close-table" and hands is not None:
            left = max(0, hands.value - (table.rounds - notice.rounds))
        yield Sign(kind=notice.kind, clause=notice.clause, limits=notice.limits, due_at=notice.due_at, hands=left)
    if table.covered or not table.device_works:
        yield Sign(kind="out-of-order", clause=table.device_clause or book.dealing.methods[table.dealing].steps.clause)


def _markers(book: Rulebook, table: Table) -> Iterator[Sign]:
    keep = book.notices.raise_at_once_with_marker
    for position, seat in sorted(table.seats.items()):
        if seat.kept and keep is not None and not seat.box:
            yield Sign(kind="marker", clause=keep.clause, position=position, limits=seat.kept)
        if seat.personal and not seat.box:
            clause = book.limits.personal_limits.clause
            yield Sign(kind="marker", clause=clause, position=position, limits=seat.personal)
