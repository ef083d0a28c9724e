"""Ending a session, with play-offs and wild cards, and declaring the results with their prizes."""

from collections.abc import Iterator

from mississippi_stud.fairness.lot import lot
from mississippi_stud.money import Cents
from mississippi_stud.round.refusal import Refused
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.authority import check_life, check_official, stamp
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.programme import CHIP, Field
from mississippi_stud.tournament.purse import eligible, reckon, share
from mississippi_stud.tournament.seating import check_secret
from mississippi_stud.tournament.standings import final_ranking, first_place_tie, going_on, session_ranking
from mississippi_stud.tournament.state import Contest, EntrantStatus, Life
from mississippi_stud.tournament.terms import BuyBack


def end_session(rules: TournamentRules, contest: Contest, command: c.EndSession) -> Iterator[e.Event]:
    """Rank the session, or call a play-off between those who are equal for the last places that go on."""
    check_official(rules, contest, command.by)
    clause = rules.term("rounds-and-sessions")
    check_life(contest, clause, Life.IN_PLAY)
    session = contest.play_session
    if any(not heat.over for heat in contest.heats.values()):
        raise Refused("heats-open", clause)
    if contest.turn < session.heats:
        raise Refused("turns-left", clause, heats=session.heats)
    last = contest.following > len(contest.terms.programme.sessions)
    on, tied = ((), first_place_tie(contest)) if last else going_on(contest)
    progress = rules.term("how-winners-are-determined" if last else "progression")
    if tied:
        seats = min(session.seats, rules.book.positions.maximum.value)
        yield e.PlayOffCalled(players=tied, seats=seats, **stamp(command, progress))
        return
    wild = _wild_cards(rules, contest, command, on)
    yield e.SessionEnded(
        session=contest.session,
        ranking=session_ranking(contest),
        on=on,
        wild=wild,
        secret=command.secret if wild else b"",
        **stamp(command, progress),
    )
    if wild:
        yield e.DrawCommitted(commitment=command.commitment, **stamp(command, rules.chapter.equal_chance.clause))
    ends = last or not (on or wild or _may_come_back(contest))
    yield e.LifeChanged(life=Life.FINISHED if ends else Life.BETWEEN_SESSIONS, **stamp(command, clause))


def _may_come_back(contest: Contest) -> bool:
    """Whether somebody may play on although nobody goes on from a session: everybody at its tables is out."""
    rest = contest.terms.programme.sessions[contest.session :]
    played = {name for heat in contest.heats.values() for name in heat.players}
    others = any(each.name not in played for each in contest.with_status(EntrantStatus.IN))
    back = contest.terms.buying_back_in
    return others or isinstance(back, BuyBack) or any(each.field is Field.OUT for each in rest)


def _wild_cards(
    rules: TournamentRules, contest: Contest, command: c.EndSession, on: tuple[str, ...]
) -> tuple[str, ...]:
    count = contest.play_session.wild_cards
    able = contest.with_status(EntrantStatus.IN, EntrantStatus.OUT)
    out = [each.name for each in able if each.name not in on and _dropped(contest, each.name)]
    if not count or not out:
        return ()
    check_secret(rules, contest, command.secret, command.commitment)
    return lot(command.secret, f"{contest.id}/{contest.session}/wild", out)[:count]


def _dropped(contest: Contest, name: str) -> bool:
    """Whether somebody is out, or goes out because they played the session and do not go on."""
    played = any(name in heat.players for heat in contest.heats.values())
    return played or contest.entrants[name].status is EntrantStatus.OUT


def declare(rules: TournamentRules, contest: Contest, command: c.DeclareResults) -> Iterator[e.Event]:
    """Declare the places and pay the prizes; a place of an employee falls to whoever comes next."""
    check_official(rules, contest, command.by)
    clause = rules.term("prize-distribution")
    check_life(contest, clause, Life.FINISHED)
    waiting = [each.number for each in contest.disputes.values() if not each.decision]
    if waiting:
        raise Refused("disputes-open", rules.term("directors-decision-final"), disputes=tuple(waiting))
    ranking, pool = final_ranking(contest), reckon(contest)
    employees = not rules.chapter.employees_win_prizes.value
    barred = {name: entrant.bot or (employees and entrant.employee) for name, entrant in contest.entrants.items()}
    numbers = {name: entrant.number for name, entrant in contest.entrants.items()}
    awards = share(pool.pool_cents, contest.terms.prize_distribution, eligible(ranking, barred), numbers)
    each = contest.terms.cash_cents_each
    held = ((name, contest.entrants[name].chips // CHIP * each) for group in ranking for name in group)
    redeemed = {name: Cents(cents) for name, cents in held if cents and not barred[name]}
    yield e.ResultsDeclared(
        ranking=ranking, pool=pool, awards=awards, redeemed_cents=redeemed, **stamp(command, clause)
    )
    yield e.LifeChanged(life=Life.FINAL, **stamp(command, clause))
