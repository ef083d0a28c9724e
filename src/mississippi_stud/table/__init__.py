"""A table with one to nine seats: its people, cards, devices, limits, notices and rounds, and the mishaps at it.

`decide` turns a command into events or refuses it with a clause, `evolve` folds events into a `Table`, `view` returns
what a person may see of it. Every command carries its time and its actor. How a table is dealt is part of its data: the
floor deals an automatic table; at the others, each step that a person must take is a prompt, and whatever depends on it
is refused until it is confirmed. Decision 90 says why there is only one kind of table; docs/tables.md has the details.
"""

from mississippi_stud.table.clock import deadlines, for_players
from mississippi_stud.table.decide import decide
from mississippi_stud.table.events import public
from mississippi_stud.table.evolve import evolve, fold
from mississippi_stud.table.incidents import REGISTRY, rule
from mississippi_stud.table.rulings import apply
from mississippi_stud.table.signs import signs
from mississippi_stud.table.state import DealingMode, Facts, Table, Turn
from mississippi_stud.table.transfers import transfers
from mississippi_stud.table.view import Felt, TableView, view
from mississippi_stud.table.whereabouts import reconstruct, whereabouts

__all__ = [
    "REGISTRY", "DealingMode", "Facts", "Felt", "Table", "TableView", "Turn", "apply", "deadlines", "decide", "evolve",
    "fold", "for_players", "public", "reconstruct", "rule", "signs", "transfers", "view", "whereabouts",
]  # fmt: skip
