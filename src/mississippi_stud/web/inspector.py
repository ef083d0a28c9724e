"""What an inspector reads of a house's rounds: which there were, how each was seen by whom, and what it paid by what.

Nothing here changes anything. A seat's own cards are shown once its round is over (decision 360).
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import quote

from litestar.exceptions import ValidationException
from litestar.params import QueryParameter

from mississippi_stud.cards import symbols
from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, Refused, TableView
from mississippi_stud.floor.history import recall, round_inspection
from mississippi_stud.floor.history.meter_values import value_at
from mississippi_stud.floor.history.past_floor import PastFloor
from mississippi_stud.floor.history.proof import Proof, prove
from mississippi_stud.floor.history.recall import ANY_INCIDENT, PastRound, RoundFilter
from mississippi_stud.language import LANGUAGES, translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.inspection import ROUND_STATUSES, WATCHERS, clause_of, shown_cards, tell_step
from mississippi_stud.prose.meters import exact
from mississippi_stud.prose.names import ENDINGS, NAMES, OUTCOMES, amount, cite, pays, short_name
from mississippi_stud.prose.operation import moment
from mississippi_stud.prose.prompts import shortly
from mississippi_stud.prose.rulings import INCIDENTS, RULINGS
from mississippi_stud.rulebooks.ledger import ledger_of
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.web.console_view import ConsoleBoard
from mississippi_stud.web.delta import canonical, view_hash
from mississippi_stud.web.house_view import HouseReader, player_name
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.topics import Viewer, look, sight_at

FOUND_MAX: Final = 50
"""How many rounds a page lists."""
ROUND_RESULTS: Final = ("any", *ROUND_STATUSES, "won", "lost")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_LONG_ID: Final = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{24}\b")
"""The id of a table, of which its first digits are enough beside its whole."""
SearchText = Annotated[str, QueryParameter(max_length=100)]


class CitedClause(NamedTuple):
    """A clause with the address of its page."""

    cited: str
    href: str


class SearchFields(NamedTuple):
    """What somebody looks for among the rounds of a house, as they wrote it."""

    table: str = ""
    player: str = ""
    since: str = ""
    until: str = ""
    result: str = "any"
    incident: str = ""
    clause: str = ""
    number: int = 1
    """Of the page."""


def microseconds_of(written: str) -> int | None:
    """Return the time in a field for a date and a time, in UTC; None if it is empty."""
    if not written:
        return None
    try:
        read = datetime.fromisoformat(written)
    except ValueError:
        raise ValidationException from None
    return ((read if read.tzinfo else read.replace(tzinfo=UTC)) - _EPOCH) // _MICROSECOND


def filter_of(house: str, fields: SearchFields) -> RoundFilter:
    """Return which rounds of a house somebody looks for."""
    clause = " ".join(fields.clause.split())
    outcome: Mapping[str, Any] = {
        "won": {"status": "settled", "net_min_cents": 1},
        "lost": {"status": "settled", "net_max_cents": -1},
    }.get(fields.result, {} if fields.result == "any" else {"status": fields.result})
    return RoundFilter(
        house=house,
        table=f"table:{fields.table.removeprefix('table:')}" if fields.table else None,
        player=fields.player or None,
        since=microseconds_of(fields.since),
        until=microseconds_of(fields.until),
        clause=clause.lower()[: clause.find(" ")] + clause[clause.find(" ") :] if " " in clause else clause or None,
        incident=fields.incident or None,
        **outcome,
    )


class Inspector:
    """Tells whoever inspects a house about its rounds, in their language."""

    def __init__(self, floor: Floor, house: str, person: str, language: str) -> None:
        self.floor, self.house, self.language = floor, house, language
        self._ = translator(language)
        self._reader = HouseReader(floor, house, person, language)

    def cite(self, book: Rulebook, content: str, clause: str) -> CitedClause | None:
        """Return a clause with its page in the edition that was in force."""
        if not clause:
            return None
        href = f"/rules/{content}/clause?id={quote(clause)}" if clause in ledger_of(book) else ""
        return CitedClause(cite(clause, self.language), href)

    def called(self, person: str) -> str:
        """Return the name on somebody's badge, or the id of a player."""
        return self._reader.called(person)

    def player(self, player: str) -> str:
        """Return what a player is called."""
        return player_name(player, self.language)

    def title(self, book: str, title: str) -> str:
        """Return what a title is called."""
        return ", ".join(each.name for each in self._reader.titles({book: (title,)}))

    # Rounds.

    def found(self, fields: SearchFields) -> tuple[list[dict[str, Any]], bool]:
        """Return a page of the rounds that somebody looks for, and whether there are more."""
        wanted, skipped = filter_of(self.house, fields), (fields.number - 1) * FOUND_MAX
        try:
            listed = recall.history(self.floor, wanted, limit=FOUND_MAX + 1, offset=skipped)
        except InputError:
            raise ValidationException from None
        return [self.line(each) for each in listed[:FOUND_MAX]], len(listed) > FOUND_MAX

    def line(self, past: PastRound) -> dict[str, Any]:
        book = self.floor.book(past.book)
        currency = book.money.currency.value
        return {
            "table": past.stream.removeprefix("table:"),
            "number": past.number,
            "book": short_name(book.id, self.language),
            "at": moment(past.opened_at),
            "status": self._(ROUND_STATUSES[past.status]),
            "players": [f"{hand.position}\N{NO-BREAK SPACE}{self.player(hand.player)}" for hand in past.hands],
            "wagered": amount(past.wagered_cents(), currency, self.language),
            "net": amount(past.net_cents(), currency, self.language),
        }

    def past(self, table_id: str, number: int) -> PastRound:
        """Return a round of the house; what is another house's is not there."""
        try:
            past = recall.past(self.floor, f"table:{table_id}", number)
        except InputError:
            raise Complaint("no-round", 404) from None
        if past.house != self.house:
            raise Complaint("no-round", 404)
        return past

    def incidents(self) -> list[tuple[str, str]]:
        """Return what incidents can be looked for."""
        return [(ANY_INCIDENT, self._("any incident")), *((name, self._(said)) for name, said in INCIDENTS.items())]


