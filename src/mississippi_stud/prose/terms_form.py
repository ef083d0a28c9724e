"""The form in which the terms of a tournament are revised, made from the types of `TournamentTerms` (decision 591).

Whatever the terms may say can be entered there, and nothing else.

Each control is a plain dictionary for the script of the page, which knows no item. Its `kind` is `struct`, `list`,
`choice`, `union` (some words, or what `of` describes), `statement`, `number`, `moment` or `text`; `none` is what stands
for nothing, where nothing may be said.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import inspect

from mississippi_stud.language import translator
from mississippi_stud.prose.terms_wording import TERMS_FIELDS, TERMS_TITLES, TERMS_VALUES
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.programme import CHIP
from mississippi_stud.tournament.terms import NOT_APPLICABLE, OPTIONAL, TournamentTerms

_CENTS: Final = 100
_LIST_MAX: Final = 200
_UNKNOWN: Final = {"by": "penalty", "scales": {"chips": CHIP, "hands": 1}}
"""What an amount is that is counted in what another field says."""
Control = dict[str, Any]


def terms_form(rules: TournamentRules, language: str) -> list[tuple[str, str, Clause | None, Control]]:
    """Return each item with its title, its clause and its control, in the order of the book, the title before all."""
    _ = translator(language)
    fields = {field.encode_name: field for field in _fields(TournamentTerms)}
    items: list[tuple[str, Clause | None]] = [("title", None)]
    items += [(ruled.value, ruled.clause) for ruled in rules.chapter.terms]
    return [(name, _(TERMS_TITLES[name]), clause, _item(name, fields[name], _)) for name, clause in items]


def _fields(struct: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info: Any = inspect.type_info(struct)
    return tuple(info.fields)


def _item(name: str, field: inspect.Field, _: Callable[[str], str]) -> Control:
    control = _control(field.type, name, _)
    if control["kind"] == "text" and name in OPTIONAL:
        control = {
            "kind": "union",
            "none": "",
            "words": [(NOT_APPLICABLE, _(TERMS_VALUES[NOT_APPLICABLE]))],
            "of": control,
        }
    own = TERMS_FIELDS[TournamentTerms.__name__].get(field.name)
    control |= {"label": _(own)} if own else {}
    return control | ({"fresh": ""} if control.get("of", {}).get("kind") == "text" else {})


def _control(info: inspect.Type, name: str, _: Callable[[str], str]) -> Control:
    match info:
        case inspect.StructType(cls=cls, fields=fields):
            inner = [
                (field.encode_name, _(TERMS_FIELDS[cls.__name__][field.name]), _control(field.type, field.name, _))
                for field in fields
            ]
            return {"kind": "struct", "fields": inner}
        case inspect.VarTupleType(item_type=item, max_length=most):
            return {"kind": "list", "of": _control(item, name, _), "fresh": _fresh(item), "most": most or _LIST_MAX}
        case inspect.EnumType(cls=cls):
            return {"kind": "choice", "words": [(each.value, _(TERMS_VALUES[each.value])) for each in cls]}
        case inspect.BoolType():
            return {"kind": "statement"}
        case inspect.StrType():
            return {"kind": "text"}
        case inspect.IntType(ge=least, le=most):
            return (
                {"kind": "moment"}
                if name == "when"
                else {"kind": "number", "least": least, "most": most} | _scale(name)
            )
        case inspect.UnionType(types=types):
            return _union(types, name, _)
        case _:
            raise AssertionError(info)


def _scale(name: str) -> Control:
    """Return in what a number is entered: dollars and chips have hundredths."""
    parts = name.split("_")
    if name == "amount":
        return _UNKNOWN
    return {"scale": _CENTS if "cents" in parts else CHIP if "chips" in parts else 1}


def _union(types: tuple[inspect.Type, ...], name: str, _: Callable[[str], str]) -> Control:
    words = [
        (word, _(TERMS_VALUES[str(word)]))
        for each in types
        if isinstance(each, inspect.LiteralType)
        for word in each.values
    ]
    none = None if any(isinstance(each, inspect.NoneType) for each in types) else False
    (main,) = (each for each in types if not isinstance(each, inspect.LiteralType | inspect.NoneType))
    control = _control(main, name, _)
    if control["kind"] == "choice" or (control["kind"] == "number" and not words):
        return control | {"none": none}
    if control["kind"] == "statement":
        return {"kind": "choice", "words": [(True, _(TERMS_VALUES["true"])), *words], "none": none}
    return {"kind": "union", "none": none, "words": words, "of": control, "fresh": _fresh(main)}


def _fresh(info: inspect.Type) -> Any:
    """Return what a part says before anybody has said anything."""
    match info:
        case inspect.StructType(fields=fields):
            return {field.encode_name: _default(field) for field in fields}
        case inspect.VarTupleType():
            return []
        case inspect.EnumType(cls=cls):
            return next(iter(cls)).value
        case inspect.BoolType():
            return True
        case inspect.IntType(ge=least):
            return least or 0
        case inspect.UnionType():
            return None
        case _:
            return ""


def _default(field: inspect.Field) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    return _fresh(field.type) if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)
