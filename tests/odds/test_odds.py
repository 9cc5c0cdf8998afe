"""Exact chances against all deals that would have shown the seat the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import attrs
import pytest

import themind as tm
from themind import odds


def assignments(unseen: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tm.Hand, ...]]:
    """Every way to fill hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(unseen, sizes[0]):
        rest = [card for card in unseen if card not in hand]
        for others in assignments(rest, sizes[1:]):
            yield (hand, *others)


def shown(state: tm.GameState, actions: Sequence[tm.Action], seat: int | None) -> list[object]:
    """All that a viewer is told of a level, and at its end the state; empty if a rule refuses."""
    told: list[object] = []
    for action in actions:
        if not tm.is_legal(state, action):
            return []
        state, events = tm.apply(state, action)
        told += [tm.redact(event, seat) for event in events]
    return [*told, state]


def deals_that_fit(
    start: tm.GameState, actions: Sequence[tm.Action], hands: Sequence[tm.Hand], seat: int | None
) -> list[tuple[tm.Hand, ...]]:
    """What the hands may be now, over all deals that show the viewer the same."""
    mine = () if seat is None else tuple(hands[seat])
    unseen = [card for card in range(1, start.rules.cards + 1) if card not in mine]
    sizes = [start.level] * (start.rules.players - (seat is not None))
    moves = [tm.Begin(), *actions]
    seen = shown(tm.deal(start, tm.stacked_deck(hands)).state, moves, seat)
    fitting = []
    for others in assignments(unseen, sizes):
        dealt = others if seat is None else (*others[:seat], mine, *others[seat:])
        other = shown(tm.deal(start, tm.stacked_deck(dealt)).state, moves, seat)
        if other[:-1] == seen[:-1] and other:
            fitting.append(other[-1].hands)
    return fitting


def random_level(
    start: tm.GameState, random: Random, steps: int
) -> tuple[list[tm.Action], list[tm.Hand], tm.GameState]:
    """A deal and some moves: plays by anybody, a star now and then."""
    cards = list(range(1, start.rules.cards + 1))
    random.shuffle(cards)
    level, players = start.level, start.rules.players
    hands = [tuple(sorted(cards[k * level : (k + 1) * level])) for k in range(players)]
    state = tm.begin(tm.deal(start, tm.stacked_deck(hands)).state).state
    actions: list[tm.Action] = []
    while len(actions) < steps and state.phase is tm.Phase.PLAYING:
        holders = [seat for seat in range(players) if state.hands[seat]]
        star = state.stars and random.random() < 0.4
        actions.append(tm.Star(range(players)) if star else tm.Play(random.choice(holders)))
        state = tm.apply(state, actions[-1]).state
    return actions, hands, state


def table(players: int, level: int, cards: int, stars: int = 2) -> tm.GameState:
    rules = tm.Rules(
        players=players,
        levels=level,
        first_level=level,
        lives=5,
        stars=stars,
        cards=cards,
        auto_refocus=False,
    )
    return tm.new_game(rules)


SMALL = [table(2, 3, 8), table(3, 2, 7), table(3, 2, 6), table(4, 1, 7), table(4, 2, 8)]
LEVELS = [(start, seed) for start in SMALL for seed in range(8)]


def check_against(view: tm.SeatView, deals: list[tuple[tm.Hand, ...]], seat: int | None) -> None:
    """Every chance of the module, by counting."""

    def others(deal: tuple[tm.Hand, ...]) -> list[int]:
        return [card for j, hand in enumerate(deal) if j != seat for card in hand]

    deck = range(1, view.rules.cards + 1)
    for low, high in combinations(range(view.rules.cards + 2), 2):
        free = sum(not any(low < card < high for card in others(deal)) for deal in deals)
        assert odds.chance_none_between(view, low, high) == Fraction(free, len(deals))
    for holder, card in ((j, card) for j in range(view.rules.players) for card in deck):
        held = sum(card in deal[holder] for deal in deals)
        assert odds.chance_holds(view, holder, card) == Fraction(held, len(deals))
    lowest = Counter(min(others(deal)) for deal in deals if others(deal))
    expected = {card: Fraction(lowest[card], len(deals)) for card in sorted(lowest)}
    assert list(odds.lowest_other(view).items()) == list(expected.items())
    if view.hand:
        first = sum(min(others(deal), default=99) > view.hand[0] for deal in deals)
        assert odds.chance_lowest(view) == Fraction(first, len(deals))


