"""Canaries: hidden cards and secrets never appear in what is stored, backed up, published, shown to others or logged.

The test knows every round's secret and therefore its deck; it searches for both while the round is under way, with
snapshots as often as they may be taken. Sealed data has the same length whatever is in it.
"""

import base64
import gzip
import io
import json
import logging
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from mississippi_stud.cards import DECK, Card
from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import deck, round_id
from mississippi_stud.floor import Floor, decider
from mississippi_stud.floor.history import export
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from mississippi_stud.store import log, schema
from mississippi_stud.store.entries import CHANNEL
from tests.floor.drive import chance_of, command_of, dump, opened, play, secrets_from, sit, table_of
from tests.table.script import hash_of, seed_of

CARDS = ("card", "cards", "hole", "community", "bonus_cards", "burnt")
"""The fields of events and views that hold cards."""


class Canary:
    """A floor whose secrets the test knows, and everything that leaves it."""

    def __init__(self, url: str, folder: Path, log_text: pytest.LogCaptureFixture) -> None:
        self.url = url
        self.folder = folder
        self.floor: Floor = opened(url, secrets=secrets_from(chance_of("canary")))
        self.floor.deposit("ann", 1_000_00)
        self.table = table_of(self.floor, "ann", command_id="canary")
        committed = self.floor.table(self.table).committed
        assert committed is not None
        self.secret = bytes.fromhex(committed.secret)
        self.published: list[object] = []
        self.floor.watch(self.table, self.published.append)
        self.logged = log_text
        self.heard: psycopg.Connection | None = None
        if self.floor.database.postgres:
            self.heard = psycopg.connect(url, autocommit=True)
            self.heard.execute(f"LISTEN {CHANNEL}")
        cards = deck(self.secret, (seed_of("ann", 1),), round_id(self.table, 1))
        self.hole, self.community = cards[:2], cards[2:5]

    def close(self) -> None:
        self.floor.close()
        if self.heard:
            self.heard.close()

    def stored(self) -> Iterator[tuple[str, bytes]]:
        """Yield every byte at rest: SQLite's files with their journal, every row of PostgreSQL, and a backup."""
        if self.floor.database.postgres:
            for table, rows in dump(self.floor.database).items():
                cells = (cell if isinstance(cell, bytes) else str(cell).encode() for row in rows for cell in row)
                yield table, b"\n".join(cells)
        else:
            files = list(Path(self.floor.database.url.database or "").parent.glob("floor.db*"))
            assert {file.suffix for file in files} >= {".db", ".db-wal"}
            yield from ((file.name, file.read_bytes()) for file in files)
        self.floor.backup(self.folder / "backup")
        written = gzip.decompress((self.folder / "backup").read_bytes())
        yield "backup", written
        for number, line in enumerate(written.splitlines()):
            yield from ((f"backup {number}", each) for each in _unpacked(json.loads(line)))

    def told(self) -> Iterator[tuple[str, bytes]]:
        """Yield everything that others see: what is published, their views, the log file, and error messages."""
        notices = [notice.payload for notice in self.heard.notifies(timeout=0.05)] if self.heard else []
        yield "published", repr([self.published, notices]).encode()
        for role in Role:
            for person in ("", "bob", *(("ann",) if role is not Role.PLAYER else ())):
                yield f"{role} {person}", msgspec.json.encode(self.floor.view(self.table, role, person))
        for kind in export.Format:  # what `mstud export` writes
            out = io.StringIO(newline="")
            export.write(self.floor, RoundFilter(), kind, out, None)
            yield f"export {kind}", out.getvalue().encode()
        yield "log", self.logged.text.encode()
        yield "errors", "".join(self.errors()).encode()

    def errors(self) -> Iterator[str]:
        for name in ("", "used"):
            try:
                nobodys = replace(command_of(self.floor, self.table, "1 ante 5; deal"), person="")
                self.floor.send(self.table, nobodys, command_id=name or None)
            except (Refused, InputError) as error:
                yield from traceback.format_exception(error)


def _unpacked(tree: Any) -> Iterator[bytes]:
    """Yield what a backup holds in base64, decoded."""
    for each in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        if isinstance(each, str) and len(each) % 4 == 0:
            try:
                yield base64.b64decode(each, validate=True)
            except ValueError:
                continue
        yield from _unpacked(each)


