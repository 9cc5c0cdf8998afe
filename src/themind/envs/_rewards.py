"""What the team earns in a step of an environment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from themind import CardPlayed, Event, GameWon, LevelCompleted, MistakeMade, PileRevealed
from themind.envs._checks import require_real


def _as_real(value: float, _instance: object, field: attrs.Attribute[float]) -> float:
    return require_real(f"the reward for a {field.name}", value)


def _weight(default: float) -> Any:
    converter = attrs.Converter(_as_real, takes_self=True, takes_field=True)
    return attrs.field(default=default, converter=converter)


@attrs.frozen(kw_only=True)
class Rewards:
    """The weights of the team's reward, which every seat is given alike.

    Args:
        level: For each level that is completed.
        life: For each life more; a life lost counts -1 times as much.
        card: For each card played in order. In a blind level it is paid when the pile is
            revealed, for the cards of the pile less the mistakes that were counted: sooner, it
            would tell what lies face down.
        won: For the last level of the stack.

    Raises:
        InvalidArgument: A weight is NaN or infinite.
        TypeError: A weight is no number.

    >>> Rewards(card=0.1, life=0.5)
    Rewards(level=1.0, life=0.5, card=0.1, won=0.0)
    """

    level: float = _weight(1.0)
    life: float = _weight(0.0)
    card: float = _weight(0.0)
    won: float = _weight(0.0)

    def earned(self, events: Iterable[Event], lives: int) -> float:
        """Return what some events earn, in which the team's lives changed by `lives`.

        >>> import themind as tm
        >>> Rewards(card=0.25).earned([tm.CardPlayed(0, 37, False), tm.LevelCompleted(1)], lives=0)
        1.25
        """
        total = self.life * lives
        for event in events:
            match event:
                case CardPlayed(face_down=False):
                    total += self.card
                case MistakeMade():
                    total -= self.card
                case PileRevealed(pile, mistakes):
                    total += self.card * (len(pile) - mistakes)
                case LevelCompleted():
                    total += self.level
                case GameWon():
                    total += self.won
                case _:
                    pass
        return total
