"""What the pages on security say: what leaks, what costs, and what a seat can ask for."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import attrs
import pytest
from hypothesis import given

import themind as tm
from claims import claim
from themind import codec, render, testing, words

pytestmark = pytest.mark.once


@claim("security.md", "Spectators")
@given(testing.states())
def test_a_spectator_sees_no_more_than_each_seat(state: tm.GameState) -> None:
    spectator = tm.view(state)
    for seat in range(state.rules.players):
        own = tm.view(state, seat)
        pairs = zip(spectator.pile, own.pile, strict=True)
        assert all(open_.card in (None, known.card) for open_, known in pairs)
        assert spectator == attrs.evolve(own, seat=None, hand=(), pile=spectator.pile)


@claim("security.md", "Errors and tracebacks")
def test_the_text_of_a_refused_seat_action_holds_the_request_alone() -> None:
    """Two games that differ in all hidden cards refuse in the same words."""
    texts = []
    for hands in ([(12, 40), (50, 61)], [(12, 40), (77, 93)]):
        state = tm.new_game(tm.Rules(players=2, levels=2, first_level=2, lives=2, stars=0))
        state = tm.begin(tm.deal(state, tm.stacked_deck(hands)).state).state
        asked = [tm.Play(1), tm.Play(0, 40), tm.Play(0, 3), tm.ProposeStar(0), tm.Ready(0)]
        refused = [tm.check(state, action, by=0) for action in asked]
        texts.append([str(tm.IllegalAction(one)) for one in refused if one is not None])
    assert len(texts[0]) == 5
    assert texts[0] == texts[1]


@claim("security.md", "What a request can cost")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_has_few_entries(players: int) -> None:
    """Without a stop or a declined star, with each seat ready by itself and with a blind run."""
    state, entries, runs = tm.new_game(tm.Rules.standard(players=players)), 0, 0
    while runs < 2:
        if state.is_over:
            runs += 1
            if runs == 1:
                state, entries = tm.continue_blind(state).state, entries + 1
        else:
            state, entries = tm.apply(state, next_action(state)).state, entries + 1
    assert 300 < entries < 500


def next_action(state: tm.GameState) -> tm.Action:
    """An action of a game without a mistake."""
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(tm.deck_for(state, "pilot"))
    if state.phase is tm.Phase.FOCUSING:
        return tm.Ready(min(set(range(state.rules.players)) - state.ready))
    lowest = [(hand[0], seat) for seat, hand in enumerate(state.hands) if hand]
    return tm.forced_action(state) or tm.Play(min(lowest)[1])


@claim("security.md", "Processes and threads")
def test_threads_can_share_a_state() -> None:
    state = tm.new_game(tm.Rules.standard(players=4))
    state = tm.begin(tm.deal(state, tm.deck_for(state, "pilot")).state).state
    before = codec.dumps(state)
    with ThreadPoolExecutor(8) as executor:
        steps = list(executor.map(lambda _: tm.play(state, 0), range(200)))
    assert all(one == other for one, other in pairwise(steps))
    assert codec.dumps(state) == before


@claim("security.md", "What must stay on the server")
def test_pictures_and_sentences_of_a_view_have_no_hidden_card() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    state, events = tm.deal(state, tm.stacked_deck([(12,), (57,)]))
    seen = tm.view(state, seat=0)
    sent = [render.svg(seen), render.text(seen), words.describe(tm.redact(events[0], 0))]
    assert not any('data-card="57"' in text or " 57" in text for text in sent)
    assert 'data-card="57"' in render.svg(state)


@claim("security.md", "What must stay on the server")
@pytest.mark.parametrize(
    ("blind", "phase", "shown"), [(False, "LOST", {12, 50}), (True, "PLAYING", {50})]
)
def test_what_records_and_timelines_show(blind: bool, phase: str, shown: set[int]) -> None:
    rules = tm.Rules(players=2, levels=2, first_level=2, lives=1, stars=0, starts_blind=blind)
    record = tm.Record(tm.new_game(rules))
    for action in (tm.Deal(tm.stacked_deck([(12, 60), (50, 77)])), tm.Begin(), tm.Play(1)):
        record = record.add(action)
    state = tm.final_state(record)
    assert state.phase.name == phase
    drawings = (render.timeline(record), render.svg(state), render.svg(tm.view(state)))
    assert [cards_in(drawing) for drawing in drawings] == [
        shown,
        {12, 50, 60, 77},
        set() if blind else {12, 50},
    ]
    assert "[12,50,60,77" in codec.dumps(record)


def cards_in(drawing: str) -> set[int]:
    return {int(card) for card in re.findall(r'data-card="(\d+)"', drawing)}


@claim("security.md", "Seeds")
def test_the_hands_of_a_few_levels_give_a_short_seed_away() -> None:
    room = tm.new_game(tm.Rules.standard(players=4).five_levels())
    fitting = [str(number) for number in range(10_000)]
    left = []
    for level in (1, 2):
        room = attrs.evolve(room, level=level)
        own = hand_of(room, "4711")
        fitting = [seed for seed in fitting if hand_of(room, seed) == own]
        left.append(len(fitting))
    assert 50 < left[0] < 200
    assert fitting == ["4711"]


def hand_of(room: tm.GameState, seed: str) -> tm.Hand:
    """The hand of seat 0."""
    deck = tm.deck_for(room, seed, count=4 * room.level)
    return tuple(sorted(deck[::4]))


@claim("security.md", "Errors and tracebacks")
def test_errors_of_the_host_can_name_cards() -> None:
    rules = tm.Rules.standard(players=2)
    with pytest.raises(tm.InvalidState, match="62"):
        tm.GameState(
            rules=rules,
            phase=tm.Phase.PLAYING,
            level=1,
            lives=2,
            stars=1,
            hands=((62,), (62,)),
        )
    state = tm.begin(tm.deal(tm.new_game(rules), [12, 50]).state).state
    with pytest.raises(tm.InvalidEvent, match="77"):
        tm.evolve(state, tm.CardPlayed(0, 77, face_down=False))
    with pytest.raises(tm.IllegalAction, match="31"):
        tm.deal(state, [31, 32])


@claim("security.md", "What a request can cost")
@pytest.mark.parametrize(
    "action",
    [
        tm.Ready(9_999),
        tm.Unready(9_999),
        tm.Refocus(9_999),
        tm.Play(9_999, 10_000),
        tm.ProposeStar(9_999),
        tm.AgreeToStar(9_999, 10_000),
        tm.DeclineStar(9_999),
    ],
)
def test_a_seat_action_has_fewer_than_100_characters(action: tm.SeatAction) -> None:
    """At the largest tables, too."""
    assert len(codec.dumps(action)) < 100


@claim("security.md", "Time stamps")
def test_an_action_for_another_seat_is_rejected_before_hands_are_looked_at() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    state = tm.begin(tm.deal(state, [12, 50]).state).state
    for card in (None, 12, 50, 77):
        refused = tm.check(state, tm.Play(1, card), by=0)
        assert refused is not None
        assert refused.code is tm.IllegalCode.NOT_YOURS
    late = tm.check(tm.play(state, 0).state, tm.Play(0, 12), by=0)
    assert late is not None, "a late click is rejected and costs nothing"
