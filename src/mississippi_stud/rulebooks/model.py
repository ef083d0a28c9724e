"""What a rule book holds. Every value is a `RuledValue`: it knows the clause it comes from (decision 4).

Where books differ in a number, it is a number here; where they differ in behaviour, it is an enum, and the code that
acts on it has one `match`. Nothing here knows a particular book, or how books are stored.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.money import Cents, Currency
from mississippi_stud.rulebooks import vocabulary
from mississippi_stud.rulebooks.conduct import (
    CaseCondition,
    DeckFate,
    DutyCondition,
    Incident,
    Moment,
    Remedy,
    Shuffling,
)
from mississippi_stud.rulebooks.pays import Pay, Percent

Clause = str
"""A clause with its book in front: ``"crown 11.3.1(b)"``."""

T = TypeVar("T")


class RuledValue(msgspec.Struct, Generic[T], frozen=True):
    """A value, the clause it comes from and, where the clause leaves something open, how we read it."""

    value: T
    clause: Clause
    reading: str = ""


def clause_of(rule: RuledValue[bool] | None, otherwise: RuledValue[Any]) -> Clause:
    """Return the clause of a rule if the book has the rule and it holds, otherwise the other clause."""
    return rule.clause if rule is not None and rule.value else otherwise.clause


Count = Annotated[int, Meta(ge=1, le=1_000)]
"""A number of things: positions, rounds, minutes."""
Multiple = Annotated[int, Meta(ge=1, le=100)]


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """The money of the table."""

    currency: RuledValue[Currency]
    instruments: RuledValue[tuple[vocabulary.Instrument, ...]]
    vouchers: RuledValue[bool] | None = None
    """Whether vouchers are exchanged for promotional tokens."""
    oral_wagers: RuledValue[vocabulary.OralWagers]
    uneven_payment: RuledValue[vocabulary.UnevenPayment]
    excess_back: RuledValue[vocabulary.ExcessBack] | None = None


class Positions(msgspec.Struct, frozen=True, kw_only=True):
    """Betting positions, and how many each player may have."""

    maximum: RuledValue[Count]
    default: RuledValue[Count]
    hands_per_player: RuledValue[vocabulary.HandsPerPlayer]
    seated_players_only: RuledValue[bool]
    vacate_after_rounds: RuledValue[Count] | None = None
    several_boxes_if_seats_suffice: RuledValue[bool] | None = None
    """Whether a second box requires that nobody is left without a seat, here or at tables with similar limits."""


class PayTable(msgspec.Struct, frozen=True, kw_only=True):
    """What each hand pays; a hand that is not named loses."""

    pays: Mapping[str, RuledValue[Pay]]
    offered: RuledValue[bool]
    """False for a table that is kept for study and cannot be chosen by an operator."""


class WagerRule(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of wager."""

    presence: RuledValue[vocabulary.Presence]
    closes: RuledValue[vocabulary.ClosingTime]
    basis: RuledValue[vocabulary.Basis]
    on_fold: RuledValue[vocabulary.OnFold]
    on_push: RuledValue[vocabulary.OnPush]
    on_misdeal: RuledValue[vocabulary.OnMisdeal]
    on_forfeit: RuledValue[vocabulary.OnForfeit]
    otherwise: RuledValue[vocabulary.UnlistedHand]
    needs: RuledValue[tuple[vocabulary.Wager, ...]] | None = None
    dealt_by: RuledValue[tuple[str, ...]] | None = None
    """The dealing methods with which the wager can be offered, if not all."""
    in_multiples: RuledValue[bool] | None = None
    """Whether a clause of the street itself says which multiples of the ante are allowed."""
    cost_on_sign: RuledValue[bool] | None = None
    """Whether the wager has one price, shown on the sign at the table."""
    pays_on_sign: RuledValue[bool] | None = None
    """Whether the sign at the table says what hands pay."""
    costs_cents: RuledValue[tuple[Cents, ...]] | None = None
    """The only amounts accepted, if not any amount within the limits."""
    minimum_cents: RuledValue[Cents] | None = None
    maximum_cents: RuledValue[Cents] | None = None
    one_per_hand: RuledValue[bool]
    tables: Mapping[str, PayTable] = {}
    """The pay tables by name; main wagers share the ante's. Empty where the sign decides."""


