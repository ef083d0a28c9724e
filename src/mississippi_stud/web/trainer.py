"""The trainer over HTTP: questions, verdicts and reports. Nothing is stored here: a learner keeps their own record.

The mathematics is imported where it is needed, so that the server starts without it (decision 160).
"""

import secrets
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from litestar import Request, Router, get, post
from litestar.datastructures import State as AppState
from litestar.params import FromQuery, JSONBody
from litestar.response import Template

from mississippi_stud.cards import Card
from mississippi_stud.errors import InputError
from mississippi_stud.floor import Wager
from mississippi_stud.money import Odds
from mississippi_stud.prose.advice import points, why
from mississippi_stud.prose.names import pays, short_name
from mississippi_stud.prose.signs import Signs, labels
from mississippi_stud.prose.trainer import rule_names, trainer_words
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS
from mississippi_stud.trainer.outs import OutsTarget, outs, unseen
from mississippi_stud.web.access import Access
from mississippi_stud.web.aid import aided
from mississippi_stud.web.frame import frame, language_of, last_book
from mississippi_stud.web.pages.script import script_words
from mississippi_stud.web.past_play import history_of
from mississippi_stud.web.people import People
from mississippi_stud.web.request import DONE, game_of
from mississippi_stud.web.trainer_shapes import (
    AnswerRequest,
    AskedHand,
    CountRequest,
    CountVerdict,
    CourseAnswer,
    CourseRequest,
    DrillQuestion,
    LeakLine,
    OfferedPlay,
    OutsLine,
    QuestionRequest,
    ReportAnswer,
    ReportRequest,
    StillToCome,
    VerdictAnswer,
)

if TYPE_CHECKING:
    from mississippi_stud.maths.advice import Situation
    from mississippi_stud.maths.game import Game
    from mississippi_stud.trainer.leaks import RuleTally
    from mississippi_stud.trainer.situations import Syllabus

Asking = Request[Any, Any, Any]
ANTE_MIN_CENTS: Final = 1
ANTE_MAX_CENTS: Final = 10_000_00
_OWN: Final = 1
"""The position of the learner on the felt."""


@lru_cache(32)
def course_of(source: str, wanted: CourseRequest) -> "Syllabus":
    """Return what there is to learn of a game that somebody describes."""
    from mississippi_stud.maths.jackpot_wagers import joined
    from mississippi_stud.maths.options import main_game, parse_choices, parse_pays
    from mississippi_stud.trainer.situations import syllabus

    book, choices = rulebook(source), parse_choices(wanted.options)
    if not ANTE_MIN_CENTS <= wanted.ante_cents <= ANTE_MAX_CENTS:
        limits = {"least_cents": ANTE_MIN_CENTS, "most_cents": ANTE_MAX_CENTS}
        raise InputError("course-ante", given_cents=wanted.ante_cents, **limits)
    if choices.players:
        raise InputError("advice-alone")
    game = main_game(book, choices, parse_pays(wanted.pays), wanted.ante_cents)
    return syllabus(joined(book, choices, game, wanted.meter_cents) if wanted.meter_cents else game)


def _course(request: Asking, wanted: CourseRequest) -> "Syllabus":
    """The course that a request is about."""
    return course_of(game_of(request.app.state, wanted.book).source, wanted)


@post(
    "/course",
    opt={"access": Access.ANYBODY},
    status_code=200,
    summary="What there is to learn of a game",
    responses=DONE,
)
async def show_course(request: Asking, data: JSONBody[CourseRequest]) -> CourseAnswer:
    """What there is to learn of a game."""
    return await aided(request, lambda: _described(request, data))


def _described(request: Asking, data: CourseRequest) -> CourseAnswer:
    course, book = _course(request, data), rulebook(game_of(request.app.state, data.book).source)
    named = labels(book, language_of(request))
    return CourseAnswer(
        key=course.key,
        situations=len(course.situations),
        currency=book.money.currency.value,
        labels={wager: named[wager] for wager in (Wager.ANTE, *STREETS)},
    )


@post(
    "/questions",
    opt={"access": Access.ANYBODY},
    status_code=200,
    summary="The next question of a drill",
    responses=DONE,
)
async def ask(request: Asking, data: JSONBody[QuestionRequest]) -> DrillQuestion:
    """The next question of a drill."""
    return await aided(request, lambda: _asked(request, data))


