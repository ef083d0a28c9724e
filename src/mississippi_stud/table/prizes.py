"""Prizes that somebody must validate: they wait when a round is settled, and are paid when it is done."""

from typing import Final

from mississippi_stud.jackpot.commands import ReturnPrize
from mississippi_stud.jackpot.state import Source
from mississippi_stud.round import events as r
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Outcome
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.words import Determines
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course, check_in_turn, check_power, validation
from mississippi_stud.table.state import PendingPrize, Prompt
from mississippi_stud.table.winnings import withhold_prize

VALIDATION: Final = "validate-payout"
"""The duty that is the validation itself, where a book asks for more beside it."""
PAPERS: Final = "cards-stay-for-paperwork"


def wait(course: Course, event: r.RoundSettled) -> None:
    """Set the prizes aside that wait for their validation: who pays has given them up, the winner has them not."""
    rule, state, link = validation(course.book), course.table.last_round, course.link
    if rule is None or state is None or link is None:
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
            from_house=won.source is Source.HOUSE,
            reset_exact=link.reset_exact(result.position),
            clause=rule.clause,
            prize_clause=result.clause,
        )
        course.add(e.PrizePending(at=course.at, by=course.by, prize=prize))


def validate(course: Course, command: c.Validate) -> None:
    """A pending prize is paid, or goes back to where it came from; what must be verified first has been."""
    held = check_power(course.book, command.by, Determines.VALIDATE_JACKPOT, named=True)
    clause = held.clause if held else ""
    prize = next((each for each in course.table.pending if each.number == command.prize), None)
    if prize is None:
        raise Refused("nothing-pending", clause, prize=command.prize)
    asked = _asked(course, prize.position)
    if asked is not None:
        check_in_turn(course.book, course.table, asked)
    who = command.person or command.by
    if command.accepted:
        if asked is not None:
            course.add(e.PromptConfirmed(at=course.at, by=course.by, prompt=asked.number, person=command.person))
        _pay(course, prize, who)
        return
    if not command.grounds:
        raise Refused("no-grounds", clause)
    for prompt in course.table.prompts:
        if prompt.moment == Moment.JACKPOT_WON and prompt.position == prize.position:
            course.add(e.PromptDropped(at=course.at, by=course.by, prompt=prompt.number))
    if course.link is not None:
        course.link.document(who)
    taken = "0"
    if course.link is not None and not prize.from_house:
        back = ReturnPrize(meter=prize.meter, cents=prize.cents, reset_exact=prize.reset_exact, clause=clause)
        taken = course.link.take_back(back)
    course.add(
        e.PrizeRejected(
            at=course.at,
            by=course.by,
            prize=prize.number,
            person=who,
            grounds=command.grounds,
            clause=clause,
            taken_exact=taken,
        )
    )


def validated(course: Course, position: int | None, person: str) -> None:
    """Pay the prize of a position whose validation was confirmed."""
    prize = next((each for each in course.table.pending if each.position == position), None)
    if prize is not None:
        _pay(course, prize, person)


def documented(course: Course, person: str) -> None:
    """The papers of a prize are done that the table's own chips did not pay."""
    if course.link is not None:
        course.link.document(person)


def _asked(course: Course, position: int) -> Prompt | None:
    """The prompt that asks for the validation."""
    prompts = (each for each in course.table.prompts if each.moment == Moment.JACKPOT_WON)
    return next((each for each in prompts if each.duty == VALIDATION and each.position == position), None)


def _pay(course: Course, prize: PendingPrize, person: str) -> None:
    course.add(e.PrizeValidated(at=course.at, by=course.by, prize=prize.number, person=person, clause=prize.clause))
    withhold_prize(course, prize)
