"""The terms and conditions of a promotion as a document, made from `PromotionTerms` and its rules alone.

Every item that the rule book asks for is there under its clause; one that is not stated yet is marked as missing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.offer_terms import (
    NOT_APPLICABLE,
    DateAndPlace,
    EntryRule,
    PromotionTerms,
    PublicValue,
    conflicts,
    digest,
    missing,
)
from mississippi_stud.promotion.prize_terms import PrizeTerms
from mississippi_stud.prose.names import HANDS, amount, moment
from mississippi_stud.prose.promotion_refusals import PRIZE_FAULTS
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.prose.tournament_terms import TermsChapter, TermsDocument, TermsItem

PROMOTION_SENTENCES: Final = {
    "missing": "Not stated yet.",
    "heading": "Terms and conditions: {title}",
    "marketing": "All advertising refers to these terms.",
    "weight": "{what}: an entry of weight {weight}",
    "no-play": "Entries are given by staff or taken from a list.",
    "most": "Nobody has more than {count} entries.",
    "once": "Nobody wins more than one prize.",
    "several": "The same person may win several prizes.",
    "drawn": "The entries are drawn by chance, each in proportion to its weight; a prize that is not claimed goes to "
    "the next in the order of the draw.",
    "sealed": "Chance follows from a secret of the house and a seed of the scrutineer, both sealed beforehand.",
    "public": "Chance follows from a secret of the house, sealed beforehand, and {source}, which is not known before "
    "{at}.",
    "where-when": "{place}, {at}",
    "members": "Only members may enter.",
    "everybody": "Everybody who may gamble in the casino may enter.",
    "employees": "Employees may enter too.",
    "no-employees": "Employees may not enter.",
    "minimum": "A round counts with a wager of at least {amount}.",
    "no-minimum": "There is no minimum or compulsory wager.",
    "closing": "Entries close on {at}. What comes at that moment or later does not count.",
    "claim": "Prizes are claimed at {where}, within {days} days.",
    "presence": "An entrant must be there at the draw, and answers within {seconds} seconds of being called.",
    "check-in": "An entrant must check in, from {minutes} minutes before the draw until the draw.",
    "no-presence": "An entrant need not be there at the draw.",
    "told": "A winner who is not there is told {ways}, within {days} days of the draw.",
    "told-there": "Winners are there when they win.",
    "prize": "{description}, worth {amount}",
    "prizes": "{count} × {description}, worth {amount} each",
    "conditions": "Conditions: {conditions}",
    "detail": "{item}: {text}",
    "alternative": "The winner may have {amount} in cash instead.",
    "choice": "The winner of more than {amount} in money chooses among cash, a crossed cheque and an electronic "
    "transfer, or several of them.",
    "usual": "Money is otherwise paid as {way}.",
    "chapter": "What applies",
    "version": "Version {number}",
    "hash": "SHA-256 of these terms",
    "hash-about": "Every version is kept, and is told from the others by its hash.",
    "draft": "Draft: what is missing must be stated before the terms are submitted to the Authority.",
    "faulty": "These terms cannot be carried out:",
}
"""The sentences of the document."""
PROMOTION_TITLES: Final = {
    "where-terms-are-found": "Where the terms are available",
    "marketing-refers-to-terms": "Advertising",
    "how-awarded": "Entries and draw",
    "when-and-where-awarded": "The draw",
    "eligibility": "Who may enter",
    "minimum-or-compulsory-wager": "Minimum and compulsory wager",
    "nature-and-guarantees": "Reservations and guarantees",
    "closing-date-and-time": "Close of entries",
    "place-date-and-time": "Beginning of the promotion",
    "how-to-claim": "Claiming a prize",
    "how-winners-are-told": "Telling the winners",
    "how-results-are-published": "Publication of the results",
    "prizes-and-their-value": "Prizes and their value",
}
"""What each item is called, by its name in the rule book."""
PRIZE_DETAILS: Final = {
    "make": "Make",
    "model": "Model",
    "accessories": "Accessories",
    "on-road-costs": "Registration and other on-road costs",
    "persons": "Number of people",
    "inclusions": "Included",
    "restrictions": "Restrictions",
    "spending-money": "Spending money",
    "dwelling": "Dwelling",
    "plans": "Plans",
    "contract": "Contract",
    "easements": "Easements",
    "location": "Location",
}
"""What each detail of a prize is called."""
PLAYS: Final = {
    "wager": "a round with a wager",
    "hand": "a round that ends with the hand “{hand}”",
    "session": "a session",
    "visit": "a visit",
}
"""What of play gives an entry."""


class PromotionItem(NamedTuple):
    """An item of the terms in words, with the clause that asks for it."""

    name: str
    clause: str
    title: str
    lines: tuple[str, ...]
    missing: bool


class PromotionDocument(NamedTuple):
    """The terms of a promotion in one language."""

    title: str
    language: str
    hash: str
    items: tuple[PromotionItem, ...]

    @property
    def missing(self) -> tuple[PromotionItem, ...]:
        """The items that are not stated yet."""
        return tuple(item for item in self.items if item.missing)


class _Words(NamedTuple):
    """How the sentences of the terms are filled."""

    rules: PromotionRules
    terms: PromotionTerms
    language: str

    def say(self, name: str, /, **values: object) -> str:
        return translator(self.language)(PROMOTION_SENTENCES[name]).format(**values)

    def called(self, field: str, values: tuple[str, ...], joint: str = ", ") -> str:
        words = RULE_VALUES[field]
        return joint.join(translator(self.language)(words.get(value, value)) for value in values)

    def money(self, cents: int) -> str:
        return amount(cents, self.rules.book.money.currency.value, self.language)

    def time(self, at: int) -> str:
        return moment(at, self.language)


def promotion_document(rules: PromotionRules, terms: PromotionTerms, language: str) -> PromotionDocument:
    """Return the terms as a document in the reader's language."""
    words, lacking = _Words(rules, terms, language), {item for item, _ in missing(rules, terms)}
    items = []
    for ruled in rules.chapter.terms:
        if ruled.value not in _WRITERS and ruled.value not in lacking:
            continue  # a detail stands beside its prize; one that is missing has a place of its own
        gone = ruled.value in lacking
        lines = (words.say("missing"),) if gone else tuple(_WRITERS[ruled.value](words))
        items.append(PromotionItem(ruled.value, ruled.clause, _title(words, ruled.value), lines, gone))
    return PromotionDocument(words.say("heading", title=terms.title), language, digest(terms), tuple(items))


