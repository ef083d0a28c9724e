"""Winnings of a player under investigation: set aside as they are won, and released or kept when it has ended."""

from mississippi_stud.jackpot.commands import ReturnPrize
from mississippi_stud.round import events as r
from mississippi_stud.round.refused import Refused
from mississippi_stud.rulebooks.words import Determines
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course, check_power
from mississippi_stud.table.state import PendingPrize, Withheld


def withhold(course: Course, event: r.RoundSettled) -> None:
    """Set aside what players won in the round whose winnings are withheld."""
    table, state = course.table, course.table.last_round
    if state is None or not table.withheld:
        return
    won = [each for each in event.results if each.won_cents and state.hands[each.position].player in table.withheld]
    for each in won:
        player = state.hands[each.position].player
        meter = state.setup.meter if each.of_meter else ""
        aside = Withheld(
            round=table.number,
            position=each.position,
            player=player,
            cents=each.won_cents,
            meter=meter,
            reset_exact=course.link.reset_exact(each.position) if course.link is not None and meter else "0",
            clause=table.withheld[player],
        )
        course.add(e.WinningsWithheld(at=course.at, by=course.by, winnings=aside))


def withhold_prize(course: Course, prize: PendingPrize) -> None:
    """Set aside a prize that was validated while its winner's winnings are withheld."""
    clause = course.table.withheld.get(prize.player)
    if clause is None:
        return
    aside = Withheld(
        round=prize.round,
        position=prize.position,
        player=prize.player,
        cents=prize.cents,
        meter="" if prize.from_house else prize.meter,
        reset_exact=prize.reset_exact,
        clause=clause,
    )
    course.add(e.WinningsWithheld(at=course.at, by=course.by, winnings=aside))


def determine(course: Course, command: c.Determine) -> None:
    """End an investigation: what was withheld is paid, or kept; a prize that is kept is on its meter again."""
    held = check_power(course.book, command.by, Determines.DETERMINE_WINNINGS, named=True)
    clause = held.clause if held else ""
    if command.player not in course.table.withheld:
        raise Refused("nothing-withheld", clause, player=command.player)
    who = command.person or command.by
    if command.release:
        course.add(
            e.WinningsReleased(at=course.at, by=course.by, player=command.player, person=who, clause=clause)
        )  # fmt: skip
        return
    if not command.grounds:
        raise Refused("no-grounds", clause)
    for each in course.table.aside:
        if each.player == command.player and each.meter and course.link is not None:
            back = ReturnPrize(meter=each.meter, cents=each.cents, reset_exact=each.reset_exact, clause=clause)
            course.link.do(back)
    course.add(
        e.WinningsKept(
            at=course.at, by=course.by, player=command.player, person=who, grounds=command.grounds, clause=clause
        )
    )