@pytest.mark.parametrize(("start", "seed"), LEVELS)
def test_the_formulas_agree_with_all_deals_that_fit(start: tm.GameState, seed: int) -> None:
    random = Random(seed)
    actions, hands, state = random_level(start, random, steps=random.randrange(4))
    seat = random.randrange(start.rules.players)
    deals = deals_that_fit(start, actions, hands, seat)
    check_against(tm.view(state, seat), deals, seat)


@pytest.mark.parametrize("start", [table(2, 2, 7), table(3, 1, 6)])
@pytest.mark.parametrize("seed", range(3))
def test_a_spectator_may_ask_for_all_that_needs_no_own_hand(start: tm.GameState, seed: int) -> None:
    random = Random(seed)
    actions, hands, state = random_level(start, random, steps=random.randrange(3))
    deals = deals_that_fit(start, actions, hands, None)
    check_against(tm.view(state), deals, None)


def test_some_of_these_levels_have_bounds_that_differ() -> None:
    """Otherwise the star bounds would have gone untested."""
    differing = 0
    for start, seed in LEVELS:
        random = Random(seed)
        _, _, state = random_level(start, random, steps=random.randrange(4))
        thrown = [gone.card for gone in state.aside if gone.reason is tm.AsideReason.STAR]
        held = sum(map(bool, state.hands))
        differing += held > 1 and any(card > (state.top or 0) for card in thrown)
    assert differing >= 5


def blind_start(level: int) -> tm.GameState:
    rules = tm.Rules(players=2, levels=12, lives=2, stars=1, cards=24, auto_refocus=False)
    start = attrs.evolve(tm.new_game(rules), level=level, blind=True)
    assert rules.is_full_stack
    return start


def test_a_blind_level_without_a_hidden_card_has_chances() -> None:
    """The viewer's own cards in the pile bound nobody, a thrown card its own seat."""
    start, hands = blind_start(2), [(5, 9), (7, 20)]
    actions = [tm.Star(range(2)), tm.Play(0)]
    deals = deals_that_fit(start, actions, hands, 0)
    state = shown(tm.deal(start, tm.stacked_deck(hands)).state, [tm.Begin(), *actions], 0)[-1]
    assert isinstance(state, tm.GameState)
    assert len(deals) == 24 - 7 - 1
    check_against(tm.view(state, 0), deals, 0)


def test_a_blind_level_with_an_own_play_leaves_lower_cards_to_others() -> None:
    start = blind_start(1)
    state = tm.begin(tm.deal(start, tm.stacked_deck([(20,), (7,)])).state).state
    view = tm.view(tm.play(state, 0).state, 0)
    assert odds.chance_holds(view, 1, 3) == Fraction(1, 23)


def hidden_blind_view(seat: int | None) -> tm.SeatView:
    state = tm.begin(tm.deal(blind_start(2), tm.stacked_deck([(5, 9), (7, 20)])).state).state
    return tm.view(tm.play(state, 1).state, seat)


ASKING = {
    "chance_lowest": odds.chance_lowest,
    "chance_none_between": lambda view: odds.chance_none_between(view, 0, 9),
    "chance_holds": lambda view: odds.chance_holds(view, 0, 9),
    "lowest_other": odds.lowest_other,
    "sample_hands": lambda view: odds.sample_hands(view, 1),
    "after_silence": lambda view: odds.chance_lowest_after_silence(view, 1.0, lambda *_: 1.0),
}


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("name", ASKING)
def test_cards_face_down_are_refused(name: str, seat: int | None) -> None:
    with pytest.raises(tm.InvalidArgument, match="face"):
        ASKING[name](hidden_blind_view(seat))


@pytest.mark.parametrize("name", ASKING)
def test_only_a_view_is_asked(name: str) -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    with pytest.raises(TypeError, match="SeatView"):
        ASKING[name](state)


def test_the_known_value_of_a_deck_of_twelve() -> None:
    """Top 3, own hand 7 and 9, two others with two cards each: 1/35."""
    rules = tm.Rules(players=3, levels=3, first_level=3, lives=3, stars=0, cards=12)
    start = tm.deal(tm.new_game(rules), tm.stacked_deck([(1, 7, 9), (2, 8, 10), (3, 11, 12)]))
    state = tm.begin(start.state).state
    for seat in range(3):
        state = tm.play(state, seat).state
    assert (state.top, tm.view(state, 0).hand) == (3, (7, 9))
    assert odds.chance_lowest(tm.view(state, 0)) == Fraction(1, 35)


