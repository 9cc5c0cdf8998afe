"""One agent at a table of policies."""

from __future__ import annotations

from typing import Any

import attrs
import gymnasium
import numpy as np
import pytest

import themind as tm
from envs.agents import ONE_LEVEL, THREE_LEVELS
from envs.partners import Broken, Counting, Moody, Starry, Steady
from themind.envs import PLAY, STAR, WAIT, SeatEnv
from themind.experiments import (
    Clock,
    Experiment,
    Landing,
    LogNormal,
    Policy,
    PolicyError,
    Race,
    play_game,
)

MANY_LIVES = attrs.evolve(THREE_LEVELS, lives=5, max_lives=9)
TWO = attrs.evolve(MANY_LIVES, players=2)


def plays_like_a_clock(env: Any, seed: int, *, stars: bool = False) -> tm.Record:
    """Play a game as a clock of one second a card, which agrees to stars that are proposed."""
    bid = env.action_space.n > 3
    seen, info = env.reset(seed=seed)
    over = False
    while not over:
        action = WAIT
        if stars and seen.agreed:
            action = env.action_space.n - 1
        elif seen.hand and env.action_masks()[1]:
            gap = seen.hand[0] - (seen.top or 0)
            action = gap if bid else int(gap <= info["clock"] + 1)
        seen, _, terminated, truncated, info = env.step(action)
        assert not info["illegal"]
        over = terminated or truncated
    return env.unwrapped.record


