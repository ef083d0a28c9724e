"""The vocabulary in which a book says how a round is played and paid, as enums. Each is matched in one place."""

from enum import StrEnum
from typing import Final


class Wager(StrEnum):
    """What can be wagered on, in the order in which a hand's wagers are settled."""

    ANTE = "ante"
    THIRD_STREET = "third-street"
    FOURTH_STREET = "fourth-street"
    FIFTH_STREET = "fifth-street"
    PROGRESSIVE = "progressive"
    THREE_CARD_BONUS = "three-card-bonus"
    SIX_CARD_BONUS = "six-card-bonus"
    JACKPOT = "jackpot"
    FIXED_JACKPOT = "fixed-jackpot"


STREETS: Final = (Wager.THIRD_STREET, Wager.FOURTH_STREET, Wager.FIFTH_STREET)
MAIN_WAGERS: Final = (Wager.ANTE, *STREETS)


class Instrument(StrEnum):
    """What a wager is made with."""

    CHIPS = "chips"
    PROMOTIONAL_TOKENS = "promotional-tokens"
    PLAQUES = "plaques"
    APPROVED_INSTRUMENTS = "approved-instruments"
    ACCOUNT_BALANCE = "account-balance"


class OralWagers(StrEnum):
    """Whether a wager may be called out."""

    REFUSED = "refused"
    REFUSED_WITH_CASH = "refused-with-cash"
    IF_CONVERTED_AT_ONCE = "if-converted-at-once"


class UnevenPayment(StrEnum):
    """What happens to a win that cannot be paid exactly."""

    UP_TO_THE_CENT = "up-to-the-cent"
    UP_TO_CHIPS = "up-to-chips"
    DOWN_TO_CHIPS = "down-to-chips"


class ExcessBack(StrEnum):
    """What is returned first from a stack of chips and tokens that does not count in full."""

    CHIPS_FIRST = "chips-first"
    TOKENS_FIRST = "tokens-first"


class HandsPerPlayer(StrEnum):
    """How many hands a player may have in a round."""

    ONE = "one"
    ONE_SEEN_OTHERS_BLIND = "one-seen-others-blind"


class Presence(StrEnum):
    """Whether a wager must be made, may be made, or does not exist."""

    REQUIRED = "required"
    TO_CONTINUE = "to-continue"
    OPTIONAL = "optional"
    IF_OFFERED = "if-offered"


class ClosingTime(StrEnum):
    """When a wager can no longer be placed or taken back."""

    AT_NO_MORE_BETS = "at-no-more-bets"
    AT_FIRST_CARD = "at-first-card"
    AT_NEXT_CARD = "at-next-card"


class Basis(StrEnum):
    """The cards that decide a wager."""

    FIVE_CARDS = "five-cards"
    COMMUNITY_CARDS = "community-cards"
    BEST_OF_SIX = "best-of-six"


class OnFold(StrEnum):
    """What a fold does to a wager."""

    LOST = "lost"
    STAYS = "stays"


class OnPush(StrEnum):
    """What a pushed hand does to a wager."""

    RETURNED = "returned"
    LOST = "lost"
    DECIDED_APART = "decided-apart"


class OnMisdeal(StrEnum):
    """What a misdeal or a void round does to a wager."""

    RETURNED = "returned"
    CARRIED = "carried"


class OnForfeit(StrEnum):
    """What disclosing cards to others, or leaving, does to a wager."""

    LOST = "lost"
    STAYS = "stays"


class UnlistedHand(StrEnum):
    """What happens to a wager whose hand the pay table does not name."""

    LOST = "lost"
    RETURNED = "returned"


class BelowMinimum(StrEnum):
    """What happens to a wager found to be under the minimum after the first card."""

    VALID = "valid"
    VALID_ONCE_THEN_RETURNED = "valid-once-then-returned"
    REFUSED = "refused"


class AboveMaximum(StrEnum):
    """What happens to a wager found to be over the maximum after the first card."""

    COUNTS_TO_MAXIMUM = "counts-to-maximum"
    REFUSED = "refused"


class WrongMultiple(StrEnum):
    """What happens to a wager in a multiple that is not permitted, found after the first card."""

    AS_IT_LIES = "as-it-lies"
    PAID_UP_TO_CHIPS = "paid-up-to-chips"
    REFUSED = "refused"


