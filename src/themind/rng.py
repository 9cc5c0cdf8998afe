"""Keyed random numbers: the same on every Python and in every language.

A seed gives a key (`seed_key`), and a key gives 64-bit words (`splitmix64`), which are keys in
turn. So each draw depends on its key alone, and on nothing that was drawn before.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import SupportsIndex, cast

from themind._model.checks import as_int, require_int, wrong_type
from themind._model.errors import InvalidArgument

__all__ = ["seed_key", "splitmix64"]

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_GAMMA = 0x9E37_79B9_7F4A_7C15
_MIX_1 = 0xBF58_476D_1CE4_E5B9
_MIX_2 = 0x94D0_49BB_1331_11EB


def seed_key(seed: str | bytes | SupportsIndex) -> int:
    """Return the key of a seed: the first 8 bytes of its SHA-256, big-endian.

    A str counts in UTF-8, bytes as they are, an int in decimal.

    Raises:
        TypeError: `seed` has another type; a bool is none of these.
        InvalidArgument: A str holds a lone surrogate, or an int has thousands of digits.

    >>> from themind import rng
    >>> rng.seed_key("42") == rng.seed_key(42) == rng.seed_key(b"42")
    True
    """
    from hashlib import sha256  # costs a few milliseconds that most importers never need

    return int.from_bytes(sha256(_seed_bytes(seed)).digest()[:8], "big")


def _seed_bytes(seed: str | bytes | SupportsIndex) -> bytes:
    if type(seed) is bytes:
        return seed
    if type(seed) is not str:
        seed = _as_number(cast("SupportsIndex", seed))
    try:
        return str(seed).encode()
    except UnicodeEncodeError:
        raise InvalidArgument("seed must hold no lone surrogate") from None
    except ValueError:
        raise InvalidArgument("seed must have fewer than 4,300 digits") from None


def _as_number(seed: SupportsIndex) -> int:
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise wrong_type("seed", "a str, bytes or an int", seed)
    return as_int("seed", seed)


def splitmix64(key: SupportsIndex, i: SupportsIndex) -> int:
    """Return output `i`, from 0, of the SplitMix64 generator that starts at `key`.

    Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.

    Args:
        key: From 0 to 2^64 - 1.
        i: At least 0.

    Returns:
        A word of 64 bits.

    Raises:
        TypeError: An argument is no int.
        InvalidArgument: An argument is out of bounds.

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


def unchecked_words(key: int, count: int) -> list[int]:
    """Return the first `count` words of a key, in less than half the time of one by one.

    All of them are worked out at once in one large int, in lanes of 128 bits, where a product of
    64 x 64 bits has room.
    """
    ones, mask, gammas = _lanes(count)
    z = (key * ones + gammas) & mask
    z = ((z ^ ((z >> 30) & mask)) * _MIX_1) & mask
    z = ((z ^ ((z >> 27) & mask)) * _MIX_2) & mask
    z ^= (z >> 31) & mask
    halves = memoryview(z.to_bytes(16 * count, sys.byteorder)).cast("Q").tolist()
    return halves[:: 2 if sys.byteorder == "little" else -2]


@lru_cache(maxsize=16)
def _lanes(count: int) -> tuple[int, int, int]:
    """The constants 1, 2^64 - 1 and (i + 1) x gamma in lane i of as many lanes."""
    ones = sum([1 << 128 * i for i in range(count)])
    gammas = sum([((i + 1) * _GAMMA & _MASK) << 128 * i for i in range(count)])
    return ones, ones * _MASK, gammas
