"""What a par sheet says: the titles of its parts and tables, headings, figures, and what regulators demand."""

from typing import Final

from mississippi_stud.language import translator
from mississippi_stud.prose.analysis import end_name
from mississippi_stud.prose.names import HANDS, NAMES
from mississippi_stud.prose.terminal import STREETS

WORDS: Final = {
    # Parts.
    "par-sheet": "Par sheet: {title}",
    "identity": "Summary",
    "main-game": "main game",
    "meters": "Meters",
    "caps": "Caps",
    "strategy": "Strategy",
    "protection": "Game protection",
    "demands": "What regulators demand",
    "observed": "Theory against practice",
    # Tables.
    "identity-table": "what this sheet is of",
    "summary": "every wager",
    "without-value": "wagers whose prizes only the sign says",
    "figures": "figures, in antes",
    "figures-staked": "figures, for each unit staked",
    "pays-table": "what each unit wagered wins or loses",
    "ends": "how it ends",
    "sessions": "between what nine sessions in ten end",
    "jackpots": "the meter at its seed, and where the wager breaks even",
    "dollars": "where each dollar wagered goes in the long run",
    "caps-table": "the book's caps",
    "cap-costs": "what they cost the best play, by ante",
    "card": "strategy card",
    "card-cost": "what the card costs in antes a round, against the best play",
    "card-cost-table": "what the card costs",
    "demands-table": "each demand, and the cell that answers it",
    "starting": "starting hands and the best play on 3rd street",
    "exposures": "what a player gains who sees what should be hidden",
    "tests": "{wager}: each count beside what was to be expected",
    # Rows of the summary.
    "title": "rules of the game",
    "book": "rule book",
    "version": "version",
    "date": "date",
    "book_hash": "SHA-256 of the rule book",
    "program": "program",
    "program_hash": "SHA-256 of the program",
    "options": "options",
    "options_hash": "SHA-256 of the options",
    "no-option": "no option",
    "undated": "undated",
    # Figures.
    "combinations": "combinations",
    "value": "value to the player",
    "edge": "house advantage",
    "average_wager": "average wager",
    "element_of_risk": "element of risk: house advantage for each unit wagered",
    "return": "return per unit wagered",
    "hit_rate": "hit rate: chance of a net win",
    "push_rate": "chance of a push",
    "variance": "variance",
    "deviation": "standard deviation",
    "volatility_index": "volatility index: 1.645 standard deviations",
    # What is said below a table.
    "note-counts": (
        "Every count is of equally likely deals: two cards to the player and three community cards in their order."
    ),
    "note-counts-three": "Every count is of equally likely deals: three community cards.",
    "note-counts-six": "Every count is of equally likely deals: six cards.",
    "note-normal": (
        "The normal formula is the value times the rounds, plus or minus the volatility index times their root. A few "
        "great prizes make it wrong for thousands of rounds; the exact interval is the 5% and the 95% quantile."
    ),
    "note-jackpot": (
        "A fold loses this wager; the main game is played by its own best play, and the meter stands at its seed."
    ),
    "note-not-offered": "The book keeps this pay table as a draft; no table offers it.",
    "note-missing": "Not worked out: {fault}.",
    "note-no-caps": "The book limits no payment as it stands; the limit on a sign is the option maximum-payout.",
    "note-no-meters": "The book has no meter.",
    "note-bounds": "Topping up, guaranteed minimums and rounding are the middle of proved bounds.",
    "note-exposures": (
        "Known: community cards that the player knows from the start; all three together are a board dealt face up. "
        "Sorted: the player tells from the backs of the cards still face down whether their rank is in the group. "
        "Seen: so many cards of other players, at random."
    ),
    "note-practice": (
        "Rounds: {rounds}. Each chance is the exact one of so many or fewer, or so many or more, in as many rounds. "
        "Among {rows} rows some chance is often below 5%; below 5% divided by {rows} it is a reason to look closer."
    ),
    "known": "known: {seen}",
    "sorted": "sorted: {seen}",
    "seen": "other cards seen: {seen}",
    # Caps that are not of one wager.
    "cap-game": "Main wagers and bonus together",
    "cap-hand": "A hand",
    "cap-maximum-payout": "Maximum payout, by an option",
    # Demands.
    "true-odds": "true odds of {wager}",
    "payout-odds": "payout odds of {wager}",
    "house-advantage": "house advantage of {wager}",
    "developer": "who developed the game",
    "name-of-game": "name of the game",
    "rules-of-play": "rules of play",
    "schedule-of-payouts": "schedule of payouts of {wager}",
    "statistical-evaluation": "statistical evaluation of {wager}",
    "by-applicant": "the applicant says this",
}
"""Titles, figures and sentences by name."""

