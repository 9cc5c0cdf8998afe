"""A value that was tampered with is refused, or its document is refused, or it is read back."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import themind as tm
from codec.spoiled import VALUES
from themind import codec

ODD: tuple[Any, ...] = (
    *(None, True, -1, 7, 10**100, 1.5, "", "LIFE", "\ud800", "x" * 500, b"x", object()),
    *((), [], {}, set(), frozenset(), (1,), [1], {1}, frozenset({1}), frozenset({"1"})),
    *((1, 2), [1, 2], ((1, 2),), [[1, 2]], (("a", "b"),), (("a", "b"), ("a", "c")), (("a", 1),)),
    *((("", "b"),), (("a",),), ("ab",), ((2, tm.Reward.LIFE),), ([2, tm.Reward.LIFE],)),
    *(((2, tm.Reward.LIFE, 3),), ((2,),), ((2, "LIFE"),), (("2", tm.Reward.LIFE),)),
    *(tm.Reward.LIFE, tm.Phase.WON, tm.Begin(), tm.Play(1), (tm.Play(1),), (tm.Begin(),)),
    *(tm.PlayedCard(1, 5), (tm.PlayedCard(1, 5),), (tm.SeenCard(1, None),), int, tm.Play),
)


def tampered(value: Any, field: str, odd: object) -> Any:
    """A copy with another value in a field, unchecked."""
    copy = object.__new__(type(value))
    for each in attrs.fields(type(value)):
        held = odd if each.name == field else getattr(value, each.name)
        object.__setattr__(copy, each.name, held)
    return copy


CASES = [
    (name, field.name) for name, value in VALUES.items() for field in attrs.fields(type(value))
]


@pytest.mark.parametrize(("name", "field"), CASES)
def test_it_is_refused_or_read_back(name: str, field: str) -> None:
    refused = 0
    for odd in ODD:
        value = tampered(VALUES[name], field, odd)
        try:
            written = codec.dumps(value)
        except (TypeError, tm.InvalidArgument, tm.InvalidState, tm.InvalidRules):
            refused += 1
            continue
        try:
            read = codec.loads(written, type(value))
        except tm.InvalidDocument as error:
            assert error.path == "$", (odd, error)  # noqa: PT017
        else:
            assert read == value
    assert refused > len(ODD) / 2
