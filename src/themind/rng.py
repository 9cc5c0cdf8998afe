"""Keyed random numbers: the same on every Python and in every language.

A seed gives a key (`seed_key`), and a key gives 64-bit words (`splitmix64`), which are keys in
turn. So each draw depends on its key alone, and on nothing that was drawn before.
"""

from __future__ import annotations

from themind._model.checks import require_int
from themind._model.errors import InvalidArgument

__all__ = ["seed_key", "splitmix64"]

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_GAMMA = 0x9E37_79B9_7F4A_7C15
_MIX_1 = 0xBF58_476D_1CE4_E5B9
_MIX_2 = 0x94D0_49BB_1331_11EB


def seed_key(seed: str | bytes | int) -> int:
    """The key that stands for a seed: the first 8 bytes of its SHA-256, big-endian.

    A str counts in UTF-8, bytes as they are, an int in decimal. Raises TypeError for another
    type (a bool too), InvalidArgument for a str with a lone surrogate or an int of thousands of
    digits.

    >>> from themind import rng
    >>> rng.seed_key("42") == rng.seed_key(42) == rng.seed_key(b"42")
    True
    """
    from hashlib import sha256  # costs a few milliseconds that most importers never need

    return int.from_bytes(sha256(_seed_bytes(seed)).digest()[:8], "big")


def _seed_bytes(seed: str | bytes | int) -> bytes:
    if type(seed) is bytes:
        return seed
    if type(seed) is not str and type(seed) is not int:
        raise TypeError(f"a seed is a str, bytes or an int, not {type(seed).__name__}")
    try:
        return str(seed).encode()
    except UnicodeEncodeError:
        raise InvalidArgument("a seed must not hold a lone surrogate") from None
    except ValueError:
        raise InvalidArgument("a seed of so many digits is not taken") from None


def splitmix64(key: int, i: int) -> int:
    """Output `i` (from 0) of the SplitMix64 generator that starts at `key`: 64 bits.

    Raises TypeError for anything but ints, InvalidArgument for a key outside 0 to 2^64 - 1 or a
    negative i. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
    2014.

    >>> from themind import rng
    >>> hex(rng.splitmix64(0, 0))
    '0xe220a8397b1dcdaf'
    """
    require_int("key", key, least=0, most=_MASK)
    require_int("i", i, least=0)
    return unchecked_splitmix64(key, i)


def unchecked_splitmix64(key: int, i: int) -> int:
    z = (key + (i + 1) * _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * _MIX_1) & _MASK
    z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
    return z ^ (z >> 31)
