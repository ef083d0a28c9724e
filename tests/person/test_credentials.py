"""What a person signs in with: the pure decisions, and how many failures lock a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mississippi_stud.errors import InputError
from mississippi_stud.person import credentials as c
from mississippi_stud.person.person import ErasePerson, Person, decide, evolve

MINUTE = 60_000_000


def after(*commands, at: int = 1000) -> Person:
    person = None
    for command in commands:
        for event in decide(person, command, at):
            person = evolve(person, event)
    return person or Person()


def test_the_first_password_or_passkey_makes_an_account_and_later_ones_keep_its_date():
    assert Person().guest
    assert after(c.SetPassword(sealed="aa"), at=5).credentials.opened_at == 5
    person = after(c.AddPasskey(passkey="k", sealed="bb"), at=7)
    assert (person.guest, person.credentials.opened_at) == (False, 7)
    for event in decide(person, c.SetPassword(sealed="cc"), 9):
        person = evolve(person, event)
    assert (person.credentials.opened_at, person.credentials.password) == (7, "cc")


def test_the_last_way_to_sign_in_is_never_removed():
    only = after(c.AddPasskey(passkey="k", sealed="s"))
    with pytest.raises(InputError, match="the only way to sign in"):
        decide(only, c.RemovePasskey(passkey="k"), 1)
    for others in ((c.SetPassword(sealed="p"),), (c.AddPasskey(passkey="l", sealed="s"),)):
        person = after(c.AddPasskey(passkey="k", sealed="s"), *others, c.RemovePasskey(passkey="k"))
        assert "k" not in person.credentials.passkeys


def test_at_most_ten_passkeys():
    ten = after(*(c.AddPasskey(passkey=str(number), sealed="s") for number in range(10)))
    assert decide(ten, c.AddPasskey(passkey="3", sealed="s"), 1) == ()
    with pytest.raises(InputError, match="at most 10 passkeys"):
        decide(ten, c.AddPasskey(passkey="10", sealed="s"), 1)


def test_a_copied_passkey_stays_marked_and_is_reported_once():
    person = after(c.AddPasskey(passkey="k", sealed="s"), c.ReportPasskey(passkey="k"))
    assert person.credentials.passkeys["k"].cloned
    assert decide(person, c.ReportPasskey(passkey="k"), 1) == ()
    with pytest.raises(InputError, match="there is no such passkey"):
        decide(person, c.ReportPasskey(passkey="l"), 1)


def test_a_second_factor_is_for_a_password():
    with pytest.raises(InputError, match="no password"):
        decide(after(c.AddPasskey(passkey="k", sealed="s")), c.SetSecondFactor(sealed="t"), 1)
    person = after(c.SetPassword(sealed="p"), c.SetSecondFactor(sealed="t"))
    assert person.credentials.second_factor == "t"
    alone = after(c.SetPassword(sealed="p"), c.SetSecondFactor(sealed="t"), c.RemoveSecondFactor(by="ann"))
    assert alone == after(c.SetPassword(sealed="p"))


def test_nobody_signs_in_as_somebody_who_was_erased():
    person = after(c.SetPassword(sealed="p"), ErasePerson(by="ann", reason="asked"))
    assert person.credentials == c.Credentials()
    with pytest.raises(InputError, match="erased"):
        decide(person, c.SetPassword(sealed="p"), 1)


def tried(*minutes: int) -> c.Attempts:
    attempts = c.Attempts()
    for minute in minutes:
        attempts = attempts.tried(minute * MINUTE)
    return attempts


def test_three_failures_within_thirty_minutes_lock_for_fifteen():
    assert not tried(0, 1).locked(1 * MINUTE)
    locked = tried(0, 1, 29)
    assert locked.locked_until == 44 * MINUTE
    assert locked.locked(44 * MINUTE - 1)
    assert not locked.locked(44 * MINUTE)
    assert not tried(0, 1, 30).locked(30 * MINUTE)
    assert tried(0, 1, 30, 30).locked(30 * MINUTE)


def test_a_lock_is_not_prolonged_by_trying_and_counts_from_nothing_afterwards():
    assert tried(0, 1, 2, 5, 10, 16).locked_until == 17 * MINUTE
    assert not tried(0, 1, 2, 17, 18).locked(18 * MINUTE)
    assert tried(0, 1, 2, 17, 18, 19).locked_until == 34 * MINUTE


def test_a_clock_that_is_set_back_neither_opens_a_lock_nor_makes_it_longer():
    assert tried(100, 101, 102).locked(50 * MINUTE)
    assert tried(100, 101, 102, 50).locked_until == 65 * MINUTE
    assert tried(100, 101, 90).locked(90 * MINUTE)


@given(st.lists(st.integers(0, 120), max_size=40))
def test_in_whatever_order_they_come_at_most_three_are_tried_in_fifteen_minutes(minutes):
    attempts, let_in = c.Attempts(), []
    for minute in sorted(minutes):
        if not attempts.locked(minute * MINUTE):
            let_in.append(minute)
        attempts = attempts.tried(minute * MINUTE)
    for third, fourth in zip(let_in, let_in[3:], strict=False):
        assert fourth - third >= 15
