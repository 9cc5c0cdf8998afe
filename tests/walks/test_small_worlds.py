"""Small worlds, walked to the end: every deal, order of plays, star, vote, stop and landing.

The number of states is bounded by what a world holds; only gathering could go on for ever, since a
state counts its attempts, and no level is gathered twice here. Each figure is counted twice: the
library walks by what it lists as legal, the naive referee by trying whatever there is.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import attrs
import pytest

import themind as tm
from themind import Phase, testing
from walks.small_worlds import World, every_action, every_naive_state, every_state, key_of

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

PER_LEVEL = tm.BlindPenalty.PER_LEVEL
TWO_LEVELS = tm.Rules(players=2, levels=2, lives=2, stars=1, cards=4)
SIX_CARDS = attrs.evolve(TWO_LEVELS, cards=6)
PAYS_A_LIFE = attrs.evolve(TWO_LEVELS, lives=1, stars=0, rewards={1: tm.Reward.LIFE})
PER_CARD = tm.MistakePenalty.PER_CARD
A_LIFE_A_CARD = attrs.evolve(TWO_LEVELS, lives=3, stars=0, mistake_penalty=PER_CARD)
STARTS_BLIND = attrs.evolve(TWO_LEVELS, stars=0, starts_blind=True)
BLIND = attrs.evolve(tm.Rules.standard(players=2), cards=24)


def blind_world(lives: int, stars: int, **changes: object) -> World:
    """The first two levels of a blind run in which only the cards 1 to 4 are dealt."""
    rules = attrs.evolve(BLIND, **changes)
    dealing = attrs.evolve(tm.new_game(rules), lives=lives, stars=stars, blind=True)
    return World(dealing, dealt=4, end=3)


WORLDS = {
    "two levels of four cards": (World.whole(TWO_LEVELS), 2179),
    "without a refocus": (World.whole(attrs.evolve(TWO_LEVELS, lives=1, auto_refocus=False)), 1180),
    "three players": (
        World.whole(tm.Rules(players=3, levels=1, lives=2, stars=1, cards=3)),
        1069,
    ),
    "alone": (World.whole(tm.Rules(players=1, levels=2, lives=1, stars=1, cards=3)), 116),
    "a life for the first level": (World.whole(PAYS_A_LIFE), 721),
    "a life for each skipped card": (World.whole(A_LIFE_A_CARD), 1060),
    "blind from the start": (World.whole(STARTS_BLIND), 1900),
    "blind": (blind_world(lives=2, stars=0), 1898),
    "blind, a penalty a level": (blind_world(lives=1, stars=0, blind_penalty=PER_LEVEL), 1156),
}
LARGE_WORLDS = {
    "six cards": (World.whole(SIX_CARDS), 27_703),
    "blind with a star": (blind_world(lives=3, stars=1), 5337),
}


@cache
def states_of(world: World) -> frozenset[tm.GameState]:
    return frozenset(every_state(world))


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_one_level_of_one_card_each_can_be_counted_by_hand(cards: int) -> None:
    """Two players with two lives and one star.

    Dealt once or after one gather: a state that waits for the deal. Then, for each deal and
    attempt, with all cards held or with the lower one played: three states of focusing (nobody
    ready, or either), three of play (no star proposed, or by either). Four ways to clear it: both
    played in order; the lower one skipped for a life; both thrown; the higher thrown after the
    lower was played. Won with two lives and the star, with one life, or without the star.
    """
    deals = cards * (cards - 1)
    under_way = 2 * (3 + 3)
    expected = 2 * (1 + deals * (under_way + 4)) + 3
    rules = tm.Rules(players=2, levels=1, lives=2, stars=1, cards=cards)
    assert len(states_of(World.whole(rules))) == expected


@pytest.mark.parametrize("name", WORLDS)
def test_both_referees_reach_the_same_states(name: str) -> None:
    world, number = WORLDS[name]
    reached = states_of(world)
    assert {key_of(state) for state in reached} == every_naive_state(world)
    assert len(reached) == number


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE_WORLDS)
def test_both_referees_reach_the_same_states_of_larger_worlds(name: str) -> None:
    world, number = LARGE_WORLDS[name]
    reached = states_of(world)
    assert {key_of(state) for state in reached} == every_naive_state(world)
    assert len(reached) == number


@pytest.mark.parametrize(
    "name", [*WORLDS, *[pytest.param(name, marks=pytest.mark.slow) for name in LARGE_WORLDS]]
)
def test_every_state_keeps_the_invariants(name: str) -> None:
    world, number = (WORLDS | LARGE_WORLDS)[name]
    reached = states_of(world)
    assert len(reached) == number
    for state in reached:
        testing.assert_possible(state)
        assert all_cards_are_there(state)
        assert state.blind or ascends([played.card for played in state.pile])
        assert state.is_over is not any(every_action(world, state))


def all_cards_are_there(state: tm.GameState) -> bool:
    """From the deal to the end of the level as many cards as were dealt, else none."""
    empty = state.phase in {Phase.DEALING, Phase.WON}
    dealt = 0 if empty else state.players * state.level
    return len(state.undealt) == state.rules.cards - dealt


def ascends(cards: list[tm.Card]) -> bool:
    return all(low < high for low, high in pairwise(cards))
