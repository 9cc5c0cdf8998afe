"""What may be asked for in a position, and what may not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import themind as tm
from themind.testing._tables import drawn_deck

AT_MOST_TOGETHER = 6
ONWARD = 3


def actions(state: tm.GameState) -> SearchStrategy[tm.Action]:
    """Legal actions of a state; nothing can be drawn where a game is over for good.

    The play that disturbs nobody comes more often than others, so that games get on; plays and
    yeses come with and without their guard. Shrinks to the action that leads on.

    >>> import themind as tm
    >>> from hypothesis import given, strategies as st
    >>> from themind import testing
    >>> @given(st.data(), testing.states(phases=[tm.Phase.PLAYING]))
    ... def test_what_is_legal_is_not_refused(data, state):
    ...     assert tm.is_legal(state, data.draw(testing.actions(state)))
    >>> test_what_is_legal_is_not_refused()
    """
    if state.phase is tm.Phase.DEALING:
        return _deals(state)
    if state.phase is tm.Phase.PLAYING:
        return _while_playing(state)
    listed = list(tm.legal_actions(state))
    return st.sampled_from(listed[:1] * ONWARD + listed) if listed else st.nothing()


def onward(state: tm.GameState) -> SearchStrategy[tm.Action]:
    """The actions of `actions` that lead on towards the end of a game."""
    if state.phase is tm.Phase.PLAYING:
        return st.just(tm.Play(order_of(state)[0]))
    if state.phase is tm.Phase.DEALING:
        return actions(state)
    return st.just(tm.legal_actions(state)[0])


@st.composite
def _deals(draw: DrawFn, state: tm.GameState) -> tm.Action:
    return tm.Deal(drawn_deck(draw, state.rules, state.level))


def _while_playing(state: tm.GameState) -> SearchStrategy[tm.Action]:
    listed = tm.legal_actions(state)
    whole_vote = tm.Star(range(state.players))
    votes: list[tm.Action] = [action for action in listed if isinstance(action, tm.AgreeToStar)]
    votes += [whole_vote] if tm.is_legal(state, whole_vote) else []
    on: list[tm.Action] = [tm.Play(order_of(state)[0])]
    return st.one_of(
        st.sampled_from(on * ONWARD + votes),
        st.sampled_from([*reversed(listed), *[_guarded(state, action) for action in listed]]),
        _landings(state),
    )


def order_of(state: tm.GameState) -> list[tm.Seat]:
    """The seat of each held card, from the lowest card to the highest."""
    held = [(card, seat) for seat, hand in enumerate(state.hands) for card in hand]
    return [seat for _, seat in sorted(held)]


def in_order(state: tm.GameState) -> tm.PlayTogether:
    """All held cards at once, the lowest first, so that nothing goes wrong."""
    return tm.PlayTogether([tm.Play(seat) for seat in order_of(state)])


def _guarded(state: tm.GameState, action: tm.Action) -> tm.Action:
    match action:
        case tm.Play(seat):
            return tm.Play(seat, state.hands[seat][0])
        case tm.AgreeToStar(seat):
            return tm.AgreeToStar(seat, cards_down=len(state.pile) + len(state.aside))
        case _:
            return action


@st.composite
def _landings(draw: DrawFn, state: tm.GameState) -> tm.Action:
    """Some cards that land together: the lowest ones in order, or any, each guarded or not."""
    seats = order_of(state)
    if draw(st.booleans()):
        seats = draw(st.permutations(seats))
    landed = seats[: draw(st.integers(1, min(len(seats), AT_MOST_TOGETHER)))]
    left = {seat: iter(hand) for seat, hand in enumerate(state.hands)}
    named = [(seat, next(left[seat])) for seat in landed]
    guarded = draw(st.booleans())
    return tm.PlayTogether([tm.Play(seat, card if guarded else None) for seat, card in named])


def any_actions(state: tm.GameState) -> SearchStrategy[tm.Action]:
    """Actions that somebody might ask for, legal or not.

    Seats that are not there, cards that nobody holds, stale guards, decks that cannot be dealt,
    actions of another phase: with `seats` for `by`, every code of refusal occurs.

    >>> import themind as tm
    >>> from hypothesis import given, strategies as st
    >>> from themind import testing
    >>> @given(st.data(), testing.states())
    ... def test_a_refusal_says_why(data, state):
    ...     refused = tm.check(state, data.draw(testing.any_actions(state)))
    ...     assert refused is None or refused.rule
    >>> test_a_refusal_says_why()
    """
    return _asked(state)


@st.composite
def _asked(draw: DrawFn, state: tm.GameState) -> tm.Action:
    legal, fitting = actions(state), st.sampled_from(_in_phase(state))
    anything = _anything(state.players, state.rules.cards)
    over = not goes_on(state)
    return draw(
        draw(st.sampled_from([fitting if over else legal, fitting, fitting, fitting, anything]))
    )


def goes_on(state: tm.GameState) -> bool:
    """Whether anything at all can still be done."""
    return state.phase is tm.Phase.DEALING or bool(tm.legal_actions(state))


def _in_phase(state: tm.GameState) -> list[tm.Action]:
    """What somebody might ask for now, by mistake or in good faith; one seat too many asks."""
    seats = range(state.players + 1)
    match state.phase:
        case tm.Phase.DEALING:
            return [*_bad_deals(state)]
        case tm.Phase.FOCUSING:
            again = [tm.Ready(seat) for seat in state.ready] * 2
            return [*again, *map(tm.Ready, seats), *map(tm.Unready, seats)]
        case tm.Phase.PLAYING if state.agreed:
            return [*_votes(state)]
        case tm.Phase.PLAYING:
            stops = map(tm.Refocus, seats)
            return [*_votes(state), *_plays(state), *_plays(state), *stops]
        case _:
            return [tm.Reveal(), tm.CompleteLevel(), tm.ContinueBlind(), tm.Gather()]


def _bad_deals(state: tm.GameState) -> Iterator[tm.Action]:
    deck = range(1, state.players * state.level + 1)
    for change in ([1], [state.rules.cards + 1], [0]):
        yield tm.Deal([*deck, *change])
    yield tm.Deal(deck[:-1])


def _votes(state: tm.GameState) -> Iterator[tm.Action]:
    down = len(state.pile) + len(state.aside)
    for seat in range(state.players + 1):
        yield tm.ProposeStar(seat)
        yield tm.DeclineStar(seat)
        yield from [tm.AgreeToStar(seat, guard) for guard in (None, down, down + 1)]
    for voters in range(state.players - 1, state.players + 2):
        yield from [tm.Star(range(voters))] * 2


def _plays(state: tm.GameState) -> Iterator[tm.Action]:
    highest = max(card for hand in state.hands for card in hand)
    for seat, hand in enumerate((*state.hands, ())):
        plays = [tm.Play(seat, card) for card in (*hand[:2], *hand[1:2], highest, 0)]
        yield from [tm.Play(seat), *plays]
        yield tm.PlayTogether([tm.Play(seat), plays[-2]])
        yield tm.PlayTogether([tm.Play(seat)] * (len(hand) + 1))


@cache
def _anything(players: int, cards: int) -> SearchStrategy[tm.Action]:
    """Any action of a table of this size, whatever the position."""
    seat = st.integers(-1, players)
    plays = st.builds(tm.Play, seat, st.none() | st.integers(0, cards + 1))
    together = st.builds(tm.PlayTogether, st.lists(plays, min_size=1, max_size=4))
    table = [tm.Begin(), tm.Reveal(), tm.CompleteLevel(), tm.ContinueBlind(), tm.Gather()]
    signals = [st.builds(kind, seat) for kind in _SIGNALS]
    deck = st.lists(st.integers(0, cards + 1), max_size=2 * players)
    star = st.builds(tm.Star, st.frozensets(seat, max_size=players))
    return st.one_of(
        st.sampled_from(table), *signals, plays, together, star, st.builds(tm.Deal, deck)
    )


_SIGNALS = (tm.Ready, tm.Unready, tm.Refocus, tm.ProposeStar, tm.AgreeToStar, tm.DeclineStar)
