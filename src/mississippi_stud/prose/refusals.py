"""What a person reads when the book does not allow something: every refusal in a sentence."""

import re
from fractions import Fraction
from typing import Any, Final

from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.names import NAMES, amount, moment, number
from mississippi_stud.prose.promotion_refusals import PROMOTION_REFUSALS, lacking_items, stage_name, ways_named
from mississippi_stud.prose.prompts import PEOPLE, duty, name_of
from mississippi_stud.prose.reasons import tell_reason
from mississippi_stud.prose.rulings import STAGES
from mississippi_stud.prose.tournament_refusals import (
    LIVES,
    TOURNAMENT_REFUSALS,
    act_name,
    approver_name,
    chips_shown,
    life_name,
    listed,
)
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import BilingualName

REFUSALS: Final = {
    "all-folded": "every hand has folded and the card would not decide any wager: settle the round",
    "already-dealt": "the cards have already been dealt",
    "already-open": "the round is already open",
    "already-placed": "position {position} already has its {wager}: only one is allowed",
    "below-seed": "the meter would show {offered}; it never shows less than {minimum}",
    "bets-closed": "the {wager} can no longer be placed or taken back: no more bets",
    "blind-box": "position {position} is a blind box: place all three street wagers at once; it cannot fold",
    "blind-too-late": "the street wagers of a blind box must be placed before the first community card is turned",
    "book-decides": "the book itself sets what the {wager} pays; a sign cannot change it",
    "card-twice": "that card is already on the table",
    "card-unknown": "the card is not known yet: enter which card it is",
    "cards-known": "the cards of position {position} are already known",
    "all-read": "every card of this deal has been read: deal them, or take back the last one",
    "cards-when-turned": "at this table cards are entered as they are turned, not as they leave the shoe",
    "not-all-read": "{read} cards have been read and {left} have not: read each card as it leaves the shoe",
    "taken-back-above": "something has followed from the last entry: somebody above can take it back, with grounds",
    "own-wagers": "players here place their wagers themselves: there is nothing to correct",
    "enter-wagers-anew": "no card is out yet: enter the wagers of the seat anew",
    "called-already": "you have called already, and somebody will come: say more when they are here",
    "no-such-call": "there is no such open call",
    "call-answered": "somebody is on their way already",
    "card-not-there": "no such card has been turned and entered in this round",
    "chips-on-layout": "at this table wagers are chips on the layout: the dealer enters them and what you decide",
    "correction-unsaid": "a correction must say how much, what it corrects, who makes it and why",
    "cost-taken": "the meter {meter} already takes wagers of {offered}: each meter must have its own cost",
    "count-differs": "{counted} chips were counted but {accepted} wagers accepted: find out why before dealing a card",
    "equipment": "the meter equipment of table {table} does not work and nothing replaces it: accept no jackpot wagers",
    "entry-of-another": "somebody else made the last entry: ask somebody above to correct it",
    "game-in-play": "a jackpot game is in play at table {table}: wait until its outcome is recorded",
    "game-registered": "the jackpot wagers of table {table} are already registered: no more bets",
    "game-waits": "a game is waiting for its player",
    "gaming-disabled": "no new round can begin now: {reason}",
    "hand-ended": "position {position} no longer has a hand in play",
    "hand-missing": "position {position} has a jackpot wager, but its hand is not shown",
    "insufficient-funds": "the balance is too low for that",
    "limits-crossed": "the maximum of the {wager} is less than its minimum",
    "meter-changed": "table {table} has moved to the meter {meter} since betting opened: take the jackpot wager back",
    "meter-prize": "position {position} wins a share of the meter: include the meter's prizes in the command to settle",
    "meter-taken": "the name {meter} is or was in use for another meter: choose a different name",
    "must-be-ruled": "the book leaves no choice: a ruling must be made",
    "must-fold": "a player who cannot pay for the next street must fold",
    "needed-by": "the {wager} cannot be taken back while the {by} is in place: take that back first",
    "needs": "the {wager} can be placed only together with the {needed}",
    "needs-title": "only the {title} or above may do this",
    "nothing-to-take-back": "there is nothing to take back: something has followed since, or the round is over",
    "no-amount": "a wager is a positive amount in whole cents; {offered} was offered",
    "no-ante": "there is no ante",
    "no-blind-box": "position {position} is not a blind box",
    "no-bonus-cards": "there are no Six Card Bonus cards to turn, or they are already known",
    "no-card": "there is no such card",
    "no-burn": "no card is burnt when dealing this way",
    "no-chips": "this book pays to the cent: chip values make no difference",
    "no-cost": "the sign must say what the {wager} costs",
    "no-concession": "this book does not let a player concede a hand",
    "no-game": "table {table} has no such jackpot wager in play",
    "no-jackpot": "this book has no jackpot",
    "no-max-all": "the maximum on every street left cannot be bet here",
    "no-max-payout": "this book does not let a sign set a maximum payout",
    "no-notice": "a notice must announce this {minutes} minutes in advance; put one up first",
    "no-personal-limits": "this book has no personal limits",
    "no-rate": "{written} is not a rate; write it as 34.06%",
    "no-shares": "the shares of the receiving meters must be whole numbers, at least 1",
    "no-street-open": "there is no street to decide on now",
    "no-such-dealing": "there is no dealing method {dealing}; choose from {methods}",
    "no-such-chip": "a chip must be worth more than nothing; {offered} was given",
    "no-such-hand": "{hand} is not a hand that a sign can pay; choose from {hands}",
    "no-such-meter": "there is no open meter {meter}; the open meters are {meters}",
    "no-such-option": "there is no option {option}; choose from {options}",
    "no-such-pay": "a sign cannot pay {pay} for {hand}; write it as 50 for 1",
    "no-such-payout": "a maximum payout must be more than nothing; {offered} was given",
    "no-such-position": "there is no position {position}; the table has positions 1 to {maximum}",
    "no-such-seed": "{seed} is not a seed in the book's table; choose from {seeds}",
    "no-such-table": "the {wager} has no pay table {table}; choose from {tables}",
    "no-such-unit": "the {wager} must go up in steps of more than nothing; {offered} was given",
    "no-such-win": "position {position} has not won with this hand ({hand}): check the cards and the wagers",
    "no-tokens": "promotional tokens are not accepted",
    "nobody-seated": "nobody is seated at the table",
    "nobody-there": "nobody is playing at position {position}",
    "nobody-to-talk-to": "there is nobody to exchange information with",
    "no-talking": "nobody talks from the deal until the round is over; phrases can be said again then",
    "nothing-to-tell": "all community cards are turned: nothing said now can cost a player their wagers",
    "not-at-settlement": "that is done at settlement, when all community cards are turned",
    "not-before-deal": "the {wager} can be placed only after the deal",
    "not-dealt": "the cards have not been dealt yet",
    "not-fitted": "table {table} is not fitted with the meter equipment",
    "not-in-turn": "position {first} decides first",
    "not-in-units": "the {wager} goes up in steps of {unit}; {offered} was offered",
    "not-offered": "the {wager} is not offered here",
    "not-open": "no round is open",
    "not-placed": "position {position} has no {wager} to take back",
    "not-with-dealing": "the {wager} is not offered when dealing by {dealing}",
    "nothing-to-decide": "position {position} has nothing to decide now",
    "nothing-to-document": "table {table} has no prize to document",
    "notice-not-due": "that notice is not due, or has already been given",
    "notice-too-short": "the notice must have been up for {minutes} minutes; it has been up for {waited}",
    "nowhere-to-go": "what the meter {meter} holds above its seed must go to another meter: name one",
    "one-hand": "a player may have only one hand; {player} has more",
    "one-option": "all meters use the same option and seed: option {option}, {seed}",
    "other-card": "a different card is on the table there",
    "other-pay-table": "table {table} does not pay by the pay table of the meter {meter}",
    "other-round": "the jackpot game in play at table {table} belongs to round {round}",
    "outside-limits": "the {wager} is {offered}; this table takes {bounds}",
    "part-of-a-cent": "a wager is in whole cents; {written} was offered",
    "position-taken": "only one player can play at a position",
    "queue-full": "{most} people wait for a seat already; try again later, or sit down at another table",
    "rate-too-high": "{written} of a wager cannot go onto the meter; the maximum is {most}",
    "reset-too-low": "a meter starts and resets at {minimum} or more; {offered} was offered",
    "round-over": "the round is over",
    "seat-offered": (
        "the free seat is kept for somebody who waits in line, for at most {seconds} seconds; wait in line too"
    ),
    "seated-already": "{player} already sits at this table",
    "seen-at-once": "a wager outside its limits is never accepted, whether noticed or not",
    "still-deciding": "the next card is turned when every hand has decided; still to decide: {positions}",
    "still-playing": "hands are still in play: {positions}",
    "stray-prize": "position {position} is not owed this prize ({wager}): check the cards and the wagers at the table",
    "table-not-linked": "table {table} is not on a meter",
    "table-on-meter": "table {table} is on the meter {meter}: a table can have only one meter",
    "to-itself": "the meter {meter} cannot pass its value to itself",
    "too-early": "something has already been recorded after that time",
    "undocumented": "a prize at table {table} still has to be documented: leave the cards on the table",
    "too-many-tokens": "{tokens} in tokens was offered for a wager of {offered}: tokens can be any part or all of it",
    "wrong-cards": "the deal needs {needed} different cards; {given} were given",
    "wrong-cost": "the {wager} costs {costs}; {offered} was offered",
    "wrong-multiple": "a street wager is {multiples} times the ante; {times} was offered",
    "by-ruling-only": "that takes a ruling: report the incident",
    "card-not-early": "that card is due or has already been turned; nothing was shown too early",
    "count-is-right": "a wrong number of cards cannot be {count}",
    "count-missing": "enter how many cards were counted",
    "count-wrong": "{count} cards were counted: report the incident",
    "cut-too-shallow": "put the cover card in at least {least} cards from the top",
    "decided-already": "dispute {dispute} has already been decided",
    "deck-too-old": "the deck has been in use for {hours} hours: change it",
    "no-automated-shoe": "no automated dealing shoe is in use here",
    "bonus-not-dealt": "no bonus cards are dealt here",
    "no-counting-device": "no device that counts the cards is in use here",
    "no-device": "no device is in use here",
    "no-shuffler": "no shuffling device is in use here",
    "player-first": "a player must come and see the cards first: {duty}",
    "device-out": "the device is out of order: replace it or deal another way",
    "disputed-already": "dispute {dispute} about this round is already open",
    "dispute-closed": "dispute {dispute} is closed",
    "excluded": "{player} is excluded from the game",
    "fact-missing": "to report {incident}, also say {fact}",
    "guest-in-round": "the guest has wagers in play: sign out, finish that round, and bring the guest in afterwards",
    "hand-in-play": "position {position} has wagers in play: a player who leaves now is treated as absent",
    "hands-not-played": "the table can close once {hands} hands have been played since the notice",
    "hands-notice-missing": "to close the table, announce it {hands} hands in advance",
    "has-ante": "position {position} has an ante, so its cards are not a stray hand",
    "jackpot-counted": "its chips were counted before the deal against the wagers accepted: it cannot change now",
    "jackpot-carried": "position {position} has a jackpot wager carried to the next round: return it first",
    "low-limit-shuffler": "at low limits, cards may be dealt only from a shuffling device",
    "low-limit-tournament": "tournaments cannot be played at low limits",
    "may-stay": "a player can be asked to leave only after {rounds} rounds without a wager at a full table",
    "no-deck": "there is no deck at the table",
    "no-grounds": "give the grounds for it",
    "no-kept-minimum": "this book does not let players keep an earlier minimum",
    "no-more-bets-first": "first announce that no more bets are accepted",
    "no-notice-needed": "this book does not require a notice for that",
    "no-retraction": "position {position} may not take its wagers back",
    "no-review": "the decision is final: this book has no review",
    "no-room-for-boxes": "a second box is allowed only if nobody is kept from playing and other tables have seats",
    "no-ruling": "nothing has happened that the book has a ruling for",
    "no-such-cause": "{cause} is not a cause; choose from {causes}",
    "more-cards-lie": "{count} cards cannot be right: {out} are on the table",
    "not-seated": "{player} is not seated at the table",
    "not-so-many": "the round needs its cards: the deck can spare at most {spare}",
    "nothing-spread": "cards are spread for a player only while nobody is playing at the table",
    "nothing-to-reject": "nobody has reported this as done yet: {duty}",
    "too-many-named": "{named} cards are named; name at most {most}",
    "no-such-dispute": "there is no dispute {dispute}",
    "no-such-incident": "this book has no incident {incident}",
    "no-such-measure": "{measure} is not a measure; choose from {measures}",
    "no-such-power": "this book gives nobody the power to do that",
    "no-such-prompt": "there is no such task to do",
    "no-such-title": "{by} is not a title in this book; choose from {titles}",
    "nobody-else": "only the {needed} may do that",
    "not-approved": "the device may be used only with an approval on file",
    "not-blind-boxes": "positions {positions} do not belong to one player with a blind box",
    "not-called": "a wager that is only called out is not accepted: place the chips",
    "not-carried": "position {position} has no jackpot wager carried to this round",
    "not-decided": "dispute {dispute} has not been decided yet",
    "not-now": "that cannot happen now; it can happen only {stage}",
    "not-on-duty": "no {by} is on duty at the table",
    "not-shuffled-so": "with {dealing}, the cards cannot be shuffled by {shuffling}; choose from {allowed}",
    "nothing-asked": "no ruling is pending",
    "nothing-kept": "no player here keeps an earlier minimum",
    "nothing-to-cut": "the cards of this table are cut after every shuffle",
    "nothing-to-recut": "the cards can be cut again only between the cut and the first card",
    "notice-missing": "a notice must announce this {minutes} minutes in advance",
    "sign-not-due": "the sign has not been up for {minutes} minutes, or gives a later time",
    "notice-time-too-soon": "the time on the sign must be at least {minutes} minutes ahead",
    "on-duty-already": "that {by} is already on duty",
    "one-deck-by-hand": "a second deck may be used only where a machine shuffles",
    "other-design": "both decks must have the same design",
    "other-minimum": "the sign gives a different minimum",
    "prompt-before": "first: {duty}",
    "prompt-waits": "still to be done: {duty}",
    "rank-too-low": "only the {needed} or above may do that; the {by} asked",
    "report-incident": "report what you found as an incident",
    "review-not-asked": "nobody has asked for a review of dispute {dispute}",
    "review-waits": "the review of dispute {dispute} has not been decided yet",
    "round-open": "this has to wait until the round is over",
    "ruling-waits": "a ruling is needed first, from the {decides} or above",
    "same-backs": "the two decks must have backs of different colours",
    "second-person": "a second person must confirm that: {duty}",
    "separated": "{player} may not play at the same table as another player here",
    "suspects-first": "positions {positions} must play first",
    "table-closed": "the table is not open",
    "too-many-disputes": "the player already has {most} open disputes at this table: wait until one is closed",
    "too-many-decks": "the table can have at most {most} decks",
    "voucher-conditions": "the voucher's conditions are not met",
    "floors-deck": "the floor deals from its own deck at this table: cards cannot be named, and none can go astray",
    "not-a-players": "only the table's staff can deal, turn cards, settle and rule; a player cannot",
    "not-yours": "a player can act only for their own position",
    "nothing-withheld": "no winnings of {player} are withheld",
    "nothing-pending": "no prize number {prize} is waiting for validation",
    "prize-waits": "prize {prize} is waiting for validation: the table can close once it is paid or rejected",
    "other-commitment": "the house has committed to a different deck from the one named: look again, then deal",
    "reserve-used": "the reserve of {seconds} seconds is used up; it is given anew with the next seat",
    "no-advice": "no advice is given at a table with other players or a dealer",
    "no-aid": "you have a seat at a table with other players or a dealer: leave it, then come back",
    "works-here": "{player} is on duty at this table and cannot play here",
    "plays-here": "{player} plays at this table and cannot be on duty here",
    "turn-passed": "that moment has passed: look again, then decide",
    "deposit-limit": (
        "your deposit limit leaves {left} for {period}, and this deposit is {offered}; the limit is renewed on {until}"
    ),
    "guest-care": (
        "the guest of this browser has limits, breaks or an exclusion, and nothing leaves these behind: sign out and "
        "make an account of the guest, which keeps everything"
    ),
    "guest-left": "this guest is part of an account now: sign in to the account to play",
    "person-gone": "this person was erased, and nobody plays as them any more",
    "limit-too-soon": "a higher limit can be confirmed from {until}",
    "loss-limit": (
        "your loss limit leaves {left} for {period}, and this round could cost up to {cost}; the limit is "
        "renewed on {until}"
    ),
    "fee-limit": "your own limits leave {left} for {period}, and this costs {cost}; they are renewed on {until}",
    "on-break": "you have played for a long time: your break lasts until {until}",
    "on-house-break": "the house “{house}” asks everybody for breaks from long play: yours lasts until {until}",
    "reality-due": "first read how long you have played and what it has cost you",
    "round-before": "first finish the round that you are playing",
    "self-excluded": "you have excluded yourself from play for ever",
    "self-excluded-until": "you have excluded yourself from play until {until}",
    "time-limit": "your time limit of {minutes} minutes for {period} is used up; it is renewed on {until}",
    "timed-out": "your time-out lasts until {until}",
    "wager-limit": (
        "your wager limit leaves {left} for {period}, and up to {cost} could be wagered in this round; the "
        "limit is renewed on {until}"
    ),
}
"""The sentence for each refusal, by its code."""

