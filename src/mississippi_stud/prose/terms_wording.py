"""What the terms and conditions of a tournament say: the words of the document that `prose.tournament_terms` makes."""

from typing import Final

TERMS_HEADINGS: Final = {
    "12.4.1": "Tournament details",
    "12.4.2": "Conditions of entry",
    "12.4.3": "Format of the tournament",
    "12.4.4": "Wagers",
    "12.5": "Elimination",
    "12.5.2": "Winners and prizes",
    "12.5.3": "Conduct of play",
}
"""The chapters of the document, by the clause of the book that asks for each."""

TERMS_TITLES: Final = {
    "title": "Title",
    "when": "Starting times",
    "fees-and-buy-ins": "Fees and buy-ins",
    "number-of-players": "Number of players",
    "location": "Location",
    "starting-time-may-change": "Changes of a starting time",
    "regulator-told-of-changes": "Notification of the regulator",
    "participation-accepts-terms": "Acceptance of the terms",
    "only-persons-entitled": "Persons entitled to enter",
    "entry-may-be-refused": "Refusal of an application",
    "selection-criteria": "Criteria of selection",
    "employees-in-charity-events": "Employees in charity and media events",
    "abide-or-risk-disqualification": "Duty to observe the terms",
    "where-terms-are-found": "Where the terms are available",
    "signature-required": "Signature",
    "method-of-entry": "Method of entry",
    "withdrawal-and-substitutes": "Withdrawal and substitutes",
    "rounds-and-sessions": "Sessions",
    "tables-in-each-round": "Tables",
    "progression": "Progression",
    "buying-back-in": "Buying back in",
    "repechage": "Repechage",
    "same-starting-bank": "Starting bank",
    "chips-at-the-end": "Chips when the tournament is over",
    "type-of-chips": "Type of chips",
    "minimum-or-compulsory-wager": "Minimum and compulsory wager",
    "secret-wagers": "Secret wagers",
    "elimination": "How players are eliminated",
    "how-winners-are-determined": "How the winner is determined",
    "prize-pool": "Prize pool",
    "prize-distribution": "Distribution of the prize pool",
    "penalties": "Penalties",
    "disqualification": "Disqualification",
    "when-a-substitute": "When a substitute may be named",
    "refunds": "Refunds",
    "late-arrival": "Late arrival",
    "absence": "Absence",
    "mobile-phones": "Mobile telephones",
    "consequence-of-substitute": "Effect of naming a substitute",
    "consequence-of-disqualification": "Effect of disqualification",
    "retirement": "Retirement",
    "rules-prevail": "The rules of the game prevail",
    "early-conclusion": "Early end of play at a table",
    "privacy": "Personal information",
    "use-of-names-and-images": "Names and images",
    "conducted-by-terms-and-rules": "Conduct by the terms and the rules",
    "directors-decision-final": "Disputes",
    "limit-of-liability": "Limit of liability",
    "right-to-complain": "Right to complain",
}
"""What each item is called, by its name in the rule book."""

TERMS_COUNTS: Final = {
    "hand": ("{count} hand", "{count} hands"),
    "minute": ("{count} minute", "{count} minutes"),
    "hour": ("{count} hour", "{count} hours"),
    "day": ("{count} day", "{count} days"),
    "player": ("{count} player", "{count} players"),
    "table": ("{count} table", "{count} tables"),
    "part": ("{count} part", "{count} parts"),
    "time": ("once", "{count} times"),
}
"""One of something, and several."""

TERMS_NAMES: Final = {
    "heats": "heats",
    "final": "final",
    "qualifying": "qualifying",
    "repechage": "repechage",
    "cheating": "cheating",
    "abuse": "abusing players or staff",
    "collusion": "collusion with other players",
    "tournament": "tournament chips",
}
"""Names in the templates; what a house writes itself stays as it is."""

