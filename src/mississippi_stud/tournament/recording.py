"""Recording the hands of a heat: stacks, secret wagers, who goes out, and when the heat is over."""

from collections.abc import Iterator, Mapping

from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.vocabulary import STREETS
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.authority import (
    check_charge,
    check_official,
    check_own,
    entrant_of,
    running_heat,
    stamp,
)
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.entrants import may_buy
from mississippi_stud.tournament.evolve import evolve
from mississippi_stud.tournament.heats import HandResult, playing, time_over_at
from mississippi_stud.tournament.programme import Pool, TieBreak
from mississippi_stud.tournament.standings import lowest
from mississippi_stud.tournament.state import Contest, FeeKind, Heat, SealedWager


def seal(rules: TournamentRules, contest: Contest, command: c.SealWager) -> Iterator[e.Event]:
    """Make a street wager in secret, if the terms leave the player one."""
    entrant = check_own(rules, contest, command.name, command.by)
    check_charge(rules, contest)
    clause, most = rules.term("secret-wagers"), contest.terms.secrets_each_session
    heat = contest.heat_of(entrant.name)
    if heat is None or not heat.running or entrant.name not in playing(contest, heat).values():
        raise Refused("not-playing", clause, name=entrant.name)
    if entrant.secrets >= most:
        raise Refused("no-secret-left", clause, most=most)
    if entrant.name in heat.sealed:
        raise Refused("sealed-already", clause)
    if command.wager not in STREETS:
        raise Refused("secret-street", clause)
    if not 0 < command.chips <= entrant.chips:
        raise Refused("stack-short", clause, name=entrant.name, chips=command.chips, stack=entrant.chips)
    sealed = SealedWager(wager=command.wager, chips=command.chips)
    yield e.WagerSealed(name=entrant.name, heat=heat.number, sealed=sealed, **stamp(command, clause))


def record(rules: TournamentRules, contest: Contest, command: c.RecordHand) -> Iterator[e.Event]:
    """Record a hand, then send out who goes out after it, and end the heat after its last."""
    check_charge(rules, contest, command.began_at)
    heat = running_heat(rules, contest, command.heat, command.began_at)
    _check_hand(rules, contest, heat, command)
    wager, played = contest.terms.wager, {each.name for each in command.results}
    away = [name for name in contest.active(heat) if name not in played]
    lost = {name: min(contest.entrants[name].chips, wager.minimum_chips) for name in away if wager.compulsory}
    recorded = e.HandRecorded(
        heat=heat.number,
        round=command.round,
        results=command.results,
        lost={name: chips for name, chips in lost.items() if chips},
        **stamp(command, rules.term("rules-prevail")),
    )
    yield recorded
    after = evolve(contest, recorded)
    for event in _exits(rules, after, after.heats[heat.number], command):
        yield event
        after = evolve(after, event)
    yield from _end(rules, after, after.heats[heat.number], command)


def drop(rules: TournamentRules, contest: Contest, command: c.DropHand) -> Iterator[e.Event]:
    """Note that a round had no result; without a secret wager there is nothing to note."""
    if running_heat(rules, contest, command.heat, contest.heats[command.heat].began_at).sealed:
        yield e.HandDropped(heat=command.heat, **stamp(command, rules.term("rules-prevail")))


def _check_hand(rules: TournamentRules, contest: Contest, heat: Heat, command: c.RecordHand) -> None:
    clause = rules.term("rounds-and-sessions")
    if command.round == heat.last_round:
        raise Refused("hand-recorded", clause, round=command.round)
    check_time(rules, contest, heat, command.began_at)
    able = contest.active(heat)
    for each in command.results:
        if each.name not in able or contest.entrants[each.name].chips < contest.terms.wager.minimum_chips:
            raise Refused("not-playing", clause, name=each.name)
        _check_result(rules, contest, heat, each)
    if len({each.name for each in command.results}) < len(command.results):
        raise Refused("hand-recorded", clause, round=command.round)


