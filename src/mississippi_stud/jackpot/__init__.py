"""Jackpot meters: exact values, shared by many tables and paid out by the book.

`decide` turns a command into events or refuses it with a clause, `evolve` folds events into `Meters`, `transfers`
returns the money that moves between the house and the pools, and `link` connects a round to its meter.

>>> from mississippi_stud.rulebooks import rulebook
>>> from mississippi_stud.jackpot import MeterOffer, Meters, OpenMeter, play
>>> offer = MeterOffer(cost_cents=500, option="1", seed="10000")
>>> meters, _ = play(rulebook("crown"), Meters(), OpenMeter(meter="main", offer=offer, tables=("A",)))
>>> meters.meters["main"].value
Fraction(5000000, 1)
"""

from mississippi_stud.jackpot.commands import (
    AddTable,
    CancelGame,
    CancelMistake,
    Carry,
    ChangeOption,
    Claim,
    CloseMeter,
    Command,
    CorrectMeter,
    DisplayNotice,
    DocumentPrizes,
    MeterOffer,
    MoveTable,
    OpenMeter,
    ReceiveValue,
    RecordOutcome,
    Register,
    RemoveTable,
    RetractWagers,
    SetEquipment,
)
from mississippi_stud.jackpot.decide import decide, play
from mississippi_stud.jackpot.events import Event
from mississippi_stud.jackpot.evolve import evolve, fold
from mississippi_stud.jackpot.state import Change, Fate, Meter, MeterNotice, Meters, RegisteredWager, ShownHand
from mississippi_stud.jackpot.transfers import transfers

__all__ = [
    "AddTable",
    "CancelGame",
    "CancelMistake",
    "Carry",
    "Change",
    "ChangeOption",
    "Claim",
    "CloseMeter",
    "Command",
    "CorrectMeter",
    "DisplayNotice",
    "DocumentPrizes",
    "Event",
    "Fate",
    "Meter",
    "MeterNotice",
    "MeterOffer",
    "Meters",
    "MoveTable",
    "OpenMeter",
    "ReceiveValue",
    "RecordOutcome",
    "Register",
    "RegisteredWager",
    "RemoveTable",
    "RetractWagers",
    "SetEquipment",
    "ShownHand",
    "decide",
    "evolve",
    "fold",
    "play",
    "transfers",
]  # fmt: skip
