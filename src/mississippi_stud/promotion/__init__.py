"""Promotions: prizes given beside gaming by a draw that anybody can check, their terms, entries and claims. Pure.

The entries of a promotion are in its log; the state holds their Merkle root, to which every draw is held
(decision 561). Times and chance arrive in commands; money is in cents.
"""

from mississippi_stud.promotion.chapter import PromotionRules, promotion_rules
from mississippi_stud.promotion.decide import decide, play
from mississippi_stud.promotion.evolve import evolve
from mississippi_stud.promotion.offer_terms import PromotionTerms
from mississippi_stud.promotion.state import PrizePromotion

__all__ = ["PrizePromotion", "PromotionRules", "PromotionTerms", "decide", "evolve", "play", "promotion_rules"]