_MONEY: Final = {"offered", "tokens", "unit", "minimum", "maximum", "left", "cost"}
PERIODS: Final = {"day": "today", "week": "this week", "month": "this month"}
"""The running period of a limit."""


def explain(refused: Refused, currency: Currency, language: str = "en") -> str:
    """Return a refusal as a sentence, without its clause.

    >>> refusal = Refused("wrong-multiple", "crown 5.5", offered=10000, ante=2500, multiples=(1, 2, 3))
    >>> explain(refusal, Currency.AUD)
    'a street wager is 1 to 3 times the ante; 4 was offered'
    """
    _ = translator(language)
    shown = {key: _shown(key, value, currency, language) for key, value in refused.params.items()}
    if "duty" in shown:
        what = duty(shown["duty"], language, refused.params.get("who"))
        shown["duty"] = what.removesuffix(".")
    match refused.code:
        case "wrong-multiple":
            multiples = refused.params["multiples"]
            shown["multiples"] = f"{multiples[0]} {_('to')} {multiples[-1]}"
            shown["times"] = number(Fraction(refused.params["offered"], refused.params["ante"]), language)
        case "outside-limits":
            least, most = refused.params["minimum"], refused.params["maximum"]
            told = {"least": amount(least, currency, language), "most": amount(most or 0, currency, language)}
            shown["bounds"] = _("{least} to {most}").format(**told) if most else f"{told['least']} {_('or more')}"
        case "no-such-position":
            shown["maximum"] = str(refused.params["maximum"])
        case _:
            pass
    return _(_sentence(refused.code)).format(**shown)


