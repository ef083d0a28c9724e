"""The lines of a tournament's script: what the house, the Director and the players do, each as a command."""

from collections.abc import Callable
from typing import Any, Final

from mississippi_stud.fairness.lot import lot_commitment
from mississippi_stud.messages import MINUTE
from mississippi_stud.scenario.script import ScriptLine
from mississippi_stud.scenario.tournament_head import TournamentHead
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament.designation import Candidate
from mississippi_stud.tournament.heats import HandResult, playing
from mississippi_stud.tournament.state import Breach, Contest, FeeKind
from mississippi_stud.tournament.terms import digest

PLAIN: Final[dict[str, Callable[..., c.Command]]] = {
    "available": c.MakeTermsAvailable,
    "advise": c.AdviseInspectorate,
    "close": c.CloseEntries,
    "resume": c.ResumeTournament,
    "results": c.DeclareResults,
}
"""Lines of one word."""
NAMED: Final[dict[str, Callable[..., c.Command]]] = {
    "admit": c.AdmitEntrant,
    "turn-away": c.TurnAway,
    "return": c.NoteReturn,
    "withdraw": c.WithdrawEntry,
    "retire": c.RetirePlayer,
    "agree": c.AgreeToConclude,
}
"""Lines with one name."""
OWN: Final = ("withdraw", "retire", "agree")
"""Those that only the player whom they name can give."""
BREACHES: Final = {"conduct": Breach.CONDUCT, "late": Breach.LATE, "absent": Breach.ABSENT, "phone": Breach.PHONE}


def command(head: TournamentHead, contest: Contest, line: ScriptLine, at: int, draws: int) -> c.Command:
    """Return the command of a line; `draws` is how many draws there have been."""
    by: dict[str, Any] = {"at": at, "by": contest.present[0] if contest.present else contest.director}
    words = line.words
    if line.verb in PLAIN:
        expect(line, 0)
        return PLAIN[line.verb](**by)
    if line.verb in NAMED:
        (name,) = expect(line, 1)
        own: dict[str, Any] = {"at": at, "by": _player(contest, name)} if line.verb in OWN else by
        return NAMED[line.verb](name=name, **own)
    match line.verb, words:
        case "director", (person,):
            return c.AppointDirector(person=person, **by)
        case "deputy", (person,):
            return c.AppointDeputy(person=person, at=at, by=contest.director)
        case "dismiss", (person,):
            return c.DismissDeputy(person=person, at=at, by=contest.director)
        case "charge", (person,):
            return c.TakeCharge(at=at, by=person)
        case "leave", (person,):
            return c.StepAway(at=at, by=person)
        case "tables", (_, *_):
            return c.DesignateTables(tables=tuple(map(_table, words)), **by)
        case "release", (table,):
            return c.ReleaseTable(table=table, **by)
        case "open", ():
            return c.OpenEntries(commitment=_commitment(head, draws), **by)
        case "enter", (name, *facts):
            return _entry(contest, line, name, facts, at)
        case "brief", _:
            return c.BriefPlayers(understood=words or tuple(contest.entrants), **by)
        case "practise", (hands,):
            return c.PractiseHands(hands=line.whole(hands), **by)
        case _:
            return _in_play(head, contest, line, by, draws)


