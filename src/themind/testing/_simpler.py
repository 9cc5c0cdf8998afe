"""Scripts that are slightly simpler than a given one, for the search for the shortest game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

import themind as tm
from themind import Phase
from themind.testing._choices import in_order, order_of
from themind.testing._scripts import Request, Script, told_fields


def size_of(script: Script) -> tuple[int, int]:
    """Return the size of a script for a reader: first its requests, then everything else."""
    rules = script.start.rules
    cards = max(100, rules.players * rules.levels)
    usual = tm.Rules(players=rules.players, levels=rules.levels, lives=1, stars=0, cards=cards)
    names = [field.name for field in attrs.fields(tm.Rules)]
    told = sum([getattr(rules, name) != getattr(usual, name) for name in names])
    told += len(told_fields(script.start))
    numbers = 3 * rules.players + rules.levels + rules.lives + rules.stars + len(rules.rewards)
    requests = sum([_weight(request) for request in script.requests])
    return len(script.requests), requests + numbers + told


def _weight(request: Request) -> int:
    weight = int(request.by is not tm.HOST)
    match request.action:
        case tm.Deal(deck):
            return weight + len(deck) + sum([card != n for n, card in enumerate(deck, 1)])
        case tm.PlayTogether(plays):
            return weight + sum([2 + (play.card is not None) for play in plays]) + 1
        case tm.Play(card=None) | tm.AgreeToStar(cards_down=None):
            return weight + 1
        case _:
            return weight + 2


def later_tables(script: Script) -> Iterator[Script]:
    """Yield the script from a later deal on, as a new game with the same level, lives and stars."""
    states = list(script.states())
    for place in reversed(range(len(states))):
        state = states[place]
        if state.phase is Phase.DEALING and not state.attempt and (place or not script.is_new):
            rules = attrs.evolve(
                script.start.rules,
                first_level=state.level,
                lives=state.lives,
                stars=state.stars,
                starts_blind=state.blind,
            )
            yield Script(tm.new_game(rules), script.requests[place:])


def later_starts(script: Script) -> Iterator[Script]:
    """Yield the script in a new game, or from a later position without dealt cards."""
    yield Script(tm.new_game(script.start.rules), script.requests)
    states = list(script.states())
    for place in reversed(range(1, len(states))):
        state = states[place]
        if state.phase in (Phase.DEALING, Phase.WON) and not state.attempt:
            yield Script(state, script.requests[place:])


def with_one_for_some(script: Script) -> Iterator[Script]:
    """Yield scripts in which one request replaces two or more consecutive ones."""
    requests, states = script.requests, list(script.states())
    for size in range(len(requests) - 1, 1, -1):
        for place in range(len(requests) - size + 1):
            some = requests[place : place + size]
            if _in_one_level(some):
                for action in _ones_for(states[place], some):
                    one = (Request(action),)
                    yield Script(script.start, requests[:place] + one + requests[place + size :])


def _in_one_level(some: tuple[Request, ...]) -> bool:
    return not any(isinstance(request.action, tm.Deal | tm.CompleteLevel) for request in some)


def _ones_for(state: tm.GameState, some: tuple[Request, ...]) -> Iterator[tm.Action]:
    if state.phase is Phase.FOCUSING:
        yield tm.Begin()
    if state.phase is not Phase.PLAYING:
        return
    plays = [play for request in some for play in _plays_of(request.action)]
    if plays:
        yield tm.PlayTogether(plays)
        yield _with_the_rest(plays, state)
        yield in_order(state)
    if any(isinstance(request.action, tm.AgreeToStar) for request in some):
        yield tm.Star(range(state.players))


def _plays_of(action: tm.Action) -> tuple[tm.Play, ...]:
    match action:
        case tm.Play():
            return (action,)
        case tm.PlayTogether(plays):
            return plays
        case _:
            return ()


def _with_the_rest(plays: list[tm.Play], state: tm.GameState) -> tm.Action:
    """Return these plays followed by all other cards in order, so that every hand is empty."""
    rest = order_of(state)
    for play in plays:
        if play.seat in rest:
            rest.remove(play.seat)
    return tm.PlayTogether([*plays, *map(tm.Play, rest)])


def with_simpler_requests(script: Script) -> Iterator[Script]:
    for place, state in enumerate(script.states()):
        request = script.requests[place]
        before, behind = script.requests[:place], script.requests[place + 1 :]
        for simpler in _simpler_requests(request, state):
            yield Script(script.start, (*before, simpler, *behind))


def _simpler_requests(request: Request, state: tm.GameState) -> Iterator[Request]:
    if request.by is not tm.HOST:
        yield Request(request.action)
    for action in _simpler_actions(request.action, state):
        yield Request(action, request.by)


def _simpler_actions(action: tm.Action, state: tm.GameState) -> Iterator[tm.Action]:
    match action:
        case tm.Play(seat):
            yield tm.Play(seat)
        case tm.AgreeToStar(seat):
            yield tm.AgreeToStar(seat)
        case tm.PlayTogether(plays):
            yield tm.PlayTogether([tm.Play(play.seat) for play in plays])
            if state.phase is Phase.PLAYING:
                yield in_order(state)
            for place in range(len(plays) if len(plays) > 1 else 0):
                yield tm.PlayTogether(plays[:place] + plays[place + 1 :])
            yield from plays[:1]
        case tm.Deal(deck):
            yield from map(tm.Deal, _simpler_decks(deck, state))
        case _:
            pass


def _simpler_decks(deck: tm.Deck, state: tm.GameState) -> Iterator[tm.Deck]:
    size = state.players * state.level
    yield deck[:size]
    yield tuple(range(1, size + 1))
    ranks = {card: rank for rank, card in enumerate(sorted(set(deck[:size])), 1)}
    yield tuple([ranks[card] for card in deck[:size]])
    for place, card in enumerate(deck):
        if card != place + 1 and place + 1 in deck:
            other = deck.index(place + 1)
            swapped = list(deck)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            yield tuple(swapped)


def simpler_tables(rules: tm.Rules) -> Iterator[tm.Rules]:
    """Yield rules that are slightly simpler, each in one way."""
    changes: list[dict[str, Any]] = [{"players": n} for n in range(1, rules.players)]
    stack = rules.levels - rules.first_level
    changes += [{"levels": n} for n in range(rules.first_level, rules.levels)]
    changes += [{"first_level": n, "levels": n + stack} for n in range(1, rules.first_level)]
    changes += [{"first_level": n, "levels": n} for n in range(1, rules.levels)]
    for field in attrs.fields(tm.Rules):
        if field.default is not attrs.NOTHING and field.name not in ("first_level", "cards"):
            changes.append({field.name: field.default})
    changes += [{"cards": 100}, {"cards": rules.players * rules.levels}, {"rewards": ()}]
    changes += [{"lives": n} for n in range(1, rules.lives)]
    changes += [{"stars": n} for n in range(rules.stars)]
    for change in changes:
        try:
            yield attrs.evolve(rules, **change)
        except tm.InvalidRules:
            continue
