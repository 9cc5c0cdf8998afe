"""From one state to the next: write down what an event says, if it can follow.

`CHANGES` holds, for each event that hides nothing, when it can follow and which fields it
changes; a state and a view share that table. The few events that are about cards have a function
of their own for each.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, pairwise
from typing import Any, TypeAlias

from themind import _events as ev
from themind._cards import Card, Hand, Seat
from themind._ints import is_int
from themind._rules import BlindPenalty, Reward, Rules
from themind._state import GameState, changed_state, make_state
from themind._table import AsideCard, AsideReason, Phase, PlayedCard, Table
from themind._values import same, unchecked
from themind.exceptions import InvalidEvent

Fits: TypeAlias = Callable[[Any, Any], bool]
Changes: TypeAlias = Callable[[Any, Any], dict[str, Any]]
Write: TypeAlias = Callable[[GameState, Any], GameState]

NOBODY: frozenset[Seat] = frozenset()

make_played_card = unchecked(PlayedCard)


def is_seat(table: Table, seat: object) -> bool:
    """Whether a seat is there; True and 1.0 are not."""
    return is_int(seat) and 0 <= seat < table.rules.players


def is_playing(table: Table) -> bool:
    """Whether cards can be played: what a lost life leaves to be said comes first."""
    return table.phase is Phase.PLAYING and table.lives > 0


def is_waiting(table: Table) -> bool:
    """Whether the team refocuses and somebody is not ready: with the last one play starts."""
    return table.phase is Phase.FOCUSING and len(table.ready) < table.players


def is_running(table: Table) -> bool:
    """Whether somebody holds a card to play, and no mistake has still to be told."""
    return is_playing(table) and table._cards_are_held and not table._mistake_is_due


def is_undisturbed(table: Table) -> bool:
    """Whether play runs and no star is proposed."""
    return is_running(table) and not table.agreed


def star_is_open(table: Table) -> bool:
    """Whether a star is proposed and still waits for a yes."""
    return is_playing(table) and 0 < len(table.agreed) < table.players


def blames_last_play(table: Table, event: ev.MistakeMade) -> bool:
    """Whether a mistake is the play of the last card, and leaves a life less."""
    if table.blind or table.agreed or not table.pile or not is_playing(table):
        return False
    last = table.pile[-1]
    told = (event.seat, event.card, event.lives)
    return same(told, (last.seat, last.card, table.lives - 1))


def is_thrown(table: Table, stars: object) -> bool:
    """Whether a star can be thrown that leaves this number of them."""
    voted = len(table.agreed) in (0, table.players)
    return is_running(table) and voted and table.stars > 0 and same(stars, table.stars - 1)


def aside_by_mistake(skipped: tuple[Hand, ...]) -> tuple[AsideCard, ...]:
    """The cards that a mistake sets aside: by seat, then ascending (ERR-2)."""
    pairs = [(seat, card) for seat, hand in enumerate(skipped) for card in hand]
    return tuple(AsideCard(seat, card, AsideReason.SKIPPED) for seat, card in pairs)


def aside_by_star(cards: tuple[Card | None, ...]) -> tuple[AsideCard, ...]:
    """The cards that a star sets aside, by seat (STAR-3)."""
    pairs = [(seat, card) for seat, card in enumerate(cards) if card is not None]
    return tuple(AsideCard(seat, card, AsideReason.STAR) for seat, card in pairs)


def count_mistakes(rules: Rules, pile: tuple[PlayedCard, ...], lives: int) -> int:
    """How many mistakes a revealed pile counts until the lives are gone (BLD-5, BLD-6)."""
    highest = mistakes = 0
    for played in pile:
        mistakes += played.card < highest
        highest = max(highest, played.card)
    most = 1 if rules.blind_penalty is BlindPenalty.PER_LEVEL else lives
    return min(mistakes, most)


def limit_is_reached(table: Table, reward: Reward) -> bool:
    """Whether the team has as many of what a reward pays as it may have (SET-6)."""
    return not (table.lives_in_supply if reward is Reward.LIFE else table.stars_in_supply)


def with_reward(table: Table, reward: Reward) -> tuple[int, int]:
    """The lives and stars of the team with a reward."""
    return table.lives + (reward is Reward.LIFE), table.stars + (reward is Reward.STAR)


def _pays(table: Table, reward: object) -> bool:
    due = table.rules.reward(table.level)
    return table.phase is Phase.CLEARED and table.lives > 0 and due is not None and reward is due


def _clears(table: Table, event: ev.LevelCleared) -> bool:
    if table.blind:
        emptied = table.phase is Phase.CLEARED and table.lives > 0
    else:
        emptied = is_playing(table) and not table._cards_are_held and not table.agreed
    return emptied and same(event.level, table.level)


def _is_last_life(table: Table, event: ev.GameLost) -> bool:
    lost_in = Phase.CLEARED if table.blind else Phase.PLAYING
    found = (table.lives, table.phase, event.blind, event.level)
    return same(found, (0, lost_in, table.blind, table.level))


def _is_gathered(table: Table, event: ev.DealGathered) -> bool:
    under_way = is_waiting(table) or is_undisturbed(table)
    return under_way and same(event.level, table.level)


def _next_level(table: Table, _: ev.LevelCompleted) -> dict[str, Any]:
    changes = {**table._cleared_table(), "attempt": 0}
    if table.level == table.rules.levels:
        return {**changes, "phase": Phase.WON}
    return {**changes, "phase": Phase.DEALING, "level": table.level + 1}


def _nothing(table: Table, event: object) -> dict[str, Any]:
    return {}


def _to(phase: Phase, *, nobody: str | None = None) -> Changes:
    changes: dict[str, Any] = {"phase": phase} | ({nobody: NOBODY} if nobody else {})
    return lambda table, event: changes


CHANGES: dict[type[Any], tuple[Fits, Changes]] = {
    ev.SeatReady: (
        lambda t, e: t.phase is Phase.FOCUSING and is_seat(t, e.seat) and e.seat not in t.ready,
        lambda t, e: {"ready": t.ready | {e.seat}},
    ),
    ev.SeatUnready: (
        lambda t, e: is_waiting(t) and is_seat(t, e.seat) and e.seat in t.ready,
        lambda t, e: {"ready": t.ready - {e.seat}},
    ),
    ev.PlayStarted: (
        lambda t, e: t.phase is Phase.FOCUSING,
        _to(Phase.PLAYING, nobody="ready"),
    ),
    ev.RefocusCalled: (
        lambda t, e: is_undisturbed(t) and is_seat(t, e.seat),
        _to(Phase.FOCUSING),
    ),
    ev.PlayPaused: (
        lambda t, e: is_undisturbed(t) and t.rules.auto_refocus and bool(t.aside),
        _to(Phase.FOCUSING),
    ),
    ev.CardVoid: (
        lambda t, e: (
            is_playing(t)
            and not t.agreed
            and not t._mistake_is_due
            and is_seat(t, e.seat)
            and is_int(e.card)
            and AsideCard(e.seat, e.card, AsideReason.SKIPPED) in t.aside
        ),
        _nothing,
    ),
    ev.StarProposed: (
        lambda t, e: is_undisturbed(t) and t.stars > 0 and is_seat(t, e.seat),
        lambda t, e: {"agreed": frozenset({e.seat})},
    ),
    ev.StarAgreed: (
        lambda t, e: star_is_open(t) and is_seat(t, e.seat) and e.seat not in t.agreed,
        lambda t, e: {"agreed": t.agreed | {e.seat}},
    ),
    ev.StarDeclined: (
        lambda t, e: star_is_open(t) and is_seat(t, e.seat),
        lambda t, e: {"agreed": NOBODY},
    ),
    ev.StarLapsed: (
        lambda t, e: star_is_open(t),
        lambda t, e: {"agreed": NOBODY},
    ),
    ev.HandsEmptied: (
        lambda t, e: t.blind and is_playing(t) and not t._cards_are_held and not t.agreed,
        _to(Phase.REVEALING),
    ),
    ev.LevelCleared: (_clears, _to(Phase.CLEARED)),
    ev.RewardTaken: (
        lambda t, e: (
            _pays(t, e.reward)
            and not limit_is_reached(t, e.reward)
            and same((e.lives, e.stars), with_reward(t, e.reward))
        ),
        lambda t, e: {"lives": e.lives, "stars": e.stars},
    ),
    ev.RewardForfeited: (
        lambda t, e: _pays(t, e.reward) and limit_is_reached(t, e.reward),
        _nothing,
    ),
    ev.LevelCompleted: (
        lambda t, e: t.phase is Phase.CLEARED and t.lives > 0 and same(e.level, t.level),
        _next_level,
    ),
    ev.GameWon: (
        lambda t, e: t.phase is Phase.WON and same(e.blind, t.blind),
        _nothing,
    ),
    ev.GameLost: (_is_last_life, _to(Phase.LOST)),
    ev.BlindStarted: (
        lambda t, e: t.phase is Phase.WON and not t.blind and t.rules.is_full_stack,
        lambda t, e: {"phase": Phase.DEALING, "level": 1, "blind": True},
    ),
    ev.DealGathered: (
        _is_gathered,
        lambda t, e: {
            **t._cleared_table(),
            "phase": Phase.DEALING,
            "attempt": t.attempt + 1,
            "ready": NOBODY,
        },
    ),
}


def _is_deal(state: GameState, event: Any) -> bool:
    if state.phase is not Phase.DEALING or not same(event.level, state.level):
        return False
    hands = event.hands
    if type(hands) is not tuple or len(hands) != state.players:
        return False
    if not all(is_hand(state.rules, hand, state.level) for hand in hands):
        return False
    return len(set(chain.from_iterable(hands))) == state.players * state.level


def is_hand(rules: Rules, hand: Any, size: int) -> bool:
    """Whether a value is a hand of this size: an ascending tuple of cards of the deck."""
    if type(hand) is not tuple or len(hand) != size or not all(map(is_int, hand)):
        return False
    if hand and not 1 <= hand[0] <= hand[-1] <= rules.cards:
        return False
    return all(low < high for low, high in pairwise(hand))


def _write_deal(state: GameState, event: ev.LevelDealt) -> GameState:
    return changed_state(state, phase=Phase.FOCUSING, hands=event.hands)


def _is_next_card(state: GameState, event: ev.CardPlayed) -> bool:
    if not is_undisturbed(state) or not is_seat(state, event.seat):
        return False
    hand = state.hands[event.seat]
    return bool(hand) and same((event.card, event.face_down), (hand[0], state.blind))


def _write_card(state: GameState, event: ev.CardPlayed) -> GameState:
    return write_card(state, event.seat, event.card)


def write_card(state: GameState, seat: Seat, card: Card) -> GameState:
    """The state with a seat's lowest card on the pile."""
    hands = state.hands
    return make_state(
        state.rules,
        state.phase,
        state.level,
        state.lives,
        state.stars,
        (*hands[:seat], hands[seat][1:], *hands[seat + 1 :]),
        (*state.pile, make_played_card(seat, card)),
        state.aside,
        state.blind,
        state.attempt,
        state.ready,
        state.agreed,
    )