class UnfundedStreet(StrEnum):
    """What happens to a hand whose player cannot pay for the next street."""

    MUST_FOLD = "must-fold"
    VOID_ONCE_THEN_FORFEITED = "void-once-then-forfeited"
    REFUSED = "refused"


class CapBounds(StrEnum):
    """What a cap counts."""

    WON = "won"
    WON_AND_RETURNED = "won-and-returned"


class CapAmount(StrEnum):
    """An alternative amount of a cap, if it is higher."""

    AS_PRINTED = "as-printed"
    OR_WIN_OF_MINIMUM_ANTE = "or-win-of-minimum-ante"
    ON_THE_SIGN = "on-the-sign"


class DealStep(StrEnum):
    """A step of a deal; the steps of a dealing method are the order in which cards leave the deck."""

    ONE_TO_EACH = "one-to-each"
    TWO_TO_EACH = "two-to-each"
    THREE_COMMUNITY = "three-community"
    COMMUNITY_WHEN_DUE = "community-when-due"
    FOUR_BONUS = "four-bonus"
    BURN_IF_DIRECTED = "burn-if-directed"


class Cut(StrEnum):
    """Who cuts the deck."""

    BY_DEALER = "by-dealer"
    UNLESS_MACHINE_SHUFFLED = "unless-machine-shuffled"
    NEVER = "never"


class DecisionOrder(StrEnum):
    """The order in which players decide."""

    ANY = "any"
    FROM_DEALERS_LEFT = "from-dealers-left"


class SettlementOrder(StrEnum):
    """The order in which hands are settled."""

    FROM_DEALERS_RIGHT = "from-dealers-right"


class JackpotPayment(StrEnum):
    """When jackpot wagers are paid."""

    WITH_EACH_HAND = "with-each-hand"
    AFTER_ALL_HANDS = "after-all-hands"


class Absence(StrEnum):
    """What happens to the hand of a player who is not there to decide."""

    FOLDED = "folded"
    MAY_BE_ABANDONED = "may-be-abandoned"
    WAITS = "waits"


class Forfeiture(StrEnum):
    """Whether a breach forfeits the wagers automatically, or at a supervisor's discretion."""

    ALWAYS = "always"
    MAY = "may"


class AdviceByOthers(StrEnum):
    """Whether onlookers and other players may advise a player."""

    NEVER = "never"
    ON_REQUEST = "on-request"


class Sharing(StrEnum):
    """How several winners of one round share a meter."""

    BY_WEIGHT = "by-weight"
    SHARED_OR_GUARANTEED = "shared-or-guaranteed"
    IN_TURN = "in-turn"


class MeterRounding(StrEnum):
    """The part of the meter from which a prize is calculated."""

    UP_TO_DOLLAR = "up-to-dollar"
    EXACT = "exact"


class Power(StrEnum):
    """Things that only staff of a certain rank may do."""

    CHANGE_CARDS = "change-cards"
    VERIFY_CARDS = "verify-cards"
    ORDER_SHUFFLE = "order-shuffle"
    ORDER_SHUFFLE_NOW = "order-shuffle-now"
    ORDER_CUT = "order-cut"
    ORDER_RECUT = "order-recut"
    ORDER_BURN = "order-burn"
    VERIFY_INSPECTION = "verify-inspection"
    CHANGE_LIMITS = "change-limits"
    CLOSE_TABLE = "close-table"
    REFUSE_WAGER = "refuse-wager"
    VOID_WAGER = "void-wager"
    EXCLUDE_PLAYER = "exclude-player"
    INVALIDATE_GAME = "invalidate-game"
    DECLARE_MISDEAL = "declare-misdeal"
    RULE_IRREGULARITY = "rule-irregularity"
    DECIDE_DISPUTE = "decide-dispute"
    REVIEW_DISPUTE = "review-dispute"
    VALIDATE_JACKPOT = "validate-jackpot"
    DETERMINE_WINNINGS = "determine-winnings"
    READ_METER = "read-meter"
    CANCEL_JACKPOT_GAME = "cancel-jackpot-game"
    RESTRICT_COLLUSION = "restrict-collusion"
    DO_DEALERS_WORK = "do-dealers-work"