def _asked(request: Asking, data: QuestionRequest) -> DrillQuestion:
    from mississippi_stud.trainer.drills import Drill, DrillMode, LearnerRecord, exercise

    course, told = _course(request, data.course), data.drill
    if told.mode not in [*DrillMode]:
        raise InputError("no-drill", mode=told.mode, modes=tuple(DrillMode))
    known = tuple(dict.fromkeys(told.known))
    drill = Drill(DrillMode(told.mode), told.street, told.rule, told.seen, known, told.target)
    record = LearnerRecord(data.due, _tallies(data.tallies))
    found = exercise(course, drill, record, datetime.now(UTC), secrets.randbelow)
    now, ante = found.now, data.course.ante_cents
    asked = AskedHand(hole=now.hole, board=now.board, bets=now.bets, seen=now.seen, known=dict(now.known or {}))
    bets = (OfferedPlay(play=str(times), cents=times * ante) for times in course.game.multiples)
    plays = (OfferedPlay(play="fold", cents=0), *bets)
    return DrillQuestion(
        asked=asked, situation=found.id, rule=found.rule, plays=plays, view=_view(course.game, now, ante)
    )


def _tallies(told: dict[str, str]) -> "dict[str, RuleTally]":
    from mississippi_stud.trainer.leaks import leaks, parse_tally

    found = {rule: parse_tally(written) for rule, written in told.items()}
    leaks(found)  # refuses rules that there are not
    return found


def _view(game: "Game", now: "Situation", ante_cents: int) -> dict[str, Any]:
    """Return what the felt needs of a table's view: the areas, the board and one's own hand."""
    from mississippi_stud.maths.solver import STREET_CARDS

    street, known = len(now.board), now.known or {}
    wagers = {Wager.ANTE: ante_cents, **dict(zip(STREETS, (bet * ante_cents for bet in now.bets), strict=False))}
    hand = {"position": _OWN, "hole": now.hole, "wagers_cents": wagers, "ending": None}
    later = [known.get(name) for name in STREET_CARDS[street:]]
    return {
        "areas": [{"wager": Wager.ANTE, "kind": "ante"}, *({"wager": each, "kind": "street"} for each in STREETS)],
        "seats": [{"position": _OWN, "own": True, "ready": False}],
        "own": [_OWN],
        "made": {},
        "multiples": game.multiples,
        "turn": {"phase": STREETS[street]},
        "round": {"hands": [hand], "community": [*now.board, *later], "results": [], "bonus_cards": []},
    }


@post(
    "/answers",
    opt={"access": Access.ANYBODY},
    status_code=200,
    summary="The verdict on an answer",
    responses=DONE,
)
async def judge_answer(request: Asking, data: JSONBody[AnswerRequest]) -> VerdictAnswer:
    """The verdict on an answer: exact values, why, what can still come; and the record after it."""
    return await aided(request, lambda: _judged(request, data))


def _judged(request: Asking, data: AnswerRequest) -> VerdictAnswer:
    from mississippi_stud.maths.advice import advise
    from mississippi_stud.trainer.drills import asked, outcomes
    from mississippi_stud.trainer.grades import judge
    from mississippi_stud.trainer.leaks import RuleTally, parse_tally
    from mississippi_stud.trainer.schedule import ScheduledCard, review

    course, now, language = _course(request, data.course), _situation(data.asked), language_of(request)
    advice = advise(course.game, now)
    values = {"fold": advice.fold, **{str(bet): value for bet, value in advice.bets.items()}}
    verdict, exercise = judge(values, data.play), asked(course, now)
    scheduled, share = ScheduledCard("", 0), 0
    if exercise.id:
        taken = timedelta(milliseconds=data.taken_ms)
        scheduled = review(data.card, verdict.grade, taken, datetime.now(UTC))
        share = course.share(course.of(exercise.id))
    before = parse_tally(data.tally) if data.tally else RuleTally()
    book = rulebook(game_of(request.app.state, data.course.book).source)
    return VerdictAnswer(
        grade=verdict.grade,
        played=verdict.played,
        best=verdict.best,
        cost=str(verdict.cost),
        cost_cents=verdict.cost_cents(data.course.ante_cents),
        values={play: str(value) for play, value in values.items()},
        why=why(advice, language),
        points=points(advice, language),
        to_come=tuple(
            StillToCome(
                hand=hand.key,
                name=labels(book, language)[hand.key],
                chance=str(chance),
                pays=_pays(course.game, hand, language),
            )
            for hand, chance in outcomes(now).items()
        ),
        rule=exercise.rule,
        situation=exercise.id,
        share=share,
        card=scheduled.card,
        due=scheduled.due,
        tally=str(before.plus(verdict.cost)),
    )


