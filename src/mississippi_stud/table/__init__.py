"""A live table: its people, cards, devices, limits and notices, its rounds, and everything that goes wrong.

`decide` turns a command into events or refuses it with a clause, `evolve` folds events into a `Table`. Time and who
acts come with every command. Each step that a person must do is a prompt: until it is confirmed, what depends on it is
refused. docs/tables.md tells the whole.
"""

from mississippi_stud.table.decide import decide, play
from mississippi_stud.table.disputes import reconstruct
from mississippi_stud.table.evolve import evolve, fold
from mississippi_stud.table.incidents import REGISTRY, rule
from mississippi_stud.table.rulings import apply
from mississippi_stud.table.signs import signs
from mississippi_stud.table.state import Facts, Table
from mississippi_stud.table.transfers import transfers
from mississippi_stud.table.whereabouts import whereabouts

__all__ = [
    "REGISTRY", "Facts", "Table", "apply", "decide", "evolve", "fold", "play", "reconstruct", "rule", "signs",
    "transfers", "whereabouts",
]  # fmt: skip
