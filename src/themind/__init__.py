"""The rules of the cooperative card game The Mind, as immutable values and pure functions.

>>> import themind as tm
>>> state = tm.new_game(tm.Rules.standard(players=3))
>>> state, events = tm.deal(state, tm.deck_for(state, seed="friday"))
>>> state, events = tm.begin(state)
>>> state, events = tm.play(state, seat=1)
>>> events
(CardPlayed(seat=1, card=18, face_down=False),)

Values: `Rules`, `GameState`, `SeatView` (the information of one seat), `Record` (a complete game),
and a class for each action (`Play`) and each event (`CardPlayed`).

Functions: `new_game`, `apply`, and a function for each action, such as `deal`, `begin` and `play`;
`legal_actions`, `check` and `is_legal`; `view`, `redact`, `evolve` and `evolve_view`; `replay`;
`deck_for`, `random_deck` and `stacked_deck`. All errors are subclasses of `TheMindError`.

Modules, to be imported by name:
    themind.codec        JSON documents
    themind.odds         exact probabilities of hidden hands
    themind.render       positions and records as text and SVG
    themind.words        sentences for people, in any language
    themind.rng          keyed random numbers
    themind.testing      strategies and checks for hypothesis (extra `testing`)
    themind.experiments  simulated players and statistics of their games
    themind.envs         PettingZoo and Gymnasium environments (extra `envs`)

Command line: `python -m themind --help`.
"""

from __future__ import annotations

from themind import _interrupts  # noqa: F401 - first of all: from here on, an interrupt prints nothing

# isort: split
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar  # noqa: F401 - annotations are looked up here

from themind._model.cards import (
    Card,
    Deck,
    Hand,
    Level,
    Seat,
)
from themind._model.codes import (
    IllegalCode,
)
from themind._model.errors import (
    InvalidArgument,
    InvalidDocument,
    InvalidRules,
    InvalidState,
    TheMindError,
)
from themind._model.position import (
    AsideCard,
    AsideReason,
    Phase,
    PlayedCard,
    SeenCard,
)
from themind._model.publishing import publish
from themind._model.rules import (
    BlindPenalty,
    MistakePenalty,
    Reward,
    Rules,
)
from themind._model.state import (
    GameState,
    new_game,
)
from themind._model.view import (
    SeatView,
    view,
)
from themind._play.blind import (
    BlindStarted,
    ContinueBlind,
    PileRevealed,
    Reveal,
)
from themind._play.chapters import (
    Action,
    Event,
    SeatAction,
    SeatEvent,
    Step,
    TableAction,
)
from themind._play.completing import (
    CompleteLevel,
    LevelCompleted,
    RewardForfeited,
    RewardTaken,
)
from themind._play.dealing import (
    Deal,
    HandDealt,
    LevelDealt,
)
from themind._play.endings import (
    GameLost,
    GameWon,
    HandsEmptied,
    LevelCleared,
    Outcome,
    PlayPaused,
    outcome,
)
from themind._play.engine import (
    HOST,
    Host,
    apply,
    check,
    evolve,
    evolve_view,
    forced_action,
    is_legal,
    legal_actions,
    redact,
)
from themind._play.errors import (
    IllegalAction,
    Illegality,
    InvalidEvent,
    InvalidRecord,
)
from themind._play.focusing import (
    Begin,
    PlayStarted,
    Ready,
    Refocus,
    RefocusCalled,
    SeatReady,
    SeatUnready,
    Unready,
)
from themind._play.landing import (
    PlayTogether,
)
from themind._play.mistakes import (
    MistakeMade,
)
from themind._play.playing import (
    CardPlayed,
    CardVoid,
    HiddenCardPlayed,
    Play,
)
from themind._play.redeals import (
    DealGathered,
    Gather,
)
from themind._play.stars import (
    AgreeToStar,
    DeclineStar,
    ProposeStar,
    Star,
    StarAgreed,
    StarDeclined,
    StarLapsed,
    StarProposed,
    StarThrown,
)
from themind._play.verbs import (
    agree_to_star,
    begin,
    complete_level,
    continue_blind,
    deal,
    decline_star,
    gather,
    play,
    play_together,
    propose_star,
    ready,
    refocus,
    reveal,
    star,
    unready,
)

if TYPE_CHECKING:
    from themind import rng as rng
    from themind._play.decks import deck_for, random_deck, shuffled_deck, stacked_deck
    from themind._play.records import Entry, Record, final_state, replay

__all__ = [
    "HOST",
    "Action",
    "AgreeToStar",
    "AsideCard",
    "AsideReason",
    "Begin",
    "BlindPenalty",
    "BlindStarted",
    "Card",
    "CardPlayed",
    "CardVoid",
    "CompleteLevel",
    "ContinueBlind",
    "Deal",
    "DealGathered",
    "Deck",
    "DeclineStar",
    "Entry",
    "Event",
    "GameLost",
    "GameState",
    "GameWon",
    "Gather",
    "Hand",
    "HandDealt",
    "HandsEmptied",
    "HiddenCardPlayed",
    "Host",
    "IllegalAction",
    "IllegalCode",
    "Illegality",
    "InvalidArgument",
    "InvalidDocument",
    "InvalidEvent",
    "InvalidRecord",
    "InvalidRules",
    "InvalidState",
    "Level",
    "LevelCleared",
    "LevelCompleted",
    "LevelDealt",
    "MistakeMade",
    "MistakePenalty",
    "Outcome",
    "Phase",
    "PileRevealed",
    "Play",
    "PlayPaused",
    "PlayStarted",
    "PlayTogether",
    "PlayedCard",
    "ProposeStar",
    "Ready",
    "Record",
    "Refocus",
    "RefocusCalled",
    "Reveal",
    "Reward",
    "RewardForfeited",
    "RewardTaken",
    "Rules",
    "Seat",
    "SeatAction",
    "SeatEvent",
    "SeatReady",
    "SeatUnready",
    "SeatView",
    "SeenCard",
    "Star",
    "StarAgreed",
    "StarDeclined",
    "StarLapsed",
    "StarProposed",
    "StarThrown",
    "Step",
    "TableAction",
    "TheMindError",
    "Unready",
    "agree_to_star",
    "apply",
    "begin",
    "check",
    "complete_level",
    "continue_blind",
    "deal",
    "deck_for",
    "decline_star",
    "evolve",
    "evolve_view",
    "final_state",
    "forced_action",
    "gather",
    "is_legal",
    "legal_actions",
    "new_game",
    "outcome",
    "play",
    "play_together",
    "propose_star",
    "random_deck",
    "ready",
    "redact",
    "refocus",
    "replay",
    "reveal",
    "shuffled_deck",
    "stacked_deck",
    "star",
    "unready",
    "view",
]

# Loaded on first access: a client that only follows a game needs neither.
_LAZY = {
    "themind._play.decks": ("deck_for", "random_deck", "shuffled_deck", "stacked_deck"),
    "themind._play.records": ("Entry", "Record", "final_state", "replay"),
}
_LAZY_NAMES = {name for names in _LAZY.values() for name in names}

publish(__name__, {name: globals()[name] for name in __all__ if name not in _LAZY_NAMES})


def __getattr__(name: str) -> object:
    if name == "__version__":
        return _version()
    if name == "rng":
        return import_module("themind.rng")
    for module, names in _LAZY.items():
        if name in names:
            found = {each: getattr(import_module(module), each) for each in names}
            publish(__name__, found)
            globals().update(found)
            return found[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("themind")
    except PackageNotFoundError:  # in a source tree or a zip file that is not installed
        return "unknown"


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__", "rng"])
