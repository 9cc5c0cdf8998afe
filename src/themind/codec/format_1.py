"""Format 1: each document with its fields in order, and their shapes.

This is written out, not read from the classes, and never changes once it is released. A later
format is a module of its own: `FORMAT_1.changed(2, ...)` names what differs, and
`FORMAT_1.changed(1, documents=[row.made(...)])` what brings an old document up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from themind import (
    Action,
    AgreeToStar,
    AsideCard,
    AsideReason,
    Begin,
    BlindPenalty,
    BlindStarted,
    CardPlayed,
    CardVoid,
    CompleteLevel,
    ContinueBlind,
    Deal,
    DealGathered,
    DeclineStar,
    Entry,
    GameLost,
    GameState,
    GameWon,
    Gather,
    HandDealt,
    HandsEmptied,
    HiddenCardPlayed,
    IllegalCode,
    Illegality,
    LevelCleared,
    LevelCompleted,
    LevelDealt,
    MistakeMade,
    MistakePenalty,
    Outcome,
    Phase,
    PileRevealed,
    Play,
    PlayedCard,
    PlayPaused,
    PlayStarted,
    PlayTogether,
    ProposeStar,
    Ready,
    Record,
    Refocus,
    RefocusCalled,
    Reveal,
    Reward,
    RewardForfeited,
    RewardTaken,
    Rules,
    SeatReady,
    SeatUnready,
    SeatView,
    SeenCard,
    Star,
    StarAgreed,
    StarDeclined,
    StarLapsed,
    StarProposed,
    StarThrown,
    Unready,
)
from themind._model.position import make_aside_card, make_played_card, make_seen_card
from themind._model.values import unchecked
from themind.codec._faults import Fault
from themind.codec._formats import Format
from themind.codec._lists import Many, Pair, SeatSet, Texts
from themind.codec._rows import Inner, OneOf, Row
from themind.codec._shapes import (
    BOOLEAN,
    INTEGER,
    RULE,
    Envelope,
    Maybe,
    Name,
    integer_from,
    text_of,
    word,
)
from themind.codec._told import require_told

MOST_CARDS: Final = 10_000
LATEST_MS: Final = 2**63 - 1

PHASE: Final = Name(
    Phase, "DEALING", "FOCUSING", "PLAYING", "REVEALING", "CLEARED", "WON", "LOST"
)
ASIDE_REASON: Final = Name(AsideReason, "SKIPPED", "STAR")
REWARD: Final = Name(Reward, "LIFE", "STAR")
BLIND_PENALTY: Final = Name(BlindPenalty, "PER_CARD", "PER_LEVEL")
MISTAKE_PENALTY: Final = Name(MistakePenalty, "PER_MISTAKE", "PER_CARD")
CODE: Final = Name(
    IllegalCode,
    "NOT_YOURS",
    "WRONG_PHASE",
    "NO_SUCH_SEAT",
    "PROPOSAL_OPEN",
    "NO_PROPOSAL",
    "STALE",
    "NO_STAR",
    "ALREADY_READY",
    "NOT_READY",
    "ALREADY_AGREED",
    "NOT_UNANIMOUS",
    "HAND_EMPTY",
    "NOT_HELD",
    "NOT_LOWEST",
    "BAD_DECK",
    "NOT_FULL_STACK",
)
DETAIL: Final = word(
    "DEALING",
    "FOCUSING",
    "PLAYING",
    "REVEALING",
    "CLEARED",
    "WON",
    "LOST",
    "TOO_FEW",
    "TOO_MANY",
    "NOT_A_CARD",
    "TWICE",
)

# Numbers of positions and rules have bounds. Actions and events have none: whether a seat or a
# card is there, the table judges, not the reader.
FROM_0: Final = integer_from(0)
FROM_1: Final = integer_from(1)
UP_TO_ALL: Final = integer_from(1, MOST_CARDS)
SEAT: Final = integer_from(0, MOST_CARDS - 1)
TIME: Final = Maybe(integer_from(0, LATEST_MS))

CARDS: Final = Many(INTEGER)
HANDS: Final = Many(CARDS)
HELD: Final = Many(UP_TO_ALL)
SEATS: Final = SeatSet(SEAT)
ASIDE: Final = Many(Inner("AsideCard"))



# The fields of rules and positions have their exact types when they come from a document, so that
# no converter of the constructors has anything to do: their checks alone remain.
_make_rules: Final = unchecked(Rules)
_make_state: Final = unchecked(GameState)
_make_view: Final = unchecked(SeatView)


def _checked_rules(*fields: Any) -> Rules:
    rules = _make_rules(*fields)
    rules.__attrs_post_init__()
    return rules


def _checked_state(*fields: Any) -> GameState:
    state = _make_state(*fields)
    state.__attrs_post_init__()
    return state


def _checked_view(*fields: Any) -> SeatView:
    view = _make_view(*fields)
    view.__attrs_post_init__()
    return view


# The positions of a game share their rules. Their rewards are few, so that the cache stays small.
_cached_rules: Final = lru_cache(maxsize=64)(_checked_rules)
_MOST_CACHED_REWARDS: Final = 16
_REWARDS: Final = 6


def _rules(*fields: Any) -> Rules:
    rewards = fields[_REWARDS]
    few = len(rewards) <= _MOST_CACHED_REWARDS
    rules = (_cached_rules if few else _checked_rules)(*fields)
    if rules.rewards != rewards:
        fault = Fault("expected levels of the stack in ascending order")
        fault.under(".rewards")
        raise fault
    return rules


_make_entry: Final = unchecked(Entry)


def _entry(action: Action, at_ms: int | None) -> Entry:
    if at_ms is None or 0 <= at_ms <= LATEST_MS:
        return _make_entry(action, at_ms)
    return Entry(action, at_ms)  # which says what is wrong


_PARTS: Final = (
    Row(
        "PlayedCard",
        PlayedCard,
        {"seat": INTEGER, "card": INTEGER},
        make=lru_cache(maxsize=4096)(make_played_card),
    ),
    Row(
        "SeenCard",
        SeenCard,
        {"seat": SEAT, "card": Maybe(UP_TO_ALL)},
        make=lru_cache(maxsize=4096)(make_seen_card),
    ),
    Row(
        "AsideCard",
        AsideCard,
        {"seat": SEAT, "card": UP_TO_ALL, "reason": ASIDE_REASON},
        make=lru_cache(maxsize=4096)(make_aside_card),
    ),
)

_VALUES: Final = (
    Row(
        "Rules",
        Rules,
        {
            "players": UP_TO_ALL,
            "levels": UP_TO_ALL,
            "lives": FROM_1,
            "stars": FROM_0,
            "max_lives": FROM_1,
            "max_stars": FROM_0,
            "rewards": Many(Pair(INTEGER, REWARD)),
            "first_level": UP_TO_ALL,
            "cards": UP_TO_ALL,
            "blind_penalty": BLIND_PENALTY,
            "auto_refocus": BOOLEAN,
            "mistake_penalty": MISTAKE_PENALTY,
            "starts_blind": BOOLEAN,
        },
        make=_rules,
    ),
    Row(
        "GameState",
        GameState,
        {
            "rules": Inner("Rules"),
            "phase": PHASE,
            "level": UP_TO_ALL,
            "lives": FROM_0,
            "stars": FROM_0,
            "hands": Many(HELD, maxItems=MOST_CARDS),
            "pile": Many(Inner("PlayedCard")),
            "aside": ASIDE,
            "blind": BOOLEAN,
            "attempt": FROM_0,
            "ready": SEATS,
            "agreed": SEATS,
        },
        make=_checked_state,
        check=require_told,
    ),
    Row(
        "SeatView",
        SeatView,
        {
            "seat": Maybe(SEAT),
            "rules": Inner("Rules"),
            "phase": PHASE,
            "level": UP_TO_ALL,
            "lives": FROM_0,
            "stars": FROM_0,
            "hand": HELD,
            "hand_sizes": Many(FROM_0),
            "pile": Many(Inner("SeenCard")),
            "aside": ASIDE,
            "blind": BOOLEAN,
            "attempt": FROM_0,
            "ready": SEATS,
            "agreed": SEATS,
        },
        make=_checked_view,
        check=require_told,
    ),
    Row(
        "Record",
        Record,
        {
            "start": Inner("GameState"),
            "entries": Many(Inner("Entry"), most=None, maxItems=1_000_000),
            "names": Many(text_of(80)),
            "tags": Texts(most=64, longest_key=40, longest_text=400),
            "ended_at_ms": TIME,
        },
        make=Record,
    ),
    Row("Entry", Entry, {"action": OneOf("Action", Envelope.TYPED), "at_ms": TIME}, make=_entry),
    Row("Outcome", Outcome, {"victory": BOOLEAN, "blind": BOOLEAN, "level": INTEGER}),
    Row(
        "Illegality",
        Illegality,
        {
            "code": CODE,
            "rule": RULE,
            "action": OneOf("Action", Envelope.DOCUMENT),
            "detail": Maybe(DETAIL),
        },
        make=Illegality,
    ),
)

_ACTIONS: Final = (
    Row("Ready", Ready, {"seat": INTEGER}),
    Row("Unready", Unready, {"seat": INTEGER}),
    Row("Refocus", Refocus, {"seat": INTEGER}),
    Row("Play", Play, {"seat": INTEGER, "card": Maybe(INTEGER)}),
    Row("ProposeStar", ProposeStar, {"seat": INTEGER}),
    Row("AgreeToStar", AgreeToStar, {"seat": INTEGER, "cards_down": Maybe(INTEGER)}),
    Row("DeclineStar", DeclineStar, {"seat": INTEGER}),
    Row("Deal", Deal, {"deck": CARDS}),
    Row("Begin", Begin, {}),
    Row(
        "PlayTogether",
        PlayTogether,
        {"plays": Many(Inner("Play"), minItems=1, maxItems=MOST_CARDS)},
        make=PlayTogether,
    ),
    Row("Star", Star, {"agreed": SeatSet(INTEGER, most=MOST_CARDS)}, make=Star),
    Row("Reveal", Reveal, {}),
    Row("CompleteLevel", CompleteLevel, {}),
    Row("ContinueBlind", ContinueBlind, {}),
    Row("Gather", Gather, {}),
)

_EVENTS: Final = (
    Row("LevelDealt", LevelDealt, {"level": INTEGER, "hands": HANDS}),
    Row("HandDealt", HandDealt, {"level": INTEGER, "hand": CARDS, "hand_sizes": CARDS}),
    Row("SeatReady", SeatReady, {"seat": INTEGER}),
    Row("SeatUnready", SeatUnready, {"seat": INTEGER}),
    Row("PlayStarted", PlayStarted, {}),
    Row("RefocusCalled", RefocusCalled, {"seat": INTEGER}),
    Row("PlayPaused", PlayPaused, {}),
    Row("CardPlayed", CardPlayed, {"seat": INTEGER, "card": INTEGER, "face_down": BOOLEAN}),
    Row("HiddenCardPlayed", HiddenCardPlayed, {"seat": INTEGER}),
    Row(
        "MistakeMade",
        MistakeMade,
        {"seat": INTEGER, "card": INTEGER, "skipped": HANDS, "lives": INTEGER},
    ),
    Row("CardVoid", CardVoid, {"seat": INTEGER, "card": INTEGER}),
    Row("StarProposed", StarProposed, {"seat": INTEGER}),
    Row("StarAgreed", StarAgreed, {"seat": INTEGER}),
    Row("StarDeclined", StarDeclined, {"seat": INTEGER}),
    Row("StarLapsed", StarLapsed, {}),
    Row("StarThrown", StarThrown, {"cards": Many(Maybe(INTEGER)), "stars": INTEGER}),
    Row("HandsEmptied", HandsEmptied, {}),
    Row(
        "PileRevealed",
        PileRevealed,
        {"pile": Many(Inner("PlayedCard")), "mistakes": INTEGER, "lives": INTEGER},
    ),
    Row("LevelCleared", LevelCleared, {"level": INTEGER}),
    Row("RewardTaken", RewardTaken, {"reward": REWARD, "lives": INTEGER, "stars": INTEGER}),
    Row("RewardForfeited", RewardForfeited, {"reward": REWARD}),
    Row("LevelCompleted", LevelCompleted, {"level": INTEGER}),
    Row("GameWon", GameWon, {"blind": BOOLEAN}),
    Row("GameLost", GameLost, {"blind": BOOLEAN, "level": INTEGER}),
    Row("BlindStarted", BlindStarted, {}),
    Row("DealGathered", DealGathered, {"level": INTEGER}),
)

FORMAT_1: Final = Format(
    1,
    documents=(*_VALUES, *_ACTIONS, *_EVENTS),
    parts=_PARTS,
    unions={"Action": tuple([row.name for row in _ACTIONS])},
)
