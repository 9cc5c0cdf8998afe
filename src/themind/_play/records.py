"""A whole game as a value: its start and its actions, with times where there are any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, SupportsIndex

import attrs

from themind._model.checks import in_order, require_instance, require_int
from themind._model.errors import InvalidArgument
from themind._model.state import GameState
from themind._model.values import Immutable, unchecked
from themind._play.chapters import Action, Step
from themind._play.engine import apply
from themind._play.errors import IllegalAction, InvalidRecord, require_action

LATEST_MS: Final = 2**63 - 1
MOST_ENTRIES: Final = 1_000_000


def _as_action(action: Action) -> Action:
    return require_action("action", action)


def _as_time(at_ms: SupportsIndex | None) -> int | None:
    return None if at_ms is None else require_int("at_ms", at_ms, least=0, most=LATEST_MS)


@attrs.frozen
class Entry(Immutable):
    """One action of a record.

    Args:
        action: The action.
        at_ms: Its time in milliseconds of the host's clock, from 0 to 2^63 - 1; no rule uses it.

    Raises:
        TypeError: A field has a wrong type.
        InvalidArgument: `at_ms` is out of bounds.

    >>> import themind as tm
    >>> tm.Entry(tm.Play(0), at_ms=1200).at_ms
    1200
    """

    action: Action = attrs.field(converter=_as_action)
    at_ms: int | None = attrs.field(default=None, converter=_as_time)


def _as_start(start: GameState) -> GameState:
    return require_instance("start", start, GameState)


def _as_entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    kept = in_order("entries", entries, MOST_ENTRIES)
    if len(kept) > MOST_ENTRIES:
        raise InvalidArgument(f"entries must be at most {MOST_ENTRIES:,}")
    latest = 0
    for index, entry in enumerate(kept):
        require_instance(f"entries[{index}]", entry, Entry)
        latest = _not_before(latest, entry, index)
    return kept


def _not_before(latest: int, entry: Entry, index: int) -> int:
    """Return the time of an entry; InvalidRecord where it is before the latest one."""
    if entry.at_ms is None:
        return latest
    if entry.at_ms < latest:
        raise InvalidRecord(index)
    return entry.at_ms


@attrs.frozen
class Record(Immutable):
    """A game as the actions that were applied to its first state.

    It holds the rules in full and the cards of each deal, and no seed, so that it replays in
    every later version. The constructor checks its shape, and `replay` the game in it.

    Args:
        start: The first state, most often `new_game(rules)`.
        entries: The actions in order.

    Raises:
        TypeError: A field has a wrong type.
        InvalidRecord: The times of the entries fall.
        InvalidArgument: There are more than a million entries.

    >>> import themind as tm
    >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
    >>> record = record.add(tm.Deal(tm.stacked_deck([(37,), (62,)])), at_ms=0)
    >>> len(record.entries)
    1
    """

    start: GameState = attrs.field(converter=_as_start)
    entries: tuple[Entry, ...] = attrs.field(default=(), converter=_as_entries)

    def add(self, action: Action, at_ms: SupportsIndex | None = None) -> Record:
        """Return a record with one more entry; errors as `Entry` and `Record`.

        It checks the new entry alone. For a long log, collect entries in a list.

        >>> import themind as tm
        >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
        >>> record.add(tm.Begin()).entries
        (Entry(action=Begin(), at_ms=None),)
        """
        entry = Entry(action, at_ms)
        index = len(self.entries)
        if index >= MOST_ENTRIES:
            raise InvalidArgument(f"entries must be at most {MOST_ENTRIES:,}")
        _not_before(_latest(self.entries), entry, index)
        return make_record(self.start, (*self.entries, entry))


make_record = unchecked(Record)


def _latest(entries: tuple[Entry, ...]) -> int:
    """The time of the last entry that has one."""
    for entry in reversed(entries):
        if entry.at_ms is not None:
            return entry.at_ms
    return 0


def replay(record: Record) -> Iterator[Step]:
    """Play a record again, a step for each entry.

    Raises:
        InvalidRecord: An entry breaks a rule; raised after the steps before it.
        TypeError: `record` is no record.

    >>> import themind as tm
    >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
    >>> record = record.add(tm.Deal(tm.stacked_deck([(37,), (62,)]))).add(tm.Begin())
    >>> [step.state.phase.name for step in tm.replay(record)]
    ['FOCUSING', 'PLAYING']
    """
    return _steps(require_instance("record", record, Record))


def _steps(record: Record) -> Iterator[Step]:
    state = record.start
    for index, entry in enumerate(record.entries):
        try:
            step = apply(state, entry.action)
        except IllegalAction as error:
            raise InvalidRecord(index, error.illegality) from error
        yield step
        state = step.state


def final_state(record: Record) -> GameState:
    """Return the state that a record ends in; errors as `replay`.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> tm.final_state(tm.Record(state)) == state
    True
    """
    steps = replay(record)
    state = record.start
    for step in steps:
        state = step.state
    return state
