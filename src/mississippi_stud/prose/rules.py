"""Every value of a rule book as a sentence, in the reader's language.

A phrase comes from `rule_sentences` by the field of the model that holds the value; here it gets its words and, where
it belongs to a table, a duty or an incident, its head: "If a card is exposed while dealing: misdeal."
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby
from typing import Any, Final

from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.language import translator
from mississippi_stud.money import Cents, Odds, parse
from mississippi_stud.prose.books import BOOK_NAMES, CHAPTERS, OWN_CLAUSES
from mississippi_stud.prose.names import HANDS, NAMES, PHASES, amount, percent
from mississippi_stud.prose.names import pays as in_words
from mississippi_stud.prose.prompts import DUTIES, name_of
from mississippi_stud.prose.rule_sentences import RULE_HEADS, RULE_SENTENCES
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.prose.rulings import CONDITIONS, FATES, INCIDENTS, RULINGS
from mississippi_stud.rulebooks.conduct import CaseCondition, DeckFate, Incident, Moment, Remedy
from mississippi_stud.rulebooks.load import Leaf
from mississippi_stud.rulebooks.model import Case, Rulebook
from mississippi_stud.rulebooks.pays import FixedPrize, MeterShare, Push
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, CapAmount, Wager

VOCABULARIES: Final[dict[type, dict[str, str]]] = {Remedy: RULINGS, CaseCondition: CONDITIONS, DeckFate: FATES}
_METHODS: Final = ("WagerRule.dealt_by", "Duty.methods", "Case.dealing")
_PEOPLE: Final = ("Duty.by", "Duty.verified_by", "Case.decides", "Case.told", "Case.verified_by", "Staff.powers")
_STREETS: Final = ("Streets.max_all_at", "Streets.order")
_JOINTS: Final = {
    "Dealing.two_decks_shuffled_by": "or",
    "DealingMethod.shuffled_by": "or",
    "DealingMethod.steps": "then",
    "Duty.methods": "or",
    "Duty.when": "and if",
    "Hands.five_cards": "",
    "Hands.three_cards": "",
    "Jackpot.qualifying": "",
    "Promotion.payment_choices": "or",
    "Promotion.terms_found": "or",
    "Promotion.without_cash_alternative": "or",
    "Streets.multiples": "or",
    "Streets.order": "",
    "WagerRule.costs_cents": "or",
    "WagerRule.dealt_by": "or",
}
"""What stands before the last value of a list, if not "and"."""
_PAY_KINDS: Final[dict[Any, str]] = {Odds: "odds", Push: "push", MeterShare: "meter", FixedPrize: "prize"}
_WHOLE: Final = ("Duty.", "Case.")
"""What is told in one sentence, however many values it has."""
_WORDS: Final = ("BilingualName.en", "BilingualName.fr", "Title.en", "Title.fr", "Official.en", "Official.fr")
"""What gives the book's word for something."""
_CASE_OF: Final = ("Case.when", "Case.dealing")
"""What tells a case apart from the others of its incident."""
TERMS: Final = {
    **NAMES,
    **PHASES,
    **{hand.replace(" ", "-"): text for hand, text in HANDS.items()},
    "super-royal": "super royal",
    "super-royal-of-diamonds": "super royal of diamonds",
    "bet": "Bet",
    "fold": "Fold",
    "deal": "Deal",
    "max-all": "Bet the most on every street",
    "rebet": "Same wagers, then deal",
    "new-game": "New wagers",
    "push": "push",
    "community-cards": "community cards",
}
"""Things for which a book may have words of its own."""


def listed(words: Iterable[str], language: str, joint: str = "and") -> str:
    """Return words as a list: a, b and c.

    >>> listed("123", "en", "or"), listed("a", "en"), listed("abc", "en", "then"), listed("ab", "en", "")
    ('1, 2 or 3', 'a', 'a, b, then c', 'a, b')
    """
    *first, last = words
    if not first or not joint:
        return ", ".join((*first, last))
    space = ", " if joint == "then" else " "
    return f"{', '.join(first)}{space}{translator(language)(joint)} {last}"


