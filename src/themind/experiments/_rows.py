"""Rows for the events and the waits of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from themind import (
    CardPlayed,
    DealGathered,
    Event,
    GameState,
    InvalidArgument,
    LevelDealt,
    MistakeMade,
    Phase,
    Play,
    PlayPaused,
    PlayTogether,
    Record,
    RefocusCalled,
    Seat,
    StarThrown,
    Step,
    evolve,
    replay,
    view,
)
from themind._model.checks import require_instance
from themind.experiments._policy import Moment
from themind.odds import chance_lowest

# Events, besides plays of others, that end a wait without a play of the seat itself.
_CUTS = CardPlayed | StarThrown | RefocusCalled | PlayPaused | DealGathered


def event_rows(record: Record) -> list[dict[str, Any]]:
    """Return a dict for each event, in order, all with the same keys.

    `entry` and `at_ms` are those of the record. `phase`, `lives`, `stars`, `level`, `attempt` and
    `blind` are the values after the event. `seat`, `card` and `skipped` (a number of cards) are
    None for events without them.

    Raises:
        InvalidRecord: The record breaks a rule.
        TypeError: `record` is not a `Record`.

    Example:
        >>> import themind as tm
        >>> from themind.experiments import Clock, Experiment, play_game
        >>> rules = tm.Rules(players=2, levels=1, lives=1, stars=0)
        >>> record = play_game(Experiment(rules, (Clock(0.5), Clock(0.5))), seed="pilot")
        >>> [(row["event"], row["card"], row["at_ms"]) for row in event_rows(record)][2:4]
        [('CardPlayed', 24, 12000), ('CardPlayed', 65, 32500)]
    """
    require_instance("record", record, Record)
    rows = []
    for number, (before, step) in enumerate(_steps(record)):
        state = before
        for event in step.events:
            state = evolve(state, event)
            rows.append(
                {
                    "entry": number,
                    "at_ms": record.entries[number].at_ms,
                    **_event_data(event, state),
                }
            )
    return rows


def _event_data(event: Event, state: GameState) -> dict[str, Any]:
    skipped = sum(map(len, event.skipped)) if isinstance(event, MistakeMade) else None
    return {
        "event": type(event).__name__,
        "seat": getattr(event, "seat", None),
        "card": getattr(event, "card", None),
        "skipped": skipped,
        "blind": state.blind,
        "level": state.level,
        "attempt": state.attempt,
        "phase": state.phase.name,
        "lives": state.lives,
        "stars": state.stars,
    }


def risk_rows(record: Record) -> list[dict[str, Any]]:
    """Return a dict for each seat with cards in each interval without a change of the position.

    An interval runs from `start` to `stop`, in seconds of play since play first began in the deal;
    pauses and votes on a star do not count.
    It ends with the next play, star, stop or gathered deal of any seat. `event` is 1 for a seat
    that played at that time, and 0 for a seat whose wait was censored; without the latter,
    players would seem faster than they are. If the record has the time at which it ended
    (`ended_at_ms`), waits that were censored by the end are included.

    The seat's information is in `lowest` (its lowest card), `gap` (see `Moment.gap`), `cards`,
    `others_cards`, and `chance_lowest` (None if cards are face down).

    Raises:
        InvalidArgument: An entry has no time.
        InvalidRecord: The record breaks a rule.
        TypeError: `record` is not a `Record`.

    Example:
        >>> import themind as tm
        >>> from themind.experiments import Clock, Experiment, play_game
        >>> rules = tm.Rules(players=2, levels=1, lives=1, stars=0)
        >>> record = play_game(Experiment(rules, (Clock(0.5), Clock(0.5))), seed="pilot")
        >>> [(row["seat"], row["gap"], row["stop"], row["event"]) for row in risk_rows(record)]
        [(0, 24, 12.0, 1), (1, 65, 12.0, 0), (1, 41, 32.5, 1)]
    """
    require_instance("record", record, Record)
    if any(entry.at_ms is None for entry in record.entries):
        raise InvalidArgument("entries must all have a time, got None")
    rows: list[dict[str, Any]] = []
    clock, state = _DealClock(), record.start
    for entry, (before, step) in zip(record.entries, _steps(record), strict=True):
        clock.move(entry.at_ms or 0, playing=_time_runs(before))
        if any(isinstance(event, LevelDealt) for event in step.events):
            clock.restart()
        if before.phase is not Phase.PLAYING:
            clock.start = clock.now
        elif any(isinstance(event, _CUTS) for event in step.events):
            rows += _interval(before, clock, _players_of(entry.action))
            clock.start = clock.now
        state = step.state
    return [*rows, *_last_interval(record, state, clock)]


def _time_runs(state: GameState) -> bool:
    """Return whether play time advances: not during a pause or a vote on a star."""
    return state.phase is Phase.PLAYING and not state.agreed


def _last_interval(record: Record, state: GameState, clock: _DealClock) -> list[dict[str, Any]]:
    """Return the waits that were censored by the end of the record, if its time is known."""
    if record.ended_at_ms is None or state.phase is not Phase.PLAYING:
        return []
    clock.move(record.ended_at_ms, playing=_time_runs(state))
    return _interval(state, clock, set())


@attrs.define
class _DealClock:
    """The play time of a deal, and the time of the last change, in milliseconds."""

    now: int = 0
    start: int = 0
    wall: int = 0

    def move(self, wall: int, *, playing: bool) -> None:
        self.now += wall - self.wall if playing else 0
        self.wall = wall

    def restart(self) -> None:
        self.now = self.start = 0


def _steps(record: Record) -> Iterator[tuple[GameState, Step]]:
    """Yield each step with the state before it."""
    state = record.start
    for step in replay(record):
        yield state, step
        state = step.state


def _players_of(action: object) -> set[Seat]:
    match action:
        case Play():
            return {action.seat}
        case PlayTogether():
            return {play.seat for play in action.plays}
        case _:
            return set()


def _interval(state: GameState, clock: _DealClock, playing: set[Seat]) -> list[dict[str, Any]]:
    return [
        {
            "blind": state.blind,
            "level": state.level,
            "attempt": state.attempt,
            "seat": seat,
            "start": clock.start / 1000,
            "stop": clock.now / 1000,
            **_known(state, seat),
            "event": int(seat in playing),
        }
        for seat, hand in enumerate(state.hands)
        if hand
    ]


def _known(state: GameState, seat: Seat) -> dict[str, Any]:
    """Return the knowledge of a seat while it waits."""
    seen = view(state, seat)
    hidden = any(laid.card is None for laid in seen.pile)
    return {
        "lowest": seen.hand[0],
        "gap": Moment(seen, 0.0, 0.0).gap,
        "cards": len(seen.hand),
        "others_cards": sum(seen.hand_sizes) - len(seen.hand),
        "chance_lowest": None if hidden else float(chance_lowest(seen)),
    }
