"""Report a played scenario as the JSON object of the contract."""

from collections.abc import Iterable
from typing import Any

from mississippi_stud import hands
from mississippi_stud.cards import text as cards_text
from mississippi_stud.jackpot.state import Prize
from mississippi_stud.money import Cents, text
from mississippi_stud.prose.meters import arithmetic
from mississippi_stud.prose.prompts import instruct
from mississippi_stud.prose.refusals import explain
from mississippi_stud.prose.rulings import RULINGS
from mississippi_stud.round.state import Ending, Phase, PlayerHand, Result, State
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.scenario import Playthrough, ScriptStep
from mississippi_stud.scenario.jackpots import FloorStep
from mississippi_stud.table.signs import Sign, signs
from mississippi_stud.table.state import Dispute, Ruling

_FOLDED = {Wager.THIRD_STREET: "third", Wager.FOURTH_STREET: "fourth", Wager.FIFTH_STREET: "fifth"}
_ENDED = {Phase.SETTLED: "settled", Phase.VOID: "void"}


def report(played: Playthrough) -> dict[str, Any]:
    """Return what happened, for programs to read."""
    state = played.state
    told: dict[str, Any] = {
        "round": _ENDED.get(state.phase, "open"),
        "positions": {str(position): _position(played, hand) for position, hand in sorted(state.hands.items())},
        "community": cards_text(card for card in state.community[: state.revealed] if card is not None),
    }
    if state.bonus_cards:
        told["six-card"] = cards_text(card for card in state.bonus_cards if card is not None)
    told["meters"] = dict(played.meters)
    prizes = [event.prize for event in played.jackpots.prizes(played.table, played.round_id)]
    if prizes:
        told["jackpots"] = [_prize(played, prize) for prize in prizes]
    told["order"] = [str(position) for position in state.order]
    told["rulings"] = [_ruling(step.line.number, step.ruled) for step in played.steps if step.ruled]
    told["refused"] = _refused(played, played.steps)
    if state.warnings:
        told["warnings"] = [{"player": player, "about": about} for player, about in state.warnings]
    if refused := _refused(played, played.floor):
        told["floor-refused"] = refused
    if played.staffed:
        told["prompts"] = [
            {
                "duty": each.duty,
                "by": each.by,
                "blocks": each.blocks.value,
                "clause": bare(each.clause),
                "says": instruct(played.book, each),
            }
            for each in played.life.prompts
        ]
        told["signs"] = [_sign(each) for each in signs(played.book, played.life)]
        told["disputes"] = [_dispute(each) for each in played.disputes]
        told["deck"] = played.life.decks[0].backs if played.life.decks else None
        told["table"] = "closed" if played.life.closed else "open"
    if played.earlier:
        each = [*played.earlier, played._replace(earlier=())]
        told["rounds"] = [{"table": one.table, **report(one)} for one in each]
    return told


def _sign(sign: Sign) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": str(sign.kind), "clause": bare(sign.clause)}
    if sign.position is not None:
        told["position"] = str(sign.position)
    for wager, bounds in sign.limits.items():
        most = text(bounds.maximum_cents) if bounds.maximum_cents is not None else None
        told.setdefault("limits", {})[wager.value] = [text(bounds.minimum_cents), most]
    return told


def _dispute(dispute: Dispute) -> dict[str, Any]:
    told: dict[str, Any] = {"player": dispute.player, "about": dispute.about, "decision": dispute.decision or None}
    if dispute.review_asked:
        told["review"] = dispute.review or None
    return told | {"closed": dispute.closed, "satisfied": dispute.satisfied}


def _ruling(line: int, ruled: Ruling) -> dict[str, Any]:
    told: dict[str, Any] = {
        "line": line,
        "incident": ruled.incident.value,
        "ruling": RULINGS[ruled.ruling],
        "clause": bare(ruled.clause),
    }
    if ruled.deck:
        told["deck"] = ruled.deck.value
    if ruled.told:
        told["told"] = list(ruled.told)
    return told


def _prize(played: Playthrough, prize: Prize) -> dict[str, Any]:
    return {
        "position": str(prize.position),
        "wager": prize.wager,
        "hand": prize.hand.replace("-", " "),
        "pays": prize.pays,
        "won": text(prize.cents),
        "clause": bare(prize.clause),
        "arithmetic": arithmetic(prize, played.book.money.currency.value),
    }


def _refused(played: Playthrough, steps: Iterable[ScriptStep | FloorStep]) -> list[dict[str, Any]]:
    currency = played.book.money.currency.value
    refused = ((step.line.number, step.refused) for step in steps if step.refused)
    return [{"line": line, "clause": bare(why.clause), "message": explain(why, currency)} for line, why in refused]


def bare(clause: Clause) -> str:
    """Return a clause without the name of its book."""
    return clause.partition(" ")[2]


def made(state: State, hand: PlayerHand) -> str | None:
    """Return what a hand made, if it stayed in the round to the end and its cards are known."""
    cards = [card for card in (*hand.hole, *state.community[: state.revealed]) if card is not None]
    gone = hand.ending not in (None, Ending.CONCEDED) or state.phase is Phase.VOID
    return None if gone or len(cards) != 5 else str(hands.five(*cards))


def _position(played: Playthrough, hand: PlayerHand) -> dict[str, Any]:
    state, withheld = played.state, played.withheld.get(hand.position, Cents(0))
    known = [card for card in hand.hole if card is not None]
    folded = _FOLDED.get(hand.ended_on) if hand.ending is Ending.FOLDED and hand.ended_on else None
    told: dict[str, Any] = {
        "player": hand.player,
        "hole": cards_text(known) if known else None,
        "hand": made(state, hand),
        "folded": folded,
        "wagers": {wager.value: text(hand.stakes[wager].cents) for wager in Wager if wager in hand.stakes},
        "results": [_result(result) for result in state.results if result.position == hand.position],
        "net": text(net_cents(state, hand.position) - withheld),  # type: ignore[arg-type]
    }
    if withheld:
        told["withheld"] = text(withheld)
    tokens = {wager.value: text(stake.tokens_cents) for wager, stake in hand.stakes.items() if stake.tokens_cents}
    return told | {"tokens": tokens} if tokens else told


def _result(result: Result) -> dict[str, Any]:
    told: dict[str, Any] = {
        "wager": str(result.wager),
        "outcome": result.outcome.value,
        "pays": result.pays,
        "won": text(result.won_cents),
        "returned": text(result.returned_cents),
        "clause": bare(result.clause),
    }
    if result.cap:
        told |= {"cut": text(result.cut_cents), "cap": bare(result.cap)}
    if result.found:
        told["found"] = bare(result.found)
    return told
