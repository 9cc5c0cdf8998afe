"""Seeds and their decks."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import attrs

from themind import Deck, GameState, InvalidArgument, deck_for, shuffled_deck
from themind._model.checks import (
    as_int,
    require_callable,
    require_instance,
    require_one_of,
    shown,
    wrong_type,
)
from themind.rng import seed_key

MOST_BITS = 1024

# PettingZoo's official tests pass an option of this name.
IGNORED = "options"

Shuffle: TypeAlias = Callable[[GameState], Deck]


class Seeds:
    """Counts the games of a seed, which is random if none is given."""

    def __init__(self) -> None:
        self.text: str | None = None
        self.index = 0

    def advance(self, seed: Any) -> None:
        """Switch to game 0 of a new seed, or to the next game of the last one."""
        if seed is None and self.text is not None:
            self.index += 1
            return
        self.text = str(secrets.randbits(63)) if seed is None else checked_seed(seed)
        self.index = 0


def checked_seed(seed: Any) -> str:
    """Return a seed as a text.

    Raises:
        InvalidArgument: The seed is too large an int, or a text with a lone surrogate.
        TypeError: The seed is neither a str nor an int.
    """
    if isinstance(seed, str):
        seed_key(seed)
        return str(seed)
    if isinstance(seed, bool) or not hasattr(type(seed), "__index__"):
        raise wrong_type("seed", "a str or an int", seed)
    number = as_int("seed", seed)
    if number.bit_length() > MOST_BITS:
        raise InvalidArgument(f"seed must have at most {MOST_BITS} bits, got {shown(number)}")
    return str(number)


class Decks(ABC):
    """The decks of one game."""

    @abstractmethod
    def deal(self, state: GameState) -> Deck:
        """Return the cards to deal, and possibly more."""

    @abstractmethod
    def whole(self, state: GameState, dealt: Deck) -> Deck:
        """Return the whole deck for a record, given the one from `deal`."""


@attrs.frozen
class KeyedDecks(Decks):
    """The decks of one game of a seed, the same as in `themind.experiments.play_game`.

    Only the cards that are dealt are shuffled in play: all cards would take most of the time.
    """

    seed: str

    def deal(self, state: GameState) -> Deck:
        return shuffled_deck(
            self.seed,
            level=state.level,
            attempt=state.attempt,
            blind=state.blind,
            cards=state.rules.cards,
            count=state.players * state.level,
        )

    def whole(self, state: GameState, dealt: Deck) -> Deck:
        return deck_for(state, self.seed)


@attrs.frozen
class OwnDecks(Decks):
    """The decks that a function returns."""

    shuffle: Shuffle

    def deal(self, state: GameState) -> Deck:
        return self.shuffle(state)

    def whole(self, state: GameState, dealt: Deck) -> Deck:
        return dealt


def own_decks(options: Mapping[str, Any] | None) -> OwnDecks | None:
    """Return the decks of the option `deck`, None without one.

    Raises:
        InvalidArgument: There is another option.
        TypeError: The option is not a function, or `options` is not a mapping.
    """
    require_instance("options", options, Mapping | None)
    chosen = None
    for key, value in (options or {}).items():
        if key != IGNORED:
            require_one_of("each key of options", key, ("deck",))
            chosen = value
    return None if chosen is None else OwnDecks(require_callable("options['deck']", chosen))