def printed(rules: PromotionRules, terms: PromotionTerms, language: str, version: int) -> TermsDocument:
    """Return a version of the terms as terms are printed."""
    document, words, _ = (
        promotion_document(rules, terms, language),
        _Words(rules, terms, language),
        translator(language),
    )
    names, told = {**RULE_VALUES["Promotion.prohibited"], **PRIZE_FAULTS}, translator(language)
    faults = (
        () if document.missing else tuple((told(names[each.code]), each.clause) for each in conflicts(rules, terms))
    )
    return TermsDocument(
        title=document.title,
        language=language,
        version=words.say("version", number=version),
        hash=document.hash,
        chapters=(TermsChapter(words.say("chapter"), tuple(TermsItem(*item) for item in document.items)),),
        faults=faults,
        remarks={name: words.say(name) for name in ("hash", "hash-about", "draft", "faulty")},
        signed=False,
    )


def _title(words: _Words, item: str) -> str:
    """Return the title of an item, or of a missing detail of a prize."""
    if item in PROMOTION_TITLES:
        return translator(words.language)(PROMOTION_TITLES[item])
    return words.called("Promotion.terms", (item,))


def _awarded(words: _Words) -> Iterator[str]:
    draw = words.terms.draw
    for rule in draw.entries:
        yield words.say("weight", what=_play(words, rule), weight=rule.weight)
    if not draw.entries:
        yield words.say("no-play")
    if draw.most_entries_each:
        yield words.say("most", count=draw.most_entries_each)
    yield words.say("drawn")
    yield words.say("once" if draw.one_prize_each else "several")
    if isinstance(draw.chance, PublicValue):
        yield words.say("public", source=draw.chance.source, at=words.time(draw.chance.at))
    else:
        yield words.say("sealed")


