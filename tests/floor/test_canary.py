"""Canaries: hidden cards and secrets appear in no byte that is stored, published, shown to others or logged.

The test knows the secret of every round, so it knows the deck; it searches for both while the round is under way, with
a snapshot after every command.
"""

import base64
import json
import logging
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from mississippi_stud.cards import Card
from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import deck
from mississippi_stud.floor import Act, Begin, Bet, DealCards, Floor, write
from mississippi_stud.floor.game import round_id
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.view import Role
from mississippi_stud.store import log
from mississippi_stud.store.entries import CHANNEL
from tests.floor.drive import ANTE, chance_of, dump, opened, secrets_from

CARDS = ("card", "cards", "hole", "community", "bonus_cards", "burnt")
"""The fields of events and views that hold cards."""


class Canary:
    """A floor whose chance the test knows, and everything that leaves it."""

    def __init__(self, url: str, log_text: pytest.LogCaptureFixture) -> None:
        self.url = url
        self.secret = chance_of("canary").randbytes(32)
        self.floor: Floor = opened(url, secrets=secrets_from(chance_of("canary")))
        self.floor.deposit("ann", 1_000_00)
        self.game = self.floor.open_game("ann", "online", command_id="canary")
        self.published: list[object] = []
        self.floor.watch(self.game, self.published.append)
        self.logged = log_text
        self.heard: psycopg.Connection | None = None
        if self.floor.database.postgres:
            self.heard = psycopg.connect(url, autocommit=True)
            self.heard.execute(f"LISTEN {CHANNEL}")
        cards = deck(self.secret, "a seed", round_id(self.game, 1))
        self.hole, self.community = cards[:2], cards[2:5]

    def close(self) -> None:
        self.floor.close()
        if self.heard:
            self.heard.close()

    def stored(self) -> Iterator[tuple[str, bytes]]:
        """Every byte at rest: the files of SQLite, every row of PostgreSQL."""
        if self.floor.database.postgres:
            for table, rows in dump(self.floor.database).items():
                yield (
                    table,
                    b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for r in rows for cell in r),
                )
        else:
            for file in Path(self.floor.database.url.database or "").parent.glob("floor.db*"):
                yield file.name, file.read_bytes()

    def told(self) -> Iterator[tuple[str, bytes]]:
        """Everything that others hear: what is published, their views, the log file, and what errors say."""
        notices = [notice.payload for notice in self.heard.notifies(timeout=0.05)] if self.heard else []
        yield "published", repr([self.published, notices]).encode()
        for role in Role:
            for player in (None, "bob", *(("ann",) if role is not Role.PLAYER else ())):
                yield f"{role} {player}", msgspec.json.encode(self.floor.view(self.game, role, player))
        yield "log", self.logged.text.encode()
        yield "errors", "".join(self.errors()).encode()

    def errors(self) -> Iterator[str]:
        for name in ("", "used"):
            try:
                self.floor.send(self.game, Begin(), command_id=name or None)
            except (Refused, InputError) as error:
                yield from traceback.format_exception(error)


@pytest.fixture
def canary(database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[Canary]:
    monkeypatch.setattr(write, "SNAPSHOT_EVERY", 1)
    caplog.set_level(logging.DEBUG)
    one = Canary(database_url, caplog)
    yield one
    one.close()


def forms(secret: bytes, cards: tuple[Card, ...]) -> list[bytes]:
    """How a secret and cards would look in the clear."""
    numbers = ",".join(str(int(card)) for card in cards)
    found = [secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret)[:-2]]
    found += [
        f"[{numbers}]".encode(),
        f"[{numbers.replace(',', ', ')}]".encode(),
        f"({numbers.replace(',', ', ')})".encode(),
    ]
    return [*found, " ".join(map(str, cards)).encode(), repr(cards).encode()]


def cards_in(tree: Any, holding: bool = False) -> Iterator[int]:
    """The cards that a JSON text shows, wherever they are."""
    if isinstance(tree, dict):
        for key, inner in tree.items():
            yield from cards_in(inner, holding or key in CARDS)
    elif isinstance(tree, list):
        for inner in tree:
            yield from cards_in(inner, holding)
    elif holding and isinstance(tree, int):
        yield tree


def shown(canary: Canary) -> set[int]:
    """Every card that the public part of an event or somebody else's view shows."""
    texts = [record.payload for record in log.read(canary.floor.database, canary.game)]
    texts += [text for name, text in canary.told() if name.partition(" ")[0] in {str(role) for role in Role}]
    return {card for text in texts for card in cards_in(_without_places(json.loads(text)))}


def _without_places(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _without_places(inner) for key, inner in tree.items() if key not in ("place", "places")}
    return [_without_places(inner) for inner in tree] if isinstance(tree, list) else tree


def leaks(canary: Canary, forbidden: list[bytes]) -> list[tuple[str, bytes]]:
    places = [*canary.stored(), *canary.told()]
    return [(name, form) for name, text in places for form in forbidden if form in text]


def test_nothing_hidden_is_in_the_clear_before_the_end_of_the_round(canary: Canary):
    floor, game = canary.floor, canary.game
    forbidden = [*forms(canary.secret, canary.hole), *forms(canary.secret, canary.community)]
    steps = [
        (Begin(), 0),
        (ANTE, 0),
        (DealCards(seed="a seed"), 0),
        (Act(do=Bet(position=1, cents=5_00)), 1),
        (Act(do=Bet(position=1, cents=5_00)), 2),
    ]
    for command, turned in steps:
        floor.send(game, command, command_id="used" if isinstance(command, Begin) else None)
        assert leaks(canary, forbidden) == []
        assert shown(canary) == {int(card) for card in canary.community[:turned]}
    own = floor.view(game, Role.PLAYER, "ann")[1]
    assert own is not None
    assert own.hands[0].hole == canary.hole, "and yet the player sees their own cards"
    assert own.community == (*canary.community[:2], None)
    floor.send(game, Act(do=Bet(position=1, cents=5_00)))
    found = {form for _, form in leaks(canary, forbidden)}
    assert canary.secret.hex().encode() in found, "the end of the round reveals the secret, and this search finds it"


def test_the_search_finds_what_it_looks_for(canary: Canary, monkeypatch: pytest.MonkeyPatch):
    """With sealing turned off the very same search finds the secret and the cards."""
    monkeypatch.setattr(canary.floor.database.keys, "seal", lambda plain, about: plain)
    monkeypatch.setattr(canary.floor.database.keys, "unseal", lambda sealed, about: sealed)
    for command in (Begin(), ANTE, DealCards(seed="a seed")):
        canary.floor.send(canary.game, command)
    for cards in (canary.hole, canary.community):
        numbers = ",".join(str(int(card)) for card in cards)
        found = {form for _, form in leaks(canary, forms(canary.secret, cards))}
        assert {canary.secret.hex().encode(), f"[{numbers}]".encode()} <= found


def test_a_voided_round_shows_only_its_secret_when_it_ends(canary: Canary):
    """Until a round is void nothing is known of it, and then all of it is: the deal can be checked."""
    from mississippi_stud.floor import VoidGame

    for command in (Begin(), ANTE, DealCards(seed="a seed")):
        canary.floor.send(canary.game, command)
    assert leaks(canary, forms(canary.secret, canary.hole)) == []
    canary.floor.send(canary.game, VoidGame(clause="online notice.3", reason="a malfunction"))
    assert {name for name, _ in leaks(canary, [canary.secret.hex().encode()])}
