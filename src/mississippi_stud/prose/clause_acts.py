"""Where in the program a clause acts under its book, and what people are told by it."""

from collections.abc import Iterable
from typing import NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.prose.books import SURFACES
from mississippi_stud.prose.prompts import duty
from mississippi_stud.prose.refusals import outline
from mississippi_stud.rulebooks.ledger import (
    ADDRESSES,
    PAYING,
    PLAYING,
    SHOWING,
    Handling,
    Surface,
    act,
    ledger_of,
    readers,
    surfaces,
)
from mississippi_stud.rulebooks.load import Leaf
from mississippi_stud.rulebooks.model import Clause, Rulebook


class ClauseActs(NamedTuple):
    """What the program does by a clause."""

    places: dict[str, bool]
    """The functions that act, and whether each names the clause."""
    beside: list[str]
    """The functions that read such a value in any book."""
    paying: bool
    """Whether payments name it."""
    refusals: list[str]
    prompts: list[str]
    met: list[str]
    """The pages on which people meet it, with their addresses."""

    def parts(self, language: str) -> list[tuple[str, list[str]]]:
        """Return all of it as lines under headings, without those that have none."""
        _ = translator(language)
        named = _("names the clause")
        places = [f"{place} ({named})" if citing else place for place, citing in self.places.items()]
        beside = _("Functions that read such a value in any book ({count})").format(count=len(self.beside))
        found = [
            (_("Where people meet it"), self.met),
            (_("What people are asked to do"), self.prompts),
            (_("Refusals that name it"), self.refusals),
            (_("Where it acts in the program"), [_("Payments name this clause.")] * self.paying + places),
            (beside, self.beside),
        ]
        return [(title, lines) for title, lines in found if lines]


def clause_acts(rules: Rulebook, clause: Clause, values: Iterable[Leaf], language: str) -> ClauseActs:
    """Return where in the program a clause acts, given its values, and what people are told by it."""
    found, values = act(rules, clause), list(values)
    shown = SHOWING if ledger_of(rules)[clause].handled is Handling.DISPLAYED else ()
    beside = {place for leaf in values for place in readers(leaf)} - found.places
    prompts = [leaf.path.split(".")[2] for leaf in values if leaf.field == "Duty.by"]
    prompts += [leaf.ruled.value for leaf in values if leaf.field == "Case.asks"]
    return ClauseActs(
        places={place: place in found.cites for place in sorted(found.places.union(shown))},
        beside=sorted(place for place in beside if not (found.places and place.startswith(PLAYING))),
        paying=any(place.startswith(PAYING) for place in found.cites),
        refusals=sorted({outline(code, language) for code in found.refusals}),
        met=[_met(each, rules, language) for each in surfaces(rules, clause)],
        prompts=list(dict.fromkeys(duty(name, language) for name in prompts)),
    )


def _met(surface: Surface, rules: Rulebook, language: str) -> str:
    """Return what a page is called, with its addresses."""
    _, addresses = translator(language), (address.replace("BOOK", rules.id) for address in ADDRESSES[surface])
    return f"{_(SURFACES[surface])}{_(': ')}{', '.join(addresses)}"
