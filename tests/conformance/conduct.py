"""What the books ask of the people at a table, played at tables with others, with a dealer, and alone."""

import pytest
from tests.floor import several
from tests.floor.drive import play, seated, table_of
from tests.table.hall import TOP, Hall, Pit, Staffed, opened

from mississippi_stud.floor import Floor, Refused
from mississippi_stud.person.care_messages import AdmitPerson, ExcludePerson
from mississippi_stud.prose.signs import Signs
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import DealingMode
from mississippi_stud.table import commands as t
from mississippi_stud.web.aid import check_away
from mississippi_stud.web.practice import advice_now
from mississippi_stud.web.problems import Objection
from mississippi_stud.web.seats import PlayerSeat

PEOPLE = {1: "ann", 2: "bob"}


SAID = {
    "devices": (
        "Nobody may use a device that records, projects or analyses the game: no practice, advice or analysis at a "
        "table with others.",
        "Nul ne peut utiliser un appareil qui enregistre, prévoit ou analyse le jeu\u00a0: ni entraînement, ni "
        "conseil, ni analyse à une table où il y a d'autres joueurs.",
    ),
    "devices-on-duty": (
        "Staff and inspectors may use such devices while on duty.",
        "Le personnel et les inspecteurs peuvent utiliser de tels appareils en service.",
    ),
    "staff": (
        "Staff do not advise players how to play, except to keep to the rules.",
        "Le personnel ne conseille pas les joueurs sur la façon de jouer, sauf pour faire respecter les règles.",
    ),
    "others-if-asked": (
        "Onlookers and other players may advise a player only if the player asks for it.",
        "Les spectateurs et les autres joueurs ne conseillent un joueur que s'il le demande.",
    ),
    "others-never": (
        "Neither onlookers nor other players may influence a player's decisions.",
        "Ni les spectateurs ni les autres joueurs ne peuvent influencer les décisions d'un joueur.",
    ),
    "bets": (
        "People may not bet with or against each other outside the game.",
        "Il est interdit de parier entre soi, ensemble ou l'un contre l'autre, en marge du jeu.",
    ),
    "complaints": (
        "Whoever complains about the conduct of gaming may have the regulator investigate it.",
        "Quiconque se plaint de la conduite du jeu peut faire examiner sa plainte par l'autorité de réglementation.",
    ),
    "copy": (
        "Anyone who asks may have a copy of the rules.",
        "Quiconque le demande peut obtenir un exemplaire des règles.",
    ),
}
"""What a sign says of conduct, in English and French."""


def check_sign(book: str, subjects: dict[str, str]) -> None:
    """Check that the sign at a book's tables says what is asked of people, by clause, in both languages."""
    for place, language in enumerate(("en", "fr")):
        lines = {line.clause: line.text for line in Signs(rulebook(book), {}, language).conduct()}
        assert lines == {f"{book} {clause}": SAID[subject][place] for clause, subject in subjects.items()}


def refusal_of_aid(floor: Floor, person: str) -> tuple[str, str] | None:
    """Return the code and the clause by which a person is refused practice and analysis; None if they are not."""
    try:
        check_away(floor, person)
    except Objection as error:
        return error.refused.code, error.refused.clause
    return None


def aid_in_a_round_with_others(book: str, clause: str) -> None:
    """Check that no aid is given to whoever has a seat with others, in a round and between two."""
    refused = ("no-aid", clause)
    with Floor.in_memory() as floor:
        alone = seated(floor, "ann", book=book)
        play(floor, alone, "1 ante 25; deal")
        assert refusal_of_aid(floor, "ann") is None
        shared = several.seats(floor, book, PEOPLE)
        assert [refusal_of_aid(floor, each) for each in ("ann", "zoe")] == [refused, None]
        play(floor, shared, "1 ante 25")
        assert refusal_of_aid(floor, "ann") == refused
        play(floor, shared, "2 ante 25; deal; 1 bet 1")  # ann has decided, and waits for bob
        assert [refusal_of_aid(floor, each) for each in ("ann", "bob", "cyd")] == [refused, refused, None]
        several.decide(floor, shared)
        assert [refusal_of_aid(floor, each) for each in ("ann", "bob")] == [refused, refused]


