"""How a client follows: events as a viewer may know them, and views that evolve by them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, TypeAlias

from themind import _events as ev
from themind._cards import Card, Hand, Seat
from themind._evolve import (
    CHANGES,
    NOBODY,
    Changes,
    Fits,
    aside_by_mistake,
    aside_by_star,
    blames_last_play,
    is_hand,
    is_reveal,
    is_seat,
    is_thrown,
    is_undisturbed,
)
from themind._ints import is_int
from themind._table import AsideCard, AsideReason, Phase
from themind._values import replacing, same
from themind._view_gate import has_ample_room, has_room, view_faults
from themind._views import SeatView, make_seen_card, make_view, require_viewer
from themind.exceptions import InvalidArgument, InvalidEvent, shown

WriteView: TypeAlias = Callable[[SeatView, Any], SeatView]

changed_view = replacing(SeatView)


def redact(event: ev.Event, seat: Seat | None = None) -> ev.SeatEvent:
    """Return an event as a seat may know it, or with None a spectator; from the event alone.

    A deal shows the own hand and the size of each; another's face-down card shows who laid it.
    Every other event passes as it is, the same object: that it can follow the viewer's game is
    for `evolve_view` to say. Raises TypeError for anything but an event of a state and an int or
    None, InvalidArgument for a negative seat, and for one beyond those of a deal: of other events
    nobody can tell how many seats there are.

    >>> import themind as tm
    >>> dealt = tm.LevelDealt(1, ((37,), (62,)))
    >>> tm.redact(dealt, seat=0)
    HandDealt(level=1, hand=(37,), hand_sizes=(1, 1))
    >>> tm.redact(tm.CardPlayed(1, 62, face_down=True), seat=0)
    HiddenCardPlayed(seat=1)
    """
    require_viewer(seat)
    kind = type(event)
    if kind in _PASSING:
        return event  # type: ignore[return-value]
    if kind is ev.CardPlayed:
        return _redacted_card(event, seat)  # type: ignore[arg-type]
    if kind is ev.LevelDealt:
        return _redacted_deal(event, seat)  # type: ignore[arg-type]
    raise TypeError(f"{type(event).__name__} is not an event of a state")


def _redacted_card(event: ev.CardPlayed, seat: Seat | None) -> ev.CardPlayed | ev.HiddenCardPlayed:
    if event.face_down is False or (is_int(event.seat) and event.seat == seat):
        return event
    if event.face_down is not True:
        raise TypeError(f"face_down is a bool, not {type(event.face_down).__name__}")
    return ev.HiddenCardPlayed(event.seat)


def _redacted_deal(event: ev.LevelDealt, seat: Seat | None) -> ev.HandDealt:
    hands: Any = event.hands
    if type(hands) is not tuple or not all(type(hand) is tuple for hand in hands):
        raise TypeError("the hands of a deal are a tuple of tuples")
    if seat is not None and seat >= len(hands):
        raise InvalidArgument(f"there is no seat {shown(seat)} in this deal")
    hand = () if seat is None else hands[seat]
    return ev.HandDealt(event.level, hand, tuple([len(dealt) for dealt in hands]))


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
    if not same(event.face_down, view.blind):
        return False
    if seat == view.seat:
        return same(card, view.hand[0])
    return not view.blind and _can_play(view, seat, card)


def _can_play(view: SeatView, seat: Seat, card: Card) -> bool:
    """Whether a card can be another seat's lowest, as far as the viewer can tell."""
    if not _can_hold(view, seat, card):
        return False
    return has_ample_room(view, card) or has_room(
        changed_view(
            view,
            hand_sizes=_one_less(view.hand_sizes, seat),
            aside=(*view.aside, AsideCard(seat, card, AsideReason.STAR)),
        )
    )


def _can_hold(view: SeatView, seat: Seat, card: object) -> bool:
    """Whether another seat can hold this card, if it were its only one."""
    if not is_int(card) or not 1 <= card <= view.rules.cards or card in view.hand:
        return False
    if not view.blind and view.pile and card <= (view.top or 0):
        return False
    if any(card == gone.card or (card < gone.card and seat == gone.seat) for gone in view.aside):
        return False
    return not view.blind or all(card != seen.card for seen in view.pile)


