"""The head of a tournament's scenario file: its book, its terms from a template, and the seed of all chance in it."""

from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from mississippi_stud.messages import MINUTE
from mississippi_stud.scenario.head import ScenarioError, check_keys, dealing_of, table_of, text_of
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import TournamentTerms

_KEYS: Final = {"rulebook", "dealing", "seed", "tournament", "script"}
_TOURNAMENT_KEYS: Final = {"id", "template", "when", "terms"}
SESSION_EVERY: Final = 24 * 60
"""Without `when` the first session begins after a day, and each later one a day after the one before."""


class TournamentHead(NamedTuple):
    """What the head of the file says."""

    rules: TournamentRules
    id: str
    terms: TournamentTerms
    dealing: str
    seed: str
    script: str

    def secret(self, occasion: str) -> bytes:
        """Return the house's secret for an occasion, which follows from the seed."""
        return sha256(f"{self.seed}/{occasion}".encode()).digest()


def read_head(rules: TournamentRules, raw: dict[str, Any]) -> TournamentHead:
    """Return the head of a file; raise `ScenarioError` if it cannot be read."""
    check_keys("", raw, _KEYS)
    told = table_of(raw, "tournament")
    check_keys("tournament", told, _TOURNAMENT_KEYS)
    return TournamentHead(
        rules,
        text_of(told, "id") if "id" in told else "tournament",
        _terms(told),
        dealing_of(rules.book, raw),
        text_of(raw, "seed") if "seed" in raw else "",
        text_of(raw, "script"),
    )


def _terms(told: dict[str, Any]) -> TournamentTerms:
    """Return the terms of the template, with the items that the file writes anew."""
    base: dict[str, Any] = {}
    if "template" in told:
        name = text_of(told, "template")
        if name not in TEMPLATES:
            raise ScenarioError("no-template", name=name, templates=tuple(TEMPLATES))
        base = {**msgspec.to_builtins(TEMPLATES[name]), "location": name}
    items = {**base, **table_of(told, "terms")}
    try:
        terms = msgspec.convert(items, TournamentTerms)
    except msgspec.ValidationError as error:
        raise ScenarioError("terms-unreadable", why=_plain(error)) from None
    if terms.when:
        return terms
    minutes = told.get("when", [SESSION_EVERY * each for each in range(1, len(terms.programme.sessions) + 1)])
    if not isinstance(minutes, list) or not all(type(each) is int and each >= 0 for each in minutes):
        raise ScenarioError("minutes-expected", value=repr(minutes))
    return msgspec.structs.replace(terms, when=tuple(each * MINUTE for each in minutes))


def _plain(error: msgspec.ValidationError) -> str:
    """Return what is wrong with the terms, with the item first: ``number-of-players: Expected `int`, got `str```."""
    why, _, where = str(error).partition(" - at `$.")
    return f"{where.rstrip('`')}: {why}" if where else why
