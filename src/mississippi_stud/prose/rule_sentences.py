"""What every value of a rule book says, as a phrase for each field of the model.

A field whose values read differently has a phrase for each value, and ``"*"`` for any other. A phrase begins small and
has no full stop: `prose.rules` joins phrases into sentences.
"""

from typing import Final

RULE_SENTENCES: Final[dict[str, str | dict[str, str]]] = {
    "Money.currency": "amounts are in {value}",
    "Money.instruments": "wagers are made with {value}",
    "Money.vouchers": {
        "yes": "vouchers are exchanged for promotional tokens",
        "no": "vouchers are not exchanged for promotional tokens",
    },
    "Money.oral_wagers": {
        "refused": "a wager that is only called out is refused",
        "refused-with-cash": "a wager called out with cash is refused",
        "if-converted-at-once": "a wager that is called out counts if it is turned into chips at once",
    },
    "Money.uneven_payment": {
        "up-to-the-cent": "a win is paid to the cent, any fraction of a cent rounded up",
        "up-to-chips": "a win that chips cannot pay exactly is paid up to the next amount that they can",
        "down-to-chips": "a win that chips cannot pay exactly is paid down to the next amount that they can",
    },
    "Money.excess_back": {
        "chips-first": "when a part of a stack is returned, chips go back before promotional tokens",
        "tokens-first": "when a part of a stack is returned, promotional tokens go back before chips",
    },
    "Positions.maximum": {
        "1": "the game has one position",
        "*": "a table has at most {value} positions",
    },
    "Positions.default": {
        "1": "the game is set up for one position",
        "*": "a table has {value} positions unless told otherwise",
    },
    "Positions.hands_per_player": {
        "one": "a player has one hand in a round",
        "one-seen-others-blind": "a player may have several hands, one that is looked at and the others played blind",
    },
    "Positions.seated_players_only": {
        "yes": "only seated players may wager",
        "no": "a player need not be seated to wager",
    },
    "Positions.vacate_after_rounds": {
        "1": "a player who makes no wager for one round may have to give up the seat at a full table",
        "*": "a player who makes no wager for {value} rounds may have to give up the seat at a full table",
    },
    "Positions.several_boxes_if_seats_suffice": {
        "yes": "several boxes are allowed only while nobody is left without a seat",
        "no": "several boxes are allowed even if somebody is left without a seat",
    },
    "PayTable.pays": {
        "odds": "{hand} pays {value}",
        "push": "{hand} pushes",
        "meter": "{hand} wins {value}",
        "prize": "{hand} wins {value}, whatever was wagered",
    },
    "PayTable.offered": {
        "yes": "this pay table can be offered",
        "no": "this pay table is kept for study and cannot be offered",
    },
    "WagerRule.presence": {
        "required": "{wager} is required to be dealt a hand",
        "to-continue": "{wager} is required to stay in; the alternative is to fold",
        "optional": "{wager} is optional",
        "if-offered": "{wager} is optional, where the house offers it",
    },
    "WagerRule.closes": {
        "at-no-more-bets": "{wager} can be placed or taken back until betting closes",
        "at-first-card": "{wager} can be placed or taken back until the first card is dealt",
        "at-next-card": "{wager} can be placed or taken back until the next community card is turned",
    },
    "WagerRule.basis": {
        "five-cards": "{wager} goes by the player's two cards and the three community cards",
        "community-cards": "{wager} goes by the three community cards alone",
        "best-of-six": "{wager} goes by the best hand in the player's two cards and the four bonus cards",
    },
    "WagerRule.on_fold": {
        "lost": "a fold loses {wager}",
        "stays": "{wager} still counts after a fold",
    },
    "WagerRule.on_push": {
        "returned": "when the hand pushes, {wager} is returned",
        "lost": "when the hand pushes, {wager} is lost",
        "decided-apart": "{wager} is settled on its own, whether or not the hand pushes",
    },
    "WagerRule.on_misdeal": {
        "returned": "after a misdeal, or when the round is void, {wager} is returned",
        "carried": "after a misdeal, or when the round is void, {wager} is carried to the next round",
    },
    "WagerRule.on_forfeit": {
        "lost": "when a player's wagers are forfeited, {wager} is among them",
        "stays": "when a player's wagers are forfeited, {wager} still counts",
    },
    "WagerRule.otherwise": {
        "lost": "{wager} loses with a hand that the pay table does not name",
        "returned": "{wager} is returned with a hand that the pay table does not name",
    },
    "WagerRule.needs": "{wager} also needs {value}",
    "WagerRule.dealt_by": "{wager} is offered only where cards are dealt {value}",
    "WagerRule.in_multiples": {
        "yes": "{wager} is a permitted multiple of the ante",
        "no": "no clause of its own says which multiples {wager} takes",
    },
    "WagerRule.cost_on_sign": {
        "yes": "the table's sign says what {wager} costs",
        "no": "the table's sign does not say what {wager} costs",
    },
    "WagerRule.pays_on_sign": {
        "yes": "the table's sign says what {wager} pays",
        "no": "the table's sign does not say what {wager} pays",
    },
    "WagerRule.costs_cents": "{wager} costs {value}",
    "WagerRule.minimum_cents": "{wager} is at least {value}",
    "WagerRule.maximum_cents": "{wager} is at most {value}",
    "WagerRule.one_per_hand": {
        "yes": "{wager} is placed at most once on a hand",
        "no": "{wager} may be placed more than once on a hand",
    },
    "Streets.multiples": "a street wager is {value} times the ante",
    "Streets.may_vary": {
        "yes": "the multiple may differ from street to street",
        "no": "the multiple is the same on every street",
    },
    "Streets.max_all_at": "the highest wager on all remaining streets can be placed at once on {value}",
    "Streets.order": "the streets follow in this order: {value}",
    "Hands.five_cards": "five-card hands from best to worst: {value}",
    "Hands.three_cards": "three-card hands from best to worst: {value}",
    "Hands.ace_low_in_five": {
        "yes": "A 2 3 4 5 is a straight",
        "no": "A 2 3 4 5 is not a straight",
    },
    "Hands.ace_low_in_three": {
        "yes": "in three cards, A 2 3 is a straight",
        "no": "in three cards, A 2 3 is not a straight",
    },
    "Hands.super_royal": {
        "yes": "A K Q J 10 9 of one suit is a super royal",
        "no": "there is no super royal",
    },
    "Cap.wagers": "what is paid on {value} has a limit",
    "Cap.bounds": {
        "won": "the limit on what is paid on {wagers} counts the win, without the stake",
        "won-and-returned": "the limit on what is paid on {wagers} counts the stake as well as the win",
    },
    "Cap.amount": {
        "as-printed": "the limit on what is paid on {wagers} is the amount that the book prints",
        "or-win-of-minimum-ante": (
            "the limit on what is paid on {wagers} rises to the most that a minimum ante can win, if that is more"
        ),
        "on-the-sign": "the table's sign gives the most that is paid on {wagers}",
    },
    "Cap.cents": "at most {value} is paid on {wagers}",
    "Cap.uneven_payment": {
        "up-to-the-cent": "a payment cut to the limit on {wagers} is rounded up to the cent",
        "up-to-chips": "a payment cut to the limit on {wagers} is raised to what chips can pay",
        "down-to-chips": "a payment cut to the limit on {wagers} is lowered to what chips can pay",
    },
    "Limits.below_minimum": {
        "valid": "a wager found under the minimum after the first card is valid",
        "valid-once-then-returned": (
            "a wager found under the minimum after the first card is valid once, with a warning; later ones "
            "are returned whatever the result"
        ),
        "refused": "a wager under the minimum is refused",
    },
    "Limits.above_maximum": {
        "counts-to-maximum": (
            "a wager found over the maximum after the first card counts up to the maximum, and the rest is returned"
        ),
        "refused": "a wager over the maximum is refused",
    },
    "Limits.wrong_multiple": {
        "as-it-lies": "a wager found after the first card not to be in the unit of the table counts as it lies",
        "paid-up-to-chips": (
            "a wager found after the first card not to be in the unit of the table is paid up to the next "
            "amount that chips can make"
        ),
        "refused": "a wager that is not in the unit of the table is refused",
    },
    "Limits.street_over_multiple": {
        "counts-to-maximum": (
            "a street wager found over the permitted multiple counts up to it, and the rest is returned"
        ),
        "refused": "a street wager over the permitted multiple is refused",
    },
    "Limits.street_under_multiple": {
        "valid": "a street wager found under the permitted multiple is valid",
        "valid-once-then-returned": (
            "a street wager found under the permitted multiple is valid once, with a warning; later ones are "
            "returned whatever the result"
        ),
        "refused": "a street wager under the permitted multiple is refused",
    },
    "Limits.cannot_fund": {
        "must-fold": "a player who cannot pay for the next street must fold",
        "void-once-then-forfeited": (
            "a player who cannot pay for the next street has the hand voided once, with a warning; after that "
            "the hand is forfeited"
        ),
        "refused": "a street wager that the player cannot pay is refused, and the game waits",
    },
    "Limits.past_rounds_stand": {
        "yes": "rounds already finished stand",
        "no": "rounds already finished may be settled again",
    },
    "Limits.personal_limits": {
        "yes": "a player may be given limits of their own",
        "no": "the same limits hold for every player",
    },
    "Limits.multiples_of_minimum": {
        "yes": "wagers are always multiples of the minimum",
        "no": "wagers are multiples of the minimum only if the sign says so",
    },
    "Limits.low_limit_needs_shuffler": {
        "yes": "at low limits the cards are dealt from a shuffler",
        "no": "at low limits the cards may be dealt from a shoe too",
    },
    "Limits.low_limit_in_tournaments": {
        "yes": "tournaments may be played at low limits",
        "no": "no tournaments are played at low limits",
    },
    "Notices.raise_minimum_minutes": {
        "1": "a higher minimum needs one minute's notice",
        "*": "a higher minimum needs {value} minutes' notice",
    },
    "Notices.raise_at_once_with_marker": {
        "yes": "the minimum may rise at once if players already at the table keep the old one",
        "no": "the minimum may not rise at once",
    },
    "Notices.end_kept_minimum_minutes": {
        "1": "a minimum that players have kept ends after one minute's notice",
        "*": "a minimum that players have kept ends after {value} minutes' notice",
    },
    "Notices.both_minimums_shown": {
        "yes": "while two minimums hold, the signs show both",
        "no": "while two minimums hold, the signs need not show both",
    },
    "Notices.close_table_minutes": {
        "1": "closing a table needs one minute's notice",
        "*": "closing a table needs {value} minutes' notice",
    },
    "Notices.close_table_hands": {
        "1": "closing a table needs one hand's notice",
        "*": "closing a table needs {value} hands' notice",
    },
    "Notices.move_table_minutes": {
        "1": "moving a table to another meter needs one minute's notice",
        "*": "moving a table to another meter needs {value} minutes' notice",
    },
    "Notices.close_meter_minutes": {
        "1": "closing a meter needs one minute's notice",
        "*": "closing a meter needs {value} minutes' notice",
    },
    "Notices.change_option_minutes": {
        "1": "another jackpot option needs one minute's notice",
        "*": "another jackpot option needs {value} minutes' notice",
    },
    "Notices.cancel_game_days": {
        "1": "a game left unfinished for more than a day is cancelled",
        "*": "a game left unfinished for more than {value} days is cancelled",
    },
    "Dealing.cards": "the deck has {value} cards",
    "Dealing.jokers": {
        "yes": "there are jokers",
        "no": "there are no jokers",
    },
    "Dealing.hole_cards": {
        "1": "each hand is dealt one card",
        "*": "each hand is dealt {value} cards",
    },
    "Dealing.community_cards": {
        "1": "there is one community card",
        "*": "there are {value} community cards",
    },
    "Dealing.shuffled_every_round": {
        "yes": "the cards are shuffled for every round",
        "no": "the cards are not shuffled for every round",
    },
    "Dealing.cut_depth_cards": {
        "1": "a cut leaves at least one card at either end",
        "*": "a cut leaves at least {value} cards at either end",
    },
    "Dealing.alternating_backs_differ": {
        "yes": "two decks in turn have backs of different colours",
        "no": "two decks in turn may have the same backs",
    },
    "Dealing.decks_alternate": {
        "yes": "two decks are used in turn",
        "no": "two decks are not used in turn",
    },
    "Dealing.reshuffling_device_needs_approval": {
        "yes": "a device that shuffles the cards again needs approval",
        "no": "a device that shuffles the cards again needs no approval",
    },
    "Dealing.two_decks_shuffled_by": "two decks are allowed only if the cards are shuffled {value}",
    "DealingMethod.steps": "the deal is {value}",
    "DealingMethod.cut": {
        "by-dealer": "the dealer cuts the cards",
        "unless-machine-shuffled": "the cards are cut unless a machine shuffled them",
        "never": "there is no cut",
    },
    "DealingMethod.decks": {
        "1": "one deck is at the table",
        "*": "up to {value} decks are at the table",
    },
    "DealingMethod.shuffled_by": "the cards are shuffled {value}",
    "DealingMethod.change_deck_hours": {
        "1": "the cards are changed at least every hour",
        "*": "the cards are changed at least every {value} hours",
    },
    "DealingMethod.stub_count_rounds": {
        "1": "where no device counts the cards, the remaining ones are counted every round",
        "*": "where no device counts the cards, the remaining ones are counted every {value} rounds",
    },
    "DealingMethod.device_deals": {
        "yes": "a device deals the cards",
        "no": "the dealer deals the cards",
    },
    "DealingMethod.jackpot_chips_counted": {
        "yes": "the chips of the jackpot wagers are counted against the wagers that the system accepted",
        "no": "the chips of the jackpot wagers are not counted",
    },
    "PlayRules.third_street_order": {
        "any": "players decide on 3rd street in any order",
        "from-dealers-left": "players decide on 3rd street one at a time, from the dealer's left",
    },
    "PlayRules.later_streets_order": {
        "any": "players decide on 4th and 5th street in any order",
        "from-dealers-left": "players decide on 4th and 5th street one at a time, from the dealer's left",
    },
    "PlayRules.settlement_order": {
        "from-dealers-right": "hands are settled from the dealer's right",
    },
    "PlayRules.jackpots_paid": {
        "with-each-hand": "jackpots are paid as each hand is settled",
        "after-all-hands": "jackpots are paid after all hands are settled",
    },
    "PlayRules.absent": {
        "folded": "the hand of a player who is away at a decision is folded",
        "may-be-abandoned": "the wagers of a player who is away may count as abandoned",
        "waits": "the game waits for a player who is away",
    },
    "PlayRules.talking": {
        "always": "telling others about one's cards forfeits the wagers",
        "may": "telling others about one's cards may forfeit the wagers",
    },
    "PlayRules.talking_after_last_card": {
        "yes": "players may not talk about their cards even once every community card is turned",
        "no": "once every community card is turned, players may talk about their cards",
    },
    "PlayRules.fold_is_final": {
        "yes": "a folded hand never comes back",
        "no": "a fold can be taken back",
    },
    "PlayRules.concede": {
        "yes": "a player may concede the hand at settlement",
        "no": "a player cannot concede a hand at settlement",
    },
    "PlayRules.blind_boxes_fold": {
        "yes": "a blind hand may be folded",
        "no": "a blind hand cannot be folded",
    },
    "PlayRules.blind_wagers_before_first_card": {
        "yes": "all street wagers of a blind hand are placed before the first community card is turned",
        "no": "the street wagers of a blind hand are placed street by street",
    },
    "PlayRules.retract_after_stray_hand": {
        "yes": "after cards were dealt to a position without an ante, players may take back their wagers",
        "no": "after cards were dealt to a position without an ante, players may not take back their wagers",
    },
    "PlayRules.retraction_reregisters_jackpots": {
        "yes": "when a player takes back the wagers, the other jackpot wagers are registered again",
        "no": "when a player takes back the wagers, the other jackpot wagers stay as they are",
    },
    "SeedOption.rates": "with a seed of {seed} for each dollar of the wager, the increment rate is {value}",
    "SeedOption.table": "prizes follow the pay table “{value}”",
    "BonusJackpot.name": {
        "bonus-jackpot": "other players receive a bonus jackpot when a high hand wins",
        "envy-bonus": "other players receive an Envy Bonus when somebody has a high hand",
        "*": "other players receive “{value}” when somebody has a high hand",
    },
    "BonusJackpot.hands": "{bonus} is for {value}",
    "BonusJackpot.prizes_cents": "with a wager of {cost}, {bonus} for {hand} is {value}",
    "BonusJackpot.keeps_after_fold": {
        "yes": "a player who has folded still receives {bonus}",
        "no": "a player who has folded does not receive {bonus}",
    },
    "BonusJackpot.for_own_hand": {
        "yes": "a player also receives {bonus} for their own hand",
        "no": "nobody receives {bonus} for their own hand",
    },
    "BonusJackpot.each_hand": {
        "yes": "{bonus} is paid once for each such hand",
        "no": "{bonus} is paid once in a round, however many such hands there are",
    },
    "BonusJackpot.without_wager": {
        "yes": "{bonus} is due even if the holder of the hand made no jackpot wager",
        "no": "{bonus} is due only if the holder of the hand made a jackpot wager",
    },
    "BonusJackpot.winner_excluded": {
        "yes": "a winner of the meter gets no share of {bonus} in that round",
        "no": "a winner of the meter also receives {bonus} for the hands of others",
    },
    "BonusJackpot.paid_first": {
        "yes": "{bonus} is paid before the prizes of the meter",
        "no": "{bonus} is not paid before the prizes of the meter",
    },
    "BonusJackpot.paid_with_hand": {
        "yes": "{bonus} is paid when the hand it is for is settled",
        "no": "{bonus} is paid when all hands are settled",
    },
    "Jackpot.wager": "{value} plays for the meter",
    "Jackpot.sharing": {
        "by-weight": "several winners in one round share the meter by the weight of their hands",
        "shared-or-guaranteed": (
            "several winners in one round share the meter, or each takes a guaranteed minimum if that is more"
        ),
        "in-turn": "several winners in one round are paid in turn, each from what the meter then holds",
    },
    "Jackpot.rounding": {
        "up-to-dollar": "prizes are worked out on the meter rounded up to the whole dollar",
        "exact": "prizes are worked out on the meter as it stands, without rounding",
    },
    "Jackpot.rounding_off_meter": {
        "yes": "what rounding up adds to a prize comes off the meter too, while it lasts",
        "no": "the house pays what rounding up adds to a prize",
    },
    "Jackpot.shares": "{hand} takes {value} of the meter",
    "Jackpot.maximum_rate": "at most {value} of a wager goes onto the meter",
    "Jackpot.royal_weight": "when winners share, a royal flush has the weight {value}",
    "Jackpot.straight_flush_weight": "when winners share, a straight flush has the weight {value}",
    "Jackpot.minimum_reset_cents": "the meter starts, and starts again, at {value} or more",
    "Jackpot.starts_at_seed": {
        "yes": "the meter starts at its seed times the price of the wager",
        "no": "the meter need not start at its seed",
    },
    "Jackpot.never_below_seed": {
        "yes": "a meter that a prize takes below its seed is raised back to it",
        "no": "when only part of the meter is won, it goes on from what is left",
    },
    "Jackpot.validates_all": {
        "yes": "lesser prizes are validated before they are paid, as those of the meter are",
        "no": "only the prizes of the meter are validated before they are paid",
    },
    "Jackpot.settled_when_recorded": {
        "yes": "a round is settled on the meter when its outcome is recorded there",
        "no": "a round is settled on the meter whether or not its outcome is recorded there",
    },
    "Jackpot.straight_flush_before_royal": {
        "yes": "a straight flush is paid before a royal flush of the same round",
        "no": "a straight flush is not paid before a royal flush of the same round",
    },
    "Jackpot.one_meter_a_table": {
        "yes": "a table belongs to one meter at most",
        "no": "a table may belong to several meters",
    },
    "Jackpot.one_cost_a_meter": {
        "yes": "the jackpot wager costs the same at all tables of a meter",
        "no": "the jackpot wager may cost more at one table of a meter than at another",
    },
    "Jackpot.costs_differ_between_meters": {
        "yes": "no two meters have the same price of the wager",
        "no": "two meters may have the same price of the wager",
    },
    "Jackpot.one_option_everywhere": {
        "yes": "all meters use the same jackpot option",
        "no": "each meter may use its own jackpot option",
    },
    "Jackpot.one_pay_table_a_meter": {
        "yes": "all tables of a meter have the same pay table",
        "no": "the tables of a meter may have different pay tables",
    },
    "Jackpot.closing_moves_surplus": {
        "yes": "when a meter closes, what it holds above its seed moves to other meters",
        "no": "when a meter closes, nothing moves to other meters",
    },
    "Jackpot.full_meter_from_table": {
        "yes": "a prize of the whole meter may be paid in the table's chips",
        "no": "a prize of the whole meter is not paid in the table's chips",
    },
    "Jackpot.documented_first": {
        "yes": "a prize that is not paid in the table's chips is documented before the cards leave the table",
        "no": "a prize need not be documented before the cards leave the table",
    },
    "Jackpot.equipment_fitted": {
        "yes": "jackpot wagers are taken only at a table fitted for them",
        "no": "jackpot wagers are taken at any table",
    },
    "Jackpot.equipment_working": {
        "yes": "jackpot wagers are taken only while the equipment works or manual means replace it",
        "no": "jackpot wagers are taken even while the equipment does not work",
    },
    "Jackpot.retraction_cancels": {
        "yes": (
            "when a player takes back the wagers, the jackpot game is cancelled and the other jackpot wagers "
            "are registered again"
        ),
        "no": "when a player takes back the wagers, the jackpot game goes on",
    },
    "Jackpot.leaver_cancels": {
        "yes": (
            "when a player with a carried jackpot wager leaves, the jackpot game is cancelled and the others "
            "are registered again"
        ),
        "no": "when a player with a carried jackpot wager leaves, the jackpot game goes on",
    },
    "Jackpot.joiner_cancels": {
        "yes": "when a player joins a carried jackpot game, it is cancelled and everybody is registered again",
        "no": "when a player joins a carried jackpot game, it goes on",
    },
    "Jackpot.mistake_cancels": {
        "yes": "a jackpot game started by mistake is cancelled",
        "no": "a jackpot game started by mistake goes on",
    },
    "Jackpot.qualifying": "the hands that win at the jackpot: {value}",
    "BilingualName.en": {
        "same": "the book says “{value}” in English",
        "*": "the book's English word for “{term}” is “{value}”",
    },
    "BilingualName.fr": {
        "same": "the book says “{value}” in French",
        "*": "the book's French word for “{term}” is “{value}”",
    },
    "Title.en": {
        "same": "a member of staff is called “{value}” in English",
        "*": "in English, the {term} is called “{value}”",
    },
    "Title.fr": {
        "same": "a member of staff is called “{value}” in French",
        "*": "in French, the {term} is called “{value}”",
    },
    "Title.rank": "the {term} has rank {value} among the staff; a higher rank may do more",
    "Official.en": {
        "same": "an outside official is called “{value}” in English",
        "*": "in English, the {term} is called “{value}”",
    },
    "Official.fr": {
        "same": "an outside official is called “{value}” in French",
        "*": "in French, the {term} is called “{value}”",
    },
    "Official.may": "the {term} has no powers but {value}",
    "Staff.powers": "{power} takes the rank of {value} or above",
    "Duty.by": {
        "alone": "it is done by the {value}",
        "*": "it is done by the {value} or above",
    },
    "Duty.verified_by": "the {value} or above confirms it as a second person",
    "Duty.when": "only if {value}",
    "Duty.methods": "only where cards are dealt {value}",
    "Duty.alone": {
        "yes": "nobody else may do it, not even someone of higher rank",
        "no": "someone of higher rank may do it too",
    },
    "Duty.player_first": {
        "yes": "it waits until a player arrives",
        "no": "it does not wait for a player",
    },
    "Duty.then": "next comes what is due {value}",
    "Case.ruling": "{value}",
    "Case.when": "there is a rule for one case ({value})",
    "Case.dealing": "this rule is for cards dealt {value}",
    "Case.decides": "the {value} or above decides",
    "Case.told": "the {value} must be told",
    "Case.deck": "the deck is {value}",
    "Case.verified_by": "the {value} or above confirms it as a second person",
    "Case.asks": "the dealer is told to act (“{value}”)",
    "Case.returned": {
        "yes": "the wagers are returned",
        "no": "the wagers are not returned",
    },
    "Case.may": {
        "yes": "whoever decides may also take no action",
        "no": "whoever decides must act",
    },
    "Conduct.devices": {
        "yes": "a device that records, projects or analyses the game may be used",
        "no": (
            "nobody may use a device that records, projects or analyses the game: no practice, advice or analysis at a "
            "table with others"
        ),
    },
    "Conduct.devices_on_duty": {
        "yes": "staff and inspectors may use such devices while on duty",
        "no": "staff and inspectors may not use such devices either",
    },
    "Conduct.advice_by_staff": {
        "yes": "staff may advise players how to play",
        "no": "staff do not advise players how to play, except to keep to the rules",
    },
    "Conduct.advice_by_others": {
        "never": "neither onlookers nor other players may influence a player's decisions",
        "on-request": "onlookers and other players may advise a player only if the player asks for it",
    },
    "Conduct.private_bets": {
        "yes": "people may bet with each other outside the game",
        "no": "people may not bet with or against each other outside the game",
    },
    "Conduct.complaints_investigated": {
        "yes": "whoever complains about the conduct of gaming may have the regulator investigate it",
        "no": "the regulator does not investigate complaints",
    },
    "Conduct.copy_on_request": {
        "yes": "anyone who asks may have a copy of the rules",
        "no": "no copy of the rules is given out",
    },
    "Tournament.equal_chance": {
        "yes": "all players of a tournament have an equal chance: seats by lot, and the first to bet changes each hand",
        "no": "the chances of the players of a tournament need not be equal",
    },
    "Tournament.deputies": {
        "yes": "the tournament director may appoint deputies, who may be present instead",
        "no": "the tournament director has no deputies",
    },
    "Tournament.practice_hands": {
        "yes": "players may be taught the game and play practice hands before a tournament",
        "no": "no practice hands are played before a tournament",
    },
    "Tournament.early_when_determined": {
        "yes": "play at a table may end early once it is certain who goes on",
        "no": "play at a table does not end early because it is certain who goes on",
    },
    "Tournament.early_when_all_agree": {
        "yes": "play at a table may end early if the terms redeem chips in cash and all players there agree",
        "no": "play at a table does not end early by agreement",
    },
    "Tournament.employee_approvers": (
        "an employee plays in a charity event only with the prior approval of one of these: {value}"
    ),
    "Tournament.director_present": {
        "yes": "the tournament director is present throughout",
        "no": "the tournament director need not be present throughout",
    },
    "Tournament.tables_exclusive": {
        "yes": "tables of a tournament serve nothing else while it lasts",
        "no": "tables of a tournament may serve other play too",
    },
    "Tournament.equal_starting_bank": {
        "yes": "all players of a tournament start with the same chips",
        "no": "players of a tournament may start with different chips",
    },
    "Tournament.employees_win_prizes": {
        "yes": "employees who play may win prizes",
        "no": "employees who play win no prizes",
    },
    "Tournament.before": "{value}",
    "Tournament.terms": "{value}",
    "Promotion.scrutineer_over_cents": "a scrutineer oversees the draw of a prize over {value}",
    "Promotion.payment_choice_over_cents": "the winner of a cash prize over {value} chooses how it is paid",
    "Promotion.payment_choices": "such a prize may be paid as {value}",
    "Promotion.liquor_litres_maximum": {
        "1": "liquor given as a prize is one litre at most",
        "*": "liquor given as a prize is {value} litres at most",
    },
    "Promotion.notify_winner_days": {
        "1": "a winner is told within a day",
        "*": "a winner is told within {value} days",
    },
    "Promotion.winner_told_by": "{value}",
    "Promotion.cash_alternative": {
        "yes": "the terms may offer cash in place of a prize that is not money",
        "no": "no cash is offered in place of a prize",
    },
    "Promotion.without_cash_alternative": "no cash is offered in place of {value}",
    "Promotion.prescribed": "the regulations allow no prize of {value}",
    "Promotion.terms_found": "the terms of a promotion are available {value}",
    "Promotion.reason_told": {
        "yes": "whoever is refused a prize is told why as soon as practicable",
        "no": "whoever is refused a prize need not be told why",
    },
    "Promotion.decision_final": {
        "yes": "the operator's decision on a dispute about a promotion is final",
        "no": "the operator's decision on a dispute about a promotion is not final",
    },
    "Promotion.complaint_to_inspector": {
        "yes": "whoever is not satisfied with a decision is told of the right to complain to an inspector",
        "no": "nobody is told of a right to complain about a promotion",
    },
    "Promotion.inspectorate_told": {
        "yes": "the inspectorate is told at once when a promotion is postponed or its draw cancelled",
        "no": "the inspectorate is not told when a promotion is postponed or its draw cancelled",
    },
    "Promotion.authority_notice_hours": {
        "1": "the Authority has the terms one hour or more before the promotion begins",
        "*": "the Authority has the terms {value} hours or more before the promotion begins",
    },
    "Promotion.amending_needs_approval": {
        "yes": "once a promotion has begun, its terms change only with approval",
        "no": "the terms of a promotion may change without approval",
    },
    "Promotion.record_denied_over_cents": "a denied claim to a prize over {value} is recorded",
    "Promotion.prohibited": "{value}",
    "Promotion.terms": "{value}",
    "Returns.main": "the main game returns {value} of all that is wagered, with the best play",
    "Returns.three_card_bonus": "the Three Card Bonus returns {value} of what is wagered on it",
    "Returns.ties_bet": {
        "yes": "the printed return supposes that a player bets where betting and folding are worth the same",
        "no": "the printed return supposes that a player folds where betting and folding are worth the same",
    },
}
"""By field, such as ``WagerRule.on_fold``."""

RULE_HEADS: Final = {
    "PayTable": "{wager}, pay table {table}",
    "PayTable.own": "{wager}, {table}",
    "PayTable.main": "{wager}",
    "PayTable.ante": "the ante and the street wagers",
    "Cap.streets": "the street wagers",
    "Streets.each": "each street wager",
    "DealingMethod": "cards dealt {method}",
    "SeedOption": "jackpot option {option}",
    "Duty": "{moment}, “{duty}”",
    "Case": "if {incident}",
    "Case.one": "if {incident} ({case})",
    "Case.last": "if {incident}, in any other case",
    "Tournament.before": "before a tournament",
    "Tournament.terms": "the terms of a tournament state",
    "Promotion.winner_told_by": "a winner may be told",
    "Promotion.prohibited": "not to be given as a prize",
    "Promotion.terms": "the terms of a promotion state",
}
"""What a phrase of a table, a duty or an incident is about, by the type or the field that holds it."""
