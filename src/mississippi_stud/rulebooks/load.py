"""Read a rule book from its file, and report everything that is wrong with it at once.

A book is a TOML file. A value is written plainly or as ``{ value = …, clause = "…", reading = "…" }``; it takes the
clause of the nearest table above it that names one. A custom rule book says ``extends = "crown"``, holds only what
differs, and has a table ``[clauses]`` for its own clauses.

Reading has three steps: `_settle` gives every value its clause, `_merge` lays a book over the one that it extends, and
`_build` turns the plain tree into the `model`. `plain` converts it back; the content hash is that of its JSON.
"""

import re
import tomllib
import typing
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.money import Cents, parse, text
from mississippi_stud.rulebooks import soundness
from mississippi_stud.rulebooks.model import Rulebook, RuledValue
from mississippi_stud.rulebooks.pays import Pay, Percent, parse_pay, parse_percent, percent_text
from mississippi_stud.rulebooks.soundness import BookError, Expectation, Fault

BOOKS: Final = ("nsw", "maryland", "crown", "online")
"""The books that come with the package."""

_FOLDER: Final = Path(__file__).parent
_HEADINGS: Final = ("id", "title", "version", "date", "language")

_ID: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")

_BAD: Final = object()
"""Placeholder for a value with a fault."""

Tree = dict[str, Any]


@cache
def rulebook(name: str) -> Rulebook:
    """Return the book with that id, or the one in the file at that path.

    >>> rulebook("maryland").positions.maximum.value
    6
    """
    return _sound(name, *_read(name))


def custom_book(text: str, name: str) -> Rulebook:
    """Return the custom rule book in a text; errors call it by `name`."""
    return _sound(name, *_settled(_parsed(text, name), "", own=True))


def _sound(name: str, tree: Tree, faults: list[Fault]) -> Rulebook:
    if any(fault.path == "extends" for fault in faults):  # without the base book, everything else would be missing
        raise BookError(name, faults)
    base = read(tree["extends"]) if tree.get("extends") in BOOKS else {}
    book = _build(Rulebook, tree, base, "", faults)
    if book is not _BAD:
        faults += soundness.faults(book)
    if faults:
        raise BookError(name, faults)
    return cast(Rulebook, book)


def read(name: str) -> Tree:
    """Return the book with that id, or in the file at that path, as a tree of plain values, each with its clause."""
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
        near = _nearest(name, BOOKS)
        if near:
            raise InputError("no-book-near", name=name, near=near)
        raise InputError("no-book", name=name, books=BOOKS)
    return _settled(_toml(path), path.stem, own=own)


def _settled(raw: Tree, stem: str, *, own: bool) -> tuple[Tree, list[Fault]]:
    clauses = raw.pop("clauses", {})
    book_id = str(raw.get("id", stem))
    unclear = list(soundness.own_clauses(clauses)) if own else []
    faults = [*_own_headings(raw), *unclear] if own else []
    qualify = _Qualifier(book_id, frozenset(clauses if isinstance(clauses, dict) else ()) if own else None)
    tree = _settle(Rulebook, raw, "", "", faults, qualify)
    if raw.get("extends") in BOOKS:
        tree = _merge(read(raw["extends"]), tree)
    if own and not unclear:
        tree["clauses"] = {f"{book_id} {key}": words for key, words in clauses.items()}
    return tree, faults


def _toml(path: Path) -> Tree:
    try:
        written = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError("no-book-file", path=path, books=BOOKS) from None
    except OSError as error:
        raise InputError("book-unreadable", path=path, error=error.strerror) from None
    except UnicodeDecodeError as error:
        raise InputError("book-unreadable", path=path, error=str(error)) from None
    return _parsed(written, path)


def _parsed(written: str, path: str | Path) -> Tree:
    try:
        return tomllib.loads(written)
    except (ValueError, RecursionError) as error:  # no TOML, a number with thousands of digits, or endless brackets
        raise InputError("book-not-toml", path=path, error=str(error)) from None


def _own_headings(raw: Tree) -> Iterator[Fault]:
    """Check what a custom rule book must say itself and cannot take from the book that it extends."""
    yield from (Fault(name, None, Expectation("heading", key=name)) for name in _HEADINGS if name not in raw)
    if raw.get("id") in BOOKS:
        yield Fault("id", raw["id"], Expectation("id-taken"))
    elif isinstance(raw.get("id"), str) and not is_book_id(raw["id"]):
        yield Fault("id", raw["id"], Expectation("id-form"))
    if raw.get("extends") not in BOOKS:
        yield Fault("extends", raw.get("extends"), Expectation("no-base", known=BOOKS))
    if raw.get("language", "en") not in ("en", "fr"):
        yield Fault("language", raw["language"], Expectation("not-one-of", known=("en", "fr")))


