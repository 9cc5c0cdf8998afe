"""The kernel as machine code, which numba compiles at the first call and caches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

from themind.experiments.batch import _kernel, _quantiles, _waits, _words
from themind.experiments.batch._setup import Games, Scratch, Setup

PlayGames: TypeAlias = Callable[[Setup, Scratch, Games], None]

# The kernel creates no arrays, so it needs no reference counts, which saves three quarters of time.
OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}

_MODULES: tuple[ModuleType, ...] = (_words, _quantiles, _waits, _kernel)


def compiled() -> PlayGames:
    """Return `play_games` as machine code.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    try:
        import numba
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"themind.experiments.batch needs {missing.name}: pip install 'themind[batch]'",
            name=missing.name,
        ) from None
    compiler: Any = numba
    return compiled_with(compiler)


@cache
def compiled_with(numba: Any) -> PlayGames:
    """Return `play_games` as machine code, compiled by a module like numba.

    The functions of the kernel are plain Python. The compiled functions are copies of them, which
    refer to each other and to the conversions of numba.
    """
    names: dict[str, Any] = {}
    functions = {function.__name__: function for function in _functions()}
    for module in _MODULES:
        names |= vars(module)
    for name, function in functions.items():
        copy = FunctionType(function.__code__, names, name)
        names[name] = numba.njit(**OPTIONS, forceinline=True)(copy)
    names |= {"unsigned": numba.uint64, "signed": numba.int64}
    return _with_cache(numba, FunctionType(_kernel.play_games.__code__, names, "play_games"))


def _with_cache(numba: Any, function: FunctionType) -> PlayGames:
    """Compile the entry point, and cache it in a file if a folder is writable.

    numba checks only the file of this function to detect an outdated cache. The fingerprint in its
    name changes with any function of the kernel.
    """
    function.__qualname__ = f"play_games_{fingerprint()}"
    try:
        kept: PlayGames = numba.njit(cache=True, **OPTIONS)(function)
    except RuntimeError:  # no folder is writable
        kept = numba.njit(**OPTIONS)(function)
    return kept


def fingerprint() -> str:
    """Return a text that changes with the code, the constants and the tuples of the kernel."""
    parts: list[Any] = [OPTIONS, Setup._fields, Scratch._fields, Games._fields]
    for function in _functions():
        code = function.__code__
        parts += [function.__name__, code.co_code, code.co_consts, code.co_names]
    for module in _MODULES:
        parts += [item for item in vars(module).items() if item[0].isupper()]
    return sha256(repr(parts).encode()).hexdigest()[:16]


def _functions() -> Iterator[FunctionType]:
    for module in _MODULES:
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                yield value
