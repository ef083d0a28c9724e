"""Bad input told in the reader's language."""

from collections.abc import Iterable

from mississippi_stud.errors import InputError
from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.errors import ERRORS
from mississippi_stud.prose.names import amount


def tell(error: InputError, language: str = "en", currency: Currency = Currency.CAD) -> str:
    """The sentence of an error in the reader's language."""
    if error.code not in ERRORS:
        return error.code  # TODO: until every error has its code
    shown = {name: _shown(name, value, language, currency) for name, value in error.params.items()}
    return translator(language)(ERRORS[error.code]).format(**shown)


def _shown(name: str, value: object, language: str, currency: Currency) -> str:
    if name.endswith("_cents") and isinstance(value, int):
        return amount(value, currency, language)
    if isinstance(value, InputError):
        return tell(value, language, currency)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(map(str, value))
    return str(value)
