"""Random tournaments: no chip is lost, places are recomputed from the events, and prizes are the pool to the cent."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.fairness.lot import lot, lot_commitment
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.evolve import evolve
from mississippi_stud.tournament.heats import betting_order, playing
from mississippi_stud.tournament.legal import legal
from mississippi_stud.tournament.programme import Bank, Cull, PlaySession, Pool, Programme, TieBreak
from mississippi_stud.tournament.purse import share
from mississippi_stud.tournament.state import EntrantStatus, Life
from mississippi_stud.tournament.terms import NOT_APPLICABLE
from mississippi_stud.tournament.view import view
from tests.tournament.hall import DIRECTOR, START, Cup, secret, terms

NAMES = ["ann", "ben", "cho", "dan", "eve", "fay", "gus", "hal"]


# Prizes.


@given(
    st.integers(0, 10**9),
    st.lists(st.integers(1, 100), min_size=1, max_size=6),
    st.lists(st.integers(1, 4), min_size=1, max_size=6),
)
def test_prizes_add_up_to_the_pool_and_equals_differ_by_a_cent_at_most(pool: int, parts: list[int], sizes: list[int]):
    names = iter(range(100))
    ranking = [tuple(f"p{next(names):02}" for _ in range(size)) for size in sizes]
    numbers = {name: int(name[1:]) for group in ranking for name in group}
    awards = share(pool, parts, ranking, numbers)
    assert sum(each.cents for each in awards) == pool
    paid = {each.name: each.cents for each in awards}
    place, whole = 0, sum(parts[: sum(sizes)])
    for group in ranking:
        due = Fraction(pool * sum(parts[place : place + len(group)]), whole * len(group))
        got = [paid.get(name, 0) for name in group]
        assert all(abs(cents - due) < 2 for cents in got)
        assert max(got) - min(got) <= 1
        assert got == sorted(got, reverse=True), "the earlier entry has the odd cent"
        place += len(group)


@pytest.mark.parametrize("first", range(1, 5))
@pytest.mark.parametrize("size", range(2, 5))
def test_a_tie_at_every_place_shares_the_parts_of_its_places(first: int, size: int):
    parts, pool = (50, 30, 20), 1_000_00
    group = tuple(f"t{number}" for number in range(size))
    above = [(f"a{number}",) for number in range(1, first)]
    numbers = {name: at for at, name in enumerate((*(name for one in above for name in one), *group))}
    awards = {each.name: each for each in share(pool, parts, [*above, group], numbers)}
    taken = parts[first - 1 : first - 1 + size]
    expected = pool * sum(taken) // sum(parts[: first - 1 + size])
    assert sum(awards[name].cents for name in group if name in awards) == expected
    assert all((awards[name].first, awards[name].last) == (first, first + size - 1) for name in group if taken)


# Chances.


@given(st.sets(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=40), st.binary(min_size=32, max_size=32))
def test_a_lot_draws_everybody_once_whatever_order_they_are_named_in(names: set[str], key: bytes):
    order = lot(key, "cup/1/1", sorted(names))
    assert sorted(order) == sorted(names)
    assert lot(key, "cup/1/1", sorted(names, reverse=True)) == order


def test_every_order_of_three_is_drawn_about_equally_often():
    counts = defaultdict(int)
    for number in range(6_000):
        counts[lot(number.to_bytes(32, "big"), "cup/1/1", "abc")] += 1
    assert set(counts) == set(permutations("abc"))
    assert all(abs(count - 1_000) < 150 for count in counts.values()), "five standard deviations"


@given(st.integers(1, 7), st.integers(1, 10))
def test_in_as_many_hands_as_seats_everybody_bets_at_every_place_once(seats: int, rounds: int):
    cup = Cup().begun(" ".join(NAMES[: min(seats, 6)])) if seats > 1 else Cup().begun("ann ben")
    heat = cup.now.heats[1]
    count = len(heat.seats)
    orders = [betting_order(cup.now, heat, hand) for hand in range(1, count * rounds + 1)]
    for place in range(count):
        assert all([order[place] for order in orders].count(seat) == rounds for seat in heat.seats)


# Whole tournaments.


class Recomputation:
    """Stacks and places worked out from the events alone, with none of the program's own functions."""

    def __init__(self, events: Sequence[e.Event]) -> None:
        self.stacks: dict[str, int] = defaultdict(int)
        self.seats: dict[int, tuple[str, ...]] = {}
        self.aside: dict[str, int] = {}
        self.scores: dict[str, int] = {}
        self.offs: dict[str, list[int]] = defaultdict(list)
        self.fell: dict[str, tuple[int, int, int, tuple[int, ...]]] = {}
        self.session = 0
        self.playing_off: set[int] = set()
        for event in events:
            self._take(event)

    def _take(self, event: e.Event) -> None:
        match event:
            case e.SeatsDrawn():
                if event.turn == 1:
                    self.scores, self.offs, self.playing_off, self.seats = {}, defaultdict(list), set(), {}
                self.session = event.session
                self.seats |= {number: tuple(each.values()) for number, each in event.heats.items()}
            case e.PlayOffCalled():
                number = max(self.seats) + 1
                self.seats[number] = event.players
                self.playing_off.add(number)
            case e.HeatBegun():
                if event.heat in self.playing_off:
                    self.aside = {name: self.stacks.pop(name, 0) for name in self.seats[event.heat]}
                for name, chips in event.returned.items():
                    self.stacks[name] -= chips
                for name, chips in event.issued.items():
                    self.stacks[name] += chips
            case e.HandRecorded():
                for result in event.results:
                    self.stacks[result.name] += result.net
                for name, chips in event.lost.items():
                    self.stacks[name] -= chips
            case e.PlayersEliminated():
                for name in event.chips:
                    self.fell[name] = (self.session, event.hand, self.stacks.pop(name), ())
            case e.HeatEnded():
                for name in event.scores:
                    if event.heat in self.playing_off:
                        self.offs[name].append(self.stacks[name])
                        self.stacks[name] = self.aside[name]
                    else:
                        self.scores[name] = self.stacks[name]
            case e.SessionEnded():
                for name, score in self.scores.items():
                    if name not in (*event.on, *event.wild) and self.fell.get(name, (0,))[0] != self.session:
                        self.fell[name] = (self.session, 10**9, score, tuple(self.offs[name]))
                for name in (*event.on, *event.wild):
                    self.fell.pop(name, None)

    def places(self) -> list[set[str]]:
        groups: dict[tuple, set[str]] = defaultdict(set)
        for name, key in self.fell.items():
            groups[key].add(name)
        return [groups[key] for key in sorted(groups, reverse=True)]