def outline(code: str, language: str) -> str:
    """Return the sentence of a refusal before it is filled in.

    >>> outline("wrong-multiple", "en")
    'a street wager is … times the ante; … was offered'
    """
    return re.sub(r"\{.*?\}", "…", translator(language)(_sentence(code)))


def _sentence(code: str) -> str:
    return next(each[code] for each in (REFUSALS, TOURNAMENT_REFUSALS, PROMOTION_REFUSALS) if code in each)


def _shown(key: str, value: object, currency: Currency, language: str) -> str:
    _ = translator(language)
    if key.endswith("_cents") and isinstance(value, int):
        return amount(value, currency, language)
    if key in _OF_PROMOTIONS:
        return _promotion(key, value, language)
    if key in ("items", "faults") and isinstance(value, tuple):
        return listed(value, language)
    if key in ("chips", "stack") and isinstance(value, int):
        return chips_shown(value, language)
    if key == "stage":
        return _(STAGES[str(value)])
    if key in ("act", "built_on") and isinstance(value, str):
        return act_name(value, language)
    if key == "life":
        return life_name(value, language)
    if key == "allowed" and isinstance(value, tuple) and str(value[0]) in LIVES:
        return f" {_('or')} ".join(life_name(each, language) for each in value)
    if key == "approvers" and isinstance(value, tuple):
        return ", ".join(approver_name(each, language) for each in value)
    if key in _MONEY and isinstance(value, int):
        return amount(value, currency, language)
    if key == "costs" and isinstance(value, tuple):
        return f" {_('or')} ".join(amount(each, currency, language) for each in value)
    if key in ("until", "moment") and isinstance(value, int):
        return moment(value, language)
    if key == "period":
        return _(PERIODS[str(value)])
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if key == "reason":
        return tell_reason(str(value), language)
    if isinstance(value, BilingualName) or value in PEOPLE:
        return name_of(value, language)
    return _(NAMES.get(str(value), str(value)))


_OF_PROMOTIONS: Final = ("promotion_life", "promotion_lives", "lacking", "ways")


def _promotion(key: str, value: Any, language: str) -> str:
    """Return what only refusals of promotions tell of."""
    match key:
        case "promotion_life":
            return stage_name(value, language)
        case "promotion_lives":
            return f" {translator(language)('or')} ".join(stage_name(each, language) for each in value)
        case "lacking":
            return lacking_items(value, language)
        case _:
            return ways_named(value, language)
