"""Bad input, and anything odd about a calculation, described in the reader's language."""

from collections.abc import Iterable, Mapping
from typing import Any

from mississippi_stud.errors import InputError, one_line, separator
from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.language import translator
from mississippi_stud.maths.remarks import Remark
from mississippi_stud.money import Currency
from mississippi_stud.prose.calculations import CALCULATIONS
from mississippi_stud.prose.errors import ERRORS
from mississippi_stud.prose.faults import FAULTS
from mississippi_stud.prose.fitness import PROBLEMS
from mississippi_stud.prose.names import amount, cite
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.soundness import BookError, Expectation, Fault


def tell(error: InputError, language: str = "en", currency: Currency = Currency.CAD) -> str:
    """Return the sentence of an error in the reader's language, followed by the faults of a rule book, one per line."""
    said = _told(ERRORS[error.code], error.params, language, currency)
    faults = error.faults if isinstance(error, BookError) else ()
    return "\n".join([said, *(f"  {tell_fault(fault, language)}" for fault in faults)])


def tell_fault(fault: Fault, language: str = "en") -> str:
    """Describe what is wrong at a place in a rule book, in the reader's language."""
    return f"{fault.place}{translator(language)(': ')}{_allowed(fault.allowed, language)}"


def tell_remark(remark: Remark, language: str = "en", currency: Currency = Currency.CAD) -> str:
    """Return a remark on a calculation, in the reader's language."""
    return _told(CALCULATIONS[remark.code], remark.params, language, currency)


def tell_fitness(code: str, params: Mapping[str, Any], language: str = "en") -> tuple[str, ...]:
    """Say what is wrong with what a server stands on, why it matters and how to mend it, in the reader's language."""
    return tuple(_told(sentence, params, language, Currency.CAD) for sentence in PROBLEMS[code])


def _allowed(allowed: Expectation, language: str) -> str:
    return _told(FAULTS[allowed.code], allowed.params, language, Currency.CAD)


def _told(template: str, params: Mapping[str, Any], language: str, currency: Currency) -> str:
    shown = {name: _shown(name, value, language, currency) for name, value in params.items()}
    return translator(language)(template).format(**shown)


def _shown(name: str, value: object, language: str, currency: Currency) -> str:
    if name.endswith("_cents") and isinstance(value, int):
        return amount(value, currency, language)
    if isinstance(value, Hand | ThreeCardHand):
        return translator(language)(str(value))
    if isinstance(value, InputError):
        return one_line(tell(value, language, currency))
    if isinstance(value, Expectation):
        return _allowed(value, language)
    if isinstance(value, Remark):
        return tell_remark(value, language, currency)
    if isinstance(value, Refused):
        return _refused(value, language, currency)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return separator(name).join(_shown(name, each, language, currency) for each in value)
    return _printable(str(value), language)


def _refused(refused: Refused, language: str, currency: Currency) -> str:
    from mississippi_stud.prose.refusals import explain  # it imports the whole table

    return f"{explain(refused, currency, language)} ({cite(refused.clause)})"


def _printable(text: str, language: str) -> str:
    """Return a text without control characters; in English, `!r` quotes it and takes care of them."""
    return text if language == "en" or text.isprintable() else repr(text)[1:-1]
