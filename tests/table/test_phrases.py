"""Set phrases: said between rounds and while wagers are placed, never while a card is hidden, and not too often."""

import pytest

from mississippi_stud.messages import MINUTE
from mississippi_stud.round.view import Role
from mississippi_stud.table import commands as t
from mississippi_stud.table import view
from mississippi_stud.table.phrases import MOST_A_MINUTE
from mississippi_stud.table.state import Phrase
from tests.table.hall import Hall

TALKING = {"nsw": "nsw 9.8", "maryland": "maryland .11A(4)", "crown": "crown 7.4.1(a)"}


def saying(position: int = 1, person: str = "ann") -> dict[str, object]:
    return {"position": position, "phrase": Phrase.WELL_PLAYED, "by": "player", "person": person}


def table_of_two(book: str) -> Hall:
    hall = Hall(book, positions=2)
    hall.sit("ann", "ben")
    return hall


@pytest.mark.parametrize(("book", "clause"), TALKING.items())
def test_nobody_talks_from_the_deal_to_the_end_of_the_round(book: str, clause: str):
    hall = table_of_two(book)
    hall.do(t.SayPhrase, **saying())
    hall.lines("1 ante 10; 2 ante 10")
    hall.do(t.SayPhrase, **saying())
    assert view(hall.book, hall.table, Role.PLAYER, "ben").seats[0].said.phrase is Phrase.WELL_PLAYED
    hall.lines("1 ready; 2 ready")
    while hall.table.round is not None:
        for position, person in ((1, "ann"), (2, "ben")):
            assert hall.refused(t.SayPhrase, **saying(position, person)) == ("no-talking", clause)
            seen = view(hall.book, hall.table, Role.PLAYER, person)
            assert not seen.talks
            assert {seat.said for seat in seen.seats} == {None}, "nor is anything shown that was said before"
        hall.lines("; ".join(f"{hand.position} bet 1" for hand in hall.table.round.waiting()))
    seen = view(hall.book, hall.table, Role.PLAYER, "ann")
    assert seen.talks
    assert {seat.said for seat in seen.seats} == {None}, "what was said before this round is over too"
    hall.do(t.SayPhrase, **saying(2, "ben"))


def test_a_phrase_is_said_from_ones_own_seat_and_not_too_often():
    hall = table_of_two("crown")
    assert hall.refused(t.SayPhrase, **saying(2)) == ("not-yours", "crown 2.1")
    for _ in range(MOST_A_MINUTE):
        hall.do(t.SayPhrase, **saying())
    assert "at most 4 phrases a minute" in hall.wrong(t.SayPhrase, **saying())
    hall.do(t.SayPhrase, **saying(2, "ben"))
    hall.at += MINUTE - 1
    hall.wrong(t.SayPhrase, **saying())
    hall.at += 1
    hall.do(t.SayPhrase, **saying())
    assert len(hall.table.seats[1].said) == 1, "what is older is forgotten"
    assert hall.again() == hall.table


def test_where_there_is_one_seat_there_is_nobody_to_talk_to():
    hall = Hall("online", positions=1)
    hall.sit("ann")
    assert hall.refused(t.SayPhrase, **saying())[0] == "nobody-to-talk-to"
    assert not view(hall.book, hall.table, Role.PLAYER, "ann").talks
