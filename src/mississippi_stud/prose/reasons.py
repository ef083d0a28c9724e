"""Why the floor itself ended a round or did not accept a wager: the log has a code, a person reads a sentence."""

from typing import Final

from mississippi_stud.language import translator

REASONS: Final = {
    "absent": "nobody has come to the table for a long time",
    "asked": "the person asked for it",
    "equipment-fails": "the meter's equipment does not work",
    "nobody-wagered": "nobody had wagered when the time was up",
    "program-differs": "the program is not the one that was approved",
    "restored": "a backup was restored, and what was open may be known",
    "seats-changed": "the seats changed before anybody had wagered",
    "undealable": "the cards could not be dealt",
    "unfinished": "the game lay unfinished for too long",
}


def tell_reason(reason: str, language: str = "en") -> str:
    """Return a reason that is in the log as a sentence; what a person wrote stays as it was written.

    >>> tell_reason("seats-changed")
    'the seats changed before anybody had wagered'
    >>> tell_reason("the reader broke down")
    'the reader broke down'
    """
    return translator(language)(REASONS[reason]) if reason in REASONS else reason
