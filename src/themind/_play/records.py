"""Records: whole games as values, with their actions and optional times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, SupportsIndex, cast

import attrs

from themind._model.checks import in_order, require_exactly, require_int, shown, wrong_type
from themind._model.errors import InvalidArgument
from themind._model.state import GameState
from themind._model.values import MOST_CARDS, Value, unchecked
from themind._play.chapters import Action, Step
from themind._play.engine import apply
from themind._play.errors import IllegalAction, InvalidRecord, require_action

LATEST_MS: Final = 2**63 - 1
MOST_ENTRIES: Final = 1_000_000
MOST_TAGS: Final = 64
LONGEST_NAME: Final = 80
LONGEST_KEY: Final = 40
LONGEST_TEXT: Final = 400


def _as_action(action: Action) -> Action:
    return require_action("action", action)


def _as_time(at_ms: SupportsIndex | None) -> int | None:
    return None if at_ms is None else require_int("at_ms", at_ms, least=0, most=LATEST_MS)


@attrs.frozen(eq=False, repr=False)
class Entry(Value):
    """One action of a record.

    Args:
        action: The action.
        at_ms: Its time in milliseconds, from 0 to 2^63 - 1. The rules ignore it.

    Raises:
        TypeError: A field has a wrong type.
        InvalidArgument: `at_ms` is out of bounds.

    Example:
        >>> import themind as tm
        >>> tm.Entry(tm.Play(0), at_ms=1200).at_ms
        1200
    """

    action: Action = attrs.field(converter=_as_action)
    at_ms: int | None = attrs.field(default=None, converter=_as_time)


def _as_start(start: GameState) -> GameState:
    return require_exactly("start", start, GameState)


def _as_entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    kept = in_order("entries", entries, MOST_ENTRIES)
    if len(kept) > MOST_ENTRIES:
        raise InvalidArgument(f"entries must contain at most {MOST_ENTRIES:,} items")
    latest = 0
    for index, entry in enumerate(kept):
        require_exactly(f"entries[{index}]", entry, Entry)
        latest = _not_before(latest, entry, index)
    return kept


def _as_names(names: Iterable[str]) -> tuple[str, ...]:
    kept = in_order("names", names, MOST_CARDS)
    return tuple([_text(f"names[{seat}]", name, LONGEST_NAME) for seat, name in enumerate(kept)])


def _as_tags(tags: Mapping[str, str] | Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return a mapping or pairs as pairs sorted by key."""
    if isinstance(tags, Mapping):
        tags = tuple(cast("Mapping[str, str]", tags).items())
    pairs = in_order("tags", tags, MOST_TAGS)
    if len(pairs) > MOST_TAGS:
        raise InvalidArgument(f"tags must contain at most {MOST_TAGS} keys, got more")
    kept: dict[str, str] = {}
    for place, pair in enumerate(pairs):
        if type(pair) not in (tuple, list) or len(pair) != 2:
            raise wrong_type(f"tags[{place}]", "a pair of a key and a text", pair)
        key = _text(f"the key of tags[{place}]", pair[0], LONGEST_KEY)
        if not key or key in kept:
            must = "keys of tags must be distinct and not empty"
            raise InvalidArgument(f"{must}, got {shown(key)}")
        kept[key] = _text(f"the text of tags[{place}]", pair[1], LONGEST_TEXT)
    return tuple(sorted(kept.items()))


def _text(name: str, text: str, most: int) -> str:
    """Return a text; InvalidArgument if it is too long or not printable."""
    if type(text) is not str:
        raise wrong_type(name, "a str", text)
    if len(text) > most:
        raise InvalidArgument(f"{name} must have at most {most} characters, got {len(text)}")
    if any(_is_control(char) for char in text):
        must = f"{name} must not contain control characters or lone surrogates"
        raise InvalidArgument(f"{must}, got {shown(text)}")
    return text


def _is_control(char: str) -> bool:
    return char < " " or "\x7f" <= char <= "\x9f" or "\ud800" <= char <= "\udfff"


def _as_end(ended_at_ms: SupportsIndex | None) -> int | None:
    if ended_at_ms is None:
        return None
    return require_int("ended_at_ms", ended_at_ms, least=0, most=LATEST_MS)