class RoundReport:
    """One round, told to whoever inspects it."""

    def __init__(self, inspector: Inspector, past: PastRound) -> None:
        self.inspector, self.past = inspector, past
        self.floor, self.language, self._ = inspector.floor, inspector.language, inspector._
        self.book = self.floor.book(past.book)
        self.currency: Currency = self.book.money.currency.value
        self.moments = list(round_inspection.moments_of(self.floor, past))

    def money(self, cents: int) -> str:
        """Write an amount in the currency of the book."""
        return amount(cents, self.currency, self.language)

    def cite(self, clause: str) -> CitedClause | None:
        """Return a clause with its page."""
        return self.inspector.cite(self.book, self.past.book, clause)

    def version_at(self, at: int | None, version: int) -> int:
        """Return the version that the round had at a time or, if none is given, the one named, or the last."""
        versions = [each.version for each in self.moments]
        if at is not None:
            return max((each.version for each in self.moments if each.at <= at), default=versions[0])
        if version and version not in versions:
            raise Complaint("no-version", 404)
        return version or versions[-1]

    def steps(self) -> Iterator[dict[str, Any]]:
        """Yield the events of the round in words, with the clause that each names."""
        for each in self.moments:
            prompt = each.prompt
            asked = shortly(self.book, prompt, self.language) if prompt else ""
            yield {
                "version": each.version,
                "at": moment(each.at),
                "fraction": f"{each.at % 1_000_000:06}",
                "said": tell_step(each.name, each.event, self.currency, self.language, asked),
                "by": self.inspector.called(each.actor),
                "clause": self.cite(prompt.clause if prompt else clause_of(each.event)),
            }

    # Through whose eyes.

    def then(self, version: int, at: int | None = None) -> PastFloor:
        """Return the floor as it was at a version of the table, or at a later time before the next."""
        moment = next(each.at for each in self.moments if each.version == version)
        return PastFloor(self.floor, max(moment, at or 0), {self.past.stream: version})

    def onlookers(self, version: int) -> dict[str, tuple[str, round_inspection.Onlooker]]:
        """Return everybody through whose eyes the round can be seen at a version, by key, with what they are called."""
        found = {}
        staff = round_inspection.staff_of(self.then(version), self.past)
        for each in (*round_inspection.onlookers_of(self.floor, self.past, version), *staff):
            if each.position:
                player = self.inspector.player(each.person)
                name = self._(WATCHERS["seat"]).format(position=each.position, player=player)
            elif each.page:
                title = self.inspector.title(self.book.id, each.title)
                name = self._(WATCHERS[each.page]).format(title=title, person=self.inspector.called(each.person))
            elif each.title:
                title = self.inspector.title(self.book.id, each.title)
                name = self._(WATCHERS["duty"]).format(title=title, person=self.inspector.called(each.person))
            else:
                name = self._(WATCHERS["watcher"])
            found[each.key] = name, each
        return found

    def shown(self, version: int, key: str, language: str, at: int | None = None) -> bytes:
        """Return what somebody was shown at a version in a language, as the hash of its frame was made of it."""
        if language not in LANGUAGES or version not in {each.version for each in self.moments}:
            raise Complaint("no-version", 404)
        eyes = self.onlookers(version).get(key)
        if eyes is None:
            raise Complaint("not-over" if self.past.status == "open" else "no-version", 404)
        if eyes[1].page:
            return canonical(self._work(version, eyes[1], language, at))
        sight = sight_at(Viewer(self.floor, eyes[1].person or None, language), self.past.stream, version)
        if sight.view.number != self.past.number:
            raise Complaint("no-version", 404)
        return canonical(sight)

    def _work(self, version: int, eyes: round_inspection.Onlooker, language: str, at: int | None) -> Any:
        """Return the page of somebody at work as its topic showed it."""
        named = f"{self.inspector.house}/{self.past.stream.removeprefix('table:')}"
        return look(Viewer(self.then(version, at), eyes.person, language), f"{eyes.page}:{named}").view

    def seen(self, version: int, key: str, at: int | None = None) -> dict[str, Any]:
        """Return what somebody saw at a version, to be drawn, and the hashes of what they were sent."""
        hashes = {each: view_hash(self.shown(version, key, each, at)) for each in LANGUAGES}
        eyes = self.onlookers(version)[key][1]
        person = None if eyes.page else eyes.person or None
        view = sight_at(Viewer(self.floor, person, self.language), self.past.stream, version).view
        waited = self._waited(self._work(version, eyes, self.language, at)) if eyes.page else []
        return {"hashes": hashes, "board": self._board(view), "hands": list(self._hands(view)), "waited": waited}

    def _waited(self, work: Any) -> list[str]:
        """Return what waited for somebody at work: what was due, or a ruling and the duties."""
        if isinstance(work, ConsoleBoard):
            return [" ".join((each.said, each.cite.cited, *(one.cited for one in each.further))) for each in work.due]
        asked = [work.question] if work.question is not None else []
        return [f"{each.text} {each.cited}" for each in (*asked, *work.prompts)]

    def _board(self, view: TableView) -> str:
        return shown_cards(view.round.community) if view.round else ""

    def _hands(self, view: TableView) -> Iterator[dict[str, Any]]:
        for hand in view.round.hands if view.round else ():
            yield {
                "position": hand.position,
                "player": self.inspector.player(hand.player),
                "hole": shown_cards(hand.hole),
                "wagers": [
                    f"{self._(NAMES.get(wager, wager))} {self.money(cents)}"
                    for wager, cents in hand.wagers_cents.items()
                ],
                "ending": self._(ENDINGS[hand.ending]) if hand.ending else "",
            }

    # What it paid, by what.

    def results(self) -> tuple[Any, ...]:
        """Return the results of the round's wagers; none before it is settled."""
        state = round_inspection.whole_round(self.floor, self.past)
        return state.results if state else ()

    def payments(self) -> Iterator[dict[str, Any]]:
        """Yield the result of every wager, with its clause, and the clause of a limit or a finding."""
        for each in self.results():
            yield {
                "position": each.position,
                "wager": self._(NAMES.get(each.wager, each.wager)),
                "outcome": self._(OUTCOMES[each.outcome]),
                "pays": pays(each.pays, self.language) if each.pays else "",
                "won": self.money(each.won_cents),
                "returned": self.money(each.returned_cents),
                "clauses": [self.cite(clause) for clause in (each.clause, each.cap, each.found) if clause],
            }

    def rulings(self) -> Iterator[dict[str, Any]]:
        """Yield the rulings of the round, each with its clauses."""
        for each in self.moments:
            if each.name != "incident_ruled":
                continue
            ruled = each.event.ruled
            clauses = dict.fromkeys((ruled.clause, ruled.told_clause, ruled.deck_clause, ruled.returned_clause))
            yield {
                "at": moment(each.at),
                "incident": self._(INCIDENTS[ruled.incident]),
                "ruling": self._(RULINGS[ruled.ruling]),
                "decides": self.inspector.title(self.book.id, ruled.decides) if ruled.decides else "",
                "clauses": [self.cite(clause) for clause in clauses if clause],
            }

    def transfers(self) -> Iterator[dict[str, Any]]:
        """Yield the money that moved."""
        for each in round_inspection.money_of(self.floor, self.past):
            yield {
                "at": moment(each.at),
                "source": _LONG_ID.sub(r"\1…", each.source),
                "target": _LONG_ID.sub(r"\1…", each.target),
                "amount": self.money(each.cents),
                "clause": self.cite(each.clause),
            }

    def meter(self) -> tuple[str, str] | None:
        """Return what the meter stood at when the round was settled, as money and as an exact number of cents."""
        value = value_at(self.floor, self.past.stream, recall.moments(self.floor, self.past))
        return None if value is None else (exact(Fraction(value), self.currency, self.language), str(value))

    # All of it, once it is over.

    def whole(self) -> dict[str, Any] | None:
        """Return every card of a round that is over, also those that nobody saw; None while it is open."""
        state = None if self.past.status == "open" else round_inspection.whole_round(self.floor, self.past)
        if state is None:
            return None
        return {
            "hands": [
                (hand.position, self.inspector.player(hand.player), shown_cards(hand.hole))
                for _, hand in sorted(state.hands.items())
                if hand.hole
            ],
            "board": shown_cards(state.community),
            "bonus": shown_cards(state.bonus_cards),
            "burnt": shown_cards(state.burnt),
            "discarded": shown_cards(state.discarded),
        }

    def proof(self) -> Proof | None:
        """Return what proves the deal of a round that is over; None where real cards were dealt, or none were."""
        if self.past.status == "open" or not self.past.commitment or not self.past.revealed:
            return None
        try:
            return prove(self.floor, self.past.stream, self.past.number)
        except (InputError, Refused):
            return None

    def proved_cards(self, proof: Proof | None) -> str:
        """Write the cards of a proved deal in the order in which they left the deck."""
        return "" if proof is None else symbols(proof.deal.cards)
