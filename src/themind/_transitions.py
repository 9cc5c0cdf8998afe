"""The doors of the library: apply an action, ask whether it is legal, and a name for each."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import attrs

from themind import _actions as ac
from themind._cards import Card, Deck, Level, Seat, shuffled_deck
from themind._decide import Step, decide, undisturbed_play
from themind._legality import Illegality, illegality, is_own, refusal
from themind._state import GameState
from themind._table import Phase
from themind.exceptions import IllegalAction


@attrs.frozen
class Outcome:
    """How a run ended; `level` is the highest level completed in it (END-1, END-2, BLD-7).

    >>> import themind as tm
    >>> tm.Outcome(victory=True, blind=False, level=12).victory
    True
    """

    victory: bool
    blind: bool
    level: Level


def _require_state(state: object) -> None:
    if type(state) is not GameState:
        raise TypeError(f"this takes a GameState, not {type(state).__name__}")


def apply(state: GameState, action: ac.Action, *, by: Seat | None = None) -> Step:
    """Apply an action and return the new state with the events that led to it.

    `by` is the seat that asks: then only that seat's own seat actions pass (LVL-11), which is what
    a server calls with what a client sent; with None the table acts. The state passed in is never
    touched. Raises IllegalAction where the rules refuse, TypeError for a value that is no state or
    no action.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state, events = tm.apply(state, tm.Deal(tm.stacked_deck([(37,), (62,)])))
    >>> tm.apply(state, tm.Ready(1), by=1).events
    (SeatReady(seat=1),)
    """
    _require_state(state)
    if type(action) is ac.Play and (by is None or is_own(action, by)):
        step = undisturbed_play(state, action.seat, action.card)
        if step is not None:
            return step
    code = refusal(state, action, by)
    if code is not None:
        raise IllegalAction(illegality(state, code, action))
    return decide(state, action)


def check(state: GameState, action: ac.Action, *, by: Seat | None = None) -> Illegality | None:
    """Return why the rules refuse an action, None where it is legal.

    Raises TypeError for a value that is no state or no action.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> tm.check(state, tm.Play(0)).code
    <IllegalCode.WRONG_PHASE: 'WRONG_PHASE'>
    """
    _require_state(state)
    code = refusal(state, action, by)
    return None if code is None else illegality(state, code, action)


def is_legal(state: GameState, action: ac.Action, *, by: Seat | None = None) -> bool:
    """Return whether the rules allow an action; errors as `check`.

    >>> import themind as tm
    >>> tm.is_legal(tm.new_game(tm.Rules.standard(players=2)), tm.Begin())
    False
    """
    return check(state, action, by=by) is None


def forced_action(state: GameState) -> ac.Action | None:
    """Return what the table owes the game now and nobody decides, None for nothing.

    `Reveal` while a blind pile waits (BLD-4), `CompleteLevel` after a cleared level (LVL-8).
    Raises TypeError for a value that is no state.

    >>> import themind as tm
    >>> tm.forced_action(tm.new_game(tm.Rules.standard(players=2))) is None
    True
    """
    _require_state(state)
    if state.phase is Phase.REVEALING:
        return ac.Reveal()
    return ac.CompleteLevel() if state.phase is Phase.CLEARED else None


def outcome(state: GameState) -> Outcome | None:
    """Return how the run ended for the whole team, None while it goes on (END-1, END-2, END-4).

    After a base victory that goes on blind, the outcome is that of the blind run (BLD-7). Raises
    TypeError for a value that is no state.

    >>> import themind as tm
    >>> tm.outcome(tm.new_game(tm.Rules.standard(players=2))) is None
    True
    """
    _require_state(state)
    if not state.is_over:
        return None
    return Outcome(state.phase is Phase.WON, state.blind, state.levels_completed)


def deck_for(state: GameState, seed: str | bytes | int) -> Deck:
    """Return the deck of a seed for the level, attempt, run and deck size of a state.

    Errors as `shuffled_deck`.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> tm.deck_for(state, seed="my seed")[:3]
    (18, 7, 58)
    """
    _require_state(state)
    return shuffled_deck(
        seed,
        level=state.level,
        attempt=state.attempt,
        blind=state.blind,
        cards=state.rules.cards,
    )


def deal(state: GameState, deck: Iterable[Card]) -> Step:
    """Deal a level from a deck, round and round from seat 0: DEALING to FOCUSING (LVL-1).

    `deck` is any iterable of distinct cards of the deck, at least players x level of them; more
    stay undealt, and more than the whole deck are refused. Raises IllegalAction (BAD_DECK,
    WRONG_PHASE).

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> tm.deal(state, tm.deck_for(state, seed="my seed")).state.hands
    ((18,), (7,))
    """
    _require_state(state)
    return apply(state, ac.Deal(islice(deck, state.rules.cards + 1)))


def begin(state: GameState) -> Step:
    """Start play with everyone ready at once: FOCUSING to PLAYING (LVL-3).

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state, events = tm.deal(state, tm.deck_for(state, seed="my seed"))
    >>> tm.begin(state).events
    (PlayStarted(),)
    """
    return apply(state, ac.Begin())


def play_together(state: GameState, plays: Iterable[ac.Play]) -> Step:
    """Resolve cards that landed at the same moment, in the order of landing (ERR-7).

    Raises IllegalAction where one of them is refused, InvalidArgument for no plays, TypeError for
    anything but `Play`s.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
    >>> for event in tm.play_together(state, [tm.Play(0), tm.Play(1)]).events:
    ...     print(event)
    CardPlayed(seat=0, card=46, face_down=False)
    MistakeMade(seat=0, card=46, skipped=((), (39,)), lives=1)
    CardVoid(seat=1, card=39)
    LevelCleared(level=1)
    """
    return apply(state, ac.PlayTogether(plays))


def star(state: GameState, agreed: Iterable[Seat]) -> Step:
    """Throw a star by one vote of the whole table (STAR-2, STAR-3).

    Raises IllegalAction unless `agreed` names every seat.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
    >>> tm.star(state, agreed=[0, 1]).events
    (StarThrown(cards=(46, 39), stars=0), LevelCleared(level=1))
    """
    return apply(state, ac.Star(agreed))


def reveal(state: GameState) -> Step:
    """Turn the blind pile over and count its mistakes: REVEALING to CLEARED or LOST (BLD-5).

    >>> import themind as tm
    >>> state = tm.GameState(
    ...     rules=tm.Rules.standard(players=2), phase=tm.Phase.REVEALING, level=1, lives=2,
    ...     stars=1, hands=((), ()), pile=(tm.PlayedCard(0, 48), tm.PlayedCard(1, 20)), blind=True,
    ... )
    >>> tm.reveal(state).state.lives
    1
    """
    return apply(state, ac.Reveal())


def complete_level(state: GameState) -> Step:
    """Collect the reward of a cleared level and go on: CLEARED to DEALING or WON (LVL-8).

    >>> import themind as tm
    >>> state = tm.GameState(
    ...     rules=tm.Rules.standard(players=2), phase=tm.Phase.CLEARED, level=2, lives=2,
    ...     stars=1, hands=((), ()),
    ... )
    >>> tm.complete_level(state).events
    (RewardTaken(reward=<Reward.STAR: 'STAR'>, lives=2, stars=2), LevelCompleted(level=2))
    """
    return apply(state, ac.CompleteLevel())


def continue_blind(state: GameState) -> Step:
    """Go on blind after a win of the full stack: WON to DEALING of level 1 (BLD-1).

    >>> import themind as tm
    >>> state = tm.GameState(
    ...     rules=tm.Rules.standard(players=2), phase=tm.Phase.WON, level=12, lives=1,
    ...     stars=0, hands=((), ()),
    ... )
    >>> tm.continue_blind(state).state.level
    1
    """
    return apply(state, ac.ContinueBlind())


def gather(state: GameState) -> Step:
    """Gather all cards to deal the same level again, with what lives and stars are left (VAR-3).

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state, events = tm.deal(state, tm.deck_for(state, seed="my seed"))
    >>> tm.gather(state).state.attempt
    1
    """
    return apply(state, ac.Gather())


def ready(state: GameState, seat: Seat) -> Step:
    """Lay a seat's hand on the table; with the last one play starts (LVL-3).

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state, events = tm.deal(state, tm.deck_for(state, seed="my seed"))
    >>> tm.ready(tm.ready(state, seat=0).state, seat=1).events
    (SeatReady(seat=1), PlayStarted())
    """
    return apply(state, ac.Ready(seat))


def unready(state: GameState, seat: Seat) -> Step:
    """Take a seat's hand off the table before play starts (LVL-3).

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state, events = tm.deal(state, tm.deck_for(state, seed="my seed"))
    >>> tm.unready(tm.ready(state, seat=0).state, seat=0).state == state
    True
    """
    return apply(state, ac.Unready(seat))


def refocus(state: GameState, seat: Seat) -> Step:
    """Call stop: play rests until everyone is ready again; it costs nothing (LVL-4).

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
    >>> tm.refocus(state, seat=1).events
    (RefocusCalled(seat=1),)
    """
    return apply(state, ac.Refocus(seat))


def play(state: GameState, seat: Seat, card: Card | None = None) -> Step:
    """Play a seat's lowest card onto the pile (LVL-5, LVL-6).

    `card` only guards against a stale click: the play is refused where it is not the seat's
    lowest. A card higher than a held one is a mistake and costs a life (ERR-1). Of two players who
    move at once, the one whose card touches the pile first has played (ERR-6). Raises
    IllegalAction.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(37,), (62,)])).state).state
    >>> tm.play(state, seat=0, card=37).events
    (CardPlayed(seat=0, card=37, face_down=False),)
    """
    if type(state) is GameState:
        step = undisturbed_play(state, seat, card)
        if step is not None:
            return step
    return apply(state, ac.Play(seat, card))


def propose_star(state: GameState, seat: Seat) -> Step:
    """Propose to throw a star, which is the proposer's yes too (STAR-1).

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
    >>> tm.propose_star(state, seat=0).state.agreed
    frozenset({0})
    """
    return apply(state, ac.ProposeStar(seat))


def agree_to_star(state: GameState, seat: Seat, cards_down: int | None = None) -> Step:
    """Say yes to the proposed star; with the last yes it is thrown (STAR-2, STAR-3).

    `cards_down` guards against a stale yes: the number of cards in pile and aside together that
    it was meant for (STAR-6).

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
    >>> state, events = tm.propose_star(state, seat=0)
    >>> tm.agree_to_star(state, seat=1, cards_down=0).state.stars
    0
    """
    return apply(state, ac.AgreeToStar(seat, cards_down))


def decline_star(state: GameState, seat: Seat) -> Step:
    """Say no to the proposed star, which ends the proposal (STAR-2).

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
    >>> state, events = tm.propose_star(state, seat=0)
    >>> tm.decline_star(state, seat=1).state.agreed
    frozenset()
    """
    return apply(state, ac.DeclineStar(seat))
