"""The head of a promotion's scenario file: its book, its terms from a template, and the seed of all chance in it."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from mississippi_stud.messages import MINUTE
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.offer_terms import PromotionTerms
from mississippi_stud.promotion.templates import TEMPLATES, located
from mississippi_stud.scenario.head import ScenarioError, check_keys, table_of, text_of

_KEYS: Final = {"rulebook", "seed", "promotion", "script"}
_PROMOTION_KEYS: Final = {"id", "template", "when", "terms", "amendments"}
_WHEN: Final = (3 * 1_440, 10 * 1_440, 10 * 1_440 + 60)
"""Without `when` the promotion begins after three days, entries close after ten, and the draw is an hour later."""


class PromotionHead(NamedTuple):
    """What the head of the file says."""

    rules: PromotionRules
    id: str
    terms: PromotionTerms
    amendments: Mapping[str, PromotionTerms]
    """Later versions of the terms, by the names that the script has for them."""
    seed: str
    script: str

    @property
    def secret(self) -> bytes:
        """The house's secret, which follows from the seed."""
        return sha256(f"{self.seed}/house".encode()).digest()

    @property
    def sealed_seed(self) -> str:
        """The scrutineer's seed."""
        return sha256(f"{self.seed}/scrutineer".encode()).hexdigest()


def read_promotion(rules: PromotionRules, raw: dict[str, Any]) -> PromotionHead:
    """Return the head of a file; raise `ScenarioError` if it cannot be read."""
    check_keys("", raw, _KEYS)
    told = table_of(raw, "promotion")
    check_keys("promotion", told, _PROMOTION_KEYS)
    terms = _terms(told)
    base = msgspec.to_builtins(terms)
    amendments = table_of(told, "amendments") if "amendments" in told else {}
    return PromotionHead(
        rules,
        text_of(told, "id") if "id" in told else "promotion",
        terms,
        {name: _convert({**base, **table_of(amendments, name)}) for name in amendments},
        text_of(raw, "seed") if "seed" in raw else "",
        text_of(raw, "script"),
    )


def _terms(told: dict[str, Any]) -> PromotionTerms:
    """Return the terms of the template, with the times of the file and the items that it writes anew."""
    base = PromotionTerms()
    if "template" in told:
        name = text_of(told, "template")
        if name not in TEMPLATES:
            raise ScenarioError("no-template", name=name, templates=tuple(TEMPLATES))
        base = TEMPLATES[name]
        minutes = told.get("when", _WHEN)
        if not _three(minutes):
            raise ScenarioError("three-minutes-expected", value=repr(minutes))
        base = located(base, name, *(each * MINUTE for each in minutes))
    items = table_of(told, "terms") if "terms" in told else {}
    return _convert({**msgspec.to_builtins(base), **items})


def _three(minutes: object) -> bool:
    return isinstance(minutes, list | tuple) and len(minutes) == 3 and all(type(each) is int for each in minutes)


def _convert(items: dict[str, Any]) -> PromotionTerms:
    try:
        return msgspec.convert(items, PromotionTerms)
    except msgspec.ValidationError as error:
        why, _, where = str(error).partition(" - at `$.")
        raise ScenarioError("terms-unreadable", why=f"{where.rstrip('`')}: {why}" if where else why) from None
