"""What a player is told who calls the floor: what is kept, who answers by the book, and where to turn after that."""

from collections.abc import Iterator
from typing import Final

from mississippi_stud.language import translator
from mississippi_stud.prose.prompts import name_of
from mississippi_stud.prose.signs import SignLine
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Power

KEPT: Final = (
    "What was dealt, wagered and shown until the call is kept as evidence: nobody can change it, and every card can be "
    "reconstructed."
)
STAFFED: Final = "The people on duty at this table see the call now."
UNSTAFFED: Final = (
    "This table deals automatically and nobody from the house sits here: play goes on, and the people of the house "
    "find the call in their records. What they decide is shown on its own page."
)
DECIDES: Final = "It is decided by the {title}, or somebody of higher rank."
NOBODY_NAMED: Final = "This rule book does not say who decides: the house does."
REVIEWS: Final = "If you ask for it, the decision is reviewed by the {title}, or somebody of higher rank."
AFTERWARDS: Final = {
    "advise-of-complaint": "If you are not satisfied then, you have the right to complain to an inspector.",
    "advise-of-inspector": "If it is not resolved then, you have the right to consult an inspector.",
}
"""Where a player may turn who is not satisfied, by the duty to say so."""
INVESTIGATED: Final = "You may also ask the regulator to investigate a complaint about how the game is run."
STANDING: Final = {
    "open": "Waiting for an answer",
    "decided": "Decided",
    "review": "Waiting for the review",
    "reviewed": "Reviewed",
    "closed": "Closed",
}
"""How a dispute stands."""


def what_follows(book: Rulebook, *, staffed: bool, language: str) -> Iterator[SignLine]:
    """Yield what happens when the floor is called at a table under this book, each sentence with its clause."""
    from mississippi_stud.table.staff import called, holder

    _ = translator(language)
    racked = book.duties.get(Moment.SETTLED, {}).get("rack-for-reconstruction")
    yield SignLine(_(KEPT), "" if racked is None else racked.by.clause)
    yield SignLine(_(STAFFED if staffed else UNSTAFFED), "")
    decides, reviews = holder(book, Power.DECIDE_DISPUTE), holder(book, Power.REVIEW_DISPUTE)
    if decides is None:
        yield SignLine(_(NOBODY_NAMED), "")
    for held, said in ((decides, DECIDES), (reviews, REVIEWS)):
        if held is not None:
            yield SignLine(_(said).format(title=name_of(called(book, held.value), language)), held.clause)
    for name, duty in book.duties.get(Moment.DISPUTE_DECIDED, {}).items():
        if name in AFTERWARDS:
            yield SignLine(_(AFTERWARDS[name]), duty.by.clause)
    investigated = book.conduct.complaints_investigated if book.conduct else None
    if investigated is not None and investigated.value:
        yield SignLine(_(INVESTIGATED), investigated.clause)
