"""Cards that are read as they leave the shoe: sealed at once, and none is lost when the machine dies between two."""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from mississippi_stud.cards import parse
from mississippi_stud.floor import DealingMode, Floor
from mississippi_stud.money import Cents
from mississippi_stud.round import commands as rc
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds, Phase
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store import schema
from mississippi_stud.table import commands as t
from mississippi_stud.table.prompts import right_count
from tests.floor.drive import dump, opened

STREAM = "table:shoe"
CARDS = "2c 9h 3c 8s Ts Jc Qd"
DEALER = {"by": "dealer", "person": "dee"}
KNOWN = re.compile(rb'"(card|read|hole|community)": ?(\[ ?)?\d')
_ids = count()


def give(floor: Floor, command: t.Command) -> None:
    floor.send(STREAM, command, command_id=f"command {next(_ids)}")


def betting(floor: Floor) -> None:
    """Bring a table of Crown whose players are elsewhere to the moment when the first card leaves the shoe."""
    book = floor.keep(rulebook("crown"))
    limits = {Wager.ANTE: Bounds(Cents(5_00), Cents(500_00))}
    opening = t.OpenTable(
        id=STREAM, book=book, dealing="shoe", dealt=DealingMode.PHYSICAL, limits=limits, positions=2, **DEALER
    )
    give(floor, opening)
    give(floor, t.ReceiveDeck(backs="red", **DEALER))
    for position, player in ((1, "ann"), (2, "ben")):
        floor.deposit(player, 1_000_00)
        give(floor, t.Sit(position=position, player=player, person=player))
    ready(floor)
    give(floor, t.OpenRound(**DEALER))
    for position, player in ((1, "ann"), (2, "ben")):
        give(floor, t.PlaceWagers(position=position, person=player, wagers={Wager.ANTE: 10_00}))
    give(floor, t.CloseBetting(**DEALER))
    ready(floor)


def ready(floor: Floor) -> None:
    """Confirm whatever waits."""
    while prompts := floor.table(STREAM).prompts:
        right = right_count(floor.book(floor.table(STREAM).book), floor.table(STREAM), prompts[0])
        give(floor, t.Confirm(prompt=prompts[0].number, count=right, depth=26, **DEALER))


def at_rest(floor: Floor, url: str, folder: Path) -> Iterator[bytes]:
    """Yield every byte that is stored, and a backup."""
    if url.startswith("sqlite"):
        yield from (file.read_bytes() for file in folder.glob("floor.db*"))
    for rows in dump(floor.database).values():
        yield from (cell if isinstance(cell, bytes) else str(cell).encode() for row in rows for cell in row)


def sealed_lengths(floor: Floor) -> set[int]:
    columns: Any = schema.events.c
    with floor.database.transaction() as connection:
        chosen = select(columns.sealed).where(columns.stream == STREAM, columns.name == "card_read")
        return {len(row.sealed) for row in connection.execute(chosen)}


def test_a_card_is_sealed_as_it_is_read_and_a_crash_between_two_cards_loses_none(database_url: str, tmp_path: Path):
    floor = opened(database_url)
    betting(floor)
    cards = parse(CARDS)
    for nth, card in enumerate(cards, start=1):
        give(floor, t.ReadCard(card=card, **DEALER))
        assert not [found.group() for each in at_rest(floor, database_url, tmp_path) if (found := KNOWN.search(each))]
        floor.close()  # nothing is kept but what is stored
        floor = opened(database_url)
        assert floor.table(STREAM).read == tuple(cards[:nth])
    assert len(sealed_lengths(floor)) == 1, "its length does not tell a card from another"
    give(floor, t.TakeBack(**DEALER))
    with pytest.raises(Refused, match="card-twice"):
        give(floor, t.ReadCard(card=cards[0], **DEALER))
    give(floor, t.ReadCard(card=cards[-1], **DEALER))
    give(floor, t.Play(do=rc.Deal(), **DEALER))
    assert floor.table(STREAM).round.hands[1].hole == (cards[0], cards[2])
    assert floor.table(STREAM).round.phase is Phase.THIRD_STREET
    floor.close()