@pytest.fixture
def canary(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[Canary]:
    monkeypatch.setattr(decider, "SNAPSHOT_EVERY", 1)
    caplog.set_level(logging.DEBUG)
    one = Canary(database_url, tmp_path, caplog)
    yield one
    one.close()


def forms(secret: bytes, cards: tuple[Card, ...]) -> list[bytes]:
    """Return the ways in which a secret and cards could appear in the clear."""
    numbers = ",".join(str(int(card)) for card in cards)
    found = [secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret)[:-2]]
    found += [
        f"[{numbers}]".encode(),
        f"[{numbers.replace(',', ', ')}]".encode(),
        f"({numbers.replace(',', ', ')})".encode(),
    ]
    return [*found, " ".join(map(str, cards)).encode(), repr(cards).encode()]


def cards_in(tree: Any, holding: bool = False) -> Iterator[int]:
    """Yield the cards anywhere in a JSON tree."""
    if isinstance(tree, dict):
        for key, inner in tree.items():
            yield from cards_in(inner, holding or key in CARDS)
    elif isinstance(tree, list):
        for inner in tree:
            yield from cards_in(inner, holding)
    elif holding and isinstance(tree, int):
        yield tree


def shown(canary: Canary) -> set[int]:
    """Return every card shown by the public part of an event or by somebody else's view."""
    texts = [record.payload for record in log.read(canary.floor.database, canary.table)]
    texts += [text for name, text in canary.told() if name.partition(" ")[0] in {str(role) for role in Role}]
    return {card for text in texts for card in cards_in(_without_places(json.loads(text)))}


def _without_places(tree: Any) -> Any:
    """Return the tree without fields named like cards that hold none: places, and how many cards an option takes."""
    if isinstance(tree, dict):
        return {key: _without_places(inner) for key, inner in tree.items() if key not in ("place", "places", "options")}
    return [_without_places(inner) for inner in tree] if isinstance(tree, list) else tree


def leaks(canary: Canary, forbidden: list[bytes]) -> list[tuple[str, bytes]]:
    places = [*canary.stored(), *canary.told()]
    return [(name, form) for name, text in places for form in forbidden if form in text]


def test_nothing_hidden_is_in_the_clear_before_the_end_of_the_round(canary: Canary):
    floor, table = canary.floor, canary.table
    forbidden = [*forms(canary.secret, canary.hole), *forms(canary.secret, canary.community)]
    assert leaks(canary, forbidden) == [], "the commitment is published, and its secret is not"
    for turned, script in enumerate(("1 ante 5; deal", "1 bet 1", "1 bet 1")):
        play(floor, table, script, command_id=None if turned else "used")
        assert leaks(canary, forbidden) == []
        assert shown(canary) == {int(card) for card in canary.community[:turned]}
    own = floor.view(table, Role.PLAYER, "ann")[0].round
    assert own.hands[0].hole == canary.hole, "and yet the player sees their own cards"
    assert own.community == (*canary.community[:2], None)
    play(floor, table, "1 bet 1")
    found = {form for _, form in leaks(canary, forbidden)}
    assert canary.secret.hex().encode() in found, "the end of the round reveals the secret, and this search finds it"
    coming = floor.table(table).committed
    assert coming is not None
    assert leaks(canary, [coming.secret.encode(), bytes.fromhex(coming.secret)]) == [], "and not that of the next"


def test_the_search_finds_what_it_looks_for(canary: Canary, monkeypatch: pytest.MonkeyPatch):
    """With sealing turned off, the same search finds the secret and the cards, in the database and in a backup."""
    monkeypatch.setattr(canary.floor.database.keys, "seal", lambda plain, about: plain)
    monkeypatch.setattr(canary.floor.database.keys, "unseal", lambda sealed, about: sealed)
    play(canary.floor, canary.table, "1 ante 5; deal")
    play(canary.floor, canary.table, "1 fold")
    play(canary.floor, canary.table, "1 ante 5; deal")
    now = canary.floor.table(canary.table)
    assert now.round is not None
    assert now.committed is not None
    secret = bytes.fromhex(now.committed.secret)
    for cards in (now.round.hands[1].hole, now.round.community):
        numbers = ",".join(str(int(card)) for card in cards if card is not None)
        found = leaks(canary, forms(secret, cards))  # type: ignore[arg-type]
        assert {secret.hex().encode(), f"[{numbers}]".encode()} <= {form for _, form in found}
        assert "backup" in {name.partition(" ")[0] for name, _ in found}


def test_a_voided_round_shows_only_its_secret_when_it_ends(canary: Canary):
    """Nothing is known about a round until it is void; then everything is, and the deal can be checked."""
    play(canary.floor, canary.table, "1 ante 5; deal")
    assert leaks(canary, forms(canary.secret, canary.hole)) == []
    canary.floor.void(canary.table, "a malfunction")
    assert {name for name, _ in leaks(canary, [canary.secret.hex().encode()])}


