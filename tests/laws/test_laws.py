"""The laws that hold of every game, each a property test with the law's own words for a name."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from themind import Phase, codec, testing

pytestmark = pytest.mark.unmeasured

Turn = tuple[tm.GameState, tm.Action]
IN_LEVEL = [Phase.FOCUSING, Phase.PLAYING, Phase.REVEALING, Phase.CLEARED]
UNDER_WAY = [phase for phase in Phase if phase is not Phase.LOST]


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    """A reachable state and a legal action."""
    state = draw(testing.states(phases=UNDER_WAY).filter(lambda s: not is_over_for_good(s)))
    return state, draw(testing.actions(state))


def is_over_for_good(state: tm.GameState) -> bool:
    return state.phase is not Phase.DEALING and not tm.legal_actions(state)


def fields_of(state: tm.GameState) -> dict[str, object]:
    return {field.name: getattr(state, field.name) for field in attrs.fields(tm.GameState)}


def cards_on_the_table(state: tm.GameState) -> list[tm.Card]:
    return sorted([card for hand in state.hands for card in hand] + list(state.middle))


@given(turns())
def test_1_the_state_passed_in_is_untouched_and_equal_inputs_give_equal_outputs(turn: Turn) -> None:
    state, action = turn
    before, twin = fields_of(state), tm.GameState(**fields_of(state))
    text, code = repr(state), hash(state)
    step = tm.apply(state, action)
    assert fields_of(state) == before
    assert (repr(state), hash(state)) == (text, code)
    assert tm.apply(twin, action) == step
    assert hash(tm.apply(twin, action).state) == hash(step.state)


@given(turns())
def test_2_every_state_at_the_end_of_a_step_passes_the_constructor(turn: Turn) -> None:
    after = tm.apply(*turn).state
    assert tm.GameState(**fields_of(after)) == after


@given(testing.records())
def test_3_from_deal_to_the_end_of_the_level_every_dealt_card_is_somewhere_once(
    record: tm.Record,
) -> None:
    dealt: list[tm.Card] = []
    for state, events in tm.replay(record):
        for event in events:
            match event:
                case tm.LevelDealt(hands=hands):
                    dealt = sorted(card for hand in hands for card in hand)
                case tm.LevelCompleted() | tm.DealGathered():
                    dealt = []
                case _:
                    pass
        assert cards_on_the_table(state) == dealt
        assert sorted([*dealt, *state.undealt]) == list(range(1, state.rules.cards + 1))


@given(turns())
def test_4_lives_and_stars_stay_in_bounds_and_go_only_by_mistakes_reveals_and_throws(
    turn: Turn,
) -> None:
    state, action = turn
    for event in tm.apply(state, action).events:
        after = tm.evolve(state, event)
        assert 0 <= after.lives <= after.rules.max_lives
        assert 0 <= after.stars <= after.rules.max_stars
        costs_lives = isinstance(event, tm.MistakeMade | tm.PileRevealed)
        costs_stars = isinstance(event, tm.StarThrown)
        rewards = isinstance(event, tm.RewardTaken)
        assert (after.lives < state.lives) <= costs_lives
        assert (after.stars < state.stars) == costs_stars
        assert (after.lives + after.stars > state.lives + state.stars) == rewards
        state = after


@given(testing.states(phases=IN_LEVEL, blind=False), st.data())
def test_5_outside_blind_mode_the_pile_ascends(state: tm.GameState, data: st.DataObject) -> None:
    after = tm.apply(state, data.draw(testing.actions(state))).state
    for pile in (state.pile, after.pile):
        cards = [played.card for played in pile]
        assert cards == sorted(set(cards))


def asked_without_guard(state: tm.GameState) -> Iterator[tm.Action]:
    """Every action that could be listed, in the order of listing, one seat too many included."""
    kinds = (tm.Begin, tm.Reveal, tm.CompleteLevel, tm.ContinueBlind, tm.Gather)
    yield from [kind() for kind in kinds]
    for of_seat in SEAT_ACTIONS:
        yield from [of_seat(seat) for seat in range(state.players + 1)]


SEAT_ACTIONS = (
    tm.Ready,
    tm.Unready,
    tm.Refocus,
    tm.Play,
    tm.ProposeStar,
    tm.AgreeToStar,
    tm.DeclineStar,
)


@given(testing.states())
def test_6_legal_actions_lists_what_is_legal_for_states_and_for_views(state: tm.GameState) -> None:
    listed = tm.legal_actions(state)
    assert list(listed) == [a for a in asked_without_guard(state) if tm.is_legal(state, a)]
    for seat in range(state.players):
        own = [kind(seat) for kind in SEAT_ACTIONS]
        passing = [action for action in own if tm.is_legal(state, action, by=seat)]
        assert list(tm.legal_actions(tm.view(state, seat))) == passing
    assert tm.legal_actions(tm.view(state)) == ()


@given(testing.states(), st.data())
def test_6_check_is_legal_and_apply_agree(state: tm.GameState, data: st.DataObject) -> None:
    action = data.draw(testing.any_actions(state))
    by = data.draw(st.just(tm.HOST) | testing.seats(state.rules))
    refused = tm.check(state, action, by=by)
    assert tm.is_legal(state, action, by=by) is (refused is None)
    if refused is None:
        assert tm.apply(state, action, by=by) == tm.apply(state, action)
        return
    assert refused.action == action
    with pytest.raises(tm.IllegalAction) as raised:
        tm.apply(state, action, by=by)
    assert raised.value.illegality == refused


@given(turns())
def test_7_folding_evolve_over_the_events_of_a_step_gives_the_state_of_the_step(
    turn: Turn,
) -> None:
    state, action = turn
    step = tm.apply(state, action)
    assert step.events
    for event in step.events:
        state = tm.evolve(state, event)
    assert state == step.state


@given(testing.records())
def test_10_replay_of_a_record_gives_the_states_of_the_game_each_prefix_too(
    record: tm.Record,
) -> None:
    state = record.start
    prefix = tm.Record(record.start)
    for entry, step in zip(record.entries, tm.replay(record), strict=True):
        assert tm.apply(state, entry.action) == step
        prefix = prefix.add(entry.action, entry.at_ms)
        state = step.state
        assert tm.final_state(prefix) == state
    assert prefix == attrs.evolve(record, names=(), tags=(), ended_at_ms=None)
    assert tm.final_state(record) == state


@pytest.mark.parametrize(
    "kind", [tm.Rules, tm.GameState, tm.SeatView, tm.Record, tm.Outcome, tm.Illegality]
)
@given(st.data())
def test_10_what_is_written_reads_back_to_the_same_value_and_the_same_bytes(
    kind: type[tm.GameState], data: st.DataObject
) -> None:
    written(data.draw(st.from_type(kind)), kind)


@given(st.from_type(tm.Action), st.from_type(tm.Event), st.from_type(tm.SeatEvent))
def test_10_actions_and_events_read_back_as_themselves_and_as_one_of_their_union(
    action: tm.Action, event: tm.Event, seen: tm.SeatEvent
) -> None:
    for value, union in ((action, tm.Action), (event, tm.Event), (seen, tm.SeatEvent)):
        written(value, value.__class__)
        written(value, union)


def written(value: object, kind: object) -> None:
    text = codec.dumps(value)
    again = codec.loads(text, kind)
    assert again == value
    assert codec.dumps(again) == text


@given(testing.states(phases=[Phase.PLAYING]), st.data())
def test_11_play_together_equals_its_landed_cards_played_one_by_one(
    state: tm.GameState, data: st.DataObject
) -> None:
    together = data.draw(landings(state))
    landed = tm.apply(state, together).state
    alone = one_by_one(state, together)
    mistaken = landed.lives < state.lives
    goes_on = any(landed.hands) and landed.lives > 0
    paused = mistaken and goes_on and state.rules.auto_refocus
    assert (landed.phase is Phase.FOCUSING) is paused
    if paused:
        alone = attrs.evolve(alone, phase=Phase.FOCUSING)
    assert landed == alone


def landings(state: tm.GameState) -> st.SearchStrategy[tm.PlayTogether]:
    """Any of the held cards, in any order that keeps each seat's own order."""
    held = [seat for seat, hand in enumerate(state.hands) for _ in hand]
    some = st.lists(st.sampled_from(range(len(held))), min_size=1, max_size=8, unique=True)
    return some.map(lambda places: tm.PlayTogether([tm.Play(held[place]) for place in places]))


def one_by_one(state: tm.GameState, together: tm.PlayTogether) -> tm.GameState:
    """The same cards as single plays: void ones left out, begun again after a pause."""
    waiting = [list(hand) for hand in state.hands]
    for seat, card in [(play.seat, waiting[play.seat].pop(0)) for play in together.plays]:
        if state.phase is Phase.LOST:
            break
        if card in state.hands[seat]:
            state = tm.begin(state).state if state.phase is Phase.FOCUSING else state
            state = tm.play(state, seat).state
    return state