def level_over() -> tm.SeatView:
    start = table(2, 1, 5)
    state = tm.begin(tm.deal(start, tm.stacked_deck([(2,), (4,)])).state).state
    state = tm.play(tm.play(state, 0).state, 1).state
    return tm.view(state, 0)


@pytest.mark.parametrize("view", [tm.view(table(2, 1, 5), 0), level_over()])
def test_where_nobody_holds_cards_nothing_is_hidden(view: tm.SeatView) -> None:
    assert odds.lowest_other(view) == {}
    assert odds.chance_none_between(view, 0, 6) == 1
    assert odds.chance_holds(view, 1, 3) == 0
    assert odds.sample_hands(view, 7) == ((), ())
    with pytest.raises(tm.InvalidArgument, match="card"):
        odds.chance_lowest(view)


def test_own_cards_alone_are_certainly_lowest() -> None:
    state = tm.begin(tm.deal(table(2, 2, 8), tm.stacked_deck([(1, 2), (3, 8)])).state).state
    for seat in (1, 1):
        state = tm.play(state, seat).state
    state = attrs.evolve(state, hands=((), ()), phase=tm.Phase.CLEARED)
    assert odds.lowest_other(tm.view(state, 0)) == {}
    start = tm.begin(tm.deal(table(2, 2, 8), tm.stacked_deck([(3, 8), (1, 2)])).state).state
    alone = tm.play(tm.play(start, 1).state, 1).state
    assert odds.chance_lowest(tm.view(alone, 0)) == 1