def a_device_in_a_round(book: str, clause: str) -> None:
    """Check that whoever has a device is excluded in the middle of a round, which is played on, and plays no other."""
    pit = opened(book, "shoe")
    pit.betting()
    pit.deal()
    pit.report("rule-broken", by=TOP[book], position=1, measure="exclude")
    assert pit.table.excluded == {"ann": clause}
    pit.finish()
    assert pit.table.rounds == 1
    pit.confirm_all()
    pit.do(t.OpenRound)
    assert pit.line_refused("1 ante 25") == ("excluded", clause)
    pit.lines("2 ante 10")


def exclusion_from_the_house(book: str, by: str, clause: str) -> None:
    """Check that staff exclude somebody from every table, in the middle of a round, and let them in again."""
    with Floor.in_memory() as floor:
        own, other = seated(floor, "ann", book=book), table_of(floor, "ann")
        play(floor, own, "1 ante 25; deal")
        given = {"by": by, "person": "sue", "book": floor.table(own).book, "grounds": "a device"}
        floor.send("person:ann", ExcludePerson(clause=clause, **given))
        play(floor, own, "1 bet 1")
        play(floor, own, "1 fold")
        assert floor.table(own).round is None
        for table in (own, other):
            with pytest.raises(Refused) as refused:
                play(floor, table, "1 ante 25; deal")
            assert (refused.value.code, refused.value.clause) == ("excluded", clause)
        with pytest.raises(Refused, match="excluded"):
            table_of(floor, "ann", book)
        floor.send("person:ann", AdmitPerson(**given))
        play(floor, own, "1 ante 25; deal")


def advice_of_the_house(book: str, clause: str) -> None:
    """Check that the house advises somebody alone at a table that deals by itself, and nobody who plays with others."""
    with Floor.in_memory() as floor:
        alone = seated(floor, "ann", book=book)
        play(floor, alone, "1 ante 25; deal")
        assert advice_now(PlayerSeat(floor, "ann", alone.partition(":")[2], "en")).best
        shared = several.seats(floor, book, PEOPLE)
        several.deal(floor, shared)
        with pytest.raises(Objection) as error:
            advice_now(PlayerSeat(floor, "ann", shared.partition(":")[2], "en"))
        assert (error.value.refused.code, error.value.refused.clause) == ("no-advice", clause)


def nobody_plays_where_they_work(book: str, clause: str) -> None:
    """Check that staff on duty take no position there, nor come on duty where they play, in a round or between two."""
    pit = Staffed(book, "shoe", DealingMode.DEALER)
    pit.seat(1, "ann")
    for dealt in (False, True):
        for person in ("dee", "sue"):
            sitting = {"by": "player", "person": person, "position": 3, "player": person}
            assert pit.refused(t.Sit, **sitting) == ("works-here", clause)
        assert pit.refused(t.ComeOnDuty, by=TOP[book], person="ann") == ("plays-here", clause)
        if not dealt:
            pit.dealt_out()
    pit = Staffed(book, "shoe", DealingMode.DEALER)
    pit.do(t.GoOffDuty, by=TOP[book], person="tom")
    pit.seat(1, "tom")
    pit.stand(1)
    pit.do(t.ComeOnDuty, by=TOP[book], person="tom")


def onlookers_change_nothing(book: str) -> None:
    """Check that neither an onlooker nor another player can decide, wager or sit for somebody, in an open round."""
    hall = Hall(book)
    hall.sit("ann", "ben")
    hall.lines("1 ante 25; 2 ante 25; deal")
    for person in ("ben", "zed"):
        before = hall.table
        for line in ("1 bet 3", "1 fold"):
            assert hall.line_refused(line, by="player", person=person)[0] == "not-yours"
        assert hall.table is before


def no_money_between_players(book: str) -> None:
    """Check that in a round whose players win and lose, no money goes from one player to another."""
    pit: Pit = opened(book, "shuffler")
    pit.betting()
    pit.lines("deal Ts Jc Qd Th Td 2c 8s")
    pit.finish()
    assert pit.money["player:ann"] > 0 > pit.money["player:ben"]
    assert {each.source for each in pit.moved if each.target.startswith("player:")} <= {"house", "round"}
    assert {each.target for each in pit.moved if each.source.startswith("player:")} == {"round"}
