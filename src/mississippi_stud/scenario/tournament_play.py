"""Play a scenario file of a tournament, and report what happened as JSON; its rounds are those of the round itself."""

from collections.abc import Callable
from typing import Any, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import deck, round_id
from mississippi_stud.messages import MINUTE
from mississippi_stud.money import Cents, text
from mississippi_stud.prose.refusals import explain
from mississippi_stud.round import decide as decide_round
from mississippi_stud.round import evolve as evolve_round
from mississippi_stud.round.commands import Bet, BetAll, Command, Deal, Fold, Place
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import OVER, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.scenario import open_round
from mississippi_stud.scenario.head import ScenarioError, StackedDeck, located, text_of
from mississippi_stud.scenario.script import ScriptLine, lines
from mississippi_stud.scenario.script import command as round_command
from mississippi_stud.scenario.tournament_head import TournamentHead, read_head
from mississippi_stud.scenario.tournament_lines import command, expect, hand_of
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.chapter import rules_of
from mississippi_stud.tournament.decide import decide
from mississippi_stud.tournament.evolve import evolve
from mississippi_stud.tournament.heats import check_deal, check_turn, check_wager, result_of, setup_of
from mississippi_stud.tournament.purse import reckon
from mississippi_stud.tournament.standings import Groups
from mississippi_stud.tournament.view import view


class TournamentStep(NamedTuple):
    """The effect of a line: its events, or why it was refused."""

    line: ScriptLine
    events: tuple[e.Event, ...]
    refused: Refused | None = None


class TournamentPlay:
    """A tournament that is being played from its file."""

    def __init__(self, head: TournamentHead) -> None:
        self.head, self.rules = head, head.rules
        self.contest = evolve(None, decide(head.rules, None, c.DraftTournament(id=head.id, terms=head.terms))[0])
        self.steps: list[TournamentStep] = []
        self.at = self.draws = self.hands = self.heat = 0
        self.round: State | None = None
        self.deck = StackedDeck({"cards": ""})

    def step(self, line: ScriptLine) -> None:
        """Carry out a line; what is refused changes nothing and is noted."""
        try:
            events = self._events(line)
        except Refused as refused:
            self.steps.append(TournamentStep(line, (), refused))
            return
        self.steps.append(TournamentStep(line, events))

    def _events(self, line: ScriptLine) -> tuple[e.Event, ...]:
        if line.verb == "wait":
            (minutes,) = expect(line, 1)
            self.at += line.whole(minutes) * MINUTE
            return ()
        if line.verb == "round":
            return self._open_round(line)
        if line.position is not None or line.verb in ("deal", "reveal", "settle"):
            return self._in_round(line)
        if line.verb == "hand":
            times = next((word for word in line.words if word.startswith("times=")), "times=1")
            bare = line._replace(words=tuple(word for word in line.words if word != times))
            count = line.whole(times.removeprefix("times="), "times=")
            return tuple(event for _ in range(count) for event in self._record(bare))
        return self._do(command(self.head, self.contest, line, self.at, self.draws))

    def _record(self, line: ScriptLine) -> tuple[e.Event, ...]:
        self.hands += 1
        return self._do(hand_of(self.contest, line, self.at, self.hands))

    def _do(self, asked: c.Command) -> tuple[e.Event, ...]:
        events = decide(self.rules, self.contest, asked)
        for event in events:
            self.contest = evolve(self.contest, event)
            self.draws += isinstance(event, e.SeatsDrawn | e.PlayersMoved) or (
                isinstance(event, e.SessionEnded) and bool(event.wild)
            )
        return events

    @property
    def standings(self) -> Groups:
        """Who stands where now."""
        return view(self.contest).standings

    # A round, card by card.

    def _open_round(self, line: ScriptLine) -> tuple[e.Event, ...]:
        """Open a round at the table of a heat, with the cards of the line or those that follow from the seed."""
        number, *cards = line.words or ("",)
        heat = self.contest.heats.get(line.whole(number))
        if heat is None or not heat.running or self.round is not None:
            raise line.error("no-tournament-line", line=line.text)
        self.heat, self.hands = heat.number, self.hands + 1
        named = round_id(heat.table, self.hands)
        self.deck = StackedDeck({"cards": " ".join(cards)})
        if not cards:
            self.deck.cards = deck(self.head.secret("cards"), (), named)
        setup = setup_of(self.contest, heat, self.head.dealing)
        self.round = open_round(self.rules.book, setup)
        return ()

    def _in_round(self, line: ScriptLine) -> tuple[e.Event, ...]:
        state, heat = self.round, self.contest.heats.get(self.heat)
        if state is None or heat is None:
            raise line.error("no-tournament-line", line=line.text)
        secret, plain = line.verb == "secret", line._replace(verb="bet") if line.verb == "secret" else line
        asked, cards = round_command(self.rules.book, state, self.deck, plain)
        self._check(state, asked)
        after = self._decided(state, asked)
        events: tuple[e.Event, ...] = ()
        if secret and isinstance(asked, Bet) and state.street is not None:
            name = heat.seats[asked.position]
            sealed = {"name": name, "by": self.contest.entrants[name].player}
            events = self._do(c.SealWager(at=self.at, wager=state.street, chips=asked.cents, **sealed))
        self.deck.take(cards)
        self.round = after
        if after.phase in OVER:
            self.round = None
            named = round_id(heat.table, self.hands)
            results = result_of(heat, after)
            return self._do(
                c.RecordHand(at=self.at, by="floor", heat=heat.number, round=named, began_at=self.at, results=results)
            )
        return events

    def _check(self, state: State, asked: Command) -> None:
        """Raise `Refused` for what the tournament, not the book, forbids: the turn, the stack, the compulsory wager."""
        heat = self.contest.heats[self.heat]
        match asked:
            case Place(position=position, cents=cents):
                check_wager(self.rules, self.contest, heat, state, position, cents)
            case Bet(position=position, cents=cents):
                check_turn(self.rules, self.contest, heat, state, position)
                check_wager(self.rules, self.contest, heat, state, position, cents)
            case BetAll(position=position) | Fold(position=position):
                check_turn(self.rules, self.contest, heat, state, position)
            case Deal():
                check_deal(self.rules, self.contest, heat, state)
            case _:
                pass

    def _decided(self, state: State, asked: Command) -> State:
        for event in decide_round(self.rules.book, state, asked):
            state = evolve_round(state, event)
        return state


