"""The languages of the program: English is in the source, French comes from the gettext catalogue.

>>> translator("fr")("book")
'livre'
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from mississippi_stud.errors import InputError

LANGUAGES: Final = ("en", "fr")
LOCALES: Final = {"en": "en_CA", "fr": "fr_CA"}
CATALOGUE: Final = Path(__file__).with_name("translations").joinpath("fr.po")


@cache
def translator(language: str) -> Callable[[str], str]:
    """Return a function that translates a sentence of the source into `language`."""
    if language not in LANGUAGES:
        raise InputError("no-language", language=language, languages=LANGUAGES)
    if language == "en":
        return str
    from babel.messages.pofile import read_po

    with CATALOGUE.open("rb") as file:
        french = {str(message.id): str(message.string) for message in read_po(file, locale="fr") if message.id}
    return lambda sentence: french.get(sentence) or sentence
