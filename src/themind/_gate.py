"""The gate: all that keeps a position from being one that a game can be in, said at once.

States and views pass the same gate. It looks at `Facts`: what either shows of the table, with
the hands and the played cards that are not shown left out.
"""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from themind._cards import Card, Hand, Seat
from themind._ints import is_int
from themind._rules import Rules
from themind._table import AsideCard, AsideReason, Phase
from themind.exceptions import shown

Faults = Iterator[str]
Shapes = Mapping[str, tuple[str, Callable[[Any], bool]]]

_EMPTY_TABLE = (Phase.DEALING, Phase.WON)
_EMPTY_HANDS = (Phase.REVEALING, Phase.CLEARED)
_HELD_CARDS = (Phase.FOCUSING, Phase.PLAYING)


@attrs.frozen(eq=False)
class Facts:
    """What is known of a position: hands by seat where they show, pile cards None where not."""

    position: Any
    hand_sizes: tuple[int, ...]
    hands: Mapping[Seat, Hand]
    pile: tuple[tuple[Seat, Card | None], ...]
    aside: tuple[AsideCard, ...]

    def played(self) -> Mapping[Seat, list[Card]]:
        """The known cards of the pile by the seat that played them, in play order."""
        by_seat = defaultdict[Seat, list[Card]](list)
        for seat, card in self.pile:
            if card is not None:
                by_seat[seat].append(card)
        return by_seat

    def highest_laid(self) -> Mapping[Seat, Card]:
        """The highest known card that each seat has played or set aside; 0 for none."""
        highest = defaultdict[Seat, Card](int)
        for seat, played in self.played().items():
            highest[seat] = max(played)
        for gone in self.aside:
            highest[gone.seat] = max(highest[gone.seat], gone.card)
        return highest


def shape_faults(position: Any, shapes: Shapes) -> dict[str, str]:
    """What is wrong with the fields whose values are not even of the right shape, by name."""
    values = {name: getattr(position, name) for name in shapes}
    return {
        name: f"{name} is {what}, not {shown(values[name])}"
        for name, (what, fits) in shapes.items()
        if not fits(values[name])
    }


def is_exactly(kind: type) -> Callable[[Any], bool]:
    """A test for values of one class."""
    return lambda value: type(value) is kind


