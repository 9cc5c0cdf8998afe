"""Then what? From a state and a legal action to the events that happen: all the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, final

from themind import _actions as ac
from themind import _events as ev
from themind._cards import Card, Seat
from themind._evolve import (
    WRITES,
    count_mistakes,
    limit_is_reached,
    lowest_cards,
    skipped_by,
    with_reward,
    write_card,
)
from themind._state import GameState
from themind._table import Phase

_PLAYING = Phase.PLAYING  # on 3.11 a look into an enum costs as much as a call


class Step(NamedTuple):
    """What an action leads to: the new state, and the events that led there, in order.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
    >>> events
    (LevelDealt(level=1, hands=((37,), (62,))),)
    """

    state: GameState
    events: tuple[ev.Event, ...]


@final
class Story:
    """The events of one step as they are told, and the state after the last of them."""

    __slots__ = ("events", "state")

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def tell(self, event: ev.Event) -> None:
        """Add an event and write it down."""
        self.events.append(event)
        self.state = WRITES[type(event)](self.state, event)


def undisturbed_play(state: GameState, seat: Any, card: Any) -> Step | None:
    """The step of a play that disturbs nobody, by the shortest way; None for any other play.

    Most plays are of this kind, and they are what a simulation does all day. So this does at once
    what the guards of a play, `_play`, `_land`, `_end` and the writing of the event do one after
    the other, in half the time. It knows no rule of its own: what is not plainly in order is left
    to them.
    """
    if state.phase is not _PLAYING or state.agreed or type(seat) is not int:
        return None
    hands = state.hands
    if not 0 <= seat < len(hands) or not hands[seat]:
        return None
    lowest = hands[seat][0]
    if card is not None and (type(card) is not int or card != lowest):
        return None
    if not state.blind:
        for hand in hands:
            if hand and hand[0] < lowest:
                return None
    after = write_card(state, seat, lowest)
    if not any(after.hands):
        return None
    return Step(after, (ev.make_card_played(seat, lowest, state.blind),))


def decide(state: GameState, action: ac.Action) -> Step:
    """Tell what a legal action leads to."""
    story = Story(state)
    _DECIDE[type(action)](story, action)
    return Step(story.state, tuple(story.events))


def _deal(story: Story, action: ac.Deal) -> None:
    players, level = story.state.players, story.state.level
    dealt = action.deck[: players * level]
    hands = tuple(tuple(sorted(dealt[seat::players])) for seat in range(players))
    story.tell(ev.LevelDealt(level, hands))


def _begin(story: Story, action: ac.Begin) -> None:
    story.tell(ev.PlayStarted())


def _ready(story: Story, action: ac.Ready) -> None:
    story.tell(ev.SeatReady(action.seat))
    if len(story.state.ready) == story.state.players:
        story.tell(ev.PlayStarted())


def _unready(story: Story, action: ac.Unready) -> None:
    story.tell(ev.SeatUnready(action.seat))


def _refocus(story: Story, action: ac.Refocus) -> None:
    _lapse(story)
    story.tell(ev.RefocusCalled(action.seat))


def _gather(story: Story, action: ac.Gather) -> None:
    _lapse(story)
    story.tell(ev.DealGathered(story.state.level))


def _lapse(story: Story) -> None:
    if story.state.agreed:
        story.tell(ev.StarLapsed())


def _play(story: Story, action: ac.Play) -> None:
    _lapse(story)
    mistaken = _land(story, action.seat)
    _end(story, pause=mistaken)


def _play_together(story: Story, action: ac.PlayTogether) -> None:
    _lapse(story)
    mistaken = False
    for seat, card in _landed(story.state, action):
        if story.state.lives == 0:
            break
        if card in story.state.hands[seat]:
            mistaken |= _land(story, seat)
        else:
            story.tell(ev.CardVoid(seat, card))
    _end(story, pause=mistaken)


def _landed(state: GameState, action: ac.PlayTogether) -> list[tuple[Seat, Card]]:
    """The cards that landed: a seat's k-th naming is its k-th lowest card (ERR-7)."""
    named = Counter[Seat]()
    landed = []
    for play in action.plays:
        landed.append((play.seat, state.hands[play.seat][named[play.seat]]))
        named[play.seat] += 1
    return landed


