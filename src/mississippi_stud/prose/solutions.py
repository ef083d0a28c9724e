"""What `mstud solve` says: the titles and headings of its tables, and the sentences between them."""

from typing import Final

from mississippi_stud.language import translator

TITLES: Final = {
    "knowing": "Knowing the {streets} street card from the start is worth {worth} antes a round ({decimal}).",
    "sorting": (
        "Seeing from the backs whether a rank is one of {ranks} makes a round worth {value} antes; without it "
        "{fair_value}, so that is worth {worth_of_sorting}."
    ),
    "seen-cards": (
        "With this many random other cards seen before the first decision, {count}, a round is worth {value} antes; "
        "without them {fair}, so that is worth {worth}."
    ),
    "seen-cards-interval": "{value} ± {width} (95%; sets of cards solved: {sets})",
    "first-card": "{book}: value of a round by your own first card, in antes",
    "first-card-seen": (
        "Whoever could see that card before the ante, and sit out with a bad one, would have {value} antes a round: "
        "that is worth {worth}."
    ),
    "wallet": (
        "With {wallet} antes in the wallet, the ante of the round among them, a round is worth {value} antes at best: "
        "what cannot be wagered costs {cost}. Whoever cannot make the smallest wager must fold."
    ),
    "by-wallet": "{book}: value of a round by wallet, in antes",
    "warning": "Warning: {remark}.",
    "ties": "Ties: {ties}.",
    "figures": "{book}: per round, in antes",
    "value": "value to the player",
    "average_wager": "average wager",
    "return": "return per unit wagered",
    "house_edge": "house edge, of the ante",
    "element_of_risk": "element of risk, of all that is wagered",
    "edge-house": (
        "In the long run the house keeps {edge} of every $100 in antes, and {risk} of every $100 wagered: a round "
        "takes {wagered} antes on average."
    ),
    "edge-player": (
        "In the long run the player wins {edge} on every $100 in antes, and {risk} on every $100 wagered: a round "
        "takes {wagered} antes on average."
    ),
    "variance": "variance",
    "deviation": "standard deviation",
    "limit": "limit: {name}",
    "ante": "ante {amount}",
    "hands": "how rounds end",
    "folds": "fold on {street}",
    "results": "net result of a round, in antes",
    "starting": "starting hands: value in antes, and play (suited above the diagonal)",
    "human": ("value {value}, best {best}; cost against the best play: {cost} antes a round ({decimal})"),
    "mistakes": "where it does not play best",
    "mistakes-most": "where it does not play best: the most expensive of {count}",
    "strategy": "{book}: strategy {strategy}, per round, in antes",
    "history": (
        "History of {player} (rounds: {rounds}; decisions: {decisions}; situations: {situations}): what was really "
        "chosen lost {lost} antes against the best play."
    ),
    "history-met": (
        "The strategy repeats in each of these situations the most frequent choice, of equals the latest, and makes "
        "the best play in all others. Of the decisions that such a player takes, {met} are in these situations."
    ),
    "history-left-out": "Rounds left out because they tell no decision of this player under this book: {count}.",
    "cost": "cost against the best play",
    "best_value": "value of the best play",
    "by-street": "what it costs by street",
    "by-class": "what it costs by street and cards: the most expensive of {count}",
    "side": "{book}: {wager}, per unit staked",
    "not-offered": "{table} (not offered)",
    "limits": "{book}: limits",
    "costs": "what they cost",
    "with-bonus": "with a Three Card Bonus beside the ante that pays up to {most}, its stake included",
    "changed-at": "plays changed at an ante of {ante}",
    "meter": "{book}: {wager} of {cost} beside an ante of {ante}, meter {meter}",
    "others": "per dollar wagered, by other players",
    "steps-alone": "where the best play of both changes, alone",
    "steps-beside": "where the best play of both changes, beside {others} other players",
    "together": ("A round with the wager, both played best together: {value} antes ({decimal}); without it {without}."),
    "changed-by-wager": "plays that the wager changes at this meter",
    "dollars-best": "{book}: where each jackpot dollar goes, for those who play the main game best",
    "dollars-never-fold": "{book}: where each jackpot dollar goes, for those who never fold",
    "bounds": (
        "In dollars of each dollar: topping up and guaranteed minimums are off by at most {off} (proved); "
        "rounding prizes gives players between {least} and {most}."
    ),
    "bonus-others": "bonus, {others} others",
    "session": "{book}: a session of the best play (rounds: {rounds}; bankroll in antes: {bankroll})",
    "session-known": (
        "{book}: a session of the best play, the {streets} street card known from the start (rounds: {rounds}; "
        "bankroll in antes: {bankroll})"
    ),
    "session-ahead": "ahead after the last round",
    "session-even": "exactly even",
    "session-behind": "behind after the last round",
    "session-ruin": "the bankroll is lost at the end of some round",
    "session-expected": "expected result, in antes",
    "session-variance": "variance, in antes squared",
    "session-rounds_to_outgrow": "rounds until what is expected outgrows one standard deviation",
    "session-skewness": "skewness of a round",
    "session-ruin_ever": "the bankroll is ever lost: proved bounds",
    "session-goal_first": "the goal is reached before the bankroll is lost",
    "session-drawdown": "the result falls by the bankroll below its highest",
    "session-kelly": "Kelly's ante, as a part of the bankroll",
    "covariance": "covariance, per unit of each wager",
    "correlation": "correlation",
    "covariance-three-card-bonus": (
        "{book}: the main game under the best play, and the Three Card Bonus (table {table})"
    ),
    "covariance-one-table": "{book}: the main game under the best play, and the Three Card Bonus",
    "covariance-seats": "{book}: two seats of one table, both under the best play",
    "in-json": "{digits} digits, with --json",
    "numerical": "numerical, right to nine decimals",
    "on-the-way": "with this chance the result in antes is at most",
    "bars": "the chance of each result, in antes",
}
"""Titles and sentences by name."""

HEADINGS: Final = {
    "figures": ("", "exact", "decimal"),
    "hands": ("", "pays", "probability", "contribution"),
    "results": ("net", "probability, exact", "probability"),
    "by-street": ("street", "exact", "decimal"),
    "by-class": ("street", "cards", "antes"),
    "mistakes": ("street", "after", "example", "cards", "plays", "best", "loses"),
    "side": ("table", "stake", "value, exact", "value", "return", "variance"),
    "limits": ("", "amount", "can bind above an ante of", "costs the best play above"),
    "costs": ("ante", "value in antes", "cost in antes", "cost in dollars", "plays changed"),
    "changes": ("street", "after", "example", "cards", "without", "with", "probability"),
    "prizes": ("", "pays", "dollars"),
    "others": ("others", "value", "of it bonus", "value together", "break-even meter", "break-even together"),
    "steps": ("meter", "street", "after", "example", "from", "to"),
    "dollars": (
        "cost",
        "seed amount",
        "fixed prizes",
        "to the meter",
        "reseeding",
        "topping up",
        "to players",
        "house",
    ),
    "dollars-more": ("option", "minimums"),
    "rounds": ("rounds",),
    "wallet": ("wallet", "exact", "decimal"),
    "bars": ("from", "to", "chance"),
}
"""The headings of the tables."""


def say(name: str, language: str, /, **values: object) -> str:
    """Return a title or a sentence in the reader's language, with its values.

    >>> say("hands", "fr")
    'fin des parties'
    """
    return translator(language)(TITLES[name]).format(**values)


def headings(name: str, language: str) -> tuple[str, ...]:
    """Return the headings of a table in the reader's language."""
    _ = translator(language)
    return tuple(_(word) if word else "" for word in HEADINGS[name])
