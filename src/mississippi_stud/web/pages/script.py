"""What the scripts say to people: every sentence and name that the browser needs, in the reader's language."""

import json
from typing import Any

from mississippi_stud.language import translator
from mississippi_stud.prose.pages import NAMES, RANKS, SENTENCES, SUITS
from mississippi_stud.prose.signs import BUTTONS, Signs

CHIPS_CENTS = (1_00, 5_00, 10_00, 25_00)
"""The chips that a page offers."""
DISCS_CENTS = (1, 5, 25, *CHIPS_CENTS, 100_00, 500_00, 1_000_00, 5_000_00, 10_000_00)
"""The chips that it draws."""
START_CENTS = 5_00
"""The ante that a page begins with."""


def script_words(signs: Signs, **more: Any) -> str:
    """The words and the data of a page about a table, as JSON for its scripts, and what else the page needs."""
    _, dealing = translator(signs.language), signs.book.dealing
    words = {
        "say": {key: _(sentence) for key, sentence in SENTENCES.items()},
        "names": {key: _(name) for key, name in NAMES.items()},
        "ranks": [_(rank) for rank in RANKS],
        "suits": [_(suit) for suit in SUITS],
        "book": signs.book.id,
        "terms": {name: signs.labels[name] for name in BUTTONS},
        "cards": {"hole": dealing.hole_cards.value, "community": dealing.community_cards.value},
        "chips": CHIPS_CENTS,
        "discs": DISCS_CENTS,
        "start": START_CENTS,
        "ceilings": list(signs.ceilings()),
        **more,
    }
    return json.dumps(words, ensure_ascii=False).replace("</", "<\\/")
