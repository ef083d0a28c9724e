"""Read the script of a scenario file: turn each line into a command of the round or the facts of an incident."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from mississippi_stud.cards import Card, CardError, parse
from mississippi_stud.money import Cents
from mississippi_stud.round import commands as c
from mississippi_stud.round.deal import dealt_when_due
from mississippi_stud.round.dealer import draws, next_step
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase, State
from mississippi_stud.round.wagers import multiples_clause
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.scenario.head import WAGERS, ScenarioError, StackedDeck
from mississippi_stud.table.incidents import REGISTRY
from mississippi_stud.table.state import Facts

_LINE: Final = re.compile(r"(?:(?P<position>[0-9]{1,9})\s+)?(?P<verb>[a-z-]+)(?P<rest>.*)")
_NUMBER: Final = re.compile(r"-?[0-9]{1,30}(\.[0-9]{1,30})?")


class ScriptLine(NamedTuple):
    """One line of the script, without its comment."""

    number: int
    position: int | None
    verb: str
    words: tuple[str, ...]
    text: str

    def error(self, code: str, **params: Any) -> ScenarioError:
        """Return an error about the line."""
        return ScenarioError("at-place", where=self.where, error=ScenarioError(code, **params))

    def whole(self, value: str, said: str = "") -> int:
        """Parse a whole number in the line; `said` is the text before it."""
        if not (value.isascii() and value.isdigit()):
            raise self.error("whole-expected", text=f"{said}{value}")
        return int(value)

    @property
    def where(self) -> ScenarioError:
        """The line as an error names it."""
        return ScenarioError("script-place", number=self.number)


def lines(script: str) -> Iterator[ScriptLine]:
    """Yield the lines that are not blank or only a comment."""
    for number, written in enumerate(script.splitlines(), start=1):
        bare = written.partition("#")[0].strip()
        if not bare:
            continue
        match = _LINE.fullmatch(bare)
        if match is None:
            raise ScenarioError("script-line-unreadable", number=number, text=bare)
        position = match["position"]
        yield ScriptLine(number, int(position) if position else None, match["verb"], tuple(match["rest"].split()), bare)


def command(book: Rulebook, state: State, deck: StackedDeck, line: ScriptLine) -> tuple[c.Command, int]:
    """Return the command of a line, and how many cards it takes from the deck if it is carried out."""
    if line.position is None:
        return _dealers(book, state, deck, line)
    return _players(book, state, line, line.position), 0


def _dealers(book: Rulebook, state: State, deck: StackedDeck, line: ScriptLine) -> tuple[c.Command, int]:
    if line.words:
        raise line.error("takes-nothing", verb=line.verb, words=" ".join(line.words))
    match line.verb:
        case "deal":
            count = draws(book, state, c.Deal()) if state.phase is Phase.BETTING else 0
            return c.Deal(cards=deck.next(count, line.error)), count
        case "reveal":  # a card that is not due yet need not be named
            due = dealt_when_due(book, state) and next_step(book, state) == c.Reveal()
            return c.Reveal(card=deck.next(1, line.error)[0] if due else None), int(due)
        case "settle":
            return c.Settle(), 0
        case _:
            raise line.error("no-dealer-line", verb=line.verb)


_PLAIN: Final[dict[str, Callable[..., c.Command]]] = {
    "fold": c.Fold,
    "concede": c.Concede,
    "leave": c.Leave,
    "max-all": c.BetAll,
    "cannot-fund": c.CannotFund,
    "forfeit": c.Forfeit,
    "retract": c.Retract,
}


def _players(book: Rulebook, state: State, line: ScriptLine, position: int) -> c.Command:
    words = list(line.words)
    match line.verb:
        case verb if verb in _PLAIN:
            _expect(line, words, 0)
            return _PLAIN[verb](position=position)
        case "blind":
            third, fourth, fifth = (_times(book, state, line, position, word) for word in _expect(line, words, 3))
            return c.BetBlind(position=position, cents=(third, fourth, fifth))
        case "withdraw":
            return c.Withdraw(position=position, wager=_named(line, _expect(line, words, 1)[0]))
        case verb if verb in ("bet", "place", *WAGERS):
            return _wager(book, state, line, position, words)
        case _:
            raise line.error("no-player-line", verb=line.verb)


def _wager(book: Rulebook, state: State, line: ScriptLine, position: int, words: list[str]) -> c.Command:
    unnoticed, all_tokens = _flagged(words, "unnoticed"), _flagged(words, "tokens")
    carried = line.verb == Wager.JACKPOT and _flagged(words, "carried")
    tokens = 0 if all_tokens else _tokens(book, line, words)
    if line.verb in (Wager.JACKPOT, Wager.FIXED_JACKPOT) and not words:
        cents: int = state.setup.costs_cents.get(Wager(line.verb), Cents(0))
    else:
        amount = _expect(line, words, 1)[0]
        cents = _times(book, state, line, position, amount) if line.verb == "bet" else _cents(book, line, amount)
    if all_tokens:
        tokens = cents
    if line.verb in ("bet", "place"):
        return c.Bet(position=position, cents=cents, tokens_cents=tokens, unnoticed=unnoticed)
    return c.Place(
        position=position,
        wager=Wager(line.verb),
        cents=cents,
        tokens_cents=tokens,
        unnoticed=unnoticed,
        carried=carried,
    )


def _flagged(words: list[str], flag: str) -> bool:
    if flag in words:
        words.remove(flag)
        return True
    return False


def _tokens(book: Rulebook, line: ScriptLine, words: list[str]) -> int:
    """Return how much of a wager is in promotional tokens, if the line says so: `tokens=4.00`."""
    written = next((word for word in words if word.startswith("tokens=")), None)
    if written is None:
        return 0
    words.remove(written)
    return _cents(book, line, written.removeprefix("tokens="))


def _expect(line: ScriptLine, words: list[str], count: int) -> list[str]:
    if len(words) == count:
        return words
    written = " ".join(words)
    match count:
        case 0:
            raise line.error("takes-nothing", verb=line.verb, words=written)
        case 1:
            raise line.error("takes-one", verb=line.verb, words=written)
        case _:
            raise line.error("takes-three", verb=line.verb, words=written)


def _named(line: ScriptLine, name: str) -> Wager:
    if name not in WAGERS:
        raise line.error("not-a-wager", name=name, wagers=WAGERS)
    return Wager(name)


def _read(line: ScriptLine, word: str) -> Fraction:
    if not _NUMBER.fullmatch(word):
        raise line.error("not-a-number", word=word)
    return Fraction(word)


def _cents(book: Rulebook, line: ScriptLine, word: str) -> int:
    cents = _read(line, word) * 100
    if cents.denominator != 1:
        raise Refused("part-of-a-cent", book.wagers[Wager.ANTE].presence.clause, written=word)
    return cents.numerator


def _times(book: Rulebook, state: State, line: ScriptLine, position: int, word: str) -> int:
    times = _read(line, word)
    hand = state.hands.get(position)
    ante = hand.ante_cents if hand and Wager.ANTE in hand.stakes else Cents(0)
    cents = times * ante
    if cents.denominator != 1:
        multiples = book.streets.multiples
        clause = multiples_clause(book, state.street) if state.street else multiples.clause
        raise Refused("wrong-multiple", clause, offered=cents, ante=ante, multiples=multiples.value)
    return cents.numerator


# `incident NAME key=value …`

_STREETS: Final = {"3rd": 0, "4th": 1, "5th": 2}
_FLAGS: Final = {"looked": "looked", "misdealt": "misdealt", "forfeit": "forfeit", "only": "alone", "waived": "waived"}


def incident_of(book: Rulebook, state: State | None, deck: StackedDeck, line: ScriptLine) -> tuple[Incident, Facts]:
    """Return the incident that a line reports, with its facts."""
    name, *words = line.words or ("",)
    if name not in set(Incident):
        raise line.error("not-an-incident", name=name)
    incident = Incident(name)
    spec = REGISTRY[incident]
    told: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in (*spec.needs, *spec.may, "waived"):
            raise _no_fact(line, word, name, (*spec.needs, *spec.may))
        told |= _fact(line, key, value)
    facts = Facts(**told)
    if incident is Incident.COMMUNITY_EXPOSED and not facts.card and state is not None:
        facts = Facts(**told, card=_when_due(book, state, deck, facts))
    return incident, facts


def _no_fact(line: ScriptLine, word: str, incident: str, facts: tuple[str, ...]) -> ScenarioError:
    if not facts:
        return line.error("no-facts", word=word, incident=incident)
    return line.error("no-fact", word=word, incident=incident, facts=facts)


def _when_due(book: Rulebook, state: State, deck: StackedDeck, facts: Facts) -> tuple[Card, ...]:
    """Return the cards exposed too early while still in the deck: those that come next in the file."""
    if not dealt_when_due(book, state):
        return ()
    coming = deck.cards[deck.taken :]
    wanted = [place - state.revealed for place in sorted(set(facts.streets))]
    return tuple(coming[place] for place in wanted if 0 <= place < len(coming))


def _fact(line: ScriptLine, key: str, value: str) -> dict[str, Any]:
    match key:
        case "position" | "cards":
            return {key: line.whole(value, f"{key}=")}
        case "positions":
            return {key: tuple(line.whole(each, f"{key}=") for each in value.split(","))}
        case "street":
            streets = value.split(",")
            if not set(streets) <= set(_STREETS):
                raise line.error("not-streets", value=value)
            return {"streets": tuple(_STREETS[each] for each in streets)}
        case "order":
            if value not in ("known", "unknown"):
                raise line.error("not-an-order", value=value)
            return {"order_known": value == "known"}
        case "named" | "card":
            try:
                return {key: parse(value.replace(",", " "))}
            except CardError as error:
                raise line.error("at-place", where=f"{key}={value}", error=error) from None
        case "measure" | "cause" | "person":
            return {key: value}
        case _:
            if value not in ("yes", "no"):
                raise line.error("not-yes-or-no", key=key, value=value)
            return {_FLAGS[key]: value == "yes"}
