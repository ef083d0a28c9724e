"""Tournaments: terms as data, entries, heats at designated tables, standings and prizes. Pure.

A tournament reads the rounds of its tables and plays none itself (decision 540). Chips are hundredths of a tournament
chip, so that a table reckons in them as in cents; money is in cents.
"""

from mississippi_stud.tournament.chapter import TournamentRules, rules_of
from mississippi_stud.tournament.decide import decide, play
from mississippi_stud.tournament.evolve import evolve
from mississippi_stud.tournament.state import Contest
from mississippi_stud.tournament.terms import TournamentTerms

__all__ = ["Contest", "TournamentRules", "TournamentTerms", "decide", "evolve", "play", "rules_of"]
