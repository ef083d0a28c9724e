"""What a person reads when a tournament cannot do something: every refusal in a sentence, and what fills it."""

from collections.abc import Iterable
from typing import Final

from mississippi_stud.language import translator
from mississippi_stud.money import Cents, text
from mississippi_stud.prose.rule_values import RULE_VALUES

TOURNAMENT_REFUSALS: Final = {
    "tournament-drafted": "there is a tournament of that name already",
    "no-tournament": "there is no such tournament",
    "tournament-over": "the tournament is over or was called off",
    "tournament-not-there": "the tournament is {life}; this is done when it is {allowed}",
    "terms-incomplete": "the terms do not say yet: {items}",
    "terms-conflict": "the terms cannot be carried out: {faults}",
    "steps-missing": "still to be done before: {items}",
    "director-absent": "neither the Tournament Director nor a deputy is present: nothing goes on until one of them is",
    "not-an-official": "{by} is neither the Tournament Director nor a deputy",
    "not-the-director": "only the Tournament Director chooses the deputies",
    "no-such-official": (
        "{person} cannot be the Director or a deputy: name somebody who does not play and is not one yet"
    ),
    "no-tables": "name at least one table",
    "table-in-use": "people are playing for money at table {table}: choose another, or wait until it is empty",
    "table-of-tournament": (
        "table {table} belongs to the tournament {tournament} and serves nothing else until it is over"
    ),
    "table-not-designated": "table {table} is not designated for the tournament",
    "table-busy": "a heat is being played at table {table}",
    "tables-in-session": "the terms allow {most} tables at a time in this session",
    "lot-not-committed": "the house must commit itself to a new draw: give its commitment",
    "other-lot": "that is not the draw to which the house committed itself",
    "entered-already": "{name} has entered already or cannot enter again",
    "revised-meanwhile": (
        "somebody has revised the terms meanwhile (version {version}): open them again and make your changes there"
    ),
    "other-terms": "these are not the terms in force: read and accept the current ones",
    "not-entitled": "{name} may not enter the casino, remain in it or gamble",
    "signature-missing": "a signature under the terms is required",
    "employee-outside-charity": "employees may play only in charity and media events",
    "employee-not-approved": "an employee needs the prior approval of one of these: {approvers}",
    "official-plays": "{name} is the Director or a deputy of the tournament, and does not play in it",
    "employee-substitute": "an employee of the house plays by their own approved entry, and for nobody else",
    "tournament-full": "the tournament is full: it has {most} players",
    "bots-many": "at most {most} more bots can be entered at once: the terms and the room say how many",
    "too-few-players": "the tournament needs {least} players and has {players}",
    "entry-not-refusable": "the terms do not reserve the right to refuse an application",
    "not-in-tournament": "{name} is not in the tournament",
    "not-an-entrant": "nobody called {name} has applied",
    "not-that-entrant": "only {name} or an official may do that",
    "only-oneself": "only {name} can say that, signed in as themselves: nobody does for them, officials neither",
    "no-substitutes": "the terms allow no substitutes",
    "substitute-too-late": "a substitute must be named no later than {minutes} min before the first session",
    "not-for-sale": "the terms do not offer that",
    "purchase-over": "it may be bought {most} times, in play and before hand {hand} is over",
    "chips-suffice": "chips are bought again only by somebody with less than {chips}",
    "not-eliminated": "{name} has not been eliminated",
    "buy-back-over": "one may come back {most} times, until session {session} is over and the next begins",
    "not-understood": "the Director is not satisfied yet that these players understand: {names}",
    "no-practice": "nobody practises then, or no hand: practice takes at least one hand",
    "practice-open": "the players are practising already: end that first",
    "no-such-session": "there is no session {session} still to come",
    "start-notice": "a start is moved at least {minutes} min before the old time and before the new",
    "session-order": "session {session} would not be in its order any more",
    "not-the-directors": "the terms do not leave session {session} to the Director",
    "session-too-early": "session {session} has not come yet",
    "nobody-to-play": "nobody is there to play session {session}",
    "heats-open": "heats are still to be played or ended",
    "tables-balanced": "the tables are balanced, or the terms do not balance them",
    "tables-to-balance": "the next hand waits: other tables play theirs, and then the tables are balanced",
    "hands-uneven": "only tables that have played the same number of hands are balanced",
    "session-to-end": "all heats are played: end the session",
    "turns-left": "every player has {heats} heats in this session: draw the next ones",
    "no-such-heat": "there is no open heat {heat}",
    "heat-begun": "heat {heat} has begun already",
    "heat-not-begun": "heat {heat} has not begun",
    "hand-recorded": "the round {round} is recorded already, or names somebody twice",
    "session-time-over": "the {minutes} minutes of the session were over before the hand began",
    "not-playing": "{name} does not play this hand",
    "stack-short": "{name} has {stack} left and cannot wager {chips}",
    "compulsory-wager": "{name} must wager at least {chips} in every hand",
    "no-secret-left": "each player has so many secret wagers in a session: {most}",
    "sealed-already": "a secret wager is in play until the hand is recorded",
    "secret-street": "only the wager of a street can be secret",
    "other-secret": "the secret wager of {name} was another",
    "not-determined": "it is not certain yet who goes on",
    "chips-not-in-cash": "the terms do not redeem chips in cash, so play cannot end by agreement",
    "not-all-agree": "these players have not agreed on their own device: {names}",
    "agreed-already": "that is what you said already",
    "nobody-agrees": "nobody at the table has asked for its end",
    "heat-agreed": "all players at the table agree to end here: the Director ends the heat or has it played on",
    "no-such-act": "there is no act {act} to take back: only the latest acts of officials can be",
    "act-built-upon": "it cannot be taken back any more: {built_on} came after {act}",
    "not-away": "{name} is not absent",
    "no-such-ground": "{ground} is not a ground that the terms name; choose from {grounds}",
    "decision-final": (
        "dispute {dispute} is decided, and the decision is final; a complaint to the regulator remains open"
    ),
    "disputes-wait": "{most} of your disputes are before the Director: wait until one is decided",
    "disputes-open": "disputes are to be decided first: {disputes}",
}
"""The sentence for each refusal, by its code."""
ACTS: Final = {
    "act_undone": "an act that was taken back",
    "breach_noted": "a breach and its sanction",
    "conclusion_agreed": "an agreement to end early",
    "conclusion_declined": "that the heat is played on",
    "cull_owed": "a tie after an elimination hand",
    "fee_paid": "a payment",
    "fee_refunded": "a refund",
    "hand_dropped": "a hand that is played again",
    "hand_recorded": "the next hand",
    "heat_begun": "the beginning of a heat",
    "heat_ended": "the end of a heat",
    "life_changed": "the next part of the tournament",
    "play_off_called": "a play-off",
    "players_eliminated": "an elimination",
    "players_moved": "players who moved to other tables",
    "results_declared": "the results",
    "return_noted": "a return",
    "seats_drawn": "the draw of the seats",
    "session_ended": "the end of the session",
    "session_moved": "a new starting time",
    "session_skipped": "a session that is left out",
    "status_changed": "what became of a player",
    "step_taken": "a step before the tournament",
    "substitute_nominated": "a substitute",
    "tables_designated": "other tables",
    "terms_revised": "new terms",
    "wager_sealed": "a secret wager",
}
"""What can be taken back, and what can build upon it, by the name of its event."""
LIVES: Final = {
    "drafted": "drafted",
    "announced": "announced",
    "entries-open": "open for entries",
    "entries-closed": "closed for entries",
    "briefed": "ready to be played",
    "in-play": "being played",
    "between-sessions": "between two sessions",
    "finished": "finished",
    "final": "over",
    "postponed": "postponed",
    "cancelled": "called off",
}
"""What a tournament is, by the part of its life."""
TERM_FAULTS: Final = {
    "no-sessions": "there is no session",
    "hands-or-minutes": "a session lasts a number of hands or of minutes, one of the two",
    "nobody-goes-on": "nobody goes on from a session that is not the last",
    "last-session-goes-on": "nobody can go on from the last session",
    "repechage-first": "the first session cannot be a repechage",
    "repechage-last": "the last session cannot be a repechage",
    "cull-too-late": "an elimination hand comes after the last hand",
    "heats-accumulate": "several heats need a fresh bank each",
    "balance-differs": (
        "tables are balanced only in a session of so many hands, one heat each, without elimination hands, in which "
        "all players are ranked together"
    ),
    "no-bank": "a bank has no chips",
    "times-differ": "the sessions need one starting time each, in their order",
    "numbers-crossed": "the least number of players is above the greatest",
    "bots-with-fees": "bots take part only where nothing is paid",
    "tables-differ": "the number of tables is not given for each session",
    "progression-differs": "progression applies if there are several sessions, and only then",
    "repechage-differs": "the item on repechage and the sessions do not agree",
    "criteria-differ": "criteria of selection belong to entry by selection, and only there",
    "cash-chips": "cash chips cannot be used for tournament play",
    "disqualified-ranked": "the chips of a disqualified player leave play and do not count",
    "bank-below-minimum": "a bank is less than the minimum wager",
    "wagers-crossed": "the maximum wager is less than the minimum",
}
"""What terms say that cannot be done."""
CHIPS: Final = "{count} chips"


def life_name(life: object, language: str) -> str:
    """Return what a tournament is in that part of its life."""
    return translator(language)(LIVES[str(life)])


def act_name(event: str, language: str) -> str:
    """Return what an act of the Director's was, or what has built upon one."""
    return translator(language)(ACTS[event])


def approver_name(office: str, language: str) -> str:
    """Return an office that approves of an employee's entry; one that only a custom book has stays as it is."""
    return translator(language)(RULE_VALUES["Tournament.employee_approvers"].get(office, office))


def chips_shown(chips: int, language: str) -> str:
    """Return an amount of tournament chips.

    >>> chips_shown(102_550, "en")
    '1025.50 chips'
    """
    whole = str(chips // 100) if chips % 100 == 0 else text(Cents(chips))
    return translator(language)(CHIPS).format(count=whole)


def listed(items: Iterable[tuple[str, str]], language: str) -> str:
    """Return items of the terms, steps before a tournament or faults of terms, each with its clause."""
    _ = translator(language)
    words = {**RULE_VALUES["Tournament.before"], **RULE_VALUES["Tournament.terms"], **TERM_FAULTS}
    return "; ".join(f"{_(words[item])} ({clause.partition(' ')[2]})" for item, clause in items)
