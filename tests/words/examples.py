"""An event for each sentence, a refusal for each reason, and how they are written down.

`python tests/words/examples.py` writes `english.txt` and `german.txt` again; read the difference
before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import themind as tm
from themind import words
from words.german import GERMAN

HERE = Path(__file__).parent
NAMES = ("Ada", "Ben", "Cleo")
LANGUAGES = {"english": words.ENGLISH, "german": GERMAN}

EVENTS: tuple[tm.Event | tm.SeatEvent, ...] = (
    tm.LevelDealt(1, ((37,), (62,), (5,))),
    tm.LevelDealt(3, ((3, 12, 45), (7, 8, 99), (1, 50, 100))),
    tm.HandDealt(1, (37,), (1, 1, 1)),
    tm.HandDealt(3, (3, 12, 45), (3, 3, 3)),
    tm.HandDealt(3, (), (3, 3, 3)),
    tm.HandDealt(3, (3, 12), (2, 1, 0)),
    tm.SeatReady(1),
    tm.SeatUnready(1),
    tm.PlayStarted(),
    tm.RefocusCalled(2),
    tm.PlayPaused(),
    tm.CardPlayed(0, 36, face_down=False),
    tm.CardPlayed(0, 36, face_down=True),
    tm.HiddenCardPlayed(0),
    tm.MistakeMade(0, 46, ((), (39,), ()), 2),
    tm.MistakeMade(0, 46, ((), (12, 39), (5,)), 1),
    tm.MistakeMade(0, 46, ((), (5, 12, 39), ()), 0),
    tm.MistakeMade(0, 46, ((), (), ()), 3),
    tm.CardVoid(1, 39),
    tm.StarProposed(0),
    tm.StarAgreed(1),
    tm.StarDeclined(1),
    tm.StarLapsed(),
    tm.StarThrown((12, None, 33), 0),
    tm.StarThrown((12, 20, 33), 1),
    tm.StarThrown((None, None, 33), 2),
    tm.HandsEmptied(),
    tm.PileRevealed((tm.PlayedCard(0, 48), tm.PlayedCard(1, 31), tm.PlayedCard(2, 50)), 1, 2),
    tm.PileRevealed((), 0, 2),
    tm.LevelCleared(4),
    tm.RewardTaken(tm.Reward.LIFE, 3, 1),
    tm.RewardTaken(tm.Reward.STAR, 3, 2),
    tm.RewardForfeited(tm.Reward.LIFE),
    tm.RewardForfeited(tm.Reward.STAR),
    tm.LevelCompleted(4),
    tm.GameWon(blind=False),
    tm.GameWon(blind=True),
    tm.GameLost(blind=False, level=3),
    tm.GameLost(blind=True, level=3),
    tm.BlindStarted(),
    tm.DealGathered(4),
)

ACTIONS: tuple[tm.Action, ...] = (
    tm.Deal((1, 2)),
    tm.Begin(),
    tm.PlayTogether([tm.Play(0)]),
    tm.Star({0}),
    tm.Reveal(),
    tm.CompleteLevel(),
    tm.ContinueBlind(),
    tm.Gather(),
    tm.Ready(1),
    tm.Unready(1),
    tm.Refocus(1),
    tm.Play(1, 62),
    tm.ProposeStar(1),
    tm.AgreeToStar(1, cards_down=3),
    tm.DeclineStar(1),
)


def refusal(code: tm.IllegalCode, action: tm.Action, detail: str | None = None) -> tm.Illegality:
    return tm.Illegality(code, "LVL-1", action, detail)


def refusals() -> Iterator[tm.Illegality]:
    """Every code for every action, and the details of the two codes that have some."""
    for code in tm.IllegalCode:
        yield from (refusal(code, action) for action in ACTIONS)
    yield from (refusal(tm.IllegalCode.WRONG_PHASE, action, "LOST") for action in ACTIONS)
    yield from (refusal(tm.IllegalCode.WRONG_PHASE, tm.Play(1), phase.name) for phase in tm.Phase)
    yield refusal(tm.IllegalCode.WRONG_PHASE, tm.ContinueBlind(), "WON")
    for detail in ("TOO_FEW", "TOO_MANY", "TWICE", "NOT_A_CARD"):
        yield refusal(tm.IllegalCode.BAD_DECK, ACTIONS[0], detail)


def written(catalogue: words.Catalogue) -> str:
    return "\n".join(lines(catalogue))


def lines(catalogue: words.Catalogue) -> Iterator[str]:
    """The sentences in a row; those of refusals that do not differ stand there once."""
    yield from (words.describe(event, NAMES, catalogue=catalogue) for event in EVENTS)
    yield ""
    yield from (words.describe(event, catalogue=catalogue) for event in EVENTS[:2])
    yield ""
    yield from dict.fromkeys(words.explain(refused, catalogue=catalogue) for refused in refusals())
    yield ""
    yield from (words.describe_phase(phase, catalogue=catalogue) for phase in tm.Phase)
    yield ""


if __name__ == "__main__":
    for name, catalogue in LANGUAGES.items():
        (HERE / f"{name}.txt").write_text(written(catalogue), encoding="utf-8")
