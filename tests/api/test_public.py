"""What is public does not change by accident; each module says what it is."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from enum import StrEnum
from importlib import metadata
from types import FunctionType
from typing import Any, get_type_hints

import attrs
import pytest

import themind
from api.public import MODULES, NEEDED, SNAPSHOT, class_lines, lines_of, snapshot

VERBS = {name for name in themind.__all__ if name.islower()}
HOW = "python tests/api/public.py writes it again; the changelog tells users of the difference"


def test_the_public_names_and_signatures_are_as_they_were_written_down() -> None:
    assert snapshot() == written_down(), HOW


def written_down() -> str:
    """What was written down, but for the modules whose packages are not here."""
    text = SNAPSHOT.read_text(encoding="utf-8")
    for name in NEEDED.keys() - set(MODULES):
        text = re.sub(rf"^{name}\n=+\n(?:.+\n)*\n", "", text, flags=re.MULTILINE)
    return text


@pytest.mark.parametrize("name", MODULES)
def test_each_public_name_is_there_once(name: str) -> None:
    names = importlib.import_module(name).__all__
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_nothing_but_the_public_names_and_the_modules_shows_in_the_root() -> None:
    assert dir(themind) == sorted([*themind.__all__, "__version__", "rng"])
    assert f"themind.{themind.rng.__name__.rpartition('.')[2]}" in MODULES


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'upkeep'"):
        themind.upkeep  # type: ignore[attr-defined]  # noqa: B018


def test_the_version_is_that_of_the_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    assert themind.__version__ == metadata.version("themind")

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert themind.__version__ == "unknown"


def test_keyed_random_numbers_are_there_without_an_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(themind, "rng", raising=False)
    assert themind.rng is importlib.import_module("themind.rng")


# Their bases, of gymnasium and hypothesis, have annotations that cannot be looked up.
FOREIGN_BASES = {"GameMachine", "SeatEnv"}
PUBLIC = [
    (module, name) for module in MODULES for name in sorted(importlib.import_module(module).__all__)
]


@pytest.mark.parametrize(("module", "name"), PUBLIC)
def test_types_can_be_looked_up_at_run_time(module: str, name: str) -> None:
    value = getattr(importlib.import_module(module), name)
    if getattr(value, "__module__", None) not in MODULES:
        return
    if isinstance(value, FunctionType):
        assert "return" in get_type_hints(value)
    elif isinstance(value, type):
        assert get_type_hints(value.__init__) is not None
        assert name in FOREIGN_BASES or get_type_hints(value) is not None


@pytest.mark.parametrize("module", sorted({*MODULES} - {"themind"}))
def test_nothing_but_the_public_names_shows_in_a_module(module: str) -> None:
    public = importlib.import_module(module)
    assert dir(public) == sorted(public.__all__)


@pytest.mark.parametrize("module", MODULES)
def test_each_class_and_function_says_its_public_module(module: str) -> None:
    public = importlib.import_module(module)
    made = [getattr(public, name) for name in public.__all__]
    ours = [value for value in made if isinstance(value, type | FunctionType)]
    ours = [value for value in ours if value.__module__.startswith("themind")]
    assert [value for value in ours if value.__module__ not in MODULES] == []


def test_every_action_has_a_function_of_its_name() -> None:
    def snake(name: str) -> str:
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()

    assert [kind for kind in themind.Action.__args__ if snake(kind.__name__) not in VERBS] == []


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
