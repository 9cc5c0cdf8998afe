"""The table of the observation in the reference is made from the encoder."""

from __future__ import annotations

import pytest

import themind as tm

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import encoder_parts

from themind.envs import Encoder


@pytest.mark.parametrize("players", [1, 2, 4])
def test_each_part_has_a_row_with_its_places(players: int) -> None:
    rules = tm.Rules(players=players, levels=3, lives=2, stars=1, cards=20)
    rows = list(encoder_parts.rows(rules))
    parts = Encoder(rules, horizon=100).parts
    assert [name for name, _, _ in rows] == list(parts) == list(encoder_parts.MEANINGS)
    for name, places, _ in rows:
        ends = [int(place) for place in places.split(" to ")]
        assert range(ends[0], ends[-1] + 1) == range(parts[name].start, parts[name].stop)
