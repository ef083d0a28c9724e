"""What an address asks of an analysis page: every field is checked, whatever somebody typed into it."""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from shlex import quote
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode

from mississippi_stud.cards import Card, parse, text
from mississippi_stud.errors import InputError
from mississippi_stud.prose.analysis import MINUS, decimal
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager

if TYPE_CHECKING:
    from mississippi_stud.maths.advice import Situation
    from mississippi_stud.maths.variations import Variation

ANTE: Final = "5"
TEXT_MAX: Final = 300
_PAY: Final = re.compile(r"-1|[0-9]{1,6}([.][0-9]{1,4})?")
_AMOUNTS: Final = ("ante", "cap", "meter", "jackpot-cost")
_TERMS: Final = ("pay", "multiple", "ante", "cap", "meter", "jackpot-option", "jackpot-cost")
STREET_NUMBERS: Final = (3, 4, 5)
MULTIPLES: Final = (1, 2, 3, 4, 5)
"""The street wagers that can be chosen besides the book's own."""
_WHOLE: Final = re.compile(r"[0-9]{1,6}")


class Fields:
    """The fields of an address; what is too long is refused."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given

    def text(self, name: str, default: str = "") -> str:
        """Return a field without the space around it."""
        found = self._given.get(name, "").strip()
        if len(found) > TEXT_MAX:
            raise InputError("field-too-long", most=TEXT_MAX)
        return found or default

    def shown(self, name: str, default: str = "") -> str:
        """Return a field as its form shows it again, right or wrong."""
        return self._given.get(name, default)[:TEXT_MAX]

    def changed(self) -> dict[str, str]:
        """Return the changed terms of a game as an address has them."""
        named = {name: text for name, text in self._given.items() if name.partition(".")[0] in _TERMS}
        return {name: text[:TEXT_MAX] for name, text in named.items()}

    def terms(self, book: str, **more: str) -> str:
        """Return the changed terms of a book's game, and more, as the query of another address."""
        return urlencode({"book": book, **self.changed(), **more})

    def whole(self, name: str, default: int) -> int:
        """Return a whole number."""
        found = self.text(name, str(default))
        if not _WHOLE.fullmatch(found):
            raise InputError("not-a-whole-number", text=found)
        return int(found)

    def street(self) -> int:
        """Return the street of a chart; the third if none is named."""
        found = self.text("street", str(STREET_NUMBERS[0]))
        if found not in map(str, STREET_NUMBERS):
            raise InputError("no-chart", text=found)
        return int(found)

    def check_amounts(self) -> None:
        """Refuse what is not an amount, and name its field."""
        from mississippi_stud.maths.options import amount

        for name in _AMOUNTS:
            try:
                if found := self.text(name):
                    amount(found)
            except InputError as error:
                raise InputError("bad-field", field=name, error=error) from None

    def check_names(self, hands: Collection[str], multiples: tuple[int, ...]) -> None:
        """Refuse a pay of a hand and a multiple that no control has."""
        for kind, _, name in (each.partition(".") for each in self.changed()):
            if kind == "pay" and name not in hands:
                raise InputError("no-hand", name=name, hands=tuple(hands))
            if kind == "multiple" and name not in map(str, multiples):
                raise InputError("not-a-multiple", bet=name, multiples=multiples)

    def pay(self, name: str, default: Fraction) -> Fraction:
        """Return what a hand wins net for each unit: -1 if it loses, 0 for a push."""
        found = self.text(f"pay.{name}")
        if found and not _PAY.fullmatch(found):
            raise InputError("not-a-net-pay", text=found)
        return Fraction(found) if found else default

    def multiples(self, own: tuple[int, ...]) -> tuple[int, ...]:
        """Return the chosen multiples; the book's own if none is named."""
        return tuple(each for each in offered_multiples(own) if self.text(f"multiple.{each}")) or own


def offered_multiples(own: tuple[int, ...]) -> tuple[int, ...]:
    """Return the street wagers that can be chosen, the book's own among them."""
    return tuple(sorted({*MULTIPLES, *own}))


