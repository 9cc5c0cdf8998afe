"""Which cards a message of the web example holds, and which of them its viewer may know."""

from __future__ import annotations

import re
from typing import Any

import themind as tm
from views.test_laws import shown_by
from views.test_server_example import cards_in

NO_CARDS = {"people", "timer", "text"}


def known_by(record: tm.Record, seat: tm.Seat | None) -> list[set[int]]:
    """The cards that a viewer may know after each entry."""
    known: list[set[int]] = [set()]
    for step in tm.replay(record):
        known.append(known[-1])
        for event in step.events:
            known[-1] = shown_by(event, seat, known[-1])
    return known


def assert_no_leak(message: dict[str, Any], known: list[set[int]], rules: tm.Rules) -> None:
    """No number in a message is a card that its viewer cannot know after that entry."""
    may_hold = known[message["entry"]]
    data = {key: value for key, value in message.items() if key not in NO_CARDS}
    assert set(cards_in(data)) <= may_hold, message
    counts = set(range(rules.levels + 1))  # a sentence counts levels, cards, lives and stars
    for sentence in message.get("text", ()):
        assert set(map(int, re.findall(r"\d+", sentence))) <= may_hold | counts, sentence
