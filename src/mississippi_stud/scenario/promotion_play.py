"""Play a scenario file of a promotion, and report what happened as JSON."""

from collections.abc import Callable
from typing import Any, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.draw import DrawEntry, DrawRecord
from mississippi_stud.messages import MINUTE, SECOND
from mississippi_stud.money import Cents, Transfer, balances, text
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.agenda import agenda
from mississippi_stud.promotion.chapter import promotion_rules
from mississippi_stud.promotion.decide import decide
from mississippi_stud.promotion.evolve import evolve
from mississippi_stud.promotion.transfers import transfers
from mississippi_stud.promotion.view import draw_record, view
from mississippi_stud.prose.refusals import explain
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.scenario.head import ScenarioError, located, text_of
from mississippi_stud.scenario.promotion_head import PromotionHead, read_promotion
from mississippi_stud.scenario.promotion_lines import PROMOTER, promotion_command
from mississippi_stud.scenario.script import ScriptLine, lines

ORDER_SHOWN = 20
"""How many of those drawn a report names."""


class PromotionStep(NamedTuple):
    """The effect of a line: its events, or why it was refused."""

    line: ScriptLine
    events: tuple[e.Event, ...]
    refused: Refused | None = None


class PromotionPlay:
    """A promotion that is being played from its file."""

    def __init__(self, head: PromotionHead) -> None:
        self.head, self.rules = head, head.rules
        draft = c.DraftPromotion(id=head.id, terms=head.terms, by=PROMOTER)
        self.promotion = evolve(None, decide(head.rules, None, draft)[0])
        self.steps: list[PromotionStep] = []
        self.entries: tuple[DrawEntry, ...] = ()
        self.money: list[Transfer] = []
        self.at = 0

    def step(self, line: ScriptLine) -> None:
        """Carry out a line; what is refused changes nothing and is noted."""
        if line.verb == "wait":
            self._wait(line)
            self.steps.append(PromotionStep(line, ()))
            return
        try:
            command = promotion_command(self.head, self.promotion, self.entries, line, self.at)
            events = decide(self.rules, self.promotion, command)
        except Refused as refused:
            self.steps.append(PromotionStep(line, (), refused))
            return
        for event in events:
            self.money += transfers(self.promotion, event)
            self.promotion = evolve(self.promotion, event)
            if isinstance(event, e.EntriesTaken):
                self.entries += event.entries
        self.steps.append(PromotionStep(line, events))

    def _wait(self, line: ScriptLine) -> None:
        """Let minutes pass, or seconds: ``wait 90`` and ``wait 90s``."""
        if len(line.words) != 1:
            raise line.error("takes-one", verb=line.verb, words=" ".join(line.words))
        (word,) = line.words
        unit = SECOND if word.endswith("s") else MINUTE
        self.at += line.whole(word.removesuffix("s")) * unit

    @property
    def events(self) -> tuple[e.Event, ...]:
        """Everything that happened, in order."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def draw(self) -> DrawRecord | None:
        """What anybody needs to check the draw, once there was one."""
        return draw_record(self.promotion, self.entries) if self.promotion.drawn_at is not None else None


def play_promotion(file: str, raw: dict[str, Any], rulebook: Callable[[str], Rulebook]) -> PromotionPlay:
    """Play the promotion of a file, whose TOML is `raw`; raise `ScenarioError` if it cannot be read."""
    try:
        try:
            book = rulebook(text_of(raw, "rulebook"))
        except ScenarioError:
            raise
        except InputError as error:
            raise ScenarioError("at-place", where="rulebook", error=error) from None
        played = PromotionPlay(read_promotion(promotion_rules(book, rulebook("nsw")), raw))
    except ScenarioError as error:
        raise located(file, error) from None
    for line in list(lines(played.head.script)):
        played.step(line)
    return played


def promotion_report(played: PromotionPlay) -> dict[str, Any]:
    """Return what happened, for programs to read."""
    promotion, seen = played.promotion, view(played.promotion)
    currency = played.rules.book.money.currency.value
    return {
        "promotion": promotion.life.value,
        "versions": len(promotion.versions),
        "entries": promotion.size,
        "weight": promotion.weight,
        "root": seen.root,
        "drawn": [entry.holder for entry in promotion.ranking[:ORDER_SHOWN]],
        "passed": [
            {"holder": event.holder, "reason": event.reason.value}
            for event in played.events
            if isinstance(event, e.EntryPassed)
        ],
        "winners": [
            {
                "prize": each.prize,
                "kind": promotion.prize(each.prize).kind.value,
                "value": text(Cents(promotion.prize(each.prize).value_cents)),
                "holder": each.holder,
                "place": each.place,
                "status": each.status.value,
            }
            for each in sorted(seen.winners, key=lambda winner: winner.prize)
        ],
        "claims": [
            {"prize": each.prize, "claimant": each.claimant, "status": each.status.value, "reason": each.reason or None}
            for each in promotion.claims.values()
        ],
        "balances": {name: text(Cents(cents)) for name, cents in sorted(balances(played.money).items()) if cents},
        "due": [{"due": duty.due.value, "clause": _bare(duty.clause)} for duty in agenda(played.rules, promotion)],
        "inspectorate": [event.why for event in played.events if isinstance(event, e.InspectorateNotified)],
        "refused": [
            {
                "line": step.line.number,
                "clause": _bare(step.refused.clause),
                "message": explain(step.refused, currency),
            }
            for step in played.steps
            if step.refused
        ],
    }


def _bare(clause: str) -> str:
    return clause.partition(" ")[2]
