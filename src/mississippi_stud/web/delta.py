"""What changed between two views, as a JSON Patch (RFC 6902) of `add`, `remove` and `replace`, and a view's hash.

It is exact: `apply(old, delta(old, new)) == new`, for views of one type, in which no number becomes true or false.
Lists of another length are replaced whole.
"""

from functools import cache
from hashlib import sha256
from itertools import compress
from operator import is_not
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import astuple

from mississippi_stud.errors import InputError

JsonPath = str
"""A JSON Pointer (RFC 6901)."""


class PatchStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One operation of a JSON Patch; its value is left out where it is removed."""

    op: Literal["add", "remove", "replace"]
    path: JsonPath
    value: Any = msgspec.UNSET


_ESCAPES: Final = (("~", "~0"), ("/", "~1"))
_ABSENT: Final = object()
_WITH_PARTS: Final = (msgspec.Struct, dict, tuple, list)
"""What is looked into."""


def canonical(view: Any) -> bytes:
    """Return the one way to write a view: JSON with sorted keys and no spaces.

    >>> canonical({"b": {10: 1, 9: 2}, "a": ()})
    b'{"a":[],"b":{"10":1,"9":2}}'
    """
    try:
        return msgspec.json.encode(view, order="sorted")
    except TypeError:  # there are keys that are not text
        return msgspec.json.encode(_plain(view), order="sorted")


def _plain(view: Any) -> Any:
    """Return a view as what JSON can hold."""
    return msgspec.to_builtins(view, str_keys=True)


def view_hash(written: bytes) -> str:
    """Return the hash of a view that was written canonically.

    >>> view_hash(canonical({"b": [1, None], "a": "é"})) == sha256('{"a":"é","b":[1,null]}'.encode()).hexdigest()
    True
    """
    return sha256(written).hexdigest()


def delta(old: Any, new: Any, path: JsonPath = "") -> list[PatchStep]:
    """Return the changes that make the new view out of the old one; only what differs is looked into.

    Views are compared as they are, since viewers share most of theirs, and not as each would be written (decision 400).

    >>> [(each.op, each.path, each.value) for each in delta({"a": [1, 2], "b": None}, {"a": [1, 3], "c": {}})]
    [('replace', '/a/1', 3), ('remove', '/b', UNSET), ('add', '/c', {})]
    """
    steps: list[PatchStep] = []
    if old != new:
        _compare(old, new, path, steps)
    return steps


def _compare(old: Any, new: Any, path: JsonPath, steps: list[PatchStep]) -> None:
    """Add the changes between two values that differ."""
    if isinstance(old, msgspec.Struct) and type(old) is type(new):
        places = _places(type(old))
        if places is None:
            _compare(_plain(old), _plain(new), path, steps)
            return
        befores, afters = astuple(old), astuple(new)
        for number in compress(range(len(places)), map(is_not, befores, afters)):
            before, after = befores[number], afters[number]
            if before == after:
                continue
            if isinstance(before, _WITH_PARTS):
                _compare(before, after, path + places[number], steps)
            else:
                steps.append(PatchStep(op="replace", path=path + places[number], value=after))
    elif isinstance(old, dict) and isinstance(new, dict):
        for name, before in old.items():
            after = new.get(name, _ABSENT)
            if after is _ABSENT:
                steps.append(PatchStep(op="remove", path=f"{path}/{_escaped(name)}"))
            elif before != after:
                _compare(before, after, f"{path}/{_escaped(name)}", steps)
        if len(old) != len(new) or old.keys() != new.keys():
            added = new.keys() - old.keys()
            steps += (PatchStep(op="add", path=f"{path}/{_escaped(name)}", value=new[name]) for name in added)
    elif isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)) and len(old) == len(new):
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            if before is not after and before != after:
                _compare(before, after, f"{path}/{number}", steps)
    else:
        steps.append(PatchStep(op="replace", path=path, value=new))


@cache
def _places(kind: type[msgspec.Struct]) -> tuple[JsonPath, ...] | None:
    """Return the path to each attribute of a struct; None if it is not an object that has all of them."""
    config = kind.__struct_config__
    if config.array_like or config.omit_defaults or msgspec.UNSET in kind.__struct_defaults__:
        return None
    return tuple(f"/{_escaped(name)}" for name in kind.__struct_encode_fields__)


def apply(old: Any, changes: tuple[PatchStep, ...]) -> Any:
    """Return the new view; `InputError` for changes that are not of this view. What is not changed is shared."""
    for change in changes:
        try:
            old = _changed(old, change, change.path.split("/")[1:])
        except (KeyError, IndexError, TypeError, ValueError):
            raise InputError("delta-misfit", path=change.path) from None
    return old


def _changed(old: Any, change: PatchStep, steps: list[str]) -> Any:
    if not steps:
        return change.value
    name, rest = _unescaped(steps[0]), steps[1:]
    if isinstance(old, list):
        new: Any = list(old)
        new[int(name)] = _changed(old[int(name)], change, rest)
        return new
    new = dict(old)
    if rest or change.op == "replace":
        new[name] = _changed(old[name], change, rest)
    elif change.op == "remove":
        del new[name]
    else:
        new[name] = change.value
    return new


def _escaped(key: str | int) -> str:
    name = str(key)
    if name.isalnum():
        return name
    for letter, written in _ESCAPES:
        name = name.replace(letter, written)
    return name


def _unescaped(name: str) -> str:
    for letter, written in reversed(_ESCAPES):
        name = name.replace(written, letter)
    return name