class Streets(msgspec.Struct, frozen=True, kw_only=True):
    """The wagers before each community card."""

    multiples: RuledValue[tuple[Multiple, ...]]
    may_vary: RuledValue[bool]
    max_all_at: RuledValue[tuple[vocabulary.Wager, ...]] | None = None
    order: RuledValue[tuple[vocabulary.Wager, ...]]


class Hands(msgspec.Struct, frozen=True, kw_only=True):
    """How hands rank."""

    five_cards: RuledValue[tuple[Hand, ...]]
    three_cards: RuledValue[tuple[ThreeCardHand, ...]] | None = None
    ace_low_in_five: RuledValue[bool]
    ace_low_in_three: RuledValue[bool] | None = None
    super_royal: RuledValue[bool] | None = None


class Cap(msgspec.Struct, frozen=True, kw_only=True):
    """A limit on what is paid."""

    wagers: RuledValue[tuple[vocabulary.Wager, ...]]
    """The wagers whose sum the cap limits."""
    bounds: RuledValue[vocabulary.CapBounds]
    amount: RuledValue[vocabulary.CapAmount]
    cents: RuledValue[Cents] | None = None
    uneven_payment: RuledValue[vocabulary.UnevenPayment] | None = None
    """What happens to a win reduced to an amount that cannot be paid in chips."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Minimums, maximums, and what happens to a wager that breaks them unnoticed."""

    below_minimum: RuledValue[vocabulary.BelowMinimum]
    above_maximum: RuledValue[vocabulary.AboveMaximum]
    wrong_multiple: RuledValue[vocabulary.WrongMultiple]
    street_over_multiple: RuledValue[vocabulary.AboveMaximum]
    street_under_multiple: RuledValue[vocabulary.BelowMinimum]
    cannot_fund: RuledValue[vocabulary.UnfundedStreet]
    past_rounds_stand: RuledValue[bool]
    personal_limits: RuledValue[bool]
    multiples_of_minimum: RuledValue[bool]
    """Whether wagers must be multiples of the minimum although the sign does not say so."""
    low_limit_needs_shuffler: RuledValue[bool] | None = None
    low_limit_in_tournaments: RuledValue[bool] | None = None


class Notices(msgspec.Struct, frozen=True, kw_only=True):
    """How much notice people must have of a change."""

    raise_minimum_minutes: RuledValue[Count] | None = None
    raise_at_once_with_marker: RuledValue[bool] | None = None
    end_kept_minimum_minutes: RuledValue[Count] | None = None
    both_minimums_shown: RuledValue[bool] | None = None
    close_table_minutes: RuledValue[Count] | None = None
    close_table_hands: RuledValue[Count] | None = None
    move_table_minutes: RuledValue[Count] | None = None
    close_meter_minutes: RuledValue[Count] | None = None
    change_option_minutes: RuledValue[Count] | None = None
    cancel_game_days: RuledValue[Count] | None = None


class DealingMethod(msgspec.Struct, frozen=True, kw_only=True):
    """One way of dealing."""

    steps: RuledValue[tuple[vocabulary.DealStep, ...]]
    cut: RuledValue[vocabulary.Cut]
    decks: RuledValue[Count]
    """How many decks may be at the table, alternating."""
    shuffled_by: RuledValue[tuple[Shuffling, ...]] | None = None
    change_deck_hours: RuledValue[Count] | None = None
    stub_count_rounds: RuledValue[Count] | None = None
    """How often the remaining cards are counted where no device counts them."""
    device_deals: RuledValue[bool] | None = None
    """Whether an automated shoe or shuffler deals the cards."""
    jackpot_chips_counted: RuledValue[bool] | None = None
    """Whether the chips of the jackpot wagers are counted against the wagers that the meter accepted."""