def skipped_by(hands: tuple[Hand, ...], card: Card) -> tuple[Hand, ...]:
    """The held cards lower than a card, a hand for each seat (ERR-2)."""
    return tuple([tuple([held for held in hand if held < card]) for hand in hands])


def _is_mistake(state: GameState, event: ev.MistakeMade) -> bool:
    if not blames_last_play(state, event):
        return False
    skipped = skipped_by(state.hands, event.card)
    return any(skipped) and same(event.skipped, skipped)


def _write_mistake(state: GameState, event: ev.MistakeMade) -> GameState:
    pairs = zip(state.hands, event.skipped, strict=True)
    return changed_state(
        state,
        lives=event.lives,
        hands=tuple(hand[len(skipped) :] for hand, skipped in pairs),
        aside=state.aside + aside_by_mistake(event.skipped),
    )


def lowest_cards(hands: tuple[Hand, ...]) -> tuple[Card | None, ...]:
    """The lowest card of each hand, None where it is empty (STAR-3)."""
    return tuple([hand[0] if hand else None for hand in hands])


def _is_star(state: GameState, event: ev.StarThrown) -> bool:
    return is_thrown(state, event.stars) and same(event.cards, lowest_cards(state.hands))


def _write_star(state: GameState, event: ev.StarThrown) -> GameState:
    return changed_state(
        state,
        stars=event.stars,
        hands=tuple(hand[1:] for hand in state.hands),
        aside=state.aside + aside_by_star(event.cards),
        agreed=NOBODY,
    )


