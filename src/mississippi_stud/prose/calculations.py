"""Sentences about a calculation, by code: remarks, notes, the strategy card, pictures. This module imports nothing."""

from typing import Final

CALCULATIONS: Final = {
    # Remarks and warnings.
    "ante-above-maximum": "the book takes an ante of at most {most_cents} ({clause}); this one is solved all the same",
    "pays-less": "the {better} pays less than the {lesser}; the table is solved as it stands",
    "ties-bet": "where plays are worth the same, a bet is preferred to a fold and the smaller bet to the greater",
    "ties-fold": "where plays are worth the same, a fold is preferred to a bet and the smaller bet to the greater",
    # Why the best play is best.
    "why-fold": "{cards}: the best bet loses {value} antes more than folding.",
    "why-fold-one": "{cards}: the best bet loses one ante more than folding.",
    "why-broke": "{cards}: the wallet does not cover the smallest wager.",
    "why-most": "{cards}: you are ahead, so bet the most.",
    "why-tie": "{cards}: betting and folding are worth the same.",
    "why-bet": "{cards}: betting {best}× is worth {value} antes more than folding.",
    "why-bet-one": "{cards}: betting {best}× is worth one ante more than folding.",
    # What people see in the cards.
    "royal-flush-draw": "a draw to a royal flush",
    "straight-flush-draw": "a draw to a straight flush",
    "flush-draw": "a draw to a flush",
    "open-straight-draw": "an open draw to a straight",
    "straight-draw": "a draw to a straight",
    "no-draw": "no draw",
    "no-points": "no points",
    "point": "1 point",
    "points": "{points} points",
    "points-and-draw": "{points} and {draw}",
    # Notes below an answer.
    "meter-alone": (
        "The solution, the value by meter and the plays that the wager changes are those of a player alone. Beside "
        "others everything is exact too: a meter shared as the book says, on average over who sits where, and the "
        "play that is best then, for a player who looks at the cards and not at how others bet."
    ),
    "meter-others": (
        "All others have the wager out and play the main game by its own best play, or never fold (option others)."
    ),
    "sign-pays-more": "The sign also pays {hands}: counted as nothing here; give prize.HAND to count it.",
    "dollars-exact": (
        "Exact: fixed prizes, bonus, what goes to the meter, reseeding. Topping up and guaranteed minimums are "
        "numerical, with a proved bound; rounding to the dollar or the cent is bounded, not worked out; to players "
        "and house inherit both."
    ),
    "dollars-model": (
        "In every round of a table the player and the others (option players) have the wager out; what they wager is "
        "on the meter before its prizes are taken, two winners share as the book says, and all play alike whatever "
        "the meter shows. Other tables of the meter play rounds of their own. The first seed of a meter, paid once, "
        "is not part of the long run."
    ),
    # The strategy card.
    "card-points": (
        "J Q K A: 2 points each. 6 to 10: 1 point each. The first line that fits counts; if none fits, fold."
    ),
    "card-third-street": "3rd street: your two cards",
    "card-fourth-street": "4th street: three cards",
    "card-fifth-street": "5th street: four cards",
    "fold-the-rest": "fold the rest",
    "any-pair": "any pair",
    "two-points": "2 points or more",
    "six-five-suited": "6 5 suited",
    "paid-pair": "a pair of 6s or better",
    "royal-draw": "a royal flush draw",
    "good-straight-flush-draw": (
        "a straight flush draw without an ace: no gap and 5 6 7 or better, or as many high cards as gaps"
    ),
    "three-suited": "any other three suited",
    "low-pair": "a low pair",
    "three-points": "3 points or more",
    "gapless-draw": "a straight draw with no gap, 4 5 6 or better",
    "one-gap-draw": "a straight draw with one gap and two cards from 6 to 10",
    "four-suited": "four suited",
    "open-draw-8-high": "an open straight draw, 8 high or better",
    "other-straight-draw": "any other straight draw",
    "four-points": "4 points or more",
    "three-middles": "three cards from 6 to 10, if the most was bet before",
    # Pictures.
    "session-sum": "result of the session, in antes",
    "session-chance": "chance",
    "session-rounds": "rounds played",
    "suited": "suited",
    "not-suited": "not suited",
    "antes": "antes",
    "picture-starting": "{book}: starting hands, play on 3rd street and value in antes",
    "street-3rd": "3rd",
    "street-4th": "4th",
    "street-5th": "5th",
    "picture-known-card": "{book}: starting hands, value in antes, the {streets} street card known",
    "picture-known-cards": "{book}: starting hands, value in antes, the {streets} street cards known",
    "picture-hands": "{book}: return by hand",
    "picture-meter": "{book}: {wager} of {cost_cents} with an ante of {ante_cents}, by meter; other players: {players}",
    "contribution": "contribution to the value of a round, in antes",
    "fold": "fold",
    "fold-on": "fold on {street}",
    "meter-in-dollars": "meter in dollars",
    "value-of-dollar": "value of each dollar wagered",
    "main-game-best": "main game played best",
    "both-best": "both played best together",
}
