"""What the scripts say to people: every sentence and name that a page's scripts need, in the reader's language."""

import json
import re
from functools import cache
from typing import Any, Final

from mississippi_stud.language import translator
from mississippi_stud.prose.pages import NAMES, RANKS, SENTENCES, SUITS
from mississippi_stud.prose.signs import BUTTONS, Signs
from mississippi_stud.web.static_files import STATIC

CHIPS_CENTS = (1_00, 5_00, 10_00, 25_00)
"""The chips that a page offers."""
DISCS_CENTS = (1, 5, 25, *CHIPS_CENTS, 100_00, 500_00, 1_000_00, 5_000_00, 10_000_00)
"""The chips that it draws."""
START_CENTS = 5_00
"""The ante that a page begins with."""
_IMPORTED: Final = re.compile(r"\b(?:from|import) ?\(?\"\./([a-z-]+\.js)\"")
_NAMED: Final = re.compile(r"[\"`.]([A-Za-z][A-Za-z-]*)")
"""What may be the name of a sentence, or its beginning: a string, the start of a template, a member."""


def scripts_of(*scripts: str) -> list[str]:
    """The given scripts and every script that they import, at once or later."""
    found = list(scripts)
    for script in found:
        found += [
            each for each in dict.fromkeys(_IMPORTED.findall(STATIC.joinpath(script).read_text())) if each not in found
        ]
    return found


@cache
def sentences_of(*scripts: str) -> dict[str, str]:
    """The sentences that these scripts may say, by name; one with a hyphen may be named by its beginning."""
    named = {name for script in scripts_of(*scripts) for name in _NAMED.findall(STATIC.joinpath(script).read_text())}
    return {name: said for name, said in SENTENCES.items() if {name, name[: name.find("-") + 1]} & named}


def script_words(signs: Signs, *scripts: str, **more: Any) -> str:
    """The words and the data of a page about a table, as JSON for its scripts, and what else the page needs.

    The scripts that are named get their own sentences alone; if none is, the page gets all.
    """
    _, dealing = translator(signs.language), signs.book.dealing
    buttons = [name for name in BUTTONS if name != "max-all" or signs.book.streets.max_all_at]
    words = {
        "say": {name: _(said) for name, said in (sentences_of(*scripts) if scripts else SENTENCES).items()},
        "names": {key: _(name) for key, name in NAMES.items()},
        "ranks": [_(rank) for rank in RANKS],
        "suits": [_(suit) for suit in SUITS],
        "book": signs.book.id,
        "terms": {name: signs.labels[name] for name in buttons},
        "cards": {"hole": dealing.hole_cards.value, "community": dealing.community_cards.value},
        "chips": CHIPS_CENTS,
        "discs": DISCS_CENTS,
        "start": START_CENTS,
        "ceilings": list(signs.ceilings()),
        **more,
    }
    return json.dumps(words, ensure_ascii=False).replace("</", "<\\/")
