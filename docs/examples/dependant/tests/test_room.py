"""Compare the room with the referee, and test the pad as a client of views."""

from score_pad import Room, ScorePad

import themind as tm
from themind import testing


class Visitor(testing.GameMachine):
    """Sends every action that the machine tries to the room too."""

    def after_start(self) -> None:
        self.room = Room.open(self.state.rules)

    def after_step(self, step: tm.Step, action: tm.Action) -> None:
        if isinstance(action, tm.Reveal | tm.CompleteLevel):
            return  # the room has already taken it
        assert self.room.ask(action) is None
        state = self.state
        while (due := tm.forced_action(state)) is not None:
            state = tm.apply(state, due).state
        assert self.room.state == state

    def after_refusal(self, illegality: tm.Illegality, by: int | tm.Host | None) -> None:
        if tm.forced_action(self.state) is None:
            assert self.room.ask(illegality.action, by=by) == str(illegality)


TestVisitor = Visitor.TestCase


def test_the_pad_follows_each_seat() -> None:
    testing.check_view_client(
        ScorePad.of,
        ScorePad.write,
        shown=lambda pad: {"lives": pad.lives, "stars": pad.stars},
    )


def test_positions_show_on_the_pad() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    testing.assert_possible(state)
    assert ScorePad.of(tm.view(state)) == ScorePad(1, 2, 1, mistakes=(0, 0))