def book_name(book: Rulebook, language: str) -> str:
    """Return what a sentence calls a book: the place of one that comes with the package, the title of a custom one."""
    return translator(language)(BOOK_NAMES[book.id]) if book.id in BOOK_NAMES else book.title


def chapter_titles(book: Rulebook, language: str) -> dict[str, str]:
    """Return the titles of a book's chapters by what their clauses begin with; a custom book's own clauses come first.

    >>> from mississippi_stud.rulebooks.load import rulebook
    >>> list(chapter_titles(rulebook("crown"), "en").items())[:2]
    [('crown 1', 'What the words mean'), ('crown 2', 'Table and equipment')]
    """
    _ = translator(language)
    base = book.extends or book.id
    own = {f"{book.id} ": _(OWN_CLAUSES)} if book.extends else {}
    return own | {f"{base} {chapter}": _(title) for chapter, title in CHAPTERS[base].items()}


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def _implied(leaf: Leaf, paths: Iterable[str]) -> bool:
    """Return whether others say what a value says: a sum, that there is a limit; its rows, that a table is offered."""
    stem = leaf.path.rpartition(".")[0]
    if leaf.field == "Cap.wagers" or (leaf.field, leaf.shown) == ("Cap.amount", CapAmount.AS_PRINTED):
        return f"{stem}.cents" in paths
    offered = (leaf.field, leaf.shown) == ("PayTable.offered", "yes")
    return offered and any(path.startswith(f"{stem}.pays.") for path in paths)


