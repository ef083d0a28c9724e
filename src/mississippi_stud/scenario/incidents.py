"""`incident NAME key=value …`: a line of the script into the facts of an incident, and the ruling on it."""

from typing import Any, Final

from mississippi_stud.cards import Card, CardError, parse
from mississippi_stud.round.deal import dealt_when_due
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.scenario.head import Deck
from mississippi_stud.scenario.script import Line
from mississippi_stud.table.incidents import REGISTRY
from mississippi_stud.table.state import Facts

STREETS: Final = {"3rd": 0, "4th": 1, "5th": 2}
_FLAGS: Final = {"looked": "looked", "misdealt": "misdealt", "forfeit": "forfeit", "only": "alone", "waived": "waived"}


def read(book: Rulebook, state: State | None, deck: Deck, line: Line) -> tuple[Incident, Facts]:
    """What the line says happened."""
    name, *words = line.words or ("",)
    if name not in set(Incident):
        raise line.error(f"{name!r} is no incident; `mstud incidents` lists them")
    incident = Incident(name)
    spec = REGISTRY[incident]
    told: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in (*spec.needs, *spec.may, "waived"):
            takes = ", ".join((*spec.needs, *spec.may)) or "nothing"
            raise line.error(f"{word!r} cannot be read: {name} takes {takes}, written as key=value")
        told |= _fact(line, key, value)
    facts = Facts(**told)
    if incident is Incident.COMMUNITY_EXPOSED and not facts.card and state is not None:
        facts = Facts(**told, card=_when_due(book, state, deck, facts))
    return incident, facts


def _when_due(book: Rulebook, state: State, deck: Deck, facts: Facts) -> tuple[Card, ...]:
    """The cards shown too early where they still lie in the deck: those that the file says come next."""
    if not dealt_when_due(book, state):
        return ()
    coming = deck.cards[deck.taken :]
    wanted = [place - state.revealed for place in sorted(set(facts.streets))]
    return tuple(coming[place] for place in wanted if 0 <= place < len(coming))


def _fact(line: Line, key: str, value: str) -> dict[str, Any]:
    match key:
        case "position" | "cards":
            return {key: line.whole(value, f"{key}=")}
        case "positions":
            return {key: tuple(line.whole(each, f"{key}=") for each in value.split(","))}
        case "street":
            streets = value.split(",")
            if not set(streets) <= set(STREETS):
                raise line.error(f"street={value}: write 3rd, 4th or 5th, or several as 4th,5th")
            return {"streets": tuple(STREETS[each] for each in streets)}
        case "order":
            if value not in ("known", "unknown"):
                raise line.error(f"order={value}: write known or unknown")
            return {"order_known": value == "known"}
        case "named" | "card":
            try:
                return {key: parse(value.replace(",", " "))}
            except CardError as error:
                raise line.error(f"{key}={value}: {error}") from None
        case "measure" | "cause" | "person":
            return {key: value}
        case _:
            if value not in ("yes", "no"):
                raise line.error(f"{key}={value}: write yes or no")
            return {_FLAGS[key]: value == "yes"}