@st.composite
def programmes(draw: st.DrawFn) -> Programme:
    ties = draw(st.sampled_from(TieBreak))
    bank = draw(st.sampled_from(Bank))
    culls = draw(st.sampled_from([(), (Cull(after_hand=1),), (Cull(after_hand=2, out=2),)]))
    heat = PlaySession(
        name="heats", hands=draw(st.integers(2, 4)), seats=draw(st.integers(2, 4)), best=draw(st.integers(1, 2)),
        of=draw(st.sampled_from(Pool)), ties=ties, culls=culls, wild_cards=draw(st.integers(0, 1)),
    )  # fmt: skip
    final = PlaySession(name="final", hands=draw(st.integers(1, 3)), bank=bank)
    if draw(st.booleans()):
        return Programme(sessions=(final,), play_off_for_first=draw(st.booleans()))
    return Programme(sessions=(heat, final), play_off_for_first=draw(st.booleans()))


@settings(max_examples=40)
@given(programmes(), st.integers(2, 8), st.randoms(use_true_random=False))
def test_a_random_tournament_is_played_to_its_end_and_recomputed_from_its_events(programme, count, chance):
    progression = True if len(programme.sessions) > 1 else NOT_APPLICABLE
    when = tuple(START + number for number in range(len(programme.sessions)))
    told = terms(rounds_and_sessions=programme, when=when, progression=progression, prize_distribution=(50, 30, 20))
    cup = Cup(told).briefed(" ".join(NAMES[:count]), "t1 t2 t3")
    cup.at = START + 10
    for _ in range(100):
        play_on(cup, chance)
        if cup.now.life is Life.FINISHED or nobody_left(cup):
            break
    if cup.now.life is not Life.FINISHED:
        assert nobody_left(cup)
        return
    (declared, _) = cup.do(c.DeclareResults)
    plain = Recomputation(cup.events)
    assert {name: chips for name, chips in cup.stacks().items() if chips} == {
        name: chips for name, chips in plain.stacks.items() if chips
    }
    assert [set(group) for group in cup.now.ranking] == plain.places()
    assert sum(each.cents for each in declared.awards) == declared.pool.pool_cents
    again = None
    for event in cup.events:
        written = msgspec.json.decode(msgspec.json.encode(event), type=type(event))
        assert written == event
        again = evolve(again, written)
    assert again == cup.now