TERMS_FIELDS: Final = {
    "TournamentTerms": {"starting_time_may_change": "Notice in minutes"},
    "Fees": {"entry_cents": "Entry fee", "buy_in_cents": "Buy-in", "rebuy": "Rebuy", "add_on": "Add-on"},
    "Purchase": {
        "cents": "Price",
        "chips": "Chips",
        "most": "How often at most",
        "until_hand": "Until hand",
    },
    "PlayerNumbers": {"minimum": "At least", "maximum": "At most", "bots": "Bots of the house, at most"},
    "Withdrawal": {
        "free_until_minutes": "Free withdrawal until so many minutes before the first session",
        "substitute_until_minutes": "Substitutes until so many minutes before the first session",
    },
    "BuyBack": {"cents": "Price", "most": "How often at most", "until_session": "Until after session"},
    "ChipsAtEnd": {"cents_each": "Paid for each chip"},
    "WagerTerms": {
        "minimum_chips": "Minimum ante",
        "maximum_chips": "Maximum ante",
        "compulsory": "Whoever is away loses the minimum",
    },
    "SecretWagers": {"each_session": "How many in a session", "method": "How they are made"},
    "Elimination": {"when_short": "Whoever can no longer make the minimum wager is out"},
    "PrizePool": {
        "fees_percent": "Percentage of the entry fees",
        "added_cents": "Added by the house",
        "guaranteed_cents": "Guaranteed",
    },
    "Sanction": {"penalty": "Penalty", "amount": "How many"},
    "Refunds": {
        "late_withdrawal_percent": "Percentage after a late withdrawal",
        "disqualified_percent": "Percentage after a disqualification",
        "cancelled_percent": "Percentage if the tournament is called off",
    },
    "Programme": {
        "sessions": "Sessions",
        "play_off_hands": "Hands of a play-off",
        "play_off_for_first": "A tie for the first place is played off",
        "rotation": "The first to bet moves from hand to hand",
    },
    "PlaySession": {
        "name": "Name",
        "field": "Who plays",
        "hands": "Number of hands",
        "minutes": "Number of minutes",
        "seats": "Players at a table",
        "bank": "Bank",
        "bank_chips": "Chips in the bank",
        "heats": "Heats of each player",
        "counting": "Which heats count",
        "culls": "Elimination hands",
        "best": "How many go on (0 in the last session)",
        "of": "Of whom they are the best",
        "balance": "Tables are balanced as players go out",
        "wild_cards": "How many come back by lot",
        "ties": "Ties for the last place",
        "entry_cents": "Price for whoever is out",
    },
    "Cull": {"after_hand": "After hand", "out": "How many go out"},
}
"""What the parts of the items are called in the form in which the terms are revised."""

TERMS_VALUES: Final = {
    "true": "applies",
    "not-applicable": "does not apply",
    "as-needed": "as many as are needed",
    "director": "as the Director decides",
    "application": "by application",
    "selection": "by selection",
    "most-chips": "the most chips",
    "warning": "a warning",
    "chips": "chips",
    "hands": "missed hands",
    "disqualification": "disqualification",
    "never": "never",
    "before-play": "before play",
    "between-sessions": "between sessions",
    "everything": "they take over everything",
    "removed": "their chips are removed",
    "stand": "their chips count for the session",
    "in": "all who are still in",
    "out": "those who are out",
    "fresh": "the same for everybody",
    "accumulated": "the chips that they have",
    "table": "of each table",
    "overall": "of all tables",
    "best": "the best",
    "total": "all of them together",
    "play-off": "are played off",
    "all": "all of them go on",
    "lot": "by lot",
}
"""What can be chosen in that form."""

