"""Strategies for games: reachable states, and records and views of them."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum, auto
from functools import lru_cache

import attrs
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import themind as tm
from themind import Phase
from themind.testing._actions import actions
from themind.testing._choices import goes_on, in_order
from themind.testing._tables import Tables, rules, seats, tables_of

MOST_DEALS = 20

MOSTLY = (Phase.PLAYING,) * 3 + (Phase.FOCUSING,)
IN_LEVEL = (Phase.DEALING, Phase.FOCUSING, Phase.PLAYING)


class Incident(Enum):
    """The mistake or the star of an earlier level."""

    NONE = auto()
    MISTAKE = auto()
    STAR = auto()


def states(
    rules: Tables | None = None,
    *,
    phases: Collection[Phase] | None = None,
    blind: bool | None = None,
) -> SearchStrategy[tm.GameState]:
    """Generate states that a game can reach, in every phase, most often in the middle of a level.

    Each state is the result of play: some whole levels, with an occasional mistake or star, and
    then single actions. They shrink to few players, low levels and short games.

    Args:
        rules: Rules, or a strategy for them.
        phases: The phases to choose from.
        blind: True for states of blind runs only, False for others only.

    Raises:
        InvalidArgument: No game with these rules has such a state.

    Example:
        >>> import themind as tm
        >>> from hypothesis import given
        >>> from themind import testing
        >>> @given(testing.states(phases=[tm.Phase.REVEALING]))
        ... def test_only_blind_piles_are_revealed(state):
        ...     assert state.blind and not any(state.hands)
        >>> test_only_blind_piles_are_revealed()
    """
    tables_of(rules)  # raises for a wrong type
    fixed = rules if isinstance(rules, tm.Rules) else None
    runs = (False, True) if fixed is None else _runs_of(fixed)
    possible = blind in runs or blind is None
    blind = runs[0] if len(runs) == 1 else blind
    asked = Phase if phases is None else phases
    wanted = tuple([p for p in asked if p is not Phase.REVEALING or blind is not False])
    if not wanted or not possible:
        raise tm.InvalidArgument("phases and blind must be possible in a game with these rules")
    return _states(rules, wanted, blind=blind)


def _runs_of(table: tm.Rules) -> tuple[bool, ...]:
    """Return the runs that the rules allow: open, blind, or both."""
    if table.starts_blind:
        return (True,)
    return (False, True) if table.is_full_stack else (False,)


@st.composite
def _states(
    draw: DrawFn, tables: Tables | None, wanted: tuple[Phase, ...], *, blind: bool | None
) -> tm.GameState:
    often = tuple(phase for phase in MOSTLY if phase in wanted)
    goal = draw(st.sampled_from(wanted + often))
    if blind is None and goal is Phase.REVEALING:
        blind = True
    state = draw(openings(tables, goal, blind=blind))
    if goal is not Phase.DEALING or draw(st.booleans()):
        state = _wandered(draw, state, goal)
    return _with_signals(draw, _brought_to(draw, state, goal))


_MORE = st.sampled_from([False] + [True] * 6)
_NOW_AND_THEN = st.sampled_from([False, False, False, True])
_INCIDENTS = st.sampled_from(Incident)


@st.composite
def openings(
    draw: DrawFn,
    tables: Tables | None,
    goal: Phase = Phase.DEALING,
    *,
    blind: bool | None = None,
) -> tm.GameState:
    """Generate states before the deal of a level from which the goal can be reached."""
    if tables is None and blind is None:
        blind = draw(_NOW_AND_THEN)
    table = draw(tables_of(tables) if tables is not None else _tables_for(goal, blind=blind))
    runs = _runs_of(table)
    run = draw(st.sampled_from(runs)) if blind is None else blind
    assume(run in runs)
    state = tm.new_game(table)
    if run and not state.blind:
        for incident in _a_level_each(draw, table.levels):
            state = through(state, incident)
        state = tm.continue_blind(state).state
    behind = table.levels - table.first_level
    if goal is Phase.WON:
        incidents = _a_level_each(draw, behind)
    else:
        incidents = draw(st.lists(_INCIDENTS, max_size=behind))
    for incident in incidents:
        state = through(state, incident)
    return state


def _a_level_each(draw: DrawFn, levels: int) -> list[Incident]:
    some = draw(st.lists(_INCIDENTS, max_size=levels))
    return some + [Incident.NONE] * (levels - len(some))


def _tables_for(goal: Phase, *, blind: bool | None) -> SearchStrategy[tm.Rules]:
    least = 2 if goal is Phase.LOST else 1
    if not blind:
        return rules(least_players=least, starts_blind=False)
    at_once = rules(least_players=least, starts_blind=True)
    if goal is Phase.LOST:  # the only mistake for which a single low level has room
        at_once = at_once.map(lambda table: attrs.evolve(table, lives=1))
    return at_once | rules(least_players=least, starts_blind=False, full=True)


@lru_cache(maxsize=4096)
def through(state: tm.GameState, incident: Incident) -> tm.GameState:
    """Return the state after a whole level with at most one mistake or one star."""
    state = tm.begin(tm.deal(state, range(1, state.players * state.level + 1)).state).state
    if incident is Incident.MISTAKE and state.players > 1 and state.lives > 1:
        state = tm.play(state, seat=1).state
    elif incident is Incident.STAR and state.stars:
        state = tm.star(state, range(state.players)).state
    return _completed(state)


def _completed(state: tm.GameState) -> tm.GameState:
    if state.phase is Phase.FOCUSING:
        state = tm.begin(state).state
    if state.phase is Phase.PLAYING:
        state = tm.apply(state, in_order(state)).state
    if state.phase is Phase.REVEALING:
        state = tm.reveal(state).state
    return tm.complete_level(state).state


def _wandered(draw: DrawFn, state: tm.GameState, goal: Phase) -> tm.GameState:
    """Return the state after some drawn actions, from which the goal can still be reached."""
    while draw(_MORE):
        after = tm.apply(state, draw(actions(state))).state
        if after.phase not in IN_LEVEL:
            return after if after.phase in ON_THE_WAY[goal] else state
        state = after
    return state


ON_THE_WAY: dict[Phase, tuple[Phase, ...]] = {
    **dict.fromkeys(IN_LEVEL, ()),
    Phase.REVEALING: (Phase.REVEALING,),
    Phase.CLEARED: (Phase.REVEALING, Phase.CLEARED),
    Phase.WON: (Phase.REVEALING, Phase.CLEARED),
    Phase.LOST: (Phase.REVEALING, Phase.CLEARED, Phase.LOST),
}


def _brought_to(draw: DrawFn, state: tm.GameState, goal: Phase) -> tm.GameState:
    """Return the first state of the goal on the shortest path."""
    while state.phase is not goal:
        assume(not state.is_over and state.attempt < MOST_DEALS)
        state = tm.apply(state, draw(_towards(state, goal))).state
    return state


def _with_signals(draw: DrawFn, state: tm.GameState) -> tm.GameState:
    """Put some hands on the table, or collect some agreements to a star, but never the last one."""
    if state.phase not in (Phase.FOCUSING, Phase.PLAYING) or not draw(st.booleans()):
        return state
    signals: list[tm.Action] = [tm.Ready(seat) for seat in range(state.players)]
    if state.phase is Phase.PLAYING:
        signals = [tm.ProposeStar(0), *[tm.AgreeToStar(seat) for seat in range(1, state.players)]]
    least = min(1, state.players - 1)
    for action in signals[: draw(st.integers(least, state.players - 1))]:
        if tm.is_legal(state, action):
            after = tm.apply(state, action).state
            state = after if after.phase is state.phase else state
    return state


def _towards(state: tm.GameState, goal: Phase) -> SearchStrategy[tm.Action]:
    match state.phase:
        case Phase.FOCUSING:
            return st.just(tm.Gather() if goal is Phase.DEALING else tm.Begin())
        case Phase.PLAYING:
            return _out_of_play(state, goal)
        case _:
            return actions(state)


def _out_of_play(state: tm.GameState, goal: Phase) -> SearchStrategy[tm.Action]:
    match goal:
        case Phase.DEALING:
            return st.just(tm.Gather())
        case Phase.FOCUSING:
            return st.just(tm.Refocus(0))
        case Phase.LOST:
            return st.just(_worst_play(state))
        case Phase.REVEALING:
            plays = in_order(state).plays
            turns = st.integers(0, len(plays) - 1)
            return turns.map(lambda turn: tm.PlayTogether([*plays[turn:], *plays[:turn]]))
        case _:
            return st.just(in_order(state))


def _worst_play(state: tm.GameState) -> tm.Action:
    """Return a mistake if one is possible; a new deal if one seat holds all remaining cards."""
    lows = sorted((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)
    alone = len(lows) == 1 and not state.blind
    return tm.Gather() if alone else tm.Play(lows[-1][1])


def records(rules: Tables | None = None) -> SearchStrategy[tm.Record]:
    """Generate records of games that start with the deal of any level, finished or not.

    Every record can be replayed. Some have times, names, tags, or the time when observation ended.
    They shrink to few entries.

    Args:
        rules: Rules, or a strategy for them.

    Example:
        >>> import themind as tm
        >>> from hypothesis import given
        >>> from themind import testing
        >>> @given(testing.records())
        ... def test_a_record_has_a_step_for_each_entry(record):
        ...     assert len(list(tm.replay(record))) == len(record.entries)
        >>> test_a_record_has_a_step_for_each_entry()
    """
    return _records(rules)


@st.composite
def _records(draw: DrawFn, tables: Tables | None) -> tm.Record:
    start = draw(openings(tables))
    timed = draw(st.booleans())
    entries: list[tm.Entry] = []
    state, now = start, 0
    while goes_on(state) and (draw(_MORE) or draw(_MORE)):
        action = draw(actions(state))
        now += draw(_PAUSES) if timed else 0
        entries.append(tm.Entry(action, at_ms=now if timed else None))
        state = tm.apply(state, action).state
    names = draw(_names(start.players)) if draw(_NOW_AND_THEN) else ()
    tags = draw(_TAGS) if draw(_NOW_AND_THEN) else {}
    ended = now + draw(_PAUSES) if draw(_NOW_AND_THEN) else None
    return tm.Record(start, entries, names=names, tags=tags, ended_at_ms=ended)


_PAUSES = st.integers(0, 60_000)
# A record accepts any text without control characters or surrogates.
_LETTERS = st.characters(exclude_categories=("Cc", "Cs"))
_TAGS = st.dictionaries(
    st.text(_LETTERS, min_size=1, max_size=40), st.text(_LETTERS, max_size=400), max_size=4
)


def _names(players: int) -> SearchStrategy[list[str]]:
    return st.lists(st.text(_LETTERS, max_size=80), min_size=players, max_size=players)


def views(
    rules: Tables | None = None,
    *,
    phases: Collection[Phase] | None = None,
    blind: bool | None = None,
) -> SearchStrategy[tm.SeatView]:
    """Generate views of a seat or a spectator on states that a game can reach.

    Arguments and errors are those of `states`.

    Example:
        >>> from hypothesis import given
        >>> from themind import testing
        >>> @given(testing.views())
        ... def test_a_spectator_holds_no_card(view):
        ...     assert view.seat is not None or view.hand == ()
        >>> test_a_spectator_holds_no_card()
    """
    return _views(states(rules, phases=phases, blind=blind))


@st.composite
def _views(draw: DrawFn, positions: SearchStrategy[tm.GameState]) -> tm.SeatView:
    state = draw(positions)
    return tm.view(state, draw(seats(state.rules)))
