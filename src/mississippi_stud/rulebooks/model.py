"""What a rule book holds. Every value is `Ruled`: it knows the clause that it comes from.

Where books differ in a number it is a number here; where they differ in behaviour it is an enum, and the code that acts
on it has one `match`. Nothing here knows a particular book, or how books are stored.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.money import Cents, Currency
from mississippi_stud.rulebooks import words
from mississippi_stud.rulebooks.conduct import DeckFate, If, Incident, Moment, Ruling, Shuffling, When
from mississippi_stud.rulebooks.pays import Pay, Percent

Clause = str
"""A clause with its book in front: ``"crown 11.3.1(b)"``."""

T = TypeVar("T")


class Ruled(msgspec.Struct, Generic[T], frozen=True):
    """A value, the clause it comes from and, where the clause leaves something open, how we read it."""

    value: T
    clause: Clause
    reading: str = ""


def clause_of(rule: Ruled[bool] | None, otherwise: Ruled[Any]) -> Clause:
    """The clause of a rule where the book has it and it holds; else that of another."""
    return rule.clause if rule is not None and rule.value else otherwise.clause


Count = Annotated[int, Meta(ge=1, le=1_000)]
"""A number of things: positions, rounds, minutes."""
Multiple = Annotated[int, Meta(ge=1, le=100)]


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """The money of the table."""

    currency: Ruled[Currency]
    instruments: Ruled[tuple[words.Instrument, ...]]
    vouchers: Ruled[bool] | None = None
    """Whether vouchers are exchanged for promotional tokens."""
    oral_wagers: Ruled[words.OralWagers]
    uneven_payment: Ruled[words.UnevenPayment]
    excess_back: Ruled[words.ExcessBack] | None = None


class Positions(msgspec.Struct, frozen=True, kw_only=True):
    """Betting positions and who may have how many."""

    maximum: Ruled[Count]
    default: Ruled[Count]
    hands_per_player: Ruled[words.HandsPerPlayer]
    seated_players_only: Ruled[bool]
    vacate_after_rounds: Ruled[Count] | None = None
    several_boxes_if_seats_suffice: Ruled[bool] | None = None
    """Whether more than one box needs that nobody is shut out, here or at tables with like limits."""


class PayTable(msgspec.Struct, frozen=True, kw_only=True):
    """What each hand pays; a hand that is not named loses."""

    pays: Mapping[str, Ruled[Pay]]
    offered: Ruled[bool]
    """False for a table that is kept for study and that no operator may choose."""


class WagerRule(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of wager."""

    presence: Ruled[words.Presence]
    closes: Ruled[words.Closes]
    basis: Ruled[words.Basis]
    on_fold: Ruled[words.OnFold]
    on_push: Ruled[words.OnPush]
    on_misdeal: Ruled[words.OnMisdeal]
    on_forfeit: Ruled[words.OnForfeit]
    otherwise: Ruled[words.Otherwise]
    needs: Ruled[tuple[words.Wager, ...]] | None = None
    dealt_by: Ruled[tuple[str, ...]] | None = None
    """The dealing methods with which the wager can be offered, if not with all."""
    in_multiples: Ruled[bool] | None = None
    """Whether a clause of the street itself says which multiples of the ante it takes."""
    cost_on_sign: Ruled[bool] | None = None
    """Whether the wager has one price, which the sign at the table names."""
    pays_on_sign: Ruled[bool] | None = None
    """Whether the sign at the table says what hands are paid."""
    costs_cents: Ruled[tuple[Cents, ...]] | None = None
    """The only amounts that are taken, if not any within the limits."""
    minimum_cents: Ruled[Cents] | None = None
    maximum_cents: Ruled[Cents] | None = None
    one_per_hand: Ruled[bool]
    tables: Mapping[str, PayTable] = {}
    """The pay tables by name; main wagers share the one of the ante. Empty where the sign decides."""


class Streets(msgspec.Struct, frozen=True, kw_only=True):
    """The wagers before each community card."""

    multiples: Ruled[tuple[Multiple, ...]]
    may_vary: Ruled[bool]
    max_all_at: Ruled[tuple[words.Wager, ...]] | None = None
    order: Ruled[tuple[words.Wager, ...]]


