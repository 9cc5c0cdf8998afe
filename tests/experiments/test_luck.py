"""Keyed draws: each number depends on what it is for, and on nothing that happened before."""

from __future__ import annotations

from statistics import NormalDist

import attrs
import pytest

import themind as tm
from themind.experiments import CardBlind, Draw, Experiment, Moment, Policy, Race, play_game


def reference_key(seed: str, *path: int) -> int:
    key = tm.rng.splitmix64(tm.rng.seed_key(seed), 2)
    for number in path:
        key = tm.rng.splitmix64(key, number)
    return key


def reference_uniform(key: int, call: int) -> float:
    return ((tm.rng.splitmix64(key, call) >> 12) + 0.5) / 2**52


def test_call_k_uses_word_k() -> None:
    draw = Draw(12345)
    assert [draw.uniform() for _ in range(3)] == [reference_uniform(12345, k) for k in range(3)]


def test_a_normal_is_the_quantile_of_a_uniform() -> None:
    draw, same = Draw(99), Draw(99)
    assert draw.normal() == NormalDist().inv_cdf(same.uniform())
    assert draw.normal() == NormalDist().inv_cdf(same.uniform()) != Draw(99).normal()


def test_the_draw_of_the_first_plan_starts_anew_each_time() -> None:
    draw = Draw(7, first_key=3)
    expected = Draw(3).uniform()
    assert [draw.first.uniform(), draw.first.uniform()] == [expected, expected]
    assert Draw(7).first.uniform() == Draw(7).uniform()


class TestKeys:
    """A whole game, predicted from the documented path of keys alone."""

    @pytest.mark.parametrize("index", [0, 3])
    @pytest.mark.parametrize("redraw", [True, False])
    def test_a_race_of_card_blind_seats_is_foretold(self, index: int, redraw: bool) -> None:
        rules = tm.Rules(players=3, levels=3, lives=9, max_lives=9, stars=0)
        experiment = Experiment(rules, (CardBlind(),) * 3, Race(redraw=redraw))
        record = play_game(experiment, "foretold", index)
        told = [
            (entry.action.seat, entry.at_ms)
            for entry in record.entries
            if isinstance(entry.action, tm.Play)
        ]
        assert told == foretold(rules, "foretold", index, redraw=redraw)

    def test_common_random_numbers_survive_another_policy_at_the_table(self) -> None:
        """What seat 0 draws for a card is the same whoever sits beside it."""
        drawn = []
        for other in (CardBlind(), Sitting()):
            told: dict[tuple[int, int], float] = {}
            rules = tm.Rules(players=2, levels=2, lives=9, max_lives=9, stars=0)
            play_game(Experiment(rules, (Telling(told), other)), "common")
            drawn.append(told)
        common = drawn[0].keys() & drawn[1].keys()
        assert len(common) == 3
        assert all(drawn[0][key] == drawn[1][key] for key in common)

    def test_every_part_of_the_path_counts(self) -> None:
        paths = [(0, 0, 1, 0, 0, 5, 0)]
        paths += [tuple(n + (k == place) for k, n in enumerate(paths[0])) for place in range(7)]
        assert len({reference_key("a", *path) for path in paths}) == 8


@attrs.frozen
class Sitting(Policy):
    """Plays after everybody else."""

    def wait(self, moment: Moment, draw: Draw) -> float:
        return 1e6


@attrs.frozen(eq=False)
class Telling(Policy):
    """Writes down the first number it draws for each card of each level."""

    told: dict[tuple[int, int], float]

    def wait(self, moment: Moment, draw: Draw) -> float:
        return self.told.setdefault((moment.view.level, moment.lowest), draw.first.uniform())


def foretold(rules: tm.Rules, seed: str, index: int, *, redraw: bool) -> list[tuple[int, int]]:
    """Seats and milliseconds of the plays: a second, naive reading of what a race is."""
    from math import log

    plays: list[tuple[int, int]] = []
    total = 0
    for level in range(1, rules.levels + 1):
        deck = tm.shuffled_deck(f"{seed}/{index}", level=level)
        players = rules.players
        hands = [sorted(deck[seat : players * level : players]) for seat in range(players)]
        times: dict[tuple[int, int], int] = {}
        plans: dict[tuple[int, int], int] = {}
        now = 0
        while any(hands):
            dues = {}
            for seat, hand in enumerate(hands):
                if not hand:
                    continue
                card = (seat, hand[0])
                if redraw or card not in plans:
                    n = times.get(card, 0)
                    times[card] = n + 1
                    key = reference_key(seed, index, 0, level, 0, seat, hand[0], n)
                    plans[card] = now + round(-log(reference_uniform(key, 0)) * 1_000_000)
                dues[seat] = plans[card]
            seat = min(dues, key=dues.__getitem__)
            now = dues[seat]
            plays.append((seat, (total + now) // 1000))
            top = hands[seat][0]
            hands = [[card for card in hand if card > top] for hand in hands]
        total += now
    return plays
