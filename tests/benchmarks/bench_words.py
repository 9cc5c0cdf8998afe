"""What sentences cost, beside what the documents of the same events cost.

Read the first row as a ratio to the second: the machine cancels out. The events are those of the
game that `python -m themind` tells.
"""

from __future__ import annotations

from typing import Any

import pytest

import themind as tm
from themind import codec, words
from themind._cli import demo


@pytest.fixture(scope="module")
def events() -> list[tm.Event]:
    return [event for step in tm.replay(demo.play_game()) for event in step.events]


def test_describe(benchmark: Any, events: list[tm.Event]) -> None:
    told = benchmark(lambda: [words.describe(event, demo.NAMES) for event in events])
    assert len(told) == len(events)


def test_dumps(benchmark: Any, events: list[tm.Event]) -> None:
    written = benchmark(lambda: [codec.dumps(event) for event in events])
    assert len(written) == len(events)
