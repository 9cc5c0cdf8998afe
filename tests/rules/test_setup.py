"""Components and setup: SET-1 to SET-6."""

from __future__ import annotations

import attrs
import pytest

import themind as tm
from positions import assert_refused, changed, rules_of, table

CHART = {
    2: tm.Reward.STAR,
    3: tm.Reward.LIFE,
    5: tm.Reward.STAR,
    6: tm.Reward.LIFE,
    8: tm.Reward.STAR,
    9: tm.Reward.LIFE,
}
STACKS = [
    (players, level) for players, last in ((2, 12), (3, 10), (4, 8)) for level in range(1, last + 1)
]


@pytest.mark.rule("SET-1", "SET-3", "SET-4", "SET-5", "SET-6")
@pytest.mark.parametrize(("players", "levels"), [(2, 12), (3, 10), (4, 8)])
def test_the_box_serves_two_three_or_four(players: int, levels: int) -> None:
    """SET-1, SET-3, SET-4: the number of players gives levels and lives; there is one star."""
    assert tm.Rules.standard(players) == tm.Rules(
        players=players,
        levels=levels,
        lives=players,
        stars=1,
        max_lives=5,
        max_stars=3,
        rewards=CHART,
        first_level=1,
        cards=100,
        blind_penalty=tm.BlindPenalty.PER_CARD,
        auto_refocus=True,
    )


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize("players", [1, 5, 0, -2, True, 2.0, "3", None, [2]])
def test_no_other_number_is_standard(players: object) -> None:
    """SET-1: the box is for 2, 3 or 4 players, and nothing else."""
    with pytest.raises(tm.InvalidRules) as refused:
        tm.Rules.standard(players)
    (fault,) = refused.value.faults
    assert "players" in fault
    assert repr(players) in fault


@pytest.mark.rule("SET-2")
def test_the_box_holds_a_hundred_numbers() -> None:
    """SET-2: number cards 1 to 100, each once; 12 level, 5 life and 3 star cards."""
    assert sorted(tm.random_deck()) == list(range(1, 101))
    assert sorted(tm.shuffled_deck("box", level=1)) == list(range(1, 101))
    box = tm.Rules.standard(2)
    assert (box.levels, box.max_lives, box.max_stars) == (12, 5, 3)


@pytest.mark.rule("SET-2", "LVL-1")
@pytest.mark.parametrize(
    ("deck", "detail"),
    [
        ((0, 2, 3, 1), "NOT_A_CARD"),
        ((-1, 2, 3, 1), "NOT_A_CARD"),
        ((1, 2, 3, 101), "NOT_A_CARD"),
        ((1, 2, 3, 3), "TWICE"),
        ((1, 2, 3, 4, 5, 6, 6), "TWICE"),
        ((0, 2, 3, 3), "NOT_A_CARD"),
        ((1, 2, 3), "TOO_FEW"),
        ((), "TOO_FEW"),
        (tuple(range(1, 102)), "TOO_MANY"),
    ],
)
def test_a_deck_of_other_cards_is_refused(deck: tuple[int, ...], detail: str) -> None:
    """SET-2: only the numbers of the deck are dealt, each at most once, undealt ones too."""
    state = table((), (), phase=tm.Phase.DEALING, level=2)
    assert_refused(state, tm.Deal(deck), "BAD_DECK", "LVL-1", detail=detail)


@pytest.mark.rule("SET-2", "LVL-1")
@pytest.mark.parametrize("cards", [6, 255, 256, 257, 1000])
def test_decks_of_every_size_are_checked_alike(cards: int) -> None:
    """SET-2: 255 is the largest card that fits into a byte."""
    rules = tm.Rules(players=2, levels=3, lives=1, stars=0, cards=cards)
    state = attrs.evolve(tm.new_game(rules), level=3)
    whole = tuple(range(cards, 0, -1))
    assert tm.is_legal(state, tm.Deal(whole))
    assert tm.is_legal(state, tm.Deal(whole[:6]))
    for wrong in (0, -1, 255 + cards, 256 + cards, cards + 1, 10**30):
        assert_refused(
            state, tm.Deal((*whole[:-1], wrong)), "BAD_DECK", "LVL-1", detail="NOT_A_CARD"
        )
    for again in {2, cards}:
        assert_refused(state, tm.Deal((*whole[:-1], again)), "BAD_DECK", "LVL-1", detail="TWICE")


