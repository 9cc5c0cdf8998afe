"""A game told in plain language: an event becomes a sentence, a step a paragraph of 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from textwrap import wrap
from typing import Any, TypeAlias

import themind as ev
from themind import GameState, Hand, Phase, Record, Step, new_game, outcome
from themind._words import (
    PHASES,
    REWARDS,
    Names,
    cards,
    counted,
    level,
    levels,
    lives,
    stars,
)
from themind.render import text

COLUMNS = 79

Tell: TypeAlias = Callable[[Any, Names], str]


def _with_cards(names: Names, hands: Iterable[Hand]) -> str:
    pairs = zip(names, hands, strict=True)
    return "; ".join(f"{name} {cards(hand)}" for name, hand in pairs if hand)


def _card_played(event: ev.CardPlayed, names: Names) -> str:
    if event.face_down:
        return f"{names[event.seat]} lays a card face down (it is {event.card})."
    return f"{names[event.seat]} plays {event.card}."


def _mistake_made(event: ev.MistakeMade, names: Names) -> str:
    aside = _with_cards(names, event.skipped)
    return f"MISTAKE: lower cards were still held. Aside: {aside}. Left: {lives(event.lives)}."


def _star_thrown(event: ev.StarThrown, names: Names) -> str:
    aside = _with_cards(names, [() if card is None else (card,) for card in event.cards])
    return f"STAR: each sets the lowest card aside: {aside}. Left: {stars(event.stars)}."


def _pile_revealed(event: ev.PileRevealed, names: Names) -> str:
    pile = cards(laid.card for laid in event.pile) or "no card"
    mistakes = counted(event.mistakes, "mistake", "mistakes")
    return f"The pile is turned over: {pile}. It holds {mistakes}. Left: {lives(event.lives)}."


def _reward_taken(event: ev.RewardTaken, names: Names) -> str:
    have = f"{lives(event.lives)} and {stars(event.stars)}"
    return f"Reward: {REWARDS[event.reward]}. The team now has {have}."


def _reward_forfeited(event: ev.RewardForfeited, names: Names) -> str:
    reward = REWARDS[event.reward]
    return f"The reward, {reward}, stays in the supply: the team has as many as it may."


def _game_won(event: ev.GameWon, names: Names) -> str:
    return "The team has won the blind run too." if event.blind else "The team has won."


def _game_lost(event: ev.GameLost, names: Names) -> str:
    where = "blind level" if event.blind else "level"
    return f"The last life is gone: the team has lost, in {where} {event.level}."


TELL: dict[type[Any], Tell] = {
    ev.LevelDealt: lambda e, names: f"Dealt: {_with_cards(names, e.hands)}.",
    ev.SeatReady: lambda e, names: f"{names[e.seat]} is ready.",
    ev.SeatUnready: lambda e, names: f"{names[e.seat]} is not ready after all.",
    ev.PlayStarted: lambda e, names: "All are ready: play runs.",
    ev.RefocusCalled: lambda e, names: f"{names[e.seat]} calls stop to refocus.",
    ev.PlayPaused: lambda e, names: "The team refocuses.",
    ev.CardPlayed: _card_played,
    ev.MistakeMade: _mistake_made,
    ev.CardVoid: lambda e, names: (
        f"{names[e.seat]}'s {e.card} landed too, but is aside already: it costs nothing more."
    ),
    ev.StarProposed: lambda e, names: f"{names[e.seat]} proposes a star.",
    ev.StarAgreed: lambda e, names: f"{names[e.seat]} says yes.",
    ev.StarDeclined: lambda e, names: f"{names[e.seat]} says no: no star is thrown.",
    ev.StarLapsed: lambda e, names: "The proposed star is off: the table has changed.",
    ev.StarThrown: _star_thrown,
    ev.HandsEmptied: lambda e, names: "All hands are empty.",
    ev.PileRevealed: _pile_revealed,
    ev.LevelCleared: lambda e, names: f"Level {e.level} is cleared.",
    ev.RewardTaken: _reward_taken,
    ev.RewardForfeited: _reward_forfeited,
    ev.LevelCompleted: lambda e, names: f"Level {e.level} is completed.",
    ev.GameWon: _game_won,
    ev.GameLost: _game_lost,
    ev.BlindStarted: lambda e, names: "The team goes on blind, from level 1.",
    ev.DealGathered: lambda e, names: f"All cards are gathered: level {e.level} is dealt again.",
}


def sentences(events: Iterable[ev.Event], names: Names) -> Iterator[str]:
    """Tell each event in one or a few sentences."""
    for event in events:
        yield TELL[type(event)](event, names)


def opening(start: GameState) -> Iterator[str]:
    """Tell who plays what, and the table where the record starts in the middle of a game."""
    rules = start.rules
    parts = [counted(rules.players, "player", "players"), levels(rules)]
    parts += [lives(start.lives), stars(start.stars)]
    if rules.cards != 100:
        parts.append(f"cards 1 to {rules.cards}")
    yield from paragraph(", ".join(parts) + ".")
    if start != new_game(rules):
        yield from ("", *text(start).splitlines())


def told(step: Step, names: Names, at_ms: int | None = None) -> Iterator[str]:
    """Tell one step, with its time where there is one; a deal opens a chapter."""
    state, events = step
    if isinstance(events[0], ev.LevelDealt):
        heading = level(state.level, state.rules, blind=state.blind, attempt=state.attempt)
        yield from ("", f"{heading}: {lives(state.lives)}, {stars(state.stars)}")
    yield from paragraph(" ".join(sentences(events, names)), _clock(at_ms))


def _clock(at_ms: int | None) -> str:
    if at_ms is None:
        return "  "
    minutes, tenths = divmod(at_ms // 100, 600)
    return f"{minutes:>3}:{tenths // 10:02}.{tenths % 10}  "


def paragraph(words: str, before: str = "") -> list[str]:
    """Wrap words to the width of a terminal, all lines as far in as the first."""
    indent = " " * len(before)
    return wrap(words, COLUMNS, initial_indent=before, subsequent_indent=indent)


def ending(state: GameState) -> str:
    """Tell the outcome, or where the game stands."""
    ended = outcome(state)
    if ended is None:
        where = level(state.level, state.rules, blind=state.blind, attempt=state.attempt)
        return f"Outcome: none yet. {where}: {PHASES[state.phase]}."
    run = "blind run" if ended.blind else "game"
    how = "won" if ended.victory else "lost"
    done = "no level completed" if _is_first(state) else f"completed up to level {ended.level}"
    left = f"{lives(state.lives)} and {stars(state.stars)} left"
    return f"Outcome: the {run} is {how}, {done}, {left}."


def _is_first(state: GameState) -> bool:
    first = 1 if state.blind else state.rules.first_level
    return state.phase is Phase.LOST and state.level == first


def story(record: Record, steps: Iterable[Step], names: Names) -> Iterator[str]:
    """Tell the steps of a record as they come, from the opening to the last one."""
    yield from opening(record.start)
    for entry, step in zip(record.entries, steps, strict=False):
        yield from told(step, names, entry.at_ms)
