"""Spoiled documents: nothing but `InvalidDocument` comes out, and what loads is sound.

    FUZZ_DOCUMENTS=400000 pytest tests/fuzz

tries so many, of every kind; without it a few.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import attrs
import pytest

import themind as tm
from codec.games import values_of
from fuzz.mutations import spoiled
from themind import codec

pytestmark = pytest.mark.unmeasured

ROUNDS = 20
DOCUMENTS = int(os.environ.get("FUZZ_DOCUMENTS", "2000"))
GOLDEN = sorted((Path(__file__).parents[1] / "data" / "format-1").glob("*.jsonl"))
LARGE = ("GameState", "SeatView", "Rules", "Record", "Illegality")
UNIONS: tuple[Any, ...] = (
    *(tm.Action, tm.SeatAction, tm.TableAction, tm.Event, tm.SeatEvent, codec.Document),
    *(tuple[tm.SeatEvent, ...], tuple[tm.Action, ...]),
)
ARRAYS: dict[str, Any] = {
    "Actions": tuple[tm.Action, ...],
    "Events": tuple[tm.Event, ...],
    "SeatEvents": tuple[tm.SeatEvent, ...],
}


def documents(seed: int) -> dict[str, list[bytes]]:
    """Documents by their type: the golden ones, and those of a game of this seed."""
    found = {path.stem: path.read_bytes().splitlines() for path in GOLDEN}
    for value in values_of(seed):
        found[type(value).__name__].append(codec.dumps(value).encode())
    return found


def a_kind(rng: random.Random, name: str) -> Any:
    """The kind that a document is read as: its class, or a union, which may not hold it."""
    own = ARRAYS.get(name) or getattr(tm, name)
    return rng.choice((own, own, rng.choice(UNIONS)))


def passes(value: Any) -> bool:
    """Whether a value, or each of a tuple, passes its constructor and comes out the same."""
    values = value if type(value) is tuple else (value,)
    return all(attrs.evolve(each) == each for each in values)


def unlike(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are unlike each other."""
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def is_sound(value: Any, text: str | bytes, kind: Any) -> bool:
    """Whether a value passes its constructor, and is written as what was read."""
    written = codec.dumps(value)
    return (
        passes(value)
        and codec.to_data(value) == json.loads(text, object_pairs_hook=unlike)
        and codec.dumps(codec.loads(written, kind)) == written
    )


def is_loaded(text: str | bytes, kind: Any) -> bool:
    """Whether a document loads; either way all must be as it should."""
    try:
        value = codec.loads(text, kind)
    except tm.InvalidDocument as refused:
        error = refused
    else:
        assert is_sound(value, text, kind)
        return True
    assert error.path.startswith("$")
    assert 0 < len(error.reason) < 500
    assert str(error).isascii()
    return False


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_spoiled_document_is_refused_or_sound(seed: int) -> None:
    rng = random.Random(seed)
    by_name = documents(seed)
    names = [*by_name, *LARGE * 6]
    loaded = 0
    for turn in range(DOCUMENTS // ROUNDS):
        name = names[turn % len(names)]
        text = spoiled(rng, rng.choice(by_name[name]))
        kind = a_kind(rng, name)
        loaded += is_loaded(text if rng.random() < 0.9 else text.decode("utf-8", "replace"), kind)
    assert 0 < loaded < DOCUMENTS // ROUNDS / 2
