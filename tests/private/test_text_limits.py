"""The limits of a document's text, at their bounds."""

from __future__ import annotations

import json
from typing import Any

import pytest

import themind as tm
from themind import codec
from themind.codec import _text
from themind.codec._faults import Fault
from themind.codec._formats import KindReader


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
    with pytest.raises(Fault, match=rf"\b{most:,} "):
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


@pytest.mark.parametrize("read", [codec.loads, codec.from_data])
def test_the_end_of_the_stack_is_a_refusal(read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stack can end in any reader, the quick one included."""

    def descend(data: object) -> object:
        raise RecursionError

    reader = KindReader(descend, descend, len, is_array=False)
    monkeypatch.setattr(codec, "_kind_reader", lambda kind: reader)
    with pytest.raises(tm.InvalidDocument, match="stack") as refused:
        read("{}", tm.Play)
    assert refused.value.path == "$"


def test_a_text_of_64_brackets_is_flat_enough() -> None:
    """Nothing that takes few brackets nests too deep for the parser."""
    for open_, close in ("[]", "{}"):
        text = open_ * 64 + close * 64
        assert _text.require_within_limits(text, 1_000, is_array=False) == text
        with pytest.raises(Fault):
            _text.require_within_limits(open_ + text + close, 1_000, is_array=False)


def test_a_long_text_with_a_lone_surrogate_is_parsed() -> None:
    text = json.dumps(["\udc00" * 1_000], ensure_ascii=False)
    assert _text.parse(text) == ["\udc00" * 1_000]
    text = f"[{text},{'[],' * 100}0]"
    assert _text.require_within_limits(text, 10_000, is_array=True) == text
