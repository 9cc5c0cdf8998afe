"""What is public does not change by accident; each module says what it is."""

from __future__ import annotations

import importlib
from collections import Counter
from enum import StrEnum
from types import ModuleType
from typing import Any

import attrs
import pytest

import themind
from api.public import MODULES, SNAPSHOT, class_lines, lines_of, snapshot

HOW = "python tests/api/public.py writes it again; the changelog tells users of the difference"


def test_the_public_names_and_signatures_are_as_they_were_written_down() -> None:
    assert snapshot() == SNAPSHOT.read_text(encoding="utf-8"), HOW


@pytest.mark.parametrize("name", MODULES)
def test_each_public_name_is_there_once(name: str) -> None:
    names = importlib.import_module(name).__all__
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_nothing_but_the_public_names_and_the_modules_shows_in_the_root() -> None:
    shown = {name for name in vars(themind) if not name.startswith("_")}
    modules = {name for name in shown if isinstance(getattr(themind, name), ModuleType)}
    assert shown - modules == set(themind.__all__)
    assert {f"themind.{name}" for name in modules} <= {*MODULES}


def made_in_themind(cls: type[Any]) -> type[Any]:
    cls.__module__ = "themind"
    return cls


def test_a_function_is_written_as_it_is_called() -> None:
    def draw(deck: list[int], *, times: int = 1, **_: int) -> int | None:
        return deck[times]

    assert lines_of("draw", draw) == [
        "def draw(deck: list[int], *, times: int = 1, **_: int) -> int | None"
    ]


def test_a_long_call_takes_a_line_for_each_argument() -> None:
    def deal(first: dict[str, list[int]], second: dict[str, list[int]], *others: int) -> None:
        del first, second, others

    assert lines_of("deal_to_everybody_at_the_table", deal) == [
        "def deal_to_everybody_at_the_table(",
        "    first: dict[str, list[int]],",
        "    second: dict[str, list[int]],",
        "    *others: int,",
        ") -> None",
    ]


def test_a_class_is_written_with_what_it_takes_and_has() -> None:
    @made_in_themind
    @attrs.frozen
    class Deal:
        deck: tuple[int, ...] = attrs.field(converter=tuple)
        times: int = 1

        @property
        def size(self) -> int:
            return len(self.deck)

        @classmethod
        def of(cls, *cards: int) -> Deal:
            return cls(cards)

    assert list(class_lines("Deal", Deal)) == [
        "class Deal",
        "    made by (deck, times: int = 1)",
        "    matches (deck, times)",
        "    deck: tuple[int, ...]",
        "    classmethod of(*cards: int) -> Deal",
        "    property size: int",
    ]


def test_the_values_of_an_enumeration_are_written() -> None:
    @made_in_themind
    class Colour(StrEnum):
        RED = "red"

    assert list(class_lines("Colour", Colour)) == ["class Colour(StrEnum)", "    RED = 'red'"]


def test_an_alias_and_a_constant_are_written_with_what_they_stand_for() -> None:
    assert lines_of("Seat", int) == ["Seat = int"]
    assert lines_of("Hand", tuple[int, ...]) == ["Hand = tuple[int, ...]"]
    assert lines_of("Found", int | None) == ["Found = int | NoneType"]
    assert lines_of("FORMAT", 1) == ["FORMAT = 1"]


def test_short_names_of_types_are_written_out() -> None:
    text = snapshot()
    assert "where Names = Sequence[str]\n" in text
    assert "where Position = GameState | SeatView\n" in text