class Hands(msgspec.Struct, frozen=True, kw_only=True):
    """How hands rank."""

    five_cards: Ruled[tuple[Hand, ...]]
    three_cards: Ruled[tuple[ThreeCardHand, ...]] | None = None
    ace_low_in_five: Ruled[bool]
    ace_low_in_three: Ruled[bool] | None = None
    super_royal: Ruled[bool] | None = None


class Cap(msgspec.Struct, frozen=True, kw_only=True):
    """A limit on what is paid."""

    wagers: Ruled[tuple[words.Wager, ...]]
    """The wagers whose sum the cap bounds."""
    bounds: Ruled[words.CapBounds]
    amount: Ruled[words.CapAmount]
    cents: Ruled[Cents] | None = None
    uneven_payment: Ruled[words.UnevenPayment] | None = None
    """What becomes of a win that is cut to an amount which chips cannot pay."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Minimums, maximums and what becomes of a wager that breaks them unseen."""

    below_minimum: Ruled[words.BelowMinimum]
    above_maximum: Ruled[words.AboveMaximum]
    wrong_multiple: Ruled[words.WrongMultiple]
    street_over_multiple: Ruled[words.AboveMaximum]
    street_under_multiple: Ruled[words.BelowMinimum]
    cannot_fund: Ruled[words.CannotFund]
    past_rounds_stand: Ruled[bool]
    personal_limits: Ruled[bool]
    multiples_of_minimum: Ruled[bool]
    """Whether wagers must be multiples of the minimum although the sign does not say so."""
    low_limit_needs_shuffler: Ruled[bool] | None = None
    low_limit_in_tournaments: Ruled[bool] | None = None


class Notices(msgspec.Struct, frozen=True, kw_only=True):
    """How long before a change people must be told."""

    raise_minimum_minutes: Ruled[Count] | None = None
    raise_at_once_with_marker: Ruled[bool] | None = None
    end_kept_minimum_minutes: Ruled[Count] | None = None
    both_minimums_shown: Ruled[bool] | None = None
    close_table_minutes: Ruled[Count] | None = None
    close_table_hands: Ruled[Count] | None = None
    move_table_minutes: Ruled[Count] | None = None
    close_meter_minutes: Ruled[Count] | None = None
    change_option_minutes: Ruled[Count] | None = None
    cancel_game_days: Ruled[Count] | None = None


class DealingMethod(msgspec.Struct, frozen=True, kw_only=True):
    """One way of dealing."""

    steps: Ruled[tuple[words.DealStep, ...]]
    cut: Ruled[words.Cut]
    decks: Ruled[Count]
    """How many decks may be at the table, alternating."""
    shuffled_by: Ruled[tuple[Shuffling, ...]] | None = None
    change_deck_hours: Ruled[Count] | None = None
    stub_count_rounds: Ruled[Count] | None = None
    """How often the cards left over are counted where no device counts them."""
    device_deals: Ruled[bool] | None = None
    """Whether an automated shoe or shuffler deals the cards."""
    jackpot_chips_counted: Ruled[bool] | None = None
    """Whether the chips of the jackpot wagers are counted against those that the meter accepted."""