class RuleProse:
    """The values of a book in sentences, in one language."""

    def __init__(self, book: Rulebook, language: str) -> None:
        self.book = book
        self.language = language
        self._ = translator(language)

    def sentence(self, leaf: Leaf) -> str:
        """Return what a value says."""
        return self._joined(self._head(leaf), (self._phrase(leaf),))

    def each_street(self, leaf: Leaf) -> str:
        """Return what a value of one street's wager says, as of all three."""
        return self._joined("", (self._phrase(leaf, wager=self._(RULE_HEADS["Streets.each"])),))

    def statements(self, unit: Iterable[Leaf]) -> list[str]:
        """Return what the values of a unit say together: a sentence for each head, or for each value without one."""
        return [self._said(group) for group in self._groups(self.told(tuple(unit)), lambda leaf: True)]

    def passages(self, unit: Sequence[Leaf]) -> list[tuple[str, list[Leaf]]]:
        """Return what a clause says, with the values behind each sentence: a duty or a case whole, all else by itself.

        A word of the book that is our own word too is no news, nor is what the next sentence says in figures.
        """
        paths = [leaf.path for leaf in unit]
        news = [leaf for leaf in self.told(unit) if not (self._same_word(leaf) or _implied(leaf, paths))]
        return [(self._said(group), group) for group in self._groups(news, lambda leaf: leaf.field.startswith(_WHOLE))]

    def _groups(self, told: Iterable[Leaf], whole: Callable[[Leaf], bool]) -> Iterator[list[Leaf]]:
        """Yield the values that one sentence tells: those of one head in a row, if they are told whole."""
        for (head, together), group in groupby(told, lambda leaf: (self._head(leaf), whole(leaf))):
            values = list(group)
            yield from [values] if head and together else [[leaf] for leaf in values]

    def _said(self, group: Sequence[Leaf]) -> str:
        return self._joined(self._head(group[0]), map(self._phrase, group))

    def _same_word(self, leaf: Leaf) -> bool:
        """Return whether a value gives as the book's word for a thing the word that we have for it."""
        return leaf.field in _WORDS and self._names(leaf)["term"].casefold() == leaf.ruled.value.casefold()

    def powers(self, unit: Sequence[Leaf]) -> str:
        """Return what takes one and the same rank, from values of `Staff.powers`."""
        powers = listed([self._names(leaf)["power"] for leaf in unit], self.language, "or")
        words = self._(str(RULE_SENTENCES["Staff.powers"]))
        return self._joined("", (words.format(power=powers, value=self._value(unit[0])),))

    @staticmethod
    def told(unit: Sequence[Leaf]) -> list[Leaf]:
        """Return the values to tell; what tells a case apart is in the head of its ruling already."""
        ruled = {leaf.path.rpartition(".")[0] for leaf in unit if leaf.field == "Case.ruling"}
        return [leaf for leaf in unit if leaf.field not in _CASE_OF or leaf.path.rpartition(".")[0] not in ruled]

    def _joined(self, head: str, phrases: Iterable[str]) -> str:
        text = "; ".join(phrases)
        return capital(f"{head}{self._(': ')}{text}." if head else f"{text}.").replace("..", ".")

    def _phrase(self, leaf: Leaf, **names: str) -> str:
        words = RULE_SENTENCES[leaf.field]
        if isinstance(words, dict):
            words = words.get(self._kind(leaf)) or words["*"]
        return self._(words).format(value=self._value(leaf), **{**self._names(leaf), **names})

    def _kind(self, leaf: Leaf) -> str:
        """Return which phrase of a field a value has: its own name, or what it is."""
        match leaf.field:
            case "PayTable.pays":
                return _PAY_KINDS[type(leaf.ruled.value)]
            case "Duty.by":
                _duties, moment, name, _by = leaf.path.split(".")
                alone = self.book.duties[Moment(moment)][name].alone
                return "alone" if alone and alone.value else "*"
            case _:
                return "same" if self._same_word(leaf) else leaf.shown

    def _value(self, leaf: Leaf) -> str:
        value = leaf.ruled.value
        if leaf.field == "Cap.wagers":
            return self._wagers(value)
        if leaf.field == "SeedOption.table":
            return self.table(value)
        if isinstance(value, tuple):
            words = [
                self._name("DealStep", f"{each}-again") if each in value[:place] else self._word(leaf, each)
                for place, each in enumerate(value)
            ]
            return listed(words, self.language, _JOINTS.get(leaf.field, "and"))
        return self._word(leaf, value)

    def _word(self, leaf: Leaf, value: Any) -> str:
        """Return one value in words."""
        kind = str(leaf.kind)
        if "Cents" in kind:
            return self._money(value)
        if "Percent" in kind:
            return percent(value, self.language)
        if leaf.field == "PayTable.pays":
            return self.pay(value)
        if isinstance(value, Hand | ThreeCardHand):
            hands = leaf.field == "BonusJackpot.hands"
            return self._name("Hand", value.key) if hands else self._(HANDS[str(value)])
        if isinstance(value, Enum):
            return self._enumerated(leaf, value)
        return str(value) if isinstance(value, int) else self._named(leaf, value)

    def _enumerated(self, leaf: Leaf, value: Enum) -> str:
        words = VOCABULARIES.get(type(value), RULE_VALUES.get(type(value).__name__, {}))
        return self._((PHASES if leaf.field in _STREETS else words).get(value.value, value.value))

    def _wagers(self, wagers: tuple[Wager, ...]) -> str:
        """Return wagers as a list, in which those on all streets are one."""
        main = set(MAIN_WAGERS) <= set(wagers)
        names = [self._name("Wager", Wager.ANTE), self._(RULE_HEADS["Cap.streets"])] if main else []
        names += [self._name("Wager", each) for each in wagers if not (main and each in MAIN_WAGERS)]
        return listed(names, self.language)

    def _named(self, leaf: Leaf, value: str) -> str:
        """Return a name that a book gives: a title, a dealing method, a duty, a term."""
        if leaf.field in _PEOPLE:
            return self._person(value)
        if leaf.field == "Case.asks":
            return self._duty(value)
        return self._name("Method" if leaf.field in _METHODS else leaf.field, value)

    def _name(self, vocabulary: str, value: str) -> str:
        """Return what a vocabulary calls a value; a name that only the book has stays as it is."""
        word = RULE_VALUES.get(vocabulary, {}).get(value)
        return value if word is None else self._(word)

    def _person(self, title: str) -> str:
        staff = self.book.staff
        people = {**staff.officials, **staff.titles} if staff else {}
        return name_of(people.get(title, title), self.language)

    def _duty(self, name: str) -> str:
        return self._(DUTIES.get(name, name.replace("-", " "))).removesuffix(".")

    def _money(self, cents: Cents) -> str:
        return amount(cents, self.book.money.currency.value, self.language)

    def wager(self, wager: Wager) -> str:
        """Return what a wager is called, with its article; the ante stands for the street wagers too."""
        return self._(RULE_HEADS["PayTable.ante"]) if wager is Wager.ANTE else self._name("Wager", wager)

    def table(self, name: str) -> str:
        """Return what a pay table is called."""
        return self._name("PayTable", name)

    def pay(self, value: Any) -> str:
        """Return what a row of a pay table pays."""
        if isinstance(value, FixedPrize):
            return self._money(value.cents)
        if isinstance(value, MeterShare):
            return f"{percent(value.share, self.language)} {self._('of the meter')}"
        return in_words(str(value), self.language)

    def _names(self, leaf: Leaf) -> dict[str, str]:
        """Return the words of a phrase besides its value, from the path of the value."""
        parts = leaf.path.split(".")
        match leaf.field.partition(".")[0]:
            case "WagerRule":
                return {"wager": self._name("Wager", parts[1])}
            case "PayTable" | "Jackpot":
                return {"hand": self._name("Hand", parts[-1])}
            case "Cap":
                return {"wagers": self._wagers(self.book.caps[parts[1]].wagers.value)}
            case "SeedOption":
                return {"seed": self._money(Cents(int(parts[-1]) * 100))} if parts[-1].isdecimal() else {}
            case "BonusJackpot":
                return self._bonus(leaf)
            case "Title" | "Official":
                return {"term": self._person(parts[2])}
            case "BilingualName":
                return {"term": self._(TERMS.get(parts[1], parts[1]))}
            case "Staff":
                return {"power": self._name("Power", parts[-1])}
            case _:
                return {}

    def _bonus(self, leaf: Leaf) -> dict[str, str]:
        bonus = self.book.jackpot.bonus if self.book.jackpot else None
        cost, _, hand = leaf.path.removeprefix("jackpot.bonus.prizes_cents.").rpartition(".")
        names = {"bonus": self._name("Bonus", bonus.name.value if bonus else "")}
        if leaf.field == "BonusJackpot.prizes_cents":
            names |= {"cost": self._money(parse(cost)), "hand": self._name("Hand", hand)}
        return names

    def _head(self, leaf: Leaf) -> str:
        """Return what a phrase is about, if it cannot stand alone."""
        parts, owner = leaf.path.split("."), leaf.field.partition(".")[0]
        key, names = owner, dict[str, str]()
        match owner:
            case "PayTable":
                key = "PayTable.ante" if parts[1] == Wager.ANTE else self._table_head(parts[3])
                names = {"wager": self._name("Wager", parts[1]), "table": self.table(parts[3])}
            case "DealingMethod":
                names = {"method": self._name("Method", parts[2])}
            case "SeedOption":
                names = {"option": parts[2]}
            case "Duty":
                names = {"moment": self._name("Moment", parts[1]), "duty": self._duty(parts[2])}
            case "Case":
                key, names = self._case(leaf, Incident(parts[1]), parts[2])
            case _:
                key = leaf.field
        return self._(RULE_HEADS[key]).format(**names) if key in RULE_HEADS else ""

    @staticmethod
    def _table_head(name: str) -> str:
        """Return which head a pay table has: the only one needs no name, and some names say enough by themselves."""
        if name == "main":
            return "PayTable.main"
        return "PayTable.own" if name in RULE_VALUES["PayTable"] else "PayTable"

    def _case(self, leaf: Leaf, incident: Incident, name: str) -> tuple[str, dict[str, str]]:
        """Return which head a case of an incident has, and its words."""
        cases = self.book.incidents[incident]
        names = {"incident": self._(INCIDENTS[incident])}
        apart = list(self._conditions(cases[name]))
        if leaf.field in _CASE_OF or (len(cases) == 1 and not apart):
            return "Case", names
        if not apart:
            return "Case.last", names
        return "Case.one", {**names, "case": ", ".join(apart)}

    def _conditions(self, case: Case) -> Iterator[str]:
        yield from (self._(CONDITIONS[each]) for each in (case.when.value if case.when else ()))
        if case.dealing:
            method = self._name("Method", case.dealing.value)
            yield self._(RULE_HEADS["DealingMethod"]).format(method=method)
