"""The functions that mutmut mutated, and how one mutant takes the place of its original.

mutmut calls each mutated function through a trampoline, which reads an environment variable. Here
the originals are called as they are, and a mutant replaces the code of its original. This costs
nothing in a test, and reaches the function wherever a table or a cache keeps it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import CodeType, FunctionType
from typing import Any

from mutmut.mutation import trampoline

Mutants = dict[str, Any]

ORIGINALS: list[tuple[str, FunctionType, Mutants]] = []
_from_import_on: tuple[str, str] = ("", "")


def install(from_import_on: str = "") -> None:
    """Take the place of mutmut's trampolines, before the first mutated module is imported.

    Args:
        from_import_on: A mutant that is called in place of its original from the first call on,
            for functions that are called while modules are imported.
    """
    global _from_import_on  # noqa: PLW0603 - modules are imported once
    module, _, name = from_import_on.rpartition(".")
    _from_import_on = (module, name)
    trampoline.wrap_in_trampoline = registered  # type: ignore[assignment]


def registered(
    mutants: Mutants, is_classmethod: bool = False
) -> Callable[[FunctionType], FunctionType]:
    """Return a decorator that registers a function with its mutants, and leaves it as it is."""

    def register(function: FunctionType) -> FunctionType:
        ORIGINALS.append((function.__module__, function, mutants))
        module, name = _from_import_on
        own = name.partition("__mutmut_")[0].rpartition("ǁ")[2].removeprefix("x_")
        if function.__module__ == module and function.__name__ == own:
            return redirected(function, mutants, name, is_classmethod)
        return function

    return register


def redirected(
    function: FunctionType, mutants: Mutants, name: str, is_classmethod: bool
) -> FunctionType:
    """Return a function that calls the mutant if it is one of these."""

    @wraps(function)
    def call(*args: Any, **fields: Any) -> Any:
        mutant = mutants.get(name, function)
        if is_classmethod and name in mutants:
            return mutant.__func__(*args, **fields)
        return mutant(*args, **fields)

    return call  # type: ignore[return-value]


def name_of(module: str, mutants: Mutants) -> str:
    """Return the name of a mutated function, as mutmut writes it before the mutant's number."""
    return f"{module}.{next(name for name in mutants if name != '_mutmut_orig')}".partition(
        "__mutmut_"
    )[0]


def by_code() -> dict[CodeType, str]:
    """Return the name of each mutated function by its code."""
    return {function.__code__: name_of(module, own) for module, function, own in ORIGINALS}


def activate(mutant: str) -> None:
    """Put the code of a mutant into its original; there is no way back, but the end of a fork."""
    module, _, name = mutant.rpartition(".")
    for defined_in, function, mutants in ORIGINALS:
        if defined_in == module and name in mutants:
            found = mutants[name]
            mutated = getattr(found, "__func__", found)
            function.__code__ = mutated.__code__
            function.__defaults__ = mutated.__defaults__
            function.__kwdefaults__ = mutated.__kwdefaults__
            return
    raise LookupError(mutant)
