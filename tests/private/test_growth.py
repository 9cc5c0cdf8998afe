"""Steps of parts that the public face hides, and fast ways beside the plain ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from growth.steps import FACTOR, SLACK, steps_of
from themind import testing
from themind._cli.narration import narration_of
from themind._play.mistakes import can_all_be_held, can_be_held, lowest_cards
from themind.experiments import Clock, Experiment, Result, _kept, run
from themind.experiments._jobs import Queue
from themind.experiments._run import Run

TABLE = Experiment(tm.Rules(players=2, levels=1, lives=1, stars=0), (Clock(0.3),) * 2)


@given(testing.views(phases=[tm.Phase.PLAYING]), st.data())
def test_cards_can_be_held_together_if_each_can_be(seen: tm.SeatView, data: st.DataObject) -> None:
    """One pass over the table answers as a question for each card."""
    top = 0 if seen.blind else seen.top or 0
    deck = data.draw(st.permutations(range(1, seen.rules.cards + 1)))
    sizes = [data.draw(st.integers(0, 2)) for _ in range(seen.players)]
    hands = []
    for seat, size in enumerate(sizes):
        hand = seen.hand[:size] if seat == seen.seat else tuple(sorted(deck[:size]))
        hands.append(hand)
        deck = deck[size:]
    cards = [card for hand in hands for card in hand]
    if len(cards) > len({*cards}) or min(cards, default=top + 1) <= top:
        return
    kept = () if seen.seat is None else seen.hand[len(hands[seen.seat]) :]
    each = all(
        can_be_held(seen, seat, card, top)
        for seat, hand in enumerate(hands)
        if seat != seen.seat
        for card in hand
    )
    assert can_all_be_held(seen, {*cards}, lowest_cards(tuple(hands)), kept) is each


def _copied(monkeypatch: pytest.MonkeyPatch, parts: Sequence[Result]) -> int:
    """How many numbers are copied to add results and read a column."""
    copied = 0
    together = _kept.packed_together

    def counted(given: Any) -> Any:
        nonlocal copied
        copied += sum(map(len, given))
        return together(given)

    monkeypatch.setattr(_kept, "packed_together", counted)
    total = sum(parts)
    assert isinstance(total, Result)
    assert len(total.values("won")) == len(parts)
    monkeypatch.undo()
    return copied


@pytest.mark.parametrize("step", [1, 2, -1])
def test_a_sum_of_results_copies_each_game_once(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    found = [run(TABLE, 1, "s", start=abs(step) * k) for k in range(32)]
    few, many = [_copied(monkeypatch, found[:n][:: 1 if step > 0 else -1]) for n in (8, 32)]
    assert many == FACTOR * few


def test_parts_of_a_sum_that_was_read_can_be_added_to_others() -> None:
    found = [run(TABLE, 1, "s", start=2 * k) for k in range(4)]
    total = found[0] + found[2]
    assert total.rows()[1]["game"] == 4
    total = total + found[3] + found[1]
    assert total == sum(found)
    assert [row["game"] for row in total.rows()] == [0, 2, 4, 6]
    assert _kept.Rows.__eq__(total._rows(), 0) is NotImplemented


class JoinedMeanwhile(_kept.Rows):
    """Rows whose chunks another thread joins as soon as they have been read once."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name == "chunks" and len(found) > 1:
            self.chunks = [_kept.joined(found)]
        return found


def test_parts_of_a_sum_are_whole_if_another_thread_joins_them_meanwhile() -> None:
    total = run(TABLE, 2, "s") + run(TABLE, 2, "s", start=4)
    rows = total._rows()
    assert len(rows.chunks) == 2
    racing = JoinedMeanwhile(rows.columns, [*rows.chunks])
    parts = racing.parts([(0, 2), (4, 6)])
    assert [(part.start, part.stop, len(part.data[0])) for part in parts] == [(0, 2, 2), (4, 6, 2)]
    racing = JoinedMeanwhile(rows.columns, [*rows.chunks])
    assert [*map(len, racing.data)] == [4] * len(rows.columns)


def _asked(runs: int) -> int:
    tasks = [Run(TABLE, (0, 1), "s") for _ in range(runs)]

    def take_all() -> None:
        queue = Queue(tasks, None, 4)
        while queue.next() is not None:
            pass
        assert queue.left == 0

    return steps_of(take_all, within="_jobs.py")


def test_steps_of_a_queue_with_many_runs() -> None:
    assert _asked(40 * FACTOR) <= SLACK * FACTOR * _asked(40)


def test_steps_of_a_narration() -> None:
    def tell(plays: int) -> int:
        rules = tm.Rules(players=1, levels=plays, first_level=plays, lives=1, stars=0, cards=1_000)
        record = tm.Record(tm.new_game(rules)).add(tm.Deal(range(1, plays + 1))).add(tm.Begin())
        record = tm.Record(record.start, [*record.entries, *[tm.Entry(tm.Play(0))] * plays])
        steps = list(tm.replay(record))
        return steps_of(lambda: list(narration_of(record, steps)))

    assert tell(60 * FACTOR) <= SLACK * FACTOR * tell(60)
