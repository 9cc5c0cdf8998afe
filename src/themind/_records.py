"""A whole game as a value: where it started, and what was done, with times if there are any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import attrs

from themind import _actions as ac
from themind._decide import Step
from themind._ints import require_int
from themind._legality import PHASES
from themind._state import GameState
from themind._transitions import apply
from themind.exceptions import IllegalAction, InvalidArgument, InvalidRecord

_LATEST_MS = 2**63 - 1
MOST_ENTRIES = 1_000_000


@attrs.frozen
class Entry:
    """One action of a record, and when it happened: `at_ms` milliseconds of the host's clock.

    No rule uses the time. Raises TypeError for anything but an action and an int or None,
    InvalidArgument for a time below 0 or from 2^63 on.

    >>> import themind as tm
    >>> tm.Entry(tm.Play(0), at_ms=1200).at_ms
    1200
    """

    action: ac.Action
    at_ms: int | None = None

    def __attrs_post_init__(self) -> None:
        if type(self.action) not in PHASES:
            raise TypeError(f"an entry holds an action, not {type(self.action).__name__}")
        if self.at_ms is not None:
            require_int("at_ms", self.at_ms, least=0, most=_LATEST_MS)


def _entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    given: Any = entries
    if not isinstance(given, Iterable):
        raise TypeError(f"entries are Entry values, not {type(given).__name__}")
    kept = tuple(islice(given, MOST_ENTRIES + 1))
    if len(kept) > MOST_ENTRIES:
        raise InvalidArgument(f"a record has at most {MOST_ENTRIES:,} entries")
    return kept


@attrs.frozen
class Record:
    """A game from `start` on, as the actions that were applied to it.

    It holds the rules in full and the cards of each deal, and no seed, so that it replays in
    every later version. Its shape is checked as it is made, the game in it by `replay`. Raises
    TypeError for anything but a state and entries, InvalidRecord for times that fall,
    InvalidArgument for more than a million entries.

    >>> import themind as tm
    >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
    >>> record = record.add(tm.Deal(tm.stacked_deck([(37,), (62,)])), at_ms=0)
    >>> len(record.entries)
    1
    """

    start: GameState
    entries: tuple[Entry, ...] = attrs.field(default=(), converter=_entries)

    def __attrs_post_init__(self) -> None:
        if type(self.start) is not GameState:
            raise TypeError(f"a record starts at a GameState, not {type(self.start).__name__}")
        latest = 0
        for index, entry in enumerate(self.entries):
            if type(entry) is not Entry:
                raise TypeError(f"entry {index} is an Entry, not {type(entry).__name__}")
            if entry.at_ms is not None:
                if entry.at_ms < latest:
                    raise InvalidRecord(index)
                latest = entry.at_ms

    def add(self, action: ac.Action, at_ms: int | None = None) -> Record:
        """Return a record with one more entry; errors as `Entry` and `Record`.

        >>> import themind as tm
        >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
        >>> record.add(tm.Begin()).entries
        (Entry(action=Begin(), at_ms=None),)
        """
        return Record(self.start, (*self.entries, Entry(action, at_ms)))


def replay(record: Record) -> Iterator[Step]:
    """Play a record again, a step an entry.

    Raises InvalidRecord at the entry that breaks a rule, after the steps before it; TypeError for
    anything but a record.

    >>> import themind as tm
    >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
    >>> record = record.add(tm.Deal(tm.stacked_deck([(37,), (62,)]))).add(tm.Begin())
    >>> [step.state.phase.name for step in tm.replay(record)]
    ['FOCUSING', 'PLAYING']
    """
    if type(record) is not Record:
        raise TypeError(f"only a Record is replayed, not {type(record).__name__}")
    return _steps(record)


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
