"""A walk through every action and every event, at a table of any size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import themind as tm


class Moment(NamedTuple):
    """An action, and the state before it."""

    name: str
    state: tm.GameState
    action: tm.Action


class Walk:
    """A game whose moments are kept, the same ones at each size."""

    def __init__(self, name: str, rules: tm.Rules) -> None:
        self.name = name
        self.moments: list[Moment] = []
        self.state = tm.new_game(rules)

    def do(self, action: tm.Action) -> None:
        """Apply an action and keep the moment."""
        name = f"{self.name} {len(self.moments)} {type(action).__name__}"
        self.moments.append(Moment(name, self.state, action))
        self.pass_over(action)

    def pass_over(self, action: tm.Action) -> None:
        """Apply an action of which there are many."""
        self.state = tm.apply(self.state, action).state

    def deal(self) -> None:
        """Deal the lowest cards in turn, and begin: the first seat has the lowest of each turn."""
        self.do(tm.Deal(range(1, self.state.players * self.state.level + 1)))

    def begin(self) -> None:
        """Begin if play is paused."""
        if self.state.phase is tm.Phase.FOCUSING:
            self.do(tm.Begin())

    def finish(self) -> None:
        """Play all that is left in order, at once, and complete the level."""
        self.begin()
        if self.state.phase is tm.Phase.PLAYING:
            self.do(tm.PlayTogether(in_order(self.state)))
        if self.state.phase is tm.Phase.REVEALING:
            self.do(tm.Reveal())
        self.do(tm.CompleteLevel())


def in_order(state: tm.GameState) -> list[tm.Play]:
    held = sorted([(card, seat) for seat, hand in enumerate(state.hands) for card in hand])
    return [tm.Play(seat) for _, seat in held]


def rules_of(players: int, first: int, cards: int, **more: object) -> tm.Rules:
    rewards = {first: tm.Reward.LIFE, first + 1: tm.Reward.STAR}
    return tm.Rules(
        players=players,
        first_level=first,
        levels=first + 2,
        lives=3,
        stars=3,
        max_stars=4,
        rewards=rewards,
        cards=cards,
        **more,  # type: ignore[arg-type]
    )


def open_game(players: int, first: int, cards: int) -> Walk:
    """Every action but `Reveal` and `ContinueBlind`."""
    walk = Walk("open", rules_of(players, first, cards))
    last = players - 1
    walk.deal()
    walk.do(tm.Ready(0))
    walk.do(tm.Unready(0))
    for seat in range(last):
        walk.pass_over(tm.Ready(seat))
    walk.do(tm.Ready(last))
    walk.do(tm.Gather())
    walk.deal()
    walk.begin()
    walk.do(tm.Refocus(last))
    walk.begin()
    walk.do(tm.ProposeStar(0))
    walk.do(tm.DeclineStar(last))
    walk.do(tm.ProposeStar(0))
    walk.do(tm.Play(0))
    walk.pass_over(tm.ProposeStar(0))
    for seat in range(1, last):
        walk.pass_over(tm.AgreeToStar(seat))
    walk.do(tm.AgreeToStar(last))
    walk.finish()
    walk.deal()
    walk.begin()
    walk.do(tm.Star(range(players)))
    walk.begin()
    walk.do(tm.Play(last))
    walk.finish()
    walk.deal()
    walk.begin()
    walk.do(tm.PlayTogether([tm.Play(last), *map(tm.Play, range(last))]))  # all others are void
    walk.finish()
    return walk


def second_star(players: int, first: int, cards: int) -> Walk:
    """A star and a mistake with many cards set aside before."""
    walk = Walk("again", rules_of(players, first, cards))
    walk.deal()
    walk.begin()
    walk.do(tm.Star(range(players)))
    walk.begin()
    walk.do(tm.Star(range(players)))
    walk.begin()
    walk.do(tm.Play(players - 1))
    return walk


def lost_game(players: int, first: int, cards: int) -> Walk:
    rules = rules_of(players, first, cards, mistake_penalty=tm.MistakePenalty.PER_CARD)
    walk = Walk("lost", rules)
    walk.deal()
    walk.begin()
    for _ in range(3):
        walk.begin()
        if walk.state.phase is tm.Phase.PLAYING:
            walk.do(tm.Play(players - 1))
    return walk


def blind_game(players: int, first: int, cards: int) -> Walk:
    """A blind level; its reward stays in the supply."""
    rules = rules_of(players, first, cards, starts_blind=True, max_lives=3)
    walk = Walk("blind", rules)
    walk.deal()
    walk.begin()
    walk.do(tm.Play(0))
    walk.do(tm.Star(range(players)))
    walk.finish()
    return walk


def moments(players: int, first: int, cards: int) -> Iterator[Moment]:
    """All moments of the four games, which need four more cards a seat than the first level."""
    for game in (open_game, second_star, lost_game, blind_game):
        yield from game(players, first, cards).moments


def moments_of_seats(players: int) -> list[Moment]:
    """The moments of a table with many seats and few cards in each hand."""
    return list(moments(players, 3, 1_000))


def moments_of_cards(cards: int) -> list[Moment]:
    """The moments of a table with two seats and hands of about so many cards."""
    return list(moments(2, cards, 1_000))
