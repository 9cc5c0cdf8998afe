"""A second referee for The Mind, naive on purpose: the library is checked against it.

It was written from the rules alone, shares nothing with the library, and keeps the game in another
way: one mutable table that knows for every card of the deck where that card lies. It favours being
obviously right over being fast, models no events, and trusts the rules and positions it is given.

Cards are ints from 1, seats ints from 0. Rules are a plain dict with the keys ``players, levels,
lives, stars, max_lives, max_stars, rewards, first_level, cards, blind_penalty, auto_refocus,
mistake_penalty, starts_blind``. Who asks is a seat, None for a spectator, or HOST.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, NamedTuple

Rules = dict[str, Any]
Snapshot = dict[str, Any]

HOST = "HOST"

STANDARD_LEVELS = {2: 12, 3: 10, 4: 8}
STANDARD_REWARDS = {2: "STAR", 3: "LIFE", 5: "STAR", 6: "LIFE", 8: "STAR", 9: "LIFE"}

# Refusals, the first that applies is given; and what may be asked for in each phase.
CODES = """
    NOT_YOURS WRONG_PHASE NO_SUCH_SEAT PROPOSAL_OPEN NO_PROPOSAL STALE NO_STAR ALREADY_READY
    NOT_READY ALREADY_AGREED NOT_UNANIMOUS HAND_EMPTY NOT_HELD NOT_LOWEST BAD_DECK NOT_FULL_STACK
