"""Reads a rule book from its file, and tells everything that is wrong with it at once.

A book is a TOML file. A value is written plainly or as ``{ value = …, clause = "…", reading = "…" }``; it takes the
clause of the nearest table above it that names one. A book of one's own says ``extends = "crown"`` and holds only what
differs, and a table ``[clauses]`` with clauses of its own.

Reading has three steps: `_settle` gives every value its clause, `_merge` lays a book over the one that it extends, and
`_build` turns the plain tree into the `model`. `plain` is the way back; the content hash is taken of its JSON.
"""

import tomllib
import typing
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.money import Cents, parse, text
from mississippi_stud.rulebooks import soundness
from mississippi_stud.rulebooks.model import Rulebook, RuledValue
from mississippi_stud.rulebooks.pays import PAY_WORDS, Pay, Percent, parse_pay, parse_percent, percent_text
from mississippi_stud.rulebooks.soundness import BookError, Fault

BOOKS: Final = ("nsw", "maryland", "crown", "online")
"""The books that come with the package."""

_FOLDER: Final = Path(__file__).parent
_HEADINGS: Final = ("id", "title", "version", "date", "language")
_HEADING: Final = 'a text; write it at the top of the file: {} = "…"'

_BAD: Final = object()
"""What stands where something has a fault."""

Tree = dict[str, Any]


@cache
def rulebook(name: str) -> Rulebook:
    """The book of that id, or the one in the file at that path.

    >>> rulebook("maryland").positions.maximum.value
    6
    """
    tree, faults = _read(name)
    if any(fault.path == "extends" for fault in faults):  # without the book below, everything else would be missing
        raise BookError(name, faults)
    base = read(tree["extends"]) if tree.get("extends") in BOOKS else {}
    book = _build(Rulebook, tree, base, "", faults)
    if book is not _BAD:
        faults += soundness.faults(book)
    if faults:
        raise BookError(name, faults)
    return cast(Rulebook, book)


def read(name: str) -> Tree:
    """The book of that id, or in the file at that path, as a tree of plain values, each with its clause."""
    tree, faults = _read(name)
    if faults:
        raise BookError(name, faults)
    return tree