def play_tournament(file: str, raw: dict[str, Any], rulebook: Callable[[str], Rulebook]) -> TournamentPlay:
    """Play the tournament of a file, whose TOML is `raw`; raise `ScenarioError` if it cannot be read."""
    try:
        try:
            book = rulebook(text_of(raw, "rulebook"))
        except ScenarioError:
            raise
        except InputError as error:
            raise ScenarioError("at-place", where="rulebook", error=error) from None
        played = TournamentPlay(read_head(rules_of(book, rulebook("crown")), raw))
    except ScenarioError as error:
        raise located(file, error) from None
    for line in list(lines(played.head.script)):
        played.step(line)
    return played


def tournament_report(played: TournamentPlay) -> dict[str, Any]:
    """Return what happened, for programs to read: chips as a table writes money, with two decimals."""
    contest, seen = played.contest, view(played.contest)
    currency = played.rules.book.money.currency.value
    told: dict[str, Any] = {
        "tournament": contest.life.value,
        "session": contest.session,
        "entrants": {
            each.name: {
                "status": each.status.value,
                "chips": None if each.chips is None else text(Cents(each.chips)),
                "paid": text(Cents(sum(contest.entrants[each.name].paid_cents.values()))),
                "refunded": text(contest.entrants[each.name].refunded_cents),
            }
            for each in seen.entrants
        },
        "standings": [list(group) for group in seen.standings],
        "prizes": _prizes(played),
        "disputes": [{"by": each.by, "about": each.about, "decision": each.decision or None}
                     for each in contest.disputes.values()],
        "refused": [
            {"line": step.line.number, "clause": step.refused.clause.partition(" ")[2],
             "message": explain(step.refused, currency)}
            for step in played.steps if step.refused
        ],
    }  # fmt: skip
    if contest.terms.prize_pool:
        told["pool"] = text(reckon(contest).pool_cents)
    return told


def declared_results(played: TournamentPlay) -> e.ResultsDeclared | None:
    """Return the results, if they were declared."""
    declared = (event for step in played.steps for event in step.events if isinstance(event, e.ResultsDeclared))
    return next(declared, None)


def _prizes(played: TournamentPlay) -> list[dict[str, Any]]:
    event = declared_results(played)
    if event is None:
        return []
    return [
        {
            "name": award.name,
            "places": [award.first, award.last],
            "parts": f"{award.parts} of {award.of_parts}",
            "shared": text(award.group_cents),
            "won": text(award.cents),
            "clause": event.clause.partition(" ")[2],
        }
        for award in event.awards
    ]