def nobody_left(cup: Cup) -> bool:
    """Whether everybody went out before the last session: the house calls such a tournament off."""
    return cup.now.life is Life.BETWEEN_SESSIONS and not list(cup.now.with_status(EntrantStatus.IN))


def play_on(cup: Cup, chance) -> None:
    """Do what comes next; hands end as chance says, and are often equal."""
    if cup.now.life in (Life.BRIEFED, Life.BETWEEN_SESSIONS):
        cup.draw()
        return
    cup.begin()
    running = [heat for heat in cup.now.heats.values() if heat.running]
    if not running:
        events = cup.do(c.EndSession, secret=secret(cup.draws), commitment=lot_commitment(secret(cup.draws + 1)))
        if any(isinstance(event, e.DrawCommitted) for event in events):
            cup.draws += 1
        return
    for heat in running:
        able = playing(cup.now, heat).values()
        nets = {name: chance.choice([-2_500, 0, 0, 2_500, -min(cup.stacks()[name], 97_501)]) for name in able}
        if heat.play_off:  # chance that always says the same would have them play off for ever
            nets = {name: 100 * place for place, name in enumerate(able)}
        cup.hand(heat.number, **nets)


def test_what_is_legal_is_what_is_not_refused():
    cup = Cup().closed("ann ben")
    offered = {option.command for option in legal(cup.rules, cup.now, DIRECTOR, cup.at)}
    assert {"brief_players", "step_away", "turn_away", "postpone_tournament"} <= offered
    assert not {"declare_results", "end_session", "resume_tournament"} & offered
    assert {option.command for option in legal(cup.rules, cup.now, "ann", cup.at)} == {
        "withdraw_entry",
        "nominate_substitute",
    }
    assert legal(cup.rules, cup.now, "zoe", cup.at) == ()
    assert {option.command for option in legal(cup.rules, Cup().opened().now, "zoe", 0)} == {"apply_to_enter"}


def test_the_end_of_a_session_that_draws_wild_cards_is_offered_too():
    cup = Cup(terms("wild-cards")).begun("ann ben cho").hands(20, ann=9_000, ben=5_000)
    held = msgspec.structs.replace(cup.now, secret=secret(cup.draws))  # as a house holds it that draws for itself
    assert "end_session" in {option.command for option in legal(cup.rules, held, DIRECTOR, cup.at)}


def test_everybody_sees_the_same_but_for_secrets():
    cup = Cup().begun("ann ben")
    cup.hand(ann=5_000)
    seen = view(cup.now)
    assert seen == view(cup.now, "ann") == view(cup.now, DIRECTOR)
    assert seen.standings == (("ann",), ("ben",))
    assert [each.status for each in seen.entrants] == [EntrantStatus.IN, EntrantStatus.IN]
    assert seen.heats[0].betting[0] == 2
