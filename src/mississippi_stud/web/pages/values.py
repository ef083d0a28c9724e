"""The values of a rule book as a person reads them: amounts, odds and shares in their language, names as they stand.

Decision 75 says why names are not translated.
"""

import typing
from typing import NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.money import Cents, Currency, Odds
from mississippi_stud.prose.names import amount, pays
from mississippi_stud.prose.signs import percent
from mississippi_stud.rulebooks.load import Leaf
from mississippi_stud.rulebooks.pays import MeterShare, Percent, Push


class ShownValue(NamedTuple):
    """A value in words, and the language of the words if it is not the reader's."""

    text: str
    lang: str | None = None


def said(leaf: Leaf, currency: Currency, language: str) -> ShownValue:
    """Return a value in the reader's language; a name from the book's data stays in English."""
    kind, value = leaf.kind, leaf.ruled.value
    several = typing.get_origin(kind) is tuple
    each = typing.get_args(kind)[0] if several else kind
    if each is bool:
        return ShownValue(translator(language)("yes" if value else "no"))
    if each is Cents:
        return ShownValue(", ".join(amount(cents, currency, language) for cents in (value if several else (value,))))
    if each is Percent:
        return ShownValue(percent(value, language))
    if isinstance(value, Odds | Push | MeterShare):
        return ShownValue(pays(str(value), language))
    if leaf.shown.replace(", ", "").isdecimal():
        return ShownValue(leaf.shown)
    own = leaf.path.rpartition(".")[2]
    return ShownValue(leaf.shown, own if own in ("en", "fr") else "en")
