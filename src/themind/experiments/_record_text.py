"""The JSON of the record of a game, composed of the texts of its actions.

Most actions of a game repeat a few, whose texts are cached. The text is that of `codec.dumps`, in a
quarter of the time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from themind import Action, Deal, Entry, GameState, Play, Record, Seat
from themind._play.records import MOST_ENTRIES
from themind.codec import dumps, to_data

_NO_ENTRIES = '"entries":[]'


def record_text(start: GameState, actions: list[tuple[Action, int]]) -> str:
    """Return `dumps` of the record with these actions and their times in milliseconds.

    Raises:
        InvalidArgument: The record would be too long.
    """
    if len(actions) > MOST_ENTRIES:
        return dumps(record_of(start, actions))
    entries = ",".join([f'{{"action":{_text(action)},"at_ms":{ms}}}' for action, ms in actions])
    return _frame(start).replace(_NO_ENTRIES, f'"entries":[{entries}]', 1)


def record_of(start: GameState, actions: Iterable[tuple[Action, int]]) -> Record:
    """Return the record with these actions and their times in milliseconds."""
    return Record(start, tuple([Entry(action, ms) for action, ms in actions]))


@lru_cache(maxsize=8)
def _frame(start: GameState) -> str:
    """Return the text of a record without entries."""
    return dumps(Record(start))


def _text(action: Action) -> str:
    """Return the text of an action in a record."""
    if type(action) is Play and action.card is None:
        return _play_text(action.seat)
    return _new_text(action) if type(action) is Deal else _cached_text(action)


def _new_text(action: Action) -> str:
    data = {name: field for name, field in to_data(action).items() if name != "format"}
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


_cached_text = lru_cache(maxsize=1024)(_new_text)


@lru_cache(maxsize=64)
def _play_text(seat: Seat) -> str:
    return _new_text(Play(seat))
