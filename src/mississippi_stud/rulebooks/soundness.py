"""What is wrong with a rule book: every fault at once, including those that types alone cannot detect."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from mississippi_stud.errors import InputError, english
from mississippi_stud.hands import SUIT_NAMES, Hand, ThreeCardHand
from mississippi_stud.prose.faults import FAULTS
from mississippi_stud.rulebooks.model import Rulebook, RuledValue, WagerRule
from mississippi_stud.rulebooks.pays import FixedPrize, MeterShare
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Basis, CapAmount, DealStep, JackpotPayment, Wager

SURVEILLANCE: Final = "surveillance"
NOT_TITLES: Final = ("floor", "player", SURVEILLANCE)
"""Who acts at every table without a title: whoever held one of that name would act as them (decision 450)."""


class Expectation:
    """What is allowed at a place in a book: a code and the values for its wording, which is in `prose.faults`.

    >>> str(Expectation("wrong-kind", kind=Expectation("one-of", known=("shoe", "hand"))))
    'it must be one of shoe, hand'
    """

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params

    def __str__(self) -> str:
        """Return the words in English; `prose.problems.tell_fault` has them in every language."""
        return english(FAULTS[self.code], self.params)


class Fault(NamedTuple):
    """One thing that is wrong."""

    path: str
    value: Any
    allowed: Expectation

    @property
    def place(self) -> str:
        """The path of the fault, and the value there."""
        if self.value is None:
            return self.path
        shown = repr(self.value)
        return f"{self.path} = {shown if len(shown) <= 60 else shown[:57] + '…'}"

    def __str__(self) -> str:
        return f"{self.place}: {self.allowed}"

    def plain(self) -> dict[str, Any]:
        """Return the fault for programs; a value without a JSON type appears as a file would write it."""
        value = self.value if isinstance(self.value, str | int | list | dict | None) else str(self.value)
        mend = f"{'add' if self.value is None else 'correct'} {self.path}: {self.allowed}"
        code = self.allowed.code
        return {"path": self.path, "value": value, "code": code, "allowed": str(self.allowed), "mend": mend}


class BookError(InputError):
    """A rule book that cannot be used; its `faults` follow its sentence, one per line."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        if len(faults) == 1:
            super().__init__("book-fault", book=name)
        else:
            super().__init__("book-faults", book=name, count=len(faults))

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *(f"  {fault}" for fault in self.faults)])


def _names(kind: type[Hand] | type[ThreeCardHand]) -> tuple[str, ...]:
    return tuple(member.key for member in reversed(kind))


SUPER_ROYALS: Final = ("super-royal", *(f"super-royal-of-{suit}" for suit in SUIT_NAMES))
ROWS: Final = {
    Basis.FIVE_CARDS: _names(Hand),
    Basis.COMMUNITY_CARDS: _names(ThreeCardHand),
    Basis.BEST_OF_SIX: (*SUPER_ROYALS, *_names(Hand)),
}
"""The hands that a pay table can name, by the cards that decide the wager."""

_CARDS: Final = {
    DealStep.ONE_TO_EACH: (1, 0),
    DealStep.TWO_TO_EACH: (2, 0),
    DealStep.THREE_COMMUNITY: (0, 3),
    DealStep.COMMUNITY_WHEN_DUE: (0, 3),
    DealStep.FOUR_BONUS: (0, 0),
    DealStep.BURN_IF_DIRECTED: (0, 0),
}


def own_clauses(clauses: Any) -> Iterator[Fault]:
    """Yield the faults of the table in which a custom rule book writes its clauses."""
    if not isinstance(clauses, dict):
        yield Fault("clauses", clauses, Expectation("not-clauses"))
        return
    for key, words in clauses.items():
        good = isinstance(words, dict) and isinstance(words.get("en"), str) and set(words) <= {"en", "fr"}
        if not good or not all(isinstance(each, str) and each for each in words.values()):
            yield Fault(f"clauses.{key}", words, Expectation("not-clause-words"))


def faults(book: Rulebook) -> Iterator[Fault]:
    """Yield everything in the book that is inconsistent."""
    yield from _positions(book)
    yield from _streets(book)
    for wager, rule in book.wagers.items():
        yield from _wager(book, wager, rule)
    for wager in MAIN_WAGERS:
        if wager not in book.wagers:
            yield Fault(f"wagers.{wager}", None, Expectation("no-main-wager"))
    yield from _caps(book)
    yield from _dealing(book)
    yield from _jackpot(book)
    yield from _conduct(book)


def _positions(book: Rulebook) -> Iterator[Fault]:
    most = book.positions.maximum.value
    if book.positions.default.value > most:
        yield Fault("positions.default", book.positions.default.value, Expectation("too-many-positions", most=most))
    needed = book.dealing.hole_cards.value * most + book.dealing.community_cards.value + 5
    cards = book.dealing.cards.value
    if needed > cards:
        yield Fault("positions.maximum", most, Expectation("too-few-cards", needed=needed, cards=cards))


def _streets(book: Rulebook) -> Iterator[Fault]:
    multiples = book.streets.multiples.value
    if any(lower >= higher for lower, higher in pairwise(multiples)):
        yield Fault("streets.multiples", list(multiples), Expectation("not-ascending"))


