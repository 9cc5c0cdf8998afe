"""Keyed random numbers, which are the same in every Python version and in every language.

A seed has a key (`seed_key`), and a key has 64-bit words (`splitmix64`), which can serve as keys
again. Each draw therefore depends only on its key, and not on earlier draws.

`deck_key` is the key of a deck. The other functions return keys for the random numbers of simulated
games (`themind.experiments`): `plan_key` for the wait of a card, `game_key` and `level_key` for
numbers that a seat draws once for a game or a level, `question_key` for stars and learning.

>>> from themind import rng
>>> key = rng.seed_key("friday")
>>> rng.splitmix64(key, 0) == rng.splitmix64(key, 0) < 2**64
True
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import SupportsIndex, cast

from themind._model.checks import as_int, require_int, wrong_type
from themind._model.errors import InvalidArgument

__all__ = [
    "deck_key",
    "game_key",
    "level_key",
    "plan_key",
    "question_key",
    "seed_key",
    "splitmix64",
]

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_GAMMA = 0x9E37_79B9_7F4A_7C15
_MIX_1 = 0xBF58_476D_1CE4_E5B9
_MIX_2 = 0x94D0_49BB_1331_11EB

# The bits of the float 1.0, the mask of a float's fraction, and the float before 1.
_ONE = 0x3FF0_0000_0000_0000
_FRACTION = 0xF_FFFF_FFFF_FFFF
_BELOW_ONE = 1 - 2**-53

# The first word below a seed's key; 0 and 1 are for the decks of the base run and the blind run.
PLANS, GAMES, LEVELS, QUESTIONS = 2, 3, 4, 5


def seed_key(seed: str | bytes | SupportsIndex) -> int:
    """Return the key of a seed: the first 8 bytes of its SHA-256, big-endian.

    A str is encoded in UTF-8 and an int in decimal; bytes are used unchanged.

    Raises:
        TypeError: `seed` is neither a str nor bytes nor an int, or is a bool.
        InvalidArgument: A str has a lone surrogate, or an int has thousands of digits.

    Example:
        >>> from themind import rng
        >>> rng.seed_key("42") == rng.seed_key(42) == rng.seed_key(b"42")
        True
    """
    from hashlib import sha256  # its import takes milliseconds, and few programs need it

    return int.from_bytes(sha256(_seed_bytes(seed)).digest()[:8], "big")


def _seed_bytes(seed: str | bytes | SupportsIndex) -> bytes:
    if type(seed) is bytes:
        return seed
    if type(seed) is not str:
        seed = _as_number(cast("SupportsIndex", seed))
    try:
        return str(seed).encode()
    except UnicodeEncodeError:
        raise InvalidArgument("seed must not contain a lone surrogate") from None
    except ValueError:
        raise InvalidArgument("seed must have fewer than 4,300 digits") from None


def _as_number(seed: SupportsIndex) -> int:
    if isinstance(seed, bool) or not hasattr(type(seed), "__index__"):
        raise wrong_type("seed", "a str, bytes or an int", seed)
    return as_int("seed", seed)


def splitmix64(key: SupportsIndex, i: SupportsIndex) -> int:
    """Return output `i`, counted from 0, of the SplitMix64 generator that starts at `key`.

    Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.

    Args:
        key: From 0 to 2^64 - 1.
        i: At least 0.

    Returns:
        A word of 64 bits.

    Raises:
        TypeError: An argument is not an int.
        InvalidArgument: An argument is out of bounds.

    Example:
        >>> from themind import rng
        >>> hex(rng.splitmix64(0, 0))
        '0xe220a8397b1dcdaf'
    """
    start = require_int("key", key, least=0, most=_MASK)
    return unchecked_splitmix64(start, require_int("i", i, least=0))


def unchecked_splitmix64(key: int, i: int) -> int:
    """Return `splitmix64(key, i)` without checks."""
    z = (key + (i + 1) * _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * _MIX_1) & _MASK
    z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
    return z ^ (z >> 31)


def unchecked_high_halves(key: int, count: int) -> list[int]:
    """Return the upper 32 bits of the first `count` words of a key, in a third of a loop's time.

    All words are computed together in one large int, with lanes of 128 bits, so that a product of
    64 x 64 bits fits.
    """
    ones, mask, gammas = _lanes(count)
    z = _mixed((key * ones + gammas) & mask, mask)
    parts = memoryview(z.to_bytes(16 * count, sys.byteorder)).cast("I")  # four a lane
    return (parts[1::4] if sys.byteorder == "little" else parts[-2::-4]).tolist()


def unchecked_uniforms(key: int, first: int, count: int) -> list[float]:
    """Return the first uniform number below each of `count` words of a key, from word `first` on.

    For word i, the number is ((w >> 12) + 0.5) x 2^-52 with w = splitmix64(splitmix64(key, i), 0).
    Four numbers together take half of a loop's time. The upper 52 bits of a word become the
    fraction of a float from 1 to 2, which is exact.
    """
    ones, mask, gammas = _lanes(count)
    start = (key + first * _GAMMA) & _MASK
    z = _mixed((start * ones + gammas) & mask, mask)
    z = _mixed((z + ones * _GAMMA) & mask, mask)
    z = ((z >> 12) & (ones * _FRACTION)) | (ones * _ONE)
    parts = memoryview(z.to_bytes(16 * count, sys.byteorder)).cast("d")  # two a lane
    floats = parts[::2] if sys.byteorder == "little" else parts[::-2]
    return [number - _BELOW_ONE for number in floats.tolist()]


def _mixed(z: int, mask: int) -> int:
    """Return the last steps of SplitMix64 for all lanes of a large int."""
    z = ((z ^ ((z >> 30) & mask)) * _MIX_1) & mask
    z = ((z ^ ((z >> 27) & mask)) * _MIX_2) & mask
    return z ^ ((z >> 31) & mask)


@lru_cache(maxsize=64)
def _lanes(count: int) -> tuple[int, int, int]:
    """Return the constants 1, 2^64 - 1 and (i + 1) x gamma for each lane i."""
    ones = _lanes_of([1] * count)
    gammas = _lanes_of([(i + 1) * _GAMMA & _MASK for i in range(count)])
    return ones, ones * _MASK, gammas


def _lanes_of(words: list[int]) -> int:
    """Return an int with a word in each lane; a sum of shifted ints would take quadratic time."""
    return int.from_bytes(b"".join([word.to_bytes(16, "little") for word in words]), "little")


def key_below(key: int, *path: int) -> int:
    """Return the key at the end of a path of words."""
    for number in path:
        key = unchecked_splitmix64(key, number)
    return key


def _checked_key(seed: str | bytes | SupportsIndex, first: int, **path: SupportsIndex) -> int:
    words = [require_int(name, number, least=0) for name, number in path.items()]
    return key_below(seed_key(seed), first, *words)


def deck_key(
    seed: str | bytes | SupportsIndex,
    *,
    level: SupportsIndex,
    attempt: SupportsIndex = 0,
    blind: bool = False,
) -> int:
    """Return the key of a deck: the words `blind`, `level`, `attempt` below the seed's key.

    `shuffled_deck` describes the shuffle. Game i of a run with the seed "pilot" has the decks of
    the seed "pilot/i".

    Raises:
        InvalidArgument: `level` is below 1, or `attempt` is negative.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import rng
        >>> key = rng.deck_key("my seed", level=1)
        >>> (rng.splitmix64(key, 0) >> 32) * 100 >> 32  # 17 cards are skipped: 18 is dealt first
        17
    """
    require_int("level", level, least=1)
    return _checked_key(seed, _as_word(blind=blind), level=level, attempt=attempt)


def plan_key(
    seed: str | bytes | SupportsIndex,
    *,
    game: SupportsIndex,
    level: SupportsIndex,
    seat: SupportsIndex,
    card: SupportsIndex,
    n: SupportsIndex = 0,
    attempt: SupportsIndex = 0,
    blind: bool = False,
) -> int:
    """Return the key of a seat's draws for its lowest card.

    `n` counts the requests for its wait, from 0. The key has the words 2, `game`, `blind`, `level`,
    `attempt`, `seat`, `card`, `n` below the seed's key. Of plays that land together in random
    order, the one with the smallest word 2^63 of this key lands first.

    Raises:
        InvalidArgument: A number is negative.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import rng
        >>> from themind.experiments import Draw
        >>> round(Draw(rng.plan_key("pilot", game=0, level=1, seat=0, card=24)).uniform(), 6)
        0.382437
    """
    return _checked_key(
        seed,
        PLANS,
        game=game,
        blind=_as_word(blind=blind),
        level=level,
        attempt=attempt,
        seat=seat,
        card=card,
        n=n,
    )


def game_key(seed: str | bytes | SupportsIndex, *, game: SupportsIndex, seat: SupportsIndex) -> int:
    """Return the key of `draw.game`: words 3, `game`, `seat` below the seed's key.

    Raises:
        InvalidArgument: A number is negative.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import rng
        >>> rng.game_key("pilot", game=0, seat=0) == rng.game_key("pilot", game=0, seat=1)
        False
    """
    return _checked_key(seed, GAMES, game=game, seat=seat)


def level_key(
    seed: str | bytes | SupportsIndex,
    *,
    game: SupportsIndex,
    level: SupportsIndex,
    seat: SupportsIndex,
    attempt: SupportsIndex = 0,
    blind: bool = False,
) -> int:
    """Return the key of `draw.level`: words 4, `game`, `blind`, `level`, `attempt`, `seat`.

    They are words below the seed's key.

    Raises:
        InvalidArgument: A number is negative.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import rng
        >>> key = rng.level_key("pilot", game=0, level=1, seat=0)
        >>> key == rng.level_key("pilot", game=0, level=1, seat=0, attempt=1)
        False
    """
    blind_word = _as_word(blind=blind)
    return _checked_key(
        seed, LEVELS, game=game, blind=blind_word, level=level, attempt=attempt, seat=seat
    )


def question_key(
    seed: str | bytes | SupportsIndex, *, game: SupportsIndex, seat: SupportsIndex, n: SupportsIndex
) -> int:
    """Return the key of the draws for a seat's question `n`: words 5, `game`, `seat`, `n`.

    They are words below the seed's key. A seat's questions are the calls of `wants_star`,
    `agrees_to_star` and `observe` in a game, counted together from 0.

    Raises:
        InvalidArgument: A number is negative.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import rng
        >>> rng.question_key("pilot", game=0, seat=1, n=0) < 2**64
        True
    """
    return _checked_key(seed, QUESTIONS, game=game, seat=seat, n=n)


def _as_word(*, blind: bool) -> int:
    if type(blind) is not bool:
        raise wrong_type("blind", "a bool", blind)
    return int(blind)


def __dir__() -> list[str]:
    return [*__all__]
