"""What the trainer says: its modes, grades, verdicts and reports."""

from collections.abc import Iterable
from typing import Final

from mississippi_stud.language import translator
from mississippi_stud.prose.calculations import CALCULATIONS

TRAINER: Final = {
    "mode": "What to practise",
    "mode-repetition": "Learn",
    "mode-street": "One street",
    "mode-rule": "One rule",
    "mode-leaks": "My leaks",
    "mode-quick": "Quick-fire",
    "mode-table": "Open hands",
    "mode-known": "Known cards",
    "mode-outs": "Outs",
    "mode-report": "Report",
    "about-repetition": "What is due for repetition, then what costs most.",
    "about-street": "Only decisions of one street.",
    "about-rule": "Only hands of one rule of the strategy card.",
    "about-leaks": "What your own answers have lost, most expensive first.",
    "about-quick": "As many as you can in one minute.",
    "about-table": "The others show their cards: what they hold cannot come any more.",
    "about-known": "Community cards are known before they are due.",
    "about-outs": "One card is to come: count those that help.",
    "street": "Street",
    "rule": "Rule",
    "seen": "Cards of others: {count}",
    "known": "Known cards",
    "outs-target": "What counts",
    "target-jacks-or-better": "a pair of jacks or better",
    "target-paid": "a hand that does not lose",
    "outs-ask-jacks-or-better": "How many of the {unseen} unseen cards give you a pair of jacks or better?",
    "outs-ask-paid": "How many of the {unseen} unseen cards give you a hand that does not lose?",
    "outs-answer": "Answer",
    "outs-right": "Right: {count} of {unseen} cards.",
    "outs-wrong": "There are {count} of {unseen} cards; you counted {told}.",
    "outs-none": "No card gives you that.",
    "outs-count": "How many",
    "start": "Start",
    "next": "Next",
    "loading": "Dealing …",
    "ask": "What do you play?",
    "before": "The hand before:",
    "right": "{play} is the best play.",
    "tie": "{play} is right; so would {others} have been.",
    "wrong": "{play} costs {amount} ({antes} antes) more than {best}.",
    "values": "What each play is worth",
    "play": "Play",
    "worth": "Worth, in antes",
    "exact": "Exactly",
    "cost": "Cost",
    "toCome": "What can still come, and what it pays",
    "hand": "Hand",
    "chance": "Chance",
    "pays": "Pays",
    "nothing": "nothing",
    "byRule": "Strategy card: {rule}",
    "progress": "Progress",
    "known-of": "Situations known: {count} of {all}, {share} of what there is to lose.",
    "due-now": "Due now: {count}.",
    "streak": "Streak: {count}",
    "today": "Right: {right} of {answers}. Lost: {cost} antes.",
    "seconds": "{count} seconds left",
    "quick-over": "Time is up. Right: {right} of {answers}. Longest streak: {streak}. Lost: {amount}.",
    "game": "The game to learn",
    "book": "Rule book",
    "ante-amount": "Ante",
    "meter-amount": "Meter of the jackpot wager (0: no such wager)",
    "pays-field": "Changed pays, such as straight=5",
    "options-field": "Options, such as multiples=1,3",
    "apply": "Use this game",
    "leaks-drills": "Leaks in drills",
    "leaks-history": "Leaks in your last rounds",
    "errors": "Wrong",
    "errors-of": "{errors} of {answers}",
    "interval": "Error rate, 95% interval",
    "lost": "Lost, in antes",
    "no-answers": "Nothing yet: answer some questions first.",
    "no-rounds": "Nothing yet: play some rounds first.",
    "shadow": "The shadow player",
    "about-shadow": (
        "Plays your last rounds again without a mistake, on the same cards, seeing no more than you did; "
        "main wagers, and those beside them that a fold loses."
    ),
    "you": "You",
    "perfect-play": "Shadow",
    "difference": "Difference",
    "sum": "Total ({count})",
    "rule-name": "{street}: {rule}",
    "round-link": "Round {number}",
    "record": "Your record",
    "about-record": "Your record is kept in this browser only.",
    "save": "Download",
    "load": "Upload",
    "forget": "Erase",
    "sure-forget": "Erase the whole record? Press again to do so.",
    "forgotten": "The record has been erased.",
    "loaded": "The record has been loaded.",
    "not-a-record": "That file is not a record of this trainer.",
}
"""What the page's script says, by the name it uses for it."""


def rule_names(rules: Iterable[str], language: str) -> dict[str, str]:
    """Return rules of the strategy card in words, by street and code."""
    _ = translator(language)
    return {rule: _(CALCULATIONS[rule.partition("/")[2]]) for rule in rules}


def trainer_words(language: str) -> dict[str, str]:
    """Return everything that the page's script says, in the reader's language."""
    _ = translator(language)
    return {name: _(sentence) for name, sentence in TRAINER.items()}