class Dealing(msgspec.Struct, frozen=True, kw_only=True):
    """The deck and how it is dealt."""

    cards: Ruled[Count]
    jokers: Ruled[bool]
    hole_cards: Ruled[Count]
    community_cards: Ruled[Count]
    shuffled_every_round: Ruled[bool]
    cut_depth_cards: Ruled[Count] | None = None
    alternating_backs_differ: Ruled[bool] | None = None
    decks_alternate: Ruled[bool] | None = None
    reshuffling_device_needs_approval: Ruled[bool] | None = None
    two_decks_shuffled_by: Ruled[tuple[Shuffling, ...]] | None = None
    """How the cards must be shuffled for two decks to be at the table."""
    methods: Mapping[str, DealingMethod]


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions and settlement."""

    third_street_order: Ruled[words.DecisionOrder]
    later_streets_order: Ruled[words.DecisionOrder]
    settlement_order: Ruled[words.SettlementOrder]
    jackpots_paid: Ruled[words.JackpotsPaid]
    absent: Ruled[words.Absent]
    talking: Ruled[words.Forfeiture] | None = None
    talking_after_last_card: Ruled[bool] | None = None
    """Whether a player can break the rule once every community card is turned."""
    fold_is_final: Ruled[bool]
    concede: Ruled[bool]
    blind_boxes_fold: Ruled[bool] | None = None
    blind_wagers_before_first_card: Ruled[bool] | None = None
    retract_after_stray_hand: Ruled[bool] | None = None
    retraction_reregisters_jackpots: Ruled[bool] | None = None


class SeedOption(msgspec.Struct, frozen=True, kw_only=True):
    """One option for a meter: the increment rate by initial seed, and the pay table that goes with it."""

    rates: Mapping[str, Ruled[Percent]]
    """The rate by the seed, a whole number of dollars for each dollar that the wager costs."""
    table: Ruled[str]


class BonusJackpot(msgspec.Struct, frozen=True, kw_only=True):
    """What other players receive when a royal or straight flush is won."""

    name: Ruled[str]
    hands: Ruled[tuple[Hand, ...]]
    prizes_cents: Mapping[str, Mapping[str, Ruled[Cents]]] = {}
    """By the cost of the wager, then by hand; empty where the sign decides."""
    keeps_after_fold: Ruled[bool]
    for_own_hand: Ruled[bool]
    each_hand: Ruled[bool]
    without_wager: Ruled[bool]
    """Whether a hand counts although its holder made no jackpot wager."""
    winner_excluded: Ruled[bool]
    """Whether the winner of either prize gets none at all in that round."""
    paid_first: Ruled[bool]
    paid_with_hand: Ruled[bool] | None = None
    """Whether it is paid when the hand that it is for is settled, not when all are."""


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """Meters: how they grow, what they pay, how winners share."""

    wager: Ruled[words.Wager]
    sharing: Ruled[words.Sharing]
    rounding: Ruled[words.MeterRounding]
    rounding_off_meter: Ruled[bool] | None = None
    """Whether a prize comes off the meter as it is paid, what the rounding up adds included, while the meter lasts."""
    options: Mapping[str, SeedOption] = {}
    shares: Mapping[str, Ruled[Percent]] = {}
    """What hands take of the meter, where the sign says what the others are paid."""
    maximum_rate: Ruled[Percent]
    """The most of a wager that can go onto the meter."""
    royal_weight: Ruled[Count] | None = None
    straight_flush_weight: Ruled[Count] | None = None
    minimum_reset_cents: Ruled[Cents] | None = None
    starts_at_seed: Ruled[bool] | None = None
    never_below_seed: Ruled[bool]
    validates_all: Ruled[bool] | None = None
    """Whether lesser prizes too are validated before they are paid, and not those of the meter alone."""
    settled_when_recorded: Ruled[bool] | None = None
    """Whether a round is settled on the meter at the moment when its outcome is recorded there."""
    straight_flush_before_royal: Ruled[bool] | None = None
    one_meter_a_table: Ruled[bool] | None = None
    one_cost_a_meter: Ruled[bool] | None = None
    costs_differ_between_meters: Ruled[bool] | None = None
    one_option_everywhere: Ruled[bool] | None = None
    one_pay_table_a_meter: Ruled[bool] | None = None
    closing_moves_surplus: Ruled[bool] | None = None
    full_meter_from_table: Ruled[bool] | None = None
    """Whether a prize of the whole meter may be paid from the table's own chips."""
    documented_first: Ruled[bool] | None = None
    """Whether a prize that is not paid from the table's chips must be documented before the cards leave the table."""
    equipment_fitted: Ruled[bool]
    equipment_working: Ruled[bool] | None = None
    """Whether wagers are taken only while the equipment works, or manual arrangements stand in for it."""
    retraction_cancels: Ruled[bool] | None = None
    leaver_cancels: Ruled[bool] | None = None
    joiner_cancels: Ruled[bool] | None = None
    mistake_cancels: Ruled[bool] | None = None
    qualifying: Ruled[tuple[Hand, ...]] | None = None
    bonus: BonusJackpot | None = None


