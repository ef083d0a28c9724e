"""The head of a tournament's scenario file: its book, its terms from a template, and the seed of all chance in it."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from mississippi_stud.messages import MINUTE, SECOND
from mississippi_stud.scenario.head import ScenarioError, check_keys, dealing_of, table_of, text_of
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import TournamentTerms

_KEYS: Final = {"rulebook", "dealing", "seed", "tournament", "script"}
_TOURNAMENT_KEYS: Final = {"id", "template", "when", "terms"}
_HOUSE_KEYS: Final = {"rulebook", "template", "when", "terms"}
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
    terms = written_terms(told, {"location": told["template"]} if "template" in told else {})
    if terms.when:
        return terms
    minutes = told.get("when", [SESSION_EVERY * each for each in range(1, len(terms.programme.sessions) + 1)])
    if not isinstance(minutes, list) or not all(type(each) is int and each >= 0 for each in minutes):
        raise ScenarioError("minutes-expected", value=repr(minutes))
    return msgspec.structs.replace(terms, when=tuple(each * MINUTE for each in minutes))


def written_terms(told: dict[str, Any], more: Mapping[str, Any]) -> TournamentTerms:
    """Return the terms of the template that a table names, with these items, and those that it writes anew."""
    base: dict[str, Any] = {}
    if "template" in told:
        name = text_of(told, "template")
        if name not in TEMPLATES:
            raise ScenarioError("no-template", name=name, templates=tuple(TEMPLATES))
        base = msgspec.to_builtins(TEMPLATES[name])
    try:
        return msgspec.convert({**base, **more, **table_of(told, "terms")}, TournamentTerms)
    except msgspec.ValidationError as error:
        raise ScenarioError("terms-unreadable", why=_plain(error)) from None


def house_terms(raw: dict[str, Any]) -> TournamentTerms:
    """Return the terms that a file of a house writes: `template`, `when` as dates with their times, and `[terms]`.

    What it does not write is missing, as it would be in a draft. The file of a scenario has the terms that it plays.
    """
    if "tournament" in raw:
        return _terms(table_of(raw, "tournament"))
    check_keys("", raw, _HOUSE_KEYS)
    begins = raw.get("when", [])
    dated = isinstance(begins, list) and all(isinstance(each, datetime) and each.tzinfo for each in begins)
    if not dated:
        raise ScenarioError("dates-expected", value=repr(begins))
    when = {"when": [int(each.timestamp()) * SECOND for each in begins]} if begins else {}
    return written_terms(raw, when)


def _plain(error: msgspec.ValidationError) -> str:
    """Return what is wrong with the terms, with the item first: ``number-of-players: Expected `int`, got `str```."""
    why, _, where = str(error).partition(" - at `$.")
    return f"{where.rstrip('`')}: {why}" if where else why
