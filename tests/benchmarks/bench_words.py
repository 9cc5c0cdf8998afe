"""What sentences cost, beside what the documents of the same events cost.

Read the first row as a ratio to the second: the machine cancels out. The events are those of the
game that `python -m themind` tells.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import themind as tm
from themind import codec, words

RECORD = Path(__file__).parents[2] / "docs" / "examples" / "records" / "human-1-1.json"
GAME = codec.loads(RECORD.read_text(encoding="utf-8"), tm.Record)
NAMES = ("Ada", "Ben")


@pytest.fixture(scope="module")
def events() -> list[tm.Event]:
    return [event for step in tm.replay(GAME) for event in step.events]


def test_describe(benchmark: Any, events: list[tm.Event]) -> None:
    told = benchmark(lambda: [words.describe(event, NAMES) for event in events])
    assert len(told) == len(events)


def test_dumps(benchmark: Any, events: list[tm.Event]) -> None:
    written = benchmark(lambda: [codec.dumps(event) for event in events])
    assert len(written) == len(events)
