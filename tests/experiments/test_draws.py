"""Draws by game, by level and for questions: their keys, their laws, and their independence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from statistics import correlation, fmean
from typing import Any

import attrs
import pytest

import themind as tm
from themind import rng
from themind.experiments import Draw, Experiment, Moment, Policy, play_game, run
from wording import about

RULES = tm.Rules(players=2, levels=2, lives=9, max_lives=9, stars=1)
Asked = tuple[str, int, int, int, int]  # what for, level, card or question, and two keys


@attrs.frozen(eq=False)
class Telling(Policy):
    """Writes down the keys of all that it can draw from."""

    told: list[Any] = attrs.field(factory=list)

    def wait(self, moment: Moment, draw: Draw) -> float:
        self._write("wait", moment, draw)
        return float(moment.gap)

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        self._write("wants_star", moment, draw)
        return moment.view.level == 2

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        self._write("agrees_to_star", moment, draw)
        return False

    def observe(self, event: tm.SeatEvent, moment: Moment, draw: Draw) -> Telling:
        self._write("observe", moment, draw)
        return self

    def _write(self, what: str, moment: Moment, draw: Draw) -> None:
        seen = moment.view
        card = seen.hand[0] if seen.hand else None
        self.told.append((what, seen, card, draw.key, draw.game.key, draw.level.key))


@pytest.fixture(params=[0, 5])
def index(request: pytest.FixtureRequest) -> int:
    number: int = request.param
    return number


@pytest.fixture
def seats(index: int) -> tuple[Telling, Telling]:
    policies = Telling(), Telling()
    play_game(Experiment(RULES, policies), "keys", index)
    return policies


class TestKeys:
    def test_the_game_has_a_key_for_each_seat(
        self, seats: tuple[Telling, Telling], index: int
    ) -> None:
        for seat, policy in enumerate(seats):
            expected = {rng.game_key("keys", game=index, seat=seat)}
            assert {told[4] for told in policy.told} == expected

    def test_each_deal_has_a_key_for_each_seat(
        self, seats: tuple[Telling, Telling], index: int
    ) -> None:
        for seat, policy in enumerate(seats):
            levels = set()
            for what, seen, *_, level_key in policy.told:
                if what != "observe" or seen.phase is not tm.Phase.DEALING:
                    expected = rng.level_key("keys", game=index, level=seen.level, seat=seat)
                    assert level_key == expected
                    levels.add(seen.level)
            assert levels == {1, 2}

    def test_stars_and_events_share_a_count(
        self, seats: tuple[Telling, Telling], index: int
    ) -> None:
        kinds = set()
        for seat, policy in enumerate(seats):
            asked = [told for told in policy.told if told[0] != "wait"]
            kinds |= {told[0] for told in asked}
            keys = [told[3] for told in asked]
            expected = [
                rng.question_key("keys", game=index, seat=seat, n=n) for n in range(len(keys))
            ]
            assert keys == expected
        assert kinds == {"wants_star", "agrees_to_star", "observe"}

    def test_waits_have_the_keys_that_they_always_had(
        self, seats: tuple[Telling, Telling], index: int
    ) -> None:
        for seat, policy in enumerate(seats):
            times: Counter[tuple[int, int]] = Counter()
            for what, seen, card, key, *_ in policy.told:
                if what == "wait":
                    n = times[seen.level, card]
                    times[seen.level, card] += 1
                    where = {"game": index, "level": seen.level, "seat": seat, "card": card}
                    assert key == rng.plan_key("keys", n=n, **where)

    def test_they_are_chains_of_words_below_the_seed(self) -> None:
        def chain(*path: int) -> int:
            key = rng.seed_key("a seed")
            for number in path:
                key = rng.splitmix64(key, number)
            return key

        deal = {"level": 4, "attempt": 2, "blind": True}
        assert rng.deck_key("a seed", **deal) == chain(1, 4, 2)
        assert rng.deck_key("a seed", level=4) == chain(0, 4, 0)
        assert rng.plan_key("a seed", game=7, seat=1, card=30, n=3, **deal) == chain(
            2, 7, 1, 4, 2, 1, 30, 3
        )
        assert rng.game_key("a seed", game=7, seat=1) == chain(3, 7, 1)
        assert rng.level_key("a seed", game=7, seat=1, **deal) == chain(4, 7, 1, 4, 2, 1)
        assert rng.question_key("a seed", game=7, seat=1, n=9) == chain(5, 7, 1, 9)

    def test_a_deck_can_be_dealt_from_its_key(self) -> None:
        for deal in ({"level": 3}, {"level": 1, "attempt": 2, "blind": True}):
            key, deck = rng.deck_key("a seed", **deal), list(range(1, 101))
            for place in range(99):
                chosen = place + ((rng.splitmix64(key, place) >> 32) * (100 - place) >> 32)
                deck[place], deck[chosen] = deck[chosen], deck[place]
            assert tuple(deck) == tm.shuffled_deck("a seed", **deal)

    @pytest.mark.parametrize(
        ("call", "error"),
        [
            (lambda: rng.deck_key("s", level=0), tm.InvalidArgument),
            (lambda: rng.deck_key("s", level=1, blind=1), TypeError),  # type: ignore[arg-type]
            (lambda: rng.game_key("s", game=-1, seat=0), tm.InvalidArgument),
            (lambda: rng.game_key("s", game=0, seat=True), TypeError),
            (lambda: rng.game_key(1.5, game=0, seat=0), TypeError),  # type: ignore[arg-type]
            (lambda: rng.question_key("s", game=0, seat=0, n=-1), tm.InvalidArgument),
            (
                lambda: rng.plan_key("s", game=0, level=1, seat=0, card=5, blind=0),  # type: ignore[arg-type]
                TypeError,
            ),
        ],
    )
    def test_of_other_numbers_there_is_no_key(
        self, call: Callable[[], int], error: type[Exception]
    ) -> None:
        with pytest.raises(error):
            call()


class TestStreams:
    def test_a_stream_begins_anew_each_time(self) -> None:
        draw = Draw(7)
        assert [draw.game.uniform() for _ in range(2)] == [draw.game.uniform()] * 2
        assert draw.level.uniform() == draw.level.uniform()
        mood = draw.game
        assert mood.uniform() != mood.uniform()

    def test_a_draw_made_by_hand_has_streams_of_its_own(self) -> None:
        keys = {(d.key, d.game.key, d.level.key) for d in map(Draw, range(50))}
        assert len({key for three in keys for key in three}) == 150
        assert Draw(3).game.key == Draw(3).game.key

    def test_streams_of_a_stream_are_those_of_the_seat(self) -> None:
        """A draw that is passed on inside a policy leads to the same moods."""

        @attrs.frozen(eq=False)
        class Same(Policy):
            def wait(self, moment: Moment, draw: Draw) -> float:
                keys = {d.game.key for d in (draw, draw.first, draw.game, draw.level)}
                levels = {d.level.key for d in (draw, draw.first, draw.game, draw.level)}
                assert len(keys) == len(levels) == 1
                return draw.level.first.uniform()

        assert run(Experiment(RULES, (Same(), Same())), 2, "s").games == 2

    def test_a_mood_lasts_for_a_game_and_differs_between_seats_and_games(self) -> None:
        moods: dict[tm.Seat, set[float]] = {0: set(), 1: set()}

        @attrs.frozen
        class Moody(Policy):
            def wait(self, moment: Moment, draw: Draw) -> float:
                moods[moment.view.seat].add(draw.game.normal())
                return 1.0

        run(Experiment(RULES, (Moody(), Moody())), 5, "moods")
        assert [len(each) for each in moods.values()] == [5, 5]
        assert not moods[0] & moods[1]


NUMBERS = 20_000


class TestLaws:
    def test_an_exponential_is_minus_the_log_of_a_uniform(self) -> None:
        assert Draw(5).exponential() == -math.log(Draw(5).uniform())
        mean = fmean(Draw(key).exponential() for key in range(NUMBERS))
        assert mean == pytest.approx(1.0, abs=4 / math.sqrt(NUMBERS))

    @pytest.mark.parametrize("n", [1, 2, 6, 100, 2**32])
    def test_an_integer_is_the_product_of_32_bits(self, n: int) -> None:
        for key in range(50):
            word = rng.splitmix64(key, 0)
            assert Draw(key).integer(n) == ((word >> 32) * n) >> 32

    def test_integers_are_even(self) -> None:
        counts = Counter(Draw(rng.splitmix64(1, k)).integer(6) for k in range(NUMBERS))
        assert sorted(counts) == list(range(6))
        assert chi_square(counts.values(), NUMBERS / 6) < 25.7  # 1 in 10,000 with 5 degrees

    def test_a_choice_is_the_item_of_an_integer(self) -> None:
        items = ["a", "b", "c"]
        for key in range(20):
            assert Draw(key).choice(items) == items[Draw(key).integer(3)]
        assert {Draw(key).choice("xyz") for key in range(30)} == set("xyz")

    def test_each_takes_one_number(self) -> None:
        draw, numbers = Draw(9), Draw(9)
        draw.exponential(), draw.integer(5), draw.choice([1]), draw.normal()
        for _ in range(4):
            numbers.uniform()
        assert draw.uniform() == numbers.uniform()

    @pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
    def test_a_number_of_choices_has_bounds(self, n: int) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("n", n)):
            Draw(1).integer(n)

    @pytest.mark.parametrize("n", [True, 2.0, "3", None])
    def test_a_number_of_choices_is_an_int(self, n: Any) -> None:
        with pytest.raises(TypeError, match=about("n", type(n))):
            Draw(1).integer(n)

    def test_no_items_have_no_choice(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("items")):
            Draw(1).choice([])
        with pytest.raises(TypeError, match=about("items", set)):
            Draw(1).choice({1, 2})  # type: ignore[arg-type]


def chi_square(counts: Any, expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def streams(game: int) -> dict[str, float]:
    """The first numbers of all kinds in one game, and some that are near to them."""

    def first(key: int) -> float:
        return Draw(key).uniform()

    plan = {"game": game, "level": 1, "seat": 0, "card": 24}
    level = {"game": game, "level": 1, "seat": 0}
    return {
        "deck": first(rng.deck_key(f"x/{game}", level=1)),
        "plan": first(rng.plan_key("x", **plan)),
        "plan again": first(rng.plan_key("x", **plan, n=1)),
        "other card": first(rng.plan_key("x", **{**plan, "card": 25})),
        "game": first(rng.game_key("x", game=game, seat=0)),
        "other seat": first(rng.game_key("x", game=game, seat=1)),
        "next game": first(rng.game_key("x", game=game + 1, seat=0)),
        "level": first(rng.level_key("x", **level)),
        "other level": first(rng.level_key("x", **{**level, "level": 2})),
        "other attempt": first(rng.level_key("x", **level, attempt=1)),
        "question": first(rng.question_key("x", game=game, seat=0, n=0)),
        "next question": first(rng.question_key("x", game=game, seat=0, n=1)),
        "tie": (rng.splitmix64(rng.plan_key("x", **plan), 2**63) >> 12) * 2.0**-52,
    }


GAMES = 4_000
CELLS = 5


@pytest.fixture(scope="module")
def drawn() -> dict[str, list[float]]:
    games = [streams(game) for game in range(GAMES)]
    return {name: [game[name] for game in games] for name in games[0]}


class TestIndependence:
    """Each stream is even, and no two of them go together, over thousands of games."""

    def test_each_is_even(self, drawn: dict[str, list[float]]) -> None:
        for name, numbers in drawn.items():
            counts = Counter(int(number * 20) for number in numbers)
            assert chi_square(counts.values(), GAMES / 20) < 52.0, name  # 1 in 15,000

    def test_no_two_are_correlated(self, drawn: dict[str, list[float]]) -> None:
        for one, other in combinations(drawn, 2):
            found = correlation(drawn[one], drawn[other])
            assert abs(found) < 4.5 / math.sqrt(GAMES), (one, other)

    def test_every_pair_fills_the_square_evenly(self, drawn: dict[str, list[float]]) -> None:
        """Chi-square with 24 degrees of freedom: 68 is one in 250,000, for 78 pairs."""
        cells = list(product(range(CELLS), repeat=2))
        for one, other in combinations(drawn, 2):
            pairs = zip(drawn[one], drawn[other], strict=True)
            counts = Counter((int(x * CELLS), int(y * CELLS)) for x, y in pairs)
            expected = GAMES / len(cells)
            assert chi_square([counts[cell] for cell in cells], expected) < 68.0, (one, other)

    @pytest.mark.unmeasured
    def test_no_key_is_there_twice(self) -> None:
        keys = [
            key
            for game in range(40)
            for seat in range(4)
            for key in (
                rng.game_key("x", game=game, seat=seat),
                *(rng.question_key("x", game=game, seat=seat, n=n) for n in range(40)),
                *(
                    rng.level_key("x", game=game, level=level, seat=seat, attempt=a)
                    for level in range(1, 13)
                    for a in range(2)
                ),
                *(
                    rng.plan_key("x", game=game, level=1, seat=seat, card=card, n=n)
                    for card in range(1, 101)
                    for n in range(2)
                ),
            )
        ]
        assert len(set(keys)) == len(keys) == 40 * 4 * (1 + 40 + 24 + 200)
