"""Words for people: names that no terminal and no page can be tricked by, and short numbers."""

from __future__ import annotations

from typing import Any

import pytest

import themind as tm
from themind._words import counted, cut, number, padded, seat_names, width
from wording import about


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("Ada\x1b[31m", "Ada?[31m"),
        ("a\nb\tc", "a?b?c"),
        ("\ud800", "?"),
        ("\u202eevil", "evil"),
        ("  ", "Seat 0"),
        ("", "Seat 0"),
        ("abcdefghijklmnop", "abcdefghijklmnop"),
        ("abcdefghijklmnopq", "abcdefghijklmn.."),
        ("\u5fc3" * 9, "\u5fc3" * 7 + ".."),
        ("x" * 10_000_000, "x" * 14 + ".."),
        ("e\u0301" * 3, "e\u0301" * 3),
    ],
)
def test_a_name_is_made_safe(name: str, shown: str) -> None:
    assert seat_names(1, [name]) == (shown,)


def test_without_names_a_seat_has_its_number() -> None:
    assert seat_names(2, None) == ("Seat 0", "Seat 1")


@pytest.mark.parametrize("names", ["AB", {"Ada": 1}, 3, iter(["Ada", "Ben"]), ["Ada", 2]])
def test_names_of_another_type_are_refused(names: Any) -> None:
    with pytest.raises(TypeError, match="name"):
        seat_names(2, names)


def test_as_many_names_as_players() -> None:
    with pytest.raises(tm.InvalidArgument, match=about("names", 2, 3)):
        seat_names(2, ["Ada", "Ben", "Cleo"])


def test_numbers_stay_short() -> None:
    assert number(999_999_999) == "999999999"
    assert number(10**9) == number(10**5_000) == "over 999,999,999"


def test_things_are_counted() -> None:
    assert [counted(k, "life", "lives") for k in (0, 1, 2)] == ["no lives", "1 life", "2 lives"]


def test_the_width_is_that_of_a_terminal() -> None:
    assert [width(text) for text in ("abc", "\u5fc3", "e\u0301", "a\u20dd")] == [3, 2, 1, 1]
    assert padded("\u5fc3", 4) == "\u5fc3  "
    assert cut("\u5fc3\u5fc3\u5fc3", 5) == "\u5fc3.."
