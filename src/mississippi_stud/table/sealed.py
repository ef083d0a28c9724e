"""What of a table's events anyone may know when they happen; the rest is sealed until it is shown."""

from msgspec.structs import replace

from mississippi_stud.round import events as r
from mississippi_stud.table import events as e
from mississippi_stud.table.state import Facts


def public(event: e.Event) -> e.Event:
    """The event without what is not public yet; the event itself where nothing is hidden."""
    match event:
        case e.RoundCommitted():
            return replace(event, secret="")
        case r.CardsDealt():
            return replace(
                event,
                hole={position: (None,) * len(held) for position, held in event.hole.items()},
                community=(None,) * len(event.community),
                bonus_cards=(None,) * len(event.bonus_cards),
                burnt=(None,) * len(event.burnt),
            )
        case r.CardsDiscarded(cards=cards):
            return replace(event, cards=(None,) * len(cards))
        case e.RulingAsked(question=question):
            return replace(event, question=replace(question, facts=_hidden(question.facts)))
        case e.IncidentRuled(ruled=ruled):
            return replace(event, ruled=replace(ruled, facts=_hidden(ruled.facts)))
        case _:
            return event


def _hidden(facts: Facts) -> Facts:
    """What people saw of an incident, without the cards that they named: not everybody has seen those."""
    return replace(facts, card=(), named=())
