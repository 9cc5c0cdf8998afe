"""Validation of positions, for the constructors of states and views.

Both share these checks, which use `Facts`: the known part of a position, without the cards that a
view does not show.
"""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from themind._model.cards import Card, Hand, Seat
from themind._model.checks import did_you_mean, member_of, shown
from themind._model.position import AsideCard, AsideReason, Phase, PlayedCard, Position
from themind._model.rules import Rules

Faults: TypeAlias = Iterator[str]
Shape: TypeAlias = tuple[str, Callable[[object], bool]]

_EMPTY_TABLE = (Phase.DEALING, Phase.WON)
_EMPTY_HANDS = (Phase.REVEALING, Phase.CLEARED)
_HELD_CARDS = (Phase.FOCUSING, Phase.PLAYING)


class Facts:
    """The known part of a position.

    `hands` has the known hands by seat, each with the name of its field. `sizes_field` is the name
    of the field with the sizes of all hands. `pile` has None for an unknown card.
    """

    __slots__ = ("aside", "hand_sizes", "hands", "pile", "position", "sizes_field")

    def __init__(
        self,
        position: Position,
        *,
        sizes_field: str,
        hand_sizes: tuple[int, ...],
        hands: Mapping[Seat, tuple[str, Hand]],
        pile: tuple[tuple[Seat, Card | None], ...],
        aside: tuple[AsideCard, ...],
    ) -> None:
        self.position = position
        self.sizes_field = sizes_field
        self.hand_sizes = hand_sizes
        self.hands = hands
        self.pile = pile
        self.aside = aside

    def played(self) -> Mapping[Seat, list[Card]]:
        """Return the known cards of the pile by seat, in play order."""
        by_seat = defaultdict[Seat, list[Card]](list)
        for seat, card in self.pile:
            if card is not None:
                by_seat[seat].append(card)
        return by_seat

    def highest_on_table(self) -> Mapping[Seat, Card]:
        """Return the highest known card that each seat has played or set aside."""
        highest = defaultdict[Seat, Card](int)
        for seat, played in self.played().items():
            highest[seat] = max(played)
        for aside in self.aside:
            highest[aside.seat] = max(highest[aside.seat], aside.card)
        return highest


def shape_faults(position: Position, shapes: Mapping[str, Shape]) -> dict[str, str]:
    """Return the faults of fields whose values have a wrong type, by field."""
    values: dict[str, object] = {name: getattr(position, name) for name in shapes}
    return {
        name: f"{name} must be {kind}, got {shown(values[name])}{_suggestion(name, values[name])}"
        for name, (kind, fits) in shapes.items()
        if not fits(values[name])
    }


def _suggestion(name: str, value: object) -> str:
    return did_you_mean(member_of(Phase, value) if name == "phase" else "")


def is_int(value: object) -> bool:
    """Return whether a value is an int and not a bool."""
    return type(value) is int


def tuple_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    """Return a test for tuples whose items all pass a test."""
    return lambda value: type(value) is tuple and all(map(fits, value))


are_hands = tuple_of(tuple_of(is_int))


def is_played_card(value: object) -> bool:
    """Return whether a value is a `PlayedCard`."""
    return type(value) is PlayedCard


def _is_aside_card(value: object) -> bool:
    return type(value) is AsideCard


def _is_seat_set(value: object) -> bool:
    return type(value) is frozenset and all(map(is_int, value))


COMMON_SHAPES: dict[str, Shape] = {
    "rules": ("Rules", lambda value: type(value) is Rules),
    "phase": ("a Phase", lambda value: type(value) is Phase),
    "level": ("an int", is_int),
    "lives": ("an int", is_int),
    "stars": ("an int", is_int),
    "aside": ("a tuple of AsideCards", tuple_of(_is_aside_card)),
    "blind": ("a bool", lambda value: type(value) is bool),
    "attempt": ("an int", is_int),
    "ready": ("a frozenset of seats", _is_seat_set),
    "agreed": ("a frozenset of seats", _is_seat_set),
}


