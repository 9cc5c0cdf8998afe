"""Positions between two events of one step: they are not written.

`evolve` and `evolve_view` start from a position that a constructor took. Each event leads to
another such position, but for those that another event of the same step has to follow:

| phase | what is missing | after | before |
|---|---|---|---|
| PLAYING | the mistake of the card on top | CardPlayed | MistakeMade |
| PLAYING | the end of the game without lives | MistakeMade | GameLost |
| PLAYING | the end of the level without held cards | any that takes cards | the end of the step |
| PLAYING | the star that everyone agreed to | StarProposed, StarAgreed | StarThrown |
| FOCUSING | the start of play with everyone ready | SeatReady | PlayStarted |
| CLEARED | the end of the game without lives | PileRevealed | GameLost |

From such a position the events of that step alone lead on. So this short test finds what the whole
validation would find, and `tests/codec/test_told.py` compares the two.
"""

from __future__ import annotations

from themind._model.position import Phase, Position, lower_card_is_held
from themind.codec._faults import Fault


def require_told(position: Position) -> None:
    """Raise Fault for a position between two events of one step."""
    if _waits_for_an_event(position):
        raise Fault("expected a position at the end of a step, found one between two events")


def _waits_for_an_event(position: Position) -> bool:
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
