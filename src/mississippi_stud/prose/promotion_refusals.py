"""What a person reads when a promotion cannot do something: every refusal in a sentence, and what fills it."""

from collections.abc import Iterable
from typing import Final

from mississippi_stud.language import translator
from mississippi_stud.prose.rule_values import RULE_VALUES

PROMOTION_REFUSALS: Final = {
    "promotion-drafted": "there is a promotion of that name already",
    "no-promotion": "there is no such promotion",
    "promotion-over": "the promotion is over or its draw was cancelled",
    "promotion-not-there": "the promotion is {promotion_life}; this is done when it is {promotion_lives}",
    "no-reason": "say why",
    "promotion-terms-incomplete": "the terms do not say yet: {lacking}",
    "promotion-terms-conflict": "the terms cannot stand: {lacking}",
    "authority-too-late": (
        "the Authority must have the terms {hours} hours before the promotion begins, and it begins on {moment}: "
        "submit them earlier, or let it begin later"
    ),
    "begins-later": "by its terms the promotion begins on {moment}",
    "seed-not-sealed": "the scrutineer has not sealed a seed for the draw yet",
    "draw-not-committed": "a draw is committed to by a SHA-256 in 64 hexadecimal digits",
    "approval-missing": "after the promotion has begun, its terms change only with the Authority's approval: give its "
    "reference",
    "drawn-already": "the prizes are drawn: the terms cannot change any more",
    "closed-already": "entries are closed: when they close and how prizes are awarded cannot change any more",
    "chance-fixed": "what decides the draw by chance was fixed before the first entry and cannot change any more",
    "scrutineer-missing": "a prize is worth more than {over_cents}: nominate a scrutineer to oversee the draw",
    "scrutineer-absent": "the scrutineer {person} is not there",
    "scrutineer-with-interest": "{person} cannot be the scrutineer: name somebody with no interest in the outcome",
    "scrutineer-enters": "{person} is the scrutineer and cannot enter",
    "not-the-scrutineer": "only the scrutineer may do that",
    "attest-first": "the draw must be attested before the scrutineer leaves",
    "attested-already": "the draw is attested already",
    "not-attested": "the scrutineer has not attested the draw yet",
    "play-gives-nothing": "the terms give no entry for that",
    "wager-below-terms": "the terms take a wager of at least {least_cents}; {offered_cents} was wagered",
    "entries-over": "entries closed on {moment}",
    "closes-later": "by the terms entries close on {moment}",
    "play-counted": "play until {moment} is counted already: a count begins where the last one ended",
    "no-entrant": "an entry needs a name of at most 200 characters that can be printed",
    "members-only": "{player} is not a member, and only members may enter",
    "employees-not-eligible": "{player} is an employee, and employees may not enter",
    "barred-already": "{player} is barred from this promotion",
    "entries-full": "{player} has as many entries as the terms allow: {most}",
    "too-many-entries": "the entries weigh more than a draw can hold",
    "file-lines-wrong": "nobody was entered: {count} lines of the file have no usable name or weight, or the file is "
    "empty; the first are {lines}",
    "no-check-in": "the terms ask for no check-in",
    "check-in-later": "check-in begins on {moment}",
    "not-entered": "{player} has no entry",
    "checked-in-already": "{player} has checked in already",
    "draw-later": "by the terms the draw is on {moment}",
    "other-draw-opened": "that is not the secret to which the house committed itself",
    "other-seed-opened": "that is not the seed which the scrutineer sealed",
    "value-not-out": "nobody can know the value of {source} before {moment}",
    "no-public-value": "give the value of {source}",
    "entries-differ": "these are not the entries whose root was published when they closed",
    "nobody-to-call": "there is nobody to call: winners need not be there, a name is being called, or no prize is left",
    "nobody-called": "nobody is being called, or the time to answer is over",
    "may-still-answer": "whoever was called may answer until {moment}",
    "prize-not-lapsed": "prize {prize} has not lapsed",
    "prize-not-open": "prize {prize} has no winner who waits for it",
    "order-exhausted": "everybody in the order of the draw has been looked at",
    "no-such-way": "a winner cannot be told by {way}: choose from {ways}",
    "winner-not-told": "nobody tried in time to tell the winner of prize {prize}, and nobody has reached them since",
    "may-still-claim": "the prize may be claimed until {moment}",
    "claimed-too-late": "the prize had to be claimed within {days} days",
    "claim-open": "a claim to prize {prize} is to be decided first",
    "no-such-claim": "there is no open claim {claim}",
    "not-the-winner": "{player} has not won that prize: refuse the claim, and say why",
    "alternative-not-in-terms": "the terms offer no cash in place of that prize",
    "nothing-in-money": "nothing of that prize is paid in money",
    "no-choice-of-payment": "the winner chooses how to be paid only above {over_cents}: this is paid as the terms say",
    "no-such-payment": "money is paid by {ways}",
    "parts-differ": "the parts come to {sum_cents}, and {due_cents} is due: each part is more than nothing, and "
    "together they are the prize",
    "claimant-unknown": (
        "a refused claim to a prize over {over_cents} is kept with the claimant's name and address: enter both"
    ),
    "reason-told-already": "there is no refused claim {claim} whose claimant is still to be told",
    "voucher-not-issued": "no such voucher waits to be exchanged for this player",
    "voucher-redeemed": "voucher {voucher} has been exchanged already",
    "no-such-promotion-dispute": "there is no dispute {dispute}",
    "promotion-decision-final": (
        "dispute {dispute} is decided, and the decision is final; a complaint to an inspector remains open"
    ),
    "not-to-advise": "dispute {dispute} is not decided yet, or the person has been told already",
    "winners-to-come": "somebody may still win an open prize: publish the results when every prize is drawn",
    "results-not-published": "publish the results first",
    "claimant-not-told": "the claimant of claim {claim} has not been told yet why it was refused",
    "prize-paid-already": "a prize has been paid: the draw can no longer be cancelled",
}
"""The sentence for each refusal, by its code."""
STAGES: Final = {
    "drafted": "a draft",
    "submitted": "submitted to the Authority",
    "running": "running",
    "closed": "closed to entries",
    "drawn": "drawn",
    "claimed": "claimed",
    "ended": "ended",
    "postponed": "put off until it is validated",
    "cancelled": "cancelled",
}
"""What a promotion is, by the part of its life."""
PRIZE_FAULTS: Final = {
    "no-cash-alternative": "the book allows no cash in place of a prize",
    "cash-alternative-here": "no cash is offered in place of money, casino dollars or slots dollars",
    "vouchers-not-exchanged": "the book exchanges no vouchers for promotional tokens",
    "detail-not-asked": "the details of a prize name something that the book does not ask of its kind",
    "closes-before-it-begins": "entries close before the promotion begins",
    "draw-before-closing": "the draw is before entries close",
    "value-known-too-early": "the public value is known before entries close",
    "check-in-without-presence": "check-in is only for draws at which winners must be there",
    "telling-differs": "winners are told, unless they must be there at the draw, and only then",
    "way-not-in-book": "winners are told in a way that the book does not name",
    "place-not-in-book": "the terms are to be found in a place that the book does not name",
    "payment-not-in-book": "cash is paid in a way that the book does not name",
    "wager-without-rule": "there is a minimum wager, and no entry comes from wagers",
    "hand-differs": "an entry for a hand names the hand, and no other entry does",
    "hand-unknown": "the terms name a hand that the game does not have",
}
"""What terms say that is forbidden or cannot be done; what no prize may be has its words in the rules."""


def stage_name(stage: object, language: str) -> str:
    """Return what a promotion is in that part of its life."""
    return translator(language)(STAGES[str(stage)])


def lacking_items(items: Iterable[tuple[str, str]], language: str) -> str:
    """Return items of the terms, or what is wrong with them, each with its clause.

    >>> lacking_items([("how-to-claim", "nsw 14.7.8"), ("tobacco", "nsw 14.5.1")], "en")
    'how to claim the prize (14.7.8); tobacco (14.5.1)'
    """
    _ = translator(language)
    words = {**RULE_VALUES["Promotion.terms"], **RULE_VALUES["Promotion.prohibited"], **PRIZE_FAULTS}
    return "; ".join(f"{_(words.get(item, item))} ({clause.partition(' ')[2]})" for item, clause in items)


def ways_named(ways: Iterable[str], language: str) -> str:
    """Return ways to tell a winner, or to pay one."""
    _ = translator(language)
    words = {**RULE_VALUES["Promotion.winner_told_by"], **RULE_VALUES["Promotion.payment_choices"]}
    return f" {_('or')} ".join(_(words.get(way, way)) for way in ways)