def is_reveal(table: Table, event: ev.PileRevealed) -> bool:
    """Whether a pile can be turned over now and costs the lives that the event says (BLD-5)."""
    pile = event.pile
    if table.phase is not Phase.REVEALING or type(pile) is not tuple:
        return False
    if not all(type(laid) is PlayedCard for laid in pile):
        return False
    if not all(is_int(laid.seat) and is_int(laid.card) for laid in pile):
        return False
    mistakes = count_mistakes(table.rules, pile, table.lives)
    return same((event.mistakes, event.lives), (mistakes, table.lives - mistakes))


def _is_reveal(state: GameState, event: ev.PileRevealed) -> bool:
    return is_reveal(state, event) and event.pile == state.pile


def _write_reveal(state: GameState, event: ev.PileRevealed) -> GameState:
    return changed_state(state, phase=Phase.CLEARED, lives=event.lives)


def _common_write(changes: Changes) -> Write:
    return lambda state, event: changed_state(state, **changes(state, event))


_FITS: dict[type[Any], Fits] = {kind: fits for kind, (fits, _) in CHANGES.items()} | {
    ev.LevelDealt: _is_deal,
    ev.CardPlayed: _is_next_card,
    ev.MistakeMade: _is_mistake,
    ev.StarThrown: _is_star,
    ev.PileRevealed: _is_reveal,
}
WRITES: dict[type[Any], Write] = {
    kind: _common_write(changes) for kind, (_, changes) in CHANGES.items()
} | {
    ev.LevelDealt: _write_deal,
    ev.CardPlayed: _write_card,
    ev.MistakeMade: _write_mistake,
    ev.StarThrown: _write_star,
    ev.PileRevealed: _write_reveal,
}


def evolve(state: GameState, event: ev.Event) -> GameState:
    """Return the state after an event, which only says what happened.

    Between the events of one step a state may be one that the constructor refuses (a mistaken
    card lies on the pile, and its life is not paid yet): act on it, or store it, only after the
    last event of the step.

    Raises InvalidEvent for an event that cannot follow the state, TypeError for a value that is
    no state or no event of a state.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> tm.evolve(state, tm.LevelDealt(1, ((37,), (62,)))).phase
    <Phase.FOCUSING: 'FOCUSING'>
    """
    if type(state) is not GameState:
        raise TypeError(f"events follow a GameState, not {type(state).__name__}")
    fits = _FITS.get(type(event))
    if fits is None:
        raise TypeError(f"{type(event).__name__} is not an event of a state")
    if not fits(state, event):
        raise InvalidEvent(event)
    return WRITES[type(event)](state, event)
