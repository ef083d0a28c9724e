"""What the rule books, their chapters and the subjects of their rules are called, and what makes each book special."""

from typing import Final

BOOK_NAMES: Final = {
    "nsw": "New South Wales",
    "maryland": "Maryland",
    "crown": "Crown Melbourne",
    "online": "The online game",
}
"""The books, as a sentence names them."""

INTRODUCTIONS: Final = {
    "nsw": (
        "The rules under New South Wales law: a live table with promotional tokens, a progressive jackpot and "
        "promotional prizes."
    ),
    "maryland": (
        "The regulations of Maryland: a live table with bonuses on three and on six cards, and a progressive "
        "whose Envy Bonus rewards the other players."
    ),
    "crown": (
        "The rules of Crown Melbourne: a live table where a player may hold several boxes blind, with prize "
        "meters and tournaments."
    ),
    "online": (
        "The electronic game for one player, printed in French: a bonus on the community cards, limits to the "
        "cent and the return in percent."
    ),
}
"""Each book in a sentence."""

SPECIALITIES: Final = {
    "nsw": (
        "A minimum may rise at once, if those who are seated keep the old one under a marker.",
        "Everybody with a jackpot wager shares in a high hand by the bonus jackpot, even after a fold.",
        "A player may concede a hand before it is settled.",
    ),
    "maryland": (
        "On 3rd street the players decide one after the other, from the dealer's left.",
        "Six betting positions, and only for those who are seated.",
        "The house chooses among six pay tables for the Three Card Bonus and two for the Six Card Bonus.",
    ),
    "crown": (
        "A win is paid up to the next amount that chips can make.",
        "A first breach of a limit is forgiven with a warning; the next one is not.",
        "After a misdeal, jackpot wagers are carried to the next round.",
    ),
    "online": (
        "There is no dealer to rule on anything: a wager outside the limits is simply refused.",
        "One button bets the most on every street left.",
        "A game left alone waits thirty days for its player.",
    ),
}
"""What sets each book apart."""

CHAPTERS: Final[dict[str, dict[str, str]]] = {
    "nsw": {
        "1": "What the words mean",
        "2": "Table and equipment",
        "3": "The cards",
        "4": "Shuffling and cutting",
        "5": "Placing wagers",
        "6": "Limits on wagers",
        "7": "Dealing",
        "8": "Ranking of hands",
        "9": "Betting street by street",
        "10": "Paying and collecting",
        "11": "When something goes wrong",
        "12": "When the shuffler fails",
        "13": "Conduct, closing and disputes",
        "14": "Promotional prizes",
        "15": "Progressive jackpot",
    },
    "maryland": {
        ".01": "What the words mean",
        ".02": "Table and equipment",
        ".03": "The cards",
        ".04": "Opening a table",
        ".05": "Shuffling and cutting",
        ".06": "Ranking of hands",
        ".07": "Placing wagers",
        ".08": "Dealing from a manual shoe",
        ".09": "Dealing by hand",
        ".10": "Dealing from an automated device",
        ".11": "Playing a round",
        ".12": "What is paid",
        ".13": "When something goes wrong",
    },
    "crown": {
        "1": "What the words mean",
        "2": "Table and equipment",
        "3": "The cards",
        "4": "Shuffling and cutting",
        "5": "Placing wagers",
        "6": "Limits on wagers",
        "7": "Dealing and deciding",
        "8": "Paying and collecting",
        "9": "Jackpots and meters",
        "10": "Jackpot prizes",
        "11": "When something goes wrong",
        "12": "Tournaments",
        "13": "Conduct, closing and disputes",
    },
    "online": {
        "overview": "How the game goes",
        "play": "Playing step by step",
        "rank5": "Ranking of hands",
        "rank3": "Ranking of bonus hands",
        "rank": "Ranking of cards",
        "pays": "What is paid",
        "limits": "Limits on wagers",
        "push": "Wagers that push",
        "return": "What the game returns",
        "notice": "Notices to players",
    },
}
"""The chapters of each book in its order, by what their clauses begin with; the titles are ours."""

OWN_CLAUSES: Final = "The book's own clauses"
"""The chapter of a custom rule book's clauses."""

SURFACES: Final = {
    "rules": "the rules of the book",
    "table": "a table where people play",
    "sign": "the sign of a table",
    "layout": "the printed layout of a table",
    "duties": "the duties at a table, for its dealer and its supervisors",
    "supervision": "a supervisor's page of a table",
}
"""The pages on which people meet a clause."""

HANDLING: Final = {
    "data": "a value of the game",
    "enforced": "the program cannot break it",
    "ruled": "ruled on when it happens",
    "prompted": "a person is asked to do it",
    "displayed": "shown to people",
    "recorded": "recorded by staff",
    "outside": "not a matter for software",
    "planned": "planned, not yet built",
}
"""How a clause is handled, in words."""

SUBJECTS: Final = {
    "seats": "Players and money",
    "wagers": "Wagers",
    "limits": "Limits",
    "dealing": "Cards and dealing",
    "play": "Decisions and settlement",
    "pays": "What hands pay",
    "rounding": "Rounding",
    "jackpots": "Jackpots and meters",
    "irregularities": "When something goes wrong",
    "duties": "What staff do",
    "staff": "Who decides what",
    "notices": "Notices and time limits",
    "tournaments": "Tournaments",
    "promotions": "Promotional prizes",
    "returns": "What the game returns",
    "terms": "The book's own words",
}
"""The subjects by which rules are compared and summed up, in order."""
