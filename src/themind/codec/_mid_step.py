"""The check that rejects positions between two events of one step.

`evolve` and `evolve_view` start from a valid position. Each event leads to another valid position,
except where an event of the same step must follow:

| phase | pending | after | before |
|---|---|---|---|
| PLAYING | the mistake of the top card | CardPlayed | MistakeMade |
| PLAYING | the end of the game, with no life left | MistakeMade | GameLost |
| PLAYING | the end of the level, with no card held | any that takes cards | the end of the step |
| PLAYING | the star that everyone agreed to | StarProposed, StarAgreed | StarThrown |
| FOCUSING | the start of play, with everyone ready | SeatReady | PlayStarted |
| CLEARED | the end of the game, with no life left | PileRevealed | GameLost |

Only the remaining events of the step can follow such a position. Therefore this short check finds
the same positions as the full validation; `tests/codec/test_mid_step.py` compares the two.
"""

from __future__ import annotations

from themind._model.position import Phase, Position, lower_card_is_held
from themind.codec._faults import Fault


def require_step_end(position: Position) -> None:
    """Raise Fault for a position between two events of one step."""
    if _has_pending_event(position):
        raise Fault("expected a position at the end of a step, found one between two events")


def _has_pending_event(position: Position) -> bool:
    phase = position.phase
    if phase is Phase.PLAYING:
        return (
            position.lives == 0
            or not position._cards_are_held
            or len(position.agreed) == position.players
            or lower_card_is_held(position)
        )
    if phase is Phase.FOCUSING:
        return len(position.ready) == position.players
    return phase is Phase.CLEARED and position.lives == 0