"""
ACTIONS = {
    "DEALING": "deal",
    "FOCUSING": "begin gather ready unready",
    "PLAYING": "play play_together star gather refocus propose_star agree_to_star decline_star",
    "REVEALING": "reveal",
    "CLEARED": "complete_level",
    "WON": "continue_blind",
    "LOST": "",
}
PRESETS: dict[str, Rules] = {
    "standard": {},
    "five-levels": {"levels": 5},
    "no-stars": {"stars": 0, "max_stars": 0, "rewards": {3: "LIFE", 6: "LIFE", 9: "LIFE"}},
    "no-refocus": {"auto_refocus": False},
    "per-level": {"blind_penalty": "PER_LEVEL"},
    "life-per-card": {"mistake_penalty": "PER_CARD"},
    "starts-blind": {"starts_blind": True},
}


def rules_for(preset: str, players: int) -> Rules:
    """Give the rules of a preset, or of several that are joined by commas."""
    rules: Rules = {
        "players": players,
        "levels": STANDARD_LEVELS[players],
        "lives": players,
        "stars": 1,
        "max_lives": 5,
        "max_stars": 3,
        "rewards": STANDARD_REWARDS,
        "first_level": 1,
        "cards": 100,
        "blind_penalty": "PER_CARD",
        "auto_refocus": True,
        "mistake_penalty": "PER_MISTAKE",
        "starts_blind": False,
    }
    for word in preset.split(","):
        rules |= PRESETS[word]
    return rules


class Spot(NamedTuple):
    """Where one card lies: in the ``deck``, a ``hand``, on the ``pile`` or ``aside``."""

    place: str = "deck"
    seat: int = 0
    order: int = 0
    why: str = ""


class NaiveTable:
    """One game of The Mind, changed in place by :meth:`act`; a new one waits for its first deal."""

    def __init__(self, rules: Rules) -> None:
        """Set the table up for the first level, before any card is dealt."""
        self.rules = rules
        self.phase = "DEALING"
        self.level: int = rules["first_level"]
        self.lives: int = rules["lives"]
        self.stars: int = rules["stars"]
        self.blind: bool = rules["starts_blind"]
        self.attempt = 0
        self.ready: set[int] = set()
        self.agreed: set[int] = set()
        self.spots: dict[int, Spot] = {}
        self._clear_table()

    @classmethod
    def from_snapshot(cls, rules: Rules, snap: Snapshot) -> NaiveTable:
        """Set up the table of a snapshot; only ``level, lives, stars, hands`` must be given."""
        table = cls(rules)
        table.phase = snap.get("phase", "PLAYING")
        table.level, table.lives, table.stars = snap["level"], snap["lives"], snap["stars"]
        table.blind = snap.get("blind", rules["starts_blind"])
        table.attempt = snap.get("attempt", 0)
        table.ready = set(snap.get("ready", ()))
        table.agreed = set(snap.get("agreed", ()))
        for seat, hand in enumerate(snap["hands"]):
            for card in hand:
                table.spots[card] = Spot("hand", seat)
        for seat, card in snap.get("pile", ()):
            table._lay_down(card, "pile", seat)
        for seat, card, why in snap.get("aside", ()):
            table._lay_down(card, "aside", seat, why)
        return table

    def snapshot(self) -> Snapshot:
        """Give the whole position as lists, numbers and strings."""
        return {
            "phase": self.phase,
            "level": self.level,
            "lives": self.lives,
            "stars": self.stars,
            "hands": [self.hand(seat) for seat in range(self.rules["players"])],
            "pile": [[self.spots[card].seat, card] for card in self._lying("pile")],
            "aside": [
                [self.spots[card].seat, card, self.spots[card].why] for card in self._lying("aside")
            ],
            "blind": self.blind,
            "attempt": self.attempt,
            "ready": sorted(self.ready),
            "agreed": sorted(self.agreed),
        }

    def outcome(self) -> dict[str, Any] | None:
        """Tell how the run ended, with the highest level completed in it; None while it lasts."""
        if self.phase not in ("WON", "LOST"):
            return None
        won = self.phase == "WON"
        level = self.level if won else self.level - 1
        return {"victory": won, "blind": self.blind, "level": level}

    def act(self, name: str, *, by: object = HOST, **fields: Any) -> str | None:
        """Do what is asked for, or give the code of the refusal and change nothing.

        Actions that need more than their name: ``deal(deck)``, ``play_together(plays)`` with
        ``plays`` a list of (seat, card or None), ``star(agreed)``, ``play(seat, card=None)``,
        ``agree_to_star(seat, cards_down=None)`` and the other seat actions ``(seat)``.
        """
        if not hasattr(self, f"_do_{name}") or fields.get("plays") == []:
            raise ValueError(f"not an action: {name} {fields}")
        faults = self._faults_at_the_door(name, by, fields) or self._faults(name, fields)
        if faults:
            return min(faults, key=CODES.split().index)
        getattr(self, f"_do_{name}")(**fields)
        return None

    def legal(self, name: str, *, by: object = HOST, **fields: Any) -> bool:
        """Tell whether :meth:`act` would do this, by trying it on a copy."""
        return copy.deepcopy(self).act(name, by=by, **fields) is None

    # Where cards are.

    def hand(self, seat: int) -> list[int]:
        """Give the cards of one seat, ascending."""
        return [card for card in self._lying("hand") if self.spots[card].seat == seat]

    def _lying(self, place: str) -> list[int]:
        here = [card for card, spot in self.spots.items() if spot.place == place]
        return sorted(here, key=lambda card: (self.spots[card].order, card))

    def _cards_down(self) -> int:
        return len(self._lying("pile")) + len(self._lying("aside"))

    def _lay_down(self, card: int, place: str, seat: int, why: str = "") -> None:
        self.spots[card] = Spot(place, seat, self._cards_down(), why)

    def _clear_table(self) -> None:
        self.spots = {card: Spot() for card in range(1, self.rules["cards"] + 1)}
        self.ready.clear()
        self.agreed.clear()

    # What may be refused.

    def _seat_exists(self, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.rules["players"]

    def _faults_at_the_door(self, name: str, by: object, fields: dict[str, Any]) -> set[str]:
        faults = set()
        if by != HOST and (by is None or by != fields.get("seat")):
            faults.add("NOT_YOURS")
        if name not in ACTIONS[self.phase].split() or (name == "continue_blind" and self.blind):
            faults.add("WRONG_PHASE")
        seats = [fields["seat"]] if "seat" in fields else list(fields.get("agreed", ()))
        seats += [seat for seat, _ in fields.get("plays", ())]
        if not all(self._seat_exists(seat) for seat in seats):
            faults.add("NO_SUCH_SEAT")
        return faults

    def _faults(self, name: str, fields: dict[str, Any]) -> set[str]:
        if name == "deal":
            return self._faults_of_deck(fields["deck"])
        if name == "play":
            return self._faults_of_plays([(fields["seat"], fields.get("card"))])
        if name == "play_together":
            return self._faults_of_plays(fields["plays"])
        if "star" in name:
            return self._faults_of_star(name, fields)
        if name == "ready" and fields["seat"] in self.ready:
            return {"ALREADY_READY"}
        if name == "unready" and fields["seat"] not in self.ready:
            return {"NOT_READY"}
        stack = (self.rules["first_level"], self.rules["levels"])
        if name == "continue_blind" and stack != (1, STANDARD_LEVELS.get(self.rules["players"])):
            return {"NOT_FULL_STACK"}
        return set()

    def _faults_of_deck(self, deck: Iterable[object]) -> set[str]:
        cards = list(deck)
        good = (
            all(type(card) is int and card in self.spots for card in cards)
            and len(set(cards)) == len(cards)
            and len(cards) >= self.rules["players"] * self.level
        )
        return set() if good else {"BAD_DECK"}

    def _faults_of_plays(self, plays: list[tuple[int, object]]) -> set[str]:
        faults = set()
        for index, (seat, guard) in enumerate(plays):
            hand = self.hand(seat)
            earlier = [other for other, _ in plays[:index]].count(seat)
            if earlier >= len(hand):
                faults.add("HAND_EMPTY")
            elif guard is not None and (type(guard) is not int or guard not in hand):
                faults.add("NOT_HELD")
            elif guard is not None and guard != hand[earlier]:
                faults.add("NOT_LOWEST")
        return faults

    def _faults_of_star(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = set()
        if name in ("star", "propose_star"):
            if self.agreed:
                faults.add("PROPOSAL_OPEN")
            if self.stars == 0:
                faults.add("NO_STAR")
            if name == "star" and set(fields["agreed"]) != set(range(self.rules["players"])):
                faults.add("NOT_UNANIMOUS")
        elif not self.agreed:
            faults.add("NO_PROPOSAL")
        if name == "agree_to_star":
            if fields.get("cards_down") not in (None, self._cards_down()):
                faults.add("STALE")
            if fields["seat"] in self.agreed:
                faults.add("ALREADY_AGREED")
        return faults

    # What is done.

    def _do_deal(self, deck: Iterable[int]) -> None:
        players: int = self.rules["players"]
        for index, card in enumerate(list(deck)[: players * self.level]):
            self.spots[card] = Spot("hand", index % players)
        self.phase = "FOCUSING"

    def _do_begin(self) -> None:
        self.ready.clear()
        self.phase = "PLAYING"

    def _do_ready(self, seat: int) -> None:
        self.ready.add(seat)
        if len(self.ready) == self.rules["players"]:
            self._do_begin()

    def _do_unready(self, seat: int) -> None:
        self.ready.remove(seat)

    def _do_refocus(self, **_: object) -> None:
        self.agreed.clear()
        self.phase = "FOCUSING"

    def _do_gather(self) -> None:
        self._clear_table()
        self.attempt += 1
        self.phase = "DEALING"

    def _do_play(self, seat: int, card: int | None = None) -> None:
        self._do_play_together([(seat, card)])

    def _do_play_together(self, plays: list[tuple[int, int | None]]) -> None:
        waiting = [self.hand(seat) for seat in range(self.rules["players"])]
        landed = [waiting[seat].pop(0) for seat, _ in plays]
        self.agreed.clear()
        mistaken = False
        for card in landed:
            if self.spots[card].place == "hand":  # else void: a mistake took it on the way
                mistaken = self._resolve(card) or mistaken
            if self.lives == 0:
                self.phase = "LOST"
                return
        self._settle(pause=mistaken)

    def _resolve(self, card: int) -> bool:
        self._lay_down(card, "pile", self.spots[card].seat)
        skipped = [held for held in self._lying("hand") if held < card]
        if self.blind or not skipped:
            return False
        for held in sorted(skipped, key=lambda held: (self.spots[held].seat, held)):
            self._lay_down(held, "aside", self.spots[held].seat, "SKIPPED")
        price = len(skipped) if self.rules["mistake_penalty"] == "PER_CARD" else 1
        self.lives = max(0, self.lives - price)
        return True

    def _settle(self, *, pause: bool) -> None:
        if not self._lying("hand"):
            self.phase = "REVEALING" if self.blind else "CLEARED"
        elif pause and self.rules["auto_refocus"]:
            self.phase = "FOCUSING"

    def _do_star(self, **_: object) -> None:
        self.agreed.clear()
        self.stars -= 1
        for seat in range(self.rules["players"]):
            for card in self.hand(seat)[:1]:
                self._lay_down(card, "aside", seat, "STAR")
        self._settle(pause=True)

    def _do_propose_star(self, seat: int) -> None:
        self._do_agree_to_star(seat)

    def _do_agree_to_star(self, seat: int, **_: object) -> None:
        self.agreed.add(seat)
        if len(self.agreed) == self.rules["players"]:
            self._do_star()

    def _do_decline_star(self, **_: object) -> None:
        self.agreed.clear()

    def _do_reveal(self) -> None:
        pile = self._lying("pile")
        mistakes = [card for index, card in enumerate(pile) if any(c > card for c in pile[:index])]
        if self.rules["blind_penalty"] == "PER_LEVEL":
            mistakes = mistakes[:1]
        self.lives = max(0, self.lives - len(mistakes))
        self.phase = "CLEARED" if self.lives else "LOST"

    def _do_complete_level(self) -> None:
        reward = self.rules["rewards"].get(self.level)
        if reward == "LIFE":
            self.lives = min(self.lives + 1, self.rules["max_lives"])
        if reward == "STAR":
            self.stars = min(self.stars + 1, self.rules["max_stars"])
        self._clear_table()
        self.attempt = 0
        if self.level == self.rules["levels"]:
            self.phase = "WON"
        else:
            self.level += 1
            self.phase = "DEALING"

    def _do_continue_blind(self) -> None:
        self.blind = True
        self.level = 1
        self.phase = "DEALING"
