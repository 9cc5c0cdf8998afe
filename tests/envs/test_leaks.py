"""What a seat gets from an environment tells nothing of what is hidden from it.

Two games run side by side. They begin alike, one seat is dealt the same hand in both, and some
cards that it does not see are others. The seats do the same in both. As long as the seat is told
the same at the same times, all that it gets must be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import attrs
import pytest

import themind as tm
from envs.agents import random_actions
from envs.partners import Steady
from themind.envs import Rewards, SeatEnv, TableEnv, parallel_env
from themind.experiments import LogNormal

pytestmark = pytest.mark.unmeasured

OPEN = tm.Rules(players=3, levels=4, lives=4, stars=2, max_lives=9, cards=20)
BLIND = attrs.evolve(OPEN, starts_blind=True)
MIXED = Rewards(level=1.0, life=0.5, card=0.25, won=2.0)
SETTINGS = [
    {"mode": mode, "noise": noise, "observation": observation}
    for mode in ("tick", "bid")
    for noise in (None, LogNormal(0.3))
    for observation in ("flat", "view")
]


class Deals:
    """The same random decks for both games, but for what one seat does not see in one of them."""

    def __init__(self, number: int, viewer: int, *, changed: bool) -> None:
        self.number, self.viewer, self.changed = number, viewer, changed

    def __call__(self, state: tm.GameState) -> tm.Deck:
        dice = Random(f"{self.number} {state.level} {state.blind}")
        deck = list(range(1, state.rules.cards + 1))
        dice.shuffle(deck)
        if self.changed:
            size = state.players * state.level
            mine = {n for n in range(size) if n % state.players == self.viewer}
            others = [n for n in range(len(deck)) if n not in mine]
            place, other = dice.sample(others, 2)
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)


class Pair(NamedTuple):
    """What a seat has been given in both games, and whether other cards lie behind it."""

    given: tuple[Any, Any]
    differ: bool


class Follower:
    """Follows the records of a game, and keeps the redacted events and times of one seat."""

    def __init__(self, viewer: int, start: tm.GameState) -> None:
        self.viewer, self.state = viewer, start
        self.known: list[Any] = []
        self._entries = 0

    def follow(self, record: tm.Record) -> None:
        for entry in record.entries[self._entries :]:
            self.state, events = tm.apply(self.state, entry.action)
            self.known += [*(tm.redact(event, self.viewer) for event in events), entry.at_ms]
        self._entries = len(record.entries)


def given(turn: Any, viewer: int) -> str:
    """All that a seat gets of a step, as plain data."""
    return repr([plain(part[f"seat_{viewer}"]) for part in turn])


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value.tolist() if hasattr(value, "tolist") else value


def pairs(
    number: int, rules: tm.Rules, make: Callable[..., TableEnv] = parallel_env, **options: Any
) -> Iterator[Pair]:
    """Two games of random agents, as far as one seat is told the same in both."""
    dice = Random(number)
    viewer = dice.randrange(rules.players)
    envs = [make(rules, horizon=6, rewards=MIXED, **options) for _ in range(2)]
    decks = [Deals(number, viewer, changed=changed) for changed in (False, True)]
    turns: list[Any] = [
        env.reset(seed=number, options={"deck": deck})
        for env, deck in zip(envs, decks, strict=True)
    ]
    one, other = (Follower(viewer, env.record.start) for env in envs)
    while True:
        one.follow(envs[0].record)
        other.follow(envs[1].record)
        if one.known != other.known:
            return
        given_to_both = (given(turns[0], viewer), given(turns[1], viewer))
        hidden = [(follower.state.hands, follower.state.pile) for follower in (one, other)]
        yield Pair(given_to_both, hidden[0] != hidden[1])
        if not all(env.agents for env in envs):
            return
        actions = random_actions(envs[0], turns[0][-1], dice)
        if dice.random() < 0.5:  # else few games come far
            actions = dict.fromkeys(actions, 0)
        turns = [env.step(actions) for env in envs]


@pytest.mark.parametrize(
    "options", SETTINGS, ids=lambda options: " ".join(map(str, options.values()))
)
def test_look_alike_games_give_a_seat_the_same(options: dict[str, Any]) -> None:
    differing = Counter[bool]()
    for rules in (OPEN, BLIND):
        for number in range(25):
            for pair in pairs(number, rules, **options):
                assert pair.given[0] == pair.given[1]
                differing[rules.starts_blind] += pair.differ
    assert min(differing[False], differing[True]) > 50


class Leaking(TableEnv):
    """An environment whose last wait knows the lowest hidden cards."""

    def step(self, actions: Any) -> Any:
        observations, *rest = super().step(actions)
        hands = tm.final_state(self.record).hands
        for seat, vector in enumerate(observations.values()):
            others = [hand[:1] for n, hand in enumerate(hands) if n != seat]
            vector[self.encoder.parts["last_wait"]] = sum(map(sum, others)) / 100
        return observations, *rest


def test_what_tells_of_a_hidden_card_is_found() -> None:
    found = [pair for number in range(25) for pair in pairs(number, OPEN, Leaking, mode="tick")]
    assert any(pair.given[0] != pair.given[1] for pair in found)


def test_what_the_single_seat_gets_and_draws_is_the_same() -> None:
    """A picture of the seat's environment shows what the seat sees."""
    differing = 0
    shown = Counter[str]()
    for number in range(60):
        for mode in ("ansi", "svg")[: 1 + (number < 15)]:
            one, other = (seat_game(number, mode, changed=changed) for changed in (False, True))
            for first, second in zip(one, other, strict=False):
                if first.told != second.told:
                    break
                assert first.given == second.given
                assert first.drawn == second.drawn
                differing += first.hands != second.hands
                shown[mode] += 1
    assert differing > 60
    assert min(shown.values()) > 40


@attrs.frozen
class Glimpse:
    """One step of the single seat."""

    told: Any
    given: str
    drawn: str
    hands: Any


def seat_game(number: int, render_mode: Any, *, changed: bool) -> Iterator[Glimpse]:
    rules = attrs.evolve(OPEN, players=2)
    env = SeatEnv(
        rules,
        partners={1: Steady(2.5)},
        mode="tick",
        render_mode=render_mode,
        rewards=MIXED,
    )
    dice = Random(number)
    deck = Deals(number, 0, changed=changed)
    turn: Any = env.reset(seed=number, options={"deck": deck})
    follower, over = Follower(0, env.record.start), False
    while not over:
        follower.follow(env.record)
        drawn = env.render()
        assert isinstance(drawn, str)
        kept = repr([plain(part) for part in (*turn, env.action_masks())])
        yield Glimpse(list(follower.known), kept, drawn, follower.state.hands)
        action = dice.choice([0, 0, 1, 2])
        turn = env.step(action if env.action_masks()[action] else 0)
        over = turn[2] or turn[3]
