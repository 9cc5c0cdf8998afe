"""Games as scripts: rules and what is asked for, played by ours and by someone else's."""

from __future__ import annotations

from collections.abc import Callable

import attrs
from hypothesis import Phase as Stage
from hypothesis import find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import DrawFn

import themind as tm
from themind.testing._actions import actions, any_actions
from themind.testing._choices import goes_on
from themind.testing._diff import brief
from themind.testing._tables import Tables, tables_of


@attrs.frozen
class Script:
    """The rules of a game from its start on, and all that is asked for in it."""

    rules: tm.Rules
    actions: tuple[tm.Action, ...]

    def __str__(self) -> str:
        numbered = [f"  {place}. {action}" for place, action in enumerate(self.actions, 1)]
        return "\n".join([f"  {brief(self.rules)}", *numbered])

    def without(self, place: int) -> Script:
        """The same without one of the actions."""
        return Script(self.rules, self.actions[:place] + self.actions[place + 1 :])

    def until(self, place: int) -> Script:
        """The same, up to one of the actions."""
        return Script(self.rules, self.actions[: place + 1])


@attrs.frozen
class Difference:
    """At which action two games part, and how."""

    place: int
    lines: tuple[str, ...]


Judge = Callable[[Script], Difference | None]


def shortest_difference(
    judge: Judge, tables: Tables | None, *, games: int, refusals: bool
) -> tuple[Script, Difference] | None:
    """The shortest game found in which the two differ; None where none was found."""
    stages = (Stage.explicit, Stage.generate, Stage.shrink)
    how = settings(max_examples=games, deadline=None, database=None, phases=stages)
    try:
        script = find(
            _scripts(tables, refusals=refusals), lambda game: bool(judge(game)), settings=how
        )
    except NoSuchExample:
        return None
    return _shortened(script, judge)


def _shortened(script: Script, judge: Judge) -> tuple[Script, Difference]:
    """Leave out each action that the difference does not need, until all of them are needed."""
    found = judge(script) or Difference(-1, ("they differ now and then",))
    script = script.until(found.place)
    for place in reversed(range(found.place)):
        if judge(script.without(place)):
            return _shortened(script.without(place), judge)
    return script, found


@st.composite
def _scripts(draw: DrawFn, tables: Tables | None, *, refusals: bool) -> Script:
    state = tm.new_game(draw(tables_of(tables)))
    ways = (actions, any_actions) if refusals else (actions,)
    asked: list[tm.Action] = []
    least = draw(_LEAST)
    while goes_on(state) and (len(asked) < least or draw(_MORE)):
        action = draw(draw(st.sampled_from(ways))(state))
        asked.append(action)
        if tm.is_legal(state, action):
            state = tm.apply(state, action).state
    return Script(state.rules, tuple(asked))


_LEAST = st.sampled_from([0, 20, 40])
_MORE = st.sampled_from([False] + [True] * 24)