COLUMNS: Final = {
    "what": "what",
    "value": "value",
    "wager": "wager",
    "table": "table",
    "stake": "amount staked",
    "clause": "clause",
    "combinations": "combinations",
    "edge": "house advantage",
    "element_of_risk": "element of risk",
    "hit_rate": "hit rate",
    "volatility_index": "volatility index",
    "missing": "what is missing",
    "end": "end",
    "pays": "pays",
    "per_unit": "per unit",
    "wagered": "wagered",
    "count": "combinations",
    "odds": "1 in",
    "chance": "probability",
    "net": "net",
    "contribution": "contribution",
    "rounds": "rounds",
    "normal_from": "normal, from",
    "normal_to": "normal, to",
    "from": "exact, from",
    "to": "exact, to",
    "option": "option",
    "cost": "cost",
    "seed": "seed amount",
    "per_dollar": "each dollar of the meter adds",
    "even": "break-even meter",
    "even_together": "break-even together",
    "fixed": "fixed prizes",
    "bonus": "bonus",
    "rate": "to the meter",
    "reseeding": "reseeding",
    "topping_up": "topping up",
    "guaranteed": "minimums",
    "rounding": "rounding",
    "to_players": "to players",
    "house": "house",
    "cap": "cap",
    "amount": "amount",
    "binds_above": "can bind above an ante of",
    "costs_above": "costs the best play above",
    "ante": "ante",
    "cost_in_antes": "cost in antes",
    "street": "street",
    "bet": "bet",
    "when": "when",
    "hand": "hand",
    "play": "play",
    "hands": "hands",
    "gain": "gain",
    "source": "regulation",
    "demand": "demand",
    "cell": "cell",
    "observed": "observed",
    "expected": "expected",
    "at_most": "chance of so many or fewer",
    "at_least": "chance of so many or more",
}
"""The headings of columns by name."""

ENDS: Final = {
    "no-prize": "no prize",
    "super-royal-of-clubs": "super royal of clubs",
    "super-royal-of-diamonds": "super royal of diamonds",
    "super-royal-of-hearts": "super royal of hearts",
    "super-royal-of-spades": "super royal of spades",
}
"""Ways in which a wager ends that no other part of the program names."""


def word(name: str, language: str, /, **values: object) -> str:
    """Return a title, a figure's name or a sentence in the reader's language.

    >>> word("known", "fr", seen="3rd")
    'connu\\xa0: 3rd'
    """
    return translator(language)(WORDS[name]).format(**values)


def column(name: str, language: str) -> str:
    """Return the heading of a column."""
    return translator(language)(COLUMNS[name])


def ending(end: str, language: str) -> str:
    """Return how a wager ends: a hand, or the street of a fold."""
    if end in ENDS:
        return translator(language)(ENDS[end])
    return end_name(end, language) if end in STREETS or end.replace("-", " ") in HANDS else end


def cap_title(name: str, language: str) -> str:
    """Return what a cap is on.

    >>> cap_title("third-street", "en"), cap_title("hand", "en"), cap_title("side-pot", "en")
    ('3rd street wager', 'A hand', 'Side pot')
    """
    if f"cap-{name}" in WORDS:
        return word(f"cap-{name}", language)
    return wager_title(name, language) if name in NAMES else name.replace("-", " ").capitalize()


def exposed(seen: str, language: str) -> str:
    """Return what a player sees who should not: streets, such as 3rd+4th, ranks, or a number of cards."""
    streets = {"3rd": "third-street", "4th": "fourth-street", "5th": "fifth-street"}
    say = translator(language)
    return ", ".join(say(STREETS[streets[each]]) if each in streets else each for each in seen.split("+"))


def wager_title(wager: str, language: str) -> str:
    """Return what a wager is called, with a capital letter."""
    called = translator(language)(NAMES[wager]) if wager in NAMES else word(wager, language)
    return called[:1].upper() + called[1:]
