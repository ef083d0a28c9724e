"""What `mstud simulate` says: the headings of its tables, and the sentences around them."""

from typing import Final

from mississippi_stud.language import translator

SENTENCES: Final = {
    "run": "{book}, {strategy}, seed {seed}: {rounds} rounds",
    "run-of-seats": "{book}, {strategy}, seed {seed}: {rounds} rounds of {seats} seats; what follows is seat 1's",
    "ended": "how rounds ended",
    "counted": "rounds",
    "share": "share",
    "exact-share": "exact share",
    "fold": "fold on {street}",
    "figure": "figure",
    "simulated": "simulated",
    "exact": "exact",
    "net": "net result, in antes",
    "wagered": "wagered, in antes",
    "mean": "mean result of a round, in antes",
    "error": "standard error of the mean",
    "z": "distance of the mean from its exact value, in standard errors",
    "sessions": "{sessions} sessions of at most {rounds} rounds at seat 1",
    "session-ended": "how sessions ended",
    "session-counted": "sessions",
    "after-rounds": "all rounds played",
    "after-loss": "{antes} antes or more lost",
    "after-win": "{antes} antes or more won",
    "after-drawdown": "{antes} antes or more below the highest",
    "session-rounds": "rounds of a session, on average",
    "session-mean": "mean result of a session, in antes",
    "no-exact-sessions": (
        "These sessions have no exact values: they are worked out for at most {most} rounds, for bounds that are not "
        "too far apart, and where no cap leaves fractions of an ante."
    ),
    "errors": "A decision is another than the strategy's with a chance of {chance}.",
    "side-wager": "{wager}, {stake} at seat 1",
    "unit-mean": "mean result of a round, per unit staked",
    "meter-start": "the meter at the start",
    "meter-end": "the meter at the end",
    "meter-highest": "the meter at its highest",
    "found": "Rounds that ended so ({ending}): {numbers}.",
    "found-first": "The first rounds that ended so ({ending}): {numbers}.",
    "found-none": "No round ended so: {ending}.",
    "show-them": "See one: {command}",
    "missing": "Missing parts, of {parts}: {numbers}.",
    "progress": "Simulating",
    "stopped": "Stopped. What was counted is kept in {path}: the same command goes on from there.",
    "round": "{book}, {strategy}, seed {seed}: round {number}",
    "community": "Community cards: {cards}",
    "seat": "seat",
    "cards": "cards",
    "bets": "street wagers, in antes",
    "ending": "ended with",
    "result": "result, in antes",
}
"""The sentences, titles and headings."""


def say(name: str, language: str, /, **values: object) -> str:
    """Return a sentence in the reader's language, with its values.

    >>> say("found-none", "en", ending="royal flush")
    'No round ended so: royal flush.'
    """
    return translator(language)(SENTENCES[name]).format(**values)