def _land(story: Story, seat: Seat) -> bool:
    """Lay a seat's lowest card on the pile; whether that was a mistake (ERR-1, BLD-2).

    The hands alone tell (LVL-9), and each mistake costs a life (ERR-4).
    """
    state = story.state
    card = state.hands[seat][0]
    story.tell(ev.make_card_played(seat, card, state.blind))
    if state.blind:
        return False
    for hand in state.hands:
        if hand and hand[0] < card:
            skipped = skipped_by(story.state.hands, card)
            story.tell(ev.MistakeMade(seat, card, skipped, state.lives - 1))
            return True
    return False


def _star(story: Story, action: ac.Star) -> None:
    _throw(story)


def _propose_star(story: Story, action: ac.ProposeStar) -> None:
    story.tell(ev.StarProposed(action.seat))
    if story.state.players == 1:
        _throw(story)


def _agree_to_star(story: Story, action: ac.AgreeToStar) -> None:
    story.tell(ev.StarAgreed(action.seat))
    if len(story.state.agreed) == story.state.players:
        _throw(story)


def _decline_star(story: Story, action: ac.DeclineStar) -> None:
    story.tell(ev.StarDeclined(action.seat))


def _throw(story: Story) -> None:
    """Throw a star, in a blind level too (BLD-3); what has been lost stays lost (STAR-5)."""
    story.tell(ev.StarThrown(lowest_cards(story.state.hands), story.state.stars - 1))
    _end(story, pause=True)


def _end(story: Story, *, pause: bool) -> None:
    """What a play or a star leaves: a lost game (ERR-5), empty hands, a pause or nothing."""
    state = story.state
    if state.lives == 0:
        story.tell(ev.GameLost(state.blind, state.level))
    elif not any(state.hands):
        story.tell(ev.HandsEmptied() if state.blind else ev.LevelCleared(state.level))
    elif pause and state.rules.auto_refocus:
        story.tell(ev.PlayPaused())


def _reveal(story: Story, action: ac.Reveal) -> None:
    state = story.state
    mistakes = count_mistakes(state.rules, state.pile, state.lives)
    story.tell(ev.PileRevealed(state.pile, mistakes, state.lives - mistakes))
    if story.state.lives == 0:
        story.tell(ev.GameLost(state.blind, state.level))
    else:
        story.tell(ev.LevelCleared(state.level))


def _complete_level(story: Story, action: ac.CompleteLevel) -> None:
    state = story.state
    reward = state.rules.reward(state.level)
    if reward is not None and limit_is_reached(state, reward):
        story.tell(ev.RewardForfeited(reward))
    elif reward is not None:
        story.tell(ev.RewardTaken(reward, *with_reward(state, reward)))
    story.tell(ev.LevelCompleted(state.level))
    if story.state.phase is Phase.WON:
        story.tell(ev.GameWon(state.blind))


def _continue_blind(story: Story, action: ac.ContinueBlind) -> None:
    story.tell(ev.BlindStarted())


_DECIDE: dict[type[Any], Callable[[Story, Any], None]] = {
    ac.Deal: _deal,
    ac.Begin: _begin,
    ac.PlayTogether: _play_together,
    ac.Star: _star,
    ac.Reveal: _reveal,
    ac.CompleteLevel: _complete_level,
    ac.ContinueBlind: _continue_blind,
    ac.Gather: _gather,
    ac.Ready: _ready,
    ac.Unready: _unready,
    ac.Refocus: _refocus,
    ac.Play: _play,
    ac.ProposeStar: _propose_star,
    ac.AgreeToStar: _agree_to_star,
    ac.DeclineStar: _decline_star,
}