def tuple_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A test for tuples whose every item passes a test."""
    return lambda value: type(value) is tuple and all(map(fits, value))


def is_bool(value: object) -> bool:
    """Whether a value is True or False itself."""
    return type(value) is bool


def is_seat_set(value: object) -> bool:
    """Whether a value is a frozenset of ints."""
    return type(value) is frozenset and all(map(is_int, value))


def is_aside_card(value: Any) -> bool:
    """Whether a value is an `AsideCard` of ints and a reason."""
    return (
        type(value) is AsideCard
        and is_int(value.seat)
        and is_int(value.card)
        and isinstance(value.reason, AsideReason)
    )


COMMON_SHAPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "rules": ("the Rules of the table", is_exactly(Rules)),
    "phase": ("a Phase", is_exactly(Phase)),
    "level": ("an int", is_int),
    "lives": ("an int", is_int),
    "stars": ("an int", is_int),
    "aside": ("a tuple of AsideCards", tuple_of(is_aside_card)),
    "blind": ("a bool", is_bool),
    "attempt": ("an int", is_int),
    "ready": ("a frozenset of seats", is_seat_set),
    "agreed": ("a frozenset of seats", is_seat_set),
}


def number_faults(position: Any) -> Faults:
    """Name what is wrong with level, lives, stars and attempt, and with a blind run."""
    rules: Rules = position.rules
    bounds = {
        "level": (rules.first_level, rules.levels),
        "lives": (0, rules.max_lives),
        "stars": (0, rules.max_stars),
        "attempt": (0, None),
    }
    for name, (least, most) in bounds.items():
        number = getattr(position, name)
        if is_int(number) and number < least:
            yield f"{name} is at least {least}, not {shown(number)}"
        if is_int(number) and most is not None and number > most:
            yield f"{name} is at most {shown(most)}, not {shown(number)}"
    if position.blind is True and not rules.is_full_stack:
        yield "a blind run needs the full stack"


def table_faults(facts: Facts, unshapely: Collection[str] = ()) -> Faults:
    """Name all that is wrong with the cards, the seats and the phase.

    What looks at a field of the wrong shape is left out.
    """
    for check, fields in _CHECKS.items():
        if not any(field in unshapely for field in fields.split()):
            yield from check(facts)


def _hands(facts: Facts) -> Faults:
    players = facts.position.rules.players
    if len(facts.hand_sizes) != players:
        yield f"there are as many hands as players ({players}), not {len(facts.hand_sizes)}"


def _seats_of_pile(facts: Facts) -> Faults:
    return _strangers(facts, "pile", {seat for seat, _ in facts.pile})


def _seats_of_aside(facts: Facts) -> Faults:
    return _strangers(facts, "aside", {gone.seat for gone in facts.aside})


def _seats_ready(facts: Facts) -> Faults:
    return _strangers(facts, "ready", facts.position.ready)


def _seats_agreed(facts: Facts) -> Faults:
    return _strangers(facts, "agreed", facts.position.agreed)


def _strangers(facts: Facts, place: str, seats: Iterable[Seat]) -> Faults:
    for seat in sorted(seats):
        if not 0 <= seat < facts.position.rules.players:
            yield f"{place} names seat {shown(seat)}, which is not there"


def _cards(facts: Facts) -> Faults:
    cards = [card for hand in facts.hands.values() for card in hand]
    cards += [card for _, card in facts.pile if card is not None]
    cards += [gone.card for gone in facts.aside]
    most = facts.position.rules.cards
    for card, places in sorted(Counter(cards).items()):
        if not 1 <= card <= most:
            yield f"card {shown(card)} is not in a deck of {most}"
        if places > 1:
            yield f"card {shown(card)} is in more than one place"


def _counts(facts: Facts) -> Faults:
    level = facts.position.level
    laid = Counter([owner for owner, _ in facts.pile] + [gone.seat for gone in facts.aside])
    for seat, size in enumerate(facts.hand_sizes):
        if size + laid[seat] > level:
            yield f"seat {seat} has more than the {shown(level)} cards of the level"


def _own_order(facts: Facts) -> Faults:
    laid = facts.highest_laid()
    for seat, hand in facts.hands.items():
        if not _ascends(hand):
            yield f"the hand of seat {seat} does not ascend"
        if hand and seat in laid and min(hand) < laid[seat]:
            yield f"seat {seat} holds a card lower than one that it has laid"
    for seat, played in sorted(facts.played().items()):
        if not _ascends(played):
            yield f"the cards that seat {shown(seat)} played do not ascend"


def _ascends(cards: Sequence[Card]) -> bool:
    return all(map(operator.lt, cards, cards[1:]))


def _open_order(facts: Facts) -> Faults:
    if facts.position.blind:
        return
    pile = [card for _, card in facts.pile if card is not None]
    if not _ascends(pile):
        yield "the pile does not ascend"
    held = [card for hand in facts.hands.values() for card in hand]
    if pile and held and min(held) < pile[-1]:
        yield "a held card is lower than the top of the pile"
    skipped = [gone.card for gone in facts.aside if gone.reason is AsideReason.SKIPPED]
    if skipped and not (pile and max(skipped) <= pile[-1]):
        yield "a skipped card is higher than the top of the pile"


def _blind_order(facts: Facts) -> Faults:
    if facts.position.blind and any(gone.reason is AsideReason.SKIPPED for gone in facts.aside):
        yield "nothing is skipped in a blind level"


def _phase_of_cards(facts: Facts) -> Faults:
    phase: Phase = facts.position.phase
    blind: bool = facts.position.blind
    held = any(facts.hand_sizes)
    if phase in _EMPTY_TABLE and (held or facts.pile or facts.aside):
        yield f"the table is empty in {phase}"
    if phase in _EMPTY_HANDS and held:
        yield f"all hands are empty in {phase}"
    if phase in _HELD_CARDS and not held:
        yield f"somebody holds a card in {phase}"
    if phase is Phase.LOST and blind and held:
        yield "all hands are empty in a lost blind level"
    if phase is Phase.LOST and not blind and not facts.pile:
        yield "the pile is not empty in a lost level"


def _lives_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if (position.lives == 0) is not (position.phase is Phase.LOST):
        yield "lives are 0 in LOST and nowhere else"


def _reveal_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if position.phase is Phase.REVEALING and not position.blind:
        yield "only a blind pile is revealed"


def _level_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if position.phase is Phase.WON and position.level != position.rules.levels:
        yield "a game is won at the last level"


def _attempt_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if position.phase is Phase.WON and position.attempt != 0:
        yield "attempt is 0 in WON"


def _ready_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if position.ready and position.phase is not Phase.FOCUSING:
        yield "nobody is ready but in FOCUSING"


def _agreed_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if position.agreed and position.phase is not Phase.PLAYING:
        yield "nobody agrees to a star but in PLAYING"


def _star_to_throw(facts: Facts) -> Faults:
    if facts.position.agreed and facts.position.stars == 0:
        yield "there is no star to agree to"


def _somebody_is_not_ready(facts: Facts) -> Faults:
    if len(facts.position.ready) >= facts.position.rules.players:
        yield "ready never names everybody"


def _somebody_has_not_agreed(facts: Facts) -> Faults:
    if len(facts.position.agreed) >= facts.position.rules.players:
        yield "agreed never names everybody"


# Each check, in the order in which faults are told, and the fields that it looks at.
_CHECKS: dict[Callable[[Facts], Faults], str] = {
    _hands: "rules hands",
    _seats_of_pile: "rules pile",
    _seats_of_aside: "rules aside",
    _seats_ready: "rules ready",
    _seats_agreed: "rules agreed",
    _cards: "rules hands pile aside",
    _counts: "level hands pile aside",
    _own_order: "hands pile aside",
    _open_order: "blind hands pile aside",
    _blind_order: "blind aside",
    _phase_of_cards: "phase blind hands pile aside",
    _lives_of_phase: "phase lives",
    _reveal_of_phase: "phase blind",
    _level_of_phase: "phase level rules",
    _attempt_of_phase: "phase attempt",
    _ready_of_phase: "phase ready",
    _agreed_of_phase: "phase agreed",
    _star_to_throw: "stars agreed",
    _somebody_is_not_ready: "rules ready",
    _somebody_has_not_agreed: "rules agreed",
}
