"""The form in which the terms of a promotion are revised, made from the types of `PromotionTerms` (decision 591)."""

from typing import Final

from mississippi_stud.hands import Hand
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.offer_terms import NOT_APPLICABLE, PromotionTerms, single_payments
from mississippi_stud.prose.promotion_terms import PRIZE_DETAILS, PROMOTION_TITLES
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.prose.terms_form import Control, FormMaker, fields_of
from mississippi_stud.rulebooks.model import Clause

OFFER_FIELDS: Final = {
    "PromotionTerms": {"title": "Title", "cash_paid_by": "How money is paid where the winner has no choice"},
    "DrawTerms": {
        "entries": "What of play gives an entry",
        "most_entries_each": "Entries of one person, at most",
        "one_prize_each": "Nobody wins more than one prize",
        "chance": "What chance follows from, besides the secret of the house",
    },
    "EntryRule": {"play": "For", "weight": "Weight of the entry", "hand": "Hand"},
    "PublicValue": {"source": "Which public value", "at": "Nobody can know it before"},
    "DateAndPlace": {"place": "Place", "at": "When"},
    "Eligibility": {
        "members_only": "Only members may enter",
        "employees": "Employees may enter too",
        "others": "Further requirements",
    },
    "ClaimTerms": {
        "where": "Where prizes are claimed",
        "presence": "Winners must be there at the draw",
        "check_in_minutes": "Check-in from so many minutes before the draw",
        "answer_seconds": "Seconds to answer when called",
        "within_days": "Days to claim a prize",
    },
    "PrizeTerms": {
        "kind": "What it is",
        "description": "Description",
        "value_cents": "Value of each",
        "count": "How many",
        "conditions": "Conditions",
        "details": "Details",
        "includes": "What it includes",
        "services": "Goods and services in it",
        "liquor_millilitres": "Liquor in it, in millilitres",
        "cash_alternative_cents": "In cash instead",
        "voucher_days": "Days to exchange a voucher",
    },
}
"""What the parts of the items are called in the form."""
OFFER_VALUES: Final = {
    NOT_APPLICABLE: "does not apply",
    "sealed-seed": "a seed that the scrutineer seals",
    "wager": "a round with a wager",
    "hand": "a round that ends with a certain hand",
    "session": "a session",
    "visit": "a visit",
    "cash": "cash",
    "casino-dollars": "a voucher for promotional tokens",
    "slots-dollars": "credit at the machines",
    "goods": "goods",
    "appliance": "a machine or an electric appliance",
    "vehicle": "a vehicle",
    "travel": "travel",
    "real-estate": "real estate",
    "tobacco": "tobacco",
    "firearm": "a firearm",
    "imitation-firearm": "an imitation firearm",
    "ammunition": "ammunition",
    "prohibited-weapon": "a prohibited weapon",
}
"""What the words are called that the terms may say."""
_CENTS: Final = 100


def promotion_form(rules: PromotionRules, language: str) -> list[tuple[str, str, Clause | None, Control]]:
    """Return each item with its title, its clause and its control, in the order of the book, the title before all."""
    maker, fields = _maker(rules, language), {field.encode_name: field for field in fields_of(PromotionTerms)}
    own, chapter = OFFER_FIELDS[PromotionTerms.__name__], rules.chapter
    items: list[tuple[str, str, Clause | None]] = [("title", own["title"], None)]
    items += [
        (ruled.value, PROMOTION_TITLES[ruled.value], ruled.clause)
        for ruled in chapter.terms
        if ruled.value in PROMOTION_TITLES  # what is asked of one kind of prize stands with the prize
    ]
    items.append(("cash-paid-by", own["cash_paid_by"], chapter.payment_choices.clause))
    controls = {name: maker.control(fields[name].type, name) for name, _, _ in items}
    controls["minimum-or-compulsory-wager"]["of"]["scale"] = _CENTS
    told = controls["how-winners-are-told"]
    told |= {"none": [], "fresh": [told["of"]["fresh"]]}
    of_prize = {name: control for name, _, control in controls["prizes-and-their-value"]["of"]["fields"]}
    of_prize["details"] |= {"by": "kind", "fields": _details(rules, maker)}
    return [(name, maker.say(title), clause, controls[name]) for name, title, clause in items]


def _maker(rules: PromotionRules, language: str) -> FormMaker:
    chapter, maker = rules.chapter, FormMaker(language, OFFER_FIELDS, OFFER_VALUES, _MOMENTS)

    def named(field: str, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        return tuple((value, maker.say(RULE_VALUES[f"Promotion.{field}"].get(value, value))) for value in values)

    return maker._replace(
        choices={
            "hand": (("", "–"), *((hand.key, maker.say(str(hand))) for hand in Hand)),
            "where-terms-are-found": named("terms_found", chapter.terms_found.value),
            "how-winners-are-told": named("winner_told_by", tuple(each.value for each in chapter.winner_told_by)),
            "cash-paid-by": named("payment_choices", single_payments(rules)),
        }
    )


_MOMENTS: Final = ("at", "closing-date-and-time")


def _details(rules: PromotionRules, maker: FormMaker) -> dict[str, list[tuple[str, str]]]:
    """Return what the book asks about each kind of prize."""
    asked = [each.value for each in rules.chapter.terms]
    found = {
        kind: [item.removeprefix(f"{kind}-") for item in asked if item.startswith(f"{kind}-")] for kind in OFFER_VALUES
    }
    return {kind: [(name, maker.say(PRIZE_DETAILS[name])) for name in names] for kind, names in found.items() if names}
