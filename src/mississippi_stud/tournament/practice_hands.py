"""Practice hands before a tournament (crown 12.3.2): played at its tables, and nothing of them counts (decision 586).

A practice hand is decided on `practising`, a tournament that nobody logs, in which everybody has a full bank. Of the
hand itself nothing is kept but that it was played.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from mississippi_stud.round.refusal import Refused
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.authority import check_life, check_official, check_steps, stamp
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.state import Contest, EntrantStatus, Heat, Life

WHEN: Final = (Life.ENTRIES_CLOSED, Life.BRIEFED)
"""When hands are practised: when it is known who plays, and before play begins."""


def practising(contest: Contest, group: Heat) -> Contest:
    """Return the tournament as it is for those who practise: in play, with a full bank and no absence or sanction."""
    bank = contest.terms.programme.sessions[0].bank_chips
    fresh = {
        name: replace(contest.entrants[name], chips=bank, missing_hands=0, away=False, secrets=0)
        for name in group.seats.values()
    }
    entrants = {**contest.entrants, **fresh}
    return replace(contest, life=Life.IN_PLAY, session=1, turn=1, heats={group.number: group}, entrants=entrants)


def running(contest: Contest) -> tuple[Heat, ...]:
    """Return the groups that practise at a table."""
    return tuple(group for group in contest.practice.values() if group.running)


def ending(contest: Contest) -> tuple[Heat, ...]:
    """Return the groups whose practice is over before all their hands: the Director or the tournament ends it."""
    return running(contest) if contest.life not in WHEN or not contest.practice_each else ()


def waiting(contest: Contest) -> tuple[Heat, ...]:
    """Return the groups that wait for a table."""
    begins = contest.life in WHEN and contest.practice_each and contest.present
    return tuple(group for group in contest.practice.values() if not group.running) if begins else ()


def practise(rules: TournamentRules, contest: Contest, command: c.PractiseHands | c.EndPractice) -> Iterator[e.Event]:
    """Let everybody practise so many hands, in groups as large as a table, or end that."""
    check_official(rules, contest, command.by)
    rule = rules.chapter.practice_hands
    check_life(contest, rule.clause, *WHEN)
    if isinstance(command, c.EndPractice):
        if not contest.practice:
            raise Refused("no-practice", rule.clause)
        yield e.PracticeClosed(**stamp(command, rule.clause))
        return
    if command.hands < 1 or not rule.value:
        raise Refused("no-practice", rule.clause)
    check_steps(rules, contest, "tables-designated")
    if contest.practice:
        raise Refused("practice-open", rule.clause)
    names = [each.name for each in contest.with_status(EntrantStatus.IN)]
    seats = min(contest.terms.programme.sessions[0].seats, rules.book.positions.maximum.value)
    count = -(-len(names) // seats)
    groups = {at + 1: dict(enumerate(names[at::count], start=1)) for at in range(count)}
    yield e.PracticeOpened(hands=command.hands, groups=groups, **stamp(command, rule.clause))


def at_table(
    rules: TournamentRules, contest: Contest, command: c.SeatPractice | c.RecordPractice | c.LeavePractice
) -> Iterator[e.Event]:
    """Seat a group, note a hand that it has practised, or have it leave."""
    clause, group = rules.chapter.practice_hands.clause, contest.practice.get(command.practice)
    if group is None or group.running == isinstance(command, c.SeatPractice):
        raise Refused("no-practice", clause)
    match command:
        case c.SeatPractice(table=table):
            check_official(rules, contest, command.by)
            check_life(contest, clause, *WHEN)
            if table not in contest.tables:
                raise Refused("table-not-designated", rules.step("tables-designated"), table=table)
            if any(each.table == table for each in running(contest)):
                raise Refused("table-busy", rules.chapter.tables_exclusive.clause, table=table)
            yield e.PracticeSeated(practice=group.number, table=table, **stamp(command, clause))
        case c.RecordPractice():
            yield e.PracticePlayed(hands=1, practice=group.number, **stamp(command, clause))
        case c.LeavePractice():
            yield e.PracticeLeft(practice=group.number, **stamp(command, clause))


def practice_after(contest: Contest, event: e.Event) -> Contest:
    """Return the tournament after an event of practice."""
    groups = dict(contest.practice)
    match event:
        case e.PracticeOpened(hands=hands, groups=drawn):
            fresh = {number: Heat(number=number, seats=seats) for number, seats in drawn.items()}
            return replace(contest, practice=fresh, practice_each=hands)
        case e.PracticeClosed():
            return closed(contest)
        case e.PracticeSeated(practice=number, table=table):
            groups[number] = replace(groups[number], table=table, began_at=event.at)
        case e.PracticePlayed(hands=hands, practice=number):
            contest = replace(contest, practice_hands=contest.practice_hands + hands)
            if number in groups:
                groups[number] = replace(groups[number], hand=groups[number].hand + 1)
                if groups[number].hand >= contest.practice_each:
                    del groups[number]
        case e.PracticeLeft(practice=number):
            del groups[number]
        case _:
            raise AssertionError(event)
    return replace(contest, practice=groups)


def closed(contest: Contest) -> Contest:
    """Return the tournament with only those still to practise who sit at a table, and they are to leave it."""
    return replace(contest, practice={each.number: each for each in running(contest)}, practice_each=0)
