"""Policies that have learned, as a store writes them down and gives them back."""

from __future__ import annotations

import enum
import math
import sys
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any, NamedTuple

import attrs
import pytest

import themind as tm
from claims import claim
from themind.experiments import (
    Clock,
    Draw,
    LogNormal,
    Moment,
    Policy,
    PolicyError,
)
from themind.experiments._policy_store import NotStorable, PolicyStore
from wording import about


class Colour(enum.Enum):
    RED = 1


class Point(NamedTuple):
    x: int
    y: float


@attrs.frozen
class Belief:
    mean: float
    known: tuple[int, ...] = ()


@dataclass(frozen=True)
class Note:
    text: str


@attrs.frozen
class Rich(Policy):
    """Keeps what it is given."""

    value: Any = None

    def wait(self, moment: Moment, draw: Draw) -> float:
        return float(moment.gap)


class Attributed(Policy):
    """A class with attributes of its own."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Attributed) and other.value == self.value

    def __hash__(self) -> int:
        return 1

    def wait(self, moment: Moment, draw: Draw) -> float:
        return float(moment.gap)


VALUES = [
    None,
    True,
    3,
    -(2**70),
    0.1,
    math.inf,
    -math.inf,
    "text",
    (1, (2.0, "x")),
    [1, [2], (3,)],
    {"a": 1, 2: (3, 4)},
    {(1, 2): {}},
    {1, 2},
    frozenset({"x"}),
    Colour.RED,
    Point(1, 2.0),
    Belief(0.5, (1, 2)),
    {"b": Belief(0.25)},
    Note("plain"),
    Clock(0.3, LogNormal(0.1)),
    tm.Rules.standard(players=2),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("kind", [Rich, Attributed])
def test_what_was_learned_comes_back(kind: Any, value: Any) -> None:
    import json

    store = PolicyStore([kind(0)])
    told = json.loads(json.dumps(store.written([kind(value)])))
    (again,) = store.restored(told)
    assert again == kind(value)
    assert type(again.value) is type(value)


def test_a_nan_comes_back() -> None:
    store = PolicyStore([Rich()])
    (again,) = store.restored(store.written([Rich(math.nan)]))
    assert math.isnan(again.value)  # type: ignore[attr-defined]


def test_numbers_of_numpy_come_back_as_numbers() -> None:
    np = pytest.importorskip("numpy")
    store = PolicyStore([Rich()])
    (again,) = store.restored(store.written([Rich((np.float32(0.5), np.int64(3)))]))
    assert again == Rich((0.5, 3))


def test_classes_of_the_library_have_their_public_names() -> None:
    (told,) = PolicyStore([Rich()]).written([Rich((Clock(1.0), tm.Rules.standard(players=2)))])
    clock, rules = told["fields"]["value"]["tuple"]
    assert clock["class"] == "themind.experiments:Clock"
    assert rules["class"] == "themind:Rules"


NOT_PLAIN = {
    "function": lambda: 1,
    "object": object(),
    "complex": 2.5 + 1j,
    "list": [object()],
    "local": type("Local", (), {})(),
    "bytes": b"bytes",
    "third": Fraction(1, 3),
    "huge": Fraction(10**400, 3),
}


@pytest.mark.parametrize("value", NOT_PLAIN.values(), ids=NOT_PLAIN)
def test_other_values_cannot_be_stored(value: Any) -> None:
    store = PolicyStore([Clock(1.0), Rich()])
    with pytest.raises(PolicyError, match=about("seat 1", "Rich")):
        store.written([Clock(1.0), Rich(value)])


def test_a_value_that_holds_itself_cannot_be_stored() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(PolicyError, match=about("seat 0")):
        PolicyStore([Rich()]).written([Rich(endless)])


def test_a_class_that_cannot_be_found_again_is_refused() -> None:
    @attrs.frozen
    class Local(Rich):
        pass

    with pytest.raises(PolicyError, match=about("seat 0")):
        PolicyStore([Rich()]).written([Local(1)])


def test_a_half_comes_back_as_a_float() -> None:
    store = PolicyStore([Rich()])
    assert store.restored(store.written([Rich(Fraction(1, 2))])) == (Rich(0.5),)


@attrs.frozen
class Fuller:
    """What `Belief` could have become in an edited module."""

    mean: float
    known: tuple[int, ...] = ()
    more: int = 0


@attrs.frozen
class Poorer:
    mean: float


@pytest.mark.parametrize("other", [Fuller, Poorer])
def test_a_name_that_leads_to_another_class_is_refused(
    monkeypatch: pytest.MonkeyPatch, other: type
) -> None:
    value = Belief(0.5, (1,))
    monkeypatch.setattr(sys.modules[__name__], "Belief", other)
    with pytest.raises(PolicyError, match=about("seat 0")):
        PolicyStore([Rich()]).written([Rich(value)])


class Slotted(Policy):
    """A class whose fields nobody knows."""

    __slots__ = ("value",)

    def __init__(self, value: Any = None) -> None:
        self.value = value

    def wait(self, moment: Moment, draw: Draw) -> float:
        return float(moment.gap)


def test_a_policy_without_known_fields_is_stored_as_long_as_it_stays() -> None:
    steady = Slotted()
    store = PolicyStore([steady, Rich()])
    assert store.restored(store.written([steady, Rich(Belief(1.0))])) == (
        steady,
        Rich(Belief(1.0)),
    )
    assert store.written([Slotted(), Rich()]) == store.written([steady, Rich()])
    for other in (Slotted(5), Slotted(lambda: None)):
        with pytest.raises(PolicyError, match=about("seat 0", "Slotted")):
            store.written([other, Rich()])


@claim("stores.md", "Stores of `learn`")
def test_nothing_is_imported_and_no_other_module_is_looked_into() -> None:
    store = PolicyStore([Rich()])
    assert "fractions" in sys.modules
    for name in ("fractions:Fraction", "os:system", "no.such:Thing", "builtins:int"):
        with pytest.raises(NotStorable):
            store.restored([{"class": name, "fields": {}}])


def test_a_class_of_a_module_of_the_policies_is_found() -> None:
    """A belief that was None at first is a class of the same module later."""
    assert PolicyStore([Rich()]).restored(PolicyStore([Rich()]).written([Rich(Belief(1.0))]))


def test_a_policy_of_another_module_is_found_if_it_began_in_a_field() -> None:
    module = ModuleType("elsewhere")
    kind = attrs.frozen(type("Far", (), {"__annotations__": {"x": int}, "x": attrs.field()}))
    kind.__module__ = "elsewhere"
    module.Far = kind  # type: ignore[attr-defined]
    sys.modules["elsewhere"] = module
    try:
        near, far = PolicyStore([Rich()]), PolicyStore([Rich({"far": (kind(1), Colour.RED)})])
        assert far.restored(far.written([Rich(kind(2))])) == (Rich(kind(2)),)
        with pytest.raises(PolicyError):
            near.written([Rich(kind(2))])
    finally:
        del sys.modules["elsewhere"]
