"""Every clause of every book: what it says in our own words, how it is handled, and what proves it.

>>> ledger("nsw")["nsw 6.3"].handling
<Handling.ENFORCED: 'enforced'>
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.rulebooks.load import BOOKS, Leaf, leaves, rulebook
from mississippi_stud.rulebooks.model import Clause, Rulebook

_FOLDER: Final = Path(__file__).with_name("clauses")


class Handling(StrEnum):
    """How a clause is handled."""

    DATA = "data"
    ENFORCED = "enforced"
    RULED = "ruled"
    PROMPTED = "prompted"
    DISPLAYED = "displayed"
    RECORDED = "recorded"
    OUTSIDE = "outside"
    PLANNED = "planned"


NEED_PROOF: Final = (Handling.DATA, Handling.ENFORCED, Handling.RULED)
"""A clause handled in one of these ways must have a test that names it."""


class Capability(StrEnum):
    """A feature that a clause may still be waiting for."""

    ROUND = "round"
    TABLE = "table"
    JACKPOT = "jackpot"
    MATHS = "maths"
    FLOOR = "floor"
    WEB = "web"
    LIVE = "live"
    TOURNAMENT = "tournament"
    PROMOTION = "promotion"


class Occasion(StrEnum):
    """When players at a table with others are told of a clause."""

    WAGERS = "wagers"
    """While they may wager."""
    JACKPOT = "jackpot"
    """While they may wager on a jackpot."""
    CARDS = "cards"
    """While they have cards."""
    BOX = "box"
    """While they have a further box."""


class Surface(StrEnum):
    """A page on which people meet a clause."""

    RULES = "rules"
    """The book, clause by clause."""
    TABLE = "table"
    """A table, for whoever plays there."""
    SIGN = "sign"
    """The sign of a table."""
    LAYOUT = "layout"
    """The layout of a table, drawn to be printed."""
    DUTIES = "duties"
    """What waits to be done at a table, for its dealer and its supervisors."""
    SUPERVISION = "supervision"
    """What a supervisor can do at a table, and what was recorded there."""


ADDRESSES: Final[Mapping[Surface, tuple[str, ...]]] = {
    Surface.RULES: ("/rules/BOOK", "/rules/BOOK/printed"),
    Surface.TABLE: ("/table/TABLE", "/?book=BOOK"),
    Surface.SIGN: ("/house/HOUSE/sign/TABLE", "/house/HOUSE/printed/signs/TABLE"),
    Surface.LAYOUT: ("/house/HOUSE/printed/layouts/TABLE",),
    Surface.DUTIES: ("/house/HOUSE/table/TABLE/console", "/house/HOUSE/pit/TABLE"),
    Surface.SUPERVISION: ("/house/HOUSE/pit/TABLE",),
}
"""Where each is, for a book, a house and a table of it."""
MET: Final = (Handling.DISPLAYED, Handling.PROMPTED, Handling.RECORDED)
"""A clause handled in one of these ways is met by people on some page."""
_SHOWN_BY: Final[Mapping[str, tuple[Surface, ...]]] = {
    "Duty.by": (Surface.DUTIES,),
    "Case.asks": (Surface.DUTIES,),
    "Case.deck": (Surface.DUTIES,),
    "Case.told": (Surface.DUTIES,),
    "Staff.powers": (Surface.SUPERVISION,),
}
"""The pages on which people meet the values of a field."""


class LedgerEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the ledger says about a clause."""

    en: str
    fr: str = ""
    handling: Handling
    """How the finished software handles the clause."""
    waits_for: Capability | None = None
    reason: str = ""
    reading: str = ""
    """How we read a clause that leaves something open, where no value of the book records the reading."""
    covers: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    """The functions that act by a clause of which the book holds no value: ``round/deal.py::deal``."""
    told: Occasion | None = None
    shown: tuple[Surface, ...] = ()
    """The pages on which people meet the clause, where neither its values nor `told` say so (decision 440)."""
    inherited_from: Clause | None = None

    @property
    def handled(self) -> Handling:
        """How the clause is handled today."""
        return Handling.PLANNED if self.waits_for else self.handling

    def summary(self, language: str) -> str:
        """Return what the clause says, in the reader's language if available."""
        return self.fr if language == "fr" and self.fr else self.en