def _in_play(head: TournamentHead, contest: Contest, line: ScriptLine, by: dict[str, Any], draws: int) -> c.Command:
    at = by["at"]
    match line.verb, line.words:
        case "draw", ():
            after = _commitment(head, draws + 1)
            return c.DrawSeats(secret=head.secret(f"draw {draws}"), commitment=after, **by)
        case "balance", ():
            after = _commitment(head, draws + 1)
            return c.BalanceTables(secret=head.secret(f"draw {draws}"), commitment=after, **by)
        case "begin", (heat, table):
            return c.BeginHeat(heat=line.whole(heat), table=table, **by)
        case "conclude", (heat,):
            return c.ConcludeHeat(heat=line.whole(heat), **by)
        case "play-on", (heat,):
            return c.DeclineConclusion(heat=line.whole(heat), **by)
        case "undo", ():
            return c.UndoAct(act=contest.acted, **by)
        case "end", ():
            after = _commitment(head, draws + 1)
            return c.EndSession(secret=head.secret(f"draw {draws}"), commitment=after, **by)
        case "move", (session, minutes):
            return c.MoveSession(session=line.whole(session), starts_at=line.whole(minutes) * MINUTE, **by)
        case "skip", (session,):
            return c.SkipSession(session=line.whole(session), **by)
        case "substitute", (name, player):
            return c.NominateSubstitute(name=name, player=player, at=at, by=_player(contest, name))
        case "buy", (name, kind) if kind in set(FeeKind):
            return c.BuyChips(name=name, kind=FeeKind(kind), at=at, by=_player(contest, name))
        case "breach", (name, breach, *grounds) if breach in BREACHES:
            return c.NoteBreach(name=name, breach=BREACHES[breach], grounds=" ".join(grounds), **by)
        case "disqualify", (name, *ground):
            return c.DisqualifyPlayer(name=name, ground=" ".join(ground), **by)
        case "dispute", (name, *about):
            return c.RaiseDispute(name=name, about=" ".join(about), at=at, by=_player(contest, name))
        case "decide", (dispute, *decision):
            return c.DecideTournamentDispute(dispute=line.whole(dispute), decision=" ".join(decision), **by)
        case "postpone", why:
            return c.PostponeTournament(why=" ".join(why), **by)
        case "cancel", why:
            return c.CancelTournament(why=" ".join(why), **by)
        case _:
            raise line.error("no-tournament-line", line=line.text)


def hand_of(contest: Contest, line: ScriptLine, at: int, number: int) -> c.RecordHand:
    """Return the hand of a line that tells what everybody won or lost in chips: ``hand 1 ann=+50 ben=-25``."""
    heat, *told = line.words or ("",)
    nets = {}
    for word in told:
        name, equals, net = word.partition("=")
        if not equals or not net.removeprefix("-").removeprefix("+").isdigit():
            raise line.error("not-a-net", word=word)
        nets[name] = int(net) * 100
    known = contest.heats.get(line.whole(heat))
    able = playing(contest, known).values() if known is not None else ()
    least = contest.terms.wager.minimum_chips
    results = tuple(
        HandResult(name=name, wagered=max(least, -nets.get(name, 0)), net=nets.get(name, 0))
        for name in dict.fromkeys((*able, *nets))
    )
    round_ = f"hand {number}"
    return c.RecordHand(at=at, by="floor", heat=line.whole(heat), round=round_, began_at=at, results=results)


def _commitment(head: TournamentHead, draws: int) -> str:
    return lot_commitment(head.secret(f"draw {draws}"))


def _player(contest: Contest, name: str) -> str:
    return contest.entrants[name].player if name in contest.entrants else name


def _table(word: str) -> Candidate:
    """Return a table of a line: ``t1``, ``t1=low-limit`` or ``t1=in-use``."""
    table, _, fact = word.partition("=")
    return Candidate(table=table, low_limit=fact == "low-limit", in_use=fact == "in-use")


def _entry(contest: Contest, line: ScriptLine, name: str, facts: list[str], at: int) -> c.ApplyToEnter:
    told = dict(fact.partition("=")[::2] for fact in facts)
    if strange := set(told) - {"signed", "permits", "employee", "not-entitled", "old-terms"}:
        raise line.error("no-tournament-line", line=" ".join(sorted(strange)))
    return c.ApplyToEnter(
        at=at,
        by=name,
        name=name,
        accepts="" if "old-terms" in told else digest(contest.terms),
        signed="signed" in told,
        entitled="not-entitled" not in told,
        employee="employee" in told,
        approved_by=told.get("employee", ""),
        may_publish="permits" in told,
    )


def expect(line: ScriptLine, count: int) -> tuple[str, ...]:
    """Return the words of a line that has none or one; raise `ScenarioError` for any other number."""
    if len(line.words) == count:
        return line.words
    code = "takes-one" if count else "takes-nothing"
    raise line.error(code, verb=line.verb, words=" ".join(line.words))