def is_book_id(name: str) -> bool:
    """Whether a custom rule book may have this id."""
    return _ID.fullmatch(name) is not None


# Step one: every value gets its clause.


class _Qualifier:
    """Prefixes a clause with the book's id, and knows which clauses a custom rule book may name."""

    def __init__(self, book: str, own: frozenset[str] | None) -> None:
        self.book = book
        self.own = own

    def __call__(self, clause: object) -> str | None:
        """Return the clause with its book in front, or None if there is no such clause."""
        if not isinstance(clause, str) or not clause:
            return None
        book, _, number = clause.partition(" ")
        if book in BOOKS and number:
            return clause if self.own is None or _in_ledger(book, clause) else None
        if self.own is not None and clause not in self.own:
            return None
        return f"{self.book} {clause}"


def _in_ledger(book: str, clause: str) -> bool:
    from mississippi_stud.rulebooks.ledger import ledger  # it imports this module to read custom rule books

    return clause in ledger(book)


def _settle(kind: Any, raw: Any, path: str, clause: str, faults: list[Fault], qualify: _Qualifier) -> Any:
    """Return `raw` with every value as ``{"value": …, "clause": …, "reading": …}``; report and omit faulty ones."""
    kind = _without_none(kind)
    origin = typing.get_origin(kind)
    if origin is RuledValue:
        return _settle_value(raw, path, clause, faults, qualify)
    if kind is str:
        return raw
    if origin is tuple:
        if not isinstance(raw, list):
            faults.append(Fault(path, raw, Expectation("not-a-list")))
            return _BAD
        inner = typing.get_args(kind)[0]
        settled = [_settle(inner, each, f"{path}[{n}]", clause, faults, qualify) for n, each in enumerate(raw)]
        return [each for each in settled if each is not _BAD]
    if not isinstance(raw, dict):
        faults.append(Fault(path, raw, Expectation("not-a-table", path=path)))
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
            faults.append(Fault(_join(path, key), value, _no_key(key, known)))
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
        faults += [Fault(_join(path, key), raw[key], Expectation("extra-key")) for key in strange]
        if "value" not in raw:
            faults.append(Fault(path, raw, Expectation("no-value")))
            return _BAD
        value, named, reading = raw["value"], raw.get("clause", clause), raw.get("reading", "")
    qualified = qualify(named)
    if qualified is None and (isinstance(raw, dict) and "clause" in raw):
        faults.append(Fault(path, named, _no_clause(qualify)))
    elif not named:
        faults.append(Fault(path, value, Expectation("without-clause")))
    return {"value": value, "clause": qualified or "", **({"reading": reading} if reading else {})}


def _no_clause(qualify: _Qualifier) -> Expectation:
    return Expectation("no-clause", book=qualify.book)


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known word most like one that somebody may have mistyped, if any is."""
    from difflib import get_close_matches

    return get_close_matches(word, list(known), n=1)


def _no_key(key: str, known: Iterable[str]) -> Expectation:
    near = _nearest(key, known)
    return Expectation("no-key-near", near=near[0]) if near else Expectation("no-key")


# Step two: a book over the one that it extends.


def _is_value(tree: Any) -> bool:
    return isinstance(tree, dict) and "value" in tree and "clause" in tree


def _merge(below: Any, above: Any) -> Any:
    """Lay `above` over `below`: tables are merged, values and lists replaced."""
    if not isinstance(below, dict) or not isinstance(above, dict) or _is_value(below) or _is_value(above):
        return above
    return below | {key: _merge(below[key], value) if key in below else value for key, value in above.items()}


# Step three: the model.


def from_plain(tree: Tree) -> Rulebook:
    """Return the book from a tree that `plain` produced."""
    faults: list[Fault] = []
    book = _build(Rulebook, tree, {}, "", faults)
    if faults:
        raise BookError(str(tree.get("id")), faults)
    return cast(Rulebook, book)


def kept_book(tree: Tree) -> Rulebook:
    """Return the book from a tree that `plain` once produced; raise `BookError` if today's model cannot hold it.

    What the stored book says counts, whatever today's edition says. Where the model has since gained a value that every
    book must have, today's edition of the same book, or of the one that it extends, supplies what is missing
    (decision 66).
    """
    base = next((name for name in (tree.get("id"), tree.get("extends")) if name in BOOKS), None)
    return from_plain(tree if base is None else _completed(Rulebook, tree, plain(rulebook(base))))


def _completed(kind: Any, tree: Any, today: Any) -> Any:
    """Return `tree` completed with what the model needs and only `today` has."""
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
    """Return `tree` as a value of the model's type `kind`.

    Anything wrong is added to `faults`, and the value of the book that this one extends (`base`) takes its place, so
    that the rest can be checked in the same pass.
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
            allowed = Expectation("heading", key=name) if inner is str else Expectation("missing")
            faults.append(Fault(_join(path, name), None, allowed))
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
        faults.append(Fault(path, value, Expectation("wrong-kind", kind=_allowed(kind))))
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


