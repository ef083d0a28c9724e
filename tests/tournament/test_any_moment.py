"""Whatever anybody sends at whatever moment is done or refused, and no chip is made or lost (`Cup.check`)."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from mississippi_stud.fairness.lot import lot_commitment
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament.designation import Candidate
from mississippi_stud.tournament.heats import playing
from mississippi_stud.tournament.legal import legal
from mississippi_stud.tournament.programme import Cull, PlaySession, Pool
from mississippi_stud.tournament.state import Breach, Contest, FeeKind
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import ChipsAtEnd, PlayerNumbers, SecretWagers, TournamentTerms, digest
from mississippi_stud.tournament.view import view
from tests.tournament.hall import DIRECTOR, START, Cup, secret, terms

PEOPLE = ("ann", "ben", "cho", "dan", "eve", "dep", DIRECTOR)
WAITS = (0, 0, 1, 60_000_000, 600_000_000)


def drafted(chance: Random) -> Cup:
    """Return a tournament of some format, whole or with nothing in its terms, that has come as far as it may be."""
    if chance.random() < 0.2:
        cup = Cup(TournamentTerms())
        cup.do(c.AppointDirector, person=DIRECTOR)
        cup.do(c.TakeCharge)
        return cup
    ready = terms(chance.choice(list(TEMPLATES)))
    sessions = tuple(short(chance, session) for session in ready.programme.sessions)
    told = replace(
        ready,
        rounds_and_sessions=replace(ready.programme, sessions=sessions),
        number_of_players=PlayerNumbers(minimum=1, maximum=6),
        secret_wagers=SecretWagers(each_session=1, method="card"),
        chips_at_the_end=ChipsAtEnd(cents_each=chance.choice([0, 1])),
    )
    cup = Cup(told)
    begin = chance.choice([cup.opened, cup.closed, cup.briefed, cup.begun, cup.begun])
    begin() if begin == cup.opened else begin(" ".join(PEOPLE[: chance.choice([2, 3, 5])]), "t1 t2")  # type: ignore[call-arg]
    return cup


def short(chance: Random, session: PlaySession) -> PlaySession:
    hands = None if session.minutes else chance.choice([1, 2, 3])
    culls = (Cull(after_hand=1),) if hands and chance.random() < 0.3 else ()
    balance = bool(hands) and not culls and session.heats == 1 and session.of is Pool.OVERALL
    return replace(session, seats=chance.choice([1, 2, 6]), hands=hands, culls=culls, balance=balance)


def anything(cup: Cup, chance: Random) -> tuple[Any, dict[str, Any]]:
    """Return a command that somebody might send now, sensible or not."""
    now, one = cup.now, chance.choice
    name, heat, act = one([*cup.now.entrants, *PEOPLE]), one([*now.heats, 1]), one([*now.acts, 1])
    lots = {"secret": secret(cup.draws), "commitment": lot_commitment(secret(cup.draws + 1))}
    return one(
        [
            (c.ReviseTerms, {"terms": one([now.terms, TournamentTerms()])}),
            (one([c.MakeTermsAvailable, c.AdviseInspectorate, c.CloseEntries, c.DeclareResults]), {}),
            (c.OpenEntries, {"commitment": lot_commitment(secret(cup.draws))}),
            (one([c.AppointDirector, c.AppointDeputy, c.DismissDeputy]), {"person": one(["dep", name])}),
            (one([c.TakeCharge, c.TakeCharge, c.StepAway, c.EndPractice, c.ResumeTournament]), {}),
            (c.DesignateTables, {"tables": (Candidate(table=one(["t1", "t2", "t3"])),)}),
            (c.ReleaseTable, {"table": "t2"}),
            (c.BriefPlayers, {"understood": tuple(now.entrants)}),
            (one([c.FillWithBots]), {"count": one([-1, 0, 2])}),
            (c.PractiseHands, {"hands": one([0, 1, 2])}),
            (c.SeatPractice, {"practice": one([1, 2]), "table": one(["t1", "t2"])}),
            (one([c.RecordPractice, c.LeavePractice]), {"practice": 1}),
            (c.MoveSession, {"session": one([1, 2, 3]), "starts_at": cup.at + one([0, START])}),
            (c.SkipSession, {"session": one([1, 2])}),
            (c.PostponeTournament, {"why": "fire"}),
            (one([c.ConcludeHeat, c.DeclineConclusion]), {"heat": heat}),
            (c.NoteBreach, {"name": name, "breach": one(list(Breach)), "grounds": "seen"}),
            (c.DisqualifyPlayer, {"name": name, "ground": "cheating"}),
            (one([c.AdmitEntrant, c.TurnAway, c.NoteReturn, c.WithdrawEntry, c.RetirePlayer]), {"name": name}),
            (c.UndoAct, {"act": act}),
            (c.ApplyToEnter, {"name": name, "accepts": digest(now.terms), "signed": True}),
            (c.NominateSubstitute, {"name": name, "player": one(["sub", DIRECTOR])}),
            (c.BuyChips, {"name": name, "kind": one(list(FeeKind))}),
            (c.RaiseDispute, {"name": name, "about": "the deal"}),
            (c.DecideTournamentDispute, {"dispute": 1, "decision": "it stands"}),
            (c.AgreeToConclude, {"name": name, "agrees": one([True, False])}),
            (c.SealWager, {"name": name, "wager": Wager.THIRD_STREET, "chips": 2_500}),
            (one([c.DrawSeats, c.EndSession, c.BalanceTables]), lots),
            *[(c.RecordHand, {"heat": heat})] * 8,
            *[(c.BeginHeat, {"heat": heat, "table": one(["t1", "t2"])})] * 2,
        ]
    )


def send(cup: Cup, chance: Random) -> None:
    kind, fields = anything(cup, chance)
    if kind is c.RecordHand:
        heat = cup.now.heats.get(fields["heat"])
        if heat is not None and heat.running:
            able = playing(cup.now, heat).values()
            most = {name: min(cup.now.entrants[name].chips, 97_501) for name in able}
            cup.hand(heat.number, **{name: chance.choice([-2_500, 0, 2_500, -most[name]]) for name in able})
        return
    by = chance.choice([DIRECTOR, DIRECTOR, "dep", fields.get("name", "ann")])
    events = cup.do(kind, by=by, **fields)
    cup.draws += any(event.__class__.__name__ == "DrawCommitted" for event in events) and "secret" in fields


@pytest.mark.parametrize("walk", range(8))
def test_whatever_is_sent_is_done_or_refused(walk: int):
    for seed in range(walk * 25, walk * 25 + 25):
        chance = Random(seed)  # noqa: S311
        cup = drafted(chance)
        for _ in range(60):
            cup.at += chance.choice(WAITS)
            with suppress(Refused):
                send(cup, chance)
            seen(cup.now, chance.choice(PEOPLE), cup)


def seen(now: Contest, person: str, cup: Cup) -> None:
    """See the tournament, and what may be done in it, as somebody does: it opens at every moment."""
    view(now, person)
    assert all(option.clause for option in legal(cup.rules, now, person, cup.at))