class TermClauses(NamedTuple):
    """The clauses of the terms that can be changed; empty where the book has none."""

    multiples: tuple[str, ...]
    caps: tuple[str, ...]
    meter: tuple[str, ...]
    option: tuple[str, ...]
    cost: tuple[str, ...]

    def of(self, asked: "Variation") -> tuple[str, ...]:
        """Return the clauses of the caps and the jackpot wager that a variation comes under."""
        return (*(self.caps if asked.ante else ()), *((*self.meter, *self.option, *self.cost) if asked.meter else ()))


def term_clauses(book: Rulebook) -> TermClauses:
    """Return the clauses of a book's multiples, its caps on main wagers and its jackpot wager."""
    caps = [cap.cents or cap.amount for cap in book.caps.values() if Wager.ANTE in cap.wagers.value]
    streets = [cap.cents or cap.amount for cap in book.caps.values() if set(cap.wagers.value) <= {*STREETS}]
    jackpot = book.jackpot
    rule = book.wagers[jackpot.wager.value] if jackpot else None
    cost = (rule.costs_cents or rule.cost_on_sign) if rule else None
    return TermClauses(
        multiples=(book.streets.multiples.clause,),
        caps=tuple(dict.fromkeys(each.clause for each in (*caps, *streets))),
        meter=(jackpot.wager.clause,) if jackpot else (),
        option=tuple(option.table.clause for option in jackpot.options.values()) if jackpot else (),
        cost=(cost.clause,) if cost else (),
    )


def printed_pays(book: Rulebook) -> list[tuple[str, str]]:
    """Return what each hand of the main pay table wins net for each unit, as a field shows it."""
    from mississippi_stud.maths.variations import net_pays

    def shown(net: Fraction) -> str:
        return str(net) if net.denominator == 1 else decimal(net, "en").replace(MINUS, "-")

    return [(hand.key, shown(net)) for hand, net in net_pays(book).items()]


def variation_of(fields: Fields, book: Rulebook, source: str, ante: str = "") -> "Variation":
    """Return the variation of a book that an address asks for, with that ante if it names none."""
    from mississippi_stud.maths.variations import Variation, changed_pay, net_pays

    own = book.streets.multiples.value
    fields.check_names([hand.key for hand in net_pays(book)], offered_multiples(own))
    fields.check_amounts()
    printed = {hand: (net, fields.pay(hand.key, net)) for hand, net in net_pays(book).items()}
    pays = tuple(changed_pay(hand, new) for hand, (old, new) in printed.items() if new != old)
    multiples = fields.multiples(own)
    choices = () if multiples == own else (f"multiples={','.join(map(str, multiples))}",)
    named = {"maximum-payout": fields.text("cap")}
    if fields.text("meter"):
        named |= {name: fields.text(name) for name in ("jackpot-option", "jackpot-cost")}
    choices = (*choices, *(f"{name}={text}" for name, text in named.items() if text))
    return Variation(source, pays, choices, fields.text("ante", ante) or None, fields.text("meter") or None)


class HandQuestion(NamedTuple):
    """The cards that somebody typed, and the wagers before each card on the board."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    seen: tuple[Card, ...]
    bets: tuple[int, ...]

    def arguments(self) -> str:
        """Return what `mstud advise` takes."""
        options = {"--board": text(self.board), "--bets": ",".join(map(str, self.bets)), "--seen": text(self.seen)}
        return quote(text(self.hole)) + "".join(f" {name} {quote(each)}" for name, each in options.items() if each)

    def situation(self) -> "Situation":
        """Return the moment as the mathematics has it."""
        from mississippi_stud.maths.advice import Situation

        return Situation(self.hole, self.board, self.bets, self.seen)


def hand_of(fields: Fields, multiples: tuple[int, ...]) -> HandQuestion:
    """Return the hand that an address asks for; a wager that is not named is the least."""
    hole, board, seen = (parse(fields.text(name)) for name in ("cards", "board", "seen"))
    bets = tuple(fields.whole(f"bet.{street}", multiples[0]) for street in range(len(board)))
    return HandQuestion(hole, board, seen, bets)
