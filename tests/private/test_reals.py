"""The checks of real numbers, bool by bool and bound by bound."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf, isnan, nan
from typing import Any

import pytest

import themind as tm
from themind._model.reals import as_float, require_finite, require_number, require_positive

CHECKS = (require_number, require_finite, require_positive)


@pytest.mark.parametrize("given", [0.25, Fraction(1, 4)])
@pytest.mark.parametrize("check", [as_float, *CHECKS])
def test_a_real_number_is_a_float(check: Callable[..., float], given: Any) -> None:
    number = check("tempo", given)
    assert (number, type(number)) == (0.25, float)


def test_a_flag_is_a_number_where_that_is_allowed() -> None:
    assert [as_float("due", flag) for flag in (True, False)] == [1.0, 0.0]
    with pytest.raises(TypeError, match=r"^due "):
        as_float("due", True, allow_bool=False)


@pytest.mark.parametrize("given", [True, False, "1", None, 1j])
@pytest.mark.parametrize("check", CHECKS)
def test_all_else_is_a_wrong_type(check: Callable[..., float], given: Any) -> None:
    with pytest.raises(TypeError, match=r"^tempo "):
        check("tempo", given)


@pytest.mark.parametrize("check", [as_float, *CHECKS])
def test_a_number_fits_a_float(check: Callable[..., float]) -> None:
    with pytest.raises(tm.InvalidArgument, match=r"^tempo "):
        check("tempo", 10**400)


def test_what_is_not_finite() -> None:
    assert isnan(as_float("due", nan))
    assert [as_float("due", inf), require_number("due", -inf)] == [inf, -inf]
    with pytest.raises(tm.InvalidArgument, match=r"^due "):
        require_number("due", nan)
    for check in (require_finite, require_positive):
        for given in (nan, inf, -inf):
            with pytest.raises(tm.InvalidArgument, match=r"^due "):
                check("due", given)


def test_bounds() -> None:
    assert require_finite("due", -1e300) == -1e300
    assert require_finite("due", 2, least=2) == 2.0
    with pytest.raises(tm.InvalidArgument, match=r"^due "):
        require_finite("due", 1.5, least=2)
    assert require_positive("due", 5e-324) > 0
    for given in (0, -1):
        with pytest.raises(tm.InvalidArgument, match=r"^due "):
            require_positive("due", given)