@cache
def ledger(book: str) -> Mapping[Clause, LedgerEntry]:
    """Return every clause of a book, including those covered by an ancestor, in the order of the book."""
    if book not in BOOKS:
        return ledger_of(rulebook(book))
    raw = tomllib.loads(_FOLDER.joinpath(f"{book}.toml").read_text(encoding="utf-8"))
    entries: dict[Clause, LedgerEntry] = {}
    for clause, entry in msgspec.convert(raw, dict[str, LedgerEntry]).items():
        name = f"{book} {clause}"
        entries[name] = entry
        for covered in entry.covers:
            entries[f"{book} {covered}"] = msgspec.structs.replace(entry, covers=(), reading="", inherited_from=name)
    return entries


def ledger_of(rules: Rulebook) -> Mapping[Clause, LedgerEntry]:
    """Return the clauses of a book at hand; those of a custom one are followed by those of the book that it extends."""
    own = {
        clause: LedgerEntry(en=words["en"], fr=words.get("fr", ""), handling=Handling.DATA)
        for clause, words in rules.clauses.items()
    }
    return own | dict(ledger(rules.extends or rules.id))


@cache
def told(book: str, occasion: Occasion) -> tuple[Clause, ...]:
    """Return the clauses of a book that players are told of on an occasion.

    >>> told("crown", Occasion.BOX)
    ('crown 5.10.2(a)', 'crown 5.10.2(b)')
    """
    entries = ledger(book).items()
    return tuple(clause for clause, entry in entries if entry.told is occasion and not entry.inherited_from)


def surfaces(rules: Rulebook, clause: Clause) -> tuple[Surface, ...]:
    """Return the pages on which people meet a clause; none for one that the program handles without them.

    What is only to be read is met in the book itself (decision 440).

    >>> [each.value for each in surfaces(rulebook("crown"), "crown 13.13")]
    ['table', 'sign']
    >>> [each.value for each in surfaces(rulebook("nsw"), "nsw 1.1 Float Tray")]
    ['rules']
    """
    entry = ledger_of(rules)[clause]
    if entry.handled not in MET:
        return ()
    of = entry.inherited_from or clause
    found = [*entry.shown, *([Surface.TABLE] if entry.told else [])]
    for leaf in leaves(rules):
        if leaf.ruled.clause == of:
            conduct = leaf.field.startswith("Conduct.")
            found += (Surface.TABLE, Surface.SIGN) if conduct else _SHOWN_BY.get(leaf.field, ())
    return tuple(dict.fromkeys(found)) or (Surface.RULES,)


@cache
def shown_on(book: str, surface: Surface) -> tuple[Clause, ...]:
    """Return the clauses of a book whose entries name a page.

    >>> shown_on("online", Surface.TABLE)
    ('online return.3',)
    """
    return tuple(clause for clause, entry in ledger(book).items() if surface in entry.shown)


@cache
def readings(book: str) -> Mapping[Clause, tuple[str, ...]]:
    """Return how we read each clause of a book that leaves something open, in the order of the book."""
    told = {clause: [entry.reading] for clause, entry in ledger(book).items()}
    for leaf in leaves(rulebook(book)):
        told[leaf.ruled.clause].append(leaf.ruled.reading)
    return {clause: tuple(filter(None, each)) for clause, each in told.items() if any(each)}


def section(clause: Clause) -> str | None:
    """Return the section of the documents that explains how we read a clause; a custom clause has none.

    >>> section("crown 5.10.1")
    'docs/readings/crown.md#5-10-1'
    """
    book, _, bare = clause.partition(" ")
    if book not in BOOKS or clause not in readings(book):
        return None
    return f"docs/readings/{book}.md#{anchor(bare)}"


def anchor(bare: str) -> str:
    """Return the anchor of a link to a clause's section.

    >>> anchor(".12C(3)(b)"), anchor("1.1 Fold")
    ('12c-3-b', '1-1-fold')
    """
    return "-".join(re.findall("[a-z0-9]+", bare.lower()))