def _wager(book: Rulebook, wager: Wager, rule: WagerRule) -> Iterator[Fault]:
    path = f"wagers.{wager}"
    yield from _strange(f"{path}.needs", rule.needs, book.wagers, "no-wager")
    yield from _strange(f"{path}.dealt_by", rule.dealt_by, book.dealing.methods, "no-dealing")
    rows = ROWS[rule.basis.value]
    for name, table in rule.tables.items():
        for hand, pay in table.pays.items():
            row = f"{path}.tables.{name}.pays.{hand}"
            if hand not in rows:
                yield Fault(row, str(pay.value), Expectation("no-such-hand", basis=rule.basis.value, known=rows))
            if isinstance(pay.value, MeterShare) and (book.jackpot is None or book.jackpot.wager.value != wager):
                yield Fault(row, str(pay.value), Expectation("share-without-meter"))
            if isinstance(pay.value, FixedPrize) and wager in MAIN_WAGERS:
                yield Fault(row, str(pay.value), Expectation("main-not-odds"))


def _strange(
    path: str, named: RuledValue[Any] | None, known: Iterable[str], code: str = "not-one-of"
) -> Iterator[Fault]:
    """Yield the unknown names that a value uses."""
    names = () if named is None else named.value if isinstance(named.value, tuple) else (named.value,)
    yield from (Fault(path, name, Expectation(code, known=tuple(known))) for name in names if name not in known)


def _caps(book: Rulebook) -> Iterator[Fault]:
    for name, cap in book.caps.items():
        yield from _strange(f"caps.{name}.wagers", cap.wagers, book.wagers, "no-wager")
        if (cap.cents is None) != (cap.amount.value is CapAmount.ON_THE_SIGN):
            yield Fault(f"caps.{name}.cents", None, Expectation("cap-amount"))


def _dealing(book: Rulebook) -> Iterator[Fault]:
    for name, method in book.dealing.methods.items():
        hole = sum(_CARDS[step][0] for step in method.steps.value)
        community = sum(_CARDS[step][1] for step in method.steps.value)
        if (hole, community) != (book.dealing.hole_cards.value, book.dealing.community_cards.value):
            yield Fault(f"dealing.methods.{name}.steps", list(method.steps.value), Expectation("wrong-deal"))


def _jackpot(book: Rulebook) -> Iterator[Fault]:
    if book.jackpot is None:
        return
    wager = book.wagers.get(book.jackpot.wager.value)
    if wager is None:
        yield from _strange("jackpot.wager", book.jackpot.wager, book.wagers, "no-wager")
        return
    bonus = book.jackpot.bonus
    together = bonus is not None and bonus.paid_with_hand is not None and bonus.paid_with_hand.value
    last = book.play.jackpots_paid.value is JackpotPayment.AFTER_ALL_HANDS
    if bonus is not None and together and (last or bonus.paid_first.value):
        yield Fault("jackpot.bonus.paid_with_hand", True, Expectation("paid-with-hand"))
    for name, option in book.jackpot.options.items():
        yield from _strange(f"jackpot.options.{name}.table", option.table, wager.tables)
        yield from _seeds(name, option.rates)


def _seeds(option: str, rates: Mapping[str, Any]) -> Iterator[Fault]:
    for seed, rate in rates.items():
        if not seed.isascii() or not seed.isdigit():
            yield Fault(f"jackpot.options.{option}.rates.{seed}", None, Expectation("not-a-seed"))
        if rate.value > 1:
            yield Fault(f"jackpot.options.{option}.rates.{seed}", str(rate.value), Expectation("rate-too-high"))


def _conduct(book: Rulebook) -> Iterator[Fault]:
    """Check that powers, duties and incidents name titles and dealing methods of this book."""
    titles = book.staff.titles if book.staff else {}
    told = (SURVEILLANCE, *titles, *(book.staff.officials if book.staff else ()))
    for place in ("titles", "officials") if book.staff else ():
        taken = sorted(set(NOT_TITLES) & set(getattr(book.staff, place)))
        yield from (Fault(f"staff.{place}.{name}", name, Expectation("title-taken")) for name in taken)
    for power, title in book.staff.powers.items() if book.staff else ():
        yield from _strange(f"staff.powers.{power}", title, titles, "no-title")
    yield from _endless(book)
    for moment, duties in book.duties.items():
        for name, duty in duties.items():
            path = f"duties.{moment}.{name}"
            yield from _strange(f"{path}.by", duty.by, titles)
            yield from _strange(f"{path}.verified_by", duty.verified_by, titles)
            yield from _strange(f"{path}.methods", duty.methods, book.dealing.methods)
    for incident, cases in book.incidents.items():
        for name, case in cases.items():
            path = f"incidents.{incident}.{name}"
            yield from _strange(f"{path}.decides", case.decides, titles)
            yield from _strange(f"{path}.verified_by", case.verified_by, titles)
            yield from _strange(f"{path}.told", case.told, told)
            yield from _strange(f"{path}.dealing", case.dealing, book.dealing.methods)


def _endless(book: Rulebook) -> Iterator[Fault]:
    """Find duties that would never end because completing them brings about their own moment again."""
    after = {
        moment: {duty.then.value for duty in duties.values() if duty.then} for moment, duties in book.duties.items()
    }
    for moment, duties in book.duties.items():
        for name, duty in duties.items():
            reached, coming = set[str](), {duty.then.value} if duty.then else set()
            while coming:
                reached |= coming
                coming = {later for each in coming for later in after.get(each, ())} - reached
            if moment in reached:
                yield Fault(f"duties.{moment}.{name}.then", str(duty.then and duty.then.value), Expectation("endless"))