def open_view() -> tm.SeatView:
    start = tm.deal(table(3, 2, 9), tm.stacked_deck([(4, 8), (2, 6), (3, 9)])).state
    return tm.view(start, 0)


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda view: odds.chance_none_between(view, 5, 4), tm.InvalidArgument),
        (lambda view: odds.chance_none_between(view, 1.0, 4), TypeError),
        (lambda view: odds.chance_holds(view, 3, 4), tm.InvalidArgument),
        (lambda view: odds.chance_holds(view, -1, 4), tm.InvalidArgument),
        (lambda view: odds.chance_holds(view, 1, 10), tm.InvalidArgument),
        (lambda view: odds.chance_holds(view, 1, 0), tm.InvalidArgument),
        (lambda view: odds.chance_holds(view, True, 4), TypeError),
        (lambda view: odds.sample_hands(view, -1), tm.InvalidArgument),
        (lambda view: odds.sample_hands(view, "7"), TypeError),
        (lambda view: after_silence(view, -1.0), tm.InvalidArgument),
        (lambda view: after_silence(view, float("nan")), tm.InvalidArgument),
        (lambda view: after_silence(view, "1"), TypeError),
        (lambda view: after_silence(view, True), TypeError),
        (lambda view: after_silence(view, 1.0, lambda *_: 1.5), tm.InvalidArgument),
        (lambda view: after_silence(view, 1.0, lambda *_: float("nan")), tm.InvalidArgument),
        (lambda view: after_silence(view, 1.0, lambda *_: 0.0), tm.InvalidArgument),
    ],
)
def test_a_bad_argument_is_refused(ask: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        ask(open_view())  # type: ignore[operator]


def star_view() -> tuple[tm.SeatView, list[tuple[tm.Hand, ...]]]:
    """A view after a star, in which the bounds of the other two seats differ."""
    start, hands = table(3, 2, 8), [(1, 7), (2, 5), (4, 8)]
    actions = [tm.Star(range(3))]
    state = shown(tm.deal(start, tm.stacked_deck(hands)).state, [tm.Begin(), *actions], 0)[-1]
    assert isinstance(state, tm.GameState)
    return tm.view(state, 0), deals_that_fit(start, actions, hands, 0)


def test_a_sample_is_one_of_the_deals_each_as_often_as_the_others() -> None:
    """Chi-squared with 8 degrees of freedom stays below 31.8, but for one seed in 10,000."""
    view, deals = star_view()
    draws = 4_000
    drawn = Counter(odds.sample_hands(view, tm.rng.splitmix64(1, i)) for i in range(draws))
    assert set(drawn) == set(deals)
    assert len(deals) == 9
    expected = draws / len(deals)
    assert sum((drawn[deal] - expected) ** 2 / expected for deal in deals) < 31.8


def test_a_sample_depends_on_the_key_alone() -> None:
    view, _ = star_view()
    again = [odds.sample_hands(view, 5) for _ in range(2)]
    assert again[0] == again[1]
    assert len({odds.sample_hands(view, key) for key in range(50)}) > 1


def test_a_spectators_sample_fills_every_hand() -> None:
    start = tm.deal(table(2, 2, 4), tm.stacked_deck([(1, 2), (3, 4)])).state
    sampled = {odds.sample_hands(tm.view(start), key) for key in range(100)}
    assert sampled == {(a, b) for a, b in assignments([1, 2, 3, 4], [2, 2])}


def after_silence(
    view: tm.SeatView, silence: float, survival: odds.Survival = lambda _, __: 1.0
) -> float:
    return odds.chance_lowest_after_silence(view, silence, survival)


@pytest.mark.parametrize(("start", "seed"), LEVELS[::3])
def test_silence_weighs_every_deal_that_fits(start: tm.GameState, seed: int) -> None:
    random = Random(seed)
    actions, hands, state = random_level(start, random, steps=random.randrange(3))
    seat = random.choice([j for j, hand in enumerate(state.hands) if hand] or [0])
    view = tm.view(state, seat)
    if not view.hand:
        return

    def survival(gap: int, seconds: float) -> float:
        return 1 / (1 + seconds / gap)

    weights = [0.0, 0.0]
    for deal in deals_that_fit(start, actions, hands, seat):
        weight, others = 1.0, [hand for j, hand in enumerate(deal) if j != seat and hand]
        for hand in others:
            weight *= survival(hand[0] - (state.top or 0), 2.5)
        weights[all(hand[0] > view.hand[0] for hand in others)] += weight
    assert after_silence(view, 2.5, survival) == pytest.approx(weights[1] / sum(weights))


def test_a_silence_that_tells_nothing_changes_nothing() -> None:
    view = open_view()
    assert after_silence(view, 3.0) == pytest.approx(float(odds.chance_lowest(view)))


def test_silence_in_a_blind_level_counts_gaps_from_nothing() -> None:
    start = tm.begin(tm.deal(blind_start(2), tm.stacked_deck([(5, 9), (7, 20)])).state).state
    view = tm.view(tm.play(start, 0).state, 0)
    gaps = set()

    def survival(gap: int, seconds: float) -> float:
        gaps.add((gap, seconds))
        return 1.0

    assert after_silence(view, 1.0, survival) == pytest.approx(float(odds.chance_lowest(view)))
    assert gaps == {(card, 1.0) for card in range(1, 25) if card not in (5, 9)}


def test_a_view_that_no_deal_fits_is_refused() -> None:
    """Seat 1 holds three cards above 8, and the deck has two that are left."""
    rules = tm.Rules(players=2, levels=5, lives=2, stars=1, cards=10)
    seen = tm.SeatView(
        seat=0,
        rules=rules,
        phase=tm.Phase.PLAYING,
        level=5,
        lives=1,
        stars=0,
        hand=(),
        hand_sizes=(0, 3),
        pile=(tm.SeenCard(0, 8),),
    )
    for ask in (
        lambda: odds.chance_none_between(seen, 8, 10),
        lambda: odds.chance_holds(seen, 1, 9),
        lambda: odds.lowest_other(seen),
        lambda: odds.sample_hands(seen, 1),
    ):
        with pytest.raises(tm.InvalidArgument, match="view"):
            ask()


def test_numbers_of_other_libraries_are_taken() -> None:
    np = pytest.importorskip("numpy")
    state = tm.deal(tm.new_game(tm.Rules.standard(2)), (20, 30)).state
    seen = tm.view(state, 0)
    assert odds.chance_holds(seen, np.int64(1), np.int8(30)) == odds.chance_holds(seen, 1, 30)
    assert odds.chance_none_between(seen, np.int64(3), np.uint8(9)) == odds.chance_none_between(
        seen, 3, 9
    )
    assert odds.sample_hands(seen, np.int64(7)) == odds.sample_hands(seen, 7)
