"""Practice on a table's own terms: what a fold loses beside the main wagers, the meter, the sign and the chips."""

from fractions import Fraction
from html import unescape

import httpx
import msgspec
import pytest

from mississippi_stud.cards import parse
from mississippi_stud.floor import Floor, Wager
from mississippi_stud.floor.history.meter_values import values_since
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.jackpot_wagers import terms, with_jackpot
from mississippi_stud.maths.options import read
from mississippi_stud.maths.round_games import round_game
from mississippi_stud.web import statistics
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.past_play import history_of
from mississippi_stud.web.statistics import StatisticsAnswer
from tests.web.child import FREELY, SECRET
from tests.web.conftest import Site, serve

LOW = "5s 4s 9h Jc 2d"
"""Folded in the main game alone, and played for a meter that is high enough."""


def joint(meter: Fraction, board: str = "", bets: tuple[int, ...] = ()) -> dict[str, str]:
    """The values of each play at Crown with $1 on the meter beside an ante of $5, from `mstud advise`'s own game."""
    book, choices, game = read("crown", (), (), "5")
    found = advise(with_jackpot(game, terms(book, choices), meter), Situation(parse("5s 4s"), parse(board), bets))
    return {name: value for name, value in found.plain().items() if name not in ("best", "reason")}


def test_a_jackpot_wager_is_counted_at_the_meter(house: Site):
    with httpx.Client(base_url=house.url) as http:
        guest = Client(http, "crown")
        guest.deal({Wager.ANTE: 5_00, Wager.JACKPOT: 1_00}, LOW)
        meters = house.floor.meters("solo-crown")
        meter = meters.meters["main"].value
        found = guest.advice()
        assert found.values == joint(meter)
        assert found.values["fold"] == "-6/5", "a fold loses the ante and the jackpot wager"
        assert found.why.endswith("The values include: jackpot wager.")
        guest.bet(1)
        with httpx.Client(base_url=house.url) as other:
            Client(other, "crown").deal({Wager.ANTE: 5_00, Wager.JACKPOT: 1_00}, LOW)
        later = house.floor.meters("solo-crown").meters["main"].value
        assert later > meter, "another table has added to it meanwhile"
        guest.fold()
        third, fourth = guest.review(1)
        assert third.advice.values == joint(later), "as the meter stood when the round was settled"
        assert fourth.advice.values == joint(later, "9h", (1,))
        tallies, (round_,) = history_of(house.floor, guest.table.view.seats[0].player, "crown")
        assert sum(tally.cost for tally in tallies.values()) == Fraction(third.lost) + Fraction(fourth.lost)
        assert (round_.net_cents, round_.shadow_cents) == (-11_00, -11_00), "it plays for the meter too"
        told = msgspec.json.decode(http.get("/api/statistics?span=all").content, type=StatisticsAnswer)
        assert (told.decisions, told.unjudged, told.best_decisions) == (2, 0, 2), "for the meter, 1x was right"
        assert Fraction(told.lost_antes) == Fraction(third.lost) + Fraction(fourth.lost)
        assert told.money[0].lost_cents == str(5_00 * Fraction(told.lost_antes))
        assert told.money[0].contributed_cents == "694/25", "27.76% of $1, by table 2 with a seed of $50,000"
        page = http.get("/statistics?span=all").text
        assert "this went onto the meter: $0.28" in page
        assert "with the meter as it stood when the round was settled" in page
        assert "Not judged here" not in page
        assert "avec le compteur tel qu'il était" in unescape(http.get("/statistics?span=all&lang=fr").text)