class Dealing(msgspec.Struct, frozen=True, kw_only=True):
    """The deck and how it is dealt."""

    cards: RuledValue[Count]
    jokers: RuledValue[bool]
    hole_cards: RuledValue[Count]
    community_cards: RuledValue[Count]
    shuffled_every_round: RuledValue[bool]
    cut_depth_cards: RuledValue[Count] | None = None
    alternating_backs_differ: RuledValue[bool] | None = None
    decks_alternate: RuledValue[bool] | None = None
    reshuffling_device_needs_approval: RuledValue[bool] | None = None
    two_decks_shuffled_by: RuledValue[tuple[Shuffling, ...]] | None = None
    """How the cards must be shuffled if two decks are at the table."""
    methods: Mapping[str, DealingMethod]


class PlayRules(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions and settlement."""

    third_street_order: RuledValue[vocabulary.DecisionOrder]
    later_streets_order: RuledValue[vocabulary.DecisionOrder]
    settlement_order: RuledValue[vocabulary.SettlementOrder]
    jackpots_paid: RuledValue[vocabulary.JackpotPayment]
    absent: RuledValue[vocabulary.Absence]
    talking: RuledValue[vocabulary.Forfeiture] | None = None
    talking_after_last_card: RuledValue[bool] | None = None
    """Whether a player can still break the rule once every community card is turned."""
    fold_is_final: RuledValue[bool]
    concede: RuledValue[bool]
    blind_boxes_fold: RuledValue[bool] | None = None
    blind_wagers_before_first_card: RuledValue[bool] | None = None
    retract_after_stray_hand: RuledValue[bool] | None = None
    retraction_reregisters_jackpots: RuledValue[bool] | None = None


class SeedOption(msgspec.Struct, frozen=True, kw_only=True):
    """One option for a meter: the increment rate by initial seed, and the pay table that goes with it."""

    rates: Mapping[str, RuledValue[Percent]]
    """The rate by seed, a whole number of dollars for each dollar that the wager costs."""
    table: RuledValue[str]


class BonusJackpot(msgspec.Struct, frozen=True, kw_only=True):
    """What other players receive when a royal or straight flush is won."""

    name: RuledValue[str]
    hands: RuledValue[tuple[Hand, ...]]
    prizes_cents: Mapping[str, Mapping[str, RuledValue[Cents]]] = {}
    """By the cost of the wager, then by hand; empty where the sign decides."""
    keeps_after_fold: RuledValue[bool]
    for_own_hand: RuledValue[bool]
    each_hand: RuledValue[bool]
    without_wager: RuledValue[bool]
    """Whether a hand counts even though its holder made no jackpot wager."""
    winner_excluded: RuledValue[bool]
    """Whether a winner of either prize gets no bonus at all in that round."""
    paid_first: RuledValue[bool]
    paid_with_hand: RuledValue[bool] | None = None
    """Whether it is paid when the hand it is for is settled, rather than when all are."""


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """Meters: how they grow, what they pay, how winners share."""

    wager: RuledValue[vocabulary.Wager]
    sharing: RuledValue[vocabulary.Sharing]
    rounding: RuledValue[vocabulary.MeterRounding]
    rounding_off_meter: RuledValue[bool] | None = None
    """Whether a prize comes off the meter as paid, including what rounding up adds, while the meter lasts."""
    options: Mapping[str, SeedOption] = {}
    shares: Mapping[str, RuledValue[Percent]] = {}
    """The shares of the meter that hands take, where the sign says what the other hands pay."""
    maximum_rate: RuledValue[Percent]
    """The highest part of a wager that can go onto the meter."""
    royal_weight: RuledValue[Count] | None = None
    straight_flush_weight: RuledValue[Count] | None = None
    minimum_reset_cents: RuledValue[Cents] | None = None
    starts_at_seed: RuledValue[bool] | None = None
    never_below_seed: RuledValue[bool]
    validates_all: RuledValue[bool] | None = None
    """Whether lesser prizes must also be validated before they are paid, not only those of the meter."""
    settled_when_recorded: RuledValue[bool] | None = None
    """Whether a round is settled on the meter as soon as its outcome is recorded there."""
    straight_flush_before_royal: RuledValue[bool] | None = None
    one_meter_a_table: RuledValue[bool] | None = None
    one_cost_a_meter: RuledValue[bool] | None = None
    costs_differ_between_meters: RuledValue[bool] | None = None
    one_option_everywhere: RuledValue[bool] | None = None
    one_pay_table_a_meter: RuledValue[bool] | None = None
    closing_moves_surplus: RuledValue[bool] | None = None
    full_meter_from_table: RuledValue[bool] | None = None
    """Whether a prize of the whole meter may be paid in the table's own chips."""
    documented_first: RuledValue[bool] | None = None
    """Whether a prize not paid in the table's chips must be documented before the cards leave the table."""
    equipment_fitted: RuledValue[bool]
    equipment_working: RuledValue[bool] | None = None
    """Whether wagers are taken only while the equipment works or manual arrangements replace it."""
    retraction_cancels: RuledValue[bool] | None = None
    leaver_cancels: RuledValue[bool] | None = None
    joiner_cancels: RuledValue[bool] | None = None
    mistake_cancels: RuledValue[bool] | None = None
    qualifying: RuledValue[tuple[Hand, ...]] | None = None
    bonus: BonusJackpot | None = None


class BilingualName(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a person or thing, in both languages."""

    en: RuledValue[str]
    fr: RuledValue[str]


class Title(BilingualName, frozen=True, kw_only=True):
    """The title of a member of staff."""

    rank: RuledValue[Count]
    """A higher rank may do more."""


class Official(BilingualName, frozen=True, kw_only=True):
    """An outsider with no rank among the staff, who may do only what the book names."""

    may: RuledValue[tuple[vocabulary.Power, ...]]


class Staff(msgspec.Struct, frozen=True, kw_only=True):
    """Who may do what; anyone of higher rank may do it too."""

    titles: Mapping[str, Title]
    officials: Mapping[str, Official] = {}
    powers: Mapping[vocabulary.Power, RuledValue[str]]
    """The lowest title with each power."""


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a person must do, and confirm, before play goes on."""

    by: RuledValue[str]
    """The lowest title that may do it."""
    verified_by: RuledValue[str] | None = None
    """The lowest title of the second person who must confirm it."""
    when: RuledValue[tuple[DutyCondition, ...]] | None = None
    methods: RuledValue[tuple[str, ...]] | None = None
    """The dealing methods with which it arises, if not all."""
    alone: RuledValue[bool] | None = None
    """Whether nobody else may do it, not even someone of higher rank."""
    player_first: RuledValue[bool] | None = None
    """Whether it waits until a player arrives."""
    then: RuledValue[Moment] | None = None
    """The moment that follows when it is done."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One case of an incident and the ruling on it."""

    ruling: RuledValue[Remedy]
    when: RuledValue[tuple[CaseCondition, ...]] | None = None
    dealing: RuledValue[str] | None = None
    """The dealing method to which the case applies, if not all."""
    decides: RuledValue[str] | None = None
    """The lowest title that may rule; the dealer if omitted."""
    told: RuledValue[tuple[str, ...]] | None = None
    """Who must be informed: titles, officials, or surveillance."""
    deck: RuledValue[DeckFate] | None = None
    verified_by: RuledValue[str] | None = None
    """The lowest title of the second person who must confirm what is done with the deck."""
    asks: RuledValue[str] | None = None
    """The duty that the ruling gives the dealer, by name."""
    returned: RuledValue[bool] | None = None
    """That wagers are returned, if a separate clause says so; otherwise the ruling's own clause does."""
    may: RuledValue[bool] | None = None
    """Whether the person who decides may also take no action."""


class Conduct(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of the people at a table, besides the game itself (decision 188)."""

    devices: RuledValue[bool]
    """Whether a player may use what records, projects or analyses the game."""
    devices_on_duty: RuledValue[bool] | None = None
    advice_by_staff: RuledValue[bool]
    """Whether staff may advise a player how to play."""
    advice_by_others: RuledValue[vocabulary.AdviceByOthers]
    private_bets: RuledValue[bool]
    """Whether people may bet with each other."""
    complaints_investigated: RuledValue[bool] | None = None
    """Whether the regulator investigates a complaint about the conduct of gaming."""
    copy_on_request: RuledValue[bool]


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament needs before it begins, and what its terms must say."""

    equal_chance: RuledValue[bool]
    """Whether seats are drawn by lot and the first to bet moves round the table."""
    director_present: RuledValue[bool]
    deputies: RuledValue[bool]
    """Whether the Director may appoint deputies, who may be present in the Director's place."""
    practice_hands: RuledValue[bool]
    early_when_determined: RuledValue[bool]
    """Whether play at a table may end once it is certain who goes on."""
    early_when_all_agree: RuledValue[bool]
    """Whether it may end if all players there agree and the terms redeem chips in cash."""
    employee_approvers: RuledValue[tuple[str, ...]]
    """Who must have approved beforehand that an employee plays."""
    tables_exclusive: RuledValue[bool]
    equal_starting_bank: RuledValue[bool]
    employees_win_prizes: RuledValue[bool]
    before: tuple[RuledValue[str], ...]
    terms: tuple[RuledValue[str], ...]


class Promotion(msgspec.Struct, frozen=True, kw_only=True):
    """What a promotional prize needs."""

    scrutineer_over_cents: RuledValue[Cents]
    cash_alternative: RuledValue[bool]
    """Whether the terms may offer cash in place of a prize that is no money."""
    without_cash_alternative: RuledValue[tuple[str, ...]]
    """The kinds of prize for which they may not."""
    payment_choice_over_cents: RuledValue[Cents]
    payment_choices: RuledValue[tuple[str, ...]]
    liquor_litres_maximum: RuledValue[Count]
    terms_found: RuledValue[tuple[str, ...]]
    """Where the terms may be had."""
    notify_winner_days: RuledValue[Count]
    authority_notice_hours: RuledValue[Count]
    amending_needs_approval: RuledValue[bool]
    reason_told: RuledValue[bool]
    """Whether a patron to whom a prize is refused is told why."""
    record_denied_over_cents: RuledValue[Cents]
    decision_final: RuledValue[bool]
    complaint_to_inspector: RuledValue[bool]
    """Whether whoever is not satisfied with a decision is told of the right to complain."""
    inspectorate_told: RuledValue[bool]
    """Whether the inspectorate is told at once of a promotion that is postponed or a draw that is called off."""
    prescribed: RuledValue[tuple[str, ...]] | None = None
    """The goods and services that the regulations name as no prizes; a casino's own book lists them."""
    prohibited: tuple[RuledValue[str], ...]
    winner_told_by: tuple[RuledValue[str], ...]
    terms: tuple[RuledValue[str], ...]


class Returns(msgspec.Struct, frozen=True, kw_only=True):
    """The theoretical return that a book prints."""

    main: RuledValue[Percent]
    three_card_bonus: RuledValue[Percent]
    ties_bet: RuledValue[bool]
    """Whether a player bets where betting and folding have equal value, as the printed figure assumes."""


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """A complete rule book."""

    id: str
    title: str
    version: str
    date: str
    language: str
    extends: str = ""
    money: Money
    positions: Positions
    hands: Hands
    wagers: Mapping[vocabulary.Wager, WagerRule]
    streets: Streets
    limits: Limits
    caps: Mapping[str, Cap] = {}
    notices: Notices
    dealing: Dealing
    play: PlayRules
    jackpot: Jackpot | None = None
    staff: Staff | None = None
    duties: Mapping[Moment, Mapping[str, Duty]] = {}
    incidents: Mapping[Incident, Mapping[str, Case]] = {}
    conduct: Conduct | None = None
    tournament: Tournament | None = None
    promotion: Promotion | None = None
    returns: Returns | None = None
    terms: Mapping[str, BilingualName] = {}
    """The book's own terms."""
    clauses: Mapping[Clause, Mapping[str, str]] = {}
    """What a custom book's clauses say, by language; the ledger says it for the four books."""
