"""Adapt a script to other rules, as far as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

import themind as tm
from themind import Phase
from themind.testing._choices import in_order
from themind.testing._scripts import Request, Script, after


def fitted_to_some(script: Script, tables: Iterable[tm.Rules]) -> Iterator[Script]:
    """Return the same requests with other rules, if the game can start with them."""
    for table in tables:
        start = _start_at(script, table)
        if start is not None:
            yield _fitted(script, start)


def _start_at(script: Script, table: tm.Rules) -> tm.GameState | None:
    if script.is_new:
        return tm.new_game(table)
    old = script.start
    level = table.levels if old.phase is Phase.WON else min(old.level, table.levels)
    lives, stars = min(old.lives, table.max_lives), min(old.stars, table.max_stars)
    hands = ((),) * table.players
    try:
        return attrs.evolve(old, rules=table, level=level, lives=lives, stars=stars, hands=hands)
    except tm.InvalidState:
        return None


def _fitted(script: Script, start: tm.GameState) -> Script:
    """Return the same requests from another start.

    Seats that no longer exist are replaced by other seats, and decks get the required length.
    """
    state, requests = start, list[Request]()
    for old, request in zip(script.states(), script.requests, strict=True):
        fits = _Fit(old, state)
        by = fits.seat(request.by) if isinstance(request.by, int) else request.by
        requests.append(Request(fits.action(request.action), by))
        state = after(state, requests[-1])
    return Script(start, tuple(requests))


class _Fit:
    """Adapts an action of one state to another state."""

    def __init__(self, old: tm.GameState, new: tm.GameState) -> None:
        self.old = old
        self.new = new

    def seat(self, seat: tm.Seat) -> tm.Seat:
        """Return a seat that exists or does not exist, like the original."""
        if 0 <= seat < self.old.players:
            return seat % self.new.players
        return seat if seat < 0 else seat - self.old.players + self.new.players

    def action(self, action: tm.Action) -> tm.Action:
        """Return the action with seats and cards that fit."""
        match action:
            case tm.Deal(deck) if tm.is_legal(self.old, action):
                return tm.Deal(self._deck(deck))
            case tm.Play(seat, card):
                return tm.Play(self.seat(seat), card)
            case tm.PlayTogether(plays):
                return self._landing(plays)
            case tm.AgreeToStar(seat, cards_down):
                return tm.AgreeToStar(self.seat(seat), cards_down)
            case tm.Star(agreed):
                return tm.Star(self._voters(agreed))
            case tm.Ready(seat) | tm.Unready(seat) | tm.Refocus(seat):
                return type(action)(self.seat(seat))
            case tm.ProposeStar(seat) | tm.DeclineStar(seat):
                return type(action)(self.seat(seat))
            case _:
                return action

    def _landing(self, plays: tuple[tm.Play, ...]) -> tm.Action:
        """Return as many cards of each seat as it has, or all cards in order as before."""
        if self.new.phase is not Phase.PLAYING or not tm.is_legal(self.old, tm.PlayTogether(plays)):
            return tm.PlayTogether([tm.Play(self.seat(play.seat), play.card) for play in plays])
        if plays == in_order(self.old).plays:
            return in_order(self.new)
        left = Counter({seat: len(hand) for seat, hand in enumerate(self.new.hands)})
        landed: list[tm.Play] = []
        for play in plays:
            seat = self.seat(play.seat)
            if left[seat]:
                left[seat] -= 1
                landed.append(tm.Play(seat))
        return tm.PlayTogether(landed or plays)

    def _voters(self, agreed: frozenset[tm.Seat]) -> frozenset[tm.Seat]:
        all_agree = agreed == frozenset(range(self.old.players))
        return frozenset(range(self.new.players) if all_agree else map(self.seat, agreed))

    def _deck(self, deck: tm.Deck) -> tm.Deck:
        """Return the dealt cards in the same order but renumbered, and the lowest others."""
        size = self.new.players * self.new.level
        dealt = deck[: min(size, self.old.players * self.old.level)]
        if max(dealt) > self.new.rules.cards:
            ranks = {card: rank for rank, card in enumerate(sorted(dealt), 1)}
            dealt = tuple([ranks[card] for card in dealt])
        known = {*dealt}
        others = [card for card in range(1, self.new.rules.cards + 1) if card not in known]
        return (*dealt, *others[: size - len(dealt)])
