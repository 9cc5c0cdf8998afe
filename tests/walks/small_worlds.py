"""Every state of a small world: all deals, all orders of plays, stars, votes, stops and gathers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

import attrs

import themind as tm
from naive_referee import NaiveTable
from themind import Phase
from walks.naive_side import ask, naive_table, snapshot_of

Key = tuple[Any, ...]

# A level may be gathered for ever: the count of attempts makes each a state of its own.
MOST_ATTEMPTS = 1


@attrs.frozen
class World:
    """A start, the cards that are dealt of its deck, and the level before which it ends.

    Without limits of its own it is the whole game. A blind run needs twelve levels, so a small
    blind world ends early, and of its deck only some cards are dealt.
    """

    start: tm.GameState
    dealt: int
    end: int

    @classmethod
    def whole(cls, rules: tm.Rules) -> World:
        return cls(tm.new_game(rules), rules.cards, rules.levels + 1)

    def goes_on(self, phase: str, level: tm.Level, attempt: int) -> bool:
        """Whether the walk goes on to this state."""
        return attempt <= MOST_ATTEMPTS and (level < self.end or phase == "WON")

    def deals(self, level: tm.Level) -> Iterator[tm.Action]:
        """A deck for each way to deal the hands; the order in a hand makes no difference."""
        for hands in _hands(range(1, self.dealt + 1), self.start.players, level):
            yield tm.Deal(tm.stacked_deck(hands))


def _hands(cards: Sequence[tm.Card], players: int, size: int) -> Iterator[tuple[tm.Hand, ...]]:
    if players == 0:
        yield ()
        return
    for hand in combinations(cards, size):
        rest = [card for card in cards if card not in hand]
        for others in _hands(rest, players - 1, size):
            yield (hand, *others)


def every_state(world: World) -> set[tm.GameState]:
    """The states of the world that the library reaches."""
    reached, waiting = {world.start}, [world.start]
    while waiting:
        state = waiting.pop()
        for action in every_action(world, state):
            after = tm.apply(state, action).state
            inside = world.goes_on(after.phase, after.level, after.attempt)
            if inside and after not in reached:
                reached.add(after)
                waiting.append(after)
    return reached


def every_action(world: World, state: tm.GameState) -> Iterator[tm.Action]:
    """All that can be done: what is listed, every deal, every landing, a star at once."""
    yield from tm.legal_actions(state)
    if state.phase is Phase.DEALING:
        yield from world.deals(state.level)
    if state.phase is Phase.PLAYING:
        yield from map(together, every_landing(state.hands))
        if state.stars and not state.agreed:
            yield tm.Star(range(state.players))


def every_landing(hands: Sequence[Sequence[tm.Card]]) -> Iterator[tuple[tm.Seat, ...]]:
    """The seats of some held cards in every order; who of a seat's cards is first is fixed."""
    held = [seat for seat, hand in enumerate(hands) for _ in hand]
    for size in range(1, len(held) + 1):
        yield from sorted(set(permutations(held, size)))


def together(seats: tuple[tm.Seat, ...]) -> tm.PlayTogether:
    return tm.PlayTogether([tm.Play(seat) for seat in seats])


def every_naive_state(world: World) -> set[Key]:
    """The same, walked and judged by the naive referee alone, which tries whatever there is."""
    start = naive_table(world.start)
    reached, waiting = {key(start)}, [start]
    while waiting:
        table = waiting.pop()
        for action in whatever_there_is(world, table):
            after = copy_of(table)
            if ask(after, action) is not None:
                continue
            inside = world.goes_on(after.phase, after.level, after.attempt)
            if inside and key(after) not in reached:
                reached.add(key(after))
                waiting.append(after)
    return reached


def copy_of(table: NaiveTable) -> NaiveTable:
    return NaiveTable.from_snapshot(table.rules, table.snapshot())


def whatever_there_is(world: World, table: NaiveTable) -> Iterator[tm.Action]:
    """Every action of the game, legal or not, and every landing of the held cards."""
    players = world.start.players
    yield from (tm.Begin(), tm.Reveal(), tm.CompleteLevel(), tm.ContinueBlind(), tm.Gather())
    yield tm.Star(range(players))
    for seat in range(players):
        yield from (tm.Ready(seat), tm.Unready(seat), tm.Refocus(seat), tm.Play(seat))
        yield from (tm.ProposeStar(seat), tm.AgreeToStar(seat), tm.DeclineStar(seat))
    if table.phase == "DEALING":
        yield from world.deals(table.level)
    yield from map(together, every_landing([table.hand(seat) for seat in range(players)]))


def key(table: NaiveTable) -> Key:
    return frozen(table.snapshot())


def key_of(state: tm.GameState) -> Key:
    return frozen(snapshot_of(state))


def frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((name, frozen(item)) for name, item in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list) else value
