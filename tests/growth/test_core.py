"""Transitions, views and questions take steps in proportion to the table, at most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import get_args

import attrs
import pytest

import themind as tm
from claims import claim
from growth.steps import FACTOR, SLACK, steps_of, too_fast
from growth.walks import Moment, in_order, moments, moments_of_cards, moments_of_seats
from themind import odds, render, words

pytestmark = [pytest.mark.unmeasured, pytest.mark.once]

SIZES: dict[str, Callable[[int], list[Moment]]] = {
    "seats": moments_of_seats,
    "cards": moments_of_cards,
}
SMALL = 20
# A blind run follows a victory over the full stack only, whose size is fixed.
FIXED_ACTIONS = {tm.ContinueBlind}
FIXED_EVENTS = {tm.BlindStarted}


@cache
def kept(dimension: str, size: int) -> list[Moment]:
    return SIZES[dimension](size)


def steps_by_name(calls: Iterator[tuple[str, Callable[[], object]]]) -> dict[str, int]:
    """The steps of each call, once all that a cache keeps is in it."""
    steps = {}
    for name, call in calls:
        call()
        steps[name] = steps_of(call)
    return steps


Calls = Iterator[tuple[str, Callable[[], object]]]


def applies(found: list[Moment]) -> Calls:
    for name, state, action in found:
        yield name, lambda state=state, action=action: tm.apply(state, action)


def checks(found: list[Moment]) -> Calls:
    """Every action is asked for in each state, most of them in vain."""
    for name, state, _ in found:
        for other in {type(moment.action): moment.action for moment in found}.values():
            asked = f"{name}: {type(other).__name__}"
            yield asked, lambda state=state, other=other: tm.check(state, other)


def legal(found: list[Moment]) -> Calls:
    for name, state, _ in found:
        yield name, lambda state=state: tm.legal_actions(state)
        seen = tm.view(state, 0)
        yield f"{name}, a view", lambda seen=seen: tm.legal_actions(seen)


def views(found: list[Moment]) -> Calls:
    for name, state, _ in found:
        yield name, lambda state=state: tm.view(state, 0)


def facts(found: list[Moment]) -> Calls:
    """The properties of positions, and what their values are built of."""
    for name, state, _ in found[::3]:
        for kind, position in (("state", state), ("view", tm.view(state, 1))):
            named = f"{name}, {kind}"
            yield f"{named} middle", lambda position=position: position.middle
            yield f"{named} repr", lambda position=position: repr(position)
            yield f"{named} copy", lambda position=position: attrs.evolve(position)


def events_of(found: list[Moment]) -> Iterator[tuple[str, tm.GameState, tm.Event]]:
    """The last event of each type in each step, and the state before it."""
    for name, start, action in found:
        state, last = start, dict[str, tuple[tm.GameState, tm.Event]]()
        for event in tm.apply(start, action).events:
            last[f"{name}: {type(event).__name__}"] = state, event
            state = tm.evolve(state, event)
        for named, (before, event) in last.items():
            yield named, before, event


def evolves(found: list[Moment]) -> Calls:
    for name, state, event in events_of(found):
        yield name, lambda state=state, event=event: tm.evolve(state, event)


def redacts(found: list[Moment]) -> Calls:
    for name, _, event in events_of(found):
        yield name, lambda event=event: tm.redact(event, 0)


def evolves_views(found: list[Moment]) -> Calls:
    for name, state, event in events_of(found):
        for seat in (0, state.players - 1, None):
            seen, shown = tm.view(state, seat), tm.redact(event, seat)
            who = "spectator" if seat is None else "first" if seat == 0 else "last"
            yield f"{name}, {who}", lambda seen=seen, shown=shown: tm.evolve_view(seen, shown)


def sentences(found: list[Moment]) -> Calls:
    for name, state, event in events_of(found):
        names = [f"player {seat}" for seat in range(state.players)]
        yield name, lambda event=event, names=names: words.describe(event, names)
        yield f"{name}, seat 0", lambda event=event: words.describe(tm.redact(event, 0))


def pictures(found: list[Moment]) -> Calls:
    for name, state, _ in found[4::16]:
        for draw in (render.text, render.svg):
            yield f"{name} {draw.__name__}", lambda state=state, draw=draw: draw(state)
            seen = tm.view(state, 0)
            yield f"{name} {draw.__name__} view", lambda seen=seen, draw=draw: draw(seen)


OPERATIONS: dict[str, Callable[[list[Moment]], Calls]] = {
    "apply": applies,
    "check": checks,
    "legal_actions": legal,
    "view": views,
    "positions": facts,
    "evolve": evolves,
    "redact": redacts,
    "evolve_view": evolves_views,
    "describe": sentences,
    "render": pictures,
}


@pytest.mark.parametrize("dimension", SIZES)
@pytest.mark.parametrize("operation", OPERATIONS)
@claim("explanation/speed.md", "How growth is tested")
@claim("explanation/speed.md", "Seats")
def test_steps_grow_with_the_table(operation: str, dimension: str) -> None:
    small, large = [
        steps_by_name(OPERATIONS[operation](kept(dimension, size)))
        for size in (SMALL, FACTOR * SMALL)
    ]
    assert len(small) > 10
    assert too_fast(small, large) == {}


def test_the_walk_meets_every_action_and_event() -> None:
    found = kept("seats", SMALL)
    actions = {type(moment.action) for moment in found}
    events = {type(event) for _, _, event in events_of(found)}
    assert actions == {*get_args(tm.Action)} - FIXED_ACTIONS
    assert events == {*get_args(tm.Event)} - FIXED_EVENTS


# They walk through the deck: all of it is in question.
WHOLE_DECK = ("undealt", "unseen")


@pytest.mark.parametrize("operation", ["apply", "evolve", "view", "redact", "evolve_view"])
def test_the_size_of_the_deck_adds_no_steps(operation: str) -> None:
    calls = OPERATIONS[operation]
    small, large = [steps_by_name(calls(list(moments(3, 4, cards)))) for cards in (100, 1_000)]
    assert too_fast(small, large, work=1) == {}


@pytest.mark.parametrize("name", WHOLE_DECK)
def test_a_question_about_the_whole_deck_walks_it_once(name: str) -> None:
    steps = {}
    for cards in (100, 400):
        state = list(moments(3, 4, cards))[4].state
        position = state if name == "undealt" else tm.view(state, 0)
        steps[cards] = steps_of(lambda position=position: getattr(position, name))
    assert steps[400] <= SLACK * FACTOR * steps[100]


class TestDecks:
    def test_steps_of_a_shuffle(self) -> None:
        steps = [steps_of(lambda n=n: tm.shuffled_deck("x", level=1, cards=n)) for n in (250, 1000)]
        assert steps[1] <= SLACK * FACTOR * steps[0]

    @pytest.mark.parametrize("cards", [1_000, 10_000])
    @claim("explanation/speed.md", "Decks")
    def test_few_cards_take_as_many_steps_of_any_large_deck(self, cards: int) -> None:
        def deal(cards: int, count: int) -> int:
            state = tm.new_game(tm.Rules(players=2, levels=6, lives=2, stars=0, cards=cards))
            tm.deck_for(state, "x", count=count)
            return steps_of(lambda: tm.deck_for(state, "x", count=count))

        assert deal(cards, 12) == deal(100, 12)
        assert deal(cards, 12 * FACTOR) <= SLACK * FACTOR * deal(cards, 12)

    @pytest.mark.parametrize("deal", [tm.stacked_deck, lambda hands: tm.LevelDealt(5, hands)])
    def test_steps_of_hands(self, deal: Callable[[object], object]) -> None:
        hands = [[tuple(range(k, 5 * n + 1, n)) for k in range(1, n + 1)] for n in (50, 200)]
        steps = [steps_of(lambda dealt=dealt: deal(dealt)) for dealt in hands]
        assert steps[1] <= SLACK * FACTOR * steps[0]


class TestPlayTogether:
    """The cards of a landing, on a table of many seats: one pass, not one for each card."""

    @pytest.mark.parametrize("order", ["in order", "highest first"])
    def test_steps_of_a_landing(self, order: str) -> None:
        steps = []
        for players in (50, 200):
            rules = tm.Rules(players=players, levels=2, lives=2, stars=0, cards=1_000)
            state = tm.begin(tm.deal(tm.new_game(rules), range(1, players + 1)).state).state
            plays = in_order(state)[:: 1 if order == "in order" else -1]
            steps.append(steps_of(lambda state=state, plays=plays: tm.play_together(state, plays)))
        assert steps[1] <= SLACK * FACTOR * steps[0]


class TestRules:
    def test_steps_of_rules_with_many_rewards(self) -> None:
        steps = []
        for levels in (100, 400):
            rewards = dict.fromkeys(range(1, levels + 1), tm.Reward.LIFE)
            table = lambda levels=levels, rewards=rewards: tm.Rules(  # noqa: E731
                players=2, levels=levels, lives=1, stars=0, rewards=rewards, cards=1_000
            )
            steps.append(steps_of(table))
        assert steps[1] <= SLACK * FACTOR * steps[0]


class TestOdds:
    """Chances of a view, by its unseen cards and by its other hands."""

    @staticmethod
    def seen(players: int, level: int, cards: int) -> tm.SeatView:
        rules = tm.Rules(
            players=players, levels=level, first_level=level, lives=1, stars=1, cards=cards
        )
        state = tm.new_game(rules)
        return tm.view(tm.begin(tm.deal(state, tm.deck_for(state, "x")).state).state, 0)

    @pytest.mark.parametrize("size", [(10, 2, 100), (2, 10, 100), (3, 3, 100)])
    @pytest.mark.parametrize(
        "ask",
        [
            odds.chance_lowest,
            lambda seen: odds.chance_none_between(seen, 2, 40),
            lambda seen: odds.chance_holds(seen, 1, max(seen.unseen)),
            lambda seen: odds.sample_hands(seen, 7),
        ],
    )
    def test_steps_of_a_chance(
        self, size: tuple[int, int, int], ask: Callable[[tm.SeatView], object]
    ) -> None:
        players, level, cards = size
        small = self.seen(players, level, cards)
        larger = {
            "players": self.seen(FACTOR * (players - 1) + 1, level, FACTOR * cards),
            "level": self.seen(players, FACTOR * level, FACTOR * cards),
            "cards": self.seen(players, level, FACTOR * cards),
        }
        steps = steps_of(lambda: ask(small))
        grown = {name: steps_of(lambda seen=seen: ask(seen)) for name, seen in larger.items()}
        assert {name: n for name, n in grown.items() if n > SLACK * FACTOR * steps} == {}

    def test_steps_of_a_distribution(self) -> None:
        """It has a chance for each unseen card, each of which asks of every other hand."""
        small, cards, seats = self.seen(4, 3, 60), self.seen(4, 3, 240), self.seen(13, 3, 60)
        steps, more_cards, more_seats = [
            steps_of(lambda seen=seen: odds.lowest_other(seen)) for seen in (small, cards, seats)
        ]
        assert more_cards <= SLACK * (len(cards.unseen) / len(small.unseen)) * steps
        assert more_seats <= SLACK * FACTOR * steps

    def test_steps_of_a_chance_after_a_silence(self) -> None:
        """It keeps the ways to fill the hands: for one partner as many as cards and one."""
        small, large = self.seen(2, 3, 60), self.seen(2, 3, 240)
        steps, more = [
            steps_of(
                lambda seen=seen: odds.chance_lowest_after_silence(seen, 1.0, lambda g, s: 0.5)
            )
            for seen in (small, large)
        ]
        assert more <= SLACK * (len(large.unseen) / len(small.unseen)) * steps
