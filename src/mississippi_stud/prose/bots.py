"""What `mstud bot` says: a line for each round, and the summary."""

from typing import Final

from mississippi_stud.language import translator

BOTS: Final = {
    "bot-round": "Round {round}, seat {seat}: {cards}, {hand}, {net}",
    "bot-folds": "fold on {street}",
    "bot-no-result": "no result",
    "bot-leaves": "Standing up after this round. Ctrl+C again leaves at once, and the seat stays taken.",
    "bot-stood-up": "Seat {seat} stood up. Rounds: {rounds}; wagered: {wagered}; result: {net}.",
    "bot-short": (
        "Seat {seat} stood up, because its money is too little for another round. Rounds: {rounds}; wagered: "
        "{wagered}; result: {net}."
    ),
    "bot-still-there": "Seat {seat} could not stand up. Rounds: {rounds}; wagered: {wagered}; result: {net}.",
    "no-such-table": "there is no table with this link that one could join",
    "server-lost": "the server does not answer",
}
"""The sentences."""


def say(name: str, language: str, /, **values: object) -> str:
    """Return a sentence in the reader's language, with its values.

    >>> say("bot-folds", "en", street="3rd street")
    'fold on 3rd street'
    """
    return translator(language)(BOTS[name]).format(**values)