def _check_result(rules: TournamentRules, contest: Contest, heat: Heat, result: HandResult) -> None:
    stack = contest.entrants[result.name].chips
    if result.wagered > stack or result.net < -result.wagered:
        clause = rules.term("same-starting-bank")
        raise Refused("stack-short", clause, name=result.name, chips=result.wagered, stack=stack)
    sealed = heat.sealed.get(result.name)
    if sealed is not None and result.wagers.get(sealed.wager.value, sealed.chips) != sealed.chips:
        raise Refused("other-secret", rules.term("secret-wagers"), name=result.name)


def check_time(rules: TournamentRules, contest: Contest, heat: Heat, at: int) -> None:
    """Raise `Refused` if the time of the session was over when a hand began."""
    if _time_over(contest, heat, at):
        minutes = contest.play_session.minutes
        raise Refused("session-time-over", rules.term("rounds-and-sessions"), minutes=minutes)


def _time_over(contest: Contest, heat: Heat, at: int) -> bool:
    ends_at = time_over_at(contest, heat)
    return ends_at is not None and at >= ends_at


# Who goes out.


def _exits(rules: TournamentRules, contest: Contest, heat: Heat, command: c.RecordHand) -> Iterator[e.Event]:
    """Send out those who cannot wager any more and, after an elimination hand, the lowest."""
    if heat.play_off:
        return
    stamped = stamp(command, rules.term("elimination"))
    rule, least = contest.terms.elimination, contest.terms.wager.minimum_chips
    stacks = {name: contest.entrants[name].chips for name in contest.active(heat)}
    rebuy = contest.terms.fees.rebuy
    short = {
        name: chips
        for name, chips in stacks.items()
        if chips < least and not may_buy(contest, contest.entrants[name], rebuy, FeeKind.REBUY)
    }
    if rule is not None and rule.when_short and short:
        yield e.PlayersEliminated(heat=heat.number, hand=heat.hand, chips=short, **stamped)
        stacks = {name: chips for name, chips in stacks.items() if name not in short}
    due = heat.owed + sum(cull.out for cull in contest.play_session.culls if cull.after_hand == heat.hand)
    due -= len(short) if rule is not None and rule.when_short else 0
    if due <= 0 or len(stacks) < 2:
        return
    culled, decided = _culled(contest, stacks, due)
    if decided:
        chips = {name: stacks[name] for name in culled}
        if chips:
            yield e.PlayersEliminated(heat=heat.number, hand=heat.hand, chips=chips, **stamped)
    elif heat.hand != contest.play_session.hands:  # after the last hand the session itself is ranked
        yield e.CullOwed(heat=heat.number, count=due, **stamped)


def _culled(contest: Contest, stacks: Mapping[str, int], due: int) -> tuple[tuple[str, ...], bool]:
    """Return who goes out after an elimination hand, and whether that is decided."""
    out, decided = lowest(stacks, due)
    if decided:
        return tuple(out), True
    match contest.play_session.ties:
        case TieBreak.LOT:
            order = sorted(stacks, key=lambda name: (stacks[name], -contest.entrants[name].drawn))
            return tuple(order[:due]), True
        case TieBreak.ALL:
            edge = stacks[out[-1]]
            return tuple(name for name in out if stacks[name] < edge), True
        case TieBreak.PLAY_OFF:
            return (), False


# The end of a heat.


def _end(rules: TournamentRules, contest: Contest, heat: Heat, command: c.RecordHand) -> Iterator[e.Event]:
    hands = contest.terms.programme.play_off_hands if heat.play_off else contest.play_session.hands
    over = hands is not None and heat.hand >= hands
    if over or _time_over(contest, heat, command.at) or not contest.active(heat):
        yield _ended(contest, heat, command, rules.term("rounds-and-sessions"))


def _ended(contest: Contest, heat: Heat, command: c.Command, clause: str, *, early: bool = False) -> e.HeatEnded:
    scores = {name: contest.entrants[name].chips for name in contest.active(heat)}
    return e.HeatEnded(heat=heat.number, scores=scores, early=early, **stamp(command, clause))


