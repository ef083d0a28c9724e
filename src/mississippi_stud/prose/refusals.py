"""What a person reads when the book does not allow something: every refusal in a sentence."""

from fractions import Fraction
from typing import Final

from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.names import NAMES, amount, number
from mississippi_stud.prose.prompts import PEOPLE, duty, name_of
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import BilingualName

REFUSALS: Final = {
    "all-folded": "every hand has folded and no wager is left that the card would decide; settle the round",
    "already-dealt": "the cards are dealt already",
    "already-open": "the round is open already",
    "already-placed": "position {position} has its {wager} already: only one is taken",
    "below-seed": "the meter would show {offered}; it never shows less than {minimum}",
    "bets-closed": "the {wager} can no longer be placed or taken back: no more bets",
    "blind-box": "position {position} is a blind box: it takes all three street wagers at once and cannot fold",
    "blind-too-late": "the street wagers of a blind box are placed before the first community card is turned",
    "book-decides": "the book itself says what the {wager} pays; the sign cannot",
    "card-twice": "that card is on the table already",
    "card-unknown": "the card is not known yet; say which it is",
    "cards-known": "the cards of position {position} are known already",
    "correction-unsaid": "a correction says how much, what it corrects, who makes it and why",
    "cost-taken": "the meter {meter} takes wagers of {offered} already: different meters have different costs",
    "count-differs": "{counted} chips were counted and {accepted} wagers accepted: find out why before a card is dealt",
    "equipment": "the meter equipment of table {table} does not work and nothing stands in for it: no jackpot wagers",
    "game-in-play": "a jackpot game is in play at table {table}: wait until its outcome is recorded",
    "game-registered": "the jackpot wagers of table {table} are registered already: no more bets",
    "game-waits": "a game waits for its player",
    "gaming-disabled": "no new round can begin now: {reason}",
    "hand-ended": "position {position} has no hand in play any more",
    "hand-missing": "position {position} has a jackpot wager, but its hand is not shown",
    "insufficient-funds": "the balance does not cover it",
    "limits-crossed": "the maximum of the {wager} is less than its minimum",
    "meter-changed": "table {table} has gone to the meter {meter} since its wagers opened: take the jackpot wager back",
    "meter-prize": "position {position} wins a share of the meter: the meter's prizes come with the command to settle",
    "meter-taken": "there is or was a meter {meter}: choose another name",
    "must-be-ruled": "the book leaves no choice: it must be ruled on",
    "must-fold": "whoever cannot pay the next street folds",
    "needed-by": "the {wager} cannot be taken back while the {by} lies: take that back first",
    "needs": "the {wager} goes only with the {needed}",
    "needs-title": "this takes a {title} or above",
    "no-amount": "a wager is a positive amount in whole cents; {offered} was offered",
    "no-ante": "there is no ante",
    "no-blind-box": "position {position} is no blind box",
    "no-bonus-cards": "there are no Six Card Bonus cards to turn, or they are known already",
    "no-card": "there is no such card",
    "no-burn": "no card is burnt with this way of dealing",
    "no-chips": "this book pays to the cent; chips do not matter",
    "no-cost": "the sign must say what the {wager} costs",
    "no-concession": "a hand cannot be conceded",
    "no-game": "table {table} has no such jackpot wager in play",
    "no-jackpot": "this book has no jackpot",
    "no-max-all": "the highest wager on all streets cannot be placed here",
    "no-max-payout": "this book knows no maximum payout on the sign",
    "no-notice": "a sign must announce this {minutes} minutes before; none is up",
    "no-personal-limits": "this book knows no personal limits",
    "no-rate": "{written} is no rate; write it as 34.06%",
    "no-shares": "the shares of the meters that receive are whole numbers from 1",
    "no-street-open": "no street is open for a decision now",
    "no-such-dealing": "there is no way of dealing called {dealing}; there are {methods}",
    "no-such-chip": "a chip is worth something; {offered} was written",
    "no-such-hand": "{hand} is no hand that a sign can pay; there are {hands}",
    "no-such-meter": "no meter {meter} is running; there are {meters}",
    "no-such-option": "there is no option {option}; there are {options}",
    "no-such-pay": "{pay} for {hand} is nothing that a sign can pay; write it as 50 for 1",
    "no-such-payout": "a maximum payout is more than nothing; {offered} was written",
    "no-such-position": "there is no position {position}; the table has 1 to {maximum}",
    "no-such-seed": "{seed} is no seed of the table; there are {seeds}",
    "no-such-table": "the {wager} has no pay table {table}; there are {tables}",
    "no-such-unit": "the {wager} goes up in steps of more than nothing; {offered} was written",
    "no-such-win": "position {position} has not won with a {hand}: the cards and the wagers say otherwise",
    "no-tokens": "promotional tokens are not taken",
    "nobody-seated": "nobody sits at the table",
    "nobody-there": "nobody plays at position {position}",
    "nobody-to-talk-to": "there is nobody to exchange information with",
    "nothing-to-tell": "all community cards are turned: there is nothing left to tell that could be forfeited for",
    "not-at-settlement": "that is done at settlement, when all community cards are turned",
    "not-before-deal": "the {wager} is placed after the deal",
    "not-dealt": "the cards are not dealt yet",
    "not-fitted": "table {table} is not fitted with the meter equipment",
    "not-in-turn": "position {first} decides first",
    "not-in-units": "the {wager} goes up in steps of {unit}; {offered} was offered",
    "not-offered": "the {wager} is not offered here",
    "not-open": "no round is open",
    "not-placed": "position {position} has no {wager} to take back",
    "not-with-dealing": "the {wager} is not offered when dealing by {dealing}",
    "nothing-to-decide": "position {position} has nothing to decide now",
    "nothing-to-document": "table {table} has no prize to document",
    "notice-not-due": "that notice is not due, or was announced before",
    "notice-too-short": "the sign must have been up for {minutes} minutes; it has been for {waited}",
    "nowhere-to-go": "what the meter {meter} holds above its seed must go to another meter: say which",
    "one-hand": "a player has one hand; {player} has more",
    "one-option": "every meter runs by the same option and seed: option {option}, {seed}",
    "other-card": "another card lies there",
    "other-pay-table": "table {table} does not pay by the pay table of the meter {meter}",
    "other-round": "the jackpot game in play at table {table} is that of round {round}",
    "outside-limits": "the {wager} is {offered}; this table takes {bounds}",
    "part-of-a-cent": "a wager is in whole cents; {written} was offered",
    "position-taken": "a position can have one player only",
    "rate-too-high": "{written} of a wager cannot go onto the meter; at most {most}",
    "reset-too-low": "a meter starts and resets at {minimum} or more; {offered} was offered",
    "round-over": "the round is over",
    "seen-at-once": "a wager outside its limits is never taken, noticed or not",
    "still-deciding": "the next card is turned when every hand has decided; still to decide: {positions}",
    "still-playing": "hands are still in play: {positions}",
    "stray-prize": "position {position} is due no such {wager}: the cards and the wagers at the table say otherwise",
    "table-not-linked": "table {table} is on no meter",
    "table-on-meter": "table {table} is on the meter {meter}: a table has one meter only",
    "to-itself": "the meter {meter} cannot give to itself",
    "too-early": "something was recorded after that time already",
    "undocumented": "a prize of table {table} is still to be documented: the cards stay on the table",
    "too-many-tokens": "{tokens} in tokens was offered of a wager of {offered}: from nothing to the whole of it",
    "wrong-cards": "the deal needs {needed} different cards; {given} were given",
    "wrong-cost": "the {wager} costs {costs}; {offered} was offered",
    "wrong-multiple": "a street wager is {multiples} times the ante; {times} was offered",
    "by-ruling-only": "that follows only from a ruling: report the incident",
    "card-not-early": "that card is due or turned already; nothing was shown too early",
    "count-is-right": "{count} cards is no wrong number",
    "count-missing": "say how many cards were counted",
    "count-wrong": "{count} cards were counted: report the incident",
    "cut-too-shallow": "the cover card goes at least {least} cards in from the top",
    "decided-already": "dispute {dispute} is decided already; a review may be asked for",
    "deck-too-old": "the deck has been in use for {hours} hours: change it",
    "no-automated-shoe": "no automated dealing shoe is in use here",
    "bonus-not-dealt": "no bonus cards are dealt here",
    "no-counting-device": "no device that counts the cards is in use here",
    "no-device": "no device is in use here",
    "no-shuffler": "no shuffling device is in use here",
    "player-first": "not before a player has come to see the cards: {duty}",
    "device-out": "the device is out of order: change the way of dealing or the device",
    "dispute-closed": "dispute {dispute} is closed",
    "excluded": "{player} is excluded from the game",
    "fact-missing": "the incident {incident} needs {fact}",
    "hand-in-play": "position {position} has wagers in play; whoever goes away now is absent",
    "hands-not-played": "the table closes when {hands} hands have been played since the notice",
    "hands-notice-missing": "closing needs a notice of {hands} hands",
    "has-ante": "position {position} has an ante: its cards are no stray hand",
    "jackpot-carried": "position {position} has a jackpot wager that waits for the next round: return it first",
    "low-limit-shuffler": "low limits are dealt from a shuffling device only",
    "low-limit-tournament": "there are no tournaments at low limits",
    "may-stay": "nobody has to go before {rounds} rounds without a wager at a full table",
    "no-deck": "there is no deck at the table",
    "no-grounds": "say on what grounds",
    "no-kept-minimum": "this book knows no earlier minimum that players keep",
    "no-more-bets-first": "announce first that no more bets are taken",
    "no-notice-needed": "this book asks for no notice of that",
    "no-retraction": "position {position} may not take its wagers back",
    "no-review": "the decision is final",
    "no-room-for-boxes": "more than one box only if nobody is kept from playing and other tables have seats",
    "no-ruling": "nothing that the book rules on has happened",
    "no-such-cause": "{cause} is no cause; there are {causes}",
    "more-cards-lie": "{count} cards cannot be right: {out} lie on the table",
    "not-seated": "{player} does not sit at the table",
    "not-so-many": "the round needs its cards: the deck can spare {spare} at most",
    "nothing-spread": "the cards are spread for a player only while nobody plays at the table",
    "nothing-to-reject": "nobody has said yet that it is done: {duty}",
    "too-many-named": "{named} cards are named; it can be {most} at most",
    "no-such-dispute": "there is no dispute {dispute}",
    "no-such-incident": "this book does not know the incident {incident}",
    "no-such-measure": "{measure} is no measure; there are {measures}",
    "no-such-power": "this book gives nobody the power to do that",
    "no-such-prompt": "nothing of that kind waits to be done",
    "no-such-title": "{by} is no title of this book; there are {titles}",
    "nobody-else": "only the {needed} does that",
    "not-approved": "the device needs an approval on file",
    "not-blind-boxes": "positions {positions} are not hands of one player with a blind box",
    "not-called": "a wager that is only called out is not taken",
    "not-carried": "no jackpot wager of position {position} waits for this round",
    "not-decided": "dispute {dispute} is not decided yet",
    "not-now": "that cannot happen now, only {stage}",
    "not-on-duty": "no {by} is on duty at the table",
    "not-shuffled-so": "with {dealing} the cards are not shuffled by {shuffling}; there are {allowed}",
    "nothing-asked": "no ruling is waited for",
    "nothing-kept": "nobody keeps an earlier minimum",
    "nothing-to-cut": "the cards of this table are cut after every shuffle",
    "nothing-to-recut": "a new cut comes only between the cut and the first card",
    "notice-missing": "a sign must say so {minutes} minutes before",
    "sign-not-due": "the sign has not stood {minutes} minutes, or names a later time",
    "notice-time-too-soon": "the time on the sign must be at least {minutes} minutes ahead",
    "on-duty-already": "that {by} is on duty already",
    "one-deck-by-hand": "a second deck only where a machine shuffles",
    "other-design": "both decks must be of one design",
    "other-minimum": "the sign names another minimum",
    "prompt-before": "first: {duty}",
    "prompt-waits": "still to be done: {duty}",
    "rank-too-low": "that is for the {needed} or above; the {by} asked",
    "report-incident": "report what was found as an incident",
    "review-not-asked": "nobody has asked for a review of dispute {dispute}",
    "review-waits": "the review of dispute {dispute} is still to come",
    "round-open": "not while a round is open",
    "ruling-waits": "a ruling is waited for: the {decides} or above decides",
    "same-backs": "the two decks must have backs of different colours",
    "second-person": "a second person must confirm that: {duty}",
    "separated": "{player} may not play at the same table as somebody here",
    "suspects-first": "positions {positions} play first",
    "table-closed": "the table is not open",
    "too-many-decks": "the table has {most} decks at most",
    "voucher-conditions": "the voucher's conditions are not met",
    "floors-deck": "the floor deals from its own deck at this table: no cards can be named, and none can go astray",
    "not-a-players": "dealing, turning cards, settling and ruling are for the staff of the table, not for a player",
    "not-yours": "a player acts for their own position only",
    "nothing-withheld": "no winnings of {player} are withheld",
    "nothing-pending": "no prize with the number {prize} waits for its validation",
    "prize-waits": "prize {prize} waits for its validation: the table closes when it is paid or rejected",
    "other-commitment": "the house is committed to another deck than the one that was named: look again, then deal",
    "turn-passed": "that moment has passed: look again, then decide",
}
"""The sentence for each refusal, by its code."""

_MONEY: Final = {"offered", "tokens", "unit", "minimum", "maximum"}


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
            shown["bounds"] = amount(least, currency, language)
            shown["bounds"] += f" {_('to')} {amount(most, currency, language)}" if most else f" {_('or more')}"
        case "no-such-position":
            shown["maximum"] = str(refused.params["maximum"])
        case _:
            pass
    return _(REFUSALS[refused.code]).format(**shown)


def _shown(key: str, value: object, currency: Currency, language: str) -> str:
    _ = translator(language)
    if key in _MONEY and isinstance(value, int):
        return amount(value, currency, language)
    if key == "costs" and isinstance(value, tuple):
        return f" {_('or')} ".join(amount(each, currency, language) for each in value)
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, BilingualName) or value in PEOPLE:
        return name_of(value, language)
    return _(NAMES.get(str(value), str(value)))