def test_at_a_table_of_several_nobody_sees_anothers_cards(database_url: str):
    with opened(database_url) as floor:
        table = floor.open_table("crown", positions=3)
        for position, player in ((1, "ann"), (2, "bob")):
            floor.deposit(player, 1_000_00)
            sit(floor, table, player, position, seed_hash=hash_of(player, 1))
        play(floor, table, "1 ante 5; 2 ante 5; deal")
        state = floor.table(table).round
        assert state is not None
        held = {hand.player: {int(card) for card in hand.hole if card is not None} for hand in state.hands.values()}
        for person in ("ann", "bob", "cy"):
            seen = floor.look(table, person).view
            cards = set(cards_in(_without_places(json.loads(msgspec.json.encode(seen)))))
            assert cards == held.get(person, set())


# Lengths.


def sealed(floor: Floor, table: str) -> dict[str, list[int]]:
    """Return the lengths of the sealed parts by event name, and that of the snapshot."""
    events = schema.events.c
    chosen = select(events.name, events.sealed).where(events.stream == table).order_by(events.version)
    found: dict[str, list[int]] = {}
    with floor.database.transaction() as connection:
        for name, hidden in connection.execute(chosen):
            if hidden is not None:
                found.setdefault(name, []).append(len(hidden))
        kept = connection.scalar(select(schema.snapshots.c.sealed).where(schema.snapshots.c.stream == table))
    return found | ({} if kept is None else {"snapshot": [len(kept)]})


LOW, HIGH = tuple(DECK[:20]), tuple(reversed(DECK[-20:]))
"""Decks whose cards are written with one digit and with two digits."""


@pytest.mark.parametrize(
    ("book", "dealing"), [(name, dealing) for name in BOOKS for dealing in rulebook(name).dealing.methods]
)
def test_the_length_of_what_is_sealed_is_the_same_whatever_the_deck(
    sqlite_url: str, book: str, dealing: str, monkeypatch: pytest.MonkeyPatch
):
    """For decks of low cards, of high cards and random ones, street by street."""
    chance = chance_of(f"lengths {book} {dealing}")
    decks = [LOW, HIGH, *(tuple(chance.sample(DECK, 52)) for _ in range(10))]
    monkeypatch.setattr("mississippi_stud.fairness.shuffle.deck", lambda secret, seeds, name: decks[0])
    monkeypatch.setattr(decider, "SNAPSHOT_EVERY", 1)
    lengths = []
    with opened(sqlite_url, clock=lambda: 0) as floor:
        floor.deposit("ann", 100_000_00)
        for number in range(len(decks)):
            table = table_of(floor, "ann", book, dealing=dealing, command_id=f"table {number}")
            found = []
            for script in ("1 ante 5; deal", "1 bet 1", "1 bet 1"):
                play(floor, table, script)
                found.append(sealed(floor, table))
            lengths.append(found)
            decks.append(decks.pop(0))
    assert lengths == [lengths[0]] * len(decks)
    assert lengths[0][0]["cards_dealt"]
    assert lengths[0][0]["round_committed"]


def test_the_length_of_a_snapshot_does_not_tell_what_is_coming(sqlite_url: str, monkeypatch: pytest.MonkeyPatch):
    """None is stored between the deal and the end; those that are say nothing about the next round's secret."""
    monkeypatch.setattr(decider, "SNAPSHOT_EVERY", 1)
    chance, lengths = chance_of("snapshots"), set()
    with opened(sqlite_url, clock=lambda: 0, secrets=lambda: bytes([chance.choice((0, 255))]) * 32) as floor:
        floor.deposit("ann", 100_000_00)
        for number in range(20):
            table = table_of(floor, "ann", command_id=f"table {number}")
            before = log.snapshot(floor.database, table)
            assert before is not None
            lengths.add(tuple(sealed(floor, table)["snapshot"]))
            for script in ("1 ante 5; deal", "1 bet 1", "1 bet 1"):
                play(floor, table, script)
                assert log.snapshot(floor.database, table) == before
            play(floor, table, "1 bet 1")
            assert log.snapshot(floor.database, table) != before
    assert len(lengths) == 1


def test_the_rounds_that_are_over_are_as_long_as_their_results(sqlite_url: str):
    """The same measurement on public events: nothing is sealed that anyone may know."""
    with opened(sqlite_url) as floor:
        floor.deposit("ann", 100_000_00)
        table = table_of(floor, "ann")
        play(floor, table, "1 ante 5; deal; 1 bet 1; 1 bet 1; 1 bet 1; 1 ante 5; deal; 1 fold")
        assert set(sealed(floor, table)) == {"round_committed", "cards_dealt"}
