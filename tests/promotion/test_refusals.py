"""Every refusal of a promotion has its sentence, and every sentence its refusal."""

import re

from mississippi_stud.prose.promotion_refusals import PRIZE_FAULTS, PROMOTION_REFUSALS
from mississippi_stud.prose.refusals import REFUSALS
from mississippi_stud.prose.tournament_refusals import TOURNAMENT_REFUSALS
from tests.graph import PACKAGE

SOURCE = "".join(module.read_text() for module in sorted(PACKAGE.joinpath("promotion").glob("*.py")))


def test_every_refusal_has_a_sentence_and_no_sentence_is_left_over():
    codes = set(re.findall(r'Refused\(\s*"([a-z-]+)"', SOURCE))
    assert len(codes) > 60
    assert codes - REFUSALS.keys() - TOURNAMENT_REFUSALS.keys() == PROMOTION_REFUSALS.keys()


def test_every_fault_of_terms_is_found_somewhere():
    assert set(re.findall(r'TermsFault\(\s*"([a-z-]+)"', SOURCE)) == PRIZE_FAULTS.keys()
