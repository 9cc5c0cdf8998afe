"""How a client follows: events as a viewer may know them, and views that evolve by them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, TypeAlias

from themind import _events as ev
from themind._cards import Hand, Seat, is_int
from themind._evolve import (
    CHANGES,
    NOBODY,
    Fits,
    aside_by_mistake,
    aside_by_star,
    count_mistakes,
    is_hand,
    is_pile,
    is_seat,
    is_thrown,
    is_undisturbed,
    lost_a_life,
)
from themind._table import Phase
from themind._values import replacing, same
from themind._view_gate import view_faults
from themind._views import SeatView, SeenCard, make_seen_card, make_view, require_viewer
from themind.exceptions import InvalidArgument, InvalidEvent

WriteView: TypeAlias = Callable[[SeatView, Any], SeatView]

changed_view = replacing(SeatView)


def redact(event: ev.Event, seat: Seat | None = None) -> ev.SeatEvent:
    """Return an event as a seat may know it, or with None a spectator; from the event alone.

    A deal shows the own hand and the size of each; another's face-down card shows who laid it.
    Every other event passes as it is. Raises TypeError for anything but an event of a state and
    an int or None, InvalidArgument for a seat that is not there.

    >>> import themind as tm
    >>> dealt = tm.LevelDealt(1, ((37,), (62,)))
    >>> tm.redact(dealt, seat=0)
    HandDealt(level=1, hand=(37,), hand_sizes=(1, 1))
    >>> tm.redact(tm.CardPlayed(1, 62, face_down=True), seat=0)
    CardLaid(seat=1)
    """
    kind = event.__class__
    if kind is ev.CardPlayed:
        require_viewer(seat)
        hides = event.face_down and event.seat != seat  # type: ignore[union-attr]
        return ev.CardLaid(event.seat) if hides else event  # type: ignore[union-attr,return-value]
    if kind not in _PASSING:
        return _redacted_deal(event, seat)
    require_viewer(seat)
    return event  # type: ignore[return-value]


def _redacted_deal(event: ev.Event, seat: Seat | None) -> ev.HandDealt:
    if not isinstance(event, ev.LevelDealt):
        raise TypeError(f"{type(event).__name__} is not an event of a state")
    require_viewer(seat)
    if seat is not None and seat >= len(event.hands):
        raise InvalidArgument(f"there is no seat {seat} in this deal")
    hand = () if seat is None else event.hands[seat]
    return ev.HandDealt(event.level, hand, tuple([len(dealt) for dealt in event.hands]))


def _is_deal(view: SeatView, event: ev.HandDealt) -> bool:
    if view.phase is not Phase.DEALING or not same(event.level, view.level):
        return False
    size = 0 if view.seat is None else view.level
    sizes = (view.level,) * view.players
    return is_hand(view.rules, event.hand, size) and same(event.hand_sizes, sizes)


def _write_deal(view: SeatView, event: ev.HandDealt) -> SeatView:
    return changed_view(view, phase=Phase.FOCUSING, hand=event.hand, hand_sizes=event.hand_sizes)


def _is_next_card(view: SeatView, event: ev.CardPlayed) -> bool:
    seat, card = event.seat, event.card
    if not is_undisturbed(view) or not is_seat(view, seat) or not view.hand_sizes[seat]:
        return False
    if not same(event.face_down, view.blind) or not is_int(card):
        return False
    if seat == view.seat:
        return card == view.hand[0]
    return not view.blind and can_be_held(view, seat, card)


def can_be_held(view: SeatView, seat: Seat, card: int) -> bool:
    """Whether another seat can hold this card, as far as the viewer can tell."""
    if not 1 <= card <= view.rules.cards or card in view.hand:
        return False
    if not view.blind and view.pile and card <= (view.pile[-1].card or 0):
        return False
    return all(card != gone.card for gone in view.aside) and all(
        card > gone.card for gone in view.aside if gone.seat == seat
    )


def _write_card(view: SeatView, event: ev.CardPlayed) -> SeatView:
    hand = view.hand[1:] if event.seat == view.seat else view.hand
    return _laid(view, event.seat, event.card, hand)


def _is_laid(view: SeatView, event: ev.CardLaid) -> bool:
    seat = event.seat
    if not view.blind or not is_undisturbed(view) or not is_seat(view, seat):
        return False
    return seat != view.seat and view.hand_sizes[seat] > 0


def _write_laid(view: SeatView, event: ev.CardLaid) -> SeatView:
    return _laid(view, event.seat, None, view.hand)


def _laid(view: SeatView, seat: Seat, card: int | None, hand: Hand) -> SeatView:
    sizes = view.hand_sizes
    return make_view(
        view.seat,
        view.rules,
        view.phase,
        view.level,
        view.lives,
        view.stars,
        hand,
        (*sizes[:seat], sizes[seat] - 1, *sizes[seat + 1 :]),
        (*view.pile, make_seen_card(seat, card)),
        view.aside,
        view.blind,
        view.attempt,
        view.ready,
        view.agreed,
    )


def _is_mistake(view: SeatView, event: Any) -> bool:
    if view.blind or not view.pile or not lost_a_life(view, event.lives):
        return False
    last, skipped = view.pile[-1], event.skipped
    if not same((event.seat, event.card), (last.seat, last.card)):
        return False
    if not isinstance(skipped, tuple) or len(skipped) != view.players:
        return False
    if not all(_is_skipped(view, seat, hand) for seat, hand in enumerate(skipped)):
        return False
    cards = tuple(chain.from_iterable(skipped))
    return 0 < len(cards) == len(set(cards))


def _is_skipped(view: SeatView, seat: Seat, hand: object) -> bool:
    top: Any = view.pile[-1].card
    if seat == view.seat:
        return same(hand, tuple([card for card in view.hand if card < top]))
    if not isinstance(hand, tuple) or len(hand) > view.hand_sizes[seat]:
        return False
    before = changed_view(view, pile=view.pile[:-1])
    return is_hand(view.rules, hand, len(hand)) and all(
        card < top and can_be_held(before, seat, card) for card in hand
    )


def _write_mistake(view: SeatView, event: ev.MistakeMade) -> SeatView:
    pairs = zip(view.hand_sizes, event.skipped, strict=True)
    own = () if view.seat is None else event.skipped[view.seat]
    return changed_view(
        view,
        lives=event.lives,
        hand=view.hand[len(own) :],
        hand_sizes=tuple(size - len(skipped) for size, skipped in pairs),
        aside=view.aside + aside_by_mistake(event.skipped),
    )


def _is_star(view: SeatView, event: Any) -> bool:
    cards = event.cards
    if not is_thrown(view, event.stars) or not isinstance(cards, tuple):
        return False
    if len(cards) != view.players:
        return False
    if not all(_is_thrown_by(view, seat, card) for seat, card in enumerate(cards)):
        return False
    thrown = [card for card in cards if card is not None]
    return len(thrown) == len(set(thrown))


def _is_thrown_by(view: SeatView, seat: Seat, card: object) -> bool:
    if not view.hand_sizes[seat]:
        return card is None
    if seat == view.seat:
        return same(card, view.hand[0])
    return is_int(card) and can_be_held(view, seat, card)


def _write_star(view: SeatView, event: ev.StarThrown) -> SeatView:
    return changed_view(
        view,
        stars=event.stars,
        hand=view.hand[1:],
        hand_sizes=tuple(max(size - 1, 0) for size in view.hand_sizes),
        aside=view.aside + aside_by_star(event.cards),
        agreed=NOBODY,
    )


def _is_reveal(view: SeatView, event: ev.PileRevealed) -> bool:
    if view.phase is not Phase.REVEALING or not is_pile(event.pile):
        return False
    if len(event.pile) != len(view.pile):
        return False
    for seen, laid in zip(view.pile, event.pile, strict=True):
        if laid.seat != seen.seat or not (seen.card is None or seen.card == laid.card):
            return False
    mistakes = count_mistakes(view.rules, event.pile, view.lives)
    if not same((event.mistakes, event.lives), (mistakes, view.lives - mistakes)):
        return False
    return _is_possible(changed_pile(view, event))


def changed_pile(view: SeatView, event: ev.PileRevealed) -> SeatView:
    """The view with the pile open and the lives that are left."""
    pile = tuple(make_seen_card(laid.seat, laid.card) for laid in event.pile)
    return changed_view(view, phase=Phase.CLEARED, pile=pile, lives=event.lives)


def _is_possible(view: SeatView) -> bool:
    phase = view.phase if view.lives else Phase.LOST
    return not any(view_faults(changed_view(view, phase=phase), SeenCard))


_FITS: dict[type[Any], Fits] = {kind: fits for kind, (fits, _) in CHANGES.items()} | {
    ev.HandDealt: _is_deal,
    ev.CardPlayed: _is_next_card,
    ev.CardLaid: _is_laid,
    ev.MistakeMade: _is_mistake,
    ev.StarThrown: _is_star,
    ev.PileRevealed: _is_reveal,
}
_PASSING = frozenset(CHANGES) | {ev.MistakeMade, ev.StarThrown, ev.PileRevealed}
_WRITES: dict[type[Any], WriteView] = {
    ev.HandDealt: _write_deal,
    ev.CardPlayed: _write_card,
    ev.CardLaid: _write_laid,
    ev.MistakeMade: _write_mistake,
    ev.StarThrown: _write_star,
    ev.PileRevealed: changed_pile,
}


def evolve_view(view: SeatView, event: ev.SeatEvent) -> SeatView:
    """Return the view after an event, as the viewer's own copy of the table follows the game.

    Raises InvalidEvent for an event that cannot follow the view (a client that missed one asks
    for a fresh view), TypeError for a value that is no view or no event of a viewer.

    >>> import themind as tm
    >>> seen = tm.view(tm.new_game(tm.Rules.standard(players=2)), seat=0)
    >>> seen = tm.evolve_view(seen, tm.HandDealt(1, (37,), (1, 1)))
    >>> seen.phase, seen.hand
    (<Phase.FOCUSING: 'FOCUSING'>, (37,))
    """
    if view.__class__ is not SeatView:
        raise TypeError(f"events of a seat follow a SeatView, not {type(view).__name__}")
    kind = event.__class__
    fits = _FITS.get(kind)
    if fits is None:
        raise TypeError(f"{type(event).__name__} is not an event of a viewer")
    if not fits(view, event):
        raise InvalidEvent(event)
    write = _WRITES.get(kind)
    return write(view, event) if write else changed_view(view, **CHANGES[kind][1](view, event))