def _one_less(sizes: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return (*sizes[:seat], sizes[seat] - 1, *sizes[seat + 1 :])


def _write_card(view: SeatView, event: ev.CardPlayed) -> SeatView:
    hand = view.hand[1:] if event.seat == view.seat else view.hand
    return _laid(view, event.seat, event.card, hand)


def _is_laid(view: SeatView, event: ev.HiddenCardPlayed) -> bool:
    seat = event.seat
    if not view.blind or not is_undisturbed(view) or not is_seat(view, seat):
        return False
    return seat != view.seat and view.hand_sizes[seat] > 0


def _write_laid(view: SeatView, event: ev.HiddenCardPlayed) -> SeatView:
    return _laid(view, event.seat, None, view.hand)


def _laid(view: SeatView, seat: Seat, card: Card | None, hand: Hand) -> SeatView:
    return make_view(
        view.seat,
        view.rules,
        view.phase,
        view.level,
        view.lives,
        view.stars,
        hand,
        _one_less(view.hand_sizes, seat),
        (*view.pile, make_seen_card(seat, card)),
        view.aside,
        view.blind,
        view.attempt,
        view.ready,
        view.agreed,
    )


def _is_mistake(view: SeatView, event: ev.MistakeMade) -> bool:
    skipped: object = event.skipped
    if not blames_last_play(view, event) or _has_been_told(view):
        return False
    if type(skipped) is not tuple or len(skipped) != view.players:
        return False
    before = changed_view(view, pile=view.pile[:-1])
    if not all(_is_skipped(before, event, seat, hand) for seat, hand in enumerate(skipped)):
        return False
    cards = tuple(chain.from_iterable(skipped))
    return 0 < len(cards) == len(set(cards)) and has_room(_write_mistake(view, event))


def _has_been_told(view: SeatView) -> bool:
    """Whether the mistake of the last play is told already: what it skipped lies aside."""
    below: int = (view.pile[-2].card or 0) if view.pile[1:] else 0
    return any(gone.reason is AsideReason.SKIPPED and gone.card > below for gone in view.aside)


def _is_skipped(before: SeatView, event: ev.MistakeMade, seat: Seat, hand: object) -> bool:
    if seat == before.seat:
        return same(hand, tuple([card for card in before.hand if card < event.card]))
    if seat == event.seat:
        return same(hand, ())
    if type(hand) is not tuple or len(hand) > before.hand_sizes[seat]:
        return False
    return is_hand(before.rules, hand, len(hand)) and all(
        card < event.card and _can_hold(before, seat, card) for card in hand
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


def _is_star(view: SeatView, event: ev.StarThrown) -> bool:
    cards: object = event.cards
    if not is_thrown(view, event.stars) or type(cards) is not tuple:
        return False
    if len(cards) != view.players:
        return False
    if not all(_is_thrown_by(view, seat, card) for seat, card in enumerate(cards)):
        return False
    thrown = {seat: card for seat, card in enumerate(cards) if card is not None}
    if len(thrown) > len(set(thrown.values())):
        return False
    return has_room(_write_star(view, event), thrown)


def _is_thrown_by(view: SeatView, seat: Seat, card: object) -> bool:
    if not view.hand_sizes[seat]:
        return card is None
    return same(card, view.hand[0]) if seat == view.seat else _can_hold(view, seat, card)


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
    if not is_reveal(view, event) or len(event.pile) != len(view.pile):
        return False
    for seen, laid in zip(view.pile, event.pile, strict=True):
        if laid.seat != seen.seat or seen.card not in (None, laid.card):
            return False
    after = _write_reveal(view, event)
    return not any(view_faults(after if after.lives else changed_view(after, phase=Phase.LOST)))


def _write_reveal(view: SeatView, event: ev.PileRevealed) -> SeatView:
    pile = tuple(make_seen_card(laid.seat, laid.card) for laid in event.pile)
    return changed_view(view, phase=Phase.CLEARED, pile=pile, lives=event.lives)


def _common(changes: Changes) -> WriteView:
    return lambda view, event: changed_view(view, **changes(view, event))


_HOW: dict[type[Any], tuple[Fits, WriteView]] = {
    kind: (fits, _common(changes)) for kind, (fits, changes) in CHANGES.items()
} | {
    ev.HandDealt: (_is_deal, _write_deal),
    ev.CardPlayed: (_is_next_card, _write_card),
    ev.HiddenCardPlayed: (_is_laid, _write_laid),
    ev.MistakeMade: (_is_mistake, _write_mistake),
    ev.StarThrown: (_is_star, _write_star),
    ev.PileRevealed: (_is_reveal, _write_reveal),
}
_PASSING = _HOW.keys() - {ev.HandDealt, ev.CardPlayed, ev.HiddenCardPlayed}


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
    if type(view) is not SeatView:
        raise TypeError(f"events of a seat follow a SeatView, not {type(view).__name__}")
    how = _HOW.get(type(event))
    if how is None:
        raise TypeError(f"{type(event).__name__} is not an event of a viewer")
    fits, write = how
    if not fits(view, event):
        raise InvalidEvent(event)
    return write(view, event)