def _allowed(kind: Any) -> Expectation:
    """Return what a value of that type may be."""
    if kind == Pay:
        return Expectation("pay")
    if kind is Cents:
        return Expectation("amount")
    if kind is Percent:
        return Expectation("share")
    origin = typing.get_origin(kind)
    if origin is tuple:
        return Expectation("list-of", kind=_allowed(typing.get_args(kind)[0]))
    if origin is typing.Annotated:
        meta = kind.__metadata__[0]
        return Expectation("whole-number-between", least=meta.ge, most=meta.le)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Expectation("one-of", known=tuple(plain_leaf(kind, member) for member in kind))
    return Expectation({bool: "true-or-false", str: "text", int: "whole-number"}[kind])


@cache
def _fields(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


@cache
def _required(kind: Any) -> frozenset[str]:
    names = kind.__struct_fields__
    return frozenset(names[: len(names) - len(kind.__struct_defaults__)]) | {
        name
        for name, default in zip(reversed(names), reversed(kind.__struct_defaults__), strict=False)
        if default is msgspec.NODEFAULT
    }


@cache
def _without_none(kind: Any) -> Any:
    if type(None) in typing.get_args(kind):
        (inner,) = (each for each in typing.get_args(kind) if each is not type(None))
        return inner
    return kind


# Back to plain values.


def plain(book: Rulebook) -> Tree:
    """Return the book as a tree of plain values that JSON can hold and `from_plain` reads."""
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
    """Yield the key, the type and the value of everything in a table of the model."""
    if typing.get_origin(kind) is Mapping:
        key_kind, inner = typing.get_args(kind)
        yield from ((plain_leaf(key_kind, key), inner, each) for key, each in part.items())
        return
    for name, inner in _fields(kind).items():
        each = getattr(part, name)
        if each is not None and each not in ({}, ""):
            yield name, inner, each


def plain_leaf(kind: Any, value: Any) -> Any:
    """Return a value as its file writes it."""
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
    """A value of a book: its path, its type, the value itself, and the field of the model that holds it."""

    path: str
    kind: Any
    ruled: RuledValue[Any]
    field: str
    """Such as ``"WagerRule.on_fold"``; the rows of a table share theirs."""

    @property
    def shown(self) -> str:
        """Return the value as a person reads it."""
        written = plain_leaf(self.kind, self.ruled.value)
        if isinstance(written, bool):
            return "yes" if written else "no"
        return ", ".join(map(str, written)) if isinstance(written, list) else str(written)


def leaves(book: Rulebook, part: str = "") -> list[Leaf]:
    """Return every value of a book, or of one part: the one at ``wagers.ante.tables.main.pays.straight`` and others."""
    if not part:
        return list(_leaves(Rulebook, book, "", ""))
    held = getattr(book, part)
    return [] if held is None else list(_leaves(_fields(Rulebook)[part], held, part, f"Rulebook.{part}"))


def own_leaves(book: Rulebook) -> list[Leaf]:
    """Return the values of a custom rule book that differ from those of the book that it extends."""
    if not book.extends:
        return []
    base = {leaf.path: leaf.ruled.value for leaf in leaves(rulebook(book.extends))}
    return [leaf for leaf in leaves(book) if base.get(leaf.path) != leaf.ruled.value]


def _leaves(kind: Any, part: Any, path: str, field: str) -> Iterator[Leaf]:
    kind = _without_none(kind)
    origin = typing.get_origin(kind)
    if origin is RuledValue:
        yield Leaf(path, typing.get_args(kind)[0], part, field)
    elif origin is tuple:
        for number, each in enumerate(part):
            yield from _leaves(typing.get_args(kind)[0], each, f"{path}[{number}]", field)
    elif kind is not str:
        for key, inner, each in _parts(kind, part):
            held_by = field if origin is Mapping else f"{kind.__name__}.{key}"
            yield from _leaves(inner, each, _join(path, key), held_by)


def content_hash(book: Rulebook) -> str:
    """Return the SHA-256 of everything in the book, including the words of its own clauses."""
    from hashlib import sha256  # OpenSSL takes a while to load, and most commands hash nothing

    return sha256(msgspec.json.encode(plain(book), order="sorted")).hexdigest()
