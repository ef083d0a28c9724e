"""Cards: text to number and back, and errors that name the token."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mississippi_stud.cards import DECK, Card, CardError, parse, parse_card, rank, suit, symbols, text


def test_a_deck_has_52_cards_of_13_ranks_and_4_suits():
    assert len(DECK) == len(set(DECK)) == 52
    assert {(rank(card), suit(card)) for card in DECK} == {(r, s) for r in range(13) for s in range(4)}


@pytest.mark.parametrize(
    ("tokens", "number"),
    [
        ("2c 2♣ 2♧", 0),
        ("2d", 1),
        ("2h", 2),
        ("2s", 3),
        ("3c", 4),
        ("Td 10d td tD 10♦ t♦ T♢", 33),
        ("As as aS A♠ A♤", 51),
        ("Qh Q♥️ Q♥︎ q♡", 42),
    ],
)
def test_a_card_is_read_in_every_spelling(tokens: str, number: int):
    assert [parse_card(token) for token in tokens.split()] == [number] * len(tokens.split())


@given(st.lists(st.sampled_from(DECK), unique=True))
def test_text_and_symbols_read_back(cards: list[Card]):
    assert parse(text(cards)) == parse(symbols(cards)) == tuple(cards)


@pytest.mark.parametrize("line", ["As Kd Qh", "As,Kd,Qh", " As\tKd,\nQh "])
def test_cards_are_separated_by_white_space_or_commas(line: str):
    assert text(parse(line)) == "As Kd Qh"


@pytest.mark.parametrize(
    "token", ["", "A", "s", "1s", "11s", "0s", "Ax", "AsKd", "♠", "Ａs", "A-s", "joker", "10", "sA"]
)
def test_what_is_no_card_is_named(token: str):
    with pytest.raises(CardError) as told:
        parse_card(token)
    assert repr(token) in str(told.value)
    assert "such as As or 10d" in str(told.value)


def test_an_error_says_which_card_of_the_line():
    with pytest.raises(CardError, match=r"^card 3: 'Zz' is not a card"):
        parse("As Kd Zz")


def test_a_card_named_twice_is_told_with_both_places():
    with pytest.raises(CardError, match=r"^Td is named twice, as card 1 and as card 4: a deck has one of each card$"):
        parse("10d Kd Qs t♦")


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_a_clear_error(token: str):
    try:
        card = parse_card(token)
    except CardError:
        return
    assert card in DECK