def _read(name: str) -> tuple[Tree, list[Fault]]:
    if name in BOOKS:
        path, own = _FOLDER.joinpath(f"{name}.toml"), False
    elif name.endswith(".toml") or "/" in name:
        path, own = Path(name), True
    else:
        near = get_close_matches(name, BOOKS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the books are {', '.join(BOOKS)}"
        raise InputError(f"there is no rule book {name!r}: {hint} (or give the path of a .toml file)")
    raw = _toml(path)
    clauses = raw.pop("clauses", {})
    book_id = str(raw.get("id", path.stem))
    unclear = list(soundness.own_clauses(clauses)) if own else []
    faults = [*_own_headings(raw), *unclear] if own else []
    qualify = _Qualifier(book_id, frozenset(clauses) if own else None)
    tree = _settle(Rulebook, raw, "", "", faults, qualify)
    if raw.get("extends") in BOOKS:
        tree = _merge(read(raw["extends"]), tree)
    if own and not unclear:
        tree["clauses"] = {f"{book_id} {key}": words for key, words in clauses.items()}
    return tree, faults


def _toml(path: Path) -> Tree:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        books = ", ".join(BOOKS)
        raise InputError(f"there is no file {str(path)!r}: give the path of a rule book, or one of {books}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML: {error}") from None


def _own_headings(raw: Tree) -> Iterator[Fault]:
    """What a book of one's own must say of itself, and not take from the book that it extends."""
    yield from (Fault(name, None, _HEADING.format(name)) for name in _HEADINGS if name not in raw)
    if raw.get("id") in BOOKS:
        yield Fault("id", raw["id"], "an id of your own: this one is taken")
    if raw.get("extends") not in BOOKS:
        yield Fault("extends", raw.get("extends"), f"one of {', '.join(BOOKS)}: a book of one's own builds on one")
    if raw.get("language", "en") not in ("en", "fr"):
        yield Fault("language", raw["language"], "one of en, fr")


# Step one: every value gets its clause.


class _Qualifier:
    """Puts the book's id before a clause, and knows which clauses a book of one's own may name."""

    def __init__(self, book: str, own: frozenset[str] | None) -> None:
        self.book = book
        self.own = own

    def __call__(self, clause: object) -> str | None:
        """The clause with its book in front, or None if there is no such clause."""
        if not isinstance(clause, str) or not clause:
            return None
        book, _, number = clause.partition(" ")
        if book in BOOKS and number:
            return clause if self.own is None or _in_ledger(book, clause) else None
        if self.own is not None and clause not in self.own:
            return None
        return f"{self.book} {clause}"


def _in_ledger(book: str, clause: str) -> bool:
    from mississippi_stud.rulebooks.ledger import ledger  # which reads books of one's own with this module

    return clause in ledger(book)


def _settle(kind: Any, raw: Any, path: str, clause: str, faults: list[Fault], qualify: _Qualifier) -> Any:
    """`raw` with every value as ``{"value": …, "clause": …, "reading": …}``; what has a fault is told and left out."""
    kind = _without_none(kind)
    origin = typing.get_origin(kind)
    if origin is RuledValue:
        return _settle_value(raw, path, clause, faults, qualify)
    if kind is str:
        return raw
    if origin is tuple:
        if not isinstance(raw, list):
            faults.append(Fault(path, raw, "a list"))
            return _BAD
        inner = typing.get_args(kind)[0]
        settled = [_settle(inner, each, f"{path}[{n}]", clause, faults, qualify) for n, each in enumerate(raw)]
        return [each for each in settled if each is not _BAD]
    if not isinstance(raw, dict):
        faults.append(Fault(path, raw, f"a table, [{path}]"))
        return _BAD
    if "clause" in raw:
        clause = raw["clause"]
        if qualify(clause) is None:
            faults.append(Fault(_join(path, "clause"), clause, _no_clause(qualify)))
    return _settle_table(kind, raw, path, clause, faults, qualify)


def _settle_table(kind: Any, raw: Tree, path: str, clause: str, faults: list[Fault], qualify: _Qualifier) -> Tree:
    known = None if typing.get_origin(kind) is Mapping else _fields(kind)
    settled = {}
    for key, value in raw.items():
        if key == "clause":
            continue
        if known is not None and key not in known:
            faults.append(Fault(_join(path, key), value, f"no such key here{_near(key, known)}; leave it out"))
            continue
        inner = typing.get_args(kind)[1] if known is None else known[key]
        part = _settle(inner, value, _join(path, key), clause, faults, qualify)
        if part is not _BAD:
            settled[key] = part
    return settled


def _settle_value(raw: Any, path: str, clause: str, faults: list[Fault], qualify: _Qualifier) -> Any:
    value, named, reading = raw, clause, ""
    if isinstance(raw, dict):
        strange = set(raw) - {"value", "clause", "reading"}
        faults += [Fault(_join(path, key), raw[key], "value, clause and reading, and nothing else") for key in strange]
        if "value" not in raw:
            faults.append(Fault(path, raw, '{ value = …, clause = "…" }: the value is missing'))
            return _BAD
        value, named, reading = raw["value"], raw.get("clause", clause), raw.get("reading", "")
    qualified = qualify(named)
    if qualified is None and (isinstance(raw, dict) and "clause" in raw):
        faults.append(Fault(path, named, _no_clause(qualify)))
    elif not named:
        faults.append(Fault(path, value, 'a value with a clause: add clause = "…" to it or to a table above it'))
    return {"value": value, "clause": qualified or "", **({"reading": reading} if reading else {})}


def _no_clause(qualify: _Qualifier) -> str:
    return f'a clause of {qualify.book}: define it under [clauses], or name another book\'s as "crown 8.2"'


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _near(key: str, known: Iterable[str]) -> str:
    near = get_close_matches(key, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


# Step two: a book over the one that it extends.


def _is_value(tree: Any) -> bool:
    return isinstance(tree, dict) and "value" in tree and "clause" in tree


def _merge(below: Any, above: Any) -> Any:
    """`above` laid over `below`: tables are joined, values and lists replaced."""
    if not isinstance(below, dict) or not isinstance(above, dict) or _is_value(below) or _is_value(above):
        return above
    return below | {key: _merge(below[key], value) if key in below else value for key, value in above.items()}


# Step three: the model.


def from_plain(tree: Tree) -> Rulebook:
    """The book that `plain` wrote down."""
    faults: list[Fault] = []
    book = _build(Rulebook, tree, {}, "", faults)
    if faults:
        raise BookError(str(tree.get("id")), faults)
    return cast(Rulebook, book)


def kept_book(tree: Tree) -> Rulebook:
    """The book that `plain` wrote down, under the model of its time; `BookError` if today's model cannot have it.

    What the book says stands, whatever today's edition says. Where the model has meanwhile gained a value that every
    book must have, today's edition of the same book, or of the one that it extends, stands in for what is missing
    (decision 66).
    """
    base = next((name for name in (tree.get("id"), tree.get("extends")) if name in BOOKS), None)
    return from_plain(tree if base is None else _completed(Rulebook, tree, plain(rulebook(base))))


def _completed(kind: Any, tree: Any, today: Any) -> Any:
    """`tree` with what the model needs and only `today` has."""
    kind = _without_none(kind)
    origin = typing.get_origin(kind)
    if not isinstance(tree, dict) or not isinstance(today, dict) or origin is RuledValue:
        return tree
    if origin is Mapping:
        inner = typing.get_args(kind)[1]
        return {key: _completed(inner, part, today.get(key)) for key, part in tree.items()}
    fields = _fields(kind)
    found = {key: _completed(fields[key], part, today.get(key)) for key, part in tree.items() if key in fields}
    return found | {key: today[key] for key in _required(kind) if key not in found and key in today}


def _build(kind: Any, tree: Any, base: Any, path: str, faults: list[Fault]) -> Any:
    """`tree` as a value of the model's type `kind`.

    What is wrong is told in `faults`, and the value of the book that this one extends (`base`) stands in for it, so
    that the rest can be checked in the same go.
    """
    kind = _without_none(kind)
    origin = typing.get_origin(kind)
    if origin is RuledValue:
        return _build_value(kind, tree, base, path, faults)
    if origin is tuple:
        inner = typing.get_args(kind)[0]
        return tuple(_build(inner, each, None, f"{path}[{n}]", faults) for n, each in enumerate(tree))
    if kind is str:
        heading = _leaf(str, tree, path, faults)
        return "" if heading is _BAD else heading
    below = base if isinstance(base, dict) else {}
    if origin is Mapping:
        key_kind, inner = typing.get_args(kind)
        parts = {
            _leaf(key_kind, key, _join(path, key), faults): _build(
                inner, part, below.get(key), _join(path, key), faults
            )
            for key, part in tree.items()
        }
        return {key: part for key, part in parts.items() if key is not _BAD and part is not _BAD}
    found = {}
    for name, inner in _fields(kind).items():
        if name in tree:
            found[name] = _build(inner, tree[name], below.get(name), _join(path, name), faults)
        elif name in _required(kind):
            faults.append(
                Fault(_join(path, name), None, _HEADING.format(name) if inner is str else "a value: it is missing")
            )
            found[name] = "" if inner is str else _BAD
    return _BAD if any(part is _BAD for part in found.values()) else kind(**found)


def _build_value(kind: Any, tree: Tree, base: Any, path: str, faults: list[Fault]) -> Any:
    inner = typing.get_args(kind)[0]
    value = _leaf(inner, tree["value"], path, faults)
    if value is _BAD:
        return RuledValue(_leaf(inner, base["value"], path, []), base["clause"]) if _is_value(base) else _BAD
    return RuledValue(value, tree["clause"], tree.get("reading", ""))


def _leaf(kind: Any, value: Any, path: str, faults: list[Fault]) -> Any:
    try:
        return _read_leaf(kind, value)
    except (ValueError, msgspec.ValidationError):
        faults.append(Fault(path, value, _allowed(kind)))
        return _BAD


def _read_leaf(kind: Any, value: Any) -> Any:
    if kind == Pay:
        return parse_pay(value)
    if kind is Cents:
        return parse(value)
    if kind is Percent:
        return parse_percent(value)
    if typing.get_origin(kind) is tuple:
        if not isinstance(value, list | tuple) or not value:
            raise ValueError
        return tuple(_read_leaf(typing.get_args(kind)[0], each) for each in value)
    if kind in (Hand, ThreeCardHand):
        (member,) = (each for each in kind if plain_leaf(kind, each) == value)
        return member
    return msgspec.convert(value, kind)


def _allowed(kind: Any) -> str:
    """What a value of that type may be, in words."""
    if kind == Pay:
        return PAY_WORDS
    if kind is Cents:
        return 'an amount as a text, such as "50000.00"'
    if kind is Percent:
        return 'a share as a text, such as "34.06%"'
    origin = typing.get_origin(kind)
    if origin is tuple:
        return f"a list, not empty, of: {_allowed(typing.get_args(kind)[0])}"
    if origin is typing.Annotated:
        meta = kind.__metadata__[0]
        return f"a whole number from {meta.ge} to {meta.le}"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "one of " + ", ".join(plain_leaf(kind, member) for member in kind)
    return {bool: "true or false", str: "a text", int: "a whole number"}[kind]


@cache
def _fields(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(kind)}


@cache
def _required(kind: Any) -> frozenset[str]:
    return frozenset(field.name for field in msgspec.structs.fields(kind) if field.required)


def _without_none(kind: Any) -> Any:
    if type(None) in typing.get_args(kind):
        (inner,) = (each for each in typing.get_args(kind) if each is not type(None))
        return inner
    return kind


# The way back.


def plain(book: Rulebook) -> Tree:
    """The book as a tree of plain values that JSON can hold and `from_plain` reads."""
    return cast(Tree, _plain(Rulebook, book))


def _plain(kind: Any, part: Any) -> Any:
    kind = _without_none(kind)
    origin = typing.get_origin(kind)
    if origin is RuledValue:
        tree = {"value": plain_leaf(typing.get_args(kind)[0], part.value), "clause": part.clause}
        return tree | ({"reading": part.reading} if part.reading else {})
    if origin is tuple:
        return [_plain(typing.get_args(kind)[0], each) for each in part]
    return part if kind is str else {key: _plain(inner, each) for key, inner, each in _parts(kind, part)}


def _parts(kind: Any, part: Any) -> Iterator[tuple[str, Any, Any]]:
    """The key, the type and the value of everything that a table of the model says."""
    if typing.get_origin(kind) is Mapping:
        key_kind, inner = typing.get_args(kind)
        yield from ((plain_leaf(key_kind, key), inner, each) for key, each in part.items())
        return
    for name, inner in _fields(kind).items():
        each = getattr(part, name)
        if each is not None and each not in ({}, ""):
            yield name, inner, each


def plain_leaf(kind: Any, value: Any) -> Any:
    """A value as its file writes it."""
    if kind is Cents:
        return text(value)
    if kind is Percent:
        return percent_text(value)
    if kind == Pay:
        return str(value)
    if typing.get_origin(kind) is tuple:
        return [plain_leaf(typing.get_args(kind)[0], each) for each in value]
    if isinstance(value, Hand | ThreeCardHand):
        return value.key
    return value.value if isinstance(value, Enum) else value


class Leaf(NamedTuple):
    """A value of a book: where it stands, what type it has, and what it is."""

    path: str
    kind: Any
    ruled: RuledValue[Any]

    @property
    def shown(self) -> str:
        """The value as a person reads it."""
        written = plain_leaf(self.kind, self.ruled.value)
        if isinstance(written, bool):
            return "yes" if written else "no"
        return ", ".join(map(str, written)) if isinstance(written, list) else str(written)


def leaves(book: Rulebook) -> list[Leaf]:
    """Every value of a book, such as the one at ``wagers.ante.tables.main.pays.straight``."""
    return list(_leaves(Rulebook, book, ""))


def _leaves(kind: Any, part: Any, path: str) -> Iterator[Leaf]:
    kind = _without_none(kind)
    origin = typing.get_origin(kind)
    if origin is RuledValue:
        yield Leaf(path, typing.get_args(kind)[0], part)
    elif origin is tuple:
        for number, each in enumerate(part):
            yield from _leaves(typing.get_args(kind)[0], each, f"{path}[{number}]")
    elif kind is not str:
        for key, inner, each in _parts(kind, part):
            yield from _leaves(inner, each, _join(path, key))


def content_hash(book: Rulebook) -> str:
    """The SHA-256 of all that the book says, the words of its own clauses included."""
    return sha256(msgspec.json.encode(plain(book), order="sorted")).hexdigest()
