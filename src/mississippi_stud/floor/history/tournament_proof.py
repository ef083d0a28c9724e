"""Proofs of a tournament from the log: its draws follow from what was committed, and its hands from its tables."""

from typing import Any

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.lot import lot, lot_commitment
from mississippi_stud.fairness.shuffle import round_id
from mississippi_stud.floor.history.proof import Reader
from mississippi_stud.round.events import RoundSettled
from mississippi_stud.store import log
from mississippi_stud.store.audit import LogError
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.seating import draw_id
from mississippi_stud.tournament.state import Contest


def audit_tournament(reader: Reader, stream: str) -> None:
    """Prove every draw, and that every hand was settled at the table of its heat in the same commit."""
    for record, event, before, _ in reader.happened(stream):
        match event:
            case e.SeatsDrawn(secret=secret, session=session, turn=turn, order=order):
                drawn = _drawn(stream, record.version, secret, before)
                if lot(drawn, draw_id(before, session, turn), order) != order:
                    raise LogError("draw-other", stream=stream, version=record.version)
            case e.SessionEnded(secret=secret) if event.wild:
                _drawn(stream, record.version, secret, before)
            case e.DrawWithdrawn(secret=secret):
                _drawn(stream, record.version, secret, before)
            case e.HandRecorded():
                _check_hand(reader, record, event, before)
            case _:
                pass


def _drawn(stream: str, version: int, secret: bytes, before: Contest) -> bytes:
    """Return the secret of a draw; `LogError` if it is not the one that the house had committed to."""
    try:
        good = lot_commitment(secret) == before.commitment
    except InputError:
        good = False
    if not good:
        raise LogError("draw-uncommitted", stream=stream, version=version)
    return secret


def _check_hand(reader: Reader, record: log.StoredEvent, event: e.HandRecorded, before: Contest) -> None:
    """Check that the command which recorded a hand settled it at the table of its heat, if anybody bet on it."""
    table = before.heats[event.heat].table
    caused: list[Any] = [each for each in log.caused(reader.database, record.command_id) if each.stream == table]
    settled = any(isinstance(reader.streams.decode(each), RoundSettled) for each in caused)
    if not caused or settled != bool(event.results) or not event.round.startswith(round_id(table, 0)[:-1]):
        raise LogError("hand-elsewhere", stream=record.stream, version=record.version)