def number_faults(position: Position) -> Faults:
    """Yield the faults of level, lives, stars, attempt and blind."""
    rules = position.rules
    bounds: tuple[tuple[str, int, int, int | None], ...] = (
        ("level", position.level, rules.first_level, rules.levels),
        ("lives", position.lives, 0, rules.max_lives),
        ("stars", position.stars, 0, rules.max_stars),
        ("attempt", position.attempt, 0, None),
    )
    for name, number, least, most in bounds:
        if is_int(number) and number < least:
            yield f"{name} must be at least {least}, got {shown(number)}"
        if is_int(number) and most is not None and number > most:
            yield f"{name} must be at most {most}, got {shown(number)}"
    if position.blind is True and not (rules.is_full_stack or rules.starts_blind):
        yield "blind must be False unless the stack is full or starts_blind is set, got True"
    if position.blind is False and rules.starts_blind:
        yield "blind must be True if starts_blind is set, got False"


def table_faults(facts: Facts, misshapen: Collection[str] = ()) -> Faults:
    """Yield the faults of cards, seats and phase, without those of misshapen fields."""
    for check, fields in _CHECKS.items():
        if not any(field in misshapen for field in fields.split()):
            yield from check(facts)


def _hands(facts: Facts) -> Faults:
    players = facts.position.rules.players
    if len(facts.hand_sizes) != players:
        must = f"{facts.sizes_field} must have one item for each of {players} players"
        yield f"{must}, got {len(facts.hand_sizes)}"


def _seats_of_pile(facts: Facts) -> Faults:
    return _unknown_seats(facts, "pile", {seat for seat, _ in facts.pile})


def _seats_of_aside(facts: Facts) -> Faults:
    return _unknown_seats(facts, "aside", {aside.seat for aside in facts.aside})


def _seats_ready(facts: Facts) -> Faults:
    return _unknown_seats(facts, "ready", facts.position.ready)


def _seats_agreed(facts: Facts) -> Faults:
    return _unknown_seats(facts, "agreed", facts.position.agreed)


def _unknown_seats(facts: Facts, place: str, seats: Iterable[Seat]) -> Faults:
    last = facts.position.rules.players - 1
    for seat in sorted(seats):
        if not 0 <= seat <= last:
            yield f"seats in {place} must be from 0 to {last}, got {shown(seat)}"


def _cards(facts: Facts) -> Faults:
    cards = [card for _, hand in facts.hands.values() for card in hand]
    cards += [card for _, card in facts.pile if card is not None]
    cards += [aside.card for aside in facts.aside]
    most = facts.position.rules.cards
    for card, places in sorted(Counter(cards).items()):
        if not 1 <= card <= most:
            yield f"cards must be from 1 to {most}, got {shown(card)}"
        if places > 1:
            yield f"each card must be in one place only, got {shown(card)} in {places}"


def _counts(facts: Facts) -> Faults:
    level = facts.position.level
    no_longer_held = Counter([seat for seat, _ in facts.pile] + [card.seat for card in facts.aside])
    for seat, size in enumerate(facts.hand_sizes):
        if size + no_longer_held[seat] > level:
            must = f"the number of cards of seat {seat} must be at most the level ({shown(level)})"
            yield f"{must}, got {shown(size + no_longer_held[seat])}"


def _own_order(facts: Facts) -> Faults:
    highest = facts.highest_on_table()
    for seat, (name, hand) in facts.hands.items():
        if not _ascends(hand):
            yield f"{name} must be in ascending order, got {shown(hand)}"
        if hand and seat in highest and min(hand) < highest[seat]:
            must = f"cards in {name} must be above all that seat {seat} has played or set aside"
            yield f"{must}, got {shown(min(hand))} below {shown(highest[seat])}"
    for seat, played in sorted(facts.played().items()):
        if not _ascends(played):
            must = f"cards of seat {shown(seat)} in pile must be in ascending order"
            yield f"{must}, got {shown(played)}"