TERMS_SENTENCES: Final = {
    # The document.
    "title": "Terms and Conditions: {title}",
    "untitled": "Tournament without a title",
    "version": "Version {number}",
    "hash": "SHA-256 of these terms",
    "hash-about": "Whoever enters accepts exactly this version, by its hash.",
    "draft": "Draft: the items marked as missing must be stated before the tournament can be announced.",
    "missing": "Missing: not yet stated.",
    "faulty": "These terms cannot be carried out:",
    "signed": "I have read these Terms and Conditions and accept them.",
    "signature-line": "Player, date",
    # 12.4.1
    "session-starts": "Session {number} ({name}): {moment}.",
    "no-fees": "There is no entry fee, buy-in, rebuy or add-on.",
    "entry-fee": "The entry fee is {amount}.",
    "no-entry-fee": "There is no entry fee.",
    "buy-in": "The buy-in is {amount}.",
    "no-buy-in": "There is no buy-in.",
    "rebuy": (
        "Rebuy: a player who can no longer make the minimum wager may buy {chips} for {amount}, {times} at most, "
        "before hand {hand} of a heat is over."
    ),
    "no-rebuy": "There is no rebuy.",
    "add-on": (
        "Add-on: every player may buy {chips} for {amount}, {times} at most, before hand {hand} of a heat is over."
    ),
    "no-add-on": "There is no add-on.",
    "players": "At least {minimum} and at most {maximum} players take part.",
    "bots": (
        "Of these, {count} at most may be bots of the casino. They are shown as such, pay nothing and win nothing: the "
        "next eligible player moves up."
    ),
    "location": "The tournament is held at: {place}.",
    "start-moves": (
        "The Tournament Director may change the starting time of any session on reasonable notice to the players, "
        "which is at least {notice} before the old time or the new one, whichever comes first."
    ),
    "regulator-told": (
        "The regulator is notified of every change to the details of the tournament before the tournament takes place; "
        "until its inspectorate has been advised, nothing goes on."
    ),
    # 12.4.2
    "acceptance": "Whoever takes part in the tournament thereby accepts these Terms and Conditions.",
    "entitled": "Only persons who are entitled to enter the casino, to remain in it and to gamble may enter.",
    "refusal": "The casino may refuse any application.",
    "no-refusal": "The casino reserves no general right to refuse an application.",
    "criteria": "The casino selects among the applicants by these criteria: {criteria}",
    "no-criteria": "No criteria of selection apply.",
    "employees": (
        "This is a charity or media event. With the prior approval of {approvers}, certain employees, contractors and "
        "associates of the casino may play in it."
    ),
    "employees-win-nothing": (
        "An employee cannot win a prize. If an employee reaches a place that carries one, the prize passes to the next "
        "place-getter who is eligible."
    ),
    "no-employees": "This is not a charity or media event: employees of the casino may not play in it.",
    "abide": "Every player must observe these Terms and Conditions; a player who does not risks disqualification.",
    "found": "Players can read these Terms and Conditions at any time at: {where}",
    "signature": "Every player must put a signature to a copy of these Terms and Conditions in order to enter.",
    "no-signature": "No signature is required: entrants accept this version of the terms when they apply.",
    "by-application": "Whoever applies while entries are open is entered at once, as long as there is a place.",
    "by-selection": (
        "Whoever applies while entries are open is entered if the casino selects the application. Applications that "
        "have not been selected when entries close are declined."
    ),
    "withdrawal": "An entrant may withdraw without financial penalty until {time} before the first session.",
    "withdrawal-to-start": "An entrant may withdraw without financial penalty until the first session is due to begin.",
    "withdrawal-changed": (
        "If these Terms and Conditions have changed since an entrant accepted them, that entrant may withdraw without "
        "financial penalty until play begins."
    ),
    "substitute-time": "A substitute must be named at least {time} before the first session.",
    "substitute-to-start": "A substitute must be named before the first session is due to begin.",
    # 12.4.3
    "session-hands": "Session {number} ({name}): {length} at tables of at most {seats}.",
    "session-minutes": (
        "Session {number} ({name}): {length} at tables of at most {seats}; a hand begun in time is finished."
    ),
    "session-in": "It is played by everybody who is still in the tournament.",
    "session-out": "It is played by players who have been eliminated.",
    "session-best": "Each player plays {heats} heats, of which the best counts.",
    "session-total": "Each player plays {heats} heats, whose results are added together.",
    "session-balance": (
        "As players go out, tables that are not needed any more are broken and the others balanced: once all tables "
        "have played the same number of hands, the lot names who moves to the tables with the fewest players."
    ),
    "draw": (
        "Seats are drawn by lot. The casino commits itself to each draw before it knows who is in it, and anybody can "
        "verify the draw afterwards."
    ),
    "rotation": "The first to bet moves on by one seat with every hand.",
    "no-rotation": "The first to bet is the same in every hand.",
    "play-off-length": "A play-off lasts {length} and is repeated until it decides.",
    "tables-most": "Session {number} ({name}): at most {tables} at a time.",
    "tables-needed": "In each session as many tables are in play as its players need.",
    "on-table": "From session {number} ({name}) the best {count} of each table go on.",
    "on-overall": "From session {number} ({name}) the best {count} of all players go on.",
    "on-play-off": "Players who are tied for the last of these places play off.",
    "on-all": "All players who are tied for the last of these places go on.",
    "on-lot": "A tie for the last of these places is decided by the order in which the players were drawn.",
    "wild-cards": "Of the players who are out, {players} return by lot after the session.",
    "one-session": "There is only one session; no player has to progress.",
    "buy-back": (
        "A player who has been eliminated may buy back in for {amount}, {times} at most, after session {session} or an "
        "earlier one and before the next begins."
    ),
    "no-buy-back": "A player who has been eliminated may not buy back in.",
    "repechage": "Session {number} ({name}) is a repechage for players who have been eliminated.",
    "repechage-director": "Whether a repechage is held is decided by the Tournament Director.",
    "repechage-fee": "A place in it costs {amount}.",
    "repechage-free": "A place in it costs nothing.",
    "no-repechage": "There is no repechage and no secondary session.",
    "same-bank": (
        "All players are allocated the same starting bank and are told the amount before the tournament begins:"
    ),
    "bank-fresh": (
        "Session {number} ({name}): every player receives {chips}; chips from an earlier session do not count."
    ),
    "bank-kept": "Session {number} ({name}): players keep the chips they have; whoever has none receives {chips}.",
    "chips-worthless": "When the tournament is over, tournament chips are returned to the casino and have no value.",
    "chips-redeemed": "When the tournament is over, each whole chip is redeemed for {amount}.",
    "chips-casinos": "Tournament chips are the property of the casino throughout.",
    # 12.4.4
    "chips-type": "The chips used are: {type}. Cash chips are not used.",
    "ante-least": "The ante is at least {least}.",
    "ante-bounds": "The ante is at least {least} and at most {most}.",
    "compulsory": "Every player at the table must make it in every hand; a player who is away loses the minimum.",
    "voluntary": "A player may leave out a hand without losing chips.",
    "no-minimum": "There is no minimum and no compulsory wager.",
    "secrets": (
        "Each player may make {times} in a session a secret wager, as the wager of a street; the ante is always seen."
    ),
    "secret-method": "How it is made: {method}",
    "secret-card": (
        "the player writes the amount on a card, hands it over face down, and nobody else reads it until the hand is "
        "settled."
    ),
    "no-secrets": "Secret wagers are not permitted.",
    # 12.5 and 12.5.2
    "short-out": "A player who can no longer make the minimum wager, and may not buy chips, is eliminated.",
    "short-stays": "A player who can no longer make the minimum wager stays in the tournament until the session ends.",
    "cull": "Session {number} ({name}): after hand {hand}, the {players} of each table with the fewest chips go out.",
    "cull-play-off": "Players who are tied for going out play on until a later hand decides.",
    "cull-all": "Players who are tied for going out all stay.",
    "cull-lot": "A tie for going out is decided by the order in which the players were drawn.",
    "not-on-out": "Players who do not go on from a session are eliminated.",
    "later-better": (
        "Of players who are out, those who went out later stand higher; of those who went out after the same hand, the "
        "ones with more chips."
    ),
    "most-chips": "The player with the most chips at the end of the last session wins.",
    "first-play-off": "Players who are tied for the first place play off.",
    "first-shared": "Players who are tied for the first place share it.",
    "pool": (
        "The prize pool is {percent} of the entry fees, together with all buy-ins, rebuys, add-ons, buy-backs and fees "
        "for later sessions, less what is refunded."
    ),
    "pool-of-buy-ins": (
        "The entry fees go to the casino. The prize pool is made up of all buy-ins, rebuys, add-ons, buy-backs and "
        "fees for later sessions, less what is refunded."
    ),
    "pool-added": "The casino adds {amount}.",
    "pool-guaranteed": "If the pool then falls short of {amount}, the casino makes up the difference.",
    "place": "Place {place}: {parts} of {whole}, that is {share} of the pool.",
    "ties-share": (
        "Tied players share the parts of all the places that they take. Cents that cannot be divided go one each to "
        "the earliest entries. Parts of places that nobody takes pass to the others in proportion."
    ),
    # 12.5.3
    "ladder-conduct": (
        "A player who breaks these Terms and Conditions or the rules of the game is penalised as follows:"
    ),
    "ladder-late": "A player who arrives late for a session or does not attend it is penalised as follows:",
    "ladder-absent": "A player who is absent from the table takes no part until the return is noted, and is penalised:",
    "ladder-phone": "A player who uses a mobile telephone or a similar device during play is penalised as follows:",
    "rung": "{number}. {sanction};",
    "rung-only": "Every time: {sanction}.",
    "rung-last": "{number}. and every further time: {sanction}.",
    "warning": "a warning",
    "lost-chips": "the loss of {chips}",
    "missed-hands": "{hands} missed",
    "disqualified": "disqualification",
    "grounds": "A player may be disqualified for: {grounds}; and when a ladder of penalties in these terms says so.",
    "substitute-never": "No player may name a substitute.",
    "substitute-before": "An entrant may name a substitute before play begins.",
    "substitute-between": "An entrant may name a substitute before play begins and between two sessions.",
    "refund-late": "On a late withdrawal, {percent} of what was paid is refunded.",
    "refund-disqualified": "On disqualification, {percent} of what was paid is refunded.",
    "refund-cancelled": "If the tournament is called off, {percent} of what was paid is refunded.",
    "refund-declined": "Whoever is declined is refunded in full.",
    "substitute-everything": "A substitute takes over the entrant's place, chips and record of breaches.",
    "disqualified-removed": (
        "The chips of a disqualified player are taken out of play; the player is not ranked and wins nothing."
    ),
    "disqualified-stand": (
        "The chips of a disqualified player are taken out of play, but count for the ranking of the session."
    ),
    "retired-removed": "The chips of a player who retires are taken out of play; the player is no longer ranked.",
    "retired-stand": (
        "The chips of a player who retires are taken out of play, but count for the ranking of the session."
    ),
    "prevail": (
        "The Tournament Director conducts the tournament by these Terms and Conditions and the rules of the variation "
        "of Mississippi Stud that is played. Where they differ, those rules prevail; so does their order of betting."
    ),
    "early": "The Tournament Director may end play at a table before the scheduled number of hands or time:",
    "early-determined": "if it is certain which players go on to the next session;",
    "early-agreed": "or, where these terms redeem tournament chips in cash, if all the players at the table agree.",
    "privacy": (
        "Personal information that is collected from entrants during the tournament is handled under the casino's "
        "privacy policy, which is available on request and on its website, unless these terms provide otherwise."
    ),
    "publicity": (
        "With the entrant's permission, the casino may use an entrant's name, suburb, photograph, image and likeness "
        "to promote and advertise the casino. Whoever gives no permission loses nothing by it."
    ),
    "conducted": (
        "The Tournament Director conducts the tournament by these Terms and Conditions and the rules of the game."
    ),
    "final": "In any dispute about the tournament, the decision of the Tournament Director is final.",
    "liability": (
        "To the extent that the law permits, and without affecting rights that cannot be excluded under the Fair "
        "Trading Act 1999 (Vic) and the Competition and Consumer Act 2010 (Cth), neither the casino nor the Tournament "
        "Director is liable for any loss that arises from a decision of the Tournament Director."
    ),
    "complain": (
        "A patron who has a complaint about how the casino conducts gaming or betting is entitled to have it "
        "investigated by the regulator, under the law and the rules of the game."
    ),
}
"""The sentences, by what they say."""
