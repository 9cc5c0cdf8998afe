"""Checks of the functions that a check calls."""

from __future__ import annotations

from themind._model.checks import require_callable


def require_functions(*, shown: object = None, **functions: object) -> None:
    """Raise TypeError unless all are functions or classes; `shown` can be None."""
    if shown is not None:
        functions["shown"] = shown
    for name, function in functions.items():
        require_callable(name, function, or_class=True)
