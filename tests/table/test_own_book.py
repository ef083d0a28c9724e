"""A custom rule book may rule differently: one case is changed by name, the rest is as in the book it extends."""

from pathlib import Path

import pytest

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.soundness import BookError
from mississippi_stud.table import Facts, rule
from tests.table.second_reader import rows, start

HEAD = 'id = "ours"\ntitle = "Ours"\nversion = "1"\ndate = "2026"\nlanguage = "en"\nextends = "crown"\n'
CLAUSES = '[clauses]\n"H.1" = { en = "A community card shown too early is a misdeal." }\n'


def own(folder: Path, rest: str) -> str:
    path = folder / "ours.toml"
    path.write_text(f"{HEAD}{CLAUSES}{rest}")
    return str(path)


def test_a_case_is_changed_by_its_name(tmp_path: Path):
    text = '[incidents.community-exposed.any]\nruling = { value = "misdeal", clause = "H.1" }\n'
    book = rulebook(own(tmp_path, text))
    row = next(each for each in rows() if each.book == "crown" and each.clause == "11.7")
    ruled = rule(book, start(row), Incident.COMMUNITY_EXPOSED, Facts(streets=(0,)))
    assert (ruled.ruling, ruled.clause) == ("misdeal", "ours H.1")
    assert book.incidents[Incident.STRAY_HAND] == rulebook("crown").incidents[Incident.STRAY_HAND]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[incidents.community-exposed.any]\nruling = { value = "perhaps", clause = "H.1" }\n', "one of misdeal"),
        ('[incidents.card-exposed.any]\ndecides = { value = "king", clause = "H.1" }\n', "one of dealer"),
        ('[incidents.card-exposed.any]\ntold = { value = ["king"], clause = "H.1" }\n', "one of surveillance, "),
        ('[incidents.card-exposed.any]\ndealing = { value = "hat", clause = "H.1" }\n', "one of shoe"),
        ('[duties.fold.x]\nby = { value = "king", clause = "H.1" }\n', "one of dealer"),
        ('[duties.fold.x]\nclause = "H.1"\nby = "dealer"\nmethods = ["hat"]\n', "one of shoe"),
        ('[duties.fold.x]\nclause = "H.1"\nby = "dealer"\nthen = "fold"\n', "must not lead back"),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, text: str, said: str):
    with pytest.raises(BookError) as error:
        rulebook(own(tmp_path, text))
    assert said in str(error.value)
