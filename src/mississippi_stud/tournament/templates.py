"""Ready terms for common formats: what a house must still fill in is when, where and how many."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from mississippi_stud.tournament import terms as t
from mississippi_stud.tournament.programme import CHIP, Bank, Counting, Cull, Field, PlaySession, Pool, Programme

_WARNING: Final = t.Sanction(penalty=t.Penalty.WARNING)
_OUT: Final = t.Sanction(penalty=t.Penalty.DISQUALIFICATION)
_MISS: Final = t.Sanction(penalty=t.Penalty.HANDS, amount=1)
_FINE: Final = t.Sanction(penalty=t.Penalty.CHIPS, amount=100 * CHIP)

_COMMON: Final = t.TournamentTerms(
    fees_and_buy_ins=t.Fees(entry_cents=5_000, buy_in_cents=5_000),
    number_of_players=t.PlayerNumbers(minimum=2, maximum=600),
    starting_time_may_change=30,
    regulator_told_of_changes=True,
    participation_accepts_terms=True,
    only_persons_entitled=True,
    entry_may_be_refused=True,
    selection_criteria=t.NOT_APPLICABLE,
    employees_in_charity_events=t.NOT_APPLICABLE,
    abide_or_risk_disqualification=True,
    where_terms_are_found="https://",
    signature_required=t.NOT_APPLICABLE,
    method_of_entry=t.EntryMethod.APPLICATION,
    withdrawal_and_substitutes=t.Withdrawal(free_until_minutes=24 * 60, substitute_until_minutes=60),
    tables_in_each_round="as-needed",
    progression=True,
    buying_back_in=t.NOT_APPLICABLE,
    repechage=t.NOT_APPLICABLE,
    same_starting_bank=True,
    chips_at_the_end=t.ChipsAtEnd(),
    type_of_chips="tournament",
    minimum_or_compulsory_wager=t.WagerTerms(minimum_chips=25 * CHIP, compulsory=True),
    secret_wagers=t.NOT_APPLICABLE,
    elimination=t.Elimination(),
    how_winners_are_determined=t.WinnerRule.MOST_CHIPS,
    prize_pool=t.PrizePool(fees_percent=0),
    prize_distribution=(50, 30, 20),
    penalties=(_WARNING, _FINE, _OUT),
    disqualification=("cheating", "abuse", "collusion"),
    when_a_substitute=t.SubstituteTime.BEFORE_PLAY,
    refunds=t.Refunds(),
    late_arrival=(_MISS,),
    absence=(_MISS, _OUT),
    mobile_phones=(_WARNING, _MISS, _OUT),
    consequence_of_substitute=t.SubstituteEffect.EVERYTHING,
    consequence_of_disqualification=t.ChipsFate.REMOVED,
    retirement=t.ChipsFate.STAND,
    rules_prevail=True,
    early_conclusion=True,
    privacy=True,
    use_of_names_and_images=True,
    conducted_by_terms_and_rules=True,
    directors_decision_final=True,
    limit_of_liability=True,
    right_to_complain=True,
)


def _of(*sessions: PlaySession, **more: object) -> t.TournamentTerms:
    terms = replace(_COMMON, rounds_and_sessions=Programme(sessions=sessions), **more)
    return replace(terms, progression=True if len(sessions) > 1 else t.NOT_APPLICABLE)


_HEAT: Final = PlaySession(name="heats", hands=20, best=2, of=Pool.TABLE)
_FINAL: Final = PlaySession(name="final", hands=25)

TEMPLATES: Final[Mapping[str, t.TournamentTerms]] = {
    "shoot-out": _of(PlaySession(name="final", hands=30)),
    "elimination": _of(
        PlaySession(name="final", hands=30, culls=(Cull(after_hand=8), Cull(after_hand=16), Cull(after_hand=25))),
        secret_wagers=t.SecretWagers(each_session=1, method="card"),
    ),
    "heats-and-final": _of(_HEAT, _FINAL),
    "overall": _of(
        PlaySession(name="qualifying", hands=20, best=6), PlaySession(name="final", hands=20, bank=Bank.ACCUMULATED)
    ),
    "best-of-several": _of(PlaySession(name="qualifying", hands=15, heats=3, counting=Counting.BEST, best=6), _FINAL),
    "repechage": _of(
        _HEAT,
        PlaySession(name="repechage", field=Field.OUT, hands=10, best=2, entry_cents=2_500),
        _FINAL,
        repechage=True,
    ),
    "wild-cards": _of(replace(_HEAT, wild_cards=1), _FINAL),
    "rebuy": _of(
        PlaySession(name="final", hands=30),
        fees_and_buy_ins=t.Fees(
            buy_in_cents=5_000,
            rebuy=t.Purchase(cents=5_000, chips=1_000 * CHIP, most=2, until_hand=10),
            add_on=t.Purchase(cents=2_500, chips=500 * CHIP, until_hand=15),
        ),
    ),
    "buy-back": _of(_HEAT, _FINAL, buying_back_in=t.BuyBack(cents=5_000), fees_and_buy_ins=t.Fees(buy_in_cents=5_000)),
    "timed": _of(PlaySession(name="heats", minutes=45, best=1, of=Pool.TABLE), PlaySession(name="final", minutes=60)),
    "charity": _of(_HEAT, _FINAL, employees_in_charity_events=True),
}
"""The terms by the name of their format."""
