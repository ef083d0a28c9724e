"""A guest is brought into an account while somebody plays as the guest in another window, or a prize is not paid yet.

Whatever comes first, no chip is left with the guest, and from then on nobody plays as them.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, signin
from mississippi_stud.floor.care import leave_seats
from mississippi_stud.floor.former_guest import bring_guest
from mississippi_stud.floor.persons import erase, past_guests, person_of
from mississippi_stud.money import Cents
from mississippi_stud.person.former_guest import BringGuest, GuestPlaysError
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from mississippi_stud.table.commands import Validate
from tests.decks import scripted_decks
from tests.floor.drive import HOUSE, check_all, open_crown, opened, play, run_house, seated, sit, table_of
from tests.floor.several import BOSS, Staffed
from tests.floor.test_stop_races import between
from tests.passwords import cheap_passwords

STAKE = Cents(1_000_00)
FOLD = "1 ante 5; deal; 1 fold"


@contextmanager
def account_at(url: str) -> Iterator[Floor]:
    """Open a floor with the account `ann`."""
    with cheap_passwords(), opened(url) as floor:
        signin.set_password(floor, "ann", "ann", "a quiet river at night")
        yield floor


def bring(floor: Any, guest: str = "gus") -> None:
    bring_guest(floor, "ann", guest, STAKE)


class Window:
    """A floor at which something happens in another window just before the guest's and the account's streams are
    written."""

    def __init__(self, floor: Floor, *acts: Callable[[], object]) -> None:
        self._floor, self._acts = floor, list(acts)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._floor, name)

    def send(self, stream: str, command: object, **options: Any) -> Any:
        if isinstance(command, BringGuest) and self._acts:
            self._acts.pop(0)()
        return self._floor.send(stream, command, **options)


def test_a_wager_between_the_last_look_and_the_commit_is_played_first(database_url: str):
    with account_at(database_url) as floor:
        seated(floor, "gus")
        other = floor.open_table("online")

        def wager() -> None:
            sit(floor, other, "gus")
            play(floor, other, "1 ante 5; deal")

        with pytest.raises(Refused):
            bring(Window(floor, wager))
        assert (floor.balance("ann"), floor.balance("gus")) == (0, STAKE - 5_00)
        assert person_of(floor, "ann").guests == ()
        play(floor, other, "1 fold")
        bring(floor)
        assert (floor.balance("gus"), log.balance(floor.database, "round")) == (0, 0)
        check_all(floor, tables=[])


def test_what_comes_to_the_guest_meanwhile_comes_along(database_url: str):
    with account_at(database_url) as floor:
        seated(floor, "gus")
        bring(Window(floor, lambda: floor.deposit("gus", Cents(400_00))))
        assert (floor.balance("ann"), floor.balance("gus")) == (400_00, 0)
        check_all(floor, tables=[])


def test_whoever_never_stops_playing_is_told_to(database_url: str):
    with account_at(database_url) as floor:
        table = seated(floor, "gus")
        with pytest.raises(GuestPlaysError):
            bring(Window(floor, *3 * [lambda: play(floor, table_of(floor, "gus"), FOLD)]))
        assert floor.balance("gus") == STAKE - 15_00
        assert not floor.table(table).seats


PLAYS: dict[str, Callable[[Floor, str], object]] = {
    "sits": lambda floor, _: table_of(floor, "gus"),
    "wagers": lambda floor, table: play(floor, table, FOLD),
    "is given money": lambda floor, _: floor.deposit("gus", STAKE),
}


@pytest.mark.parametrize("plays", PLAYS.values(), ids=PLAYS)
def test_nobody_plays_as_the_guest_afterwards_and_a_seat_of_theirs_is_left(
    database_url: str, plays: Callable[[Floor, str], object]
):
    with account_at(database_url) as floor:
        seated(floor, "gus")
        other = floor.open_table("online")
        bring(Window(floor, lambda: sit(floor, other, "gus")))  # a seat alone moves no money
        assert person_of(floor, "gus").account == "ann"
        with pytest.raises(Refused, match="guest-left"):
            plays(floor, other)
        assert leave_seats(floor) == [other]
        assert not floor.table(other).seats
        check_all(floor, tables=[])


@pytest.mark.parametrize("act", ["wager", "sit"])
def test_at_the_worst_moment_between_two_processes(postgres_url: str, monkeypatch: pytest.MonkeyPatch, act: str):
    """The other process writes between the decision and the commit."""
    with account_at(postgres_url) as one, opened(postgres_url) as other:
        seated(other, "gus")
        again = other.open_table("online")

        def plays() -> None:
            sit(other, again, "gus")
            if act == "wager":
                play(other, again, "1 ante 5; deal")

        held = one.balance("gus")
        with between(one, plays, monkeypatch):
            command = BringGuest(guest="gus", stake_cents=STAKE, held_cents=held)
            if act == "wager":
                with pytest.raises(GuestPlaysError):
                    one.send("person:ann", command, actor="ann")
            else:
                one.send("person:ann", command, actor="ann")
        assert (person_of(one, "gus").account == "ann") == (act == "sit")
        assert one.balance("gus") == (STAKE - 5_00 if act == "wager" else 0)


def test_only_a_guest_is_brought_into_an_account_and_only_once(sqlite_url: str):
    with account_at(sqlite_url) as floor:
        seated(floor, "gus")
        signin.set_password(floor, "ben", "ben", "a quiet river at night")
        for account, guest in (("ann", "ben"), ("cy", "gus"), ("ann", "ann")):
            with pytest.raises(InputError, match="no such guest"):
                bring_guest(floor, account, guest, STAKE)
        bring(floor)
        for account in ("ann", "ben"):
            with pytest.raises(InputError, match="no such guest"):
                bring_guest(floor, account, "gus", STAKE)
        with pytest.raises(InputError, match="meanwhile"):
            signin.set_password(floor, "gus", "gus", "a quiet river at night")
        erase(floor, "deb", by="deb", reason="asked")
        with pytest.raises(InputError, match="no such guest"):
            bring(floor, "deb")


def test_a_prize_that_is_not_paid_yet_keeps_the_guest(sqlite_url: str):
    with account_at(sqlite_url) as floor, scripted_decks():
        run_house(floor)
        played = Staffed(floor, "dealer", {1: "cy"}, meters=HOUSE)
        open_crown(floor, played.stream)
        played.lines("round; 1 ante 5; 1 jackpot 5; 1 ready; no-more-bets; deal", seed="Ah Kh Qh Jh Th")
        played.lines("1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1; reveal; settle")
        with pytest.raises(InputError, match="not paid yet"):
            bring(floor, "cy")
        played.do(Validate(prize=1, by=BOSS, person=BOSS))
        held = floor.balance("cy")
        bring(floor, "cy")
        assert (floor.balance("ann"), floor.balance("cy")) == (held - STAKE, 0)


@contextmanager
def worker(floor: Floor) -> Iterator[Floor]:
    """Another process on PostgreSQL; on SQLite there is one."""
    if floor.database.postgres:
        with opened(floor.database.url.render_as_string(hide_password=False)) as other:
            yield other
    else:
        yield floor


def test_wagers_without_end_from_another_worker(database_url: str):
    """Rounds are begun and folded in another window until nobody plays as the guest any more."""
    with account_at(database_url) as one, worker(one) as other, ThreadPoolExecutor(1) as window:
        seated(other, "gus")
        begun = threading.Event()

        def plays() -> str:
            while True:
                try:
                    play(other, table_of(other, "gus"), FOLD)
                except Refused as refused:
                    return refused.code
                begun.set()

        told = window.submit(plays)
        begun.wait()
        while not person_of(one, "gus").account:
            with suppress(Refused, GuestPlaysError):
                bring(one)
        assert told.result(), "whichever command of a round came too late"
        with pytest.raises(Refused, match="guest-left"):
            play(other, table_of(other, "gus"), FOLD)
        assert (one.balance("gus"), log.balance(one.database, "round")) == (0, 0)
        assert one.balance("ann") == 0, "a guest who only lost brings nothing"
        check_all(one, tables=[])


def test_whose_guests_cookie_is_worth_nothing_is_found_out_for_many_at_once(database_url: str):
    with account_at(database_url) as floor, ExitStack() as others:
        floor.deposit("gus", 5_00)
        other = others.enter_context(opened(database_url)) if floor.database.postgres else floor
        assert past_guests(other, ("gus", "ben", "ann")) == {"ann"}
        bring(floor)
        assert past_guests(other, ("gus", "ben", "ann")) == {"gus", "ann"}
        assert past_guests(other, ()) == frozenset()
