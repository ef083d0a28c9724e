"""What a person altered, told value by value: what it was before, and what it is now."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.house_page import SETTINGS
from mississippi_stud.prose.meters import exact
from mississippi_stud.prose.names import HANDS, NAMES, amount, cite
from mississippi_stud.prose.prompts import name_of
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.rulebooks.load import BOOKS, rulebook

CHANGES: Final = {
    "changed": "{what}: {before} before, {after} now.",
    "set": "{what}: now {after}.",
    "taken": "{what}: no longer {before}.",
}
"""A value that was changed, one that there was not before, and one that there is no more."""

WHAT: Final = {
    "minimum_cents": "Minimum ({of})",
    "maximum_cents": "Maximum ({of})",
    "unit_cents": "Step above the minimum ({of})",
    "dealing": "Way of dealing",
    "counts": "Device that counts the cards",
    "meter": "Meter of the table",
    "value_exact_cents": "Value of the meter",
    "cost_cents": "Cost of the jackpot wager",
    "rate": "Part of every wager that goes onto the meter",
    "seed_cents": "Value that the meter starts from",
    "option": "Option of the book",
    "seed": "Row of the option's table",
    "table": "Pay table",
    "sign": "Pay on the sign ({of})",
    "guaranteed_cents": "Least for each of several winners ({of})",
    "bonus_cents": "Pay for the other players ({of})",
    "chips": "Chip of {of}",
    "owner": "Owner of the house",
    "titles": "Titles under {of}",
    "disabled": "Access withdrawn",
    "balance_cents": "Balance of the player",
    "exclusion": "Exclusion by staff",
    "erased": "Erased",
    "manifest": "Approved program",
    "stop_on_difference": "Gaming stops if the program is not the approved one",
    "large_win_cents": "Win that counts as large",
}
"""What was altered, by the name of the value; what stands around it in the record says of what."""
_TOLD: Final = ("person", "called")
"""What the sentence of the event has said already."""
_HASH: Final = 64
_HASH_SHOWN: Final = 12


def tell_changes(before: Mapping[str, Any], after: Mapping[str, Any], language: str = "en") -> list[str]:
    """Return a sentence for each value that was altered, given those that differ.

    >>> tell_changes({"ante.minimum_cents": 5_00, "owner": None}, {"ante.minimum_cents": 10_00, "owner": True})
    ['Minimum (ante): $5.00 before, $10.00 now.', 'Owner of the house: now yes.']
    >>> tell_changes({"titles.crown": None}, {"titles.crown": ["dealer", "tg-area-manager"]}, "fr")
    ['Titres selon Crown\\xa0: désormais croupier, chef de secteur.']
    >>> tell_changes({"chips.500": "red, #cc0000"}, {"chips.500": "crimson, #cc0000"})
    ['Chip of $5.00: red, #cc0000 before, crimson, #cc0000 now.']
    >>> tell_changes({"name_en": ""}, {"name_en": "The Palace"})
    ['Name in English: now The Palace.']
    """
    return list(_sentences(before, after, language))


def _sentences(before: Mapping[str, Any], after: Mapping[str, Any], language: str) -> Iterator[str]:
    _ = translator(language)
    for name in after:
        what = _what(name, language)
        was, now = before.get(name), after[name]
        if what is None or not (_says(was) or _says(now)):
            continue
        kind = "set" if was in (None, "") else "taken" if now in (None, "") else "changed"
        told = {"what": what, "before": _value(name, was, language), "after": _value(name, now, language)}
        yield _(CHANGES[kind]).format(**told)


def _says(value: Any) -> bool:
    """Whether a value says something by itself: what was never given and is empty does not."""
    return value not in (None, False, "", (), [], {})


def _what(name: str, language: str) -> str | None:
    """Return what a value is called; None if the event itself says it: who it is about, or what was stopped."""
    _, parts = translator(language), name.split(".")
    if name in SETTINGS:
        return _(SETTINGS[name][0])
    if name in BOOKS:
        return _("Edition of {book}").format(book=cite(name, language).strip())
    key = next((each for each in reversed(parts) if each in WHAT), None)
    if key is None:
        return None if name in _TOLD or ":" in name or name == "floor" else name
    of = parts[-1] if parts[-1] != key else parts[-2] if len(parts) > 1 else ""
    said = _(WHAT[key]).format(of=amount(int(of), Currency.CAD, language) if key == "chips" else _named(of, language))
    around = parts[: parts.index(key)]
    return f"{said}, {around[0]}" if "terms" in around and around[0] != "terms" else said


def _named(of: str, language: str) -> str:
    known = {**NAMES, **HANDS}
    return cite(of, language).strip() if of in BOOKS else translator(language)(known.get(of, of))


def _value(name: str, value: Any, language: str) -> str:
    _ = translator(language)
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name.endswith("_exact_cents"):
        return exact(value, Currency.CAD, language)
    if isinstance(value, int) and "_cents" in name:
        return amount(value, Currency.CAD, language)
    if isinstance(value, list | tuple):
        return ", ".join(_title(name.rpartition(".")[2], each, language) for each in value) or "–"
    if isinstance(value, str) and len(value) == _HASH:
        return f"{value[:_HASH_SHOWN]}…"
    if name == "exclusion":
        return cite(value, language)
    if name == "dealing":
        return _(RULE_VALUES["Method"].get(value, value))
    return _(value) if value in ("yes", "no") else str(value)


def _title(book: str, title: str, language: str) -> str:
    staff = rulebook(book).staff if book in BOOKS else None
    return name_of({**staff.titles, **staff.officials}.get(title, title) if staff else title, language)
