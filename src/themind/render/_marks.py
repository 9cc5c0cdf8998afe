"""What a timeline marks: a record played again, and where in it each thing happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

import themind as ev
from themind import AsideReason, Card, GameState, Record, Seat, outcome, replay
from themind.words._phrases import level

_TAKING_A_PLACE = (ev.CardPlayed, ev.StarThrown, ev.LevelDealt)


@attrs.frozen
class Spot:
    """A card that was played, or went aside for a reason, and when."""

    at: int
    seat: Seat
    card: Card
    reason: AsideReason | None = None


@attrs.define
class Chapter:
    """One deal: its name, when it began, the cards played and set aside, the mistakes in it."""

    name: str
    at: int
    played: list[Spot] = attrs.field(factory=list)
    aside: list[Spot] = attrs.field(factory=list)
    mistakes: list[Spot] = attrs.field(factory=list)
    stars: list[int] = attrs.field(factory=list)


@attrs.frozen
class Marks:
    """All that a timeline shows; places in time are milliseconds or a count of what happened."""

    chapters: tuple[Chapter, ...]
    end: int
    final: GameState
    is_timed: bool

    @property
    def begin(self) -> int:
        """The first place of all."""
        return self.chapters[0].at if self.chapters else 0

    @property
    def ended(self) -> str:
        """How the record ends, in a word."""
        result = outcome(self.final)
        if result is None:
            return "goes on"
        return "won" if result.victory else "lost"


def marks_of(record: Record) -> Marks:
    """Play a record again and mark what happened; errors as `replay`."""
    steps = replay(record)
    times = [entry.at_ms for entry in record.entries]
    watch = _Watch(record.start)
    is_timed = None not in times and len(set(times)) > 1
    for at_ms, step in zip(times, steps, strict=True):
        watch.state = step.state
        for event in step.events:
            counted = watch.now + isinstance(event, _TAKING_A_PLACE)
            watch.now = at_ms if is_timed and at_ms is not None else counted
            note = _NOTES.get(type(event))
            if note:
                note(watch, event)
    return Marks(tuple(watch.chapters), watch.now, watch.state, is_timed)


class _Watch:
    """Where the replay has come to."""

    def __init__(self, start: GameState) -> None:
        self.state = start
        self.now = 0
        self.chapters: list[Chapter] = []

    @property
    def chapter(self) -> Chapter:
        """The deal that is played; a record that starts within one has no start of it to show."""
        if not self.chapters:
            self.open()
        return self.chapters[-1]

    def open(self) -> None:
        state = self.state
        name = level(state.level, state.rules, blind=state.blind, attempt=state.attempt)
        self.chapters.append(Chapter(name, self.now))


def _deal(watch: _Watch, event: ev.LevelDealt) -> None:
    watch.open()


def _card(watch: _Watch, event: ev.CardPlayed) -> None:
    watch.chapter.played.append(Spot(watch.now, event.seat, event.card))


def _mistake(watch: _Watch, event: ev.MistakeMade) -> None:
    watch.chapter.mistakes.append(Spot(watch.now, event.seat, event.card))
    watch.chapter.aside += [
        Spot(watch.now, seat, card, AsideReason.SKIPPED)
        for seat, hand in enumerate(event.skipped)
        for card in hand
    ]


def _star(watch: _Watch, event: ev.StarThrown) -> None:
    watch.chapter.stars.append(watch.now)
    watch.chapter.aside += [
        Spot(watch.now, seat, card, AsideReason.STAR)
        for seat, card in enumerate(event.cards)
        if card is not None
    ]


def _reveal(watch: _Watch, event: ev.PileRevealed) -> None:
    """Mark the cards that count as mistakes, the first ones if counting stopped."""
    highest, low = 0, set[Card]()
    for laid in event.pile:
        if laid.card < highest and len(low) < event.mistakes:
            low.add(laid.card)
        highest = max(highest, laid.card)
    watch.chapter.mistakes += [spot for spot in watch.chapter.played if spot.card in low]


_NOTES: dict[type[Any], Callable[[_Watch, Any], None]] = {
    ev.LevelDealt: _deal,
    ev.CardPlayed: _card,
    ev.MistakeMade: _mistake,
    ev.StarThrown: _star,
    ev.PileRevealed: _reveal,
}
