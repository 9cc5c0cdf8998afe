"""Columns of whole numbers, which store each game of a run in a few bytes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from itertools import chain
from math import inf
from typing import Any, TypeAlias, assert_never

import attrs

from themind import Level, Rules
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._experiment import Experiment
from themind.experiments._game import Game

# One column; a list if a number is too large for an array.
Numbers: TypeAlias = "array[int] | list[int]"

# Columns by name, each a list of plain values, for table libraries.
Table: TypeAlias = dict[str, list[Any]]

# The number for a level that was not reached; no other number is negative.
MISSING = -1

GAME = "game"
SECONDS_COLUMN, MICROSECONDS_COLUMN = "seconds", "microseconds"


class Kind(Enum):
    """The meaning of the whole numbers of a column."""

    FLAG = "flag"
    COUNT = "count"
    TIME = "time"  # microseconds


@attrs.frozen
class Column:
    """A column: its name, its kind, and the bounds of its values."""

    name: str
    kind: Kind
    least: float = 0.0
    most: float = inf
    optional: bool = False  # a game can lack a number here

    def values(self, numbers: Numbers) -> list[Any]:
        """Return the values of numbers: flags, counts (None if missing), or seconds."""
        match self.kind:
            case Kind.FLAG:
                return [number == 1 for number in numbers]
            case Kind.COUNT:
                return [None if number == MISSING else number for number in numbers]
            case Kind.TIME:
                return [number / MICROSECONDS for number in numbers]
            case _:
                assert_never(self.kind)

    @property
    def stored_name(self) -> str:
        """The name of the column in a store, which has times as whole numbers."""
        return MICROSECONDS_COLUMN if self.kind is Kind.TIME else self.name

    def stored(self, numbers: Numbers) -> list[Any]:
        """Return the stored form of numbers: flags, counts (None if missing), or microseconds."""
        return list(numbers) if self.kind is Kind.TIME else self.values(numbers)

    def has_stored(self, stored: list[Any]) -> bool:
        """Return whether a column of a store has values of its kind, none of them negative."""
        kinds: set[type] = {bool} if self.kind is Kind.FLAG else {int}
        found = {type(value) for value in stored}
        if self.optional:
            found.discard(type(None))
        known = stored if found <= {int} else []
        return (
            found <= kinds and min((value for value in known if value is not None), default=0) >= 0
        )

    def numbers(self, stored: list[Any]) -> Numbers:
        """Return the numbers of a stored column."""
        if None in stored:
            return packed([MISSING if value is None else value for value in stored])
        return packed(stored)

    def texts(self, numbers: Numbers) -> list[str]:
        """Return the values of numbers as JSON."""
        match self.kind:
            case Kind.FLAG:
                return ["true" if number else "false" for number in numbers]
            case Kind.COUNT:
                return ["null" if number == MISSING else str(number) for number in numbers]
            case Kind.TIME:
                return [repr(number / MICROSECONDS) for number in numbers]
            case _:
                assert_never(self.kind)


def columns_of(experiment: Experiment) -> tuple[Column, ...]:
    """Return the columns of an experiment, without the number of the game."""
    return columns_for(experiment.rules, blind=experiment.blind)


def columns_for(rules: Rules, *, blind: bool) -> tuple[Column, ...]:
    """Return the columns of experiments with these rules."""
    flag, count = Kind.FLAG, Kind.COUNT
    first, last = rules.first_level, rules.levels
    base = [_mistakes("mistakes", level, rules.players) for level in range(first, last + 1)]
    after_victory = [
        Column("blind_won", flag),
        Column("blind_level", count, most=float(last), optional=True),
        *base,
        *[_mistakes("blind_mistakes", level, rules.players) for level in range(first, last + 1)],
    ]
    return (
        Column("won", flag),
        Column("stalled", flag),
        Column("level", count, least=float(first), most=float(last)),
        Column("lives", count, most=float(rules.max_lives)),
        Column("stars", count, most=float(rules.max_stars)),
        Column("mistakes", count),
        Column(SECONDS_COLUMN, Kind.TIME),
        *(after_victory if blind else base),
    )


def any_column(name: str) -> Column:
    """Return a column of which only the name in a store is known."""
    if name == MICROSECONDS_COLUMN:
        return Column(SECONDS_COLUMN, Kind.TIME)
    if name in {"won", "stalled", "blind_won"}:
        return Column(name, Kind.FLAG)
    return Column(name, Kind.COUNT, optional=True)


def _mistakes(name: str, level: Level, players: int) -> Column:
    return Column(f"{name}_{level}", Kind.COUNT, most=float(level * players), optional=True)


def numbers_of(experiment: Experiment, game: Game) -> tuple[int, ...]:
    """Return the numbers of a game, one for each of `columns_of(experiment)`."""
    state, rules = game.state, experiment.rules
    levels = range(rules.first_level, rules.levels + 1)
    runs = (False, True) if experiment.blind else (rules.starts_blind,)
    blind = (int(game.blind_won), state.levels_completed if state.blind else MISSING)
    return (
        int(game.won),
        int(game.stalled),
        game.level_reached,
        state.lives,
        state.stars,
        sum(game.mistakes.values()),
        game.timer.game,
        *(blind if experiment.blind else ()),
        *[game.mistakes.get((run, level), MISSING) for run in runs for level in levels],
    )


def packed(values: Sequence[int]) -> Numbers:
    """Return values in the smallest array that fits them; equal values give equal columns."""
    for code in "bhiq":
        with suppress(OverflowError):
            return array(code, values)
    return list(values)


def packed_rows(rows: Iterable[tuple[int, ...]]) -> tuple[Numbers, ...]:
    """Return at least one row as columns."""
    return tuple([packed(values) for values in zip(*rows, strict=True)])


def packed_together(parts: Sequence[Numbers]) -> Numbers:
    """Return the concatenation of parts of a column."""
    widest = max(parts, key=_width)
    if isinstance(widest, list):
        return list(chain.from_iterable(parts))
    joined = array(widest.typecode)
    for part in parts:
        joined.extend(array(widest.typecode, part))
    return joined


def _width(numbers: Numbers) -> float:
    return inf if isinstance(numbers, list) else numbers.itemsize


def digest_of(columns: Sequence[Column], data: Sequence[Numbers], games: Iterable[int]) -> int:
    """Return the sum of the SHA-256 of each game's row as canonical JSON."""
    texts = {column.name: column.texts(part) for column, part in zip(columns, data, strict=True)}
    texts[GAME] = [str(game) for game in games]
    names = sorted(texts)
    row = "{" + ",".join([f'"{name}":%s' for name in names]) + "}"
    rows = zip(*[texts[name] for name in names], strict=True)
    hashes = [sha256((row % values).encode()).digest() for values in rows]
    return sum([int.from_bytes(one, "big") for one in hashes]) % 2**256


def hex_digest(total: int) -> str:
    """Return a sum of digests as 64 hexadecimal digits."""
    return f"{total % 2**256:064x}"


def filled(values: list[Any], missing: Any) -> list[Any]:
    """Return values as floats, with `missing` for None; unchanged if `missing` is None."""
    if missing is None:
        return values
    return [missing if value is None else float(value) for value in values]
