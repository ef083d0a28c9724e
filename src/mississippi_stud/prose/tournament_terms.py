"""The terms and conditions of a tournament as a document, made from `TournamentTerms` and its rules alone.

Every item that the rule book asks for is there under its clause; one that is not stated yet is marked as missing. The
same document is printed, shown on pages and written in a terminal, and carries the hash by which entrants accept it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.prose.terms_items import WRITERS, TermsWords, sanction_shown
from mississippi_stud.prose.terms_wording import TERMS_COUNTS, TERMS_HEADINGS, TERMS_NAMES, TERMS_TITLES
from mississippi_stud.prose.tournament_refusals import TERM_FAULTS
from mississippi_stud.tournament import terms as t
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.programme import Programme
from mississippi_stud.tournament.templates import TEMPLATES


class TermsItem(NamedTuple):
    """An item of the terms in words, with the clause that asks for it."""

    name: str
    clause: str
    title: str
    lines: tuple[str, ...]
    missing: bool


class TermsChapter(NamedTuple):
    """Items that belong together."""

    title: str
    items: tuple[TermsItem, ...]


class TermsDocument(NamedTuple):
    """The terms of a tournament in one language."""

    title: str
    language: str
    version: str
    hash: str
    """By it an entrant accepts this version."""
    chapters: tuple[TermsChapter, ...]
    faults: tuple[tuple[str, str], ...]
    """What whole terms say that cannot be carried out, each with its clause."""
    remarks: Mapping[str, str]
    """What the document says of itself, by name."""
    signed: bool
    """Whether every player signs it."""

    @property
    def missing(self) -> tuple[TermsItem, ...]:
        """The items that are not stated yet."""
        return tuple(item for chapter in self.chapters for item in chapter.items if item.missing)


def terms_document(rules: TournamentRules, terms: t.TournamentTerms, language: str, version: int = 1) -> TermsDocument:
    """Return the terms as a document in the reader's language."""
    words, lacking = TermsWords(rules, terms, language), t.missing(rules, terms)
    chapters: dict[str, list[TermsItem]] = {}
    for ruled in rules.chapter.terms:
        missing = ruled.value in lacking
        lines = (words.say("missing"),) if missing else tuple(WRITERS[ruled.value](words))
        title = translator(language)(TERMS_TITLES[ruled.value])
        heading = ruled.clause.partition(" ")[2].partition("(")[0]
        chapters.setdefault(heading, []).append(TermsItem(ruled.value, ruled.clause, title, lines, missing))
    return TermsDocument(
        title=words.say("title", title=terms.title or words.say("untitled")),
        language=language,
        version=words.say("version", number=version),
        hash=t.digest(terms),
        chapters=tuple(
            TermsChapter(translator(language)(TERMS_HEADINGS[heading]), tuple(items))
            for heading, items in chapters.items()
        ),
        faults=() if lacking else tuple(_faults(rules, terms, language)),
        remarks={
            name: words.say(name) for name in ("hash", "hash-about", "draft", "faulty", "signed", "signature-line")
        },
        signed=terms.signature_required is True,
    )


def _faults(rules: TournamentRules, terms: t.TournamentTerms, language: str) -> Iterator[tuple[str, str]]:
    for item, code in t.conflicts(terms):
        yield translator(language)(TERM_FAULTS[code]), rules.term(item)


def programme_shown(programme: Programme, language: str) -> str:
    """Return the sessions of a programme in short: ``heats: 20 hands; final: 25 hands``."""
    words = translator(language)
    parts = []
    for session in programme.sessions:
        unit, count = ("hand", session.hands) if session.hands is not None else ("minute", session.minutes or 0)
        name = words(TERMS_NAMES[session.name]) if session.name in TERMS_NAMES else session.name
        parts.append(f"{name}{words(': ')}{words(TERMS_COUNTS[unit][count != 1]).format(count=count)}")
    return "; ".join(parts)


def templates_shown(language: str) -> list[tuple[str, str, list[str]]]:
    """Return the templates: the name of each, its sessions in short, and what these are called."""
    return [
        (name, programme_shown(terms.programme, language), session_names(terms, language))
        for name, terms in TEMPLATES.items()
    ]


def session_names(terms: t.TournamentTerms, language: str) -> list[str]:
    """Return what the sessions are called."""
    _ = translator(language)
    names = [session.name for session in terms.programme.sessions]
    return [_(TERMS_NAMES[name]) if name in TERMS_NAMES else name for name in names]


def order_shown(rules: TournamentRules, terms: t.TournamentTerms, language: str) -> dict[str, list[str]]:
    """Return what each kind of breach brings, rung by rung, as the document says it."""
    words = TermsWords(rules, terms, language)
    ladders = {
        "conduct": terms.penalties,
        "late-arrival": terms.late_arrival,
        "absence": terms.absence,
        "mobile-phones": terms.mobile_phones,
    }
    return {breach: [sanction_shown(words, rung) for rung in ladder] for breach, ladder in ladders.items()}


def grounds_shown(terms: t.TournamentTerms, language: str) -> list[tuple[str, str]]:
    """Return the grounds of a disqualification, each with what it is called."""
    _ = translator(language)
    return [(each, _(TERMS_NAMES[each]) if each in TERMS_NAMES else each) for each in terms.disqualification]