@cache
def proofs() -> Mapping[Clause, tuple[str, ...]]:
    """Return the tests that name each clause, as `make proofs` last recorded them."""
    return msgspec.json.decode(_FOLDER.joinpath("proofs.json").read_bytes(), type=dict[str, tuple[str, ...]])


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the program acts on a clause."""

    reads: tuple[str, ...] = ()
    """The functions that read its values."""
    cites: tuple[str, ...] = ()
    """The functions that give it as the reason for what they do."""
    runs: tuple[str, ...] = ()
    """The functions that the clause itself names in the ledger."""
    refusals: tuple[str, ...] = ()
    """The codes of the refusals that name it."""

    @property
    def places(self) -> frozenset[str]:
        """Return every function that acts."""
        return frozenset((*self.reads, *self.cites, *self.runs))


PAYING: Final = ("round/settle.py", "round/caps.py", "round/transfers.py", "jackpot/prizes.py", "jackpot/transfers.py")
"""The modules that say by which clause money is paid."""
SHOWING: Final = ("cli/rules.py::show", "web/pages/guide.py::clause_of", "web/pages/guide.py::rules_of")
"""The functions that show people a clause which asks nothing else of the program."""
PLAYING: Final = ("cards", "hands", "jackpot/", "money", "round/", "rulebooks/", "scenario/", "table/")
"""The packages that play; what they do by a clause is recorded in play."""


@cache
def acts() -> Mapping[Clause, Act]:
    """Return how the program acted on each clause when the tests played its book, as `make proofs` recorded it."""
    return msgspec.json.decode(_FOLDER.joinpath("acts.json").read_bytes(), type=dict[str, Act])


def act(rules: Rulebook, clause: Clause) -> Act:
    """Return how the program acts on a clause; on a custom one, as on those that it replaces."""
    of = dict.fromkeys((clause, ledger_of(rules)[clause].inherited_from or clause))
    if rules.extends:
        before = {leaf.path: leaf.ruled.clause for leaf in leaves(rulebook(rules.extends))}
        of |= dict.fromkeys(before.get(leaf.path, clause) for leaf in leaves(rules) if leaf.ruled.clause == clause)
    found = [acts()[each] for each in of if each in acts()]
    return Act(**{how: tuple(sorted({what for each in found for what in getattr(each, how)})) for how in _HOW})


_HOW: Final = Act.__struct_fields__


@cache
def places() -> Mapping[str, tuple[str, ...]]:
    """Return the functions that read each field of the model, whatever the book, as `make proofs` found them.

    A key is ``WagerRule.on_fold``, ``WagerRule.on_fold@ante`` where only the ante's is read, or ``Remedy.misdeal``.
    """
    return msgspec.json.decode(_FOLDER.joinpath("places.json").read_bytes(), type=dict[str, tuple[str, ...]])


def readers(leaf: Leaf) -> Iterator[str]:
    """Yield the functions that read a value in any book: its field, what it says, and what it is said of."""
    words = leaf.ruled.value if isinstance(leaf.ruled.value, tuple) else (leaf.ruled.value,)
    keys = [
        leaf.field,
        f"{leaf.field}@{leaf.path.split('.')[1]}",
        *(f"{type(word).__name__}.{word}" for word in words if isinstance(word, Enum)),
    ]
    section = {"staff.powers": "Power", "incidents": "Incident", "duties": "Moment"}
    keys += [f"{kind}.{leaf.path.removeprefix(f'{start}.').partition('.')[0]}"
             for start, kind in section.items() if leaf.path.startswith(f"{start}.")]  # fmt: skip
    for key in keys:
        yield from places().get(key, ())


@cache
def explanations() -> Mapping[Clause, str]:
    """Return the reasons for our reading of each clause, in HTML, as `make proofs` rendered them from the documents."""
    return msgspec.json.decode(_FOLDER.joinpath("readings.json").read_bytes(), type=dict[str, str])


def find(rules: Rulebook, clause: str) -> tuple[Clause, LedgerEntry]:
    """Return the entry of a clause, named with or without its book."""
    entries, book = ledger_of(rules), rules.id
    bare = {name.partition(" ")[2]: name for name in reversed(list(entries))}
    found = clause if clause in entries else bare.get(clause)
    if found is not None:
        return found, entries[found]
    from difflib import get_close_matches

    near = get_close_matches(clause, list(bare), n=3)
    if near:
        raise InputError("no-clause-near", clause=clause, book=book, near=near)
    raise InputError("no-clause", clause=clause, book=book)


def coverage() -> dict[str, dict[str, dict[str, Any]]]:
    """Return, for every book and clause, how it is handled, where it is met, its number of tests and what it says."""
    return {
        book: {name.partition(" ")[2]: _row(rulebook(book), name, entry) for name, entry in ledger(book).items()}
        for book in BOOKS
    }


def _row(rules: Rulebook, name: Clause, entry: LedgerEntry) -> dict[str, Any]:
    tests = proofs().get(name, ()) or proofs().get(entry.inherited_from or "", ())
    row: dict[str, Any] = {"handling": entry.handled.value, "tests": len(tests), "summary": entry.en}
    if met := surfaces(rules, name):
        row["shown"] = [each.value for each in met]
    if entry.waits_for:
        row |= {"waits_for": entry.waits_for.value, "becomes": entry.handling.value}
    if entry.reason:
        row["reason"] = entry.reason
    if entry.inherited_from:
        row["inherited_from"] = entry.inherited_from.partition(" ")[2]
    return row
