"""Proof of a promotion's draw from the log: it follows from what was committed, and from every entry that was taken."""

from itertools import islice
from typing import Any

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.draw import DrawEntry, draw_commitment, entries_root, ranking, sealed
from mississippi_stud.floor.history.proof import Reader
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.offer_terms import SEALED_SEED
from mississippi_stud.store.audit import LogError


def audit_promotion(reader: Reader, stream: str) -> None:
    """Prove the root that was published and the draw, if there was one."""
    entries: list[DrawEntry] = []
    for record, event, before, _ in reader.happened(stream):
        match event:
            case e.EntriesTaken(entries=taken):
                entries += taken
            case e.EntriesClosed(root=root) if entries_root(entries) != root:
                raise LogError("draw-entries", stream=stream, version=record.version)
            case e.PrizesDrawn() if not _follows(event, before, tuple(entries)):
                raise LogError("draw-other", stream=stream, version=record.version)
            case _:
                pass


def _follows(event: e.PrizesDrawn, before: Any, entries: tuple[DrawEntry, ...]) -> bool:
    try:
        opened = draw_commitment(event.secret) == before.commitment
        if before.terms.draw.chance == SEALED_SEED:
            opened = opened and sealed(event.seed) == before.seed_commitment
    except InputError:
        return False
    order = ranking(event.secret, before.id, entries_root(entries), event.seed, entries)
    return opened and tuple(islice(order, len(event.ranking))) == event.ranking
