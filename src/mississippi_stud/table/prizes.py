"""Winnings that are not paid at once: prizes that must be validated (decision 95), and withheld winnings."""

from fractions import Fraction

from msgspec.structs import replace

from mississippi_stud.jackpot.commands import ReturnPrize
from mississippi_stud.jackpot.state import PrizeSource
from mississippi_stud.round import events as r
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Outcome, State
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.duties import VALIDATION, check_in_turn
from mississippi_stud.table.staff import check_grounds, check_power, holder
from mississippi_stud.table.state import PendingPrize, WithheldWinnings


def wait(course: Course, state: State, event: r.RoundSettled) -> None:
    """Set aside the prizes that must be validated: the payer has given them up, the winner does not have them yet."""
    rule, link = holder(course.book, Power.VALIDATE_JACKPOT), course.link
    if rule is None or link is None:
        return
    for result in event.results:
        if result.outcome is not Outcome.PENDING:
            continue
        won = link.prize(result.position)
        prize = PendingPrize(
            number=course.table.prized + 1,
            round=course.table.number,
            position=result.position,
            player=state.hands[result.position].player,
            pays=result.pays or "",
            cents=won.cents,
            meter=state.setup.meter,
            from_house=won.source is PrizeSource.HOUSE,
            reset_exact=link.reset_exact(result.position),
            clause=rule.clause,
            prize_clause=result.clause,
        )
        course.add(e.PrizePending, prize=prize)


def validate(course: Course, command: c.Validate) -> None:
    """Pay a pending prize or send it back where it came from, once everything that comes first is verified."""
    clause = check_power(course.book, command.by, Power.VALIDATE_JACKPOT, named=True)
    prize = next((each for each in course.table.pending if each.number == command.prize), None)
    if prize is None:
        raise Refused("nothing-pending", clause, prize=command.prize)
    prompts = [
        each for each in course.table.prompts if (each.moment, each.position) == (Moment.JACKPOT_WON, prize.position)
    ]
    asked = next((each for each in prompts if each.duty == VALIDATION), None)
    if asked is not None:
        check_in_turn(course.book, course.table, asked)
    if command.accepted:
        if asked is not None:
            course.add(e.PromptConfirmed, prompt=asked.number, person=command.person)
        _pay(course, prize)
    else:
        check_grounds(command.grounds, clause)
        course.drop(lambda each: each in prompts)
        documented(course)
        taken = "0"
        if course.link is not None and not prize.from_house:
            taken = course.link.take_back(_back(prize, clause))
        grounds = command.grounds
        course.add(
            e.PrizeRejected, prize=prize.number, person=course.who, grounds=grounds, clause=clause, taken_exact=taken
        )


def _back(prize: PendingPrize | WithheldWinnings, clause: Clause) -> ReturnPrize:
    return ReturnPrize(meter=prize.meter, cents=prize.cents, reset_exact=prize.reset_exact, clause=clause)


def validated(course: Course, position: int | None) -> None:
    """Pay the prize of a position whose validation was confirmed."""
    for prize in course.table.pending:
        if prize.position == position:
            _pay(course, prize)
            break


def documented(course: Course) -> None:
    """Record that the paperwork of the table's prizes is done."""
    if course.link is not None:
        course.link.document(course.who)


def _pay(course: Course, prize: PendingPrize) -> None:
    """Pay a validated prize, or set it aside while its winner's winnings are withheld."""
    course.add(e.PrizeValidated, prize=prize.number, person=course.who, clause=prize.clause)
    if prize.player in course.table.withheld:
        aside = WithheldWinnings(
            round=prize.round,
            position=prize.position,
            player=prize.player,
            cents=prize.cents,
            meter="" if prize.from_house else prize.meter,
            reset_exact=prize.reset_exact,
            clause=course.table.withheld[prize.player],
        )
        course.add(e.WinningsWithheld, winnings=aside)


def withhold(course: Course, state: State, event: r.RoundSettled) -> None:
    """Set aside what players whose winnings are withheld won in the round."""
    withheld = course.table.withheld
    for won in event.results if withheld else ():
        player = state.hands[won.position].player
        if won.won_cents and player in withheld:
            meter = state.setup.meter if won.of_meter else ""
            aside = WithheldWinnings(
                round=course.table.number,
                position=won.position,
                player=player,
                cents=won.won_cents,
                meter=meter,
                reset_exact=course.link.reset_exact(won.position) if course.link is not None and meter else "0",
                clause=withheld[player],
            )
            course.add(e.WinningsWithheld, winnings=aside)


def determine(course: Course, command: c.Determine) -> None:
    """End an investigation: pay what was withheld, or keep it and put prizes back onto their meters."""
    clause = check_power(course.book, command.by, Power.DETERMINE_WINNINGS, named=True)
    player = command.player
    if player not in course.table.withheld:
        raise Refused("nothing-withheld", clause, player=player)
    if command.release:
        course.add(e.WinningsReleased, player=player, person=course.who, clause=clause)
    else:
        check_grounds(command.grounds, clause)
        taken: dict[int, Fraction] = {}
        for each in course.table.aside:
            if each.player == player and each.meter and course.link is not None:
                rest = max(Fraction(each.reset_exact) - taken.get(each.round, 0), Fraction(0))
                back = course.link.take_back(replace(_back(each, clause), reset_exact=str(rest)))
                taken[each.round] = taken.get(each.round, Fraction(0)) + Fraction(back)
        course.add(
            e.WinningsKept,
            player=player,
            person=course.who,
            grounds=command.grounds,
            clause=clause,
            taken_exact={number: str(amount) for number, amount in taken.items()},
        )
