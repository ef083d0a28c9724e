"""`mstud bot`: it plays what the solver advises, and leaves the table as it found it."""

import json
import re
import signal
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mississippi_stud.bot import Bot, BotRound
from mississippi_stud.cli.main import main
from mississippi_stud.client import LiveSite, LiveTable
from mississippi_stud.errors import InputError
from mississippi_stud.floor import TableView, Wager
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.evaluation import NEVER_FOLD, OPTIMAL, Strategy
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.round_games import round_game
from mississippi_stud.maths.strategy import HUMAN, LEAST, rule_for
from mississippi_stud.round.state import Ending
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS
from mississippi_stud.table.commands import FLOOR, GiveNotice
from mississippi_stud.table.state import NoticeKind
from mississippi_stud.web.app import create_app
from mississippi_stud.web.shapes import RoundSteps
from tests.web.child import FREELY, SECRET
from tests.web.conftest import Site, new_floor, serve
from tests.web.test_live import proxied

STEPS = "The ante goes up in steps of $1.00; $12.50 was offered (Crown 6.1)."
LOGGED = re.compile(r"^\d{4}-\d\d-\d\d .*\n", re.MULTILINE)
"""What the server says, which is in this process too."""
MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    floor = new_floor(tmp_path_factory.mktemp("club"))
    url, stop = serve(create_app(floor, SECRET, FREELY))
    yield Site(url, floor)
    stop()


@pytest.fixture
def sites(club: Site) -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def host(club: Site, sites: ExitStack, book: str = "crown", seats: int = 3, speed: str = "untimed") -> LiveTable:
    """Open a table, at which its host sits."""
    return sites.enter_context(LiveSite(club.url)).company(book, seats, speed)


def free_table(club: Site, sites: ExitStack, book: str = "crown", seats: int = 3) -> str:
    """Return the link of a table at which nobody sits."""
    table = host(club, sites, book, seats)
    table.stand()
    return table.link


@dataclass
class Done:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Done]


