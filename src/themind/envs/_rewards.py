"""The reward of a step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from themind import CardPlayed, Event, GameWon, LevelCompleted, MistakeMade, PileRevealed
from themind._model.checks import require_int, require_iterable
from themind._model.reals import require_finite

MOST_LIVES = 10_000


def _weight(name: str, default: float) -> Any:
    def as_weight(value: float) -> float:
        return require_finite(name, value)

    return attrs.field(default=default, converter=as_weight)


@attrs.frozen(kw_only=True)
class Rewards:
    """The weights of the team's reward, which is the same for every seat.

    Args:
        level: For each completed level.
        life: For each life gained, and negative for each life lost.
        card: For each card played in order. In a blind level it is paid when the pile is revealed,
            for the cards of the pile minus the mistakes that are counted; before that, it would
            reveal face-down cards.
        won: For winning the game.

    Raises:
        InvalidArgument: A weight is NaN or infinite.
        TypeError: A weight is not a number.

    Example:
        >>> Rewards(card=0.1, life=0.5)
        Rewards(level=1.0, life=0.5, card=0.1, won=0.0)
    """

    level: float = _weight("level", 1.0)
    life: float = _weight("life", 0.0)
    card: float = _weight("card", 0.0)
    won: float = _weight("won", 0.0)

    def earned(self, events: Iterable[Event], lives: int) -> float:
        """Return the reward for some events, in which the team's lives changed by `lives`.

        Raises:
            InvalidArgument: `lives` is beyond the 10,000 that rules can have.
            TypeError: `events` is not iterable, or `lives` is not an int.

        Example:
            >>> import themind as tm
            >>> events = [tm.CardPlayed(0, 37, False), tm.LevelCompleted(1)]
            >>> Rewards(card=0.25).earned(events, lives=0)
            1.25
        """
        total = self.life * require_int("lives", lives, least=-MOST_LIVES, most=MOST_LIVES)
        for event in require_iterable("events", events):
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
