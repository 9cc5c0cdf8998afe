"""The exact laws: known values, other formulas for the same law, and small cases by counting."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from statistics import NormalDist
from typing import Any

import pytest

from themind import InvalidArgument, MistakePenalty, Reward, Rules
from themind.experiments.exact import (
    RaceChances,
    additive,
    card_blind,
    lognormal,
    race,
    race_laws,
    weber,
    win,
)
from wording import about

pytestmark = pytest.mark.once

Chances = dict[int, float]


def standard_without_stars() -> Rules:
    return Rules.standard(players=2).without_stars()


class TestCardBlind:
    @pytest.mark.parametrize(
        ("players", "level", "law"),
        [
            (1, 3, "1"),
            (2, 1, "1/2 1/2"),
            (3, 1, "1/6 5/6"),
            (3, 2, "1/90 167/405 443/810 4/135"),
        ],
    )
    def test_known_values(self, players: int, level: int, law: str) -> None:
        assert card_blind(players, level) == tuple(map(Fraction, law.split()))

    @pytest.mark.parametrize("level", [1, 2, 5, 12])
    def test_two_players_have_a_formula(self, level: int) -> None:
        ways = [math.comb(level, k) ** 2 for k in range(level + 1)]
        assert card_blind(2, level) == tuple(Fraction(w, math.comb(2 * level, level)) for w in ways)

    @pytest.mark.parametrize(("players", "level"), [(2, 12), (3, 5), (4, 3), (4, 8)])
    def test_no_mistake_has_a_formula_for_any_number(self, players: int, level: int) -> None:
        law = card_blind(players, level)
        orders = Fraction(math.factorial(level) ** players, math.factorial(players * level))
        assert law[0] == orders
        assert sum(law) == 1
        assert law[-1] > 0

    @pytest.mark.parametrize(("players", "level"), [(3, 1), (2, 2), (4, 1), (3, 2)])
    def test_it_is_what_drawing_players_by_lot_gives(self, players: int, level: int) -> None:
        total: dict[int, Fraction] = {}
        deals = list(deals_of(range(players * level), [level] * players))
        for deal in deals:
            for mistakes, chance in drawn_by_lot(deal).items():
                total[mistakes] = total.get(mistakes, Fraction(0)) + chance / len(deals)
        assert card_blind(players, level) == tuple(total[k] for k in range(len(total)))

    @pytest.mark.parametrize(("players", "level"), [(0, 1), (2, 0)])
    def test_a_table_without_players_or_cards_is_refused(self, players: int, level: int) -> None:
        with pytest.raises(InvalidArgument, match=about(1, 0)):
            card_blind(players, level)

    def test_a_number_of_players_is_an_int(self) -> None:
        with pytest.raises(TypeError, match=about("players", "bool")):
            card_blind(True, 1)


def deals_of(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in deals_of(rest, sizes[1:]):
            yield (hand, *others)


def after_play(
    hands: tuple[tuple[int, ...], ...], seat: int
) -> tuple[tuple[tuple[int, ...], ...], bool]:
    """The hands after a play of the lowest card, and whether it skipped one."""
    top = hands[seat][0]
    left = tuple(tuple(card for card in hand if card > top) for hand in hands)
    return left, sum(map(len, left)) + 1 < sum(map(len, hands))


def drawn_by_lot(hands: tuple[tuple[int, ...], ...]) -> dict[int, Fraction]:
    active = [seat for seat, hand in enumerate(hands) if hand]
    if not active:
        return {0: Fraction(1)}
    law: dict[int, Fraction] = {}
    for seat in active:
        left, mistake = after_play(hands, seat)
        for mistakes, chance in drawn_by_lot(left).items():
            k = mistakes + mistake
            law[k] = law.get(k, Fraction(0)) + chance / len(active)
    return law


def raced(
    hands: tuple[tuple[int, ...], ...],
    top: int,
    first: Callable[[int, int], float],
    together: Callable[[int, int], float] = lambda near, far: 0.0,
    *,
    per_card: bool = False,
) -> Chances:
    """The law of the lives that two given hands cost, step by step."""
    if not hands[0] or not hands[1]:
        return {0: 1.0}
    near = 0 if hands[0][0] < hands[1][0] else 1
    gaps = hands[near][0] - top, hands[1 - near][0] - top
    tie = together(*gaps)
    ahead = first(*gaps)
    law: Chances = {}
    for order, chance in (
        ([near], ahead),
        ([1 - near], 1 - ahead - tie),
        ([near, 1 - near], tie / 2),
        ([1 - near, near], tie / 2),
    ):
        left, lives, now = hands, 0, top
        planned = [hands[seat][0] for seat in order]
        for seat, card in zip(order, planned, strict=True):
            if card not in left[seat]:
                continue  # it was skipped as the other one landed
            held = sum(map(len, left))
            left, mistake = after_play(left, seat)
            lives += held - sum(map(len, left)) - 1 if per_card else mistake
            now = card
        rest = raced(left, now, first, together, per_card=per_card)
        for more, likely in rest.items():
            law[lives + more] = law.get(lives + more, 0.0) + chance * likely
    return law


def odd_chance(near: int, far: int) -> float:
    """A chance with no pattern that a formula could lean on, and below one half at times."""
    return (near * 7 + far * 3) % 11 / 11


def odd_tie(near: int, far: int) -> float:
    """A chance that leaves room for the odd chance."""
    return (1 - odd_chance(near, far)) * ((near + 2 * far) % 5) / 7


class TestRace:
    @pytest.mark.parametrize(("sigma", "none"), [(0.05, 0.97705), (0.15, 0.92884), (0.30, 0.86958)])
    def test_known_values_of_two_lognormal_clocks(self, sigma: float, none: float) -> None:
        law = race(lognormal(sigma), level=1)
        assert law == pytest.approx((none, 1 - none), abs=5e-6)

    @pytest.mark.parametrize(("level", "cards"), [(1, 2), (1, 6), (2, 7), (3, 8), (4, 8)])
    @pytest.mark.parametrize("chance", [odd_chance, lognormal(0.4)])
    def test_it_is_what_all_deals_of_a_small_deck_give(
        self, level: int, cards: int, chance: Callable[[int, int], float]
    ) -> None:
        deals = list(deals_of(range(1, cards + 1), [level, level]))
        law = [0.0] * (level + 1)
        for deal in deals:
            for mistakes, likely in raced(deal, 0, chance).items():
                law[mistakes] += likely / len(deals)
        assert race(chance, level, cards) == pytest.approx(law, abs=1e-13)

    @pytest.mark.parametrize("per_card", [False, True])
    @pytest.mark.parametrize(("level", "cards"), [(1, 5), (2, 7), (3, 8), (4, 8)])
    @pytest.mark.parametrize("chances", [RaceChances(odd_chance, odd_tie), weber(1.5)])
    def test_ties_and_lives_are_what_all_deals_of_a_small_deck_give(
        self, level: int, cards: int, chances: RaceChances, *, per_card: bool
    ) -> None:
        deals = list(deals_of(range(1, cards + 1), [level, level]))
        most = max(1, 2 * level - 2) if per_card else level
        law = [0.0] * (most + 1)
        for deal in deals:
            counted = raced(deal, 0, chances, chances.together, per_card=per_card)
            for lives, likely in counted.items():
                law[lives] += likely / len(deals)
        assert min(law) > 0, "no entry is always 0"
        penalty = MistakePenalty.PER_CARD if per_card else MistakePenalty.PER_MISTAKE
        found = race(chances, level, cards, penalty=penalty)
        assert found == pytest.approx(law, abs=1e-13)

    def test_lives_without_ties_are_counted_too(self) -> None:
        deals = list(deals_of(range(1, 8), [3, 3]))
        law = [0.0] * 5
        for deal in deals:
            for lives, likely in raced(deal, 0, odd_chance, per_card=True).items():
                law[lives] += likely / len(deals)
        found = race(odd_chance, 3, 7, penalty=MistakePenalty.PER_CARD)
        assert found == pytest.approx(law, abs=1e-13)

    def test_with_one_card_each_a_mistake_costs_one_life_either_way(self) -> None:
        per_card = race(weber(0.7), 1, 30, penalty=MistakePenalty.PER_CARD)
        assert per_card == pytest.approx(race(weber(0.7), 1, 30), abs=1e-15)

    @pytest.mark.parametrize("penalty", ["PER_CARD", "per_card", None, 1])
    def test_another_penalty_is_refused(self, penalty: Any) -> None:
        with pytest.raises(TypeError, match=about("penalty", "MistakePenalty")):
            race(lognormal(0.1), 1, 5, penalty=penalty)

    @pytest.mark.parametrize(
        ("chances", "words"),
        [
            (RaceChances(lambda near, far: 0.5, lambda near, far: -0.1), ["together(1, 2)", -0.1]),
            (RaceChances(lambda near, far: 0.8, lambda near, far: 0.3), ["(1, 2)", 1]),
        ],
    )
    def test_chances_that_there_are_not(self, chances: RaceChances, words: list[object]) -> None:
        with pytest.raises(InvalidArgument, match=about(*words)):
            race(chances, 1, 5)

    @pytest.mark.parametrize(("level", "cards"), [(3, 100), (5, 40), (8, 30)])
    def test_a_toss_up_is_card_blind_play(self, level: int, cards: int) -> None:
        law = race(lambda near, far: 0.5, level, cards)
        assert law == pytest.approx([float(chance) for chance in card_blind(2, level)], rel=1e-10)

    def test_without_upsets_there_are_no_mistakes(self) -> None:
        assert race(lambda near, far: 1.0, 3, 20) == (1.0, 0.0, 0.0, 0.0)

    def test_one_table_serves_several_levels(self) -> None:
        laws = race_laws(lognormal(0.2), [3, 1, 2], cards=25)
        assert sorted(laws) == [1, 2, 3]
        for level, law in laws.items():
            assert law == pytest.approx(race(lognormal(0.2), level, cards=25), rel=1e-12)

    @pytest.mark.parametrize("chance", [-0.1, 1.1, math.nan])
    def test_what_is_no_chance_is_refused(self, chance: float) -> None:
        with pytest.raises(InvalidArgument, match=about("chance_first(1, 2)", chance)):
            race(lambda near, far: chance, 1, 5)

    @pytest.mark.parametrize(("levels", "cards"), [([], 9), ([0], 9), ([1, 5], 9)])
    def test_a_deck_that_is_too_small_is_refused(self, levels: list[int], cards: int) -> None:
        with pytest.raises(InvalidArgument):
            race_laws(lognormal(0.1), levels, cards)


def cut_off_by_hand(near_mean: float, near_sd: float, far_mean: float, far_sd: float) -> Chances:
    """The chances of two cut-off normal waits: the nearer first (1), both together (0)."""
    normal, steps = NormalDist(), 20_000
    zero = [normal.cdf(-near_mean / near_sd), normal.cdf(-far_mean / far_sd)]
    low, high = max(-near_mean / near_sd, -9.0), 9.0
    width, first = (high - low) / steps, zero[0] * (1 - zero[1])
    for step in range(steps):
        z = low + (step + 0.5) * width
        later = 1 - normal.cdf((near_mean + near_sd * z - far_mean) / far_sd)
        first += normal.pdf(z) * later * width
    return {1: first, 0: zero[0] * zero[1]}


class TestChances:
    @pytest.mark.parametrize("fraction", [0.3, 0.5, 1.0, 2.0, 10.0])
    @pytest.mark.parametrize(("near", "far"), [(1, 2), (1, 100), (50, 51), (20, 60)])
    def test_waits_of_weber_are_cut_off_at_0(self, fraction: float, near: int, far: int) -> None:
        chances = weber(fraction)
        expected = cut_off_by_hand(near, fraction * near, far, fraction * far)
        assert chances(near, far) == pytest.approx(expected[1], abs=1e-8)
        assert chances.together(near, far) == pytest.approx(expected[0], rel=1e-9, abs=1e-18)

    @pytest.mark.parametrize("sd", [0.4, 1.0, 3.0, 20.0])
    @pytest.mark.parametrize(("near", "far"), [(1, 2), (1, 100), (3, 5)])
    def test_so_are_additive_ones(self, sd: float, near: int, far: int) -> None:
        chances, expected = additive(sd), cut_off_by_hand(near, sd, far, sd)
        assert chances(near, far) == pytest.approx(expected[1], abs=1e-8)
        assert chances.together(near, far) == pytest.approx(expected[0], rel=1e-9, abs=1e-18)

    def test_each_is_the_law_of_two_normal_waits(self) -> None:
        """The chance that a normal difference is above 0, from the error function."""

        def above(mean: float, sd: float) -> float:
            return 0.5 * (1 + math.erf(mean / sd / math.sqrt(2)))

        assert additive(0.5)(3, 4) == pytest.approx(above(1, math.sqrt(0.5)), abs=1e-11)
        assert weber(0.2)(3, 4) == pytest.approx(above(1, math.sqrt(0.6**2 + 0.8**2)))
        assert lognormal(0.2)(3, 4) == pytest.approx(above(math.log(4 / 3), 0.2 * math.sqrt(2)))

    @pytest.mark.parametrize("make", [additive, weber, lognormal])
    @pytest.mark.parametrize("spread", [0, -1.0, math.inf, math.nan])
    def test_a_spread_is_finite_and_above_0(self, make: object, spread: float) -> None:
        with pytest.raises(InvalidArgument):
            make(spread)  # type: ignore[operator]

    @pytest.mark.parametrize("spread", ["0.1", True, None])
    def test_a_spread_is_a_number(self, spread: object) -> None:
        with pytest.raises(TypeError):
            lognormal(spread)  # type: ignore[arg-type]


class TestWin:
    @pytest.mark.parametrize(
        ("chance", "wins"),
        [
            (lognormal(0.10), 0.858000),
            (lognormal(0.20), 0.186041),
            (weber(0.15), 0.469316),
        ],
        ids=["lognormal-0.10", "lognormal-0.20", "weber-0.15"],
    )
    @pytest.mark.slow
    def test_known_values_of_whole_games(
        self, chance: Callable[[int, int], float], wins: float
    ) -> None:
        laws = race_laws(chance, range(1, 13))
        assert win(laws, standard_without_stars()) == pytest.approx(wins, abs=1e-6)

    @pytest.mark.parametrize(
        ("chance", "wins"),
        [(lognormal(0.10), 0.973824), (lognormal(0.20), 0.770865), (weber(0.15), 0.890636)],
        ids=["lognormal-0.10", "lognormal-0.20", "weber-0.15"],
    )
    def test_known_values_of_short_games(
        self, chance: Callable[[int, int], float], wins: float
    ) -> None:
        """Six levels from a deck of forty; 8,000 simulated games of .20 win .77 of them too."""
        rules = Rules(players=2, levels=6, lives=2, stars=0, max_stars=0, cards=40)
        laws = race_laws(chance, range(1, 7), cards=40)
        assert win(laws, rules) == pytest.approx(wins, abs=1e-6)

    def test_lives_are_spent_and_earned_level_by_level(self) -> None:
        """Two lives; level 3 pays one, at most two are held. By hand, all paths."""
        rules = Rules(
            players=2,
            levels=4,
            first_level=3,
            lives=2,
            max_lives=2,
            stars=0,
            max_stars=0,
            rewards={3: Reward.LIFE},
        )
        laws = {3: (0.5, 0.2, 0.3), 4: (0.6, 0.3, 0.1)}
        stays_at_two = 0.5 + 0.2  # none lost and none gained, or one lost and one gained
        assert win(laws, rules) == pytest.approx(stays_at_two * 0.9)
        assert win([laws[3], laws[4]], rules) == win(laws, rules)

    def test_no_chance_is_above_1(self) -> None:
        """Counts of 10^16 deals and sums of chances are rounded."""
        assert race(lambda near, far: 1.0, level=6)[0] == 1
        rules = Rules(players=2, levels=1, lives=2, stars=0, max_stars=0)
        laws = [race(chance, level=1) for chance in (additive(0.5), weber(0.3), lognormal(0.9))]
        chances = [win([law], rules) for law in laws]
        assert 1 - 1e-12 < min(chances) <= max(chances) <= 1

    def test_a_last_life_allows_no_mistake(self) -> None:
        rules = Rules(players=2, levels=2, lives=1, stars=0, max_stars=0)
        laws = [card_blind(2, 1), card_blind(2, 2)]
        assert win(laws, rules) == pytest.approx(1 / 2 * 1 / 6)

    @pytest.mark.parametrize("laws", [{1: (1.0,)}, [(1.0,)]])
    def test_a_missing_law_is_named(self, laws: object) -> None:
        rules = Rules(players=2, levels=2, lives=1, stars=0, max_stars=0)
        with pytest.raises(InvalidArgument, match=about("level 2")):
            win(laws, rules)  # type: ignore[arg-type]