@pytest.mark.parametrize("mode", ["tick", "bid"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_clock_among_clocks_plays_the_games_of_an_experiment(mode: Any, seat: int) -> None:
    """The agent's own luck and its partners' are those of the experiment."""
    noises = (LogNormal(0.2), LogNormal(0.4), None)
    policies = tuple(Clock(1.0, noise) for noise in noises)
    env = SeatEnv(
        MANY_LIVES,
        partners={n: policy for n, policy in enumerate(policies) if n != seat},
        seat=seat,
        mode=mode,
        noise=noises[seat],
        observation="view",
    )
    for seed in range(4):
        game = play_game(Experiment(MANY_LIVES, policies), seed)
        assert plays_like_a_clock(env, seed) == game


@pytest.mark.parametrize("mode", ["tick", "bid"])
def test_learning_partners_see_what_they_would_see_in_an_experiment(mode: Any) -> None:
    policies = (Clock(1.0), Counting(), Counting())
    env = SeatEnv(
        MANY_LIVES,
        partners={1: policies[1], 2: policies[2]},
        mode=mode,
        observation="view",
        horizon=30,
    )
    for seed in range(3):
        expected = play_game(Experiment(MANY_LIVES, policies), seed)
        assert plays_like_a_clock(env, seed) == expected
        again = Experiment(MANY_LIVES, (Clock(1.0), Steady(1.0), Steady(1.0)))
        assert expected != play_game(again, seed)  # they do learn


def test_the_moods_of_partners_are_those_of_an_experiment() -> None:
    """Their draws for the game, the level, stars and events, as for their waits."""
    partners = {0: Moody(), 1: Moody()}
    env = SeatEnv(MANY_LIVES, partners=partners, seat=2, mode="bid", observation="view")
    stars = 0
    for seed in range(6):
        experiment = Experiment(MANY_LIVES, (Moody(), Moody(), Starry(agrees=True)))
        record = plays_like_a_clock(env, seed, stars=True)
        assert record == play_game(experiment, seed)
        stars += any(isinstance(entry.action, tm.ProposeStar) for entry in record.entries)
    assert 1 <= stars <= 5


def test_partners_propose_and_the_agent_agrees_as_in_an_experiment() -> None:
    agreeing, proposing = Starry(agrees=True), Starry(wants=True, agrees=True)
    partners = {0: proposing, 1: agreeing}
    env = SeatEnv(MANY_LIVES, partners=partners, seat=2, mode="bid", observation="view")
    experiment = Experiment(MANY_LIVES, (proposing, agreeing, agreeing), Race())
    record = plays_like_a_clock(env, 1, stars=True)
    assert record == play_game(experiment, 1)
    assert tm.AgreeToStar(2) in [entry.action for entry in record.entries]


def test_partners_that_refuse_each_other_are_not_asked_again() -> None:
    refusing, proposing = Starry(), Starry(wants=True, agrees=True)
    partners = {1: refusing, 2: proposing}
    env = SeatEnv(MANY_LIVES, partners=partners, mode="bid", observation="view")
    experiment = Experiment(MANY_LIVES, (Starry(agrees=True), refusing, proposing), Race())
    expected = play_game(attrs.evolve(experiment, policies=(refusing, refusing, proposing)), 1)
    actions = [entry.action for entry in plays_like_a_clock(env, 1).entries]
    votes = [action for action in actions if isinstance(action, tm.DeclineStar)]
    assert set(votes) == {tm.DeclineStar(1)}
    plays = [action for action in actions if isinstance(action, tm.Play)]
    assert plays == [e.action for e in expected.entries if isinstance(e.action, tm.Play)]


@pytest.mark.parametrize("mode", ["tick", "bid"])
@pytest.mark.parametrize("agrees", [True, False])
def test_the_agent_proposes_and_partners_answer(mode: Any, agrees: bool) -> None:
    partners: dict[int, Policy] = {1: Starry(agrees=True), 2: Starry(agrees=agrees)}
    env = SeatEnv(MANY_LIVES, partners=partners, mode=mode, horizon=9)
    env.reset(seed=1)
    env.step(env.action_space.n - 1)
    actions = [entry.action for entry in env.record.entries[2:]]
    answer = tm.AgreeToStar(2) if agrees else tm.DeclineStar(2)
    assert actions[:3] == [tm.ProposeStar(0), tm.AgreeToStar(1), answer]
    assert (tm.final_state(env.record).stars == 0) is agrees


def test_in_tick_mode_a_partners_proposal_stays_open_until_a_card_lands() -> None:
    two_cards = attrs.evolve(TWO, first_level=2)
    env = SeatEnv(two_cards, partners={1: Starry(wants=True, seconds=2.5)}, observation="view")
    seen, _ = env.reset(seed=1)
    assert seen.agreed == {1}
    seen, *_ = env.step(WAIT)
    assert seen.agreed == {1}
    env.step(WAIT)
    seen, *_ = env.step(WAIT)  # the partner's card landed at 2.5 s, and it wants again
    actions = [entry.action for entry in env.record.entries[2:]]
    assert actions[:2] == [tm.ProposeStar(1), tm.Play(1)]
    assert env.record.entries[3].at_ms == 2500
    assert seen.agreed == {1}
    env.step(STAR)
    assert tm.AgreeToStar(0) in [entry.action for entry in env.record.entries]


def low_card_first(state: tm.GameState) -> tm.Deck:
    return tm.stacked_deck([(4,), (9,)]) if state.level == 1 else tm.deck_for(state, 5)


LANDINGS = [
    (0.0, 1, tm.Play(1)),
    (1.5, 1, tm.Play(1)),  # the agent's second tick comes later, so it need not be asked
    (2.0, 2, tm.PlayTogether([tm.Play(0), tm.Play(1)])),
    (2.5, 2, tm.Play(0)),
]


@pytest.mark.parametrize(("wait", "steps", "landed"), LANDINGS)
def test_a_partners_wait_lands_among_the_ticks(wait: float, steps: int, landed: Any) -> None:
    """The agent plays at its second tick, two seconds from the start."""
    env = SeatEnv(TWO, partners={1: Steady(wait)}, landing=Landing.LOWEST_FIRST)
    env.reset(options={"deck": low_card_first})
    for step in range(1, steps + 1):
        assert len(env.record.entries) == 2
        env.step(PLAY if step == 2 else WAIT)
    assert env.record.entries[2] == tm.Entry(landed, int(min(wait, 2) * 1000))


def test_a_tick_lasts_a_tempo() -> None:
    env = SeatEnv(ONE_LEVEL, partners={1: Steady(np.inf)}, tempo=0.25, mode="bid", horizon=9)
    env.reset(seed=1)
    env.step(6)
    assert env.record.entries[2].at_ms == 1500


@pytest.mark.parametrize("mode", ["tick", "bid"])
def test_an_agent_without_cards_watches_one_card_a_step(mode: Any) -> None:
    rules = attrs.evolve(ONE_LEVEL, levels=2, first_level=2)
    env = SeatEnv(rules, partners={1: Steady(5.0)}, mode=mode)
    env.reset(options={"deck": lambda state: tm.stacked_deck([(1, 2), (3, 4)])})
    env.step(1)
    *_, info = env.step(1)
    assert np.flatnonzero(info["action_mask"]).tolist() == [WAIT]
    ends = [env.step(WAIT)[2] for _ in range(2)]
    assert ends == [False, True]
    plays = [entry for entry in env.record.entries if isinstance(entry.action, tm.Play)]
    assert [(entry.action.seat, entry.at_ms) for entry in plays] == [
        (0, 1000),
        (0, 2000),
        (1, 7000),
        (1, 12000),
    ]


def test_masks_have_the_form_of_sb3_contrib() -> None:
    env = SeatEnv(ONE_LEVEL, partners={1: Clock(1.0)}, mode="bid", horizon=5)
    observation, _ = env.reset(seed=1)
    assert (
        observation.tolist() == env.encoder(tm.view(tm.final_state(env.record), 0), 0, 0).tolist()
    )
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == [True] * 6 + [False]


def test_an_illegal_action_is_a_wait_and_is_marked() -> None:
    env = SeatEnv(ONE_LEVEL, partners={1: Steady(9.0)})
    env.reset(seed=1)
    *_, info = env.step(STAR)
    assert info["illegal"] is True
    *_, info = env.step(WAIT)
    assert info["illegal"] is False


def test_seeds_are_numbers_or_texts() -> None:
    env = SeatEnv(ONE_LEVEL, partners={1: Clock(1.0)})
    records = []
    for seed in (-7, "-7", "pilot", 2**70):
        env.reset(seed=seed)
        records.append(env.record)
    assert records[0] == records[1] != records[2] != records[3]


def test_a_partner_that_answers_badly_is_named() -> None:
    for answer in (float("nan"), -1.0, "soon", True, None):
        policy = Steady(answer)
        env = SeatEnv(ONE_LEVEL, partners={1: policy})
        env.reset(seed=1)
        with pytest.raises(PolicyError) as caught:
            env.step(WAIT)
        assert (caught.value.seat, caught.value.policy) == (1, policy)
    env = SeatEnv(ONE_LEVEL, partners={1: Broken("wait")})
    env.reset(seed=1)
    with pytest.raises(PolicyError):
        env.step(WAIT)
    for what in ("wants_star", "observe", "nothing"):
        with pytest.raises(PolicyError) as caught:
            SeatEnv(TWO, partners={1: Broken(what)}).reset(seed=1)
        assert (caught.value.seat, caught.value.policy) == (1, Broken(what))
    with pytest.raises(PolicyError):
        SeatEnv(TWO, partners={1: Starry(wants=1)}).reset(seed=1)  # type: ignore[arg-type]
    assert SeatEnv(TWO, partners={1: Starry(wants=np.False_)}).reset(seed=1)  # type: ignore[arg-type]


def test_a_partner_that_waits_for_ever_never_plays() -> None:
    env = SeatEnv(ONE_LEVEL, partners={1: Steady(np.inf)}, max_cycles=20, mode="bid")
    env.reset(seed=1)
    *_, truncated, _ = [env.step(WAIT) for _ in range(20)][-1]
    assert truncated
    env = SeatEnv(ONE_LEVEL, partners={1: Steady(1e300)}, max_cycles=20)
    env.reset(seed=1)
    *_, truncated, _ = [env.step(WAIT) for _ in range(20)][-1]
    assert truncated


def test_the_picture_is_what_the_seat_sees(capsys: pytest.CaptureFixture[str]) -> None:
    from themind import render

    env = SeatEnv(TWO, partners={1: Steady(9.0)}, render_mode="human", observation="view")
    seen, _ = env.reset(seed=1)
    assert capsys.readouterr().out == render.text(seen) + "\n\n"
    env.step(WAIT)
    assert capsys.readouterr().out == ""
    env.step(PLAY)
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("partners", "error"),
    [
        ({}, tm.InvalidArgument),
        ({0: Clock(1.0)}, tm.InvalidArgument),
        ({0: Clock(1.0), 1: Clock(1.0)}, tm.InvalidArgument),
        ({2: Clock(1.0)}, tm.InvalidArgument),
        ({1: Clock}, TypeError),
        ({1: "clock"}, TypeError),
        ({"1": Clock(1.0)}, TypeError),
        ([Clock(1.0)], TypeError),
        (None, TypeError),
    ],
)
def test_partners_are_policies_for_all_other_seats(partners: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        SeatEnv(partners=partners)


def test_the_seat_is_one_of_the_table() -> None:
    for seat, error in ((2, tm.InvalidArgument), (-1, tm.InvalidArgument), (True, TypeError)):
        with pytest.raises(error):
            SeatEnv(partners={1: Clock(1.0)}, seat=seat)
    assert SeatEnv(partners={0: Clock(1.0)}, seat=np.int8(1)).seat == 1


def test_gymnasium_can_run_many_at_once() -> None:
    vector = gymnasium.make_vec("themind/Seat-v0", num_envs=3, mode="bid", horizon=10)
    observations, infos = vector.reset(seed=1)
    assert observations.shape == (3, 312)
    assert infos["action_mask"].shape == (3, 12)
    observations, rewards, *_ = vector.step(np.array([1, 2, 3]))
    assert rewards.shape == (3,)
    vector.close()
