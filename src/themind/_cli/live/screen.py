"""The output for the person: sentences about events, and the table in a line of 79 columns."""

from __future__ import annotations

from collections.abc import Iterator

import themind as tm
from themind import words
from themind._cli.live.game import SeenStep
from themind._cli.live.keys import HELP
from themind._cli.live.partners import PERSON
from themind._cli.narration import COLUMNS, clock, paragraph
from themind.words._names import width
from themind.words._phrases import cards, level, lives, stars

# Events that change only ready hands and votes.
QUIET = (tm.SeatReady, tm.StarProposed, tm.StarAgreed, tm.StarDeclined)


def introduction(names: tuple[str, ...], tempo: float) -> Iterator[str]:
    """Yield an introduction of the players, the clocks and the keys."""
    me, *others = names
    who = (
        f"{', '.join(others[:-1])} and {others[-1]} are clocks"
        if others[1:]
        else (f"{others[0]} is a clock")
    )
    yield from paragraph(
        f"You are {me}. {who}. A clock waits about {tempo:g} seconds for each card between the top "
        "of the pile and its lowest card."
    )
    yield from help_text()


def help_text() -> Iterator[str]:
    """Yield the description of the keys."""
    yield from paragraph(HELP)


def step_lines(step: SeenStep, names: tuple[str, ...]) -> Iterator[str]:
    """Yield a step: a heading for a deal, the sentences, the table, and a question."""
    view = step.after
    if isinstance(step.events[0], tm.HandDealt):
        yield from ("", f"{_level(view)}: {lives(view.lives)}, {stars(view.stars)}")
    sentences = [words.describe(event, names) for event in step.events]
    yield from paragraph(" ".join(sentences), clock(step.at_ms))
    if not all(isinstance(event, QUIET) for event in step.events) and any(view.hand_sizes):
        yield from table(view, names)
    question = question_of(view)
    if question is not None and question != question_of(step.before):
        yield question


def _level(view: tm.SeatView) -> str:
    return level(view.level, view.rules, blind=view.blind, attempt=view.attempt)


def table(view: tm.SeatView, names: tuple[str, ...]) -> list[str]:
    """Return the table in one line, or in two for wide names and large hands."""
    hands = [f"{name} {size}" for name, size in zip(names, view.hand_sizes, strict=True)]
    parts = [
        f"> {view.level}/{view.rules.levels}",
        f"lives {view.lives}",
        f"stars {view.stars}",
        f"top {_top(view)}",
        *hands[PERSON + 1 :],
        f"you: {cards(view.hand) or '-'}",
    ]
    lines = [parts[0]]
    for part in parts[1:]:
        longer = f"{lines[-1]}  {part}"
        if width(longer) <= COLUMNS:
            lines[-1] = longer
        else:
            lines.append(f"    {part}")
    return lines


def _top(view: tm.SeatView) -> str:
    if not view.pile:
        return "-"
    return "##" if view.top is None else str(view.top)


def question_of(view: tm.SeatView) -> str | None:
    """Return the question to the person, or None."""
    if view.phase is tm.Phase.FOCUSING and PERSON not in view.ready:
        return "Enter: ready"
    if view.agreed and PERSON not in view.agreed:
        return "y: agree to the star    n: decline it"
    if view.phase is tm.Phase.WON and not view.blind and view.rules.is_full_stack:
        return "Enter: start the blind run    q: quit"
    return None
