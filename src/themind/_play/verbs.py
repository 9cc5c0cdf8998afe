"""A function for each action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from themind._model.state import GameState, require_state
from themind._play.blind import ContinueBlind, Reveal
from themind._play.chapters import Step, new_tuple
from themind._play.completing import CompleteLevel
from themind._play.dealing import make_deal, read_deck
from themind._play.engine import apply
from themind._play.focusing import Begin, Ready, Refocus, Unready
from themind._play.landing import PlayTogether
from themind._play.playing import Play, undisturbed_play
from themind._play.redeals import Gather
from themind._play.stars import AgreeToStar, DeclineStar, ProposeStar, Star


def deal(state: GameState, deck: Iterable[SupportsIndex]) -> Step:
    """Deal a level from a deck, in turn from seat 0: DEALING to FOCUSING (LVL-1).

    Args:
        state: A state in DEALING.
        deck: Distinct cards in order, at least players x level of them. Further cards stay undealt.
            More cards than the whole deck are illegal (TOO_MANY).

    Raises:
        IllegalAction: BAD_DECK or WRONG_PHASE.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> tm.deal(state, tm.deck_for(state, seed="my seed")).state.hands
        ((18,), (7,))
    """
    require_state(state)
    return apply(state, make_deal(read_deck(deck, state.rules.cards)))


def begin(state: GameState) -> Step:
    """Start play, with all seats ready at the same time: FOCUSING to PLAYING (LVL-3).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.deck_for(state, seed="my seed"))
        >>> tm.begin(state).events
        (PlayStarted(),)
    """
    return apply(state, Begin())


def play_together(state: GameState, plays: Iterable[Play]) -> Step:
    """Play cards that landed at the same moment, in the order of landing (ERR-7).

    Raises:
        IllegalAction: One of the plays is illegal; none of them is applied.
        InvalidArgument: There are no plays.
        TypeError: `plays` is not a sequence, or an item is not a `Play`.

    Example:
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
    return apply(state, PlayTogether(plays))


def star(state: GameState, agreed: Iterable[SupportsIndex]) -> Step:
    """Throw a star after a vote of the whole table (STAR-2, STAR-3).

    Raises:
        IllegalAction: The rules do not allow it, for example if a seat disagrees (NOT_UNANIMOUS).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
        >>> tm.star(state, agreed=[0, 1]).events
        (StarThrown(cards=(46, 39), stars=0), LevelCleared(level=1))
    """
    return apply(state, Star(agreed))


def reveal(state: GameState) -> Step:
    """Turn the blind pile over and count its mistakes: REVEALING to CLEARED or LOST (BLD-5).

    Example:
        >>> import themind as tm
        >>> state = tm.GameState(
        ...     rules=tm.Rules.standard(players=2), phase=tm.Phase.REVEALING, level=1, lives=2,
        ...     stars=1, blind=True, hands=((), ()),
        ...     pile=(tm.PlayedCard(0, 48), tm.PlayedCard(1, 20)),
        ... )
        >>> tm.reveal(state).state.lives
        1
    """
    return apply(state, Reveal())


def complete_level(state: GameState) -> Step:
    """Complete a cleared level and take its reward: CLEARED to DEALING or WON (LVL-8).

    Example:
        >>> import themind as tm
        >>> state = tm.GameState(
        ...     rules=tm.Rules.standard(players=2), phase=tm.Phase.CLEARED, level=2, lives=2,
        ...     stars=1, hands=((), ()),
        ... )
        >>> tm.complete_level(state).events
        (RewardTaken(reward=<Reward.STAR: 'STAR'>, lives=2, stars=2), LevelCompleted(level=2))
    """
    return apply(state, CompleteLevel())


def continue_blind(state: GameState) -> Step:
    """Begin the blind run after a victory over the full stack: WON to DEALING of level 1 (BLD-1).

    Example:
        >>> import themind as tm
        >>> state = tm.GameState(
        ...     rules=tm.Rules.standard(players=2), phase=tm.Phase.WON, level=12, lives=1,
        ...     stars=0, hands=((), ()),
        ... )
        >>> tm.continue_blind(state).state.level
        1
    """
    return apply(state, ContinueBlind())


def gather(state: GameState) -> Step:
    """Gather all cards to deal the same level again, with the same lives and stars (VAR-3).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.deck_for(state, seed="my seed"))
        >>> tm.gather(state).state.attempt
        1
    """
    return apply(state, Gather())


def ready(state: GameState, seat: SupportsIndex) -> Step:
    """Put a seat's hand on the table; the last one starts play (LVL-3).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.deck_for(state, seed="my seed"))
        >>> tm.ready(tm.ready(state, seat=0).state, seat=1).events
        (SeatReady(seat=1), PlayStarted())
    """
    return apply(state, Ready(seat))


def unready(state: GameState, seat: SupportsIndex) -> Step:
    """Take a seat's hand off the table before play starts (LVL-3).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.deck_for(state, seed="my seed"))
        >>> tm.unready(tm.ready(state, seat=0).state, seat=0).state == state
        True
    """
    return apply(state, Unready(seat))


def refocus(state: GameState, seat: SupportsIndex) -> Step:
    """Call stop, which pauses play until everyone is ready; it costs nothing (LVL-4).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
        >>> tm.refocus(state, seat=1).events
        (RefocusCalled(seat=1),)
    """
    return apply(state, Refocus(seat))


def play(state: GameState, seat: SupportsIndex, card: SupportsIndex | None = None) -> Step:
    """Play a seat's lowest card onto the pile (LVL-5, LVL-6).

    If a lower card is held, the play is a mistake and costs a life (ERR-1). If two players move at
    the same time, the one whose card touches the pile first has played (ERR-6).

    Args:
        state: A state in PLAYING.
        seat: The seat that plays.
        card: The expected lowest card. If the lowest card is different, the play is illegal. This
            protects against stale clicks.

    Raises:
        IllegalAction: The rules do not allow the play.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(37,), (62,)])).state).state
        >>> tm.play(state, seat=0, card=37).events
        (CardPlayed(seat=0, card=37, face_down=False),)
    """
    if type(state) is GameState and type(seat) is int and (card is None or type(card) is int):
        quick = undisturbed_play(state, seat, card)
        if quick is not None:
            return new_tuple(Step, quick)
    return apply(state, Play(seat, card))


def propose_star(state: GameState, seat: SupportsIndex) -> Step:
    """Propose a star, which includes the proposer's agreement (STAR-1).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
        >>> tm.propose_star(state, seat=0).state.agreed
        frozenset({0})
    """
    return apply(state, ProposeStar(seat))


def agree_to_star(
    state: GameState, seat: SupportsIndex, cards_down: SupportsIndex | None = None
) -> Step:
    """Agree to the proposed star; the last agreement throws it (STAR-2, STAR-3).

    Args:
        state: A state in PLAYING with a proposed star.
        seat: The seat that agrees.
        cards_down: The expected number of cards in pile and aside together. If the number is
            different, the agreement is illegal, because the position has changed (STAR-6).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
        >>> state, events = tm.propose_star(state, seat=0)
        >>> tm.agree_to_star(state, seat=1, cards_down=0).state.stars
        0
    """
    return apply(state, AgreeToStar(seat, cards_down))


def decline_star(state: GameState, seat: SupportsIndex) -> Step:
    """Decline the proposed star, which ends the proposal (STAR-2).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
        >>> state, events = tm.propose_star(state, seat=0)
        >>> tm.decline_star(state, seat=1).state.agreed
        frozenset()
    """
    return apply(state, DeclineStar(seat))
