"""What the promoter may do now: commands are tried on the rules, so that no rule is written twice."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from mississippi_stud.messages import stable_name
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.decide import decide
from mississippi_stud.promotion.guards import COMMITMENT_LENGTH
from mississippi_stud.promotion.state import PrizePromotion
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause

_WORDS: Final = "–"
"""Stands for what the person who gives a command will say."""


class PromotionOption(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done now."""

    command: str
    clause: Clause
    """The clause by which it would happen."""
    of: int = 0
    """The prize, the claim or the dispute."""


def promoter_options(rules: PromotionRules, promotion: PrizePromotion, at: int) -> tuple[PromotionOption, ...]:
    """Return what the promoter may do at a time; to draw, what was committed must be opened besides."""
    found = []
    for of, command in _candidates(rules, promotion):
        try:
            events = decide(rules, promotion, replace(command, at=at))
        except Refused:
            continue
        found.append(PromotionOption(command=stable_name(type(command).__name__), clause=events[0].clause, of=of))
    return tuple(found)


def _candidates(rules: PromotionRules, promotion: PrizePromotion) -> Iterator[tuple[int, c.Command]]:
    """Yield every command that needs no more than is known here, with the prize, claim or dispute that it is about."""
    plain: tuple[c.Command, ...] = (
        c.AmendPromotion(terms=promotion.terms, approval=_WORDS),
        c.SubmitPromotion(),
        c.NominateScrutineer(person=_WORDS),
        c.BeginPromotion(commitment="0" * COMMITMENT_LENGTH),
        c.AddEntry(player=_WORDS, reason=_WORDS, member=True),
        c.BarEntrant(player=_WORDS, reason=_WORDS),
        c.ClosePromotion(),
        c.CallWinner(),
        c.ConfirmPresence(),
        c.PassCall(),
        c.PublishResults(),
        c.EndPromotion(),
        c.PostponePromotion(why=_WORDS),
        c.ValidatePromotion(finding=_WORDS),
        c.CancelDraw(why=_WORDS),
    )
    yield from ((0, command) for command in plain)
    way = rules.chapter.winner_told_by[0].value
    for prize, winner in promotion.winners.items():
        own: dict[str, Any] = {"prize": prize}
        yield prize, c.NoteAttempt(way=way, **own)
        yield prize, c.LapsePrize(**own)
        yield prize, c.RedrawPrize(**own)
        yield prize, c.LodgeClaim(claimant=winner.holder, **own)
    for number in promotion.claims:
        yield number, c.PayClaim(claim=number)
        yield number, c.DenyClaim(claim=number, reason=_WORDS, name=_WORDS, address=_WORDS)
        yield number, c.InformClaimant(claim=number)
    for number in promotion.disputes:
        yield number, c.DecidePromotionDispute(dispute=number, decision=_WORDS)
        yield number, c.AdviseOfComplaint(dispute=number)
