"""The content of a timeline: the cards, mistakes and stars of a record, with their times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

import themind as ev
from themind import AsideReason, Card, GameState, Record, Seat, outcome, replay
from themind.words._phrases import level

_WITH_TIME = (ev.CardPlayed, ev.StarThrown, ev.LevelDealt)


@attrs.frozen
class Spot:
    """A card that was played, or set aside for a reason, and the time."""

    at: int
    seat: Seat
    card: Card
    reason: AsideReason | None = None


@attrs.define
class Chapter:
    """One deal: its name and start, and its cards, mistakes and stars."""

    name: str
    at: int
    played: list[Spot] = attrs.field(factory=list)
    aside: list[Spot] = attrs.field(factory=list)
    mistakes: list[Spot] = attrs.field(factory=list)
    stars: list[int] = attrs.field(factory=list)


@attrs.frozen
class Marks:
    """The content of a timeline; times are in milliseconds, or count the events."""

    chapters: tuple[Chapter, ...]
    end: int
    final: GameState
    is_timed: bool

    @property
    def begin(self) -> int:
        """The time at which the first deal began."""
        return self.chapters[0].at if self.chapters else 0

    @property
    def ended(self) -> str:
        """Return the end of the record as a word: `won`, `lost` or `unfinished`."""
        result = outcome(self.final)
        if result is None:
            return "unfinished"
        return "won" if result.victory else "lost"


def marks_of(record: Record) -> Marks:
    """Replay a record and collect its marks; errors are those of `replay`."""
    steps = replay(record)
    times = [entry.at_ms for entry in record.entries]
    replayed = _Replay(record.start)
    is_timed = None not in times and len(set(times)) > 1
    for at_ms, step in zip(times, steps, strict=True):
        replayed.state = step.state
        for event in step.events:
            counted = replayed.now + isinstance(event, _WITH_TIME)
            replayed.now = at_ms if is_timed and at_ms is not None else counted
            note = _NOTES.get(type(event))
            if note:
                note(replayed, event)
    return Marks(tuple(replayed.chapters), replayed.now, replayed.state, is_timed)


class _Replay:
    """The state of the replay, and the chapters so far."""

    def __init__(self, start: GameState) -> None:
        self.state = start
        self.now = 0
        self.chapters: list[Chapter] = []

    @property
    def chapter(self) -> Chapter:
        """The current deal, which is opened late if the record starts in the middle of it."""
        if not self.chapters:
            self.open()
        return self.chapters[-1]

    def open(self) -> None:
        state = self.state
        name = level(state.level, state.rules, blind=state.blind, attempt=state.attempt)
        self.chapters.append(Chapter(name, self.now))


def _deal(replayed: _Replay, event: ev.LevelDealt) -> None:
    replayed.open()


def _card(replayed: _Replay, event: ev.CardPlayed) -> None:
    replayed.chapter.played.append(Spot(replayed.now, event.seat, event.card))


def _mistake(replayed: _Replay, event: ev.MistakeMade) -> None:
    replayed.chapter.mistakes.append(Spot(replayed.now, event.seat, event.card))
    replayed.chapter.aside += [
        Spot(replayed.now, seat, card, AsideReason.SKIPPED)
        for seat, hand in enumerate(event.skipped)
        for card in hand
    ]


def _star(replayed: _Replay, event: ev.StarThrown) -> None:
    replayed.chapter.stars.append(replayed.now)
    replayed.chapter.aside += [
        Spot(replayed.now, seat, card, AsideReason.STAR)
        for seat, card in enumerate(event.cards)
        if card is not None
    ]


def _reveal(replayed: _Replay, event: ev.PileRevealed) -> None:
    """Mark the cards that count as mistakes: the first ones if not all are counted."""
    highest, low = 0, set[Card]()
    for laid in event.pile:
        if laid.card < highest and len(low) < event.mistakes:
            low.add(laid.card)
        highest = max(highest, laid.card)
    replayed.chapter.mistakes += [spot for spot in replayed.chapter.played if spot.card in low]


_NOTES: dict[type[Any], Callable[[_Replay, Any], None]] = {
    ev.LevelDealt: _deal,
    ev.CardPlayed: _card,
    ev.MistakeMade: _mistake,
    ev.StarThrown: _star,
    ev.PileRevealed: _reveal,
}
