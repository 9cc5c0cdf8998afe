"""The long walks, short: they meet everything, and find a referee that differs."""

from __future__ import annotations

from typing import get_args

import pytest

import themind as tm
from naive_referee import NaiveTable
from themind import Phase
from walks.long_walks import Difference, requests_of, walk, walks

pytestmark = pytest.mark.unmeasured

GAMES = 400


def test_walks_meet_every_phase_event_and_refusal() -> None:
    seen = walks(range(GAMES))
    assert requests_of(seen) > 20 * GAMES
    events = {kind.__name__ for kind in get_args(tm.Event)}
    assert {*Phase, *tm.IllegalCode, *events} <= {*seen}
    assert min(seen["done"], seen["refused"]) > requests_of(seen) / 4


def test_a_seed_is_a_game() -> None:
    assert walk(7) == walk(7)
    assert walks(range(7, 9)) == walk(7) + walk(8)


def test_a_difference_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def generous(table: NaiveTable, **_: object) -> None:
        table.lives += 1
        table.phase = "CLEARED"

    monkeypatch.setattr(NaiveTable, "_do_reveal", generous)
    with pytest.raises(Difference, match=r"seed \d+, Rules.*Reveal"):
        walks(range(GAMES))
