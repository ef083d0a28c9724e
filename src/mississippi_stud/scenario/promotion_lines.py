"""The lines of a promotion's script: what the promoter, the scrutineer and the players do, each as a command."""

from collections.abc import Callable
from typing import Any, Final

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.draw import DrawEntry, draw_commitment, sealed
from mississippi_stud.money import parse
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion.offer_terms import PlayKind
from mississippi_stud.promotion.state import PrizePromotion
from mississippi_stud.scenario.promotion_head import PromotionHead
from mississippi_stud.scenario.script import ScriptLine

PROMOTER: Final = "promoter"
WINNER: Final = "winner"
"""Stands for whoever has won the prize of a line."""
PLAIN: Final[dict[str, Callable[..., c.Command]]] = {
    "submit": c.SubmitPromotion,
    "close": c.ClosePromotion,
    "call": c.CallWinner,
    "present": c.ConfirmPresence,
    "pass": c.PassCall,
    "publish": c.PublishResults,
    "end": c.EndPromotion,
}
"""Lines of one word, by the promoter."""
OVERSIGHT: Final[dict[str, Callable[..., c.Command]]] = {
    "oversee": c.OverseeDraw,
    "leave": c.LeaveDraw,
    "attest": c.AttestDraw,
}
"""Lines of one word, by the scrutineer."""
REASONED: Final[dict[str, tuple[Callable[..., c.Command], str]]] = {
    "postpone": (c.PostponePromotion, "why"),
    "validate": (c.ValidatePromotion, "finding"),
    "cancel": (c.CancelDraw, "why"),
}
"""Lines that are a verb and a reason."""
NUMBERED: Final[dict[str, tuple[Callable[..., c.Command], str]]] = {
    "inform": (c.InformClaimant, "claim"),
    "lapse": (c.LapsePrize, "prize"),
    "redraw": (c.RedrawPrize, "prize"),
    "advise": (c.AdviseOfComplaint, "dispute"),
}
"""Lines that are a verb and a number."""


def promotion_command(
    head: PromotionHead, promotion: PrizePromotion, entries: tuple[DrawEntry, ...], line: ScriptLine, at: int
) -> c.Command:
    """Return the command of a line; `entries` are all that were taken."""
    by: dict[str, Any] = {"at": at, "by": PROMOTER}
    words = line.words
    if line.verb in PLAIN and not words:
        return PLAIN[line.verb](**by)
    if line.verb in OVERSIGHT and len(words) < 2:
        return OVERSIGHT[line.verb](at=at, by=words[0] if words else promotion.scrutineer)
    if line.verb in REASONED:
        kind, field = REASONED[line.verb]
        return kind(**{field: " ".join(words)}, **by)
    if line.verb in NUMBERED and len(words) == 1:
        kind, field = NUMBERED[line.verb]
        return kind(**{field: line.whole(words[0])}, **by)
    match line.verb, words:
        case "nominate", (person, *interest):
            return c.NominateScrutineer(person=person, interest=" ".join(interest), **by)
        case "seal", ():
            return c.SealSeed(at=at, by=promotion.scrutineer, commitment=sealed(head.sealed_seed))
        case "begin", ():
            return c.BeginPromotion(commitment=draw_commitment(head.secret), **by)
        case "amend", (name, *approval) if name in head.amendments:
            return c.AmendPromotion(terms=head.amendments[name], approval=" ".join(approval), **by)
        case "draw", (*value,):
            seed = " ".join(value) or head.sealed_seed
            return c.DrawPrizes(secret=head.secret, seed=seed, entries=entries, **by)
        case "dispute", (person, *about):
            return c.RaisePromotionDispute(person=person, about=" ".join(about), at=at, by=person)
        case "decide", (number, *decision):
            return c.DecidePromotionDispute(dispute=line.whole(number), decision=" ".join(decision), **by)
        case _:
            return _of_people(promotion, line, by)


def _of_people(promotion: PrizePromotion, line: ScriptLine, by: dict[str, Any]) -> c.Command:
    match line.verb, line.words:
        case "play", (player, play, *facts) if play in set(PlayKind):
            told = _facts(line, facts, "wager", "hand", "member", "employee", "of")
            return c.RecordPlay(
                player=player,
                play=PlayKind(play),
                reference=told.get("of", f"line {line.number}"),
                wagered_cents=_cents(line, told.get("wager", "0")),
                hand=told.get("hand", ""),
                member="member" in told,
                employee="employee" in told,
                **by,
            )
        case "enter", (entry, *reason):
            player, weight = _weighed(line, entry)
            return c.AddEntry(player=player, weight=weight, reason=" ".join(reason), member=True, **by)
        case "import", (*entries,):
            return c.ImportEntries(file="script", entries=tuple(_weighed(line, each) for each in entries), **by)
        case "bar", (player, *reason):
            return c.BarEntrant(player=player, reason=" ".join(reason), **by)
        case "check-in", (player,):
            return c.CheckIn(player=player, at=by["at"], by=player)
        case "tell", (prize, way, *reached) if reached in ([], ["reached"]):
            return c.NoteAttempt(prize=line.whole(prize), way=way, reached=bool(reached), **by)
        case _:
            return _of_claims(promotion, line, by)


def _of_claims(promotion: PrizePromotion, line: ScriptLine, by: dict[str, Any]) -> c.Command:
    match line.verb, line.words:
        case "claim", (prize, claimant, *facts):
            told = _facts(line, facts, "name", "address")
            person = _person(promotion, line.whole(prize), claimant)
            names = {key: value.replace("_", " ") for key, value in told.items()}
            return c.LodgeClaim(prize=line.whole(prize), claimant=person, at=by["at"], by=person, **names)
        case "pay", (claim, *how):
            parts = _facts(line, [each for each in how if each != "alternative"])
            chosen = {way: _cents(line, amount) for way, amount in parts.items()}
            return c.PayClaim(claim=line.whole(claim), alternative="alternative" in how, parts=chosen, **by)
        case "deny", (claim, *reason):
            return c.DenyClaim(claim=line.whole(claim), reason=" ".join(reason), **by)
        case "redeem", (voucher, player, *facts):
            told = _facts(line, facts, "elsewhere")
            number = line.whole(voucher)
            held = promotion.vouchers.get(number)
            person = held.holder if player == WINNER and held else player
            return c.RedeemVoucher(voucher=number, player=person, conditions_met="elsewhere" not in told, **by)
        case _:
            raise line.error("no-promotion-line", line=line.text)


def _person(promotion: PrizePromotion, prize: int, word: str) -> str:
    winner = promotion.winners.get(prize)
    return winner.holder if word == WINNER and winner else word


def _facts(line: ScriptLine, words: list[str], *keys: str) -> dict[str, str]:
    """Return words such as ``wager=10`` by their names; any name will do where none are given."""
    told = dict(word.partition("=")[::2] for word in words)
    if keys and (strange := set(told) - set(keys)):
        raise line.error("no-promotion-line", line=" ".join(sorted(strange)))
    return told


def _weighed(line: ScriptLine, word: str) -> tuple[str, int]:
    player, _, weight = word.partition("*")
    return player, line.whole(weight) if weight else 1


def _cents(line: ScriptLine, amount: str) -> int:
    try:
        return parse(amount)
    except InputError:
        raise line.error("no-promotion-line", line=line.text) from None
