"""Names that trick no terminal and no page, in sentences and in pictures."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from claims import claim
from themind import words
from themind.words._names import cut, padded, width
from themind.words._phrases import lives, number, players, seat_names

HOSTILE = [
    ("Ada", "Ada"),
    ("Ada\x1b[31m", "Ada?[31m"),
    ("a\nb\tc", "a?b?c"),
    ("\ud800", "?"),
    ("\u202eevil", "evil"),
    ("  ", "Seat 0"),
    ("", "Seat 0"),
    ("e\u0301" * 3, "e\u0301" * 3),
]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        *HOSTILE,
        ("abcdefghijklmnop", "abcdefghijklmnop"),
        ("abcdefghijklmnopq", "abcdefghijklmn.."),
        ("\u5fc3" * 9, "\u5fc3" * 7 + ".."),
        ("x" * 10_000_000, "x" * 14 + ".."),
    ],
)
def test_a_name_in_a_picture_is_made_safe(name: str, shown: str) -> None:
    assert seat_names(1, [name]) == (shown,)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        *HOSTILE,
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 38 + ".."),
        ("\u5fc3" * 10_000_000, "\u5fc3" * 19 + ".."),
    ],
)
@claim("words.md", "Describe events")
def test_a_name_in_a_sentence_is_made_safe(name: str, shown: str) -> None:
    assert words.describe(tm.SeatReady(0), [name]) == f"{shown} is ready."


@given(st.text())
def test_a_sentence_is_one_line_that_can_be_printed(name: str) -> None:
    assert words.describe(tm.CardVoid(0, 12), [name]).isprintable()


def test_without_names_a_seat_has_its_number() -> None:
    assert seat_names(2) == seat_names(2, ()) == ("Seat 0", "Seat 1")
    assert words.describe(tm.SeatReady(7), []) == "Seat 7 is ready."


@pytest.mark.parametrize("names", ["AB", {"Ada": 1}, 3, iter(["Ada", "Ben"]), ["Ada", 2], {"Ada"}])
def test_names_of_another_type_are_refused(names: Any) -> None:
    with pytest.raises(TypeError, match="names"):
        seat_names(2, names)
    with pytest.raises(TypeError, match="names"):
        words.describe(tm.PlayStarted(), names)


def test_names_cannot_be_none_in_a_sentence() -> None:
    nothing: Any = None
    with pytest.raises(TypeError, match="names"):
        words.describe(tm.PlayStarted(), nothing)


def test_as_many_names_as_players() -> None:
    with pytest.raises(tm.InvalidArgument, match="names"):
        seat_names(2, ["Ada", "Ben", "Cleo"])


@pytest.mark.parametrize(
    "event",
    [
        tm.SeatReady(2),
        tm.SeatReady(-1),
        tm.SeatReady(10**5_000),
        tm.LevelDealt(1, ((37,), (62,), (5,))),
        tm.HandDealt(1, (37,), (1, 1, 1)),
        tm.HandDealt(1, (), (1,)),
        tm.StarThrown((None, 12, None), 0),
        tm.MistakeMade(0, 12, ((),), 1),
    ],
)
def test_names_fit_the_seats_of_an_event(event: tm.Event | tm.SeatEvent) -> None:
    with pytest.raises(tm.InvalidArgument, match="names") as refused:
        words.describe(event, ["Ada", "Ben"])
    assert len(str(refused.value)) < 150


def test_numbers_stay_short() -> None:
    assert number(999_999_999) == "999999999"
    assert number(-999_999_999) == "-999999999"
    assert number(10**9) == number(10**5_000) == "over 999,999,999"


def test_things_are_counted() -> None:
    assert [lives(k) for k in (0, 1, 2)] == ["no lives", "1 life", "2 lives"]
    assert [players(k) for k in (1, 2)] == ["1 player", "2 players"]


def test_the_width_is_that_of_a_terminal() -> None:
    assert [width(text) for text in ("abc", "\u5fc3", "e\u0301", "a\u20dd")] == [3, 2, 1, 1]
    assert padded("\u5fc3", 4) == "\u5fc3  "
    assert cut("\u5fc3\u5fc3\u5fc3", 5) == "\u5fc3.."
