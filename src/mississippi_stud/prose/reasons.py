"""Why the floor itself ended a round or did not accept a wager: the log has a code, a person reads a sentence."""

from typing import Final

from mississippi_stud.language import translator

REASONS: Final = {
    "absent": "nobody has come to the table for a long time",
    "asked": "the person asked for it",
    "heat-begins": "a heat of the tournament begins here",
    "practice-over": "the practice before the tournament is over",
    "heat-concluded": "the heat is over",
    "tournament-over": "the tournament is over",
    "heat-agreed": "all players at the table asked for the end of their heat",
    "equipment-fails": "the meter's equipment does not work",
    "nobody-wagered": "nobody had wagered when the time was up",
    "everybody-left": "everybody who had wagered left before the cards",
    "program-differs": "the program is not the one that was approved",
    "restored": "a backup was restored, and what was open may be known",
    "seats-changed": "the seats changed before anybody had wagered",
    "undealable": "the cards could not be dealt",
    "unfinished": "the game lay unfinished for too long",
}


STOPPED: Final = (
    "No new round can begin here now: {reason}. A round under way is played to the end, and your money stays yours. "
    "The staff of the house can tell you more."
)


def tell_stop(reason: str, language: str = "en") -> str:
    """Return what a player is told at a table where no round may begin, with why and what to do.

    >>> tell_stop("a broken shoe").partition(".")[0]
    'No new round can begin here now: a broken shoe'
    """
    return translator(language)(STOPPED).format(reason=tell_reason(reason, language))


def tell_reason(reason: str, language: str = "en") -> str:
    """Return a reason that is in the log as a sentence; what a person wrote stays as it was written.

    >>> tell_reason("seats-changed")
    'the seats changed before anybody had wagered'
    >>> tell_reason("the reader broke down")
    'the reader broke down'
    """
    return translator(language)(REASONS[reason]) if reason in REASONS else reason
