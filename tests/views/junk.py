"""Values of every wrong kind, and some of the right one."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import themind as tm


class Hostile:
    """A value that fails whoever looks at it."""

    def _fail(self, *args: Any) -> Any:
        raise RuntimeError("do not look at me")

    __repr__ = __bool__ = __len__ = __iter__ = __getitem__ = __index__ = __int__ = _fail
    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = __add__ = __sub__ = __contains__ = _fail

    def __hash__(self) -> int:
        return 1


_ATOMS = st.one_of(
    st.sampled_from([None, True, False, 0, 1, 2, -1, 1.0, 0.5, 10**30, -(10**30), 10**5000]),
    st.sampled_from(["", "1", "PLAYING", b"1", 1j, float("nan"), object, len, range(2)]),
    st.sampled_from([*tm.Phase, *tm.AsideReason, *tm.Reward, tm.Play(0), tm.PlayStarted()]),
    st.sampled_from([tm.Rules.standard(2), tm.Rules(players=1, levels=1, lives=1, stars=0)]),
    st.integers(-3, 110),
    st.builds(Hostile),
)
_NUMBERS = st.integers(-3, 110) | st.just(10**5000)
_CARDS = st.one_of(
    st.builds(tm.SeenCard, _NUMBERS, st.none() | _NUMBERS),
    st.builds(tm.PlayedCard, _NUMBERS, _NUMBERS),
    st.builds(tm.AsideCard, _NUMBERS, _NUMBERS, st.sampled_from(tm.AsideReason)),
)
_FEW = st.one_of(_ATOMS, _CARDS)
ANYTHING = st.one_of(
    _FEW,
    st.lists(_FEW, max_size=3),
    st.lists(_FEW, max_size=3).map(tuple),
    st.lists(st.lists(_FEW, max_size=2).map(tuple), max_size=3).map(tuple),
    st.lists(st.integers(-1, 3), max_size=3).map(frozenset),
    st.lists(st.integers(-1, 3), max_size=3).map(set),
    st.dictionaries(st.integers(0, 2), _ATOMS, max_size=2),
)