def _play(words: _Words, rule: EntryRule) -> str:
    _ = translator(words.language)
    hand = rule.hand.replace("-", " ")
    return _(PLAYS[rule.play]).format(hand=_(HANDS.get(hand, hand)))


def _when(words: _Words, held: DateAndPlace | None) -> Iterator[str]:
    if held is not None:
        yield words.say("where-when", place=held.place, at=words.time(held.at))


def _eligible(words: _Words) -> Iterator[str]:
    rule = words.terms.eligibility
    if rule is not None:
        yield words.say("members" if rule.members_only else "everybody")
        yield words.say("employees" if rule.employees else "no-employees")
        if rule.others:
            yield rule.others


def _minimum(words: _Words) -> Iterator[str]:
    least = words.terms.minimum_wager_cents
    yield words.say("minimum", amount=words.money(least)) if least else words.say("no-minimum")


def _claimed(words: _Words) -> Iterator[str]:
    claim = words.terms.claim
    yield words.say("claim", where=claim.where, days=claim.within_days)
    yield words.say("presence", seconds=claim.answer_seconds) if claim.presence else words.say("no-presence")
    if claim.check_in_minutes:
        yield words.say("check-in", minutes=claim.check_in_minutes)


def _told(words: _Words) -> Iterator[str]:
    ways = words.terms.how_winners_are_told
    if ways == NOT_APPLICABLE:
        yield words.say("told-there")
        return
    shown = words.called("Promotion.winner_told_by", tuple(ways), f" {translator(words.language)('or')} ")
    yield words.say("told", ways=shown, days=words.rules.chapter.notify_winner_days.value)


def _prizes(words: _Words) -> Iterator[str]:
    for prize in words.terms.prizes_and_their_value:
        yield from _prize(words, prize)
    yield words.say("choice", amount=words.money(words.rules.chapter.payment_choice_over_cents.value))
    usual = words.called("Promotion.payment_choices", (words.terms.cash_paid_by,))
    yield words.say("usual", way=usual)


def _prize(words: _Words, prize: PrizeTerms) -> Iterator[str]:
    told = {"count": prize.count, "description": prize.description, "amount": words.money(prize.value_cents)}
    yield words.say("prize" if prize.count == 1 else "prizes", **told)
    for name, text in prize.details.items():
        title = translator(words.language)(PRIZE_DETAILS.get(name, name))
        yield words.say("detail", item=title, text=text)
    if prize.conditions:
        yield words.say("conditions", conditions=prize.conditions)
    if prize.cash_alternative_cents is not None:
        yield words.say("alternative", amount=words.money(prize.cash_alternative_cents))


_WRITERS: Final[Mapping[str, Callable[[_Words], Iterator[str]]]] = {
    "where-terms-are-found": lambda words: iter(
        (words.called("Promotion.terms_found", words.terms.where_terms_are_found),)
    ),
    "marketing-refers-to-terms": lambda words: iter((words.say("marketing"),)),
    "how-awarded": _awarded,
    "when-and-where-awarded": lambda words: _when(words, words.terms.when_and_where_awarded),
    "eligibility": _eligible,
    "minimum-or-compulsory-wager": _minimum,
    "nature-and-guarantees": lambda words: iter((words.terms.nature_and_guarantees,)),
    "closing-date-and-time": lambda words: iter((words.say("closing", at=words.time(words.terms.closes_at)),)),
    "place-date-and-time": lambda words: _when(words, words.terms.place_date_and_time),
    "how-to-claim": _claimed,
    "how-winners-are-told": _told,
    "how-results-are-published": lambda words: iter(words.terms.how_results_are_published),
    "prizes-and-their-value": _prizes,
}
"""What writes each item."""