def _ascends(cards: Sequence[Card]) -> bool:
    return all(map(operator.lt, cards, cards[1:]))


def _open_order(facts: Facts) -> Faults:
    if facts.position.blind:
        return
    pile = [card for _, card in facts.pile if card is not None]
    if not _ascends(pile):
        yield f"pile must be in ascending order, got {shown(pile)}"
    held = [(min(hand), name) for name, hand in facts.hands.values() if hand]
    if pile and held and min(held)[0] < pile[-1]:
        lowest, name = min(held)
        must = f"cards in {name} must be above the top of the pile ({shown(pile[-1])})"
        yield f"{must}, got {shown(lowest)}"
    skipped = [aside.card for aside in facts.aside if aside.reason is AsideReason.SKIPPED]
    if skipped and not (pile and max(skipped) <= pile[-1]):
        must = "skipped cards in aside must be below the top of the pile"
        yield f"{must}, got {shown(max(skipped))}"


def _blind_order(facts: Facts) -> Faults:
    if facts.position.blind and any(aside.reason is AsideReason.SKIPPED for aside in facts.aside):
        yield "aside must contain no skipped cards in a blind level"


def _phase_of_cards(facts: Facts) -> Faults:
    phase, blind = facts.position.phase, facts.position.blind
    held = any(facts.hand_sizes)
    if phase in _EMPTY_TABLE and (held or facts.pile or facts.aside):
        yield f"{facts.sizes_field}, pile and aside must contain no cards in {phase}"
    if held and (phase in _EMPTY_HANDS or (phase is Phase.LOST and blind)):
        yield f"{facts.sizes_field} must contain no cards in {phase}"
    if phase in _HELD_CARDS and not held:
        yield f"{facts.sizes_field} must contain at least one card in {phase}"
    if phase is Phase.LOST and not blind and not facts.pile:
        yield "pile must contain at least one card in LOST"


def _lives_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if (position.lives == 0) is not (position.phase is Phase.LOST):
        must = "0" if position.phase is Phase.LOST else "above 0"
        yield f"lives must be {must} in {position.phase}, got {shown(position.lives)}"


def _reveal_of_phase(facts: Facts) -> Faults:
    if facts.position.phase is Phase.REVEALING and not facts.position.blind:
        yield "blind must be True in REVEALING, got False"


def _level_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if position.phase is Phase.WON and position.level != position.rules.levels:
        yield f"level must be {position.rules.levels} in WON, got {shown(position.level)}"


def _attempt_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if position.phase is Phase.WON and position.attempt != 0:
        yield f"attempt must be 0 in WON, got {shown(position.attempt)}"


def _ready_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if position.ready and position.phase is not Phase.FOCUSING:
        yield f"ready must be empty in {position.phase}, got {shown(set(position.ready))}"


def _agreed_of_phase(facts: Facts) -> Faults:
    position = facts.position
    if position.agreed and position.phase is not Phase.PLAYING:
        yield f"agreed must be empty in {position.phase}, got {shown(set(position.agreed))}"


def _star_to_throw(facts: Facts) -> Faults:
    if facts.position.agreed and facts.position.stars == 0:
        yield "agreed must be empty if the team has no star"


def _someone_is_not_ready(facts: Facts) -> Faults:
    if len(facts.position.ready) >= facts.position.rules.players:
        yield "ready must not contain every seat: play starts when all are ready"


def _someone_has_not_agreed(facts: Facts) -> Faults:
    if len(facts.position.agreed) >= facts.position.rules.players:
        yield "agreed must not contain every seat: a star is thrown when all have agreed"


# The checks in the order of their faults, each with the fields that it uses.
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
    _someone_is_not_ready: "rules ready",
    _someone_has_not_agreed: "rules agreed",
}
