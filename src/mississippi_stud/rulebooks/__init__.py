"""The rule books: `model` defines what a book holds, `load` reads it from its file, `ledger` accounts for every clause.

>>> from mississippi_stud.rulebooks import rulebook
>>> crown = rulebook("crown")
>>> crown.streets.multiples
RuledValue(value=(1, 2, 3), clause='crown 5.5', reading='')
"""

from mississippi_stud.rulebooks.load import BOOKS, rulebook
from mississippi_stud.rulebooks.model import Rulebook, RuledValue
from mississippi_stud.rulebooks.soundness import BookError

__all__ = ["BOOKS", "BookError", "Rulebook", "RuledValue", "rulebook"]
