"""The narration of a recorded game, in 79 columns: a heading for each deal, and its steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

import attrs

import themind as tm
from themind import words
from themind._model.rules import STANDARD_REWARDS
from themind.render import text
from themind.words._names import Names
from themind.words._phrases import level, levels, lives, players, stars

COLUMNS = 79


def opening(start: tm.GameState, names: Names = ()) -> Iterator[str]:
    """Yield the size of the game, and the position if the record starts in the middle of one."""
    rules = start.rules
    parts = [players(rules.players), levels(rules), lives(start.lives), stars(start.stars)]
    if rules.cards != 100:
        parts.append(f"cards 1 to {rules.cards}")
    yield from paragraph(" ".join([", ".join(parts) + ".", *house_rules(rules)]))
    if start != tm.new_game(rules):
        yield from ("", *text(start, names).splitlines())


def house_rules(rules: tm.Rules) -> Iterator[str]:
    """Yield sentences about the differences from the standard rules."""
    if rules.starts_blind:
        yield "Every level is played blind."
    if rules.mistake_penalty is tm.MistakePenalty.PER_CARD:
        yield "A mistake costs a life for each skipped card."
    if rules.blind_penalty is tm.BlindPenalty.PER_LEVEL:
        yield "A blind level with mistakes costs one life."
    if not rules.auto_refocus:
        yield "Play continues immediately after a mistake or a star."
    usual = attrs.evolve(rules, rewards=STANDARD_REWARDS).rewards
    if rules.rewards != usual:
        paid = [f"level {level} ({reward.name.lower()})" for level, reward in rules.rewards]
        yield f"Rewards: {', '.join(paid) or 'none'}."


def step_lines(step: tm.Step, names: Names = (), at_ms: int | None = None) -> Iterator[str]:
    """Yield the lines of a step, with a heading for a deal, and with its time if it has one."""
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
    """Wrap prose to the width of a terminal, with hanging indent after `before`."""
    indent = " " * len(before)
    return wrap(prose, COLUMNS, initial_indent=before, subsequent_indent=indent)


def ending(state: tm.GameState) -> str:
    """Return a sentence about the outcome, or about the phase of an unfinished game."""
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


def narration_of(record: tm.Record, steps: Iterable[tm.Step], names: Names = ()) -> Iterator[str]:
    """Yield the lines of a whole record, from the opening to the last step."""
    yield from opening(record.start, names)
    for entry, step in zip(record.entries, steps, strict=False):
        yield from step_lines(step, names, entry.at_ms)