def test_statistics_judge_each_round_at_its_own_meter(tmp_path):
    """Folding A♥ K♥ with $1 on a meter loses what `mstud advise "Ah Kh" --book crown --ante 5 --meter` says."""
    floor = Floor.open(f"sqlite:///{tmp_path / 'own.db'}", tmp_path / "key")
    url, stop = serve(create_app(floor, SECRET, FREELY))
    with httpx.Client(base_url=url) as http:
        guest = Client(http, "crown")
        values, lost = {}, []
        for number in range(1, 5):
            guest.deal({Wager.ANTE: 5_00, Wager.JACKPOT: 1_00}, "Ah Kh 3h 5s 9c")
            guest.fold()
            values[number] = floor.meters("solo-crown").meters["main"].value
            lost.append(guest.review(number)[0].lost)
            told = msgspec.json.decode(http.get("/api/statistics?span=all").content, type=StatisticsAnswer)
            assert Fraction(told.lost_antes) == sum(map(Fraction, lost))
        assert values[1] == 50_000_00 + Fraction("27.76")
        assert lost == ["260411/98000"] * 3 + ["65103/24500"], (
            "$50,001 three times, then $50,002: a meter is shown in whole dollars"
        )
        assert (told.decisions, told.best_decisions) == (4, 0)
        name = guest.table.view.seats[0].player
        assert {number: value for (_, number), value in values_since(floor, name, 0).items()} == values
        assert [number for _, number in values_since(floor, name, told.until)] == [4]
        assert values_since(floor, name, told.until + 1) == values_since(floor, "somebody else", 0) == {}
    stop()


def test_only_so_many_rounds_with_a_meter_are_judged(house: Site, monkeypatch: pytest.MonkeyPatch):
    """The last ones, and the rounds without such a wager beside them; the page counts the others."""
    monkeypatch.setattr(statistics, "METERED_MAX", 2)
    jackpot = {Wager.ANTE: 5_00, Wager.JACKPOT: 1_00}
    with httpx.Client(base_url=house.url) as http:
        guest = Client(http, "crown")
        for wagers in ({Wager.ANTE: 5_00}, jackpot, jackpot, jackpot):
            guest.deal(wagers, "Kc Kd 3h 5s 9c")
            if wagers is jackpot:
                guest.bet(1)
            guest.fold()
        told = msgspec.json.decode(http.get("/api/statistics?span=all").content, type=StatisticsAnswer)
        assert (told.decisions, told.unjudged) == (1 + 2 + 2, 2)
        judged = [decision for number in (1, 3, 4) for decision in guest.review(number)]
        assert Fraction(told.lost_antes) == sum(Fraction(decision.lost) for decision in judged)
        assert "only your last 1,000 such rounds are judged" in http.get("/statistics?span=all").text
        assert "Non jugées ici" in http.get("/statistics?span=all&lang=fr").text


def test_a_fixed_jackpot_needs_no_meter(house: Site):
    with httpx.Client(base_url=house.url) as http:
        guest = Client(http, "nsw")
        guest.deal({Wager.ANTE: 5_00, Wager.FIXED_JACKPOT: 25_00}, LOW)
        view = guest.table.view
        game = round_game(house.floor.book(view.book), view.round.setup, view.round.hands[0].wagers_cents).game
        found = guest.advice()
        assert found.values["fold"] == "-6"
        assert found.best == "1" == advise(game, Situation(parse("5s 4s"))).best
        guest.fold()
        (decision,) = guest.review(1)
        told = msgspec.json.decode(http.get("/api/statistics?span=all").content, type=StatisticsAnswer)
        assert (told.decisions, told.unjudged, told.best_decisions) == (1, 0, 0)
        assert told.lost_antes == decision.lost
        assert Fraction(decision.lost) > 0


@pytest.mark.parametrize("cap", [None, 50_00])
def test_the_sign_of_a_table_counts(tmp_path, cap: int | None):
    own = {"max_payout_cents": cap, "chips_cents": (5_00, 25_00)} if cap else {}
    floor = Floor.open(f"sqlite:///{tmp_path / 'own.db'}", tmp_path / "key")
    url, stop = serve(create_app(floor, SECRET, FREELY, offers={"crown": own}))
    with httpx.Client(base_url=url) as http:
        guest = Client(http, "crown")
        guest.deal({Wager.ANTE: 25_00}, "Ac Kd 3h 5s 9c")
        options = ["maximum-payout=50", "smallest-chip=5"] if cap else []
        exact = advise(read("crown", options, (), "25")[2], Situation(parse("Ac Kd")))
        assert guest.advice().values == {"fold": "-1", **{str(bet): str(value) for bet, value in exact.bets.items()}}
        for _ in range(3):
            guest.bet(1)
        told = msgspec.json.decode(http.get("/api/statistics?span=all").content, type=StatisticsAnswer)
        assert told.lost_antes == str(sum(Fraction(each.lost) for each in guest.review(1)))
        assert (told.lost_antes == "0") is (cap is None), "without the cap, fold and bet tie on 5th street"
        assert guest.review(1)[2].lost == ("1/4" if cap else "0")
    stop()