def conclude(rules: TournamentRules, contest: Contest, command: c.ConcludeHeat) -> Iterator[e.Event]:
    """End a heat when its time is over or, before that, on one of the two grounds of the book."""
    check_official(rules, contest, command.by)
    heat = running_heat(rules, contest, command.heat)
    if _time_over(contest, heat, command.at):
        yield _ended(contest, heat, command, rules.term("rounds-and-sessions"))
        return
    determined, agreed = rules.chapter.early_when_determined, rules.chapter.early_when_all_agree
    if determined.value and _determined(contest, heat):
        yield _ended(contest, heat, command, determined.clause, early=True)
        return
    if not heat.agreed:
        raise Refused("not-determined", determined.clause)
    if not all_agree(contest, heat):
        left = tuple(name for name in _askable(contest, heat) if name not in heat.agreed)
        raise Refused("not-all-agree", agreed.clause, names=left)
    yield _ended(contest, heat, command, agreed.clause, early=True)


def all_agree(contest: Contest, heat: Heat) -> bool:
    """Whether all players at the table agree that the heat ends (crown 12.5.3(d)(ii))."""
    return bool(heat.agreed) and set(_askable(contest, heat)) <= set(heat.agreed)


def _askable(contest: Contest, heat: Heat) -> tuple[str, ...]:
    """Return those at a table who can agree to something: everybody but bots."""
    return tuple(name for name in contest.active(heat) if not contest.entrants[name].bot)


def check_played_on(rules: TournamentRules, contest: Contest, heat: Heat) -> None:
    """Raise `Refused` for a hand that waits for the Director, because all players at the table would rather end."""
    if all_agree(contest, heat):
        raise Refused("heat-agreed", rules.chapter.early_when_all_agree.clause)


def agree(rules: TournamentRules, contest: Contest, command: c.AgreeToConclude) -> Iterator[e.Event]:
    """Have a player agree that their heat ends early, where chips are redeemed: nobody else can for them."""
    entrant, agreed = entrant_of(rules, contest, command.name), rules.chapter.early_when_all_agree
    if command.by != entrant.player:
        raise Refused("only-oneself", agreed.clause, name=command.name)
    heat = contest.heat_of(entrant.name)
    if heat is None or not heat.running or entrant.name not in contest.active(heat):
        raise Refused("not-playing", agreed.clause, name=entrant.name)
    if not contest.terms.cash_cents_each or not agreed.value:
        raise Refused("chips-not-in-cash", agreed.clause)
    if command.agrees == (entrant.name in heat.agreed):
        raise Refused("agreed-already", agreed.clause)
    yield e.ConclusionAgreed(
        name=entrant.name, heat=heat.number, agrees=command.agrees, **stamp(command, agreed.clause)
    )


def decline(rules: TournamentRules, contest: Contest, command: c.DeclineConclusion) -> Iterator[e.Event]:
    """Have a heat played on: the Director may end it early, and need not."""
    check_official(rules, contest, command.by)
    heat, clause = running_heat(rules, contest, command.heat), rules.chapter.early_when_all_agree.clause
    if not heat.agreed:
        raise Refused("nobody-agrees", clause)
    yield e.ConclusionDeclined(heat=heat.number, **stamp(command, clause))


def _determined(contest: Contest, heat: Heat) -> bool:
    """Whether it is certain who goes on: nobody is left, or no more can still wager than there are places."""
    if not contest.active(heat):
        return True
    session = contest.play_session
    able = [name for name in contest.active(heat) if _may_win(contest, name)]
    if heat.play_off or not session.best:
        return len(able) <= 1
    if session.of is Pool.TABLE:
        return len(able) <= session.best
    others = (each for each in contest.heats.values() if each.number != heat.number)
    elsewhere = [name for each in others for name in contest.active(each) if each.over or _may_win(contest, name)]
    return len({*able, *elsewhere}) <= session.best


def _may_win(contest: Contest, name: str) -> bool:
    entrant = contest.entrants[name]
    rebuy = may_buy(contest, entrant, contest.terms.fees.rebuy, FeeKind.REBUY)
    return rebuy or entrant.chips >= contest.terms.wager.minimum_chips
