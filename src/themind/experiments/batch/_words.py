"""Keyed words and uniform numbers, the same as in `themind.rng` and `Draw`.

In compiled code, a word is an unsigned 64-bit number, and `unsigned` and `signed` are conversions.
"""

from __future__ import annotations

MASK = 0xFFFF_FFFF_FFFF_FFFF
GAMMA = 0x9E37_79B9_7F4A_7C15
MIX_1 = 0xBF58_476D_1CE4_E5B9
MIX_2 = 0x94D0_49BB_1331_11EB

UNIT = 2.0**-52


def unsigned(number: int) -> int:
    """Return a non-negative number unchanged."""
    return number


def signed(number: int) -> int:
    """Return a number below 2^63 unchanged."""
    return number


def word(key: int, i: int) -> int:
    """Return `splitmix64(key, i)`."""
    z = (key + GAMMA + unsigned(i) * GAMMA) & MASK
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def below(key: int, i: int, n: int) -> int:
    """Return a number from 0 to n - 1 from word `i` of a key, as decks are shuffled."""
    return signed(((word(key, i) >> 32) * unsigned(n)) >> 32)


def uniform(bits: int) -> float:
    """Return the number of `Draw.uniform` for a word."""
    return ((bits >> 12) + 0.5) * UNIT
