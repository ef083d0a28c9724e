"""A round is always played under the rule book it began with, even if the model of rule books has grown since.

`kept/` holds the four books as the floor first stored them. They are never rewritten: if a change of the model makes
one of them unreadable, give the new field a default, or a value in the package's own book.
"""

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert

from mississippi_stud.floor import Floor, OpenTable
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.load import content_hash, from_plain, kept_book, plain, rulebook
from mississippi_stud.rulebooks.soundness import BookError
from mississippi_stud.store import audit, schema
from mississippi_stud.table.state import DealingMode
from tests.floor import drive
from tests.floor.drive import check_all, play

KEPT = sorted(Path(__file__).with_name("kept").glob("*.json"))


def keep(floor: Floor, tree: dict[str, Any]) -> str:
    """Store a rule book in the database as an earlier version did; return its hash."""
    content = sha256(msgspec.json.encode(tree, order="sorted")).hexdigest()
    with floor.database.transaction() as connection:
        connection.execute(insert(schema.rulebooks).values(hash=content, content=msgspec.json.encode(tree)))
    return content


def sit(floor: Floor, content: str, dealing: str) -> str:
    floor.deposit("ann", 1_000_00)
    opening = OpenTable(
        id="table:old", book=content, dealt=DealingMode.AUTOMATIC, dealing=dealing, positions=1, by="floor"
    )
    stream = floor.send("table:old", opening).stream
    drive.sit(floor, stream, "ann")
    return stream


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_book_that_was_kept_at_the_first_is_played_on_under(path: Path):
    tree = msgspec.json.decode(path.read_bytes())
    with Floor.in_memory() as floor:
        content = keep(floor, tree)
        assert content.startswith(path.stem.partition("-")[2])
        table = sit(floor, content, next(iter(tree["dealing"]["methods"])))
        play(floor, table, "1 ante 5; deal; 1 fold")
        now = floor.table(table)
        assert now.last_round.phase is Phase.SETTLED
        assert (now.book, floor.balance("ann")) == (content, 995_00)
        assert check_all(floor)


def test_there_is_one_of_each_book():
    assert [path.stem.partition("-")[0] for path in KEPT] == ["crown", "maryland", "nsw", "online"]


def older(path: str, book: str = "online") -> dict[str, Any]:
    """Return a rule book from a model that did not have this value yet."""
    tree = msgspec.json.decode(msgspec.json.encode(plain(rulebook(book))))
    *above, last = path.split(".")
    part = tree
    for key in above:
        part = part[key]
    del part[last]
    return tree


@pytest.mark.parametrize("path", ["limits.cannot_fund", "play", "wagers.ante.on_fold"])
def test_a_value_that_the_model_gained_later_is_that_of_todays_edition(path: str):
    tree = older(path)
    with pytest.raises(BookError):
        from_plain(tree)
    assert plain(kept_book(tree)) == plain(rulebook("online"))
    with Floor.in_memory() as floor:
        content = keep(floor, tree)
        table = sit(floor, content, "electronic")
        play(floor, table, "1 ante 5; deal; 1 fold")
        assert floor.balance("ann") == 995_00
        assert audit.verify(floor.database), "the book is still kept as it was"


def test_what_a_kept_book_says_stands_whatever_todays_says():
    """A house whose minimum was then $7, and whose book lacks a value that the model has gained since."""
    tree = older("limits.cannot_fund")
    tree["wagers"]["ante"]["minimum_cents"] = {"value": "7.00", "clause": "online notice.1"}
    with Floor.in_memory() as floor:
        table = sit(floor, keep(floor, tree), "electronic")
        with pytest.raises(Refused):
            play(floor, table, "1 ante 6.99; deal")
        play(floor, table, "1 ante 7; deal")


def test_a_book_of_ones_own_is_completed_from_the_one_that_it_extends():
    own = msgspec.structs.replace(rulebook("crown"), id="palace", extends="crown")
    tree = msgspec.json.decode(msgspec.json.encode(plain(own)))
    del tree["positions"]["maximum"]
    assert content_hash(kept_book(tree)) == content_hash(own)
    with pytest.raises(BookError):
        kept_book({**tree, "extends": "nobody's"})