def _not_before(latest: int, entry: Entry, index: int) -> int:
    """Return the time of an entry; InvalidRecord if it is before the latest one."""
    if entry.at_ms is None:
        return latest
    if entry.at_ms < latest:
        raise InvalidRecord(index)
    return entry.at_ms


@attrs.frozen(eq=False, repr=False)
class Record(Value):
    """A game as its first state and the actions applied to it.

    It contains the rules and the cards of each deal instead of a seed, so that every later version
    can replay it. The constructor checks the fields, and `replay` checks the game.

    Args:
        start: The first state, usually `new_game(rules)`.
        entries: The actions in order.
        names: A name for each seat, or no names; at most 80 characters each.
        tags: Information about the game (event, date, site, source), as a mapping or pairs of
            texts, sorted by key. There are at most 64, with keys of at most 40 and texts of at
            most 400 characters. The rules ignore them.
        ended_at_ms: The time at which the recording ended, not before the last entry. It shows
            how long the players waited after the last entry.

    Raises:
        TypeError: A field has a wrong type.
        InvalidRecord: The times of the entries are not in ascending order.
        InvalidArgument: A field is out of bounds, a text has control characters, or there are
            names, but not one for each seat.

    Example:
        >>> import themind as tm
        >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
        >>> record = record.add(tm.Deal(tm.stacked_deck([(37,), (62,)])), at_ms=0)
        >>> len(record.entries)
        1
    """

    start: GameState = attrs.field(converter=_as_start)
    entries: tuple[Entry, ...] = attrs.field(default=(), converter=_as_entries)
    names: tuple[str, ...] = attrs.field(default=(), converter=_as_names)
    tags: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_as_tags)
    ended_at_ms: int | None = attrs.field(default=None, converter=_as_end)

    def __attrs_post_init__(self) -> None:
        players = self.start.players
        if self.names and len(self.names) != players:
            must = f"names must have one item for each of {players} seats, or none"
            raise InvalidArgument(f"{must}, got {len(self.names)}")
        _require_end(self.ended_at_ms, _latest(self.entries))

    def add(self, action: Action, at_ms: SupportsIndex | None = None) -> Record:
        """Return a record with one more entry; errors are those of `Entry` and `Record`.

        It copies all entries. For a long record, collect the entries in a list.

        Example:
            >>> import themind as tm
            >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
            >>> record.add(tm.Begin()).entries
            (Entry(action=Begin(), at_ms=None),)
        """
        entry = Entry(action, at_ms)
        index = len(self.entries)
        if index >= MOST_ENTRIES:
            raise InvalidArgument(f"entries must contain at most {MOST_ENTRIES:,} items")
        if entry.at_ms is not None:  # so that records without times need no search for the latest
            _require_end(self.ended_at_ms, _not_before(_latest(self.entries), entry, index))
        entries = (*self.entries, entry)
        return make_record(self.start, entries, self.names, self.tags, self.ended_at_ms)


make_record = unchecked(Record)


def _latest(entries: tuple[Entry, ...]) -> int:
    """Return the time of the last entry that has one."""
    for entry in reversed(entries):
        if entry.at_ms is not None:
            return entry.at_ms
    return 0


def _require_end(ended_at_ms: int | None, latest: int) -> None:
    if ended_at_ms is not None and ended_at_ms < latest:
        must = f"ended_at_ms must be at least {latest}, the time of the last entry"
        raise InvalidArgument(f"{must}, got {ended_at_ms}")


def replay(record: Record) -> Iterator[Step]:
    """Yield the step of each entry of a record.

    Raises:
        InvalidRecord: An entry breaks a rule. It is raised after the steps before the entry.
        TypeError: `record` is not a record.

    Example:
        >>> import themind as tm
        >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
        >>> record = record.add(tm.Deal(tm.stacked_deck([(37,), (62,)]))).add(tm.Begin())
        >>> [step.state.phase.name for step in tm.replay(record)]
        ['FOCUSING', 'PLAYING']
    """
    return _steps(require_exactly("record", record, Record))


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
    """Return the state at the end of a record; errors are those of `replay`.

    Example:
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
