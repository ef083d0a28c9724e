"""The table, for one seat or nine: its people, cards, devices, limits and notices, its rounds, and what goes wrong.

`decide` turns a command into events or refuses it with a clause, `evolve` folds events into a `Table`, `view` says what
a person may see of it. Time and who acts come with every command. How it is dealt is its data: an automatic table is
dealt by the floor; at the others each step that a person must do is a prompt, and until it is confirmed what depends on
it is refused. Decision 90 says why it is one; docs/tables.md tells the whole.
"""

from mississippi_stud.table.clock import deadlines
from mississippi_stud.table.decide import decide
from mississippi_stud.table.events import public
from mississippi_stud.table.evolve import evolve, fold
from mississippi_stud.table.incidents import REGISTRY, rule
from mississippi_stud.table.rulings import apply
from mississippi_stud.table.signs import signs
from mississippi_stud.table.state import DealingMode, Facts, Table, Turn
from mississippi_stud.table.transfers import transfers
from mississippi_stud.table.view import TableView, view
from mississippi_stud.table.whereabouts import reconstruct, whereabouts

__all__ = [
    "REGISTRY", "DealingMode", "Facts", "Table", "TableView", "Turn", "apply", "deadlines", "decide", "evolve", "fold",
    "public", "reconstruct", "rule", "signs", "transfers", "view", "whereabouts",
]  # fmt: skip
