"""The terms and conditions of a tournament as data: one field for each item of crown 12.4 and 12.5, named as it is.

The program acts on these fields and on nothing else, so what is printed is what is done. A statement is true; an item
that the book only asks for "if" it applies may be `NOT_APPLICABLE`; whatever is empty is missing.
"""

from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.programme import Chips, Field, Number, Positive, Programme
from mississippi_stud.tournament.programme import faults as programme_faults

NOT_APPLICABLE: Final = "not-applicable"
NotApplicable = Literal["not-applicable"]
CASH: Final = "cash"
"""What tournament chips must not be (crown 12.4.4(a))."""
Percent = Annotated[int, Meta(ge=0, le=100)]
Money = Annotated[int, Meta(ge=0, le=10**12)]
"""An amount in cents."""


class _Part(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The base of the parts of the terms."""


class Purchase(_Part, frozen=True, kw_only=True):
    """Chips that may be bought during play."""

    cents: Money
    chips: Chips
    most: Positive = 1
    """How often a player may buy."""
    until_hand: Positive = 1
    """The last hand of a session before which they may be bought."""


class Fees(_Part, frozen=True, kw_only=True):
    """What taking part costs; fees are the house's, save the part that the pool takes, and buy-ins are the pool's."""

    entry_cents: Money = 0
    buy_in_cents: Money = 0
    rebuy: Purchase | None = None
    """For whoever cannot make the minimum wager any more."""
    add_on: Purchase | None = None
    """For everybody."""


class PlayerNumbers(_Part, frozen=True, kw_only=True):
    """How many players there are."""

    minimum: Positive
    maximum: Positive
    bots: Number = 0
    """How many of them the house's bots may be, who pay nothing and win nothing."""


class EntryMethod(StrEnum):
    """How somebody enters."""

    APPLICATION = "application"
    """Whoever applies in time is in."""
    SELECTION = "selection"
    """The house chooses among those who apply."""


class Withdrawal(_Part, frozen=True, kw_only=True):
    """Until how many minutes before the first session an entrant may withdraw for nothing, or name a substitute."""

    free_until_minutes: Number
    substitute_until_minutes: Number = 0


class BuyBack(_Part, frozen=True, kw_only=True):
    """How an eliminated player comes back."""

    cents: Money
    most: Positive = 1
    until_session: Positive = 1
    """The last session after which it is possible."""


class ChipsAtEnd(_Part, frozen=True, kw_only=True):
    """What becomes of chips when the tournament is over: nothing, or so many cents for each."""

    cents_each: Money = 0


class WagerTerms(_Part, frozen=True, kw_only=True):
    """The ante of a tournament."""

    minimum_chips: Chips
    maximum_chips: Chips | None = None
    compulsory: bool = False
    """Whether everybody at the table must wager in every hand; whoever is away loses the minimum."""


class SecretWagers(_Part, frozen=True, kw_only=True):
    """Street wagers that nobody else sees before the hand is settled."""

    each_session: Positive
    method: str


class Elimination(_Part, frozen=True, kw_only=True):
    """Who goes out besides those whom the programme sends out."""

    when_short: bool = True
    """Whoever cannot make the minimum wager and may not buy chips any more."""


class WinnerRule(StrEnum):
    """What makes a winner."""

    MOST_CHIPS = "most-chips"


class PrizePool(_Part, frozen=True, kw_only=True):
    """How the pool is reckoned: a part of the fees, all buy-ins, and what the house adds or guarantees."""

    fees_percent: Percent = 100
    added_cents: Money = 0
    guaranteed_cents: Money = 0


class Penalty(StrEnum):
    """What a breach brings."""

    WARNING = "warning"
    CHIPS = "chips"
    HANDS = "hands"
    DISQUALIFICATION = "disqualification"


class Sanction(_Part, frozen=True, kw_only=True):
    """One rung of a ladder: a warning, chips lost, hands missed, or disqualification."""

    penalty: Penalty
    amount: Chips = 0
    """Chips, or hands."""


Ladder = Annotated[tuple[Sanction, ...], Meta(max_length=10)]
"""What the first breach brings, what the second, and so on; the last rung stays."""


class SubstituteTime(StrEnum):
    """When a substitute may take somebody's place."""

    NEVER = "never"
    BEFORE_PLAY = "before-play"
    BETWEEN_SESSIONS = "between-sessions"


class Refunds(_Part, frozen=True, kw_only=True):
    """How much of what was paid goes back."""

    late_withdrawal_percent: Percent = 0
    disqualified_percent: Percent = 0
    cancelled_percent: Percent = 100


class SubstituteEffect(StrEnum):
    """What a substitute takes over."""

    EVERYTHING = "everything"
    """The place, the chips and the record of breaches."""


class ChipsFate(StrEnum):
    """What becomes of the chips of somebody who leaves."""

    REMOVED = "removed"
    """They are taken out of play, and the player ranks below all others."""
    STAND = "stand"
    """They are taken out of play, and count for the ranking of the session."""


Statement = bool
"""Whether the terms say what the book asks for."""


class TournamentTerms(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """All items of crown 12.4 and 12.5, in the order of the book; each has the name that `rulebooks/crown.toml` has."""

    title: str = ""
    when: tuple[int, ...] = ()
    """When each session begins, in microseconds."""
    fees_and_buy_ins: Fees | NotApplicable | None = None
    number_of_players: PlayerNumbers | None = None
    location: str = ""
    starting_time_may_change: Positive | None = None
    """The notice in minutes that is reasonable."""
    regulator_told_of_changes: Statement = False
    participation_accepts_terms: Statement = False
    only_persons_entitled: Statement = False
    entry_may_be_refused: Statement | NotApplicable = False
    selection_criteria: str = ""
    employees_in_charity_events: Statement | NotApplicable = False
    abide_or_risk_disqualification: Statement = False
    where_terms_are_found: str = ""
    signature_required: Statement | NotApplicable = False
    method_of_entry: EntryMethod | None = None
    withdrawal_and_substitutes: Withdrawal | None = None
    rounds_and_sessions: Programme | None = None
    tables_in_each_round: tuple[Positive, ...] | Literal["as-needed"] | None = None
    progression: Statement | NotApplicable = False
    buying_back_in: BuyBack | NotApplicable | None = None
    repechage: Statement | Literal["not-applicable", "director"] = False
    same_starting_bank: Statement = False
    chips_at_the_end: ChipsAtEnd | NotApplicable | None = None
    type_of_chips: str = ""
    minimum_or_compulsory_wager: WagerTerms | NotApplicable | None = None
    secret_wagers: SecretWagers | NotApplicable | None = None
    elimination: Elimination | None = None
    how_winners_are_determined: WinnerRule | None = None
    prize_pool: PrizePool | None = None
    prize_distribution: tuple[Positive, ...] = ()
    """The parts of the pool, place by place."""
    penalties: Ladder = ()
    disqualification: tuple[str, ...] = ()
    when_a_substitute: SubstituteTime | None = None
    refunds: Refunds | None = None
    late_arrival: Ladder = ()
    absence: Ladder = ()
    mobile_phones: Ladder = ()
    consequence_of_substitute: SubstituteEffect | None = None
    consequence_of_disqualification: ChipsFate | None = None
    retirement: ChipsFate | None = None
    rules_prevail: Statement = False
    early_conclusion: Statement = False
    privacy: Statement = False
    use_of_names_and_images: Statement = False
    conducted_by_terms_and_rules: Statement = False
    directors_decision_final: Statement = False
    limit_of_liability: Statement = False
    right_to_complain: Statement = False

    @property
    def programme(self) -> Programme:
        """The sessions; none while the terms are incomplete."""
        return self.rounds_and_sessions or Programme()

    @property
    def fees(self) -> Fees:
        """What taking part costs; nothing where fees do not apply."""
        return self.fees_and_buy_ins if isinstance(self.fees_and_buy_ins, Fees) else Fees()

    @property
    def wager(self) -> WagerTerms:
        """The bounds of the ante; none where the terms set none."""
        told = self.minimum_or_compulsory_wager
        return told if isinstance(told, WagerTerms) else WagerTerms(minimum_chips=1)

    @property
    def secrets_each_session(self) -> int:
        """How many secret wagers a player has in a session."""
        return self.secret_wagers.each_session if isinstance(self.secret_wagers, SecretWagers) else 0

    @property
    def cash_cents_each(self) -> int:
        """What a chip is redeemed for when the tournament is over."""
        return self.chips_at_the_end.cents_each if isinstance(self.chips_at_the_end, ChipsAtEnd) else 0


OPTIONAL: Final = (
    "fees-and-buy-ins", "entry-may-be-refused", "selection-criteria", "employees-in-charity-events",
    "signature-required", "progression", "buying-back-in", "repechage", "chips-at-the-end",
    "minimum-or-compulsory-wager", "secret-wagers",
)  # fmt: skip
"""The items that the book asks for only if they apply."""


def item(terms: TournamentTerms, name: str) -> object:
    """Return an item of the terms by its name in the book."""
    return getattr(terms, name.replace("-", "_"))


def missing(rules: TournamentRules, terms: TournamentTerms) -> tuple[str, ...]:
    """Return the items that the book asks for and the terms lack, in the order of the book."""
    return tuple(
        ruled.value
        for ruled in rules.chapter.terms
        if not (held := item(terms, ruled.value)) or (held == NOT_APPLICABLE and ruled.value not in OPTIONAL)
    )


def conflicts(terms: TournamentTerms) -> Iterator[tuple[str, str]]:
    """Yield what whole terms say that cannot be done: the item and a code."""
    programme, players = terms.programme, terms.number_of_players
    for code in programme_faults(programme):
        yield "rounds-and-sessions", code
    if len(terms.when) != len(programme.sessions) or tuple(sorted(set(terms.when))) != terms.when:
        yield "when", "times-differ"
    if players is not None and players.minimum > players.maximum:
        yield "number-of-players", "numbers-crossed"
    paid = (terms.fees, terms.buying_back_in if isinstance(terms.buying_back_in, BuyBack) else None)
    if players is not None and players.bots and paid != (Fees(), None):
        yield "number-of-players", "bots-with-fees"
    tables = terms.tables_in_each_round
    if isinstance(tables, tuple) and len(tables) != len(programme.sessions):
        yield "tables-in-each-round", "tables-differ"
    if (len(programme.sessions) > 1) == (terms.progression == NOT_APPLICABLE):
        yield "progression", "progression-differs"
    if any(session.field is Field.OUT for session in programme.sessions) == (terms.repechage == NOT_APPLICABLE):
        yield "repechage", "repechage-differs"
    if (terms.method_of_entry is EntryMethod.SELECTION) == (terms.selection_criteria == NOT_APPLICABLE):
        yield "selection-criteria", "criteria-differ"
    if terms.type_of_chips.strip().lower() == CASH:
        yield "type-of-chips", "cash-chips"
    if terms.consequence_of_disqualification is ChipsFate.STAND:
        yield "consequence-of-disqualification", "disqualified-ranked"
    if any(session.bank_chips < terms.wager.minimum_chips for session in programme.sessions):
        yield "minimum-or-compulsory-wager", "bank-below-minimum"
    if terms.wager.maximum_chips is not None and terms.wager.maximum_chips < terms.wager.minimum_chips:
        yield "minimum-or-compulsory-wager", "wagers-crossed"


def digest(terms: TournamentTerms) -> str:
    """Return the hash by which an entrant accepts this version of the terms."""
    return sha256(msgspec.json.encode(terms, order="sorted")).hexdigest()