@pytest.fixture
def mstud(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `mstud bot` in this process, without the time that a start takes."""

    def run(*arguments: str) -> Done:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["mstud", "bot", *arguments])
        monkeypatch.setenv("MSTUD_LANG", "en")
        with pytest.raises(SystemExit) as ended:
            main()
        output, errors = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Done(ended.value.code, LOGGED.sub("", output), errors)

    return run


def seats_of(club: Site, link: str) -> list[int]:
    return sorted(club.floor.table(f"table:{link.rpartition('/')[2]}").seats)


def crew(club: Site, sites: ExitStack, link: str, *strategies: Strategy) -> list[Bot]:
    return [Bot(sites.enter_context(LiveSite(club.url)), link, strategy) for strategy in strategies]


def play(bots: list[Bot], rounds: int, ante: int | None = None) -> list[list[BotRound]]:
    """Let bots play at the same time; return the rounds of each."""
    played: list[list[BotRound]] = [[] for _ in bots]
    threads = [
        threading.Thread(target=lambda told=told, bot=bot: told.extend(bot.play(rounds, ante)))
        for told, bot in zip(played, bots, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return played


def last_view(bot: Bot, number: int) -> TableView:
    """Return how a round ended, as the bot was shown it."""
    answer = bot.table.site.ask(f"/api/tables/{bot.table.sight.id}/rounds/{number}")
    return msgspec.json.decode(answer, type=RoundSteps).steps[-1].view


def decisions(bot: Bot, view: TableView) -> Iterator[tuple[Situation, Any, str]]:
    """Yield each situation of a bot in a round, the round's setup, and what it played."""
    assert view.round is not None
    hand = next(hand for hand in view.round.hands if hand.position == bot.position)
    ante, hole = hand.wagers_cents[Wager.ANTE], tuple(card for card in hand.hole if card is not None)
    bets = tuple(hand.wagers_cents[street] // ante for street in STREETS if street in hand.wagers_cents)
    plays = [*map(str, bets), *(["fold"] if hand.ending is Ending.FOLDED else [])]
    for street, played in enumerate(plays):
        board = tuple(card for card in view.round.community[:street] if card is not None)
        yield Situation(hole, board, bets[:street]), view.round.setup, played


def advised(strategy: Strategy, now: Situation, setup: Any, book: str, ante: int) -> str:
    """Return what a strategy plays, found in another way than the bot finds it."""
    if strategy is OPTIMAL:
        return advise(round_game(rulebook(book), setup, {Wager.ANTE: ante}).game, now).best
    if strategy is NEVER_FOLD:
        return "1"
    rule = rule_for(len(now.board), Features((*now.hole, *now.board)), 3 in now.bets)
    return "fold" if rule is None else "1" if rule.bet == LEAST else "3"


@pytest.mark.parametrize(
    ("book", "rounds", "strategies"),
    [
        ("crown", 10, (OPTIMAL, OPTIMAL)),
        ("nsw", 3, (OPTIMAL, HUMAN)),
        ("maryland", 3, (OPTIMAL, HUMAN, NEVER_FOLD)),
    ],
)
def test_every_decision_is_the_one_that_the_strategy_advises(
    club: Site, sites: ExitStack, book: str, rounds: int, strategies: tuple[Strategy, ...]
):
    link = free_table(club, sites, book)
    watching = sites.enter_context(LiveSite(club.url))
    bots = crew(club, sites, link, *strategies)
    people = [bot.table.seat.player for bot in bots]
    before = [club.floor.balance(person) for person in people]
    played = play(bots, rounds, 10_00)
    for bot, strategy, told, person, had in zip(bots, strategies, played, people, before, strict=True):
        assert [each.round for each in told] == list(range(1, rounds + 1))
        assert club.floor.balance(person) - had == sum(each.net_cents for each in told)
        made = [last_view(bot, each.round).made.get(bot.position) for each in told]
        assert [each.hand for each in told] == made
        made_here = [each for one in told for each in decisions(bot, last_view(bot, one.round))]
        assert len(made_here) >= rounds
        for now, setup, choice in made_here:
            assert choice == advised(strategy, now, setup, book, 10_00), now
    assert watching.look(link).view.seats == ()


def test_the_least_ante_is_the_tables_and_a_line_a_round_is_told_in_both_languages(
    club: Site, mstud: Command, sites: ExitStack
):
    link = free_table(club, sites)
    for number, language in enumerate(("en", "fr"), start=1):
        asked = ("--strategy", "never-fold", "--rounds", "1", "--delay", "0", "--lang", language)
        done = mstud(link, *asked)
        assert (done.returncode, done.stderr) == (0, "")
        line, summary = done.stdout.splitlines()
        heading = f"Round {number}, seat 1: " if language == "en" else f"Partie {number}, place 1\xa0: "
        assert line.startswith(heading)
        assert ("wagered: $20.00" if language == "en" else "misé\xa0: 20,00\xa0$") in summary
    assert seats_of(club, link) == []


def test_programs_get_every_round_of_every_bot(club: Site, mstud: Command, sites: ExitStack):
    link = free_table(club, sites)
    done = mstud(link, "--count", "2", "--rounds", "2", "--delay", "0", "--ante", "12.50", "--json")
    assert (done.returncode, done.stderr) == (1, f"mstud: {STEPS}\n")
    assert [each["stood_up"] for each in json.loads(done.stdout)["bots"]] == [True, True]
    done = mstud(link, "--count", "2", "--rounds", "2", "--delay", "0", "--ante", "15", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert (answer["table"], answer["strategy"]) == (link, "optimal")
    assert sorted(each["position"] for each in answer["bots"]) == [1, 2]
    for each in answer["bots"]:
        assert len(each["rounds"]) == 2
        assert each["net_cents"] == sum(one["net_cents"] for one in each["rounds"])
        assert all(one["wagered_cents"] % 15_00 == 0 for one in each["rounds"])
        assert (each["stood_up"], each["short_of_money"]) == (True, False)


def test_who_has_too_little_for_a_whole_round_stands_up(club: Site, sites: ExitStack):
    (bot,) = crew(club, sites, free_table(club, sites), OPTIMAL)
    most = bot.table.balance_cents // 10
    assert list(bot.play(1, most + 1)) == []
    assert (bot.short, bot.seated) == (True, False)


@pytest.mark.parametrize(("language", "said"), [("en", "The table is not open"), ("fr", "La table n'est pas ouverte")])
def test_a_bot_whose_table_closes_says_so_and_ends(
    club: Site, mstud: Command, sites: ExitStack, language: str, said: str
):
    """Crown 13.7 has three more hands played."""
    link = free_table(club, sites)
    table = f"table:{link.rpartition('/')[2]}"
    club.floor.send(table, GiveNotice(kind=NoticeKind.CLOSE_TABLE, by=FLOOR), actor="house")
    done = mstud(link, "--delay", "0", "--rounds", "9", "--lang", language)
    assert (done.returncode, done.stderr) == (1, f"mstud: {said} (Crown 13.7).\n")
    assert len(done.stdout.splitlines()) == 3 + 1, "three rounds, and the sum of them"
    assert club.floor.table(table).closed


def test_at_a_full_table_nobody_keeps_a_seat(club: Site, mstud: Command, sites: ExitStack):
    table = host(club, sites, seats=2)
    done = mstud(table.link, "--count", "2", "--delay", "0")
    assert (done.returncode, done.stderr) == (1, "mstud: every seat at this table is taken\n")
    assert done.stdout == "Seat 2 stood up. Rounds: 0; wagered: $0.00; result: $0.00.\n"
    assert seats_of(club, table.link) == [1]


@pytest.mark.parametrize(
    ("link", "status", "said"),
    [
        ("nonsense", 2, "'nonsense' is not the address of a server: write it as http://127.0.0.1:8000"),
        ("{url}/table/x", 2, "'{url}/table/x' does not name a table: give its id, or its link as its page shows it"),
        ("{url}/table/" + "0" * 32, 1, "there is no table with this link that one could join"),
        ("http://127.0.0.1:1/table/" + "0" * 32, 1, "the server does not answer"),
    ],
)
def test_a_bad_link_is_told(club: Site, mstud: Command, link: str, status: int, said: str):
    done = mstud(link.format(url=club.url))
    assert (done.returncode, done.stdout, done.stderr) == (status, "", f"mstud: {said.format(url=club.url)}\n")


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--strategy", "fold", "'fold' is not a strategy of bots: choose one of optimal, human, never-fold"),
        ("--ante", "x", "'x' is not an amount"),
        ("--count", "0", "0 is not between 1 and 9"),
        ("--rounds", "0", "0 is not between 1 and 1000000000"),
    ],
)
def test_a_bad_option_is_bad_input(club: Site, mstud: Command, sites: ExitStack, option: str, value: str, said: str):
    link = free_table(club, sites)
    done = mstud(link, option, value)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert seats_of(club, link) == []


def test_a_book_that_differs_in_one_word_is_refused(club: Site, sites: ExitStack):
    link = free_table(club, sites)
    site = sites.enter_context(LiveSite(club.url))
    seen = site.look(link)
    for change in ({"book": "mine"}, {"view": msgspec.structs.replace(seen.view, book="0" * 64)}):
        other = msgspec.structs.replace(seen, **change)
        site.look = lambda _, other=other: other  # type: ignore[method-assign]  # a server with another book
        with pytest.raises(InputError, match="not one that this program knows"):
            Bot(site, link)
    assert seats_of(club, link) == []


LEAVING = "Standing up after this round. Ctrl+C again leaves at once, and the seat stays taken.\n"


@contextmanager
def process_of(link: str) -> "Iterator[subprocess.Popen[str]]":
    """A bot that plays until Ctrl+C."""
    command = [MSTUD, "bot", link, "--delay", "0", "--strategy", "never-fold"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def wagered(view: TableView) -> bool:
    """Whether somebody has wagered in the round that is open."""
    return view.round is not None and any(hand.wagers_cents for hand in view.round.hands)


def test_a_bot_whose_server_is_lost_says_so(tmp_path: Path, mstud: Command, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(LiveSite.__init__, "__kwdefaults__", {**LiveSite.__init__.__kwdefaults__, "seconds": 1})
    url, stop = serve(create_app(new_floor(tmp_path), SECRET, FREELY))
    with LiveSite(url) as site:
        table = site.company("crown", 2)
        waiting = threading.Thread(target=lambda: (table.wait(wagered), stop()))
        waiting.start()
        done = mstud(table.link, "--delay", "0")
        waiting.join()
    assert (done.returncode, done.stderr) == (1, "mstud: the server does not answer\n")
    assert done.stdout == "Seat 2 could not stand up. Rounds: 0; wagered: $0.00; result: $0.00.\n"


def test_ctrl_c_in_the_middle_of_a_round_plays_it_to_the_end_and_frees_the_seat(club: Site, sites: ExitStack):
    table = host(club, sites, seats=2)
    with process_of(table.link) as process:
        table.wait(lambda view: len(view.seats) == 2)
        table.deal(ante=5_00)
        assert table.asked()
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.readline() == LEAVING
        while table.asked():
            table.bet(1)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    line, summary = output.splitlines()
    assert line.startswith("Round 1, seat 2: ")
    assert summary.startswith("Seat 2 stood up. Rounds: 1; wagered: $20.00; ")
    assert seats_of(club, table.link) == [1]


def test_ctrl_c_before_the_cards_takes_the_wager_back(club: Site, sites: ExitStack):
    table = host(club, sites, seats=2)
    with process_of(table.link) as process:
        table.wait(wagered)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, LEAVING)
    assert output == "Seat 2 stood up. Rounds: 0; wagered: $0.00; result: $0.00.\n"
    assert seats_of(club, table.link) == [1]


def test_a_round_from_which_its_wagers_went_back_is_not_counted(club: Site, sites: ExitStack):
    """Its network fails after its ante, and nobody waits for it; it plays the next round."""
    ann, played = host(club, sites), list[BotRound]()
    with proxied(club.url) as proxy:
        bot = Bot(sites.enter_context(LiveSite(proxy.url)), ann.topic.removeprefix("table:"))
        thread = threading.Thread(target=lambda: played.extend(bot.play(rounds=1)))
        thread.start()
        ann.wait(lambda view: all(seat.own or seat.ready for seat in view.seats))
        proxy.asleep = True
        proxy.cut()
        ann.wait(lambda view: any(seat.away_at for seat in view.seats))
        ann.deal(ante=10_00)
        ann.fold()
        proxy.asleep = False
        ann.wait(lambda view: not any(seat.away_at for seat in view.seats))
        ann.deal(ante=10_00)
        ann.wait(lambda view: ann.deciding)
        ann.fold()
        thread.join(60)
    assert [each.round for each in played] == [2]
    assert played[0].wagered_cents > 0