@pytest.mark.rule("SET-2")
def test_the_lowest_and_the_highest_card_are_dealt() -> None:
    """SET-2: 1 and 100 are in the deck."""
    state = table((), (), phase=tm.Phase.DEALING, level=1)
    assert tm.deal(state, (100, 1)).state.hands == ((100,), (1,))


@pytest.mark.rule("SET-2", "SET-6")
def test_the_supply_is_what_the_team_does_not_have() -> None:
    """SET-2: lives and stars that are not with the team lie in the supply."""
    state = table((10,), (20,), (30,), lives=4, stars=1)
    assert (state.lives_in_supply, state.stars_in_supply) == (1, 2)
    state = changed(state, lives=5, stars=3)
    assert (state.lives_in_supply, state.stars_in_supply) == (0, 0)
    rules = rules_of(max_lives=9, max_stars=7)
    state = table((10,), (20,), rules=rules, lives=2, stars=0)
    assert (state.lives_in_supply, state.stars_in_supply) == (7, 7)


@pytest.mark.rule("SET-4", "END-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game(players: int) -> None:
    """SET-4: a game waits for its first deal with a life for each player and one star."""
    rules = tm.Rules.standard(players)
    assert tm.new_game(rules) == tm.GameState(
        rules=rules,
        phase=tm.Phase.DEALING,
        level=1,
        lives=players,
        stars=1,
        hands=((),) * players,
        pile=(),
        aside=(),
        blind=False,
        attempt=0,
        ready=frozenset(),
        agreed=frozenset(),
    )


@pytest.mark.rule("SET-5", "LVL-8")
@pytest.mark.parametrize(("players", "level"), STACKS)
def test_what_each_level_pays(players: int, level: int) -> None:
    """SET-5: a star after 2, 5 and 8, a life after 3, 6 and 9, nothing after the others."""
    state = table(*[()] * players, phase=tm.Phase.CLEARED, level=level, lives=2, stars=1)
    after, events = tm.complete_level(state)
    reward = CHART.get(level)
    lives, stars = 2 + (reward == "LIFE"), 1 + (reward == "STAR")
    assert state.rules.reward(level) is reward
    assert (after.lives, after.stars) == (lives, stars)
    told = () if reward is None else (tm.RewardTaken(reward, lives, stars),)
    assert events[: len(told) + 1] == (*told, tm.LevelCompleted(level))


@pytest.mark.rule("SET-5")
def test_a_chart_of_ones_own() -> None:
    """SET-5: another chart pays as it says."""
    rules = rules_of(rewards={1: tm.Reward.LIFE, 2: tm.Reward.LIFE})
    state = table((), (), rules=rules, phase=tm.Phase.CLEARED, level=1)
    assert tm.complete_level(state).events[0] == tm.RewardTaken(tm.Reward.LIFE, 3, 1)


@pytest.mark.rule("SET-6")
@pytest.mark.parametrize(
    ("level", "lives", "stars", "told"),
    [
        (3, 5, 1, tm.RewardForfeited(tm.Reward.LIFE)),
        (3, 4, 3, tm.RewardTaken(tm.Reward.LIFE, 5, 3)),
        (2, 1, 3, tm.RewardForfeited(tm.Reward.STAR)),
        (2, 5, 2, tm.RewardTaken(tm.Reward.STAR, 5, 3)),
    ],
)
def test_rewards_stop_at_the_limit(level: int, lives: int, stars: int, told: tm.Event) -> None:
    """SET-6: beyond 5 lives and 3 stars a reward stays in the supply, and the events say so."""
    state = table((), (), phase=tm.Phase.CLEARED, level=level, lives=lives, stars=stars)
    after, events = tm.complete_level(state)
    assert events == (told, tm.LevelCompleted(level))
    taken = isinstance(told, tm.RewardTaken)
    assert after.lives == lives + (taken and level == 3)
    assert after.stars == stars + (taken and level == 2)


@pytest.mark.rule("SET-6")
def test_other_limits() -> None:
    """SET-6: the rules may set other limits."""
    rules = rules_of(max_lives=2, max_stars=1)
    state = table((), (), rules=rules, phase=tm.Phase.CLEARED, level=3)
    assert tm.complete_level(state).events[0] == tm.RewardForfeited(tm.Reward.LIFE)
    state = changed(state, level=2)
    assert tm.complete_level(state).events[0] == tm.RewardForfeited(tm.Reward.STAR)
