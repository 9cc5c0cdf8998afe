"""What a step of each mode does."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest

import themind as tm
from claims import claim
from envs.agents import BLIND, ONE_LEVEL, THREE_LEVELS, everybody, random_actions
from themind.envs import PLAY, STAR, WAIT, Rewards, TableEnv, env, parallel_env
from themind.experiments import Landing, LogNormal

STARRY = tm.Rules(players=2, levels=3, first_level=2, lives=3, stars=2, cards=30)


def dealt(*hands: tuple[int, ...], rules: tm.Rules = STARRY, **options: Any) -> TableEnv:
    """A table whose first deal has these hands."""
    table = parallel_env(rules, **{"horizon": 30, **options})
    first = tm.stacked_deck(hands)

    def deck(state: tm.GameState) -> tm.Deck:
        return first if state.level == rules.first_level else tm.deck_for(state, 1)

    table.reset(seed=1, options={"deck": deck})
    return table


def state_of(table: TableEnv) -> tm.GameState:
    return tm.final_state(table.record)


def act(table: TableEnv, *actions: int) -> Any:
    return table.step(dict(zip(table.possible_agents, actions, strict=True)))


def actions_of(table: TableEnv, start: int = 2) -> list[tm.Action]:
    return [entry.action for entry in table.record.entries[start:]]


# Tick mode.


def test_a_play_lands_in_its_tick() -> None:
    table = dealt((3, 9), (5, 8))
    act(table, WAIT, WAIT)
    act(table, WAIT, WAIT)
    act(table, PLAY, WAIT)
    act(table, WAIT, PLAY)
    assert table.record.entries[2:] == (tm.Entry(tm.Play(0), 3000), tm.Entry(tm.Play(1), 4000))


def test_plays_of_one_tick_land_together() -> None:
    for landing, order in ((Landing.LOWEST_FIRST, (1, 0)), (Landing.HIGHEST_FIRST, (0, 1))):
        table = dealt((9, 20), (5, 12), landing=landing)
        act(table, PLAY, PLAY)
        plays = [tm.Play(seat) for seat in order]
        assert actions_of(table) == [tm.PlayTogether(plays), *[tm.Begin()] * (order == (0, 1))]


def test_the_clock_counts_ticks_since_the_table_changed() -> None:
    table = dealt((3, 9), (5, 8))
    clock = table.encoder.parts["clock"].start
    last = table.encoder.parts["last_wait"].start

    def times() -> list[float]:
        vector = np.concatenate([table.state()])[: table.encoder.size]
        return [round(float(vector[place]) * 30, 4) for place in (clock, last)]

    assert times() == [0, 0]
    act(table, WAIT, WAIT)
    act(table, WAIT, WAIT)
    assert times() == [2, 0]
    act(table, PLAY, WAIT)
    assert times() == [0, 3]
    act(table, WAIT, WAIT)
    assert times() == [1, 3]
    for _ in range(40):
        act(table, WAIT, WAIT)
    assert times() == [30, 3]


def test_a_new_deal_forgets_the_last_wait() -> None:
    table = dealt((3,), (5,), rules=attrs.evolve(STARRY, first_level=1))
    act(table, WAIT, WAIT)
    act(table, PLAY, WAIT)
    observations, *_ = act(table, WAIT, PLAY)
    assert state_of(table).level == 2
    assert observations["seat_0"][table.encoder.parts["last_wait"]] == 0
    assert table.record.entries[-1].at_ms == 3000


def test_in_tick_mode_an_open_vote_is_seen_and_the_last_yes_throws_the_star() -> None:
    table = dealt((3, 9), (5, 8))
    observations, *_, infos = act(table, WAIT, STAR)
    agreed = table.encoder.parts["agreed"]
    assert observations["seat_0"][agreed].tolist() == [0, 1]
    assert observations["seat_1"][agreed].tolist() == [1, 0]
    assert infos["seat_0"]["action_mask"].tolist() == [1, 1, 1]
    assert infos["seat_1"]["action_mask"].tolist() == [1, 1, 0]
    act(table, WAIT, WAIT)
    act(table, STAR, PLAY)  # the star comes first: the play had another table in mind
    assert actions_of(table) == [tm.ProposeStar(1), tm.AgreeToStar(0), tm.Begin()]
    assert [entry.at_ms for entry in table.record.entries[2:]] == [1000, 3000, 3000]
    assert state_of(table).hands == ((9,), (8,))


def test_all_can_say_star_in_one_tick() -> None:
    table = dealt((3, 9), (5, 8))
    *_, infos = act(table, STAR, STAR)
    assert actions_of(table) == [tm.ProposeStar(0), tm.AgreeToStar(1), tm.Begin()]
    assert not infos["seat_1"]["illegal"]


def test_a_card_ends_an_open_vote() -> None:
    table = dealt((3, 9), (5, 8))
    observations, *_ = act(table, STAR, PLAY)
    assert actions_of(table) == [tm.ProposeStar(0), tm.Play(1), tm.Begin()]
    assert not observations["seat_0"][table.encoder.parts["agreed"]].any()


# Private clocks in tick mode.


def private(number: int) -> TableEnv:
    table = parallel_env(STARRY, horizon=30, noise=LogNormal(0.8))
    table.reset(seed=number, options={"deck": lambda state: tm.stacked_deck([(3, 9), (5, 8)])})
    return table


def test_with_private_clocks_a_play_waits_until_nobody_can_come_before_it() -> None:
    """Seat 0 plays at its first tick, seat 1 at its second: who lands depends on the clocks."""
    landed, held_up = [], 0
    for number in range(60):
        table = private(number)
        *_, infos = act(table, PLAY, WAIT)
        if len(table.record.entries) == 2:
            held_up += 1
            assert infos["seat_0"]["action_mask"].tolist() == [1, 0, 1]
            *_, infos = act(table, PLAY, PLAY)
            assert (infos["seat_0"]["illegal"], infos["seat_1"]["illegal"]) == (True, False)
        landed.append(actions_of(table)[0])
    assert landed.count(tm.Play(0)) + landed.count(tm.Play(1)) == 60
    assert landed.count(tm.Play(1)) > 3
    assert 10 < held_up < 50


def test_a_seat_that_is_committed_can_agree_to_a_star() -> None:
    for number in range(60):
        table = private(number)
        act(table, PLAY, WAIT)
        if len(table.record.entries) > 2:
            continue
        act(table, STAR, STAR)
        assert actions_of(table) == [tm.ProposeStar(0), tm.AgreeToStar(1), tm.Begin()]
        times = [entry.at_ms for entry in table.record.entries]
        assert times == sorted(times)
        return
    pytest.fail("no play was held up")


def test_a_seat_that_never_plays_holds_others_up_for_a_horizon_at_most() -> None:
    table = parallel_env(STARRY, horizon=5, noise=LogNormal(3.0))
    most = 0
    for number in range(30):
        table.reset(seed=number, options={"deck": lambda state: tm.stacked_deck([(3, 9), (5, 8)])})
        steps = 0
        while len(table.record.entries) == 2 and steps < 20:
            act(table, PLAY if steps == 0 else WAIT, WAIT)
            steps += 1
        most = max(most, steps)
    assert most == 5


def test_a_time_that_no_record_can_hold_never_comes() -> None:
    """A clock that slow stands still; the game goes on as soon as another one is drawn."""
    table = parallel_env(ONE_LEVEL, mode="bid", noise=LogNormal(200.0), max_cycles=3)
    stuck = 0
    for number in range(40):
        table.reset(seed=number)
        act(table, 100, 100)
        stuck += len(table.record.entries) == 2
        while table.agents:
            act(table, 100, 100)
        assert tm.final_state(table.record)
    assert stuck


def test_a_star_comes_before_a_tick_that_never_comes() -> None:
    table = parallel_env(STARRY, horizon=30, noise=LogNormal(2000.0))
    never = 0
    for number in range(40):
        table.reset(seed=number)
        act(table, STAR, STAR)
        assert actions_of(table)[:2] == [tm.ProposeStar(0), tm.AgreeToStar(1)]
        never += table.record.entries[2].at_ms == 0
    assert never > 5


# Bid mode.


def test_the_least_bid_lands_and_all_see_how_long_it_was() -> None:
    table = dealt((3, 9), (5, 8), mode="bid")
    observations, *_ = act(table, 12, 6)
    assert table.record.entries[2] == tm.Entry(tm.Play(1), 6000)
    for vector in observations.values():
        assert vector[table.encoder.parts["last_wait"]] == pytest.approx(6 / 30)
        assert vector[table.encoder.parts["clock"]] == 0


def test_a_star_needs_every_seat_in_one_step() -> None:
    table = dealt((3, 9), (5, 8), mode="bid")
    act(table, 31, 4)
    assert actions_of(table) == [tm.ProposeStar(0), tm.DeclineStar(1), tm.Play(1), tm.Begin()]
    act(table, 31, 31)
    thrown = [tm.ProposeStar(0), tm.AgreeToStar(1), tm.Begin()]
    assert actions_of(table)[4:] == [*thrown[:2], tm.CompleteLevel(), *actions_of(table)[7:]]


def test_without_bids_nothing_happens() -> None:
    table = dealt((3, 9), (5, 8), mode="bid")
    before = table.record
    act(table, WAIT, WAIT)
    assert table.record == before
    act(table, WAIT, 4)
    assert actions_of(table)[0] == tm.Play(1)


# Masks.


@pytest.mark.parametrize("mode", ["tick", "bid"])
@pytest.mark.parametrize("noise", [None, LogNormal(0.3)])
def test_a_mask_is_what_is_legal_for_the_seat(mode: Any, noise: Any) -> None:
    """But for a seat that is committed: it has played already."""
    table = parallel_env(THREE_LEVELS, mode=mode, noise=noise, horizon=7, observation="view")
    committed = 0
    dice = Random(5)
    for number in range(40):
        observations, infos = table.reset(seed=number)
        while table.agents:
            for agent, seen in observations.items():
                kinds = {type(action) for action in tm.legal_actions(seen)}
                mask = infos[agent]["action_mask"].tolist()
                star = bool(kinds & {tm.ProposeStar, tm.AgreeToStar})
                assert mask[0] == 1
                assert mask[-1] == star
                if mode == "tick" and noise and mask[1] < (tm.Play in kinds):
                    committed += 1
                else:
                    assert set(mask[1:-1]) == {tm.Play in kinds}
                assert len(mask) == (3 if mode == "tick" else 9)
            observations, *_, infos = table.step(random_actions(table, infos, dice))
    assert (committed > 5) == (mode == "tick" and noise is not None)


@claim("reference/envs.md", "Infos")
def test_an_illegal_action_is_a_wait_and_is_marked() -> None:
    table = dealt((3,), (5,), rules=ONE_LEVEL, mode="bid")
    *_, infos = act(table, 31, 4)
    assert [infos[agent]["illegal"] for agent in table.possible_agents] == [True, False]
    assert actions_of(table) == [tm.Play(1)]
    table = dealt((3,), (5,), rules=attrs.evolve(ONE_LEVEL, lives=2))
    act(table, PLAY, WAIT)
    *_, infos = act(table, PLAY, WAIT)
    assert infos["seat_0"]["illegal"]
    assert actions_of(table) == [tm.Play(0)]


# Rewards and ends.


def test_levels_lives_cards_and_the_win_are_paid() -> None:
    rules = tm.Rules(
        players=2, levels=2, lives=2, stars=0, rewards={1: tm.Reward.LIFE}, max_stars=0
    )
    rewards = Rewards(level=10.0, life=1.0, card=0.25, won=100.0)
    decks = {1: [(3,), (5,)], 2: [(1, 4), (2, 3)]}
    table = parallel_env(rules, mode="bid", rewards=rewards, max_cycles=50)
    table.reset(options={"deck": lambda state: tm.stacked_deck(decks[state.level])})
    earned = []
    for bids in ((1, 2), (0, 1), (1, 2), (0, 1), (2, 1), (1, 0)):
        _, reward, terminations, truncations, _ = act(table, *bids)
        assert set(reward.values()) == {reward["seat_0"]}
        earned.append(reward["seat_0"])
    # Card, card with level and life; card, card, card, card with level and win.
    assert earned == [0.25, 11.25, 0.25, 0.25, 0.25, 110.25]
    assert set(terminations.values()) == {True}
    assert set(truncations.values()) == {False}
    assert table.agents == []


def test_a_mistake_costs_its_card_and_a_life() -> None:
    table = dealt((3,), (5,), rules=ONE_LEVEL, mode="bid", rewards=Rewards(life=1.0, card=0.25))
    _, rewards, terminations, truncations, _ = act(table, 5, 4)
    assert rewards["seat_0"] == -1.0
    assert terminations["seat_0"] is True
    assert truncations["seat_0"] is False


def test_a_blind_level_is_paid_when_its_pile_is_revealed() -> None:
    events = [
        tm.CardPlayed(0, 9, face_down=True),
        tm.CardPlayed(1, 5, face_down=True),
        tm.PileRevealed([tm.PlayedCard(0, 9), tm.PlayedCard(1, 5)], mistakes=1, lives=1),
    ]
    rewards = Rewards(card=0.25, life=1.0)
    assert rewards.earned(events[:2], lives=0) == 0
    assert rewards.earned(events, lives=-1) == -0.75


def test_a_blind_level_is_turned_over_and_then_paid() -> None:
    """While it runs no reward tells whether a hidden card was out of order."""
    rules = attrs.evolve(BLIND, players=2, stars=0, max_stars=0)
    table = dealt((3,), (5,), rules=rules, mode="bid", rewards=Rewards(level=10, card=0.25, life=1))
    observations, rewards, *_ = act(table, 9, 2)
    top = table.encoder.parts["top"]
    assert rewards["seat_0"] == 0
    assert observations["seat_0"][top].nonzero()[0].tolist() == [rules.cards + 1]
    assert observations["seat_1"][top].nonzero()[0].tolist() == [5]
    assert observations["seat_0"][table.encoder.parts["blind"]] == 1
    _, rewards, *_ = act(table, 1, 0)
    assert actions_of(table)[2:4] == [tm.Reveal(), tm.CompleteLevel()]
    assert rewards["seat_0"] == 10 + 0.25 - 1


def test_a_game_is_cut_off_after_max_cycles() -> None:
    table = parallel_env(STARRY, max_cycles=4)
    for _ in range(2):
        table.reset(seed=1)
        for step in range(4):
            assert table.agents
            *_, truncations, _ = table.step(everybody(table, WAIT))
            assert set(truncations.values()) == {step == 3}
        assert table.agents == []
        assert table.step({}) == ({}, {}, {}, {}, {})


# What a seat is told in the mode "view".


@claim("reference/envs.md", "Infos")
def test_views_come_with_the_times_and_the_events_as_the_seat_is_told_them() -> None:
    table = parallel_env(STARRY, observation="view", horizon=30)
    observations, infos = table.reset(
        seed=1, options={"deck": lambda state: tm.stacked_deck([(3, 9), (5, 8)])}
    )
    assert observations["seat_1"].hand == (5, 8)
    hand = tm.HandDealt(level=2, hand=(5, 8), hand_sizes=(2, 2))
    assert infos["seat_1"]["events"] == (hand, tm.PlayStarted())
    act(table, WAIT, WAIT)
    observations, *_, infos = act(table, WAIT, PLAY)
    told = infos["seat_0"]
    assert told["events"][0] == tm.CardPlayed(1, 5, face_down=False)
    assert (told["clock"], told["last_wait"]) == (0, 2.0)
    assert observations["seat_0"] == tm.view(state_of(table), 0)
    *_, infos = act(table, WAIT, WAIT)
    assert (infos["seat_0"]["events"], infos["seat_0"]["clock"]) == ((), 1)


def test_views_have_a_space() -> None:
    table = parallel_env(STARRY, observation="view")
    space = table.observation_space("seat_0")
    observations, _ = table.reset(seed=1)
    assert space.contains(observations["seat_1"])
    assert not space.contains(tm.view(tm.new_game(ONE_LEVEL), 0))
    assert not space.contains(None)
    space.seed(4)
    samples = [space.sample() for _ in range(20)]
    space.seed(4)
    assert samples == [space.sample() for _ in range(20)]
    assert all(map(space.contains, samples))
    assert {seen.level for seen in samples} == {2, 3}
    assert {seen.seat for seen in samples} == {0, 1}
    assert space.from_jsonable(space.to_jsonable(samples)) == samples
    other = table.observation_space("seat_1")
    assert (space, hash(space), repr(space)) == (other, hash(other), repr(other))
    assert space != parallel_env(ONE_LEVEL, observation="view").observation_space("seat_0")
    assert not space.is_np_flattenable


# Records, states, pictures.


@pytest.mark.parametrize("mode", ["tick", "bid"])
@pytest.mark.parametrize("noise", [None, LogNormal(0.3)])
def test_the_record_replays_to_what_was_seen(mode: Any, noise: Any) -> None:
    table = parallel_env(THREE_LEVELS, mode=mode, noise=noise, horizon=7, observation="view")
    dice = Random(6)
    for number in range(10):
        observations, infos = table.reset(seed=number)
        while table.agents:
            final = tm.final_state(table.record)
            assert {a: tm.view(final, n) for n, a in enumerate(observations)} == observations
            observations, *_, infos = table.step(random_actions(table, infos, dice))
        assert tm.final_state(table.record).is_over


def test_a_record_says_until_when_the_game_was_watched() -> None:
    table = dealt((3, 9), (5, 8))
    assert table.record.ended_at_ms == 0
    for _ in range(3):
        act(table, WAIT, WAIT)
    assert table.record.ended_at_ms == 3000
    act(table, STAR, WAIT)
    assert table.record.ended_at_ms == 4000
    act(table, WAIT, PLAY)
    assert table.record.ended_at_ms == 5000
    act(table, WAIT, WAIT)
    assert table.record.ended_at_ms == 6000
    table = dealt((3,), (5,), rules=ONE_LEVEL)
    act(table, WAIT, PLAY)
    assert table.record.ended_at_ms is None
    table = dealt((3, 9), (5, 8), mode="bid")
    act(table, WAIT, WAIT)
    act(table, WAIT, 7)
    assert table.record.ended_at_ms == 7000


def test_private_clocks_are_watched_as_far_as_all_of_them_have_come() -> None:
    """Until a play lands; each step is a tick of both."""
    for number in range(20):
        table = private(number)
        times = [table.record.ended_at_ms]
        for _ in range(5):
            act(table, WAIT, WAIT)
            times.append(table.record.ended_at_ms)
        steps = [later - sooner for sooner, later in itertools.pairwise(times)]
        assert min(steps) > 0
        assert max(steps) - min(steps) <= 1
        act(table, PLAY, PLAY)
        assert table.record.entries[2].at_ms >= times[-1]


def test_the_agents_that_act_in_turn_play_the_same_game() -> None:
    """A step is taken with the last of them; the record is to be had there too."""
    table, turns = (make(STARRY, mode="bid", horizon=10) for make in (parallel_env, env))
    table.reset(seed=3)
    turns.reset(seed=3)
    while table.agents:
        table.step(
            {"seat_0": 3, "seat_1": 4}
            if len(table.record.entries) % 2
            else {"seat_0": 4, "seat_1": 3}
        )
        bids = (3, 4) if len(turns.record.entries) % 2 else (4, 3)
        for bid in bids:
            turns.step(bid)
        assert turns.record == table.record
    assert turns.terminations == {"seat_0": True, "seat_1": True}


def test_the_state_is_what_all_seats_know() -> None:
    table = parallel_env(THREE_LEVELS, observation="view")
    table.reset(seed=2)
    encoder, state = table.encoder, state_of(table)
    expected = [encoder(tm.view(state, seat), 0, 0) for seat in range(3)]
    assert table.state().tolist() == np.concatenate(expected).tolist()
    assert table.state_space.contains(table.state())


def test_pictures_show_the_whole_table(capsys: pytest.CaptureFixture[str]) -> None:
    from themind import render

    for mode, draw in (("ansi", render.text), ("svg", render.svg)):
        table = dealt((3, 9), (5, 8), render_mode=mode)
        assert table.render() == draw(state_of(table))
    table = dealt((3, 9), (5, 8))
    assert table.render() is None
    assert capsys.readouterr().out == ""
    table = dealt((3, 9), (5, 8), render_mode="human")
    shown = render.text(state_of(table)) + "\n\n"
    assert capsys.readouterr().out == shown
    act(table, WAIT, WAIT)
    assert capsys.readouterr().out == ""
    act(table, PLAY, WAIT)
    assert capsys.readouterr().out == render.text(state_of(table)) + "\n\n"
    assert table.render() is None
    assert capsys.readouterr().out == render.text(state_of(table)) + "\n\n"
