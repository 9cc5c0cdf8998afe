"""Games played at random, and one value at least of each kind that has documents."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import attrs

import themind as tm

TABLES = (
    tm.Rules.standard(players=2),
    tm.Rules.standard(players=3).five_levels(),
    tm.Rules.standard(players=4).without_stars(),
    tm.Rules(players=1, levels=3, lives=1, stars=3, cards=9, rewards={1: tm.Reward.LIFE}),
    tm.Rules(players=3, first_level=2, levels=4, lives=5, stars=3, auto_refocus=False),
    tm.Rules(players=5, levels=2, lives=2, stars=1, cards=10),
    tm.Rules(players=4, levels=8, lives=5, stars=1, blind_penalty=tm.BlindPenalty.PER_LEVEL),
    tm.Rules(players=2, levels=3, lives=4, stars=1, mistake_penalty=tm.MistakePenalty.PER_CARD),
    tm.Rules(players=3, levels=2, lives=1, stars=1, starts_blind=True),
)
MOST_STEPS = 30
TEXTS = ("", "Ada", "Bj\u00f6rn", "12:30", '"quoted" \\', "\u6728\U0001f0a1", "{[<&>]}", "x" * 40)


def any_start(rng: random.Random) -> tm.GameState:
    """A new game, or one that has won its base run, so that it may go on blind."""
    state = tm.new_game(rng.choice(TABLES))
    if not state.rules.is_full_stack or rng.random() < 0.6:
        return state
    last = state.rules.levels
    return attrs.evolve(state, phase=tm.Phase.WON, level=last, lives=rng.randint(1, 3))


def any_action(rng: random.Random, state: tm.GameState) -> tm.Action:
    """An action that is legal in a state, the lowest card of all for the most part."""
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(tm.deck_for(state, seed=rng.random().hex()))
    choices = list(tm.legal_actions(state))
    if state.phase is tm.Phase.FOCUSING:
        choices += [tm.Begin()] * 6
    elif state.agreed:
        choices += [action for action in choices if isinstance(action, tm.AgreeToStar)] * 4
    elif state.phase is tm.Phase.PLAYING:
        choices += _plays(rng, state)
    return rng.choice(choices)


def _plays(rng: random.Random, state: tm.GameState) -> list[tm.Action]:
    held = [(hand[0], seat) for seat, hand in enumerate(state.hands) if hand]
    card, seat = min(held)
    landed = [tm.Play(each) for _, each in rng.sample(held, rng.randint(1, len(held)))]
    votes = [tm.Star(range(state.players))] if state.stars else []
    return [tm.Play(seat, card)] * 8 + [tm.PlayTogether(landed), *votes]


def played(seed: int) -> tuple[tm.Record, list[tm.Step]]:
    """A game of at most thirty steps, with times for some, and its steps."""
    rng = random.Random(seed)
    state = any_start(rng)
    record, steps, at_ms = tm.Record(state), list[tm.Step](), 0
    while len(steps) < MOST_STEPS and (tm.legal_actions(state) or not state.is_over):
        action = any_action(rng, state)
        at_ms += rng.randrange(5_000)
        record = record.add(action, at_ms if rng.random() < 0.7 else None)
        steps.append(tm.apply(state, action))
        state = steps[-1].state
    return record, steps


def kept(rng: random.Random, record: tm.Record) -> tm.Record:
    """A record with what people keep with a game: names, tags, and when watching ended."""
    keys = rng.sample(TEXTS[1:], rng.randrange(4))
    latest = max([entry.at_ms or 0 for entry in record.entries], default=0)
    return attrs.evolve(
        record,
        names=rng.choice([(), rng.choices(TEXTS, k=record.start.players)]),
        tags={key: rng.choice(TEXTS) for key in keys},
        ended_at_ms=rng.choice([None, latest + rng.randrange(9_000)]),
    )


def values_of(seed: int) -> Iterator[Any]:
    """All that a game is made of: its record, and what each step did, showed and refused."""
    record, steps = played(seed)
    rng = random.Random(seed)
    yield from (record, kept(rng, record), record.start.rules)
    for entry, step in zip(record.entries, steps, strict=True):
        viewer = rng.choice([None, *range(step.state.players)])
        yield from (entry, entry.action, step.state, tm.view(step.state, viewer))
        for event in step.events:
            yield from (event, tm.redact(event, viewer))
        wrong = rng.choice([tm.Play(viewer or 0, rng.randrange(99)), tm.Begin(), tm.Star([0])])
        refused = tm.check(step.state, wrong, by=rng.choice([None, viewer]))
        yield from [found for found in (refused, tm.outcome(step.state)) if found is not None]


def some_of_each() -> dict[str, list[Any]]:
    """Values of every kind by its name, from sixty games, no two alike."""
    by_kind = defaultdict[str, list[Any]](list)
    for seed in range(60):
        for value in values_of(seed):
            by_kind[type(value).__name__].append(value)
    return {kind: [*dict.fromkeys(values)] for kind, values in sorted(by_kind.items())}
