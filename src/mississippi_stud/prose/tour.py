"""The first round, explained step by step at the table where it is played, in the terms of its book."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.money import Odds
from mississippi_stud.prose.signs import Signs
from mississippi_stud.round.settle import pays
from mississippi_stud.rulebooks.vocabulary import STREETS, Basis, OnFold, Wager

STEPS: Final = {
    "main": ("{ante}: the wager that every round begins with. It is play money. Add a chip, or type an amount."),
    "side": "{sides}: a side wager with its own pay table. Leave it empty for now.",
    "sides": "{sides}: side wagers with their own pay tables. Leave them empty for now.",
    "deal": "“{deal}”: you get two cards, and three community cards are dealt face down.",
    "own": (
        "Your two hole cards, which nobody else sees. With the three community cards they make five, paid by the pay "
        "table: there is no dealer to beat."
    ),
    "bonus": "The small cards beside the community cards count for {six} only.",
    "bets": (
        "The first of three decisions: bet {times} times the ante to turn the next card. Bet little just to see it, "
        "and the most if your hand already wins ({win})."
    ),
    "fold": "Or “{fold}”: the round ends, and you lose the ante and what you have bet since.",
    "yours": "Now decide.",
    "lost": "Lost too, if you have placed it: {wagers}.",
    "stays": "Still in play, if you have placed it: {wagers}.",
    "second": "Your bet has turned a card. Now the second decision: the same choice again.",
    "third": "The last decision. A bet turns the last card, and the round is settled.",
    "win": (
        "You win! {hand} ({pays}): paid on the ante and on every street wager, which come back too. The more you have "
        "bet, the more you win."
    ),
    "push": "{hand}: {push}. Your wagers come back; nothing is won and nothing is lost.",
    "lose": (
        "Nothing that pays: the ante and the street wagers are lost. The least that wins: {win}. The least that brings "
        "your wagers back: {even}."
    ),
    "folded": "You have folded: the ante and the street wagers are lost.",
    "results": "Here is what each wager won or lost; choose one to see how, and by which rule.",
    "help": (
        "That is the whole game. “{rebet}” plays on with the same wagers, “{new}” lets you change them; “?” explains "
        "the game and repeats this tour."
    ),
}
"""What is said; `{hand}` and `{pays}` are left to the page, which knows the round."""


class TourStep(NamedTuple):
    """What is said about one thing at the table; `on` names that thing for the page."""

    on: str
    text: str


def tour(signs: Signs) -> dict[str, list[TourStep]]:
    """Return the steps by the moment they belong to: the wagers, each street, how the hand ended, and after that."""
    words, _ = _terms(signs), translator(signs.language)

    def step(name: str, on: str = "") -> TourStep:
        return TourStep(on or name, _(STEPS[name]).format_map(words))

    third, fourth, fifth = STREETS
    bonus = [step("bonus")] if "six" in words else []
    side = [step("side" if len(signs.sides) == 1 else "sides", "side")] if signs.sides else []
    return {
        "place": [step("main"), *side, step("deal")],
        third: [
            step("own"),
            *bonus,
            step("bets"),
            TourStep("fold", " ".join([step("fold").text, *_after_fold(signs), step("yours").text])),
        ],
        fourth: [step("second", "board")],
        fifth: [step("third", "board")],
        **{ending: [step(ending, "verdict")] for ending in ("win", "push", "lose", "folded")},
        "end": [step("results"), step("help")],
    }


def _after_fold(signs: Signs) -> Iterator[str]:
    """Yield which side wagers a fold loses too, and which it leaves in play."""
    for fate in OnFold:
        wagers = [signs.label(wager) for wager in signs.sides if signs.book.wagers[wager].on_fold.value is fate]
        if wagers:
            yield translator(signs.language)(STEPS[fate]).format(wagers=", ".join(wagers))


class _Terms(dict[str, str]):
    """The terms of a book; what is not among them is left for the page to fill in."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def _terms(signs: Signs) -> _Terms:
    """Return what the steps name: wagers, buttons, multiples, and the least hands that win and that push."""
    terms = _Terms({name: signs.labels[name] for name in ("deal", "fold", "push", "rebet")})
    for hand, row in pays(signs.book, signs.setup, Wager.ANTE).items():
        terms["win" if isinstance(row.value, Odds) else "even"] = signs.labels[hand]
    for wager in signs.sides:
        if signs.book.wagers[wager].basis.value is Basis.BEST_OF_SIX:
            terms["six"] = signs.label(wager)
    sides = ", ".join(map(signs.label, signs.sides))
    terms.update(new=signs.labels["new-game"], times=signs.times, ante=signs.label(Wager.ANTE), sides=sides)
    return terms
