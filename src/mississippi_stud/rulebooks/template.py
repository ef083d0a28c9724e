"""The initial file of a custom rule book."""

import re

from mississippi_stud.errors import InputError
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

_HEAD = """\
# The rules of {name}, where they differ from {base}. Everything that is not written here is as in {base}.
# Take the marks off the lines that you need, then: mstud rules check {name}.toml
id = "{name}"
title = "{name}"
version = "1"
date = "{date}"
language = "en"
extends = "{base}"

# Your own clauses: every value that you write below names one of them, its own or that of a table above it.
[clauses]
"H.1" = {{ en = "Our own rules, as posted at the table.", fr = "Nos propres règles, affichées à la table." }}
"""

_PAYS = """
# Another pay table: a straight at {better} instead of {straight}.
# [wagers.ante.tables.main.pays]
# straight = {{ value = "{better}", clause = "H.1" }}
"""

_LIMITS = """
# Other limits: an ante of 10 to 500 dollars.
# [wagers.ante]
# minimum_cents = { value = "10.00", clause = "H.1" }
# maximum_cents = { value = "500.00", clause = "H.1" }
"""

_POSITIONS = """
# Fewer positions.
# [positions]
# clause = "H.1"
# maximum = 5
# default = 5
"""

_BONUS = """
# A table of your own for the Three Card Bonus.
# [wagers.three-card-bonus.tables.house]
# clause = "H.1"
# offered = true
# [wagers.three-card-bonus.tables.house.pays]
# mini-royal = "60 to 1"
# straight-flush = "40 to 1"
# three-of-a-kind = "30 to 1"
# straight = "6 to 1"
# flush = "3 to 1"
# pair = "1 to 1"
"""


def own_book(name: str, base: str, date: str) -> str:
    """Return the text of a new rule book with that date that extends `base`."""
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name):
        raise InputError("not-a-book-id", name=name)
    if name in BOOKS:
        raise InputError("book-id-taken", name=name)
    if base not in BOOKS:
        raise InputError("no-base-book", base=base, books=BOOKS)
    book = rulebook(base)
    straight = str(book.wagers[Wager.ANTE].tables["main"].pays["straight"].value)
    parts = [
        _HEAD.format(name=name, base=base, date=date),
        _PAYS.format(straight=straight, better="5 to 1"),
        _LIMITS,
    ]
    if book.positions.maximum.value > 5:
        parts.append(_POSITIONS)
    if Wager.THREE_CARD_BONUS in book.wagers:
        parts.append(_BONUS)
    return "".join(parts)
