"""Format 1: each document with its fields in order, and their shapes.

The format is written out, not derived from the classes, and never changes once it is released. A
later format is a separate module: `FORMAT_1.changed(2, ...)` lists the differences, and
`FORMAT_1.changed(1, documents=[row.upgraded(...)])` upgrades old documents.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import themind as tm
from themind._model.position import make_aside_card, make_played_card, make_seen_card
from themind._model.values import unchecked
from themind.codec._faults import Fault
from themind.codec._formats import Format
from themind.codec._lists import Many, Pair, SeatSet, Texts
from themind.codec._mid_step import require_step_end
from themind.codec._rows import Inner, OneOf, Row, by_keyword
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

MOST_CARDS: Final = 10_000
LATEST_MS: Final = 2**63 - 1

PHASE: Final = Name(
    tm.Phase, "DEALING", "FOCUSING", "PLAYING", "REVEALING", "CLEARED", "WON", "LOST"
)
ASIDE_REASON: Final = Name(tm.AsideReason, "SKIPPED", "STAR")
REWARD: Final = Name(tm.Reward, "LIFE", "STAR")
BLIND_PENALTY: Final = Name(tm.BlindPenalty, "PER_CARD", "PER_LEVEL")
MISTAKE_PENALTY: Final = Name(tm.MistakePenalty, "PER_MISTAKE", "PER_CARD")
CODE: Final = Name(
    tm.IllegalCode,
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

# Numbers of positions and rules have bounds. Those of actions and events have none: the rules, not
# the reader, decide whether a seat or a card exists.
FROM_0: Final = integer_from(0)
COUNT: Final = integer_from(0, MOST_CARDS)
FROM_1: Final = integer_from(1, MOST_CARDS)
SEAT: Final = integer_from(0, MOST_CARDS - 1)
TIME: Final = Maybe(integer_from(0, LATEST_MS))

CARDS: Final = Many(INTEGER)
HANDS: Final = Many(CARDS)
HELD: Final = Many(FROM_1)
SEATS: Final = SeatSet(SEAT)
ASIDE: Final = Many(Inner("AsideCard"))

_RULES: Final = {
    "players": FROM_1,
    "levels": FROM_1,
    "lives": FROM_1,
    "stars": COUNT,
    "max_lives": FROM_1,
    "max_stars": COUNT,
    "rewards": Many(Pair(FROM_1, REWARD)),
    "first_level": FROM_1,
    "cards": FROM_1,
    "blind_penalty": BLIND_PENALTY,
    "auto_refocus": BOOLEAN,
    "mistake_penalty": MISTAKE_PENALTY,
    "starts_blind": BOOLEAN,
}

# The positions of a game share their rules. Only rules with few rewards are cached.
_MOST_CACHED_REWARDS: Final = 16
_REWARDS: Final = [*_RULES].index("rewards")


def _rules(*fields: Any) -> tm.Rules:
    rewards = fields[_REWARDS]
    rules = (_cached_rules if len(rewards) <= _MOST_CACHED_REWARDS else _new_rules)(*fields)
    if rules.rewards != rewards:
        fault = Fault("expected levels within the stack, in ascending order")
        fault.under(".rewards")
        raise fault
    return rules


_new_rules: Final = by_keyword(tm.Rules, _RULES)
_cached_rules: Final = lru_cache(maxsize=64)(_new_rules)
_make_entry: Final = unchecked(tm.Entry)


def _entry(action: tm.Action, at_ms: int | None) -> tm.Entry:
    if at_ms is None or 0 <= at_ms <= LATEST_MS:
        return _make_entry(action, at_ms)
    return tm.Entry(action, at_ms)  # raises the error


_PARTS: Final = (
    Row(
        "PlayedCard",
        tm.PlayedCard,
        {"seat": INTEGER, "card": INTEGER},
        make=lru_cache(maxsize=4096)(make_played_card),
    ),
    Row(
        "SeenCard",
        tm.SeenCard,
        {"seat": SEAT, "card": Maybe(FROM_1)},
        make=lru_cache(maxsize=4096)(make_seen_card),
    ),
    Row(
        "AsideCard",
        tm.AsideCard,
        {"seat": SEAT, "card": FROM_1, "reason": ASIDE_REASON},
        make=lru_cache(maxsize=4096)(make_aside_card),
    ),
)

_VALUES: Final = (
    Row("Rules", tm.Rules, _RULES, make=_rules),
    Row(
        "GameState",
        tm.GameState,
        {
            "rules": Inner("Rules"),
            "phase": PHASE,
            "level": FROM_1,
            "lives": COUNT,
            "stars": COUNT,
            "hands": Many(HELD, maxItems=MOST_CARDS),
            "pile": Many(Inner("PlayedCard")),
            "aside": ASIDE,
            "blind": BOOLEAN,
            "attempt": FROM_0,
            "ready": SEATS,
            "agreed": SEATS,
        },
        check=require_step_end,
    ),
    Row(
        "SeatView",
        tm.SeatView,
        {
            "seat": Maybe(SEAT),
            "rules": Inner("Rules"),
            "phase": PHASE,
            "level": FROM_1,
            "lives": COUNT,
            "stars": COUNT,
            "hand": HELD,
            "hand_sizes": Many(COUNT),
            "pile": Many(Inner("SeenCard")),
            "aside": ASIDE,
            "blind": BOOLEAN,
            "attempt": FROM_0,
            "ready": SEATS,
            "agreed": SEATS,
        },
        check=require_step_end,
    ),
    Row(
        "Record",
        tm.Record,
        {
            "start": Inner("GameState"),
            "entries": Many(Inner("Entry"), most=None, maxItems=1_000_000),
            "names": Many(text_of(80)),
            "tags": Texts(most=64, longest_key=40, longest_text=400),
            "ended_at_ms": TIME,
        },
        make=tm.Record,
    ),
    Row("Entry", tm.Entry, {"action": OneOf("Action", Envelope.TYPED), "at_ms": TIME}, make=_entry),
    Row("Outcome", tm.Outcome, {"victory": BOOLEAN, "blind": BOOLEAN, "level": INTEGER}),
    Row(
        "Illegality",
        tm.Illegality,
        {
            "code": CODE,
            "rule": RULE,
            "action": OneOf("Action", Envelope.DOCUMENT),
            "detail": Maybe(DETAIL),
        },
    ),
)

_ACTIONS: Final = (
    Row("Ready", tm.Ready, {"seat": INTEGER}),
    Row("Unready", tm.Unready, {"seat": INTEGER}),
    Row("Refocus", tm.Refocus, {"seat": INTEGER}),
    Row("Play", tm.Play, {"seat": INTEGER, "card": Maybe(INTEGER)}),
    Row("ProposeStar", tm.ProposeStar, {"seat": INTEGER}),
    Row("AgreeToStar", tm.AgreeToStar, {"seat": INTEGER, "cards_down": Maybe(INTEGER)}),
    Row("DeclineStar", tm.DeclineStar, {"seat": INTEGER}),
    Row("Deal", tm.Deal, {"deck": CARDS}),
    Row("Begin", tm.Begin, {}),
    Row(
        "PlayTogether",
        tm.PlayTogether,
        {"plays": Many(Inner("Play"), minItems=1, maxItems=MOST_CARDS)},
        make=tm.PlayTogether,
    ),
    Row("Star", tm.Star, {"agreed": SeatSet(INTEGER, most=MOST_CARDS)}, make=tm.Star),
    Row("Reveal", tm.Reveal, {}),
    Row("CompleteLevel", tm.CompleteLevel, {}),
    Row("ContinueBlind", tm.ContinueBlind, {}),
    Row("Gather", tm.Gather, {}),
)

_EVENTS: Final = (
    Row("LevelDealt", tm.LevelDealt, {"level": INTEGER, "hands": HANDS}),
    Row("HandDealt", tm.HandDealt, {"level": INTEGER, "hand": CARDS, "hand_sizes": CARDS}),
    Row("SeatReady", tm.SeatReady, {"seat": INTEGER}),
    Row("SeatUnready", tm.SeatUnready, {"seat": INTEGER}),
    Row("PlayStarted", tm.PlayStarted, {}),
    Row("RefocusCalled", tm.RefocusCalled, {"seat": INTEGER}),
    Row("PlayPaused", tm.PlayPaused, {}),
    Row("CardPlayed", tm.CardPlayed, {"seat": INTEGER, "card": INTEGER, "face_down": BOOLEAN}),
    Row("HiddenCardPlayed", tm.HiddenCardPlayed, {"seat": INTEGER}),
    Row(
        "MistakeMade",
        tm.MistakeMade,
        {"seat": INTEGER, "card": INTEGER, "skipped": HANDS, "lives": INTEGER},
    ),
    Row("CardVoid", tm.CardVoid, {"seat": INTEGER, "card": INTEGER}),
    Row("StarProposed", tm.StarProposed, {"seat": INTEGER}),
    Row("StarAgreed", tm.StarAgreed, {"seat": INTEGER}),
    Row("StarDeclined", tm.StarDeclined, {"seat": INTEGER}),
    Row("StarLapsed", tm.StarLapsed, {}),
    Row("StarThrown", tm.StarThrown, {"cards": Many(Maybe(INTEGER)), "stars": INTEGER}),
    Row("HandsEmptied", tm.HandsEmptied, {}),
    Row(
        "PileRevealed",
        tm.PileRevealed,
        {"pile": Many(Inner("PlayedCard")), "mistakes": INTEGER, "lives": INTEGER},
    ),
    Row("LevelCleared", tm.LevelCleared, {"level": INTEGER}),
    Row("RewardTaken", tm.RewardTaken, {"reward": REWARD, "lives": INTEGER, "stars": INTEGER}),
    Row("RewardForfeited", tm.RewardForfeited, {"reward": REWARD}),
    Row("LevelCompleted", tm.LevelCompleted, {"level": INTEGER}),
    Row("GameWon", tm.GameWon, {"blind": BOOLEAN}),
    Row("GameLost", tm.GameLost, {"blind": BOOLEAN, "level": INTEGER}),
    Row("BlindStarted", tm.BlindStarted, {}),
    Row("DealGathered", tm.DealGathered, {"level": INTEGER}),
)

FORMAT_1: Final = Format(
    1,
    documents=(*_VALUES, *_ACTIONS, *_EVENTS),
    parts=_PARTS,
    unions={"Action": tuple([row.name for row in _ACTIONS])},
)
