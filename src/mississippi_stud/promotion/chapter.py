"""The rules of a promotion: the book that is played, and the chapter on promotional prizes that governs it."""

from typing import NamedTuple

from mississippi_stud.rulebooks.model import Clause, Promotion, Rulebook


class PromotionRules(NamedTuple):
    """The book that is played and the chapter that governs the promotion: its own, or nsw's (decision 560)."""

    book: Rulebook
    chapter: Promotion

    def term(self, name: str) -> Clause:
        """Return the clause of an item of the terms: ``how-to-claim``."""
        return next(each.clause for each in self.chapter.terms if each.value == name)


def promotion_rules(book: Rulebook, standard: Rulebook) -> PromotionRules:
    """Return the rules of a promotion under a book; `standard` is the book whose chapter fills a missing one."""
    chapter = book.promotion or standard.promotion
    assert chapter is not None, "the standard has a chapter on promotional prizes"  # noqa: S101
    return PromotionRules(book, chapter)
