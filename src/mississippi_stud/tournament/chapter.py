"""The rules of a tournament: the book whose game is played, and the chapter on tournaments that governs it."""

from typing import NamedTuple

from mississippi_stud.rulebooks.model import Clause, Rulebook, Tournament


class TournamentRules(NamedTuple):
    """The book that is played and the chapter that governs the tournament: its own, or crown's (decision 540)."""

    book: Rulebook
    chapter: Tournament

    def step(self, name: str) -> Clause:
        """Return the clause of something that comes before a tournament: ``players-briefed``."""
        return next(each.clause for each in self.chapter.before if each.value == name)

    def term(self, name: str) -> Clause:
        """Return the clause of an item of the terms: ``late-arrival``."""
        return next(each.clause for each in self.chapter.terms if each.value == name)


def rules_of(book: Rulebook, standard: Rulebook) -> TournamentRules:
    """Return the rules of a tournament under a book; `standard` is the book whose chapter fills a missing one."""
    chapter = book.tournament or standard.tournament
    assert chapter is not None, "the standard has a chapter on tournaments"  # noqa: S101
    return TournamentRules(book, chapter)
