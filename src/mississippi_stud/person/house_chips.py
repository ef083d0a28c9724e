"""The chips of a house: their values, their colours, and what they are called in each language (decision 433)."""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.money import MAX_CENTS, Cents

CHIPS_MAX: Final = 20
NAME_MAX: Final = 24
_COLOUR: Final = re.compile("#[0-9a-f]{6}")


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of chip."""

    cents: Cents
    colour: str
    """As pages write it: # and six digits from 0 to f."""
    name_en: str
    name_fr: str = ""
    """Empty if it is called the same."""


USUAL: Final = (
    Chip(cents=Cents(1_00), colour="#ffffff", name_en="white", name_fr="blanc"),
    Chip(cents=Cents(5_00), colour="#c62828", name_en="red", name_fr="rouge"),
    Chip(cents=Cents(25_00), colour="#2e7d32", name_en="green", name_fr="vert"),
    Chip(cents=Cents(100_00), colour="#111111", name_en="black", name_fr="noir"),
    Chip(cents=Cents(500_00), colour="#6a1b9a", name_en="purple", name_fr="violet"),
    Chip(cents=Cents(1_000_00), colour="#fdd835", name_en="yellow", name_fr="jaune"),
    Chip(cents=Cents(5_000_00), colour="#6d4c41", name_en="brown", name_fr="brun"),
)
"""The chips of a house that has not said what its own are; what is smaller is paid in coins."""


def check_chips(chips: Sequence[Chip]) -> None:
    """Raise `InputError` unless a house may have these chips; without any, it has the usual ones."""
    if len(chips) > CHIPS_MAX:
        raise InputError("chips-many", most=CHIPS_MAX)
    for chip in chips:
        if not 0 < chip.cents <= MAX_CENTS:
            raise InputError("chip-value", cents=chip.cents)
        if not _COLOUR.fullmatch(chip.colour):
            raise InputError("chip-colour", colour=chip.colour)
        if not chip.name_en.strip():
            raise InputError("chip-nameless", cents=chip.cents)
        for name in (chip.name_en, chip.name_fr):
            if len(name) > NAME_MAX or not name.isprintable():
                raise InputError("chip-name", name=name, most=NAME_MAX)
    for nth, chip in enumerate(chips):
        for other in chips[:nth]:
            if chip.cents == other.cents:
                raise InputError("chip-value-twice", value=chip.cents)
            if chip.name_en.strip().casefold() == other.name_en.strip().casefold():
                raise InputError("chip-name-twice", value=chip.name_en)
