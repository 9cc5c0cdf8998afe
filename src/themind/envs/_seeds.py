"""Seeds and their decks."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from themind import Deck, GameState, InvalidArgument, shuffled_deck
from themind._model.checks import as_int, require_callable, require_instance, shown, wrong_type
from themind.rng import seed_key

MOST_BITS = 1024

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


class KeyedDecks:
    """The decks of one game of a seed, the same as in `themind.experiments.play_game`.

    They contain only the cards that are dealt: shuffling all cards would take most of the time.
    """

    __slots__ = ("seed",)

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def __call__(self, state: GameState) -> Deck:
        return shuffled_deck(
            self.seed,
            level=state.level,
            attempt=state.attempt,
            blind=state.blind,
            cards=state.rules.cards,
            count=state.players * state.level,
        )


def shuffle_of(options: Mapping[str, Any] | None, seed: str) -> Shuffle:
    """Return the function that makes the decks of a game, from its seed or the option `deck`.

    Raises:
        TypeError: The option is no function, or `options` no mapping.
    """
    require_instance("options", options, Mapping | None)
    chosen = None if options is None else options.get("deck")
    if chosen is None:
        return KeyedDecks(seed)
    return cast("Shuffle", require_callable("options['deck']", chosen))
