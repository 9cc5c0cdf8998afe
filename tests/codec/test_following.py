# ruff: noqa: N802 - each method is named after its event
"""A client that knows JSON and the table of the page alone follows a game as `evolve_view` does."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from codec.games import played
from themind import codec

SEEDS = st.integers(0, 2**32)


class Client:
    """A view as plain data, and the table "Following a game" of docs/json.md, row by row."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view

    def follow(self, event: dict[str, Any]) -> None:
        getattr(self, event["type"])(event)

    def _set(self, **fields: Any) -> None:
        self.view.update(copy.deepcopy(fields))

    def _leave(self, seat: int, number: int = 1) -> None:
        self.view["hand_sizes"][seat] -= number
        if seat == self.view["seat"]:
            del self.view["hand"][:number]

    def _aside(self, seat: int, card: int, reason: str) -> None:
        self.view["aside"].append({"seat": seat, "card": card, "reason": reason})

    def _empty(self, **fields: Any) -> None:
        sizes = [0] * len(self.view["hand_sizes"])
        self._set(hand=[], hand_sizes=sizes, pile=[], aside=[], ready=[], **fields)

    def HandDealt(self, event: Any) -> None:
        self._set(hand=event["hand"], hand_sizes=event["hand_sizes"], phase="FOCUSING")

    def SeatReady(self, event: Any) -> None:
        self._set(ready=sorted([*self.view["ready"], event["seat"]]))

    def SeatUnready(self, event: Any) -> None:
        self.view["ready"].remove(event["seat"])

    def PlayStarted(self, event: Any) -> None:
        self._set(phase="PLAYING", ready=[])

    def RefocusCalled(self, event: Any) -> None:
        self._set(phase="FOCUSING")

    PlayPaused = RefocusCalled

    def CardPlayed(self, event: Any) -> None:
        self.view["pile"].append({"seat": event["seat"], "card": event["card"]})
        self._leave(event["seat"])

    def HiddenCardPlayed(self, event: Any) -> None:
        self.view["pile"].append({"seat": event["seat"], "card": None})
        self.view["hand_sizes"][event["seat"]] -= 1

    def MistakeMade(self, event: Any) -> None:
        self._set(lives=event["lives"])
        for seat, cards in enumerate(event["skipped"]):
            for card in cards:
                self._aside(seat, card, "SKIPPED")
            self._leave(seat, len(cards))

    def CardVoid(self, event: Any) -> None:
        pass

    def StarProposed(self, event: Any) -> None:
        self._set(agreed=[event["seat"]])

    def StarAgreed(self, event: Any) -> None:
        self._set(agreed=sorted([*self.view["agreed"], event["seat"]]))

    def StarDeclined(self, event: Any) -> None:
        self._set(agreed=[])

    StarLapsed = StarDeclined

    def StarThrown(self, event: Any) -> None:
        self._set(stars=event["stars"], agreed=[])
        for seat, card in enumerate(event["cards"]):
            if card is not None:
                self._aside(seat, card, "STAR")
                self._leave(seat)

    def HandsEmptied(self, event: Any) -> None:
        self._set(phase="REVEALING")

    def PileRevealed(self, event: Any) -> None:
        self._set(pile=event["pile"], lives=event["lives"], phase="CLEARED")

    def LevelCleared(self, event: Any) -> None:
        self._set(phase="CLEARED")

    def RewardTaken(self, event: Any) -> None:
        self._set(lives=event["lives"], stars=event["stars"])

    RewardForfeited = GameWon = CardVoid

    def LevelCompleted(self, event: Any) -> None:
        self._empty(attempt=0)
        if self.view["level"] == self.view["rules"]["levels"]:
            self._set(phase="WON")
        else:
            self._set(phase="DEALING", level=self.view["level"] + 1)

    def GameLost(self, event: Any) -> None:
        self._set(phase="LOST")

    def BlindStarted(self, event: Any) -> None:
        self._set(phase="DEALING", level=1, blind=True)

    def DealGathered(self, event: Any) -> None:
        self._empty(attempt=self.view["attempt"] + 1, phase="DEALING")


def follow(record: tm.Record, steps: list[tm.Step], viewer: int | None) -> set[str]:
    """Compare after each step; the types of the events that came."""
    client = Client(codec.to_data(tm.view(record.start, viewer)))
    seen = set()
    for step in steps:
        told = tuple([tm.redact(event, viewer) for event in step.events])
        for event in codec.to_data(told):
            client.follow(event)
            seen.add(event["type"])
        assert client.view == codec.to_data(tm.view(step.state, viewer))
    return seen


@pytest.mark.unmeasured
@given(SEEDS)
def test_a_client_in_another_language_follows_a_game_by_the_table_of_the_page(seed: int) -> None:
    record, steps = played(seed)
    for viewer in [None, *range(record.start.players)]:
        follow(record, steps, viewer)


@pytest.mark.unmeasured
def test_the_games_have_every_event() -> None:
    seen: set[str] = set()
    for seed in range(120):
        record, steps = played(seed)
        seen |= follow(record, steps, seed % record.start.players)
    assert seen == {kind.__name__ for kind in tm.SeatEvent.__args__}
