"""Drawing players into heats by lot, and beginning a heat at a table with equal banks."""

from collections.abc import Iterator

from mississippi_stud.fairness.lot import lot, opens
from mississippi_stud.round.refusal import Refused
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.authority import check_life, check_official, check_steps, heat_numbered, stamp
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.practice_hands import running
from mississippi_stud.tournament.programme import Bank, Field
from mississippi_stud.tournament.state import CONDUCTED, Contest, EntrantStatus, Life


def draw_id(contest: Contest, session: int, turn: int) -> str:
    """Return the occasion to which a draw is bound."""
    return f"{contest.id}/{session}/{turn}"


def draw(rules: TournamentRules, contest: Contest, command: c.DrawSeats) -> Iterator[e.Event]:
    """Draw the players of the next session, or of the next heats of this one, and commit to the draw after it."""
    check_official(rules, contest, command.by)
    clause = rules.term("rounds-and-sessions")
    check_life(contest, clause, *CONDUCTED)
    check_steps(rules, contest, *(each.value for each in rules.chapter.before))
    number, turn = _next_draw(rules, contest)
    if command.at < contest.terms.when[number - 1]:
        raise Refused("session-too-early", rules.term("when"), session=number)
    chance = rules.chapter.equal_chance.clause
    check_secret(rules, contest, command.secret, command.commitment)
    session = contest.terms.programme.sessions[number - 1]
    names = players(contest, number)
    if not names:
        raise Refused("nobody-to-play", clause, session=number)
    order = lot(command.secret, draw_id(contest, number, turn), names)
    first = max(contest.heats, default=0) + 1 if turn > 1 else 1
    seats = min(session.seats, rules.book.positions.maximum.value)
    count = -(-len(order) // seats)
    heats = {first + at: dict(enumerate(order[at::count], start=1)) for at in range(count)}
    yield e.SeatsDrawn(
        session=number, turn=turn, secret=command.secret, heats=heats, order=order, **stamp(command, chance)
    )
    yield e.DrawCommitted(commitment=command.commitment, **stamp(command, chance))
    if contest.life is not Life.IN_PLAY:
        yield e.LifeChanged(life=Life.IN_PLAY, **stamp(command, clause))


def check_secret(rules: TournamentRules, contest: Contest, secret: bytes, commitment: str) -> None:
    """Raise `Refused` unless a secret opens what the house committed to, and it commits to something new."""
    chance = rules.chapter.equal_chance.clause
    if not opens(secret, contest.commitment):
        raise Refused("other-lot", chance)
    if len(commitment) != len(contest.commitment) or commitment == contest.commitment:
        raise Refused("lot-not-committed", chance)


def _next_draw(rules: TournamentRules, contest: Contest) -> tuple[int, int]:
    """Return the session and the turn that are drawn next, or raise `Refused` while heats are open."""
    clause = rules.term("rounds-and-sessions")
    if contest.life is not Life.IN_PLAY:
        return contest.following, 1
    if any(not heat.over for heat in contest.heats.values()):
        raise Refused("heats-open", clause)
    if contest.turn >= contest.play_session.heats or any(heat.play_off for heat in contest.heats.values()):
        raise Refused("session-to-end", clause)
    return contest.session, contest.turn + 1


def players(contest: Contest, number: int) -> list[str]:
    """Return who plays a session: those who are in or, in a repechage, those who are out and have paid for it."""
    session = contest.terms.programme.sessions[number - 1]
    if session.field is Field.IN:
        return [each.name for each in contest.with_status(EntrantStatus.IN)]
    out = contest.with_status(EntrantStatus.OUT)
    return [each.name for each in out if not session.entry_cents or each.entered_session == number]


def begin(rules: TournamentRules, contest: Contest, command: c.BeginHeat) -> Iterator[e.Event]:
    """Begin a heat: everybody receives the same bank, or keeps what they brought along."""
    check_official(rules, contest, command.by)
    heat = heat_numbered(rules, contest, command.heat)
    if heat.running:
        raise Refused("heat-begun", rules.term("rounds-and-sessions"), heat=heat.number)
    if command.table not in contest.tables:
        raise Refused("table-not-designated", rules.step("tables-designated"), table=command.table)
    busy = [each for each in contest.heats.values() if each.running]
    if any(each.table == command.table for each in (*busy, *running(contest))):
        raise Refused("table-busy", rules.chapter.tables_exclusive.clause, table=command.table)
    tables = contest.terms.tables_in_each_round
    if isinstance(tables, tuple) and len(busy) >= tables[contest.session - 1]:
        raise Refused("tables-in-session", rules.term("tables-in-each-round"), most=tables[contest.session - 1])
    session, held = contest.play_session, {name: contest.entrants[name].chips for name in contest.active(heat)}
    returned: dict[str, int] = {}
    issued = dict.fromkeys(held, session.bank_chips)
    if not heat.play_off and session.bank is Bank.FRESH:
        returned = {name: chips for name, chips in held.items() if chips}
    elif not heat.play_off:
        issued = {name: session.bank_chips for name, chips in held.items() if not chips}
    clause = rules.chapter.equal_starting_bank.clause
    yield e.HeatBegun(heat=heat.number, table=command.table, returned=returned, issued=issued, **stamp(command, clause))
