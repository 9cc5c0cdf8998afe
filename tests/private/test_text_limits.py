"""The limits of a document's text, at their bounds."""

from __future__ import annotations

import json

import pytest

import themind as tm
from themind import codec
from themind.codec import _text
from themind.codec._faults import Fault


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("", 0),
        ("[[{", 3),
        ("[]{}[]", 3),
        ('["[{"]', 1),
        ('"\\"[["', 0),
        ('"\\\\"[', 1),
        ('"\\\n["', 0),
        ('"[\n[" [', 1),
    ],
)
def test_brackets_are_counted_outside_of_texts(text: str, opened: int) -> None:
    counts = [_text._opens_more(text, most) for most in range(5)]
    assert counts == [opened > most for most in range(5)]


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_of_101_digits_is_found_among_many(sign: str) -> None:
    numbers = [*range(1, 500), int(sign + "9" * 100), int(sign + "9" * 101)]
    text = json.dumps({"format": 1, "type": "Deal", "deck": numbers})
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(text, tm.Deal)
    assert refused.value.path == "$.deck[500]"
    numbers.pop()
    text = json.dumps({"format": 1, "type": "Deal", "deck": numbers})
    assert codec.loads(text, tm.Deal).deck == tuple(numbers)


@pytest.mark.parametrize("open_", ["[", '{"a":'])
@pytest.mark.parametrize("escaped", ["", '"\\"",'])
def test_lists_and_objects_nest_eight_deep(open_: str, escaped: str) -> None:
    close = "]" if open_ == "[" else "}"
    flat = "[]," * 100 + escaped

    def nested(depth: int) -> str:
        return f"[{flat}{open_ * (depth - 1)}0{close * (depth - 1)}]"

    assert _text.require_within_limits(nested(8), 10_000, is_array=True) == nested(8)
    with pytest.raises(Fault):
        _text.require_within_limits(nested(9), 10_000, is_array=True)


@pytest.mark.parametrize(("is_array", "each"), [(True, 3), (False, 20)])
def test_a_text_opens_a_bracket_for_so_many_characters(is_array: bool, each: int) -> None:
    """25,000 and one for each 3 or 20 characters."""
    length = 200_000
    most = 25_000 + length // each
    text = ("[]" * most).ljust(length)
    assert _text.require_within_limits(text, length, is_array=is_array) == text
    with pytest.raises(Fault):
        _text.require_within_limits(("[]" * (most + 1)).ljust(length), length, is_array=is_array)


@pytest.mark.parametrize(
    ("text", "is_obvious"),
    [
        ("", True),
        ('[{"a":["b",{}]},0]', True),
        ('["\ud800"]', True),
        ("[" * 8 + "]" * 8, True),
        ('{"a":' * 8 + "}" * 8, True),
        ("[" * 9 + "]" * 9, False),
        ("[}", False),
        ("[", False),
        ('["]"]', False),  # shallow, but only the slow way can tell
        (r'["\\"]', False),
        (r'["\"[[[[[[[["]', False),
    ],
)
def test_the_quick_look_sees_what_is_shallow(text: str, is_obvious: bool) -> None:
    assert _text._is_obviously_shallow(text) is is_obvious
