"""The sentence for each `InputError`, by its code. This module imports nothing, so that every part can raise one."""

from typing import Final

ERRORS: Final = {
    # Cards.
    "not-a-card": (
        "{card!r} is not a card: write a rank (2 to 9, T or 10, J, Q, K, A) and a suit (c, d, h, s or ♣ ♦ ♥ ♠), such "
        "as As or 10d"
    ),
    "bad-card": "card {place}: {error}",
    "card-twice": "{card} is named twice, as card {first} and as card {second}: a deck has one of each card",
    # Money.
    "cents-not-whole": "{value} ({kind}) is not an amount: cents are a whole number, an int",
    "cents-negative": "{count} cents is not an amount: an amount cannot be negative",
    "cents-too-many": "{count} cents is more than an account can hold, {most} cents",
    "amount-not-text": '{value} ({kind}) is not an amount: write it as text, such as "25", "12.50" or "$1,234.50"',
    "amount-part-of-cent": '{text!r} has a fraction of a cent: write the amount as "25", "12.50" or "$1,234.50"',
    "amount-too-great": "{text!r} is more than an account can hold: write at most {most_cents}",
    "amount-negative": "{text!r} is not an amount: an amount cannot be negative",
    "not-an-amount": '{text!r} is not an amount: write it as "25", "12.50" or "$1,234.50"',
    "odds-not-whole": "{pays} on {on} are not odds: odds pay a whole number on one or more",
    "not-odds": '{text!r} are not odds: write them as "4 to 1", "3 to 2" or "9 for 1"',
    "empty-transfer": "a transfer moves at least one cent; this one moves nothing",
    "transfer-to-itself": "a transfer goes from one account to another; this one stays in {account!r}",
    # Rule books.
    "no-clause": "there is no clause {clause!r} in {book}: `mstud rules show {book}` lists them",
    "no-clause-near": "there is no clause {clause!r} in {book}: did you mean {near}?",
    "not-a-share": '{text!r} is not a share: write it as "10%" or "34.06%"',
    "no-book": "there is no rule book {name!r}: choose one of {books}, or give the path of a .toml file",
    "no-book-near": "there is no rule book {name!r}: did you mean {near}? (or give the path of a .toml file)",
    "no-book-file": "there is no file {path!r}: give the path of a rule book, or one of {books}",
    "book-unreadable": "{path} cannot be read: {error}",
    "book-not-toml": "{path} is not valid TOML: {error}",
    "book-fault": "the rule book {book} has 1 error:",
    "book-faults": "the rule book {book} has {count} errors:",
    "not-a-book-id": (
        "{name!r} cannot be the id of a custom rule book: use lower-case letters, digits and -, such as my-casino"
    ),
    "book-id-taken": "{name!r} is the id of a rule book that comes with the program: choose another, such as my-casino",
    "no-base-book": "there is no rule book {base!r} to extend: choose one of {books}",
    # The shuffle.
    "secret-length": "a secret has {needed} bytes; this one has {given}",
    "not-a-seed": "a seed is a printable text of at most {most} characters",
    "other-secret": "round {round}: the revealed secret is not the one that was committed to",
    "other-card": "round {round}: card {place} does not follow from the secret and the seeds",
    # Draws.
    "not-a-draw-seed": "a seed for a draw is a printable text of {least} to {most} characters",
    "draw-weights": "every entry has a weight of at least 1, and together they weigh at most {most}",
    "other-published-root": "draw {draw}: the root is not the one that was published when entries closed",
    "entry-out-of-order": "draw {draw}: entry {place} has another number, or a weight that is not possible",
    "other-entries": "draw {draw}: the entries are not those whose root was published when they closed",
    "other-draw-secret": "draw {draw}: the opened secret is not the one that was committed to",
    "other-draw-seed": "draw {draw}: the opened seed is not the one that was sealed",
    "other-drawn": "draw {draw}: what was drawn in place {place} does not follow from the secret, the seed and the "
    "entries",
    # Tables.
    "no-staff": "{book} has no staff: its tables are dealt automatically",
    "clock-too-short": "the clocks of a table must allow at least one second",
    "no-voiding-clause": "{book} does not void a round by {clause!r}: name one of {clauses}",
    "other-seed": "this seed does not have the hash that was published for the seat: send the one that does, or none",
    "not-a-seed-hash": "the hash of a seed is its SHA-256 in 64 hexadecimal digits",
    "nameless-player": "a player needs a name",
    "no-such-walk-in": "{player!r} does not sit here: a player without an account is named by the table",
    "about-too-long": "say what it is about in at most {most} characters",
    "chips-without-cards": "only a table that is dealt with real cards has real chips",
    "walk-in-account": "{player!r} has no account: whoever sits down without one plays with chips",
    # Jackpots.
    "meters-not-open": "there are no such meters: open them first",
    "meter-name": "the name of a meter is a printable text of 1 to {most} characters, without /",
    "table-name": "the name of a table is a printable text of 1 to {most} characters",
    # Houses and their staff.
    "house-name": "{name!r} cannot be the name of a house: use at most 40 lower-case letters, digits and -",
    "no-house": "this house has no owner yet: make one on the machine with `mstud staff new NAME`",
    "only-on-the-machine": "that is done on the machine itself, with `mstud staff`",
    "not-an-owner": "only an owner of the house may do that",
    "not-for-oneself": "nobody may do that for themselves: ask somebody else in the house",
    "not-a-member": "{person} does not belong to this house: invite them first",
    "member-disabled": "this person was disabled in the house: enable them first",
    "member-elsewhere": (
        "{person} does not belong to this house alone: that is done by their own house, by the house play for whoever "
        "has none, or on the machine"
    ),
    "last-owner": "this is the last owner of the house: make somebody else an owner first",
    "owner-and-staff": "an owner holds no title, and who holds one cannot be an owner: withdraw one of the two first",
    "official-and-staff": "nobody is an official and a member of staff in one house: withdraw one of the two first",
    "book-not-in-house": "{book!r} is not a rule book of this house: choose one of {books}",
    "book-too-large": "a custom rule book has at most {most} KB",
    "book-other-id": "that is not an edition of {book}",
    "book-at-a-table": "{book} is in use at a table of this house: close the table first",
    "title-unknown": "{book} has no title {title!r}: choose one of {titles}",
    "title-not-held": "they do not hold the title {title!r} under {book}",
    "title-text": "{text!r} is not a title: write the rule book and the title, such as crown:dealer",
    "person-missing": "name the person whose titles change",
    "titles-missing": "name a title to grant or to withdraw, such as --grant crown:dealer",
    "no-title": "this takes a title under {book} that you do not hold in this house",
    "no-recovery": "recovery links are made by an owner of the house, or under a title that may exclude players",
    "not-above": "{person} is not below you: an owner makes their recovery link",
    "owner-recovery": (
        "{person} is an owner: their recovery link is made on the machine, with `mstud staff recover {person}`"
    ),
    "not-an-account": "{person} has no account",
    "player-unknown": "nobody here has the id {person!r}: it stands on the player's account page",
    "account-first": "only somebody with an account can join a house: make your account first, then use the link again",
    "entrant-called": "the name by which a tournament shows you is a printable text of at most {most} characters",
    "tournament-words": "what is said in a tournament is a printable text of at most {most} characters",
    "badge-text": "the name on a badge is a printable text of 1 to {most} characters",
    "link-unknown": "this link is not valid: it was used, withdrawn or never made; ask for a new one",
    "link-expired": "this link has expired: ask for a new one",
    "link-waits": "this link does not work yet: an owner of the house must approve it first; open it again then",
    "owner-there": (
        "the house has got an owner since this link was made, and an owner must approve a further one: ask for a new "
        "link"
    ),
    "second-person-needed": "this needs a second person: propose it, and another owner approves it",
    "standing-short": "your titles do not allow you that ({standard})",
    "proposal-unknown": "there is no such proposal: it was decided, or its time was up",
    "meters-elsewhere": "{meters} are not meters of this house",
    # Tournaments.
    "tournament-name": (
        "{name!r} cannot be the name of a tournament: write 1 to 28 small letters, digits and hyphens, beginning with "
        "a letter or a digit"
    ),
    "no-tournament": "there is no tournament {name} in the house {house}",
    "tables-many": "a tournament opens 1 to {most} tables at a time",
    "tables-of-another": "only tables that were opened for the tournament can be designated",
    "tables-of-other-terms": (
        "the tables of the tournament are open for as many seats, and bots or none, as its terms say now: give them"
        " back, revise the terms, and designate others"
    ),
    "not-of-the-house": "{person} does not belong to the house {house}, or has not set a second factor",
    "from-the-table": "the tables record the hands, and a secret wager is made at the table",
    "secret-elsewhere": "a wager is secret only at the table of a tournament",
    "contest-elsewhere": "only a tournament opens tables for itself",
    # Promotions.
    "promotion-name": (
        "{name!r} cannot be the name of a promotion: write 1 to 28 small letters, digits and hyphens, beginning with "
        "a letter or a digit"
    ),
    "promotion-missing": "there is no promotion {name} in the house {house}",
    "play-from-the-log": "the floor itself counts play and redeems vouchers, from the log: nobody enters either",
    "play-uncounted": "the floor is still counting the play before the closing time, and closes entries by itself",
    "scrutineer-account": "{person} has no account with a second factor, which whoever oversees a draw needs",
    "claimant-details": "a name takes at most 255 bytes and an address at most 511; this is more than {most}",
    "claim-missing": "there is no claim {claim} in this promotion",
    "draw-to-come": "the promotion {name} was not drawn yet: the file of the draw is there once it was",
    "draw-entries": "{stream}, event {version}: the published root is not that of the entries that were taken",
    "correction-amount": "a correction is an amount such as 12.50 or -0.125, with at most 10 decimals",
    "table-not-in-house": "there is no such table in the house {house}",
    "house-full": "this house has {most} of its {what}, the most it can have",
    "no-setting": "there is no setting {name!r}: choose one of {names}",
    "chips-many": "a house has at most {most} kinds of chips",
    "chip-value": "the value of a chip is an amount above zero: {cents} cents is not",
    "chip-colour": "{colour!r} is not a colour: write # and six digits from 0 to f, such as #c62828",
    "chip-nameless": "say what the chip of {cents} cents is called",
    "chip-name": "{name!r} cannot be the name of a chip: write a printable text of at most {most} characters",
    "chip-value-twice": "two chips are worth {value} cents: each value is there once",
    "chip-name-twice": "two chips are called {value}: each name is there once",
    "setting-kind": "{value!r} cannot be the value of {name}",
    "setting-choice": "{name} is one of {choices}",
    "setting-bounds": "{name} is a whole number from {least} to {most}",
    "setting-text": "{name} is a printable text of at most {most} characters",
    "errand-unanswered": (
        "another process uses the database and did not answer within {seconds} s: use `mstud staff` while the server "
        "runs, or stop that process"
    ),
    # Scenario files.
    "at-place": "{where}: {error}",
    "refused-head": "{key}: {refused}",
    "file-line": "line {number}: {error}",
    "script-place": "line {number} of the script",
    "script-line-unreadable": "line {number} of the script cannot be read: {text!r}",
    "scenario-not-toml": "the file is not valid TOML: {error}",
    "script-beside-rounds": (
        "script: the file has rounds, and each has its own script; move these lines into one of them"
    ),
    "not-rounds": "rounds: write each round as [[rounds]], with its cards and its script",
    "staffed-round-key": (
        "{key}: a staffed table goes on from round to round; change it with the lines sit, stand, dealing and limits"
    ),
    "trainee-line": "{text!r} cannot be read: write one of {usage}",
    "lesson-begun": "this lesson has begun already: open another one",
    "lesson-ended": "this lesson is over: repeat it to go through it again",
    "lesson-too-long": "the file is too long: a lesson has at most {most} characters",
    "lesson-unknown": "there is no lesson {name!r}: choose one of {names}, or give the path of a scenario file",
    "no-lesson": "there is no such lesson for you in this house: begin one on the page of the school",
    "lesson-forfeit": (
        "a hand is forfeited by a ruling: write the incident that leads to it, such as incident information-exchanged "
        "position=1"
    ),
    "lesson-one-table": "{key}: a lesson is given at one table; leave out the other tables and the lines about meters",
    "lesson-endless": "{where}: nobody at the table can go on from here; mend the lines before it",
    "text-by-language": (
        '{key} = {value}: write a text, or one in each language, {languages}, such as {{ en = "…", fr = "…" }}'
    ),
    "no-other-table": "{line!r}: write meanwhile and another table that still has a round to play",
    "no-file-key": "{key!r} is not a key of a scenario file: choose one of {keys}",
    "no-template": "there is no template {name}; choose from {templates}",
    "terms-unreadable": "the terms cannot be read: {why}",
    "minutes-expected": (
        "when is {value}: write minutes after the beginning, one number for each session, in their order"
    ),
    "three-minutes-expected": (
        "when is {value}: write three numbers of minutes, from the first line to the beginning, to the close of "
        "entries and to the draw"
    ),
    "no-promotion-line": "this is not a line of a promotion that can stand here: {line}",
    "dates-expected": (
        "when is {value}: write the beginning of each session with its date, time and offset, such as "
        "2026-12-05T19:00:00+11:00"
    ),
    "not-terms": (
        "{source!r} is neither a file nor a template of terms: choose one of {templates}, or give a .toml file"
    ),
    "not-printed-terms": "{path!r} cannot hold printed terms: name a file that ends in .html or .pdf",
    "no-tournament-line": "this is not a line of a tournament that can stand here: {line}",
    "not-a-net": "{word} is not what somebody won or lost: write it as ann=+50 or ben=-25, in whole chips",
    "no-table-key": "{key!r} is not a key of {where}: choose one of {keys}",
    "missing-key": "{key} is missing",
    "text-expected": "{key} = {value}: a text is expected, in quotes",
    "table-expected": "{key} = {value}: a table is expected, such as {key} = {{ … }}",
    "list-expected": "{key} = {value}: a list is expected",
    "boolean-expected": "{key} = {value}: true or false is expected",
    "times-expected": "{key} = {value}: a whole number of dollars for each dollar is expected",
    "bounds-expected": '{key} = {value}: write the minimum and the maximum, such as ["5.00", "500.00"]',
    "warnings-expected": "{key} = {value}: a list is expected; it may name {warnings}",
    "not-a-player": '{key} = {value} is not a seat: write players = {{ 1 = "ann" }}',
    "choose-dealing": "dealing is missing: {book} deals in more than one way; choose one of {methods}",
    "no-shuffling": "staffed.shuffling = {value!r}: choose one of {ways}",
    "no-meter-of-table": "tables.{table} = {value}: there is no such meter",
    "card-missing": "a card is needed and none is left in cards: name it",
    "cards-missing": "{needed} cards are needed and {left} are left in cards: name the rest",
    "whole-expected": "{text}: a whole number is expected",
    "takes-nothing": "{verb} takes nothing more; {words!r} cannot be read",
    "takes-one": "{verb} takes one thing more, not {words!r}",
    "takes-three": "{verb} takes three multiples, not {words!r}",
    "takes-words": "{verb} takes {count} words, not {words!r}",
    "no-dealer-line": "{verb!r} cannot be read: write deal, reveal, settle, or a position and what it does",
    "no-player-line": "{verb!r} is not something that a position can do",
    "no-floor-line": "{verb!r} cannot be read: the lines of floor begin with {verbs}",
    "line-unread": "{text!r} cannot be read: write `{usage}`",
    "person-one-word": "{text!r} cannot be read: write `{usage}`, with a name of one word",
    "not-a-wager": "{name!r} is not a wager: choose one of {wagers}",
    "not-a-number": "{word!r} is not a number",
    "not-a-time": "{text!r} is not a time: write minutes and seconds, such as 20:00, or hours too, such as 4:00:00",
    "time-goes-back": "{time} is before the time of an earlier line",
    "not-a-title": "{title!r} is not a title: choose one of {titles}",
    "not-limits": "write limits as a wager, its minimum and its maximum, such as ante 5.00 500.00",
    "not-an-incident": "{name!r} is not an incident: `mstud incidents` lists them",
    "no-fact": "{word!r} cannot be read: {incident} takes {facts}, written as key=value",
    "no-facts": "{word!r} cannot be read: {incident} takes nothing more",
    "not-streets": "street={value}: write 3rd, 4th or 5th, or several, such as 4th,5th",
    "not-an-order": "order={value}: write known or unknown",
    "not-yes-or-no": "{key}={value}: write yes or no",
    "not-a-determination": "write determine PLAYER release, or determine PLAYER keep GROUNDS",
    "close-what": "say which meter closes, and where its value goes, such as close main high=1",
    "correct-what": "say which meter, how many dollars and why, such as correct main 1.50 miscounted",
    "not-equipment": "{word!r} cannot be read: equipment works, fails or is manual",
    "not-a-notice": "write notice add, remove or move TABLE METER, notice close METER, or notice option N",
    # Calculations.
    "amount-of-nothing": "{text!r} is too little: an amount here is at least one cent",
    "not-multiples": "{text!r} are not multiples: write them as 1,2,3",
    "multiples-disordered": (
        "{text!r} cannot be the multiples: write whole numbers from 1 to 100 in ascending order, such as 1,2,3"
    ),
    "too-many-multiples": "with limits on single wagers or rounded wins, at most {most} multiples can be solved",
    "not-a-player-count": "{text!r} is not a number of other players: write 0 to 8",
    "not-one-of": "{text!r} is not allowed: choose one of {words}",
    "prize-pushes": "a jackpot prize is odds, an amount or a share of the meter; it cannot be a push",
    "not-an-option": "{text!r} is not an option: write KEY=VALUE, such as minimum-ante=5",
    "option-twice": "the option {option} is given twice: give it once",
    "bad-option": "option {option}: {error}",
    "no-option": "there is no option {option!r}: choose one of {options}",
    "no-option-near": "there is no option {option!r}: did you mean {near}?",
    "no-hand": "there is no hand {name!r}: choose one of {hands}",
    "no-hand-near": "there is no hand {name!r}: did you mean {near}?",
    "odds-too-long": "{text!r} is more than can be solved: odds have at most twelve digits",
    "odds-negative": (
        '{text!r} are not odds: odds cannot be negative; write "5" (to 1), "9/2" or "9 to 2", "9 for 1", "push" or '
        '"lose"'
    ),
    "odds-on-nothing": (
        '{text!r} are not odds: they would pay on a stake of nothing; write "5" (to 1), "9/2" or "9 to 2", "9 for 1", '
        '"push" or "lose"'
    ),
    "odds-unread": '{text!r} are not odds: write "5" (to 1), "9/2" or "9 to 2", "9 for 1", "push" or "lose"',
    "main-not-odds": "the {hand} pays {pay}: a main wager is paid by odds, such as 4 to 1",
    "not-a-pay": "{text!r} is not a pay: write HAND=ODDS, such as straight=5",
    "pay-twice": "the pay of {hand} is given twice: give it once",
    "bad-pay": "pay {name}: {error}",
    "no-pay-table": "{book} has no pay table for {wager}: its wagers are {wagers}",
    "no-such-pay-table": "{wager} has no pay table {table!r} in {book}: choose one of {tables}",
    "no-shared-cap": "no cap of {book} counts main wagers and {wager} together: leave {wager} out",
    "side-wager-too-great": "{wager} is at most {most_cents} ({clause}): choose a smaller stake",
    "no-wager-in-book": "{book} has no {wager}: its wagers are {wagers}",
    "not-a-side-wager": "{name!r} is not a side wager: choose one of {wagers}",
    "lost-with-fold": "{wager} is lost with a fold and so part of the main game: give --meter, or prizes as options",
    "stays-on-fold": "the {wager} of {book} survives a fold, so it is not part of the main game: ask with --side",
    "no-jackpot-book": "{book} has no jackpot: choose one of {books}",
    "wrong-jackpot-cost": "the {wager} of {book} cannot cost {offered_cents} ({clause}): choose one of {costs_cents}",
    "no-jackpot-option": "{book} has no jackpot option {option!r}: choose one of {options}",
    "no-jackpot-options": "{book} has no jackpot options: leave jackpot-option out",
    "prizes-on-sign": "the sign says what the {wager} pays: give its prizes, such as --option 'prize.flush=50 for 1'",
    "no-bonus": "{book} pays nothing for other players' hands here: leave bonus.HAND out",
    "no-guarantee": "{book} guarantees nothing to winners who share here: leave guaranteed.HAND out",
    "hand-not-guaranteed": "{hand} has no guaranteed minimum ({clause}): choose one of {hands}",
    "jackpot-needs-ante": "a jackpot wager is an amount beside the ante: give --ante, such as --ante 5",
    "rates-printed": "{book} prints its increment rates ({clauses}): leave rate out",
    "prizes-printed": "{book} prints what its jackpot pays: leave prize.HAND out",
    "no-jackpot-seed": (
        "{book} has no seed of {seed_cents} for a wager of {cost_cents} ({clause}): choose one of {seeds_cents}"
    ),
    "operator-chooses": "{book} prints no increment rates and leaves this to the operator: give for example {options}",
    "rate-too-great": "a rate of {rate} is too high ({clause}): give at most {most}",
    "reset-too-small": "a reset amount of {reset_cents} is too low ({clause}): give at least {least_cents}",
    "hand-not-on-sign": "the sign does not say what {hand} pays ({clause}): choose one of {hands}",
    "bonus-printed": "bonus.{hand} cannot be chosen ({clause}): the book prints the amounts; leave it out",
    "hand-without-bonus": "bonus.{hand} cannot be chosen ({clause}): choose one of {hands}",
    "others-play-alike": (
        "where each dollar goes is worked out for players who all play alike, both ways: leave others out"
    ),
    "dollars-unknown": (
        "where a dollar goes can be worked out only for one prize of the whole meter and one of a part of it"
    ),
    "no-limits": "{book} limits no payment as it stands: give the limit of a sign, maximum-payout=…",
    "nothing-to-limit": "no hand is paid anything that a limit could take away: nothing can be said of the limits",
    "no-known-street": "{name!r} is not a street whose card can be known: name 3rd, 4th or 5th",
    "not-a-rank-group": "{text!r} is not a group of ranks: write each rank once, such as JQKA, of {ranks}",
    "not-two-cards": "a player holds two cards, not {given}",
    "too-many-board-cards": "there are three community cards, not {given}",
    "nothing-to-decide": "all three community cards are on the board: there is nothing left to decide",
    "bets-and-board": "each card on the board has a street wager before it: --bets has {bets} and --board has {cards}",
    "not-a-multiple": "{bet} antes is not a street wager here: choose one of {multiples}",
    "not-a-street": "{street!r} is not a street: --known names 3rd, 4th or 5th, such as 5th=Ks",
    "street-on-board": "the {street} street card is on the board already: leave it out of --known",
    "backs-count": (
        "the number of community cards still face down is {cards}, and --backs has {given}: write in or out for each, "
        "the next card first"
    ),
    "backs-known": (
        "--backs contradicts --known: {card} on {street} street is not what its back tells; correct one of them"
    ),
    "backs-impossible": (
        "cards with these backs cannot come, for only {inside} of the group and {outside} of other ranks are left: "
        "look at --backs and --sorted again"
    ),
    "card-in-two-places": "{card} is in {first} and in {second}: a deck has one of each card",
    "too-few-cards-left": "{named} cards are named: too few are left for the community cards",
    "not-an-svg": "{path!r} is not an SVG file: give a name that ends in .svg",
    "no-folder": "there is no folder {folder!r} to write {name} to: make it, or choose another",
    # The analysis pages.
    "field-too-long": "what was typed is too long: at most {most} characters",
    "not-a-whole-number": "{text!r} is not a whole number of at most six digits",
    "not-a-net-pay": (
        "{text!r} is not a pay: write what each unit wins, at most 999999, such as 5 or 4.5, 0 for a push, -1 for "
        "a loss"
    ),
    "no-chart": "{text!r} is not a street: choose 3, 4 or 5",
    "bad-field": "{field}: {error}",
    "session-too-long": "a session has 1 to {most} rounds, not {rounds}",
    "no-bankroll": "the bankroll must be more than nothing",
    "session-too-fine": (
        "the results of this game are too finely divided for a session: {sums} sums to tell apart, and at most "
        "{most} can be"
    ),
    "run-bounds": "a simulation has 1 to {rounds} rounds, and a seed from 0 to {seed}",
    "no-goal": "the goal must be more than nothing",
    "goal-too-far": (
        "ruin and goal are too far apart: {places} places lie between them, and at most {most} can be followed; take a "
        "smaller bankroll or goal"
    ),
    "edge-too-thin": "the player's edge is too thin to bound the chance of ruin for ever",
    "not-chances": "chances are not negative and add up to 1, not to {total}",
    "sums-too-many": "there are too many exact sums: at most {most} pairs of results can be added",
    "repeat-negative": "a result can be repeated no fewer than 0 times, not {times}",
    "not-a-part": "a quantile is for a part above 0 and up to 1, not {part}",
    "no-covariance": "{name!r} is not something whose covariance can be worked out: choose three-card-bonus or seats",
    "strategy-unknown": "{name!r} is not a strategy: choose one of {names}, or give the path of a file",
    "seen-cards-count": "0 to {most} other cards can be seen, not {count}",
    "open-hands-count": "{least} to {most} players can show each other their hands, not {hands}",
    "wallet-exceeded": "the wallet holds {wallet} antes, and {wagered} were already wagered",
    "paths-count": "0 to {most} sample sessions can be drawn, not {count}",
    "wallet-empty": "the wallet must hold at least the ante, not {wallet}",
    "seen-cards-too-fine": "the results of this game are too finely divided to be solved with other cards seen",
    "strategy-faults": "the strategy {name} cannot be used: {faults}",
    "strategy-line": "line {number}: {error}",
    "strategy-line-unread": ("{text!r} is not a line of a strategy: write cards, = and what to play, such as AKs = 3"),
    "strategy-line-twice": "{text} has a line already",
    "strategy-empty": "it has no line: write what to play, such as AKs = 3 or otherwise = fold",
    "strategy-otherwise": "{name!r} is not what can be played otherwise: choose one of {names}",
    "strategy-starting-hand": "{name!r} is not a starting hand: write a pair as AA, others as AKs or AKo",
    "strategy-card-count": "{cards!r}: a situation shows two, three or four cards, not {given}",
    "strategy-wagers": "{cards}: the number of wagers before these cards is {wagers}, not {given}",
    "strategy-too-fine": (
        "cards with the same future, such as {cards}, are played differently: a file cannot tell them apart"
    ),
    "not-a-run-part": "{text!r} is not a part: write its number and that of all parts, such as 3/10, up to {most}",
    "part-unreadable": "{path} is not a part of a simulation: {error}",
    "part-of-another-run": "{path} belongs to another run: name another folder, or the options that it was made with",
    "part-of-another-program": "these parts were counted by another rule book or version: they cannot be added up",
    "no-parts": "there are no parts of a simulation in {path}",
    "no-ending": "{name!r} is not a way in which a round ends: choose one of {endings}",
    "no-ending-near": "{name!r} is not a way in which a round ends: did you mean {near}?",
    "round-not-replayed": "the rule book does not allow this round: {error}",
    "side-wager-unread": "{text!r} cannot be read: write each side wager once, with its stake, such as {wager}=5",
    "permuted-alone": "deals without replacement are for one seat without side wagers, errors or sessions",
    "not-an-error-rate": "{text!r} is not how often a player errs: write a chance between 0 and 1, such as 1/50 or 2%",
    "stops-alone": "a session with stop rules has no side wagers: leave out --side or --session",
    "rounds-not-sessions": "{rounds} rounds are not whole sessions of {session}: give a multiple of {session}",
    "deals-run-out": "there are only {most} deals: without replacement no more rounds can be played",
    "strategy-by-suit": "several seats cannot play a strategy that looks at suits which decide nothing",
    "no-paper": "{paper!r} is not a paper: choose one of {papers}",
    "not-a-pdf": "{path!r} is not a PDF file: give a name that ends in .pdf",
    "pdf-missing": "a PDF needs vl-convert, which is not installed: {command}",
    # Languages.
    "no-language": "{language!r} is not a language of this house: choose one of {languages}",
    # The store.
    "account-full": "an account cannot hold that much",
    "account-short": "the account does not hold that much",
    "anchors-unreadable": "the anchors in {path} cannot be read: {why}",
    "backup-changed": "{path} was changed: it is not the backup that was written",
    "backup-cut": "{path} is cut short: copy the backup again",
    "backup-endless": "{path} is cut short: it has {rows} rows and no end",
    "everything-and-more": "--everything exports everything: leave out --stream, --out and what selects rounds",
    "export-there": "{path} is there already: name a new folder",
    "backup-folder": "there can be no backup in {path}: {why}; give a folder that is there",
    "backup-folder-busy": "another backup is being made in {path}: wait until it has ended",
    "backup-folder-empty": "there is no backup in {path}: make one there with `mstud backup`",
    "backup-lacks-anchored": "{path} lacks commit {number} of {writer}, which was anchored before it was made",
    "backup-foreign": "{path} is not one of our backups: give a file that `mstud backup` wrote",
    "backup-line": "{path} is not a backup, or it was changed: one of its lines cannot be read",
    "backup-missing": "there is no file {path}: give the path of a backup",
    "backup-other-key": "{path} was made with the key {theirs}, and this is the key {ours}: name the right key file",
    "backup-trailing": "{path} was changed: there is something after its end",
    "backup-unreadable": "{path} is not a backup, or it was changed: {why}",
    "commit-forged": "commit {number} of {writer} is not what was signed: restore a backup",
    "database-away": "{url}: the database is away or refuses us: check that it is running ({said})",
    "database-behind": "the database is of version {current}: open the floor once to bring it up to {newest}",
    "database-busy": "the database is too busy: others got in the way every time; try again",
    "database-damaged": "{url}: the database is damaged: restore a backup ({said})",
    "database-empty": "the database is empty: no floor was ever opened on it",
    "database-foreign": "{url}: the file is not one of our databases: check the path ({said})",
    "database-format": "the database has the format {format!r}, which this program does not read: use a newer program",
    "database-in-use": (
        "{path} is in use by another process: only one process can write to SQLite; for more, give a postgresql:// URL"
    ),
    "database-kind": "{kind} is not a database that this program knows: use sqlite or postgresql",
    "database-linked": "{path} has a second name, a hard link: remove one of the two, or copy the file",
    "database-locked": "{url}: the database is locked by another program: end that program ({said})",
    "database-moved": "{path} was moved away or replaced: nothing is acknowledged; put it back, then restart",
    "database-nameless": "the facts do not say which database this is: restore a backup",
    "database-other-key": (
        "this database was made with the key {theirs}, and this is the key {ours}: name the right key file"
    ),
    "database-other-signer": "this database was not signed with that key: ask the house for the right public key",
    "database-readonly": "{url}: the database can only be read: check its permissions ({said})",
    "database-swapped": (
        "{url}: the database that answers is not the one that was opened: put that one back, or restart"
    ),
    "database-unopened": "{url}: the database cannot be opened: check the path and its permissions ({said})",
    "database-url": "{url!r} is not a database URL: write sqlite:///path/to/file or postgresql://host/name",
    "database-versions": "the database says that it is of several versions ({versions}): restore a backup",
    "disk-full": "{url}: the disk is full: make room, nothing was written ({said})",
    "disk-silent": "{url}: the disk does not answer: check it, nothing was acknowledged ({said})",
    "fact-forged": "the fact {name} is not what was signed: restore a backup",
    "file-unreadable": "{path} cannot be read: {why}",
    "file-unusable": "{path} cannot be used: {why}",
    "file-unwritable": "{path} cannot be written: {why}",
    "folder-unmade": "the folder {path} cannot be made: {why}; choose another",
    "fsync-off": (
        "{url}: fsync is off, so a crash would lose what was acknowledged: switch it on, or set "
        "MSTUD_WITHOUT_FSYNC=1 where that does not matter"
    ),
    "key-file-bad": "the key file {path} does not hold a key: {why}",
    "key-file-missing": "there is no key file {path}: name the one that this database was made with",
    "key-length": "a key has {wanted} bytes; this one has {given}",
    "key-needed": "this needs the key itself; only its public part is known",
    "later-backup": "{path} is of a database of version {version}, which is later than this program: use a newer one",
    "later-database": "the database is of version {version}, which is later than this program: use a newer one",
    "old-database": (
        "the database was written by an earlier version of this program, in a format that is no longer read: "
        "it is left untouched; begin a new database under another name"
    ),
    "old-file": (
        "{path} was written by an earlier version of this program, in a format that is no longer read: it is "
        "left untouched; begin a new database under another name"
    ),
    "projections-stale": "these projections are out of date: {names}; rebuild them with `mstud rebuild`",
    "public-key-bad": "{text!r} is not a public key: a public key has 64 hexadecimal digits",
    "restore-not-empty": (
        "the database is not empty ({table} has rows): a backup can only be restored into an empty one"
    ),
    "restore-other-key": (
        "the database is not empty (it has another key): a backup can only be restored into an empty one"
    ),
    "restore-version": (
        "the database has tables of version {current}, and the backup of version {wanted}: give a new database"
    ),
    "sealed-unopened": "what was sealed cannot be opened: the key is a different one, or the data was changed",
    "secret-empty": (
        "the secret file {path} is empty, as a full disk leaves it: put the right contents back, or remove "
        "it and start again"
    ),
    "secret-exposed": "the secret file {path} can be read by others (mode {mode}): run chmod 600 {path}",
    "secret-unusable": "the secret file {path} cannot be used: {why}",
    # What `mstud verify log` finds wrong with the log.
    "anchor-changed": "the anchor was changed: its signature is not good",
    "anchor-other-database": (
        "the anchor belongs to another database, or to this one before it was restored from a backup"
    ),
    "anchor-other-key": "the anchor was signed with another key: it belongs to another database",
    "balance-missing": "{account} has transfers, but no balance",
    "balance-untouched": "{account} has a balance, but no transfer ever touched it",
    "balance-wrong": "{account} holds {held} cents, but its transfers make {moved}",
    "book-changed": "the rule book kept under {hash} is not what was written",
    "command-changed": "{stream}: the command {id} is not what was written: no event says the same",
    "commit-missing": "commit {number} of {writer} is missing: a later one names it",
    "commit-not-anchored": "commit {number} of {writer} is missing or different: the anchor names it",
    "commit-skipped": "commit {number} of {writer} is missing, the next one is {next}",
    "commit-unsigned": "commit {number} of {writer} is not what was signed",
    "definition-changed": "{name} is not as we made it: its definition was changed",
    "event-changed": "{stream}: event {version} ({name}) is not what was written",
    "event-forged": "{stream}: event {version} ({name}) is not the one that was signed",
    "event-skipped": "{stream}: event {version} is missing, the next one is {next}",
    "event-unsigned": "{stream}: event {version} ({name}) was never signed",
    "fact-unsigned": "the fact {name} is not what was signed",
    "fact-wrong": "the facts say that the {name} is {told}, but it is {actual}",
    "facts-nameless": "the facts do not say which database this is",
    "held-forged": "{stream}: what accounts held after event {version} is not what was signed",
    "held-wrong": "{account}: what it held after each of its transfers does not add up",
    "index-damaged": "PostgreSQL finds an index of {name} damaged: {said}; restore a backup",
    "log-cut": "{stream}: a commit names event {version}, but the log ends before it",
    "row-impossible": "a row holds an impossible value, so the file may be damaged: {error}",
    "rows-hidden": "policies may hide rows of {name}: run ALTER TABLE {name} DISABLE ROW LEVEL SECURITY",
    "snapshot-ahead": "{stream}: a snapshot names event {version}, but the log ends before it",
    "snapshot-changed": "{stream}: the snapshot of event {version} is not what was written",
    "sqlite-damaged": "SQLite finds its file damaged: {said}; restore a backup",
    "table-damaged": "PostgreSQL finds the table {name} damaged: {said}; restore a backup",
    "table-unlogged": "a crash would empty {name}: run ALTER TABLE {name} SET LOGGED",
    "transfer-stray": "{stream}: a transfer says that it belongs to event {version}, which is not there",
    "transfers-renumbered": "{stream}: the transfers of event {version} are not numbered as they were",
    "trigger-foreign": "{name} acts on {target} when that is written, and is not ours: remove it",
    # The floor.
    "actor-text": "an actor must be 1 to {most} printable characters",
    "book-not-kept": "the database does not hold a rule book with the hash {hash}",
    "command-id-text": "a command id must be 1 to {most} printable characters",
    "command-id-used": "the command id {id} was used before for another command: use a new one",
    "command-misplaced": "{command} is not a command for {stream}",
    "command-unwritable": "the command cannot be written down: {error}",
    "cookie-secret-short": "{path} is too short for a secret: remove it, and guests begin with new names",
    "floor-closed": "the floor is closed: open it again first",
    "funds-left": "there is enough money left: more is given only to those who hold less",
    "meters-missing": "there are no meters {stream}: open them first",
    "meters-name": "the name of a house of meters must have 1 to {most} characters, without /",
    "meters-other-book": "these meters run by the book {theirs}: a table under {ours} cannot be linked to them",
    "one-target": "name one of a player, a table or a house",
    "player-text": "a player's name must be 1 to {most} printable characters",
    "reason-text": "a reason must be 1 to {most} printable characters",
    "snapshot-shape": "the snapshot of {stream} has another shape",
    "stream-busy": "{stream} is too busy: others came first {tries} times in a row; try again",
    "stream-missing": "there is no {stream}",
    "stream-name": "{stream!r} is not the name of a stream: use one of {known}",
    "stream-not-table": "{stream!r} is not a table: the name of a table begins with {prefix}",
    "streams-too-many": "the command needs more than {most} streams, which is the most that one command may use",
    "table-stream": "the table {table!r} cannot be opened in the stream {stream}",
    "target-text": "a target must be 1 to {most} printable characters",
    "target-unknown": "{target!r} is not something that can be stopped: name one of {targets}",
    "who-text": "the name of whoever does this must be 1 to {most} printable characters",
    "settings-none": "name at least one setting to change: {names}",
    # Histories and proofs.
    "command-redirected": "{table}: the command {id} is not what was written: it was sent to the table",
    "committed-other": "round {round}: the sealed secret is not the one that was committed to",
    "committed-twice": "round {round}: the house committed itself while it was bound to another secret",
    "event-against-rules": "{stream}: round {number}: {event} is not what the rules make of it",
    "event-impossible": "{stream}: event {version} ({name}) cannot follow what was before it: it cannot have happened",
    "event-money": "{stream}: event {version} ({name}) does not move the money that is stored with it",
    "event-not-allowed": "{stream}: round {number}: {event} is not allowed: {refused}",
    "event-sealed": "its sealed part is not what its public part leaves out",
    "event-wrong": "{stream}: event {version} ({name}) cannot follow what was before it: {error}",
    "draw-other": "{stream}: event {version}: the order drawn does not follow from the secret of the draw",
    "draw-uncommitted": "{stream}: event {version}: the secret of the draw is not the one that was committed to",
    "hand-elsewhere": "{stream}: event {version}: the command did not settle the hand at the table of its heat",
    "hands-unnumbered": "a file of several hands needs a numbered table, such as [1], for each",
    "history-action": "{line!r} is not an action of {variant}",
    "history-book": "the hand was played under the book {book} with the hash {hash}, which is not available here",
    "history-not-toml": "the hand history is not TOML: {error}",
    "history-refused": "round {round}: the book refuses what the file says: {refused}",
    "history-results": "round {round}: the rules give other results than the file",
    "history-status": "round {round}: the file says that it is {status}; its actions do not",
    "history-csv": "a CSV file does not tell how each hand was played: export the history with --format json or toml",
    "history-empty": "the history has no settled round with a decision under this book: there is nothing to repeat",
    "history-no-player": "the history has no round of {player}",
    "history-other-book": "the history has no round under exactly this edition of {book}, but under {books}",
    "history-players": "the history is of several players: choose one of {players} with --player",
    "player-without-history": "--player {player} chooses from a history, and --strategy names none",
    "history-unreadable": "the hand history cannot be read: {error}",
    "history-variant": "the hand is of the variant {given!r}, and only {wanted!r} can be read",
    "meter-other-cards": "{stream}: round {number}: its meter was told other cards than those on the table",
    "meter-pool": "{stream}: the meter {meter} is worth {value} cents, but its pool {pool} holds {held}",
    "meter-sum": "{stream}: the meter {meter} does not hold what was given to it less its prizes",
    "meters-disagree": "{table}: it and {meters} do not agree on the command {id}",
    "outcome-refused": "{stream}: the outcome of {round} cannot be recorded: {refused}",
    "page-negative": "limit and offset cannot be negative",
    "prizes-wrong": "{stream}: the prizes of {round} are not what its cards win",
    "projection-count": "the projection {table} has {stored} rows, but the log makes {made}",
    "projection-wrong": "{stream}: the projection {table} does not say what the log says of {row}",
    "proof-cards": "round {round}: the cards shown do not follow from the secret and the seeds",
    "proof-commitment": "round {round}: the commitment is not the one that was shown before the deal",
    "proof-nothing-kept": "round {round}: nothing was kept from before its deal",
    "proof-other-round": "round {round}: the proof is that of another round",
    "proof-projection": "round {round}: the table of rounds names another commitment than the log",
    "proof-real-cards": "the round {round} was dealt with real cards: there is no commitment to prove",
    "proof-round-open": "the round {round} is not over: its secret is revealed when it ends",
    "proof-secret": "round {round}: what was revealed is not what was sealed when it began",
    "proof-seed": "round {round}: the seed is not the one that was sent",
    "proof-seeds": "round {round}: the seeds that were revealed are not those that were opened",
    "proof-uncommitted": "round {round}: it begins without a commitment",
    "proof-unreadable": "round {round}: the proof cannot be read: {error}",
    "round-id": "{text!r} is not a round: write its table and number, such as table:6fb1…#3",
    "round-missing": "there is no round {round}",
    "round-status": "{status!r} is not a status of a round: choose one of {statuses}",
    "round-unopened": "the round {round} has not opened",
    "seed-hash": "{stream}: event {version}: the seed of position {position} does not have the hash that was published",
    "snapshot-wrong": "{stream}: the snapshot of event {version} is not what the events lead to",
    "withdrawn-other": "round {round}: what was withdrawn is not what the house was bound to",
    # The web.
    "limit-bad": "{text!r} is not a limit: write NAME=NUMBER, where NAME is one of {names}",
    "network-bad": "{error}: write an address or a network, such as 10.0.0.7 or 10.0.0.0/24",
    "solo-book-id": "{source}: the id of a book to play has 1 to {most} letters, digits and hyphens",
    "book-already-served": "{source}: the book {book!r} is already served: give the custom book an id of its own",
    # The command line.
    "address-unusable": "{host}:{port} cannot be used: {why}; choose another with --port",
    "advice-alone": "advice is for a single player: leave out the option players (mstud solve --meter counts others)",
    "anchor-bad": "{path} is not an anchor: {error}",
    "anchor-text": "that is not an anchor: paste the whole text of the file",
    "nothing-drawn": "{file} has no draw whose record could be written",
    "draw-missing": "there is no file {path}: give one that `mstud replay --draw` wrote, or the house publishes",
    "draw-bad": "{path} is not the record of a draw: {error}",
    "anchor-missing": "there is no file {path}: give one that `mstud verify anchor` wrote",
    "backs-bad": (
        "{text!r} does not tell backs: write in or out for each community card still face down, the next card first, "
        'such as "in out out"'
    ),
    "bets-bad": "{text!r} are not bets: name the multiples so far, such as 1 or 1,3",
    "bonus-without-caps": "the option three-card-bonus only matters to the caps: ask with --caps, or with mstud advise",
    "file-exists": "{path} already exists: choose another name, or move it away",
    "format-bad": "{format!r} is not a format: choose one of {formats}",
    "hand-count": "{count} cards were given: a hand has five cards, or three or six for the bonuses",
    "in-file": "{file}: {error}",
    "known-bad": "{text!r} does not name the card of a later street: write it as 5th=Ks, each street once",
    "log-level": "{level!r} is not a log level: choose debug, info, warning or error",
    "meter-needed": "the {wager} is paid from a meter: give --meter, such as --meter 50000",
    "one-question": "one question at a time: {options} were given",
    "option-alone": "{option} belongs to {question}: give both",
    "out-alone": "--out writes the card of --human or the strategy of --strategy: give one of these with it",
    "out-database": "{path} is the database itself, or its key: name another file",
    "picture-meter": "a picture by meter needs a jackpot wager: give --meter",
    "picture-none": "this answer has no picture: plot a solution, or use --meter",
    "picture-unknown": "{picture!r} is not a picture: choose one of {pictures}",
    "observed-no-wager": "there is no wager {name!r} on this par sheet: choose one of {wagers}",
    "observed-no-end": "{end!r} is not an end of {wager}: choose one of {ends}",
    "observed-rounds": "{rounds} observed rounds cannot be tested: give 1 to {most}",
    "observed-log-empty": "the log has no settled round under exactly this rule book",
    "observed-unread": (
        '{path} has no observed counts: write JSON such as {{"main-game": {{"royal-flush": 1, "flush": 120}}}}, with '
        "whole numbers"
    ),
    "dask-missing": "--dask needs Dask, which is not installed: {command}",
    "dask-unreachable": (
        "no Dask scheduler answers at '{address}' ({error}): give the address of one that runs, such as tcp://host:8786"
    ),
    "dask-decides": "{option} cannot be used with --dask, which divides the rounds itself",
    "par-missing": "a par sheet as a PDF or a workbook needs WeasyPrint and XlsxWriter: {command}",
    "pango-missing": (
        "a par sheet as a PDF needs Pango, which is not installed; on Debian: apt-get install libpango-1.0-0 "
        "libpangoft2-1.0-0 libharfbuzz-subset0. HTML and XLSX do without it"
    ),
    "not-a-par-sheet": "{path!r} is not a file for a par sheet: its name must end in one of {suffixes}",
    "plots-missing": "--plot needs Altair, which is not installed: {command}",
    "postgres-missing": "a PostgreSQL database needs a driver that is not installed: {command}",
    "scenario-meterless": "{file} has no meter: give it one, such as meter = {{ wager = … }}",
    "scenario-missing": "there is no file {file!r}: give the path of a scenario file",
    "stream-and-rounds": "--stream writes all events of the stream: leave out the options that choose rounds",
    "csv-and-json": "choose --csv or --json, not both",
    "time-bad": "{text!r} is not a time: write it as 2026-01-31 or 2026-01-31T18:30",
    "workers-sqlite": (
        "{workers} workers were asked for, but only one process can write to SQLite: give --database postgresql://…"
    ),
    # The trainer.
    "no-situation": "there is no situation {name!r} under the best play of this game",
    "situations-by-arrangement": (
        "in this game it matters which cards are the player's and which are on the board: the trainer cannot drill it"
    ),
    "no-such-play": "{play!r} is not a play here: choose one of {plays}",
    "not-a-tally": "{text!r} is not a tally: write answers, errors and cost, such as 12 3 1/4",
    "no-card-rule": "{rule!r} is not a rule of the strategy card",
    "not-a-review-card": "this is not a card of the schedule: it was changed, or it is from the future",
    "outs-too-early": "outs are counted with one card to come: name two cards, and two on the board",
    "course-ante": "{given_cents} is not an ante to learn with: give {least_cents} to {most_cents}",
    "no-drill": "{mode!r} is not a drill: choose one of {modes}",
    "no-drill-street": "{street!r} is not a street: choose one of {streets}",
    "too-many-seen": "{seen} cards of other players cannot be shown: choose 0 to {most}",
    "nothing-to-drill": "there is nothing to drill: the best play never meets that rule on that street",
    "phrases-often": "at most {most} phrases a minute: wait a moment",
    "pace-unknown": "a player may have {paces} times as long as others: choose one of these",
    # Persons.
    "code-wrong": "the code is not right: enter the one that the app shows now",
    "credential-last": "this is the only way to sign in: set a password or add another passkey first",
    "guest-missing": "there is no such guest, or the guest is part of an account already",
    "account-made": "an account was made of this guest meanwhile: sign in to it",
    "guest-plays": "the guest is playing in another window: finish the round there, then try again",
    "guest-prize": "a prize or winnings of the guest are not paid yet: try again once the house has decided",
    "guests-many": "at most {most} guests can be brought into an account",
    "label-text": "what a passkey is called must be 1 to {most} printable characters",
    "login-taken": "that name is taken: choose another",
    "login-text": "a name to sign in with must be 1 to {most} printable characters",
    "passkey-bad": "the passkey could not be checked: try again",
    "passkey-missing": "there is no such passkey",
    "passkeys-many": "at most {most} passkeys can be kept: remove one first",
    "password-length": "a password must have {least} to {most} characters",
    "second-factor-missing": "no second factor is set up",
    "sign-in-failed": "that does not match: check the name, the password and the code, or try again in 15 minutes",
    "ticket-stale": "that took too long or was used already: begin again",
    "password-missing": "no password was given",
    "person-erased": "the person was erased on request: nothing of theirs can be read or changed any more",
    "preferences-size": "preferences are at most {most}, with names and values of at most {length} characters",
    "exclusion-shorter": "an exclusion can be made longer, never shorter: choose a later time",
    "exclusion-too-short": "an exclusion lasts for at least a day: choose a later time",
    "limit-missing": "there is no such limit",
    "limit-nothing-wanted": "no higher limit was asked for",
    "limit-range": "a limit is 0 to {most}",
    "no-exclusion-clause": "{clause} is not a clause by which {book} lets staff exclude somebody",
    "person-not-excluded": "the person is not excluded by staff",
    "reality-minutes": "a reality check comes every 15, 30 or 60 minutes, or never (0)",
    "time-out-shorter": "a time-out can be made longer, never shorter: choose a later time",
    "vault-unusable": "the vault of personal keys cannot be used: {why}",
    "reason-personal": "the reason names what is to be forgotten, and stays in the log: say it without",
    "vault-in-database": (
        "the vault of personal keys must not be in the database of the floor, whose backups would keep the keys: "
        "name another with MSTUD_VAULT"
    ),
    "vault-other": (
        "this vault does not have the keys of the people in the database: put the right one back, beside the key or "
        "where MSTUD_VAULT says; nothing else is lost. If it is gone for ever, run mstud person accept-vault: play "
        "and money stay, and people need a new way to sign in"
    ),
    # The live socket.
    "server-url": "{url!r} is not the address of a server: write it as http://127.0.0.1:8000",
    "view-hash": "version {version} of {topic} does not have the hash that its frame names",
    "speed-unknown": "{speed!r} is not a speed: it is one of {speeds}",
    "other-server": "the table {table!r} is at another server than {url}",
    "table-link": "{table!r} does not name a table: give its id, or its link as its page shows it",
    "no-free-seat": "every seat at this table is taken",
    "not-our-server": "{url} answered with status {status}, and not as a server of this game does",
    "seat-gone": "seat {position} was given up: somebody made the bot stand up",
    "book-not-known": "the table plays by the book {book!r}, which is not one that this program knows, word for word",
    "strategy-not-for-bots": "{name!r} is not a strategy of bots: choose one of {names}",
    "delta-misfit": "the change at {path!r} is not of this view",
}
"""What is wrong and what to do; without a full stop."""
