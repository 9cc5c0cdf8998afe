"""Play a whole game with a bot at each seat, save its record, and draw a picture."""

from pathlib import Path
from random import Random

import themind as tm
from themind import codec, render


def bot(view, luck):
    """Return how many seconds the seat waits before it plays its lowest card."""
    gap = view.hand[0] - (view.top or 0)
    return 0.3 * gap * (0.7 + 0.6 * luck)


def next_action(state):
    """Return the next action, and the seconds until it happens."""
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(tm.deck_for(state, seed="friday")), 2
    if state.phase is not tm.Phase.PLAYING:
        return tm.forced_action(state) or tm.Begin(), 2
    views = [tm.view(state, seat) for seat in range(state.rules.players)]
    waits = {view.seat: bot(view, random.random()) for view in views if view.hand}
    seat = min(waits, key=waits.get)
    return tm.Play(seat), waits[seat]


random = Random("friday")
rules = tm.Rules.standard(players=3).five_levels()
record = tm.Record(tm.new_game(rules), names=("Ada", "Ben", "Cleo"))
state, seconds = record.start, 0
while not state.is_over:
    action, wait = next_action(state)
    state, events = tm.apply(state, action)
    seconds += wait
    record = record.add(action, at_ms=round(1000 * seconds))

Path("game.json").write_text(codec.dumps(record), encoding="utf-8")
Path("game.svg").write_text(render.timeline(record), encoding="utf-8")
print(tm.outcome(state))
