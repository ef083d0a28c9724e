"""The form in which terms are revised, made from the types of `TournamentTerms` or `PromotionTerms` (decision 591).

Whatever the terms may say can be entered there, and nothing else.

Each control is a plain dictionary for the script of the page, which knows no item. Its `kind` is `struct`, `list`,
`choice`, `union` (some words, or what `of` describes), `statement`, `number`, `moment`, `text` or `details` (texts, by
what another field says); `none` is what stands
for nothing, where nothing may be said.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

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


class FormMaker(NamedTuple):
    """Makes the controls of one kind of terms in one language."""

    language: str
    fields: Mapping[str, Mapping[str, str]]
    """What each field of each part is called."""
    values: Mapping[str, str]
    moments: tuple[str, ...]
    """The fields that are times."""
    choices: Mapping[str, tuple[tuple[str, str], ...]] = {}
    """The fields whose texts are words of the rule book, with what they are called."""

    def say(self, text: str) -> str:
        """Return a text in the language."""
        return translator(self.language)(text)

    def control(self, info: inspect.Type, name: str) -> Control:
        """Return the control of a type in a field of that name."""
        match info:
            case inspect.StructType(cls=cls, fields=fields):
                titles = self.fields[cls.__name__]
                inner = [
                    (each.encode_name, self.say(titles[each.name]), self.control(each.type, each.name))
                    for each in fields
                ]
                return {"kind": "struct", "fields": inner}
            case inspect.VarTupleType(item_type=item, max_length=most):
                control, fresh = self.control(item, name), _fresh(item)
                fresh = control["words"][0][0] if control["kind"] == "choice" else fresh
                return {"kind": "list", "of": control, "fresh": fresh, "most": most or _LIST_MAX}
            case inspect.EnumType(cls=cls):
                return {"kind": "choice", "words": [(each.value, self.say(self.values[each.value])) for each in cls]}
            case inspect.BoolType():
                return {"kind": "statement"}
            case inspect.StrType() if name in self.choices:
                return {"kind": "choice", "words": list(self.choices[name])}
            case inspect.StrType():
                return {"kind": "text"}
            case inspect.IntType() if name in self.moments:
                return {"kind": "moment"}
            case inspect.IntType(ge=least, le=most):
                return {"kind": "number", "least": least, "most": most} | _scale(name)
            case inspect.UnionType(types=types):
                return self._union(types, name)
            case inspect.DictType():
                return {"kind": "details"}
            case _:
                raise AssertionError(info)

    def _union(self, types: tuple[inspect.Type, ...], name: str) -> Control:
        words = [
            (word, self.say(self.values[str(word)]))
            for each in types
            if isinstance(each, inspect.LiteralType)
            for word in each.values
        ]
        none = None if any(isinstance(each, inspect.NoneType) for each in types) else False
        (main,) = (each for each in types if not isinstance(each, inspect.LiteralType | inspect.NoneType))
        control = self.control(main, name)
        if control["kind"] in ("choice", "moment") or (control["kind"] == "number" and not words):
            return control | {"none": none}
        if control["kind"] == "statement":
            return {"kind": "choice", "words": [(True, self.say(self.values["true"])), *words], "none": none}
        return {"kind": "union", "none": none, "words": words, "of": control, "fresh": _fresh(main)}


def terms_form(rules: TournamentRules, language: str) -> list[tuple[str, str, Clause | None, Control]]:
    """Return each item with its title, its clause and its control, in the order of the book, the title before all."""
    maker = FormMaker(language, TERMS_FIELDS, TERMS_VALUES, moments=("when",))
    fields = {field.encode_name: field for field in fields_of(TournamentTerms)}
    items: list[tuple[str, Clause | None]] = [("title", None)]
    items += [(ruled.value, ruled.clause) for ruled in rules.chapter.terms]
    return [(name, maker.say(TERMS_TITLES[name]), clause, _item(maker, name, fields[name])) for name, clause in items]


def fields_of(struct: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    """Return the fields of a part of terms."""
    info: Any = inspect.type_info(struct)
    return tuple(info.fields)


def _item(maker: FormMaker, name: str, field: inspect.Field) -> Control:
    control = maker.control(field.type, name)
    if control["kind"] == "text" and name in OPTIONAL:
        control = {
            "kind": "union",
            "none": "",
            "words": [(NOT_APPLICABLE, maker.say(TERMS_VALUES[NOT_APPLICABLE]))],
            "of": control,
        }
    own = TERMS_FIELDS[TournamentTerms.__name__].get(field.name)
    control |= {"label": maker.say(own)} if own else {}
    return control | ({"fresh": ""} if control.get("of", {}).get("kind") == "text" else {})


def _scale(name: str) -> Control:
    """Return in what a number is entered: dollars and chips have hundredths."""
    parts = name.split("_")
    if name == "amount":
        return _UNKNOWN
    return {"scale": _CENTS if "cents" in parts else CHIP if "chips" in parts else 1}


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
        case inspect.DictType():
            return {}
        case _:
            return ""


def _default(field: inspect.Field) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    return _fresh(field.type) if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)
