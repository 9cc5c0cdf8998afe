"""Strategies for positions that are set up directly, reachable or not."""

from __future__ import annotations

from typing import TypeAlias

import attrs
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import themind as tm
from themind import AsideCard, AsideReason, Card, Phase, PlayedCard, Seat
from themind.testing._tables import Tables, drawn_deck, tables_of

Owned: TypeAlias = list[tuple[Card, Seat]]

WITH_CARDS = (Phase.FOCUSING, Phase.PLAYING)
WITHOUT_CARDS = (Phase.DEALING, Phase.WON)
_BASE = tuple(phase for phase in Phase if phase is not Phase.REVEALING)
_REASONS = st.sampled_from([None, AsideReason.SKIPPED, AsideReason.STAR])
_THROWN = st.sampled_from([None, None, AsideReason.STAR])


def positions(rules: Tables | None = None) -> SearchStrategy[tm.GameState]:
    """Generate valid positions, which a game does not necessarily reach, as in a puzzle.

    Dealt cards can be missing, and hands can have any size within the level.

    Args:
        rules: Rules, or a strategy for them.

    Example:
        >>> from hypothesis import given
        >>> from themind import testing
        >>> @given(testing.positions())
        ... def test_a_position_is_possible(position):
        ...     testing.assert_possible(position)
        >>> test_a_position_is_possible()
    """
    return _positions(rules)


@st.composite
def _positions(draw: DrawFn, tables: Tables | None) -> tm.GameState:
    rules = draw(tables_of(tables))
    blind = rules.starts_blind or (rules.is_full_stack and draw(st.booleans()))
    phase = draw(st.sampled_from(list(Phase) if blind else _BASE))
    won = phase is Phase.WON
    table = tm.GameState(
        rules=rules,
        phase=Phase.WON if won else Phase.DEALING,
        level=rules.levels if won else draw(st.integers(rules.first_level, rules.levels)),
        lives=draw(st.integers(1, rules.max_lives)),
        stars=draw(st.integers(0, rules.max_stars)),
        hands=((),) * rules.players,
        blind=blind,
        attempt=0 if won else draw(st.integers(0, 2)),
    )
    return table if phase in WITHOUT_CARDS else _with_cards(draw, table, phase)


def _with_cards(draw: DrawFn, table: tm.GameState, phase: Phase) -> tm.GameState:
    players, lost = table.players, phase is Phase.LOST
    open_loss = lost and not table.blind
    holds = phase in WITH_CARDS
    owned = _owned(draw, table, least=int(holds or open_loss))
    gone = len(owned)
    if holds or open_loss:
        gone = draw(st.integers(int(open_loss), len(owned) - int(holds)))
    placed = _placed(draw, owned[:gone], table, pile_is_needed=open_loss)
    held, thrown = _thrown(draw, owned[gone:])
    seats = draw(st.sets(st.integers(0, players - 1), max_size=players - 1))
    return attrs.evolve(
        table,
        phase=phase,
        lives=0 if lost else table.lives,
        hands=[[card for card, owner in held if owner == seat] for seat in range(players)],
        pile=[PlayedCard(seat, card) for card, seat, why in placed if why is None],
        aside=[AsideCard(seat, card, why) for card, seat, why in placed + thrown if why],
        ready=frozenset(seats if phase is Phase.FOCUSING else ()),
        agreed=frozenset(seats if phase is Phase.PLAYING and table.stars else ()),
    )


def _owned(draw: DrawFn, table: tm.GameState, *, least: int) -> Owned:
    """Return some of the dealt cards with their owners, in the order of leaving the hands."""
    dealt = table.players * table.level
    deck = drawn_deck(draw, table.rules, table.level)[: draw(st.integers(least, dealt))]
    owned = sorted((card, place % table.players) for place, card in enumerate(deck))
    if not table.blind:
        return owned
    owners = draw(st.permutations([seat for _, seat in owned]))
    left = {seat: iter([card for card, owner in owned if owner == seat]) for seat in set(owners)}
    return [(next(left[seat]), seat) for seat in owners]


def _placed(
    draw: DrawFn, gone: Owned, table: tm.GameState, *, pile_is_needed: bool
) -> list[tuple[Card, Seat, AsideReason | None]]:
    """Return the place of each card: pile or aside. Skipped cards stay below the top."""
    placed: list[tuple[Card, Seat, AsideReason | None]] = []
    reasons = _THROWN if table.blind else _REASONS
    for card, seat in reversed(gone):
        why = draw(reasons)
        top_is_missing = all(why for _, _, why in placed)
        if top_is_missing and (why is AsideReason.SKIPPED or pile_is_needed):
            why = None
        placed.append((card, seat, why))
    return placed[::-1]


def _thrown(draw: DrawFn, held: Owned) -> tuple[Owned, list[tuple[Card, Seat, AsideReason | None]]]:
    """Sometimes set the lowest cards of some hands aside, as a star does."""
    lows = {seat: card for card, seat in reversed(held)}
    if len(lows) == len(held):
        return held, []
    seats = draw(st.sets(st.sampled_from(sorted(lows))))
    away = {(lows[seat], seat) for seat in seats}
    return (
        [card for card in held if card not in away],
        [(card, seat, AsideReason.STAR) for card, seat in sorted(away)],
    )
