"""A recorded game as paragraphs of 79 columns: a heading for each deal, a line for each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

import themind as tm
from themind import words
from themind.render import text
from themind.words._names import Names
from themind.words._phrases import level, levels, lives, players, stars

COLUMNS = 79


def opening(start: tm.GameState, names: Names = ()) -> Iterator[str]:
    """The size of the game, and the table where the record starts in the middle of it."""
    rules = start.rules
    parts = [players(rules.players), levels(rules), lives(start.lives), stars(start.stars)]
    if rules.cards != 100:
        parts.append(f"cards 1 to {rules.cards}")
    yield from paragraph(", ".join(parts) + ".")
    if start != tm.new_game(rules):
        yield from ("", *text(start, names).splitlines())


def told(step: tm.Step, names: Names = (), at_ms: int | None = None) -> Iterator[str]:
    """One step with its time, if it has one; a deal starts with a heading."""
    state, events = step
    if isinstance(events[0], tm.LevelDealt):
        heading = level(state.level, state.rules, blind=state.blind, attempt=state.attempt)
        yield from ("", f"{heading}: {lives(state.lives)}, {stars(state.stars)}")
    sentences = [words.describe(event, names) for event in events]
    yield from paragraph(" ".join(sentences), clock(at_ms))


def clock(at_ms: int | None) -> str:
    if at_ms is None:
        return "  "
    minutes, tenths = divmod(at_ms // 100, 600)
    return f"{minutes:>3}:{tenths // 10:02}.{tenths % 10}  "


def paragraph(prose: str, before: str = "") -> list[str]:
    """Wrap prose to the width of a terminal, all lines indented as the first."""
    indent = " " * len(before)
    return wrap(prose, COLUMNS, initial_indent=before, subsequent_indent=indent)


def ending(state: tm.GameState) -> str:
    """The outcome, or where the game stands."""
    ended = tm.outcome(state)
    if ended is None:
        where = level(state.level, state.rules, blind=state.blind, attempt=state.attempt)
        return f"Outcome: none yet. {where}: {words.describe_phase(state.phase)}."
    run = "blind run" if ended.blind else "game"
    how = "won" if ended.victory else "lost"
    first = 1 if state.blind else state.rules.first_level
    done = "no level completed" if ended.level < first else f"completed up to level {ended.level}"
    left = f"{lives(state.lives)} and {stars(state.stars)} left"
    return f"Outcome: the {run} is {how}, {done}, {left}."


def story(record: tm.Record, steps: Iterable[tm.Step], names: Names = ()) -> Iterator[str]:
    """The steps of a record as they come, from the opening to the last one."""
    yield from opening(record.start, names)
    for entry, step in zip(record.entries, steps, strict=False):
        yield from told(step, names, entry.at_ms)
