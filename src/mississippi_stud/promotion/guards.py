"""The checks that the decisions of a promotion share: its life, its scrutineer, and the fields of every event."""

from typing import Any, Final

from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.offer_terms import PromotionTerms
from mississippi_stud.promotion.state import PrizePromotion, PromotionLife
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause

COMMITMENT_LENGTH: Final = 64
"""The length of a commitment: a SHA-256 in hexadecimal."""


def check_life(promotion: PrizePromotion, clause: Clause, *allowed: PromotionLife) -> None:
    """Raise `Refused` unless the promotion is in one of these parts of its life."""
    if promotion.life not in allowed:
        raise Refused("promotion-not-there", clause, promotion_life=promotion.life, promotion_lives=allowed)


def check_words(words: str, clause: Clause) -> None:
    """Raise `Refused` for a reason that is missing."""
    if not words.strip():
        raise Refused("no-reason", clause)


def needs_scrutineer(rules: PromotionRules, terms: PromotionTerms) -> bool:
    """Whether a single prize is worth so much that a scrutineer oversees the draw."""
    bound = rules.chapter.scrutineer_over_cents.value
    return any(prize.value_cents > bound for prize in terms.prizes_and_their_value)


def check_scrutineer(rules: PromotionRules, promotion: PrizePromotion, by: str) -> None:
    """Raise `Refused` for anybody but the scrutineer."""
    if not by or by != promotion.scrutineer:
        raise Refused("not-the-scrutineer", rules.chapter.scrutineer_over_cents.clause, by=by)


def check_oversight(rules: PromotionRules, promotion: PrizePromotion) -> None:
    """Raise `Refused` if a draw that a scrutineer oversees has none there, or one who has entered."""
    clause = rules.chapter.scrutineer_over_cents.clause
    if not needs_scrutineer(rules, promotion.terms):
        return
    if not promotion.scrutineer:
        raise Refused("scrutineer-missing", clause, over_cents=rules.chapter.scrutineer_over_cents.value)
    if not promotion.scrutineer_present:
        raise Refused("scrutineer-absent", clause, person=promotion.scrutineer)


def stamp(command: Any, clause: Clause) -> dict[str, Any]:
    """Return the fields that every event of a command has."""
    return {"at": command.at, "by": command.by, "clause": clause}