class Called(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody or something is called, in both languages."""

    en: Ruled[str]
    fr: Ruled[str]


class Title(Called, frozen=True, kw_only=True):
    """A member of staff's title."""

    rank: Ruled[Count]
    """The higher the rank the more may be done."""


class Official(Called, frozen=True, kw_only=True):
    """Somebody from outside, who has no rank among the staff and may do what the book names, nothing else."""

    may: Ruled[tuple[words.Determines, ...]]


class Staff(msgspec.Struct, frozen=True, kw_only=True):
    """Who may do what; whoever ranks higher may do it too."""

    titles: Mapping[str, Title]
    officials: Mapping[str, Official] = {}
    powers: Mapping[words.Determines, Ruled[str]]
    """The lowest title that may do a thing."""


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a person must do, and say that it is done, before play goes on."""

    by: Ruled[str]
    """The lowest title that may do it."""
    verified_by: Ruled[str] | None = None
    """The lowest title that must confirm it, as a second person."""
    when: Ruled[tuple[If, ...]] | None = None
    methods: Ruled[tuple[str, ...]] | None = None
    """The dealing methods with which it arises, if not with all."""
    alone: Ruled[bool] | None = None
    """Whether nobody else may do it, not even of higher rank."""
    player_first: Ruled[bool] | None = None
    """Whether it waits until a player has come."""
    then: Ruled[Moment] | None = None
    """The moment that comes when it is done."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One case of an incident and the ruling on it."""

    ruling: Ruled[Ruling]
    when: Ruled[tuple[When, ...]] | None = None
    dealing: Ruled[str] | None = None
    """The dealing method for which the case is written, if not for all."""
    decides: Ruled[str] | None = None
    """The lowest title that may rule; left out, the dealer does."""
    told: Ruled[tuple[str, ...]] | None = None
    """Who must be told: titles, officials, or surveillance."""
    deck: Ruled[DeckFate] | None = None
    verified_by: Ruled[str] | None = None
    """The lowest title that must confirm, as a second person, what is done with the deck."""
    asks: Ruled[str] | None = None
    """What the ruling has the dealer do, by the name of the duty."""
    returned: Ruled[bool] | None = None
    """That wagers go back, where a clause of its own says so; else the ruling's does."""
    may: Ruled[bool] | None = None
    """Whether the one who decides may also let it be."""


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament needs before it begins and what its terms must say."""

    director_present: Ruled[bool]
    tables_exclusive: Ruled[bool]
    equal_starting_bank: Ruled[bool]
    employees_win_prizes: Ruled[bool]
    before: tuple[Ruled[str], ...]
    terms: tuple[Ruled[str], ...]


class Promotion(msgspec.Struct, frozen=True, kw_only=True):
    """What a promotional prize needs."""

    scrutineer_over_cents: Ruled[Cents]
    payment_choice_over_cents: Ruled[Cents]
    payment_choices: Ruled[tuple[str, ...]]
    liquor_litres_maximum: Ruled[Count]
    notify_winner_days: Ruled[Count]
    notify_winner_by: Ruled[tuple[str, ...]]
    authority_notice_hours: Ruled[Count]
    amending_needs_approval: Ruled[bool]
    record_denied_over_cents: Ruled[Cents]
    prohibited: tuple[Ruled[str], ...]
    terms: tuple[Ruled[str], ...]


class Returns(msgspec.Struct, frozen=True, kw_only=True):
    """The theoretical return that a book prints."""

    main: Ruled[Percent]
    three_card_bonus: Ruled[Percent]
    ties_bet: Ruled[bool]
    """Whether a player bets where betting and folding are worth the same, as the printed figure supposes."""


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """A rule book, whole."""

    id: str
    title: str
    version: str
    date: str
    language: str
    extends: str = ""
    money: Money
    positions: Positions
    hands: Hands
    wagers: Mapping[words.Wager, WagerRule]
    streets: Streets
    limits: Limits
    caps: Mapping[str, Cap] = {}
    notices: Notices
    dealing: Dealing
    play: Play
    jackpot: Jackpot | None = None
    staff: Staff | None = None
    duties: Mapping[Moment, Mapping[str, Duty]] = {}
    incidents: Mapping[Incident, Mapping[str, Case]] = {}
    tournament: Tournament | None = None
    promotion: Promotion | None = None
    returns: Returns | None = None
    terms: Mapping[str, Called] = {}
    """The words of the book."""
    clauses: Mapping[Clause, Mapping[str, str]] = {}
    """What a casino's own clauses say, by language; the ledger says it for the four books."""