def _situation(told: AskedHand) -> "Situation":
    """Return the cards and wagers of a question as the mathematics has them."""
    from mississippi_stud.maths.advice import Situation

    known = {street: Card(card) for street, card in told.known.items()}
    hole, board, seen = (tuple(map(Card, each)) for each in (told.hole, told.board, told.seen))
    return Situation(hole, board, told.bets, seen, known)


@post(
    "/counts",
    opt={"access": Access.ANYBODY},
    status_code=200,
    summary="The verdict on a count of outs",
    responses=DONE,
)
async def judge_count(request: Asking, data: JSONBody[CountRequest]) -> CountVerdict:
    """How many of the unseen cards help, and which, beside what somebody counted."""
    return await aided(request, lambda: _counted(request, data))


def _counted(request: Asking, data: CountRequest) -> CountVerdict:
    from mississippi_stud.maths.advice import check

    course, now, language = _course(request, data.course), _situation(data.asked), language_of(request)
    check(course.game, now)
    named = labels(rulebook(game_of(request.app.state, data.course.book).source), language)
    lines = tuple(
        OutsLine(hand=hand.key, name=named[hand.key], cards=cards, pays=_pays(course.game, hand, language))
        for hand, cards in outs(course.game, now, data.target).items()
    )
    count = sum(len(line.cards) for line in lines)
    return CountVerdict(right=count == data.count, count=count, unseen=len(unseen(now)), lines=lines)


def _pays(game: "Game", hand: Any, language: str) -> str:
    """Return what a hand pays in the main game, in words; empty for nothing."""
    pay = game.pays.get(hand)
    if isinstance(pay, Odds) and pay.keeps_stake:
        return f"{pay.pays} : {pay.on}"
    return "" if pay is None else pays(str(pay), language)


@post(
    "/report",
    opt={"access": Access.ANYBODY},
    status_code=200,
    summary="Where somebody leaks",
    responses=DONE,
)
async def report(request: Asking, data: JSONBody[ReportRequest]) -> ReportAnswer:
    """Leaks by rule of the strategy card, from drills and from the guest's last rounds, and the shadow player."""
    return await aided(request, lambda: _reported(request, data))


def _reported(request: Asking, data: ReportRequest) -> ReportAnswer:
    people: People = request.app.state.people
    floor, names = request.app.state.floor, people.names(request)
    book = rulebook(game_of(request.app.state, data.book).source)
    tallies, rounds = history_of(floor, names, book.id) if names else ({}, [])
    return ReportAnswer(
        currency=book.money.currency.value,
        drills=_lines(_tallies(data.tallies)),
        history=_lines(tallies),
        rounds=tuple(rounds),
    )


def _lines(tallies: "dict[str, RuleTally]") -> tuple[LeakLine, ...]:
    from mississippi_stud.trainer.leaks import leaks

    return tuple(
        LeakLine(
            rule=leak.rule,
            answers=leak.tally.answers,
            errors=leak.tally.errors,
            rate=round(1000 * leak.rate),
            low=round(1000 * leak.low),
            high=round(1000 * leak.high),
            cost=str(leak.tally.cost),
        )
        for leak in leaks(tallies)
    )


@get("/trainer", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def trainer(request: Asking, state: AppState, book: FromQuery[str] = "") -> Template:
    """The page of the trainer, for the book that is wanted, or was played last."""
    from mississippi_stud.maths.solver import STREET_CARDS
    from mississippi_stud.trainer.leaks import RULES

    game, language = game_of(state, book or last_book(request)), language_of(request)
    signs = Signs(rulebook(game.source), game.options, language)
    more = {
        "trainer": trainer_words(language),
        "rules": rule_names(RULES, language),
        "streets": {street: signs.labels[street] for street in STREETS},
        "ahead": {name: signs.labels[street] for name, street in zip(STREET_CARDS, STREETS, strict=True)},
        "targets": {target: trainer_words(language)[f"target-{target}"] for target in OutsTarget},
        "books": [(each, short_name(each, language_of(request))) for each in state.games],
    }
    return Template(template_name="trainer.html", context=frame(request) | {"words": script_words(signs, **more)})


routes = Router(path="/api/trainer", route_handlers=[show_course, ask, judge_answer, judge_count, report])
